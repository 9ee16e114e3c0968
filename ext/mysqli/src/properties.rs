//! Properties that are read from what an object stands for, not from the object.

use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, ObjectExt, PhpResult, convert};

/// Why a property cannot be read.
pub enum Property {
    /// What the object stands for is closed.
    Closed,
    /// It is not open yet.
    NotYet,
}

/// For properties that ask first how far the object has come: what is closed is not open yet, in PHP's words.
pub fn not_yet(read: Result<Value, Property>) -> Result<Value, Property> {
    read.map_err(|_| Property::NotYet)
}

/// Names and how to read them.
pub type Table = &'static [(&'static str, fn(&Ctx, &Object) -> Result<Value, Property>)];

fn find(table: Table, name: &Str) -> Option<fn(&Ctx, &Object) -> Result<Value, Property>> {
    table.iter().find(|(known, _)| known.as_bytes() == name.as_bytes()).map(|(_, read)| *read)
}

/// Reads a property, if it is one of these.
pub fn read(ctx: &Ctx, table: Table, this: &Object, name: &Str) -> PhpResult<Option<Value>> {
    let Some(read) = find(table, name) else { return Ok(None) };
    match read(ctx, this) {
        Ok(value) => Ok(Some(value)),
        Err(Property::Closed) => Err(ctx.throw_error(format!("{} object is already closed", this.class().name))),
        Err(Property::NotYet) => Err(ctx.throw_error("Property access is not allowed yet")),
    }
}
/// Refuses to write one of these.
pub fn write(ctx: &Ctx, table: Table, this: &Object, name: &Str) -> PhpResult<bool> {
    match find(table, name) {
        Some(_) => Err(ctx.throw_error(format!("Cannot write read-only property {}::${name}", this.class().name))),
        None => Ok(false),
    }
}
/// Whether one of these exists, in the sense of the mode.
pub fn has(ctx: &Ctx, table: Table, this: &Object, name: &Str, mode: u8) -> Option<bool> {
    let read = find(table, name)?;
    if mode == 2 {
        return Some(true);
    }
    let value = read(ctx, this).unwrap_or(Value::NULL);
    Some(if mode == 1 { convert::to_bool(&value) } else { !value.is_null() })
}
/// What `var_dump` shows: those that can be read now.
pub fn all(ctx: &Ctx, table: Table, this: &Object) -> Array {
    let mut all = Array::new();
    for (name, read) in table {
        if let Ok(value) = read(ctx, this) {
            all.set_name(name, value);
        }
    }
    all
}

/// Handlers for a class with such properties.
macro_rules! handlers {
    ($table:expr $(, $field:ident: $value:expr)*) => {
        phant_native::ObjectHandlers {
            read_property: Some(|ctx, this, name| $crate::properties::read(ctx, $table, this, name)),
            write_property: Some(|ctx, this, name, _| $crate::properties::write(ctx, $table, this, name)),
            has_property: Some(|ctx, this, name, mode| Ok($crate::properties::has(ctx, $table, this, name, mode))),
            debug_info: Some(|ctx, this| Ok($crate::properties::all(ctx, $table, this))),
            $($field: $value,)*
            ..phant_native::ObjectHandlers::DEFAULT
        }
    };
}
pub(crate) use handlers;
