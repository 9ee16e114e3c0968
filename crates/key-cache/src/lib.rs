//! Strings that a decoder meets again and again: the keys of records.
//!
//! One string for equal keys saves an allocation for each, and their hash is computed once.

#![forbid(unsafe_code)]

use phant_memory::Str;

const SLOTS: usize = 32;
/// Longer keys are rarely met again.
const LONGEST: usize = 40;

/// The keys met last.
pub struct KeyCache([Option<Str>; SLOTS]);

impl KeyCache {
    /// An empty cache.
    #[inline]
    pub const fn new() -> KeyCache {
        KeyCache([const { None }; SLOTS])
    }

    /// The string with these bytes.
    #[inline]
    pub fn get(&mut self, bytes: &[u8]) -> Str {
        let [first, .., last] = bytes else { return Str::new(bytes) };
        if bytes.len() > LONGEST {
            return Str::new(bytes);
        }
        let middle = bytes[bytes.len() / 2];
        let at = usize::from(*first) ^ (usize::from(*last) << 1) ^ (usize::from(middle) << 2) ^ (bytes.len() * 5);
        let slot = &mut self.0[at % SLOTS];
        match slot {
            Some(known) if known.as_bytes() == bytes => known.clone(),
            _ => slot.insert(Str::new(bytes)).clone(),
        }
    }
}

impl Default for KeyCache {
    fn default() -> Self {
        KeyCache::new()
    }
}

/// How many bytes at the beginning stand for themselves in a JSON string: no quote, no backslash, no control character, and
/// ASCII only. With `SLASH` no slash either. Eight are looked at together.
#[inline]
pub fn plain_run<const SLASH: bool>(bytes: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let has_zero = |x: u64| x.wrapping_sub(ONES) & !x & HIGH;
    let mut at = 0;
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let x = u64::from_le_bytes(*chunk);
        // The lowest bit that is set is right; those above it may be too many.
        let found = has_zero(x ^ (ONES * 0x22))
            | has_zero(x ^ (ONES * 0x5c))
            | x.wrapping_sub(ONES * 0x20) & !x & HIGH
            | x & HIGH
            | if SLASH { has_zero(x ^ (ONES * 0x2f)) } else { 0 };
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let special = |b: &u8| matches!(b, 0..0x20 | b'"' | b'\\' | 0x80..) || SLASH && *b == b'/';
    at + bytes[at..].iter().position(special).unwrap_or(bytes.len() - at)
}

#[cfg(test)]
mod tests {
    use super::plain_run;

    #[test]
    fn the_first_special_byte_is_found() {
        let text: Vec<u8> = (0..40).map(|i| b'a' + i % 26).collect();
        for byte in 0..=255u8 {
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
