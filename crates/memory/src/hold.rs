//! Keeping alive what PHP code lets go of while native code is in the middle of something.
//!
//! An instruction finds a place to write to, and then has to report an error (an undefined key, a conversion) whose
//! handler is PHP code. That code may assign to the variable that the place is in. Counting every array on the way to a
//! place would make all writes pay for what hardly ever happens, so instead nothing is freed until the instruction is
//! over: between [`begin`] and [`end`], objects whose last count goes only wait, and blocks keep their memory (see
//! `heap/held.rs`); [`release`] frees both when no instruction is half done. Destructors are called when they
//! should be ([`crate::finalize`]).
//!
//! Places carry what they are in ([`crate::place`]); this is for what else an instruction or a native function may be
//! looking at. It is bounded, so that a handler may run for as long as it likes, and each line of execution has its own: a
//! fiber that is suspended in a handler keeps no other from freeing.

use crate::{
    HeapVec, Object, PhpArray,
    array::Slot,
    finalize,
    header::{Header, kind},
    heap, heap_vec, object,
    reference::PhpRef,
    state,
};
use std::mem::ManuallyDrop;

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

/// How many objects wait at most.
const MOST: usize = 1 << 14;

/// What a line of execution that does not run holds back.
pub struct Suspended {
    blocks: heap::Holding,
    objects: HeapVec<*mut Header>,
}

impl Suspended {
    /// Nothing.
    pub fn new() -> Suspended {
        Suspended { blocks: heap::Holding::NOTHING, objects: heap_vec() }
    }
    /// Frees what the line held back, which has ended.
    ///
    /// # Safety
    /// No instruction of the line is half done.
    pub unsafe fn release(&mut self) {
        self.exchange();
        // SAFETY: as the caller promises.
        unsafe { release() };
        self.exchange();
    }
    /// Exchanges what is held back for this.
    #[inline]
    pub fn exchange(&mut self) {
        // SAFETY: the state outlives the call.
        let objects = unsafe { &mut (*state::state()).held };
        // Hardly ever anything is held back where lines change.
        if self.objects.is_empty() && objects.is_empty() && self.blocks.is_nothing() && !heap::holds_anything() {
            return;
        }
        heap::exchange_holding(&mut self.blocks);
        std::mem::swap(&mut self.objects, objects);
    }
}

impl Default for Suspended {
    fn default() -> Suspended {
        Suspended::new()
    }
}

/// Puts an object whose count has reached zero on the list of what waits, which owns one count of it. False if it is to be
/// freed at once, as the list is full.
///
/// # Safety
/// `header` must point to a live object with reference count zero.
#[cold]
#[inline(never)]
pub(crate) unsafe fn keep(header: *mut Header) -> bool {
    // SAFETY: by contract.
    unsafe {
        if (*header).kind() == kind::OBJECT {
            if finalize::wait_for_destructor(header) {
                return true;
            }
            // Nobody gets hold of it any more.
            object::end_weak_references(header.cast());
        }
        let held = &raw mut (*state::state()).held;
        if (*held).len() >= MOST || crate::gc::is_weighing() {
            return false;
        }
        (*header).refcount = 1;
        (*held).push(header);
        let_go_of_contents(header);
        true
    }
}

/// In an entry of the stack of [`let_go_of_contents`]: what is in the object was looked at.
const LEFT: usize = 1;

/// A kept value gives back what others hold too, so that it ends when those let go of it; nothing ends by that here. What it
/// was the last to hold stays with it, except for objects with a destructor, which wait for theirs. Handles of the others are
/// free from now on, as they are in PHP.
///
/// # Safety
/// `header` must point to a live value that nothing but the list holds.
unsafe fn let_go_of_contents(header: *mut Header) {
    let mut inside = heap_vec();
    inside.push(header);
    while let Some(entry) = inside.pop() {
        let next = entry.map_addr(|address| address & !LEFT);
        if entry.addr() & LEFT != 0 {
            // SAFETY: a kept object, which is live.
            unsafe { object::give_back_handle(next.cast()) };
            continue;
        }
        // SAFETY: what is inside is kept alive by what it is in.
        if unsafe { (*next).kind() == kind::OBJECT && !object::wants_destructor(next.cast()) } {
            inside.push(next.map_addr(|address| address | LEFT));
        }
        let first = inside.len();
        let mut look_at = |slot: &mut Slot| {
            if !slot.is_counted() {
                return;
            }
            if slot.refcount() > 1 {
                drop(slot.take());
                return;
            }
            let header = slot.payload() as *mut Header;
            // SAFETY: the kind tells the type.
            if unsafe { (*header).kind() == kind::OBJECT && object::wants_destructor(header.cast()) } {
                // Its count goes to the queue.
                std::mem::forget(slot.take());
            }
            inside.push(header);
        };
        // SAFETY: the kind tells the type; what is inside is kept alive by what it is in, and nobody else has it.
        unsafe {
            match (*next).kind() {
                kind::ARRAY => (*next.cast::<PhpArray>()).iter_mut().for_each(|(_, slot)| look_at(slot)),
                kind::REFERENCE => look_at(Slot::at(&raw mut (*next.cast::<PhpRef>()).value)),
                kind::OBJECT if object::wants_destructor(next.cast()) => {
                    finalize::wait(finalize::Waiting::Object(Object::from_raw(next.cast())));
                }
                kind::OBJECT => {
                    let object = ManuallyDrop::new(Object::from_raw(next.cast()));
                    (0..object.slot_count()).for_each(|slot| look_at(Slot::at(object.slot_ptr(slot))));
                    if let Some(dynamic) = object.dynamic_lent()
                        && dynamic.refcount() == 1
                    {
                        (*object.dynamic_ptr()).make_mut().iter_mut().for_each(|(_, slot)| look_at(slot));
                    }
                }
                _ => {}
            }
        }
        // The first is looked at first.
        inside[first..].reverse();
    }
}
