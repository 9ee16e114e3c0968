//! The server, its clients, messages between them.

use super::Row;
use crate::{
    build::{Build, Built, Form::*},
    reply::{self, Got, Note, Reading},
};
use phant_memory::{Array, Str, Value as PhpValue, View};
use phant_native::{Args, PhpResult, convert};
use phant_numeric::Number;

#[allow(missing_docs)]
pub const ROWS: &[Row] = &[
    Row::by("acl", "ACL", acl, acl_reply),
    Row::of("bgSave", "BGSAVE", &[], reply::boolean),
    Row::of("bgrewriteaof", "BGREWRITEAOF", &[], reply::boolean),
    Row::by("client", "CLIENT", client, client_reply),
    Row::by("command", "COMMAND", command, reply::variant),
    Row::by("config", "CONFIG", config, config_reply),
    Row::of("dbSize", "DBSIZE", &[], reply::int),
    Row::of("debug", "DEBUG", &[Word("OBJECT"), Key], reply::text),
    Row::of("echo", "ECHO", &[Text], reply::text),
    Row::by("failover", "FAILOVER", failover, reply::boolean),
    Row::by("flushAll", "FLUSHALL", flush, reply::boolean),
    Row::by("flushDB", "FLUSHDB", flush, reply::boolean),
    Row::of("info", "INFO", &[Texts], info_reply),
    Row::of("lastSave", "LASTSAVE", &[], reply::int),
    Row::of("ping", "PING", &[MaybeText], reply::ping),
    Row::of("publish", "PUBLISH", &[Key, Text], reply::int),
    Row::by("pubsub", "PUBSUB", pubsub, pubsub_reply),
    Row::by("rawcommand", "", raw, reply::variant),
    Row::by("replicaof", "REPLICAOF", replica_of, reply::boolean),
    Row::by("slaveof", "SLAVEOF", replica_of, reply::boolean),
    Row::of("role", "ROLE", &[], reply::variant),
    Row::of("save", "SAVE", &[], reply::boolean),
    Row::by("select", "SELECT", select, select_reply),
    Row::by("slowlog", "SLOWLOG", slowlog, reply::variant),
    Row::of("swapdb", "SWAPDB", &[Int, Int], reply::boolean),
    Row::of("time", "TIME", &[], reply::raw_list),
    Row::of("unwatch", "UNWATCH", &[], reply::boolean),
    Row::of("wait", "WAIT", &[Int, Int], reply::int),
    Row::of("waitaof", "WAITAOF", &[Int, Int, Int], reply::raw_list),
    Row::of("reset", "RESET", &[], reply::boolean),
];

fn word(args: &Args<'_>) -> Vec<u8> {
    args.values[0].own_str().map(|t| t.to_ascii_uppercase()).unwrap_or_default()
}

fn shown(value: &PhpValue) -> String {
    value.own_str().map(|t| String::from_utf8_lossy(t).into_owned()).unwrap_or_default()
}

fn acl(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let kind = match word(args).as_slice() {
        b"SETUSER" | b"LOAD" | b"SAVE" | b"DRYRUN" => 0,
        b"DELUSER" => 1,
        b"GETUSER" => 2,
        b"LOG" => 3,
        b"CAT" | b"LIST" | b"USERS" => 4,
        b"GENPASS" | b"WHOAMI" => 5,
        _ => {
            b.ctx.warning(format!("Unknown ACL operation '{}'", shown(&args.values[0])));
            return Ok(false);
        }
    };
    b.note = Note::flag(kind);
    b.begin(name);
    b.forms(&[Texts], args.values)
}

fn acl_reply(reading: &Reading<'_>, note: &Note) -> PhpResult<PhpValue> {
    match note.flag {
        0 => reply::boolean(reading, note),
        1 => reply::int(reading, note),
        2 => {
            let got = reading.head()?;
            named(reading, got)
        }
        3 => match reading.head()? {
            Got::Array(length) => {
                let mut all = Reading::room(length);
                for _ in 0..length {
                    let got = reading.head()?;
                    let mut entry = named(reading, got)?;
                    age_as_number(&mut entry);
                    let _ = all.push(entry);
                }
                Ok(all.into())
            }
            got @ (Got::Ok | Got::Status(_)) => reading.forget(got).map(|()| PhpValue::TRUE),
            other => reading.forget(other).map(|()| PhpValue::FALSE),
        },
        4 => reply::raw_list(reading, note),
        _ => reply::text(reading, note),
    }
}

/// Names and values of any form by turns.
/// How long ago something was refused comes as text.
fn age_as_number(entry: &mut PhpValue) {
    let Some(entry) = entry.own_array_mut() else { return };
    let number =
        entry.get_bytes(b"age-seconds").and_then(PhpValue::own_str).and_then(|age| phant_numeric::parse::classify(age).whole());
    match number {
        Some(phant_numeric::Number::Int(age)) => entry.set_name("age-seconds", PhpValue::int(age)),
        Some(phant_numeric::Number::Float(age)) => entry.set_name("age-seconds", PhpValue::float(age)),
        None => {}
    }
}

fn named(reading: &Reading<'_>, got: Got) -> PhpResult<PhpValue> {
    let Got::Array(length) = got else { return reading.variant_of(got, false) };
    Ok(reply::pairs(reading, length / 2, false, |r| r.element(false))?.into())
}

fn client(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let kind = match word(args).as_slice() {
        b"LIST" => 1,
        b"INFO" => 2,
        b"TRACKINGINFO" => 3,
        b"KILL" | b"SETNAME" | b"GETNAME" | b"ID" | b"PAUSE" | b"UNPAUSE" | b"NO-EVICT" | b"NO-TOUCH" | b"REPLY"
        | b"GETREDIR" | b"TRACKING" | b"CACHING" | b"UNBLOCK" => 0,
        _ => return Ok(false),
    };
    b.note = Note::flag(kind);
    b.begin(name);
    b.forms(&[Texts], args.values)
}

/// What `CLIENT` answers, in the form that the note says.
pub fn client_reply(reading: &Reading<'_>, note: &Note) -> PhpResult<PhpValue> {
    match note.flag {
        1 => Ok(reading.any_text()?.filter(|text| !text.is_empty()).map_or(PhpValue::FALSE, |text| clients(&text).into())),
        2 => Ok(reading
            .any_text()?
            .map_or(PhpValue::FALSE, |text| clients(&text).get_int(0).cloned().unwrap_or_else(PhpValue::empty_array))),
        3 => {
            let got = reading.head()?;
            named(reading, got)
        }
        _ => match reading.head()? {
            Got::Int(number) => Ok(PhpValue::int(number)),
            got => reading.variant_of(got, false),
        },
    }
}

/// A number where a text is one.
fn number_or_text(text: &[u8]) -> PhpValue {
    match phant_numeric::parse::classify(text).whole() {
        Some(Number::Int(number)) => PhpValue::int(number),
        Some(Number::Float(number)) => PhpValue::float(number),
        None => Str::new(text).into(),
    }
}

/// `CLIENT LIST`: a line for each.
fn clients(text: &[u8]) -> Array {
    let mut all = Array::new();
    for line in text.split(|&b| b == b'\n').filter(|line| !line.is_empty()) {
        let mut one = Array::new();
        for field in line.split(|&b| b == b' ') {
            if let Some(at) = field.iter().position(|&b| b == b'=') {
                one.set(Str::new(&field[..at]), number_or_text(&field[at + 1..]));
            }
        }
        let _ = all.push(one.into());
    }
    all
}

fn command(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    b.begin(name);
    if args.values[0].is_null() {
        return Ok(true);
    }
    if !matches!(word(args).as_slice(), b"COUNT" | b"DOCS" | b"GETKEYS" | b"GETKEYSANDFLAGS" | b"INFO" | b"LIST") {
        b.ctx.warning(format!("Unknown COMMAND operation '{}'", shown(&args.values[0])));
        return Ok(false);
    }
    b.forms(&[Texts], args.values)
}

fn config(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let operation = word(args);
    let (keys, value) = (&args.values[1], &args.values[2]);
    b.begin(name);
    match operation.as_slice() {
        b"RESETSTAT" | b"REWRITE" => b.text(&operation),
        b"GET" => {
            b.text("GET");
            match keys.own_array() {
                Some(list) if list.is_empty() => {
                    b.ctx.warning("Cannot pass an empty array to CONFIG GET");
                    return Ok(false);
                }
                Some(list) => b.each(&list.clone(), |b, key| b.text_value(key))?,
                None if keys.is_null() => {
                    b.ctx.warning("Must pass a string or array of values to CONFIG GET");
                    return Ok(false);
                }
                None => b.text_value(keys)?,
            }
            b.note = Note::flag(1);
        }
        b"SET" => {
            b.text("SET");
            match keys.own_array() {
                Some(list) if !list.is_empty() => {
                    for (key, value) in list.clone().iter() {
                        b.text(&*key.to_str());
                        b.text_value(&value.deref())?;
                    }
                }
                None if !keys.is_null() && !value.is_null() => {
                    b.text_value(keys)?;
                    b.text_value(value)?;
                }
                _ => {
                    b.ctx.warning("Must either pass two strings to CONFIG SET or a non-empty array of values");
                    return Ok(false);
                }
            }
        }
        _ => {
            b.ctx.warning(format!("Unknown operation '{}'", shown(&args.values[0])));
            return Ok(false);
        }
    }
    Ok(true)
}

fn config_reply(reading: &Reading<'_>, note: &Note) -> PhpResult<PhpValue> {
    if note.flag == 0 {
        return reply::boolean(reading, note);
    }
    match reading.array()? {
        Some(length) => Ok(reply::pairs(reading, length / 2, false, |r| r.element(false))?.into()),
        None => Ok(PhpValue::FALSE),
    }
}

fn failover(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let (to, abort, timeout) = (&args.values[0], convert::to_bool(&args.values[1]), convert::to_int(&args.values[2]));
    b.begin(name);
    if let Some(to) = to.own_array().cloned() {
        let (mut host, mut port, mut force) = (None, 0, false);
        for (key, value) in to.iter() {
            match &*key.to_str().to_ascii_lowercase() {
                b"host" => host = Some(convert::to_str(b.ctx, &value.deref())?),
                b"port" => port = convert::to_int(&value.deref()),
                _ => force |= value.as_str().is_some_and(|t| t.eq_ignore_ascii_case(b"force")),
            }
        }
        let Some(host) = host.filter(|_| port > 0 && port < 65536) else {
            b.ctx.warning("host and port must be provided!");
            return Ok(false);
        };
        b.text("TO");
        b.text(&host);
        b.int(port);
        if force {
            b.text("FORCE");
        }
    }
    if abort {
        b.text("ABORT");
    }
    if timeout > 0 {
        b.text("TIMEOUT");
        b.int(timeout);
    }
    Ok(true)
}

fn flush(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    b.begin(name);
    if !args.values[0].is_null() {
        b.text(if convert::to_bool(&args.values[0]) { "SYNC" } else { "ASYNC" });
    }
    Ok(true)
}

/// Sections with names and values.
pub fn info_reply(reading: &Reading<'_>, _: &Note) -> PhpResult<PhpValue> {
    let Some(text) = reading.any_text()? else { return Ok(PhpValue::FALSE) };
    let mut all = Array::new();
    for line in text.split(|&b| b == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.first().is_none_or(|&b| b == b'#') {
            continue;
        }
        if let Some(at) = line.iter().position(|&b| b == b':') {
            all.set(Str::new(&line[..at]), number_or_text(&line[at + 1..]));
        }
    }
    Ok(if all.is_empty() { PhpValue::FALSE } else { all.into() })
}

fn select(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let database = convert::to_int(&args.values[0]);
    b.begin(name);
    b.int(database);
    b.note = Note::flag(database);
    Ok(true)
}

/// The client remembers where it is, to go there again when its connection was lost.
fn select_reply(reading: &Reading<'_>, note: &Note) -> PhpResult<PhpValue> {
    let selected = reply::boolean(reading, note)?;
    if selected.as_bool() == Some(true) {
        reading.client.target.borrow_mut().database = note.flag;
    }
    Ok(selected)
}

fn pubsub(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let operation = word(args);
    let argument = &args.values[1];
    let kind = match operation.as_slice() {
        b"CHANNELS" | b"SHARDCHANNELS" => 0,
        b"NUMSUB" | b"SHARDNUMSUB" => 1,
        b"NUMPAT" => 2,
        _ => {
            b.ctx.warning(format!("Unknown PUBSUB operation '{}'", shown(&args.values[0])));
            return Ok(false);
        }
    };
    b.begin(name);
    b.text(&operation);
    match (kind, argument.own_array()) {
        (_, None) if argument.is_null() => {}
        (0, None) if argument.is_str() => b.key_value(argument)?,
        (0, _) => {
            b.ctx.warning("Invalid patern value");
            return Ok(false);
        }
        (1, Some(channels)) => b.each(&channels.clone(), |b, channel| b.key_value(channel))?,
        (1, None) => {
            b.ctx.warning("Invalid channels value");
            return Ok(false);
        }
        _ => {}
    }
    b.note = Note::flag(kind);
    Ok(true)
}

fn pubsub_reply(reading: &Reading<'_>, note: &Note) -> PhpResult<PhpValue> {
    match note.flag {
        0 => reply::raw_list(reading, note),
        1 => match reading.array()? {
            Some(length) => Ok(reply::pairs(reading, length / 2, false, |r| r.element(false))?.into()),
            None => Ok(PhpValue::FALSE),
        },
        _ => reply::int(reading, note),
    }
}

fn raw(b: &mut Build<'_>, args: &Args<'_>, _: &'static str) -> Built {
    let Some((name, rest)) = args.values.split_first() else { return Ok(false) };
    raw_of(b, name, rest)
}

/// A command by its own words.
pub fn raw_of(b: &mut Build<'_>, name: &PhpValue, rest: &[PhpValue]) -> Built {
    if !name.is_str() {
        b.ctx.warning("When sending a 'raw' command, the first argument must be a string!");
        return Ok(false);
    }
    if rest.iter().any(|value| !matches!(value.view(), View::Str(_) | View::Int(_) | View::Float(_) | View::Bool(_))) {
        b.ctx.warning("Raw command arguments must be scalar values!");
        return Ok(false);
    }
    b.command.begin(name.own_str().map(|t| t.as_bytes()).unwrap_or_default());
    b.forms(&[Texts], rest)
}

fn replica_of(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    b.begin(name);
    if args.values[0].is_null() {
        b.text("NO");
        b.text("ONE");
        return Ok(true);
    }
    b.forms(&[Text, Int], args.values)
}

fn slowlog(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let operation = word(args);
    if !matches!(operation.as_slice(), b"GET" | b"LEN" | b"RESET") {
        b.ctx.warning(format!("Unknown SLOWLOG operation '{}'", shown(&args.values[0])));
        return Ok(false);
    }
    b.begin(name);
    b.text(&operation);
    let length = convert::to_int(&args.values[1]);
    if length > 0 && operation == b"GET" {
        b.int(length);
    }
    Ok(true)
}
