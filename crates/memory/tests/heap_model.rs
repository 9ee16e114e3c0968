//! Random allocations, reallocations and frees against a model that knows what every block must contain.

mod heap_common;

use std::ptr::NonNull;

use allocator_api2::alloc::{Allocator, Layout};
use heap_common::Random;
use phant_memory::heap::{self, CHUNK, Heap, HeapOptions, MAX_LARGE, MAX_SMALL, PAGE, RequestHeap};

struct Block {
    at: NonNull<u8>,
    size: usize,
    seed: u8,
}

impl Block {
    fn new(size: usize, seed: u8) -> Self {
        let block = Self { at: heap::alloc(size), size, seed };
        assert!(block.at.addr().get().is_multiple_of(if size.is_multiple_of(16) && size > 0 { 16 } else { 8 }));
        block.fill();
        block
    }

    /// Big blocks are written and checked at their ends and once a page.
    fn places(&self) -> impl Iterator<Item = usize> + use<> {
        let (size, step) = (self.size, if self.size < 8 * PAGE { 1 } else { PAGE / 2 });
        (0..size).step_by(step).chain(size.checked_sub(1))
    }

    fn fill(&self) {
        for i in self.places() {
            // SAFETY: `i` is inside the block.
            unsafe { self.at.add(i).write(self.seed ^ (i / 7) as u8) };
        }
    }

    fn check(&self, end: usize) {
        for i in self.places().filter(|&i| i < end) {
            // SAFETY: `i` is inside the block.
            assert_eq!(unsafe { self.at.add(i).read() }, self.seed ^ (i / 7) as u8, "byte {i} of {}", self.size);
        }
    }

    fn resize(&mut self, size: usize) {
        // SAFETY: the block is live and has that size.
        self.at = unsafe { heap::realloc(self.at, self.size, size) };
        self.check(self.size.min(size));
        self.size = size;
        self.fill();
    }

    fn free(self, sized: bool) {
        self.check(self.size);
        // SAFETY: the block is live and has that size.
        unsafe { if sized { heap::free_sized(self.at, self.size) } else { heap::free(self.at) } }
    }
}

fn random_size(random: &mut Random) -> usize {
    match random.below(100) {
        0..70 => random.below(MAX_SMALL + 1),
        70..90 => random.below(40_000),
        90..98 => random.below(MAX_LARGE + 2 * PAGE),
        _ => random.below(5 * CHUNK),
    }
}

fn churn(options: HeapOptions, seed: u64, steps: usize) {
    let mut owner = Heap::new(options).unwrap();
    // SAFETY: no block outlives this function, or the resets below.
    let mut owner = unsafe { heap::install(&mut owner) };
    let mut random = Random(seed);
    for round in 0..4 {
        let mut blocks = Vec::new();
        for step in 0..steps {
            // Phases of growth and of decline.
            let growing = (step / (steps / 5)).is_multiple_of(2);
            match random.below(10) {
                0..2 if !blocks.is_empty() => {
                    let index = random.below(blocks.len());
                    let block: &mut Block = &mut blocks[index];
                    let near = block.size + random.below(block.size / 2 + 9);
                    let size = if random.below(2) == 0 { near } else { random_size(&mut random) };
                    block.check(block.size);
                    block.resize(size);
                }
                choice if !blocks.is_empty() && (choice < 4) == growing => {
                    let index = random.below(blocks.len());
                    blocks.swap_remove(index).free(random.below(2) == 0);
                }
                _ => blocks.push(Block::new(random_size(&mut random), random.below(256) as u8)),
            }
            if step % 4096 == 0 {
                heap::collect();
            }
        }
        let used: usize = blocks.iter().map(usable_size).sum();
        assert_eq!(heap::usage(), used);
        assert!(heap::real_usage() >= used && heap::peak() >= used && heap::real_peak() >= heap::real_usage());
        if round % 2 == 0 {
            for block in blocks {
                block.free(true);
            }
            assert_eq!(heap::usage(), 0);
            heap::collect();
            assert!(heap::real_usage() <= CHUNK);
        } else {
            // SAFETY: the blocks are not used any more.
            unsafe { owner.reset() };
            assert_eq!(heap::usage(), 0);
        }
    }
}

fn usable_size(block: &Block) -> usize {
    // SAFETY: the block is live.
    unsafe { heap::usable_size(block.at) }
}

#[test]
fn blocks_keep_their_contents() {
    for seed in 1..5 {
        churn(HeapOptions::default(), seed, 5_000);
    }
}

#[test]
fn blocks_keep_their_contents_in_a_small_range() {
    churn(HeapOptions { reserve: 1 << 30, huge_pages: false, ..HeapOptions::default() }, 7, 1_000);
}

#[test]
fn blocks_of_the_system_allocator_keep_their_contents() {
    churn(HeapOptions { system: true, ..HeapOptions::default() }, 3, 2_000);
}

#[test]
fn layouts_are_honoured() {
    let mut random = Random(11);
    let mut live = Vec::new();
    for _ in 0..20_000 {
        let layout = Layout::from_size_align(random_size(&mut random) / 4, 1 << random.below(22)).unwrap();
        let block = RequestHeap.allocate(layout).unwrap().cast::<u8>();
        assert!(block.addr().get().is_multiple_of(layout.align()));
        if layout.size() > 0 {
            // SAFETY: both ends are inside the block.
            unsafe {
                block.write(1);
                block.add(layout.size() - 1).write(2);
            }
        }
        live.push((block, layout));
        if live.len() > 100 {
            let index = random.below(live.len());
            let (block, layout) = live.swap_remove(index);
            // SAFETY: the block is live and was allocated with this layout.
            unsafe { RequestHeap.deallocate(block, layout) };
        }
    }
    for (block, layout) in live {
        // SAFETY: as above.
        unsafe { RequestHeap.deallocate(block, layout) };
    }
    assert_eq!(heap::usage(), 0);
    assert!(RequestHeap.allocate(Layout::from_size_align(8, 2 * CHUNK).unwrap()).is_err());
}

#[test]
fn collections_live_in_the_heap() {
    let mut map = hashbrown::HashMap::<u32, allocator_api2::boxed::Box<[u64], _>, _, _>::with_hasher_in(
        std::hash::RandomState::new(),
        RequestHeap,
    );
    let mut list = allocator_api2::vec::Vec::new_in(RequestHeap);
    for i in 0..20_000u32 {
        let mut value = allocator_api2::vec::Vec::new_in(RequestHeap);
        value.extend((0..u64::from(i % 50)).map(|n| n * u64::from(i)));
        map.insert(i, value.into_boxed_slice());
        list.push(u128::from(i));
        if i % 3 == 0 {
            map.remove(&(i / 2));
        }
    }
    list.shrink_to_fit();
    assert!(list.iter().enumerate().all(|(i, &n)| n == i as u128));
    for (&key, value) in &map {
        assert!(value.iter().enumerate().all(|(i, &n)| n == i as u64 * u64::from(key)));
    }
    assert!(heap::usage() > 1 << 20);
    drop((map, list));
    assert_eq!(heap::usage(), 0);
}
