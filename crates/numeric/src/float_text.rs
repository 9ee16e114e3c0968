//! Text of floats: `echo`, string casts, `var_dump`, `var_export`, JSON.
//!
//! Digits come from `zmij` (shortest text that reads back) or from Rust's exact formatting (a given number of digits).
//! How they are laid out, with an exponent or not, is C's `%G` with PHP's own exponent form "1.0E+25".

use std::io::Write;

/// The precision that stands for "as many digits as it takes to read the same float back".
pub const SHORTEST: i32 = -1;

/// More significant digits than any double has: asking for more changes nothing.
const MAX_DIGITS: usize = 800;

/// The text of a float with up to 17 digits, on the stack.
#[derive(Clone, Copy)]
pub struct FloatText {
    buffer: [u8; 32],
    len: u8,
}

impl FloatText {
    /// The text that `var_dump` and `json_encode` show: the shortest that reads back.
    #[inline]
    pub fn repr(value: f64) -> FloatText {
        FloatText::new(value, SHORTEST)
    }

    /// The text of `value` with the given ini `precision`; more than 17 digits need [`append_float`].
    pub fn new(value: f64, precision: i32) -> FloatText {
        let mut text = FloatText { buffer: [0; 32], len: 0 };
        write_float(&mut text, value, precision.min(17));
        text
    }

    /// Appends ".0" if the text looks like an integer, as `var_export` and JSON_PRESERVE_ZERO_FRACTION do.
    pub fn with_zero_fraction(mut self) -> FloatText {
        if looks_like_int(self.as_bytes()) {
            self.put(b".0");
        }
        self
    }

    /// The text.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.buffer[..usize::from(self.len)]
    }
}

/// Appends `value` as `echo` prints it with the ini setting `precision` (or `serialize_precision`).
pub fn append_float(out: &mut Vec<u8>, value: f64, precision: i32) {
    write_float(out, value, precision);
}

/// Appends `value` as `var_dump` prints it; `zero_fraction` makes "1" into "1.0", as in `var_export`.
pub fn append_repr(out: &mut Vec<u8>, value: f64, zero_fraction: bool) {
    append_double(out, value, SHORTEST, zero_fraction);
}

/// Appends `value` with a precision and, if asked, ".0" behind integral values.
pub fn append_double(out: &mut Vec<u8>, value: f64, precision: i32, zero_fraction: bool) {
    let start = out.len();
    write_float(out, value, precision);
    if zero_fraction && looks_like_int(&out[start..]) {
        out.extend_from_slice(b".0");
    }
}

fn looks_like_int(text: &[u8]) -> bool {
    text.iter().all(|b| b.is_ascii_digit() || *b == b'-')
}

/// Where text goes; private so that no generic code crosses the crate's border.
trait Sink {
    fn put(&mut self, bytes: &[u8]);

    fn zeros(&mut self, count: usize) {
        for _ in 0..count {
            self.put(b"0");
        }
    }
}

impl Sink for Vec<u8> {
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

impl Sink for FloatText {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        let start = usize::from(self.len);
        self.buffer[start..start + bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len() as u8;
    }
}

fn write_float(out: &mut impl Sink, value: f64, precision: i32) {
    if !value.is_finite() {
        let name: &[u8] = if value.is_nan() {
            b"NAN"
        } else if value < 0.0 {
            b"-INF"
        } else {
            b"INF"
        };
        // PHP takes a precision for the largest width here.
        let width = if precision < 0 { 4 } else { precision.max(1) as usize };
        return out.put(&name[..width.min(name.len())]);
    }
    write_general(out, value, precision, b'E');
}

/// C's `%g` for a finite float, with PHP's exponent form; `precision` as in [`append_float`].
pub fn append_general(out: &mut Vec<u8>, value: f64, precision: i32, exponent_char: u8) {
    write_general(out, value, precision, exponent_char);
}

fn write_general(out: &mut impl Sink, value: f64, precision: i32, exponent_char: u8) {
    if value.is_sign_negative() {
        out.put(b"-");
    }
    let value = value.abs();
    if value == 0.0 {
        return out.put(b"0");
    }
    if precision < 0 {
        let digits = Digits::shortest(value);
        return layout(out, digits.as_slice(), digits.point, 17, exponent_char);
    }
    let count = (precision as usize).clamp(1, MAX_DIGITS);
    match Digits::rounded(value, count) {
        Some(digits) => layout(out, digits.as_slice(), digits.point, precision.max(1), exponent_char),
        None => {
            let mut digits = Vec::new();
            let point = exact_digits(value, count, &mut digits);
            layout(out, trim_zeros(&digits), point, precision.max(1), exponent_char);
        }
    }
}

/// Lays out 0.`digits` × 10^`point`; an exponent is used from `limit` digits on and below 0.0001.
fn layout(out: &mut impl Sink, digits: &[u8], point: i32, limit: i32, exponent_char: u8) {
    if point < -3 || point > limit {
        out.put(&digits[..1]);
        out.put(b".");
        out.put(if digits.len() > 1 { &digits[1..] } else { b"0" });
        out.put(&[exponent_char, if point < 1 { b'-' } else { b'+' }]);
        out.put(crate::IntText::new(i64::from(point - 1).abs()).as_bytes());
    } else if point <= 0 {
        out.put(b"0.");
        out.zeros(point.unsigned_abs() as usize);
        out.put(digits);
    } else if digits.len() <= point as usize {
        out.put(digits);
        out.zeros(point as usize - digits.len());
    } else {
        let (integral, fraction) = digits.split_at(point as usize);
        out.put(integral);
        out.put(b".");
        out.put(fraction);
    }
}

/// Up to 17 significant digits of 0.`buffer` × 10^`point`, without zeros at the end.
struct Digits {
    buffer: [u8; 17],
    len: usize,
    point: i32,
}

impl Digits {
    /// The fewest digits that read back as `value`, which is positive and finite.
    fn shortest(value: f64) -> Digits {
        let mut buffer = zmij::Buffer::new();
        let mut digits = Digits { buffer: [0; 17], len: 0, point: 0 };
        let mut point = None;
        let mut exponent = 0;
        let text = buffer.format_finite(value).as_bytes();
        for (i, &byte) in text.iter().enumerate() {
            match byte {
                b'.' => point = Some(digits.point),
                b'e' => {
                    exponent = crate::parse::to_int(&text[i + 1..]) as i32;
                    break;
                }
                b'0' if digits.len == 0 => digits.point -= i32::from(point.is_some()),
                _ => {
                    // Zeros at the end of an integer count for the point, but need no place.
                    if digits.len < 17 {
                        digits.buffer[digits.len] = byte;
                        digits.len += 1;
                    }
                    digits.point += i32::from(point.is_none());
                }
            }
        }
        digits.point += exponent;
        digits.trim();
        digits
    }

    /// `value` to `count` digits, if the shortest digits tell it without exact arithmetic.
    ///
    /// No decimal of `count` + 1 digits (a point where rounding changes direction) lies strictly between `value` and
    /// its shortest digits: it would have been chosen as the shortest. So unless the shortest digits are such a
    /// decimal themselves, they round the same way as the exact value.
    fn rounded(value: f64, count: usize) -> Option<Digits> {
        // Decimals of up to 15 digits are further apart than doubles; not so the subnormal ones.
        if count > 15 || value < 1e-300 {
            return None;
        }
        let mut digits = Digits::shortest(value);
        if digits.len <= count {
            return Some(digits);
        }
        let tail = &digits.buffer[count..digits.len];
        if tail == b"5" {
            return None;
        }
        let up = tail[0] >= b'5';
        digits.len = count;
        if up {
            digits.increment();
        }
        digits.trim();
        Some(digits)
    }

    fn increment(&mut self) {
        for i in (0..self.len).rev() {
            if self.buffer[i] != b'9' {
                self.buffer[i] += 1;
                self.len = i + 1;
                return;
            }
        }
        self.buffer[0] = b'1';
        self.len = 1;
        self.point += 1;
    }

    fn trim(&mut self) {
        self.len = trim_zeros(self.as_slice()).len();
    }

    fn as_slice(&self) -> &[u8] {
        &self.buffer[..self.len]
    }
}

fn trim_zeros(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().rev().take_while(|&&b| b == b'0').count();
    &digits[..(digits.len() - zeros).max(1)]
}

/// Appends exactly `count` significant digits of `value` (finite, not negative), rounded half to even; returns the
/// place of the decimal point: the value is 0.digits × 10^point.
pub fn exact_digits(value: f64, count: usize, out: &mut Vec<u8>) -> i32 {
    let start = out.len();
    let _ = write!(out, "{:.*e}", count - 1, value);
    let exponent_at = start + out[start..].iter().position(|&b| b == b'e').unwrap_or(0);
    let exponent = crate::parse::to_int(&out[exponent_at + 1..]) as i32;
    out.truncate(exponent_at);
    if count > 1 {
        out.remove(start + 1);
    }
    exponent + 1
}

/// Appends `value` (finite) with exactly `decimals` digits behind the point, rounded half to even: C's `%.*f`.
pub fn append_fixed(out: &mut Vec<u8>, value: f64, decimals: usize) {
    let _ = write!(out, "{value:.decimals$}");
}
