//! Values poured into objects: what the second argument of `msgpack_unpack` asks for.

use crate::settings::warn;
use phant_ext_standard::object_data;
use phant_memory::{Array, Key, KeyRef, Object, Str, Value};
use phant_native::{ClassPtr, Ctx, Level, ObjectExt, PhpResult, descriptor::modifiers, host::PropertyView};

/// Makes a value into what the template shows: an object of its class, or arrays of such objects.
pub(crate) fn convert(ctx: &Ctx, value: Value, template: &Value) -> PhpResult {
    ctx.check_stack()?;
    if let Some(object) = template.as_object() {
        let class = object.class();
        if class.is_enum() || object_data::is_refused(class) || value.as_object().is_some_and(|made| made.class().same(class)) {
            return Ok(value);
        }
        return fill(ctx, &made(ctx, class)?, value);
    }
    if let Some(name) = template.as_str() {
        let Some(class) = ctx.class(&name) else {
            ctx.check()?;
            ctx.report(Level::Error, format!("[msgpack] (msgpack_convert_object) Class '{}' not found", *name));
            return Ok(Value::NULL);
        };
        if value.as_object().is_some_and(|made| made.class().same(class)) {
            return Ok(value);
        }
        return fill(ctx, &made(ctx, class)?, value);
    }
    if let Some(templates) = template.as_array() {
        return Ok(elements(ctx, value, &templates.into_owned())?.unwrap_or(Value::NULL));
    }
    ctx.report(Level::Error, "[msgpack] (msgpack_convert_template) Template type is unsupported");
    Ok(Value::NULL)
}

/// An object to be filled. Its constructor is called if anybody may call it.
fn made(ctx: &Ctx, class: ClassPtr) -> PhpResult<Object> {
    match class.magic.construct {
        Some(constructor) if constructor.modifiers & modifiers::PUBLIC == 0 => object_data::create(ctx, Some(class), &class.name),
        _ => ctx.new_object(class, &[]),
    }
}

/// What cannot be made after a template: a warning, and no value.
fn refused(ctx: &Ctx, text: &str) -> PhpResult<Option<Value>> {
    warn(ctx, "msgpack_convert_array", text);
    ctx.check()?;
    Ok(None)
}

/// An array's elements by an array of templates; nothing, after a warning, if they are not alike.
fn elements(ctx: &Ctx, value: Value, templates: &Array) -> PhpResult<Option<Value>> {
    ctx.check_stack()?;
    let Some(first) = templates.values().next() else { return refused(ctx, "template array length is 0") };
    if templates.is_list() { alike(ctx, value, &first.unref()) } else { named(ctx, value, templates) }
}

/// All elements of a list by one template.
fn alike(ctx: &Ctx, value: Value, template: &Value) -> PhpResult<Option<Value>> {
    let Some(array) = value.as_array().map(|array| array.into_owned()) else {
        return refused(ctx, "unserialized data must be array.");
    };
    if array.is_empty() {
        return refused(ctx, "array length is 0 in unserialized data");
    }
    let mut out = Array::with_capacity(array.len().min(1024));
    for (key, element) in array.iter() {
        if matches!(key, KeyRef::Str(_)) {
            return refused(ctx, "key is string");
        }
        let element = match template.as_array() {
            Some(templates) => match elements(ctx, element.clone(), &templates)? {
                Some(element) => element,
                None => return refused(ctx, "convert failure in HASH_KEY_IS_LONG in indexed array"),
            },
            None if template.is_object() || template.is_str() => convert(ctx, element.clone(), template)?,
            None => element.clone(),
        };
        out.set(Key::Int(out.len() as i64), element);
    }
    Ok(Some(Value::from(out)))
}

/// Elements, or properties of an object, in their order, under the names of the templates. Those of templates without a name
/// are left out.
fn named(ctx: &Ctx, value: Value, templates: &Array) -> PhpResult<Option<Value>> {
    let values = match value.as_object() {
        Some(object) => ctx.properties(&object, PropertyView::Raw)?,
        None => match value.as_array() {
            Some(array) => array.into_owned(),
            None => return refused(ctx, "input data is not array"),
        },
    };
    let mut values = values.values().cloned();
    let mut out = Array::with_hash_capacity(templates.len().min(1024));
    for (key, template) in templates.clone().iter() {
        let element = values.next();
        let KeyRef::Str(_) = key else { continue };
        let Some(element) = element else { return refused(ctx, "can't get data") };
        let template = template.unref();
        let element = match template.as_array() {
            Some(templates) => match elements(ctx, element, &templates)? {
                Some(element) => element,
                None => return Ok(None),
            },
            None if template.is_object() => convert(ctx, element, &template)?,
            None => element,
        };
        out.set(key.to_key(), element);
    }
    Ok(Some(Value::from(out)))
}

/// Gives an object the elements of an array: those with names are properties of that name, others are for the declared
/// properties that are left, in their order. What is no array is for the first one.
fn fill(ctx: &Ctx, object: &Object, value: Value) -> PhpResult {
    let class = object.class();
    let array = value.as_array().map_or_else(|| Array::list([value.clone()]), |array| array.into_owned());
    let mut is_named = vec![false; class.slots.len()];
    for (key, value) in array.iter() {
        let KeyRef::Str(name) = key else { continue };
        let place = class.slots.iter().position(|property| property.name.as_bytes() == name.as_bytes());
        if let Some(place) = place {
            is_named[place] = true;
        }
        match place.map(|place| (place, class.slots[place])) {
            Some((place, property)) if property.modifiers & modifiers::PUBLIC == 0 => {
                object_data::set_slot(ctx, object, place as u16, property, value.unref())?;
            }
            _ => {
                // As code of the function that was called writes it.
                let scope = ctx.current.get().and_then(|function| function.class());
                ctx.host.write_property(ctx, object, &key.to_str(), value.unref(), scope)?;
                warn(ctx, "msgpack_convert_object", "illegal offset type, skip this decoding");
                ctx.check()?;
            }
        }
    }
    let mut left = (0..class.slots.len()).filter(|place| !is_named[*place]);
    for (key, value) in array.iter() {
        let KeyRef::Int(number) = key else { continue };
        match left.next().map(|place| class.slots[place]) {
            Some(property) => {
                ctx.host.write_property(ctx, object, &property.name.to_str(), value.unref(), Some(property.class))?;
            }
            None => ctx.host.write_property(ctx, object, &Str::from(number), value.unref(), Some(class))?,
        }
    }
    Ok(Value::from(object.clone()))
}
