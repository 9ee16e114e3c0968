//! A command on one record: what its header, fields and operations ask for.

use crate::{
    cdt::{self, Outcome},
    expression::{Expression, Subject},
    store::{LONGEST_LIFE, Namespace, Record, Store, milliseconds, now},
};
use phant_aerospike_wire::{
    code,
    digest::Digest,
    message::{Cursor, Fields, Head, Op, Writer, bits, field, op},
    value::Value,
};
use std::{
    borrow::Cow,
    sync::{Arc, atomic::Ordering},
};

/// The longest name of a bin.
const MOST_BIN_NAME: usize = 15;
/// The longest name of a set.
const MOST_SET_NAME: usize = 63;

/// A command, from a message of its own or from a batch.
pub struct Command<'a> {
    /// What is asked for.
    pub head: Head,
    /// The namespace.
    pub space: &'a Namespace,
    /// The set.
    pub set: &'a [u8],
    /// The key, if it was sent.
    pub key: &'a [u8],
    /// The record.
    pub digest: Digest,
    /// Operations, as they stand.
    pub ops: Cursor<'a>,
    /// What must hold for the record, if it is there.
    pub filter: Option<Arc<Expression>>,
}

/// What a command gives back: bins in the order of the operations.
#[derive(Default)]
struct Answer<'a> {
    generation: u16,
    expires: u32,
    bins: Vec<(Cow<'a, [u8]>, Value)>,
}

impl<'a> Command<'a> {
    /// The record that a message names.
    pub fn of(store: &'a Store, head: Head, fields: &Fields<'a>, ops: Cursor<'a>) -> Outcome<Command<'a>> {
        let space = store.namespace(fields.get(field::NAMESPACE).ok_or(code::PARAMETER)?)?;
        if fields.get(field::UDF_PACKAGE).is_some() {
            return Err(code::UNSUPPORTED);
        }
        let filter = filter(fields)?;
        let digest = fields.get(field::DIGEST).and_then(|bytes| bytes.try_into().ok()).ok_or(code::PARAMETER)?;
        let set = fields.get(field::SET).unwrap_or_default();
        Ok(Command { head, space, set, key: fields.get(field::KEY).unwrap_or_default(), digest, ops, filter })
    }
    /// Whether a record passes the filter.
    fn may_pass(&self, record: &Record) -> Outcome<()> {
        let Some(filter) = &self.filter else { return Ok(()) };
        match filter.accepts(&Subject { digest: &self.digest, record })? {
            true => Ok(()),
            false => Err(code::FILTERED_OUT),
        }
    }
    fn writes(&self) -> bool {
        self.head.info2 & bits::WRITE != 0
    }
    /// Runs it and writes the answer. `make` gives the header of the answer.
    pub fn run(&self, store: &Store, out: &mut Vec<u8>, framed: bool, index: u32, last: u8) {
        let mut read = None;
        let answer = if self.writes() { self.write(store) } else { self.read(store, out, framed, index, last, &mut read) };
        if read.is_some() {
            return;
        }
        let (code, answer) = match answer {
            Ok(answer) => (code::OK, answer),
            Err(code) => (code, Answer::default()),
        };
        let head = Head {
            code,
            info3: last,
            generation: u32::from(answer.generation),
            ttl: answer.expires,
            timeout: index,
            ..Head::default()
        };
        let mut message = if framed { Writer::new(out, &head) } else { Writer::part(out, &head) };
        for (bin, value) in &answer.bins {
            message.op_with(op::READ, bin, |out| value.write_particle(out));
        }
        message.finish();
    }

    /// Reads: plain bins go from the record to the answer without a copy between.
    fn read(
        &self,
        store: &Store,
        out: &mut Vec<u8>,
        framed: bool,
        index: u32,
        last: u8,
        done: &mut Option<()>,
    ) -> Outcome<Answer<'a>> {
        store.reads.fetch_add(1, Ordering::Relaxed);
        let records = self.space.of(&self.digest);
        let record = records.get(&self.digest).filter(|record| record.is_alive()).ok_or(code::NOT_FOUND)?;
        self.may_pass(record)?;
        let (info1, mut ops) = (self.head.info1, self.ops);
        let mut special = false;
        for _ in 0..self.head.ops {
            let op = ops.op().map_err(|_| code::PARAMETER)?;
            special |= op.kind != op::READ;
        }
        if special {
            let mut answer = Answer { generation: record.generation, expires: record.expires, ..Answer::default() };
            let mut copy = Cow::Borrowed(record);
            self.apply(&mut copy, &mut answer)?;
            return Ok(answer);
        }
        let head = Head {
            info3: last,
            generation: u32::from(record.generation),
            ttl: record.expires,
            timeout: index,
            ..Head::default()
        };
        let mut message = if framed { Writer::new(out, &head) } else { Writer::part(out, &head) };
        if info1 & bits::NO_BIN_DATA == 0 {
            let mut ops = self.ops;
            let mut named = 0;
            while let (true, Ok(op)) = (named < self.head.ops, ops.op()) {
                named += 1;
                if op.bin.is_empty() {
                    record.bins.iter().for_each(|(name, value)| message.op_with(op::READ, name, |out| value.write_particle(out)));
                } else if let Some(value) = record.bin(op.bin) {
                    message.op_with(op::READ, op.bin, |out| value.write_particle(out));
                }
            }
            if info1 & bits::GET_ALL != 0 && named == 0 {
                record.bins.iter().for_each(|(name, value)| message.op_with(op::READ, name, |out| value.write_particle(out)));
            }
        }
        message.finish();
        *done = Some(());
        Ok(Answer::default())
    }

    /// Writes: a copy is changed, goes into the file, and then takes the record's place.
    fn write(&self, store: &Store) -> Outcome<Answer<'a>> {
        let _writing = store.writing();
        let mut records = self.space.of(&self.digest);
        let old = records.get(&self.digest).filter(|record| record.is_alive());
        if let Some(old) = old {
            self.may_pass(old)?;
        }
        self.may_write(old)?;
        let (info2, info3) = (self.head.info2, self.head.info3);
        if info2 & bits::DELETE != 0 {
            old.ok_or(code::NOT_FOUND)?;
            store.delete(self.space, &mut records, &self.digest)?;
            return Ok(Answer::default());
        }
        if self.set.len() > MOST_SET_NAME {
            return Err(code::PARAMETER);
        }
        let is_new = old.is_none();
        let mut record = Record::copied(old);
        if info3 & (bits::CREATE_OR_REPLACE | bits::REPLACE_ONLY) != 0 {
            record.bins.clear();
        }
        let mut answer = Answer::default();
        let mut record = Cow::Owned(record);
        self.apply(&mut record, &mut answer)?;
        let mut record = record.into_owned();
        if record.bins.is_empty() {
            if !is_new {
                store.delete(self.space, &mut records, &self.digest)?;
            }
            return Ok(answer);
        }
        record.set_name(self.set);
        if !self.key.is_empty() {
            record.set_key(self.key);
        }
        record.generation = record.generation.checked_add(1).unwrap_or(1);
        record.updated = milliseconds();
        record.expires = match self.head.ttl {
            0xffff_fffe => record.expires,
            0 | 0xffff_ffff => 0,
            ttl if ttl > LONGEST_LIFE => return Err(code::PARAMETER),
            ttl => now() + ttl,
        };
        (answer.generation, answer.expires) = (record.generation, record.expires);
        store.put(self.space, &mut records, &self.digest, record)?;
        Ok(answer)
    }

    /// Whether the header's conditions hold.
    fn may_write(&self, old: Option<&Record>) -> Outcome<()> {
        let (info2, info3) = (self.head.info2, self.head.info3);
        let generation = old.map_or(0, |old| u32::from(old.generation));
        if info2 & bits::CREATE_ONLY != 0 && old.is_some() {
            return Err(code::EXISTS);
        }
        if info3 & (bits::UPDATE_ONLY | bits::REPLACE_ONLY) != 0 && old.is_none() {
            return Err(code::NOT_FOUND);
        }
        let stale = info2 & bits::GENERATION != 0 && self.head.generation != generation
            || info2 & bits::GENERATION_GREATER != 0 && self.head.generation <= generation;
        if stale { Err(code::GENERATION) } else { Ok(()) }
    }

    /// Does the operations, in order.
    fn apply(&self, record: &mut Cow<'_, Record>, answer: &mut Answer<'a>) -> Outcome<()> {
        let all = self.head.info2 & bits::RESPOND_ALL_OPS != 0;
        let mut ops = self.ops;
        let mut touched = false;
        for _ in 0..self.head.ops {
            let op = ops.op().map_err(|_| code::PARAMETER)?;
            if op.bin.len() > MOST_BIN_NAME {
                return Err(code::BIN_NAME);
            }
            touched |= op.kind == op::TOUCH;
            if op.kind == op::READ && (op.bin.is_empty() || self.head.info1 & bits::GET_ALL != 0) {
                answer.bins.extend(record.bins.iter().map(|(name, value)| (Cow::Owned(name.to_vec()), value.clone())));
                continue;
            }
            let result = self.apply_one(record, &op)?;
            let gives = matches!(op.kind, op::READ | op::CDT_READ | op::CDT_MODIFY | op::EXPRESSION_READ);
            match result {
                Value::Null if all => answer.bins.push((op.bin.into(), Value::Null)),
                Value::Null => {}
                value if gives => answer.bins.push((op.bin.into(), value)),
                _ => {}
            }
        }
        if touched && record.bins.is_empty() {
            return Err(code::NOT_FOUND);
        }
        Ok(())
    }

    /// Does one operation on a named bin.
    fn apply_one(&self, record: &mut Cow<'_, Record>, op: &Op<'a>) -> Outcome<Value> {
        let value = || Value::from_particle(op.particle, op.value).map_err(|_| code::PARAMETER);
        if !matches!(op.kind, op::READ | op::CDT_READ | op::EXPRESSION_READ) && !self.writes() {
            let unsupported = matches!(op.kind, op::BIT_READ | op::HLL_READ);
            return Err(if unsupported { code::UNSUPPORTED } else { code::PARAMETER });
        }
        match op.kind {
            op::READ => return Ok(record.bin(op.bin).cloned().unwrap_or(Value::Null)),
            op::CDT_READ => return cdt::read(record.bin(op.bin), op.value),
            op::EXPRESSION_READ => return Ok(self.computed(record, op.value)?.0.unwrap_or(Value::Null)),
            op::EXPRESSION_MODIFY => self.store_computed(record, op)?,
            op::TOUCH => {}
            op::DELETE => record.to_mut().bins.clear(),
            op::WRITE => {
                let value = value()?;
                if op.bin.is_empty() {
                    return Err(code::PARAMETER);
                }
                match value {
                    Value::Null => drop(record.to_mut().take_bin(op.bin)),
                    value => record.to_mut().set_bin(op.bin, value),
                }
            }
            op::INCREMENT => {
                let delta = value()?;
                let new = match (record.bin(op.bin), delta) {
                    (None, delta @ (Value::Int(_) | Value::Double(_))) => delta,
                    (Some(Value::Int(old)), Value::Int(delta)) => Value::Int(old.wrapping_add(delta)),
                    (Some(Value::Double(old)), Value::Double(delta)) => Value::Double(old + delta),
                    _ => return Err(code::INCOMPATIBLE_TYPE),
                };
                record.to_mut().set_bin(op.bin, new);
            }
            op::APPEND | op::PREPEND => {
                let new = joined(record.bin(op.bin), value()?, op.kind == op::APPEND)?;
                record.to_mut().set_bin(op.bin, new);
            }
            op::CDT_MODIFY => {
                let record = record.to_mut();
                let at = record.bins.iter().position(|(name, _)| **name == *op.bin);
                let mut bin = at.map(|at| std::mem::replace(&mut record.bins[at].1, Value::Null));
                let result = cdt::modify(&mut bin, op.value)?;
                match (at, bin) {
                    (Some(at), Some(bin)) => record.bins[at].1 = bin,
                    (None, Some(bin)) => record.set_bin(op.bin, bin),
                    _ => {}
                }
                return Ok(result);
            }
            op::BIT_READ | op::BIT_MODIFY | op::HLL_READ | op::HLL_MODIFY => {
                return Err(code::UNSUPPORTED);
            }
            _ => return Err(code::PARAMETER),
        }
        Ok(Value::Null)
    }
}

/// Flags of operations with expressions.
mod flag {
    pub const CREATE_ONLY: i64 = 1;
    pub const UPDATE_ONLY: i64 = 2;
    pub const MAY_DELETE: i64 = 4;
    pub const NO_POLICY_FAILURE: i64 = 8;
    pub const NO_FAILURE: i64 = 16;
}

impl Command<'_> {
    /// What the expression of an operation gives, unless it may fail and does, and the operation's flags.
    fn computed(&self, record: &Record, bytes: &[u8]) -> Outcome<(Option<Value>, i64)> {
        let (expression, flags) = Expression::of_operation(bytes)?;
        let value =
            expression.value(&Subject { digest: &self.digest, record }).and_then(|value| value.ok_or(code::NOT_APPLICABLE));
        match value {
            Ok(value) => Ok((Some(value), flags)),
            Err(_) if flags & flag::NO_FAILURE != 0 => Ok((None, flags)),
            Err(code) => Err(code),
        }
    }
    /// Writes what an expression gives into a bin.
    fn store_computed(&self, record: &mut Cow<'_, Record>, op: &Op<'_>) -> Outcome<()> {
        let (value, flags) = self.computed(record, op.value)?;
        let Some(value) = value else { return Ok(()) };
        let is_there = record.bin(op.bin).is_some();
        let refused = match is_there {
            true if flags & flag::CREATE_ONLY != 0 => Some(code::BIN_EXISTS),
            false if flags & flag::UPDATE_ONLY != 0 => Some(code::BIN_NOT_FOUND),
            _ => None,
        };
        match refused {
            Some(_) if flags & flag::NO_POLICY_FAILURE != 0 => return Ok(()),
            Some(code) => return Err(code),
            None => {}
        }
        match value {
            Value::Null if flags & flag::MAY_DELETE == 0 => return Err(code::NOT_APPLICABLE),
            Value::Null => drop(record.to_mut().take_bin(op.bin)),
            Value::Infinity | Value::Wildcard => return Err(code::PARAMETER),
            value => record.to_mut().set_bin(op.bin, value),
        }
        Ok(())
    }
}

/// The filter that a message brings.
pub fn filter(fields: &Fields<'_>) -> Outcome<Option<Arc<Expression>>> {
    fields.get(field::FILTER).map(|bytes| Expression::read(bytes).map(Arc::new)).transpose()
}

/// A text or bytes with others behind or before.
fn joined(old: Option<&Value>, new: Value, behind: bool) -> Outcome<Value> {
    let join = |old: &[u8], new: Vec<u8>| if behind { [old, &new].concat() } else { [&new, old].concat() };
    match (old, new) {
        (None, new @ (Value::Str(_) | Value::Bytes(..))) => Ok(new),
        (Some(Value::Str(old)), Value::Str(new)) => Ok(Value::Str(join(old, new))),
        (Some(Value::Bytes(kind, old)), Value::Bytes(same, new)) if *kind == same => Ok(Value::Bytes(same, join(old, new))),
        _ => Err(code::INCOMPATIBLE_TYPE),
    }
}
