//! The engine: frames, dispatch, classes, exceptions, generators, fibers.

pub mod class;
pub mod errors;
pub mod frame;
pub mod object;
pub mod vm;

pub use vm::Vm;
