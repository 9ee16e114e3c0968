//! The top level of a file: namespaces, imports, constants, declarations.

use super::reserved::is_identifier;
use super::{Parsed, Parser};
use crate::ast::{AttributeGroup, Name, Stmt, StmtKind, UseItem, UseKind};
use crate::lexer::TokenKind::{self, *};

impl Parser<'_> {
    /// A whole file.
    pub(super) fn program(&mut self) -> Parsed<Vec<Stmt>> {
        let mut statements = Vec::new();
        while !self.at(End) {
            statements.push(self.top_statement(&[End])?);
        }
        Ok(statements)
    }

    /// `expected`: what PHP names if there is no statement.
    fn top_statement(&mut self, expected: &[TokenKind]) -> Parsed<Stmt> {
        let token = self.token();
        let start = token.start;
        match token.kind {
            HaltCompiler => {
                self.bump();
                self.expect(OpenParen)?;
                self.expect(CloseParen)?;
                let end = self.expect(Semicolon)?.end;
                self.halt_offset = Some(end);
                Ok(self.stmt(StmtKind::HaltCompiler(end), token.line, start))
            }
            Namespace => self.namespace(),
            Use => self.use_statement(),
            Const => self.constants(Vec::new(), start),
            kind => {
                if let Some(declaration) = self.declaration()? {
                    return Ok(declaration);
                }
                if !starts_statement(kind) {
                    return self.unexpected(expected);
                }
                self.statement()
            }
        }
    }

    /// A function or class declaration, if one is next.
    pub(super) fn declaration(&mut self) -> Parsed<Option<Stmt>> {
        let is_function = |parser: &Self, at: usize| match parser.peek_nth(at) {
            AmpersandFollowedByVar | AmpersandNotFollowedByVar => parser.peek_nth(at + 1) != OpenParen,
            OpenParen => false,
            _ => true,
        };
        Ok(Some(match self.peek() {
            Function if is_function(self, 1) => self.function_declaration(Vec::new())?,
            Class | Interface | Trait | Enum | Abstract | Final => self.class_declaration(Vec::new())?,
            Readonly if self.peek_nth(1) != OpenParen => self.class_declaration(Vec::new())?,
            Attribute => {
                let start = self.token().start;
                let attributes = self.attributes()?;
                match self.peek() {
                    Function if is_function(self, 1) => self.function_declaration(attributes)?,
                    Class | Interface | Trait | Enum | Abstract | Final | Readonly => self.class_declaration(attributes)?,
                    Const => self.constants(attributes, start)?,
                    _ => {
                        let closure = self.attributed_closure(attributes, &[])?;
                        let expr = self.operators(closure, super::operator::LOWEST)?;
                        self.expect_unlisted(Semicolon)?;
                        let line = expr.line;
                        self.stmt(StmtKind::Expr(expr), line, start)
                    }
                }
            }
            _ => return Ok(None),
        }))
    }

    fn constants(&mut self, attributes: Vec<AttributeGroup>, start: u32) -> Parsed<Stmt> {
        self.bump();
        let items = self.const_items()?;
        if !self.at(Semicolon) {
            return self.unexpected(&[Comma, Semicolon]);
        }
        self.bump();
        let line = items[0].line;
        Ok(self.stmt(StmtKind::Const { attributes, items }, line, start))
    }

    fn namespace(&mut self) -> Parsed<Stmt> {
        let token = self.bump();
        let start = token.start;
        let mut name = None;
        let mut line = token.line;
        if !self.at(OpenBrace) {
            let token = self.token();
            if !is_identifier(token.kind) && token.kind != NameQualified {
                return self.unexpected(&[OpenBrace]);
            }
            self.bump();
            line = token.line;
            self.note_keyword(token);
            name = Some(self.name(token));
        }
        // A comment before it is not one of what follows.
        self.doc_comment(false);
        match self.peek() {
            Semicolon if name.is_some() => {
                self.bump();
                Ok(self.stmt(StmtKind::Namespace { name, body: None }, line, start))
            }
            OpenBrace => {
                self.bump();
                let mut body = Vec::new();
                while !self.at(CloseBrace) {
                    body.push(self.top_statement(&[])?);
                }
                self.bump();
                Ok(self.stmt(StmtKind::Namespace { name, body: Some(body) }, line, start))
            }
            _ => self.unexpected(&[OpenBrace]),
        }
    }

    fn use_statement(&mut self) -> Parsed<Stmt> {
        let start = self.bump().start;
        let mut kind = UseKind::Class;
        if matches!(self.peek(), Function | Const) {
            kind = if self.bump().kind == Function { UseKind::Function } else { UseKind::Const };
        }
        let first = self.imported_name(kind)?;
        if self.at(NsSeparator) {
            self.bump();
            return self.group_use(first, kind, start);
        }
        let mut items = vec![self.use_item(kind, first)?];
        while self.eat(Comma) {
            let name = self.imported_name(UseKind::Function)?;
            items.push(self.use_item(kind, name)?);
        }
        if !self.at(Semicolon) {
            return self.unexpected(&[Comma, Semicolon]);
        }
        self.bump();
        let line = items[0].name.line;
        Ok(self.stmt(StmtKind::Use(items), line, start))
    }

    /// A name after `use`. `kind` is that of the `use`, for what PHP expects there.
    fn imported_name(&mut self, kind: UseKind) -> Parsed<Name> {
        let token = self.token();
        if !matches!(token.kind, String | NameQualified | NameFullyQualified) {
            const NAMES: &[TokenKind] = &[String, NameFullyQualified, NameQualified];
            return self.unexpected(if kind == UseKind::Class { &[] } else { NAMES });
        }
        self.bump();
        Ok(self.name(token))
    }

    fn use_item(&mut self, kind: UseKind, name: Name) -> Parsed<UseItem> {
        let alias = match self.eat(As) {
            true => {
                let token = self.expect(String)?;
                Some(self.ident(token))
            }
            false => None,
        };
        Ok(UseItem { kind, name, alias })
    }

    /// `{A, B as C, function d}` after the prefix.
    fn group_use(&mut self, prefix: Name, kind: UseKind, start: u32) -> Parsed<Stmt> {
        self.expect(OpenBrace)?;
        let mut items = Vec::new();
        loop {
            let mut item_kind = kind;
            if kind == UseKind::Class && matches!(self.peek(), Function | Const) {
                item_kind = if self.bump().kind == Function { UseKind::Function } else { UseKind::Const };
            }
            let token = self.token();
            if !matches!(token.kind, String | NameQualified) {
                let after_kind = kind != UseKind::Class || item_kind != UseKind::Class;
                const EXPECTED: &[TokenKind] = &[String, NameQualified, Function, Const];
                return self.unexpected(if after_kind { &EXPECTED[..2] } else { EXPECTED });
            }
            self.bump();
            let name = self.name(token);
            items.push(self.use_item(item_kind, name)?);
            if !self.eat(Comma) {
                break;
            }
            let goes_on = match self.peek() {
                String | NameQualified => true,
                Function | Const => kind == UseKind::Class,
                _ => false,
            };
            if !goes_on {
                break;
            }
        }
        self.expect(CloseBrace)?;
        self.expect(Semicolon)?;
        let line = prefix.line;
        Ok(self.stmt(StmtKind::GroupUse { prefix, items }, line, start))
    }
}

/// Whether a statement that is not a declaration can start with `kind`.
pub(super) fn starts_statement(kind: TokenKind) -> bool {
    use super::operator::starts_expr;
    matches!(
        kind,
        OpenBrace
            | If
            | While
            | Do
            | For
            | Foreach
            | Switch
            | Break
            | Continue
            | Return
            | Global
            | Echo
            | InlineHtml
            | Unset
            | Declare
            | Try
            | Semicolon
            | Goto
            | Error
    ) || starts_expr(kind)
}

/// Whether a statement or declaration inside a block can start with `kind`.
pub(super) fn starts_inner_statement(kind: TokenKind) -> bool {
    starts_statement(kind)
        || matches!(kind, Function | Abstract | Final | Class | Trait | Interface | Enum | Readonly | Attribute | HaltCompiler)
}
