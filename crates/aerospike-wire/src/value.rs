//! A value as a tree: what a bin holds on a node, and the order among values.

use crate::{Malformed, Read, message::Cursor, pack, pack::Token, particle};
use std::cmp::Ordering;

/// Keys are kept in order.
pub const KEY_ORDERED: u8 = 1;
/// Keys are kept in order, and ranks by value too.
pub const KEY_VALUE_ORDERED: u8 = 3;

/// A value.
#[derive(Clone, Debug)]
pub enum Value {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// A number.
    Int(i64),
    /// Text.
    Str(Vec<u8>),
    /// Values in order; kept sorted if so marked.
    List(bool, Vec<Value>),
    /// Values by key, with the marks of its order.
    Map(u8, Vec<(Value, Value)>),
    /// Bytes and their type.
    Bytes(u8, Vec<u8>),
    /// A double.
    Double(f64),
    /// A place or region.
    Geo(Vec<u8>),
    /// Beyond everything; only in requests.
    Infinity,
    /// Equal to anything; only in requests.
    Wildcard,
}

impl Value {
    /// The value of a bin.
    pub fn from_particle(kind: u8, bytes: &[u8]) -> Read<Value> {
        let number = || bytes.try_into().map(u64::from_be_bytes).map_err(|_| Malformed("a number of another size"));
        Ok(match kind {
            particle::NULL => Value::Null,
            particle::INTEGER => match bytes.len() {
                1..8 => Value::Int(bytes.iter().fold(0, |number, byte| number << 8 | i64::from(*byte))),
                _ => Value::Int(number()? as i64),
            },
            particle::DOUBLE => Value::Double(f64::from_bits(number()?)),
            particle::STRING => Value::Str(bytes.to_vec()),
            particle::BOOL => match bytes {
                [byte @ 0..=1] => Value::Bool(*byte == 1),
                _ => return Err(Malformed("a truth value that is neither")),
            },
            // Flags, a count of cells, the text; readers skip what they do not know.
            particle::GEOJSON => {
                let mut from = Cursor { rest: bytes };
                from.u8()?;
                let cells = usize::from(from.u16()?);
                from.take(cells * 8)?;
                Value::Geo(from.rest.to_vec())
            }
            particle::LIST | particle::MAP => {
                let mut from = Cursor { rest: bytes };
                let value = Value::unpack(&mut from)?;
                match (&value, kind) {
                    (Value::List(..), particle::LIST) | (Value::Map(..), particle::MAP) if from.rest.is_empty() => value,
                    _ => return Err(Malformed("a list or map that is none")),
                }
            }
            _ => Value::Bytes(kind, bytes.to_vec()),
        })
    }
    /// Its kind, as bins say it.
    pub fn particle(&self) -> u8 {
        match self {
            Value::Null | Value::Infinity | Value::Wildcard => particle::NULL,
            Value::Bool(_) => particle::BOOL,
            Value::Int(_) => particle::INTEGER,
            Value::Str(_) => particle::STRING,
            Value::List(..) => particle::LIST,
            Value::Map(..) => particle::MAP,
            Value::Bytes(kind, _) => *kind,
            Value::Double(_) => particle::DOUBLE,
            Value::Geo(_) => particle::GEOJSON,
        }
    }
    /// Appends it as a bin has it; gives its kind.
    pub fn write_particle(&self, out: &mut Vec<u8>) -> u8 {
        match self {
            Value::Null | Value::Infinity | Value::Wildcard => {}
            Value::Bool(value) => out.push(u8::from(*value)),
            Value::Int(value) => out.extend_from_slice(&value.to_be_bytes()),
            Value::Str(text) => out.extend_from_slice(text),
            Value::List(..) | Value::Map(..) => self.pack(out),
            Value::Bytes(_, bytes) => out.extend_from_slice(bytes),
            Value::Double(value) => out.extend_from_slice(&value.to_be_bytes()),
            Value::Geo(text) => {
                out.extend_from_slice(&[0, 0, 0]);
                out.extend_from_slice(text);
            }
        }
        self.particle()
    }
    /// Appends it as lists and maps have it.
    pub fn pack(&self, out: &mut Vec<u8>) {
        match self {
            Value::Null => pack::null(out),
            Value::Bool(value) => pack::boolean(out, *value),
            Value::Int(value) => pack::int(out, *value),
            Value::Str(text) => pack::bytes(out, particle::STRING, text),
            Value::Bytes(kind, bytes) => pack::bytes(out, *kind, bytes),
            Value::Geo(text) => pack::bytes(out, particle::GEOJSON, text),
            Value::Double(value) => pack::double(out, *value),
            Value::Infinity => out.extend_from_slice(&[0xd4, pack::COMPARE, pack::INFINITY]),
            Value::Wildcard => out.extend_from_slice(&[0xd4, pack::COMPARE, pack::WILDCARD]),
            Value::List(ordered, values) => {
                pack::list(out, values.len() + usize::from(*ordered));
                if *ordered {
                    pack::flags(out, 1);
                }
                values.iter().for_each(|value| value.pack(out));
            }
            Value::Map(flags, entries) => {
                pack::map(out, entries.len() + usize::from(*flags != 0));
                if *flags != 0 {
                    pack::flags(out, *flags);
                    pack::null(out);
                }
                for (key, value) in entries {
                    key.pack(out);
                    value.pack(out);
                }
            }
        }
    }
    /// Reads one as lists and maps have it.
    pub fn unpack(from: &mut Cursor<'_>) -> Read<Value> {
        Value::unpack_within(from, pack::DEEPEST)
    }
    fn unpack_within(from: &mut Cursor<'_>, deep: usize) -> Read<Value> {
        let inner = deep.checked_sub(1).ok_or(Malformed("values nested too deep"))?;
        Ok(match pack::next(from)? {
            Token::Null => Value::Null,
            Token::Bool(value) => Value::Bool(value),
            Token::Int(value) => Value::Int(value),
            Token::Double(value) => Value::Double(value),
            Token::Bytes(bytes) => match Token::typed(bytes) {
                (particle::STRING, text) => Value::Str(text.to_vec()),
                (particle::GEOJSON, text) => Value::Geo(text.to_vec()),
                (kind, bytes) => Value::Bytes(kind, bytes.to_vec()),
            },
            Token::Extension(pack::COMPARE, [pack::WILDCARD]) => Value::Wildcard,
            Token::Extension(pack::COMPARE, [pack::INFINITY]) => Value::Infinity,
            Token::Extension(..) => return Err(Malformed("an extension of no known type")),
            Token::List(count) => {
                let (flags, count) = order(from, count)?;
                let mut values = Vec::with_capacity(count.min(1024));
                for _ in 0..count {
                    values.push(Value::unpack_within(from, inner)?);
                }
                Value::List(flags & KEY_ORDERED != 0, values).sorted()
            }
            Token::Map(count) => {
                let (flags, left) = order(from, count)?;
                if left != count {
                    pack::next(from)?;
                }
                let mut entries = Vec::with_capacity(left.min(1024));
                for _ in 0..left {
                    entries.push((Value::unpack_within(from, inner)?, Value::unpack_within(from, inner)?));
                }
                Value::Map(flags & KEY_VALUE_ORDERED, entries).sorted()
            }
        })
    }
    /// With what is marked as ordered in order, and each key once.
    fn sorted(mut self) -> Value {
        match &mut self {
            Value::List(true, values) => values.sort_by(Value::order),
            Value::Map(flags, entries) if *flags != 0 => {
                entries.sort_by(|a, b| a.0.order(&b.0));
                entries.dedup_by(|a, b| a.0.order(&b.0).is_eq());
            }
            _ => {}
        }
        self
    }

    fn class(&self) -> u8 {
        match self {
            Value::Null => 1,
            Value::Bool(_) => 2,
            Value::Int(_) => 3,
            Value::Str(_) => 4,
            Value::List(..) => 5,
            Value::Map(..) => 6,
            Value::Bytes(..) => 7,
            Value::Double(_) => 8,
            Value::Geo(_) => 9,
            Value::Infinity => 10,
            Value::Wildcard => 11,
        }
    }
    /// The order among all values: by type, then within the type.
    pub fn order(&self, other: &Value) -> Ordering {
        match (self, other) {
            (Value::Wildcard, _) | (_, Value::Wildcard) => Ordering::Equal,
            (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
            (Value::Int(a), Value::Int(b)) => a.cmp(b),
            (Value::Str(a), Value::Str(b)) | (Value::Geo(a), Value::Geo(b)) => a.cmp(b),
            (Value::Bytes(_, a), Value::Bytes(_, b)) => a.cmp(b),
            (Value::Double(a), Value::Double(b)) => a.total_cmp(b),
            (Value::List(_, a), Value::List(_, b)) => sequence(a.iter(), b.iter(), Value::order, a.len().cmp(&b.len())),
            (Value::Map(_, a), Value::Map(_, b)) => a.len().cmp(&b.len()).then_with(|| {
                let (mut a, mut b): (Vec<_>, Vec<_>) = (a.iter().collect(), b.iter().collect());
                a.sort_by(|x, y| x.0.order(&y.0));
                b.sort_by(|x, y| x.0.order(&y.0));
                let pair = |x: &&(Value, Value), y: &&(Value, Value)| x.0.order(&y.0).then_with(|| x.1.order(&y.1));
                sequence(a.iter(), b.iter(), |x, y| pair(x, y), Ordering::Equal)
            }),
            _ => self.class().cmp(&other.class()),
        }
    }
    /// Whether two are the same.
    pub fn same(&self, other: &Value) -> bool {
        self.order(other).is_eq()
    }
}

/// The first difference of two sequences; if one begins with the other, what is said for that, unless a wildcard ends it.
fn sequence<'a, T: 'a>(
    a: impl Iterator<Item = &'a T>,
    b: impl Iterator<Item = &'a T>,
    order: impl Fn(&T, &T) -> Ordering,
    otherwise: Ordering,
) -> Ordering {
    a.zip(b).map(|(a, b)| order(a, b)).find(|found| found.is_ne()).unwrap_or(otherwise)
}

/// Takes the mark of order from the front of a list or map; gives it and how many values follow.
pub fn order(from: &mut Cursor<'_>, count: usize) -> Read<(u8, usize)> {
    let mut ahead = *from;
    if count > 0 && matches!(from.rest.first(), Some(0xc7)) {
        if let Token::Extension(flags, []) = pack::next(&mut ahead)? {
            *from = ahead;
            return Ok((flags, count - 1));
        }
    }
    Ok((0, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back() {
        let values = [
            Value::Null,
            Value::Bool(true),
            Value::Str(vec![0, 255]),
            Value::Bytes(4, vec![1; 300]),
            Value::Double(-0.5),
            Value::Geo(b"{}".to_vec()),
            Value::List(true, vec![Value::Int(1), Value::Int(2)]),
            Value::List(false, vec![Value::Int(-1); 70_000]),
            Value::Map(1, vec![(Value::Int(1), Value::Null), (Value::Str(b"a".to_vec()), Value::List(false, vec![]))]),
        ];
        let numbers = (0..64).flat_map(|bit| [1i64 << bit, (1i64 << bit).wrapping_neg(), (1i64 << bit).wrapping_sub(1)]);
        for value in values.into_iter().chain(numbers.map(Value::Int)) {
            let mut out = Vec::new();
            value.pack(&mut out);
            let mut from = Cursor { rest: &out };
            let read = Value::unpack(&mut from).unwrap();
            assert!(value.same(&read) && from.rest.is_empty(), "{value:?}");
            for length in 0..out.len().min(1000) {
                assert!(Value::unpack(&mut Cursor { rest: &out[..length] }).is_err());
            }
        }
    }
    #[test]
    fn nesting_is_bounded() {
        assert!(Value::unpack(&mut Cursor { rest: &[0x91; 100_000] }).is_err());
    }
    #[test]
    fn types_have_an_order() {
        let list = |values: &[i64]| Value::List(false, values.iter().copied().map(Value::Int).collect());
        assert!(Value::Int(9).order(&Value::Str(vec![])).is_lt());
        assert!(list(&[1, 2]).order(&list(&[1])).is_gt());
        assert!(list(&[1, 2]).order(&list(&[2])).is_lt());
        assert!(Value::List(false, vec![Value::Int(1), Value::Wildcard]).order(&list(&[1, 5])).is_eq());
        assert!(Value::Double(0.0).order(&Value::Infinity).is_lt());
    }
}
