//! Callbacks: PHP functions that native code calls, mostly one function many times.

use crate::{
    interpreter::{
        call::{Through, begin, by_value, call_callable, check_native_stack, compiled, extra_arguments, run_entered, run_simple},
        finalize::failed,
        ops::call_directly,
    },
    runtime::{
        closure,
        frame::{self, Frame, HEADER_SLOTS, flags, init_bound},
        function_places::Runtime,
        operand::Operand,
        vm::Vm,
    },
};
use phant_bytecode::{Code, code_flags};
use phant_memory::{Object, Value};
use phant_native::{
    Callable, PhpResult, Thrown,
    function::{FunctionKind, function_flags},
};

/// Calls a callable from native code with arguments that it may take: they are moved into the frame.
pub fn call_taking(vm: &Vm, c: &Callable, args: &mut [Value]) -> PhpResult {
    const ASIDE: u32 = function_flags::NATIVE
        | function_flags::DEPRECATED
        | function_flags::TRAMPOLINE
        | function_flags::REST_BY_REF
        | function_flags::GENERATOR;
    if c.magic_name.is_some() || c.through_invoke {
        return call_any(vm, c, args);
    }
    let FunctionKind::User(code) = c.function.kind else { return call_native(vm, c, args) };
    if c.function.flags & ASIDE == 0 {
        let rt = vm.places.get(c.function);
        // SAFETY: the run-time part is that of the function; the callable outlives the call.
        unsafe {
            if !rt.is_null() {
                return if c.function.flags & function_flags::ANY_BY_REF == 0 {
                    run_lent::<false>(vm, c, code, rt, args)
                } else {
                    call_by_reference(vm, c, code, rt, args)
                };
            }
        }
    }
    call_any(vm, c, args)
}
/// Calls a function that takes references, if there is one wherever it takes one.
///
/// # Safety
/// As [`run_lent`].
#[inline(never)]
unsafe fn call_by_reference(vm: &Vm, c: &Callable, code: &'static Code, rt: *const Runtime, args: &mut [Value]) -> PhpResult {
    let fits = |(i, v): (usize, &Value)| v.is_ref() || !c.function.takes_ref(i);
    if !args.iter().enumerate().all(fits) {
        return call_any(vm, c, args);
    }
    // SAFETY: by contract.
    unsafe { run_lent::<true>(vm, c, code, rt, args) }
}
/// Calls a native function: the short way if it needs no frame.
#[inline(never)]
fn call_native(vm: &Vm, c: &Callable, args: &mut [Value]) -> PhpResult {
    if failed(vm) {
        return Err(Thrown);
    }
    check_native_stack(vm)?;
    let Some(result) = call_directly(vm, c.function, args) else { return call_any(vm, c, args) };
    args.iter_mut().for_each(|v| drop(std::mem::take(v)));
    let value = result?;
    if failed(vm) { Err(Thrown) } else { Ok(value) }
}
/// Calls a function that takes values, or (`REFS`) references too, which are there. The frame borrows the object and the closure from
/// the callable, as nothing of it is left when this returns.
///
/// # Safety
/// `code` and `rt` belong to the callable's function, which is no generator.
#[inline(always)]
unsafe fn run_lent<const REFS: bool>(
    vm: &Vm,
    c: &Callable,
    code: &'static Code,
    rt: *const Runtime,
    args: &mut [Value],
) -> PhpResult {
    if failed(vm) {
        return Err(Thrown);
    }
    check_native_stack(vm)?;
    let top = vm.stack_top();
    // SAFETY: by contract. The frame lies above everything in use; its bounds are checked first.
    unsafe {
        // Arguments that are no parameters have no room in the frame.
        if top.byte_add((*rt).frame_size as usize).add(args.len()) >= vm.stack_limit.get() {
            return call_any(vm, c, args);
        }
        let f = top.cast::<Frame>();
        let mut this = c.this.as_ref().filter(|_| !c.function.is_static()).map_or(std::ptr::null_mut(), Object::as_ptr);
        let mut called = c.called_class.map_or(std::ptr::null(), std::ptr::from_ref);
        if called.is_null()
            && let Some(o) = &c.this
        {
            called = o.class_ptr().cast();
        }
        if code.flags & code_flags::CLOSURE != 0
            && let Some(closure) = &c.closure
        {
            let (object, class) = closure::bound_to(closure);
            if this.is_null()
                && let Some(object) = object
            {
                this = object.as_ptr();
                called = object.class_ptr().cast();
            }
            if called.is_null() {
                called = class.map_or(std::ptr::null(), std::ptr::from_ref);
            }
        }
        init_bound(f, c.function, this, called, 0);
        if let Some(closure) = &c.closure {
            (*f).closure = closure.as_ptr();
        }
        let caller = vm.frame.get();
        (*f).prev = caller;
        let count = args.len();
        for (i, v) in args.iter_mut().enumerate() {
            let v = std::mem::take(v);
            top.add(HEADER_SLOTS as usize + i).write(if v.is_ref() && !(REFS && c.function.takes_ref(i)) {
                v.into_unref()
            } else {
                v
            });
        }
        let (mut set, mut counts) = (count as u32, frame::counts(count as u32, flags::TOP, Operand::NONE));
        if count as i64 > i64::from((*rt).params) {
            frame::set_counts(f, counts);
            set = extra_arguments(vm, f, code);
            counts = frame::counts(count as u32, (*f).flags, Operand::NONE);
        }
        let pc = begin(f, rt, counts, set);
        if !code.uses.is_empty() {
            closure::bind_captured(f, code);
        }
        run_entered(vm, pc, f, caller)
    }
}
/// The same for every callable.
#[inline(never)]
fn call_any(vm: &Vm, c: &Callable, args: &mut [Value]) -> PhpResult {
    let func = c.function;
    // Where a reference is wanted there has to be one.
    let fits = |(i, v): (usize, &Value)| v.is_ref() || !func.takes_ref(i);
    match compiled(vm, func) {
        Some((code, rt)) if c.magic_name.is_none() && (by_value(func) || args.iter().enumerate().all(fits)) => {
            let args = args.iter_mut().enumerate().map(|(i, v)| {
                let v = std::mem::take(v);
                if func.takes_ref(i) { v } else { v.into_unref() }
            });
            // SAFETY: the run-time part is that of the function; the callable outlives the call.
            unsafe { run_simple(vm, func, code, rt, c.this.as_ref(), c.called_class, Through::of(c), args) }
        }
        _ => call_callable(vm, c, args, None),
    }
}
