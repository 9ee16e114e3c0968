//! PHP's json extension.

#![forbid(unsafe_code)]

mod decode;
mod encode;
mod error;
mod lexer;

use error::JsonError;
use phant_memory::{PhpStr, Str, Value};
use phant_native::{
    Constant, ConstantValue, Ctx, Extension, Late, PhpResult, descriptor::FunctionGroup, functions, php, php_class, ret::OrFalse,
};
use std::cell::Cell;

const FUNCTIONS: FunctionGroup = functions![json_encode, json_decode, json_validate, json_last_error, json_last_error_msg];

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "json",
    functions: &[FUNCTIONS],
    classes: &[JsonSerializable::PHP, JsonException::PHP],
    constants: &[CONSTANTS],
    info: &[("json support", "enabled")],
    ..Extension::EMPTY
};

/// The flags of both directions.
pub(crate) mod flags {
    pub const HEX_TAG: i64 = 1 << 0;
    pub const HEX_AMP: i64 = 1 << 1;
    pub const HEX_APOS: i64 = 1 << 2;
    pub const HEX_QUOT: i64 = 1 << 3;
    pub const FORCE_OBJECT: i64 = 1 << 4;
    pub const NUMERIC_CHECK: i64 = 1 << 5;
    pub const UNESCAPED_SLASHES: i64 = 1 << 6;
    pub const PRETTY_PRINT: i64 = 1 << 7;
    pub const UNESCAPED_UNICODE: i64 = 1 << 8;
    pub const PARTIAL_OUTPUT_ON_ERROR: i64 = 1 << 9;
    pub const PRESERVE_ZERO_FRACTION: i64 = 1 << 10;
    pub const UNESCAPED_LINE_TERMINATORS: i64 = 1 << 11;
    pub const OBJECT_AS_ARRAY: i64 = 1 << 0;
    pub const BIGINT_AS_STRING: i64 = 1 << 1;
    pub const INVALID_UTF8_IGNORE: i64 = 1 << 20;
    pub const INVALID_UTF8_SUBSTITUTE: i64 = 1 << 21;
    pub const THROW_ON_ERROR: i64 = 1 << 22;
}

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

const CONSTANTS: &[Constant] = &[
    int("JSON_HEX_TAG", flags::HEX_TAG),
    int("JSON_HEX_AMP", flags::HEX_AMP),
    int("JSON_HEX_APOS", flags::HEX_APOS),
    int("JSON_HEX_QUOT", flags::HEX_QUOT),
    int("JSON_FORCE_OBJECT", flags::FORCE_OBJECT),
    int("JSON_NUMERIC_CHECK", flags::NUMERIC_CHECK),
    int("JSON_UNESCAPED_SLASHES", flags::UNESCAPED_SLASHES),
    int("JSON_PRETTY_PRINT", flags::PRETTY_PRINT),
    int("JSON_UNESCAPED_UNICODE", flags::UNESCAPED_UNICODE),
    int("JSON_PARTIAL_OUTPUT_ON_ERROR", flags::PARTIAL_OUTPUT_ON_ERROR),
    int("JSON_PRESERVE_ZERO_FRACTION", flags::PRESERVE_ZERO_FRACTION),
    int("JSON_UNESCAPED_LINE_TERMINATORS", flags::UNESCAPED_LINE_TERMINATORS),
    int("JSON_OBJECT_AS_ARRAY", flags::OBJECT_AS_ARRAY),
    int("JSON_BIGINT_AS_STRING", flags::BIGINT_AS_STRING),
    int("JSON_INVALID_UTF8_IGNORE", flags::INVALID_UTF8_IGNORE),
    int("JSON_INVALID_UTF8_SUBSTITUTE", flags::INVALID_UTF8_SUBSTITUTE),
    int("JSON_THROW_ON_ERROR", flags::THROW_ON_ERROR),
    int("JSON_ERROR_NONE", 0),
    int("JSON_ERROR_DEPTH", JsonError::Depth as i64),
    int("JSON_ERROR_STATE_MISMATCH", JsonError::StateMismatch as i64),
    int("JSON_ERROR_CTRL_CHAR", JsonError::ControlCharacter as i64),
    int("JSON_ERROR_SYNTAX", JsonError::Syntax as i64),
    int("JSON_ERROR_UTF8", JsonError::Utf8 as i64),
    int("JSON_ERROR_RECURSION", JsonError::Recursion as i64),
    int("JSON_ERROR_INF_OR_NAN", JsonError::InfOrNan as i64),
    int("JSON_ERROR_UNSUPPORTED_TYPE", JsonError::UnsupportedType as i64),
    int("JSON_ERROR_INVALID_PROPERTY_NAME", JsonError::InvalidPropertyName as i64),
    int("JSON_ERROR_UTF16", JsonError::Utf16 as i64),
    int("JSON_ERROR_NON_BACKED_ENUM", JsonError::NonBackedEnum as i64),
];

#[php_class("interface JsonSerializable { #[tentative] public function jsonSerialize(): mixed; }")]
struct JsonSerializable;

#[php_class("class JsonException extends Exception {}")]
struct JsonException;

/// The outcome of the last call without `JSON_THROW_ON_ERROR`.
#[derive(Default)]
struct State {
    last_error: Cell<Option<JsonError>>,
}

fn set_last_error(ctx: &Ctx, error: Option<JsonError>) {
    ctx.state::<State>().last_error.set(error);
}

/// Remembers an error, or throws it if the flags ask for that.
fn fail(ctx: &Ctx, error: JsonError, options: i64) -> PhpResult<()> {
    if options & flags::THROW_ON_ERROR != 0 {
        return Err(ctx.throw_with_code("JsonException", error.message(), error as i64));
    }
    set_last_error(ctx, Some(error));
    Ok(())
}

/// The JSON text of a value.
#[php("function json_encode(mixed $value, int $flags = 0, int $depth = 512): string|false")]
fn json_encode(ctx: &Ctx, value: &Value, flags: i64, depth: i64) -> PhpResult<OrFalse<Str>> {
    let partial = flags & flags::PARTIAL_OUTPUT_ON_ERROR != 0;
    let encoded = encode::encode(ctx, value, flags, depth)?;
    let options = if partial { flags & !flags::THROW_ON_ERROR } else { flags };
    match encoded.error {
        Some(error) => {
            fail(ctx, error, options)?;
            if !partial {
                return Ok(OrFalse::False);
            }
        }
        None if options & flags::THROW_ON_ERROR == 0 => set_last_error(ctx, None),
        None => {}
    }
    Ok(OrFalse::Some(encoded.text))
}

fn check_depth(ctx: &Ctx, depth: i64, number: usize) -> PhpResult<()> {
    if depth <= 0 {
        return Err(ctx.argument_error(number, "must be greater than 0"));
    }
    if depth > i64::from(i32::MAX) {
        return Err(ctx.argument_error(number, "must be less than 2147483647"));
    }
    Ok(())
}

/// The value of a JSON text.
#[php("function json_decode(string $json, ?bool $associative = null, int $depth = 512, int $flags = 0): mixed")]
fn json_decode(ctx: &Ctx, json: &PhpStr, associative: Option<bool>, depth: i64, flags: i64) -> PhpResult {
    let throws = flags & flags::THROW_ON_ERROR != 0;
    if !throws {
        set_last_error(ctx, None);
    }
    if json.is_empty() {
        fail(ctx, JsonError::Syntax, flags)?;
        return Ok(Value::NULL);
    }
    check_depth(ctx, depth, 3)?;
    let options = match associative {
        Some(true) => flags | flags::OBJECT_AS_ARRAY,
        Some(false) => flags & !flags::OBJECT_AS_ARRAY,
        None => flags,
    };
    match decode::decode(ctx, json, depth as usize, options)? {
        Ok(value) => Ok(value),
        Err(error) => {
            fail(ctx, error, options)?;
            Ok(Value::NULL)
        }
    }
}

/// Whether a text is JSON.
#[php("function json_validate(string $json, int $depth = 512, int $flags = 0): bool")]
fn json_validate(ctx: &Ctx, json: &PhpStr, depth: i64, flags: i64) -> PhpResult<bool> {
    if flags != 0 && flags != flags::INVALID_UTF8_IGNORE {
        return Err(ctx.argument_error(3, "must be a valid flag (allowed flags: JSON_INVALID_UTF8_IGNORE)"));
    }
    if json.is_empty() {
        set_last_error(ctx, Some(JsonError::Syntax));
        return Ok(false);
    }
    set_last_error(ctx, None);
    check_depth(ctx, depth, 2)?;
    let result = decode::validate(json, depth as usize, flags);
    set_last_error(ctx, result.err());
    Ok(result.is_ok())
}

/// The code of the last error.
#[php("function json_last_error(): int")]
fn json_last_error(late: Late<'_>) -> i64 {
    late.state::<State>().last_error.get().map_or(0, |e| e as i64)
}

/// The message of the last error.
#[php("function json_last_error_msg(): string")]
fn json_last_error_msg(ctx: &Ctx) -> &'static str {
    ctx.state::<State>().last_error.get().map_or("No error", JsonError::message)
}

/// The JSON text of a value for other extensions; an empty one if it has none.
pub fn to_text(ctx: &Ctx, value: &Value) -> PhpResult<Str> {
    let encoded = encode::encode(ctx, value, 0, 512)?;
    Ok(if encoded.error.is_some() { Str::default() } else { encoded.text })
}

/// The value of a JSON text for other extensions, with arrays for objects if they want; `None` if it is no JSON.
pub fn from_text(ctx: &Ctx, text: &PhpStr, arrays: bool) -> PhpResult<Option<Value>> {
    Ok(decode::decode(ctx, text, 512, if arrays { flags::OBJECT_AS_ARRAY } else { 0 })?.ok())
}
