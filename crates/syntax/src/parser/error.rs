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
        let expected = if self.tokens.position() == self.named_argument { &[TokenKind::Colon] } else { expected };
        let mut message = b"syntax error, unexpected ".to_vec();
        let is_whole = describe(token.kind, self.text(token), &mut message);
        if is_whole && expected.len() <= MAX_EXPECTED {
            for (i, &kind) in expected.iter().enumerate() {
                message.extend(if i == 0 { &b", expecting "[..] } else { b" or " });
                message.extend(match kind {
                    TokenKind::DoubleQuote => b"double-quote mark".to_vec(),
                    TokenKind::AmpersandNotFollowedByVar => b"amp".to_vec(),
                    kind => kind.expected_name().into_bytes(),
                });
            }
        }
        self.fail(message, token.end_line)
    }
}

/// Appends the name of an unexpected token, with its text where PHP shows it. A NUL in that text ends PHP's message,
/// then the result is false.
fn describe(kind: TokenKind, text: &[u8], message: &mut Vec<u8>) -> bool {
    if kind == TokenKind::DoubleQuote {
        message.extend(b"double-quote mark");
        return true;
    }
    if kind == TokenKind::BadCharacter {
        message.extend(format!("character 0x{:02X}", text[0]).into_bytes());
        return true;
    }
    if !kind.is_described() {
        message.extend(kind.unexpected_name().into_bytes());
        return true;
    }
    let is_string = kind == TokenKind::ConstantEncapsedString;
    message.extend(match text.first() {
        Some(b'"') if is_string => b"double-quoted string".to_vec(),
        Some(b'\'') if is_string => b"single-quoted string".to_vec(),
        _ => kind.unexpected_name().into_bytes(),
    });
    // Up to the end of the line and without a quote at either end, whatever the token is.
    let mut shown = text.split(|&c| c == b'\n').next().unwrap_or(text);
    if let [b'"' | b'\'', rest @ ..] = shown {
        shown = rest;
    }
    if let [rest @ .., b'"' | b'\''] = shown {
        shown = rest;
    }
    let cut = shown.len() > 33;
    if cut {
        shown = &shown[..30];
    }
    let text_end = shown.iter().position(|&c| c == 0);
    message.extend(b" \"");
    message.extend(&shown[..text_end.unwrap_or(shown.len())]);
    message.extend(if cut { &b"...\""[..] } else { b"\"" });
    text_end.is_none()
}
