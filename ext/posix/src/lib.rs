//! PHP's posix extension: the process, its user and groups, limits, terminals.
//!
//! The system calls are `phant_os::posix`'s. What they failed with last is remembered for `posix_get_last_error()`.
//! Ids and limits are of the whole process, so in the server they concern all requests, as they do in PHP's.

#![forbid(unsafe_code)]

mod constants;
mod databases;
mod files;
mod limits;
mod process;

use phant_native::{Ctx, Extension};
use std::{cell::Cell, io};

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "posix",
    functions: &[process::FUNCTIONS, databases::FUNCTIONS, files::FUNCTIONS, limits::FUNCTIONS],
    constants: &[constants::CONSTANTS],
    info: &[("POSIX support", "enabled")],
    ..Extension::EMPTY
};

/// The error of the call that failed last.
#[derive(Default)]
struct LastError(Cell<i32>);

fn set_error(ctx: &Ctx, number: i32) {
    ctx.state::<LastError>().0.set(number);
}
fn last_error(ctx: &Ctx) -> i32 {
    ctx.state::<LastError>().0.get()
}
/// What a call gave; its error is remembered.
fn remember<T>(ctx: &Ctx, result: io::Result<T>) -> Option<T> {
    result.inspect_err(|error| set_error(ctx, error.raw_os_error().unwrap_or(0))).ok()
}
