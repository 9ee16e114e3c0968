//! What the methods of the class RedisCluster do: commands of the table on whoever has their key, and methods of its own.

use super::{Cluster, EXCEPTION, Holder, Node, Queued, construct, split, transaction, walk};
use crate::{
    build::Build,
    client::{mode, text_or_null},
    commands::{self, same},
    messages, options, pack,
    reply::{self, Note, Reader, Reading},
    settings::option,
};
use phant_memory::{Array, Object, Str, Value, View};
use phant_native::{Args, Ctx, PhpResult, Thrown, convert};
use phant_redis_wire::{Command, slot};
use std::rc::Rc;

/// What a method does.
#[derive(Clone, Copy)]
pub enum Row {
    /// A command of the table.
    Command(&'static commands::Row, bool),
    /// A command on the server that the first argument names.
    Directed(&'static str, Reader),
    /// Code of its own.
    Own(Own),
}

/// A method's own code.
pub type Own = fn(&Ctx, &Object, &Cluster, &mut Args<'_>) -> PhpResult;

const OWN: &[(&str, Own)] = &[
    ("_compress", |_, _, cluster, args| Ok(pack::compress(&cluster.settings.borrow(), text(args)).into())),
    ("_uncompress", |ctx, _, cluster, args| {
        pack::decompress_or_throw(ctx, &cluster.settings.borrow().clone(), &text(args), EXCEPTION)
    }),
    ("_serialize", |ctx, _, cluster, args| {
        Ok(pack::serialize_value(ctx, &cluster.settings.borrow().clone(), &args.values[0])?.into())
    }),
    ("_unserialize", |ctx, _, cluster, args| {
        pack::unserialize_or_throw(ctx, &cluster.settings.borrow().clone(), text(args), EXCEPTION)
    }),
    ("_pack", |ctx, _, cluster, args| Ok(pack::pack(ctx, &cluster.settings.borrow().clone(), &args.values[0])?.into())),
    ("_unpack", |ctx, _, cluster, args| pack::unpack(ctx, &cluster.settings.borrow().clone(), text(args))),
    ("_prefix", |_, _, cluster, args| Ok(Str::concat(cluster.settings.borrow().prefix(), &text(args)).into())),
    ("_masters", masters),
    ("_redir", |_, _, cluster, _| Ok(text_or_null(cluster.redirected.borrow().as_deref()))),
    ("clearlasterror", |_, _, cluster, _| {
        cluster.error.take();
        Ok(Value::TRUE)
    }),
    ("getlasterror", |_, _, cluster, _| Ok(text_or_null(cluster.error.borrow().as_deref()))),
    ("getmode", |_, _, cluster, _| Ok(Value::int(cluster.mode.get()))),
    ("close", close),
    ("cleartransferredbytes", clear_transferred),
    ("gettransferredbytes", transferred),
    ("getoption", get_option),
    ("setoption", set_option),
    ("del", |ctx, this, cluster, args| split::del(ctx, this, cluster, args)),
    ("unlink", |ctx, this, cluster, args| split::unlink(ctx, this, cluster, args)),
    ("mget", |ctx, this, cluster, args| split::mget(ctx, this, cluster, args)),
    ("mset", |ctx, this, cluster, args| split::mset(ctx, this, cluster, args)),
    ("msetnx", |ctx, this, cluster, args| split::msetnx(ctx, this, cluster, args)),
    ("multi", transaction::multi),
    ("exec", transaction::exec),
    ("discard", transaction::discard),
    ("unwatch", transaction::unwatch),
    ("watch", |ctx, this, cluster, args| split::watch(ctx, this, cluster, args)),
    ("keys", walk::keys),
    ("scan", walk::scan_node),
    ("hscan", walk::scan_members),
    ("sscan", walk::scan_members),
    ("zscan", walk::scan_members),
    ("client", client),
    ("cluster", |ctx, this, cluster, args| worded(ctx, this, cluster, args, "CLUSTER", reply::variant)),
    ("config", |ctx, this, cluster, args| worded(ctx, this, cluster, args, "CONFIG", reply::variant)),
    ("slowlog", |ctx, this, cluster, args| worded(ctx, this, cluster, args, "SLOWLOG", reply::variant)),
    ("pubsub", |ctx, this, cluster, args| worded(ctx, this, cluster, args, "PUBSUB", reply::variant)),
    ("rawcommand", |ctx, this, cluster, args| worded(ctx, this, cluster, args, "", raw_reply)),
    ("script", |ctx, this, cluster, args| worded(ctx, this, cluster, args, "SCRIPT", reply::variant)),
    ("command", anywhere),
    ("subscribe", subscribe),
    ("psubscribe", subscribe),
    ("unsubscribe", unsubscribe),
    ("punsubscribe", unsubscribe),
];

const DIRECTED: &[(&str, &str, Reader)] = &[
    ("acl", "ACL", reply::variant),
    ("bgrewriteaof", "BGREWRITEAOF", reply::boolean),
    ("bgsave", "BGSAVE", reply::boolean),
    ("dbsize", "DBSIZE", reply::int),
    ("echo", "ECHO", reply::text),
    ("flushall", "FLUSHALL", reply::boolean),
    ("flushdb", "FLUSHDB", reply::boolean),
    ("info", "INFO", commands::server::info_reply),
    ("lastsave", "LASTSAVE", reply::int),
    ("ping", "PING", reply::ping),
    ("randomkey", "RANDOMKEY", reply::text),
    ("role", "ROLE", reply::variant),
    ("save", "SAVE", reply::boolean),
    ("time", "TIME", reply::raw_list),
    ("waitaof", "WAITAOF", reply::raw_list),
];

/// Commands that do not change anything, which replicas answer too.
const READ_ONLY: &[&str] = &[
    "BITCOUNT",
    "BITPOS",
    "DUMP",
    "EVALSHA_RO",
    "EVAL_RO",
    "EXISTS",
    "EXPIRETIME",
    "GEODIST",
    "GEOHASH",
    "GEOPOS",
    "GEORADIUSBYMEMBER_RO",
    "GEORADIUS_RO",
    "GEOSEARCH",
    "GET",
    "GETBIT",
    "GETRANGE",
    "HEXISTS",
    "HGET",
    "HGETALL",
    "HKEYS",
    "HLEN",
    "HMGET",
    "HRANDFIELD",
    "HSCAN",
    "HSTRLEN",
    "HVALS",
    "LCS",
    "LINDEX",
    "LLEN",
    "LPOS",
    "LRANGE",
    "MGET",
    "OBJECT",
    "PEXPIRETIME",
    "PFCOUNT",
    "PTTL",
    "SCARD",
    "SDIFF",
    "SINTER",
    "SINTERCARD",
    "SISMEMBER",
    "SMEMBERS",
    "SMISMEMBER",
    "SORT_RO",
    "SRANDMEMBER",
    "SSCAN",
    "STRLEN",
    "SUNION",
    "TTL",
    "TYPE",
    "XLEN",
    "XPENDING",
    "XRANGE",
    "XREVRANGE",
    "ZCARD",
    "ZCOUNT",
    "ZDIFF",
    "ZINTER",
    "ZINTERCARD",
    "ZLEXCOUNT",
    "ZMSCORE",
    "ZRANDMEMBER",
    "ZRANGE",
    "ZRANGEBYLEX",
    "ZRANGEBYSCORE",
    "ZRANK",
    "ZREVRANGE",
    "ZREVRANGEBYLEX",
    "ZREVRANGEBYSCORE",
    "ZREVRANK",
    "ZSCAN",
    "ZSCORE",
    "ZUNION",
];

/// The row of a method, found when the class is compiled.
pub const fn row(name: &str) -> Row {
    if same(name, "__construct") {
        return Row::Own(|_, _, _, _| Ok(Value::NULL));
    }
    let mut at = 0;
    while at < OWN.len() {
        if same(OWN[at].0, name) {
            return Row::Own(OWN[at].1);
        }
        at += 1;
    }
    let mut at = 0;
    while at < DIRECTED.len() {
        if same(DIRECTED[at].0, name) {
            return Row::Directed(DIRECTED[at].1, DIRECTED[at].2);
        }
        at += 1;
    }
    let row = match commands::find(name) {
        Some(row) => row,
        None => panic!("a method of the class is not in the table"),
    };
    let mut at = 0;
    while at < READ_ONLY.len() {
        if same(READ_ONLY[at], row.command) {
            return Row::Command(row, true);
        }
        at += 1;
    }
    Row::Command(row, false)
}

/// Runs a method.
pub fn call(ctx: &Ctx, args: &mut Args<'_>, row: &'static Row) -> PhpResult {
    let this = args.this();
    if args.function.display_name().ends_with("__construct") {
        return construct::construct(ctx, this, args);
    }
    let cluster = Holder::get(ctx, this)?;
    match row {
        Row::Own(own) => own(ctx, this, &cluster, args),
        Row::Directed(name, read) => directed(ctx, this, &cluster, args, name, *read),
        Row::Command(row, reads) => command(ctx, this, &cluster, args, row, *reads),
    }
}

pub(super) fn text(args: &Args<'_>) -> Str {
    args.values[0].own_str().cloned().unwrap_or_default()
}

/// A command of the table, for whoever has its key.
fn command(ctx: &Ctx, this: &Object, cluster: &Cluster, args: &Args<'_>, row: &'static commands::Row, reads: bool) -> PhpResult {
    let settings = cluster.settings.borrow().clone();
    let mut buffer = cluster.take_buffer();
    let mut build = Build {
        ctx,
        settings: &settings,
        command: &mut buffer,
        note: Note::default(),
        slot: None,
        crosses: false,
        cluster: true,
    };
    let built = row.build(&mut build, args);
    let (note, slot, crosses) = (build.note, build.slot, build.crosses);
    let result = match built {
        Err(thrown) => Err(thrown),
        Ok(_) if ctx.has_exception() => Err(Thrown),
        Ok(false) => Ok(Value::FALSE),
        Ok(true) if crosses => {
            ctx.warning(crossing(row.command));
            Ok(Value::FALSE)
        }
        Ok(true) => {
            let slot = slot.unwrap_or_else(|| cluster.any_slot());
            send(ctx, this, cluster, slot, &mut buffer, reader(row), note, reads)
        }
    };
    buffer.shrink();
    cluster.keep_buffer(buffer);
    result
}

/// What reads the reply: some differ from those of a single server.
fn reader(row: &commands::Row) -> Reader {
    match row.command {
        "PFADD" => reply::one,
        "GEOHASH" => |reading, note| {
            let all = reply::raw_list(reading, note)?;
            // One that is not there is none of all.
            let whole = all.as_array().is_some_and(|all| all.values().all(|hash| hash.is_str()));
            Ok(if whole { all } else { Value::FALSE })
        },
        "EVAL" | "EVALSHA" | "EVAL_RO" | "EVALSHA_RO" | "XPENDING" => reply::variant_with_null,
        _ => row.read,
    }
}

/// What is said of keys that are not together.
fn crossing(command: &str) -> &'static str {
    match command {
        "RENAME" | "RENAMENX" | "RPOPLPUSH" => "Keys don't hash to the same slot",
        "BRPOPLPUSH" => "Keys must hash to the same slot",
        "COPY" => "Keys must hash to the same slot!",
        "LMOVE" | "BLMOVE" => "Both keys must hash to the same slot!",
        "SMOVE" => "Source and destination keys don't hash to the same slot!",
        "BITOP" | "LCS" | "XREAD" | "XREADGROUP" => "Warning, not all keys hash to the same slot!",
        "PFMERGE" => "All keys must hash to the same slot!",
        "GEOSEARCHSTORE" | "ZDIFFSTORE" => "All keys must hash to the same slot",
        "GEORADIUS" | "GEORADIUSBYMEMBER" => "Key and STORE[DIST] key must hash to the same slot",
        "ZINTERSTORE" | "ZUNIONSTORE" => "All keys don't hash to the same slot!",
        "LMPOP" | "BLMPOP" | "ZMPOP" | "BZMPOP" | "SINTERCARD" | "ZINTERCARD" => "All keys don't hash to the same slot",
        "ZRANGESTORE" => "destination and source keys must map to the same slot",
        "ZDIFF" => "Not all keys map to the same slot!",
        "ZINTER" | "ZUNION" => "Not all keys hash to the same slot",
        "SORT" => "Error, SORT key and STORE key have different slots!",
        "EVAL" | "EVALSHA" | "EVAL_RO" | "EVALSHA_RO" => "All keys do not map to the same slot",
        _ => "Not all keys hash to the same slot!",
    }
}

fn send(
    ctx: &Ctx,
    this: &Object,
    cluster: &Cluster,
    slot: u16,
    command: &mut Command,
    read: Reader,
    note: Note,
    reads: bool,
) -> PhpResult {
    if cluster.mode.get() == mode::ATOMIC {
        return cluster.run(ctx, slot, command, read, &note, reads);
    }
    let sent = cluster.enqueue(ctx, slot, command, |node| Queued { node, read, note, joined: None })?;
    Ok(if sent { this.clone().into() } else { Value::FALSE })
}

impl Cluster {
    /// A slot of some server, for commands without keys.
    fn any_slot(&self) -> u16 {
        let turn = self.next_turn();
        (turn.wrapping_mul(5419) % slot::SLOTS) as u16
    }
}

/// The server that a key or an array of host and port names; nothing after a warning.
pub(super) fn named_node(ctx: &Ctx, cluster: &Cluster, value: &Value) -> Option<Rc<Node>> {
    if let Some(place) = value.as_array() {
        let (host, port) = (place.get_int(0).map(Value::unref), place.get_int(1).map(Value::unref));
        let (Some(host), Some(port)) = (host.and_then(Value::into_str), port.and_then(|port| port.as_int())) else {
            ctx.warning("Directed commands must be passed a key or [host,port] array");
            return None;
        };
        let node = cluster.node_at(&host, port);
        if node.is_none() {
            ctx.warning(format!("Unknown node {}:{port}", String::from_utf8_lossy(&host)));
        }
        return node;
    }
    let key = match value.view() {
        View::Null | View::Object(_) => {
            ctx.warning("Directed commands must be passed a key or [host,port] array");
            return None;
        }
        _ => convert::to_str(ctx, value).ok()?,
    };
    cluster.master_of(slot::of(&Str::concat(cluster.settings.borrow().prefix(), &key)))
}

/// A command on one server.
fn directed(ctx: &Ctx, this: &Object, cluster: &Cluster, args: &Args<'_>, name: &'static str, read: Reader) -> PhpResult {
    let Some(node) = named_node(ctx, cluster, &args.values[0]) else { return Ok(Value::FALSE) };
    let mut rest = args.values[1..].to_vec();
    let mut command = Command::default();
    command.begin(name.as_bytes());
    if matches!(name, "FLUSHALL" | "FLUSHDB") {
        let asynchronous = rest.first().is_some_and(convert::to_bool);
        rest = if asynchronous { vec![Value::from("ASYNC")] } else { Vec::new() };
    }
    for value in rest.iter().filter(|value| !value.is_null()) {
        command.text(&convert::to_str(ctx, value)?);
    }
    on_node(ctx, this, cluster, &node, &mut command, read)
}

/// Sends a command to one server, now or in a transaction.
fn on_node(ctx: &Ctx, this: &Object, cluster: &Cluster, node: &Rc<Node>, command: &mut Command, read: Reader) -> PhpResult {
    if cluster.mode.get() != mode::ATOMIC {
        let slot = cluster.slot_of(node);
        let sent = cluster.enqueue(ctx, slot, command, |node| Queued { node, read, note: Note::default(), joined: None })?;
        if !sent {
            return Err(ctx.throw(EXCEPTION, "Unable to send command to the specified node"));
        }
        return Ok(this.clone().into());
    }
    match cluster.ask(ctx, node, command, read, &Note::default())? {
        Some(value) => Ok(value),
        None => Err(ctx.throw(EXCEPTION, "Unable to send command at the specified node")),
    }
}

/// A command on one server that has rules about its words.
fn worded(ctx: &Ctx, this: &Object, cluster: &Cluster, args: &mut Args<'_>, name: &'static str, read: Reader) -> PhpResult {
    if !name.is_empty() && cluster.mode.get() != mode::ATOMIC {
        ctx.warning("Command can't be issued in MULTI mode");
        return Ok(Value::FALSE);
    }
    let least = if matches!(name, "" | "SCRIPT") { 2 } else { 1 };
    if args.passed < least {
        ctx.warning(match name {
            "" => "You must pass at least node information as well as at least a command.",
            _ => "Command requires at least an argument to direct to a node",
        });
        return Ok(Value::FALSE);
    }
    let settings = cluster.settings.borrow().clone();
    let mut command = Command::default();
    let mut build = Build {
        ctx,
        settings: &settings,
        command: &mut command,
        note: Note::default(),
        slot: None,
        crosses: false,
        cluster: true,
    };
    let rest = &args.values[1..];
    if name.is_empty() && !commands::server::raw_of(&mut build, &rest[0], &rest[1..])? {
        return Ok(Value::FALSE);
    }
    let Some(node) = named_node(ctx, cluster, &args.values[0]) else { return Ok(Value::FALSE) };
    let built = match name {
        "SCRIPT" => commands::scripts::script_of(&mut build, rest)?,
        "" => true,
        _ => {
            build.begin(name);
            build.forms(&[crate::build::Form::Texts], rest)?
        }
    };
    if !built {
        return Ok(Value::FALSE);
    }
    ctx.check()?;
    on_node(ctx, this, cluster, &node, &mut command, read)
}

impl Cluster {
    /// A slot that a server has.
    fn slot_of(&self, node: &Rc<Node>) -> u16 {
        let at = self.masters.borrow().iter().position(|m| Rc::ptr_eq(m, node));
        let slots = self.slots.borrow();
        slots.iter().position(|&s| Some(usize::from(s)) == at).unwrap_or(0) as u16
    }
}

/// A reply of any form; nothing is `null`.
fn raw_reply(reading: &Reading<'_>, _: &Note) -> PhpResult {
    match reading.head()? {
        reply::Got::Nil => Ok(Value::NULL),
        got => reading.variant_of(got, false),
    }
}

/// A command on any server.
fn anywhere(ctx: &Ctx, _this: &Object, cluster: &Cluster, args: &mut Args<'_>) -> PhpResult {
    let Some(node) = cluster.any() else { return Ok(Value::FALSE) };
    let mut command = Command::default();
    command.begin(b"COMMAND");
    for value in args.values.iter() {
        command.text(&convert::to_str(ctx, value)?);
    }
    Ok(cluster.ask(ctx, &node, &mut command, reply::variant, &Note::default())?.unwrap_or(Value::FALSE))
}

fn client(ctx: &Ctx, this: &Object, cluster: &Cluster, args: &mut Args<'_>) -> PhpResult {
    let word = args.values[1].own_str().map(|w| w.to_ascii_uppercase()).unwrap_or_default();
    let read: Reader = match word.as_slice() {
        b"LIST" => |reading, _| commands::server::client_reply(reading, &Note::flag(1)),
        b"KILL" | b"SETNAME" => reply::boolean,
        b"GETNAME" => reply::text,
        _ => {
            ctx.warning("Invalid CLIENT subcommand (LIST, KILL, GETNAME, and SETNAME are valid");
            return Ok(Value::FALSE);
        }
    };
    directed(ctx, this, cluster, args, "CLIENT", read)
}

/// Listens on one of the servers: messages reach all of them.
fn subscribe(ctx: &Ctx, this: &Object, cluster: &Cluster, args: &mut Args<'_>) -> PhpResult {
    let Some(node) = cluster.any() else { return Ok(Value::FALSE) };
    if !node.client.get_ready(ctx)? {
        return Err(ctx.throw(EXCEPTION, "Can't communicate with any node in the cluster"));
    }
    *cluster.listening.borrow_mut() = Some(Rc::clone(&node));
    let settings = cluster.settings.borrow().clone();
    // As in PHP, messages of a cluster come as they were sent.
    let result = messages::listen(ctx, this, &node.client, &settings, Ok, args);
    cluster.listening.take();
    // One that breaks off has ended.
    match result {
        Err(_) if ctx.ending.get().is_none() && !node.client.is_alive(ctx) => {
            drop(ctx.exception.take());
            Ok(Value::FALSE)
        }
        Ok(value) if value.as_bool() == Some(false) => Ok(value),
        ended => ended.map(|_| Value::NULL),
    }
}

fn unsubscribe(ctx: &Ctx, _this: &Object, cluster: &Cluster, args: &mut Args<'_>) -> PhpResult {
    let Some(node) = cluster.listening.borrow().clone() else {
        ctx.warning("You can't unsubscribe outside of a subscribe loop");
        return Ok(Value::FALSE);
    };
    messages::leave(ctx, &node.client, &cluster.settings.borrow().clone(), args)
}

fn masters(_ctx: &Ctx, _this: &Object, cluster: &Cluster, _args: &mut Args<'_>) -> PhpResult {
    let masters = cluster.masters.borrow();
    Ok(Array::list(masters.iter().map(|node| {
        let (host, port) = node.place();
        Array::list([Str::from(host).into(), Value::int(port)]).into()
    }))
    .into())
}

fn close(ctx: &Ctx, _this: &Object, cluster: &Cluster, _args: &mut Args<'_>) -> PhpResult {
    cluster.masters.borrow().iter().for_each(|node| node.client.disconnect(ctx));
    Ok(Value::TRUE)
}

fn transferred(_ctx: &Ctx, _this: &Object, cluster: &Cluster, _args: &mut Args<'_>) -> PhpResult {
    let masters = cluster.masters.borrow();
    let sums = masters
        .iter()
        .map(|node| node.client.transferred())
        .fold([0, 0], |[sent, received], [more_sent, more_received]| [sent + more_sent, received + more_received]);
    Ok(Array::list(sums.map(|n| Value::int(n as i64))).into())
}

fn clear_transferred(_ctx: &Ctx, _this: &Object, cluster: &Cluster, _args: &mut Args<'_>) -> PhpResult {
    for node in cluster.masters.borrow().iter() {
        node.client.clear_transferred();
    }
    Ok(Value::NULL)
}

fn get_option(ctx: &Ctx, _this: &Object, cluster: &Cluster, args: &mut Args<'_>) -> PhpResult {
    let number = convert::to_int(&args.values[0]);
    Ok(match number {
        option::READ_TIMEOUT => Value::float(cluster.target.borrow().read_timeout),
        option::TCP_KEEPALIVE => Value::int(i64::from(cluster.target.borrow().keep_alive)),
        option::MAX_RETRIES | option::BACKOFF_ALGORITHM | option::BACKOFF_BASE | option::BACKOFF_CAP => Value::int(0),
        _ => options::get_shared(ctx, &cluster.settings.borrow(), number),
    })
}

fn set_option(ctx: &Ctx, _this: &Object, cluster: &Cluster, args: &mut Args<'_>) -> PhpResult {
    let (number, value) = (convert::to_int(&args.values[0]), args.values[1].clone());
    match number {
        option::READ_TIMEOUT => {
            let seconds = convert::to_float(&value);
            cluster.target.borrow_mut().read_timeout = seconds;
            for node in cluster.masters.borrow().iter() {
                node.client.target.borrow_mut().read_timeout = seconds;
                node.client.apply_read_timeout(ctx);
            }
            return Ok(Value::TRUE);
        }
        option::FAILOVER if !(0..=3).contains(&convert::to_int(&value)) => return Ok(Value::FALSE),
        _ => {}
    }
    let mut settings = cluster.settings.borrow().clone();
    let set = if number == option::FAILOVER {
        Rc::make_mut(&mut settings).failover = convert::to_int(&value);
        true
    } else {
        options::set_shared(ctx, Rc::make_mut(&mut settings), number, &value)?
    };
    *cluster.settings.borrow_mut() = settings;
    Ok(Value::bool(set))
}
