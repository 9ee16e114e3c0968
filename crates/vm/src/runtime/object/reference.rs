//! References to typed properties: what is written through them must fit every property they are bound to.
//!
//! A reference cell keeps its properties in one word: null, a property's address, or, with the lowest bit set, the
//! address of a list.

use super::{errors, types};
use crate::Vm;
use phant_memory::{HeapBox, HeapVec, Object, PhpObject, Reference, RequestHeap, Value, View, heap_vec};
use phant_native::{ObjectExt, PhpResult, Thrown, class::Property, convert};

type List = HeapVec<&'static Property>;

/// The properties a reference is bound to.
pub fn sources(reference: &Reference) -> Vec<&'static Property> {
    let word = reference.sources() as usize;
    if word == 0 {
        return Vec::new();
    }
    // SAFETY: the word is what `set` has stored: a property, which lives as long as the request, or a live list.
    unsafe { if word & 1 == 0 { vec![&*(word as *const Property)] } else { (*((word & !1) as *const List)).to_vec() } }
}

fn set(reference: &Reference, properties: &[&'static Property]) {
    let old = reference.sources();
    let word = match properties {
        [] => std::ptr::null_mut(),
        [one] => std::ptr::from_ref(*one).cast_mut().cast::<u8>(),
        many => {
            let mut list: List = heap_vec();
            list.extend_from_slice(many);
            let list = HeapBox::into_raw(HeapBox::new_in(list, RequestHeap));
            (list as usize | 1) as *mut u8
        }
    };
    reference.set_sources(word);
    free_sources(old);
}

/// Frees what a reference cell has kept; the hook that `phant_memory` calls with the cell's end.
pub fn free_sources(word: *mut u8) {
    if word as usize & 1 == 1 {
        // SAFETY: a set lowest bit means a list made by `set`, owned by this word alone.
        drop(unsafe { HeapBox::from_raw_in((word as usize & !1) as *mut List, RequestHeap) });
    }
}

/// Binds a reference to a typed property that holds it.
pub fn add_source(reference: &Reference, property: &'static Property) {
    if property.ty.is_some() {
        let mut all = sources(reference);
        all.push(property);
        set(reference, &all);
    }
}

/// A typed property that held the reference no longer does.
pub fn remove_source(reference: &Reference, property: &'static Property) {
    if reference.sources().is_null() {
        return;
    }
    let mut all = sources(reference);
    if let Some(i) = all.iter().position(|p| std::ptr::eq(*p, property)) {
        all.swap_remove(i);
        set(reference, &all);
    }
}

/// An object goes, and with it a slot that holds a bound reference; the hook that `phant_memory` calls then.
pub fn slot_gone(object: *mut PhpObject, slot: u16) {
    // SAFETY: the object is live for the call; the handle made here gives no count back.
    let object = std::mem::ManuallyDrop::new(unsafe { Object::from_raw(object) });
    let property = object.class().slots[slot as usize];
    if let Some(reference) = object.slot(slot).as_ref() {
        remove_source(reference, property);
    }
}

/// Assigns through a reference, checking the properties it is bound to.
pub fn assign_through_reference(vm: &Vm, reference: &Reference, value: Value, strict: bool) -> PhpResult<()> {
    assign_and_keep(vm, reference, value, strict).map(drop)
}

/// The same; the result is what was assigned, whatever the destructor of the old value does.
pub fn assign_and_keep(vm: &Vm, reference: &Reference, value: Value, strict: bool) -> PhpResult<Value> {
    let value = value.into_unref();
    let value = if reference.sources().is_null() { value } else { fit(vm, reference, value, strict)? };
    reference.set(value.clone());
    Ok(value)
}

/// An array that comes into being in a reference must fit all properties that the reference is bound to.
pub fn check_vivified_reference(vm: &Vm, reference: &Reference) -> PhpResult<()> {
    if !matches!(reference.get().view(), View::Null | View::Bool(false)) {
        return Ok(());
    }
    let refuses = |p: &&'static Property| p.ty.is_some_and(|ty| !types::allows_array(ty));
    match sources(reference).iter().find(|p| refuses(p)) {
        Some(p) => {
            let text = format!("Cannot auto-initialize an array inside a reference held by property {}", described(p));
            Err(vm.ctx.type_error(text))
        }
        None => Ok(()),
    }
}

/// Assigns what the operator of `$reference op= value` has given, if it has.
///
/// `op`: the operator's number.
pub fn assign_result(vm: &Vm, reference: &Reference, op: u16, result: PhpResult, strict: bool) -> PhpResult {
    match result {
        Ok(value) => {
            vm.ctx.check()?;
            assign_and_keep(vm, reference, value, strict)
        }
        Err(thrown) => {
            operator_failed(vm, &Value::from(reference.clone()), op, strict);
            Err(thrown)
        }
    }
}

/// An operator of `$reference op= value` has thrown. PHP assigns its result, nothing, all the same (but text that something
/// was to be added to stays), and where that cannot be converted reports it as well.
#[cold]
pub fn operator_failed(vm: &Vm, place: &Value, op: u16, strict: bool) {
    let Some(reference) = place.as_ref().filter(|r| !r.sources().is_null()) else { return };
    if op == 6 && reference.get().is_str() {
        return;
    }
    let refuses = |p: &&'static Property| p.ty.is_some_and(|ty| !types::may_convert(&Value::FALSE, ty, false));
    if let Some(p) = sources(reference).into_iter().find(refuses) {
        let _ = does_not_fit(vm, p, &Value::NULL);
    } else if !strict && let Some(nothing) = sources(reference).into_iter().find_map(|p| p.ty.and_then(types::nothing_of)) {
        reference.set(nothing);
    }
}

/// The value as one that fits all properties of a reference. Conversions must agree.
fn fit(vm: &Vm, reference: &Reference, value: Value, strict: bool) -> PhpResult<Value> {
    let mut first: Option<(&'static Property, Option<Value>)> = None;
    for p in sources(reference) {
        let Some(ty) = p.ty else { continue };
        let converted = if types::is_of_type(vm, &value, ty, Some(p.class)) {
            None
        } else if let Some((q, None)) = &first
            && types::may_convert(&value, ty, strict)
        {
            return Err(conflict(vm, q, p, &value));
        } else {
            match types::coerce(vm, value.clone(), ty, Some(p.class), strict) {
                Ok(converted) => Some(converted),
                // What reading or converting the value has thrown does not keep PHP from telling that it does not fit.
                Err(value) => return Err(does_not_fit(vm, p, &value)),
            }
        };
        match &first {
            None => first = Some((p, converted)),
            Some((q, earlier)) => {
                let agree = match (earlier, &converted) {
                    (None, None) => true,
                    (Some(a), Some(b)) => phant_native::compare::identical(&vm.ctx, a, b)?,
                    _ => false,
                };
                if !agree {
                    return Err(conflict(vm, q, p, &value));
                }
            }
        }
    }
    Ok(first.and_then(|(_, converted)| converted).unwrap_or(value))
}

fn described(p: &Property) -> String {
    let ty = p.ty.map(phant_bytecode::TypeDecl::display).unwrap_or_default();
    format!("{}::${} of type {ty}", p.class.name, p.name)
}

#[cold]
fn does_not_fit(vm: &Vm, p: &Property, value: &Value) -> Thrown {
    let given = convert::value_name(value);
    vm.ctx.type_error(format!("Cannot assign {given} to reference held by property {}", described(p)))
}

#[cold]
fn conflict(vm: &Vm, p: &Property, q: &Property, value: &Value) -> Thrown {
    let given = convert::value_name(value);
    let text = format!(
        "Cannot assign {given} to reference held by property {} and property {}, as this would result in an inconsistent type conversion",
        described(p),
        described(q)
    );
    vm.ctx.type_error(text)
}

/// `++` or `--` through a reference: `new` is the result of the step.
pub fn step_typed_reference(vm: &Vm, reference: &Reference, new: Value, up: bool) -> PhpResult<()> {
    use phant_bytecode::TypeMask;
    if reference.get().is_int() && new.is_float() {
        let strict_int = |p: &&'static Property| p.ty.is_some_and(|ty| !ty.mask.contains(TypeMask::FLOAT));
        if let Some(p) = sources(reference).iter().find(|p| strict_int(p)) {
            let (word, end) = step_words(up);
            let text = format!("Cannot {word} a reference held by property {} past its {end}imal value", described(p));
            return Err(vm.ctx.type_error(text));
        }
    }
    let strict = caller_strict(vm);
    assign_through_reference(vm, reference, new, strict)
}

pub(crate) fn step_words(up: bool) -> (&'static str, &'static str) {
    if up { ("increment", "max") } else { ("decrement", "min") }
}

/// The error of stepping a typed property past the end of the integers.
#[cold]
pub(crate) fn step_overflow(vm: &Vm, p: &Property, up: bool) -> Thrown {
    let (word, end) = step_words(up);
    vm.ctx.type_error(format!("Cannot {word} property {} past its {end}imal value", described(p)))
}

/// References to typed properties among the arguments of a native function, with their values. An array is not kept:
/// the function may change it in place.
pub fn bound_arguments(values: &[Value]) -> Vec<(Reference, Option<Value>)> {
    let bound = values.iter().filter_map(Value::as_ref).filter(|r| !r.sources().is_null());
    bound.map(|r| (r.clone(), (!r.get().is_array()).then(|| r.get().clone()))).collect()
}

/// Checks what a native function has assigned to such references; what does not fit is undone.
pub fn check_bound(vm: &Vm, bound: Vec<(Reference, Option<Value>)>) -> PhpResult<()> {
    for (reference, old) in bound {
        let new = reference.get().clone();
        let unchanged = match &old {
            Some(old) => old.tag() == new.tag() && old.same_bits(&new),
            None => new.is_array(),
        };
        if unchanged {
            continue;
        }
        let strict = vm.ctx.host.caller_is_strict(&vm.ctx);
        reference.set(old.unwrap_or_else(Value::empty_array));
        assign_through_reference(vm, &reference, new, strict)?;
    }
    Ok(())
}

/// Whether the code being run is under `strict_types`.
pub(crate) fn caller_strict(vm: &Vm) -> bool {
    if vm.frame.get().is_null() {
        return false;
    }
    // SAFETY: the innermost frame is live, and so is its function.
    let function = unsafe { (*vm.frame.get()).func.as_ref() };
    function.and_then(|f| f.code()).is_some_and(|c| c.flags & phant_bytecode::code_flags::STRICT_TYPES != 0)
}

/// Puts a reference into a property's place (`$object->name = &$variable`): its value must fit the property's type.
///
/// # Safety
/// `place` must be a live place that no borrow covers.
pub unsafe fn bind_place(
    vm: &Vm,
    place: *mut Value,
    property: Option<&'static Property>,
    reference: &Reference,
    strict: bool,
) -> PhpResult<()> {
    if let Some(p) = property
        && let Some(ty) = p.ty
    {
        fit_reference(vm, reference, p, ty, strict)?;
        // SAFETY: the caller's place.
        if let Some(old) = unsafe { (*place).as_ref() } {
            remove_source(old, p);
        }
        add_source(reference, p);
    }
    // SAFETY: the caller's place; the old value is dropped last.
    let old = unsafe {
        let aux = (*place).aux();
        let mut new = Value::from(reference.clone());
        new.set_aux(if property.is_some() { 0 } else { aux });
        std::ptr::replace(place, new)
    };
    drop(old);
    Ok(())
}

fn fit_reference(
    vm: &Vm,
    reference: &Reference,
    p: &'static Property,
    ty: &'static phant_bytecode::TypeDecl,
    strict: bool,
) -> PhpResult<()> {
    let value = reference.get().clone();
    if types::is_of_type(vm, &value, ty, Some(p.class)) {
        return Ok(());
    }
    match types::coerce(vm, value, ty, Some(p.class), strict) {
        Ok(converted) => {
            if let Some(&q) = sources(reference).first() {
                let given = convert::type_name(&reference.get());
                let text = format!(
                    "Reference with value of type {given} held by property {} is not compatible with property {}",
                    described(q),
                    described(p)
                );
                return Err(vm.ctx.type_error(text));
            }
            reference.set(converted);
            Ok(())
        }
        Err(value) => {
            vm.ctx.check()?;
            Err(errors::property_type(vm, p, &value))
        }
    }
}
