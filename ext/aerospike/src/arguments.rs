//! Arguments of methods that declare no types: checked here as the classic parser did, with PHP 8's exceptions.

use crate::instance::Instance;
use phant_aerospike_client::error::code;
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Callable, Ctx, PhpResult, coerce, convert, descriptor::TypeMask};
use phant_numeric::{Number, parse};

fn refused(ctx: &Ctx, number: usize, wanted: &str, value: &Value) -> phant_native::Thrown {
    ctx.argument_type_error(number, format!("must be of type {wanted}, {} given", convert::value_name(value)))
}

/// Null where something else is wanted is taken for nothing, with a word about it.
fn null_given(ctx: &Ctx, number: usize, wanted: &str) -> PhpResult<()> {
    let name = ctx.current.get().and_then(|method| method.param_name(number - 1)).unwrap_or_default();
    ctx.deprecated(format!("Passing null to parameter #{number} (${name}) of type {wanted} is deprecated"));
    ctx.check()
}

/// Notes a wrong argument as the status of a method that does not end with one.
pub fn noted<T>(this: &Object, argument: PhpResult<T>) -> PhpResult<T> {
    argument.inspect_err(|_| {
        Instance::of(this).note(code::PARAMETER.into(), "Unable to parse parameters", false);
    })
}

/// An array.
pub fn array(ctx: &Ctx, number: usize, value: &Value) -> PhpResult<Array> {
    value.as_array().map(|array| (*array).clone()).ok_or_else(|| refused(ctx, number, "array", value))
}
/// An array or null.
pub fn array_or_null(ctx: &Ctx, number: usize, value: Option<&Value>) -> PhpResult<Option<Array>> {
    match value {
        None => Ok(None),
        Some(value) if value.deref().is_null() => Ok(None),
        Some(value) => match value.as_array() {
            Some(array) => Ok(Some((*array).clone())),
            None => Err(refused(ctx, number, "?array", value)),
        },
    }
}
/// A scalar of another type, made one of the type that is wanted, by the rules of the code that calls.
#[cold]
fn scalar(ctx: &Ctx, number: usize, value: &Value, mask: TypeMask, wanted: &str) -> PhpResult {
    let value = value.unref();
    let strict = ctx.host.caller_is_strict(ctx);
    if value.is_null() && !strict {
        null_given(ctx, number, wanted)?;
        return Ok(match mask {
            TypeMask::INT => Value::int(0),
            TypeMask::FLOAT => Value::float(0.0),
            TypeMask::BOOL => Value::FALSE,
            _ => Str::default().into(),
        });
    }
    match coerce::scalar_to(ctx, &value, mask, strict)? {
        Some(value) => Ok(value),
        None => {
            ctx.check()?;
            Err(refused(ctx, number, wanted, &value))
        }
    }
}
/// A text.
pub fn text(ctx: &Ctx, number: usize, value: &Value) -> PhpResult<Str> {
    match value.as_str() {
        Some(text) => Ok((*text).clone()),
        None => Ok(scalar(ctx, number, value, TypeMask::STRING, "string")?.into_str().unwrap_or_default()),
    }
}
/// An integer.
pub fn int(ctx: &Ctx, number: usize, value: &Value) -> PhpResult<i64> {
    match value.as_int() {
        Some(int) => Ok(int),
        None => Ok(convert::to_int(&scalar(ctx, number, value, TypeMask::INT, "int")?)),
    }
}
/// A double.
pub fn float(ctx: &Ctx, number: usize, value: &Value) -> PhpResult<f64> {
    match value.as_float() {
        Some(float) => Ok(float),
        None => Ok(convert::to_float(&scalar(ctx, number, value, TypeMask::FLOAT, "float")?)),
    }
}
/// Whether something is so.
pub fn flag(ctx: &Ctx, number: usize, value: &Value) -> PhpResult<bool> {
    match value.deref().is_bool() {
        true => Ok(convert::to_bool(value)),
        false => Ok(convert::to_bool(&scalar(ctx, number, value, TypeMask::BOOL, "bool")?)),
    }
}
/// A function that can be called.
pub fn callable(ctx: &Ctx, number: usize, value: &Value) -> PhpResult<Callable> {
    ctx.resolve_callable(value).map_err(|why| ctx.argument_type_error(number, format!("must be a valid callback, {why}")))
}

/// The number that a text is.
pub fn numeric(text: &[u8]) -> Option<Value> {
    match parse::classify(text).whole()? {
        Number::Int(int) => Some(Value::int(int)),
        Number::Float(float) => Some(Value::float(float)).filter(|_| float.is_finite()),
    }
}
