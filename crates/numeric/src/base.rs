//! Numbers in other bases: `bindec`, `hexdec`, `octdec`, `decbin`, `dechex`, `decoct`, `base_convert`.

use crate::Number;

const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// A number read from text in some base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FromBase {
    /// The value; a float if it does not fit an `int`.
    pub value: Number,
    /// Whether bytes were skipped that are no digits of this base (PHP deprecates that).
    pub invalid: bool,
}

/// Reads `text` in `base` (2 to 36), as `bindec` and its kin do: a prefix is skipped, other bytes are ignored.
pub fn from_base(text: &[u8], base: u32) -> FromBase {
    let text = text.trim_ascii();
    let body = match text {
        [b'0', b'x' | b'X', rest @ ..] if base == 16 => rest,
        [b'0', b'o' | b'O', rest @ ..] if base == 8 => rest,
        [b'0', b'b' | b'B', rest @ ..] if base == 2 => rest,
        _ => text,
    };
    let mut value = Number::Int(0);
    let mut invalid = false;
    for &byte in body {
        let Some(digit) = (byte as char).to_digit(base) else {
            invalid = true;
            continue;
        };
        value = match value {
            Number::Int(i) => match i.checked_mul(i64::from(base)).and_then(|i| i.checked_add(i64::from(digit))) {
                Some(i) => Number::Int(i),
                None => Number::Float(i as f64 * f64::from(base) + f64::from(digit)),
            },
            Number::Float(f) => Number::Float(f * f64::from(base) + f64::from(digit)),
        };
    }
    FromBase { value, invalid }
}

/// Writes `value`, taken as unsigned, with `bits` bits to a digit (1, 3 or 4) into `buffer`, and returns the digits.
pub fn bit_digits(value: i64, bits: u32, upper: bool, buffer: &mut [u8; 64]) -> &[u8] {
    let digits: &[u8; 16] = if upper { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
    let (mut at, mut rest) = (buffer.len(), value as u64);
    loop {
        at -= 1;
        buffer[at] = digits[(rest & ((1 << bits) - 1)) as usize];
        rest >>= bits;
        if rest == 0 {
            return &buffer[at..];
        }
    }
}

/// The text of `value`, taken as unsigned, in `base` (2 to 36).
pub fn int_to_base(value: i64, base: u32) -> Vec<u8> {
    int_digits(value, base, &mut [0; 64]).to_vec()
}

/// The same, written to the end of `text`.
pub fn int_digits(value: i64, base: u32, text: &mut [u8; 64]) -> &[u8] {
    let (mut value, mut at) = (value as u64, text.len());
    loop {
        at -= 1;
        text[at] = DIGITS[(value % u64::from(base)) as usize];
        value /= u64::from(base);
        if value == 0 {
            return &text[at..];
        }
    }
}

/// The text of a number that [`from_base`] gave, in `base`; `None` for an infinite one, which is a `ValueError`.
pub fn to_base(value: Number, base: u32) -> Option<Vec<u8>> {
    let mut value = match value {
        Number::Int(i) => return Some(int_to_base(i, base)),
        Number::Float(f) => f.floor(),
    };
    if value.is_infinite() {
        return None;
    }
    let base = f64::from(base);
    let mut text = Vec::new();
    loop {
        text.push(DIGITS[(value % base) as usize]);
        value /= base;
        if value.abs() < 1.0 {
            break;
        }
    }
    text.reverse();
    Some(text)
}
