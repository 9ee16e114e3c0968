//! RedisSentinel: asking those who watch over servers.

use crate::{
    client::{Client, Holder},
    commands::same,
    loose::loose,
    options,
    reply::{self, Got, Reading},
    sentinel,
};
use phant_memory::{Array, Object, Value};
use phant_native::{Args, Ctx, PhpResult, php_class};
use phant_redis_wire::Command;
use std::rc::Rc;

/// A connection to a sentinel.
pub struct RedisSentinel;

/// A connection to a sentinel.
#[php_class(
    "class RedisSentinel {
        public function __construct(?array $options = null);
        public function ckquorum(string $master);
        public function failover(string $master);
        public function flushconfig();
        public function getMasterAddrByName(string $master);
        public function master(string $master);
        public function masters();
        public function myid(): string;
        public function reset(string $pattern);
        public function sentinels(string $master);
        public function slaves(string $master);
    }",
    create = Holder::create,
    table = crate::sentinel,
    methods = [Self::LOOSE]
)]
impl RedisSentinel {}

/// A method: its word, whether it has an argument, how its reply is read.
#[derive(Clone, Copy)]
pub struct Row {
    method: &'static str,
    word: &'static str,
    read: fn(&Reading<'_>) -> PhpResult,
}

const ROWS: &[Row] = &[
    Row { method: "__construct", word: "", read: nothing },
    Row { method: "ckquorum", word: "CKQUORUM", read: boolean },
    Row { method: "failover", word: "FAILOVER", read: boolean },
    Row { method: "flushconfig", word: "FLUSHCONFIG", read: boolean },
    Row { method: "getMasterAddrByName", word: "GET-MASTER-ADDR-BY-NAME", read: list },
    Row { method: "master", word: "MASTER", read: one },
    Row { method: "masters", word: "MASTERS", read: many },
    Row { method: "myid", word: "MYID", read: text },
    Row { method: "ping", word: "PING", read: boolean },
    Row { method: "reset", word: "RESET", read: int },
    Row { method: "sentinels", word: "SENTINELS", read: many },
    Row { method: "slaves", word: "SLAVES", read: many },
];

/// The row of a method.
pub const fn row(name: &str) -> Row {
    let mut at = 0;
    while !same(ROWS[at].method, name) {
        at += 1;
    }
    ROWS[at]
}

/// Runs a method.
pub fn call(ctx: &Ctx, args: &mut Args<'_>, row: &'static Row) -> PhpResult {
    let this = args.this();
    if row.word.is_empty() {
        return construct(ctx, this, args);
    }
    let client = Holder::ready(ctx, this)?;
    let mut command = Command::default();
    if row.word == "PING" {
        command.begin(b"PING");
    } else {
        command.begin(b"SENTINEL");
        command.text(row.word.as_bytes());
        for value in args.values.iter() {
            command.text(value.own_str().map(|t| t.as_bytes()).unwrap_or_default());
        }
    }
    client.send(ctx, command.finish())?;
    (row.read)(&Reading::new(ctx, &client))
}

fn construct(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let client = Client::default();
    {
        let target = &mut *client.target.borrow_mut();
        target.port = 26379;
        if let Some(options) = args.values[0].own_array() {
            options::construct(ctx, options, target)?;
        }
    }
    Holder::set(this, Some(Rc::new(client)));
    Ok(Value::NULL)
}

fn nothing(_: &Reading<'_>) -> PhpResult {
    Ok(Value::NULL)
}

fn boolean(reading: &Reading<'_>) -> PhpResult {
    reply::boolean(reading, &reply::Note::default())
}

fn int(reading: &Reading<'_>) -> PhpResult {
    reply::int(reading, &reply::Note::default())
}

fn text(reading: &Reading<'_>) -> PhpResult {
    reply::text(reading, &reply::Note::default())
}

fn list(reading: &Reading<'_>) -> PhpResult {
    reply::raw_list(reading, &reply::Note::default())
}

/// Names and values by turns.
fn one(reading: &Reading<'_>) -> PhpResult {
    reply::fields(reading, &reply::Note::default())
}

/// Many of those.
fn many(reading: &Reading<'_>) -> PhpResult {
    let Some(length) = reading.array()? else { return Ok(Value::FALSE) };
    let mut all = Array::new();
    for _ in 0..length {
        let entry = match reading.head()? {
            Got::Array(length) => reply::pairs(reading, length / 2, false, |r| r.element(false))?.into(),
            _ => Value::FALSE,
        };
        let _ = all.push(entry);
    }
    Ok(all.into())
}

loose! { RedisSentinel, sentinel:
    "*" ping: "public function ping()";
}
