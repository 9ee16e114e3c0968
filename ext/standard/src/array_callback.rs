//! Arrays and callbacks: `array_map`, `array_filter`, `array_reduce`, `array_walk`, `array_find`, …
//!
//! A callback may do anything to the variable it was reached through, so by-value arrays are walked through a handle of
//! their own, and `array_walk` registers its position with the array.

use crate::array_merge::arrays;
use crate::var::mangled_name;
use phant_memory::{Array, Held, KeyRef, Object, Reference, Value, array::iterate};
use phant_native::{
    Callable, Ctx, Late, ObjectExt, PhpResult, RefArg, Thrown, convert,
    descriptor::{ByRef, FunctionGroup},
    functions, php,
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    array_map,
    array_filter,
    array_reduce,
    array_walk,
    array_walk_recursive,
    array_find,
    array_find_key,
    array_any,
    array_all,
];

#[php("function array_map(?callable $callback, array $array, array ...$arrays): array")]
fn array_map(ctx: &Ctx, callback: &Value, array: &Array, arrays: &[Value]) -> PhpResult<Array> {
    let callback = if callback.is_null() { None } else { Some(ctx.callable(callback)?) };
    if arrays.is_empty() {
        return match callback {
            None => Ok(array.clone()),
            Some(callback) => map_one(ctx, &callback, array),
        };
    }
    if let [second] = arrays
        && let Some(second) = second.own_array()
    {
        return map_two(ctx, callback.as_ref(), array, second);
    }
    let mut all = vec![array.clone()];
    all.extend(self::arrays(ctx, arrays, 3)?);
    let length = all.iter().map(|a| a.len()).max().unwrap_or(0);
    let mut walks: Vec<_> = all.iter().map(|a| a.values()).collect();
    let mut out = Array::with_capacity(length);
    let mut row = Vec::with_capacity(walks.len());
    for _ in 0..length {
        let next = walks.iter_mut().map(|walk| walk.next().map_or(Value::NULL, Value::clone));
        let value = match &callback {
            None => Value::from(Array::list(next)),
            Some(callback) => {
                row.clear();
                row.extend(next);
                ctx.call(callback, &row)?
            }
        };
        let _ = out.push(value);
    }
    Ok(out)
}

/// Two arrays, which need no lists of what is walked.
fn map_two(ctx: &Ctx, callback: Option<&Callable>, first: &Array, second: &Array) -> PhpResult<Array> {
    // The callback may change the variables.
    let (first, second) = (first.clone(), second.clone());
    let mut out = Array::with_capacity(first.len().max(second.len()));
    let elements = out.make_mut();
    let (mut left, mut right) = (first.values(), second.values());
    loop {
        let (a, b) = (left.next(), right.next());
        if a.is_none() && b.is_none() {
            return Ok(out);
        }
        let pair = [a, b].map(|value| value.map_or(Value::NULL, Value::clone));
        let value = match callback {
            None => Value::from(Array::list(pair)),
            Some(callback) => ctx.call_with(callback, pair)?,
        };
        let _ = elements.push(value);
    }
}

fn map_one(ctx: &Ctx, callback: &Callable, array: &Array) -> PhpResult<Array> {
    let array = array.clone();
    let mut out = if array.is_packed() { Array::with_capacity(array.len()) } else { Array::with_hash_capacity(array.len()) };
    let elements = out.make_mut();
    for (key, value) in array.iter() {
        // What a function returns by reference stays one.
        let value = ctx.call_with(callback, [value.clone()])?;
        elements.add_new_key(key, value);
    }
    Ok(out)
}

#[php("function array_filter(array $array, ?callable $callback = null, int $mode = 0): array")]
fn array_filter(late: Late<'_>, array: &Array, callback: &Value, mode: i64) -> PhpResult<Array> {
    if callback.is_null() {
        return truthy(late, array);
    }
    let ctx = late.ctx()?;
    const USE_BOTH: i64 = 1;
    const USE_KEY: i64 = 2;
    let callback = ctx.callable(callback)?;
    if array.is_empty() {
        return Ok(Array::new());
    }
    let array = array.clone();
    let mut out = if array.is_packed() { Array::with_capacity(8) } else { Array::with_hash_capacity(8) };
    let elements = out.make_mut();
    for (key, value) in array.iter() {
        let result = match mode {
            USE_BOTH => ctx.call_with(&callback, [value.clone(), key.to_value()])?,
            USE_KEY => ctx.call_with(&callback, [key.to_value()])?,
            _ => ctx.call_with(&callback, [value.clone()])?,
        };
        if convert::boolean(ctx, &result)? {
            elements.add_new_key(key, value.copied());
        }
    }
    Ok(out)
}

/// The elements that are true. Only objects are asked what they are.
fn truthy(late: Late<'_>, array: &Array) -> PhpResult<Array> {
    if array.is_empty() {
        return Ok(Array::new());
    }
    let mut out = if array.is_packed() { Array::with_capacity(8) } else { Array::with_hash_capacity(8) };
    let elements = out.make_mut();
    for (key, value) in array.iter() {
        let keep = match value.deref().as_object() {
            None => convert::to_bool(value),
            Some(_) => convert::boolean(late.ctx()?, value)?,
        };
        if keep {
            elements.add_new_key(key, value.copied());
        }
    }
    Ok(out)
}

#[php("function array_reduce(array $array, callable $callback, mixed $initial = null): mixed")]
fn array_reduce(ctx: &Ctx, array: &Array, callback: &Value, initial: Value) -> PhpResult {
    let callback = ctx.callable(callback)?;
    let array = array.clone();
    let mut carry = initial;
    for value in array.values() {
        carry = ctx.call_with(&callback, [carry, value.clone()])?.into_unref();
    }
    Ok(carry)
}

/// The first element that the callback says `wanted` of.
fn find<'a>(ctx: &Ctx, array: &'a Array, callback: &Value, wanted: bool) -> PhpResult<Option<(KeyRef<'a>, &'a Value)>> {
    let callback = ctx.callable(callback)?;
    for (key, value) in array.iter() {
        let result = ctx.call_with(&callback, [value.clone(), key.to_value()])?;
        if convert::boolean(ctx, &result)? == wanted {
            return Ok(Some((key, value)));
        }
    }
    Ok(None)
}

#[php("function array_find(array $array, callable $callback): mixed")]
fn array_find(ctx: &Ctx, array: Array, callback: &Value) -> PhpResult {
    Ok(find(ctx, &array, callback, true)?.map_or(Value::NULL, |(_, v)| v.unref()))
}

#[php("function array_find_key(array $array, callable $callback): mixed")]
fn array_find_key(ctx: &Ctx, array: Array, callback: &Value) -> PhpResult {
    Ok(find(ctx, &array, callback, true)?.map_or(Value::NULL, |(k, _)| k.to_value()))
}

#[php("function array_any(array $array, callable $callback): bool")]
fn array_any(ctx: &Ctx, array: Array, callback: &Value) -> PhpResult<bool> {
    Ok(find(ctx, &array, callback, true)?.is_some())
}

#[php("function array_all(array $array, callable $callback): bool")]
fn array_all(ctx: &Ctx, array: Array, callback: &Value) -> PhpResult<bool> {
    Ok(find(ctx, &array, callback, false)?.is_none())
}

#[php("function array_walk(array|object &$array, callable $callback, mixed $arg = UNKNOWN): true", leaves_arrays)]
fn array_walk(ctx: &Ctx, passed: usize, mut array: RefArg<'_>, callback: &Value, arg: Value) -> PhpResult<bool> {
    let walk = Walk::new(ctx, callback, (passed > 2).then_some(arg), false)?;
    walk.start(ctx, &array.reference())?;
    Ok(true)
}

#[php("function array_walk_recursive(array|object &$array, callable $callback, mixed $arg = UNKNOWN): true", leaves_arrays)]
fn array_walk_recursive(ctx: &Ctx, passed: usize, mut array: RefArg<'_>, callback: &Value, arg: Value) -> PhpResult<bool> {
    let walk = Walk::new(ctx, callback, (passed > 2).then_some(arg), true)?;
    walk.start(ctx, &array.reference())?;
    Ok(true)
}

struct Walk {
    callback: Callable,
    /// Whether the callback takes elements by reference: then they become references, as for `foreach`.
    by_ref: bool,
    arg: Option<Value>,
    recursive: bool,
}

fn not_walkable(ctx: &Ctx) -> Thrown {
    ctx.type_error("Iterated value is no longer an array or object")
}

/// Ends a registered iteration when the walk is left by any path.
struct Registered(u32);

impl Drop for Registered {
    fn drop(&mut self) {
        iterate::unregister(self.0);
    }
}

impl Walk {
    fn new(ctx: &Ctx, callback: &Value, arg: Option<Value>, recursive: bool) -> PhpResult<Walk> {
        let callback = ctx.callable(callback)?;
        // `__call` gets references among its arguments.
        let by_ref = callback.magic_name.is_some() || callback.function.by_ref_mode(0) != ByRef::No;
        Ok(Walk { callback, by_ref, arg, recursive })
    }

    fn start(&self, ctx: &Ctx, variable: &Reference) -> PhpResult<()> {
        match variable.get().as_object().map(Held::into_owned) {
            Some(object) => self.object(ctx, &object),
            None => self.array(ctx, variable),
        }
    }

    /// Walks the array in the variable. The callback may replace it, or change it while the walk goes on.
    fn array(&self, ctx: &Ctx, variable: &Reference) -> PhpResult<()> {
        let registered = variable.update(|value| {
            let array = value.own_array_mut().filter(|array| !array.is_empty())?;
            Some(Registered(iterate::register(array.make_mut(), 0)))
        });
        let Some(registered) = registered else { return Ok(()) };
        loop {
            let next = variable.update(|value| {
                let array = value.own_array_mut()?.make_mut();
                let Some(slot) = iterate::advance(registered.0, array) else { return Some(None) };
                let key = array.key_at(slot).to_value();
                let element = array.slot_at(slot);
                let is_plain = !(self.by_ref || self.recursive && element.is_array());
                Some(Some((key, if is_plain { Err(element.unref()) } else { Ok(element.make_ref()) })))
            });
            match next {
                Some(Some((key, element))) => {
                    let done = match element {
                        Ok(element) => self.element(ctx, key, element),
                        Err(value) => self.tell(ctx, key, value),
                    };
                    let Err(thrown) = done else { continue };
                    // That there is no array any more is told on top of what was thrown.
                    let is_lost = ctx.has_exception() && !variable.get().is_array();
                    return Err(if is_lost { not_walkable(ctx) } else { thrown });
                }
                Some(None) => return Ok(()),
                None => return Err(not_walkable(ctx)),
            }
        }
    }

    fn element(&self, ctx: &Ctx, key: Value, element: Reference) -> PhpResult<()> {
        if self.recursive && element.get().is_array() {
            ctx.check_stack()?;
            let inner = element.update(|value| {
                let array = value.own_array_mut()?;
                array.make_mut();
                Some(array.as_ptr())
            });
            let Some(inner) = inner else { return Ok(()) };
            if element.get().as_array().is_some_and(|a| !a.protect()) {
                return Err(ctx.throw_error("Recursion detected"));
            }
            let result = self.array(ctx, &element);
            // Whatever took the array's place in the meantime has no mark to remove.
            if let Some(array) = element.get().as_array()
                && array.as_ptr() == inner
            {
                array.unprotect();
            }
            return result;
        }
        self.tell(ctx, key, Value::from(element))
    }

    /// Calls the callback with an element, or a reference to it.
    fn tell(&self, ctx: &Ctx, key: Value, element: Value) -> PhpResult<()> {
        match &self.arg {
            Some(arg) => ctx.call_with(&self.callback, [element, key, arg.clone()])?,
            None => ctx.call_with(&self.callback, [element, key])?,
        };
        Ok(())
    }

    /// Walks the properties of an object: declared ones, then dynamic ones.
    fn object(&self, ctx: &Ctx, object: &Object) -> PhpResult<()> {
        let class = object.class();
        for (slot, property) in class.slots.iter().enumerate() {
            let slot = slot as u16;
            if object.slot_is_undef(slot) {
                continue;
            }
            if property.is_readonly() && !object.slot(slot).is_ref() {
                let text = format!("Cannot modify readonly property {}::${}", property.class.name, property.name);
                return Err(ctx.throw_error(text));
            }
            let element = if property.ty.is_some() {
                ctx.host.bind_reference(ctx, object, &property.name)?
            } else {
                let mut value = object.slot(slot);
                let element = value.make_ref();
                object.set_slot(slot, value);
                element
            };
            self.element(ctx, Value::from(mangled_name(property)), element)?;
        }
        let Some(dynamic) = object.dynamic().filter(|table| !table.is_empty()) else { return Ok(()) };
        let dynamic = Reference::new(Value::from(dynamic));
        let result = self.array(ctx, &dynamic);
        if let Some(array) = dynamic.get().as_array() {
            object.replace_dynamic(Some(array.into_owned()));
        }
        result
    }
}
