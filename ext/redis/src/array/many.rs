//! Methods with keys of many servers: each server is asked for its own.

use super::{
    Ring,
    methods::{invoke, note, nowhere},
};
use phant_memory::{Array, Key, KeyRef, Object, Str, Value};
use phant_native::{Args, Ctx, Level, PhpResult, Thrown, convert};

fn everyone(values: &[Value]) -> Vec<Value> {
    match values {
        [only] if only.is_array() => only.own_array().map(|list| list.values().map(Value::unref).collect()).unwrap_or_default(),
        _ => values.to_vec(),
    }
}

/// Keys by the server that has them, with where they were in the list.
fn by_server(ctx: &Ctx, ring: &Ring, keys: &[Str]) -> PhpResult<Vec<(i64, Vec<usize>)>> {
    let mut groups: Vec<(i64, Vec<usize>)> = Vec::new();
    for (at, key) in keys.iter().enumerate() {
        let Some(place) = ring.place(ctx, key)? else { return Err(nowhere(ctx)) };
        match groups.iter_mut().find(|(server, _)| *server == place) {
            Some((_, group)) => group.push(at),
            None => groups.push((place, vec![at])),
        }
    }
    groups.sort_by_key(|(server, _)| *server);
    Ok(groups)
}

fn server(ring: &Ring, place: i64) -> Value {
    ring.servers.borrow().get_int(place).cloned().unwrap_or_default()
}

pub(super) fn delete(ctx: &Ctx, this: &Object, args: &mut Args<'_>, name: &str) -> PhpResult {
    let ring = Ring::of(this);
    let values = everyone(args.values);
    if values.is_empty() {
        return Ok(Value::FALSE);
    }
    let transaction = ring.transaction.borrow().clone();
    if !transaction.is_null() {
        invoke(ctx, &transaction, name, &values)?;
        return Ok(this.clone().into());
    }
    if !values.iter().all(Value::is_str) {
        ctx.report_here(Level::Error, "DEL: all keys must be string.");
        return Err(Thrown);
    }
    let keys: Vec<Str> = values.iter().map(|v| convert::to_str(ctx, v)).collect::<PhpResult<_>>()?;
    let mut deleted = 0;
    for (place, group) in by_server(ctx, ring, &keys)? {
        let server = server(ring, place);
        let own: Vec<Value> = group.iter().map(|&at| keys[at].clone().into()).collect();
        let said = invoke(ctx, &server, name, &[Array::list(own.clone()).into()])?;
        if ring.index.get() {
            note(ctx, &server, &own, "sRem")?;
        }
        deleted += said.as_int().unwrap_or(0);
    }
    Ok(Value::int(deleted))
}

/// What a transaction was begun on takes all keys, wherever they belong.
fn in_transaction(ctx: &Ctx, this: &Object, name: &str, given: &Array) -> PhpResult<Option<Value>> {
    let server = Ring::of(this).transaction.borrow().clone();
    if server.is_null() {
        return Ok(None);
    }
    invoke(ctx, &server, name, &[given.clone().into()])?;
    Ok(Some(this.clone().into()))
}

pub(super) fn mget(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let ring = Ring::of(this);
    let given = args.values[0].own_array().cloned().unwrap_or_default();
    if given.is_empty() {
        return Ok(Value::FALSE);
    }
    if let Some(queued) = in_transaction(ctx, this, "mget", &given)? {
        return Ok(queued);
    }
    let mut keys = Vec::new();
    for value in given.values() {
        let value = value.unref();
        if !value.is_str() && !value.is_int() {
            ctx.report_here(Level::Error, "MGET: all keys must be strings or longs");
            return Err(Thrown);
        }
        keys.push(convert::to_str(ctx, &value)?);
    }
    let mut found = vec![Value::FALSE; keys.len()];
    for (place, group) in by_server(ctx, ring, &keys)? {
        let own = Array::list(group.iter().map(|&at| keys[at].clone().into()));
        let said = invoke(ctx, &server(ring, place), "mget", &[own.into()])?;
        let Some(values) = said.as_array() else { continue };
        for (&at, value) in group.iter().zip(values.values()) {
            found[at] = value.clone();
        }
    }
    Ok(Array::list(found).into())
}

pub(super) fn mset(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let ring = Ring::of(this);
    let given = args.values[0].own_array().cloned().unwrap_or_default();
    if given.is_empty() {
        return Ok(Value::FALSE);
    }
    if let Some(queued) = in_transaction(ctx, this, "mset", &given)? {
        return Ok(queued);
    }
    let keys: Vec<Str> = given.keys().map(KeyRef::to_str).collect();
    let values: Vec<Value> = given.values().map(Value::unref).collect();
    for (place, group) in by_server(ctx, ring, &keys)? {
        let server = server(ring, place);
        let mut own = Array::new();
        for &at in &group {
            own.set(Key::from(keys[at].clone()), values[at].clone());
        }
        if ring.index.get() {
            invoke(ctx, &server, "multi", &[])?;
        }
        invoke(ctx, &server, "mset", &[own.into()])?;
        if ring.index.get() {
            let names: Vec<Value> = group.iter().map(|&at| keys[at].clone().into()).collect();
            note(ctx, &server, &names, "sAdd")?;
            invoke(ctx, &server, "exec", &[])?;
        }
    }
    Ok(Value::TRUE)
}
