//! Compiled units as bytes, and the folder that keeps them: what `opcache.file_cache` is made of.
//!
//! [`unit::encode`] and [`unit::decode`] are one another's inverse. How a structure is stored follows from its type
//! ([`stored::Stored`]): each names its fields once, and one that is forgotten does not compile. Any bytes may be decoded:
//! what they make is a unit or an error. But what the instructions of a unit refer to is not looked at (that is
//! `phant_analysis::verify`), so [`folder::Folder`] takes only what this user or root has written, and looks at checksums.

#![forbid(unsafe_code)]

pub mod folder;
pub mod part;
mod record;
pub mod stored;
pub mod unit;

/// Why bytes are not what they should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Damaged(pub &'static str);

/// A checksum against damage, not against malice.
pub fn checksum(bytes: &[u8]) -> u64 {
    twox_hash::XxHash3_64::oneshot(bytes)
}
