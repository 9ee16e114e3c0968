//! Decimal numbers of any length: an integer and how many of its digits stand behind the point.
//!
//! Every operation is exact, or cut off (never rounded) at a scale that the caller names, as bcmath has it.

use dashu_int::{
    IBig, Sign, UBig,
    ops::{Abs, BitTest, DivRem, SquareRoot},
};
use phant_memory::Str;
use phant_native::limits;
use phant_numeric::{WIDE_DIGITS, WideDigits, WideText};
use std::{borrow::Cow, cmp::Ordering};

/// The largest scale that PHP accepts.
pub const MAX_SCALE: usize = i32::MAX as usize;

/// `value / 10^scale`
#[derive(Clone, Debug)]
pub struct Decimal {
    value: IBig,
    scale: usize,
}

/// How [`Decimal::round`] decides: what becomes of a digit behind the place that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the cases of `RoundingMode`
pub enum Rounding {
    HalfAwayFromZero,
    HalfTowardsZero,
    HalfEven,
    HalfOdd,
    TowardsZero,
    AwayFromZero,
    NegativeInfinity,
    PositiveInfinity,
}

/// The powers of ten that fit 128 bits.
static POWERS: [u128; WIDE_DIGITS + 1] = {
    let mut powers = [1; WIDE_DIGITS + 1];
    let mut exponent = 1;
    while exponent <= WIDE_DIGITS {
        powers[exponent] = 10 * powers[exponent - 1];
        exponent += 1;
    }
    powers
};

fn power_of_ten(exponent: usize) -> IBig {
    match POWERS.get(exponent) {
        Some(&power) => IBig::from(power),
        None => IBig::from(UBig::from(10u8).pow(exponent)),
    }
}

/// So many times [`WIDE_DIGITS`] digits are read and written piece by piece; for more there is a better way.
const PIECES: usize = 4;

/// The digits of a number that does not fit 128 bits.
fn long_digits(mut number: UBig) -> Vec<u8> {
    if number.bit_len() > PIECES * 128 {
        return number.to_string().into_bytes();
    }
    let piece = UBig::from(POWERS[WIDE_DIGITS]);
    let mut pieces = Vec::with_capacity(PIECES + 1);
    while number >= piece {
        let (rest, last) = number.div_rem(&piece);
        pieces.push(u128::try_from(last).unwrap_or_default());
        number = rest;
    }
    let mut digits = WideText::new(u128::try_from(number).unwrap_or_default()).as_bytes().to_vec();
    for piece in pieces.into_iter().rev() {
        let text = WideText::new(piece);
        digits.resize(digits.len() + WIDE_DIGITS - text.as_bytes().len(), b'0');
        digits.extend_from_slice(text.as_bytes());
    }
    digits
}

/// The magnitude of a number that fits 128 bits.
fn short_magnitude(value: &IBig) -> Option<u128> {
    match *value.as_sign_words().1 {
        [] => Some(0),
        [low] => Some(u128::from(low)),
        [low, high] => Some(u128::from(high) << 64 | u128::from(low)),
        _ => None,
    }
}

impl Decimal {
    /// Zero.
    pub const ZERO: Decimal = Decimal { value: IBig::ZERO, scale: 0 };
    /// One.
    pub const ONE: Decimal = Decimal { value: IBig::ONE, scale: 0 };

    /// Reads a sign, digits, a point and digits, all of which may be missing. `None` if there is anything else. A NUL ends
    /// the text, as it does in PHP.
    pub fn parse(text: &[u8]) -> Option<Decimal> {
        let (negative, digits) = match text {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            _ => (false, text),
        };
        let (magnitude, scale) = if digits.len() <= WIDE_DIGITS { Decimal::short(digits)? } else { Decimal::long(digits)? };
        let sign = if negative { Sign::Negative } else { Sign::Positive };
        Some(Decimal { value: IBig::from_parts(sign, magnitude), scale })
    }

    /// At most [`WIDE_DIGITS`] digits and a point, as an integer and how many digits were behind the point.
    fn short(text: &[u8]) -> Option<(UBig, usize)> {
        let (mut digits, mut point, mut len) = (WideDigits::default(), None, text.len());
        for (at, &byte) in text.iter().enumerate() {
            match byte {
                b'0'..=b'9' => digits.push(byte - b'0'),
                b'.' if point.is_none() => point = Some(at),
                0 => {
                    len = at;
                    break;
                }
                _ => return None,
            }
        }
        Some((UBig::from(digits.value()), point.map_or(0, |point| len - point - 1)))
    }

    /// Any number of them.
    fn long(text: &[u8]) -> Option<(UBig, usize)> {
        let text = text.split(|&b| b == 0).next()?;
        let point = text.iter().position(|&b| b == b'.');
        let (whole, fraction) = match point {
            Some(at) => (&text[..at], &text[at + 1..]),
            None => (text, &[][..]),
        };
        if !whole.iter().chain(fraction).all(u8::is_ascii_digit) {
            return None;
        }
        let all = [whole, fraction].concat();
        let magnitude = match std::str::from_utf8(&all) {
            Ok("") => UBig::ZERO,
            Ok(digits) if digits.len() > PIECES * WIDE_DIGITS => UBig::from_str_radix(digits, 10).ok()?,
            Ok(digits) => digits.as_bytes().chunks(WIDE_DIGITS).fold(UBig::ZERO, |number, piece| {
                let mut digits = WideDigits::default();
                piece.iter().for_each(|byte| digits.push(byte - b'0'));
                number * UBig::from(POWERS[piece.len()]) + UBig::from(digits.value())
            }),
            Err(_) => return None,
        };
        Some((magnitude, fraction.len()))
    }

    /// An integer.
    pub fn from_int(int: i64) -> Decimal {
        Decimal { value: IBig::from(int), scale: 0 }
    }

    /// How many digits stand behind the point.
    pub fn scale(&self) -> usize {
        self.scale
    }
    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.value.is_zero()
    }
    /// Whether it is less than zero.
    pub fn is_negative(&self) -> bool {
        self.value.sign() == Sign::Negative && !self.is_zero()
    }
    /// Whether nothing but zeros stands behind the point.
    pub fn is_whole(&self) -> bool {
        self.scale == 0 || (&self.value % power_of_ten(self.scale)).is_zero()
    }
    /// The integer part as a machine integer, if it is one.
    pub fn to_int(&self) -> Option<i64> {
        i64::try_from(self.cut(0).value).ok()
    }
    /// About how many bytes its digits take.
    pub fn size(&self) -> usize {
        self.value.bit_len() / 3 + 1
    }

    /// The same number with this many digits behind the point; what is too much is cut off.
    pub fn cut(&self, scale: usize) -> Decimal {
        let value = match self.scale.cmp(&scale) {
            Ordering::Equal => self.value.clone(),
            Ordering::Less if self.value.is_zero() => IBig::ZERO,
            Ordering::Less => &self.value * power_of_ten(scale - self.scale),
            Ordering::Greater => &self.value / power_of_ten(self.scale - scale),
        };
        Decimal { value, scale }
    }

    /// The number without zeros at its end, of which it keeps those up to the digit `least`.
    pub fn trimmed(self, least: usize) -> Decimal {
        if self.scale <= least {
            return self;
        }
        if self.is_zero() {
            return self.cut(least);
        }
        let digits = self.value.to_string();
        let zeros = digits.bytes().rev().take_while(|&b| b == b'0').count();
        let scale = least.max(self.scale.saturating_sub(zeros));
        self.cut(scale)
    }

    /// Its digits, with as many behind the point as asked for.
    pub fn text(&self, scale: usize) -> Str {
        let kept = if self.scale > scale { Cow::Owned(self.cut(scale)) } else { Cow::Borrowed(self) };
        match short_magnitude(&kept.value) {
            Some(magnitude) => kept.with_point(WideText::new(magnitude).as_bytes(), scale),
            None => kept.with_point(&long_digits(kept.value.clone().into_parts().1), scale),
        }
    }

    /// The digits of the magnitude with sign, point and zeros up to the scale, which is not below the number's.
    fn with_point(&self, digits: &[u8], scale: usize) -> Str {
        let (whole, fraction) = digits.split_at(digits.len().saturating_sub(self.scale));
        // Zeros stand right behind the point, and at the end.
        let before = self.scale.saturating_sub(digits.len());
        Str::made(digits.len().max(self.scale + 1) + scale - self.scale + 2, |out| {
            if self.is_negative() {
                out.push(b'-');
            }
            out.extend(if whole.is_empty() { b"0" } else { whole });
            if scale > 0 {
                out.push(b'.');
                (0..before).for_each(|_| out.push(b'0'));
                out.extend(fraction);
                (self.scale..scale).for_each(|_| out.push(b'0'));
            }
        })
    }

    /// The two numbers' integers at their common scale.
    fn aligned(&self, other: &Decimal) -> (IBig, IBig, usize) {
        let scale = self.scale.max(other.scale);
        (self.cut(scale).value, other.cut(scale).value, scale)
    }

    /// The sum.
    pub fn add(&self, other: &Decimal) -> Decimal {
        let (a, b, scale) = self.aligned(other);
        Decimal { value: a + b, scale }
    }
    /// The difference.
    pub fn sub(&self, other: &Decimal) -> Decimal {
        let (a, b, scale) = self.aligned(other);
        Decimal { value: a - b, scale }
    }
    /// The product.
    pub fn mul(&self, other: &Decimal) -> Decimal {
        Decimal { value: &self.value * &other.value, scale: self.scale + other.scale }
    }
    /// The quotient, cut off at a scale; `None` for division by zero.
    pub fn div(&self, other: &Decimal, scale: usize) -> Option<Decimal> {
        if other.is_zero() {
            return None;
        }
        if self.is_zero() {
            return Some(Decimal { value: IBig::ZERO, scale });
        }
        // a/10^s : b/10^t at the scale is a * 10^(scale + t - s) / b.
        let (up, down) = (scale + other.scale, self.scale);
        let value = if up >= down {
            &self.value * power_of_ten(up - down) / &other.value
        } else {
            &self.value / (&other.value * power_of_ten(down - up))
        };
        Some(Decimal { value, scale })
    }
    /// The whole quotient, and the remainder, which has this number's sign; `None` for division by zero.
    pub fn div_rem(&self, other: &Decimal) -> Option<(Decimal, Decimal)> {
        if other.is_zero() {
            return None;
        }
        let (a, b, scale) = self.aligned(other);
        let (quotient, remainder) = a.div_rem(b);
        Some((Decimal { value: quotient, scale: 0 }, Decimal { value: remainder, scale }))
    }

    /// The number times itself; `None` once memory or time is used up.
    pub fn pow(&self, mut exponent: u64) -> Option<Decimal> {
        let (mut result, mut power) = (Decimal::ONE, self.clone());
        loop {
            if exponent & 1 == 1 {
                result = result.mul(&power);
            }
            exponent >>= 1;
            if exponent == 0 || limits::reached() {
                return (exponent == 0).then_some(result);
            }
            power = power.mul(&power);
        }
    }

    /// `self^exponent % modulus` of integers, none of which is negative except the number. It has the number's sign to
    /// that power, as remainders of PHP's divisions do. `None` once memory or time is used up.
    pub fn pow_mod(&self, exponent: &Decimal, modulus: &Decimal) -> Option<Decimal> {
        let exponent = exponent.cut(0).value.into_parts().1;
        let modulus = modulus.cut(0).value.abs();
        let base = self.cut(0).value % &modulus;
        let mut result = IBig::ONE % &modulus;
        for bit in (0..exponent.bit_len()).rev() {
            if limits::reached() {
                return None;
            }
            result = &result * &result % &modulus;
            if exponent.bit(bit) {
                result = result * &base % &modulus;
            }
        }
        Some(Decimal { value: result, scale: 0 })
    }

    /// The square root of a number that is not negative, cut off at a scale.
    pub fn sqrt(&self, scale: usize) -> Decimal {
        let scaled = self.cut(2 * scale.max(self.scale)).value.into_parts().1;
        let root = Decimal { value: IBig::from(scaled.sqrt()), scale: scale.max(self.scale) };
        root.cut(scale)
    }

    /// Which is greater.
    pub fn compare(&self, other: &Decimal) -> Ordering {
        let (a, b, _) = self.aligned(other);
        a.cmp(&b)
    }

    /// The number with so many digits behind the point, or, below zero, with so many zeros before it.
    pub fn round(&self, precision: i64, mode: Rounding) -> Decimal {
        let kept = usize::try_from(precision).unwrap_or(0);
        if kept >= self.scale {
            return if precision >= 0 { self.cut(kept) } else { self.round_off(precision.unsigned_abs() as usize, 0, mode) };
        }
        let dropped = (self.scale as i64).saturating_sub(precision).unsigned_abs() as usize;
        self.round_off(dropped, kept, mode)
    }

    /// Drops digits at the end; `kept` is the scale of the result.
    fn round_off(&self, dropped: usize, kept: usize, mode: Rounding) -> Decimal {
        let negative = self.is_negative();
        let magnitude = (&self.value).abs();
        // Where everything is dropped, what is left is less than a tenth: no need for the power.
        let far = dropped > self.size() + 1;
        let (quotient, remainder, half) = if far {
            (IBig::ZERO, magnitude, Ordering::Less)
        } else {
            let unit = power_of_ten(dropped);
            let (quotient, remainder) = magnitude.div_rem(&unit);
            let half = (&remainder * IBig::from(2)).cmp(&unit);
            (quotient, remainder, half)
        };
        let odd = quotient.bit(0);
        let up = match mode {
            _ if remainder.is_zero() => false,
            Rounding::HalfAwayFromZero => half.is_ge(),
            Rounding::HalfTowardsZero => half.is_gt(),
            Rounding::HalfEven => half.is_gt() || (half.is_eq() && odd),
            Rounding::HalfOdd => half.is_gt() || (half.is_eq() && !odd),
            Rounding::TowardsZero => false,
            Rounding::AwayFromZero => true,
            Rounding::NegativeInfinity => negative,
            Rounding::PositiveInfinity => !negative,
        };
        let rounded = if up { quotient + IBig::ONE } else { quotient };
        let value = if negative { -rounded } else { rounded };
        // Digits dropped before the point come back as zeros.
        let zeros = (dropped + kept).saturating_sub(self.scale);
        let value = if zeros > 0 && !value.is_zero() { value * power_of_ten(zeros) } else { value };
        Decimal { value, scale: kept }
    }

    /// The greatest integer that is not above the number.
    pub fn floor(&self) -> Decimal {
        self.round(0, Rounding::NegativeInfinity)
    }
    /// The least integer that is not below the number.
    pub fn ceil(&self) -> Decimal {
        self.round(0, Rounding::PositiveInfinity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Decimal {
        Decimal::parse(text.as_bytes()).expect("well-formed")
    }
    fn text(number: &Decimal, scale: usize) -> String {
        number.text(scale).to_text().into_owned()
    }

    #[test]
    fn texts() {
        for (given, scale, expected) in
            [("-0.05", 1, "0.0"), ("-0.05", 2, "-0.05"), (".5", 0, "0"), ("12", 3, "12.000"), ("", 0, "0"), ("0.004", 3, "0.004")]
        {
            assert_eq!(text(&number(given), scale), expected);
        }
        assert!(Decimal::parse(b"1e3").is_none() && Decimal::parse(b" 1").is_none() && Decimal::parse(b"1_0").is_none());
    }

    #[test]
    fn quotients_are_cut_off() {
        assert_eq!(text(&number("-2").div(&number("3"), 3).expect("not by zero"), 3), "-0.666");
        assert_eq!(text(&number("0.03772321").div(&number("9650.0"), 9).expect("not by zero"), 9), "0.000003909");
        let (quotient, remainder) = number("-7.5").div_rem(&number("2")).expect("not by zero");
        assert_eq!((text(&quotient, 0), text(&remainder, 1)), ("-3".into(), "-1.5".into()));
    }

    #[test]
    fn roundings() {
        for (given, precision, mode, expected) in [
            ("2.5", 0, Rounding::HalfEven, "2"),
            ("3.5", 0, Rounding::HalfEven, "4"),
            ("-2.5", 0, Rounding::HalfAwayFromZero, "-3"),
            ("1", -9, Rounding::HalfAwayFromZero, "0"),
            ("1", -2, Rounding::PositiveInfinity, "100"),
            ("155", -1, Rounding::HalfTowardsZero, "150"),
            ("0.0", -1, Rounding::AwayFromZero, "0"),
        ] {
            assert_eq!(text(&number(given).round(precision, mode), 0), expected, "{given} {precision} {mode:?}");
        }
    }
}
