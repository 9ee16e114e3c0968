//! Formats of archives: zip, tar and phar, read and written, without PHP values.
//!
//! Readers take a [`Source`], look at headers only, and answer with places in it; contents are read when they are wanted.
//! Everything that is read may be hostile: sizes are checked against the source before anything is allocated, and
//! expanding stops at the size that the archive told.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod compress;
pub mod phar;
mod source;
pub mod tar;
pub mod zip;

pub use source::Source;

/// A little-endian number of two bytes; 0 beyond the end.
pub fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..at + 2).map_or(0, |b| u16::from_le_bytes([b[0], b[1]]))
}
/// A little-endian number of four bytes; 0 beyond the end.
pub fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
}
/// A little-endian number of eight bytes; 0 beyond the end.
pub fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
