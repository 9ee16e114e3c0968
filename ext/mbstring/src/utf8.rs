//! Valid UTF-8, byte by byte: changes of case, and UTF-16 from it and back. Most text is in short stretches of ASCII and of
//! characters of two or three bytes, so that what counts is how few steps each of them takes.

use phant_memory::Str;
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
