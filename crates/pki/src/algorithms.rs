//! Names: object identifiers with OpenSSL's short and long ones, hashes, signatures.

use std::{collections::HashMap, sync::LazyLock};

/// Identifier, short name and, where it is another, long name of each object.
const OBJECTS: &str = include_str!("objects.txt");

/// An object by its names.
#[derive(Clone, Copy, Debug)]
pub struct Object {
    /// Dotted numbers.
    pub oid: &'static str,
    /// Short name.
    pub short: &'static str,
    /// Long name.
    pub long: &'static str,
    /// OpenSSL's number; 0 where nobody sees it.
    pub nid: i64,
}

struct Tables {
    by_oid: HashMap<&'static str, Object>,
    by_name: HashMap<&'static str, Object>,
}

/// The numbers of signature algorithms, which `openssl_x509_parse` shows, and of parts of names, which warnings name.
const NIDS: &[(&str, i64)] = &[
    ("1.2.840.113549.1.1.1", 6),
    ("1.2.840.113549.1.1.2", 7),
    ("1.2.840.113549.1.1.4", 8),
    ("1.2.840.113549.1.1.5", 65),
    ("1.3.14.3.2.29", 115),
    ("1.2.840.10040.4.3", 113),
    ("1.2.840.113549.1.1.11", 668),
    ("1.2.840.113549.1.1.12", 669),
    ("1.2.840.113549.1.1.13", 670),
    ("1.2.840.113549.1.1.14", 671),
    ("1.2.840.113549.1.1.10", 912),
    ("1.2.840.10045.4.1", 416),
    ("1.2.840.10045.4.3.1", 793),
    ("1.2.840.10045.4.3.2", 794),
    ("1.2.840.10045.4.3.3", 795),
    ("1.2.840.10045.4.3.4", 796),
    ("2.16.840.1.101.3.4.3.1", 802),
    ("2.16.840.1.101.3.4.3.2", 803),
    ("1.3.36.3.3.1.2", 119),
    ("1.3.101.112", 1087),
    ("1.3.101.113", 1088),
    ("2.16.840.1.101.3.4.3.14", 1117),
    ("1.2.840.113549.1.1.3", 396),
    ("2.5.4.3", 13),
    ("2.5.4.6", 14),
    ("2.5.4.7", 15),
    ("2.5.4.8", 16),
    ("2.5.4.10", 17),
    ("2.5.4.11", 18),
    ("1.2.840.113549.1.9.1", 48),
    ("1.2.840.113549.1.9.2", 49),
    ("1.2.840.113549.1.9.7", 54),
    ("2.5.4.41", 173),
    ("2.5.4.42", 99),
    ("2.5.4.43", 101),
    ("2.5.4.4", 100),
    ("2.5.4.5", 105),
    ("2.5.4.12", 106),
    ("2.5.4.13", 107),
];

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut tables = Tables { by_oid: HashMap::new(), by_name: HashMap::new() };
    for line in OBJECTS.lines() {
        let mut parts = line.split('|');
        let (Some(oid), Some(short)) = (parts.next(), parts.next()) else { continue };
        let long = parts.next().unwrap_or(short);
        let nid = NIDS.iter().find(|(known, _)| *known == oid).map_or(0, |(_, nid)| *nid);
        let object = Object { oid, short, long, nid };
        tables.by_oid.entry(oid).or_insert(object);
        tables.by_name.entry(short).or_insert(object);
        tables.by_name.entry(long).or_insert(object);
    }
    tables
});

/// The object of an identifier.
pub fn by_oid(oid: &str) -> Option<Object> {
    TABLES.by_oid.get(oid).copied()
}

/// The object of a short or long name.
pub fn by_name(name: &str) -> Option<Object> {
    TABLES.by_name.get(name).copied()
}

/// The identifier of a name, or of dotted numbers.
pub fn oid_of(text: &str) -> Option<String> {
    if let Some(object) = by_name(text) {
        return Some(object.oid.to_owned());
    }
    let numbers = text.split('.').count() > 1 && text.split('.').all(|part| part.parse::<u64>().is_ok());
    (numbers && !text.starts_with(['3', '4', '5', '6', '7', '8', '9'])).then(|| text.to_owned())
}

/// The short name of an identifier, or the numbers themselves.
pub fn short_name(oid: &str) -> &str {
    by_oid(oid).map_or(oid, |object| object.short)
}

/// The long name of an identifier, or the numbers themselves.
pub fn long_name(oid: &str) -> &str {
    by_oid(oid).map_or(oid, |object| object.long)
}

/// Hashes: name, identifier, and the identifiers of signatures with RSA, ECDSA and DSA.
const HASHES: &[(&str, &str, &str, &str, &str)] = &[
    ("md5", "1.2.840.113549.2.5", "1.2.840.113549.1.1.4", "", ""),
    ("sha1", "1.3.14.3.2.26", "1.2.840.113549.1.1.5", "1.2.840.10045.4.1", "1.2.840.10040.4.3"),
    ("sha224", "2.16.840.1.101.3.4.2.4", "1.2.840.113549.1.1.14", "1.2.840.10045.4.3.1", "2.16.840.1.101.3.4.3.1"),
    ("sha256", "2.16.840.1.101.3.4.2.1", "1.2.840.113549.1.1.11", "1.2.840.10045.4.3.2", "2.16.840.1.101.3.4.3.2"),
    ("sha384", "2.16.840.1.101.3.4.2.2", "1.2.840.113549.1.1.12", "1.2.840.10045.4.3.3", "2.16.840.1.101.3.4.3.3"),
    ("sha512", "2.16.840.1.101.3.4.2.3", "1.2.840.113549.1.1.13", "1.2.840.10045.4.3.4", "2.16.840.1.101.3.4.3.4"),
    ("sha512/224", "2.16.840.1.101.3.4.2.5", "1.2.840.113549.1.1.15", "", ""),
    ("sha512/256", "2.16.840.1.101.3.4.2.6", "1.2.840.113549.1.1.16", "", ""),
    ("sha3-224", "2.16.840.1.101.3.4.2.7", "2.16.840.1.101.3.4.3.13", "2.16.840.1.101.3.4.3.9", "2.16.840.1.101.3.4.3.5"),
    ("sha3-256", "2.16.840.1.101.3.4.2.8", "2.16.840.1.101.3.4.3.14", "2.16.840.1.101.3.4.3.10", "2.16.840.1.101.3.4.3.6"),
    ("sha3-384", "2.16.840.1.101.3.4.2.9", "2.16.840.1.101.3.4.3.15", "2.16.840.1.101.3.4.3.11", "2.16.840.1.101.3.4.3.7"),
    ("sha3-512", "2.16.840.1.101.3.4.2.10", "2.16.840.1.101.3.4.3.16", "2.16.840.1.101.3.4.3.12", "2.16.840.1.101.3.4.3.8"),
    ("ripemd160", "1.3.36.3.2.1", "1.3.36.3.3.1.2", "", ""),
];

/// The identifier of a hash.
pub fn hash_oid(name: &str) -> Option<&'static str> {
    HASHES.iter().find(|row| row.0 == name).map(|row| row.1)
}

/// The hash of an identifier.
pub fn hash_of(oid: &str) -> Option<&'static str> {
    HASHES.iter().find(|row| row.1 == oid).map(|row| row.0)
}

/// The kind of key that a signature algorithm is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Scheme {
    Rsa,
    Ecdsa,
    Dsa,
}

/// The identifier of a signature with a hash.
pub fn signature_oid(scheme: Scheme, hash: &str) -> Option<&'static str> {
    let row = HASHES.iter().find(|row| row.0 == hash)?;
    let oid = match scheme {
        Scheme::Rsa => row.2,
        Scheme::Ecdsa => row.3,
        Scheme::Dsa => row.4,
    };
    (!oid.is_empty()).then_some(oid)
}

/// What a signature's identifier means.
pub fn signature_of(oid: &str) -> Option<(Scheme, &'static str)> {
    if oid == "1.3.14.3.2.29" {
        return Some((Scheme::Rsa, "sha1"));
    }
    HASHES.iter().find_map(|row| match oid {
        oid if oid == row.2 => Some((Scheme::Rsa, row.0)),
        oid if oid == row.3 => Some((Scheme::Ecdsa, row.0)),
        oid if oid == row.4 => Some((Scheme::Dsa, row.0)),
        _ => None,
    })
}

/// A hash by our name.
pub fn hash(name: &str) -> Option<&'static phant_digest::Algorithm> {
    phant_digest::algorithm(name.as_bytes())
}
