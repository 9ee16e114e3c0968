//! Compressed messages: another message inside, with its size before it, in zlib's format.

use crate::{
    Malformed, Read,
    message::{self, Kind, MOST, PREFIX},
};
use zlib_rs::{Deflate, DeflateConfig, DeflateFlush, Inflate, InflateFlush, Status};

/// Bytes before what is compressed: the size of the message that comes out.
const SIZE: usize = 8;
/// How much memory is taken at once for what comes out.
const PIECE: usize = 256 << 10;

/// Puts a message into a compressed one, which takes the place of what is in the buffer. Says whether that is worth it: what
/// would get longer is sent as it is.
pub fn pack(message: &[u8], out: &mut Vec<u8>) -> bool {
    out.clear();
    let start = message::begin(out, Kind::Compressed);
    out.extend_from_slice(&(message.len() as u64).to_be_bytes());
    let from = out.len();
    out.resize(from + message.len(), 0);
    let mut deflate = Deflate::new_with_config(DeflateConfig { level: 1, ..DeflateConfig::default() });
    match deflate.compress(message, &mut out[from..], DeflateFlush::Finish) {
        Ok(Status::StreamEnd) if from + (deflate.total_out() as usize) < message.len() => {
            out.truncate(from + deflate.total_out() as usize);
            message::finish(out, start);
            true
        }
        _ => false,
    }
}

/// The message that is inside of a compressed one, its prefix included. The body comes without a prefix.
///
/// Memory is taken for what comes out, not for what is announced.
pub fn unpack(body: &[u8]) -> Read<Vec<u8>> {
    const BAD: Malformed = Malformed("a compressed message that is none");
    let (size, packed) = body.split_first_chunk::<SIZE>().ok_or(BAD)?;
    let size = usize::try_from(u64::from_be_bytes(*size)).map_err(|_| BAD)?;
    if !(PREFIX..=MOST + PREFIX).contains(&size) {
        return Err(Malformed("a message that is too large"));
    }
    let mut inflate = Inflate::new(true, 15);
    let mut out = Vec::new();
    loop {
        let (read, written) = (inflate.total_in() as usize, out.len());
        out.resize(size.min(written + PIECE), 0);
        let rest = packed.get(read..).ok_or(BAD)?;
        let status = inflate.decompress(rest, &mut out[written..], InflateFlush::NoFlush).map_err(|_| BAD)?;
        let (taken, now) = (inflate.total_in() as usize, inflate.total_out() as usize);
        out.truncate(now);
        if status == Status::StreamEnd {
            return if now == size { Ok(out) } else { Err(BAD) };
        }
        if now == size || (taken == read && now == written) {
            return Err(BAD);
        }
    }
}

/// What is inside of a compressed message: its kind, and the message with its prefix.
pub fn inner(body: &[u8]) -> Read<(Kind, Vec<u8>)> {
    let message = unpack(body)?;
    let start = message.first_chunk().copied().ok_or(Malformed("a message that is too short"))?;
    match message::prefix(start)? {
        (Kind::Compressed, _) => Err(Malformed("a compressed message within another")),
        (kind, size) if size == message.len() - PREFIX => Ok((kind, message)),
        _ => Err(Malformed("a message of another size")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(count: usize) -> Vec<u8> {
        let mut message = Vec::new();
        let start = message::begin(&mut message, Kind::Message);
        (0..count).for_each(|number| message.extend_from_slice(&(number as u32 / 7).to_be_bytes()));
        message::finish(&mut message, start);
        message
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        for count in [100, 70_000, 400_000] {
            let (message, mut out) = (sample(count), vec![1, 2, 3]);
            assert!(pack(&message, &mut out));
            assert!(out.len() < message.len());
            let (kind, size) = message::prefix(*out.first_chunk().unwrap()).unwrap();
            assert_eq!((kind, size), (Kind::Compressed, out.len() - PREFIX));
            let (kind, inside) = inner(&out[PREFIX..]).unwrap();
            assert_eq!(kind, Kind::Message);
            assert!(inside == message);
            assert!(inner(&out[PREFIX..out.len() - 1]).is_err());
        }
        assert!(!pack(&sample(1), &mut Vec::new()));
    }
    #[test]
    fn sizes_that_are_wrong_are_errors() {
        let mut out = Vec::new();
        assert!(pack(&sample(1000), &mut out));
        for size in [0u64, 7, 3999, 4009, 1 << 40, u64::MAX] {
            out[PREFIX..PREFIX + SIZE].copy_from_slice(&size.to_be_bytes());
            assert!(inner(&out[PREFIX..]).is_err(), "{size}");
        }
        let mut twice = Vec::new();
        assert!(pack(&sample(100_000), &mut out));
        if pack(&out, &mut twice) {
            assert!(inner(&twice[PREFIX..]).is_err());
        }
    }
}
