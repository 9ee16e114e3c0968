//! What `opcache.preload` has left: classes and functions that every request has from its start, at no cost of its own.
//!
//! They are the process's. A request looks for them where its own tables know nothing. What it keeps of them (static properties
//! and variables, constants that have to be evaluated, inline caches) begins as that of its own classes and functions does.

use crate::runtime::{cache::Entry, class::shape::Shape, name_table};
use phant_bytecode::Code;
use phant_memory::{Name, Str, string::hash_bytes};
use phant_native::ClassPtr;
use std::sync::{Arc, OnceLock};

/// See the [module documentation](self).
pub(crate) struct Preloaded {
    classes: Named<ClassPtr>,
    functions: Named<&'static Code>,
    /// What keeps the classes.
    pub(crate) shapes: Vec<Arc<Shape>>,
    /// What keeps the code.
    pub(crate) entries: Vec<Arc<Entry>>,
    /// The largest [`phant_native::Function::place`] of the methods.
    pub(crate) last_place: isize,
}

static PRELOADED: OnceLock<Preloaded> = OnceLock::new();

/// What was preloaded, if anything was.
#[inline]
pub(crate) fn get() -> Option<&'static Preloaded> {
    PRELOADED.get()
}

impl Preloaded {
    /// Makes it what every request has from now on. Only the first time counts.
    pub(crate) fn install(
        classes: Vec<(Name, ClassPtr)>,
        functions: Vec<(Name, &'static Code)>,
        shapes: Vec<Arc<Shape>>,
        entries: Vec<Arc<Entry>>,
    ) {
        let last_place = shapes.iter().map(|shape| shape.last_place).max().unwrap_or(0);
        let all = Preloaded { classes: Named::new(classes), functions: Named::new(functions), shapes, entries, last_place };
        let _ = PRELOADED.set(all);
    }
    /// The class of a lower-case name.
    #[inline]
    pub(crate) fn class(&self, hash: u64, lower: &[u8]) -> Option<&ClassPtr> {
        self.classes.find(hash, lower)
    }
    /// Classes and their second names, in order of declaration.
    pub(crate) fn classes(&self) -> impl ExactSizeIterator<Item = (Str, ClassPtr)> {
        self.classes.entries.iter().map(|(name, class)| (name.to_str(), *class))
    }
    /// The function of a lower-case name.
    pub(crate) fn function(&self, lower: &[u8]) -> Option<&'static Code> {
        self.functions.find(hash_bytes(lower), lower).copied()
    }
    /// The names of functions in small letters, in order of declaration.
    pub(crate) fn function_names(&self) -> impl Iterator<Item = &[u8]> {
        self.functions.entries.iter().map(|(name, _)| name.as_bytes())
    }
}

/// Values by name, in order.
struct Named<V> {
    entries: Vec<(Name, V)>,
    /// As in [`name_table::NameTable`].
    slots: Box<[(u32, u32)]>,
}

impl<V> Named<V> {
    fn new(entries: Vec<(Name, V)>) -> Named<V> {
        let len = ((entries.len() + 1) * 2).next_power_of_two();
        let mut slots = vec![(0, 0); len].into_boxed_slice();
        for (number, (name, _)) in (1..).zip(&entries) {
            let hash = name.hash();
            let mut at = name_table::first(hash) & (len - 1);
            while slots[at].1 != 0 {
                at = (at + 1) & (len - 1);
            }
            slots[at] = (hash as u32, number);
        }
        Named { entries, slots }
    }
    fn find(&self, hash: u64, name: &[u8]) -> Option<&V> {
        let mut at = name_table::first(hash) & (self.slots.len() - 1);
        loop {
            let (low, number) = self.slots[at];
            let (own, value) = self.entries.get((number as usize).checked_sub(1)?)?;
            if low == hash as u32 && own.as_bytes() == name {
                return Some(value);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }
}
