//! Where a request's output and log lines go: the terminal, an HTTP connection, a buffer. PHP calls it the server API.

use crate::ctx::Ctx;
use phant_memory::Array;
use std::{cell::Cell, io::Write};

/// The outside of a request. One serves a thread; see [`set`].
pub trait Sapi {
    /// Writes output that has passed all buffers; headers go out before the first of it. `false`: nobody listens any
    /// more, and the request should end.
    fn write(&self, ctx: &Ctx, bytes: &[u8]) -> bool;
    /// Hands on what [`Sapi::write`] has held back.
    fn flush(&self, ctx: &Ctx) -> bool {
        let _ = ctx;
        true
    }
    /// The request has ended: nothing more comes. Headers that output has not sent go out now.
    fn end(&self, ctx: &Ctx) {
        self.flush(ctx);
    }
    /// How many bytes the body of the request has.
    fn body_size(&self) -> u64 {
        0
    }
    /// Reads the body of the request from an offset: how much, 0 at the end.
    fn read_body(&self, at: u64, out: &mut [u8]) -> usize {
        let _ = (at, out);
        0
    }
    /// A line of the error log, for when the setting `error_log` names no file.
    fn log(&self, line: &[u8]) {
        let _ = std::io::stderr().write_all(&[line, b"\n"].concat());
    }
    /// Somebody outside has asked for something while the request runs; this is the request's thread, at a safepoint. False
    /// ends the request.
    fn asked(&self, ctx: &Ctx) -> bool {
        let _ = ctx;
        true
    }
    /// Reads the fields and the files of the request's body, within these limits instead of the settings of their names.
    fn parse_body(&self, ctx: &Ctx, limits: &[(&str, i64)]) -> Result<(Array, Array), BodyError> {
        let _ = (ctx, limits);
        Err(BodyError::NoType)
    }
}

/// Why the request's body has no fields.
pub enum BodyError {
    /// It has no type, or there is none.
    NoType,
    /// It is of a type that is no form.
    OtherType(Vec<u8>),
    /// It is damaged or too large, in PHP's words.
    Bad(String),
}

/// Standard output, unbuffered as PHP's command line has it.
pub struct Console;

impl Sapi for Console {
    fn write(&self, _ctx: &Ctx, bytes: &[u8]) -> bool {
        phant_os::stdio::write_stdout(bytes).is_ok()
    }
}

thread_local! {
    static CURRENT: Cell<&'static dyn Sapi> = const { Cell::new(&Console) };
}

/// Sets the thread's outside. Threads begin with [`Console`].
pub fn set(sapi: &'static dyn Sapi) {
    CURRENT.set(sapi);
}

/// The thread's outside.
pub fn current() -> &'static dyn Sapi {
    CURRENT.get()
}
