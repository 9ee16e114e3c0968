//! The account of what a request takes beside its heap.

use phant_memory::{
    account::{self, Accounted},
    heap::{self, HeapOptions, OwnedHeap},
    interrupt,
};

#[global_allocator]
static ALLOCATOR: Accounted<std::alloc::System> = Accounted(std::alloc::System);

/// Runs `f` in a heap with a limit, under an account.
fn with_limit<R>(limit: usize, f: impl FnOnce() -> R) -> R {
    let mut owner = OwnedHeap::new(HeapOptions { limit, system: false, ..HeapOptions::default() }).unwrap();
    // SAFETY: no block outlives the guard.
    let _guard = unsafe { heap::install(&mut owner) };
    account::begin();
    let result = f();
    account::end();
    result
}

#[test]
fn blocks_count_while_they_live() {
    with_limit(64 << 20, || {
        let block = vec![1u8; 10 << 20];
        assert!((10 << 20..11 << 20).contains(&account::taken()));
        let mut block = block;
        block.reserve_exact(20 << 20);
        assert!((30 << 20..31 << 20).contains(&account::taken()));
        drop(block);
        assert!(account::taken().abs() < 1 << 16, "{}", account::taken());
        assert_eq!(heap::exhausted(), None);
    });
}

#[test]
fn heap_and_account_share_one_limit() {
    with_limit(64 << 20, || {
        let mut kept = Vec::new();
        for _ in 0..100 {
            kept.push(vec![1u8; 300 << 10]);
        }
        assert_eq!(heap::exhausted(), None);
        assert!(heap::try_reserve(20 << 20).is_ok());
        assert!(heap::try_reserve(50 << 20).is_err(), "the account counts");
        heap::alloc(20 << 20);
        assert_eq!(heap::exhausted(), None);
        while heap::exhausted().is_none() {
            kept.push(vec![1u8; 300 << 10]);
        }
        assert!((130..160).contains(&kept.len()), "{}", kept.len());
        let text = heap::exhausted().unwrap().to_string();
        assert!(text.starts_with("Allowed memory size of 67108864 bytes exhausted (tried to allocate 3072"), "{text}");
    });
}

#[test]
fn an_account_begins_at_nothing_and_counts_its_own_thread() {
    let before = vec![1u8; 90 << 20];
    with_limit(64 << 20, || {
        // What others take is theirs.
        std::thread::spawn(|| drop(vec![1u8; 90 << 20])).join().unwrap();
        assert_eq!(heap::exhausted(), None);
        // What this thread frees of what was there before is room.
        drop(before);
        assert!(account::taken() < -(80 << 20));
        assert_eq!(account::charged(), 0);
    });
}

#[test]
fn nobody_counts_outside_requests() {
    with_limit(64 << 20, || {});
    drop(vec![1u8; 200 << 20]);
    assert!(!interrupt::is_urgent());
}
