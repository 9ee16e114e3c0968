//! PHP references: a counted cell that several variables, array elements or properties share.

use crate::{
    alloc,
    header::{Header, kind},
    value::Value,
};
use std::ptr::NonNull;

/// The cell. `source` is the typed property the reference is bound to, if any (engine data, opaque here).
#[repr(C)]
pub struct PhpRef {
    header: Header,
    pub(crate) value: Value,
    sources: *mut u8,
}

/// An owned handle to a reference cell.
#[repr(transparent)]
pub struct Reference(NonNull<PhpRef>);

impl Reference {
    /// A new cell holding `value`.
    #[inline]
    pub fn new(value: Value) -> Reference {
        Reference::with_count(value, 1)
    }
    /// The same with two counts, of which the caller of this has to use the second.
    #[inline(always)]
    pub(crate) fn new_shared(value: Value) -> Reference {
        Reference::with_count(value, 2)
    }
    #[inline(always)]
    fn with_count(value: Value, count: u32) -> Reference {
        let cell = alloc::object::<PhpRef>(0);
        // SAFETY: freshly allocated and large enough.
        unsafe {
            cell.as_ptr().write(PhpRef { header: Header::new(count, kind::REFERENCE), value, sources: std::ptr::null_mut() });
        }
        Reference(cell)
    }
    /// The value in the cell. Whoever has a handle may replace it at any time, so this is a copy.
    #[inline]
    pub fn get(&self) -> Value {
        // SAFETY: the handle keeps the cell alive, and the borrow ends with this statement.
        unsafe { (*self.0.as_ptr()).value.clone() }
    }
    /// Replaces the value in the cell; the old one is dropped last.
    #[inline]
    pub fn set(&self, value: Value) {
        // SAFETY: the handle keeps the cell alive; requests are single-threaded and the old value is dropped only
        // after the new one is in place, so a destructor may touch the cell.
        let old = unsafe { std::ptr::replace(&raw mut (*self.0.as_ptr()).value, value) };
        drop(old);
    }
    /// Changes the value: `change` gets it out of the cell, so that an array that only the cell holds is not copied. Until
    /// it is back the cell holds `null`; what is assigned to it meanwhile is lost.
    pub fn update<R>(&self, change: impl FnOnce(&mut Value) -> R) -> R {
        let cell = self.0.as_ptr();
        // SAFETY: the handle keeps the cell alive, and no borrow of its value lives while `change` runs.
        let mut value = unsafe { std::ptr::replace(&raw mut (*cell).value, Value::NULL) };
        let result = change(&mut value);
        self.set(value);
        result
    }
    /// Engine data: the typed properties this reference is bound to.
    pub fn sources(&self) -> *mut u8 {
        // SAFETY: the handle keeps the cell alive.
        unsafe { (*self.0.as_ptr()).sources }
    }
    /// Sets the engine data; the engine's hook frees it with the cell.
    pub fn set_sources(&self, sources: *mut u8) {
        // SAFETY: the handle keeps the cell alive.
        unsafe { (*self.0.as_ptr()).sources = sources }
    }
    /// Whether both handles are the same cell.
    pub fn same(&self, other: &Reference) -> bool {
        self.0 == other.0
    }
    /// How many handles and values share the cell.
    pub fn refcount(&self) -> u32 {
        // SAFETY: the handle keeps the cell alive.
        unsafe { (*self.0.as_ptr()).header.refcount }
    }
    /// The pointer, still owned by the handle.
    #[inline]
    pub fn as_ptr(&self) -> *mut PhpRef {
        self.0.as_ptr()
    }
    /// Gives up the handle without dropping its count.
    #[inline]
    pub fn into_raw(self) -> *mut PhpRef {
        let p = self.0.as_ptr();
        std::mem::forget(self);
        p
    }
}

impl Clone for Reference {
    #[inline]
    fn clone(&self) -> Reference {
        // SAFETY: the handle keeps the cell alive.
        unsafe {
            crate::header::check(self.0.as_ptr().cast());
            (*self.0.as_ptr()).header.refcount += 1
        };
        Reference(self.0)
    }
}

impl Drop for Reference {
    fn drop(&mut self) {
        // SAFETY: the handle owns one count. No cycle goes through a cell with a scalar in it.
        unsafe {
            let cell = self.0.as_ptr();
            if (*cell).header.refcount > 1 && !(*cell).value.is_counted() {
                (*cell).header.refcount -= 1;
            } else {
                crate::value::release(cell.cast());
            }
        }
    }
}

/// Frees a cell whose count is zero, and then what is in it.
///
/// # Safety
/// `cell` must be live with count zero.
#[inline(never)]
pub(crate) unsafe fn free(cell: *mut PhpRef) {
    // SAFETY: by contract nobody else points to the cell.
    unsafe {
        crate::gc::forget(cell.cast());
        if !(*cell).sources.is_null() {
            (crate::state::hooks().free_reference_sources)((*cell).sources);
        }
        let value = std::ptr::read(&raw const (*cell).value);
        alloc::free(cell.cast(), size_of::<PhpRef>());
        drop(value);
    }
}
