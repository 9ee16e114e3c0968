//! New objects.

use super::slot_marks;
use crate::{
    Vm,
    runtime::class::{constants, link::not_instantiable, state},
};
use phant_memory::{
    NativeData, Object, Value,
    object::{DESTRUCTED, HAS_DESTRUCTOR},
};
use phant_native::{
    Class, ClassPtr, PhpResult,
    class::class_flags,
    descriptor::{ClassKind, modifiers},
};
use std::sync::atomic::Ordering::Relaxed;

/// An object with default properties and native state, constructor not run.
#[inline]
pub fn allocate(vm: &Vm, class: ClassPtr) -> PhpResult<Object> {
    if class.kind != ClassKind::Class || class.is_abstract() || class.has_flag(class_flags::NOT_INSTANTIABLE) {
        return Err(not_instantiable(vm, class));
    }
    if !class.has_flag(class_flags::LITERAL) {
        constants::resolve(vm, class)?;
    }
    let object = with_defaults(vm, class);
    if let Some(create) = class.create {
        create(&vm.ctx, &object);
        note_room(class, &object);
        if vm.ctx.has_exception() {
            object.set_flag(DESTRUCTED, true);
            return Err(phant_native::Thrown);
        }
    }
    Ok(object)
}

/// An object of a native class that is not for `new`: closures, generators.
pub fn allocate_plain(vm: &Vm, class: ClassPtr) -> Object {
    let object = with_defaults(vm, class);
    if let Some(create) = class.create {
        create(&vm.ctx, &object);
        note_room(class, &object);
    }
    object
}
/// Later objects of the class have what the first one took for its native state in their own block.
#[inline(always)]
fn note_room(class: ClassPtr, object: &Object) {
    if class.room.load(Relaxed) == 0 {
        class.room.store(object.room(), Relaxed);
    }
}

/// An object with default properties.
#[inline]
fn with_defaults(vm: &Vm, class: ClassPtr) -> Object {
    if class.has_flag(class_flags::LITERAL) {
        return of_literals(class);
    }
    let object = bare(class);
    fill(vm, &object, class);
    object
}

/// Whether an object of the class, which [`allocate`] has made one of, takes no more than [`of_literals`], and a call of the
/// constructor from anywhere.
pub(crate) fn is_plain(class: ClassPtr) -> bool {
    class.has_flag(class_flags::LITERAL)
        && class.create.is_none()
        && class.magic.construct.is_none_or(|f| f.modifiers & modifiers::PUBLIC != 0)
}

/// An object of a class whose defaults are all literals.
pub(crate) fn of_literals(class: ClassPtr) -> Object {
    let flags = if class.magic.destruct.is_some() { HAS_DESTRUCTOR } else { 0 };
    let class_at = std::ptr::from_ref::<Class>(class).cast();
    // SAFETY: the engine has told the type with its hooks; classes outlive a request's objects.
    unsafe { Object::allocate_filled(class_at, &class.defaults, slot_marks::UNINIT, flags, class.room.load(Relaxed)) }
}

/// An object of a native class without properties or destructor, with its native state.
pub(crate) fn with_native<T: NativeData>(class: ClassPtr, data: T) -> Object {
    debug_assert!(class.slots.is_empty() && class.magic.destruct.is_none());
    // SAFETY: as in `bare`.
    unsafe { Object::allocate_with(std::ptr::from_ref::<Class>(class).cast(), data) }
}

/// An object whose slots are empty.
pub(crate) fn bare(class: ClassPtr) -> Object {
    let flags = if class.magic.destruct.is_some() { HAS_DESTRUCTOR } else { 0 };
    // SAFETY: the engine has told the type with its hooks; classes outlive a request's objects.
    unsafe {
        Object::allocate_unchecked(
            std::ptr::from_ref::<Class>(class).cast(),
            class.slots.len() as u16,
            flags,
            class.room.load(Relaxed),
        )
    }
}

/// Sets the slots to their defaults.
#[inline]
pub(crate) fn fill(vm: &Vm, object: &Object, class: ClassPtr) {
    let mut slot = 0;
    state::each_default(vm, class, |default| {
        let mut value = default.clone();
        value.set_aux(default.aux() & slot_marks::UNINIT);
        // SAFETY: the object has a slot for every default, and its slots hold nothing yet.
        unsafe { object.slot_ptr(slot).write(value) };
        slot += 1;
    });
}

/// A slot's default, with its marks.
pub(crate) fn default_of(vm: &Vm, class: ClassPtr, slot: u16) -> Value {
    state::default_of(vm, class, slot as usize)
}
