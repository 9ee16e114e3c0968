//! Magic property methods are not asked again for a property while they run for it.

use super::lazy;
use crate::Vm;
use phant_memory::{HeapVec, Object, Str, Value};
use phant_native::{FunctionPtr, ObjectExt, PhpResult};

pub(crate) const GET: u8 = 1;
pub(crate) const SET: u8 = 2;
pub(crate) const UNSET: u8 = 4;
pub(crate) const ISSET: u8 = 8;

/// Object bit: a magic property method has run for it. Those of other objects need not be looked through for it.
pub(crate) const GUARDED: u16 = 8;

/// What a running method is known by.
pub(crate) type Guard = (usize, Str);

/// The methods that are running: object, property and which. They are few, so they are looked through from the last one.
pub(crate) type Guards = HeapVec<(Guard, u8)>;

/// Which methods run for the property.
fn running(vm: &Vm, key: &Guard) -> u8 {
    let guards = vm.objects.guards.borrow();
    guards.iter().rfind(|(known, _)| known == key).map_or(0, |(_, bits)| *bits)
}

/// Does something with the object that is asked about: an initialised proxy and its instance are one.
fn with_owner<R>(object: &Object, act: impl FnOnce(&Object) -> R) -> R {
    match if lazy::is_lazy(object) { lazy::instance(object) } else { None } {
        Some(instance) => act(&instance),
        None => act(object),
    }
}

/// The key of an object's property.
fn key(owner: &Object, name: &Str) -> Guard {
    (owner.as_ptr() as usize, name.clone())
}

/// Does something with the instance that a proxy has got meanwhile: methods that run for the proxy run for it.
pub(crate) fn forward<R>(vm: &Vm, proxy: &Object, target: &Object, name: &Str, bit: u8, act: impl FnOnce(&Vm) -> R) -> R {
    let running = running(vm, &(proxy.as_ptr() as usize, name.clone())) & bit != 0;
    let guard = if running && !proxy.same(target) { enter(vm, target, name, bit) } else { None };
    let result = act(vm);
    if let Some(guard) = guard {
        leave(vm, guard, bit);
    }
    result
}

/// Whether a method is running for the property.
pub(crate) fn is_active(vm: &Vm, object: &Object, name: &Str, bit: u8) -> bool {
    let active = |owner: &Object| owner.bits() & GUARDED != 0 && running(vm, &key(owner, name)) & bit != 0;
    !vm.objects.guards.borrow().is_empty() && with_owner(object, active)
}

/// Marks a method as running; `None` if it is already.
pub(crate) fn enter(vm: &Vm, object: &Object, name: &Str, bit: u8) -> Option<Guard> {
    let (guard, known) = with_owner(object, |owner| {
        let bits = owner.bits();
        owner.set_bits(bits | GUARDED);
        (key(owner, name), bits & GUARDED != 0)
    });
    let mut guards = vm.objects.guards.borrow_mut();
    if !known {
        guards.push((guard.clone(), bit));
        return Some(guard);
    }
    match guards.iter_mut().rfind(|(known, _)| *known == guard) {
        Some((_, bits)) => {
            let entered = *bits & bit == 0;
            *bits |= bit;
            entered.then_some(guard)
        }
        None => {
            guards.push((guard.clone(), bit));
            Some(guard)
        }
    }
}

/// Ends what [`enter`] began.
pub(crate) fn leave(vm: &Vm, key: Guard, bit: u8) {
    let mut guards = vm.objects.guards.borrow_mut();
    if let Some(at) = guards.iter().rposition(|(known, _)| *known == key) {
        guards[at].1 &= !bit;
        if guards[at].1 == 0 {
            guards.swap_remove(at);
        }
    }
}

/// Calls a magic method for a property; `None` if it is running already.
pub(crate) fn call(
    vm: &Vm,
    object: &Object,
    name: &Str,
    bit: u8,
    method: FunctionPtr,
    value: Option<&Value>,
) -> Option<PhpResult> {
    let guard = enter(vm, object, name, bit)?;
    // The object must outlive the call, whatever the method does.
    let object = object.clone();
    let name_value = Value::from(name.clone());
    let result = match value {
        Some(value) => {
            let args = [name_value, value.clone()];
            vm.ctx.host.call_function(&vm.ctx, method, Some(&object), Some(object.class()), &args)
        }
        None => vm.ctx.host.call_function(&vm.ctx, method, Some(&object), Some(object.class()), &[name_value]),
    };
    leave(vm, guard, bit);
    Some(result)
}
