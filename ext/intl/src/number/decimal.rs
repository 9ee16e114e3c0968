//! Decimal numbers of any length, and rounding them.

/// A number: `0.d₁d₂d₃… × 10^point`, or something that is no number.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Decimal {
    pub(crate) negative: bool,
    /// From the most significant one on; the first and the last are not zero.
    pub(super) digits: Vec<u8>,
    pub(super) point: i32,
    pub(crate) special: Special,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Special {
    #[default]
    None,
    Infinite,
    NaN,
}

/// How to round, numbered as NumberFormatter::ROUND_* are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mode(pub(crate) i64);

impl Mode {
    pub(crate) const HALF_EVEN: Mode = Mode(4);
    /// Whether to go away from zero, given what is cut off in relation to a half, and whether anything is.
    fn up(self, negative: bool, odd: bool, half: std::cmp::Ordering, exact: bool) -> bool {
        use std::cmp::Ordering::*;
        if exact {
            return false;
        }
        match self.0 {
            0 => !negative,
            1 => negative,
            2 => false,
            3 => true,
            mode => match half {
                Less => false,
                Greater => true,
                Equal => match mode {
                    5 => false,
                    6 => true,
                    8 => !odd,
                    9 => !negative,
                    10 => negative,
                    _ => odd,
                },
            },
        }
    }
}

impl Decimal {
    pub(crate) fn nan() -> Decimal {
        Decimal { special: Special::NaN, ..Decimal::default() }
    }
    fn make(negative: bool, digits: Vec<u8>, point: i32) -> Decimal {
        let mut made = Decimal { negative, digits, point, special: Special::None };
        made.trim();
        made
    }
    fn trim(&mut self) {
        let zeros = self.digits.iter().take_while(|&&d| d == 0).count();
        self.digits.drain(..zeros);
        self.point -= zeros as i32;
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        if self.digits.is_empty() {
            self.point = 0;
        }
    }
    /// From decimal digits in ASCII, with at most one point.
    pub(crate) fn from_digits(negative: bool, text: &str) -> Decimal {
        let point = text.find('.').unwrap_or(text.len()) as i32;
        Decimal::make(negative, text.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect(), point)
    }
    pub(crate) fn from_int(value: i64) -> Decimal {
        Decimal::from_digits(value < 0, &value.unsigned_abs().to_string())
    }
    pub(crate) fn from_float(value: f64) -> Decimal {
        if value.is_nan() {
            return Decimal::nan();
        }
        if value.is_infinite() {
            return Decimal { negative: value < 0.0, special: Special::Infinite, ..Decimal::default() };
        }
        let text = format!("{:e}", value.abs());
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let mut made = Decimal::from_digits(value.is_sign_negative(), mantissa);
        if !made.is_zero() {
            made.point += exponent.parse::<i32>().unwrap_or(0);
        }
        made
    }
    /// The number without its sign.
    pub(crate) fn size(&self) -> Decimal {
        Decimal { negative: false, ..self.clone() }
    }
    pub(crate) fn is_zero(&self) -> bool {
        self.digits.is_empty() && self.special == Special::None
    }
    pub(crate) fn is_integer(&self) -> bool {
        self.special == Special::None && self.point >= self.digits.len() as i32
    }
    /// The power of ten of the first digit.
    pub(crate) fn magnitude(&self) -> i32 {
        if self.digits.is_empty() { 0 } else { self.point - 1 }
    }
    /// Multiplies by a power of ten.
    pub(crate) fn shift(&mut self, by: i32) {
        if !self.digits.is_empty() {
            self.point += by;
        }
    }
    /// Multiplies by an integer.
    pub(crate) fn multiply(&mut self, by: i64) {
        if self.special == Special::None {
            let digits = times(&self.digits, u128::from(by.unsigned_abs()));
            let grown = digits.len() as i32 - self.digits.len() as i32;
            *self = Decimal::make(self.negative != (by < 0), digits, self.point + grown);
        }
    }
    /// The number as a float, which may be infinite.
    pub(crate) fn to_float(&self) -> f64 {
        match self.special {
            Special::NaN => f64::NAN,
            Special::Infinite if self.negative => f64::NEG_INFINITY,
            Special::Infinite => f64::INFINITY,
            Special::None => {
                let digits: String = self.digits.iter().map(|d| char::from(b'0' + d)).collect();
                let sign = if self.negative { "-" } else { "" };
                format!("{sign}0.{digits}0e{}", self.point).parse().unwrap_or(0.0)
            }
        }
    }
    /// Divides by an integer, to as many digits as floats tell apart.
    pub(crate) fn divide(&self, by: i64) -> Decimal {
        Decimal::from_float(self.to_float() / by as f64)
    }
    /// Rounds to a number of digits behind the point, which may be negative.
    pub(crate) fn round(&mut self, fraction: i32, mode: Mode) {
        let keep = self.point.saturating_add(fraction);
        if self.special != Special::None || keep >= self.digits.len() as i32 {
            return;
        }
        let negative = self.negative;
        let (kept, cut): (&[u8], &[u8]) = if keep < 0 { (&[], &[]) } else { self.digits.split_at(keep as usize) };
        let half = match cut.split_first() {
            None => std::cmp::Ordering::Less,
            Some((first, rest)) => {
                first.cmp(&5).then(if rest.is_empty() { std::cmp::Ordering::Equal } else { std::cmp::Ordering::Greater })
            }
        };
        let odd = kept.last().is_some_and(|d| d % 2 == 1);
        let up = mode.up(negative, odd, half, false);
        let mut digits = kept.to_vec();
        let mut point = if keep < 0 { -fraction } else { self.point };
        if up {
            if increment(&mut digits) {
                point += 1;
            }
        }
        *self = Decimal::make(negative, digits, point);
    }
    /// Rounds to a number of significant digits.
    pub(crate) fn round_significant(&mut self, digits: i32, mode: Mode) {
        self.round(digits - self.point, mode);
    }
    /// Rounds to a multiple of an increment.
    pub(crate) fn round_increment(&mut self, increment: &Decimal, mode: Mode) {
        if self.special != Special::None || increment.is_zero() || increment.digits.len() > 15 {
            return;
        }
        let step = increment.digits.iter().fold(0u128, |n, d| n * 10 + u128::from(*d));
        // Both in units of the increment's last digit.
        let unit = increment.point - increment.digits.len() as i32;
        let whole = (self.point - unit).max(0) as usize;
        let (mut quotient, mut rest) = (Vec::new(), 0u128);
        for at in 0..whole {
            rest = rest * 10 + u128::from(self.digits.get(at).copied().unwrap_or(0));
            quotient.push((rest / step) as u8);
            rest %= step;
        }
        let beyond = self.digits.len() > whole && !self.digits.is_empty();
        let half = (rest * 2).cmp(&step).then(if beyond { std::cmp::Ordering::Greater } else { std::cmp::Ordering::Equal });
        let odd = quotient.last().is_some_and(|d| d % 2 == 1);
        if mode.up(self.negative, odd, half, rest == 0 && !beyond) {
            if increment_digits(&mut quotient) {
                quotient.insert(0, 1);
            }
        }
        let digits = times(&quotient, step);
        let length = digits.len() as i32;
        *self = Decimal::make(self.negative, digits, length + unit);
    }
    /// The digits before the point, at least `least`, and those behind it, at least `fraction`.
    pub(crate) fn plain(&self, least: usize, fraction: usize) -> (Vec<u8>, Vec<u8>) {
        let digit = |place: i32| if place < 0 { 0 } else { self.digits.get(place as usize).copied().unwrap_or(0) };
        let before = self.point.max(0) as usize;
        let mut whole: Vec<u8> = vec![0; least.saturating_sub(before)];
        whole.extend((0..before as i32).map(digit));
        let behind = (self.digits.len() as i32 - self.point).max(0) as usize;
        let behind = if self.digits.is_empty() { 0 } else { behind };
        let part = (0..behind.max(fraction) as i32).map(|i| digit(self.point + i)).collect();
        (whole, part)
    }
    /// How many digits there are behind the point.
    pub(crate) fn fraction_digits(&self) -> usize {
        if self.digits.is_empty() { 0 } else { (self.digits.len() as i32 - self.point).max(0) as usize }
    }
    /// Drops digits before the point beyond the last `most`.
    pub(crate) fn truncate_integer(&mut self, most: i32) {
        if self.point > most {
            let cut = (self.point - most).min(self.digits.len() as i32) as usize;
            self.digits.drain(..cut);
            self.point = most;
            self.trim();
        }
    }
    /// As an integer, if it is one and small enough.
    pub(crate) fn to_int(&self) -> Option<i64> {
        if !self.is_integer() || self.point > 19 {
            return None;
        }
        let (whole, _) = self.plain(0, 0);
        let size = whole.iter().fold(0i128, |n, d| n * 10 + i128::from(*d));
        i64::try_from(if self.negative { -size } else { size }).ok()
    }
    /// `1234.5`, without a sign.
    pub(crate) fn to_text(&self) -> String {
        let (whole, part) = self.plain(1, 0);
        let mut text: String = whole.iter().map(|d| char::from(b'0' + d)).collect();
        if !part.is_empty() {
            text.push('.');
            text.extend(part.iter().map(|d| char::from(b'0' + d)));
        }
        text
    }
}

/// Adds one at the end; whether that made a digit more, which is then in front.
fn increment(digits: &mut Vec<u8>) -> bool {
    let grown = increment_digits(digits);
    if grown {
        digits.insert(0, 1);
    }
    grown
}

fn increment_digits(digits: &mut [u8]) -> bool {
    for digit in digits.iter_mut().rev() {
        if *digit < 9 {
            *digit += 1;
            return false;
        }
        *digit = 0;
    }
    true
}

fn times(digits: &[u8], by: u128) -> Vec<u8> {
    let (mut out, mut carry) = (Vec::with_capacity(digits.len() + 20), 0u128);
    for digit in digits.iter().rev() {
        carry += u128::from(*digit) * by;
        out.push((carry % 10) as u8);
        carry /= 10;
    }
    while carry > 0 {
        out.push((carry % 10) as u8);
        carry /= 10;
    }
    out.reverse();
    out
}
