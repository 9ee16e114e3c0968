//! XML as PHP's extensions show it: a streaming [`parser`] with the errors, positions and recovery that libxml2 has.
//!
//! No PHP values, no streams: bytes come in by [`parser::Parser::feed`], external entities through
//! [`parser::Loader`], and errors are values ([`error::Error`]) that whoever drives the parser reports.

#![forbid(unsafe_code)]

pub mod canonical;
pub mod chars;
pub mod dtd;
pub mod error;
mod hash;
pub mod html;
pub mod html5;
pub mod living;
pub mod parser;
pub mod relaxng;
pub mod schema;
pub mod selectors;
pub mod serialize;
pub mod tree;
pub mod xpath;
