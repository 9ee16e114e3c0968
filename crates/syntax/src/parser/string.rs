//! Strings with variables in them.

use super::{Parsed, Parser};
use crate::ast::{Bytes, Expr, ExprKind, Interpolation, MemberName, PropertyFetch, StringPart};
use crate::lexer::Token;
use crate::lexer::TokenKind::{self, *};
use crate::lexer::literal::{strip_indentation, unescape};

/// What surrounds an interpolated string.
#[derive(Clone, Copy)]
struct Delimiter {
    /// The quote that need not be escaped, 0 for a heredoc.
    quote: u8,
    close: TokenKind,
    indentation: u32,
}

impl<'s> Parser<'s> {
    pub(super) fn double_quoted(&mut self) -> Parsed<Expr> {
        let start = self.bump().start;
        let (parts, line) = self.parts(Delimiter { quote: b'"', close: DoubleQuote, indentation: 0 })?;
        self.bump();
        Ok(self.expr(ExprKind::Interpolated(parts), line, start))
    }

    pub(super) fn backticks(&mut self) -> Parsed<Expr> {
        let start = self.bump().start;
        let (parts, line) = self.parts(Delimiter { quote: b'`', close: Backtick, indentation: 0 })?;
        self.bump();
        Ok(self.expr(ExprKind::ShellExec(parts), line, start))
    }

    pub(super) fn heredoc(&mut self) -> Parsed<Expr> {
        let open = self.bump();
        let indentation = self.tokens.heredoc_indentation();
        let is_nowdoc = self.text(open).contains(&b'\'');
        if self.at(EndHeredoc) {
            self.bump();
            let value = self.intern(b"");
            return Ok(self.expr(ExprKind::String(value), self.line_behind(), open.start));
        }
        if is_nowdoc || self.peek_nth(1) == EndHeredoc && self.at(EncapsedAndWhitespace) {
            if !self.at(EncapsedAndWhitespace) {
                return self.unexpected(&[]);
            }
            let token = self.bump();
            if !self.at(EndHeredoc) {
                return self.unexpected(&[Variable, EndHeredoc, DollarOpenCurlyBraces, CurlyOpen]);
            }
            self.bump();
            let indentation = if is_nowdoc { self.nowdoc_indentation() } else { indentation };
            let text = self.without_last_newline(token);
            let value = self.heredoc_text(token, text, indentation, !is_nowdoc);
            return Ok(self.expr(ExprKind::String(value), token.line, open.start));
        }
        let (parts, line) = self.parts(Delimiter { quote: 0, close: EndHeredoc, indentation })?;
        self.bump();
        Ok(self.expr(ExprKind::Interpolated(parts), line, open.start))
    }

    /// The indentation of the closing label, which was just consumed.
    fn nowdoc_indentation(&self) -> u32 {
        let label = self.text(*self.tokens.previous());
        label.iter().take_while(|c| matches!(c, b' ' | b'\t')).count() as u32
    }

    /// The text of `token` without the newline before a closing label.
    fn without_last_newline(&self, token: Token) -> &'s [u8] {
        let text = self.text(token);
        match text {
            [rest @ .., b'\r', b'\n'] | [rest @ .., b'\n' | b'\r'] => rest,
            _ => text,
        }
    }

    fn heredoc_text(&mut self, token: Token, text: &'s [u8], indentation: u32, has_escapes: bool) -> Bytes {
        let has_escapes = has_escapes && text.contains(&b'\\');
        if indentation == 0 {
            return self.recoded(if has_escapes { unescape(text, 0).into() } else { Bytes::from(text) });
        }
        let at_line_start = matches!(self.src[token.start as usize - 1], b'\n' | b'\r');
        let stripped = strip_indentation(text, indentation, at_line_start);
        self.recoded(if has_escapes { unescape(&stripped, 0).into() } else { stripped.into() })
    }

    /// The parts up to the closing delimiter, which stays the next token, and the line of the first one.
    fn parts(&mut self, delimiter: Delimiter) -> Parsed<(Vec<StringPart>, u32)> {
        let mut parts = Vec::new();
        let mut line = self.line_ahead();
        for count in 0.. {
            let token = self.token();
            let part = match token.kind {
                kind if kind == delimiter.close => return Ok((parts, line)),
                EncapsedAndWhitespace => {
                    self.bump();
                    match self.text_part(token, delimiter) {
                        Some(text) => StringPart::Literal(text),
                        None => continue,
                    }
                }
                Variable => StringPart::Expr(self.simple_interpolation()?, Interpolation::Simple),
                DollarOpenCurlyBraces => self.dollar_brace()?,
                CurlyOpen => {
                    self.bump();
                    let expr = self.variable()?;
                    if !self.at(CloseBrace) {
                        return self.unexpected(super::operand::DEREFERENCE);
                    }
                    self.bump();
                    StringPart::Expr(expr, Interpolation::Braced)
                }
                _ => return self.unexpected_in_string(count, delimiter),
            };
            if parts.is_empty() {
                line = match &part {
                    StringPart::Literal(_) => token.line,
                    StringPart::Expr(expr, _) => expr.line,
                };
            }
            parts.push(part);
        }
        unreachable!("a string has fewer than 2^64 parts")
    }

    fn unexpected_in_string<T>(&mut self, part_count: usize, delimiter: Delimiter) -> Parsed<T> {
        let after_text = self.tokens.previous().kind == EncapsedAndWhitespace;
        match (delimiter.close, part_count, after_text) {
            (Backtick, ..) => self.unexpected(&[Backtick]),
            (DoubleQuote, 0, _) => self.unexpected(&[Variable, EncapsedAndWhitespace, DollarOpenCurlyBraces, CurlyOpen]),
            (DoubleQuote, 1, true) => self.unexpected(&[Variable, DollarOpenCurlyBraces, CurlyOpen]),
            (EndHeredoc, 1, true) => self.unexpected(&[Variable, EndHeredoc, DollarOpenCurlyBraces, CurlyOpen]),
            _ => self.unexpected(&[]),
        }
    }

    /// The value of a text part; none if indentation is all there was.
    fn text_part(&mut self, token: Token, delimiter: Delimiter) -> Option<Bytes> {
        if delimiter.quote != 0 {
            let text = self.text(token);
            let text = if text.contains(&b'\\') { unescape(text, delimiter.quote).into() } else { Bytes::from(text) };
            return Some(self.recoded(text));
        }
        let text = if self.at(EndHeredoc) { self.without_last_newline(token) } else { self.text(token) };
        let text = self.heredoc_text(token, text, delimiter.indentation, true);
        (!text.is_empty()).then_some(text)
    }

    /// `$a`, `$a[0]`, `$a->b` in a string.
    fn simple_interpolation(&mut self) -> Parsed<Expr> {
        let token = self.bump();
        let (start, line) = (token.start, token.line);
        let name = self.intern(&self.text(token)[1..]);
        let variable = self.expr(ExprKind::Variable(name), line, start);
        match self.peek() {
            OpenBracket => {
                self.bump();
                let index = Box::new(self.simple_offset()?);
                self.expect(CloseBracket)?;
                Ok(self.expr(ExprKind::Index(Box::new(variable), Some(index)), line, start))
            }
            kind @ (ObjectOperator | NullsafeObjectOperator) => {
                self.bump();
                let name = self.expect(String)?;
                let name = MemberName::Ident(self.ident(name));
                let nullsafe = kind == NullsafeObjectOperator;
                let fetch = Box::new(PropertyFetch { object: variable, name, nullsafe });
                Ok(self.expr(ExprKind::Property(fetch), line, start))
            }
            _ => Ok(variable),
        }
    }

    /// What is in the brackets of `$a[...]` in a string.
    fn simple_offset(&mut self) -> Parsed<Expr> {
        let token = self.token();
        let (start, line) = (token.start, token.line);
        let kind = match token.kind {
            String => {
                self.bump();
                ExprKind::String(self.intern(self.text(token)))
            }
            Variable => {
                self.bump();
                ExprKind::Variable(self.intern(&self.text(token)[1..]))
            }
            NumString => {
                self.bump();
                self.offset_number(token, false)
            }
            Minus => {
                self.bump();
                let token = self.expect(NumString)?;
                self.offset_number(token, true)
            }
            _ => return self.unexpected(&[Minus, String, Variable, NumString]),
        };
        Ok(self.expr(kind, line, start))
    }

    /// Only canonical decimal numbers are integers, as array keys are.
    fn offset_number(&mut self, token: Token, negative: bool) -> ExprKind {
        let text = self.text(token);
        let canonical = text == b"0" && !negative || (b'1'..=b'9').contains(&text[0]) && text.iter().all(u8::is_ascii_digit);
        let value = std::str::from_utf8(text).ok().filter(|_| canonical).and_then(|text| text.parse::<i64>().ok());
        match value {
            Some(value) => ExprKind::Int(if negative { -value } else { value }),
            None if negative => ExprKind::String(Bytes::from([b"-", text].concat())),
            None => ExprKind::String(self.intern(text)),
        }
    }

    /// `${name}`, `${name[expr]}`, `${expr}`
    fn dollar_brace(&mut self) -> Parsed<StringPart> {
        let start = self.bump().start;
        if !self.at(StringVarname) {
            let inner = self.parse_expr()?;
            self.expect_unlisted(CloseBrace)?;
            let line = inner.line;
            let variable = self.expr(ExprKind::VariableVariable(Box::new(inner)), line, start);
            return Ok(StringPart::Expr(variable, Interpolation::DollarBraceExpr));
        }
        let token = self.bump();
        let name = self.intern(self.text(token));
        let mut expr = self.expr(ExprKind::Variable(name), token.line, start);
        if self.eat(OpenBracket) {
            let index = Box::new(self.parse_expr()?);
            self.expect_unlisted(CloseBracket)?;
            expr = self.expr(ExprKind::Index(Box::new(expr), Some(index)), token.line, start);
            self.expect(CloseBrace)?;
        } else if self.at(CloseBrace) {
            self.bump();
        } else {
            return self.unexpected(&[OpenBracket, CloseBrace]);
        }
        Ok(StringPart::Expr(expr, Interpolation::DollarBrace))
    }
}
