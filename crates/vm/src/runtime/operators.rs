//! The operators on values of any type: conversions, warnings, errors.

use phant_memory::{Array, Str, Value, View};
use phant_native::{Ctx, Level, ObjectExt, PhpResult, convert};
use phant_numeric::{Number, Numeric, cast, classify};

/// Operators by the numbers instructions carry.
pub const NAMES: [&str; 12] = ["+", "-", "*", "/", "%", "**", ".", "&", "|", "^", "<<", ">>"];

/// `a op b`
pub fn binary(ctx: &Ctx, op: u16, a: &Value, b: &Value) -> PhpResult {
    let (a, b) = (a.deref(), b.deref());
    if op == 6 {
        return concat(ctx, &a, &b);
    }
    if a.is_object() || b.is_object() {
        if let Some(v) = object_operator(ctx, op, &a, &b)? {
            return Ok(v);
        }
    }
    if op == 0
        && let (View::Array(x), View::Array(y)) = (a.view(), b.view())
    {
        return Ok(Value::from(union(x.into_owned(), &y)));
    }
    if matches!(op, 7..=9)
        && let (View::Str(x), View::Str(y)) = (a.view(), b.view())
    {
        return Ok(Value::from(bytes(op, &x, &y)));
    }
    if op == 4 || op >= 7 {
        let x = integer(ctx, op, &a, &b, true)?;
        let y = integer(ctx, op, &a, &b, false)?;
        return integers(ctx, op, x, y);
    }
    let x = number(ctx, op, &a, &b, true)?;
    let y = number(ctx, op, &a, &b, false)?;
    arithmetic(ctx, op, x, y)
}

fn object_operator(ctx: &Ctx, op: u16, a: &Value, b: &Value) -> PhpResult<Option<Value>> {
    for side in [a, b] {
        if let Some(o) = side.as_object()
            && let Some(handler) = o.class().handlers.operator
            && let Some(v) = handler(ctx, NAMES[op as usize], a, b)?
        {
            return Ok(Some(v));
        }
    }
    Ok(None)
}

/// `x + y` of arrays: the elements of `x`, then those of `y` at other keys. An array that nobody else holds is changed in place.
pub fn union(mut x: Array, y: &Array) -> Array {
    if x.is_empty() {
        return y.clone();
    }
    if y.is_empty() || x.same(y) {
        return x;
    }
    let mut entries = y.iter();
    let Some((key, value)) = entries.find(|(key, _)| !x.contains(key)) else { return x };
    let sum = x.make_mut();
    sum.add_new_key(key, value.copied());
    for (key, value) in entries {
        if !sum.contains(&key) {
            sum.add_new_key(key, value.copied());
        }
    }
    x
}

fn unsupported(ctx: &Ctx, op: u16, a: &Value, b: &Value) -> phant_native::Thrown {
    // Unlike a division by zero, it adds nothing to what was thrown before.
    if ctx.has_exception() {
        return phant_native::Thrown;
    }
    let text = format!("Unsupported operand types: {} {} {}", convert::type_name(a), NAMES[op as usize], convert::type_name(b));
    ctx.type_error(text)
}

/// An operand as a number, with PHP's warnings.
fn number(ctx: &Ctx, op: u16, a: &Value, b: &Value, left: bool) -> PhpResult<Number> {
    let v = if left { a } else { b };
    Ok(match v.view() {
        View::Int(i) => Number::Int(i),
        View::Float(f) => Number::Float(f),
        View::Null | View::Bool(false) => Number::Int(0),
        View::Bool(true) => Number::Int(1),
        View::Str(s) => string_number(ctx, op, a, b, &s)?,
        View::Resource(_) | View::Array(_) => return Err(unsupported(ctx, op, a, b)),
        View::Object(o) => {
            if let Some(cast) = o.class().handlers.cast
                && let Some(n) = cast(ctx, &o.clone(), phant_memory::Type::Int)?
            {
                return Ok(match n.view() {
                    View::Float(f) => Number::Float(f),
                    _ => Number::Int(convert::to_int(&n)),
                });
            }
            return Err(unsupported(ctx, op, a, b));
        }
    })
}

fn string_number(ctx: &Ctx, op: u16, a: &Value, b: &Value, s: &Str) -> PhpResult<Number> {
    let n = classify(s);
    if let Some(n) = n.whole() {
        return Ok(n);
    }
    match n {
        Numeric::None => Err(unsupported(ctx, op, a, b)),
        other => {
            ctx.report(Level::Warning, "A non-numeric value encountered");
            ctx.check()?;
            Ok(other.leading().unwrap_or(Number::Int(0)))
        }
    }
}

/// An operand as an integer, with PHP's deprecations.
fn integer(ctx: &Ctx, op: u16, a: &Value, b: &Value, left: bool) -> PhpResult<i64> {
    let v = if left { a } else { b };
    let float = match number(ctx, op, a, b, left)? {
        Number::Int(i) => return Ok(i),
        Number::Float(f) => f,
    };
    if !cast::is_float_int_compatible(float) {
        let what = match v.view() {
            View::Str(s) => format!("float-string \"{s}\""),
            _ => format!("float {}", convert::repr(float)),
        };
        ctx.report(Level::Deprecated, format!("Implicit conversion from {what} to int loses precision"));
        ctx.check()?;
    }
    Ok(cast::float_to_int(float))
}

fn integers(ctx: &Ctx, op: u16, x: i64, y: i64) -> PhpResult {
    Ok(Value::int(match op {
        4 => {
            if y == 0 {
                return Err(ctx.throw("DivisionByZeroError", "Modulo by zero"));
            }
            x.wrapping_rem(y)
        }
        7 => x & y,
        8 => x | y,
        9 => x ^ y,
        _ => {
            if y < 0 {
                return Err(ctx.throw("ArithmeticError", "Bit shift by negative number"));
            }
            match (op, y) {
                (10, 64..) => 0,
                (10, _) => x << y,
                (_, 64..) => x >> 63,
                _ => x >> y,
            }
        }
    }))
}

/// Arithmetic on numbers: integers overflow to float.
pub fn arithmetic(ctx: &Ctx, op: u16, x: Number, y: Number) -> PhpResult {
    if let (Number::Int(x), Number::Int(y)) = (x, y) {
        let exact = match op {
            0 => x.checked_add(y),
            1 => x.checked_sub(y),
            2 => x.checked_mul(y),
            3 => {
                if y == 0 {
                    return Err(ctx.throw("DivisionByZeroError", "Division by zero"));
                }
                if x.checked_rem(y) == Some(0) { x.checked_div(y) } else { None }
            }
            _ => return power(ctx, x, y),
        };
        if let Some(i) = exact {
            return Ok(Value::int(i));
        }
    }
    let float = |n: Number| match n {
        Number::Int(i) => i as f64,
        Number::Float(f) => f,
    };
    let (x, y) = (float(x), float(y));
    Ok(Value::float(match op {
        0 => x + y,
        1 => x - y,
        2 => x * y,
        3 => {
            if y == 0.0 {
                return Err(ctx.throw("DivisionByZeroError", "Division by zero"));
            }
            x / y
        }
        _ => {
            if x == 0.0 && y < 0.0 {
                ctx.report(Level::Deprecated, "Power of base 0 and negative exponent is deprecated");
                ctx.check()?;
            }
            x.powf(y)
        }
    }))
}

fn power(ctx: &Ctx, x: i64, y: i64) -> PhpResult {
    if y < 0 {
        if x == 0 {
            ctx.report(Level::Deprecated, "Power of base 0 and negative exponent is deprecated");
            ctx.check()?;
        }
        return Ok(Value::float((x as f64).powf(y as f64)));
    }
    // Square and multiply; on overflow the rest goes on in floats, as PHP's does.
    let (mut result, mut base, mut exponent) = (1i64, x, y);
    if y == 0 {
        return Ok(Value::int(1));
    }
    if x == 0 {
        return Ok(Value::int(0));
    }
    while exponent >= 1 {
        if exponent % 2 != 0 {
            exponent -= 1;
            match result.checked_mul(base) {
                Some(r) => result = r,
                None => return Ok(Value::float(result as f64 * base as f64 * (base as f64).powf(exponent as f64))),
            }
        } else {
            exponent /= 2;
            match base.checked_mul(base) {
                Some(b) => base = b,
                None => return Ok(Value::float(result as f64 * (base as f64 * base as f64).powf(exponent as f64))),
            }
        }
        if exponent == 0 {
            break;
        }
    }
    Ok(Value::int(result))
}

fn bytes(op: u16, x: &[u8], y: &[u8]) -> Str {
    let combine = |a: u8, b: u8| match op {
        7 => a & b,
        8 => a | b,
        _ => a ^ b,
    };
    let short = x.len().min(y.len());
    let long = if op == 8 { x.len().max(y.len()) } else { short };
    Str::filled(long, |out| {
        for i in 0..short {
            out[i] = combine(x[i], y[i]);
        }
        if op == 8 {
            let rest = if x.len() > y.len() { x } else { y };
            out[short..].copy_from_slice(&rest[short..]);
        }
    })
}

/// `a . b`
pub fn concat(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult {
    if let (View::Object(o), _) | (_, View::Object(o)) = (a.view(), b.view())
        && let Some(handler) = o.class().handlers.operator
        && let Some(v) = handler(ctx, ".", a, b)?
    {
        return Ok(v);
    }
    let x = convert::to_str(ctx, a)?;
    let y = convert::to_str(ctx, b)?;
    if !a.is_str() || !b.is_str() {
        // Only text is joined after an error handler has thrown because of an operand.
        ctx.check()?;
    }
    if y.is_empty() {
        return Ok(Value::from(x));
    }
    if x.is_empty() {
        return Ok(Value::from(y));
    }
    check_size(ctx, x.len() + y.len())?;
    Ok(Value::from(Str::concat(&x, &y)))
}

/// Large strings must fit the memory limit.
pub fn check_size(ctx: &Ctx, size: usize) -> PhpResult<()> {
    if size < 1 << 20 {
        return Ok(());
    }
    if size > phant_memory::string::MAX_LEN {
        return Err(crate::runtime::errors::fatal(
            ctx,
            "Possible integer overflow in memory allocation (1 * ".to_owned() + &size.to_string() + " + 32)",
        ));
    }
    match phant_memory::heap::try_reserve(size) {
        Ok(()) => Ok(()),
        Err(oom) => Err(crate::runtime::errors::fatal(ctx, oom.to_string())),
    }
}

/// `~a`
pub fn bit_not(ctx: &Ctx, a: &Value) -> PhpResult {
    Ok(match a.view() {
        View::Int(i) => Value::int(!i),
        View::Float(f) => Value::int(!convert::float_to_offset(ctx, f)?),
        View::Str(s) => Value::from(Str::filled(s.len(), |out| {
            for (o, i) in out.iter_mut().zip(s.as_bytes()) {
                *o = !i;
            }
        })),
        View::Object(_) => match object_operator(ctx, 9, a, &Value::int(-1))? {
            Some(v) => v,
            None => return Err(ctx.type_error(format!("Cannot perform bitwise not on {}", convert::type_name(a)))),
        },
        _ => {
            let text = format!("Cannot perform bitwise not on {}", convert::value_name(a));
            return Err(ctx.type_error(text));
        }
    })
}

/// `++` and `--` on any value; `None` leaves it as it is.
pub fn step(ctx: &Ctx, v: &Value, up: bool) -> PhpResult<Option<Value>> {
    let word = if up { "increment" } else { "decrement" };
    Ok(Some(match v.view() {
        View::Int(i) => {
            let next = if up { i.checked_add(1) } else { i.checked_sub(1) };
            match next {
                Some(i) => Value::int(i),
                None => Value::float(i as f64 + if up { 1.0 } else { -1.0 }),
            }
        }
        View::Float(f) => Value::float(if up { f + 1.0 } else { f - 1.0 }),
        View::Null => {
            if up {
                Value::int(1)
            } else {
                ctx.report(
                    Level::Warning,
                    "Decrement on type null has no effect, this will change in the next major version of PHP",
                );
                ctx.check()?;
                return Ok(None);
            }
        }
        View::Bool(_) => {
            let capital = if up { "Increment" } else { "Decrement" };
            ctx.report(
                Level::Warning,
                format!("{capital} on type bool has no effect, this will change in the next major version of PHP"),
            );
            ctx.check()?;
            return Ok(None);
        }
        View::Str(s) => match classify(&s).whole() {
            Some(Number::Int(i)) => match if up { i.checked_add(1) } else { i.checked_sub(1) } {
                Some(i) => Value::int(i),
                None => Value::float(i as f64 + if up { 1.0 } else { -1.0 }),
            },
            Some(Number::Float(f)) => Value::float(if up { f + 1.0 } else { f - 1.0 }),
            None => {
                if up {
                    if s.is_empty() {
                        ctx.report(Level::Deprecated, "Increment on non-alphanumeric string is deprecated");
                        ctx.check()?;
                        return Ok(Some(Value::str(b"1")));
                    }
                    if !s.iter().all(u8::is_ascii_alphanumeric) {
                        ctx.report(Level::Deprecated, "Increment on non-alphanumeric string is deprecated");
                        ctx.check()?;
                    }
                    Value::from(phant_numeric::increment::increment_text(&s))
                } else {
                    if s.is_empty() {
                        ctx.report(Level::Deprecated, "Decrement on empty string is deprecated as non-numeric");
                        ctx.check()?;
                        return Ok(Some(Value::int(-1)));
                    }
                    ctx.report(Level::Deprecated, "Decrement on non-numeric string has no effect and is deprecated");
                    ctx.check()?;
                    return Ok(None);
                }
            }
        },
        View::Object(o) => {
            if o.class().handlers.operator.is_some() {
                let one = Value::int(1);
                return Ok(Some(binary(ctx, if up { 0 } else { 1 }, v, &one)?));
            }
            if let Some(cast) = o.class().handlers.cast
                && let Some(number) = cast(ctx, &o.clone(), phant_memory::Type::Int)?
            {
                return Ok(Some(step(ctx, &number, up)?.unwrap_or(number)));
            }
            return Err(ctx.type_error(format!("Cannot {word} {}", convert::type_name(v))));
        }
        _ => return Err(ctx.type_error(format!("Cannot {word} {}", convert::type_name(v)))),
    }))
}
