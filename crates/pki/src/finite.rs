//! Keys in the residues of a large prime: DSA and Diffie and Hellman's.

use crate::{
    der::{self, Reader, trimmed},
    num::{self, Field},
};

/// A group: a prime, for DSA the order of a subgroup, and a generator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The prime.
    pub p: Vec<u8>,
    /// The order of the subgroup; DSA's only.
    pub q: Vec<u8>,
    /// The generator.
    pub g: Vec<u8>,
}

/// A key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finite {
    /// Where it is.
    pub group: Group,
    /// The public number.
    pub public: Vec<u8>,
    /// The secret number.
    pub secret: Option<Vec<u8>>,
}

/// The longest prime, in bytes: longer ones take too long.
const LONGEST: usize = 1250;

impl Group {
    fn field(&self) -> Option<Field> {
        if trimmed(&self.p).len() > LONGEST { None } else { Field::new(&self.p) }
    }
    /// The parameters of DSA keys: p, q and g.
    pub fn parse_dsa(parameters: &[u8]) -> Option<Group> {
        let mut fields = Reader(parameters).sequence()?;
        Some(Group { p: fields.number()?.to_vec(), q: fields.number()?.to_vec(), g: fields.number()?.to_vec() })
    }
    /// The parameters of Diffie and Hellman's keys: p and g.
    pub fn parse_dh(parameters: &[u8]) -> Option<Group> {
        let mut fields = Reader(parameters).sequence()?;
        Some(Group { p: fields.number()?.to_vec(), q: Vec::new(), g: fields.number()?.to_vec() })
    }
    /// The parameters as they stand in keys.
    pub fn to_der(&self) -> Vec<u8> {
        let q = if self.q.is_empty() { Vec::new() } else { der::number(&self.q) };
        der::sequence(&[&der::number(&self.p), &q, &der::number(&self.g)])
    }
    /// A new group for DSA. When the request should end it is no good one.
    pub fn generate_dsa(bits: usize) -> Group {
        let q = num::random_prime(if bits >= 2048 { 256 } else { 160 }, |_| true);
        loop {
            // Candidates are a multiple of q, and one.
            let start = num::random_prime_start(bits);
            let Some(rest) = crate::rsa::modulo(&start, &q) else { continue };
            let mut p = num::difference(&start, &rest);
            p = num::sum(&p, &[1]);
            if p.last().is_some_and(|b| b & 1 == 0) {
                p = num::sum(&p, &q);
            }
            let step = num::sum(&q, &q);
            for _ in 0..2000 {
                if phant_interrupt::is_urgent() {
                    return Group { p, q, g: vec![2] };
                }
                if num::bit_length(&p) != bits {
                    break;
                }
                if num::may_be_prime(&p) && num::is_prime(&p) {
                    let Some(field) = Field::new(&p) else { break };
                    let exponent = num::quotient(&num::minus(&p, 1), &q);
                    let g = field.power(&field.element(&[2]), &exponent);
                    return Group { g: trimmed(&field.bytes(&g)).to_vec(), p, q };
                }
                p = num::sum(&p, &step);
            }
        }
    }
    /// A new group for Diffie and Hellman, with a prime of which half is prime too.
    pub fn generate_dh(bits: usize) -> Group {
        let p = num::random_prime(bits, |p| num::may_be_prime(&num::half(p)) && num::is_prime(&num::half(p)));
        Group { p, q: Vec::new(), g: vec![2] }
    }
}

impl Finite {
    /// The key of a secret number.
    pub fn from_secret(group: Group, secret: &[u8]) -> Option<Finite> {
        let field = group.field()?;
        let public = trimmed(&field.bytes(&field.power(&field.element(&group.g), secret))).to_vec();
        Some(Finite { group, public, secret: Some(trimmed(secret).to_vec()) })
    }
    /// A new key.
    pub fn generate(group: Group) -> Option<Finite> {
        let limit = if group.q.is_empty() { num::minus(&group.p, 1) } else { group.q.clone() };
        if trimmed(&limit).len() < 2 {
            return None;
        }
        let secret = num::random_below(&limit);
        Finite::from_secret(group, &secret)
    }
    /// The secret that both sides have, as long as the prime.
    pub fn agree(&self, public: &[u8]) -> Option<Vec<u8>> {
        let field = self.group.field()?;
        let secret = self.secret.as_ref()?;
        let least = num::compare(public, &[1]).is_gt();
        if !least || num::compare(public, &num::minus(&self.group.p, 1)).is_ge() {
            return None;
        }
        Some(field.bytes(&field.power(&field.element(public), secret)))
    }
    fn message(&self, digest: &[u8]) -> Vec<u8> {
        digest[..digest.len().min(trimmed(&self.group.q).len())].to_vec()
    }
    /// Signs a hash (DSA).
    pub fn sign(&self, digest: &[u8]) -> Option<Vec<u8>> {
        let (p, q) = (self.group.field()?, Field::new(&self.group.q)?);
        if q.length < 16 {
            return None;
        }
        let secret = q.element(self.secret.as_ref()?);
        loop {
            let k = num::random_below(q.modulus());
            let r = q.element(&p.bytes(&p.power(&p.element(&self.group.g), &k)));
            let s = q.inverse(&q.element(&k)) * (q.element(&self.message(digest)) + &r * &secret);
            if r != q.zero() && s != q.zero() {
                return Some(der::sequence(&[&der::number(&q.bytes(&r)), &der::number(&q.bytes(&s))]));
            }
        }
    }
    /// Checks a signature (DSA). `None` if it is not even one in form.
    pub fn verify(&self, digest: &[u8], signature: &[u8]) -> Option<bool> {
        let (p, q) = (self.group.field()?, Field::new(&self.group.q)?);
        let mut parts = Reader(signature).sequence()?;
        let (r, s) = (parts.number()?, parts.number()?);
        let within = |c: &[u8]| !trimmed(c).is_empty() && num::compare(c, q.modulus()).is_lt();
        if !within(r) || !within(s) {
            return Some(false);
        }
        let w = q.inverse(&q.element(s));
        let (u, v) = (q.bytes(&(q.element(&self.message(digest)) * &w)), q.bytes(&(q.element(r) * &w)));
        let product = p.power(&p.element(&self.group.g), &u) * p.power(&p.element(&self.public), &v);
        Some(q.element(&p.bytes(&product)) == q.element(r))
    }
}
