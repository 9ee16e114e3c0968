//! Calls of leaves: functions that need no frame, since nothing calls or reports from them. What describes their arguments is
//! where the header of a frame would be.
//!
//! Handlers here do what usually is to be done and end in a jump; whatever else there is, they jump to.

use super::*;

/// Defines a form for arguments that are in the window.
macro_rules! leaf_form {
    ($name:ident, $passed:literal, $extra:literal, $module:ident, $run:ident) => {
        handler!($name of CallNative(pc, fp, vm) {
            use $crate::interpreter::ops::native_forms::{self, behind, fit, leaf};
            let words = words::<rows::CallNative>(pc, fp);
            let args = slot(fp, (*pc).b).add(HEADER_SLOTS as usize);
            if !fit::<$passed>((*words).types, args) {
                return leaf::unfit_tail::<$passed>(pc, fp, vm);
            }
            let result = native_forms::$module::$run::<$passed, $extra>(pc, fp, vm, words, args);
            if !behind::is_usual::<false>(vm, pc, &result) {
                behind::keep(args.sub(HEADER_SLOTS as usize), result);
                return leaf::behind_tail::<$passed, $extra>(pc, fp, vm);
            }
            if let Ok(value) = result {
                behind::give_usual::<false>(pc, fp, value);
            }
            if !behind::let_go::<$passed>(args) {
                return leaf::freed_tail::<$passed>(pc, fp, vm);
            }
            $crate::interpreter::dispatch::go!(pc.add(2), fp, vm)
        });
    };
}
pub(super) use leaf_form;

/// Runs the function, with the defaults behind its arguments.
#[inline(always)]
pub(super) unsafe fn run<const PASSED: usize, const EXTRA: usize>(
    pc: *const Insn,
    fp: *mut Frame,
    vm: &Vm,
    words: *const NativeCache,
    args: *mut Value,
) -> PhpResult {
    // SAFETY: called with a filled cache and arguments that fit, whose window has room for a header and the defaults.
    unsafe {
        let prepared = &*((*words).descriptor as *const Prepared);
        let count = fill::<PASSED, EXTRA>(prepared, args);
        leave(pc, fp, vm);
        let func: FunctionPtr = &*((*words).function as *const Function);
        let room = args.sub(HEADER_SLOTS as usize);
        behind::run_described(vm, room, func, prepared.call, args, [PASSED, count], None, None)
    }
}
/// Arguments that do not fit as they are.
#[inline(never)]
pub(super) unsafe extern "C" fn unfit_tail<const PASSED: usize>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by a form with its own instruction.
    unsafe {
        let types = (*words::<rows::CallNative>(pc, fp)).types;
        let args = slot(fp, (*pc).b).add(HEADER_SLOTS as usize);
        if types != 0 && made_to_fit::<PASSED>(types, args, is_weak(fp)) {
            let handler: Handler = std::mem::transmute((*pc).handler.get());
            return handler(pc, fp, vm);
        }
        unfit_rest(pc, fp, vm)
    }
}
/// What is not usual behind a leaf.
#[inline(never)]
pub(super) unsafe extern "C" fn behind_tail<const PASSED: usize, const EXTRA: usize>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by a form behind its function.
    unsafe { behind::called!(behind::<PASSED, EXTRA>(pc, fp, vm), pc, fp, vm) }
}
#[inline(never)]
unsafe fn behind<const PASSED: usize, const EXTRA: usize>(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: as above.
    unsafe {
        let window = slot(fp, (*pc).b);
        let result = native::waited(vm, behind::kept(window));
        if result.is_err() && !vm.ctx.has_exception() {
            asked(pc, fp, PASSED, EXTRA);
            return unfit(pc, fp, vm);
        }
        drop_counted::<PASSED>(window.add(HEADER_SLOTS as usize));
        // It has no way to return a reference.
        let Ok(value) = result else { return false };
        set_wanted(fp, (*pc).a, value);
        attended(pc, fp, vm)
    }
}
/// Arguments of which this was the last handle.
#[inline(never)]
pub(super) unsafe extern "C" fn freed_tail<const PASSED: usize>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by a form behind its function.
    unsafe {
        drop_counted::<PASSED>(slot(fp, (*pc).b).add(HEADER_SLOTS as usize));
        behind::called!(attended(pc, fp, vm), pc, fp, vm)
    }
}
#[inline(always)]
unsafe fn drop_counted<const PASSED: usize>(args: *mut Value) {
    // SAFETY: called with the arguments of a window, which nobody looks at any more.
    unsafe {
        for i in 0..PASSED {
            let v = args.add(i);
            if (*v).is_counted() {
                drop(v.read());
            }
        }
    }
}
/// A leaf has asked for the request: here, its calls have a frame from now on.
#[cold]
#[inline(never)]
unsafe fn asked(pc: *const Insn, fp: *mut Frame, passed: usize, extra: usize) {
    // SAFETY: called with the instruction being executed; the code begins before the arguments of its calls.
    unsafe {
        quick::quicken(pc, framed_form(fp, passed, extra, false));
        let Some(at) = passed.checked_sub(1).filter(|&at| at < LENT.len()) else { return };
        let first = pc.sub(passed);
        let is_lent = |form: Handler| (*first).handler.get() == form as usize as u64;
        if is_lent(LENT[at][extra]) || direct::LENT[at][extra].is_some_and(is_lent) {
            quick::quicken(first, HANDLERS[(*first).op as usize]);
        }
    }
}

/// Where the instructions before a call of a leaf only bring variables and literals as its arguments, the first of them makes
/// the call: the function sees them where they are. `takes_directly` says that it has code for just that.
pub(super) unsafe fn lend(pc: *const Insn, fp: *mut Frame, passed: usize, extra: usize, takes_directly: bool) {
    // SAFETY: called with the instruction being executed; there are as many before it as the code has.
    unsafe {
        let code = (*(*fp).func).code();
        let at = code.map_or(0, |code| pc.offset_from(crate::runtime::frame::first_insn(fp)).clamp(0, code.insns.len() as isize));
        if !(1..=LENT.len()).contains(&passed) || (at as usize) < passed {
            return;
        }
        let first = pc.sub(passed);
        let are_plain = (0..passed).all(|i| {
            let insn = &*first.add(i);
            insn.a == (*pc).b.and(HEADER_SLOTS + i as u16)
                && [Op::CopyVar as u16, Op::CopyScalar as u16, Op::LoadK as u16].contains(&insn.op)
        });
        if are_plain {
            let direct = direct::LENT[passed - 1][extra].filter(|_| takes_directly);
            quick::quicken(first, direct.unwrap_or(LENT[passed - 1][extra]));
        }
    }
}
/// Forms of what brings the first argument, for calls of leaves. Nobody else runs meanwhile, so that nothing needs to be
/// counted, and nothing is dropped.
macro_rules! lent {
    ($($passed:literal: $($extra:literal $name:ident),*;)*) => {
        $($(
            handler!($name of LoadK(pc, fp, vm) {
                let call = pc.add($passed);
                let words = words::<rows::CallNative>(call, fp);
                let args = slot(fp, (*call).b).add(HEADER_SLOTS as usize);
                bring::<$passed>(pc, fp, args);
                // Undefined variables fit nowhere.
                if !fit::<$passed>((*words).types, args) {
                    return lent_unfit_tail::<$passed>(pc, fp, vm);
                }
                let result = run::<$passed, $extra>(call, fp, vm, words, args);
                if !behind::is_usual::<false>(vm, call, &result) {
                    behind::keep(args.sub(HEADER_SLOTS as usize), result);
                    return lent_behind_tail::<$passed>(pc, fp, vm);
                }
                if let Ok(value) = result {
                    behind::give_usual::<false>(call, fp, value);
                }
                crate::interpreter::dispatch::go!(call.add(2), fp, vm)
            });
        )*)*
        const LENT: [[Handler; 3]; 3] = [$([$($name),*]),*];
    };
}
lent! {
    1: 0 Lent1, 1 Lent1Of2, 2 Lent1OfMore;
    2: 0 Lent2, 1 Lent2Of3, 2 Lent2OfMore;
    3: 0 Lent3, 1 Lent3Of4, 2 Lent3OfMore;
}
/// Copies what the instructions from `first` on would bring, without counting.
#[inline(always)]
unsafe fn bring<const PASSED: usize>(first: *const Insn, fp: *mut Frame, args: *mut Value) {
    // SAFETY: called by its handlers; the instructions are what `lend` has seen.
    unsafe {
        for i in 0..PASSED {
            let insn = &*first.add(i);
            let from = if insn.op == Op::LoadK as u16 { lit(fp, insn.b) } else { slot(fp, insn.b).cast_const() };
            move_words((*from).deref_lent(), args.add(i));
        }
    }
}
/// Whoever looks at the frame from here on must not find what it does not own.
#[inline(always)]
unsafe fn hide<const PASSED: usize>(args: *mut Value) {
    // SAFETY: called with what `bring` has written.
    unsafe { (0..PASSED).for_each(|i| args.add(i).write(Value::UNDEF)) }
}
/// Lent arguments that do not fit as they are: integers become floats. What becomes a string would have to be dropped.
#[inline(never)]
pub(super) unsafe extern "C" fn lent_unfit_tail<const PASSED: usize>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by a form with its own instruction.
    unsafe {
        let call = pc.add(PASSED);
        let words = words::<rows::CallNative>(call, fp);
        let args = slot(fp, (*call).b).add(HEADER_SLOTS as usize);
        bring::<PASSED>(pc, fp, args);
        if (*words).types == 0 || !made_floats::<PASSED>((*words).types, args) {
            return HANDLERS[(*pc).op as usize](pc, fp, vm);
        }
        let result = run::<PASSED, 2>(call, fp, vm, words, args);
        if !behind::is_usual::<false>(vm, call, &result) {
            behind::keep(args.sub(HEADER_SLOTS as usize), result);
            return lent_behind_tail::<PASSED>(pc, fp, vm);
        }
        if let Ok(value) = result {
            behind::give_usual::<false>(call, fp, value);
        }
        crate::interpreter::dispatch::go!(call.add(2), fp, vm)
    }
}
/// Integers become the floats that are taken in their place. False if something does not fit all the same.
#[inline(always)]
unsafe fn made_floats<const PASSED: usize>(types: u64, args: *mut Value) -> bool {
    // SAFETY: called with the arguments of a window, which are not owned there.
    unsafe {
        for i in 0..PASSED {
            let takes = |number: u32| (types >> (16 * i)) >> number & 1 != 0;
            let v = args.add(i);
            if takes((*v).type_number()) {
                continue;
            }
            match (*v).as_int() {
                Some(n) if takes(tag::FLOAT & 0x1f) => v.write(Value::float(n as f64)),
                _ => return false,
            }
        }
        true
    }
}
/// What is not usual behind a call with lent arguments.
#[inline(never)]
pub(super) unsafe extern "C" fn lent_behind_tail<const PASSED: usize>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by a form behind its function.
    unsafe {
        let call = pc.add(PASSED);
        match lent_behind::<PASSED>(call, fp, vm) {
            Lent::Done => crate::interpreter::dispatch::go!(call.add(2), fp, vm),
            Lent::Thrown => crate::interpreter::exception::unwind(call, fp, vm),
            Lent::Unfit => HANDLERS[(*pc).op as usize](pc, fp, vm),
        }
    }
}
/// How a call with lent arguments ended.
enum Lent {
    Done,
    Thrown,
    /// It is made with arguments of its own.
    Unfit,
}
#[inline(never)]
unsafe fn lent_behind<const PASSED: usize>(call: *const Insn, fp: *mut Frame, vm: &Vm) -> Lent {
    // SAFETY: as above.
    unsafe {
        let window = slot(fp, (*call).b);
        hide::<PASSED>(window.add(HEADER_SLOTS as usize));
        let Ok(value) = native::waited(vm, behind::kept(window)) else {
            return if vm.ctx.has_exception() { Lent::Thrown } else { Lent::Unfit };
        };
        set_wanted(fp, (*call).a, value);
        if attended(call, fp, vm) { Lent::Done } else { Lent::Thrown }
    }
}
