//! What PHP's string functions compute, on bytes: the formats of `printf`, natural order, distances between texts,
//! phonetic keys, and the parts of URLs.
//!
//! Nothing here knows values, strings or arrays of the runtime: arguments are fetched and converted by the caller, and
//! errors are return values. Every function gives what PHP 8.4 gives, byte for byte.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod natural;
pub mod printf;
pub mod similarity;
pub mod sound;
pub mod url;
