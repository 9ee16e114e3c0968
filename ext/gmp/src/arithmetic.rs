//! The four operations, powers, conversions.

use crate::number::{argument, bytes, digits, from_text, make};
use dashu_int::{
    IBig, Sign, UBig,
    fast_div::ConstDivisor,
    ops::{Abs, BitTest, DivRem, RemEuclid},
};
use phant_memory::{Array, Object, PhpStr, Str, Value};
use phant_native::{Ctx, PhpResult, Thrown, descriptor::FunctionGroup, functions, limits, php};

pub const FUNCTIONS: FunctionGroup = functions![
    gmp_init,
    gmp_import,
    gmp_export,
    gmp_intval,
    gmp_strval,
    gmp_add,
    gmp_sub,
    gmp_mul,
    gmp_div_qr,
    gmp_div_q,
    gmp_div_r,
    gmp_mod,
    gmp_divexact,
    gmp_neg,
    gmp_abs,
    gmp_pow,
    gmp_powm,
    gmp_cmp,
    gmp_sign,
];

/// PHP's error for dividing by zero.
pub fn division_by_zero(ctx: &Ctx) -> Thrown {
    ctx.throw("DivisionByZeroError", "Division by zero")
}

/// The remainder that is not below zero.
pub fn modulo(ctx: &Ctx, a: &IBig, b: &IBig) -> PhpResult<IBig> {
    if b.is_zero() {
        return Err(ctx.throw("DivisionByZeroError", "Modulo by zero"));
    }
    Ok(IBig::from(a.rem_euclid(b)))
}

/// A product, if there is room for it.
pub fn product(ctx: &Ctx, a: &IBig, b: &IBig) -> PhpResult<IBig> {
    ctx.reserve(bytes(a) + bytes(b))?;
    Ok(a * b)
}

/// A number times a power of two, if there is room for it.
pub fn shift_left(ctx: &Ctx, number: &IBig, count: usize) -> PhpResult<IBig> {
    if number.is_zero() {
        return Ok(IBig::ZERO);
    }
    ctx.reserve((count / 8).saturating_add(bytes(number)))?;
    Ok(number << count)
}

/// A power, if there is room for it.
pub fn power(ctx: &Ctx, base: &IBig, mut exponent: usize) -> PhpResult<IBig> {
    if bytes(base) > 8 || !(-1..=1).any(|trivial| *base == IBig::from(trivial)) {
        ctx.reserve((base.bit_len() as u128 * exponent as u128 / 8).min(isize::MAX as u128) as usize)?;
    }
    let (mut result, mut square) = (IBig::ONE, base.clone());
    while exponent > 0 {
        if exponent & 1 == 1 {
            result *= &square;
        }
        exponent >>= 1;
        ctx.poll()?;
        if exponent > 0 {
            square = &square * &square;
        }
    }
    Ok(result)
}

/// `base^exponent % modulus`; the modulus is not zero. `None` once memory or time is used up.
pub fn power_modulo(base: &IBig, exponent: &UBig, modulus: &UBig) -> Option<UBig> {
    let ring = ConstDivisor::new(modulus.clone());
    let base = ring.reduce(base.clone());
    let mut result = ring.reduce(1u8);
    for bit in (0..exponent.bit_len()).rev() {
        if limits::reached() {
            return None;
        }
        result = result.sqr();
        if exponent.bit(bit) {
            result *= &base;
        }
    }
    Some(result.residue())
}

/// The low 63 bits with the number's sign, as GMP makes an integer of a number that is too long.
pub fn low_bits(number: &IBig) -> i64 {
    let (sign, words) = number.as_sign_words();
    let low = words.first().copied().unwrap_or(0);
    match sign {
        Sign::Positive => (low & i64::MAX as u64) as i64,
        Sign::Negative => -1 - (low.wrapping_sub(1) & i64::MAX as u64) as i64,
    }
}

/// The nearest float that is not further from zero.
pub fn to_float(number: &IBig) -> f64 {
    const MANTISSA: usize = 53;
    let dropped = number.bit_len().saturating_sub(MANTISSA);
    let (sign, magnitude) = number.clone().into_parts();
    let high = (magnitude >> dropped).to_f64().value();
    let float = if dropped > 2000 { f64::INFINITY } else { high * 2f64.powi(dropped.min(1000) as i32) };
    let float = if dropped > 1000 { float * 2f64.powi((dropped - 1000).min(1000) as i32) } else { float };
    if sign == Sign::Negative { -float } else { float }
}

#[php("function gmp_init(int|string $num, int $base = 0): GMP")]
fn gmp_init(ctx: &Ctx, num: &Value, base: i64) -> PhpResult<Object> {
    make(ctx, &from_text(ctx, num, base)?)
}

const MOST_SIGNIFICANT_FIRST: i64 = 1;
const LEAST_SIGNIFICANT_FIRST: i64 = 2;
const LITTLE_ENDIAN: i64 = 4;
const BIG_ENDIAN: i64 = 8;
const NATIVE_ENDIAN: i64 = 16;

/// How words are laid out: the size of each, whether they and their bytes go from small to great.
struct Layout {
    size: usize,
    words_up: bool,
    bytes_up: bool,
}

impl Layout {
    /// Turns whole words of this layout into bytes that go from small to great, or back.
    fn turn(&self, bytes: &mut [u8]) {
        if !self.words_up {
            bytes.reverse();
        }
        if self.words_up != self.bytes_up {
            bytes.chunks_mut(self.size).for_each(<[u8]>::reverse);
        }
    }
}

fn layout(ctx: &Ctx, size: i64, flags: i64) -> PhpResult<Layout> {
    let Some(size) = usize::try_from(size).ok().filter(|&size| size > 0) else {
        return Err(ctx.argument_error(2, "must be greater than or equal to 1"));
    };
    let words_up = match flags & (MOST_SIGNIFICANT_FIRST | LEAST_SIGNIFICANT_FIRST) {
        0 | MOST_SIGNIFICANT_FIRST => false,
        LEAST_SIGNIFICANT_FIRST => true,
        _ => return Err(ctx.argument_error(3, "cannot use multiple word order options")),
    };
    let bytes_up = match flags & (LITTLE_ENDIAN | BIG_ENDIAN | NATIVE_ENDIAN) {
        BIG_ENDIAN => false,
        LITTLE_ENDIAN => true,
        0 | NATIVE_ENDIAN => cfg!(target_endian = "little"),
        _ => return Err(ctx.argument_error(3, "cannot use multiple endian options")),
    };
    Ok(Layout { size, words_up, bytes_up })
}

#[php("function gmp_import(string $data, int $word_size = 1, int $flags = GMP_MSW_FIRST | GMP_NATIVE_ENDIAN): GMP")]
fn gmp_import(ctx: &Ctx, data: &PhpStr, word_size: i64, flags: i64) -> PhpResult<Object> {
    let layout = layout(ctx, word_size, flags)?;
    if !data.len().is_multiple_of(layout.size) {
        return Err(ctx.argument_error(1, "must be a multiple of argument #2 ($word_size)"));
    }
    let mut bytes = data.to_vec();
    layout.turn(&mut bytes);
    make(ctx, &IBig::from(UBig::from_le_bytes(&bytes)))
}

#[php("function gmp_export(GMP|string|int $num, int $word_size = 1, int $flags = GMP_MSW_FIRST | GMP_NATIVE_ENDIAN): string")]
fn gmp_export(ctx: &Ctx, num: &Value, word_size: i64, flags: i64) -> PhpResult<Str> {
    let number = argument(ctx, 1, num)?;
    let layout = layout(ctx, word_size, flags)?;
    if number.is_zero() {
        return Ok(Str::default());
    }
    let mut bytes = number.into_parts().1.to_le_bytes().into_vec();
    let size = bytes.len().div_ceil(layout.size).saturating_mul(layout.size);
    ctx.reserve(size)?;
    bytes.resize(size, 0);
    layout.turn(&mut bytes);
    Ok(Str::from(bytes))
}

#[php("function gmp_intval(GMP|string|int $num): int")]
fn gmp_intval(ctx: &Ctx, num: &Value) -> PhpResult<i64> {
    Ok(low_bits(&argument(ctx, 1, num)?))
}

#[php("function gmp_strval(GMP|string|int $num, int $base = 10): string")]
fn gmp_strval(ctx: &Ctx, num: &Value, base: i64) -> PhpResult<Str> {
    if !(2..=62).contains(&base) && !(-36..=-2).contains(&base) {
        return Err(ctx.argument_error(2, "must be between 2 and 62, or -2 and -36"));
    }
    digits(ctx, &argument(ctx, 1, num)?, base)
}

#[php("function gmp_add(GMP|string|int $num1, GMP|string|int $num2): GMP")]
fn gmp_add(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<Object> {
    make(ctx, &(argument(ctx, 1, a)? + argument(ctx, 2, b)?))
}

#[php("function gmp_sub(GMP|string|int $num1, GMP|string|int $num2): GMP")]
fn gmp_sub(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<Object> {
    make(ctx, &(argument(ctx, 1, a)? - argument(ctx, 2, b)?))
}

#[php("function gmp_mul(GMP|string|int $num1, GMP|string|int $num2): GMP")]
fn gmp_mul(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<Object> {
    let (a, b) = (argument(ctx, 1, a)?, argument(ctx, 2, b)?);
    make(ctx, &product(ctx, &a, &b)?)
}

/// Quotient and remainder, rounded as one of `GMP_ROUND_…` says.
fn divide(ctx: &Ctx, a: &Value, b: &Value, rounding: i64) -> PhpResult<(IBig, IBig)> {
    let (a, b) = (argument(ctx, 1, a)?, argument(ctx, 2, b)?);
    if b.is_zero() {
        return Err(division_by_zero(ctx));
    }
    if !(0..=2).contains(&rounding) {
        let text = "must be one of GMP_ROUND_ZERO, GMP_ROUND_PLUSINF, or GMP_ROUND_MINUSINF";
        return Err(ctx.argument_error(3, text));
    }
    let (mut quotient, mut remainder) = (&a).div_rem(&b);
    let negative = (a.sign() == Sign::Negative) != (b.sign() == Sign::Negative);
    if !remainder.is_zero() && rounding == 1 && !negative {
        quotient += IBig::ONE;
        remainder -= b;
    } else if !remainder.is_zero() && rounding == 2 && negative {
        quotient -= IBig::ONE;
        remainder += b;
    }
    Ok((quotient, remainder))
}

#[php("function gmp_div_qr(GMP|string|int $num1, GMP|string|int $num2, int $rounding_mode = GMP_ROUND_ZERO): array")]
fn gmp_div_qr(ctx: &Ctx, a: &Value, b: &Value, rounding: i64) -> PhpResult<Array> {
    let (quotient, remainder) = divide(ctx, a, b, rounding)?;
    Ok(Array::list([Value::from(make(ctx, &quotient)?), Value::from(make(ctx, &remainder)?)]))
}

#[php(
    "function gmp_div_q(GMP|string|int $num1, GMP|string|int $num2, int $rounding_mode = GMP_ROUND_ZERO): GMP",
    alias = "gmp_div"
)]
fn gmp_div_q(ctx: &Ctx, a: &Value, b: &Value, rounding: i64) -> PhpResult<Object> {
    make(ctx, &divide(ctx, a, b, rounding)?.0)
}

#[php("function gmp_div_r(GMP|string|int $num1, GMP|string|int $num2, int $rounding_mode = GMP_ROUND_ZERO): GMP")]
fn gmp_div_r(ctx: &Ctx, a: &Value, b: &Value, rounding: i64) -> PhpResult<Object> {
    make(ctx, &divide(ctx, a, b, rounding)?.1)
}

#[php("function gmp_mod(GMP|string|int $num1, GMP|string|int $num2): GMP")]
fn gmp_mod(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<Object> {
    let (a, b) = (argument(ctx, 1, a)?, argument(ctx, 2, b)?);
    make(ctx, &modulo(ctx, &a, &b)?)
}

#[php("function gmp_divexact(GMP|string|int $num1, GMP|string|int $num2): GMP")]
fn gmp_divexact(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<Object> {
    make(ctx, &divide(ctx, a, b, 0)?.0)
}

#[php("function gmp_neg(GMP|string|int $num): GMP")]
fn gmp_neg(ctx: &Ctx, num: &Value) -> PhpResult<Object> {
    make(ctx, &-argument(ctx, 1, num)?)
}

#[php("function gmp_abs(GMP|string|int $num): GMP")]
fn gmp_abs(ctx: &Ctx, num: &Value) -> PhpResult<Object> {
    make(ctx, &argument(ctx, 1, num)?.abs())
}

#[php("function gmp_pow(GMP|string|int $num, int $exponent): GMP")]
fn gmp_pow(ctx: &Ctx, num: &Value, exponent: i64) -> PhpResult<Object> {
    let Ok(exponent) = usize::try_from(exponent) else {
        return Err(ctx.argument_error(2, "must be greater than or equal to 0"));
    };
    let number = argument(ctx, 1, num)?;
    make(ctx, &power(ctx, &number, exponent)?)
}

#[php("function gmp_powm(GMP|string|int $num, GMP|string|int $exponent, GMP|string|int $modulus): GMP")]
fn gmp_powm(ctx: &Ctx, num: &Value, exponent: &Value, modulus: &Value) -> PhpResult<Object> {
    let number = argument(ctx, 1, num)?;
    let (sign, exponent) = argument(ctx, 2, exponent)?.into_parts();
    if sign == Sign::Negative {
        return Err(ctx.argument_error(2, "must be greater than or equal to 0"));
    }
    let modulus = argument(ctx, 3, modulus)?.into_parts().1;
    if modulus.is_zero() {
        return Err(ctx.throw("DivisionByZeroError", "Modulo by zero"));
    }
    make(ctx, &IBig::from(power_modulo(&number, &exponent, &modulus).unwrap_or(UBig::ZERO)))
}

#[php("function gmp_cmp(GMP|string|int $num1, GMP|string|int $num2): int")]
fn gmp_cmp(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<i64> {
    let (a, b) = (argument(ctx, 1, a)?, argument(ctx, 2, b)?);
    // By how many words one is longer: that is what GMP says.
    let length = |number: &IBig| match number.as_sign_words() {
        (Sign::Positive, words) => words.len() as i64,
        (Sign::Negative, words) => -(words.len() as i64),
    };
    let longer = length(&a) - length(&b);
    Ok(if longer != 0 { longer } else { a.cmp(&b) as i64 })
}

#[php("function gmp_sign(GMP|string|int $num): int")]
fn gmp_sign(ctx: &Ctx, num: &Value) -> PhpResult<i64> {
    Ok(argument(ctx, 1, num)?.cmp(&IBig::ZERO) as i64)
}
