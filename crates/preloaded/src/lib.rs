//! What was preloaded when the process started, by name: the engine writes it once, and whoever shows the code cache reads it.

#![forbid(unsafe_code)]

use std::sync::OnceLock;

/// The names of what was preloaded, in order, as PHP shows them.
#[derive(Debug, Default)]
pub struct Names {
    /// Nearly the bytes that it takes.
    pub bytes: usize,
    /// Functions, in small letters.
    pub functions: Vec<Box<[u8]>>,
    /// Classes; those that could not be linked too.
    pub classes: Vec<Box<[u8]>>,
    /// Files.
    pub scripts: Vec<Box<[u8]>>,
}

static NAMES: OnceLock<Names> = OnceLock::new();

/// Notes what was preloaded. Only the first time counts.
pub fn set(names: Names) {
    let _ = NAMES.set(names);
}

/// What was preloaded, if anything was.
pub fn get() -> Option<&'static Names> {
    NAMES.get()
}
