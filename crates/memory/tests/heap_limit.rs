//! Limits and figures.

use std::sync::atomic::{AtomicUsize, Ordering};

use phant_memory::heap::{self, CHUNK, Cause, Heap, HeapOptions, OwnedHeap};

fn native(options: HeapOptions) -> OwnedHeap {
    Heap::new(HeapOptions { system: false, ..options }).unwrap()
}

#[test]
fn figures_are_php_s() {
    let mut owner = native(HeapOptions::default());
    // SAFETY: no block outlives the guard.
    let _guard = unsafe { heap::install(&mut owner) };
    assert_eq!((heap::usage(), heap::real_usage()), (0, CHUNK));
    let small = heap::alloc(33);
    assert_eq!((heap::usage(), heap::real_usage()), (40, CHUNK));
    let large = heap::alloc(10_000);
    assert_eq!((heap::usage(), heap::real_usage()), (40 + 12_288, CHUNK));
    let huge = heap::alloc(3_000_000);
    let rounded = 3_002_368;
    assert_eq!((heap::usage(), heap::real_usage()), (40 + 12_288 + rounded, CHUNK + rounded));
    // SAFETY: live blocks of these sizes.
    unsafe {
        assert_eq!(heap::usable_size(huge), rounded);
        heap::free(huge);
        heap::free(large);
        heap::free_sized(small, 40);
    }
    assert_eq!((heap::usage(), heap::real_usage()), (0, CHUNK));
    assert_eq!((heap::peak(), heap::real_peak()), (40 + 12_288 + rounded, CHUNK + rounded));
    heap::reset_peak();
    assert_eq!((heap::peak(), heap::real_peak()), (0, CHUNK));
}

#[test]
fn an_allocation_beyond_the_limit_succeeds_and_is_noted() {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let mut owner = native(HeapOptions { limit: 8 << 20, ..HeapOptions::default() });
    // SAFETY: no block outlives the guard.
    let mut guard = unsafe { heap::install(&mut owner) };
    heap::set_exhausted_hook(Some(|error, _roots| {
        assert_eq!(error.limit, 8 << 20);
        CALLS.fetch_add(1, Ordering::Relaxed);
    }));
    let mut blocks = 0;
    while heap::exhausted().is_none() {
        // SAFETY: the block has 100 bytes.
        unsafe { heap::alloc(100).write_bytes(1, 100) };
        blocks += 1;
    }
    assert!((70_000..75_000).contains(&blocks), "{blocks}");
    let error = heap::exhausted().unwrap();
    assert_eq!(error.to_string(), "Allowed memory size of 8388608 bytes exhausted (tried to allocate 28672 bytes)");
    for _ in 0..100_000 {
        heap::alloc(100);
    }
    assert_eq!(CALLS.load(Ordering::Relaxed), 1);
    heap::clear_exhausted();
    heap::alloc(3 << 20);
    assert_eq!(CALLS.load(Ordering::Relaxed), 2);
    assert_eq!(heap::exhausted().unwrap().tried_bytes, 3 << 20);
    // SAFETY: no block is used any more.
    unsafe { guard.reset() };
    assert_eq!(heap::exhausted(), None);
    assert_eq!(heap::limit(), 8 << 20);
}

#[test]
fn empty_runs_are_collected_before_the_limit_is_exceeded() {
    let mut owner = native(HeapOptions { limit: 8 << 20, ..HeapOptions::default() });
    // SAFETY: no block outlives the guard.
    let _guard = unsafe { heap::install(&mut owner) };
    for size in [16, 100, 3000, 24, 700] {
        let blocks: Vec<_> = (0..(6 << 20) / size).map(|_| heap::alloc(size)).collect();
        for block in blocks {
            // SAFETY: the block is live and has that size.
            unsafe { heap::free_sized(block, size) };
        }
    }
    assert_eq!(heap::exhausted(), None);
}

#[test]
fn reservations_are_refused_by_limit_and_range() {
    let mut owner = native(HeapOptions { reserve: 1 << 30, ..HeapOptions::default() });
    // SAFETY: no block outlives the guard.
    let _guard = unsafe { heap::install(&mut owner) };
    assert_eq!(heap::try_reserve(500 << 20), Ok(()));
    assert_eq!(heap::try_reserve(2 << 30).unwrap_err().cause, Cause::AddressSpace);
    assert_eq!(heap::try_reserve(usize::MAX).unwrap_err().cause, Cause::AddressSpace);
    heap::set_limit(128 << 20).unwrap();
    let error = heap::try_reserve(10 << 30).unwrap_err();
    assert_eq!((error.cause, error.tried_bytes), (Cause::Limit, 10 << 30));
    assert_eq!(heap::try_reserve(usize::MAX).unwrap_err().cause, Cause::Limit);
    assert_eq!(heap::try_reserve(126 << 20), Ok(()));
    assert!(heap::try_reserve((126 << 20) + 1).is_err());
    let block = heap::alloc(100 << 20);
    assert!(heap::try_reserve(100 << 20).is_err());
    // In place, only the difference counts.
    assert_eq!(heap::try_reserve_realloc(block, 100 << 20, 120 << 20), Ok(()));
    assert!(heap::try_reserve_realloc(block, 100 << 20, 127 << 20).is_err());
    assert_eq!(heap::set_limit(64 << 20), Err(102 << 20));
    assert_eq!(heap::limit(), 128 << 20);
    assert_eq!(heap::exhausted(), None);
    // SAFETY: the block is live.
    unsafe { heap::free(block) };
    assert_eq!(heap::set_limit(1), Ok(()));
    assert_eq!(heap::limit(), CHUNK);
}

#[test]
fn growing_huge_blocks_stay_where_they_are() {
    let mut owner = native(HeapOptions::default());
    // SAFETY: no block outlives the guard.
    let _guard = unsafe { heap::install(&mut owner) };
    let mut size = CHUNK;
    let (first, other) = (heap::alloc(size), heap::alloc(size));
    let mut block = first;
    let mut moves = 0;
    while size < 1 << 30 {
        // SAFETY: the block is live and has that size.
        let grown = unsafe { heap::realloc(block, size, size * 5 / 4) };
        moves += usize::from(grown != block);
        (block, size) = (grown, size * 5 / 4);
    }
    assert!(moves <= 1, "{moves}");
    // SAFETY: live blocks.
    unsafe {
        heap::free(block);
        heap::free(other);
    }
    assert_eq!((heap::usage(), heap::real_usage()), (0, CHUNK));
}

#[test]
fn regions_are_apart_from_usage() {
    let mut owner = native(HeapOptions::default());
    for _ in 0..40 {
        let region = owner.reserve_region(256 << 20).unwrap();
        let other = owner.reserve_region(1).unwrap();
        assert!(owner.contains(region.as_ptr()) && other.addr().get() + CHUNK <= region.addr().get());
        // SAFETY: the region has that many bytes.
        unsafe { region.add((256 << 20) - 1).write(1) };
        assert_eq!((owner.usage(), owner.real_usage()), (0, CHUNK));
        assert!(owner.reserve_region(100 << 30).is_none());
        // SAFETY: nothing is used any more.
        unsafe { owner.reset() };
    }
}

#[test]
fn roots_are_kept_until_the_reset() {
    let mut owner = native(HeapOptions::default());
    // SAFETY: no block outlives the guard.
    let mut guard = unsafe { heap::install(&mut owner) };
    let block = heap::alloc(8);
    heap::root_set(7, block.as_ptr());
    assert_eq!(heap::root(7), block.as_ptr());
    // SAFETY: the block is not used any more.
    unsafe { guard.reset() };
    assert!(heap::root(7).is_null());
}
