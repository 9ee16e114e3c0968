//! A class under construction.
//!
//! Members point back to their class, so the class has its final address before it has members. The draft owns the
//! right to change it; everybody else must not look at it before [`Draft::finish`], except for what is set from the
//! start: name, kind, parent, interfaces.

use super::shape::{Owned, Shape};
use phant_bytecode::ClassDecl;
use phant_memory::{HeapBox, Literal, Name, RequestHeap, Str};
use phant_native::{
    Class, ClassPtr, FunctionPtr,
    class::{ClassConstant, DEFAULT_HANDLERS, Magic, Members, Property},
    descriptor::{ClassKind, modifiers},
    function::{Function, FunctionKind},
};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// See the [module documentation](self).
pub(crate) struct Draft(Shape);

impl Draft {
    /// A class without members.
    pub(crate) fn new(name: Name, lower: Name, kind: ClassKind, modifiers: u32) -> Draft {
        let class = Class {
            name,
            lower,
            kind,
            modifiers,
            flags: AtomicU32::new(0),
            room: AtomicU32::new(0),
            index: super::shape::take_index(),
            parent: None,
            interfaces: Vec::new(),
            ancestors: Vec::new(),
            constants: Members::new(),
            own_constants: 0,
            properties: Members::new(),
            slots: Vec::new(),
            defaults: Vec::new(),
            shared_statics: 0,
            statics: Vec::new(),
            methods: Members::new(),
            magic: Magic::default(),
            handlers: &DEFAULT_HANDLERS,
            create: None,
            native: None,
            decl: None,
            backing: None,
            traits: Vec::new(),
            trait_aliases: Vec::new(),
            attributes: &[],
        };
        Draft(Shape::new(class))
    }
    /// The class as its members see it.
    pub(crate) fn class(&self) -> ClassPtr {
        self.0.class()
    }
    /// The class for changing. The borrow must end before anybody else looks at the class.
    pub(crate) fn edit(&mut self) -> &mut Class {
        // SAFETY: the draft owns the class, and no other thread knows of it: nobody reads a field while it is changed.
        unsafe { self.0.class.edit() }
    }
    /// Sets the parent and everything that comes with it unconditionally.
    pub(crate) fn set_parent(&mut self, parent: Option<ClassPtr>) {
        let class = self.edit();
        class.ancestors.clear();
        if let Some(parent) = parent {
            class.ancestors.reserve_exact(parent.ancestors.len() + 1);
            class.ancestors.extend_from_slice(&parent.ancestors);
            class.ancestors.push(parent);
            class.handlers = parent.handlers;
            class.create = parent.create;
        }
        class.parent = parent;
    }
    /// Makes room for what a declaration has, and for what comes from the parent.
    pub(crate) fn reserve(&mut self, decl: &ClassDecl) {
        fn reserve<M, V>(own: usize, members: &mut Vec<Owned<M>>, all: &mut Members<V>, inherited: usize) {
            members.reserve_exact(own);
            // A table is made even for no members.
            if own + inherited > 0 {
                all.reserve(own + inherited);
            }
        }
        let parent = self.class().parent;
        let ClassDecl { constants, properties, methods, .. } = decl;
        // SAFETY: as in `edit`.
        let class = unsafe { self.0.class.edit() };
        let of = |count: fn(&Class) -> usize| parent.map_or(0, count);
        reserve(constants.len(), &mut self.0.constants, &mut class.constants, of(|parent| parent.constants.len()));
        reserve(properties.len(), &mut self.0.properties, &mut class.properties, of(|parent| parent.properties.len()));
        reserve(methods.len(), &mut self.0.functions, &mut class.methods, of(|parent| parent.methods.len()));
        let slots = properties.iter().filter(|property| property.modifiers & modifiers::STATIC == 0).count();
        class.slots.reserve_exact(slots);
        class.defaults.reserve_exact(slots);
    }
    /// A function that lives as long as the class.
    pub(crate) fn function(&mut self, function: Function) -> FunctionPtr {
        if let FunctionKind::User(_) = function.kind {
            let place = super::shape::take_place();
            function.place.store(place, Relaxed);
            self.0.last_place = self.0.last_place.max(place);
        }
        let function = Owned::new(function);
        // SAFETY: the shape keeps it.
        let shared = unsafe { function.shared() };
        self.0.functions.push(function);
        shared
    }
    /// Adds a method.
    pub(crate) fn add_method(&mut self, lower: Name, function: Function) -> FunctionPtr {
        let function = self.function(function);
        self.edit().methods.insert(lower, function);
        function
    }
    /// Adds a constant.
    pub(crate) fn add_constant(&mut self, mut constant: ClassConstant) {
        let class = self.edit();
        constant.index = class.own_constants;
        class.own_constants += 1;
        let name = constant.name.copy();
        let constant = Owned::new(constant);
        // SAFETY: the shape keeps it.
        let shared = unsafe { constant.shared() };
        self.0.constants.push(constant);
        self.edit().constants.insert(name, shared);
    }
    /// Adds or replaces a property, of which it makes the mangled name.
    pub(crate) fn add_property(&mut self, mut property: Property) -> &'static Property {
        let name = property.name.copy();
        property.mangled = match property.modifiers & modifiers::VISIBILITY {
            modifiers::PRIVATE => self.0.pool.joined(&[b"\0", &property.class.name, b"\0", &name]),
            modifiers::PROTECTED => self.0.pool.joined(&[b"\0*\0", &name]),
            _ => name.copy(),
        };
        let property = Owned::new(property);
        // SAFETY: the shape keeps it.
        let shared = unsafe { property.shared() };
        self.0.properties.push(property);
        self.edit().properties.insert(name, shared);
        shared
    }
    /// A new slot for an object property, with its default.
    pub(crate) fn add_slot(&mut self, default: Literal) -> u16 {
        let defaults = &mut self.edit().defaults;
        defaults.push(default);
        (defaults.len() - 1) as u16
    }
    /// A new slot for a static property, with its initial value.
    pub(crate) fn add_static(&mut self, value: Literal) -> u16 {
        let class = self.edit();
        class.statics.push(value);
        (class.shared_statics as usize + class.statics.len() - 1) as u16
    }
    /// A name that lives as long as the class.
    pub(crate) fn name(&self, text: &Str) -> Name {
        Name::in_pool(&self.0.pool, text)
    }
    /// The class changes no more.
    pub(crate) fn finish(mut self) -> Shape {
        let class = self.edit();
        class.methods.shrink();
        class.properties.shrink();
        class.constants.shrink();
        self.0
    }
}

/// Puts something into the request heap for the rest of the request.
pub(crate) fn leak<T>(value: T) -> &'static mut T {
    HeapBox::leak(HeapBox::new_in(value, RequestHeap))
}
