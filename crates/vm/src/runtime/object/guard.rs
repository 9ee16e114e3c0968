//! Magic property methods are not asked again for a property while they run for it.

use super::lazy;
use crate::{Vm, runtime::frame::Frame};
use phant_memory::{HeapVec, Object, Str, Value};
use phant_native::{FunctionPtr, ObjectExt, PhpResult};

pub(crate) const GET: u8 = 1;
pub(crate) const SET: u8 = 2;
pub(crate) const UNSET: u8 = 4;
pub(crate) const ISSET: u8 = 8;

/// Object bit: a magic property method has run for it. Those of other objects need not be looked through for it.
pub(crate) const GUARDED: u16 = 8;

/// What a running method is known by: the object and the property that it runs for, and which it is.
#[derive(Clone, PartialEq)]
pub(crate) struct Guard {
    owner: usize,
    name: Str,
    bit: u8,
}

/// The methods that are running, with the frame of those that an instruction has entered, else null. They are few, so they are
/// looked through from the last one.
pub(crate) type Guards = HeapVec<(Guard, *const Frame)>;

/// Does something with the object that is asked about: an initialised proxy and its instance are one.
fn with_owner<R>(object: &Object, act: impl FnOnce(&Object) -> R) -> R {
    match if lazy::is_lazy(object) { lazy::instance(object) } else { None } {
        Some(instance) => act(&instance),
        None => act(object),
    }
}

/// The key of a method for an object's property.
fn key(owner: &Object, name: &Str, bit: u8) -> Guard {
    Guard { owner: owner.as_ptr() as usize, name: name.clone(), bit }
}

/// Does something with the instance that a proxy has got meanwhile: methods that run for the proxy run for it.
pub(crate) fn forward<R>(vm: &Vm, proxy: &Object, target: &Object, name: &Str, bit: u8, act: impl FnOnce(&Vm) -> R) -> R {
    let running = runs(&vm.objects.guards.borrow(), &key(proxy, name, bit));
    let guard = if running && !proxy.same(target) { enter(vm, target, name, bit) } else { None };
    let result = act(vm);
    if let Some(guard) = guard {
        leave(vm, &guard);
    }
    result
}

/// Whether the method is among those that run.
fn runs(guards: &Guards, key: &Guard) -> bool {
    guards.iter().rev().any(|(known, _)| known == key)
}

/// Whether a method is running for the property.
pub(crate) fn is_active(vm: &Vm, object: &Object, name: &Str, bit: u8) -> bool {
    let guards = vm.objects.guards.borrow();
    let active = |owner: &Object| owner.bits() & GUARDED != 0 && runs(&guards, &key(owner, name, bit));
    !guards.is_empty() && with_owner(object, active)
}

/// Marks a method as running, in `frame` if that is not null; `None` if it is already.
#[inline(always)]
fn mark(vm: &Vm, object: &Object, name: &Str, bit: u8, frame: *const Frame) -> Option<Guard> {
    with_owner(object, |owner| {
        let bits = owner.bits();
        owner.set_bits(bits | GUARDED);
        let key = key(owner, name, bit);
        let mut guards = vm.objects.guards.borrow_mut();
        if bits & GUARDED != 0 && runs(&guards, &key) {
            return None;
        }
        guards.push((key.clone(), frame));
        Some(key)
    })
}

/// Marks a method as running; `None` if it is already.
pub(crate) fn enter(vm: &Vm, object: &Object, name: &Str, bit: u8) -> Option<Guard> {
    mark(vm, object, name, bit, std::ptr::null())
}
/// The same until [`leave_frame`] is called for the frame that it is about to run in; false if it runs already.
pub(crate) fn enter_frame(vm: &Vm, object: &Object, name: &Str, bit: u8, frame: *const Frame) -> bool {
    mark(vm, object, name, bit, frame).is_some()
}

/// Ends what [`enter`] began.
pub(crate) fn leave(vm: &Vm, key: &Guard) {
    let mut guards = vm.objects.guards.borrow_mut();
    if let Some(at) = guards.iter().rposition(|(known, _)| known == key) {
        guards.remove(at);
    }
}
/// A frame ends that a magic method may have run in.
pub(crate) fn leave_frame(vm: &Vm, frame: *const Frame) {
    let mut guards = vm.objects.guards.borrow_mut();
    if let Some(at) = guards.iter().rposition(|(_, runs_in)| std::ptr::eq(*runs_in, frame)) {
        guards.remove(at);
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
    leave(vm, &guard);
    Some(result)
}
