//! Per-request state of extensions, by type.

use phant_memory::{HeapBox, HeapVec, RequestHeap, heap_vec};
use std::{
    any::{Any, TypeId},
    cell::RefCell,
};

/// See [`crate::Ctx::state`]. A few dozen at most, of which a running program asks for two or three: those come to the
/// front of the list.
pub struct States(RefCell<HeapVec<(TypeId, &'static dyn Any)>>);

impl States {
    /// No state yet.
    pub fn new() -> States {
        States(RefCell::new(heap_vec()))
    }
    /// The state of type `T`, made on first use. It lives as long as the request.
    #[inline]
    pub fn get<T: Default + 'static>(&self) -> &'static T {
        let wanted = TypeId::of::<T>();
        if let Some((_, state)) = self.0.borrow().iter().take(3).find(|(id, _)| *id == wanted) {
            return state.downcast_ref::<T>().expect("stored under its own type");
        }
        self.get_further::<T>()
    }
    #[cold]
    #[inline(never)]
    fn get_further<T: Default + 'static>(&self) -> &'static T {
        let wanted = TypeId::of::<T>();
        let known = self.0.borrow().iter().position(|(id, _)| *id == wanted);
        let at = known.unwrap_or_else(|| {
            let fresh: &'static dyn Any = HeapBox::leak(HeapBox::new_in(T::default(), RequestHeap));
            let states = &mut *self.0.borrow_mut();
            states.push((wanted, fresh));
            states.len() - 1
        });
        if at > 2 {
            self.0.borrow_mut().swap(at, at / 2);
        }
        let (_, state) = self.0.borrow()[if at > 2 { at / 2 } else { at }];
        state.downcast_ref::<T>().expect("stored under its own type")
    }
    /// The state of type `T` if it was made.
    pub fn known<T: 'static>(&self) -> Option<&'static T> {
        let wanted = TypeId::of::<T>();
        self.0.borrow().iter().find(|(id, _)| *id == wanted).and_then(|(_, state)| state.downcast_ref())
    }
}

impl Default for States {
    fn default() -> Self {
        States::new()
    }
}
