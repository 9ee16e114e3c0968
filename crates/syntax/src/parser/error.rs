//! Errors, worded as PHP words them.

use super::{Parsed, Parser};
use crate::error::{ParseError, ParseErrorKind};
use crate::lexer::TokenKind;

/// Parsing has stopped; the error is in the parser.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failed;

/// PHP lists this many expected tokens, or none.
const MAX_EXPECTED: usize = 4;

impl Parser<'_> {
    /// Fails with a `ParseError`.
    #[cold]
    pub(super) fn fail<T>(&mut self, message: impl Into<Vec<u8>>, line: u32) -> Parsed<T> {
        self.error.get_or_insert(ParseError { message: message.into(), line, kind: ParseErrorKind::Parse });
        Err(Failed)
    }

    /// Fails with a compile error that PHP raises while it parses.
    #[cold]
    pub(super) fn fail_compile<T>(&mut self, message: impl Into<Vec<u8>>, line: u32) -> Parsed<T> {
        self.error.get_or_insert(ParseError { message: message.into(), line, kind: ParseErrorKind::Compile });
        Err(Failed)
    }

    /// Notes a compile error that stands if the rest of the file parses.
    #[cold]
    pub(super) fn defer(&mut self, message: &str, line: u32) {
        let message = message.into();
        self.deferred_error.get_or_insert(ParseError { message, line, kind: ParseErrorKind::Compile });
    }

    /// Fails because of the next token. `expected` is what PHP would name: at most four kinds, else none.
    #[cold]
    pub(super) fn unexpected<T>(&mut self, expected: &[TokenKind]) -> Parsed<T> {
        let token = self.token();
        if token.kind == TokenKind::Error
            && let Some(error) = self.tokens.error.take()
        {
            return self.fail(error.message, error.line);
        }
        let mut message = b"syntax error, unexpected ".to_vec();
        describe(token.kind, self.text(token), &mut message);
        if expected.len() <= MAX_EXPECTED {
            for (i, &kind) in expected.iter().enumerate() {
                message.extend(if i == 0 { &b", expecting "[..] } else { b" or " });
                message.extend(match kind {
                    TokenKind::DoubleQuote => b"double-quote mark".to_vec(),
                    kind => kind.expected_name().into_bytes(),
                });
            }
        }
        self.fail(message, token.end_line)
    }
}

/// Appends the name of an unexpected token, with its text where PHP shows it.
fn describe(kind: TokenKind, text: &[u8], message: &mut Vec<u8>) {
    if kind == TokenKind::DoubleQuote {
        message.extend(b"double-quote mark");
        return;
    }
    if !kind.is_described() {
        message.extend(kind.unexpected_name().into_bytes());
        return;
    }
    let mut text = text;
    match (kind, text.first()) {
        (TokenKind::ConstantEncapsedString, Some(quote @ (b'\'' | b'"'))) => {
            message.extend(if *quote == b'"' { &b"double-quoted string"[..] } else { b"single-quoted string" });
            text = &text[1..text.len() - 1];
        }
        _ => message.extend(kind.unexpected_name().into_bytes()),
    }
    let line_end = text.iter().position(|&c| c == b'\n');
    let mut shown = &text[..line_end.unwrap_or(text.len())];
    let cut = shown.len() > 33;
    if cut {
        shown = &shown[..30];
    }
    message.extend(b" \"");
    message.extend(shown);
    message.extend(if cut { &b"...\""[..] } else { b"\"" });
}
