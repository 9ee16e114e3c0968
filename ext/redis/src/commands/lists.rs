//! Lists.

use super::Row;
use crate::{
    build::{Build, Built, Form::*, float_text},
    reply::{self, Got, Note, Reading},
};
use phant_memory::{Array, KeyRef, Str, Value as PhpValue};
use phant_native::{Args, PhpResult, convert};
use phant_numeric::Number;

#[allow(missing_docs)]
pub const ROWS: &[Row] = &[
    Row::by("blPop", "BLPOP", blocking, reply::list),
    Row::by("brPop", "BRPOP", blocking, reply::list),
    Row::of("brpoplpush", "BRPOPLPUSH", &[Key, Key, Float], reply::value),
    Row::by("lInsert", "LINSERT", linsert, reply::int),
    Row::of("lLen", "LLEN", &[Key], reply::int),
    Row::by("lMove", "LMOVE", lmove, reply::value),
    Row::by("blmove", "BLMOVE", lmove, reply::value),
    Row::by("lPop", "LPOP", pop, pop_reply),
    Row::by("rPop", "RPOP", pop, pop_reply),
    Row::by("lPos", "LPOS", lpos, lpos_reply),
    Row::of("lPush", "LPUSH", &[Key, Values], reply::int),
    Row::of("rPush", "RPUSH", &[Key, Values], reply::int),
    Row::of("lPushx", "LPUSHX", &[Key, Value], reply::int),
    Row::of("rPushx", "RPUSHX", &[Key, Value], reply::int),
    Row::of("lSet", "LSET", &[Key, Int, Value], reply::boolean),
    Row::of("lindex", "LINDEX", &[Key, Int], reply::value),
    Row::of("lget", "LINDEX", &[Key, Int], reply::value),
    Row::of("lrange", "LRANGE", &[Key, Int, Int], reply::list),
    Row::by("lrem", "LREM", lrem, reply::int),
    Row::of("ltrim", "LTRIM", &[Key, Int, Int], reply::boolean),
    Row::of("rpoplpush", "RPOPLPUSH", &[Key, Key], reply::value),
    Row::by("lmpop", "LMPOP", mpop, mpop_reply),
    Row::by("blmpop", "BLMPOP", mpop, mpop_reply),
];

/// An array of keys and a timeout, or keys and a timeout behind them.
pub fn blocking(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    b.begin(name);
    let (timeout, keys) = match args.values[0].own_array() {
        Some(keys) => {
            b.each(&keys.clone(), |b, key| b.key_value(key))?;
            (&args.values[1], &[][..])
        }
        None => match args.values.split_last() {
            Some((timeout, keys)) => (timeout, keys),
            None => return Ok(false),
        },
    };
    for key in keys {
        b.key_value(key)?;
    }
    let number = match timeout.view() {
        phant_memory::View::Float(seconds) => Some(Number::Float(seconds)),
        phant_memory::View::Int(seconds) => Some(Number::Int(seconds)),
        _ => None,
    };
    match number {
        Some(Number::Float(seconds)) => b.float(seconds),
        Some(Number::Int(seconds)) => b.int(seconds),
        None => {
            b.ctx.warning("Timeout must be a long or double");
            return Ok(false);
        }
    }
    Ok(true)
}

fn linsert(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let place = args.values[1].own_str().cloned().unwrap_or_default();
    if !place.eq_ignore_ascii_case(b"after") && !place.eq_ignore_ascii_case(b"before") {
        b.ctx.warning("Position must be either 'BEFORE' or 'AFTER'");
        return Ok(false);
    }
    b.begin(name);
    b.forms(&[Key, Text, Value, Value], args.values)
}

fn lmove(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let mut sides = Vec::new();
    for (at, word) in [(2, "Wherefrom"), (3, "Whereto")] {
        let side = args.values[at].own_str().cloned().unwrap_or_default();
        if !side.eq_ignore_ascii_case(b"left") && !side.eq_ignore_ascii_case(b"right") {
            b.ctx.warning(format!("{word} argument must be 'LEFT' or 'RIGHT'"));
            return Ok(false);
        }
        sides.push(Str::from(side.to_ascii_uppercase()));
    }
    b.begin(name);
    b.forms(&[Key, Key], &args.values[..2])?;
    sides.iter().for_each(|side| b.text(side));
    if let Some(timeout) = args.values.get(4) {
        b.float(convert::to_float(timeout));
    }
    Ok(true)
}

/// A key and perhaps how many.
pub fn pop(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let count = convert::to_int(&args.values[1]);
    b.begin(name);
    b.key_value(&args.values[0])?;
    if count > 0 {
        b.int(count);
    }
    b.note = Note::flag(i64::from(count > 0));
    Ok(true)
}

/// One value, or as many as were asked for.
pub fn pop_reply(reading: &Reading<'_>, note: &Note) -> PhpResult<PhpValue> {
    if note.flag == 0 {
        return reply::value(reading, note);
    }
    match reading.head()? {
        Got::Array(length) => Ok(reading.elements(length, true)?.into()),
        Got::Nil | Got::NilArray => Ok(reading.no_array()),
        other => reading.forget(other).map(|()| PhpValue::FALSE),
    }
}

fn lpos(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let (mut count, mut rank, mut longest) = (None, None, None);
    if let Some(options) = args.values[2].own_array().cloned() {
        for (key, value) in options.iter() {
            let KeyRef::Str(word) = key else { continue };
            let number = convert::to_int(&value.deref());
            match word.as_bytes().to_ascii_lowercase().as_slice() {
                b"count" if number < 0 => {}
                b"count" => count = Some(number),
                b"rank" => rank = Some(number),
                b"maxlen" if number < 0 => {}
                b"maxlen" => longest = Some(number),
                _ => {}
            }
        }
    }
    b.begin(name);
    b.forms(&[Key, Value], &args.values[..2])?;
    for (word, number) in [("RANK", rank), ("COUNT", count), ("MAXLEN", longest)] {
        if let Some(number) = number {
            b.text(word);
            b.int(number);
        }
    }
    Ok(true)
}

fn lpos_reply(reading: &Reading<'_>, _: &Note) -> PhpResult<PhpValue> {
    match reading.head()? {
        Got::Int(number) => Ok(PhpValue::int(number)),
        Got::Array(length) => Ok(reading.elements(length, false)?.into()),
        Got::Nil | Got::NilArray if reading.settings.null_as_null => Ok(PhpValue::NULL),
        Got::Error => {
            // As php-redis has it, this error is not remembered.
            reading.client.set_error(None);
            Ok(PhpValue::FALSE)
        }
        other => reading.forget(other).map(|()| PhpValue::FALSE),
    }
}

fn lrem(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    b.begin(name);
    b.key_value(&args.values[0])?;
    b.int(convert::to_int(&args.values[2]));
    b.value(&args.values[1])?;
    Ok(true)
}

/// `LMPOP`, `ZMPOP`, and those that wait, whose timeout is first.
pub fn mpop(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let waits = name.starts_with('B');
    let (timeout, rest) = if waits { (Some(&args.values[0]), &args.values[1..]) } else { (None, args.values as &[PhpValue]) };
    let [keys, from, count, ..] = rest else { return Ok(false) };
    let keys = keys.own_array().cloned().unwrap_or_default();
    if keys.is_empty() {
        b.ctx.warning("Must pass at least one key");
        return Ok(false);
    }
    let words = if name.contains('L') { ["LEFT", "RIGHT"] } else { ["MIN", "MAX"] };
    let from = from.own_str().cloned().unwrap_or_default();
    if !words.iter().any(|w| from.eq_ignore_ascii_case(w.as_bytes())) {
        b.ctx.warning(format!("from must be either '{}' or '{}'", words[0], words[1]));
        return Ok(false);
    }
    let count = convert::to_int(count);
    if count < 1 {
        b.ctx.warning("Count must be > 0");
        return Ok(false);
    }
    b.begin(name);
    if let Some(timeout) = timeout {
        b.text(float_text(convert::to_float(timeout)));
    }
    b.int(keys.len() as i64);
    b.each(&keys, |b, key| b.key_value(key))?;
    b.text(&from);
    if count != 1 {
        b.text("COUNT");
        b.int(count);
    }
    b.note = Note::flag(i64::from(words[0] == "MIN"));
    Ok(true)
}

/// A key and what was popped from it.
pub fn mpop_reply(reading: &Reading<'_>, note: &Note) -> PhpResult<PhpValue> {
    match reading.head()? {
        Got::Array(2) => {
            let key = reading.any_text()?.unwrap_or_default();
            let Some(length) = reading.array()? else { return Ok(PhpValue::FALSE) };
            let popped = if note.flag == 0 { reading.elements(length, true)? } else { scores(reading, length)? };
            Ok(Array::list([key.into(), popped.into()]).into())
        }
        Got::Nil | Got::NilArray if reading.settings.null_as_null => Ok(PhpValue::NULL),
        other => reading.forget(other).map(|()| PhpValue::FALSE),
    }
}

/// So many arrays of member and score.
fn scores(reading: &Reading<'_>, length: usize) -> PhpResult<Array> {
    let mut all = Array::new();
    for _ in 0..length {
        if reading.array()? == Some(2) {
            let one = reply::score_pairs(reading, 1)?;
            for (key, value) in one.iter() {
                all.set(key.to_key(), value.clone());
            }
        }
    }
    Ok(all)
}
