//! One allocation for all equal names of a file.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::ast::Bytes;

#[derive(Default)]
pub(super) struct Interner<'s>(HashMap<&'s [u8], Bytes, BuildHasherDefault<Fnv>>);

impl<'s> Interner<'s> {
    pub(super) fn intern(&mut self, text: &'s [u8]) -> Bytes {
        self.0.entry(text).or_insert_with(|| Bytes::from(text)).clone()
    }
}

/// FNV-1a, eight bytes at a time: names are short, and a file that makes them collide only slows itself down.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for &word in words {
            self.write_u64(u64::from_le_bytes(word));
        }
        // The length is written as well, so overlapping parts of the rest tell what it is.
        match (rest.first_chunk::<4>(), rest.last_chunk::<4>(), rest) {
            (Some(&first), Some(&last), _) => {
                self.write_u64(u64::from(u32::from_le_bytes(first)) | u64::from(u32::from_le_bytes(last)) << 32);
            }
            (.., &[first, .., last]) => self.write_u64(u64::from(first) | u64::from(rest[1]) << 8 | u64::from(last) << 16),
            (.., &[only]) => self.write_u64(u64::from(only)),
            _ => {}
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(26);
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }
}
