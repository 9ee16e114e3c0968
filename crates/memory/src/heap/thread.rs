//! The current heap of a thread.

use std::cell::{Cell, UnsafeCell};
use std::mem::{ManuallyDrop, MaybeUninit};

use super::classes::CHUNK;
use super::control::Heap;
use super::owner::{HeapOptions, OwnedHeap};

/// Stands for "none installed": its free lists are empty, so the first allocation takes the slow path and finds out.
/// It is never written to; the cell puts it among the zeros that a binary does not store.
struct NoHeap(UnsafeCell<MaybeUninit<Heap>>);

// SAFETY: its bytes are only read, never written.
unsafe impl Sync for NoHeap {}

static NO_HEAP: NoHeap = NoHeap(UnsafeCell::new(MaybeUninit::zeroed()));

thread_local! {
    static CURRENT: Cell<*mut Heap> = const { Cell::new(NO_HEAP.0.get().cast()) };
}

/// The heap that is installed in this thread, or the stand-in.
#[inline(always)]
pub(super) fn get() -> *mut Heap {
    CURRENT.get()
}

/// Changes the current heap, and returns the one before.
pub(super) fn replace(heap: *mut Heap) -> *mut Heap {
    CURRENT.replace(heap)
}

/// `heap`, unless that is the stand-in: then a heap of the thread's own, which is installed.
///
/// Tests and tools that need no request get along without creating a heap. That heap is never dropped, as nobody
/// knows what the thread's other destructors still use.
#[inline(always)]
pub(super) fn ensure(heap: *mut Heap) -> *mut Heap {
    if std::ptr::eq(heap, NO_HEAP.0.get().cast()) { install_own() } else { heap }
}

#[cold]
fn install_own() -> *mut Heap {
    let options = HeapOptions { reserve: 2048 * CHUNK, ..HeapOptions::default() };
    let owned = OwnedHeap::new(options).expect("no address space for a heap");
    let heap = ManuallyDrop::new(owned).as_ptr();
    CURRENT.set(heap);
    heap
}
