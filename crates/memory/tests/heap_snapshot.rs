//! Snapshots: what is restored, and that ten thousand restores cost nothing.

mod heap_common;

use heap_common::{Node, Random, push, request, values};
use phant_memory::heap::{self, Heap, HeapOptions, OwnedHeap, PAGE};

fn native() -> OwnedHeap {
    Heap::new(HeapOptions { system: false, ..HeapOptions::default() }).unwrap()
}

fn figures() -> [usize; 5] {
    [heap::usage(), heap::real_usage(), heap::peak(), heap::real_peak(), heap::limit()]
}

#[test]
fn a_restore_brings_everything_back() {
    let mut owner = native();
    // SAFETY: no block outlives the guard.
    let mut heap = unsafe { heap::install(&mut owner) };
    let mut random = Random(5);
    let stack = heap.reserve_region(64 << 20).unwrap();
    // SAFETY: the region has that many bytes.
    unsafe { stack.write_bytes(7, 100_000) };
    heap::set_limit(1 << 30).unwrap();
    request(&mut random, 20_000);
    heap.snapshot().unwrap();
    let (expected, known) = (values(), figures());
    for round in 0..90 {
        heap::set_limit(2 << 30).unwrap();
        heap::root_set(3, stack.as_ptr());
        // SAFETY: the region has that many bytes.
        unsafe { stack.add(50_000 * (round % 40)).write_bytes(9, 200_000) };
        request(&mut random, [10, 1000, 40_000][round % 3]);
        if round % 7 == 0 {
            heap::collect();
            let region = heap.reserve_region(8 << 20).unwrap();
            // SAFETY: the region has that many bytes.
            unsafe { region.write_bytes(1, 1 << 20) };
        }
        // SAFETY: nothing of the request is used any more.
        unsafe { heap.restore().unwrap() };
        assert_eq!(figures(), known);
        assert!(heap::root(3).is_null());
        assert_eq!(values(), expected);
        for at in (0..64 << 20).step_by(PAGE / 2) {
            // SAFETY: the region has that many bytes.
            assert_eq!(unsafe { stack.add(at).read() }, if at < 100_000 { 7 } else { 0 }, "{at}");
        }
    }
    request(&mut random, 1000);
    let changed = values();
    heap.drop_snapshot().unwrap();
    assert_eq!(values(), changed);
    // SAFETY: there is nothing to restore.
    assert!(unsafe { heap.restore() }.is_err());
    request(&mut random, 1000);
    heap.snapshot().unwrap();
    let expected = values();
    request(&mut random, 1000);
    heap.snapshot().unwrap();
    assert_ne!(values(), expected);
    let expected = values();
    request(&mut random, 1000);
    // SAFETY: nothing of the request is used any more.
    unsafe { heap.restore().unwrap() };
    assert_eq!(values(), expected);
    // SAFETY: no block is used any more.
    unsafe { heap.reset() };
    assert!(values().is_empty());
    request(&mut random, 20_000);
    values();
}

#[test]
fn a_heap_that_changes_threads_is_restored() {
    let mut owner = native();
    // SAFETY: no block outlives the guard.
    let mut heap = unsafe { heap::install(&mut owner) };
    (0..100_000).for_each(|i| push(i, 40));
    heap.snapshot().unwrap();
    let expected = values();
    drop(heap);
    for round in 0..50 {
        let touch = |heap: &mut OwnedHeap| {
            // SAFETY: no block outlives the guard.
            let _guard = unsafe { heap::install(heap) };
            let mut node = heap::root(0).cast::<Node>();
            for i in 0..100_000 {
                // SAFETY: the list has that many live nodes.
                unsafe {
                    if i % 1000 == round {
                        (*node).value = 1 << 40;
                    }
                    node = (*node).next;
                }
            }
        };
        if round % 3 == 0 {
            std::thread::scope(|scope| scope.spawn(|| touch(&mut owner)).join().unwrap());
        } else {
            touch(&mut owner);
        }
        // SAFETY: nothing of the request is used any more.
        unsafe { owner.restore().unwrap() };
        // SAFETY: no block outlives the guard.
        let _guard = unsafe { heap::install(&mut owner) };
        assert_eq!(values(), expected);
    }
}

#[test]
fn the_system_allocator_has_no_snapshots() {
    let mut owner = Heap::new(HeapOptions { system: true, ..HeapOptions::default() }).unwrap();
    assert_eq!(owner.snapshot().unwrap_err().kind(), std::io::ErrorKind::Unsupported);
}
