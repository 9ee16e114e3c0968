//! Mathematics.

use phant_memory::{Str, Type, Value, View};
use phant_native::{
    Args, Ctx, Late, Level, Number, ObjectExt, PhpResult, coerce, convert,
    descriptor::{FunctionGroup, TypeMask},
    functions, php, php_class,
};
use phant_numeric::{
    Number as Num, base, number_format as formatting,
    parse::{self, Numeric},
    pow as powers,
    round::{self as rounding, RoundingMode},
};
use std::f64::consts;

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    abs,
    ceil,
    floor,
    round,
    sin,
    cos,
    tan,
    asin,
    acos,
    atan,
    atanh,
    atan2,
    sinh,
    cosh,
    tanh,
    asinh,
    acosh,
    expm1,
    log1p,
    pi,
    is_finite,
    is_nan,
    is_infinite,
    intdiv,
    pow,
    exp,
    log,
    log10,
    sqrt,
    hypot,
    deg2rad,
    rad2deg,
    bindec,
    hexdec,
    octdec,
    decbin,
    decoct,
    dechex,
    base_convert,
    number_format,
    fmod,
    fdiv,
    fpow,
];

/// How `round` decides.
#[php_class(
    "enum RoundingMode {
        case HalfAwayFromZero;
        case HalfTowardsZero;
        case HalfEven;
        case HalfOdd;
        case TowardsZero;
        case AwayFromZero;
        case NegativeInfinity;
        case PositiveInfinity;
    }"
)]
pub(crate) struct RoundingModeEnum;

#[php("function abs(int|float $num): int|float", pure)]
fn abs(num: Number) -> Number {
    match num {
        Number::Int(i) => i.checked_abs().map_or(Number::Float(-(i as f64)), Number::Int),
        Number::Float(f) => Number::Float(f.abs()),
    }
}

#[php("function ceil(int|float $num): float", pure)]
fn ceil(num: Number) -> f64 {
    -phant_numeric::round::floor(-num.to_f64())
}

#[php("function floor(int|float $num): float", pure)]
fn floor(num: Number) -> f64 {
    phant_numeric::round::floor(num.to_f64())
}

#[php("function round(int|float $num, int $precision = 0, int|RoundingMode $mode = RoundingMode::HalfAwayFromZero): float", pure)]
fn round(late: Late<'_>, passed: usize, num: Number, precision: i64, mode: &Value) -> PhpResult<f64> {
    if let (Number::Float(f), 1) = (num, passed) {
        return Ok(rounding::round(f, 0, RoundingMode::HalfAwayFromZero));
    }
    let places = precision.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
    let mode = if passed < 3 { RoundingMode::HalfAwayFromZero } else { rounding_mode(late.ctx()?, mode)? };
    Ok(match num {
        Number::Int(i) if places >= 0 => i as f64,
        Number::Int(i) => rounding::round(i as f64, places, mode),
        Number::Float(f) => rounding::round(f, places, mode),
    })
}

fn rounding_mode(ctx: &Ctx, mode: &Value) -> PhpResult<RoundingMode> {
    let found = match mode.view() {
        View::Object(case) => {
            let name = crate::var::case_name(ctx, &case)?;
            match name.as_bytes() {
                b"HalfTowardsZero" => RoundingMode::HalfTowardsZero,
                b"HalfEven" => RoundingMode::HalfEven,
                b"HalfOdd" => RoundingMode::HalfOdd,
                b"TowardsZero" => RoundingMode::TowardsZero,
                b"AwayFromZero" => RoundingMode::AwayFromZero,
                b"NegativeInfinity" => RoundingMode::NegativeInfinity,
                b"PositiveInfinity" => RoundingMode::PositiveInfinity,
                _ => RoundingMode::HalfAwayFromZero,
            }
        }
        View::Int(i) => match RoundingMode::from_constant(i) {
            Some(mode) => mode,
            None => return Err(ctx.argument_error(3, "must be a valid rounding mode (RoundingMode::*)")),
        },
        _ => RoundingMode::HalfAwayFromZero,
    };
    Ok(found)
}

#[php("function sin(float $num): float", pure)]
fn sin(num: f64) -> f64 {
    num.sin()
}

#[php("function cos(float $num): float", pure)]
fn cos(num: f64) -> f64 {
    num.cos()
}

#[php("function tan(float $num): float", pure)]
fn tan(num: f64) -> f64 {
    num.tan()
}

#[php("function asin(float $num): float", pure)]
fn asin(num: f64) -> f64 {
    num.asin()
}

#[php("function acos(float $num): float", pure)]
fn acos(num: f64) -> f64 {
    num.acos()
}

#[php("function atan(float $num): float", pure)]
fn atan(num: f64) -> f64 {
    num.atan()
}

#[php("function atan2(float $y, float $x): float", pure)]
fn atan2(y: f64, x: f64) -> f64 {
    y.atan2(x)
}

#[php("function sinh(float $num): float", pure)]
fn sinh(num: f64) -> f64 {
    num.sinh()
}

#[php("function cosh(float $num): float", pure)]
fn cosh(num: f64) -> f64 {
    num.cosh()
}

#[php("function tanh(float $num): float", pure)]
fn tanh(num: f64) -> f64 {
    num.tanh()
}

// The inverse hyperbolic functions are written out, because Rust's library rounds them otherwise than C's does. The
// formulas are those of the FreeBSD mathematical library.

/// From here on `x*x + 1` is `x*x`.
const LARGE: f64 = 268_435_456.0;

#[php("function asinh(float $num): float", pure)]
fn asinh(num: f64) -> f64 {
    let x = num.abs();
    if !num.is_finite() || x < 1.0 / LARGE {
        return num;
    }
    let result = if x > LARGE {
        x.ln() + consts::LN_2
    } else if x > 2.0 {
        (2.0 * x + 1.0 / ((x * x + 1.0).sqrt() + x)).ln()
    } else {
        let square = x * x;
        (x + square / (1.0 + (1.0 + square).sqrt())).ln_1p()
    };
    result.copysign(num)
}

#[php("function acosh(float $num): float", pure)]
fn acosh(num: f64) -> f64 {
    if num.is_nan() || num < 1.0 {
        f64::NAN
    } else if num >= LARGE {
        num.ln() + consts::LN_2
    } else if num == 1.0 {
        0.0
    } else if num > 2.0 {
        (2.0 * num - 1.0 / (num + (num * num - 1.0).sqrt())).ln()
    } else {
        let t = num - 1.0;
        (t + (2.0 * t + t * t).sqrt()).ln_1p()
    }
}

#[php("function atanh(float $num): float", pure)]
fn atanh(num: f64) -> f64 {
    let x = num.abs();
    let result = if x < 0.5 {
        if x < 1.0 / LARGE {
            return num;
        }
        let t = x + x;
        0.5 * (t + t * x / (1.0 - x)).ln_1p()
    } else if x < 1.0 {
        0.5 * ((x + x) / (1.0 - x)).ln_1p()
    } else if x == 1.0 {
        f64::INFINITY
    } else {
        return f64::NAN;
    };
    result.copysign(num)
}

#[php("function expm1(float $num): float", pure)]
fn expm1(num: f64) -> f64 {
    num.exp_m1()
}

#[php("function log1p(float $num): float", pure)]
fn log1p(num: f64) -> f64 {
    num.ln_1p()
}

#[php("function pi(): float", pure)]
fn pi() -> f64 {
    consts::PI
}

#[php("function is_finite(float $num): bool", pure)]
fn is_finite(num: f64) -> bool {
    num.is_finite()
}

#[php("function is_nan(float $num): bool", pure)]
fn is_nan(num: f64) -> bool {
    num.is_nan()
}

#[php("function is_infinite(float $num): bool", pure)]
fn is_infinite(num: f64) -> bool {
    num.is_infinite()
}

#[php("function intdiv(int $num1, int $num2): int", pure)]
fn intdiv(late: Late<'_>, num1: i64, num2: i64) -> PhpResult<i64> {
    match powers::intdiv(num1, num2) {
        Ok(quotient) => Ok(quotient),
        Err(powers::DivisionError::ByZero) => Err(late.ctx()?.throw("DivisionByZeroError", "Division by zero")),
        Err(powers::DivisionError::Overflow) => {
            Err(late.ctx()?.throw("ArithmeticError", "Division of PHP_INT_MIN by -1 is not an integer"))
        }
    }
}

#[php("function pow(mixed $num, mixed $exponent): int|float|object", pure)]
fn pow(ctx: &Ctx, num: &Value, exponent: &Value) -> PhpResult {
    if let (Some(base), Some(power @ 0..)) = (num.as_int(), exponent.as_int()) {
        return Ok(match powers::pow_int(base, power) {
            Num::Int(i) => Value::int(i),
            Num::Float(f) => Value::float(f),
        });
    }
    for operand in [num, exponent] {
        if let Some(object) = operand.as_object()
            && let Some(operator) = object.class().handlers.operator
            && let Some(result) = operator(ctx, "**", num, exponent)?
        {
            return Ok(result);
        }
    }
    let (Some(base), Some(power)) = (operand(ctx, num)?, operand(ctx, exponent)?) else {
        let text = format!("Unsupported operand types: {} ** {}", convert::type_name(num), convert::type_name(exponent));
        return Err(ctx.type_error(text));
    };
    let float = |n| match n {
        Num::Int(i) => i as f64,
        Num::Float(f) => f,
    };
    if float(base) == 0.0 && float(power) < 0.0 {
        ctx.report(Level::Deprecated, "Power of base 0 and negative exponent is deprecated");
        ctx.check()?;
    }
    Ok(match (base, power) {
        (Num::Int(base), Num::Int(power)) => match powers::pow_int(base, power) {
            Num::Int(i) => Value::int(i),
            Num::Float(f) => Value::float(f),
        },
        (base, power) => Value::float(float(base).powf(float(power))),
    })
}

/// An operand of arithmetic as a number; `None` if its type has none.
fn operand(ctx: &Ctx, v: &Value) -> PhpResult<Option<Num>> {
    Ok(Some(match v.view() {
        View::Int(i) => Num::Int(i),
        View::Float(f) => Num::Float(f),
        View::Null => Num::Int(0),
        View::Bool(b) => Num::Int(i64::from(b)),
        View::Str(s) => match parse::classify(&s) {
            Numeric::None => return Ok(None),
            n => {
                if n.whole().is_none() {
                    ctx.report(Level::Warning, "A non-numeric value encountered");
                    ctx.check()?;
                }
                return Ok(n.leading());
            }
        },
        View::Object(o) => {
            let o = o.clone();
            let number = match o.class().handlers.cast {
                Some(cast) => cast(ctx, &o, Type::Int)?,
                None => None,
            };
            match number.as_ref().map(Value::view) {
                Some(View::Int(i)) => Num::Int(i),
                Some(View::Float(f)) => Num::Float(f),
                _ => return Ok(None),
            }
        }
        View::Array(_) | View::Resource(_) => return Ok(None),
    }))
}

#[php("function exp(float $num): float", pure)]
fn exp(num: f64) -> f64 {
    num.exp()
}

#[php("function log(float $num, float $base = M_E): float", pure)]
fn log(late: Late<'_>, passed: usize, num: f64, base: f64) -> PhpResult<f64> {
    if passed < 2 {
        return Ok(num.ln());
    }
    if base == 2.0 {
        return Ok(num.log2());
    }
    if base == 10.0 {
        return Ok(num.log10());
    }
    if base == 1.0 {
        return Ok(f64::NAN);
    }
    if base <= 0.0 {
        return Err(late.ctx()?.argument_error(2, "must be greater than 0"));
    }
    Ok(num.ln() / base.ln())
}

#[php("function log10(float $num): float", pure)]
fn log10(num: f64) -> f64 {
    num.log10()
}

#[php("function sqrt(float $num): float", pure)]
fn sqrt(num: f64) -> f64 {
    num.sqrt()
}

#[php("function hypot(float $x, float $y): float", pure)]
fn hypot(x: f64, y: f64) -> f64 {
    x.hypot(y)
}

#[php("function deg2rad(float $num): float", pure)]
fn deg2rad(num: f64) -> f64 {
    num / 180.0 * consts::PI
}

#[php("function rad2deg(float $num): float", pure)]
fn rad2deg(num: f64) -> f64 {
    num / consts::PI * 180.0
}

fn from_base(late: Late<'_>, text: &[u8], radix: u32) -> PhpResult<Num> {
    let number = base::from_base(text, radix);
    if number.invalid {
        let ctx = late.ctx()?;
        ctx.report(Level::Deprecated, "Invalid characters passed for attempted conversion, these have been ignored");
        ctx.check()?;
    }
    Ok(number.value)
}

fn number(n: Num) -> Value {
    match n {
        Num::Int(i) => Value::int(i),
        Num::Float(f) => Value::float(f),
    }
}

#[php("function bindec(string $binary_string): int|float", pure)]
fn bindec(late: Late<'_>, binary_string: &Str) -> PhpResult {
    from_base(late, binary_string, 2).map(number)
}

#[php("function hexdec(string $hex_string): int|float", pure)]
fn hexdec(late: Late<'_>, hex_string: &Str) -> PhpResult {
    from_base(late, hex_string, 16).map(number)
}

#[php("function octdec(string $octal_string): int|float", pure)]
fn octdec(late: Late<'_>, octal_string: &Str) -> PhpResult {
    from_base(late, octal_string, 8).map(number)
}

#[php("function decbin(int $num): string", pure)]
fn decbin(num: i64) -> Str {
    Str::new(base::bit_digits(num, 1, false, &mut [0; 64]))
}

#[php("function decoct(int $num): string", pure)]
fn decoct(num: i64) -> Str {
    Str::new(base::bit_digits(num, 3, false, &mut [0; 64]))
}

#[php("function dechex(int $num): string", pure)]
fn dechex(num: i64) -> Str {
    Str::new(base::bit_digits(num, 4, false, &mut [0; 64]))
}

#[php("function base_convert(string $num, int $from_base, int $to_base): string", pure)]
fn base_convert(late: Late<'_>, num: &Str, from_base: i64, to_base: i64) -> PhpResult<Str> {
    for (i, base) in [(2, from_base), (3, to_base)] {
        if !(2..=36).contains(&base) {
            return Err(late.ctx()?.argument_error(i, "must be between 2 and 36 (inclusive)"));
        }
    }
    let number = self::from_base(late, num, from_base as u32)?;
    if let Num::Int(int) = number {
        return Ok(Str::new(base::int_digits(int, to_base as u32, &mut [0; 64])));
    }
    match base::to_base(number, to_base as u32) {
        Some(text) => Ok(Str::from(text)),
        None => Err(late.ctx()?.value_error(format!("An infinite value cannot be converted to base {to_base}"))),
    }
}

/// Integers keep all their digits, although the parameter is declared as a float.
#[php(
    "function number_format(float $num, int $decimals = 0, ?string $decimal_separator = '.', ?string $thousands_separator = ','): string",
    pure,
    raw
)]
fn number_format(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Str> {
    if let Some(text) = formatted_at_once(ctx, &args.values[..args.passed])? {
        return Ok(text);
    }
    let mut values = [Value::UNDEF, Value::UNDEF, Value::UNDEF, Value::UNDEF];
    let passed = args.passed;
    for (to, from) in values.iter_mut().zip(args.values.iter()) {
        *to = from.unref();
    }
    if !matches!(values[0].type_of(), Type::Null | Type::Int | Type::Float) {
        values[0] = int_or_float(ctx, &values[0])?;
    }
    let int = values[0].as_int();
    coerce::arguments(ctx, args.function, &mut values, passed)?;
    let [num, decimals, point, separator] = &values;
    let number = match int {
        Some(i) => Num::Int(i),
        None => Num::Float(num.as_float().unwrap_or(0.0)),
    };
    let decimals = decimals.as_int().unwrap_or(0).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
    ctx.reserve(decimals.max(0) as usize)?;
    let point = point.own_str().map_or(&b"."[..], |s| s.as_bytes());
    let separator = separator.own_str().map_or(&b","[..], |s| s.as_bytes());
    let mut out = crate::text::scratch();
    formatting::append_number_format(&mut out, number, decimals, point, separator);
    Ok(crate::text::finished(out))
}

/// The number that `number_format` is given as something else.
fn int_or_float(ctx: &Ctx, v: &Value) -> PhpResult {
    let strict = ctx.host.caller_is_strict(ctx);
    match coerce::scalar_to(ctx, v, TypeMask::INT.union(TypeMask::FLOAT), strict)? {
        Some(number) => Ok(number),
        None => {
            let given = convert::value_name(v);
            Err(ctx.argument_type_error(1, format!("must be of type int|float, {given} given")))
        }
    }
}

/// `number_format` of arguments that are as they are declared.
fn formatted_at_once(ctx: &Ctx, args: &[Value]) -> PhpResult<Option<Str>> {
    let number = match args.first() {
        Some(num) if num.is_int() => Num::Int(num.as_int().unwrap_or(0)),
        Some(num) if num.is_float() => Num::Float(num.as_float().unwrap_or(0.0)),
        _ => return Ok(None),
    };
    let (decimals, point, separator) = match args {
        [_] => (0, &b"."[..], &b","[..]),
        [_, decimals] if let Some(decimals) = decimals.as_int() => (decimals, &b"."[..], &b","[..]),
        [_, decimals, point, separator]
            if let (Some(decimals), Some(point), Some(separator)) = (decimals.as_int(), point.own_str(), separator.own_str()) =>
        {
            (decimals, point.as_bytes(), separator.as_bytes())
        }
        _ => return Ok(None),
    };
    let decimals = decimals.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
    ctx.reserve(decimals.max(0) as usize)?;
    let mut out = crate::text::scratch();
    formatting::append_number_format(&mut out, number, decimals, point, separator);
    Ok(Some(crate::text::finished(out)))
}

#[php("function fmod(float $num1, float $num2): float", pure)]
fn fmod(num1: f64, num2: f64) -> f64 {
    phant_numeric::remainder::fmod(num1, num2)
}

#[php("function fdiv(float $num1, float $num2): float", pure)]
fn fdiv(num1: f64, num2: f64) -> f64 {
    num1 / num2
}

#[php("function fpow(float $num, float $exponent): float", pure)]
fn fpow(num: f64, exponent: f64) -> f64 {
    num.powf(exponent)
}
