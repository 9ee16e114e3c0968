//! Calls of methods that do nothing but return a property: the property is read where the call is made.
//!
//! Nobody can tell the difference: what is read this way can neither warn nor fail, so that no trace shows the call. Whatever else there
//! is to be done (a property that is unset, of another class, behind a hook or a reference, or not of the type that is returned) makes
//! the call.

use super::*;
use crate::{interpreter::dispatch::HANDLERS, runtime::function_places::Runtime};
use phant_bytecode::{
    Op,
    cache::{PropertyCache, TypeCache},
};
use phant_native::Function;
use quick::{class_word, object_in};

/// Whether a call of a method that returns a property can be made by reading that: one without arguments, whose result is a value.
pub(super) unsafe fn suits(pc: *const Insn, vm: &Vm, method: &Function) -> bool {
    // SAFETY: called with an `InitMethod`, which takes two words and is never the last instruction.
    let call = unsafe { &*pc.add(2) };
    if call.op != Op::DoCall as u16 || call.c.is_some() {
        return false;
    }
    let Some(code) = method.code() else { return false };
    // SAFETY: what the call would make is made a little earlier.
    unsafe { (*crate::runtime::function_places::runtime(vm, method, code)).is_getter }
}
/// Cache words of code, by their number. A closure for this would have an address, and keep handlers from ending in a jump.
#[inline(always)]
unsafe fn words_at(rt: *const Runtime, at: usize) -> *const u64 {
    // SAFETY: called with a live run-time part, and a number that its code names.
    unsafe { (*rt).cache.add(at) }
}
/// The property that the getter in the cache returns of an object; null if it has to be called.
#[inline(always)]
unsafe fn got(rt: *const Runtime, object: *mut phant_memory::PhpObject) -> *const Value {
    // SAFETY: called with the run-time part of a getter and a live object; the cache words of its code lie where its instructions say.
    unsafe {
        let fetch = (*rt).insns;
        let (word, place) = <rows::FetchProp as Cached>::PLACE;
        let found = quick::cached_slot(words_at(rt, (*fetch.add(word)).operand(place).count()).cast::<PropertyCache>(), object);
        if found.is_null() || (*found).is_undef() || (*found).is_ref() {
            return std::ptr::null();
        }
        let returns = &*fetch.add(2);
        if returns.op == Op::VerifyAndReturn as u16 {
            // As `quick_type` has it.
            let fits = if returns.c.number() & 0x8000 == 0 {
                u32::from(returns.c.number()) & (*found).type_bit() != 0
            } else {
                let known = (*words_at(rt, returns.c.count() & 0x7fff).cast::<TypeCache>()).class;
                (*found).tag() == tag::OBJECT && known == entry::object_class(&*found) as u64
            };
            if !fits {
                return std::ptr::null();
            }
        }
        found
    }
}
/// What the method in the cache of a call returns of an object of its class; null if it has to be called.
#[inline(always)]
unsafe fn result(pc: *const Insn, fp: *mut Frame, vm: &Vm, object: *mut phant_memory::PhpObject) -> *const Value {
    // SAFETY: called with the instruction being executed.
    unsafe {
        let words = words::<rows::InitMethod>(pc, fp);
        if object.is_null() || (*words).class != class_word(object) {
            return std::ptr::null();
        }
        let rt = vm.places.enterable(&*((*words).function as *const Function));
        if rt.is_null() || !(*rt).is_getter { std::ptr::null() } else { got(rt, object) }
    }
}
/// Gives the result to the call behind, and goes on there.
macro_rules! give {
    ($pc:ident, $fp:ident, $vm:ident, $v:ident) => {{
        let call = $pc.add(2);
        if (*call).a.is_some() {
            let v = (*$v).clone();
            set($fp, (*call).a, v);
        }
        $crate::interpreter::dispatch::go!(call.add(1), $fp, $vm)
    }};
}
macro_rules! getter {
    ($name:ident, $otherwise:path, |$pc:ident, $fp:ident| $object:expr) => {
        handler!($name of InitMethod($pc, $fp, vm) {
            let v = result($pc, $fp, vm, $object);
            if v.is_null() {
                return $otherwise($pc, $fp, vm);
            }
            give!($pc, $fp, vm, v)
        });
    };
}
getter!(GetterOfThis, quick::InitMethodOfThis, |pc, fp| (*fp).this);
getter!(GetterOfVar, quick::InitMethodOfVar, |pc, fp| object_in(slot(fp, (*pc).b)));
// An object that the instruction consumes, and that others have too.
handler!(GetterOfTemp of InitMethod(pc, fp, vm) {
    let object = object_in(slot(fp, (*pc).b));
    let v = result(pc, fp, vm, object);
    let header = object.cast::<phant_memory::header::Header>();
    if v.is_null() || (*header).refcount == 1 {
        return HANDLERS[Op::InitMethod as usize](pc, fp, vm);
    }
    (*header).refcount -= 1;
    give!(pc, fp, vm, v)
});
