//! Generators.

use super::*;

#[cold]
#[inline(never)]
unsafe fn missing(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) {
    // SAFETY: called by handlers.
    unsafe {
        leave(pc, fp, vm).ctx.throw_error("Generators are not there yet");
    }
}
macro_rules! absent { ($($n:ident),*) => { $(op!($n(pc, fp, vm) { missing(pc, fp, vm); return crate::exception::unwind(pc, fp, vm) });)* } }
absent!(GenCreate, Yield, YieldRef, YieldFrom, GenReturn);
