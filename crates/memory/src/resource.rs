//! Resources: a counted id into the worker's table of things outside the heap (files, sockets, …).

use crate::{
    HeapMap, alloc,
    header::{ACYCLIC, Header, kind},
    heap_map, state,
};
use std::ptr::NonNull;

/// The heap part of a resource.
#[repr(C)]
pub struct PhpResource {
    header: Header,
    id: u64,
}

/// An owned handle to a resource. When the last one goes, the entry in the resource table is closed.
#[repr(transparent)]
pub struct Resource(NonNull<PhpResource>);

impl Resource {
    /// A handle for the table entry `id`.
    pub fn new(id: u64) -> Resource {
        let cell = alloc::object::<PhpResource>(0);
        // SAFETY: freshly allocated and large enough.
        unsafe { cell.as_ptr().write(PhpResource { header: Header::new(1, kind::RESOURCE | ACYCLIC), id }) };
        Cells::with(|cells| cells.set(id, cell));
        Resource(cell)
    }
    /// Another handle for a table entry that some variable still has a handle for.
    pub fn by_id(id: u64) -> Option<Resource> {
        let cell = Cells::with(|cells| cells.get(id))?;
        // SAFETY: cells that are freed leave the list first, so this one is live.
        unsafe { (*cell.as_ptr()).header.refcount += 1 };
        Some(Resource(cell))
    }
    /// The id, which is also what PHP shows as the resource's number.
    pub fn id(&self) -> u64 {
        // SAFETY: the handle keeps the cell alive.
        unsafe { (*self.0.as_ptr()).id }
    }
    /// Gives up the handle without dropping its count.
    pub fn into_raw(self) -> *mut PhpResource {
        let p = self.0.as_ptr();
        std::mem::forget(self);
        p
    }
}

impl std::fmt::Debug for Resource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Resource({})", self.id())
    }
}

impl Clone for Resource {
    fn clone(&self) -> Resource {
        // SAFETY: the handle keeps the cell alive.
        unsafe { (*self.0.as_ptr()).header.refcount += 1 };
        Resource(self.0)
    }
}

impl Drop for Resource {
    fn drop(&mut self) {
        // SAFETY: the handle owns one count.
        unsafe { crate::value::release(self.0.as_ptr().cast()) }
    }
}

/// The live cells by id. Ids are never used again, so what it takes must not depend on how many there have been.
pub struct Cells(HeapMap<u64, NonNull<PhpResource>>);

impl Cells {
    pub(crate) fn new() -> Cells {
        Cells(heap_map())
    }
    fn with<R>(f: impl FnOnce(&mut Cells) -> R) -> R {
        // SAFETY: the state outlives the call, and `f` (only the methods below) does not reach it another way.
        f(unsafe { &mut (*state::state()).resources })
    }
    fn set(&mut self, id: u64, cell: NonNull<PhpResource>) {
        self.0.insert(id, cell);
    }
    fn get(&self, id: u64) -> Option<NonNull<PhpResource>> {
        self.0.get(&id).copied()
    }
    fn remove(&mut self, id: u64, cell: *mut PhpResource) {
        if self.0.get(&id).is_some_and(|known| known.as_ptr() == cell) {
            self.0.remove(&id);
        }
    }
}

/// Frees a resource whose count is zero. Its entry waits to be closed.
///
/// # Safety
/// `cell` must be live with count zero.
pub(crate) unsafe fn free(cell: *mut PhpResource) {
    // SAFETY: by contract nobody else points to the cell.
    unsafe {
        let id = (*cell).id;
        Cells::with(|cells| cells.remove(id, cell));
        alloc::free(cell.cast(), size_of::<PhpResource>());
        crate::finalize::wait(crate::finalize::Waiting::Resource(id));
    }
}
