//! The table of live objects: handles (`spl_object_id`, the `#3` of `var_dump`) and the order of creation.

use super::{Object, PhpObject};
use crate::{HeapVec, finalize, heap_vec, state, value::Value};

/// Live objects by handle; freed handles are reused, last freed first.
pub struct ObjectStore {
    /// An object pointer, with [`DESTRUCTIBLE`] in it, or the next free handle shifted left with bit 0 set.
    entries: HeapVec<u64>,
    free: u32,
    /// How many entries have [`DESTRUCTIBLE`].
    destructible: u32,
    /// Freed handles are used again.
    reuse: bool,
    pub(crate) destructors_enabled: bool,
}

/// In an entry: the object has a destructor. The end of a request finds those without looking at any other object, so
/// that after a snapshot no page is touched in vain.
const DESTRUCTIBLE: u64 = 2;
/// An entry that [`reserve`] took.
const RESERVED: u64 = 1;

impl ObjectStore {
    pub(crate) fn new() -> ObjectStore {
        let mut entries = heap_vec();
        entries.push(1);
        ObjectStore { entries, free: 0, destructible: 0, reuse: true, destructors_enabled: true }
    }
    #[inline(always)]
    pub(super) fn add(&mut self, object: *mut PhpObject) -> u32 {
        let handle = self.free;
        match self.entries.get_mut(handle as usize) {
            Some(entry) if handle != 0 => {
                self.free = (*entry >> 1) as u32;
                *entry = object as u64;
                handle
            }
            _ => self.add_last(object),
        }
    }
    #[inline(never)]
    fn add_last(&mut self, object: *mut PhpObject) -> u32 {
        self.entries.push(object as u64);
        (self.entries.len() - 1) as u32
    }
    /// The object has a destructor.
    #[cold]
    pub(super) fn mark(&mut self, handle: u32) {
        let entry = &mut self.entries[handle as usize];
        self.destructible += u32::from(*entry & DESTRUCTIBLE == 0);
        *entry |= DESTRUCTIBLE;
    }
    #[inline(always)]
    pub(super) fn remove(&mut self, handle: u32) {
        if handle == 0 {
            return;
        }
        let entry = &mut self.entries[handle as usize];
        let free = u64::from(self.free) << 1 | 1;
        if std::mem::replace(entry, free) & DESTRUCTIBLE != 0 {
            self.destructible -= 1;
        }
        if self.reuse {
            self.free = handle;
        }
    }
    fn get(&self, handle: usize) -> Option<*mut PhpObject> {
        let entry = *self.entries.get(handle)?;
        (entry & 1 == 0).then_some((entry & !DESTRUCTIBLE) as *mut PhpObject)
    }
}

fn store() -> &'static mut ObjectStore {
    // SAFETY: the state outlives the call, and no caller keeps the borrow across another one.
    unsafe { &mut (*state::state()).objects }
}

/// The object that has a handle and is held by somebody: for tables that know objects without keeping them. Handles are
/// used again, so whoever asks checks that it is the object that was meant.
pub fn live(handle: u32) -> Option<Object> {
    let object = store().get(handle as usize).filter(|object| !object.is_null())?;
    // SAFETY: the store has live objects only; one without a count is on its way out and is not brought back.
    unsafe {
        if (*object).header.refcount == 0 {
            return None;
        }
        (*object).header.refcount += 1;
        Some(Object::from_raw(object))
    }
}

/// Takes a handle for something that is no object here but is one in PHP.
pub fn reserve() -> u32 {
    let store = store();
    let handle = store.add(std::ptr::null_mut());
    store.entries[handle as usize] = RESERVED;
    handle
}
/// Gives back what [`reserve`] took.
pub fn give_back(handle: u32) {
    store().remove(handle);
}
/// Gives back what [`reserve`] took, as the end of an object does that holds `held` alone: its handle is free after what that frees.
pub fn give_back_after(handle: u32, held: Value) {
    let before = finalize::waiting();
    drop(held);
    if finalize::waiting() == before { give_back(handle) } else { finalize::wait(finalize::Waiting::Handle(handle)) }
}

/// What live objects own outside the heap, in words.
pub fn outside() -> Vec<&'static str> {
    let store = store();
    let objects = (1..store.entries.len()).filter_map(|handle| store.get(handle));
    // SAFETY: entries of live objects; the handle is not dropped, so no count changes.
    objects.filter_map(|p| unsafe { std::mem::ManuallyDrop::new(Object::from_raw(p)).outside() }).collect()
}
/// The live object with a destructor, which may have run, with the smallest handle that is at least `from`.
pub fn next_destructible(from: u32) -> Option<(u32, Object)> {
    let store = store();
    for handle in from as usize..store.entries.len() {
        if store.entries[handle] & DESTRUCTIBLE != 0
            && let Some(p) = store.get(handle)
        {
            // SAFETY: entries of live objects; the count is added for the new handle.
            unsafe {
                if (*p).header.refcount == 0 {
                    continue;
                }
                (*p).header.refcount += 1;
                return Some((handle as u32, Object::from_raw(p)));
            }
        }
    }
    None
}
/// How many objects with a destructor are alive.
pub fn destructible_count() -> u32 {
    store().destructible
}

/// From now on no destructors run (after a fatal error, at the end of a request).
pub fn disable_destructors() {
    store().destructors_enabled = false;
}

/// From now on every object gets a handle of its own: a walk in the order of handles meets what is made meanwhile.
pub fn stop_reuse() {
    let store = store();
    store.reuse = false;
    store.free = 0;
}

/// How many objects are alive.
pub fn live_count() -> usize {
    let store = store();
    (1..store.entries.len()).filter(|&h| store.get(h).is_some()).count()
}
