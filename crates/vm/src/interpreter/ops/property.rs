//! Properties. Object slot 0 is `$this`.

use super::*;
use crate::runtime::{callable::until_nul, object::property};
use phant_bytecode::{
    TypeMask,
    cache::{NamedPropertyCache, StoreCache},
};
use phant_memory::{Object, Str, View};
use phant_native::{Level, ObjectExt, convert};

/// The object operand of a read, consumed; `None` after an error about `$this`.
unsafe fn object_operand(fp: *mut Frame, vm: &Vm, i: Operand) -> Option<Value> {
    // SAFETY: called with the instruction's own operand.
    unsafe {
        if i.is_none() {
            if (*fp).this.is_null() {
                vm.ctx.throw_error("Using $this when not in object context");
                return None;
            }
            return Some(variable::this_value((*fp).this));
        }
        let v = take(fp, i, vm);
        if vm.ctx.has_exception() { None } else { Some(v) }
    }
}
#[inline(never)]
unsafe fn fetch(pc: *const Insn, fp: *mut Frame, vm: &Vm, by_name: bool, quiet: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        if !by_name && ((*pc).b.is_none() || !is_temp(fp, (*pc).b)) {
            let v = dynamic(raw_object(fp, (*pc).b), words::<rows::FetchProp>(pc, fp), lit(fp, (*pc).c));
            if !v.is_null() {
                set(fp, (*pc).a, (*v).unref());
                return true;
            }
            if let Some(done) = read_hook(pc, fp, vm) {
                return done;
            }
        }
        if quiet && !by_name && fetch_of_many(pc, fp, vm) {
            return true;
        }
        let vm = leave(pc, fp, vm);
        let container = if quiet && (*pc).b.is_some() {
            let v = (*slot(fp, (*pc).b)).unref();
            consume(fp, (*pc).b);
            Some(v)
        } else {
            object_operand(fp, vm, (*pc).b)
        };
        let name = if by_name { take(fp, (*pc).c, vm) } else { (*lit(fp, (*pc).c)).clone() };
        let Some(container) = container.filter(|_| !vm.ctx.has_exception()) else { return false };
        let Ok(name) = convert::to_str(&vm.ctx, &name) else { return false };
        let View::Object(o) = container.view() else {
            if !quiet {
                let text = format!("Attempt to read property \"{}\" on {}", until_nul(&name), convert::value_name(&container));
                vm.ctx.report(Level::Warning, text);
            }
            set(fp, (*pc).a, Value::NULL);
            return !vm.ctx.has_exception();
        };
        let o = o.clone();
        let scope = crate::runtime::frame::scope_of(fp);
        if in_constant_expression(fp) && !o.class().is_enum() {
            vm.ctx.throw_error("Fetching properties on non-enums in constant expressions is not allowed");
            return false;
        }
        if !by_name {
            remember(fp, vm, pc, &o, &name, scope);
        } else if let Some((slot, p)) = property::readable_slot(o.class(), &name, scope) {
            remember_name(words::<rows::FetchPropDyn>(pc, fp), &o, slot, 0, p);
        }
        let result = if !quiet && !by_name && o.class().handlers.read_property.is_some() {
            // The class was asked before (`read_native`): it is none that it tells itself.
            crate::runtime::object::read::read_declared(vm, &o, &name, scope, false)
        } else {
            property::read_property(vm, &o, &name, scope, quiet)
        };
        drop(container);
        match result {
            Ok(v) => {
                set(fp, (*pc).a, v.into_unref());
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
/// What [`read_native`] has done.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Native {
    /// It gave the value.
    Read,
    /// It threw.
    Failed,
    /// The object is of another kind, or the property none of the class's own.
    Other,
}
/// A property that a native class tells itself, such as those of nodes: it is in no slot that could be looked for.
#[inline(never)]
unsafe fn read_native(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> Native {
    // SAFETY: called by the handler with its own instruction.
    unsafe {
        let object = raw_object(fp, (*pc).b);
        if object.is_null() {
            return Native::Other;
        }
        let known = std::mem::ManuallyDrop::new(Object::from_raw(object));
        let (Some(read), Some(name)) = (known.class().handlers.read_property, (*lit(fp, (*pc).c)).own_str()) else {
            return Native::Other;
        };
        if in_constant_expression(fp) {
            return Native::Other;
        }
        let vm = leave(pc, fp, vm);
        // It lives until it is read, whatever becomes of the variable.
        let object = Object::clone(&known);
        let Some(result) = read(&vm.ctx, &object, name).transpose() else { return Native::Other };
        drop(object);
        if (*pc).b.is_some() {
            consume(fp, (*pc).b);
        }
        let Ok(value) = result else { return Native::Failed };
        set(fp, (*pc).a, value.into_unref());
        if vm.ctx.has_exception() { Native::Failed } else { Native::Read }
    }
}
/// Whether the code being run is a constant expression, which may only read properties of enums.
pub(super) unsafe fn in_constant_expression(fp: *mut Frame) -> bool {
    // SAFETY: called with a live frame.
    let function = unsafe { (*fp).func.as_ref() };
    function.and_then(|f| f.code()).is_some_and(|c| c.flags & phant_bytecode::code_flags::CONST_EXPR != 0)
}
/// A property that was found before, of an object of another class than the one in the inline cache; of one that lives on. Code
/// that may read enums only has no such properties.
#[inline(always)]
unsafe fn fetch_of_many(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called with the instruction being executed.
    unsafe {
        let b = (*pc).b;
        let object = raw_object(fp, b);
        let words = words::<rows::FetchProp>(pc, fp);
        // The first time, what suits the instruction is looked for.
        if object.is_null() || (*words).class == 0 {
            return false;
        }
        let o = std::mem::ManuallyDrop::new(Object::from_raw(object));
        if (*words).class & !(DYNAMIC | HOOKED) == o.class_ptr() as u64 || in_constant_expression(fp) {
            return false;
        }
        let Some(name) = (*lit(fp, (*pc).c)).own_str() else { return false };
        let scope = || crate::runtime::frame::scope_of(fp);
        let Some(slot) = vm.members.slot(o.class_ptr().cast(), name, scope) else { return false };
        let place = o.slot_ptr(slot);
        if (*place).is_undef() || b.is_some() && !let_go(fp, b) {
            return false;
        }
        *words = known(&o, slot, 0);
        let v = (*place).unref();
        set(fp, (*pc).a, v);
        true
    }
}
/// Notes class and slot in the inline cache, where reading is just that. Caches belong to code in one class, so what its
/// scope may do is settled.
unsafe fn remember(fp: *mut Frame, vm: &Vm, pc: *const Insn, o: &Object, name: &Str, scope: Option<phant_native::ClassPtr>) {
    // SAFETY: called with the instruction's own cache words.
    unsafe {
        if let Some((slot, p)) = property::readable_slot(o.class(), name, scope) {
            *words::<rows::FetchProp>(pc, fp) = known(o, slot, 0);
            quick::property_form(pc, fp);
            if o.class().handlers.write_property.is_none() {
                vm.members.note_property(o.class(), name, p, scope);
            }
        } else if let Some(p) = property::hooked(o.class(), name, scope, |p| p.get_hook.is_some()) {
            *words::<rows::FetchProp>(pc, fp) = known_hooked(o, p);
        } else if o.class().handlers.read_property.is_none() && property::is_dynamic(o.class(), name, scope) {
            *words::<rows::FetchProp>(pc, fp) = known_dynamic(o);
        }
    }
}
/// The object behind an operand, without counting it; null if it is none.
#[inline(always)]
pub(super) unsafe fn raw_object(fp: *mut Frame, i: Operand) -> *mut phant_memory::PhpObject {
    // SAFETY: live operands.
    unsafe {
        if i.is_none() {
            return (*fp).this;
        }
        let v = (*slot(fp, i)).deref_lent();
        if v.tag() == tag::OBJECT { v.payload() as *mut phant_memory::PhpObject } else { std::ptr::null_mut() }
    }
}
/// The object at the place that a temporary points to, without counting it; null if there is none.
#[inline(always)]
unsafe fn pointed_object(fp: *mut Frame, i: Operand) -> *mut phant_memory::PhpObject {
    // SAFETY: the pointer was made by the instruction before this one.
    unsafe {
        match (*slot(fp, i)).indirect_target() {
            Some(place) if (*place).tag() == tag::OBJECT => (*place).payload() as *mut phant_memory::PhpObject,
            _ => std::ptr::null_mut(),
        }
    }
}
const _: () = assert!(same_words::<rows::FetchProp, rows::FetchPropQuiet>());
const _: () = assert!(same_words::<rows::AssignPropV, rows::AssignPropK>());
/// The cache of a declared property.
pub(super) fn known(o: &Object, slot: u16, types: u32) -> PropertyCache {
    PropertyCache { class: o.class_ptr() as u64, slot: u32::from(slot), types }
}
/// The place of an object's property, if the cache knows it.
#[inline(always)]
pub(super) unsafe fn cached(object: *mut phant_memory::PhpObject, words: *const PropertyCache) -> *mut Value {
    // SAFETY: cache words were written for objects of that class.
    unsafe {
        if object.is_null() {
            return std::ptr::null_mut();
        }
        let handle = std::mem::ManuallyDrop::new(Object::from_raw(object));
        if (*words).class != handle.class_ptr() as u64 {
            return std::ptr::null_mut();
        }
        handle.slot_ptr((*words).slot as u16)
    }
}
/// Set in a cache's class word: the class does not declare the property, and nothing stands between it and the objects'
/// own tables.
pub(super) const DYNAMIC: u64 = 1;
/// Set in a cache's class word: the property has a hook for what the instruction does, and is behind it.
pub(super) const HOOKED: u64 = 2;
/// Set in a cache's class word: the property is readonly, and the instruction may give it its value.
const ONCE: u64 = 4;
/// The cache of a property with hooks.
fn known_hooked(o: &Object, p: &'static phant_native::class::Property) -> PropertyCache {
    let at = std::ptr::from_ref(p) as u64;
    PropertyCache { class: o.class_ptr() as u64 | HOOKED, slot: at as u32, types: (at >> 32) as u32 }
}
/// The property with a hook, if the cache knows it.
pub(super) unsafe fn cached_hooked(
    object: *mut phant_memory::PhpObject,
    words: *const PropertyCache,
) -> Option<&'static phant_native::class::Property> {
    // SAFETY: cache words were written for objects of that class, whose properties live as long as the request.
    unsafe {
        if object.is_null() || (*words).class != std::mem::ManuallyDrop::new(Object::from_raw(object)).class_ptr() as u64 | HOOKED
        {
            return None;
        }
        ((u64::from((*words).slot) | u64::from((*words).types) << 32) as *const phant_native::class::Property).as_ref()
    }
}
/// What is behind the property whose hook runs in the frame and reads it, of the class that declares it; null where that has to be
/// looked at more closely, or there is nothing.
#[inline(never)]
unsafe fn behind_own_hook(fp: *mut Frame, b: Operand, words: *const PropertyCache) -> *mut Value {
    // SAFETY: called with the operand of the instruction being executed.
    unsafe {
        let object = raw_object(fp, b);
        let function = &*(*fp).func;
        let found = || {
            let code = function.code().filter(|code| code.flags & phant_bytecode::code_flags::HOOK != 0)?;
            let p = cached_hooked(object, words).filter(|_| object == (*fp).this)?;
            let its_own = function.class.is_some_and(|c| c.same(p.class)) && code.hook_property.as_deref() == Some(&p.name);
            let place = std::mem::ManuallyDrop::new(Object::from_raw(object)).slot_ptr(p.slot.filter(|_| its_own)?);
            if (*place).is_undef() { None } else { Some(place) }
        };
        found().unwrap_or(std::ptr::null_mut())
    }
}
/// Reads through the hook that the cache knows; `None` leaves it to the rest of the instruction.
unsafe fn read_hook(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> Option<bool> {
    // SAFETY: called with the instruction being executed.
    unsafe {
        let object = raw_object(fp, (*pc).b);
        let p = cached_hooked(object, words::<rows::FetchProp>(pc, fp))?;
        let vm = leave(pc, fp, vm);
        let object = std::mem::ManuallyDrop::new(Object::from_raw(object));
        if in_constant_expression(fp) {
            return None;
        }
        if !property::should_call(vm, &object, p) {
            // The hook reads what is behind it.
            let v = object.slot(p.slot?).into_unref();
            if v.is_undef() {
                return None;
            }
            set(fp, (*pc).a, v);
            return Some(true);
        }
        let result = property::call_get(vm, &object, p.get_hook?);
        Some(match result {
            Ok(v) => {
                set(fp, (*pc).a, v.into_unref());
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        })
    }
}
/// An object whose class does not declare the property, as the cache knows, and has the magic method that `method` names.
pub(super) unsafe fn magic_object(
    object: *mut phant_memory::PhpObject,
    words: *const PropertyCache,
    method: impl FnOnce(&phant_native::class::Magic) -> Option<phant_native::FunctionPtr>,
) -> Option<(std::mem::ManuallyDrop<Object>, phant_native::FunctionPtr)> {
    // SAFETY: called with live operands and cache words.
    unsafe {
        if object.is_null() {
            return None;
        }
        let o = std::mem::ManuallyDrop::new(Object::from_raw(object));
        if (*words).class != o.class_ptr() as u64 | DYNAMIC || crate::runtime::object::lazy::is_lazy(&o) {
            return None;
        }
        method(&o.class().magic).map(|method| (o, method))
    }
}
/// The cache of a property that the class does not declare.
pub(super) fn known_dynamic(o: &Object) -> PropertyCache {
    PropertyCache { class: o.class_ptr() as u64 | DYNAMIC, slot: 0, types: 0 }
}
/// The place of a dynamic property, if the cache knows that it is one and the object has it; to be read only.
pub(super) unsafe fn dynamic(
    object: *mut phant_memory::PhpObject,
    words: *const PropertyCache,
    name: *const Value,
) -> *const Value {
    // SAFETY: called with live operands and cache words; nothing runs while the table is looked at.
    unsafe {
        if object.is_null() {
            return std::ptr::null();
        }
        let handle = std::mem::ManuallyDrop::new(Object::from_raw(object));
        if (*words).class != handle.class_ptr() as u64 | DYNAMIC {
            return std::ptr::null();
        }
        match (handle.dynamic_lent(), (*name).own_str()) {
            (Some(table), Some(name)) => table.get_str(name).map_or(std::ptr::null(), std::ptr::from_ref),
            _ => std::ptr::null(),
        }
    }
}
/// The place of a dynamic property that is there, if the cache knows it, nobody shares the object's table, and it is no
/// reference; else null.
unsafe fn own_dynamic(object: *mut phant_memory::PhpObject, words: *const PropertyCache, name: *const Value) -> *mut Value {
    // SAFETY: as for `dynamic`; an unshared table may be changed.
    unsafe {
        let place = dynamic(object, words, name).cast_mut();
        if place.is_null() || (*place).is_ref() {
            return std::ptr::null_mut();
        }
        let handle = std::mem::ManuallyDrop::new(Object::from_raw(object));
        match handle.dynamic_lent() {
            Some(table) if table.refcount() == 1 && !table.is_immutable() => place,
            _ => std::ptr::null_mut(),
        }
    }
}
op!(FetchProp(pc, fp, vm) {
    if fetch_cached(pc, fp) {
        next!(pc, fp, vm, ext);
    }
    return fetch_tail(pc, fp, vm)
});
/// Hooks, and everything else, as the rest of the instruction. A hook runs in the frame's place in the dispatcher: its result
/// is that of this instruction, whose extension word is the next one then and does nothing.
///
/// # Safety
/// As every handler.
#[inline(never)]
pub(super) unsafe extern "C" fn fetch_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by the handler with its own instruction.
    unsafe {
        let (words, b) = (words::<rows::FetchProp>(pc, fp), (*pc).b);
        if (*words).class & HOOKED != 0 {
            let behind = behind_own_hook(fp, b, words);
            if !behind.is_null() {
                let v = (*behind).unref();
                set(fp, (*pc).a, v);
                next!(pc, fp, vm, ext);
            }
            if let Some((entry, frame)) = magic::begin_get_hook(pc, fp, vm) {
                crate::interpreter::dispatch::go!(entry.as_ptr(), frame, vm);
            }
        } else if (*words).class & DYNAMIC != 0 && (b.is_none() || !is_temp(fp, b)) {
            let v = dynamic(raw_object(fp, b), words, lit(fp, (*pc).c));
            if !v.is_null() {
                quick::quicken(pc, dynamic::FetchDynamic);
                let v = (*v).unref();
                set(fp, (*pc).a, v);
                next!(pc, fp, vm, ext);
            }
            if let Some((entry, frame)) = magic::begin_get(pc, fp, vm) {
                crate::interpreter::dispatch::go!(entry.as_ptr(), frame, vm);
            }
        }
        if b.is_some() && is_temp(fp, b) && (*slot(fp, b)).is_object() {
            // An object that ends here.
            let place = cached(raw_object(fp, b), words);
            if !place.is_null() && !(*place).is_undef() {
                let v = (*place).unref();
                leave(pc, fp, vm);
                consume(fp, b);
                set(fp, (*pc).a, v);
                next_settled!(pc, fp, vm, ext);
            }
        }
        if fetch_of_many(pc, fp, vm) {
            next!(pc, fp, vm, ext);
        }
        let native = read_native(pc, fp, vm);
        if native != Native::Other {
            next_if!(native == Native::Read, pc, fp, vm, ext)
        }
        next_if!(fetch(pc, fp, vm, false, false), pc, fp, vm, ext)
    }
}
/// Reads a property that the cache knows, of an object that lives on.
#[inline(always)]
unsafe fn fetch_cached(pc: *const Insn, fp: *mut Frame) -> bool {
    // SAFETY: called with the instruction being executed.
    unsafe {
        let b = (*pc).b;
        let place = cached(raw_object(fp, b), words::<rows::FetchProp>(pc, fp));
        if place.is_null() || (*place).is_undef() || b.is_some() && !let_go(fp, b) {
            return false;
        }
        let v = (*place).unref();
        set(fp, (*pc).a, v);
        true
    }
}
const _: () = assert!(same_words::<rows::FetchPropDyn, rows::FetchPropQuietDyn>());
/// The place of the property whose name a value holds, if the cache knows it.
#[inline(always)]
unsafe fn cached_by_name(
    object: *mut phant_memory::PhpObject,
    words: *const NamedPropertyCache,
    name: *const Value,
) -> *mut Value {
    // SAFETY: live operands; the name in the cache is its class's, which lives as long as the request.
    unsafe {
        let place = cached(object, &raw const (*words).property);
        if place.is_null() {
            return place;
        }
        let known = (*words).name as *const phant_memory::PhpStr;
        match (*name).own_str() {
            Some(given) if std::ptr::from_ref(&**given) == known || (*known).as_bytes() == given.as_bytes() => place,
            _ => std::ptr::null_mut(),
        }
    }
}
/// Notes a declared property in the cache of an instruction that gets its name from a value.
unsafe fn remember_name(words: *mut NamedPropertyCache, o: &Object, slot: u16, types: u32, p: &phant_native::class::Property) {
    // SAFETY: called with the instruction's own cache words.
    unsafe { *words = NamedPropertyCache { property: known(o, slot, types), name: p.name.as_ptr() as u64 } }
}
/// `$object->$name` of an object in a variable, if the cache knows the property.
#[inline(never)]
unsafe fn fetch_by_name(pc: *const Insn, fp: *mut Frame) -> bool {
    // SAFETY: called by the handlers with their own instruction.
    unsafe {
        let (b, c) = ((*pc).b, (*pc).c);
        if b.is_some() && is_temp(fp, b) {
            return false;
        }
        let place = cached_by_name(raw_object(fp, b), words::<rows::FetchPropDyn>(pc, fp), slot(fp, c));
        if place.is_null() || (*place).is_undef() {
            return false;
        }
        let v = (*place).unref();
        consume(fp, c);
        set(fp, (*pc).a, v);
        true
    }
}
/// `$object->$name = $value` of an object in a variable, if the cache knows the property and nothing ends with this.
#[inline(never)]
unsafe fn assign_by_name(pc: *const Insn, fp: *mut Frame) -> bool {
    // SAFETY: called by the handler with its own instruction.
    unsafe {
        let (a, b, c) = ((*pc).a, (*pc).b, (*pc).c);
        if a.is_some() && is_temp(fp, a) || (*pc.add(1)).a.is_some() {
            return false;
        }
        let words = words::<rows::AssignPropDyn>(pc, fp);
        let place = cached_by_name(raw_object(fp, a), words, slot(fp, b));
        let from = slot(fp, c);
        if place.is_null()
            || (*place).is_counted() && (*place).raw_type() != tag::STRING
            || (*place).aux() != if (*place).is_undef() { crate::runtime::object::slot_marks::UNINIT } else { 0 }
            || (*from).is_undef()
            || (*from).is_ref()
            || (*from).raw_type() == tag::INDIRECT
            || (*words).property.types & (*from).type_bit() == 0
        {
            return false;
        }
        let v = if is_temp(fp, c) { from.read() } else { (*from).clone() };
        consume(fp, b);
        drop(std::ptr::replace(place, v));
        true
    }
}
op!(FetchPropDyn(pc, fp, vm) {
    if fetch_by_name(pc, fp) {
        next!(pc, fp, vm, ext);
    }
    otherwise!(fetch(pc, fp, vm, true, false), pc, fp, vm, ext)
});
op!(FetchPropQuiet(pc, fp, vm) {
    if fetch_cached(pc, fp) {
        next!(pc, fp, vm, ext);
    }
    otherwise!(fetch(pc, fp, vm, false, true), pc, fp, vm, ext)
});
op!(FetchPropQuietDyn(pc, fp, vm) {
    if fetch_by_name(pc, fp) {
        next!(pc, fp, vm, ext);
    }
    otherwise!(fetch(pc, fp, vm, true, true), pc, fp, vm, ext)
});

/// What is left of a property's name that is no text, after the error about that.
fn name_after_error(given: &Value) -> Str {
    if given.is_array() { Str::new("Array") } else { Str::default() }
}

/// The object whose property is written: the operand may be a variable, a pointer or a value. `what` is for the error.
///
/// `reads`: an undefined variable is read too, and reported.
unsafe fn written_object(
    fp: *mut Frame,
    vm: &Vm,
    i: Operand,
    operand: &Place,
    what: &str,
    reads: bool,
    given_name: &Value,
    name: &mut Str,
) -> Option<Object> {
    // SAFETY: called with the instruction's own operand.
    unsafe {
        if i.is_none() {
            *name = convert::to_str(&vm.ctx, given_name).ok()?;
            let o = crate::runtime::frame::this_of(fp);
            if o.is_none() {
                vm.ctx.throw_error("Using $this when not in object context");
            }
            return o;
        }
        let v = slot(fp, i);
        if reads && (*v).is_undef() && !is_temp(fp, i) {
            undefined(fp, i, vm);
        }
        let p = operand.at();
        match (*p).as_object() {
            Some(o) => {
                let o = o.into_owned();
                *name = match convert::to_str(&vm.ctx, given_name) {
                    Ok(name) => name,
                    // The place is made before the exception is seen.
                    Err(_) if what == "modify" => name_after_error(given_name),
                    Err(_) => return None,
                };
                Some(o)
            }
            None => {
                let name = convert::to_str(&vm.ctx, given_name).unwrap_or_else(|_| name_after_error(given_name));
                let given = convert::value_name(&*p);
                vm.ctx.throw_error(format!("Attempt to {what} property \"{}\" on {given}", until_nul(&name)));
                None
            }
        }
    }
}
#[inline(never)]
unsafe fn assign(pc: *const Insn, fp: *mut Frame, vm: &Vm, literal: bool, by_name: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let (a, b, c) = ((*pc).a, (*pc).b, (*pc).c);
        let operand = written_place(fp, a);
        // The value is read before a name that is a variable.
        let v = if literal { (*lit(fp, c)).clone() } else { take(fp, c, vm) };
        let name = if by_name { take(fp, b, vm) } else { (*lit(fp, b)).clone() };
        let wanted = (*pc.add(1)).a;
        let result = (|| {
            let given = name;
            let mut name = Str::default();
            let o = written_object(fp, vm, a, &operand, "assign", false, &given, &mut name).ok_or(phant_native::Thrown)?;
            let scope = crate::runtime::frame::scope_of(fp);
            if !by_name {
                let cache = &raw mut (*words::<rows::AssignPropV>(pc, fp)).property;
                if let Some(p) = cached_hooked(o.as_ptr(), cache)
                    && let Some(hook) = p.set_hook
                {
                    let v = v.into_unref();
                    if property::should_call(vm, &o, p) {
                        property::call_set(vm, &o, hook, &v)?;
                        return Ok(v);
                    }
                    let strict = vm.is_strict();
                    return match p.slot {
                        // The hook stores what is behind it.
                        Some(slot) if !o.slot_is_undef(slot) => property::store(vm, &o, p, slot, v, scope, strict),
                        _ => property::write_property(vm, &o, &name, v, scope, strict),
                    };
                }
                if let Some(p) = property::hooked(o.class(), &name, scope, |p| p.set_hook.is_some())
                    && property::may_write(p, scope)
                {
                    *cache = known_hooked(&o, p);
                }
            }
            let target = if by_name { None } else { stored_by_instruction(&o, &name, scope) };
            if let Some((slot, mask, flag)) = target {
                let words = words::<rows::AssignPropV>(pc, fp);
                if flag == 0
                    && let Some((_, p)) = property::lookup_slot(o.class(), &name, scope)
                {
                    vm.members.note_property(o.class(), &name, p, scope);
                }
                // A class once found to fit goes on fitting; what is callable is not a matter of the class.
                let object = v.as_object().map(|o| o.class_ptr() as u64).filter(|_| !v.is_ref());
                let strict = vm.is_strict();
                let stored = property::write_property(vm, &o, &name, v, scope, strict)?;
                // What may be written from here once may be for other objects of the class.
                let property = known(&o, slot, mask);
                (*words).property = PropertyCache { class: property.class | flag, ..property };
                if let Some(class) = object
                    && stored.is_object()
                    && mask >> 12 & 1 == 0
                {
                    (*words).object_class = class;
                }
                return Ok(stored);
            }
            if by_name
                && let Some((slot, mask)) = storable(&o, &name, scope)
                && let Some((_, p)) = property::lookup_slot(o.class(), &name, scope)
            {
                remember_name(words::<rows::AssignPropDyn>(pc, fp), &o, slot, mask, p);
            }
            if !by_name
                && o.class().handlers.read_property.is_none()
                && o.class().handlers.write_property.is_none()
                && property::is_dynamic(o.class(), &name, scope)
            {
                (*words::<rows::AssignPropV>(pc, fp)).property = known_dynamic(&o);
            }
            let strict = vm.is_strict();
            property::write_property(vm, &o, &name, v, scope, strict)
        })();
        if a.is_some() {
            consume(fp, a);
        }
        match result {
            Ok(v) => {
                set_wanted(fp, wanted, v);
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
/// The slot that a cache is to know, the types that fit, and the flag of its class word.
fn stored_by_instruction(o: &Object, name: &Str, scope: Option<phant_native::ClassPtr>) -> Option<(u16, u32, u64)> {
    if let Some((slot, mask)) = storable(o, name, scope) {
        return Some((slot, mask, 0));
    }
    let (slot, p) = property::lookup_slot(o.class(), name, scope)?;
    let first = p.is_readonly() && o.slot_is_undef(slot) && property::may_write(p, scope);
    first.then(|| (slot, p.ty.as_ref().map_or(u32::MAX, |ty| ty.mask.0), ONCE))
}
/// The slot of a property that a scope may store into, and the types (as bits of raw tags) that fit as they are.
fn storable(o: &Object, name: &Str, scope: Option<phant_native::ClassPtr>) -> Option<(u16, u32)> {
    let (slot, p) = property::lookup_slot(o.class(), name, scope)?;
    if p.modifiers & phant_native::descriptor::modifiers::READONLY != 0 || !property::may_write(p, scope) {
        return None;
    }
    let mask = match &p.ty {
        None => u32::MAX,
        Some(ty) => ty.mask.0,
    };
    Some((slot, mask))
}
/// Whether a value fits a property as it is: its type is in the remembered set, or its class was found to fit.
#[inline(always)]
unsafe fn fits(words: *const StoreCache, v: &Value) -> bool {
    // SAFETY: the cache words of the instruction.
    unsafe {
        (*words).property.types & v.type_bit() != 0
            || v.tag() == tag::OBJECT
                && (*words).object_class
                    == std::mem::ManuallyDrop::new(Object::from_raw(v.payload() as *mut phant_memory::PhpObject)).class_ptr()
                        as u64
    }
}
macro_rules! assign_prop {
    ($name:ident, $literal:literal, |$pc:ident, $fp:ident| $from:expr) => {
        op!($name($pc, $fp, vm) {
            let a = (*$pc).a;
            if (a.is_none() || !is_temp($fp, a)) && (*$pc.add(1)).a.is_none() {
                let words = words::<rows::AssignPropV>($pc, $fp);
                let place = cached(raw_object($fp, a), &raw const (*words).property);
                // Declared, nothing to drop, and no marks but that of a typed property that was never set.
                if !place.is_null()
                    && !(*place).is_counted()
                    && (*place).aux() == if (*place).is_undef() { crate::runtime::object::slot_marks::UNINIT } else { 0 }
                {
                    let from: *const Value = $from;
                    if !(*from).is_undef() && !(*from).is_ref() && (*from).raw_type() != tag::INDIRECT && fits(words, &*from) {
                        let v = if !$literal && is_temp($fp, (*$pc).c) { from.read() } else { (*from).clone() };
                        place.write(v);
                        next!($pc, $fp, vm, ext);
                    }
                }
            }
            return assign_tail::<$literal>($pc, $fp, vm)
        });
    };
}
/// Replacing a counted value, results that are wanted, objects behind pointers, dynamic properties, and everything else, as the
/// rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
pub(super) unsafe extern "C" fn assign_tail<const LITERAL: bool>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handlers.
    unsafe {
        if (*words::<rows::AssignPropV>(pc, fp)).property.class & (DYNAMIC | HOOKED) != 0 {
            if assign_behind_hook::<LITERAL>(pc, fp, vm) {
                next_settled!(pc, fp, vm, ext);
            }
            if let Some((entry, frame)) = magic::begin_set::<LITERAL>(pc, fp, vm) {
                crate::interpreter::dispatch::go!(entry.as_ptr(), frame, vm);
            }
        }
        if assign_known::<LITERAL>(pc, fp, vm) || assigned_before(pc, fp, vm) && assign_known::<LITERAL>(pc, fp, vm) {
            next_if!(!vm.ctx.has_exception(), pc, fp, vm, ext);
        }
        next_if!(assign(pc, fp, vm, LITERAL, false), pc, fp, vm, ext)
    }
}
/// Stores a value that needs no conversion into the property whose hook runs.
#[inline(never)]
unsafe fn assign_behind_hook<const LITERAL: bool>(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called with the instruction being executed.
    unsafe {
        let (a, c) = ((*pc).a, (*pc).c);
        let words: *const PropertyCache = &raw const (*words::<rows::AssignPropV>(pc, fp)).property;
        if a.is_some() && is_temp(fp, a) || (*pc.add(1)).a.is_some() {
            return false;
        }
        let place = behind_own_hook(fp, a, words);
        let from: *const Value = if LITERAL { lit(fp, c) } else { slot(fp, c) };
        if place.is_null()
            || (*place).is_ref()
            || (*place).aux() != 0
            || (*from).is_undef()
            || (*from).is_ref()
            || (*from).raw_type() == tag::INDIRECT
        {
            return false;
        }
        let ty = cached_hooked(raw_object(fp, a), words).and_then(|p| p.ty.as_ref());
        if ty.is_some_and(|ty| ty.mask.0 & (*from).type_bit() == 0) {
            return false;
        }
        let v = if !LITERAL && is_temp(fp, c) { from.read() } else { (*from).clone() };
        leave(pc, fp, vm);
        drop(std::ptr::replace(place, v));
        true
    }
}
/// Stores a value that needs no conversion into a property that the cache knows.
#[inline(never)]
unsafe fn assign_known<const LITERAL: bool>(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called with the instruction being executed; a pointer was made by the instruction before this one.
    unsafe {
        let a = (*pc).a;
        let words = words::<rows::AssignPropV>(pc, fp);
        let object = if a.is_none() || !is_temp(fp, a) { raw_object(fp, a) } else { pointed_object(fp, a) };
        if object.is_null() {
            return false;
        }
        let from: *const Value = if LITERAL { lit(fp, (*pc).c) } else { slot(fp, (*pc).c) };
        if (*from).is_undef() || (*from).is_ref() || (*from).raw_type() == tag::INDIRECT {
            return false;
        }
        let read = || if !LITERAL && is_temp(fp, (*pc).c) { from.read() } else { (*from).clone() };
        let wanted = (*pc.add(1)).a;
        let mut place = cached(object, &raw const (*words).property);
        let mut marks = 0;
        if place.is_null() {
            place = unset_readonly(object, &raw const (*words).property);
            if !place.is_null() && wanted.is_none() && fits(words, &*from) {
                place.write(read());
                return true;
            }
            let name = lit(fp, (*pc).b);
            place = own_dynamic(object, &raw const (*words).property, name);
            if place.is_null() {
                return wanted.is_none() && create_known(object, &raw const (*words).property, name, read);
            }
            marks = (*place).aux();
            if wanted.is_none() && (a.is_none() || !is_temp(fp, a)) {
                quick::quicken(pc, dynamic::ASSIGNED[LITERAL as usize]);
            }
        } else if (*place).is_ref()
            || (*place).aux() != if (*place).is_undef() { crate::runtime::object::slot_marks::UNINIT } else { 0 }
            || !fits(words, &*from)
        {
            return false;
        }
        let v = read();
        if wanted.is_some() {
            set(fp, wanted, v.clone());
        }
        leave(pc, fp, vm);
        drop(std::ptr::replace(place, v.with_aux(marks)));
        true
    }
}
/// The place of a readonly property that has no value yet, if the cache knows it.
unsafe fn unset_readonly(object: *mut phant_memory::PhpObject, words: *const PropertyCache) -> *mut Value {
    // SAFETY: as for `cached`.
    unsafe {
        if object.is_null() {
            return std::ptr::null_mut();
        }
        let handle = std::mem::ManuallyDrop::new(Object::from_raw(object));
        if (*words).class != handle.class_ptr() as u64 | ONCE {
            return std::ptr::null_mut();
        }
        let place = handle.slot_ptr((*words).slot as u16);
        let is_new = (*place).is_undef() && (*place).aux() == crate::runtime::object::slot_marks::UNINIT;
        if is_new { place } else { std::ptr::null_mut() }
    }
}
/// Puts a property into the cache that was found before, of an object of another class than the one there.
#[inline(never)]
unsafe fn assigned_before(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    use phant_native::descriptor::modifiers::{READONLY, SET_VISIBILITY};
    // SAFETY: called with the instruction being executed.
    unsafe {
        let a = (*pc).a;
        let words = words::<rows::AssignPropV>(pc, fp);
        let object = if a.is_none() || !is_temp(fp, a) { raw_object(fp, a) } else { std::ptr::null_mut() };
        // The first time, what suits the instruction is looked for.
        if object.is_null() || (*words).property.class == 0 {
            return false;
        }
        let o = std::mem::ManuallyDrop::new(Object::from_raw(object));
        if (*words).property.class & !(DYNAMIC | HOOKED | ONCE) == o.class_ptr() as u64 {
            return false;
        }
        let Some(name) = (*lit(fp, (*pc).b)).own_str() else { return false };
        let scope = || crate::runtime::frame::scope_of(fp);
        match vm.members.property(o.class_ptr().cast(), name, scope) {
            Some(p) if p.modifiers & (READONLY | SET_VISIBILITY) == 0 && !p.has_hooks() => {
                let Some(slot) = p.slot else { return false };
                (*words).property = known(&o, slot, p.ty.as_ref().map_or(u32::MAX, |ty| ty.mask.0));
                (*words).object_class = 0;
                true
            }
            _ => false,
        }
    }
}
/// Adds a dynamic property to an object whose class lets anyone do so, if the cache knows that the name is that of one, and the
/// object has none of that name.
unsafe fn create_known(
    object: *mut phant_memory::PhpObject,
    words: *const PropertyCache,
    name: *const Value,
    value: impl FnOnce() -> Value,
) -> bool {
    // SAFETY: as for `dynamic`.
    unsafe {
        if object.is_null() || !dynamic(object, words, name).is_null() {
            return false;
        }
        let handle = std::mem::ManuallyDrop::new(Object::from_raw(object));
        if (*words).class != handle.class_ptr() as u64 | DYNAMIC || !property::creates_freely(&handle) {
            return false;
        }
        let Some(name) = (*name).own_str() else { return false };
        handle.set_dynamic(phant_memory::Key::Str(name.clone()), value());
        true
    }
}
assign_prop!(AssignPropV, false, |pc, fp| slot(fp, (*pc).c));
assign_prop!(AssignPropK, true, |pc, fp| lit(fp, (*pc).c));
op!(AssignPropDyn(pc, fp, vm) {
    if assign_by_name(pc, fp) {
        next!(pc, fp, vm, ext);
    }
    otherwise!(assign(pc, fp, vm, false, true), pc, fp, vm, ext)
});
/// The value of a property that an operator is about to change. A declared one that was not set is null from now on, even if the
/// error handler has thrown.
fn updated_property(vm: &Vm, o: &Object, name: &Str, scope: Option<phant_native::ClassPtr>) -> phant_native::PhpResult {
    if let Some((slot, _)) = storable(o, name, scope)
        && o.slot_is_undef(slot)
        && let property::Ptr::Place(place, _) = property::property_ptr(vm, o, name, scope, property::PtrMode::ReadWrite)?
    {
        // SAFETY: the place was just found.
        return Ok(unsafe { (*place.at()).unref() });
    }
    let old = property::read_property(vm, o, name, scope, false)?.into_unref();
    if o.class().magic.get.is_some() || storable(o, name, scope).is_none() {
        vm.ctx.check()?;
    }
    Ok(old)
}
#[inline(never)]
unsafe fn assign_op(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let (a, b, c) = ((*pc).a, (*pc).b, (*pc).c);
        let operand = written_place(fp, a);
        let ext = pc.add(1);
        let name = take(fp, b, vm);
        let mut v = take(fp, c, vm);
        let mut before = None;
        let result = (|| {
            let given = name;
            let mut name = Str::default();
            let o = written_object(fp, vm, a, &operand, "assign", true, &given, &mut name).ok_or(phant_native::Thrown)?;
            let scope = crate::runtime::frame::scope_of(fp);
            if let Some((slot, mask)) = storable(&o, &name, scope) {
                let place = o.slot_ptr(slot);
                // The next time the cache answers for objects of this class and this very name.
                if let Some(s) = Some(&name).filter(|s| s.is_immutable()) {
                    let property = known(&o, slot, mask);
                    *words::<rows::AssignPropOp>(pc, fp) = NamedPropertyCache { property, name: s.as_ptr() as u64 };
                }
                // Text grows in place.
                if (*ext).b.number() == 6 && (*place).is_str() && !(*place).is_ref() && TypeMask(mask).contains(TypeMask::STRING)
                {
                    before = text_to_append(vm, place, &mut v)?;
                    if before.is_none()
                        && let Some(ok) = append(vm, place, &v)
                    {
                        if !ok {
                            return Err(phant_native::Thrown);
                        }
                        return Ok(if (*ext).a.is_some() { (*place).unref() } else { Value::NULL });
                    }
                }
            }
            let made = property::make_dynamic_for_update(vm, &o, &name, scope)?;
            let old = if made {
                // The error handler may have written to it.
                property::dynamic_value(&o, &name).unwrap_or(Value::NULL).into_unref()
            } else if let Some(before) = before {
                Value::from(before)
            } else {
                updated_property(vm, &o, &name, scope)?
            };
            let held = storable(&o, &name, scope).and_then(|(slot, _)| o.slot(slot).as_ref().cloned());
            let new = operators::binary(&vm.ctx, (*ext).b.number(), &old, &v);
            let strict = vm.is_strict();
            if let Some(held) = held.filter(|held| !held.sources().is_null()) {
                drop(old);
                return property::assign_result(vm, &held, (*ext).b.number(), new, strict);
            }
            if new.is_err()
                && ((*ext).b.number() != 6 || !old.is_str())
                && storable(&o, &name, scope).is_some()
                && let Some((_, p)) = property::lookup_slot(o.class(), &name, scope)
                && let Some(nothing) = p.ty.filter(|_| !strict).and_then(property::nothing_of)
            {
                // What a failed operator gives is nothing, which is assigned as well as it fits the type.
                let _ = property::write_property(vm, &o, &name, nothing, scope, strict);
            }
            drop(old);
            if made && property::dynamic_value(&o, &name).is_some_and(|v| !v.is_ref()) {
                let new = new?;
                o.set_dynamic(phant_memory::Key::Str(name), new.clone());
                return Ok(new);
            }
            property::write_property(vm, &o, &name, new?, scope, strict)
        })();
        if a.is_some() {
            consume(fp, a);
        }
        match result {
            Ok(v) => {
                set_wanted(fp, (*ext).a, v);
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
/// `$o->n op= number` and `$o->text .= string` on a property that the cache knows. False leaves it to the slow path.
#[inline(never)]
unsafe fn assign_op_quick(pc: *const Insn, fp: *mut Frame) -> bool {
    // SAFETY: called by the handler below with its own instruction.
    unsafe {
        let ext = pc.add(1);
        let (a, b, c) = ((*pc).a, (*pc).b, (*pc).c);
        if (*ext).a.is_some() || a.is_some() && is_temp(fp, a) {
            return false;
        }
        let object = raw_object(fp, a);
        let words = words::<rows::AssignPropOp>(pc, fp);
        if object.is_null() || (*words).name != (*slot(fp, b)).payload() {
            return false;
        }
        let place = cached(object, &raw const (*words).property);
        if place.is_null() {
            return false;
        }
        let mask = (*words).property.types;
        let y = &*slot(fp, c);
        let new = match ((*place).tag(), y.tag(), (*ext).b.number()) {
            (_, _, 6) => {
                if !TypeMask(mask).contains(TypeMask::STRING) || !variable::append_quick(place, y) {
                    return false;
                }
                consume(fp, c);
                return true;
            }
            _ => quick_op(&*place, y, (*ext).b.number()),
        };
        match new {
            Some(v) if mask & v.type_bit() != 0 && (*place).aux() == 0 => {
                place.write(v);
                true
            }
            _ => false,
        }
    }
}
op!(AssignPropOp(pc, fp, vm) {
    if assign_op_quick(pc, fp) {
        next!(pc, fp, vm, ext);
    } otherwise!(assign_op(pc, fp, vm), pc, fp, vm, ext) });
#[inline(never)]
unsafe fn inc_dec(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let operand = written_place(fp, (*pc).b);
        let kind = (*pc.add(1)).a.number();
        let name = take(fp, (*pc).c, vm);
        let result = (|| {
            let (given, what) = (name, "increment/decrement");
            let mut name = Str::default();
            let o = written_object(fp, vm, (*pc).b, &operand, what, true, &given, &mut name).ok_or(phant_native::Thrown)?;
            let scope = crate::runtime::frame::scope_of(fp);
            property::make_dynamic_for_update(vm, &o, &name, scope)?;
            if let Some((slot, mask)) = storable(&o, &name, scope)
                && name.is_immutable()
            {
                let property = known(&o, slot, mask);
                *words::<rows::IncDecProp>(pc, fp) = NamedPropertyCache { property, name: name.as_ptr() as u64 };
            }
            let (up, strict) = (kind & 1 == 0, vm.is_strict());
            let (old, new) =
                property::step_property(vm, &o, &name, scope, up, strict, &mut |vm, v| operators::step(&vm.ctx, v, up))?;
            Ok::<Value, phant_native::Thrown>(if kind >= 2 { old } else { new })
        })();
        if (*pc).b.is_some() {
            consume(fp, (*pc).b);
        }
        match result {
            Ok(v) => {
                set_wanted(fp, (*pc).a, v);
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
/// `$o->n++` and its relatives on an integer property that the cache knows.
#[inline(always)]
unsafe fn inc_dec_quick(pc: *const Insn, fp: *mut Frame) -> bool {
    // SAFETY: called by the handler below with its own instruction.
    unsafe {
        let ext = pc.add(1);
        let b = (*pc).b;
        if b.is_some() && is_temp(fp, b) {
            return false;
        }
        let object = raw_object(fp, b);
        let words = words::<rows::IncDecProp>(pc, fp);
        if object.is_null() || (*words).name != (*slot(fp, (*pc).c)).payload() {
            return false;
        }
        let place = cached(object, &raw const (*words).property);
        if place.is_null() {
            return false;
        }
        if (*place).tag() != tag::INT || !TypeMask((*words).property.types).contains(TypeMask::INT) || (*place).aux() != 0 {
            return false;
        }
        let old = int(&*place);
        let new = if (*ext).a.number() & 1 == 0 { old.checked_add(1) } else { old.checked_sub(1) };
        let Some(new) = new else { return false };
        place.write(Value::int(new));
        if (*pc).a.is_some() {
            set(fp, (*pc).a, Value::int(if (*ext).a.number() >= 2 { old } else { new }));
        }
        true
    }
}
op!(IncDecProp(pc, fp, vm) {
    if inc_dec_quick(pc, fp) {
        next!(pc, fp, vm, ext);
    } otherwise!(inc_dec(pc, fp, vm), pc, fp, vm, ext) });

/// Modes of `FetchPropW`: 0 write, 1 read and write, 2 unset, 3 for binding a reference.
#[inline(never)]
unsafe fn fetch_w(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let operand = written_place(fp, (*pc).b);
        let mode = (*pc.add(1)).a.number();
        let name = take(fp, (*pc).c, vm);
        let result = (|| {
            if mode == 2 && (*pc).b.is_some() {
                if (*slot(fp, (*pc).b)).is_undef() && !is_temp(fp, (*pc).b) {
                    undefined(fp, (*pc).b, vm);
                }
                if !(*operand.at()).is_object() {
                    return Ok(property::Ptr::Temporary(Value::NULL));
                }
            }
            let (given, reads) = (name, mode == 1);
            let mut name = Str::default();
            let o = written_object(fp, vm, (*pc).b, &operand, "modify", reads, &given, &mut name).ok_or(phant_native::Thrown)?;
            let wanted = match mode {
                1 => property::PtrMode::ReadWrite,
                2 => property::PtrMode::Unset,
                3 => property::PtrMode::Bind,
                4 => property::PtrMode::Property,
                _ => property::PtrMode::Element,
            };
            let scope = crate::runtime::frame::scope_of(fp);
            if matches!(mode, 0 | 1 | 2 | 4)
                && name.is_immutable()
                && let Some((slot, _)) = storable(&o, &name, scope)
            {
                let property = known(&o, slot, 0);
                *words::<rows::FetchPropW>(pc, fp) = NamedPropertyCache { property, name: name.as_ptr() as u64 };
            }
            match property::property_ptr(vm, &o, &name, scope, wanted)? {
                // What gives no place gives its value: an object in it may be changed.
                property::Ptr::Overloaded => property::property_ptr(vm, &o, &name, scope, property::PtrMode::Element),
                found => Ok(found),
            }
        })();
        // What the object is in may go with this, and the place too.
        drop(operand);
        if (*pc).b.is_some() {
            consume(fp, (*pc).b);
        }
        match result {
            Ok(property::Ptr::Place(place, _)) => {
                // In an object that has ended with this it is a copy that what follows works on.
                set(fp, (*pc).a, place.into_value());
                !vm.ctx.has_exception()
            }
            Ok(property::Ptr::Temporary(v)) => {
                set(fp, (*pc).a, v);
                !vm.ctx.has_exception()
            }
            Ok(property::Ptr::Overloaded) => {
                set(fp, (*pc).a, Value::NULL);
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
/// An object's tag in its bits of [`tag::TYPE`].
const AN_OBJECT: u32 = tag::OBJECT & tag::TYPE;
op!(FetchPropW(pc, fp, vm) {
    // A property that the cache knows and that holds an array or an object: what is in it may be written whatever its type is.
    let ext = pc.add(1);
    let b = (*pc).b;
    let words = words::<rows::FetchPropW>(pc, fp);
    if matches!((*ext).a.number(), 0 | 1 | 2 | 4) && (*words).name == (*slot(fp, (*pc).c)).payload() {
        let object = if b.is_none() || !is_temp(fp, b) { raw_object(fp, b) } else { pointed_object(fp, b) };
        let place = cached(object, &raw const (*words).property);
        let holds = if place.is_null() { 0 } else { (*place).tag() & tag::TYPE };
        if holds == AN_OBJECT || holds == tag::ARRAY && (*ext).a.number() != 4 {
            set(fp, (*pc).a, Value::indirect_in_object(object, place));
            next!(pc, fp, vm, ext);
        }
        if !place.is_null() && (*place).is_ref() && (*place).deref_lent().is_array() && (*ext).a.number() != 4 {
            set(fp, (*pc).a, (*place).indirect_behind());
            next!(pc, fp, vm, ext);
        }
    }
    otherwise!(fetch_w(pc, fp, vm), pc, fp, vm, ext) });
#[inline(never)]
unsafe fn fetch_ref(pc: *const Insn, fp: *mut Frame, vm: &Vm, words: *mut NamedPropertyCache, lends: bool) -> bool {
    // SAFETY: called by its handlers with the instruction's cache; a variable keeps the object where an array is lent.
    unsafe {
        let vm = leave(pc, fp, vm);
        let operand = written_place(fp, (*pc).b);
        let name = take(fp, (*pc).c, vm);
        let result = (|| {
            let given = name;
            let mut name = Str::default();
            let o = written_object(fp, vm, (*pc).b, &operand, "modify", false, &given, &mut name).ok_or(phant_native::Thrown)?;
            let scope = crate::runtime::frame::scope_of(fp);
            if name.is_immutable()
                && let Some((slot, types)) = storable(&o, &name, scope)
            {
                let property = known(&o, slot, types);
                *words = NamedPropertyCache { property, name: name.as_ptr() as u64 };
            }
            let place = cached(o.as_ptr(), &raw const (*words).property);
            if lends && !place.is_null() && (*place).tag() & tag::TYPE == tag::ARRAY {
                return Ok(Value::indirect_in_object(o.as_ptr(), place));
            }
            property::property_ref(vm, &o, &name, scope).map(Value::from)
        })();
        if (*pc).b.is_some() {
            consume(fp, (*pc).b);
        }
        match result {
            Ok(r) => {
                set(fp, (*pc).a, r);
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
op!(FetchPropRef(pc, fp, vm) {
    let known = words::<rows::FetchPropRef>(pc, fp);
    let b = (*pc).b;
    if (*known).name == (*slot(fp, (*pc).c)).payload() {
        let object = if b.is_none() || !is_temp(fp, b) { raw_object(fp, b) } else { pointed_object(fp, b) };
        let place = cached(object, &raw const (*known).property);
        // One already, which knows what it may hold, or a value of a property of any type.
        if !place.is_null() && ((*place).is_ref() || (*known).property.types == u32::MAX && !(*place).is_undef()) {
            let r = (*place).make_ref();
            set(fp, (*pc).a, Value::from(r));
            next!(pc, fp, vm, ext);
        }
    }
    otherwise!(fetch_ref(pc, fp, vm, words::<rows::FetchPropRef>(pc, fp), false), pc, fp, vm, ext)
});
#[inline(never)]
unsafe fn lend(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe { fetch_ref(pc, fp, vm, words::<rows::LendProp>(pc, fp), (*pc).b.is_none() || !is_temp(fp, (*pc).b)) }
}
op!(LendProp(pc, fp, vm) {
    let known = words::<rows::LendProp>(pc, fp);
    let b = (*pc).b;
    if (*known).name == (*slot(fp, (*pc).c)).payload() && (b.is_none() || !is_temp(fp, b)) {
        let object = raw_object(fp, b);
        let place = cached(object, &raw const (*known).property);
        if !place.is_null() && (*place).tag() & tag::TYPE == tag::ARRAY {
            set(fp, (*pc).a, Value::indirect_in_object(object, place));
            next!(pc, fp, vm, ext);
        }
    }
    otherwise!(lend(pc, fp, vm), pc, fp, vm, ext)
});
#[inline(never)]
unsafe fn unset(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let a = (*pc).a;
        let operand = written_place(fp, a);
        let name = take(fp, (*pc).b, vm);
        let result = (|| {
            vm.ctx.check()?;
            let o = if a.is_none() {
                match crate::runtime::frame::this_of(fp) {
                    Some(o) => o,
                    None => return Err(vm.ctx.throw_error("Using $this when not in object context")),
                }
            } else {
                let p = operand.at();
                match (*p).as_object() {
                    Some(o) => o.into_owned(),
                    None => return Ok(()),
                }
            };
            let name = convert::to_str(&vm.ctx, &name)?;
            property::unset_property(vm, &o, &name, crate::runtime::frame::scope_of(fp))
        })();
        if a.is_some() {
            consume(fp, a);
        }
        result.is_ok() && !vm.ctx.has_exception()
    }
}
op!(UnsetProp(pc, fp, vm) { next_if!(unset(pc, fp, vm), pc, fp, vm) });
