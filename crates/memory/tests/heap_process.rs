//! What concerns the whole process: the end of the address range, and forks.

use std::process::Command;
use std::{env, fs};

use phant_memory::heap::{self, Heap, HeapOptions};

fn small() -> HeapOptions {
    HeapOptions { reserve: 64 << 20, system: false, ..HeapOptions::default() }
}

/// Runs this test again in a process of its own, and returns its exit code and what it wrote to standard error.
fn child(test: &str) -> (Option<i32>, String) {
    let output = Command::new(env::current_exe().unwrap())
        .args([test, "--exact", "--nocapture"])
        .env("HEAP_TEST_CHILD", "1")
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn the_end_of_the_range_is_a_fatal_error() {
    if env::var_os("HEAP_TEST_CHILD").is_none() {
        let (code, message) = child("the_end_of_the_range_is_a_fatal_error");
        assert_eq!(code, Some(255));
        // Of 32 chunks, the tables take two, the first blocks one, and 14 huge blocks two each.
        let expected = "Fatal error: Out of memory (allocated 44130304 bytes) (tried to allocate 3000000 bytes)\n";
        assert!(message.contains(expected), "{message}");
        return;
    }
    let mut owner = Heap::new(small()).unwrap();
    // SAFETY: no block outlives the guard.
    let _guard = unsafe { heap::install(&mut owner) };
    while heap::real_usage() < 1 << 30 {
        heap::alloc(3_000_000);
    }
}

#[test]
fn all_of_the_range_can_be_used() {
    let mut owner = Heap::new(small()).unwrap();
    // SAFETY: no block outlives the guard.
    let _guard = unsafe { heap::install(&mut owner) };
    // Growth room of the first block is taken back, and the space before it is used.
    heap::alloc(5 << 20);
    while heap::try_reserve(4 << 20).is_ok() {
        heap::alloc(4 << 20);
    }
    while heap::real_usage() < 56 << 20 {
        // SAFETY: the block has that many bytes.
        unsafe { heap::alloc(1000).write_bytes(1, 1000) };
    }
}

#[test]
fn a_forked_child_restores_on_its_own() {
    let mut owner = Heap::new(HeapOptions { system: false, ..HeapOptions::default() }).unwrap();
    // SAFETY: no block outlives the guard.
    let mut heap = unsafe { heap::install(&mut owner) };
    let blocks: [_; 1000] = std::array::from_fn(|_| heap::alloc(3072).cast::<u64>());
    let write = |round: u64| {
        for (i, block) in (0..).zip(blocks) {
            // SAFETY: the block is live.
            unsafe { block.write(i * round) };
        }
    };
    // SAFETY: the block is live.
    let is = |round: u64| (0..).zip(blocks).all(|(i, block)| unsafe { block.read() } == i * round);
    write(1);
    heap.snapshot().unwrap();
    write(2);
    // SAFETY: nothing is used that was allocated since.
    unsafe { heap.restore().unwrap() };
    write(3);
    // SAFETY: the child uses nothing that another thread may have locked but the allocator, which libc cares for.
    let process = unsafe { libc::fork() };
    if process == 0 {
        let mut good = is(3);
        for round in 4..20 {
            write(round);
            // SAFETY: nothing is used that was allocated since.
            good &= unsafe { heap.restore() }.is_ok() && is(1);
        }
        // SAFETY: ends the child without running anything more of it.
        unsafe { libc::_exit(i32::from(!good)) };
    }
    let mut status = -1;
    // SAFETY: waits for the child above.
    unsafe { libc::waitpid(process, &raw mut status, 0) };
    assert_eq!(status, 0);
    assert!(is(3));
    for round in 4..20 {
        write(round);
        // SAFETY: nothing is used that was allocated since.
        unsafe { heap.restore().unwrap() };
        assert!(is(1));
    }
}

#[test]
fn heaps_give_their_address_space_back() {
    let mappings = || fs::read_to_string("/proc/self/maps").unwrap().lines().count();
    let before = mappings();
    for _ in 0..3000 {
        drop(Heap::new(HeapOptions::default()).unwrap());
    }
    assert!(mappings() < before + 50);
}
