//! Whether numbers are prime: the test of Baillie, Pomerance, Selfridge and Wagstaff, and more rounds of Miller and Rabin's.

use crate::{arithmetic::power_modulo, theory::kronecker};
use dashu_int::{IBig, UBig, ops::BitTest};
use phant_native::limits;

/// What is known of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Primality {
    /// It is not prime.
    Composite,
    /// All tests say it is.
    Probable,
    /// It is.
    Prime,
}

/// Primes to divide by first.
const SMALL: [u16; 54] = [
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113, 127,
    131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191, 193, 197, 199, 211, 223, 227, 229, 233, 239, 241, 251,
];
/// As many rounds are in the combined test.
const FREE_ROUNDS: i64 = 24;

/// Tests a number, with more rounds than the combined test has if more than 24 are asked for.
pub fn test(number: &UBig, rounds: i64) -> Primality {
    let two = UBig::from(2u8);
    if *number < two {
        return Primality::Composite;
    }
    for prime in SMALL {
        let prime = UBig::from(prime);
        if (number % &prime).is_zero() {
            return if *number == prime { Primality::Prime } else { Primality::Composite };
        }
    }
    if number.bit_len() <= 15 {
        // Whatever has a factor has one up to 181.
        return Primality::Prime;
    }
    if !miller_rabin(number, &two) || !lucas(number) {
        return Primality::Composite;
    }
    // No composite below 2^64 passes both, but GMP relies on that for numbers below this one alone.
    if *number < UBig::from(35u64 << 46) {
        return Primality::Prime;
    }
    if number.bit_len() <= 64 {
        return Primality::Probable;
    }
    let more = usize::try_from(rounds - FREE_ROUNDS).unwrap_or(0);
    for base in (3u64..).step_by(2).take(more) {
        if limits::reached() || !miller_rabin(number, &UBig::from(base)) {
            return Primality::Composite;
        }
    }
    Primality::Probable
}

/// Whether an odd number is prime or a strong pseudoprime to a base.
fn miller_rabin(number: &UBig, base: &UBig) -> bool {
    let below = number - UBig::ONE;
    let twos = below.trailing_zeros().unwrap_or(0);
    let Some(mut x) = power_modulo(&IBig::from(base.clone()), &(&below >> twos), number) else { return false };
    if x.is_one() || x == below {
        return true;
    }
    for _ in 1..twos {
        x = &x * &x % number;
        if x == below {
            return true;
        }
    }
    false
}

/// Whether an odd number is prime or a strong Lucas pseudoprime, with Selfridge's parameters.
fn lucas(number: &UBig) -> bool {
    let modulus = IBig::from(number.clone());
    // The first of 5, -7, 9, -11, … that is no square modulo the number.
    let mut d = 5i64;
    loop {
        match kronecker(&IBig::from(d), &modulus) {
            -1 => break,
            0 if IBig::from(d.abs()) != modulus => return false,
            _ => {}
        }
        d = if d > 0 { -d - 2 } else { 2 - d };
        // A square has none.
        if d == 21 && is_square(number) {
            return false;
        }
        if limits::reached() {
            return false;
        }
    }
    let q = IBig::from((1 - d) / 4);
    let d = IBig::from(d);
    let after = number + UBig::ONE;
    let twos = after.trailing_zeros().unwrap_or(0);
    let exponent = &after >> twos;
    let reduce = |x: IBig| IBig::from(dashu_int::ops::RemEuclid::rem_euclid(x, &modulus));
    let half = |x: IBig| reduce(if x.bit(0) { x + &modulus } else { x } >> 1usize);
    // U and V of index 1 with P = 1, doubled and stepped along the bits of the exponent.
    let (mut u, mut v, mut power) = (IBig::ONE, IBig::ONE, q.clone());
    for bit in (0..exponent.bit_len().saturating_sub(1)).rev() {
        if limits::reached() {
            return false;
        }
        u = reduce(&u * &v);
        v = reduce(&v * &v - &power * IBig::from(2));
        power = reduce(&power * &power);
        if exponent.bit(bit) {
            let next = half(&u + &v);
            v = half(&d * &u + &v);
            u = next;
            power = reduce(power * &q);
        }
    }
    if u.is_zero() || v.is_zero() {
        return true;
    }
    for _ in 1..twos {
        v = reduce(&v * &v - &power * IBig::from(2));
        power = reduce(&power * &power);
        if v.is_zero() {
            return true;
        }
    }
    false
}

/// Whether a number is a square.
pub fn is_square(number: &UBig) -> bool {
    let root = dashu_int::ops::SquareRoot::sqrt(number);
    &root * &root == *number
}

/// The first prime above a number.
pub fn next(number: &IBig) -> UBig {
    let Ok(number) = UBig::try_from(number.clone()) else { return UBig::from(2u8) };
    if number < UBig::from(2u8) {
        return UBig::from(2u8);
    }
    let mut candidate = number + UBig::ONE;
    if !candidate.bit(0) {
        candidate += UBig::ONE;
    }
    while test(&candidate, 25) == Primality::Composite && !limits::reached() {
        candidate += UBig::from(2u8);
    }
    candidate
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_numbers() {
        let mut primes = (0..2000u32).filter(|&n| test(&UBig::from(n), 10) != Primality::Composite);
        assert_eq!((primes.nth(302), primes.next()), (Some(1999), None));
        // The least strong pseudoprimes to base 2, and strong Lucas pseudoprimes.
        for composite in [2047u64, 3277, 4033, 5459, 5777, 10877, 1_000_000_016_000_000_063, 3_215_031_751] {
            assert_eq!(test(&UBig::from(composite), 10), Primality::Composite, "{composite}");
        }
        let mersenne = (UBig::ONE << 127) - UBig::ONE;
        assert_eq!(test(&mersenne, 50), Primality::Probable);
        assert_eq!(next(&IBig::from(1_000_000_000_000u64)), UBig::from(1_000_000_000_039u64));
    }
}
