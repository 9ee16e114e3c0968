//! Figures about the process's memory, and how the allocator keeps it.

use std::time::Duration;

/// The number of mimalloc's option `purge_delay`, which its crate does not name.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;

/// How long the allocator keeps pages that hold nothing any more before the system gets them back: a second, if this is not called.
pub fn keep_free_pages_for(time: Duration) {
    // SAFETY: sets a number of mimalloc's own, which threads read at any time.
    unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, time.as_millis() as libc::c_long) };
}

/// Bytes that `malloc` has handed out and not got back.
pub fn allocated() -> usize {
    // SAFETY: only reads the allocator's figures.
    let figures = unsafe { libc::mallinfo2() };
    figures.uordblks + figures.hblkhd
}
