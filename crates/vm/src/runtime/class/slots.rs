//! Property slots of a class: defaults, marks of what is uninitialised or must still be evaluated, shared statics.

use crate::runtime::object::slot_marks;
use phant_memory::{Literal, Value};
use phant_native::{
    Class,
    class::{ClassConstant, Property, class_flags},
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
pub(crate) fn unresolved() -> Literal {
    Literal::marked_undef(slot_marks::UNRESOLVED)
}

/// The default of a typed property without one.
pub(crate) fn uninitialized() -> Literal {
    Literal::marked_undef(slot_marks::UNINIT)
}

/// The value of a native default that is a plain literal.
pub(crate) fn literal_default(text: &str) -> Option<Literal> {
    let value = match text {
        "null" | "NULL" => Value::NULL,
        "false" => Value::FALSE,
        "true" => Value::TRUE,
        "[]" => Value::empty_array(),
        "\"\"" | "''" => Value::from(phant_memory::string::empty()),
        number => Value::int(number.parse().ok()?),
    };
    Literal::forever(&value)
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
    let literal = |values: &[Literal]| values.iter().all(|v| !super::state::is_unresolved(v));
    let shared = class.parent.is_none_or(|p| class.shared_statics == 0 || p.has_flag(class_flags::LITERAL));
    if class.kind == ClassKind::Class && shared && literal(&class.defaults) && literal(&class.statics) {
        let lazy = |c: &ClassConstant| c.literal.is_none() && c.native_text.is_none();
        if !class.constants.values().any(|c| lazy(c)) {
            flags |= class_flags::LITERAL;
        }
    }
    flags
}
