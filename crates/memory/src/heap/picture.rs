//! Pictures: what every request of a worker begins with is made once, and copied into the empty heap of each later one.
//!
//! A snapshot knows the pages that a request has changed, which costs a system call and pays where a heap is large. A picture
//! is for a heap that is emptied after each request: a few kilobytes in its first chunk, the blocks themselves and what the
//! control block and the page map say of them.

use std::mem::MaybeUninit;
use std::ptr;

use super::checked;
use super::chunk::{Chunk, SMALL, class_in, pages_in};
use super::classes::{CLASS_COUNT, PAGE};
use super::control::{Free, Fresh, Heap, MAX_REGIONS, ROOT_SLOTS, Region};
use super::owner::OwnedHeap;

/// How many bytes of blocks are kept at most: to copy more would not be faster than to make it.
const MOST: usize = 128 << 10;

/// Bytes that follow each other in the heap.
struct Part {
    at: *mut u8,
    bytes: Box<[MaybeUninit<u8>]>,
}

/// What a heap was like whose blocks were all in its first chunk.
pub(super) struct Picture {
    used: usize,
    used_peak: usize,
    free: [*mut Free; CLASS_COUNT],
    fresh: [Fresh; CLASS_COUNT],
    roots: [*mut u8; ROOT_SLOTS],
    region_start: usize,
    regions: [Region; MAX_REGIONS],
    region_count: usize,
    /// The pages of the chunk, and the entries of the page map up to the last one in use.
    pages: Chunk,
    entries: Vec<u16>,
    parts: Vec<Part>,
}

impl Heap {
    /// The blocks of the first chunk, those included that are on free lists: where runs and large blocks begin, and how many
    /// bytes of them were ever handed out.
    fn blocks_of_first_chunk(&mut self) -> (Vec<(*mut u8, usize)>, usize) {
        let (mut blocks, mut end, first) = (Vec::new(), 0, self.first_chunk);
        while let Some(page) = self.chunk(first).next_in_use(end) {
            let entry = *self.entry(first, page);
            let (start, len) = (self.page_at(first, page), pages_in(entry) * PAGE);
            let linked = if entry & SMALL != 0 { self.fresh[class_in(entry)].begins_in(start, len) } else { None };
            blocks.push((start, linked.unwrap_or(len)));
            end = page + pages_in(entry);
        }
        (blocks, end)
    }
}

impl OwnedHeap {
    /// Keeps what is in the heap, for [`show`](Self::show). False, and nothing is kept, if that is too much or of a kind that
    /// no picture holds.
    pub fn picture(&mut self) -> bool {
        self.picture = None;
        let is_plain = !self.keeps && !checked::ON && self.snapshot.is_none() && self.exhausted.is_none() && self.held.is_null();
        if !is_plain || self.chunks_in_use != 1 || self.next_huge(self.first_chunk).is_some() {
            return false;
        }
        let (blocks, end) = self.blocks_of_first_chunk();
        if blocks.iter().map(|(_, len)| len).sum::<usize>() > MOST {
            return false;
        }
        let first = self.first_chunk;
        let entries = (0..end).map(|page| *self.entry(first, page)).collect();
        let parts = blocks.into_iter().map(|(at, len)| {
            let mut bytes = Box::new_uninit_slice(len);
            // SAFETY: the heap has these bytes, and nobody writes to them now.
            unsafe { ptr::copy_nonoverlapping(at.cast(), bytes.as_mut_ptr(), len) };
            Part { at, bytes }
        });
        let parts = parts.collect();
        self.picture = Some(Box::new(Picture {
            used: self.used,
            used_peak: self.used_peak,
            free: self.free,
            fresh: self.fresh,
            roots: self.roots,
            region_start: self.region_start,
            regions: self.regions,
            region_count: self.region_count,
            pages: self.chunk(first).clone(),
            entries,
            parts,
        }));
        true
    }

    /// Forgets what [`picture`](Self::picture) has kept.
    pub fn drop_picture(&mut self) {
        self.picture = None;
    }

    /// Puts what [`picture`](Self::picture) has kept into the heap, at the same addresses, with its regions and roots. False,
    /// and nothing happens, if nothing was kept or the heap is not an empty one.
    ///
    /// # Safety
    ///
    /// What the blocks refer to outside of the heap is still there, and what they own there (counts, allocations) nobody has
    /// given up or will.
    pub unsafe fn show(&mut self) -> bool {
        let first = self.first_chunk;
        let is_empty = self.chunks_in_use == 1 && self.region_count == 0 && self.chunk(first).is_empty();
        if !is_empty || self.keeps || self.snapshot.is_some() {
            return false;
        }
        let Some(picture) = self.picture.take() else { return false };
        // Else what is in the way of the regions would have to be counted.
        let has_room = self.touched_end <= picture.region_start;
        if has_room {
            self.put(&picture);
        }
        self.picture = Some(picture);
        has_room
    }

    fn put(&mut self, picture: &Picture) {
        let first = self.first_chunk;
        for part in &picture.parts {
            // SAFETY: the part is in the first chunk of this heap, where nothing else is.
            unsafe { ptr::copy_nonoverlapping(part.bytes.as_ptr(), part.at.cast(), part.bytes.len()) };
        }
        let entries = ptr::from_mut(self.entry(first, 0));
        // SAFETY: there is an entry for every page of the range, and these are of the first chunk.
        unsafe { ptr::copy_nonoverlapping(picture.entries.as_ptr(), entries, picture.entries.len()) };
        *self.chunk(first) = picture.pages.clone();
        self.used = picture.used;
        self.used_peak = picture.used_peak;
        self.free = picture.free;
        self.fresh = picture.fresh;
        self.roots = picture.roots;
        self.region_start = picture.region_start;
        self.regions = picture.regions;
        self.region_count = picture.region_count;
    }
}
