//! Key derivation: `hash_pbkdf2()` and `hash_hkdf()`.

use crate::hash::Algorithm;
use crate::hmac::{Hmac, hmac};

/// PBKDF2 (RFC 8018): `length` bytes of key.
pub fn pbkdf2(algorithm: &Algorithm, password: &[u8], salt: &[u8], iterations: u64, length: usize) -> Vec<u8> {
    let keyed = Hmac::new(algorithm, password);
    let mut running = keyed.clone();
    let mut key = Vec::with_capacity(length + algorithm.output_len);
    let mut block = Vec::new();
    for index in 1u32.. {
        if key.len() >= length {
            break;
        }
        running.copy_from(&keyed);
        running.update(salt);
        running.update(&index.to_be_bytes());
        block.clear();
        running.finish(&mut block);
        let mut sum = block.clone();
        for _ in 1..iterations {
            if phant_interrupt::is_urgent() {
                return key;
            }
            running.copy_from(&keyed);
            running.update(&block);
            block.clear();
            running.finish(&mut block);
            sum.iter_mut().zip(&block).for_each(|(sum, byte)| *sum ^= byte);
        }
        key.extend_from_slice(&sum);
    }
    key.truncate(length);
    key
}

/// HKDF (RFC 5869): `length` bytes of key, of which there are at most 255 times the length of a hash.
pub fn hkdf(algorithm: &Algorithm, key: &[u8], length: usize, info: &[u8], salt: &[u8]) -> Vec<u8> {
    let keyed = Hmac::new(algorithm, &hmac(algorithm, salt, key));
    let mut out = Vec::with_capacity(length + algorithm.output_len);
    let mut block = Vec::new();
    for index in 1u8..=255 {
        if out.len() >= length {
            break;
        }
        let mut running = keyed.clone();
        running.update(&block);
        running.update(info);
        running.update(&[index]);
        block.clear();
        running.finish(&mut block);
        out.extend_from_slice(&block);
    }
    out.truncate(length);
    out
}
