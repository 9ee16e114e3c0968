//! Integer arithmetic that overflows to float.

use crate::Number;

/// `$base ** $exponent` for two integers.
pub fn pow_int(base: i64, exponent: i64) -> Number {
    if exponent < 0 {
        return Number::Float((base as f64).powf(exponent as f64));
    }
    let (mut result, mut square, mut left) = (1i64, base, exponent);
    if left == 0 {
        return Number::Int(1);
    }
    if square == 0 {
        return Number::Int(0);
    }
    // The order of multiplications is PHP's: it decides the last bit of a float result.
    while left >= 1 {
        if left % 2 == 1 {
            left -= 1;
            match result.checked_mul(square) {
                Some(product) => result = product,
                None => return Number::Float(result as f64 * square as f64 * (square as f64).powf(left as f64)),
            }
        } else {
            left /= 2;
            match square.checked_mul(square) {
                Some(product) => square = product,
                None => {
                    let product = square as f64 * square as f64;
                    return Number::Float(result as f64 * product.powf(left as f64));
                }
            }
        }
    }
    Number::Int(result)
}

/// `$a + $b` for two integers.
#[inline]
pub fn add(a: i64, b: i64) -> Number {
    a.checked_add(b).map_or_else(|| Number::Float(a as f64 + b as f64), Number::Int)
}

/// `$a - $b` for two integers.
#[inline]
pub fn sub(a: i64, b: i64) -> Number {
    a.checked_sub(b).map_or_else(|| Number::Float(a as f64 - b as f64), Number::Int)
}

/// `$a * $b` for two integers.
#[inline]
pub fn mul(a: i64, b: i64) -> Number {
    a.checked_mul(b).map_or_else(|| Number::Float(a as f64 * b as f64), Number::Int)
}

/// Why an integer division has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DivisionError {
    /// `DivisionByZeroError`
    ByZero,
    /// `ArithmeticError`: `PHP_INT_MIN` by -1.
    Overflow,
}

/// `intdiv($a, $b)`.
pub fn intdiv(a: i64, b: i64) -> Result<i64, DivisionError> {
    match b {
        0 => Err(DivisionError::ByZero),
        _ => a.checked_div(b).ok_or(DivisionError::Overflow),
    }
}

/// `$a % $b`.
pub fn modulo(a: i64, b: i64) -> Result<i64, DivisionError> {
    match b {
        0 => Err(DivisionError::ByZero),
        -1 => Ok(0),
        _ => Ok(a % b),
    }
}

/// `fmod($a, $b)`.
pub fn fmod(a: f64, b: f64) -> f64 {
    a % b
}
