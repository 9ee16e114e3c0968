//! Forms of instructions for dynamic properties that the inline cache knows to be such.

use super::*;
use crate::interpreter::dispatch::Handler;
use phant_memory::{Array, Object, PhpObject};
use property::{DYNAMIC, raw_object};
use quick::again_tail;
use std::mem::ManuallyDrop;

/// The table of an object's dynamic properties, where the cache knows the class; `None` if it has none yet.
#[inline(always)]
unsafe fn table<'a>(object: *mut PhpObject, words: *const PropertyCache) -> Result<Option<&'a Array>, ()> {
    // SAFETY: live operands; nothing runs while the table is looked at.
    unsafe {
        if object.is_null() || (*words).class != quick::class_word(object) | DYNAMIC {
            return Err(());
        }
        let object = ManuallyDrop::new(Object::from_raw(object));
        Ok(object.dynamic_lent().map(|table| &*std::ptr::from_ref(table)))
    }
}
/// The property with the very name of the instruction; null where it takes more to tell.
#[inline(always)]
unsafe fn place(table: Option<&Array>, name: *const Value) -> *mut Value {
    // SAFETY: the name is a string.
    let name = unsafe { &*((*name).payload() as *const phant_memory::PhpStr) };
    match table.and_then(|table| table.get_same(name)) {
        Some(v) if !v.is_ref() => std::ptr::from_ref(v).cast_mut(),
        _ => std::ptr::null_mut(),
    }
}
handler!(FetchDynamic of FetchProp(pc, fp, vm) {
    let Ok(table) = table(raw_object(fp, (*pc).b), words::<rows::FetchProp>(pc, fp)) else {
        return again_tail(pc, fp, vm);
    };
    let place = place(table, lit(fp, (*pc).c));
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
            let Ok(table) = table(raw_object($fp, (*$pc).a), &raw const (*words).property) else {
                return again_tail($pc, $fp, vm);
            };
            let alone = table.is_some_and(|table| table.is_unique());
            let place = place(table, lit($fp, (*$pc).b));
            let from: *const Value = $from;
            if !alone || place.is_null() || (*place).is_counted() || !array::is_plain(&*from) {
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
