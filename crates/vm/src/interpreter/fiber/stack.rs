//! The memory of a fiber's line of execution: a native stack and a VM stack, in one mapping outside every heap.
//!
//! ```text
//! guard page │ native stack, growing down ◀─ base │ ─▶ VM stack, growing up │ guard page
//! ```
//!
//! The two grow away from each other, so a fiber that does little touches a page or two on either side of the base, and
//! these share a page table: ten thousand suspended fibers take about 160 MB, although each may grow to hundreds. Address
//! space is only reserved. Stacks belong to the worker: finished fibers give theirs to a pool that outlives requests.

use crate::runtime::frame::SPARE_SLOTS;
use corosensei::stack::{Stack, StackPointer};
use phant_memory::Value;
use std::{cell::RefCell, io, ptr::NonNull};

/// The size of memory pages.
const PAGE: usize = 4096;
/// What is kept free below the limit that PHP code and native recursion are held to.
pub const RESERVE: usize = 512 << 10;
/// The least native stack that is made, whatever the setting says: native code has larger frames than PHP's engine.
const LEAST_NATIVE: usize = 256 << 10;
/// Address space for VM stacks, the first that can be had: many fibers under a limited address space get less.
const VALUE_SIZES: [usize; 4] = [256 << 20, 32 << 20, 4 << 20, 512 << 10];
/// Free stacks that are kept while a request runs, and between requests.
const POOLED: usize = 256;
const POOLED_BETWEEN: usize = 16;
/// What a pooled stack keeps committed on each side of its base between requests.
const KEPT_COMMITTED: usize = 16 << 10;

/// The native stack that has room for what needs a stack of `size` bytes in PHP.
pub fn room(size: usize) -> usize {
    size.saturating_add(size / 2)
}

/// A mapping as described above.
pub struct FiberStack {
    start: NonNull<u8>,
    /// Bytes of the native stack, without its guard page.
    native: usize,
    /// Bytes of the VM stack, without its guard page.
    values: usize,
}

thread_local! {
    static POOL: RefCell<Vec<FiberStack>> = const { RefCell::new(Vec::new()) };
}

impl FiberStack {
    /// A stack with at least `native` bytes for native code beside the reserve; from the pool, if it has one.
    pub fn take(native: usize) -> io::Result<FiberStack> {
        let too_large = || io::Error::from_raw_os_error(libc::ENOMEM);
        let native = native.max(LEAST_NATIVE).checked_next_multiple_of(PAGE).and_then(|n| n.checked_add(RESERVE));
        let native = native.filter(|&n| n < 1 << 46).ok_or_else(too_large)?;
        if let Some(stack) = POOL.with_borrow_mut(|pool| {
            let at = pool.iter().rposition(|stack| stack.native == native)?;
            Some(pool.swap_remove(at))
        }) {
            return Ok(stack);
        }
        let mut error = too_large();
        for values in VALUE_SIZES {
            match FiberStack::map(native, values) {
                Ok(stack) => return Ok(stack),
                Err(e) => error = e,
            }
        }
        Err(error)
    }

    fn map(native: usize, values: usize) -> io::Result<FiberStack> {
        let all = native + values + 2 * PAGE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: maps fresh memory where the system likes; without access, so that it counts against nothing.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), all, libc::PROT_NONE, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let stack = FiberStack { start: NonNull::new(start.cast()).expect("mapped at 0"), native, values };
        // SAFETY: the range between the guard pages was just mapped. A huge page for each stack would commit 2 MB where
        // 8 KB do; that it cannot be switched off where the system knows none is no failure.
        unsafe {
            let inner = stack.start.as_ptr().add(PAGE).cast();
            if libc::mprotect(inner, native + values, libc::PROT_READ | libc::PROT_WRITE) != 0 {
                return Err(io::Error::last_os_error());
            }
            #[cfg(target_os = "linux")]
            libc::madvise(inner, native + values, libc::MADV_NOHUGEPAGE);
        }
        Ok(stack)
    }

    /// Puts the stack into the pool, or gives it back to the system.
    pub fn give_back(self) {
        POOL.with_borrow_mut(|pool| {
            if pool.len() < POOLED {
                pool.push(self);
            }
        });
    }

    /// The border between the two stacks.
    fn middle(&self) -> *mut u8 {
        self.start.as_ptr().wrapping_add(PAGE + self.native)
    }
    /// The bottom of the VM stack.
    pub fn values_start(&self) -> *mut Value {
        self.middle().cast()
    }
    /// The end of the VM stack.
    pub fn values_end(&self) -> *mut Value {
        self.middle().wrapping_add(self.values - SPARE_SLOTS * size_of::<Value>()).cast()
    }
    /// The lowest address that PHP code and native recursion may reach.
    pub fn native_limit(&self) -> usize {
        self.start.as_ptr().addr() + PAGE + RESERVE
    }
    /// The bytes above that limit.
    pub fn native_size(&self) -> usize {
        self.native - RESERVE
    }
    /// What PHP tells of a stack of the size that was asked for: without its guard and what it reserves.
    pub fn told_size(&self) -> usize {
        (self.native_size() / 3 * 2).saturating_sub(48 << 10)
    }

    /// Gives the memory of what was used deeply back to the system.
    fn trim(&mut self) {
        // SAFETY: a pooled stack is not in use; both ranges lie within the mapping, which is page-aligned.
        unsafe {
            let below = self.native - KEPT_COMMITTED;
            libc::madvise(self.start.as_ptr().add(PAGE).cast(), below, libc::MADV_DONTNEED);
            let above = self.values - KEPT_COMMITTED;
            libc::madvise(self.middle().add(KEPT_COMMITTED).cast(), above, libc::MADV_DONTNEED);
        }
    }
}

/// The end of a request: the pool shrinks.
pub fn end_request() {
    POOL.with_borrow_mut(|pool| {
        pool.truncate(POOLED_BETWEEN);
        pool.iter_mut().for_each(FiberStack::trim);
    });
}

// SAFETY: below the native stack, and beyond the VM stack, is a page without access; the native stack has at least
// `LEAST_NATIVE` bytes, and both ends are page-aligned.
unsafe impl Stack for FiberStack {
    fn base(&self) -> StackPointer {
        StackPointer::new(self.middle().addr()).expect("not mapped at 0")
    }
    fn limit(&self) -> StackPointer {
        StackPointer::new(self.start.as_ptr().addr()).expect("not mapped at 0")
    }
}

impl Drop for FiberStack {
    fn drop(&mut self) {
        // SAFETY: `map` mapped this range, guard pages included, and nothing can use it after this.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.native + self.values + 2 * PAGE) };
    }
}
