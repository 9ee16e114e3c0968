//! ASCII letters in the other case, a word of bytes at a time: as fast where the compiler does not see that a loop is worth vectors.

use super::Str;

/// Lower-case letters, or upper-case ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Letters {
    /// `a` to `z`
    Lower = b'a',
    /// `A` to `Z`
    Upper = b'A',
}

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
    /// Whether one of the bytes is.
    #[inline]
    pub fn are_in(self, bytes: &[u8]) -> bool {
        // Most texts that have one have it soon; in the others the compiler uses vectors for blocks of a length that it knows.
        let (start, rest) = bytes.split_at(bytes.len().min(64));
        let (blocks, rest) = rest.as_chunks::<128>();
        self.are_in_few(start)
            || blocks.iter().any(|block| block.iter().fold(0, |any, &byte| any | u8::from(self.has(byte))) != 0)
            || self.are_in_few(rest)
    }
    #[inline(always)]
    fn are_in_few(self, bytes: &[u8]) -> bool {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().any(|&word| self.in_word(u64::from_ne_bytes(word)) != 0) || rest.iter().any(|&byte| self.has(byte))
    }
    /// Turns those among the bytes into the other case.
    #[inline]
    pub fn turn(self, bytes: &mut [u8]) {
        change(bytes, |byte| byte ^ u8::from(self.has(byte)) << 5, |word| word ^ self.in_word(word) >> 2);
    }
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
        let turned = Str::written(bytes.len(), |room| {
            let bytes = room.write_copy_of_slice(bytes);
            letters.turn(bytes);
            Some(bytes)
        });
        turned.unwrap_or_default()
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
