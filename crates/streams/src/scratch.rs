//! Buffers for bytes that pass through: from a file to the output, into a digest, into another stream.

use super::CHUNK_SIZE;
use std::{
    cell::Cell,
    ops::{Deref, DerefMut},
};

thread_local! {
    /// To allocate and clear a buffer costs more than to read what most files have in them, so a thread keeps one.
    static KEPT: Cell<Option<Box<[u8]>>> = const { Cell::new(None) };
}

/// [`CHUNK_SIZE`] bytes, which somebody else may have used.
pub struct Scratch(Box<[u8]>);

impl Scratch {
    /// A buffer for as long as it is not dropped. While PHP code runs there may be several.
    pub fn new() -> Scratch {
        Scratch(KEPT.take().unwrap_or_else(|| vec![0; CHUNK_SIZE].into()))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let buffer = std::mem::take(&mut self.0);
        // A thread that ends keeps nothing.
        let _ = KEPT.try_with(|kept| kept.set(Some(buffer)));
    }
}

impl Deref for Scratch {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Scratch {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}
