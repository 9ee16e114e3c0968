//! PHP's igbinary extension: a compact binary form of values, in which a string is written once.
//!
//! [`serialize`] and [`unserialize`] are for other extensions, which keep values in this form (sessions, caches).

#![forbid(unsafe_code)]

mod decode;
mod encode;
mod format;
mod strings;
mod within;

use phant_ext_standard::object_data;
use phant_memory::{Str, Value};
use phant_native::{Ctx, Extension, IniSetting, PhpResult, descriptor::FunctionGroup, functions, php};

const FUNCTIONS: FunctionGroup = functions![igbinary_serialize, igbinary_unserialize];

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "igbinary",
    version: Some("3.2.16"),
    functions: &[FUNCTIONS],
    ini: INI,
    info: &[("igbinary support", "enabled"), ("igbinary version", "3.2.16"), ("igbinary session support", "yes")],
    ..Extension::EMPTY
};

const INI: &[IniSetting] = &[IniSetting { name: "igbinary.compact_strings", default: Some("1"), access: 7, on_change: None }];

/// The igbinary form of a value.
pub fn serialize(ctx: &Ctx, value: &Value) -> PhpResult<Str> {
    encode::encode(ctx, value)
}

/// The value for an igbinary form; `None` (after a warning) for damaged bytes.
pub fn unserialize(ctx: &Ctx, bytes: &[u8]) -> PhpResult<Option<Value>> {
    decode::decode(ctx, bytes, false)
}

/// The value at the beginning of a text.
pub fn unserialize_first(ctx: &Ctx, bytes: &[u8]) -> PhpResult<Option<Value>> {
    decode::decode(ctx, bytes, true)
}

/// The binary form of a value.
#[php("function igbinary_serialize($value)")]
fn igbinary_serialize(ctx: &Ctx, value: &Value) -> PhpResult<Value> {
    Ok(Value::from(serialize(ctx, value)?))
}

/// The value for a binary form.
#[php("function igbinary_unserialize($str)")]
fn igbinary_unserialize(ctx: &Ctx, text: &Value) -> PhpResult<Value> {
    let text = object_data::text_argument(ctx, text, 1, "str")?;
    if text.is_empty() {
        return Ok(Value::FALSE);
    }
    Ok(unserialize(ctx, &text)?.unwrap_or(Value::NULL))
}
