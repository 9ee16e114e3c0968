//! Sorting arrays by a collator.

use super::State;
use phant_ext_standard::sort::hybrid_sort;
use phant_memory::{Array, Key, Str, Value};
use phant_native::{Ctx, PhpResult, compare, convert};
use std::cmp::Ordering;

/// How elements are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Texts by the collator unless both are numbers, and everything else as PHP compares.
    Regular,
    Text,
    Number,
    /// Texts by the collator; what is none counts as an empty one.
    Keys,
}

/// The number that a text is, if all of it is one.
fn number(text: &Str) -> Option<Value> {
    let text = text.as_utf8()?.trim_start_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    if digits.bytes().all(|b| b.is_ascii_digit()) {
        if let Ok(number) = text.strip_prefix('+').unwrap_or(text).parse::<i64>() {
            return Some(Value::from(number));
        }
    }
    text.parse::<f64>().ok().map(Value::from)
}

fn regular(ctx: &Ctx, state: &State, a: &Value, b: &Value) -> PhpResult<i32> {
    let plain = |value: &Value| -> PhpResult<Value> {
        match value.as_object() {
            Some(object) => Ok(convert::object_to_str(ctx, &object)?.map_or_else(|| value.clone(), Value::from)),
            None => Ok(value.unref()),
        }
    };
    let (a, b) = (plain(a)?, plain(b)?);
    let numeric = |value: &Value| value.as_str().and_then(|text| number(&text));
    let (left, right) = (numeric(&a), numeric(&b));
    if let (Some(x), Some(y)) = (a.as_str(), b.as_str()) {
        if left.is_none() || right.is_none() {
            return Ok(state.compare(&x, &y) as i32);
        }
    }
    compare::compare(ctx, &left.unwrap_or(a), &right.unwrap_or(b))
}

impl Mode {
    fn compare(self, ctx: &Ctx, state: &State, a: &Value, b: &Value) -> PhpResult<i32> {
        match self {
            Mode::Regular => regular(ctx, state, a, b),
            Mode::Text => Ok(state.compare(&convert::to_str(ctx, a)?, &convert::to_str(ctx, b)?) as i32),
            Mode::Number => {
                let (a, b) = (convert::to_float(a), convert::to_float(b));
                Ok(a.partial_cmp(&b).unwrap_or(Ordering::Greater) as i32)
            }
            Mode::Keys => {
                let text = |value: &Value| value.as_str().map(|text| Str::clone(&text)).unwrap_or_default();
                Ok(state.compare(&text(a), &text(b)) as i32)
            }
        }
    }
}

/// The elements in order. The first exception that comparing ends with comes back.
pub(super) fn sorted(ctx: &Ctx, state: &State, array: &Array, mode: Mode, keys: bool) -> PhpResult<Array> {
    let entries = array.iter().enumerate();
    let mut entries: Vec<(usize, Key, Value)> = entries.map(|(i, (key, value))| (i, key.to_key(), value.clone())).collect();
    let mut failed = None;
    hybrid_sort(&mut entries, &mut |a, b| {
        if failed.is_some() {
            return a.0 > b.0;
        }
        match mode.compare(ctx, state, &a.2, &b.2) {
            Ok(0) => a.0 > b.0,
            Ok(order) => order > 0,
            Err(thrown) => {
                failed = Some(thrown);
                false
            }
        }
    });
    if let Some(thrown) = failed {
        return Err(thrown);
    }
    ctx.poll()?;
    Ok(match keys {
        true => entries.into_iter().map(|(_, key, value)| (key, value)).collect(),
        false => entries.into_iter().map(|(_, _, value)| value).collect(),
    })
}

/// Whether all texts are UTF-8.
pub(super) fn is_text(array: &Array) -> bool {
    array.iter().all(|(_, value)| value.as_str().is_none_or(|text| text.as_utf8().is_some()))
}
