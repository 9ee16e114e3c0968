//! The syntax tree: boxed, owned, byte strings throughout.
//!
//! Two conventions hold everywhere. `line` is the line PHP reports for the node, which is the line of its
//! first operand where it has one (so `$a\n->b()` is on line 1, and a multi-line array literal is on the line of its
//! first element). `span` is the exact byte range in the source. Names are unresolved and keep their case.

mod bytes;
mod class;
mod expression;
mod function;
mod name;
pub mod print;
mod statement;
mod types;
mod visit;

pub use bytes::Bytes;
pub use class::*;
pub use expression::*;
pub use function::*;
pub use name::*;
pub use statement::*;
pub use types::*;
pub use visit::Visit;

/// A byte range of the source, end exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end`.
    pub fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// The smallest range that covers both.
    pub fn to(self, last: Span) -> Span {
        Span { start: self.start, end: last.end }
    }

    /// The source text of this range; empty if the range is not inside `source`.
    pub fn text(self, source: &[u8]) -> &[u8] {
        source.get(self.start as usize..self.end as usize).unwrap_or(&[])
    }
}

/// A parsed file.
#[derive(Debug)]
pub struct Program {
    /// Top-level statements. Statements after an unbraced `namespace A;` follow it here, not inside it.
    pub statements: Vec<Stmt>,
    /// Offset of the first data byte after `__halt_compiler();`, the value of `__COMPILER_HALT_OFFSET__`.
    pub halt_offset: Option<u32>,
    /// What PHP reports while scanning and parsing a valid file, in order.
    pub diagnostics: Vec<Diagnostic>,
}

/// A warning or deprecation that arises from the text alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its PHP error level.
    pub level: DiagnosticLevel,
    /// PHP's message.
    pub message: Vec<u8>,
    /// Line it is reported on.
    pub line: u32,
}

/// PHP error level of a [`Diagnostic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagnosticLevel {
    /// `E_DEPRECATED`
    Deprecated,
    /// `E_COMPILE_WARNING`
    CompileWarning,
}
