//! `output_add_rewrite_var`: adds variables to the links and forms of the HTML that is written.
//!
//! An output buffer named URL-Rewriter sees the text. Tags and the attribute that holds their address come from the
//! setting `url_rewriter.tags`; addresses on other hosts than `url_rewriter.hosts` are left alone. A tag that is cut off
//! at the end of a piece waits for the next one.
//!
//! A session's id is added by a buffer of its own, with settings of its own.

use phant_memory::{HeapVec, Str, heap_vec};
use phant_native::{
    Ctx,
    output::{NativeHandler, Output, flags},
};
use std::cell::{Cell, RefCell};

/// Variables and what is left of the last piece.
struct Scanner {
    variables: RefCell<HeapVec<(Str, Str)>>,
    rest: RefCell<HeapVec<u8>>,
    active: Cell<bool>,
}

impl Default for Scanner {
    fn default() -> Self {
        Scanner { variables: RefCell::new(heap_vec()), rest: RefCell::new(heap_vec()), active: Cell::new(false) }
    }
}

/// The script's variables, and the session's.
#[derive(Default)]
struct State {
    own: Scanner,
    session: Scanner,
}

/// The names of the settings for tags and hosts.
struct Settings {
    tags: &'static str,
    hosts: &'static str,
    of_session: bool,
}

const OWN: Settings = Settings { tags: "url_rewriter.tags", hosts: "url_rewriter.hosts", of_session: false };
const SESSION: Settings = Settings { tags: "session.trans_sid_tags", hosts: "session.trans_sid_hosts", of_session: true };

/// Adds a variable; starts the buffer with the first one.
pub(crate) fn add(ctx: &Ctx, name: &Str, value: &Str) -> bool {
    ctx.state::<State>().own.add(ctx, name, value, |ctx, content, op| handle(ctx, content, op, &OWN))
}

/// Forgets all variables.
pub(crate) fn reset(ctx: &Ctx) {
    ctx.state::<State>().own.variables.borrow_mut().clear();
}

/// Adds a session's id to links and forms from now on, in place of another one.
pub fn set_session_variable(ctx: &Ctx, name: &Str, value: &Str) -> bool {
    let scanner = &ctx.state::<State>().session;
    scanner.variables.borrow_mut().clear();
    scanner.add(ctx, name, value, |ctx, content, op| handle(ctx, content, op, &SESSION))
}

impl Scanner {
    fn add(&self, ctx: &Ctx, name: &Str, value: &Str, handler: NativeHandler) -> bool {
        // Both forms of the variable can take six bytes for one.
        if ctx.reserve((name.len() + value.len()) * 3).is_err() {
            return false;
        }
        if !self.active.get() {
            if !Output::start_native(ctx, "URL-Rewriter", handler) {
                return false;
            }
            self.active.set(true);
        }
        self.variables.borrow_mut().push((name.clone(), value.clone()));
        true
    }
}

fn handle(ctx: &Ctx, content: &[u8], op: i64, settings: &Settings) -> Option<Str> {
    let state = ctx.state::<State>();
    let state = if settings.of_session { &state.session } else { &state.own };
    let mut text = std::mem::replace(&mut *state.rest.borrow_mut(), heap_vec());
    text.extend_from_slice(content);
    if op & flags::FINAL != 0 {
        state.active.set(false);
    }
    if state.variables.borrow().is_empty() {
        return Some(Str::new(&text));
    }
    let rewriter = Rewriter::new(ctx, &state.variables.borrow(), settings);
    let mut out = Vec::with_capacity(text.len() * 2);
    let used = rewriter.run(&text, &mut out, op & (flags::FINAL | flags::FLUSH) != 0);
    state.rest.borrow_mut().extend_from_slice(&text[used..]);
    Some(Str::new(&out))
}

struct Rewriter {
    /// Lower-case tag and the attribute with its address.
    tags: Vec<(Vec<u8>, Vec<u8>)>,
    hosts: Vec<Vec<u8>>,
    /// `a=b&c=d`
    query: Vec<u8>,
    /// Hidden input elements.
    inputs: Vec<u8>,
    separator: Str,
}

impl Rewriter {
    fn new(ctx: &Ctx, variables: &[(Str, Str)], settings: &Settings) -> Rewriter {
        let mut tags = Vec::new();
        for item in ctx.ini.text(settings.tags).split(|&b| b == b',') {
            if let Some(at) = item.iter().position(|&b| b == b'=') {
                let (tag, attribute) = (item[..at].trim_ascii(), item[at + 1..].trim_ascii());
                tags.push((tag.to_ascii_lowercase(), attribute.to_ascii_lowercase()));
            }
        }
        let setting = ctx.ini.text(settings.hosts);
        let mut hosts: Vec<Vec<u8>> =
            setting.split(|&b| b == b',').map(|h| h.trim_ascii().to_ascii_lowercase()).filter(|h| !h.is_empty()).collect();
        if hosts.is_empty()
            && let Some(server) = ctx.host.global(ctx, &Str::from("_SERVER"))
            && let Some(host) = server.as_array().and_then(|s| Some(s.get_bytes(b"HTTP_HOST")?.as_str()?.into_owned()))
        {
            let name = host.split(|&b| b == b':').next().unwrap_or_default();
            hosts.push(name.to_ascii_lowercase());
        }
        let separator = ctx.ini.text("arg_separator.output");
        let mut query = Vec::new();
        let mut inputs = Vec::new();
        for (i, (name, value)) in variables.iter().enumerate() {
            if i > 0 {
                query.extend_from_slice(&separator);
            }
            encode(&mut query, name);
            query.push(b'=');
            encode(&mut query, value);
            inputs.extend_from_slice(b"<input type=\"hidden\" name=\"");
            escape(&mut inputs, name);
            inputs.extend_from_slice(b"\" value=\"");
            escape(&mut inputs, value);
            inputs.extend_from_slice(b"\" />");
        }
        Rewriter { tags, hosts, query, inputs, separator }
    }

    /// Rewrites what is complete and returns how much that is; with `all`, everything is taken as complete.
    fn run(&self, text: &[u8], out: &mut Vec<u8>, all: bool) -> usize {
        let mut at = 0;
        while let Some(open) = memchr::memchr(b'<', &text[at..]) {
            out.extend_from_slice(&text[at..at + open]);
            at += open;
            let name = text[at + 1..].iter().take_while(|b| b.is_ascii_alphabetic()).count();
            match tag_end(text, at) {
                None if all => break,
                None => return at,
                Some(end) => {
                    self.tag(&text[at..end], &text[at + 1..at + 1 + name], out);
                    at = end;
                }
            }
        }
        out.extend_from_slice(&text[at..]);
        text.len()
    }

    fn tag(&self, tag: &[u8], name: &[u8], out: &mut Vec<u8>) {
        let lower = name.to_ascii_lowercase();
        let Some((_, wanted)) = self.tags.iter().find(|(tag, _)| *tag == lower) else {
            out.extend_from_slice(tag);
            return;
        };
        let is_form = matches!(lower.as_slice(), b"form" | b"fieldset");
        let mut here = true;
        let mut copied = 0;
        for (attribute, value) in attributes(tag, 1 + name.len()) {
            let attribute = tag[attribute].to_ascii_lowercase();
            if is_form {
                if attribute == b"action" && self.address(&tag[value]).is_none() {
                    here = false;
                }
            } else if attribute == *wanted {
                out.extend_from_slice(&tag[copied..value.start]);
                match self.address(&tag[value.clone()]) {
                    Some(new) => out.extend_from_slice(&new),
                    None => out.extend_from_slice(&tag[value.clone()]),
                }
                copied = value.end;
            }
        }
        out.extend_from_slice(&tag[copied..]);
        if is_form && here {
            out.extend_from_slice(&self.inputs);
        }
    }

    /// An address with the variables in its query; `None` if it leads elsewhere.
    fn address(&self, url: &[u8]) -> Option<Vec<u8>> {
        let (before, fragment) = match memchr::memchr(b'#', url) {
            Some(0) => return None,
            Some(at) => (&url[..at], &url[at..]),
            None => (url, &[][..]),
        };
        let scheme = before.iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.')).count();
        let rest = if before.get(scheme) == Some(&b':') {
            if !matches!(before[..scheme].to_ascii_lowercase().as_slice(), b"http" | b"https") {
                return None;
            }
            &before[scheme + 1..]
        } else {
            before
        };
        // `http://example.com`
        let mut is_bare = false;
        if let Some(authority) = rest.strip_prefix(b"//") {
            let end = authority.iter().position(|b| matches!(b, b'/' | b'?')).unwrap_or(authority.len());
            let host = authority[..end].rsplit(|&b| b == b'@').next().unwrap_or_default();
            let host = host.split(|&b| b == b':').next().unwrap_or_default().to_ascii_lowercase();
            if !self.hosts.contains(&host) {
                return None;
            }
            is_bare = end == authority.len() && fragment.is_empty();
        }
        let mut new = before.to_vec();
        if is_bare {
            new.push(b'/');
        }
        if memchr::memchr(b'?', before).is_some() {
            new.extend_from_slice(&self.separator);
        } else {
            new.push(b'?');
        }
        new.extend_from_slice(&self.query);
        new.extend_from_slice(fragment);
        Some(new)
    }
}

/// Behind the `>` that closes the tag, quotes respected.
fn tag_end(text: &[u8], from: usize) -> Option<usize> {
    let mut quote = None;
    for (i, &byte) in text.iter().enumerate().skip(from) {
        match (quote, byte) {
            (None, b'>') => return Some(i + 1),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(q), b) if q == b => quote = None,
            _ => {}
        }
    }
    None
}

/// The attributes of a tag: where name and value are.
fn attributes(tag: &[u8], from: usize) -> Vec<(std::ops::Range<usize>, std::ops::Range<usize>)> {
    let mut found = Vec::new();
    let mut at = from;
    let skip = |mut at: usize, what: fn(&u8) -> bool| {
        while tag.get(at).is_some_and(what) {
            at += 1;
        }
        at
    };
    while at < tag.len() {
        at = skip(at, |b| !b.is_ascii_alphabetic());
        let name_end = skip(at, |b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
        if name_end == at {
            break;
        }
        let name = at..name_end;
        let equals = skip(name_end, u8::is_ascii_whitespace);
        if tag.get(equals) != Some(&b'=') {
            at = name_end;
            continue;
        }
        let start = skip(equals + 1, u8::is_ascii_whitespace);
        let value = match tag.get(start) {
            Some(&q @ (b'"' | b'\'')) => {
                let end = tag[start + 1..].iter().position(|&b| b == q).map_or(tag.len(), |len| start + 1 + len);
                start + 1..end
            }
            _ => start..skip(start, |b| !b.is_ascii_whitespace() && *b != b'>'),
        };
        at = (value.end + 1).min(tag.len());
        found.push((name, value));
    }
    found
}

fn encode(out: &mut Vec<u8>, text: &[u8]) {
    for &byte in text {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            out.push(byte);
        } else {
            out.extend_from_slice(format!("%{byte:02X}").as_bytes());
        }
    }
}

fn escape(out: &mut Vec<u8>, text: &[u8]) {
    for &byte in text {
        match byte {
            b'&' => out.extend_from_slice(b"&amp;"),
            b'<' => out.extend_from_slice(b"&lt;"),
            b'>' => out.extend_from_slice(b"&gt;"),
            b'"' => out.extend_from_slice(b"&quot;"),
            b'\'' => out.extend_from_slice(b"&#039;"),
            _ => out.push(byte),
        }
    }
}
