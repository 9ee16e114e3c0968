//! What a failed parse reports.

use std::fmt;

/// Why a source text is not a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// PHP's message, which can quote bytes of the source: not necessarily UTF-8.
    pub message: Vec<u8>,
    /// Line it is reported on.
    pub line: u32,
    /// How PHP reports it.
    pub kind: ParseErrorKind,
}

/// How PHP reports a [`ParseError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseErrorKind {
    /// A `ParseError` is thrown; uncaught it prints as `PHP Parse error`.
    Parse,
    /// A `CompileError` is thrown or a fatal error is raised: `PHP Fatal error`.
    Compile,
    /// Nothing is wrong: the encoding in the message is declared for what follows at an offset
    /// ([`crate::ParseOptions::encodings`]).
    Encoding {
        /// Where the text behind the declaration begins.
        offset: u32,
        /// Whether the name is a floating-point number.
        is_float: bool,
    },
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on line {}", String::from_utf8_lossy(&self.message), self.line)
    }
}

impl std::error::Error for ParseError {}
