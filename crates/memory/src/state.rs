//! What this crate keeps per request besides blocks of memory, and what it asks of the engine.
//!
//! The state lives in the request heap itself (root slot 0), so a snapshot captures it; a thread-local pointer
//! makes it cheap to reach.

use crate::{array::iterate::Iterators, gc::Collector, heap, object::PhpObject, object::store::ObjectStore, resource::Cells};
use std::cell::Cell;

/// Calls into the engine.
#[derive(Clone, Copy)]
pub struct Hooks {
    /// Run the destructors of garbage that the collector found, see [`crate::gc::take_doomed`].
    pub destruct_garbage: fn(),
    /// Free what [`crate::Reference::set_sources`] stored.
    pub free_reference_sources: fn(*mut u8),
    /// The last count of an object went while weak references to it exist.
    pub weak_gone: fn(*mut PhpObject),
    /// Show the entries of weak maps that an object is the key of: map and value.
    pub weak_entries_of: fn(*mut PhpObject, &mut dyn FnMut(*mut PhpObject, &crate::Value)),
    /// An object lets go of a slot that holds a reference with sources.
    pub slot_gone: fn(*mut PhpObject, u16),
}

static NO_HOOKS: Hooks = Hooks {
    destruct_garbage: || {},
    free_reference_sources: |_| {},
    weak_gone: |_| {},
    weak_entries_of: |_, _| {},
    slot_gone: |_, _| {},
};

/// Per-request state of this crate.
pub struct State {
    pub(crate) hooks: Hooks,
    pub(crate) gc: Collector,
    pub(crate) objects: ObjectStore,
    pub(crate) iterators: Iterators,
    pub(crate) resources: Cells,
    /// How many objects are being freed, one inside the other.
    pub(crate) freeing: u32,
    /// Objects to free when the outermost of them is done.
    pub(crate) waiting: crate::HeapVec<*mut crate::header::Header>,
    /// Objects that were let go while blocks are held back: see [`crate::hold`].
    pub(crate) held: crate::HeapVec<*mut crate::header::Header>,
    /// What has PHP code to run before it goes.
    pub(crate) finalizers: crate::finalize::Queue,
}

thread_local! {
    static STATE: Cell<*mut State> = const { Cell::new(std::ptr::null_mut()) };
}

/// Creates the state in the current heap (once per heap, before anything else) and makes it current.
pub fn init(hooks: Hooks) {
    let state = heap::alloc(size_of::<State>()).cast::<State>();
    let fresh = State {
        hooks,
        gc: Collector::new(),
        objects: ObjectStore::new(),
        iterators: Iterators::new(),
        resources: Cells::new(),
        freeing: 0,
        waiting: crate::heap_vec(),
        held: crate::heap_vec(),
        finalizers: crate::heap_vec(),
    };
    // SAFETY: freshly allocated and large enough.
    unsafe { state.as_ptr().write(fresh) };
    heap::root_set(0, state.as_ptr().cast());
    STATE.with(|s| s.set(state.as_ptr()));
}

/// Makes the state of the current heap current again, after the heap was installed or restored.
pub fn attach() {
    STATE.with(|s| s.set(heap::root(0).cast()));
}

/// Forgets the state, when its heap goes away.
pub fn detach() {
    STATE.with(|s| s.set(std::ptr::null_mut()));
}

#[inline(always)]
pub(crate) fn state() -> *mut State {
    let state = STATE.with(Cell::get);
    if state.is_null() { first_use() } else { state }
}

/// The same where there is one, or none yet (null): nothing has to be called for it.
#[inline(always)]
pub(crate) fn known() -> *mut State {
    STATE.with(Cell::get)
}

/// Tests and tools that never set up a heap get one on first use.
#[cold]
#[inline(never)]
fn first_use() -> *mut State {
    init(NO_HOOKS);
    STATE.with(Cell::get)
}

/// The engine's hooks.
pub(crate) fn hooks() -> Hooks {
    // SAFETY: `state` returns the live state of this thread's heap.
    unsafe { (*state()).hooks }
}
