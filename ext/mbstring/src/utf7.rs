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

pub(crate) fn decode(bytes: &[u8], imap: bool, out: &mut Vec<u32>) {
    let shift = if imap { b'&' } else { b'+' };
    let mut rest = bytes;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte != shift {
            out.push(if byte < 0x80 && (!imap || (0x20..0x7f).contains(&byte)) { u32::from(byte) } else { BAD });
            continue;
        }
        let digit = |b: &u8| alphabet(imap).iter().position(|a| a == b);
        let end = rest.iter().position(|b| digit(b).is_none()).unwrap_or(rest.len());
        let (run, tail) = rest.split_at(end);
        rest = tail.strip_prefix(b"-").unwrap_or(tail);
        if run.is_empty() {
            out.push(if tail.len() != rest.len() { u32::from(shift) } else { BAD });
            continue;
        }
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
        out.extend(char::decode_utf16(units).map(|c| c.map_or(BAD, u32::from)));
        if count >= 6 || bits != 0 {
            out.push(BAD);
        }
    }
}
