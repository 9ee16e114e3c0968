//! What a server of Redis's could say, and compressed values in it.

use phant_redis_wire::{Head, Input, Transport, lzf};
use std::io;

/// Bytes in place of a server, which hears nothing. They come in pieces of some size.
struct Bytes<'a>(&'a [u8], usize);

impl Transport for Bytes<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.0.len().min(into.len()).min(self.1);
        into[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
    fn write_all(&mut self, _bytes: &[u8]) -> io::Result<()> {
        Ok(())
    }
    fn is_alive(&mut self) -> bool {
        true
    }
}

/// Reads replies whole, in pieces and over their contents; what was read must not depend on the pieces.
pub fn run(input: &[u8]) {
    let whole = replies(input, usize::MAX);
    assert!(replies(input, 1 + input.len() % 7) == whole, "replies depend on how they arrive");
    let transport = &mut Bytes(input, 5);
    let mut skipped = Input::default();
    while let Ok(head) = skipped.head(transport) {
        let head = match head {
            Head::Array(length) => Head::Array(length.min(1 << 16)),
            Head::Bulk(length) => Head::Bulk(length),
            _ => continue,
        };
        if skipped.skip(transport, head).is_err() {
            break;
        }
    }
    let _refused = lzf::decompress(input, 1 << 20);
    if let Some(packed) = lzf::compress(input, input.len() + 64) {
        let unpacked = lzf::decompress(&packed, input.len()).ok();
        assert!(unpacked.as_deref() == Some(input), "what was compressed comes back changed");
    }
}

/// A description of all that can be read.
fn replies(input: &[u8], piece: usize) -> Vec<u8> {
    let transport = &mut Bytes(input, piece);
    let mut read = Vec::new();
    let mut replies = Input::default();
    loop {
        let length = match replies.head(transport) {
            Ok(Head::Bulk(length)) => usize::try_from(length).ok(),
            Ok(head) => {
                read.extend_from_slice(format!("{head:?}").as_bytes());
                None
            }
            Err(error) => {
                read.extend_from_slice(format!("{:?}", error.kind()).as_bytes());
                return read;
            }
        };
        if let Some(length) = length {
            match replies.bulk(transport, length) {
                Ok(bytes) => read.extend_from_slice(bytes),
                Err(error) => {
                    read.extend_from_slice(format!("{:?}", error.kind()).as_bytes());
                    return read;
                }
            }
        }
    }
}
