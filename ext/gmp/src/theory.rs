//! Number theory: roots, divisors, symbols, primes, factorials.

use crate::{
    arithmetic::{division_by_zero, power},
    number::{argument, bytes, make},
    primes::{self, Primality},
};
use dashu_int::{
    IBig, Sign, UBig,
    ops::{Abs, BitTest, ExtendedGcd, Gcd, RemEuclid, SquareRoot},
};
use phant_memory::{Array, Object, Value};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub const FUNCTIONS: FunctionGroup = functions![
    gmp_fact,
    gmp_sqrt,
    gmp_sqrtrem,
    gmp_root,
    gmp_rootrem,
    gmp_perfect_square,
    gmp_perfect_power,
    gmp_prob_prime,
    gmp_gcd,
    gmp_gcdext,
    gmp_lcm,
    gmp_invert,
    gmp_jacobi,
    gmp_legendre,
    gmp_kronecker,
    gmp_nextprime,
    gmp_binomial,
];

const NOT_NEGATIVE: &str = "must be greater than or equal to 0";

/// The product of the integers of a range.
fn range_product(ctx: &Ctx, from: u64, to: u64) -> PhpResult<UBig> {
    ctx.poll()?;
    if to - from < 16 {
        return Ok((from..=to).fold(UBig::ONE, |product, n| product * UBig::from(n)));
    }
    let middle = from + (to - from) / 2;
    Ok(range_product(ctx, from, middle)? * range_product(ctx, middle + 1, to)?)
}

#[php("function gmp_fact(GMP|string|int $num): GMP")]
fn gmp_fact(ctx: &Ctx, num: &Value) -> PhpResult<Object> {
    let number = argument(ctx, 1, num)?;
    if number.sign() == Sign::Negative {
        return Err(ctx.argument_error(1, NOT_NEGATIVE));
    }
    let number = u64::try_from(&number).unwrap_or(u64::MAX);
    // Stirling's formula: about n (log2 n - 1.44) bits.
    let bits = number as f64 * ((number.max(1) as f64).log2() - 1.44).max(0.0);
    ctx.reserve((bits / 8.0) as usize)?;
    make(ctx, &IBig::from(if number < 2 { UBig::ONE } else { range_product(ctx, 2, number)? }))
}

/// An argument that may not be below zero.
fn natural(ctx: &Ctx, num: &Value) -> PhpResult<UBig> {
    let (sign, magnitude) = argument(ctx, 1, num)?.into_parts();
    if sign == Sign::Negative && !magnitude.is_zero() {
        return Err(ctx.argument_error(1, NOT_NEGATIVE));
    }
    Ok(magnitude)
}

#[php("function gmp_sqrt(GMP|string|int $num): GMP")]
fn gmp_sqrt(ctx: &Ctx, num: &Value) -> PhpResult<Object> {
    make(ctx, &IBig::from(natural(ctx, num)?.sqrt()))
}

#[php("function gmp_sqrtrem(GMP|string|int $num): array")]
fn gmp_sqrtrem(ctx: &Ctx, num: &Value) -> PhpResult<Array> {
    let number = natural(ctx, num)?;
    let root = number.sqrt();
    let rest = IBig::from(number) - IBig::from(&root * &root);
    Ok(Array::list([Value::from(make(ctx, &IBig::from(root))?), Value::from(make(ctx, &rest)?)]))
}

/// The root that is nearest to zero.
fn root(ctx: &Ctx, num: &Value, nth: i64, wrong: &str) -> PhpResult<(IBig, IBig)> {
    let number = argument(ctx, 1, num)?;
    let Some(nth) = usize::try_from(nth).ok().filter(|&nth| nth > 0) else {
        return Err(ctx.argument_error(2, wrong));
    };
    if number.sign() == Sign::Negative && nth.is_multiple_of(2) {
        return Err(ctx.argument_error(2, "must be odd if argument #1 ($a) is negative"));
    }
    let (sign, magnitude) = number.clone().into_parts();
    let root = if nth >= magnitude.bit_len().max(1) {
        if magnitude.is_zero() { UBig::ZERO } else { UBig::ONE }
    } else {
        magnitude.nth_root(nth)
    };
    Ok((number, IBig::from_parts(sign, root)))
}

#[php("function gmp_root(GMP|string|int $num, int $nth): GMP")]
fn gmp_root(ctx: &Ctx, num: &Value, nth: i64) -> PhpResult<Object> {
    make(ctx, &root(ctx, num, nth, "must be greater than 0")?.1)
}

#[php("function gmp_rootrem(GMP|string|int $num, int $nth): array")]
fn gmp_rootrem(ctx: &Ctx, num: &Value, nth: i64) -> PhpResult<Array> {
    let (number, root) = root(ctx, num, nth, "must be greater than or equal to 1")?;
    let whole = if (&root).abs() <= IBig::ONE { root.clone() } else { power(ctx, &root, nth as usize)? };
    Ok(Array::list([Value::from(make(ctx, &root)?), Value::from(make(ctx, &(number - whole))?)]))
}

#[php("function gmp_perfect_square(GMP|string|int $num): bool")]
fn gmp_perfect_square(ctx: &Ctx, num: &Value) -> PhpResult<bool> {
    let (sign, magnitude) = argument(ctx, 1, num)?.into_parts();
    Ok((sign == Sign::Positive || magnitude.is_zero()) && primes::is_square(&magnitude))
}

#[php("function gmp_perfect_power(GMP|string|int $num): bool")]
fn gmp_perfect_power(ctx: &Ctx, num: &Value) -> PhpResult<bool> {
    let (sign, magnitude) = argument(ctx, 1, num)?.into_parts();
    if magnitude <= UBig::ONE {
        return Ok(true);
    }
    // Below zero only odd powers are; composite exponents are covered by their factors.
    let first = if sign == Sign::Negative { 3 } else { 2 };
    for exponent in first..=magnitude.bit_len() {
        let prime = exponent == 2 || (exponent % 2 == 1 && (3..).take_while(|d| d * d <= exponent).all(|d| exponent % d != 0));
        if prime {
            ctx.poll()?;
            let root = magnitude.nth_root(exponent);
            if root.pow(exponent) == magnitude {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

#[php("function gmp_prob_prime(GMP|string|int $num, int $repetitions = 10): int")]
fn gmp_prob_prime(ctx: &Ctx, num: &Value, repetitions: i64) -> PhpResult<i64> {
    let result = primes::test(&argument(ctx, 1, num)?.into_parts().1, repetitions);
    ctx.poll()?;
    Ok(match result {
        Primality::Composite => 0,
        Primality::Probable => 1,
        Primality::Prime => 2,
    })
}

#[php("function gmp_nextprime(GMP|string|int $num): GMP")]
fn gmp_nextprime(ctx: &Ctx, num: &Value) -> PhpResult<Object> {
    make(ctx, &IBig::from(primes::next(&argument(ctx, 1, num)?)))
}

/// The greatest common divisor, not below zero.
fn common_divisor(a: &IBig, b: &IBig) -> UBig {
    let (a, b) = (a.clone().into_parts().1, b.clone().into_parts().1);
    // That of two zeros is zero.
    match (a.is_zero(), b.is_zero()) {
        (true, _) => b,
        (_, true) => a,
        _ => a.gcd(b),
    }
}

#[php("function gmp_gcd(GMP|string|int $num1, GMP|string|int $num2): GMP")]
fn gmp_gcd(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<Object> {
    let divisor = common_divisor(&argument(ctx, 1, a)?, &argument(ctx, 2, b)?);
    make(ctx, &IBig::from(divisor))
}

/// The divisor g = a s + b t with the factors that GMP chooses: the smallest.
fn bezout(a: &IBig, b: &IBig) -> [IBig; 3] {
    if b.is_zero() {
        return [a.abs(), IBig::from(a.cmp(&IBig::ZERO) as i8), IBig::ZERO];
    }
    let divisor = common_divisor(a, b);
    let g = IBig::from(divisor.clone());
    if a.is_zero() {
        return [g, IBig::ZERO, IBig::from(b.cmp(&IBig::ZERO) as i8)];
    }
    // s is the inverse of a/g modulo |b|/g, as near to zero as can be.
    let modulus = (b / &g).abs();
    let mut s = inverse(&(a / &g), &modulus).unwrap_or(IBig::ZERO);
    let twice = &s * IBig::from(2);
    if twice > modulus || (twice == modulus && a.sign() == Sign::Negative) {
        s -= &modulus;
    }
    let t = (&g - a * &s) / b;
    [g, s, t]
}

/// The inverse modulo a number above zero, below that number; `None` if there is none.
fn inverse(number: &IBig, modulus: &IBig) -> Option<IBig> {
    if modulus.is_one() {
        return Some(IBig::ZERO);
    }
    let reduced = number.rem_euclid(modulus);
    let modulus_part = modulus.clone().into_parts().1;
    if reduced.is_zero() {
        return None;
    }
    let (divisor, factor, _) = (&reduced).gcd_ext(&modulus_part);
    divisor.is_one().then(|| IBig::from(factor.rem_euclid(modulus)))
}

#[php("function gmp_gcdext(GMP|string|int $num1, GMP|string|int $num2): array")]
fn gmp_gcdext(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<Array> {
    let all = bezout(&argument(ctx, 1, a)?, &argument(ctx, 2, b)?);
    let mut out = Array::new();
    for (name, number) in ["g", "s", "t"].iter().zip(&all) {
        out.set_name(name, Value::from(make(ctx, number)?));
    }
    Ok(out)
}

#[php("function gmp_lcm(GMP|string|int $num1, GMP|string|int $num2): GMP")]
fn gmp_lcm(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<Object> {
    let (a, b) = (argument(ctx, 1, a)?, argument(ctx, 2, b)?);
    if a.is_zero() || b.is_zero() {
        return make(ctx, &IBig::ZERO);
    }
    let divisor = IBig::from(common_divisor(&a, &b));
    make(ctx, &(a / divisor * b).abs())
}

#[php("function gmp_invert(GMP|string|int $num1, GMP|string|int $num2): GMP|false")]
fn gmp_invert(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<OrFalse<Object>> {
    let (a, b) = (argument(ctx, 1, a)?, argument(ctx, 2, b)?);
    if b.is_zero() {
        return Err(division_by_zero(ctx));
    }
    Ok(match inverse(&a, &b.abs()) {
        Some(inverse) => OrFalse::Some(make(ctx, &inverse)?),
        None => OrFalse::False,
    })
}

/// Kronecker's symbol, by quadratic reciprocity.
pub fn kronecker(a: &IBig, b: &IBig) -> i64 {
    if b.is_zero() {
        return i64::from(a.abs().is_one());
    }
    if !a.bit(0) && !b.bit(0) {
        return 0;
    }
    let low = |x: &UBig| x.as_words().first().copied().unwrap_or(0);
    // The sign of a symbol whose upper number is 2.
    let of_two = |x: &UBig| if matches!(low(x) & 7, 3 | 5) { -1 } else { 1 };
    let mut result = if b.sign() == Sign::Negative && a.sign() == Sign::Negative { -1 } else { 1 };
    let mut lower = b.clone().into_parts().1;
    let twos = lower.trailing_zeros().unwrap_or(0);
    lower >>= twos;
    if twos % 2 == 1 {
        result *= of_two(&a.clone().into_parts().1);
    }
    let mut upper = a.rem_euclid(IBig::from(lower.clone()));
    while !upper.is_zero() {
        let twos = upper.trailing_zeros().unwrap_or(0);
        upper >>= twos;
        if twos % 2 == 1 {
            result *= of_two(&lower);
        }
        if low(&upper) & 3 == 3 && low(&lower) & 3 == 3 {
            result = -result;
        }
        let rest = &lower % &upper;
        lower = std::mem::replace(&mut upper, rest);
    }
    if lower.is_one() { result } else { 0 }
}

#[php("function gmp_jacobi(GMP|string|int $num1, GMP|string|int $num2): int")]
fn gmp_jacobi(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<i64> {
    Ok(kronecker(&argument(ctx, 1, a)?, &argument(ctx, 2, b)?))
}

#[php("function gmp_legendre(GMP|string|int $num1, GMP|string|int $num2): int")]
fn gmp_legendre(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<i64> {
    Ok(kronecker(&argument(ctx, 1, a)?, &argument(ctx, 2, b)?))
}

#[php("function gmp_kronecker(GMP|string|int $num1, GMP|string|int $num2): int")]
fn gmp_kronecker(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<i64> {
    Ok(kronecker(&argument(ctx, 1, a)?, &argument(ctx, 2, b)?))
}

#[php("function gmp_binomial(GMP|string|int $n, int $k): GMP")]
fn gmp_binomial(ctx: &Ctx, n: &Value, k: i64) -> PhpResult<Object> {
    let n = argument(ctx, 1, n)?;
    let Ok(k) = u64::try_from(k) else { return Err(ctx.argument_error(2, NOT_NEGATIVE)) };
    // Below zero: (-1)^k times the coefficient of k - n - 1.
    let negative = n.sign() == Sign::Negative;
    let upper = if negative { IBig::from(k) - &n - IBig::ONE } else { n };
    if upper < IBig::from(k) {
        return make(ctx, &IBig::ZERO);
    }
    let other = u64::try_from(&upper - IBig::from(k)).unwrap_or(u64::MAX);
    let steps = k.min(other);
    let bits = (upper.bit_len() as u128 + 1) * u128::from(steps);
    ctx.reserve((bits / 8).min(upper_bound(&upper)).min(isize::MAX as u128) as usize)?;
    let (mut result, mut done) = short_binomial(&upper, steps);
    while done < steps {
        let step = done + 1;
        if step % 64 == 0 {
            ctx.poll()?;
        }
        result = result * (&upper - IBig::from(steps - step)) / IBig::from(step);
        done = step;
    }
    make(ctx, &if negative && k % 2 == 1 { -result } else { result })
}

/// The first steps of a binomial coefficient, as long as they fit 128 bits: the result, and how many were taken.
fn short_binomial(upper: &IBig, steps: u64) -> (IBig, u64) {
    let mut result = 1u128;
    let Ok(upper) = u64::try_from(upper) else { return (IBig::ONE, 0) };
    for step in 1..=steps {
        match result.checked_mul(u128::from(upper - (steps - step))) {
            Some(product) => result = product / u128::from(step),
            None => return (IBig::from(result), step - 1),
        }
    }
    (IBig::from(result), steps)
}

/// No coefficient of `n` has more than `n` bits. In bytes.
fn upper_bound(n: &IBig) -> u128 {
    if bytes(n) > 8 { u128::MAX } else { u128::try_from(n).unwrap_or(u128::MAX) / 8 + 8 }
}
