//! Scripts and functions that run in the server.

use super::Row;
use crate::{
    build::{Build, Built, Form::*},
    reply::{self, Got, Note, Reading, key},
};
use phant_memory::{Array, Value as PhpValue};
use phant_native::{Args, PhpResult, convert};

#[allow(missing_docs)]
pub const ROWS: &[Row] = &[
    Row::by("eval", "EVAL", eval, reply::variant),
    Row::by("eval_ro", "EVAL_RO", eval, reply::variant),
    Row::by("evalsha", "EVALSHA", eval, reply::variant),
    Row::by("evalsha_ro", "EVALSHA_RO", eval, reply::variant),
    Row::by("fcall", "FCALL", fcall, reply::variant),
    Row::by("fcall_ro", "FCALL_RO", fcall, reply::variant),
    Row::by("script", "SCRIPT", script, reply::variant),
    Row::by("function", "FUNCTION", function, function_reply),
];

fn eval(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let given = args.values[1].own_array().cloned().unwrap_or_default();
    let keys = convert::to_int(&args.values[2]);
    b.begin(name);
    b.text_value(&args.values[0])?;
    b.int(keys);
    let mut left = keys;
    b.each(&given, |b, value| {
        left -= 1;
        if left >= 0 { b.key_value(value) } else { b.text_value(value) }
    })?;
    Ok(true)
}

fn fcall(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let keys = args.values[1].own_array().cloned().unwrap_or_default();
    b.begin(name);
    b.text_value(&args.values[0])?;
    b.int(keys.len() as i64);
    b.each(&keys, |b, value| b.key_value(value))?;
    b.forms(&[EachText], &args.values[2..])
}

fn script(b: &mut Build<'_>, args: &Args<'_>, _: &'static str) -> Built {
    script_of(b, args.values)
}

/// `SCRIPT` with these words.
pub fn script_of(b: &mut Build<'_>, words: &[PhpValue]) -> Built {
    let Some((first, rest)) = words.split_first() else { return Ok(false) };
    let word = first.own_str().cloned().unwrap_or_default().to_ascii_lowercase();
    let good = match word.as_slice() {
        b"kill" => true,
        b"flush" => rest
            .first()
            .is_none_or(|v| v.as_str().is_some_and(|t| t.eq_ignore_ascii_case(b"sync") || t.eq_ignore_ascii_case(b"async"))),
        b"load" => rest.first().and_then(PhpValue::own_str).is_some_and(|t| !t.is_empty()),
        b"exists" => !rest.is_empty(),
        _ => false,
    };
    if !good {
        return Ok(false);
    }
    b.begin("SCRIPT");
    b.text(first.own_str().cloned().unwrap_or_default());
    let sent = if matches!(word.as_slice(), b"load" | b"flush") { rest.len().min(1) } else { rest.len() };
    let sent = if word == b"kill" { 0 } else { sent };
    b.forms(&[Texts], &rest[..sent])
}

fn function(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let given = args.values[0].own_str().cloned().unwrap_or_default();
    let word = given.to_ascii_uppercase();
    let rest = &args.values[1..];
    if !rest.iter().all(PhpValue::is_str) {
        b.ctx.warning("invalid argument");
        return Ok(false);
    }
    let kind = match word.as_slice() {
        b"DELETE" | b"RESTORE" | b"FLUSH" | b"KILL" => 0,
        b"LOAD" | b"DUMP" => 1,
        b"LIST" | b"STATS" => 2,
        _ => {
            b.ctx.warning(format!("Unknown operation '{}'", String::from_utf8_lossy(&given)));
            return Ok(false);
        }
    };
    if matches!(word.as_slice(), b"DELETE" | b"LOAD" | b"RESTORE") && rest.is_empty() {
        b.ctx.warning("argument required");
        return Ok(false);
    }
    b.note = Note::flag(kind);
    b.begin(name);
    b.text(&given);
    b.forms(&[Texts], rest)
}

fn function_reply(reading: &Reading<'_>, note: &Note) -> PhpResult<PhpValue> {
    match note.flag {
        0 => reply::boolean(reading, note),
        1 => reply::text(reading, note),
        _ => {
            let got = reading.head()?;
            named(reading, got)
        }
    }
}

/// Names and values by turns where the first is a name; lists elsewhere.
fn named(reading: &Reading<'_>, got: Got) -> PhpResult<PhpValue> {
    reading.ctx.check_stack()?;
    let Got::Array(length) = got else { return reading.variant_of(got, false) };
    let mut all = Array::new();
    let mut at = 0;
    while at < length {
        match reading.head()? {
            Got::Bulk(size) if length > 1 && length % 2 == 0 => {
                let name = reading.text(size)?;
                let got = reading.head()?;
                let value = named(reading, got)?;
                all.set(key(name), value);
                at += 2;
            }
            got => {
                let value = named(reading, got)?;
                let _ = all.push(value);
                at += 1;
            }
        }
    }
    Ok(all.into())
}
