//! Signed public keys with a challenge: `openssl_spki_*`.

use crate::{
    digest,
    errors::{self, text},
    objects,
};
use phant_digest::base64;
use phant_memory::{Object, PhpStr};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_pki::{key::Key, pem, request::SignedKey};

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![openssl_spki_new, openssl_spki_verify, openssl_spki_export, openssl_spki_export_challenge];

/// A new one.
#[php(
    "function openssl_spki_new(#[\\SensitiveParameter] OpenSSLAsymmetricKey $private_key, string $challenge, int $digest_algo = OPENSSL_ALGO_MD5): string|false"
)]
fn openssl_spki_new(ctx: &Ctx, private_key: &Object, challenge: &PhpStr, digest_algo: i64) -> PhpResult<OrFalse<Vec<u8>>> {
    let challenge = challenge.to_handle();
    let key = objects::get::<Key>(private_key).filter(|key| key.is_secret());
    let warn = |text: &str| {
        ctx.warning(text);
        ctx.check().map(|()| OrFalse::False)
    };
    let Some(key) = key else { return warn("Unable to use supplied private key") };
    let Some(hash) = digest::numbered(digest_algo) else { return warn("Unknown digest algorithm") };
    match SignedKey::make(&key, &challenge, hash) {
        Some(made) => Ok(OrFalse::Some([b"SPKAC=", &base64::encode(&made)[..]].concat())),
        None => warn("Unable to sign with specified digest algorithm"),
    }
}

/// Reads one; line ends do not matter.
fn read(ctx: &Ctx, spki: &PhpStr, warning: &str) -> PhpResult<Option<SignedKey>> {
    let cleaned: Vec<u8> = spki.as_bytes().iter().copied().filter(|b| !matches!(b, b'\n' | b'\r')).collect();
    let found = base64::decode(&cleaned, true).and_then(|der| SignedKey::parse(&der));
    if found.is_none() {
        ctx.warning(warning);
        ctx.check()?;
        errors::note(ctx, text::BASE64);
    }
    Ok(found)
}

/// Whether its own key has signed it.
#[php("function openssl_spki_verify(string $spki): bool")]
fn openssl_spki_verify(ctx: &Ctx, spki: &PhpStr) -> PhpResult<bool> {
    let Some(found) = read(ctx, spki, "Unable to decode supplied SPKAC")? else { return Ok(false) };
    let verified = found.verify();
    if verified.is_none() {
        ctx.warning("Unable to acquire signed public key");
        ctx.check()?;
    }
    Ok(verified == Some(true))
}

/// The public key.
#[php("function openssl_spki_export(string $spki): string|false")]
fn openssl_spki_export(ctx: &Ctx, spki: &PhpStr) -> PhpResult<OrFalse<Vec<u8>>> {
    let Some(found) = read(ctx, spki, "Unable to decode supplied SPKAC")? else { return Ok(OrFalse::False) };
    match Key::from_public_der(&found.public_key) {
        Some(key) => Ok(OrFalse::Some(pem::write("PUBLIC KEY", &key.to_public_der()))),
        None => {
            ctx.warning("Unable to acquire signed public key");
            ctx.check().map(|()| OrFalse::False)
        }
    }
}

/// The challenge.
#[php("function openssl_spki_export_challenge(string $spki): string|false")]
fn openssl_spki_export_challenge(ctx: &Ctx, spki: &PhpStr) -> PhpResult<OrFalse<Vec<u8>>> {
    Ok(read(ctx, spki, "Unable to decode SPKAC")?.map(|found| found.challenge).into())
}
