//! Operations on lists and maps.
//!
//! An operation names what it works on by steps into nested lists and maps, then the elements by index, rank, key or
//! value, and says what of them is returned: `list` and `map` choose elements, this file walks to them.

mod list;
mod map;
mod select;

use phant_aerospike_wire::{
    cdt::{list as L, map as M, modifies, step},
    code,
    message::Cursor,
    value::Value,
};

/// An answer, or the code that says why there is none.
pub type Outcome<T> = Result<T, u8>;

/// The most steps into nested lists and maps, and the deepest nesting.
const DEEPEST: usize = phant_aerospike_wire::pack::DEEPEST;

/// Arguments of an operation, in order.
pub struct Arguments(std::vec::IntoIter<Value>);

impl Arguments {
    /// The next one.
    fn value(&mut self) -> Outcome<Value> {
        self.0.next().ok_or(code::PARAMETER)
    }
    fn int(&mut self) -> Outcome<i64> {
        self.value().and_then(int)
    }
    /// The next one, if there is one and it is not null.
    fn optional(&mut self) -> Option<Value> {
        self.0.next().filter(|value| !matches!(value, Value::Null))
    }
    fn optional_int(&mut self) -> Outcome<Option<i64>> {
        self.optional().map(int).transpose()
    }
    fn list(&mut self) -> Outcome<Vec<Value>> {
        match self.value()? {
            Value::List(_, values) => Ok(values),
            _ => Err(code::PARAMETER),
        }
    }
}

fn int(value: Value) -> Outcome<i64> {
    match value {
        Value::Int(value) => Ok(value),
        _ => Err(code::PARAMETER),
    }
}

/// An operation as it was sent.
struct Request {
    op: u16,
    steps: Vec<Value>,
    arguments: Vec<Value>,
}

/// Reads an operation: a list of its number and arguments, perhaps inside one with steps; or, as old clients send it, two
/// bytes of number before the arguments.
fn request(bytes: &[u8]) -> Outcome<Request> {
    let unpack = |bytes| {
        let mut from = Cursor { rest: bytes };
        match Value::unpack(&mut from) {
            Ok(Value::List(_, values)) if from.rest.is_empty() => Ok(values),
            _ => Err(code::PARAMETER),
        }
    };
    if let [0, op, rest @ ..] = bytes {
        let arguments = if rest.is_empty() { Vec::new() } else { unpack(rest)? };
        return Ok(Request { op: u16::from(*op), steps: Vec::new(), arguments });
    }
    let mut values = unpack(bytes)?;
    let mut steps = Vec::new();
    if let [Value::Int(step::MARK), Value::List(..), Value::List(..)] = &values[..] {
        let (Some(Value::List(_, inner)), Some(Value::List(_, path))) = (values.pop(), values.pop()) else {
            return Err(code::PARAMETER);
        };
        (steps, values) = (path, inner);
    }
    if values.is_empty() || steps.len() % 2 != 0 || steps.len() > 2 * DEEPEST {
        return Err(code::PARAMETER);
    }
    let op = u16::try_from(int(values.remove(0))?).map_err(|_| code::PARAMETER)?;
    Ok(Request { op, steps, arguments: values })
}

/// Whether an operation may make the list or map it works on.
fn creates(op: u16) -> bool {
    matches!(op, L::SET_TYPE..=L::INSERT_ITEMS | L::SET | L::INCREMENT | M::SET_TYPE..=M::PUT_ITEMS | M::INCREMENT | M::DECREMENT)
}

/// Reads from the list or map of a bin. A bin that is not there has nothing.
pub fn read(bin: Option<&Value>, bytes: &[u8]) -> Outcome<Value> {
    let request = request(bytes)?;
    let Some(bin) = bin else { return Ok(Value::Null) };
    if modifies(request.op) {
        return Err(code::PARAMETER);
    }
    let place = walk(bin, &request.steps)?;
    let arguments = Arguments(request.arguments.into_iter());
    match place {
        Value::List(_, values) if request.op < M::SET_TYPE => list::read(request.op, values, arguments),
        Value::Map(_, entries) if request.op >= M::SET_TYPE => map::read(request.op, entries, arguments),
        _ => Err(code::INCOMPATIBLE_TYPE),
    }
}

/// Changes the list or map of a bin; gives what is returned. The bin may come to be, and may stay away.
pub fn modify(bin: &mut Option<Value>, bytes: &[u8]) -> Outcome<Value> {
    let request = request(bytes)?;
    if !modifies(request.op) {
        return Err(code::PARAMETER);
    }
    let is_map = request.op >= M::SET_TYPE;
    let nested = !request.steps.is_empty();
    let mut absent = empty(is_map);
    let (place, is_new) = match bin {
        Some(bin) if nested => (walk_mut(bin, &request.steps, is_map)?, false),
        Some(bin) => (bin, false),
        None if nested => {
            let first = request.steps.first().cloned().map(int).transpose()?.unwrap_or(0);
            if first & 0xc0 == 0 {
                return Err(code::NOT_APPLICABLE);
            }
            let new = bin.insert(made(first & 0x20 != 0, first));
            (walk_mut(new, &request.steps, is_map)?, false)
        }
        None => (&mut absent, true),
    };
    let arguments = Arguments(request.arguments.into_iter());
    let result = match place {
        Value::List(ordered, values) if !is_map => list::modify(request.op, ordered, values, is_new, arguments)?,
        Value::Map(flags, entries) if is_map => map::modify(request.op, flags, entries, is_new, arguments)?,
        _ => return Err(code::INCOMPATIBLE_TYPE),
    };
    if is_new && creates(request.op) {
        *bin = Some(absent);
    }
    match bin {
        Some(bin) if nested && !within(bin, DEEPEST) => Err(code::PARAMETER),
        _ => Ok(result),
    }
}

fn empty(is_map: bool) -> Value {
    if is_map { Value::Map(0, Vec::new()) } else { Value::List(false, Vec::new()) }
}
/// An empty list or map as the bits of a step say it is to be made.
fn made(is_map: bool, step: i64) -> Value {
    match (is_map, step & 0xc0) {
        (true, 0x80) => Value::Map(1, Vec::new()),
        (true, 0xc0) => Value::Map(3, Vec::new()),
        (true, _) => Value::Map(0, Vec::new()),
        (false, bits) => Value::List(bits == 0xc0, Vec::new()),
    }
}
fn within(value: &Value, deep: usize) -> bool {
    match value {
        Value::List(_, values) => deep > 0 && values.iter().all(|value| within(value, deep - 1)),
        Value::Map(_, entries) => deep > 0 && entries.iter().all(|(_, value)| within(value, deep - 1)),
        _ => deep > 0,
    }
}

/// Where a step leads in a list or map.
fn position(of: &Value, step: i64, by: &Value) -> Outcome<Option<usize>> {
    let wrong = || match by {
        Value::Int(at) => Ok(*at),
        _ => Err(code::PARAMETER),
    };
    Ok(match (of, step & !0xc0) {
        (Value::List(_, values), step::LIST_INDEX) => select::one(wrong()?, values.len()),
        (Value::List(_, values), step::LIST_RANK) => select::one(wrong()?, values.len()).map(|at| select::by_value(values)[at]),
        (Value::List(_, values), step::LIST_VALUE) => values.iter().position(|value| value.same(by)),
        (Value::Map(_, entries), step::MAP_INDEX) => select::one(wrong()?, entries.len()).map(|at| map::by_key(entries)[at]),
        (Value::Map(_, entries), step::MAP_RANK) => select::one(wrong()?, entries.len()).map(|at| map::by_rank(entries)[at]),
        (Value::Map(_, entries), step::MAP_KEY) => entries.iter().position(|(key, _)| key.same(by)),
        (Value::Map(_, entries), step::MAP_VALUE) => entries.iter().position(|(_, value)| value.same(by)),
        _ => return Err(code::INCOMPATIBLE_TYPE),
    })
}

pub(crate) fn walk<'a>(mut value: &'a Value, steps: &[Value]) -> Outcome<&'a Value> {
    for pair in steps.chunks_exact(2) {
        let step = int(pair[0].clone())?;
        let at = position(value, step, &pair[1])?.ok_or(code::NOT_APPLICABLE)?;
        value = match value {
            Value::List(_, values) => &values[at],
            Value::Map(_, entries) => &entries[at].1,
            _ => return Err(code::INCOMPATIBLE_TYPE),
        };
    }
    Ok(value)
}

fn walk_mut<'a>(mut value: &'a mut Value, steps: &[Value], is_map: bool) -> Outcome<&'a mut Value> {
    for (number, pair) in steps.chunks_exact(2).enumerate() {
        let step = int(pair[0].clone())?;
        let found = position(value, step, &pair[1])?;
        if found.is_none() && step & 0xc0 == 0 {
            return Err(code::NOT_APPLICABLE);
        }
        let next_is_map = match steps.get(2 * number + 2) {
            Some(Value::Int(next)) => next & 0x20 != 0,
            _ => is_map,
        };
        value = match value {
            Value::List(_, values) => {
                let at = found.unwrap_or(values.len());
                if at == values.len() {
                    values.push(made(next_is_map, step));
                }
                &mut values[at]
            }
            Value::Map(flags, entries) => {
                let at = match found {
                    Some(at) => at,
                    None => map::insert(*flags, entries, pair[1].clone(), made(next_is_map, step)),
                };
                &mut entries[at].1
            }
            _ => return Err(code::INCOMPATIBLE_TYPE),
        };
    }
    Ok(value)
}
