//! Arithmetic over arrays: `array_sum`, `array_product`, `min`, `max`, `range`.

use crate::array::MAX_SIZE;
use phant_memory::{Array, Type, Value, View};
use phant_native::{Ctx, Late, Level, ObjectExt, PhpResult, Thrown, compare, convert, descriptor::FunctionGroup, functions, php};
use phant_numeric::{
    Number, cast,
    parse::{self, Numeric},
    pow,
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![array_sum, array_product, min, max, range];

#[php("function array_sum(array $array): int|float", pure)]
fn array_sum(ctx: &Ctx, array: &Array) -> PhpResult {
    fold(ctx, array, Number::Int(0), "Addition", |a, b| match (a, b) {
        (Number::Int(a), Number::Int(b)) => pow::add(a, b),
        (a, b) => Number::Float(float(a) + float(b)),
    })
}

#[php("function array_product(array $array): int|float", pure)]
fn array_product(ctx: &Ctx, array: &Array) -> PhpResult {
    fold(ctx, array, Number::Int(1), "Multiplication", |a, b| match (a, b) {
        (Number::Int(a), Number::Int(b)) => pow::mul(a, b),
        (a, b) => Number::Float(float(a) * float(b)),
    })
}

fn float(n: Number) -> f64 {
    match n {
        Number::Int(i) => i as f64,
        Number::Float(f) => f,
    }
}

/// What an element counts as, and whether it is one that the operation does not support.
fn operand(ctx: &Ctx, v: &Value) -> PhpResult<(Option<Number>, bool)> {
    if let Some(i) = v.as_int() {
        return Ok((Some(Number::Int(i)), false));
    }
    Ok(match v.view() {
        View::Int(i) => (Some(Number::Int(i)), false),
        View::Float(f) => (Some(Number::Float(f)), false),
        View::Null => (Some(Number::Int(0)), false),
        View::Bool(b) => (Some(Number::Int(i64::from(b))), false),
        View::Str(s) => match parse::classify(&s) {
            n if n.whole().is_some() => (n.whole(), false),
            Numeric::None => (Some(Number::Int(0)), true),
            n => {
                ctx.report(Level::Warning, "A non-numeric value encountered");
                ctx.check()?;
                (n.leading(), false)
            }
        },
        View::Resource(r) => (Some(Number::Int(r.id() as i64)), true),
        View::Array(_) => (None, true),
        View::Object(o) => {
            let o = o.clone();
            let number = match o.class().handlers.cast {
                Some(cast) => cast(ctx, &o, Type::Int)?,
                None => None,
            };
            match number.as_ref().map(Value::view) {
                Some(View::Int(i)) => (Some(Number::Int(i)), false),
                Some(View::Float(f)) => (Some(Number::Float(f)), false),
                _ => (None, true),
            }
        }
    })
}

#[inline(always)]
fn fold(ctx: &Ctx, array: &Array, start: Number, name: &str, with: impl Fn(Number, Number) -> Number) -> PhpResult {
    let mut total = start;
    // What calls nothing, first.
    let mut simple = 0;
    let mut values = array.values();
    let others = loop {
        let Some(value) = values.next() else { break false };
        if let Some(i) = value.as_int() {
            total = with(total, Number::Int(i));
        } else if let Some(f) = value.as_float() {
            total = with(total, Number::Float(f));
        } else {
            break true;
        }
        simple += 1;
    };
    if others {
        total = fold_others(ctx, &array.clone(), simple, total, name, &with)?;
    }
    Ok(match total {
        Number::Int(i) => Value::int(i),
        Number::Float(f) => Value::float(f),
    })
}

/// Folds what comes behind the first `simple` elements, which may be anything.
#[inline(never)]
fn fold_others(
    ctx: &Ctx,
    array: &Array,
    simple: usize,
    mut total: Number,
    name: &str,
    with: &dyn Fn(Number, Number) -> Number,
) -> PhpResult<Number> {
    for value in array.values().skip(simple) {
        let (number, unsupported) = match operand(ctx, value) {
            // An error handler that throws for a number with something behind it makes it one that is not supported.
            Err(_) if ctx.ending.get().is_none() => (Some(Number::Int(0)), true),
            found => found?,
        };
        if let Some(number) = number {
            total = with(total, number);
        }
        if unsupported {
            // PHP goes on after an error handler has thrown, and forgets what it threw when it comes to the next element that
            // is no array or object.
            if !matches!(value.view(), View::Array(_) | View::Object(_)) {
                ctx.exception.set(None);
            }
            let text = format!("{name} is not supported on type {}", convert::type_name(value));
            ctx.warning(text);
        }
    }
    ctx.check()?;
    Ok(total)
}

/// The array that `min` and `max` with one argument search, or their errors.
fn only_array<'a>(ctx: &Ctx, value: &'a Value) -> PhpResult<&'a Array> {
    match value.own_array() {
        Some(array) if array.is_empty() => Err(ctx.argument_error(1, "must contain at least one element")),
        Some(array) => Ok(array),
        None => {
            let text = format!("must be of type array, {} given", convert::value_name(value));
            Err(ctx.argument_type_error(1, text))
        }
    }
}

/// The best of an array of nothing but integers.
#[inline(always)]
fn best_int(array: &Array, better: impl Fn(i64, i64) -> i64) -> Option<i64> {
    let mut best = array.first()?.1.as_int()?;
    for value in array.values() {
        best = better(best, value.as_int()?);
    }
    Some(best)
}

/// The best of nothing but numbers, none of them NaN; of equal ones the first.
#[inline(always)]
fn best_number<'a>(values: impl IntoIterator<Item = &'a Value>, sign: f64) -> Option<Value> {
    let number = |value: &Value| match value.as_int() {
        Some(i) => Some(Number::Int(i)),
        None => value.as_float().filter(|f| !f.is_nan()).map(Number::Float),
    };
    let mut values = values.into_iter();
    let mut best = number(values.next()?)?;
    for value in values {
        let number = number(value)?;
        let better = match (number, best) {
            (Number::Int(a), Number::Int(b)) => (a > b) == (sign > 0.0) && a != b,
            (a, b) => float(a) * sign > float(b) * sign,
        };
        if better {
            best = number;
        }
    }
    Some(match best {
        Number::Int(i) => Value::int(i),
        Number::Float(f) => Value::float(f),
    })
}

/// Whether the first of two numbers is the one that is wanted; `None` if one is something else, or NaN.
#[inline]
fn is_first(a: &Value, b: &Value, wanted: impl Fn(f64, f64) -> bool) -> Option<bool> {
    let number = |value: &Value| match value.as_float() {
        Some(float) => (!float.is_nan()).then_some(float),
        None => value.as_int().map(|i| i as f64),
    };
    Some(wanted(number(a)?, number(b)?))
}

/// Whether both are numbers and one is NaN, which two-argument `min` and `max` treat by position.
fn has_nan(a: &Value, b: &Value) -> bool {
    let number = |v: &Value| v.is_int() || v.is_float();
    let nan = |v: &Value| v.as_float().is_some_and(f64::is_nan);
    number(a) && number(b) && (nan(a) || nan(b))
}

#[php("function min(mixed $value, mixed ...$values): mixed", pure)]
fn min(late: Late<'_>, value: &Value, values: &[Value]) -> PhpResult {
    match (value.own_array(), values) {
        (None, [other]) => {
            if let (Some(a), Some(b)) = (value.as_int(), other.as_int()) {
                return Ok(Value::int(a.min(b)));
            }
            if let Some(first) = is_first(value, other, |a, b| a < b) {
                return Ok(if first { value.clone() } else { other.clone() });
            }
        }
        (Some(array), []) => {
            if let Some(best) = best_int(array, |a, b| a.min(b)) {
                return Ok(Value::int(best));
            }
            if let Some(best) = best_number(array.values(), -1.0) {
                return Ok(best);
            }
        }
        (None, [_, _, ..]) => {
            if let Some(best) = best_number(std::iter::once(value).chain(values), -1.0) {
                return Ok(best);
            }
        }
        _ => {}
    }
    min_of(late.ctx()?, value, values)
}
/// The same where it is not all numbers.
fn min_of(ctx: &Ctx, value: &Value, values: &[Value]) -> PhpResult {
    match values {
        [] => {
            let array = only_array(ctx, value)?.clone();
            let mut all = array.values();
            let mut best = all.next().map(Value::unref).unwrap_or_default();
            for v in all {
                if compare::compare(ctx, &best, v)? > 0 {
                    best = v.unref();
                }
            }
            Ok(best)
        }
        // PHP compiles calls with two arguments to code of their own, which settles ties for the second.
        [other] => {
            let first = !has_nan(value, other) && compare::compare(ctx, value, other)? < 0;
            Ok(if first { value.clone() } else { other.unref() })
        }
        _ => {
            let mut best = value;
            for v in values {
                if compare::compare(ctx, v, best)? < 0 {
                    best = v;
                }
            }
            Ok(best.unref())
        }
    }
}

#[php("function max(mixed $value, mixed ...$values): mixed", pure)]
fn max(late: Late<'_>, value: &Value, values: &[Value]) -> PhpResult {
    match (value.own_array(), values) {
        (None, [other]) => {
            if let (Some(a), Some(b)) = (value.as_int(), other.as_int()) {
                return Ok(Value::int(a.max(b)));
            }
            if let Some(first) = is_first(value, other, |a, b| a >= b) {
                return Ok(if first { value.clone() } else { other.clone() });
            }
        }
        (Some(array), []) => {
            if let Some(best) = best_int(array, |a, b| a.max(b)) {
                return Ok(Value::int(best));
            }
            if let Some(best) = best_number(array.values(), 1.0) {
                return Ok(best);
            }
        }
        (None, [_, _, ..]) => {
            if let Some(best) = best_number(std::iter::once(value).chain(values), 1.0) {
                return Ok(best);
            }
        }
        _ => {}
    }
    max_of(late.ctx()?, value, values)
}
/// The same where it is not all numbers.
fn max_of(ctx: &Ctx, value: &Value, values: &[Value]) -> PhpResult {
    match values {
        [] => {
            let array = only_array(ctx, value)?.clone();
            let mut all = array.values();
            let mut best = all.next().map(Value::unref).unwrap_or_default();
            for v in all {
                if compare::compare(ctx, &best, v)? < 0 {
                    best = v.unref();
                }
            }
            Ok(best)
        }
        [other] => {
            let first = !has_nan(value, other) && compare::compare(ctx, value, other)? >= 0;
            Ok(if first { value.clone() } else { other.unref() })
        }
        _ => {
            let mut best = value;
            for v in values {
                if compare::compare(ctx, best, v)? < 0 {
                    best = v;
                }
            }
            Ok(best.unref())
        }
    }
}

/// What a boundary of `range` can be read as.
#[derive(Clone, Copy, PartialEq)]
enum Bound {
    Int(i64),
    Float(f64),
    /// A single byte that is no digit.
    Char(u8),
    /// A digit: a character or an integer.
    Digit(u8),
}

impl Bound {
    fn is_char(self) -> bool {
        matches!(self, Bound::Char(_) | Bound::Digit(_))
    }
    fn int(self) -> i64 {
        match self {
            Bound::Int(i) => i,
            Bound::Digit(d) => i64::from(d - b'0'),
            Bound::Float(_) | Bound::Char(_) => 0,
        }
    }
    fn float(self) -> f64 {
        match self {
            Bound::Float(f) => f,
            other => other.int() as f64,
        }
    }
}

fn not_finite(ctx: &Ctx, number: usize, f: f64) -> Thrown {
    let what = if f.is_nan() { "NAN" } else { "INF" };
    ctx.argument_error(number, format!("must be a finite number, {what} provided"))
}

fn bound(ctx: &Ctx, v: &Value, number: usize) -> PhpResult<Bound> {
    let name = if number == 1 { "start" } else { "end" };
    let of_float = |ctx: &Ctx, f: f64| if f.is_finite() { Ok(Bound::Float(f)) } else { Err(not_finite(ctx, number, f)) };
    match v.view() {
        View::Float(f) => of_float(ctx, f),
        View::Str(s) => {
            let &[first, ..] = s.as_bytes() else {
                ctx.warning(format!("Argument #{number} (${name}) must not be empty, casted to 0"));
                ctx.check()?;
                return Ok(Bound::Int(0));
            };
            match parse::classify(&s).whole() {
                Some(Number::Float(f)) => of_float(ctx, f),
                Some(Number::Int(_)) if s.len() == 1 => Ok(Bound::Digit(first)),
                Some(Number::Int(i)) => Ok(Bound::Int(i)),
                None => {
                    if s.len() != 1 {
                        ctx.warning(format!("Argument #{number} (${name}) must be a single byte, subsequent bytes are ignored"));
                        ctx.check()?;
                    }
                    Ok(Bound::Char(first))
                }
            }
        }
        _ => Ok(Bound::Int(convert::to_int(v))),
    }
}

/// The step of `range`, made positive.
struct Step {
    int: u64,
    float: f64,
    /// Not a whole number.
    fractional: bool,
    negative: bool,
}

fn step(ctx: &Ctx, v: &Value) -> PhpResult<Step> {
    let (int, float, fractional) = match v.view() {
        View::Float(f) if !f.is_finite() => return Err(not_finite(ctx, 3, f)),
        View::Float(f) => (cast::float_to_int(f), f, !cast::is_float_int_compatible(f)),
        _ => {
            let i = convert::to_int(v);
            (i, i as f64, false)
        }
    };
    if float == 0.0 {
        return Err(ctx.argument_error(3, "cannot be 0"));
    }
    if int == i64::MIN && !fractional {
        return Err(ctx.argument_error(3, format!("must be greater than {}", i64::MIN)));
    }
    Ok(Step { int: int.unsigned_abs(), float: float.abs(), fractional, negative: float < 0.0 })
}

#[php("function range(string|int|float $start, string|int|float $end, int|float $step = 1): array", pure)]
fn range(ctx: &Ctx, start: &Value, end: &Value, step: &Value) -> PhpResult<Array> {
    if let (Some(from), Some(to), Some(by)) = (start.as_int(), end.as_int(), step.as_int())
        && by != 0
        && by != i64::MIN
    {
        return integers(ctx, from, to, &Step { int: by.unsigned_abs(), float: 0.0, fractional: false, negative: by < 0 });
    }
    let step = self::step(ctx, step)?;
    let mut from = bound(ctx, start, 1)?;
    let mut to = bound(ctx, end, 2)?;
    match (from, to) {
        _ if from.is_char() && to.is_char() => {
            if !step.fractional {
                return characters(ctx, from, to, &step);
            }
            if matches!(from, Bound::Char(_)) || matches!(to, Bound::Char(_)) {
                ctx.warning(
                    "Argument #3 ($step) must be of type int when generating an array of characters, inputs converted to 0",
                );
                ctx.check()?;
            }
        }
        (_, Bound::Char(_)) => {
            ctx.warning(
                "Argument #1 ($start) must be a single byte string if argument #2 ($end) is a single byte string, \
                 argument #2 ($end) converted to 0",
            );
            ctx.check()?;
            to = Bound::Int(0);
        }
        (Bound::Char(_), _) => {
            ctx.warning(
                "Argument #2 ($end) must be a single byte string if argument #1 ($start) is a single byte string, \
                 argument #1 ($start) converted to 0",
            );
            ctx.check()?;
            from = Bound::Int(0);
        }
        _ => {}
    }
    if matches!(from, Bound::Float(_)) || matches!(to, Bound::Float(_)) || step.fractional {
        floats(ctx, from.float(), to.float(), &step)
    } else {
        integers(ctx, from.int(), to.int(), &step)
    }
}

fn decreasing(ctx: &Ctx) -> Thrown {
    ctx.argument_error(3, "must be greater than 0 for increasing ranges")
}

fn beyond(ctx: &Ctx) -> Thrown {
    ctx.argument_error(3, "must be less than the range spanned by argument #1 ($start) and argument #2 ($end)")
}

fn characters(ctx: &Ctx, from: Bound, to: Bound, step: &Step) -> PhpResult<Array> {
    let byte = |b| match b {
        Bound::Char(c) | Bound::Digit(c) => c,
        _ => 0,
    };
    let (from, to) = (byte(from), byte(to));
    if from < to && step.negative {
        return Err(decreasing(ctx));
    }
    let distance = u64::from(from.abs_diff(to));
    if distance > 0 && distance < step.int {
        return Err(beyond(ctx));
    }
    let one = |c: u8| Value::from(phant_memory::string::single_byte(c));
    let step = step.int.min(256) as usize;
    Ok(if from <= to { (from..=to).step_by(step).map(one).collect() } else { (to..=from).rev().step_by(step).map(one).collect() })
}

fn integers(ctx: &Ctx, from: i64, to: i64, step: &Step) -> PhpResult<Array> {
    if from == to {
        return Ok(Array::list([Value::int(from)]));
    }
    if from < to && step.negative {
        return Err(decreasing(ctx));
    }
    let distance = from.abs_diff(to);
    if distance < step.int {
        return Err(beyond(ctx));
    }
    let steps = distance / step.int;
    if steps >= MAX_SIZE as u64 - 1 {
        let text = format!(
            "The supplied range exceeds the maximum array size: start={} end={} step={}",
            from.min(to),
            from.max(to),
            step.int as i64,
        );
        return Err(ctx.value_error(text));
    }
    let size = steps as usize + 1;
    ctx.reserve(size * size_of::<Value>())?;
    let step = if from < to { step.int as i64 } else { (step.int as i64).wrapping_neg() };
    Ok(Array::list((0..size as i64).map(|i| Value::int(from.wrapping_add(i.wrapping_mul(step))))))
}

fn floats(ctx: &Ctx, from: f64, to: f64, step: &Step) -> PhpResult<Array> {
    if from == to {
        return Ok(Array::list([Value::float(from)]));
    }
    if from < to && step.negative {
        return Err(decreasing(ctx));
    }
    let (low, high) = (from.min(to), from.max(to));
    if high - low < step.float {
        return Err(beyond(ctx));
    }
    let size = (high - low) / step.float + 1.0;
    if size >= MAX_SIZE as f64 {
        let text =
            format!("The supplied range exceeds the maximum array size: start={low:.1} end={high:.1} step={:.1}", step.float,);
        return Err(ctx.value_error(text));
    }
    let size = phant_numeric::round::round(size, 0, phant_numeric::round::RoundingMode::HalfAwayFromZero) as usize;
    ctx.reserve(size * size_of::<Value>())?;
    let mut out = Array::with_capacity(size);
    for i in 0..size {
        let offset = i as f64 * step.float;
        let element = if from < to { from + offset } else { from - offset };
        if element < low || element > high {
            break;
        }
        let _ = out.push(Value::float(element));
    }
    Ok(out)
}
