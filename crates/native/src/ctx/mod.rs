//! What a native function can reach: the request. The methods of [`Ctx`] stand in files by subject: errors, calls, classes
//! and objects, limits.

mod calls;
mod classes;
mod errors;
mod late;
mod limits;
mod request;

pub use late::Late;
pub use request::Request;

use crate::{error::PhpResult, function::FunctionPtr, host::Host, ini::Ini, output::Output, state::States};
use phant_memory::{CountedCell, Object, Str, Value};
use std::cell::Cell;

/// The request, as native code sees it: a handle that everyone shares, since PHP code may run, and use it, whenever native code
/// calls the engine. It lives in the request heap; what changes is in cells, and no borrow of one lasts while PHP code can run.
pub struct Ctx {
    /// The engine.
    pub host: &'static dyn Host,
    /// Output buffers.
    pub output: Output,
    /// Ini settings.
    pub ini: Ini,
    /// The pending exception.
    pub exception: CountedCell<Option<Object>>,
    /// The request is being ended (exit, fatal error, time or memory exhausted): nothing can catch that.
    pub ending: Cell<Option<Ending>>,
    /// The native function being executed, for the prefix of warnings.
    pub current: Cell<Option<FunctionPtr>>,
    /// The class that warnings are thrown as at the moment, see [`Ctx::throwing_warnings`].
    pub warnings_thrown: Cell<Option<&'static str>>,
    /// Classes that native code has asked for.
    pub known_classes: classes::KnownClasses,
    /// Per-extension state.
    pub states: States,
    /// Facts about the request: arguments, SAPI, response headers.
    pub request: Request,
}

/// Why a request is being ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// `exit`, with its status.
    Exit(i64),
    /// A fatal error was reported.
    Fatal,
}

impl Ctx {
    /// Writes to the output, through the buffers.
    #[inline]
    pub fn echo(&self, bytes: impl AsRef<[u8]>) {
        Output::write(self, bytes.as_ref());
    }
    /// A constant's value.
    pub fn constant(&self, name: &str) -> PhpResult<Option<Value>> {
        self.host.constant(self, name.as_bytes())
    }
    /// Defines a constant; false if it exists already.
    pub fn define(&self, name: &str, value: impl Into<Value>) -> bool {
        self.host.define_constant(self, name.as_bytes(), value.into())
    }
    /// The file and line being executed.
    pub fn location(&self) -> (Str, u32) {
        self.host.location(self)
    }
    /// State that an extension keeps for the request: made with `Default` on first use. It lives in the request heap
    /// and must own nothing outside it; use `Cell` and `RefCell` inside.
    pub fn state<T: Default + 'static>(&self) -> &'static T {
        self.states.get::<T>()
    }
}
