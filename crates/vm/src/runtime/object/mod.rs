//! Objects: properties, cloning, lazy initialisation, checks of declared types.

pub(crate) mod copy;
pub(crate) mod create;
pub mod errors;
pub(crate) mod guard;
pub(crate) mod hooks;
pub mod lazy;
pub(crate) mod lookup;
pub(crate) mod place;
pub(crate) mod probe;
pub mod property;
pub(crate) mod raw;
pub(crate) mod read;
pub(crate) mod reference;
pub(crate) mod statics;
pub mod types;
pub(crate) mod view;
pub(crate) mod write;

use phant_memory::{Value, heap_vec};
use phant_native::{ClassPtr, class::Property};
use std::cell::{Cell, RefCell};

/// What the semantics of objects need to remember during a request.
pub struct ObjectState {
    /// Magic methods that are running for a property, by object and name.
    pub(crate) guards: RefCell<guard::Guards>,
    /// The place of a property with restrictions that was asked for last.
    pub(crate) last_place: Cell<Option<(*mut Value, &'static Property)>>,
    /// The class Closure, once a closure was made.
    pub(crate) closure_class: Cell<Option<ClassPtr>>,
}

impl Default for ObjectState {
    fn default() -> Self {
        ObjectState { guards: RefCell::new(heap_vec()), last_place: Cell::new(None), closure_class: Cell::new(None) }
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
    /// In defaults: it must be evaluated before the first use of the class.
    pub const UNRESOLVED: u32 = 8;
}
