//! Character classes of the language.

const START: u8 = 1;
const LABEL: u8 = 2;
const SPACE: u8 = 4;
const QUOTED: u8 = 8;

static CLASS: [u8; 256] = build();

const fn build() -> [u8; 256] {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let c = i as u8;
        if c.is_ascii_alphabetic() || c == b'_' || c >= 0x80 {
            table[i] = START | LABEL;
        } else if c.is_ascii_digit() {
            table[i] = LABEL;
        } else if matches!(c, b' ' | b'\t' | b'\n' | b'\r') {
            table[i] = SPACE;
        }
        if matches!(c, b'\'' | b'\\' | b'\n' | b'\r') {
            table[i] |= QUOTED;
        }
        i += 1;
    }
    table
}

/// Whether an identifier can start with `c`.
#[inline]
pub(crate) fn is_label_start(c: u8) -> bool {
    CLASS[c as usize] & START != 0
}

/// Whether an identifier can contain `c`.
#[inline]
pub(crate) fn is_label(c: u8) -> bool {
    CLASS[c as usize] & LABEL != 0
}

/// Whether `c` in single quotes is anything but itself, or ends a line.
#[inline]
pub(crate) fn stops_quoted(c: u8) -> bool {
    CLASS[c as usize] & QUOTED != 0
}

/// Whether `c` is whitespace between tokens.
#[inline]
pub(crate) fn is_space(c: u8) -> bool {
    CLASS[c as usize] & SPACE != 0
}

/// How many lines end in `text`, if `next` follows it: `\n`, `\r\n` and a lone `\r` each end one.
pub(crate) fn count_lines(text: &[u8], next: Option<u8>) -> u32 {
    if text.len() >= LONG && memchr::memchr(b'\r', text).is_none() {
        return memchr::memchr_iter(b'\n', text).count() as u32;
    }
    let mut lines = 0;
    for (i, &c) in text.iter().enumerate() {
        if c == b'\n' || (c == b'\r' && text.get(i + 1).copied().or(next) != Some(b'\n')) {
            lines += 1;
        }
    }
    lines
}

/// From so many bytes on it pays to look at several at once.
const LONG: usize = 48;
