//! Dispatch: how one instruction's code hands over to the next.
//!
//! A handler is a function `(pc, fp, vm)` that ends by calling the next instruction's handler in tail position, which
//! LLVM turns into a jump. Three rules keep that true: nothing with a destructor lives across the tail call, no local's
//! address escapes, and slow paths are separate functions. With the feature `match-dispatch` the same handlers leave
//! the next instruction in the engine state and return to a loop with a `match` over the opcode.

use crate::runtime::code::Insn;
use crate::{
    interpreter::ops,
    runtime::{frame::Frame, vm::Vm},
};
#[cfg(feature = "match-dispatch")]
use phant_bytecode::Op;

/// The code of an instruction. Handlers follow the platform's C convention, which a tail call needs in two ways: the three
/// arguments travel in registers, and caller and callee agree on the stack without clean-up. System V (x86-64) and AAPCS64
/// (aarch64) give both, so no processor is named here; Windows' convention for x86-64 passes them too, over shadow space.
pub type Handler = unsafe extern "C" fn(*const Insn, *mut Frame, &Vm);

macro_rules! table {
    ($(#[doc = $doc:literal] may $effects:tt gives $rule:ident: $($name:ident $operands:tt),+;)*) => {
        /// The handler of every opcode, by number.
        pub static HANDLERS: &[Handler] = &[$($(ops::$name,)+)*];

        /// Calls one instruction's handler.
        #[cfg(feature = "match-dispatch")]
        unsafe fn step(op: Op, pc: *const Insn, fp: *mut Frame, vm: &Vm) {
            // SAFETY: the caller passes a live frame and an instruction of its code.
            unsafe {
                match op {
                    $($(Op::$name => ops::$name(pc, fp, vm),)+)*
                }
            }
        }
    };
}
phant_bytecode::for_each_op!(table);

/// Hands over to the instruction at `$pc`.
#[cfg(not(feature = "match-dispatch"))]
macro_rules! go {
    ($pc:expr, $fp:expr, $vm:expr) => {{
        let pc: *const $crate::runtime::code::Insn = $pc;
        // Every compiled instruction carries its handler's address; the caller is in an `unsafe` block that says why.
        let handler: $crate::interpreter::dispatch::Handler = std::mem::transmute((*pc).handler.get());
        return handler(pc, $fp, $vm);
    }};
}
/// Leaves the instruction at `$pc` for the loop.
#[cfg(feature = "match-dispatch")]
macro_rules! go {
    ($pc:expr, $fp:expr, $vm:expr) => {{
        $vm.next_pc.set($pc);
        $vm.next_fp.set($fp);
        return;
    }};
}
pub(crate) use go;

/// The handlers' addresses, for compiled code to carry.
pub fn addresses() -> &'static [u64] {
    static ADDRESSES: std::sync::OnceLock<Vec<u64>> = std::sync::OnceLock::new();
    ADDRESSES.get_or_init(|| HANDLERS.iter().map(|&h| h as usize as u64).collect())
}

/// Runs from `pc` in `fp` until a frame with the flag `TOP` returns or a generator suspends.
///
/// # Safety
/// `fp` must be a frame set up for the code that `pc` points into.
pub unsafe fn run(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    #[cfg(not(feature = "match-dispatch"))]
    // SAFETY: by contract.
    unsafe {
        let handler: Handler = std::mem::transmute((*pc).handler.get());
        handler(pc, fp, vm);
    }
    #[cfg(feature = "match-dispatch")]
    // SAFETY: by contract; handlers leave the next instruction in the engine state, null at the end.
    unsafe {
        let saved = (vm.next_pc.get(), vm.next_fp.get());
        vm.next_pc.set(pc);
        vm.next_fp.set(fp);
        while !vm.next_pc.get().is_null() {
            let (pc, fp) = (vm.next_pc.replace(std::ptr::null()), vm.next_fp.get());
            let op = Op::from_number((*pc).op).expect("compiled code");
            step(op, pc, fp, vm);
        }
        vm.next_pc.set(saved.0);
        vm.next_fp.set(saved.1);
    }
}
