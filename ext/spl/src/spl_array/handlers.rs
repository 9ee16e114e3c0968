//! What the engine asks of ArrayObject and ArrayIterator: element access, properties that are elements, comparison.

use super::{
    ARRAY_AS_PROPS, INHERITED, IS_SELF, STD_PROP_LIST, Target, USE_OTHER, check_not_sorting, illegal_offset, is_iterator, state,
    storage,
};
use crate::util;
use phant_memory::{Array, Key, KeyRef, Object, Str, Value};
use phant_native::{
    Ctx, Level, ObjectExt, ObjectHandlers, PhpResult,
    class::{Fetch, Place},
    compare, convert,
    descriptor::modifiers,
};

pub(super) static HANDLERS: ObjectHandlers = ObjectHandlers {
    properties: Some(properties),
    properties_are_a_view: true,
    clone: Some(copy),
    compare: Some(compare_objects),
    read_property: Some(read_property),
    write_property: Some(write_property),
    has_property: Some(has_property),
    unset_property: Some(unset_property),
    property_place: Some(property_place),
    read_dimension: Some(read_dimension),
    write_dimension: Some(write_dimension),
    peek_dimension: Some(peek),
    put_dimension: Some(put),
    has_dimension: Some(has_dimension),
    unset_dimension: Some(unset_dimension),
    dimension_place: Some(dimension_place),
    len: Some(len),
    ..ObjectHandlers::DEFAULT
};

pub(super) static ITERATOR_HANDLERS: ObjectHandlers = ObjectHandlers { walk: Some(walk), ..HANDLERS };

/// One step of a walk over an ArrayIterator, which moves the iterator itself.
pub fn walk(ctx: &Ctx, object: &Object, started: &mut u64, by_ref: bool) -> PhpResult<Option<(Value, Value)>> {
    if *started != 0
        && !by_ref
        && let Some(found) = next_of_own_array(object)
    {
        return Ok(found);
    }
    let target = Target::ready(ctx, object)?;
    let walker = state(object);
    let slot = if *started == 0 {
        *started = 1;
        target.stand(walker, 0)
    } else {
        let at = target.locate(walker);
        target.stand(walker, at.saturating_add(1))
    };
    let Some((key, value)) = target.entry(slot) else { return Ok(None) };
    let value = match by_ref {
        true => target.reference(ctx, &key)?.map_or(value, Value::from),
        false => value.into_unref(),
    };
    Ok(Some((key.to_value(), value)))
}

/// The step in an array of the iterator's own, or of the ArrayObject that it walks, that still has what the walk stands on;
/// `Some(None)` at the end.
fn next_of_own_array(object: &Object) -> Option<Option<(Value, Value)>> {
    storage::standing(object, |position, array, slot| {
        let next = position.advance(array, slot)?;
        Some((array.key_at(next).to_value(), array.value_at(next).clone().into_unref()))
    })
}

fn properties(_ctx: &Ctx, object: &Object) -> PhpResult<Array> {
    if state(object).flags.get() & STD_PROP_LIST != 0 {
        return Ok(util::members(object));
    }
    Ok(Target::of(object).to_array())
}

fn copy(_ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
    let (source, new) = (state(from), state(to));
    new.flags.set(source.flags.get() & INHERITED);
    new.iterator_class.set(source.iterator_class.get());
    let elements = if new.flags.get() & IS_SELF != 0 {
        Value::UNDEF
    } else if is_iterator(from) {
        new.flags.set(new.flags.get() | USE_OTHER);
        Value::from(from.clone())
    } else {
        Value::from(Target::of(from).to_array())
    };
    new.elements.replace(elements);
    Ok(())
}

fn compare_objects(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<i32> {
    let (Some(x), Some(y)) = (a.as_object(), b.as_object()) else { return compare::without_handler(ctx, a, b) };
    if !super::is_array_like(&x) || !super::is_array_like(&y) {
        return Ok(compare::UNCOMPARABLE);
    }
    let (x, y) = (x.clone(), y.clone());
    let elements = (Target::of(&x).to_array(), Target::of(&y).to_array());
    let order = compare::compare(ctx, &Value::from(elements.0), &Value::from(elements.1))?;
    if order != 0 {
        return Ok(order);
    }
    if !x.class().same(y.class()) {
        return Ok(compare::UNCOMPARABLE);
    }
    compare::compare(ctx, &Value::from(util::members(&x)), &Value::from(util::members(&y)))
}

// Elements.

/// Number of elements.
pub(super) fn len(object: &Object) -> usize {
    storage::own(object, |array| array.len()).unwrap_or_else(|| Target::of(object).len())
}

/// An offset that is a key as it is.
#[inline]
fn plain_key(offset: &Value) -> Option<KeyRef<'_>> {
    offset.as_int().map(KeyRef::Int).or_else(|| offset.own_str().map(|s| KeyRef::from_str(s)))
}

fn peek(object: &Object, offset: &Value) -> Option<Value> {
    let key = plain_key(offset)?;
    storage::own(object, |array| array.get(&key).map(Value::unref))?
}

/// Whether there is an element at a plain key in elements of the object's own, and what `is` says of it; `None` if that takes more.
fn own_has(object: &Object, offset: &Value, is: impl FnOnce(&Value) -> bool) -> Option<bool> {
    let key = plain_key(offset)?;
    storage::own(object, |array| array.get(&key).is_some_and(|value| is(&value.deref())))
}

fn put(object: &Object, offset: Option<&Value>, value: &Value) -> bool {
    if state(object).sorting.get() != 0 {
        return false;
    }
    // What is replaced is dropped when nothing is borrowed any more.
    let replaced = storage::own_mut(object, |array| {
        let Some(offset) = offset else { return array.push(value.unref()).ok().map(|()| Value::UNDEF) };
        let slot = array.get_or_insert(plain_key(offset)?.to_key());
        let old = slot.take();
        slot.set(value.unref());
        Some(old)
    });
    matches!(replaced, Some(Some(_)))
}

/// Reads an element; a missing one warns.
pub(super) fn get(ctx: &Ctx, object: &Object, offset: &Value) -> PhpResult {
    let Some(key) = convert::to_key(ctx, offset)? else { return Err(illegal_offset(ctx, object, offset, "access")) };
    match Target::ready(ctx, object)?.get(&key) {
        Some(value) => Ok(value.into_unref()),
        None => {
            undefined_key(ctx, &key)?;
            Ok(Value::NULL)
        }
    }
}

fn undefined_key(ctx: &Ctx, key: &Key) -> PhpResult<()> {
    let text = match key {
        Key::Int(i) => format!("Undefined array key {i}").into_bytes(),
        Key::Str(s) => [b"Undefined array key \"", s.as_bytes(), b"\""].concat(),
    };
    ctx.report(Level::Warning, text);
    ctx.check()
}

/// Sets an element; `None` and `null` append.
pub(super) fn set(ctx: &Ctx, object: &Object, offset: Option<&Value>, value: &Value) -> PhpResult<()> {
    check_not_sorting(ctx, object)?;
    let Some(offset) = offset.filter(|offset| !offset.is_null()) else {
        Target::ready(ctx, object)?.push(value.unref());
        return Ok(());
    };
    let Some(key) = convert::to_key(ctx, offset)? else { return Err(illegal_offset(ctx, object, offset, "access")) };
    let old = Target::ready(ctx, object)?.set(&key, value.unref());
    drop(old);
    Ok(())
}

/// Whether there is an element at the offset, whatever it is.
pub(super) fn exists(ctx: &Ctx, object: &Object, offset: &Value) -> PhpResult<bool> {
    let Some(key) = convert::to_key(ctx, offset)? else { return Err(illegal_offset(ctx, object, offset, "isset")) };
    Ok(Target::ready(ctx, object)?.get(&key).is_some())
}

/// Removes an element.
pub(super) fn unset(ctx: &Ctx, object: &Object, offset: &Value) -> PhpResult<()> {
    check_not_sorting(ctx, object)?;
    if let Some(key) = plain_key(offset)
        && let Some(has) = own_has(object, offset, |_| true)
    {
        // What is removed is dropped when nothing is borrowed any more.
        drop(has.then(|| storage::own_mut(object, |array| array.remove(&key))));
        return Ok(());
    }
    let Some(key) = convert::to_key(ctx, offset)? else { return Err(illegal_offset(ctx, object, offset, "unset")) };
    let old = Target::ready(ctx, object)?.remove(&key);
    drop(old);
    Ok(())
}

fn read_dimension(ctx: &Ctx, object: &Object, offset: Option<&Value>) -> PhpResult {
    if let Some(method) = state(object).overrides.get().get {
        return util::call(ctx, object, method, &[offset.map_or(Value::NULL, Value::unref)]);
    }
    match offset {
        Some(offset) => get(ctx, object, offset),
        None => Ok(Value::NULL),
    }
}

/// As `$object[$offset] = $value` does it.
pub(super) fn write_dimension(ctx: &Ctx, object: &Object, offset: Option<&Value>, value: &Value) -> PhpResult<()> {
    if let Some(method) = state(object).overrides.get().set {
        util::call(ctx, object, method, &[offset.map_or(Value::NULL, Value::unref), value.unref()])?;
        return Ok(());
    }
    set(ctx, object, offset, value)
}

fn has_dimension(ctx: &Ctx, object: &Object, offset: &Value, not_empty: bool) -> PhpResult<bool> {
    let overrides = state(object).overrides.get();
    if overrides.exists.is_none()
        && (overrides.get.is_none() || !not_empty)
        && let Some(has) = own_has(object, offset, |value| if not_empty { convert::to_bool(value) } else { !value.is_null() })
    {
        return Ok(has);
    }
    let mut value = None;
    if let Some(method) = overrides.exists {
        let exists = util::call(ctx, object, method, &[offset.unref()])?;
        if !convert::to_bool(&exists) {
            return Ok(false);
        }
        if !not_empty {
            return Ok(true);
        }
        if overrides.get.is_some() {
            value = Some(read_dimension(ctx, object, Some(offset))?);
        }
    }
    if value.is_none() {
        let Some(key) = convert::to_key(ctx, offset)? else { return Err(illegal_offset(ctx, object, offset, "isset")) };
        let Some(found) = Target::ready(ctx, object)?.get(&key) else { return Ok(false) };
        value = Some(match not_empty && overrides.get.is_some() {
            true => read_dimension(ctx, object, Some(offset))?,
            false => found,
        });
    }
    let value = value.unwrap_or_default();
    Ok(if not_empty { convert::to_bool(&value) } else { !value.is_null() })
}

fn unset_dimension(ctx: &Ctx, object: &Object, offset: &Value) -> PhpResult<()> {
    if let Some(method) = state(object).overrides.get().unset {
        util::call(ctx, object, method, &[offset.unref()])?;
        return Ok(());
    }
    unset(ctx, object, offset)
}

fn dimension_place(ctx: &Ctx, object: &Object, offset: Option<&Value>, fetch: Fetch) -> PhpResult<Place> {
    if state(object).overrides.get().get.is_some() {
        return Ok(Place::Unknown);
    }
    check_not_sorting(ctx, object)?;
    let Some(offset) = offset else { return no_effect(ctx, object) };
    let Some(key) = convert::to_key(ctx, offset)? else { return Err(illegal_offset(ctx, object, offset, "access")) };
    let target = Target::ready(ctx, object)?;
    if let Some(found) = target.place(&key) {
        return Ok(Place::At(found));
    }
    match fetch {
        Fetch::Unset => return no_effect(ctx, object),
        Fetch::ReadWrite => undefined_key(ctx, &key)?,
        Fetch::Write | Fetch::Ask => {}
    }
    let old = target.set(&key, Value::NULL);
    drop(old);
    Ok(target.place(&key).map_or(Place::Unknown, Place::At))
}

fn no_effect(ctx: &Ctx, object: &Object) -> PhpResult<Place> {
    let text = format!("Indirect modification of overloaded element of {} has no effect", object.class().name);
    ctx.report(Level::Notice, text);
    ctx.check()?;
    Ok(Place::Temporary(Value::NULL))
}

// Properties, which are elements with ARRAY_AS_PROPS unless they exist.

fn is_element(ctx: &Ctx, object: &Object, name: &Str) -> bool {
    if state(object).flags.get() & ARRAY_AS_PROPS == 0 {
        return false;
    }
    let declared = object.class().properties.get(name).filter(|p| !p.is_static());
    let Some(property) = declared else {
        return object.dynamic().is_none_or(|d| d.get(&KeyRef::Str(name)).is_none());
    };
    let accessible = match property.modifiers & modifiers::VISIBILITY {
        modifiers::PUBLIC => true,
        modifiers::PRIVATE => ctx.host.calling_scope(ctx).is_some_and(|scope| scope.same(property.class)),
        _ => ctx.host.calling_scope(ctx).is_some_and(|scope| {
            scope.is_subclass_or_same(property.prototype_class) || property.prototype_class.is_subclass_or_same(scope)
        }),
    };
    !accessible || property.slot.is_some_and(|slot| object.slot_is_undef(slot))
}

fn read_property(ctx: &Ctx, object: &Object, name: &Str) -> PhpResult<Option<Value>> {
    if !is_element(ctx, object, name) {
        return Ok(None);
    }
    read_dimension(ctx, object, Some(&Value::from(name.clone()))).map(Some)
}

fn write_property(ctx: &Ctx, object: &Object, name: &Str, value: &Value) -> PhpResult<bool> {
    if !is_element(ctx, object, name) {
        return Ok(false);
    }
    write_dimension(ctx, object, Some(&Value::from(name.clone())), value)?;
    Ok(true)
}

fn has_property(ctx: &Ctx, object: &Object, name: &Str, mode: u8) -> PhpResult<Option<bool>> {
    if !is_element(ctx, object, name) {
        return Ok(None);
    }
    let offset = Value::from(name.clone());
    if mode == 2 && state(object).overrides.get().exists.is_none() {
        return exists(ctx, object, &offset).map(Some);
    }
    has_dimension(ctx, object, &offset, mode == 1).map(Some)
}

fn unset_property(ctx: &Ctx, object: &Object, name: &Str) -> PhpResult<bool> {
    if !is_element(ctx, object, name) {
        return Ok(false);
    }
    unset_dimension(ctx, object, &Value::from(name.clone()))?;
    Ok(true)
}

fn property_place(ctx: &Ctx, object: &Object, name: &Str, fetch: Fetch) -> PhpResult<Place> {
    if !is_element(ctx, object, name) {
        return Ok(Place::Unknown);
    }
    if fetch == Fetch::Ask {
        return Ok(Place::Temporary(Value::NULL));
    }
    dimension_place(ctx, object, Some(&Value::from(name.clone())), fetch)
}
