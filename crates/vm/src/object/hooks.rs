//! Property hooks: when they are called, and when code is inside one and means the stored value.

use crate::Vm;
use phant_bytecode::code_flags;
use phant_memory::{Object, Value};
use phant_native::{FunctionPtr, ObjectExt, PhpResult, class::Property};

/// Whether an access to a hooked property must go through its hooks: not from inside a hook of the same property of the
/// same object.
pub(crate) fn should_call(vm: &Vm, object: &Object, p: &Property) -> bool {
    if vm.frame.is_null() {
        return true;
    }
    // SAFETY: the innermost frame is live, and so are its function and object.
    let (function, this) = unsafe { ((*vm.frame).func.as_ref(), (*vm.frame).this) };
    let Some(function) = function else { return true };
    let Some(code) = function.code() else { return true };
    if code.flags & code_flags::HOOK == 0 || code.hook_property.as_ref() != Some(&p.name) {
        return true;
    }
    let Some(running) = function.class.and_then(|c| c.properties.get(&p.name)) else { return true };
    if !running.prototype_class.same(p.prototype_class) {
        return true;
    }
    if std::ptr::eq(this, object.as_ptr()) {
        return false;
    }
    !super::lazy::is_instance_of_proxy(this, object)
}

/// Calls a `get` hook.
pub(crate) fn get(vm: &mut Vm, object: &Object, hook: FunctionPtr) -> PhpResult {
    let object = object.clone();
    vm.ctx.host.call_function(&mut vm.ctx, hook, Some(&object), Some(object.class()), &[])
}

/// Calls a `set` hook.
pub(crate) fn set(vm: &mut Vm, object: &Object, hook: FunctionPtr, value: &Value) -> PhpResult<()> {
    let object = object.clone();
    let args = std::slice::from_ref(value);
    vm.ctx.host.call_function(&mut vm.ctx, hook, Some(&object), Some(object.class()), args).map(drop)
}
