//! The keys of RFC 7748 and RFC 8032: X25519 and X448 for agreement, Ed25519 and Ed448 for signatures.

use crate::{
    aws_lc,
    num::{self, Element, Field},
};
use crypto_bigint::{CtAssign, CtEq};

/// Which of the four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    X25519,
    X448,
    Ed25519,
    Ed448,
}

impl Kind {
    /// Its object identifier.
    pub fn oid(self) -> &'static str {
        match self {
            Kind::X25519 => "1.3.101.110",
            Kind::X448 => "1.3.101.111",
            Kind::Ed25519 => "1.3.101.112",
            Kind::Ed448 => "1.3.101.113",
        }
    }
    /// The kind of an object identifier.
    pub fn of(oid: &str) -> Option<Kind> {
        [Kind::X25519, Kind::X448, Kind::Ed25519, Kind::Ed448].into_iter().find(|kind| kind.oid() == oid)
    }
    /// Bytes of either half.
    pub fn length(self) -> usize {
        match self {
            Kind::X25519 | Kind::Ed25519 => 32,
            Kind::X448 => 56,
            Kind::Ed448 => 57,
        }
    }
    /// What OpenSSL calls the size of the key.
    pub fn bits(self) -> usize {
        match self {
            Kind::X25519 => 253,
            Kind::Ed25519 => 256,
            Kind::X448 => 448,
            Kind::Ed448 => 456,
        }
    }
    /// Whether it signs.
    pub fn signs(self) -> bool {
        matches!(self, Kind::Ed25519 | Kind::Ed448)
    }
    fn short(self) -> bool {
        matches!(self, Kind::X25519 | Kind::Ed25519)
    }
    fn field(self) -> Field {
        let mut p = if self.short() { vec![0xff; 32] } else { vec![0xff; 56] };
        if self.short() {
            p[0] = 0x7f;
            p[31] = 0xed;
        } else {
            p[27] = 0xfe;
        }
        Field::new(&p).expect("odd")
    }
}

/// A key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Okp {
    /// Which of the four.
    pub kind: Kind,
    /// The public half.
    pub public: Vec<u8>,
    /// The secret half.
    pub secret: Option<Vec<u8>>,
}

impl Okp {
    /// A new key.
    pub fn generate(kind: Kind) -> Okp {
        Okp::from_secret(kind, &num::random(kind.length())).expect("of the right length")
    }
    /// The key of a secret half.
    pub fn from_secret(kind: Kind, secret: &[u8]) -> Option<Okp> {
        if secret.len() != kind.length() {
            return None;
        }
        let known = if kind == Kind::Ed25519 { aws_lc::ed25519_public(secret) } else { None };
        let public = if let Some(public) = known {
            public
        } else if kind.signs() {
            let curve = Edwards::new(kind);
            let (scalar, _) = curve.expand(secret);
            curve.encode(&curve.multiply(&curve.base, &scalar))
        } else {
            let mut base = vec![0; kind.length()];
            base[0] = if kind.short() { 9 } else { 5 };
            exchange(kind, secret, &base)
        };
        Some(Okp { kind, public, secret: Some(secret.to_vec()) })
    }
    /// The key of a public half.
    pub fn from_public(kind: Kind, public: &[u8]) -> Option<Okp> {
        (public.len() == kind.length()).then(|| Okp { kind, public: public.to_vec(), secret: None })
    }
    /// The secret that both sides have; none with a point of small order.
    pub fn agree(&self, other: &Okp) -> Option<Vec<u8>> {
        if self.kind != other.kind || self.kind.signs() {
            return None;
        }
        let secret = self.secret.as_ref()?;
        let fast = if self.kind == Kind::X25519 { aws_lc::agree("X25519", secret, &other.public) } else { None };
        let shared = fast.unwrap_or_else(|| exchange(self.kind, secret, &other.public));
        shared.iter().any(|b| *b != 0).then_some(shared)
    }
    /// Signs a text.
    pub fn sign(&self, text: &[u8]) -> Option<Vec<u8>> {
        let secret = self.secret.as_ref().filter(|_| self.kind.signs())?;
        if self.kind == Kind::Ed25519
            && let Some(made) = aws_lc::ed25519_sign(secret, &self.public, text)
        {
            return Some(made);
        }
        let curve = Edwards::new(self.kind);
        let (scalar, prefix) = curve.expand(secret);
        let r = curve.reduced(&[&prefix, text]);
        let point = curve.encode(&curve.multiply(&curve.base, &r));
        let k = curve.reduced(&[&point, &self.public, text]);
        let order = &curve.order;
        let s = order.element(&r) + order.element(&k) * order.element(&scalar);
        let mut s: Vec<u8> = num::padded(&order.bytes(&s), self.kind.length());
        s.reverse();
        Some([point, s].concat())
    }
    /// Checks a signature.
    pub fn verify(&self, text: &[u8], signature: &[u8]) -> bool {
        let length = self.kind.length();
        if !self.kind.signs() || signature.len() != 2 * length {
            return false;
        }
        if self.kind == Kind::Ed25519 && aws_lc::ed25519_holds(&self.public, text, signature) {
            return true;
        }
        let curve = Edwards::new(self.kind);
        let mut s = signature[length..].to_vec();
        s.reverse();
        let (Some(a), Some(r)) = (curve.decode(&self.public), curve.decode(&signature[..length])) else { return false };
        if num::compare(&s, curve.order.modulus()).is_ge() {
            return false;
        }
        let k = curve.reduced(&[&signature[..length], &self.public, text]);
        let left = curve.multiply(&curve.base, &num::padded(&s, curve.order.length));
        let right = curve.add(&r, &curve.multiply(&a, &k));
        curve.encode(&left) == curve.encode(&right)
    }
}

/// The functions X25519 and X448: a ladder that swaps by a mask.
fn exchange(kind: Kind, secret: &[u8], u: &[u8]) -> Vec<u8> {
    let field = kind.field();
    let mut k = secret.to_vec();
    let mut u = u.to_vec();
    if kind.short() {
        k[0] &= 0xf8;
        k[31] = k[31] & 0x7f | 0x40;
        u[31] &= 0x7f;
    } else {
        k[0] &= 0xfc;
        k[55] |= 0x80;
    }
    u.reverse();
    let x1 = field.element(&u);
    let a24 = field.element(if kind.short() { &[1, 0xdb, 0x41] } else { &[0x98, 0xa9] });
    let (mut x2, mut z2, mut x3, mut z3) = (field.one(), field.zero(), x1.clone(), field.one());
    let mut swap = 0u8;
    let exchange = |a: &mut Element, b: &mut Element, swap: u8| {
        let same = swap.ct_eq(&1);
        let kept = a.clone();
        a.ct_assign(b, same);
        b.ct_assign(&kept, same);
    };
    for i in (0..k.len() * 8).rev() {
        let bit = k[i / 8] >> (i % 8) & 1;
        swap ^= bit;
        exchange(&mut x2, &mut x3, swap);
        exchange(&mut z2, &mut z3, swap);
        swap = bit;
        let (a, b) = (&x2 + &z2, &x2 - &z2);
        let (aa, bb) = (a.square(), b.square());
        let e = &aa - &bb;
        let (da, cb) = ((&x3 - &z3) * &a, (&x3 + &z3) * &b);
        x3 = (&da + &cb).square();
        z3 = &x1 * (&da - &cb).square();
        x2 = &aa * &bb;
        z2 = &e * (&aa + &a24 * &e);
    }
    exchange(&mut x2, &mut x3, swap);
    exchange(&mut z2, &mut z3, swap);
    let mut out = field.bytes(&(x2 * field.inverse(&z2)));
    out.reverse();
    out
}

#[derive(Clone)]
struct Point {
    x: Element,
    y: Element,
    z: Element,
}

/// A twisted Edwards curve, `a x^2 + y^2 = 1 + d x^2 y^2`.
struct Edwards {
    kind: Kind,
    field: Field,
    order: Field,
    a: Element,
    d: Element,
    base: Point,
}

impl Edwards {
    fn new(kind: Kind) -> Edwards {
        let field = kind.field();
        let hex = |text: &str| phant_digest::hex::decode(text.as_bytes()).unwrap_or_default();
        let (order, d, a, x, y) = if kind.short() {
            let ratio = field.element(&[1, 0xdb, 0x41]) + field.one(); // 121666
            let d = field.zero() - field.element(&[1, 0xdb, 0x41]) * field.inverse(&ratio);
            (
                "1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed",
                d,
                field.zero() - field.one(),
                "216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a",
                "6666666666666666666666666666666666666666666666666666666666666658",
            )
        } else {
            (
                "3fffffffffffffffffffffffffffffffffffffffffffffffffffffff7cca23e9c44edb49aed63690216cc2728dc58f552378c292ab5844f3",
                field.zero() - field.element(&[0x98, 0xa9]),
                field.one(),
                "4f1970c66bed0ded221d15a622bf36da9e146570470f1767ea6de324a3d3a46412ae1af72ab66511433b80e18b00938e2626a82bc70cc05e",
                "693f46716eb6bc248876203756c9c7624bea73736ca3984087789c1e05a0c2d73ad3ff1ce67c39c4fdbd132c4ed7c8ad9808795bf230fa14",
            )
        };
        let base = Point { x: field.element(&hex(x)), y: field.element(&hex(y)), z: field.one() };
        Edwards { kind, order: Field::new(&hex(order)).expect("odd"), a, d, base, field }
    }
    /// The secret scalar (highest byte first) and the prefix.
    fn expand(&self, secret: &[u8]) -> (Vec<u8>, Vec<u8>) {
        let length = self.kind.length();
        let hash = if self.kind.short() {
            phant_digest::algorithm(b"sha512").expect("built in").hash(secret)
        } else {
            crate::shake::shake256(&[secret], 114)
        };
        let (scalar, prefix) = hash.split_at(length);
        let mut scalar = scalar.to_vec();
        if self.kind.short() {
            scalar[0] &= 0xf8;
            scalar[31] = scalar[31] & 0x7f | 0x40;
        } else {
            scalar[0] &= 0xfc;
            scalar[55] |= 0x80;
            scalar[56] = 0;
        }
        scalar.reverse();
        (scalar, prefix.to_vec())
    }
    /// A hash of parts, modulo the order.
    fn reduced(&self, parts: &[&[u8]]) -> Vec<u8> {
        let mut hash = if self.kind.short() {
            phant_digest::algorithm(b"sha512").expect("built in").hash(&parts.concat())
        } else {
            let domain: &[&[u8]] = &[b"SigEd448\0\0"];
            crate::shake::shake256(&[domain, parts].concat(), 114)
        };
        hash.reverse();
        self.order.bytes(&self.order.element(&hash))
    }
    fn add(&self, p: &Point, q: &Point) -> Point {
        let a = &p.z * &q.z;
        let b = a.square();
        let (c, d) = (&p.x * &q.x, &p.y * &q.y);
        let e = &self.d * &c * &d;
        let (f, g) = (&b - &e, &b + &e);
        let cross = (&p.x + &p.y) * (&q.x + &q.y) - &c - &d;
        Point { x: &a * &f * cross, y: &a * &g * (&d - &self.a * &c), z: f * g }
    }
    fn multiply(&self, point: &Point, scalar: &[u8]) -> Point {
        let zero = Point { x: self.field.zero(), y: self.field.one(), z: self.field.one() };
        let mut table = vec![zero.clone(), point.clone()];
        for i in 2..16 {
            table.push(self.add(&table[i - 1], point));
        }
        let mut sum = zero;
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
    fn encode(&self, point: &Point) -> Vec<u8> {
        let inverse = self.field.inverse(&point.z);
        let x = self.field.bytes(&(&point.x * &inverse));
        let mut out = num::padded(&self.field.bytes(&(&point.y * &inverse)), self.kind.length());
        out.reverse();
        let last = out.len() - 1;
        out[last] |= (x[x.len() - 1] & 1) << 7;
        out
    }
    fn decode(&self, bytes: &[u8]) -> Option<Point> {
        let field = &self.field;
        let mut y = bytes.to_vec();
        y.reverse();
        let sign = y[0] >> 7;
        y[0] &= 0x7f;
        if num::compare(&y, field.modulus()).is_ge() {
            return None;
        }
        let y = field.element(&y);
        // x^2 = (1 - y^2) / (a - d y^2)
        let yy = y.square();
        let square = (field.one() - &yy) * field.inverse(&(&self.a - &self.d * &yy));
        let mut x = if self.kind.short() {
            // p = 5 mod 8
            let mut exponent = vec![0xff; 32];
            (exponent[0], exponent[31]) = (0x0f, 0xfe);
            let mut x = field.power(&square, &exponent);
            if x.square() != square {
                let mut quarter = vec![0xff; 32];
                (quarter[0], quarter[31]) = (0x1f, 0xfb);
                x *= &field.power(&field.element(&[2]), &quarter);
            }
            x
        } else {
            // p = 3 mod 4: the power (p + 1) / 4.
            let exponent = [&[0x3f; 1][..], &[0xff; 27], &[0xc0], &[0; 27]].concat();
            field.power(&square, &exponent)
        };
        if x.square() != square {
            return None;
        }
        let bytes = field.bytes(&x);
        let zero = bytes.iter().all(|b| *b == 0);
        if zero && sign == 1 {
            return None;
        }
        if bytes[bytes.len() - 1] & 1 != sign {
            x = field.zero() - x;
        }
        Some(Point { x, y, z: field.one() })
    }
}
