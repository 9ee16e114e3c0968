//! Type declarations.

use super::{Name, Span};

/// A type as written.
#[derive(Clone, Debug)]
pub struct Type {
    /// Which form it has.
    pub kind: TypeKind,
    /// Its line.
    pub line: u32,
    /// Its bytes.
    pub span: Span,
}

/// The forms of a [`Type`].
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// A class or built-in type name: `int`, `self`, `\A\B`. Which one it is, the compiler decides.
    Named(Name),
    /// `array`, a keyword
    Array,
    /// `callable`, a keyword
    Callable,
    /// `static`, a keyword
    Static,
    /// `?T`
    Nullable(Box<Type>),
    /// `A|B`, members are simple types or intersections
    Union(Vec<Type>),
    /// `A&B`
    Intersection(Vec<Type>),
}
