//! Names and values: lengths of one byte, or of four with the first bit set, then both.

/// The pairs of some bytes, which end where a length leads out of them.
pub struct Pairs<'a>(pub &'a [u8]);

impl<'a> Pairs<'a> {
    fn length(&mut self) -> Option<usize> {
        let (&first, rest) = self.0.split_first()?;
        if first < 0x80 {
            self.0 = rest;
            return Some(usize::from(first));
        }
        let (long, rest) = self.0.split_first_chunk::<4>()?;
        self.0 = rest;
        usize::try_from(u32::from_be_bytes(*long) & 0x7fff_ffff).ok()
    }
    fn bytes(&mut self, length: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }
    fn pair(&mut self) -> Option<(&'a [u8], &'a [u8])> {
        let (name, value) = (self.length()?, self.length()?);
        Some((self.bytes(name)?, self.bytes(value)?))
    }
}

impl<'a> Iterator for Pairs<'a> {
    type Item = (&'a [u8], &'a [u8]);
    fn next(&mut self) -> Option<Self::Item> {
        let pair = self.pair();
        if pair.is_none() {
            self.0 = &[];
        }
        pair
    }
}

/// Adds a pair.
pub fn put_pair(out: &mut Vec<u8>, name: &[u8], value: &[u8]) {
    for length in [name.len(), value.len()] {
        match u8::try_from(length) {
            Ok(short @ 0..0x80) => out.push(short),
            _ => out.extend_from_slice(&(length as u32 | 0x8000_0000).to_be_bytes()),
        }
    }
    out.extend_from_slice(name);
    out.extend_from_slice(value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let long = vec![b'v'; 300];
        let mut bytes = Vec::new();
        for (name, value) in [(&b"A"[..], &b""[..]), (b"NAME", &long), (b"", b"x")] {
            put_pair(&mut bytes, name, value);
        }
        let back: Vec<_> = Pairs(&bytes).collect();
        assert_eq!(back, [(&b"A"[..], &b""[..]), (b"NAME", &long), (b"", b"x")]);
        assert_eq!(Pairs(&bytes[..bytes.len() - 1]).count(), 2);
        assert_eq!(Pairs(&[0x80]).count(), 0);
        assert_eq!(Pairs(&[0xff, 0xff, 0xff, 0xff, 1, b'a']).count(), 0);
    }
}
