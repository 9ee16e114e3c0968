//! Per-request state of extensions, by type.

use phant_memory::{HeapBox, HeapVec, RequestHeap, heap_vec};
use std::{
    any::{Any, TypeId},
    cell::{Cell, RefCell},
    hash::{Hash, Hasher},
};

/// How many states are found at once.
const RECENT: usize = 32;

type State = (TypeId, &'static dyn Any);

/// See [`crate::Ctx::state`]. A few dozen at most, of which a running program asks for a handful again and again.
pub struct States {
    all: RefCell<HeapVec<State>>,
    /// Those that were asked for last, each in the place that its type says.
    recent: [Cell<Option<State>>; RECENT],
}

/// A type's number as it is: nothing need be mixed.
#[derive(Default)]
struct Number(u64);

impl Hasher for Number {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }
    #[inline(always)]
    fn write_u64(&mut self, n: u64) {
        self.0 = n;
    }
    #[inline(always)]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[inline(always)]
fn place(id: TypeId) -> usize {
    let mut number = Number::default();
    id.hash(&mut number);
    number.finish() as usize % RECENT
}

impl States {
    /// No state yet.
    pub fn new() -> States {
        States { all: RefCell::new(heap_vec()), recent: [const { Cell::new(None) }; RECENT] }
    }
    /// The state of type `T`, made on first use. It lives as long as the request.
    #[inline]
    pub fn get<T: Default + 'static>(&self) -> &'static T {
        // What is there tells its type itself.
        let recent = self.recent[place(TypeId::of::<T>())].get();
        match recent.and_then(|(_, state)| state.downcast_ref::<T>()) {
            Some(state) => state,
            None => self.get_further::<T>(),
        }
    }
    #[cold]
    #[inline(never)]
    fn get_further<T: Default + 'static>(&self) -> &'static T {
        let wanted = TypeId::of::<T>();
        let known = self.all.borrow().iter().find(|(id, _)| *id == wanted).copied();
        let found = known.unwrap_or_else(|| {
            let fresh: State = (wanted, HeapBox::leak(HeapBox::new_in(T::default(), RequestHeap)));
            self.all.borrow_mut().push(fresh);
            fresh
        });
        self.recent[place(wanted)].set(Some(found));
        found.1.downcast_ref::<T>().expect("stored under its own type")
    }
    /// The state of type `T` if it was made.
    pub fn known<T: 'static>(&self) -> Option<&'static T> {
        let wanted = TypeId::of::<T>();
        self.all.borrow().iter().find(|(id, _)| *id == wanted).and_then(|(_, state)| state.downcast_ref())
    }
}

impl Default for States {
    fn default() -> Self {
        States::new()
    }
}

#[cfg(test)]
mod tests {
    use super::States;
    use std::cell::Cell;

    #[derive(Default)]
    struct Count<const N: usize>(Cell<usize>);

    #[test]
    fn each_type_has_its_own() {
        let states = States::new();
        macro_rules! step { ($($n:literal)*) => { $( states.get::<Count<$n>>().0.set(states.get::<Count<$n>>().0.get() + $n); )* } }
        // More of them than have a place.
        for _ in 0..2 {
            step!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40);
        }
        assert_eq!(states.get::<Count<1>>().0.get(), 2);
        assert_eq!(states.known::<Count<40>>().map(|count| count.0.get()), Some(80));
        assert!(states.known::<Count<41>>().is_none());
    }
}
