//! Scans and queries: records of some partitions, those that a predicate accepts, to be read or to be changed.

use crate::{
    cdt::{Outcome, walk},
    command::{Command, filter},
    expression::{Expression, Subject},
    server::{CHUNK, Sink, write_code},
    store::{Namespace, Record, Store, after, now},
};
use phant_aerospike_wire::{
    code,
    digest::Digest,
    message::{self, Cursor, Fields, Head, Kind, Writer, bits, field, op},
    particle, partition,
    value::Value,
};
use std::{io, sync::Arc};

/// What a predicate looks at inside a bin.
#[derive(Clone, Copy, PartialEq)]
enum Over {
    Bin,
    List,
    MapKeys,
    MapValues,
}

/// A condition on a bin.
struct Predicate<'a> {
    bin: &'a [u8],
    steps: Vec<Value>,
    over: Over,
    from: Value,
    to: Value,
}

/// A scan or query.
struct Query<'a> {
    head: Head,
    space: &'a Namespace,
    set: &'a [u8],
    predicate: Option<Predicate<'a>>,
    filter: Option<Arc<Expression>>,
    /// Partitions, each with the digest after which it goes on.
    parts: Vec<(usize, Option<Digest>)>,
    most: u64,
    /// Names of bins; none are all.
    bins: Vec<&'a [u8]>,
    ops: Cursor<'a>,
}

fn predicate<'a>(fields: &Fields<'a>) -> Outcome<Option<Predicate<'a>>> {
    let Some(range) = fields.get(field::INDEX_RANGE) else { return Ok(None) };
    let bad = |_| code::PARAMETER;
    let mut from = Cursor { rest: range };
    if from.u8().map_err(bad)? != 1 {
        return Err(code::PARAMETER);
    }
    let length = usize::from(from.u8().map_err(bad)?);
    let bin = from.take(length).map_err(bad)?;
    let kind = from.u8().map_err(bad)?;
    if kind == particle::GEOJSON {
        return Err(code::UNSUPPORTED);
    }
    let mut end = || {
        let length = from.u32().map_err(bad)? as usize;
        Value::from_particle(kind, from.take(length).map_err(bad)?).map_err(bad)
    };
    let (low, high) = (end()?, end()?);
    let over = match fields.number(field::INDEX_TYPE).unwrap_or(0) {
        0 => Over::Bin,
        1 => Over::List,
        2 => Over::MapKeys,
        3 => Over::MapValues,
        _ => return Err(code::PARAMETER),
    };
    let steps = match fields.get(field::INDEX_CONTEXT) {
        Some(bytes) => match Value::unpack(&mut Cursor { rest: bytes }).map_err(bad)? {
            Value::List(_, steps) => steps,
            _ => return Err(code::PARAMETER),
        },
        None => Vec::new(),
    };
    Ok(Some(Predicate { bin, steps, over, from: low, to: high }))
}

impl Predicate<'_> {
    fn accepts(&self, record: &Record) -> bool {
        let Some(value) = record.bin(self.bin).and_then(|value| walk(value, &self.steps).ok()) else { return false };
        // Texts and bytes are sought by equality, so both ends are the same.
        let inside = |value: &Value| value.order(&self.from).is_ge() && value.order(&self.to).is_le();
        match (self.over, value) {
            (Over::Bin, value) => inside(value),
            (Over::List, Value::List(_, values)) => values.iter().any(inside),
            (Over::MapKeys, Value::Map(_, entries)) => entries.iter().any(|(key, _)| inside(key)),
            (Over::MapValues, Value::Map(_, entries)) => entries.iter().any(|(_, value)| inside(value)),
            _ => false,
        }
    }
    fn has_index(&self, space: &Namespace, set: &[u8]) -> bool {
        let over = match self.over {
            Over::Bin => "default",
            Over::List => "list",
            Over::MapKeys => "mapkeys",
            Over::MapValues => "mapvalues",
        };
        let kind = match self.from {
            Value::Int(_) => "numeric",
            Value::Bytes(..) => "blob",
            _ => "string",
        };
        space.indexes().iter().any(|index| {
            index.bin.as_bytes() == self.bin && index.over == over && index.kind == kind && index.set.as_bytes() == set
        })
    }
}

/// Partitions as a message names them: by number, or by the digest of the last record that was got from there.
fn parts(fields: &Fields<'_>) -> Vec<(usize, Option<Digest>)> {
    let (numbers, digests) = (fields.get(field::PARTITIONS), fields.get(field::DIGESTS));
    if numbers.is_none() && digests.is_none() {
        return (0..partition::PARTITIONS).map(|number| (number, None)).collect();
    }
    let numbers =
        numbers.unwrap_or_default().chunks_exact(2).map(|two| (usize::from(u16::from_le_bytes([two[0], two[1]])), None));
    let digests = digests.unwrap_or_default().chunks_exact(20).filter_map(|bytes| {
        let digest: Digest = bytes.try_into().ok()?;
        Some((partition::of(&digest), Some(digest)))
    });
    numbers.filter(|(number, _)| *number < partition::PARTITIONS).chain(digests).collect()
}

fn query<'a>(store: &'a Store, head: Head, fields: &Fields<'a>, from: Cursor<'a>) -> Outcome<Query<'a>> {
    let space = store.namespace(fields.get(field::NAMESPACE).ok_or(code::PARAMETER)?)?;
    if fields.get(field::UDF_PACKAGE).is_some() {
        return Err(code::UNSUPPORTED);
    }
    let set = fields.get(field::SET).unwrap_or_default();
    let predicate = predicate(fields)?;
    if predicate.as_ref().is_some_and(|predicate| !predicate.has_index(space, set)) {
        return Err(code::INDEX_NOT_FOUND);
    }
    let mut bins = Vec::new();
    if let Some(names) = fields.get(field::BIN_NAMES) {
        let mut names = Cursor { rest: names };
        for _ in 0..names.u8().map_err(|_| code::PARAMETER)? {
            let length = names.u8().map_err(|_| code::PARAMETER)?;
            bins.push(names.take(usize::from(length)).map_err(|_| code::PARAMETER)?);
        }
    }
    let mut ops = from;
    for _ in 0..head.ops {
        let op = ops.op().map_err(|_| code::PARAMETER)?;
        if head.info2 & bits::WRITE == 0 {
            if op.kind != op::READ {
                return Err(code::UNSUPPORTED);
            }
            bins.push(op.bin);
        }
    }
    let most = fields.number(field::MOST_RECORDS).filter(|most| *most > 0).unwrap_or(u64::MAX);
    Ok(Query { head, space, set, predicate, filter: filter(fields)?, parts: parts(fields), most, bins, ops: from })
}

/// Answers a scan or query, in pieces.
pub fn answer(store: &Store, head: Head, fields: &Fields<'_>, from: Cursor<'_>, sink: &mut Sink<'_>) -> io::Result<()> {
    let query = match query(store, head, fields, from) {
        Ok(query) => query,
        Err(code) => {
            let head = Head { code, info3: bits::LAST, ..Head::default() };
            Writer::new(&mut sink.out, &head).finish();
            return Ok(());
        }
    };
    if head.info2 & bits::WRITE != 0 {
        query.change(store);
        write_code(&mut sink.out, code::OK);
        let at = sink.out.len() - message::HEAD;
        sink.out[at + 3] = bits::LAST;
        return Ok(());
    }
    query.send(sink)
}

impl<'a> Query<'a> {
    fn accepts(&self, digest: &Digest, record: &Record, now: u32) -> bool {
        (self.set.is_empty() || *record.set == *self.set)
            && !record.is_over(now)
            && self.predicate.as_ref().is_none_or(|predicate| predicate.accepts(record))
            && self.filter.as_ref().is_none_or(|filter| filter.accepts(&Subject { digest, record }) == Ok(true))
    }
    /// Sends what is found. No lock is held while something is sent.
    fn send(&self, sink: &mut Sink<'_>) -> io::Result<()> {
        let now = now();
        let mut left = self.most;
        let mut start = message::begin(&mut sink.out, Kind::Message);
        for (number, last) in &self.parts {
            let mut last = *last;
            loop {
                let (mut more, resume) = (false, last);
                for (digest, record) in after(&self.space.partition(*number), resume.as_ref()) {
                    if left == 0 || sink.out.len() > CHUNK {
                        more = left > 0;
                        break;
                    }
                    last = Some(*digest);
                    if self.accepts(digest, record, now) {
                        self.write(&mut sink.out, digest, record);
                        left -= 1;
                    }
                }
                if sink.out.len() > CHUNK {
                    message::finish(&mut sink.out, start);
                    sink.flush()?;
                    start = message::begin(&mut sink.out, Kind::Message);
                }
                if !more {
                    break;
                }
            }
            if left == 0 {
                break;
            }
            let done = Head { info3: bits::PARTITION_DONE, generation: *number as u32, ..Head::default() };
            Writer::part(&mut sink.out, &done).finish();
        }
        Writer::part(&mut sink.out, &Head { info3: bits::LAST, ..Head::default() }).finish();
        message::finish(&mut sink.out, start);
        Ok(())
    }
    fn write(&self, out: &mut Vec<u8>, digest: &Digest, record: &Record) {
        let head = Head { generation: u32::from(record.generation), ttl: record.expires, ..Head::default() };
        let mut message = Writer::part(out, &head);
        message.field(field::NAMESPACE, self.space.name.as_bytes());
        message.field(field::DIGEST, digest);
        if !record.set.is_empty() {
            message.field(field::SET, &record.set);
        }
        if !record.key.is_empty() {
            message.field(field::KEY, &record.key);
        }
        if self.predicate.is_some() {
            message.field(field::INDEX_VALUES, &[0; 8]);
        }
        if self.head.info1 & bits::NO_BIN_DATA == 0 {
            for (name, value) in &record.bins {
                if self.bins.is_empty() || self.bins.iter().any(|wanted| **wanted == **name) {
                    message.op_with(op::READ, name, |out| value.write_particle(out));
                }
            }
        }
        message.finish();
    }
    /// Does the operations on every record that is found.
    fn change(&self, store: &Store) {
        let mut scratch = Vec::new();
        for (number, _) in &self.parts {
            let now = now();
            let found: Vec<Digest> = after(&self.space.partition(*number), None)
                .filter(|(digest, record)| self.accepts(digest, record, now))
                .map(|(digest, _)| *digest)
                .collect();
            for digest in found {
                let set = self.space.of(&digest).get(&digest).map(|record| record.set.clone()).unwrap_or_default();
                let command =
                    Command { head: self.head, space: self.space, set: &set, key: &[], digest, ops: self.ops, filter: None };
                scratch.clear();
                // One record that cannot be changed does not keep the others from it.
                command.run(store, &mut scratch, true, 0, 0);
            }
        }
    }
}
