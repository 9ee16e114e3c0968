//! Encryption by password: PBES2 (PKCS #5), the schemes of PKCS #12, and the way of old PEM files.

use crate::{
    algorithms,
    der::{self, Reader, tag},
    num,
};
use phant_cipher::{Cipher, Parameters};
use phant_digest::{Algorithm, kdf};

/// Why a text is not decrypted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The structure is wrong.
    Form,
    /// The scheme is not known.
    Unsupported,
    /// The password is wrong.
    Password,
}

/// The most iterations that are computed: what a hostile file may cost.
const MOST_ITERATIONS: u64 = 20_000_000;

/// OpenSSL's `EVP_BytesToKey` with MD5 and one iteration.
pub fn bytes_to_key(password: &[u8], salt: &[u8], length: usize) -> Vec<u8> {
    let md5 = algorithms::hash("md5").expect("built in");
    let mut key: Vec<u8> = Vec::new();
    let mut last = Vec::new();
    while key.len() < length {
        last = md5.hash(&[&last[..], password, salt].concat());
        key.extend_from_slice(&last);
    }
    key.truncate(length);
    key
}

/// The ciphers that PBES2 and messages name.
const CIPHERS: &[(&str, &str)] = &[
    ("1.2.840.113549.3.7", "des-ede3-cbc"),
    ("2.16.840.1.101.3.4.1.2", "aes-128-cbc"),
    ("2.16.840.1.101.3.4.1.22", "aes-192-cbc"),
    ("2.16.840.1.101.3.4.1.42", "aes-256-cbc"),
    ("1.2.392.200011.61.1.1.1.2", "camellia-128-cbc"),
    ("1.2.392.200011.61.1.1.1.3", "camellia-192-cbc"),
    ("1.2.392.200011.61.1.1.1.4", "camellia-256-cbc"),
];

/// The cipher of an identifier.
pub fn cipher_of(oid: &str) -> Option<Cipher> {
    CIPHERS.iter().find(|(known, _)| *known == oid).and_then(|(_, name)| Cipher::named(name.as_bytes()))
}

/// The identifier of a cipher.
pub fn cipher_oid(name: &str) -> Option<&'static str> {
    CIPHERS.iter().find(|(_, known)| *known == name).map(|(oid, _)| *oid)
}

const PBES2: &str = "1.2.840.113549.1.5.13";
const PBKDF2: &str = "1.2.840.113549.1.5.12";
const HMACS: &[(&str, &str)] = &[
    ("1.2.840.113549.2.7", "sha1"),
    ("1.2.840.113549.2.8", "sha224"),
    ("1.2.840.113549.2.9", "sha256"),
    ("1.2.840.113549.2.10", "sha384"),
    ("1.2.840.113549.2.11", "sha512"),
];

/// Encrypts with PBES2, PBKDF2 with HMAC-SHA256: the algorithm's identifier with its parameters, and the text.
pub fn encrypt(password: &[u8], cipher: &str, text: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    const ITERATIONS: u64 = 2048;
    let (oid, known) = (cipher_oid(cipher)?, Cipher::named(cipher.as_bytes())?);
    let (salt, iv) = (num::random(16), num::random(known.iv_length()));
    let key = kdf::pbkdf2(algorithms::hash("sha256")?, password, &salt, ITERATIONS, known.key_length());
    let parameters = Parameters { iv: &iv, padding: true, ..Parameters::default() };
    let (encrypted, _) = known.encrypt(&key, text, parameters, 0).ok()?;
    let hmac = der::algorithm("1.2.840.113549.2.9", &der::null());
    let derivation = der::algorithm(PBKDF2, &der::sequence(&[&der::octets(&salt), &der::small(ITERATIONS), &hmac]));
    let scheme = der::algorithm(oid, &der::octets(&iv));
    Some((der::algorithm(PBES2, &der::sequence(&[&derivation, &scheme])), encrypted))
}

/// Decrypts by an algorithm's identifier with its parameters.
pub fn decrypt(password: &[u8], algorithm: Reader<'_>, text: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut algorithm = algorithm;
    let oid = algorithm.oid().ok_or(Failure::Form)?;
    let parameters = algorithm.sequence().ok_or(Failure::Form)?;
    match oid.as_str() {
        PBES2 => pbes2(password, parameters, text),
        "1.2.840.113549.1.12.1.3" => by_pkcs12(password, parameters, text, "des-ede3-cbc", 24),
        "1.2.840.113549.1.12.1.4" => by_pkcs12(password, parameters, text, "des-ede-cbc", 16),
        _ => Err(Failure::Unsupported),
    }
}

fn pbes2(password: &[u8], mut parameters: Reader<'_>, text: &[u8]) -> Result<Vec<u8>, Failure> {
    let form = Failure::Form;
    let mut derivation = parameters.sequence().ok_or(form)?;
    if derivation.oid().ok_or(form)? != PBKDF2 {
        return Err(Failure::Unsupported);
    }
    let mut fields = derivation.sequence().ok_or(form)?;
    let salt = fields.expect(tag::OCTETS).ok_or(form)?.body;
    let iterations = fields.item().and_then(|i| i.small()).ok_or(form)?;
    let iterations = u64::try_from(iterations).ok().filter(|i| (1..=MOST_ITERATIONS).contains(i)).ok_or(form)?;
    let length = fields.optional(tag::INTEGER).and_then(|i| i.small());
    let hmac = fields.sequence().and_then(|mut f| f.oid()).unwrap_or_else(|| HMACS[0].0.to_owned());
    let hmac = HMACS.iter().find(|(oid, _)| *oid == hmac).and_then(|(_, name)| algorithms::hash(name));
    let mut scheme = parameters.sequence().ok_or(form)?;
    let cipher = cipher_of(&scheme.oid().ok_or(form)?).ok_or(Failure::Unsupported)?;
    let iv = scheme.expect(tag::OCTETS).ok_or(form)?.body;
    if length.is_some_and(|l| l != cipher.key_length() as i64) || iv.len() != cipher.iv_length() {
        return Err(form);
    }
    let key = kdf::pbkdf2(hmac.ok_or(Failure::Unsupported)?, password, salt, iterations, cipher.key_length());
    run(cipher, &key, iv, text)
}

fn run(cipher: Cipher, key: &[u8], iv: &[u8], text: &[u8]) -> Result<Vec<u8>, Failure> {
    let parameters = Parameters { iv, padding: true, ..Parameters::default() };
    cipher.decrypt(key, text, parameters, &[]).map_err(|_| Failure::Password)
}

fn by_pkcs12(password: &[u8], mut fields: Reader<'_>, text: &[u8], cipher: &str, length: usize) -> Result<Vec<u8>, Failure> {
    let salt = fields.expect(tag::OCTETS).ok_or(Failure::Form)?.body;
    let iterations = fields.item().and_then(|i| i.small()).ok_or(Failure::Form)?;
    let iterations = u64::try_from(iterations).ok().filter(|i| (1..=MOST_ITERATIONS).contains(i)).ok_or(Failure::Form)?;
    let cipher = Cipher::named(cipher.as_bytes()).ok_or(Failure::Unsupported)?;
    let sha1 = algorithms::hash("sha1").ok_or(Failure::Unsupported)?;
    let password = wide(password);
    let key = pkcs12_key(sha1, &password, salt, 1, iterations, length);
    let iv = pkcs12_key(sha1, &password, salt, 2, iterations, cipher.iv_length());
    run(cipher, &key, &iv, text)
}

/// A password in UTF-16 with a zero at its end, as PKCS #12 wants it.
pub fn wide(password: &[u8]) -> Vec<u8> {
    let text = match std::str::from_utf8(password) {
        Ok(text) => text.encode_utf16().collect::<Vec<u16>>(),
        Err(_) => password.iter().map(|b| u16::from(*b)).collect(),
    };
    text.into_iter().chain([0]).flat_map(u16::to_be_bytes).collect()
}

/// The derivation of keys of PKCS #12 (RFC 7292, appendix B).
pub fn pkcs12_key(hash: &Algorithm, password: &[u8], salt: &[u8], id: u8, iterations: u64, length: usize) -> Vec<u8> {
    let v = hash.block_len;
    let repeated = |bytes: &[u8]| -> Vec<u8> {
        bytes.iter().copied().cycle().take(if bytes.is_empty() { 0 } else { v * bytes.len().div_ceil(v) }).collect()
    };
    let mut i = [repeated(salt), repeated(password)].concat();
    let mut out: Vec<u8> = Vec::new();
    loop {
        let mut a = hash.hash(&[&vec![id; v][..], &i].concat());
        for _ in 1..iterations {
            a = hash.hash(&a);
            // The request is over: nobody will look at the key.
            if phant_interrupt::is_urgent() {
                break;
            }
        }
        out.extend_from_slice(&a);
        if out.len() >= length {
            out.truncate(length);
            return out;
        }
        let b: Vec<u8> = a.iter().copied().cycle().take(v).collect();
        for block in i.chunks_exact_mut(v) {
            let mut carry = 1u16;
            for (byte, add) in block.iter_mut().zip(&b).rev() {
                carry += u16::from(*byte) + u16::from(*add);
                *byte = carry as u8;
                carry >>= 8;
            }
        }
    }
}
