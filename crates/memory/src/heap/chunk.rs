//! The header of a chunk: which of its pages are in use, and for what.
//!
//! A chunk is 2 MiB, aligned to 2 MiB; its header is its first page. The page map is what lets `free` find the size of
//! a block from nothing but its address. Entries of free pages are stale.

use super::bits;
use super::classes::{CHUNK_PAGES, PAGE, run_pages};

/// Set in the entry of every page of a small run; the class is in the low byte, the page's index in its run in bits 8–10.
pub(super) const SMALL: u16 = 0x8000;
/// Set in the entry of the first page of a large block; the number of pages is in the low bits.
pub(super) const LARGE: u16 = 0x4000;

/// The first page of a chunk.
#[repr(C)]
pub(super) struct Chunk {
    /// One entry per page.
    pub(super) map: [u16; CHUNK_PAGES],
    /// One bit per page, set when in use.
    used: [u64; CHUNK_PAGES / 64],
    free_pages: usize,
    /// Scratch space of [`Heap::collect`](super::Heap::collect): free blocks per run.
    pub(super) counts: [u16; CHUNK_PAGES],
}

const _: () = assert!(size_of::<Chunk>() <= PAGE);

impl Chunk {
    /// Makes every page but the header free.
    pub(super) fn init(&mut self) {
        self.used = [0; CHUNK_PAGES / 64];
        self.used[0] = 1;
        self.free_pages = CHUNK_PAGES - 1;
    }

    #[inline]
    pub(super) fn free_pages(&self) -> usize {
        self.free_pages
    }

    /// True when only the header is in use.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.free_pages == CHUNK_PAGES - 1
    }

    /// Where `pages` free pages follow each other, lowest address first.
    #[inline]
    pub(super) fn find(&self, pages: usize) -> Option<usize> {
        bits::find_zeros(&self.used, 1, CHUNK_PAGES, pages)
    }

    /// Are `pages` pages from `start` on free?
    #[inline]
    pub(super) fn is_free(&self, start: usize, pages: usize) -> bool {
        start + pages <= CHUNK_PAGES && bits::next_one(&self.used, start, start + pages) == start + pages
    }

    /// Takes free pages. The caller writes the page map.
    #[inline]
    pub(super) fn take(&mut self, start: usize, pages: usize) {
        debug_assert!(start > 0 && self.is_free(start, pages));
        bits::set(&mut self.used, start, start + pages);
        self.free_pages -= pages;
    }

    /// Gives pages back, and returns how many free pages now surround and include them.
    #[inline]
    pub(super) fn give(&mut self, start: usize, pages: usize) -> usize {
        debug_assert!(start > 0 && bits::count(&self.used, start, start + pages) == pages, "freed twice");
        bits::clear(&mut self.used, start, start + pages);
        self.free_pages += pages;
        let end = bits::next_one(&self.used, start + pages, CHUNK_PAGES);
        end - (bits::previous_one(&self.used, start) + 1)
    }

    /// Writes the page map of a small run.
    pub(super) fn map_small(&mut self, start: usize, class: usize) {
        for offset in 0..run_pages(class) {
            self.map[start + offset] = SMALL | (offset as u16) << 8 | class as u16;
        }
    }

    /// Writes the page map of a large block.
    pub(super) fn map_large(&mut self, start: usize, pages: usize) {
        self.map[start] = LARGE | pages as u16;
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

    /// The first block or run in use from `page` on: its first page and entry.
    pub(super) fn next_in_use(&self, page: usize) -> Option<(usize, u16)> {
        let start = bits::next_one(&self.used, page, CHUNK_PAGES);
        (start < CHUNK_PAGES).then(|| (start, self.map[start]))
    }
}

/// Pages of the run or block whose first page has this entry.
#[inline]
pub(super) fn pages_of(entry: u16) -> usize {
    if entry & SMALL != 0 { run_pages(usize::from(entry & 0xff)) } else { usize::from(entry & 0x3ff) }
}
