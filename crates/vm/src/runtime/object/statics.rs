//! Static properties.

use super::{errors, lookup, place, reference, types};
use crate::{
    Vm,
    runtime::class::{constants, state},
};
use phant_memory::{Reference, Str, Value};
use phant_native::{
    ClassPtr, Level, PhpResult,
    class::Property,
    descriptor::{ClassKind, modifiers},
};

/// Where a static property's value is. It may be uninitialised.
pub fn static_property_ptr(
    vm: &Vm,
    class: ClassPtr,
    name: &Str,
    scope: Option<ClassPtr>,
) -> PhpResult<(*mut Value, &'static Property)> {
    match find(vm, class, name, scope, false)? {
        Some(found) => Ok(found),
        None => Err(undeclared(vm, class, name)),
    }
}

#[cold]
fn undeclared(vm: &Vm, class: ClassPtr, name: &Str) -> phant_native::Thrown {
    vm.ctx.throw_error(format!("Access to undeclared static property {}::${name}", class.name))
}

/// The current value of a static property, whoever asks; `None` if it is not initialised.
pub fn current(vm: &Vm, class: ClassPtr, p: &'static Property) -> PhpResult<Option<Value>> {
    let Some(slot) = p.slot.filter(|_| p.is_static()) else { return Ok(None) };
    constants::resolve(vm, class)?;
    // SAFETY: static slots live as long as the request.
    let value = unsafe { (*state::static_place(vm, class, slot)).unref() };
    Ok((!value.is_undef()).then_some(value))
}

fn find(
    vm: &Vm,
    class: ClassPtr,
    name: &Str,
    scope: Option<ClassPtr>,
    quiet: bool,
) -> PhpResult<Option<(*mut Value, &'static Property)>> {
    let Some(&p) = class.properties.named(name) else { return Ok(None) };
    if !is_accessible(p, scope) {
        if quiet {
            return Ok(None);
        }
        return Err(errors::no_access(vm, p, class, name));
    }
    let (true, Some(slot)) = (p.is_static(), p.slot) else { return Ok(None) };
    constants::resolve(vm, class)?;
    let at = state::static_place(vm, class, slot);
    if class.kind == ClassKind::Trait {
        let text = format!(
            "Accessing static trait property {}::${name} is deprecated, it should only be accessed on a class using the trait",
            class.name
        );
        vm.ctx.report(Level::Deprecated, text);
        vm.ctx.check()?;
    }
    Ok(Some((at, p)))
}

fn is_accessible(p: &Property, scope: Option<ClassPtr>) -> bool {
    if p.modifiers & modifiers::PUBLIC != 0 || scope.is_some_and(|s| s.same(p.class)) {
        return true;
    }
    p.modifiers & modifiers::PRIVATE == 0 && lookup::is_related(p.prototype_class, scope)
}

/// `Class::$name`
pub fn read_static(vm: &Vm, class: ClassPtr, name: &Str, scope: Option<ClassPtr>, quiet: bool) -> PhpResult {
    let found = find(vm, class, name, scope, quiet)?;
    let Some((at, p)) = found else {
        return if quiet { Ok(Value::NULL) } else { Err(undeclared(vm, class, name)) };
    };
    // SAFETY: static slots live as long as the request, and nothing has run since it was found.
    let value = unsafe { (*at).deref() };
    if value.is_undef() && p.ty.is_some() && !quiet {
        return Err(errors::uninitialized(vm, p));
    }
    Ok(if value.is_undef() { Value::NULL } else { value.into_owned() })
}

/// `Class::$name = $value`
pub fn write_static(
    vm: &Vm,
    class: ClassPtr,
    name: &Str,
    value: Value,
    scope: Option<ClassPtr>,
    strict: bool,
) -> PhpResult<Value> {
    let (at, p) = static_property_ptr(vm, class, name, scope)?;
    assign_static(vm, at, p, value, strict)
}

/// Assigns to a static property that has been found.
pub fn assign_static(vm: &Vm, at: *mut Value, p: &'static Property, value: Value, strict: bool) -> PhpResult<Value> {
    let typed = p.ty.map(|_| p);
    // SAFETY: static slots live as long as the request.
    unsafe { place::assign_place(vm, at, typed, value, strict) }
}

/// A static property made a reference.
pub fn static_ref(vm: &Vm, class: ClassPtr, name: &Str, scope: Option<ClassPtr>) -> PhpResult<Reference> {
    let (at, p) = static_property_ptr(vm, class, name, scope)?;
    // SAFETY: static slots live as long as the request.
    unsafe { place::reference_to_place(vm, at, Some(p)) }
}

/// `Class::$name = &$variable`
pub fn bind_static(
    vm: &Vm,
    class: ClassPtr,
    name: &Str,
    reference: &Reference,
    scope: Option<ClassPtr>,
    strict: bool,
) -> PhpResult<()> {
    let (at, p) = static_property_ptr(vm, class, name, scope)?;
    // SAFETY: static slots live as long as the request.
    unsafe { reference::bind_place(vm, at, Some(p), reference, strict) }
}

/// The place of a static property that has a value, which is read before another is written.
pub fn initialized_static(
    vm: &Vm,
    class: ClassPtr,
    name: &Str,
    scope: Option<ClassPtr>,
) -> PhpResult<(*mut Value, &'static Property)> {
    let (at, p) = static_property_ptr(vm, class, name, scope)?;
    // SAFETY: static slots live as long as the request.
    if p.ty.is_some() && unsafe { (*at).deref() }.is_undef() {
        return Err(errors::uninitialized(vm, p));
    }
    Ok((at, p))
}

/// What becomes of the place of a static property; the numbers are those of the instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum StaticUse {
    /// An element is written.
    Element,
    /// It becomes a reference.
    Bind,
    /// An element is read and written.
    StepElement,
    /// Something in it is unset.
    Unset,
    /// A property of the object in it is written.
    Property,
    /// A property of the object in it is read and written.
    StepProperty,
}

impl From<u16> for StaticUse {
    fn from(number: u16) -> StaticUse {
        match number {
            0 => StaticUse::Element,
            1 => StaticUse::Bind,
            2 => StaticUse::StepElement,
            3 => StaticUse::Unset,
            4 => StaticUse::Property,
            _ => StaticUse::StepProperty,
        }
    }
}

/// The place of a static property in which something is to be written.
pub fn static_element_ptr(
    vm: &Vm,
    class: ClassPtr,
    name: &Str,
    scope: Option<ClassPtr>,
    wanted: StaticUse,
) -> PhpResult<*mut Value> {
    let (at, p) = match wanted {
        StaticUse::StepElement | StaticUse::StepProperty => initialized_static(vm, class, name, scope)?,
        _ => static_property_ptr(vm, class, name, scope)?,
    };
    // SAFETY: as above.
    let value = unsafe { (*at).deref() };
    let vivifies = value.is_null() || value.as_bool() == Some(false);
    if vivifies
        && matches!(wanted, StaticUse::Element | StaticUse::StepElement)
        && let Some(ty) = p.ty
        && !types::allows_array(ty)
    {
        let text = format!(
            "Cannot auto-initialize an array inside property {}::${} of type {}",
            p.class.name,
            p.name,
            crate::runtime::class::signature::type_text(ty, Some(p.class))
        );
        return Err(vm.ctx.type_error(text));
    }
    vm.objects.last_place.set(p.ty.map(|_| (at, p)));
    Ok(at)
}

/// `++` and `--` of a static property: `new` is the result of the step.
pub fn step_static(
    vm: &Vm,
    class: ClassPtr,
    name: &Str,
    new: Value,
    up: bool,
    scope: Option<ClassPtr>,
    strict: bool,
) -> PhpResult<Value> {
    let (at, p) = static_property_ptr(vm, class, name, scope)?;
    if p.ty.is_none() {
        return assign_static(vm, at, p, new, strict);
    }
    // SAFETY: static slots live as long as the request.
    unsafe {
        let old = (*at).unref();
        place::step_place(vm, at, p, &old, new, up, strict)
    }
}
