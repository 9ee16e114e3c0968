//! A hash for names and addresses: a few instructions for a short name, with a start that differs from table to table, so that
//! a document cannot choose names that all meet in one place.

use std::hash::{BuildHasher, Hasher, RandomState};

/// Makes hashes that begin with a number of chance.
#[derive(Clone)]
pub(crate) struct Seeded(u64);

impl Default for Seeded {
    fn default() -> Seeded {
        Seeded(RandomState::new().hash_one(0))
    }
}

impl BuildHasher for Seeded {
    type Hasher = Folding;
    fn build_hasher(&self) -> Folding {
        Folding { state: self.0, seed: self.0 }
    }
}

/// Folds the product of what comes and of what was there, eight bytes at a time.
pub(crate) struct Folding {
    state: u64,
    seed: u64,
}

impl Folding {
    #[inline]
    fn fold(&mut self, number: u64) {
        let product = u128::from(self.state ^ number) * u128::from(self.seed | 0x9E37_79B9_0000_0001);
        self.state = product as u64 ^ (product >> 64) as u64;
    }
}

impl Hasher for Folding {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (whole, rest) = bytes.as_chunks::<8>();
        whole.iter().for_each(|eight| self.fold(u64::from_le_bytes(*eight)));
        let last = rest.iter().fold(0, |all, &byte| all << 8 | u64::from(byte));
        self.fold(last ^ (bytes.len() as u64) << 56);
    }
    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.fold(number as u64);
    }
    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.fold(number);
    }
    #[inline]
    fn finish(&self) -> u64 {
        // The upper bits choose among equals in a group, the lower ones the group.
        self.state ^ self.seed.rotate_left(32) ^ self.state >> 29
    }
}
