//! The range of a heap: chunks, page runs in chunks, huge blocks, regions.
//!
//! Address space is plentiful (64 GiB against a limit that is usually 128 MiB), so it is spent to avoid work: normal
//! chunks are taken from the bottom, lowest address first, huge blocks from an eighth of the range on, each with as
//! much room behind it as it is long, so that a string or an array that keeps growing is not copied. Room that is only
//! set aside is taken back when the range runs out. Regions are at the top.
//!
//! Chunks given back keep their memory up to [`CACHED_CHUNKS`].

use std::ptr::NonNull;

use super::bits;
use super::chunk::HUGE;
use super::classes::{CHUNK, CHUNK_PAGES, PAGE, pages_for};
use super::control::{Heap, Huge, MAX_REGIONS, RUN_BINS, Region};
use super::region;

/// Free chunks that keep their memory.
pub(super) const CACHED_CHUNKS: usize = 16;
const NO_HUGE: Huge = Huge { pages: 0, chunks: 0 };

/// Page runs.
impl Heap {
    /// Takes `pages` pages in a row from a chunk, lowest address first, and returns the chunk and the first page.
    /// `tried` is what a message about exhausted memory names.
    pub(super) fn alloc_pages(&mut self, pages: usize, tried: usize) -> (usize, usize) {
        if let Some((index, page)) = self.find_pages(pages).or_else(|| self.collected_pages(pages)) {
            self.take_pages(index, page, pages);
            return (index, page);
        }
        let index = self.new_chunk(tried);
        self.charge(CHUNK, tried);
        self.take_pages(index, 0, pages);
        (index, 0)
    }

    /// As [`Heap::alloc_pages`], beginning at a multiple of `align` bytes (at most half a chunk).
    pub(super) fn alloc_aligned_pages(&mut self, pages: usize, align: usize, tried: usize) -> (usize, usize) {
        let step = align / PAGE;
        let (index, page) = self.alloc_pages(pages + step - 1, tried);
        self.free_pages_quietly(index, page, pages + step - 1);
        let page = page.next_multiple_of(step);
        self.take_pages(index, page, pages);
        (index, page)
    }

    pub(super) fn take_pages(&mut self, index: usize, page: usize, pages: usize) {
        let chunk = self.chunk(index);
        chunk.take(page, pages);
        if chunk.is_full() {
            self.longest_run[index] = 0;
        }
    }

    /// Room for `pages` pages in the chunks in use.
    pub(super) fn find_pages(&mut self, pages: usize) -> Option<(usize, usize)> {
        let bin = pages.ilog2() as usize;
        let mut index = self.run_start[bin] as usize;
        let mut all_below_are_full = true;
        while index < self.chunks_end {
            let longest = usize::from(self.longest_run[index]);
            if longest >= pages {
                if let Some(page) = self.chunk(index).find(pages) {
                    return Some((index, page));
                }
                self.longest_run[index] = (pages - 1) as u16;
            }
            all_below_are_full &= usize::from(self.longest_run[index]) < 1 << bin;
            if all_below_are_full {
                self.run_start[bin] = index as u32 + 1;
            }
            index += 1;
        }
        None
    }

    /// Looks for empty runs when that may save a chunk: at the limit, or when blocks use less than half of the chunks.
    fn collected_pages(&mut self, pages: usize) -> Option<(usize, usize)> {
        let at_limit = self.exhausted.is_none() && self.left() < CHUNK;
        let half_empty = self.chunks_in_use >= self.collect_at && self.used < self.real / 2;
        if !at_limit && !half_empty {
            return None;
        }
        let collected = self.collect();
        self.collect_at = self.chunks_in_use + self.chunks_in_use / 4 + 4;
        if collected == 0 { None } else { self.find_pages(pages) }
    }

    /// Gives pages back; a chunk that this empties goes back to the range.
    pub(super) fn free_pages(&mut self, index: usize, page: usize, pages: usize) {
        self.free_pages_quietly(index, page, pages);
        if self.chunk(index).is_empty() && self.chunks_in_use > 1 {
            self.longest_run[index] = 0;
            bits::clear(&mut self.normal, index, index + 1);
            self.chunks_in_use -= 1;
            self.discharge(CHUNK);
            self.give_chunks(index, index + 1);
        }
    }

    fn free_pages_quietly(&mut self, index: usize, page: usize, pages: usize) {
        let run = self.chunk(index).give(page, pages);
        if run > usize::from(self.longest_run[index]) {
            self.longest_run[index] = run as u16;
            for start in &mut self.run_start[..=run.ilog2() as usize] {
                *start = (*start).min(index as u32);
            }
        }
    }

    fn new_chunk(&mut self, tried: usize) -> usize {
        self.chunks_full = bits::next_zero(&self.taken, self.chunks_full, self.region_start);
        if self.chunks_full == self.region_start {
            self.take_back_growth_room();
            self.chunks_full = bits::next_zero(&self.taken, self.first_chunk, self.region_start);
            if self.chunks_full == self.region_start {
                self.out_of_range(tried);
            }
        }
        let index = self.chunks_full;
        self.take_chunks(index, index + 1);
        self.touch_chunks(index, index + 1);
        self.add_normal(index);
        index
    }

    /// Makes a chunk that was taken a normal one.
    pub(super) fn add_normal(&mut self, index: usize) {
        self.chunk(index).init();
        bits::set(&mut self.normal, index, index + 1);
        self.chunks_in_use += 1;
        self.chunks_end = self.chunks_end.max(index + 1);
        self.longest_run[index] = CHUNK_PAGES as u16;
        for start in &mut self.run_start {
            *start = (*start).min(index as u32);
        }
    }

    /// The first normal chunk from `index` on.
    pub(super) fn next_normal(&self, index: usize) -> Option<usize> {
        let next = bits::next_one(&self.normal, index, self.chunks_end);
        (next < self.chunks_end).then_some(next)
    }

    const _BINS: () = assert!(CHUNK_PAGES.ilog2() < RUN_BINS as u32);
}

/// Chunks of the range.
impl Heap {
    /// Takes free chunks.
    fn take_chunks(&mut self, start: usize, end: usize) {
        debug_assert!(bits::count(&self.taken, start, end) == 0);
        self.cached -= bits::count(&self.resident, start, end);
        bits::set(&mut self.taken, start, end);
        self.touched_end = self.touched_end.max(end);
    }

    /// Notes that chunks are about to be written to.
    fn touch_chunks(&mut self, start: usize, end: usize) {
        bits::set(&mut self.resident, start, end);
    }

    /// Gives chunks back to the range, and memory beyond the cache back to the system.
    fn give_chunks(&mut self, start: usize, end: usize) {
        bits::clear(&mut self.taken, start, end);
        self.chunks_full = self.chunks_full.min(start);
        self.cached += bits::count(&self.resident, start, end);
        if self.cached > CACHED_CHUNKS {
            let excess = self.cached - CACHED_CHUNKS;
            let kept = bits::count(&self.resident, start, end).saturating_sub(excess);
            let mut at = start;
            for _ in 0..kept {
                at = bits::next_one(&self.resident, at, end) + 1;
            }
            self.cached -= bits::count(&self.resident, at, end);
            self.discard_chunks(at, end);
        }
    }

    /// Gives the memory of all free chunks back to the system.
    pub(super) fn drop_cached(&mut self) {
        let mut at = self.first_chunk;
        while self.cached > 0 {
            at = bits::next_one(&self.resident, at, self.region_start);
            if at == self.region_start {
                return;
            }
            if !bits::test(&self.taken, at) {
                self.discard_chunks(at, at + 1);
                self.cached -= 1;
            }
            at += 1;
        }
    }

    /// Gives the memory of chunks back to the system. The caller sees to `cached`.
    pub(super) fn discard_chunks(&mut self, start: usize, end: usize) {
        if start < end {
            // SAFETY: nobody uses the chunks `start..end` of this heap's range.
            unsafe { region::discard(self.page_at(start, 0), (end - start) * CHUNK) };
            bits::clear(&mut self.resident, start, end);
        }
    }
}

/// Huge blocks.
impl Heap {
    pub(super) fn alloc_huge(&mut self, size: usize, text: bool) -> NonNull<u8> {
        let pages = pages_for(size);
        let (chunks, bytes) = (pages.div_ceil(CHUNK_PAGES), pages.saturating_mul(PAGE));
        if self.exhausted.is_none() && bytes > self.left() {
            self.collect();
        }
        let (start, room) = self.find_chunks(chunks, text).unwrap_or_else(|| self.out_of_range(size));
        self.charge(bytes, size);
        self.take_chunks(start, start + room);
        self.touch_chunks(start, start + chunks);
        self.huge[start] = Huge { pages: pages as u32, chunks: room as u32 };
        *self.entry(start, 0) = HUGE;
        self.count_used(bytes);
        // SAFETY: the range does not begin at address 0.
        unsafe { NonNull::new_unchecked(self.page_at(start, 0)) }
    }

    /// A place for a huge block, and how many chunks it gets there.
    fn find_chunks(&mut self, chunks: usize, text: bool) -> Option<(usize, usize)> {
        let from = if text { self.text_start } else { self.huge_start };
        for room in [chunks * 2, chunks] {
            if let Some(start) = bits::find_zeros(&self.taken, from, self.region_start, room) {
                return Some((start, room));
            }
        }
        self.take_back_growth_room();
        bits::find_zeros(&self.taken, self.first_chunk, self.region_start, chunks).map(|start| (start, chunks))
    }

    /// Could a huge block of `bytes` bytes be placed?
    pub(super) fn has_room(&mut self, bytes: usize) -> bool {
        bytes <= self.chunks * CHUNK && self.find_chunks(bytes.div_ceil(CHUNK), false).is_some()
    }

    fn take_back_growth_room(&mut self) {
        let mut from = self.first_chunk;
        while let Some((start, Huge { pages, chunks })) = self.next_huge(from) {
            let needed = pages.div_ceil(CHUNK_PAGES as u32);
            self.huge[start].chunks = needed;
            self.give_chunks(start + needed as usize, start + chunks as usize);
            from = start + chunks as usize;
        }
    }

    /// The first huge block from `index` on.
    pub(super) fn next_huge(&self, mut index: usize) -> Option<(usize, Huge)> {
        let end = self.touched_end.min(self.region_start);
        loop {
            index = bits::next_one(&self.taken, index, end);
            if index == end {
                return None;
            }
            if self.huge[index].pages > 0 {
                return Some((index, self.huge[index]));
            }
            index += 1;
        }
    }

    pub(super) fn free_huge(&mut self, index: usize) {
        let Huge { pages, chunks } = std::mem::replace(&mut self.huge[index], NO_HUGE);
        debug_assert!(pages > 0, "not a block of this heap, or freed twice");
        self.used -= pages as usize * PAGE;
        self.discharge(pages as usize * PAGE);
        self.give_chunks(index, index + chunks as usize);
    }

    /// Changes the size of a huge block where it is. False when what follows is in use.
    pub(super) fn resize_huge(&mut self, index: usize, size: usize) -> bool {
        let Huge { pages: old, chunks: room } = self.huge[index];
        let (old, room, new) = (old as usize, room as usize, pages_for(size));
        let (old_chunks, new_chunks) = (old.div_ceil(CHUNK_PAGES), new.div_ceil(CHUNK_PAGES));
        if !self.can_grow_huge(index, size) {
            return false;
        }
        if new_chunks > room {
            self.take_chunks(index + room, index + new_chunks);
            self.huge[index].chunks = new_chunks as u32;
        }
        if new > old {
            self.charge((new - old) * PAGE, size);
            self.touch_chunks(index + old_chunks, index + new_chunks);
            self.count_used((new - old) * PAGE);
        } else {
            self.shrink_huge(index, old, new);
        }
        self.huge[index].pages = new as u32;
        true
    }

    /// Could a huge block grow to `size` bytes where it is?
    pub(super) fn can_grow_huge(&self, index: usize, size: usize) -> bool {
        let (end, wanted) = (index + self.huge[index].chunks as usize, index.saturating_add(size.div_ceil(CHUNK)));
        wanted <= end || wanted <= self.region_start && bits::next_one(&self.taken, end, wanted) == wanted
    }

    fn shrink_huge(&mut self, index: usize, old: usize, new: usize) {
        let (room, new_chunks) = (self.huge[index].chunks as usize, new.div_ceil(CHUNK_PAGES));
        self.used -= (old - new) * PAGE;
        self.discharge((old - new) * PAGE);
        // SAFETY: the block no longer uses its pages from `new` on.
        unsafe { region::discard(self.page_at(index, 0).add(new * PAGE), (old - new) * PAGE) };
        bits::clear(&mut self.resident, index + new_chunks, index + old.div_ceil(CHUNK_PAGES));
        if room > new_chunks * 2 {
            self.huge[index].chunks = new_chunks as u32 * 2;
            self.give_chunks(index + new_chunks * 2, index + room);
        }
    }
}

/// Regions.
impl Heap {
    /// Sets `bytes` of address space aside, for a stack: lazily committed, not counted as usage, not freed before the
    /// heap is reset. Its contents are unspecified. A snapshot holds the pages that were touched. `None` when the range
    /// has no room left, or too many regions.
    pub fn reserve_region(&mut self, bytes: usize) -> Option<NonNull<u8>> {
        let chunks = bytes.div_ceil(CHUNK).max(1);
        let start = self.region_start.checked_sub(chunks).filter(|&start| start > self.huge_start)?;
        if self.region_count == MAX_REGIONS || bits::next_one(&self.taken, start, self.region_start) < self.region_start {
            return None;
        }
        self.cached -= bits::count(&self.resident, start, self.region_start);
        bits::clear(&mut self.resident, start, self.region_start);
        self.regions[self.region_count] = Region { chunk: start as u32, chunks: chunks as u32 };
        self.region_count += 1;
        self.region_start = start;
        let first = NonNull::new(self.page_at(start, 0))?;
        if self.huge_pages && self.region_advised != start {
            // Most programs use a few kilobytes of a stack: its first chunk gets small pages. What the system was told
            // stays, and each request of a worker has its first stack at the same place.
            self.region_advised = start;
            // SAFETY: advice about a chunk that is ours. Where it cannot be followed, nothing changes.
            unsafe { libc::madvise(first.as_ptr().cast(), CHUNK, libc::MADV_NOHUGEPAGE) };
        }
        Some(first)
    }
}
