//! Property slots of a class: defaults, marks of what is uninitialised or must still be evaluated, shared statics.

use crate::object::slot_marks;
use phant_memory::{HeapVec, Value, value::tag};
use phant_native::{
    Class, ClassPtr,
    class::{Property, class_flags},
    descriptor::{ClassKind, modifiers},
};

/// Flags that subclasses have too.
pub(crate) const INHERITED_FLAGS: u32 = class_flags::NO_DYNAMIC_PROPERTIES
    | class_flags::ALLOW_DYNAMIC_PROPERTIES
    | class_flags::NOT_SERIALIZABLE
    | class_flags::NOT_CLONEABLE
    | class_flags::NOT_INSTANTIABLE
    | class_flags::HAS_HOOKS
    | class_flags::HAS_CHECKED_PROPERTIES;

/// Stands for a default that must be evaluated before the first use of the class.
pub(crate) fn unresolved() -> Value {
    Value::word(1)
}

/// Whether a default must still be evaluated.
pub(crate) fn is_unresolved(value: &Value) -> bool {
    value.tag() == tag::WORD
}

/// The default of a typed property without one.
pub(crate) fn uninitialized() -> Value {
    let mut value = Value::UNDEF;
    value.set_aux(slot_marks::UNINIT);
    value
}

/// The value of a native default that is a plain literal.
pub(crate) fn literal_default(text: &str) -> Option<Value> {
    Some(match text {
        "null" | "NULL" => Value::NULL,
        "false" => Value::FALSE,
        "true" => Value::TRUE,
        "[]" => Value::empty_array(),
        "\"\"" | "''" => Value::from(phant_memory::string::empty()),
        number => Value::int(number.parse().ok()?),
    })
}

/// Restores the marks that cloning defaults has lost.
pub(crate) fn keep_marks(copies: &mut [Value], originals: &[Value]) {
    for (copy, original) in copies.iter_mut().zip(originals) {
        copy.set_aux(original.aux());
    }
}

/// Makes a subclass's static properties the parent's: slots point there.
pub(crate) fn share_statics(statics: &mut HeapVec<Value>, parent: ClassPtr) {
    let mut parents = parent.statics.borrow_mut();
    for value in parents.iter_mut() {
        let target = value.indirect_target().unwrap_or(&raw mut *value);
        statics.push(Value::indirect(target));
    }
}

/// Notes which property is in a slot.
pub(crate) fn set_slot_owner(class: &mut Class, slot: u16, property: &'static Property) {
    let slot = slot as usize;
    if slot < class.slots.len() {
        class.slots[slot] = property;
    } else {
        debug_assert_eq!(slot, class.slots.len());
        class.slots.push(property);
    }
}

/// Flags that follow from a class's properties and constants.
pub(crate) fn flags_of(class: &Class) -> u32 {
    let mut flags = 0;
    let checked = modifiers::READONLY | modifiers::SET_VISIBILITY;
    for property in class.properties.values().filter(|p| !p.is_static()) {
        if property.has_hooks() {
            flags |= class_flags::HAS_HOOKS;
        }
        if property.ty.is_some() || property.modifiers & checked != 0 {
            flags |= class_flags::HAS_CHECKED_PROPERTIES;
        }
    }
    let resolved = |values: &[Value]| {
        values.iter().all(|v| match v.indirect_target() {
            // SAFETY: a shared static points into its parent's statics, which live as long as the request and do not move.
            Some(shared) => unsafe { !is_unresolved(&*shared) },
            None => !is_unresolved(v),
        })
    };
    if class.kind == ClassKind::Class && resolved(&class.defaults.borrow()) && resolved(&class.statics.borrow()) {
        let lazy = |c: &&&phant_native::class::ClassConstant| c.value.borrow().is_undef() && c.native_text.is_none();
        if !class.constants.values().any(|c| lazy(&c)) {
            flags |= class_flags::CONSTANTS_RESOLVED;
        }
    }
    flags
}
