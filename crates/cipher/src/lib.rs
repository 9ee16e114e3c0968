//! Ciphers by OpenSSL's names: AES, ARIA, Camellia, SM4 and triple DES in its modes, and ChaCha20.
//!
//! Nothing here knows the runtime: keys, texts and tags are bytes. [`Cipher::named`] finds a cipher, [`Cipher::encrypt`] and
//! [`Cipher::decrypt`] run it over a whole text. The block ciphers and the arithmetic of GCM and Poly1305 are RustCrypto's;
//! the modes (NIST SP 800-38A, 38C, 38D and 38E, RFC 3394, 5649, 7253 and 8439) are here, since scripts choose the lengths of keys,
//! nonces and tags when they run. Long texts in AES-GCM and ChaCha20-Poly1305 with the usual lengths go through AWS-LC, whose
//! assembly does cipher and tag in one pass. Tags are compared in a time that does not depend on them.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod assembled;
mod authenticated;
mod block;
mod modes;
mod names;
mod stream;
mod wrap;

pub use names::{Cipher, NAMES};

/// How a block cipher is used on a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Each block by itself.
    Ecb,
    /// Each block with the encrypted one before it.
    Cbc,
    /// A stream made of the encrypted text, by whole blocks.
    Cfb,
    /// The same by bits.
    Cfb1,
    /// The same by bytes.
    Cfb8,
    /// A stream made of itself.
    Ofb,
    /// A stream made of a counter.
    Ctr,
    /// For disks: two keys, and a text of any length from a block on.
    Xts,
    /// Counter with a tag by multiplication.
    Gcm,
    /// Counter with a tag by encryption.
    Ccm,
    /// Offset codebook.
    Ocb,
    /// For keys: a text of whole halves of blocks, with a check value.
    Wrap,
    /// The same for a text of any length.
    WrapPad,
    /// No block cipher, but ChaCha20.
    ChaCha20,
    /// ChaCha20 with a tag by Poly1305.
    ChaCha20Poly1305,
}

impl Mode {
    /// Whether it makes a tag that a changed text does not pass.
    pub fn is_authenticated(self) -> bool {
        matches!(self, Mode::Gcm | Mode::Ccm | Mode::Ocb | Mode::ChaCha20Poly1305)
    }
    /// Whether the last block has to be filled.
    pub fn pads(self) -> bool {
        matches!(self, Mode::Ecb | Mode::Cbc)
    }
}

/// Why there is no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The text is not as many whole blocks as it must be.
    Length,
    /// The filling of the last block is none.
    Padding,
    /// The tag, or the check value of a wrapped key, is another one.
    Tag,
    /// Key, nonce or tag have a length that this cipher does not have.
    Setting,
}

/// What a text is encrypted with, beside the key.
#[derive(Clone, Copy, Default)]
pub struct Parameters<'a> {
    /// The initialisation vector or nonce.
    pub iv: &'a [u8],
    /// What the tag covers beside the text.
    pub associated: &'a [u8],
    /// Whether the last block is filled, and the filling taken away.
    pub padding: bool,
}
