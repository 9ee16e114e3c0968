//! Forms of `CallNative` by what is passed: how many arguments, how many defaults stand behind them, whether the function needs
//! a frame, and whether the arguments can stay where they are.
//!
//! A form knows its numbers when it is compiled, so that nothing loops. What else it needs of the function is in the cache:
//! [`Prepared`], written with the types behind the first call. Until then no type fits, and forms go the long way.
//!
//! Forms of `DoCall` do the same for native functions that are found when the call is made; what they need is kept with the function.

pub(crate) mod behind;
pub(crate) mod direct;
mod framed;
pub(super) mod generator;
mod leaf;

pub(super) use framed::{for_found, head, left};

use super::{
    native::{self, drop_arguments, give, passed},
    *,
};
use crate::interpreter::call::release_header;
use crate::{
    interpreter::{
        dispatch::{HANDLERS, Handler},
        finalize,
        interrupt::{COLLECT, FINALIZE},
    },
    runtime::frame::{HEADER_SLOTS, SPARE_SLOTS, flags},
};
use phant_bytecode::{Op, TypeMask, cache::NativeCache, code_flags};
use phant_memory::{Object, Str};
use phant_native::{
    Function, FunctionPtr, PhpResult,
    descriptor::{Direct, FunctionDescriptor, Ready, facts},
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
    let is_raw = takes_raw(func);
    let fixed = d.params.len() - usize::from(func.flags & function_flags::VARIADIC != 0);
    let is_variadic = fixed < d.params.len();
    let odd = function_flags::REST_BY_REF | function_flags::PREFER_REF;
    let is_counted = func.flags & odd == 0
        && passed <= prepared::MOST
        && (is_raw || passed >= d.required as usize && if is_variadic { passed >= fixed } else { passed <= fixed });
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
        if is_raw {
            defaults.push(words_of(Value::UNDEF));
            continue;
        }
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
        defaults.push(words_of(value));
    }
    if defaults.len() + usize::from(behind::DESCRIPTION_SLOTS) > SPARE_SLOTS {
        return None;
    }
    let types = (0..4).filter_map(|i| match is_raw {
        true => Some(TypeMask::MIXED.0 & 0xffff),
        false => d.taken.get(i.min(d.taken.len().saturating_sub(1))).map(|t| t.types.0 & 0xffff),
    });
    let made = Box::leak(Box::new(Prepared {
        call: d.call,
        direct: if is_raw { Direct::None } else { d.direct },
        // Never nothing, which says in a cache that it is not filled.
        types: types.rev().fold(0, |all, types| all << 16 | u64::from(types)).max(1),
        counts: native::counts(passed, 0, passed.max(fixed)),
        defaults,
    }));
    all.insert(key, made);
    Some(made)
}
/// A default as its two words.
fn words_of(value: Value) -> [u64; 2] {
    // SAFETY: a value is two words; nothing is owned by one that is not counted.
    unsafe { std::mem::transmute::<ManuallyDrop<Value>, [u64; 2]>(ManuallyDrop::new(value)) }
}
/// Whether a function looks at its arguments itself, all of them by value: what was not passed is nothing at all then.
pub(super) fn takes_raw(func: FunctionPtr) -> bool {
    func.flags & !(function_flags::NATIVE | function_flags::VARIADIC) == 0
        && func.descriptor().is_some_and(|d| d.facts & facts::RAW != 0)
}
/// Whether a `DoCall` has a form for such a function.
#[inline(never)]
pub(super) unsafe fn has_raw_form(pc: *const Insn, func: FunctionPtr) -> bool {
    // SAFETY: called with the instruction being executed.
    unsafe { passed(pc) <= prepared::MOST && takes_raw(func) }
}
/// Puts the defaults behind the arguments; tells how many there are in all.
#[inline(always)]
unsafe fn fill<const PASSED: usize, const EXTRA: usize>(prepared: &Prepared, args: *mut Value) -> usize {
    // SAFETY: called with the arguments of a window on the VM stack, behind which is room for them.
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
        let is_leaf = func.flags & function_flags::LEAF != 0;
        // Defaults lie behind the window.
        if is_leaf && extra > 0 && !has_room(fp) {
            return;
        }
        let words = words::<rows::CallNative>(pc, fp);
        (*words).descriptor = std::ptr::from_ref(prepared) as u64;
        (*words).types = prepared.types;
        let form = if is_leaf {
            let takes_directly = !matches!(prepared.direct, Direct::None);
            leaf::lend(pc, fp, passed, extra, takes_directly);
            let direct = passed.checked_sub(1).and_then(|at| direct::CALLED.get(at)?[extra]);
            direct.filter(|_| takes_directly).unwrap_or(FORMS[passed][extra].leaf)
        } else {
            framed_form(fp, passed, extra, func.flags & function_flags::ANY_BY_REF != 0)
        };
        quick::quicken(pc, form);
    }
}
/// Whether there is room behind the windows of a frame: a generator's is a block of its own.
unsafe fn has_room(fp: *mut Frame) -> bool {
    // SAFETY: called with the frame that runs.
    unsafe { (*fp).flags & flags::GENERATOR == 0 }
}
/// The form for functions with a frame, which describes the arguments behind them; without room for that, the general one.
unsafe fn framed_form(fp: *mut Frame, passed: usize, extra: usize, refs: bool) -> Handler {
    // SAFETY: called with the frame that runs.
    if !unsafe { has_room(fp) } {
        return HANDLERS[Op::CallNative as usize];
    }
    let forms = FORMS[passed][extra];
    if refs { forms.refs } else { forms.plain }
}
/// The forms for one number of arguments and of defaults.
#[derive(Clone, Copy)]
struct Forms {
    leaf: Handler,
    plain: Handler,
    refs: Handler,
}

/// Defines the forms of `CallNative`, and the table of them.
macro_rules! forms {
    ($($passed:literal: $($extra:literal $leaf:ident $plain:ident $refs:ident),*;)*) => {
        $($(
            leaf::leaf_form!($leaf, $passed, $extra, leaf, run);
            framed::plain_form!($plain, $passed, $extra, false);
            framed::plain_form!($refs, $passed, $extra, true);
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
/// Whether the function need not look at the type of a property that a reference belongs to: what is assigned is checked, the long way.
#[inline(always)]
pub(super) fn takes_reference(func: FunctionPtr, v: &Value) -> bool {
    let leaves_arrays = func.flags & function_flags::LEAVES_ARRAYS != 0;
    v.as_ref().is_some_and(|r| r.sources().is_null() || leaves_arrays && v.raw_type_behind() == tag::TYPE & tag::ARRAY)
}
/// The same where a function takes references.
#[inline(always)]
unsafe fn fit_refs<const PASSED: usize>(func: FunctionPtr, types: u64, args: *const Value) -> bool {
    // SAFETY: as above.
    unsafe {
        let mut fits = types != 0;
        for i in 0..PASSED {
            let v = &*args.add(i);
            let types = (types >> (16 * i)) as u32 & 0xffff;
            fits &= if func.by_ref >> i & 1 != 0 {
                types & TypeMask::of_tag(v.raw_type_behind()).0 != 0 && takes_reference(func, v)
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
/// The same as the rest of the instruction.
#[cold]
#[inline(never)]
unsafe extern "C" fn unfit_rest(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: as above.
    unsafe { behind::called!(unfit(pc, fp, vm), pc, fp, vm) }
}
