//! Bytes of one encoding to characters, and characters to bytes of another, with somebody who is asked about what fails.

use super::table::{Converter, Form};
use phant_charset::{Decoder, Encoder, Fault};

/// Where a text ends in the middle of a character.
pub(super) const TRUNCATED: i64 = 11;
pub(super) const ILLEGAL: i64 = 12;

/// What cannot be read.
pub(super) struct Broken<'a> {
    pub(super) bytes: &'a [u8],
    /// What comes behind it.
    pub(super) rest: &'a [u8],
    pub(super) code: i64,
}

/// Reads bytes. `ask` writes what stands for bytes that mean nothing, or ends it with an error.
pub(super) fn decode<E>(
    converter: &Converter,
    input: &[u8],
    ask: &mut dyn FnMut(Broken<'_>, &mut String) -> Result<(), E>,
) -> Result<String, E> {
    let mut out = String::with_capacity(input.len());
    match &converter.form {
        Form::Single(bytes, _) => {
            for (at, &byte) in input.iter().enumerate() {
                match bytes[usize::from(byte)] {
                    Some(c) => out.push(c),
                    None => {
                        let broken = Broken { bytes: &input[at..=at], rest: &input[at + 1..], code: ILLEGAL };
                        ask(broken, &mut out)?;
                    }
                }
            }
        }
        Form::Cesu => decode_cesu(input, &mut out, ask)?,
        Form::Charset(charset) if charset.is_utf8() => decode_utf8(input, &mut out, ask)?,
        Form::Charset(_) => decode_charset(converter, input, &mut out, ask)?,
    }
    Ok(out)
}

fn decode_utf8<E>(
    input: &[u8],
    out: &mut String,
    ask: &mut dyn FnMut(Broken<'_>, &mut String) -> Result<(), E>,
) -> Result<(), E> {
    let mut at = 0;
    for chunk in input.utf8_chunks() {
        out.push_str(chunk.valid());
        at += chunk.valid().len();
        let bytes = chunk.invalid();
        if bytes.is_empty() {
            continue;
        }
        at += bytes.len();
        let (first, length) = (bytes[0], bytes.len());
        let needed = match first {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => 1,
        };
        let code = if at == input.len() && length < needed { TRUNCATED } else { ILLEGAL };
        ask(Broken { bytes, rest: &input[at..], code }, out)?;
    }
    Ok(())
}

/// Pairs of halves, each in three bytes, are one character.
fn decode_cesu<E>(
    input: &[u8],
    out: &mut String,
    ask: &mut dyn FnMut(Broken<'_>, &mut String) -> Result<(), E>,
) -> Result<(), E> {
    let mut rest = input;
    while !rest.is_empty() {
        if let [0xed, a @ 0xa0..=0xaf, b @ 0x80..=0xbf, 0xed, c @ 0xb0..=0xbf, d @ 0x80..=0xbf, tail @ ..] = rest {
            let high = u32::from(a & 15) << 6 | u32::from(b & 63);
            let low = u32::from(c & 15) << 6 | u32::from(d & 63);
            out.extend(char::from_u32(0x10000 + (high << 10) + low));
            rest = tail;
            continue;
        }
        let chunk = rest.utf8_chunks().next();
        let (valid, invalid) = chunk.map_or(("", &rest[..1]), |chunk| (chunk.valid(), chunk.invalid()));
        let pair = valid.len();
        out.push_str(valid);
        rest = &rest[pair..];
        if !invalid.is_empty() && !matches!(rest, [0xed, 0xa0..=0xaf, _, 0xed, ..]) {
            let (bytes, tail) = rest.split_at(invalid.len());
            rest = tail;
            ask(Broken { bytes, rest, code: ILLEGAL }, out)?;
        } else if matches!(rest, [0xed, 0xa0..=0xaf, _, 0xed, ..])
            && !matches!(rest, [0xed, _, 0x80..=0xbf, 0xed, 0xb0..=0xbf, 0x80..=0xbf, ..])
        {
            let (bytes, tail) = rest.split_at(1);
            rest = tail;
            ask(Broken { bytes, rest, code: ILLEGAL }, out)?;
        }
    }
    Ok(())
}

fn decode_charset<E>(
    converter: &Converter,
    input: &[u8],
    out: &mut String,
    ask: &mut dyn FnMut(Broken<'_>, &mut String) -> Result<(), E>,
) -> Result<(), E> {
    let Form::Charset(charset) = &converter.form else { return Ok(()) };
    // Without a mark the highest byte is the first.
    let marked = matches!(input, [0xfe, 0xff, ..] | [0xff, 0xfe, ..] | [0, 0, 0xfe, 0xff, ..]);
    let charset = match converter.name.as_str() {
        "UTF-16" if !marked => phant_charset::find(b"UTF-16BE").unwrap_or(charset),
        "UTF-32" if !marked => phant_charset::find(b"UTF-32BE").unwrap_or(charset),
        _ => charset,
    };
    let mut decoder = Decoder::new(charset);
    let mut rest = input;
    loop {
        let (used, fault) = decoder.decode(rest, out);
        let used = used.min(rest.len());
        let (taken, behind) = rest.split_at(used);
        match fault {
            Some(fault) => {
                let code = if matches!(fault, Fault::Incomplete) { TRUNCATED } else { ILLEGAL };
                let bytes = &taken[taken.len().saturating_sub(1)..];
                ask(Broken { bytes, rest: behind, code }, out)?;
                if used == 0 {
                    break;
                }
            }
            None => break,
        }
        rest = behind;
    }
    if decoder.finish(out).is_some() {
        let bytes = &input[input.len().saturating_sub(1)..];
        ask(Broken { bytes, rest: &[], code: TRUNCATED }, out)?;
    }
    Ok(())
}

/// Writes characters. `ask` writes what stands for a character that the encoding lacks, or ends it with an error.
pub(super) fn encode<E>(
    converter: &Converter,
    text: &str,
    ask: &mut dyn FnMut(char, &mut Vec<u8>) -> Result<(), E>,
) -> Result<Vec<u8>, E> {
    let mut out = Vec::with_capacity(text.len());
    match &converter.form {
        Form::Single(_, bytes) => {
            for c in text.chars() {
                match bytes.get(&c) {
                    Some(&byte) => out.push(byte),
                    None => ask(c, &mut out)?,
                }
            }
        }
        Form::Cesu => {
            for c in text.chars() {
                if c.len_utf8() < 4 {
                    out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                    continue;
                }
                for &unit in c.encode_utf16(&mut [0; 2]).iter() {
                    out.extend([0xe0 | (unit >> 12) as u8, 0x80 | (unit >> 6 & 63) as u8, 0x80 | (unit & 63) as u8]);
                }
            }
        }
        Form::Charset(charset) => {
            let mut encoder = Encoder::new(charset);
            let mut rest = text;
            while let Err(lacking) = encoder.encode(rest, &mut out) {
                rest = &rest[lacking.rest..];
                ask(lacking.c, &mut out)?;
            }
            encoder.finish(&mut out);
        }
    }
    Ok(out)
}
