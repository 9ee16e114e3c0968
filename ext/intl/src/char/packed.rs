//! Tables that are built in, compressed, and how they are read. They are our own, so what does not fit is a mistake in the
//! program that made them; reading goes on with zeros then.

use zlib_rs::{Inflate, InflateFlush, Status};

/// Expands what zlib compressed.
pub(crate) fn unpack(data: &[u8]) -> Vec<u8> {
    let mut inflate = Inflate::new(true, 15);
    let (mut out, mut piece, mut at) = (Vec::new(), vec![0; 64 << 10], 0);
    loop {
        let (before_in, before_out) = (inflate.total_in(), inflate.total_out());
        let answer = inflate.decompress(&data[at..], &mut piece, InflateFlush::NoFlush);
        let (read, made) = ((inflate.total_in() - before_in) as usize, (inflate.total_out() - before_out) as usize);
        at += read;
        out.extend_from_slice(&piece[..made]);
        match answer {
            Ok(Status::StreamEnd) => return out,
            Ok(_) if read > 0 || made > 0 => {}
            _ => return out,
        }
    }
}

/// Reads numbers in groups of seven bits, and texts.
pub(crate) struct Reader<'a> {
    data: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Reader<'a> {
        Reader { data }
    }
    pub(crate) fn byte(&mut self) -> u8 {
        self.bytes(1).first().copied().unwrap_or(0)
    }
    pub(crate) fn bytes(&mut self, count: usize) -> &'a [u8] {
        let (head, rest) = self.data.split_at(count.min(self.data.len()));
        self.data = rest;
        head
    }
    pub(crate) fn number(&mut self) -> u32 {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte();
            number |= u32::from(byte & 127).checked_shl(shift).unwrap_or(0);
            if byte < 128 {
                return number;
            }
            shift += 7;
        }
    }
    /// A number whose lowest bit says that it is negative.
    pub(crate) fn folded(&mut self) -> i32 {
        let number = self.number();
        if number & 1 == 0 { (number >> 1) as i32 } else { -((number >> 1) as i32) - 1 }
    }
    pub(crate) fn text(&mut self) -> String {
        let length = self.number() as usize;
        String::from_utf8_lossy(self.bytes(length)).into_owned()
    }
    pub(crate) fn float(&mut self) -> f64 {
        f64::from_le_bytes(self.bytes(8).try_into().unwrap_or_default())
    }
}
