//! The classes of a request by lower-case name: its own, and those that every request has.

use crate::{
    Vm,
    runtime::{
        name_table::NameTable,
        preloaded::{self, Preloaded},
    },
};
use phant_memory::{HeapVec, Str, heap_vec, string::hash_bytes};
use phant_native::ClassPtr;

/// See the [module documentation](self).
pub struct ClassTable {
    own: NameTable<ClassPtr>,
    /// Those that are declared under their own names, by their numbers.
    declared: HeapVec<Option<ClassPtr>>,
    preloaded: Option<&'static Preloaded>,
}

impl ClassTable {
    /// A table without classes of the request's own.
    pub(crate) fn new() -> ClassTable {
        ClassTable { own: NameTable::with_capacity(0), declared: heap_vec(), preloaded: preloaded::get() }
    }
    /// Makes room for some of them, before there are any.
    pub(crate) fn reserve(&mut self, classes: usize) {
        self.own.reserve(classes);
    }
    /// The class of a lower-case name.
    #[inline]
    pub(crate) fn get(&self, lower: &[u8]) -> Option<&ClassPtr> {
        self.find(hash_bytes(lower), lower)
    }
    /// The same for a string, whose hash is mostly known.
    #[inline]
    pub(crate) fn named(&self, lower: &Str) -> Option<&ClassPtr> {
        self.find(lower.hash(), lower)
    }
    #[inline]
    fn find(&self, hash: u64, lower: &[u8]) -> Option<&ClassPtr> {
        let own = self.own.find(hash, lower);
        if own.is_some() { own } else { self.preloaded?.class(hash, lower) }
    }
    /// How many classes it has beside those that are preloaded; one that was declared is never taken out.
    pub(crate) fn len(&self) -> usize {
        self.own.len()
    }
    /// Whether there is a class of a lower-case name.
    pub(crate) fn contains(&self, lower: &[u8]) -> bool {
        self.get(lower).is_some()
    }
    /// Whether a class is there under its own name.
    #[inline]
    pub(crate) fn is_declared(&self, class: ClassPtr) -> bool {
        let known = self.declared.get(class.index as usize).copied().flatten();
        known.is_some_and(|known| known.same(class))
            || self.preloaded.is_some() && self.get(class.lower.as_bytes()).is_some_and(|known| known.same(class))
    }
    /// Puts a class under a name. What was there before is the result.
    pub(crate) fn insert(&mut self, lower: Str, class: ClassPtr) -> Option<ClassPtr> {
        if lower.as_bytes().as_ptr() == class.lower.as_bytes().as_ptr() {
            let index = class.index as usize;
            if self.declared.len() <= index {
                self.declared.resize((index + 1).next_power_of_two().max(64), None);
            }
            self.declared[index] = Some(class);
        }
        self.own.insert(lower, class)
    }
}

/// The names of classes of PHP code and aliases with what they mean, in order of declaration, without the `first` ones.
pub(crate) fn order(vm: &Vm, first: usize) -> Vec<(Str, ClassPtr)> {
    let preloaded = preloaded::get().map_or(0, |preloaded| preloaded.classes().len());
    let shared = preloaded::get().into_iter().flat_map(Preloaded::classes).skip(first);
    shared.chain(vm.class_order.borrow().iter().skip(first.saturating_sub(preloaded)).cloned()).collect()
}
