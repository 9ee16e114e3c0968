//! Objects: properties, cloning, lazy initialisation, checks of declared types.

use phant_memory::{HeapMap, Str, heap_map};

/// What the semantics of objects need to remember during a request.
pub struct ObjectState {
    /// Magic methods that are running for a property (see [`guard`]), by object and name.
    pub(crate) guards: HeapMap<(usize, Str), u8>,
}

impl Default for ObjectState {
    fn default() -> Self {
        ObjectState { guards: heap_map() }
    }
}
