//! Memory for C libraries, from the program's own allocator: what they take counts toward a request's limit like that of
//! the engine's code. Libraries free without saying how much, so each block begins with its size.

use std::alloc::{Layout, alloc, dealloc, realloc};
use std::ptr;

/// Keeps what follows aligned for anything.
const HEADER: usize = 16;

fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size.checked_add(HEADER)?, HEADER).ok()
}

/// A block of `size` bytes, or null.
pub fn allocate(size: usize) -> *mut u8 {
    let Some(layout) = layout(size) else { return ptr::null_mut() };
    // SAFETY: the layout is not empty, and the block has room for the size at its start.
    unsafe {
        let block = alloc(layout);
        if block.is_null() {
            return block;
        }
        block.cast::<usize>().write(size);
        block.add(HEADER)
    }
}

/// What [`allocate`] was asked for.
///
/// # Safety
/// `block` must be a live block of [`allocate`], or null.
pub unsafe fn size(block: *mut u8) -> usize {
    // SAFETY: by contract the size stands before the block.
    if block.is_null() { 0 } else { unsafe { block.sub(HEADER).cast::<usize>().read() } }
}

/// Gives a block back.
///
/// # Safety
/// As for [`size`]; the block is not live afterwards.
pub unsafe fn free(block: *mut u8) {
    if block.is_null() {
        return;
    }
    // SAFETY: by contract the block was allocated with this layout.
    unsafe {
        let layout = layout(size(block)).expect("it was allocated");
        dealloc(block.sub(HEADER), layout);
    }
}

/// A block of another size with the same content; null if there is none, and then the old one stays.
///
/// # Safety
/// As for [`free`], unless the result is null.
pub unsafe fn resize(block: *mut u8, new: usize) -> *mut u8 {
    if block.is_null() {
        return allocate(new);
    }
    // SAFETY: by contract the block was allocated with this layout.
    unsafe {
        let (Some(old), Some(wanted)) = (layout(size(block)), layout(new)) else { return ptr::null_mut() };
        let moved = realloc(block.sub(HEADER), old, wanted.size());
        if moved.is_null() {
            return moved;
        }
        moved.cast::<usize>().write(new);
        moved.add(HEADER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_know_their_size_and_keep_their_content() {
        // SAFETY: the blocks are used while they are live, within their sizes.
        unsafe {
            let block = allocate(3);
            block.copy_from(b"abc".as_ptr(), 3);
            let block = resize(block, 1000);
            assert_eq!((size(block), std::slice::from_raw_parts(block, 3)), (1000, &b"abc"[..]));
            free(block);
            free(ptr::null_mut());
            assert!(allocate(usize::MAX).is_null());
        }
    }
}
