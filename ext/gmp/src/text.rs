//! Integers as digits, in bases from 2 to 62.

use dashu_int::{IBig, Sign, UBig};
use phant_numeric::{WIDE_DIGITS, WideDigits, WideText};

/// Up to base 36 case does not matter; above, small letters follow capital ones.
fn digit(byte: u8, base: u32) -> Option<u64> {
    let value = match byte {
        b'0'..=b'9' => byte - b'0',
        b'A'..=b'Z' => byte - b'A' + 10,
        b'a'..=b'z' if base <= 36 => byte - b'a' + 10,
        b'a'..=b'z' => byte - b'a' + 36,
        _ => return None,
    };
    (u32::from(value) < base).then_some(u64::from(value))
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

/// Reads a number. Blanks may be anywhere; a minus and, where it fits the base, a prefix may stand first (`0x`, `0b`, and
/// PHP's `0o`). Base 0 asks the prefix, where a zero alone is octal. A NUL ends the text.
pub fn parse(text: &[u8], base: u32) -> Option<IBig> {
    let mut text = text.split(|&b| b == 0).next()?;
    let start = text.iter().position(|&b| !is_space(b))?;
    text = &text[start..];
    let mut base = base;
    let prefix = match text {
        [b'0', b'x' | b'X', ..] => 16,
        [b'0', b'b' | b'B', ..] => 2,
        [b'0', b'o' | b'O', ..] => 8,
        _ => 0,
    };
    if prefix != 0 && (base == 0 || base == prefix) {
        (text, base) = (&text[2..], prefix);
    }
    let start = text.iter().position(|&b| !is_space(b))?;
    text = &text[start..];
    let negative = text.first() == Some(&b'-');
    if negative {
        text = &text[1..];
    }
    // Digits must follow at once.
    digit(*text.first()?, if base == 0 { 10 } else { base })?;
    if base == 0 {
        base = 10;
        if text[0] == b'0' {
            (text, base) = match text {
                [_, b'x' | b'X', rest @ ..] => (rest, 16),
                [_, b'b' | b'B', rest @ ..] => (rest, 2),
                _ => (&text[1..], 8),
            };
            if text.is_empty() && base == 8 {
                return Some(IBig::ZERO);
            }
        }
    }
    let digits = text.iter().filter(|&&b| !is_space(b)).map(|&byte| digit(byte, base));
    let magnitude = if base == 10 && text.len() <= WIDE_DIGITS { few_digits(digits)? } else { many_digits(digits, base)? };
    Some(IBig::from_parts(if negative { Sign::Negative } else { Sign::Positive }, magnitude))
}

/// Decimal digits that fit 128 bits.
fn few_digits(digits: impl Iterator<Item = Option<u64>>) -> Option<UBig> {
    let mut number = WideDigits::default();
    for digit in digits {
        number.push(digit? as u8);
    }
    (!number.is_empty()).then(|| UBig::from(number.value()))
}

fn many_digits(digits: impl Iterator<Item = Option<u64>>, base: u32) -> Option<UBig> {
    let digits = digits.collect::<Option<Vec<u64>>>()?;
    match base.is_power_of_two() || digits.len() > 18 {
        _ if digits.is_empty() => None,
        true => UBig::from_digits(u64::from(base), &digits).ok(),
        false => Some(UBig::from(digits.iter().fold(0u128, |n, &d| n * u128::from(base) + u128::from(d)))),
    }
}

/// The usual base, where most numbers fit 128 bits.
fn decimal(number: &IBig) -> Vec<u8> {
    let (sign, words) = number.as_sign_words();
    let magnitude = match *words {
        [] => 0,
        [low] => u128::from(low),
        [low, high] => u128::from(high) << 64 | u128::from(low),
        _ => return number.to_string().into_bytes(),
    };
    let digits = WideText::new(magnitude);
    let sign: &[u8] = if sign == Sign::Negative { b"-" } else { b"" };
    [sign, digits.as_bytes()].concat()
}

/// Writes a number; below zero, a base means capital letters.
pub fn show(number: &IBig, base: i64) -> Vec<u8> {
    const SMALL: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    const CAPITAL: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    if base == 10 {
        return decimal(number);
    }
    let alphabet = if (2..=36).contains(&base) { SMALL } else { CAPITAL };
    let (sign, magnitude) = number.clone().into_parts();
    let mut out = Vec::new();
    if sign == Sign::Negative && !magnitude.is_zero() {
        out.push(b'-');
    }
    if magnitude.is_zero() {
        out.push(b'0');
    } else {
        out.extend(magnitude.to_digits(base.unsigned_abs()).iter().map(|&digit| alphabet[digit as usize]));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        for (text, base, expected) in [
            ("0x1F", 0, Some(31)),
            ("-0x1F", 0, Some(-31)),
            ("017", 0, Some(15)),
            ("0o17", 0, Some(15)),
            ("0", 0, Some(0)),
            (" 5 6 ", 10, Some(56)),
            ("z", 62, Some(61)),
            ("Z", 36, Some(35)),
            ("09", 0, None),
            ("+5", 0, None),
            ("- 5", 0, None),
            ("0x", 0, None),
            ("", 0, None),
        ] {
            assert_eq!(parse(text.as_bytes(), base), expected.map(IBig::from), "{text}");
        }
        let long = "123456789012345678901234567890";
        let number = parse(long.as_bytes(), 10).expect("digits");
        assert_eq!(show(&number, 10), long.as_bytes());
        assert_eq!(parse(&show(&number, 62), 62), Some(number));
        assert_eq!(show(&IBig::from(-255), -16), b"-FF");
        assert_eq!(show(&IBig::ZERO, 7), b"0");
    }
}
