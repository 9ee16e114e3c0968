//! Character sets by the names that iconv knows, and streaming conversion between their bytes and Unicode.
//!
//! [`find`] gives a [`Charset`]; a [`Decoder`] turns its bytes into text and an [`Encoder`] text into its bytes. Both
//! keep what belongs to the next piece (halves of characters, shift states), so that input may come in pieces, and both
//! stop where something does not fit, so that the caller decides whether that is an error, to be left out or to be
//! written differently.
//!
//! Behaviour is glibc's: which bytes mean nothing, byte-order marks, which order is the default. The Chinese, Japanese
//! and Korean tables are those of `encoding_rs`.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod decode;
mod encode;
mod names;
pub mod single_byte;
mod translit;

pub use decode::{Decoder, Fault};
pub use encode::{Encoder, Unmappable};

use encoding_rs as rs;

/// Byte order of units wider than a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Most significant byte first.
    Big,
    /// Least significant byte first.
    Little,
    /// As a byte-order mark says, else little; written with a mark.
    Marked,
}

/// How a character set is read and written.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Utf8,
    /// Two bytes a unit, with surrogates.
    Utf16(Order),
    /// Two bytes a character.
    Ucs2(Order),
    /// Four bytes a character.
    Utf32(Order),
    Ascii,
    /// Every byte is the character of that number.
    Latin1,
    /// A table for the bytes from 0x80 on.
    Table(&'static [u16; 128]),
    /// A multi-byte set of `encoding_rs`.
    Legacy(&'static rs::Encoding),
    /// The part of such a set in which both bytes of a pair are above 0xa0.
    LegacyHigh(&'static rs::Encoding),
    Utf7,
}

/// A character set.
pub struct Charset {
    /// Its name, in capital letters.
    pub name: &'static str,
    pub(crate) aliases: &'static [&'static str],
    pub(crate) kind: Kind,
}

impl Charset {
    /// Whether its text is UTF-8.
    pub fn is_utf8(&self) -> bool {
        matches!(self.kind, Kind::Utf8)
    }
}

impl PartialEq for Charset {
    fn eq(&self, other: &Charset) -> bool {
        std::ptr::eq(self, other)
    }
}

/// The character set of a name or alias. Letter case does not matter, nor do characters that no name has (blanks, …).
/// The empty name is the locale's, which is UTF-8.
pub fn find(name: &[u8]) -> Option<&'static Charset> {
    let name: Vec<u8> = name.iter().copied().filter(|b| b.is_ascii_alphanumeric() || b"-_.:/,".contains(b)).collect();
    let name = if name.is_empty() { b"UTF-8" } else { name.as_slice() };
    let same = |s: &str| s.as_bytes().eq_ignore_ascii_case(name);
    names::ALL.iter().find(|c| same(c.name) || c.aliases.iter().any(|a| same(a)))
}

/// What may be written for a character that a set lacks, as `//TRANSLIT` of glibc in the locale C.UTF-8 has it.
pub fn transliteration(c: char) -> &'static str {
    translit::replacement(c).unwrap_or("?")
}

#[cfg(test)]
mod tests;
