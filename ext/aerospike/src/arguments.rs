//! Arguments of methods that declare no types: checked here as the classic parser did, with PHP 8's exceptions.

use phant_memory::{Array, Str, Value, View};
use phant_native::{Callable, Ctx, PhpResult, convert};

fn refused(ctx: &Ctx, number: usize, wanted: &str, value: &Value) -> phant_native::Thrown {
    ctx.argument_type_error(number, format!("must be of type {wanted}, {} given", convert::value_name(value)))
}

/// Null where something else is wanted is taken for nothing, with a word about it.
fn null_given(ctx: &Ctx, number: usize, wanted: &str) -> PhpResult<()> {
    let name = ctx.current.get().and_then(|method| method.param_name(number - 1)).unwrap_or_default();
    ctx.deprecated(format!("Passing null to parameter #{number} (${name}) of type {wanted} is deprecated"));
    ctx.check()
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
/// A text.
pub fn text(ctx: &Ctx, number: usize, value: &Value) -> PhpResult<Str> {
    match value.view() {
        View::Str(text) => Ok((*text).clone()),
        View::Int(_) | View::Float(_) | View::Bool(_) => convert::to_str(ctx, value),
        View::Null => {
            null_given(ctx, number, "string")?;
            Ok(Str::default())
        }
        View::Object(object) => match convert::object_to_str(ctx, &object)? {
            Some(text) => Ok(text),
            None => Err(refused(ctx, number, "string", value)),
        },
        _ => Err(refused(ctx, number, "string", value)),
    }
}
/// An integer.
pub fn int(ctx: &Ctx, number: usize, value: &Value) -> PhpResult<i64> {
    match value.view() {
        View::Int(int) => Ok(int),
        View::Bool(flag) => Ok(i64::from(flag)),
        View::Float(float) if float.is_finite() && float.abs() < 9.2e18 => convert::float_to_offset(ctx, float),
        View::Null => {
            null_given(ctx, number, "int")?;
            Ok(0)
        }
        View::Str(text) => match numeric(&text) {
            Some(value) => int(ctx, number, &value),
            None => Err(refused(ctx, number, "int", value)),
        },
        _ => Err(refused(ctx, number, "int", value)),
    }
}
/// A double.
pub fn float(ctx: &Ctx, number: usize, value: &Value) -> PhpResult<f64> {
    match value.view() {
        View::Float(float) => Ok(float),
        View::Int(int) => Ok(int as f64),
        View::Bool(flag) => Ok(f64::from(u8::from(flag))),
        View::Null => {
            null_given(ctx, number, "float")?;
            Ok(0.0)
        }
        View::Str(text) => match numeric(&text) {
            Some(value) => Ok(convert::to_float(&value)),
            None => Err(refused(ctx, number, "float", value)),
        },
        _ => Err(refused(ctx, number, "float", value)),
    }
}
/// A function that can be called.
pub fn callable(ctx: &Ctx, number: usize, value: &Value) -> PhpResult<Callable> {
    ctx.resolve_callable(value).map_err(|why| ctx.argument_type_error(number, format!("must be a valid callback, {why}")))
}

/// The number that a text is.
pub fn numeric(text: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(text).ok()?.trim();
    if !text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.')) {
        return None;
    }
    text.parse::<i64>().ok().map(Value::int).or_else(|| text.parse::<f64>().ok().filter(|n| n.is_finite()).map(Value::float))
}
