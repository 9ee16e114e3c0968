//! Strings that decoders meet again and again: the keys of records.
//!
//! One string for equal keys saves an allocation for each, and their hash is computed once. The cache belongs to the request
//! (`ctx.state`): what one call has read, the next one finds.

#![forbid(unsafe_code)]

mod plain;
mod shapes;

pub use plain::{plain_run, push_plain_run};
pub use shapes::Shapes;

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

#[cfg(test)]
mod tests {
    use super::{KeyCache, is_same};

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
}
