//! Immutable strings: names interned for the whole process, literals, single bytes.

use super::{INTERNED, Str, immutable_size, write_immutable};
use crate::permanent as memory;
use hashbrown::HashTable;
use std::{
    ptr::NonNull,
    sync::{LazyLock, Mutex},
};

struct Interned(HashTable<Str>);

static TABLE: LazyLock<Mutex<Interned>> = LazyLock::new(|| Mutex::new(Interned(HashTable::new())));
static SINGLE: LazyLock<Vec<Str>> = LazyLock::new(|| (0..=255u8).map(|b| intern(&[b])).collect());
static EMPTY: LazyLock<Str> = LazyLock::new(|| intern(b""));

fn write(block: NonNull<u8>, bytes: &[u8], flags: u32) -> Str {
    // SAFETY: the callers pass a block of the right size, which nothing frees while it is used.
    unsafe { write_immutable(block.as_ptr(), bytes, flags) }
}

/// The one interned string with these bytes. Interned strings live as long as the process: for names in source code,
/// not for data.
pub fn intern(bytes: &[u8]) -> Str {
    let hash = super::hash_bytes(bytes);
    let mut table = TABLE.lock().expect("no panics while interning");
    let entry = table.0.entry(hash, |s| s.as_bytes() == bytes, |s| s.hash());
    entry.or_insert_with(|| write(memory::allocate_forever(immutable_size(bytes.len())), bytes, INTERNED)).get().clone()
}

/// An immutable string that is not interned: a literal of a compiled unit, shared by all threads. See
/// [`crate::permanent`] for how long it lives.
pub fn permanent(bytes: &[u8]) -> Str {
    match bytes {
        [] => empty(),
        [byte] => single_byte(*byte),
        _ => write(memory::allocate(immutable_size(bytes.len())), bytes, 0),
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
