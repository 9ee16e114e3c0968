//! Expressions with operators.

use super::operand::Shape;
use super::operator::{self, Associativity, assignment, cast, infix, starts_expr};
use super::{MAX_DEPTH, Parsed, Parser};
use crate::ast::{
    Arguments, ArrayLiteral, ArraySyntax, AttributeGroup, BinaryOp, Expr, ExprKind, IncDec, Include, Match, MatchArm, Ternary,
    UnaryOp,
};
use crate::lexer::Token;
use crate::lexer::TokenKind::{self, *};

const NESTED_TERNARY: &str = "Unparenthesized `a ? b : c ? d : e` is not supported. \
    Use either `(a ? b : c) ? d : e` or `a ? b : (c ? d : e)`";
const MIXED_TERNARY_1: &str = "Unparenthesized `a ? b : c ?: d` is not supported. \
    Use either `(a ? b : c) ?: d` or `a ? b : (c ?: d)`";
const MIXED_TERNARY_2: &str = "Unparenthesized `a ?: b ? c : d` is not supported. \
    Use either `(a ?: b) ? c : d` or `a ?: (b ? c : d)`";

impl<'s> Parser<'s> {
    /// Any expression.
    pub(super) fn parse_expr(&mut self) -> Parsed<Expr> {
        self.expr_above(operator::LOWEST)
    }

    /// An expression whose outermost operator is of `level` or a higher one.
    pub(super) fn expr_above(&mut self, level: u8) -> Parsed<Expr> {
        if let Some(literal) = self.lone_literal()? {
            return Ok(literal);
        }
        let outer_height = std::mem::replace(&mut self.height, 0);
        let expr = self.nested(|parser| {
            let operand = parser.operand()?;
            parser.operators(operand, level)
        })?;
        self.grow()?;
        self.height = self.height.max(outer_height);
        Ok(expr)
    }

    /// A string or number that is the whole expression, as most elements of long arrays are.
    #[inline]
    fn lone_literal(&mut self) -> Parsed<Option<Expr>> {
        let is_literal = matches!(self.peek(), ConstantEncapsedString | LNumber | DNumber);
        let is_whole = || matches!(self.peek_nth(1), Comma | CloseBracket | CloseParen | DoubleArrow | Semicolon);
        // What may not be nested any deeper fails as the expression that it is.
        if !is_literal || !is_whole() || self.depth >= MAX_DEPTH || phant_interrupt::is_urgent() {
            return Ok(None);
        }
        let (literal, _) = self.base()?;
        self.height = self.height.max(1);
        Ok(Some(literal))
    }

    /// A comma-separated list of at least one expression.
    pub(super) fn expr_list(&mut self) -> Parsed<Vec<Expr>> {
        let mut list = vec![self.parse_expr()?];
        while self.eat(Comma) {
            list.push(self.parse_expr()?);
        }
        Ok(list)
    }

    /// Extends `left` by the operators of `level` or higher that follow it.
    pub(super) fn operators(&mut self, mut left: Expr, level: u8) -> Parsed<Expr> {
        let start = left.span.start;
        // Level of the last operator if it cannot be chained.
        let mut unchainable = 0;
        loop {
            let kind = self.peek();
            if let Some(infix) = infix(kind) {
                if infix.level < level {
                    return Ok(left);
                }
                self.grow()?;
                if infix.level == unchainable {
                    return self.unexpected(&[]);
                }
                self.bump();
                unchainable = if infix.associativity == Associativity::None { infix.level } else { 0 };
                let right_level = infix.level + (infix.associativity != Associativity::Right) as u8;
                let right = self.expr_above(right_level)?;
                left = self.binary(infix.op, left, right, start);
            } else if kind == Question && operator::TERNARY >= level {
                unchainable = 0;
                self.grow()?;
                left = self.ternary(left, start)?;
            } else if kind == InstanceOf && operator::INSTANCEOF >= level {
                self.bump();
                self.grow()?;
                let class = Box::new(self.class_name_reference(&[])?);
                let line = left.line;
                left = self.expr(ExprKind::InstanceOf(Box::new(left), class), line, start);
            } else {
                return Ok(left);
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, left: Expr, right: Expr, start: u32) -> Expr {
        let line = left.line;
        self.expr(ExprKind::Binary(op, Box::new(left), Box::new(right)), line, start)
    }

    fn ternary(&mut self, condition: Expr, start: u32) -> Parsed<Expr> {
        self.bump();
        let then = if self.at(Colon) { None } else { Some(self.parse_expr()?) };
        self.expect_unlisted(Colon)?;
        let otherwise = self.expr_above(operator::TERNARY + 1)?;
        let line = condition.line;
        if let ExprKind::Ternary(inner) = &condition.kind
            && !condition.parenthesized
        {
            let message = match (&inner.then, &then) {
                (Some(_), Some(_)) => Some(NESTED_TERNARY),
                (Some(_), None) => Some(MIXED_TERNARY_1),
                (None, Some(_)) => Some(MIXED_TERNARY_2),
                (None, None) => None,
            };
            if let Some(message) = message {
                self.defer(message, line);
            }
        }
        let ternary = Box::new(Ternary { condition, then, otherwise });
        Ok(self.expr(ExprKind::Ternary(ternary), line, start))
    }

    /// An operand: a variable or literal with what follows it, or a prefix operator with its operand.
    /// Assignments are operands, as their target binds tighter than anything before it.
    fn operand(&mut self) -> Parsed<Expr> {
        let token = self.token();
        let start = token.start;
        match token.kind {
            Variable | Dollar => {
                let (expr, shape) = self.dereferenceable()?;
                self.assignment(expr, shape)
            }
            Plus => self.unary(UnaryOp::Plus, operator::UNARY),
            Minus => self.unary(UnaryOp::Minus, operator::UNARY),
            Bang => self.unary(UnaryOp::Not, operator::NOT),
            Tilde => self.unary(UnaryOp::BitNot, operator::UNARY),
            At => self.prefix(operator::UNARY, ExprKind::Silence),
            Inc => self.pre_inc_dec(IncDec::PreInc),
            Dec => self.pre_inc_dec(IncDec::PreDec),
            New => {
                let (expr, shape) = self.dereferenceable()?;
                self.assignment(expr, shape)
            }
            Clone => self.clone_expr(),
            Print => self.prefix(operator::PRINT, ExprKind::Print),
            Throw => self.prefix(operator::LOWEST, ExprKind::Throw),
            TokenKind::Include => self.include(Include::Include),
            IncludeOnce => self.include(Include::IncludeOnce),
            Require => self.include(Include::Require),
            RequireOnce => self.include(Include::RequireOnce),
            Yield => self.yield_expr(),
            YieldFrom => {
                self.has_yield = true;
                self.prefix(operator::YIELD_FROM, ExprKind::YieldFrom)
            }
            Isset => self.isset(),
            Empty => {
                self.bump();
                self.expect(OpenParen)?;
                let operand = self.parse_expr()?;
                self.expect_unlisted(CloseParen)?;
                let line = operand.line;
                Ok(self.expr(ExprKind::Empty(Box::new(operand)), line, start))
            }
            Eval => {
                self.bump();
                self.expect(OpenParen)?;
                let operand = self.parse_expr()?;
                self.expect_unlisted(CloseParen)?;
                let line = operand.line;
                Ok(self.expr(ExprKind::Eval(Box::new(operand)), line, start))
            }
            Exit => self.exit(),
            TokenKind::Match => self.match_expr(),
            List => {
                let list = self.list()?;
                if !self.at(Equal) {
                    return self.unexpected(&[Equal]);
                }
                self.destructure(list)
            }
            Function | Fn => {
                let start = self.token().start;
                self.closure(Vec::new(), false, start)
            }
            Static if matches!(self.peek_nth(1), Function | Fn) => {
                self.bump();
                self.closure(Vec::new(), true, start)
            }
            Attribute => {
                let attributes = self.attributes()?;
                self.attributed_closure(attributes, &[Function, Fn, Static, Attribute])
            }
            kind => {
                if let Some(cast) = cast(kind) {
                    return self.prefix(operator::UNARY, |expr| ExprKind::Cast(cast, expr));
                }
                let (expr, shape) = self.dereferenceable()?;
                self.assignment(expr, shape)
            }
        }
    }

    /// A closure after its attributes.
    pub(super) fn attributed_closure(&mut self, attributes: Vec<AttributeGroup>, expected: &[TokenKind]) -> Parsed<Expr> {
        let start = self.token().start;
        let is_static = self.eat(Static);
        if !matches!(self.peek(), Function | Fn) {
            return self.unexpected(if is_static { &[Function, Fn] } else { expected });
        }
        self.closure(attributes, is_static, start)
    }

    /// A prefix operator of `level` that is the next token.
    fn prefix(&mut self, level: u8, kind: impl FnOnce(Box<Expr>) -> ExprKind) -> Parsed<Expr> {
        let start = self.bump().start;
        let operand = self.expr_above(level + 1)?;
        let line = operand.line;
        Ok(self.expr(kind(Box::new(operand)), line, start))
    }

    fn unary(&mut self, op: UnaryOp, level: u8) -> Parsed<Expr> {
        self.prefix(level, |operand| ExprKind::Unary(op, operand))
    }

    fn include(&mut self, include: Include) -> Parsed<Expr> {
        self.prefix(operator::LOWEST, |operand| ExprKind::Include(include, operand))
    }

    fn pre_inc_dec(&mut self, op: IncDec) -> Parsed<Expr> {
        let start = self.bump().start;
        let target = self.variable()?;
        let line = target.line;
        Ok(self.expr(ExprKind::IncDec(op, Box::new(target)), line, start))
    }

    /// What can follow a complete operand that is a variable: an assignment, `++` or `--`.
    fn assignment(&mut self, target: Expr, shape: Shape) -> Parsed<Expr> {
        let kind = self.peek();
        if shape != Shape::Variable {
            if kind == Equal && shape == Shape::Array {
                return self.destructure(target);
            }
            return Ok(target);
        }
        let (start, line) = (target.span.start, target.line);
        let target = Box::new(target);
        match kind {
            Equal => {
                self.bump();
                if matches!(self.peek(), AmpersandFollowedByVar | AmpersandNotFollowedByVar) {
                    self.bump();
                    let value = Box::new(self.variable()?);
                    return Ok(self.expr(ExprKind::AssignRef(target, value), line, start));
                }
                let value = Box::new(self.expr_above(operator::ASSIGN + 1)?);
                Ok(self.expr(ExprKind::Assign(target, value), line, start))
            }
            Inc => {
                self.bump();
                Ok(self.expr(ExprKind::IncDec(IncDec::PostInc, target), line, start))
            }
            Dec => {
                self.bump();
                Ok(self.expr(ExprKind::IncDec(IncDec::PostDec, target), line, start))
            }
            _ => {
                let Some(op) = assignment(kind) else { return Ok(*target) };
                self.bump();
                let value = Box::new(self.expr_above(operator::ASSIGN + 1)?);
                Ok(self.expr(ExprKind::AssignOp(op, target, value), line, start))
            }
        }
    }

    /// `= value` after a pattern.
    pub(super) fn destructure(&mut self, target: Expr) -> Parsed<Expr> {
        self.expect(Equal)?;
        let value = Box::new(self.expr_above(operator::ASSIGN + 1)?);
        let (line, start) = (target.line, target.span.start);
        Ok(self.expr(ExprKind::Assign(Box::new(target), value), line, start))
    }

    /// `list(...)`
    pub(super) fn list(&mut self) -> Parsed<Expr> {
        let start = self.bump().start;
        self.expect(OpenParen)?;
        let (elements, line) = self.array_elements(CloseParen)?;
        let literal = ArrayLiteral { elements, syntax: ArraySyntax::List };
        Ok(self.expr(ExprKind::Array(literal), line, start))
    }

    fn clone_expr(&mut self) -> Parsed<Expr> {
        if self.peek_nth(1) != OpenParen || !self.is_clone_call() {
            return self.prefix(operator::CLONE, ExprKind::Clone);
        }
        let Token { start, line, .. } = self.bump();
        let args = self.arguments()?;
        let expr = self.expr(ExprKind::CloneCall(args), line, start);
        let (expr, _) = self.postfix(expr, Shape::Variable)?;
        Ok(expr)
    }

    /// Whether the parentheses after `clone` hold more than one operand, which makes it a call.
    fn is_clone_call(&self) -> bool {
        if matches!(self.peek_nth(2), CloseParen | Ellipsis) || (self.peek_nth(2) == String && self.peek_nth(3) == Colon) {
            return true;
        }
        let mut depth = 0;
        for n in 1.. {
            match self.peek_nth(n) {
                OpenParen | OpenBracket | OpenBrace | CurlyOpen | DollarOpenCurlyBraces | Attribute => depth += 1,
                CloseParen | CloseBracket | CloseBrace => {
                    depth -= 1;
                    if depth == 0 {
                        return false;
                    }
                }
                Comma if depth == 1 => return true,
                End | Error => return false,
                _ => {}
            }
        }
        false
    }

    fn yield_expr(&mut self) -> Parsed<Expr> {
        let start = self.bump().start;
        self.has_yield = true;
        if !starts_expr(self.peek()) {
            let line = self.line_ahead();
            return Ok(self.expr(ExprKind::Yield { key: None, value: None }, line, start));
        }
        let mut value = Box::new(self.expr_above(operator::YIELD + 1)?);
        let mut key = None;
        let mut line = value.line;
        if self.eat(DoubleArrow) {
            key = Some(value);
            value = Box::new(self.expr_above(operator::DOUBLE_ARROW + 1)?);
            line = value.line;
        }
        Ok(self.expr(ExprKind::Yield { key, value: Some(value) }, line, start))
    }

    fn isset(&mut self) -> Parsed<Expr> {
        let start = self.bump().start;
        self.expect(OpenParen)?;
        let mut list = vec![self.parse_expr()?];
        while self.eat(Comma) && starts_expr(self.peek()) {
            list.push(self.parse_expr()?);
        }
        self.expect(CloseParen)?;
        let line = list[0].line;
        Ok(self.expr(ExprKind::Isset(list), line, start))
    }

    fn exit(&mut self) -> Parsed<Expr> {
        let start = self.bump().start;
        if !self.at(OpenParen) {
            let line = self.line_ahead();
            return Ok(self.expr(ExprKind::Exit(Arguments::List(Vec::new())), line, start));
        }
        let args = self.arguments()?;
        let line = self.line_behind();
        Ok(self.expr(ExprKind::Exit(args), line, start))
    }

    fn match_expr(&mut self) -> Parsed<Expr> {
        let start = self.bump().start;
        self.expect(OpenParen)?;
        let subject = self.parse_expr()?;
        self.expect_unlisted(CloseParen)?;
        self.expect(OpenBrace)?;
        let mut arms = Vec::new();
        while starts_expr(self.peek()) || self.at(Default) {
            arms.push(self.match_arm()?);
            if !self.eat(Comma) {
                break;
            }
        }
        self.expect(CloseBrace)?;
        let line = subject.line;
        let shape = Box::new(Match { subject, arms });
        Ok(self.expr(ExprKind::Match(shape), line, start))
    }

    fn match_arm(&mut self) -> Parsed<MatchArm> {
        let conditions = if self.at(Default) {
            self.bump();
            self.eat(Comma);
            None
        } else {
            let mut conditions = vec![self.parse_expr()?];
            while self.eat(Comma) && starts_expr(self.peek()) {
                conditions.push(self.parse_expr()?);
            }
            Some(conditions)
        };
        self.expect(DoubleArrow)?;
        let body = self.parse_expr()?;
        let line = conditions.as_ref().map_or(body.line, |conditions| conditions[0].line);
        Ok(MatchArm { conditions, body, line })
    }
}
