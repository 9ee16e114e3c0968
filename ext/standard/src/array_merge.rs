//! Joining arrays: `array_merge`, `array_replace` and their recursive forms.

use crate::array::{append_new, no_free_key, room_for};
use phant_memory::{Array, Held, Key, KeyRef, Value, View};
use phant_native::{Ctx, Late, PhpResult, convert, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![array_merge, array_merge_recursive, array_replace, array_replace_recursive];

/// The variadic arguments as arrays, or PHP's error for the first that is none. `first` is the first one's number.
pub(crate) fn arrays(ctx: &Ctx, values: &[Value], first: usize) -> PhpResult<Vec<Array>> {
    let mut out = Vec::with_capacity(values.len());
    for (i, value) in values.iter().enumerate() {
        match value.as_array() {
            Some(array) => out.push(array.into_owned()),
            None => {
                let text = format!("must be of type array, {} given", convert::value_name(value));
                return Err(ctx.argument_type_error(first + i, text));
            }
        }
    }
    Ok(out)
}

fn is_plain_list(array: &Array) -> bool {
    array.is_packed() && array.is_list()
}

#[php("function array_merge(array ...$arrays): array", pure)]
fn array_merge(ctx: &Ctx, arrays: &[Value]) -> PhpResult<Array> {
    if let [a, b] = arrays
        && let (Some(a), Some(b)) = (a.own_array(), b.own_array())
    {
        if a.is_empty() && is_plain_list(b) {
            return Ok(b.clone());
        }
        if b.is_empty() && is_plain_list(a) {
            return Ok(a.clone());
        }
        return merged(ctx, &[a, b]);
    }
    // A few need no list outside the stack.
    if let Some(first) = arrays.first().and_then(Value::own_array)
        && arrays.len() <= 8
        && arrays.iter().all(|array| array.own_array().is_some())
    {
        let mut few = [first; 8];
        few.iter_mut().zip(arrays.iter().filter_map(Value::own_array)).for_each(|(place, array)| *place = array);
        return merged(ctx, &few[..arrays.len()]);
    }
    let arrays = self::arrays(ctx, arrays, 1)?;
    merged(ctx, &arrays.iter().collect::<Vec<_>>())
}

/// The arrays behind each other.
fn merged(ctx: &Ctx, arrays: &[&Array]) -> PhpResult<Array> {
    match *arrays {
        [only] => {
            if let Some(copy) = only.duplicate_spread() {
                return Ok(copy);
            }
        }
        [a, b] if a.is_empty() && is_plain_list(b) => return Ok(b.clone()),
        [a, b] if b.is_empty() && is_plain_list(a) => return Ok(a.clone()),
        _ => {}
    }
    let total = arrays.iter().map(|a| a.len()).sum();
    let listed = arrays.iter().all(|a| a.is_packed());
    // One with nothing but names is copied as it is.
    let copied = arrays.first().and_then(|first| first.duplicate_named());
    let from = usize::from(copied.is_some());
    let mut out = match copied {
        Some(copied) => copied,
        None if listed => Array::with_capacity(total),
        None => Array::with_hash_capacity(total),
    };
    let elements = out.make_mut();
    for (i, array) in arrays.iter().enumerate().skip(from) {
        ctx.poll()?;
        if let Some(values) = array.as_slice() {
            elements.push_copies(values);
            continue;
        }
        for (key, value) in array.iter() {
            match key {
                KeyRef::Int(_) => {
                    let _ = elements.push(value.copied());
                }
                // The keys of the first array are all new.
                KeyRef::Str(s) if i == 0 => elements.add_new(s.to_handle(), value.copied()),
                KeyRef::Str(s) => elements.set_str(s.to_handle(), value.copied()),
            }
        }
    }
    Ok(out)
}

#[php("function array_replace(array $array, array ...$replacements): array", pure)]
fn array_replace(late: Late<'_>, array: &Array, replacements: &[Value]) -> PhpResult<Array> {
    // The usual arguments need no list of their own.
    let own: Vec<Array>;
    let all: &mut dyn Iterator<Item = &Array> = if replacements.iter().all(|value| value.own_array().is_some()) {
        &mut replacements.iter().filter_map(Value::own_array)
    } else {
        own = arrays(late.ctx()?, replacements, 2)?;
        &mut own.iter()
    };
    let mut out = array.clone();
    for replacement in all.filter(|replacement| !replacement.is_empty()) {
        let out = out.make_mut();
        for (key, value) in replacement.iter() {
            out.set(key.to_key(), value.copied());
        }
    }
    Ok(out)
}

#[php("function array_merge_recursive(array ...$arrays): array", pure)]
fn array_merge_recursive(ctx: &Ctx, arrays: &[Value]) -> PhpResult<Array> {
    let arrays = self::arrays(ctx, arrays, 1)?;
    // A first array with nothing but names is copied as it is.
    let copied = arrays.first().and_then(Array::duplicate_named);
    let from = usize::from(copied.is_some());
    let room = || {
        let total = arrays.iter().map(|array| array.len()).sum();
        room_for(arrays.first().and_then(|a| a.first()).map(|(key, _)| key), total)
    };
    let mut out = copied.unwrap_or_else(room);
    for (i, array) in arrays.iter().enumerate().skip(from) {
        ctx.poll()?;
        if i == 0 {
            let elements = out.make_mut();
            array.iter().for_each(|(key, value)| append_new(elements, key, value.copied()));
        } else {
            merge_into(ctx, &mut out, array)?;
        }
    }
    Ok(out)
}

fn recursion(ctx: &Ctx) -> phant_native::Thrown {
    ctx.throw_error("Recursion detected")
}

/// Makes a list of the element at a key and a value, neither of which is more than a scalar or a string; false, and nothing is done,
/// if there is another one or none.
fn pair_up(to: &mut Array, key: &KeyRef<'_>, value: &Value) -> bool {
    let Some(slot) = to.make_mut().get_mut(key) else { return false };
    if slot.is_ref() || slot.is_null() || slot.is_array() || slot.is_object() {
        return false;
    }
    let mut pair = Array::with_capacity(2);
    pair.make_mut().push_all([slot.take(), value.clone()]);
    slot.set(Value::from(pair));
    true
}

fn merge_into(ctx: &Ctx, to: &mut Array, from: &Array) -> PhpResult<()> {
    ctx.check_stack()?;
    for (key, value) in from.iter() {
        let KeyRef::Str(name) = key else {
            if to.push(value.copied()).is_err() {
                return Err(no_free_key(ctx));
            }
            continue;
        };
        if !value.is_ref() && !value.is_array() && !value.is_object() && pair_up(to, &key, value) {
            continue;
        }
        let Some(old) = to.get(&key) else {
            to.set(key, value.copied());
            continue;
        };
        let was = old.unref();
        let is_ref = old.is_ref();
        let guard = was.as_array().filter(|a| !a.is_immutable()).map(Held::into_owned);
        if guard.as_ref().is_some_and(|a| a.is_protected()) {
            return Err(recursion(ctx));
        }
        let mut merged = match was.view() {
            // A null behind a reference is none yet when it becomes an array.
            View::Null if is_ref => Array::new(),
            View::Null => Array::list([Value::NULL]),
            View::Array(a) => a.into_owned(),
            _ => crate::convert::to_array(ctx, &was)?,
        };
        drop(was);
        let result = match value.view() {
            View::Array(inner) => {
                if let Some(a) = &guard {
                    a.protect();
                }
                let result = merge_into(ctx, &mut merged, &inner.clone());
                if let Some(a) = &guard {
                    a.unprotect();
                }
                result
            }
            View::Object(_) => {
                let inner = crate::convert::to_array(ctx, value)?;
                merge_into(ctx, &mut merged, &inner)
            }
            _ if merged.push(value.unref()).is_err() => Err(no_free_key(ctx)),
            _ => Ok(()),
        };
        result?;
        merged.make_mut().unprotect();
        to.set(Key::Str(name.to_handle()), Value::from(merged));
    }
    Ok(())
}

#[php("function array_replace_recursive(array $array, array ...$replacements): array", pure)]
fn array_replace_recursive(ctx: &Ctx, array: &Array, replacements: &[Value]) -> PhpResult<Array> {
    let replacements = arrays(ctx, replacements, 2)?;
    let mut out = array.clone();
    for replacement in &replacements {
        replace_into(ctx, &mut out, replacement)?;
    }
    Ok(out)
}

fn replace_into(ctx: &Ctx, to: &mut Array, from: &Array) -> PhpResult<()> {
    ctx.check_stack()?;
    for (key, value) in from.iter() {
        let inner = match value.as_array() {
            Some(inner) if to.get(&key).is_some_and(Value::is_array) => inner,
            _ => {
                to.set(key, value.copied());
                continue;
            }
        };
        // A reference that only one array has is none any more once that is copied.
        let shared = to.get(&key).and_then(Value::as_ref).is_some_and(|r| r.refcount() > 1);
        let old = to.get(&key).cloned().unwrap_or_default();
        let same = shared && matches!((old.as_ref(), value.as_ref()), (Some(a), Some(b)) if a.same(b));
        let target = old.as_array().map(Held::into_owned).unwrap_or_default();
        if same || target.is_protected() || inner.is_protected() {
            return Err(recursion(ctx));
        }
        let mut merged = target.clone();
        target.protect();
        inner.protect();
        let result = replace_into(ctx, &mut merged, &inner);
        target.unprotect();
        inner.unprotect();
        result?;
        merged.make_mut().unprotect();
        drop(target);
        to.set(key, Value::from(merged));
    }
    Ok(())
}
