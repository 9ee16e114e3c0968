//! Bytes to text.

use crate::{Charset, Kind, Order, single_byte::NONE};
use encoding_rs as rs;

/// What stopped a [`Decoder`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Bytes that mean nothing. They have been taken; decoding may go on behind them.
    Illegal,
    /// The input ended within a character.
    Incomplete,
}

/// Turns bytes of a character set into text, piece by piece.
pub struct Decoder {
    kind: Kind,
    /// The beginning of a character whose end has not come yet.
    held: Vec<u8>,
    legacy: Option<rs::Decoder>,
    /// The order that a byte-order mark has told, or that its absence means.
    order: Option<Order>,
}

/// What one character was decoded to.
enum Step {
    Char(char, usize),
    /// This many bytes say nothing that is text (a byte-order mark).
    Nothing(usize),
    Illegal(usize),
    /// More bytes are needed.
    Short,
}

impl Decoder {
    /// A decoder at the beginning of a text.
    pub fn new(charset: &Charset) -> Decoder {
        let legacy = match charset.kind {
            Kind::Legacy(legacy) | Kind::LegacyHigh(legacy) => Some(legacy.new_decoder_without_bom_handling()),
            _ => None,
        };
        Decoder { kind: charset.kind, held: Vec::new(), legacy, order: None }
    }

    /// Decodes a piece, appending to `out`, up to its end or the first fault. Gives how many bytes were taken; the last
    /// bytes of a piece may be kept until the next one.
    pub fn decode(&mut self, input: &[u8], out: &mut String) -> (usize, Option<Fault>) {
        if let Some(legacy) = &mut self.legacy {
            return decode_legacy(legacy, input, false, out);
        }
        if self.held.is_empty() {
            return self.decode_from(input, out);
        }
        // The character that was begun is completed byte by byte: that is a handful.
        let mut taken = 0;
        while !self.held.is_empty() && taken < input.len() {
            self.held.push(input[taken]);
            taken += 1;
            let begun = std::mem::take(&mut self.held);
            if let (_, Some(fault)) = self.decode_from(&begun, out) {
                return (taken, Some(fault));
            }
        }
        let (more, fault) = self.decode_from(&input[taken..], out);
        (taken + more, fault)
    }

    /// Ends the text: tells whether it ended within a character, which is forgotten.
    pub fn finish(&mut self, out: &mut String) -> Option<Fault> {
        self.order = None;
        if let Some(legacy) = &mut self.legacy {
            let (_, fault) = decode_legacy(legacy, &[], true, out);
            *legacy = legacy.encoding().new_decoder_without_bom_handling();
            return fault.map(|_| Fault::Incomplete);
        }
        let held = std::mem::take(&mut self.held);
        match self.kind {
            // A run of base 64 may go to the end.
            Kind::Utf7 if !held.is_empty() => decode_utf7(&held, true, out).1,
            _ => (!held.is_empty()).then_some(Fault::Incomplete),
        }
    }

    /// Whether a character has begun whose end has not come yet.
    pub fn is_within_character(&self) -> bool {
        !self.held.is_empty()
    }

    fn decode_from(&mut self, input: &[u8], out: &mut String) -> (usize, Option<Fault>) {
        match self.kind {
            Kind::Utf8 => self.decode_utf8(input, out),
            Kind::Utf7 => {
                let (taken, fault) = decode_utf7(input, false, out);
                if fault.is_none() {
                    self.held.extend_from_slice(&input[taken..]);
                    return (input.len(), None);
                }
                (taken, fault)
            }
            _ => self.decode_steps(input, out),
        }
    }

    fn decode_utf8(&mut self, input: &[u8], out: &mut String) -> (usize, Option<Fault>) {
        match std::str::from_utf8(input) {
            Ok(text) => {
                out.push_str(text);
                (input.len(), None)
            }
            Err(error) => {
                let (valid, rest) = input.split_at(error.valid_up_to());
                out.push_str(std::str::from_utf8(valid).unwrap_or_default());
                match error.error_len() {
                    Some(len) => (valid.len() + len, Some(Fault::Illegal)),
                    None => {
                        self.held.extend_from_slice(rest);
                        (input.len(), None)
                    }
                }
            }
        }
    }

    fn decode_steps(&mut self, input: &[u8], out: &mut String) -> (usize, Option<Fault>) {
        let mut at = 0;
        while at < input.len() {
            at += self.run(&input[at..], out);
            if at == input.len() {
                break;
            }
            match self.step(&input[at..]) {
                Step::Char(c, len) => {
                    out.push(c);
                    at += len;
                }
                Step::Nothing(len) => at += len,
                Step::Illegal(len) => return (at + len, Some(Fault::Illegal)),
                Step::Short => {
                    self.held.extend_from_slice(&input[at..]);
                    break;
                }
            }
        }
        (input.len(), None)
    }

    /// Decodes what is plain in most texts: a run of ASCII, or units of sixteen bits that are a character each. Gives how many
    /// bytes that were.
    fn run(&self, input: &[u8], out: &mut String) -> usize {
        match (self.kind, self.order) {
            (Kind::Latin1, _) => {
                out.extend(input.iter().map(|&byte| char::from(byte)));
                input.len()
            }
            (Kind::Ascii | Kind::Table(_), _) => {
                let len = input.iter().take_while(|b| b.is_ascii()).count();
                out.push_str(std::str::from_utf8(&input[..len]).unwrap_or_default());
                len
            }
            (Kind::Utf16(Order::Marked), None) => 0,
            (Kind::Utf16(Order::Marked), Some(order)) | (Kind::Utf16(order), _) => plain_units(order, input, out),
            _ => 0,
        }
    }

    fn step(&mut self, input: &[u8]) -> Step {
        let one = |c: Option<char>| c.map_or(Step::Illegal(1), |c| Step::Char(c, 1));
        let first = input[0];
        match self.kind {
            Kind::Ascii => one(first.is_ascii().then(|| char::from(first))),
            Kind::Table(table) => one(match first.checked_sub(0x80) {
                None => Some(char::from(first)),
                Some(high) => match table[usize::from(high)] {
                    NONE => None,
                    code => char::from_u32(u32::from(code)),
                },
            }),
            Kind::Utf16(order) => self.wide::<2>(order, input, true),
            Kind::Ucs2(order) => self.wide::<2>(order, input, false),
            Kind::Utf32(order) => self.wide::<4>(order, input, false),
            Kind::Latin1 | Kind::Utf8 | Kind::Utf7 | Kind::Legacy(_) | Kind::LegacyHigh(_) => one(Some(char::from(first))),
        }
    }

    /// A character in units of `N` bytes.
    fn wide<const N: usize>(&mut self, order: Order, input: &[u8], surrogates: bool) -> Step {
        let Some(unit) = input.first_chunk::<N>() else { return Step::Short };
        let order = match (order, self.order) {
            (Order::Marked, Some(known)) => known,
            (Order::Marked, None) => {
                let (mark_big, mark_little) = (value(Order::Big, unit), value(Order::Little, unit));
                self.order = Some(if mark_big == 0xfeff { Order::Big } else { Order::Little });
                if mark_big == 0xfeff || mark_little == 0xfeff {
                    return Step::Nothing(N);
                }
                Order::Little
            }
            (fixed, _) => fixed,
        };
        let code = value(order, unit);
        if !(surrogates && (0xd800..0xdc00).contains(&code)) {
            return char::from_u32(code).map_or(Step::Illegal(N), |c| Step::Char(c, N));
        }
        let Some(low) = input[N..].first_chunk::<N>() else { return Step::Short };
        match value(order, low) {
            low @ 0xdc00..0xe000 => {
                let code = 0x10000 + ((code & 0x3ff) << 10 | low & 0x3ff);
                char::from_u32(code).map_or(Step::Illegal(N), |c| Step::Char(c, 2 * N))
            }
            _ => Step::Illegal(N),
        }
    }
}

/// Decodes units of sixteen bits up to the first surrogate.
fn plain_units(order: Order, input: &[u8], out: &mut String) -> usize {
    let (pairs, _) = input.as_chunks::<2>();
    out.reserve(pairs.len());
    let big = order == Order::Big;
    for (i, &pair) in pairs.iter().enumerate() {
        let unit = if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) };
        match char::from_u32(u32::from(unit)) {
            Some(c) => out.push(c),
            None => return 2 * i,
        }
    }
    2 * pairs.len()
}

fn value<const N: usize>(order: Order, unit: &[u8; N]) -> u32 {
    let add = |sum: u32, byte: &u8| sum << 8 | u32::from(*byte);
    if order == Order::Big { unit.iter().fold(0, add) } else { unit.iter().rev().fold(0, add) }
}

fn decode_legacy(legacy: &mut rs::Decoder, input: &[u8], last: bool, out: &mut String) -> (usize, Option<Fault>) {
    let mut taken = 0;
    loop {
        out.reserve(legacy.max_utf8_buffer_length_without_replacement(input.len() - taken).unwrap_or(64).max(64));
        let (result, read) = legacy.decode_to_string_without_replacement(&input[taken..], out, last);
        taken += read;
        match result {
            rs::DecoderResult::InputEmpty => return (taken, None),
            rs::DecoderResult::OutputFull => {}
            rs::DecoderResult::Malformed(..) => return (taken, Some(Fault::Illegal)),
        }
    }
}

const BASE_64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Decodes whole runs. What is not taken is the beginning of a run whose end may still come.
fn decode_utf7(input: &[u8], last: bool, out: &mut String) -> (usize, Option<Fault>) {
    let digit = |b: &u8| BASE_64.iter().position(|a| a == b);
    let mut at = 0;
    while let Some(&byte) = input.get(at) {
        if byte != b'+' {
            if !byte.is_ascii() {
                return (at + 1, Some(Fault::Illegal));
            }
            out.push(char::from(byte));
            at += 1;
            continue;
        }
        let run = &input[at + 1..];
        let end = run.iter().position(|b| digit(b).is_none()).unwrap_or(run.len());
        if end == run.len() && !last {
            return (at, None);
        }
        let marked = usize::from(run.get(end) == Some(&b'-'));
        if end == 0 {
            if marked == 0 {
                return (at + 1, Some(if end == run.len() { Fault::Incomplete } else { Fault::Illegal }));
            }
            out.push('+');
            at += 2;
            continue;
        }
        let (mut bits, mut count, mut units) = (0u32, 0, Vec::new());
        for digit in run[..end].iter().filter_map(digit) {
            bits = bits << 6 | digit as u32;
            count += 6;
            if count >= 16 {
                count -= 16;
                units.push((bits >> count) as u16);
                bits &= (1 << count) - 1;
            }
        }
        at += 1 + end + marked;
        for c in char::decode_utf16(units) {
            match c {
                Ok(c) => out.push(c),
                Err(_) => return (at, Some(Fault::Illegal)),
            }
        }
        if count >= 6 || bits != 0 {
            return (at, Some(Fault::Illegal));
        }
    }
    (at, None)
}
