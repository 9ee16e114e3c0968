//! Where a request keeps the run-time parts of functions: a table by [`Function::place`].
//!
//! Methods have places above zero, the same in the whole process. Functions that the request makes get theirs below zero
//! when they are called first. Nobody has zero (native functions, functions that were not called yet), and nothing is kept
//! there.

use crate::call::Runtime;
use phant_memory::{HeapBox, HeapVec, heap_vec};
use phant_native::Function;
use std::{
    cell::{Cell, RefCell},
    sync::atomic::Ordering::Relaxed,
};

/// See the [module documentation](self).
pub struct Places {
    /// The place zero, in the middle of the table.
    zero: Cell<*mut Kept>,
    table: RefCell<HeapBox<[Kept]>>,
    /// How many places there are below zero.
    below: Cell<usize>,
    /// How many of those are, or were, in use.
    taken: Cell<usize>,
    free: RefCell<HeapVec<i32>>,
}

/// The address of a run-time part; negated, if a call needs more than that. Zero: there is none.
type Kept = isize;

impl Places {
    pub(crate) fn new() -> Places {
        let places = Places {
            zero: Cell::new(std::ptr::null_mut()),
            table: RefCell::new(heap_vec().into_boxed_slice()),
            below: Cell::new(0),
            taken: Cell::new(0),
            free: RefCell::new(heap_vec()),
        };
        places.resize(64, 64);
        places
    }
    #[cold]
    #[inline(never)]
    fn resize(&self, below: usize, above: usize) {
        let mut table: HeapVec<Kept> = heap_vec();
        table.reserve_exact(below + 1 + above);
        table.resize(below - self.below.get(), 0);
        table.extend_from_slice(&self.table.borrow());
        table.resize(below + 1 + above, 0);
        let mut table = table.into_boxed_slice();
        self.zero.set(table.as_mut_ptr().wrapping_add(below));
        self.table.replace(table);
        self.below.set(below);
    }
    fn above(&self) -> usize {
        self.table.borrow().len() - self.below.get() - 1
    }
    /// Makes room for methods up to a place.
    #[inline]
    pub(crate) fn reserve(&self, last: i32) {
        let last = last.max(0) as usize;
        if last > self.above() {
            // As much as all classes of the process have, since others of them will follow.
            let all = crate::class::shape::places_taken().max(last + 1);
            self.resize(self.below.get(), all.next_multiple_of(64) + self.above() / 2);
        }
    }
    #[inline(always)]
    fn kept(&self, function: &Function) -> Kept {
        // SAFETY: a place below zero was given by this table; room for methods is made when their class is declared.
        unsafe { *self.zero.get().offset(function.place.load(Relaxed) as isize) }
    }
    /// The run-time part of a function that a call may enter without looking at anything else; null for others.
    #[inline(always)]
    pub fn enterable(&self, function: &Function) -> *mut Runtime {
        let kept = self.kept(function);
        if kept > 0 { std::ptr::with_exposed_provenance_mut(kept as usize) } else { std::ptr::null_mut() }
    }
    /// The run-time part of a function; null if there is none yet.
    #[inline(always)]
    pub fn get(&self, function: &Function) -> *mut Runtime {
        std::ptr::with_exposed_provenance_mut(self.kept(function).unsigned_abs())
    }
    /// Notes the run-time part of compiled code.
    pub(crate) fn set(&self, function: &Function, runtime: *mut Runtime, enterable: bool) {
        let mut place = function.place.load(Relaxed);
        if place == 0 {
            place = self.take();
            function.place.store(place, Relaxed);
        }
        self.reserve(place);
        let kept = runtime.expose_provenance() as isize;
        // SAFETY: there is room for the place.
        unsafe { *self.zero.get().offset(place as isize) = if enterable { kept } else { -kept } };
    }
    fn take(&self) -> i32 {
        if let Some(free) = self.free.borrow_mut().pop() {
            return free;
        }
        if self.taken.get() == self.below.get() {
            self.resize(self.below.get() * 2, self.above());
        }
        self.taken.set(self.taken.get() + 1);
        -(self.taken.get() as i32)
    }
    /// Forgets the run-time part of a function that the request made and nobody uses any more. It is the result; null if
    /// there was none.
    pub(crate) fn remove(&self, function: &Function) -> *mut Runtime {
        let place = function.place.swap(0, Relaxed);
        if place == 0 {
            return std::ptr::null_mut();
        }
        assert!(place < 0, "methods stay with their class");
        self.free.borrow_mut().push(place);
        // SAFETY: the place was given by this table.
        let kept = unsafe { self.zero.get().offset(place as isize).replace(0) };
        std::ptr::with_exposed_provenance_mut(kept.unsigned_abs())
    }
}
