//! The table of live objects: handles (`spl_object_id`, the `#3` of `var_dump`) and the order of creation.

use super::{Object, PhpObject};
use crate::{HeapVec, heap_vec, state};

/// Live objects by handle; freed handles are reused, last freed first.
pub struct ObjectStore {
    /// An object pointer, or the next free handle shifted left with bit 0 set.
    entries: HeapVec<u64>,
    free: u32,
    /// Freed handles are used again.
    reuse: bool,
    pub(super) destructors_enabled: bool,
}

impl ObjectStore {
    pub(crate) fn new() -> ObjectStore {
        let mut entries = heap_vec();
        entries.push(1);
        ObjectStore { entries, free: 0, reuse: true, destructors_enabled: true }
    }
    pub(super) fn add(&mut self, object: *mut PhpObject) -> u32 {
        if self.free != 0 {
            let handle = self.free;
            self.free = (self.entries[handle as usize] >> 1) as u32;
            self.entries[handle as usize] = object as u64;
            return handle;
        }
        self.entries.push(object as u64);
        (self.entries.len() - 1) as u32
    }
    pub(super) fn remove(&mut self, handle: u32) {
        self.entries[handle as usize] = u64::from(self.free) << 1 | 1;
        if self.reuse {
            self.free = handle;
        }
    }
    fn get(&self, handle: usize) -> Option<*mut PhpObject> {
        let entry = *self.entries.get(handle)?;
        (entry & 1 == 0).then_some(entry as *mut PhpObject)
    }
}

fn store() -> &'static mut ObjectStore {
    // SAFETY: the state outlives the call, and no caller keeps the borrow across another one.
    unsafe { &mut (*state::state()).objects }
}

/// The live object with the smallest handle that is at least `from`.
pub fn next_live(from: u32) -> Option<(u32, Object)> {
    let store = store();
    for handle in from as usize..store.entries.len() {
        if let Some(p) = store.get(handle) {
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
