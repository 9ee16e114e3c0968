//! An array element that may be changed in place.

use crate::{
    array::Array,
    reference::Reference,
    value::{Value, tag},
};
use std::ops::Deref;

/// An element's place in an array. It reads as the value; it is written through [`Slot::set`] and
/// [`Slot::assign`], because hash arrays keep their collision chain beside the value.
#[repr(transparent)]
pub struct Slot(Value);

impl Slot {
    /// # Safety
    /// `v` must be an element of an array that is borrowed uniquely for `'a`.
    #[inline(always)]
    pub(crate) unsafe fn at<'a>(v: *mut Value) -> &'a mut Slot {
        // SAFETY: transparent over Value.
        unsafe { &mut *v.cast() }
    }
    /// Replaces the element (a reference too); the old value is dropped last.
    #[inline(always)]
    pub fn set(&mut self, value: Value) {
        let old = Value::pack(self.0.tag(), self.0.payload);
        self.0.set_tag(value.tag());
        self.0.payload = value.payload;
        std::mem::forget(value);
        drop(old);
    }
    /// Writes through a reference, or replaces the element.
    #[inline]
    pub fn assign(&mut self, value: Value) {
        match self.0.as_ref() {
            Some(r) => r.set(value),
            None => self.set(value),
        }
    }
    /// Takes the value out, leaving `null`.
    pub fn take(&mut self) -> Value {
        let old = Value::pack(self.0.tag(), self.0.payload);
        self.0.set_tag(tag::NULL);
        old
    }
    /// Turns the element into a reference, if it is not one, and returns it.
    pub fn make_ref(&mut self) -> Reference {
        self.0.make_ref()
    }
    /// The array handle for writing, if the element itself is an array.
    pub fn own_array_mut(&mut self) -> Option<&mut Array> {
        self.0.own_array_mut()
    }
    /// Changes the element, or what is behind the reference that it is, in place. See [`Reference::update`].
    pub fn update<R>(&mut self, change: impl FnOnce(&mut Value) -> R) -> R {
        match self.0.as_ref() {
            Some(reference) => reference.update(change),
            None => {
                let mut value = self.take();
                let result = change(&mut value);
                self.set(value);
                result
            }
        }
    }
    /// The element's address, for the engine.
    #[inline(always)]
    pub fn as_ptr(&mut self) -> *mut Value {
        &raw mut self.0
    }
}

impl Deref for Slot {
    type Target = Value;
    #[inline(always)]
    fn deref(&self) -> &Value {
        &self.0
    }
}
