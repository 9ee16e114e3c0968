//! The request heap: where everything that a request can reach lives.
//!
//! It owns one contiguous address range per worker, and every block, stack and table of the request in it, its own
//! control block included. So a request ends by forgetting the range, and a snapshot of the range is a snapshot of the
//! request. It must never hold what outlives a request, be used by two threads at a time, or fail: an allocation beyond
//! the limit succeeds and asks the virtual machine to stop (see [`OutOfMemory`]).
//!
//! The functions of this module work on the current heap of the thread ([`install`]).
//!
//! | | |
//! |---|---|
//! | `classes` | the size classes |
//! | `control` | the control block; small blocks: free lists, empty runs |
//! | `chunk`, `space` | pages of a chunk; chunks of the range, huge blocks, regions |
//! | `large` | `free`, `realloc` and what else must find out what a block is |
//! | `checked` | what checked builds add: poison, quarantine, failing allocations |
//! | `held` | blocks given up while they may be in use |
//! | `limit` | `memory_limit`, the figures of `memory_get_usage` |
//! | `owner`, `thread` | making, resetting and installing heaps |
//! | `snapshot`, `pagemap` | snapshots, and the pages that they must restore |
//! | `picture` | what requests begin with, made once |
//! | `system` | blocks from `malloc` instead, for sanitizers |
//! | `region` | address space from the system |
//!
//! Measured against glibc's `malloc` (`examples/heap_bench.rs`, AMD Zen 4), in ns: a block allocated and freed at once
//! 1.9 : 7.7; a thousand of mixed sizes allocated and freed in another order 4.0 : 12.0 each; half a million freed in
//! random order 9.9 : 28 each. Filling 256 MB takes 34 : 80 to 220 ms. A reset takes 0.05 to 0.2 µs while the chunks are
//! few enough to be kept warm, 87 µs after a request that used 64 MB.

mod allocator;
mod bits;
mod checked;
mod chunk;
mod classes;
mod control;
mod held;
mod large;
mod limit;
mod owner;
mod pagemap;
mod picture;
mod region;
mod snapshot;
mod space;
mod system;
mod thread;

pub(crate) use held::Holding;
use std::ptr::NonNull;

pub use allocator::RequestHeap;
pub use classes::{CHUNK, CLASS_COUNT, MAX_LARGE, MAX_SMALL, PAGE, class_of, class_size};
pub use control::{Heap, ROOT_SLOTS};
pub use limit::{Cause, ExhaustedHook, OutOfMemory, StackHook};
pub use owner::{HeapOptions, Installed, OwnedHeap, SMALL_PAGE_CHUNKS, install};
pub use region::{MappedRegion, mapped_region};

/// The current heap of this thread. A thread without one gets one of its own that lasts as long as the process.
#[inline]
pub fn current() -> *mut Heap {
    thread::ensure(thread::get())
}

/// Calls `with` with the current heap.
#[inline]
fn with<R>(with: impl FnOnce(&mut Heap) -> R) -> R {
    // SAFETY: the heap is this thread's, and no reference into it outlives a function of this module. What is passed
    // here does not call back.
    with(unsafe { &mut *current() })
}

/// Allocates `size` bytes, aligned to 8, and to 16 if `size` is a multiple of 16. Never fails; a size of 0 is served.
///
/// ```
/// use phant_memory::heap;
///
/// let block = heap::alloc(100);
/// // SAFETY: the block has 100 bytes, and is freed once.
/// unsafe {
///     block.write_bytes(1, 100);
///     heap::free_sized(block, 100);
/// }
/// ```
#[inline(always)]
pub fn alloc(size: usize) -> NonNull<u8> {
    // SAFETY: the heap is this thread's.
    unsafe { alloc_from(thread::get(), size) }
}

/// # Safety
///
/// `heap` is the calling thread's heap.
#[inline(always)]
unsafe fn alloc_from(heap: *mut Heap, size: usize) -> NonNull<u8> {
    // SAFETY: as the caller promises.
    unsafe {
        let block = if size <= MAX_SMALL {
            control::alloc_class(heap, class_of(size), size)
        } else {
            large::alloc_big(heap, size, false)
        };
        checked::on_alloc(block.as_ptr(), size);
        block
    }
}

/// Frees a block of unknown size.
///
/// # Safety
///
/// `block` comes from [`alloc`] or [`realloc`] with the heap that is current now, and is not used afterwards.
#[inline(always)]
pub unsafe fn free(block: NonNull<u8>) {
    // SAFETY: as the caller promises; where there is a block there is a heap.
    unsafe { large::free(thread::get(), block.as_ptr()) }
}

/// Frees a block of `size` bytes, which is faster.
///
/// # Safety
///
/// As [`free`], and `size` is the size it was last allocated with, or one up to [`good_size`] of that.
#[inline(always)]
pub unsafe fn free_sized(block: NonNull<u8>, size: usize) {
    let heap = thread::get();
    // SAFETY: as the caller promises; where there is a block there is a heap.
    unsafe {
        if size <= MAX_SMALL && !(*heap).keeps {
            debug_assert!(large::usable_size(heap, block.as_ptr()) == class_size(class_of(size)), "wrong size");
            control::free_class(heap, block.as_ptr(), class_of(size))
        } else {
            large::free_big(heap, block.as_ptr())
        }
    }
}

/// Changes the size of a block, in place if possible: within a size class, and as long as what follows a large or huge
/// block is free.
///
/// # Safety
///
/// As [`free_sized`] with `old_size`, and the result replaces `block`.
#[inline]
pub unsafe fn realloc(block: NonNull<u8>, old_size: usize, new_size: usize) -> NonNull<u8> {
    // SAFETY: as the caller promises; where there is a block there is a heap.
    unsafe { large::realloc(thread::get(), block.as_ptr(), old_size, new_size, false) }
}

/// The same for a block of [`alloc_text`].
///
/// # Safety
///
/// As [`realloc`].
#[inline]
pub unsafe fn realloc_text(block: NonNull<u8>, old_size: usize, new_size: usize) -> NonNull<u8> {
    // SAFETY: as the caller promises; where there is a block there is a heap.
    unsafe { large::realloc(thread::get(), block.as_ptr(), old_size, new_size, true) }
}

/// Whether blocks are held back at present: see [`crate::hold`].
#[inline(always)]
pub(crate) fn holding() -> bool {
    let heap = thread::get();
    // SAFETY: the heap is this thread's, or the stand-in, which holds nothing.
    unsafe { (*heap).holds > 0 }
}

/// Whether something is held back, or what is freed is to be.
#[inline]
pub(crate) fn holds_anything() -> bool {
    let heap = thread::get();
    // SAFETY: as in `holding`.
    unsafe { (*heap).holds > 0 || !(*heap).held.is_null() }
}

/// Holds back what is freed from now on.
pub(crate) fn begin_hold() {
    with(|heap| heap.begin_hold());
}

/// Exchanges what is held back for what another line of execution holds back.
pub(crate) fn exchange_holding(other: &mut Holding) {
    with(|heap| heap.exchange_holding(other));
}

/// Ends one [`begin_hold`].
pub(crate) fn end_hold() {
    with(|heap| heap.end_hold());
}

/// Frees what was held back, unless blocks are being held.
///
/// # Safety
///
/// No pointer into a block that was given up is in use.
pub(crate) unsafe fn release_held() {
    // SAFETY: the heap is this thread's; the rest as the caller promises.
    unsafe { held::release_held(current()) }
}

/// The bytes that a block has room for.
///
/// # Safety
///
/// `block` is a block of the current heap.
#[inline]
pub unsafe fn usable_size(block: NonNull<u8>) -> usize {
    // SAFETY: as the caller promises; where there is a block there is a heap.
    unsafe { large::usable_size(thread::get(), block.as_ptr()) }
}

/// The size that a block of `size` bytes really gets: asking for it costs no more.
#[inline]
pub fn good_size(size: usize) -> usize {
    if size <= MAX_SMALL { class_size(class_of(size)) } else { classes::pages_for(size) * PAGE }
}

/// [`alloc`] for bytes that are written from front to back, with the [`good_size`] that the block has.
#[inline(always)]
pub fn alloc_text(size: usize) -> (NonNull<u8>, usize) {
    let heap = thread::get();
    // SAFETY: the heap is this thread's.
    unsafe {
        let (block, size) = if size <= MAX_SMALL {
            let class = class_of(size);
            let size = class_size(class);
            (control::alloc_class(heap, class, size), size)
        } else {
            let size = good_size(size);
            (large::alloc_big(heap, size, true), size)
        };
        checked::on_alloc(block.as_ptr(), size);
        (block, size)
    }
}

/// Bytes in blocks, rounded up to size classes: `memory_get_usage(false)`.
pub fn usage() -> usize {
    with(|heap| heap.usage())
}

/// Bytes of chunks and huge blocks: `memory_get_usage(true)`.
pub fn real_usage() -> usize {
    with(|heap| heap.real_usage())
}

/// `memory_get_peak_usage(false)`.
pub fn peak() -> usize {
    with(|heap| heap.peak())
}

/// `memory_get_peak_usage(true)`.
pub fn real_peak() -> usize {
    with(|heap| heap.real_peak())
}

/// `memory_reset_peak_usage()`.
pub fn reset_peak() {
    with(|heap| heap.reset_peak());
}

/// The limit of real usage.
pub fn limit() -> usize {
    with(|heap| heap.limit())
}

/// Sets the limit of real usage: see [`Heap::set_limit`].
pub fn set_limit(bytes: usize) -> Result<(), usize> {
    with(|heap| heap.set_limit(bytes))
}

/// What exhausted the memory, if anything: see [`Heap::exhausted`].
pub fn exhausted() -> Option<OutOfMemory> {
    with(|heap| heap.exhausted())
}

/// See [`Heap::clear_exhausted`].
pub fn clear_exhausted() {
    with(|heap| heap.clear_exhausted());
}

/// See [`Heap::set_exhausted_hook`].
pub fn set_exhausted_hook(hook: Option<ExhaustedHook>) {
    with(|heap| heap.set_exhausted_hook(hook));
}

/// See [`Heap::set_stack_hook`].
pub fn set_stack_hook(hook: Option<StackHook>) {
    with(|heap| heap.set_stack_hook(hook));
}

/// See [`Heap::bound_stacks`].
pub fn bound_stacks() {
    with(|heap| heap.bound_stacks());
}

/// Notes that memory is exhausted, because `tried` bytes were asked for that the heap was not asked for.
pub fn exhaust(tried: usize) {
    with(|heap| {
        if heap.exhausted().is_none() {
            heap.exhaust(tried);
        }
    });
}

/// From this size on, blocks of strings and arrays ask for room before they are made or grow, and do not if there is none.
pub(crate) const LARGE: usize = 256 << 10;

/// Whether there is room for a block of `size` bytes. If not, memory is exhausted from now on.
#[cold]
#[inline(never)]
pub(crate) fn has_room(size: usize) -> bool {
    with(|heap| {
        // Asking again costs a search for empty runs, and the request is over.
        if heap.exhausted().is_some() {
            return false;
        }
        let asked = heap.try_reserve(size);
        heap.exhaust_unless(asked)
    })
}

/// Whether a block may become `new` bytes large, `old` being what it has. If not, memory is exhausted from now on.
#[cold]
#[inline(never)]
pub(crate) fn may_grow(block: *mut u8, old: usize, new: usize) -> bool {
    with(|heap| {
        if heap.exhausted().is_some() {
            return false;
        }
        let asked = heap.try_reserve_realloc(block, old, new);
        heap.exhaust_unless(asked)
    })
}

/// What the request takes from the system allocator has grown: looks whether that is still within the limit.
pub(crate) fn outside_grew(tried: usize) {
    with(|heap| {
        if heap.exhausted().is_none() && heap.limit() < usize::MAX && heap.left() == 0 {
            heap.exhaust(tried);
        }
    });
}

/// Would a block of `bytes` bytes be within the limit and the range? To be asked before an allocation whose size is
/// computed by the script, such as that of `str_repeat`.
///
/// ```
/// use phant_memory::heap;
///
/// heap::set_limit(128 << 20).unwrap();
/// let error = heap::try_reserve(10_000_000_000).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "Allowed memory size of 134217728 bytes exhausted (tried to allocate 10000000000 bytes)",
/// );
/// ```
pub fn try_reserve(bytes: usize) -> Result<(), OutOfMemory> {
    with(|heap| heap.try_reserve(bytes))
}

/// As [`try_reserve`], for a [`realloc`].
pub fn try_reserve_realloc(block: NonNull<u8>, old_size: usize, new_size: usize) -> Result<(), OutOfMemory> {
    with(|heap| heap.try_reserve_realloc(block.as_ptr(), old_size, new_size))
}

/// Ends the process with PHP's fatal error: nobody can allocate so much, and there is no way to tell the caller.
/// [`try_reserve`] is for those who can be told.
#[cold]
pub fn give_up(bytes: usize) -> ! {
    with(|heap| heap.out_of_range(bytes))
}

/// Gives empty runs back: `gc_mem_caches()`.
pub fn collect() -> usize {
    with(|heap| heap.collect())
}

/// Sets one of the [`ROOT_SLOTS`] pointers that are kept in the heap itself, so that they can be found after a
/// restore.
pub fn root_set(slot: usize, to: *mut u8) {
    with(|heap| heap.roots[slot] = to);
}

/// One of the pointers set with [`root_set`]; null at first.
pub fn root(slot: usize) -> *mut u8 {
    with(|heap| heap.roots[slot])
}
