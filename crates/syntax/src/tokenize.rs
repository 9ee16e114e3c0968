//! Tokens as the tokenizer extension returns them: all of them, whatever is wrong with the text, or those of a valid
//! program.

use crate::ast::Diagnostic;
use crate::error::{ParseError, ParseErrorKind};
use crate::lexer::{Lexer, LexerOptions, Token, TokenKind};
use crate::parser::{ParseOptions, check};

/// The tokens of a text. What follows `__halt_compiler();` is one [`TokenKind::InlineHtml`].
pub struct Tokenizer<'s> {
    lexer: Lexer<'s>,
    /// Length of the text.
    len: u32,
    /// Tokens up to and including the `;` of `__halt_compiler();`, once that was seen.
    needed: Option<u8>,
    /// Line of the data after `__halt_compiler();`, and where it starts.
    data: Option<(u32, u32)>,
    /// Offsets of keywords that are names where they stand, in order.
    names: std::iter::Peekable<std::vec::IntoIter<u32>>,
}

impl<'s> Tokenizer<'s> {
    /// Tokens of any text shorter than 4 GiB.
    pub fn new(source: &'s [u8], short_open_tag: bool) -> Tokenizer<'s> {
        let options = LexerOptions { short_open_tag, code_only: false, strict: false, first_line: 1, skip_shebang: false };
        Tokenizer {
            lexer: Lexer::new(source, options),
            len: source.len() as u32,
            needed: None,
            data: None,
            names: Vec::new().into_iter().peekable(),
        }
    }
}

impl Iterator for Tokenizer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        if let Some((line, start)) = self.data.take() {
            return Some(Token { kind: TokenKind::InlineHtml, start, end: self.len, line, end_line: line });
        }
        if self.needed == Some(0) {
            return None;
        }
        let mut token = self.lexer.next_token();
        if matches!(token.kind, TokenKind::End | TokenKind::Error) {
            return None;
        }
        match &mut self.needed {
            Some(needed) if !token.kind.is_trivia() => {
                *needed -= 1;
                if *needed == 0 && token.end < self.len {
                    self.data = Some((token.line, token.end));
                }
            }
            None if token.kind == TokenKind::HaltCompiler => self.needed = Some(3),
            _ => {}
        }
        if self.names.next_if_eq(&token.start).is_some() {
            token.kind = TokenKind::String;
        }
        Some(token)
    }
}

/// What the parser says of a text, and its tokens if it is a program.
pub struct Parsed<'s> {
    /// Warnings, which come before the error if there is one.
    pub diagnostics: Vec<Diagnostic>,
    /// The tokens, in which keywords that are names are [`TokenKind::String`].
    pub tokens: Result<Tokenizer<'s>, ParseError>,
}

/// The tokens of a program.
pub fn parsed(source: &[u8], short_open_tag: bool) -> Parsed<'_> {
    if u32::try_from(source.len()).is_err() {
        let message = b"Source is too large".to_vec();
        let error = ParseError { message, line: 1, kind: ParseErrorKind::Compile };
        return Parsed { diagnostics: Vec::new(), tokens: Err(error) };
    }
    let checked = check(source, &ParseOptions { short_open_tag, ..ParseOptions::default() });
    let tokens = match checked.error {
        Some(error) => Err(error),
        None => {
            let names = checked.keyword_names.into_iter().peekable();
            Ok(Tokenizer { names, ..Tokenizer::new(source, short_open_tag) })
        }
    };
    Parsed { diagnostics: checked.diagnostics, tokens }
}
