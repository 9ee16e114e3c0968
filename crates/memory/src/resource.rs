//! Resources: a counted id into the worker's table of things outside the heap (files, sockets, …).

use crate::{
    alloc,
    header::{ACYCLIC, Header, kind},
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
        unsafe { cell.as_ptr().write(PhpResource { header: Header { refcount: 1, flags: kind::RESOURCE | ACYCLIC }, id }) };
        Resource(cell)
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

/// Closes and frees a resource whose count is zero.
///
/// # Safety
/// `cell` must be live with count zero.
pub(crate) unsafe fn free(cell: *mut PhpResource) {
    // SAFETY: by contract nobody else points to the cell.
    unsafe {
        let id = (*cell).id;
        alloc::free(cell.cast(), size_of::<PhpResource>());
        (crate::state::hooks().close_resource)(id);
    }
}
