//! PHP's hash algorithms, `crypt()`, password hashes and binary-to-text encodings.
//!
//! Nothing here knows the runtime: input is `&[u8]`, output `Vec<u8>`, and random bytes come from the caller.
//! [`hash`] has the algorithms by their PHP names, [`hmac`] and [`kdf`] build on them.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod base64;
pub mod crypt;
pub mod hash;
pub mod hex;
pub mod hmac;
pub mod kdf;
pub mod password;
pub mod quoted_printable;
pub mod uuencode;

pub use hash::{ALGORITHMS, Algorithm, Digest, algorithm, crc32, md5, sha1};
