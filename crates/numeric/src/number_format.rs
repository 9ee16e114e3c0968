//! `number_format()`.

use crate::float_text::append_fixed;
use crate::round::{RoundingMode, round};
use crate::{IntText, Number, cast};

/// `number_format($value, $decimals, $point, $separator)`, appended.
pub fn append_number_format(out: &mut Vec<u8>, value: Number, decimals: i32, point: &[u8], separator: &[u8]) {
    match value {
        Number::Int(i) => append_int(out, i, decimals, point, separator),
        // From 2^52 on there is no fraction: use the exact digits, if they fit.
        Number::Float(f) if f.abs() >= 4_503_599_627_370_496.0 && cast::is_float_int_compatible(f) => {
            append_int(out, cast::float_to_int(f), decimals, point, separator);
        }
        Number::Float(f) => append_float(out, f, decimals, point, separator),
    }
}

fn append_float(out: &mut Vec<u8>, value: f64, decimals: i32, point: &[u8], separator: &[u8]) {
    let rounded = round(value, decimals, RoundingMode::HalfAwayFromZero);
    if !rounded.is_finite() {
        // Without a sign, indeed.
        return out.extend_from_slice(if rounded.is_nan() { b"nan" } else { b"inf" });
    }
    let decimals = decimals.max(0) as usize;
    if rounded < 0.0 {
        out.push(b'-');
    }
    let start = out.len();
    // PHP computes no more digits than this.
    let exact = decimals.min(500);
    append_fixed(out, rounded.abs(), exact);
    out.resize(out.len() + (decimals - exact), b'0');
    let fraction = if decimals > 0 { out.len() - decimals } else { out.len() };
    let integral = if decimals > 0 { fraction - 1 } else { fraction };
    if point != b"." && decimals > 0 {
        out.splice(integral..fraction, point.iter().copied());
    }
    group(out, start, integral, separator);
}

fn append_int(out: &mut Vec<u8>, value: i64, decimals: i32, point: &[u8], separator: &[u8]) {
    let magnitude = value.unsigned_abs();
    let start = out.len() + usize::from(value < 0);
    if decimals >= 0 {
        out.extend_from_slice(IntText::new(value).as_bytes());
    } else {
        let rounded = match decimals {
            -19.. => {
                let unit = 10u128.pow(decimals.unsigned_abs());
                (u128::from(magnitude) + unit / 2) / unit * unit
            }
            _ => 0,
        };
        let sign = if value < 0 && rounded != 0 { "-" } else { "" };
        let text = format!("{sign}{rounded}");
        out.extend_from_slice(text.as_bytes());
        return group(out, out.len() - text.len() + sign.len(), out.len(), separator);
    }
    let integral = out.len();
    if decimals > 0 {
        out.extend_from_slice(point);
        out.resize(out.len() + decimals as usize, b'0');
    }
    group(out, start, integral, separator);
}

/// Puts the separator between groups of three of the digits from `start` to `end`.
fn group(out: &mut Vec<u8>, start: usize, end: usize, separator: &[u8]) {
    let groups = (end - start).saturating_sub(1) / 3;
    if groups == 0 || separator.is_empty() {
        return;
    }
    let added = groups * separator.len();
    let len = out.len();
    out.resize(len + added, 0);
    out.copy_within(end..len, end + added);
    // From the right, each group moves to its place, with a separator before it.
    let (mut from, mut to) = (end, end + added);
    while from - start > 3 {
        out.copy_within(from - 3..from, to - 3);
        from -= 3;
        to -= 3 + separator.len();
        out[to..to + separator.len()].copy_from_slice(separator);
    }
}
