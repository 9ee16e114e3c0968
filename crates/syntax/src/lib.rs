//! PHP source text to syntax tree.
//!
//! Owns the tree and what can be said about a program from its text alone. It never resolves a name,
//! evaluates an expression or knows that a runtime exists: those are the compiler's.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod ast;
mod error;
pub mod lexer;
pub mod listing;
mod parser;
pub mod tokenize;

pub use error::{ParseError, ParseErrorKind};
pub use parser::{Encodings, ParseOptions, Recode, parse};
