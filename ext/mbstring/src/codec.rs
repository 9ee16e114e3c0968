//! Bytes to characters and back.
//!
//! Characters are code points in `u32`s; [`BAD`] stands for bytes that mean nothing.

use crate::{
    encoding::{BAD, Codec, Encoding, Order},
    iso2022::{self, Kind, Shift},
    kana,
    multibyte::{self, Set},
    tables, transfer, utf7, utf8,
};
use phant_digest::base64;
use phant_memory::Str;

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
        Codec::Multibyte(Set::SjisSoftbank) => multibyte::decode_softbank(bytes, &mut out),
        Codec::Multibyte(set) => set.table().decode(bytes, &mut out),
        Codec::Shifting(kind) => iso2022::decode(kind, bytes, &mut out),
        Codec::Mobile(set) => decode_mobile(set, bytes, &mut out),
        Codec::Utf7 => utf7::decode(bytes, false, &mut out),
        Codec::Utf7Imap => utf7::decode(bytes, true, &mut out),
        Codec::Html => decode_html(bytes, &mut out),
        Codec::Base64 => transfer::decode_base64(bytes, &mut out),
        Codec::QuotedPrintable => transfer::decode_quoted(bytes, &mut out),
        Codec::Uuencode => transfer::decode_uuencode(bytes, &mut out),
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
    out.extend(utf8::Lenient(bytes));
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

/// Text in UTF-16 as UTF-8; `None` if some of it means nothing.
pub(crate) fn utf16_to_utf8(order: Order, bytes: &[u8]) -> Option<Str> {
    let (big, bytes) = detect(order, bytes, 2);
    let (pairs, []) = bytes.as_chunks::<2>() else { return None };
    match big {
        true => utf8::from_utf16(pairs, u16::from_be_bytes),
        false => utf8::from_utf16(pairs, u16::from_le_bytes),
    }
}

/// Text in ISO-8859-1 as UTF-8.
pub(crate) fn latin1_to_utf8(bytes: &[u8], out: &mut [u8]) {
    let mut at = 0;
    for &byte in bytes {
        if byte < 0x80 {
            out[at] = byte;
            at += 1;
        } else {
            out[at..at + 2].copy_from_slice(&[0xc0 | byte >> 6, 0x80 | byte & 0x3f]);
            at += 2;
        }
    }
}

/// Characters as UTF-8; `None` if one is none.
pub(crate) fn all_as_utf8(chars: &[u32]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(chars.len() + chars.len() / 4);
    for &c in chars {
        push_utf8(char::from_u32(c)?, &mut out);
    }
    Some(out)
}

/// Puts a character behind a text.
#[inline(always)]
pub(crate) fn push_utf8(c: char, out: &mut Vec<u8>) {
    let code = u32::from(c);
    let low = |shift: u32| 0x80 | (code >> shift & 0x3f) as u8;
    match code {
        0..0x80 => out.push(code as u8),
        0x80..0x800 => out.extend_from_slice(&[0xc0 | (code >> 6) as u8, low(0)]),
        0x800..0x10000 => out.extend_from_slice(&[0xe0 | (code >> 12) as u8, low(6), low(0)]),
        _ => out.extend_from_slice(&[0xf0 | (code >> 18) as u8, low(12), low(6), low(0)]),
    }
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

fn decode_mobile(set: Set, bytes: &[u8], out: &mut Vec<u32>) {
    let table = set.table();
    let mut chars = Vec::with_capacity(bytes.len());
    decode_utf8(bytes, &mut chars);
    for c in chars {
        if !table.read(c, out) {
            out.push(c);
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

/// What is written for characters that an encoding does not have, and for bytes that mean nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Substitute {
    None,
    Char(u32),
    /// `U+20AC`, and the character for bytes that mean nothing.
    Long(u32),
    /// `&#x20AC;`, and the character for bytes that mean nothing.
    Entity(u32),
}

/// Characters as bytes of an encoding.
pub(crate) struct Encoder<'a> {
    encoding: &'a Encoding,
    /// The set of characters that was switched to, where encodings do that.
    shift: Option<Shift>,
    substitute: Substitute,
    out: Vec<u8>,
    /// How many characters could not be written.
    pub(crate) illegal: usize,
}

/// Characters as bytes.
pub(crate) fn encode(encoding: &Encoding, chars: &[u32], substitute: Substitute) -> Vec<u8> {
    encode_counted(encoding, chars, substitute).0
}

/// How many bytes characters take, with or without what ends a text.
pub(crate) fn measure(encoding: &Encoding, chars: &[u32], substitute: Substitute, ended: bool) -> usize {
    let mut encoder = Encoder { encoding, shift: None, substitute, out: Vec::new(), illegal: 0 };
    match encoding.codec {
        Codec::Shifting(kind) if !ended => {
            encoder.shift = Some(Shift::begin(kind, &mut encoder.out));
            encoder.joining(chars);
        }
        _ => encoder.all(chars),
    }
    encoder.out.len()
}

/// Characters as bytes, and how many had to be substituted.
pub(crate) fn encode_counted(encoding: &Encoding, chars: &[u32], substitute: Substitute) -> (Vec<u8>, usize) {
    let out = Vec::with_capacity(chars.len() + chars.len() / 4);
    let mut encoder = Encoder { encoding, shift: None, substitute, out, illegal: 0 };
    encoder.all(chars);
    (encoder.out, encoder.illegal)
}

impl Encoder<'_> {
    fn all(&mut self, chars: &[u32]) {
        match self.encoding.codec {
            Codec::Shifting(kind) => {
                let mut shift = Shift::begin(kind, &mut self.out);
                self.shift = Some(shift);
                if chars.is_empty() && kind == Kind::Kr {
                    self.out.clear();
                }
                if kind == Kind::Cp50220 {
                    self.joining(&kana::widened(chars))
                } else {
                    self.joining(chars)
                }
                shift = self.shift.take().unwrap_or(shift);
                shift.end(&mut self.out);
            }
            Codec::Utf8 => {
                self.out.reserve(chars.len());
                let with = if let Substitute::Char(with) = self.substitute { char::from_u32(with) } else { None };
                for &c in chars {
                    match char::from_u32(c) {
                        Some(c) => push_utf8(c, &mut self.out),
                        None => match (self.substitute, with) {
                            (Substitute::Char(_), Some(with)) => {
                                self.illegal += 1;
                                push_utf8(with, &mut self.out);
                            }
                            _ => self.substitute(c),
                        },
                    }
                }
            }
            Codec::Multibyte(set) if set.table().joins_nothing() => {
                let table = set.table();
                self.out.reserve(chars.len() * 2);
                for &c in chars {
                    match table.key(c) {
                        Some(key) => multibyte::push_key(key, &mut self.out),
                        None => self.substitute(c),
                    }
                }
            }
            Codec::Multibyte(_) | Codec::Mobile(_) => self.joining(chars),
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
            Codec::QuotedPrintable => transfer::encode_quoted(&low_bytes(chars), &mut self.out),
            Codec::Uuencode => {
                let bytes: Vec<u8> = chars.iter().map(|&c| c as u8).collect();
                transfer::encode_uuencode(&bytes, &mut self.out);
            }
            _ => chars.iter().for_each(|&c| self.one(c)),
        }
    }
    /// Characters of which several may be one in the encoding.
    fn joining(&mut self, chars: &[u32]) {
        let mut rest = chars;
        while let Some((&c, tail)) = rest.split_first() {
            rest = match self.join(rest) {
                Some(length) => &rest[length..],
                // A hint of Apple's that some characters are one is a fault with those that could have been part of it.
                None if matches!(self.encoding.codec, Codec::Multibyte(Set::SjisMac)) && (0xf860..=0xf862).contains(&c) => {
                    let length = Set::SjisMac.table().partly_joined(rest).max(1);
                    rest[..length].iter().for_each(|&c| self.substitute(c));
                    &rest[length..]
                }
                None => {
                    self.one(c);
                    tail
                }
            };
        }
    }
    fn join(&mut self, chars: &[u32]) -> Option<usize> {
        match self.encoding.codec {
            Codec::Multibyte(set) => {
                let (key, length) = set.table().join(chars)?;
                multibyte::push_key(key, &mut self.out);
                Some(length)
            }
            Codec::Mobile(set) => {
                let (key, length) = set.table().join(chars)?;
                self.out.extend_from_slice(char::from_u32(key)?.encode_utf8(&mut [0; 4]).as_bytes());
                Some(length)
            }
            _ => self.shift.as_mut()?.join(chars, &mut self.out),
        }
    }
    /// A character, or what stands for it.
    fn one(&mut self, c: u32) {
        if !self.write(c) {
            self.substitute(c);
        }
    }
    fn substitute(&mut self, c: u32) {
        for c in self.stand_in(c) {
            if !self.write(c) {
                self.write(u32::from(b'?'));
            }
        }
    }
    fn stand_in(&mut self, c: u32) -> Vec<u32> {
        self.illegal += 1;
        let text = match self.substitute {
            Substitute::None => return Vec::new(),
            Substitute::Char(with) => return vec![with],
            Substitute::Long(with) | Substitute::Entity(with) if c == BAD => return vec![with],
            Substitute::Long(_) => format!("U+{c:X}"),
            Substitute::Entity(_) => format!("&#x{c:X};"),
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
            Codec::Utf16(order) => {
                let bytes = |unit: u16| if order == Order::Little { unit.to_le_bytes() } else { unit.to_be_bytes() };
                match (u16::try_from(c), char::from_u32(c)) {
                    // Halves of pairs come from encodings that do not know about pairs.
                    (Ok(unit), _) => out.extend(bytes(unit)),
                    (_, Some(c)) => c.encode_utf16(&mut [0; 2]).iter().for_each(|&unit| out.extend(bytes(unit))),
                    _ => return false,
                }
            }
            Codec::Ucs2(order) => match u16::try_from(c) {
                Ok(unit) => out.extend(if order == Order::Little { unit.to_le_bytes() } else { unit.to_be_bytes() }),
                Err(_) => return false,
            },
            Codec::Utf32(order) => {
                if c >= 0x11_0000 {
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
            Codec::Table(table) if c < 0x80 && !(tables::is_armscii(table) && c > 0x20) => out.push(c as u8),
            Codec::Table(table) if c < 0x80 => {
                // ArmSCII-8 has some punctuation a second time.
                let again = table.iter().position(|&t| u32::from(t) == c);
                out.push(again.map_or(c as u8, |at| at as u8 + 0x80));
            }
            Codec::Table(table) => {
                let Some(at) =
                    u16::try_from(c).ok().filter(|&c| c != tables::NONE).and_then(|c| table.iter().position(|&t| t == c))
                else {
                    return false;
                };
                out.push(at as u8 + 0x80);
            }
            Codec::Multibyte(set) => match set.table().key(c) {
                Some(key) => multibyte::push_key(key, out),
                None => return false,
            },
            Codec::Shifting(_) => return self.shift.as_mut().is_some_and(|shift| shift.write(c, out)),
            Codec::Mobile(set) => {
                // The halves of flags are nothing alone where flags are characters.
                let c = match set.table().key(c) {
                    Some(key) => key,
                    None if (0x1f1e8..=0x1f1fa).contains(&c) && set != Set::Utf8Docomo => return false,
                    None => c,
                };
                match char::from_u32(c) {
                    Some(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                    None => return false,
                }
            }
            Codec::Html if c < 0x80 => out.push(c as u8),
            Codec::Html => {
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
}

/// The characters of a transfer encoding are bytes.
fn low_bytes(chars: &[u32]) -> Vec<u8> {
    chars.iter().map(|&c| if c < 0x100 { c as u8 } else { b'?' }).collect()
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
        assert_eq!(encode(latin, &chars, Substitute::Long(0x3f)), b"a?U+20AC");
        assert_eq!(encode(latin, &chars, Substitute::Entity(0x3f)), b"a?&#x20AC;");
        assert_eq!(encode(latin, &chars, Substitute::None), b"a");
        assert_eq!(encode(find(b"SJIS").unwrap(), &[0x1f600, 0x3042, BAD], QUESTION), b"?\x82\xa0?");
    }

    #[test]
    fn names() {
        assert_eq!(ALL.iter().filter(|e| find(e.name.as_bytes()).is_some_and(|f| f == *e)).count(), ALL.len());
        assert_eq!(find(b"cp1252").map(|e| e.name), Some("Windows-1252"));
    }
}
