//! The contract between the engine and native functions and classes.
//!
//! Extensions (crates under `ext/`) depend on this crate and on `phant-memory`, never on the engine. What they need
//! of it goes through [`Ctx`], which the engine hands to every native function: output, errors, callbacks, classes,
//! ini settings, resources.
//!
//! A PHP exception is a pending object in the context plus [`Thrown`] as an error value; `?` passes it on. Warnings
//! do not interrupt: a user error handler that throws leaves an exception pending, which the engine sees when the
//! function returns.

#![forbid(unsafe_code)]

// The macros write paths as extensions see them.
extern crate self as phant_native;

pub mod args;
pub mod callable;
pub mod class;
pub mod code_cache;
pub mod coerce;
pub mod compare;
pub mod config;
pub mod constexpr;
pub mod convert;
pub mod ctx;
pub mod descriptor;
pub mod error;
pub mod function;
pub mod host;
pub mod ini;
pub mod internal_iterator;
pub mod limits;
pub mod log;
pub mod mirror;
pub mod output;
pub mod prepared;
pub mod quantity;
pub mod registry;
pub mod resource;
pub mod ret;
pub mod sapi;
pub mod signals;
pub mod stack;
pub mod state;
pub mod uploads;
pub mod utf8;

pub use args::{Args, FromArg, Number, RefArg};
pub use callable::Callable;
pub use class::{Class, ClassPtr, ObjectExt, ObjectHandlers};
pub use ctx::{Ctx, Late};
pub use descriptor::{ClassDescriptor, Constant, ConstantValue, Extension, FunctionDescriptor, IniSetting};
pub use error::{Level, PhpResult, Thrown};
pub use function::{Function, FunctionPtr};
pub use phant_memory as memory;
pub use phant_native_macros::*;
