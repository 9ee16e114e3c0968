//! The packed form, and the integer-keyed write path that decides which form to use.

use super::{Bucket, MAX_CAPACITY, PACKED, PhpArray, hash::ELEMENT};
use crate::{heap, value::Value};
use std::ptr::NonNull;

impl PhpArray {
    /// Makes room for at least `wanted` packed slots.
    pub(super) fn grow_packed(&mut self, wanted: u32) {
        if wanted <= self.capacity {
            return;
        }
        assert!(wanted <= MAX_CAPACITY, "array size overflow");
        let size = wanted as usize * size_of::<Value>();
        // SAFETY: a null block is new; otherwise it has the capacity's size. Values move bitwise.
        unsafe {
            let block = match NonNull::new(self.data) {
                None => heap::alloc(size),
                Some(old) => heap::realloc(old, self.capacity as usize * size_of::<Value>(), size),
            };
            self.data = block.as_ptr();
        }
        self.capacity = wanted;
    }

    /// The slot for an integer key, made (holding UNDEF, already counted) if there is none.
    #[inline]
    pub(crate) fn slot_for_int(&mut self, key: i64) -> *mut Value {
        if self.is_packed() {
            if (key as u64) < u64::from(self.used) {
                let slot = self.packed_slot(key as u32);
                // SAFETY: below `used`, so initialised.
                if !unsafe { (*slot).is_undef() } {
                    return slot;
                }
                if !self.may_become_hash() {
                    return self.instead_of_another();
                }
                // A new element goes to the end of the order, which a hole in the middle is not.
                self.packed_to_hash();
                return self.hash_slot_for_int(key);
            }
            return self.extend_packed(key);
        }
        self.hash_slot_for_int(key)
    }

    #[inline(never)]
    fn extend_packed(&mut self, key: i64) -> *mut Value {
        let used = self.used;
        // A key right behind the end, or leaving only a small gap, keeps the array packed.
        let fits = key >= 0 && (key as u64) < u64::from(self.capacity);
        let grows = key >= 0 && (key as u64) < u64::from(MAX_CAPACITY) && {
            let doubled = u64::from(self.capacity.max(4)) * 2;
            (key as u64) == u64::from(used) || (key as u64) < doubled && doubled / 2 < u64::from(self.len.max(1)) * 2
        };
        if !fits && !grows {
            if !self.may_become_hash() {
                return self.instead_of_another();
            }
            self.packed_to_hash();
            return self.hash_slot_for_int(key);
        }
        let key = key as u32;
        if !fits {
            let wanted = (self.capacity * 2).max(if self.capacity == 0 { 4 } else { 8 }).max(key + 1);
            let wanted = wanted.min(MAX_CAPACITY);
            let (old, size) = (self.capacity as usize * size_of::<Value>(), wanted as usize * size_of::<Value>());
            if size >= heap::LARGE && self.used > 0 && !heap::may_grow(self.data, old, size) {
                return self.instead_of_another();
            }
            self.grow_packed(wanted);
        }
        for hole in used..=key {
            // SAFETY: below the capacity just made sure of.
            unsafe { self.packed_slot(hole).write(Value::UNDEF) };
        }
        self.used = key + 1;
        self.len += 1;
        if i64::from(key) >= self.next_free {
            self.next_free = i64::from(key) + 1;
        }
        self.packed_slot(key)
    }

    /// Whether there is memory for the hash form of a packed array.
    #[inline]
    pub(super) fn may_become_hash(&self) -> bool {
        let size = self.used as usize * ELEMENT;
        size < heap::LARGE || heap::has_room(size)
    }

    /// The place of the last element of a packed array that is not empty, for one more, as there is no memory for that:
    /// the request ends at the next safepoint.
    #[cold]
    pub(super) fn instead_of_another(&mut self) -> *mut Value {
        let slot = self.packed_slot(self.used - 1);
        // SAFETY: below `used`, so initialised.
        let last = unsafe { std::ptr::replace(slot, Value::UNDEF) };
        if last.is_undef() {
            self.len += 1;
        }
        drop(last);
        slot
    }

    /// Switches to the hash form, keeping slot numbers.
    #[inline(never)]
    pub(super) fn packed_to_hash(&mut self) {
        let (old, used, old_capacity) = (self.data, self.used, self.capacity);
        self.data = std::ptr::null_mut();
        self.init_hash((used + 1).max(old_capacity.min(used * 2)));
        for i in 0..used {
            // SAFETY: the old block has `used` initialised values, which move into the new buckets.
            unsafe {
                let value = old.cast::<Value>().add(i as usize).read();
                if value.is_undef() {
                    self.bucket(i).write(Bucket { value, hash: u64::from(i), key: std::ptr::null_mut() });
                    continue;
                }
                let head = self.index(u64::from(i));
                self.bucket(i).write(Bucket { value: value.with_aux(*head), hash: u64::from(i), key: std::ptr::null_mut() });
                *head = i;
            }
        }
        self.used = used;
        if let Some(block) = NonNull::new(old) {
            // SAFETY: the old block was emptied above.
            unsafe { heap::free_sized(block, old_capacity as usize * size_of::<Value>()) };
        }
    }

    /// Makes an empty hash form with room for `wanted` elements.
    pub(super) fn init_hash(&mut self, wanted: u32) {
        debug_assert!(self.data.is_null());
        self.header.flags &= !PACKED;
        self.capacity = hash_capacity(wanted as usize);
        self.data = hash_block(self.capacity);
    }
}

/// The capacity of a hash with room for `wanted` elements.
#[inline(always)]
pub(super) fn hash_capacity(wanted: usize) -> u32 {
    assert!(wanted <= MAX_CAPACITY as usize, "array size overflow");
    (wanted as u32).max(super::MIN_HASH).next_power_of_two()
}

/// A block for a hash of that capacity: the address of its buckets, behind an empty index table.
#[inline(always)]
pub(super) fn hash_block(capacity: u32) -> *mut u8 {
    let offset = capacity as usize * size_of::<u32>();
    let block = heap::alloc(capacity as usize * ELEMENT).as_ptr();
    // SAFETY: the index table is the first `offset` bytes of the block.
    unsafe {
        super::hash::empty_index(block, offset);
        block.add(offset)
    }
}
