//! Wrapping keys: RFC 3394, and RFC 5649 for texts of any length.

use crate::{Failure, block::Block};

/// Bytes of what is shuffled.
const HALF: usize = 8;
const ROUNDS: u64 = 6;

/// Mixes a text with the check value in front of it.
fn mix(cipher: &dyn Block, check: [u8; HALF], text: &[u8]) -> Vec<u8> {
    let mut out = [&check, text].concat();
    let blocks = text.len() / HALF;
    let mut block = [0; 2 * HALF];
    block[..HALF].copy_from_slice(&check);
    for step in 0..ROUNDS * blocks as u64 {
        let at = HALF * (1 + step as usize % blocks);
        block[HALF..].copy_from_slice(&out[at..at + HALF]);
        cipher.encrypt(&mut block);
        for (byte, number) in block[..HALF].iter_mut().zip((step + 1).to_be_bytes()) {
            *byte ^= number;
        }
        out[at..at + HALF].copy_from_slice(&block[HALF..]);
    }
    out[..HALF].copy_from_slice(&block[..HALF]);
    out
}

/// Undoes that: the check value and the text.
fn unmix(cipher: &dyn Block, wrapped: &[u8]) -> ([u8; HALF], Vec<u8>) {
    let (check, text) = wrapped.split_at(HALF);
    let mut out = text.to_vec();
    let blocks = text.len() / HALF;
    let mut block = [0; 2 * HALF];
    block[..HALF].copy_from_slice(check);
    for step in (0..ROUNDS * blocks as u64).rev() {
        let at = HALF * (step as usize % blocks);
        for (byte, number) in block[..HALF].iter_mut().zip((step + 1).to_be_bytes()) {
            *byte ^= number;
        }
        block[HALF..].copy_from_slice(&out[at..at + HALF]);
        cipher.decrypt(&mut block);
        out[at..at + HALF].copy_from_slice(&block[HALF..]);
    }
    let mut check = [0; HALF];
    check.copy_from_slice(&block[..HALF]);
    (check, out)
}

/// Wraps; the initialisation vector is the check value.
pub fn wrap(cipher: &dyn Block, text: &[u8], iv: &[u8]) -> Result<Vec<u8>, Failure> {
    let check = iv.try_into().map_err(|_| Failure::Setting)?;
    if !text.len().is_multiple_of(HALF) {
        return Err(Failure::Length);
    }
    match text.len() {
        0 => Ok(Vec::new()),
        HALF => Err(Failure::Tag),
        _ => Ok(mix(cipher, check, text)),
    }
}

/// Unwraps; another check value is a failure.
pub fn unwrap(cipher: &dyn Block, wrapped: &[u8], iv: &[u8]) -> Result<Vec<u8>, Failure> {
    if !wrapped.len().is_multiple_of(HALF) {
        return Err(Failure::Length);
    }
    if wrapped.is_empty() {
        return Ok(Vec::new());
    }
    if wrapped.len() < 3 * HALF {
        return Err(Failure::Tag);
    }
    let (check, text) = unmix(cipher, wrapped);
    if check == iv { Ok(text) } else { Err(Failure::Tag) }
}

/// Wraps a text of any length, which goes into the check value.
pub fn wrap_padded(cipher: &dyn Block, text: &[u8], iv: &[u8]) -> Result<Vec<u8>, Failure> {
    let length = u32::try_from(text.len()).map_err(|_| Failure::Length)?;
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let mut check = [0; HALF];
    check[..HALF / 2].copy_from_slice(iv);
    check[HALF / 2..].copy_from_slice(&length.to_be_bytes());
    let mut text = text.to_vec();
    text.resize(text.len().next_multiple_of(HALF), 0);
    if text.len() == HALF {
        let mut block = [&check, text.as_slice()].concat();
        cipher.encrypt(&mut block);
        return Ok(block);
    }
    Ok(mix(cipher, check, &text))
}

/// Unwraps that.
pub fn unwrap_padded(cipher: &dyn Block, wrapped: &[u8], iv: &[u8]) -> Result<Vec<u8>, Failure> {
    if !wrapped.len().is_multiple_of(HALF) {
        return Err(Failure::Length);
    }
    if wrapped.is_empty() {
        return Ok(Vec::new());
    }
    if wrapped.len() < 2 * HALF {
        return Err(Failure::Tag);
    }
    let (check, mut text) = if wrapped.len() == 2 * HALF {
        let mut block = wrapped.to_vec();
        cipher.decrypt(&mut block);
        let mut check = [0; HALF];
        check.copy_from_slice(&block[..HALF]);
        (check, block[HALF..].to_vec())
    } else {
        unmix(cipher, wrapped)
    };
    let length = u32::from_be_bytes([check[4], check[5], check[6], check[7]]) as usize;
    let fits = length <= text.len() && length + HALF > text.len();
    if check[..HALF / 2] != *iv || !fits || text[length..].iter().any(|&byte| byte != 0) {
        return Err(Failure::Tag);
    }
    text.truncate(length);
    Ok(text)
}
