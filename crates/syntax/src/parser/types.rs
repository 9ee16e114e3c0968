//! Type declarations.

use super::{Parsed, Parser};
use crate::ast::{Span, Type, TypeKind};
use crate::lexer::TokenKind::{self, *};

/// Whether a type can start with `kind`; `static` only where the caller says so.
pub(super) fn starts_type(kind: TokenKind) -> bool {
    matches!(kind, Array | Callable | String | NameQualified | NameFullyQualified | NameRelative | Question | OpenParen)
}

impl Parser<'_> {
    /// A type, with `static` among the possible ones.
    pub(super) fn type_expr(&mut self) -> Parsed<Type> {
        self.any_type(true)
    }

    /// A type of a parameter or property, where `static` is none.
    pub(super) fn type_without_static(&mut self) -> Parsed<Type> {
        self.any_type(false)
    }

    /// `: type`, if there.
    pub(super) fn return_type(&mut self) -> Parsed<Option<Type>> {
        if self.eat(Colon) { self.type_expr().map(Some) } else { Ok(None) }
    }

    fn any_type(&mut self, with_static: bool) -> Parsed<Type> {
        let start = self.token().start;
        if self.at(Question) {
            self.bump();
            let inner = self.simple_type(with_static)?;
            let line = inner.line;
            return Ok(self.type_node(TypeKind::Nullable(Box::new(inner)), line, start));
        }
        let first = self.union_member(with_static)?;
        match self.peek() {
            Bar => self.union_type(first, with_static),
            AmpersandNotFollowedByVar if !matches!(first.kind, TypeKind::Intersection(_)) => {
                let line = first.line;
                let members = self.intersection(first, with_static)?;
                Ok(self.type_node(TypeKind::Intersection(members), line, start))
            }
            // A parenthesised intersection is a type only as a member of a union.
            _ if matches!(first.kind, TypeKind::Intersection(_)) => self.unexpected(&[Bar]),
            _ => Ok(first),
        }
    }

    fn type_node(&self, kind: TypeKind, line: u32, start: u32) -> Type {
        Type { kind, line, span: self.span_from(start) }
    }

    fn union_type(&mut self, first: Type, with_static: bool) -> Parsed<Type> {
        let (line, start) = (first.line, first.span.start);
        let mut members = vec![first];
        while self.eat(Bar) {
            members.push(self.union_member(with_static)?);
        }
        Ok(self.type_node(TypeKind::Union(members), line, start))
    }

    /// A simple type or `(A&B)`.
    fn union_member(&mut self, with_static: bool) -> Parsed<Type> {
        if !self.at(OpenParen) {
            return self.simple_type(with_static);
        }
        let open = self.bump().start;
        let first = self.simple_type(with_static)?;
        let line = first.line;
        if !self.at(AmpersandNotFollowedByVar) {
            return self.unexpected(&[AmpersandNotFollowedByVar]);
        }
        let members = self.intersection(first, with_static)?;
        if !self.at(CloseParen) {
            return self.unexpected(&[AmpersandNotFollowedByVar, CloseParen]);
        }
        self.bump();
        Ok(self.type_node(TypeKind::Intersection(members), line, open))
    }

    fn intersection(&mut self, first: Type, with_static: bool) -> Parsed<Vec<Type>> {
        let mut members = vec![first];
        while self.eat(AmpersandNotFollowedByVar) {
            members.push(self.simple_type(with_static)?);
        }
        Ok(members)
    }

    fn simple_type(&mut self, with_static: bool) -> Parsed<Type> {
        let token = self.token();
        let kind = match token.kind {
            Array => TypeKind::Array,
            Callable => TypeKind::Callable,
            Static if with_static => TypeKind::Static,
            String | NameQualified | NameFullyQualified | NameRelative => TypeKind::Named(self.name(token)),
            _ => return self.unexpected(&[]),
        };
        self.bump();
        Ok(Type { kind, line: token.line, span: Span::new(token.start, token.end) })
    }
}
