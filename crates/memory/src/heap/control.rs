//! The control block of a heap, and small blocks: the paths that every request takes millions of times.
//!
//! Each size class has one intrusive, last-in first-out free list. A block freed is the next one handed out, while it
//! is still in the cache; there are no per-run lists or counters to keep, so an allocation is two loads and three
//! stores. The price is that an empty run is not noticed until [`Heap::collect`] looks for it.

use std::ptr::{self, NonNull};

use super::chunk::{Chunk, SMALL, class_in, pages_in, small_entry};
use super::classes::{CHUNK, CHUNK_PAGES, CLASS_COUNT, PAGE, class_size, run_pages};
use super::limit::{ExhaustedHook, OutOfMemory, StackHook};
use super::{held, system, thread};

/// Chunks of the largest range a heap can reserve (256 GiB).
pub(super) const MAX_CHUNKS: usize = 1 << 17;
/// Pointers that survive in the control block.
pub const ROOT_SLOTS: usize = 8;
/// Regions that a heap can set aside.
pub(super) const MAX_REGIONS: usize = 8;
/// One more than the largest logarithm of a page run's length.
pub(super) const RUN_BINS: usize = 10;

/// A free block.
#[repr(C)]
pub(super) struct Free {
    next: *mut Free,
}

/// A huge block, in the entry of its first chunk.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct Huge {
    /// Its size in pages; 0 in every chunk that does not begin a huge block.
    pub(super) pages: u32,
    /// The chunks it may grow into without asking.
    pub(super) chunks: u32,
}

/// A part of the range set aside by [`Heap::reserve_region`].
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct Region {
    pub(super) chunk: u32,
    pub(super) chunks: u32,
}

/// The control block of a request heap: the first bytes of the range that it manages.
///
/// Always used through a raw pointer obtained from [`current`](super::current) or
/// [`OwnedHeap`](super::OwnedHeap); it is never moved.
#[repr(C, align(64))]
pub struct Heap {
    /// Bytes in blocks, rounded up to their size classes.
    pub(super) used: usize,
    pub(super) used_peak: usize,
    /// Blocks come from the system allocator.
    pub(super) system: bool,
    /// Freed blocks do not go straight to a free list: the system allocator has them, or they are held back.
    pub(super) keeps: bool,
    pub(super) huge_pages: bool,
    /// Free blocks of each class.
    pub(super) free: [*mut Free; CLASS_COUNT],
    /// The part of each class's latest run that has not been made into blocks.
    pub(super) fresh: [Fresh; CLASS_COUNT],

    /// Bytes of chunks in use and of huge blocks.
    pub(super) real: usize,
    pub(super) real_peak: usize,
    pub(super) limit: usize,
    pub(super) exhausted: Option<OutOfMemory>,
    pub(super) exhausted_hook: Option<ExhaustedHook>,
    pub(super) stack_hook: Option<StackHook>,
    pub(super) roots: [*mut u8; ROOT_SLOTS],

    /// Chunks of the range, those of the heap's own tables included.
    pub(super) chunks: usize,
    /// The first chunk after these tables.
    pub(super) first_chunk: usize,
    /// One entry per chunk.
    pub(super) pages: *mut Chunk,
    /// Scratch space of [`Heap::collect`], one entry per page: free blocks of the run that begins there.
    pub(super) free_counts: *mut u16,
    /// No normal chunk has this index or a higher one.
    pub(super) chunks_end: usize,
    /// Every chunk below is in use.
    pub(super) chunks_full: usize,
    /// Normal chunks in use.
    pub(super) chunks_in_use: usize,
    /// Where the search for room for a huge block starts.
    pub(super) huge_start: usize,
    /// Where the search starts for text, which gets small pages: it is written from front to back, once, and a huge page
    /// costs more than it saves then.
    pub(super) text_start: usize,
    /// No chunk from this one to `region_start` is in use or has memory.
    pub(super) touched_end: usize,
    /// Free chunks that still have memory.
    pub(super) cached: usize,
    /// Moving average of the chunks that a request needs.
    pub(super) average: usize,
    /// How many chunks must be in use before free lists are searched for empty runs again.
    pub(super) collect_at: usize,
    /// Chunks below `run_start[n]` have no free run of 2ⁿ pages.
    pub(super) run_start: [u32; RUN_BINS],
    /// The lowest chunk that belongs to a region.
    pub(super) region_start: usize,
    pub(super) regions: [Region; MAX_REGIONS],
    pub(super) region_count: usize,
    /// The chunk for which the system was last told that a region begins there.
    pub(super) region_advised: usize,
    pub(super) resets: usize,
    /// Blocks from the system allocator.
    pub(super) system_blocks: *mut system::Header,
    /// How many times the heap was asked to hold blocks back.
    pub(super) holds: u32,
    /// The blocks held back, and how many bytes they have.
    pub(super) held: *mut held::Held,
    pub(super) held_bytes: usize,

    /// Chunks that are in use or set aside.
    pub(super) taken: [u64; MAX_CHUNKS / 64],
    /// Chunks in use for small and large blocks.
    pub(super) normal: [u64; MAX_CHUNKS / 64],
    /// Chunks that may have memory.
    pub(super) resident: [u64; MAX_CHUNKS / 64],
    /// An upper bound of the longest run of free pages of each normal chunk; 0 for the others.
    pub(super) longest_run: [u16; MAX_CHUNKS],
    pub(super) huge: [Huge; MAX_CHUNKS],
}

/// Where the page map is, from the start of the range: one `u16` per page.
pub(super) const PAGE_MAP: usize = size_of::<Heap>().next_multiple_of(PAGE);

/// How many bytes of a class's first run are made into blocks at once. Each time it is twice as much, up to a page: a small
/// request takes few blocks of each class, and touches and links few.
const FIRST_LINKED: usize = 512;

#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct Fresh {
    pub(super) next: *mut u8,
    /// How many blocks there are from there to the end of the run.
    left: u32,
    /// How many bytes were made into blocks last.
    linked: u32,
}

impl Fresh {
    /// There is no run.
    pub(super) const NONE: Fresh = Fresh { next: ptr::null_mut(), left: 0, linked: 0 };

    /// How many bytes of the run at `start` were made into blocks, if this is the rest of that run.
    pub(super) fn begins_in(&self, start: *mut u8, len: usize) -> Option<usize> {
        let at = self.next.addr().wrapping_sub(start.addr());
        (self.left > 0 && at < len).then_some(at)
    }
}

/// Where inlined allocation sequences find the fields of [`Heap`].
impl Heap {
    /// Offset of the array of free-list heads, one pointer per size class.
    pub const OFFSET_FREE: usize = std::mem::offset_of!(Heap, free);
    /// Offset of the bytes in use.
    pub const OFFSET_USED: usize = std::mem::offset_of!(Heap, used);
    /// Offset of the peak of the bytes in use.
    pub const OFFSET_USED_PEAK: usize = std::mem::offset_of!(Heap, used_peak);
    /// Offset of the flag (a byte) that sends every allocation to the system allocator.
    pub const OFFSET_SYSTEM: usize = std::mem::offset_of!(Heap, system);
}

impl Heap {
    /// The address of the range.
    #[inline(always)]
    pub(super) fn base(&self) -> *mut u8 {
        ptr::from_ref(self).cast_mut().cast()
    }

    #[inline(always)]
    pub(super) fn count_used(&mut self, bytes: usize) {
        let used = self.used + bytes;
        self.used = used;
        if used > self.used_peak {
            self.used_peak = used;
        }
    }

    #[inline]
    pub(super) fn page_at(&self, chunk: usize, page: usize) -> *mut u8 {
        debug_assert!(chunk < self.chunks && page < CHUNK_PAGES);
        // SAFETY: every chunk index is below `chunks`, so the result is inside the range that this block begins.
        unsafe { self.base().add(chunk * CHUNK + page * PAGE) }
    }

    /// The pages of a chunk.
    #[inline]
    pub(super) fn chunk(&mut self, index: usize) -> &mut Chunk {
        debug_assert!(index < self.chunks);
        // SAFETY: there is an entry for every chunk of the range, and it belongs to the heap that is borrowed.
        unsafe { &mut *self.pages.add(index) }
    }

    /// The entry of a page in the page map.
    #[inline]
    pub(super) fn entry(&mut self, chunk: usize, page: usize) -> &mut u16 {
        debug_assert!(chunk < self.chunks);
        // SAFETY: there is an entry for every page of the range, and it belongs to the heap that is borrowed.
        unsafe { &mut *self.base().add(PAGE_MAP).cast::<u16>().add(chunk * CHUNK_PAGES + page) }
    }

    /// The index of the chunk that `at` points into.
    #[inline]
    pub(super) fn index_of(&self, at: *const u8) -> usize {
        (at.addr() - self.base().addr()) / CHUNK
    }

    /// Is `at` inside the range of this heap?
    #[inline]
    pub fn contains(&self, at: *const u8) -> bool {
        at.addr().wrapping_sub(self.base().addr()) < self.chunks * CHUNK
    }
}

/// Allocates a block of `class` for `size` bytes.
///
/// # Safety
///
/// `heap` is the calling thread's heap.
#[inline(always)]
pub(super) unsafe fn alloc_class(heap: *mut Heap, class: usize, size: usize) -> NonNull<u8> {
    // SAFETY: `heap` is valid and no other thread or frame has a reference into it; what is on a free list is a block
    // of at least 8 bytes that nobody uses, beginning with a link.
    unsafe {
        let head = *(*heap).free.get_unchecked(class);
        if head.is_null() {
            return refill(heap, class, size);
        }
        let next = (*head).next;
        // Its link is what the next allocation waits for.
        crate::prefetch(next.cast());
        *(*heap).free.get_unchecked_mut(class) = next;
        (*heap).count_used(class_size(class));
        NonNull::new_unchecked(head.cast())
    }
}

/// The page map's entry for the page that `block` is in.
///
/// # Safety
///
/// `block` points into the range of `heap`.
#[inline(always)]
pub(super) unsafe fn entry_of(heap: *const Heap, block: *const u8) -> u16 {
    let page = block.addr().wrapping_sub(heap.addr()) / PAGE;
    // SAFETY: there is an entry for every page of the range.
    unsafe { *heap.cast::<u8>().add(PAGE_MAP).cast::<u16>().add(page) }
}

/// Puts a block back on its free list.
///
/// # Safety
///
/// `heap` is the calling thread's heap and serves blocks itself, and `block` is a block of `class` that it handed out
/// and that nobody uses any more.
#[inline(always)]
pub(super) unsafe fn free_class(heap: *mut Heap, block: *mut u8, class: usize) {
    // SAFETY: the block is at least 8 bytes, aligned to 8, and now ours.
    unsafe {
        poison(block, class_size(class));
        let block = block.cast::<Free>();
        (*block).next = *(*heap).free.get_unchecked(class);
        *(*heap).free.get_unchecked_mut(class) = block;
        (*heap).used -= class_size(class);
    }
}

/// Makes the use of freed memory visible in debug builds.
///
/// # Safety
///
/// `block` has `size` bytes and is not in use.
#[inline(always)]
pub(super) unsafe fn poison(block: *mut u8, size: usize) {
    if cfg!(debug_assertions) {
        // SAFETY: as the caller promises.
        unsafe { ptr::write_bytes(block, 0xdf, size) }
    }
}

/// Links more blocks of `class` and hands out the first: those of one page at most, so that memory is touched as it is needed.
#[cold]
#[inline(never)]
unsafe fn refill(heap: *mut Heap, class: usize, size: usize) -> NonNull<u8> {
    let heap = thread::ensure(heap);
    // SAFETY: `ensure` returns the thread's heap, which nobody else refers to during this call.
    let heap = unsafe { &mut *heap };
    if heap.system {
        return system::alloc(heap, size, 16);
    }
    if heap.fresh[class].left == 0 {
        let pages = run_pages(class);
        let (index, page) = heap.alloc_pages(pages, pages * PAGE);
        for offset in 0..pages {
            *heap.entry(index, page + offset) = small_entry(class, offset);
        }
        let (next, left) = (heap.page_at(index, page), blocks_per_run(class) as u32);
        heap.fresh[class] = Fresh { next, left, ..heap.fresh[class] };
        // Collecting may have put blocks of this class on the list; they stay there for later.
    }
    let step = class_size(class);
    let Fresh { next: first, left, linked: last } = heap.fresh[class];
    let bytes = (2 * last as usize).clamp(FIRST_LINKED, PAGE);
    let linked = (left as usize).min((bytes / step).max(1));
    let mut list = heap.free[class];
    for at in (1..linked).rev() {
        // SAFETY: the run has `left` blocks from `first` on that were never handed out.
        unsafe {
            let block = first.add(at * step).cast::<Free>();
            (*block).next = list;
            list = block;
        }
    }
    heap.free[class] = list;
    // SAFETY: as above; one past the last block is still inside the chunk or its end.
    let next = unsafe { first.add(linked * step) };
    heap.fresh[class] = Fresh { next, left: left - linked as u32, linked: bytes as u32 };
    heap.count_used(step);
    // SAFETY: a run does not begin at address 0.
    unsafe { NonNull::new_unchecked(first) }
}

impl Heap {
    /// Gives the pages of empty small runs back to their chunks, and empty chunks back to the range. Returns how many
    /// bytes that were.
    ///
    /// Zend's `gc_mem_caches()`. Three passes over the free lists: count the free blocks of every run, unlink the
    /// blocks of runs in which all are free, give these runs back.
    pub fn collect(&mut self) -> usize {
        if self.system {
            return 0;
        }
        self.count_free_blocks();
        for class in 0..CLASS_COUNT {
            self.unlink_empty_runs(class);
        }
        self.release_empty_runs()
    }

    fn count_free_blocks(&mut self) {
        let mut from = self.first_chunk;
        while let Some(index) = self.next_normal(from) {
            // SAFETY: there is a counter for every page of the range.
            unsafe { self.free_counts.add(index * CHUNK_PAGES).write_bytes(0, CHUNK_PAGES) };
            from = index + 1;
        }
        for class in 0..CLASS_COUNT {
            let Fresh { next, left, .. } = self.fresh[class];
            if left > 0 {
                *self.free_count(next) += left as u16;
            }
            let mut block = self.free[class];
            while !block.is_null() {
                *self.free_count(block.cast()) += 1;
                // SAFETY: a block on a free list begins with its link.
                block = unsafe { (*block).next };
            }
        }
    }

    fn unlink_empty_runs(&mut self, class: usize) {
        let whole = blocks_per_run(class) as u16;
        let (mut block, mut kept) = (self.free[class], ptr::null_mut::<Free>());
        self.free[class] = ptr::null_mut();
        while !block.is_null() {
            if *self.free_count(block.cast()) != whole {
                if kept.is_null() {
                    self.free[class] = block;
                } else {
                    // SAFETY: `kept` is the last block of the list that stays.
                    unsafe { (*kept).next = block }
                }
                kept = block;
            }
            // SAFETY: a block on a free list begins with its link.
            block = unsafe { (*block).next };
        }
        if !kept.is_null() {
            // SAFETY: as above.
            unsafe { (*kept).next = ptr::null_mut() };
        }
        let Fresh { next, left, .. } = self.fresh[class];
        if left > 0 && *self.free_count(next) == whole {
            self.fresh[class] = Fresh::NONE;
        }
    }

    fn release_empty_runs(&mut self) -> usize {
        let (mut released, mut from) = (0, self.first_chunk);
        while let Some(index) = self.next_normal(from) {
            from = index + 1;
            let mut at = 0;
            // A chunk is left as soon as its last run is given back, for then it may no longer be a normal one.
            while let Some(page) = self.chunk(index).next_in_use(at) {
                let entry = *self.entry(index, page);
                at = page + pages_in(entry);
                let class = class_in(entry);
                if entry & SMALL != 0 && *self.free_count(self.page_at(index, page)) == blocks_per_run(class) as u16 {
                    self.free_pages(index, page, run_pages(class));
                    released += run_pages(class);
                }
            }
        }
        released * PAGE
    }

    /// The counter of the run that `block` is in.
    fn free_count(&mut self, block: *mut u8) -> &mut u16 {
        // SAFETY: the callers pass a block of this heap.
        let offset = unsafe { entry_of(self, block) } >> 8 & 7;
        let page = (block.addr() - self.base().addr()) / PAGE - usize::from(offset);
        // SAFETY: there is a counter for every page of the range.
        unsafe { &mut *self.free_counts.add(page) }
    }
}

fn blocks_per_run(class: usize) -> usize {
    run_pages(class) * PAGE / class_size(class)
}
