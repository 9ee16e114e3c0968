//! Hashes by OpenSSL's names, and PBKDF2.

use crate::errors::{self, Fault};
use blake2::{Blake2b512, Blake2s256};
use phant_digest::{Algorithm, Digest, hash::Options, hex, kdf};
use phant_memory::{Array, PhpStr, Value};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use sm3::Sm3;
use std::any::Any;

pub(crate) const FUNCTIONS: FunctionGroup = functions![openssl_get_md_methods, openssl_digest, openssl_pbkdf2];

/// A hash of RustCrypto's that PHP's own extension does not have.
#[derive(Clone)]
struct Crypto<D>(D);

impl<D: blake2::Digest + Clone + Send + Sync + 'static> Digest for Crypto<D> {
    fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }
    fn finish(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(&std::mem::replace(&mut self.0, D::new()).finalize());
    }
    fn boxed_clone(&self) -> Box<dyn Digest> {
        Box::new(Crypto(self.0.clone()))
    }
    fn copy_from(&mut self, other: &dyn Digest) {
        if let Some(other) = (other as &dyn Any).downcast_ref::<Self>() {
            self.0 = other.0.clone();
        }
    }
    fn save(&self) -> Vec<u8> {
        Vec::new()
    }
    fn load(&mut self, _image: &[u8]) -> bool {
        false
    }
}

/// MD5 and SHA-1 of the same data, as TLS 1.0 signs it.
struct Both([Box<dyn Digest>; 2]);

impl Digest for Both {
    fn update(&mut self, data: &[u8]) {
        self.0.iter_mut().for_each(|digest| digest.update(data));
    }
    fn finish(&mut self, out: &mut Vec<u8>) {
        self.0.iter_mut().for_each(|digest| digest.finish(out));
    }
    fn boxed_clone(&self) -> Box<dyn Digest> {
        Box::new(Both([self.0[0].boxed_clone(), self.0[1].boxed_clone()]))
    }
    fn copy_from(&mut self, other: &dyn Digest) {
        if let Some(other) = (other as &dyn Any).downcast_ref::<Self>() {
            self.0 = [other.0[0].boxed_clone(), other.0[1].boxed_clone()];
        }
    }
    fn save(&self) -> Vec<u8> {
        Vec::new()
    }
    fn load(&mut self, _image: &[u8]) -> bool {
        false
    }
}

fn start<D: blake2::Digest + Clone + Send + Sync + 'static>(_: &Options) -> Box<dyn Digest> {
    Box::new(Crypto(D::new()))
}

fn start_both(_: &Options) -> Box<dyn Digest> {
    let part = |name: &[u8]| phant_digest::algorithm(name).expect("built in").start();
    Box::new(Both([part(b"md5"), part(b"sha1")]))
}

/// Hashes that are not among those of the hash extension.
static MORE: [Algorithm; 4] = [
    Algorithm::other("blake2b512", 64, 128, start::<Blake2b512>),
    Algorithm::other("blake2s256", 32, 64, start::<Blake2s256>),
    Algorithm::other("sm3", 32, 64, start::<Sm3>),
    Algorithm::other("md5-sha1", 36, 64, start_both),
];

/// What OpenSSL has under a name.
pub enum Found {
    /// A hash.
    Algorithm(&'static Algorithm),
    /// A hash that is only in its legacy provider.
    Legacy,
    /// A function with a result of any length.
    AnyLength,
}

/// Names of a signature with a hash, and names that OpenSSL has beside the usual one.
fn plain_name(name: &[u8]) -> String {
    let lower = String::from_utf8_lossy(name).to_ascii_lowercase();
    let mut plain = lower.as_str();
    for prefix in ["rsa-", "ssl3-", "id-rsassa-pkcs1-v1_5-with-"] {
        plain = plain.strip_prefix(prefix).unwrap_or(plain);
    }
    for suffix in ["withrsaencryption", "withrsa"] {
        plain = plain.strip_suffix(suffix).unwrap_or(plain);
    }
    let known = match plain {
        "sha-1" | "sha1-2" => "sha1",
        "sha-224" | "sha2-224" => "sha224",
        "sha-256" | "sha2-256" => "sha256",
        "sha-384" | "sha2-384" => "sha384",
        "sha-512" | "sha2-512" => "sha512",
        "sha512-224" | "sha-512/224" | "sha2-512/224" => "sha512/224",
        "sha512-256" | "sha-512/256" | "sha2-512/256" => "sha512/256",
        "ripemd" | "rmd160" | "ripemd-160" => "ripemd160",
        "blake2b-512" => "blake2b512",
        "blake2s-256" => "blake2s256",
        "shake-128" => "shake128",
        "shake-256" => "shake256",
        // PHP's own names of these are not OpenSSL's.
        "sha512/224" | "sha512/256" if lower == plain => "",
        other => other,
    };
    known.to_owned()
}

/// Finds a hash.
pub fn named(name: &[u8]) -> Option<Found> {
    const SHARED: [&str; 13] = [
        "md5",
        "ripemd160",
        "sha1",
        "sha224",
        "sha256",
        "sha384",
        "sha512",
        "sha512/224",
        "sha512/256",
        "sha3-224",
        "sha3-256",
        "sha3-384",
        "sha3-512",
    ];
    let plain = plain_name(name);
    match plain.as_str() {
        "md4" | "whirlpool" => Some(Found::Legacy),
        "shake128" | "shake256" => Some(Found::AnyLength),
        plain if SHARED.contains(&plain) => phant_digest::algorithm(plain.as_bytes()).map(Found::Algorithm),
        plain => MORE.iter().find(|algorithm| algorithm.name == plain).map(Found::Algorithm),
    }
}

fn find(ctx: &Ctx, name: &PhpStr) -> PhpResult<Option<Found>> {
    let found = named(name.as_bytes());
    if found.is_none() {
        ctx.warning("Unknown digest algorithm");
        ctx.check()?;
    }
    Ok(found)
}

/// The names of hashes.
#[php("function openssl_get_md_methods(bool $aliases = false): array")]
fn openssl_get_md_methods(aliases: bool) -> Array {
    let names = if aliases { crate::names::DIGESTS_AND_ALIASES } else { crate::names::DIGESTS };
    names.iter().map(Value::str).collect()
}

/// A hash.
#[php("function openssl_digest(string $data, string $digest_algo, bool $binary = false): string|false")]
fn openssl_digest(ctx: &Ctx, data: &PhpStr, digest_algo: &PhpStr, binary: bool) -> PhpResult<OrFalse<Vec<u8>>> {
    let hash = match find(ctx, digest_algo)? {
        Some(Found::Algorithm(algorithm)) => algorithm.hash(data.as_bytes()),
        Some(Found::Legacy) => {
            errors::add(ctx, Fault::Unsupported);
            errors::add(ctx, Fault::Initialization);
            return Ok(OrFalse::False);
        }
        Some(Found::AnyLength) | None => return Ok(OrFalse::False),
    };
    Ok(OrFalse::Some(if binary { hash } else { hex::encode(&hash) }))
}

/// A key from a password.
#[php(
    "function openssl_pbkdf2(#[\\SensitiveParameter] string $password, string $salt, int $key_length, int $iterations, string $digest_algo = 'sha1'): string|false"
)]
fn openssl_pbkdf2(
    ctx: &Ctx,
    password: &PhpStr,
    salt: &PhpStr,
    key_length: i64,
    iterations: i64,
    digest_algo: &PhpStr,
) -> PhpResult<OrFalse<Vec<u8>>> {
    let key_length = match usize::try_from(key_length) {
        Ok(length @ 1..) => length,
        _ => return Err(ctx.argument_error(3, "must be greater than 0")),
    };
    let found = find(ctx, digest_algo)?;
    let fault = match found {
        None => return Ok(OrFalse::False),
        Some(_) if iterations < 0 => Fault::Negative,
        Some(Found::Legacy) => Fault::Unsupported,
        Some(Found::AnyLength) => Fault::Xof,
        Some(Found::Algorithm(_)) if iterations == 0 => Fault::IterationCount,
        Some(Found::Algorithm(algorithm)) => {
            ctx.reserve(key_length)?;
            let key = kdf::pbkdf2(algorithm, password.as_bytes(), salt.as_bytes(), iterations as u64, key_length);
            ctx.poll()?;
            return Ok(OrFalse::Some(key));
        }
    };
    errors::add(ctx, fault);
    Ok(OrFalse::False)
}

/// Our name of a hash that signs, by one of OpenSSL's names.
pub fn signing_name(name: &[u8]) -> Option<&'static str> {
    match named(name) {
        Some(Found::Algorithm(found)) if phant_pki::algorithms::hash(found.name).is_some() => Some(found.name),
        _ => None,
    }
}

/// A hash by one of PHP's numbers.
pub fn numbered(number: i64) -> Option<&'static str> {
    match number {
        1 => Some("sha1"),
        2 => Some("md5"),
        6 => Some("sha224"),
        7 => Some("sha256"),
        8 => Some("sha384"),
        9 => Some("sha512"),
        10 => Some("ripemd160"),
        _ => None,
    }
}
