//! Statements that can stand anywhere.

use super::error::Failed;
use super::kinds::is_ampersand;
use super::operand::{DEREFERENCE, Shape, starts_variable};
use super::operator::starts_expr;
use super::top_level::starts_inner_statement;
use super::{Parsed, Parser};
use crate::ast::{
    ArraySyntax, BinaryOp, Block, Bytes, Cast, Catch as CatchNode, ConstItem, Diagnostic, DiagnosticLevel, Expr, ExprKind,
    For as ForNode, Foreach as ForeachNode, Ident, IfClause, StaticVar, Stmt, StmtKind, SwitchCase, Try as TryNode,
};
use crate::error::{ParseError, ParseErrorKind};
use crate::lexer::TokenKind::{self, *};

impl Parser<'_> {
    /// Statements in a block, up to a token that no statement starts with.
    pub(super) fn inner_statements(&mut self) -> Parsed<Vec<Stmt>> {
        let mut statements = Vec::new();
        while starts_inner_statement(self.peek()) {
            statements.push(self.nested(|parser| parser.inner_statement())?);
        }
        Ok(statements)
    }

    fn inner_statement(&mut self) -> Parsed<Stmt> {
        match self.peek() {
            HaltCompiler => {
                self.bump();
                self.expect(OpenParen)?;
                self.expect(CloseParen)?;
                self.expect(Semicolon)?;
                let message = "__HALT_COMPILER() can only be used from the outermost scope";
                self.fail_compile(message, self.line_behind())
            }
            _ => match self.declaration()? {
                Some(declaration) => Ok(declaration),
                None => self.statement(),
            },
        }
    }

    /// A statement that declares nothing.
    pub(super) fn statement(&mut self) -> Parsed<Stmt> {
        self.nested(|parser| parser.any_statement())
    }

    fn any_statement(&mut self) -> Parsed<Stmt> {
        let token = self.token();
        let start = token.start;
        match token.kind {
            OpenBrace => {
                let line = self.bump().line;
                let statements = self.inner_statements()?;
                self.expect_unlisted(CloseBrace)?;
                Ok(self.stmt(StmtKind::Block(statements), line, start))
            }
            If => self.if_statement(),
            While => self.while_statement(),
            Do => self.do_while(),
            For => self.for_statement(),
            Foreach => self.foreach_statement(),
            Switch => self.switch_statement(),
            Break => self.with_optional_expr(StmtKind::Break),
            Continue => self.with_optional_expr(StmtKind::Continue),
            Return => self.with_optional_expr(StmtKind::Return),
            Global => self.global_statement(),
            Static if self.peek_nth(1) == Variable => self.static_statement(),
            Echo => self.echo(),
            InlineHtml => {
                self.bump();
                let text = self.recoded(Bytes::from(self.text(token)));
                Ok(self.stmt(StmtKind::InlineHtml(text), token.line, start))
            }
            Unset => self.unset_statement(),
            Declare => self.declare_statement(),
            Try => self.try_statement(),
            Semicolon => {
                self.bump();
                Ok(self.stmt(StmtKind::Nop, token.line, start))
            }
            Goto => {
                self.bump();
                let label = self.expect(String)?;
                let label = self.ident(label);
                self.expect(Semicolon)?;
                let line = label.line;
                Ok(self.stmt(StmtKind::Goto(label), line, start))
            }
            String if self.peek_nth(1) == Colon => {
                self.bump();
                self.bump();
                let label = self.ident(token);
                Ok(self.stmt(StmtKind::Label(label), token.line, start))
            }
            _ => {
                let expr = self.discardable_expr()?;
                self.expect_unlisted(Semicolon)?;
                let line = expr.line;
                Ok(self.stmt(StmtKind::Expr(expr), line, start))
            }
        }
    }

    /// `(expr)`
    fn condition(&mut self) -> Parsed<Expr> {
        self.expect(OpenParen)?;
        let condition = self.parse_expr()?;
        self.expect_unlisted(CloseParen)?;
        Ok(condition)
    }

    /// The statement under a control structure.
    fn block(&mut self) -> Parsed<Block> {
        let statement = self.statement()?;
        Ok(match statement.kind {
            StmtKind::Block(statements) => Block { statements, braced: true },
            _ => Block { statements: vec![statement], braced: false },
        })
    }

    /// The body of a loop: a statement, or `: ... end;`.
    fn loop_body(&mut self, end: TokenKind) -> Parsed<Block> {
        if !self.eat(Colon) {
            return self.block();
        }
        let statements = self.inner_statements()?;
        self.expect_unlisted(end)?;
        self.expect(Semicolon)?;
        Ok(Block { statements, braced: true })
    }

    fn if_statement(&mut self) -> Parsed<Stmt> {
        let start = self.bump().start;
        let condition = self.condition()?;
        let line = condition.line;
        if self.at(Colon) {
            return self.alternative_if(condition, start);
        }
        let mut clauses = vec![IfClause { condition, body: self.block()? }];
        while self.eat(ElseIf) {
            let condition = self.condition()?;
            clauses.push(IfClause { condition, body: self.block()? });
        }
        let otherwise = if self.eat(Else) { Some(self.block()?) } else { None };
        Ok(self.stmt(StmtKind::If { clauses, otherwise }, line, start))
    }

    fn alternative_if(&mut self, condition: Expr, start: u32) -> Parsed<Stmt> {
        const ENDS: &[TokenKind] = &[ElseIf, Else, EndIf];
        let line = condition.line;
        self.bump();
        let statements = self.inner_statements()?;
        let mut clauses = vec![IfClause { condition, body: Block { statements, braced: true } }];
        while self.eat(ElseIf) {
            let condition = self.condition()?;
            self.expect(Colon)?;
            let statements = self.inner_statements()?;
            clauses.push(IfClause { condition, body: Block { statements, braced: true } });
        }
        let mut otherwise = None;
        if self.eat(Else) {
            self.expect(Colon)?;
            let statements = self.inner_statements()?;
            otherwise = Some(Block { statements, braced: true });
        }
        if !self.at(EndIf) {
            return self.unexpected(if otherwise.is_some() { &[] } else { ENDS });
        }
        self.bump();
        self.expect(Semicolon)?;
        Ok(self.stmt(StmtKind::If { clauses, otherwise }, line, start))
    }

    fn while_statement(&mut self) -> Parsed<Stmt> {
        let start = self.bump().start;
        let condition = self.condition()?;
        let body = self.loop_body(EndWhile)?;
        let line = condition.line;
        Ok(self.stmt(StmtKind::While { condition, body }, line, start))
    }

    fn do_while(&mut self) -> Parsed<Stmt> {
        let start = self.bump().start;
        let line = self.token().line;
        let body = self.block()?;
        let line = if body.braced { line } else { body[0].line };
        self.expect(While)?;
        let condition = self.condition()?;
        self.expect(Semicolon)?;
        Ok(self.stmt(StmtKind::DoWhile { body, condition }, line, start))
    }

    /// Expressions of a `for` up to `end`, which is consumed.
    fn for_exprs(&mut self, end: TokenKind) -> Parsed<Vec<Expr>> {
        let mut list = Vec::new();
        if starts_expr(self.peek()) {
            list.push(self.discardable_expr()?);
            while self.eat(Comma) {
                list.push(self.discardable_expr()?);
            }
        }
        self.expect(end)?;
        Ok(list)
    }

    /// An expression that can have a `(void)` before it (8.5).
    fn discardable_expr(&mut self) -> Parsed<Expr> {
        let start = self.token().start;
        if !self.at_void_cast() {
            return self.parse_expr();
        }
        for _ in 0..3 {
            self.bump();
        }
        let operand = self.parse_expr()?;
        let line = operand.line;
        Ok(self.expr(ExprKind::Cast(Cast::Void, Box::new(operand)), line, start))
    }

    /// Whether a constant in parentheses is not one, because an expression follows it.
    fn at_void_cast(&self) -> bool {
        self.at(OpenParen)
            && self.peek_nth(1) == String
            && self.peek_nth(2) == CloseParen
            && starts_expr(self.peek_nth(3))
            && self.text(self.token_nth(1)).eq_ignore_ascii_case(b"void")
    }

    fn for_statement(&mut self) -> Parsed<Stmt> {
        let token = self.bump();
        self.expect(OpenParen)?;
        let init = self.for_exprs(Semicolon)?;
        let condition = self.for_exprs(Semicolon)?;
        let step = self.for_exprs(CloseParen)?;
        let body = self.loop_body(EndFor)?;
        let first = init.first().or(condition.first()).or(step.first());
        let line = first.map(|expr| expr.line).or(body.first().map(|stmt| stmt.line)).unwrap_or(token.line);
        let node = Box::new(ForNode { init, condition, step, body });
        Ok(self.stmt(StmtKind::For(node), line, token.start))
    }

    fn foreach_statement(&mut self) -> Parsed<Stmt> {
        let start = self.bump().start;
        self.expect(OpenParen)?;
        let subject = self.parse_expr()?;
        self.expect_unlisted(As)?;
        let (mut value, mut by_ref) = self.foreach_variable()?;
        let (mut key, mut key_by_ref) = (None, false);
        if self.eat(DoubleArrow) {
            key_by_ref = by_ref;
            key = Some(value);
            (value, by_ref) = self.foreach_variable()?;
            if !self.at(CloseParen) {
                return self.after_foreach_variable(&value, &[CloseParen]);
            }
        } else if !self.at(CloseParen) {
            return self.after_foreach_variable(&value, &[DoubleArrow, CloseParen]);
        }
        self.bump();
        let body = self.loop_body(EndForeach)?;
        let line = subject.line;
        let node = Box::new(ForeachNode { subject, key, key_by_ref, value, by_ref, body });
        Ok(self.stmt(StmtKind::Foreach(node), line, start))
    }

    fn after_foreach_variable<T>(&mut self, value: &Expr, expected: &[TokenKind]) -> Parsed<T> {
        let is_list = matches!(&value.kind, ExprKind::Array(literal) if literal.syntax == ArraySyntax::List);
        self.unexpected(if is_list { expected } else { DEREFERENCE })
    }

    /// What a `foreach` assigns to, and whether by reference.
    fn foreach_variable(&mut self) -> Parsed<(Expr, bool)> {
        if is_ampersand(self.peek()) {
            self.bump();
            return Ok((self.variable()?, true));
        }
        if self.at(List) {
            return Ok((self.list()?, false));
        }
        if !starts_variable(self.peek()) {
            return self.unexpected(&[]);
        }
        let (expr, shape) = self.dereferenceable()?;
        match shape {
            Shape::Variable | Shape::Array => Ok((expr, false)),
            _ => self.not_a_variable(&expr),
        }
    }

    fn switch_statement(&mut self) -> Parsed<Stmt> {
        let start = self.bump().start;
        let subject = self.condition()?;
        let end = match self.peek() {
            OpenBrace => CloseBrace,
            Colon => EndSwitch,
            _ => return self.unexpected(&[Colon, OpenBrace]),
        };
        self.bump();
        let leading = self.eat(Semicolon);
        let mut cases = Vec::new();
        loop {
            match self.peek() {
                Case => {
                    self.bump();
                    let test = self.parse_expr()?;
                    let line = test.line;
                    if !matches!(self.peek(), Colon | Semicolon) {
                        return self.unexpected(&[]);
                    }
                    self.bump();
                    let body = self.inner_statements()?;
                    cases.push(SwitchCase { test: Some(test), body, line });
                }
                Default => {
                    self.bump();
                    if !matches!(self.peek(), Colon | Semicolon) {
                        return self.unexpected(&[Colon, Semicolon]);
                    }
                    let line = self.bump().end_line;
                    let body = self.inner_statements()?;
                    cases.push(SwitchCase { test: None, body, line });
                }
                kind if kind == end => break,
                _ => {
                    return match (leading || !cases.is_empty(), end) {
                        (_, EndSwitch) => self.unexpected(&[EndSwitch, Case, Default]),
                        _ => self.unexpected(&[Case, Default, CloseBrace]),
                    };
                }
            }
        }
        self.bump();
        if end == EndSwitch {
            self.expect(Semicolon)?;
        }
        let line = subject.line;
        Ok(self.stmt(StmtKind::Switch { subject, cases }, line, start))
    }

    /// `break`, `continue`, `return`.
    fn with_optional_expr(&mut self, kind: fn(Option<Expr>) -> StmtKind) -> Parsed<Stmt> {
        let start = self.bump().start;
        let operand = if starts_expr(self.peek()) { Some(self.parse_expr()?) } else { None };
        self.expect(Semicolon)?;
        let line = operand.as_ref().map_or(self.line_behind(), |operand| operand.line);
        Ok(self.stmt(kind(operand), line, start))
    }

    fn global_statement(&mut self) -> Parsed<Stmt> {
        let start = self.bump().start;
        let mut variables = vec![self.global_variable()?];
        while self.eat(Comma) {
            variables.push(self.global_variable()?);
        }
        if !self.at(Semicolon) {
            return self.unexpected(&[Comma, Semicolon]);
        }
        self.bump();
        let line = variables[0].line;
        Ok(self.stmt(StmtKind::Global(variables), line, start))
    }

    fn global_variable(&mut self) -> Parsed<Expr> {
        match self.peek() {
            Variable | Dollar => self.simple_variable(),
            _ => self.unexpected(&[Variable, Dollar]),
        }
    }

    fn static_statement(&mut self) -> Parsed<Stmt> {
        let start = self.bump().start;
        let mut variables = Vec::new();
        loop {
            let token = self.expect(Variable)?;
            let name = self.variable_ident(token);
            let default = if self.eat(Equal) { Some(self.parse_expr()?) } else { None };
            variables.push(StaticVar { name, default });
            match self.peek() {
                Comma => self.bump(),
                Semicolon => {
                    self.bump();
                    break;
                }
                _ => return self.unexpected(&[Comma, Semicolon]),
            };
        }
        let line = variables[0].name.line;
        Ok(self.stmt(StmtKind::Static(variables), line, start))
    }

    fn echo(&mut self) -> Parsed<Stmt> {
        let start = self.bump().start;
        let list = self.expr_list()?;
        if !self.at(Semicolon) {
            return self.unexpected(&[Comma, Semicolon]);
        }
        self.bump();
        let line = list[0].line;
        Ok(self.stmt(StmtKind::Echo(list), line, start))
    }

    fn unset_statement(&mut self) -> Parsed<Stmt> {
        let start = self.bump().start;
        self.expect(OpenParen)?;
        let mut targets = Vec::new();
        loop {
            targets.push(self.variable()?);
            if !self.eat(Comma) {
                if !self.at(CloseParen) {
                    return self.unexpected(DEREFERENCE);
                }
                break;
            }
            if !starts_variable(self.peek()) {
                break;
            }
        }
        self.expect(CloseParen)?;
        self.expect(Semicolon)?;
        let line = targets[0].line;
        Ok(self.stmt(StmtKind::Unset(targets), line, start))
    }

    fn declare_statement(&mut self) -> Parsed<Stmt> {
        let start = self.bump().start;
        self.expect(OpenParen)?;
        let directives = self.const_items()?;
        if !self.at(CloseParen) {
            return self.unexpected(&[Comma, CloseParen]);
        }
        self.bump();
        self.check_encoding(&directives)?;
        let body = if self.eat(Semicolon) { None } else { Some(self.loop_body(EndDeclare)?) };
        let line = directives[0].line;
        Ok(self.stmt(StmtKind::Declare { directives, body }, line, start))
    }

    /// PHP looks at `declare(encoding=...)` while it parses, as it could change how the rest is read.
    fn check_encoding(&mut self, directives: &[ConstItem]) -> Parsed<()> {
        for directive in directives.iter().filter(|directive| directive.name.name.eq_ignore_case(b"encoding")) {
            let line = self.line_behind();
            if !is_literal(&directive.value) {
                return self.fail_compile("Encoding must be a literal", line);
            }
            if let Some(encodings) = self.encodings {
                self.declared += 1;
                if self.declared > encodings.declared {
                    let is_float = matches!(directive.value.kind, ExprKind::Float(_));
                    let kind = ParseErrorKind::Encoding { offset: self.tokens.previous().end, is_float };
                    let message = literal_text(&directive.value);
                    self.error.get_or_insert(ParseError { message, line, kind });
                    return Err(Failed);
                }
                continue;
            }
            let message = b"declare(encoding=...) ignored because Zend multibyte feature is turned off by settings".to_vec();
            self.diagnostics.push(Diagnostic { level: DiagnosticLevel::CompileWarning, message, line });
        }
        Ok(())
    }

    /// `A = 1, B = 2`
    pub(super) fn const_items(&mut self) -> Parsed<Vec<ConstItem>> {
        let mut items = Vec::new();
        loop {
            let token = self.expect(String)?;
            let name: Ident = self.ident(token);
            self.expect(Equal)?;
            let value = self.parse_expr()?;
            let doc_comment = self.doc_comment(true);
            let line = name.line;
            items.push(ConstItem { name, value, doc_comment, line });
            if !self.eat(Comma) {
                return Ok(items);
            }
        }
    }

    /// `{ ... }` where braces are required.
    fn braces(&mut self) -> Parsed<(Vec<Stmt>, u32)> {
        let line = self.expect(OpenBrace)?.line;
        let statements = self.inner_statements()?;
        self.expect_unlisted(CloseBrace)?;
        Ok((statements, line))
    }

    fn try_statement(&mut self) -> Parsed<Stmt> {
        let start = self.bump().start;
        let (body, line) = self.braces()?;
        let mut catches = Vec::new();
        while self.eat(Catch) {
            self.expect(OpenParen)?;
            let mut classes = vec![self.class_name(&[])?];
            while self.eat(Bar) {
                classes.push(self.class_name(&[])?);
            }
            let variable = match self.at(Variable) {
                true => {
                    let token = self.bump();
                    Some(self.variable_ident(token))
                }
                false => None,
            };
            if !self.at(CloseParen) {
                return self.unexpected(&[CloseParen]);
            }
            self.bump();
            let (body, _) = self.braces()?;
            let line = classes[0].line;
            catches.push(CatchNode { classes, variable, body, line });
        }
        let finally = if self.eat(Finally) { Some(self.braces()?.0) } else { None };
        let node = Box::new(TryNode { body, catches, finally });
        Ok(self.stmt(StmtKind::Try(node), line, start))
    }
}

/// Whether PHP's parser makes one value of `expr`: it joins literals with `.` between them.
/// A literal as text.
fn literal_text(expr: &Expr) -> Vec<u8> {
    match &expr.kind {
        ExprKind::Int(i) => i.to_string().into_bytes(),
        ExprKind::Float(f) => f.to_string().into_bytes(),
        ExprKind::String(s) => s.to_vec(),
        ExprKind::Binary(_, left, right) => [literal_text(left), literal_text(right)].concat(),
        _ => Vec::new(),
    }
}

fn is_literal(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::String(_) => true,
        ExprKind::Binary(BinaryOp::Concat, left, right) => is_literal(left) && is_literal(right),
        _ => false,
    }
}
