//! Writing properties.

use super::{
    errors, guard, hooks, lazy,
    lookup::{self, Lookup},
    slot_marks, types,
};
use crate::Vm;
use phant_memory::{Key, KeyRef, Object, Str, Value};
use phant_native::{
    ClassPtr, Level, ObjectExt, PhpResult,
    class::{Property, class_flags},
};

/// `$object->name = $value` from a scope. What was assigned, after conversion, is the result.
pub fn write_property(
    vm: &Vm,
    object: &Object,
    name: &Str,
    value: Value,
    scope: Option<ClassPtr>,
    strict: bool,
) -> PhpResult<Value> {
    let class = object.class();
    if let Some(write) = class.handlers.write_property
        && write(&vm.ctx, object, name, &value)?
    {
        return Ok(value);
    }
    write_declared(vm, object, name, value, scope, strict)
}

/// Writing without the class's own handler.
pub(crate) fn write_declared(
    vm: &Vm,
    object: &Object,
    name: &Str,
    value: Value,
    scope: Option<ClassPtr>,
    strict: bool,
) -> PhpResult<Value> {
    let class = object.class();
    let value = value.into_unref();
    let lookup = lookup::find(class, name, scope);
    let mut bypass_magic = false;
    match lookup {
        Lookup::Declared(p) => {
            if p.has_hooks()
                && let Some(result) = write_hooked(vm, object, p, &value, scope)
            {
                return result.map(|()| value);
            }
            if let Some(slot) = p.slot {
                if !object.slot_is_undef(slot) {
                    return store(vm, object, p, slot, value, scope, strict);
                }
                let marks = object.slot_marks(slot);
                bypass_magic = marks & slot_marks::UNINIT != 0;
                // Nothing is initialised for what may not be written from here.
                if bypass_magic && !lookup::may_write(p, scope) {
                    return Err(errors::set_visibility(vm, p, scope, "modify"));
                }
                if bypass_magic && marks & slot_marks::LAZY == 0 {
                    return store(vm, object, p, slot, value, scope, strict);
                }
            }
        }
        Lookup::Dynamic => {
            if assign_dynamic(vm, object, name, &value, strict)? {
                return Ok(value);
            }
        }
        Lookup::Static(_) => {
            if class.magic.set.is_none() {
                // The property is written all the same.
                let _ = lookup::static_notice(vm, class, name);
            }
            if assign_dynamic(vm, object, name, &value, strict)? {
                return Ok(value);
            }
        }
        Lookup::Denied(_) | Lookup::BadName => {
            if class.magic.set.is_none() {
                return Err(lookup::denied(vm, lookup, class, name));
            }
        }
    }
    if let Some(set) = class.magic.set
        && !bypass_magic
    {
        match guard::call(vm, object, name, guard::SET, set, Some(&value)) {
            Some(result) => return result.map(|_| value),
            None if lookup.is_denied() => return Err(lookup::denied(vm, lookup, class, name)),
            None => {}
        }
    }
    if lazy::is_lazy(object)
        && (lookup.declared().is_none() || is_lazy_slot(object, lookup))
        && let Some(target) = lazy::target(vm, object)?
        && !target.same(object)
    {
        return guard::forward(vm, object, &target, name, guard::SET, |vm| {
            write_property(vm, &target, name, value, scope, strict)
        });
    }
    if let Lookup::Declared(p) = lookup
        && let Some(slot) = p.slot
    {
        return store(vm, object, p, slot, value, scope, strict);
    }
    create_dynamic(vm, object, name, value)
}

fn is_lazy_slot(object: &Object, lookup: Lookup) -> bool {
    lookup.declared().and_then(|p| p.slot).is_some_and(|slot| object.slot_marks(slot) & slot_marks::LAZY != 0)
}

/// Writing through a hook; `None`: the stored value is meant.
fn write_hooked(vm: &Vm, object: &Object, p: &'static Property, value: &Value, scope: Option<ClassPtr>) -> Option<PhpResult<()>> {
    let Some(hook) = p.set_hook else {
        if p.slot.is_none() {
            return Some(Err(errors::read_only(vm, object, p)));
        }
        return None;
    };
    if !hooks::should_call(vm, object, p) {
        return if p.slot.is_none() { Some(Err(must_not_write(vm, object, p))) } else { None };
    }
    if !lookup::may_write(p, scope) {
        return Some(Err(errors::set_visibility(vm, p, scope, "modify")));
    }
    Some(hooks::set(vm, object, hook, value))
}

#[cold]
pub(crate) fn must_not_write(vm: &Vm, object: &Object, p: &Property) -> phant_native::Thrown {
    vm.ctx.throw_error(format!("Must not write to virtual property {}::${}", object.class().name, p.name))
}

/// Stores into a declared property's slot, with the checks that its declaration asks for.
pub fn store(
    vm: &Vm,
    object: &Object,
    p: &'static Property,
    slot: u16,
    value: Value,
    scope: Option<ClassPtr>,
    strict: bool,
) -> PhpResult<Value> {
    if !lookup::is_plain(p) {
        check_writable(vm, !object.slot_is_undef(slot), object.slot_marks(slot), p, scope)?;
    }
    let value = match p.ty {
        Some(ty) => {
            let holders = object.refcount();
            match types::coerce(vm, value, ty, Some(p.class), strict) {
                // The conversion may have run code that gave the object away: only this assignment has it now.
                Ok(_) if holders > 1 && object.refcount() == 1 => return Err(errors::released(vm, p)),
                Ok(value) => value,
                Err(value) => {
                    vm.ctx.check()?;
                    return Err(errors::property_type(vm, p, &value));
                }
            }
        }
        None => value,
    };
    if let Some(reference) = object.slot(slot).as_ref() {
        if !reference.sources().is_null() {
            super::reference::assign_through_reference(vm, reference, value.clone(), strict)?;
            return Ok(reference.get());
        }
        reference.set(value.clone());
        return Ok(value);
    }
    object.set_slot(slot, value.clone());
    Ok(value)
}

/// Whether a property may be written now, from here. It has a value, or not, and the marks of its slot.
pub(crate) fn check_writable(
    vm: &Vm,
    has_value: bool,
    marks: u32,
    p: &'static Property,
    scope: Option<ClassPtr>,
) -> PhpResult<()> {
    if p.is_readonly() && has_value && marks & slot_marks::REINITABLE == 0 {
        return Err(errors::readonly_modification(vm, p));
    }
    if !lookup::may_write(p, scope) {
        return Err(errors::set_visibility(vm, p, scope, "modify"));
    }
    Ok(())
}

/// Assigns to a dynamic property that exists.
fn assign_dynamic(vm: &Vm, object: &Object, name: &Str, value: &Value, strict: bool) -> PhpResult<bool> {
    // SAFETY: the borrow ends with the statement.
    let current = unsafe { object.dynamic_lent() }.and_then(|table| table.get(&KeyRef::Str(name)).cloned());
    let Some(current) = current else { return Ok(false) };
    if let Some(reference) = current.as_ref() {
        super::reference::assign_through_reference(vm, reference, value.clone(), strict)?;
        return Ok(true);
    }
    object.set_dynamic(Key::Str(name.clone()), value.clone());
    Ok(true)
}

/// Creates a dynamic property.
pub(crate) fn create_dynamic(vm: &Vm, object: &Object, name: &Str, value: Value) -> PhpResult<Value> {
    may_create_dynamic(vm, object, name)?;
    object.set_dynamic(Key::Str(name.clone()), value.clone());
    vm.ctx.check()?;
    Ok(value)
}

/// Whether anyone may add properties to an object, and nothing is called or told.
pub fn creates_freely(object: &Object) -> bool {
    let class = object.class();
    class.has_flag(class_flags::ALLOW_DYNAMIC_PROPERTIES)
        && !class.has_flag(class_flags::NO_DYNAMIC_PROPERTIES)
        && class.magic.set.is_none()
        && !super::lazy::is_lazy(object)
}

/// Whether an object may get a dynamic property. It gets it even where an error handler has thrown: the exception is then
/// pending, and the caller looks for it when the property is there.
pub(crate) fn may_create_dynamic(vm: &Vm, object: &Object, name: &Str) -> PhpResult<()> {
    let class = object.class();
    if class.has_flag(class_flags::ALLOW_DYNAMIC_PROPERTIES) && !class.has_flag(class_flags::NO_DYNAMIC_PROPERTIES) {
        return Ok(());
    }
    if class.has_flag(class_flags::NO_DYNAMIC_PROPERTIES) {
        return Err(vm.ctx.throw_error(format!("Cannot create dynamic property {}::${name}", class.name)));
    }
    let before = object.refcount();
    vm.ctx.report(Level::Deprecated, format!("Creation of dynamic property {}::${name} is deprecated", class.name));
    if object.refcount() == 1 && before > 1 {
        vm.ctx.check()?;
        // The handler has let go of the object: only the instruction has it still.
        return Err(vm.ctx.throw_error(format!("Cannot create dynamic property {}::${name}", class.name)));
    }
    Ok(())
}
