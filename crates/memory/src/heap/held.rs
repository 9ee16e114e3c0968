//! Blocks that are given up while a pointer into them may still be in use.
//!
//! An instruction that is about to write may report an error first, and the handler of that error is PHP code: it can
//! let go of the array that the instruction's place is in. While the heap *holds*, such blocks keep their memory. What
//! is written to them is lost, as the variable that was to get it is, but it is not written into somebody else's block.

use std::ptr;

use super::control::Heap;
use super::large;

/// How many bytes are held back at most. What is let go beyond that is freed at once: whatever a write needs has a count
/// of its own (`place.rs`), and this is the second line of defence.
const MOST: usize = 4 << 20;

/// What a line of execution holds back. Lines that are suspended have their own.
pub(crate) struct Holding {
    holds: u32,
    held: *mut Held,
    bytes: usize,
}

impl Holding {
    /// Nothing is held back.
    pub(crate) const NOTHING: Holding = Holding { holds: 0, held: ptr::null_mut(), bytes: 0 };

    /// Whether nothing is held back.
    #[inline]
    pub(crate) fn is_nothing(&self) -> bool {
        self.holds == 0 && self.held.is_null()
    }
}

/// A block on the list of those held back.
pub(super) struct Held {
    next: *mut Held,
    block: *mut u8,
}

impl Heap {
    /// Holds blocks back from now on, until as many calls of [`end_hold`](Heap::end_hold).
    pub(super) fn begin_hold(&mut self) {
        self.holds += 1;
        self.keeps = true;
    }

    /// Ends one [`begin_hold`](Heap::begin_hold). What was held back stays so until [`release_held`].
    pub(super) fn end_hold(&mut self) {
        self.holds -= 1;
        self.keeps = self.system || super::checked::ON || self.holds > 0;
    }

    /// Exchanges what is held back for what another line of execution holds back.
    pub(super) fn exchange_holding(&mut self, other: &mut Holding) {
        std::mem::swap(&mut self.holds, &mut other.holds);
        std::mem::swap(&mut self.held, &mut other.held);
        std::mem::swap(&mut self.held_bytes, &mut other.bytes);
        self.keeps = self.system || self.holds > 0;
    }
}

/// Puts a block on the list, if there is room. It reads as zeros from now on, which is an undefined value wherever one was.
///
/// # Safety
///
/// As [`heap::free`](super::free), and the heap is the calling thread's.
#[cold]
pub(super) unsafe fn hold(heap: *mut Heap, block: *mut u8) -> bool {
    // SAFETY: the block is its owner's to give up; nobody else refers to the heap during this call.
    unsafe {
        let size = large::usable_size(heap, block);
        if (*heap).held_bytes + size > MOST {
            return false;
        }
        (*heap).held_bytes += size + size_of::<Held>();
        ptr::write_bytes(block, 0, size);
        let entry = super::alloc_from(heap, size_of::<Held>()).as_ptr().cast::<Held>();
        entry.write(Held { next: (*heap).held, block });
        (*heap).held = entry;
        true
    }
}

/// Frees what was held back.
///
/// # Safety
///
/// `heap` is the calling thread's; no pointer into a block that was given up is in use.
pub(super) unsafe fn release_held(heap: *mut Heap) {
    // SAFETY: the list holds blocks, each with an entry of its own.
    unsafe {
        if (*heap).holds == 0 {
            (*heap).held_bytes = 0;
        }
        while (*heap).holds == 0 && !(*heap).held.is_null() {
            let entry = (*heap).held;
            let Held { next, block } = entry.read();
            (*heap).held = next;
            large::free(heap, block);
            large::free(heap, entry.cast());
        }
    }
}
