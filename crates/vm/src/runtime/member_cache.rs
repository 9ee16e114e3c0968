//! Methods and properties that were found by class and name, and types that classes were found to be of, for places in code
//! that meet objects of many classes: behind their inline caches, which know one class.
//!
//! Only public members are kept, which mean the same whoever asks. An entry is found by the addresses of class and name.
//! Classes live as long as the request; the address of a name may come to mean another text, so that is compared.

use crate::runtime::object::property;
use phant_memory::Str;
use phant_native::{Class, ClassPtr, Function, FunctionPtr, class::Property, descriptor::modifiers, function::function_flags};
use std::cell::Cell;

const SIZE: usize = 128;

/// A member, with the addresses of the class and name that it was found by.
type Entry<T> = Cell<Option<(*const Class, *const u8, &'static T)>>;

/// See the [module documentation](self).
pub struct MemberCache {
    methods: [Entry<Function>; SIZE],
    properties: [Entry<Property>; SIZE],
    /// The class or interface that a name meant, by a class that is one of it.
    types: [Entry<Class>; SIZE],
}

impl Default for MemberCache {
    fn default() -> Self {
        MemberCache {
            methods: [const { Cell::new(None) }; SIZE],
            properties: [const { Cell::new(None) }; SIZE],
            types: [const { Cell::new(None) }; SIZE],
        }
    }
}

fn number(class: *const Class, name: &[u8]) -> usize {
    let mixed = (class as usize >> 4) ^ (name.as_ptr() as usize >> 4).wrapping_mul(31);
    (mixed ^ mixed >> 7) % SIZE
}

fn find<T>(entries: &[Entry<T>; SIZE], class: *const Class, name: &[u8]) -> Option<&'static T> {
    let (known_class, known_name, member) = entries[number(class, name)].get()?;
    (known_class == class && known_name == name.as_ptr()).then_some(member)
}

fn note<T>(entries: &[Entry<T>; SIZE], class: ClassPtr, name: &[u8], member: &'static T) {
    let at = std::ptr::from_ref(class);
    entries[number(at, name)].set(Some((at, name.as_ptr(), member)));
}

impl MemberCache {
    /// The plain method of that name: neither static nor with references, and what calls of it are made to.
    #[inline]
    pub fn method(&self, class: *const Class, name: &Str) -> Option<FunctionPtr> {
        find(&self.methods, class, name).filter(|f| f.name.as_bytes() == name.as_bytes())
    }
    /// Notes a method that was found for an object whose class looks after nothing itself.
    pub fn note_method(&self, class: ClassPtr, name: &Str, f: FunctionPtr) {
        let aside = function_flags::HIDES_PRIVATE | function_flags::OWN | function_flags::TRAMPOLINE;
        if f.modifiers & modifiers::PUBLIC != 0 && f.flags & aside == 0 && f.name.as_bytes() == name.as_bytes() {
            note(&self.methods, class, name, f);
        }
    }
    /// The slot of the declared property of that name, which anybody may read without further ado.
    #[inline]
    pub fn slot(&self, class: *const Class, name: &Str) -> Option<u16> {
        find(&self.properties, class, name).filter(|p| p.name.as_bytes() == name.as_bytes())?.slot
    }
    /// Whether a class was found to be, extend or implement the one of a lower-case name.
    #[inline]
    pub fn is_instance(&self, class: ClassPtr, lower: &[u8]) -> bool {
        find(&self.types, class, lower).is_some_and(|wanted| wanted.lower.as_bytes() == lower)
    }
    /// Notes that it is; names that stand for a class of another name are not kept.
    pub fn note_instance(&self, class: ClassPtr, lower: &[u8], wanted: ClassPtr) {
        if wanted.lower.as_bytes() == lower {
            note(&self.types, class, lower, wanted);
        }
    }
    /// Notes a property that `lookup_slot` found.
    pub fn note_property(&self, class: ClassPtr, name: &Str, p: &'static Property) {
        if property::is_free_to_read(p) {
            note(&self.properties, class, name, p);
        }
    }
}
