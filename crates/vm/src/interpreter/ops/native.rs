//! Calls of native functions whose arguments are as they are declared: the short way. Everything else goes through
//! `call::call_native`.

use super::*;
use crate::{
    interpreter::{
        call::{self, release_header},
        finalize,
        interrupt::COLLECT,
    },
    runtime::frame::{HEADER_SLOTS, flags, init_header},
};
use phant_bytecode::cache::NativeCache;
use phant_memory::Object;
use phant_native::{
    Args, ClassPtr, Function, FunctionPtr, ObjectExt, PhpResult, Thrown, coerce,
    descriptor::{FunctionDescriptor, NativeFn, Ready},
    function::function_flags,
};
use std::mem::ManuallyDrop;

// A native function known when the code was compiled: its header is made here.
op!(CallNative(pc, fp, vm) {
    next_if!(call_generally(pc, fp, vm), pc, fp, vm, ext)
});
/// The call as it suits every function and all arguments.
///
/// # Safety
/// `pc` is a `CallNative` of the frame.
#[inline(never)]
pub(super) unsafe fn call_generally(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: by contract.
    unsafe {
        let mut func = (*words::<rows::CallNative>(pc, fp)).function as *const Function;
        let is_first = func.is_null();
        if is_first {
            func = resolve_native(pc, fp, vm);
        }
        let window = slot(fp, (*pc).b).cast::<Frame>();
        init_header(window, &*func);
        let ok = if (*fp).flags & flags::GENERATOR != 0 {
            super::call::do_native(pc, fp, vm)
        } else {
            run_plain(pc, fp, vm, window, &*func, 0) && collected(pc, fp, vm)
        };
        if is_first && ok {
            native_forms::suit(pc, fp, &*func);
        }
        ok
    }
}
op!(CallInPlace(pc, fp, vm) {
    next_if!(call_in_place(pc, fp, vm), pc, fp, vm, ext)
});
/// Moves the array that the first argument is the place of into the call, and back when the function is done with it. Whoever asks
/// for a reference instead of a place has it called like any other function.
#[inline(never)]
unsafe fn call_in_place(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler; no code has run since the instruction before found the place.
    unsafe {
        let mut func = (*words::<rows::CallInPlace>(pc, fp)).function as *const Function;
        if func.is_null() {
            func = resolve_native(pc, fp, vm);
        }
        let window = slot(fp, (*pc).b).cast::<Frame>();
        init_header(window, &*func);
        let args = window.cast::<Value>().add(HEADER_SLOTS as usize);
        let Some(place) = (*args).pin() else {
            return if (*fp).flags & flags::GENERATOR != 0 {
                super::call::do_native(pc, fp, vm)
            } else {
                run_plain(pc, fp, vm, window, &*func, 0) && collected(pc, fp, vm)
            };
        };
        let at = place.at();
        if !(*at).is_array() {
            // A destructor has put something else there since: that is refused.
            args.write(if (*at).is_undef() { Value::NULL } else { (*at).unref() });
            drop(place);
            return super::call::do_native(pc, fp, vm);
        }
        let d = (*func).descriptor().expect("native");
        let passed = passed(pc);
        native_forms::head(pc, fp, vm, window, &*func, counts(passed, 0, passed));
        let aux = (*at).aux();
        let mut array = std::ptr::replace(at, Value::UNDEF);
        array.set_aux(0);
        args.write(array);
        let result = body(vm, &*func, d.call, std::slice::from_raw_parts_mut(args, passed), passed, None, None);
        let mut array = std::ptr::replace(args, Value::NULL);
        array.set_aux(aux);
        at.write(array);
        drop(place);
        // Destructors run behind the call: there is no room for frames behind a window in a generator's.
        native_forms::left(fp, vm);
        let result = waited(vm, result);
        drop_arguments(window, args, passed);
        give(pc, fp, vm, result) && collected(pc, fp, vm)
    }
}
/// Finds the function, and writes what every call looks at into the cache. Forms find no types there yet.
#[cold]
#[inline(never)]
unsafe fn resolve_native(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> *const Function {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let name = (*lit(fp, (*pc.add(1)).b)).as_str().expect("a name").clone();
        let func = vm.function_named(&name).expect("known when this was compiled");
        let d = func.descriptor().expect("native");
        let passed = passed(pc);
        *words::<rows::CallNative>(pc, fp) = NativeCache {
            function: std::ptr::from_ref(func) as u64,
            descriptor: 0,
            types: 0,
            counts: counts(passed, 0, passed.max(fixed(func, d))),
        };
        func
    }
}
/// How many parameters are not variadic.
#[inline(always)]
pub(super) fn fixed(func: FunctionPtr, d: &FunctionDescriptor) -> usize {
    d.taken.len() - usize::from(func.flags & function_flags::VARIADIC != 0)
}
/// How many arguments an instruction passes.
#[inline(always)]
pub(super) unsafe fn passed(pc: *const Insn) -> usize {
    // SAFETY: an instruction that calls.
    unsafe { ((*pc).c.number() & 0x3fff) as usize }
}
/// `nargs`, `flags` and `first_temp` of a native function's frame with `count` values: one store, and not in parts, since what is
/// read of it soon would wait for all of them.
#[inline(always)]
pub(super) fn counts(passed: usize, given: u16, count: usize) -> u64 {
    passed as u64
        | u64::from(given | flags::NATIVE) << 32
        | u64::from(Operand::behind(usize::from(HEADER_SLOTS) + count).number()) << 48
}

/// What stands for an argument that was not passed; `None` if that has to be evaluated yet.
#[inline(always)]
pub(super) fn default_of(func: FunctionPtr, d: &FunctionDescriptor, i: usize) -> Option<Value> {
    Some(match d.taken[i].fill {
        Ready::Null => Value::NULL,
        Ready::Bool(b) => Value::bool(b),
        Ready::Int(n) => Value::int(n),
        Ready::EmptyArray => Value::empty_array(),
        Ready::Evaluate(_) => (**func.known_default(i)?).clone(),
    })
}
/// Drops the arguments of a function that is over. Its frame says so to destructors.
#[inline(always)]
pub(super) unsafe fn drop_arguments(window: *mut Frame, args: *mut Value, count: usize) {
    // SAFETY: called with a window and its arguments.
    unsafe {
        for i in 0..count {
            let v = args.add(i);
            if (*v).is_counted() {
                (*window).flags |= flags::LEFT;
                drop(std::ptr::replace(v, Value::UNDEF));
            }
        }
    }
}
/// Hands the result on; false if an exception is pending.
#[inline(always)]
pub(super) unsafe fn give(pc: *const Insn, fp: *mut Frame, vm: &Vm, result: PhpResult) -> bool {
    // SAFETY: called behind a call instruction, in the caller's frame.
    unsafe {
        let Ok(value) = result else { return false };
        if vm.ctx.has_exception() {
            return false;
        }
        set_wanted(fp, (*pc).a, if value.is_ref() && (*pc).c.number() & 0x8000 == 0 { value.into_unref() } else { value });
        true
    }
}
/// The function itself, and what waits for its end.
#[inline(always)]
pub(super) fn invoke(
    vm: &Vm,
    func: FunctionPtr,
    call: NativeFn,
    values: &mut [Value],
    passed: usize,
    this: Option<&Object>,
    called_class: Option<ClassPtr>,
) -> PhpResult {
    waited(vm, body(vm, func, call, values, passed, this, called_class))
}
/// The function itself.
#[inline(always)]
pub(super) fn body(
    vm: &Vm,
    func: FunctionPtr,
    call: NativeFn,
    values: &mut [Value],
    passed: usize,
    this: Option<&Object>,
    called_class: Option<ClassPtr>,
) -> PhpResult {
    // There is nothing to drop: nobody puts names into it.
    let mut all = ManuallyDrop::new(Args { values, passed, named: None, this, called_class, function: func });
    crate::runtime::checked::body(func, || call(&vm.ctx, &mut all))
}
/// What waits for a function's end is done.
#[inline(always)]
pub(super) fn waited(vm: &Vm, result: PhpResult) -> PhpResult {
    if finalize::wants_attention(vm) { finalize::after_native(vm, result) } else { result }
}
/// Runs the collector if it waits for that; false if an exception is pending then.
#[inline(always)]
pub(super) unsafe fn collected(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called behind a call instruction.
    unsafe {
        if (*vm.interrupt.get()).load(std::sync::atomic::Ordering::Relaxed) & COLLECT == 0 {
            return true;
        }
        collect(pc, fp, vm)
    }
}
#[cold]
#[inline(never)]
unsafe fn collect(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called behind a call instruction, whose result is in place.
    unsafe {
        leave(pc, fp, vm);
        (*vm.interrupt.get()).fetch_and(!COLLECT, std::sync::atomic::Ordering::Relaxed);
        if phant_memory::gc::pending() {
            crate::runtime::checked::collects(fp);
            phant_memory::gc::collect_automatically();
        }
        !vm.ctx.has_exception()
    }
}

/// Runs the [`PLAIN`](phant_native::function::function_flags::PLAIN) function whose window is prepared, as the rest of
/// the call instruction. Others go on as every function.
///
/// # Safety
/// As every handler.
#[inline(never)]
pub(super) unsafe extern "C" fn plain_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `DoCall` with its own instruction; the slots behind the arguments are free stack.
    unsafe {
        let window = slot(fp, (*pc).b).cast::<Frame>();
        let func: FunctionPtr = &*(*window).func;
        let given = (*window).flags;
        let passed = (*pc).c.number() & 0x3fff;
        let odd = ((*fp).flags & flags::GENERATOR) | (given & (flags::AUX | flags::OWNS_CLOSURE));
        let is_plain = func.flags & function_flags::PLAIN != 0;
        if odd != 0 || !is_plain || passed > func.params && func.flags & function_flags::VARIADIC == 0 {
            return do_call_tail(pc, fp, vm);
        }
        next_if!(run_plain(pc, fp, vm, window, func, given) && collected(pc, fp, vm), pc, fp, vm)
    }
}
/// What needs locals with addresses, which nothing that ends in a tail call can have. `given` are the flags of the header.
#[inline(never)]
unsafe fn run_plain(pc: *const Insn, fp: *mut Frame, vm: &Vm, window: *mut Frame, func: FunctionPtr, given: u16) -> bool {
    // SAFETY: called by the handlers above.
    unsafe {
        let d = func.descriptor().expect("native");
        let passed = passed(pc);
        let args = window.cast::<Value>().add(HEADER_SLOTS as usize);
        (*fp).pc = pc;
        (*window).prev = fp;
        (*window).pc = std::ptr::null();
        let fixed = fixed(func, d);
        let count = passed.max(fixed);
        (&raw mut (*window).nargs).cast::<u64>().write(counts(passed, given, count));
        if args.add(count) >= vm.stack_limit.get() {
            vm.frame.set(fp);
            (*window).nargs = passed as u32;
            call::abandon(window);
            call::stack_overflow(vm);
            return false;
        }
        let by_ref = func.flags & function_flags::ANY_BY_REF != 0;
        let mut fits = fit(func, d, args, passed, fixed, by_ref);
        if by_ref && fits {
            fits = (0..passed.min(fixed)).all(|i| !(*args.add(i)).is_ref() || native_forms::takes_reference(func, &*args.add(i)));
        }
        if by_ref && !fits {
            (*window).flags = given;
            vm.frame.set(fp);
            return super::call::finish_native(vm, pc, fp, window);
        }
        vm.frame.set(window);
        let saved = vm.ctx.current.replace(Some(func));
        let fits = fits || !by_ref && objects_fit(vm, d, args, passed, fixed);
        let values = std::slice::from_raw_parts_mut(args, count);
        let checked = if fits { Ok(()) } else { coerce::arguments(&vm.ctx, func, values, passed) };
        let result = match checked {
            Ok(()) => {
                let this = (*window).this;
                let this = if this.is_null() { None } else { Some(ManuallyDrop::new(Object::from_raw(this))) };
                invoke(vm, func, d.call, values, passed, this.as_deref(), (*window).called.as_ref())
            }
            Err(thrown) => Err(thrown),
        };
        drop_arguments(window, args, count);
        if given & flags::OWNS_THIS != 0 {
            release_header(window);
        }
        vm.frame.set(fp);
        vm.ctx.current.set(saved);
        give(pc, fp, vm, result)
    }
}
/// Calls a [`PLAIN`](phant_native::function::function_flags::PLAIN) function from native code, whose handles outlive the
/// call.
pub(crate) fn call_plain(
    vm: &Vm,
    func: FunctionPtr,
    this: Option<&Object>,
    called: Option<ClassPtr>,
    given: &[Value],
) -> PhpResult {
    if !finalize::settled(vm) || vm.ctx.has_exception() {
        return Err(Thrown);
    }
    call::check_native_stack(vm)?;
    let d = func.descriptor().expect("native");
    let (passed, count) = (given.len(), d.taken.len());
    let top = vm.stack_top();
    // SAFETY: the window lies above everything in use; its bounds are checked first. The caller keeps the object.
    unsafe {
        let args = top.add(HEADER_SLOTS as usize);
        if args.add(count) >= vm.stack_limit.get() {
            return Err(call::stack_overflow(vm));
        }
        let window = top.cast::<Frame>();
        let caller = vm.frame.get();
        (*window).func = func;
        (*window).this = this.map_or(std::ptr::null_mut(), Object::as_ptr);
        (*window).called = called.or_else(|| this.map(|o| o.class())).map_or(std::ptr::null(), std::ptr::from_ref);
        (*window).prev = caller;
        (*window).pc = std::ptr::null();
        (&raw mut (*window).nargs).cast::<u64>().write(counts(passed, 0, count));
        for (i, v) in given.iter().enumerate() {
            args.add(i).write(v.unref());
        }
        let fits = fit(func, d, args, passed, count, false);
        vm.frame.set(window);
        let saved = vm.ctx.current.replace(Some(func));
        let fits = fits || objects_fit(vm, d, args, passed, count);
        let values = std::slice::from_raw_parts_mut(args, count);
        let checked = if fits { Ok(()) } else { coerce::arguments(&vm.ctx, func, values, passed) };
        let result = checked.and_then(|()| invoke(vm, func, d.call, values, passed, this, (*window).called.as_ref()));
        drop_arguments(window, args, count);
        vm.frame.set(caller);
        vm.ctx.current.set(saved);
        let value = result?;
        if !finalize::settled(vm) || vm.ctx.has_exception() {
            return Err(Thrown);
        }
        Ok(value)
    }
}
/// Whether the arguments are of types that fit as they are. Those that were not passed get their defaults.
#[inline(always)]
unsafe fn fit(func: FunctionPtr, d: &FunctionDescriptor, args: *mut Value, passed: usize, fixed: usize, by_ref: bool) -> bool {
    // SAFETY: called by `run_plain` with the arguments of its window.
    unsafe {
        let mut fits = passed >= d.required as usize;
        for i in 0..passed.min(fixed) {
            let taken = d.taken.get_unchecked(i);
            let v = &*args.add(i);
            fits &= if by_ref && taken.by_ref {
                v.is_ref() && taken.types.0 & phant_bytecode::TypeMask::of_tag(v.raw_type_behind()).0 != 0
            } else {
                taken.types.0 & v.type_bit() != 0
            };
        }
        if passed > fixed {
            let rest = d.taken.get_unchecked(fixed).types.0;
            for i in fixed..passed {
                fits &= rest & (*args.add(i)).type_bit() != 0;
            }
        }
        for i in passed..fixed {
            let taken = d.taken.get_unchecked(i);
            // What a reference is made of is the long way.
            fits &= !taken.by_ref || taken.fill == Ready::Null;
            let value = default_of(func, d, i);
            fits &= value.is_some();
            args.add(i).write(value.unwrap_or(Value::UNDEF));
        }
        fits
    }
}
/// Whether everything that does not fit as it is, is an object of a native class that its parameter names. Defaults are in place.
#[inline(never)]
unsafe fn objects_fit(vm: &Vm, d: &'static FunctionDescriptor, args: *mut Value, passed: usize, fixed: usize) -> bool {
    // SAFETY: called behind `fit` with the same arguments.
    unsafe {
        let fits = |i: usize| {
            let v = &*args.add(i);
            if i >= passed {
                return !v.is_undef();
            }
            let is_of = |name: &&'static str| v.own_object().is_some_and(|o| vm.members.is_native_instance(o.class(), name));
            d.taken.get_unchecked(i).types.0 & v.type_bit() != 0
                || d.params[i].ty.as_ref().is_some_and(|ty| ty.classes.iter().any(is_of))
        };
        passed >= d.required as usize && passed <= fixed && (0..fixed).all(fits)
    }
}
