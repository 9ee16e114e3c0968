//! Errors: SQLSTATEs, the three error modes, PDOException.

use crate::{
    dbh::{ERRMODE_EXCEPTION, ERRMODE_SILENT, Handle},
    sqlstate,
};
use phant_memory::{Array, Str, Value};
use phant_native::{Ctx, Thrown};
use std::cell::Cell;

/// Five characters that tell what went wrong.
pub type SqlState = [u8; 5];
/// All is well.
pub const NONE: SqlState = *b"00000";
/// Anything.
pub const GENERAL: SqlState = *b"HY000";
/// The driver cannot do that.
pub const NOT_SUPPORTED: SqlState = *b"IM001";

/// The SQLSTATE of the last operation on a handle; `None` before the first.
#[derive(Default)]
pub struct Status(Cell<Option<SqlState>>);

impl Status {
    /// All is well again.
    pub fn clear(&self) {
        self.0.set(Some(NONE));
    }
    /// Sets it.
    pub fn set(&self, state: SqlState) {
        self.0.set(Some(state));
    }
    /// The state, unless nothing has been done yet.
    pub fn get(&self) -> Option<SqlState> {
        self.0.get()
    }
    /// What `errorInfo()` returns.
    pub fn info(&self, handle: &Handle) -> Array {
        let Some(state) = self.get() else { return Array::list([Value::str(""), Value::NULL, Value::NULL]) };
        let details = if state == NONE { None } else { handle.last_error() };
        let (code, text) = match details {
            Some((code, text)) => (Value::int(code), Value::from(text)),
            None => (Value::NULL, Value::NULL),
        };
        Array::list([Value::str(state), code, text])
    }
}

/// Reports what a driver's operation yielded, in the error mode of the handle.
pub fn failed(ctx: &Ctx, handle: &Handle, status: &Status, state: SqlState) {
    if refusal(ctx, handle, status, state) {
        return;
    }
    status.set(state);
    let mode = handle.error_mode.get();
    if mode == ERRMODE_SILENT || state == NONE || ctx.has_exception() {
        return;
    }
    let mut message = format!("SQLSTATE[{}]: {}", String::from_utf8_lossy(&state), describe(state)).into_bytes();
    let details = handle.last_error();
    let mut info = Array::list([Value::str(state)]);
    if let Some((code, text)) = details {
        message.extend_from_slice(format!(": {code} ").as_bytes());
        message.extend_from_slice(&text);
        info.set(1usize, Value::int(code));
        info.set(2usize, Value::from(text));
    }
    if mode == ERRMODE_EXCEPTION {
        throw(ctx, &message, Value::str(state), info);
    } else {
        ctx.warning(message);
    }
}

/// Reports an error that is PDO's own though the driver has found it; false if there is none.
pub fn refusal(ctx: &Ctx, handle: &Handle, status: &Status, state: SqlState) -> bool {
    let words = handle.open().and_then(|(_, connection)| connection.take_refusal());
    if let Some(words) = words {
        refused(ctx, handle, status, state, words);
    }
    words.is_some()
}

/// Reports what PDO itself found wrong, in the error mode of the handle.
pub fn refused(ctx: &Ctx, handle: &Handle, status: &Status, state: SqlState, why: &str) {
    status.set(state);
    // In the silent mode too this is a warning.
    let mode = handle.error_mode.get();
    if ctx.has_exception() {
        return;
    }
    let message = format!("SQLSTATE[{}]: {}: {why}", String::from_utf8_lossy(&state), describe(state));
    if mode == ERRMODE_EXCEPTION {
        throw(ctx, message.as_bytes(), Value::str(state), Array::list([Value::str(state), Value::int(0)]));
    } else {
        ctx.warning(message);
    }
}

/// Throws the PDOException of a connection that could not be opened.
pub fn connection_failed(ctx: &Ctx, state: SqlState, code: i64, text: &[u8]) -> Thrown {
    let mut message = format!("SQLSTATE[{}] [{code}] ", String::from_utf8_lossy(&state)).into_bytes();
    message.extend_from_slice(text);
    let info = Array::list([Value::str(state), Value::int(code), Value::str(text)]);
    throw(ctx, &message, Value::int(code), info)
}

/// Throws a PDOException without an SQLSTATE.
pub fn plain(ctx: &Ctx, message: impl AsRef<[u8]>) -> Thrown {
    ctx.throw("PDOException", message)
}

fn throw(ctx: &Ctx, message: &[u8], code: Value, info: Array) -> Thrown {
    let class = ctx.known_class("PDOException");
    let exception = ctx.host.make_exception(ctx, class, message, 0);
    for (name, value) in [("code", code), ("errorInfo", Value::from(info))] {
        if let Err(thrown) = ctx.set_property(&exception, name, value) {
            return thrown;
        }
    }
    ctx.throw_object(exception)
}

/// The words for a state.
fn describe(state: SqlState) -> &'static str {
    sqlstate::TABLE.iter().find(|(known, _)| known.as_bytes() == state).map_or("<<Unknown error>>", |(_, words)| words)
}

/// A state as PHP shows it.
pub fn shown(state: SqlState) -> Str {
    Str::new(state)
}
