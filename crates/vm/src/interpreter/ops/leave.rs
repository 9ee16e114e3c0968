//! The end of a function: results are checked and handed over.

use super::*;
use crate::{
    interpreter::{call::leave_frame, finalize::settled, in_place},
    runtime::frame::{self, HEADER_SLOTS, counts_of, flags},
};
use phant_bytecode::{Op, code_flags};
use phant_native::{FunctionPtr, Level};

/// Gives back what variables hold, but for the one that is the result. Two at a time, since most of them hold nothing counted. False
/// where something has come to wait by that: what follows it lives until that has run ([`leave_frame`]).
#[inline(always)]
unsafe fn give_back_variables(fp: *mut Frame, vm: &Vm, end: Operand, result: *const Value) -> bool {
    // SAFETY: called by the return instructions with their own frame.
    unsafe {
        let mut v = slot(fp, HEADER_SLOTS);
        let end = slot(fp, end);
        while v.add(1) < end {
            let next = v.add(2);
            if (word_of(v) | word_of(v.add(1))) & u64::from(tag::COUNTED) != 0 {
                while v < next {
                    if !give_back_variable(v, vm, result) {
                        return false;
                    }
                    v = v.add(1);
                }
            }
            v = next;
        }
        v >= end || give_back_variable(v, vm, result)
    }
}
/// The word of a variable that has its type, as it was written: parts of it would have to wait.
#[inline(always)]
unsafe fn word_of(v: *const Value) -> u64 {
    // SAFETY: called with a variable of a live frame.
    unsafe { v.cast::<u64>().read_volatile() }
}
#[inline(always)]
unsafe fn give_back_variable(v: *mut Value, vm: &Vm, result: *const Value) -> bool {
    // SAFETY: called with a variable of a frame that ends.
    unsafe {
        if word_of(v) & u64::from(tag::COUNTED) != 0 && !std::ptr::eq(v, result) {
            let h = (*v).payload() as *mut phant_memory::header::Header;
            // Nobody looks at more of it.
            v.cast::<u64>().write(u64::from(tag::UNDEF));
            if !phant_memory::header::is_shared(h) {
                in_place::release(h);
                return !waits(vm);
            }
            (*h).refcount -= 1;
        }
        true
    }
}
/// Whether a frame with these [`counts`](crate::runtime::frame::counts) owns something beside its variables and its object, or is left
/// in a way of its own.
#[inline(always)]
fn owns_more(counts: u64) -> bool {
    (counts >> 32) as u16 & !(flags::CONSTRUCTOR | flags::RESULT_UNUSED | flags::OWNS_THIS) != 0
}
/// Gives back the frame's count of its object, if it has one and others do too; false if that has to be looked after.
#[inline(always)]
unsafe fn let_go_of_this(fp: *mut Frame, counts: u64) -> bool {
    // SAFETY: called by the return instructions with their own frame.
    unsafe {
        if counts & frame::counts(0, flags::OWNS_THIS, Operand::NONE) != 0 {
            let this: *mut phant_memory::header::Header = (*fp).this.cast();
            if !phant_memory::header::is_shared(this) {
                return false;
            }
            (*this).refcount -= 1;
        }
        true
    }
}
/// Returns a value from a frame that owns nothing but variables and its object. Others do it in [`return_bare_tail`], and so do those
/// where something wants attention; what their variables held has been given back then.
macro_rules! return_plain {
    ($pc:expr, $fp:ident, $vm:ident, $odd:expr) => {{
        let pc = $pc;
        let from = slot($fp, (*pc).a);
        if $odd(&*from) {
            return return_behind_tail(pc, $fp, $vm);
        }
        let counts = counts_of($fp);
        // A result that nobody wants goes before the variables.
        if owns_more(counts) || (*from).is_counted() && (*(*(*$fp).prev).pc).a.is_none() {
            return return_bare_tail(pc, $fp, $vm);
        }
        // A variable that ends with the frame hands its value over.
        if !give_back_variables($fp, $vm, frame::first_temp_in(counts), from) {
            return return_waiting_tail(pc, $fp, $vm);
        }
        if wants_attention($vm) || !let_go_of_this($fp, counts_of($fp)) {
            return return_bare_tail(pc, $fp, $vm);
        }
        // Read again, for want of registers to keep it in.
        let from = slot($fp, (*pc).a);
        let caller = (*$fp).prev;
        let call = (*caller).pc;
        let to = (*call).a;
        if to.is_some() {
            move_words(from, slot(caller, to));
        }
        crate::interpreter::dispatch::go!(call.add(1), caller, $vm)
    }};
}
#[inline(never)]
unsafe fn verify_return(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let func: FunctionPtr = &*(*fp).func;
        let code = func.code().expect("compiled");
        let ty = &code.types[(*pc).b.count()];
        let v = slot(fp, (*pc).a);
        if (*v).tag() == tag::OBJECT && crate::runtime::object::types::names_class(vm, &*object_class(&*v), ty, func.class) {
            if (*pc).c.number() & 0x8000 != 0 {
                remember_class(fp, vm, ty, &*v, (*pc).c.number());
            }
            return true;
        }
        let vm = leave(pc, fp, vm);
        let strict = code.flags & code_flags::STRICT_TYPES != 0;
        match crate::runtime::object::types::coerce_referenced(vm, &*v, ty, func.class, strict) {
            Ok(new) => {
                let old = std::ptr::replace((*v).deref_mut(), new);
                drop(old);
                if (*pc).c.number() & 0x8000 != 0 && (*v).tag() == tag::OBJECT {
                    remember_class(fp, vm, ty, &*v, (*pc).c.number());
                }
                !vm.ctx.has_exception()
            }
            Err(value) => {
                // An exception of `__toString` becomes the previous one of this; the end of the request or of a fiber stays.
                let ends = vm.ctx.exception.get().is_some_and(|e| crate::runtime::throwable::is_graceful_exit(&e));
                if !ends && vm.ctx.ending.get().is_none() {
                    let given = phant_native::convert::value_name(&value);
                    let text = format!(
                        "{}(): Return value must be of type {}, {given} returned",
                        func.display_name(),
                        crate::runtime::class::signature::runtime_type_text(ty, func.class, crate::runtime::frame::called_of(fp))
                    );
                    vm.ctx.type_error(text);
                }
                false
            }
        }
    }
}
op!(VerifyReturn(pc, fp, vm) {
    if quick_type(fp, slot(fp, (*pc).a), (*pc).c.number()) {
        next!(pc, fp, vm);
    }
    return verify_tail(pc, fp, vm)
});
// The check together with the return in the next instruction.
op!(VerifyAndReturn(pc, fp, vm) {
    if quick_type(fp, slot(fp, (*pc).a), (*pc).c.number()) {
        // What has a type is a value.
        return_plain!(pc.add(1), fp, vm, |_| false);
    }
    return verify_tail(pc, fp, vm)
});
/// The closer look as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn verify_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handler.
    unsafe {
        let v = slot(fp, (*pc).a);
        if fits_soon(fp, v, (*pc).b.number(), (*pc).c.number()) {
            next!(pc, fp, vm);
        }
        let ty = &(*(*fp).func).code().expect("compiled").types[(*pc).b.count()];
        if ty.mask.contains(phant_bytecode::TypeMask::STATIC)
            && (*v).tag() == tag::OBJECT
            && object_class(&*v) == if (*fp).this.is_null() { (*fp).called } else { class_of_this(fp) }
        {
            next!(pc, fp, vm);
        }
        next_if!(verify_return(pc, fp, vm), pc, fp, vm)
    }
}
#[cold]
#[inline(never)]
unsafe fn verify_none(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let func: FunctionPtr = &*(*fp).func;
        let ty = &func.code().expect("compiled").types[(*pc).b.count()];
        let text = format!(
            "{}(): Return value must be of type {}, none returned",
            func.display_name(),
            crate::runtime::class::signature::runtime_type_text(ty, func.class, crate::runtime::frame::called_of(fp))
        );
        vm.ctx.type_error(text);
    }
}
op!(VerifyNone(pc, fp, vm) {
    verify_none(pc, fp, vm);
    return crate::interpreter::exception::unwind(pc, fp, vm)
});
#[cold]
#[inline(never)]
unsafe fn verify_never(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let func: FunctionPtr = &*(*fp).func;
        let kind = if func.class.is_some() { "method" } else { "function" };
        let text = format!("{}(): never-returning {kind} must not implicitly return", func.display_name());
        vm.ctx.type_error(text);
    }
}
op!(VerifyNever(pc, fp, vm) {
    verify_never(pc, fp, vm);
    return crate::interpreter::exception::unwind(pc, fp, vm)
});

/// Goes on after a return: in the caller, or out of the dispatcher; looks for exceptions of destructors.
macro_rules! returned {
    ($target:expr, $vm:ident) => {{
        let (pc, fp): (*const Insn, *mut Frame) = $target;
        if pc.is_null() {
            return;
        }
        if $vm.ctx.has_exception() || wants_attention($vm) {
            return after_return(pc, fp, $vm);
        }
        crate::interpreter::dispatch::go!(pc, fp, $vm)
    }};
}
/// Ends a frame whose result is known. Returns where to go on, or null to leave the dispatcher.
#[inline(always)]
unsafe fn finish(fp: *mut Frame, vm: &Vm, v: Value) -> (*const Insn, *mut Frame) {
    // SAFETY: called by the return instructions.
    unsafe {
        vm.frame.set(fp);
        leave_frame(vm, fp);
        let caller = (*fp).prev;
        if (*fp).flags & (flags::TOP | flags::MAIN | flags::MAGIC) != 0 {
            return finish_top(fp, vm, v);
        }
        let pc = (*caller).pc;
        let a = (*pc).a;
        if a.is_some() {
            slot(caller, a).write(v);
        } else {
            vm.frame.set(caller);
            drop(v);
        }
        (pc.add(1), caller)
    }
}
/// Ends a frame without a result, which nobody wants.
///
/// # Safety
/// As every handler, in a function that somebody called with an instruction.
#[cold]
#[inline(never)]
pub(super) unsafe extern "C" fn return_nothing(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: by contract.
    unsafe {
        (*fp).pc = pc;
        returned!(finish(fp, vm, Value::NULL), vm)
    }
}
#[cold]
#[inline(never)]
unsafe fn finish_top(fp: *mut Frame, vm: &Vm, v: Value) -> (*const Insn, *mut Frame) {
    // SAFETY: called by `finish`.
    unsafe {
        if (*fp).flags & flags::MAGIC != 0 {
            let v = std::mem::ManuallyDrop::new(v);
            return (magic::give((*fp).prev, vm, &raw const *v), (*fp).prev);
        }
        let old = vm.result.replace(v);
        drop(old);
        vm.frame.set((*fp).prev);
        (std::ptr::null(), fp)
    }
}
/// The way on when something wants attention after a return.
///
/// # Safety
/// As every handler; `pc` is the instruction after the call, or the one that called and is run again.
#[cold]
#[inline(never)]
unsafe extern "C" fn after_return(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by return instructions.
    unsafe {
        vm.frame.set(fp);
        settled(vm);
        if vm.ctx.has_exception() {
            if std::ptr::eq(pc, (*fp).pc) {
                // An instruction that has got one of its texts and wants others.
                text::give_up(fp);
                return crate::interpreter::exception::unwind(pc, fp, vm);
            }
            // The call's result is live nowhere yet.
            let call = pc.sub(1);
            if (*call).a.is_some() {
                drop(std::ptr::replace(slot(fp, (*call).a), Value::UNDEF));
            }
            return crate::interpreter::exception::unwind(call, fp, vm);
        }
        crate::interpreter::interrupt::at_jump(pc, fp, vm)
    }
}
/// Ends a frame but for a variable that is the result. False for frames that end in a way of their own; what their variables held may
/// have been given back then, but the frame still owns the rest.
#[inline(always)]
unsafe fn leave_bare<const ALSO: u16>(fp: *mut Frame, vm: &Vm, result: *const Value) -> bool {
    // SAFETY: called by the return instructions with their own frame.
    unsafe {
        let counts = counts_of(fp);
        let bits = (counts >> 32) as u16;
        let known = flags::OWNS_THIS | flags::OWNS_CLOSURE | flags::CONSTRUCTOR | flags::RESULT_UNUSED | flags::AUX;
        if bits & !(known | ALSO) != 0 {
            return false;
        }
        // Destructors of what the variables held run while the frame is still the innermost.
        if !give_back_variables(fp, vm, frame::first_temp_in(counts), result) {
            (*fp).flags |= flags::LEFT;
            return false;
        }
        if bits & flags::AUX != 0 && !crate::interpreter::call::let_go_of_aux(vm, fp) {
            (*fp).flags |= flags::LEFT;
            return false;
        }
        // The closure may own the function.
        let closure: *mut phant_memory::header::Header = (*fp).closure.cast();
        let owns_closure = bits & flags::OWNS_CLOSURE != 0;
        if owns_closure && !phant_memory::header::is_shared(closure) {
            (*fp).flags |= flags::LEFT;
            return false;
        }
        // Those of the object run when the caller goes on.
        if bits & flags::OWNS_THIS != 0 {
            let this: *mut phant_memory::header::Header = (*fp).this.cast();
            if phant_memory::header::is_shared(this) {
                (*this).refcount -= 1;
            } else {
                drop(phant_memory::Object::from_raw((*fp).this));
            }
        }
        if owns_closure {
            (*closure).refcount -= 1;
        }
        true
    }
}
/// Whether something waits for the next safepoint: destructors, a signal, a limit.
#[inline(always)]
fn wants_attention(vm: &Vm) -> bool {
    // SAFETY: the word lives as long as the engine state.
    unsafe { (*vm.interrupt.get()).load(std::sync::atomic::Ordering::Relaxed) != 0 }
}
/// Whether destructors wait.
#[inline(always)]
fn waits(vm: &Vm) -> bool {
    // SAFETY: the word lives as long as the engine state.
    unsafe { (*vm.interrupt.get()).load(std::sync::atomic::Ordering::Relaxed) & crate::interpreter::interrupt::FINALIZE != 0 }
}
op!(Return(pc, fp, vm) { return_plain!(pc, fp, vm, |v: &Value| v.is_ref() || v.is_undef()) });
/// Returning from frames that own more, results that nobody wants, and where something wants attention.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn return_bare_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handler.
    unsafe {
        let from = slot(fp, (*pc).a);
        if (*from).is_ref() || (*from).is_undef() {
            return return_behind_tail(pc, fp, vm);
        }
        if (*fp).flags & (flags::TOP | flags::MAGIC) != 0 {
            return if (*fp).flags & flags::TOP != 0 {
                return_out_tail(pc, fp, vm, from)
            } else {
                return_magic_tail(pc, fp, vm, from)
            };
        }
        // A variable that ends with the frame hands its value over.
        let mut result = from.cast_const();
        // A result that nobody wants goes before the variables, or in its turn if it is one; what ends with it has an order of its own.
        if (*from).is_counted() && nobody_wants_result(fp) {
            if (*from).refcount() == 1 {
                return return_tail(pc, fp, vm);
            }
            if is_temp(fp, (*pc).a) {
                drop(std::ptr::replace(from, Value::NULL));
            } else {
                result = std::ptr::null();
            }
        }
        if !leave_bare::<0>(fp, vm, result) {
            return return_tail(pc, fp, vm);
        }
        let caller = (*fp).prev;
        let call = (*caller).pc;
        let to = (*call).a;
        if to.is_some() {
            move_words(from, slot(caller, to));
        } else if (*from).is_counted() {
            return unwanted_result(from, caller, vm);
        }
        if wants_attention(vm) {
            return after_return(call.add(1), caller, vm);
        }
        crate::interpreter::dispatch::go!(call.add(1), caller, vm)
    }
}
/// Returning what is behind a reference that others have too: of a global or static variable, or a parameter.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn return_behind_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `return_bare_tail` with its own instruction.
    unsafe {
        let from = slot(fp, (*pc).a);
        let caller = (*fp).prev;
        let plain = (*from).is_ref() && !is_temp(fp, (*pc).a) && (*fp).flags & flags::TOP == 0;
        if !plain || (*(*caller).pc).a.is_none() {
            return return_tail(pc, fp, vm);
        }
        let v = (*from).unref();
        if !leave_bare::<0>(fp, vm, std::ptr::null()) {
            if (*from).is_undef() {
                // The variable has given its reference back already.
                from.write(v);
            } else {
                drop(v);
            }
            return return_tail(pc, fp, vm);
        }
        let call = (*caller).pc;
        slot(caller, (*call).a).write(v);
        if wants_attention(vm) {
            return after_return(call.add(1), caller, vm);
        }
        crate::interpreter::dispatch::go!(call.add(1), caller, vm)
    }
}
/// The same for frames that native code has called. `from` is what they return: a value.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn return_out_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm, from: *const Value) {
    // SAFETY: called by return instructions with their own operand.
    unsafe {
        if (*vm.result.as_ptr()).is_counted() || !leave_bare::<{ flags::TOP }>(fp, vm, from) {
            return return_of_any_kind(pc, fp, vm);
        }
        move_words(from, vm.result.as_ptr());
        vm.frame.set((*fp).prev);
    }
}
/// The same for magic property methods, whose guard goes. `from` is what they return: a value.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn return_magic_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm, from: *const Value) {
    // SAFETY: called by return instructions with their own operand.
    unsafe {
        if !leave_bare::<{ flags::MAGIC }>(fp, vm, from) {
            return return_of_any_kind(pc, fp, vm);
        }
        crate::runtime::object::guard::leave_frame(vm, fp);
        let caller = (*fp).prev;
        let next = magic::give(caller, vm, from);
        if vm.ctx.has_exception() || wants_attention(vm) {
            return after_return(next, caller, vm);
        }
        crate::interpreter::dispatch::go!(next, caller, vm)
    }
}
/// Returning from a frame in whose end something waits: a destructor of what a variable held.
///
/// # Safety
/// As every handler.
#[cold]
#[inline(never)]
unsafe extern "C" fn return_waiting_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by return instructions.
    unsafe {
        (*fp).flags |= flags::LEFT;
        return return_of_any_kind(pc, fp, vm);
    }
}
/// Returning by the instruction's own slow path.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn return_of_any_kind(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by return instructions.
    unsafe {
        if (*pc).op == phant_bytecode::Op::ReturnK as u16 {
            return return_literal(pc, fp, vm);
        }
        return_tail(pc, fp, vm)
    }
}
/// Drops a result that nobody wants, as the rest of the return.
///
/// # Safety
/// As every handler, but for the first argument: the result.
#[cold]
#[inline(never)]
unsafe extern "C" fn unwanted_result(result: *mut Value, caller: *mut Frame, vm: &Vm) {
    // SAFETY: called by `Return`.
    unsafe {
        vm.frame.set(caller);
        drop(result.read());
        let next = (*caller).pc.add(1);
        if wants_attention(vm) {
            return after_return(next, caller, vm);
        }
        crate::interpreter::dispatch::go!(next, caller, vm)
    }
}
/// Whether the caller, which is compiled code, has no use for the result.
#[inline(always)]
unsafe fn nobody_wants_result(fp: *mut Frame) -> bool {
    // SAFETY: called by the return instructions with their own frame.
    unsafe { (*fp).flags & (flags::TOP | flags::MAIN) == 0 && (*(*(*fp).prev).pc).a.is_none() }
}
/// A result that nobody wants goes before the variables.
#[cold]
#[inline(never)]
unsafe fn drop_unwanted(pc: *const Insn, fp: *mut Frame, vm: &Vm, result: *mut Value) {
    // SAFETY: called by return instructions with their own operand.
    unsafe {
        (*fp).pc = pc;
        vm.frame.set(fp);
        drop(std::ptr::replace(result, Value::NULL));
        settled(vm);
    }
}
/// Returning from frames that hold something, as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn return_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handler.
    unsafe {
        let i = (*pc).a;
        let from = slot(fp, i);
        if is_temp(fp, i) && !(*from).is_ref() {
            if (*from).is_counted() && nobody_wants_result(fp) {
                drop_unwanted(pc, fp, vm, from);
            }
            let v = from.read();
            returned!(finish(fp, vm, v), vm);
        }
        returned!(return_slow(pc, fp, vm), vm)
    }
}
#[inline(never)]
unsafe fn return_slow(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> (*const Insn, *mut Frame) {
    // SAFETY: called by its handler.
    unsafe {
        let i = (*pc).a;
        let from = slot(fp, i);
        let v = if is_temp(fp, i) {
            from.read().into_unref()
        } else if (*from).is_undef() && (*fp).flags & flags::LEFT != 0 {
            // It went with the others, and nobody wants it.
            Value::NULL
        } else if (*from).is_undef() {
            leave(pc, fp, vm);
            undefined(fp, i, vm);
            Value::NULL
        } else if nobody_wants_result(fp) {
            // A variable goes in its turn; what waited for a finally block goes first, as any result does.
            if super::array::is_hidden(fp, i) {
                drop_unwanted(pc, fp, vm, from);
            }
            Value::NULL
        } else if (*from).is_ref() {
            (*from).unref()
        } else {
            // A variable that ends with the frame hands its value over.
            std::ptr::replace(from, Value::UNDEF)
        };
        finish(fp, vm, v)
    }
}
/// Gives a literal to the caller. Literals are not counted. The result is where to go on, and in which frame.
#[inline(always)]
unsafe fn hand_over_literal(pc: *const Insn, fp: *mut Frame) -> (*const Insn, *mut Frame) {
    // SAFETY: called by the return instructions with their own frame.
    unsafe {
        let caller = (*fp).prev;
        let call = (*caller).pc;
        if (*call).a.is_some() {
            move_words(lit(fp, (*pc).a), slot(caller, (*call).a));
        }
        (call.add(1), caller)
    }
}
op!(ReturnK(pc, fp, vm) {
    let counts = counts_of(fp);
    if owns_more(counts) {
        return return_literal_bare_tail(pc, fp, vm);
    }
    if !give_back_variables(fp, vm, frame::first_temp_in(counts), std::ptr::null()) {
        return return_waiting_tail(pc, fp, vm);
    }
    if wants_attention(vm) || !let_go_of_this(fp, counts_of(fp)) {
        return return_literal_bare_tail(pc, fp, vm);
    }
    let (next, caller) = hand_over_literal(pc, fp);
    crate::interpreter::dispatch::go!(next, caller, vm)
});
/// Returning a literal from frames that own more, and where something wants attention.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn return_literal_bare_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handler.
    unsafe {
        if (*fp).flags & (flags::TOP | flags::MAGIC) != 0 {
            let from = lit(fp, (*pc).a);
            return if (*fp).flags & flags::TOP != 0 {
                return_out_tail(pc, fp, vm, from)
            } else {
                return_magic_tail(pc, fp, vm, from)
            };
        }
        if !leave_bare::<0>(fp, vm, std::ptr::null()) {
            return return_literal(pc, fp, vm);
        }
        let (next, caller) = hand_over_literal(pc, fp);
        if wants_attention(vm) {
            return after_return(next, caller, vm);
        }
        crate::interpreter::dispatch::go!(next, caller, vm)
    }
}
/// Returning a literal from frames that hold something, as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn return_literal(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handler.
    unsafe {
        let v = (*lit(fp, (*pc).a)).clone();
        returned!(finish(fp, vm, v), vm)
    }
}
#[inline(never)]
unsafe fn return_ref(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> (*const Insn, *mut Frame) {
    // SAFETY: called by its handler.
    unsafe {
        let vm_ref = leave(pc, fp, vm);
        let i = (*pc).a;
        let mut v = if is_temp(fp, i) { slot(fp, i).read() } else { (*slot(fp, i)).clone() };
        if !v.is_ref() {
            vm_ref.ctx.report(Level::Notice, "Only variable references should be returned by reference");
            v.make_ref();
        }
        // Unless the caller wants the reference, it gets the value.
        let caller = (*fp).prev;
        let wants = (*fp).flags & (flags::TOP | flags::MAIN) != 0
            || [Op::DoCall as u16, Op::CallNamed as u16].contains(&(*(*caller).pc).op)
                && (*(*caller).pc).c.number() & 0x8000 != 0;
        let v = if wants { v } else { v.into_unref() };
        finish(fp, vm, v)
    }
}
op!(ReturnRef(pc, fp, vm) { returned!(return_ref(pc, fp, vm), vm) });

// Functions about the call itself.

op!(Assert(pc, fp, vm) {
    if vm.ctx.ini.hot.assertions.get() <= 0 {
        jump!(pc, fp, vm);
    }
    next!(pc, fp, vm)
});
