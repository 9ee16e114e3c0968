//! Immutable strings: names interned for the whole process, literals, single bytes.

use super::{INTERNED, Str, immutable_size, write_immutable};
use hashbrown::HashTable;
use std::{
    alloc::Layout,
    sync::{LazyLock, Mutex},
};

struct Interned(HashTable<Str>);

static TABLE: LazyLock<Mutex<Interned>> = LazyLock::new(|| Mutex::new(Interned(HashTable::new())));
static SINGLE: LazyLock<Vec<Str>> = LazyLock::new(|| (0..=255u8).map(|b| intern(&[b])).collect());
static EMPTY: LazyLock<Str> = LazyLock::new(|| intern(b""));

fn allocate(bytes: &[u8], flags: u32) -> Str {
    let layout = Layout::from_size_align(immutable_size(bytes.len()), 8).expect("string size overflow");
    // SAFETY: the layout is not empty (it has the header); the block is never freed.
    unsafe {
        let block = std::alloc::alloc(layout);
        if block.is_null() {
            std::alloc::handle_alloc_error(layout);
        }
        write_immutable(block, bytes, flags)
    }
}

/// The one interned string with these bytes. Interned strings live as long as the process: for names in source code,
/// not for data.
pub fn intern(bytes: &[u8]) -> Str {
    let hash = super::hash_bytes(bytes);
    let mut table = TABLE.lock().expect("no panics while interning");
    let entry = table.0.entry(hash, |s| s.as_bytes() == bytes, |s| s.hash());
    entry.or_insert_with(|| allocate(bytes, INTERNED)).get().clone()
}

/// An immutable string that is not interned: a literal of a compiled unit, shared by all threads.
pub fn permanent(bytes: &[u8]) -> Str {
    match bytes {
        [] => empty(),
        [byte] => single_byte(*byte),
        _ => allocate(bytes, 0),
    }
}

/// The empty string.
#[inline]
pub fn empty() -> Str {
    EMPTY.clone()
}

/// The shared string of one byte.
#[inline]
pub fn single_byte(byte: u8) -> Str {
    SINGLE[byte as usize].clone()
}
