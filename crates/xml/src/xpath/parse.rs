//! From text to operations.

use super::{Axis, Expression, Fault, Id, Operation, Operator, Start, Step, Test, number};
use crate::chars;
use std::{cell::RefCell, collections::HashMap, rc::Rc};

/// How deep brackets nest.
const MAX_DEPTH: usize = 200;

/// As [`compile`], remembering the expressions that the thread uses again and again.
pub fn compiled(text: &[u8]) -> Result<Rc<Expression>, Fault> {
    const LONGEST: usize = 500;
    const MOST: usize = 100;
    thread_local! {
        static KNOWN: RefCell<HashMap<Vec<u8>, Rc<Expression>>> = RefCell::default();
    }
    if text.len() > LONGEST {
        return compile(text).map(Rc::new);
    }
    if let Some(known) = KNOWN.with_borrow(|known| known.get(text).cloned()) {
        return Ok(known);
    }
    let expression = Rc::new(compile(text)?);
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(text.to_vec(), expression.clone());
    });
    Ok(expression)
}

/// Makes an expression of a text.
pub fn compile(text: &[u8]) -> Result<Expression, Fault> {
    let mut parser = Parser { text, at: 0, depth: 0, operations: Vec::new() };
    let top = parser.expression()?;
    parser.blanks();
    if parser.at < text.len() {
        return Err(Fault::EXPRESSION);
    }
    Ok(Expression { operations: parser.operations, top })
}

struct Parser<'t> {
    text: &'t [u8],
    at: usize,
    depth: usize,
    operations: Vec<Operation>,
}

const RANKS: [&[(&[u8], Operator)]; 6] = [
    &[(b"or", Operator::Or)],
    &[(b"and", Operator::And)],
    &[(b"!=", Operator::NotEqual), (b"=", Operator::Equal)],
    &[(b"<=", Operator::LessOrEqual), (b">=", Operator::GreaterOrEqual), (b"<", Operator::Less), (b">", Operator::Greater)],
    &[(b"+", Operator::Add), (b"-", Operator::Subtract)],
    &[(b"*", Operator::Multiply), (b"div", Operator::Divide), (b"mod", Operator::Modulo)],
];

impl Parser<'_> {
    fn add(&mut self, operation: Operation) -> Id {
        self.operations.push(operation);
        self.operations.len() - 1
    }
    fn rest(&self) -> &[u8] {
        &self.text[self.at..]
    }
    fn blanks(&mut self) {
        while self.rest().first().is_some_and(|&byte| chars::is_blank(byte)) {
            self.at += 1;
        }
    }
    fn looking_at(&mut self, text: &[u8]) -> bool {
        self.blanks();
        self.rest().starts_with(text)
    }
    fn take(&mut self, text: &[u8]) -> bool {
        let found = self.looking_at(text);
        self.at += if found { text.len() } else { 0 };
        found
    }
    fn is_at_end(&mut self) -> bool {
        self.blanks();
        self.rest().is_empty()
    }
    fn expect(&mut self, text: &[u8], fault: Fault) -> Result<(), Fault> {
        if self.take(text) { Ok(()) } else { Err(fault) }
    }
    fn expression(&mut self) -> Result<Id, Fault> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Fault::LIMIT);
        }
        let result = self.ranked(0);
        self.depth -= 1;
        result
    }
    /// Operators of a rank and those that bind tighter.
    fn ranked(&mut self, rank: usize) -> Result<Id, Fault> {
        let Some(operators) = RANKS.get(rank) else { return self.unary() };
        let first = self.ranked(rank + 1)?;
        let mut more = Vec::new();
        while let Some(operator) = self.operator(operators) {
            more.push((operator, self.ranked(rank + 1)?));
        }
        Ok(if more.is_empty() { first } else { self.add(Operation::Chain(first, more)) })
    }
    fn operator(&mut self, operators: &[(&[u8], Operator)]) -> Option<Operator> {
        self.blanks();
        let (text, operator) = operators.iter().find(|(text, _)| self.rest().starts_with(text))?;
        self.at += text.len();
        Some(*operator)
    }
    fn unary(&mut self) -> Result<Id, Fault> {
        let mut minus = 0;
        while self.take(b"-") {
            minus += 1;
        }
        let operand = self.union()?;
        Ok(match minus {
            0 => operand,
            _ => {
                let once = self.add(Operation::Negate(operand));
                if minus % 2 == 0 { self.add(Operation::Negate(once)) } else { once }
            }
        })
    }
    fn union(&mut self) -> Result<Id, Fault> {
        let first = self.path()?;
        let mut more = Vec::new();
        while self.take(b"|") {
            more.push((Operator::Union, self.path()?));
        }
        Ok(if more.is_empty() { first } else { self.add(Operation::Chain(first, more)) })
    }

    fn ncname(&mut self) -> Option<Vec<u8>> {
        let from = self.at;
        while let Some((c, length)) = chars::decode(self.rest()) {
            let fits = if self.at == from { chars::is_name_start(c) } else { chars::is_name_char(c) };
            if !fits || c == 0x3A {
                break;
            }
            self.at += length;
        }
        (self.at > from).then(|| self.text[from..self.at].to_vec())
    }
    /// Prefix and name.
    fn qname(&mut self) -> Option<(Option<Vec<u8>>, Vec<u8>)> {
        let first = self.ncname()?;
        let before = self.at;
        if self.rest().first() == Some(&b':') && self.rest().get(1) != Some(&b':') {
            self.at += 1;
            match self.ncname() {
                Some(local) => return Some((Some(first), local)),
                None => self.at = before,
            }
        }
        Some((None, first))
    }
    /// Whether a step, rather than a value, begins here.
    fn is_step(&mut self) -> bool {
        self.blanks();
        let start = self.at;
        let Some(&byte) = self.rest().first() else { return false };
        match byte {
            b'(' | b'\'' | b'"' | b'$' | b'0'..=b'9' => return false,
            b'.' => return !self.rest().get(1).is_some_and(u8::is_ascii_digit),
            _ => {}
        }
        let Some((prefix, name)) = self.qname() else { return true };
        self.blanks();
        let is_call = self.rest().first() == Some(&b'(');
        self.at = start;
        let is_test = prefix.is_none() && matches!(&name[..], b"node" | b"text" | b"comment" | b"processing-instruction");
        !is_call || is_test
    }
    fn path(&mut self) -> Result<Id, Fault> {
        let mut steps = Vec::new();
        let start = if self.looking_at(b"/") {
            if !self.looking_at(b"//") {
                self.at += 1;
                if !self.starts_step() {
                    return Ok(self.add(Operation::Path(Start::Root, steps)));
                }
                steps.push(self.step()?);
            }
            Start::Root
        } else if self.is_step() {
            steps.push(self.step()?);
            Start::Context
        } else {
            let value = self.filtered()?;
            if !self.looking_at(b"/") {
                return Ok(value);
            }
            Start::Value(value)
        };
        loop {
            if self.take(b"//") {
                let all = Step { axis: Axis::DescendantOrSelf, test: Test::Node, predicates: Vec::new() };
                steps.push(all);
            } else if !self.take(b"/") {
                break;
            }
            steps.push(self.step()?);
        }
        Ok(self.add(Operation::Path(start, steps)))
    }
    fn starts_step(&mut self) -> bool {
        self.blanks();
        let rest = self.rest();
        rest.first().is_some_and(|&byte| matches!(byte, b'.' | b'@' | b'*'))
            || chars::decode(rest).is_some_and(|(c, _)| chars::is_name_start(c))
    }
    fn step(&mut self) -> Result<Step, Fault> {
        self.blanks();
        let plain = |axis| Step { axis, test: Test::Node, predicates: Vec::new() };
        if self.take(b"..") {
            return Ok(plain(Axis::Parent));
        }
        if self.take(b".") {
            return Ok(plain(Axis::SelfNode));
        }
        let axis = self.axis()?;
        let test = self.test(axis)?;
        let predicates = self.predicates()?;
        Ok(Step { axis, test, predicates })
    }
    fn axis(&mut self) -> Result<Axis, Fault> {
        if self.take(b"@") {
            return Ok(Axis::Attribute);
        }
        let start = self.at;
        if let Some(name) = self.ncname() {
            self.blanks();
            if self.rest().starts_with(b"::") {
                self.at += 2;
                return Ok(match &name[..] {
                    b"ancestor" => Axis::Ancestor,
                    b"ancestor-or-self" => Axis::AncestorOrSelf,
                    b"attribute" => Axis::Attribute,
                    b"child" => Axis::Child,
                    b"descendant" => Axis::Descendant,
                    b"descendant-or-self" => Axis::DescendantOrSelf,
                    b"following" => Axis::Following,
                    b"following-sibling" => Axis::FollowingSibling,
                    b"namespace" => Axis::Namespace,
                    b"parent" => Axis::Parent,
                    b"preceding" => Axis::Preceding,
                    b"preceding-sibling" => Axis::PrecedingSibling,
                    b"self" => Axis::SelfNode,
                    _ => return Err(Fault::EXPRESSION),
                });
            }
        }
        self.at = start;
        Ok(Axis::Child)
    }
    fn test(&mut self, _: Axis) -> Result<Test, Fault> {
        self.blanks();
        if self.take(b"*") {
            return Ok(Test::Any);
        }
        let Some(first) = self.ncname() else { return Err(Fault::EXPRESSION) };
        let behind = self.at;
        self.blanks();
        if self.rest().first() == Some(&b'(') {
            self.at += 1;
            self.blanks();
            let test = match &first[..] {
                b"node" => Test::Node,
                b"text" => Test::Text,
                b"comment" => Test::Comment,
                b"processing-instruction" => {
                    let quoted = matches!(self.rest().first(), Some(b'"' | b'\''));
                    Test::ProcessingInstruction(if quoted { Some(self.literal()?) } else { None })
                }
                _ => return Err(Fault::EXPRESSION),
            };
            self.expect(b")", Fault::UNCLOSED)?;
            return Ok(test);
        }
        self.at = behind;
        if self.rest().first() == Some(&b':') && self.rest().get(1) != Some(&b':') {
            self.at += 1;
            if self.rest().first() == Some(&b'*') {
                self.at += 1;
                return Ok(Test::Prefix(first));
            }
            let Some(local) = self.ncname() else { return Err(Fault::EXPRESSION) };
            return Ok(Test::Name(Some(first), local));
        }
        Ok(Test::Name(None, first))
    }
    fn predicates(&mut self) -> Result<Vec<Id>, Fault> {
        let mut all = Vec::new();
        while self.take(b"[") {
            all.push(self.expression()?);
            self.expect(b"]", Fault::PREDICATE)?;
        }
        Ok(all)
    }
    fn literal(&mut self) -> Result<Vec<u8>, Fault> {
        let quote = self.text[self.at];
        let text = &self.text[self.at + 1..];
        let Some(end) = text.iter().position(|&byte| byte == quote) else { return Err(Fault::LITERAL) };
        self.at += end + 2;
        Ok(text[..end].to_vec())
    }
    /// A value, with predicates.
    fn filtered(&mut self) -> Result<Id, Fault> {
        let value = self.primary()?;
        let predicates = self.predicates()?;
        Ok(if predicates.is_empty() { value } else { self.add(Operation::Filter(value, predicates)) })
    }
    fn primary(&mut self) -> Result<Id, Fault> {
        self.blanks();
        match self.rest().first() {
            Some(b'(') => {
                self.at += 1;
                let inner = self.expression()?;
                self.expect(b")", Fault::EXPRESSION)?;
                Ok(inner)
            }
            Some(b'"' | b'\'') => {
                let literal = self.literal()?;
                Ok(self.add(Operation::Literal(literal)))
            }
            Some(b'$') => {
                self.at += 1;
                let Some((prefix, name)) = self.qname() else { return Err(Fault::VARIABLE) };
                Ok(self.add(Operation::Variable(prefix, name)))
            }
            Some(b'0'..=b'9' | b'.') => {
                let (value, length) = number::prefix(self.rest()).ok_or(Fault::NUMBER)?;
                self.at += length;
                Ok(self.add(Operation::Number(value)))
            }
            _ => self.call(),
        }
    }
    fn call(&mut self) -> Result<Id, Fault> {
        let Some((prefix, name)) = self.qname() else { return Err(Fault::EXPRESSION) };
        self.expect(b"(", Fault::EXPRESSION)?;
        let mut arguments = Vec::new();
        // Arguments end with the expression, too.
        if !self.take(b")") && !self.is_at_end() {
            loop {
                arguments.push(self.expression()?);
                if self.take(b")") {
                    break;
                }
                self.expect(b",", Fault::EXPRESSION)?;
                if self.is_at_end() {
                    break;
                }
            }
        }
        Ok(self.add(Operation::Call(prefix, name, arguments)))
    }
}
