//! From characters to entities.

use super::{Charset, Document, flags, name, numeric, quote_is_kept};
use crate::text;
use phant_memory::{PhpStr, Str, StrBuilder};
use phant_native::{Ctx, PhpResult, utf8::next_utf8};
use std::sync::OnceLock;

#[derive(Clone, Copy)]
pub(super) struct Options {
    /// All named entities, not just the basic ones.
    pub all: bool,
    pub flags: i64,
    pub charset: Charset,
    /// Whether `&amp;` becomes `&amp;amp;`.
    pub double_encode: bool,
}

pub(super) fn escape(ctx: &Ctx, string: &PhpStr, options: Options) -> PhpResult<Str> {
    if string.is_empty() {
        return Ok(string.to_handle());
    }
    let Options { all, flags, charset, double_encode } = options;
    // Of ASCII the first documents of HTML name no other characters.
    let basic_only = !all || Document::of(flags) == Document::Html401 && string.is_ascii();
    let simple = basic_only && double_encode && flags & (flags::DISALLOWED | flags::IGNORE) == 0;
    if simple && matches!(charset, Charset::Utf8 | Charset::Latin1) {
        return basic(ctx, string, flags, charset);
    }
    // Entities are at most nine times as long as their characters; grow as needed.
    let mut out = StrBuilder::with_capacity(text::reserve(ctx, string.len().checked_mul(2))?);
    Ok(match general(string, options, &mut out) {
        true => out.finish(),
        false => Str::default(),
    })
}

/// Basic entities only, in the encodings where every such byte is that character.
fn basic(ctx: &Ctx, string: &PhpStr, flags: i64, charset: Charset) -> PhpResult<Str> {
    let document = Document::of(flags);
    let text = string.as_bytes();
    let mut out: Option<StrBuilder> = None;
    let (mut from, mut at) = (0, 0);
    while let Some(&byte) = text.get(at) {
        let replacement: &str = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' if flags & flags::DOUBLE_QUOTES != 0 => "&quot;",
            b'\'' if flags & flags::SINGLE_QUOTES != 0 => {
                if document == Document::Html401 {
                    "&#039;"
                } else {
                    "&apos;"
                }
            }
            0x80.. if charset == Charset::Utf8 => {
                let (code, len) = next_utf8(&text[at..]);
                if code.is_some() {
                    at += len;
                    continue;
                }
                if flags & flags::SUBSTITUTE == 0 {
                    return Ok(Str::default());
                }
                let out = out.get_or_insert_with(|| StrBuilder::with_capacity(text.len() + 16));
                out.push_bytes(&text[from..at]);
                out.push_str("\u{fffd}");
                at += len;
                from = at;
                continue;
            }
            _ => {
                at += 1;
                continue;
            }
        };
        let out = out.get_or_insert_with(|| StrBuilder::with_capacity(text.len() + text.len() / 8 + 16));
        out.push_bytes(&text[from..at]);
        out.push_str(replacement);
        at += 1;
        from = at;
        if out.len() > 1 << 20 {
            text::reserve(ctx, out.len().checked_add(64))?;
        }
    }
    Ok(match out {
        None => string.to_handle(),
        Some(mut out) => {
            out.push_bytes(&text[from..]);
            out.finish()
        }
    })
}

/// Any flags and encoding; false if the text is broken and that is not tolerated.
fn general(text: &[u8], options: Options, out: &mut StrBuilder) -> bool {
    let Options { flags, charset, double_encode, .. } = options;
    let document = Document::of(flags);
    let all = options.all && !charset.is_partial() && document.has_entities();
    let replacement: &[u8] = if charset == Charset::Utf8 { "\u{fffd}".as_bytes() } else { b"&#xFFFD;" };
    // In the older documents no other byte of ASCII has an entity, and runs of them are taken as they are.
    let runs = charset == Charset::Utf8 && flags & flags::DISALLOWED == 0 && document == Document::Html401;
    let mut at = 0;
    while at < text.len() {
        let start = at;
        if runs {
            let run = text[at..].iter().take_while(|&&b| b < 0x80 && !matches!(b, b'&' | b'<' | b'>' | b'"' | b'\'')).count();
            if run > 0 {
                at += run;
                out.push_bytes(&text[start..at]);
                continue;
            }
        }
        let (c, len) = charset.next(&text[at..]);
        at += len.max(1);
        let Some(c) = c else {
            if flags & flags::IGNORE != 0 {
            } else if flags & flags::SUBSTITUTE != 0 {
                out.push_bytes(replacement);
            } else {
                return false;
            }
            continue;
        };
        if c == u32::from(b'&') {
            let existing = if double_encode { None } else { existing_entity(&text[at..], document, flags) };
            match existing {
                Some(len) => {
                    out.push(b'&');
                    out.push_bytes(&text[at..at + len]);
                    at += len;
                }
                None => out.push_bytes(b"&amp;"),
            }
            continue;
        }
        let same = &text[start..at];
        if quote_is_kept(c, flags) {
            out.push_bytes(same);
            continue;
        }
        let code = charset.to_unicode(c);
        if all && code == 0xffff && matches!(charset, Charset::Single(_)) {
            out.push_bytes(same);
            continue;
        }
        let entity = if all { entity_for(code, charset, document, text, &mut at) } else { document.basic(c) };
        if let Some(entity) = entity {
            out.push(b'&');
            out.push_str(entity);
            out.push(b';');
            continue;
        }
        // Without named entities, single-byte encodings are not looked up.
        let disallowed = flags & flags::DISALLOWED != 0
            && if charset.is_unicode() || all && matches!(charset, Charset::Single(_)) {
                !document.allows(code)
            } else {
                c <= 0x7d && !document.allows(c)
            };
        out.push_bytes(if disallowed { replacement } else { same });
    }
    true
}

/// The entity of a character, or of it together with the next one, which is then skipped.
fn entity_for(code: u32, charset: Charset, document: Document, text: &[u8], at: &mut usize) -> Option<&'static str> {
    if document != Document::Html5 {
        return single_entity(code);
    }
    let preferred = document.preferred();
    let from = preferred.partition_point(|e| e.0 < code);
    let candidates = &preferred[from..];
    let count = candidates.iter().take_while(|e| e.0 == code).count();
    let candidates = &candidates[..count];
    if candidates.iter().any(|e| e.1 != 0)
        && let (Some(next), len) = charset.next(&text[*at..])
        && let Some(pair) = candidates.iter().find(|e| e.1 != 0 && e.1 == next)
    {
        *at += len;
        return Some(pair.2);
    }
    candidates.iter().find(|e| e.1 == 0).map(|e| e.2)
}

/// The entity of a character in the documents where each stands for one character: looked up by its number, which ends before most
/// scripts begin.
fn single_entity(code: u32) -> Option<&'static str> {
    static PLACES: OnceLock<Vec<u16>> = OnceLock::new();
    let list = Document::Html401.preferred();
    let places = PLACES.get_or_init(|| {
        let mut places = vec![0; list.last().map_or(0, |last| last.0 as usize + 1)];
        for (at, (code, ..)) in list.iter().enumerate().rev() {
            places[*code as usize] = at as u16 + 1;
        }
        places
    });
    let at = usize::from(*places.get(code as usize)?).checked_sub(1)?;
    Some(list[at].2)
}

/// The length of an entity, without the `&`, that may stay as it is.
fn existing_entity(text: &[u8], document: Document, flags: i64) -> Option<usize> {
    if let [b'#', number @ ..] = text {
        let (code, len) = numeric(number)?;
        if flags & flags::DISALLOWED != 0 && !document.allows_number(code) {
            return None;
        }
        return Some(len + 2);
    }
    let name = name(text)?;
    document.resolve(name, true)?;
    Some(name.len() + 1)
}
