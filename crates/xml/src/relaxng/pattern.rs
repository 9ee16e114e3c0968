//! Patterns, and what is left of one when something of a document was read (its derivative).
//!
//! Every pattern is kept once, so equal ones have the same number, and what is left stays small however much is read.

use super::name::{Name, NameClass};
use crate::{
    chars,
    schema::{TypeId, library::Datatypes, simple::normalized},
};
use std::collections::HashMap;

/// How many patterns a document may lead to: what needs more is given up.
const MOST: usize = 100_000;

/// The number of a pattern.
pub(super) type Id = u32;

pub(super) const NOT_ALLOWED: Id = 0;
pub(super) const EMPTY: Id = 1;
pub(super) const TEXT: Id = 2;

/// What texts a type of one of the libraries has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Datatype {
    /// The library that needs no name.
    String,
    Token,
    /// XML Schema's.
    Schema(TypeId),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Pattern {
    NotAllowed,
    Empty,
    Text,
    Choice(Id, Id),
    Interleave(Id, Id),
    Group(Id, Id),
    OneOrMore(Id),
    List(Id),
    Data {
        kind: Datatype,
        name: Vec<u8>,
        except: Option<Id>,
    },
    Value {
        kind: Datatype,
        value: Vec<u8>,
    },
    Attribute(usize, Id),
    Element(usize),
    /// What is left of an element's content, and what follows the element.
    After(Id, Id),
}

/// An element pattern; its content may have the element itself in it.
pub(super) struct Element {
    pub name: NameClass,
    pub content: Id,
    /// Its content is elements with names, text and what joins them: libxml2 has an automaton for that, with words of its
    /// own for what does not fit.
    pub is_plain: bool,
}

/// All patterns of a schema and of the documents it is held against.
pub(super) struct Patterns {
    all: Vec<Pattern>,
    nullable: Vec<bool>,
    numbers: HashMap<Pattern, Id>,
    pub elements: Vec<Element>,
    pub attributes: Vec<NameClass>,
    pub types: Datatypes,
    /// There are too many.
    pub is_full: bool,
}

impl Patterns {
    pub(super) fn new() -> Patterns {
        let mut patterns = Patterns {
            all: Vec::new(),
            nullable: Vec::new(),
            numbers: HashMap::new(),
            elements: Vec::new(),
            attributes: Vec::new(),
            types: Datatypes::new(),
            is_full: false,
        };
        for constant in [Pattern::NotAllowed, Pattern::Empty, Pattern::Text] {
            patterns.add(constant);
        }
        patterns
    }
    pub(super) fn get(&self, id: Id) -> &Pattern {
        &self.all[id as usize]
    }
    /// Whether nothing at all is what the pattern has.
    pub(super) fn is_nullable(&self, id: Id) -> bool {
        self.nullable[id as usize]
    }
    /// About how many bytes the patterns take.
    pub(super) fn weight(&self) -> usize {
        self.all.len() * (2 * size_of::<Pattern>() + 16)
    }
    pub(super) fn add(&mut self, pattern: Pattern) -> Id {
        if let Some(&id) = self.numbers.get(&pattern) {
            return id;
        }
        if self.all.len() >= MOST {
            self.is_full = true;
            return NOT_ALLOWED;
        }
        let nullable = match pattern {
            Pattern::Empty | Pattern::Text => true,
            Pattern::Choice(a, b) => self.is_nullable(a) || self.is_nullable(b),
            Pattern::Interleave(a, b) | Pattern::Group(a, b) => self.is_nullable(a) && self.is_nullable(b),
            Pattern::OneOrMore(a) => self.is_nullable(a),
            _ => false,
        };
        let id = self.all.len() as Id;
        self.all.push(pattern.clone());
        self.nullable.push(nullable);
        self.numbers.insert(pattern, id);
        id
    }
    pub(super) fn choice(&mut self, a: Id, b: Id) -> Id {
        match (a, b) {
            (NOT_ALLOWED, other) | (other, NOT_ALLOWED) => other,
            (EMPTY, other) | (other, EMPTY) if self.is_nullable(other) => other,
            _ if a == b || self.has_choice(a, b) => a,
            _ => self.add(Pattern::Choice(a, b)),
        }
    }
    /// Whether a pattern is one that a choice has already.
    fn has_choice(&self, mut choice: Id, one: Id) -> bool {
        for _ in 0..64 {
            match *self.get(choice) {
                Pattern::Choice(a, b) if a == one || b == one => return true,
                Pattern::Choice(a, b) => choice = if matches!(self.get(a), Pattern::Choice(..)) { a } else { b },
                _ => return false,
            }
        }
        false
    }
    pub(super) fn group(&mut self, a: Id, b: Id) -> Id {
        match (a, b) {
            (NOT_ALLOWED, _) | (_, NOT_ALLOWED) => NOT_ALLOWED,
            (EMPTY, other) | (other, EMPTY) => other,
            _ => self.add(Pattern::Group(a, b)),
        }
    }
    pub(super) fn interleave(&mut self, a: Id, b: Id) -> Id {
        match (a, b) {
            (NOT_ALLOWED, _) | (_, NOT_ALLOWED) => NOT_ALLOWED,
            (EMPTY, other) | (other, EMPTY) => other,
            _ => self.add(Pattern::Interleave(a, b)),
        }
    }
    pub(super) fn one_or_more(&mut self, a: Id) -> Id {
        match a {
            NOT_ALLOWED | EMPTY | TEXT => a,
            _ if matches!(self.get(a), Pattern::OneOrMore(_)) => a,
            _ => self.add(Pattern::OneOrMore(a)),
        }
    }
    pub(super) fn zero_or_more(&mut self, a: Id) -> Id {
        let more = self.one_or_more(a);
        self.choice(more, EMPTY)
    }
    fn after(&mut self, a: Id, b: Id) -> Id {
        match (a, b) {
            (NOT_ALLOWED, _) | (_, NOT_ALLOWED) => NOT_ALLOWED,
            _ => self.add(Pattern::After(a, b)),
        }
    }

    /// Changes what follows elements.
    fn apply_after(&mut self, id: Id, change: &mut dyn FnMut(&mut Self, Id) -> Id) -> Id {
        match *self.get(id) {
            Pattern::After(a, b) => {
                let b = change(self, b);
                self.after(a, b)
            }
            Pattern::Choice(a, b) => {
                let a = self.apply_after(a, change);
                let b = self.apply_after(b, change);
                self.choice(a, b)
            }
            _ => NOT_ALLOWED,
        }
    }
    /// What is left when a start tag begins.
    pub(super) fn open(&mut self, id: Id, name: &Name) -> Id {
        match *self.get(id) {
            Pattern::Choice(a, b) => {
                let a = self.open(a, name);
                let b = self.open(b, name);
                self.choice(a, b)
            }
            Pattern::Element(number) if self.elements[number].name.has(name) => {
                let content = self.elements[number].content;
                self.after(content, EMPTY)
            }
            Pattern::Interleave(a, b) => {
                let left = self.open(a, name);
                let left = self.apply_after(left, &mut |me, rest| me.interleave(rest, b));
                let right = self.open(b, name);
                let right = self.apply_after(right, &mut |me, rest| me.interleave(a, rest));
                self.choice(left, right)
            }
            Pattern::OneOrMore(a) => {
                let more = self.choice(id, EMPTY);
                let opened = self.open(a, name);
                self.apply_after(opened, &mut |me, rest| me.group(rest, more))
            }
            Pattern::Group(a, b) => {
                let left = self.open(a, name);
                let left = self.apply_after(left, &mut |me, rest| me.group(rest, b));
                if !self.is_nullable(a) {
                    return left;
                }
                let right = self.open(b, name);
                self.choice(left, right)
            }
            Pattern::After(a, b) => {
                let left = self.open(a, name);
                self.apply_after(left, &mut |me, rest| me.after(rest, b))
            }
            _ => NOT_ALLOWED,
        }
    }
    /// What is left when an attribute was read.
    pub(super) fn attribute(&mut self, id: Id, name: &Name, value: &[u8]) -> Id {
        match *self.get(id) {
            Pattern::After(a, b) => {
                let a = self.attribute(a, name, value);
                self.after(a, b)
            }
            Pattern::Choice(a, b) => {
                let a = self.attribute(a, name, value);
                let b = self.attribute(b, name, value);
                self.choice(a, b)
            }
            Pattern::Group(a, b) => {
                let left = self.attribute(a, name, value);
                let left = self.group(left, b);
                let right = self.attribute(b, name, value);
                let right = self.group(a, right);
                self.choice(left, right)
            }
            Pattern::Interleave(a, b) => {
                let left = self.attribute(a, name, value);
                let left = self.interleave(left, b);
                let right = self.attribute(b, name, value);
                let right = self.interleave(a, right);
                self.choice(left, right)
            }
            Pattern::OneOrMore(a) => {
                let more = self.choice(id, EMPTY);
                let left = self.attribute(a, name, value);
                self.group(left, more)
            }
            Pattern::Attribute(number, content) => {
                let fits = self.attributes[number].has(name) && self.fits(content, value);
                if fits { EMPTY } else { NOT_ALLOWED }
            }
            _ => NOT_ALLOWED,
        }
    }
    fn fits(&mut self, content: Id, value: &[u8]) -> bool {
        if self.is_nullable(content) && is_blank(value) {
            return true;
        }
        let left = self.text(content, value);
        self.is_nullable(left)
    }
    /// What is left when no more attributes come.
    pub(super) fn close_start(&mut self, id: Id) -> Id {
        match *self.get(id) {
            Pattern::After(a, b) => {
                let a = self.close_start(a);
                self.after(a, b)
            }
            Pattern::Choice(a, b) => {
                let a = self.close_start(a);
                let b = self.close_start(b);
                self.choice(a, b)
            }
            Pattern::Group(a, b) => {
                let a = self.close_start(a);
                let b = self.close_start(b);
                self.group(a, b)
            }
            Pattern::Interleave(a, b) => {
                let a = self.close_start(a);
                let b = self.close_start(b);
                self.interleave(a, b)
            }
            Pattern::OneOrMore(a) => {
                let a = self.close_start(a);
                self.one_or_more(a)
            }
            Pattern::Attribute(..) => NOT_ALLOWED,
            _ => id,
        }
    }
    /// What is left when text was read.
    pub(super) fn text(&mut self, id: Id, text: &[u8]) -> Id {
        match self.get(id).clone() {
            Pattern::Choice(a, b) => {
                let a = self.text(a, text);
                let b = self.text(b, text);
                self.choice(a, b)
            }
            Pattern::Interleave(a, b) => {
                let left = self.text(a, text);
                let left = self.interleave(left, b);
                let right = self.text(b, text);
                let right = self.interleave(a, right);
                self.choice(left, right)
            }
            Pattern::Group(a, b) => {
                let left = self.text(a, text);
                let left = self.group(left, b);
                if !self.is_nullable(a) {
                    return left;
                }
                let right = self.text(b, text);
                self.choice(left, right)
            }
            Pattern::After(a, b) => {
                let a = self.text(a, text);
                self.after(a, b)
            }
            Pattern::OneOrMore(a) => {
                let more = self.choice(id, EMPTY);
                let left = self.text(a, text);
                self.group(left, more)
            }
            Pattern::Text => TEXT,
            Pattern::Value { kind, value } if self.are_equal(kind, &value, text) => EMPTY,
            Pattern::Data { kind, except, .. } if self.allows(kind, text) => {
                let is_excepted = except.is_some_and(|except| {
                    let left = self.text(except, text);
                    self.is_nullable(left)
                });
                if is_excepted { NOT_ALLOWED } else { EMPTY }
            }
            Pattern::List(a) => {
                let mut left = a;
                for token in tokens(text) {
                    left = self.text(left, token);
                }
                if self.is_nullable(left) { EMPTY } else { NOT_ALLOWED }
            }
            _ => NOT_ALLOWED,
        }
    }
    /// What is left when an element ends.
    pub(super) fn end(&mut self, id: Id) -> Id {
        match *self.get(id) {
            Pattern::Choice(a, b) => {
                let a = self.end(a);
                let b = self.end(b);
                self.choice(a, b)
            }
            Pattern::After(a, b) if self.is_nullable(a) => b,
            _ => NOT_ALLOWED,
        }
    }
    /// Whether a text is one of a type's.
    pub(super) fn allows(&self, kind: Datatype, text: &[u8]) -> bool {
        match kind {
            Datatype::String | Datatype::Token => true,
            Datatype::Schema(id) => self.types.allows(id, text),
        }
    }
    fn are_equal(&self, kind: Datatype, a: &[u8], b: &[u8]) -> bool {
        match kind {
            Datatype::String => a == b,
            Datatype::Token => normalized(a, 2) == normalized(b, 2),
            Datatype::Schema(id) => self.types.equal(id, a, b),
        }
    }
}

/// What blanks separate.
pub(super) fn tokens(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| chars::is_blank(byte)).filter(|token| !token.is_empty())
}

pub(super) fn is_blank(text: &[u8]) -> bool {
    text.iter().all(|&byte| chars::is_blank(byte))
}
