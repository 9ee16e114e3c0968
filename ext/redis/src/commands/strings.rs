//! Strings and bits.

use super::Row;
use crate::{
    build::{Build, Built, Form::*},
    reply::{self, Got, Note, Reading},
};
use phant_memory::{Array, Str};
use phant_native::{Args, Level, PhpResult, convert};

#[allow(missing_docs)]
pub const ROWS: &[Row] = &[
    Row::of("append", "APPEND", &[Key, Value], reply::int),
    Row::by("bitcount", "BITCOUNT", bitcount, reply::int),
    Row::by("bitop", "BITOP", bitop, reply::int),
    Row::by("bitpos", "BITPOS", bitpos, reply::int),
    Row::by("decr", "DECR", step, reply::int),
    Row::by("decrBy", "DECR", step, reply::int),
    Row::by("incr", "INCR", step, reply::int),
    Row::by("incrBy", "INCR", step, reply::int),
    Row::of("incrByFloat", "INCRBYFLOAT", &[Key, Float], reply::double),
    Row::of("decrbyfloat", "DECRBYFLOAT", &[Key, Float], reply::double),
    Row::of("get", "GET", &[Key], reply::value),
    Row::of("getDel", "GETDEL", &[Key], reply::value),
    Row::by("getEx", "GETEX", getex, reply::value),
    Row::of("getWithMeta", "GET", &[Key], with_meta),
    Row::of("getset", "GETSET", &[Key, Value], reply::value),
    Row::of("getBit", "GETBIT", &[Key, Int], reply::int),
    Row::by("setBit", "SETBIT", setbit, reply::int),
    Row::of("getRange", "GETRANGE", &[Key, Int, Int], reply::value),
    Row::of("setRange", "SETRANGE", &[Key, Int, Text], reply::int),
    Row::of("strlen", "STRLEN", &[Key], reply::int),
    Row::by("set", "SET", set, set_reply),
    Row::by("setex", "SETEX", setex, reply::boolean),
    Row::by("psetex", "PSETEX", setex, reply::boolean),
    Row::of("setnx", "SETNX", &[Key, Value], reply::one),
    Row::by("mget", "MGET", mget, reply::list),
    Row::by("mset", "MSET", mset, reply::boolean),
    Row::by("msetnx", "MSETNX", mset, reply::one),
    Row::by("lcs", "LCS", lcs, reply::variant),
];

/// `INCR` by one, else `INCRBY`.
fn step(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let by = convert::to_int(&args.values[1]);
    if by == 1 {
        b.begin(name);
        b.key_value(&args.values[0])?;
    } else {
        b.begin(if name == "INCR" { "INCRBY" } else { "DECRBY" });
        b.key_value(&args.values[0])?;
        b.int(by);
    }
    Ok(true)
}

fn bitcount(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    b.begin(name);
    b.forms(&[Key, Int, Int], &args.values[..3])?;
    if convert::to_bool(&args.values[3]) {
        b.text("BIT");
    }
    Ok(true)
}

fn bitpos(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    b.begin(name);
    let bit_wise = convert::to_bool(&args.values[4]);
    b.forms(&[Key, Truth], &args.values[..2])?;
    if args.passed > 2 {
        b.int(convert::to_int(&args.values[2]));
    }
    if args.passed > 3 {
        b.int(convert::to_int(&args.values[3]));
        if bit_wise {
            b.text("BIT");
        }
    }
    Ok(true)
}

fn setbit(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let offset = convert::to_int(&args.values[1]);
    if !(0..=0xffff_ffff).contains(&offset) {
        b.ctx.warning("Invalid OFFSET for bitop command (must be between 0-2^32-1)");
        return Ok(false);
    }
    b.begin(name);
    b.forms(&[Key, Int, Truth], args.values)
}

fn bitop(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    if args.passed < 3 || !args.values[0].is_str() {
        return Ok(false);
    }
    b.begin(name);
    b.forms(&[Text, Key, Keys], args.values)
}

fn setex(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    b.begin(name);
    b.forms(&[Key, Int, Value], args.values)
}

fn mget(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let keys = args.values[0].own_array().cloned().unwrap_or_default();
    if keys.is_empty() {
        return Ok(false);
    }
    b.begin(name);
    b.each(&keys, |b, key| b.key_value(key))?;
    Ok(true)
}

fn mset(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let pairs = args.values[0].own_array().cloned().unwrap_or_default();
    if pairs.is_empty() {
        return Ok(false);
    }
    b.begin(name);
    for (key, value) in pairs.iter() {
        b.key(&key.to_str());
        b.value(&value.deref())?;
    }
    Ok(true)
}

/// What `SET` is told beside key and value.
#[derive(Default)]
struct SetOptions {
    expiry: Option<(Str, i64)>,
    condition: Option<Str>,
    keep_ttl: bool,
    get: bool,
    if_equal: Option<phant_memory::Value>,
}

fn set(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let mut options = SetOptions::default();
    let given = &args.values[2];
    if let Some(array) = given.own_array() {
        if !set_options(b, array, &mut options)? {
            return Ok(false);
        }
    } else if !given.is_null() {
        let Some(seconds) = expiry(b, given) else { return Ok(false) };
        // An old form, which has a command of its own.
        b.begin("SETEX");
        b.key_value(&args.values[0])?;
        b.int(seconds);
        b.value(&args.values[1])?;
        return Ok(true);
    }
    b.begin(name);
    b.key_value(&args.values[0])?;
    b.value(&args.values[1])?;
    if let Some((word, time)) = &options.expiry {
        b.text(word);
        b.int(*time);
    }
    if let Some(value) = &options.if_equal {
        b.text("IFEQ");
        b.value(value)?;
    }
    if let Some(word) = &options.condition {
        b.text(word);
    }
    if options.keep_ttl {
        b.text("KEEPTTL");
    }
    if options.get {
        b.text("GET");
        b.note = Note::flag(1);
    }
    Ok(true)
}

fn set_options(b: &mut Build<'_>, array: &Array, options: &mut SetOptions) -> Built {
    for (key, value) in array.clone().iter() {
        let value = value.unref();
        if let phant_memory::KeyRef::Str(word) = key {
            let upper = word.as_bytes().to_ascii_uppercase();
            if !matches!(upper.as_slice(), b"EX" | b"PX" | b"EXAT" | b"PXAT") {
                if upper == b"IFEQ" {
                    options.if_equal = Some(value);
                }
                continue;
            }
            let Some(time) = expiry(b, &value) else { return Ok(false) };
            options.expiry = Some((Str::from(word.as_bytes()), time));
            continue;
        }
        let Some(word) = value.as_str() else { continue };
        match word.as_bytes().to_ascii_uppercase().as_slice() {
            b"KEEPTTL" => options.keep_ttl = true,
            b"GET" => options.get = true,
            b"NX" | b"XX" => options.condition = Some((*word).clone()),
            _ => {}
        }
    }
    Ok(true)
}

/// How long a key lives; `None` after a warning.
fn expiry(b: &Build<'_>, value: &phant_memory::Value) -> Option<i64> {
    let number = match value.view() {
        phant_memory::View::Int(n) => Some(n),
        phant_memory::View::Float(n) => Some(n as i64),
        phant_memory::View::Str(t) => phant_numeric::parse::classify(&t).whole().map(|_| convert::to_int(value)),
        _ => None,
    };
    let time = number.filter(|&n| n >= 1);
    if time.is_none() {
        let kind = convert::type_name(value);
        b.ctx.warning(format!("{kind} passed as EXPIRY is invalid (must be an int, float, or numeric string >= 1)"));
    }
    time
}

/// What `SET` answers, with `GET` or without.
fn set_reply(reading: &Reading<'_>, note: &Note) -> PhpResult<phant_memory::Value> {
    if note.flag == 1 { reply::value(reading, note) } else { reply::boolean(reading, note) }
}

fn getex(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    b.begin(name);
    b.key_value(&args.values[0])?;
    let options = args.values[1].own_array().cloned().unwrap_or_default();
    let mut expiry = None;
    let mut persist = false;
    for (key, value) in options.iter() {
        match key {
            phant_memory::KeyRef::Str(word) => {
                let word = word.as_bytes().to_ascii_uppercase();
                if !matches!(word.as_slice(), b"EX" | b"PX" | b"EXAT" | b"PXAT") {
                    continue;
                }
                let time = convert::to_int(&value.deref());
                if time < 1 {
                    b.ctx.report_here(Level::Warning, "EXPIRE can't be < 1");
                    return Ok(false);
                }
                expiry = Some((word, time));
            }
            phant_memory::KeyRef::Int(_) => {
                persist |= value.as_str().is_some_and(|t| t.eq_ignore_ascii_case(b"PERSIST"));
            }
        }
    }
    if let Some((word, time)) = expiry {
        b.text(word);
        b.int(time);
    } else if persist {
        b.text("PERSIST");
    }
    Ok(true)
}

/// A value and how long its text is.
fn with_meta(reading: &Reading<'_>, _: &Note) -> PhpResult<phant_memory::Value> {
    let (value, length) = match reading.head()? {
        Got::Bulk(length) => (reading.value(length)?, length as i64),
        Got::Nil => (phant_memory::Value::FALSE, -1),
        Got::Error => (phant_memory::Value::FALSE, 0),
        other => {
            reading.forget(other)?;
            return Ok(phant_memory::Value::FALSE);
        }
    };
    let mut meta = Array::new();
    meta.set_name("length", phant_memory::Value::int(length));
    Ok(Array::list([value, meta.into()]).into())
}

fn lcs(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    b.begin(name);
    b.key_value(&args.values[0])?;
    b.key_value(&args.values[1])?;
    let Some(options) = args.values[2].own_array().cloned() else { return Ok(true) };
    let (mut len, mut idx, mut with, mut least) = (false, false, false, None);
    for (key, value) in options.iter() {
        let value = value.unref();
        match key {
            phant_memory::KeyRef::Str(word) if word.eq_ignore_ascii_case(b"minmatchlen") => least = Some(convert::to_int(&value)),
            phant_memory::KeyRef::Str(word) if word.eq_ignore_ascii_case(b"len") => len = convert::to_bool(&value),
            phant_memory::KeyRef::Str(word) if word.eq_ignore_ascii_case(b"idx") => idx = convert::to_bool(&value),
            phant_memory::KeyRef::Str(word) if word.eq_ignore_ascii_case(b"withmatchlen") => with = convert::to_bool(&value),
            phant_memory::KeyRef::Int(_) => {
                let Some(word) = value.as_str() else { continue };
                match word.as_bytes().to_ascii_lowercase().as_slice() {
                    b"len" => len = true,
                    b"idx" => idx = true,
                    b"withmatchlen" => with = true,
                    _ => {}
                }
            }
            phant_memory::KeyRef::Str(word) => b.ctx.warning([b"Unknown LCS option '", word.as_bytes(), b"'"].concat()),
        }
    }
    if idx {
        b.text("IDX");
    }
    if len && !idx {
        b.text("LEN");
    }
    if with {
        b.text("WITHMATCHLEN");
    }
    if let Some(least) = least {
        b.text("MINMATCHLEN");
        b.int(least);
    }
    Ok(true)
}
