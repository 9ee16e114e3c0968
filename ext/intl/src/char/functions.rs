//! What the methods of `IntlChar` do.

use super::{
    names::{self, Kind},
    tables::{Tables, table},
};
use crate::error::{self, ILLEGAL_ARGUMENT};
use phant_memory::{Array, PhpStr, Str, Value};
use phant_native::{Ctx, PhpResult, ret::OrFalse};

pub(super) const BIDI_CLASS: u32 = 0x1000;
pub(super) const BLOCK: u32 = 0x1001;
pub(super) const COMBINING_CLASS: u32 = 0x1002;
const MASK: i64 = 0x2000;
pub(super) const NO_NUMBER: f64 = -123456789.0;
pub(super) const VERSION: [u8; 4] = [16, 0, 0, 0];

/// The character that a number or a text of one character means; `None` if it is neither, which has been noted.
fn character(ctx: &Ctx, value: &Value) -> PhpResult<Option<u32>> {
    error::reset(ctx);
    if let Some(text) = value.as_str() {
        let mut chars = text.as_utf8().unwrap_or_default().chars();
        if let (Some(c), None) = (chars.next(), chars.next()) {
            return Ok(Some(u32::from(c)));
        }
        let broken = text.as_bytes().utf8_chunks().next().is_some_and(|chunk| chunk.valid().is_empty());
        let message = if broken {
            "Codepoint out of range"
        } else {
            "Passing a UTF-8 character for codepoint requires a string which is exactly one UTF-8 codepoint long."
        };
        error::set(ctx, ILLEGAL_ARGUMENT, message)?;
        return Ok(None);
    }
    let number = value.as_int().and_then(|number| u32::try_from(number).ok()).filter(|&c| c <= 0x10ffff);
    if number.is_none() {
        error::set(ctx, ILLEGAL_ARGUMENT, "Codepoint out of range")?;
    }
    Ok(number)
}

/// What is said of a character, if it is one.
pub(super) fn answer<T>(ctx: &Ctx, value: &Value, say: impl FnOnce(u32) -> T) -> PhpResult<Option<T>> {
    Ok(character(ctx, value)?.map(say))
}

/// A character under a table of differences, as a number or text as it was given.
pub(super) fn mapped(ctx: &Ctx, value: &Value, table: u32) -> PhpResult<Value> {
    let Some(c) = character(ctx, value)? else { return Ok(Value::NULL) };
    let c = Tables::get().mapped(table, c);
    Ok(if value.as_str().is_some() { Value::str(encoded(c)) } else { Value::from(i64::from(c)) })
}

/// The bytes of a character, also of half a pair.
pub(super) fn encoded(c: u32) -> Vec<u8> {
    match char::from_u32(c) {
        Some(c) => c.encode_utf8(&mut [0; 4]).as_bytes().to_vec(),
        None => vec![0xe0 | (c >> 12) as u8, 0x80 | (c >> 6 & 63) as u8, 0x80 | (c & 63) as u8],
    }
}

pub(super) fn version(parts: [u8; 4]) -> Array {
    parts.map(|part| Value::from(i64::from(part))).into_iter().collect()
}

pub(super) fn property_value(c: u32, property: i64) -> i64 {
    if property == MASK {
        return 1 << Tables::get().value(table::GENERAL_CATEGORY, c);
    }
    u32::try_from(property).map_or(0, |table| if table < 0x2000 { i64::from(Tables::get().value(table, c)) } else { 0 })
}

pub(super) fn bounds(property: i64) -> (i64, i64) {
    Tables::get().property(property).map_or((0, -1), |property| (property.least, property.most))
}

pub(super) fn from_name(ctx: &Ctx, name: &PhpStr, kind: i64) -> PhpResult<Option<i64>> {
    error::reset(ctx);
    let Some(kind) = Kind::new(kind).filter(|_| !name.is_empty()) else {
        error::set_code(ctx, ILLEGAL_ARGUMENT);
        return Ok(None);
    };
    let found = names::find(name.as_bytes(), kind);
    if found.is_none() {
        error::set_code(ctx, error::ILLEGAL_CHAR_FOUND);
    }
    Ok(found.map(i64::from))
}

pub(super) fn name_of(ctx: &Ctx, c: &Value, kind: i64) -> PhpResult<Option<String>> {
    let Some(c) = character(ctx, c)? else { return Ok(None) };
    let Some(kind) = Kind::new(kind) else {
        error::set(ctx, ILLEGAL_ARGUMENT, "Failure getting character name")?;
        return Ok(None);
    };
    Ok(Some(names::of(c, kind)))
}

pub(super) fn digit(ctx: &Ctx, c: &Value, base: i64) -> PhpResult<Value> {
    let Some(c) = character(ctx, c)? else { return Ok(Value::NULL) };
    let digit = i64::from(Tables::get().value(table::DIGIT36, c)) - 1;
    if digit < 0 || digit >= base || !(2..=36).contains(&base) {
        error::set(ctx, ILLEGAL_ARGUMENT, "Invalid digit")?;
        return Ok(Value::FALSE);
    }
    Ok(Value::from(digit))
}

pub(super) fn for_digit(ctx: &Ctx, digit: i64, base: i64) -> i64 {
    error::reset(ctx);
    match digit {
        _ if !(2..=36).contains(&base) || digit >= base => 0,
        0..10 => digit + 48,
        10.. => digit - 10 + 97,
        _ => 0,
    }
}

pub(super) fn property_name(ctx: &Ctx, property: i64, kind: i64) -> PhpResult<OrFalse<Str>> {
    error::reset(ctx);
    let names = Tables::get().property(property).map(|property| &property.names);
    spelling(ctx, names, kind)
}

pub(super) fn property_value_name(ctx: &Ctx, property: i64, value: i64, kind: i64) -> PhpResult<OrFalse<Str>> {
    error::reset(ctx);
    let values = Tables::get().property(property).map(|property| &property.values);
    let names = values.and_then(|values| values.iter().find(|known| known.0 == value)).map(|known| &known.1);
    spelling(ctx, names, kind)
}

fn spelling(ctx: &Ctx, names: Option<&Vec<String>>, kind: i64) -> PhpResult<OrFalse<Str>> {
    let index = usize::try_from(kind).ok();
    let name = names.and_then(|names| names.get(index?)).filter(|name| !name.is_empty());
    if name.is_none() {
        error::set(ctx, ILLEGAL_ARGUMENT, "Failed to get property name")?;
    }
    Ok(name.map(|name| Str::from(name.as_bytes())).into())
}

pub(super) fn each_name(ctx: &Ctx, start: &Value, end: &Value, callback: &Value, kind: i64) -> PhpResult<bool> {
    let callback = ctx.callable(callback)?;
    let Some(start) = character(ctx, start)? else { return Ok(false) };
    let Some(end) = character(ctx, end)? else { return Ok(false) };
    let Some(names) = Kind::new(kind) else {
        error::set_code(ctx, ILLEGAL_ARGUMENT);
        return Ok(false);
    };
    for c in start..end {
        ctx.poll()?;
        let name = names::of(c, names);
        if !name.is_empty() {
            ctx.call_with(&callback, [Value::from(i64::from(c)), Value::from(kind), Value::str(name)])?;
        }
    }
    Ok(true)
}

pub(super) fn each_type(ctx: &Ctx, callback: &Value) -> PhpResult<()> {
    let callback = ctx.callable(callback)?;
    error::reset(ctx);
    for (from, to, category) in Tables::get().each_run(table::GENERAL_CATEGORY) {
        let numbers = [i64::from(from), i64::from(to), i64::from(category)];
        ctx.call_with(&callback, numbers.map(Value::from))?;
    }
    Ok(())
}
