//! Distinguished names.

use crate::{
    algorithms,
    der::{self, Item, Reader, tag},
};

/// A name's attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// What it is.
    pub oid: String,
    /// The string's type.
    pub tag: u8,
    /// The string, as it stands.
    pub value: Vec<u8>,
    /// Which set it belongs to: attributes of one set have the same number.
    pub set: usize,
}

/// A name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name {
    /// Its attributes in order.
    pub attributes: Vec<Attribute>,
    /// Its bytes.
    pub der: Vec<u8>,
}

/// A string of any type in UTF-8.
pub fn utf8(kind: u8, value: &[u8]) -> Vec<u8> {
    match kind {
        tag::BMP => {
            let units: Vec<u16> = value.as_chunks::<2>().0.iter().map(|u| u16::from_be_bytes(*u)).collect();
            String::from_utf16_lossy(&units).into_bytes()
        }
        tag::UNIVERSAL => {
            let points = value.as_chunks::<4>().0.iter().map(|u| char::from_u32(u32::from_be_bytes(*u)).unwrap_or('?'));
            points.collect::<String>().into_bytes()
        }
        tag::T61 | tag::IA5 | tag::PRINTABLE | tag::VISIBLE => {
            value.iter().map(|b| char::from(*b)).collect::<String>().into_bytes()
        }
        _ => value.to_vec(),
    }
}

impl Name {
    /// Reads a name.
    pub fn parse(item: Item<'_>) -> Option<Name> {
        if item.tag != tag::SEQUENCE {
            return None;
        }
        let mut attributes = Vec::new();
        let mut sets = item.reader();
        let mut number = 0;
        while !sets.is_empty() {
            let mut set = sets.expect(tag::SET)?.reader();
            while !set.is_empty() {
                let mut pair = set.sequence()?;
                let oid = pair.oid()?;
                let value = pair.item()?;
                attributes.push(Attribute { oid, tag: value.tag, value: value.body.to_vec(), set: number });
            }
            number += 1;
        }
        Some(Name { attributes, der: item.whole.to_vec() })
    }
    /// A name of attributes.
    pub fn of(attributes: Vec<Attribute>) -> Name {
        let mut sets: Vec<Vec<u8>> = Vec::new();
        for group in attributes.chunk_by(|a, b| a.set == b.set) {
            let parts = group.iter().map(|a| der::sequence(&[&der::oid(&a.oid), &der::item(a.tag, &[&a.value])]));
            sets.push(der::set(parts.collect()));
        }
        Name { der: der::sequence(&[&sets.concat()]), attributes }
    }
    /// In one line with slashes.
    pub fn one_line(&self) -> String {
        self.attributes.iter().map(|a| format!("/{}={}", algorithms::short_name(&a.oid), escaped(a))).collect()
    }
    /// In one line as OpenSSL prints it in certificates.
    pub fn printed(&self, equals: &str) -> String {
        let mut out = String::new();
        for (i, a) in self.attributes.iter().enumerate() {
            if i > 0 {
                out.push_str(if self.attributes[i - 1].set == a.set { " + " } else { ", " });
            }
            let value = String::from_utf8_lossy(&utf8(a.tag, &a.value)).into_owned();
            let value: String = value
                .chars()
                .flat_map(|c| if matches!(c, ',' | '+' | '"' | '\\' | '<' | '>' | ';') { vec!['\\', c] } else { vec![c] })
                .collect();
            out.push_str(&format!("{}{equals}{value}", algorithms::short_name(&a.oid)));
        }
        out
    }
    /// For comparing with another: types of strings, case and spaces between words do not matter.
    pub fn canonical(&self) -> Vec<(String, String)> {
        let fold = |a: &Attribute| {
            let text = String::from_utf8_lossy(&utf8(a.tag, &a.value)).to_ascii_lowercase();
            text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
        };
        self.attributes.iter().map(|a| (a.oid.clone(), fold(a))).collect()
    }
    /// The value of the last attribute of a kind, in UTF-8.
    pub fn value(&self, oid: &str) -> Option<Vec<u8>> {
        self.attributes.iter().rev().find(|a| a.oid == oid).map(|a| utf8(a.tag, &a.value))
    }
    /// OpenSSL's hash of names, by which folders of certificates are ordered.
    pub fn hash(&self) -> u32 {
        let mut sets = Vec::new();
        let canonical = self.canonical();
        let pairs: Vec<_> = self.attributes.iter().zip(&canonical).collect();
        for group in pairs.chunk_by(|(a, _), (b, _)| a.set == b.set) {
            let parts = group.iter().map(|(a, (_, text))| {
                let texts = [tag::UTF8, tag::PRINTABLE, tag::T61, tag::IA5, tag::VISIBLE, tag::BMP, tag::UNIVERSAL];
                let value =
                    if texts.contains(&a.tag) { der::item(tag::UTF8, &[text.as_bytes()]) } else { der::item(a.tag, &[&a.value]) };
                der::sequence(&[&der::oid(&a.oid), &value])
            });
            sets.extend(der::set(parts.collect()));
        }
        let hash = algorithms::hash("sha1").map(|sha1| sha1.hash(&sets)).unwrap_or_default();
        hash.first_chunk::<4>().map_or(0, |first| u32::from_le_bytes(*first))
    }
}

fn escaped(a: &Attribute) -> String {
    let shown = |b: &u8| if (b' '..=b'~').contains(b) { char::from(*b).to_string() } else { format!("\\x{b:02X}") };
    let bytes: &[u8] = &a.value;
    if a.tag == tag::BMP && bytes.len().is_multiple_of(2) && bytes.iter().step_by(2).all(|b| *b == 0) {
        return bytes.iter().skip(1).step_by(2).map(shown).collect();
    }
    bytes.iter().map(shown).collect()
}

/// An attribute in the string type that OpenSSL chooses; the characters are UTF-8. `simple`: the simplest type that holds them,
/// rather than UTF-8.
pub fn attribute(oid: &str, value: &str, set: usize, simple: bool) -> Attribute {
    let printable = value.bytes().all(|b| b.is_ascii_alphanumeric() || b" '()+,-./:=?".contains(&b));
    let latin = || value.chars().map(|c| c as u8).collect::<Vec<u8>>();
    let kind = match oid {
        // The address of mail, the part of a domain.
        "1.2.840.113549.1.9.1" | "0.9.2342.19200300.100.1.25" if value.is_ascii() => tag::IA5,
        // Country, serial number, qualifier.
        "2.5.4.6" | "2.5.4.5" | "2.5.4.46" if printable => tag::PRINTABLE,
        _ if simple && printable => tag::PRINTABLE,
        // Of an unstructured name and a password for revoking, IA5 is simpler than T61.
        "1.2.840.113549.1.9.2" if simple && value.is_ascii() => tag::IA5,
        _ if simple && value.chars().all(|c| (c as u32) < 256) => {
            return Attribute { oid: oid.to_owned(), tag: tag::T61, value: latin(), set };
        }
        _ if simple && value.chars().all(|c| (c as u32) < 0x1_0000) => {
            let units = value.encode_utf16().flat_map(u16::to_be_bytes).collect();
            return Attribute { oid: oid.to_owned(), tag: tag::BMP, value: units, set };
        }
        _ => tag::UTF8,
    };
    Attribute { oid: oid.to_owned(), tag: kind, value: value.as_bytes().to_vec(), set }
}

/// How many characters an attribute may have.
pub fn limits(oid: &str) -> (usize, usize) {
    match oid {
        "2.5.4.6" => (2, 2),
        "2.5.4.3" | "2.5.4.10" | "2.5.4.11" => (1, 64),
        "2.5.4.7" | "2.5.4.8" => (1, 128),
        "2.5.4.5" => (1, 64),
        "1.2.840.113549.1.9.1" => (1, 128),
        "2.5.4.41" => (1, 32768),
        "2.5.4.42" | "2.5.4.4" => (1, 32768),
        "2.5.4.43" => (1, 32768),
        "1.2.840.113549.1.9.2" | "1.2.840.113549.1.9.7" => (1, usize::MAX),
        _ => (0, usize::MAX),
    }
}

/// Reads the names of a general name that is a directory name.
pub fn directory(item: Item<'_>) -> Option<Name> {
    Name::parse(Reader(item.body).item()?)
}
