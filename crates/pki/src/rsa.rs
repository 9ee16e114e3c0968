//! RSA: keys, the raw operations, and the paddings of PKCS #1.

use crate::{
    aws_lc::RsaSigner,
    der::{self, trimmed},
    num::{self, Field},
};
use crypto_bigint::{BoxedUint, ConcatenatingMul, NonZero, Odd, Resize};
use phant_digest::Algorithm;
use std::sync::{Arc, OnceLock};

/// A key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rsa {
    /// Modulus.
    pub n: Vec<u8>,
    /// Public exponent.
    pub e: Vec<u8>,
    /// The secret half.
    pub secret: Option<Secret>,
    /// What signing has made of it.
    pub prepared: Prepared,
}

/// A key as AWS-LC has it, checked, from its first signature on.
#[derive(Clone, Debug, Default)]
pub struct Prepared(OnceLock<Arc<RsaSigner>>);

/// It is no part of what a key is.
impl PartialEq for Prepared {
    fn eq(&self, _: &Prepared) -> bool {
        true
    }
}
impl Eq for Prepared {}

/// The secret half of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Secret {
    pub d: Vec<u8>,
    pub p: Vec<u8>,
    pub q: Vec<u8>,
    pub dp: Vec<u8>,
    pub dq: Vec<u8>,
    pub qi: Vec<u8>,
}

/// The longest modulus, in bytes: longer ones take too long.
const LONGEST: usize = 2048;

/// How a text is filled up to the modulus's length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Padding {
    /// PKCS #1 version 1.5.
    Pkcs1,
    /// The text has the length already.
    None,
    /// Optimal asymmetric encryption padding with SHA-1.
    Oaep,
}

/// Why an operation has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The text is too long for the key.
    TooLong,
    /// The text is too short for having no padding.
    TooShort,
    /// The number is not below the modulus.
    TooLarge,
    /// The padding is wrong.
    Padding,
    /// The text has another length than the modulus.
    Length,
    /// The key cannot be used: parts are missing or senseless.
    Key,
}

/// `a * b`
fn product(a: &[u8], b: &[u8]) -> Vec<u8> {
    trimmed(&num::number(a).concatenating_mul(num::number(b)).to_be_bytes()).to_vec()
}

/// `a` modulo any `b` but zero.
pub fn modulo(a: &[u8], b: &[u8]) -> Option<Vec<u8>> {
    let divisor: Option<NonZero<BoxedUint>> = NonZero::new(num::number(b)).into();
    Some(trimmed(&num::number(a).rem(&divisor?).to_be_bytes()).to_vec())
}

/// `1 / e` modulo an even number, by the odd public exponent: `d = (1 + m * (-1/m mod e)) / e`.
fn inverse_of_exponent(e: &[u8], m: &[u8]) -> Option<Vec<u8>> {
    let field = Field::new(e)?;
    // e is usually prime; any other odd one is inverted by the library.
    let rest = modulo(m, e)?;
    let odd: Option<Odd<BoxedUint>> = Odd::new(num::number(e)).into();
    let odd = odd?;
    let rest = num::number(&num::padded(&rest, field.length));
    let bits = rest.bits_precision();
    let precision = odd.bits_precision();
    let inverse: Option<BoxedUint> = rest.resize(precision.max(bits)).invert_odd_mod(&odd).into();
    let inverse = trimmed(&inverse?.to_be_bytes()).to_vec();
    let k = field.bytes(&(field.zero() - field.element(&inverse)));
    let mut total = product(m, &k);
    // total + 1: m is even, so the last byte takes it.
    *total.last_mut()? |= 1;
    let divisor: Option<NonZero<BoxedUint>> = NonZero::new(num::number(e)).into();
    Some(trimmed(&num::number(&total).div_rem(&divisor?).0.to_be_bytes()).to_vec())
}

impl Rsa {
    /// A new key. When the request should end it is no good one.
    pub fn generate(bits: usize) -> Rsa {
        let e = vec![1, 0, 1];
        loop {
            let fits = |p: &[u8]| modulo(&num::minus(p, 1), &e).is_some_and(|rest| !rest.is_empty());
            let p = num::random_prime(bits.div_ceil(2), fits);
            let q = num::random_prime(bits / 2, fits);
            let (p, q) = if num::compare(&p, &q).is_lt() { (q, p) } else { (p, q) };
            if phant_interrupt::is_urgent() {
                return Rsa { n: p, e, secret: None, prepared: Prepared::default() };
            }
            if p == q {
                continue;
            }
            if let Some(key) = Rsa::from_primes(&e, &p, &q)
                && num::bit_length(&key.n) == bits
            {
                return key;
            }
        }
    }
    fn from_primes(e: &[u8], p: &[u8], q: &[u8]) -> Option<Rsa> {
        let (p1, q1) = (num::minus(p, 1), num::minus(q, 1));
        let d = inverse_of_exponent(e, &product(&p1, &q1))?;
        let (dp, dq) = (modulo(&d, &p1)?, modulo(&d, &q1)?);
        let field = Field::new(p)?;
        let qi = trimmed(&field.bytes(&field.inverse(&field.element(q)))).to_vec();
        let secret = Secret { d, p: p.to_vec(), q: q.to_vec(), dp, dq, qi };
        Some(Rsa { n: product(p, q), e: e.to_vec(), secret: Some(secret), prepared: Prepared::default() })
    }
    /// Bytes of the modulus.
    pub fn length(&self) -> usize {
        trimmed(&self.n).len()
    }
    fn field(&self) -> Result<Field, Failure> {
        if self.length() > LONGEST {
            return Err(Failure::Key);
        }
        Field::new(&self.n).ok_or(Failure::Key)
    }
    /// The public operation on a block.
    pub fn public_raw(&self, block: &[u8]) -> Result<Vec<u8>, Failure> {
        let field = self.field()?;
        if num::compare(block, &self.n).is_ge() {
            return Err(Failure::TooLarge);
        }
        if self.e.len() > 8 && self.length() > 384 {
            return Err(Failure::Key);
        }
        Ok(field.bytes(&field.power(&field.element(block), &self.e)))
    }
    /// The secret operation on a block, checked by the public one.
    pub fn secret_raw(&self, block: &[u8]) -> Result<Vec<u8>, Failure> {
        let secret = self.secret.as_ref().ok_or(Failure::Key)?;
        let field = self.field()?;
        if num::compare(block, &self.n).is_ge() {
            return Err(Failure::TooLarge);
        }
        let plain = || field.bytes(&field.power(&field.element(block), &num::padded(&secret.d, field.length)));
        let (Some(p), Some(q)) = (Field::new(&secret.p), Field::new(&secret.q)) else { return Ok(plain()) };
        let m1 = p.power(&p.element(block), &num::padded(&secret.dp, p.length));
        let m2 = q.bytes(&q.power(&q.element(block), &num::padded(&secret.dq, q.length)));
        let h = p.bytes(&((m1 - p.element(&m2)) * p.element(&secret.qi)));
        let sum = field.element(&m2) + field.element(&h) * field.element(&secret.q);
        let result = field.bytes(&sum);
        // A slip, or primes that are none, would give the key away.
        if self.public_raw(&result)? == num::padded(block, field.length) { Ok(result) } else { Ok(plain()) }
    }
    /// `openssl_public_encrypt`.
    pub fn public_encrypt(&self, text: &[u8], padding: Padding) -> Result<Vec<u8>, Failure> {
        let block = match padding {
            Padding::Pkcs1 => fill_random(text, self.length())?,
            Padding::None => unfilled(text, self.length())?,
            Padding::Oaep => fill_oaep(text, self.length())?,
        };
        self.public_raw(&block)
    }
    /// `openssl_private_decrypt`.
    pub fn secret_decrypt(&self, text: &[u8], padding: Padding) -> Result<Vec<u8>, Failure> {
        if text.len() > self.length() {
            return Err(Failure::Length);
        }
        let block = self.secret_raw(text)?;
        match padding {
            Padding::None => Ok(block),
            Padding::Oaep => open_oaep(&block),
            Padding::Pkcs1 => self.open_random(&block, text),
        }
    }
    /// `openssl_private_encrypt`.
    pub fn secret_encrypt(&self, text: &[u8], padding: Padding) -> Result<Vec<u8>, Failure> {
        match padding {
            Padding::Pkcs1 => self.secret_raw(&fill_ones(text, self.length())?),
            Padding::None => self.secret_raw(&unfilled(text, self.length())?),
            Padding::Oaep => Err(Failure::Padding),
        }
    }
    /// `openssl_public_decrypt`.
    pub fn public_decrypt(&self, text: &[u8], padding: Padding) -> Result<Vec<u8>, Failure> {
        if text.len() > self.length() {
            return Err(Failure::Length);
        }
        let block = self.public_raw(text)?;
        match padding {
            Padding::Pkcs1 => open_ones(&block),
            Padding::None => Ok(block),
            Padding::Oaep => Err(Failure::Padding),
        }
    }
    /// Signs a hash (PKCS #1 version 1.5).
    pub fn sign(&self, hash: &str, digest: &[u8]) -> Result<Vec<u8>, Failure> {
        self.secret_encrypt(&digest_info(hash, digest), Padding::Pkcs1)
    }
    /// Signs a text by AWS-LC, if that takes the key and has the hash; `form` is the key as RSAPrivateKey.
    pub(crate) fn sign_text(&self, form: impl FnOnce() -> Option<Vec<u8>>, hash: &str, text: &[u8]) -> Option<Vec<u8>> {
        self.secret.as_ref()?;
        let signer = match self.prepared.0.get() {
            Some(signer) => signer,
            None => {
                let signer = RsaSigner::new(&form()?)?;
                self.prepared.0.get_or_init(|| Arc::new(signer))
            }
        };
        signer.sign(hash, text)
    }
    /// Checks such a signature.
    pub fn verify(&self, hash: &str, digest: &[u8], signature: &[u8]) -> bool {
        let wanted = fill_ones(&digest_info(hash, digest), self.length());
        signature.len() == self.length() && wanted.is_ok_and(|wanted| self.public_raw(signature).is_ok_and(|got| got == wanted))
    }
    /// Opens a text that was filled with random bytes. A wrong filling gives a text that depends on key and text alone, as
    /// OpenSSL does it, so that nobody can tell the two apart.
    fn open_random(&self, block: &[u8], text: &[u8]) -> Result<Vec<u8>, Failure> {
        let secret = self.secret.as_ref().ok_or(Failure::Key)?;
        let length = self.length();
        if length < 11 {
            return Err(Failure::Length);
        }
        let hash = sha256();
        let key = phant_digest::hmac::hmac(hash, &hash.hash(&num::padded(&secret.d, length)), &num::padded(text, length));
        let made = |label: &[u8], wanted: usize| -> Vec<u8> {
            let bits = ((wanted * 8) as u16).to_be_bytes();
            let blocks = (0..wanted.div_ceil(32) as u16)
                .flat_map(|i| phant_digest::hmac::hmac(hash, &key, &[&i.to_be_bytes()[..], label, &bits].concat()));
            blocks.take(wanted).collect()
        };
        let (lengths, synthetic) = (made(b"length", 256), made(b"message", length));
        let most = length - 10;
        let mask = most.next_power_of_two() - 1;
        let mask = if most.is_power_of_two() { most * 2 - 1 } else { mask };
        let mut chosen = 0;
        for pair in lengths.chunks_exact(2) {
            let candidate = usize::from(u16::from_be_bytes([pair[0], pair[1]])) & mask;
            chosen = if candidate < most { candidate } else { chosen };
        }
        // Every byte is looked at, whatever is found.
        let (mut end, mut found) = (0, 0u8);
        for (i, byte) in block.iter().enumerate().skip(2) {
            let zero = u8::from(*byte == 0) & (found ^ 1);
            end += i * usize::from(zero);
            found |= zero;
        }
        let good = block[0] == 0 && block[1] == 2 && found == 1 && end >= 10;
        let (source, from) = if good { (block, end + 1) } else { (&synthetic[..], length - chosen) };
        Ok(source[from..].to_vec())
    }
    /// Signs a hash with PSS; the salt is as long as the hash.
    pub fn sign_pss(&self, hash: &'static Algorithm, digest: &[u8]) -> Result<Vec<u8>, Failure> {
        let bits = num::bit_length(&self.n) - 1;
        let length = bits.div_ceil(8);
        let salt = num::random(digest.len());
        let room = length.checked_sub(2 * digest.len() + 2).ok_or(Failure::TooLong)?;
        let h = hash.hash(&[&[0; 8][..], digest, &salt].concat());
        let mut db = [&vec![0; room][..], &[1], &salt].concat();
        xor(&mut db, &mask(hash, &h, length - h.len() - 1));
        db[0] &= 0xff >> (length * 8 - bits);
        self.secret_raw(&[&db[..], &h, &[0xbc]].concat()).map(|block| num::padded(&block, self.length()))
    }
    /// Checks such a signature, with a salt of any length.
    pub fn verify_pss(&self, hash: &'static Algorithm, mgf: &'static Algorithm, digest: &[u8], signature: &[u8]) -> bool {
        let bits = num::bit_length(&self.n).saturating_sub(1);
        let length = bits.div_ceil(8);
        let Ok(block) = self.public_raw(signature) else { return false };
        let block = num::padded(&block, length);
        if length < digest.len() + 2 || block.last() != Some(&0xbc) || signature.len() != self.length() {
            return false;
        }
        let (db, h) = block[..length - 1].split_at(length - 1 - digest.len());
        let mut db = db.to_vec();
        let covering = mask(mgf, h, db.len());
        xor(&mut db, &covering);
        db[0] &= 0xff >> (length * 8 - bits);
        let Some(end) = db.iter().position(|b| *b != 0).filter(|i| db[*i] == 1) else { return false };
        hash.hash(&[&[0; 8][..], digest, &db[end + 1..]].concat()) == h
    }
}

pub(crate) fn sha256() -> &'static Algorithm {
    phant_digest::algorithm(b"sha256").expect("built in")
}

fn xor(out: &mut [u8], mask: &[u8]) {
    out.iter_mut().zip(mask).for_each(|(byte, mask)| *byte ^= mask);
}

/// The mask generation function 1.
fn mask(hash: &Algorithm, seed: &[u8], length: usize) -> Vec<u8> {
    (0u32..).flat_map(|i| hash.hash(&[seed, &i.to_be_bytes()].concat())).take(length).collect()
}

/// A hash with its name, as it is signed.
pub fn digest_info(hash: &str, digest: &[u8]) -> Vec<u8> {
    match crate::algorithms::hash_oid(hash) {
        Some(name) => der::sequence(&[&der::algorithm(name, &der::null()), &der::octets(digest)]),
        None => digest.to_vec(),
    }
}

fn fill_ones(text: &[u8], length: usize) -> Result<Vec<u8>, Failure> {
    if text.len() + 11 > length {
        return Err(Failure::TooLong);
    }
    Ok([&[0, 1][..], &vec![0xff; length - text.len() - 3], &[0], text].concat())
}

fn open_ones(block: &[u8]) -> Result<Vec<u8>, Failure> {
    let ones = block.iter().skip(2).take_while(|b| **b == 0xff).count();
    if block.len() < 11 || block[0] != 0 || block[1] != 1 || ones < 8 || block.get(2 + ones) != Some(&0) {
        return Err(Failure::Padding);
    }
    Ok(block[3 + ones..].to_vec())
}

fn fill_random(text: &[u8], length: usize) -> Result<Vec<u8>, Failure> {
    if text.len() + 11 > length {
        return Err(Failure::TooLong);
    }
    let mut filling = num::random(length - text.len() - 3);
    for byte in &mut filling {
        while *byte == 0 {
            *byte = num::random(1)[0];
        }
    }
    Ok([&[0, 2][..], &filling, &[0], text].concat())
}

fn unfilled(text: &[u8], length: usize) -> Result<Vec<u8>, Failure> {
    match text.len().cmp(&length) {
        std::cmp::Ordering::Less => Err(Failure::TooShort),
        std::cmp::Ordering::Equal => Ok(text.to_vec()),
        std::cmp::Ordering::Greater => Err(Failure::TooLong),
    }
}

fn fill_oaep(text: &[u8], length: usize) -> Result<Vec<u8>, Failure> {
    let hash = phant_digest::algorithm(b"sha1").expect("built in");
    let room = length.checked_sub(text.len() + 42).ok_or(Failure::TooLong)?;
    let mut db = [&hash.hash(b"")[..], &vec![0; room], &[1], text].concat();
    let mut seed = num::random(20);
    let covering = mask(hash, &seed, db.len());
    xor(&mut db, &covering);
    xor(&mut seed, &mask(hash, &db, 20));
    Ok([&[0][..], &seed, &db].concat())
}

fn open_oaep(block: &[u8]) -> Result<Vec<u8>, Failure> {
    let hash = phant_digest::algorithm(b"sha1").expect("built in");
    if block.len() < 42 {
        return Err(Failure::Padding);
    }
    let (mut seed, mut db) = (block[1..21].to_vec(), block[21..].to_vec());
    xor(&mut seed, &mask(hash, &db, 20));
    let covering = mask(hash, &seed, db.len());
    xor(&mut db, &covering);
    let mut wrong = block[0];
    db[..20].iter().zip(hash.hash(b"")).for_each(|(a, b)| wrong |= a ^ b);
    // Every byte is looked at, whatever is found.
    let (mut start, mut found) = (0, 0u8);
    for (i, byte) in db.iter().enumerate().skip(20) {
        let one = u8::from(*byte == 1) & (found ^ 1);
        wrong |= (found ^ 1) & (one ^ 1) & u8::from(*byte != 0);
        start += i * usize::from(one);
        found |= one;
    }
    if wrong != 0 || found == 0 { Err(Failure::Padding) } else { Ok(db[start + 1..].to_vec()) }
}
