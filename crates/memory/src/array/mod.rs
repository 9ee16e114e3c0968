//! PHP arrays: an ordered map from integers and strings to values, in one of two forms.
//!
//! *Packed*: values in consecutive slots, the slot number being the key; holes are allowed. *Hash*: a table of
//! 32-byte buckets in insertion order, with a `u32` index table growing downwards in front of it and collision
//! chains through the values' `aux` word. Deleting leaves a hole that compaction removes when the table is full.
//! Positions (for `foreach`, `current()`) are slot numbers in both forms.
//!
//! An [`Array`] is a counted handle; sharing is undone by [`Array::make_mut`].

mod alike;
mod hash;
pub mod iterate;
mod key;
mod packed;
mod slot;

pub use iterate::{Iter, IterMut};
pub use key::{Key, KeyRef};
pub use slot::Slot;

use crate::{
    alloc,
    header::{FLAG_A, Header, IMMUTABLE, kind},
    heap,
    string::PhpStr,
    value::Value,
};
use hash::Bucket;
use std::{fmt, ops::Deref, ptr::NonNull};

/// The array is in packed form.
pub(crate) const PACKED: u32 = FLAG_A;
/// No slot: the end of an iteration.
pub const NO_SLOT: u32 = u32::MAX;
const MIN_HASH: u32 = 8;
/// The most slots an array can have.
const MAX_CAPACITY: u32 = 1 << 30;

/// The 48-byte array object. Write through a unique borrow only: see [`Array::make_mut`].
#[repr(C)]
pub struct PhpArray {
    header: Header,
    /// Slots in use, holes included.
    used: u32,
    /// Elements.
    len: u32,
    capacity: u32,
    /// The internal pointer of `current()` and friends.
    pos: u32,
    /// The next integer key, or `i64::MIN` when none was used yet.
    next_free: i64,
    data: *mut u8,
    /// How many by-reference iterations are registered on this array.
    iterators: u32,
    _reserved: u32,
}

const _: () = assert!(size_of::<PhpArray>() == 48);

/// What [`PhpArray::look_up`] finds.
pub enum LookedUp<'a> {
    /// The element.
    Found(&'a Value),
    /// No element has this string as its key; if the string is a decimal integer, that may be one.
    Absent,
    /// It takes a call to tell: the string was never hashed, or is long.
    Unknown,
}

/// An owned handle to an array.
#[repr(transparent)]
pub struct Array(NonNull<PhpArray>);

/// Appending failed: the largest integer key is in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoFreeKey;

const fn fresh(flags: u32, refcount: u32) -> PhpArray {
    PhpArray {
        header: Header::new(refcount, flags),
        used: 0,
        len: 0,
        capacity: 0,
        pos: 0,
        next_free: i64::MIN,
        data: std::ptr::null_mut(),
        iterators: 0,
        _reserved: 0,
    }
}

struct SharedEmpty(PhpArray);
// SAFETY: the empty array is immutable; nobody writes to it.
unsafe impl Sync for SharedEmpty {}
static EMPTY: SharedEmpty = SharedEmpty(fresh(kind::ARRAY | PACKED | IMMUTABLE, 2));

impl Default for crate::Str {
    fn default() -> crate::Str {
        crate::string::empty()
    }
}

impl Array {
    /// The shared empty array.
    #[inline]
    pub fn new() -> Array {
        Array(NonNull::from(&EMPTY.0))
    }
    /// An empty, unshared array with room for `capacity` list elements, if the memory limit leaves it.
    pub fn with_capacity(capacity: usize) -> Array {
        if capacity == 0 || !fits(capacity, size_of::<Value>()) {
            return Array::unshared();
        }
        assert!(capacity <= MAX_CAPACITY as usize, "array size overflow");
        let data = heap::alloc(capacity * size_of::<Value>()).as_ptr();
        Array::of(PhpArray { capacity: capacity as u32, data, ..fresh(kind::ARRAY | PACKED, 1) })
    }
    /// An empty, unshared array with room for `capacity` keyed elements, if the memory limit leaves it.
    pub fn with_hash_capacity(capacity: usize) -> Array {
        let capacity = if fits(capacity, hash::ELEMENT) { packed::hash_capacity(capacity) } else { MIN_HASH };
        Array::of(PhpArray { capacity, data: packed::hash_block(capacity), ..fresh(kind::ARRAY, 1) })
    }
    #[inline]
    fn unshared() -> Array {
        Array::of(fresh(kind::ARRAY | PACKED, 1))
    }
    /// An array object in a block of its own.
    #[inline(always)]
    fn of(array: PhpArray) -> Array {
        let p = alloc::object::<PhpArray>(0);
        // SAFETY: freshly allocated and large enough.
        unsafe { p.as_ptr().write(array) };
        Array(p)
    }
    /// A list of `count` values, which move out of their places.
    ///
    /// # Safety
    /// The places must hold values, none of them UNDEF, that nobody uses afterwards.
    pub unsafe fn taking(first: *const Value, count: u32) -> Array {
        if count == 0 {
            return Array::unshared();
        }
        let data = heap::alloc(count as usize * size_of::<Value>()).as_ptr();
        // SAFETY: by contract, and there is room for them. A loop, as they are few.
        unsafe {
            for i in 0..count as usize {
                data.cast::<Value>().add(i).write(first.add(i).read());
            }
        }
        let (used, next_free) = (count, i64::from(count));
        Array::of(PhpArray { used, len: used, capacity: used, next_free, data, ..fresh(kind::ARRAY | PACKED, 1) })
    }
    /// A list of the given values.
    pub fn list(values: impl IntoIterator<Item = Value>) -> Array {
        let values = values.into_iter();
        let mut array = Array::with_capacity(values.size_hint().0);
        let a = array.raw_mut();
        a.push_all(values);
        array
    }
    fn raw_mut(&mut self) -> &mut PhpArray {
        // SAFETY: callers have just created the array or checked that it is unshared.
        unsafe { self.0.as_mut() }
    }
    /// Whether this handle is the only one.
    #[inline(always)]
    pub fn is_unique(&self) -> bool {
        !self.is_immutable() && self.header.refcount == 1
    }
    /// The array for writing; a shared one is copied first.
    #[inline]
    pub fn make_mut(&mut self) -> &mut PhpArray {
        if !self.is_unique() {
            *self = self.duplicate();
        }
        self.raw_mut()
    }
    /// An unshared copy. References in elements that nobody else shares become plain values.
    pub fn duplicate(&self) -> Array {
        let source = &**self;
        if source.is_immutable() {
            source.copy_permanent()
        } else if source.len == 0 || source.iterators > 0 {
            source.copy_otherwise()
        } else if source.is_packed() {
            source.copy_packed()
        } else if source.used == source.len && source.capacity == packed::hash_capacity(source.len as usize) {
            source.copy_buckets()
        } else {
            source.copy_otherwise()
        }
    }
    /// An unshared copy whose internal pointer is at the start, if all keys are known to be strings.
    pub fn duplicate_named(&self) -> Option<Array> {
        if self.is_packed() || self.next_free != i64::MIN {
            return None;
        }
        let mut copy = self.duplicate();
        copy.raw_mut().pos = 0;
        Some(copy)
    }
    /// What `[...$array]` is, if that is just a copy: of an array whose keys are all strings, or of a list without holes.
    pub fn duplicate_spread(&self) -> Option<Array> {
        if !self.is_packed() {
            return self.duplicate_named();
        }
        if self.used != self.len {
            return None;
        }
        let mut copy = self.duplicate();
        let list = copy.raw_mut();
        (list.pos, list.next_free) = (0, if list.len == 0 { i64::MIN } else { i64::from(list.len) });
        Some(copy)
    }
    /// A copy that lives outside any heap (see [`crate::permanent`]), is never counted and may be shared by threads.
    /// Every value in it must be immutable already (literals).
    pub(crate) fn into_permanent(self) -> Array {
        let source = &*self;
        assert!(source.iter().all(|(_, v)| !v.is_counted()));
        // SAFETY: plain moves of memory into blocks of the right size that nothing frees while the array is used; all values are scalars or immutable,
        // so bitwise copies are fine; string keys are made permanent.
        unsafe {
            let mut place = crate::permanent::allocate(size_of::<PhpArray>()).cast::<PhpArray>();
            place.write(fresh(kind::ARRAY | IMMUTABLE | (source.header.flags & PACKED), 2));
            let object = place.as_mut();
            object.used = source.used;
            object.len = source.len;
            object.capacity = source.capacity;
            object.pos = source.pos;
            object.next_free = source.next_free;
            if !source.data.is_null() {
                let (offset, size) = source.block();
                let block = crate::permanent::allocate(size).as_ptr();
                std::ptr::copy_nonoverlapping(source.data.sub(offset), block, size);
                object.data = block.add(offset);
                if !object.is_packed() {
                    for i in 0..object.used {
                        let bucket = object.bucket(i);
                        if !(*bucket).key.is_null() {
                            (*bucket).key = crate::permanent::Name::new((*(*bucket).key).as_bytes()).to_str().into_raw();
                        }
                    }
                }
            }
            Array(NonNull::from(object))
        }
    }
    /// An immutable list (see [`crate::permanent`]) of values that are scalars or immutable, whose next key is `next`.
    pub(crate) fn permanent_list(values: impl ExactSizeIterator<Item = Value>, next: i64) -> Array {
        let room = u32::try_from(values.len()).ok().filter(|&room| room <= MAX_CAPACITY).expect("array size overflow");
        let mut array = PhpArray { capacity: room, next_free: next, ..fresh(kind::ARRAY | IMMUTABLE | PACKED, 2) };
        if room > 0 {
            array.data = crate::permanent::allocate(room as usize * size_of::<Value>()).as_ptr();
        }
        for (slot, value) in (0..room).zip(values) {
            assert!(!value.is_counted());
            // SAFETY: below the capacity.
            unsafe { array.packed_slot(slot).write(value) };
            (array.used, array.len) = (slot + 1, slot + 1);
        }
        Array::placed(array)
    }
    /// The same with keys, of which no name is a decimal integer. Nothing if one comes twice.
    pub(crate) fn permanent_keyed(
        elements: impl ExactSizeIterator<Item = (crate::permanent::LiteralKey, Value)>,
        next: i64,
    ) -> Option<Array> {
        use crate::permanent::LiteralKey;
        let capacity = packed::hash_capacity(elements.len());
        let block = crate::permanent::allocate(capacity as usize * hash::ELEMENT).as_ptr();
        let offset = capacity as usize * size_of::<u32>();
        let mut array = PhpArray { capacity, ..fresh(kind::ARRAY | IMMUTABLE, 2) };
        // SAFETY: the block has room for an index of `offset` bytes, and the buckets behind it.
        unsafe {
            hash::empty_index(block, offset);
            array.data = block.add(offset);
        }
        for (key, value) in elements.take(capacity as usize) {
            assert!(!value.is_counted());
            let (hash, key) = match key {
                LiteralKey::Int(key) if array.find_int(key).is_some() => return None,
                LiteralKey::Name(name) if array.find_str(&name).is_some() => return None,
                LiteralKey::Int(key) => {
                    array.next_free = array.next_free.max(key.saturating_add(1));
                    (key as u64, std::ptr::null_mut())
                }
                LiteralKey::Name(name) => (name.hash(), name.to_str().into_raw()),
            };
            // SAFETY: not more than there is room for, which is more than none.
            unsafe { array.append_in_room(hash, key, value) };
        }
        if array.next_free_key() != next {
            array.next_free = next;
        }
        Some(Array::placed(array))
    }
    /// An array object where what is immutable lives.
    fn placed(array: PhpArray) -> Array {
        let place = crate::permanent::allocate(size_of::<PhpArray>()).cast::<PhpArray>();
        // SAFETY: the block has the right size, and begins at a multiple of sixteen.
        unsafe { place.write(array) };
        Array(place)
    }
    /// Gives up the handle without dropping its count.
    #[inline(always)]
    pub fn into_raw(self) -> *mut PhpArray {
        let p = self.0.as_ptr();
        std::mem::forget(self);
        p
    }
    /// Takes over a pointer from [`Array::into_raw`].
    ///
    /// # Safety
    /// The caller must own one count of the live array.
    #[inline(always)]
    pub unsafe fn from_raw(p: *mut PhpArray) -> Array {
        // SAFETY: non-null by contract.
        Array(unsafe { NonNull::new_unchecked(p) })
    }
    /// The pointer, still owned by the handle.
    #[inline(always)]
    pub fn as_ptr(&self) -> *mut PhpArray {
        self.0.as_ptr()
    }
    /// Whether both handles are the same array in memory.
    #[inline]
    pub fn same(&self, other: &Array) -> bool {
        self.0 == other.0
    }
    // Convenience writers: separate, then write.

    /// Appends a value.
    #[inline]
    pub fn push(&mut self, value: Value) -> Result<(), NoFreeKey> {
        self.make_mut().push(value)
    }
    /// Sets the element at a key, which may be an integer or a string as PHP code would write it in `$a[key]`
    /// (see [`Key`]).
    #[inline]
    pub fn set(&mut self, key: impl Into<Key>, value: Value) {
        self.make_mut().set(key.into(), value);
    }
    /// Sets the element at a string key that is part of the program.
    #[inline]
    pub fn set_name(&mut self, key: &'static str, value: Value) {
        self.make_mut().set(Key::Str(crate::string::literal(key)), value);
    }
    /// Sets the element at a string key without turning numeric strings into integers.
    #[inline]
    pub fn set_text(&mut self, key: &str, value: Value) {
        self.make_mut().set(Key::Str(crate::Str::new(key.as_bytes())), value);
    }
    /// Removes the element at a key.
    #[inline]
    pub fn remove(&mut self, key: &KeyRef) -> Option<Value> {
        self.get(key)?;
        self.make_mut().remove(key)
    }
}

impl PhpArray {
    /// Number of elements.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len as usize
    }
    /// Whether there are no elements.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
    /// Whether the array is outside reference counting.
    #[inline(always)]
    pub fn is_immutable(&self) -> bool {
        self.header.is_immutable()
    }
    /// How many handles share the array.
    pub fn refcount(&self) -> u32 {
        self.header.refcount
    }
    /// Whether the values are in consecutive slots with the slot number as key.
    #[inline(always)]
    pub fn is_packed(&self) -> bool {
        self.header.flags & PACKED != 0
    }
    /// Whether the keys are 0, 1, 2, … in that order.
    pub fn is_list(&self) -> bool {
        if self.is_packed() {
            return self.used == self.len;
        }
        self.keys().enumerate().all(|(i, k)| k == KeyRef::Int(i as i64))
    }
    /// Whether a recursive walk is inside this array; see [`PhpArray::protect`].
    pub fn is_protected(&self) -> bool {
        self.header.flags & crate::header::PROTECTED != 0
    }
    /// Marks the array as being walked, so that the walk can detect recursion. Returns false if it already was.
    /// Immutable arrays cannot be recursive and are not marked.
    pub fn protect(&self) -> bool {
        if self.is_immutable() {
            return true;
        }
        let flags = (&raw const self.header.flags).cast_mut();
        // SAFETY: a counted array of this thread; no borrow covers the flags.
        unsafe {
            let was = *flags & crate::header::PROTECTED != 0;
            *flags |= crate::header::PROTECTED;
            !was
        }
    }
    /// Ends what [`PhpArray::protect`] began.
    pub fn unprotect(&self) {
        if !self.is_immutable() {
            // SAFETY: as in `protect`.
            unsafe { *(&raw const self.header.flags).cast_mut() &= !crate::header::PROTECTED };
        }
    }
    /// The key the next appended element gets.
    pub fn next_free_key(&self) -> i64 {
        if self.next_free == i64::MIN { 0 } else { self.next_free }
    }
    /// Sets the key the next appended element gets.
    pub fn set_next_free_key(&mut self, key: i64) {
        self.next_free = key;
    }

    /// The element at a key.
    #[inline]
    pub fn get(&self, key: &KeyRef) -> Option<&Value> {
        match *key {
            KeyRef::Int(i) => self.get_int(i),
            KeyRef::Str(s) => self.get_str(s),
        }
    }
    /// The element at an integer key.
    #[inline(always)]
    pub fn get_int(&self, key: i64) -> Option<&Value> {
        if self.is_packed() {
            if (key as u64) < u64::from(self.used) {
                // SAFETY: slots below `used` are initialised.
                let v = unsafe { &*self.packed_slot(key as u32) };
                return (!v.is_undef()).then_some(v);
            }
            None
        } else {
            // SAFETY: a found slot is below `used`.
            self.find_int(key).map(|slot| unsafe { &(*self.bucket(slot)).value })
        }
    }
    /// What is at a key of a packed array, which may be nothing (UNDEF).
    #[inline(always)]
    pub fn packed_at(&self, key: i64) -> Option<&Value> {
        // SAFETY: slots below `used` are initialised.
        (self.is_packed() && (key as u64) < u64::from(self.used)).then(|| unsafe { &*self.packed_slot(key as u32) })
    }
    /// The element at a string key that is not a decimal integer.
    #[inline]
    pub fn get_str(&self, key: &PhpStr) -> Option<&Value> {
        if self.is_packed() {
            return None;
        }
        // SAFETY: a found slot is below `used`.
        self.find_str(key).map(|slot| unsafe { &(*self.bucket(slot)).value })
    }
    /// The element at a string key that is this very string: what most lookups find, in the fewest registers. `None` says
    /// nothing about keys that are equal.
    #[inline(always)]
    pub fn get_same(&self, key: &PhpStr) -> Option<&Value> {
        if self.is_packed() || self.data.is_null() {
            return None;
        }
        self.find_same(key).map(|slot| {
            // SAFETY: a found slot is below `used`.
            unsafe { &(*self.bucket(slot)).value }
        })
    }
    /// The slot of a string key that is this very string, as [`PhpArray::get_same`] finds it.
    pub fn slot_of_same(&self, key: &PhpStr) -> Option<u32> {
        if self.is_packed() || self.data.is_null() {
            return None;
        }
        self.find_same(key)
    }
    /// The element in a slot, if its key is this very string.
    #[inline(always)]
    pub fn same_in_slot(&self, slot: u32, key: &PhpStr) -> Option<&Value> {
        if self.is_packed() || slot >= self.used {
            return None;
        }
        // SAFETY: slots below `used` are initialised.
        unsafe {
            let bucket = self.bucket(slot);
            (std::ptr::eq((*bucket).key, key) && !(*bucket).value.is_undef()).then(|| &(*bucket).value)
        }
    }
    /// The element at a string key, as far as it can be told without a call.
    #[inline(always)]
    pub fn look_up(&self, key: &PhpStr) -> LookedUp<'_> {
        if self.is_packed() || self.data.is_null() {
            return LookedUp::Absent;
        }
        match self.find_shortly(key) {
            // SAFETY: a found slot is below `used`.
            Some(Some(slot)) => LookedUp::Found(unsafe { &(*self.bucket(slot)).value }),
            Some(None) => LookedUp::Absent,
            None => LookedUp::Unknown,
        }
    }
    /// The element at a string key given as bytes that are not a decimal integer.
    pub fn get_bytes(&self, key: &[u8]) -> Option<&Value> {
        if self.is_packed() {
            return None;
        }
        // SAFETY: a found slot is below `used`.
        self.find_bytes(key).map(|slot| unsafe { &(*self.bucket(slot)).value })
    }
    /// The element at a key as PHP code would write it: decimal integer strings are integers.
    pub fn get_symbolic(&self, key: &[u8]) -> Option<&Value> {
        match phant_numeric::parse::array_key(key) {
            Some(i) => self.get_int(i),
            None => self.get_bytes(key),
        }
    }
    /// Whether there is an element at the key.
    pub fn contains(&self, key: &KeyRef) -> bool {
        self.get(key).is_some()
    }
    /// The element at a key, for changing in place.
    pub fn get_mut(&mut self, key: &KeyRef) -> Option<&mut Slot> {
        // SAFETY: the array is borrowed uniquely, and the slot comes from it.
        self.get(key).map(|v| unsafe { Slot::at((&raw const *v).cast_mut()) })
    }
    /// The slot for a key, made with `null` if there is none.
    #[inline]
    pub fn get_or_insert(&mut self, key: Key) -> &mut Slot {
        let slot = match key {
            Key::Int(i) => self.slot_for_int(i),
            Key::Str(s) if !self.is_packed() => match self.find_str_here(&s) {
                // SAFETY: a found slot is below `used`, and the array is borrowed uniquely.
                Some(slot) => return unsafe { Slot::at(&raw mut (*self.bucket(slot)).value) },
                None => {
                    let slot = self.append_value(s.hash(), s.into_raw(), Value::NULL);
                    // SAFETY: just made in this uniquely borrowed array.
                    return unsafe { Slot::at(slot) };
                }
            },
            Key::Str(s) => self.slot_for_str(s),
        };
        // SAFETY: the slot was just found or made in this uniquely borrowed array.
        unsafe {
            if (*slot).is_undef() {
                (*slot).set_tag(crate::value::tag::NULL);
            }
            Slot::at(slot)
        }
    }
    /// The element at a string key that is not a decimal integer, made with `null` if there is none.
    #[inline]
    pub fn place_str(&mut self, key: &PhpStr) -> *mut Value {
        if self.is_packed() {
            self.packed_to_hash();
        }
        match self.find_str(key) {
            // SAFETY: a found slot is below `used`.
            Some(slot) => unsafe { &raw mut (*self.bucket(slot)).value },
            None => self.append_value(key.hash(), key.to_handle().into_raw(), Value::NULL),
        }
    }
    /// Whether an element with this key just goes to the end: of a hash with room for it, in which nothing has the key's hash.
    /// Only for keys that are not counted.
    #[inline(always)]
    pub fn is_surely_absent(&self, key: &PhpStr) -> bool {
        let hash = key.known_hash();
        if self.is_packed() || self.used == self.capacity || hash == 0 || !key.is_immutable() {
            return false;
        }
        // SAFETY: a hash with room has an index; chains only hold slots below `used`.
        unsafe {
            let mut slot = *self.index(hash);
            while slot != NO_SLOT {
                let bucket = self.bucket(slot);
                if (*bucket).hash == hash {
                    return false;
                }
                slot = (*bucket).value.aux();
            }
        }
        true
    }
    /// Adds an element for which [`is_surely_absent`](Self::is_surely_absent) holds.
    ///
    /// # Safety
    /// As it says, and nobody else holds the array.
    #[inline(always)]
    pub unsafe fn add_absent(&mut self, key: &PhpStr, value: Value) {
        // SAFETY: by contract there is room.
        unsafe { self.append_in_room(key.known_hash(), (&raw const *key).cast_mut(), value) };
    }
    /// Puts a value over one that needs no dropping, at a position: how array literals get the elements of their shape.
    ///
    /// # Safety
    /// The array is nobody else's, has an element there, and what is there is not counted.
    #[inline(always)]
    pub unsafe fn fill(&mut self, position: u32, value: Value) {
        debug_assert!(position < self.used);
        // SAFETY: by contract; the chain of a hash goes on through the value's spare word.
        unsafe {
            if self.is_packed() {
                self.packed_slot(position).write(value);
            } else {
                let place = &raw mut (*self.bucket(position)).value;
                place.write(value.with_aux((*place).aux()));
            }
        }
    }
    /// Whether an element with this key just goes to the end: of a hash with room for it that has no such key.
    #[inline(always)]
    pub fn is_absent_int(&self, key: i64) -> bool {
        if self.is_packed() || self.used == self.capacity {
            return false;
        }
        // SAFETY: a hash with room has an index; chains only hold slots below `used`.
        unsafe {
            let mut slot = *self.index(key as u64);
            while slot != NO_SLOT {
                let bucket = self.bucket(slot);
                if (*bucket).hash == key as u64 {
                    return false;
                }
                slot = (*bucket).value.aux();
            }
        }
        true
    }
    /// A new element at an integer key that the array does not have, as `null`, where there is room at its end; else null.
    #[inline(always)]
    pub fn room_for_int(&mut self, key: i64) -> *mut Value {
        debug_assert!(self.get_int(key).is_none());
        if self.used == self.capacity {
            return std::ptr::null_mut();
        }
        if !self.is_packed() {
            if key >= self.next_free {
                self.next_free = key.saturating_add(1);
            }
            // SAFETY: there is room.
            return unsafe { self.append_in_room(key as u64, std::ptr::null_mut(), Value::NULL) };
        }
        if key != i64::from(self.used) || self.next_free_key() != key {
            return std::ptr::null_mut();
        }
        let place = self.packed_slot(self.used);
        // SAFETY: there is room at `used`.
        unsafe { place.write(Value::NULL) };
        self.used += 1;
        self.len += 1;
        self.next_free = i64::from(self.used);
        place
    }
    /// Adds an element for which [`is_absent_int`](Self::is_absent_int) holds.
    ///
    /// # Safety
    /// As it says, and nobody else holds the array.
    #[inline(always)]
    pub unsafe fn add_absent_int(&mut self, key: i64, value: Value) {
        // SAFETY: by contract there is room.
        unsafe { self.append_in_room(key as u64, std::ptr::null_mut(), value) };
        if key >= self.next_free {
            self.next_free = key.saturating_add(1);
        }
    }
    /// Sets the element at a key; the old value is dropped last. A reference in the slot is replaced, not written
    /// through.
    #[inline]
    pub fn set(&mut self, key: Key, value: Value) {
        match key {
            Key::Int(i) => self.set_int(i, value),
            Key::Str(s) => self.set_str(s, value),
        }
    }
    /// Sets the element at a string key that is not a decimal integer.
    #[inline]
    pub fn set_str(&mut self, key: crate::Str, value: Value) {
        let slot = if self.is_packed() {
            self.slot_for_str(key)
        } else {
            match self.find_str_here(&key) {
                // SAFETY: a found slot is below `used`.
                Some(slot) => unsafe { &raw mut (*self.bucket(slot)).value },
                None => {
                    self.append_value(key.hash(), key.into_raw(), value);
                    return;
                }
            }
        };
        // SAFETY: the slot was just found or made in this uniquely borrowed array.
        unsafe { Slot::at(slot) }.set(value);
    }
    /// Adds an element at a string key that the array does not have and that is no decimal integer: nobody looks.
    #[inline]
    pub fn add_new(&mut self, key: crate::Str, value: Value) {
        if self.is_packed() {
            self.packed_to_hash();
        }
        debug_assert!(self.find_str(&key).is_none());
        self.append_value(key.hash(), key.into_raw(), value);
    }
    /// Adds an element at an integer key that the array does not have.
    #[inline]
    pub fn add_new_int(&mut self, key: i64, value: Value) {
        if self.is_packed() {
            let used = self.used;
            if key < i64::from(used) || key >= i64::from(self.capacity) {
                return self.set_int(key, value);
            }
            for hole in used..key as u32 {
                // SAFETY: below the capacity.
                unsafe { self.packed_slot(hole).write(Value::UNDEF) };
            }
            // SAFETY: below the capacity.
            unsafe { self.packed_slot(key as u32).write(value) };
            self.used = key as u32 + 1;
            self.len += 1;
            self.next_free = self.next_free.max(key + 1);
            return;
        }
        debug_assert!(self.find_int(key).is_none());
        if key >= self.next_free {
            self.next_free = key.saturating_add(1);
        }
        self.append_value(key as u64, std::ptr::null_mut(), value);
    }
    /// Adds an element at a key that the array does not have.
    #[inline]
    pub fn add_new_key(&mut self, key: KeyRef<'_>, value: Value) {
        match key {
            KeyRef::Int(i) => self.add_new_int(i, value),
            KeyRef::Str(s) => self.add_new(s.to_handle(), value),
        }
    }
    /// The values of a list as a slice, if they lie side by side: not if there are holes or keys.
    #[inline]
    pub fn as_slice(&self) -> Option<&[Value]> {
        if !self.is_packed() || self.used != self.len {
            return None;
        }
        if self.len == 0 {
            return Some(&[]);
        }
        // SAFETY: slots below `used` are initialised.
        Some(unsafe { std::slice::from_raw_parts(self.packed_slot(0), self.len as usize) })
    }
    /// Sets the element at an integer key.
    #[inline]
    pub fn set_int(&mut self, key: i64, value: Value) {
        if !self.is_packed() && self.find_int(key).is_none() {
            if key >= self.next_free {
                self.next_free = key.saturating_add(1);
            }
            self.append_value(key as u64, std::ptr::null_mut(), value);
            return;
        }
        let slot = self.slot_for_int(key);
        // SAFETY: the slot was just found or made in this uniquely borrowed array.
        unsafe { Slot::at(slot) }.set(value);
    }
    /// Appends a value at the next free integer key.
    #[inline(always)]
    pub fn push(&mut self, value: Value) -> Result<(), NoFreeKey> {
        if self.is_packed() && self.used < self.capacity && self.next_free_key() == i64::from(self.used) {
            // SAFETY: there is room at `used`.
            unsafe { self.packed_slot(self.used).write(value) };
            self.used += 1;
            self.len += 1;
            self.next_free = i64::from(self.used);
            return Ok(());
        }
        self.push_slow(value)
    }
    /// Whether an integer key is the one that [`PhpArray::push`] would use in a list that has room for it.
    #[inline(always)]
    pub fn is_next(&self, key: i64) -> bool {
        self.is_packed() && self.used < self.capacity && key == i64::from(self.used) && self.next_free_key() == key
    }
    /// Makes room for more elements at the end of a list, if the memory limit leaves it.
    pub fn reserve(&mut self, more: usize) {
        let wanted = self.used as usize + more;
        if self.is_packed() && wanted > self.capacity as usize && fits(wanted, size_of::<Value>()) {
            self.grow_packed(wanted.next_power_of_two() as u32);
        }
    }
    /// Appends copies of values, as [`push_all`](Self::push_all) does.
    pub fn push_copies(&mut self, values: &[Value]) {
        let list = self.is_packed() && self.next_free_key() == i64::from(self.used);
        if !list || values.is_empty() || values.len() > (self.capacity - self.used) as usize {
            return self.push_all(values.iter().map(Value::copied));
        }
        let to = self.packed_slot(self.used);
        for (i, v) in values.iter().enumerate() {
            // SAFETY: there is room for all of them; nobody else reads above `used`.
            unsafe { to.add(i).write(v.copied()) };
        }
        self.used += values.len() as u32;
        self.len += values.len() as u32;
        self.next_free = i64::from(self.used);
    }
    /// Appends values. Those for which there is no integer key are dropped.
    #[inline]
    pub fn push_all(&mut self, values: impl IntoIterator<Item = Value>) {
        let mut values = values.into_iter();
        let list = self.is_packed() && self.next_free_key() == i64::from(self.used);
        let room = if list { self.capacity - self.used } else { 0 };
        if room > 0 {
            // What writes is told where to once, and counts nothing but the values.
            let mut to = self.packed_slot(self.used);
            let mut count = 0;
            while count < room
                && let Some(v) = values.next()
            {
                // SAFETY: at most as many values as there is room for; nobody else reads above `used`.
                unsafe {
                    to.write(v);
                    to = to.add(1);
                }
                count += 1;
            }
            if count > 0 {
                self.used += count;
                self.len += count;
                self.next_free = i64::from(self.used);
            }
            if count < room {
                return;
            }
        }
        for v in values {
            let _ = self.push(v);
        }
    }
    #[inline(never)]
    fn push_slow(&mut self, value: Value) -> Result<(), NoFreeKey> {
        let key = self.next_free_key();
        if !self.is_packed() && key != i64::MAX {
            // All integer keys are below the next free one.
            self.next_free = key + 1;
            self.append_value(key as u64, std::ptr::null_mut(), value);
            return Ok(());
        }
        if key == i64::MAX && (self.get_int(key).is_some() || self.next_free == i64::MAX && self.has_max_key()) {
            return Err(NoFreeKey);
        }
        self.set_int(key, value);
        Ok(())
    }
    fn has_max_key(&self) -> bool {
        self.get_int(i64::MAX).is_some()
    }
    /// Removes the element at a key.
    pub fn remove(&mut self, key: &KeyRef) -> Option<Value> {
        let slot = self.position_of(key)?;
        Some(self.remove_at(slot))
    }
    /// The slot number of a key.
    pub fn position_of(&self, key: &KeyRef) -> Option<u32> {
        match *key {
            KeyRef::Int(i) if self.is_packed() => self.get_int(i).map(|_| i as u32),
            KeyRef::Int(i) => self.find_int(i),
            KeyRef::Str(_) if self.is_packed() => None,
            KeyRef::Str(s) => self.find_str(s),
        }
    }
    /// Removes the element in a slot, which must hold one.
    pub fn remove_at(&mut self, slot: u32) -> Value {
        let value = if self.is_packed() {
            // SAFETY: the caller's slot is below `used`.
            unsafe { std::ptr::replace(self.packed_slot(slot), Value::UNDEF) }
        } else {
            self.unlink(slot)
        };
        self.len -= 1;
        self.leave_removed(slot);
        if slot + 1 == self.used {
            while self.used > 0 && self.is_hole(self.used - 1) {
                self.used -= 1;
            }
            // A pointer past the end is on the element that is appended next.
            self.pos = self.pos.min(self.used);
            if self.iterators > 0 {
                iterate::shortened(self, self.used);
            }
        }
        value
    }
    #[inline(always)]
    fn is_hole(&self, slot: u32) -> bool {
        self.value_at(slot).is_undef()
    }
    /// Removes and returns the last element, with its key. Like `array_pop`, the next free key goes back.
    pub fn pop(&mut self) -> Option<(Key, Value)> {
        let slot = self.last_pos()?;
        let key = self.key_at(slot).to_key();
        let value = self.remove_at(slot);
        if let Key::Int(i) = key
            && i == self.next_free.wrapping_sub(1)
        {
            self.next_free -= 1;
        }
        self.pos = self.first_pos().unwrap_or(0);
        Some((key, value))
    }
    /// Removes and returns the first element of a packed array; the others move down by one key. `None` if the array is
    /// empty or not packed.
    pub fn shift_packed(&mut self) -> Option<Value> {
        if !self.is_packed() || self.len == 0 {
            return None;
        }
        let first = self.first_pos()?;
        // SAFETY: all slots below `used` are initialised; the first value moves out and the rest move down over it.
        let value = unsafe {
            let value = self.packed_slot(first).read();
            if self.used == self.len {
                std::ptr::copy(self.packed_slot(1), self.packed_slot(0), self.used as usize - 1);
            } else {
                // Holes vanish.
                let mut to = 0;
                for from in first + 1..self.used {
                    if !(*self.packed_slot(from)).is_undef() {
                        std::ptr::copy(self.packed_slot(from), self.packed_slot(to), 1);
                        to += 1;
                    }
                }
            }
            value
        };
        if self.iterators > 0 {
            for from in first + 1..=self.used {
                iterate::moved(self, from, from - 1);
            }
        }
        self.len -= 1;
        self.used = self.len;
        self.next_free = i64::from(self.len);
        self.pos = 0;
        Some(value)
    }
    /// Removes everything.
    pub fn clear(&mut self) {
        let old = std::mem::replace(self, fresh(self.header.flags, self.header.refcount));
        self.header.flags |= PACKED;
        self.iterators = old.iterators;
        old.drop_block();
    }
    /// Takes out what elements hold, one after the other, where some of it may be held back.
    #[cold]
    #[inline(never)]
    fn let_go(&mut self) {
        self.iter_mut().for_each(|(_, slot)| drop(slot.take()));
        if !self.is_packed() {
            for i in 0..self.used {
                // SAFETY: slots below `used` are initialised; the array has a count of each key.
                unsafe {
                    let key = std::mem::replace(&mut (*self.bucket(i)).key, std::ptr::null_mut());
                    if !key.is_null() {
                        drop(crate::Str::from_raw(key));
                    }
                }
            }
        }
    }
    fn drop_block(self) {
        let mut this = std::mem::ManuallyDrop::new(self);
        if heap::holding() || crate::gc::is_weighing() {
            this.let_go();
        }
        // SAFETY: `this` owns the block and forgets it afterwards.
        unsafe { free_elements(&raw const *this) };
    }

    #[inline(always)]
    fn packed_slot(&self, slot: u32) -> *mut Value {
        // SAFETY: callers stay below `capacity`.
        unsafe { self.data.cast::<Value>().add(slot as usize) }
    }
    #[inline(always)]
    fn bucket(&self, slot: u32) -> *mut Bucket {
        // SAFETY: callers stay below `capacity`.
        unsafe { self.data.cast::<Bucket>().add(slot as usize) }
    }
    /// Offset of `data` in its block, and the block's size.
    fn block(&self) -> (usize, usize) {
        let capacity = self.capacity as usize;
        if self.is_packed() { (0, capacity * size_of::<Value>()) } else { (capacity * 4, capacity * (4 + size_of::<Bucket>())) }
    }
    /// Copies an array that is part of a program: nothing in it is counted, so its words are all there is to it.
    fn copy_permanent(&self) -> Array {
        debug_assert!(self.is_immutable());
        let flags = self.header.flags & PACKED;
        if self.used == 0 {
            return Array::of(PhpArray { next_free: self.next_free, ..fresh(kind::ARRAY | PACKED, 1) });
        }
        let (offset, size) = self.block();
        let taken = self.used as usize * if self.is_packed() { size_of::<Value>() } else { size_of::<Bucket>() };
        // SAFETY: both blocks have the same layout: an index, if any, then the slots, of which `used` are initialised.
        let data = unsafe {
            let block = heap::alloc(size).as_ptr();
            std::ptr::copy_nonoverlapping(self.data.sub(offset), block, offset + taken);
            block.add(offset)
        };
        self.copy_with(flags, self.capacity, data)
    }
    /// A copy with these slots.
    #[inline(always)]
    fn copy_with(&self, flags: u32, capacity: u32, data: *mut u8) -> Array {
        let PhpArray { used, len, pos, next_free, .. } = *self;
        Array::of(PhpArray { used, len, capacity, pos, next_free, data, ..fresh(kind::ARRAY | flags, 1) })
    }
    /// Copies a list that is not empty.
    #[inline]
    fn copy_packed(&self) -> Array {
        let capacity = self.used.next_power_of_two().max(2);
        let data = heap::alloc(capacity as usize * size_of::<Value>()).as_ptr();
        // SAFETY: both blocks have `used` slots; ours are uninitialised.
        unsafe {
            let (mut from, mut to) = (self.data.cast::<Value>(), data.cast::<Value>());
            let end = from.add(self.used as usize);
            while from != end {
                to.write(copied(&*from, self));
                (from, to) = (from.add(1), to.add(1));
            }
        }
        self.copy_with(PACKED, capacity, data)
    }
    /// Copies a hash without holes into one of the same capacity: slots, chains and index are the same.
    #[inline]
    fn copy_buckets(&self) -> Array {
        let (offset, size) = self.block();
        // SAFETY: both blocks have the same layout, and `used` buckets of this one are initialised.
        let data = unsafe {
            let block = heap::alloc(size).as_ptr();
            hash::copy_index(self.data.sub(offset), block, offset);
            let data = block.add(offset);
            let (mut from, mut to) = (self.data.cast::<Bucket>(), data.cast::<Bucket>());
            let end = from.add(self.used as usize);
            while from != end {
                let &Bucket { ref value, hash, key } = &*from;
                if !key.is_null() {
                    crate::string::count_key(key);
                }
                let value = copied_in_place(value, self);
                to.write(Bucket { value, hash, key });
                (from, to) = (from.add(1), to.add(1));
            }
            data
        };
        self.copy_with(0, self.capacity, data)
    }
    /// Copies an array that is empty or has holes, or that iterations are registered on.
    #[inline(never)]
    fn copy_otherwise(&self) -> Array {
        let mut copy = Array::unshared();
        copy.raw_mut().copy_from(self);
        copy
    }
    fn copy_from(&mut self, source: &PhpArray) {
        self.next_free = source.next_free;
        if source.len == 0 {
            self.header.flags |= PACKED;
            return;
        }
        let keep_layout = source.iterators > 0;
        if source.is_packed() {
            self.grow_packed(if keep_layout { source.capacity } else { source.used.next_power_of_two().max(2) });
            for i in 0..source.used {
                // SAFETY: both arrays have `used` slots; ours are uninitialised.
                unsafe { self.packed_slot(i).write(copied(&*source.packed_slot(i), source)) };
            }
            self.used = source.used;
            self.len = source.len;
            self.pos = source.pos;
        } else {
            self.copy_hash(source, keep_layout);
        }
        if keep_layout {
            iterate::copied(source, self);
        }
    }
}

/// Whether there is room for an array of `capacity` elements of `size` bytes.
#[inline(always)]
fn fits(capacity: usize, size: usize) -> bool {
    capacity < heap::LARGE / hash::ELEMENT || heap::has_room(capacity.saturating_mul(size))
}

/// An element as it goes into a copy: a reference nobody else shares becomes its value, unless that value is the
/// array being copied.
#[inline(always)]
fn copied(v: &Value, source: &PhpArray) -> Value {
    if v.is_ref() { copied_reference(v, source) } else { v.clone() }
}
/// The same with the word of the place that it is copied from.
#[inline(always)]
fn copied_in_place(v: &Value, source: &PhpArray) -> Value {
    if v.is_ref() {
        return copied_reference(v, source).with_aux(v.aux());
    }
    if let Some(header) = v.header() {
        // SAFETY: a live counted value.
        unsafe {
            crate::header::check(header);
            (*header).refcount += 1;
        }
    }
    Value::from_meta(v.meta(), v.payload())
}
#[cold]
#[inline(never)]
fn copied_reference(v: &Value, source: &PhpArray) -> Value {
    if let Some(r) = v.as_ref()
        && r.refcount() == 1
        && !r.get().as_array().is_some_and(|a| std::ptr::eq(&**a, source))
    {
        return r.get();
    }
    v.clone()
}

/// How many elements ahead of the one that is dropped memory is asked for: what one holds that holds something, later ones mostly do,
/// too, and it may be long out of the caches.
const AHEAD: usize = 4;
/// With up to so many elements nothing is asked for.
const FEW: usize = 8;

/// Drops elements and frees the block. What elements hold alone ends with them, nothing being held back or weighed.
///
/// # Safety
/// The array must not be used afterwards other than to free or overwrite its 48 bytes.
#[inline(always)]
unsafe fn free_elements(a: *const PhpArray) {
    // SAFETY: by contract we own block and elements.
    unsafe {
        if (*a).data.is_null() {
            return;
        }
        let used = (*a).used as usize;
        // What is needed behind the elements is read there: until then it would take registers that would have to be saved.
        let (block, size) = if (*a).is_packed() {
            let first = (*a).data.cast::<Value>();
            if used > FEW {
                drop_many_values(first, used)
            } else {
                drop_values(first, first.add(used))
            }
            ((*a).data, (*a).capacity as usize * size_of::<Value>())
        } else {
            let first = (*a).data.cast::<Bucket>();
            if used > FEW {
                drop_many_buckets(first, used)
            } else {
                drop_buckets(first, first.add(used))
            }
            let capacity = (*a).capacity as usize;
            ((*a).data.sub(capacity * size_of::<u32>()), capacity * hash::ELEMENT)
        };
        heap::free_sized(NonNull::new_unchecked(block), size);
    }
}
/// Drops the elements of a packed array from `at` to `end`.
///
/// # Safety
/// They must be there, and not be used afterwards.
#[inline(always)]
unsafe fn drop_values(mut at: *mut Value, end: *mut Value) {
    // SAFETY: by contract.
    unsafe {
        while at != end {
            if (*at).is_counted() {
                crate::value::release_inside((*at).payload() as *mut Header);
            }
            at = at.add(1);
        }
    }
}
/// The same for many.
///
/// # Safety
/// As [`drop_values`].
#[inline(never)]
unsafe fn drop_many_values(first: *mut Value, count: usize) {
    // SAFETY: by contract; what is asked for early is before the end.
    unsafe {
        let mut i = 0;
        while i + AHEAD < count {
            // Four at a time: of numbers nothing more is asked.
            if (0..AHEAD).fold(0, |all, j| all | (*first.add(i + j)).tag()) & crate::value::tag::COUNTED != 0 {
                for j in i..(i + AHEAD).min(count - AHEAD) {
                    let v = first.add(j);
                    if (*v).is_counted() {
                        crate::prefetch((*v.add(AHEAD)).payload() as *const u8);
                        crate::value::release_inside((*v).payload() as *mut Header);
                    }
                }
                i = (i + AHEAD).min(count - AHEAD);
            } else {
                i += AHEAD;
            }
        }
        drop_values(first.add(i), first.add(count));
    }
}
/// Drops the elements of a hash from `at` to `end`.
///
/// # Safety
/// They must be there, and not be used afterwards.
#[inline(always)]
unsafe fn drop_buckets(mut at: *mut Bucket, end: *mut Bucket) {
    // SAFETY: by contract.
    unsafe {
        while at != end {
            if (*at).value.is_counted() {
                crate::value::release_inside((*at).value.payload() as *mut Header);
            }
            let key = (*at).key;
            if !key.is_null() {
                crate::string::release_key(key);
            }
            at = at.add(1);
        }
    }
}
/// The same for many.
///
/// # Safety
/// As [`drop_buckets`].
#[inline(never)]
unsafe fn drop_many_buckets(first: *mut Bucket, count: usize) {
    // SAFETY: by contract; what is asked for early is before the end.
    unsafe {
        let mut at = first;
        let last = first.add(count - AHEAD);
        while at != last {
            if (*at).value.is_counted() {
                crate::prefetch((*at.add(AHEAD)).value.payload() as *const u8);
            }
            drop_buckets(at, at.add(1));
            at = at.add(1);
        }
        drop_buckets(at, at.add(AHEAD));
    }
}

/// Frees an array whose count is zero.
///
/// # Safety
/// `a` must be live with count zero.
#[inline(never)]
pub(crate) unsafe fn free(a: *mut PhpArray) {
    // SAFETY: by contract nobody else points to the array.
    unsafe {
        crate::gc::forget(a.cast());
        if (*a).iterators > 0 {
            iterate::array_gone(a);
        }
        free_elements(a);
        alloc::free(a.cast(), size_of::<PhpArray>());
    }
}

impl Deref for Array {
    type Target = PhpArray;
    #[inline(always)]
    fn deref(&self) -> &PhpArray {
        // SAFETY: the handle keeps the array alive.
        unsafe { self.0.as_ref() }
    }
}
impl Clone for Array {
    #[inline(always)]
    fn clone(&self) -> Array {
        if !self.is_immutable() {
            // SAFETY: a live counted array of this thread.
            unsafe {
                crate::header::check(self.0.as_ptr().cast());
                (*self.0.as_ptr()).header.refcount += 1
            };
        }
        Array(self.0)
    }
}
impl Drop for Array {
    #[inline]
    fn drop(&mut self) {
        if !self.is_immutable() {
            // SAFETY: the handle owns one count.
            unsafe { crate::value::release(self.0.as_ptr().cast()) }
        }
    }
}
impl Default for Array {
    fn default() -> Array {
        Array::new()
    }
}
impl fmt::Debug for PhpArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_protected() {
            return f.write_str("*RECURSION*");
        }
        self.protect();
        let result = f.debug_map().entries(self.iter()).finish();
        self.unprotect();
        result
    }
}
impl fmt::Debug for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
impl FromIterator<Value> for Array {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Array {
        Array::list(values)
    }
}
impl FromIterator<(Key, Value)> for Array {
    fn from_iter<I: IntoIterator<Item = (Key, Value)>>(entries: I) -> Array {
        let mut array = Array::unshared();
        let a = array.raw_mut();
        for (k, v) in entries {
            a.set(k, v);
        }
        array
    }
}
