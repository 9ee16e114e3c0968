//! ASCII letters in the other case, a word of bytes at a time: as fast where the compiler does not see that a loop is worth vectors.

use super::{Str, empty, fits};

/// Lower-case letters, or upper-case ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Letters {
    /// `a` to `z`
    Lower = b'a',
    /// `A` to `Z`
    Upper = b'A',
}

/// Bytes that are looked at at once.
const BLOCK: usize = 16;
const ONES: u64 = u64::MAX / 255;
const HIGH: u64 = ONES << 7;

impl Letters {
    /// The highest bit of each byte of a word that is one of these letters.
    #[inline(always)]
    const fn in_word(self, word: u64) -> u64 {
        // Without their highest bits, bytes overflow into them and no further: once from the first letter on, once behind the last.
        let low = word & !HIGH;
        let (from, behind) = (low + ONES * (0x80 - self as u64), low + ONES * (0x80 - 26 - self as u64));
        (from ^ behind) & !word & HIGH
    }
    /// Whether a byte is one.
    #[inline(always)]
    const fn has(self, byte: u8) -> bool {
        byte.wrapping_sub(self as u8) < 26
    }
    /// Whether one of sixteen bytes is.
    #[inline(always)]
    fn are_in_block(self, block: [u8; BLOCK]) -> bool {
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        {
            use std::arch::x86_64::*;
            // SAFETY: what is compiled for has the instructions.
            unsafe { _mm_movemask_epi8(self.in_vector(std::mem::transmute::<[u8; BLOCK], __m128i>(block))) != 0 }
        }
        #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
        {
            let [first, second] = halves(block);
            (self.in_word(first) | self.in_word(second)) != 0
        }
    }
    /// Sixteen bytes, those that are in the other case.
    #[inline(always)]
    fn turned_block(self, block: [u8; BLOCK]) -> [u8; BLOCK] {
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        {
            use std::arch::x86_64::*;
            // SAFETY: what is compiled for has the instructions.
            unsafe {
                let bytes = std::mem::transmute::<[u8; BLOCK], __m128i>(block);
                let changed = _mm_and_si128(self.in_vector(bytes), _mm_set1_epi8(0x20));
                std::mem::transmute::<__m128i, [u8; BLOCK]>(_mm_xor_si128(bytes, changed))
            }
        }
        #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
        {
            let [first, second] = halves(block).map(|word| (word ^ self.in_word(word) >> 2).to_ne_bytes());
            let mut turned = [0; BLOCK];
            turned[..8].copy_from_slice(&first);
            turned[8..].copy_from_slice(&second);
            turned
        }
    }
    /// All bits of each byte of a vector that is one of these letters.
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    #[inline(always)]
    fn in_vector(self, bytes: std::arch::x86_64::__m128i) -> std::arch::x86_64::__m128i {
        use std::arch::x86_64::*;
        // SAFETY: what is compiled for has the instructions. Moved so that the first letter is the least of all signed numbers, letters
        // are those that are small.
        unsafe {
            let moved = _mm_add_epi8(bytes, _mm_set1_epi8(0x80_u8.wrapping_sub(self as u8) as i8));
            _mm_cmplt_epi8(moved, _mm_set1_epi8(-0x80 + 26))
        }
    }
    /// Whether one of the bytes is.
    #[inline]
    pub fn are_in(self, bytes: &[u8]) -> bool {
        let Some(last) = bytes.last_chunk::<BLOCK>() else { return self.are_in_few(bytes) };
        // Most texts that have one have it soon. The last block has some bytes of the one before, too.
        let (blocks, _) = bytes.as_chunks::<BLOCK>();
        blocks.iter().any(|&block| self.are_in_block(block)) || self.are_in_block(*last)
    }
    #[inline(always)]
    fn are_in_few(self, bytes: &[u8]) -> bool {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().any(|&word| self.in_word(u64::from_ne_bytes(word)) != 0) || rest.iter().any(|&byte| self.has(byte))
    }
    /// Writes the bytes, and those that are in the other case.
    ///
    /// # Safety
    /// There must be room for as many bytes at `to`, elsewhere.
    #[inline(always)]
    unsafe fn write_turned(self, bytes: &[u8], to: *mut u8) {
        let len = bytes.len();
        let word = |word: u64| word ^ self.in_word(word) >> 2;
        let from = bytes.as_ptr();
        // SAFETY: by contract; the words and blocks of each case are inside the bytes and cover them.
        unsafe {
            if len >= BLOCK {
                let mut at = 0;
                while at + BLOCK < len {
                    let block = from.add(at).cast::<[u8; BLOCK]>().read();
                    to.add(at).cast::<[u8; BLOCK]>().write(self.turned_block(block));
                    at += BLOCK;
                }
                let last = len - BLOCK;
                let block = from.add(last).cast::<[u8; BLOCK]>().read();
                to.add(last).cast::<[u8; BLOCK]>().write(self.turned_block(block));
            } else if len >= 8 {
                let (first, last) = (from.cast::<u64>().read_unaligned(), from.add(len - 8).cast::<u64>().read_unaligned());
                to.cast::<u64>().write_unaligned(word(first));
                to.add(len - 8).cast::<u64>().write_unaligned(word(last));
            } else if len >= 4 {
                let (first, last) = (from.cast::<u32>().read_unaligned(), from.add(len - 4).cast::<u32>().read_unaligned());
                // The lower half of the result is that of the lower half, whatever the order of bytes.
                to.cast::<u32>().write_unaligned(word(first.into()) as u32);
                to.add(len - 4).cast::<u32>().write_unaligned(word(last.into()) as u32);
            } else {
                for (i, &byte) in bytes.iter().enumerate() {
                    to.add(i).write(byte ^ u8::from(self.has(byte)) << 5);
                }
            }
        }
    }
    /// Turns those among the bytes into the other case.
    #[inline]
    pub fn turn(self, bytes: &mut [u8]) {
        change(bytes, |byte| byte ^ u8::from(self.has(byte)) << 5, |word| word ^ self.in_word(word) >> 2);
    }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
#[inline(always)]
fn halves(block: [u8; BLOCK]) -> [u64; 2] {
    let [a, b, c, d, e, f, g, h, rest @ ..] = block;
    [u64::from_ne_bytes([a, b, c, d, e, f, g, h]), u64::from_ne_bytes(rest)]
}

/// Changes every byte, by one rule in two forms: for a byte, and for eight of them in a word. Large blocks have a length that the
/// compiler knows, so that it uses vectors for them.
#[inline(always)]
fn change(bytes: &mut [u8], byte: impl Fn(u8) -> u8, word: impl Fn(u64) -> u64) {
    let (blocks, rest) = bytes.as_chunks_mut::<128>();
    for block in blocks {
        for place in block {
            *place = byte(*place);
        }
    }
    let (words, rest) = rest.as_chunks_mut::<8>();
    for place in words {
        *place = word(u64::from_ne_bytes(*place)).to_ne_bytes();
    }
    for place in rest {
        *place = byte(*place);
    }
}

impl Str {
    /// A new string of the bytes, with letters in the other case.
    pub fn turned(bytes: &[u8], letters: Letters) -> Str {
        if !fits(bytes.len()) {
            return empty();
        }
        let s = Str::unwritten(bytes.len(), bytes.len());
        // SAFETY: `s` is ours alone and has room for as many bytes and the NUL.
        unsafe {
            letters.write_turned(bytes, s.data());
            s.data().add(bytes.len()).write(0);
        }
        s
    }
    /// A new string of the bytes, with `to` in place of each `from`.
    pub fn swapped(bytes: &[u8], from: u8, to: u8) -> Str {
        let swapped = Str::written(bytes.len(), |room| {
            let bytes = room.write_copy_of_slice(bytes);
            let in_word = |word: u64| {
                let differing = word ^ (ONES * u64::from(from));
                // The highest bit of each byte that does not differ, then all of its bits.
                let same = !(((differing & !HIGH) + !HIGH) | differing) & HIGH;
                word ^ ((same >> 7) * u64::from(from ^ to))
            };
            change(bytes, |byte| if byte == from { to } else { byte }, in_word);
            Some(bytes)
        });
        swapped.unwrap_or_default()
    }
    /// Lower-case copy by ASCII rules, or the same string when nothing changes.
    pub fn to_lower(&self) -> Str {
        if Letters::Upper.are_in(self.as_bytes()) { Str::turned(self.as_bytes(), Letters::Upper) } else { self.clone() }
    }
    /// Upper-case copy by ASCII rules, or the same string when nothing changes.
    pub fn to_upper(&self) -> Str {
        if Letters::Lower.are_in(self.as_bytes()) { Str::turned(self.as_bytes(), Letters::Lower) } else { self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_at_every_place() {
        for byte in 0..=255 {
            for at in 0..17 {
                let mut bytes = [b'-'; 17];
                bytes[at] = byte;
                assert_eq!(Letters::Lower.are_in(&bytes), byte.is_ascii_lowercase(), "{byte} at {at}");
                assert_eq!(Letters::Upper.are_in(&bytes), byte.is_ascii_uppercase(), "{byte} at {at}");
                assert_eq!(Str::turned(&bytes, Letters::Lower).as_bytes(), bytes.to_ascii_uppercase(), "{byte} at {at}");
                assert_eq!(Str::turned(&bytes, Letters::Upper).as_bytes(), bytes.to_ascii_lowercase(), "{byte} at {at}");
            }
            for at in [0, 63, 64, 70, 191, 192, 205] {
                let mut bytes = [b'-'; 206];
                bytes[at] = byte;
                assert_eq!(Letters::Upper.are_in(&bytes), byte.is_ascii_uppercase(), "{byte} at {at}");
            }
        }
    }
    #[test]
    fn every_length() {
        let text: Vec<u8> = b"aZ-@[`{zA".iter().copied().cycle().take(70).collect();
        for length in 0..=text.len() {
            let text = &text[..length];
            assert_eq!(Str::turned(text, Letters::Lower).as_bytes(), text.to_ascii_uppercase(), "{length}");
            assert_eq!(Str::turned(text, Letters::Upper).as_bytes(), text.to_ascii_lowercase(), "{length}");
            let mut upper = text.to_ascii_uppercase();
            assert!(!Letters::Lower.are_in(&upper), "{length}");
            for at in 0..length {
                let before = std::mem::replace(&mut upper[at], b'q');
                assert!(Letters::Lower.are_in(&upper), "{at} of {length}");
                upper[at] = before;
            }
        }
    }
    #[test]
    fn one_byte_for_another() {
        for byte in 0..=255 {
            let all: Vec<u8> = (0..=255).chain(0..=255).chain([byte, byte ^ 1, byte ^ 0x80, byte]).collect();
            for length in [0, 1, 7, 8, 9, 127, 128, 300, all.len()] {
                let expected: Vec<u8> = all[..length].iter().map(|&b| if b == byte { 7 } else { b }).collect();
                assert_eq!(Str::swapped(&all[..length], byte, 7).as_bytes(), expected, "{byte} of {length}");
            }
        }
    }
    #[test]
    fn neighbours_do_not_disturb() {
        let all: Vec<u8> = (0..=255).cycle().take(700).collect();
        assert_eq!(Str::turned(&all, Letters::Lower).as_bytes(), all.to_ascii_uppercase());
        assert_eq!(Str::turned(&all, Letters::Upper).as_bytes(), all.to_ascii_lowercase());
        assert_eq!(Str::new(b"Mixed 1").to_upper().as_bytes(), b"MIXED 1");
        assert_eq!(Str::new(b"Mixed 1").to_lower().as_bytes(), b"mixed 1");
    }
}
