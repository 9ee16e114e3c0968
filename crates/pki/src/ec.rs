//! Elliptic curves over prime fields: arithmetic that takes the same steps whatever the numbers are (the complete formulas of
//! Renes, Costello and Batina), ECDSA and the agreement on a secret.

use crate::{
    algorithms, aws_lc,
    der::{self, Reader, tag, trimmed},
    num::{self, Element, Field},
};
use crypto_bigint::{CtAssign, CtEq};

/// Name, object identifier, p, a, b, both coordinates of the generator, its order, cofactor and seed of each curve, in hex.
const CURVES: &str = include_str!("curves.txt");

/// A curve.
#[derive(Clone, Debug)]
pub struct Curve {
    /// OpenSSL's short name; empty for one that was given by its numbers.
    pub name: &'static str,
    /// Its identifier.
    pub oid: &'static str,
    p: Field,
    n: Field,
    a: Element,
    b: Element,
    b3: Element,
    generator: Point,
    cofactor: Vec<u8>,
    seed: Vec<u8>,
}

impl PartialEq for Curve {
    fn eq(&self, other: &Curve) -> bool {
        self.p.modulus() == other.p.modulus() && self.a == other.a && self.b == other.b
    }
}

/// A point in projective coordinates.
#[derive(Clone, Debug)]
pub struct Point {
    x: Element,
    y: Element,
    z: Element,
}

/// The numbers of a curve.
#[allow(missing_docs)]
#[derive(Clone, Copy, Default)]
pub struct Numbers<'a> {
    pub p: &'a [u8],
    pub a: &'a [u8],
    pub b: &'a [u8],
    pub gx: &'a [u8],
    pub gy: &'a [u8],
    pub order: &'a [u8],
    pub cofactor: &'a [u8],
    pub seed: &'a [u8],
}

fn unhex(text: &str) -> Vec<u8> {
    phant_digest::hex::decode(text.as_bytes()).unwrap_or_default()
}

/// The names of the curves there are.
pub fn names() -> impl Iterator<Item = &'static str> {
    CURVES.lines().filter_map(|line| line.split('|').next())
}

impl Curve {
    /// The curve of a name or an object identifier.
    pub fn named(name: &str) -> Option<Curve> {
        let name = match name {
            "P-256" | "secp256r1" => "prime256v1",
            "P-192" | "secp192r1" => "prime192v1",
            "P-224" => "secp224r1",
            "P-384" => "secp384r1",
            "P-521" => "secp521r1",
            other => other,
        };
        let line = CURVES.lines().find(|line| line.split('|').take(2).any(|part| part == name))?;
        let parts: Vec<&'static str> = line.split('|').collect();
        let [name, oid, p, a, b, gx, gy, order, cofactor, seed] = parts[..] else { return None };
        let [p, a, b, gx, gy, order] = [p, a, b, gx, gy, order].map(unhex);
        let (cofactor, seed) = ([cofactor.parse().ok()?], unhex(seed));
        let numbers = Numbers { p: &p, a: &a, b: &b, gx: &gx, gy: &gy, order: &order, cofactor: &cofactor, seed: &seed };
        Some(Curve { name, oid, ..Curve::from_numbers(numbers)? })
    }
    /// The curve of numbers. They are checked to be a field's and a point's, not to be a good choice.
    pub fn from_numbers(numbers: Numbers<'_>) -> Option<Curve> {
        const LONGEST: usize = 83;
        if trimmed(numbers.p).len() > LONGEST || trimmed(numbers.order).len() > LONGEST {
            return None;
        }
        let (p, n) = (Field::new(numbers.p)?, Field::new(numbers.order)?);
        let (a, b) = (p.element(numbers.a), p.element(numbers.b));
        let b3 = &b + &b + &b;
        let generator = Point { x: p.element(numbers.gx), y: p.element(numbers.gy), z: p.one() };
        let (cofactor, seed) = (numbers.cofactor.to_vec(), numbers.seed.to_vec());
        let curve = Curve { name: "", oid: "", p, n, a, b, b3, generator, cofactor, seed };
        curve.has(&curve.generator).then_some(curve)
    }
    /// The known curve with the same numbers, or itself.
    fn recognized(self) -> Curve {
        names().filter_map(Curve::named).find(|known| *known == self).unwrap_or(self)
    }
    /// The curve that a key's parameters tell: a name, or numbers. The other thing told is whether it is by name.
    pub fn parse(parameters: &[u8]) -> Option<(Curve, bool)> {
        let item = Reader(parameters).item()?;
        if item.tag == tag::OID {
            return Some((Curve::named(&item.oid()?)?, true));
        }
        let mut fields = item.reader();
        fields.number()?;
        let mut field = fields.sequence()?;
        if field.oid()? != "1.2.840.10045.1.1" {
            return None;
        }
        let p = field.number()?;
        let mut coefficients = fields.sequence()?;
        let (a, b) = (coefficients.expect(tag::OCTETS)?.body, coefficients.expect(tag::OCTETS)?.body);
        let seed = coefficients.optional(tag::BITS).and_then(|s| s.bits()).unwrap_or_default();
        let generator = fields.expect(tag::OCTETS)?.body;
        let order = fields.number()?;
        let cofactor = fields.number().unwrap_or(&[1]);
        let (kind, rest) = generator.split_first()?;
        if *kind != 4 {
            return None;
        }
        let (gx, gy) = rest.split_at(rest.len() / 2);
        let curve = Curve::from_numbers(Numbers { p, a, b, gx, gy, order, cofactor, seed })?;
        Some((curve.recognized(), false))
    }
    /// The parameters of keys: the name, or the numbers.
    pub fn to_der(&self, by_name: bool) -> Vec<u8> {
        if by_name && !self.oid.is_empty() {
            return der::oid(self.oid);
        }
        let field = der::sequence(&[&der::oid("1.2.840.10045.1.1"), &der::number(self.p.modulus())]);
        let seed = if self.seed.is_empty() { Vec::new() } else { der::bits(&self.seed) };
        let of = |element: &Element| der::octets(&self.p.bytes(element));
        let curve = der::sequence(&[&of(&self.a), &of(&self.b), &seed]);
        let generator = der::octets(&self.encode(&self.generator));
        let cofactor = if self.cofactor.is_empty() { Vec::new() } else { der::number(&self.cofactor) };
        der::sequence(&[&der::small(1), &field, &curve, &generator, &der::number(self.n.modulus()), &cofactor])
    }
    /// Bits of the order.
    pub fn bits(&self) -> usize {
        num::bit_length(self.n.modulus())
    }
    /// Bytes of a secret number.
    pub fn secret_length(&self) -> usize {
        self.n.length
    }
    fn has(&self, point: &Point) -> bool {
        let left = point.y.square();
        let right = (point.x.square() + &self.a) * &point.x + &self.b;
        left == right
    }
    fn zero(&self) -> Point {
        Point { x: self.p.zero(), y: self.p.one(), z: self.p.zero() }
    }
    fn add(&self, p: &Point, q: &Point) -> Point {
        let (t0, t1, t2) = (&p.x * &q.x, &p.y * &q.y, &p.z * &q.z);
        let t3 = (&p.x + &p.y) * (&q.x + &q.y) - (&t0 + &t1);
        let t4 = (&p.x + &p.z) * (&q.x + &q.z) - (&t0 + &t2);
        let t5 = (&p.y + &p.z) * (&q.y + &q.z) - (&t1 + &t2);
        let z3 = &self.a * &t4 + &self.b3 * &t2;
        let (x3, z3) = (&t1 - &z3, &t1 + &z3);
        let y3 = &x3 * &z3;
        let t2 = &self.a * &t2;
        let t4 = &self.b3 * &t4 + &self.a * (&t0 - &t2);
        let t1 = &t0 + &t0 + &t0 + &t2;
        Point { y: y3 + &t1 * &t4, x: &t3 * &x3 - &t5 * &t4, z: &t5 * &z3 + &t3 * &t1 }
    }
    /// `scalar * point`, four bits at a time from a table that is read as a whole.
    fn multiply(&self, point: &Point, scalar: &[u8]) -> Point {
        let mut table = vec![self.zero(), point.clone()];
        for i in 2..16 {
            table.push(self.add(&table[i - 1], point));
        }
        let mut sum = self.zero();
        for byte in scalar {
            for digit in [byte >> 4, byte & 15] {
                for _ in 0..4 {
                    sum = self.add(&sum, &sum);
                }
                let mut chosen = table[0].clone();
                for (i, entry) in (0u8..).zip(&table) {
                    let same = i.ct_eq(&digit);
                    chosen.x.ct_assign(&entry.x, same);
                    chosen.y.ct_assign(&entry.y, same);
                    chosen.z.ct_assign(&entry.z, same);
                }
                sum = self.add(&sum, &chosen);
            }
        }
        sum
    }
    /// The public point of a secret number, as it is when it was read.
    fn public(&self, secret: &[u8]) -> Point {
        let point = self.multiply(&self.generator, secret);
        let Some((x, y)) = self.affine(&point) else { return point };
        Point { x: self.p.element(&x), y: self.p.element(&y), z: self.p.one() }
    }
    /// Both coordinates; `None` for the point at infinity.
    pub fn affine(&self, point: &Point) -> Option<(Vec<u8>, Vec<u8>)> {
        if point.z == self.p.zero() {
            return None;
        }
        if point.z == self.p.one() {
            return Some((self.p.bytes(&point.x), self.p.bytes(&point.y)));
        }
        let inverse = self.p.inverse(&point.z);
        Some((self.p.bytes(&(&point.x * &inverse)), self.p.bytes(&(&point.y * &inverse))))
    }
    /// The uncompressed form.
    pub fn encode(&self, point: &Point) -> Vec<u8> {
        match self.affine(point) {
            Some((x, y)) => [&[4][..], &x, &y].concat(),
            None => vec![0],
        }
    }
    /// The point of coordinates, if it is one.
    pub fn point(&self, x: &[u8], y: &[u8]) -> Option<Point> {
        let within = |c: &[u8]| num::compare(c, self.p.modulus()).is_lt();
        let point = Point { x: self.p.element(x), y: self.p.element(y), z: self.p.one() };
        (within(x) && within(y) && self.has(&point)).then_some(point)
    }
    /// Reads a point, compressed or not.
    pub fn decode(&self, bytes: &[u8]) -> Option<Point> {
        let (kind, rest) = bytes.split_first()?;
        let length = self.p.length;
        match kind {
            4 | 6 | 7 if rest.len() == 2 * length => self.point(&rest[..length], &rest[length..]),
            2 | 3 if rest.len() == length => {
                let x = self.p.element(rest);
                let y = self.root(&((x.square() + &self.a) * &x + &self.b))?;
                let bytes = self.p.bytes(&y);
                let y = if bytes[length - 1] & 1 == kind & 1 { y } else { self.p.zero() - y };
                self.point(rest, &self.p.bytes(&y))
            }
            _ => None,
        }
    }
    /// A square root (Tonelli and Shanks).
    fn root(&self, square: &Element) -> Option<Element> {
        let less = num::minus(self.p.modulus(), 1);
        let half = |bytes: &[u8]| {
            let mut carry = 0;
            bytes.iter().map(|b| std::mem::replace(&mut carry, b << 7) | b >> 1).collect::<Vec<u8>>()
        };
        let exponent = half(&less);
        let (mut odd, mut twos) = (less.clone(), 0);
        while odd.last().is_some_and(|b| b & 1 == 0) {
            odd = half(&odd);
            twos += 1;
        }
        let minus_one = self.p.element(&less);
        let one = self.p.one();
        let other = (2u8..).take(200).map(|i| self.p.element(&[i])).find(|i| self.p.power(i, &exponent) == minus_one)?;
        let mut c = self.p.power(&other, &odd);
        let mut t = self.p.power(square, &odd);
        let mut root = self.p.power(square, &half(&num::minus(&odd, 1))) * square;
        let mut left = twos;
        while t != one {
            let mut i = 0;
            let mut power = t.clone();
            while power != one {
                power = power.square();
                i += 1;
                if i >= left {
                    return None;
                }
            }
            let mut b = c.clone();
            for _ in 0..left - i - 1 {
                b = b.square();
            }
            left = i;
            c = b.square();
            t *= &c;
            root *= &b;
        }
        (root.square() == *square).then_some(root)
    }
}

/// A key.
#[derive(Clone, Debug)]
pub struct Ec {
    /// Its curve.
    pub curve: Curve,
    /// Whether the curve is told by its name.
    pub by_name: bool,
    /// The public point.
    pub public: Point,
    /// The secret number.
    pub secret: Option<Vec<u8>>,
}

impl PartialEq for Ec {
    fn eq(&self, other: &Ec) -> bool {
        self.curve == other.curve && self.curve.encode(&self.public) == other.curve.encode(&other.public)
    }
}

impl Ec {
    /// A new key.
    pub fn generate(curve: Curve, by_name: bool) -> Ec {
        if let Some((secret, point)) = aws_lc::ec_generate(curve.name)
            && let Some(public) = curve.decode(&point)
        {
            return Ec { curve, by_name, public, secret: Some(secret) };
        }
        let secret = num::random_below(curve.n.modulus());
        Ec { public: curve.public(&secret), curve, by_name, secret: Some(secret) }
    }
    /// The key of a secret number. Its public point is calculated if it is not told.
    pub fn from_halves(curve: Curve, by_name: bool, secret: &[u8], public: Option<Point>) -> Option<Ec> {
        if trimmed(secret).is_empty() || num::compare(secret, curve.n.modulus()).is_ge() {
            return None;
        }
        let secret = num::padded(secret, curve.n.length);
        let public = public.unwrap_or_else(|| curve.public(&secret));
        Some(Ec { curve, by_name, public, secret: Some(secret) })
    }
    /// Signs a text by a hash's name.
    pub fn sign_text(&self, hash: &str, text: &[u8]) -> Option<Vec<u8>> {
        let secret = self.secret.as_ref()?;
        aws_lc::ec_sign(self.curve.name, hash, secret, &self.curve.encode(&self.public), text)
            .or_else(|| self.sign(&algorithms::hash(hash)?.hash(text)))
    }
    /// Checks a signature of a text. `None` if it is not even one in form.
    pub fn verify_text(&self, hash: &str, text: &[u8], signature: &[u8]) -> Option<bool> {
        match aws_lc::ec_verify(self.curve.name, hash, &self.curve.encode(&self.public), text, signature) {
            Some(right) => self.numbers(signature).map(|_| right),
            None => self.verify(&algorithms::hash(hash)?.hash(text), signature),
        }
    }
    /// Signs a hash.
    pub fn sign(&self, digest: &[u8]) -> Option<Vec<u8>> {
        let n = &self.curve.n;
        let d = n.element(self.secret.as_ref()?);
        let z = self.message(digest);
        loop {
            let k = num::random_below(n.modulus());
            let (x, _) = self.curve.affine(&self.curve.multiply(&self.curve.generator, &k))?;
            let r = n.element(&x);
            let s = n.inverse(&n.element(&k)) * (&z + &r * &d);
            if r != n.zero() && s != n.zero() {
                return Some(der::sequence(&[&der::number(&n.bytes(&r)), &der::number(&n.bytes(&s))]));
            }
        }
    }
    /// A hash's leftmost bits, as many as the order has.
    fn message(&self, digest: &[u8]) -> Element {
        let (bits, n) = (self.curve.bits(), &self.curve.n);
        let cut = &digest[..digest.len().min(n.length)];
        let spare = (cut.len() * 8).saturating_sub(bits);
        let mut carry = 0u16;
        let shifted: Vec<u8> = cut
            .iter()
            .map(|b| {
                let wide = carry << 8 | u16::from(*b);
                carry = wide & ((1 << spare) - 1);
                (wide >> spare) as u8
            })
            .collect();
        n.element(&shifted)
    }
    /// The two numbers of a signature.
    fn numbers<'a>(&self, signature: &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
        let mut outer = Reader(signature);
        let mut parts = outer.sequence()?;
        let numbers = (parts.number()?, parts.number()?);
        (parts.is_empty() && outer.is_empty()).then_some(numbers)
    }
    /// Checks a signature of a hash. `None` if it is not even one in form.
    pub fn verify(&self, digest: &[u8], signature: &[u8]) -> Option<bool> {
        let n = &self.curve.n;
        let (r, s) = self.numbers(signature)?;
        let within = |c: &[u8]| !trimmed(c).is_empty() && num::compare(c, n.modulus()).is_lt();
        if !within(r) || !within(s) {
            return Some(false);
        }
        let inverse = n.inverse(&n.element(s));
        let (u, v) = (n.bytes(&(self.message(digest) * &inverse)), n.bytes(&(n.element(r) * &inverse)));
        let curve = &self.curve;
        let sum = curve.add(&curve.multiply(&curve.generator, &u), &curve.multiply(&self.public, &v));
        Some(curve.affine(&sum).is_some_and(|(x, _)| n.element(&x) == n.element(r)))
    }
    /// The secret that both sides have.
    pub fn agree(&self, other: &Ec) -> Option<Vec<u8>> {
        if self.curve != other.curve {
            return None;
        }
        let secret = self.secret.as_ref()?;
        aws_lc::agree(self.curve.name, secret, &self.curve.encode(&other.public))
            .or_else(|| self.curve.affine(&self.curve.multiply(&other.public, secret)).map(|(x, _)| x))
    }
}
