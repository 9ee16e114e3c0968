//! `bin2hex()` and `hex2bin()`.

/// The digits of each byte.
static PAIRS: [[u8; 2]; 256] = {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut pairs = [[0; 2]; 256];
    let mut i = 0;
    while i < 256 {
        pairs[i] = [DIGITS[i >> 4], DIGITS[i & 15]];
        i += 1;
    }
    pairs
};

/// The text of `data` in lower-case hexadecimal digits.
pub fn encode(data: &[u8]) -> Vec<u8> {
    let mut out = vec![0; data.len() * 2];
    encode_into(data, &mut out);
    out
}

/// The same into a place of twice the size of `data`.
pub fn encode_into(data: &[u8], out: &mut [u8]) {
    for (pair, &byte) in out.as_chunks_mut::<2>().0.iter_mut().zip(data) {
        *pair = PAIRS[usize::from(byte)];
    }
}

/// Why text is not hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// An odd number of digits.
    Length,
    /// A byte that is no digit.
    Digit,
}

/// The bytes that `text` gives in hexadecimal digits.
pub fn decode(text: &[u8]) -> Result<Vec<u8>, Invalid> {
    let (pairs, rest) = text.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(Invalid::Length);
    }
    let digit = |byte: u8| (byte as char).to_digit(16);
    pairs.iter().map(|&[high, low]| Some((digit(high)? << 4 | digit(low)?) as u8)).collect::<Option<_>>().ok_or(Invalid::Digit)
}
