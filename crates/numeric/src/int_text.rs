//! Decimal text of integers.

/// The decimal text of an `i64`, on the stack.
#[derive(Clone, Copy)]
pub struct IntText {
    buffer: [u8; 20],
    start: u8,
    end: u8,
}

const PAIRS: [u8; 200] = {
    let mut pairs = [0; 200];
    let mut i = 0;
    while i < 100 {
        pairs[2 * i] = b'0' + (i / 10) as u8;
        pairs[2 * i + 1] = b'0' + (i % 10) as u8;
        i += 1;
    }
    pairs
};

impl IntText {
    /// The text of `value`.
    #[inline]
    pub fn new(value: i64) -> IntText {
        if value.unsigned_abs() < 10_000_000 { IntText::short(value) } else { IntText::long(value) }
    }

    /// At most seven digits and a sign: made in a register and stored at once, because reading what was just written byte by
    /// byte would have to wait.
    #[inline(always)]
    fn short(value: i64) -> IntText {
        let all = value.unsigned_abs();
        // Two numbers of four digits, then four of two, then eight digits, the first one in the lowest byte.
        let fours = (all / 10_000) | ((all % 10_000) << 32);
        let hundreds = ((fours * 10_486) >> 20) & 0x0000_007f_0000_007f;
        let twos = hundreds | (fours - hundreds * 100) << 16;
        let tens = ((twos * 103) >> 10) & 0x000f_000f_000f_000f;
        let digits = tens | (twos - tens * 10) << 8;
        // The last digit counts even if it is zero.
        let leading = ((digits | 1 << 56).trailing_zeros() / 8) * 8;
        let mut text = (digits | 0x3030_3030_3030_3030) >> leading;
        let mut len = 8 - leading / 8;
        if value < 0 {
            text = text << 8 | u64::from(b'-');
            len += 1;
        }
        let mut buffer = [0; 20];
        buffer[..8].copy_from_slice(&text.to_le_bytes());
        IntText { buffer, start: 0, end: len as u8 }
    }

    #[inline(never)]
    fn long(value: i64) -> IntText {
        let mut text = IntText::unsigned(value.unsigned_abs());
        if value < 0 {
            text.start -= 1;
            text.buffer[usize::from(text.start)] = b'-';
        }
        text
    }

    /// The text of `value`.
    #[inline]
    pub fn unsigned(mut value: u64) -> IntText {
        let mut buffer = [0; 20];
        let mut start = 20;
        while value >= 100 {
            let pair = (value % 100) as usize * 2;
            value /= 100;
            start -= 2;
            buffer[start..start + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
        }
        if value >= 10 {
            let pair = value as usize * 2;
            start -= 2;
            buffer[start..start + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
        } else {
            start -= 1;
            buffer[start] = b'0' + value as u8;
        }
        IntText { buffer, start: start as u8, end: 20 }
    }

    /// The text as a word, its first byte the lowest one, zero behind it, and its length; if it is that short.
    #[inline]
    pub fn word(&self) -> Option<(u64, usize)> {
        (self.start == 0 && self.end <= 8).then(|| {
            let mut word = [0; 8];
            word.copy_from_slice(&self.buffer[..8]);
            (u64::from_le_bytes(word), usize::from(self.end))
        })
    }

    /// The text.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.buffer[usize::from(self.start)..usize::from(self.end)]
    }
}

/// The digits of a number below ten thousand, the first one in the lowest byte, and how many there are.
#[inline(always)]
pub fn four_digits(value: u32) -> (u32, usize) {
    debug_assert!(value < 10_000);
    let hundreds = (value * 5_243) >> 19;
    let twos = hundreds | (value - hundreds * 100) << 16;
    let tens = ((twos * 103) >> 10) & 0x000f_000f;
    let digits = tens | (twos - tens * 10) << 8;
    // The last digit counts even if it is zero.
    let leading = (digits | 1 << 24).trailing_zeros() / 8;
    ((digits | 0x3030_3030) >> (leading * 8), 4 - leading as usize)
}

/// Appends the text of `value`.
#[inline]
pub fn append_int(out: &mut Vec<u8>, value: i64) {
    let text = IntText::new(value);
    match text.word() {
        // Eight bytes from a register, and those behind the text away again.
        Some((word, len)) => {
            out.extend_from_slice(&word.to_le_bytes());
            out.truncate(out.len() - 8 + len);
        }
        None => out.extend_from_slice(text.as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::{IntText, four_digits};

    #[test]
    fn up_to_four_digits() {
        for value in 0..10_000 {
            let (digits, len) = four_digits(value);
            assert_eq!(&digits.to_le_bytes()[..len], value.to_string().as_bytes());
        }
    }

    #[test]
    fn texts() {
        let edges = [0, 7, 9, 10, 99, 100, 999, 1000, 9999, 10_000, 123_456, 999_999, 1_000_000, 9_999_999, 10_000_000, i64::MAX];
        for value in edges.into_iter().flat_map(|i| [i, -i]).chain([i64::MIN]).chain(-20_000..20_000) {
            assert_eq!(IntText::new(value).as_bytes(), value.to_string().as_bytes());
        }
        for value in (0..10_000_000).step_by(37) {
            assert_eq!(IntText::new(value).as_bytes(), value.to_string().as_bytes());
        }
        assert_eq!(IntText::unsigned(u64::MAX).as_bytes(), b"18446744073709551615");
    }
}
