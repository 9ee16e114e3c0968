//! Files with a key and its certificates under a password (PKCS #12).

use crate::{
    algorithms,
    certificate::Certificate,
    der::{self, Reader, tag},
    key::Key,
    num, pbe,
};
use phant_digest::hmac;

const DATA: &str = "1.2.840.113549.1.7.1";
const ENCRYPTED: &str = "1.2.840.113549.1.7.6";
const KEY_BAG: &str = "1.2.840.113549.1.12.10.1.1";
const SHROUDED_BAG: &str = "1.2.840.113549.1.12.10.1.2";
const CERTIFICATE_BAG: &str = "1.2.840.113549.1.12.10.1.3";
const X509: &str = "1.2.840.113549.1.9.22.1";
const FRIENDLY_NAME: &str = "1.2.840.113549.1.9.20";
const LOCAL_KEY: &str = "1.2.840.113549.1.9.21";

/// What is in a file.
#[derive(Default)]
pub struct Contents {
    /// The key.
    pub key: Option<Key>,
    /// The key's certificate.
    pub certificate: Option<Certificate>,
    /// The other certificates, the last first.
    pub others: Vec<Certificate>,
}

/// Why a file is not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It is none.
    Form,
    /// The password is wrong.
    Password,
    /// It is encrypted in a way that is not known.
    Unsupported,
}

const MOST_ITERATIONS: i64 = 10_000_000;

/// Reads a file.
pub fn read(data: &[u8], password: &[u8]) -> Result<Contents, Failure> {
    let form = Failure::Form;
    let data = der::definite(data).ok_or(form)?;
    let mut fields = Reader(&data).sequence().ok_or(form)?;
    fields.number().ok_or(form)?;
    let mut content = fields.sequence().ok_or(form)?;
    if content.oid().ok_or(form)? != DATA {
        return Err(Failure::Unsupported);
    }
    let inner = content.expect(0xa0).and_then(|item| item.reader().item()).ok_or(form)?.body;
    if let Some(mac) = fields.sequence() {
        check(mac, inner, password)?;
    }
    let mut out = Contents::default();
    let mut found: Vec<(Certificate, Option<Vec<u8>>)> = Vec::new();
    let mut key_id = None;
    for safe in Reader(inner).sequence().ok_or(form)? {
        let mut fields = safe.reader();
        let kind = fields.oid().ok_or(form)?;
        let content = fields.expect(0xa0).and_then(|item| item.reader().item()).ok_or(form)?;
        let bags = match kind.as_str() {
            DATA => content.body.to_vec(),
            ENCRYPTED => {
                let mut fields = content.reader();
                fields.number().ok_or(form)?;
                let mut info = fields.sequence().ok_or(form)?;
                info.oid().ok_or(form)?;
                let algorithm = info.sequence().ok_or(form)?;
                decrypt(password, algorithm, info.item().ok_or(form)?.body)?
            }
            _ => return Err(Failure::Unsupported),
        };
        for bag in Reader(&bags).sequence().ok_or(form)? {
            let mut fields = bag.reader();
            let kind = fields.oid().ok_or(form)?;
            let value = fields.expect(0xa0).and_then(|item| item.reader().item()).ok_or(form)?;
            let local = local_key(fields);
            match kind.as_str() {
                KEY_BAG => (out.key, key_id) = (Key::from_der(value.whole), local),
                SHROUDED_BAG => {
                    let mut fields = value.reader();
                    let algorithm = fields.sequence().ok_or(form)?;
                    let plain = decrypt(password, algorithm, fields.item().ok_or(form)?.body)?;
                    (out.key, key_id) = (Key::from_der(&plain), local);
                }
                CERTIFICATE_BAG => {
                    let mut fields = value.reader();
                    if fields.oid().ok_or(form)? == X509 {
                        let octets = fields.item().and_then(|item| item.reader().item()).ok_or(form)?;
                        found.push((Certificate::parse(octets.body).ok_or(form)?, local));
                    }
                }
                _ => {}
            }
        }
    }
    for (certificate, local) in found {
        let own = out.key.is_some() && key_id.is_some() && local == key_id;
        if own && out.certificate.is_none() {
            out.certificate = Some(certificate);
        } else {
            out.others.push(certificate);
        }
    }
    Ok(out)
}

fn local_key(fields: Reader<'_>) -> Option<Vec<u8>> {
    let mut fields = fields;
    let mut attributes = fields.expect(tag::SET)?.reader();
    attributes.find_map(|attribute| {
        let mut pair = attribute.reader();
        (pair.oid()? == LOCAL_KEY).then(|| pair.item().map(|set| set.body.to_vec()))?
    })
}

fn decrypt(password: &[u8], algorithm: Reader<'_>, text: &[u8]) -> Result<Vec<u8>, Failure> {
    pbe::decrypt(password, algorithm, text).map_err(|failure| match failure {
        pbe::Failure::Form => Failure::Form,
        pbe::Failure::Unsupported => Failure::Unsupported,
        pbe::Failure::Password => Failure::Password,
    })
}

/// Checks the code that makes sure of password and contents.
fn check(mac: Reader<'_>, contents: &[u8], password: &[u8]) -> Result<(), Failure> {
    let mut mac = mac;
    let mut info = mac.sequence().ok_or(Failure::Form)?;
    let mut algorithm = info.sequence().ok_or(Failure::Form)?;
    let hash = algorithms::hash_of(&algorithm.oid().ok_or(Failure::Form)?).and_then(algorithms::hash);
    let hash = hash.ok_or(Failure::Unsupported)?;
    let wanted = info.item().ok_or(Failure::Form)?.body;
    let salt = mac.expect(tag::OCTETS).ok_or(Failure::Form)?.body;
    let iterations = mac.item().and_then(|i| i.small()).unwrap_or(1);
    if !(1..=MOST_ITERATIONS).contains(&iterations) {
        return Err(Failure::Form);
    }
    let fits = |password: &[u8]| {
        let key = pbe::pkcs12_key(hash, password, salt, 3, iterations as u64, hash.output_len);
        hmac::equals(&hmac::hmac(hash, &key, contents), wanted)
    };
    // No password may be nothing at all.
    if fits(&pbe::wide(password)) || password.is_empty() && fits(&[]) { Ok(()) } else { Err(Failure::Password) }
}

/// Writes a file.
pub fn write(
    key: &Key,
    certificate: &Certificate,
    others: &[Certificate],
    name: Option<&str>,
    password: &[u8],
) -> Option<Vec<u8>> {
    const ITERATIONS: u64 = 2048;
    let id = certificate.fingerprint("sha1")?;
    let mut attributes = Vec::new();
    if let Some(name) = name {
        let units: Vec<u8> = name.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let value = der::item(tag::SET, &[&der::item(tag::BMP, &[&units])]);
        attributes.push(der::sequence(&[&der::oid(FRIENDLY_NAME), &value]));
    }
    attributes.push(der::sequence(&[&der::oid(LOCAL_KEY), &der::item(tag::SET, &[&der::octets(&id)])]));
    let attributes = der::set(attributes);
    let bag =
        |kind: &str, value: &[u8], attributes: &[u8]| der::sequence(&[&der::oid(kind), &der::item(0xa0, &[value]), attributes]);
    let certificate_bag = |certificate: &Certificate, attributes: &[u8]| {
        let value = der::sequence(&[&der::oid(X509), &der::item(0xa0, &[&der::octets(&certificate.der)])]);
        bag(CERTIFICATE_BAG, &value, attributes)
    };
    let mut certificates = certificate_bag(certificate, &attributes);
    for other in others {
        certificates.extend(certificate_bag(other, &[]));
    }
    let (algorithm, text) = pbe::encrypt(password, "aes-256-cbc", &der::sequence(&[&certificates]))?;
    let info = der::sequence(&[&der::oid(DATA), &algorithm, &der::item(0x80, &[&text])]);
    let encrypted = der::sequence(&[&der::small(0), &info]);
    let first = der::sequence(&[&der::oid(ENCRYPTED), &der::item(0xa0, &[&encrypted])]);
    let shrouded = key.to_encrypted_der(password, "aes-256-cbc")?;
    let keys = der::sequence(&[&bag(SHROUDED_BAG, &shrouded, &attributes)]);
    let second = der::sequence(&[&der::oid(DATA), &der::item(0xa0, &[&der::octets(&keys)])]);
    let safes = der::sequence(&[&first, &second]);
    let content = der::sequence(&[&der::oid(DATA), &der::item(0xa0, &[&der::octets(&safes)])]);
    let (hash, salt) = (algorithms::hash("sha256")?, num::random(8));
    let mac_key = pbe::pkcs12_key(hash, &pbe::wide(password), &salt, 3, ITERATIONS, hash.output_len);
    let code = hmac::hmac(hash, &mac_key, &safes);
    let digest = der::sequence(&[&der::algorithm("2.16.840.1.101.3.4.2.1", &der::null()), &der::octets(&code)]);
    let mac = der::sequence(&[&digest, &der::octets(&salt), &der::small(ITERATIONS)]);
    Some(der::sequence(&[&der::small(3), &content, &mac]))
}
