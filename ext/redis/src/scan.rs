//! Walks over keys and members, whose place the caller's variable keeps.

use crate::{
    build::{Build, Built},
    client::{Client, mode},
    reply::{self, Note, Reader, Reading},
    settings::scan,
};
use phant_memory::{Array, Str, Value, View};
use phant_native::{Args, Ctx, Level, PhpResult, Thrown, convert};

/// Adds the key, which php-redis leaves out if it is null.
pub fn key(b: &mut Build<'_>, key: &Value) -> PhpResult<()> {
    if key.is_null() { Ok(()) } else { b.key_value(key) }
}

/// `HSCAN`, `SSCAN`, `ZSCAN`: a key, the place, a pattern, how many. The reader leaves the next place in the note's array.
pub fn of_key(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    b.begin(name);
    b.key_value(&args.values[0])?;
    let place = args.values[1].unref();
    command(b, &place, &args.values[2], &args.values[3])
}

/// Adds place, pattern and number.
pub fn command(b: &mut Build<'_>, place: &Value, pattern: &Value, count: &Value) -> Built {
    match place.own_str() {
        Some(text) => b.text(text),
        None => b.int(convert::to_int(place)),
    }
    if let Some(pattern) = pattern.own_str().filter(|p| !p.is_empty()) {
        b.text("MATCH");
        b.text(pattern);
    }
    let count = convert::to_int(count);
    if count != 0 {
        b.text("COUNT");
        b.int(count);
    }
    Ok(true)
}

/// The place and what was found, as an array of two.
fn scanned(reading: &Reading<'_>, found: impl FnOnce(usize) -> PhpResult<Array>) -> PhpResult<Value> {
    match reading.array()? {
        Some(2) => {}
        _ => return Ok(Value::FALSE),
    }
    let place = reading.any_text()?.unwrap_or_default();
    let found = match reading.array()? {
        Some(length) => found(length)?,
        None => Array::new(),
    };
    Ok(Array::list([place.into(), found.into()]).into())
}

/// Keys.
pub fn keys(reading: &Reading<'_>, _: &Note) -> PhpResult<Value> {
    scanned(reading, |length| reading.elements(length, false))
}

/// Members.
pub fn members(reading: &Reading<'_>, _: &Note) -> PhpResult<Value> {
    scanned(reading, |length| reading.elements(length, true))
}

/// Names and values.
pub fn fields(reading: &Reading<'_>, _: &Note) -> PhpResult<Value> {
    scanned(reading, |length| reply::pairs(reading, length / 2, false, |r| r.element(true)))
}

/// Members and scores.
pub fn scores(reading: &Reading<'_>, _: &Note) -> PhpResult<Value> {
    scanned(reading, |length| reply::score_pairs(reading, length / 2))
}

/// A pattern of keys, with the prefix if that is wanted.
pub fn prefixed(b: &Build<'_>, pattern: &Value) -> Value {
    if b.settings.scan & scan::PREFIX == 0 || b.settings.prefix.is_none() {
        return pattern.clone();
    }
    match pattern.own_str() {
        Some(pattern) => Str::concat(b.settings.prefix(), pattern).into(),
        None => Str::new(b.settings.prefix()).into(),
    }
}

/// `SCAN`: the place, a pattern, how many, a type.
pub fn whole(b: &mut Build<'_>, args: &Args<'_>, place: &Value) -> Built {
    b.begin("SCAN");
    let pattern = prefixed(b, &args.values[1]);
    command(b, place, &pattern, &args.values[2])?;
    if let Some(kind) = args.values[3].own_str().filter(|t| !t.is_empty()) {
        b.text("TYPE");
        b.text(kind);
    }
    Ok(true)
}

/// Takes a step, or steps until something was found, and notes the place in the caller's variable, the argument `at`.
pub fn walk(
    ctx: &Ctx,
    client: &Client,
    args: &mut Args<'_>,
    at: usize,
    read: Reader,
    build: impl Fn(&mut Build<'_>, &Args<'_>, &Value) -> Built,
) -> PhpResult<Value> {
    if client.mode.get() != mode::ATOMIC {
        ctx.report_here(Level::Error, "Can't call SCAN commands in multi or pipeline mode!");
        return Err(Thrown);
    }
    let Some(mut place) = start(&args.values[at].unref()) else { return Ok(Value::FALSE) };
    let settings = client.settings();
    loop {
        let mut buffer = client.command.take();
        let mut b = Build {
            ctx,
            settings: &settings,
            command: &mut buffer,
            note: Note::default(),
            slot: None,
            crosses: false,
            cluster: false,
        };
        let built = build(&mut b, args, &place)?;
        let sent = if built { client.send(ctx, buffer.finish()) } else { Ok(()) };
        client.command.set(buffer);
        sent?;
        if !built {
            return Ok(Value::FALSE);
        }
        let step = read(&Reading::new(ctx, client), &Note::default())?;
        let Some(step) = step.into_array() else {
            set_place(&mut args.values[at], &Value::from("0"));
            return Ok(Value::FALSE);
        };
        let (Some(next), Some(found)) = (step.get_int(0), step.get_int(1)) else { return Ok(Value::FALSE) };
        place = next.clone();
        set_place(&mut args.values[at], &place);
        let none = found.as_array().is_none_or(|f| f.is_empty());
        if !none || settings.scan & scan::RETRY == 0 || place.as_str().is_some_and(|p| p.as_bytes() == b"0") {
            return Ok(found.clone());
        }
        ctx.poll()?;
    }
}

/// Where a walk begins; `None` if it is over.
pub fn start(place: &Value) -> Option<Value> {
    match place.view() {
        View::Null => Some(Value::int(0)),
        View::Int(0) => None,
        // Places are numbers without a sign.
        View::Int(number) if number < 0 => Some(Str::from((number as u64).to_string()).into()),
        View::Int(number) => Some(Value::int(number)),
        View::Str(text) if text.as_bytes() == b"0" => None,
        View::Str(text) => {
            let digits = !text.is_empty() && text.iter().all(u8::is_ascii_digit);
            Some(if digits { place.clone() } else { Value::int(0) })
        }
        _ => Some(Value::int(0)),
    }
}

/// Notes the place: a number, or text if it is larger than those.
pub fn set_place(variable: &mut Value, place: &Value) {
    let Some(text) = place.as_str().map(|t| (*t).clone()) else { return };
    let value = match phant_numeric::parse::plain_int(&text) {
        Some(number) => Value::int(number),
        None => text.into(),
    };
    match variable.as_ref() {
        Some(reference) => reference.set(value),
        None => *variable = value,
    }
}
