//! The token array: what the lexer yields, without what the parser ignores.

use super::{MAX_DEPTH, ParseOptions};
use crate::ast::Diagnostic;
use crate::lexer::{LexError, Lexer, LexerOptions, Token, TokenKind};

/// A change of the pending doc comment.
#[derive(Clone, Copy)]
struct DocEvent {
    /// Index of the token that follows the comment, or of the `}` that discards it.
    token: usize,
    comment: Option<(u32, u32)>,
}

/// All tokens of a source text, and the position of the next one.
pub(super) struct Tokens {
    tokens: Vec<Token>,
    next: usize,
    docs: Vec<DocEvent>,
    /// How many of `docs` have happened.
    docs_seen: usize,
    doc: Option<(u32, u32)>,
    /// Indentation to remove from heredocs, with the index of the token that starts one.
    heredocs: Vec<(usize, u32)>,
    /// The error behind the last token, if that is an error token.
    pub(super) error: Option<LexError>,
}

impl Tokens {
    /// Reads the tokens of `src` up to its end, an error or `__halt_compiler();`.
    pub(super) fn read(src: &[u8], options: &ParseOptions) -> (Tokens, Vec<Diagnostic>) {
        let mut lexer = Lexer::new(
            src,
            LexerOptions {
                short_open_tag: options.short_open_tag,
                code_only: options.code_only,
                strict: true,
                first_line: options.first_line,
                skip_shebang: options.skip_shebang,
            },
        );
        let mut tokens: Vec<Token> = Vec::with_capacity(src.len() / 5 + 4);
        let mut docs: Vec<DocEvent> = Vec::new();
        let mut heredocs = Vec::new();
        loop {
            let mut token = lexer.next_token();
            match token.kind {
                TokenKind::Whitespace | TokenKind::Comment | TokenKind::OpenTag => continue,
                TokenKind::DocComment => {
                    docs.push(DocEvent { token: tokens.len(), comment: Some((token.start, token.end)) });
                    continue;
                }
                TokenKind::CloseTag => token.kind = TokenKind::Semicolon,
                TokenKind::OpenTagWithEcho => token.kind = TokenKind::Echo,
                TokenKind::StartHeredoc => {
                    let indentation = lexer.heredoc_indentation();
                    if indentation > 0 {
                        heredocs.push((tokens.len(), indentation));
                    }
                }
                TokenKind::CloseBrace if docs.last().is_some_and(|doc| doc.comment.is_some()) => {
                    docs.push(DocEvent { token: tokens.len(), comment: None });
                }
                _ => {}
            }
            if lexer.depth() > MAX_DEPTH as usize {
                // The parser gets here at the latest: each open bracket is on its stack.
                let error = LexError { message: "memory exhausted".to_owned(), line: token.line };
                tokens.push(Token { kind: TokenKind::Error, ..token });
                let diagnostics = lexer.take_diagnostics();
                return (Tokens { tokens, next: 0, docs, docs_seen: 0, doc: None, heredocs, error: Some(error) }, diagnostics);
            }
            tokens.push(token);
            if matches!(token.kind, TokenKind::End | TokenKind::Error) {
                break;
            }
            if token.kind == TokenKind::Semicolon && ends_halt_compiler(&tokens) {
                let Token { end, end_line, .. } = token;
                tokens.push(Token { kind: TokenKind::End, start: end, end, line: end_line, end_line });
                break;
            }
        }
        let error = lexer.take_error();
        let tokens = Tokens { tokens, next: 0, docs, docs_seen: 0, doc: None, heredocs, error };
        (tokens, lexer.take_diagnostics())
    }

    /// The token `n` after the next one; the last one if there is none.
    #[inline]
    pub(super) fn peek(&self, n: usize) -> &Token {
        self.tokens.get(self.next + n).unwrap_or_else(|| self.last())
    }

    fn last(&self) -> &Token {
        self.tokens.last().expect("there is always an end or error token")
    }

    /// Index of the next token.
    pub(super) fn position(&self) -> usize {
        self.next
    }

    /// The last consumed token; before the first one, the first one.
    #[inline]
    pub(super) fn previous(&self) -> &Token {
        &self.tokens[self.next.saturating_sub(1)]
    }

    /// Consumes the next token, but never the last one.
    #[inline]
    pub(super) fn bump(&mut self) -> Token {
        let token = self.tokens[self.next];
        if self.next + 1 < self.tokens.len() {
            self.next += 1;
        }
        token
    }

    /// Takes the doc comment that is pending after the last consumed token, or after the next one if `ahead`.
    pub(super) fn take_doc(&mut self, ahead: bool) -> Option<(u32, u32)> {
        let lexed = self.next + ahead as usize;
        while let Some(event) = self.docs.get(self.docs_seen).filter(|event| event.token < lexed) {
            self.doc = event.comment;
            self.docs_seen += 1;
        }
        self.doc.take()
    }

    /// The indentation of the heredoc whose start was just consumed.
    pub(super) fn heredoc_indentation(&self) -> u32 {
        match self.heredocs.binary_search_by_key(&(self.next - 1), |&(token, _)| token) {
            Ok(found) => self.heredocs[found].1,
            Err(_) => 0,
        }
    }
}

fn ends_halt_compiler(tokens: &[Token]) -> bool {
    use TokenKind::{CloseParen, HaltCompiler, OpenParen};
    matches!(
        tokens,
        [.., a, b, c, _] if a.kind == HaltCompiler && b.kind == OpenParen && c.kind == CloseParen
    )
}
