//! Bytes to characters and back.
//!
//! Characters are code points in `u32`s; [`BAD`] stands for bytes that mean nothing.

use crate::{
    encoding::{BAD, Codec, Encoding, Order},
    tables, utf7,
};
use encoding_rs as rs;
use phant_digest::{base64, quoted_printable, uuencode};

/// Whether this build has the tables of an encoding.
pub(crate) fn is_available(encoding: &Encoding) -> bool {
    !matches!(encoding.codec, Codec::Missing)
}

/// The characters of a text.
pub(crate) fn decode(encoding: &Encoding, bytes: &[u8]) -> Vec<u32> {
    let mut out = Vec::with_capacity(bytes.len() / encoding.unit().unwrap_or(1) + 1);
    match encoding.codec {
        Codec::Utf8 => decode_utf8(bytes, &mut out),
        Codec::Utf16(order) => decode_utf16(order, bytes, &mut out),
        Codec::Ucs2(order) => decode_ucs2(order, bytes, &mut out),
        Codec::Utf32(order) => decode_utf32(order, bytes, true, &mut out),
        Codec::Ucs4(order) => decode_utf32(order, bytes, false, &mut out),
        Codec::Ascii => out.extend(bytes.iter().map(|&b| if b < 0x80 { u32::from(b) } else { BAD })),
        Codec::Latin1 => out.extend(bytes.iter().map(|&b| u32::from(b))),
        Codec::Table(table) => out.extend(bytes.iter().map(|&b| from_table(table, b))),
        Codec::Legacy(legacy) => decode_legacy(legacy, bytes, &mut out),
        Codec::Utf7 => utf7::decode(bytes, false, &mut out),
        Codec::Utf7Imap => utf7::decode(bytes, true, &mut out),
        Codec::Html => decode_html(bytes, &mut out),
        Codec::Base64 => out.extend(base64::decode(bytes, false).unwrap_or_default().into_iter().map(u32::from)),
        Codec::QuotedPrintable => out.extend(quoted_printable::decode(bytes).into_iter().map(u32::from)),
        Codec::Uuencode => out.extend(decode_uuencode(bytes).into_iter().map(u32::from)),
        Codec::Missing => {}
    }
    out
}

fn from_table(table: &[u16; 128], byte: u8) -> u32 {
    match byte.checked_sub(0x80) {
        None => u32::from(byte),
        Some(high) => match table[usize::from(high)] {
            tables::NONE => BAD,
            code => u32::from(code),
        },
    }
}

fn decode_utf8(bytes: &[u8], out: &mut Vec<u32>) {
    for chunk in bytes.utf8_chunks() {
        out.extend(chunk.valid().chars().map(u32::from));
        if !chunk.invalid().is_empty() {
            out.push(BAD);
        }
    }
}

/// The order a byte-order mark asks for, and the bytes behind it.
fn detect(order: Order, bytes: &[u8], width: usize) -> (bool, &[u8]) {
    let big: &[u8] = if width == 2 { b"\xfe\xff" } else { b"\0\0\xfe\xff" };
    let little: &[u8] = if width == 2 { b"\xff\xfe" } else { b"\xff\xfe\0\0" };
    match order {
        Order::Big => (true, bytes),
        Order::Little => (false, bytes),
        Order::Detect if bytes.starts_with(big) => (true, &bytes[width..]),
        Order::Detect if bytes.starts_with(little) => (false, &bytes[width..]),
        Order::Detect => (true, bytes),
    }
}

fn unit16(big: bool, b: &[u8]) -> u32 {
    let unit = [b[0], b[1]];
    u32::from(if big { u16::from_be_bytes(unit) } else { u16::from_le_bytes(unit) })
}

fn decode_utf16(order: Order, bytes: &[u8], out: &mut Vec<u32>) {
    let (big, bytes) = detect(order, bytes, 2);
    let mut units = bytes.chunks(2).map(|b| if b.len() == 2 { unit16(big, b) } else { BAD }).peekable();
    while let Some(unit) = units.next() {
        match unit {
            0xd800..0xdc00 => match units.peek().copied() {
                Some(low @ 0xdc00..0xe000) => {
                    units.next();
                    out.push(0x10000 + ((unit & 0x3ff) << 10 | low & 0x3ff));
                }
                _ => out.push(BAD),
            },
            0xdc00..0xe000 => out.push(BAD),
            _ => out.push(unit),
        }
    }
}

fn decode_ucs2(order: Order, bytes: &[u8], out: &mut Vec<u32>) {
    let (big, bytes) = detect(order, bytes, 2);
    out.extend(bytes.chunks(2).map(|b| if b.len() == 2 { unit16(big, b) } else { BAD }));
}

fn decode_utf32(order: Order, bytes: &[u8], checked: bool, out: &mut Vec<u32>) {
    let (big, bytes) = detect(order, bytes, 4);
    out.extend(bytes.chunks(4).map(|b| {
        let Ok(unit) = <[u8; 4]>::try_from(b) else { return BAD };
        let code = if big { u32::from_be_bytes(unit) } else { u32::from_le_bytes(unit) };
        if checked && char::from_u32(code).is_none() { BAD } else { code }
    }));
}

fn decode_legacy(legacy: &'static rs::Encoding, bytes: &[u8], out: &mut Vec<u32>) {
    let mut decoder = legacy.new_decoder_without_bom_handling();
    let mut text = vec![0u8; 1024];
    let mut rest = bytes;
    loop {
        let (result, read, written) = decoder.decode_to_utf8_without_replacement(rest, &mut text, true);
        rest = &rest[read..];
        let valid = std::str::from_utf8(&text[..written]).unwrap_or_default();
        out.extend(valid.chars().map(u32::from));
        match result {
            rs::DecoderResult::InputEmpty => break,
            rs::DecoderResult::OutputFull => {}
            rs::DecoderResult::Malformed(..) => out.push(BAD),
        }
    }
}

/// What stands for a character, from behind the `&` to before the `;`.
fn entity(name: &[u8]) -> Option<u32> {
    if let Some(number) = name.strip_prefix(b"#") {
        let (digits, radix) = match number {
            [b'x' | b'X', hex @ ..] => (hex, 16),
            _ => (number, 10),
        };
        if digits.is_empty() || !digits.iter().all(|&b| (b as char).is_digit(radix)) {
            return None;
        }
        let code = u32::from_str_radix(std::str::from_utf8(digits).ok()?, radix).ok()?;
        return (code < 0x11_0000).then_some(code);
    }
    let own: [(u32, &str); 4] = [(0x26, "amp"), (0x3c, "lt"), (0x3e, "gt"), (0x22, "quot")];
    own.iter().chain(&tables::ENTITIES).find(|(_, n)| n.as_bytes() == name).map(|(code, _)| *code)
}

fn decode_html(bytes: &[u8], out: &mut Vec<u32>) {
    let mut rest = bytes;
    while let Some((&first, tail)) = rest.split_first() {
        if first == b'&'
            && let Some(end) = tail.iter().take(16).position(|&b| b == b';')
            && let Some(code) = entity(&tail[..end])
        {
            out.push(code);
            rest = &tail[end + 1..];
        } else {
            out.push(u32::from(first));
            rest = tail;
        }
    }
}

fn decode_uuencode(bytes: &[u8]) -> Vec<u8> {
    let body = if bytes.starts_with(b"begin ") {
        bytes.iter().position(|&b| b == b'\n').map_or(&[][..], |end| &bytes[end + 1..])
    } else {
        bytes
    };
    uuencode::decode(body).unwrap_or_default()
}

/// What is written for characters that an encoding does not have, and for bytes that mean nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Substitute {
    None,
    Char(u32),
    /// `U+20AC`
    Long,
    /// `&#x20AC;`
    Entity,
}

/// Characters as bytes of an encoding.
pub(crate) struct Encoder<'a> {
    encoding: &'a Encoding,
    substitute: Substitute,
    out: Vec<u8>,
    /// How many characters could not be written.
    pub(crate) illegal: usize,
}

/// Characters as bytes.
pub(crate) fn encode(encoding: &Encoding, chars: &[u32], substitute: Substitute) -> Vec<u8> {
    encode_counted(encoding, chars, substitute).0
}

/// Characters as bytes, and how many had to be substituted.
pub(crate) fn encode_counted(encoding: &Encoding, chars: &[u32], substitute: Substitute) -> (Vec<u8>, usize) {
    let mut encoder = Encoder { encoding, substitute, out: Vec::with_capacity(chars.len() + chars.len() / 4), illegal: 0 };
    encoder.all(chars);
    (encoder.out, encoder.illegal)
}

impl Encoder<'_> {
    fn all(&mut self, chars: &[u32]) {
        match self.encoding.codec {
            Codec::Legacy(legacy) => self.legacy(legacy, chars),
            Codec::Utf7 | Codec::Utf7Imap => {
                let imap = matches!(self.encoding.codec, Codec::Utf7Imap);
                let chars: Vec<u32> = chars.iter().flat_map(|&c| self.replaced(c)).collect();
                utf7::encode(&chars, imap, &mut self.out);
            }
            Codec::Base64 => {
                let text = base64::encode(&low_bytes(chars));
                for (i, line) in text.chunks(76).enumerate() {
                    if i > 0 {
                        self.out.extend_from_slice(b"\r\n");
                    }
                    self.out.extend_from_slice(line);
                }
            }
            Codec::QuotedPrintable => quoted(&low_bytes(chars), &mut self.out),
            Codec::Uuencode => {
                self.out.extend_from_slice(b"begin 0644 filename\n");
                let text = uuencode::encode(&low_bytes(chars));
                self.out.extend_from_slice(text.strip_suffix(b"`\n").unwrap_or(&text));
            }
            _ => chars.iter().for_each(|&c| self.one(c)),
        }
    }
    /// A character, or what stands for it.
    fn one(&mut self, c: u32) {
        if !self.write(c) {
            for c in self.stand_in(c) {
                if !self.write(c) {
                    self.write(u32::from(b'?'));
                }
            }
        }
    }
    fn stand_in(&mut self, c: u32) -> Vec<u32> {
        self.illegal += 1;
        let text = match self.substitute {
            Substitute::None => return Vec::new(),
            Substitute::Char(with) => return vec![with],
            _ if c == BAD => return vec![u32::from(b'?')],
            Substitute::Long => format!("U+{c:X}"),
            Substitute::Entity => format!("&#x{c:X};"),
        };
        text.bytes().map(u32::from).collect()
    }
    /// The character itself if it is one at all, otherwise what stands for it.
    fn replaced(&mut self, c: u32) -> Vec<u32> {
        if char::from_u32(c).is_some() { vec![c] } else { self.stand_in(c) }
    }
    /// Writes a character; false if the encoding does not have it.
    fn write(&mut self, c: u32) -> bool {
        let out = &mut self.out;
        match self.encoding.codec {
            Codec::Utf8 => match char::from_u32(c) {
                Some(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                None => return false,
            },
            Codec::Utf16(order) => match char::from_u32(c) {
                Some(c) => {
                    for unit in c.encode_utf16(&mut [0; 2]) {
                        out.extend(if order == Order::Little { unit.to_le_bytes() } else { unit.to_be_bytes() });
                    }
                }
                None => return false,
            },
            Codec::Ucs2(order) => match u16::try_from(c) {
                Ok(unit) => out.extend(if order == Order::Little { unit.to_le_bytes() } else { unit.to_be_bytes() }),
                Err(_) => return false,
            },
            Codec::Utf32(order) => {
                if char::from_u32(c).is_none() {
                    return false;
                }
                out.extend(if order == Order::Little { c.to_le_bytes() } else { c.to_be_bytes() });
            }
            Codec::Ucs4(order) => {
                if c == BAD {
                    return false;
                }
                out.extend(if order == Order::Little { c.to_le_bytes() } else { c.to_be_bytes() });
            }
            Codec::Ascii if c < 0x80 => out.push(c as u8),
            Codec::Latin1 if c < 0x100 => out.push(c as u8),
            Codec::Table(_) if c < 0x80 => out.push(c as u8),
            Codec::Table(table) => {
                let Some(at) =
                    u16::try_from(c).ok().filter(|&c| c != tables::NONE).and_then(|c| table.iter().position(|&t| t == c))
                else {
                    return false;
                };
                out.push(at as u8 + 0x80);
            }
            Codec::Html if c < 0x80 => out.push(c as u8),
            Codec::Html if c != BAD => {
                out.push(b'&');
                match tables::ENTITIES.binary_search_by_key(&c, |(code, _)| *code) {
                    Ok(at) => out.extend_from_slice(tables::ENTITIES[at].1.as_bytes()),
                    Err(_) => out.extend_from_slice(format!("#{c}").as_bytes()),
                }
                out.push(b';');
            }
            _ => return false,
        }
        true
    }
    fn legacy(&mut self, legacy: &'static rs::Encoding, chars: &[u32]) {
        let mut encoder = legacy.new_encoder();
        let text: String = chars.iter().flat_map(|&c| self.replaced(c)).filter_map(char::from_u32).collect();
        let mut rest = text.as_str();
        while let Some((c, read)) = self.feed(&mut encoder, rest, true) {
            rest = &rest[read..];
            // A substitute that the encoding does not have either becomes a question mark.
            let with = self.stand_in(u32::from(c)).into_iter().filter_map(char::from_u32);
            let with: String = with.map(|w| if w.is_ascii() || can(legacy, w) { w } else { '?' }).collect();
            self.feed(&mut encoder, &with, false);
        }
    }
    /// Encodes up to a character that the encoding does not have: that character, and how much was read with it.
    fn feed(&mut self, encoder: &mut rs::Encoder, text: &str, last: bool) -> Option<(char, usize)> {
        let mut buffer = [0u8; 1024];
        let mut at = 0;
        loop {
            let (result, read, written) = encoder.encode_from_utf8_without_replacement(&text[at..], &mut buffer, last);
            self.out.extend_from_slice(&buffer[..written]);
            at += read;
            match result {
                rs::EncoderResult::InputEmpty => return None,
                rs::EncoderResult::OutputFull => {}
                rs::EncoderResult::Unmappable(c) => return Some((c, at)),
            }
        }
    }
}

fn can(legacy: &'static rs::Encoding, c: char) -> bool {
    !legacy.encode(c.encode_utf8(&mut [0; 4])).2
}

/// The characters of a transfer encoding are bytes.
fn low_bytes(chars: &[u32]) -> Vec<u8> {
    chars.iter().map(|&c| if c < 0x100 { c as u8 } else { b'?' }).collect()
}

/// Quoted-printable as mbstring writes it: soft breaks after 72 columns, line breaks as they are.
fn quoted(bytes: &[u8], out: &mut Vec<u8>) {
    let mut column = 0;
    for (i, &byte) in bytes.iter().enumerate() {
        match byte {
            b'\r' if bytes.get(i + 1) == Some(&b'\n') => continue,
            b'\r' | b'\n' => {
                out.extend_from_slice(b"\r\n");
                column = 0;
                continue;
            }
            0 => {
                out.push(0);
                column = 0;
                continue;
            }
            _ => {}
        }
        if column >= 72 {
            out.extend_from_slice(b"=\r\n");
            column = 0;
        }
        if !(0x20..0x7f).contains(&byte) || byte == b'=' {
            out.extend_from_slice(format!("={byte:02X}").as_bytes());
            column += 3;
        } else {
            out.push(byte);
            column += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BAD, Substitute, decode, encode};
    use crate::encoding::{ALL, find, utf8};

    const QUESTION: Substitute = Substitute::Char(b'?' as u32);

    #[track_caller]
    fn check(name: &str, text: &str, bytes: &[u8]) {
        let encoding = find(name.as_bytes()).unwrap();
        let chars = decode(utf8(), text.as_bytes());
        assert_eq!(encode(encoding, &chars, QUESTION), bytes);
        if !text.contains('?') {
            assert_eq!(decode(encoding, bytes), chars);
        }
    }

    #[test]
    fn there_and_back() {
        check("UTF-16LE", "é😀", b"\xe9\0\x3d\xd8\0\xde");
        check("windows-1252", "€é", b"\x80\xe9");
        check("latin1", "éa", b"\xe9a");
        check("SJIS", "あa", b"\x82\xa0a");
        check("ISO-2022-JP", "漢a", b"\x1b$B4A\x1b(Ba");
        check("UTF-7", "é+ é -é-", b"+AOkAKw +AOk -+AOk--");
        check("UTF7-IMAP", "é&", b"&AOk-&-");
        check("HTML-ENTITIES", "é<ā", b"&eacute;<&#257;");
        check("UCS-4LE", "😀", b"\0\xf6\x01\0");
    }

    #[test]
    fn what_cannot_be() {
        assert_eq!(decode(utf8(), b"a\xe3\x81b\xff"), [0x61, BAD, 0x62, BAD]);
        let latin = find(b"ISO-8859-1").unwrap();
        let chars = [0x61, BAD, 0x20ac];
        assert_eq!(encode(latin, &chars, Substitute::Long), b"a?U+20AC");
        assert_eq!(encode(latin, &chars, Substitute::Entity), b"a?&#x20AC;");
        assert_eq!(encode(latin, &chars, Substitute::None), b"a");
        assert_eq!(encode(find(b"SJIS").unwrap(), &[0x1f600, 0x3042, BAD], QUESTION), b"?\x82\xa0?");
    }

    #[test]
    fn names() {
        assert_eq!(ALL.iter().filter(|e| find(e.name.as_bytes()).is_some_and(|f| f == *e)).count(), ALL.len());
        assert_eq!(find(b"cp1252").map(|e| e.name), Some("Windows-1252"));
    }
}
