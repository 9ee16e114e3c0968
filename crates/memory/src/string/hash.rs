//! Seeded string hashing: the seed is drawn once per process, so crafted keys cannot be made to collide.
//!
//! The function is a folded 128-bit multiply over 16-byte steps (the wyhash family). Not cryptographic: it only has
//! to make collisions unpredictable without the seed.

use std::{
    hash::{BuildHasher, Hasher},
    sync::OnceLock,
};

static SEED: OnceLock<[u64; 3]> = OnceLock::new();

fn draw_seed() -> [u64; 3] {
    let mut words = [0u64; 3];
    // SAFETY: the buffer is valid for its size; getrandom writes at most that many bytes.
    let got = unsafe { libc::getrandom(words.as_mut_ptr().cast(), size_of_val(&words), 0) };
    if got != size_of_val(&words) as isize {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(1, |d| d.as_nanos() as u64);
        words = [now, now.rotate_left(21) ^ u64::from(std::process::id()), now.wrapping_mul(0x9e37_79b9_7f4a_7c15)];
    }
    words.map(|w| w | 1)
}

#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let wide = u128::from(a) * u128::from(b);
    (wide as u64) ^ ((wide >> 64) as u64)
}

/// The eight bytes at an offset.
///
/// # Safety
/// There must be as many.
#[inline(always)]
unsafe fn word(bytes: &[u8], at: usize) -> u64 {
    debug_assert!(at + 8 <= bytes.len());
    // SAFETY: by contract.
    u64::from_le(unsafe { bytes.as_ptr().add(at).cast::<u64>().read_unaligned() })
}

/// The four bytes at an offset.
///
/// # Safety
/// There must be as many.
#[inline(always)]
unsafe fn half(bytes: &[u8], at: usize) -> u64 {
    debug_assert!(at + 4 <= bytes.len());
    // SAFETY: by contract.
    u64::from(u32::from_le(unsafe { bytes.as_ptr().add(at).cast::<u32>().read_unaligned() }))
}

/// The hash of a byte string; never 0.
///
/// Up to four digits at the end are added as a number to the hash of what comes before (without digits, the last byte is):
/// keys which are counted up (`item1`, `item2`, …) share the cache lines of an index table and never collide with each
/// other, while where a family of keys begins depends on the seed.
#[inline]
pub fn hash_bytes(bytes: &[u8]) -> u64 {
    // One comparison: neither too short for that nor so long that it is worth doing otherwise.
    let is_usual = bytes.len().wrapping_sub(size_of::<u32>()) <= LONG - size_of::<u32>();
    let end = if is_usual { bytes.last_chunk::<4>() } else { None };
    let (Some(&end), Some(seed)) = (end, SEED.get()) else { return hash_short(bytes) };
    let [_, _, _, last] = end;
    let (number, digits) = if last.is_ascii_digit() { last_digits(u32::from_le_bytes(end)) } else { (u64::from(last), 1) };
    // SAFETY: the digits are among the bytes.
    let start = unsafe { bytes.get_unchecked(..bytes.len() - digits) };
    added(mix(start, bytes.len(), seed), number)
}
/// The same for less than four characters. A function of its own, so that the hash of longer ones is one that calls nothing.
#[inline(never)]
fn hash_short(bytes: &[u8]) -> u64 {
    let seed = SEED.get_or_init(draw_seed);
    if bytes.len() >= size_of::<u32>() {
        return if bytes.len() > LONG { hash_long(bytes, seed) } else { hash_bytes(bytes) };
    }
    let Some(&last) = bytes.last() else { return 1 };
    let (number, digits) = if last.is_ascii_digit() { few_digits(bytes) } else { (u64::from(last), 1) };
    added(mix(&bytes[..bytes.len() - digits], bytes.len(), seed), number)
}
/// Longer texts are hashed by four products at a time, none of which waits for another.
const LONG: usize = 192;
/// The same for those.
#[inline(never)]
fn hash_long(bytes: &[u8], seed: &[u64; 3]) -> u64 {
    let mut state = [seed[0] ^ bytes.len() as u64; 4];
    let keys = [seed[1], seed[2], !seed[1], !seed[2]];
    let (blocks, rest) = bytes.as_chunks::<64>();
    for block in blocks {
        for (i, (state, key)) in state.iter_mut().zip(keys).enumerate() {
            // SAFETY: four pairs of words are in a block.
            *state = unsafe { fold(word(block, 16 * i) ^ key, word(block, 16 * i + 8) ^ *state) };
        }
    }
    let [a, b, c, d] = state;
    let state = fold(a ^ b, c ^ d.rotate_left(32));
    mix(rest, bytes.len(), &[state, seed[1], seed[2]]).max(1)
}
/// The hash of the beginning and the number behind it.
#[inline(always)]
fn added(hash: u64, number: u64) -> u64 {
    hash.wrapping_add(number).max(1)
}
/// The number that four characters, the first one in the lowest byte, have at their end, and how many digits it has.
#[inline(always)]
fn last_digits(text: u32) -> (u64, usize) {
    let values = text ^ 0x3030_3030;
    // A byte of a digit is below ten: then neither it nor its sum with 0x76 has the highest bit.
    let others = (((values & 0x7f7f_7f7f) + 0x7676_7676) | values) & 0x8080_8080;
    let digits = others.leading_zeros() / 8;
    // What is no digit, or is before one that is none, counts as zero.
    let values = values & !(u64::from(u32::MAX) >> (8 * digits)) as u32;
    let pairs = (values & 0x00ff_00ff) * 10 + ((values >> 8) & 0x00ff_00ff);
    (u64::from((pairs & 0xffff) * 100 + (pairs >> 16)), digits as usize)
}
/// The same for less than four characters.
fn few_digits(text: &[u8]) -> (u64, usize) {
    let (mut number, mut scale, mut digits) = (0, 1, 0);
    for byte in text.iter().rev().take_while(|byte| byte.is_ascii_digit()) {
        number += u64::from(byte - b'0') * scale;
        (scale, digits) = (scale * 10, digits + 1);
    }
    (number, digits)
}
/// The hash of the beginning of a byte string of `total` bytes.
#[inline(always)]
fn mix(bytes: &[u8], total: usize, seed: &[u64; 3]) -> u64 {
    let len = bytes.len();
    let (mut a, mut b);
    let mut state = seed[0] ^ (total as u64);
    // SAFETY: each case has as many bytes as it looks at.
    unsafe {
        if len <= 16 {
            if len >= 8 {
                a = word(bytes, 0);
                b = word(bytes, len - 8);
            } else if len >= 4 {
                a = half(bytes, 0);
                b = half(bytes, len - 4);
            } else if len > 0 {
                a = u64::from(bytes[0]) << 16 | u64::from(bytes[len / 2]) << 8 | u64::from(bytes[len - 1]);
                b = 0;
            } else {
                a = 0;
                b = 0;
            }
        } else {
            let mut at = 0;
            while at + 16 < len {
                state = fold(word(bytes, at) ^ seed[1], word(bytes, at + 8) ^ state);
                at += 16;
            }
            a = word(bytes, len - 16);
            b = word(bytes, len - 8);
        }
    }
    a ^= seed[1];
    b ^= state;
    fold(fold(a, b) ^ seed[2], seed[1] ^ state)
}

/// The hasher state of [`crate::HeapMap`].
#[derive(Clone, Copy, Default)]
pub struct SeededState;

impl BuildHasher for SeededState {
    type Hasher = SeededHasher;
    fn build_hasher(&self) -> SeededHasher {
        SeededHasher(SEED.get_or_init(draw_seed)[0])
    }
}

/// Hashes addresses, and numbers that nobody outside chooses, in a few instructions.
#[derive(Clone, Copy, Default, Debug)]
pub struct AddressState;

impl BuildHasher for AddressState {
    type Hasher = AddressHasher;
    fn build_hasher(&self) -> AddressHasher {
        AddressHasher(0)
    }
}

/// See [`AddressState`].
pub struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_usize(byte.into()));
    }
    #[inline]
    fn write_usize(&mut self, address: usize) {
        let product = u128::from(self.0 ^ address as u64) * 0x9e37_79b9_7f4a_7c15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

/// Hashes by [`hash_bytes`].
pub struct SeededHasher(u64);

impl Hasher for SeededHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        self.write_u64(hash_bytes(bytes));
    }
    #[inline]
    fn write_u64(&mut self, i: u64) {
        self.0 = fold(self.0 ^ i, 0x9e37_79b9_7f4a_7c15);
    }
    #[inline]
    fn write_usize(&mut self, i: usize) {
        self.write_u64(i as u64);
    }
    fn write_u32(&mut self, i: u32) {
        self.write_u64(u64::from(i));
    }
    fn write_u8(&mut self, i: u8) {
        self.write_u64(u64::from(i));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_at_the_end_are_a_number() {
        for text in ["0000", "9999", "1234", "a001", "ab12", "abc7", "abcd", "12a4", "1/23", "1:23", "\u{7f}\u{7f}19", "12\u{e9}"]
        {
            let end = *text.as_bytes().last_chunk().expect("four bytes");
            assert_eq!(last_digits(u32::from_le_bytes(end)), few_digits(&end), "{text}");
        }
    }
    #[test]
    fn every_byte_counts() {
        for len in [15, 16, 17, 64, LONG + 1, LONG + 2, LONG + 64, 4 * LONG + 5] {
            let mut text = vec![b'a'; len];
            let mut seen = std::collections::HashSet::from([hash_bytes(&text)]);
            for at in 0..len {
                text[at] = b'b';
                assert!(seen.insert(hash_bytes(&text)), "byte {at} of {len}");
                text[at] = b'a';
            }
            text.swap(0, len - 1);
            assert!(!seen.insert(hash_bytes(&text)));
        }
    }
    #[test]
    fn neighbours_share_lines() {
        assert_eq!(hash_bytes(b"key18").wrapping_add(1), hash_bytes(b"key19"));
        assert_ne!(hash_bytes(b"key1"), hash_bytes(b"key"));
    }
}
