//! Access to what properties store, past their hooks: for Reflection.

use super::{errors, lazy, read, reference, write};
use crate::Vm;
use phant_memory::{Object, Value};
use phant_native::{
    PhpResult,
    class::{ClassPtr, Property},
};

/// What is stored in a property, hooks aside.
pub fn get_raw(vm: &Vm, object: &Object, p: &'static Property) -> PhpResult {
    let Some(slot) = p.slot else {
        let error = if p.get_hook.is_some() { read::must_not_read } else { errors::write_only };
        return Err(error(vm, object, p));
    };
    let object = lazy::target(vm, object)?.unwrap_or_else(|| object.clone());
    let value = object.slot(slot);
    if value.is_undef() && p.ty.is_some() {
        return Err(errors::uninitialized(vm, p));
    }
    Ok(value.into_unref())
}

/// Stores into a property, as code of a class would, hooks aside.
pub fn set_raw(vm: &Vm, object: &Object, p: &'static Property, value: Value, scope: ClassPtr) -> PhpResult<()> {
    let Some(slot) = p.slot else {
        let error = if p.set_hook.is_some() { write::must_not_write } else { errors::read_only };
        return Err(error(vm, object, p));
    };
    let object = lazy::target(vm, object)?.unwrap_or_else(|| object.clone());
    let strict = vm.ctx.current.get().is_none() && reference::caller_strict(vm);
    write::store(vm, &object, p, slot, value, Some(scope), strict).map(drop)
}
