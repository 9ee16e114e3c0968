//! PHP's hash extension: `hash()` and its relatives over the algorithms of `phant-digest`.

#![forbid(unsafe_code)]

mod algorithm;
mod context;
mod derive;
mod message;
mod mhash;
mod saved;

use phant_memory::Str;
use phant_native::{Constant, ConstantValue, Extension};

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "hash",
    functions: &[message::FUNCTIONS, context::FUNCTIONS, derive::FUNCTIONS, mhash::FUNCTIONS],
    classes: &[context::HashContext::PHP],
    constants: &[CONSTANTS, &mhash::CONSTANTS],
    info: &[("hash support", "enabled"), ("MHASH support", "Enabled")],
    ..Extension::EMPTY
};

/// `HASH_HMAC`: the context is keyed.
const HASH_HMAC: i64 = 1;

const CONSTANTS: &[Constant] = &[Constant { name: "HASH_HMAC", value: ConstantValue::Int(HASH_HMAC) }];

/// A hash as bytes or as hexadecimal digits.
fn shown(hash: &[u8], binary: bool) -> Str {
    if binary { Str::new(hash) } else { Str::filled(hash.len() * 2, |out| phant_digest::hex::encode_into(hash, out)) }
}
