//! Decimal numbers of any length: an integer and how many of its digits stand behind the point.
//!
//! Every operation is exact, or cut off (never rounded) at a scale that the caller names, as bcmath has it.

use dashu_int::{
    IBig, Sign, UBig,
    ops::{Abs, BitTest, DivRem, SquareRoot},
};
use phant_native::limits;
use std::cmp::Ordering;

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

fn power_of_ten(exponent: usize) -> IBig {
    IBig::from(UBig::from(10u8).pow(exponent))
}

impl Decimal {
    /// Zero.
    pub const ZERO: Decimal = Decimal { value: IBig::ZERO, scale: 0 };
    /// One.
    pub const ONE: Decimal = Decimal { value: IBig::ONE, scale: 0 };

    /// Reads a sign, digits, a point and digits, all of which may be missing. `None` if there is anything else. A NUL ends
    /// the text, as it does in PHP.
    pub fn parse(text: &[u8]) -> Option<Decimal> {
        let text = text.split(|&b| b == 0).next()?;
        let (negative, digits) = match text {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            _ => (false, text),
        };
        let point = digits.iter().position(|&b| b == b'.');
        let (whole, fraction) = match point {
            Some(at) => (&digits[..at], &digits[at + 1..]),
            None => (digits, &[][..]),
        };
        if !whole.iter().chain(fraction).all(u8::is_ascii_digit) {
            return None;
        }
        let all = [whole, fraction].concat();
        let magnitude = match std::str::from_utf8(&all) {
            Ok("") => UBig::ZERO,
            Ok(digits) => UBig::from_str_radix(digits, 10).ok()?,
            Err(_) => return None,
        };
        let sign = if negative { Sign::Negative } else { Sign::Positive };
        Some(Decimal { value: IBig::from_parts(sign, magnitude), scale: fraction.len() })
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
    pub fn text(&self, scale: usize) -> Vec<u8> {
        let kept = if self.scale > scale { self.cut(scale) } else { self.clone() };
        let (sign, magnitude) = kept.value.into_parts();
        let digits = magnitude.to_string();
        let mut out = Vec::with_capacity(digits.len().max(kept.scale + 1) + scale - kept.scale + 2);
        if sign == Sign::Negative && !magnitude.is_zero() {
            out.push(b'-');
        }
        let whole = digits.len().saturating_sub(kept.scale);
        if whole == 0 {
            out.push(b'0');
        }
        out.extend_from_slice(&digits.as_bytes()[..whole]);
        if scale > 0 {
            out.push(b'.');
            out.extend(std::iter::repeat_n(b'0', kept.scale.saturating_sub(digits.len())));
            out.extend_from_slice(&digits.as_bytes()[whole..]);
            out.extend(std::iter::repeat_n(b'0', scale - kept.scale));
        }
        out
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
        String::from_utf8(number.text(scale)).expect("digits")
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
