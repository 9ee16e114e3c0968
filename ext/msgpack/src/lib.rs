//! PHP's msgpack extension: values as MessagePack, with what PHP needs beyond it.
//!
//! [`serialize`] and [`unserialize`] are for other extensions, which keep values in this form (sessions, caches).

#![forbid(unsafe_code)]

mod classes;
mod decode;
mod encode;
mod settings;
mod template;

pub use settings::Options;

use phant_ext_standard::object_data;
use phant_memory::{Str, Value};
use phant_native::{Constant, ConstantValue, Ctx, Extension, PhpResult, Thrown, descriptor::FunctionGroup, functions, php};

const FUNCTIONS: FunctionGroup = functions![msgpack_serialize, msgpack_unserialize, msgpack_pack, msgpack_unpack];

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "msgpack",
    version: Some("3.0.0"),
    functions: &[FUNCTIONS],
    classes: &[classes::MessagePack::PHP, classes::MessagePackUnpacker::PHP],
    constants: &[CONSTANTS],
    ini: settings::INI,
    info: &[("MessagePack Support", "enabled"), ("Session Support", "enabled"), ("extension Version", "3.0.0")],
    ..Extension::EMPTY
};

const CONSTANTS: &[Constant] = &[
    Constant { name: "MESSAGEPACK_OPT_PHPONLY", value: ConstantValue::Int(classes::OPT_PHPONLY) },
    Constant { name: "MESSAGEPACK_OPT_ASSOC", value: ConstantValue::Int(classes::OPT_ASSOC) },
];

/// The MessagePack form of a value, by the settings.
pub fn serialize(ctx: &Ctx, value: &Value) -> PhpResult<Str> {
    encode::encode(ctx, value, Options::of(ctx))
}

/// The value for a MessagePack form; `None` (after a warning) for damaged bytes. No bytes are null.
pub fn unserialize(ctx: &Ctx, bytes: &[u8]) -> PhpResult<Option<Value>> {
    decode::whole(ctx, bytes, Options::of(ctx))
}

/// The value at the beginning of a text; `None`, without a word, for damaged bytes.
pub fn unserialize_quietly(ctx: &Ctx, bytes: &[u8]) -> PhpResult<Option<Value>> {
    match decode::first(ctx, bytes, Options::of(ctx)) {
        Ok((value, _)) => Ok(Some(value)),
        Err(decode::Bad::Thrown) => Err(Thrown),
        Err(_) => Ok(None),
    }
}

fn pack(ctx: &Ctx, value: &Value) -> PhpResult {
    Ok(Value::from(serialize(ctx, value)?))
}

fn unpack(ctx: &Ctx, text: &Value, object: Option<&Value>) -> PhpResult {
    let text = object_data::text_argument(ctx, text, 1, "str")?;
    let value = unserialize(ctx, &text)?;
    match (value, object) {
        (None, _) => Ok(Value::FALSE),
        (Some(value), None) => Ok(value),
        (Some(value), Some(object)) => template::convert(ctx, value, object),
    }
}

/// The MessagePack form of a value.
#[php("function msgpack_serialize($value)")]
fn msgpack_serialize(ctx: &Ctx, value: &Value) -> PhpResult<Value> {
    pack(ctx, value)
}

/// The value for a MessagePack form.
#[php("function msgpack_unserialize($str, $object = UNKNOWN)")]
fn msgpack_unserialize(ctx: &Ctx, text: &Value, object: Option<&Value>) -> PhpResult<Value> {
    unpack(ctx, text, object)
}

/// The MessagePack form of a value.
#[php("function msgpack_pack($value)")]
fn msgpack_pack(ctx: &Ctx, value: &Value) -> PhpResult<Value> {
    pack(ctx, value)
}

/// The value for a MessagePack form.
#[php("function msgpack_unpack($str, $object = UNKNOWN)")]
fn msgpack_unpack(ctx: &Ctx, text: &Value, object: Option<&Value>) -> PhpResult<Value> {
    unpack(ctx, text, object)
}
