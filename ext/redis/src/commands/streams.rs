//! Streams.

use super::Row;
use crate::{
    build::{Build, Built, Form::*},
    reply::{self, Got, Note, Reading, key},
};
use phant_memory::{Array, KeyRef, Value as PhpValue};
use phant_native::{Args, PhpResult, convert};

#[allow(missing_docs)]
pub const ROWS: &[Row] = &[
    Row::by("xack", "XACK", ack, reply::int),
    Row::by("xadd", "XADD", add, reply::text),
    Row::by("xautoclaim", "XAUTOCLAIM", autoclaim, autoclaim_reply),
    Row::by("xclaim", "XCLAIM", claim, claim_reply),
    Row::by("xdel", "XDEL", del, reply::int),
    Row::by("xgroup", "XGROUP", group, reply::variant),
    Row::by("xinfo", "XINFO", info, info_reply),
    Row::of("xlen", "XLEN", &[Key], reply::int),
    Row::by("xpending", "XPENDING", pending, reply::variant),
    Row::by("xrange", "XRANGE", range, range_reply),
    Row::by("xrevrange", "XREVRANGE", range, range_reply),
    Row::by("xread", "XREAD", read, read_reply),
    Row::by("xreadgroup", "XREADGROUP", read_group, read_reply),
    Row::by("xtrim", "XTRIM", trim, reply::int),
];

fn list(value: &PhpValue) -> Array {
    value.own_array().cloned().unwrap_or_default()
}

fn ack(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    if list(&args.values[2]).is_empty() {
        return Ok(false);
    }
    b.begin(name);
    b.forms(&[Key, Text, EachText], args.values)
}

fn del(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    if list(&args.values[1]).is_empty() {
        return Ok(false);
    }
    b.begin(name);
    b.forms(&[Key, EachText], args.values)
}

fn add(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let fields = list(&args.values[2]);
    if fields.is_empty() {
        return Ok(false);
    }
    let longest = convert::to_int(&args.values[3]);
    let (about, no_stream) = (convert::to_bool(&args.values[4]), args.values.get(5).is_some_and(convert::to_bool));
    if longest < 0 || (longest == 0 && about) {
        b.ctx.warning("Warning:  Invalid MAXLEN argument or approximate flag");
    }
    b.begin(name);
    b.key_value(&args.values[0])?;
    if no_stream {
        b.text("NOMKSTREAM");
    }
    if longest >= 1 {
        b.text("MAXLEN");
        if about {
            b.text("~");
        }
        b.int(longest);
    }
    b.text_value(&args.values[1])?;
    for (field, value) in fields.iter() {
        b.text(&*field.to_str());
        b.value(&value.deref())?;
    }
    Ok(true)
}

fn autoclaim(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    b.begin(name);
    b.forms(&[Key, Text, Text, Int, Text], &args.values[..5])?;
    let count = convert::to_int(&args.values[5]);
    if count > 0 {
        b.text("COUNT");
        b.int(count);
    }
    let only_ids = convert::to_bool(&args.values[6]);
    if only_ids {
        b.text("JUSTID");
    }
    b.note = Note::flag(i64::from(only_ids));
    Ok(true)
}

fn claim(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    if list(&args.values[4]).is_empty() {
        return Ok(false);
    }
    b.begin(name);
    b.forms(&[Key, Text, Text, Int, EachText], &args.values[..5])?;
    let (mut force, mut only_ids, mut idle, mut time, mut tries) = (false, false, None, None, None);
    for (option, value) in list(&args.values[5]).iter() {
        match option {
            KeyRef::Str(word) => {
                let number = convert::to_int(&value.deref());
                match word.as_bytes().to_ascii_uppercase().as_slice() {
                    b"IDLE" => idle = Some(number),
                    b"TIME" => time = Some(number),
                    b"RETRYCOUNT" => tries = Some(number),
                    _ => {}
                }
            }
            KeyRef::Int(_) => {
                let Some(word) = value.as_str() else { continue };
                force |= word.eq_ignore_ascii_case(b"FORCE");
                only_ids |= word.eq_ignore_ascii_case(b"JUSTID");
            }
        }
    }
    for (word, number) in [("IDLE", idle), ("TIME", if idle.is_some() { None } else { time }), ("RETRYCOUNT", tries)] {
        if let Some(number) = number {
            b.text(word);
            b.int(number);
        }
    }
    if force {
        b.text("FORCE");
    }
    if only_ids {
        b.text("JUSTID");
    }
    b.note = Note::flag(i64::from(only_ids));
    Ok(true)
}

fn group(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let word = args.values[0].own_str().cloned().unwrap_or_default().to_ascii_uppercase();
    let given = |at: usize| !args.values[at].is_null();
    let (make, entries) = (convert::to_bool(&args.values[4]), convert::to_int(&args.values[5]));
    let wanted: usize = match word.as_slice() {
        b"HELP" => 0,
        b"CREATE" | b"SETID" | b"CREATECONSUMER" | b"DELCONSUMER" => 3,
        b"DESTROY" => 2,
        _ => {
            b.ctx.warning(format!(
                "Unknown XGROUP operation '{}'",
                String::from_utf8_lossy(&args.values[0].own_str().cloned().unwrap_or_default())
            ));
            return Ok(false);
        }
    };
    if (1..=wanted).any(|at| !given(at)) {
        b.ctx.warning(format!("Operation '{}' requires {wanted} arguments", String::from_utf8_lossy(&word)));
        return Ok(false);
    }
    b.begin(name);
    b.text(&word);
    if wanted > 0 {
        b.key_value(&args.values[1])?;
        args.values[2..=wanted].iter().try_for_each(|v| b.text_value(v))?;
    }
    if word == b"CREATE" && make {
        b.text("MKSTREAM");
    }
    if matches!(word.as_slice(), b"CREATE" | b"SETID") && entries != -2 {
        b.text("ENTRIESREAD");
        b.int(entries);
    }
    Ok(true)
}

fn info(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let word = args.values[0].own_str().cloned().unwrap_or_default();
    let count = convert::to_int(&args.values[3]);
    let given = args.values[1..3].iter().map(|value| !value.is_null()).chain([count > -1]);
    if !given.is_sorted_by(|before, after| before >= after) {
        b.ctx.warning("Cannot pass a non-null optional argument after a NULL one.");
        return Ok(false);
    }
    b.begin(name);
    b.text(&word);
    if !args.values[1].is_null() {
        b.key_value(&args.values[1])?;
        if !args.values[2].is_null() {
            b.text_value(&args.values[2])?;
            if count > -1 {
                b.text("COUNT");
                b.int(count);
            }
        }
    }
    Ok(true)
}

fn pending(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    b.begin(name);
    b.forms(&[Key, Text], &args.values[..2])?;
    if !args.values[2].is_null() {
        if args.values[3].is_null() || convert::to_int(&args.values[4]) < 0 {
            b.ctx.warning("'$start' must be accompanied by '$end' and '$count' arguments");
            return Ok(false);
        }
        b.forms(&[Text, Text, Int], &args.values[2..5])?;
        if !args.values[5].is_null() {
            b.text_value(&args.values[5])?;
        }
    }
    Ok(true)
}

fn range(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    b.begin(name);
    b.forms(&[Key, Text, Text], &args.values[..3])?;
    let count = convert::to_int(&args.values[3]);
    if count > -1 {
        b.text("COUNT");
        b.int(count);
    }
    Ok(true)
}

/// The keys of streams, then where to begin in each.
fn streams(b: &mut Build<'_>, streams: &Array) -> Built {
    b.text("STREAMS");
    for stream in streams.keys() {
        b.key(&stream.to_str());
    }
    b.each(streams, |b, id| b.text_value(id))?;
    Ok(true)
}

fn read(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let all = list(&args.values[0]);
    if all.is_empty() {
        return Ok(false);
    }
    let (count, block) = (convert::to_int(&args.values[1]), convert::to_int(&args.values[2]));
    b.begin(name);
    if count > -1 {
        b.text("COUNT");
        b.int(count);
    }
    if block > -1 {
        b.text("BLOCK");
        b.int(block);
    }
    streams(b, &all)
}

fn read_group(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let all = list(&args.values[2]);
    if all.is_empty() {
        return Ok(false);
    }
    b.begin(name);
    b.text("GROUP");
    b.forms(&[Text, Text], &args.values[..2])?;
    if args.passed > 3 {
        b.text("COUNT");
        b.int(convert::to_int(&args.values[3]));
    }
    if args.passed > 4 {
        b.text("BLOCK");
        b.int(convert::to_int(&args.values[4]));
    }
    streams(b, &all)
}

fn trim(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let (about, by_id) = (convert::to_bool(&args.values[2]), convert::to_bool(&args.values[3]));
    let limit = convert::to_int(&args.values[4]);
    if args.passed > 4 && limit < 0 {
        b.ctx.warning("Limit must be >= 0");
    }
    b.begin(name);
    b.key_value(&args.values[0])?;
    b.text(if by_id { "MINID" } else { "MAXLEN" });
    if about {
        b.text("~");
    }
    b.text_value(&args.values[1])?;
    if about && limit > -1 {
        b.text("LIMIT");
        b.int(limit);
    } else if limit > -1 {
        b.ctx.warning("Cannot use LIMIT without an approximate match, ignoring");
    }
    Ok(true)
}

/// Messages: ids and what they say.
fn messages(reading: &Reading<'_>, length: usize) -> PhpResult<Array> {
    let mut all = Array::new();
    for _ in 0..length {
        // A message that was deleted meanwhile has an id alone, or nothing.
        let Some(parts) = reading.array()? else { continue };
        if parts != 2 {
            reading.skip(parts)?;
            continue;
        }
        let id = reading.any_text()?.unwrap_or_default();
        let fields = match reading.head()? {
            Got::Array(length) => reply::pairs(reading, length / 2, false, |r| r.element(true))?.into(),
            _ => PhpValue::NULL,
        };
        all.set(key(id), fields);
    }
    Ok(all)
}

fn range_reply(reading: &Reading<'_>, _: &Note) -> PhpResult<PhpValue> {
    match reading.array()? {
        Some(length) => Ok(messages(reading, length)?.into()),
        None => Ok(PhpValue::FALSE),
    }
}

fn read_reply(reading: &Reading<'_>, _: &Note) -> PhpResult<PhpValue> {
    let length = match reading.head()? {
        Got::Array(length) => length,
        Got::NilArray => return Ok(reading.no_array()),
        other => return reading.forget(other).map(|()| PhpValue::FALSE),
    };
    let mut all = Array::new();
    for _ in 0..length {
        if reading.array()? != Some(2) {
            return Ok(PhpValue::FALSE);
        }
        let stream = reading.any_text()?.unwrap_or_default();
        let found = match reading.array()? {
            Some(length) => messages(reading, length)?,
            None => Array::new(),
        };
        all.set(key(stream), found.into());
    }
    Ok(all.into())
}

fn claim_reply(reading: &Reading<'_>, note: &Note) -> PhpResult<PhpValue> {
    match reading.array()? {
        Some(length) if note.flag == 1 => Ok(reading.elements(length, false)?.into()),
        Some(length) => Ok(messages(reading, length)?.into()),
        None => Ok(PhpValue::FALSE),
    }
}

/// Where to go on, what was claimed, what is gone.
fn autoclaim_reply(reading: &Reading<'_>, note: &Note) -> PhpResult<PhpValue> {
    let Some(parts) = reading.array()? else { return Ok(PhpValue::FALSE) };
    let next = reading.any_text()?.unwrap_or_default();
    let claimed = claim_reply(reading, note)?;
    let mut all = Array::list([next.into(), claimed]);
    for _ in 2..parts {
        let gone = reading.element(false)?;
        let _ = all.push(gone);
    }
    Ok(all.into())
}

/// Names and values by turns, on every level.
fn info_reply(reading: &Reading<'_>, _: &Note) -> PhpResult<PhpValue> {
    match reading.array()? {
        Some(length) => Ok(info_array(reading, length)?.into()),
        None => Ok(PhpValue::FALSE),
    }
}

fn info_array(reading: &Reading<'_>, length: usize) -> PhpResult<Array> {
    reading.ctx.check_stack()?;
    let mut all = Array::new();
    let mut name = None;
    for _ in 0..length {
        let value = match reading.head()? {
            Got::Array(length) => info_array(reading, length)?.into(),
            Got::Int(number) => PhpValue::int(number),
            Got::Bulk(length) => {
                let text = reading.text(length)?;
                if name.is_none() {
                    name = Some(text);
                    continue;
                }
                text.into()
            }
            Got::Nil | Got::NilArray => PhpValue::NULL,
            _ => PhpValue::FALSE,
        };
        match name.take() {
            Some(name) => all.set(key(name), value),
            None => {
                let _ = all.push(value);
            }
        }
    }
    // A text without a partner stands for itself.
    if let Some(name) = name {
        let _ = all.push(name.into());
    }
    Ok(all)
}
