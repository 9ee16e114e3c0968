//! What the methods of the class RedisArray do: calls of the servers' methods.

use super::{Ring, construct, many, rehash};
use crate::commands::same;
use phant_memory::{Array, Key, Object, Str, Value};
use phant_native::{Args, Ctx, Level, PhpResult, Thrown};

/// What a method does.
#[derive(Clone, Copy)]
pub enum Row {
    /// The same on every server: what each says, by its place.
    Everywhere(&'static str),
    /// The same on the server of a transaction.
    InTransaction(&'static str),
    /// On the server of the first argument, a key.
    OfKey(&'static str),
    /// Code of its own.
    Own(Own),
}

/// A method's own code.
pub type Own = fn(&Ctx, &Object, &mut Args<'_>) -> PhpResult;

const ROWS: &[(&str, Row)] = &[
    ("__call", Row::Own(call_any)),
    ("__construct", Row::Own(construct::construct)),
    ("_continuum", Row::Own(continuum)),
    ("_distributor", Row::Own(|_, this, _| Ok(Ring::of(this).distributor.borrow().clone()))),
    ("_function", Row::Own(|_, this, _| Ok(Ring::of(this).extractor.borrow().clone()))),
    ("_hosts", Row::Own(|_, this, _| Ok(Ring::of(this).hosts.borrow().clone().into()))),
    ("_instance", Row::Own(instance)),
    ("_rehash", Row::Own(rehash::rehash)),
    ("_target", Row::Own(target)),
    ("bgsave", Row::Everywhere("bgsave")),
    ("del", Row::Own(|ctx, this, args| many::delete(ctx, this, args, "del"))),
    ("discard", Row::InTransaction("discard")),
    ("exec", Row::InTransaction("exec")),
    ("flushall", Row::Everywhere("flushall")),
    ("flushdb", Row::Everywhere("flushdb")),
    ("getOption", Row::Everywhere("getOption")),
    ("hscan", Row::OfKey("hscan")),
    ("info", Row::Everywhere("info")),
    ("keys", Row::Everywhere("keys")),
    ("mget", Row::Own(many::mget)),
    ("mset", Row::Own(many::mset)),
    ("multi", Row::Own(multi)),
    ("ping", Row::Everywhere("ping")),
    ("save", Row::Everywhere("save")),
    ("scan", Row::Own(scan)),
    ("select", Row::Everywhere("select")),
    ("setOption", Row::Everywhere("setOption")),
    ("sscan", Row::OfKey("sscan")),
    ("unlink", Row::Own(|ctx, this, args| many::delete(ctx, this, args, "unlink"))),
    ("unwatch", Row::InTransaction("unwatch")),
    ("zscan", Row::OfKey("zscan")),
];

/// The set of a server's keys.
pub(super) const INDEX: &str = "__phpredis_array_index__";

/// Methods that make no key, which the index need not know.
const NOT_INDEXED: &[&str] = &[
    "get",
    "exists",
    "ttl",
    "pttl",
    "type",
    "strlen",
    "getrange",
    "getbit",
    "bitcount",
    "keys",
    "hget",
    "hgetall",
    "hmget",
    "hlen",
    "hkeys",
    "hvals",
    "hexists",
    "lrange",
    "llen",
    "lget",
    "lindex",
    "scard",
    "smembers",
    "sismember",
    "zrange",
    "zrevrange",
    "zrangebyscore",
    "zscore",
    "zcard",
    "zcount",
    "zrank",
    "zrevrank",
    "dump",
    "object",
    "sort",
    "expire",
    "expireat",
    "persist",
    "del",
    "unlink",
    "watch",
];

/// The row of a method, found when the class is compiled.
pub const fn row(name: &str) -> Row {
    let mut at = 0;
    while at < ROWS.len() {
        if same(ROWS[at].0, name) {
            return ROWS[at].1;
        }
        at += 1;
    }
    panic!("a method of the class is not in the table")
}

/// Runs a method.
pub fn call(ctx: &Ctx, args: &mut Args<'_>, row: &'static Row) -> PhpResult {
    let this = args.this();
    match row {
        Row::Own(own) => own(ctx, this, args),
        Row::Everywhere(name) => everywhere(ctx, this, name, &args.values[..args.passed.min(args.values.len())]),
        Row::InTransaction(name) => in_transaction(ctx, this, name),
        Row::OfKey(name) => {
            let key = text(&args.values[0]);
            let Some(server) = Ring::of(this).server_of(ctx, &key)? else { return Ok(Value::FALSE) };
            let passed = args.passed.min(args.values.len());
            invoke(ctx, &server, name, &args.values[..passed])
        }
    }
}

pub(super) fn text(value: &Value) -> Str {
    value.as_str().map(|t| (*t).clone()).unwrap_or_default()
}

/// Calls a method of a server.
pub(super) fn invoke(ctx: &Ctx, server: &Value, name: &str, args: &[Value]) -> PhpResult {
    match server.own_object() {
        Some(server) => ctx.call_method(server, name, args),
        None => Ok(Value::FALSE),
    }
}

fn everywhere(ctx: &Ctx, this: &Object, name: &str, args: &[Value]) -> PhpResult {
    let ring = Ring::of(this);
    let (hosts, servers) = (ring.hosts.borrow().clone(), ring.servers.borrow().clone());
    let mut all = Array::new();
    for (host, server) in hosts.values().zip(servers.values()) {
        let said = invoke(ctx, server, name, args)?;
        all.set(Key::from(text(host)), said);
    }
    Ok(all.into())
}

fn in_transaction(ctx: &Ctx, this: &Object, name: &str) -> PhpResult {
    let ring = Ring::of(this);
    let server = ring.transaction.borrow().clone();
    if server.is_null() {
        return Ok(Value::FALSE);
    }
    let said = invoke(ctx, &server, name, &[])?;
    if name == "unwatch" {
        return Ok(said);
    }
    if name == "exec" && ring.index.get() {
        // What was noted beside the commands is nothing that the script asked for.
        ring.transaction.replace(Value::NULL);
        return Ok(said);
    }
    ring.transaction.replace(Value::NULL);
    Ok(if name == "discard" { Value::NULL } else { said })
}

fn continuum(_ctx: &Ctx, this: &Object, _args: &mut Args<'_>) -> PhpResult {
    let points = Ring::of(this).points.borrow();
    Ok(Array::list(points.iter().map(|point| {
        let mut shown = Array::new();
        shown.set_name("index", Value::int(i64::from(point.index)));
        shown.set_name("value", Value::int(i64::from(point.value)));
        shown.into()
    }))
    .into())
}

fn instance(_ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    Ok(server_at(Ring::of(this), &text(&args.values[0])).unwrap_or(Value::NULL))
}

fn server_at(ring: &Ring, host: &[u8]) -> Option<Value> {
    let at = ring.hosts.borrow().values().position(|h| h.as_str().is_some_and(|h| h.as_bytes() == host))?;
    ring.servers.borrow().get_int(at as i64).cloned()
}

fn target(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let ring = Ring::of(this);
    let place = ring.place(ctx, &text(&args.values[0]))?;
    Ok(place.and_then(|place| ring.hosts.borrow().get_int(place).cloned()).unwrap_or(Value::NULL))
}

/// Ends the script: nobody has this key.
pub(super) fn nowhere(ctx: &Ctx) -> Thrown {
    if !ctx.has_exception() {
        ctx.report_here(Level::Error, "Could not find any redis servers for this key.");
    }
    Thrown
}

/// `__call`: a method of Redis on the server of its first argument.
fn call_any(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let name = text(&args.values[0]);
    let given = args.values[1].own_array().cloned().unwrap_or_default();
    let arguments: Vec<Value> = given.values().map(Value::unref).collect();
    let some = Ring::of(this).servers.borrow().get_int(0).cloned();
    if let Some(server) = some
        && let Err(reason) = ctx.resolve_callable(&Array::list([server, name.clone().into()]).into())
    {
        ctx.check()?;
        return Err(ctx.throw_error([b"Invalid callback Redis::", name.as_bytes(), b", ", reason.as_bytes()].concat()));
    }
    forward(ctx, this, &String::from_utf8_lossy(&name), &arguments)
}

fn forward(ctx: &Ctx, this: &Object, name: &str, arguments: &[Value]) -> PhpResult {
    let ring = Ring::of(this);
    let transaction = ring.transaction.borrow().clone();
    if !transaction.is_null() {
        invoke(ctx, &transaction, name, arguments)?;
        return Ok(this.clone().into());
    }
    let Some(first) = arguments.first() else { return Ok(Value::FALSE) };
    let Some(key) = first.as_str().map(|k| (*k).clone()) else {
        ctx.report_here(Level::Error, "Could not find key");
        return Err(Thrown);
    };
    let Some(server) = ring.server_of(ctx, &key)? else { return Err(nowhere(ctx)) };
    let lower = name.to_ascii_lowercase();
    let reads = NOT_INDEXED.contains(&lower.as_str());
    if ring.index.get() && !reads {
        // The key and its note are written together.
        invoke(ctx, &server, "multi", &[])?;
        invoke(ctx, &server, name, arguments)?;
        note(ctx, &server, &[Value::from(key)], "sAdd")?;
        let both = invoke(ctx, &server, "exec", &[])?;
        return Ok(both.as_array().and_then(|both| both.get_int(0).cloned()).unwrap_or(Value::FALSE));
    }
    let said = invoke(ctx, &server, name, arguments)?;
    let previous = ring.previous.borrow().clone();
    let found_nothing = match said.as_array() {
        Some(list) => list.is_empty(),
        None => said.as_bool() == Some(false) || (lower == "type" && said.as_int() == Some(0)),
    };
    let (Some(before), true, true) = (previous.own_object(), reads, found_nothing) else { return Ok(said) };
    // It may still be where it was before servers were added.
    let found = forward(ctx, before, name, arguments)?;
    if ring.auto_rehash.get() && found.as_bool() != Some(false) {
        if let Some(old) = Ring::of(before).server_of(ctx, &key)? {
            rehash::relocate(ctx, &old, &server, &key)?;
        }
    }
    Ok(found)
}

/// Notes keys in a server's index, or forgets them.
pub(super) fn note(ctx: &Ctx, server: &Value, keys: &[Value], method: &str) -> PhpResult<()> {
    let mut arguments = vec![Value::from(INDEX)];
    arguments.extend_from_slice(keys);
    invoke(ctx, server, method, &arguments).map(drop)
}

fn multi(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let ring = Ring::of(this);
    let Some(server) = server_at(ring, &text(&args.values[0])) else { return Ok(Value::FALSE) };
    let how = args.values[1].as_int().unwrap_or(crate::client::mode::MULTI);
    if how != crate::client::mode::MULTI && how != crate::client::mode::PIPELINE {
        return Ok(Value::FALSE);
    }
    invoke(ctx, &server, "multi", &[Value::int(how)])?;
    ring.transaction.replace(server);
    Ok(this.clone().into())
}

fn scan(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let host = text(&args.values[1]);
    let Some(server) = server_at(Ring::of(this), &host) else { return Ok(Value::FALSE) };
    let mut arguments = vec![args.values[0].clone()];
    arguments.extend(args.values[2..].iter().cloned());
    invoke(ctx, &server, "scan", &arguments)
}
