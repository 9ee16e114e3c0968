//! UTF-8 as PHP's own functions read it: what is invalid, and how much of it counts as one broken character.

/// The first character of UTF-8 text: its code point, or `None` if the bytes are no valid character, and how many
/// bytes that takes. Broken sequences are skipped up to the next byte that can start a character.
pub fn next_utf8(text: &[u8]) -> (Option<u32>, usize) {
    let byte = |i: usize| text.get(i).copied();
    let tail = |i: usize| byte(i).filter(|b| b & 0xc0 == 0x80).map(|b| u32::from(b & 0x3f));
    // Whether a byte can begin a character, so that a broken one before it ends there.
    let lead = |i: usize| byte(i).is_none_or(|b| b < 0x80 || (0xc2..=0xf4).contains(&b));
    let Some(first) = byte(0) else { return (None, 0) };
    match first {
        0..0x80 => (Some(u32::from(first)), 1),
        0x80..0xc2 => (None, 1),
        0xc2..0xe0 => match tail(1) {
            Some(a) => (Some(u32::from(first & 0x1f) << 6 | a), 2),
            None if text.len() < 2 => (None, 1),
            None => (None, if lead(1) { 1 } else { 2 }),
        },
        0xe0..0xf0 => match (tail(1), tail(2)) {
            (Some(a), Some(b)) => {
                let code = u32::from(first & 0x0f) << 12 | a << 6 | b;
                let valid = code >= 0x800 && !(0xd800..0xe000).contains(&code);
                (valid.then_some(code), 3)
            }
            _ if text.len() < 3 || lead(1) => (None, if text.len() < 2 || lead(1) { 1 } else { 2 }),
            _ if lead(2) => (None, 2),
            _ => (None, 3),
        },
        0xf0..0xf5 => match (tail(1), tail(2), tail(3)) {
            (Some(a), Some(b), Some(c)) => {
                let code = u32::from(first & 0x07) << 18 | a << 12 | b << 6 | c;
                ((0x10000..0x11_0000).contains(&code).then_some(code), 4)
            }
            _ if text.len() < 2 || lead(1) => (None, 1),
            _ if text.len() < 3 || lead(2) => (None, 2),
            _ if text.len() < 4 || lead(3) => (None, 3),
            _ => (None, 4),
        },
        _ => (None, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::next_utf8;

    #[test]
    fn broken_characters() {
        assert_eq!(next_utf8("é".as_bytes()), (Some(0xe9), 2));
        assert_eq!(next_utf8(b"\xe2\x82a"), (None, 2));
        assert_eq!(next_utf8(b"\xf0\x9f\x98\xe2b"), (None, 3));
        assert_eq!(next_utf8(b"\xed\xa0\x80y"), (None, 3));
        assert_eq!(next_utf8(b"\xc0\x80"), (None, 1));
        assert_eq!(next_utf8(b"\xc3a"), (None, 1));
        assert_eq!(next_utf8(b"\xc3\xff"), (None, 2));
        assert_eq!(next_utf8(b"\xf4\x90\x80\x80"), (None, 4));
        assert_eq!(next_utf8(b""), (None, 0));
    }
}
