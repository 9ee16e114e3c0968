//! Magic property methods and hooks that run in the dispatcher: the instruction on the property enters them like a call, and gets
//! what they return. Nothing native is between it and them, so that they cost what a call costs.
//!
//! What begins a call here is never inlined: arguments have an address, and a handler with such a local calls what follows.
//!
//! The frame has the flag [`flags::MAGIC`]: what it returns is not the instruction's result as it is, and a guard may stand for it.

use super::{
    property::{HOOKED, cached_hooked, dynamic, in_constant_expression, magic_object, raw_object},
    *,
};
use crate::{
    interpreter::call,
    runtime::{
        frame::{counts, flags, init_bound},
        object::{guard, property},
    },
};
use phant_bytecode::{Op, cache::PropertyCache, code_flags};
use phant_memory::{Object, Str};
use phant_native::{FunctionPtr, ObjectExt, class::Property, convert, function::function_flags};
use std::{mem::ManuallyDrop, ptr::NonNull};

/// Where a method begins, as something that fits registers when there may be none: what is returned in memory is a local of the
/// handler, and a handler with locals that others know calls the next instruction instead of jumping to it.
pub(super) type Entry = (NonNull<Insn>, *mut Frame);

const _: () = assert!(size_of::<Option<Entry>>() == 2 * size_of::<usize>());

fn entry((first, frame): (*const Insn, *mut Frame)) -> Entry {
    (NonNull::new(first.cast_mut()).expect("code has instructions"), frame)
}

/// Enters a magic method for a property that no other one of its kind runs for; `None`: it has to be called the long way.
unsafe fn begin<const N: usize>(
    vm: &Vm,
    o: &Object,
    name: &Str,
    bit: u8,
    method: FunctionPtr,
    args: impl FnOnce() -> [Value; N],
) -> Option<Entry> {
    // SAFETY: called with the frame that runs, whose instruction is noted.
    unsafe {
        let frame = call::room_for_method(vm, method, N)?;
        if !guard::enter_frame(vm, o, name, bit, frame.place()) {
            return None;
        }
        Some(entry(call::begin_method(vm, frame, o, args(), flags::MAGIC)))
    }
}
// The hook of the class in the cache, read by code that is no hook itself.
handler!(FetchHooked of FetchProp(pc, fp, vm) {
    let object = if (*pc).b.is_none() { (*fp).this } else { quick::object_in(slot(fp, (*pc).b)) };
    let hook = cached_hooked(object, words::<rows::FetchProp>(pc, fp)).and_then(|p| p.get_hook);
    let Some(hook) = hook else { return quick::again_tail(pc, fp, vm) };
    let rt = vm.places.enterable(hook);
    if rt.is_null() || !gives_value(hook) || (*fp).flags & flags::GENERATOR != 0 || attention(vm) {
        return quick::again_tail(pc, fp, vm);
    }
    let frame = fp.cast::<Value>().add((*(*fp).func).code().expect("compiled").frame_slots as usize).cast::<Frame>();
    if frame.byte_add((*rt).frame_size as usize).cast() >= vm.stack_limit.get() {
        return quick::again_tail(pc, fp, vm);
    }
    (*fp).pc = pc;
    (*object.cast::<phant_memory::header::Header>()).refcount += 1;
    init_bound(frame, hook, object, quick::class_word(object) as *const phant_native::Class, flags::OWNS_THIS);
    (*frame).prev = fp;
    let first = call::begin(frame, rt, counts(0, flags::OWNS_THIS, Operand::NONE), 0);
    crate::interpreter::dispatch::go!(first, frame, vm)
});
/// Whether a function returns a value, which is there when it has returned.
#[inline(always)]
fn gives_value(function: FunctionPtr) -> bool {
    function.flags & function_flags::GENERATOR == 0 && function.code().is_some_and(|c| c.flags & code_flags::RETURNS_REF == 0)
}
/// Whether something waits to be done before PHP code goes on.
#[inline(always)]
fn attention(vm: &Vm) -> bool {
    // SAFETY: the word lives as long as the engine state.
    unsafe { (*vm.interrupt.get()).load(std::sync::atomic::Ordering::Relaxed) != 0 }
}
/// Puts the form for a hook in the place of an instruction that has entered one.
unsafe fn hook_form(pc: *const Insn, fp: *mut Frame) {
    // SAFETY: called with the instruction being executed.
    unsafe {
        let aside = code_flags::HOOK | code_flags::CONST_EXPR;
        if (*(*fp).func).code().is_some_and(|code| code.flags & aside == 0) {
            quick::quicken(pc, FetchHooked);
        }
    }
}
/// Enters the hook that the cache knows, for an object that lives on: what it returns is the result as it is.
#[inline(never)]
pub(super) unsafe fn begin_get_hook(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> Option<Entry> {
    // SAFETY: called with the instruction being executed; the variable keeps the object.
    unsafe {
        let b = (*pc).b;
        if b.is_some() && is_temp(fp, b) || in_constant_expression(fp) {
            return None;
        }
        let begun = begin_hook(pc, fp, vm, raw_object(fp, b), words::<rows::FetchProp>(pc, fp), |p| p.get_hook, || [], 0);
        if begun.is_some() {
            hook_form(pc, fp);
        }
        begun
    }
}
/// Enters a hook of the property that the cache knows, unless it is that hook which asks.
#[allow(clippy::too_many_arguments)]
#[inline(always)]
unsafe fn begin_hook<const N: usize>(
    pc: *const Insn,
    fp: *mut Frame,
    vm: &Vm,
    object: *mut phant_memory::PhpObject,
    words: *const PropertyCache,
    hook: impl FnOnce(&Property) -> Option<FunctionPtr>,
    args: impl FnOnce() -> [Value; N],
    bits: u16,
) -> Option<Entry> {
    // SAFETY: called with the instruction being executed, and the object that it is about.
    unsafe {
        let p = cached_hooked(object, words)?;
        let hook = hook(p)?;
        let vm = leave(pc, fp, vm);
        let o = ManuallyDrop::new(Object::from_raw(object));
        if !property::should_call(vm, &o, p) {
            return None;
        }
        let room = call::room_for_method(vm, hook, N)?;
        Some(entry(call::begin_method(vm, room, &o, args(), bits)))
    }
}
/// Enters `__get` where the cache knows that nothing else can answer.
#[inline(never)]
pub(super) unsafe fn begin_get(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> Option<Entry> {
    // SAFETY: called with the instruction being executed, whose object is in a variable and has no such dynamic property.
    unsafe {
        let (o, get) = magic_object(raw_object(fp, (*pc).b), words::<rows::FetchProp>(pc, fp), |magic| magic.get)?;
        let name = (*lit(fp, (*pc).c)).own_str()?;
        let vm = leave(pc, fp, vm);
        begin(vm, &o, name, guard::GET, get, || [Value::from(Str::clone(name))])
    }
}
/// Enters `__toString` of an object that lives on: its own check of what it returns makes that the cast's result.
#[inline(never)]
pub(super) unsafe fn begin_to_string(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> Option<Entry> {
    // SAFETY: called with the instruction being executed; the variable keeps the object.
    unsafe { if is_temp(fp, (*pc).b) { None } else { begin_text(pc, fp, vm, slot(fp, (*pc).b), 0) } }
}
/// Enters `__toString` of the object in an operand. With [`flags::MAGIC`] the instruction gets the text in [`give`], or has its
/// operands taken from it by [`give_up`].
#[inline(never)]
pub(super) unsafe fn begin_text(pc: *const Insn, fp: *mut Frame, vm: &Vm, operand: *const Value, bits: u16) -> Option<Entry> {
    // SAFETY: called with the instruction being executed; the frame that is entered keeps the object.
    unsafe {
        let o = (*operand).deref_lent().own_object()?;
        let class = o.class();
        if class.handlers.cast.is_some() || class.handlers.operator.is_some() || in_constant_expression(fp) {
            return None;
        }
        let method = class.magic.to_string?;
        let vm = leave(pc, fp, vm);
        let room = call::room_for_method(vm, method, 0)?;
        Some(entry(call::begin_method(vm, room, o, [], bits)))
    }
}
/// Whether what an operand holds is the same after code has run that the instruction does not know: temporaries, and variables that
/// have no other name.
pub(super) unsafe fn stays(fp: *mut Frame, i: Operand) -> bool {
    // SAFETY: the instruction's own operand.
    unsafe { is_temp(fp, i) || (*fp).flags & (flags::MAIN | flags::AUX) == 0 && !(*slot(fp, i)).is_ref() }
}
/// Enters `__isset` where the cache knows that nothing else can answer.
#[inline(never)]
pub(super) unsafe fn begin_isset(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> Option<Entry> {
    // SAFETY: called with the instruction being executed.
    unsafe {
        let name = slot(fp, (*pc).c);
        let (object, words) = probe::asked_again(pc, fp)?;
        let (o, isset) = magic_object(object, words, |magic| magic.isset)?;
        if !dynamic(object, words, name).is_null() {
            return None;
        }
        let name = (*name).own_str()?;
        let vm = leave(pc, fp, vm);
        begin(vm, &o, name, guard::ISSET, isset, || [Value::from(Str::clone(name))])
    }
}
/// Enters `__set`, or the hook that the cache knows, for an object in a variable, where nobody wants the value once more.
#[inline(never)]
pub(super) unsafe fn begin_set<const LITERAL: bool>(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> Option<Entry> {
    // SAFETY: called with the instruction being executed.
    unsafe {
        let (a, c) = ((*pc).a, (*pc).c);
        let words: *const PropertyCache = &raw const (*words::<rows::AssignPropV>(pc, fp)).property;
        let from = if LITERAL { lit(fp, c) } else { slot(fp, c).cast_const() };
        if a.is_some() && is_temp(fp, a) || (*pc.add(1)).a.is_some() || (*from).is_undef() || (*from).raw_type() == tag::INDIRECT
        {
            return None;
        }
        let object = raw_object(fp, a);
        let value = || if LITERAL { (*from).clone() } else { take(fp, c, vm) };
        if (*words).class & HOOKED != 0 {
            return begin_hook(pc, fp, vm, object, words, |p| p.set_hook, || [value()], flags::MAGIC);
        }
        let (o, set) = magic_object(object, words, |magic| magic.set)?;
        let name = (*lit(fp, (*pc).b)).own_str()?;
        if !dynamic(object, words, lit(fp, (*pc).b)).is_null() {
            return None;
        }
        let vm = leave(pc, fp, vm);
        begin(vm, &o, name, guard::SET, set, || [Value::from(Str::clone(name)), value()])
    }
}
/// Gives what a magic method has returned to the instruction that called it; the frame's guard is gone. Returns where to go on: at
/// the instruction itself if it has to be run again with what it has now.
#[inline(never)]
pub(super) unsafe fn give(caller: *mut Frame, vm: &Vm, result: *const Value) -> *const Insn {
    // SAFETY: called when the frame that `caller` entered at its instruction has been left; the result is handed over.
    unsafe {
        let (pc, result) = ((*caller).pc, result.read());
        if (*pc).op == Op::FetchProp as u16 {
            set(caller, (*pc).a, result);
        } else if (*pc).op == Op::IssetProp as u16 {
            let answer = convert::to_bool(&result);
            set(caller, (*pc).a, Value::bool(answer));
            drop(result);
        } else if text::takes((*pc).op) {
            return text::give(pc, caller, vm, result);
        } else {
            // What a setter returns nobody gets.
            vm.frame.set(caller);
            drop(result);
        }
        // The extension word that follows does nothing.
        pc.add(1)
    }
}
