//! Values inside lists and maps: MessagePack, with a type byte before texts and bytes, and extensions for what only this
//! protocol has.

use crate::{Malformed, Read, message::Cursor, particle};

/// The extension that stands for "anything" and for "beyond everything".
pub const COMPARE: u8 = 0xff;
/// In [`COMPARE`]: anything.
pub const WILDCARD: u8 = 0;
/// In [`COMPARE`]: beyond everything.
pub const INFINITY: u8 = 1;
/// How deep lists and maps may be nested.
pub const DEEPEST: usize = 128;

/// Appends null.
pub fn null(out: &mut Vec<u8>) {
    out.push(0xc0);
}
/// Appends a truth value.
pub fn boolean(out: &mut Vec<u8>, value: bool) {
    out.push(0xc2 | u8::from(value));
}
/// Appends a number in the fewest bytes.
pub fn int(out: &mut Vec<u8>, value: i64) {
    match value {
        0..=0x7f => out.push(value as u8),
        -0x20..=-1 => out.push(value as u8),
        0x80..=0xff => out.extend_from_slice(&[0xcc, value as u8]),
        0x100..=0xffff => {
            out.push(0xcd);
            out.extend_from_slice(&(value as u16).to_be_bytes());
        }
        0x1_0000..=0xffff_ffff => {
            out.push(0xce);
            out.extend_from_slice(&(value as u32).to_be_bytes());
        }
        0x1_0000_0000.. => {
            out.push(0xcf);
            out.extend_from_slice(&value.to_be_bytes());
        }
        -0x80..=-0x21 => out.extend_from_slice(&[0xd0, value as u8]),
        -0x8000..=-0x81 => {
            out.push(0xd1);
            out.extend_from_slice(&(value as i16).to_be_bytes());
        }
        -0x8000_0000..=-0x8001 => {
            out.push(0xd2);
            out.extend_from_slice(&(value as i32).to_be_bytes());
        }
        _ => {
            out.push(0xd3);
            out.extend_from_slice(&value.to_be_bytes());
        }
    }
}
/// Appends a double.
pub fn double(out: &mut Vec<u8>, value: f64) {
    out.push(0xcb);
    out.extend_from_slice(&value.to_be_bytes());
}
/// Appends a text, bytes or GeoJSON, with the byte that says which.
pub fn bytes(out: &mut Vec<u8>, particle: u8, value: &[u8]) {
    sized(out, value.len() + 1, [0xa0, 0xd9, 0xda, 0xdb], 32);
    out.push(particle);
    out.extend_from_slice(value);
}
/// Appends a text without a type byte: arguments of functions written in Lua, names of contexts.
pub fn plain(out: &mut Vec<u8>, value: &[u8]) {
    sized(out, value.len(), [0xa0, 0xd9, 0xda, 0xdb], 32);
    out.extend_from_slice(value);
}
/// Appends the beginning of a list.
pub fn list(out: &mut Vec<u8>, count: usize) {
    sized(out, count, [0x90, 0, 0xdc, 0xdd], 16);
}
/// Appends the beginning of a map.
pub fn map(out: &mut Vec<u8>, count: usize) {
    sized(out, count, [0x80, 0, 0xde, 0xdf], 16);
}
/// Appends what says how a list or map is ordered, its first element.
pub fn flags(out: &mut Vec<u8>, flags: u8) {
    out.extend_from_slice(&[0xc7, 0, flags]);
}
fn sized(out: &mut Vec<u8>, count: usize, tags: [u8; 4], small: usize) {
    if count < small {
        out.push(tags[0] | count as u8);
    } else if count <= 0xff && tags[1] != 0 {
        out.extend_from_slice(&[tags[1], count as u8]);
    } else if count <= 0xffff {
        out.push(tags[2]);
        out.extend_from_slice(&(count as u16).to_be_bytes());
    } else {
        out.push(tags[3]);
        out.extend_from_slice(&(count as u32).to_be_bytes());
    }
}

/// One value, or the beginning of a list or map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Token<'a> {
    /// Null.
    Null,
    /// True or false.
    Bool(bool),
    /// A number; those above the largest signed one wrap.
    Int(i64),
    /// A double.
    Double(f64),
    /// Text or bytes, the type byte included.
    Bytes(&'a [u8]),
    /// A list of so many values.
    List(usize),
    /// A map of so many keys, each before its value.
    Map(usize),
    /// An extension: its type and bytes.
    Extension(u8, &'a [u8]),
}

impl<'a> Token<'a> {
    /// Text or bytes: which of them, and what.
    pub fn typed(bytes: &'a [u8]) -> (u8, &'a [u8]) {
        bytes.split_first().map_or((particle::STRING, bytes), |(particle, rest)| (*particle, rest))
    }
}

/// The next token.
pub fn next<'a>(from: &mut Cursor<'a>) -> Read<Token<'a>> {
    let tag = from.u8()?;
    let sized = |from: &mut Cursor<'a>, width: u8| -> Read<usize> {
        Ok(match width {
            0 => usize::from(from.u8()?),
            1 => usize::from(from.u16()?),
            _ => from.u32()? as usize,
        })
    };
    // What is announced is never more than what can be there: a byte for each value.
    let counted = |from: &Cursor<'a>, count: usize, each: usize| {
        (count.checked_mul(each).is_some_and(|bytes| bytes <= from.rest.len()))
            .then_some(count)
            .ok_or(Malformed("a list that is too short"))
    };
    Ok(match tag {
        0x00..=0x7f => Token::Int(i64::from(tag)),
        0xe0.. => Token::Int(i64::from(tag as i8)),
        0x80..=0x8f => Token::Map(counted(from, usize::from(tag & 15), 2)?),
        0x90..=0x9f => Token::List(counted(from, usize::from(tag & 15), 1)?),
        0xa0..=0xbf => Token::Bytes(from.take(usize::from(tag & 31))?),
        0xc0 => Token::Null,
        0xc2 | 0xc3 => Token::Bool(tag & 1 == 1),
        0xc4..=0xc6 | 0xd9..=0xdb => {
            let size = sized(from, if tag < 0xd0 { tag - 0xc4 } else { tag - 0xd9 })?;
            Token::Bytes(from.take(size)?)
        }
        0xc7..=0xc9 => {
            let size = sized(from, tag - 0xc7)?;
            let kind = from.u8()?;
            Token::Extension(kind, from.take(size)?)
        }
        0xd4..=0xd8 => {
            let kind = from.u8()?;
            Token::Extension(kind, from.take(1 << (tag - 0xd4))?)
        }
        0xca => Token::Double(f64::from(f32::from_bits(from.u32()?))),
        0xcb => Token::Double(f64::from_bits(from.u64()?)),
        0xcc => Token::Int(i64::from(from.u8()?)),
        0xcd => Token::Int(i64::from(from.u16()?)),
        0xce => Token::Int(i64::from(from.u32()?)),
        0xcf | 0xd3 => Token::Int(from.u64()? as i64),
        0xd0 => Token::Int(i64::from(from.u8()? as i8)),
        0xd1 => Token::Int(i64::from(from.u16()? as i16)),
        0xd2 => Token::Int(i64::from(from.u32()? as i32)),
        0xdc | 0xdd => {
            let count = sized(from, tag - 0xdb)?;
            Token::List(counted(from, count, 1)?)
        }
        0xde | 0xdf => {
            let count = sized(from, tag - 0xdd)?;
            Token::Map(counted(from, count, 2)?)
        }
        0xc1 => return Err(Malformed("a value of no known type")),
    })
}
