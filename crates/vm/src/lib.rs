//! The engine: frames, dispatch, classes, exceptions, generators, fibers.

// Handlers hand over in tail position with `return`; frame and slot pointers are the engine's own and are passed between
// its functions as such, with the reasons at the blocks that follow them.
#![allow(clippy::needless_return, clippy::not_unsafe_ptr_arg_deref, clippy::needless_bool, clippy::if_same_then_else)]

mod assign;
pub mod attribute;
pub mod autoload;
pub mod builtin;
pub mod cache;
pub mod call;
pub mod callable;
mod checked;
pub mod class;
pub mod closure;
pub(crate) mod code;
pub mod constant;
pub mod dim;
pub mod dispatch;
pub mod engine;
pub mod errors;
pub mod exception;
pub mod fiber;
pub mod files;
pub mod finalize;
pub mod frame;
pub mod generator;
mod hold;
pub mod host;
pub mod include;
pub mod interrupt;
pub mod iterator;
pub mod lookup;
pub mod mirror;
mod multibyte;
pub mod object;
pub mod operators;
pub mod ops;
mod own;
pub mod pass;
mod places;
pub mod service;
mod stacks;
pub mod symbols;
pub mod throwable;
pub mod ticks;
pub(crate) mod time_limit;
pub mod trace;
pub mod vm;
pub mod worker;

pub use vm::Vm;

/// The handle in a value's slot, changed in place: appending to a string must not move it through a temporary.
///
/// # Safety
/// The slot's tag must say that its payload is such a handle.
pub(crate) unsafe fn value_handle<'a, T>(v: *mut phant_memory::Value) -> &'a mut T {
    // SAFETY: the payload is the second half of the sixteen bytes, and handles are transparent pointers.
    unsafe { &mut *v.cast::<u8>().add(8).cast::<T>() }
}
