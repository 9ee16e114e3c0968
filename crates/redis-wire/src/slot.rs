//! Where in a cluster a key is.

/// How many slots a cluster has.
pub const SLOTS: usize = 16384;

/// CRC-16/XMODEM of each byte.
const TABLE: [u16; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = (byte as u16) << 8;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 0x8000 != 0 { crc << 1 ^ 0x1021 } else { crc << 1 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};

/// The slot of a key: what stands between the first braces counts, if anything does.
pub fn of(key: &[u8]) -> u16 {
    let tag = memchr::memchr(b'{', key).and_then(|open| {
        let rest = &key[open + 1..];
        memchr::memchr(b'}', rest).filter(|&length| length > 0).map(|length| &rest[..length])
    });
    let crc = tag.unwrap_or(key).iter().fold(0u16, |crc, &b| crc << 8 ^ TABLE[usize::from((crc >> 8) as u8 ^ b)]);
    crc % SLOTS as u16
}

#[cfg(test)]
mod tests {
    #[test]
    fn slots() {
        assert_eq!(super::of(b"foo"), 12182);
        assert_eq!(super::of(b"{user1000}.following"), super::of(b"user1000"));
        assert_eq!(super::of(b"foo{}{bar}"), super::of(b"foo{}{bar}"));
        assert_eq!(super::of(b""), 0);
        assert_eq!(super::of(b"123456789"), 0x31c3);
    }
}
