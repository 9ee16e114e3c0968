//! Calls of leaves that have code for arguments where they are ([`Direct`]): nothing is put side by side, and nothing described.

use super::{
    leaf::{lent_behind_tail, lent_unfit_tail},
    *,
};
use phant_native::{Thrown, descriptor::Direct};

/// Where an argument is: the one that was passed, or its default.
#[inline(always)]
unsafe fn argument<const PASSED: usize>(prepared: &Prepared, i: usize, passed: *const Value) -> &Value {
    // SAFETY: called with as many values as are passed, and for as many defaults as there are: words of values that are not counted.
    unsafe { if i < PASSED { &*passed } else { &*prepared.defaults.as_ptr().add(i - PASSED).cast::<Value>() } }
}
/// Runs the function with its defaults. The passed values come one by one, since an array of them would have an address.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
unsafe fn run<const PASSED: usize, const EXTRA: usize>(
    call: *const Insn,
    fp: *mut Frame,
    vm: &Vm,
    words: *const NativeCache,
    a: *const Value,
    b: *const Value,
    c: *const Value,
) -> PhpResult {
    // SAFETY: called with a filled cache and values that fit. Nothing runs meanwhile that could change them. There are as many
    // defaults as are wanted, which the form was chosen by.
    unsafe {
        let prepared = &*((*words).descriptor as *const Prepared);
        let func: FunctionPtr = &*((*words).function as *const Function);
        leave(call, fp, vm);
        crate::runtime::checked::body(func, move || match prepared.direct {
            Direct::One(f) if PASSED + EXTRA == 1 => f(&vm.ctx, func, argument::<PASSED>(prepared, 0, a)),
            Direct::Two(f) if PASSED + EXTRA == 2 => {
                f(&vm.ctx, func, argument::<PASSED>(prepared, 0, a), argument::<PASSED>(prepared, 1, b))
            }
            Direct::Three(f) if PASSED + EXTRA == 3 => {
                let (a, b) = (argument::<PASSED>(prepared, 0, a), argument::<PASSED>(prepared, 1, b));
                f(&vm.ctx, func, a, b, argument::<PASSED>(prepared, 2, c))
            }
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
    // SAFETY: as above; addresses of what was not passed are not looked at.
    unsafe { run::<PASSED, EXTRA>(pc, fp, vm, words, args, args.wrapping_add(1), args.wrapping_add(2)) }
}
/// Whether a value fits as it is where the function takes argument `i`.
#[inline(always)]
unsafe fn fits(types: u64, i: usize, v: *const Value) -> bool {
    // SAFETY: called with an initialised value.
    unsafe { (types >> (16 * i)) >> (*v).type_number() & 1 != 0 }
}
/// Where the value is that the instruction for argument `i` would bring; null for what is not passed.
#[inline(always)]
unsafe fn place<const PASSED: usize>(first: *const Insn, i: usize, fp: *mut Frame) -> *const Value {
    // SAFETY: called by the forms; the instructions are what `lend` has seen.
    unsafe {
        if i >= PASSED {
            return std::ptr::null();
        }
        let insn = &*first.add(i);
        let from = if insn.op == Op::LoadK as u16 { lit(fp, insn.b) } else { slot(fp, insn.b).cast_const() };
        std::ptr::from_ref((*from).deref_lent())
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
                let types = (*words).types;
                let (a, b, c) = (place::<$passed>(pc, 0, fp), place::<$passed>(pc, 1, fp), place::<$passed>(pc, 2, fp));
                // Undefined variables fit nowhere.
                if !fits(types, 0, a) || $passed > 1 && !fits(types, 1, b) || $passed > 2 && !fits(types, 2, c) {
                    return lent_unfit_tail::<$passed>(pc, fp, vm);
                }
                let result = run::<$passed, $extra>(call, fp, vm, words, a, b, c);
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
