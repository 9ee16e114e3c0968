//! ChaCha20, and with a tag by Poly1305: RFC 8439.

use crate::{Failure, Parameters};
use chacha20::{
    ChaCha20, KeyIvInit,
    cipher::{StreamCipher, StreamCipherSeek},
};
use poly1305::{
    Poly1305,
    universal_hash::{KeyInit, UniversalHash},
};

fn with_nonce(key: &[u8], nonce: &[u8]) -> Result<ChaCha20, Failure> {
    ChaCha20::new_from_slices(key, nonce).map_err(|_| Failure::Setting)
}

/// The initialisation vector is OpenSSL's: four bytes of counter, lowest first, before the nonce.
pub fn chacha20(key: &[u8], data: &mut [u8], iv: &[u8]) -> Result<(), Failure> {
    let [a, b, c, d, nonce @ ..] = iv else { return Err(Failure::Setting) };
    let mut cipher = with_nonce(key, nonce)?;
    let counter = u32::from_le_bytes([*a, *b, *c, *d]);
    cipher.try_seek(u64::from(counter) * 64).map_err(|_| Failure::Length)?;
    cipher.try_apply_keystream(data).map_err(|_| Failure::Length)
}

pub fn chacha20_poly1305(
    key: &[u8],
    data: &mut [u8],
    parameters: Parameters<'_>,
    tag_length: usize,
    encrypt: bool,
) -> Result<Vec<u8>, Failure> {
    let mut nonce = [0; 12];
    nonce[12 - parameters.iv.len()..].copy_from_slice(parameters.iv);
    let mut cipher = with_nonce(key, &nonce)?;
    let mut first = [0; 64];
    cipher.try_apply_keystream(&mut first).map_err(|_| Failure::Length)?;
    let mut mac_key = [0; 32];
    mac_key.copy_from_slice(&first[..32]);
    let mac = |data: &[u8]| {
        let mut mac = Poly1305::new(&mac_key.into());
        mac.update_padded(parameters.associated);
        mac.update_padded(data);
        let mut lengths = [0; 16];
        lengths[..8].copy_from_slice(&(parameters.associated.len() as u64).to_le_bytes());
        lengths[8..].copy_from_slice(&(data.len() as u64).to_le_bytes());
        mac.update_padded(&lengths);
        mac.finalize().to_vec()
    };
    let mut tag = if encrypt { Vec::new() } else { mac(data) };
    cipher.try_apply_keystream(data).map_err(|_| Failure::Length)?;
    if encrypt {
        tag = mac(data);
    }
    tag.truncate(tag_length);
    Ok(tag)
}
