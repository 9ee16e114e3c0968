//! Which elements an operation means, and what of them is returned.

use super::Outcome;
use phant_aerospike_wire::{cdt::returned, code, value::Value};

/// Chosen elements: places in the order of indexes, in the order in which they are returned.
pub struct Chosen {
    /// The places.
    pub at: Vec<usize>,
    /// One element was asked for, so the answer is no list.
    pub single: bool,
}

/// The place of an index that may count from the end.
pub fn one(index: i64, length: usize) -> Option<usize> {
    let index = if index < 0 { index.checked_add(length as i64)? } else { index };
    usize::try_from(index).ok().filter(|at| *at < length)
}

/// The places from an index on, so many or all, of those that exist.
pub fn range(index: i64, count: Option<i64>, length: usize) -> Outcome<std::ops::Range<usize>> {
    let length = length as i128;
    let from = if index < 0 { i128::from(index) + length } else { i128::from(index) };
    let to = match count {
        Some(count) if count < 0 => return Err(code::PARAMETER),
        Some(count) => from + i128::from(count),
        None => length,
    };
    let clamp = |at: i128| at.clamp(0, length) as usize;
    let (from, to) = (clamp(from), clamp(to));
    Ok(from..to.max(from))
}

/// Places in the order of their values.
pub fn by_value(values: &[Value]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..values.len()).collect();
    places.sort_by(|a, b| values[*a].order(&values[*b]));
    places
}

/// The place of each place in an order.
pub fn inverse(order: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; order.len()];
    for (rank, place) in order.iter().enumerate() {
        inverse[*place] = rank;
    }
    inverse
}

impl Chosen {
    /// All but these, if the kind of return says so.
    pub fn inverted(self, kind: i64, length: usize) -> Outcome<Chosen> {
        if kind & returned::INVERTED == 0 {
            return Ok(self);
        }
        if self.single {
            return Err(code::PARAMETER);
        }
        let mut keep = vec![true; length];
        self.at.iter().for_each(|at| keep[*at] = false);
        Ok(Chosen { at: (0..length).filter(|at| keep[*at]).collect(), single: false })
    }
    /// The answer to a kind of return that lists and maps share; `None` for other kinds. `ranks` gives each place's rank.
    pub fn answer(&self, kind: i64, length: usize, ranks: impl FnOnce() -> Vec<usize>) -> Option<Value> {
        let last = length.wrapping_sub(1);
        Some(match kind & !returned::INVERTED {
            returned::NONE => Value::Null,
            returned::COUNT => Value::Int(self.at.len() as i64),
            returned::EXISTS => Value::Bool(!self.at.is_empty()),
            returned::INDEX => self.numbers(|at| at),
            returned::REVERSE_INDEX => self.numbers(|at| last - at),
            returned::RANK => {
                let ranks = ranks();
                self.numbers(|at| ranks[at])
            }
            returned::REVERSE_RANK => {
                let ranks = ranks();
                self.numbers(|at| last - ranks[at])
            }
            _ => return None,
        })
    }
    fn numbers(&self, number: impl Fn(usize) -> usize) -> Value {
        if self.single {
            return Value::Int(self.at.first().map_or(-1, |at| number(*at) as i64));
        }
        Value::List(false, self.at.iter().map(|at| Value::Int(number(*at) as i64)).collect())
    }
    /// What a closure gives of each element: a list, or the one element, or nothing.
    pub fn values(&self, value: impl Fn(usize) -> Value) -> Value {
        if self.single {
            return self.at.first().map_or(Value::Null, |at| value(*at));
        }
        Value::List(false, self.at.iter().map(|at| value(*at)).collect())
    }
}

/// Whether a value is in an interval; an end that is not there is beyond everything.
pub fn inside(value: &Value, begin: &Option<Value>, end: &Option<Value>) -> bool {
    begin.as_ref().is_none_or(|begin| value.order(begin).is_ge()) && end.as_ref().is_none_or(|end| value.order(end).is_lt())
}
