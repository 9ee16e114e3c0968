//! Characters: which may stand in a document, and which in names.

/// The namespace of the prefix `xml`.
pub const XML_NAMESPACE: &[u8] = b"http://www.w3.org/XML/1998/namespace";
/// The namespace of the prefix `xmlns`.
pub const XMLNS_NAMESPACE: &[u8] = b"http://www.w3.org/2000/xmlns/";

/// White space.
#[inline]
pub const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// A character that may stand in a document.
#[inline]
pub const fn is_char(c: u32) -> bool {
    match c {
        0..0x20 => matches!(c, 9 | 10 | 13),
        0x20..=0xD7FF | 0xE000..=0xFFFD | 0x10000..=0x10FFFF => true,
        _ => false,
    }
}

/// A character a name may begin with, the colon among them.
#[inline]
pub const fn is_name_start(c: u32) -> bool {
    match c {
        0..0x80 => matches!(c as u8, b'a'..=b'z' | b'A'..=b'Z' | b'_' | b':'),
        _ => matches!(c, 0xC0..=0xD6 | 0xD8..=0xF6 | 0xF8..=0x2FF | 0x370..=0x37D | 0x37F..=0x1FFF | 0x200C..=0x200D
            | 0x2070..=0x218F | 0x2C00..=0x2FEF | 0x3001..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFFD | 0x10000..=0xEFFFF),
    }
}

/// A character a name may have, the colon among them.
#[inline]
pub const fn is_name_char(c: u32) -> bool {
    match c {
        0..0x80 => matches!(c as u8, b'a'..=b'z' | b'A'..=b'Z' | b'_' | b':' | b'-' | b'.' | b'0'..=b'9'),
        _ => is_name_start(c) || matches!(c, 0xB7 | 0x300..=0x36F | 0x203F..=0x2040),
    }
}

/// The character a text in UTF-8 begins with, and its length. `None`: no text, or not UTF-8.
#[inline]
pub fn decode(text: &[u8]) -> Option<(u32, usize)> {
    let first = *text.first()?;
    if first < 0x80 {
        return Some((u32::from(first), 1));
    }
    let (length, least) = match first {
        0xC2..=0xDF => (2, 0x80),
        0xE0..=0xEF => (3, 0x800),
        0xF0..=0xF4 => (4, 0x10000),
        _ => return None,
    };
    let mut c = u32::from(first) & (0x7F >> length);
    for &byte in text.get(1..length)? {
        if byte & 0xC0 != 0x80 {
            return None;
        }
        c = c << 6 | u32::from(byte & 0x3F);
    }
    (c >= least && c <= 0x10FFFF).then_some((c, length))
}

/// Puts a character behind a text.
pub fn push(text: &mut Vec<u8>, c: u32) {
    let mut buffer = [0; 4];
    match char::from_u32(c) {
        Some(c) => text.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes()),
        // A surrogate, which no caller lets through as a character.
        None => text.extend_from_slice("\u{FFFD}".as_bytes()),
    }
}

fn is_name_by(text: &[u8], colon: bool) -> bool {
    let mut at = 0;
    while at < text.len() {
        let Some((c, length)) = decode(&text[at..]) else { return false };
        let fits = if at == 0 { is_name_start(c) } else { is_name_char(c) };
        if !fits || !colon && c == u32::from(b':') {
            return false;
        }
        at += length;
    }
    at > 0
}

/// Whether a text is a name.
pub fn is_name(text: &[u8]) -> bool {
    is_name_by(text, true)
}

/// Whether a text is a name without colons.
pub fn is_ncname(text: &[u8]) -> bool {
    is_name_by(text, false)
}

/// Whether a text is a name with at most one colon, which is inside.
pub fn is_qname(text: &[u8]) -> bool {
    let mut parts = text.splitn(2, |&byte| byte == b':');
    parts.all(is_ncname)
}

/// Whether a text has name characters only.
pub fn is_nmtoken(text: &[u8]) -> bool {
    let mut at = 0;
    while at < text.len() {
        let Some((c, length)) = decode(&text[at..]) else { return false };
        if !is_name_char(c) {
            return false;
        }
        at += length;
    }
    at > 0
}
