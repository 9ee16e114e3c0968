//! From entities to characters.

use super::{Charset, Document, name, numeric, quote_is_kept};
use phant_memory::{PhpStr, Str};

pub(super) fn unescape(string: &PhpStr, all: bool, flags: i64, charset: Charset) -> Str {
    let text = string.as_bytes();
    let Some(first) = memchr::memchr(b'&', text) else { return string.to_handle() };
    let document = Document::of(flags);
    // The text only gets shorter, but for two HTML 5 entities.
    let mut out = crate::text::scratch();
    out.reserve(text.len());
    out.extend_from_slice(&text[..first]);
    let mut rest = &text[first..];
    loop {
        // Shorter entities than "&gt;" do not exist.
        let decoded = if rest.len() > 3 { decode(rest, all, flags, document, charset, &mut out) } else { None };
        let taken = decoded.unwrap_or_else(|| {
            out.push(b'&');
            1
        });
        rest = &rest[taken..];
        let next = memchr::memchr(b'&', rest).unwrap_or(rest.len());
        out.extend_from_slice(&rest[..next]);
        rest = &rest[next..];
        if rest.is_empty() {
            break;
        }
    }
    crate::text::finished(out)
}

/// Decodes the entity at the start of `text`; returns its length.
fn decode(text: &[u8], all: bool, flags: i64, document: Document, charset: Charset, out: &mut Vec<u8>) -> Option<usize> {
    let ((code, second), len) = if text[1] == b'#' {
        let (code, len) = numeric(&text[2..])?;
        if !all && Document::Xml1.basic(code).is_none() {
            return None;
        }
        if !document.allows(code) || document == Document::Html5 && code == 0x0d {
            return None;
        }
        ((code, 0), len + 3)
    } else {
        let name = name(&text[1..])?;
        let found = match name {
            b"lt" => (u32::from(b'<'), 0),
            b"gt" => (u32::from(b'>'), 0),
            b"amp" => (u32::from(b'&'), 0),
            b"quot" => (u32::from(b'"'), 0),
            _ => document.resolve(name, all && !charset.is_partial())?,
        };
        (found, name.len() + 2)
    };
    if quote_is_kept(code, flags) {
        return None;
    }
    if second != 0 && charset != Charset::Utf8 {
        return None;
    }
    if !charset.push(code, out) {
        return None;
    }
    if second != 0 {
        charset.push(second, out);
    }
    Some(len)
}
