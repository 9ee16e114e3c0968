//! Aerospike's client protocol: info requests, messages with fields and operations, values, digests, partition maps.
//!
//! Client and node share it, so it knows neither sockets nor PHP: `message` reads and writes messages, `info` the text
//! protocol, `compress` messages that are compressed, `pack` the values inside lists and maps, `value` is a value as a tree, `cdt` has the operations on lists
//! and maps, `digest` names records, `partition` says which node has them.
//!
//! Whatever is read comes from a peer that may be hostile: every length is checked against what is there, nesting is
//! bounded, and no memory is taken for what was only announced.

#![forbid(unsafe_code)]

pub mod admin;
pub mod base64;
pub mod cdt;
pub mod code;
pub mod compress;
pub mod digest;
pub mod info;
pub mod message;
pub mod pack;
pub mod partition;
pub mod value;

/// What a peer sent that is no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed(pub &'static str);

impl std::fmt::Display for Malformed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Malformed {}

/// Result of reading.
pub type Read<T> = Result<T, Malformed>;

/// Kinds of values, as bins and keys name them.
pub mod particle {
    #![allow(missing_docs)]
    pub const NULL: u8 = 0;
    pub const INTEGER: u8 = 1;
    pub const DOUBLE: u8 = 2;
    pub const STRING: u8 = 3;
    pub const BLOB: u8 = 4;
    pub const JAVA: u8 = 7;
    pub const PYTHON: u8 = 9;
    pub const PHP: u8 = 11;
    pub const BOOL: u8 = 17;
    pub const HLL: u8 = 18;
    pub const MAP: u8 = 19;
    pub const LIST: u8 = 20;
    pub const GEOJSON: u8 = 23;
}
