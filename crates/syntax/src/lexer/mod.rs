//! The lexer: PHP's tokens, all of them.
//!
//! Tokens cover the source without gaps; whitespace, comments and tags are tokens too, for the tokenizer extension,
//! `php -w` and `highlight_string()`. The parser drops them. The lexer is a stack of modes, as a string contains code
//! that contains strings. It knows no grammar: only brackets are matched here, because PHP reports them here.

mod chars;
mod keyword;
pub(crate) mod literal;
mod scripting;
mod string;
mod token;

use crate::ast::{Diagnostic, DiagnosticLevel};
use chars::{count_lines, is_label};
pub use token::{Token, TokenKind};

/// What the lexer is in the middle of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Outside `<?php ... ?>`
    Html,
    /// PHP code
    Scripting,
    /// After `->`
    Property,
    /// In `"..."`
    DoubleQuotes,
    /// In `` `...` ``
    Backtick,
    /// In `<<<A`
    Heredoc,
    /// In `<<<'A'`
    Nowdoc,
    /// Before the closing label of a heredoc or nowdoc
    HeredocEnd,
    /// After `$a[` in a string
    VarOffset,
    /// After `${` in a string
    VarName,
}

/// An open heredoc or nowdoc.
#[derive(Clone, Copy, Debug)]
struct Heredoc {
    label_start: usize,
    label_end: usize,
    indentation: u32,
    uses_spaces: bool,
}

/// A lexical error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LexError {
    /// PHP's message.
    pub message: String,
    /// Line it is reported on.
    pub line: u32,
}

/// How to read the source.
#[derive(Clone, Copy, Debug)]
pub struct LexerOptions {
    /// `short_open_tag`: whether `<?` opens PHP code.
    pub short_open_tag: bool,
    /// Whether the source starts inside PHP code.
    pub code_only: bool,
    /// Whether errors stop the lexer, as the parser wants. `token_get_all()` reads on.
    pub strict: bool,
    /// Line of the first byte.
    pub first_line: u32,
    /// Whether a first line that starts with `#!` is skipped, as in the main script of the command line.
    pub skip_shebang: bool,
}

/// Reads a source text token by token.
pub struct Lexer<'s> {
    src: &'s [u8],
    pos: usize,
    line: u32,
    /// A newline was passed that counts from the next token on.
    pending_newline: bool,
    mode: Mode,
    modes: Vec<Mode>,
    heredocs: Vec<Heredoc>,
    /// Open brackets with their lines.
    brackets: Vec<(u8, u32)>,
    short_open_tag: bool,
    strict: bool,
    /// Looking for the indentation of a heredoc's closing label, found so far: how much, and whether spaces.
    scan_ahead: Option<(u32, bool)>,
    /// Labels found by reading ahead, by the position where the body of their heredoc starts.
    known_labels: Vec<(usize, string::Label)>,
    error: Option<LexError>,
    diagnostics: Vec<Diagnostic>,
}

impl<'s> Lexer<'s> {
    /// A lexer at the start of `src`, which must be shorter than 4 GiB.
    pub fn new(src: &'s [u8], options: LexerOptions) -> Lexer<'s> {
        let shebang = if options.skip_shebang { shebang_len(src) } else { 0 };
        Lexer {
            src,
            pos: shebang,
            line: options.first_line + (shebang > 0) as u32,
            pending_newline: false,
            mode: if options.code_only { Mode::Scripting } else { Mode::Html },
            modes: Vec::new(),
            heredocs: Vec::new(),
            brackets: Vec::new(),
            short_open_tag: options.short_open_tag,
            strict: options.strict,
            scan_ahead: None,
            known_labels: Vec::new(),
            error: None,
            diagnostics: Vec::new(),
        }
    }

    /// A lexer for what is ahead up to the end of the current heredoc, which needs nothing of what is around that.
    fn ahead(&self) -> Lexer<'s> {
        Lexer {
            src: self.src,
            pos: self.pos,
            line: self.line,
            pending_newline: false,
            mode: self.mode,
            modes: Vec::new(),
            heredocs: self.heredocs.last().copied().into_iter().collect(),
            brackets: Vec::new(),
            short_open_tag: self.short_open_tag,
            strict: self.strict,
            scan_ahead: Some((0, false)),
            known_labels: Vec::new(),
            error: None,
            diagnostics: Vec::new(),
        }
    }

    /// The next token. After the last one, [`TokenKind::End`] forever.
    pub fn next_token(&mut self) -> Token {
        if self.pending_newline {
            self.line += 1;
            self.pending_newline = false;
        }
        let (start, line) = (self.pos, self.line);
        let kind = self.scan();
        Token { kind, start: start as u32, end: self.pos as u32, line, end_line: self.line }
    }

    /// The error behind the last [`TokenKind::Error`].
    pub fn take_error(&mut self) -> Option<LexError> {
        self.error.take()
    }

    /// Warnings so far.
    pub fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.diagnostics)
    }

    /// The indentation of the heredoc whose [`TokenKind::StartHeredoc`] was just read.
    pub(crate) fn heredoc_indentation(&self) -> u32 {
        self.heredocs.last().map_or(0, |heredoc| heredoc.indentation)
    }

    fn scan(&mut self) -> TokenKind {
        loop {
            let kind = match self.mode {
                Mode::Html => return self.html(),
                Mode::Scripting => return self.scripting(),
                Mode::Property => self.property(),
                Mode::DoubleQuotes | Mode::Backtick | Mode::Heredoc => return self.in_string(),
                Mode::Nowdoc => return self.nowdoc(),
                Mode::HeredocEnd => return self.heredoc_end(),
                Mode::VarOffset => return self.var_offset(),
                Mode::VarName => self.var_name(),
            };
            if let Some(kind) = kind {
                return kind;
            }
        }
    }

    /// Byte `n` after the position, 0 after the end. A NUL in the source is no different where this is used.
    #[inline]
    fn peek(&self, n: usize) -> u8 {
        self.src.get(self.pos + n).copied().unwrap_or(0)
    }

    #[inline]
    fn rest(&self) -> &'s [u8] {
        self.src.get(self.pos..).unwrap_or(&[])
    }

    #[inline]
    fn at_end(&self) -> bool {
        self.pos >= self.src.len()
    }

    fn push_mode(&mut self, mode: Mode) {
        self.modes.push(self.mode);
        self.mode = mode;
    }

    fn pop_mode(&mut self) {
        if let Some(mode) = self.modes.pop() {
            self.mode = mode;
        }
    }

    /// Moves over `len` bytes, counting their lines.
    fn skip_text(&mut self, len: usize) {
        let end = self.pos + len;
        self.line += count_lines(&self.src[self.pos..end], self.src.get(end).copied());
        self.pos = end;
    }

    /// Length of the identifier characters from `pos` on.
    fn label_len(&self, from: usize) -> usize {
        self.src[from.min(self.src.len())..].iter().take_while(|&&c| is_label(c)).count()
    }

    /// Length of the newline at `at`.
    fn newline_len(&self, at: usize) -> usize {
        match self.src.get(at..).unwrap_or(&[]) {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            _ => 0,
        }
    }

    fn fail(&mut self, message: impl Into<String>, line: u32) -> TokenKind {
        self.error = Some(LexError { message: message.into(), line });
        TokenKind::Error
    }

    fn warn(&mut self, message: Vec<u8>, line: u32) {
        if self.scan_ahead.is_none() {
            self.diagnostics.push(Diagnostic { level: DiagnosticLevel::CompileWarning, message, line });
        }
    }

    fn open_bracket(&mut self, bracket: u8) {
        self.brackets.push((bracket, self.line));
    }

    /// How many brackets are open.
    pub(crate) fn depth(&self) -> usize {
        self.brackets.len()
    }

    /// Closes a bracket; an error token if it does not match the open one.
    fn close_bracket(&mut self, bracket: u8) -> Option<TokenKind> {
        if !self.strict {
            return None;
        }
        let Some((open, line)) = self.brackets.pop() else {
            return Some(self.fail(format!("Unmatched '{}'", bracket as char), self.line));
        };
        let matching = match open {
            b'(' => b')',
            b'[' => b']',
            _ => b'}',
        };
        (matching != bracket).then(|| self.bad_nesting(open, line, Some(bracket)))
    }

    fn bad_nesting(&mut self, open: u8, line: u32, close: Option<u8>) -> TokenKind {
        let mut message = format!("Unclosed '{}'", open as char);
        if line != self.line {
            message += &format!(" on line {line}");
        }
        if let Some(close) = close {
            message += &format!(" does not match '{}'", close as char);
        }
        self.fail(message, self.line)
    }

    fn end(&mut self) -> TokenKind {
        match self.brackets.last() {
            Some(&(open, line)) if self.strict => self.bad_nesting(open, line, None),
            _ => TokenKind::End,
        }
    }

    fn html(&mut self) -> TokenKind {
        if self.at_end() {
            return self.end();
        }
        if let Some((kind, len)) = self.open_tag(self.pos) {
            self.mode = Mode::Scripting;
            self.skip_text(len);
            return kind;
        }
        let mut at = self.pos + 1;
        while let Some(found) = self.src[at..].iter().position(|&c| c == b'<') {
            at += found;
            if self.open_tag(at).is_some() {
                self.skip_text(at - self.pos);
                return TokenKind::InlineHtml;
            }
            at += 1;
        }
        self.skip_text(self.src.len() - self.pos);
        TokenKind::InlineHtml
    }

    /// The opening tag at `at` and its length.
    fn open_tag(&self, at: usize) -> Option<(TokenKind, usize)> {
        let rest = self.src[at..].strip_prefix(b"<?")?;
        if rest.first() == Some(&b'=') {
            return Some((TokenKind::OpenTagWithEcho, 3));
        }
        if rest.len() >= 3 && rest[..3].eq_ignore_ascii_case(b"php") {
            let len = match &rest[3..] {
                [] => 5,
                [b'\r', b'\n', ..] => 7,
                [b' ' | b'\t' | b'\r' | b'\n', ..] => 6,
                _ if self.short_open_tag => 2,
                _ => return None,
            };
            return Some((TokenKind::OpenTag, len));
        }
        self.short_open_tag.then_some((TokenKind::OpenTag, 2))
    }
}

/// Length of a `#!` line with its newline; without a newline it does not count.
fn shebang_len(src: &[u8]) -> usize {
    if !src.starts_with(b"#!") {
        return 0;
    }
    match src.iter().position(|c| matches!(c, b'\n' | b'\r')) {
        Some(at) if src[at..].starts_with(b"\r\n") => at + 2,
        Some(at) => at + 1,
        None => 0,
    }
}
