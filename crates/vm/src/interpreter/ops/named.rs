//! Arguments with names.
//!
//! They stand in a window in the order they are written. Whether each of them has a parameter, and may be what it is, is looked at
//! where it is evaluated; the call puts them where their parameters are, and gives those between their defaults. Both keep what
//! they found for the callee met last.

use super::{
    arguments::refuse_value,
    call::{finish_native, start_user},
    *,
};
use crate::{
    interpreter::call::{self, abandon, param_index},
    runtime::frame::{HEADER_SLOTS, counts, counts_of, flags},
};
use phant_bytecode::cache::{CalleeCache, NamedCallCache};
use phant_memory::{Array, Key};
use phant_native::{
    Level, PhpResult, coerce,
    descriptor::ByRef,
    function::{Function, FunctionKind, function_flags},
};
use std::mem::MaybeUninit;

/// Most arguments whose places fit into a word.
const MOST: usize = 16;

/// What caches know a callee by: nothing else in the process ever has the same. 0: nothing is known of it by its names.
#[inline(always)]
fn callee(func: &Function) -> u64 {
    match func.kind {
        // `__call` takes what it is given.
        _ if func.flags & function_flags::TRAMPOLINE != 0 => 0,
        FunctionKind::User(code) => code.id.number(),
        FunctionKind::Native(d) => std::ptr::from_ref(d).addr() as u64,
    }
}
/// The parameter that an argument with a name is for, behind so many without; `None` for one that is collected.
fn parameter_of(vm: &Vm, func: &Function, name: &[u8], positional: usize) -> PhpResult<Option<usize>> {
    let shown = || String::from_utf8_lossy(name);
    match param_index(func, name) {
        Some(i) if i < positional => {
            Err(vm.ctx.throw_error(format!("Named parameter ${} overwrites previous argument", shown())))
        }
        None if func.flags & (function_flags::VARIADIC | function_flags::TRAMPOLINE) == 0 => {
            Err(vm.ctx.throw_error(format!("Unknown named parameter ${}", shown())))
        }
        found => Ok(found),
    }
}
/// How an argument with a name is passed; what is passed by value is kept.
unsafe fn mode_of_named(
    fp: *mut Frame,
    vm: &Vm,
    window: *mut Frame,
    name: Operand,
    positional: Operand,
    kept: *mut CalleeCache,
) -> PhpResult<(ByRef, Option<usize>)> {
    // SAFETY: called by handlers with a window and a literal of the frame's.
    unsafe {
        let func = &*(*window).func;
        let name = (*lit(fp, name)).as_str().expect("a name");
        let index = parameter_of(vm, func, &name, positional.count())?;
        let mode = match index {
            Some(i) => func.by_ref_mode(i),
            None if func.flags & function_flags::REST_BY_REF != 0 => ByRef::Prefer,
            None => ByRef::No,
        };
        if mode == ByRef::No {
            *kept = CalleeCache { callee: callee(func) };
        }
        Ok((mode, index))
    }
}

/// An argument that is refused goes before those that were in place.
unsafe fn let_go(fp: *mut Frame, value: Operand) {
    // SAFETY: called with the slot of an argument, which stays one of a value until the exception is looked at.
    unsafe { drop(std::ptr::replace(slot(fp, value), Value::UNDEF)) }
}
#[cold]
#[inline(never)]
unsafe fn check_named(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let window = slot(fp, (*pc).a).cast::<Frame>();
        let kept = words::<rows::CheckNamedArg>(pc, fp);
        let refused = match mode_of_named(fp, vm, window, (*pc).b, (*pc.add(1)).b, kept) {
            Ok((ByRef::Yes, Some(i))) => {
                refuse_value(vm, &*(*window).func, i, (*window).flags & flags::INVOKED != 0);
                true
            }
            mode => mode.is_err(),
        };
        if refused {
            let_go(fp, (*pc).c);
        }
        !refused
    }
}
op!(CheckNamedArg(pc, fp, vm) {
    let func = &*(*slot(fp, (*pc).a).cast::<Frame>()).func;
    if (*words::<rows::CheckNamedArg>(pc, fp)).callee == callee(func) {
        next!(pc, fp, vm, ext);
    }
    otherwise!(check_named(pc, fp, vm), pc, fp, vm, ext)
});
op!(JmpNamedByRef(pc, fp, vm) {
    let func = &*(*slot(fp, (*pc).a).cast::<Frame>()).func;
    if (*words::<rows::JmpNamedByRef>(pc, fp)).callee == callee(func) {
        next!(pc, fp, vm, ext);
    }
    return named_by_ref_tail(pc, fp, vm)
});
/// Looks at the parameter, as the rest of `JmpNamedByRef`.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn named_by_ref_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `JmpNamedByRef` with its own instruction.
    unsafe {
        match named_by_ref(pc, fp, vm) {
            Some(true) => {
                let ext = pc.add(1);
                let offset = (*ext).b.number() as i16 as isize;
                crate::interpreter::dispatch::go!(ext.offset(offset), fp, vm);
            }
            Some(false) => next!(pc, fp, vm, ext),
            None => return crate::interpreter::exception::unwind(pc, fp, vm),
        }
    }
}
#[inline(never)]
unsafe fn named_by_ref(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> Option<bool> {
    // SAFETY: called by `named_by_ref_tail` with its own instruction.
    unsafe {
        let vm = leave(pc, fp, vm);
        let window = slot(fp, (*pc).a).cast::<Frame>();
        let kept = words::<rows::JmpNamedByRef>(pc, fp);
        let (mode, _) = mode_of_named(fp, vm, window, (*pc).b, (*pc).c, kept).ok()?;
        Some(mode != ByRef::No)
    }
}
#[inline(never)]
unsafe fn send_named_result(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let window = slot(fp, (*pc).a).cast::<Frame>();
        let v = slot(fp, (*pc).c);
        let kept = words::<rows::SendNamedResult>(pc, fp);
        match mode_of_named(fp, vm, window, (*pc).b, (*pc.add(1)).b, kept) {
            Ok((ByRef::No, _)) => {
                let result = v.replace(Value::UNDEF);
                v.write(result.into_unref());
            }
            Ok((ByRef::Yes, _)) if !(*v).is_ref() => {
                vm.ctx.report(Level::Notice, "Only variables should be passed by reference");
                (*v).make_ref();
            }
            Ok(_) => {}
            Err(_) => let_go(fp, (*pc).c),
        }
        !vm.ctx.has_exception()
    }
}
op!(SendNamedResult(pc, fp, vm) {
    let func = &*(*slot(fp, (*pc).a).cast::<Frame>()).func;
    if (*words::<rows::SendNamedResult>(pc, fp)).callee == callee(func) && !(*slot(fp, (*pc).c)).is_ref() {
        next!(pc, fp, vm, ext);
    }
    otherwise!(send_named_result(pc, fp, vm), pc, fp, vm, ext)
});

op!(CallNamed(pc, fp, vm) {
    let window = slot(fp, (*pc).b).cast::<Frame>();
    let func = &*(*window).func;
    let rt = vm.places.enterable(func);
    let known = words::<rows::CallNamed>(pc, fp);
    let given = counts_of(window);
    let aside = (*fp).flags & flags::GENERATOR != 0 || given & counts(0, flags::OWNS_CLOSURE, Operand::NONE) != 0;
    if rt.is_null() || (*known).callee != callee(func) || (*known).evaluated != 0 || aside {
        return call_named_tail(pc, fp, vm);
    }
    let passed = u32::from((*known).passed);
    let room = window.byte_add((*rt).frame_size as usize).cast() < vm.stack_limit.get();
    if !room || passed as i32 > i32::from((*rt).params) {
        return call_named_tail(pc, fp, vm);
    }
    let count = (*pc).c.number() & 0x3fff;
    if (*known).positional != count {
        put_in_place(vm, window, known, count);
    }
    (*fp).pc = pc;
    (*window).prev = fp;
    let entry = call::begin(window, rt, given | counts(passed, 0, Operand::NONE), passed);
    crate::interpreter::dispatch::go!(entry, window, vm)
});
/// Calls that look closer, as the rest of `CallNamed`.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn call_named_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `CallNamed` with its own instruction.
    unsafe {
        let window = window_of_named(pc, fp, vm);
        if window.is_null() {
            return crate::interpreter::exception::unwind(pc, fp, vm);
        }
        if (*(*window).func).code().is_none() {
            next_if!(finish_native(leave(pc, fp, vm), pc, fp, window), pc, fp, vm, ext)
        }
        let (entry, target) = enter_named(pc, fp, vm, window);
        if entry.is_null() {
            return crate::interpreter::exception::unwind(pc, fp, vm);
        }
        crate::interpreter::dispatch::go!(entry, target, vm)
    }
}
#[inline(never)]
unsafe fn enter_named(pc: *const Insn, fp: *mut Frame, vm: &Vm, window: *mut Frame) -> (*const Insn, *mut Frame) {
    // SAFETY: called by `call_named_tail` with a prepared window of compiled code.
    unsafe {
        let vm = leave(pc, fp, vm);
        let func = &*(*window).func;
        (*window).prev = fp;
        start_user(vm, fp, window, func, func.code().expect("checked"))
    }
}
/// The window of a call above the caller's frame, where there is room for all parameters, with the arguments in place. Null: an
/// error was thrown, and nothing is left of the call.
#[inline(never)]
unsafe fn window_of_named(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> *mut Frame {
    // SAFETY: called by `call_named_tail` with its own instruction; the window's slots move bitwise.
    unsafe {
        let vm = leave(pc, fp, vm);
        let made = slot(fp, (*pc).b).cast::<Frame>();
        let count = usize::from((*pc).c.number() & 0x3fff);
        (*made).nargs = count as u32;
        let (top, slots) = (vm.stack_top(), HEADER_SLOTS as usize + count);
        if top.add(slots + (*(*made).func).params as usize + 8) >= vm.stack_limit.get() {
            abandon(made);
            call::stack_overflow(vm);
            return std::ptr::null_mut();
        }
        std::ptr::copy(made.cast::<Value>(), top, slots);
        let window = top.cast::<Frame>();
        let known = words::<rows::CallNamed>(pc, fp);
        if place_arguments(vm, window, known, &*lit(fp, (*pc.add(1)).b)).is_err() || vm.ctx.has_exception() {
            abandon(window);
            return std::ptr::null_mut();
        }
        window
    }
}
/// Puts the arguments of a window at the top of the stack in their places. Where that is, is noted, if it is the same each time.
unsafe fn place_arguments(vm: &Vm, window: *mut Frame, known: *mut NamedCallCache, names: &Value) -> PhpResult<()> {
    // SAFETY: called with a window that holds `nargs` arguments, of which the last have these names, and has room for all parameters.
    unsafe {
        let func = &*(*window).func;
        let count = (*window).nargs as u16;
        if (*known).callee != 0 && (*known).callee == callee(func) {
            if (*known).positional == count {
                return Ok(());
            }
            put_in_place(vm, window, known, count);
            (*window).nargs = u32::from((*known).passed);
            return if (*known).evaluated == 0 { Ok(()) } else { call::fill_gaps(vm, window, func) };
        }
        let names = names.as_array().expect("names");
        let positional = usize::from(count) - names.len();
        let base = slot(window, HEADER_SLOTS);
        let mut named = Array::with_capacity(names.len());
        for (i, name) in names.values().enumerate() {
            let name = name.as_str().expect("a name").clone();
            named.make_mut().set(Key::Str(name), base.add(positional + i).read());
        }
        (*window).nargs = positional as u32;
        call::place_named(vm, window, func, named.iter())?;
        if let Some(found) = places_of(vm, func, positional, &names) {
            *known = found;
        }
        Ok(())
    }
}
/// Where arguments with these names go, if that is worth keeping.
fn places_of(vm: &Vm, func: &Function, positional: usize, names: &Array) -> Option<NamedCallCache> {
    if func.flags & (function_flags::ANY_BY_REF | function_flags::REST_BY_REF) != 0 || positional + names.len() > MOST {
        return None;
    }
    let (mut places, mut set, mut straight) = (0, (1u32 << positional) - 1, true);
    for (i, name) in names.values().enumerate() {
        let place = param_index(func, &name.as_str()?).filter(|place| *place < MOST)?;
        places |= (place as u64) << (4 * i);
        set |= 1 << place;
        straight &= place == positional + i;
    }
    let passed = u32::BITS - set.leading_zeros();
    let gaps = !set & ((1 << passed) - 1);
    let gap = |i: &u32| gaps >> i & 1 != 0;
    let evaluated =
        (0..passed).filter(gap).filter(|i| default_of(vm, func, *i as usize).is_none()).fold(0, |all, i| all | 1 << i);
    let (passed, gaps) = (passed as u16, gaps as u16);
    let positional = if straight { positional + names.len() } else { positional } as u16;
    let callee = callee(func);
    (callee != 0).then_some(NamedCallCache { callee, places, passed, positional, gaps, evaluated })
}
/// The default of a parameter, if there is one that is the same at every call.
fn default_of(vm: &Vm, func: &Function, i: usize) -> Option<Value> {
    match func.kind {
        FunctionKind::User(code) => {
            let expr = code.params[i].default.as_ref()?;
            expr.code.is_none().then(|| expr.value.clone())
        }
        FunctionKind::Native(d) => {
            let p = &d.params[i];
            p.default.filter(|text| *text != "UNKNOWN")?;
            coerce::default_value(&vm.ctx, p).ok()
        }
    }
}
/// Moves the arguments of a window whose last ones have names to where these are known to go.
#[inline(never)]
unsafe fn put_in_place(vm: &Vm, window: *mut Frame, known: *const NamedCallCache, count: u16) {
    // SAFETY: called with `count` arguments for the callee whose places these are, and room for all of its parameters.
    unsafe {
        let base = slot(window, HEADER_SLOTS);
        let known = &*known;
        let named = usize::from(count - known.positional);
        let first = base.add(usize::from(known.positional));
        let mut moved = [const { MaybeUninit::<Value>::uninit() }; MOST];
        std::ptr::copy_nonoverlapping(first, moved.as_mut_ptr().cast(), named);
        for (i, value) in moved[..named].iter().enumerate() {
            base.add((known.places >> (4 * i)) as usize & 15).write(value.assume_init_read());
        }
        let mut gaps = known.gaps;
        while gaps != 0 {
            let i = gaps.trailing_zeros() as usize;
            base.add(i).write(default_of(vm, &*(*window).func, i).unwrap_or(Value::UNDEF));
            gaps &= gaps - 1;
        }
    }
}
