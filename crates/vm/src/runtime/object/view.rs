//! All properties of an object, as arrays.

use super::{
    lazy,
    lookup::{self, Lookup},
    read,
};
use crate::Vm;
use phant_memory::{Array, Key, KeyRef, Object, Str, Value};
use phant_native::{
    ClassPtr, Level, ObjectExt, PhpResult,
    class::{Property, class_flags},
    descriptor::modifiers,
    host::PropertyView,
};

/// The properties of an object.
pub fn properties_array(vm: &Vm, object: &Object, view: PropertyView) -> PhpResult<Array> {
    match view {
        PropertyView::Raw => raw(vm, object),
        PropertyView::Debug => debug(vm, object),
        PropertyView::Accessible => accessible(vm, object, None),
        PropertyView::Export => export(vm, object),
        PropertyView::FromScope => {
            let scope = vm.ctx.host.calling_scope(&vm.ctx);
            if object.class().handlers.properties_are_a_view {
                return own(vm, object, scope);
            }
            accessible(vm, object, scope)
        }
    }
}

fn raw(vm: &Vm, object: &Object) -> PhpResult<Array> {
    if let Some(properties) = object.class().handlers.properties {
        return properties(&vm.ctx, object);
    }
    Ok(stored(&lazy::instance(object).unwrap_or_else(|| object.clone())))
}

/// All properties under mangled names, hooked ones read through their hooks.
fn export(vm: &Vm, object: &Object) -> PhpResult<Array> {
    let class = object.class();
    if class.handlers.properties.is_some() || !class.has_flag(class_flags::HAS_HOOKS) {
        return raw(vm, object);
    }
    let object = lazy::instance(object).unwrap_or_else(|| object.clone());
    let mut array = Array::with_hash_capacity(class.slots.len());
    for p in declared(class) {
        let value = match p.slot {
            _ if p.get_hook.is_some() => read::read_property(vm, &object, &p.name, Some(p.class), false)?,
            Some(slot) if p.has_hooks() && object.slot_is_undef(slot) => Value::NULL,
            Some(slot) => object.slot_copied(slot),
            None => continue,
        };
        if !value.is_undef() {
            array.set(Key::Str(p.mangled.to_str()), value);
        }
    }
    let dynamic = object.dynamic();
    for (key, value) in dynamic.iter().flat_map(|d| d.iter()) {
        array.set(key.to_key(), value.copied());
    }
    Ok(array)
}

/// What is stored in the object, under mangled names.
pub fn stored(object: &Object) -> Array {
    let class = object.class();
    let dynamic = object.dynamic().filter(|d| !d.is_empty());
    if class.slots.is_empty() {
        return dynamic.map_or_else(Array::new, |table| if is_flat(&table) { table } else { table.duplicate() });
    }
    let mut array = Array::with_hash_capacity(class.slots.len() + dynamic.as_ref().map_or(0, |d| d.len()));
    let elements = array.make_mut();
    for (slot, p) in class.slots.iter().enumerate() {
        let value = object.slot_copied(slot as u16);
        if !value.is_undef() {
            elements.add_new(p.mangled.to_str(), value);
        }
    }
    for (key, value) in dynamic.iter().flat_map(|d| d.iter()) {
        array.set(key.to_key(), value.copied());
    }
    array
}

/// Whether a table has nothing but scalars and strings, so that two may hold it: whoever writes to it separates it first. Objects in
/// a table are met as often as it has holders, which those who walk them tell by their counts; what is written through a reference
/// would be written for both.
fn is_flat(table: &Array) -> bool {
    table.values().all(|value| value.is_scalar() || value.own_str().is_some())
}

fn debug(vm: &Vm, object: &Object) -> PhpResult<Array> {
    let class = object.class();
    if let Some(method) = class.magic.debug_info {
        match vm.ctx.host.call_function(&vm.ctx, method, Some(object), Some(class), &[]) {
            Ok(result) if result.is_array() => return Ok(result.into_array().unwrap_or_default()),
            Ok(result) if result.is_null() => return Ok(Array::new()),
            // An exception is told by the error that follows.
            Err(thrown) if vm.ctx.ending.get().is_some() => return Err(thrown),
            Ok(_) | Err(_) => {}
        }
        vm.ctx.report(Level::Error, "__debuginfo() must return an array");
        return Err(phant_native::Thrown);
    }
    if let Some(debug_info) = class.handlers.debug_info {
        return debug_info(&vm.ctx, object);
    }
    if let Some(properties) = class.handlers.properties {
        return properties(&vm.ctx, object);
    }
    if let Some(instance) = lazy::instance(object) {
        let mut array = Array::with_hash_capacity(1);
        array.set_name("instance", Value::from(instance));
        return Ok(array);
    }
    Ok(stored(object))
}

/// The properties that a scope may see, by plain name; hooked ones are read through their hooks.
pub fn accessible(vm: &Vm, object: &Object, scope: Option<ClassPtr>) -> PhpResult<Array> {
    let class = object.class();
    if let Some(properties) = class.handlers.properties {
        return properties(&vm.ctx, object);
    }
    own(vm, object, scope)
}

/// The names of the properties that a scope may see, as keys.
pub fn names(vm: &Vm, object: &Object, scope: Option<ClassPtr>) -> PhpResult<Array> {
    let class = object.class();
    if let Some(properties) = class.handlers.properties {
        return properties(&vm.ctx, object);
    }
    let mut array = Array::with_hash_capacity(class.slots.len());
    for p in visible(class, scope) {
        let there = match p.slot {
            Some(slot) => p.has_hooks() || !object.slot_is_undef(slot),
            None => p.get_hook.is_some(),
        };
        if there {
            array.set(Key::from(&p.name), Value::TRUE);
        }
    }
    for (key, _) in object.dynamic().iter().flat_map(|d| d.iter()) {
        if !matches!(key, KeyRef::Str(s) if s.first() == Some(&0)) && !is_hidden(class, &key, scope) {
            array.set(key.to_key(), Value::TRUE);
        }
    }
    Ok(array)
}

/// What is stored in a property that is read without further ado; `None` where there is nothing, or reading means more.
pub fn plainly_stored(object: &Object, name: &Str, scope: Option<ClassPtr>) -> Option<Value> {
    let class = object.class();
    if class.handlers.read_property.is_some() || class.handlers.has_property.is_some() {
        return None;
    }
    match lookup::find(class, name, scope) {
        Lookup::Declared(p) if !p.has_hooks() => Some(object.slot(p.slot?)).filter(|v| !v.is_undef()),
        Lookup::Dynamic => object.dynamic()?.get(&KeyRef::Str(name)).cloned(),
        _ => None,
    }
}

/// The value in a slot, with its property's name, if it is there to be read without further ado by a scope.
pub fn stored_in_slot(object: &Object, slot: u16, scope: Option<ClassPtr>) -> Option<(&'static Property, Value)> {
    let class = object.class();
    let p = *class.slots.get(usize::from(slot))?;
    let value = object.slot(slot);
    (!value.is_undef() && is_visible(class, p, scope)).then_some((p, value))
}

/// Whether a scope means a slot by a name, and no dynamic property of that name.
pub fn has_visible_slot(object: &Object, name: &Str, scope: Option<ClassPtr>) -> bool {
    let class = object.class();
    !class.slots.is_empty() && matches!(lookup::find(class, name, scope), Lookup::Declared(p) if p.slot.is_some())
}

/// Whether a name leads to a property with a `get` hook: that is there even if it stores nothing.
pub fn is_hooked(object: &Object, name: &Str, scope: Option<ClassPtr>) -> bool {
    object.class().has_flag(class_flags::HAS_HOOKS)
        && matches!(lookup::find(object.class(), name, scope), Lookup::Declared(p) if p.get_hook.is_some())
}

/// What a walk by reference refuses before it takes a reference.
pub fn check_walk_by_ref(vm: &Vm, object: &Object, name: &Str, scope: Option<ClassPtr>) -> PhpResult<()> {
    let Lookup::Declared(p) = lookup::find(object.class(), name, scope) else { return Ok(()) };
    if p.is_readonly() {
        let text = format!("Cannot acquire reference to readonly property {}::${}", p.class.name, p.name);
        return Err(vm.ctx.throw_error(text));
    }
    if p.has_hooks() && !p.get_hook.is_some_and(|get| get.returns_ref()) {
        let text = format!("Cannot create reference to property {}::${}", object.class().name, p.name);
        return Err(vm.ctx.throw_error(text));
    }
    Ok(())
}

/// The object's own properties that a scope may see, whatever its class shows instead.
fn own(vm: &Vm, object: &Object, scope: Option<ClassPtr>) -> PhpResult<Array> {
    let mut object = object.clone();
    while let Some(target) = lazy::target(vm, &object)?.filter(|target| !target.same(&object)) {
        object = target;
    }
    let class = object.class();
    let mut array = Array::with_hash_capacity(class.slots.len());
    if !class.has_flag(class_flags::HAS_HOOKS) {
        let elements = array.make_mut();
        for (slot, &p) in class.slots.iter().enumerate() {
            let value = object.slot_copied(slot as u16);
            if !value.is_undef() && is_visible(class, p, scope) {
                elements.add_new(p.name.to_str(), value);
            }
        }
    }
    for p in if class.has_flag(class_flags::HAS_HOOKS) { visible(class, scope) } else { Vec::new() } {
        if p.has_hooks() {
            // One that only has a `set` hook shows what it stores, null where that is nothing.
            if let (None, Some(slot)) = (p.get_hook, p.slot) {
                let value = object.slot_copied(slot);
                array.set(Key::from(&p.name), if value.is_undef() { Value::NULL } else { value });
            } else if p.get_hook.is_some() {
                let value = read::read_property(vm, &object, &p.name, scope, false)?;
                array.set(Key::from(&p.name), value);
            }
            continue;
        }
        let Some(slot) = p.slot else { continue };
        if !object.slot_is_undef(slot) {
            array.set(Key::from(&p.name), object.slot_copied(slot));
        }
    }
    let dynamic = object.dynamic();
    for (key, value) in dynamic.iter().flat_map(|d| d.iter()) {
        if !array.contains(&key) && !is_hidden(class, &key, scope) {
            // Names of properties are strings, keys of arrays may be numbers.
            array.set(Key::from(&key.to_str()), value.copied());
        }
    }
    Ok(array)
}

/// The declared properties that a scope may see, in the order of their slots; virtual ones are where their class declares
/// them.
pub fn visible(class: ClassPtr, scope: Option<ClassPtr>) -> Vec<&'static Property> {
    if !class.has_flag(class_flags::HAS_HOOKS) {
        return class.slots.iter().copied().filter(|p| is_visible(class, p, scope)).collect();
    }
    declared(class).into_iter().filter(|p| is_visible(class, p, scope)).collect()
}

/// Whether a dynamic property is hidden from a scope by a private one, which may store nothing.
fn is_hidden(class: ClassPtr, key: &KeyRef<'_>, scope: Option<ClassPtr>) -> bool {
    !class.slots.is_empty()
        && scope.is_some_and(|scope| !scope.same(class))
        && matches!(lookup::find(class, &key.to_str(), scope), Lookup::Declared(_))
}

/// Whether a scope means a property of a class by its name.
#[inline]
fn is_visible(class: ClassPtr, p: &'static Property, scope: Option<ClassPtr>) -> bool {
    p.modifiers & modifiers::PUBLIC != 0 && p.modifiers & modifiers::STATIC == 0 && !p.hides_private
        || matches!(lookup::find(class, &p.name, scope), Lookup::Declared(found) if std::ptr::eq(found, p))
}

/// All declared properties of objects of a class, in the order of their first declaration.
fn declared(class: ClassPtr) -> Vec<&'static Property> {
    let mut all: Vec<&'static Property> = Vec::new();
    for ancestor in class.ancestors.iter().copied().chain([class]) {
        let own = ancestor.properties.values().copied().filter(|p| p.class.same(ancestor) && !p.is_static());
        for p in own {
            let meant = if p.modifiers & modifiers::PRIVATE != 0 { Some(p) } else { class.properties.get(&p.name).copied() };
            let Some(meant) = meant else { continue };
            if !all.iter().any(|q| std::ptr::eq(*q, meant)) {
                all.push(meant);
            }
        }
    }
    all
}
