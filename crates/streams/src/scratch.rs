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

/// Some bytes, which somebody else may have used.
pub struct Scratch {
    buffer: Box<[u8]>,
    size: usize,
}

impl Scratch {
    /// A buffer of [`CHUNK_SIZE`] bytes for as long as it is not dropped. While PHP code runs there may be several.
    pub fn new() -> Scratch {
        Scratch::of(CHUNK_SIZE)
    }
    /// The same of another size.
    pub fn of(size: usize) -> Scratch {
        let kept = KEPT.take().filter(|buffer| buffer.len() >= size);
        Scratch { buffer: kept.unwrap_or_else(|| vec![0; size].into()), size }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let buffer = std::mem::take(&mut self.buffer);
        // A thread that ends keeps nothing.
        let _ = KEPT.try_with(|kept| kept.set(Some(buffer)));
    }
}

impl Deref for Scratch {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.buffer[..self.size]
    }
}

impl DerefMut for Scratch {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.buffer[..self.size]
    }
}
