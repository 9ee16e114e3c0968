//! What a checked build (feature `checked`) adds to the heap, so that a use of freed memory stops the process where it
//! happens, or soon after, instead of somewhere else later:
//!
//! - blocks given up are filled with [`POISON`] and kept aside for a while; when they leave, somebody wrote to them if they
//!   hold anything else;
//! - new blocks are filled with [`FRESH`];
//! - `realloc` always moves;
//! - `PHANT_CHECK_ALLOC=n`: the n-th allocation after a request's memory limit was set exhausts the memory.
//!
//! With `PHANT_ALLOC=system` a sanitizer does the first three. Without the feature nothing of this is in the code.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::ptr;
use std::sync::OnceLock;

use super::control::Heap;
use super::{large, thread};

/// Whether this is a checked build.
pub(super) const ON: bool = cfg!(feature = "checked");
/// What blocks are filled with that were given up.
pub(super) const POISON: u8 = 0xdf;
/// What blocks are filled with that were just handed out.
const FRESH: u8 = 0xce;
/// Bytes kept aside for each thread.
const KEPT: usize = 8 << 20;
/// Blocks kept aside for each thread.
const KEPT_BLOCKS: usize = 1 << 16;
/// Larger blocks are filled and looked at this far only.
const FILLED: usize = 16 << 10;

/// A block kept aside.
struct Kept {
    heap: *mut Heap,
    block: *mut u8,
    size: usize,
}

thread_local! {
    static KEPT_ASIDE: RefCell<(VecDeque<Kept>, usize)> = const { RefCell::new((VecDeque::new(), 0)) };
    /// Allocations since the limit was set; `None` once one of them has failed.
    static COUNT: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Keeps a block aside, and gives the oldest ones back to the heap.
///
/// # Safety
///
/// As [`heap::free`](super::free), and `heap` is the calling thread's and does not use the system allocator.
pub(super) unsafe fn keep_aside(heap: *mut Heap, block: *mut u8) {
    // SAFETY: the block was given up and has that size; those on the list were, too, and their heaps are still there.
    unsafe {
        let size = large::usable_size(heap, block);
        ptr::write_bytes(block, POISON, size.min(FILLED));
        KEPT_ASIDE.with_borrow_mut(|(list, bytes)| {
            list.push_back(Kept { heap, block, size });
            *bytes += size;
            while *bytes > KEPT || list.len() > KEPT_BLOCKS {
                let Some(kept) = list.pop_front() else { break };
                *bytes -= kept.size;
                verify(&kept);
                large::free_now(kept.heap, kept.block);
            }
        });
    }
}

/// Panics if somebody wrote to a block after it was given up.
///
/// # Safety
///
/// The block is one that is kept aside.
unsafe fn verify(kept: &Kept) {
    // SAFETY: the block has that size, and nobody else uses it.
    let bytes = unsafe { std::slice::from_raw_parts(kept.block, kept.size.min(FILLED)) };
    if let Some(at) = bytes.iter().position(|b| *b != POISON) {
        let around = &bytes[at..(at + 16).min(bytes.len())];
        panic!("a freed block of {} bytes was written to at {at}: {around:02x?}", kept.size);
    }
}

/// Forgets what is kept aside for a heap that is emptied or goes away, after a last look.
pub(super) fn forget(heap: *mut Heap) {
    if !ON {
        return;
    }
    let _ = KEPT_ASIDE.try_with(|kept| {
        let mut kept = kept.borrow_mut();
        let (list, bytes) = &mut *kept;
        list.retain(|k| {
            let stays = k.heap != heap;
            if !stays {
                // SAFETY: the heap still has its memory.
                unsafe { verify(k) };
                *bytes -= k.size;
            }
            stays
        });
    });
}

/// Fills a block that is handed out, and counts.
///
/// # Safety
///
/// `block` has `size` bytes and belongs to the caller.
#[inline(always)]
pub(super) unsafe fn on_alloc(block: *mut u8, size: usize) {
    if ON {
        // SAFETY: as the caller promises.
        unsafe { ptr::write_bytes(block, FRESH, size.min(FILLED)) };
        if fails() {
            // SAFETY: the heap is this thread's, and nobody else refers to it here.
            unsafe { (*thread::get()).exhaust(size) };
        }
    }
}

/// Whether the allocation that is being made is the one to fail.
pub(super) fn fails() -> bool {
    static WHICH: OnceLock<u64> = OnceLock::new();
    if !ON {
        return false;
    }
    let which = *WHICH.get_or_init(|| std::env::var("PHANT_CHECK_ALLOC").ok().and_then(|n| n.parse().ok()).unwrap_or(u64::MAX));
    let count = COUNT.get().map(|n| n + 1);
    let fails = count.is_some_and(|n| n >= which);
    COUNT.set(if fails { None } else { count });
    fails
}

/// A request sets its limit: counting begins, unless it has begun.
pub(super) fn count_from_here(limit: usize) {
    thread_local! {
        static BEGUN: Cell<bool> = const { Cell::new(false) };
    }
    if ON && limit < usize::MAX && !BEGUN.replace(true) {
        COUNT.set(Some(0));
    }
}
