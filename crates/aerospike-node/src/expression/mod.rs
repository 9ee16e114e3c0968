//! Expressions: what clients let a server compute from a record, to filter records or to read and write bins.
//!
//! An expression is a list of an operation's number and its arguments, which are expressions or plain values; lists that are
//! meant as such are quoted. What depends on a bin that is not there is unknown, here `None`, and so is what depends on that:
//! a filter lets pass only what is known to be true. `arithmetic` has numbers, `pattern` regular expressions; lists and maps
//! are those of [`crate::cdt`].
//!
//! Places on the earth, bits, HyperLogLog and operations on texts are refused as unsupported.

mod arithmetic;
mod pattern;

use crate::{
    cdt::{self, Outcome},
    store::{EPOCH, Record, milliseconds, now},
};
use phant_aerospike_wire::{code, digest::Digest, message::Cursor, particle, value::Value};

/// The longest expression.
const MOST: usize = 1 << 20;
/// The most bytes of a list or map that is made on the way.
const MOST_VALUE: usize = 8 << 20;
/// In the number of a module: what comes back is the changed list or map.
const MODIFIES: i64 = 0x40;

/// Numbers of types.
mod kind {
    pub const NIL: i64 = 0;
    pub const BOOL: i64 = 1;
    pub const INT: i64 = 2;
    pub const STRING: i64 = 3;
    pub const LIST: i64 = 4;
    pub const MAP: i64 = 5;
    pub const BLOB: i64 = 6;
    pub const FLOAT: i64 = 7;
    pub const GEO: i64 = 8;
    pub const HLL: i64 = 9;
}

/// Numbers of operations.
mod number {
    pub const UNKNOWN: i64 = 0;
    pub const EQUAL: i64 = 1;
    pub const LESS_OR_EQUAL: i64 = 6;
    pub const PATTERN: i64 = 7;
    pub const AND: i64 = 16;
    pub const OR: i64 = 17;
    pub const NOT: i64 = 18;
    pub const EXCLUSIVE: i64 = 19;
    pub const ADD: i64 = 20;
    pub const BITS_RIGHT_SCAN: i64 = 41;
    pub const LEAST: i64 = 50;
    pub const MOST: i64 = 51;
    pub const DIGEST_MODULO: i64 = 64;
    pub const DEVICE_SIZE: i64 = 65;
    pub const RECORD_SIZE: i64 = 74;
    pub const KEY: i64 = 80;
    pub const BIN: i64 = 81;
    pub const BIN_TYPE: i64 = 82;
    pub const CHOICE: i64 = 123;
    pub const VARIABLE: i64 = 124;
    pub const LET: i64 = 125;
    pub const QUOTE: i64 = 126;
    pub const CALL: i64 = 127;
}

/// What an expression gives; nothing is unknown.
pub type Known = Outcome<Option<Value>>;

/// An expression as it was sent.
#[derive(Debug)]
pub struct Expression(Value);

/// What an expression is about.
pub struct Subject<'a> {
    /// The record's name.
    pub digest: &'a Digest,
    /// The record.
    pub record: &'a Record,
}

/// A name, which is sent without the byte that says of which kind it is: the first of its bytes was taken for that.
fn name(value: &Value) -> Outcome<Vec<u8>> {
    let (first, rest) = match value {
        Value::Str(rest) if rest.is_empty() => return Ok(Vec::new()),
        Value::Str(rest) => (particle::STRING, rest),
        Value::Geo(rest) => (particle::GEOJSON, rest),
        Value::Bytes(first, rest) => (*first, rest),
        _ => return Err(code::PARAMETER),
    };
    let mut name = vec![first];
    name.extend_from_slice(rest);
    Ok(name)
}

fn is_of(value: &Value, of: i64) -> bool {
    match value {
        Value::Null => of == kind::NIL,
        Value::Bool(_) => of == kind::BOOL,
        Value::Int(_) => of == kind::INT,
        Value::Str(_) => of == kind::STRING,
        Value::List(..) => of == kind::LIST,
        Value::Map(..) => of == kind::MAP,
        Value::Bytes(particle::HLL, _) => of == kind::HLL,
        Value::Bytes(..) => of == kind::BLOB,
        Value::Double(_) => of == kind::FLOAT,
        Value::Geo(_) => of == kind::GEO,
        Value::Infinity | Value::Wildcard => false,
    }
}

impl Expression {
    /// Reads an expression.
    pub fn read(bytes: &[u8]) -> Outcome<Expression> {
        if bytes.len() > MOST {
            return Err(code::PARAMETER);
        }
        let mut from = Cursor { rest: bytes };
        let value = Value::unpack(&mut from).map_err(|_| code::PARAMETER)?;
        if from.rest.is_empty() { Ok(Expression(value)) } else { Err(code::PARAMETER) }
    }
    /// Reads the expression of an operation, and its flags.
    pub fn of_operation(bytes: &[u8]) -> Outcome<(Expression, i64)> {
        match Expression::read(bytes)?.0 {
            Value::List(_, parts) => match <[Value; 2]>::try_from(parts) {
                Ok([expression, Value::Int(flags)]) => Ok((Expression(expression), flags)),
                _ => Err(code::PARAMETER),
            },
            _ => Err(code::PARAMETER),
        }
    }
    /// Whether a record passes.
    pub fn accepts(&self, subject: &Subject<'_>) -> Outcome<bool> {
        match self.value(subject)? {
            None => Ok(false),
            Some(Value::Bool(passes)) => Ok(passes),
            Some(_) => Err(code::PARAMETER),
        }
    }
    /// What it gives for a record.
    pub fn value(&self, subject: &Subject<'_>) -> Known {
        Scope { subject, names: Vec::new() }.value(&self.0)
    }
}

/// A record, and what has a name where an expression stands.
struct Scope<'a> {
    subject: &'a Subject<'a>,
    names: Vec<(Vec<u8>, Option<Value>)>,
}

impl Scope<'_> {
    /// What an expression gives.
    fn value(&mut self, of: &Value) -> Known {
        let Value::List(_, parts) = of else { return Ok(Some(of.clone())) };
        let Some((Value::Int(number), arguments)) = parts.split_first() else { return Err(code::PARAMETER) };
        match (*number, arguments) {
            (number::UNKNOWN, []) => Ok(None),
            (number::EQUAL..=number::LESS_OR_EQUAL, [left, right]) => self.compare(*number, left, right),
            (number::PATTERN, [Value::Int(flags), pattern, text]) => self.matches(*flags, pattern, text),
            (number::AND | number::OR, all) => self.either(*number == number::OR, all),
            (number::NOT, [one]) => Ok(self.truth(one)?.map(|truth| Value::Bool(!truth))),
            (number::EXCLUSIVE, all) => self.exclusive(all),
            (number::ADD..=number::BITS_RIGHT_SCAN | number::LEAST | number::MOST, all) => {
                let mut values = Vec::with_capacity(all.len());
                for one in all {
                    match self.value(one)? {
                        Some(value) => values.push(value),
                        None => return Ok(None),
                    }
                }
                arithmetic::compute(*number, &values)
            }
            (number::DIGEST_MODULO, [Value::Int(modulus)]) => {
                let [.., a, b, c, d] = self.subject.digest;
                let number = i64::from(u32::from_le_bytes([*a, *b, *c, *d]));
                number.checked_rem(*modulus).map(|rest| Some(Value::Int(rest))).ok_or(code::PARAMETER)
            }
            (number::DEVICE_SIZE..=number::RECORD_SIZE, []) => self.metadata(*number),
            (number::KEY, [Value::Int(of)]) => Ok(self.key().filter(|key| is_of(key, *of))),
            (number::BIN, [Value::Int(of), bin]) => {
                let bin = name(bin)?;
                Ok(self.subject.record.bin(&bin).filter(|value| is_of(value, *of)).cloned())
            }
            (number::BIN_TYPE, [bin]) => {
                let particle = self.subject.record.bin(&name(bin)?).map_or(particle::NULL, Value::particle);
                Ok(Some(Value::Int(particle.into())))
            }
            (number::CHOICE, all) => self.choice(all),
            (number::VARIABLE, [variable]) => {
                let variable = name(variable)?;
                let found = self.names.iter().rev().find(|(known, _)| *known == variable);
                found.map(|(_, value)| value.clone()).ok_or(code::PARAMETER)
            }
            (number::LET, all) => self.definitions(all),
            (number::QUOTE, [list]) => Ok(Some(list.clone())),
            (number::CALL, [Value::Int(_), Value::Int(module), Value::List(_, call), on]) => self.call(*module, call, on),
            (number, _) if is_here(number) => Err(code::PARAMETER),
            _ => Err(code::UNSUPPORTED),
        }
    }
    fn truth(&mut self, of: &Value) -> Outcome<Option<bool>> {
        match self.value(of)? {
            None => Ok(None),
            Some(Value::Bool(truth)) => Ok(Some(truth)),
            Some(_) => Err(code::PARAMETER),
        }
    }
    fn compare(&mut self, how: i64, left: &Value, right: &Value) -> Known {
        let (Some(left), Some(right)) = (self.value(left)?, self.value(right)?) else { return Ok(None) };
        if std::mem::discriminant(&left) != std::mem::discriminant(&right) {
            return Err(code::PARAMETER);
        }
        let order = left.order(&right);
        Ok(Some(Value::Bool(match how {
            1 => order.is_eq(),
            2 => order.is_ne(),
            3 => order.is_gt(),
            4 => order.is_ge(),
            5 => order.is_lt(),
            _ => order.is_le(),
        })))
    }
    fn matches(&mut self, flags: i64, pattern: &Value, text: &Value) -> Known {
        match self.value(text)? {
            None => Ok(None),
            Some(Value::Str(text)) => pattern::matches(flags, &name(pattern)?, &text).map(|found| Some(Value::Bool(found))),
            Some(_) => Err(code::PARAMETER),
        }
    }
    /// Whether all hold, or any does: what decides is sought even among what is unknown.
    fn either(&mut self, decides: bool, all: &[Value]) -> Known {
        let mut is_known = true;
        for one in all {
            match self.truth(one)? {
                Some(truth) if truth == decides => return Ok(Some(Value::Bool(decides))),
                Some(_) => {}
                None => is_known = false,
            }
        }
        Ok(is_known.then_some(Value::Bool(!decides)))
    }
    fn exclusive(&mut self, all: &[Value]) -> Known {
        let mut count = 0;
        for one in all {
            match self.truth(one)? {
                Some(truth) => count += u32::from(truth),
                None => return Ok(None),
            }
        }
        Ok(Some(Value::Bool(count == 1)))
    }
    /// Conditions, each with what is given if it holds; the last one has none.
    fn choice(&mut self, all: &[Value]) -> Known {
        let [cases @ .., otherwise] = all else { return Err(code::PARAMETER) };
        for case in cases.chunks(2) {
            let [condition, result] = case else { return Err(code::PARAMETER) };
            match self.truth(condition)? {
                Some(true) => return self.value(result),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        self.value(otherwise)
    }
    /// Names, each with its value, and where they count.
    fn definitions(&mut self, all: &[Value]) -> Known {
        let [definitions @ .., inside] = all else { return Err(code::PARAMETER) };
        let outside = self.names.len();
        for definition in definitions.chunks(2) {
            let [variable, value] = definition else { return Err(code::PARAMETER) };
            let (variable, value) = (name(variable)?, self.value(value)?);
            self.names.push((variable, value));
        }
        let result = self.value(inside);
        self.names.truncate(outside);
        result
    }
    fn metadata(&self, what: i64) -> Known {
        let record = self.subject.record;
        let expires = u64::from(record.expires);
        Ok(Some(match what {
            65 | 73 | 74 => Value::Int(record.size as i64),
            66 => Value::Int((record.updated * 1_000_000) as i64),
            67 => Value::Int(milliseconds().saturating_sub(record.updated) as i64),
            68 if expires == 0 => Value::Int(-1),
            68 => Value::Int(((EPOCH + expires) * 1_000_000_000) as i64),
            69 if expires == 0 => Value::Int(-1),
            69 => Value::Int(i64::from(record.expires.saturating_sub(now()))),
            70 => Value::Str(record.set.to_vec()),
            71 => Value::Bool(!record.key.is_empty()),
            72 => Value::Bool(false),
            _ => return Err(code::PARAMETER),
        }))
    }
    /// The record's key, if it was sent with the record.
    fn key(&self) -> Option<Value> {
        let (kind, bytes) = self.subject.record.key.split_first()?;
        Value::from_particle(*kind, bytes).ok()
    }
    /// An operation on the list or map that an expression gives.
    fn call(&mut self, module: i64, call: &[Value], on: &Value) -> Known {
        if module & !MODIFIES != 0 {
            return Err(code::UNSUPPORTED);
        }
        let (steps, call) = match call {
            [Value::Int(0xff), steps, Value::List(_, call)] => (Some(steps), &call[..]),
            call => (None, call),
        };
        let mut parts = Vec::with_capacity(call.len());
        for part in call {
            // What is unknown stands for nothing.
            parts.push(self.value(part)?.unwrap_or(Value::Null));
        }
        let mut request = Value::List(false, parts);
        if let Some(steps) = steps {
            request = Value::List(false, vec![Value::Int(0xff), steps.clone(), request]);
        }
        let Some(mut value) = self.value(on)? else { return Ok(None) };
        let mut bytes = Vec::new();
        request.pack(&mut bytes);
        if module & MODIFIES == 0 {
            return Ok(cdt::read(Some(&value), &bytes).ok());
        }
        let mut bin = Some(value);
        if cdt::modify(&mut bin, &bytes).is_err() {
            return Ok(None);
        }
        value = bin.ok_or(code::PARAMETER)?;
        bytes.clear();
        value.pack(&mut bytes);
        if bytes.len() > MOST_VALUE { Err(code::TOO_BIG) } else { Ok(Some(value)) }
    }
}

/// Whether a number is that of an operation which is there, with other arguments.
fn is_here(number: i64) -> bool {
    matches!(number, 0..=7 | 16..=41 | 50 | 51 | 64..=74 | 80..=82 | 123..=127)
}
