//! Strings that live as long as the process: names that the program itself has, single bytes.

use super::{PhpStr, Str, immutable_size, write_immutable};
use crate::permanent::{self, Name};
use hashbrown::HashTable;
use std::{
    ptr::NonNull,
    sync::{
        LazyLock, Mutex,
        atomic::{AtomicPtr, Ordering},
    },
};

static TABLE: LazyLock<Mutex<HashTable<Name>>> = LazyLock::new(|| Mutex::new(HashTable::new()));
/// The strings of one byte, as far as they were asked for.
static SINGLE: [AtomicPtr<PhpStr>; 256] = [const { AtomicPtr::new(std::ptr::null_mut()) }; 256];
static EMPTY: LazyLock<Name> = LazyLock::new(|| Name::of(intern(b"")));

/// The one string with these bytes that lives as long as the process: for names in the program's own source, not for data.
pub fn intern(bytes: &[u8]) -> Str {
    let hash = super::hash_bytes(bytes);
    let mut table = TABLE.lock().expect("no panics while interning");
    let entry = table.entry(hash, |s| s.as_bytes() == bytes, |s| s.hash());
    let known = entry.or_insert_with(|| {
        let place = permanent::allocate_forever(immutable_size(bytes.len()));
        // SAFETY: the block has the right size, and nothing frees it.
        Name::of(unsafe { write_immutable(place.as_ptr(), bytes, hash) })
    });
    known.get().to_str()
}

/// A text of the program, with the string for it.
struct Known {
    text: &'static str,
    name: Name,
}

const SLOTS: usize = 1024;
/// Texts by their address, so that nothing is hashed or locked for those that were asked for before.
static KNOWN: [AtomicPtr<Known>; SLOTS] = [const { AtomicPtr::new(std::ptr::null_mut()) }; SLOTS];

/// [`intern`] for a text of the program's own, which its address stands for.
#[inline]
pub fn literal(text: &'static str) -> Str {
    let at = text.as_ptr() as usize;
    for probe in 0..4 {
        let slot = &KNOWN[((at ^ at >> 10) + probe) % SLOTS];
        // SAFETY: entries are made once, behind this acquire, and never freed.
        match unsafe { slot.load(Ordering::Acquire).as_ref() } {
            Some(known) if std::ptr::eq(known.text, text) => return known.name.to_str(),
            Some(_) => {}
            None => return note(slot, text),
        }
    }
    intern(text.as_bytes())
}
#[cold]
fn note(slot: &AtomicPtr<Known>, text: &'static str) -> Str {
    let known = Box::new(Known { text, name: Name::of(intern(text.as_bytes())) });
    let found = known.name.to_str();
    let known = Box::into_raw(known);
    if slot.compare_exchange(std::ptr::null_mut(), known, Ordering::AcqRel, Ordering::Relaxed).is_err() {
        // SAFETY: another thread was first, so nobody has seen this one.
        drop(unsafe { Box::from_raw(known) });
    }
    found
}

/// The empty string.
#[inline]
pub fn empty() -> Str {
    EMPTY.to_str()
}

/// The shared string of one byte.
#[inline]
pub fn single_byte(byte: u8) -> Str {
    known_single_byte(byte).unwrap_or_else(|| make_single_byte(byte))
}
/// The same if it has been asked for before.
#[inline(always)]
pub fn known_single_byte(byte: u8) -> Option<Str> {
    let known = NonNull::new(SINGLE[byte as usize].load(Ordering::Acquire))?;
    // SAFETY: what is noted lives as long as the process and is not counted.
    Some(unsafe { Str::from_raw(known.as_ptr()) })
}
#[cold]
fn make_single_byte(byte: u8) -> Str {
    let made = intern(&[byte]);
    SINGLE[byte as usize].store(made.clone().into_raw(), Ordering::Release);
    made
}
