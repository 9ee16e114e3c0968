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
    let mut buffer = zmij::Buffer::new();
    let shortest = buffer.format_finite(value).as_bytes();
    // In this range the shortest text is in plain notation, as PHP's is.
    let plain = (1e-4..1e14).contains(&value);
    let all_digits = precision < 0 || precision <= 15 && shortest.len() <= precision as usize;
    if plain && all_digits {
        return out.put(shortest.strip_suffix(b".0").unwrap_or(shortest));
    }
    if precision < 0 {
        let digits = Digits::parse(shortest);
        return layout(out, digits.as_slice(), digits.point, 17, exponent_char);
    }
    let count = (precision as usize).clamp(1, MAX_DIGITS);
    let digits = Digits::parse(shortest);
    let half_way_int = digits.len > count && value < 1e15 && value.fract() == 0.0;
    match if value < 1e-300 { None } else { digits.rounded(count) } {
        Some(digits) => layout(out, digits.as_slice(), digits.point, precision.max(1), exponent_char),
        None => {
            let mut digits = Vec::new();
            let point = exact_digits(value, count, &mut digits);
            // PHP leaves a zero that an integer half-way between two results is rounded down to: 1.6750E+5.
            let digits = if half_way_int { &digits[..] } else { trim_zeros(&digits) };
            layout(out, digits, point, precision.max(1), exponent_char);
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

/// Up to 20 significant digits of 0.`buffer` × 10^`point`, without zeros at the end.
struct Digits {
    buffer: [u8; 20],
    len: usize,
    point: i32,
}

impl Digits {
    /// Takes apart the text of a positive float: "12.5", "0.001", "1.5e-7".
    fn parse(text: &[u8]) -> Digits {
        let (mantissa, exponent) = match text.iter().rposition(|&b| b == b'e') {
            Some(at) => (&text[..at], crate::parse::to_int(&text[at + 1..]) as i32),
            None => (text, 0),
        };
        let dot = mantissa.iter().position(|&b| b == b'.').unwrap_or(mantissa.len());
        let integral = if mantissa[0] == b'0' { &[] } else { &mantissa[..dot] };
        let mut fraction = mantissa.get(dot + 1..).unwrap_or_default();
        let mut point = exponent + integral.len() as i32;
        if integral.is_empty() {
            let zeros = fraction.iter().take_while(|&&b| b == b'0').count();
            fraction = &fraction[zeros..];
            point -= zeros as i32;
        }
        let mut digits = Digits { buffer: [0; 20], len: integral.len() + fraction.len(), point };
        digits.buffer[..integral.len()].copy_from_slice(integral);
        digits.buffer[integral.len()..digits.len].copy_from_slice(fraction);
        digits.trim();
        digits
    }

    /// The shortest digits of a float, rounded to `count` digits as the float itself would be; `None` if that takes
    /// exact arithmetic.
    ///
    /// No decimal of `count` + 1 digits (a point where rounding changes direction) lies strictly between a float and
    /// its shortest digits: it would have been chosen as the shortest. So unless the shortest digits are such a
    /// decimal themselves, they round the same way as the exact value.
    fn rounded(mut self, count: usize) -> Option<Digits> {
        // Decimals of up to 15 digits are further apart than normal doubles.
        if count > 15 {
            return None;
        }
        if self.len <= count {
            return Some(self);
        }
        let tail = &self.buffer[count..self.len];
        if tail == b"5" {
            return None;
        }
        let up = tail[0] >= b'5';
        self.len = count;
        if up {
            self.increment();
        }
        self.trim();
        Some(self)
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
    let shown = count.min(MOST_DIGITS);
    let _ = write!(out, "{:.*e}", shown - 1, value);
    let exponent_at = start + out[start..].iter().position(|&b| b == b'e').unwrap_or(0);
    let exponent = crate::parse::to_int(&out[exponent_at + 1..]) as i32;
    out.truncate(exponent_at);
    if shown > 1 {
        out.remove(start + 1);
    }
    out.resize(out.len() + (count - shown), b'0');
    exponent + 1
}

/// No double has more digits than this, before or behind the point: what follows is zeros. Rust formats some more.
const MOST_DIGITS: usize = 1100;

/// Appends `value` (finite) with exactly `decimals` digits behind the point, rounded half to even: C's `%.*f`.
pub fn append_fixed(out: &mut Vec<u8>, value: f64, decimals: usize) {
    if !append_fixed_exact(out, value, decimals) {
        let shown = decimals.min(MOST_DIGITS);
        let _ = write!(out, "{value:.shown$}");
        out.resize(out.len() + (decimals - shown), b'0');
    }
}

/// The powers of ten that fit 64 bits.
const POWERS: [u64; 20] = {
    let mut powers = [1; 20];
    let mut i = 1;
    while i < 20 {
        powers[i] = powers[i - 1] * 10;
        i += 1;
    }
    powers
};

/// [`append_fixed`] for what occurs in practice, in integers: the value is a mantissa over a power of two, so its digits
/// are those of the mantissa times a power of ten, shifted, and what is shifted out decides how to round. False, with
/// nothing appended, where that does not fit.
fn append_fixed_exact(out: &mut Vec<u8>, value: f64, decimals: usize) -> bool {
    const MANTISSA_BITS: u32 = f64::MANTISSA_DIGITS - 1;
    let bits = value.to_bits();
    let exponent = (bits >> MANTISSA_BITS) as u32 & 0x7ff;
    let fraction = bits & ((1 << MANTISSA_BITS) - 1);
    // The value is mantissa / 2^shift, or mantissa * 2^-shift; what is too large or too small goes elsewhere.
    let shift = 1075 - exponent as i32;
    let zero = bits << 1 == 0;
    let Some(&power) = POWERS.get(decimals) else { return false };
    if !zero && !(-11..=126).contains(&shift) {
        return false;
    }
    let mantissa = fraction | 1 << MANTISSA_BITS;
    let (integral, rest) = if zero {
        (0, 0)
    } else if shift <= 0 {
        (mantissa << -shift, 0)
    } else {
        let scaled = u128::from(mantissa) * u128::from(power);
        let half = 1u128 << (shift - 1);
        let remainder = scaled & (half + (half - 1));
        let mut digits = scaled >> shift;
        if remainder > half || remainder == half && digits & 1 == 1 {
            digits += 1;
        }
        let Ok(digits) = u64::try_from(digits) else { return false };
        (digits / power, digits % power)
    };
    // A sign, 20 digits, the point, 19 digits.
    let mut text = [b'0'; 48];
    let mut at = text.len();
    if decimals > 0 {
        let end = at;
        put_digits(&mut text, &mut at, rest);
        at = end - decimals - 1;
        text[at] = b'.';
    }
    if integral == 0 {
        at -= 1;
    }
    put_digits(&mut text, &mut at, integral);
    if value.is_sign_negative() {
        at -= 1;
        text[at] = b'-';
    }
    out.extend_from_slice(&text[at..]);
    true
}

/// Writes the digits of `number` before `at`; none for zero.
fn put_digits(text: &mut [u8; 48], at: &mut usize, mut number: u64) {
    while number > 0 {
        *at -= 1;
        text[*at] = b'0' + (number % 10) as u8;
        number /= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::{append_fixed, append_fixed_exact};

    #[test]
    fn more_digits_than_a_double_has() {
        let mut text = Vec::new();
        append_fixed(&mut text, 1.5, 200_000);
        assert_eq!((text.len(), &text[..4], text[200_001]), (200_002, &b"1.50"[..], b'0'));
    }

    #[test]
    fn fixed_is_exact() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let mut fast = 0;
        let mut check = |value: f64, decimals: usize| {
            let mut text = Vec::new();
            append_fixed(&mut text, value, decimals);
            assert_eq!(String::from_utf8_lossy(&text), format!("{value:.decimals$}"), "{value:e} with {decimals} decimals");
            fast += u32::from(append_fixed_exact(&mut text, value, decimals));
        };
        for _ in 0..300_000 {
            let (a, b) = (random(), random());
            let decimals = (b >> 8) as usize % 21;
            let any = f64::from_bits(a);
            // Hundreds of digits take their time.
            if any.is_finite() && b % 16 == 0 {
                check(any, decimals);
            }
            // Of middling size, of few digits, halves, and halves of the last place.
            let exponent = (b % 90) as i32 - 45;
            check((a >> 11) as f64 * 2f64.powi(exponent - 53), decimals);
            check((a % 2_000_000) as f64 / 1000.0, decimals % 5);
            check((a % 100_000) as f64 / 8.0, decimals % 4);
            check(-((a % 1_000_000) as f64 + 0.5) / 10f64.powi((b % 6) as i32), (b % 6) as usize);
        }
        for value in [0.0, -0.0, 0.5, 1.5, 2.5, 0.125, 0.375, 1e15, 9007199254740993.0, 1.8446744073709552e19, 1e23, 5e-324] {
            for decimals in 0..25 {
                check(value, decimals);
                check(-value, decimals);
            }
        }
        assert!(fast > 1_000_000, "{fast}");
    }
}
