//! Error reporting: handlers, display, the last error.

use phant_memory::{HeapVec, Str, Value};

/// Error and exception handlers of a request.
pub struct ErrorState {
    /// Error handlers with their level masks, innermost last; null restores the built-in one.
    pub handlers: HeapVec<(Value, i64)>,
    /// Exception handlers, innermost last.
    pub exception_handlers: HeapVec<Value>,
    /// What `error_get_last` shows: level, message, file, line.
    pub last: Option<(u32, Str, Str, u32)>,
    /// Where errors are reported to be, instead of the code being executed: set while a declaration is at fault.
    pub at: Option<(Str, u32)>,
}
