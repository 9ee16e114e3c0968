//! Class-like declarations.

use super::modifiers::is_modifier;
use super::{Parsed, Parser};
use crate::ast::{Arguments, AttributeGroup, Class as ClassNode, ClassKind, Member, Modifiers, Name, Stmt, StmtKind, Type};
use crate::lexer::TokenKind::{self, *};

impl Parser<'_> {
    /// A name of a class; `static` is one to the grammar.
    pub(super) fn class_name(&mut self, expected: &[TokenKind]) -> Parsed<Name> {
        let token = self.token();
        match token.kind {
            String | NameQualified | NameFullyQualified | NameRelative | Static => {
                self.bump();
                Ok(self.name(token))
            }
            _ => self.unexpected(expected),
        }
    }

    /// Class names separated by commas.
    pub(super) fn class_name_list(&mut self) -> Parsed<Vec<Name>> {
        let mut names = vec![self.class_name(&[])?];
        while self.eat(Comma) {
            names.push(self.class_name(&[])?);
        }
        Ok(names)
    }

    /// A class-like declaration, whose first modifier or keyword is the next token.
    pub(super) fn class_declaration(&mut self, attributes: Vec<AttributeGroup>) -> Parsed<Stmt> {
        let start = self.token().start;
        let mut modifiers = Modifiers::NONE;
        if is_modifier(self.peek()) {
            modifiers = self.class_modifiers()?;
            if !self.at(Class) {
                return self.unexpected(&[Abstract, Final, Readonly, Class]);
            }
        }
        let keyword = self.bump();
        let kind = match keyword.kind {
            Interface => ClassKind::Interface,
            Trait => ClassKind::Trait,
            Enum => ClassKind::Enum,
            _ => ClassKind::Class,
        };
        let token = self.expect(String)?;
        let name = Some(self.ident(token));
        let backing_type: Option<Type> = if kind == ClassKind::Enum { self.return_type()? } else { None };
        let header = Header { kind, name, modifiers, attributes, backing_type, line: keyword.end_line, start };
        let class = self.class_rest(header)?;
        let line = class.line;
        Ok(self.stmt(StmtKind::Class(Box::new(class)), line, start))
    }

    /// `class (...) extends ... { }` after `new`, with the arguments.
    pub(super) fn anonymous_class(&mut self, attributes: Vec<AttributeGroup>) -> Parsed<(ClassNode, Option<Arguments>)> {
        let start = self.token().start;
        let mut modifiers = Modifiers::NONE;
        if matches!(self.peek(), Abstract | Final | Readonly) {
            modifiers = self.anonymous_class_modifiers()?;
        }
        let keyword = self.expect(Class)?;
        let args = if self.at(OpenParen) { Some(self.arguments()?) } else { None };
        let header = Header {
            kind: ClassKind::Class,
            name: None,
            modifiers,
            attributes,
            backing_type: None,
            line: keyword.end_line,
            start,
        };
        Ok((self.class_rest(header)?, args))
    }

    /// From `extends` to the closing brace.
    fn class_rest(&mut self, header: Header) -> Parsed<ClassNode> {
        let (mut parent, mut interfaces) = (None, Vec::new());
        match header.kind {
            ClassKind::Class if self.eat(Extends) => parent = Some(self.class_name(&[])?),
            ClassKind::Interface if self.eat(Extends) => interfaces = self.class_name_list()?,
            _ => {}
        }
        if matches!(header.kind, ClassKind::Class | ClassKind::Enum) && self.eat(Implements) {
            interfaces = self.class_name_list()?;
        }
        // PHP has looked for clauses, which a trait has none of.
        let doc_comment = self.doc_comment(header.kind != ClassKind::Trait);
        self.expect(OpenBrace)?;
        let members = self.members()?;
        self.expect_unlisted(CloseBrace)?;
        Ok(ClassNode {
            kind: header.kind,
            name: header.name,
            modifiers: header.modifiers,
            parent,
            interfaces,
            backing_type: header.backing_type,
            members,
            attributes: header.attributes,
            doc_comment,
            line: header.line,
            end_line: self.line_behind(),
            span: self.span_from(header.start),
        })
    }

    fn members(&mut self) -> Parsed<Vec<Member>> {
        let mut members = Vec::new();
        while !self.at(CloseBrace) {
            members.push(self.nested(|parser| parser.member())?);
        }
        Ok(members)
    }

    fn class_modifiers(&mut self) -> Parsed<Modifiers> {
        let mut modifiers = Modifiers::NONE;
        while let Some(modifier) = class_modifier(self.peek()) {
            self.bump();
            modifiers = self.add_class_modifier(modifiers, modifier)?;
        }
        Ok(modifiers)
    }

    fn anonymous_class_modifiers(&mut self) -> Parsed<Modifiers> {
        let mut modifiers = Modifiers::NONE;
        while let Some(modifier) = class_modifier(self.peek()) {
            let token = self.bump();
            if matches!(token.kind, Abstract | Final) {
                let keyword = if token.kind == Abstract { "abstract" } else { "final" };
                return self.fail_compile(format!("Cannot use the {keyword} modifier on an anonymous class"), self.line_behind());
            }
            modifiers = self.add_class_modifier(modifiers, modifier)?;
        }
        Ok(modifiers)
    }

    fn add_class_modifier(&mut self, set: Modifiers, new: Modifiers) -> Parsed<Modifiers> {
        for (modifier, name) in
            [(Modifiers::ABSTRACT, "abstract"), (Modifiers::FINAL, "final"), (Modifiers::READONLY, "readonly")]
        {
            if new == modifier && set.contains(modifier) {
                return self.fail_compile(format!("Multiple {name} modifiers are not allowed"), self.line_behind());
            }
        }
        let both = set | new;
        if both.contains(Modifiers::ABSTRACT | Modifiers::FINAL) {
            return self.fail_compile("Cannot use the final modifier on an abstract class", self.line_behind());
        }
        Ok(both)
    }
}

/// What is known of a class before its clauses.
struct Header {
    kind: ClassKind,
    name: Option<crate::ast::Ident>,
    modifiers: Modifiers,
    attributes: Vec<AttributeGroup>,
    backing_type: Option<Type>,
    line: u32,
    start: u32,
}

fn class_modifier(kind: TokenKind) -> Option<Modifiers> {
    Some(match kind {
        Abstract => Modifiers::ABSTRACT,
        Final => Modifiers::FINAL,
        Readonly => Modifiers::READONLY,
        _ => return None,
    })
}
