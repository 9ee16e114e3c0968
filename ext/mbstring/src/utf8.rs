//! Valid UTF-8, byte by byte: changes of case, and UTF-16 from it and back. Most text is in short stretches of ASCII and of
//! characters of two or three bytes, so that what counts is how few steps each of them takes.

use crate::encoding::BAD;
use phant_memory::{PhpStr, Str};
use std::{char, sync::LazyLock};

const ASCII: u64 = 0x8080_8080_8080_8080;

/// The eight bytes that a text begins with, if all are ASCII, and the rest.
#[inline(always)]
fn eight(text: &[u8]) -> Option<(&[u8; 8], &[u8])> {
    let (eight, rest) = text.split_first_chunk()?;
    (u64::from_le_bytes(*eight) & ASCII == 0).then_some((eight, rest))
}

#[inline(always)]
fn two(a: u8, b: u8) -> u32 {
    u32::from(a & 0x1f) << 6 | u32::from(b & 0x3f)
}
#[inline(always)]
fn three(a: u8, b: u8, c: u8) -> u32 {
    u32::from(a & 0xf) << 12 | u32::from(b & 0x3f) << 6 | u32::from(c & 0x3f)
}
#[inline(always)]
fn four(a: u8, [b, c, d]: [u8; 3]) -> u32 {
    u32::from(a & 7) << 18 | u32::from(b & 0x3f) << 12 | u32::from(c & 0x3f) << 6 | u32::from(d & 0x3f)
}

/// The characters of bytes that may be no UTF-8: [`BAD`] for each longest part that begins a character and does not go on as one.
pub(crate) struct Lenient<'a>(pub(crate) &'a [u8]);

impl Lenient<'_> {
    /// Skips characters; how many there were.
    pub(crate) fn skip_chars(&mut self, number: usize) -> usize {
        (0..number).take_while(|_| self.next().is_some()).count()
    }
}

impl Iterator for Lenient<'_> {
    type Item = u32;
    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        let continues = |at: usize| self.0.get(at).is_some_and(|&b| b as i8 <= -0x41);
        let &first = self.0.first()?;
        let second = self.0.get(1).copied().unwrap_or(0);
        let (code, len) = match first {
            ..0x80 => (u32::from(first), 1),
            0xc2..0xe0 if continues(1) => (two(first, second), 2),
            0xe0..0xf0 if continues(1) && !matches!((first, second), (0xe0, ..0xa0) | (0xed, 0xa0..)) => match continues(2) {
                true => (three(first, second, self.0[2]), 3),
                false => (BAD, 2),
            },
            0xf0..0xf5 if continues(1) && !matches!((first, second), (0xf0, ..0x90) | (0xf4, 0x90..)) => {
                match (continues(2), continues(3)) {
                    (true, true) => (four(first, [second, self.0[2], self.0[3]]), 4),
                    (true, false) => (BAD, 3),
                    (false, _) => (BAD, 2),
                }
            }
            _ => (BAD, 1),
        };
        self.0 = &self.0[len..];
        Some(code)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len().div_ceil(4), Some(self.0.len()))
    }
}

/// Whether bytes are seen not to be UTF-8 by the first of them: long ones need not be looked at to their end.
pub(crate) fn is_soon_bad(bytes: &[u8]) -> bool {
    // Not many more: this is asked of strings that are known to be UTF-8, too.
    const LOOKED_AT: usize = 24;
    bytes.len() > 256 && matches!(std::str::from_utf8(&bytes[..LOOKED_AT]), Err(error) if error.error_len().is_some())
}

/// The text, if the bytes are UTF-8.
#[inline]
pub(crate) fn valid(string: &PhpStr) -> Option<&str> {
    if is_soon_bad(string) { None } else { string.as_utf8() }
}

/// How many characters two bytes can stand for, with those of one byte.
const TWO: usize = 0x800;

/// What each character of two bytes becomes; zeros if it is not such a character.
struct Changed([[u8; 2]; TWO]);

impl Changed {
    fn new<I: Iterator<Item = char>>(change: impl Fn(char) -> I) -> Changed {
        let mut all = [[0; 2]; TWO];
        for c in '\u{80}'..'\u{800}' {
            let mut changed = change(c);
            if let (Some(one @ '\u{80}'..'\u{800}'), None) = (changed.next(), changed.next()) {
                one.encode_utf8(&mut all[c as usize]);
            }
        }
        Changed(all)
    }
}

static UPPER: LazyLock<Changed> = LazyLock::new(|| Changed::new(char::to_uppercase));
static LOWER: LazyLock<Changed> = LazyLock::new(|| Changed::new(char::to_lowercase));

/// Common characters of three bytes that no case changes: punctuation, and the scripts of East Asia.
fn is_caseless(c: u32) -> bool {
    matches!(c, 0x2000..=0x206f | 0x3000..=0x9fff | 0xac00..=0xd7a3)
}

/// Text with every character changed.
#[inline(always)]
fn changed<I: Iterator<Item = char>>(text: &str, ascii: impl Fn(u8) -> u8, table: &Changed, other: impl Fn(char) -> I) -> Str {
    let mut out = Vec::with_capacity(text.len() + 8);
    let slow = |code: u32, out: &mut Vec<u8>| {
        for c in char::from_u32(code).into_iter().flat_map(&other) {
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
    };
    let mut rest = text.as_bytes();
    loop {
        if let Some((plain, more)) = eight(rest) {
            out.extend_from_slice(&plain.map(&ascii));
            rest = more;
            continue;
        }
        rest = match *rest {
            [a @ ..0x80, ref more @ ..] => {
                out.push(ascii(a));
                more
            }
            [a @ ..0xe0, b, ref more @ ..] => {
                match table.0[two(a, b) as usize] {
                    [0, 0] => slow(two(a, b), &mut out),
                    pair => out.extend_from_slice(&pair),
                }
                more
            }
            [a @ ..0xf0, b, c, ref more @ ..] => {
                match three(a, b, c) {
                    code if is_caseless(code) => out.extend_from_slice(&[a, b, c]),
                    code => slow(code, &mut out),
                }
                more
            }
            [a, b, c, d, ref more @ ..] => {
                slow(four(a, [b, c, d]), &mut out);
                more
            }
            _ => return Str::new(out),
        }
    }
}

/// In capital letters.
pub(crate) fn upper(text: &str) -> Str {
    changed(text, |b| b.to_ascii_uppercase(), &UPPER, char::to_uppercase)
}

/// In small letters, as if no capital sigma ended a word.
pub(crate) fn lower(text: &str) -> Str {
    changed(text, |b| b.to_ascii_lowercase(), &LOWER, char::to_lowercase)
}

/// Writes text as UTF-16 to a place of at least as many units as it has bytes; how many it takes. Places are numbers: slices that get shorter take longer.
#[inline(always)]
pub(crate) fn to_utf16(text: &str, units: &mut [[u8; 2]], bytes: impl Fn(u16) -> [u8; 2]) -> usize {
    let text = text.as_bytes();
    let (mut from, mut at) = (0, 0);
    while let Some(&first) = text.get(from) {
        let (unit, len) = match first {
            ..0x80 => (u16::from(first), 1),
            0x80..0xe0 => match text[from..].first_chunk() {
                Some(&[a, b]) => (two(a, b) as u16, 2),
                None => break,
            },
            0xe0..0xf0 => match text[from..].first_chunk() {
                Some(&[a, b, c]) => (three(a, b, c) as u16, 3),
                None => break,
            },
            _ => {
                let Some(&[a, b, c, d]) = text[from..].first_chunk() else { break };
                let code = four(a, [b, c, d]).wrapping_sub(0x10000);
                units[at] = bytes(0xd800 | (code >> 10) as u16);
                at += 1;
                (0xdc00 | (code & 0x3ff) as u16, 4)
            }
        };
        units[at] = bytes(unit);
        at += 1;
        from += len;
    }
    at
}

/// Text in UTF-16 as UTF-8; `None` if some of it means nothing.
#[inline(always)]
pub(crate) fn from_utf16(pairs: &[[u8; 2]], unit: impl Fn([u8; 2]) -> u16) -> Option<Str> {
    let low = |code: u32, shift: u32| 0x80 | (code >> shift & 0x3f) as u8;
    // A unit takes three bytes at most: counting them first takes longer than the copy at the end.
    let mut out = vec![0; pairs.len() * 3];
    let (mut from, mut at) = (0, 0);
    while let Some(&pair) = pairs.get(from) {
        let code = u32::from(unit(pair));
        from += 1;
        match code {
            ..0x80 => {
                out[at] = code as u8;
                at += 1;
            }
            0x80..0x800 => {
                out[at..at + 2].copy_from_slice(&[0xc0 | (code >> 6) as u8, low(code, 0)]);
                at += 2;
            }
            0xd800..0xe000 => {
                let second = pairs.get(from).map_or(0, |&second| unit(second));
                if code >= 0xdc00 || !matches!(second, 0xdc00..0xe000) {
                    return None;
                }
                from += 1;
                let code = 0x10000 + ((code & 0x3ff) << 10 | u32::from(second & 0x3ff));
                out[at..at + 4].copy_from_slice(&[0xf0 | (code >> 18) as u8, low(code, 12), low(code, 6), low(code, 0)]);
                at += 4;
            }
            _ => {
                out[at..at + 3].copy_from_slice(&[0xe0 | (code >> 12) as u8, low(code, 6), low(code, 0)]);
                at += 3;
            }
        }
    }
    Some(Str::new(&out[..at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The standard library's view of the same bytes.
    fn chunked(bytes: &[u8]) -> Vec<u32> {
        let parts = bytes.utf8_chunks().flat_map(|chunk| {
            let bad = (!chunk.invalid().is_empty()).then_some(BAD);
            chunk.valid().chars().map(u32::from).chain(bad)
        });
        parts.collect()
    }

    #[test]
    fn lenient_is_as_the_standard_library() {
        const EDGES: [u8; 17] =
            [0, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xe0, 0xe1, 0xed, 0xf0, 0xf4, 0xf5];
        for n in 0..17usize.pow(4) {
            let bytes = [n % 17, n / 17 % 17, n / 289 % 17, n / 4913].map(|i| EDGES[i]);
            for len in 0..=4 {
                assert_eq!(Lenient(&bytes[..len]).collect::<Vec<_>>(), chunked(&bytes[..len]), "{bytes:x?}");
            }
        }
    }
}
