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
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
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
