//! Base64 as info responses have it: bits of partitions, names of bins.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Text of bytes.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let word = (0..3).fold(0u32, |word, at| word << 8 | u32::from(group.get(at).copied().unwrap_or(0)));
        for digit in 0..4 {
            match digit > group.len() {
                true => text.push('='),
                false => text.push(char::from(DIGITS[(word >> (18 - 6 * digit) & 63) as usize])),
            }
        }
    }
    text
}

/// Bytes of a text, if it is one.
pub fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let text = text.strip_suffix(b"==").or(text.strip_suffix(b"=")).unwrap_or(text);
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    for group in text.chunks(4) {
        let mut word = 0u32;
        for digit in group {
            word = word << 6 | DIGITS.iter().position(|known| known == digit)? as u32;
        }
        if group.len() == 1 {
            return None;
        }
        word <<= 6 * (4 - group.len());
        bytes.extend_from_slice(&word.to_be_bytes()[1..group.len()]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_all_lengths_come_back() {
        let bytes: Vec<u8> = (0..=255).collect();
        for length in 0..bytes.len() {
            assert_eq!(decode(encode(&bytes[..length]).as_bytes()).as_deref(), Some(&bytes[..length]));
        }
        assert_eq!(encode(b"any carnal pleasure"), "YW55IGNhcm5hbCBwbGVhc3VyZQ==");
        assert_eq!(decode(b"A"), None);
        assert_eq!(decode(b"A*=="), None);
    }
}
