//! `quoted_printable_encode()` and `quoted_printable_decode()`.

/// The longest line, without the "=" of a soft break.
const LINE: usize = 75;

/// The text of `data`, with soft line breaks that do not part the bytes of a UTF-8 character.
pub fn encode(data: &[u8]) -> Vec<u8> {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = Vec::with_capacity(data.len() + data.len() / 4);
    let mut column = 0;
    let mut i = 0;
    while let Some(&byte) = data.get(i) {
        i += 1;
        let next = data.get(i).copied();
        if byte == b'\r' && next == Some(b'\n') {
            out.extend_from_slice(b"\r\n");
            i += 1;
            column = 0;
        } else if byte.is_ascii_control() || byte >= 0x80 || byte == b'=' || byte == b' ' && next == Some(b'\r') {
            column += 3;
            let needed = match byte {
                ..=0x7f => column,
                0x80..=0xdf => column + 3,
                0xe0..=0xef => column + 6,
                0xf0..=0xf4 => column + 9,
                0xf5.. => 0,
            };
            if needed > LINE {
                out.extend_from_slice(b"=\r\n");
                column = 3;
            }
            out.extend_from_slice(&[b'=', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
        } else {
            column += 1;
            if column > LINE {
                out.extend_from_slice(b"=\r\n");
                column = 1;
            }
            out.push(byte);
        }
    }
    out
}

/// The bytes of `text`, up to a zero byte; what is not well formed stays as it is.
pub fn decode(text: &[u8]) -> Vec<u8> {
    let text = &text[..text.iter().position(|&b| b == 0).unwrap_or(text.len())];
    let digit = |byte: u8| (byte as char).to_digit(16).map(|digit| digit as u8);
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    loop {
        let plain = rest.iter().position(|&b| b == b'=').unwrap_or(rest.len());
        out.extend_from_slice(&rest[..plain]);
        let Some((_, after)) = rest[plain..].split_first() else { break };
        rest = after;
        if let [high, low, after @ ..] = after
            && let (Some(high), Some(low)) = (digit(*high), digit(*low))
        {
            out.push(high << 4 | low);
            rest = after;
            continue;
        }
        let blank = after.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
        match &after[blank..] {
            [] => rest = &[],
            [b'\r', b'\n', after @ ..] | [b'\r' | b'\n', after @ ..] => rest = after,
            _ => out.push(b'='),
        }
    }
    out
}
