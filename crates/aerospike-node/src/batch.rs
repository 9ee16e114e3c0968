//! Many records in one message. Each key may have a header, fields and operations of its own, or those of the key before.

use crate::{
    cdt::Outcome,
    command::{Command, filter},
    expression::Expression,
    server::{CHUNK, Sink, write_code},
    store::Store,
};
use phant_aerospike_wire::{
    Malformed, Read, code,
    message::{self, Cursor, Fields, Head, Kind, Writer, bits, field},
};
use std::{io, sync::Arc};

/// The key has what the one before has.
const REPEAT: u8 = 1;
/// Three bytes of header follow, and not one.
const INFO: u8 = 2;
const GENERATION: u8 = 4;
const TTL: u8 = 8;
/// A fourth byte of header follows.
const INFO4: u8 = 16;

/// What a key asks for, apart from the key.
#[derive(Clone, Copy)]
struct Wanted<'a> {
    head: Head,
    fields: Cursor<'a>,
    ops: Cursor<'a>,
}

fn wanted<'a>(from: &mut Cursor<'a>, kind: u8) -> Read<Wanted<'a>> {
    let mut head = Head { info1: from.u8()?, ttl: 0xffff_ffff, ..Head::default() };
    if kind & INFO != 0 {
        (head.info2, head.info3) = (from.u8()?, from.u8()?);
    }
    if kind & INFO4 != 0 {
        head.info4 = from.u8()?;
    }
    if kind & GENERATION != 0 {
        head.generation = u32::from(from.u16()?);
    }
    if kind & TTL != 0 {
        head.ttl = from.u32()?;
    }
    (head.fields, head.ops) = (from.u16()?, from.u16()?);
    let fields = *from;
    for _ in 0..head.fields {
        from.field()?;
    }
    let ops = *from;
    for _ in 0..head.ops {
        from.op()?;
    }
    Ok(Wanted { head, fields, ops })
}

/// Answers keys one after the other.
pub fn answer(store: &Store, fields: &Fields<'_>, keys: &[u8], sink: &mut Sink<'_>) -> io::Result<()> {
    let filter = match filter(fields) {
        Ok(filter) => filter,
        Err(code) => {
            write_code(&mut sink.out, code);
            return Ok(());
        }
    };
    let mut from = Cursor { rest: keys };
    let (Ok(count), Ok(_flags)) = (from.u32(), from.u8()) else {
        write_code(&mut sink.out, code::PARAMETER);
        return Ok(());
    };
    let mut start = message::begin(&mut sink.out, Kind::Message);
    let mut last = None;
    for _ in 0..count {
        let Ok((index, digest)) = key(&mut from, &mut last) else {
            sink.out.clear();
            write_code(&mut sink.out, code::PARAMETER);
            return Ok(());
        };
        let Some(wanted) = last else { continue };
        match command(store, wanted, digest, filter.as_ref()) {
            Ok(command) => command.run(store, &mut sink.out, false, index, 0),
            Err(code) => Writer::part(&mut sink.out, &Head { code, timeout: index, ..Head::default() }).finish(),
        }
        if sink.out.len() > CHUNK {
            message::finish(&mut sink.out, start);
            sink.flush()?;
            start = message::begin(&mut sink.out, Kind::Message);
        }
    }
    Writer::part(&mut sink.out, &Head { info3: bits::LAST, ..Head::default() }).finish();
    message::finish(&mut sink.out, start);
    Ok(())
}

fn key<'a>(from: &mut Cursor<'a>, last: &mut Option<Wanted<'a>>) -> Read<(u32, [u8; 20])> {
    let index = from.u32()?;
    let digest = from.take(20)?.try_into().map_err(|_| Malformed("a digest of another length"))?;
    let kind = from.u8()?;
    if kind & REPEAT == 0 {
        *last = Some(wanted(from, kind)?);
    }
    match last {
        Some(_) => Ok((index, digest)),
        None => Err(Malformed("nothing to repeat")),
    }
}

/// The command on one key; a filter of its own counts instead of the one for all.
fn command<'a>(
    store: &'a Store,
    mut wanted: Wanted<'a>,
    digest: [u8; 20],
    common: Option<&Arc<Expression>>,
) -> Outcome<Command<'a>> {
    let fields = Fields::read(&mut wanted.fields, wanted.head.fields).map_err(|_| code::PARAMETER)?;
    if fields.get(field::UDF_PACKAGE).is_some() {
        return Err(code::UNSUPPORTED);
    }
    let space = store.namespace(fields.get(field::NAMESPACE).ok_or(code::PARAMETER)?)?;
    let (set, key) = (fields.get(field::SET).unwrap_or_default(), fields.get(field::KEY).unwrap_or_default());
    let filter = filter(&fields)?.or_else(|| common.cloned());
    Ok(Command { head: wanted.head, space, set, key, digest, ops: wanted.ops, filter })
}
