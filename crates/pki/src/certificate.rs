//! Certificates (X.509): reading and making them.

use crate::{
    algorithms,
    der::{self, Reader, tag},
    key::Key,
    name::Name,
    time::Time,
};

/// An extension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extension {
    /// What it is.
    pub oid: String,
    /// Whether who does not know it must reject the certificate.
    pub critical: bool,
    /// Its value.
    pub value: Vec<u8>,
}

/// A certificate.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Certificate {
    pub der: Vec<u8>,
    /// What is signed.
    pub signed: Vec<u8>,
    /// 0 for version 1.
    pub version: u8,
    /// The number's bytes as they stand, sign included.
    pub serial: Vec<u8>,
    /// The signature's algorithm with its parameters.
    pub algorithm: Vec<u8>,
    pub signature: Vec<u8>,
    pub issuer: Name,
    pub subject: Name,
    pub not_before: Time,
    pub not_after: Time,
    /// The public key's structure.
    pub public_key: Vec<u8>,
    pub extensions: Vec<Extension>,
}

impl PartialEq for Certificate {
    fn eq(&self, other: &Certificate) -> bool {
        self.der == other.der
    }
}

/// Reads a list of extensions.
pub fn parse_extensions(list: Reader<'_>) -> Option<Vec<Extension>> {
    let mut list = list;
    let mut out = Vec::new();
    while !list.is_empty() {
        let mut fields = list.sequence()?;
        let oid = fields.oid()?;
        let critical = fields.optional(tag::BOOLEAN).is_some_and(|b| b.body != [0]);
        out.push(Extension { oid, critical, value: fields.expect(tag::OCTETS)?.body.to_vec() });
    }
    Some(out)
}

/// Writes a list of extensions.
pub fn extensions_der(list: &[Extension]) -> Vec<u8> {
    let parts = list.iter().flat_map(|e| {
        let critical: &[u8] = if e.critical { &[tag::BOOLEAN, 1, 0xff] } else { &[] };
        der::sequence(&[&der::oid(&e.oid), critical, &der::octets(&e.value)])
    });
    der::sequence(&[&parts.collect::<Vec<u8>>()])
}

impl Certificate {
    /// Reads the certificate at the beginning of bytes.
    pub fn parse(data: &[u8]) -> Option<Certificate> {
        let whole = Reader(data).expect(tag::SEQUENCE)?;
        let mut outer = whole.reader();
        let signed = outer.expect(tag::SEQUENCE)?;
        let algorithm = outer.expect(tag::SEQUENCE)?.whole.to_vec();
        let signature = outer.item()?.bits()?.to_vec();
        let mut fields = signed.reader();
        let version = match fields.optional(tag::context(0)) {
            Some(item) => item.reader().item()?.small().and_then(|v| u8::try_from(v).ok())?,
            None => 0,
        };
        let serial = fields.expect(tag::INTEGER)?.body.to_vec();
        fields.expect(tag::SEQUENCE)?;
        let issuer = Name::parse(fields.item()?)?;
        let mut validity = fields.sequence()?;
        let (not_before, not_after) = (Time::parse(validity.item()?)?, Time::parse(validity.item()?)?);
        let subject = Name::parse(fields.item()?)?;
        let public_key = fields.expect(tag::SEQUENCE)?.whole.to_vec();
        let mut extensions = Vec::new();
        for item in fields {
            if item.tag == tag::context(3) {
                extensions = parse_extensions(item.reader().sequence()?)?;
            }
        }
        Some(Certificate {
            der: whole.whole.to_vec(),
            signed: signed.whole.to_vec(),
            version,
            serial,
            algorithm,
            signature,
            issuer,
            subject,
            not_before,
            not_after,
            public_key,
            extensions,
        })
    }
    /// The first certificate of a PEM text.
    pub fn from_pem(text: &[u8]) -> Result<Certificate, crate::pem::Failure> {
        let block = crate::pem::find(text, &LABELS)?;
        Certificate::parse(&block.data).ok_or(crate::pem::Failure::BadHeader)
    }
    /// All certificates of a PEM text.
    pub fn all_from_pem(text: &[u8]) -> Vec<Certificate> {
        let blocks = crate::pem::all(text).into_iter().filter(|b| LABELS.contains(&b.label.as_str()));
        blocks.filter_map(|b| Certificate::parse(&b.data)).collect()
    }
    /// As PEM.
    pub fn to_pem(&self) -> Vec<u8> {
        crate::pem::write("CERTIFICATE", &self.der)
    }
    /// Its public key, if it is of a known kind.
    pub fn key(&self) -> Option<Key> {
        Key::from_public_der(&self.public_key)
    }
    /// The identifier of the signature's algorithm.
    pub fn algorithm_oid(&self) -> String {
        Reader(&self.algorithm).sequence().and_then(|mut a| a.oid()).unwrap_or_default()
    }
    /// Whether a key has signed it; `None` if that cannot be told.
    pub fn verify(&self, key: &Key) -> Option<bool> {
        key.verify_algorithm(Reader(&self.algorithm).sequence()?, &self.signed, &self.signature)
    }
    /// An extension's value.
    pub fn extension(&self, oid: &str) -> Option<&[u8]> {
        self.extensions.iter().find(|e| e.oid == oid).map(|e| e.value.as_slice())
    }
    /// Whether issuer and subject are the same.
    pub fn is_self_issued(&self) -> bool {
        self.issuer.canonical() == self.subject.canonical()
    }
    /// A hash of the whole.
    pub fn fingerprint(&self, hash: &str) -> Option<Vec<u8>> {
        Some(algorithms::hash(hash)?.hash(&self.der))
    }
    /// The hash of the public key's bits, by which certificates refer to each other.
    pub fn key_identifier(public_key: &[u8]) -> Vec<u8> {
        let bits = || {
            let mut fields = Reader(public_key).sequence()?;
            fields.item()?;
            fields.item()?.bits()
        };
        algorithms::hash("sha1").map(|sha1| sha1.hash(bits().unwrap_or_default())).unwrap_or_default()
    }
}

const LABELS: [&str; 3] = ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"];

/// What a new certificate says.
pub struct Draft<'a> {
    /// The number, highest byte first.
    pub serial: &'a [u8],
    /// Who signs.
    pub issuer: &'a Name,
    /// Whose it is.
    pub subject: &'a Name,
    /// From when on.
    pub from: i64,
    /// Until when.
    pub until: i64,
    /// The public key's structure.
    pub public_key: &'a [u8],
    /// Version 3 if there are any, or if `version` says so.
    pub extensions: &'a [Extension],
    /// 0 for version 1.
    pub version: u8,
}

impl Draft<'_> {
    /// Signs it.
    pub fn sign(&self, key: &Key, hash: &str) -> Option<Certificate> {
        let algorithm = key.signature_algorithm(hash)?;
        let version =
            if self.version == 0 { Vec::new() } else { der::item(tag::context(0), &[&der::small(self.version.into())]) };
        let validity = der::sequence(&[&Time::to_der(self.from), &Time::to_der(self.until)]);
        let extensions =
            if self.extensions.is_empty() { Vec::new() } else { der::item(tag::context(3), &[&extensions_der(self.extensions)]) };
        let signed = der::sequence(&[
            &version,
            &der::number(self.serial),
            &algorithm,
            &self.issuer.der,
            &validity,
            &self.subject.der,
            self.public_key,
            &extensions,
        ]);
        let signature = key.sign(hash, &signed)?;
        Certificate::parse(&der::sequence(&[&signed, &algorithm, &der::bits(&signature)]))
    }
}
