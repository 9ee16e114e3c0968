//! Sorted sets.

use super::{Row, lists};
use crate::{
    build::{Build, Built, Form::*},
    reply::{self, Got, Note, Reading},
    scan,
};
use phant_memory::{Array, KeyRef, Value as PhpValue, View};
use phant_native::{Args, PhpResult, convert};
use phant_numeric::Number;

#[allow(missing_docs)]
pub const ROWS: &[Row] = &[
    Row::by("zAdd", "ZADD", zadd, zadd_reply),
    Row::of("zCard", "ZCARD", &[Key], reply::int),
    Row::of("zCount", "ZCOUNT", &[Key, Text, Text], reply::int),
    Row::of("zIncrBy", "ZINCRBY", &[Key, Float, Value], reply::double),
    Row::by("zLexCount", "ZLEXCOUNT", lex, reply::int),
    Row::of("zMscore", "ZMSCORE", &[Key, Values], mscore_reply),
    Row::by("zPopMax", "ZPOPMAX", zpop, reply::scores),
    Row::by("zPopMin", "ZPOPMIN", zpop, reply::scores),
    Row::by("bzPopMax", "BZPOPMAX", lists::blocking, bzpop_reply),
    Row::by("bzPopMin", "BZPOPMIN", lists::blocking, bzpop_reply),
    Row::by("zmpop", "ZMPOP", lists::mpop, lists::mpop_reply),
    Row::by("bzmpop", "BZMPOP", lists::mpop, lists::mpop_reply),
    Row::by("zRange", "ZRANGE", zrange, range_reply),
    Row::by("zrangestore", "ZRANGESTORE", zrange, reply::int),
    Row::by("zRevRange", "ZREVRANGE", zrange, range_reply),
    Row::by("zRangeByScore", "ZRANGEBYSCORE", by_score, range_reply),
    Row::by("zRevRangeByScore", "ZREVRANGEBYSCORE", by_score, range_reply),
    Row::by("zRangeByLex", "ZRANGEBYLEX", by_lex, reply::list),
    Row::by("zRevRangeByLex", "ZREVRANGEBYLEX", by_lex, reply::list),
    Row::by("zRandMember", "ZRANDMEMBER", random, random_reply),
    Row::of("zRank", "ZRANK", &[Key, Value], reply::int),
    Row::of("zRevRank", "ZREVRANK", &[Key, Value], reply::int),
    Row::of("zRem", "ZREM", &[Key, Values], reply::int),
    Row::by("zRemRangeByLex", "ZREMRANGEBYLEX", lex, reply::int),
    Row::of("zRemRangeByRank", "ZREMRANGEBYRANK", &[Key, Int, Int], reply::int),
    Row::of("zRemRangeByScore", "ZREMRANGEBYSCORE", &[Key, Text, Text], reply::int),
    Row::of("zScore", "ZSCORE", &[Key, Value], reply::double),
    Row::by("zdiff", "ZDIFF", combine, range_reply),
    Row::by("zinter", "ZINTER", combine, range_reply),
    Row::by("zunion", "ZUNION", combine, range_reply),
    Row::by("zdiffstore", "ZDIFFSTORE", diff_store, reply::int),
    Row::by("zinterstore", "ZINTERSTORE", combine_store, reply::int),
    Row::by("zunionstore", "ZUNIONSTORE", combine_store, reply::int),
    Row::by("zscan", "ZSCAN", scan::of_key, scan::scores),
];

fn zadd(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let mut rest = &args.values[1..];
    let (mut exists, mut range, mut changes, mut increments) = (None, None, false, false);
    if let Some(options) = rest.first().and_then(PhpValue::own_array).cloned() {
        for value in options.values() {
            let Some(word) = value.as_str() else { continue };
            match word.as_bytes().to_ascii_uppercase().as_slice() {
                b"NX" | b"XX" => exists = Some((*word).clone()),
                b"LT" | b"GT" => range = Some((*word).clone()),
                b"CH" => changes = true,
                b"INCR" => increments = true,
                _ => {}
            }
        }
        rest = &rest[1..];
    }
    // What is added to is one member.
    if rest.is_empty() || !rest.len().is_multiple_of(2) || (increments && rest.len() > 2) {
        return Ok(false);
    }
    b.begin(name);
    b.key_value(&args.values[0])?;
    [exists, range].iter().flatten().for_each(|word| b.text(word));
    if changes {
        b.text("CH");
    }
    if increments {
        b.text("INCR");
    }
    for pair in rest.chunks(2) {
        if !score(b, &pair[0])? {
            return Ok(false);
        }
        b.value(&pair[1])?;
    }
    b.note = Note::flag(i64::from(increments));
    Ok(true)
}

/// A score or a weight: a number, a text that is one, or a word for infinity; `false` after a warning.
fn score(b: &mut Build<'_>, score: &PhpValue) -> Built {
    match score.view() {
        View::Int(number) => b.int(number),
        View::Float(number) => b.float(number),
        View::Str(text) if matches!(text.to_ascii_lowercase().as_slice(), b"inf" | b"+inf" | b"-inf") => b.text(text.as_bytes()),
        View::Str(text) => match phant_numeric::parse::classify(&text).whole() {
            Some(Number::Int(number)) => b.int(number),
            Some(Number::Float(number)) => b.float(number),
            None => return Ok(no_score(b)),
        },
        _ => return Ok(no_score(b)),
    }
    Ok(true)
}

fn no_score(b: &Build<'_>) -> bool {
    b.ctx.warning("scores must be numeric or '-inf', 'inf', '+inf'");
    false
}

fn zadd_reply(reading: &Reading<'_>, note: &Note) -> PhpResult<PhpValue> {
    if note.flag == 1 { reply::double(reading, note) } else { reply::int(reading, note) }
}

fn is_lex(text: &[u8]) -> bool {
    matches!(text, [b'(' | b'[', ..] | b"-" | b"+")
}

/// Whether the second and third argument are limits by the order of letters; if not, a warning was given.
fn has_limits(b: &Build<'_>, args: &Args<'_>) -> bool {
    let good = args.values[1..3].iter().all(|limit| limit.own_str().is_some_and(|t| is_lex(t)));
    if !good {
        b.ctx.warning("Min/Max args can be '-' or '+', or start with '[' or '('");
    }
    good
}

/// Key, from, to: limits by the order of letters.
fn lex(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    if !has_limits(b, args) {
        return Ok(false);
    }
    b.begin(name);
    b.forms(&[Key, Text, Text], args.values)
}

fn by_lex(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    if !has_limits(b, args) {
        return Ok(false);
    }
    b.begin(name);
    b.forms(&[Key, Text, Text], &args.values[..3])?;
    if args.passed > 4 {
        b.text("LIMIT");
        b.int(convert::to_int(&args.values[3]));
        b.int(convert::to_int(&args.values[4]));
    }
    Ok(true)
}

fn mscore_reply(reading: &Reading<'_>, _: &Note) -> PhpResult<PhpValue> {
    let Some(length) = reading.array()? else { return Ok(PhpValue::FALSE) };
    let mut all = Reading::room(length);
    for _ in 0..length {
        let score = reading.any_text()?.map_or(PhpValue::FALSE, |t| PhpValue::float(reply::float(&t)));
        let _ = all.push(score);
    }
    Ok(all.into())
}

fn zpop(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    b.begin(name);
    b.key_value(&args.values[0])?;
    if !args.values[1].is_null() {
        b.int(convert::to_int(&args.values[1]));
    }
    Ok(true)
}

/// Key, member, score.
fn bzpop_reply(reading: &Reading<'_>, _: &Note) -> PhpResult<PhpValue> {
    match reading.head()? {
        Got::Array(length) => {
            let mut all = Array::new();
            for at in 0..length {
                let element = reading.element(at == 1)?;
                let _ = all.push(element);
            }
            Ok(all.into())
        }
        Got::Nil | Got::NilArray => Ok(reading.no_array()),
        other => reading.forget(other).map(|()| PhpValue::FALSE),
    }
}

/// What ranges are told.
#[derive(Default)]
struct RangeOptions {
    by_score: bool,
    by_lex: bool,
    reverse: bool,
    with_scores: bool,
    limit: Option<(i64, i64)>,
}

/// Reads them. What makes no sense is passed over, some of it with a warning.
fn range_options(b: &mut Build<'_>, given: &PhpValue, options: &mut RangeOptions) {
    let Some(array) = given.own_array().cloned() else {
        options.with_scores = given.as_bool() == Some(true);
        return;
    };
    for (key, value) in array.iter() {
        let value = value.unref();
        if let KeyRef::Str(word) = key {
            if word.eq_ignore_ascii_case(b"withscores") {
                options.with_scores = convert::to_bool(&value);
            } else if word.eq_ignore_ascii_case(b"limit") {
                let Some(pair) = value.own_array() else { continue };
                match (pair.get_int(0), pair.get_int(1)) {
                    (Some(from), Some(count)) => {
                        options.limit = Some((convert::to_int(&from.unref()), convert::to_int(&count.unref())));
                    }
                    // The words are php-redis's.
                    _ => b.ctx.warning("LIMIT offset and count must be an array with twe elements"),
                }
            }
            continue;
        }
        let Some(word) = value.as_str() else { continue };
        match word.as_bytes().to_ascii_uppercase().as_slice() {
            b"WITHSCORES" => options.with_scores = true,
            b"BYSCORE" => options.by_score = true,
            b"BYLEX" => options.by_lex = true,
            b"REV" => options.reverse = true,
            _ => {}
        }
    }
}

fn zrange(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let store = name == "ZRANGESTORE";
    let keys = if store { 2 } else { 1 };
    let mut options = RangeOptions::default();
    range_options(b, &args.values[keys + 2], &mut options);
    b.begin(name);
    args.values[..keys].iter().try_for_each(|key| b.key_value(key))?;
    b.text_value(&args.values[keys])?;
    b.text_value(&args.values[keys + 1])?;
    if options.by_score {
        b.text("BYSCORE");
    }
    if options.by_lex {
        b.text("BYLEX");
    }
    if options.reverse {
        b.text("REV");
    }
    if let Some((from, count)) = options.limit {
        b.text("LIMIT");
        b.int(from);
        b.int(count);
    }
    let with_scores = options.with_scores && !store;
    if with_scores {
        b.text("WITHSCORES");
    }
    b.note = Note::flag(i64::from(with_scores));
    Ok(true)
}

fn by_score(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let mut options = RangeOptions::default();
    range_options(b, &args.values[3], &mut options);
    b.begin(name);
    b.forms(&[Key, Text, Text], &args.values[..3])?;
    if let Some((from, count)) = options.limit {
        b.text("LIMIT");
        b.int(from);
        b.int(count);
    }
    if options.with_scores {
        b.text("WITHSCORES");
    }
    b.note = Note::flag(i64::from(options.with_scores));
    Ok(true)
}

/// Members, with their scores if those were asked for.
fn range_reply(reading: &Reading<'_>, note: &Note) -> PhpResult<PhpValue> {
    if note.flag == 1 { reply::scores(reading, note) } else { reply::list(reading, note) }
}

fn random(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let (mut count, mut with_scores) = (0, false);
    if let Some(options) = args.values[1].own_array().cloned() {
        for (key, value) in options.iter() {
            match key {
                KeyRef::Str(word) if word.eq_ignore_ascii_case(b"count") => count = convert::to_int(&value.deref()),
                KeyRef::Str(word) if word.eq_ignore_ascii_case(b"withscores") => with_scores = convert::to_bool(&value.deref()),
                _ => with_scores |= value.as_str().is_some_and(|t| t.eq_ignore_ascii_case(b"withscores")),
            }
        }
    }
    b.begin(name);
    b.key_value(&args.values[0])?;
    if count != 0 {
        b.int(count);
        if with_scores {
            b.text("WITHSCORES");
        }
    }
    b.note = Note::flag(i64::from(count != 0) + i64::from(count != 0 && with_scores));
    Ok(true)
}

fn random_reply(reading: &Reading<'_>, note: &Note) -> PhpResult<PhpValue> {
    match note.flag {
        0 => reply::value(reading, note),
        1 => reply::list(reading, note),
        _ => reply::scores(reading, note),
    }
}

/// Adds how many keys there are, the keys, weights and how scores become one.
fn combination(b: &mut Build<'_>, keys: &PhpValue, weights: &PhpValue, aggregate: Option<&[u8]>, duty: &str) -> Built {
    let keys = keys.own_array().cloned().unwrap_or_default();
    b.int(keys.len() as i64);
    b.each(&keys, |b, key| b.key_value(key))?;
    if b.crosses {
        return Ok(true);
    }
    if let Some(weights) = weights.own_array().cloned() {
        if weights.len() != keys.len() {
            b.ctx.warning(format!("WEIGHTS and keys array {duty} be the same size!"));
            return Ok(false);
        }
        b.text("WEIGHTS");
        for weight in weights.values() {
            if !score(b, &weight.unref())? {
                return Ok(false);
            }
        }
    }
    if let Some(word) = aggregate {
        b.text("AGGREGATE");
        b.text(word);
    }
    Ok(true)
}

fn empty(keys: &PhpValue) -> bool {
    keys.own_array().is_none_or(|keys| keys.is_empty())
}

fn combine(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let (weights, options) =
        if name == "ZDIFF" { (PhpValue::NULL, &args.values[1]) } else { (args.values[1].clone(), &args.values[2]) };
    let (mut with_scores, mut aggregate) = (false, None);
    if let Some(options) = options.own_array().cloned() {
        for (key, value) in options.iter() {
            let value = value.unref();
            match key {
                KeyRef::Str(word) if word.eq_ignore_ascii_case(b"withscores") => with_scores = convert::to_bool(&value),
                KeyRef::Str(word) if word.eq_ignore_ascii_case(b"aggregate") => {
                    let Some(word) = value.into_str() else { continue };
                    if is_aggregate(&word) {
                        aggregate = Some(word);
                    } else {
                        b.ctx.warning("Valid AGGREGATE options are 'SUM', 'MIN', or 'MAX'");
                    }
                }
                _ => with_scores |= value.as_str().is_some_and(|t| t.eq_ignore_ascii_case(b"withscores")),
            }
        }
    }
    if empty(&args.values[0]) {
        return Ok(false);
    }
    b.begin(name);
    if !combination(b, &args.values[0], &weights, aggregate.as_ref().map(|w| w.as_bytes()), "should")? {
        return Ok(false);
    }
    if with_scores {
        b.text("WITHSCORES");
    }
    b.note = Note::flag(i64::from(with_scores));
    Ok(true)
}

fn is_aggregate(word: &[u8]) -> bool {
    ["SUM", "MIN", "MAX"].iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
}

fn diff_store(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    if empty(&args.values[1]) {
        return Ok(false);
    }
    b.begin(name);
    b.key_value(&args.values[0])?;
    combination(b, &args.values[1], &PhpValue::NULL, None, "must")
}

fn combine_store(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    if empty(&args.values[1]) {
        return Ok(false);
    }
    let aggregate = args.values[3].own_str().cloned();
    if aggregate.as_ref().is_some_and(|word| !is_aggregate(word)) {
        b.ctx.warning("AGGREGATE option must be 'SUM', 'MIN', or 'MAX'");
        return Ok(false);
    }
    b.begin(name);
    b.key_value(&args.values[0])?;
    combination(b, &args.values[1], &args.values[2], aggregate.as_ref().map(|w| w.as_bytes()), "must")
}
