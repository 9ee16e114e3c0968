//! Places of properties, for code that changes them in part (`$o->list[] = 1`, `$o->n += 1`) or refers to them.

use super::{
    errors, guard, hooks, lazy,
    lookup::{self, Lookup},
    read, reference, slot_marks, types, write,
};
use crate::Vm;
use phant_bytecode::TypeMask;
use phant_memory::{self as memory, Key, KeyRef, Object, Reference, Str, Value, value::tag};
use phant_native::{
    ClassPtr, FunctionPtr, Level, ObjectExt, PhpResult,
    class::{Fetch, Place, Property},
    descriptor::modifiers,
};

/// What a place is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PtrMode {
    /// To be read and then written (`+=`, `++`).
    ReadWrite,
    /// An element of it is to be written (`$o->p[…] = …`).
    Element,
    /// A property of it is to be written (`$o->p->q = …`).
    Property,
    /// Something in it is to be unset.
    Unset,
    /// A reference to it is to be made.
    Reference,
    /// A reference is to be put there.
    Bind,
}

/// Where a property's value is.
pub enum Ptr {
    /// Here. A property with restrictions comes along: what is stored must be checked with [`assign_place`].
    Place(memory::Place, Option<&'static Property>),
    /// Nowhere: `__get` or a hook has made this value, and changing it changes nothing.
    Temporary(Value),
    /// Nowhere, and the value has not been asked for yet: read, then write ([`PtrMode::ReadWrite`] only).
    Overloaded,
}

/// The place of a property, for writing into it.
pub fn property_ptr(vm: &Vm, object: &Object, name: &Str, scope: Option<ClassPtr>, mode: PtrMode) -> PhpResult<Ptr> {
    let ptr = find_place(vm, object, name, scope, mode)?;
    vm.objects.last_place.set(match &ptr {
        Ptr::Place(place, Some(p)) => Some((place.at(), p)),
        _ => None,
    });
    Ok(ptr)
}

/// The property in the place that was asked for last, if it has restrictions.
pub fn typed_place(vm: &Vm, at: *mut Value) -> Option<&'static Property> {
    vm.objects.last_place.get().filter(|(place, _)| *place == at).map(|(_, p)| p)
}

fn find_place(vm: &Vm, object: &Object, name: &Str, scope: Option<ClassPtr>, mode: PtrMode) -> PhpResult<Ptr> {
    let class = object.class();
    if class.handlers.read_property.is_some() || class.handlers.write_property.is_some() {
        return handled(vm, object, name, scope, mode);
    }
    let lookup = lookup::find(class, name, scope);
    match lookup {
        Lookup::Declared(p) => {
            if p.has_hooks() && hooks::should_call(vm, object, p) {
                return through_hooks(vm, object, mode, p);
            }
            match p.slot {
                Some(slot) => declared(vm, object, name, scope, mode, p, slot),
                None => Err(read::must_not_read(vm, object, p)),
            }
        }
        Lookup::Dynamic | Lookup::Static(_) => {
            if let Lookup::Static(_) = lookup
                && class.magic.get.is_none()
            {
                // The property is made all the same.
                let _ = lookup::static_notice(vm, class, name);
            }
            dynamic(vm, object, name, scope, mode)
        }
        Lookup::Denied(_) | Lookup::BadName => {
            if class.magic.get.is_none() {
                return Err(lookup::denied(vm, lookup, class, name));
            }
            overloaded(vm, object, name, scope, mode, lookup, None)
        }
    }
}

/// Classes that handle properties themselves give values, not places.
fn handled(vm: &Vm, object: &Object, name: &Str, scope: Option<ClassPtr>, mode: PtrMode) -> PhpResult<Ptr> {
    if mode == PtrMode::ReadWrite {
        if left_to_engine(vm, object, name, scope)? {
            return dynamic(vm, object, name, scope, mode);
        }
        return Ok(Ptr::Overloaded);
    }
    let class = object.class();
    if let Some(find) = class.handlers.property_place {
        let fetch = if mode == PtrMode::Unset { Fetch::Unset } else { Fetch::Write };
        match find(&vm.ctx, object, name, fetch)? {
            Place::At(place) => return Ok(Ptr::Place(place, None)),
            Place::Temporary(value) => return Ok(Ptr::Temporary(value)),
            Place::Unknown => {}
        }
    }
    if let Some(read) = class.handlers.read_property
        && let Some(value) = read(&vm.ctx, object, name)?
    {
        return Ok(Ptr::Temporary(value));
    }
    match lookup::find(class, name, scope) {
        Lookup::Declared(p) if p.slot.is_some() && !p.has_hooks() => {
            declared(vm, object, name, scope, mode, p, p.slot.unwrap_or(0))
        }
        Lookup::Dynamic => dynamic(vm, object, name, scope, mode),
        _ => read::read_property(vm, object, name, scope, false).map(Ptr::Temporary),
    }
}

/// Whether a class that handles properties itself has nothing to do with a name, which is that of a dynamic property then.
fn left_to_engine(vm: &Vm, object: &Object, name: &Str, scope: Option<ClassPtr>) -> PhpResult<bool> {
    let class = object.class();
    if !matches!(lookup::find(class, name, scope), Lookup::Dynamic) {
        return Ok(false);
    }
    match (class.handlers.property_place, class.handlers.read_property) {
        (Some(find), _) => Ok(matches!(find(&vm.ctx, object, name, Fetch::Ask)?, Place::Unknown)),
        (None, Some(read)) => Ok(read(&vm.ctx, object, name)?.is_none()),
        (None, None) => Ok(true),
    }
}

fn through_hooks(vm: &Vm, object: &Object, mode: PtrMode, p: &'static Property) -> PhpResult<Ptr> {
    if mode == PtrMode::ReadWrite {
        return Ok(Ptr::Overloaded);
    }
    let Some(get) = p.get_hook else {
        return match p.slot {
            None => Err(errors::write_only(vm, object, p)),
            // A backed property with a `set` hook must not be changed behind the hook's back.
            Some(slot) => {
                let value = object.slot(slot).into_unref();
                if value.is_object() {
                    return Ok(Ptr::Temporary(value));
                }
                if value.is_undef() && p.ty.is_some() {
                    return Err(errors::uninitialized(vm, p));
                }
                Err(indirect_hooked(vm, object, p))
            }
        };
    };
    let value = hooks::get(vm, object, get)?;
    if mode == PtrMode::Bind {
        if !value.is_ref() && !value.is_object() {
            let _ = indirect_hooked(vm, object, p);
        }
        return Err(not_bindable(vm));
    }
    if value.is_ref() || value.is_object() || mode == PtrMode::Unset && value.is_null() {
        return Ok(Ptr::Temporary(value));
    }
    Err(indirect_hooked(vm, object, p))
}

#[cold]
fn not_bindable(vm: &Vm) -> phant_native::Thrown {
    vm.ctx.throw_error("Cannot assign by reference to overloaded object")
}

#[cold]
fn indirect_hooked(vm: &Vm, object: &Object, p: &Property) -> phant_native::Thrown {
    vm.ctx.throw_error(format!("Indirect modification of {}::${} is not allowed", object.class().name, p.name))
}

fn declared(
    vm: &Vm,
    object: &Object,
    name: &Str,
    scope: Option<ClassPtr>,
    mode: PtrMode,
    p: &'static Property,
    slot: u16,
) -> PhpResult<Ptr> {
    let class = object.class();
    let value = object.slot(slot);
    let marks = object.slot_marks(slot);
    let restricted = p.modifiers & (modifiers::READONLY | modifiers::SET_VISIBILITY) != 0;
    let place = Ptr::Place(memory::Place::slot(object, slot), (p.ty.is_some() || restricted).then_some(p));
    if value.is_undef() {
        let magic = class.magic.get.filter(|_| marks & slot_marks::UNINIT == 0);
        if magic.is_some() && !guard::is_active(vm, object, name, guard::GET) {
            return overloaded(vm, object, name, scope, mode, Lookup::Declared(p), p.ty.map(|_| p));
        }
        if marks & slot_marks::LAZY != 0
            && let Some(target) = lazy::target(vm, object)?
        {
            return find_place(vm, &target, name, scope, mode);
        }
        if mode == PtrMode::ReadWrite {
            if p.ty.is_some() {
                return Err(errors::uninitialized(vm, p));
            }
            // The instruction goes on with null after a handler has thrown.
            vm.ctx.report(Level::Warning, format!("Undefined property: {}::${name}", class.name));
            if object.slot_is_undef(slot) {
                object.set_slot(slot, Value::NULL);
            }
            return Ok(place);
        }
        if mode == PtrMode::Unset {
            if p.ty.is_none() && !restricted {
                object.set_slot(slot, Value::NULL);
            }
            return Ok(Ptr::Temporary(Value::NULL));
        }
        if restricted && (p.is_readonly() || !lookup::may_write(p, scope)) {
            return Err(indirect(vm, p, scope));
        }
        if p.ty.is_none() {
            object.set_slot(slot, Value::NULL);
        } else if mode == PtrMode::Element {
            check_vivification(vm, p)?;
        }
        return Ok(place);
    }
    if restricted && (p.is_readonly() || !lookup::may_write(p, scope)) {
        if mode == PtrMode::ReadWrite {
            return Ok(Ptr::Overloaded);
        }
        // What an object is changed to does not change the property; it is given as a copy.
        if value.is_object() {
            return Ok(Ptr::Temporary(value.unref()));
        }
        return Err(indirect(vm, p, scope));
    }
    if mode == PtrMode::Element && matches!(value.raw_type_behind(), tag::NULL | tag::FALSE) {
        check_vivification(vm, p)?;
    }
    Ok(place)
}

/// An array that comes into being in a property must fit its type, also if the property is a reference.
fn check_vivification(vm: &Vm, p: &'static Property) -> PhpResult<()> {
    let Some(ty) = p.ty else { return Ok(()) };
    if ty.mask.contains(TypeMask::ARRAY) {
        return Ok(());
    }
    let text = format!(
        "Cannot auto-initialize an array inside property {}::${} of type {}",
        p.class.name,
        p.name,
        crate::runtime::class::signature::type_text(ty, Some(p.class))
    );
    Err(vm.ctx.type_error(text))
}

#[cold]
fn indirect(vm: &Vm, p: &'static Property, scope: Option<ClassPtr>) -> phant_native::Thrown {
    if p.is_readonly() {
        return errors::readonly_indirect(vm, p);
    }
    errors::set_visibility(vm, p, scope, "indirectly modify")
}

/// Makes a dynamic property that is about to be read and written, with the reports that come before those of reading. An
/// error handler that throws does not keep it from being made. True if it was.
pub fn make_dynamic_for_update(vm: &Vm, object: &Object, name: &Str, scope: Option<ClassPtr>) -> PhpResult<bool> {
    let class = object.class();
    let found = lookup::find(class, name, scope);
    let handled = class.handlers.read_property.is_some() || class.handlers.write_property.is_some();
    // A name that `__get` is being asked for is left to the engine.
    let missing = (class.magic.get.is_none() || guard::is_active(vm, object, name, guard::GET))
        && (!handled || left_to_engine(vm, object, name, scope)?)
        && !object.dynamic().is_some_and(|t| t.contains(&KeyRef::from_str(name)))
        && matches!(found, Lookup::Dynamic | Lookup::Static(_));
    if missing {
        find_place(vm, object, name, scope, PtrMode::ReadWrite)?;
    }
    Ok(missing)
}

fn dynamic(vm: &Vm, object: &Object, name: &Str, scope: Option<ClassPtr>, mode: PtrMode) -> PhpResult<Ptr> {
    let class = object.class();
    let key = KeyRef::Str(name);
    let exists = object.dynamic().is_some_and(|t| t.contains(&key));
    if !exists {
        if class.magic.get.is_some() && !guard::is_active(vm, object, name, guard::GET) {
            return overloaded(vm, object, name, scope, mode, Lookup::Dynamic, None);
        }
        if lazy::is_lazy(object)
            && let Some(target) = lazy::target(vm, object)?
        {
            return find_place(vm, &target, name, scope, mode);
        }
        write::may_create_dynamic(vm, object, name)?;
        if mode == PtrMode::Unset {
            object.set_dynamic(Key::from(name), Value::NULL);
        }
        if mode == PtrMode::ReadWrite {
            object.set_dynamic(Key::Str(name.clone()), Value::NULL);
            vm.ctx.report(Level::Warning, format!("Undefined property: {}::${name}", class.name));
        }
    }
    // SAFETY: the table is the object's own, and nothing runs until the place has a count of it.
    let table = unsafe { (*object.dynamic_ptr()).make_mut() };
    table.get_or_insert(Key::Str(name.clone()));
    Ok(match memory::Place::element(table, &KeyRef::Str(name)) {
        Some(place) => Ptr::Place(place, None),
        None => Ptr::Temporary(Value::NULL),
    })
}

/// Through `__get`: the value is a copy, unless it is an object or a reference.
fn overloaded(
    vm: &Vm,
    object: &Object,
    name: &Str,
    scope: Option<ClassPtr>,
    mode: PtrMode,
    lookup: Lookup,
    typed: Option<&'static Property>,
) -> PhpResult<Ptr> {
    if mode == PtrMode::ReadWrite {
        return Ok(Ptr::Overloaded);
    }
    let class = object.class();
    let Some(get) = class.magic.get else {
        return read::read_property(vm, object, name, scope, false).map(Ptr::Temporary);
    };
    let Some(result) = guard::call(vm, object, name, guard::GET, get, None) else {
        if lookup.is_denied() {
            return Err(lookup::denied(vm, lookup, class, name));
        }
        return read::read_property(vm, object, name, scope, false).map(Ptr::Temporary);
    };
    let value = result?;
    if !returns_reference(get, &value) && !value.is_object() {
        let text = format!("Indirect modification of overloaded property {}::${name} has no effect", class.name);
        vm.ctx.report(Level::Notice, text);
        if mode == PtrMode::Bind {
            return Err(not_bindable(vm));
        }
        vm.ctx.check()?;
        return Ok(Ptr::Temporary(read::check_magic(vm, class, typed, value)?));
    }
    if mode == PtrMode::Bind {
        return Err(not_bindable(vm));
    }
    if typed.is_some() {
        let fitting = read::check_magic(vm, class, typed, value.unref())?;
        if let Some(reference) = value.as_ref() {
            reference.set(fitting);
        }
    }
    Ok(Ptr::Temporary(value))
}

fn returns_reference(f: FunctionPtr, value: &Value) -> bool {
    value.is_ref() && f.returns_ref()
}

/// Assigns to a place with the checks of its property.
///
/// # Safety
/// `at` must be a live place that no borrow covers.
pub unsafe fn assign_place(
    vm: &Vm,
    at: *mut Value,
    p: Option<&'static Property>,
    value: Value,
    strict: bool,
) -> PhpResult<Value> {
    let value = value.into_unref();
    let value = match p.and_then(|p| p.ty.map(|ty| (p, ty))) {
        Some((p, ty)) => match types::coerce(vm, value, ty, Some(p.class), strict) {
            Ok(value) => value,
            Err(value) => {
                vm.ctx.check()?;
                return Err(errors::property_type(vm, p, &value));
            }
        },
        None => value,
    };
    // SAFETY: the caller's place.
    let current = unsafe { (*at).as_ref().cloned() };
    if let Some(r) = current {
        reference::assign_through_reference(vm, &r, value.clone(), strict)?;
        return Ok(r.get().clone());
    }
    // SAFETY: the caller's place; the old value is dropped last.
    let old = unsafe {
        let aux = if p.is_some() { 0 } else { (*at).aux() };
        let mut new = value.clone();
        new.set_aux(aux);
        std::ptr::replace(at, new)
    };
    drop(old);
    Ok(value)
}

/// Turns a place into a reference, bound to its property.
///
/// # Safety
/// `at` must be a live place that no borrow covers.
pub unsafe fn reference_to_place(vm: &Vm, at: *mut Value, p: Option<&'static Property>) -> PhpResult<Reference> {
    // SAFETY: the caller's place.
    let place = unsafe { &mut *at };
    if let Some(r) = place.as_ref() {
        return Ok(r.clone());
    }
    let typed = p.filter(|p| p.ty.is_some());
    if place.is_undef()
        && let Some(p) = typed
        && !p.ty.is_some_and(|ty| ty.allows_null())
    {
        let text = format!("Cannot access uninitialized non-nullable property {}::${} by reference", p.class.name, p.name);
        return Err(vm.ctx.throw_error(text));
    }
    if typed.is_some() {
        place.set_aux(0);
    }
    let r = place.make_ref();
    if let Some(p) = typed {
        reference::add_source(&r, p);
    }
    Ok(r)
}

/// `&$object->name`: the property made a reference.
pub fn property_ref(vm: &Vm, object: &Object, name: &Str, scope: Option<ClassPtr>) -> PhpResult<Reference> {
    match property_ptr(vm, object, name, scope, PtrMode::Reference)? {
        // SAFETY: the place was just found, and nothing has run since.
        Ptr::Place(place, p) => unsafe { reference_to_place(vm, place.at(), p) },
        Ptr::Temporary(value) => Ok(match value.as_ref() {
            Some(r) => r.clone(),
            None => Reference::new(value),
        }),
        Ptr::Overloaded => Ok(Reference::new(Value::NULL)),
    }
}

/// The property made a reference by a walk, which asks for visibility alone: who may set it makes no difference.
pub fn walked_ref(vm: &Vm, object: &Object, name: &Str, scope: Option<ClassPtr>) -> PhpResult<Reference> {
    if let Lookup::Declared(p) = lookup::find(object.class(), name, scope)
        && let Some(slot) = p.slot.filter(|_| !p.has_hooks() && !p.is_readonly())
        && !object.slot_is_undef(slot)
    {
        // SAFETY: the place is the object's own, and nothing runs in between.
        return unsafe { reference_to_place(vm, memory::Place::slot(object, slot).at(), Some(p)) };
    }
    property_ref(vm, object, name, scope)
}

/// `$object->name op= …`: reads the property, computes the new value, writes it. What was assigned is the result.
pub fn modify_property(
    vm: &Vm,
    object: &Object,
    name: &Str,
    scope: Option<ClassPtr>,
    strict: bool,
    compute: &mut dyn FnMut(&Vm, &Value) -> PhpResult<Value>,
) -> PhpResult<Value> {
    let object = object.clone();
    if let Ptr::Place(place, p) = property_ptr(vm, &object, name, scope, PtrMode::ReadWrite)? {
        // SAFETY: the place was just found.
        let old = unsafe { (*place.at()).unref() };
        // The computation may run PHP code: the place is found anew, unless it is a slot, which stays.
        let place = p.map(|_| place);
        let new = compute(vm, &old)?;
        drop(old);
        let place = match place {
            Some(place) => place,
            None => match property_ptr(vm, &object, name, scope, PtrMode::Property)? {
                Ptr::Place(place, _) => place,
                _ => return write::write_property(vm, &object, name, new, scope, strict),
            },
        };
        // SAFETY: the place is valid.
        return unsafe { assign_place(vm, place.at(), p, new, strict) };
    }
    let old = read::read_property(vm, &object, name, scope, false)?;
    let new = compute(vm, &old)?;
    write::write_property(vm, &object, name, new, scope, strict)
}

/// `++` and `--` of a property. `step` gives the new value, or `None` to leave it. The results are the old and the new
/// value.
pub fn step_property(
    vm: &Vm,
    object: &Object,
    name: &Str,
    scope: Option<ClassPtr>,
    up: bool,
    strict: bool,
    step: &mut dyn FnMut(&Vm, &Value) -> PhpResult<Option<Value>>,
) -> PhpResult<(Value, Value)> {
    let object = object.clone();
    let place = property_ptr(vm, &object, name, scope, PtrMode::ReadWrite)?;
    let old = match &place {
        // SAFETY: the place was just found.
        Ptr::Place(place, _) => unsafe { (*place.at()).unref() },
        _ => {
            let old = read::read_property(vm, &object, name, scope, false)?;
            vm.ctx.check()?;
            old
        }
    };
    if old.is_object()
        && let Some(p) = object.class().properties.get(name.as_bytes()).filter(|p| p.is_readonly())
    {
        // The object in it may be changed, so there was a place; the property may not.
        return Err(super::errors::readonly_modification(vm, p));
    }
    let new = step(vm, &old)?.unwrap_or_else(|| old.clone());
    match place {
        Ptr::Place(place, Some(p)) => {
            // SAFETY: the place is valid.
            let new = unsafe { step_place(vm, place.at(), p, &old, new, up, strict)? };
            Ok((old, new))
        }
        Ptr::Place(place, None) => {
            // SAFETY: the place is valid.
            let typed = unsafe { (*place.at()).as_ref().cloned() }.filter(|r| !r.sources().is_null());
            drop(place);
            let new = match typed {
                Some(r) => {
                    reference::step_typed_reference(vm, &r, new, up)?;
                    r.get().clone()
                }
                None => write::write_property(vm, &object, name, new, scope, strict)?,
            };
            Ok((old, new))
        }
        _ => {
            let new = write::write_property(vm, &object, name, new, scope, strict)?;
            Ok((old, new))
        }
    }
}

/// Stores the result of `++` or `--` in a typed place.
///
/// # Safety
/// `at` must be a live place that no borrow covers.
pub unsafe fn step_place(
    vm: &Vm,
    at: *mut Value,
    p: &'static Property,
    old: &Value,
    new: Value,
    up: bool,
    strict: bool,
) -> PhpResult<Value> {
    // SAFETY: the caller's place.
    let current = unsafe { (*at).as_ref().cloned() };
    if let Some(r) = current
        && !r.sources().is_null()
    {
        reference::step_typed_reference(vm, &r, new, up)?;
        return Ok(r.get().clone());
    }
    let overflows = old.is_int() && new.is_float() && p.ty.is_some_and(|ty| !ty.mask.contains(TypeMask::FLOAT));
    if overflows {
        return Err(reference::step_overflow(vm, p, up));
    }
    // SAFETY: the caller's place.
    unsafe { assign_place(vm, at, Some(p), new, strict) }
}
