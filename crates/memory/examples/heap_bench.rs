//! Times the request heap: blocks against libc's allocator, resets, and restores against rebuilding.
//!
//! `cargo run --release -p phant-memory --example heap_bench`

use std::hint::black_box;
use std::io;
use std::ptr::{self, NonNull};
use std::time::Instant;

use phant_memory::heap::{self, Heap, HeapOptions, Installed, PAGE};

fn main() -> io::Result<()> {
    let mut owner = Heap::new(HeapOptions { system: false, ..HeapOptions::default() })?;
    // SAFETY: no block is used after the heap it is from.
    let mut heap = unsafe { heap::install(&mut owner) };
    blocks(&mut heap);
    growth(&mut heap);
    resets(&mut heap);
    snapshots(&mut heap)
}

/// Nanoseconds that one of `count` runs of `work` takes: the best of several tries.
fn best(tries: usize, count: usize, mut work: impl FnMut()) -> f64 {
    (0..tries)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed().as_nanos() as f64 / count as f64
        })
        .fold(f64::INFINITY, f64::min)
}

fn libc_alloc(size: usize) -> NonNull<u8> {
    // SAFETY: asks for memory.
    NonNull::new(unsafe { libc::malloc(size) }.cast()).expect("out of memory")
}

fn libc_free(block: NonNull<u8>, _: usize) {
    // SAFETY: the callers pass blocks of `libc_alloc`.
    unsafe { libc::free(block.as_ptr().cast()) }
}

fn heap_free(block: NonNull<u8>, _: usize) {
    // SAFETY: the callers pass live blocks of the heap.
    unsafe { heap::free(block) }
}

fn heap_free_sized(block: NonNull<u8>, size: usize) {
    // SAFETY: the callers pass live blocks of the heap, and their sizes.
    unsafe { heap::free_sized(block, size) }
}

/// Pairs of allocation and free, one at a time; and 1,000 blocks of mixed sizes, freed in another order.
fn pairs(alloc: impl Fn(usize) -> NonNull<u8>, free: impl Fn(NonNull<u8>, usize)) -> [f64; 3] {
    const COUNT: usize = 1_000_000;
    let one = best(7, COUNT, || {
        for _ in 0..COUNT {
            free(black_box(alloc(40)), 40);
        }
    });
    let sizes: Vec<usize> = (0..1000usize).map(|i| [24, 32, 40, 48, 56, 64, 80, 120, 320, 16][i * 7919 % 10]).collect();
    let mut blocks = vec![NonNull::dangling(); 1000];
    let mixed = best(7, COUNT, || {
        for _ in 0..COUNT / 1000 {
            for (block, &size) in blocks.iter_mut().zip(&sizes) {
                *block = alloc(size);
            }
            for i in 0..1000 {
                let i = i * 383 % 1000;
                free(blocks[i], sizes[i]);
            }
        }
    });
    let mut many = vec![NonNull::dangling(); 1 << 19];
    let mut spread = f64::INFINITY;
    for _ in 0..5 {
        many.iter_mut().for_each(|block| *block = alloc(56));
        many.sort_unstable();
        spread = spread.min(best(1, many.len(), || (0..many.len()).for_each(|i| free(many[i * 7919 % (1 << 19)], 56))));
    }
    [one, mixed, spread]
}

fn blocks(heap: &mut Installed) {
    println!("ns per allocation and free          one of 40   1000 mixed   shuffled free of 524288");
    for name in ["heap, size known", "heap, size unknown", "libc"] {
        let [one, mixed, spread] = match name {
            "heap, size known" => pairs(heap::alloc, heap_free_sized),
            "heap, size unknown" => pairs(heap::alloc, heap_free),
            _ => pairs(libc_alloc, libc_free),
        };
        println!("  {name:<30} {one:12.2} {mixed:12.2} {spread:17.2}");
        // SAFETY: no block is used any more.
        unsafe { heap.reset() };
    }
}

fn growth(heap: &mut Installed) {
    for round in 1..=3 {
        let start = Instant::now();
        for _ in 0..(256 << 20) / 64 {
            // SAFETY: the block has that many bytes.
            unsafe { heap::alloc(64).cast::<u64>().write_volatile(1) };
        }
        let heap_time = start.elapsed().as_secs_f64() * 1e3;
        // SAFETY: no block is used any more.
        unsafe { heap.reset() };
        let start = Instant::now();
        let blocks: Vec<_> = (0..(256 << 20) / 64)
            .map(|_| {
                let block = libc_alloc(64);
                // SAFETY: the block has that many bytes.
                unsafe { block.cast::<u64>().write_volatile(1) };
                block
            })
            .collect();
        let libc_time = start.elapsed().as_secs_f64() * 1e3;
        blocks.into_iter().for_each(|block| libc_free(block, 64));
        println!("fresh memory, 256 MB of 64-byte blocks, round {round}: {heap_time:.1} ms, libc {libc_time:.1} ms");
    }
    for round in 1..=3 {
        let mut size = 64;
        let start = Instant::now();
        let mut block = heap::alloc(size);
        while size < 512 << 20 {
            // SAFETY: the block has `size` bytes and doubles.
            unsafe {
                let grown = heap::realloc(block, size, size * 2);
                grown.add(size).write_bytes(1, size);
                (block, size) = (grown, size * 2);
            }
        }
        println!("one block doubled up to 512 MB, round {round}: {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
        // SAFETY: no block is used any more.
        unsafe { heap.reset() };
    }
}

fn resets(heap: &mut Installed) {
    for (name, blocks) in [("empty", 0), ("1 MB", 1 << 14), ("6 MB", 6 << 14), ("64 MB", 1 << 20)] {
        let mut total = 0.0;
        for round in 0..40 {
            for _ in 0..blocks {
                // SAFETY: the block has that many bytes.
                unsafe { heap::alloc(64).cast::<u64>().write(1) };
            }
            let start = Instant::now();
            // SAFETY: no block is used any more.
            unsafe { heap.reset() };
            if round >= 20 {
                total += start.elapsed().as_nanos() as f64 / 1e3;
            }
        }
        println!("reset, {name}: {:.2} µs", total / 20.0);
    }
}

#[repr(C)]
struct Node {
    next: *mut Node,
    value: [u64; 6],
}

/// A list of 64 MB; returns its first node.
fn build() -> *mut Node {
    let mut first = ptr::null_mut();
    for i in 0..(64 << 20) / size_of::<Node>() {
        let node = heap::alloc(size_of::<Node>()).cast::<Node>().as_ptr();
        // SAFETY: the block has room for a node.
        unsafe { node.write(Node { next: first, value: [i as u64; 6] }) };
        first = node;
    }
    first
}

fn snapshots(heap: &mut Installed) -> io::Result<()> {
    let (mut rebuild, mut first) = (f64::INFINITY, ptr::null_mut());
    for _ in 0..5 {
        // SAFETY: no block is used any more.
        unsafe { heap.reset() };
        let start = Instant::now();
        first = black_box(build());
        rebuild = rebuild.min(start.elapsed().as_nanos() as f64 / 1e3);
    }
    println!("rebuild 64 MB of small blocks: {rebuild:.0} µs");
    let start = Instant::now();
    heap.snapshot()?;
    println!("snapshot: {:.0} µs", start.elapsed().as_nanos() as f64 / 1e3);
    for (name, bytes, step, noise) in [
        ("1 MB in a row", 1 << 20, PAGE, false),
        ("1 MB in a row, with page faults elsewhere", 1 << 20, PAGE, true),
        ("1 MB, every 60th page", 1 << 20, 60 * PAGE, false),
        ("64 KB", 64 << 10, PAGE, false),
        ("8 MB", 8 << 20, PAGE, false),
        ("nothing", 0, PAGE, false),
    ] {
        let (mut touch, mut restore) = (Vec::new(), Vec::new());
        for _ in 0..200 {
            let start = Instant::now();
            for page in 0..bytes / PAGE {
                // SAFETY: the list's 64 MB lie below its first node, one after the other.
                unsafe { first.cast::<u8>().sub(page * step).write_volatile(1) };
            }
            touch.push(start.elapsed().as_nanos() as f64 / 1e3);
            if noise {
                drop(black_box(heap::mapped_region(PAGE).inspect(|page| {
                    // SAFETY: the region has a page.
                    unsafe { page.start().write(1) }
                })));
            }
            let start = Instant::now();
            // SAFETY: nothing of the request is used any more.
            unsafe { heap.restore()? };
            restore.push(start.elapsed().as_nanos() as f64 / 1e3);
        }
        let first_time = touch[0] + restore[0];
        touch.sort_by(f64::total_cmp);
        restore.sort_by(f64::total_cmp);
        let (touch, restore) = (touch[100], restore[100]);
        println!(
            "touch {name}: {touch:.1} µs, restore {restore:.1} µs, first time {first_time:.0} µs: {:.0} times faster",
            rebuild / (touch + restore)
        );
    }
    Ok(())
}
