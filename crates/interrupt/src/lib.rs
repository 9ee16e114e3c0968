//! The thread's interrupt word: what wants attention at the next safepoint.
//!
//! Whoever notices something sets a bit: the heap when memory is exhausted, the watcher of time limits from its own
//! thread, the engine. Compiled code looks at backward jumps and returns. Native code that may run for long looks too,
//! at [`is_urgent`], and stops: what it has done so far is dropped with the request. This crate depends on nothing, so that
//! algorithms and wrappers of libraries can look, which know no PHP values.

#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicU32, Ordering};

/// The collector's root buffer is full.
pub const COLLECT: u32 = 1;
/// The memory limit was exceeded.
pub const MEMORY: u32 = 2;
/// `max_execution_time` is over.
pub const TIMEOUT: u32 = 4;
/// A signal has arrived that PHP code looks after.
pub const SIGNAL: u32 = 8;
/// Something was held back, while an instruction is not over.
pub const HELD: u32 = 16;
/// Every safepoint is looked at, in checked builds.
pub const CHECK: u32 = 32;

/// PHP code has to run for what has lost its last handle.
pub const FINALIZE: u32 = 64;

thread_local! {
    static WORD: AtomicU32 = const { AtomicU32::new(0) };
}

/// The address of the calling thread's word, which lives as long as the thread.
pub fn word() -> *const AtomicU32 {
    WORD.with(std::ptr::from_ref)
}

/// Sets bits of the calling thread's word.
pub fn raise(bits: u32) {
    WORD.with(|word| word.fetch_or(bits, Ordering::Relaxed));
}

/// Clears bits of the calling thread's word.
pub fn lower(bits: u32) {
    WORD.with(|word| word.fetch_and(!bits, Ordering::Relaxed));
}

/// Whether the request should end: memory or time is exhausted.
#[inline(always)]
pub fn is_urgent() -> bool {
    WORD.with(|word| word.load(Ordering::Relaxed)) & (MEMORY | TIMEOUT) != 0
}
