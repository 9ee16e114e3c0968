//! Blocks without a size class: large ones (page runs inside a chunk) and huge ones (whole chunks), and everything
//! that has to find out what kind a block is: `free`, `realloc`, `usable_size`.
//!
//! The page map tells.

use std::ptr::{self, NonNull};

use super::chunk::{HUGE, LARGE, SMALL, class_in, pages_in};
use super::classes::{CHUNK, MAX_LARGE, MAX_SMALL, PAGE, aligned_class, class_of, class_size, pages_for};
use super::control::{Heap, alloc_class, entry_of, free_class};
use super::{checked, held, system, thread};

/// What a block is.
enum Kind {
    Small { class: usize },
    Large { index: usize, page: usize, pages: usize },
    Huge { index: usize },
}

impl Heap {
    fn kind(&self, block: *const u8) -> Kind {
        debug_assert!(self.contains(block), "not a block of this heap");
        // SAFETY: the block is in the range.
        let entry = unsafe { entry_of(self, block) };
        let index = self.index_of(block);
        if entry & SMALL != 0 {
            return Kind::Small { class: class_in(entry) };
        }
        debug_assert!(entry & (LARGE | HUGE) != 0);
        if entry & LARGE != 0 {
            return Kind::Large { index, page: block.addr() % CHUNK / PAGE, pages: pages_in(entry) };
        }
        Kind::Huge { index }
    }

    fn alloc_large(&mut self, pages: usize, align: usize) -> NonNull<u8> {
        let (index, page) = if align <= PAGE {
            self.alloc_pages(pages, pages * PAGE)
        } else {
            self.alloc_aligned_pages(pages, align, pages * PAGE)
        };
        *self.entry(index, page) = LARGE | pages as u16;
        self.count_used(pages * PAGE);
        // SAFETY: the range does not begin at address 0.
        unsafe { NonNull::new_unchecked(self.page_at(index, page)) }
    }

    /// Changes the size of a large block where it is. False when what follows is in use.
    fn resize_large(&mut self, index: usize, page: usize, old: usize, new: usize) -> bool {
        if new > old {
            if !self.chunk(index).is_free(page + old, new - old) {
                return false;
            }
            self.take_pages(index, page + old, new - old);
            self.count_used((new - old) * PAGE);
        } else if new < old {
            self.free_pages(index, page + new, old - new);
            self.used -= (old - new) * PAGE;
        }
        *self.entry(index, page) = LARGE | new as u16;
        true
    }
}

/// Allocates more than [`MAX_SMALL`] bytes.
///
/// # Safety
///
/// `heap` is the calling thread's.
#[cold]
#[inline(never)]
pub(super) unsafe fn alloc_big(heap: *mut Heap, size: usize, text: bool) -> NonNull<u8> {
    // SAFETY: nobody else refers to the thread's heap during this call.
    let heap = unsafe { &mut *thread::ensure(heap) };
    if heap.system {
        system::alloc(heap, size, 16)
    } else if size <= MAX_LARGE {
        heap.alloc_large(pages_for(size), PAGE)
    } else {
        heap.alloc_huge(size, text)
    }
}

/// Allocates `size` bytes at a multiple of `align`, a power of two above 16. `None` above the size of a chunk.
///
/// # Safety
///
/// `heap` is the calling thread's.
#[cold]
#[inline(never)]
pub(super) unsafe fn alloc_aligned(heap: *mut Heap, size: usize, align: usize) -> Option<NonNull<u8>> {
    let heap = thread::ensure(heap);
    // SAFETY: `ensure` returns the thread's heap, which nobody else refers to during this call.
    unsafe {
        if align > CHUNK {
            None
        } else if (*heap).system {
            Some(system::alloc(&mut *heap, size, align))
        } else if let Some(class) = aligned_class(size, align) {
            Some(alloc_class(heap, class, size))
        } else if size.max(PAGE) + align - PAGE <= MAX_LARGE && align <= CHUNK / 2 {
            Some((*heap).alloc_large(pages_for(size), align))
        } else {
            Some((*heap).alloc_huge(size, false))
        }
    }
}

/// Frees a block of any size.
///
/// # Safety
///
/// As [`heap::free`](super::free).
#[inline(always)]
pub(super) unsafe fn free(heap: *mut Heap, block: *mut u8) {
    // SAFETY: the caller passes a block of this heap. If the system allocator's, it is not asked what it is.
    unsafe {
        if !(*heap).keeps {
            let entry = entry_of(heap, block);
            if entry & SMALL != 0 {
                return free_class(heap, block, class_in(entry));
            }
        }
        free_big(heap, block)
    }
}

/// Frees a block without a size class.
///
/// # Safety
///
/// As [`heap::free`](super::free).
#[cold]
#[inline(never)]
pub(super) unsafe fn free_big(heap: *mut Heap, block: *mut u8) {
    // SAFETY: nobody else refers to the thread's heap during this call.
    let heap = unsafe { &mut *heap };
    // SAFETY: the caller gives the block up.
    if heap.holds > 0 && unsafe { held::hold(heap, block) } {
        return;
    }
    if checked::ON && !heap.system {
        // SAFETY: the caller gives the block up.
        return unsafe { checked::keep_aside(heap, block) };
    }
    // SAFETY: the caller gives the block up.
    unsafe { free_now(heap, block) }
}

/// Frees a block, whatever the mode says about keeping it.
///
/// # Safety
///
/// As [`heap::free`](super::free).
pub(super) unsafe fn free_now(heap: *mut Heap, block: *mut u8) {
    // SAFETY: nobody else refers to the thread's heap during this call.
    let heap = unsafe { &mut *heap };
    if heap.system {
        // SAFETY: in this mode, every block is the system allocator's.
        return unsafe { system::free(heap, block) };
    }
    match heap.kind(block) {
        // SAFETY: the caller gives the block up.
        Kind::Small { class } => unsafe { free_class(heap, block, class) },
        Kind::Large { index, page, pages } => {
            heap.used -= pages * PAGE;
            heap.free_pages(index, page, pages);
        }
        Kind::Huge { index } => heap.free_huge(index),
    }
}

/// Changes the size of a block, in place if possible.
///
/// # Safety
///
/// As [`heap::realloc`](super::realloc).
#[inline]
pub(super) unsafe fn realloc(heap: *mut Heap, block: *mut u8, old: usize, new: usize, text: bool) -> NonNull<u8> {
    // SAFETY: the caller passes a block of this heap and its size.
    unsafe {
        if old <= MAX_SMALL && new <= MAX_SMALL && class_of(old) == class_of(new) && !(*heap).system && !checked::ON {
            return NonNull::new_unchecked(block);
        }
        realloc_slow(heap, block, old, new, text)
    }
}

#[cold]
#[inline(never)]
unsafe fn realloc_slow(heap: *mut Heap, block: *mut u8, old: usize, new: usize, text: bool) -> NonNull<u8> {
    // SAFETY: the caller passes a block of this heap with `old` bytes in use; nobody else refers to the heap.
    unsafe {
        if (*heap).system {
            // The old block goes as any other does: while blocks are held back, it stays.
            let moved = system::alloc(&mut *heap, new, 16);
            ptr::copy_nonoverlapping(block, moved.as_ptr(), system::block_size(block).min(new));
            free_big(heap, block);
            return moved;
        }
        if !checked::ON && resize_in_place(&mut *heap, block, new) {
            return NonNull::new_unchecked(block);
        }
        let moved = if new <= MAX_LARGE { super::alloc_from(heap, new) } else { alloc_big(heap, new, text) };
        ptr::copy_nonoverlapping(block, moved.as_ptr(), old.min(new));
        free(heap, block);
        moved
    }
}

fn resize_in_place(heap: &mut Heap, block: *mut u8, new: usize) -> bool {
    match heap.kind(block) {
        Kind::Small { class } => new <= MAX_SMALL && class_of(new) == class,
        // Nothing is given back while blocks are held.
        Kind::Large { pages, .. } if heap.holds > 0 && new <= pages * PAGE => new > MAX_SMALL,
        Kind::Huge { index } if heap.holds > 0 && new <= heap.huge[index].pages as usize * PAGE => new > MAX_LARGE,
        Kind::Large { index, page, pages } => {
            (MAX_SMALL + 1..=MAX_LARGE).contains(&new) && heap.resize_large(index, page, pages, pages_for(new))
        }
        Kind::Huge { index } => new > MAX_LARGE && heap.resize_huge(index, new),
    }
}

/// The bytes that a block has room for.
///
/// # Safety
///
/// `block` is a block of `heap`, the calling thread's heap.
pub(super) unsafe fn usable_size(heap: *const Heap, block: *const u8) -> usize {
    // SAFETY: nobody changes the heap during this call.
    let heap = unsafe { &*heap };
    if heap.system {
        // SAFETY: in this mode, every block is the system allocator's.
        return unsafe { system::block_size(block) };
    }
    match heap.kind(block) {
        Kind::Small { class } => class_size(class),
        Kind::Large { pages, .. } => pages * PAGE,
        Kind::Huge { index } => heap.huge[index].pages as usize * PAGE,
    }
}
