//! Forms of instructions for dynamic properties that the inline cache knows to be such.

use super::*;
use crate::interpreter::dispatch::Handler;
use phant_memory::{Object, PhpObject};
use property::{DYNAMIC, raw_object};
use quick::again_tail;
use std::mem::ManuallyDrop;

/// Whether the cache knows that the property is a dynamic one of the object's class.
#[inline(always)]
pub(super) unsafe fn is_known(object: *mut PhpObject, words: *const PropertyCache) -> bool {
    // SAFETY: live operands.
    unsafe { !object.is_null() && (*words).class == quick::class_word(object) | DYNAMIC }
}
/// The property with the very name of the instruction, if it is no reference; null where it takes more to tell, or where the table is
/// shared and the property is to be `written`. The cache remembers in which slot of the table it was last: objects that get the same
/// properties in the same order have it there. A call: the handle here has an address.
#[inline(never)]
unsafe fn place(object: *mut PhpObject, words: *mut PropertyCache, name: *const Value, written: bool) -> *mut Value {
    // SAFETY: a live object and a string; nothing runs while the table is looked at.
    unsafe {
        let object = ManuallyDrop::new(Object::from_raw(object));
        let name = &*((*name).payload() as *const phant_memory::PhpStr);
        let Some(table) = object.dynamic_lent().filter(|table| !written || table.is_unique()) else {
            return std::ptr::null_mut();
        };
        match table.same_in_slot((*words).slot, name) {
            Some(v) if v.is_ref() => std::ptr::null_mut(),
            Some(v) => std::ptr::from_ref(v).cast_mut(),
            None => elsewhere(table, words, name),
        }
    }
}
/// The same where the property is not in the remembered slot.
#[inline(never)]
unsafe fn elsewhere(table: &phant_memory::PhpArray, words: *mut PropertyCache, name: &phant_memory::PhpStr) -> *mut Value {
    // SAFETY: the cache words of the instruction.
    unsafe {
        let Some(slot) = table.slot_of_same(name) else { return std::ptr::null_mut() };
        (*words).slot = slot;
        let v = table.value_at(slot);
        if v.is_ref() { std::ptr::null_mut() } else { std::ptr::from_ref(v).cast_mut() }
    }
}
handler!(FetchDynamic of FetchProp(pc, fp, vm) {
    let object = raw_object(fp, (*pc).b);
    let words = words::<rows::FetchProp>(pc, fp);
    if !is_known(object, words) {
        return again_tail(pc, fp, vm);
    }
    let place = place(object, words, lit(fp, (*pc).c), false);
    if place.is_null() {
        return property::fetch_tail(pc, fp, vm);
    }
    let v = (*place).clone();
    set(fp, (*pc).a, v);
    next!(pc, fp, vm, ext)
});
macro_rules! assign_dynamic {
    ($name:ident of $general:ident, $literal:literal, |$pc:ident, $fp:ident| $from:expr, $moved:expr) => {
        handler!($name of $general($pc, $fp, vm) {
            let words = words::<rows::AssignPropV>($pc, $fp);
            let object = raw_object($fp, (*$pc).a);
            if !is_known(object, &raw const (*words).property) {
                return again_tail($pc, $fp, vm);
            }
            let place = place(object, &raw mut (*words).property, lit($fp, (*$pc).b), true);
            let from: *const Value = $from;
            if place.is_null() || (*place).is_counted() || !array::is_plain(&*from) {
                return property::assign_tail::<$literal>($pc, $fp, vm);
            }
            let v = if $moved { from.read() } else { (*from).clone() };
            place.write(v.with_aux((*place).aux()));
            next!($pc, $fp, vm, ext)
        });
    };
}
assign_dynamic!(AssignDynamicV of AssignPropV, false, |pc, fp| slot(fp, (*pc).c), is_temp(fp, (*pc).c));
assign_dynamic!(AssignDynamicK of AssignPropK, true, |pc, fp| lit(fp, (*pc).c), false);
/// The forms for writing, by whether the value is a literal: only where the result is not wanted.
pub(super) const ASSIGNED: [Handler; 2] = [AssignDynamicV, AssignDynamicK];
macro_rules! test_dynamic {
    ($name:ident of $general:ident, $empty:literal, |$pc:ident, $fp:ident|) => {
        handler!($name of $general($pc, $fp, vm) {
            let words = words::<rows::IssetProp>($pc, $fp);
            let object = raw_object($fp, (*$pc).b);
            let name = slot($fp, (*$pc).c);
            if !is_known(object, &raw const (*words).property) || (*words).name != (*name).payload() {
                return again_tail($pc, $fp, vm);
            }
            let place = place(object, &raw mut (*words).property, name, false);
            if place.is_null() {
                return probe::test_tail::<$empty>($pc, $fp, vm);
            }
            let known = if $empty { arithmetic::plain_truth(&*place).map(|truth| !truth) } else { Some(!(*place).is_null()) };
            let Some(r) = known else { return probe::test_tail::<$empty>($pc, $fp, vm) };
            give_truth!((*$pc).a, $pc.add(2), $fp, vm, r)
        });
    };
}
test_dynamic!(IssetDynamic of IssetProp, false, |pc, fp|);
test_dynamic!(EmptyDynamic of EmptyProp, true, |pc, fp|);
/// The forms for `isset` and `empty`: only of an object that lives on.
pub(super) const TESTED: [Handler; 2] = [IssetDynamic, EmptyDynamic];
