//! PHP's gmp extension: integers of any length, as functions and as objects with operators.
//!
//! `dashu-int` computes. `number` has the class GMP, its operators and what arguments become; `text` reads and writes digits
//! in bases up to 62; the functions are in `arithmetic`, `theory` (with `primes`), `bits` and `draws` (with `random`).

#![forbid(unsafe_code)]

mod arithmetic;
mod bits;
mod draws;
mod number;
mod primes;
mod random;
mod text;
mod theory;

use phant_native::{Constant, ConstantValue, Extension};

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "gmp",
    functions: &[arithmetic::FUNCTIONS, theory::FUNCTIONS, bits::FUNCTIONS, draws::FUNCTIONS],
    classes: &[number::Gmp::PHP],
    constants: &[&[
        int("GMP_ROUND_ZERO", 0),
        int("GMP_ROUND_PLUSINF", 1),
        int("GMP_ROUND_MINUSINF", 2),
        // The version whose behaviour this is.
        Constant { name: "GMP_VERSION", value: ConstantValue::Str("6.3.0") },
        int("GMP_MSW_FIRST", 1),
        int("GMP_LSW_FIRST", 2),
        int("GMP_LITTLE_ENDIAN", 4),
        int("GMP_BIG_ENDIAN", 8),
        int("GMP_NATIVE_ENDIAN", 16),
    ]],
    info: &[("gmp support", "enabled")],
    ..Extension::EMPTY
};
