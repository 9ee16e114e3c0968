//! The memory of a fiber's line of execution: a native stack and a VM stack, beside each other and outside every heap.
//!
//! ```text
//! guard page │ native stack, growing down ◀─ middle ─▶ VM stack, growing up │ guard page │ the next one's native stack …
//! ```
//!
//! The two grow away from each other, and the middle lies in a page, not between two: a fiber that does little touches one
//! or two pages, which share a page table. Address space is only reserved, [`IN_SLAB`] stacks in one mapping, since the
//! system bounds how many mappings a process has (65,530 by default). Stacks belong to the worker: finished fibers give
//! theirs to a pool that outlives requests.

use crate::runtime::frame::SPARE_SLOTS;
use corosensei::stack::{Stack, StackPointer};
use phant_memory::Value;
use std::{
    cell::{Cell, RefCell},
    io,
    ptr::NonNull,
    rc::Rc,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

/// The size of memory pages.
const PAGE: usize = 4096;
/// How much of the VM stack lies in the page with the beginning of the native stack.
const IN_PAGE: usize = 1024;
/// What is kept free below the limit that PHP code and native recursion are held to.
pub const RESERVE: usize = 512 << 10;
/// The least native stack that is made, whatever the setting says: native code has larger frames than PHP's engine.
const LEAST_NATIVE: usize = 256 << 10;
/// How many stacks a mapping has, and the address space of their VM stacks: the first that can be had. Where address space
/// is limited there is less.
const SHAPES: [(usize, usize); 5] = [(IN_SLAB, 256 << 20), (1, 256 << 20), (1, 32 << 20), (1, 4 << 20), (1, 512 << 10)];
const IN_SLAB: usize = 64;
/// Free stacks that are kept while a request runs, and between requests.
const POOLED: usize = 256;
const POOLED_BETWEEN: usize = 16;
/// What a pooled stack keeps committed on each side of its middle between requests.
const KEPT_COMMITTED: usize = 16 << 10;
/// How many guard pages that take mappings of their own may be there at once: a fraction of what a process may have.
const SPLITTING_GUARDS: usize = 8000;
/// Advice to `madvise(2)`: pages that must not be touched, without a mapping of their own but with a page table (Linux 6.13).
const MADV_GUARD_INSTALL: libc::c_int = 102;

/// The native stack that has room for what needs a stack of `size` bytes in PHP.
pub fn room(size: usize) -> usize {
    size.saturating_add(size / 2)
}

/// A mapping with room for some stacks of one size.
struct Slab {
    start: NonNull<u8>,
    /// How many stacks there is room for.
    count: usize,
    /// Bytes of a native and of a VM stack.
    native: usize,
    values: usize,
    /// The places that are free, the next one last.
    free: RefCell<Vec<usize>>,
    /// It is in the list of those that have some.
    listed: Cell<bool>,
    /// How many places have been used, the first ones. Before and behind these are guard pages.
    guarded: Cell<usize>,
    /// How many of the guard pages have mappings of their own.
    splitting: Cell<usize>,
}

/// A place in a slab.
pub struct FiberStack {
    slab: Rc<Slab>,
    number: usize,
}

thread_local! {
    static POOL: RefCell<Vec<FiberStack>> = const { RefCell::new(Vec::new()) };
    /// Slabs that have free places.
    static SLABS: RefCell<Vec<Rc<Slab>>> = const { RefCell::new(Vec::new()) };
}
/// Guard pages of the process that have mappings of their own.
static SPLITTING: AtomicUsize = AtomicUsize::new(0);

impl Slab {
    fn map(count: usize, native: usize, values: usize) -> io::Result<Slab> {
        let all = count * (PAGE + native + values) + PAGE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: maps fresh memory where the system likes.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), all, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start = NonNull::new(start.cast()).expect("mapped at 0");
        let free = RefCell::new((0..count).rev().collect());
        let none = || Cell::new(0);
        let slab = Slab { start, count, native, values, free, listed: Cell::new(false), guarded: none(), splitting: none() };
        // A huge page for each stack would commit 2 MB where a few KB do; that it cannot be switched off where the system
        // knows none is no failure.
        #[cfg(target_os = "linux")]
        // SAFETY: the range was just mapped.
        unsafe {
            libc::madvise(start.as_ptr().cast(), all, libc::MADV_NOHUGEPAGE)
        };
        slab.guard(0);
        Ok(slab)
    }
    /// Bytes of a stack with the guard page before it.
    fn stride(&self) -> usize {
        PAGE + self.native + self.values
    }
    /// Makes the page before a place a guard page, unless the system has no more of them: then the reserve of the stack
    /// behind it, which nothing is ever in, is all there is between two stacks.
    fn guard(&self, number: usize) {
        let page = self.start.as_ptr().wrapping_add(number * self.stride()).cast();
        // SAFETY: a page of the mapping that no stack has.
        unsafe {
            if SPLITTING.load(Relaxed) < SPLITTING_GUARDS && libc::mprotect(page, PAGE, libc::PROT_NONE) == 0 {
                SPLITTING.fetch_add(1, Relaxed);
                self.splitting.set(self.splitting.get() + 1);
            } else {
                libc::madvise(page, PAGE, MADV_GUARD_INSTALL);
            }
        }
    }
    /// A free place, if there is one.
    fn take(self: &Rc<Slab>) -> Option<FiberStack> {
        let number = self.free.borrow_mut().pop()?;
        self.list();
        if number >= self.guarded.get() {
            self.guarded.set(number + 1);
            self.guard(number + 1);
        }
        Some(FiberStack { slab: self.clone(), number })
    }
    /// Lists the slab if it has free places, or takes it off the list.
    fn list(self: &Rc<Slab>) {
        let has_some = !self.free.borrow().is_empty();
        if self.listed.replace(has_some) == has_some {
            return;
        }
        // A thread that ends may have lost the list.
        let _ = SLABS.try_with(|slabs| {
            let mut slabs = slabs.borrow_mut();
            if has_some {
                slabs.push(self.clone());
            } else if let Some(at) = slabs.iter().rposition(|slab| Rc::ptr_eq(slab, self)) {
                slabs.swap_remove(at);
            }
        });
    }
}

impl Drop for Slab {
    fn drop(&mut self) {
        SPLITTING.fetch_sub(self.splitting.get(), Relaxed);
        // SAFETY: `map` mapped this range; every stack in it holds the slab.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.count * self.stride() + PAGE) };
    }
}

impl FiberStack {
    /// A stack with at least `native` bytes for native code beside the reserve; from the pool, if it has one.
    pub fn take(native: usize) -> io::Result<FiberStack> {
        let too_large = || io::Error::from_raw_os_error(libc::ENOMEM);
        let native = native.max(LEAST_NATIVE).checked_next_multiple_of(PAGE).and_then(|n| n.checked_add(RESERVE));
        let native = native.filter(|&n| n < 1 << 40).ok_or_else(too_large)?;
        if let Some(stack) = POOL.with_borrow_mut(|pool| {
            let at = pool.iter().rposition(|stack| stack.slab.native == native)?;
            Some(pool.swap_remove(at))
        }) {
            return Ok(stack);
        }
        let listed = SLABS.with_borrow(|slabs| slabs.iter().rev().find(|slab| slab.native == native).cloned());
        if let Some(stack) = listed.and_then(|slab| slab.take()) {
            return Ok(stack);
        }
        let mut error = too_large();
        for (count, values) in SHAPES {
            match Slab::map(count, native, values) {
                Ok(slab) => return Rc::new(slab).take().ok_or_else(too_large),
                Err(e) => error = e,
            }
        }
        Err(error)
    }

    /// Puts the stack into the pool, or gives its memory back to the system.
    pub fn give_back(self) {
        POOL.with_borrow_mut(|pool| {
            if pool.len() < POOLED {
                pool.push(self);
            }
        });
    }

    /// The lowest address of the native stack.
    fn start(&self) -> *mut u8 {
        self.slab.start.as_ptr().wrapping_add(self.number * self.slab.stride() + PAGE)
    }
    /// The border between the two stacks.
    fn middle(&self) -> *mut u8 {
        self.start().wrapping_add(self.slab.native - IN_PAGE)
    }
    /// The bottom of the VM stack.
    pub fn values_start(&self) -> *mut Value {
        self.middle().cast()
    }
    /// The end of the VM stack.
    pub fn values_end(&self) -> *mut Value {
        self.start().wrapping_add(self.slab.native + self.slab.values - SPARE_SLOTS * size_of::<Value>()).cast()
    }
    /// The lowest address that PHP code and native recursion may reach.
    pub fn native_limit(&self) -> usize {
        self.start().addr() + RESERVE
    }
    /// The bytes above that limit.
    pub fn native_size(&self) -> usize {
        self.slab.native - IN_PAGE - RESERVE
    }
    /// What PHP tells of a stack of the size that was asked for: without its guard and what it reserves.
    pub fn told_size(&self) -> usize {
        ((self.slab.native - RESERVE) / 3 * 2).saturating_sub(48 << 10)
    }

    /// Gives the memory back to the system that is further than `kept` bytes from the page with the middle.
    fn trim(&self, kept: usize) {
        // SAFETY: a stack that no fiber has is not in use; both ranges lie within its part of the mapping, and `kept` is
        // page-aligned as they are.
        unsafe {
            libc::madvise(self.start().cast(), self.slab.native - kept, libc::MADV_DONTNEED);
            let above = self.start().add(self.slab.native + kept);
            libc::madvise(above.cast(), self.slab.values - kept, libc::MADV_DONTNEED);
        }
    }
}

/// The end of a request: the pool shrinks.
pub fn end_request() {
    POOL.with_borrow_mut(|pool| {
        pool.truncate(POOLED_BETWEEN);
        pool.iter().for_each(|stack| stack.trim(KEPT_COMMITTED));
    });
    // What is left is what pooled stacks are in.
    SLABS.with_borrow_mut(|slabs| slabs.retain(|slab| Rc::strong_count(slab) > 1));
}

// SAFETY: below the native stack is a guard page, or at least [`RESERVE`] bytes that nothing is in, since whatever goes
// deeper asks first whether it is above them; the native stack has at least `LEAST_NATIVE` bytes, and both ends are
// aligned.
unsafe impl Stack for FiberStack {
    fn base(&self) -> StackPointer {
        StackPointer::new(self.middle().addr()).expect("not mapped at 0")
    }
    fn limit(&self) -> StackPointer {
        StackPointer::new(self.start().addr() - PAGE).expect("not mapped at 0")
    }
}

impl Drop for FiberStack {
    fn drop(&mut self) {
        self.trim(0);
        self.slab.free.borrow_mut().push(self.number);
        self.slab.list();
    }
}
