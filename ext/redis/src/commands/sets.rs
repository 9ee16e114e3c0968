//! Sets, and what counts how many.

use super::{Row, lists};
use crate::{
    build::{Build, Built, Form::*},
    reply, scan,
};
use phant_native::{Args, convert};

#[allow(missing_docs)]
pub const ROWS: &[Row] = &[
    Row::of("sAdd", "SADD", &[Key, Values], reply::int),
    Row::by("sAddArray", "SADD", add_array, reply::int),
    Row::of("srem", "SREM", &[Key, Values], reply::int),
    Row::of("sDiff", "SDIFF", &[KeysOrKey], reply::list),
    Row::of("sDiffStore", "SDIFFSTORE", &[KeysOrKey], reply::int),
    Row::of("sInter", "SINTER", &[KeysOrKey], reply::list),
    Row::of("sInterStore", "SINTERSTORE", &[KeysOrKey], reply::int),
    Row::of("sUnion", "SUNION", &[KeysOrKey], reply::list),
    Row::of("sUnionStore", "SUNIONSTORE", &[KeysOrKey], reply::int),
    Row::by("sintercard", "SINTERCARD", intercard, reply::int),
    Row::by("zintercard", "ZINTERCARD", intercard, reply::int),
    Row::of("sMembers", "SMEMBERS", &[Key], reply::list),
    Row::of("sMisMember", "SMISMEMBER", &[Key, Values], reply::variant),
    Row::of("sismember", "SISMEMBER", &[Key, Value], reply::one),
    Row::of("sMove", "SMOVE", &[Key, Key, Value], reply::one),
    Row::by("sPop", "SPOP", random, lists::pop_reply),
    Row::by("sRandMember", "SRANDMEMBER", random, lists::pop_reply),
    Row::of("scard", "SCARD", &[Key], reply::int),
    Row::by("sscan", "SSCAN", scan::of_key, scan::members),
    Row::by("pfadd", "PFADD", pfadd, reply::int),
    Row::by("pfcount", "PFCOUNT", pfcount, reply::int),
    Row::by("pfmerge", "PFMERGE", pfmerge, reply::boolean),
];

fn add_array(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let values = args.values[1].own_array().cloned().unwrap_or_default();
    if values.is_empty() {
        return Ok(false);
    }
    b.begin(name);
    b.forms(&[Key, EachValue], args.values)
}

fn random(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    b.begin(name);
    b.key_value(&args.values[0])?;
    if args.passed > 1 {
        b.int(convert::to_int(&args.values[1]));
        b.note.flag = 1;
    }
    Ok(true)
}

fn intercard(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let keys = args.values[0].own_array().cloned().unwrap_or_default();
    if keys.is_empty() {
        b.ctx.warning("Must pass at least one key");
        return Ok(false);
    }
    let limit = convert::to_int(&args.values[1]);
    if args.passed > 1 && limit < 0 {
        b.ctx.warning("LIMIT cannot be negative");
        return Ok(false);
    }
    b.begin(name);
    b.int(keys.len() as i64);
    b.each(&keys, |b, key| b.key_value(key))?;
    if limit > 0 {
        b.text("LIMIT");
        b.int(limit);
    }
    Ok(true)
}

fn is_empty(list: &phant_memory::Value) -> bool {
    list.own_array().is_none_or(|list| list.is_empty())
}

fn pfadd(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    if is_empty(&args.values[1]) {
        return Ok(false);
    }
    b.begin(name);
    b.forms(&[Key, EachValue], args.values)
}

fn pfcount(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    if !args.values[0].is_str() && !args.values[0].is_array() {
        b.ctx.warning("Argument must be either an array or a string");
        return Ok(false);
    }
    b.begin(name);
    b.forms(&[KeysOrKey], args.values)
}

fn pfmerge(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    if is_empty(&args.values[1]) {
        return Ok(false);
    }
    b.begin(name);
    b.forms(&[Key, EachKey], args.values)
}
