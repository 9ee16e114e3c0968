//! ECDSA by AWS-LC, for the curves and hashes that it has together; [`crate::ec`] does the others.

use aws_lc_rs::{
    encoding::{AsBigEndian, EcPrivateKeyBin},
    rand::SystemRandom,
    signature::{self, EcdsaKeyPair, EcdsaSigningAlgorithm, EcdsaVerificationAlgorithm, KeyPair, UnparsedPublicKey},
};

/// The algorithms of a curve with a hash, by OpenSSL's names.
fn algorithms(curve: &str, hash: &str) -> Option<(&'static EcdsaSigningAlgorithm, &'static EcdsaVerificationAlgorithm)> {
    Some(match (curve, hash) {
        ("prime256v1", "sha256") => (&signature::ECDSA_P256_SHA256_ASN1_SIGNING, &signature::ECDSA_P256_SHA256_ASN1),
        ("secp384r1", "sha384") => (&signature::ECDSA_P384_SHA384_ASN1_SIGNING, &signature::ECDSA_P384_SHA384_ASN1),
        ("secp521r1", "sha256") => (&signature::ECDSA_P521_SHA256_ASN1_SIGNING, &signature::ECDSA_P521_SHA256_ASN1),
        ("secp521r1", "sha384") => (&signature::ECDSA_P521_SHA384_ASN1_SIGNING, &signature::ECDSA_P521_SHA384_ASN1),
        ("secp521r1", "sha512") => (&signature::ECDSA_P521_SHA512_ASN1_SIGNING, &signature::ECDSA_P521_SHA512_ASN1),
        ("secp256k1", "sha256") => (&signature::ECDSA_P256K1_SHA256_ASN1_SIGNING, &signature::ECDSA_P256K1_SHA256_ASN1),
        _ => return None,
    })
}

/// A new secret number of a curve and its uncompressed point; `None` where AWS-LC does not have the curve.
pub(crate) fn generate(curve: &str) -> Option<(Vec<u8>, Vec<u8>)> {
    let (algorithm, _) = ["sha256", "sha384"].iter().find_map(|hash| algorithms(curve, hash))?;
    let key = EcdsaKeyPair::generate(algorithm).ok()?;
    let secret: EcPrivateKeyBin<'_> = key.private_key().as_be_bytes().ok()?;
    Some((secret.as_ref().to_vec(), key.public_key().as_ref().to_vec()))
}

/// Signs a text with the secret number of a curve; `public` is the uncompressed point that belongs to it.
pub(crate) fn sign(curve: &str, hash: &str, secret: &[u8], public: &[u8], text: &[u8]) -> Option<Vec<u8>> {
    let (algorithm, _) = algorithms(curve, hash)?;
    let key = EcdsaKeyPair::from_private_key_and_public_key(algorithm, secret, public).ok()?;
    Some(key.sign(&SystemRandom::new(), text).ok()?.as_ref().to_vec())
}

/// Whether a signature of a text is right; `None` where AWS-LC does not have curve and hash.
pub(crate) fn verify(curve: &str, hash: &str, public: &[u8], text: &[u8], signature: &[u8]) -> Option<bool> {
    let (_, algorithm) = algorithms(curve, hash)?;
    Some(UnparsedPublicKey::new(algorithm, public).verify(text, signature).is_ok())
}
