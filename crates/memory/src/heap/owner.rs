//! Making, installing, resetting and dropping heaps.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::{env, io, ptr};

use super::bits;
use super::chunk::Chunk;
use super::classes::{CHUNK, CHUNK_PAGES, CLASS_COUNT};
use super::control::{Fresh, Heap, MAX_CHUNKS, PAGE_MAP, RUN_BINS};
use super::picture::Picture;
use super::snapshot::Snapshot;
use super::space::CACHED_CHUNKS;
use super::{checked, region, system, thread};

/// How a heap is made.
#[derive(Clone, Debug)]
pub struct HeapOptions {
    /// Address space to reserve, rounded to chunks, at most 256 GiB. If the system refuses, less is taken.
    pub reserve: usize,
    /// Take every block from the system allocator. The default follows `PHANT_ALLOC=system` and PHP's
    /// `USE_ZEND_ALLOC=0`.
    pub system: bool,
    /// Ask for 2 MiB pages behind the first [`SMALL_PAGE_CHUNKS`] chunks. The default follows PHP's
    /// `USE_ZEND_ALLOC_HUGE_PAGES=0`.
    pub huge_pages: bool,
    /// The limit of real usage.
    pub limit: usize,
}

impl Default for HeapOptions {
    fn default() -> Self {
        let is = |name: &str, value: &str| env::var_os(name).is_some_and(|found| found == value);
        Self {
            reserve: 64 << 30,
            system: is("PHANT_ALLOC", "system") || is("USE_ZEND_ALLOC", "0"),
            huge_pages: !is("USE_ZEND_ALLOC_HUGE_PAGES", "0"),
            limit: usize::MAX,
        }
    }
}

/// The least address space that a heap is made with.
const MIN_RESERVE: usize = 32 * CHUNK;
/// The first chunk has 4 KiB pages: zeroing 2 MiB would cost a small request memory and more time than its page faults.
/// Behind it, huge pages make a process that fills 8 MB take 3 ms instead of 6, and one that fills 256 MB 44 instead of
/// 160.
pub const SMALL_PAGE_CHUNKS: usize = 1;
/// Free chunks that keep their memory over a reset.
pub(super) const MAX_WARM_CHUNKS: usize = CACHED_CHUNKS;
/// How much of a region keeps its memory over a reset.
const WARM_REGION: usize = 256 << 10;
/// How many resets pass between two trims of the regions.
const RESETS_PER_TRIM: usize = 16;

/// Owns the range of a [`Heap`], and its snapshot. Derefs to the heap.
pub struct OwnedHeap {
    heap: NonNull<Heap>,
    pub(super) len: usize,
    pub(super) snapshot: Option<Snapshot>,
    pub(super) picture: Option<Box<Picture>>,
}

// SAFETY: the range belongs to nobody else; whoever installs a heap sees to it that blocks stay with the thread.
unsafe impl Send for OwnedHeap {}

impl Heap {
    /// Reserves a range and makes a heap in it.
    #[allow(clippy::new_ret_no_self)]
    pub fn new(options: HeapOptions) -> io::Result<OwnedHeap> {
        OwnedHeap::new(options)
    }
}

impl OwnedHeap {
    /// Reserves a range and makes a heap in it.
    pub fn new(options: HeapOptions) -> io::Result<Self> {
        let mut len = options.reserve.clamp(MIN_RESERVE, MAX_CHUNKS * CHUNK).next_multiple_of(CHUNK);
        let start = loop {
            match region::reserve(len, CHUNK) {
                Ok(start) => break start,
                Err(error) if len == MIN_RESERVE => return Err(error),
                Err(_) => len = (len / 2).next_multiple_of(CHUNK).max(MIN_RESERVE),
            }
        };
        let mut owned = Self { heap: start.cast(), len, snapshot: None, picture: None };
        owned.lay_out_tables();
        if options.huge_pages {
            let from = (owned.first_chunk + SMALL_PAGE_CHUNKS) * CHUNK;
            let to = owned.text_start * CHUNK;
            // SAFETY: advice about a range that is ours. Where it cannot be followed, nothing changes.
            unsafe { libc::madvise(start.add(from).as_ptr().cast(), to - from, libc::MADV_HUGEPAGE) };
        }
        owned.system = options.system;
        owned.huge_pages = options.huge_pages;
        owned.limit = options.limit.max(CHUNK);
        owned.average = 1;
        owned.clear();
        Ok(owned)
    }

    /// Sets aside what is at the start of the range: the control block, the page map, the pages of chunks, and the
    /// counters of [`Heap::collect`]. 2 bytes in 1,000 of the range; what is never used has no memory.
    fn lay_out_tables(&mut self) {
        let chunks = self.len / CHUNK;
        let pages = (PAGE_MAP + chunks * CHUNK_PAGES * size_of::<u16>()).next_multiple_of(align_of::<Chunk>());
        let free_counts = pages + chunks * size_of::<Chunk>();
        let end = free_counts + chunks * CHUNK_PAGES * size_of::<u16>();
        self.chunks = chunks;
        self.first_chunk = end.div_ceil(CHUNK);
        self.huge_start = chunks / 8 + self.first_chunk;
        self.text_start = chunks / 2;
        // SAFETY: the tables are inside the range: they take less than 1/64 of it and 2 MiB.
        unsafe {
            self.pages = self.base().add(pages).cast();
            self.free_counts = self.base().add(free_counts).cast();
        }
        let first = self.first_chunk;
        bits::set(&mut self.taken, 0, first);
    }

    /// The heap.
    #[inline]
    pub fn as_ptr(&self) -> *mut Heap {
        self.heap.as_ptr()
    }

    /// Drops every block at once, in time proportional to the chunks in use. The limit and the hook stay, everything
    /// else is as in a new heap; the snapshot is dropped, a picture stays. Memory of as many chunks as the last requests needed is
    /// kept, as Zend does, at least that of the first chunk.
    ///
    /// # Safety
    ///
    /// No block and no region is used afterwards.
    pub unsafe fn reset(&mut self) {
        checked::forget(self.as_ptr());
        if self.snapshot.is_some() {
            // Without its snapshot a heap is usable in any case; an error means that memory is not given back.
            let _ = self.drop_snapshot();
        }
        if self.system {
            // SAFETY: the caller uses no block any more.
            unsafe { system::free_all(self) };
        }
        self.release_chunks();
        self.trim_regions();
        self.clear();
    }

    /// Gives all chunks back, and the memory of those that the next request is not likely to need to the system.
    fn release_chunks(&mut self) {
        let end = self.touched_end;
        let needed = self.real_peak.div_ceil(CHUNK);
        self.average = (self.average + needed).div_ceil(2);
        let first = self.first_chunk;
        let mut at = first;
        while let Some((index, huge)) = self.next_huge(at) {
            self.huge[index].pages = 0;
            at = index + huge.chunks as usize;
        }
        if end > first + 1 {
            let chunks_end = self.chunks_end;
            self.longest_run[first..chunks_end].fill(0);
            bits::clear(&mut self.normal, first, chunks_end);
            bits::clear(&mut self.taken, first, end);
            let warm = self.average.clamp(1, MAX_WARM_CHUNKS);
            self.touched_end = first + 1;
            self.cached = self.keep_resident(warm, end);
        }
    }

    /// Gives all but the first `warm` chunks with memory below `end` back to the system. Returns how many there are.
    pub(super) fn keep_resident(&mut self, warm: usize, end: usize) -> usize {
        let (mut kept, mut at) = (0, self.first_chunk);
        loop {
            let start = bits::next_one(&self.resident, at, end);
            if start == end {
                return kept;
            }
            at = bits::next_zero(&self.resident, start, end);
            let keep = (at - start).min(warm - kept);
            if keep > 0 {
                kept += keep;
                self.touched_end = start + keep;
            }
            self.discard_chunks(start + keep, at);
        }
    }

    /// Now and then, gives back what deep recursions left behind.
    fn trim_regions(&mut self) {
        self.resets += 1;
        if self.resets.is_multiple_of(RESETS_PER_TRIM) {
            for region in &self.regions[..self.region_count] {
                let start = self.page_at(region.chunk as usize, 0);
                // SAFETY: regions are not in use any more; each has at least one chunk.
                unsafe { region::discard(start.add(WARM_REGION), region.chunks as usize * CHUNK - WARM_REGION) };
            }
        }
    }

    /// Makes the heap an empty one with one chunk. Its chunks were all given back.
    fn clear(&mut self) {
        self.used = 0;
        self.free = [ptr::null_mut(); CLASS_COUNT];
        self.fresh = [Fresh::NONE; CLASS_COUNT];
        self.exhausted = None;
        self.keeps = self.system || checked::ON;
        self.holds = 0;
        self.held = ptr::null_mut();
        self.held_bytes = 0;
        self.roots = Default::default();
        let first = self.first_chunk;
        self.run_start = [first as u32; RUN_BINS];
        self.region_start = self.chunks;
        self.region_count = 0;
        self.chunks_end = first;
        self.chunks_in_use = 0;
        self.chunks_full = first;
        self.touched_end = self.touched_end.max(first + 1);
        self.collect_at = 8;
        if bits::test(&self.resident, first) && !bits::test(&self.taken, first) {
            self.cached -= 1;
        }
        bits::set(&mut self.taken, first, first + 1);
        bits::set(&mut self.resident, first, first + 1);
        self.add_normal(first);
        self.real = CHUNK;
        self.reset_peak();
    }
}

impl Deref for OwnedHeap {
    type Target = Heap;

    #[inline]
    fn deref(&self) -> &Heap {
        // SAFETY: the range begins with a heap for as long as it is mapped. A heap that is installed is not used by
        // the allocation functions while this reference lives, as they are called by the same thread.
        unsafe { self.heap.as_ref() }
    }
}

impl DerefMut for OwnedHeap {
    #[inline]
    fn deref_mut(&mut self) -> &mut Heap {
        // SAFETY: as above.
        unsafe { self.heap.as_mut() }
    }
}

impl Drop for OwnedHeap {
    fn drop(&mut self) {
        checked::forget(self.as_ptr());
        if self.system {
            // SAFETY: whoever installed the heap promised that its blocks are not used after this.
            unsafe { system::free_all(self) };
        }
        // SAFETY: the range is ours, and as above.
        unsafe { libc::munmap(self.heap.as_ptr().cast(), self.len) };
    }
}

/// Makes `heap` the current heap of this thread until the guard is dropped.
///
/// # Safety
///
/// A block is freed, reallocated or used only while its own heap is current (for use alone: exists), and only by this
/// thread. In particular, no collection in the heap outlives it, is used after a reset, or is dropped while another heap
/// is current.
pub unsafe fn install(heap: &mut OwnedHeap) -> Installed<'_> {
    let previous = thread::replace(heap.as_ptr());
    heap.note_thread();
    Installed { heap, previous, _thread: PhantomData }
}

/// Keeps a heap current. Derefs to its owner.
pub struct Installed<'a> {
    heap: &'a mut OwnedHeap,
    previous: *mut Heap,
    _thread: PhantomData<*mut ()>,
}

impl Deref for Installed<'_> {
    type Target = OwnedHeap;

    fn deref(&self) -> &OwnedHeap {
        self.heap
    }
}

impl DerefMut for Installed<'_> {
    fn deref_mut(&mut self) -> &mut OwnedHeap {
        self.heap
    }
}

impl Drop for Installed<'_> {
    fn drop(&mut self) {
        thread::replace(self.previous);
    }
}
