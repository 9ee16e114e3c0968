//! The PHP code that called the running native function.

use crate::runtime::{frame::Frame, vm::Vm};
use phant_bytecode::{Op, code_flags};
use phant_native::{Ctx, PhpResult, Thrown};

/// The frame of the innermost PHP code; null outside any.
pub fn frame(vm: &Vm) -> *mut Frame {
    crate::runtime::frame::user_frame(vm.frame.get())
}

/// The frame of the function that is being executed; an error with this text outside functions.
pub fn function_frame(ctx: &Ctx, outside: &str) -> PhpResult<*mut Frame> {
    let frame = frame(Vm::of(ctx));
    // SAFETY: the frames of the chain are live.
    let inside = !frame.is_null() && unsafe { (*(*frame).func).code().is_some_and(|c| c.flags & code_flags::MAIN == 0) };
    if inside { Ok(frame) } else { Err(ctx.throw_error(outside)) }
}

/// Refuses calls that do not name the function, because they would not see the variables of the code that called.
pub fn forbid_dynamic(ctx: &Ctx) -> PhpResult<()> {
    if is_direct(Vm::of(ctx)) { Ok(()) } else { Err(refuse(ctx)) }
}

/// The same where no PHP code has made the call: at the end of the request.
pub fn forbid_call_from_nowhere(ctx: &Ctx) -> PhpResult<()> {
    if frame(Vm::of(ctx)).is_null() { Err(refuse(ctx)) } else { Ok(()) }
}

#[cold]
fn refuse(ctx: &Ctx) -> Thrown {
    let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
    ctx.throw_error(format!("Cannot call {name}() dynamically"))
}

/// Whether the running native function was called by its name in PHP code.
fn is_direct(vm: &Vm) -> bool {
    if vm.frame.get().is_null() {
        return false;
    }
    // SAFETY: the frames of the chain are live, and the instruction pointer of one that called is set.
    unsafe {
        let caller = (*vm.frame.get()).prev;
        if caller.is_null() || (*caller).pc.is_null() {
            return false;
        }
        let Some(code) = (*(*caller).func).code() else { return false };
        let at = (*caller).pc.offset_from(crate::runtime::frame::first_insn(caller));
        let Some(before) = usize::try_from(at).ok().and_then(|at| code.insns.get(..=at)) else { return false };
        let window = match before.last() {
            Some(insn) if insn.op == Op::Compact as u16 => return true,
            Some(insn) => insn.b,
            None => return false,
        };
        // Calls are prepared and made in order, so the nearest preparation of the window is this call's.
        for insn in before.iter().rev() {
            if insn.a == window {
                if insn.op == Op::InitCall as u16 {
                    return true;
                }
                if insn.op == Op::InitCallDyn as u16 || insn.op == Op::InitUserCall as u16 {
                    return false;
                }
            }
        }
        false
    }
}
