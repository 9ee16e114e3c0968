//! The hash form: buckets in insertion order, index table in front, chains through `aux`.

use super::{MAX_CAPACITY, NO_SLOT, PhpArray, copied};
use crate::{
    heap,
    string::{PhpStr, Str, hash_bytes},
    value::{Value, tag},
};
use std::ptr::{self, NonNull};

/// One element: value (with the chain in `aux`), hash or integer key, string key or null.
#[repr(C)]
pub(super) struct Bucket {
    pub(super) value: Value,
    pub(super) hash: u64,
    pub(super) key: *mut PhpStr,
}

const _: () = assert!(size_of::<Bucket>() == 32);

/// What an element takes: its bucket and its word of the index table.
pub(super) const ELEMENT: usize = size_of::<Bucket>() + size_of::<u32>();

/// Copies an index table, a small one without a call.
///
/// # Safety
/// Both places must have as many bytes, elsewhere.
#[inline(always)]
pub(super) unsafe fn copy_index(from: *const u8, to: *mut u8, bytes: usize) {
    // SAFETY: by contract.
    unsafe {
        if bytes == SMALLEST_INDEX {
            to.cast::<[u8; SMALLEST_INDEX]>().write(from.cast::<[u8; SMALLEST_INDEX]>().read());
        } else {
            ptr::copy_nonoverlapping(from, to, bytes);
        }
    }
}
/// Empties an index table, a small one without a call.
///
/// # Safety
/// The place must have as many bytes.
#[inline(always)]
pub(super) unsafe fn empty_index(index: *mut u8, bytes: usize) {
    // SAFETY: by contract.
    unsafe {
        if bytes == SMALLEST_INDEX {
            index.cast::<[u8; SMALLEST_INDEX]>().write([0xff; SMALLEST_INDEX]);
        } else {
            ptr::write_bytes(index, 0xff, bytes);
        }
    }
}
/// Bytes of the index table of most arrays.
const SMALLEST_INDEX: usize = super::MIN_HASH as usize * size_of::<u32>();

impl PhpArray {
    #[inline(always)]
    pub(super) fn index(&self, hash: u64) -> *mut u32 {
        let at = hash as u32 & (self.capacity - 1);
        // SAFETY: the index table of `capacity` words lies right below `data`.
        unsafe { self.data.cast::<u32>().sub(1 + at as usize) }
    }
    /// Puts a written bucket at the head of its chain.
    #[inline(always)]
    pub(super) fn link(&mut self, slot: u32) {
        // SAFETY: the caller wrote bucket `slot`.
        unsafe {
            let bucket = self.bucket(slot);
            let head = self.index((*bucket).hash);
            (*bucket).value.set_aux(*head);
            *head = slot;
        }
    }
    #[inline]
    pub(super) fn find_int(&self, key: i64) -> Option<u32> {
        if self.data.is_null() {
            return None;
        }
        // SAFETY: chains only hold slots below `used`.
        unsafe {
            let mut slot = *self.index(key as u64);
            while slot != NO_SLOT {
                let b = self.bucket(slot);
                if (*b).hash == key as u64 && (*b).key.is_null() {
                    return Some(slot);
                }
                slot = (*b).value.aux();
            }
        }
        None
    }
    #[inline]
    pub(super) fn find_str(&self, key: &PhpStr) -> Option<u32> {
        self.find_str_here(key)
    }
    #[inline(always)]
    pub(super) fn find_str_here(&self, key: &PhpStr) -> Option<u32> {
        if self.data.is_null() {
            return None;
        }
        let hash = key.hash();
        // SAFETY: chains only hold slots below `used`; keys of buckets are live.
        unsafe {
            let mut slot = *self.index(hash);
            while slot != NO_SLOT {
                let b = self.bucket(slot);
                if ptr::eq((*b).key, key) || ((*b).hash == hash && !(*b).key.is_null() && (*(*b).key).same_bytes(key)) {
                    return Some(slot);
                }
                slot = (*b).value.aux();
            }
        }
        None
    }
    /// The bucket with this very key, in a hash that is not empty.
    #[inline(always)]
    pub(super) fn find_same(&self, key: &PhpStr) -> Option<u32> {
        // SAFETY: chains only hold slots below `used`.
        unsafe {
            let mut slot = *self.index(key.known_hash());
            while slot != NO_SLOT {
                let b = self.bucket(slot);
                if ptr::eq((*b).key, key) {
                    return Some(slot);
                }
                slot = (*b).value.aux();
            }
        }
        None
    }
    /// The bucket with this key, in a hash that is not empty; `None` where only [`find_str`](Self::find_str) can tell.
    #[inline(always)]
    pub(super) fn find_shortly(&self, key: &PhpStr) -> Option<Option<u32>> {
        let hash = key.known_hash();
        if hash == 0 {
            return None;
        }
        // SAFETY: chains only hold slots below `used`; keys of buckets are live.
        unsafe {
            let mut slot = *self.index(hash);
            while slot != NO_SLOT {
                let b = self.bucket(slot);
                if ptr::eq((*b).key, key) {
                    return Some(Some(slot));
                }
                if (*b).hash == hash && !(*b).key.is_null() && (*(*b).key).shortly_same(key)? {
                    return Some(Some(slot));
                }
                slot = (*b).value.aux();
            }
        }
        Some(None)
    }
    pub(super) fn find_bytes(&self, key: &[u8]) -> Option<u32> {
        if self.data.is_null() {
            return None;
        }
        let hash = hash_bytes(key);
        // SAFETY: as in `find_str`.
        unsafe {
            let mut slot = *self.index(hash);
            while slot != NO_SLOT {
                let b = self.bucket(slot);
                if (*b).hash == hash && !(*b).key.is_null() && (*(*b).key).as_bytes() == key {
                    return Some(slot);
                }
                slot = (*b).value.aux();
            }
        }
        None
    }
    /// Appends a bucket holding UNDEF, already counted in `len`.
    #[inline]
    pub(super) fn append_bucket(&mut self, hash: u64, key: *mut PhpStr) -> *mut Value {
        self.append_value(hash, key, Value::UNDEF)
    }
    /// Appends an element. Tag and chain are written as one word: read as one soon after, they would have to wait for two
    /// stores.
    #[inline(always)]
    pub(super) fn append_value(&mut self, hash: u64, key: *mut PhpStr, value: Value) -> *mut Value {
        if self.used == self.capacity && !self.make_room() {
            self.give_up_last();
        }
        // SAFETY: room was made.
        unsafe { self.append_in_room(hash, key, value) }
    }
    /// The same where there is room.
    ///
    /// # Safety
    /// As it says.
    #[inline(always)]
    pub(super) unsafe fn append_in_room(&mut self, hash: u64, key: *mut PhpStr, value: Value) -> *mut Value {
        debug_assert!(self.used < self.capacity);
        let slot = self.used;
        self.used += 1;
        self.len += 1;
        // SAFETY: there is room at `slot`, and the index has a word for every hash.
        unsafe {
            let head = self.index(hash);
            let bucket = self.bucket(slot);
            bucket.write(Bucket { value: value.with_aux(*head), hash, key });
            *head = slot;
            &raw mut (*bucket).value
        }
    }
    #[inline]
    pub(super) fn hash_slot_for_int(&mut self, key: i64) -> *mut Value {
        if let Some(slot) = self.find_int(key) {
            // SAFETY: found slots are below `used`.
            return unsafe { &raw mut (*self.bucket(slot)).value };
        }
        if key >= self.next_free {
            self.next_free = key.saturating_add(1);
        }
        self.append_bucket(key as u64, ptr::null_mut())
    }
    /// The slot for a string key, made (holding UNDEF, already counted) if there is none.
    #[inline]
    pub(crate) fn slot_for_str(&mut self, key: Str) -> *mut Value {
        if self.is_packed() {
            if !self.may_become_hash() {
                return self.instead_of_another();
            }
            self.packed_to_hash();
        }
        if let Some(slot) = self.find_str(&key) {
            // SAFETY: found slots are below `used`.
            return unsafe { &raw mut (*self.bucket(slot)).value };
        }
        let hash = key.hash();
        self.append_bucket(hash, key.into_raw())
    }
    /// Takes the element out of its chain and leaves a hole.
    pub(super) fn unlink(&mut self, slot: u32) -> Value {
        // SAFETY: the caller's slot holds an element, which is in the chain of its hash.
        unsafe {
            let bucket = self.bucket(slot);
            let next = (*bucket).value.aux();
            let mut link = self.index((*bucket).hash);
            while *link != slot {
                link = (*self.bucket(*link)).value.aux_ptr();
            }
            *link = next;
            let mut value = ptr::replace(&raw mut (*bucket).value, Value::UNDEF);
            value.set_aux(0);
            let key = std::mem::replace(&mut (*bucket).key, ptr::null_mut());
            if !key.is_null() {
                drop(Str::from_raw(key));
            }
            value
        }
    }
    /// Takes the last element out, since there is no memory for another.
    #[cold]
    fn give_up_last(&mut self) {
        let last = self.used - 1;
        // SAFETY: the last slot below `used`.
        if unsafe { !(*self.bucket(last)).value.is_undef() } {
            let value = self.unlink(last);
            self.len -= 1;
            self.used = last;
            drop(value);
        } else {
            self.used = last;
        }
    }
    /// Makes room for another element; false if there is no memory for that.
    #[inline(never)]
    fn make_room(&mut self) -> bool {
        if self.len + self.len / 32 < self.used {
            self.compact();
            return true;
        }
        let doubled = self.capacity as usize * 2 * ELEMENT;
        if doubled >= heap::LARGE && !heap::has_room(doubled) {
            return false;
        }
        assert!(self.capacity < MAX_CAPACITY, "array size overflow");
        let old = self.data;
        let (old_offset, old_size) = self.block();
        self.capacity *= 2;
        let (offset, size) = self.block();
        let block = heap::alloc(size).as_ptr();
        // SAFETY: buckets move bitwise into the larger block; the index is rebuilt below.
        unsafe {
            self.data = block.add(offset);
            ptr::copy_nonoverlapping(old, self.data, self.used as usize * size_of::<Bucket>());
            heap::free_sized(NonNull::new_unchecked(old.sub(old_offset)), old_size);
        }
        self.rebuild_index();
        true
    }
    /// Removes holes; registered iterations and the internal pointer follow.
    pub(super) fn compact(&mut self) {
        let mut to = 0;
        for from in 0..self.used {
            // SAFETY: both slots are below `used`.
            unsafe {
                if (*self.bucket(from)).value.is_undef() {
                    continue;
                }
                if from != to {
                    ptr::copy_nonoverlapping(self.bucket(from), self.bucket(to), 1);
                    (*self.bucket(from)).value.set_tag(tag::UNDEF);
                    if self.pos == from {
                        self.pos = to;
                    }
                    if self.iterators > 0 {
                        super::iterate::moved(self, from, to);
                    }
                }
            }
            to += 1;
        }
        self.used = to;
        self.rebuild_index();
    }
    pub(super) fn rebuild_index(&mut self) {
        let (offset, _) = self.block();
        // SAFETY: the index table is the `offset` bytes below `data`.
        unsafe { ptr::write_bytes(self.data.sub(offset), 0xff, offset) };
        for slot in 0..self.used {
            // SAFETY: below `used`.
            if unsafe { !(*self.bucket(slot)).value.is_undef() } {
                self.link(slot);
            }
        }
    }
    pub(super) fn copy_hash(&mut self, source: &PhpArray, keep_layout: bool) {
        self.init_hash(if keep_layout { source.capacity } else { source.len.max(1) });
        let mut to = 0;
        self.pos = 0;
        for from in 0..source.used {
            // SAFETY: `from` is below the source's `used`; `to` below our capacity.
            unsafe {
                let b = source.bucket(from);
                if from == source.pos {
                    self.pos = to;
                }
                if (*b).value.is_undef() {
                    if keep_layout {
                        self.bucket(to).write(Bucket { value: Value::UNDEF, hash: 0, key: ptr::null_mut() });
                        to += 1;
                    }
                    continue;
                }
                let key = if (*b).key.is_null() { ptr::null_mut() } else { (*(*b).key).to_handle().into_raw() };
                let head = self.index((*b).hash);
                self.bucket(to).write(Bucket { value: copied(&(*b).value, source).with_aux(*head), hash: (*b).hash, key });
                *head = to;
                to += 1;
            }
        }
        if source.pos >= source.used {
            self.pos = to;
        }
        self.used = to;
        self.len = source.len;
    }
}
