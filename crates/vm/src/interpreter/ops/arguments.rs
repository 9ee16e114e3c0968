//! Calls, second step: arguments into the window.

use super::*;
use crate::interpreter::call;
use phant_memory::KeyRef;
use phant_memory::{Held, View};
use phant_native::{FunctionPtr, Level, descriptor::ByRef, function::function_flags};

#[inline(never)]
unsafe fn send_var(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let window = slot(fp, (*pc).a).cast::<Frame>();
        let to = (*pc).a.argument((*pc).b);
        let v = slot(fp, (*pc).c);
        if (*(*window).func).takes_ref((*pc).b.count()) {
            let r = (*v).make_ref();
            set(fp, to, Value::from(r));
            return true;
        }
        if (*v).is_undef() {
            let vm = leave(pc, fp, vm);
            undefined(fp, (*pc).c, vm);
            set(fp, to, Value::NULL);
            if vm.ctx.has_exception() {
                return false;
            }
            return true;
        }
        set(fp, to, (*v).unref());
        true
    }
}
op!(SendVarEx(pc, fp, vm) {
    let window = slot(fp, (*pc).a).cast::<Frame>();
    let v = &*slot(fp, (*pc).c);
    if !(*(*window).func).may_take_ref((*pc).b.count()) && !v.is_undef() {
        let v = v.unref();
        set(fp, (*pc).a.argument((*pc).b), v);
        next!(pc, fp, vm);
    }
    otherwise!(send_var(pc, fp, vm), pc, fp, vm)
});
#[inline(never)]
unsafe fn send_result(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = slot(fp, (*pc).c);
        let func = &*(*slot(fp, (*pc).a).cast::<Frame>()).func;
        match func.by_ref_mode((*pc).b.count()) {
            ByRef::No => {
                let result = v.replace(Value::UNDEF);
                v.write(result.into_unref());
            }
            ByRef::Yes if !(*v).is_ref() => {
                vm.ctx.report(Level::Notice, "Only variables should be passed by reference");
                (*v).make_ref();
            }
            _ => {}
        }
        !vm.ctx.has_exception()
    }
}
op!(SendFuncResult(pc, fp, vm) {
    let func = &*(*slot(fp, (*pc).a).cast::<Frame>()).func;
    if !func.may_take_ref((*pc).b.count()) && !(*slot(fp, (*pc).c)).is_ref() {
        next!(pc, fp, vm);
    }
    otherwise!(send_result(pc, fp, vm), pc, fp, vm)
});
/// Throws for argument `i`, which cannot be a reference. PHP writes a function's name up to its first null byte, with which the
/// rest of an anonymous class's name begins. `invoked`: through the method `__invoke` of a closure.
pub(super) fn refuse_value(vm: &Vm, func: FunctionPtr, i: usize, invoked: bool) {
    let name = func.param_name(i).filter(|_| i < func.named_params()).map(|n| format!(" (${n})")).unwrap_or_default();
    let function = if invoked { "Closure::__invoke".to_owned() } else { func.display_name() };
    let function = function.split('\0').next().unwrap_or_default();
    vm.ctx.throw_error(format!("{function}(): Argument #{}{name} could not be passed by reference", i + 1));
}
#[cold]
#[inline(never)]
unsafe fn check_val(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let window = slot(fp, (*pc).a).cast::<Frame>();
        let func: FunctionPtr = &*(*window).func;
        let i = (*pc).b.count();
        if func.by_ref_mode(i) != ByRef::Yes {
            return true;
        }
        refuse_value(vm, func, i, (*window).flags & crate::runtime::frame::flags::INVOKED != 0);
        // The argument just evaluated and the ones before it are live; this one is not known to the ranges yet.
        false
    }
}
op!(CheckValArg(pc, fp, vm) {
    let func = &*(*slot(fp, (*pc).a).cast::<Frame>()).func;
    if func.flags & (function_flags::ANY_BY_REF | function_flags::REST_BY_REF) == 0 {
        next!(pc, fp, vm);
    }
    otherwise!(check_val(pc, fp, vm), pc, fp, vm)
});
op!(ArgsInit(pc, fp, vm) {
    set(fp, (*pc).a, Value::empty_array());
    next!(pc, fp, vm)
});
#[inline(never)]
unsafe fn args_push(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = slot(fp, (*pc).b).read();
        let _ = (*slot(fp, (*pc).a)).deref_mut().own_array_mut().expect("collected arguments").push(v);
        !vm.ctx.has_exception()
    }
}
op!(ArgsPush(pc, fp, vm) { next_if!(args_push(pc, fp, vm), pc, fp, vm) });
#[inline(never)]
unsafe fn args_named(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = slot(fp, (*pc).c).read();
        let name = (*lit(fp, (*pc).b)).as_str().expect("a name").clone();
        let args = (*slot(fp, (*pc).a)).deref_mut().own_array_mut().expect("collected arguments");
        if args.get_str(&name).is_some() {
            vm.ctx.throw_error(format!("Named parameter ${name} overwrites previous argument"));
            return false;
        }
        args.make_mut().set(phant_memory::Key::Str(name), v);
        !vm.ctx.has_exception()
    }
}
op!(ArgsNamed(pc, fp, vm) { next_if!(args_named(pc, fp, vm), pc, fp, vm, ext) });
/// What an iterator gives cannot be referenced.
#[cold]
fn warn_walked(ctx: &phant_native::Ctx, func: FunctionPtr, index: usize) -> phant_native::PhpResult<()> {
    let text = format!(
        "Cannot pass by-reference argument {} of {}() by unpacking a Traversable, passing by-value instead",
        index + 1,
        func.display_name()
    );
    ctx.report(Level::Warning, text);
    ctx.check()
}
/// Whether the keys of an array are those of collected arguments: numbers from 0 on, and behind them names that the function takes.
fn is_argument_list(func: FunctionPtr, array: &phant_memory::PhpArray) -> bool {
    let mut position = 0;
    array.iter().all(|(k, _)| match k {
        KeyRef::Int(i) => {
            position += 1;
            i == position - 1
        }
        KeyRef::Str(name) => {
            // No number follows.
            position = i64::MIN + 1;
            call::accepts_name(func, name)
        }
    })
}
/// Puts a list behind arguments without names that were collected before, where no parameter takes a reference; false, and nothing is
/// done, for anything else.
unsafe fn args_appended(fp: *mut Frame, to: Operand, from: Operand, func: FunctionPtr) -> bool {
    // SAFETY: called with the operands of an instruction that unpacks arguments.
    unsafe {
        let (Some(args), Some(list)) = ((*slot(fp, to)).own_array_mut(), (*slot(fp, from)).own_array()) else { return false };
        let none_is_ref = func.flags & function_flags::REST_BY_REF == 0 && (args.len()..32).all(|i| !func.takes_ref(i));
        if !args.is_packed() || !list.is_packed() || !none_is_ref {
            return false;
        }
        let args = args.make_mut();
        for value in list.values() {
            if args.push(value.clone()).is_err() {
                break;
            }
        }
        consume(fp, from);
        true
    }
}
#[inline(never)]
unsafe fn args_spread(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let func: FunctionPtr = &*(*slot(fp, (*pc).c).cast::<Frame>()).func;
        let source = slot(fp, (*pc).b);
        // A list where nothing is collected yet becomes the arguments, and so does an array with names, if they are the function's.
        let names_count = func.flags & function_flags::TRAMPOLINE == 0;
        if func.flags & (function_flags::ANY_BY_REF | function_flags::REST_BY_REF) == 0
            && (*slot(fp, (*pc).a)).own_array().is_some_and(|a| a.is_empty())
            && (*source).own_array().is_some_and(|a| a.is_packed() || names_count && is_argument_list(func, a))
        {
            let list = take(fp, (*pc).b, vm);
            drop(std::ptr::replace(slot(fp, (*pc).a), list));
            return true;
        }
        if args_appended(fp, (*pc).a, (*pc).b, func) {
            return true;
        }
        // Elements become references where the parameter is one: the variable's own array is changed.
        if let Some(n) = (*slot(fp, (*pc).a)).as_array().map(|a| a.len())
            && (*source).is_array()
            && func.flags & (function_flags::ANY_BY_REF | function_flags::REST_BY_REF) != 0
        {
            let is_ref = |i: usize, key: KeyRef<'_>| match key {
                // What goes to a variadic parameter by its name.
                KeyRef::Str(name) => func.takes_ref(call::param_index(func, name).unwrap_or(func.params as usize)),
                KeyRef::Int(_) => func.takes_ref(n + i),
            };
            let given = (*source).as_array().map(Held::into_owned).expect("checked");
            if given.iter().enumerate().any(|(i, (key, _))| is_ref(i, key)) {
                drop(given);
                let array = (*source).deref_mut().own_array_mut().expect("checked").make_mut();
                for (i, (key, element)) in array.iter_mut().enumerate() {
                    if is_ref(i, key) {
                        element.make_ref();
                    }
                }
            }
        }
        let keep_refs = (*source).deref_lent().as_array().map(Held::into_owned);
        let walked = keep_refs.is_none();
        let v = take(fp, (*pc).b, vm);
        let mut args = std::ptr::replace(slot(fp, (*pc).a), Value::NULL).into_array().unwrap_or_default();
        // Names of an array unpacked before do not count.
        let mut named = false;
        let mut put = |ctx: &phant_native::Ctx, k: Value, v: Value| -> phant_native::PhpResult<bool> {
            match k.view() {
                // What looks like a number is one.
                View::Str(s) if phant_numeric::array_key(&s).is_none() => {
                    if !call::accepts_name(func, &s) {
                        return Err(ctx.throw_error(format!("Unknown named parameter ${s}")));
                    }
                    if args.get_str(&s).is_some() {
                        return Err(ctx.throw_error(format!("Named parameter ${s} overwrites previous argument")));
                    }
                    named = true;
                    args.make_mut().set(phant_memory::Key::Str(s.into_owned()), v);
                }
                View::Str(_) | View::Int(_) => {
                    if named {
                        return Err(ctx.throw_error("Cannot use positional argument after named argument during unpacking"));
                    }
                    if walked && func.by_ref_mode(args.len()) == ByRef::Yes {
                        warn_walked(ctx, func, args.len())?;
                    }
                    if args.push(v).is_err() {
                        return Ok(false);
                    }
                }
                _ => return Err(ctx.throw_error("Keys must be of type int|string during argument unpacking")),
            }
            Ok(true)
        };
        let result = match (keep_refs, v.view()) {
            (Some(array), _) => {
                let mut r = Ok(());
                for (k, v) in array.iter() {
                    if let Err(e) = put(&vm.ctx, k.to_value(), v.clone()) {
                        r = Err(e);
                        break;
                    }
                }
                r
            }
            (None, View::Object(o)) if crate::interpreter::iterator::is_unpackable(&o) => vm.ctx.iterate(&v, &mut put),
            _ => {
                let given = phant_native::convert::value_name(&v);
                Err(vm.ctx.type_error(format!("Only arrays and Traversables can be unpacked, {given} given")))
            }
        };
        slot(fp, (*pc).a).write(Value::from(args));
        result.is_ok() && !vm.ctx.has_exception()
    }
}
op!(ArgsSpread(pc, fp, vm) { next_if!(args_spread(pc, fp, vm), pc, fp, vm) });
