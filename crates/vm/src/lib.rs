//! The engine, in three storeys: [`runtime`] is what PHP's values and code mean, [`interpreter`] runs instructions on it, and
//! [`request`] is the life of a request above both. A file imports from its own storey and from those below.

// Handlers hand over in tail position with `return`; frame and slot pointers are the engine's own and are passed between
// its functions as such, with the reasons at the blocks that follow them.
#![allow(clippy::needless_return, clippy::not_unsafe_ptr_arg_deref, clippy::needless_bool, clippy::if_same_then_else)]

pub mod interpreter;
pub mod request;
pub mod runtime;

pub use runtime::vm::Vm;
