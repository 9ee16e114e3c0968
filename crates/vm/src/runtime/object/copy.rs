//! `clone`.

use super::{create, lazy, probe::mark, reference, slot_marks, write};
use crate::Vm;
use phant_memory::{Array, Object, object::DESTRUCTED};
use phant_native::{
    ClassPtr, ObjectExt, PhpResult,
    class::class_flags,
    descriptor::{ClassKind, modifiers},
};

/// `clone $object` and `clone($object, $changes)` by code of a class: checks that it may.
pub fn clone_checked(vm: &Vm, object: &Object, changes: Option<&Array>, scope: Option<ClassPtr>) -> PhpResult<Object> {
    check(vm, object, scope)?;
    clone_with(vm, object, changes.filter(|list| !list.is_empty()), scope)
}

fn check(vm: &Vm, object: &Object, scope: Option<ClassPtr>) -> PhpResult<()> {
    let class = object.class();
    if class.has_flag(class_flags::NOT_CLONEABLE | class_flags::THROWABLE) || class.kind == ClassKind::Enum {
        let text = format!("Trying to clone an uncloneable object of class {}", class.name);
        return Err(vm.ctx.throw_error(text));
    }
    let Some(method) = class.magic.clone else { return Ok(()) };
    let private = method.modifiers & modifiers::PRIVATE != 0;
    let protected = method.modifiers & modifiers::PROTECTED != 0;
    let declaring = method.class.unwrap_or(class);
    let allowed = if private {
        scope.is_some_and(|s| s.same(declaring))
    } else {
        let root = method.prototype().and_then(|p| p.class).unwrap_or(declaring);
        !protected || super::lookup::is_related(root, scope)
    };
    if allowed {
        return Ok(());
    }
    let word = crate::runtime::class::visibility_word(method.modifiers);
    let from = match scope {
        Some(scope) => format!("scope {}", scope.name),
        None => "global scope".to_owned(),
    };
    Err(vm.ctx.throw_error(format!("Call to {word} {}::__clone() from {from}", class.name)))
}

/// A copy of an object, after `__clone`.
pub fn clone_object(vm: &Vm, object: &Object) -> PhpResult<Object> {
    clone_with(vm, object, None, None)
}

/// A copy of an object with some properties changed (`clone($object, ["name" => $value])`).
fn clone_with(vm: &Vm, object: &Object, changes: Option<&Array>, scope: Option<ClassPtr>) -> PhpResult<Object> {
    if lazy::is_lazy(object) {
        return clone_lazy(vm, object, changes, scope);
    }
    let copy = members(vm, object)?;
    let class = copy.class();
    let reinitable = class.has_flag(class_flags::HAS_CHECKED_PROPERTIES) && (class.magic.clone.is_some() || changes.is_some());
    if reinitable {
        set_reinitable(&copy, true);
    }
    let result = finish(vm, &copy, changes, scope);
    if reinitable {
        set_reinitable(&copy, false);
    }
    match result {
        Ok(()) => Ok(copy),
        Err(thrown) => {
            // The copy has a destructor's call coming, unless it never became what was asked for.
            if changes.is_some() {
                copy.set_flag(DESTRUCTED, true);
            }
            Err(thrown)
        }
    }
}

fn finish(vm: &Vm, copy: &Object, changes: Option<&Array>, scope: Option<ClassPtr>) -> PhpResult<()> {
    let class = copy.class();
    if let Some(method) = class.magic.clone {
        vm.ctx.host.call_function(&vm.ctx, method, Some(copy), Some(class), &[])?;
    }
    let Some(changes) = changes else { return Ok(()) };
    if class.magic.clone.is_some() {
        // What `__clone` has set may be set again.
        set_reinitable(copy, true);
    }
    for (key, value) in changes.iter() {
        let strict = reference::caller_strict(vm);
        write::write_property(vm, copy, &key.to_str(), value.unref(), scope, strict)?;
    }
    Ok(())
}

/// Lets readonly properties be set once more, or ends that.
fn set_reinitable(object: &Object, on: bool) {
    for (slot, p) in object.class().slots.iter().enumerate() {
        if p.is_readonly() {
            let slot = slot as u16;
            let aux = object.slot_marks(slot);
            mark(object, slot, if on { aux | slot_marks::REINITABLE } else { aux & !slot_marks::REINITABLE });
        }
    }
}

/// Copies a slot with a reference, or to one that holds something.
#[cold]
fn copy_slot(object: &Object, copy: &Object, slot: u16) {
    let value = object.slot_copied(slot);
    if let Some(reference) = value.as_ref() {
        reference::add_source(reference, object.class().slots[usize::from(slot)]);
    }
    copy.set_slot(slot, value);
    mark(copy, slot, object.slot_marks(slot) & slot_marks::UNINIT);
}

/// The copy with its properties and native state.
fn members(vm: &Vm, object: &Object) -> PhpResult<Object> {
    let class = object.class();
    let copy = create::bare(class);
    if let Some(create) = class.create {
        create(&vm.ctx, &copy);
    }
    if !class.slots.is_empty() {
        let (from, to) = (object.slot_ptr(0), copy.slot_ptr(0));
        for slot in 0..class.slots.len() {
            // SAFETY: both objects have the class's slots; those of the copy hold nothing yet but what `create` has put there.
            unsafe {
                let (from, to) = (&*from.add(slot), to.add(slot));
                if from.is_ref() || (*to).is_counted() {
                    copy_slot(object, &copy, slot as u16);
                } else {
                    to.write(from.clone().with_aux(from.aux() & slot_marks::UNINIT));
                }
            }
        }
    }
    if let Some(dynamic) = object.dynamic()
        && !dynamic.is_empty()
    {
        copy.replace_dynamic(Some(dynamic.duplicate()));
    }
    if let Some(clone) = class.handlers.clone {
        clone(&vm.ctx, object, &copy)?;
    }
    Ok(copy)
}

/// Lazy objects are initialised first; of a proxy, the instance is copied too.
fn clone_lazy(vm: &Vm, object: &Object, changes: Option<&Array>, scope: Option<ClassPtr>) -> PhpResult<Object> {
    let Some(target) = lazy::target(vm, object)? else { return clone_with(vm, object, changes, scope) };
    if target.same(object) {
        return clone_with(vm, object, changes, scope);
    }
    // It has the first handle.
    let proxy = create::bare(object.class());
    proxy.set_flag(phant_memory::object::DESTRUCTED, true);
    let instance = clone_with(vm, &target, changes, scope)?;
    lazy::become_initialized_proxy(&proxy, instance, object);
    Ok(proxy)
}
