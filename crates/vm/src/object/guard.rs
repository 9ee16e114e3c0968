//! Magic property methods are not asked again for a property while they run for it.

use crate::Vm;
use phant_memory::Value;
use phant_memory::{Object, Str};
use phant_native::{FunctionPtr, ObjectExt, PhpResult};

pub(crate) const GET: u8 = 1;
pub(crate) const SET: u8 = 2;
pub(crate) const UNSET: u8 = 4;
pub(crate) const ISSET: u8 = 8;

fn key(object: &Object, name: &Str) -> (usize, Str) {
    (object.as_ptr() as usize, name.clone())
}

/// Whether a method is running for the property.
pub(crate) fn is_active(vm: &Vm, object: &Object, name: &Str, bit: u8) -> bool {
    !vm.objects.guards.is_empty() && vm.objects.guards.get(&key(object, name)).is_some_and(|bits| bits & bit != 0)
}

/// Marks a method as running; false if it is already.
pub(crate) fn enter(vm: &mut Vm, object: &Object, name: &Str, bit: u8) -> bool {
    let bits = vm.objects.guards.entry(key(object, name)).or_insert(0);
    let entered = *bits & bit == 0;
    *bits |= bit;
    entered
}

/// Ends what [`enter`] began.
pub(crate) fn leave(vm: &mut Vm, object: &Object, name: &Str, bit: u8) {
    let key = key(object, name);
    if let Some(bits) = vm.objects.guards.get_mut(&key) {
        *bits &= !bit;
        if *bits == 0 {
            vm.objects.guards.remove(&key);
        }
    }
}

/// Calls a magic method for a property; `None` if it is running already.
pub(crate) fn call(
    vm: &mut Vm,
    object: &Object,
    name: &Str,
    bit: u8,
    method: FunctionPtr,
    value: Option<&Value>,
) -> Option<PhpResult> {
    if !enter(vm, object, name, bit) {
        return None;
    }
    // The object must outlive the call, whatever the method does.
    let object = object.clone();
    let name_value = Value::from(name.clone());
    let result = match value {
        Some(value) => {
            let args = [name_value, value.clone()];
            vm.ctx.host.call_function(&mut vm.ctx, method, Some(&object), Some(object.class()), &args)
        }
        None => vm.ctx.host.call_function(&mut vm.ctx, method, Some(&object), Some(object.class()), &[name_value]),
    };
    leave(vm, &object, name, bit);
    Some(result)
}
