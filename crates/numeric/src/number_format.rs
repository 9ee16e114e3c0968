//! `number_format()`.

use crate::float_text::append_fixed;
use crate::round::{RoundingMode, round};
use crate::{Number, cast};

/// `number_format($value, $decimals, $point, $separator)`.
pub fn number_format(value: Number, decimals: i32, point: &[u8], separator: &[u8]) -> Vec<u8> {
    match value {
        Number::Int(i) => format_int(i, decimals, point, separator),
        // From 2^52 on there is no fraction: use the exact digits, if they fit.
        Number::Float(f) if f.abs() >= 4_503_599_627_370_496.0 && cast::is_float_int_compatible(f) => {
            format_int(cast::float_to_int(f), decimals, point, separator)
        }
        Number::Float(f) => format_float(f, decimals, point, separator),
    }
}

fn format_float(value: f64, decimals: i32, point: &[u8], separator: &[u8]) -> Vec<u8> {
    let rounded = round(value, decimals, RoundingMode::HalfAwayFromZero);
    if !rounded.is_finite() {
        // Without a sign, indeed.
        return if rounded.is_nan() { b"nan".to_vec() } else { b"inf".to_vec() };
    }
    let decimals = decimals.max(0) as usize;
    let mut digits = Vec::new();
    append_fixed(&mut digits, rounded.abs(), decimals);
    let (integral, fraction) = match decimals {
        0 => (&digits[..], &[][..]),
        _ => (&digits[..digits.len() - decimals - 1], &digits[digits.len() - decimals..]),
    };
    assemble(rounded < 0.0, integral, fraction, point, separator)
}

fn format_int(value: i64, decimals: i32, point: &[u8], separator: &[u8]) -> Vec<u8> {
    let magnitude = value.unsigned_abs();
    let magnitude = match decimals {
        0.. => u128::from(magnitude),
        -19..0 => {
            let unit = 10u128.pow(decimals.unsigned_abs());
            (u128::from(magnitude) + unit / 2) / unit * unit
        }
        _ => 0,
    };
    let digits = magnitude.to_string();
    let fraction = vec![b'0'; decimals.max(0) as usize];
    assemble(value < 0 && magnitude != 0, digits.as_bytes(), &fraction, point, separator)
}

fn assemble(negative: bool, integral: &[u8], fraction: &[u8], point: &[u8], separator: &[u8]) -> Vec<u8> {
    let groups = integral.len() / 3;
    let mut out = Vec::with_capacity(integral.len() + groups * separator.len() + point.len() + fraction.len() + 1);
    if negative {
        out.push(b'-');
    }
    for (i, &digit) in integral.iter().enumerate() {
        if i > 0 && (integral.len() - i).is_multiple_of(3) {
            out.extend_from_slice(separator);
        }
        out.push(digit);
    }
    if !fraction.is_empty() {
        out.extend_from_slice(point);
        out.extend_from_slice(fraction);
    }
    out
}
