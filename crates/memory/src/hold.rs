//! Keeping alive what PHP code lets go of while native code is in the middle of something.
//!
//! An instruction finds a place to write to, and then has to report an error (an undefined key, a conversion) whose
//! handler is PHP code. That code may assign to the variable that the place is in. Counting every array on the way to a
//! place would make all writes pay for what hardly ever happens, so instead nothing is freed until the instruction is
//! over: between [`begin`] and [`end`], objects whose last count goes only wait, and blocks keep their memory (see
//! `heap/held.rs`); [`release`] frees both when no instruction is half done. Destructors are called when they should be.

use crate::{
    header::{Header, kind},
    heap, object, state,
};

/// Frees nothing from now on, until as many calls of [`end`].
pub fn begin() {
    heap::begin_hold();
}

/// Ends one [`begin`]. True if this was the outermost: [`release`] is due as soon as the instruction is over.
pub fn end() -> bool {
    heap::end_hold();
    !heap::holding()
}

/// Frees what was let go. Does nothing between [`begin`] and [`end`].
///
/// # Safety
/// No pointer is in use that leads into a value that was let go: no instruction is half done.
pub unsafe fn release() {
    while !heap::holding() {
        // SAFETY: the state outlives the call; each entry owns one count of a live object.
        unsafe {
            let Some(next) = (*state::state()).held.pop() else { break };
            crate::value::release(next);
        }
    }
    // SAFETY: as the caller promises.
    unsafe { heap::release_held() }
}

/// Puts an object whose count has reached zero on the list of what waits, which owns one count of it.
///
/// # Safety
/// `header` must point to a live object with reference count zero.
#[cold]
#[inline(never)]
pub(crate) unsafe fn keep(header: *mut Header) {
    // SAFETY: by contract; the destructor may do anything but free the object.
    unsafe {
        if (*header).kind() == kind::OBJECT && object::destruct(header.cast()) {
            return;
        }
        (*header).refcount = 1;
        (*state::state()).held.push(header);
    }
}
