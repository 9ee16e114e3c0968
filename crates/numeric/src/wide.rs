//! Decimal text of integers that a machine's word does not hold, up to 128 bits.

use crate::int_text::IntText;

/// How many digits always fit 128 bits, a sign aside.
pub const WIDE_DIGITS: usize = 38;

/// As many digits as always fit a word.
const PIECE: usize = 19;
const PIECE_END: u64 = 10u64.pow(PIECE as u32);

/// Collects digits, the first one first. No more than [`WIDE_DIGITS`] may come.
#[derive(Clone, Copy, Debug, Default)]
pub struct WideDigits {
    /// Digits that are full pieces, and those behind them, of which there are `len`.
    high: u64,
    low: u64,
    len: usize,
}

impl WideDigits {
    /// One more digit, by its value.
    #[inline(always)]
    pub fn push(&mut self, digit: u8) {
        debug_assert!(digit < 10);
        if self.len == PIECE {
            (self.high, self.low) = (self.low, 0);
        }
        self.low = self.low.wrapping_mul(10).wrapping_add(u64::from(digit));
        self.len += 1;
    }

    /// Whether none came.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number.
    #[inline]
    pub fn value(&self) -> u128 {
        match self.len.checked_sub(PIECE) {
            None | Some(0) => u128::from(self.low),
            Some(behind) => u128::from(self.high) * u128::from(10u64.pow(behind.min(PIECE) as u32)) + u128::from(self.low),
        }
    }
}

/// The decimal text of an unsigned integer, on the stack.
#[derive(Clone, Copy)]
pub struct WideText {
    buffer: [u8; 40],
    start: u8,
}

impl WideText {
    /// The text of `value`.
    #[inline]
    pub fn new(value: u128) -> WideText {
        let mut text = WideText { buffer: [b'0'; 40], start: 40 };
        let mut rest = value;
        let mut end = 40;
        while let Some(quotient) = (rest >= u128::from(PIECE_END)).then(|| rest / u128::from(PIECE_END)) {
            text.put(end, (rest - quotient * u128::from(PIECE_END)) as u64);
            end -= PIECE;
            rest = quotient;
        }
        text.put(end, rest as u64);
        text
    }

    fn put(&mut self, end: usize, piece: u64) {
        let digits = IntText::unsigned(piece);
        let digits = digits.as_bytes();
        let start = end - digits.len();
        self.buffer[start..end].copy_from_slice(digits);
        self.start = start as u8;
    }

    /// The digits.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.buffer[usize::from(self.start)..]
    }
}

#[cfg(test)]
mod tests {
    use super::{WIDE_DIGITS, WideDigits, WideText};

    #[test]
    fn there_and_back() {
        let mut value = 1u128;
        let edges =
            [0, 9, 10, u128::from(u64::MAX), u128::from(u64::MAX) + 1, 10u128.pow(19) - 1, 10u128.pow(19), 10u128.pow(38) - 1];
        let powers = (0..126).map(|bit| (1u128 << bit) + 7);
        for value in edges.into_iter().chain(powers).chain((0..1000).map(|_| {
            value = value.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            value % 10u128.pow(38)
        })) {
            let text = WideText::new(value);
            assert_eq!(text.as_bytes(), value.to_string().as_bytes());
            let mut digits = WideDigits::default();
            if text.as_bytes().len() <= WIDE_DIGITS {
                text.as_bytes().iter().for_each(|b| digits.push(b - b'0'));
                assert_eq!(digits.value(), value);
            }
        }
        assert_eq!(WideText::new(u128::MAX).as_bytes(), u128::MAX.to_string().as_bytes());
    }
}
