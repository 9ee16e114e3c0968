//! What few objects have besides their slots: dynamic properties, and the state of native classes.

use super::NativeData;
use crate::{alloc, array::Array, heap};
use std::{
    any::TypeId,
    mem::{align_of, size_of},
    ptr::{self, NonNull},
};

/// The side table of an object.
#[repr(C, align(16))]
pub(super) struct Extra {
    pub(super) dynamic: Option<Array>,
    native: Option<NonNull<dyn NativeData>>,
    /// The type of the native state, so that asking for it is no virtual call.
    pub(super) native_type: TypeId,
    /// Bytes of the block, which the native state is in if it was there before any dynamic property.
    size: u32,
    /// The block is part of the object's.
    inside: bool,
}

impl Extra {
    /// An empty one, with room for a state of `room` bytes behind it.
    pub(super) fn make(room: usize) -> NonNull<Extra> {
        // Blocks of other sizes are not aligned as this type is.
        let room = room.next_multiple_of(align_of::<Extra>());
        let extra = alloc::object::<Extra>(room);
        let size = (size_of::<Extra>() + room) as u32;
        // SAFETY: freshly allocated.
        unsafe { extra.write(Extra { dynamic: None, native: None, native_type: TypeId::of::<()>(), size, inside: false }) };
        extra
    }
    /// Bytes of a table that has a state of this type behind it.
    pub(super) const fn size_inside<T>() -> usize {
        const { assert!(align_of::<T>() <= align_of::<Extra>()) };
        size_of::<Extra>() + size_of::<T>().next_multiple_of(align_of::<Extra>())
    }
    /// Writes a table with its state into an object's own block.
    ///
    /// # Safety
    /// `this` must be the address of [`Extra::size_inside`] free bytes, aligned as this type.
    #[inline(always)]
    pub(super) unsafe fn write_inside<T: NativeData>(this: NonNull<Extra>, data: T) {
        // SAFETY: by contract.
        unsafe {
            let place = this.add(1).cast::<T>();
            place.write(data);
            let native: *mut dyn NativeData = place.as_ptr();
            this.write(Extra {
                dynamic: None,
                native: Some(NonNull::new_unchecked(native)),
                native_type: TypeId::of::<T>(),
                size: const { Extra::size_inside::<T>() as u32 },
                inside: true,
            });
        }
    }
    /// Writes an empty table, with room for a state behind it, into an object's own block.
    ///
    /// # Safety
    /// `this` must be the address of `size` free bytes, as many as another table has taken, aligned as this type.
    #[inline(always)]
    pub(super) unsafe fn write_empty(this: NonNull<Extra>, size: u32) {
        // SAFETY: by contract.
        unsafe { this.write(Extra { dynamic: None, native: None, native_type: TypeId::of::<()>(), size, inside: true }) };
    }
    /// The bytes of the block, or of the part of one, with the state.
    pub(super) fn size(&self) -> u32 {
        self.size
    }
    /// How many bytes of an object's block its table has, which may have been emptied.
    ///
    /// # Safety
    /// `this` must have been written by [`Extra::write_inside`] or [`Extra::write_empty`].
    pub(super) unsafe fn size_of_inside(this: *const Extra) -> usize {
        // SAFETY: by contract.
        unsafe { (*this).size as usize }
    }
    /// The native state.
    #[inline(always)]
    pub(super) fn native(&self) -> Option<&dyn NativeData> {
        // SAFETY: the state lives as long as the table; only shared borrows are handed out.
        self.native.map(|native| unsafe { &*native.as_ptr() })
    }
    /// Puts the native state into the room that was made for it, or into a block of its own.
    ///
    /// # Safety
    /// `this` must be live; it must have no state yet, and nobody borrows it.
    pub(super) unsafe fn init_native<T: NativeData>(this: NonNull<Extra>, data: T) {
        // SAFETY: by contract; the room lies behind the table.
        unsafe {
            let extra = this.as_ptr();
            assert!((*extra).native.is_none(), "native state is set once");
            let has_room = (*extra).size as usize >= size_of::<Extra>() + size_of::<T>();
            let place =
                if has_room && align_of::<T>() <= align_of::<Extra>() { this.add(1).cast::<T>() } else { alloc::object::<T>(0) };
            place.write(data);
            let native: *mut dyn NativeData = place.as_ptr();
            (*extra).native = Some(NonNull::new_unchecked(native));
            (*extra).native_type = TypeId::of::<T>();
        }
    }
    /// Whether all there is of it is a state, and both lie in the object's own block.
    #[inline(always)]
    pub(super) fn is_state_inside(&self) -> bool {
        let behind = ptr::from_ref(self).wrapping_add(1).cast::<u8>();
        self.inside && self.dynamic.is_none() && self.native.is_some_and(|native| ptr::eq(native.as_ptr().cast(), behind))
    }
    /// Drops a state that lies in the object's own block; the bytes that it had there, with the table.
    ///
    /// # Safety
    /// As for [`Extra::free`], and [`Extra::is_state_inside`].
    #[inline(always)]
    pub(super) unsafe fn free_inside(this: NonNull<Extra>) -> usize {
        // SAFETY: by contract.
        unsafe {
            let extra = this.as_ptr();
            if let Some(native) = (*extra).native.take() {
                ptr::drop_in_place(native.as_ptr());
            }
            (*extra).size as usize
        }
    }
    /// Drops what the table holds, and frees it if it has a block of its own.
    ///
    /// # Safety
    /// `this` must be live, and nobody refers to it any more.
    pub(super) unsafe fn free(this: NonNull<Extra>) {
        // SAFETY: by contract; each part is dropped once.
        unsafe {
            let extra = this.as_ptr();
            drop((*extra).dynamic.take());
            if let Some(native) = (*extra).native.take() {
                let size = size_of_val(native.as_ref());
                ptr::drop_in_place(native.as_ptr());
                if native.cast::<u8>() != this.add(1).cast() {
                    heap::free_sized(native.cast(), size);
                }
            }
            if !(*extra).inside {
                heap::free_sized(this.cast(), (*extra).size as usize);
            }
        }
    }
}
