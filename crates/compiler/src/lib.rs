//! From syntax trees to bytecode: resolves names, folds constants, lowers statements and expressions, and reports
//! what PHP reports when it compiles. It executes nothing; what it must know of the running system (native functions
//! for folding and by-reference arguments, constants) it asks through [`Environment`].

#![forbid(unsafe_code)]

mod builder;
mod error;
mod fold;
mod lower;
mod names;
mod optimize;

pub use error::{CompileError, Diagnostic};
pub use optimize::optimized;

use phant_bytecode::Unit;
use phant_memory::{
    Str, Value,
    permanent::{self, Pool},
};
use phant_syntax::ast::Program;
use std::sync::Arc;

/// What compilation needs to know of the running system.
pub trait Environment {
    /// A native function that every program has under this lower-case name.
    fn native_function(&self, lower: &[u8]) -> Option<NativeFunction>;
    /// The parameters of such a function, but for a variadic one: their names, and the defaults that are the same in every request.
    fn native_parameters(&self, _lower: &[u8]) -> Vec<(Vec<u8>, Option<Value>)> {
        Vec::new()
    }
    /// A native constant whose value never changes.
    fn constant(&self, name: &[u8]) -> Option<Value>;
    /// Whether an extension of this name is there, in whatever letters.
    fn has_extension(&self, _name: &[u8]) -> bool {
        false
    }
    /// Calls a pure native function with constant arguments; `None` if it throws, warns or is not pure.
    fn fold_call(&self, lower: &[u8], args: &[Value]) -> Option<Value>;
    /// A number that is different for every anonymous class and closure declared at one place.
    fn unique(&self) -> u64;
    /// Whether code is made for `assert`: the setting `zend.assertions` is not below 0.
    fn assertions(&self) -> bool;
    /// The `precision` setting, with which code is printed.
    fn precision(&self) -> i32 {
        14
    }
}

/// Facts about a native function.
#[derive(Clone, Copy, Debug, Default)]
pub struct NativeFunction {
    /// Bit i: parameter i takes (or prefers) a reference; bit 31 stands for all beyond.
    pub by_ref: u32,
    /// Bit i: parameter i only prefers a reference.
    pub prefers: u32,
    /// Reads the caller's variables or arguments.
    pub reads_vars: bool,
    /// Writes the caller's variables.
    pub writes_vars: bool,
    /// Compile-time foldable.
    pub pure: bool,
    /// Takes its arguments as they are, if they are between so many and so many: it is called without a look at anything else.
    pub direct: Option<(u16, u16)>,
    /// Changes the array in its first argument where that is.
    pub in_place: bool,
}

/// How a unit is compiled.
pub struct Options {
    /// Full path of the file, or a description for `eval`.
    pub file: Str,
    /// Text given to `eval`.
    pub is_eval: bool,
    /// Where names and literals are to be: a pool of the unit's own, or one that it shares with others.
    pub pool: Arc<Pool>,
    /// Whether instructions are improved at once. If not, whoever loads code to run it may ask for [`optimized`] ones: much of
    /// what is compiled never runs.
    pub optimize: bool,
    /// Whether calls in a namespace that are one of a native function are compiled as such, too.
    pub direct: bool,
}

/// The result of compiling: the unit, and what to report before it runs or before its error.
pub struct Compiled {
    /// The unit.
    pub unit: Result<Unit, CompileError>,
    /// Warnings and deprecations, in order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles a parsed file.
pub fn compile(program: &Program, options: &Options, env: &dyn Environment) -> Compiled {
    permanent::collect(&options.pool, || lower::unit(program, options, env))
}
