//! Arrays as stacks, lists and slices: `array_push`, `array_splice`, `array_slice`, `array_chunk`, `array_reverse`, …

use phant_memory::{Array, Key, KeyRef, PhpArray, Value, array::iterate};
use phant_native::{Ctx, Late, PhpResult, RefArg, Thrown, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    array_push,
    array_pop,
    array_shift,
    array_unshift,
    array_splice,
    array_slice,
    array_chunk,
    array_reverse,
    array_pad,
    array_first,
    array_last,
    array_is_list,
    array_values,
    count,
];

/// The most elements an array can have.
pub(crate) const MAX_SIZE: i64 = 1 << 30;

/// Appending failed.
#[cold]
pub(crate) fn no_free_key(ctx: &Ctx) -> Thrown {
    ctx.throw_error("Cannot add element to the array as the next element is already occupied")
}

/// Puts an element that comes from another array behind the others: under its name, which is new here, or at the next number.
#[inline]
pub(crate) fn append_new(to: &mut PhpArray, key: KeyRef<'_>, value: Value) {
    match key {
        KeyRef::Int(_) => {
            let _ = to.push(value);
        }
        KeyRef::Str(s) => to.add_new(s.to_handle(), value),
    }
}

/// A list of room for `len` elements, with a few holes before them, or a table if they begin with a name.
pub(crate) fn room_for(first: Option<KeyRef<'_>>, len: usize) -> Array {
    match first {
        Some(KeyRef::Str(_)) => Array::with_hash_capacity(len),
        Some(KeyRef::Int(holes @ 1..8)) => Array::with_capacity(len + holes as usize),
        _ => Array::with_capacity(len),
    }
}

/// The array behind a by-reference argument, taken out of the variable so that it is unshared where possible.
pub(crate) fn take_array(array: &mut RefArg<'_>) -> Array {
    array.take().into_array().unwrap_or_default()
}

/// Lets `change` replace the variable's array; loops that walk it by reference go on in the new one, `shift` slots on.
pub(crate) fn keeping_walks<R>(variable: &mut RefArg<'_>, shift: usize, change: impl FnOnce(&mut RefArg<'_>) -> R) -> R {
    let walks = variable.get().as_array().and_then(|a| iterate::detach(&a));
    let result = change(variable);
    if let Some(walks) = walks {
        variable.update(|value| {
            if let Some(array) = value.own_array_mut() {
                walks.resume(array.make_mut(), |at| at.saturating_add(shift as u32));
            }
        });
    }
    result
}

/// Takes the elements out of an array, in order; unshared ones are moved.
pub(crate) fn drain(mut array: Array) -> Vec<(Key, Value)> {
    if !array.is_unique() {
        return array.iter().map(|(k, v)| (k.to_key(), v.copied())).collect();
    }
    let mut out = Vec::with_capacity(array.len());
    for (key, slot) in array.make_mut().iter_mut() {
        let key = key.to_key();
        out.push((key, slot.take()));
    }
    out
}

/// The elements of an array that is given up, as [`drain`] gives them.
fn moved(array: &Array) -> impl Iterator<Item = (KeyRef<'_>, Value)> {
    let is_unique = array.is_unique();
    array.iter().map(move |(key, value)| (key, if is_unique { value.clone() } else { value.copied() }))
}

#[php("function array_push(array &$array, mixed ...$values): int", in_place)]
fn array_push(ctx: &Ctx, mut array: RefArg<'_>, values: &[Value]) -> PhpResult<i64> {
    let pushed = array.update(|array| {
        let Some(array) = array.own_array_mut() else { return Some(0) };
        let elements = array.make_mut();
        for value in values {
            elements.push(value.clone()).ok()?;
        }
        Some(array.len() as i64)
    });
    pushed.ok_or_else(|| no_free_key(ctx))
}

#[php("function array_pop(array &$array): mixed", in_place)]
fn array_pop(mut array: RefArg<'_>) -> Value {
    // The element may be a reference to the variable itself.
    let last = array.update(|array| {
        let array = array.own_array_mut().filter(|array| !array.is_empty())?;
        array.make_mut().pop()
    });
    last.map_or(Value::NULL, |(_, value)| value.into_unref())
}

#[php("function array_shift(array &$array): mixed", in_place)]
fn array_shift(mut array: RefArg<'_>) -> Value {
    let at_once = array.update(|array| {
        let Some(array) = array.own_array_mut().filter(|array| !array.is_empty()) else { return Some(Value::NULL) };
        if array.is_packed() {
            return array.make_mut().shift_packed();
        }
        // Where no key is a number none gets another one.
        if array.keys().any(|key| matches!(key, KeyRef::Int(_))) {
            return None;
        }
        let elements = array.make_mut();
        let first = elements.remove_at(elements.first_pos()?);
        elements.set_current_pos(0);
        elements.set_next_free_key(0);
        Some(first)
    });
    if let Some(first) = at_once {
        return first.into_unref();
    }
    let taken = take_array(&mut array);
    let mut elements = moved(&taken);
    let first = elements.next().map_or(Value::NULL, |(_, v)| v);
    let mut elements = elements.peekable();
    let mut rest = room_for(elements.peek().map(|(key, _)| *key), taken.len());
    let to = rest.make_mut();
    elements.for_each(|(key, value)| append_new(to, key, value));
    array.set(rest);
    first.into_unref()
}

#[php("function array_unshift(array &$array, mixed ...$values): int", in_place)]
fn array_unshift(mut array: RefArg<'_>, values: &[Value]) -> i64 {
    keeping_walks(&mut array, values.len(), |array| {
        let taken = take_array(array);
        let mut all = Array::with_capacity(taken.len() + values.len());
        let elements = all.make_mut();
        elements.push_all(values.iter().map(Value::unref));
        match taken.as_slice() {
            Some(values) => elements.push_all(values.iter().map(Value::copied)),
            None => self::moved(&taken).for_each(|(key, value)| append_new(elements, key, value)),
        }
        let count = all.len();
        array.set(all);
        count as i64
    })
}

/// Offset and length as PHP clamps them to a number of elements.
fn clamp(len: usize, offset: i64, length: Option<i64>) -> (usize, usize) {
    let len = len as i64;
    let offset = if offset > len {
        len
    } else if offset < 0 {
        offset.saturating_add(len).max(0)
    } else {
        offset
    };
    let rest = len - offset;
    let length = match length {
        None => rest,
        Some(l) if l < 0 => rest.saturating_add(l).max(0),
        Some(l) => l.min(rest),
    };
    (offset as usize, length as usize)
}

#[php("function array_splice(array &$array, int $offset, ?int $length = null, mixed $replacement = []): array", leaves_arrays)]
fn array_splice(ctx: &Ctx, mut array: RefArg<'_>, offset: i64, length: Option<i64>, replacement: &Value) -> PhpResult<Array> {
    let replacement = crate::convert::to_array(ctx, replacement)?;
    if !array.get().is_array() {
        // An object that became the replacement has put something else there.
        return Ok(Array::new());
    }
    // Loops that walk it by reference go on behind what is inserted, if they stand at something that is removed.
    let walks = array.get().as_array().and_then(|a| iterate::detach(&a).map(|walks| (walks, slots_of(&a))));
    let taken = take_array(&mut array);
    let (offset, length) = clamp(taken.len(), offset, length);
    if walks.is_none()
        && let Some(values) = taken.as_slice()
        && !values.iter().any(Value::is_ref)
    {
        let (before, rest) = values.split_at(offset);
        let (gone, after) = rest.split_at(length);
        let removed = Array::list(gone.iter().cloned());
        let mut kept = Array::with_capacity(taken.len() - length + replacement.len());
        let elements = kept.make_mut();
        elements.push_all(before.iter().cloned());
        elements.push_all(replacement.values().cloned());
        elements.push_all(after.iter().cloned());
        array.set(kept);
        return Ok(removed);
    }
    let mut kept = room_for(taken.first().map(|(key, _)| key), taken.len() - length + replacement.len());
    let mut removed = room_for(taken.keys().nth(offset), length);
    let (all, out) = (kept.make_mut(), removed.make_mut());
    let mut elements = moved(&taken);
    elements.by_ref().take(offset).for_each(|(key, value)| append_new(all, key, value));
    elements.by_ref().take(length).for_each(|(key, value)| append_new(out, key, value));
    all.push_all(replacement.values().cloned());
    elements.for_each(|(key, value)| append_new(all, key, value));
    drop(taken);
    array.set(kept);
    if let Some((walks, slots)) = walks {
        let moved = |slot| {
            let at = slots.partition_point(|&s| s < slot);
            let moved = if at < offset { at } else { at.max(offset + length) - length + replacement.len() };
            u32::try_from(moved).unwrap_or(u32::MAX)
        };
        array.update(|array| {
            if let Some(array) = array.own_array_mut() {
                walks.resume(array.make_mut(), moved);
            }
        });
    }
    Ok(removed)
}
/// The slots that hold elements.
fn slots_of(array: &Array) -> Vec<u32> {
    std::iter::successors(array.first_pos(), |&slot| array.next_from(slot + 1)).collect()
}

#[php("function array_slice(array $array, int $offset, ?int $length = null, bool $preserve_keys = false): array", pure)]
fn array_slice(array: &Array, offset: i64, length: Option<i64>, preserve_keys: bool) -> Array {
    if offset > array.len() as i64 {
        return Array::new();
    }
    let (offset, length) = clamp(array.len(), offset, length);
    if length == 0 {
        return Array::new();
    }
    // References that nobody else shares become values in the slice.
    let lone = |v: &Value| v.as_ref().is_some_and(|r| r.refcount() == 1);
    if length == array.len() && (preserve_keys || array.is_packed() && array.is_list()) && !array.values().any(lone) {
        return array.clone();
    }
    if let (Some(values), false) = (array.as_slice(), preserve_keys) {
        return Array::list(values[offset..offset + length].iter().map(Value::copied));
    }
    let add = |out: &mut PhpArray, (key, value): (KeyRef<'_>, &Value)| match preserve_keys {
        true => out.add_new_key(key, value.copied()),
        false => append_new(out, key, value.copied()),
    };
    if array.slots() as usize != array.len() {
        let mut out = room_for(array.keys().nth(offset), length);
        let elements = out.make_mut();
        array.iter().skip(offset).take(length).for_each(|element| add(elements, element));
        return out;
    }
    // Without holes its place is known.
    let slots = offset as u32..(offset + length) as u32;
    let mut out = room_for(Some(array.key_at(slots.start)), length);
    let elements = out.make_mut();
    slots.for_each(|slot| add(elements, (array.key_at(slot), array.value_at(slot))));
    out
}

#[php("function array_chunk(array $array, int $length, bool $preserve_keys = false): array", pure)]
fn array_chunk(ctx: &Ctx, array: &Array, length: i64, preserve_keys: bool) -> PhpResult<Array> {
    if length < 1 {
        return Err(ctx.argument_error(2, "must be greater than 0"));
    }
    let size = (length as usize).min(array.len().max(1));
    let mut chunks = Array::with_capacity(array.len().div_ceil(size));
    let mut chunk = Array::new();
    for (key, value) in array.iter() {
        if chunk.is_empty() {
            chunk = room_for(preserve_keys.then_some(key), size);
        }
        if preserve_keys {
            chunk.make_mut().add_new_key(key, value.copied());
        } else {
            let _ = chunk.push(value.copied());
        }
        if chunk.len() == size {
            let _ = chunks.push(Value::from(std::mem::take(&mut chunk)));
            ctx.poll()?;
        }
    }
    if !chunk.is_empty() {
        let _ = chunks.push(Value::from(chunk));
    }
    Ok(chunks)
}

#[php("function array_reverse(array $array, bool $preserve_keys = false): array", pure)]
fn array_reverse(array: &Array, preserve_keys: bool) -> Array {
    if let (Some(values), false) = (array.as_slice(), preserve_keys) {
        return Array::list(values.iter().rev().map(Value::copied));
    }
    let keyed = matches!(array.last(), Some((KeyRef::Str(_), _)));
    let hashed = keyed || preserve_keys;
    let mut out = if hashed { Array::with_hash_capacity(array.len()) } else { Array::with_capacity(array.len()) };
    for (key, value) in array.iter().rev() {
        match key {
            KeyRef::Str(s) => out.make_mut().add_new(s.to_handle(), value.copied()),
            KeyRef::Int(i) if preserve_keys => out.make_mut().add_new_int(i, value.copied()),
            KeyRef::Int(_) => {
                let _ = out.push(value.copied());
            }
        }
    }
    out
}

#[php("function array_pad(array $array, int $length, mixed $value): array", pure)]
fn array_pad(late: Late<'_>, array: &Array, length: i64, value: &Value) -> PhpResult<Array> {
    if !(-MAX_SIZE..=MAX_SIZE).contains(&length) {
        return Err(late.ctx()?.argument_error(2, "must not exceed the maximum allowed array size"));
    }
    let wanted = length.unsigned_abs() as usize;
    if array.len() >= wanted {
        return Ok(array.clone());
    }
    late.reserve(wanted * size_of::<Value>())?;
    let mut out = Array::with_capacity(wanted);
    let pad = |out: &mut Array| {
        out.make_mut().push_all(std::iter::repeat_n(value, wanted - array.len()).cloned());
    };
    if length < 0 {
        pad(&mut out);
    }
    match array.as_slice() {
        Some(values) => out.make_mut().push_all(values.iter().cloned()),
        None => {
            let elements = out.make_mut();
            array.iter().for_each(|(key, v)| append_new(elements, key, v.clone()));
        }
    }
    if length > 0 {
        pad(&mut out);
    }
    Ok(out)
}

/// The first value; null for an empty array.
#[php("function array_first(array $array): mixed", pure)]
fn array_first(array: &Array) -> Value {
    array.first().map_or(Value::NULL, |(_, v)| v.unref())
}

/// The last value; null for an empty array.
#[php("function array_last(array $array): mixed", pure)]
fn array_last(array: &Array) -> Value {
    array.last().map_or(Value::NULL, |(_, v)| v.unref())
}

#[php("function array_is_list(array $array): bool", pure)]
fn array_is_list(array: &Array) -> bool {
    array.is_list()
}

#[php("function array_values(array $array): array", pure)]
fn array_values(array: &Array) -> Array {
    if array.is_packed() && array.is_list() && array.next_free_key() == array.len() as i64 {
        return array.clone();
    }
    let mut out = Array::with_capacity(array.len());
    out.make_mut().push_all(array.values().map(Value::copied));
    out
}

#[php("function count(Countable|array $value, int $mode = COUNT_NORMAL): int", alias = "sizeof")]
fn count(late: Late<'_>, value: &Value, mode: i64) -> PhpResult<i64> {
    if let (Some(array), 0) = (value.own_array(), mode) {
        return Ok(array.len() as i64);
    }
    let ctx = late.ctx()?;
    if mode != 0 && mode != 1 {
        return Err(ctx.argument_error(2, "must be either COUNT_NORMAL or COUNT_RECURSIVE"));
    }
    if let Some(array) = value.as_array() {
        return if mode == 1 { count_recursive(ctx, &array) } else { Ok(array.len() as i64) };
    }
    match value.as_object() {
        Some(object) => crate::convert::count_object(ctx, &object),
        None => Ok(0),
    }
}

/// Whether nothing in an array can be another one.
fn is_flat(array: &Array) -> bool {
    let flat = |value: &Value| !value.is_ref() && !value.is_array();
    array.as_slice().map_or_else(|| array.values().all(flat), |values| values.iter().all(flat))
}

fn count_recursive(ctx: &Ctx, array: &Array) -> PhpResult<i64> {
    // What has no arrays in it needs no guard against going round in circles.
    if is_flat(array) {
        return Ok(array.len() as i64);
    }
    ctx.check_stack()?;
    if !array.protect() {
        ctx.warning("Recursion detected");
        ctx.check()?;
        return Ok(0);
    }
    let mut count = array.len() as i64;
    let mut result = Ok(());
    for value in array.values() {
        if !value.is_counted() && !value.is_array() {
            continue;
        }
        if let Some(inner) = value.own_array().filter(|inner| is_flat(inner)) {
            count += inner.len() as i64;
        } else if let Some(inner) = value.as_array() {
            match count_recursive(ctx, &inner) {
                Ok(n) => count += n,
                Err(thrown) => {
                    result = Err(thrown);
                    break;
                }
            }
        }
    }
    array.unprotect();
    result.map(|()| count)
}
