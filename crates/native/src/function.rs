//! A callable function or method at run time: native or compiled, bound to a class or not.

use crate::{
    class::ClassPtr,
    descriptor::{ByRef, FunctionDescriptor, facts, modifiers},
    prepared::PreparedCalls,
};
use phant_bytecode::{Code, code_flags};
use phant_memory::{HeapRc, HeapVec, Literal, Name};
use std::{
    cell::RefCell,
    collections::BTreeMap,
    sync::{Mutex, OnceLock, atomic::AtomicIsize},
};

/// A function lives at least as long as the requests that use it, unless it belongs to a closure or a call.
pub type FunctionPtr = &'static Function;

/// What a function is, beside what each request keeps of it (see the [module documentation](self)). Methods are shared by
/// all requests that declare their class.
pub struct Function {
    /// Name as PHP shows it, without class.
    pub name: Name,
    /// Native or compiled.
    pub kind: FunctionKind,
    /// The class it belongs to (after inheritance: the declaring class).
    pub class: Option<ClassPtr>,
    /// Method modifiers (a trait alias may change them).
    pub modifiers: u32,
    /// Number of declared parameters, a variadic one included.
    pub params: u16,
    /// How many must be given.
    pub required: u16,
    /// See [`function_flags`].
    pub flags: u32,
    /// Bit i: argument i goes to a parameter that is by reference or prefers to be. The highest bit stands for all behind, too.
    pub by_ref: u32,
    /// Where a trait method was declared.
    pub trait_origin: Option<ClassPtr>,
    /// Where a request keeps the run-time part of compiled code. Methods have a place that is theirs in the whole process,
    /// above zero; functions that a request makes get one of the request's, below zero, when they are called first.
    pub place: AtomicIsize,
    prototype: OnceLock<FunctionPtr>,
    defaults: OnceLock<&'static [OnceLock<Literal>]>,
    /// Calls of a native function as the interpreter makes them.
    pub prepared: PreparedCalls,
}

/// A use of a unit that goes when nobody uses it: text given to `eval`, a file that is not cached. Functions of it that go
/// before the request have one; for those that live as long as the request, [`UsedUnit::keep`] is called.
pub type UnitUse = HeapRc<UsedUnit>;

/// Addresses of units that nobody uses any more.
pub type UnusedUnits = HeapRc<RefCell<HeapVec<usize>>>;

/// What uses of a unit share.
pub struct UsedUnit {
    address: usize,
    unused: UnusedUnits,
}

impl UsedUnit {
    /// The first use of a unit, which is listed when the last one is gone.
    pub fn first(address: usize, unused: &UnusedUnits) -> UnitUse {
        HeapRc::new(UsedUnit { address, unused: unused.clone() })
    }
    /// The unit is used until the end of the request.
    pub fn keep(unit: &UnitUse) {
        std::mem::forget(unit.clone());
    }
}

impl Drop for UsedUnit {
    fn drop(&mut self) {
        self.unused.borrow_mut().push(self.address);
    }
}

/// What a function is made of.
#[derive(Clone, Copy)]
pub enum FunctionKind {
    /// A native function.
    Native(&'static FunctionDescriptor),
    /// Compiled PHP code.
    User(&'static Code),
}

/// Bits of [`Function::flags`].
pub mod function_flags {
    /// The last parameter is variadic.
    pub const VARIADIC: u32 = 1;
    /// Some parameter is by reference.
    pub const ANY_BY_REF: u32 = 2;
    /// Some parameter prefers a reference.
    pub const PREFER_REF: u32 = 4;
    /// The variadic rest is by reference.
    pub const REST_BY_REF: u32 = 8;
    /// Deprecated: calls say so.
    pub const DEPRECATED: u32 = 16;
    /// Made for one call only (`__call`, closures from callables); freed with it.
    pub const TRAMPOLINE: u32 = 32;
    /// Native.
    pub const NATIVE: u32 = 64;
    /// A generator function.
    pub const GENERATOR: u32 = 128;
    /// The fake method `__invoke` of a closure.
    pub const CLOSURE_INVOKE: u32 = 256;
    /// Native, and a call needs no more than arguments of the right types and references where they are wanted.
    pub const PLAIN: u32 = 1024;
    /// A plain function that has no way to the engine, or asks for it: it calls nothing and reports nothing before, so it needs
    /// no frame. An error without an exception says that it asks.
    pub const LEAF: u32 = 8192;
    /// What its references refer to is an array afterwards, or was not changed: one that was an array needs no check of a property's type.
    pub const LEAVES_ARRAYS: u32 = 16384;
    /// `#[\NoDiscard]`: calls whose result is not used say so.
    pub const NO_DISCARD: u32 = 2048;
    /// Made by a request, with what keeps its code beside it.
    pub const OWN: u32 = 4096;
    /// An ancestor has a private method of this name, which code of that ancestor calls instead.
    pub const HIDES_PRIVATE: u32 = 512;
}

/// The bits of [`Function::by_ref`] for a parameter.
fn by_ref_bits(i: usize, variadic: bool) -> u32 {
    (if variadic { u32::MAX } else { 1 }) << i.min(31)
}

impl Function {
    /// A native function or method.
    pub fn native(descriptor: &'static FunctionDescriptor, class: Option<ClassPtr>) -> Function {
        let mut flags = function_flags::NATIVE;
        let mut by_ref = 0;
        for (i, p) in descriptor.params.iter().enumerate() {
            if p.variadic {
                flags |= function_flags::VARIADIC;
                if p.by_ref != ByRef::No {
                    flags |= function_flags::REST_BY_REF;
                }
            }
            if p.by_ref != ByRef::No {
                flags |= function_flags::ANY_BY_REF;
                if p.by_ref == ByRef::Prefer {
                    flags |= function_flags::PREFER_REF;
                }
                by_ref |= by_ref_bits(i, p.variadic);
            }
        }
        if descriptor.deprecated.is_some() {
            flags |= function_flags::DEPRECATED;
        }
        let leaves_arrays = descriptor.facts & (facts::LEAVES_ARRAYS | facts::IN_PLACE) != 0;
        let plain = function_flags::NATIVE | function_flags::VARIADIC | function_flags::ANY_BY_REF;
        let rest_by_ref = descriptor.params.last().is_some_and(|p| p.variadic && p.by_ref != ByRef::No);
        if flags & !plain == 0 && !rest_by_ref && descriptor.facts & facts::RAW == 0 {
            flags |= function_flags::PLAIN;
            let alone = flags & plain == function_flags::NATIVE && descriptor.facts & facts::CALLS_PHP == 0;
            let asks = flags & function_flags::ANY_BY_REF == 0 && descriptor.facts & facts::LATE_FRAME != 0;
            if class.is_none() && (alone || asks) {
                flags |= function_flags::LEAF;
            }
            if leaves_arrays {
                flags |= function_flags::LEAVES_ARRAYS;
            }
        }
        Function {
            name: Name::forever(descriptor.name.as_bytes()),
            kind: FunctionKind::Native(descriptor),
            class,
            modifiers: if descriptor.modifiers == 0 { modifiers::PUBLIC } else { descriptor.modifiers },
            params: descriptor.params.len() as u16,
            required: descriptor.required,
            flags,
            by_ref,
            trait_origin: None,
            place: AtomicIsize::new(0),
            prototype: OnceLock::new(),
            defaults: OnceLock::new(),
            prepared: PreparedCalls::default(),
        }
    }
    /// A compiled function or method.
    pub fn user(code: &'static Code, class: Option<ClassPtr>) -> Function {
        let mut flags = 0;
        let mut by_ref = 0;
        for (i, p) in code.params.iter().enumerate() {
            if p.variadic {
                flags |= function_flags::VARIADIC;
                if p.by_ref {
                    flags |= function_flags::REST_BY_REF;
                }
            }
            if p.by_ref {
                flags |= function_flags::ANY_BY_REF;
                by_ref |= by_ref_bits(i, p.variadic);
            }
        }
        if code.flags & code_flags::DEPRECATED != 0 {
            flags |= function_flags::DEPRECATED;
        }
        if code.flags & code_flags::NO_DISCARD != 0 {
            flags |= function_flags::NO_DISCARD;
        }
        if code.flags & code_flags::GENERATOR != 0 {
            flags |= function_flags::GENERATOR;
        }
        Function {
            name: code.name.as_ref().map(Name::copy).unwrap_or_default(),
            kind: FunctionKind::User(code),
            class,
            modifiers: code.modifiers,
            params: code.params.len() as u16,
            required: code.required,
            flags,
            by_ref,
            trait_origin: None,
            place: AtomicIsize::new(0),
            prototype: OnceLock::new(),
            defaults: OnceLock::new(),
            prepared: PreparedCalls::default(),
        }
    }
    /// A function of the same code, without what has been kept about this one.
    pub fn like(&self) -> Function {
        Function {
            name: self.name.copy(),
            kind: self.kind,
            class: self.class,
            modifiers: self.modifiers,
            params: self.params,
            required: self.required,
            flags: self.flags & !function_flags::OWN,
            by_ref: self.by_ref,
            trait_origin: self.trait_origin,
            place: AtomicIsize::new(0),
            prototype: self.prototype.clone(),
            defaults: OnceLock::new(),
            prepared: PreparedCalls::default(),
        }
    }
    /// The method this one overrides or implements first, for Reflection's prototype; what a trampoline leads to.
    pub fn prototype(&self) -> Option<FunctionPtr> {
        self.prototype.get().copied()
    }
    /// Notes the prototype, unless there is one.
    pub fn set_prototype(&self, prototype: FunctionPtr) {
        let _ = self.prototype.set(prototype);
    }
    /// The function with another prototype, or none.
    pub fn with_prototype(mut self, prototype: Option<FunctionPtr>) -> Function {
        self.prototype = prototype.map(OnceLock::from).unwrap_or_default();
        self
    }
    /// The default of a native function's parameter, if it had to be evaluated, this function has been told of it, and it is
    /// a literal.
    #[inline]
    pub fn known_default(&self, i: usize) -> Option<&'static Literal> {
        self.defaults.get()?.get(i)?.get()
    }
    /// The evaluated defaults of a native function's parameters, for the process.
    pub fn evaluated_defaults(&self) -> &'static [OnceLock<Literal>] {
        static ALL: Mutex<BTreeMap<usize, &'static [OnceLock<Literal>]>> = Mutex::new(BTreeMap::new());
        self.defaults.get_or_init(|| {
            let key = self.descriptor().map_or(0, |d| std::ptr::from_ref(d).addr());
            let count = self.descriptor().map_or(0, |d| d.params.len());
            let mut all = ALL.lock().expect("no panics while defaults are noted");
            all.entry(key).or_insert_with(|| Vec::leak((0..count).map(|_| OnceLock::new()).collect()))
        })
    }
    /// Whether it is a method that its class does not show.
    pub fn is_hidden(&self) -> bool {
        matches!(self.kind, FunctionKind::Native(d) if d.facts & crate::descriptor::facts::HIDDEN != 0)
    }
    /// The class it belongs to.
    pub fn class(&self) -> Option<ClassPtr> {
        self.class
    }
    /// The compiled code, if any.
    #[inline(always)]
    pub fn code(&self) -> Option<&'static Code> {
        match self.kind {
            FunctionKind::User(code) => Some(code),
            FunctionKind::Native(_) => None,
        }
    }
    /// The native descriptor, if any.
    #[inline(always)]
    pub fn descriptor(&self) -> Option<&'static FunctionDescriptor> {
        match self.kind {
            FunctionKind::Native(d) => Some(d),
            FunctionKind::User(_) => None,
        }
    }
    /// Whether the method is static.
    pub fn is_static(&self) -> bool {
        self.modifiers & modifiers::STATIC != 0
    }
    /// Whether a call on an object passes that object.
    #[inline]
    pub fn takes_object(&self) -> bool {
        !self.is_static() || matches!(self.kind, FunctionKind::Native(d) if d.facts & crate::descriptor::facts::ON_OBJECTS != 0)
    }
    /// Whether the method is abstract.
    pub fn is_abstract(&self) -> bool {
        self.modifiers & modifiers::ABSTRACT != 0
    }
    /// Whether parameter `i` (from 0) takes a reference, preferring ones included.
    #[inline]
    pub fn takes_ref(&self, i: usize) -> bool {
        self.may_take_ref(i) && self.by_ref_mode(i) != ByRef::No
    }
    /// The same, but also true for some arguments behind the thirtieth that are taken by value.
    #[inline(always)]
    pub fn may_take_ref(&self, i: usize) -> bool {
        self.by_ref != 0 && self.by_ref >> i.min(31) & 1 != 0
    }
    /// How parameter `i` (from 0) is passed.
    pub fn by_ref_mode(&self, i: usize) -> ByRef {
        let variadic = self.flags & function_flags::VARIADIC != 0;
        let index = if variadic && i + 1 >= self.params as usize { self.params as usize - 1 } else { i };
        match self.kind {
            FunctionKind::Native(d) => d.params.get(index).map_or(ByRef::No, |p| p.by_ref),
            FunctionKind::User(c) => {
                if c.params.get(index).is_some_and(|p| p.by_ref) {
                    ByRef::Yes
                } else {
                    ByRef::No
                }
            }
        }
    }
    /// Whether calls return by reference.
    pub fn returns_ref(&self) -> bool {
        self.code().is_some_and(|c| c.flags & code_flags::RETURNS_REF != 0)
    }
    /// The name of parameter `i` (from 0), a variadic one counting for all behind it.
    pub fn param_name(&self, i: usize) -> Option<String> {
        let index = if self.flags & function_flags::VARIADIC != 0 { i.min(self.params as usize - 1) } else { i };
        match self.kind {
            FunctionKind::Native(d) => d.params.get(index).map(|p| p.name.to_owned()),
            FunctionKind::User(c) => c.params.get(index).map(|p| p.name.to_text().into_owned()),
        }
    }
    /// How many parameters messages call by name: all but a variadic one.
    pub fn named_params(&self) -> usize {
        self.params as usize - usize::from(self.flags & function_flags::VARIADIC != 0)
    }
    /// `Class::name` or `name`, as messages have it.
    pub fn display_name(&self) -> String {
        match self.class {
            Some(c) => format!("{}::{}", c.name, self.name),
            None => self.name.to_text().into_owned(),
        }
    }
}
