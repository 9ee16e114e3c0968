//! Numbers in expressions. All of one operation are integers or all are doubles, as the server wants it.

use super::Known;
use phant_aerospike_wire::{code, value::Value};
use std::cmp::Ordering;

/// What an operation gives for its arguments.
pub fn compute(number: i64, values: &[Value]) -> Known {
    let value = match values {
        [Value::Int(_), ..] => integers(number, values)?,
        [Value::Double(_), ..] => doubles(number, values)?,
        _ => return Err(code::PARAMETER),
    };
    Ok(value)
}

fn integers(number: i64, values: &[Value]) -> Known {
    if let (40 | 41, [Value::Int(value), Value::Bool(wanted)]) = (number, values) {
        return Ok(Some(Value::Int(scan(*value, *wanted, number == 40))));
    }
    let numbers: Option<Vec<i64>> =
        values.iter().map(|value| if let Value::Int(int) = value { Some(*int) } else { None }).collect();
    let numbers = numbers.ok_or(code::PARAMETER)?;
    let [first, rest @ ..] = &numbers[..] else { return Err(code::PARAMETER) };
    let fold = |with: fn(i64, i64) -> i64| rest.iter().fold(*first, |sum, next| with(sum, *next));
    let result = match (number, rest) {
        (20, _) => fold(i64::wrapping_add),
        (21, []) => first.wrapping_neg(),
        (21, _) => fold(i64::wrapping_sub),
        (22, _) => fold(i64::wrapping_mul),
        (23, []) => return Ok(1i64.checked_div(*first).map(Value::Int)),
        (23, _) => return Ok(rest.iter().try_fold(*first, |sum, next| sum.checked_div(*next)).map(Value::Int)),
        (26, [modulus]) => return Ok(first.checked_rem(*modulus).map(Value::Int)),
        (27, []) => first.wrapping_abs(),
        (30, []) => *first,
        (31, []) => return Ok(Some(Value::Double(*first as f64))),
        (32, _) => fold(|a, b| a & b),
        (33, _) => fold(|a, b| a | b),
        (34, _) => fold(|a, b| a ^ b),
        (35, []) => !first,
        (36, [by]) => shifted(*first, *by, |value, by| value << by),
        (37, [by]) => shifted(*first, *by, |value, by| (value as u64 >> by) as i64),
        (38, [by]) => first >> by.clamp(&0, &63),
        (39, []) => i64::from(first.count_ones()),
        (50, _) => fold(i64::min),
        (51, _) => fold(i64::max),
        _ => return Err(code::PARAMETER),
    };
    Ok(Some(Value::Int(result)))
}

/// A number shifted by so many bits; nothing is left of it from 64 on.
fn shifted(value: i64, by: i64, shift: impl Fn(i64, u32) -> i64) -> i64 {
    u32::try_from(by).ok().filter(|by| *by < 64).map_or(0, |by| shift(value, by))
}

/// Where the first bit of a kind is, from the left or from the right; -1 if there is none. Bits are counted from the left.
fn scan(value: i64, wanted: bool, from_left: bool) -> i64 {
    let bits = if wanted { value as u64 } else { !value as u64 };
    match (bits, from_left) {
        (0, _) => -1,
        (_, true) => i64::from(bits.leading_zeros()),
        (_, false) => 63 - i64::from(bits.trailing_zeros()),
    }
}

fn doubles(number: i64, values: &[Value]) -> Known {
    let numbers: Option<Vec<f64>> =
        values.iter().map(|value| if let Value::Double(double) = value { Some(*double) } else { None }).collect();
    let numbers = numbers.ok_or(code::PARAMETER)?;
    let [first, rest @ ..] = &numbers[..] else { return Err(code::PARAMETER) };
    let fold = |with: fn(f64, f64) -> f64| rest.iter().fold(*first, |sum, next| with(sum, *next));
    let result = match (number, rest) {
        (20, _) => fold(|a, b| a + b),
        (21, []) => -first,
        (21, _) => fold(|a, b| a - b),
        (22, _) => fold(|a, b| a * b),
        (23, []) => 1.0 / first,
        (23, _) => fold(|a, b| a / b),
        (24, [power]) => first.powf(*power),
        (25, [base]) => first.ln() / base.ln(),
        (27, []) => first.abs(),
        (28, []) => first.floor(),
        (29, []) => first.ceil(),
        (30, []) => return Ok(Some(Value::Int(*first as i64))),
        (31, []) => *first,
        (50, _) => fold(|a, b| if b.partial_cmp(&a) == Some(Ordering::Less) { b } else { a }),
        (51, _) => fold(|a, b| if b.partial_cmp(&a) == Some(Ordering::Greater) { b } else { a }),
        _ => return Err(code::PARAMETER),
    };
    Ok(Some(Value::Double(result)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(number: i64, values: &[i64]) -> Option<i64> {
        let values: Vec<Value> = values.iter().copied().map(Value::Int).collect();
        match compute(number, &values).unwrap() {
            Some(Value::Int(value)) => Some(value),
            None => None,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn integers_are_computed() {
        assert_eq!(int(21, &[5]), Some(-5));
        assert_eq!(int(21, &[5, 2, 1]), Some(2));
        assert_eq!(int(23, &[7, 2]), Some(3));
        assert_eq!(int(23, &[7, 0]), None);
        assert_eq!(int(23, &[i64::MIN, -1]), None);
        assert_eq!(int(36, &[1, 64]), Some(0));
        assert_eq!(int(37, &[-1, 60]), Some(15));
        assert_eq!(int(38, &[-16, 2]), Some(-4));
        assert_eq!(int(27, &[i64::MIN]), Some(i64::MIN));
        assert_eq!(int(51, &[1, 9, 3]), Some(9));
    }
    #[test]
    fn bits_are_found() {
        assert_eq!((scan(1, true, true), scan(1, true, false)), (63, 63));
        assert_eq!((scan(-1, true, true), scan(-1, true, false), scan(-1, false, true)), (0, 63, -1));
    }
}
