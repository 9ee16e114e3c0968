//! What a request takes from the program's allocator, beside its heap: compiled code, tables of classes, buffers of native
//! code, compiled patterns. [`Accounted`] counts it for the thread, and `memory_limit` applies to both together.
//!
//! The figure is what the thread allocated since the request began, less what it freed. So memory that another thread
//! frees, or that a cache keeps for later requests, is the request's that asked for it, and no later one starts with it;
//! memory of earlier requests that this one frees makes room for as much. As with the heap, an allocation beyond the
//! limit succeeds, and the request ends at the next safepoint. A buffer that may become large in one step asks first:
//! [`heap::try_reserve`](crate::heap::try_reserve).

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;

use crate::heap;

/// What every request may take without it being held against its limit: what the engine is made of.
const FREE: isize = 4 << 20;
/// How much may be taken until the limit is looked at again.
const STEP: isize = 128 << 10;
/// What the allocator adds to a block.
const HEADER: usize = 8;

struct Account {
    /// What this thread has taken since the request began, in bytes.
    taken: Cell<isize>,
    /// Above this, the limit must be looked at.
    mark: Cell<isize>,
}

thread_local! {
    static ACCOUNT: Account = const { Account { taken: Cell::new(0), mark: Cell::new(isize::MAX) } };
}

/// A request begins on this thread.
pub fn begin() {
    ACCOUNT.with(|account| {
        account.taken.set(0);
        account.mark.set(FREE);
    });
}

/// The request is over.
pub fn end() {
    ACCOUNT.with(|account| {
        account.taken.set(0);
        account.mark.set(isize::MAX);
    });
}

/// What the request has taken, as far as it counts toward the limit.
pub fn charged() -> usize {
    ACCOUNT.with(|account| usize::try_from(account.taken.get() - FREE).unwrap_or(0))
}

/// All that the request has taken.
pub fn taken() -> isize {
    ACCOUNT.with(|account| account.taken.get())
}

/// Puts memory on the account that the allocator does not see, such as that of libraries; negative amounts take it off.
#[inline(always)]
pub fn add(bytes: isize) {
    ACCOUNT.with(|account| {
        let taken = account.taken.get().wrapping_add(bytes);
        account.taken.set(taken);
        if taken > account.mark.get() {
            look(account, taken, bytes);
        }
    });
}

#[cold]
#[inline(never)]
fn look(account: &Account, taken: isize, tried: isize) {
    account.mark.set(taken.saturating_add(STEP));
    heap::outside_grew(tried.unsigned_abs());
}

/// What a block of `size` bytes takes.
#[inline(always)]
fn size_of_block(size: usize) -> isize {
    (size + HEADER).next_multiple_of(16) as isize
}

/// An allocator with an account. A program that runs PHP code makes one its `#[global_allocator]`.
pub struct Accounted<A>(pub A);

// SAFETY: blocks come from the allocator and go back to it; counting neither allocates nor unwinds.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Accounted<A> {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(size_of_block(layout.size()));
        // SAFETY: as the caller promises.
        unsafe { self.0.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(size_of_block(layout.size()));
        // SAFETY: as the caller promises.
        unsafe { self.0.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        add(-size_of_block(layout.size()));
        // SAFETY: as the caller promises.
        unsafe { self.0.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        add(size_of_block(new_size) - size_of_block(layout.size()));
        // SAFETY: as the caller promises.
        unsafe { self.0.realloc(block, layout, new_size) }
    }
}
