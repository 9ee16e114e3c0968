//! The macros on stand-ins for `phant_native`'s run-time half; the descriptors are the real ones.

#![forbid(unsafe_code)]
#![deny(warnings)]

extern crate self as phant_native;

#[path = "../../../native/src/descriptor.rs"]
#[allow(dead_code, clippy::type_complexity)]
pub mod descriptor;
mod stand_in;

pub use stand_in::{args, class, ctx, error, ret};

mod functions;
