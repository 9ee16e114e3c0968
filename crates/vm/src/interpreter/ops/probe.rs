//! `isset` and `empty` of properties and static properties.

use super::{
    property::{cached, dynamic, known, known_dynamic, raw_object},
    static_property::{cached_static, remember_static, static_operands},
    *,
};
use crate::runtime::object::property;
use phant_bytecode::cache::{NamedPropertyCache, PropertyCache};
use phant_memory::{Object, PhpObject, Str};
use phant_native::{ClassPtr, ObjectExt, convert};

const _: () = assert!(same_words::<rows::IssetProp, rows::EmptyProp>());

/// The property that is asked about, if the cache knows where it is and something is there; else null.
#[inline(always)]
unsafe fn found(pc: *const Insn, fp: *mut Frame) -> *const Value {
    // SAFETY: called with the instruction's own operands and cache words.
    unsafe {
        let words = words::<rows::IssetProp>(pc, fp);
        if (*words).name == 0 || (*words).name != (*slot(fp, (*pc).c)).payload() {
            return std::ptr::null();
        }
        let place = cached(raw_object(fp, (*pc).b), &raw const (*words).property);
        if place.is_null() || (*place).is_undef() { std::ptr::null() } else { place }
    }
}
/// The same for a property that the class does not declare.
unsafe fn found_dynamic(pc: *const Insn, fp: *mut Frame) -> *const Value {
    // SAFETY: as above.
    unsafe {
        let words = words::<rows::IssetProp>(pc, fp);
        let name = slot(fp, (*pc).c);
        if (*words).name == 0 || (*words).name != (*name).payload() {
            return std::ptr::null();
        }
        dynamic(raw_object(fp, (*pc).b), &raw const (*words).property, name)
    }
}

/// A variable's object, and what the cache knows of the property, if that is of the name that is asked for.
pub(super) unsafe fn asked_again(pc: *const Insn, fp: *mut Frame) -> Option<(*mut PhpObject, *const PropertyCache)> {
    // SAFETY: as above.
    unsafe {
        let words = words::<rows::IssetProp>(pc, fp);
        let (b, name) = ((*pc).b, slot(fp, (*pc).c));
        if b.is_some() && is_temp(fp, b) || (*words).name == 0 || (*words).name != (*name).payload() {
            return None;
        }
        Some((raw_object(fp, b), &raw const (*words).property))
    }
}
/// The answer for a variable's object, as far as the cache and the object alone give it: of a property that the class does not
/// declare, or of a declared one that has no value. `None` where a method may have to be asked.
unsafe fn told(pc: *const Insn, fp: *mut Frame, empty: bool) -> Option<bool> {
    // SAFETY: as above.
    unsafe {
        let (object, words) = asked_again(pc, fp).filter(|(object, _)| !object.is_null())?;
        let there = if dynamic::is_known(object, words) {
            let there = dynamic(object, words, slot(fp, (*pc).c));
            if !there.is_null() {
                quick::quicken(pc, dynamic::TESTED[usize::from(empty)]);
            }
            there
        } else {
            let place: *const Value = cached(object, words);
            if place.is_null() {
                return None;
            }
            if (*place).is_undef() { std::ptr::null() } else { place }
        };
        if !there.is_null() {
            return Some(answer(there, empty));
        }
        let handle = std::mem::ManuallyDrop::new(Object::from_raw(object));
        let class = handle.class();
        let alone = handle.bits() == 0 && class.magic.isset.is_none() && class.handlers.has_property.is_none();
        alone.then_some(empty)
    }
}
/// Notes where the property is, or that it is dynamic.
unsafe fn remember(pc: *const Insn, fp: *mut Frame, o: &Object, name: &Str, scope: Option<ClassPtr>) {
    if !name.is_immutable() {
        return;
    }
    let class = o.class();
    let found = if let Some((slot, _)) = property::lookup_slot(class, name, scope) {
        known(o, slot, 0)
    } else if class.handlers.has_property.is_none()
        && class.handlers.read_property.is_none()
        && property::is_dynamic(class, name, scope)
    {
        known_dynamic(o)
    } else {
        return;
    };
    // SAFETY: called with the instruction's own cache words.
    unsafe { *words::<rows::IssetProp>(pc, fp) = NamedPropertyCache { property: found, name: name.as_ptr() as u64 } }
}
/// Whether a value that is there answers the question with yes.
#[inline(always)]
unsafe fn answer(v: *const Value, empty: bool) -> bool {
    // SAFETY: the caller's live value.
    unsafe { if empty { !arithmetic::quick_truth(&*v).unwrap_or_else(|| convert::to_bool(&*v)) } else { !(*v).is_null() } }
}
#[inline(never)]
unsafe fn test(pc: *const Insn, fp: *mut Frame, vm: &Vm, empty: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let mut v = found(pc, fp);
        if v.is_null() {
            v = found_dynamic(pc, fp);
        }
        if !v.is_null() {
            let r = answer(v, empty);
            if (*pc).b.is_some() && is_temp(fp, (*pc).b) {
                leave(pc, fp, vm);
                consume(fp, (*pc).b);
            }
            set(fp, (*pc).a, Value::bool(r));
            return !vm.ctx.has_exception();
        }
        let vm = leave(pc, fp, vm);
        let name = take(fp, (*pc).c, vm);
        let container = if (*pc).b.is_none() {
            if (*fp).this.is_null() {
                vm.ctx.throw_error("Using $this when not in object context");
                return false;
            }
            variable::this_value((*fp).this)
        } else {
            let v = (*slot(fp, (*pc).b)).unref();
            consume(fp, (*pc).b);
            v
        };
        let result = (|| {
            vm.ctx.check()?;
            let Some(o) = container.as_object() else { return Ok(empty) };
            let name = convert::to_str(&vm.ctx, &name)?;
            let scope = crate::runtime::frame::scope_of(fp);
            remember(pc, fp, &o, &name, scope);
            let r = property::isset_property(vm, &o, &name, empty, scope)?;
            Ok(if empty { !r } else { r })
        })();
        drop(container);
        match result {
            Ok::<bool, phant_native::Thrown>(r) => {
                set(fp, (*pc).a, Value::bool(r));
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
macro_rules! property_test {
    ($name:ident, $empty:literal) => {
        op!($name(pc, fp, vm) {
            if (*pc).b.is_none() || !is_temp(fp, (*pc).b) {
                let v = found(pc, fp);
                if !v.is_null() {
                    let known = if $empty { arithmetic::plain_truth(&*v).map(|truth| !truth) } else { Some(!(*v).is_null()) };
                    if let Some(r) = known {
                        give_truth!((*pc).a, pc.add(2), fp, vm, r);
                    }
                }
            }
            return test_tail::<$empty>(pc, fp, vm)
        });
    };
}
/// What the cache does not tell, as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
pub(super) unsafe extern "C" fn test_tail<const EMPTY: bool>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by the handlers with their own instruction.
    unsafe {
        if let Some(r) = told(pc, fp, EMPTY) {
            give_truth!((*pc).a, pc.add(2), fp, vm, r);
        }
        if !EMPTY && let Some((entry, frame)) = magic::begin_isset(pc, fp, vm) {
            crate::interpreter::dispatch::go!(entry.as_ptr(), frame, vm);
        }
        next_if!(test(pc, fp, vm, EMPTY), pc, fp, vm, ext)
    }
}
property_test!(IssetProp, false);
property_test!(EmptyProp, true);

#[inline(never)]
unsafe fn isset_static(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let empty = (*pc.add(1)).a.is_some();
        if let Some((place, _)) = cached_static::<rows::IssetStatic>(pc, fp)
            && !(*place).is_undef()
        {
            let r = answer(place, empty);
            set(fp, (*pc).a, Value::bool(r));
            return true;
        }
        let vm = leave(pc, fp, vm);
        let v = match static_operands(fp, vm, pc) {
            Some((class, name)) => {
                let v = property::read_static(vm, class, &name, crate::runtime::frame::scope_of(fp), true).unwrap_or(Value::NULL);
                if !v.is_null() {
                    remember_static::<rows::IssetStatic>(pc, fp, vm, class, &name);
                }
                v
            }
            None => Value::NULL,
        };
        if vm.ctx.has_exception() {
            return false;
        }
        let r = if empty { !convert::to_bool(&v) } else { !v.is_null() };
        set(fp, (*pc).a, Value::bool(r));
        true
    }
}
op!(IssetStatic(pc, fp, vm) {
    if let Some((place, _)) = cached_static::<rows::IssetStatic>(pc, fp) {
        let empty = (*pc.add(1)).a.is_some();
        let known = if (*place).is_undef() {
            None
        } else if empty {
            arithmetic::plain_truth(&*place).map(|truth| !truth)
        } else {
            Some(!(*place).is_null())
        };
        if let Some(r) = known {
            give_truth!((*pc).a, pc.add(2), fp, vm, r);
        }
    }
    otherwise!(isset_static(pc, fp, vm), pc, fp, vm, ext)
});
