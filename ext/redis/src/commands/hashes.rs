//! Hashes.

use super::Row;
use crate::{
    build::{Build, Built, Form::*},
    reply::{self, Got, Note, Reading},
    scan,
};
use phant_memory::{Array, KeyRef, Value as PhpValue};
use phant_native::{Args, PhpResult, convert};

#[allow(missing_docs)]
pub const ROWS: &[Row] = &[
    Row::of("hDel", "HDEL", &[Key, Texts], reply::int),
    Row::of("hExists", "HEXISTS", &[Key, Text], reply::one),
    Row::of("hGet", "HGET", &[Key, Text], reply::value),
    Row::of("hGetAll", "HGETALL", &[Key], reply::fields),
    Row::of("hIncrBy", "HINCRBY", &[Key, Text, Int], reply::int),
    Row::of("hIncrByFloat", "HINCRBYFLOAT", &[Key, Text, Float], reply::double),
    Row::of("hKeys", "HKEYS", &[Key], reply::raw_list),
    Row::of("hLen", "HLEN", &[Key], reply::int),
    Row::by("hMget", "HMGET", hmget, reply::by_key),
    Row::by("hMset", "HMSET", hmset, reply::boolean),
    Row::by("hRandField", "HRANDFIELD", random_field, random_reply),
    Row::by("hSet", "HSET", hset, reply::int),
    Row::of("hSetNx", "HSETNX", &[Key, Text, Value], reply::one),
    Row::of("hStrLen", "HSTRLEN", &[Key, Text], reply::int),
    Row::of("hVals", "HVALS", &[Key], reply::list),
    Row::by("hscan", "HSCAN", scan::of_key, scan::fields),
];

fn hmget(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let fields = args.values[1].own_array().cloned().unwrap_or_default();
    let mut asked = Array::with_capacity(fields.len());
    b.begin(name);
    b.key_value(&args.values[0])?;
    b.each(&fields, |b, field| {
        if (field.is_str() && !field.as_str().is_some_and(|t| t.is_empty())) || field.is_int() {
            let field = convert::to_str(b.ctx, field)?;
            b.text(&field);
            let _ = asked.push(field.into());
        }
        Ok(())
    })?;
    if asked.is_empty() {
        return Ok(false);
    }
    b.note.value = asked.into();
    Ok(true)
}

fn hmset(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let fields = args.values[1].own_array().cloned().unwrap_or_default();
    if fields.is_empty() {
        return Ok(false);
    }
    b.begin(name);
    b.key_value(&args.values[0])?;
    field_values(b, &fields)
}

fn field_values(b: &mut Build<'_>, fields: &Array) -> Built {
    for (field, value) in fields.iter() {
        match field {
            KeyRef::Int(number) => b.int(number),
            KeyRef::Str(name) => b.text(name),
        }
        b.value(&value.deref())?;
    }
    Ok(true)
}

fn hset(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    b.begin(name);
    b.key_value(&args.values[0])?;
    let rest = &args.values[1..];
    if let [only] = rest {
        let fields = match only.own_array() {
            Some(fields) if !fields.is_empty() => fields.clone(),
            _ => return Ok(false),
        };
        return field_values(b, &fields);
    }
    if rest.is_empty() || !rest.len().is_multiple_of(2) {
        return Ok(false);
    }
    for pair in rest.chunks(2) {
        b.text_value(&pair[0])?;
        b.value(&pair[1])?;
    }
    Ok(true)
}

fn random_field(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let (mut count, mut with_values) = (0, false);
    if let Some(options) = args.values[1].own_array().cloned() {
        for (key, value) in options.iter() {
            match key {
                KeyRef::Str(word) if word.eq_ignore_ascii_case(b"count") => count = convert::to_int(&value.deref()),
                KeyRef::Str(word) if word.eq_ignore_ascii_case(b"withvalues") => with_values = convert::to_bool(&value.deref()),
                _ => with_values |= value.as_str().is_some_and(|t| t.eq_ignore_ascii_case(b"withvalues")),
            }
        }
    }
    if with_values && count == 0 {
        count = 1;
    }
    b.begin(name);
    b.key_value(&args.values[0])?;
    if count != 0 {
        b.int(count);
        if with_values {
            b.text("WITHVALUES");
        }
    }
    b.note = Note::flag(i64::from(count != 0) + i64::from(count != 0 && with_values));
    Ok(true)
}

fn random_reply(reading: &Reading<'_>, note: &Note) -> PhpResult<PhpValue> {
    match note.flag {
        0 => match reading.head()? {
            Got::Bulk(length) => Ok(reading.text(length)?.into()),
            other => reading.forget(other).map(|()| PhpValue::FALSE),
        },
        1 => reply::raw_list(reading, note),
        _ => reply::fields(reading, note),
    }
}
