//! The internal pointer: `current`, `key`, `next`, `prev`, `reset`, `end`.
//!
//! An array keeps its pointer itself. The properties of an object are not one table here, so the pointer of an object
//! is kept beside it, by the object's number. A pointer past the end is on the element that is appended next.

use phant_memory::{Array, HeapMap, Held, Object, Value, heap_map};
use phant_native::{Ctx, ObjectExt, PhpResult, RefArg, descriptor::FunctionGroup, functions, host::PropertyView, php};
use std::cell::RefCell;

pub(crate) const FUNCTIONS: FunctionGroup = functions![current, key, next, prev, reset, end];

/// Pointers into property tables.
struct Pointers(RefCell<HeapMap<u32, u32>>);

impl Default for Pointers {
    fn default() -> Self {
        Pointers(RefCell::new(heap_map()))
    }
}

fn here(array: &Array) -> (Value, Value) {
    match array.current_pos() {
        Some(slot) => (array.key_at(slot).to_value(), array.value_at(slot).unref()),
        None => (Value::NULL, Value::FALSE),
    }
}

/// The accessible properties with the object's pointer set in them. Names are as in the property table.
fn table(ctx: &Ctx, object: &Object) -> PhpResult<Array> {
    // What an object only shows as its properties is not in their table.
    let is_view = object.class().handlers.properties_are_a_view;
    let mut table = ctx.properties(object, if is_view { PropertyView::FromScope } else { PropertyView::Raw })?;
    let at = ctx.state::<Pointers>().0.borrow().get(&object.handle()).copied().unwrap_or(0);
    table.make_mut().set_current_pos(at);
    Ok(table)
}

#[php("function current(array|object $array): mixed", alias = "pos")]
fn current(ctx: &Ctx, array: &Value) -> PhpResult {
    if let Some(array) = array.own_array() {
        return Ok(array.current_pos().map_or(Value::FALSE, |slot| array.value_at(slot).unref()));
    }
    if let Some(array) = array.as_array() {
        return Ok(here(&array).1);
    }
    let Some(object) = array.as_object() else { return Ok(Value::FALSE) };
    // The name that was called: `pos` is the same function.
    let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
    ctx.deprecated(format!("Calling {name}() on an object is deprecated"));
    ctx.check()?;
    Ok(here(&table(ctx, &object)?).1)
}

#[php("function key(array|object $array): int|string|null")]
fn key(ctx: &Ctx, array: &Value) -> PhpResult {
    if let Some(array) = array.own_array() {
        return Ok(match array.current_pos() {
            Some(slot) => array.key_at(slot).to_value(),
            None => Value::NULL,
        });
    }
    let Some(object) = array.as_object() else { return Ok(Value::NULL) };
    ctx.deprecated("Calling key() on an object is deprecated");
    ctx.check()?;
    Ok(here(&table(ctx, &object)?).0)
}

/// Moves the pointer with `to` and returns the value it is on then.
fn go(ctx: &Ctx, name: &str, mut variable: RefArg<'_>, to: fn(&Array) -> u32) -> PhpResult {
    let moved = variable.update(|value| {
        let array = value.own_array_mut()?;
        if array.is_empty() {
            return Some(Value::FALSE);
        }
        // A copy may have no holes: places are looked up in the array that has them.
        array.make_mut();
        let at = to(array);
        array.make_mut().set_current_pos(at);
        Some(here(array).1)
    });
    if let Some(value) = moved {
        return Ok(value);
    }
    let Some(object) = variable.get().as_object().map(Held::into_owned) else { return Ok(Value::FALSE) };
    ctx.deprecated(format!("Calling {name}() on an object is deprecated"));
    ctx.check()?;
    let mut table = table(ctx, &object)?;
    let at = to(&table);
    ctx.state::<Pointers>().0.borrow_mut().insert(object.handle(), at);
    table.make_mut().set_current_pos(at);
    Ok(here(&table).1)
}

#[php("function next(array|object &$array): mixed", in_place)]
fn next(ctx: &Ctx, array: RefArg<'_>) -> PhpResult {
    go(ctx, "next", array, |a| a.current_pos().and_then(|slot| a.next_from(slot + 1)).unwrap_or(a.slots()))
}

#[php("function prev(array|object &$array): mixed", in_place)]
fn prev(ctx: &Ctx, array: RefArg<'_>) -> PhpResult {
    go(ctx, "prev", array, |a| a.current_pos().and_then(|slot| a.prev_before(slot)).unwrap_or(a.slots()))
}

#[php("function reset(array|object &$array): mixed", in_place)]
fn reset(ctx: &Ctx, array: RefArg<'_>) -> PhpResult {
    go(ctx, "reset", array, |a| a.first_pos().unwrap_or(a.slots()))
}

#[php("function end(array|object &$array): mixed", in_place)]
fn end(ctx: &Ctx, array: RefArg<'_>) -> PhpResult {
    go(ctx, "end", array, |a| a.last_pos().unwrap_or(a.slots()))
}
