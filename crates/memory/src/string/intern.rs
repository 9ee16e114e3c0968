//! Strings that live as long as the process: names that the program itself has, single bytes.

use super::{Str, immutable_size, write_immutable};
use crate::permanent::{self, Name};
use hashbrown::HashTable;
use std::sync::{LazyLock, Mutex};

static TABLE: LazyLock<Mutex<HashTable<Name>>> = LazyLock::new(|| Mutex::new(HashTable::new()));
static SINGLE: LazyLock<Vec<Name>> = LazyLock::new(|| (0..=255u8).map(|b| Name::of(intern(&[b]))).collect());
static EMPTY: LazyLock<Name> = LazyLock::new(|| Name::of(intern(b"")));

/// The one string with these bytes that lives as long as the process: for names in the program's own source, not for data.
pub fn intern(bytes: &[u8]) -> Str {
    let hash = super::hash_bytes(bytes);
    let mut table = TABLE.lock().expect("no panics while interning");
    let entry = table.entry(hash, |s| s.as_bytes() == bytes, |s| s.hash());
    let known = entry.or_insert_with(|| {
        let place = permanent::allocate_forever(immutable_size(bytes.len()));
        // SAFETY: the block has the right size, and nothing frees it.
        Name::of(unsafe { write_immutable(place.as_ptr(), bytes) })
    });
    known.get().to_str()
}

/// The empty string.
#[inline]
pub fn empty() -> Str {
    EMPTY.to_str()
}

/// The shared string of one byte.
#[inline]
pub fn single_byte(byte: u8) -> Str {
    SINGLE[byte as usize].to_str()
}
