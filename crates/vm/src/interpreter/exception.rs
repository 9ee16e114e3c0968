//! Exceptions: finding the handler, unwinding frames, chaining.

use crate::runtime::code::Insn;
use crate::{
    interpreter::{
        call::{free_live, leave_frame},
        finalize::settled,
    },
    runtime::{
        frame::{Frame, flags, slot},
        throwable::chain_previous,
        vm::Vm,
    },
};
use phant_bytecode::{Code, TryRegion};
use phant_memory::Value;

/// Where an exception goes in a frame.
pub(crate) enum Target {
    Catch(u32),
    Finally { at: u32, slot: u16 },
    None,
}

/// The handler around instruction `at`. Without an exception, for a generator that is being ended, only finally blocks
/// count, until one of them turns out to hold an exception back; so they do while a fiber is being closed.
pub(crate) fn target(vm: &Vm, fp: *mut Frame, code: &Code, at: u32) -> Target {
    let catchable = |vm: &Vm| vm.ctx.exception.get().as_ref().is_some_and(|e| !crate::runtime::throwable::is_graceful_exit(e));
    // Inner regions come later in the table.
    for region in code.regions.iter().rev() {
        if at >= region.start && region.catch != TryRegion::NONE && at < region.catch && catchable(vm) {
            return Target::Catch(region.catch);
        }
        if region.finally != TryRegion::NONE {
            if at >= region.start && at < region.finally {
                return Target::Finally { at: region.finally, slot: region.finally_slot };
            }
            if at >= region.finally && at < region.finally_end {
                // Thrown inside finally: what it was holding becomes the previous exception.
                // SAFETY: the finally block's state slot.
                let held = unsafe { std::ptr::replace(slot(fp, region.finally_slot), Value::UNDEF) };
                if let Some(o) = held.into_object() {
                    chain_previous(vm, o);
                }
            }
        }
    }
    Target::None
}

/// Goes to the handler of the pending exception, leaving frames that have none.
///
/// # Safety
/// As every handler; `pc` is the instruction that failed.
#[cold]
#[inline(never)]
pub unsafe extern "C" fn unwind(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: by contract.
    unsafe {
        (*fp).pc = pc;
        crate::runtime::checked::unwinds(fp);
        let next = search(pc, fp, vm);
        if next.0.is_null() {
            #[cfg(feature = "match-dispatch")]
            {
                vm.next_pc.set(std::ptr::null());
            }
            return;
        }
        crate::interpreter::dispatch::go!(next.0, next.1, vm)
    }
}

/// After the last catch clause did not match: the search goes on outside it.
///
/// # Safety
/// As every handler.
#[cold]
#[inline(never)]
pub unsafe extern "C" fn rethrow(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: by contract.
    unsafe { unwind(pc, fp, vm) }
}

/// The instruction and the frame where execution goes on; null where none of the frames catches the exception. Not part of
/// [`unwind`], whose jump needs a frame without addresses of its own.
#[inline(never)]
unsafe fn search(mut pc: *const Insn, mut fp: *mut Frame, vm: &Vm) -> (*const Insn, *mut Frame) {
    // SAFETY: frames in the chain are live.
    unsafe {
        loop {
            (*fp).pc = pc;
            vm.frame.set(fp);
            // What the failed instruction let go of.
            settled(vm);
            let code = (*(*fp).func).code().expect("compiled code");
            let first = crate::runtime::frame::first_insn(fp);
            let at = pc.offset_from(first) as u32;
            // A loop that was left early ended where it ends.
            let thrown_at = if (*pc).op == phant_bytecode::Op::IterFree as u16 {
                pc.offset(crate::interpreter::ops::wide(pc)).offset_from(first) as u32
            } else {
                at
            };
            let found = if vm.ctx.ending.get().is_some() { Target::None } else { target(vm, fp, code, thrown_at) };
            match found {
                Target::Catch(to) => {
                    free_live(vm, fp, code, at, Some(to));
                    settled(vm);
                    return (first.add(to as usize), fp);
                }
                Target::Finally { at: to, slot: state } => {
                    free_live(vm, fp, code, at, Some(to));
                    settled(vm);
                    let exception = vm.ctx.exception.take().map_or(Value::NULL, Value::from);
                    drop(std::ptr::replace(slot(fp, state), exception));
                    return (first.add(to as usize), fp);
                }
                Target::None => {}
            }
            free_live(vm, fp, code, at, None);
            // Temporaries go while the frame is still there, which its variables do not.
            settled(vm);
            let generator = (*fp).flags & flags::GENERATOR != 0;
            leave_frame(vm, fp);
            let caller = (*fp).prev;
            vm.frame.set(caller);
            if generator {
                let outside = crate::interpreter::generator::throw_outside(vm, fp);
                if !outside.is_null() || (*fp).flags & flags::IN_LOOP != 0 {
                    fp = if outside.is_null() { crate::interpreter::generator::thrown_into_loop(vm) } else { outside };
                    pc = (*fp).pc;
                    continue;
                }
            }
            if generator || (*fp).flags & flags::TOP != 0 {
                vm.result.set(Value::NULL);
                return (std::ptr::null(), fp);
            }
            if (*fp).flags & flags::MAGIC != 0 {
                crate::interpreter::ops::text::threw(caller, vm);
            }
            fp = caller;
            pc = (*fp).pc;
        }
    }
}
