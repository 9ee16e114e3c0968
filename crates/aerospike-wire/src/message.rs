//! Messages: a header, fields that say what is meant, operations on bins.

use crate::{Malformed, Read};

/// Bytes before every message: version, kind, size.
pub const PREFIX: usize = 8;
/// Bytes of a message's own header.
pub const HEAD: usize = 22;
/// The largest message that is read.
pub const MOST: usize = 128 << 20;

/// What follows the eight bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    Info = 1,
    Admin = 2,
    Message = 3,
    Compressed = 4,
}

/// Begins a message in a buffer; gives where it begins, for [`finish`].
pub fn begin(out: &mut Vec<u8>, kind: Kind) -> usize {
    let start = out.len();
    out.extend_from_slice(&[2, kind as u8, 0, 0, 0, 0, 0, 0]);
    start
}
/// Writes the size of the message that began at `start`.
pub fn finish(out: &mut [u8], start: usize) {
    let size = (out.len() - start - PREFIX) as u64;
    out[start + 2..start + PREFIX].copy_from_slice(&size.to_be_bytes()[2..]);
}
/// Kind and size of what follows.
pub fn prefix(bytes: [u8; PREFIX]) -> Read<(Kind, usize)> {
    let kind = match (bytes[0], bytes[1]) {
        (2, 1) => Kind::Info,
        (2, 2) => Kind::Admin,
        (2, 3) => Kind::Message,
        (2, 4) => Kind::Compressed,
        _ => return Err(Malformed("not a message of this protocol")),
    };
    let size = u64::from_be_bytes([0, 0, bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]]);
    match usize::try_from(size) {
        Ok(size) if size <= MOST => Ok((kind, size)),
        _ => Err(Malformed("a message that is too large")),
    }
}

/// Bits of the header.
pub mod bits {
    #![allow(missing_docs)]
    pub const READ: u8 = 1;
    pub const GET_ALL: u8 = 2;
    pub const BATCH: u8 = 8;
    pub const NO_BIN_DATA: u8 = 32;
    pub const READ_ALL_REPLICAS: u8 = 64;
    pub const COMPRESS_RESPONSE: u8 = 128;

    pub const WRITE: u8 = 1;
    pub const DELETE: u8 = 2;
    pub const GENERATION: u8 = 4;
    pub const GENERATION_GREATER: u8 = 8;
    pub const DURABLE_DELETE: u8 = 16;
    pub const CREATE_ONLY: u8 = 32;
    pub const RESPOND_ALL_OPS: u8 = 128;

    pub const LAST: u8 = 1;
    pub const COMMIT_MASTER: u8 = 2;
    pub const PARTITION_DONE: u8 = 4;
    pub const UPDATE_ONLY: u8 = 8;
    pub const CREATE_OR_REPLACE: u8 = 16;
    pub const REPLACE_ONLY: u8 = 32;
    pub const LINEARIZE: u8 = 64;
}

/// Kinds of fields.
pub mod field {
    #![allow(missing_docs)]
    pub const NAMESPACE: u8 = 0;
    pub const SET: u8 = 1;
    pub const KEY: u8 = 2;
    pub const DIGEST: u8 = 4;
    pub const QUERY_ID: u8 = 7;
    pub const SOCKET_TIMEOUT: u8 = 9;
    pub const RECORDS_PER_SECOND: u8 = 10;
    pub const PARTITIONS: u8 = 11;
    pub const DIGESTS: u8 = 12;
    pub const MOST_RECORDS: u8 = 13;
    pub const INDEX_VALUES: u8 = 15;
    pub const INDEX_NAME: u8 = 21;
    pub const INDEX_RANGE: u8 = 22;
    pub const INDEX_CONTEXT: u8 = 23;
    pub const INDEX_TYPE: u8 = 26;
    pub const UDF_PACKAGE: u8 = 30;
    pub const UDF_FUNCTION: u8 = 31;
    pub const UDF_ARGUMENTS: u8 = 32;
    pub const UDF_OP: u8 = 33;
    pub const BIN_NAMES: u8 = 40;
    pub const BATCH: u8 = 41;
    pub const FILTER: u8 = 43;
}

/// Kinds of operations.
pub mod op {
    #![allow(missing_docs)]
    pub const READ: u8 = 1;
    pub const WRITE: u8 = 2;
    pub const CDT_READ: u8 = 3;
    pub const CDT_MODIFY: u8 = 4;
    pub const INCREMENT: u8 = 5;
    pub const EXPRESSION_READ: u8 = 7;
    pub const EXPRESSION_MODIFY: u8 = 8;
    pub const APPEND: u8 = 9;
    pub const PREPEND: u8 = 10;
    pub const TOUCH: u8 = 11;
    pub const BIT_READ: u8 = 12;
    pub const BIT_MODIFY: u8 = 13;
    pub const DELETE: u8 = 14;
    pub const HLL_READ: u8 = 15;
    pub const HLL_MODIFY: u8 = 16;
}

/// The header of a message.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Head {
    pub info1: u8,
    pub info2: u8,
    pub info3: u8,
    pub info4: u8,
    pub code: u8,
    pub generation: u32,
    pub ttl: u32,
    /// Milliseconds that the server may take; in answers of a batch, the number of the key.
    pub timeout: u32,
    pub fields: u16,
    pub ops: u16,
}

/// Writes a message at the end of a buffer.
pub struct Writer<'a> {
    out: &'a mut Vec<u8>,
    start: usize,
    head: usize,
    fields: u16,
    ops: u16,
    framed: bool,
}

impl<'a> Writer<'a> {
    /// A message with its prefix.
    pub fn new(out: &'a mut Vec<u8>, head: &Head) -> Writer<'a> {
        let start = begin(out, Kind::Message);
        Writer { framed: true, start, ..Writer::part(out, head) }
    }
    /// A message without: one of several that share a prefix.
    pub fn part(out: &'a mut Vec<u8>, head: &Head) -> Writer<'a> {
        let at = out.len();
        out.extend_from_slice(&[HEAD as u8, head.info1, head.info2, head.info3, head.info4, head.code]);
        out.extend_from_slice(&head.generation.to_be_bytes());
        out.extend_from_slice(&head.ttl.to_be_bytes());
        out.extend_from_slice(&head.timeout.to_be_bytes());
        out.extend_from_slice(&[0; 4]);
        Writer { out, start: at, head: at, fields: 0, ops: 0, framed: false }
    }
    /// Adds a field.
    pub fn field(&mut self, kind: u8, value: &[u8]) {
        self.field_with(kind, |out| out.extend_from_slice(value));
    }
    /// Adds a field whose value is written.
    pub fn field_with(&mut self, kind: u8, value: impl FnOnce(&mut Vec<u8>)) {
        write_field(self.out, kind, value);
        self.fields += 1;
    }
    /// Adds an operation.
    pub fn op(&mut self, op: u8, bin: &[u8], particle: u8, value: &[u8]) {
        self.op_with(op, bin, |out| {
            out.extend_from_slice(value);
            particle
        });
    }
    /// Adds an operation whose value is written; the closure says what kind of value it is.
    pub fn op_with(&mut self, op: u8, bin: &[u8], value: impl FnOnce(&mut Vec<u8>) -> u8) {
        write_op(self.out, op, bin, value);
        self.ops += 1;
    }
    /// Adds operations that stand already as they are sent.
    pub fn ready_ops(&mut self, bytes: &[u8], count: u16) {
        self.out.extend_from_slice(bytes);
        self.ops += count;
    }
    /// Changes a byte of the header: for what is known only when operations are written.
    pub fn set_code(&mut self, code: u8) {
        self.out[self.head + 5] = code;
    }
    /// Ends the message.
    pub fn finish(self) {
        self.out[self.head + 18..self.head + 20].copy_from_slice(&self.fields.to_be_bytes());
        self.out[self.head + 20..self.head + 22].copy_from_slice(&self.ops.to_be_bytes());
        if self.framed {
            finish(self.out, self.start);
        }
    }
}

/// Appends a field.
pub fn write_field(out: &mut Vec<u8>, kind: u8, value: impl FnOnce(&mut Vec<u8>)) {
    let at = out.len();
    out.extend_from_slice(&[0, 0, 0, 0, kind]);
    value(out);
    let size = (out.len() - at - 4) as u32;
    out[at..at + 4].copy_from_slice(&size.to_be_bytes());
}
/// Appends an operation.
pub fn write_op(out: &mut Vec<u8>, op: u8, bin: &[u8], value: impl FnOnce(&mut Vec<u8>) -> u8) {
    let at = out.len();
    out.extend_from_slice(&[0, 0, 0, 0, op, 0, 0, bin.len().min(255) as u8]);
    out.extend_from_slice(&bin[..bin.len().min(255)]);
    let particle = value(out);
    let size = (out.len() - at - 4) as u32;
    out[at..at + 4].copy_from_slice(&size.to_be_bytes());
    out[at + 5] = particle;
}

/// Takes numbers and bytes from the front of a slice.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    /// What is left.
    pub rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    /// So many bytes.
    pub fn take(&mut self, count: usize) -> Read<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(Malformed("a message that is too short"))?;
        self.rest = rest;
        Ok(taken)
    }
    fn array<const N: usize>(&mut self) -> Read<[u8; N]> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or(Malformed("a message that is too short"))?;
        self.rest = rest;
        Ok(*taken)
    }
    /// A byte.
    pub fn u8(&mut self) -> Read<u8> {
        self.array().map(u8::from_be_bytes)
    }
    /// Two bytes.
    pub fn u16(&mut self) -> Read<u16> {
        self.array().map(u16::from_be_bytes)
    }
    /// Four bytes.
    pub fn u32(&mut self) -> Read<u32> {
        self.array().map(u32::from_be_bytes)
    }
    /// Eight bytes.
    pub fn u64(&mut self) -> Read<u64> {
        self.array().map(u64::from_be_bytes)
    }
    /// The next field: kind and value.
    pub fn field(&mut self) -> Read<(u8, &'a [u8])> {
        let size = self.u32()? as usize;
        let field = self.take(size)?;
        let (kind, value) = field.split_first().ok_or(Malformed("a field without a kind"))?;
        Ok((*kind, value))
    }
    /// The next operation.
    pub fn op(&mut self) -> Read<Op<'a>> {
        let size = self.u32()? as usize;
        let mut op = Cursor { rest: self.take(size)? };
        let [kind, particle, _, length] = op.array()?;
        let bin = op.take(usize::from(length))?;
        Ok(Op { kind, particle, bin, value: op.rest })
    }
    /// The next header of a message.
    pub fn head(&mut self) -> Read<Head> {
        let [size, info1, info2, info3, info4, code] = self.array()?;
        let head = Head {
            info1,
            info2,
            info3,
            info4,
            code,
            generation: self.u32()?,
            ttl: self.u32()?,
            timeout: self.u32()?,
            fields: self.u16()?,
            ops: self.u16()?,
        };
        let more = usize::from(size).checked_sub(HEAD).ok_or(Malformed("a message header that is too short"))?;
        self.take(more)?;
        Ok(head)
    }
}

/// An operation, or a bin of an answer.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Op<'a> {
    pub kind: u8,
    pub particle: u8,
    pub bin: &'a [u8],
    pub value: &'a [u8],
}

/// Fields of a message by kind: those of the protocol are below 64.
pub struct Fields<'a>([Option<&'a [u8]>; 64]);

impl<'a> Fields<'a> {
    /// Reads so many fields.
    pub fn read(from: &mut Cursor<'a>, count: u16) -> Read<Fields<'a>> {
        let mut fields = Fields([None; 64]);
        for _ in 0..count {
            let (kind, value) = from.field()?;
            if let Some(place) = fields.0.get_mut(usize::from(kind)) {
                *place = Some(value);
            }
        }
        Ok(fields)
    }
    /// The value of a field.
    pub fn get(&self, kind: u8) -> Option<&'a [u8]> {
        self.0[usize::from(kind & 63)]
    }
    /// The value of a field that is a number of up to eight bytes.
    pub fn number(&self, kind: u8) -> Option<u64> {
        let bytes = self.get(kind).filter(|bytes| bytes.len() <= 8)?;
        Some(bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut out = vec![9];
        let head = Head { info1: bits::READ, generation: 7, ttl: 8, timeout: 9, ..Head::default() };
        let mut message = Writer::new(&mut out, &head);
        message.field(field::NAMESPACE, b"test");
        message.op(op::WRITE, b"bin", 1, &5i64.to_be_bytes());
        message.finish();
        let (kind, size) = prefix(*out[1..].first_chunk().unwrap()).unwrap();
        assert_eq!((kind, size), (Kind::Message, out.len() - 9));
        let mut body = Cursor { rest: &out[9..] };
        let read = body.head().unwrap();
        assert_eq!(read, Head { fields: 1, ops: 1, ..head });
        let fields = Fields::read(&mut body, read.fields).unwrap();
        assert_eq!(fields.get(field::NAMESPACE), Some(&b"test"[..]));
        let op = body.op().unwrap();
        assert_eq!((op.kind, op.bin, op.particle, op.value.len()), (op::WRITE, &b"bin"[..], 1, 8));
        assert!(body.rest.is_empty());
    }
    #[test]
    fn too_short_is_an_error() {
        let mut out = Vec::new();
        let mut message = Writer::new(&mut out, &Head::default());
        message.field(field::SET, b"s");
        message.op(op::READ, b"bin", 0, b"");
        message.finish();
        for length in PREFIX..out.len() {
            let mut body = Cursor { rest: &out[PREFIX..length] };
            let all = body.head().and_then(|head| {
                Fields::read(&mut body, head.fields)?;
                body.op()
            });
            assert!(all.is_err());
        }
    }
}
