//! Signed and encrypted messages: PKCS #7, and CMS, which writes the same differently in little.

use crate::{
    algorithms,
    certificate::Certificate,
    der::{self, Item, Reader, tag},
    key::Key,
    name::Name,
    num, pbe,
    rsa::Padding,
    time::Time,
};
use phant_cipher::{Cipher, Parameters};

const DATA: &str = "1.2.840.113549.1.7.1";
const SIGNED: &str = "1.2.840.113549.1.7.2";
const ENVELOPED: &str = "1.2.840.113549.1.7.3";
const CONTENT_TYPE: &str = "1.2.840.113549.1.9.3";
const MESSAGE_DIGEST: &str = "1.2.840.113549.1.9.4";
const SIGNING_TIME: &str = "1.2.840.113549.1.9.5";
const CAPABILITIES: &str = "1.2.840.113549.1.9.15";

/// Ciphers that are named as ours, with the bits of those of many sizes; what OpenSSL says.
const CAPABLE_OF: [(&str, u64); 8] = [
    ("2.16.840.1.101.3.4.1.42", 0),
    ("2.16.840.1.101.3.4.1.22", 0),
    ("2.16.840.1.101.3.4.1.2", 0),
    ("1.2.840.113549.3.7", 0),
    ("1.2.840.113549.3.2", 128),
    ("1.2.840.113549.3.2", 64),
    ("1.3.14.3.2.7", 0),
    ("1.2.840.113549.3.2", 40),
];

/// Who signed a message.
#[derive(Clone, Debug)]
pub struct Signer {
    issuer: Option<Name>,
    serial: Vec<u8>,
    key_id: Vec<u8>,
    hash: String,
    attributes: Vec<u8>,
    algorithm: Vec<u8>,
    signature: Vec<u8>,
}

/// A signed message.
#[derive(Clone, Debug, Default)]
pub struct Signed {
    /// The text, if it is inside.
    pub content: Option<Vec<u8>>,
    /// The certificates that came with it.
    pub certificates: Vec<Certificate>,
    /// The revocation lists that came with it, in DER.
    pub revocations: Vec<Vec<u8>>,
    /// Who signed it.
    pub signers: Vec<Signer>,
}

/// What a message is.
pub enum Message {
    /// Signed.
    Signed(Signed),
    /// Encrypted.
    Enveloped(Enveloped),
    /// Something else.
    Other,
}

/// An encrypted message.
pub struct Enveloped {
    recipients: Vec<(Option<Name>, Vec<u8>, Vec<u8>)>,
    algorithm: Vec<u8>,
    text: Vec<u8>,
}

/// Reads a message: DER, or BER with lengths that are not told.
pub fn parse(data: &[u8]) -> Option<Message> {
    let data = der::definite(data)?;
    let mut outer = Reader(&data).sequence()?;
    let kind = outer.oid()?;
    let content = outer.expect(0xa0)?.reader().item()?;
    Some(match kind.as_str() {
        SIGNED => Message::Signed(parse_signed(content.reader())?),
        ENVELOPED => Message::Enveloped(parse_enveloped(content.reader())?),
        _ => Message::Other,
    })
}

fn parse_signed(mut fields: Reader<'_>) -> Option<Signed> {
    fields.number()?;
    fields.expect(tag::SET)?;
    let mut info = fields.sequence()?;
    info.oid()?;
    let mut out =
        Signed { content: info.optional(0xa0).and_then(|item| Some(item.reader().item()?.body.to_vec())), ..Signed::default() };
    if let Some(list) = fields.optional(0xa0) {
        out.certificates = list.reader().filter_map(|item| Certificate::parse(item.whole)).collect();
    }
    if let Some(list) = fields.optional(0xa1) {
        out.revocations = list.reader().map(|item| item.whole.to_vec()).collect();
    }
    for signer in fields.expect(tag::SET)?.reader() {
        out.signers.push(parse_signer(signer.reader())?);
    }
    Some(out)
}

/// The one who is meant: by issuer and serial number, or by the key's identifier.
fn identity(item: Item<'_>) -> Option<(Option<Name>, Vec<u8>, Vec<u8>)> {
    if item.tag == tag::SEQUENCE {
        let mut fields = item.reader();
        return Some((Some(Name::parse(fields.item()?)?), fields.expect(tag::INTEGER)?.body.to_vec(), Vec::new()));
    }
    Some((None, Vec::new(), item.body.to_vec()))
}

fn parse_signer(mut fields: Reader<'_>) -> Option<Signer> {
    fields.number()?;
    let (issuer, serial, key_id) = identity(fields.item()?)?;
    let hash = algorithms::hash_of(&fields.sequence()?.oid()?).unwrap_or_default().to_owned();
    let attributes = fields.optional(0xa0).map(|item| item.body.to_vec()).unwrap_or_default();
    let algorithm = fields.expect(tag::SEQUENCE)?.whole.to_vec();
    let signature = fields.expect(tag::OCTETS)?.body.to_vec();
    Some(Signer { issuer, serial, key_id, hash, attributes, algorithm, signature })
}

fn is_meant(certificate: &Certificate, issuer: Option<&Name>, serial: &[u8], key_id: &[u8]) -> bool {
    match issuer {
        Some(issuer) => certificate.issuer.canonical() == issuer.canonical() && certificate.serial == serial,
        None => {
            let own = certificate.extension(crate::extensions::id::SUBJECT_KEY).and_then(|v| Reader(v).item());
            own.is_some_and(|own| own.body == key_id)
        }
    }
}

impl Signer {
    /// Whether a certificate is the signer's.
    pub fn is(&self, certificate: &Certificate) -> bool {
        is_meant(certificate, self.issuer.as_ref(), &self.serial, &self.key_id)
    }
    /// Whether the signature of a text is good.
    pub fn verify(&self, certificate: &Certificate, text: &[u8]) -> bool {
        let (Some(key), Some(hash)) = (certificate.key(), algorithms::hash(&self.hash)) else { return false };
        let signed = if self.attributes.is_empty() {
            text.to_vec()
        } else {
            let digest = hash.hash(text);
            let told = Reader(&self.attributes).find_map(|attribute| {
                let mut pair = attribute.reader();
                (pair.oid()? == MESSAGE_DIGEST).then(|| Some(pair.item()?.reader().item()?.body.to_vec()))?
            });
            if told.is_none_or(|told| told != digest) {
                return false;
            }
            der::item(tag::SET, &[&self.attributes])
        };
        let oid = Reader(&self.algorithm).sequence().and_then(|mut a| a.oid()).unwrap_or_default();
        let plain = ["1.2.840.113549.1.1.1", "1.2.840.10045.2.1", "1.2.840.10040.4.1"].contains(&oid.as_str());
        let checked = if plain {
            key.verify(&self.hash, &signed, &self.signature)
        } else {
            Reader(&self.algorithm).sequence().and_then(|a| key.verify_algorithm(a, &signed, &self.signature))
        };
        checked == Some(true)
    }
}

/// How a message is signed.
#[derive(Clone, Copy, Default)]
pub struct SignOptions {
    /// The text is inside.
    pub attached: bool,
    /// No certificates come with it.
    pub bare: bool,
    /// No attributes are signed.
    pub plain: bool,
}

/// Signs a text.
pub fn sign(text: &[u8], certificate: &Certificate, key: &Key, others: &[Certificate], options: SignOptions) -> Option<Vec<u8>> {
    let hash = if matches!(key, Key::Okp(_)) { "sha512" } else { "sha256" };
    let digest_algorithm = der::algorithm(algorithms::hash_oid(hash)?, &der::null());
    let digest = algorithms::hash(hash)?.hash(text);
    let attribute = |oid: &str, value: &[u8]| der::sequence(&[&der::oid(oid), &der::item(tag::SET, &[value])]);
    let capabilities: Vec<u8> = CAPABLE_OF
        .iter()
        .flat_map(|(oid, bits)| {
            let bits = if *bits == 0 { Vec::new() } else { der::small(*bits) };
            der::sequence(&[&der::oid(oid), &bits])
        })
        .collect();
    let mut attributes = [
        attribute(CONTENT_TYPE, &der::oid(DATA)),
        attribute(SIGNING_TIME, &Time::to_der(crate::time::now())),
        attribute(MESSAGE_DIGEST, &der::octets(&digest)),
        attribute(CAPABILITIES, &der::sequence(&[&capabilities])),
    ];
    attributes.sort();
    let attributes = attributes.concat();
    let signature = if options.plain { key.sign(hash, text)? } else { key.sign(hash, &der::item(tag::SET, &[&attributes]))? };
    let algorithm = match key {
        Key::Rsa(_) => der::algorithm("1.2.840.113549.1.1.1", &der::null()),
        _ => key.signature_algorithm(hash)?,
    };
    let identity = der::sequence(&[&certificate.issuer.der, &der::item(tag::INTEGER, &[&certificate.serial])]);
    let signed_attributes = if options.plain { Vec::new() } else { der::item(0xa0, &[&attributes]) };
    let signer =
        der::sequence(&[&der::small(1), &identity, &digest_algorithm, &signed_attributes, &algorithm, &der::octets(&signature)]);
    let inner = if options.attached { der::item(0xa0, &[&der::octets(text)]) } else { Vec::new() };
    let content = der::sequence(&[&der::oid(DATA), &inner]);
    let certificates = if options.bare {
        Vec::new()
    } else {
        let all: Vec<u8> = std::iter::once(certificate).chain(others).flat_map(|c| c.der.clone()).collect();
        der::item(0xa0, &[&all])
    };
    let body = der::sequence(&[
        &der::small(1),
        &der::item(tag::SET, &[&digest_algorithm]),
        &content,
        &certificates,
        &der::item(tag::SET, &[&signer]),
    ]);
    Some(der::sequence(&[&der::oid(SIGNED), &der::item(0xa0, &[&body])]))
}

fn parse_enveloped(mut fields: Reader<'_>) -> Option<Enveloped> {
    fields.number()?;
    fields.optional(0xa0);
    let mut recipients = Vec::new();
    for recipient in fields.expect(tag::SET)?.reader() {
        if recipient.tag != tag::SEQUENCE {
            continue;
        }
        let mut fields = recipient.reader();
        fields.number()?;
        let (issuer, serial, key_id) = identity(fields.item()?)?;
        fields.sequence()?;
        let key = fields.expect(tag::OCTETS)?.body.to_vec();
        recipients.push((issuer, if serial.is_empty() { key_id } else { serial }, key));
    }
    let mut info = fields.sequence()?;
    info.oid()?;
    let algorithm = info.expect(tag::SEQUENCE)?.whole.to_vec();
    let text = info.item()?;
    // Parts of a string whose length was not told.
    let text = if text.tag == 0xa0 { text.reader().flat_map(|part| part.body.to_vec()).collect() } else { text.body.to_vec() };
    Some(Enveloped { recipients, algorithm, text })
}

impl Enveloped {
    /// Opens the message. With a certificate only what is meant for it is tried.
    pub fn decrypt(&self, certificate: Option<&Certificate>, key: &Key) -> Option<Vec<u8>> {
        let Key::Rsa(key) = key else { return None };
        let mut algorithm = Reader(&self.algorithm).sequence()?;
        let cipher = pbe::cipher_of(&algorithm.oid()?)?;
        let iv = algorithm.expect(tag::OCTETS)?.body;
        let meant = |(issuer, id, _): &&(Option<Name>, Vec<u8>, Vec<u8>)| {
            certificate.is_none_or(|certificate| is_meant(certificate, issuer.as_ref(), id, id))
        };
        for (_, _, encrypted) in self.recipients.iter().filter(meant) {
            let content_key = key.secret_decrypt(encrypted, Padding::Pkcs1).ok().filter(|k| k.len() == cipher.key_length());
            // A wrong key goes on like a right one, with one of its own.
            let content_key = content_key.unwrap_or_else(|| num::random(cipher.key_length()));
            let parameters = Parameters { iv, padding: true, ..Parameters::default() };
            if let Ok(text) = cipher.decrypt(&content_key, &self.text, parameters, &[]) {
                return Some(text);
            }
        }
        None
    }
}

/// Encrypts a text for the owners of certificates, all with RSA keys.
pub fn encrypt(text: &[u8], recipients: &[Certificate], cipher: &str) -> Option<Vec<u8>> {
    let known = Cipher::named(cipher.as_bytes())?;
    let (key, iv) = (num::random(known.key_length()), num::random(known.iv_length()));
    let mut list = Vec::new();
    for recipient in recipients {
        let Some(Key::Rsa(rsa)) = recipient.key() else { return None };
        let encrypted = rsa.public_encrypt(&key, Padding::Pkcs1).ok()?;
        let identity = der::sequence(&[&recipient.issuer.der, &der::item(tag::INTEGER, &[&recipient.serial])]);
        let algorithm = der::algorithm("1.2.840.113549.1.1.1", &der::null());
        list.push(der::sequence(&[&der::small(0), &identity, &algorithm, &der::octets(&encrypted)]));
    }
    let parameters = Parameters { iv: &iv, padding: true, ..Parameters::default() };
    let (encrypted, _) = known.encrypt(&key, text, parameters, 0).ok()?;
    let algorithm = der::algorithm(pbe::cipher_oid(cipher)?, &der::octets(&iv));
    let info = der::sequence(&[&der::oid(DATA), &algorithm, &der::item(0x80, &[&encrypted])]);
    let body = der::sequence(&[&der::small(0), &der::set(list), &info]);
    Some(der::sequence(&[&der::oid(ENVELOPED), &der::item(0xa0, &[&body])]))
}
