//! `base64_encode()` and `base64_decode()`.

use base64_turbo::STANDARD;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Not in the alphabet.
const OTHER: u8 = 0x80;

/// White space.
const SPACE: u8 = 0x81;

const VALUES: [u8; 256] = {
    let mut values = [OTHER; 256];
    let mut i = 0;
    while i < 64 {
        values[ALPHABET[i] as usize] = i as u8;
        i += 1;
    }
    values[b' ' as usize] = SPACE;
    values[b'\t' as usize] = SPACE;
    values[b'\n' as usize] = SPACE;
    values[b'\r' as usize] = SPACE;
    values
};

/// Two letters for each twelve bits.
static PAIRS: [[u8; 2]; 4096] = {
    let mut pairs = [[0; 2]; 4096];
    let mut i = 0;
    while i < 4096 {
        pairs[i] = [ALPHABET[i >> 6], ALPHABET[i & 63]];
        i += 1;
    }
    pairs
};

/// From so many bytes on, vector instructions pay off.
const WIDE: usize = 24;

/// The length of the text of `len` bytes.
pub fn encoded_len(len: usize) -> usize {
    len.div_ceil(3) * 4
}

/// The text of `data`, padded.
pub fn encode(data: &[u8]) -> Vec<u8> {
    let mut out = vec![0; encoded_len(data.len())];
    encode_into(data, &mut out);
    out
}

/// Writes the text of `data` to `out`, which has its length.
pub fn encode_into(data: &[u8], out: &mut [u8]) {
    if data.len() >= WIDE {
        let written = STANDARD.encode_slice(data, out);
        debug_assert_eq!(written, Ok(out.len()));
        return;
    }
    let (groups, rest) = data.as_chunks::<3>();
    let (texts, _) = out.as_chunks_mut::<4>();
    for (text, &[a, b, c]) in texts.iter_mut().zip(groups) {
        let [w, x] = PAIRS[usize::from(a) << 4 | usize::from(b) >> 4];
        let [y, z] = PAIRS[usize::from(b & 15) << 8 | usize::from(c)];
        *text = [w, x, y, z];
    }
    match (rest, texts.last_mut()) {
        (&[a], Some(text)) => {
            text[..2].copy_from_slice(&PAIRS[usize::from(a) << 4]);
            text[2..].fill(b'=');
        }
        (&[a, b], Some(text)) => {
            text[..2].copy_from_slice(&PAIRS[usize::from(a) << 4 | usize::from(b) >> 4]);
            text[2] = ALPHABET[usize::from(b & 15) << 2];
            text[3] = b'=';
        }
        _ => {}
    }
}

/// How many bytes [`decode_clean`] finds in `text`, if that may be worth trying.
pub fn clean_len(text: &[u8]) -> Option<usize> {
    if text.len() < WIDE || !text.len().is_multiple_of(4) {
        return None;
    }
    let padding = text[text.len() - 2..].iter().filter(|&&byte| byte == b'=').count();
    Some(text.len() / 4 * 3 - padding)
}

/// Writes the bytes of `text` to `out`, which has the length of [`clean_len`]. False if there is anything but letters and
/// right padding: then [`decode_any`] knows what to make of it.
pub fn decode_clean(text: &[u8], out: &mut [u8]) -> bool {
    let (head, last) = text.split_at(text.len() - 4);
    let (body, end) = out.split_at_mut(head.len() / 4 * 3);
    if STANDARD.decode_slice(head, body) != Ok(body.len()) {
        return false;
    }
    let mut bits = 0u32;
    for (i, &byte) in last.iter().enumerate() {
        let value = if i > end.len() && byte == b'=' { 0 } else { VALUES[usize::from(byte)] };
        if value & 0x80 != 0 {
            return false;
        }
        bits = bits << 6 | u32::from(value);
    }
    end.copy_from_slice(&bits.to_be_bytes()[1..][..end.len()]);
    true
}

/// The bytes of `text`. Unless `strict`, whatever is not in the alphabet is skipped, padding included; with it, only
/// white space is, and padding must be right if there is any.
pub fn decode(text: &[u8], strict: bool) -> Option<Vec<u8>> {
    if let Some(len) = clean_len(text) {
        let mut out = vec![0; len];
        if decode_clean(text, &mut out) {
            return Some(out);
        }
    }
    decode_any(text, strict)
}

/// As [`decode`], for text in which there is something else.
pub fn decode_any(text: &[u8], strict: bool) -> Option<Vec<u8>> {
    let (groups, _) = text.as_chunks::<4>();
    let mut out = vec![0; groups.len() * 3];
    let mut clean = 0;
    for (group, bytes) in groups.iter().zip(out.as_chunks_mut::<3>().0) {
        let [a, b, c, d] = group.map(|byte| VALUES[usize::from(byte)]);
        if (a | b | c | d) & 0x80 != 0 {
            break;
        }
        *bytes = [a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d];
        clean += 1;
    }
    out.truncate(clean * 3);
    decode_rest(&text[clean * 4..], strict, &mut out).then_some(out)
}

fn decode_rest(text: &[u8], strict: bool, out: &mut Vec<u8>) -> bool {
    let mut bits = 0u32;
    let mut letters = 0;
    let mut padding = 0;
    for &byte in text {
        if byte == b'=' {
            padding += 1;
            continue;
        }
        match VALUES[usize::from(byte)] {
            SPACE => continue,
            OTHER if !strict => continue,
            OTHER => return false,
            _ if strict && padding > 0 => return false,
            value => bits = bits << 6 | u32::from(value),
        }
        letters += 1;
        if letters % 4 == 0 {
            out.extend_from_slice(&bits.to_be_bytes()[1..]);
        }
    }
    match letters % 4 {
        1 if strict => return false,
        2 => out.push((bits >> 4) as u8),
        3 => out.extend_from_slice(&((bits >> 2) as u16).to_be_bytes()),
        _ => {}
    }
    !strict || padding == 0 || padding <= 2 && (letters + padding) % 4 == 0
}
