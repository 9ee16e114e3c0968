//! Calls, third step: entering the function, or running it if it is native.

use super::*;
use crate::{
    interpreter::call::{self, enter, release_header},
    runtime::{
        closure,
        frame::{HEADER_SLOTS, counts, counts_of, flags},
        function_places::Runtime,
    },
};
use phant_bytecode::Op;
use phant_memory::Array;
use phant_memory::KeyRef;
use phant_native::{
    FunctionPtr,
    function::{FunctionKind, function_flags},
};

op!(DoCall(pc, fp, vm) {
    let window = slot(fp, (*pc).b).cast::<Frame>();
    let rt = vm.places.enterable(&*(*window).func);
    if !rt.is_null() {
        let given = counts_of(window);
        if (*fp).flags & flags::GENERATOR != 0 {
            return prepared_tail(pc, fp, vm);
        }
        if given & counts(0, flags::OWNS_CLOSURE, Operand::NONE) != 0 {
            return closure_tail(pc, fp, vm);
        }
        let nargs = u32::from((*pc).c.number() & 0x3fff);
        if window.byte_add((*rt).frame_size as usize).cast() < vm.stack_limit.get() && nargs as i32 <= i32::from((*rt).params) {
            (*fp).pc = pc;
            (*window).prev = fp;
            let entry = call::begin(window, rt, given | counts(nargs, 0, Operand::NONE), nargs);
            crate::interpreter::dispatch::go!(entry, window, vm);
        }
    }
    return first_call_tail(pc, fp, vm)
});
/// The first call of a native function here, and calls that look closer.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn first_call_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `DoCall` with its own instruction.
    unsafe {
        let function = &*(*slot(fp, (*pc).b).cast::<Frame>()).func;
        if function.flags & function_flags::PLAIN != 0 || native_forms::has_raw_form(pc, function) {
            quick::quicken(pc, native_forms::for_found(pc, function));
            return native::plain_tail(pc, fp, vm);
        }
        do_call_tail(pc, fp, vm)
    }
}
/// Calls of closures that capture nothing by name.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn closure_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `DoCall` with its own instruction, for a closure that may be entered.
    unsafe {
        let window = slot(fp, (*pc).b).cast::<Frame>();
        let func = &*(*window).func;
        let rt = vm.places.enterable(func);
        let nargs = u32::from((*pc).c.number() & 0x3fff);
        let room = window.byte_add((*rt).frame_size as usize).cast() < vm.stack_limit.get();
        match func.code() {
            Some(code) if room && nargs as i32 <= i32::from((*rt).params) && code.uses.is_empty() => {
                (*fp).pc = pc;
                (*window).prev = fp;
                let so_far = counts_of(window) | counts(nargs, 0, Operand::NONE);
                let owned = closure::bind_header(window, code);
                let entry = call::begin(window, rt, so_far | counts(0, owned, Operand::NONE), nargs);
                crate::interpreter::dispatch::go!(entry, window, vm)
            }
            _ => return prepared_tail(pc, fp, vm),
        }
    }
}
/// Calls of closures, which are bound, and calls that generators make, whose windows have to move to the VM stack.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn prepared_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `DoCall` with its own instruction, for a function that may be entered. A window's slots move bitwise to
    // where the whole frame has room.
    unsafe {
        let made = slot(fp, (*pc).b).cast::<Frame>();
        let rt = vm.places.enterable(&*(*made).func);
        let nargs = u32::from((*pc).c.number() & 0x3fff);
        let window = if (*fp).flags & flags::GENERATOR != 0 { leave(pc, fp, vm).stack_top().cast() } else { made };
        if window.byte_add((*rt).frame_size as usize).cast() >= vm.stack_limit.get() || nargs as i32 > i32::from((*rt).params) {
            return do_call_tail(pc, fp, vm);
        }
        let Some(code) = (*(*made).func).code() else { return do_call_tail(pc, fp, vm) };
        if window != made {
            std::ptr::copy_nonoverlapping(made.cast::<Value>(), window.cast(), HEADER_SLOTS as usize + nargs as usize);
        }
        (*fp).pc = pc;
        (*window).prev = fp;
        let entry = begin_bound(window, rt, code, counts_of(window) | counts(nargs, 0, Operand::NONE), nargs);
        crate::interpreter::dispatch::go!(entry, window, vm);
    }
}
/// Begins a function in a window that has room for it; a closure with what it is bound to.
#[inline(always)]
unsafe fn begin_bound(
    window: *mut Frame,
    rt: *const Runtime,
    code: &'static phant_bytecode::Code,
    so_far: u64,
    given: u32,
) -> *const Insn {
    // SAFETY: called with a prepared window of that function.
    unsafe {
        if so_far & counts(0, flags::OWNS_CLOSURE, Operand::NONE) == 0 {
            return call::begin(window, rt, so_far, given);
        }
        let owned = closure::bind_header(window, code);
        let entry = call::begin(window, rt, so_far | counts(0, owned, Operand::NONE), given);
        closure::bind_captured(window, code);
        entry
    }
}
/// A generator's frame is in the heap and has no room behind its windows: calls it makes go to the VM stack, before
/// anything is done with them. `None`: there is no room, the arguments are given back and the error is raised.
#[cold]
#[inline(never)]
unsafe fn generator_window(vm: &Vm, fp: *mut Frame, window: *mut Frame) -> Option<*mut Frame> {
    // SAFETY: the window's slots move bitwise to the top of the VM stack.
    unsafe {
        vm.frame.set(fp);
        let top = vm.stack_top();
        let slots = HEADER_SLOTS as usize + (*window).nargs as usize;
        if top.add(slots + 64) >= vm.stack_limit.get() {
            call::abandon(window);
            call::stack_overflow(vm);
            return None;
        }
        std::ptr::copy(window.cast::<Value>(), top, slots);
        Some(top.cast())
    }
}
/// Calls of native, generator, deprecated and trampoline functions.
///
/// # Safety
/// As every handler.
#[inline(never)]
pub(super) unsafe extern "C" fn do_call_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `DoCall` with its own instruction.
    unsafe {
        const ASIDE: u32 =
            function_flags::NATIVE | function_flags::DEPRECATED | function_flags::NO_DISCARD | function_flags::TRAMPOLINE;
        let window = slot(fp, (*pc).b).cast::<Frame>();
        let func: FunctionPtr = &*(*window).func;
        let rt = vm.places.get(func);
        let nargs = u32::from((*pc).c.number() & 0x3fff);
        if func.flags & ASIDE == 0
            && !rt.is_null()
            && (*fp).flags & flags::GENERATOR == 0
            && window.byte_add((*rt).frame_size as usize).cast() < vm.stack_limit.get()
        {
            // A closure, or more arguments than parameters.
            let code = func.code().expect("compiled");
            (*fp).pc = pc;
            (*window).prev = fp;
            (*window).nargs = nargs;
            let many = nargs as i32 > i32::from((*rt).params);
            let given = if many { call::extra_arguments(vm, window, code) } else { nargs };
            let entry = begin_bound(window, rt, code, counts((*window).nargs, (*window).flags, Operand::NONE), given);
            crate::interpreter::dispatch::go!(entry, window, vm);
        }
        if (*(*slot(fp, (*pc).b).cast::<Frame>()).func).code().is_some() {
            let (entry, target) = enter_slow(pc, fp, vm);
            if entry.is_null() {
                return crate::interpreter::exception::unwind(pc, fp, vm);
            }
            crate::interpreter::dispatch::go!(entry, target, vm);
        }
        next_if!(do_native(pc, fp, vm), pc, fp, vm)
    }
}
#[inline(never)]
unsafe fn enter_slow(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> (*const Insn, *mut Frame) {
    // SAFETY: called by `do_call_tail`.
    unsafe {
        let vm = leave(pc, fp, vm);
        let window = slot(fp, (*pc).b).cast::<Frame>();
        let func: FunctionPtr = &*(*window).func;
        let code = func.code().expect("checked");
        (*window).prev = fp;
        (*window).nargs = u32::from((*pc).c.number() & 0x3fff);
        start_user(vm, fp, window, func, code)
    }
}
/// Enters a compiled function whose window is prepared, whatever its kind.
pub(crate) unsafe fn start_user(
    vm: &Vm,
    fp: *mut Frame,
    window: *mut Frame,
    func: FunctionPtr,
    code: &'static phant_bytecode::Code,
) -> (*const Insn, *mut Frame) {
    // SAFETY: called with a prepared window.
    unsafe {
        let window = if (*fp).flags & flags::GENERATOR != 0 && window.cast() != vm.stack_top() {
            let Some(moved) = generator_window(vm, fp, window) else { return (std::ptr::null(), fp) };
            moved
        } else {
            window
        };
        if func.flags & (function_flags::DEPRECATED | function_flags::NO_DISCARD) != 0
            && !call::guarding(vm, window, flags::LEFT, |vm| report_call(vm, fp, func))
        {
            call::abandon(window);
            return (std::ptr::null(), fp);
        }
        if func.flags & function_flags::TRAMPOLINE != 0 {
            collect_trampoline(vm, window, func);
        }
        let func: FunctionPtr = &*(*window).func;
        let code = func.code().unwrap_or(code);
        closure::bind_frame(window, code);
        let entry = enter(vm, window, func, code);
        if !entry.is_null() {
            closure::bind_uses(window, code);
        }
        (entry, window)
    }
}
/// Says that a function is deprecated, or that its result should be used; false if a handler threw.
#[cold]
unsafe fn report_call(vm: &Vm, fp: *mut Frame, func: FunctionPtr) -> bool {
    if func.flags & function_flags::DEPRECATED != 0 && !call::report_deprecated(vm, func) {
        return false;
    }
    // SAFETY: a live frame at the instruction that calls.
    let call = unsafe { &*(*fp).pc };
    if func.flags & function_flags::NO_DISCARD != 0
        && call.a.is_none()
        && [Op::DoCall, Op::CallNamed, Op::CallArray].iter().any(|op| *op as u16 == call.op)
    {
        crate::runtime::attribute::report_discarded(vm, func);
    }
    !vm.ctx.has_exception()
}
/// Turns the arguments of a call through `__call` into its two.
unsafe fn collect_trampoline(vm: &Vm, window: *mut Frame, func: FunctionPtr) {
    // SAFETY: two slots are needed. The window is on the VM stack, where what is behind its arguments is free.
    unsafe {
        let base = window.cast::<Value>().add(HEADER_SLOTS as usize);
        let mut list = Array::with_capacity((*window).nargs as usize);
        for i in 0..(*window).nargs as usize {
            if list.push(base.add(i).read()).is_err() {
                break;
            }
        }
        if (*window).flags & flags::AUX != 0
            && let Some(named) = (*(*window).aux).named.take()
        {
            for (k, v) in named.iter() {
                list.make_mut().set(k.to_key(), v.clone());
            }
        }
        base.write(Value::from(func.name.clone()));
        base.add(1).write(Value::from(list));
        (*window).nargs = 2;
        (*window).func = crate::runtime::callable::trampoline_target(vm, func);
        if (*window).flags & flags::TRAMPOLINE != 0 {
            (*window).flags &= !flags::TRAMPOLINE;
            crate::runtime::callable::free_trampoline(func);
        }
    }
}
#[inline(never)]
pub(super) unsafe fn do_native(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by `do_call_tail`.
    unsafe {
        let vm = leave(pc, fp, vm);
        let window = slot(fp, (*pc).b).cast::<Frame>();
        (*window).nargs = u32::from((*pc).c.number() & 0x3fff);
        finish_native(vm, pc, fp, window)
    }
}
pub(super) unsafe fn finish_native(vm: &Vm, pc: *const Insn, fp: *mut Frame, window: *mut Frame) -> bool {
    // SAFETY: called with a prepared window.
    unsafe {
        let window = if (*fp).flags & flags::GENERATOR != 0 {
            let Some(moved) = generator_window(vm, fp, window) else { return false };
            moved
        } else {
            window
        };
        let mut func: FunctionPtr = &*(*window).func;
        if func.flags & function_flags::TRAMPOLINE != 0 {
            collect_trampoline(vm, window, func);
            func = &*(*window).func;
        }
        let mut out = Value::NULL;
        let ok = call::call_native(vm, window, func, (*pc).a.is_some(), &mut out);
        vm.frame.set(fp);
        if ok {
            if out.is_ref() && (*pc).c.number() & 0x8000 == 0 {
                out = out.into_unref();
            }
            set_wanted(fp, (*pc).a, out);
            if phant_memory::gc::pending() {
                crate::runtime::checked::collects(fp);
                phant_memory::gc::collect_automatically();
            }
            !vm.ctx.has_exception()
        } else {
            false
        }
    }
}
#[inline(never)]
unsafe fn call_array(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> (*const Insn, *mut Frame, bool) {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let header = slot(fp, (*pc).b).cast::<Frame>();
        let args = std::ptr::replace(slot(fp, (*pc).c), Value::UNDEF).into_array().unwrap_or_default();
        // The arguments may be many: the real window is above the caller's frame.
        let top = vm.stack_top();
        std::ptr::copy(header.cast::<Value>(), top, HEADER_SLOTS as usize);
        let window = top.cast::<Frame>();
        if call::spread(vm, window, args).is_err() || vm.ctx.has_exception() {
            call::abandon(window);
            return (std::ptr::null(), fp, false);
        }
        let func: FunctionPtr = &*(*window).func;
        (*window).prev = fp;
        match func.kind {
            FunctionKind::User(code) => {
                let (entry, target) = start_user(vm, fp, window, func, code);
                (entry, target, !entry.is_null())
            }
            FunctionKind::Native(_) => {
                let mut out = Value::NULL;
                if func.flags & function_flags::TRAMPOLINE != 0 {
                    collect_trampoline(vm, window, func);
                }
                let ok = call::call_native(vm, window, &*(*window).func, (*pc).a.is_some(), &mut out);
                vm.frame.set(fp);
                if ok {
                    set_wanted(fp, (*pc).a, out.into_unref());
                }
                (std::ptr::null(), fp, ok)
            }
        }
    }
}
/// Arguments that are put in place without a look at anything but their names.
const PLACED: usize = 16;
/// The parameters that the elements of an array are for, where those with names leave none out; `None` for anything else.
fn parameters(func: FunctionPtr, array: &phant_memory::PhpArray) -> Option<[u8; PLACED]> {
    if array.len() > PLACED {
        return None;
    }
    let (mut places, mut seen) = ([0; PLACED], 0_u32);
    for (i, (key, _)) in array.iter().enumerate() {
        let at = match key {
            KeyRef::Int(n) if n == i as i64 => i,
            KeyRef::Int(_) => return None,
            KeyRef::Str(name) => call::param_index(func, name).filter(|&at| at < PLACED)?,
        };
        if seen & 1 << at != 0 {
            return None;
        }
        seen |= 1 << at;
        places[i] = at as u8;
    }
    if seen & (seen + 1) == 0 { Some(places) } else { None }
}
/// Begins a plain function with the elements of an array for its parameters; null, and nothing is done, for anything else.
#[inline(never)]
unsafe fn begin_with_list(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> *const Insn {
    // SAFETY: called by `CallArray` with its own instruction. What lies behind the window is the list at most, which is taken away
    // first.
    unsafe {
        let window = slot(fp, (*pc).b).cast::<Frame>();
        let func = &*(*window).func;
        let rt = vm.places.enterable(func);
        let given = counts_of(window);
        let by_ref = function_flags::ANY_BY_REF | function_flags::REST_BY_REF;
        let odd = (*fp).flags & flags::GENERATOR != 0 || given & counts(0, flags::OWNS_CLOSURE | flags::AUX, Operand::NONE) != 0;
        if rt.is_null() || odd || func.flags & by_ref != 0 {
            return std::ptr::null();
        }
        let held = slot(fp, (*pc).c);
        let Some(list) = (*held).own_array() else { return std::ptr::null() };
        let in_order = list.is_packed() && list.len() == list.slots() as usize;
        let places = if in_order { None } else { parameters(func, list) };
        if !in_order && places.is_none() {
            return std::ptr::null();
        }
        let passed = list.len();
        let room = window.byte_add((*rt).frame_size as usize).cast() < vm.stack_limit.get();
        if !room || passed as i64 > i64::from((*rt).params) {
            return std::ptr::null();
        }
        let list = std::ptr::replace(held, Value::UNDEF);
        let base = slot(window, HEADER_SLOTS);
        for (i, v) in list.own_array().expect("seen").values().enumerate() {
            base.add(places.map_or(i, |places| usize::from(places[i]))).write(v.unref());
        }
        (*fp).pc = pc;
        (*window).prev = fp;
        drop(list);
        call::begin(window, rt, given & u64::from(u16::MAX) << 32 | counts(passed as u32, 0, Operand::NONE), passed as u32)
    }
}
op!(CallArray(pc, fp, vm) {
    let entry = begin_with_list(pc, fp, vm);
    if !entry.is_null() {
        crate::interpreter::dispatch::go!(entry, slot(fp, (*pc).b).cast::<Frame>(), vm);
    }
    let (entry, target, ok) = call_array(pc, fp, vm);
    if !ok {
        return crate::interpreter::exception::unwind(pc, fp, vm);
    }
    if entry.is_null() {
        next!(pc, fp, vm);
    }
    crate::interpreter::dispatch::go!(entry, target, vm)
});
#[inline(never)]
unsafe fn callable_closure(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let window = slot(fp, (*pc).b).cast::<Frame>();
        let result = closure::from_window(vm, window);
        release_header(window);
        match result {
            Ok(o) => {
                set(fp, (*pc).a, Value::from(o));
                true
            }
            Err(_) => false,
        }
    }
}
op!(CallableClosure(pc, fp, vm) { next_if!(callable_closure(pc, fp, vm), pc, fp, vm) });
