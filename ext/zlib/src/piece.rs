//! Room for what is compressed or expanded at once, which the thread keeps: it is zeroed once, and not for every few bytes.

use std::{
    cell::Cell,
    ops::{Deref, DerefMut},
};

/// How much is compressed or expanded at once.
pub const PIECE: usize = 16 << 10;

thread_local! {
    static SPARE: Cell<Option<Box<[u8]>>> = const { Cell::new(None) };
}

/// Room of [`PIECE`] bytes. What is in it is of no use.
pub struct Piece(Box<[u8]>);

impl Piece {
    /// The room that the thread keeps, or other room while that is in use.
    pub fn new() -> Piece {
        Piece(SPARE.take().unwrap_or_else(|| vec![0; PIECE].into()))
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        // A thread that ends has no need of it any more.
        let _ = SPARE.try_with(|spare| spare.set(Some(std::mem::take(&mut self.0))));
    }
}

impl Deref for Piece {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Piece {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}
