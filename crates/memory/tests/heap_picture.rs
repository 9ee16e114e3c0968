//! Pictures: an emptied heap has again what was in it when the picture was taken, whatever was done with it meanwhile.

#![cfg(not(feature = "checked"))]

mod heap_common;

use heap_common::{Random, push, request, values};
use phant_memory::heap::{self, CHUNK, Heap, HeapOptions, OwnedHeap};

fn native() -> OwnedHeap {
    Heap::new(HeapOptions { system: false, ..HeapOptions::default() }).unwrap()
}

fn figures() -> [usize; 4] {
    [heap::usage(), heap::real_usage(), heap::peak(), heap::real_peak()]
}

/// What a request begins with: blocks of many sizes, of which some were given up.
fn begin(random: &mut Random) {
    for n in 0..40 {
        push(n, random.below(600));
    }
    push(40, 7000);
    // SAFETY: the block is used by nobody.
    unsafe { heap::free(heap::alloc(300)) };
}

#[test]
fn a_picture_is_what_was_there() {
    let mut owner = native();
    // SAFETY: no block outlives the guard.
    let mut heap = unsafe { heap::install(&mut owner) };
    let mut random = Random(11);
    let stack = heap.reserve_region(64 << 20).unwrap();
    begin(&mut random);
    heap::root_set(3, stack.as_ptr());
    let (expected, known) = (values(), figures());
    assert!(heap.picture());
    for round in 0..200 {
        request(&mut random, [10, 1000, 20_000][round % 3]);
        if round % 5 == 0 {
            heap.reserve_region(8 << 20).unwrap();
            heap::collect();
        }
        // SAFETY: nothing of the request is used any more, and nothing in the heap leads out of it.
        unsafe {
            heap.reset();
            assert_eq!(heap::usage(), 0);
            assert!(heap.show());
            // It is not empty now.
            assert!(!heap.show());
        }
        assert_eq!(figures(), known);
        assert_eq!(values(), expected);
        assert_eq!(heap::root(3), stack.as_ptr());
        assert!(heap.reserve_region(8 << 20).unwrap() < stack);
        // SAFETY: as above.
        unsafe {
            heap.reset();
            assert!(heap.show());
        }
    }
    heap.drop_picture();
    // SAFETY: as above.
    unsafe {
        heap.reset();
        assert!(!heap.show());
    }
}

#[test]
fn blocks_behind_a_picture_are_new_ones() {
    let mut owner = native();
    // SAFETY: no block outlives the guard.
    let mut heap = unsafe { heap::install(&mut owner) };
    let mut random = Random(3);
    begin(&mut random);
    let expected = values();
    assert!(heap.picture());
    for _ in 0..50 {
        for n in 0..2000 {
            push(n, random.below(3000));
        }
        assert_eq!(values()[2000..], expected);
        // SAFETY: as above.
        unsafe {
            heap.reset();
            assert!(heap.show());
        }
        assert_eq!(values(), expected);
    }
}

#[test]
fn what_is_large_has_no_picture() {
    let mut owner = native();
    // SAFETY: no block outlives the guard.
    let mut heap = unsafe { heap::install(&mut owner) };
    push(1, 3 * CHUNK);
    assert!(!heap.picture());
    // SAFETY: as above.
    unsafe { heap.reset() };
    push(1, 200_000);
    assert!(!heap.picture());
    // SAFETY: as above.
    unsafe { heap.reset() };
    push(1, 100);
    assert!(heap.picture());
    push(2, 100);
    heap.snapshot().unwrap();
    // SAFETY: as above.
    unsafe {
        assert!(!heap.show());
        heap.reset();
        assert!(heap.show());
    }
    assert_eq!(values(), [1]);
}
