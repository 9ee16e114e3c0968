//! What shows the collector the objects that something holds.

use crate::{
    array::Array,
    header::{ACYCLIC, Header, IMMUTABLE},
    object::{Object, PhpObject},
    reference::Reference,
    value::{Value, tag},
};

/// Takes what an object holds, one thing at a time. It looks at what it is shown and hands nothing out: whoever shows
/// cannot come to own a count, which the collector is just about to weigh.
pub struct Tracer<'a> {
    found: &'a mut dyn FnMut(*mut Header),
}

impl<'a> Tracer<'a> {
    pub(crate) fn new(found: &'a mut dyn FnMut(*mut Header)) -> Tracer<'a> {
        Tracer { found }
    }
    /// Shows a value.
    #[inline]
    pub fn value(&mut self, value: &Value) {
        if let Some(header) = collectable_of(value) {
            (self.found)(header);
        }
    }
    /// Shows an object.
    #[inline]
    pub fn object(&mut self, object: &Object) {
        self.header(object.as_ptr().cast());
    }
    /// Shows an array.
    #[inline]
    pub fn array(&mut self, array: &Array) {
        self.header(array.as_ptr().cast());
    }
    /// Shows a reference.
    #[inline]
    pub fn reference(&mut self, reference: &Reference) {
        self.header(reference.as_ptr().cast());
    }
    /// Shows an object of which the one who shows it owns a count without having a handle.
    ///
    /// # Safety
    /// `object` must be live.
    pub unsafe fn object_at(&mut self, object: *mut PhpObject) {
        self.header(object.cast());
    }
    #[inline]
    fn header(&mut self, header: *mut Header) {
        if collectable(header) {
            (self.found)(header);
        }
    }
}

/// Whether what is counted may be part of a cycle.
#[inline(always)]
pub(super) fn collectable(header: *mut Header) -> bool {
    // SAFETY: handles and counted values refer to live headers.
    unsafe { (*header).flags & (ACYCLIC | IMMUTABLE) == 0 }
}

/// What a value holds that may be part of a cycle. Strings, most of what there is, tell by their tag: their memory is not
/// looked at.
#[inline(always)]
pub(super) fn collectable_of(value: &Value) -> Option<*mut Header> {
    let value = match value.indirect_target() {
        // SAFETY: symbol tables point at live local variables.
        Some(target) => unsafe { &*target },
        None => value,
    };
    if !matches!(value.tag(), tag::OBJECT | tag::REFERENCE | COUNTED_ARRAY) {
        return None;
    }
    value.header().filter(|&header| collectable(header))
}

const COUNTED_ARRAY: u32 = tag::ARRAY | tag::COUNTED;
