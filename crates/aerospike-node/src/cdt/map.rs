//! Operations on maps. Their index is the place of a key in the order of keys, whether they are kept in it or not.

use super::{
    Arguments, Outcome,
    list::{relative, sum},
    select::{self, Chosen},
};
use phant_aerospike_wire::{cdt::map as M, cdt::returned, code, value::Value};

type Entry = (Value, Value);

/// Places in the order of keys.
pub fn by_key(entries: &[Entry]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..entries.len()).collect();
    places.sort_by(|a, b| entries[*a].0.order(&entries[*b].0));
    places
}
/// Places in the order of values, and of keys among the same values.
pub fn by_rank(entries: &[Entry]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..entries.len()).collect();
    let pair = |at: usize| &entries[at];
    places.sort_by(|a, b| pair(*a).1.order(&pair(*b).1).then_with(|| pair(*a).0.order(&pair(*b).0)));
    places
}
/// Puts a new key where it belongs.
pub fn insert(flags: u8, entries: &mut Vec<Entry>, key: Value, value: Value) -> usize {
    let at = if flags == 0 { entries.len() } else { entries.partition_point(|(known, _)| known.order(&key).is_lt()) };
    entries.insert(at, (key, value));
    at
}
fn find(flags: u8, entries: &[Entry], key: &Value) -> Option<usize> {
    if flags == 0 {
        return entries.iter().position(|(known, _)| known.same(key));
    }
    entries.binary_search_by(|(known, _)| known.order(key)).ok()
}

/// Reads.
pub fn read(op: u16, entries: &[Entry], arguments: Arguments) -> Outcome<Value> {
    if op == M::SIZE {
        return Ok(Value::Int(entries.len() as i64));
    }
    let chosen = choose(op, entries, arguments)?;
    answer(entries, &chosen)
}

/// Chosen entries, by the place of their keys.
struct Choice {
    kind: i64,
    chosen: Chosen,
    /// Entries in the order of keys.
    order: Vec<usize>,
}

/// What an operation that removes reads.
fn get_of(op: u16) -> Outcome<u16> {
    Ok(match op {
        M::REMOVE_BY_KEY => M::GET_BY_KEY,
        M::REMOVE_BY_INDEX => M::GET_BY_INDEX,
        M::REMOVE_BY_RANK => M::GET_BY_RANK,
        M::REMOVE_BY_KEY_LIST => M::GET_BY_KEY_LIST,
        M::REMOVE_BY_VALUE => M::GET_BY_VALUE,
        M::REMOVE_BY_VALUE_LIST => M::GET_BY_VALUE_LIST,
        M::REMOVE_BY_KEY_INTERVAL => M::GET_BY_KEY_INTERVAL,
        M::REMOVE_BY_INDEX_RANGE => M::GET_BY_INDEX_RANGE,
        M::REMOVE_BY_VALUE_INTERVAL => M::GET_BY_VALUE_INTERVAL,
        M::REMOVE_BY_RANK_RANGE => M::GET_BY_RANK_RANGE,
        M::REMOVE_BY_KEY_REL_INDEX_RANGE => M::GET_BY_KEY_REL_INDEX_RANGE,
        M::REMOVE_BY_VALUE_REL_RANK_RANGE => M::GET_BY_VALUE_REL_RANK_RANGE,
        _ => return Err(code::PARAMETER),
    })
}

fn choose(op: u16, entries: &[Entry], mut arguments: Arguments) -> Outcome<Choice> {
    let kind = arguments.int()?;
    let length = entries.len();
    let order = by_key(entries);
    let key = |at: usize| &entries[order[at]].0;
    let value = |at: usize| &entries[order[at]].1;
    // Ranks name entries; what is chosen are places in the order of keys.
    let ranked = |range: std::ops::Range<usize>| {
        let places = select::inverse(&order);
        by_rank(entries)[range].iter().map(|at| places[*at]).collect::<Vec<_>>()
    };
    let mut single = false;
    let at: Vec<usize> = match op {
        M::GET_BY_KEY => {
            single = true;
            let sought = arguments.value()?;
            (0..length).find(|at| key(*at).same(&sought)).into_iter().collect()
        }
        M::GET_BY_INDEX => {
            single = true;
            vec![select::one(arguments.int()?, length).ok_or(code::NOT_APPLICABLE)?]
        }
        M::GET_BY_RANK => {
            single = true;
            let rank = select::one(arguments.int()?, length).ok_or(code::NOT_APPLICABLE)?;
            ranked(rank..rank + 1)
        }
        M::GET_BY_VALUE => {
            let sought = arguments.value()?;
            (0..length).filter(|at| value(*at).same(&sought)).collect()
        }
        M::GET_BY_KEY_LIST => {
            let sought = arguments.list()?;
            (0..length).filter(|at| sought.iter().any(|sought| key(*at).same(sought))).collect()
        }
        M::GET_BY_VALUE_LIST => {
            let sought = arguments.list()?;
            (0..length).filter(|at| sought.iter().any(|sought| value(*at).same(sought))).collect()
        }
        M::GET_BY_KEY_INTERVAL | M::GET_BY_VALUE_INTERVAL => {
            let (begin, end) = (arguments.value().ok().filter(|value| !matches!(value, Value::Null)), arguments.optional());
            let of = |at| if op == M::GET_BY_KEY_INTERVAL { key(at) } else { value(at) };
            (0..length).filter(|at| select::inside(of(*at), &begin, &end)).collect()
        }
        M::GET_BY_INDEX_RANGE => select::range(arguments.int()?, arguments.optional_int()?, length)?.collect(),
        M::GET_BY_RANK_RANGE => ranked(select::range(arguments.int()?, arguments.optional_int()?, length)?),
        M::GET_BY_KEY_REL_INDEX_RANGE => {
            let sought = arguments.value()?;
            let below = (0..length).filter(|at| key(*at).order(&sought).is_lt()).count();
            relative(below, arguments.int()?, arguments.optional_int()?, length)?.collect()
        }
        M::GET_BY_VALUE_REL_RANK_RANGE => {
            let sought = arguments.value()?;
            let below = (0..length).filter(|at| value(*at).order(&sought).is_lt()).count();
            ranked(relative(below, arguments.int()?, arguments.optional_int()?, length)?)
        }
        _ => return Err(code::PARAMETER),
    };
    Ok(Choice { kind, chosen: Chosen { at, single }.inverted(kind, length)?, order })
}

/// Marks a map whose pairs stand as they were found.
const AS_FOUND: u8 = 8;

fn answer(entries: &[Entry], choice: &Choice) -> Outcome<Value> {
    let Choice { kind, chosen, order } = choice;
    let ranks = || {
        let places = select::inverse(order);
        select::inverse(&by_rank(entries).iter().map(|at| places[*at]).collect::<Vec<_>>())
    };
    if let Some(answer) = chosen.answer(*kind, entries.len(), ranks) {
        return Ok(answer);
    }
    let pairs = |flags| Value::Map(flags, chosen.at.iter().map(|at| entries[order[*at]].clone()).collect());
    Ok(match kind & !returned::INVERTED {
        returned::KEY => chosen.values(|at| entries[order[at]].0.clone()),
        returned::VALUE => chosen.values(|at| entries[order[at]].1.clone()),
        returned::KEY_VALUE => pairs(AS_FOUND),
        returned::UNORDERED_MAP => pairs(0),
        returned::ORDERED_MAP => pairs(1),
        _ => return Err(code::PARAMETER),
    })
}

/// Changes.
pub fn modify(op: u16, flags: &mut u8, entries: &mut Vec<Entry>, is_new: bool, mut arguments: Arguments) -> Outcome<Value> {
    match op {
        M::SET_TYPE => {
            arrange(flags, entries, arguments.int()?);
            Ok(Value::Null)
        }
        M::ADD | M::PUT | M::REPLACE => {
            let pair = (arguments.value()?, arguments.value()?);
            put(op, flags, entries, is_new, vec![pair], arguments)
        }
        M::ADD_ITEMS | M::PUT_ITEMS | M::REPLACE_ITEMS => match arguments.value()? {
            Value::Map(_, pairs) => put(op - 1, flags, entries, is_new, pairs, arguments),
            _ => Err(code::PARAMETER),
        },
        M::INCREMENT | M::DECREMENT => {
            let key = arguments.value()?;
            let delta = arguments.optional().unwrap_or(Value::Int(1));
            let order = arguments.optional_int()?.unwrap_or(0);
            if is_new {
                arrange(flags, entries, order);
            }
            let at = match find(*flags, entries, &key) {
                Some(at) => at,
                None => {
                    let zero = if matches!(delta, Value::Double(_)) { Value::Double(0.0) } else { Value::Int(0) };
                    insert(*flags, entries, key_of(key)?, zero)
                }
            };
            let new = sum(&entries[at].1, &delta, op == M::DECREMENT)?;
            entries[at].1 = new.clone();
            Ok(new)
        }
        M::CLEAR => {
            entries.clear();
            Ok(Value::Null)
        }
        _ => {
            let choice = choose(get_of(op)?, entries, arguments)?;
            let answer = answer(entries, &choice)?;
            let mut gone = vec![false; entries.len()];
            choice.chosen.at.iter().for_each(|at| gone[choice.order[*at]] = true);
            let mut at = 0;
            entries.retain(|_| {
                at += 1;
                !gone[at - 1]
            });
            Ok(answer)
        }
    }
}

fn arrange(flags: &mut u8, entries: &mut [Entry], order: i64) {
    *flags = (order & 3) as u8;
    if *flags != 0 {
        entries.sort_by(|a, b| a.0.order(&b.0));
    }
}

/// A key that a map may have.
fn key_of(key: Value) -> Outcome<Value> {
    match key {
        Value::Int(_) | Value::Str(_) | Value::Bytes(..) | Value::Double(_) | Value::Bool(_) => Ok(key),
        _ => Err(code::PARAMETER),
    }
}

fn put(
    op: u16,
    flags: &mut u8,
    entries: &mut Vec<Entry>,
    is_new: bool,
    new: Vec<Entry>,
    mut arguments: Arguments,
) -> Outcome<Value> {
    let order = arguments.optional_int()?.unwrap_or(0);
    let wanted = arguments.optional_int()?.unwrap_or(0);
    if is_new {
        arrange(flags, entries, order);
    }
    let create_only = op == M::ADD || wanted & M::CREATE_ONLY != 0;
    let update_only = op == M::REPLACE || wanted & M::UPDATE_ONLY != 0;
    let (no_fail, partial) = (wanted & M::NO_FAIL != 0, wanted & M::PARTIAL != 0);
    let before = (no_fail && !partial).then(|| entries.clone());
    for (key, value) in new {
        let key = key_of(key)?;
        let found = find(*flags, entries, &key);
        let refused = match found {
            Some(_) if create_only => code::ELEMENT_EXISTS,
            None if update_only => code::ELEMENT_NOT_FOUND,
            Some(at) => {
                entries[at].1 = value;
                continue;
            }
            None => {
                insert(*flags, entries, key, value);
                continue;
            }
        };
        if !no_fail {
            return Err(refused);
        }
        // Without the permission to do a part, nothing is done.
        if let Some(before) = before {
            *entries = before;
            break;
        }
    }
    Ok(Value::Int(entries.len() as i64))
}
