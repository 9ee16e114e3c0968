//! The parser.

use crate::ast::Program;
use crate::error::{ParseError, ParseErrorKind};

/// What the text of a program depends on besides itself.
#[derive(Clone, Debug)]
pub struct ParseOptions {
    /// `short_open_tag`: whether `<?` opens PHP code. `<?=` always does.
    pub short_open_tag: bool,
    /// Whether the text is PHP code from its first byte, as in `eval()`, rather than a file with `<?php` in it.
    pub code_only: bool,
    /// Line of the first byte.
    pub first_line: u32,
}

impl Default for ParseOptions {
    fn default() -> ParseOptions {
        ParseOptions { short_open_tag: true, code_only: false, first_line: 1 }
    }
}

/// Parses a file (or the argument of `eval()`).
pub fn parse(_source: &[u8], options: &ParseOptions) -> Result<Program, ParseError> {
    Err(ParseError { message: b"not implemented".to_vec(), line: options.first_line, kind: ParseErrorKind::Compile })
}
