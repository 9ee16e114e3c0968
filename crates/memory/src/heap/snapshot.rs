//! Snapshots of a heap.

use std::io;

use super::owner::OwnedHeap;

/// What a heap was like.
pub(super) struct Snapshot {}

impl OwnedHeap {
    /// Keeps the contents of the heap, to go back to them with [`restore`](Self::restore).
    pub fn snapshot(&mut self) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Goes back to the contents at the time of the snapshot.
    ///
    /// # Safety
    ///
    /// What was allocated since is not used any more.
    pub unsafe fn restore(&mut self) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Keeps the present contents and forgets the snapshot.
    pub fn drop_snapshot(&mut self) -> io::Result<()> {
        self.snapshot = None;
        Ok(())
    }

    pub(super) fn note_thread(&mut self) {}
}
