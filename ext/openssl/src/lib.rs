//! The part of PHP's openssl extension that needs no keys of two halves and no certificates: ciphers, digests, random bytes,
//! keys from passwords.
//!
//! There is no OpenSSL behind it: `phant-cipher` and `phant-digest` compute, and what OpenSSL would say of an error is said
//! here (`errors`), since scripts read it. `cipher` has encryption, `digest` hashes and PBKDF2, `random` random bytes.

#![forbid(unsafe_code)]

mod cipher;
mod digest;
mod errors;
mod names;
mod random;

use phant_native::{Constant, ConstantValue, Extension};

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "openssl",
    functions: &[cipher::FUNCTIONS, digest::FUNCTIONS, errors::FUNCTIONS, random::FUNCTIONS],
    constants: &[CONSTANTS],
    info: &[("OpenSSL support", "ciphers, digests and random bytes")],
    ..Extension::EMPTY
};

const CONSTANTS: &[Constant] = &[
    Constant { name: "OPENSSL_RAW_DATA", value: ConstantValue::Int(cipher::RAW_DATA) },
    Constant { name: "OPENSSL_ZERO_PADDING", value: ConstantValue::Int(cipher::ZERO_PADDING) },
    Constant { name: "OPENSSL_DONT_ZERO_PAD_KEY", value: ConstantValue::Int(cipher::DONT_ZERO_PAD_KEY) },
];
