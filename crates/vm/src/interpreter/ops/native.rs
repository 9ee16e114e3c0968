//! Calls of native functions whose arguments are as they are declared: the short way. Everything else goes through
//! `call::call_native`.

use super::*;
use crate::{
    interpreter::{
        call::{self, release_header},
        finalize,
    },
    runtime::frame::{HEADER_SLOTS, flags, init_header},
};
use phant_memory::Object;
use phant_native::{
    Args, Function, FunctionPtr, coerce,
    descriptor::{FunctionDescriptor, Ready},
    function::function_flags,
};
use std::mem::ManuallyDrop;

// A native function known when the code was compiled: its header is made here.
op!(CallNative(pc, fp, vm) {
    let func = (*words::<rows::CallNative>(pc, fp)).function as *const Function;
    if func.is_null() || (*fp).flags & flags::GENERATOR != 0 {
        return call_native_tail(pc, fp, vm);
    }
    if (*func).flags & function_flags::LEAF != 0 {
        next_if!(run_leaf(pc, fp, vm, &*func), pc, fp, vm, ext)
    }
    let window = slot(fp, (*pc).b).cast::<Frame>();
    init_header(window, &*func);
    next_if!(run_plain(pc, fp, vm, window, &*func, 0), pc, fp, vm, ext)
});
/// The first call at a place, and calls from generators.
///
/// # Safety
/// As every handler.
#[cold]
#[inline(never)]
unsafe extern "C" fn call_native_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `CallNative` with its own instruction.
    unsafe {
        let mut func = (*words::<rows::CallNative>(pc, fp)).function as *const Function;
        if func.is_null() {
            func = resolve_native(pc, fp, vm);
        }
        init_header(slot(fp, (*pc).b).cast(), &*func);
        if (*fp).flags & flags::GENERATOR != 0 {
            next_if!(super::call::do_native(pc, fp, vm), pc, fp, vm, ext)
        }
        next_if!(run_plain(pc, fp, vm, slot(fp, (*pc).b).cast(), &*func, 0), pc, fp, vm, ext)
    }
}
#[inline(never)]
unsafe fn resolve_native(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> *const Function {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let name = (*lit(fp, (*pc.add(1)).b)).as_str().expect("a name").clone();
        let func = vm.lookup_function(&name).expect("known when this was compiled");
        (*words::<rows::CallNative>(pc, fp)).function = std::ptr::from_ref(func) as u64;
        func
    }
}

/// Runs the [`PLAIN`](phant_native::function::function_flags::PLAIN) function whose window is prepared, as the rest of
/// the call instruction.
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
        let passed = (*pc).c & 0x3fff;
        let odd = ((*fp).flags & flags::GENERATOR) | (given & (flags::AUX | flags::OWNS_CLOSURE));
        if odd != 0 || passed > func.params && func.flags & function_flags::VARIADIC == 0 {
            return do_call_tail(pc, fp, vm);
        }
        next_if!(run_plain(pc, fp, vm, window, func, given), pc, fp, vm)
    }
}
/// What needs locals with addresses, which nothing that ends in a tail call can have. `given` are the flags of the header.
#[inline(never)]
unsafe fn run_plain(pc: *const Insn, fp: *mut Frame, vm: &Vm, window: *mut Frame, func: FunctionPtr, given: u16) -> bool {
    // SAFETY: called by the handlers above.
    unsafe {
        let d = func.descriptor().expect("native");
        let passed = ((*pc).c & 0x3fff) as usize;
        let args = window.cast::<Value>().add(HEADER_SLOTS as usize);
        (*fp).pc = pc;
        (*window).prev = fp;
        (*window).pc = std::ptr::null();
        let fixed = d.taken.len() - usize::from(func.flags & function_flags::VARIADIC != 0);
        let count = passed.max(fixed);
        // One store, and not in parts: what is read of it soon would wait for all of them.
        let first_temp = HEADER_SLOTS + count as u16;
        let counts = passed as u64 | u64::from(given | flags::NATIVE) << 32 | u64::from(first_temp) << 48;
        (&raw mut (*window).nargs).cast::<u64>().write(counts);
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
            // What is assigned to a reference of a typed property is checked: the long way.
            fits = (0..passed.min(fixed)).all(|i| (*args.add(i)).as_ref().is_none_or(|r| r.sources().is_null()));
        }
        if by_ref && !fits {
            (*window).flags = given;
            vm.frame.set(fp);
            return super::call::finish_native(vm, pc, fp, window);
        }
        vm.frame.set(window);
        let saved = vm.ctx.current.replace(Some(func));
        let values = std::slice::from_raw_parts_mut(args, count);
        let checked = if fits { Ok(()) } else { coerce::arguments(&vm.ctx, func, values, passed) };
        let result = match checked {
            Ok(()) => {
                let this = (*window).this;
                let this = if this.is_null() { None } else { Some(ManuallyDrop::new(Object::from_raw(this))) };
                let called_class = (*window).called.as_ref();
                let mut args = Args { values, passed, named: None, this: this.as_deref(), called_class, function: func };
                let result = crate::runtime::checked::body(func, || (d.call)(&vm.ctx, &mut args));
                if finalize::wants_attention(vm) { finalize::after_native(vm, result) } else { result }
            }
            Err(thrown) => Err(thrown),
        };
        for i in 0..count {
            let v = args.add(i);
            if (*v).is_counted() {
                (*window).flags |= flags::LEFT;
                drop(std::ptr::replace(v, Value::UNDEF));
            }
        }
        if given & flags::OWNS_THIS != 0 {
            release_header(window);
        }
        vm.frame.set(fp);
        vm.ctx.current.set(saved);
        let Ok(value) = result else { return false };
        if vm.ctx.has_exception() {
            return false;
        }
        set_wanted(fp, (*pc).a, if value.is_ref() && (*pc).c & 0x8000 == 0 { value.into_unref() } else { value });
        if phant_memory::gc::pending() {
            crate::runtime::checked::collects(fp);
            phant_memory::gc::collect();
            return !vm.ctx.has_exception();
        }
        true
    }
}
/// The same for a [`LEAF`](phant_native::function::function_flags::LEAF) function: nothing it does can see that it has no
/// frame.
#[inline(never)]
unsafe fn run_leaf(pc: *const Insn, fp: *mut Frame, vm: &Vm, func: FunctionPtr) -> bool {
    // SAFETY: called by the handler with its own instruction.
    unsafe {
        let d = func.descriptor().expect("native");
        let passed = ((*pc).c & 0x3fff) as usize;
        let window = slot(fp, (*pc).b).cast::<Frame>();
        let args = window.cast::<Value>().add(HEADER_SLOTS as usize);
        let count = d.taken.len();
        if args.add(count) >= vm.stack_limit.get() || !fit(func, d, args, passed, count, false) {
            init_header(window, func);
            return run_plain(pc, fp, vm, window, func, 0);
        }
        leave(pc, fp, vm);
        let values = std::slice::from_raw_parts_mut(args, count);
        let mut all = Args { values, passed, named: None, this: None, called_class: None, function: func };
        let result = crate::runtime::checked::body(func, || (d.call)(&vm.ctx, &mut all));
        let result = if finalize::wants_attention(vm) { finalize::after_native(vm, result) } else { result };
        for i in 0..count {
            let v = args.add(i);
            if (*v).is_counted() {
                drop(v.read());
            }
        }
        let Ok(value) = result else { return false };
        set_wanted(fp, (*pc).a, value);
        if phant_memory::gc::pending() {
            crate::runtime::checked::collects(fp);
            phant_memory::gc::collect();
            return !vm.ctx.has_exception();
        }
        true
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
            let value = match taken.fill {
                Ready::Null => Value::NULL,
                Ready::Bool(b) => Value::bool(b),
                Ready::Int(n) => Value::int(n),
                Ready::EmptyArray => Value::empty_array(),
                Ready::Evaluate(_) => match func.known_default(i) {
                    Some(known) => (**known).clone(),
                    None => {
                        fits = false;
                        Value::UNDEF
                    }
                },
            };
            args.add(i).write(value);
        }
        fits
    }
}
