//! RELAX NG (the XML syntax): reading schemas, and holding documents against them, whether they are trees or are read tag
//! by tag.
//!
//! A schema is one pattern. What was read of a document leaves a pattern for what may still come: its derivative. So
//! nothing is tried and taken back, however ambiguous the schema, and a document needs no tree.
//!
//! What is reported follows libxml2's words; where it tries alternatives one after another and tells of several, only the
//! place that fits none is told.

mod name;
mod pattern;
mod read;
mod validate;

pub use name::Name;
pub use read::{Problem, read};
pub use validate::{Attribute, Validator, validate};

/// A schema that was read.
pub struct Schema {
    patterns: pattern::Patterns,
    start: pattern::Id,
}

impl Schema {
    /// About how many bytes it takes.
    pub fn weight(&self) -> usize {
        self.patterns.weight()
    }
}
