//! Safepoints: what happens when the interrupt word is set.

use crate::code::Insn;
use crate::{checked, frame::Frame, vm::Vm};
use std::sync::atomic::Ordering;

pub use phant_memory::interrupt::{CHECK, COLLECT, FINALIZE, HELD, MEMORY, TIMEOUT, is_urgent};

/// Runs PHP code from the middle of an instruction: what that code lets go of stays until the instruction is over, as
/// it may have found its place in it.
pub fn hold<R>(vm: &Vm, run: impl FnOnce(&Vm) -> R) -> R {
    phant_memory::hold::begin();
    let result = run(vm);
    if phant_memory::hold::end() {
        let here = vm.native_depth.get();
        vm.held_by.set(Some(vm.held_by.get().map_or(here, |depth| depth.min(here))));
        // SAFETY: the word lives as long as the engine state.
        unsafe { &*vm.interrupt.get() }.fetch_or(HELD, Ordering::Relaxed);
    }
    result
}

/// Frees what was held back, unless that instruction is still going on further out.
fn release_held(vm: &Vm) {
    let Some(depth) = vm.held_by.get() else { return };
    if vm.native_depth.get() > depth {
        // SAFETY: as in `hold`.
        unsafe { &*vm.interrupt.get() }.fetch_or(HELD, Ordering::Relaxed);
        return;
    }
    vm.held_by.set(None);
    // SAFETY: at a safepoint no instruction of this line of execution is half done, and the one that held is not
    // further out.
    unsafe { phant_memory::hold::release() }
}

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
        if handle(vm) {
            crate::dispatch::go!(pc, fp, vm);
        }
        crate::exception::unwind(pc, fp, vm)
    }
}

/// Ends the request if memory or time is exhausted, for places where the collector must not run; false if so.
#[cold]
#[inline(never)]
pub fn handle_urgent(vm: &Vm) -> bool {
    // SAFETY: the word lives as long as the engine state.
    let bits = unsafe { (*vm.interrupt.get()).fetch_and(!(MEMORY | TIMEOUT), Ordering::Relaxed) };
    end(vm, bits & (MEMORY | TIMEOUT))
}
/// Looks after interrupts; false if the request is being ended or an exception is pending.
pub fn handle(vm: &Vm) -> bool {
    // SAFETY: the word lives as long as the engine state.
    let word = unsafe { &*vm.interrupt.get() };
    let bits = word.swap(checked::standing_interrupt(), Ordering::Relaxed);
    if !end(vm, bits) {
        return false;
    }
    if bits & FINALIZE != 0 && !crate::finalize::settle(vm) {
        return false;
    }
    if bits & COLLECT != 0 || phant_memory::gc::pending() || checked::wants_collection() {
        phant_memory::gc::collect();
        crate::finalize::settled(vm);
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
    if bits & TIMEOUT != 0 {
        let seconds = vm.ctx.ini.int("max_execution_time");
        // Shutdown functions have the same time again.
        crate::builtin::set_time_limit(vm, seconds);
        let plural = if seconds == 1 { "" } else { "s" };
        crate::errors::fatal(&vm.ctx, format!("Maximum execution time of {seconds} second{plural} exceeded"));
        return false;
    }
    if bits & HELD != 0 {
        release_held(vm);
    }
    true
}
