//! Rows: the values of a result, as texts and in the binary form of prepared statements.

use crate::{
    message::Column,
    reader::{Length, Reader, put_text},
};

/// Types of columns and parameters.
pub mod kind {
    #![allow(missing_docs)]
    pub const DECIMAL: u8 = 0;
    pub const TINY: u8 = 1;
    pub const SHORT: u8 = 2;
    pub const LONG: u8 = 3;
    pub const FLOAT: u8 = 4;
    pub const DOUBLE: u8 = 5;
    pub const NULL: u8 = 6;
    pub const TIMESTAMP: u8 = 7;
    pub const LONGLONG: u8 = 8;
    pub const INT24: u8 = 9;
    pub const DATE: u8 = 10;
    pub const TIME: u8 = 11;
    pub const DATETIME: u8 = 12;
    pub const YEAR: u8 = 13;
    pub const NEWDATE: u8 = 14;
    pub const BIT: u8 = 16;
    pub const VECTOR: u8 = 242;
    pub const JSON: u8 = 245;
    pub const NEWDECIMAL: u8 = 246;
    pub const ENUM: u8 = 247;
    pub const SET: u8 = 248;
    pub const TINY_BLOB: u8 = 249;
    pub const MEDIUM_BLOB: u8 = 250;
    pub const LONG_BLOB: u8 = 251;
    pub const BLOB: u8 = 252;
    pub const VAR_STRING: u8 = 253;
    pub const STRING: u8 = 254;
    pub const GEOMETRY: u8 = 255;
}

/// Facts about columns.
pub mod flag {
    #![allow(missing_docs)]
    pub const NOT_NULL: u16 = 1;
    pub const PRI_KEY: u16 = 2;
    pub const UNIQUE_KEY: u16 = 4;
    pub const MULTIPLE_KEY: u16 = 8;
    pub const BLOB: u16 = 16;
    pub const UNSIGNED: u16 = 32;
    pub const ZEROFILL: u16 = 64;
    pub const BINARY: u16 = 128;
    /// Of the columns' own: a number.
    pub const NUM: u16 = 32768;
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// SQL's NULL.
    Null,
    /// A number.
    Int(i64),
    #[allow(missing_docs)]
    Float(f64),
    /// A text as the server sent it.
    Bytes(&'a [u8]),
    /// A text that is made here: dates, numbers that are too large.
    Text(String),
}

/// What is wrong with a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadRow;

fn is_integer(kind: u8) -> bool {
    matches!(kind, kind::TINY | kind::SHORT | kind::LONG | kind::LONGLONG | kind::INT24 | kind::YEAR)
}

/// Whether values of a type are numbers by themselves.
pub fn is_numeric(kind: u8) -> bool {
    is_integer(kind) || matches!(kind, kind::DECIMAL | kind::FLOAT | kind::DOUBLE | kind::NEWDECIMAL | kind::NULL)
}

fn number(number: u64) -> Value<'static> {
    i64::try_from(number).map_or_else(|_| Value::Text(number.to_string()), Value::Int)
}

/// Reads a row of texts. With `native`, numbers are numbers. `each` gets a value and how long it was.
pub fn text_row<'a>(
    row: &'a [u8],
    columns: &[Column],
    native: bool,
    each: &mut dyn FnMut(&Column, Value<'a>, usize),
) -> Result<(), BadRow> {
    let mut reader = Reader::new(row);
    for column in columns {
        let length = match reader.length().ok_or(BadRow)? {
            Length::Null => {
                each(column, Value::Null, 0);
                continue;
            }
            Length::Of(length) => usize::try_from(length).map_err(|_| BadRow)?,
        };
        let bytes = reader.take(length).ok_or(BadRow)?;
        let value = match column.kind {
            kind::BIT => {
                let bits = bits(bytes)?;
                if native { number(bits) } else { Value::Text(bits.to_string()) }
            }
            kind if native && is_integer(kind) && column.flags & flag::ZEROFILL == 0 => integer(bytes),
            kind::FLOAT | kind::DOUBLE if native => match std::str::from_utf8(bytes).ok().and_then(|text| text.parse().ok()) {
                Some(float) => Value::Float(float),
                None => Value::Bytes(bytes),
            },
            _ => Value::Bytes(bytes),
        };
        let length = if let Value::Text(text) = &value { text.len() } else { length };
        each(column, value, length);
    }
    Ok(())
}

fn integer(bytes: &[u8]) -> Value<'_> {
    let text = std::str::from_utf8(bytes).ok();
    text.and_then(|text| text.parse().ok()).map_or(Value::Bytes(bytes), Value::Int)
}

/// A number of up to 64 bits, the highest first.
fn bits(bytes: &[u8]) -> Result<u64, BadRow> {
    if bytes.len() > 8 {
        return Err(BadRow);
    }
    Ok(bytes.iter().fold(0, |bits, &byte| bits << 8 | u64::from(byte)))
}

/// Reads a row in the binary form.
pub fn binary_row<'a>(row: &'a [u8], columns: &[Column], each: &mut dyn FnMut(&Column, Value<'a>, usize)) -> Result<(), BadRow> {
    let mut reader = Reader::new(row);
    reader.take(1).ok_or(BadRow)?;
    let nulls = reader.take((columns.len() + 9) / 8).ok_or(BadRow)?;
    for (at, column) in columns.iter().enumerate() {
        let bit = at + 2;
        if nulls[bit / 8] >> (bit % 8) & 1 != 0 {
            each(column, Value::Null, 0);
            continue;
        }
        let before = reader.len();
        let value = binary_value(&mut reader, column).ok_or(BadRow)?;
        let length = match &value {
            Value::Bytes(bytes) => bytes.len(),
            Value::Text(text) => text.len(),
            _ => before - reader.len(),
        };
        each(column, value, length);
    }
    Ok(())
}

fn binary_value<'a>(reader: &mut Reader<'a>, column: &Column) -> Option<Value<'a>> {
    let unsigned = column.flags & flag::UNSIGNED != 0;
    let mut sized = |bytes: usize| {
        let value = reader.number(bytes)?;
        if unsigned {
            return Some(number(value));
        }
        // Extends the sign.
        let shift = 64 - 8 * bytes as u32;
        Some(Value::Int((value << shift) as i64 >> shift))
    };
    Some(match column.kind {
        kind if is_integer(kind) && column.flags & flag::ZEROFILL != 0 => {
            let bytes = match column.kind {
                kind::TINY => 1,
                kind::SHORT | kind::YEAR => 2,
                kind::LONGLONG => 8,
                _ => 4,
            };
            let value = reader.number(bytes)?;
            Value::Text(format!("{value:0width$}", width = column.length.min(255) as usize))
        }
        kind::TINY => sized(1)?,
        kind::SHORT | kind::YEAR => sized(2)?,
        kind::LONG | kind::INT24 => sized(4)?,
        kind::LONGLONG => sized(8)?,
        kind::FLOAT => {
            let float = f32::from_bits(reader.u32()?);
            Value::Float(float_to_double(float, column.decimals))
        }
        kind::DOUBLE => Value::Float(f64::from_bits(reader.number(8)?)),
        kind::NULL => Value::Null,
        kind::BIT => number(bits(reader.text()?).ok()?),
        kind::DATE | kind::NEWDATE => date(reader)?,
        kind::DATETIME | kind::TIMESTAMP => date_time(reader, column.decimals)?,
        kind::TIME => time(reader, column.decimals)?,
        _ => Value::Bytes(reader.text()?),
    })
}

/// A number of few digits as the number of many digits that looks the same.
fn float_to_double(float: f32, decimals: u8) -> f64 {
    let text = if decimals >= 31 { significant(f64::from(float), 6) } else { format!("{float:.*}", usize::from(decimals)) };
    text.parse().unwrap_or(f64::from(float))
}

/// A number in so many significant digits.
fn significant(number: f64, digits: usize) -> String {
    format!("{number:.*e}", digits - 1)
}

fn date(reader: &mut Reader<'_>) -> Option<Value<'static>> {
    let mut bytes = Reader::new(reader.text()?);
    let (year, month, day) = if bytes.is_empty() { (0, 0, 0) } else { (bytes.u16()?, bytes.u8()?, bytes.u8()?) };
    Some(Value::Text(format!("{year:04}-{month:02}-{day:02}")))
}

fn fraction(micros: u32, decimals: u8) -> String {
    match decimals {
        1..=6 => format!(".{:0width$}", micros / 10u32.pow(u32::from(6 - decimals)), width = usize::from(decimals)),
        _ => String::new(),
    }
}

fn date_time(reader: &mut Reader<'_>, decimals: u8) -> Option<Value<'static>> {
    let mut bytes = Reader::new(reader.text()?);
    let (year, month, day) = if bytes.is_empty() { (0, 0, 0) } else { (bytes.u16()?, bytes.u8()?, bytes.u8()?) };
    let (hour, minute, second) = if bytes.is_empty() { (0, 0, 0) } else { (bytes.u8()?, bytes.u8()?, bytes.u8()?) };
    let micros = if bytes.is_empty() { 0 } else { bytes.u32()? };
    let fraction = fraction(micros, decimals);
    Some(Value::Text(format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}{fraction}")))
}

fn time(reader: &mut Reader<'_>, decimals: u8) -> Option<Value<'static>> {
    let mut bytes = Reader::new(reader.text()?);
    if bytes.is_empty() {
        return Some(Value::Text(format!("00:00:00{}", fraction(0, decimals))));
    }
    let negative = bytes.u8()? != 0;
    let days = u64::from(bytes.u32()?);
    let (hour, minute, second) = (u64::from(bytes.u8()?), bytes.u8()?, bytes.u8()?);
    let micros = if bytes.is_empty() { 0 } else { bytes.u32()? };
    let (sign, hours) = (if negative { "-" } else { "" }, hour + days * 24);
    Some(Value::Text(format!("{sign}{hours:02}:{minute:02}:{second:02}{}", fraction(micros, decimals))))
}

/// A parameter's value.
#[derive(Clone, Debug)]
pub enum Parameter<'a> {
    /// SQL's NULL.
    Null,
    /// A number.
    Int(i64),
    #[allow(missing_docs)]
    Float(f64),
    /// A text.
    Text(&'a [u8]),
    /// It has been sent already, in pieces.
    Sent,
}

/// The message that runs a prepared statement.
pub fn execute(statement: u32, flags: u8, parameters: &[(u8, Parameter<'_>)], send_types: bool) -> Vec<u8> {
    let mut out = vec![crate::command::STMT_EXECUTE];
    out.extend_from_slice(&statement.to_le_bytes());
    out.push(flags);
    out.extend_from_slice(&1u32.to_le_bytes());
    if parameters.is_empty() {
        return out;
    }
    let nulls = out.len();
    out.resize(nulls + parameters.len().div_ceil(8), 0);
    out.push(u8::from(send_types));
    if send_types {
        for (kind, _) in parameters {
            out.extend_from_slice(&[*kind, 0]);
        }
    }
    for (at, (kind, value)) in parameters.iter().enumerate() {
        match value {
            Parameter::Null => out[nulls + at / 8] |= 1 << (at % 8),
            Parameter::Int(int) if *kind == kind::LONG => out.extend_from_slice(&(*int as i32).to_le_bytes()),
            Parameter::Int(int) => out.extend_from_slice(&int.to_le_bytes()),
            Parameter::Float(float) => out.extend_from_slice(&float.to_le_bytes()),
            Parameter::Text(text) => put_text(&mut out, text),
            Parameter::Sent => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(row: &[u8], column: Column, binary: bool) -> Result<String, BadRow> {
        let mut seen = String::new();
        let mut each = |_: &Column, value: Value<'_>, _| seen = format!("{value:?}");
        if binary { binary_row(row, &[column], &mut each) } else { text_row(row, &[column], true, &mut each) }?;
        Ok(seen)
    }

    #[test]
    fn texts() {
        let column = |kind| Column { kind, ..Column::default() };
        assert_eq!(read(b"\x0212", column(kind::LONG), false).unwrap(), "Int(12)");
        assert_eq!(read(b"\xfb", column(kind::LONG), false).unwrap(), "Null");
        assert_eq!(read(b"\x02\x01\x02", column(kind::BIT), false).unwrap(), "Int(258)");
        assert_eq!(read(b"\x0512", column(kind::LONG), false), Err(BadRow));
    }

    #[test]
    fn binary() {
        let column = |kind| Column { kind, ..Column::default() };
        assert_eq!(read(b"\0\0\xff", column(kind::TINY), true).unwrap(), "Int(-1)");
        assert_eq!(read(b"\0\x04", column(kind::TINY), true).unwrap(), "Null");
        assert_eq!(read(b"\0\0\x04\xde\x07\x0c\x0f", column(kind::DATE), true).unwrap(), "Text(\"2014-12-15\")");
        assert_eq!(read(b"\0\0\x08\0\0\0\0\0\x15\x08\x01", column(kind::TIME), true).unwrap(), "Text(\"21:08:01\")");
        assert_eq!(
            read(b"\0\0\x33\x33\x13\x40", Column { kind: kind::FLOAT, decimals: 31, ..Column::default() }, true).unwrap(),
            "Float(2.3)"
        );
        assert_eq!(read(b"\0\0\x08\0", column(kind::TIME), true), Err(BadRow));
    }
}
