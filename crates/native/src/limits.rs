//! Limits of memory and time inside native code.
//!
//! The engine looks at the interrupt word between instructions, and after every native call. Native code that may run for
//! long (its work grows faster than its arguments, or it reads what has no end) looks too: with
//! [`Ctx::poll`](crate::Ctx::poll) where it has a context, and else here. Since the request ends right after the call, it
//! may just stop and return anything.

use std::sync::atomic::{AtomicUsize, Ordering};

pub use phant_memory::interrupt::is_urgent as reached;

/// What no request of this process may go beyond, whatever its `memory_limit`.
static MOST_MEMORY: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Sets how much memory any request of this process may have.
pub fn set_most_memory(bytes: usize) {
    MOST_MEMORY.store(bytes, Ordering::Relaxed);
}

/// Sets the limit of the running request's memory; the usage, if that is more.
pub fn set_memory(bytes: usize) -> Result<(), usize> {
    phant_memory::heap::set_limit(bytes.min(MOST_MEMORY.load(Ordering::Relaxed)))
}

/// Iterators that end when a limit is reached.
pub trait Bounded: Iterator + Sized {
    /// The same items, until memory or time is used up.
    fn bounded(self) -> impl Iterator<Item = Self::Item> {
        self.take_while(|_| !reached())
    }
}

impl<I: Iterator> Bounded for I {}
