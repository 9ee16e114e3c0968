//! Long texts by AWS-LC's assembly: in the modes with tags it works on cipher and tag at once, in the others on eight blocks.

use crate::{Mode, Parameters, block::Family};
use aws_lc_rs::{
    aead::{AES_128_GCM, AES_192_GCM, AES_256_GCM, Aad, Algorithm, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey},
    cipher::{AES_128, AES_192, AES_256, DecryptingKey, DecryptionContext, EncryptingKey, EncryptionContext, UnboundCipherKey},
};

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

/// How much is done between two looks at the request's limits.
const PIECE: usize = 1 << 20;

/// A key of AES made ready for a text in a mode without tags.
pub enum Plain {
    /// Also for the modes that decrypt as they encrypt.
    Encrypt(EncryptingKey),
    Decrypt(DecryptingKey),
}

impl Plain {
    /// `None` if the text is short, or cipher and mode are others.
    pub fn new(family: Family, mode: Mode, key: &[u8], length: usize, encrypt: bool) -> Option<Plain> {
        if length < LONG {
            return None;
        }
        let algorithm = match family {
            Family::Aes128 => &AES_128,
            Family::Aes192 => &AES_192,
            Family::Aes256 => &AES_256,
            _ => return None,
        };
        let key = UnboundCipherKey::new(algorithm, key).ok()?;
        let ready = match (mode, encrypt) {
            (Mode::Ctr, _) => EncryptingKey::ctr(key).map(Plain::Encrypt),
            (Mode::Cbc, true) => EncryptingKey::cbc(key).map(Plain::Encrypt),
            (Mode::Cbc, false) => DecryptingKey::cbc(key).map(Plain::Decrypt),
            (Mode::Cfb, true) => EncryptingKey::cfb128(key).map(Plain::Encrypt),
            (Mode::Cfb, false) => DecryptingKey::cfb128(key).map(Plain::Decrypt),
            _ => return None,
        };
        ready.ok()
    }
    /// Works on a text where it is, whole blocks of it in CBC; stops early if the request is over. False if nothing has changed.
    pub fn run(&self, mode: Mode, data: &mut [u8], iv: [u8; 16]) -> bool {
        let mut before = iv;
        for piece in data.chunks_mut(PIECE) {
            if phant_interrupt::is_urgent() {
                break;
            }
            let next = *piece.last_chunk::<16>().unwrap_or(&before);
            let worked = match self {
                Plain::Encrypt(key) => key.less_safe_encrypt(piece, EncryptionContext::Iv128((&before).into())).map(drop),
                Plain::Decrypt(key) => key.decrypt(piece, DecryptionContext::Iv128((&before).into())).map(drop),
            };
            // Lengths and vectors are what can be wrong, and those of the first piece are as good as all others.
            if worked.is_err() {
                return false;
            }
            before = match (mode, self) {
                (Mode::Ctr, _) => u128::from_be_bytes(before).wrapping_add((PIECE / 16) as u128).to_be_bytes(),
                (_, Plain::Encrypt(_)) => *piece.last_chunk::<16>().unwrap_or(&before),
                (_, Plain::Decrypt(_)) => next,
            };
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modes;

    /// Text of every kind of length, over more than a piece, is what the modes that work block by block make of it.
    #[test]
    fn like_the_modes_of_blocks() {
        let key: Vec<u8> = (0..32).map(|i| i * 7 + 1).collect();
        let iv = [0xff; 16];
        for (family, mode, length) in [
            (Family::Aes128, Mode::Ctr, PIECE + 4099),
            (Family::Aes192, Mode::Ctr, 513),
            (Family::Aes256, Mode::Ctr, 2 * PIECE),
            (Family::Aes128, Mode::Cbc, PIECE + 4096),
            (Family::Aes192, Mode::Cbc, 512),
            (Family::Aes256, Mode::Cbc, 2 * PIECE),
            (Family::Aes128, Mode::Cfb, PIECE + 4099),
            (Family::Aes256, Mode::Cfb, 515),
        ] {
            let key = &key[..family.key_length()];
            let block = family.with_key(key).expect("a key of its length");
            for encrypt in [true, false] {
                let text: Vec<u8> = (0..length).map(|i| ((i * i) >> 3) as u8).collect();
                let (mut one, mut other) = (text.clone(), text);
                let plain = Plain::new(family, mode, key, length, encrypt).expect("a long text");
                assert!(plain.run(mode, &mut one, iv));
                match mode {
                    Mode::Ctr => modes::ctr(&*block, &mut other, &iv, 16),
                    Mode::Cbc => modes::cbc(&*block, &mut other, &iv, encrypt),
                    _ => modes::cfb(&*block, &mut other, &iv, encrypt),
                }
                assert!(one == other, "{family:?} {mode:?} {length} {encrypt}");
            }
        }
    }
}
