//! The finalization queue: what has lost its last handle, but has PHP code to run before it goes.
//!
//! No `drop` runs PHP code. An object with a destructor whose count reaches zero, and a resource that a script may have a say
//! in closing, wait here; the engine runs them ([`run`]) at the next safepoint: when the instruction is over, when the native
//! function has returned, and before native code calls PHP code. Objects whose turn comes when something waits already wait behind
//! it; what else is freed goes at once.

use crate::{HeapVec, Object, header::Header, interrupt, object, object::PhpObject, state};

/// Something that waits.
pub(crate) enum Waiting {
    /// An object whose destructor has to be called, or that goes behind others of which that is so. The queue owns a count of it.
    Object(Object),
    /// An entry of the table of resources.
    Resource(u64),
    /// An object that was emptied: its handle is free when what it held, which waits before it, is gone.
    Shell(*mut PhpObject),
    /// A handle of nobody's ([`object::store::reserve`]) that is free when what waits before it is gone.
    Handle(u32),
}

/// What PHP code has to be run for.
pub enum Finalizer<'a> {
    /// Calls the object's destructor.
    Destruct(&'a Object),
    /// Closes the resource.
    Close(u64),
}

/// What waits, first the first.
pub(crate) type Queue = HeapVec<Waiting>;

fn queue() -> *mut Queue {
    // SAFETY: the state outlives the call.
    unsafe { &raw mut (*state::state()).finalizers }
}

/// Lets something wait.
#[cold]
#[inline(never)]
pub(crate) fn wait(what: Waiting) {
    // SAFETY: no borrow of the queue is kept across calls.
    unsafe { (*queue()).push(what) };
    interrupt::raise(interrupt::FINALIZE);
}

/// How much waits.
pub(crate) fn waiting() -> usize {
    // SAFETY: as in `wait`.
    unsafe { (*queue()).len() }
}

/// Lets an object wait that has a destructor to call. False if it has none.
///
/// # Safety
/// `header` must point to a live object of kind OBJECT with reference count zero.
#[inline(always)]
pub(crate) unsafe fn wait_for_destructor(header: *mut Header) -> bool {
    // SAFETY: by contract nobody else points to the object; the queue gets its count.
    unsafe {
        let p: *mut PhpObject = header.cast();
        if !object::wants_destructor(p) {
            return false;
        }
        (*header).refcount = 1;
        wait(Waiting::Object(Object::from_raw(p)));
        true
    }
}

/// Runs what waits, and what comes to wait meanwhile, in the order in which PHP would: depth first. What waited when PHP code
/// began that `finalize` runs is not seen by it.
pub fn run(mut finalize: impl FnMut(Finalizer<'_>)) {
    interrupt::lower(interrupt::FINALIZE);
    // Last first. This list belongs to the call: a destructor may suspend its fiber, and others come here in the meantime.
    let mut work = crate::heap_vec();
    while let Some(next) = next(&mut work) {
        match next {
            Waiting::Object(object) => {
                // SAFETY: a live object.
                if unsafe { object::wants_destructor(object.as_ptr()) } {
                    object.set_flag(object::DESTRUCTED, true);
                    finalize(Finalizer::Destruct(&object));
                    if waiting() > 0 {
                        // What the destructor let go of ends before the object does.
                        work.push(Waiting::Object(object));
                    }
                }
            }
            Waiting::Resource(id) => finalize(Finalizer::Close(id)),
            // SAFETY: it was emptied, and nothing else knows of it.
            Waiting::Shell(p) => unsafe { object::free_shell(p) },
            Waiting::Handle(handle) => object::store::give_back(handle),
        }
    }
    // SAFETY: as in `wait`; nothing of it outlives the request.
    drop(unsafe { std::mem::replace(&mut *queue(), crate::heap_vec()) });
    interrupt::lower(interrupt::FINALIZE);
}

/// What is to be run next: the first of what has come to wait, or else what waits already.
fn next(work: &mut Queue) -> Option<Waiting> {
    // SAFETY: as in `wait`.
    unsafe {
        match (*queue()).len() {
            0 => work.pop(),
            1 => (*queue()).pop(),
            _ => {
                let fresh = std::mem::replace(&mut *queue(), crate::heap_vec());
                work.extend(fresh.into_iter().rev());
                work.pop()
            }
        }
    }
}
