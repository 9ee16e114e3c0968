//! How far native recursion may go.
//!
//! Native code that walks nested data recurses on the native stack. The engine says where that stack ends (and says so
//! again when a fiber switches stacks); walks ask before they go deeper.

use std::cell::Cell;

thread_local! {
    static LIMIT: Cell<usize> = const { Cell::new(0) };
    static SIZE: Cell<usize> = const { Cell::new(ASSUMED) };
}

/// What a thread whose limit nobody set is assumed to have below the first question asked.
const ASSUMED: usize = 1 << 20;

/// The lowest address that native code may use, with a reserve for what it calls.
pub fn set_limit(address: usize) {
    LIMIT.set(address);
}

/// How large the stack above the limit is, as messages tell it.
pub fn set_size(bytes: usize) {
    SIZE.set(bytes);
}

/// That size.
pub fn size() -> usize {
    SIZE.get()
}

/// What to say when the stack is used up.
pub fn exhausted_message() -> String {
    let size = SIZE.get();
    format!(
        "Maximum call stack size of {size} bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion?"
    )
}

/// The limit set last.
pub fn limit() -> usize {
    LIMIT.get()
}

/// Whether the stack is nearly used up.
#[inline]
pub fn is_low() -> bool {
    let marker = 0u8;
    let here = (&raw const marker).addr();
    let limit = LIMIT.get();
    if limit == 0 {
        LIMIT.set(here.saturating_sub(ASSUMED));
        return false;
    }
    here < limit
}
