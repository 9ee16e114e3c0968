//! Which pages of a chunk are in use, and what the page map says about them.
//!
//! The page map is what lets `free` find the size of a block from nothing but its address. It is one array for the whole
//! range, not a header in each chunk (both are equally fast): so a request that frees blocks all over a heap changes one
//! page of bookkeeping per 8 MB instead of one per chunk, which a restore of a snapshot would have to bring back.

use super::bits;
use super::classes::{CHUNK_PAGES, run_pages};

/// Set in the entry of every page of a small run; the class is in the low five bits, the page's index in its run in bits 8–10.
pub(super) const SMALL: u16 = 0x8000;
/// Set in the entry of the first page of a large block; the number of pages is in the low bits.
pub(super) const LARGE: u16 = 0x4000;
/// The entry of the first page of a huge block.
pub(super) const HUGE: u16 = 0x2000;

/// The pages of a normal chunk: one bit each, set when in use.
#[repr(C, align(64))]
#[derive(Clone)]
pub(super) struct Chunk {
    used: [u64; CHUNK_PAGES / 64],
}

impl Chunk {
    /// Makes every page free.
    pub(super) fn init(&mut self) {
        self.used = [0; CHUNK_PAGES / 64];
    }

    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.used == [u64::MAX; CHUNK_PAGES / 64]
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.used == [0; CHUNK_PAGES / 64]
    }

    /// Where `pages` free pages follow each other, lowest address first.
    #[inline]
    pub(super) fn find(&self, pages: usize) -> Option<usize> {
        bits::find_zeros(&self.used, 0, CHUNK_PAGES, pages)
    }

    /// Are `pages` pages from `start` on free?
    #[inline]
    pub(super) fn is_free(&self, start: usize, pages: usize) -> bool {
        start + pages <= CHUNK_PAGES && bits::next_one(&self.used, start, start + pages) == start + pages
    }

    /// Takes free pages. The caller writes the page map.
    #[inline]
    pub(super) fn take(&mut self, start: usize, pages: usize) {
        debug_assert!(self.is_free(start, pages));
        bits::set(&mut self.used, start, start + pages);
    }

    /// Gives pages back, and returns how many free pages now surround and include them.
    #[inline]
    pub(super) fn give(&mut self, start: usize, pages: usize) -> usize {
        debug_assert!(bits::count(&self.used, start, start + pages) == pages, "freed twice");
        bits::clear(&mut self.used, start, start + pages);
        bits::next_one(&self.used, start + pages, CHUNK_PAGES) - bits::end_of_ones(&self.used, start)
    }

    /// The first page in use from `page` on.
    #[inline]
    pub(super) fn next_in_use(&self, page: usize) -> Option<usize> {
        let next = bits::next_one(&self.used, page, CHUNK_PAGES);
        (next < CHUNK_PAGES).then_some(next)
    }

    /// The runs of free pages, as `(first page, end)`.
    pub(super) fn free_runs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let mut at = 0;
        std::iter::from_fn(move || {
            let start = bits::next_zero(&self.used, at, CHUNK_PAGES);
            at = bits::next_one(&self.used, start, CHUNK_PAGES);
            (start < CHUNK_PAGES).then_some((start, at))
        })
    }
}

/// The entry of a page `offset` pages into a small run.
#[inline]
pub(super) fn small_entry(class: usize, offset: usize) -> u16 {
    SMALL | (offset as u16) << 8 | class as u16
}

/// The class in the entry of a small run.
#[inline(always)]
pub(super) fn class_in(entry: u16) -> usize {
    usize::from(entry & 31)
}

/// Pages of the small run or large block whose first page has this entry.
#[inline]
pub(super) fn pages_in(entry: u16) -> usize {
    if entry & SMALL != 0 { run_pages(class_in(entry)) } else { usize::from(entry & 0x3ff) }
}
