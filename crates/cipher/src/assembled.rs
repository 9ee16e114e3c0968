//! Long texts in the modes with tags, by AWS-LC's assembly, which works on cipher and tag at once.

use crate::{Mode, Parameters, block::Family};
use aws_lc_rs::aead::{AES_128_GCM, AES_192_GCM, AES_256_GCM, Aad, Algorithm, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};

/// From how many bytes on preparing its key is worth the time.
pub const LONG: usize = 512;

/// A key made ready for one text.
pub struct Ready {
    key: LessSafeKey,
    nonce: Nonce,
}

impl Ready {
    /// `None` if the text is short, or cipher and nonce are no usual ones.
    pub fn new(family: Option<Family>, mode: Mode, key: &[u8], iv: &[u8], length: usize) -> Option<Ready> {
        if length < LONG {
            return None;
        }
        let algorithm: &'static Algorithm = match (mode, family) {
            (Mode::Gcm, Some(Family::Aes128)) => &AES_128_GCM,
            (Mode::Gcm, Some(Family::Aes192)) => &AES_192_GCM,
            (Mode::Gcm, Some(Family::Aes256)) => &AES_256_GCM,
            (Mode::ChaCha20Poly1305, None) => &CHACHA20_POLY1305,
            _ => return None,
        };
        let nonce = Nonce::try_assume_unique_for_key(iv).ok()?;
        Some(Ready { key: LessSafeKey::new(UnboundKey::new(algorithm, key).ok()?), nonce })
    }
    /// Encrypts in place; the whole tag. Nothing has changed if that is not possible.
    pub fn encrypt(self, data: &mut [u8], parameters: Parameters<'_>) -> Option<Vec<u8>> {
        let tag = self.key.seal_in_place_separate_tag(self.nonce, Aad::from(parameters.associated), data).ok()?;
        Some(tag.as_ref().to_vec())
    }
    /// Decrypts in place; whether the tag, a whole one, is right.
    pub fn decrypt(self, data: &mut [u8], parameters: Parameters<'_>, tag: &[u8]) -> bool {
        self.key.open_in_place_separate_tag(self.nonce, Aad::from(parameters.associated), tag, data).is_ok()
    }
}
