//! Values poured into objects: what the second argument of `msgpack_unpack` asks for.

use crate::settings::warn;
use phant_ext_standard::object_data;
use phant_memory::{Array, Key, Object, Str, Value};
use phant_native::{Ctx, Level, ObjectExt, PhpResult};

/// Makes a value into what the template shows: an object of its class, or arrays of such objects.
pub(crate) fn convert(ctx: &Ctx, value: Value, template: &Value) -> PhpResult {
    ctx.check_stack()?;
    if let Some(object) = template.as_object() {
        let class = object.class();
        if class.is_enum() || object_data::is_refused(class) {
            return Ok(value);
        }
        let made = object_data::create(ctx, Some(class), &class.name)?;
        return fill(ctx, &made, value);
    }
    if let Some(name) = template.as_str() {
        let Some(class) = ctx.class(&name) else {
            ctx.check()?;
            ctx.report(Level::Error, format!("[msgpack] (msgpack_convert_object) Class '{}' not found", *name));
            return Ok(Value::NULL);
        };
        let made = ctx.new_object(class, &[])?;
        return fill(ctx, &made, value);
    }
    if let Some(templates) = template.as_array() {
        return elements(ctx, value, &templates.into_owned());
    }
    ctx.report(Level::Error, "[msgpack] (msgpack_convert_template) Template type is unsupported");
    Ok(Value::NULL)
}

/// An array's elements by an array of templates. A single template without a name is for all elements.
fn elements(ctx: &Ctx, value: Value, templates: &Array) -> PhpResult {
    let Some(array) = value.as_array().map(|a| a.into_owned()) else { return Ok(value) };
    let wanted = |template: &Value| template.is_object() || template.is_array();
    let all = (templates.len() == 1).then(|| templates.get_int(0)).flatten();
    let mut out = Array::with_capacity(array.len().min(1024));
    for (key, element) in array.iter() {
        let template = all.or_else(|| templates.get(&key)).map(Value::unref).filter(wanted);
        let element = match template {
            Some(template) => convert(ctx, element.clone(), &template)?,
            None => element.clone(),
        };
        out.set(key.to_key(), element);
    }
    Ok(Value::from(out))
}

/// Gives an object's properties, in the order of their declaration, the elements of an array. Names do not matter.
fn fill(ctx: &Ctx, object: &Object, value: Value) -> PhpResult {
    let class = object.class();
    let values: Vec<Value> = match value.as_array() {
        Some(array) => {
            for key in array.keys() {
                if !matches!(key, phant_memory::KeyRef::Int(_)) {
                    warn(ctx, "msgpack_convert_object", "illegal offset type, skip this decoding");
                    ctx.check()?;
                }
            }
            array.values().cloned().collect()
        }
        None if value.is_object() => return Ok(value),
        None => vec![value],
    };
    for (place, value) in values.into_iter().enumerate() {
        match class.slots.get(place) {
            Some(property) => object_data::set_slot(ctx, object, place as u16, property, value)?,
            None => object.set_dynamic(Key::Str(Str::from(place as i64)), value),
        }
    }
    Ok(Value::from(object.clone()))
}
