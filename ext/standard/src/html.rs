//! HTML entities: `htmlspecialchars`, `htmlentities`, and the way back.

mod charset;
mod entities;
mod escape;
mod tables;
mod unescape;

use charset::Charset;
use entities::{Entity, HTML4, HTML5};
use phant_memory::{Array, Key, PhpStr, Str, Value};
use phant_native::{Constant, ConstantValue, Ctx, PhpResult, descriptor::FunctionGroup, functions, php};
use std::sync::OnceLock;

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![htmlspecialchars, htmlspecialchars_decode, htmlentities, html_entity_decode, get_html_translation_table];

pub(crate) const CONSTANTS: &[Constant] = &[
    int("HTML_SPECIALCHARS", 0),
    int("HTML_ENTITIES", 1),
    int("ENT_COMPAT", flags::DOUBLE_QUOTES),
    int("ENT_QUOTES", flags::DOUBLE_QUOTES | flags::SINGLE_QUOTES),
    int("ENT_NOQUOTES", 0),
    int("ENT_IGNORE", flags::IGNORE),
    int("ENT_SUBSTITUTE", flags::SUBSTITUTE),
    int("ENT_DISALLOWED", flags::DISALLOWED),
    int("ENT_HTML401", flags::HTML401),
    int("ENT_XML1", flags::XML1),
    int("ENT_XHTML", flags::XHTML),
    int("ENT_HTML5", flags::HTML5),
];

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

mod flags {
    pub const SINGLE_QUOTES: i64 = 1;
    pub const DOUBLE_QUOTES: i64 = 2;
    pub const IGNORE: i64 = 4;
    pub const SUBSTITUTE: i64 = 8;
    pub const DISALLOWED: i64 = 128;
    pub const HTML401: i64 = 0;
    pub const XML1: i64 = 16;
    pub const XHTML: i64 = 32;
    pub const HTML5: i64 = 48;
    pub const DOCUMENT_TYPE: i64 = 48;
}

/// What a document is, which decides about entities and characters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Document {
    Html401,
    Xml1,
    Xhtml,
    Html5,
}

impl Document {
    fn of(flags: i64) -> Document {
        match flags & flags::DOCUMENT_TYPE {
            flags::XML1 => Document::Xml1,
            flags::XHTML => Document::Xhtml,
            flags::HTML5 => Document::Html5,
            _ => Document::Html401,
        }
    }
    /// Whether a character may stand in such a document.
    fn allows(self, c: u32) -> bool {
        let printable = matches!(c, 0x20..=0x7e | 0xa0..=0xd7ff);
        let high = matches!(c, 0xe000..=0x10_ffff);
        match self {
            Document::Html401 => printable || matches!(c, 0x09 | 0x0a | 0x0d) || high,
            Document::Html5 => {
                let no_character = c & 0xfffe == 0xfffe || matches!(c, 0xfdd0..=0xfdef);
                printable || matches!(c, 0x09 | 0x0a | 0x0c | 0x0d) || high && !no_character
            }
            Document::Xhtml | Document::Xml1 => {
                matches!(c, 0x20..=0xd7ff | 0x09 | 0x0a | 0x0d) || high && c != 0xfffe && c != 0xffff
            }
        }
    }
    /// Whether a character may be written as a number.
    fn allows_number(self, c: u32) -> bool {
        match self {
            Document::Html401 => c <= 0x10_ffff,
            Document::Html5 => (self.allows(c) || matches!(c, 0xd800..=0xdfff)) && c != 0x0d,
            _ => self.allows(c),
        }
    }
    /// The basic entity of a character.
    fn basic(self, c: u32) -> Option<&'static str> {
        Some(match c {
            0x22 => "quot",
            0x26 => "amp",
            0x27 if self == Document::Html401 => "#039",
            0x27 => "apos",
            0x3c => "lt",
            0x3e => "gt",
            _ => return None,
        })
    }
    fn has_entities(self) -> bool {
        self != Document::Xml1
    }
    fn table(self) -> &'static [Entity] {
        if self == Document::Html5 { &HTML5 } else { &HTML4 }
    }
    /// The starts of the names of the table.
    fn starts(self) -> &'static [u64] {
        static OF_HTML5: [u64; HTML5.len()] = starts(&HTML5);
        static OF_HTML4: [u64; HTML4.len()] = starts(&HTML4);
        if self == Document::Html5 { &OF_HTML5 } else { &OF_HTML4 }
    }
    /// The code points of a named entity; `all` are more than the basic ones.
    fn resolve(self, name: &[u8], all: bool) -> Option<(u32, u32)> {
        if name == b"apos" {
            return (self != Document::Html401).then_some((0x27, 0));
        }
        if all && self.has_entities() {
            let (table, starts) = (self.table(), self.starts());
            let wanted = start_of_name(name);
            let mut at = starts.partition_point(|&start| start < wanted);
            while *starts.get(at)? == wanted {
                if table[at].0.as_bytes() == name {
                    return Some((table[at].1, table[at].2));
                }
                at += 1;
            }
            return None;
        }
        match name {
            b"quot" => Some((0x22, 0)),
            b"amp" => Some((0x26, 0)),
            b"lt" => Some((0x3c, 0)),
            b"gt" => Some((0x3e, 0)),
            _ => None,
        }
    }
    /// The entities to write, sorted by code points.
    fn preferred(self) -> &'static [(u32, u32, &'static str)] {
        static SORTED: [OnceLock<Vec<(u32, u32, &'static str)>>; 2] = [OnceLock::new(), OnceLock::new()];
        SORTED[usize::from(self == Document::Html5)].get_or_init(|| {
            let chosen = self.table().iter().filter(|e| e.3).map(|&(name, a, b, _)| (a, b, name));
            let mut list: Vec<_> = chosen.collect();
            if self != Document::Html5 {
                list.push((0x27, 0, "#039"));
            }
            list.sort_unstable();
            list
        })
    }
}

/// The first eight bytes of a name as a number: in the order of the names.
const fn start_of_name(name: &[u8]) -> u64 {
    let mut start = [0; 8];
    let mut i = 0;
    while i < name.len() && i < start.len() {
        start[i] = name[i];
        i += 1;
    }
    u64::from_be_bytes(start)
}

const fn starts<const N: usize>(table: &[Entity; N]) -> [u64; N] {
    let mut starts = [0; N];
    let mut i = 0;
    while i < N {
        starts[i] = start_of_name(table[i].0.as_bytes());
        i += 1;
    }
    starts
}

/// Whether a quote is left alone.
fn quote_is_kept(c: u32, flags: i64) -> bool {
    c == 0x27 && flags & flags::SINGLE_QUOTES == 0 || c == 0x22 && flags & flags::DOUBLE_QUOTES == 0
}

/// A number behind `&#`: its value and how many bytes it takes, up to the `;`.
fn numeric(text: &[u8]) -> Option<(u32, usize)> {
    let hex = matches!(text.first(), Some(b'x' | b'X'));
    let (base, start) = if hex { (16, 1) } else { (10, 0) };
    let mut value = 0u32;
    let mut end = start;
    while let Some(digit) = text.get(end).and_then(|&b| (b as char).to_digit(base)) {
        value = value.saturating_mul(base).saturating_add(digit);
        end += 1;
    }
    (end > start && text.get(end) == Some(&b';') && value <= 0x10_ffff).then_some((value, end))
}

/// A name behind `&`, if `;` follows it.
fn name(text: &[u8]) -> Option<&[u8]> {
    let len = text.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    (len > 0 && text.get(len) == Some(&b';')).then_some(&text[..len])
}

/// The five characters that are special in HTML as entities.
#[php(
    "function htmlspecialchars(string $string, int $flags = ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML401, ?string $encoding = null, bool $double_encode = true): string"
)]
fn htmlspecialchars(ctx: &Ctx, string: &PhpStr, flags: i64, encoding: Option<&PhpStr>, double_encode: bool) -> PhpResult<Str> {
    let charset = Charset::named(ctx, encoding.map(|s| s.as_bytes()));
    escape::escape(ctx, string, escape::Options { all: false, flags, charset, double_encode })
}

/// Every character that has an entity as that.
#[php(
    "function htmlentities(string $string, int $flags = ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML401, ?string $encoding = null, bool $double_encode = true): string"
)]
fn htmlentities(ctx: &Ctx, string: &PhpStr, flags: i64, encoding: Option<&PhpStr>, double_encode: bool) -> PhpResult<Str> {
    let charset = Charset::named(ctx, encoding.map(|s| s.as_bytes()));
    if charset.is_partial() {
        ctx.notice(
            "Only basic entities substitution is supported for multi-byte encodings other than UTF-8; \
             functionality is equivalent to htmlspecialchars",
        );
    }
    escape::escape(ctx, string, escape::Options { all: true, flags, charset, double_encode })
}

/// Undoes `htmlspecialchars`.
#[php("function htmlspecialchars_decode(string $string, int $flags = ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML401): string")]
fn htmlspecialchars_decode(string: &PhpStr, flags: i64) -> Str {
    unescape::unescape(string, false, flags, Charset::Latin1)
}

/// Undoes `htmlentities`.
#[php(
    "function html_entity_decode(string $string, int $flags = ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML401, ?string $encoding = null): string"
)]
fn html_entity_decode(ctx: &Ctx, string: &PhpStr, flags: i64, encoding: Option<&PhpStr>) -> Str {
    if memchr::memchr(b'&', string).is_none() {
        return string.to_handle();
    }
    let charset = Charset::named(ctx, encoding.map(|s| s.as_bytes()));
    unescape::unescape(string, true, flags, charset)
}

/// What `htmlspecialchars` or `htmlentities` replace by what.
#[php(
    "function get_html_translation_table(int $table = HTML_SPECIALCHARS, int $flags = ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML401, string $encoding = \"UTF-8\"): array"
)]
fn get_html_translation_table(ctx: &Ctx, table: i64, flags: i64, encoding: &PhpStr) -> Array {
    let charset = Charset::named(ctx, Some(encoding));
    let all = table != 0;
    let document = Document::of(flags);
    let mut result = Array::with_hash_capacity(16);
    let mut add = |key: &[u8], entity: &str| {
        let text = [b"&", entity.as_bytes(), b";"].concat();
        result.set(Key::from(key), Value::str(text));
    };
    if !all || charset.is_partial() || !document.has_entities() {
        for c in [0x22u8, 0x26, 0x27, 0x3c, 0x3e] {
            if let (false, Some(entity)) = (quote_is_kept(u32::from(c), flags), document.basic(u32::from(c))) {
                add(&[c], entity);
            }
        }
        return result;
    }
    let preferred = document.preferred();
    if charset == Charset::Utf8 {
        for &(a, b, entity) in preferred.iter().filter(|e| !quote_is_kept(e.0, flags)) {
            let mut key = Vec::new();
            charset.push(a, &mut key);
            if b != 0 {
                charset.push(b, &mut key);
            }
            add(&key, entity);
        }
        return result;
    }
    for byte in 0..=255u32 {
        let code = charset.to_unicode(byte);
        if code == 0xffff || quote_is_kept(code, flags) {
            continue;
        }
        let from = preferred.partition_point(|e| e.0 < code);
        for &(_, b, entity) in preferred[from..].iter().take_while(|e| e.0 == code) {
            let mut key = vec![byte as u8];
            if b != 0 && charset == Charset::Latin1 {
                // The reference cuts the second code point to a byte there.
                key.push(b as u8);
            } else if b != 0 && !charset.push(b, &mut key) {
                continue;
            }
            add(&key, entity);
        }
    }
    result
}
