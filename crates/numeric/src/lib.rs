//! PHP's rules for numbers, for text that stands for numbers and for numbers as text.
//!
//! Nothing here knows values, strings or arrays of the runtime: input is `&[u8]`, `i64` and `f64`, output is appended
//! to a `Vec<u8>` or held in a small buffer on the stack. Every function gives what PHP 8.4 gives, bit for bit;
//! deprecations and errors are reported in return values and raised by the caller.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod base;
pub mod cast;
pub mod compare;
pub mod float_text;
pub mod increment;
pub mod int_text;
pub mod number_format;
pub mod parse;
pub mod pow;
pub mod remainder;
pub mod round;
pub mod wide;

pub use cast::{float_to_int, is_float_int_compatible};
pub use float_text::{FloatText, append_float, append_repr};
pub use int_text::{IntText, append_int, four_digits};
pub use parse::{Numeric, array_key, classify, to_float, to_int};
pub use wide::{WIDE_DIGITS, WideDigits, WideText};

/// A number of PHP: the result of conversions that overflow from `int` to `float`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// `int`
    Int(i64),
    /// `float`
    Float(f64),
}
