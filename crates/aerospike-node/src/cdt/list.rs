//! Operations on lists.

use super::{
    Arguments, Outcome,
    select::{self, Chosen},
};
use phant_aerospike_wire::{cdt::list as L, cdt::returned, code, value::Value};

/// Reads.
pub fn read(op: u16, values: &[Value], mut arguments: Arguments) -> Outcome<Value> {
    match op {
        L::SIZE => Ok(Value::Int(values.len() as i64)),
        L::GET => {
            let at = select::one(arguments.int()?, values.len()).ok_or(code::NOT_APPLICABLE)?;
            Ok(values[at].clone())
        }
        L::GET_RANGE => {
            let range = select::range(arguments.int()?, arguments.optional_int()?, values.len())?;
            Ok(Value::List(false, values[range].to_vec()))
        }
        _ => {
            let (kind, chosen) = choose(op, values, arguments)?;
            answer(values, kind, &chosen)
        }
    }
}

/// Which elements an operation means, and what of them is returned.
fn choose(op: u16, values: &[Value], mut arguments: Arguments) -> Outcome<(i64, Chosen)> {
    let kind = arguments.int()?;
    let length = values.len();
    let mut single = false;
    let which = |test: &dyn Fn(&Value) -> bool| (0..length).filter(|at| test(&values[*at])).collect::<Vec<_>>();
    let at = match op {
        L::GET_BY_INDEX | L::REMOVE_BY_INDEX => {
            single = true;
            vec![select::one(arguments.int()?, length).ok_or(code::NOT_APPLICABLE)?]
        }
        L::GET_BY_RANK | L::REMOVE_BY_RANK => {
            single = true;
            let rank = select::one(arguments.int()?, length).ok_or(code::NOT_APPLICABLE)?;
            vec![select::by_value(values)[rank]]
        }
        L::GET_BY_INDEX_RANGE | L::REMOVE_BY_INDEX_RANGE => {
            select::range(arguments.int()?, arguments.optional_int()?, length)?.collect()
        }
        L::GET_BY_RANK_RANGE | L::REMOVE_BY_RANK_RANGE => {
            let range = select::range(arguments.int()?, arguments.optional_int()?, length)?;
            select::by_value(values)[range].to_vec()
        }
        L::GET_BY_VALUE | L::REMOVE_BY_VALUE => {
            let sought = arguments.value()?;
            which(&|value| value.same(&sought))
        }
        L::GET_BY_VALUE_LIST | L::REMOVE_BY_VALUE_LIST => {
            let sought = arguments.list()?;
            which(&|value| sought.iter().any(|sought| value.same(sought)))
        }
        L::GET_BY_VALUE_INTERVAL | L::REMOVE_BY_VALUE_INTERVAL => {
            let (begin, end) = (arguments.value().ok().filter(|value| !matches!(value, Value::Null)), arguments.optional());
            which(&|value| select::inside(value, &begin, &end))
        }
        L::GET_BY_VALUE_REL_RANK_RANGE | L::REMOVE_BY_VALUE_REL_RANK_RANGE => {
            let sought = arguments.value()?;
            let below = values.iter().filter(|value| value.order(&sought).is_lt()).count();
            let range = relative(below, arguments.int()?, arguments.optional_int()?, length)?;
            select::by_value(values)[range].to_vec()
        }
        _ => return Err(code::PARAMETER),
    };
    Ok((kind, Chosen { at, single }.inverted(kind, length)?))
}

/// Places relative to one.
pub fn relative(base: usize, offset: i64, count: Option<i64>, length: usize) -> Outcome<std::ops::Range<usize>> {
    let from = i128::from(offset) + base as i128;
    let to = match count {
        Some(count) if count < 0 => return Err(code::PARAMETER),
        Some(count) => from + i128::from(count),
        None => length as i128,
    };
    let clamp = |at: i128| at.clamp(0, length as i128) as usize;
    Ok(clamp(from)..clamp(to).max(clamp(from)))
}

fn answer(values: &[Value], kind: i64, chosen: &Chosen) -> Outcome<Value> {
    if let Some(answer) = chosen.answer(kind, values.len(), || select::inverse(&select::by_value(values))) {
        return Ok(answer);
    }
    match kind & !returned::INVERTED {
        returned::VALUE => Ok(chosen.values(|at| values[at].clone())),
        _ => Err(code::PARAMETER),
    }
}

/// Takes elements out.
fn remove(values: &mut Vec<Value>, places: &[usize]) {
    let mut gone = vec![false; values.len()];
    places.iter().for_each(|at| gone[*at] = true);
    let mut at = 0;
    values.retain(|_| {
        at += 1;
        !gone[at - 1]
    });
}

/// Changes.
pub fn modify(op: u16, ordered: &mut bool, values: &mut Vec<Value>, is_new: bool, mut arguments: Arguments) -> Outcome<Value> {
    let length = values.len();
    match op {
        L::SET_TYPE => {
            *ordered = arguments.int()? & 1 != 0;
            if *ordered {
                values.sort_by(Value::order);
            }
            Ok(Value::Null)
        }
        L::APPEND | L::APPEND_ITEMS => {
            let new = if op == L::APPEND { vec![arguments.value()?] } else { arguments.list()? };
            let order = arguments.optional_int()?.unwrap_or(0);
            *ordered = if is_new { order & 1 != 0 } else { *ordered };
            let flags = arguments.optional_int()?.unwrap_or(0);
            add(*ordered, values, None, new, flags)
        }
        L::INSERT | L::INSERT_ITEMS => {
            let index = arguments.int()?;
            let new = if op == L::INSERT { vec![arguments.value()?] } else { arguments.list()? };
            let flags = arguments.optional_int()?.unwrap_or(0);
            if *ordered {
                return Err(code::NOT_APPLICABLE);
            }
            add(false, values, Some(index), new, flags)
        }
        L::SET => set(*ordered, values, arguments),
        L::INCREMENT => increment(*ordered, values, arguments),
        L::POP | L::REMOVE => {
            let at = select::one(arguments.int()?, length).ok_or(code::NOT_APPLICABLE)?;
            let gone = values.remove(at);
            Ok(if op == L::POP { gone } else { Value::Int(1) })
        }
        L::POP_RANGE | L::REMOVE_RANGE => {
            let range = select::range(arguments.int()?, arguments.optional_int()?, length)?;
            let gone: Vec<Value> = values.drain(range).collect();
            Ok(if op == L::POP_RANGE { Value::List(false, gone) } else { Value::Int(gone.len() as i64) })
        }
        L::TRIM => {
            let range = select::range(arguments.int()?, arguments.optional_int()?, length)?;
            values.truncate(range.end);
            values.drain(..range.start);
            Ok(Value::Int((length - values.len()) as i64))
        }
        L::CLEAR => {
            values.clear();
            Ok(Value::Null)
        }
        L::SORT => {
            let flags = arguments.optional_int()?.unwrap_or(0);
            values.sort_by(Value::order);
            if flags & 2 != 0 {
                values.dedup_by(|a, b| a.same(b));
            }
            if flags & 1 != 0 && !*ordered {
                values.reverse();
            }
            Ok(Value::Null)
        }
        _ => {
            let (kind, chosen) = choose(op - 32 + get_of(op)?, values, arguments)?;
            let answer = answer(values, kind, &chosen)?;
            remove(values, &chosen.at);
            Ok(answer)
        }
    }
}

/// The difference between a removing operation, less 32, and the one that reads the same elements.
fn get_of(op: u16) -> Outcome<u16> {
    match op {
        L::REMOVE_BY_INDEX..=L::REMOVE_BY_VALUE_REL_RANK_RANGE => Ok(L::GET_BY_INDEX),
        _ => Err(code::PARAMETER),
    }
}

/// Adds values at the end, at an index, or where the order wants them.
fn add(ordered: bool, values: &mut Vec<Value>, index: Option<i64>, new: Vec<Value>, flags: i64) -> Outcome<Value> {
    let length = values.len() as i64;
    let mut at = match index {
        None => values.len(),
        Some(index) => {
            let index = if index < 0 { index.saturating_add(length) } else { index };
            let bounded = flags & L::INSERT_BOUNDED != 0 && index > length;
            match usize::try_from(index) {
                Ok(at) if at <= MOST_ELEMENTS && !bounded => at,
                _ if flags & L::NO_FAIL != 0 => return Ok(Value::Int(length)),
                _ => return Err(code::NOT_APPLICABLE),
            }
        }
    };
    let mut accepted = Vec::with_capacity(new.len());
    for value in new {
        if flags & L::ADD_UNIQUE != 0 && values.iter().chain(&accepted).any(|known| known.same(&value)) {
            match (flags & L::NO_FAIL != 0, flags & L::PARTIAL != 0) {
                (true, true) => continue,
                (true, false) => return Ok(Value::Int(length)),
                _ => return Err(code::ELEMENT_EXISTS),
            }
        }
        accepted.push(value);
    }
    while values.len() < at && !accepted.is_empty() {
        values.push(Value::Null);
    }
    at = at.min(values.len());
    if ordered {
        values.append(&mut accepted);
        values.sort_by(Value::order);
    } else {
        values.splice(at..at, accepted);
    }
    Ok(Value::Int(values.len() as i64))
}

/// How far beyond its end a list may be written to.
const MOST_ELEMENTS: usize = 1 << 20;

fn set(ordered: bool, values: &mut Vec<Value>, mut arguments: Arguments) -> Outcome<Value> {
    let (index, value) = (arguments.int()?, arguments.value()?);
    let flags = arguments.optional_int()?.unwrap_or(0);
    let refused = |code| if flags & L::NO_FAIL != 0 { Ok(Value::Null) } else { Err(code) };
    if ordered {
        return Err(code::NOT_APPLICABLE);
    }
    if flags & L::ADD_UNIQUE != 0 && values.iter().any(|known| known.same(&value)) {
        return refused(code::ELEMENT_EXISTS);
    }
    let index = if index < 0 { index.saturating_add(values.len() as i64) } else { index };
    let at = match usize::try_from(index) {
        Ok(at) if at < values.len() || at <= MOST_ELEMENTS && (flags & L::INSERT_BOUNDED == 0 || at == values.len()) => at,
        _ => return refused(code::NOT_APPLICABLE),
    };
    while values.len() <= at {
        values.push(Value::Null);
    }
    values[at] = value;
    Ok(Value::Null)
}

fn increment(ordered: bool, values: &mut Vec<Value>, mut arguments: Arguments) -> Outcome<Value> {
    let index = arguments.int()?;
    let delta = arguments.optional().unwrap_or(Value::Int(1));
    let at = match select::one(index, values.len()) {
        Some(at) => at,
        // The element behind the last one begins at zero.
        None if index == values.len() as i64 => {
            values.push(Value::Int(0));
            values.len() - 1
        }
        None => return Err(code::NOT_APPLICABLE),
    };
    let new = sum(&values[at], &delta, false)?;
    values[at] = new.clone();
    if ordered {
        values.sort_by(Value::order);
    }
    Ok(new)
}

/// The sum of two numbers, in the type of the first.
pub fn sum(old: &Value, delta: &Value, minus: bool) -> Outcome<Value> {
    let sign = if minus { -1.0 } else { 1.0 };
    Ok(match (old, delta) {
        (Value::Int(old), Value::Int(delta)) => {
            Value::Int(if minus { old.wrapping_sub(*delta) } else { old.wrapping_add(*delta) })
        }
        (Value::Double(old), Value::Double(delta)) => Value::Double(old + sign * delta),
        (Value::Double(old), Value::Int(delta)) => Value::Double(old + sign * *delta as f64),
        (Value::Int(old), Value::Double(delta)) => Value::Int(old.wrapping_add((sign * delta) as i64)),
        _ => return Err(code::INCOMPATIBLE_TYPE),
    })
}
