//! Decimal text of integers.

/// The decimal text of an `i64`, on the stack.
#[derive(Clone, Copy)]
pub struct IntText {
    buffer: [u8; 20],
    start: u8,
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
        IntText { buffer, start: start as u8 }
    }

    /// The text.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.buffer[usize::from(self.start)..]
    }
}

/// Appends the text of `value`.
#[inline]
pub fn append_int(out: &mut Vec<u8>, value: i64) {
    out.extend_from_slice(IntText::new(value).as_bytes());
}
