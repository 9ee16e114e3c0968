//! What AWS-LC does of the usual keys, with the processor's instructions for large numbers. What it does not have (other curves and hashes,
//! short keys) or refuses is left to this crate's own arithmetic.

use aws_lc_rs::{
    agreement,
    encoding::{AsBigEndian, EcPrivateKeyBin},
    rand::SystemRandom,
    rsa::{KeyPair as RsaKeyPair, PublicKeyComponents},
    signature::{
        self, EcdsaKeyPair, EcdsaSigningAlgorithm, EcdsaVerificationAlgorithm, Ed25519KeyPair, KeyPair, RsaEncoding,
        RsaParameters, UnparsedPublicKey,
    },
};

/// A secret key of RSA.
#[derive(Debug)]
pub(crate) struct RsaSigner(RsaKeyPair);

impl RsaSigner {
    /// The key in the form RSAPrivateKey, if it is none that AWS-LC refuses.
    pub(crate) fn new(form: &[u8]) -> Option<RsaSigner> {
        RsaKeyPair::from_der(form).ok().map(RsaSigner)
    }
    pub(crate) fn sign(&self, hash: &str, text: &[u8]) -> Option<Vec<u8>> {
        let encoding: &'static dyn RsaEncoding = match hash {
            "sha256" => &signature::RSA_PKCS1_SHA256,
            "sha384" => &signature::RSA_PKCS1_SHA384,
            "sha512" => &signature::RSA_PKCS1_SHA512,
            _ => return None,
        };
        let mut made = vec![0; self.0.public_modulus_len()];
        self.0.sign(encoding, &SystemRandom::new(), text, &mut made).ok()?;
        Some(made)
    }
}

/// Whether a signature of a text is right, as far as AWS-LC can tell: if not, it may still be.
pub(crate) fn rsa_holds(modulus: &[u8], exponent: &[u8], hash: &str, text: &[u8], signature: &[u8]) -> bool {
    let parameters: &RsaParameters = match hash {
        "sha1" => &signature::RSA_PKCS1_1024_8192_SHA1_FOR_LEGACY_USE_ONLY,
        "sha256" => &signature::RSA_PKCS1_1024_8192_SHA256_FOR_LEGACY_USE_ONLY,
        "sha384" => &signature::RSA_PKCS1_2048_8192_SHA384,
        "sha512" => &signature::RSA_PKCS1_1024_8192_SHA512_FOR_LEGACY_USE_ONLY,
        _ => return false,
    };
    PublicKeyComponents { n: modulus, e: exponent }.verify(parameters, text, signature).is_ok()
}

/// Signs a text with a key of Ed25519.
pub(crate) fn ed25519_sign(secret: &[u8], public: &[u8], text: &[u8]) -> Option<Vec<u8>> {
    let key = Ed25519KeyPair::from_seed_and_public_key(secret, public).ok()?;
    Some(key.sign(text).as_ref().to_vec())
}

/// The public half of a key of Ed25519.
pub(crate) fn ed25519_public(secret: &[u8]) -> Option<Vec<u8>> {
    Some(Ed25519KeyPair::from_seed_unchecked(secret).ok()?.public_key().as_ref().to_vec())
}

/// Whether a signature of a text is right, as far as AWS-LC can tell: if not, it may still be.
pub(crate) fn ed25519_holds(public: &[u8], text: &[u8], signature: &[u8]) -> bool {
    UnparsedPublicKey::new(&signature::ED25519, public).verify(text, signature).is_ok()
}

/// What both sides of an exchange have. Points are uncompressed ones, or numbers of X25519.
pub(crate) fn agree(curve: &str, secret: &[u8], other: &[u8]) -> Option<Vec<u8>> {
    let algorithm = match curve {
        "prime256v1" => &agreement::ECDH_P256,
        "secp384r1" => &agreement::ECDH_P384,
        "secp521r1" => &agreement::ECDH_P521,
        "X25519" => &agreement::X25519,
        _ => return None,
    };
    let secret = agreement::PrivateKey::from_private_key(algorithm, secret).ok()?;
    agreement::agree(&secret, agreement::UnparsedPublicKey::new(algorithm, other), (), |shared| Ok(shared.to_vec())).ok()
}

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
pub(crate) fn ec_generate(curve: &str) -> Option<(Vec<u8>, Vec<u8>)> {
    let (algorithm, _) = ["sha256", "sha384"].iter().find_map(|hash| algorithms(curve, hash))?;
    let key = EcdsaKeyPair::generate(algorithm).ok()?;
    let secret: EcPrivateKeyBin<'_> = key.private_key().as_be_bytes().ok()?;
    Some((secret.as_ref().to_vec(), key.public_key().as_ref().to_vec()))
}

/// Signs a text with the secret number of a curve; `public` is the uncompressed point that belongs to it.
pub(crate) fn ec_sign(curve: &str, hash: &str, secret: &[u8], public: &[u8], text: &[u8]) -> Option<Vec<u8>> {
    let (algorithm, _) = algorithms(curve, hash)?;
    let key = EcdsaKeyPair::from_private_key_and_public_key(algorithm, secret, public).ok()?;
    Some(key.sign(&SystemRandom::new(), text).ok()?.as_ref().to_vec())
}

/// Whether a signature of a text is right; `None` where AWS-LC does not have curve and hash.
pub(crate) fn ec_verify(curve: &str, hash: &str, public: &[u8], text: &[u8], signature: &[u8]) -> Option<bool> {
    let (_, algorithm) = algorithms(curve, hash)?;
    Some(UnparsedPublicKey::new(algorithm, public).verify(text, signature).is_ok())
}
