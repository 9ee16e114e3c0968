//! Reads the pieces that messages are made of.

/// Bytes that are read from the front. Everything answers `None` where they end too early.
#[derive(Clone, Copy)]
pub struct Reader<'a>(&'a [u8]);

/// A number of the length-encoded kind, which can also say "no value".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// SQL's NULL.
    Null,
    /// A number.
    Of(u64),
}

impl<'a> Reader<'a> {
    /// Reads these bytes.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader(bytes)
    }
    /// What is left.
    pub fn rest(&self) -> &'a [u8] {
        self.0
    }
    /// How much is left.
    pub fn len(&self) -> usize {
        self.0.len()
    }
    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// Some bytes.
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }
    /// A number of 1 to 8 bytes.
    pub fn number(&mut self, bytes: usize) -> Option<u64> {
        let taken = self.take(bytes)?;
        Some(taken.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }
    /// A byte.
    pub fn u8(&mut self) -> Option<u8> {
        self.number(1).map(|n| n as u8)
    }
    /// Two bytes.
    pub fn u16(&mut self) -> Option<u16> {
        self.number(2).map(|n| n as u16)
    }
    /// Four bytes.
    pub fn u32(&mut self) -> Option<u32> {
        self.number(4).map(|n| n as u32)
    }
    /// A length.
    pub fn length(&mut self) -> Option<Length> {
        Some(Length::Of(match self.u8()? {
            251 => return Some(Length::Null),
            252 => self.number(2)?,
            253 => self.number(3)?,
            254 => self.number(8)?,
            255 => return None,
            small => u64::from(small),
        }))
    }
    /// A number of the length-encoded kind.
    pub fn count(&mut self) -> Option<u64> {
        match self.length()? {
            Length::Of(number) => Some(number),
            Length::Null => None,
        }
    }
    /// A text behind its length.
    pub fn text(&mut self) -> Option<&'a [u8]> {
        let length = self.count()?;
        self.take(usize::try_from(length).ok()?)
    }
    /// A text that a zero ends.
    pub fn until_zero(&mut self) -> Option<&'a [u8]> {
        let end = self.0.iter().position(|&byte| byte == 0)?;
        let text = self.take(end)?;
        self.take(1)?;
        Some(text)
    }
}

/// Appends a length.
pub fn put_length(out: &mut Vec<u8>, length: u64) {
    match length {
        0..=250 => out.push(length as u8),
        251..=0xffff => {
            out.push(252);
            out.extend_from_slice(&(length as u16).to_le_bytes());
        }
        0x1_0000..=0xff_ffff => {
            out.push(253);
            out.extend_from_slice(&(length as u32).to_le_bytes()[..3]);
        }
        _ => {
            out.push(254);
            out.extend_from_slice(&length.to_le_bytes());
        }
    }
}

/// Appends a text behind its length.
pub fn put_text(out: &mut Vec<u8>, text: &[u8]) {
    put_length(out, text.len() as u64);
    out.extend_from_slice(text);
}
