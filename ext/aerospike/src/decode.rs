//! Values from the wire on their way to PHP.

use crate::{
    instance::{Callbacks, Step, cannot},
    objects, shapes,
};
use phant_aerospike_wire::{
    message::{Cursor, Head, Op},
    pack::{self, Token},
    particle,
    value::order,
};
use phant_ext_standard::unserialize;
use phant_memory::{Array, Key, KeyRef, PhpStr, Str, Value};
use phant_native::Ctx;
use std::time::{SystemTime, UNIX_EPOCH};

/// The value of a bin.
pub fn bin(ctx: &Ctx, kind: u8, bytes: &[u8]) -> Step<Value> {
    let number = || bytes.try_into().map(u64::from_be_bytes).map_err(|_| cannot("A number of another size"));
    Ok(match kind {
        particle::NULL => Value::NULL,
        particle::INTEGER => Value::int(number()? as i64),
        particle::DOUBLE => Value::float(f64::from_bits(number()?)),
        particle::STRING => Value::str(bytes),
        particle::BOOL => Value::bool(bytes.first().is_some_and(|byte| *byte != 0)),
        particle::LIST | particle::MAP => {
            let mut from = Cursor { rest: bytes };
            let value = packed(ctx, &mut from, pack::DEEPEST)?;
            if !from.rest.is_empty() {
                return Err(cannot("A list or map that does not end"));
            }
            value
        }
        particle::GEOJSON => {
            let mut from = Cursor { rest: bytes };
            from.u8()?;
            let cells = usize::from(from.u16()?);
            from.take(cells * 8)?;
            objects::geo(ctx, from.rest)?
        }
        _ => blob(ctx, kind, bytes)?,
    })
}

/// Bytes of a type.
fn blob(ctx: &Ctx, kind: u8, bytes: &[u8]) -> Step<Value> {
    match kind {
        particle::PHP => unserialize::from_text_quietly(ctx, bytes)?.ok_or_else(|| cannot("PHP deserialization failed")),
        particle::BLOB => {
            let callback = ctx.state::<Callbacks>().deserialize.borrow().clone();
            match callback {
                Some(callback) => Ok(ctx.call(&callback, &[Value::str(bytes)])?),
                None => objects::bytes(ctx, bytes),
            }
        }
        _ => Err(cannot("Unsupported bytes type")),
    }
}

/// A value inside a list or map.
fn packed(ctx: &Ctx, from: &mut Cursor<'_>, deep: usize) -> Step<Value> {
    let inner = deep.checked_sub(1).ok_or_else(|| cannot("Values are nested too deep"))?;
    Ok(match pack::next(from)? {
        Token::Null => Value::NULL,
        Token::Bool(value) => Value::bool(value),
        Token::Int(value) => Value::int(value),
        Token::Double(value) => Value::float(value),
        Token::Bytes(bytes) => match Token::typed(bytes) {
            (particle::STRING, text) => Value::str(text),
            (particle::GEOJSON, text) => objects::geo(ctx, text)?,
            (kind, bytes) => blob(ctx, kind, bytes)?,
        },
        Token::Extension(..) => return Err(cannot("A value of no known type")),
        Token::List(count) => {
            let (_, count) = order(from, count)?;
            let mut array = Array::with_capacity(count.min(1 << 16));
            for _ in 0..count {
                let value = packed(ctx, from, inner)?;
                array.push(value).map_err(|_| cannot("A list that is too long"))?;
            }
            Value::from(array)
        }
        Token::Map(count) => {
            let (_, left) = order(from, count)?;
            if left != count {
                pack::next(from)?;
            }
            let mut array = Array::new();
            for _ in 0..left {
                let key = key(from)?;
                let value = packed(ctx, from, inner)?;
                array.set(key, value);
            }
            Value::from(array)
        }
    })
}

fn key(from: &mut Cursor<'_>) -> Step<Key> {
    match pack::next(from)? {
        Token::Int(number) => Ok(Key::Int(number)),
        Token::Bytes(bytes) if Token::typed(bytes).0 == particle::STRING => {
            let text = Str::new(Token::typed(bytes).1);
            let text: &PhpStr = &text;
            Ok(KeyRef::from_str(text).to_key())
        }
        _ => Err(cannot("Hashtable keys must be strings or integers")),
    }
}

/// Reads the operations of an answer, each with the name of its bin.
pub fn ops(ctx: &Ctx, mut from: Cursor<'_>, count: u16, each: &mut dyn FnMut(&[u8], Value)) -> Step<()> {
    for _ in 0..count {
        let Op { bin: name, particle, value, .. } = from.op()?;
        each(name, bin(ctx, particle, value)?);
    }
    Ok(())
}

/// The bins of a record.
pub fn bins(ctx: &Ctx, from: Cursor<'_>, count: u16) -> Step<Array> {
    let mut bins = Array::with_hash_capacity(usize::from(count).min(64));
    ops(ctx, from, count, &mut |name, value| {
        bins.set(KeyRef::from_str(&Str::new(name)).to_key(), value);
    })?;
    Ok(bins)
}

/// The metadata of a record.
pub fn metadata(ctx: &Ctx, head: &Head) -> Array {
    // Seconds from 1970 to 2010, where the server's times begin.
    const EPOCH: u64 = 1_262_304_000;
    let ttl = match u64::from(head.ttl) {
        0 => i64::from(u32::MAX),
        over => {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()).saturating_sub(EPOCH);
            over.saturating_sub(now).max(1) as i64
        }
    };
    shapes::metadata(ctx, [Value::int(ttl), Value::int(i64::from(head.generation))])
}
