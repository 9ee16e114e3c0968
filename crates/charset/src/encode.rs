//! Text to bytes.

use crate::{Charset, Kind, Order, single_byte::NONE, transliteration};
use encoding_rs as rs;

/// A character that the set does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unmappable {
    /// The character.
    pub c: char,
    /// Where the text behind it begins.
    pub rest: usize,
}

/// Turns text into bytes of a character set, piece by piece.
pub struct Encoder {
    kind: Kind,
    legacy: Option<rs::Encoder>,
    /// Whether a byte-order mark has been written.
    marked: bool,
    /// UTF-7: bits that wait within a run of base 64, and how many; `None` outside of one.
    run: Option<(u32, u32)>,
    /// Of a table's characters, where those are that were written last: by the lower half of their code.
    recent: [u8; 256],
}

impl Encoder {
    /// An encoder at the beginning of a text.
    pub fn new(charset: &Charset) -> Encoder {
        let legacy = match charset.kind {
            Kind::Legacy(legacy) => Some(legacy.new_encoder()),
            _ => None,
        };
        Encoder { kind: charset.kind, legacy, marked: false, run: None, recent: [0; 256] }
    }

    /// Encodes a piece, appending to `out`, up to its end or the first character that the set does not have.
    pub fn encode(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        match self.kind {
            Kind::Utf8 => out.extend_from_slice(text.as_bytes()),
            Kind::Legacy(_) => return self.encode_legacy(text, out),
            Kind::Ascii | Kind::Latin1 | Kind::Table(_) | Kind::LegacyHigh(_) => return self.encode_behind_ascii(text, out),
            Kind::Utf16(order @ (Order::Big | Order::Little)) => {
                out.reserve(text.len() * 2);
                let bytes = |unit: u16| if order == Order::Big { unit.to_be_bytes() } else { unit.to_le_bytes() };
                text.encode_utf16().for_each(|unit| out.extend_from_slice(&bytes(unit)));
            }
            _ => return self.encode_each(text, 0, text.len(), out),
        }
        Ok(())
    }

    /// Encodes the characters of a part.
    fn encode_each(&mut self, text: &str, from: usize, to: usize, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        for (at, c) in text[from..to].char_indices() {
            if !self.put(c, out) {
                return Err(Unmappable { c, rest: from + at + c.len_utf8() });
            }
        }
        Ok(())
    }

    /// For sets in which ASCII is as it is everywhere: runs of it are copied.
    fn encode_behind_ascii(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        let (bytes, mut at) = (text.as_bytes(), 0);
        out.reserve(bytes.len());
        while at < bytes.len() {
            let ascii = bytes[at..].iter().take_while(|b| b.is_ascii()).count();
            out.extend_from_slice(&bytes[at..at + ascii]);
            at += ascii;
            let others = bytes[at..].iter().take_while(|b| !b.is_ascii()).count();
            self.encode_each(text, at, at + others, out)?;
            at += others;
        }
        Ok(())
    }

    /// Encodes what stands for a character that the set lacks: the transliteration as far as there is one. False if
    /// not even a question mark can be written.
    pub fn transliterate(&mut self, c: char, out: &mut Vec<u8>) -> bool {
        let before = out.len();
        if self.encode(transliteration(c), out).is_ok() {
            return true;
        }
        out.truncate(before);
        self.encode("?", out).is_ok()
    }

    /// Ends the text: writes what brings a reader back to where it began.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        self.marked = false;
        self.end_run(None, out);
        if let Some(legacy) = &mut self.legacy {
            // The shift back to ASCII takes a few bytes.
            out.reserve(16);
            let _ = legacy.encode_from_utf8_to_vec_without_replacement("", out, true);
            *legacy = legacy.encoding().new_encoder();
        }
    }

    fn encode_legacy(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        let Some(legacy) = &mut self.legacy else { return Ok(()) };
        let mut at = 0;
        loop {
            let room = legacy.max_buffer_length_from_utf8_without_replacement(text.len() - at);
            out.reserve(room.unwrap_or(64).max(64));
            let (result, read) = legacy.encode_from_utf8_to_vec_without_replacement(&text[at..], out, false);
            at += read;
            match result {
                rs::EncoderResult::InputEmpty => return Ok(()),
                rs::EncoderResult::OutputFull => {}
                rs::EncoderResult::Unmappable(c) => return Err(Unmappable { c, rest: at }),
            }
        }
    }

    /// Writes one character; false if the set does not have it.
    fn put(&mut self, c: char, out: &mut Vec<u8>) -> bool {
        let code = u32::from(c);
        match self.kind {
            Kind::Ascii | Kind::Latin1 => match u8::try_from(code) {
                Ok(byte) if byte.is_ascii() || matches!(self.kind, Kind::Latin1) => out.push(byte),
                _ => return false,
            },
            Kind::Table(table) => match u16::try_from(code) {
                Ok(code @ 0..0x80) => out.push(code as u8),
                Ok(code) if code != NONE => {
                    let recent = &mut self.recent[usize::from(code as u8)];
                    if table[usize::from(*recent & 0x7f)] != code {
                        let Some(at) = table.iter().position(|&t| t == code) else { return false };
                        *recent = at as u8;
                    }
                    out.push(0x80 + *recent);
                }
                _ => return false,
            },
            Kind::Utf16(order) => {
                self.mark(order, 0xfeff_u16.to_le_bytes(), out);
                c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| put_unit(order, unit.to_be_bytes(), out));
            }
            Kind::Ucs2(order) => match u16::try_from(code) {
                Ok(unit) => {
                    self.mark(order, 0xfeff_u16.to_le_bytes(), out);
                    put_unit(order, unit.to_be_bytes(), out);
                }
                Err(_) => return false,
            },
            Kind::Utf32(order) => {
                self.mark(order, 0xfeff_u32.to_le_bytes(), out);
                put_unit(order, code.to_be_bytes(), out);
            }
            Kind::Utf7 => self.put_utf7(c, out),
            Kind::LegacyHigh(legacy) => return put_high(legacy, c, out),
            Kind::Utf8 | Kind::Legacy(_) => {}
        }
        true
    }

    fn mark<const N: usize>(&mut self, order: Order, mark: [u8; N], out: &mut Vec<u8>) {
        if order == Order::Marked && !std::mem::replace(&mut self.marked, true) {
            out.extend_from_slice(&mark);
        }
    }

    fn put_utf7(&mut self, c: char, out: &mut Vec<u8>) {
        if c.is_ascii_alphanumeric() || "\0\t\n\r '(),-./:?".contains(c) {
            self.end_run(Some(c), out);
            out.push(c as u8);
        } else if c == '+' && self.run.is_none() {
            out.extend_from_slice(b"+-");
        } else {
            let (mut bits, mut count) = self.run.unwrap_or_else(|| {
                out.push(b'+');
                (0, 0)
            });
            for unit in c.encode_utf16(&mut [0; 2]) {
                bits = bits << 16 | u32::from(*unit);
                count += 16;
                while count >= 6 {
                    count -= 6;
                    out.push(base_64(bits >> count));
                }
                bits &= (1 << count) - 1;
            }
            self.run = Some((bits, count));
        }
    }

    /// Ends a run of base 64. The mark of its end is left out before what cannot belong to it.
    fn end_run(&mut self, next: Option<char>, out: &mut Vec<u8>) {
        let Some((bits, count)) = self.run.take() else { return };
        if count > 0 {
            out.push(base_64(bits << (6 - count)));
        }
        if next.is_none_or(|c| c.is_ascii_alphanumeric() || "+/-".contains(c)) {
            out.push(b'-');
        }
    }
}

fn base_64(bits: u32) -> u8 {
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[(bits & 63) as usize]
}

fn put_unit<const N: usize>(order: Order, mut big: [u8; N], out: &mut Vec<u8>) {
    if order != Order::Big {
        big.reverse();
    }
    out.extend_from_slice(&big);
}

/// Writes a character if both of its bytes are in the upper half.
fn put_high(legacy: &'static rs::Encoding, c: char, out: &mut Vec<u8>) -> bool {
    let mut text = [0; 4];
    let (bytes, _, failed) = legacy.encode(c.encode_utf8(&mut text));
    if failed || bytes.len() > 1 && bytes.iter().any(|&b| b <= 0xa0) {
        return false;
    }
    out.extend_from_slice(&bytes);
    true
}
