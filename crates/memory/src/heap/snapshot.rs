//! Snapshots: boot an application once, and start every request from there.
//!
//! A snapshot writes the touched pages of the range into a memory file and maps that file, privately, in their place.
//! From then on the kernel copies a page when it is first written to. To go back, those private pages are found, and
//! their contents are copied back from the file: they stay private, so that the next request, which most likely writes
//! to the same pages, takes no page fault at all. Pages that no request has written to for a while are given up, as is
//! all beyond [`KEPT_PAGES`].
//!
//! Which pages are private, the kernel tells ([`pagemap`](super::pagemap)). They are looked for only if the thread took a page fault since the last restore: making a page private
//! takes one. So nothing but the thread that a heap is installed in (and the kernel on its behalf, but not through
//! `io_uring`) may write to the heap.

//! Measured with 64 MB of small blocks (`examples/heap_bench.rs`, a virtual machine on AMD Zen 4): to build them takes
//! 8,400 µs, a snapshot 70,000 µs once. A request that writes to 1 MB takes 760 µs in page faults the first time, and
//! from then on 1.6 µs; its restore takes 34 µs, or 83 µs if the thread took page faults. One that writes to 64 KB is
//! restored in 3 µs, one that writes to 8 MB in 290 µs.

use std::fs::File;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::fs::FileExt;
use std::thread::ThreadId;
use std::{io, mem, process, ptr, slice, thread};

use super::bits;
use super::classes::{CHUNK, PAGE};
use super::control::Heap;
use super::owner::{MAX_WARM_CHUNKS, OwnedHeap};
use super::pagemap::{Pagemap, Pages, WriteTracker};
use super::region;

/// Untouched or free pages that make it worth while to end a file mapping and begin another.
const GAP_PAGES: usize = 64;
/// How much of a stack region beyond its touched part is also kept warm.
const REGION_PAGES: usize = 64;
/// Private pages that are restored by copying; more are dropped.
const KEPT_PAGES: usize = 4096;
/// Every so many restores, private pages that the last request did not change are dropped.
const RESTORES_PER_SWEEP: usize = 16;

/// A part of the range that is mapped from the file.
#[derive(Clone, Copy)]
struct Extent {
    start: *mut u8,
    len: usize,
    /// Its first page in the file.
    page: usize,
}

/// The file, mapped for reading.
struct Image {
    start: *const u8,
    len: usize,
}

impl Drop for Image {
    fn drop(&mut self) {
        // SAFETY: the mapping is this image's, and it goes.
        unsafe { libc::munmap(self.start.cast_mut().cast(), self.len) };
    }
}

/// Where and after how many page faults the heap was as in the file.
#[derive(PartialEq, Eq)]
struct Stamp {
    process: u32,
    thread: ThreadId,
    faults: i64,
}

impl Stamp {
    fn now() -> Self {
        // SAFETY: zeros are a value of this plain structure, which the call fills in.
        let usage = unsafe {
            let mut usage = mem::zeroed::<libc::rusage>();
            libc::getrusage(libc::RUSAGE_THREAD, &raw mut usage);
            usage
        };
        Self { process: process::id(), thread: thread::current().id(), faults: usage.ru_minflt + usage.ru_majflt }
    }
}

/// What a heap was like.
pub(super) struct Snapshot {
    image: Image,
    extents: Vec<Extent>,
    /// One bit per page of the file: the heap has a private copy.
    private: Vec<u64>,
    pagemap: Option<Pagemap>,
    tracker: Option<WriteTracker>,
    /// `None` when the heap was in other hands since.
    stamp: Option<Stamp>,
    restores: usize,
    /// Moving average of the chunks that a request needs beyond those of the snapshot.
    average: usize,
    /// Scratch space: chunks with memory.
    resident: Vec<u64>,
}

impl OwnedHeap {
    /// Keeps the contents of the heap, to go back to them with [`restore`](Self::restore) any number of times. Peak
    /// figures start anew. An earlier snapshot is replaced. Impossible with the system allocator.
    pub fn snapshot(&mut self) -> io::Result<()> {
        if self.system {
            return Err(io::Error::new(io::ErrorKind::Unsupported, "no snapshots of the system allocator's blocks"));
        }
        self.drop_snapshot()?;
        self.collect();
        self.reset_peak();
        self.discard_free_pages();
        let mut pagemap = Pagemap::open().ok();
        let (extents, touched) = self.touched_extents(&mut pagemap)?;
        let pages = extents.last().map_or(0, |last: &Extent| last.page + last.len / PAGE);
        let file = memory_file(pages * PAGE)?;
        for &(start, end, page) in &touched {
            // SAFETY: these pages of the range are mapped, and nobody writes to them now.
            let bytes = unsafe { slice::from_raw_parts(self.at(start), end - start) };
            file.write_all_at(bytes, (page * PAGE) as u64)?;
        }
        let image = map_file(ptr::null_mut(), pages * PAGE, libc::PROT_READ, libc::MAP_SHARED, &file, 0)?;
        let image = Image { start: image, len: pages * PAGE };
        for extent in &extents {
            // What was mapped when this fails keeps the contents, only without being a snapshot.
            let flags = libc::MAP_PRIVATE | libc::MAP_FIXED | libc::MAP_NORESERVE;
            map_file(extent.start, extent.len, libc::PROT_READ | libc::PROT_WRITE, flags, &file, extent.page * PAGE)?;
        }
        for &(start, end, _) in &touched {
            // SAFETY: maps pages of the range that have contents. An old kernel refuses; then they are mapped on use.
            unsafe { libc::madvise(self.at(start).cast(), end - start, libc::MADV_POPULATE_READ) };
        }
        let private = vec![0; pages.div_ceil(64)];
        let tracker = pagemap.as_ref().and_then(|pagemap| track(pagemap, &extents).ok());
        self.snapshot = Some(Snapshot {
            image,
            extents,
            private,
            pagemap,
            tracker,
            stamp: None,
            restores: 0,
            average: 1,
            resident: Vec::new(),
        });
        Ok(())
    }

    /// Goes back to the contents at the time of the snapshot, and to its regions, figures and roots.
    ///
    /// # Safety
    ///
    /// What was allocated since is not used any more.
    pub unsafe fn restore(&mut self) -> io::Result<()> {
        let Some(mut snapshot) = self.snapshot.take() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "no snapshot to restore"));
        };
        super::checked::forget(self.as_ptr());
        let before = Before::of(self);
        snapshot.resident.clear();
        snapshot.resident.extend_from_slice(&self.resident[..before.touched_end.div_ceil(64)]);
        let faulted = snapshot.stamp != Some(Stamp::now());
        if faulted {
            snapshot.find_private_pages();
        }
        snapshot.copy_back();
        if faulted {
            self.discard_regions(&snapshot, &before);
        }
        // Taken before the heap is written to again: a page fault from here on is one of the next request's.
        snapshot.stamp = Some(Stamp::now());
        self.keep_warm(&mut snapshot, &before);
        self.snapshot = Some(snapshot);
        Ok(())
    }

    /// Keeps the present contents and forgets the snapshot.
    pub fn drop_snapshot(&mut self) -> io::Result<()> {
        while let Some(extent) = self.snapshot.as_mut().and_then(|snapshot| snapshot.extents.pop()) {
            // SAFETY: copies the extent, which is part of the range, and puts the copy in its place.
            unsafe {
                let protection = libc::PROT_READ | libc::PROT_WRITE;
                let copy = region::map(ptr::null_mut(), extent.len, protection, region::ANONYMOUS)?.as_ptr();
                for at in (0..extent.len).step_by(PAGE) {
                    let page = slice::from_raw_parts(extent.start.add(at), PAGE);
                    if page.iter().any(|&byte| byte != 0) {
                        ptr::copy_nonoverlapping(page.as_ptr(), copy.add(at), PAGE);
                    }
                }
                let flags = libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED;
                if libc::mremap(copy.cast(), extent.len, extent.len, flags, extent.start) == libc::MAP_FAILED {
                    return Err(io::Error::last_os_error());
                }
            }
        }
        self.snapshot = None;
        Ok(())
    }

    /// To be called when the heap is installed in a thread.
    pub(super) fn note_thread(&mut self) {
        if let Some(snapshot) = &mut self.snapshot
            && snapshot.stamp.as_ref().is_some_and(|stamp| stamp.thread != thread::current().id())
        {
            snapshot.stamp = None;
        }
    }

    /// A pointer to an address in the range.
    fn at(&self, address: usize) -> *mut u8 {
        self.as_ptr().cast::<u8>().with_addr(address)
    }

    /// Gives the memory of longer runs of free pages back, so that the snapshot does not hold it.
    fn discard_free_pages(&mut self) {
        let mut from = self.first_chunk;
        while let Some(index) = self.next_normal(from) {
            from = index + 1;
            let memory = self.page_at(index, 0);
            for (start, end) in self.chunk(index).free_runs().filter(|(start, end)| end - start >= GAP_PAGES) {
                // SAFETY: these pages of the chunk are free.
                unsafe { region::discard(memory.add(start * PAGE), (end - start) * PAGE) };
            }
        }
    }

    /// What a file must hold: extents without long gaps, one per region; and the touched ranges in them, as start, end
    /// and page in the file.
    #[allow(clippy::type_complexity)]
    fn touched_extents(&self, pagemap: &mut Option<Pagemap>) -> io::Result<(Vec<Extent>, Vec<(usize, usize, usize)>)> {
        let address = |chunk: usize| self.page_at(chunk, 0).addr();
        let mut areas: Vec<_> =
            bits::runs(&self.taken, 0, self.touched_end).map(|(start, end)| (address(start), address(end), false)).collect();
        areas.extend(self.regions[..self.region_count].iter().rev().map(|region| {
            let start = address(region.chunk as usize);
            (start, start + region.chunks as usize * CHUNK, true)
        }));
        let (mut extents, mut touched) = (Vec::<Extent>::new(), Vec::new());
        let mut page = 0;
        for (area, area_end, is_region) in areas {
            let first = extents.len();
            if is_region {
                extents.push(Extent { start: self.at(area), len: 0, page });
            }
            touched_pages(pagemap, self.at(area), area_end - area, |start, end| {
                match extents[first..].last_mut() {
                    Some(last) if is_region || start - (last.start.addr() + last.len) < GAP_PAGES * PAGE => {
                        last.len = end - last.start.addr();
                    }
                    _ => extents.push(Extent { start: self.at(start), len: end - start, page }),
                }
                let last = &extents[extents.len() - 1];
                touched.push((start, end, last.page + (start - last.start.addr()) / PAGE));
                page = last.page + last.len / PAGE;
            })?;
            if is_region {
                let last = &mut extents[first];
                last.len = (last.len + REGION_PAGES * PAGE).min(area_end - area);
                page = last.page + last.len / PAGE;
            }
        }
        Ok((extents, touched))
    }

    /// Drops what regions hold beyond their extents, and what is below them.
    fn discard_regions(&mut self, snapshot: &Snapshot, before: &Before) {
        // SAFETY: regions that were reserved since the snapshot, and pages of the others untouched then, are not in use.
        unsafe {
            if before.region_start < self.region_start {
                let start = self.page_at(before.region_start, 0);
                region::discard(start, (self.region_start - before.region_start) * CHUNK);
            }
            for region in &self.regions[..self.region_count] {
                let start = self.page_at(region.chunk as usize, 0);
                let len = snapshot.extents.iter().find(|extent| extent.start == start).map_or(0, |extent| extent.len);
                region::discard(start.add(len), region.chunks as usize * CHUNK - len);
            }
        }
    }

    /// Of the chunks that came to have memory since the snapshot, keeps as many as requests need on average.
    fn keep_warm(&mut self, snapshot: &mut Snapshot, before: &Before) {
        let needed = before.real_peak.saturating_sub(self.real).div_ceil(CHUNK);
        snapshot.average = (snapshot.average + needed).div_ceil(2);
        let mut warm = snapshot.average.min(MAX_WARM_CHUNKS);
        let end = before.touched_end.min(self.region_start);
        for (word, bits) in snapshot.resident.iter_mut().enumerate() {
            *bits &= !self.resident[word];
        }
        for (start, run_end) in bits::runs(&snapshot.resident, self.first_chunk, end) {
            let kept = start + warm.min(run_end - start);
            warm -= kept - start;
            if start < kept {
                bits::set(&mut self.resident, start, kept);
                self.cached += kept - start - bits::count(&self.taken, start, kept);
                self.touched_end = self.touched_end.max(kept);
            }
            self.discard_chunks(kept, run_end);
        }
    }
}

/// Figures of a heap that a restore overwrites.
struct Before {
    touched_end: usize,
    region_start: usize,
    real_peak: usize,
}

impl Before {
    fn of(heap: &Heap) -> Self {
        Self { touched_end: heap.touched_end, region_start: heap.region_start, real_peak: heap.real_peak }
    }
}

impl Snapshot {
    /// Notes all private pages of the extents. If that is impossible, drops them.
    fn find_private_pages(&mut self) {
        if self.scan_private_pages().is_err() {
            self.private.fill(0);
            for extent in &self.extents {
                // SAFETY: an extent is mapped from the file: dropping its pages restores them.
                unsafe { region::discard(extent.start, extent.len) };
            }
        }
    }

    fn scan_private_pages(&mut self) -> io::Result<()> {
        let pagemap = self.pagemap.as_mut().ok_or(io::ErrorKind::Unsupported)?;
        let tracked = self.tracker.as_ref().is_some_and(WriteTracker::works);
        let pages = if tracked { Pages::Written } else { Pages::Private };
        for extent in &self.extents {
            let start = extent.start.addr();
            pagemap.each(start, start + extent.len, pages, |from, to| {
                bits::set(&mut self.private, extent.page + (from - start) / PAGE, extent.page + (to - start) / PAGE);
            })?;
        }
        Ok(())
    }

    /// Makes all private pages as they were.
    fn copy_back(&mut self) {
        self.restores += 1;
        let sweep = self.restores.is_multiple_of(RESTORES_PER_SWEEP);
        let mut kept = 0;
        for extent in &self.extents {
            let end = extent.page + extent.len / PAGE;
            let mut page = bits::next_one(&self.private, extent.page, end);
            while page < end {
                // SAFETY: the page is in the extent and in the image.
                let (to, from) = unsafe { (extent.start.add((page - extent.page) * PAGE), self.image.start.add(page * PAGE)) };
                // SAFETY: both are mapped, and only this thread writes to the heap.
                let is_changed = unsafe { slice::from_raw_parts(to.cast_const(), PAGE) != slice::from_raw_parts(from, PAGE) };
                if kept >= KEPT_PAGES || sweep && !is_changed {
                    if let (Some(pagemap), Some(_)) = (&self.pagemap, &self.tracker) {
                        // So that the page does not count as written when it comes back. Only speed is lost otherwise.
                        let _ = pagemap.protect(to.addr(), to.addr() + PAGE);
                    }
                    // SAFETY: dropping a private page makes it the file's again.
                    unsafe { region::discard(to, PAGE) };
                    bits::clear(&mut self.private, page, page + 1);
                } else {
                    kept += 1;
                    if is_changed {
                        // SAFETY: as above; the page is private, so this does not reach the file.
                        unsafe { ptr::copy_nonoverlapping(from, to, PAGE) };
                    }
                }
                page = bits::next_one(&self.private, page + 1, end);
            }
        }
    }
}

/// Notes writes to the extents from now on.
fn track(pagemap: &Pagemap, extents: &[Extent]) -> io::Result<WriteTracker> {
    let tracker = WriteTracker::new()?;
    for extent in extents {
        let start = extent.start.addr();
        tracker.watch(start, extent.len)?;
        pagemap.protect(start, start + extent.len)?;
    }
    Ok(tracker)
}

/// Calls `found` with the touched runs of pages from `start` on. Where the kernel does not tell, pages that are zero
/// count as untouched.
fn touched_pages(
    pagemap: &mut Option<Pagemap>,
    start: *mut u8,
    len: usize,
    mut found: impl FnMut(usize, usize),
) -> io::Result<()> {
    if let Some(pagemap) = pagemap {
        return pagemap.each(start.addr(), start.addr() + len, Pages::Touched, found);
    }
    for at in (0..len).step_by(PAGE) {
        // SAFETY: the caller passes a part of the range.
        let page = unsafe { slice::from_raw_parts(start.add(at), PAGE) };
        if page.iter().any(|&byte| byte != 0) {
            found(start.addr() + at, start.addr() + at + PAGE);
        }
    }
    Ok(())
}

fn memory_file(len: usize) -> io::Result<File> {
    // SAFETY: the name is a string that ends; the descriptor is new and ours.
    let file = unsafe {
        let descriptor = libc::memfd_create(c"phant-snapshot".as_ptr(), libc::MFD_CLOEXEC);
        if descriptor < 0 {
            return Err(io::Error::last_os_error());
        }
        File::from_raw_fd(descriptor)
    };
    file.set_len(len as u64)?;
    Ok(file)
}

/// `mmap` of a file. With `MAP_FIXED`, `at` is a part of the range that has the same contents as the file.
fn map_file(at: *mut u8, len: usize, protection: i32, flags: i32, file: &File, offset: usize) -> io::Result<*mut u8> {
    // SAFETY: as described, nothing changes for those who use the memory.
    let mapped = unsafe { libc::mmap(at.cast(), len, protection, flags, file.as_raw_fd(), offset as libc::off_t) };
    if mapped == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(mapped.cast()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::{self, HeapOptions};

    /// What the kernel may lack or a container may forbid.
    #[test]
    fn restores_work_without_help_of_the_kernel() {
        for lacks_pagemap in [false, true] {
            let mut owner = OwnedHeap::new(HeapOptions { system: false, ..HeapOptions::default() }).unwrap();
            // SAFETY: no block outlives the guard.
            let mut heap = unsafe { heap::install(&mut owner) };
            let blocks: Vec<_> = (0..20_000u64).map(|i| (heap::alloc(56).cast::<u64>(), i)).collect();
            // SAFETY: the blocks are live.
            blocks.iter().for_each(|(block, i)| unsafe { block.write(*i) });
            heap.snapshot().unwrap();
            let snapshot = heap.snapshot.as_mut().unwrap();
            snapshot.tracker = None;
            if lacks_pagemap {
                snapshot.pagemap = None;
            }
            for round in 0..40 {
                for (block, i) in blocks.iter().skip(round).step_by(777) {
                    // SAFETY: the block is live.
                    unsafe { block.write(!i) };
                }
                // SAFETY: nothing is used that was allocated since.
                unsafe { heap.restore().unwrap() };
                // SAFETY: the block is live.
                assert!(blocks.iter().all(|(block, i)| unsafe { block.read() } == *i));
            }
        }
    }

    #[test]
    fn pages_are_found_without_help_of_the_kernel() {
        let region = region::mapped_region(100 * PAGE).unwrap();
        let start = region.start().as_ptr();
        for page in [3, 4, 70] {
            // SAFETY: the page is inside the region.
            unsafe { start.add(page * PAGE + 17).write(1) };
        }
        let mut pages = Vec::new();
        touched_pages(&mut None, start, region.len(), |from, to| pages.push((from - start.addr(), to - from))).unwrap();
        assert_eq!(pages, [(3 * PAGE, PAGE), (4 * PAGE, PAGE), (70 * PAGE, PAGE)]);
    }
}
