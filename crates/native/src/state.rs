//! Per-request state of extensions, by type.

use phant_memory::{HeapBox, HeapMap, RequestHeap, heap_map};
use std::any::{Any, TypeId};

/// See [`crate::Ctx::state`].
pub struct States(HeapMap<TypeId, &'static dyn Any>);

impl States {
    /// No state yet.
    pub fn new() -> States {
        States(heap_map())
    }
    /// The state of type `T`, made on first use. It lives as long as the request.
    pub fn get<T: Default + 'static>(&mut self) -> &'static T {
        let state = *self.0.entry(TypeId::of::<T>()).or_insert_with(|| HeapBox::leak(HeapBox::new_in(T::default(), RequestHeap)));
        state.downcast_ref::<T>().expect("stored under its own type")
    }
}

impl Default for States {
    fn default() -> Self {
        States::new()
    }
}
