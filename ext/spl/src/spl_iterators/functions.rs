//! iterator_to_array(), iterator_count() and iterator_apply().

use super::cursor::Cursor;
use phant_memory::{Array, Object, Value};
use phant_native::{Ctx, ObjectExt, PhpResult, Thrown, convert, descriptor::FunctionGroup, functions, php};

pub const FUNCTIONS: FunctionGroup = functions![iterator_apply, iterator_count, iterator_to_array];

/// Goes through a Traversable without asking for more than needed.
fn walk(ctx: &Ctx, mut cursor: Cursor, each: &mut dyn FnMut(&Ctx, &mut Cursor) -> PhpResult<bool>) -> PhpResult<()> {
    cursor.rewind(ctx)?;
    while cursor.valid(ctx)? {
        if !each(ctx, &mut cursor)? {
            break;
        }
        cursor.next(ctx)?;
    }
    Ok(())
}

/// Calls a function for every element of an iterator, until it returns something false.
#[php("function iterator_apply(Traversable $iterator, callable $callback, ?array $args = null): int")]
fn iterator_apply(ctx: &Ctx, iterator: &Object, callback: &Value, args: Option<&Array>) -> PhpResult<i64> {
    let callback = ctx.callable(callback)?;
    let mut values = Vec::new();
    let mut named: Option<Array> = None;
    for (key, value) in args.into_iter().flat_map(|args| args.iter()) {
        match key {
            phant_memory::KeyRef::Int(_) => values.push(value.clone()),
            phant_memory::KeyRef::Str(_) => named.get_or_insert_default().set(key.to_key(), value.clone()),
        }
    }
    let mut count = 0;
    let cursor = Cursor::new(ctx, iterator)?;
    let _number = cursor.number();
    walk(ctx, cursor, &mut |ctx, _| {
        let result = ctx.call_named(&callback, &values, named.as_ref())?;
        count += 1;
        Ok(convert::to_bool(&result))
    })?;
    Ok(count)
}

/// Counts the elements of an iterator.
#[php("function iterator_count(Traversable|array $iterator): int")]
fn iterator_count(ctx: &Ctx, iterator: &Value) -> PhpResult<i64> {
    let Some(object) = iterator.as_object() else {
        return Ok(iterator.as_array().map_or(0, |array| array.len() as i64));
    };
    let mut count = 0;
    if object.class().is_named("Generator") {
        ctx.host.iterate(ctx, &object, &mut |_, _, _| {
            count += 1;
            Ok(true)
        })?;
        return Ok(count);
    }
    let made = Cursor::new(ctx, &object)?;
    let _number = made.number();
    let cursor = made;
    if let Some(all) = cursor.whole_array() {
        return Ok(all.len() as i64);
    }
    let walked = cursor.whole_walk(ctx, &mut |_, _| {
        count += 1;
        Ok(())
    });
    if let Some(result) = walked {
        return result.map(|()| count);
    }
    walk(ctx, cursor, &mut |_, _| {
        count += 1;
        Ok(true)
    })?;
    Ok(count)
}

/// Collects the elements of an iterator in an array.
#[php("function iterator_to_array(Traversable|array $iterator, bool $preserve_keys = true): array")]
fn iterator_to_array(ctx: &Ctx, iterator: &Value, preserve_keys: bool) -> PhpResult<Array> {
    if let Some(array) = iterator.as_array() {
        return Ok(if preserve_keys { array.into_owned() } else { Array::list(array.values().cloned()) });
    }
    let mut all = Array::new();
    let Some(object) = iterator.as_object() else { return Ok(all) };
    if object.class().is_named("Generator") {
        // The engine resumes it without calls of methods, which nobody can have replaced.
        let elements = all.make_mut();
        ctx.host.iterate(ctx, &object, &mut |ctx, key, value| {
            if preserve_keys {
                let Some(key) = convert::to_key(ctx, &key)? else { return Err(no_key(ctx, &key)) };
                elements.set(key, value);
            } else {
                let _ = elements.push(value);
            }
            Ok(true)
        })?;
        return Ok(all);
    }
    let made = Cursor::new(ctx, &object)?;
    let _number = made.number();
    let cursor = made;
    if let Some(elements) = cursor.whole_array() {
        return Ok(if preserve_keys {
            // Not the array itself: what is free for the next key may be another one.
            elements.iter().map(|(key, value)| (key.to_key(), value.clone())).collect()
        } else {
            Array::list(elements.values().cloned())
        });
    }
    let elements = all.make_mut();
    let walked = cursor.whole_walk(ctx, &mut |key, value| {
        if !preserve_keys {
            let _ = elements.push(value);
            return Ok(());
        }
        let Some(key) = convert::to_key(ctx, &key)? else { return Err(no_key(ctx, &key)) };
        elements.set(key, value);
        Ok(())
    });
    if let Some(result) = walked {
        return result.map(|()| all);
    }
    walk(ctx, cursor, &mut |ctx, cursor| {
        let value = cursor.current(ctx)?;
        if !preserve_keys {
            let _ = all.push(value);
            return Ok(true);
        }
        let key = cursor.key(ctx)?;
        match convert::to_key(ctx, &key)? {
            Some(key) => all.set(key, value),
            None => return Err(no_key(ctx, &key)),
        }
        Ok(true)
    })?;
    Ok(all)
}

#[cold]
fn no_key(ctx: &Ctx, key: &Value) -> Thrown {
    ctx.type_error(format!("Cannot access offset of type {} on array", convert::type_name(key)))
}
