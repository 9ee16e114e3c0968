//! What calls of a native function need beside their arguments, made once for each number of arguments.

use crate::descriptor::{Direct, NativeFn};
use std::sync::{
    OnceLock,
    atomic::{AtomicU8, Ordering},
};

/// A call of a native function with some number of arguments.
pub struct Prepared {
    /// The function itself.
    pub call: NativeFn,
    /// The same for arguments where they are.
    pub direct: Direct,
    /// The types that the first four arguments may have as they are, sixteen bits each, the first lowest: a bit for each type number.
    pub types: u64,
    /// How many arguments there are with defaults, as a frame's header has it.
    pub counts: u64,
    /// The two words of each default that is used; none is counted.
    pub defaults: Vec<[u64; 2]>,
}

/// The most arguments that calls are prepared for.
pub const MOST: usize = 4;

/// How often it is tried to prepare a call. The first time, a default may not have been evaluated yet.
const TRIES: u8 = 3;

/// The calls of one function that have been prepared.
#[derive(Default)]
pub struct PreparedCalls(OnceLock<Box<Table>>);

#[derive(Default)]
struct Table {
    calls: [OnceLock<&'static Prepared>; MOST + 1],
    tries: [AtomicU8; MOST + 1],
}

impl PreparedCalls {
    /// The call with `passed` arguments, of which there are [`MOST`] at most.
    #[inline(always)]
    pub fn get(&self, passed: usize) -> Option<&'static Prepared> {
        self.0.get()?.calls[passed].get().copied()
    }
    /// Keeps what `make` makes, unless it has been tried often enough.
    #[cold]
    pub fn prepare(&self, passed: usize, make: impl FnOnce() -> Option<&'static Prepared>) {
        let table = self.0.get_or_init(Box::default);
        if table.tries[passed].load(Ordering::Relaxed) < TRIES {
            table.tries[passed].fetch_add(1, Ordering::Relaxed);
            if let Some(prepared) = make() {
                table.calls[passed].get_or_init(|| prepared);
            }
        }
    }
}
