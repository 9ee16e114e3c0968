//! The bytes of the format. A letter for a length or number of one byte is followed by those for two and four bytes.

/// What every text begins with: the version.
pub(crate) const HEADER: [u8; 4] = [0, 0, 0, 2];

pub(crate) const NULL: u8 = 0x00;
pub(crate) const REF8: u8 = 0x01;
pub(crate) const REF32: u8 = 0x03;
pub(crate) const FALSE: u8 = 0x04;
pub(crate) const TRUE: u8 = 0x05;
/// Integers: one, two, four bytes, each for positive and negative ones.
pub(crate) const LONG8P: u8 = 0x06;
pub(crate) const LONG16P: u8 = 0x08;
pub(crate) const LONG32P: u8 = 0x0a;
pub(crate) const LONG32N: u8 = 0x0b;
pub(crate) const DOUBLE: u8 = 0x0c;
pub(crate) const STRING_EMPTY: u8 = 0x0d;
pub(crate) const STRING_ID8: u8 = 0x0e;
pub(crate) const STRING_ID32: u8 = 0x10;
pub(crate) const STRING8: u8 = 0x11;
pub(crate) const STRING32: u8 = 0x13;
pub(crate) const ARRAY8: u8 = 0x14;
pub(crate) const ARRAY32: u8 = 0x16;
pub(crate) const OBJECT8: u8 = 0x17;
pub(crate) const OBJECT32: u8 = 0x19;
pub(crate) const OBJECT_ID8: u8 = 0x1a;
pub(crate) const OBJECT_ID32: u8 = 0x1c;
pub(crate) const OBJECT_SER8: u8 = 0x1d;
pub(crate) const OBJECT_SER32: u8 = 0x1f;
pub(crate) const LONG64P: u8 = 0x20;
pub(crate) const LONG64N: u8 = 0x21;
pub(crate) const OBJREF8: u8 = 0x22;
pub(crate) const OBJREF32: u8 = 0x24;
pub(crate) const REF: u8 = 0x25;
pub(crate) const STRING64: u8 = 0x26;
pub(crate) const ENUM_CASE: u8 = 0x27;
