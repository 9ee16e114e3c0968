//! Calls of native functions that take their arguments by value: the short way. Everything else goes through
//! `call::call_native`.

use super::*;
use crate::{
    interpreter::{
        call::release_header,
        finalize::{self, settled},
    },
    runtime::frame::{HEADER_SLOTS, flags},
};
use phant_bytecode::TypeMask;
use phant_memory::Object;
use phant_native::{Args, FunctionPtr, PhpResult, coerce, descriptor::FunctionDescriptor};
use std::mem::ManuallyDrop;

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
        let Some(d) = func.descriptor() else { return do_call_tail(pc, fp, vm) };
        let passed = ((*pc).c & 0x3fff) as usize;
        let count = d.params.len();
        let args = window.cast::<Value>().add(HEADER_SLOTS as usize);
        let odd = ((*fp).flags & flags::GENERATOR) | ((*window).flags & (flags::AUX | flags::OWNS_CLOSURE));
        if passed > count || odd != 0 || args.add(count) >= vm.stack_limit.get() {
            return do_call_tail(pc, fp, vm);
        }
        next_if!(run_plain(pc, fp, vm, window, func, d), pc, fp, vm)
    }
}
/// What needs locals with addresses, which nothing that ends in a tail call can have.
#[inline(never)]
unsafe fn run_plain(
    pc: *const Insn,
    fp: *mut Frame,
    vm: &Vm,
    window: *mut Frame,
    func: FunctionPtr,
    d: &'static FunctionDescriptor,
) -> bool {
    // SAFETY: called by `plain_tail`.
    unsafe {
        let passed = ((*pc).c & 0x3fff) as usize;
        let count = d.params.len();
        let args = window.cast::<Value>().add(HEADER_SLOTS as usize);
        (*fp).pc = pc;
        (*window).prev = fp;
        (*window).pc = std::ptr::null();
        (*window).nargs = passed as u32;
        (*window).flags |= flags::NATIVE;
        (*window).first_temp = HEADER_SLOTS + count as u16;
        let mut fits = passed >= d.required as usize;
        for (i, p) in d.params.iter().enumerate() {
            let v = args.add(i);
            if i >= passed {
                v.write(Value::UNDEF);
            }
            // Nothing is of the type UNDEF, so what was not passed is looked at closely.
            let mask = p.ty.as_ref().map_or(TypeMask(!1), |ty| ty.mask);
            fits &= mask.intersects(TypeMask::of_tag((*v).raw_type()));
        }
        vm.frame.set(window);
        let saved = vm.ctx.current.replace(Some(func));
        let values = std::slice::from_raw_parts_mut(args, count);
        let checked = if fits { Ok(()) } else { coerce::arguments(&vm.ctx, func, values, passed) };
        let result = match checked {
            Ok(()) => {
                let this =
                    if (*window).this.is_null() { None } else { Some(ManuallyDrop::new(Object::from_raw((*window).this))) };
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
        if (*window).flags & flags::OWNS_THIS != 0 {
            release_header(window);
        }
        vm.frame.set(fp);
        vm.ctx.current.set(saved);
        if !settled(vm) || vm.ctx.has_exception() {
            drop(result);
            return false;
        }
        hand_over(pc, fp, result);
        if phant_memory::gc::pending() {
            crate::runtime::checked::collects(fp);
            phant_memory::gc::collect();
            return !vm.ctx.has_exception();
        }
        true
    }
}
/// Puts a result where the instruction wants it.
#[inline(always)]
unsafe fn hand_over(pc: *const Insn, fp: *mut Frame, result: PhpResult) {
    // SAFETY: called with the instruction's own frame.
    unsafe {
        let mut v = result.unwrap_or(Value::NULL);
        if v.is_ref() && (*pc).c & 0x8000 == 0 {
            v = v.into_unref();
        }
        set_wanted(fp, (*pc).a, v);
    }
}
