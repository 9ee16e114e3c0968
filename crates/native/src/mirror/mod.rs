//! Descriptions of functions, classes and their members, of PHP code and native ones alike: what Reflection, the command
//! line's `--rf` and its kin, variance checks and tools look at.
//!
//! Most of it is read from [`crate::Function`], [`crate::Class`] and what they point to; this module brings compiled
//! declarations and native descriptors to one form. What only the engine knows (the state of closures, generators, lazy
//! objects, raw properties) it tells through [`Engine`].

pub mod declared;
mod engine;
pub mod function;

pub use engine::{ClosureParts, Engine, FiberParts, GeneratorParts, LazyKind};
pub use function::{DefaultValue, Parameter};
