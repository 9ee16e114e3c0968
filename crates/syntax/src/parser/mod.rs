//! The parser: recursive descent over a token array, precedence climbing for operators.
//!
//! It accepts exactly what PHP's LALR grammar accepts and words its errors alike: a syntax error lists the expected
//! tokens of the automaton's state after default reductions, so the lists at the call sites of
//! [`Parser::unexpected`] are what that state would shift, not what would make sense to a reader.
//! It resolves nothing and folds nothing.

mod arguments;
mod class;
mod error;
mod expression;
mod function;
mod intern;
mod kinds;
mod member;
mod modifiers;
mod operand;
mod operator;
mod reserved;
mod statement;
mod string;
mod tokens;
mod top_level;
mod types;

use crate::ast::{Bytes, Diagnostic, Expr, ExprKind, Ident, Name, NameForm, Program, Span, Stmt, StmtKind};
use crate::error::{ParseError, ParseErrorKind};
use crate::lexer::{Token, TokenKind};
use error::Failed;
use tokens::Tokens;

/// What the text of a program depends on besides itself.
#[derive(Clone, Debug)]
pub struct ParseOptions {
    /// `short_open_tag`: whether `<?` opens PHP code. `<?=` always does.
    pub short_open_tag: bool,
    /// Whether the text is PHP code from its first byte, as in `eval()`, rather than a file with `<?php` in it.
    pub code_only: bool,
    /// Line of the first byte.
    pub first_line: u32,
    /// Whether a first line that starts with `#!` is skipped, as in the main script of the command line.
    pub skip_shebang: bool,
    /// Encodings are turned on (`zend.multibyte`), and this is what is known of them.
    pub encodings: Option<Encodings>,
}

/// What a parser has to know of the encoding of its text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Encodings {
    /// So many `declare(encoding=...)` have been heeded. The next one ends the parse, with [`ParseErrorKind::Encoding`].
    pub declared: usize,
    /// Strings and names have another encoding than the text.
    pub recode: Option<Recode>,
}

/// A conversion between encodings that somebody else knows.
#[derive(Clone, Copy, Debug)]
pub struct Recode {
    /// Converts a text.
    pub convert: fn(&[u8], u32, u32) -> Vec<u8>,
    /// The number of the text's encoding.
    pub from: u32,
    /// The number of the wanted encoding.
    pub to: u32,
}

impl Default for ParseOptions {
    fn default() -> ParseOptions {
        ParseOptions { short_open_tag: true, code_only: false, first_line: 1, skip_shebang: false, encodings: None }
    }
}

/// Parses a file (or the argument of `eval()`).
pub fn parse(source: &[u8], options: &ParseOptions) -> Result<Program, ParseError> {
    if u32::try_from(source.len()).is_err() {
        let message = b"Source is too large".to_vec();
        return Err(ParseError { message, line: options.first_line, kind: ParseErrorKind::Compile });
    }
    let mut parser = Parser::new(source, options);
    let statements = parser.run()?;
    Ok(Program { statements, halt_offset: parser.halt_offset, diagnostics: parser.diagnostics })
}

/// What [`crate::tokenize`] wants of a parse.
pub(crate) struct Checked {
    /// Offsets of keywords that are names where they stand, in order.
    pub keyword_names: Vec<u32>,
    /// What was reported, be the text valid or not.
    pub diagnostics: Vec<Diagnostic>,
    /// Why the text is not a program.
    pub error: Option<ParseError>,
}

/// Parses a file (shorter than 4 GiB) for its tokens only.
pub(crate) fn check(source: &[u8], options: &ParseOptions) -> Checked {
    let mut parser = Parser::new(source, options);
    let error = parser.run().err();
    let mut keyword_names = parser.keyword_names;
    keyword_names.sort_unstable();
    Checked { keyword_names, diagnostics: parser.diagnostics, error }
}

type Parsed<T> = Result<T, Failed>;

/// How many symbols PHP's parser stack holds.
const MAX_DEPTH: u32 = 10_000;

/// How high the tree of an expression can be. Operators in a row take none of PHP's parser stack but make the tree
/// higher, and what walks it recurses; PHP's compiler gives up at about half of this.
const MAX_HEIGHT: u32 = 100_000;

struct Parser<'s> {
    src: &'s [u8],
    tokens: Tokens,
    names: intern::Interner<'s>,
    /// Why parsing stopped.
    error: Option<ParseError>,
    /// An error that PHP reports only after it has parsed the whole file.
    deferred_error: Option<ParseError>,
    diagnostics: Vec<Diagnostic>,
    halt_offset: Option<u32>,
    /// Offsets of keywords that are names where they stand.
    keyword_names: Vec<u32>,
    depth: u32,
    /// Height of the expression tree read so far.
    height: u32,
    /// Index of the token after a keyword that could be the name of an argument. PHP takes it for one if nothing else
    /// fits, and then expects a `:`.
    named_argument: usize,
    /// Whether the function being parsed contains `yield`.
    has_yield: bool,
    encodings: Option<Encodings>,
    /// How many `declare(encoding=...)` there were.
    declared: usize,
}

impl<'s> Parser<'s> {
    fn new(src: &'s [u8], options: &ParseOptions) -> Parser<'s> {
        let (tokens, diagnostics) = Tokens::read(src, options);
        Parser {
            src,
            tokens,
            names: intern::Interner::default(),
            error: None,
            deferred_error: None,
            diagnostics,
            halt_offset: None,
            keyword_names: Vec::new(),
            depth: 0,
            height: 0,
            named_argument: usize::MAX,
            has_yield: false,
            encodings: options.encodings,
            declared: 0,
        }
    }

    /// The whole file.
    fn run(&mut self) -> Result<Vec<Stmt>, ParseError> {
        let statements = self.program();
        match (statements, self.error.take().or(self.deferred_error.take())) {
            (Ok(statements), None) => Ok(statements),
            (_, Some(error)) => Err(error),
            (Err(Failed), None) => unreachable!("a failure always records its error"),
        }
    }

    /// Kind of the next token.
    #[inline]
    fn peek(&self) -> TokenKind {
        self.tokens.peek(0).kind
    }

    /// Kind of the token `n` after the next one.
    #[inline]
    fn peek_nth(&self, n: usize) -> TokenKind {
        self.tokens.peek(n).kind
    }

    fn token_nth(&self, n: usize) -> Token {
        *self.tokens.peek(n)
    }

    #[inline]
    fn at(&self, kind: TokenKind) -> bool {
        self.peek() == kind
    }

    #[inline]
    fn token(&self) -> Token {
        *self.tokens.peek(0)
    }

    /// Consumes the next token.
    #[inline]
    fn bump(&mut self) -> Token {
        self.tokens.bump()
    }

    /// Consumes the next token if it is a `kind`.
    #[inline]
    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    /// Consumes a `kind`, the only token that can be here.
    #[inline]
    fn expect(&mut self, kind: TokenKind) -> Parsed<Token> {
        if self.at(kind) { Ok(self.bump()) } else { self.unexpected(&[kind]) }
    }

    /// Consumes a `kind`, where PHP's automaton could go on in too many ways to list.
    #[inline]
    fn expect_unlisted(&mut self, kind: TokenKind) -> Parsed<Token> {
        if self.at(kind) { Ok(self.bump()) } else { self.unexpected(&[]) }
    }

    /// The lexer's line when PHP reduces a rule without having looked at the next token.
    fn line_behind(&self) -> u32 {
        self.tokens.previous().end_line
    }

    /// The lexer's line when PHP reduces a rule after having looked at the next token.
    fn line_ahead(&self) -> u32 {
        self.tokens.peek(0).end_line
    }

    fn text(&self, token: Token) -> &'s [u8] {
        &self.src[token.start as usize..token.end as usize]
    }

    fn intern(&mut self, text: &'s [u8]) -> Bytes {
        let name = self.names.intern(text);
        self.recoded(name)
    }

    /// A string or name in the encoding that the program has at run time.
    fn recoded(&self, text: Bytes) -> Bytes {
        match self.encodings.and_then(|encodings| encodings.recode) {
            Some(recode) if !text.is_ascii() => Bytes::from((recode.convert)(&text, recode.from, recode.to)),
            _ => text,
        }
    }

    /// From `start` to the end of the last consumed token.
    fn span_from(&self, start: u32) -> Span {
        Span::new(start, self.tokens.previous().end)
    }

    fn expr(&self, kind: ExprKind, line: u32, start: u32) -> Expr {
        Expr { kind, line, span: self.span_from(start), parenthesized: false }
    }

    fn stmt(&self, kind: StmtKind, line: u32, start: u32) -> Stmt {
        Stmt { kind, line, span: self.span_from(start) }
    }

    fn ident(&mut self, token: Token) -> Ident {
        self.note_keyword(token);
        let name = self.intern(self.text(token));
        Ident { name, line: token.line, span: Span::new(token.start, token.end) }
    }

    /// Notes that a token is a name here, if it is a keyword elsewhere.
    #[inline]
    fn note_keyword(&mut self, token: Token) {
        if token.kind != TokenKind::String && reserved::is_semi_reserved(token.kind) {
            self.keyword_names.push(token.start);
        }
    }

    /// The identifier of a variable token.
    fn variable_ident(&mut self, token: Token) -> Ident {
        let name = self.intern(&self.text(token)[1..]);
        Ident { name, line: token.line, span: Span::new(token.start, token.end) }
    }

    /// The name a name token spells.
    fn name(&mut self, token: Token) -> Name {
        let text = self.text(token);
        let (text, form) = match token.kind {
            TokenKind::NameQualified => (text, NameForm::Qualified),
            TokenKind::NameFullyQualified => (&text[1..], NameForm::FullyQualified),
            TokenKind::NameRelative => (&text[b"namespace\\".len()..], NameForm::Relative),
            _ => (text, NameForm::Unqualified),
        };
        Name { text: self.intern(text), form, line: token.line, span: Span::new(token.start, token.end) }
    }

    /// Takes the doc comment seen so far, as PHP's `backup_doc_comment` does. `ahead`: PHP has looked at the next token.
    fn doc_comment(&mut self, ahead: bool) -> Option<Bytes> {
        self.tokens.take_doc(ahead).map(|(start, end)| Bytes::from(&self.src[start as usize..end as usize]))
    }

    /// Notes that the expression being read gets one level higher.
    #[inline]
    fn grow(&mut self) -> Parsed<()> {
        self.height += 1;
        if self.height <= MAX_HEIGHT {
            return Ok(());
        }
        let message = "Maximum call stack size of 8339456 bytes (zend.max_allowed_stack_size - \
            zend.reserved_stack_size) reached during compilation. Try splitting expression";
        self.fail_compile(message, self.line_behind())
    }

    /// Runs `parse` one level deeper.
    #[inline]
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.depth += 1;
        // The tree takes many times the memory of the text.
        if self.depth > MAX_DEPTH || phant_interrupt::is_urgent() {
            return self.fail("memory exhausted", self.line_ahead());
        }
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }
}
