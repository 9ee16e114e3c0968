//! Keys of two halves, certificates and sealed messages, as OpenSSL reads and writes them; without PHP values.
//!
//! Bytes come in as PEM ([`pem`]) or DER ([`der`]); everything that is parsed is owned or borrows from them, and what is wrong gives
//! `None` or an error, never a panic. The arithmetic on secrets ([`num`]) is `crypto-bigint`'s, which takes the same time for all
//! values of a length.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod algorithms;
mod aws_lc;
pub mod certificate;
pub mod cms;
pub mod conf;
pub mod der;
pub mod ec;

pub mod extensions;
pub mod finite;
pub mod key;
pub mod name;
pub mod num;
pub mod okp;
pub mod pbe;
pub mod pem;
pub mod pkcs12;
pub mod print;
pub mod request;
pub mod rsa;
pub mod shake;
pub mod smime;
pub mod time;
pub mod verify;
