//! Forms of `CallNative` by what is passed: how many arguments, how many defaults stand behind them, whether the function needs
//! a frame, and whether the arguments can stay where they are.
//!
//! A form knows its numbers when it is compiled, so that nothing loops. What else it needs of the function is in the cache:
//! [`Prepared`], written with the types behind the first call. Until then no type fits, and forms go the long way.
//!
//! Forms of `DoCall` do the same for native functions that are found when the call is made; what they need is kept with the function.

use super::{
    native::{self, drop_arguments, give, has_room, invoke, passed},
    *,
};
use crate::interpreter::call::release_header;
use crate::{
    interpreter::{
        dispatch::{HANDLERS, Handler},
        finalize,
        interrupt::{COLLECT, FINALIZE},
    },
    runtime::frame::{HEADER_SLOTS, flags},
};
use phant_bytecode::{Op, TypeMask, cache::NativeCache, code_flags};
use phant_memory::{Object, Str};
use phant_native::{
    Function, FunctionPtr, PhpResult,
    descriptor::{FunctionDescriptor, Ready},
    function::function_flags,
    prepared::{self, Prepared},
};
use std::{
    collections::BTreeMap,
    mem::ManuallyDrop,
    sync::{Mutex, PoisonError, atomic::Ordering},
};

/// Prepares a call with some number of arguments, once for the process. `None` if such a call is not of a form, or a default has
/// to be evaluated at every call.
fn prepare(func: FunctionPtr, d: &'static FunctionDescriptor, passed: usize) -> Option<&'static Prepared> {
    static ALL: Mutex<BTreeMap<(usize, usize), &'static Prepared>> = Mutex::new(BTreeMap::new());
    let fixed = native::fixed(func, d);
    let is_variadic = fixed < d.taken.len();
    let odd = function_flags::REST_BY_REF | function_flags::PREFER_REF;
    let is_counted = func.flags & odd == 0
        && passed <= prepared::MOST
        && passed >= d.required as usize
        && if is_variadic { passed >= fixed } else { passed <= fixed };
    if !is_counted {
        return None;
    }
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (std::ptr::from_ref(d).addr(), passed);
    if let Some(known) = all.get(&key) {
        return Some(known);
    }
    let mut defaults = Vec::new();
    for i in passed..fixed {
        // A reference that nobody passed is nothing at all; what else it could be is the long way.
        if d.taken[i].by_ref && d.taken[i].fill != Ready::Null {
            return None;
        }
        // An object is made by each request. Where it is one of several types, the function takes any value, and goes by
        // how many were passed.
        let is_object_among_others = d.params[i].ty.as_ref().is_some_and(|ty| !ty.classes.is_empty() && ty.mask.0 != 0);
        let value = match native::default_of(func, d, i) {
            None if is_object_among_others => Value::NULL,
            value => value.filter(|v| !v.is_counted())?,
        };
        // SAFETY: a value is two words; nothing is owned by one that is not counted.
        defaults.push(unsafe { std::mem::transmute::<ManuallyDrop<Value>, [u64; 2]>(ManuallyDrop::new(value)) });
    }
    let types = (0..4).filter_map(|i| d.taken.get(i.min(d.taken.len().saturating_sub(1)))).map(|t| t.types.0 & 0xffff);
    let made = Box::leak(Box::new(Prepared {
        call: d.call,
        // Never nothing, which says in a cache that it is not filled.
        types: types.rev().fold(0, |all, types| all << 16 | u64::from(types)).max(1),
        counts: native::counts(passed, 0, passed.max(fixed)),
        defaults,
    }));
    all.insert(key, made);
    Some(made)
}
/// Puts the defaults behind the arguments; tells how many there are in all.
#[inline(always)]
unsafe fn fill<const PASSED: usize, const EXTRA: usize>(prepared: &Prepared, args: *mut Value) -> usize {
    // SAFETY: called with the arguments of a window that has room.
    unsafe {
        match EXTRA {
            0 => {}
            1 => move_words(prepared.defaults.as_ptr().cast(), args.add(PASSED)),
            _ => {
                let mut to = args.add(PASSED);
                for words in &prepared.defaults {
                    to.cast::<[u64; 2]>().write(*words);
                    to = to.add(1);
                }
                return PASSED + prepared.defaults.len();
            }
        }
        PASSED + EXTRA
    }
}

/// Puts the form in place that suits the function and the number of arguments. To be called behind the first call: the
/// defaults that it needed have been evaluated.
pub(super) unsafe fn suit(pc: *const Insn, fp: *mut Frame, func: FunctionPtr) {
    // SAFETY: called with the instruction being executed, whose cache is filled.
    unsafe {
        let passed = passed(pc);
        let Some(prepared) = prepare(func, func.descriptor().expect("native"), passed) else { return };
        let extra = prepared.defaults.len().min(2);
        let words = words::<rows::CallNative>(pc, fp);
        (*words).descriptor = std::ptr::from_ref(prepared) as u64;
        (*words).types = prepared.types;
        let form = if func.flags & function_flags::LEAF != 0 {
            lend(pc, fp, passed, extra);
            FORMS[passed][extra].leaf
        } else if func.flags & function_flags::ANY_BY_REF != 0 {
            FORMS[passed][extra].refs
        } else {
            FORMS[passed][extra].plain
        };
        quick::quicken(pc, form);
    }
}
/// Where the instructions before a call of a leaf only bring variables and literals as its arguments, the first of them makes
/// the call: the function sees them where they are.
unsafe fn lend(pc: *const Insn, fp: *mut Frame, passed: usize, extra: usize) {
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
            insn.a == (*pc).b + HEADER_SLOTS + i as u16
                && [Op::CopyVar as u16, Op::CopyScalar as u16, Op::LoadK as u16].contains(&insn.op)
        });
        if are_plain {
            quick::quicken(first, LENT[passed - 1][extra]);
        }
    }
}

/// The forms for one number of arguments and of defaults.
#[derive(Clone, Copy)]
struct Forms {
    leaf: Handler,
    plain: Handler,
    refs: Handler,
}

/// Goes on behind a call, or to the exception handler. Destructors and the collector have been looked after.
macro_rules! called {
    ($ok:expr, $pc:expr, $fp:ident, $vm:ident) => {{
        if $ok {
            crate::interpreter::dispatch::go!($pc.add(2), $fp, $vm)
        }
        return crate::interpreter::exception::unwind($pc, $fp, $vm);
    }};
}
macro_rules! forms {
    ($($passed:literal: $($extra:literal $leaf:ident $plain:ident $refs:ident),*;)*) => {
        $($(
            handler!($leaf of CallNative(pc, fp, vm) { called!(leaf::<$passed, $extra>(pc, fp, vm), pc, fp, vm) });
            handler!($plain of CallNative(pc, fp, vm) { called!(plain::<$passed, $extra, false>(pc, fp, vm), pc, fp, vm) });
            handler!($refs of CallNative(pc, fp, vm) { called!(plain::<$passed, $extra, true>(pc, fp, vm), pc, fp, vm) });
        )*)*
        const FORMS: [[Forms; 3]; 5] = [$([$(Forms { leaf: $leaf, plain: $plain, refs: $refs }),*]),*];
    };
}
// Two defaults stand for two and more.
forms! {
    0: 0 CallLeaf0 CallPlain0 CallRefs0, 1 CallLeaf0Of1 CallPlain0Of1 CallRefs0Of1, 2 CallLeaf0OfMore CallPlain0OfMore CallRefs0OfMore;
    1: 0 CallLeaf1 CallPlain1 CallRefs1, 1 CallLeaf1Of2 CallPlain1Of2 CallRefs1Of2, 2 CallLeaf1OfMore CallPlain1OfMore CallRefs1OfMore;
    2: 0 CallLeaf2 CallPlain2 CallRefs2, 1 CallLeaf2Of3 CallPlain2Of3 CallRefs2Of3, 2 CallLeaf2OfMore CallPlain2OfMore CallRefs2OfMore;
    3: 0 CallLeaf3 CallPlain3 CallRefs3, 1 CallLeaf3Of4 CallPlain3Of4 CallRefs3Of4, 2 CallLeaf3OfMore CallPlain3OfMore CallRefs3OfMore;
    4: 0 CallLeaf4 CallPlain4 CallRefs4, 1 CallLeaf4Of5 CallPlain4Of5 CallRefs4Of5, 2 CallLeaf4OfMore CallPlain4OfMore CallRefs4OfMore;
}

/// Forms of what brings the first argument, for calls of leaves.
macro_rules! lent {
    ($($passed:literal: $($extra:literal $name:ident),*;)*) => {
        $($(
            handler!($name of LoadK(pc, fp, vm) {
                let call = pc.add($passed);
                match lent::<$passed, $extra>(pc, call, fp, vm) {
                    Lent::Done => { crate::interpreter::dispatch::go!(call.add(2), fp, vm) }
                    Lent::Thrown => return crate::interpreter::exception::unwind(call, fp, vm),
                    Lent::Unfit => {}
                }
                return HANDLERS[(*pc).op as usize](pc, fp, vm)
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
/// How a call with lent arguments ended.
enum Lent {
    Done,
    Thrown,
    Unfit,
}

/// Whether the arguments that are passed fit as they are.
#[inline(always)]
unsafe fn fit<const PASSED: usize>(types: u64, args: *const Value) -> bool {
    // SAFETY: called with the arguments of a window.
    unsafe {
        if PASSED == 0 {
            return types != 0;
        }
        let mut fits = 1;
        for i in 0..PASSED {
            fits &= (types >> (16 * i)) >> (*args.add(i)).type_number();
        }
        fits & 1 != 0
    }
}
/// The same where a function takes references. What is assigned to one of a typed property is checked: the long way.
#[inline(always)]
unsafe fn fit_refs<const PASSED: usize>(func: FunctionPtr, types: u64, args: *const Value) -> bool {
    // SAFETY: as above.
    unsafe {
        let mut fits = types != 0;
        for i in 0..PASSED {
            let v = &*args.add(i);
            let types = (types >> (16 * i)) as u32 & 0xffff;
            fits &= if func.by_ref >> i & 1 != 0 {
                types & TypeMask::of_tag(v.raw_type_behind()).0 != 0 && v.as_ref().is_some_and(|r| r.sources().is_null())
            } else {
                types >> v.type_number() & 1 != 0
            };
        }
        fits
    }
}
/// Numbers become what is taken in their place, as they do for every function: integers become floats, and in code without strict
/// types strings. False if something else does not fit; then nothing has changed.
#[cold]
#[inline(never)]
unsafe fn made_to_fit<const PASSED: usize>(types: u64, args: *mut Value, texts: bool) -> bool {
    let takes = |i: usize, number: u32| (types >> (16 * i)) >> number & 1 != 0;
    let (int, float, text) = (tag::INT & 0x1f, tag::FLOAT & 0x1f, tag::STRING & 0x1f);
    // SAFETY: called with the arguments of a window.
    unsafe {
        let fits = (0..PASSED).all(|i| {
            let v = &*args.add(i);
            takes(i, v.type_number()) || v.tag() == tag::INT && (takes(i, float) || texts && takes(i, text))
        });
        if !fits {
            return false;
        }
        for i in 0..PASSED {
            let v = &*args.add(i);
            if let (false, Some(n)) = (takes(i, int), v.as_int()) {
                args.add(i).write(if takes(i, float) { Value::float(n as f64) } else { Value::from(Str::from(n)) });
            }
        }
    }
    true
}
/// Whether the code of a frame converts arguments freely.
#[inline(always)]
unsafe fn is_weak(fp: *mut Frame) -> bool {
    // SAFETY: a live frame of compiled code.
    unsafe { (*(*fp).func).code().is_some_and(|code| code.flags & code_flags::STRICT_TYPES == 0) }
}
/// Runs the collector and destructors if they wait; false if an exception is pending then.
#[inline(always)]
unsafe fn attended(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called behind a call instruction.
    unsafe {
        if (*vm.interrupt.get()).load(Ordering::Relaxed) & (COLLECT | FINALIZE) == 0 {
            return true;
        }
        attend(pc, fp, vm)
    }
}
#[cold]
#[inline(never)]
unsafe fn attend(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called behind a call instruction, whose result is in place.
    unsafe { native::collected(pc, fp, vm) && finalize::settled_at(pc, fp, vm) }
}
/// The long way, for a call whose arguments do not fit as they are, that is the first, or whose function asks for a frame.
#[cold]
#[inline(never)]
unsafe fn unfit(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by the forms with their own instruction.
    unsafe { native::call_generally(pc, fp, vm) && attended(pc, fp, vm) }
}
#[inline(never)]
unsafe fn leaf<const PASSED: usize, const EXTRA: usize>(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handlers with their own instruction.
    unsafe {
        let words = words::<rows::CallNative>(pc, fp);
        let args = slot(fp, (*pc).b).add(HEADER_SLOTS as usize);
        let types = (*words).types;
        let fits = fit::<PASSED>(types, args) || types != 0 && made_to_fit::<PASSED>(types, args, is_weak(fp));
        if !fits || !has_room_for::<PASSED, EXTRA>(fp, vm, words, args) {
            return unfit(pc, fp, vm);
        }
        let result = run_leaf::<PASSED, EXTRA, false>(pc, fp, vm, words, args);
        if result.is_err() && !vm.ctx.has_exception() {
            asked(pc, PASSED, EXTRA);
            return unfit(pc, fp, vm);
        }
        for i in 0..PASSED {
            let v = args.add(i);
            if (*v).is_counted() {
                drop(v.read());
            }
        }
        // It has no way to return a reference.
        let Ok(value) = result else { return false };
        set_wanted(fp, (*pc).a, value);
        attended(pc, fp, vm)
    }
}
/// A leaf has asked for the request: here, its calls have a frame from now on.
#[cold]
#[inline(never)]
unsafe fn asked(pc: *const Insn, passed: usize, extra: usize) {
    // SAFETY: called with the instruction being executed; the code begins before the arguments of its calls.
    unsafe {
        quick::quicken(pc, FORMS[passed][extra].plain);
        let Some(lent) = passed.checked_sub(1).and_then(|at| LENT.get(at)) else { return };
        let first = pc.sub(passed);
        if (*first).handler.get() == lent[extra] as usize as u64 {
            quick::quicken(first, HANDLERS[(*first).op as usize]);
        }
    }
}
/// A call of a leaf with what the instructions from `first` on would bring. Nobody else runs meanwhile, so that nothing needs
/// to be counted, and nothing is dropped.
#[inline(never)]
unsafe fn lent<const PASSED: usize, const EXTRA: usize>(first: *const Insn, pc: *const Insn, fp: *mut Frame, vm: &Vm) -> Lent {
    // SAFETY: called by its handlers; the instructions are what `lend` has seen.
    unsafe {
        let words = words::<rows::CallNative>(pc, fp);
        let args = slot(fp, (*pc).b).add(HEADER_SLOTS as usize);
        for i in 0..PASSED {
            let insn = &*first.add(i);
            let from = if insn.op == Op::LoadK as u16 { lit(fp, insn.b) } else { slot(fp, insn.b).cast_const() };
            move_words((*from).deref_lent(), args.add(i));
        }
        // Undefined variables fit nowhere. What becomes a string would have to be dropped.
        let types = (*words).types;
        let fits = fit::<PASSED>(types, args) || types != 0 && made_to_fit::<PASSED>(types, args, false);
        if !fits || !has_room_for::<PASSED, EXTRA>(fp, vm, words, args) {
            return Lent::Unfit;
        }
        let Ok(value) = run_leaf::<PASSED, EXTRA, true>(pc, fp, vm, words, args) else {
            return if vm.ctx.has_exception() { Lent::Thrown } else { Lent::Unfit };
        };
        set_wanted(fp, (*pc).a, value);
        if attended(pc, fp, vm) { Lent::Done } else { Lent::Thrown }
    }
}
#[inline(always)]
unsafe fn run_leaf<const PASSED: usize, const EXTRA: usize, const LENT: bool>(
    pc: *const Insn,
    fp: *mut Frame,
    vm: &Vm,
    words: *const NativeCache,
    args: *mut Value,
) -> PhpResult {
    // SAFETY: called with a filled cache and arguments that fit.
    unsafe {
        let prepared = &*((*words).descriptor as *const Prepared);
        let count = fill::<PASSED, EXTRA>(prepared, args);
        leave(pc, fp, vm);
        let func: FunctionPtr = &*((*words).function as *const Function);
        let values = std::slice::from_raw_parts_mut(args, count);
        let result = native::body(vm, func, prepared.call, values, PASSED, None, None);
        if LENT {
            // Whoever looks at the frame from here on must not find what it does not own.
            for i in 0..PASSED {
                args.add(i).write(Value::UNDEF);
            }
        }
        native::waited(vm, result)
    }
}
/// Whether the defaults have room behind the arguments.
#[inline(always)]
unsafe fn has_room_for<const PASSED: usize, const EXTRA: usize>(
    fp: *mut Frame,
    vm: &Vm,
    words: *const NativeCache,
    args: *mut Value,
) -> bool {
    // SAFETY: called with a filled cache.
    unsafe {
        let extra = match EXTRA {
            0 => return true,
            1 => 1,
            _ => (*((*words).descriptor as *const Prepared)).defaults.len(),
        };
        has_room(fp, vm, args.add(PASSED + extra))
    }
}
#[inline(never)]
unsafe fn plain<const PASSED: usize, const EXTRA: usize, const REFS: bool>(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handlers with their own instruction.
    unsafe {
        let words = words::<rows::CallNative>(pc, fp);
        let window = slot(fp, (*pc).b).cast::<Frame>();
        let args = window.cast::<Value>().add(HEADER_SLOTS as usize);
        let types = (*words).types;
        let fits = if REFS {
            types != 0 && fit_refs::<PASSED>(&*((*words).function as *const Function), types, args)
        } else {
            fit::<PASSED>(types, args) || types != 0 && made_to_fit::<PASSED>(types, args, is_weak(fp))
        };
        if !fits || (*fp).flags & flags::GENERATOR != 0 || !has_room_for::<PASSED, EXTRA>(fp, vm, words, args) {
            return unfit(pc, fp, vm);
        }
        let func: FunctionPtr = &*((*words).function as *const Function);
        let prepared = &*((*words).descriptor as *const Prepared);
        let count = fill::<PASSED, EXTRA>(prepared, args);
        (*fp).pc = pc;
        (*window).func = func;
        (*window).this = std::ptr::null_mut();
        (*window).called = std::ptr::null();
        (*window).prev = fp;
        (*window).pc = std::ptr::null();
        (&raw mut (*window).nargs).cast::<u64>().write((*words).counts);
        vm.frame.set(window);
        let saved = vm.ctx.current.replace(Some(func));
        let values = std::slice::from_raw_parts_mut(args, count);
        let result = invoke(vm, func, prepared.call, values, PASSED, None, None);
        // Only what is written to a reference can be in the place of a default.
        drop_arguments(window, args, if REFS { count } else { PASSED });
        vm.frame.set(fp);
        vm.ctx.current.set(saved);
        give(pc, fp, vm, result) && attended(pc, fp, vm)
    }
}

/// Forms of `DoCall` for native functions that are found when the call is made, by the number of arguments.
macro_rules! found {
    ($($passed:literal $name:ident),*) => {
        $(handler!($name of DoCall(pc, fp, vm) {
            match found::<$passed>(pc, fp, vm) {
                Found::Done => next!(pc, fp, vm),
                Found::Thrown => return crate::interpreter::exception::unwind(pc, fp, vm),
                Found::Other => return quick::again_tail(pc, fp, vm),
                Found::Unfit => return native::plain_tail(pc, fp, vm),
            }
        });)*
        const FOUND: [Handler; prepared::MOST + 1] = [$($name),*];
    };
}
found!(0 CallFound0, 1 CallFound1, 2 CallFound2, 3 CallFound3, 4 CallFound4);

/// The form of a `DoCall` that has met a native function.
pub(super) unsafe fn for_found(pc: *const Insn) -> Handler {
    // SAFETY: called with the instruction being executed.
    FOUND.get(unsafe { passed(pc) }).copied().unwrap_or(quick::DoCallNative)
}
/// How such a call went.
enum Found {
    Done,
    Thrown,
    /// The function is of another kind.
    Other,
    /// The long way is needed.
    Unfit,
}
#[inline(never)]
unsafe fn found<const PASSED: usize>(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> Found {
    // SAFETY: called by its handlers with their own instruction, whose window is prepared.
    unsafe {
        let window = slot(fp, (*pc).b).cast::<Frame>();
        let func: FunctionPtr = &*(*window).func;
        let Some(prepared) = func.prepared.get(PASSED) else { return unprepared(func, PASSED) };
        let args = window.cast::<Value>().add(HEADER_SLOTS as usize);
        let given = (*window).flags;
        let odd = ((*fp).flags & flags::GENERATOR) | (given & (flags::AUX | flags::OWNS_CLOSURE));
        if odd != 0 || !fit::<PASSED>(prepared.types, args) {
            return Found::Unfit;
        }
        let mut count = PASSED;
        if !prepared.defaults.is_empty() {
            if !has_room(fp, vm, args.add(PASSED + prepared.defaults.len())) {
                return Found::Unfit;
            }
            count = fill::<PASSED, 2>(prepared, args);
        }
        (*fp).pc = pc;
        (*window).prev = fp;
        (*window).pc = std::ptr::null();
        (&raw mut (*window).nargs).cast::<u64>().write(prepared.counts | u64::from(given) << 32);
        vm.frame.set(window);
        let saved = vm.ctx.current.replace(Some(func));
        let values = std::slice::from_raw_parts_mut(args, count);
        let this = (*window).this;
        let this = if this.is_null() { None } else { Some(ManuallyDrop::new(Object::from_raw(this))) };
        let result = invoke(vm, func, prepared.call, values, PASSED, this.as_deref(), (*window).called.as_ref());
        drop_arguments(window, args, PASSED);
        if given & flags::OWNS_THIS != 0 {
            release_header(window);
        }
        vm.frame.set(fp);
        vm.ctx.current.set(saved);
        if give(pc, fp, vm, result) && attended(pc, fp, vm) { Found::Done } else { Found::Thrown }
    }
}
/// A function that has not been called so.
#[cold]
#[inline(never)]
fn unprepared(func: FunctionPtr, passed: usize) -> Found {
    if func.flags & function_flags::PLAIN == 0 {
        return Found::Other;
    }
    // What takes references goes the long way.
    if let Some(d) = func.descriptor().filter(|_| func.flags & function_flags::ANY_BY_REF == 0) {
        func.prepared.prepare(passed, || prepare(func, d, passed));
    }
    Found::Unfit
}
