//! Signatures.

use crate::archive::Fail;
use phant_archive::{Source, phar::MAGIC, u32_at};
use phant_digest::Digest;

/// `Phar::MD5`, …
pub mod kind {
    pub const MD5: u32 = 1;
    pub const SHA1: u32 = 2;
    pub const SHA256: u32 = 3;
    pub const SHA512: u32 = 4;
    pub const OPENSSL: u32 = 16;
    pub const OPENSSL_SHA256: u32 = 17;
    pub const OPENSSL_SHA512: u32 = 18;
}

/// A kind's name, as `getSignature` has it.
pub fn name(of: u32) -> &'static str {
    match of {
        kind::MD5 => "MD5",
        kind::SHA1 => "SHA-1",
        kind::SHA512 => "SHA-512",
        kind::OPENSSL => "OpenSSL",
        kind::OPENSSL_SHA256 => "OpenSSL_SHA256",
        kind::OPENSSL_SHA512 => "OpenSSL_SHA512",
        _ => "SHA-256",
    }
}

fn digest(of: u32) -> Option<(Box<dyn Digest>, usize)> {
    let (name, len): (&[u8], usize) = match of {
        kind::MD5 => (b"md5", 16),
        kind::SHA1 => (b"sha1", 20),
        kind::SHA256 => (b"sha256", 32),
        kind::SHA512 => (b"sha512", 64),
        _ => return None,
    };
    Some((phant_digest::algorithm(name)?.start(), len))
}

/// The hash of bytes; `None` for kinds that need a key.
pub fn hash(of: u32, bytes: &[u8]) -> Option<Vec<u8>> {
    let (mut digest, len) = digest(of)?;
    digest.update(bytes);
    let mut out = Vec::with_capacity(len);
    digest.finish(&mut out);
    Some(out)
}

/// Upper-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().flat_map(|b| format!("{b:02X}").into_bytes()).collect()
}

/// Checks a signature of the bytes up to `end`. The error says what is wrong, in short.
pub fn check(source: &Source, end: u64, of: u32, signature: &[u8]) -> Result<Vec<u8>, &'static str> {
    let Some((mut digest, len)) = digest(of) else { return Err("openssl not loaded") };
    source.each(end, |piece| digest.update(piece));
    let mut found = Vec::with_capacity(len);
    digest.finish(&mut found);
    if signature.len() < len || signature[..len] != found[..] {
        return Err("broken signature");
    }
    Ok(hex(&found))
}

/// Checks the signature at the end of a phar.
pub fn verify_phar(source: &Source, path: &[u8]) -> Result<(u32, Vec<u8>), Fail> {
    let about = |after: &str| [b"phar \"", path, b"\"", after.as_bytes()].concat();
    let end = source.len();
    let Some(tail) = end.checked_sub(8).filter(|_| end >= 28).and_then(|at| source.bytes(at, 8)).filter(|t| &t[4..] == MAGIC)
    else {
        return Err(about(" has a broken signature"));
    };
    let of = u32_at(&tail, 0);
    let (len, at_end, words) = match of {
        kind::OPENSSL | kind::OPENSSL_SHA256 | kind::OPENSSL_SHA512 => {
            let len = source.bytes(end - 12, 4).map_or(0, |b| u64::from(u32_at(&b, 0)));
            if len > end - 12 {
                return Err(about(" openssl signature could not be read"));
            }
            (len, end - 12, "openssl")
        }
        kind::SHA512 => (64, end - 8, "SHA512"),
        kind::SHA256 => (32, end - 8, "SHA256"),
        kind::SHA1 => (20, end - 8, "SHA1"),
        kind::MD5 => (16, end - 8, "MD5"),
        _ => return Err(about(" has a broken or unsupported signature")),
    };
    let Some(from) = at_end.checked_sub(len) else { return Err(about(" has a broken signature")) };
    let signature = source.some(from, len);
    match check(source, from, of, &signature) {
        Ok(hash) => Ok((of, hash)),
        Err(why) => Err(about(&format!(" {words} signature could not be verified: {why}"))),
    }
}
