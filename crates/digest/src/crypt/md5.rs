//! The MD5 method of FreeBSD, by Poul-Henning Kamp.

use super::append_letters;
use md5::{Digest, Md5};

/// Hashes with the salt behind "$1$".
pub fn hash(password: &[u8], salt: &[u8]) -> Vec<u8> {
    let end = salt.iter().position(|&b| b == b'$').unwrap_or(salt.len()).min(8);
    let salt = &salt[..end];

    let inner = Md5::new().chain_update(password).chain_update(salt).chain_update(password).finalize();
    let mut first = Md5::new().chain_update(password).chain_update(b"$1$").chain_update(salt);
    for chunk in password.chunks(16) {
        first.update(&inner[..chunk.len()]);
    }
    let mut bits = password.len();
    while bits > 0 {
        first.update(if bits & 1 != 0 { &[0][..] } else { &password[..1] });
        bits >>= 1;
    }
    let mut hash: [u8; 16] = first.finalize().into();

    for round in 0..1000 {
        let mut next = Md5::new();
        let (before, after) = if round % 2 == 1 { (password, &hash[..]) } else { (&hash[..], password) };
        next.update(before);
        if round % 3 != 0 {
            next.update(salt);
        }
        if round % 7 != 0 {
            next.update(password);
        }
        next.update(after);
        hash = next.finalize().into();
    }

    let mut out = [b"$1$", salt, b"$"].concat();
    for i in 0..5 {
        let [high, middle, low] = [hash[i], hash[i + 6], hash[if i == 4 { 5 } else { i + 12 }]].map(u32::from);
        append_letters(&mut out, high << 16 | middle << 8 | low, 4);
    }
    append_letters(&mut out, u32::from(hash[11]), 2);
    out
}
