//! Members of classes: constants, properties and their hooks, methods, trait uses, enum cases.

use super::kinds::is_ampersand;
use super::modifiers::{Target, is_modifier};
use super::reserved::{is_identifier, is_reserved_non_modifier};
use super::types::starts_type;
use super::{Parsed, Parser};
use crate::ast::{
    AttributeGroup, ClassConstants, ConstItem, EnumCase, Function as FunctionNode, FunctionBody, Member, Method, Modifiers, Name,
    Properties, PropertyHook, PropertyItem, TraitRule, TraitUse,
};
use crate::lexer::TokenKind::{self, *};

impl Parser<'_> {
    /// A member of a class body.
    pub(super) fn member(&mut self) -> Parsed<Member> {
        if self.at(Use) {
            return self.trait_use();
        }
        let attributes = if self.at(Attribute) { self.attributes()? } else { Vec::new() };
        let start = self.token().start;
        let list = self.modifier_list();
        match self.peek() {
            Const => self.class_constants(attributes, &list, start),
            Function => self.method(attributes, &list, start),
            Case if list.is_empty() => self.enum_case(attributes, start),
            Var if list.is_empty() => {
                self.bump();
                self.properties(attributes, Modifiers::PUBLIC, start)
            }
            _ if list.is_empty() => self.unexpected(&[Function]),
            kind if kind == Variable || starts_type(kind) => {
                let modifiers = self.combine_modifiers(&list, Target::Property)?;
                self.properties(attributes, modifiers, start)
            }
            _ => {
                self.combine_modifiers(&list, Target::Property)?;
                self.unexpected(&[Variable])
            }
        }
    }

    fn class_constants(&mut self, attributes: Vec<AttributeGroup>, list: &[TokenKind], start: u32) -> Parsed<Member> {
        let modifiers = self.combine_modifiers(list, Target::Constant)?;
        self.bump();
        let untyped = is_identifier(self.peek()) && self.peek_nth(1) == Equal;
        if !untyped && is_identifier(self.peek()) && !matches!(self.peek(), String | Static | Array | Callable) {
            self.bump();
            return self.unexpected(&[Equal]);
        }
        let ty = if untyped { None } else { Some(self.type_expr()?) };
        let mut items = Vec::new();
        loop {
            let name = self.identifier(&[])?;
            self.expect(Equal)?;
            let value = self.parse_expr()?;
            let doc_comment = self.doc_comment(true);
            let line = name.line;
            items.push(ConstItem { name, value, doc_comment, line });
            if !self.eat(Comma) {
                break;
            }
        }
        if !self.at(Semicolon) {
            return self.unexpected(&[Comma, Semicolon]);
        }
        self.bump();
        let line = items[0].line;
        let span = self.span_from(start);
        Ok(Member::Constants(ClassConstants { modifiers, ty, attributes, items, line, span }))
    }

    fn properties(&mut self, attributes: Vec<AttributeGroup>, modifiers: Modifiers, start: u32) -> Parsed<Member> {
        let ty = if starts_type(self.peek()) { Some(self.type_without_static()?) } else { None };
        let mut items = Vec::new();
        loop {
            let token = self.expect(Variable)?;
            let name = self.variable_ident(token);
            let default = if self.eat(Equal) { Some(self.parse_expr()?) } else { None };
            let doc_comment = self.doc_comment(true);
            let hooks = if self.at(OpenBrace) && items.is_empty() { Some(self.hooks()?) } else { None };
            let (line, has_hooks) = (name.line, hooks.is_some());
            items.push(PropertyItem { name, default, hooks, doc_comment, line });
            if has_hooks {
                break;
            }
            match self.peek() {
                Comma => self.bump(),
                Semicolon => {
                    self.bump();
                    break;
                }
                _ => return self.unexpected(&[Comma, Semicolon]),
            };
        }
        let line = ty.as_ref().map_or(items[0].line, |ty| ty.line);
        let span = self.span_from(start);
        Ok(Member::Properties(Properties { modifiers, ty, attributes, items, line, span }))
    }

    /// `{ get; set; }`, which is next.
    pub(super) fn hooks(&mut self) -> Parsed<Vec<PropertyHook>> {
        self.expect(OpenBrace)?;
        let mut hooks = Vec::new();
        while !self.at(CloseBrace) {
            let attributes = if self.at(Attribute) { self.attributes()? } else { Vec::new() };
            hooks.push(self.hook(attributes)?);
        }
        self.bump();
        Ok(hooks)
    }

    fn hook(&mut self, attributes: Vec<AttributeGroup>) -> Parsed<PropertyHook> {
        let modifiers = if is_modifier(self.peek()) { self.modifiers(Target::PropertyHook)? } else { Modifiers::NONE };
        let start = self.token().start;
        let returns_ref = is_ampersand(self.peek()) && {
            self.bump();
            true
        };
        let token = self.expect(String)?;
        let name = Some(self.ident(token));
        let doc_comment = self.doc_comment(false);
        let params = if self.at(OpenParen) { Some(self.parameters()?) } else { None };
        let (body, is_generator) = match self.peek() {
            Semicolon => {
                self.bump();
                (FunctionBody::Absent, false)
            }
            OpenBrace => self.block_body()?,
            DoubleArrow => {
                self.bump();
                let outer = std::mem::replace(&mut self.has_yield, false);
                let body = FunctionBody::Expr(Box::new(self.parse_expr()?));
                self.expect_unlisted(Semicolon)?;
                (body, std::mem::replace(&mut self.has_yield, outer))
            }
            _ => return self.unexpected(&[DoubleArrow, Semicolon, OpenBrace]),
        };
        let function = FunctionNode {
            name,
            is_static: false,
            returns_ref,
            is_generator,
            params,
            uses: Vec::new(),
            return_type: None,
            body,
            attributes,
            doc_comment,
            line: token.line,
            end_line: self.line_behind(),
            span: self.span_from(start),
        };
        Ok(PropertyHook { modifiers, function })
    }

    fn method(&mut self, attributes: Vec<AttributeGroup>, list: &[TokenKind], start: u32) -> Parsed<Member> {
        let modifiers = self.combine_modifiers(list, Target::Method)?;
        let keyword = self.bump();
        let returns_ref = is_ampersand(self.peek()) && {
            self.bump();
            true
        };
        let name = Some(self.identifier(&[])?);
        let doc_comment = self.doc_comment(false);
        let params = Some(self.parameters()?);
        let return_type = self.return_type()?;
        let (body, is_generator) = match self.peek() {
            Semicolon => {
                self.bump();
                (FunctionBody::Absent, false)
            }
            OpenBrace => self.block_body()?,
            _ => return self.unexpected(&[Semicolon, OpenBrace]),
        };
        let function = FunctionNode {
            name,
            is_static: false,
            returns_ref,
            is_generator,
            params,
            uses: Vec::new(),
            return_type,
            body,
            attributes,
            doc_comment,
            line: keyword.end_line,
            end_line: self.line_behind(),
            span: self.span_from(start),
        };
        Ok(Member::Method(Method { modifiers, function }))
    }

    fn enum_case(&mut self, attributes: Vec<AttributeGroup>, start: u32) -> Parsed<Member> {
        self.bump();
        let doc_comment = self.doc_comment(false);
        let name = self.identifier(&[])?;
        let value = if self.eat(Equal) { Some(self.parse_expr()?) } else { None };
        if !self.at(Semicolon) {
            return self.unexpected(&[Semicolon]);
        }
        self.bump();
        let line = name.line;
        let span = self.span_from(start);
        Ok(Member::Case(EnumCase { name, value, attributes, doc_comment, line, span }))
    }

    fn trait_use(&mut self) -> Parsed<Member> {
        let start = self.bump().start;
        let traits = self.class_name_list()?;
        let mut rules = Vec::new();
        match self.peek() {
            Semicolon => {
                self.bump();
            }
            OpenBrace => {
                self.bump();
                while !self.at(CloseBrace) {
                    rules.push(self.trait_rule()?);
                }
                self.bump();
            }
            _ => return self.unexpected(&[Comma, Semicolon, OpenBrace]),
        }
        let line = traits[0].line;
        let span = self.span_from(start);
        Ok(Member::TraitUse(TraitUse { traits, rules, line, span }))
    }

    fn trait_rule(&mut self) -> Parsed<TraitRule> {
        let after_name = self.at(String);
        let is_method_alone = match self.peek() {
            String | Static => self.peek_nth(1) != DoubleColon,
            kind => is_identifier(kind),
        };
        let (class, method): (Option<Name>, _) = if is_method_alone {
            (None, self.identifier(&[])?)
        } else {
            let class = self.class_name(&[])?;
            self.expect(DoubleColon)?;
            (Some(class), self.identifier(&[])?)
        };
        let rule = match (self.peek(), class) {
            (InsteadOf, Some(class)) => {
                self.bump();
                let excluded = self.class_name_list()?;
                TraitRule::InsteadOf { class, method, excluded }
            }
            (As, class) => {
                self.bump();
                let (modifiers, alias) = self.trait_alias()?;
                TraitRule::Alias { class, method, modifiers, alias }
            }
            (_, None) if after_name && !self.at(Colon) => return self.unexpected(&[DoubleColon]),
            _ => return self.unexpected(&[As]),
        };
        self.expect(Semicolon)?;
        Ok(rule)
    }

    fn trait_alias(&mut self) -> Parsed<(Modifiers, Option<crate::ast::Ident>)> {
        let kind = self.peek();
        if kind == String || is_reserved_non_modifier(kind) {
            let token = self.bump();
            return Ok((Modifiers::NONE, Some(self.ident(token))));
        }
        if !is_modifier(kind) {
            return self.unexpected(&[]);
        }
        self.bump();
        let modifiers = self.combine_modifiers(&[kind], Target::Method)?;
        let alias = if is_identifier(self.peek()) { Some(self.identifier(&[])?) } else { None };
        Ok((modifiers, alias))
    }
}
