//! Places on earth.

use super::Row;
use crate::{
    build::{Build, Built, Form::*},
    reply::{self, Got, Note, Reading, key},
};
use phant_memory::{Array, KeyRef, Str, Value as PhpValue};
use phant_native::{Args, PhpResult, convert};

#[allow(missing_docs)]
pub const ROWS: &[Row] = &[
    Row::by("geoadd", "GEOADD", geoadd, reply::int),
    Row::of("geodist", "GEODIST", &[Key, Value, Value, MaybeText], reply::double),
    Row::of("geohash", "GEOHASH", &[Key, Values], reply::raw_list),
    Row::of("geopos", "GEOPOS", &[Key, Values], positions),
    Row::by("georadius", "GEORADIUS", radius, reply::variant),
    Row::by("georadius_ro", "GEORADIUS_RO", radius, reply::variant),
    Row::by("georadiusbymember", "GEORADIUSBYMEMBER", radius_by_member, reply::variant),
    Row::by("georadiusbymember_ro", "GEORADIUSBYMEMBER_RO", radius_by_member, reply::variant),
    Row::by("geosearch", "GEOSEARCH", search, search_reply),
    Row::by("geosearchstore", "GEOSEARCHSTORE", search_store, reply::int),
];

fn geoadd(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let rest = args.values.get(1..).unwrap_or_default();
    let (mut words, mut triples) = (Vec::new(), rest);
    if rest.len() < 3 || rest.len() % 3 == 2 {
        return Err(b.ctx.throw("ArgumentCountError", format!("Wrong parameter count for {}()", args.function_name())));
    }
    if !rest.len().is_multiple_of(3) {
        let Some((options, before)) = rest.split_last().and_then(|(last, before)| Some((last.own_array()?, before))) else {
            b.ctx.warning("Invalid options value");
            return Ok(false);
        };
        for value in options.values() {
            let Some(word) = value.as_str() else { continue };
            let word = word.to_ascii_uppercase();
            if matches!(word.as_slice(), b"NX" | b"XX" | b"CH") {
                words.push(word);
            }
        }
        triples = before;
    }
    b.begin(name);
    b.key_value(&args.values[0])?;
    words.iter().for_each(|word| b.text(word));
    for triple in triples.chunks(3) {
        b.forms(&[Value, Value, Value], triple)?;
    }
    Ok(true)
}

/// What searches are told.
#[derive(Default)]
struct Options {
    coordinates: bool,
    distance: bool,
    hash: bool,
    count: Option<(i64, bool)>,
    order: Option<&'static str>,
    store: Option<(&'static str, Str)>,
    store_distance: bool,
}

/// Reads them; `false` after a warning.
fn options(b: &mut Build<'_>, given: &PhpValue, by_radius: bool) -> PhpResult<Option<Options>> {
    let mut found = Options::default();
    for (option, value) in given.own_array().cloned().unwrap_or_default().iter() {
        let value = value.unref();
        match option {
            KeyRef::Str(word) => match word.as_bytes().to_ascii_lowercase().as_slice() {
                b"count" => {
                    let (number, any) = match value.own_array() {
                        Some(pair) => {
                            let any = pair.get_int(1).map(PhpValue::unref).is_some_and(|v| convert::to_bool(&v));
                            (pair.get_int(0).map(PhpValue::unref).unwrap_or_default(), any)
                        }
                        None => (value, false),
                    };
                    if !number.is_int() || convert::to_int(&number) <= 0 {
                        b.ctx.warning("Invalid COUNT value");
                        return Ok(None);
                    }
                    found.count = Some((convert::to_int(&number), any));
                }
                b"store" if by_radius => found.store = Some(("STORE", convert::to_str(b.ctx, &value)?)),
                // The older commands name the key where distances go, the newer ones have a flag.
                b"storedist" if by_radius => found.store = Some(("STOREDIST", convert::to_str(b.ctx, &value)?)),
                b"storedist" if value.is_bool() => found.store_distance = convert::to_bool(&value),
                _ => {}
            },
            KeyRef::Int(_) => {
                let Some(word) = value.as_str() else { continue };
                match word.as_bytes().to_ascii_lowercase().as_slice() {
                    b"withcoord" => found.coordinates = true,
                    b"withdist" => found.distance = true,
                    b"withhash" => found.hash = true,
                    b"asc" => found.order = Some("ASC"),
                    b"desc" => found.order = Some("DESC"),
                    b"storedist" => found.store_distance = true,
                    _ => {}
                }
            }
        }
    }
    if found.store.is_some() && (found.coordinates || found.distance || found.hash) {
        b.ctx.warning("STORE[DIST] is not compatible with WITHCOORD, WITHDIST or WITHHASH");
        return Ok(None);
    }
    Ok(Some(found))
}

impl Options {
    fn add(&self, b: &mut Build<'_>) {
        for (is_on, word) in [(self.coordinates, "WITHCOORD"), (self.distance, "WITHDIST"), (self.hash, "WITHHASH")] {
            if is_on {
                b.text(word);
            }
        }
        if let Some(order) = self.order {
            b.text(order);
        }
        if let Some((count, any)) = self.count {
            b.text("COUNT");
            b.int(count);
            if any {
                b.text("ANY");
            }
        }
        if let Some((word, to)) = &self.store {
            b.text(word);
            b.key(to);
        }
        b.note = Note::flag(i64::from(self.coordinates || self.distance || self.hash));
    }
}

fn radius(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let Some(options) = options(b, &args.values[5], true)? else { return Ok(false) };
    b.begin(name);
    b.forms(&[Key, Float, Float, Float, Text], &args.values[..5])?;
    options.add(b);
    Ok(true)
}

fn radius_by_member(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let Some(options) = options(b, &args.values[4], true)? else { return Ok(false) };
    b.begin(name);
    b.forms(&[Key, Text, Float, Text], &args.values[..4])?;
    options.add(b);
    Ok(true)
}

/// Position, shape, unit and options, from the argument with the position on.
fn area(b: &mut Build<'_>, values: &[PhpValue]) -> Built {
    let [position, shape, unit, ..] = values else { return Ok(false) };
    match position.own_array() {
        Some(place) if place.len() == 2 => {
            b.text("FROMLONLAT");
            b.each(&place.clone(), |b, number| {
                let _: () = b.float(convert::to_float(number));
                Ok(())
            })?;
        }
        None if position.is_str() => {
            b.text("FROMMEMBER");
            b.text_value(position)?;
        }
        _ => {
            b.ctx.warning("Invalid position");
            return Ok(false);
        }
    }
    match shape.own_array() {
        Some(size) if size.len() == 2 => {
            b.text("BYBOX");
            b.each(&size.clone(), |b, number| {
                let _: () = b.float(convert::to_float(number));
                Ok(())
            })?;
        }
        None if shape.is_int() || shape.is_float() => {
            b.text("BYRADIUS");
            b.float(convert::to_float(shape));
        }
        _ => {
            b.ctx.warning("Invalid shape dimensions");
            return Ok(false);
        }
    }
    b.text_value(unit)?;
    Ok(true)
}

fn search(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let Some(options) = options(b, &args.values[4], false)? else { return Ok(false) };
    b.begin(name);
    b.key_value(&args.values[0])?;
    if !area(b, &args.values[1..4])? {
        return Ok(false);
    }
    options.add(b);
    Ok(true)
}

fn search_store(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let Some(options) = options(b, &args.values[5], false)? else { return Ok(false) };
    b.begin(name);
    b.forms(&[Key, Key], &args.values[..2])?;
    if !area(b, &args.values[2..5])? {
        return Ok(false);
    }
    options.add(b);
    if options.store_distance {
        b.text("STOREDIST");
    }
    Ok(true)
}

/// Pairs of texts.
fn positions(reading: &Reading<'_>, _: &Note) -> PhpResult<PhpValue> {
    let Some(length) = reading.array()? else { return Ok(PhpValue::FALSE) };
    let mut all = Reading::room(length);
    for _ in 0..length {
        let place = match reading.head()? {
            Got::Array(length) => reading.elements(length, false)?.into(),
            Got::NilArray | Got::Nil => reading.no_array(),
            _ => PhpValue::FALSE,
        };
        let _ = all.push(place);
    }
    Ok(all.into())
}

/// Members, or by member what was asked for of each.
fn search_reply(reading: &Reading<'_>, note: &Note) -> PhpResult<PhpValue> {
    let length = match reading.head()? {
        Got::Array(length) => length,
        Got::Int(number) => return Ok(PhpValue::int(number)),
        other => return reading.forget(other).map(|()| PhpValue::FALSE),
    };
    if note.flag == 0 {
        return Ok(reading.elements(length, false)?.into());
    }
    let mut all = Array::new();
    for _ in 0..length {
        let Some(parts) = reading.array()? else { return Ok(PhpValue::FALSE) };
        let member = reading.any_text()?.unwrap_or_default();
        let mut details = Array::new();
        for _ in 1..parts {
            let detail = detail(reading)?;
            let _ = details.push(detail);
        }
        all.set(key(member), details.into());
    }
    Ok(all.into())
}

/// A distance, a hash, or coordinates: numbers all of them.
fn detail(reading: &Reading<'_>) -> PhpResult<PhpValue> {
    match reading.head()? {
        Got::Int(number) => Ok(PhpValue::int(number)),
        Got::Bulk(length) => Ok(PhpValue::float(reply::float(&reading.text(length)?))),
        Got::Array(length) => {
            let mut all = Array::new();
            for _ in 0..length {
                let number = reading.any_text()?.map_or(PhpValue::FALSE, |t| PhpValue::float(reply::float(&t)));
                let _ = all.push(number);
            }
            Ok(all.into())
        }
        _ => Ok(PhpValue::FALSE),
    }
}
