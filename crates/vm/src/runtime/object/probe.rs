//! `isset`, `empty`, `property_exists` and `unset` of properties.

use super::{
    errors, guard, hooks, lazy,
    lookup::{self, Lookup},
    slot_marks,
};
use crate::Vm;
use phant_memory::{KeyRef, Object, Str, Value};
use phant_native::{ClassPtr, ObjectExt, PhpResult, class::Property, convert, descriptor::modifiers};

/// What is asked of a property.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    NotNull,
    NotEmpty,
    Exists,
}

impl Question {
    fn answer(self, value: &Value) -> bool {
        match self {
            Question::NotNull => !value.is_null(),
            Question::NotEmpty => convert::to_bool(value),
            Question::Exists => true,
        }
    }
}

/// `isset($object->name)`, or `!empty($object->name)` with `check_empty`.
pub fn isset_property(vm: &Vm, object: &Object, name: &Str, check_empty: bool, scope: Option<ClassPtr>) -> PhpResult<bool> {
    ask(vm, object, name, if check_empty { Question::NotEmpty } else { Question::NotNull }, scope)
}

/// Whether the object has the property at all, set to whatever value; magic methods are not asked.
pub fn has_property(vm: &Vm, object: &Object, name: &Str, scope: Option<ClassPtr>) -> PhpResult<bool> {
    ask(vm, object, name, Question::Exists, scope)
}

fn ask(vm: &Vm, object: &Object, name: &Str, question: Question, scope: Option<ClassPtr>) -> PhpResult<bool> {
    let class = object.class();
    if let Some(has) = class.handlers.has_property
        && let Some(answer) = has(&vm.ctx, object, name, question as u8)?
    {
        return Ok(answer);
    }
    let lookup = lookup::find(class, name, scope);
    match lookup {
        Lookup::Declared(p) => {
            if p.has_hooks()
                && let Some(result) = ask_hooked(vm, object, p, question)
            {
                return result;
            }
            if let Some(slot) = p.slot {
                let value = object.slot(slot);
                if !value.is_undef() {
                    return Ok(question.answer(&value));
                }
                let marks = object.slot_marks(slot);
                if marks & slot_marks::LAZY != 0
                    && let Some(target) = lazy::target(vm, object)?
                {
                    return ask(vm, &target, name, question, scope);
                }
                if marks & slot_marks::UNINIT != 0 {
                    return Ok(false);
                }
            }
        }
        Lookup::Dynamic | Lookup::Static(_) => {
            if let Some(value) = object.dynamic().and_then(|t| t.get(&KeyRef::Str(name)).cloned()) {
                return Ok(question.answer(&value));
            }
        }
        Lookup::Denied(_) | Lookup::BadName => {}
    }
    if question != Question::Exists
        && let Some(isset) = class.magic.isset
        && let Some(entered) = guard::enter(vm, object, name, guard::ISSET)
    {
        let result = ask_magic(vm, object, name, isset, question);
        guard::leave(vm, &entered);
        return result;
    }
    if !lookup.is_denied()
        && lazy::is_lazy(object)
        && let Some(target) = lazy::target(vm, object)?
        && !target.same(object)
    {
        return guard::forward(vm, object, &target, name, guard::ISSET, |vm| ask(vm, &target, name, question, scope));
    }
    Ok(false)
}

fn ask_hooked(vm: &Vm, object: &Object, p: &'static Property, question: Question) -> Option<PhpResult<bool>> {
    if question == Question::Exists {
        return p.slot.is_none().then_some(Ok(true));
    }
    let Some(hook) = p.get_hook else {
        if p.slot.is_some() {
            return None;
        }
        return Some(Err(errors::write_only(vm, object, p)));
    };
    if hooks::should_call(vm, object, p) {
        return Some(hooks::get(vm, object, hook).map(|value| question.answer(&value)));
    }
    if p.slot.is_none() {
        return Some(Err(super::read::must_not_read(vm, object, p)));
    }
    None
}

fn ask_magic(vm: &Vm, object: &Object, name: &Str, isset: phant_native::FunctionPtr, question: Question) -> PhpResult<bool> {
    let object = object.clone();
    let class = object.class();
    let args = [Value::from(name.clone())];
    let answer = vm.ctx.host.call_function(&vm.ctx, isset, Some(&object), Some(class), &args)?;
    let answer = convert::to_bool(&answer);
    if !answer || question != Question::NotEmpty {
        return Ok(answer);
    }
    let Some(get) = class.magic.get else { return Ok(false) };
    match guard::call(vm, &object, name, guard::GET, get, None) {
        Some(value) => value.map(|v| convert::to_bool(&v)),
        None => Ok(false),
    }
}

/// `unset($object->name)`
pub fn unset_property(vm: &Vm, object: &Object, name: &Str, scope: Option<ClassPtr>) -> PhpResult<()> {
    let class = object.class();
    if let Some(unset) = class.handlers.unset_property
        && unset(&vm.ctx, object, name)?
    {
        return Ok(());
    }
    let lookup = lookup::find(class, name, scope);
    match lookup {
        Lookup::Declared(p) => {
            if p.has_hooks() {
                return Err(vm.ctx.throw_error(format!("Cannot unset hooked property {}::${name}", class.name)));
            }
            if let Some(slot) = p.slot {
                if !object.slot_is_undef(slot) {
                    return clear(vm, object, p, slot, scope);
                }
                let marks = object.slot_marks(slot);
                if marks & slot_marks::UNINIT != 0 {
                    check_unset(vm, object, p, slot, scope)?;
                }
                if marks & slot_marks::LAZY != 0
                    && let Some(target) = lazy::target(vm, object)?
                {
                    return unset_property(vm, &target, name, scope);
                }
                if marks & slot_marks::UNINIT != 0 {
                    mark(object, slot, 0);
                    return Ok(());
                }
            }
        }
        Lookup::Dynamic | Lookup::Static(_) => {
            if let Lookup::Static(_) = lookup
                && class.magic.unset.is_none()
            {
                lookup::static_notice(vm, class, name)?;
            }
            if remove_dynamic(object, name) {
                return Ok(());
            }
        }
        Lookup::Denied(_) | Lookup::BadName => {
            if class.magic.unset.is_none() {
                return Err(lookup::denied(vm, lookup, class, name));
            }
        }
    }
    if let Some(unset) = class.magic.unset {
        match guard::call(vm, object, name, guard::UNSET, unset, None) {
            Some(result) => return result.map(drop),
            None if lookup.is_denied() => return Err(lookup::denied(vm, lookup, class, name)),
            None => {}
        }
    }
    if lazy::is_lazy(object)
        && let Some(target) = lazy::target(vm, object)?
        && !target.same(object)
    {
        return guard::forward(vm, object, &target, name, guard::UNSET, |vm| unset_property(vm, &target, name, scope));
    }
    Ok(())
}

fn check_unset(vm: &Vm, object: &Object, p: &'static Property, slot: u16, scope: Option<ClassPtr>) -> PhpResult<()> {
    if p.is_readonly() && !object.slot_is_undef(slot) && object.slot_marks(slot) & slot_marks::REINITABLE == 0 {
        return Err(vm.ctx.throw_error(format!("Cannot unset readonly property {}::${}", p.class.name, p.name)));
    }
    if p.modifiers & modifiers::SET_VISIBILITY != 0 && !lookup::may_write(p, scope) {
        return Err(errors::set_visibility(vm, p, scope, "unset"));
    }
    Ok(())
}

fn clear(vm: &Vm, object: &Object, p: &'static Property, slot: u16, scope: Option<ClassPtr>) -> PhpResult<()> {
    check_unset(vm, object, p, slot, scope)?;
    if let Some(reference) = object.slot(slot).as_ref() {
        super::reference::remove_source(reference, p);
    }
    object.set_slot(slot, Value::UNDEF);
    Ok(())
}

/// Sets a slot's marks.
pub(crate) fn mark(object: &Object, slot: u16, marks: u32) {
    // SAFETY: the slot is below the object's slot count (it comes from its class), and nobody borrows it.
    unsafe { (*object.slot_ptr(slot)).set_aux(marks) }
}

fn remove_dynamic(object: &Object, name: &Str) -> bool {
    let key = KeyRef::Str(name);
    if object.dynamic().is_none_or(|t| !t.contains(&key)) {
        return false;
    }
    // SAFETY: the table exists; the removed value is dropped after the borrow of the table has ended.
    let removed = unsafe { (*object.dynamic_ptr()).make_mut().remove(&key) };
    drop(removed);
    true
}
