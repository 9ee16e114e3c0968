//! Commands whose keys may be on several servers: keys in a row that share a slot go together.

use super::{Cluster, Queued};
use crate::{
    build::float_text,
    client::mode,
    pack,
    reply::{self, Note, Reader},
};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Args, Ctx, PhpResult, convert};
use phant_redis_wire::{Command, slot};

/// How the replies of the parts become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Join {
    /// Lists one after the other.
    List,
    /// Numbers added up.
    Sum,
    /// Whether all are true.
    All,
    /// One for each key: that of the part that the key is in.
    Each,
}

/// What a note says of a part that others follow.
pub const PART: i64 = i64::MIN;

/// A key and perhaps a value, as they are sent.
struct Part {
    slot: u16,
    words: Vec<Str>,
}

/// Runs a command part by part.
fn run(ctx: &Ctx, this: &Object, cluster: &Cluster, name: &str, parts: Vec<Part>, read: Reader, join: Join) -> PhpResult {
    if parts.is_empty() {
        return Ok(Value::FALSE);
    }
    let mut replies = Vec::new();
    let mut command = Command::default();
    let mut at = 0;
    while at < parts.len() {
        let slot = parts[at].slot;
        let end = parts[at..].iter().position(|part| part.slot != slot).map_or(parts.len(), |n| at + n);
        command.begin(name.as_bytes());
        parts[at..end].iter().flat_map(|part| &part.words).for_each(|word| command.text(word));
        if cluster.mode.get() == mode::ATOMIC {
            let reads = matches!(name, "MGET" | "EXISTS");
            let reply = cluster.run(ctx, slot, &mut command, read, &Note::default(), reads)?;
            let times = if join == Join::Each { end - at } else { 1 };
            replies.extend(std::iter::repeat_n(reply, times));
        } else {
            // The last part gathers what the parts before it have brought.
            let joined = Some(join).filter(|_| end == parts.len());
            let note = Note::flag(if joined.is_none() { PART } else { 0 });
            if !cluster.enqueue(ctx, slot, &mut command, |node| Queued { node, read, note, joined })? {
                return Ok(Value::FALSE);
            }
        }
        at = end;
    }
    if cluster.mode.get() != mode::ATOMIC {
        return Ok(this.clone().into());
    }
    Ok(joined(replies, join))
}

/// Many replies as one.
pub fn joined(replies: Vec<Value>, join: Join) -> Value {
    match join {
        Join::Each => Array::list(replies).into(),
        Join::Sum => replies.iter().map(Value::as_int).sum::<Option<i64>>().map_or(Value::FALSE, Value::int),
        Join::All => Value::bool(replies.iter().all(|reply| reply.as_bool() == Some(true))),
        Join::List => {
            let mut all = Array::new();
            for reply in &replies {
                let Some(list) = reply.as_array() else { return Value::FALSE };
                for value in list.values() {
                    let _ = all.push(value.clone());
                }
            }
            all.into()
        }
    }
}

fn key(cluster: &Cluster, key: &[u8]) -> (u16, Str) {
    let key = Str::concat(cluster.settings.borrow().prefix(), key);
    (slot::of(&key), key)
}

fn keys(ctx: &Ctx, cluster: &Cluster, values: &[Value]) -> PhpResult<Vec<Part>> {
    let list: Vec<Value> = match values {
        [only] if only.is_array() => only.own_array().map(|list| list.values().map(Value::unref).collect()).unwrap_or_default(),
        _ => values.to_vec(),
    };
    list.iter().map(|value| part(ctx, cluster, value)).collect()
}

fn part(ctx: &Ctx, cluster: &Cluster, value: &Value) -> PhpResult<Part> {
    let (slot, key) = key(cluster, &convert::to_str(ctx, value)?);
    Ok(Part { slot, words: vec![key] })
}

fn pairs(ctx: &Ctx, cluster: &Cluster, array: &Array) -> PhpResult<Vec<Part>> {
    let settings = cluster.settings.borrow().clone();
    array
        .clone()
        .iter()
        .map(|(name, value)| {
            let (slot, key) = key(cluster, &name.to_str());
            let value = value.unref();
            let text = match value.as_float() {
                Some(number) if settings.is_plain() && number.is_finite() && number.fract() == 0.0 => float_text(number),
                _ => pack::pack(ctx, &settings, &value)?,
            };
            Ok(Part { slot, words: vec![key, text] })
        })
        .collect()
}

fn array(args: &Args<'_>) -> Array {
    args.values[0].own_array().cloned().unwrap_or_default()
}

/// `mget`
pub fn mget(ctx: &Ctx, this: &Object, cluster: &Cluster, args: &Args<'_>) -> PhpResult {
    let parts = keys(ctx, cluster, args.values)?;
    run(ctx, this, cluster, "MGET", parts, reply::list, Join::List)
}

/// `watch`: no array of keys is one here.
pub fn watch(ctx: &Ctx, this: &Object, cluster: &Cluster, args: &Args<'_>) -> PhpResult {
    if cluster.mode.get() != mode::ATOMIC {
        ctx.warning("WATCH command not allowed in MULTI mode");
        return Ok(Value::FALSE);
    }
    let parts = args.values.iter().map(|value| part(ctx, cluster, value)).collect::<PhpResult<_>>()?;
    run(ctx, this, cluster, "WATCH", parts, reply::boolean, Join::All)
}

/// `mset`
pub fn mset(ctx: &Ctx, this: &Object, cluster: &Cluster, args: &Args<'_>) -> PhpResult {
    let parts = pairs(ctx, cluster, &array(args))?;
    run(ctx, this, cluster, "MSET", parts, reply::boolean, Join::All)
}

/// `msetnx`
pub fn msetnx(ctx: &Ctx, this: &Object, cluster: &Cluster, args: &Args<'_>) -> PhpResult {
    let parts = pairs(ctx, cluster, &array(args))?;
    run(ctx, this, cluster, "MSETNX", parts, reply::int, Join::Each)
}

/// `del`
pub fn del(ctx: &Ctx, this: &Object, cluster: &Cluster, args: &Args<'_>) -> PhpResult {
    let parts = keys(ctx, cluster, args.values)?;
    run(ctx, this, cluster, "DEL", parts, reply::int, Join::Sum)
}

/// `unlink`
pub fn unlink(ctx: &Ctx, this: &Object, cluster: &Cluster, args: &Args<'_>) -> PhpResult {
    let parts = keys(ctx, cluster, args.values)?;
    run(ctx, this, cluster, "UNLINK", parts, reply::int, Join::Sum)
}
