//! Safepoints: what happens when the interrupt word is set.

use crate::runtime::code::Insn;
use crate::runtime::{checked, frame::Frame, time_limit, vm::Vm};
use phant_native::ctx::Ending;
use std::sync::atomic::Ordering;

pub use crate::runtime::{asking::ASKED, time_limit::OVER};
pub use phant_memory::interrupt::{CHECK, COLLECT, FINALIZE, HELD, MEMORY, SIGNAL, TIMEOUT, is_urgent};

/// Looks after interrupts before going on at `pc`.
///
/// # Safety
/// As every handler.
#[cold]
#[inline(never)]
pub unsafe extern "C" fn at_jump(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: by contract.
    unsafe {
        (*fp).pc = pc;
        vm.frame.set(fp);
        // Who has looked after what waits itself comes here with nothing left to do.
        let nothing = (*vm.interrupt.get()).load(Ordering::Relaxed) == 0 && !phant_memory::gc::pending();
        if nothing && !vm.ctx.has_exception() || handle(vm) {
            crate::interpreter::dispatch::go!(pc, fp, vm);
        }
        checked::unwinds_between();
        crate::interpreter::exception::unwind(pc, fp, vm)
    }
}

/// Ends the request if memory or time is exhausted, for places where the collector must not run; false if so.
#[cold]
#[inline(never)]
pub fn handle_urgent(vm: &Vm) -> bool {
    // SAFETY: the word lives as long as the engine state.
    let bits = unsafe { (*vm.interrupt.get()).fetch_and(!(MEMORY | TIMEOUT | OVER), Ordering::Relaxed) };
    end(vm, bits & (MEMORY | TIMEOUT | OVER))
}
/// Looks after interrupts; false if the request is being ended or an exception is pending. A call of its own, since handlers
/// that ask for it end in jumps: nothing whose address is taken may be in their frames.
#[inline(never)]
pub fn handle(vm: &Vm) -> bool {
    // SAFETY: the word lives as long as the engine state.
    let word = unsafe { &*vm.interrupt.get() };
    let bits = word.swap(checked::standing_interrupt(), Ordering::Relaxed);
    if !end(vm, bits) {
        // What waits is looked after when the request ends.
        word.fetch_or(bits & FINALIZE, Ordering::Relaxed);
        return false;
    }
    if bits & ASKED != 0 && !ask(vm) {
        return false;
    }
    if bits & FINALIZE != 0 && !crate::interpreter::finalize::settle(vm) {
        return false;
    }
    if bits & SIGNAL != 0 && !hand_on(vm) {
        return false;
    }
    if phant_memory::gc::pending() || checked::wants_collection() {
        phant_memory::gc::collect_automatically();
        crate::interpreter::finalize::settled(vm);
    }
    !vm.ctx.has_exception()
}
/// Calls the handlers of signals that have arrived; false if an exception is pending.
pub fn hand_on_signals(vm: &Vm) -> bool {
    // SAFETY: the word lives as long as the engine state.
    let bits = unsafe { (*vm.interrupt.get()).fetch_and(!SIGNAL, Ordering::Relaxed) };
    bits & SIGNAL == 0 || hand_on(vm)
}
/// Does what somebody outside has asked the request for; false if it is to end.
pub fn answer_asked(vm: &Vm) -> bool {
    // SAFETY: the word lives as long as the engine state.
    let bits = unsafe { (*vm.interrupt.get()).fetch_and(!ASKED, Ordering::Relaxed) };
    bits & ASKED == 0 || ask(vm)
}
fn ask(vm: &Vm) -> bool {
    let goes_on = phant_native::sapi::current().asked(&vm.ctx);
    if !goes_on {
        vm.ctx.ending.set(Some(Ending::Exit(255)));
    }
    goes_on
}
fn hand_on(vm: &Vm) -> bool {
    if !vm.ctx.has_exception() {
        phant_native::signals::dispatch(&vm.ctx);
    }
    !vm.ctx.has_exception()
}
fn end(vm: &Vm, bits: u32) -> bool {
    if bits & MEMORY != 0
        && let Some(oom) = phant_memory::heap::exhausted()
    {
        vm.ctx.end_of_memory(oom);
        return false;
    }
    if bits & OVER != 0 {
        let why = time_limit::over_budget(vm, bits);
        crate::runtime::errors::fatal(&vm.ctx, why);
        return false;
    }
    if bits & TIMEOUT != 0 {
        let seconds = vm.ctx.ini.int("max_execution_time");
        // Shutdown functions have the same time again.
        time_limit::set(vm, seconds);
        let plural = if seconds == 1 { "" } else { "s" };
        crate::runtime::errors::fatal(&vm.ctx, format!("Maximum execution time of {seconds} second{plural} exceeded"));
        return false;
    }
    if bits & HELD != 0 {
        crate::runtime::hold::release_held(vm);
    }
    true
}
