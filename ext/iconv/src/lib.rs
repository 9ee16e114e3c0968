//! PHP's iconv: conversions between character sets as glibc's iconv does them.
//!
//! The sets are [`phant_charset`]'s. `convert` has conversions and their errors, `settings` the encodings that are meant
//! where none is named.

#![forbid(unsafe_code)]

mod convert;
mod filter;
mod functions;
mod mime_decode;
mod mime_encode;
mod output_handler;
mod settings;

use phant_native::{Constant, ConstantValue, Extension};

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "iconv",
    functions: &[functions::FUNCTIONS, mime_encode::FUNCTIONS, mime_decode::FUNCTIONS, settings::FUNCTIONS],
    constants: &[CONSTANTS],
    ini: settings::INI,
    info: &[("iconv support", "enabled"), ("iconv implementation", "glibc"), ("iconv library version", "2.41")],
    provides: &[&filter::STREAMS, &output_handler::HANDLER],
    ..Extension::EMPTY
};

const CONSTANTS: &[Constant] = &[
    Constant { name: "ICONV_IMPL", value: ConstantValue::Str("glibc") },
    Constant { name: "ICONV_VERSION", value: ConstantValue::Str("2.41") },
    Constant { name: "ICONV_MIME_DECODE_STRICT", value: ConstantValue::Int(mime_decode::STRICT) },
    Constant { name: "ICONV_MIME_DECODE_CONTINUE_ON_ERROR", value: ConstantValue::Int(mime_decode::CONTINUE_ON_ERROR) },
];
