//! Ten thousand restores, alone in their process, so that its memory can be measured.

mod heap_common;

use heap_common::{Node, Random, push, request, values};
use phant_memory::heap::{self, Heap, HeapOptions, PAGE};

/// Bytes of memory that the process has, of its own and of memory files.
fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    pages.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * PAGE
}

fn maps() -> usize {
    std::fs::read_to_string("/proc/self/maps").unwrap().lines().count()
}

#[test]
fn ten_thousand_restores_need_no_more_memory_than_one_hundred() {
    let mut owner = Heap::new(HeapOptions { system: false, ..HeapOptions::default() }).unwrap();
    // SAFETY: no block outlives the guard.
    let mut heap = unsafe { heap::install(&mut owner) };
    let mut random = Random(9);
    (0..200_000).for_each(|i| push(i, 40));
    heap.snapshot().unwrap();
    let first = heap::root(0);
    let nodes = std::iter::successors(Some(first.cast::<Node>()), |&node| {
        // SAFETY: the list consists of live nodes.
        Some(unsafe { (*node).next }).filter(|next| !next.is_null())
    });
    let nodes: Vec<_> = nodes.collect();
    let (mut memory, mut mappings) = (0, 0);
    for round in 0..10_000 {
        // Every request changes ten pages, allocates, and once in a while one needs much.
        for _ in 0..10 {
            let node = nodes[random.below(nodes.len())];
            // SAFETY: the node is live at the start of every request.
            unsafe { (*node).value = 1 << 40 };
        }
        request(&mut random, if round % 500 == 499 { 20_000 } else { 50 });
        // SAFETY: nothing of the request is used any more.
        unsafe { heap.restore().unwrap() };
        assert_eq!(heap::root(0), first);
        if round == 100 {
            (memory, mappings) = (resident(), maps());
        }
    }
    assert!(resident() < memory + (40 << 20), "{} to {}", memory, resident());
    assert!(maps() < mappings + 20, "{} to {}", mappings, maps());
    assert_eq!(values().len(), 200_000);
}
