//! Bytes that are no UTF-8 inside Rust text: messages are put together as `str`, and PHP shows their bytes as they are.
//!
//! Each such byte becomes one of the last 256 code points, which are for private use. One of those that is there already
//! is taken for four such bytes, so [`bytes`] always gives back what [`text`] was given.

use std::borrow::Cow;

/// The code point that stands for byte 0.
const FIRST: u32 = 0x10_ff00;

/// Bytes as text.
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !bytes.contains(&LEAD) => Cow::Borrowed(text),
        _ => Cow::Owned(escape(bytes)),
    }
}

/// How the code points that stand for bytes begin in UTF-8.
const LEAD: u8 = 0xf4;

fn escape(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    let one = |out: &mut String, byte: u8| out.extend(char::from_u32(FIRST + u32::from(byte)));
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if u32::from(c) < FIRST {
                out.push(c);
            } else {
                c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| one(&mut out, byte));
            }
        }
        chunk.invalid().iter().for_each(|&byte| one(&mut out, byte));
    }
    out
}

/// The bytes that a text stands for.
pub fn bytes(text: &[u8]) -> Cow<'_, [u8]> {
    let Some(first) = position(text) else { return Cow::Borrowed(text) };
    let mut out = text[..first].to_vec();
    let mut rest = &text[first..];
    while let [LEAD, 0x8f, third @ 0xbc..=0xbf, fourth, tail @ ..] = rest {
        out.push((third & 3) << 6 | (fourth & 0x3f));
        let next = position(tail).unwrap_or(tail.len());
        out.extend_from_slice(&tail[..next]);
        rest = &tail[next..];
    }
    out.extend_from_slice(rest);
    Cow::Owned(out)
}

/// Where the next byte is that was escaped.
fn position(text: &[u8]) -> Option<usize> {
    text.windows(4).position(|w| matches!(w, [LEAD, 0x8f, 0xbc..=0xbf, _]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        let all: Vec<u8> = (0..=255).collect();
        let private = "a\u{10ff41}\u{10ffff}\u{10fefe}b".as_bytes();
        for given in [&all[..], b"plain", b"\xe9t\xe9", private, b"\xf4", b"\xf4\x8f\xbc", "\u{e9}".as_bytes()] {
            assert_eq!(*bytes(text(given).as_bytes()), *given);
        }
        assert_eq!(text(b"plain"), "plain");
    }
}
