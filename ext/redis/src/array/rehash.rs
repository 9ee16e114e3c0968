//! Keys that move from one server to another, because servers were added.

use super::{
    Ring,
    methods::{INDEX, invoke, note},
};
use crate::client::EXCEPTION;
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Args, Ctx, PhpResult, convert};

/// Moves what the previous ring has to where it is now.
pub(super) fn rehash(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let ring = Ring::of(this);
    let previous = ring.previous.borrow().clone();
    let Some(before) = previous.own_object().map(Ring::of) else { return Ok(Value::NULL) };
    let callback = args.values[0].clone();
    let (hosts, servers) = (before.hosts.borrow().clone(), before.servers.borrow().clone());
    for (host, old) in hosts.values().zip(servers.values()) {
        let keys = if before.index.get() {
            invoke(ctx, old, "sMembers", &[Value::from(INDEX)])?
        } else {
            invoke(ctx, old, "keys", &[Value::from("*")])?
        };
        let Some(keys) = keys.into_array() else { continue };
        if !callback.is_null() {
            ctx.call_value(&callback, &[host.clone(), Value::int(keys.len() as i64)])?;
        }
        for key in keys.values() {
            let key = convert::to_str(ctx, key)?;
            if let Some(new) = ring.server_of(ctx, &key)? {
                relocate(ctx, old, &new, &key)?;
            }
        }
    }
    Ok(Value::NULL)
}

/// Moves a key from one server to another, with its time to live.
pub(super) fn relocate(ctx: &Ctx, from: &Value, to: &Value, key: &Str) -> PhpResult<()> {
    let name = || Value::from(key.clone());
    let is_same = {
        let place = |server: &Value| -> PhpResult<(Value, Value)> {
            Ok((invoke(ctx, server, "getHost", &[])?, invoke(ctx, server, "getPort", &[])?))
        };
        let ((host, port), (other_host, other_port)) = (place(from)?, place(to)?);
        host.as_str().map(|h| h.to_vec()) == other_host.as_str().map(|h| h.to_vec()) && port.as_int() == other_port.as_int()
    };
    if is_same {
        return Ok(());
    }
    let data = invoke(ctx, from, "dump", &[name()])?;
    if !data.is_str() {
        return Ok(());
    }
    let left = invoke(ctx, from, "pttl", &[name()])?.as_int().unwrap_or(0).max(0);
    let options = Array::list([Value::from("REPLACE")]);
    let restored = invoke(ctx, to, "restore", &[name(), Value::int(left), data, options.into()])?;
    if restored.as_bool() != Some(true) {
        return Err(ctx.throw(EXCEPTION, [b"Could not move the key ", key.as_bytes()].concat()));
    }
    // Whether its keys are noted is for the array that reads the index to know: as in PHP, all that moved are in it.
    note(ctx, to, &[name()], "sAdd")?;
    note(ctx, from, &[name()], "sRem")?;
    invoke(ctx, from, "del", &[name()]).map(drop)
}
