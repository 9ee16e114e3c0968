//! What the tests of the heap share.
#![allow(dead_code)]

use std::ptr::NonNull;

use phant_memory::heap::{self, CHUNK};

/// Knuth's linear congruential generator: the same numbers in every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }
}

/// A linked list in the heap, found through root slot 0.
#[repr(C)]
pub struct Node {
    pub next: *mut Node,
    pub value: u64,
    size: usize,
}

pub fn push(value: u64, size: usize) {
    let node = heap::alloc(size.max(size_of::<Node>())).cast::<Node>();
    // SAFETY: the block has room for a node and `size` bytes.
    unsafe {
        node.cast::<u8>().write_bytes(value as u8, size);
        node.write(Node { next: heap::root(0).cast(), value, size });
    }
    heap::root_set(0, node.as_ptr().cast());
}

/// The values of the list, with a check of the rest of each block.
pub fn values() -> Vec<u64> {
    let mut found = Vec::new();
    let mut node = heap::root(0).cast::<Node>();
    while !node.is_null() {
        // SAFETY: the list consists of live nodes.
        unsafe {
            let Node { next, value, size } = node.read();
            for at in (size_of::<Node>()..size).step_by(509) {
                assert_eq!(node.cast::<u8>().add(at).read(), value as u8);
            }
            found.push(value);
            node = next;
        }
    }
    found
}

fn size(random: &mut Random) -> usize {
    match random.below(200) {
        0 => random.below(3 * CHUNK),
        1..10 => random.below(60_000),
        _ => random.below(600),
    }
}

/// Changes values, pushes and pops.
pub fn request(random: &mut Random, steps: usize) {
    for _ in 0..steps {
        let node = heap::root(0).cast::<Node>();
        match random.below(4) {
            0 if !node.is_null() => {
                // SAFETY: the first node is live.
                unsafe {
                    heap::root_set(0, (*node).next.cast());
                    heap::free(NonNull::new_unchecked(node).cast());
                }
            }
            1 if !node.is_null() => {
                // SAFETY: the first node is live, and has that size.
                unsafe {
                    (*node).value = random.below(1000) as u64;
                    let rest = (*node).size.saturating_sub(size_of::<Node>());
                    node.add(1).cast::<u8>().write_bytes((*node).value as u8, rest);
                }
            }
            _ => push(random.below(1000) as u64, size(random)),
        }
    }
}
