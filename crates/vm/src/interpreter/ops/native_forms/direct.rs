//! Calls of leaves that have code for arguments where they are ([`Direct`]): nothing is put side by side, and nothing described.

use super::{
    leaf::{lent_behind_tail, lent_unfit_tail},
    *,
};
use phant_native::{Thrown, descriptor::Direct};

/// Runs the function with its defaults.
#[inline(always)]
unsafe fn run<const PASSED: usize, const EXTRA: usize>(
    call: *const Insn,
    fp: *mut Frame,
    vm: &Vm,
    words: *const NativeCache,
    args: [*const Value; PASSED],
) -> PhpResult {
    // SAFETY: called with a filled cache and values that fit. Nothing runs meanwhile that could change them. Defaults are words of
    // values that are not counted, and as many as are wanted, which the form was chosen by.
    unsafe {
        let prepared = &*((*words).descriptor as *const Prepared);
        let func: FunctionPtr = &*((*words).function as *const Function);
        leave(call, fp, vm);
        let at = move |i: usize| match args.get(i) {
            Some(&passed) => &*passed,
            None => &*prepared.defaults.as_ptr().add(i - PASSED).cast::<Value>(),
        };
        crate::runtime::checked::body(func, move || match prepared.direct {
            Direct::One(f) if PASSED + EXTRA == 1 => f(&vm.ctx, func, at(0)),
            Direct::Two(f) if PASSED + EXTRA == 2 => f(&vm.ctx, func, at(0), at(1)),
            Direct::Three(f) if PASSED + EXTRA == 3 => f(&vm.ctx, func, at(0), at(1), at(2)),
            // A call that asks for a frame, which every function can have.
            _ => Err(Thrown),
        })
    }
}
/// The same with arguments in the window of the call.
#[inline(always)]
pub(super) unsafe fn run_in_window<const PASSED: usize, const EXTRA: usize>(
    pc: *const Insn,
    fp: *mut Frame,
    vm: &Vm,
    words: *const NativeCache,
    args: *mut Value,
) -> PhpResult {
    // SAFETY: as above.
    unsafe { run::<PASSED, EXTRA>(pc, fp, vm, words, std::array::from_fn(|i| args.add(i).cast_const())) }
}
/// Whether the passed values fit as they are. An iterator would take the address of what handlers have in registers.
#[inline(always)]
#[allow(clippy::needless_range_loop)]
unsafe fn fit<const PASSED: usize>(types: u64, args: [*const Value; PASSED]) -> bool {
    // SAFETY: called with initialised values.
    unsafe {
        let mut fits = 1;
        for i in 0..PASSED {
            fits &= (types >> (16 * i)) >> (*args[i]).type_number();
        }
        fits & 1 != 0
    }
}
/// Where the values are that the instructions from `first` on would bring.
#[inline(always)]
unsafe fn places<const PASSED: usize>(first: *const Insn, fp: *mut Frame) -> [*const Value; PASSED] {
    // SAFETY: called by the forms; the instructions are what `lend` has seen.
    unsafe {
        std::array::from_fn(|i| {
            let insn = &*first.add(i);
            let from = if insn.op == Op::LoadK as u16 { lit(fp, insn.b) } else { slot(fp, insn.b).cast_const() };
            std::ptr::from_ref((*from).deref_lent())
        })
    }
}

/// Forms of the call, and of what brings its first argument.
macro_rules! direct {
    ($($passed:literal: $($extra:literal $called:ident $lent:ident),* $(, none $none:literal)*;)*) => {
        $($(
            leaf::leaf_form!($called, $passed, $extra, direct, run_in_window);
            handler!($lent of LoadK(pc, fp, vm) {
                let call = pc.add($passed);
                let words = words::<rows::CallNative>(call, fp);
                let args = places::<$passed>(pc, fp);
                // Undefined variables fit nowhere.
                if !fit::<$passed>((*words).types, args) {
                    return lent_unfit_tail::<$passed>(pc, fp, vm);
                }
                let result = run::<$passed, $extra>(call, fp, vm, words, args);
                if !behind::is_usual::<false>(vm, call, &result) {
                    behind::keep(slot(fp, (*call).b), result);
                    return lent_behind_tail::<$passed>(pc, fp, vm);
                }
                if let Ok(value) = result {
                    behind::give_usual::<false>(call, fp, value);
                }
                crate::interpreter::dispatch::go!(call.add(2), fp, vm)
            });
        )*)*
        /// Forms of what brings the first argument, by how many are passed and how many defaults there are.
        pub(super) const LENT: [[Option<Handler>; 3]; 3] = [$([$(Some($lent as Handler),)* $(direct!(@none $none),)*]),*];
        /// Forms of the call itself.
        pub(super) const CALLED: [[Option<Handler>; 3]; 3] = [$([$(Some($called as Handler),)* $(direct!(@none $none),)*]),*];
    };
    (@none $extra:literal) => { None };
}
direct! {
    1: 0 CallDirect1 Direct1, 1 CallDirect1Of2 Direct1Of2, 2 CallDirect1Of3 Direct1Of3;
    2: 0 CallDirect2 Direct2, 1 CallDirect2Of3 Direct2Of3, none 2;
    3: 0 CallDirect3 Direct3, none 1, none 2;
}

/// Calls a native function from native code, which keeps the values, if it is one that takes them where they are and as they are.
pub(crate) fn call(vm: &Vm, func: FunctionPtr, args: &[Value]) -> Option<PhpResult> {
    const USUAL: u32 = function_flags::LEAF | function_flags::PLAIN;
    if func.flags & USUAL != USUAL || args.len() > prepared::MOST {
        return None;
    }
    let Some(prepared) = func.prepared.get(args.len()) else {
        framed::try_to_prepare(func, args.len());
        return None;
    };
    if matches!(prepared.direct, Direct::None) {
        return None;
    }
    if !args.iter().enumerate().all(|(i, v)| (prepared.types >> (16 * i)) >> v.type_number() & 1 != 0) {
        return None;
    }
    // SAFETY: two words of a value that is not counted, of which there are as many as parameters were not passed.
    let at =
        |i: usize| args.get(i).unwrap_or_else(|| unsafe { &*(&raw const prepared.defaults[i - args.len()]).cast::<Value>() });
    let result = crate::runtime::checked::body(func, || match prepared.direct {
        Direct::None => Err(Thrown),
        Direct::One(f) => f(&vm.ctx, func, at(0)),
        Direct::Two(f) => f(&vm.ctx, func, at(0), at(1)),
        Direct::Three(f) => f(&vm.ctx, func, at(0), at(1), at(2)),
    });
    // Without an exception it asks for a frame.
    (result.is_ok() || vm.ctx.has_exception()).then(|| native::waited(vm, result))
}
