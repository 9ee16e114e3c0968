//! Strings that decoders meet again and again: the keys of records.
//!
//! One string for equal keys saves an allocation for each, and their hash is computed once. The cache belongs to the request
//! (`ctx.state`): what one call has read, the next one finds.

#![forbid(unsafe_code)]

use phant_memory::{CountedCell, Str};

const SLOTS: usize = 256;
/// Longer keys are rarely met again.
const LONGEST: usize = 40;

/// The keys met last.
pub struct KeyCache([CountedCell<Option<Str>>; SLOTS]);

impl KeyCache {
    /// The string with these bytes.
    #[inline]
    pub fn get(&self, bytes: &[u8]) -> Str {
        if !(2..=LONGEST).contains(&bytes.len()) {
            return Str::new(bytes);
        }
        let cell = &self.0[slot(bytes)];
        match cell.get() {
            Some(known) if is_same(known.as_bytes(), bytes) => known,
            _ => replace(cell, bytes),
        }
    }
}

#[cold]
#[inline(never)]
fn replace(cell: &CountedCell<Option<Str>>, bytes: &[u8]) -> Str {
    let new = Str::new(bytes);
    cell.set(Some(new.clone()));
    new
}

impl Default for KeyCache {
    fn default() -> Self {
        KeyCache([const { CountedCell::new(None) }; SLOTS])
    }
}

#[inline(always)]
fn word(bytes: &[u8], at: usize) -> u64 {
    bytes[at..].first_chunk().map_or(0, |chunk| u64::from_le_bytes(*chunk))
}

#[inline(always)]
fn half(bytes: &[u8], at: usize) -> u64 {
    bytes[at..].first_chunk().map_or(0, |chunk| u64::from(u32::from_le_bytes(*chunk)))
}

/// Where a key of two bytes or more is, if it is anywhere.
#[inline(always)]
fn slot(bytes: &[u8]) -> usize {
    let len = bytes.len();
    let content = match len {
        8.. => word(bytes, 0) ^ word(bytes, len - 8).rotate_left(23),
        4..8 => half(bytes, 0) | half(bytes, len - 4) << 32,
        _ => u64::from(bytes[0]) | u64::from(bytes[1]) << 8 | u64::from(bytes[len - 1]) << 16,
    };
    ((content ^ len as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize
}

/// Whether two keys are equal; short ones are compared without a call.
#[inline(always)]
pub fn is_same(a: &[u8], b: &[u8]) -> bool {
    let len = b.len();
    if a.len() != len {
        return false;
    }
    match len {
        8..=16 => word(a, 0) == word(b, 0) && word(a, len - 8) == word(b, len - 8),
        4..8 => half(a, 0) == half(b, 0) && half(a, len - 4) == half(b, len - 4),
        _ => a == b,
    }
}

/// How many bytes at the beginning stand for themselves in a JSON string: no quote, no backslash, no control character, and
/// ASCII only. With `SLASH` no slash either. Eight are looked at together.
#[inline]
pub fn plain_run<const SLASH: bool>(bytes: &[u8]) -> usize {
    let len = bytes.len();
    let mut at = 0;
    while at + 8 <= len {
        let found = special::<SLASH>(word(bytes, at));
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    match len - at {
        0 => len,
        // What is seen twice is plain.
        _ if len >= 8 => match special::<SLASH>(word(bytes, len - 8)) {
            0 => len,
            found => len - 8 + found.trailing_zeros() as usize / 8,
        },
        4.. => {
            let found = special::<SLASH>(half(bytes, 0) | half(bytes, len - 4) << 32);
            match found.trailing_zeros() as usize / 8 {
                _ if found == 0 => len,
                byte @ 0..4 => byte,
                byte => len + byte - 8,
            }
        }
        _ => {
            let special = |b: &u8| matches!(b, 0..0x20 | b'"' | b'\\' | 0x80..) || SLASH && *b == b'/';
            bytes.iter().position(special).unwrap_or(len)
        }
    }
}

/// The highest bits of the bytes that do not stand for themselves. The lowest that is set is right; those above may be too many.
#[inline(always)]
fn special<const SLASH: bool>(x: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let has_zero = |x: u64| x.wrapping_sub(ONES) & !x & HIGH;
    has_zero(x ^ (ONES * 0x22))
        | has_zero(x ^ (ONES * 0x5c))
        | x.wrapping_sub(ONES * 0x20) & !x & HIGH
        | x & HIGH
        | if SLASH { has_zero(x ^ (ONES * 0x2f)) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::{KeyCache, is_same, plain_run};

    #[test]
    fn equal_keys_are_one_string() {
        let keys = KeyCache::default();
        for len in 2..60usize {
            let name: Vec<u8> = (0..len).map(|i| b'a' + (i * 7 % 26) as u8).collect();
            let first = keys.get(&name);
            assert_eq!(first.as_bytes(), name);
            assert_eq!(std::ptr::eq(first.as_bytes(), keys.get(&name).as_bytes()), len <= super::LONGEST, "{len}");
            for at in 0..len {
                let mut other = name.clone();
                other[at] ^= 0x20;
                assert!(!is_same(&name, &other));
                assert_eq!(keys.get(&other).as_bytes(), other);
            }
            assert!(is_same(&name, &name) && !is_same(&name, &name[1..]));
        }
    }

    #[test]
    fn the_first_special_byte_is_found() {
        let texts = (1..40u8).map(|len| (0..len).map(|i| b'a' + i % 26).collect::<Vec<u8>>());
        for (byte, text) in texts.flat_map(|text| (0..=255u8).map(move |byte| (byte, text.clone()))) {
            for at in 0..text.len() {
                let mut text = text.clone();
                text[at] = byte;
                let special = matches!(byte, 0..0x20 | b'"' | b'\\' | 0x80..);
                assert_eq!(plain_run::<false>(&text), if special { at } else { text.len() }, "{byte} at {at}");
                let special = special || byte == b'/';
                assert_eq!(plain_run::<true>(&text), if special { at } else { text.len() }, "{byte} at {at}");
            }
        }
        assert_eq!(plain_run::<true>(b""), 0);
    }
}
