//! Argument lists and array literals.

use super::operand::{DEREFERENCE, is_magic_constant};
use super::operator::starts_expr;
use super::reserved::is_identifier;
use super::{Parsed, Parser, operator};
use crate::ast::{Argument, ArgumentKind, Arguments, ArrayElement, Expr};
use crate::lexer::TokenKind::{self, *};

impl Parser<'_> {
    /// `(...)` of a call, which is the next token.
    pub(super) fn arguments(&mut self) -> Parsed<Arguments> {
        self.expect(OpenParen)?;
        let mut list = Vec::new();
        if self.at(Ellipsis) && self.peek_nth(1) == CloseParen {
            self.bump();
            self.bump();
            return Ok(Arguments::Placeholder);
        }
        if self.eat(CloseParen) {
            return Ok(Arguments::List(list));
        }
        loop {
            list.push(self.argument()?);
            if !self.eat(Comma) || !starts_argument(self.peek()) {
                break;
            }
        }
        self.expect(CloseParen)?;
        Ok(Arguments::List(list))
    }

    fn argument(&mut self) -> Parsed<Argument> {
        let kind = match self.peek() {
            Ellipsis => {
                self.bump();
                ArgumentKind::Spread
            }
            kind if is_identifier(kind) && self.peek_nth(1) == Colon => {
                let name = self.bump();
                self.bump();
                ArgumentKind::Named(self.ident(name))
            }
            kind => {
                self.look_for_name(kind)?;
                ArgumentKind::Positional
            }
        };
        let value = self.parse_expr()?;
        Ok(Argument { kind, value })
    }

    /// Arranges for the error that PHP reports where a name of an argument could be but is not followed by a `:`.
    fn look_for_name(&mut self, kind: TokenKind) -> Parsed<()> {
        if !is_identifier(kind) || matches!(kind, Yield | Exit | Function | Fn) || is_magic_constant(kind) {
            return Ok(());
        }
        let is_name = match kind {
            String => self.peek_nth(1) == As,
            _ => !starts_expr(kind),
        };
        if is_name {
            self.bump();
            return self.unexpected(&[Colon]);
        }
        if kind != String {
            self.named_argument = self.tokens.position() + 1;
        }
        Ok(())
    }

    /// Array elements up to and including `close`, and the line of the array.
    pub(super) fn array_elements(&mut self, close: TokenKind) -> Parsed<(Vec<Option<ArrayElement>>, u32)> {
        let mut line = self.line_ahead();
        let mut elements = Vec::new();
        loop {
            let element = match self.peek() {
                Comma => None,
                kind if kind == close => None,
                kind if !starts_element(kind) => return self.unexpected(&[close]),
                _ => Some(self.array_element()?),
            };
            if elements.is_empty()
                && let Some(element) = &element
            {
                line = element.line;
            }
            let is_last = !self.at(Comma);
            if element.is_some() || !is_last {
                elements.push(element);
            }
            if is_last {
                break;
            }
            self.bump();
        }
        if !self.at(close) {
            let after_reference = matches!(elements.last(), Some(Some(ArrayElement { by_ref: true, .. })));
            return self.unexpected(if after_reference { DEREFERENCE } else { std::slice::from_ref(&close) });
        }
        self.bump();
        Ok((elements, line))
    }

    fn array_element(&mut self) -> Parsed<ArrayElement> {
        if self.eat(Ellipsis) {
            let value = self.parse_expr()?;
            let line = value.line;
            return Ok(ArrayElement { key: None, value, by_ref: false, spread: true, line });
        }
        let (mut value, mut by_ref, is_pattern) = self.array_value()?;
        let mut key = None;
        if !by_ref && !is_pattern && self.eat(DoubleArrow) {
            key = Some(value);
            (value, by_ref, _) = self.array_value()?;
        }
        let line = value.line;
        Ok(ArrayElement { key, value, by_ref, spread: false, line })
    }

    /// A value, whether it is by reference, and whether it is a `list()` that is not assigned to.
    fn array_value(&mut self) -> Parsed<(Expr, bool, bool)> {
        match self.peek() {
            AmpersandFollowedByVar | AmpersandNotFollowedByVar => {
                self.bump();
                Ok((self.variable()?, true, false))
            }
            List => {
                let list = self.list()?;
                if !self.at(Equal) {
                    return Ok((list, false, true));
                }
                let assignment = self.destructure(list)?;
                Ok((self.operators(assignment, operator::LOWEST)?, false, false))
            }
            _ => Ok((self.parse_expr()?, false, false)),
        }
    }
}

fn starts_argument(kind: TokenKind) -> bool {
    starts_expr(kind) || is_identifier(kind) || kind == Ellipsis
}

fn starts_element(kind: TokenKind) -> bool {
    starts_expr(kind) || matches!(kind, Ellipsis | AmpersandFollowedByVar | AmpersandNotFollowedByVar)
}
