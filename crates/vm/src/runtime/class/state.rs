//! What a request keeps of each class: values of static properties, and of whatever is not a literal.

use crate::{Vm, runtime::object::slot_marks};
use phant_memory::{Array, HeapBox, HeapVec, Literal, Value, heap_vec};
use phant_native::{
    Class, ClassPtr,
    class::{ClassConstant, class_flags},
};
use std::cell::{Cell, RefCell};

/// A request's part of a class.
pub(crate) struct ClassState {
    /// Defaults of properties, if some had to be evaluated.
    defaults: RefCell<HeapVec<Value>>,
    /// Static properties by slot; those that are shared with the parent point to the parent's. They stay where they are.
    statics: HeapBox<[Cell<Value>]>,
    /// Constants that had to be evaluated, by [`ClassConstant::index`].
    constants: RefCell<HeapVec<Value>>,
    /// Backed enum: value to case name.
    pub(crate) backed_cases: RefCell<Option<Array>>,
    /// Everything has been evaluated.
    pub(crate) resolved: Cell<bool>,
    /// A snapshot has it, with nothing left to evaluate: its static properties are at the same places in all requests of it.
    lasts: Cell<bool>,
}

impl ClassState {
    /// Where a static property is; an inherited one is the parent's.
    fn static_place(&self, slot: usize) -> *mut Value {
        let own = self.statics[slot].as_ptr();
        // SAFETY: the slots are there as long as the request, and nobody borrows one meanwhile.
        unsafe { (*own).indirect_target() }.unwrap_or(own)
    }
}

/// Requests' parts by the index of the class.
pub(crate) type ClassStates = RefCell<HeapVec<Option<&'static ClassState>>>;

/// The request's part of a class, if there is one.
#[inline]
pub(crate) fn known(vm: &Vm, class: &Class) -> Option<&'static ClassState> {
    vm.class_states.borrow().get(class.index as usize).copied().flatten()
}

/// The request's part of a class, made on first use.
pub(crate) fn of(vm: &Vm, class: ClassPtr) -> &'static ClassState {
    known(vm, class).unwrap_or_else(|| make(vm, class))
}

#[cold]
#[inline(never)]
fn make(vm: &Vm, class: ClassPtr) -> &'static ClassState {
    let mut statics = heap_vec();
    let shared = class.shared_statics as usize;
    statics.reserve_exact(shared + class.statics.len());
    if let Some(parent) = class.parent.filter(|_| shared > 0) {
        let parents = of(vm, parent);
        statics.extend((0..shared).map(|slot| Cell::new(Value::indirect(parents.static_place(slot)))));
    }
    statics.extend(class.statics.iter().map(|literal| Cell::new(copy_of(literal))));
    let state: &'static ClassState = super::draft::leak(ClassState {
        defaults: RefCell::new(heap_vec()),
        statics: statics.into_boxed_slice(),
        constants: RefCell::new(heap_vec()),
        backed_cases: RefCell::new(None),
        resolved: Cell::new(false),
        lasts: Cell::new(false),
    });
    let index = class.index as usize;
    let mut states = vm.class_states.borrow_mut();
    if states.len() <= index {
        states.resize(index + 1, None);
    }
    states[index] = Some(state);
    state
}

/// A snapshot is taken: makes the parts of all classes with static properties that are declared, so that its requests find them.
pub(crate) fn prepare_snapshot(vm: &Vm) {
    let has_statics = |class: &ClassPtr| class.shared_statics > 0 || !class.statics.is_empty();
    let declared: Vec<ClassPtr> = vm.class_order.borrow().iter().map(|(_, class)| *class).filter(has_statics).collect();
    for class in declared {
        of(vm, class).lasts.set(super::constants::is_resolved(vm, class));
    }
}

/// Whether the static properties of a class are where they are in all requests of the snapshot.
pub(crate) fn lasts(vm: &Vm, class: &Class) -> bool {
    known(vm, class).is_some_and(|state| state.lasts.get())
}

/// A default as a value, with its marks.
fn copy_of(literal: &Literal) -> Value {
    marked(literal)
}

fn marked(value: &Value) -> Value {
    let mut copy = value.clone();
    copy.set_aux(value.aux());
    copy
}

/// Whether a default must be evaluated before the first use of the class.
pub(crate) fn is_unresolved(value: &Value) -> bool {
    value.is_undef() && value.aux() & slot_marks::UNRESOLVED != 0
}

/// Calls `f` with the defaults of a class's slots, with their marks, as far as they are known.
#[inline]
pub(crate) fn each_default(vm: &Vm, class: ClassPtr, f: impl FnMut(&Value)) {
    if !class.has_flag(class_flags::LITERAL)
        && let Some(state) = known(vm, class)
    {
        let defaults = state.defaults.borrow();
        if !defaults.is_empty() {
            return defaults.iter().for_each(f);
        }
    }
    class.defaults.iter().map(|literal| &**literal).for_each(f);
}

/// A slot's default, with its marks.
pub(crate) fn default_of(vm: &Vm, class: ClassPtr, slot: usize) -> Value {
    let known = known(vm, class).and_then(|state| state.defaults.borrow().get(slot).map(marked));
    known.unwrap_or_else(|| copy_of(&class.defaults[slot]))
}

/// Notes the value of a default that had to be evaluated.
pub(crate) fn set_default(vm: &Vm, class: ClassPtr, slot: usize, value: Value) {
    let mut defaults = of(vm, class).defaults.borrow_mut();
    if defaults.is_empty() {
        defaults.extend(class.defaults.iter().map(copy_of));
    }
    defaults[slot] = value;
}

/// Where a static property is; an inherited one is the parent's. It lives as long as the request.
pub(crate) fn static_place(vm: &Vm, class: ClassPtr, slot: u16) -> *mut Value {
    of(vm, class).static_place(slot as usize)
}

/// Whether a static property of the class's own must still be evaluated.
pub(crate) fn is_unresolved_static(vm: &Vm, class: ClassPtr, slot: u16) -> bool {
    slot as u32 >= class.shared_statics
        // SAFETY: a live place.
        && is_unresolved(unsafe { &*static_place(vm, class, slot) })
}

/// Notes the first value of a static property of the class's own.
pub(crate) fn set_static(vm: &Vm, class: ClassPtr, slot: u16, value: Value) {
    of(vm, class).statics[slot as usize].set(value);
}

/// The value of a constant, if it is known.
pub(crate) fn constant(vm: &Vm, constant: &ClassConstant) -> Option<Value> {
    if let Some(literal) = &constant.literal {
        return Some((**literal).clone());
    }
    let constants = known(vm, constant.class)?.constants.borrow();
    constants.get(constant.index as usize).filter(|value| !value.is_undef()).cloned()
}

/// Notes the value of a constant.
pub(crate) fn set_constant(vm: &Vm, constant: &ClassConstant, value: Value) {
    let mut constants = of(vm, constant.class).constants.borrow_mut();
    if constants.is_empty() {
        constants.resize(constant.class.own_constants as usize, Value::UNDEF);
    }
    constants[constant.index as usize] = value;
}
