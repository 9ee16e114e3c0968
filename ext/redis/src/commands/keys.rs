//! Keys of any type.

use super::Row;
use crate::{
    build::{Build, Built, Form::*},
    reply::{self, Got, Note, Reading},
};
use phant_memory::{KeyRef, Value as PhpValue};
use phant_native::{Args, PhpResult, convert};

#[allow(missing_docs)]
pub const ROWS: &[Row] = &[
    Row::of("del", "DEL", &[KeysOrKey], reply::int),
    Row::of("delete", "DEL", &[KeysOrKey], reply::int),
    Row::of("unlink", "UNLINK", &[KeysOrKey], reply::int),
    Row::of("exists", "EXISTS", &[KeysOrKey], reply::int),
    Row::of("touch", "TOUCH", &[KeysOrKey], reply::int),
    Row::by("expire", "EXPIRE", expire, reply::one),
    Row::by("expireAt", "EXPIREAT", expire, reply::one),
    Row::by("pexpire", "PEXPIRE", expire, reply::one),
    Row::by("pexpireAt", "PEXPIREAT", expire, reply::one),
    Row::of("expiretime", "EXPIRETIME", &[Key], reply::int),
    Row::of("pexpiretime", "PEXPIRETIME", &[Key], reply::int),
    Row::of("ttl", "TTL", &[Key], reply::int),
    Row::of("pttl", "PTTL", &[Key], reply::int),
    Row::of("persist", "PERSIST", &[Key], reply::one),
    Row::of("type", "TYPE", &[Key], reply::type_number),
    Row::of("rename", "RENAME", &[Key, Key], reply::boolean),
    Row::of("renameNx", "RENAMENX", &[Key, Key], reply::one),
    Row::by("copy", "COPY", copy, reply::one),
    Row::of("move", "MOVE", &[Key, Int], reply::one),
    Row::of("randomKey", "RANDOMKEY", &[], reply::text),
    Row::of("keys", "KEYS", &[Key], reply::raw_list),
    Row::of("dump", "DUMP", &[Key], reply::text),
    Row::by("restore", "RESTORE", restore, reply::boolean),
    Row::by("migrate", "MIGRATE", migrate, reply::boolean),
    Row::by("object", "OBJECT", object, object_reply),
    Row::by("sort", "SORT", sort, sort_reply),
    Row::by("sort_ro", "SORT_RO", sort, sort_reply),
    Row::by("sortAsc", "SORT", sort_asc, sort_reply),
    Row::by("sortAscAlpha", "SORT", sort_asc_alpha, sort_reply),
    Row::by("sortDesc", "SORT", sort_desc, sort_reply),
    Row::by("sortDescAlpha", "SORT", sort_desc_alpha, sort_reply),
    Row::by("watch", "WATCH", watch, reply::boolean),
    Row::of("expiremember", "EXPIREMEMBER", &[Key, Text, Int, MaybeText], reply::int),
    Row::of("expirememberat", "EXPIREMEMBERAT", &[Key, Text, Int], reply::int),
];

fn watch(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    b.begin(name);
    b.forms(&[KeysOrKey], args.values)
}

fn expire(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    if let Some(mode) = args.values[2].own_str()
        && !matches!(mode.to_ascii_uppercase().as_slice(), b"NX" | b"XX" | b"GT" | b"LT")
    {
        b.ctx.warning(format!("Unknown expiration modifier '{}'", String::from_utf8_lossy(mode)));
        return Ok(false);
    }
    b.begin(name);
    b.forms(&[Key, Int, MaybeText], args.values)
}

fn copy(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let (mut database, mut replace) = (None, false);
    if let Some(options) = args.values[2].own_array().cloned() {
        for (key, value) in options.iter() {
            match key {
                KeyRef::Str(word) if word.eq_ignore_ascii_case(b"db") => {
                    let number = convert::to_int(&value.deref());
                    database = Some(number).filter(|&n| n >= 0);
                }
                KeyRef::Str(word) if word.eq_ignore_ascii_case(b"replace") => replace = convert::to_bool(&value.deref()),
                _ => {}
            }
        }
    }
    b.begin(name);
    b.forms(&[Key, Key], &args.values[..2])?;
    if let Some(database) = database {
        b.text("DB");
        b.int(database);
    }
    if replace {
        b.text("REPLACE");
    }
    Ok(true)
}

fn restore(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    b.begin(name);
    b.forms(&[Key, Int, Text], &args.values[..3])?;
    let Some(options) = args.values[3].own_array().cloned() else { return Ok(true) };
    let (mut replace, mut absolute, mut rest) = (false, false, Vec::new());
    for (key, value) in options.iter() {
        match key {
            KeyRef::Int(_) => {
                let Some(word) = value.as_str() else { continue };
                replace |= word.eq_ignore_ascii_case(b"replace");
                absolute |= word.eq_ignore_ascii_case(b"absttl");
                if !word.eq_ignore_ascii_case(b"replace") && !word.eq_ignore_ascii_case(b"absttl") {
                    b.ctx.warning([b"Unknown RESTORE option '", word.as_bytes(), b"'"].concat());
                }
            }
            KeyRef::Str(word) => {
                let number = convert::to_int(&value.deref());
                for known in [&b"IDLETIME"[..], b"FREQ"] {
                    if !word.eq_ignore_ascii_case(known) {
                        continue;
                    }
                    if number < 0 || (known == b"FREQ" && number > 255) {
                        let text = if known == b"FREQ" { "FREQ must be >= 0 and <= 255" } else { "IDLETIME must be >= 0" };
                        b.ctx.warning(text);
                        continue;
                    }
                    rest.push((known, number));
                }
            }
        }
    }
    if replace {
        b.text("REPLACE");
    }
    if absolute {
        b.text("ABSTTL");
    }
    for (word, number) in rest {
        b.text(word);
        b.int(number);
    }
    Ok(true)
}

fn migrate(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let [host, port, keys, database, timeout, copy, replace, auth] = &args.values[..8] else { return Ok(false) };
    let list = keys.own_array().cloned();
    if list.as_ref().is_some_and(|l| l.is_empty()) {
        b.ctx.warning("Keys array cannot be empty");
        return Ok(false);
    }
    let single = list.is_none() || list.as_ref().is_some_and(|l| l.len() == 1);
    b.begin(name);
    b.text_value(host)?;
    b.text_value(port)?;
    match &list {
        None => b.key_value(keys)?,
        Some(list) if single => b.key_value(&list.values().next().map(PhpValue::unref).unwrap_or_default())?,
        Some(_) => b.text(""),
    }
    b.forms(&[Int, Int], &[database.clone(), timeout.clone()])?;
    if convert::to_bool(copy) {
        b.text("COPY");
    }
    if convert::to_bool(replace) {
        b.text("REPLACE");
    }
    if !auth.is_null()
        && let Some(auth) = crate::options::auth_of(b.ctx, auth)?
    {
        b.text(if auth.user.is_some() { "AUTH2" } else { "AUTH" });
        if let Some(user) = &auth.user {
            b.text(user);
        }
        b.text(&auth.password);
    }
    if let Some(list) = list.filter(|_| !single) {
        b.text("KEYS");
        b.each(&list, |b, key| b.key_value(key))?;
    }
    Ok(true)
}

fn object(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    let word = args.values[0].own_str().cloned().unwrap_or_default();
    let kind = match word.as_bytes().to_ascii_lowercase().as_slice() {
        b"refcount" | b"idletime" => 0,
        b"encoding" => 1,
        _ => {
            b.ctx.warning("Invalid subcommand sent to OBJECT");
            return Ok(false);
        }
    };
    b.note = Note::flag(kind);
    b.begin(name);
    b.text(&word);
    b.key_value(&args.values[1])?;
    Ok(true)
}

fn object_reply(reading: &Reading<'_>, note: &Note) -> PhpResult<PhpValue> {
    if note.flag == 0 { reply::int(reading, note) } else { reply::text(reading, note) }
}

fn sort(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    b.begin(name);
    b.key_value(&args.values[0])?;
    let Some(options) = args.values[1].own_array().cloned() else { return Ok(true) };
    let (mut alpha, mut order, mut store) = (false, None, None);
    let option = |name: &[u8]| {
        options.iter().find(|(k, _)| matches!(k, KeyRef::Str(t) if t.eq_ignore_ascii_case(name))).map(|(_, v)| v.unref())
    };
    if let Some(by) = option(b"by").filter(PhpValue::is_str) {
        if b.cluster {
            b.ctx.warning("SORT BY option is not allowed in Redis Cluster");
            return Ok(false);
        }
        b.text("BY");
        b.text_value(&by)?;
    }
    if let Some(limit) = option(b"limit").and_then(PhpValue::into_array)
        && let (Some(from), Some(count)) = (limit.get_int(0), limit.get_int(1))
    {
        b.text("LIMIT");
        b.int(convert::to_int(&from.deref()));
        b.int(convert::to_int(&count.deref()));
    }
    if let Some(get) = option(b"get") {
        if b.cluster {
            b.ctx.warning("GET option for SORT disabled in Redis Cluster");
            return Ok(false);
        }
        if get.own_array().is_some_and(|all| all.is_empty()) {
            b.ctx.warning("Array of GET values requested, but none are valid");
            return Ok(false);
        }
        match get.own_array() {
            None if get.is_str() => {
                b.text("GET");
                b.text_value(&get)?;
            }
            None => {}
            Some(all) => b.each(&all.clone(), |b, pattern| {
                b.text("GET");
                b.text_value(pattern)
            })?,
        }
    }
    if let Some(direction) = option(b"sort").and_then(PhpValue::into_str) {
        order = Some(direction);
    }
    if let Some(value) = option(b"alpha") {
        alpha = convert::to_bool(&value);
    }
    if let Some(key) = option(b"store").and_then(PhpValue::into_str) {
        store = Some(key);
    }
    if let Some(order) = order {
        b.text(&order);
    }
    if alpha {
        b.text("ALPHA");
    }
    if let Some(key) = store {
        b.text("STORE");
        b.key(&key);
    }
    Ok(true)
}

fn sort_reply(reading: &Reading<'_>, _: &Note) -> PhpResult<PhpValue> {
    match reading.head()? {
        Got::Int(number) => Ok(PhpValue::int(number)),
        Got::Array(length) => Ok(reading.elements(length, true)?.into()),
        other => reading.forget(other).map(|()| PhpValue::FALSE),
    }
}

fn sort_asc(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    sort_old(b, args, name, "ASC", false)
}
fn sort_asc_alpha(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    sort_old(b, args, name, "ASC", true)
}
fn sort_desc(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    sort_old(b, args, name, "DESC", false)
}
fn sort_desc_alpha(b: &mut Build<'_>, args: &Args<'_>, name: &'static str) -> Built {
    sort_old(b, args, name, "DESC", true)
}

/// The older methods for sorting: pattern, get, offset, count, store.
fn sort_old(b: &mut Build<'_>, args: &Args<'_>, name: &'static str, direction: &str, alpha: bool) -> Built {
    let [key, pattern, get, offset, count, store] = &args.values[..6] else { return Ok(false) };
    b.begin(name);
    b.key_value(key)?;
    if !pattern.is_null() {
        b.text("BY");
        b.text_value(pattern)?;
    }
    let (offset, count) = (convert::to_int(offset), convert::to_int(count));
    if offset >= 0 && count >= 0 {
        b.text("LIMIT");
        b.int(offset);
        b.int(count);
    }
    match get.own_array() {
        None if get.is_null() => {}
        None => {
            b.text("GET");
            b.text_value(get)?;
        }
        Some(all) => b.each(&all.clone(), |b, pattern| {
            b.text("GET");
            b.text_value(pattern)
        })?,
    }
    b.text(direction);
    if alpha {
        b.text("ALPHA");
    }
    if !store.is_null() {
        b.text("STORE");
        b.key_value(store)?;
    }
    Ok(true)
}
