//! Result codes of servers, and those of clients, which are below zero.
#![allow(missing_docs)]

pub const OK: u8 = 0;
pub const SERVER: u8 = 1;
pub const NOT_FOUND: u8 = 2;
pub const GENERATION: u8 = 3;
pub const PARAMETER: u8 = 4;
pub const EXISTS: u8 = 5;
pub const BIN_EXISTS: u8 = 6;
pub const TIMEOUT: u8 = 9;
pub const FORBIDDEN_ALWAYS: u8 = 10;
pub const UNAVAILABLE: u8 = 11;
pub const INCOMPATIBLE_TYPE: u8 = 12;
pub const TOO_BIG: u8 = 13;
pub const BUSY: u8 = 14;
pub const UNSUPPORTED: u8 = 16;
pub const BIN_NOT_FOUND: u8 = 17;
pub const DEVICE_OVERLOAD: u8 = 18;
pub const NAMESPACE: u8 = 20;
pub const BIN_NAME: u8 = 21;
pub const ELEMENT_NOT_FOUND: u8 = 23;
pub const ELEMENT_EXISTS: u8 = 24;
pub const ENTERPRISE_ONLY: u8 = 25;
pub const NOT_APPLICABLE: u8 = 26;
pub const FILTERED_OUT: u8 = 27;
pub const UDF: u8 = 100;
pub const INDEX_FOUND: u8 = 200;
pub const INDEX_NOT_FOUND: u8 = 201;
