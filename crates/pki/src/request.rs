//! Requests for certificates (PKCS #10), and signed public keys with a challenge.

use crate::{
    certificate::{self, Extension},
    der::{self, Reader, tag},
    key::Key,
    name::Name,
};

/// A request.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Request {
    pub der: Vec<u8>,
    pub signed: Vec<u8>,
    pub subject: Name,
    pub public_key: Vec<u8>,
    /// Attributes: what they are, and the set of their values.
    pub attributes: Vec<(String, Vec<u8>)>,
    pub algorithm: Vec<u8>,
    pub signature: Vec<u8>,
}

const EXTENSIONS: &str = "1.2.840.113549.1.9.14";

impl Request {
    /// Reads a request.
    pub fn parse(data: &[u8]) -> Option<Request> {
        let whole = Reader(data).expect(tag::SEQUENCE)?;
        let mut outer = whole.reader();
        let signed = outer.expect(tag::SEQUENCE)?;
        let algorithm = outer.expect(tag::SEQUENCE)?.whole.to_vec();
        let signature = outer.item()?.bits()?.to_vec();
        let mut fields = signed.reader();
        fields.number()?;
        let subject = Name::parse(fields.item()?)?;
        let public_key = fields.expect(tag::SEQUENCE)?.whole.to_vec();
        let mut attributes = Vec::new();
        for attribute in fields.optional(0xa0).map_or(Reader(&[]), |item| item.reader()) {
            let mut pair = attribute.reader();
            attributes.push((pair.oid()?, pair.expect(tag::SET)?.body.to_vec()));
        }
        let (der, signed) = (whole.whole.to_vec(), signed.whole.to_vec());
        Some(Request { der, signed, subject, public_key, attributes, algorithm, signature })
    }
    /// The first request of a PEM text.
    pub fn from_pem(text: &[u8]) -> Result<Request, crate::pem::Failure> {
        let block = crate::pem::find(text, &["CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"])?;
        Request::parse(&block.data).ok_or(crate::pem::Failure::BadHeader)
    }
    /// As PEM.
    pub fn to_pem(&self) -> Vec<u8> {
        crate::pem::write("CERTIFICATE REQUEST", &self.der)
    }
    /// The extensions that it asks for.
    pub fn extensions(&self) -> Vec<Extension> {
        let found = self.attributes.iter().find(|(oid, _)| oid == EXTENSIONS);
        found.and_then(|(_, set)| certificate::parse_extensions(Reader(set).sequence()?)).unwrap_or_default()
    }
    /// Its public key.
    pub fn key(&self) -> Option<Key> {
        Key::from_public_der(&self.public_key)
    }
    /// Whether its own key has signed it.
    pub fn verify(&self) -> Option<bool> {
        self.key()?.verify_algorithm(Reader(&self.algorithm).sequence()?, &self.signed, &self.signature)
    }
    /// Makes and signs a request.
    pub fn make(
        subject: &Name,
        attributes: &[(String, Vec<u8>)],
        extensions: &[Extension],
        key: &Key,
        hash: &str,
    ) -> Option<Request> {
        let mut list: Vec<Vec<u8>> =
            attributes.iter().map(|(oid, value)| der::sequence(&[&der::oid(oid), &der::item(tag::SET, &[value])])).collect();
        if !extensions.is_empty() {
            let value = certificate::extensions_der(extensions);
            list.push(der::sequence(&[&der::oid(EXTENSIONS), &der::item(tag::SET, &[&value])]));
        }
        list.sort();
        let attributes = der::item(0xa0, &[&list.concat()]);
        let signed = der::sequence(&[&der::small(0), &subject.der, &key.to_public_der(), &attributes]);
        let algorithm = key.signature_algorithm(hash)?;
        let signature = key.sign(hash, &signed)?;
        Request::parse(&der::sequence(&[&signed, &algorithm, &der::bits(&signature)]))
    }
}

/// A public key that is signed together with a challenge (Netscape's SPKAC).
pub struct SignedKey {
    /// The public key.
    pub public_key: Vec<u8>,
    /// The challenge.
    pub challenge: Vec<u8>,
    signed: Vec<u8>,
    algorithm: Vec<u8>,
    signature: Vec<u8>,
}

impl SignedKey {
    /// Makes and signs one.
    pub fn make(key: &Key, challenge: &[u8], hash: &str) -> Option<Vec<u8>> {
        let signed = der::sequence(&[&key.to_public_der(), &der::item(tag::IA5, &[challenge])]);
        let algorithm = key.signature_algorithm(hash)?;
        let signature = key.sign(hash, &signed)?;
        Some(der::sequence(&[&signed, &algorithm, &der::bits(&signature)]))
    }
    /// Reads one.
    pub fn parse(data: &[u8]) -> Option<SignedKey> {
        let mut outer = Reader(data).sequence()?;
        let signed = outer.expect(tag::SEQUENCE)?;
        let algorithm = outer.expect(tag::SEQUENCE)?.whole.to_vec();
        let signature = outer.item()?.bits()?.to_vec();
        let mut fields = signed.reader();
        let public_key = fields.expect(tag::SEQUENCE)?.whole.to_vec();
        let challenge = fields.item()?.body.to_vec();
        Some(SignedKey { public_key, challenge, signed: signed.whole.to_vec(), algorithm, signature })
    }
    /// Whether its own key has signed it.
    pub fn verify(&self) -> Option<bool> {
        let key = Key::from_public_der(&self.public_key)?;
        key.verify_algorithm(Reader(&self.algorithm).sequence()?, &self.signed, &self.signature)
    }
}
