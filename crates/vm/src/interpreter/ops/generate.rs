//! Generators: creation, `yield`, `return`.

use super::*;
use crate::{
    interpreter::{
        call,
        generator::{self, Delegated},
    },
    runtime::frame::flags,
};

/// Makes the generator and leaves the function: its frame lives on in the heap.
#[inline(never)]
unsafe fn create(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> Option<(*const Insn, *mut Frame)> {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let object = generator::create(vm, fp, pc).ok()?;
        let caller = (*fp).prev;
        vm.frame.set(caller);
        if (*fp).flags & flags::TOP != 0 {
            vm.result.set(Value::from(object));
            return Some((std::ptr::null(), fp));
        }
        let call = (*caller).pc;
        set_wanted(caller, (*call).a, Value::from(object));
        Some((call.add(1), caller))
    }
}
op!(GenCreate(pc, fp, vm) {
    // Nobody wants it: there is none, as in PHP, where its number would be seen.
    if (*fp).flags & flags::TOP == 0 && (*(*(*fp).prev).pc).a.is_none() {
        return leave::return_nothing(pc, fp, vm);
    }
    match create(pc, fp, vm) {
        Some((next, _)) if next.is_null() => return,
        Some((next, frame)) => crate::interpreter::dispatch::go!(next, frame, vm),
        None => return crate::interpreter::exception::unwind(pc, fp, vm),
    }
});
#[inline(never)]
unsafe fn suspend(pc: *const Insn, fp: *mut Frame, vm: &Vm, by_ref: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        if vm.ending_generator.get() > 0
            && vm.generators.borrow().last().is_some_and(|_| (*fp).flags & flags::GENERATOR != 0)
            && vm.frame.get() == fp
            && vm.ending_frame.get() == fp
        {
            vm.ctx.throw_error("Cannot yield from finally in a force-closed generator");
            return false;
        }
        let value = if (*pc).b.is_none() {
            Value::NULL
        } else if by_ref {
            let mut v = slot(fp, (*pc).b).read();
            if !v.is_ref() {
                vm.ctx.report(phant_native::Level::Notice, "Only variable references should be yielded by reference");
                v.make_ref();
            }
            v
        } else {
            take(fp, (*pc).b, vm)
        };
        let key = if (*pc).c.is_none() { None } else { Some(take(fp, (*pc).c, vm)) };
        if vm.ctx.has_exception() {
            return false;
        }
        generator::yielded(vm, value, key);
        true
    }
}
op!(Yield(pc, fp, vm) {
    if (*fp).flags & flags::IN_LOOP != 0 {
        return yield_in_loop_tail(pc, fp, vm);
    }
    return yield_out_tail(pc, fp, vm)
});
op!(YieldRef(pc, fp, vm) {
    if suspend(pc, fp, vm, true) {
        return left_tail(pc, fp, vm);
    }
    return crate::interpreter::exception::unwind(pc, fp, vm)
});
/// Whether a yield warns of an undefined variable.
#[inline(always)]
unsafe fn warns(pc: *const Insn, fp: *mut Frame) -> bool {
    // SAFETY: called by yields with their own instruction.
    unsafe { (*pc).b.is_some() && (*slot(fp, (*pc).b)).is_undef() || (*pc).c.is_some() && (*slot(fp, (*pc).c)).is_undef() }
}
/// Value and key of a yield that warns of nothing.
#[inline(always)]
unsafe fn operands(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> (Value, Option<Value>) {
    // SAFETY: as above.
    unsafe {
        let value = if (*pc).b.is_none() { Value::NULL } else { take(fp, (*pc).b, vm) };
        (value, if (*pc).c.is_none() { None } else { Some(take(fp, (*pc).c, vm)) })
    }
}
/// A yield to native code that has resumed the generator.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn yield_out_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by the handler.
    unsafe {
        if warns(pc, fp) || vm.ending_generator.get() > 0 {
            return yield_slow_tail(pc, fp, vm);
        }
        (*fp).pc = pc;
        let (value, key) = operands(pc, fp, vm);
        generator::yielded(vm, value, key);
    }
}
/// A yield that warns, or that there must not be.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn yield_slow_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by the handler.
    unsafe {
        if suspend(pc, fp, vm, false) {
            return left_tail(pc, fp, vm);
        }
        crate::interpreter::exception::unwind(pc, fp, vm)
    }
}
/// A yield to the loop that entered the generator.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn yield_in_loop_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by the handler.
    unsafe {
        if warns(pc, fp) {
            return yield_slow_tail(pc, fp, vm);
        }
        if (*fp).flags & flags::IN_CHAIN == 0 && (*(*fp).prev).flags & flags::NATIVE != 0 {
            let caller = (*(*fp).prev).prev;
            let next = yield_in_call(pc, fp, vm, caller);
            if next.is_null() {
                return crate::interpreter::exception::unwind((*caller).pc, caller, vm);
            }
            crate::interpreter::dispatch::go!(next, caller, vm)
        }
        let caller = generator::loop_of(vm, fp);
        let next = yield_in_loop(pc, fp, vm, caller);
        if next.is_null() {
            return crate::interpreter::exception::unwind((*caller).pc, caller, vm);
        }
        crate::interpreter::dispatch::go!(next, caller, vm)
    }
}
/// Hands key and value to the loop; where that goes on, or null if an exception is pending.
#[inline(never)]
unsafe fn yield_in_loop(pc: *const Insn, fp: *mut Frame, vm: &Vm, caller: *mut Frame) -> *const Insn {
    // SAFETY: called by `yield_in_loop_tail`.
    unsafe {
        (*fp).pc = pc;
        let (value, key) = operands(pc, fp, vm);
        super::iterate::deliver_yielded(caller, vm, value, key)
    }
}
/// The same to a call of a method, in the frame of whose code that is.
#[inline(never)]
unsafe fn yield_in_call(pc: *const Insn, fp: *mut Frame, vm: &Vm, caller: *mut Frame) -> *const Insn {
    // SAFETY: called by `yield_in_loop_tail`.
    unsafe {
        (*fp).pc = pc;
        let (value, key) = operands(pc, fp, vm);
        vm.frame.set(caller);
        super::native_forms::generator::deliver_yielded((*caller).pc, caller, vm, value, key)
    }
}
/// What follows when a generator's frame was left: its loop goes on, or native code that resumed it.
///
/// # Safety
/// As every handler.
unsafe extern "C" fn left_tail(_: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by the handlers here; the frame of a generator that has ended is still there.
    unsafe {
        if (*fp).flags & flags::IN_LOOP == 0 {
            return;
        }
        let caller = generator::loop_of(vm, fp);
        let pc = (*caller).pc;
        let next = super::iterate::back_in_loop(pc, caller, vm);
        if next.is_null() {
            return crate::interpreter::exception::unwind(pc, caller, vm);
        }
        crate::interpreter::dispatch::go!(next, caller, vm)
    }
}
/// The first time the operand is the source; when the generator is resumed here, the source slot is empty.
#[inline(never)]
unsafe fn delegate(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> Option<bool> {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let i = (*pc).b;
        if vm.ending_frame.get() == fp {
            drop(take(fp, i, vm));
            vm.ctx.throw_error("Cannot use \"yield from\" in a force-closed generator");
            return Some(false);
        }
        let source = if (*fp).flags & flags::RESULT_UNUSED != 0 { None } else { Some(take(fp, i, vm)) };
        match generator::delegate(vm, source) {
            Delegated::Yielded => {
                // A mark that this instruction has begun.
                (*fp).flags |= flags::RESULT_UNUSED;
                None
            }
            Delegated::Done(v) => {
                (*fp).flags &= !flags::RESULT_UNUSED;
                set(fp, (*pc).a, v);
                Some(true)
            }
            Delegated::Failed => {
                (*fp).flags &= !flags::RESULT_UNUSED;
                Some(false)
            }
        }
    }
}
/// Goes straight on in a generator that was not begun; nulls if there is something else to be done.
#[inline(never)]
unsafe fn hand_over(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> (*const Insn, *mut Frame) {
    // SAFETY: called by its handler; without the mark the operand is what is yielded from.
    unsafe {
        leave(pc, fp, vm);
        let entered = generator::hand_over(vm, fp, (*pc).b);
        if !entered.0.is_null() {
            (*fp).flags |= flags::RESULT_UNUSED;
        }
        entered
    }
}
op!(YieldFrom(pc, fp, vm) {
    if (*fp).flags & flags::RESULT_UNUSED == 0 {
        let (next, frame) = hand_over(pc, fp, vm);
        if !next.is_null() {
            crate::interpreter::dispatch::go!(next, frame, vm)
        }
    }
    match delegate(pc, fp, vm) {
        None => return left_tail(pc, fp, vm),
        Some(true) => next!(pc, fp, vm),
        Some(false) => return crate::interpreter::exception::unwind(pc, fp, vm),
    }
});
/// Leaves the generator; the frame of the one that yielded from it and goes on now, or null.
#[inline(never)]
unsafe fn finish(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> *mut Frame {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = take(fp, (*pc).a, vm);
        call::leave_frame(vm, fp);
        generator::returned(vm, v);
        vm.frame.set((*fp).prev);
        generator::return_outside(vm, fp)
    }
}
op!(GenReturn(pc, fp, vm) {
    let outside = finish(pc, fp, vm);
    if outside.is_null() {
        return left_tail(pc, fp, vm);
    }
    let from = (*outside).pc;
    next_settled!(from, outside, vm)
});
