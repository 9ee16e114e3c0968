//! Attributes of connections.

use crate::{
    dbh::{self, Handle, attribute},
    error::{self, GENERAL},
    fetch,
};
use phant_memory::{Array, Held, Object, Value};
use phant_native::{ClassPtr, Ctx, PhpResult, convert};

/// An attribute's value as an integer; throws PHP's TypeError if it is none.
pub fn int(ctx: &Ctx, value: &Value) -> PhpResult<i64> {
    let number = match value.as_str() {
        Some(text) => text.as_utf8().and_then(|text| text.trim().parse::<i64>().ok()),
        None if value.is_bool() || value.is_int() => Some(convert::to_int(value)),
        None => None,
    };
    match number {
        Some(number) => Ok(number),
        None => {
            let given = convert::value_name(value);
            Err(ctx.type_error(format!("Attribute value must be of type int for selected attribute, {given} given")))
        }
    }
}

fn boolean(ctx: &Ctx, value: &Value) -> PhpResult<bool> {
    if value.is_bool() || value.is_int() {
        return Ok(convert::to_bool(value));
    }
    let given = convert::value_name(value);
    Err(ctx.type_error(format!("Attribute value must be of type bool for selected attribute, {given} given")))
}

/// Sets an attribute; false if that was refused.
pub fn set(ctx: &Ctx, this: &Object, attribute: i64, value: &Value) -> PhpResult<bool> {
    let handle = Handle::of(this);
    match attribute {
        attribute::ERRMODE => match int(ctx, value)? {
            mode @ 0..=2 => handle.error_mode.set(mode),
            _ => return Err(ctx.value_error("Error mode must be one of the PDO::ERRMODE_* constants")),
        },
        attribute::CASE => match int(ctx, value)? {
            case @ 0..=2 => handle.case.set(case),
            _ => return Err(ctx.value_error("Case folding mode must be one of the PDO::CASE_* constants")),
        },
        attribute::ORACLE_NULLS => handle.nulls.set(int(ctx, value)?),
        attribute::STRINGIFY_FETCHES => {
            handle.stringify.set(boolean(ctx, value)?);
            if let Some((_, connection)) = handle.open() {
                connection.set_stringify(handle.stringify.get());
            }
        }
        attribute::DEFAULT_FETCH_MODE => {
            let mode = match value.as_array() {
                Some(array) => {
                    let first = array.get_int(0).and_then(|first| first.deref().as_int());
                    if matches!(first, Some(fetch::mode::INTO | fetch::mode::CLASS)) {
                        let text = "PDO::FETCH_INTO and PDO::FETCH_CLASS cannot be set as the default fetch mode";
                        return Err(ctx.value_error(text));
                    }
                    i64::from(!array.is_empty())
                }
                None => int(ctx, value)?,
            };
            if mode == fetch::mode::DEFAULT {
                return Err(ctx.value_error("Fetch mode must be a bitmask of PDO::FETCH_* constants"));
            }
            handle.fetch_mode.set(mode);
        }
        attribute::STATEMENT_CLASS => {
            if handle.persistent.get() {
                let why = "PDO::ATTR_STATEMENT_CLASS cannot be used with persistent PDO instances";
                error::refused(ctx, handle, &handle.status, GENERAL, why);
                return Ok(false);
            }
            let (class, arguments) = statement_class(ctx, value)?;
            handle.statement_class.set(Some(class));
            let old = handle.statement_arguments.replace(arguments);
            drop(old);
        }
        _ => {
            let connection = dbh::connection(ctx, this)?;
            return match connection.set_attribute(ctx, attribute, value)? {
                Ok(known) => Ok(known),
                Err(state) => {
                    error::failed(ctx, handle, &handle.status, state);
                    Ok(false)
                }
            };
        }
    }
    Ok(true)
}

/// Class and constructor arguments of statements, as `ATTR_STATEMENT_CLASS` has them.
pub fn statement_class(ctx: &Ctx, value: &Value) -> PhpResult<(ClassPtr, Value)> {
    let Some(array) = value.as_array().map(Held::into_owned) else {
        let given = convert::value_name(value);
        return Err(ctx.type_error(format!("PDO::ATTR_STATEMENT_CLASS value must be of type array, {given} given")));
    };
    let Some(name) = array.get_int(0).map(Value::unref) else {
        let text = "PDO::ATTR_STATEMENT_CLASS value must be an array with the format array(classname, constructor_args)";
        return Err(ctx.value_error(text));
    };
    let class = match name.as_str() {
        Some(name) => ctx.class(&name),
        None => None,
    };
    ctx.check()?;
    let Some(class) = class else {
        return Err(ctx.type_error("PDO::ATTR_STATEMENT_CLASS class must be a valid class"));
    };
    let base = ctx.known_class("PDOStatement");
    if !class.is_subclass_or_same(base) {
        return Err(ctx.type_error("PDO::ATTR_STATEMENT_CLASS class must be derived from PDOStatement"));
    }
    if class.magic.construct.is_some_and(|f| f.modifiers & phant_native::descriptor::modifiers::VISIBILITY & !1 == 0) {
        return Err(ctx.type_error("User-supplied statement class cannot have a public constructor"));
    }
    let arguments = match array.get_int(1).map(Value::unref) {
        None => Value::UNDEF,
        Some(arguments) if arguments.is_array() => arguments,
        Some(_) => {
            // PHP names the type of the whole value here.
            let given = convert::value_name(value);
            let text = format!("PDO::ATTR_STATEMENT_CLASS constructor_args must be of type ?array, {given} given");
            return Err(ctx.type_error(text));
        }
    };
    Ok((class, arguments))
}

/// An attribute's value; false, and an error in the error mode, if there is no such.
pub fn get(ctx: &Ctx, this: &Object, attribute: i64) -> PhpResult {
    let connection = dbh::connection(ctx, this)?;
    let handle = Handle::of(this);
    handle.status.clear();
    Ok(match attribute {
        attribute::PERSISTENT => Value::bool(handle.persistent.get()),
        attribute::CASE => Value::int(handle.case.get()),
        attribute::ORACLE_NULLS => Value::int(handle.nulls.get()),
        attribute::ERRMODE => Value::int(handle.error_mode.get()),
        attribute::STRINGIFY_FETCHES => Value::bool(handle.stringify.get()),
        attribute::DEFAULT_FETCH_MODE => Value::int(handle.fetch_mode.get()),
        attribute::DRIVER_NAME => handle.open().map_or(Value::NULL, |(driver, _)| Value::str(driver.name())),
        attribute::STATEMENT_CLASS => {
            let name = handle.statement_class.get().map_or_else(|| Value::str("PDOStatement"), |c| Value::from(c.name.clone()));
            let mut array = Array::list([name]);
            let arguments = handle.statement_arguments.borrow().clone();
            if !arguments.is_undef() {
                array.set(1usize, arguments);
            }
            Value::from(array)
        }
        _ => match connection.attribute(ctx, attribute) {
            Ok(Some(value)) => value,
            Ok(None) => {
                dbh::not_supported(ctx, this, "driver does not support that attribute");
                Value::bool(false)
            }
            Err(state) => {
                error::failed(ctx, handle, &handle.status, state);
                Value::bool(false)
            }
        },
    })
}
