//! Runs of JSON strings that stand for themselves.

use super::{half, word};
use phant_memory::{StrBuilder, string::not_plain};

/// How many bytes at the beginning stand for themselves in a JSON string: no quote, no backslash, no control character, and
/// ASCII only. With `SLASH` no slash either. Sixteen are looked at together.
#[inline]
pub fn plain_run<const SLASH: bool>(bytes: &[u8]) -> usize {
    let len = bytes.len();
    match len {
        0..4 => {
            let special = |b: &u8| matches!(b, 0..0x20 | b'"' | b'\\' | 0x80..) || SLASH && *b == b'/';
            bytes.iter().position(special).unwrap_or(len)
        }
        // Two words cover the bytes; what is seen twice is plain, or special in both.
        4..8 => {
            let all = half(bytes, 0) | half(bytes, len - 4) << 32;
            match (not_plain::<SLASH>(all, all) & 0xff).trailing_zeros() as usize {
                byte @ 0..4 => byte,
                byte @ 4..8 => byte + len - 8,
                _ => len,
            }
        }
        8..=16 => match not_plain::<SLASH>(word(bytes, 0), word(bytes, len - 8)) {
            0 => len,
            found => match found.trailing_zeros() as usize {
                byte @ 0..8 => byte,
                byte => byte + len - 16,
            },
        },
        _ => long_run::<SLASH>(bytes),
    }
}

/// The same for more than sixteen bytes.
fn long_run<const SLASH: bool>(bytes: &[u8]) -> usize {
    let len = bytes.len();
    let mut at = 0;
    loop {
        let found = not_plain::<SLASH>(word(bytes, at), word(bytes, at + 8));
        if found != 0 {
            return at + found.trailing_zeros() as usize;
        }
        at += 16;
        if at == len {
            return len;
        }
        // The last sixteen are partly seen twice.
        at = at.min(len - 16);
    }
}

/// Appends the bytes at the beginning that stand for themselves, and says how many these are. Between one special byte and the next
/// there are few, so whole blocks are written, of which the next byte overwrites the rest.
#[inline]
pub fn push_plain_run<const SLASH: bool>(out: &mut StrBuilder, bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(block) = bytes[at..].first_chunk::<16>() {
        let found = not_plain::<SLASH>(word(block, 0), word(block, 8));
        let plain = (found | 1 << 16).trailing_zeros() as usize;
        out.push_some(*block, plain);
        at += plain;
        if plain < 16 {
            return at;
        }
    }
    let plain = plain_run::<SLASH>(&bytes[at..]);
    out.push_bytes(&bytes[at..at + plain]);
    at + plain
}

#[cfg(test)]
mod tests {
    use super::{plain_run, push_plain_run};
    use phant_memory::StrBuilder;

    #[test]
    fn the_first_special_byte_is_found() {
        let texts = (1..40u8).map(|len| (0..len).map(|i| b'a' + i % 26).collect::<Vec<u8>>());
        for (byte, text) in texts.flat_map(|text| (0..=255u8).map(move |byte| (byte, text.clone()))) {
            for at in 0..text.len() {
                let mut text = text.clone();
                text[at] = byte;
                let special = matches!(byte, 0..0x20 | b'"' | b'\\' | 0x80..);
                assert_eq!(plain_run::<false>(&text), if special { at } else { text.len() }, "{byte} at {at}");
                let special = special || byte == b'/';
                let plain = if special { at } else { text.len() };
                assert_eq!(plain_run::<true>(&text), plain, "{byte} at {at}");
                let mut out = StrBuilder::new();
                assert_eq!(push_plain_run::<true>(&mut out, &text), plain, "{byte} at {at}");
                assert_eq!(out.as_bytes(), &text[..plain]);
            }
        }
        assert_eq!(plain_run::<true>(b""), 0);
    }
}
