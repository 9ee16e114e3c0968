//! XPath 1.0.
//!
//! [`compile`] makes an [`Expression`] of a text; [`evaluate`] looks at a tree with it. What an expression refers to
//! beyond the tree (prefixes, variables, functions of others) it asks of a [`Host`], which may run anything: nothing is
//! borrowed meanwhile.
//!
//! The expression is a list of operations that refer to each other by number, so that it is dropped without recursion.
//! Parsing and evaluation recurse by the nesting of brackets, which is bounded.

mod eval;
mod function;
mod number;
mod parse;
mod step;

pub use eval::{Value, evaluate};
pub use number::{format, parse as parse_number};
pub use parse::{compile, compiled};

use crate::tree::{Forest, Namespace, Node};

/// A node, or the declaration of a namespace at an element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Item {
    /// The node; the element of a declaration.
    pub node: Node,
    /// The declaration, if it is one.
    pub namespace: Namespace,
}

impl From<Node> for Item {
    fn from(node: Node) -> Item {
        Item { node, namespace: Namespace::NONE }
    }
}

/// Why there is no result; libxml2's numbers and texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// libxml2's number.
    pub code: i32,
    /// Its text.
    pub text: &'static str,
    /// What is said before, about a name.
    pub before: Option<String>,
}

impl Fault {
    const fn new(code: i32, text: &'static str) -> Fault {
        Fault { code, text, before: None }
    }
    /// The expression makes no sense.
    pub const EXPRESSION: Fault = Fault::new(1207, "Invalid expression");
    /// A node test does not end.
    pub const UNCLOSED: Fault = Fault::new(1208, "Missing closing curly brace");
    /// What is in brackets makes no sense.
    pub const PREDICATE: Fault = Fault::new(1206, "Invalid predicate");
    /// A value of another type is expected.
    pub const TYPE: Fault = Fault::new(1211, "Invalid type");
    /// Too many or too few.
    pub const ARITY: Fault = Fault::new(1212, "Invalid number of arguments");
    /// There is no such variable.
    pub const VARIABLE: Fault = Fault::new(1205, "Undefined variable");
    /// There is no such function.
    pub const FUNCTION: Fault = Fault::new(1209, "Unregistered function");
    /// The prefix means nothing.
    pub const PREFIX: Fault = Fault::new(1219, "Undefined namespace prefix");
    /// There is no `last()` outside of predicates.
    pub const SIZE: Fault = Fault::new(1213, "Invalid context size");
    /// There is no `position()` outside of predicates.
    pub const POSITION: Fault = Fault::new(1214, "Invalid context position");
    /// Too deep or too much.
    pub const LIMIT: Fault = Fault::new(1226, "Recursion limit exceeded");
    /// The host has ended the evaluation and knows why.
    pub const ENDED: Fault = Fault::new(0, "");
    /// A literal does not end.
    pub const LITERAL: Fault = Fault::new(1202, "Unfinished literal");
    /// A number makes no sense.
    pub const NUMBER: Fault = Fault::new(1201, "Number encoding");
}

/// What an expression refers to beyond the tree.
pub trait Host {
    /// The tree.
    fn forest(&self) -> &Forest;
    /// What a prefix means.
    fn namespace(&mut self, prefix: &[u8]) -> Option<Vec<u8>>;
    /// Calls a function that is none of XPath's own. `None`: there is none.
    fn call(&mut self, uri: Option<&[u8]>, name: &[u8], arguments: &[Value]) -> Option<Result<Value, Fault>>;
    /// A variable.
    fn variable(&mut self, uri: Option<&[u8]>, name: &[u8]) -> Option<Value>;
    /// `current()` and whatever else depends on where evaluation began.
    fn should_end(&mut self) -> bool;
}

/// Which way a step goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Axis {
    Ancestor,
    AncestorOrSelf,
    Attribute,
    Child,
    Descendant,
    DescendantOrSelf,
    Following,
    FollowingSibling,
    Namespace,
    Parent,
    Preceding,
    PrecedingSibling,
    SelfNode,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Test {
    /// `*`
    Any,
    /// `prefix:*`
    Prefix(Vec<u8>),
    /// A name.
    Name(Option<Vec<u8>>, Vec<u8>),
    Node,
    Text,
    Comment,
    ProcessingInstruction(Option<Vec<u8>>),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Step {
    pub axis: Axis,
    pub test: Test,
    pub predicates: Vec<Id>,
}

/// An operation, by number.
pub(crate) type Id = usize;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Union,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Operation {
    Number(f64),
    Literal(Vec<u8>),
    Variable(Option<Vec<u8>>, Vec<u8>),
    Negate(Id),
    /// Operators of one rank, from left to right.
    Chain(Id, Vec<(Operator, Id)>),
    Call(Option<Vec<u8>>, Vec<u8>, Vec<Id>),
    /// Predicates on the value of an expression.
    Filter(Id, Vec<Id>),
    /// Steps from the context, from the document, or from the value of an expression.
    Path(Start, Vec<Step>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    Context,
    Root,
    Value(Id),
}

/// What [`compile`] makes.
#[derive(Clone, Debug)]
pub struct Expression {
    pub(crate) operations: Vec<Operation>,
    pub(crate) top: Id,
}
