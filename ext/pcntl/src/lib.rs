//! PHP's pcntl extension: processes that a script makes, waits for and becomes, and signals that it looks after.
//!
//! The system calls are `phant_os::child`'s and `phant_os::signals`'. Signals are queued when they arrive; `signals` calls
//! their handlers at ticks, at safepoints (`pcntl_async_signals`) or when it is asked to.
//!
//! What concerns the process as a whole is for the command line. In the server a process has the requests of others in it.

#![forbid(unsafe_code)]

mod constants;
mod process;
mod signals;
mod wait;

use phant_native::{Ctx, Extension, PhpResult, php_class, signals::SignalDispatcher};
use std::{cell::Cell, io};

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "pcntl",
    functions: &[process::FUNCTIONS, wait::FUNCTIONS, signals::FUNCTIONS],
    classes: &[QosClass::PHP],
    constants: &[constants::CONSTANTS],
    request_end: Some(|_| signals::end()),
    info: &[("pcntl support", "enabled")],
    provides: &[&SignalDispatcher(signals::dispatch)],
    ..Extension::EMPTY
};

/// What an extension does in a process that was made by a fork, before the script goes on there; found in
/// [`Extension::provides`].
pub struct AfterFork(pub fn());

/// How urgent the work of a thread is, where a system knows that.
#[php_class(
    "enum Pcntl\\QosClass {
        case UserInteractive;
        case UserInitiated;
        case Default;
        case Utility;
        case Background;
    }"
)]
struct QosClass;

/// The error of the call that failed last.
#[derive(Default)]
struct LastError(Cell<i32>);

fn set_error(ctx: &Ctx, error: &io::Error) -> i32 {
    let number = error.raw_os_error().unwrap_or(0);
    ctx.state::<LastError>().0.set(number);
    number
}

/// Refuses what concerns the whole process where it is not the script's own.
fn own_process(ctx: &Ctx) -> PhpResult<()> {
    if ctx.request.sapi.get() == "cli" && !ctx.request.http.get() {
        return Ok(());
    }
    let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
    Err(ctx.throw_error(format!("{name}() is for the command line: in the server the process is not the script's own")))
}
