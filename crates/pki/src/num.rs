//! Arithmetic modulo odd numbers, in a time that does not depend on the values.

use crate::der::trimmed;
use crypto_bigint::{
    BoxedUint, NonZero, Odd,
    modular::{BoxedMontyForm, BoxedMontyParams},
};

/// A residue.
pub type Element = BoxedMontyForm;

/// A number of big-endian bytes.
pub fn number(bytes: &[u8]) -> BoxedUint {
    let bytes = trimmed(bytes);
    if bytes.is_empty() { BoxedUint::zero() } else { BoxedUint::from_be_slice_vartime(bytes) }
}

/// As many big-endian bytes as asked for: zeros in front, or the front cut off.
pub fn padded(bytes: &[u8], length: usize) -> Vec<u8> {
    let bytes = if bytes.len() > length { &bytes[bytes.len() - length..] } else { bytes };
    let mut out = vec![0; length - bytes.len()];
    out.extend_from_slice(bytes);
    out
}

/// How many bits a number of big-endian bytes has.
pub fn bit_length(bytes: &[u8]) -> usize {
    let bytes = trimmed(bytes);
    bytes.first().map_or(0, |first| bytes.len() * 8 - first.leading_zeros() as usize)
}

/// Compares two numbers; for such that are no secret.
pub fn compare(a: &[u8], b: &[u8]) -> std::cmp::Ordering {
    let (a, b) = (trimmed(a), trimmed(b));
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

/// `a - b`, for `a` that is not below `b`.
pub fn minus(a: &[u8], b: u8) -> Vec<u8> {
    let mut out = a.to_vec();
    let mut borrow = b;
    for byte in out.iter_mut().rev() {
        let (less, under) = byte.overflowing_sub(borrow);
        *byte = less;
        borrow = u8::from(under);
    }
    out
}

/// The residues of an odd number.
#[derive(Clone, Debug)]
pub struct Field {
    params: BoxedMontyParams,
    modulus: NonZero<BoxedUint>,
    /// Bytes of the modulus.
    pub length: usize,
    bytes: Vec<u8>,
}

impl Field {
    /// `None` for a modulus that is even, or 1.
    pub fn new(modulus: &[u8]) -> Option<Field> {
        let bytes = trimmed(modulus).to_vec();
        if bytes.is_empty() || bytes == [1] {
            return None;
        }
        let value = number(&bytes);
        let odd: Option<Odd<BoxedUint>> = Odd::new(value.clone()).into();
        let modulus: Option<NonZero<BoxedUint>> = NonZero::new(value).into();
        Some(Field { params: BoxedMontyParams::new_vartime(odd?), modulus: modulus?, length: bytes.len(), bytes })
    }
    /// The modulus.
    pub fn modulus(&self) -> &[u8] {
        &self.bytes
    }
    /// A number's residue.
    pub fn element(&self, bytes: &[u8]) -> Element {
        let value = number(bytes).rem(&self.modulus);
        Element::new(value, &self.params)
    }
    /// 1
    pub fn one(&self) -> Element {
        Element::one(&self.params)
    }
    /// 0
    pub fn zero(&self) -> Element {
        Element::zero(&self.params)
    }
    /// A residue as bytes of the modulus's length.
    pub fn bytes(&self, element: &Element) -> Vec<u8> {
        padded(&element.retrieve().to_be_bytes(), self.length)
    }
    /// A power. How long it takes tells the exponent's length in bytes.
    pub fn power(&self, base: &Element, exponent: &[u8]) -> Element {
        if exponent.is_empty() {
            return self.one();
        }
        let exponent = BoxedUint::from_be_slice_vartime(exponent);
        base.pow(&exponent)
    }
    /// The inverse, where the modulus is prime.
    pub fn inverse(&self, element: &Element) -> Element {
        self.power(element, &minus(&self.bytes, 2))
    }
}

/// Fills with random bytes.
pub fn random(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    phant_random_engines::fill(&mut bytes).expect("the system has random bytes");
    bytes
}

/// A random number from 1 to `limit - 1`.
pub fn random_below(limit: &[u8]) -> Vec<u8> {
    let limit = trimmed(limit);
    let spare = limit.first().map_or(0, |first| first.leading_zeros());
    loop {
        let mut bytes = random(limit.len());
        if let Some(first) = bytes.first_mut() {
            *first &= 0xffu8.checked_shr(spare).unwrap_or(0);
        }
        let zero = bytes.iter().all(|b| *b == 0);
        if (!zero && bytes.as_slice() < limit) || limit.len() <= 1 && limit.first().is_none_or(|l| *l <= 1) {
            return bytes;
        }
    }
}

/// The primes below 2000, for sorting out candidates.
fn small_primes() -> Vec<u64> {
    let mut primes: Vec<u64> = Vec::new();
    for candidate in 3..2000 {
        if candidate % 2 == 1 && primes.iter().take_while(|p| *p * *p <= candidate).all(|p| candidate % p != 0) {
            primes.push(candidate);
        }
    }
    primes
}

fn remainder(bytes: &[u8], divisor: u64) -> u64 {
    bytes.iter().fold(0, |rest, byte| (rest << 8 | u64::from(*byte)) % divisor)
}

/// Whether an odd number is prime, with a doubt of less than 2^-100 for random ones (Miller and Rabin's test).
pub fn is_prime(candidate: &[u8]) -> bool {
    let candidate = trimmed(candidate);
    if candidate.len() <= 2 {
        let value = candidate.iter().fold(0u64, |n, b| n << 8 | u64::from(*b));
        return value == 2
            || value > 2 && value % 2 == 1 && (3..).step_by(2).take_while(|d| d * d <= value).all(|d| value % d != 0);
    }
    let Some(field) = Field::new(candidate) else { return false };
    let less = minus(candidate, 1);
    let zeros = less.iter().rev().take_while(|b| **b == 0).count() * 8
        + less.iter().rev().find(|b| **b != 0).map_or(0, |b| b.trailing_zeros() as usize);
    let odd = shifted_right(&less, zeros);
    let minus_one = field.element(&less);
    let rounds = if candidate.len() >= 128 { 6 } else { 24 };
    (0..rounds).all(|_| {
        let mut power = field.power(&field.element(&random_below(&less)), &odd);
        if power == field.one() || power == minus_one {
            return true;
        }
        for _ in 1..zeros {
            power = power.square();
            if power == minus_one {
                return true;
            }
        }
        false
    })
}

fn shifted_right(bytes: &[u8], count: usize) -> Vec<u8> {
    let kept = &bytes[..bytes.len() - count / 8];
    let count = count % 8;
    let mut carry = 0u16;
    kept.iter()
        .map(|byte| {
            let wide = carry << 8 | u16::from(*byte);
            carry = wide & ((1 << count) - 1);
            (wide >> count) as u8
        })
        .collect()
}

/// A random prime of so many bits, the two highest set, that `fits`. When the request should end it is any number.
pub fn random_prime(bits: usize, fits: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let primes = small_primes();
    let length = bits.div_ceil(8);
    let spare = length * 8 - bits;
    loop {
        let mut start = random(length);
        start[0] &= 0xff >> spare;
        for bit in [bits - 1, bits - 2] {
            start[length - 1 - bit / 8] |= 1 << (bit % 8);
        }
        start[length - 1] |= 1;
        let rests: Vec<u64> = primes.iter().map(|p| remainder(&start, *p)).collect();
        // From a random place on, the first candidates; then another place.
        for step in (0..4000u64).step_by(2) {
            if phant_interrupt::is_urgent() {
                return start;
            }
            if primes.iter().zip(&rests).any(|(p, rest)| (rest + step) % p == 0) {
                continue;
            }
            let Some(candidate) = plus(&start, step) else { break };
            if bit_length(&candidate) == bits && fits(&candidate) && is_prime(&candidate) {
                return candidate;
            }
        }
    }
}

fn plus(bytes: &[u8], add: u64) -> Option<Vec<u8>> {
    let mut out = bytes.to_vec();
    let mut carry = add;
    for byte in out.iter_mut().rev() {
        carry += u64::from(*byte);
        *byte = carry as u8;
        carry >>= 8;
    }
    (carry == 0).then_some(out)
}

/// A random number of so many bits, the two highest set, that is odd.
pub fn random_prime_start(bits: usize) -> Vec<u8> {
    let length = bits.div_ceil(8);
    let mut start = random(length);
    start[0] &= 0xff >> (length * 8 - bits);
    for bit in [bits - 1, bits - 2] {
        start[length - 1 - bit / 8] |= 1 << (bit % 8);
    }
    start[length - 1] |= 1;
    start
}

/// Whether no small prime divides a number.
pub fn may_be_prime(candidate: &[u8]) -> bool {
    small_primes().iter().all(|p| remainder(candidate, *p) != 0)
}

/// `a + b`
pub fn sum(a: &[u8], b: &[u8]) -> Vec<u8> {
    let length = a.len().max(b.len()) + 1;
    let (a, b) = (padded(a, length), padded(b, length));
    let mut carry = 0u16;
    let mut out: Vec<u8> = a
        .iter()
        .zip(&b)
        .rev()
        .map(|(a, b)| {
            carry = (carry >> 8) + u16::from(*a) + u16::from(*b);
            carry as u8
        })
        .collect();
    out.reverse();
    trimmed(&out).to_vec()
}

/// `a - b`, for `a` that is not below `b`.
pub fn difference(a: &[u8], b: &[u8]) -> Vec<u8> {
    let b = padded(b, a.len());
    let mut borrow = 0i16;
    let mut out: Vec<u8> = a
        .iter()
        .zip(&b)
        .rev()
        .map(|(a, b)| {
            let less = i16::from(*a) - i16::from(*b) - borrow;
            borrow = i16::from(less < 0);
            less as u8
        })
        .collect();
    out.reverse();
    out
}

/// `a / b`, cut off; 0 for no `b`.
pub fn quotient(a: &[u8], b: &[u8]) -> Vec<u8> {
    let divisor: Option<NonZero<BoxedUint>> = NonZero::new(number(b)).into();
    divisor.map_or_else(Vec::new, |divisor| trimmed(&number(a).div_rem(&divisor).0.to_be_bytes()).to_vec())
}

/// `a / 2`, cut off.
pub fn half(a: &[u8]) -> Vec<u8> {
    shifted_right(a, 1)
}
