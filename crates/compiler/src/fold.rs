//! Constant folding of operators, where the result needs no warning and no ini setting.

use phant_memory::{Str, Value, View};
use phant_numeric::{FloatText, Number, cast, parse};
use phant_syntax::ast::{BinaryOp, UnaryOp};
use std::cmp::Ordering;

/// Folds `a op b`; `None` if it must be left to run time.
pub fn binary(op: BinaryOp, a: &Value, b: &Value) -> Option<Value> {
    use BinaryOp as B;
    match op {
        B::Add | B::Sub | B::Mul | B::Div | B::Mod | B::Pow => arithmetic(op, number(a)?, number(b)?),
        B::Concat => Some(Value::from(Str::concat(&text(a)?, &text(b)?))),
        B::BitAnd | B::BitOr | B::BitXor => {
            let (x, y) = (a.as_int()?, b.as_int()?);
            Some(Value::int(match op {
                B::BitAnd => x & y,
                B::BitOr => x | y,
                _ => x ^ y,
            }))
        }
        B::ShiftLeft | B::ShiftRight => {
            let (x, y) = (a.as_int()?, b.as_int()?);
            if y < 0 {
                return None;
            }
            Some(Value::int(match op {
                B::ShiftLeft if y > 63 => 0,
                B::ShiftLeft => x << y,
                _ => x >> y.min(63),
            }))
        }
        B::And => Some(Value::bool(truth(a) && truth(b))),
        B::Or => Some(Value::bool(truth(a) || truth(b))),
        B::Xor => Some(Value::bool(truth(a) != truth(b))),
        B::Identical => Some(Value::bool(identical(a, b)?)),
        B::NotIdentical => Some(Value::bool(!identical(a, b)?)),
        B::Equal => compare_scalars(a, b).map(|o| Value::bool(o == Some(Ordering::Equal))),
        B::NotEqual => compare_scalars(a, b).map(|o| Value::bool(o != Some(Ordering::Equal))),
        B::Less => compare_scalars(a, b).map(|o| Value::bool(o == Some(Ordering::Less))),
        B::LessEqual => compare_scalars(a, b).map(|o| Value::bool(matches!(o, Some(Ordering::Less | Ordering::Equal)))),
        B::Greater => compare_scalars(a, b).map(|o| Value::bool(o == Some(Ordering::Greater))),
        B::GreaterEqual => compare_scalars(a, b).map(|o| Value::bool(matches!(o, Some(Ordering::Greater | Ordering::Equal)))),
        B::Spaceship => compare_scalars(a, b).map(|o| Value::int(o.map_or(1, |o| o as i64))),
        B::Coalesce => Some(if a.is_null() { b.clone() } else { a.clone() }),
        _ => None,
    }
}

/// Folds `op a`.
pub fn unary(op: UnaryOp, a: &Value) -> Option<Value> {
    match op {
        UnaryOp::Not => Some(Value::bool(!truth(a))),
        UnaryOp::Plus => arithmetic(BinaryOp::Mul, number(a)?, Number::Int(1)),
        UnaryOp::Minus => arithmetic(BinaryOp::Mul, number(a)?, Number::Int(-1)),
        UnaryOp::BitNot => a.as_int().map(|i| Value::int(!i)),
    }
}

/// A scalar's truth.
pub fn truth(v: &Value) -> bool {
    match v.view() {
        View::Null => false,
        View::Bool(b) => b,
        View::Int(i) => i != 0,
        View::Float(f) => f != 0.0,
        View::Str(s) => !(s.is_empty() || s.as_bytes() == b"0"),
        View::Array(a) => !a.is_empty(),
        _ => true,
    }
}

fn number(v: &Value) -> Option<Number> {
    match v.view() {
        View::Int(i) => Some(Number::Int(i)),
        View::Float(f) => Some(Number::Float(f)),
        View::Bool(b) => Some(Number::Int(i64::from(b))),
        View::Null => Some(Number::Int(0)),
        View::Str(s) => parse::classify(&s).whole(),
        _ => None,
    }
}

/// The string of a scalar, where it does not depend on ini settings.
pub fn text(v: &Value) -> Option<Str> {
    match v.view() {
        View::Str(s) => Some(s.into_owned()),
        View::Int(i) => Some(Str::from(i)),
        View::Bool(true) => Some(Str::new(b"1")),
        View::Bool(false) | View::Null => Some(Str::default()),
        // Floats print the same at every usual precision only if they are short.
        View::Float(f) => {
            let short = FloatText::new(f, 14);
            (short.as_bytes() == FloatText::new(f, 17).as_bytes()).then(|| Str::new(short.as_bytes()))
        }
        _ => None,
    }
}

fn float(n: Number) -> f64 {
    match n {
        Number::Int(i) => i as f64,
        Number::Float(f) => f,
    }
}

fn arithmetic(op: BinaryOp, a: Number, b: Number) -> Option<Value> {
    use BinaryOp as B;
    if let (Number::Int(x), Number::Int(y)) = (a, b) {
        let exact = match op {
            B::Add => x.checked_add(y),
            B::Sub => x.checked_sub(y),
            B::Mul => x.checked_mul(y),
            B::Div => {
                if y == 0 {
                    return None;
                }
                (x.checked_rem(y) == Some(0)).then(|| x / y)
            }
            B::Mod => {
                if y == 0 {
                    return None;
                }
                Some(x.checked_rem(y).unwrap_or(0))
            }
            _ => {
                if y < 0 {
                    None
                } else {
                    u32::try_from(y).ok().and_then(|y| x.checked_pow(y))
                }
            }
        };
        if let Some(i) = exact {
            return Some(Value::int(i));
        }
        if op == B::Mod {
            return None;
        }
        if op == B::Pow && x == 0 {
            return None;
        }
    }
    let (x, y) = (float(a), float(b));
    Some(Value::float(match op {
        B::Add => x + y,
        B::Sub => x - y,
        B::Mul => x * y,
        B::Div => {
            if y == 0.0 {
                return None;
            }
            x / y
        }
        B::Mod => {
            if !cast::is_float_int_compatible(x) || !cast::is_float_int_compatible(y) || y as i64 == 0 {
                return None;
            }
            return Some(Value::int((x as i64).checked_rem(y as i64).unwrap_or(0)));
        }
        _ => {
            if x == 0.0 && y < 0.0 {
                return None;
            }
            x.powf(y)
        }
    }))
}

fn identical(a: &Value, b: &Value) -> Option<bool> {
    Some(match (a.view(), b.view()) {
        (View::Array(_), View::Array(_)) => return None,
        (View::Null, View::Null) => true,
        (View::Bool(a), View::Bool(b)) => a == b,
        (View::Int(a), View::Int(b)) => a == b,
        (View::Float(a), View::Float(b)) => a == b,
        (View::Str(a), View::Str(b)) => a == b,
        _ => false,
    })
}

/// Order of two numbers or two strings; the outer `None` leaves other pairs to run time.
fn compare_scalars(a: &Value, b: &Value) -> Option<Option<Ordering>> {
    Some(match (a.view(), b.view()) {
        (View::Int(a), View::Int(b)) => Some(a.cmp(&b)),
        (View::Float(a), View::Float(b)) => a.partial_cmp(&b),
        (View::Int(a), View::Float(b)) => (a as f64).partial_cmp(&b),
        (View::Float(a), View::Int(b)) => a.partial_cmp(&(b as f64)),
        (View::Str(a), View::Str(b)) => Some(phant_numeric::compare::compare(&a, &b)),
        (View::Bool(a), View::Bool(b)) => Some(a.cmp(&b)),
        _ => return None,
    })
}

/// What messages call the type of a constant.
pub(crate) fn value_name(v: &Value) -> &'static str {
    match v.view() {
        View::Null => "null",
        View::Bool(true) => "true",
        View::Bool(false) => "false",
        View::Int(_) => "int",
        View::Float(_) => "float",
        View::Str(_) => "string",
        View::Array(_) => "array",
        View::Object(_) => "object",
        View::Resource(_) => "resource",
    }
}
