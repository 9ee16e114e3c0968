//! Objects: properties, cloning, lazy initialisation, checks of declared types.

pub mod errors;
pub mod types;

use phant_memory::{HeapMap, Str, heap_map};

/// What the semantics of objects need to remember during a request.
pub struct ObjectState {
    /// Magic methods that are running for a property, by object and name.
    pub(crate) guards: HeapMap<(usize, Str), u8>,
}

impl Default for ObjectState {
    fn default() -> Self {
        ObjectState { guards: heap_map() }
    }
}

/// Marks of property slots, kept in the values' `aux` word.
pub mod slot_marks {
    /// A typed property that was never set: `__get` is not asked.
    pub const UNINIT: u32 = 1;
    /// A readonly property that `__clone` may still set once.
    pub const REINITABLE: u32 = 2;
    /// Reading or writing the property initialises a lazy object.
    pub const LAZY: u32 = 4;
}
