//! Safepoints: what happens when the interrupt word is set.

use crate::{frame::Frame, vm::Vm};
use phant_bytecode::Insn;
use std::sync::atomic::Ordering;

/// The collector's root buffer is full.
pub const COLLECT: u32 = 1;
/// The memory limit was exceeded.
pub const MEMORY: u32 = 2;
/// `max_execution_time` is over.
pub const TIMEOUT: u32 = 4;
/// A signal with a PHP handler arrived.
pub const SIGNAL: u32 = 8;

/// Looks after interrupts before going on at `pc`.
///
/// # Safety
/// As every handler.
#[cold]
#[inline(never)]
pub unsafe extern "sysv64" fn at_jump(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) {
    // SAFETY: by contract.
    unsafe {
        (*fp).pc = pc;
        (*vm).frame = fp;
        if handle(&mut *vm) {
            crate::dispatch::go!(pc, fp, vm);
        }
        crate::exception::unwind(pc, fp, vm)
    }
}

/// Looks after interrupts; false if the request is being ended or an exception is pending.
pub fn handle(vm: &mut Vm) -> bool {
    // SAFETY: the word lives as long as the engine state.
    let word = unsafe { &*vm.interrupt };
    let bits = word.swap(0, Ordering::Relaxed);
    if bits & MEMORY != 0
        && let Some(oom) = phant_memory::heap::exhausted()
    {
        phant_memory::heap::clear_exhausted();
        let text = oom.to_string();
        // What ends the request needs memory too.
        let _ = phant_memory::heap::set_limit(usize::MAX);
        crate::errors::fatal(&mut vm.ctx, text);
        return false;
    }
    if bits & TIMEOUT != 0 {
        let seconds = vm.ctx.ini.int("max_execution_time");
        // Shutdown functions have the same time again.
        crate::builtin::set_time_limit(vm, seconds);
        let plural = if seconds == 1 { "" } else { "s" };
        crate::errors::fatal(&mut vm.ctx, format!("Maximum execution time of {seconds} second{plural} exceeded"));
        return false;
    }
    if bits & COLLECT != 0 || phant_memory::gc::pending() {
        phant_memory::gc::collect();
    }
    !vm.ctx.has_exception()
}
