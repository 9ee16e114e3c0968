//! Escapes: `addslashes`, `addcslashes`, `quotemeta` and the way back; `strip_tags`.

use crate::text::{self, ByteSet, is_space};
use phant_memory::{PhpStr, Str, StrBuilder, Value, View, string::Bytes};
use phant_native::{Ctx, Late, PhpResult, convert, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![addslashes, stripslashes, addcslashes, stripcslashes, quotemeta, strip_tags];

/// A backslash in front of every byte of a set.
fn escaped(late: Late<'_>, string: &PhpStr, escapes: &Bytes, nul_as_zero: bool) -> PhpResult<Str> {
    let Some(first) = escapes.find(string) else { return Ok(string.to_handle()) };
    let (plain, rest) = string.split_at(first);
    let len = text::reserve_late(late, string.len().checked_add(escapes.count(rest)))?;
    Ok(Str::made(len, |out| {
        out.extend(plain);
        let mut from = 0;
        escapes.each(rest, |at| {
            out.extend(&rest[from..at]);
            out.push(b'\\');
            out.push(if rest[at] == 0 && nul_as_zero { b'0' } else { rest[at] });
            from = at + 1;
            true
        });
        out.extend(&rest[from..]);
    }))
}

/// A backslash before quotes, backslashes and NUL.
#[php("function addslashes(string $string): string", pure)]
fn addslashes(late: Late<'_>, string: &PhpStr) -> PhpResult<Str> {
    static ESCAPES: Bytes = Bytes::of(b"'\"\\\0");
    escaped(late, string, &ESCAPES, true)
}

/// Undoes `addslashes`.
#[php("function stripslashes(string $string): string", pure)]
fn stripslashes(string: &PhpStr) -> Str {
    let Some(first) = memchr::memchr(b'\\', string) else { return string.to_handle() };
    let mut out = StrBuilder::with_capacity(string.len());
    out.push_bytes(&string[..first]);
    let mut rest = &string[first..];
    while let Some(at) = memchr::memchr(b'\\', rest) {
        out.push_bytes(&rest[..at]);
        match rest.get(at + 1) {
            Some(&byte) => out.push(if byte == b'0' { 0 } else { byte }),
            None => return out.finish(),
        }
        rest = &rest[at + 2..];
    }
    out.push_bytes(rest);
    out.finish()
}

/// A backslash, or C's escape, for the listed bytes.
#[php("function addcslashes(string $string, string $characters): string", pure)]
fn addcslashes(ctx: &Ctx, string: &PhpStr, characters: &PhpStr) -> PhpResult<Str> {
    if string.is_empty() || characters.is_empty() {
        return Ok(string.to_handle());
    }
    let set = ByteSet::of_ranges(ctx, characters);
    let count = string.iter().filter(|&&b| set.has(b)).count();
    if count == 0 {
        return Ok(string.to_handle());
    }
    let len = text::reserve(ctx, count.checked_mul(3).and_then(|n| n.checked_add(string.len())))?;
    Ok(Str::made(len, |out| {
        for &byte in string.iter() {
            if !set.has(byte) {
                out.push(byte);
                continue;
            }
            match byte {
                b' '..=b'~' => out.extend(&[b'\\', byte]),
                b'\n' => out.extend(b"\\n"),
                b'\t' => out.extend(b"\\t"),
                b'\r' => out.extend(b"\\r"),
                0x07 => out.extend(b"\\a"),
                0x0b => out.extend(b"\\v"),
                0x08 => out.extend(b"\\b"),
                0x0c => out.extend(b"\\f"),
                _ => out.extend(&[b'\\', b'0' + (byte >> 6), b'0' + (byte >> 3 & 7), b'0' + (byte & 7)]),
            }
        }
    }))
}

/// Undoes `addcslashes`; knows C's escapes.
#[php("function stripcslashes(string $string): string", pure)]
fn stripcslashes(string: &PhpStr) -> Str {
    let text = string.as_bytes();
    let mut out = StrBuilder::with_capacity(text.len());
    let mut at = 0;
    while let Some(plain) = memchr::memchr(b'\\', &text[at..]) {
        out.push_bytes(&text[at..at + plain]);
        at += plain + 1;
        let Some(&escape) = text.get(at) else {
            out.push(b'\\');
            break;
        };
        at += 1;
        let digits = |from: usize, most: usize, base: u32| {
            text[from..].iter().take(most).take_while(|&&b| (b as char).is_digit(base)).count()
        };
        let value = |from: usize, len: usize, base: u32| {
            text[from..from + len].iter().fold(0u32, |n, &b| n * base + (b as char).to_digit(base).unwrap_or(0)) as u8
        };
        match escape {
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            b'r' => out.push(b'\r'),
            b'a' => out.push(0x07),
            b'v' => out.push(0x0b),
            b'b' => out.push(0x08),
            b'f' => out.push(0x0c),
            b'x' if digits(at, 2, 16) > 0 => {
                let len = digits(at, 2, 16);
                out.push(value(at, len, 16));
                at += len;
            }
            b'0'..=b'7' => {
                let len = digits(at - 1, 3, 8);
                out.push(value(at - 1, len, 8));
                at += len - 1;
            }
            other => out.push(other),
        }
    }
    out.push_bytes(&text[at..]);
    out.finish()
}

/// A backslash before what is special in regular expressions.
#[php("function quotemeta(string $string): string", pure)]
fn quotemeta(late: Late<'_>, string: &PhpStr) -> PhpResult<Str> {
    static ESCAPES: Bytes = Bytes::of(b".\\+*?[^]$()");
    escaped(late, string, &ESCAPES, false)
}

/// Removes HTML and PHP tags.
#[php("function strip_tags(string $string, array|string|null $allowed_tags = null): string", pure)]
fn strip_tags(ctx: &Ctx, string: &PhpStr, allowed_tags: &Value) -> PhpResult<Str> {
    let allowed = match allowed_tags.view() {
        View::Array(tags) => {
            let tags = tags.clone();
            let mut all = Vec::new();
            for tag in tags.values() {
                let tag = convert::to_str(ctx, &tag.unref())?;
                if !tag.is_empty() {
                    all.push(b'<');
                    all.extend_from_slice(&tag);
                    all.push(b'>');
                }
            }
            all
        }
        View::Str(tags) => tags.to_vec(),
        _ => Vec::new(),
    };
    let mut allowed = allowed;
    allowed.make_ascii_lowercase();
    Ok(Stripper { allowed: &allowed, ..Stripper::default() }.run(string))
}

/// Where the stripper is. It can stop and go on later, for stream filters.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Place {
    #[default]
    Text,
    Html,
    Php,
    Declaration,
    Comment,
}

/// What means something in text.
static MARKS: Bytes = Bytes::of(b"<>\0");

/// Removes tags in one pass. Quotes hide what is in them, `<` in a tag opens a nested one.
#[derive(Default)]
struct Stripper<'a> {
    allowed: &'a [u8],
    place: Place,
    /// The tag so far, if any are allowed.
    tag: Vec<u8>,
    quote: u8,
    /// Nested `<`.
    depth: usize,
    /// Open parentheses in PHP code.
    parens: i64,
    /// The last remarkable byte.
    last: u8,
    xml: bool,
}

impl Stripper<'_> {
    fn run(mut self, text: &PhpStr) -> Str {
        if MARKS.find(text).is_none() {
            return text.to_handle();
        }
        let mut out = StrBuilder::with_capacity(text.len());
        let mut next = 0;
        while next < text.len() {
            let at = next;
            next += 1;
            match self.place {
                Place::Text => {
                    let plain = MARKS.find(&text[at..]).unwrap_or(text.len() - at);
                    out.push_bytes(&text[at..at + plain]);
                    next = at + plain;
                    if next < text.len() {
                        self.in_text(text, next, &mut out);
                        next += 1;
                    }
                }
                Place::Html => self.in_html(text, at, &mut out),
                Place::Php => self.in_php(text, at),
                Place::Declaration => self.in_declaration(text, at),
                Place::Comment => {
                    if text[at] == b'>' && self.quote == 0 && text[..at].ends_with(b"--") {
                        self.close();
                    }
                }
            }
        }
        out.finish()
    }
    /// Back to text.
    fn close(&mut self) {
        self.quote = 0;
        self.place = Place::Text;
        self.tag.clear();
    }
    fn keep(&mut self, byte: u8) {
        if !self.allowed.is_empty() {
            self.tag.push(byte);
        }
    }
    fn toggle_quote(&mut self, byte: u8) {
        if self.quote == 0 {
            self.quote = byte;
        } else if self.quote == byte {
            self.quote = 0;
        }
    }
    /// `>` may end a nested tag or stand in quotes: then it does nothing more.
    fn absorbs_end(&mut self) -> bool {
        if self.depth > 0 {
            self.depth -= 1;
            return true;
        }
        self.quote != 0
    }
    fn in_text(&mut self, text: &[u8], at: usize, out: &mut StrBuilder) {
        match text[at] {
            0 => {}
            b'<' if self.quote != 0 => {}
            b'<' if text.get(at + 1).is_some_and(|&b| is_space(b)) => out.push(b'<'),
            b'<' => {
                self.last = b'<';
                self.keep(b'<');
                self.place = Place::Html;
            }
            b'>' if self.absorbs_end() => {}
            byte => out.push(byte),
        }
    }
    fn in_html(&mut self, text: &[u8], at: usize, out: &mut StrBuilder) {
        let byte = text[at];
        let opening = at > 0 && text[at - 1] == b'<';
        match byte {
            0 => {}
            b'<' if self.quote != 0 => {}
            b'<' if text.get(at + 1).is_some_and(|&b| is_space(b)) => self.keep(byte),
            b'<' => self.depth += 1,
            b'>' => {
                if self.absorbs_end() {
                    return;
                }
                self.last = b'>';
                if self.xml && at > 0 && text[at - 1] == b'-' {
                    return;
                }
                self.xml = false;
                if !self.allowed.is_empty() {
                    self.tag.push(b'>');
                    if tag_is_allowed(&self.tag, self.allowed) {
                        out.push_bytes(&self.tag);
                    }
                }
                self.close();
            }
            b'"' | b'\'' => {
                if at > 0 {
                    self.toggle_quote(byte);
                }
                self.keep(byte);
            }
            b'!' if opening => {
                self.place = Place::Declaration;
                self.last = byte;
            }
            b'?' if opening => {
                self.parens = 0;
                self.place = Place::Php;
            }
            _ => self.keep(byte),
        }
    }
    fn in_php(&mut self, text: &[u8], at: usize) {
        let byte = text[at];
        let quoted = self.last == b'"' || self.last == b'\'';
        match byte {
            b'(' if !quoted => {
                self.last = byte;
                self.parens += 1;
            }
            b')' if !quoted => {
                self.last = byte;
                self.parens -= 1;
            }
            b'>' => {
                if !self.absorbs_end() && self.parens == 0 && self.last != b'"' && text[..at].ends_with(b"?") {
                    self.close();
                }
            }
            b'"' | b'\'' if at > 0 && text[at - 1] != b'\\' => {
                if self.last == byte {
                    self.last = 0;
                } else if self.last != b'\\' {
                    self.last = byte;
                }
                self.toggle_quote(byte);
            }
            // `<?xml` is no PHP.
            b'l' | b'L' if at > 4 && text[at - 4..at].eq_ignore_ascii_case(b"<?xm") => {
                self.place = Place::Html;
                self.xml = true;
            }
            _ => {}
        }
    }
    fn in_declaration(&mut self, text: &[u8], at: usize) {
        let byte = text[at];
        match byte {
            b'>' => {
                if !self.absorbs_end() {
                    self.close();
                }
            }
            b'"' | b'\'' if at > 0 && text[at - 1] != b'\\' => self.toggle_quote(byte),
            b'-' if text[..at].ends_with(b"!-") => self.place = Place::Comment,
            // `<!DOCTYPE` ends as a tag does.
            b'e' | b'E' if at > 6 && text[at - 6..at].eq_ignore_ascii_case(b"doctyp") => self.place = Place::Html,
            _ => {}
        }
    }
}

/// Whether a tag, without its attributes and slashes, is in the list.
fn tag_is_allowed(tag: &[u8], allowed: &[u8]) -> bool {
    let mut name = Vec::with_capacity(tag.len());
    let mut started = false;
    for (i, &byte) in tag.iter().enumerate() {
        match byte {
            b'<' => name.push(byte),
            b'>' => break,
            _ if is_space(byte) => {
                if started {
                    break;
                }
            }
            _ => {
                started = true;
                let slash_at_edge = byte == b'/' && (i > 0 && tag[i - 1] == b'<' || tag.get(i + 1) == Some(&b'>'));
                if !slash_at_edge {
                    name.push(byte.to_ascii_lowercase());
                }
            }
        }
    }
    name.push(b'>');
    text::find(allowed, &name).is_some()
}
