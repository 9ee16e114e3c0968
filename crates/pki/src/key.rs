//! Keys of any kind, and the forms in which they are kept.

use crate::{
    algorithms::{self, Scheme},
    aws_lc,
    der::{self, Reader, tag, trimmed},
    ec::{Curve, Ec},
    finite::{Finite, Group},
    num,
    okp::{Kind, Okp},
    pbe, pem,
    rsa::{Prepared, Rsa, Secret},
};

const RSA: &str = "1.2.840.113549.1.1.1";
const EC: &str = "1.2.840.10045.2.1";
const DSA: &str = "1.2.840.10040.4.1";
const DH: &str = "1.2.840.113549.1.3.1";

/// A key, public or whole.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
// Keys are few, and moved rarely.
#[allow(clippy::large_enum_variant)]
pub enum Key {
    Rsa(Rsa),
    Ec(Ec),
    Dsa(Finite),
    Dh(Finite),
    Okp(Okp),
}

/// Why a key is not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It is none.
    Unsupported,
    /// It is encrypted, and the password is wrong or missing.
    Password,
}

impl Key {
    /// Whether it has a secret half.
    pub fn is_secret(&self) -> bool {
        match self {
            Key::Rsa(key) => key.secret.is_some(),
            Key::Ec(key) => key.secret.is_some(),
            Key::Dsa(key) | Key::Dh(key) => key.secret.is_some(),
            Key::Okp(key) => key.secret.is_some(),
        }
    }
    /// It without the secret half.
    pub fn to_public(&self) -> Key {
        let mut key = self.clone();
        match &mut key {
            Key::Rsa(key) => key.secret = None,
            Key::Ec(key) => key.secret = None,
            Key::Dsa(key) | Key::Dh(key) => key.secret = None,
            Key::Okp(key) => key.secret = None,
        }
        key
    }
    /// Whether both have the same public half.
    pub fn matches(&self, other: &Key) -> bool {
        match (self, other) {
            (Key::Rsa(a), Key::Rsa(b)) => trimmed(&a.n) == trimmed(&b.n) && trimmed(&a.e) == trimmed(&b.e),
            (Key::Ec(a), Key::Ec(b)) => a == b,
            (Key::Dsa(a), Key::Dsa(b)) | (Key::Dh(a), Key::Dh(b)) => a.group == b.group && a.public == b.public,
            (Key::Okp(a), Key::Okp(b)) => a.kind == b.kind && a.public == b.public,
            _ => false,
        }
    }
    /// What OpenSSL calls its size.
    pub fn bits(&self) -> usize {
        match self {
            Key::Rsa(key) => num::bit_length(&key.n),
            Key::Ec(key) => key.curve.bits(),
            Key::Dsa(key) | Key::Dh(key) => num::bit_length(&key.group.p),
            Key::Okp(key) => key.kind.bits(),
        }
    }
    /// The signature that it makes with a hash.
    pub fn signature_algorithm(&self, hash: &str) -> Option<Vec<u8>> {
        let (scheme, parameters) = match self {
            Key::Rsa(_) => (Scheme::Rsa, der::null()),
            Key::Ec(_) => (Scheme::Ecdsa, Vec::new()),
            Key::Dsa(_) => (Scheme::Dsa, Vec::new()),
            Key::Okp(key) if key.kind.signs() => return Some(der::sequence(&[&der::oid(key.kind.oid())])),
            Key::Okp(_) | Key::Dh(_) => return None,
        };
        Some(der::algorithm(algorithms::signature_oid(scheme, hash)?, &parameters))
    }
    /// Signs a text by a hash's name; keys that hash by themselves ignore it.
    pub fn sign(&self, hash: &str, text: &[u8]) -> Option<Vec<u8>> {
        match self {
            Key::Okp(key) => key.sign(text),
            Key::Ec(key) => key.sign_text(hash, text),
            Key::Rsa(key) if let Some(made) = key.sign_text(|| rsa_secret_der(key), hash, text) => Some(made),
            _ => self.sign_digest(hash, &algorithms::hash(hash)?.hash(text)),
        }
    }
    /// Signs a hash.
    pub fn sign_digest(&self, hash: &str, digest: &[u8]) -> Option<Vec<u8>> {
        match self {
            Key::Rsa(key) => key.sign(hash, digest).ok(),
            Key::Ec(key) => key.sign(digest),
            Key::Dsa(key) => key.sign(digest),
            Key::Dh(_) | Key::Okp(_) => None,
        }
    }
    /// Checks a signature of a text. `None` if it is not even one in form.
    pub fn verify(&self, hash: &str, text: &[u8], signature: &[u8]) -> Option<bool> {
        match self {
            // To OpenSSL nothing is a wrong signature, other than what is not one in form.
            Key::Ec(_) | Key::Dsa(_) if signature.is_empty() => Some(false),
            Key::Okp(key) => Some(key.verify(text, signature)),
            Key::Ec(key) => key.verify_text(hash, text, signature),
            Key::Rsa(key) if aws_lc::rsa_holds(trimmed(&key.n), trimmed(&key.e), hash, text, signature) => Some(true),
            _ => self.verify_digest(hash, &algorithms::hash(hash)?.hash(text), signature),
        }
    }
    /// Checks a signature of a hash.
    pub fn verify_digest(&self, hash: &str, digest: &[u8], signature: &[u8]) -> Option<bool> {
        match self {
            Key::Rsa(key) => Some(key.verify(hash, digest, signature)),
            Key::Ec(key) => key.verify(digest, signature),
            Key::Dsa(key) => key.verify(digest, signature),
            Key::Dh(_) | Key::Okp(_) => None,
        }
    }
    /// Checks a signature as certificates have it: the algorithm with its parameters.
    pub fn verify_algorithm(&self, algorithm: Reader<'_>, text: &[u8], signature: &[u8]) -> Option<bool> {
        let mut algorithm = algorithm;
        let oid = algorithm.oid()?;
        if oid == "1.2.840.113549.1.1.10" {
            let Key::Rsa(key) = self else { return None };
            let (mut hash, mut mgf) = ("sha1", "sha1");
            for field in algorithm.sequence()? {
                let mut inner = field.reader().sequence();
                match field.tag {
                    0xa0 => hash = algorithms::hash_of(&inner.as_mut()?.oid()?)?,
                    0xa1 => {
                        inner.as_mut()?.oid()?;
                        mgf = algorithms::hash_of(&inner?.sequence()?.oid()?)?;
                    }
                    _ => {}
                }
            }
            let (hash, mgf) = (algorithms::hash(hash)?, algorithms::hash(mgf)?);
            return Some(key.verify_pss(hash, mgf, &hash.hash(text), signature));
        }
        if let Key::Okp(key) = self {
            return Some(key.kind.oid() == oid && key.verify(text, signature));
        }
        let (scheme, hash) = algorithms::signature_of(&oid)?;
        let fits =
            matches!((self, scheme), (Key::Rsa(_), Scheme::Rsa) | (Key::Ec(_), Scheme::Ecdsa) | (Key::Dsa(_), Scheme::Dsa));
        if !fits {
            return None;
        }
        self.verify(hash, text, signature)
    }
    /// The structure `SubjectPublicKeyInfo`.
    pub fn to_public_der(&self) -> Vec<u8> {
        let (algorithm, bits) = match self {
            Key::Rsa(key) => {
                let numbers = der::sequence(&[&der::number(&key.n), &der::number(&key.e)]);
                (der::algorithm(RSA, &der::null()), numbers)
            }
            Key::Ec(key) => (der::algorithm(EC, &key.curve.to_der(key.by_name)), key.curve.encode(&key.public)),
            Key::Dsa(key) => (der::algorithm(DSA, &key.group.to_der()), der::number(&key.public)),
            Key::Dh(key) => (der::algorithm(DH, &key.group.to_der()), der::number(&key.public)),
            Key::Okp(key) => (der::sequence(&[&der::oid(key.kind.oid())]), key.public.clone()),
        };
        der::sequence(&[&algorithm, &der::bits(&bits)])
    }
    /// Reads that structure.
    pub fn from_public_der(data: &[u8]) -> Option<Key> {
        let mut fields = Reader(data).sequence()?;
        let mut algorithm = fields.sequence()?;
        let bits = fields.item()?.bits()?;
        let oid = algorithm.oid()?;
        match oid.as_str() {
            RSA | "1.2.840.113549.1.1.10" => rsa_public(bits),
            EC => {
                let (curve, by_name) = Curve::parse(algorithm.0)?;
                let public = curve.decode(bits)?;
                Some(Key::Ec(Ec { curve, by_name, public, secret: None }))
            }
            DSA => {
                let group = Group::parse_dsa(algorithm.0)?;
                Some(Key::Dsa(Finite { group, public: Reader(bits).number()?.to_vec(), secret: None }))
            }
            DH => {
                let group = Group::parse_dh(algorithm.0)?;
                Some(Key::Dh(Finite { group, public: Reader(bits).number()?.to_vec(), secret: None }))
            }
            oid => Some(Key::Okp(Okp::from_public(Kind::of(oid)?, bits)?)),
        }
    }
    /// The structure of PKCS #8; `None` for a public key.
    pub fn to_der(&self) -> Option<Vec<u8>> {
        let (algorithm, body) = match self {
            Key::Rsa(key) => (der::algorithm(RSA, &der::null()), rsa_secret_der(key)?),
            Key::Ec(key) => {
                let public = der::item(tag::context(1), &[&der::bits(&key.curve.encode(&key.public))]);
                let secret = num::padded(key.secret.as_ref()?, key.curve.secret_length());
                let body = der::sequence(&[&der::small(1), &der::octets(&secret), &public]);
                (der::algorithm(EC, &key.curve.to_der(key.by_name)), body)
            }
            Key::Dsa(key) => (der::algorithm(DSA, &key.group.to_der()), der::number(key.secret.as_ref()?)),
            Key::Dh(key) => (der::algorithm(DH, &key.group.to_der()), der::number(key.secret.as_ref()?)),
            Key::Okp(key) => (der::sequence(&[&der::oid(key.kind.oid())]), der::octets(key.secret.as_ref()?)),
        };
        Some(der::sequence(&[&der::small(0), &algorithm, &der::octets(&body)]))
    }
    /// Reads that structure.
    pub fn from_der(data: &[u8]) -> Option<Key> {
        let mut fields = Reader(data).sequence()?;
        fields.number()?;
        let mut algorithm = fields.sequence()?;
        let body = fields.expect(tag::OCTETS)?.body;
        let oid = algorithm.oid()?;
        match oid.as_str() {
            RSA | "1.2.840.113549.1.1.10" => rsa_secret(body),
            EC => ec_secret(body, Some(algorithm.0)),
            DSA => Finite::from_secret(Group::parse_dsa(algorithm.0)?, Reader(body).number()?).map(Key::Dsa),
            DH => Finite::from_secret(Group::parse_dh(algorithm.0)?, Reader(body).number()?).map(Key::Dh),
            oid => Okp::from_secret(Kind::of(oid)?, Reader(body).expect(tag::OCTETS)?.body).map(Key::Okp),
        }
    }
    /// The structure of PKCS #8, encrypted by a password.
    pub fn to_encrypted_der(&self, password: &[u8], cipher: &str) -> Option<Vec<u8>> {
        let (algorithm, text) = pbe::encrypt(password, cipher, &self.to_der()?)?;
        Some(der::sequence(&[&algorithm, &der::octets(&text)]))
    }
    /// Reads that.
    pub fn from_encrypted_der(data: &[u8], password: &[u8]) -> Result<Key, Failure> {
        let mut fields = Reader(data).sequence().ok_or(Failure::Unsupported)?;
        let algorithm = fields.sequence().ok_or(Failure::Unsupported)?;
        let text = fields.expect(tag::OCTETS).ok_or(Failure::Unsupported)?.body;
        let plain = pbe::decrypt(password, algorithm, text).map_err(|failure| match failure {
            pbe::Failure::Password => Failure::Password,
            pbe::Failure::Form | pbe::Failure::Unsupported => Failure::Unsupported,
        })?;
        Key::from_der(&plain).ok_or(Failure::Password)
    }
    /// A secret key of a PEM text.
    pub fn from_pem(text: &[u8], password: Option<&[u8]>) -> Result<Key, Failure> {
        const LABELS: [&str; 5] =
            ["PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY"];
        let block = pem::find(text, &LABELS).map_err(|_| Failure::Unsupported)?;
        let label = block.label.clone();
        if label == "ENCRYPTED PRIVATE KEY" {
            return Key::from_encrypted_der(&block.data, password.unwrap_or_default());
        }
        let data = block.open(Some(password.unwrap_or_default())).map_err(|failure| match failure {
            pem::Failure::BadDecrypt | pem::Failure::BadPassword => Failure::Password,
            _ => Failure::Unsupported,
        })?;
        let key = match label.as_str() {
            "RSA PRIVATE KEY" => rsa_secret(&data),
            "EC PRIVATE KEY" => ec_secret(&data, None),
            "DSA PRIVATE KEY" => dsa_secret(&data),
            _ => Key::from_der(&data),
        };
        key.ok_or(Failure::Unsupported)
    }
    /// A public key of a PEM text.
    pub fn from_public_pem(text: &[u8]) -> Option<Key> {
        let block = pem::find(text, &["PUBLIC KEY", "RSA PUBLIC KEY"]).ok()?;
        if block.label == "PUBLIC KEY" { Key::from_public_der(&block.data) } else { rsa_public(&block.data) }
    }
}

fn rsa_public(data: &[u8]) -> Option<Key> {
    let mut fields = Reader(data).sequence()?;
    let (n, e) = (fields.number()?.to_vec(), fields.number()?.to_vec());
    Some(Key::Rsa(Rsa { n, e, secret: None, prepared: Prepared::default() }))
}

fn rsa_secret(data: &[u8]) -> Option<Key> {
    let mut fields = Reader(data).sequence()?;
    fields.number()?;
    let mut next = || fields.number().map(<[u8]>::to_vec);
    let (n, e) = (next()?, next()?);
    let secret = Secret { d: next()?, p: next()?, q: next()?, dp: next()?, dq: next()?, qi: next()? };
    Some(Key::Rsa(Rsa { n, e, secret: Some(secret), prepared: Prepared::default() }))
}

fn rsa_secret_der(key: &Rsa) -> Option<Vec<u8>> {
    let s = key.secret.as_ref()?;
    let numbers = [&key.n, &key.e, &s.d, &s.p, &s.q, &s.dp, &s.dq, &s.qi].map(|n| der::number(n));
    Some(der::sequence(&[&der::small(0), &numbers.concat()]))
}

fn dsa_secret(data: &[u8]) -> Option<Key> {
    let mut fields = Reader(data).sequence()?;
    fields.number()?;
    let mut next = || fields.number().map(<[u8]>::to_vec);
    let group = Group { p: next()?, q: next()?, g: next()? };
    let public = next()?;
    Some(Key::Dsa(Finite { group, public, secret: Some(next()?) }))
}

fn ec_secret(data: &[u8], parameters: Option<&[u8]>) -> Option<Key> {
    let mut fields = Reader(data).sequence()?;
    fields.number()?;
    let secret = fields.expect(tag::OCTETS)?.body;
    let own = fields.optional(tag::context(0)).map(|item| item.body);
    let (curve, by_name) = Curve::parse(parameters.or(own)?)?;
    // What stands there as the public half is taken for it, as OpenSSL does.
    let public = fields.optional(tag::context(1)).and_then(|item| curve.decode(item.reader().item()?.bits()?));
    Ec::from_halves(curve, by_name, secret, public).map(Key::Ec)
}
