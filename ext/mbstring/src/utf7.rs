//! UTF-7, and the form of it that IMAP names mailboxes in.

use crate::encoding::BAD;

const MAIL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const IMAP: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,";

fn alphabet(imap: bool) -> &'static [u8; 64] {
    if imap { IMAP } else { MAIL }
}

/// Characters that are written as they are.
fn is_direct(c: u32, imap: bool) -> bool {
    if imap {
        return (0x20..0x7f).contains(&c);
    }
    let Ok(byte) = u8::try_from(c) else { return false };
    byte.is_ascii_alphanumeric() || b"\0\t\n\r '(),-./:?".contains(&byte)
}

pub(crate) fn encode(chars: &[u32], imap: bool, out: &mut Vec<u8>) {
    let shift = if imap { b'&' } else { b'+' };
    let mut rest = chars;
    while let Some((&c, tail)) = rest.split_first() {
        if is_direct(c, imap) {
            out.push(c as u8);
            if c == u32::from(shift) {
                out.push(b'-');
            }
            rest = tail;
            continue;
        }
        let end = rest.iter().position(|&c| is_direct(c, imap)).unwrap_or(rest.len());
        let (run, tail) = rest.split_at(end);
        out.push(shift);
        let (mut bits, mut count) = (0u32, 0);
        for unit in run.iter().filter_map(|&c| char::from_u32(c)).flat_map(|c| c.encode_utf16(&mut [0; 2]).to_vec()) {
            bits = bits << 16 | u32::from(unit);
            count += 16;
            while count >= 6 {
                count -= 6;
                out.push(alphabet(imap)[(bits >> count & 63) as usize]);
            }
            bits &= (1 << count) - 1;
        }
        if count > 0 {
            out.push(alphabet(imap)[(bits << (6 - count) & 63) as usize]);
        }
        // UTF-7 leaves the end mark out before what cannot be in base 64 text.
        let next = tail.first().and_then(|&c| u8::try_from(c).ok());
        if imap || next.is_none_or(|next| next == b'-' || MAIL.contains(&next)) {
            out.push(b'-');
        }
        rest = tail;
    }
}

/// What becomes of the byte behind a run of digits.
enum End {
    /// The text is over.
    Text,
    Dash,
    /// An ordinary character, which also ends the run.
    Other,
    /// What cannot be here; it goes with the run.
    Bad,
}

pub(crate) fn decode(bytes: &[u8], imap: bool, out: &mut Vec<u32>) {
    let shift = if imap { b'&' } else { b'+' };
    let mut rest = bytes;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte != shift {
            out.push(if byte < 0x80 && (!imap || (0x20..0x7f).contains(&byte)) { u32::from(byte) } else { BAD });
            continue;
        }
        if let Some(tail) = rest.strip_prefix(b"-") {
            out.push(u32::from(shift));
            rest = tail;
            continue;
        }
        let digit = |b: &u8| alphabet(imap).iter().position(|a| a == b);
        let length = rest.iter().position(|b| digit(b).is_none()).unwrap_or(rest.len());
        let (run, tail) = rest.split_at(length);
        let end = match tail.first() {
            None => End::Text,
            Some(b'-') => End::Dash,
            Some(&b) if !imap && b < 0x80 && b != b'+' => End::Other,
            Some(_) => End::Bad,
        };
        rest = if matches!(end, End::Dash | End::Bad) { &tail[1..] } else { tail };
        read_run(run, imap, digit, &end, out);
    }
}

/// Appends the characters of a run of digits, and what is wrong with its end.
fn read_run(run: &[u8], imap: bool, digit: impl Fn(&u8) -> Option<usize>, end: &End, out: &mut Vec<u32>) {
    let (mut bits, mut count) = (0u32, 0);
    let mut units = Vec::new();
    for digit in run.iter().filter_map(digit) {
        bits = bits << 6 | digit as u32;
        count += 6;
        if count >= 16 {
            count -= 16;
            units.push((bits >> count) as u16);
            bits &= (1 << count) - 1;
        }
    }
    // The first half of a pair without the second is one fault with whatever is left.
    let half = !imap && units.last().is_some_and(|unit| unit & 0xfc00 == 0xd800);
    let units = char::decode_utf16(units).map(|c| c.map_or(BAD, u32::from));
    // What can be written as it is must be, in mailboxes' names.
    out.extend(units.map(|c| if imap && (0x20..0x7f).contains(&c) { BAD } else { c }));
    let left = (bits != 0 || count >= 6) && !half;
    match end {
        End::Bad => out.extend(std::iter::repeat_n(BAD, if left && !imap { 2 } else { 1 })),
        End::Text if imap => out.extend(std::iter::repeat_n(BAD, if count < 6 && left { 2 } else { 1 })),
        _ if left => out.push(BAD),
        _ => {}
    }
}

/// Characters that may follow a run, as RFC 2152 names them.
fn is_direct_or_optional(byte: u8) -> bool {
    is_direct(u32::from(byte), false) || b"!\"#$%&*;<=>@[]^_`{|}".contains(&byte)
}

/// Whether a text is right in every detail: bytes that need no quoting, no empty runs except at the end, nothing left over.
pub(crate) fn is_valid(bytes: &[u8]) -> bool {
    let mut chars = Vec::new();
    decode(bytes, false, &mut chars);
    let mut rest = bytes;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte == b'+' {
            let run = rest.iter().position(|b| !MAIL.contains(b)).unwrap_or(rest.len());
            if run == 0 && rest.first().is_some_and(|&b| b != b'-') {
                return false;
            }
            rest = &rest[run..];
        } else if !is_direct_or_optional(byte) {
            return false;
        }
    }
    !chars.contains(&BAD)
}
