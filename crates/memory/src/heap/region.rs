//! Address space from the system: ranges that are committed as they are touched.
//!
//! [`mapped_region`] is for native stacks (fibers, the native stack of a worker). The virtual machine's own stack is
//! request state and belongs into the heap's range: [`Heap::reserve_region`](super::Heap::reserve_region).

use std::io;
use std::ptr::{self, NonNull};

use super::classes::PAGE;

/// A range of memory between two guard pages. Unmapped when dropped.
#[derive(Debug)]
pub struct MappedRegion {
    start: NonNull<u8>,
    len: usize,
}

// SAFETY: a `MappedRegion` is plain memory that it alone owns.
unsafe impl Send for MappedRegion {}

/// Maps `len` bytes (rounded up to pages) of zeros, with an inaccessible page on either side. Memory is committed when
/// it is touched.
///
/// ```
/// let region = phant_memory::heap::mapped_region(1 << 30)?;
/// assert!(region.len() == 1 << 30 && region.end() > region.start());
/// # std::io::Result::Ok(())
/// ```
pub fn mapped_region(len: usize) -> io::Result<MappedRegion> {
    let len = len.next_multiple_of(PAGE);
    // SAFETY: maps fresh memory, where the system likes.
    let start = unsafe { map(ptr::null_mut(), len + 2 * PAGE, libc::PROT_NONE, ANONYMOUS)? };
    // SAFETY: the range was just mapped, with room for the guard pages.
    let start = unsafe { start.add(PAGE) };
    // SAFETY: as above.
    if unsafe { libc::mprotect(start.as_ptr().cast(), len, libc::PROT_READ | libc::PROT_WRITE) } != 0 {
        let error = io::Error::last_os_error();
        drop(MappedRegion { start, len });
        return Err(error);
    }
    Ok(MappedRegion { start, len })
}

impl MappedRegion {
    /// The lowest usable address.
    pub fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// The address after the last usable one: the top of a stack that grows down.
    pub fn end(&self) -> NonNull<u8> {
        // SAFETY: the range has `len` bytes.
        unsafe { self.start.add(self.len) }
    }

    /// The usable bytes.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Gives the memory of all but the last `keep` bytes back to the system: after a deep recursion, of a stack that
    /// grows down.
    ///
    /// # Safety
    ///
    /// What is there is lost; nobody uses it.
    pub unsafe fn trim(&mut self, keep: usize) {
        let keep = keep.next_multiple_of(PAGE).min(self.len);
        // SAFETY: the range is ours, and the caller says that it is not in use.
        unsafe { discard(self.start.as_ptr(), self.len - keep) }
    }
}

impl Drop for MappedRegion {
    fn drop(&mut self) {
        // SAFETY: `mapped_region` mapped this range, guard pages included, and nothing can use it after this.
        unsafe { libc::munmap(self.start.as_ptr().sub(PAGE).cast(), self.len + 2 * PAGE) };
    }
}

pub(super) const ANONYMOUS: libc::c_int = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;

/// `mmap` without a file.
///
/// # Safety
///
/// With `MAP_FIXED`, what was at `at` is replaced: it must be the caller's.
pub(super) unsafe fn map(at: *mut u8, len: usize, protection: i32, flags: i32) -> io::Result<NonNull<u8>> {
    // SAFETY: as the caller promises.
    let mapped = unsafe { libc::mmap(at.cast(), len, protection, flags, -1, 0) };
    if mapped == libc::MAP_FAILED {
        Err(io::Error::last_os_error())
    } else {
        Ok(NonNull::new(mapped.cast()).expect("mapped at 0"))
    }
}

/// Reserves `len` bytes at a multiple of `align`, both multiples of a page.
pub(super) fn reserve(len: usize, align: usize) -> io::Result<NonNull<u8>> {
    // SAFETY: maps fresh memory, where the system likes.
    let start = unsafe { map(ptr::null_mut(), len + align, libc::PROT_READ | libc::PROT_WRITE, ANONYMOUS)? };
    let before = start.addr().get().next_multiple_of(align) - start.addr().get();
    // SAFETY: the mapping is `len + align` bytes long and was made above; its ends are given back.
    unsafe {
        let aligned = start.add(before);
        if before > 0 {
            libc::munmap(start.as_ptr().cast(), before);
        }
        if before < align {
            libc::munmap(aligned.add(len).as_ptr().cast(), align - before);
        }
        Ok(aligned)
    }
}

/// Gives memory back to the system; the addresses stay mapped.
///
/// # Safety
///
/// `start..start + len`, both multiples of a page, is mapped and not in use: what is there is lost.
pub(super) unsafe fn discard(start: *mut u8, len: usize) {
    if len > 0 {
        // SAFETY: as the caller promises.
        unsafe { libc::madvise(start.cast(), len, libc::MADV_DONTNEED) };
    }
}
