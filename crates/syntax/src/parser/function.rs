//! Functions, closures, parameters, attributes.

use super::kinds::{is_ampersand, starts_class_name};
use super::modifiers::{Target, is_modifier};
use super::types::starts_type;
use super::{Parsed, Parser};
use crate::ast::{
    Arguments, Attribute as AttributeNode, AttributeGroup, ClosureUse, Expr, ExprKind, Function as FunctionNode, FunctionBody,
    Modifiers, Param, Stmt, StmtKind,
};
use crate::lexer::TokenKind::*;

impl Parser<'_> {
    /// `#[...]` groups, which are next.
    pub(super) fn attributes(&mut self) -> Parsed<Vec<AttributeGroup>> {
        let mut groups = Vec::new();
        while self.at(Attribute) {
            let start = self.bump().start;
            let mut attributes = Vec::new();
            loop {
                let name = self.class_name(&[])?;
                let args: Option<Arguments> = if self.at(OpenParen) { Some(self.arguments()?) } else { None };
                let line = name.line;
                attributes.push(AttributeNode { name, args, line });
                if !self.eat(Comma) || !starts_class_name(self.peek()) {
                    break;
                }
            }
            self.expect(CloseBracket)?;
            groups.push(AttributeGroup { attributes, span: self.span_from(start) });
        }
        Ok(groups)
    }

    /// `{ ... }` of a function, and whether it contains `yield`.
    fn body(&mut self) -> Parsed<(Vec<Stmt>, bool)> {
        self.expect(OpenBrace)?;
        let outer = std::mem::replace(&mut self.has_yield, false);
        let statements = self.inner_statements()?;
        self.expect_unlisted(CloseBrace)?;
        Ok((statements, std::mem::replace(&mut self.has_yield, outer)))
    }

    /// A function declaration; `function` is the next token.
    pub(super) fn function_declaration(&mut self, attributes: Vec<AttributeGroup>) -> Parsed<Stmt> {
        let keyword = self.bump();
        let returns_ref = is_ampersand(self.peek()) && {
            self.bump();
            true
        };
        let token = self.token();
        if !matches!(token.kind, String | Readonly) {
            return self.unexpected(&[OpenParen]);
        }
        self.bump();
        let name = Some(self.ident(token));
        let doc_comment = self.doc_comment(false);
        let params = self.parameters()?;
        let return_type = self.return_type()?;
        let (body, is_generator) = self.body()?;
        let function = FunctionNode {
            name,
            is_static: false,
            returns_ref,
            is_generator,
            params: Some(params),
            uses: Vec::new(),
            return_type,
            body: FunctionBody::Block(body),
            attributes,
            doc_comment,
            line: keyword.end_line,
            end_line: self.line_behind(),
            span: self.span_from(keyword.start),
        };
        let line = function.line;
        Ok(self.stmt(StmtKind::Function(Box::new(function)), line, keyword.start))
    }

    /// A closure or arrow function; `function` or `fn` is the next token.
    pub(super) fn closure(&mut self, attributes: Vec<AttributeGroup>, is_static: bool, start: u32) -> Parsed<Expr> {
        let keyword = self.bump();
        let is_arrow = keyword.kind == Fn;
        let returns_ref = is_ampersand(self.peek()) && {
            self.bump();
            true
        };
        // PHP has looked for the `&`.
        let doc_comment = self.doc_comment(true);
        let params = self.parameters()?;
        let uses = if !is_arrow && self.at(Use) { self.closure_uses()? } else { Vec::new() };
        let return_type = self.return_type()?;
        let (body, is_generator, end_line);
        if is_arrow {
            self.expect(DoubleArrow)?;
            let outer = std::mem::replace(&mut self.has_yield, false);
            body = FunctionBody::Expr(Box::new(self.parse_expr()?));
            is_generator = std::mem::replace(&mut self.has_yield, outer);
            end_line = self.line_ahead();
        } else {
            let (statements, has_yield) = self.body()?;
            body = FunctionBody::Block(statements);
            is_generator = has_yield;
            end_line = self.line_behind();
        }
        let function = Box::new(FunctionNode {
            name: None,
            is_static,
            returns_ref,
            is_generator,
            params: Some(params),
            uses,
            return_type,
            body,
            attributes,
            doc_comment,
            line: keyword.end_line,
            end_line,
            span: self.span_from(start),
        });
        let line = function.line;
        let kind = if is_arrow { ExprKind::ArrowFunction(function) } else { ExprKind::Closure(function) };
        Ok(self.expr(kind, line, start))
    }

    fn closure_uses(&mut self) -> Parsed<Vec<ClosureUse>> {
        self.bump();
        self.expect(OpenParen)?;
        let mut uses = Vec::new();
        loop {
            let by_ref = is_ampersand(self.peek()) && {
                self.bump();
                true
            };
            if !self.at(Variable) {
                return match (by_ref, uses.is_empty()) {
                    (true, _) => self.unexpected(&[Variable]),
                    (false, true) => self.unexpected(&[Variable, AmpersandFollowedByVar, AmpersandNotFollowedByVar]),
                    (false, false) => self.unexpected(&[CloseParen]),
                };
            }
            let token = self.bump();
            uses.push(ClosureUse { name: self.variable_ident(token), by_ref });
            if !self.eat(Comma) || self.at(CloseParen) {
                break;
            }
        }
        self.expect(CloseParen)?;
        Ok(uses)
    }

    /// `(...)` of a declaration.
    pub(super) fn parameters(&mut self) -> Parsed<Vec<Param>> {
        self.expect(OpenParen)?;
        let mut params = Vec::new();
        if self.eat(CloseParen) {
            return Ok(params);
        }
        loop {
            params.push(self.parameter()?);
            if !self.eat(Comma) || self.at(CloseParen) {
                break;
            }
        }
        self.expect(CloseParen)?;
        Ok(params)
    }

    fn parameter(&mut self) -> Parsed<Param> {
        let attributes = if self.at(Attribute) { self.attributes()? } else { Vec::new() };
        let start = self.token().start;
        let modifiers = self.promotion_modifiers()?;
        let ty = if starts_type(self.peek()) { Some(self.type_without_static()?) } else { None };
        let by_ref = self.eat(AmpersandFollowedByVar);
        let variadic = self.eat(Ellipsis);
        if !self.at(Variable) {
            return self.unexpected(&[Variable]);
        }
        let token = self.bump();
        let name = self.variable_ident(token);
        let doc_comment = self.doc_comment(false);
        let default = if self.eat(Equal) { Some(self.parse_expr()?) } else { None };
        let hooks = if self.at(OpenBrace) { Some(self.hooks()?) } else { None };
        let line = ty.as_ref().map_or(name.line, |ty| ty.line);
        Ok(Param {
            name,
            ty,
            default,
            by_ref,
            variadic,
            modifiers,
            hooks,
            attributes,
            doc_comment,
            line,
            span: self.span_from(start),
        })
    }

    fn promotion_modifiers(&mut self) -> Parsed<Modifiers> {
        if !is_modifier(self.peek()) {
            return Ok(Modifiers::NONE);
        }
        self.modifiers(Target::PromotedProperty)
    }

    /// The rest of a method or hook from its parameters on.
    pub(super) fn block_body(&mut self) -> Parsed<(FunctionBody, bool)> {
        let (statements, is_generator) = self.body()?;
        Ok((FunctionBody::Block(statements), is_generator))
    }
}
