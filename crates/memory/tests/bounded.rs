//! Strings and arrays do not grow beyond the memory limit.

use phant_memory::{
    Array, KeyRef, Str, StrBuilder, Value,
    heap::{self, HeapOptions, OwnedHeap},
};

/// Runs `f` in a heap with a limit of 16 MB. Memory must be exhausted in the end, and but for a few pages no more of it in use.
fn bounded(f: impl FnOnce()) {
    let mut owner = OwnedHeap::new(HeapOptions { limit: 16 << 20, system: false, ..HeapOptions::default() }).unwrap();
    // SAFETY: no block outlives the guard.
    let _guard = unsafe { heap::install(&mut owner) };
    f();
    assert!(heap::exhausted().is_some());
    assert!(heap::real_peak() <= (16 << 20) + (64 << 10), "{}", heap::real_peak());
}

#[test]
fn builders_drop_what_does_not_fit() {
    bounded(|| {
        let mut out = StrBuilder::new();
        for _ in 0..1_000_000 {
            out.push_bytes(&[b'x'; 100]);
            out.push(b'y');
            out.push_int(7);
        }
        let len = out.len();
        assert!((1 << 20..16 << 20).contains(&len), "{len}");
        out.truncate(10);
        out.push_str("abc");
        assert_eq!(out.finish().len(), 13);
    });
}

#[test]
fn large_strings_are_empty() {
    bounded(|| {
        let part = Str::new(vec![b'x'; 6 << 20]);
        assert_eq!(Str::joined(18 << 20, [part.as_bytes(); 3].into_iter()).len(), 0);
        assert_eq!(Str::filled(100 << 20, |_| unreachable!("there is nothing to fill")).len(), 0);
        assert_eq!(StrBuilder::with_capacity(100 << 20).finish().len(), 0);
    });
}

#[test]
fn lists_keep_their_length() {
    bounded(|| {
        let mut list = Array::with_capacity(1 << 30);
        for i in 0..4_000_000 {
            let _ = list.push(Value::from(Str::new(format!("element {i}"))));
        }
        let len = list.len();
        assert!((1000..1_000_000).contains(&len), "{len}");
        assert_eq!(list.iter().count(), len);
        assert_eq!(list.get_int(0).and_then(Value::own_str).map(|s| s.as_bytes()), Some(&b"element 0"[..]));
        assert_eq!(list.get_int(len as i64 - 1).and_then(Value::own_str).map(|s| s.as_bytes()), Some(&b"element 3999999"[..]));
        // The hash form would take more.
        list.set_name("name", Value::int(1));
        assert_eq!(list.len(), len);
    });
}

#[test]
fn maps_keep_their_length() {
    bounded(|| {
        let mut map = Array::new();
        for i in 0..2_000_000 {
            map.set_text(&format!("key {i}"), Value::int(i));
        }
        let len = map.len();
        assert!((1000..500_000).contains(&len), "{len}");
        assert_eq!(map.iter().count(), len);
        assert!(map.get_bytes(b"key 1999999").is_some());
        assert!(map.get_bytes(b"key 0").is_some());
        for i in 0..2_000_000 {
            map.remove(&KeyRef::from_str(&Str::new(format!("key {i}"))));
        }
        assert_eq!(map.len(), 0);
    });
}
