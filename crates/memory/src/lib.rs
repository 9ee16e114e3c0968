//! Values, strings, arrays, objects, the request heap and the cycle collector.
//!
//! Everything a request can reach lives in one contiguous [`heap`]; this crate owns the layouts and their rules.
//! It knows nothing of classes, functions or source code: what it needs from the engine it asks through
//! [`state::Hooks`], and what has PHP code to run before it goes waits in [`finalize`]: no `drop` runs PHP code.
//!
//! Handles ([`Str`], [`Array`], [`Object`], [`Reference`], [`Resource`]) are owned, counted pointers; [`Value`] is
//! a tagged union of them and of scalars. Cloning is a count; writing to an array goes through
//! [`Array::make_mut`], which copies a shared one first.
//!
//! Counts are not atomic, so a value stays in its thread:
//!
//! ```compile_fail,E0277
//! fn in_another_thread<T: Send>(_: T) {}
//! in_another_thread(phant_memory::Value::int(1));
//! ```
//! ```compile_fail,E0277
//! fn in_another_thread<T: Send>(_: T) {}
//! in_another_thread(phant_memory::Str::from("text"));
//! ```
//! ```compile_fail,E0277
//! fn in_another_thread<T: Send>(_: T) {}
//! in_another_thread(phant_memory::Array::new());
//! ```
//! ```compile_fail,E0277
//! fn in_several_threads<T: Sync>(_: &T) {}
//! in_several_threads(&phant_memory::Value::int(1));
//! ```
//!
//! What threads share are the names and literals of compiled code, which are immutable and not counted:
//!
//! ```
//! fn in_several_threads<T: Send + Sync>(_: &T) {}
//! in_several_threads(&phant_memory::Literal::int(1));
//! in_several_threads(&phant_memory::Name::new(b"strlen"));
//! ```
//!
//! A slot of an array cannot be kept while the array changes, nor a place of the collector's:
//!
//! ```compile_fail,E0502
//! let mut array = phant_memory::Array::list([phant_memory::Value::int(1)]);
//! let first = array.values().next();
//! array.make_mut().set(phant_memory::Key::Int(0), phant_memory::Value::NULL);
//! drop(first);
//! ```

pub mod account;
mod alloc;
pub mod array;
mod counted;
mod counted_cell;
pub mod finalize;
pub mod gc;
pub mod header;
pub mod heap;
mod held;
pub mod hold;
pub mod object;
pub mod permanent;
pub mod place;
pub mod reference;
pub mod resource;
pub mod state;
pub mod string;
pub mod value;

pub use array::{Array, Key, KeyRef, PhpArray, Slot};
pub use counted::HeapRc;
pub use counted_cell::{Counted, CountedCell};
pub use gc::Tracer;
pub use heap::RequestHeap;
pub use held::Held;
pub use object::{NativeData, Object, PhpObject, WeakMapData};
pub use permanent::{Literal, Name};
pub use phant_interrupt as interrupt;
pub use place::{Pin, Place};
pub use reference::Reference;
pub use resource::Resource;
pub use string::{PhpStr, Str, StrBuilder, intern};
pub use value::{OwnView, Type, Value, View};

/// A growable vector in the request heap.
pub type HeapVec<T> = allocator_api2::vec::Vec<T, RequestHeap>;
/// A box in the request heap.
pub type HeapBox<T> = allocator_api2::boxed::Box<T, RequestHeap>;
/// A hash map in the request heap, seeded per process.
pub type HeapMap<K, V> = hashbrown::HashMap<K, V, string::SeededState, RequestHeap>;
/// A hash map in the request heap by addresses.
pub type HeapAddressMap<V> = hashbrown::HashMap<usize, V, string::AddressState, RequestHeap>;
/// A hash set in the request heap, seeded per process.
pub type HeapSet<K> = hashbrown::HashSet<K, string::SeededState, RequestHeap>;

/// An empty vector in the request heap.
pub fn heap_vec<T>() -> HeapVec<T> {
    HeapVec::new_in(RequestHeap)
}
/// An empty map in the request heap.
pub fn heap_map<K, V>() -> HeapMap<K, V> {
    HeapMap::with_hasher_in(string::SeededState, RequestHeap)
}
/// An empty set in the request heap.
pub fn heap_set<K>() -> HeapSet<K> {
    HeapSet::with_hasher_in(string::SeededState, RequestHeap)
}

/// Asks for the memory at an address, which need not be one.
#[inline(always)]
pub(crate) fn prefetch(at: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing; any address will do.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(at.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}
