//! `get_browser`: what a browser can do, by its user agent, from the file that the setting `browscap` names.

use phant_ini::{self as ini, Item, Mode, Names};
use phant_memory::{Array, KeyRef, Object, Str, Value};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![get_browser];

/// The section for browsers that no pattern matches.
const DEFAULT_SECTION: &[u8] = b"Default Browser Capability Settings";

/// A section: a pattern of user agents and what is known of them.
struct Entry {
    pattern: Vec<u8>,
    lower: Vec<u8>,
    /// How many bytes of the pattern stand for themselves.
    literal: usize,
    parent: Option<Vec<u8>>,
    properties: Vec<(Vec<u8>, Vec<u8>)>,
}

/// The file's sections in their order.
struct Browsers {
    entries: Vec<Entry>,
    by_name: HashMap<Vec<u8>, usize>,
}

/// The file that was read last. The setting can be changed in php.ini only, so one is enough for a process.
static LOADED: Mutex<Option<(Vec<u8>, Arc<Browsers>)>> = Mutex::new(None);

/// The file's values are text as it stands.
struct NoNames;

impl Names for NoNames {
    fn constant(&mut self, _name: &[u8]) -> Option<Vec<u8>> {
        None
    }
    fn variable(&mut self, _name: &[u8]) -> Option<Vec<u8>> {
        None
    }
}

fn is_one_of(text: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| text.eq_ignore_ascii_case(word.as_bytes()))
}

impl Browsers {
    /// Reads the file's text. The error is PHP's message.
    fn read(text: &[u8]) -> Result<Browsers, String> {
        let mut browsers = Browsers { entries: Vec::new(), by_name: HashMap::new() };
        let mut own_parent = None;
        let result = ini::parse(text, Mode::Raw, &mut NoNames, &mut |item| match item {
            Item::Section(pattern) => {
                browsers.by_name.insert(pattern.clone(), browsers.entries.len());
                let lower = pattern.to_ascii_lowercase();
                let literal = lower.iter().filter(|b| !matches!(b, b'?' | b'*')).count();
                browsers.entries.push(Entry { pattern, lower, literal, parent: None, properties: Vec::new() });
            }
            Item::Entry(name, value) => {
                let Some(entry) = browsers.entries.last_mut() else { return };
                let value = value.into_text();
                let value = match &value[..] {
                    word if is_one_of(word, &["on", "yes", "true"]) => b"1".to_vec(),
                    word if is_one_of(word, &["no", "off", "none", "false"]) => Vec::new(),
                    _ => value,
                };
                if !name.eq_ignore_ascii_case(b"parent") {
                    entry.properties.push((name.to_ascii_lowercase(), value));
                } else if value.eq_ignore_ascii_case(&entry.pattern) {
                    own_parent = Some(String::from_utf8_lossy(&value).into_owned());
                } else {
                    entry.parent = Some(value);
                }
            }
            Item::Element(..) => {}
        });
        if let Some(name) = own_parent {
            return Err(format!("Invalid browscap ini file: 'Parent' value cannot be same as the section name: {name}"));
        }
        result.map_err(|error| format!("{} on line {}", error.message, error.line))?;
        Ok(browsers)
    }

    fn by_name(&self, name: &[u8]) -> Option<&Entry> {
        self.by_name.get(name).and_then(|&at| self.entries.get(at))
    }

    /// The section for a user agent: of those that match, the first that says most of it.
    fn find(&self, agent: &[u8]) -> Option<&Entry> {
        if let Some(exact) = self.by_name(agent) {
            return Some(exact);
        }
        let agent = agent.to_ascii_lowercase();
        let mut best: Option<&Entry> = None;
        for entry in &self.entries {
            let better = best.is_none_or(|best| entry.literal > best.literal);
            if better && entry.literal <= agent.len() && matches(&entry.lower, &agent) {
                best = Some(entry);
            }
        }
        best.or_else(|| self.by_name(DEFAULT_SECTION))
    }
}

/// Whether a pattern of `?` and `*` describes a whole text.
fn matches(pattern: &[u8], text: &[u8]) -> bool {
    let (mut p, mut t) = (0, 0);
    // Where to go on after the last `*` if what follows does not fit: its place, and how much it has taken.
    let mut retry: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some(b'*') => {
                retry = Some((p + 1, t));
                p += 1;
            }
            Some(&wanted) if wanted == b'?' || wanted == text[t] => {
                p += 1;
                t += 1;
            }
            _ => match &mut retry {
                Some((after, taken)) => {
                    *taken += 1;
                    (p, t) = (*after, *taken);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&b| b == b'*')
}

/// The pattern as the regular expression that scripts are shown.
fn regex(pattern: &[u8]) -> Vec<u8> {
    let mut out = b"~^".to_vec();
    for &byte in pattern {
        match byte {
            b'?' => out.push(b'.'),
            b'*' => out.extend_from_slice(b".*"),
            b'.' | b'\\' | b'(' | b')' | b'~' | b'+' => out.extend_from_slice(&[b'\\', byte]),
            _ => out.push(byte),
        }
    }
    out.extend_from_slice(b"$~");
    out
}

/// The loaded file; `None`, with a warning, if there is none.
fn browsers(ctx: &Ctx) -> Option<Arc<Browsers>> {
    let path = ctx.ini.text("browscap");
    if path.is_empty() {
        ctx.warning("browscap ini directive not set");
        return None;
    }
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((of, browsers)) = &*loaded
        && of == path.as_bytes()
    {
        return Some(browsers.clone());
    }
    let Ok(text) = std::fs::read(phant_streams::path::os(&path)) else {
        ctx.warning([b"Cannot open \"", path.as_bytes(), b"\" for reading"].concat());
        return None;
    };
    match Browsers::read(&text) {
        Ok(browsers) => {
            let browsers = Arc::new(browsers);
            *loaded = Some((path.to_vec(), browsers.clone()));
            Some(browsers)
        }
        Err(why) => {
            ctx.warning([why.as_bytes(), b" (in file ", path.as_bytes(), b")"].concat());
            None
        }
    }
}

/// What the file says of a browser.
#[php("function get_browser(?string $user_agent = null, bool $return_array = false): object|array|false")]
fn get_browser(ctx: &Ctx, user_agent: Option<Str>, return_array: bool) -> PhpResult {
    let Some(browsers) = browsers(ctx) else {
        ctx.check()?;
        return Ok(Value::FALSE);
    };
    let agent = match user_agent {
        Some(agent) => agent,
        None => {
            let server = ctx.host.global(ctx, &Str::from("_SERVER"));
            let server = server.as_ref().and_then(Value::as_array);
            match server.as_ref().and_then(|s| s.get_bytes(b"HTTP_USER_AGENT")?.as_str()) {
                Some(agent) => agent.into_owned(),
                None => {
                    ctx.warning("HTTP_USER_AGENT variable is not set, cannot determine user agent name");
                    ctx.check()?;
                    return Ok(Value::FALSE);
                }
            }
        }
    };
    let Some(mut entry) = browsers.find(&agent) else { return Ok(Value::FALSE) };
    let mut out = Array::new();
    out.set_name("browser_name_regex", Value::from(regex(&entry.lower)));
    out.set_name("browser_name_pattern", Value::str(&entry.pattern));
    // Sections say only what their parents do not. A file may lead around in a circle.
    for _ in 0..=browsers.entries.len() {
        let parent = entry.parent.as_ref();
        let own = parent.map(|name| (&b"parent"[..], name)).into_iter();
        for (name, value) in own.chain(entry.properties.iter().map(|(name, value)| (&name[..], value))) {
            let name = Str::new(name);
            if !out.contains(&KeyRef::Str(&name)) {
                out.set(name, Value::str(value));
            }
        }
        match parent.and_then(|name| browsers.by_name(name)) {
            Some(parent) => entry = parent,
            None => break,
        }
    }
    if return_array {
        return Ok(Value::from(out));
    }
    let class = ctx.known_class("stdClass");
    let object: Object = ctx.allocate(class)?;
    for (name, value) in out.iter() {
        object.set_dynamic(name.to_key(), value.clone());
    }
    Ok(Value::from(object))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, text) in [("a*c", "abc"), ("a*c", "ac"), ("*", ""), ("?b*d?", "abcde"), ("a*b*c", "aXbYbc")] {
            assert!(matches(pattern.as_bytes(), text.as_bytes()), "{pattern} {text}");
        }
        for (pattern, text) in [("a", "ab"), ("a?", "a"), ("*b", "ba"), ("", "a")] {
            assert!(!matches(pattern.as_bytes(), text.as_bytes()), "{pattern} {text}");
        }
        assert_eq!(regex(b"a.*(?)"), b"~^a\\..*\\(.\\)$~");
    }

    #[test]
    fn the_most_exact_pattern_wins() {
        let browsers = Browsers::read(b"[*]\na=1\n[Moz*]\nparent=*\nb=on\n[moz*x]\nc=off\n").unwrap();
        let pattern = |agent: &[u8]| browsers.find(agent).map(|e| String::from_utf8_lossy(&e.pattern).into_owned());
        assert_eq!(pattern(b"mozilla x"), Some("moz*x".into()));
        assert_eq!(pattern(b"Mozilla"), Some("Moz*".into()));
        assert_eq!(pattern(b"Opera"), Some("*".into()));
    }
}
