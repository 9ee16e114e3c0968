//! `PHANT_ALLOC=system`: every block comes from `malloc`, with the size that was asked for, and moves on every
//! `realloc`, so that sanitizers and valgrind see overruns and stale pointers. All blocks are on a list, so that a
//! reset frees what is left.

use std::ptr::{self, NonNull};

use super::control::Heap;

/// What precedes each block.
#[repr(C, align(16))]
pub(super) struct Header {
    previous: *mut Header,
    next: *mut Header,
    size: usize,
    /// What `malloc` returned.
    start: *mut u8,
}

const HEADER: usize = size_of::<Header>();

/// Allocates a block; `align` is a power of two from 16 on.
pub(super) fn alloc(heap: &mut Heap, size: usize, align: usize) -> NonNull<u8> {
    // SAFETY: asks for memory.
    let start = unsafe { libc::malloc(size + HEADER + align - 16) }.cast::<u8>();
    if start.is_null() {
        heap.out_of_range(size);
    }
    // SAFETY: `start` is 16-aligned and has room for the header, the padding before it and the block.
    unsafe {
        let padding = (start.addr() + HEADER).next_multiple_of(align) - (start.addr() + HEADER);
        let header = start.add(padding).cast::<Header>();
        header.write(Header { previous: ptr::null_mut(), next: heap.system_blocks, size, start });
        if !heap.system_blocks.is_null() {
            (*heap.system_blocks).previous = header;
        }
        heap.system_blocks = header;
        heap.charge(size, size);
        heap.count_used(size);
        NonNull::new_unchecked(header.add(1).cast())
    }
}

/// Frees a block.
///
/// # Safety
///
/// The block is one of [`alloc`]'s and not used afterwards.
pub(super) unsafe fn free(heap: &mut Heap, block: *mut u8) {
    // SAFETY: the block has a header, which is on the heap's list.
    unsafe {
        let header = block.cast::<Header>().sub(1);
        let Header { previous, next, size, start } = header.read();
        if previous.is_null() {
            heap.system_blocks = next
        } else {
            (*previous).next = next
        }
        if !next.is_null() {
            (*next).previous = previous;
        }
        heap.used -= size;
        heap.discharge(size);
        libc::free(start.cast());
    }
}

/// The size that a block was asked for with.
///
/// # Safety
///
/// The block is one of [`alloc`]'s.
pub(super) unsafe fn block_size(block: *const u8) -> usize {
    // SAFETY: the block has a header.
    unsafe { (*block.cast::<Header>().sub(1)).size }
}

/// Frees every block.
///
/// # Safety
///
/// No block is used afterwards.
pub(super) unsafe fn free_all(heap: &mut Heap) {
    while !heap.system_blocks.is_null() {
        // SAFETY: the list holds blocks.
        unsafe { free(heap, heap.system_blocks.add(1).cast()) }
    }
}
