//! GMP's Mersenne twister: MT19937 with a way of seeding of its own, so that a seed gives the numbers that PHP gives.

use dashu_int::{
    UBig,
    fast_div::ConstDivisor,
    ops::{BitTest, PowerOfTwo},
};
use phant_native::limits;
use std::cell::{Cell, RefCell};

const N: usize = 624;
const M: usize = 397;
/// How many numbers are thrown away after seeding.
const WARM_UP: usize = 2000;

/// The generator of a request.
pub struct Random {
    words: RefCell<[u32; N]>,
    next: Cell<usize>,
    seeded: Cell<bool>,
}

impl Default for Random {
    fn default() -> Random {
        Random { words: RefCell::new([0; N]), next: Cell::new(0), seeded: Cell::new(false) }
    }
}

impl Random {
    /// Whether a seed was given or chosen.
    pub fn is_seeded(&self) -> bool {
        self.seeded.get()
    }
    /// Begins anew. The seed has been reduced modulo [`seed_modulus`].
    pub fn seed(&self, seed: &UBig) {
        // The seed is spread by a power in the ring of 2^19937 - 20023.
        let ring = ConstDivisor::new((UBig::ONE << 19937) - UBig::from(20023u32));
        let spread = ring.reduce(seed + UBig::from(2u8)).pow(&UBig::from(1_074_888_996u32)).residue();
        let mut words = self.words.borrow_mut();
        words[0] = if spread.bit(19936) { 1 << 31 } else { 0 };
        let bytes = spread.to_le_bytes();
        for (at, word) in words.iter_mut().enumerate().skip(1) {
            let start = 4 * (at - 1);
            *word = (0..4).map(|i| u32::from(bytes.get(start + i).copied().unwrap_or(0)) << (8 * i)).sum();
        }
        for _ in 0..WARM_UP / N {
            refill(&mut words);
        }
        drop(words);
        self.next.set(WARM_UP % N);
        self.seeded.set(true);
    }
    fn word(&self) -> u32 {
        if self.next.get() >= N {
            refill(&mut self.words.borrow_mut());
            self.next.set(0);
        }
        let mut y = self.words.borrow()[self.next.get()];
        self.next.set(self.next.get() + 1);
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }
    /// A number below 2^bits.
    pub fn bits(&self, bits: usize) -> UBig {
        let mut bytes = Vec::with_capacity(bits.div_ceil(32) * 4);
        let mut left = bits;
        while left > 0 && !limits::reached() {
            let mut word = self.word();
            if left < 32 {
                word &= (1 << left) - 1;
            }
            bytes.extend_from_slice(&word.to_le_bytes());
            left = left.saturating_sub(32);
        }
        UBig::from_le_bytes(&bytes)
    }
    /// A number below another one, which is not 0.
    pub fn below(&self, bound: &UBig) -> UBig {
        const TRIES: usize = 80;
        let bits = if bound.is_power_of_two() { bound.bit_len() - 1 } else { bound.bit_len() };
        let mut number = UBig::ZERO;
        for _ in 0..TRIES {
            number = self.bits(bits);
            if number < *bound {
                return number;
            }
        }
        number % bound
    }
}

/// What seeds are reduced by.
pub fn seed_modulus() -> UBig {
    (UBig::ONE << 19937) - UBig::from(20027u32)
}

fn refill(words: &mut [u32; N]) {
    for at in 0..N {
        let y = (words[at] & 0x8000_0000) | (words[(at + 1) % N] & 0x7fff_ffff);
        let twist = if y & 1 == 1 { 0x9908_b0df } else { 0 };
        words[at] = words[(at + M) % N] ^ (y >> 1) ^ twist;
    }
}
