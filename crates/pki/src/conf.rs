//! OpenSSL's configuration files: sections of names and values.

use std::collections::HashMap;

/// A configuration.
#[derive(Clone, Debug, Default)]
pub struct Conf {
    sections: HashMap<String, Vec<(String, String)>>,
}

/// The longest value after variables are put in: they may refer to each other.
const LONGEST: usize = 64 << 10;

impl Conf {
    /// Reads a text. What is wrong in form gives `None`.
    pub fn parse(text: &str) -> Option<Conf> {
        let mut conf = Conf::default();
        let mut section = "default".to_owned();
        let mut pending = String::new();
        for line in text.lines() {
            let line = without_comment(line);
            if let Some(begun) = line.strip_suffix('\\') {
                pending.push_str(begun);
                continue;
            }
            let whole = std::mem::take(&mut pending) + &line;
            let line = whole.trim();
            if line.is_empty() || line.starts_with(".include") || line.starts_with(".pragma") {
                continue;
            }
            if let Some(name) = line.strip_prefix('[') {
                section = name.strip_suffix(']')?.trim().to_owned();
                conf.sections.entry(section.clone()).or_default();
                continue;
            }
            let (key, value) = line.split_once('=')?;
            let (into, key) = key.trim().split_once("::").map_or((section.as_str(), key.trim()), |(s, k)| (s, k));
            let value = conf.expand(value.trim(), &section)?;
            let entries = conf.sections.entry(into.to_owned()).or_default();
            entries.retain(|(known, _)| known != key);
            entries.push((key.to_owned(), value));
        }
        Some(conf)
    }
    /// Puts variables in, and takes quotes and backslashes away.
    fn expand(&self, value: &str, section: &str) -> Option<String> {
        let mut out = String::new();
        let mut chars = value.chars().peekable();
        let mut quote = None;
        while let Some(c) = chars.next() {
            match c {
                '"' | '\'' | '`' if quote == Some(c) => quote = None,
                '"' | '\'' | '`' if quote.is_none() => quote = Some(c),
                '\\' => match chars.next()? {
                    'n' => out.push('\n'),
                    't' => out.push('\t'),
                    'r' => out.push('\r'),
                    'b' => out.push('\u{8}'),
                    other => out.push(other),
                },
                '$' if quote != Some('\'') => {
                    let close = match chars.peek() {
                        Some('{') => Some('}'),
                        Some('(') => Some(')'),
                        _ => None,
                    };
                    let mut name = String::new();
                    if let Some(close) = close {
                        chars.next();
                        name = chars.by_ref().take_while(|c| *c != close).collect();
                    } else {
                        while let Some(c) = chars.next_if(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ':')) {
                            name.push(c);
                        }
                    }
                    let found = match name.split_once("::") {
                        Some(("ENV", name)) => std::env::var(name).ok(),
                        Some((section, name)) => self.get(section, name).map(str::to_owned),
                        None => self.get(section, &name).or_else(|| self.get("default", &name)).map(str::to_owned),
                    };
                    out.push_str(&found?);
                }
                c => out.push(c),
            }
            if out.len() > LONGEST {
                return None;
            }
        }
        Some(out)
    }
    /// A section's entries in order.
    pub fn section(&self, name: &str) -> Option<&[(String, String)]> {
        self.sections.get(name).map(Vec::as_slice)
    }
    /// A value.
    pub fn get(&self, section: &str, key: &str) -> Option<&str> {
        self.sections.get(section)?.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }
    /// Adds a value to a section.
    pub fn set(&mut self, section: &str, key: &str, value: &str) {
        self.sections.entry(section.to_owned()).or_default().push((key.to_owned(), value.to_owned()));
    }
}

fn without_comment(line: &str) -> String {
    let mut quote = None;
    let mut out = String::new();
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            '#' if quote.is_none() => break,
            '\\' => {
                out.push(c);
                out.extend(chars.next());
                continue;
            }
            '"' | '\'' | '`' if quote == Some(c) => quote = None,
            '"' | '\'' | '`' if quote.is_none() => quote = Some(c),
            _ => {}
        }
        out.push(c);
    }
    out.trim_end().to_owned()
}
