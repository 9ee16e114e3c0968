//! Classes: declaring, linking, inheritance, native classes, constants.

use phant_memory::{HeapVec, Str, heap_vec};
use phant_native::ClassPtr;

/// What linking classes needs to remember during a request.
pub struct Linker {
    /// Classes being linked: they are visible to variance checks before they are declared.
    pub(crate) linking: HeapVec<(Str, ClassPtr)>,
}

impl Default for Linker {
    fn default() -> Self {
        Linker { linking: heap_vec() }
    }
}
