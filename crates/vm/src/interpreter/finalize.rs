//! PHP code that runs for what has lost its last handle: destructors, and user code that closes streams. It waits in
//! [`phant_memory::finalize`] for a safepoint: the end of the instruction, the return of the native function, or the call that
//! native code makes.

use crate::{
    interpreter::call,
    runtime::{
        asking::ASKED,
        code::Insn,
        frame::{Frame, slot},
        time_limit::OVER,
        vm::Vm,
    },
};
use phant_bytecode::{Op, ops::Kind};
use phant_memory::{
    Object, Value,
    finalize::{Finalizer, run},
    interrupt::{FINALIZE, MEMORY, SIGNAL, TIMEOUT},
};
use phant_native::{Level, ObjectExt, PhpResult, Thrown, ctx::Ending, descriptor::modifiers, resource};
use std::sync::atomic::Ordering;

/// Runs what waits; false if an exception is pending then. To be asked where an instruction is over.
#[inline(always)]
pub fn settled(vm: &Vm) -> bool {
    // SAFETY: the word lives as long as the engine state.
    if unsafe { (*vm.interrupt.get()).load(Ordering::Relaxed) } & FINALIZE == 0 {
        return true;
    }
    settle(vm)
}

/// Whether an exception is pending, also from what waits: to be asked when everything is dropped.
#[inline(always)]
pub fn failed(vm: &Vm) -> bool {
    !settled(vm) || vm.ctx.has_exception()
}

/// As [`settled`], behind instruction `pc` of frame `fp`, which need not be noted yet.
///
/// # Safety
/// `fp` must be the running frame, `pc` an instruction of its code.
#[inline(always)]
pub unsafe fn settled_at(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: by contract; as in `settled`.
    unsafe {
        if (*vm.interrupt.get()).load(Ordering::Relaxed) & FINALIZE == 0 {
            return true;
        }
        settle_at(pc, fp, vm)
    }
}
/// What is found may be a place in what is about to end: what follows works on a copy then.
#[cold]
#[inline(never)]
unsafe fn settle_at(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by `settled_at`; a place in a slot was found by this very instruction.
    unsafe {
        (*fp).pc = pc;
        vm.frame.set(fp);
        let found = pointer_of(pc, fp).and_then(|to| Some((to, (*to).pin()?)));
        let settled = settle(vm);
        if let Some((to, place)) = found {
            to.write(place.into_value());
        }
        if !settled {
            discard_result(pc, fp);
        }
        settled
    }
}

/// The slot in which an instruction leaves a place.
unsafe fn pointer_of(pc: *const Insn, fp: *mut Frame) -> Option<*mut Value> {
    // SAFETY: called behind the instruction.
    unsafe {
        let op = Op::from_number((*pc).op).expect("compiled code");
        let at = op.row().all().find(|(_, operand)| operand.kind == Kind::Pointer)?.0;
        Some(slot(fp, (*pc.add(at.0)).operand(at.1)))
    }
}

/// Drops what an instruction has computed that fails in the end: its result is live nowhere yet.
#[cold]
unsafe fn discard_result(pc: *const Insn, fp: *mut Frame) {
    // SAFETY: called behind an instruction that has done everything else, so that its results are written.
    unsafe {
        let op = Op::from_number((*pc).op).expect("compiled code");
        for ((word, place), operand) in op.row().all() {
            let i = (*pc.add(word)).operand(place);
            if matches!(operand.kind, Kind::Out | Kind::Wanted | Kind::Pointer) && crate::interpreter::ops::is_temp(fp, i) {
                drop(std::ptr::replace(slot(fp, i), Value::UNDEF));
            }
        }
    }
}

/// The rest of an instruction of `LEN` words that let go of something which waits.
///
/// # Safety
/// As every handler.
#[cold]
#[inline(never)]
pub(crate) unsafe extern "C" fn next_tail<const LEN: usize>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: by contract.
    unsafe {
        if settled_at(pc, fp, vm) {
            crate::interpreter::dispatch::go!(pc.add(LEN), fp, vm)
        }
        return crate::interpreter::exception::unwind(pc, fp, vm);
    }
}

/// Whether there is something to do behind a native function: see [`after_native`].
#[inline(always)]
pub fn wants_attention(vm: &Vm) -> bool {
    // SAFETY: as in `settled`.
    unsafe { (*vm.interrupt.get()).load(Ordering::Relaxed) & (FINALIZE | MEMORY | TIMEOUT | SIGNAL | OVER | ASKED) != 0 }
}

/// What becomes of a native function's result when memory or time is exhausted, destructors wait of what it let go of, or
/// signals have arrived: they, and handlers, are called from its frame. A request that takes long is told of from there too.
#[cold]
#[inline(never)]
pub fn after_native(vm: &Vm, result: PhpResult) -> PhpResult {
    if !crate::interpreter::interrupt::answer_asked(vm) {
        return Err(Thrown);
    }
    let result = vm.ctx.poll().and(result);
    if !settled(vm) || !crate::interpreter::interrupt::hand_on_signals(vm) {
        return Err(Thrown);
    }
    result
}

/// Runs what waits; false if an exception is pending then, also one from before.
#[cold]
#[inline(never)]
pub fn settle(vm: &Vm) -> bool {
    crate::runtime::checked::aside(|| {
        run(|what| match what {
            Finalizer::Destruct(object) => destruct(vm, object),
            Finalizer::Close(id) => close_resource(vm, id),
        })
    });
    !vm.ctx.has_exception()
}

/// Closes a resource whose last handle went, which may run PHP code.
fn close_resource(vm: &Vm, id: u64) {
    // Unlike destructors, what closes a stream is not called while an exception is pending.
    let pending = vm.ctx.has_exception();
    let result = vm.result.take();
    resource::release(&vm.ctx, id);
    vm.result.set(result);
    if !pending {
        told(vm);
    }
}

/// What is thrown where no code runs below (at the end of the request, or where a shutdown function is being left) is told at
/// once, and nobody else learns of it. True if that ends the request, and what was thrown before with it.
fn told(vm: &Vm) -> bool {
    if vm.ctx.ending.get().is_some() || vm.fiber.is_some() || !crate::runtime::frame::entered(vm.frame.get()).is_null() {
        return false;
    }
    if vm.ctx.exception.is_none() {
        return false;
    }
    // What ended with the frame that it was thrown in comes first, and may throw, too.
    settle(vm);
    if vm.ctx.ending.get().is_some() {
        vm.ctx.exception.set(None);
        return true;
    }
    let Some(thrown) = vm.ctx.exception.take() else { return false };
    let ends = crate::runtime::throwable::report_uncaught(vm, thrown);
    if ends {
        // What only the exception held (arguments in its trace) ends with it, before the request counts as ended. What throws
        // there ends the request in its turn, with the rest of what the exception held.
        let ending = vm.ctx.ending.take();
        settle(vm);
        vm.ctx.ending.set(vm.ctx.ending.get().or(ending));
    }
    vm.errors.told.set(ends);
    vm.errors.unclean.set(vm.errors.unclean.get() || ends);
    ends
}

/// Runs an object's destructor.
pub(crate) fn destruct(vm: &Vm, object: &Object) {
    let class = object.class();
    let Some(method) = class.magic.destruct else {
        crate::interpreter::generator::destructed(vm, object);
        crate::interpreter::fiber::close(vm, object);
        return;
    };
    if vm.ctx.ending.get() == Some(Ending::Fatal) {
        if vm.errors.told.get() {
            object.set_flag(phant_memory::object::DESTRUCTED, false);
            vm.errors.stranded.borrow_mut().push(object.clone());
        }
        return;
    }
    // A pending exception (or exit) waits; what the destructor throws becomes the newer one.
    let pending = vm.ctx.exception.take();
    let ending = vm.ctx.ending.take();
    let result = vm.result.take();
    // Who lets go matters only to destructors that are not public: finding that out takes time in a chain of frames that
    // are being left.
    let scope = if method.modifiers & modifiers::PUBLIC != 0 { None } else { crate::runtime::callable::calling_scope(vm) };
    if method.modifiers & modifiers::PUBLIC != 0 || crate::runtime::callable::accessible(method, scope) {
        let _ = call::call(vm, method, Some(object), Some(class), &[], None);
    } else {
        let word = if method.modifiers & 4 != 0 { "private" } else { "protected" };
        let from = scope.map_or("global scope".to_owned(), |s| format!("scope {}", s.name));
        if vm.frame.get().is_null() {
            vm.ctx.report(
                Level::Warning,
                format!("Call to {word} {}::__destruct() from global scope during shutdown ignored", class.name),
            );
        } else {
            vm.ctx.throw_error(format!("Call to {word} {}::__destruct() from {from}", class.name));
        }
    }
    vm.result.set(result);
    if vm.ctx.ending.get().is_none() {
        vm.ctx.ending.set(ending);
    }
    if told(vm) {
        return;
    }
    if let Some(pending) = pending {
        if vm.ctx.exception.is_some() {
            crate::runtime::throwable::chain_previous(vm, pending);
        } else {
            vm.ctx.exception.set(Some(pending));
        }
    }
}
