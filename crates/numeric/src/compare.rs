//! Loose comparison of two strings: numeric if both are numeric strings.

use crate::Number;
use crate::parse::classify_with_overflow;
use std::cmp::Ordering;

enum Loose {
    Bytes,
    Number(Ordering),
}

/// `$a <=> $b` for two strings.
pub fn compare(a: &[u8], b: &[u8]) -> Ordering {
    match loosely(a, b) {
        Loose::Bytes => a.cmp(b),
        Loose::Number(ordering) => ordering,
    }
}

/// `$a == $b` for two strings.
#[inline]
pub fn equal(a: &[u8], b: &[u8]) -> bool {
    match (a.first(), b.first()) {
        (Some(..=b'9'), Some(..=b'9')) => match loosely(a, b) {
            Loose::Bytes => a == b,
            Loose::Number(ordering) => ordering.is_eq(),
        },
        _ => a == b,
    }
}

fn loosely(a: &[u8], b: &[u8]) -> Loose {
    let (a, a_overflow) = classify_with_overflow(a);
    let Some(a) = a.whole() else { return Loose::Bytes };
    let (b, b_overflow) = classify_with_overflow(b);
    let Some(b) = b.whole() else { return Loose::Bytes };
    let sign = |overflow: i8| overflow.cmp(&0);
    let (a, b) = match (a, b) {
        (Number::Int(a), Number::Int(b)) => return Loose::Number(a.cmp(&b)),
        (Number::Int(_), Number::Float(_)) if b_overflow != 0 => return Loose::Number(sign(b_overflow).reverse()),
        (Number::Float(_), Number::Int(_)) if a_overflow != 0 => return Loose::Number(sign(a_overflow)),
        (Number::Int(a), Number::Float(b)) => (a as f64, b),
        (Number::Float(a), Number::Int(b)) => (a, b as f64),
        // Both are rounded, so that a difference of zero says nothing.
        (Number::Float(a), Number::Float(b)) if a == b && (a_overflow != 0 && a_overflow == b_overflow || !a.is_finite()) => {
            return Loose::Bytes;
        }
        (Number::Float(a), Number::Float(b)) => (a, b),
    };
    Loose::Number(a.partial_cmp(&b).unwrap_or(Ordering::Equal))
}
