//! Numeric strings: what `is_numeric`, casts, arithmetic and array keys make of text.

use crate::Number;
use std::cmp::Ordering;

/// The digits of the largest integer.
const MAX_DIGITS: usize = 19;

/// How a string reads as a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Numeric {
    /// The whole string is an integer.
    Int(i64),
    /// The whole string is a float, or an integer too large for `int`.
    Float(f64),
    /// An integer with trailing garbage ("a leading-numeric string").
    IntPrefix(i64),
    /// A float with trailing garbage.
    FloatPrefix(f64),
    /// Not numeric at all.
    None,
}

impl Numeric {
    /// The number if the whole string is numeric.
    pub fn whole(self) -> Option<Number> {
        match self {
            Numeric::Int(i) => Some(Number::Int(i)),
            Numeric::Float(f) => Some(Number::Float(f)),
            _ => None,
        }
    }

    /// The number at the start of the string, trailing garbage or not.
    pub fn leading(self) -> Option<Number> {
        match self {
            Numeric::Int(i) | Numeric::IntPrefix(i) => Some(Number::Int(i)),
            Numeric::Float(f) | Numeric::FloatPrefix(f) => Some(Number::Float(f)),
            Numeric::None => None,
        }
    }
}

/// Reads `text` as PHP's arithmetic and `is_numeric` do.
#[inline]
pub fn classify(text: &[u8]) -> Numeric {
    classify_with_overflow(text).0
}

/// As [`classify`], and the sign (-1, 1) of an integer that did not fit `int`, else 0.
#[inline]
pub fn classify_with_overflow(text: &[u8]) -> (Numeric, i8) {
    match text.first() {
        // No number starts with a byte above '9'.
        None | Some(b':'..) => (Numeric::None, 0),
        Some(_) => scan(text),
    }
}

/// Whether the whole text is numeric: what `is_numeric` says of strings.
pub fn is_whole(text: &[u8]) -> bool {
    let start = text.iter().position(|&b| !is_space(b)).unwrap_or(text.len());
    let signed = start + usize::from(matches!(text.get(start), Some(b'-' | b'+')));
    let body = &text[signed..];
    let integral = digits(body, 0);
    let mut end = integral;
    if body.get(end) == Some(&b'.') {
        end = digits(body, end + 1);
        if integral == 0 && end == 1 {
            return false;
        }
    } else if integral == 0 {
        return false;
    }
    let end = exponent_end(body, end).unwrap_or(end);
    body[end..].iter().all(|&b| is_space(b))
}

/// Whether `byte` is white space for numeric strings.
#[inline]
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// The integer that a text of nothing but few digits, behind a minus sign or none, is.
#[inline]
pub fn plain_int(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || digits.len() >= MAX_DIGITS {
        return None;
    }
    let mut value = 0;
    for &b in digits {
        let digit = b.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value * 10 + i64::from(digit);
    }
    Some(if negative { -value } else { value })
}

fn scan(text: &[u8]) -> (Numeric, i8) {
    if let Some(i) = plain_int(text) {
        return (Numeric::Int(i), 0);
    }
    let start = text.iter().take_while(|&&b| is_space(b)).count();
    let text = &text[start..];
    let negative = text.first() == Some(&b'-');
    let signed = usize::from(matches!(text.first(), Some(b'-' | b'+')));
    let body = &text[signed..];
    let at = |i: usize| body.get(i).copied().unwrap_or(0);

    let digits_end = digits(body, 0);
    let is_float = if digits_end == 0 {
        if at(0) != b'.' || !at(1).is_ascii_digit() {
            return (Numeric::None, 0);
        }
        true
    } else {
        at(digits_end) == b'.' || exponent_end(body, digits_end).is_some()
    };

    let zeros = body[..digits_end].iter().take_while(|&&b| b == b'0').count();
    let significant = digits_end - zeros;
    let mut overflow = if significant > MAX_DIGITS { if negative { -1 } else { 1 } } else { 0 };
    let (number, end) = if is_float {
        let end = float_end(body);
        (Number::Float(parse_float(&text[..signed + end])), end)
    } else if significant < MAX_DIGITS || significant == MAX_DIGITS && fits(body, digits_end, negative) {
        (Number::Int(wrapping_int(&body[zeros..digits_end], negative)), digits_end)
    } else {
        overflow = if negative { -1 } else { 1 };
        (Number::Float(parse_float(&text[..signed + digits_end])), digits_end)
    };

    let whole = body[end..].iter().all(|&b| is_space(b));
    let numeric = match (number, whole) {
        (Number::Int(i), true) => Numeric::Int(i),
        (Number::Int(i), false) => Numeric::IntPrefix(i),
        (Number::Float(f), true) => Numeric::Float(f),
        (Number::Float(f), false) => Numeric::FloatPrefix(f),
    };
    (numeric, overflow)
}

/// Whether an integer of 19 digits that ends at `end` fits.
///
/// PHP compares it with the smallest integer as C strings, up to the end of the whole text, so that in a text that
/// goes on "-9223372036854775808" does not fit. And behind a broken exponent ("e+") it is one byte off.
fn fits(body: &[u8], end: usize, negative: bool) -> bool {
    let broken_exponent = matches!(body[end..], [b'e' | b'E', b'-' | b'+', ..]);
    let text = &body[end - MAX_DIGITS + usize::from(broken_exponent)..];
    let text = &text[..text.iter().position(|&b| b == 0).unwrap_or(text.len())];
    match text.cmp(b"9223372036854775808") {
        Ordering::Less => true,
        Ordering::Equal => negative,
        Ordering::Greater => false,
    }
}

fn wrapping_int(digits: &[u8], negative: bool) -> i64 {
    let magnitude = digits.iter().fold(0i64, |n, &b| n.wrapping_mul(10).wrapping_add(i64::from(b - b'0')));
    if negative { magnitude.wrapping_neg() } else { magnitude }
}

/// The index behind the run of digits that starts at `from`.
fn digits(text: &[u8], from: usize) -> usize {
    from + text[from..].iter().take_while(|b| b.is_ascii_digit()).count()
}

/// The index behind an exponent ("e5", "E-5") that starts at `from`.
fn exponent_end(text: &[u8], from: usize) -> Option<usize> {
    if !matches!(text.get(from), Some(b'e' | b'E')) {
        return None;
    }
    let start = from + 1 + usize::from(matches!(text.get(from + 1), Some(b'-' | b'+')));
    let end = if start <= text.len() { digits(text, start) } else { start };
    (end > start).then_some(end)
}

/// The length of the unsigned decimal float at the start of `text`; 0 if there is none.
fn float_end(text: &[u8]) -> usize {
    let integral = digits(text, 0);
    let mut end = integral;
    if text.get(end) == Some(&b'.') {
        let fraction = digits(text, end + 1);
        if integral == 0 && fraction == 1 {
            return 0;
        }
        end = fraction;
    } else if integral == 0 {
        return 0;
    }
    exponent_end(text, end).unwrap_or(end)
}

/// The value of a run of digits, if it fits.
fn parse_int(digits: &[u8], negative: bool) -> Option<i64> {
    if digits.len() < MAX_DIGITS {
        return Some(wrapping_int(digits, negative));
    }
    let mut value = 0i64;
    for &b in digits {
        let digit = i64::from(b - b'0');
        value = value.checked_mul(10)?;
        value = if negative { value.checked_sub(digit)? } else { value.checked_add(digit)? };
    }
    Some(value)
}

/// Powers of ten that a float holds exactly.
const EXACT_POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21,
    1e22,
];

/// The value of digits with a point among them, where one division of exact floats gives it: so it is rounded once.
fn short_float(text: &[u8]) -> Option<f64> {
    let (negative, body) = match text {
        [b'-', body @ ..] => (true, body),
        [b'+', body @ ..] => (false, body),
        body => (false, body),
    };
    if body.len() >= MAX_DIGITS {
        return None;
    }
    let (mut digits, mut point) = (0u64, None);
    for (i, &b) in body.iter().enumerate() {
        match b {
            b'0'..=b'9' => digits = digits * 10 + u64::from(b - b'0'),
            b'.' if point.is_none() => point = Some(i),
            _ => return None,
        }
    }
    let fraction = point.map_or(0, |at| body.len() - at - 1);
    if digits >> f64::MANTISSA_DIGITS != 0 {
        return None;
    }
    let value = digits as f64 / EXACT_POWERS[fraction];
    Some(if negative { -value } else { value })
}

fn parse_float(text: &[u8]) -> f64 {
    if let Some(value) = short_float(text) {
        return value;
    }
    std::str::from_utf8(text).ok().and_then(|s| s.parse().ok()).unwrap_or(0.0)
}

/// `(int) $text`.
///
/// A float in the text saturates instead of wrapping around: `(int) "1e30"` is `PHP_INT_MAX`. But INF is 0.
#[inline]
pub fn to_int(text: &[u8]) -> i64 {
    match classify(text).leading() {
        Some(Number::Int(i)) => i,
        Some(Number::Float(f)) if f.is_finite() => f as i64,
        _ => 0,
    }
}

/// `(float) $text`.
pub fn to_float(text: &[u8]) -> f64 {
    strtod(text).0
}

/// The float at the start of `text`, behind optional white space, and the number of bytes read (0: none).
pub fn strtod(text: &[u8]) -> (f64, usize) {
    let start = text.iter().take_while(|&&b| is_space(b)).count();
    let signed = start + usize::from(matches!(text.get(start), Some(b'-' | b'+')));
    match float_end(&text[signed..]) {
        0 => (0.0, 0),
        len => (parse_float(&text[start..signed + len]), signed + len),
    }
}

/// The integer that PHP uses in place of the array key `text`: only canonical decimal integers.
#[inline]
pub fn array_key(text: &[u8]) -> Option<i64> {
    match *text {
        [digit @ b'0'..=b'9'] => Some(i64::from(digit - b'0')),
        [b'1'..=b'9', _, ..] if text.len() <= 19 => canonical(text, false),
        [b'-', b'1'..=b'9', ..] if text.len() <= 20 => canonical(&text[1..], true),
        _ => None,
    }
}

fn canonical(digits: &[u8], negative: bool) -> Option<i64> {
    let all = digits.iter().all(u8::is_ascii_digit);
    if all { parse_int(digits, negative) } else { None }
}

/// `intval($text, $base)` for a base other than 10: C's `strtol`, before which PHP takes away "0b".
///
/// Base 0 takes the base from the prefix. The result saturates.
pub fn to_int_in_base(text: &[u8], base: u32) -> i64 {
    let start = text.iter().take_while(|&&b| is_space(b)).count();
    let text = &text[start..];
    let sign = matches!(text.first(), Some(b'-' | b'+')).then(|| text[0] == b'-');
    let body = &text[usize::from(sign.is_some())..];
    match (base, body, sign) {
        (0 | 2, [b'0', b'b' | b'B', rest @ ..], Some(negative)) => strtol_unsigned(rest, 2, negative),
        (0 | 2, [b'0', b'b' | b'B', rest @ ..], None) => strtol(rest, 2),
        _ => strtol(text, base),
    }
}

fn strtol(text: &[u8], base: u32) -> i64 {
    let start = text.iter().take_while(|&&b| is_space(b)).count();
    let negative = text.get(start) == Some(&b'-');
    let signed = usize::from(matches!(text.get(start), Some(b'-' | b'+')));
    strtol_unsigned(&text[start + signed..], base, negative)
}

fn strtol_unsigned(text: &[u8], base: u32, negative: bool) -> i64 {
    let (base, digits) = match (base, text) {
        (0 | 16, [b'0', b'x' | b'X', rest @ ..]) => (16, rest),
        (0 | 2, [b'0', b'b' | b'B', rest @ ..]) => (2, rest),
        (0, [b'0', ..]) => (8, text),
        (0, _) => (10, text),
        _ => (base, text),
    };
    let mut value = 0i64;
    for digit in digits.iter().map_while(|&b| (b as char).to_digit(base)) {
        let digit = i64::from(digit);
        let next = value.checked_mul(i64::from(base));
        let next = next.and_then(|v| if negative { v.checked_sub(digit) } else { v.checked_add(digit) });
        match next {
            Some(next) => value = next,
            None => return if negative { i64::MIN } else { i64::MAX },
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_floats_are_those_of_the_standard_library() {
        let mut state = 1u64;
        let mut some = 0;
        for _ in 0..200_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let digits = (state >> 11).to_string();
            let digits = &digits[..1 + (state >> 7) as usize % digits.len().min(17)];
            let at = (state >> 3) as usize % (digits.len() + 1);
            let text = format!("{}{}.{}", if state & 4 == 0 { "-" } else { "" }, &digits[..at], &digits[at..]);
            if let Some(value) = short_float(text.as_bytes()) {
                assert_eq!(value.to_bits(), text.parse::<f64>().expect("a float").to_bits(), "{text}");
                some += 1;
            }
        }
        assert!(some > 100_000, "only {some} were short");
    }

    #[test]
    fn whole_texts() {
        let pieces: [&[u8]; 9] = [b"", b" ", b"-", b"+", b"12", b".", b"e", b"E-", b"x"];
        for i in 0..9usize.pow(5) {
            let text: Vec<u8> = (0..5).flat_map(|at| pieces[i / 9usize.pow(at) % 9]).copied().collect();
            assert_eq!(is_whole(&text), classify(&text).whole().is_some(), "{}", text.escape_ascii());
        }
    }

    #[test]
    fn plain_integers() {
        for (text, value) in [("0", 0), ("-0", 0), ("007", 7), ("-12", -12), ("999999999999999999", 999_999_999_999_999_999)] {
            assert_eq!(plain_int(text.as_bytes()), Some(value), "{text}");
        }
        for text in ["", "-", "+1", " 1", "1 ", "1.", "--1", "1e1", "9999999999999999999"] {
            assert_eq!(plain_int(text.as_bytes()), None, "{text}");
        }
    }
}
