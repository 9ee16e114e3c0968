//! Calls of native functions that have a frame. What describes the arguments lies behind them.
//!
//! Handlers here do what usually is to be done and end in a jump; whatever else there is, they jump to.

use super::*;

/// Calls the function of a `CallNative` whose arguments fit, as the rest of the instruction.
macro_rules! call_fitting {
    ($pc:ident, $fp:ident, $vm:ident, $passed:expr, $extra:expr, $refs:expr) => {{
        use $crate::interpreter::ops::native_forms::{behind, framed};
        let words = words::<rows::CallNative>($pc, $fp);
        let window = slot($fp, (*$pc).b).cast::<Frame>();
        let args = window.cast::<Value>().add(HEADER_SLOTS as usize);
        let func: FunctionPtr = &*((*words).function as *const Function);
        let prepared = &*((*words).descriptor as *const Prepared);
        let count = fill::<{ $passed }, { $extra }>(prepared, args);
        (*window).func = func;
        framed::head($pc, $fp, $vm, window, func, (*words).counts);
        (*window).this = std::ptr::null_mut();
        (*window).called = std::ptr::null();
        let result = behind::run_described($vm, args.add(count), func, prepared.call, args, [$passed, count], None, None);
        if !behind::is_usual::<true>($vm, $pc, &result) {
            behind::keep(args.add(count), result);
            return framed::behind_tail::<2>($pc, $fp, $vm);
        }
        framed::left($fp, $vm);
        if let Ok(value) = result {
            behind::give_usual::<true>($pc, $fp, value);
        }
        // Only what is written to a reference can be in the place of a default.
        let alone = behind::let_go::<{ $passed }>(args)
            && (!$refs || $extra == 0 || behind::let_go_from(args.add($passed), count - $passed));
        if !alone {
            return framed::freed_tail::<2>($pc, $fp, $vm);
        }
        $crate::interpreter::dispatch::go!($pc.add(2), $fp, $vm)
    }};
}
pub(super) use call_fitting;

/// Defines a form of `CallNative`.
macro_rules! plain_form {
    ($name:ident, $passed:literal, $extra:literal, $refs:literal) => {
        handler!($name of CallNative(pc, fp, vm) {
            use $crate::interpreter::ops::native_forms::{fit, fit_refs, framed};
            let words = words::<rows::CallNative>(pc, fp);
            let args = slot(fp, (*pc).b).add(HEADER_SLOTS as usize);
            let types = (*words).types;
            let func = (*words).function as *const Function;
            // The cache of a later request is empty: there is a function behind it where there are types only.
            if !(if $refs { types != 0 && fit_refs::<$passed>(&*func, types, args) } else { fit::<$passed>(types, args) }) {
                return framed::unfit_tail::<$passed, $extra, $refs>(pc, fp, vm);
            }
            framed::call_fitting!(pc, fp, vm, $passed, $extra, $refs)
        });
    };
}
pub(super) use plain_form;

/// Writes what every native function's frame has, and enters it.
#[inline(always)]
pub(in crate::interpreter::ops) unsafe fn head(
    pc: *const Insn,
    fp: *mut Frame,
    vm: &Vm,
    window: *mut Frame,
    func: FunctionPtr,
    counts: u64,
) {
    // SAFETY: called by the forms with their own instruction and its window.
    unsafe {
        (*fp).pc = pc;
        (*window).prev = fp;
        (*window).pc = std::ptr::null();
        (&raw mut (*window).nargs).cast::<u64>().write(counts);
        vm.frame.set(window);
        vm.ctx.current.set(Some(func));
    }
}
/// The frame of a native function is left.
#[inline(always)]
pub(in crate::interpreter::ops) unsafe fn left(fp: *mut Frame, vm: &Vm) {
    vm.frame.set(fp);
    // Where PHP code runs, no native function does.
    vm.ctx.current.set(None);
}
/// Arguments that do not fit as they are.
#[inline(never)]
pub(super) unsafe extern "C" fn unfit_tail<const PASSED: usize, const EXTRA: usize, const REFS: bool>(
    pc: *const Insn,
    fp: *mut Frame,
    vm: &Vm,
) {
    // SAFETY: called by a form with its own instruction.
    unsafe {
        let words = words::<rows::CallNative>(pc, fp);
        let types = (*words).types;
        let args = slot(fp, (*pc).b).add(HEADER_SLOTS as usize);
        if types != 0 {
            if are_wanted_objects::<PASSED>(&*((*words).function as *const Function), types, args, vm) {
                return objects_tail::<PASSED, EXTRA, REFS>(pc, fp, vm);
            }
            if !REFS && made_to_fit::<PASSED>(types, args, is_weak(fp)) {
                let handler: Handler = std::mem::transmute((*pc).handler.get());
                return handler(pc, fp, vm);
            }
        }
        unfit_rest(pc, fp, vm)
    }
}
/// The call with objects that fit.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn objects_tail<const PASSED: usize, const EXTRA: usize, const REFS: bool>(
    pc: *const Insn,
    fp: *mut Frame,
    vm: &Vm,
) {
    // SAFETY: called by `unfit_tail` with its own instruction.
    unsafe { call_fitting!(pc, fp, vm, PASSED, EXTRA, REFS) }
}
/// Whether all that does not fit are objects that are wanted: closures where something callable is, and objects of native classes
/// that parameters name.
#[inline(never)]
unsafe fn are_wanted_objects<const PASSED: usize>(func: FunctionPtr, types: u64, args: *const Value, vm: &Vm) -> bool {
    // SAFETY: called with the arguments of a window.
    unsafe {
        let params = func.descriptor().map_or(&[][..], |d| d.params);
        (0..PASSED).all(|i| {
            let v = &*args.add(i);
            if i < 32 && func.by_ref >> i & 1 != 0 {
                let types = (types >> (16 * i)) as u32 & 0xffff;
                return types & TypeMask::of_tag(v.raw_type_behind()).0 != 0 && takes_reference(func, v);
            }
            if types >> (16 * i) >> v.type_number() & 1 != 0 {
                return true;
            }
            let Some(ty) = params.get(i).and_then(|p| p.ty.as_ref()).filter(|_| v.tag() == tag::OBJECT) else { return false };
            let class = &*entry::object_class(v);
            ty.mask.contains(TypeMask::CALLABLE) && std::ptr::eq(class, crate::runtime::closure::known_class(vm))
                || ty.classes.iter().any(|name| vm.members.is_native_instance(class, name))
        })
    }
}
/// What is not usual behind a function, in an instruction of `LEN` words.
#[inline(never)]
pub(super) unsafe extern "C" fn behind_tail<const LEN: usize>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by a form behind its function.
    unsafe { behind::called!(behind(pc, fp, vm), pc, fp, vm, LEN) }
}
#[inline(never)]
unsafe fn behind(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: as above.
    unsafe {
        let window = slot(fp, (*pc).b).cast::<Frame>();
        let args = window.cast::<Value>().add(HEADER_SLOTS as usize);
        let count = behind::count_of(window);
        let result = native::waited(vm, behind::kept(args.add(count)));
        drop_arguments(window, args, count);
        if (*window).flags & flags::OWNS_THIS != 0 {
            release_header(window);
        }
        left(fp, vm);
        give(pc, fp, vm, result) && attended(pc, fp, vm)
    }
}
/// Arguments of which this was the last handle.
#[inline(never)]
pub(super) unsafe extern "C" fn freed_tail<const LEN: usize>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by a form behind its function.
    unsafe { behind::called!(freed(pc, fp, vm), pc, fp, vm, LEN) }
}
#[inline(never)]
unsafe fn freed(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: as above.
    unsafe {
        let window = slot(fp, (*pc).b).cast::<Frame>();
        let count = behind::count_of(window);
        drop_arguments(window, window.cast::<Value>().add(HEADER_SLOTS as usize), count);
        if (*window).flags & flags::OWNS_THIS != 0 {
            release_header(window);
        }
        attended(pc, fp, vm)
    }
}

/// Calls the function that a `DoCall` has found, whose arguments fit, as the rest of the instruction. `$alone`: there is nothing behind
/// the arguments that were passed.
macro_rules! call_found {
    ($pc:ident, $fp:ident, $vm:ident, $passed:expr, $alone:expr, $func:ident, $prepared:ident) => {{
        let window = slot($fp, (*$pc).b).cast::<Frame>();
        let args = window.cast::<Value>().add(HEADER_SLOTS as usize);
        let count = if $alone { $passed } else { fill::<{ $passed }, 2>($prepared, args) };
        head($pc, $fp, $vm, window, $func, $prepared.counts | u64::from((*window).flags) << 32);
        // The object and the class stand in the header.
        let this = (&raw const (*window).this).cast::<Option<Object>>();
        let this = (*this).as_ref();
        let called = (*window).called.as_ref();
        let result = behind::run_described($vm, args.add(count), $func, $prepared.call, args, [$passed, count], this, called);
        // Found again rather than kept: a register that is kept is saved by every run.
        let window = slot($fp, (*$pc).b).cast::<Frame>();
        let args = window.cast::<Value>().add(HEADER_SLOTS as usize);
        if !behind::is_usual::<true>($vm, $pc, &result) {
            behind::keep(args.add(behind::count_of(window)), result);
            return behind_tail::<1>($pc, $fp, $vm);
        }
        left($fp, $vm);
        // What takes its arguments raw may have written others. The result may go where the function is named.
        let is_plain = $alone || (*(*window).func).flags & function_flags::PLAIN != 0;
        if let Ok(value) = result {
            behind::give_usual::<true>($pc, $fp, value);
        }
        let mut goes = behind::let_go::<{ $passed }>(args);
        if !$alone {
            goes = goes && (is_plain || behind::let_go_from(args.add($passed), behind::count_of(window) - $passed));
        }
        if !goes {
            return freed_tail::<1>($pc, $fp, $vm);
        }
        if (*window).flags & flags::OWNS_THIS != 0 {
            let this: *mut phant_memory::header::Header = (*window).this.cast();
            if !phant_memory::header::is_shared(this) {
                return freed_tail::<1>($pc, $fp, $vm);
            }
            (*this).refcount -= 1;
        }
        next!($pc, $fp, $vm)
    }};
}
/// Forms of `DoCall` for native functions that are found when the call is made, by the number of arguments: calls without defaults.
macro_rules! found {
    ($($passed:literal $name:ident),*) => {
        $(handler!($name of DoCall(pc, fp, vm) {
            let window = slot(fp, (*pc).b).cast::<Frame>();
            let args = window.cast::<Value>().add(HEADER_SLOTS as usize);
            let func: FunctionPtr = &*(*window).func;
            let Some(prepared) = func.prepared.get($passed) else { return unprepared_tail::<$passed>(pc, fp, vm) };
            let odd = ((*fp).flags & flags::GENERATOR) | ((*window).flags & (flags::AUX | flags::OWNS_CLOSURE));
            if odd != 0 || !fit::<$passed>(prepared.types, args) {
                return unfit_found_tail::<$passed>(pc, fp, vm);
            }
            if !prepared.defaults.is_empty() {
                return more_found_tail::<$passed>(pc, fp, vm);
            }
            call_found!(pc, fp, vm, $passed, true, func, prepared)
        });)*
        const FOUND: [Handler; prepared::MOST + 1] = [$($name),*];
    };
}
found!(0 CallFound0, 1 CallFound1, 2 CallFound2, 3 CallFound3, 4 CallFound4);

/// A call that is not as usual, or whose arguments do not fit as they are.
#[inline(never)]
unsafe extern "C" fn unfit_found_tail<const PASSED: usize>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by a form with its own instruction.
    unsafe {
        let window = slot(fp, (*pc).b).cast::<Frame>();
        let odd = ((*fp).flags & flags::GENERATOR) | ((*window).flags & (flags::AUX | flags::OWNS_CLOSURE));
        let func: FunctionPtr = &*(*window).func;
        if odd == 0
            && let Some(prepared) = func.prepared.get(PASSED)
            && are_wanted_objects::<PASSED>(func, prepared.types, window.cast::<Value>().add(HEADER_SLOTS as usize), vm)
        {
            return more_found_tail::<PASSED>(pc, fp, vm);
        }
        native::plain_tail(pc, fp, vm)
    }
}
/// The call of a function that is prepared and whose arguments fit, objects and defaults among them.
///
/// # Safety
/// As every handler, of a form's instruction.
#[inline(never)]
unsafe extern "C" fn more_found_tail<const PASSED: usize>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by a form, or by `unfit_found_tail`, with its own instruction, whose function is prepared.
    unsafe {
        let func: FunctionPtr = &*(*slot(fp, (*pc).b).cast::<Frame>()).func;
        let Some(prepared) = func.prepared.get(PASSED) else { unreachable!("prepared") };
        call_found!(pc, fp, vm, PASSED, false, func, prepared)
    }
}
/// The form of a `DoCall` that has met a native function.
pub(in crate::interpreter::ops) unsafe fn for_found(pc: *const Insn, func: FunctionPtr) -> Handler {
    // SAFETY: called with the instruction being executed.
    let passed = unsafe { passed(pc) };
    generator::form(func, passed).unwrap_or_else(|| for_any(passed))
}
/// The form for native functions of whatever kind.
pub(super) fn for_any(passed: usize) -> Handler {
    FOUND.get(passed).copied().unwrap_or(quick::DoCallNative)
}
/// A function that has not been called so.
#[cold]
#[inline(never)]
unsafe extern "C" fn unprepared_tail<const PASSED: usize>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by a form with its own instruction.
    unsafe {
        if try_to_prepare(&*(*slot(fp, (*pc).b).cast::<Frame>()).func, PASSED) {
            return native::plain_tail(pc, fp, vm);
        }
        // The function is of another kind.
        quick::again_tail(pc, fp, vm)
    }
}
/// Prepares such calls; false if the function has none at all.
#[inline(never)]
pub(super) fn try_to_prepare(func: FunctionPtr, passed: usize) -> bool {
    if func.flags & function_flags::PLAIN == 0 && !takes_raw(func) {
        return false;
    }
    // What takes references goes the long way.
    if let Some(d) = func.descriptor().filter(|_| func.flags & function_flags::ANY_BY_REF == 0) {
        func.prepared.prepare(passed, || prepare(func, d, passed));
    }
    true
}
