//! The current heap as an `Allocator`, so that collections of engine state live in it.

use std::alloc::Layout;
use std::marker::PhantomData;
use std::ptr::NonNull;

use allocator_api2::alloc::{AllocError, Allocator};

use super::classes::{CHUNK, MAX_SMALL};
use super::{large, thread};

/// Allocates in the current heap of the thread.
///
/// Neither `Send` nor `Sync`, and so is every collection in it: a block stays with the thread of its heap.
///
/// ```
/// use allocator_api2::vec::Vec;
/// use phant_memory::heap::RequestHeap;
///
/// let mut names = Vec::new_in(RequestHeap);
/// names.extend(["a", "b"]);
/// assert_eq!(names.len(), 2);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct RequestHeap {
    _thread: PhantomData<*mut ()>,
}

/// The value of the type of this name, as if it were a unit struct.
#[allow(non_upper_case_globals)]
pub const RequestHeap: RequestHeap = RequestHeap { _thread: PhantomData };

/// `size` rounded up so that the class of that size is aligned to `align`, which is at most 16.
#[inline(always)]
fn rounded(size: usize, align: usize) -> usize {
    if align <= 8 { size } else { (size + 15) & !15 }
}

// SAFETY: blocks stay where they are until they are freed, whichever copy of `RequestHeap` that happens through.
unsafe impl Allocator for RequestHeap {
    #[inline]
    fn allocate(&self, layout: Layout) -> Result<NonNull<[u8]>, AllocError> {
        let (size, align) = (layout.size(), layout.align());
        let block = if size == 0 {
            // SAFETY: an alignment is not 0.
            unsafe { NonNull::new_unchecked(std::ptr::without_provenance_mut(align)) }
        } else if align <= 16 {
            super::alloc(rounded(size, align))
        } else {
            // SAFETY: the heap is this thread's.
            unsafe { large::alloc_aligned(thread::get(), size, align).ok_or(AllocError)? }
        };
        Ok(NonNull::slice_from_raw_parts(block, size))
    }

    #[inline]
    unsafe fn deallocate(&self, block: NonNull<u8>, layout: Layout) {
        // SAFETY: the block was allocated above, with this layout.
        unsafe {
            if layout.size() == 0 {
            } else if layout.align() <= 16 {
                super::free_sized(block, rounded(layout.size(), layout.align()))
            } else {
                super::free(block)
            }
        }
    }

    #[inline]
    unsafe fn grow(&self, block: NonNull<u8>, old: Layout, new: Layout) -> Result<NonNull<[u8]>, AllocError> {
        // SAFETY: the caller's promise is the one that `resize` needs.
        unsafe { self.resize(block, old, new) }
    }

    #[inline]
    unsafe fn shrink(&self, block: NonNull<u8>, old: Layout, new: Layout) -> Result<NonNull<[u8]>, AllocError> {
        // SAFETY: the caller's promise is the one that `resize` needs.
        unsafe { self.resize(block, old, new) }
    }
}

impl RequestHeap {
    /// # Safety
    ///
    /// `block` was allocated with the layout `old`.
    #[inline]
    unsafe fn resize(&self, block: NonNull<u8>, old: Layout, new: Layout) -> Result<NonNull<[u8]>, AllocError> {
        if old.size() == 0 {
            return self.allocate(new);
        }
        if new.size() > 0 && old.align() <= 16 && new.align() <= 16 && (new.align() <= old.align()) {
            let (old_size, new_size) = (rounded(old.size(), old.align()), rounded(new.size(), old.align()));
            if old.align() == new.align() || new_size > MAX_SMALL {
                // SAFETY: the block was allocated with the rounded size.
                let block = unsafe { super::realloc(block, old_size, new_size) };
                return Ok(NonNull::slice_from_raw_parts(block, new.size()));
            }
        }
        let moved = self.allocate(new)?;
        // SAFETY: both blocks have at least the smaller size, and the old one is given up.
        unsafe {
            moved.cast::<u8>().copy_from_nonoverlapping(block, old.size().min(new.size()));
            self.deallocate(block, old);
        }
        Ok(moved)
    }
}

const _: () = assert!(CHUNK.is_power_of_two());
