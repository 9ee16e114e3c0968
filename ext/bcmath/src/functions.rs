//! The functions on texts: `bcadd` and its kind.

use crate::decimal::{Decimal, MAX_SCALE, Rounding};
use phant_memory::{Array, Object, PhpStr, Str, Value};
use phant_native::{
    Ctx, PhpResult, Thrown, convert,
    descriptor::FunctionGroup,
    functions,
    ini::{Ini, Stage, parse_int},
    php,
};

pub const FUNCTIONS: FunctionGroup =
    functions![bcadd, bcsub, bcmul, bcdiv, bcmod, bcdivmod, bcpowmod, bcpow, bcsqrt, bccomp, bcscale, bcfloor, bcceil, bcround];

/// A setting of `bcmath.scale` that is no scale is refused.
pub fn scale_changed(_ctx: &Ctx, text: &[u8]) -> Result<(), ()> {
    valid_scale(parse_int(text)).map(drop).ok_or(())
}

fn valid_scale(scale: i64) -> Option<usize> {
    usize::try_from(scale).ok().filter(|&scale| scale <= MAX_SCALE)
}

/// A scale argument by its number from 1, or, without one, the setting `bcmath.scale`.
fn scale_or_setting(ctx: &Ctx, number: usize, scale: Option<i64>) -> PhpResult<usize> {
    match scale {
        None => Ok(valid_scale(ctx.ini.int("bcmath.scale")).unwrap_or(0)),
        Some(scale) => checked_scale(ctx, number, scale),
    }
}

/// A scale argument by its number from 1.
pub fn checked_scale(ctx: &Ctx, number: usize, scale: i64) -> PhpResult<usize> {
    valid_scale(scale).ok_or_else(|| ctx.argument_error(number, format!("must be between 0 and {MAX_SCALE}")))
}

fn parsed(ctx: &Ctx, number: usize, text: &PhpStr) -> PhpResult<Decimal> {
    Decimal::parse(text).ok_or_else(|| ctx.argument_error(number, "is not well-formed"))
}

/// A result as text. The scale is the script's, so there must be room for that many digits.
fn shown(ctx: &Ctx, number: &Decimal, scale: usize) -> PhpResult<Str> {
    ctx.poll()?;
    ctx.reserve(number.size() + scale)?;
    Ok(number.text(scale))
}

/// PHP's error for dividing by zero.
pub fn division_by_zero(ctx: &Ctx) -> Thrown {
    ctx.throw("DivisionByZeroError", "Division by zero")
}
/// PHP's error for a remainder of a division by zero.
pub fn modulo_by_zero(ctx: &Ctx) -> Thrown {
    ctx.throw("DivisionByZeroError", "Modulo by zero")
}

#[php("function bcadd(string $num1, string $num2, ?int $scale = null): string")]
fn bcadd(ctx: &Ctx, num1: &PhpStr, num2: &PhpStr, scale: Option<i64>) -> PhpResult<Str> {
    let scale = scale_or_setting(ctx, 3, scale)?;
    let (a, b) = (parsed(ctx, 1, num1)?, parsed(ctx, 2, num2)?);
    shown(ctx, &a.add(&b), scale)
}

#[php("function bcsub(string $num1, string $num2, ?int $scale = null): string")]
fn bcsub(ctx: &Ctx, num1: &PhpStr, num2: &PhpStr, scale: Option<i64>) -> PhpResult<Str> {
    let scale = scale_or_setting(ctx, 3, scale)?;
    let (a, b) = (parsed(ctx, 1, num1)?, parsed(ctx, 2, num2)?);
    shown(ctx, &a.sub(&b), scale)
}

#[php("function bcmul(string $num1, string $num2, ?int $scale = null): string")]
fn bcmul(ctx: &Ctx, num1: &PhpStr, num2: &PhpStr, scale: Option<i64>) -> PhpResult<Str> {
    let scale = scale_or_setting(ctx, 3, scale)?;
    let (a, b) = (parsed(ctx, 1, num1)?, parsed(ctx, 2, num2)?);
    shown(ctx, &a.mul(&b), scale)
}

#[php("function bcdiv(string $num1, string $num2, ?int $scale = null): string")]
fn bcdiv(ctx: &Ctx, num1: &PhpStr, num2: &PhpStr, scale: Option<i64>) -> PhpResult<Str> {
    let scale = scale_or_setting(ctx, 3, scale)?;
    let (a, b) = (parsed(ctx, 1, num1)?, parsed(ctx, 2, num2)?);
    ctx.reserve(2 * scale)?;
    let quotient = a.div(&b, scale).ok_or_else(|| division_by_zero(ctx))?;
    shown(ctx, &quotient, scale)
}

#[php("function bcmod(string $num1, string $num2, ?int $scale = null): string")]
fn bcmod(ctx: &Ctx, num1: &PhpStr, num2: &PhpStr, scale: Option<i64>) -> PhpResult<Str> {
    let scale = scale_or_setting(ctx, 3, scale)?;
    let (a, b) = (parsed(ctx, 1, num1)?, parsed(ctx, 2, num2)?);
    let (_, remainder) = a.div_rem(&b).ok_or_else(|| modulo_by_zero(ctx))?;
    shown(ctx, &remainder, scale)
}

#[php("function bcdivmod(string $num1, string $num2, ?int $scale = null): array")]
fn bcdivmod(ctx: &Ctx, num1: &PhpStr, num2: &PhpStr, scale: Option<i64>) -> PhpResult<Array> {
    let scale = scale_or_setting(ctx, 3, scale)?;
    let (a, b) = (parsed(ctx, 1, num1)?, parsed(ctx, 2, num2)?);
    let (quotient, remainder) = a.div_rem(&b).ok_or_else(|| division_by_zero(ctx))?;
    Ok(Array::list([Value::from(shown(ctx, &quotient, 0)?), Value::from(shown(ctx, &remainder, scale)?)]))
}

/// `number^exponent % modulus`. The numbers of the arguments, from 1, are for the messages; the number itself may not be
/// one (0).
pub fn power_modulo(
    ctx: &Ctx,
    [number, exponent, modulus]: [&Decimal; 3],
    [number_at, exponent_at, modulus_at]: [usize; 3],
) -> PhpResult<Decimal> {
    const FRACTION: &str = "cannot have a fractional part";
    if !number.is_whole() {
        return Err(match number_at {
            0 => ctx.value_error(format!("Base number {FRACTION}")),
            at => ctx.argument_error(at, FRACTION),
        });
    }
    if !exponent.is_whole() {
        return Err(ctx.argument_error(exponent_at, FRACTION));
    }
    if exponent.is_negative() {
        return Err(ctx.argument_error(exponent_at, "must be greater than or equal to 0"));
    }
    if !modulus.is_whole() {
        return Err(ctx.argument_error(modulus_at, FRACTION));
    }
    if modulus.is_zero() {
        return Err(modulo_by_zero(ctx));
    }
    match number.pow_mod(exponent, modulus) {
        Some(result) => Ok(result),
        None => {
            ctx.poll()?;
            Ok(Decimal::ZERO)
        }
    }
}

#[php("function bcpowmod(string $num, string $exponent, string $modulus, ?int $scale = null): string")]
fn bcpowmod(ctx: &Ctx, num: &PhpStr, exponent: &PhpStr, modulus: &PhpStr, scale: Option<i64>) -> PhpResult<Str> {
    let scale = scale_or_setting(ctx, 4, scale)?;
    let (num, exponent, modulus) = (parsed(ctx, 1, num)?, parsed(ctx, 2, exponent)?, parsed(ctx, 3, modulus)?);
    let result = power_modulo(ctx, [&num, &exponent, &modulus], [1, 2, 3])?;
    shown(ctx, &result, scale)
}

/// A power with all its digits, or, if the exponent is negative, its inverse cut off at the scale. The exponent's
/// argument number is for messages; 0 if it is an operand.
pub fn power(ctx: &Ctx, number: &Decimal, exponent: &Decimal, exponent_at: usize, scale: usize) -> PhpResult<Decimal> {
    let refuse = |text: &str| match exponent_at {
        0 => ctx.value_error(format!("exponent {text}")),
        // PHP's method says so twice.
        1 => ctx.argument_error(1, format!("exponent {text}")),
        at => ctx.argument_error(at, text),
    };
    if !exponent.is_whole() {
        return Err(refuse("cannot have a fractional part"));
    }
    let exponent = match exponent.to_int() {
        Some(exponent) if exponent != i64::MIN => exponent,
        _ => return Err(refuse("is too large")),
    };
    if exponent == 0 {
        return Ok(Decimal::ONE);
    }
    if number.is_zero() {
        if exponent < 0 {
            return Err(ctx.throw("DivisionByZeroError", "Negative power of zero"));
        }
        return Ok(Decimal::ZERO);
    }
    // Digits grow with the exponent. What nobody has room for is not begun.
    let times = exponent.unsigned_abs();
    if number.compare(&Decimal::ONE).is_ne() && number.compare(&Decimal::from_int(-1)).is_ne() {
        let bytes = (number.size() as u64).saturating_mul(times) / 3;
        ctx.reserve(usize::try_from(bytes).unwrap_or(usize::MAX).min(isize::MAX as usize))?;
    }
    let Some(result) = number.pow(times) else {
        ctx.poll()?;
        return Ok(Decimal::ZERO);
    };
    if exponent > 0 {
        return Ok(result);
    }
    Decimal::ONE.div(&result, scale).ok_or_else(|| division_by_zero(ctx))
}

#[php("function bcpow(string $num, string $exponent, ?int $scale = null): string")]
fn bcpow(ctx: &Ctx, num: &PhpStr, exponent: &PhpStr, scale: Option<i64>) -> PhpResult<Str> {
    let scale = scale_or_setting(ctx, 3, scale)?;
    let (num, exponent) = (parsed(ctx, 1, num)?, parsed(ctx, 2, exponent)?);
    let result = power(ctx, &num, &exponent, 2, scale)?;
    shown(ctx, &result, scale)
}

#[php("function bcsqrt(string $num, ?int $scale = null): string")]
fn bcsqrt(ctx: &Ctx, num: &PhpStr, scale: Option<i64>) -> PhpResult<Str> {
    let scale = scale_or_setting(ctx, 2, scale)?;
    let num = parsed(ctx, 1, num)?;
    if num.is_negative() {
        return Err(ctx.argument_error(1, "must be greater than or equal to 0"));
    }
    ctx.reserve(2 * scale)?;
    shown(ctx, &num.sqrt(scale), scale)
}

#[php("function bccomp(string $num1, string $num2, ?int $scale = null): int")]
fn bccomp(ctx: &Ctx, num1: &PhpStr, num2: &PhpStr, scale: Option<i64>) -> PhpResult<i64> {
    let scale = scale_or_setting(ctx, 3, scale)?;
    let (a, b) = (parsed(ctx, 1, num1)?, parsed(ctx, 2, num2)?);
    Ok(compared(&a, &b, scale))
}

/// -1, 0 or 1 for two numbers cut off at a scale.
pub fn compared(a: &Decimal, b: &Decimal, scale: usize) -> i64 {
    let kept = |n: &Decimal| n.cut(scale.min(n.scale()));
    kept(a).compare(&kept(b)) as i64
}

#[php("function bcscale(?int $scale = null): int")]
fn bcscale(ctx: &Ctx, scale: Option<i64>) -> PhpResult<i64> {
    let before = ctx.ini.int("bcmath.scale");
    if let Some(scale) = scale {
        let scale = checked_scale(ctx, 1, scale)?;
        let _ = Ini::set(ctx, "bcmath.scale", scale.to_string().as_bytes(), Stage::Runtime);
    }
    Ok(before)
}

#[php("function bcfloor(string $num): string")]
fn bcfloor(ctx: &Ctx, num: &PhpStr) -> PhpResult<Str> {
    shown(ctx, &parsed(ctx, 1, num)?.floor(), 0)
}

#[php("function bcceil(string $num): string")]
fn bcceil(ctx: &Ctx, num: &PhpStr) -> PhpResult<Str> {
    shown(ctx, &parsed(ctx, 1, num)?.ceil(), 0)
}

/// A number rounded; the precision's argument number is for the message.
pub fn rounded(ctx: &Ctx, number: &Decimal, precision: i64, precision_at: usize, mode: &Object) -> PhpResult<Decimal> {
    if precision > MAX_SCALE as i64 {
        let text = format!("must be between {} and {MAX_SCALE}", i64::MIN);
        return Err(ctx.argument_error(precision_at, text));
    }
    let mode = rounding(ctx, mode)?;
    // A number may be rounded up to a power of ten that the script names.
    let grows = matches!(mode, Rounding::AwayFromZero | Rounding::NegativeInfinity | Rounding::PositiveInfinity);
    if precision > 0 || (grows && !number.is_zero()) {
        ctx.reserve(usize::try_from(precision.unsigned_abs()).unwrap_or(usize::MAX).min(isize::MAX as usize))?;
    }
    Ok(number.round(precision, mode))
}

fn rounding(ctx: &Ctx, mode: &Object) -> PhpResult<Rounding> {
    let name = convert::to_str(ctx, &ctx.get_property(mode, "name")?)?;
    Ok(match name.as_bytes() {
        b"HalfTowardsZero" => Rounding::HalfTowardsZero,
        b"HalfEven" => Rounding::HalfEven,
        b"HalfOdd" => Rounding::HalfOdd,
        b"TowardsZero" => Rounding::TowardsZero,
        b"AwayFromZero" => Rounding::AwayFromZero,
        b"NegativeInfinity" => Rounding::NegativeInfinity,
        b"PositiveInfinity" => Rounding::PositiveInfinity,
        _ => Rounding::HalfAwayFromZero,
    })
}

#[php("function bcround(string $num, int $precision = 0, RoundingMode $mode = RoundingMode::HalfAwayFromZero): string")]
fn bcround(ctx: &Ctx, num: &PhpStr, precision: i64, mode: &Object) -> PhpResult<Str> {
    let num = parsed(ctx, 1, num)?;
    let result = rounded(ctx, &num, precision, 2, mode)?;
    let scale = result.scale();
    shown(ctx, &result, scale)
}
