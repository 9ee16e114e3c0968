//! What all forms share: how the function is run, and what usually happens behind it.

use super::*;
use crate::interpreter::interrupt::{ASKED, MEMORY, OVER, SIGNAL, TIMEOUT};
use phant_native::{Args, ClassPtr, descriptor::NativeFn};

/// What describes the arguments of a call takes so many slots. A frame's header has room for it too.
pub(crate) const DESCRIPTION_SLOTS: u16 = (size_of::<Args<'_>>().div_ceil(size_of::<Value>())) as u16;
const _: () = assert!(DESCRIPTION_SLOTS <= HEADER_SLOTS && size_of::<PhpResult>() <= size_of::<Args<'_>>());

/// Runs a function whose arguments lie at `args`, so many passed and in all. Their description is written to `room`: a local
/// variable would have an address, and keep handlers from ending in a jump.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
pub(super) unsafe fn run_described(
    vm: &Vm,
    room: *mut Value,
    func: FunctionPtr,
    call: NativeFn,
    args: *mut Value,
    [passed, count]: [usize; 2],
    this: Option<&Object>,
    called_class: Option<ClassPtr>,
) -> PhpResult {
    // SAFETY: called with free slots of the VM stack, and initialised arguments that nobody else uses meanwhile. There is nothing
    // to drop in the description: nobody puts names into it.
    unsafe {
        let all = room.cast::<Args<'_>>();
        let values = std::slice::from_raw_parts_mut(args, count);
        all.write(Args { values, passed, named: None, this, called_class, function: func });
        crate::runtime::checked::body(func, move || call(&vm.ctx, &mut *all))
    }
}
/// How many arguments there are in a native function's frame, defaults included.
#[inline(always)]
pub(super) unsafe fn count_of(window: *const Frame) -> usize {
    // SAFETY: called with a frame that has been entered.
    unsafe { crate::runtime::frame::native_slots(window) - usize::from(HEADER_SLOTS) }
}
/// Whether nothing is to be done behind a function but to give its result to whoever wants it. `FRAMED`: an error handler may have
/// thrown, and the result may be a reference or unwanted.
#[inline(always)]
pub(super) unsafe fn is_usual<const FRAMED: bool>(vm: &Vm, pc: *const Insn, result: &PhpResult) -> bool {
    // SAFETY: the word lives as long as the engine state.
    unsafe {
        let stops = FINALIZE | MEMORY | TIMEOUT | SIGNAL | COLLECT | OVER | ASKED;
        let bits = (*vm.interrupt.get()).load(Ordering::Relaxed) & stops;
        let Ok(value) = result else { return false };
        let is_wanted = (*pc).a.is_some();
        if FRAMED {
            bits == 0 && !vm.ctx.has_exception() && !value.is_ref() && (is_wanted || !value.is_counted())
        } else {
            bits == 0 && is_wanted
        }
    }
}
/// Writes a usual result.
#[inline(always)]
pub(super) unsafe fn give_usual<const FRAMED: bool>(pc: *const Insn, fp: *mut Frame, value: Value) {
    // SAFETY: called where the result is usual: nobody wants it only if there is nothing to drop.
    unsafe {
        if !FRAMED || (*pc).a.is_some() {
            slot(fp, (*pc).a).write(value);
        } else {
            std::mem::forget(value);
        }
    }
}
/// Keeps a result that is not usual where the arguments were described, for what the handler jumps to.
#[inline(always)]
pub(super) unsafe fn keep(room: *mut Value, result: PhpResult) {
    // SAFETY: called with the room of a description that is used no more.
    unsafe { room.cast::<PhpResult>().write(result) }
}
/// Takes it from there.
#[inline(always)]
pub(super) unsafe fn kept(room: *mut Value) -> PhpResult {
    // SAFETY: called once behind `keep`.
    unsafe { room.cast::<PhpResult>().read() }
}
/// Gives back arguments that others hold too; false if one would have to be freed, then that one and those behind it are still there.
#[inline(always)]
pub(super) unsafe fn let_go<const PASSED: usize>(args: *mut Value) -> bool {
    // SAFETY: called with arguments of a function that is over; a count above one stays above zero.
    unsafe {
        for i in 0..PASSED {
            if !let_one_go(args.add(i)) {
                return false;
            }
        }
        true
    }
}
/// The same for any number.
#[inline(always)]
pub(super) unsafe fn let_go_from(args: *mut Value, count: usize) -> bool {
    // SAFETY: as above.
    unsafe {
        for i in 0..count {
            if !let_one_go(args.add(i)) {
                return false;
            }
        }
        true
    }
}
#[inline(always)]
unsafe fn let_one_go(v: *mut Value) -> bool {
    // SAFETY: as above. As in PHP, an argument that goes is no possible root of a cycle.
    unsafe {
        if (*v).is_counted() {
            let header = (*v).payload() as *mut phant_memory::header::Header;
            if (*header).refcount == 1 {
                return false;
            }
            (*header).refcount -= 1;
            v.write(Value::UNDEF);
        }
        true
    }
}
/// Goes on behind a call, or to the exception handler. Destructors and the collector have been looked after.
macro_rules! called {
    ($ok:expr, $pc:expr, $fp:ident, $vm:ident) => {
        $crate::interpreter::ops::native_forms::behind::called!($ok, $pc, $fp, $vm, 2)
    };
    ($ok:expr, $pc:expr, $fp:ident, $vm:ident, $len:expr) => {{
        if $ok {
            $crate::interpreter::dispatch::go!($pc.add($len), $fp, $vm)
        }
        return $crate::interpreter::exception::unwind($pc, $fp, $vm);
    }};
}
pub(super) use called;
