//! What names a record: RIPEMD-160 of its set and key.

use crate::particle;
use ripemd::{Digest as _, Ripemd160};

/// Twenty bytes that name a record.
pub type Digest = [u8; 20];

/// A key that a script has given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Key<'a> {
    /// A number.
    Int(i64),
    /// A text of any bytes.
    Str(&'a [u8]),
    /// Bytes of the type blob.
    Blob(&'a [u8]),
}

impl Key<'_> {
    /// The digest of the key in a set.
    pub fn digest(&self, set: &[u8]) -> Digest {
        let mut hash = Ripemd160::new();
        hash.update(set);
        match self {
            Key::Int(number) => {
                hash.update([particle::INTEGER]);
                hash.update(number.to_be_bytes());
            }
            Key::Str(text) => {
                hash.update([particle::STRING]);
                hash.update(text);
            }
            Key::Blob(bytes) => {
                hash.update([particle::BLOB]);
                hash.update(bytes);
            }
        }
        hash.finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_differ() {
        assert_ne!(Key::Int(1).digest(b"s"), Key::Str(b"1").digest(b"s"));
        assert_ne!(Key::Str(b"1").digest(b"s"), Key::Blob(b"1").digest(b"s"));
        assert_ne!(Key::Str(b"1").digest(b"s"), Key::Str(b"1").digest(b"t"));
    }
}
