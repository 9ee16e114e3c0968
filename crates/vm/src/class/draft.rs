//! A class under construction.
//!
//! Members point back to their class, so the class has its final address before it has members. The draft owns the
//! right to change it; everybody else must not look at it before [`Draft::finish`], except for what is set from the
//! start: name, kind, parent, interfaces.

use phant_memory::{HeapBox, RequestHeap, Str, Value, heap_vec};
use phant_native::{
    Class, ClassPtr, FunctionPtr,
    class::{ClassConstant, DEFAULT_HANDLERS, Magic, OrderedMap, Property},
    descriptor::ClassKind,
    function::Function,
};
use std::{
    cell::{Cell, RefCell},
    ptr::NonNull,
};

/// See the [module documentation](self).
pub(crate) struct Draft(NonNull<Class>);

impl Draft {
    /// A class without members.
    pub(crate) fn new(name: Str, lower: Str, kind: ClassKind, modifiers: u32) -> Draft {
        let class = Class {
            name,
            lower,
            kind,
            modifiers,
            flags: Cell::new(0),
            parent: None,
            interfaces: heap_vec(),
            ancestors: heap_vec(),
            constants: OrderedMap::new(),
            properties: OrderedMap::new(),
            slots: heap_vec(),
            defaults: RefCell::new(heap_vec()),
            statics: RefCell::new(heap_vec()),
            methods: OrderedMap::new(),
            magic: Magic::default(),
            handlers: &DEFAULT_HANDLERS,
            create: None,
            native: None,
            decl: None,
            backing: None,
            traits: heap_vec(),
            trait_aliases: heap_vec(),
            backed_cases: RefCell::new(None),
            attributes: &[],
        };
        Draft(NonNull::from(leak(class)))
    }
    /// The class as its members see it.
    pub(crate) fn class(&self) -> ClassPtr {
        // SAFETY: the class was leaked into the request heap, where it stays as long as the request.
        unsafe { self.0.as_ref() }
    }
    /// The class for changing. The borrow must end before anybody else looks at the class.
    pub(crate) fn edit(&mut self) -> &mut Class {
        // SAFETY: the draft is unique, and requests are single-threaded: nobody reads a field while it is changed.
        unsafe { self.0.as_mut() }
    }
    /// Sets the parent and everything that comes with it unconditionally.
    pub(crate) fn set_parent(&mut self, parent: Option<ClassPtr>) {
        let this = self.0.as_ptr().cast_const();
        let class = self.edit();
        class.ancestors.clear();
        if let Some(parent) = parent {
            class.ancestors.extend_from_slice(&parent.ancestors);
            class.handlers = parent.handlers;
            class.create = parent.create;
        }
        class.ancestors.push(this);
        class.parent = parent;
    }
    /// Adds a method.
    pub(crate) fn add_method(&mut self, lower: Str, function: Function) -> FunctionPtr {
        let function: FunctionPtr = leak(function);
        self.edit().methods.insert(lower, function);
        function
    }
    /// Adds a constant.
    pub(crate) fn add_constant(&mut self, constant: ClassConstant) {
        self.edit().constants.insert(constant.name.clone(), leak(constant));
    }
    /// Adds or replaces a property.
    pub(crate) fn add_property(&mut self, property: Property) -> &'static Property {
        let property: &'static Property = leak(property);
        self.edit().properties.insert(property.name.clone(), property);
        property
    }
    /// A new slot for an object property, with its default.
    pub(crate) fn add_slot(&mut self, default: Value) -> u16 {
        let defaults = self.edit().defaults.get_mut();
        defaults.push(default);
        (defaults.len() - 1) as u16
    }
    /// A new slot for a static property, with its initial value.
    pub(crate) fn add_static(&mut self, value: Value) -> u16 {
        let statics = self.edit().statics.get_mut();
        statics.push(value);
        (statics.len() - 1) as u16
    }
}

/// Puts something into the request heap for the rest of the request.
pub(crate) fn leak<T>(value: T) -> &'static mut T {
    HeapBox::leak(HeapBox::new_in(value, RequestHeap))
}
