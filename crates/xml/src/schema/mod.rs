//! XML Schema 1.0: reading schemas, and validating documents by them.
//!
//! What is there: elements, attributes, groups of both, simple types by restriction, list and union with their facets,
//! complex types with extension and restriction, wildcards, substitution groups, `xs:include`, `xs:import`,
//! `xsi:type` and `xsi:nil`, identity constraints (`xs:key`, `xs:unique`, `xs:keyref`).
//! `xs:redefine` is not: a schema with it is refused rather than taken for less than it says.
//!
//! Content is matched by sets of places rather than by an automaton: a particle leads from a set of places in the list
//! of children to another one, so occurrences are counted and nothing backtracks.

mod content;
mod identity;
mod keys;
pub(crate) mod library;
mod pattern;
mod read;
pub(crate) mod simple;
mod validate;

pub use read::{Resolver, read};
pub use validate::validate;

use crate::tree::Node;
use std::collections::HashMap;

/// Namespace (empty for none) and local name.
pub(crate) type Name = (Vec<u8>, Vec<u8>);

/// Number of a type.
pub(crate) type TypeId = usize;

/// Why a schema cannot be used.
#[derive(Debug)]
pub struct BadSchema {
    /// libxml2's number of the error.
    pub code: i32,
    /// What is wrong.
    pub message: String,
    /// Where, in the schema.
    pub line: u32,
}

pub(crate) struct Element {
    pub name: Name,
    pub kind: TypeId,
    pub nillable: bool,
    pub is_abstract: bool,
    pub fixed: Option<Vec<u8>>,
    /// Numbers of the constraints of which it is the scope.
    pub identities: Vec<usize>,
}

#[derive(Clone)]
pub(crate) struct Attribute {
    pub name: Name,
    pub kind: TypeId,
    pub required: bool,
    pub prohibited: bool,
    pub default: Option<Vec<u8>>,
    pub fixed: Option<Vec<u8>>,
}

/// Which namespaces a wildcard takes.
#[derive(Clone)]
pub(crate) enum Namespaces {
    Any,
    /// Any but this one, and not none.
    Other(Vec<u8>),
    These(Vec<Vec<u8>>),
}

#[derive(Clone)]
pub(crate) struct Wildcard {
    pub namespaces: Namespaces,
    /// 0 skip, 1 lax, 2 strict.
    pub strictness: u8,
}

#[derive(Clone)]
pub(crate) enum Term {
    Element(usize),
    Wildcard(Wildcard),
    Sequence(Vec<Particle>),
    Choice(Vec<Particle>),
    All(Vec<Particle>),
}

#[derive(Clone)]
pub(crate) struct Particle {
    pub term: Term,
    pub least: u32,
    /// `None`: unbounded.
    pub most: Option<u32>,
}

pub(crate) enum Content {
    Empty,
    Simple(TypeId),
    Elements { particle: Option<Particle>, mixed: bool },
}

pub(crate) struct Complex {
    pub base: Option<TypeId>,
    pub content: Content,
    pub attributes: Vec<Attribute>,
    pub wildcard: Option<Wildcard>,
    pub is_abstract: bool,
}

pub(crate) enum Kind {
    /// Being read.
    Pending,
    Simple(simple::Simple),
    Complex(Complex),
}

pub(crate) struct Type {
    /// For messages; none for a local type.
    pub name: Option<String>,
    pub kind: Kind,
}

/// A schema that was read.
pub struct Schema {
    pub(crate) types: Vec<Type>,
    pub(crate) elements: Vec<Element>,
    pub(crate) globals: HashMap<Name, usize>,
    pub(crate) named_types: HashMap<Name, TypeId>,
    pub(crate) global_attributes: HashMap<Name, Attribute>,
    /// Members of substitution groups, by head.
    pub(crate) members: HashMap<Name, Vec<usize>>,
    /// Element declarations by their node in the schema.
    pub(crate) read_elements: HashMap<Node, usize>,
    pub(crate) identities: Vec<identity::Identity>,
}
