//! The few allocation shapes heap objects need, on top of [`crate::heap`].

use crate::heap;
use std::ptr::NonNull;

/// Memory for a fixed-size object with `extra` bytes behind it.
#[inline(always)]
pub(crate) fn object<T>(extra: usize) -> NonNull<T> {
    heap::alloc(size_of::<T>() + extra).cast()
}

/// Gives back a block of known size.
///
/// # Safety
/// `ptr` must come from [`object`] or [`bytes`] with that size and must not be used again.
#[inline(always)]
pub(crate) unsafe fn free(ptr: *mut u8, size: usize) {
    // SAFETY: by contract.
    unsafe { heap::free_sized(NonNull::new_unchecked(ptr), size) }
}
