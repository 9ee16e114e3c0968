//! Reading properties.

use super::{
    errors, guard, hooks, lazy,
    lookup::{self, Lookup},
    slot_marks, types,
};
use crate::Vm;
use phant_memory::{KeyRef, Object, Str, Value};
use phant_native::{ClassPtr, Level, ObjectExt, PhpResult, class::Property, convert};

/// `$object->name` from a scope. `quiet`: as `isset` and `??` read, without warnings, asking `__isset` first.
pub fn read_property(vm: &Vm, object: &Object, name: &Str, scope: Option<ClassPtr>, quiet: bool) -> PhpResult {
    let class = object.class();
    if quiet
        && let Some(has) = class.handlers.has_property
        && has(&vm.ctx, object, name, 0)? == Some(false)
    {
        return Ok(Value::NULL);
    }
    if let Some(read) = class.handlers.read_property
        && let Some(value) = read(&vm.ctx, object, name)?
    {
        return Ok(value);
    }
    read_declared(vm, object, name, scope, quiet)
}

/// Reading without the class's own handler.
pub(crate) fn read_declared(vm: &Vm, object: &Object, name: &Str, scope: Option<ClassPtr>, quiet: bool) -> PhpResult {
    let class = object.class();
    let lookup = lookup::find(class, name, scope);
    let mut typed: Option<&'static Property> = None;
    match lookup {
        Lookup::Declared(p) => {
            if p.has_hooks()
                && let Some(result) = read_hooked(vm, object, p)
            {
                return result;
            }
            if let Some(slot) = p.slot {
                let value = object.slot(slot);
                if !value.is_undef() {
                    return Ok(value.into_unref());
                }
                typed = p.ty.map(|_| p);
                let marks = object.slot_marks(slot);
                if marks & slot_marks::LAZY != 0
                    && let Some(target) = lazy::target(vm, object)?
                {
                    return read_property(vm, &target, name, scope, quiet);
                }
                if marks & slot_marks::UNINIT != 0 {
                    return missing(vm, class, name, typed, quiet);
                }
            }
        }
        Lookup::Dynamic => {
            if let Some(value) = dynamic(object, name) {
                return Ok(value);
            }
        }
        Lookup::Static(_) => {
            if !quiet && class.magic.get.is_none() {
                lookup::static_notice(vm, class, name)?;
            }
            if let Some(value) = dynamic(object, name) {
                return Ok(value);
            }
        }
        Lookup::Denied(_) | Lookup::BadName => {
            if class.magic.get.is_none() && !(quiet && class.magic.isset.is_some()) {
                if quiet {
                    return Ok(Value::NULL);
                }
                return Err(lookup::denied(vm, lookup, class, name));
            }
        }
    }
    if let Some(result) = magic(vm, object, name, lookup, typed, quiet) {
        return result;
    }
    if !lookup.is_denied()
        && lazy::is_uninitialized(object)
        && let Some(target) = lazy::target(vm, object)?
    {
        return read_target(vm, object, &target, name, scope, quiet);
    }
    if let Some(target) = forwarded(vm, object, lookup)? {
        return read_target(vm, object, &target, name, scope, quiet);
    }
    missing(vm, class, name, typed, quiet)
}

/// Reading from the object that has the properties of a lazy one.
fn read_target(vm: &Vm, object: &Object, target: &Object, name: &Str, scope: Option<ClassPtr>, quiet: bool) -> PhpResult {
    guard::forward(vm, object, target, name, guard::GET, |vm| {
        guard::forward(vm, object, target, name, guard::ISSET, |vm| read_property(vm, target, name, scope, quiet))
    })
}

/// The instance behind an initialised proxy, which has the dynamic properties.
fn forwarded(vm: &Vm, object: &Object, lookup: Lookup) -> PhpResult<Option<Object>> {
    if lookup.is_denied() || !lazy::is_proxy(object) {
        return Ok(None);
    }
    lazy::target(vm, object)
}

/// A dynamic property's value.
pub fn dynamic(object: &Object, name: &Str) -> Option<Value> {
    let table = object.dynamic()?;
    table.get(&KeyRef::Str(name)).map(Value::unref)
}

/// Reading through a hook; `None`: the stored value is meant.
fn read_hooked(vm: &Vm, object: &Object, p: &'static Property) -> Option<PhpResult> {
    let Some(hook) = p.get_hook else {
        if p.slot.is_none() {
            return Some(Err(errors::write_only(vm, object, p)));
        }
        return None;
    };
    if hooks::should_call(vm, object, p) {
        return Some(hooks::get(vm, object, hook).map(Value::into_unref));
    }
    if p.slot.is_none() {
        return Some(Err(must_not_read(vm, object, p)));
    }
    None
}

#[cold]
pub(crate) fn must_not_read(vm: &Vm, object: &Object, p: &Property) -> phant_native::Thrown {
    vm.ctx.throw_error(format!("Must not read from virtual property {}::${}", object.class().name, p.name))
}

/// `__isset` and `__get`; `None`: the class has none, or they are running for this property already.
fn magic(
    vm: &Vm,
    object: &Object,
    name: &Str,
    lookup: Lookup,
    typed: Option<&'static Property>,
    quiet: bool,
) -> Option<PhpResult> {
    let class = object.class();
    if quiet
        && let Some(isset) = class.magic.isset
        && let Some(result) = guard::call(vm, object, name, guard::ISSET, isset, None)
    {
        match result {
            Ok(answer) if !convert::to_bool(&answer) => return Some(Ok(Value::NULL)),
            Ok(_) => {}
            Err(thrown) => return Some(Err(thrown)),
        }
    }
    let get = class.magic.get?;
    match guard::call(vm, object, name, guard::GET, get, None) {
        Some(Ok(value)) => Some(check_magic(vm, class, typed, value)),
        Some(Err(thrown)) => Some(Err(thrown)),
        None if lookup.is_denied() && !quiet => Some(Err(lookup::denied(vm, lookup, class, name))),
        None => None,
    }
}

/// What `__get` returns for an unset typed property must fit its type.
pub(crate) fn check_magic(vm: &Vm, class: ClassPtr, typed: Option<&'static Property>, value: Value) -> PhpResult {
    let value = value.into_unref();
    let Some((p, ty)) = typed.and_then(|p| p.ty.map(|ty| (p, ty))) else { return Ok(value) };
    let strict = class.magic.get.and_then(|f| f.code()).is_some_and(|c| c.flags & phant_bytecode::code_flags::STRICT_TYPES != 0);
    match types::coerce(vm, value, ty, Some(p.class), strict) {
        Ok(value) => Ok(value),
        Err(value) => {
            vm.ctx.check()?;
            let text = format!(
                "Value of type {} returned from {}::__get() must be compatible with unset property {}::${} of type {}",
                convert::type_name(&value),
                p.class.name,
                p.class.name,
                p.name,
                crate::runtime::class::signature::type_text(ty, Some(p.class))
            );
            Err(vm.ctx.type_error(text))
        }
    }
}

/// Nothing there.
#[cold]
pub(crate) fn missing(vm: &Vm, class: ClassPtr, name: &Str, typed: Option<&'static Property>, quiet: bool) -> PhpResult {
    if quiet {
        return Ok(Value::NULL);
    }
    if let Some(p) = typed {
        return Err(errors::uninitialized(vm, p));
    }
    vm.ctx.report(Level::Warning, format!("Undefined property: {}::${name}", class.name));
    vm.ctx.check()?;
    Ok(Value::NULL)
}
