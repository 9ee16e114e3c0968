//! Places: where an element or property is written to, together with what it is in.
//!
//! Between finding a place and writing to it, PHP code may run: an error handler, a conversion. It may let go of the array
//! or the object that the place is in. So a place carries a count of its owner. That keeps the memory, and it keeps the
//! place where it is: an array that somebody else holds too is not changed but separated first.
//!
//! From one instruction to the next a place travels as a value of the kind INDIRECT, which names the owner without a
//! count. Nothing runs in between; an instruction that is about to run PHP code takes the count first ([`Value::pin`]).

use crate::{
    array::{KeyRef, PhpArray},
    header::{Header, IMMUTABLE},
    object::{Object, PhpObject},
    reference::PhpRef,
    value::{Value, tag},
};
use std::ptr::{self, NonNull};

/// A count of what a place is in; nothing for places that last anyhow (variables, static properties).
pub struct Pin(Option<NonNull<Header>>);

impl Pin {
    /// Holds nothing.
    pub const NONE: Pin = Pin(None);

    /// Takes a count.
    ///
    /// # Safety
    /// `owner` must be null or live.
    #[inline]
    pub unsafe fn new(owner: *mut Header) -> Pin {
        // SAFETY: by contract.
        unsafe {
            match NonNull::new(owner) {
                Some(header) if (*owner).flags & IMMUTABLE == 0 => {
                    (*owner).refcount += 1;
                    Pin(Some(header))
                }
                _ => Pin(None),
            }
        }
    }
    /// Holds an array.
    pub fn array(array: &PhpArray) -> Pin {
        // SAFETY: a borrowed array is live.
        unsafe { Pin::new(ptr::from_ref(array).cast_mut().cast()) }
    }
    /// Holds an object.
    pub fn object(object: &Object) -> Pin {
        // SAFETY: a handle's object is live.
        unsafe { Pin::new(object.as_ptr().cast()) }
    }
    /// Whether nobody else holds it any more: what is written there is written for nobody.
    pub fn is_last(&self) -> bool {
        // SAFETY: the count keeps the owner alive.
        self.0.is_some_and(|header| unsafe { (*header.as_ptr()).refcount } == 1)
    }
    /// Whether several others hold it, who must not all see what is written.
    pub fn is_shared(&self) -> bool {
        // SAFETY: as above.
        self.0.is_some_and(|header| unsafe { (*header.as_ptr()).refcount } > 2)
    }
    fn owner(&self) -> *mut Header {
        self.0.map_or(ptr::null_mut(), NonNull::as_ptr)
    }
}

impl Drop for Pin {
    #[inline]
    fn drop(&mut self) {
        if let Some(header) = self.0 {
            // SAFETY: the pin owns one count. Taking and giving it back makes no garbage: whoever else let go meanwhile
            // has told the collector.
            unsafe {
                let header = header.as_ptr();
                if (*header).refcount > 1 {
                    (*header).refcount -= 1;
                } else {
                    crate::value::release(header);
                }
            }
        }
    }
}

/// A place that can be written to, and what it is in.
pub struct Place {
    at: *mut Value,
    owner: Pin,
}

impl Place {
    /// A place in what `owner` holds.
    ///
    /// # Safety
    /// `at` must stay valid as long as the owner, or, without one, as long as the place is used.
    #[inline]
    pub unsafe fn new(at: *mut Value, owner: Pin) -> Place {
        Place { at, owner }
    }
    /// The place of an element.
    pub fn element(array: &mut PhpArray, key: &KeyRef) -> Option<Place> {
        let at = array.get_mut(key)?.as_ptr();
        Some(Place { at, owner: Pin::array(array) })
    }
    /// The place of a property slot.
    pub fn slot(object: &Object, slot: u16) -> Place {
        assert!(slot < object.slot_count());
        Place { at: object.slot_ptr(slot), owner: Pin::object(object) }
    }
    /// Where it is: valid as long as this.
    #[inline]
    pub fn at(&self) -> *mut Value {
        self.at
    }
    /// What it is in.
    #[inline]
    pub fn owner(&self) -> &Pin {
        &self.owner
    }
    /// The value for the instruction that follows. Where the place would end with this one's count, that works on a copy
    /// of what is there.
    #[inline]
    pub fn into_value(self) -> Value {
        if self.owner.is_last() {
            // SAFETY: the place is valid.
            return unsafe { (*self.at).clone() };
        }
        Value::indirect_in(self.owner.owner(), self.at)
    }
}

impl Value {
    /// Engine-private: a value pointing to another value, which is in `owner`.
    #[inline(always)]
    pub fn indirect_in(owner: *mut Header, to: *mut Value) -> Value {
        // Addresses have 48 bits.
        Value::from_meta(u64::from(tag::INDIRECT) | (owner as u64) << 16, to as u64)
    }
    /// Engine-private: a value pointing to another value, a slot of an object.
    #[inline(always)]
    pub fn indirect_in_object(owner: *mut PhpObject, to: *mut Value) -> Value {
        Value::indirect_in(owner.cast(), to)
    }
    /// Engine-private: a value pointing to the one in the reference that this is.
    #[inline(always)]
    pub fn indirect_behind(&self) -> Value {
        assert!(self.is_ref());
        let cell = self.payload() as *mut PhpRef;
        // SAFETY: a reference's payload is its cell, which this keeps alive.
        Value::indirect_in(cell.cast(), unsafe { &raw mut (*cell).value })
    }
    /// Engine-private: what a temporary names as a place to write to, if it does.
    ///
    /// # Safety
    /// The value must be a temporary made by [`Place::into_value`], [`Value::indirect`] or one of their relatives, and no
    /// code may have run since.
    #[inline]
    pub unsafe fn pin(&self) -> Option<Place> {
        let at = self.indirect_target()?;
        // SAFETY: by contract the owner is live still.
        Some(Place { at, owner: unsafe { Pin::new((self.meta() >> 16) as *mut Header) } })
    }
}
