//! `__PHP_Incomplete_Class`: what `unserialize` makes of objects whose class is unknown. Their data is kept, for
//! `serialize` to write again, but cannot be used.

use crate::serialize::INCOMPLETE_NAME;
use phant_memory::{Object, Str, Value};
use phant_native::{Ctx, ObjectHandlers, PhpResult, php_class};

/// An object of an unknown class.
#[php_class("final class __PHP_Incomplete_Class", allow_dynamic, handlers = HANDLERS)]
pub(crate) struct IncompleteClass;

static HANDLERS: ObjectHandlers = ObjectHandlers {
    read_property: Some(read),
    write_property: Some(write),
    has_property: Some(has),
    unset_property: Some(unset),
    ..ObjectHandlers::DEFAULT
};

fn message(object: &Object, what: &str) -> String {
    let name = object.dynamic().and_then(|d| Some(d.get_bytes(INCOMPLETE_NAME.as_bytes())?.as_str()?.to_text().into_owned()));
    let name = name.unwrap_or_else(|| "unknown".into());
    format!(
        "The script tried to {what} on an incomplete object. Please ensure that the class definition \"{name}\" of the \
         object you are trying to operate on was loaded _before_ unserialize() gets called or provide an autoloader to \
         load the class definition"
    )
}

fn warn(ctx: &Ctx, object: &Object) -> PhpResult<()> {
    let text = message(object, "access a property");
    ctx.warning(text);
    ctx.check()
}

fn read(ctx: &Ctx, object: &Object, _name: &Str) -> PhpResult<Option<Value>> {
    warn(ctx, object)?;
    Ok(Some(Value::NULL))
}

fn write(ctx: &Ctx, object: &Object, _name: &Str, _value: &Value) -> PhpResult<bool> {
    let text = message(object, "modify a property");
    Err(ctx.throw_error(text))
}

fn has(ctx: &Ctx, object: &Object, _name: &Str, _mode: u8) -> PhpResult<Option<bool>> {
    warn(ctx, object)?;
    Ok(Some(false))
}

fn unset(ctx: &Ctx, object: &Object, _name: &Str) -> PhpResult<bool> {
    let text = message(object, "modify a property");
    Err(ctx.throw_error(text))
}
