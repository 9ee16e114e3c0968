//! Base64, quoted-printable and uuencode as encodings: their characters are bytes.

use crate::encoding::BAD;
use phant_digest::uuencode;

fn digit(byte: u8) -> Option<u32> {
    Some(match byte {
        b'A'..=b'Z' => u32::from(byte - b'A'),
        b'a'..=b'z' => u32::from(byte - b'a') + 26,
        b'0'..=b'9' => u32::from(byte - b'0') + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

/// The bytes that Base64 stands for. White space and `=` are passed over wherever they are.
pub(crate) fn decode_base64(text: &[u8], out: &mut Vec<u32>) {
    let (mut bits, mut count) = (0, 0);
    for &byte in text {
        if matches!(byte, b'\r' | b'\n' | b' ' | b'\t' | b'=') {
            continue;
        }
        let Some(digit) = digit(byte) else {
            out.push(BAD);
            continue;
        };
        (bits, count) = (bits << 6 | digit, count + 1);
        if count == 4 {
            out.extend([bits >> 16 & 0xff, bits >> 8 & 0xff, bits & 0xff]);
            (bits, count) = (0, 0);
        }
    }
    match count {
        2 => out.push(bits >> 4 & 0xff),
        3 => out.extend([bits >> 10 & 0xff, bits >> 2 & 0xff]),
        _ => {}
    }
}

/// The bytes that quoted-printable text stands for; what is no escape stays as it is.
pub(crate) fn decode_quoted(text: &[u8], out: &mut Vec<u32>) {
    let hex = |byte: u8| (byte as char).to_digit(16);
    let mut rest = text;
    while let Some((&byte, tail)) = rest.split_first() {
        let (taken, behind) = match rest {
            [b'=', b'\r', b'\n', tail @ ..] | [b'=', b'\n', tail @ ..] => (0, tail),
            [b'=', b'\r', tail @ ..] if !tail.is_empty() => (0, tail),
            [b'=', a, b, tail @ ..] if hex(*a).is_some() => match (hex(*a), hex(*b)) {
                (Some(a), Some(b)) => {
                    out.push(a << 4 | b);
                    (0, tail)
                }
                _ => (3, tail),
            },
            [b'=', _, tail @ ..] => (2, tail),
            _ => {
                out.push(u32::from(byte));
                (0, tail)
            }
        };
        out.extend(rest[..taken].iter().map(|&b| u32::from(b)));
        rest = behind;
    }
}

/// Quoted-printable as mbstring writes it: soft breaks after 72 columns, line breaks as CR LF, control characters as they are.
pub(crate) fn encode_quoted(bytes: &[u8], out: &mut Vec<u8>) {
    let mut column = 0;
    for &byte in bytes {
        match byte {
            b'\r' => continue,
            b'\n' => {
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
        if byte >= 0x80 || byte == b'=' {
            out.extend_from_slice(format!("={byte:02X}").as_bytes());
            column += 3;
        } else {
            out.push(byte);
            column += 1;
        }
    }
}

/// The bytes of uuencoded text: lines behind one that begins with `begin `, wherever that is. A group counts when something is
/// behind it.
pub(crate) fn decode_uuencode(text: &[u8], out: &mut Vec<u32>) {
    let Some(begin) = text.windows(6).position(|w| w == b"begin ") else { return };
    let mut lines = &text[begin..];
    while let Some(end) = memchr::memchr(b'\n', lines) {
        lines = &lines[end + 1..];
        let Some((&length, mut rest)) = lines.split_first() else { return };
        let mut length = usize::from(length.wrapping_sub(b' ') & 63);
        while length > 0 && rest.len() > 4 {
            let bits = rest[..4].iter().fold(0, |bits, &b| bits << 6 | u32::from(b.wrapping_sub(b' ') & 63));
            out.extend([bits >> 16 & 0xff, bits >> 8 & 0xff, bits & 0xff].iter().take(length));
            length = length.saturating_sub(3);
            rest = &rest[4..];
        }
        lines = rest;
    }
}

/// Uuencoded bytes with the line that begins a file; nothing for nothing.
pub(crate) fn encode_uuencode(bytes: &[u8], out: &mut Vec<u8>) {
    if bytes.is_empty() {
        return;
    }
    out.extend_from_slice(b"begin 0644 filename\n");
    let text = uuencode::encode(bytes);
    out.extend_from_slice(text.strip_suffix(b"`\n").unwrap_or(&text));
}
