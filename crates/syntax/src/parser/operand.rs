//! Operands that can be dereferenced: variables, literals, constants, `new`, and what follows them.

use super::operator::starts_expr;
use super::reserved::is_identifier;
use super::{Parsed, Parser};
use crate::ast::{
    ArrayLiteral, ArraySyntax, Bytes, Call, Callee, ClassConstantFetch, ClassRef, Expr, ExprKind, MagicConstant, MemberName,
    MethodCall, Name, NameForm, New, NewClass, PropertyFetch, StaticCall, StaticPropertyFetch,
};
use crate::lexer::Token;
use crate::lexer::TokenKind::{self, *};
use crate::lexer::literal::{Number, float, integer, unescape, unescape_single};

/// What the grammar takes an operand for, which decides what can follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Can be assigned to, dereferenced and called
    Variable,
    /// Can be dereferenced and called
    Dereferenceable,
    /// The same, and can be assigned to as a pattern
    Array,
    /// Can be dereferenced with `[` and `->` only
    Constant,
    /// Nothing follows it
    Plain,
}

/// What PHP expects after a variable where no operator can follow.
pub(super) const DEREFERENCE: &[TokenKind] = &[ObjectOperator, NullsafeObjectOperator, OpenBracket];

impl<'s> Parser<'s> {
    /// A variable, and nothing else.
    pub(super) fn variable(&mut self) -> Parsed<Expr> {
        if !starts_variable(self.peek()) {
            return self.unexpected(&[]);
        }
        let (expr, shape) = self.dereferenceable()?;
        match shape {
            Shape::Variable => Ok(expr),
            _ => self.not_a_variable(&expr),
        }
    }

    /// Fails after something that only a dereference would make a variable.
    pub(super) fn not_a_variable<T>(&mut self, expr: &Expr) -> Parsed<T> {
        match &expr.kind {
            ExprKind::New(new) if new.args.is_none() && matches!(new.class, NewClass::Ref(_)) => self.unexpected(&[OpenParen]),
            _ => self.unexpected(DEREFERENCE),
        }
    }

    /// An operand without prefix operators, with all that is dereferenced from it.
    pub(super) fn dereferenceable(&mut self) -> Parsed<(Expr, Shape)> {
        let (expr, shape) = self.base()?;
        if shape == Shape::Plain { Ok((expr, shape)) } else { self.postfix(expr, shape) }
    }

    pub(super) fn base(&mut self) -> Parsed<(Expr, Shape)> {
        let token = self.token();
        let Token { kind, start, line, .. } = token;
        let plain = |parser: &Self, kind| Ok((parser.expr(kind, line, start), Shape::Plain));
        match kind {
            Variable => {
                self.bump();
                let name = self.intern(&self.text(token)[1..]);
                Ok((self.expr(ExprKind::Variable(name), line, start), Shape::Variable))
            }
            Dollar => Ok((self.simple_variable()?, Shape::Variable)),
            String | NameQualified | NameFullyQualified | NameRelative => {
                self.bump();
                let name = self.name(token);
                self.after_name(name)
            }
            LNumber | DNumber => {
                self.bump();
                let text = self.text(token);
                let kind = match integer_or_float(kind, text) {
                    Number::Int(value) => ExprKind::Int(value),
                    Number::Float(value) => ExprKind::Float(value),
                    Number::Invalid => ExprKind::Int(0),
                };
                plain(self, kind)
            }
            ConstantEncapsedString => {
                self.bump();
                let value = self.constant_string(token);
                Ok((self.expr(ExprKind::String(value), line, start), Shape::Dereferenceable))
            }
            DoubleQuote => Ok((self.double_quoted()?, Shape::Dereferenceable)),
            StartHeredoc => Ok((self.heredoc()?, Shape::Plain)),
            Backtick => Ok((self.backticks()?, Shape::Plain)),
            OpenBracket => {
                self.bump();
                let (elements, line) = self.array_elements(CloseBracket)?;
                let literal = ArrayLiteral { elements, syntax: ArraySyntax::Short };
                Ok((self.expr(ExprKind::Array(literal), line, start), Shape::Array))
            }
            Array => {
                self.bump();
                self.expect(OpenParen)?;
                let (elements, line) = self.array_elements(CloseParen)?;
                let literal = ArrayLiteral { elements, syntax: ArraySyntax::Long };
                Ok((self.expr(ExprKind::Array(literal), line, start), Shape::Dereferenceable))
            }
            OpenParen => {
                self.bump();
                let mut inner = self.parse_expr()?;
                self.expect_unlisted(CloseParen)?;
                inner.parenthesized = true;
                Ok((inner, Shape::Dereferenceable))
            }
            New => self.new_expr(),
            Static => {
                self.bump();
                let name = self.name(token);
                if !self.at(DoubleColon) {
                    return self.unexpected(&[DoubleColon]);
                }
                self.static_member(ClassRef::Name(name), start, line)
            }
            Readonly => {
                self.bump();
                if !self.at(OpenParen) {
                    return self.unexpected(&[OpenParen]);
                }
                self.note_keyword(token);
                // The only thing that can follow makes it a call, and PHP looks only for the global function.
                let name = Name { form: NameForm::FullyQualified, ..self.name(token) };
                self.after_name(name)
            }
            kind => {
                let Some(constant) = magic_constant(kind) else { return self.unexpected(&[]) };
                self.bump();
                Ok((self.expr(ExprKind::MagicConstant(constant), line, start), Shape::Constant))
            }
        }
    }

    /// What an unqualified or qualified name stands for, by what follows it.
    fn after_name(&mut self, name: Name) -> Parsed<(Expr, Shape)> {
        let (start, line) = (name.span.start, name.line);
        match self.peek() {
            OpenParen => {
                let args = self.arguments()?;
                let call = Box::new(Call { callee: Callee::Name(name), args });
                Ok((self.expr(ExprKind::Call(call), line, start), Shape::Variable))
            }
            DoubleColon => self.static_member(ClassRef::Name(name), start, line),
            _ => Ok((self.expr(ExprKind::Constant(name), line, start), Shape::Constant)),
        }
    }

    /// Everything that is dereferenced from `expr`.
    pub(super) fn postfix(&mut self, mut expr: Expr, mut shape: Shape) -> Parsed<(Expr, Shape)> {
        let (start, line) = (expr.span.start, expr.line);
        loop {
            match self.peek() {
                OpenBracket => {
                    self.bump();
                    let index = self.optional_index()?;
                    expr = self.expr(ExprKind::Index(Box::new(expr), index), line, start);
                }
                ObjectOperator | NullsafeObjectOperator => expr = self.object_member(expr, start, line)?,
                DoubleColon if shape != Shape::Constant => {
                    self.grow()?;
                    (expr, shape) = self.static_member(ClassRef::Expr(Box::new(expr)), start, line)?;
                    continue;
                }
                OpenParen if shape != Shape::Constant => {
                    let line = self.line_ahead();
                    let args = self.arguments()?;
                    let call = Box::new(Call { callee: Callee::Expr(expr), args });
                    expr = self.expr(ExprKind::Call(call), line, start);
                }
                _ => return Ok((expr, shape)),
            }
            shape = Shape::Variable;
            self.grow()?;
        }
    }

    /// `expr]` or `]` after a bracket.
    fn optional_index(&mut self) -> Parsed<Option<Box<Expr>>> {
        let index = match starts_expr(self.peek()) {
            true => Some(Box::new(self.parse_expr()?)),
            false => None,
        };
        self.expect(CloseBracket)?;
        Ok(index)
    }

    /// `->name`, `->name()` after `object`.
    fn object_member(&mut self, object: Expr, start: u32, line: u32) -> Parsed<Expr> {
        let nullsafe = self.bump().kind == NullsafeObjectOperator;
        let name = self.property_name()?;
        if self.at(OpenParen) {
            let args = self.arguments()?;
            let call = Box::new(MethodCall { object, name, args, nullsafe });
            return Ok(self.expr(ExprKind::MethodCall(call), line, start));
        }
        let fetch = Box::new(PropertyFetch { object, name, nullsafe });
        Ok(self.expr(ExprKind::Property(fetch), line, start))
    }

    fn property_name(&mut self) -> Parsed<MemberName> {
        match self.peek() {
            String => {
                let token = self.bump();
                Ok(MemberName::Ident(self.ident(token)))
            }
            OpenBrace => Ok(MemberName::Expr(self.braced_expr()?)),
            Variable | Dollar => Ok(MemberName::Expr(self.simple_variable()?)),
            _ => self.unexpected(&[String, Variable, OpenBrace, Dollar]),
        }
    }

    /// `{expr}`
    fn braced_expr(&mut self) -> Parsed<Expr> {
        self.expect(OpenBrace)?;
        let expr = self.parse_expr()?;
        self.expect_unlisted(CloseBrace)?;
        Ok(expr)
    }

    /// `$name`, `$$name`, `${expr}`
    pub(super) fn simple_variable(&mut self) -> Parsed<Expr> {
        let token = self.token();
        let Token { kind, start, line, .. } = token;
        match kind {
            Variable => {
                self.bump();
                let name = self.intern(&self.text(token)[1..]);
                Ok(self.expr(ExprKind::Variable(name), line, start))
            }
            Dollar => {
                self.bump();
                let inner = match self.peek() {
                    OpenBrace => self.braced_expr()?,
                    _ => self.nested(|parser| parser.simple_variable())?,
                };
                let line = inner.line;
                Ok(self.expr(ExprKind::VariableVariable(Box::new(inner)), line, start))
            }
            _ => self.unexpected(&[Variable, OpenBrace, Dollar]),
        }
    }

    /// `::name`, `::name()`, `::$name`, `::{expr}`, `::class` after `class`.
    fn static_member(&mut self, class: ClassRef, start: u32, line: u32) -> Parsed<(Expr, Shape)> {
        self.bump();
        let token = self.token();
        let name = match token.kind {
            Variable | Dollar => {
                let variable = self.simple_variable()?;
                if !self.at(OpenParen) {
                    let name = static_property_name(variable);
                    let fetch = Box::new(StaticPropertyFetch { class, name });
                    return Ok((self.expr(ExprKind::StaticProperty(fetch), line, start), Shape::Variable));
                }
                MemberName::Expr(variable)
            }
            OpenBrace => MemberName::Expr(self.braced_expr()?),
            kind if is_identifier(kind) => {
                self.bump();
                MemberName::Ident(self.ident(token))
            }
            _ => return self.unexpected(&[]),
        };
        if self.at(OpenParen) {
            let args = self.arguments()?;
            let call = Box::new(StaticCall { class, name, args });
            return Ok((self.expr(ExprKind::StaticCall(call), line, start), Shape::Variable));
        }
        if token.kind == Class {
            return Ok((self.expr(ExprKind::ClassName(Box::new(class)), line, start), Shape::Dereferenceable));
        }
        let fetch = Box::new(ClassConstantFetch { class, name });
        Ok((self.expr(ExprKind::ClassConstant(fetch), line, start), Shape::Dereferenceable))
    }

    fn new_expr(&mut self) -> Parsed<(Expr, Shape)> {
        let start = self.bump().start;
        match self.peek() {
            Attribute => {
                let attributes = self.attributes()?;
                return self.new_anonymous(attributes, start);
            }
            Class | Final | Abstract | Readonly => return self.new_anonymous(Vec::new(), start),
            _ => {}
        }
        let class = self.class_name_reference(&[Class])?;
        let line = match &class {
            ClassRef::Name(name) => name.line,
            ClassRef::Expr(expr) => expr.line,
        };
        let (args, shape) = match self.at(OpenParen) {
            true => (Some(self.arguments()?), Shape::Dereferenceable),
            false => (None, Shape::Plain),
        };
        let new = Box::new(New { class: NewClass::Ref(class), args });
        Ok((self.expr(ExprKind::New(new), line, start), shape))
    }

    fn new_anonymous(&mut self, attributes: Vec<crate::ast::AttributeGroup>, start: u32) -> Parsed<(Expr, Shape)> {
        let (class, args) = self.anonymous_class(attributes)?;
        let line = class.line;
        let new = Box::new(New { class: NewClass::Anonymous(Box::new(class)), args });
        Ok((self.expr(ExprKind::New(new), line, start), Shape::Dereferenceable))
    }

    /// The operand of `new` and `instanceof`.
    pub(super) fn class_name_reference(&mut self, expected: &[TokenKind]) -> Parsed<ClassRef> {
        let token = self.token();
        let start = token.start;
        let mut expr = match token.kind {
            String | NameQualified | NameFullyQualified | NameRelative | Static => {
                self.bump();
                let name = self.name(token);
                if !self.at(DoubleColon) {
                    return Ok(ClassRef::Name(name));
                }
                self.new_static_property(ClassRef::Name(name), start, token.line)?
            }
            Variable | Dollar => self.simple_variable()?,
            OpenParen => {
                self.bump();
                let mut inner = self.parse_expr()?;
                self.expect_unlisted(CloseParen)?;
                inner.parenthesized = true;
                return Ok(ClassRef::Expr(Box::new(inner)));
            }
            _ => return self.unexpected(expected),
        };
        let line = expr.line;
        loop {
            self.grow()?;
            expr = match self.peek() {
                OpenBracket => {
                    self.bump();
                    let index = self.optional_index()?;
                    self.expr(ExprKind::Index(Box::new(expr), index), line, start)
                }
                ObjectOperator | NullsafeObjectOperator => {
                    let nullsafe = self.bump().kind == NullsafeObjectOperator;
                    let name = self.property_name()?;
                    let fetch = Box::new(PropertyFetch { object: expr, name, nullsafe });
                    self.expr(ExprKind::Property(fetch), line, start)
                }
                DoubleColon => self.new_static_property(ClassRef::Expr(Box::new(expr)), start, line)?,
                _ => return Ok(ClassRef::Expr(Box::new(expr))),
            };
        }
    }

    /// `::$name` in the operand of `new`.
    fn new_static_property(&mut self, class: ClassRef, start: u32, line: u32) -> Parsed<Expr> {
        self.bump();
        if !matches!(self.peek(), Variable | Dollar) {
            return self.unexpected(&[Variable, Dollar]);
        }
        let name = static_property_name(self.simple_variable()?);
        let fetch = Box::new(StaticPropertyFetch { class, name });
        Ok(self.expr(ExprKind::StaticProperty(fetch), line, start))
    }

    /// The value of a string token without interpolation.
    pub(super) fn constant_string(&mut self, token: Token) -> Bytes {
        let text = self.text(token);
        let prefix = text[0].eq_ignore_ascii_case(&b'b') as usize;
        let body = &text[prefix + 1..text.len() - 1];
        if !body.contains(&b'\\') {
            // Most of them occur once.
            return self.recoded(body.into());
        }
        let text = if text[prefix] == b'"' { unescape(body, b'"') } else { unescape_single(body) };
        self.recoded(text.into())
    }
}

/// Names a static property by a variable: `A::$b` is property `b`, `A::$$b` is the one `$b` names.
fn static_property_name(variable: Expr) -> MemberName {
    match variable.kind {
        ExprKind::Variable(name) => MemberName::Ident(crate::ast::Ident { name, line: variable.line, span: variable.span }),
        ExprKind::VariableVariable(inner) => MemberName::Expr(*inner),
        kind => MemberName::Expr(Expr { kind, ..variable }),
    }
}

pub(super) fn integer_or_float(kind: TokenKind, text: &[u8]) -> Number {
    if kind == LNumber
        || !text.iter().any(|c| matches!(c, b'.' | b'e' | b'E'))
        || text.starts_with(b"0x")
        || text.starts_with(b"0X")
    {
        integer(text)
    } else {
        Number::Float(float(text))
    }
}

/// Whether a variable, in the sense of PHP's grammar, can start with `kind`.
pub(super) fn starts_variable(kind: TokenKind) -> bool {
    match kind {
        Variable | Dollar | String | NameQualified | NameFullyQualified | NameRelative | Static | Readonly => true,
        ConstantEncapsedString | DoubleQuote | OpenBracket | Array | OpenParen | New => true,
        kind => is_magic_constant(kind),
    }
}

pub(super) fn is_magic_constant(kind: TokenKind) -> bool {
    magic_constant(kind).is_some()
}

fn magic_constant(kind: TokenKind) -> Option<MagicConstant> {
    Some(match kind {
        Line => MagicConstant::Line,
        File => MagicConstant::File,
        Dir => MagicConstant::Dir,
        FuncC => MagicConstant::Function,
        ClassC => MagicConstant::Class,
        MethodC => MagicConstant::Method,
        NsC => MagicConstant::Namespace,
        TraitC => MagicConstant::Trait,
        PropertyC => MagicConstant::Property,
        _ => return None,
    })
}
