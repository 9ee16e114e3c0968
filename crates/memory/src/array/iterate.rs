//! Walking arrays: plain iterators, the internal pointer, and by-reference `foreach`.
//!
//! A by-reference `foreach` walks an array that its body may change. Its position is registered here, so that
//! deleting, compacting, copying and freeing can keep it right.

use super::{KeyRef, PhpArray, Slot, hash::Bucket};
use crate::{HeapVec, heap_vec, state, value::Value};

impl PhpArray {
    /// The value in a slot below the array's slot count; holes are UNDEF.
    #[inline(always)]
    pub fn value_at(&self, slot: u32) -> &Value {
        debug_assert!(slot < self.used);
        // SAFETY: slots below `used` are initialised.
        unsafe { if self.is_packed() { &*self.packed_slot(slot) } else { &(*self.bucket(slot)).value } }
    }
    /// The element in a slot below the array's slot count, for changing in place.
    pub fn slot_at(&mut self, slot: u32) -> &mut Slot {
        // SAFETY: the array is borrowed uniquely.
        unsafe { Slot::at((&raw const *self.value_at(slot)).cast_mut()) }
    }
    /// The key of a slot below the array's slot count.
    #[inline(always)]
    pub fn key_at(&self, slot: u32) -> KeyRef<'_> {
        if self.is_packed() {
            return KeyRef::Int(i64::from(slot));
        }
        // SAFETY: slots below `used` are initialised; keys of buckets are live.
        unsafe {
            let b = self.bucket(slot);
            if (*b).key.is_null() { KeyRef::Int((*b).hash as i64) } else { KeyRef::Str(&*(*b).key) }
        }
    }
    /// Slots in use, holes included: positions run from 0 to here.
    #[inline(always)]
    pub fn slots(&self) -> u32 {
        self.used
    }
    /// The first element's slot at or after `slot`.
    #[inline(always)]
    pub fn next_from(&self, mut slot: u32) -> Option<u32> {
        while slot < self.used {
            if !self.value_at(slot).is_undef() {
                return Some(slot);
            }
            slot += 1;
        }
        None
    }
    /// The last element's slot before `slot`.
    pub fn prev_before(&self, slot: u32) -> Option<u32> {
        (0..slot.min(self.used)).rev().find(|&s| !self.value_at(s).is_undef())
    }
    /// The first element's slot.
    pub fn first_pos(&self) -> Option<u32> {
        self.next_from(0)
    }
    /// The last element's slot.
    pub fn last_pos(&self) -> Option<u32> {
        self.prev_before(self.used)
    }
    /// The slot of the internal pointer, if it is on an element.
    pub fn current_pos(&self) -> Option<u32> {
        self.next_from(self.pos)
    }
    /// Moves the internal pointer; the slot count, or anything above it, is past the end.
    pub fn set_current_pos(&mut self, slot: u32) {
        self.pos = slot;
    }

    /// Keys and values in order.
    #[inline]
    pub fn iter(&self) -> Iter<'_> {
        let packed = self.is_packed();
        let step = if packed { size_of::<Value>() } else { size_of::<Bucket>() };
        Iter { at: self.data, end: self.data.wrapping_add(self.used as usize * step), packed, array: self }
    }
    /// Keys and changeable values in order.
    pub fn iter_mut(&mut self) -> IterMut<'_> {
        IterMut { end: self.used, array: self, slot: 0 }
    }
    /// Keys in order.
    #[inline]
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = KeyRef<'_>> {
        self.iter().map(|(k, _)| k)
    }
    /// Values in order.
    #[inline]
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Value> {
        self.iter().map(|(_, v)| v)
    }
    /// The first element.
    pub fn first(&self) -> Option<(KeyRef<'_>, &Value)> {
        self.iter().next()
    }
    /// The last element.
    pub fn last(&self) -> Option<(KeyRef<'_>, &Value)> {
        self.iter().next_back()
    }

    /// After a removal: iterations on the slot move on by themselves (they look for the next element from there), so
    /// only the internal pointer needs care.
    pub(super) fn leave_removed(&mut self, slot: u32) {
        if self.pos == slot {
            self.pos = self.next_from(slot).unwrap_or(self.used);
        }
    }
}

/// See [`PhpArray::iter`].
///
/// Where the next slot is and where the last one ends, so that a step looks at nothing but the slot.
pub struct Iter<'a> {
    at: *const u8,
    end: *const u8,
    packed: bool,
    array: &'a PhpArray,
}

impl<'a> Iter<'a> {
    #[inline(always)]
    fn step(&self) -> usize {
        if self.packed { size_of::<Value>() } else { size_of::<Bucket>() }
    }
    /// What is in a slot, unless it is a hole.
    #[inline(always)]
    fn element(&self, slot: *const u8) -> Option<(KeyRef<'a>, &'a Value)> {
        // SAFETY: `slot` is one below the array's `used`, which is initialised and stays while the array is borrowed; keys of
        // buckets are live.
        unsafe {
            let v = &*slot.cast::<Value>();
            if v.is_undef() {
                return None;
            }
            if self.packed {
                let number = slot.offset_from_unsigned(self.array.data) / size_of::<Value>();
                return Some((KeyRef::Int(number as i64), v));
            }
            let b = &*slot.cast::<Bucket>();
            Some((if b.key.is_null() { KeyRef::Int(b.hash as i64) } else { KeyRef::Str(&*b.key) }, v))
        }
    }
}

impl<'a> Iterator for Iter<'a> {
    type Item = (KeyRef<'a>, &'a Value);
    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        while self.at != self.end {
            let slot = self.at;
            self.at = slot.wrapping_add(self.step());
            let element = self.element(slot);
            if element.is_some() {
                return element;
            }
        }
        None
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let slots = (self.end.addr() - self.at.addr()) / self.step();
        if self.array.used == self.array.len { (slots, Some(slots)) } else { (0, Some(slots)) }
    }
    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, mut with: F) -> B {
        let (mut at, step) = (self.at, self.step());
        let mut folded = init;
        while at != self.end {
            if let Some(element) = self.element(at) {
                folded = with(folded, element);
            }
            at = at.wrapping_add(step);
        }
        folded
    }
}
impl DoubleEndedIterator for Iter<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        while self.at != self.end {
            self.end = self.end.wrapping_sub(self.step());
            let element = self.element(self.end);
            if element.is_some() {
                return element;
            }
        }
        None
    }
}
impl<'a> IntoIterator for &'a PhpArray {
    type Item = (KeyRef<'a>, &'a Value);
    type IntoIter = Iter<'a>;
    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// See [`PhpArray::iter_mut`].
pub struct IterMut<'a> {
    array: &'a mut PhpArray,
    slot: u32,
    end: u32,
}

impl<'a> Iterator for IterMut<'a> {
    type Item = (KeyRef<'a>, &'a mut Slot);
    fn next(&mut self) -> Option<Self::Item> {
        while self.slot < self.end {
            let slot = self.slot;
            self.slot += 1;
            if !self.array.value_at(slot).is_undef() {
                let array: *mut PhpArray = &mut *self.array;
                // SAFETY: each slot is handed out once, and keys are not part of a slot.
                return Some(unsafe { ((*array).key_at(slot), Slot::at((&raw const *(*array).value_at(slot)).cast_mut())) });
            }
        }
        None
    }
}

/// One registered by-reference iteration.
struct Registered {
    array: *const PhpArray,
    pos: u32,
    active: bool,
    /// Arrays that `array` was copied into, slots unchanged, with the place where the iteration would go on in each.
    copies: HeapVec<(*const PhpArray, u32)>,
}

impl Registered {
    /// The iteration's positions in an array: at most one.
    fn in_array(&mut self, array: *const PhpArray) -> Option<&mut u32> {
        if std::ptr::eq(self.array, array) {
            return Some(&mut self.pos);
        }
        self.copies.iter_mut().find(|copy| std::ptr::eq(copy.0, array)).map(|copy| &mut copy.1)
    }
    /// Leaves all arrays.
    fn leave(&mut self) {
        let copies = self.copies.drain(..).map(|copy| copy.0);
        for array in copies.chain([std::mem::replace(&mut self.array, std::ptr::null())]).filter(|array| !array.is_null()) {
            // SAFETY: freed arrays are taken out in `array_gone`.
            unsafe { (*array.cast_mut()).iterators -= 1 };
        }
    }
}

/// All registered iterations of a request, and the first of the handles that are free: the position of a free one is the
/// next.
pub struct Iterators(HeapVec<Registered>, Option<u32>);

impl Iterators {
    pub(crate) fn new() -> Iterators {
        Iterators(heap_vec(), None)
    }
}

fn iterators() -> &'static mut Iterators {
    // SAFETY: the state outlives the call, and no caller keeps the borrow across another one.
    unsafe { &mut (*state::state()).iterators }
}
fn registered() -> &'static mut HeapVec<Registered> {
    &mut iterators().0
}

/// Registers an iteration over `array` at slot `pos`; the handle goes to the functions below.
pub fn register(array: &mut PhpArray, pos: u32) -> u32 {
    array.iterators += 1;
    let entry = Registered { array, pos, active: true, copies: heap_vec() };
    let Iterators(all, free) = iterators();
    match *free {
        Some(handle) => {
            let next = all[handle as usize].pos;
            *free = (next != u32::MAX).then_some(next);
            all[handle as usize] = entry;
            handle
        }
        None => {
            all.push(entry);
            all.len() as u32 - 1
        }
    }
}
/// The iteration's position in `array`. If it was registered on another array that is not the origin of this copy,
/// it starts over at the internal pointer, as PHP does.
pub fn position(handle: u32, array: &mut PhpArray) -> u32 {
    let r = &mut registered()[handle as usize];
    if !std::ptr::eq(r.array, array) {
        let pos = r.in_array(array).map_or(array.pos, |pos| *pos);
        r.leave();
        r.pos = pos;
        r.array = array;
        array.iterators += 1;
    }
    r.pos
}
/// Moves the iteration behind its next element, whose slot is the result.
pub fn advance(handle: u32, array: &mut PhpArray) -> Option<u32> {
    let from = position(handle, array);
    let at = array.next_from(from)?;
    registered()[handle as usize].pos = at + 1;
    Some(at)
}
/// Ends the iteration.
pub fn unregister(handle: u32) {
    let Iterators(all, free) = iterators();
    let r = &mut all[handle as usize];
    r.active = false;
    r.leave();
    r.pos = free.replace(handle).unwrap_or(u32::MAX);
}

/// The iterations over an array that is about to be replaced by its like.
pub struct Walks(HeapVec<u32>);

/// Takes the iterations off an array; see [`Walks::resume`].
pub fn detach(array: &PhpArray) -> Option<Walks> {
    if array.iterators == 0 {
        return None;
    }
    let mut handles = heap_vec();
    for (i, r) in registered().iter_mut().enumerate().filter(|(_, r)| r.active && std::ptr::eq(r.array, array)) {
        r.leave();
        handles.push(i as u32);
    }
    Some(Walks(handles))
}

impl Walks {
    /// Goes on in the array that took the other one's place; `place` says in which of its slots.
    pub fn resume(self, array: &mut PhpArray, place: impl Fn(u32) -> u32) {
        for handle in self.0 {
            let r = &mut registered()[handle as usize];
            if r.active && r.array.is_null() {
                r.array = array;
                r.pos = place(r.pos);
                array.iterators += 1;
            }
        }
    }
}

pub(super) fn moved(array: &PhpArray, from: u32, to: u32) {
    for pos in registered().iter_mut().filter(|r| r.active).filter_map(|r| r.in_array(array)) {
        if *pos == from {
            *pos = to;
        }
    }
}
/// The array has no more than `used` slots: what is appended next is ahead of every iteration.
#[cold]
pub(super) fn shortened(array: &PhpArray, used: u32) {
    for pos in registered().iter_mut().filter(|r| r.active).filter_map(|r| r.in_array(array)) {
        *pos = (*pos).min(used);
    }
}
pub(super) fn copied(source: &PhpArray, copy: &mut PhpArray) {
    for r in registered().iter_mut().filter(|r| r.active) {
        if let Some(&mut pos) = r.in_array(source) {
            copy.iterators += 1;
            r.copies.push((copy, pos));
        }
    }
}
pub(super) fn array_gone(array: *const PhpArray) {
    for r in registered().iter_mut().filter(|r| r.active) {
        if std::ptr::eq(r.array, array) {
            r.array = std::ptr::null();
        }
        r.copies.retain(|copy| !std::ptr::eq(copy.0, array));
    }
}
