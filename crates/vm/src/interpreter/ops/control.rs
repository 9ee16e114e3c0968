//! Jumps, exceptions, `finally`.

use super::{
    arithmetic::{quick_truth, slow_truth, text_truth},
    *,
};
use crate::runtime::switch::SwitchTable;

op!(Nop(pc, fp, vm) { next!(pc, fp, vm) });
op!(Ext(pc, fp, vm) { next!(pc, fp, vm) });
op!(Jmp(pc, fp, vm) { jump!(pc, fp, vm) });

macro_rules! truth_jump {
    ($name:ident, $when:literal) => {
        op!($name(pc, fp, vm) {
            let Some(truth) = quick_truth(&*slot(fp, (*pc).a)) else {
                otherwise_go!(pc, fp, vm, {
                    if let Some(truth) = text_truth(fp, (*pc).a) {
                        if truth == $when {
                            jump!(pc, fp, vm);
                        }
                        next!(pc, fp, vm);
                    }
                    let Some(truth) = slow_truth(pc, fp, vm, (*pc).a) else { return crate::interpreter::exception::unwind(pc, fp, vm) };
                    if truth == $when {
                        jump!(pc, fp, vm);
                    }
                    next!(pc, fp, vm)
                })
            };
            if truth == $when {
                jump!(pc, fp, vm);
            }
            next!(pc, fp, vm)
        });
    };
}
truth_jump!(JmpZ, false);
truth_jump!(JmpNz, true);

op!(JmpNull(pc, fp, vm) {
    if (*slot(fp, (*pc).a)).is_null() {
        jump!(pc, fp, vm);
    }
    next!(pc, fp, vm)
});
op!(JmpNotNull(pc, fp, vm) {
    if !(*slot(fp, (*pc).a)).is_null() {
        jump!(pc, fp, vm);
    }
    next!(pc, fp, vm)
});
op!(JmpUndefSlot(pc, fp, vm) {
    if (*slot(fp, (*pc).a)).is_undef() {
        jump!(pc, fp, vm);
    }
    next!(pc, fp, vm)
});
op!(JmpNullsafe(pc, fp, vm) {
    let v = &*slot(fp, (*pc).a);
    if v.is_undef() && !is_temp(fp, (*pc).a) {
        otherwise_go!(pc, fp, vm, {
            let engine = leave(pc, fp, vm);
            undefined(fp, (*pc).a, engine);
            if engine.ctx.has_exception() {
                return crate::interpreter::exception::unwind(pc, fp, vm);
            }
            jump!(pc, fp, vm)
        });
    }
    if v.is_null() {
        if is_free(fp, (*pc).a) {
            jump!(pc, fp, vm);
        }
        otherwise_go!(pc, fp, vm, {
            consume(fp, (*pc).a);
            if !crate::interpreter::finalize::settled_at(pc, fp, vm) {
                return crate::interpreter::exception::unwind(pc, fp, vm);
            }
            jump!(pc, fp, vm)
        });
    }
    next!(pc, fp, vm)
});
/// `?:`: a true value stays where it is.
#[inline(never)]
unsafe fn truth_kept(pc: *const Insn, fp: *mut Frame, vm: &Vm, i: Operand) -> Option<bool> {
    // SAFETY: called by the handler below; the value is kept by a count of its own.
    unsafe {
        let copy = (*slot(fp, i)).clone();
        let vm = leave(pc, fp, vm);
        let truth = phant_native::convert::boolean(&vm.ctx, &copy).ok();
        drop(copy);
        if vm.ctx.has_exception() {
            consume(fp, i);
            return None;
        }
        if truth == Some(false) {
            consume(fp, i);
        }
        truth
    }
}
op!(JmpSet(pc, fp, vm) {
    match arithmetic::quick_truth(&*slot(fp, (*pc).a)) {
        Some(true) => jump!(pc, fp, vm),
        Some(false) => next!(pc, fp, vm),
        None => {}
    }
    match truth_kept(pc, fp, vm, (*pc).a) {
        Some(true) => jump!(pc, fp, vm),
        Some(false) => next!(pc, fp, vm),
        None => return crate::interpreter::exception::unwind(pc, fp, vm),
    }
});
op!(JmpArgByRef(pc, fp, vm) {
    let ext = pc.add(1);
    let window = slot(fp, (*ext).a).cast::<Frame>();
    if !(*(*window).func).may_take_ref((*pc).a.count()) {
        next!(pc, fp, vm, ext);
    }
    return arg_by_ref_tail(pc, fp, vm)
});
/// Functions that take references, as the rest of `JmpArgByRef`.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn arg_by_ref_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `JmpArgByRef` with its own instruction.
    unsafe {
        let ext = pc.add(1);
        let func = &*(*slot(fp, (*ext).a).cast::<Frame>()).func;
        if func.takes_ref((*pc).a.count()) {
            let offset = (*ext).b.number() as i16 as isize;
            crate::interpreter::dispatch::go!(ext.offset(offset), fp, vm);
        }
        next!(pc, fp, vm, ext)
    }
}
op!(JmpStaticReady(pc, fp, vm) {
    let to = slot(fp, (*pc).a);
    let known = variable::known_static(fp, vm, (*pc).b.number());
    if !(*to).is_counted() && !known.is_null() && !(*known).deref_lent().is_undef() {
        let v = (*known).clone();
        to.write(v);
        let ext = pc.add(1);
        crate::interpreter::dispatch::go!(ext.offset(wide(ext)), fp, vm);
    }
    return static_ready_tail(pc, fp, vm)
});
/// The same where there is something to make or to drop.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn static_ready_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `JmpStaticReady` with its own instruction.
    unsafe {
        match variable::bind_ready_static(pc, fp, vm) {
            Some(true) => {
                let ext = pc.add(1);
                crate::interpreter::dispatch::go!(ext.offset(wide(ext)), fp, vm);
            }
            Some(false) => next!(pc, fp, vm, ext),
            None => return crate::interpreter::exception::unwind(pc, fp, vm),
        }
    }
}

#[cold]
#[inline(never)]
unsafe fn match_error(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        // An undefined variable was reported when it was compared.
        let undefined = (*slot(fp, (*pc).a)).is_undef();
        let v = if undefined { Value::NULL } else { take(fp, (*pc).a, vm) };
        if vm.ctx.has_exception() {
            return;
        }
        let shown = match v.view() {
            phant_memory::View::Object(o) => match crate::runtime::trace::enum_case(&o) {
                Some(case) => case,
                None => format!("of type {}", phant_native::convert::type_name(&v)).into_bytes(),
            },
            phant_memory::View::Array(_) => b"of type array".to_vec(),
            phant_memory::View::Resource(_) => b"of type resource".to_vec(),
            _ => crate::runtime::trace::show_scalar(&vm.ctx, &v),
        };
        vm.ctx.throw("UnhandledMatchError", [b"Unhandled match case ", &shown[..]].concat());
    }
}
op!(Switch(pc, fp, vm) {
    let v = (*slot(fp, (*pc).a)).deref_lent();
    // SAFETY: put there when the code was loaded.
    let table = &*((*pc.add(1)).handler.get() as *const SwitchTable);
    let to = if v.tag() == tag::INT {
        table.int(int(v))
    } else if v.raw_type() == tag::STRING {
        table.string(&*(v.payload() as *const phant_memory::PhpStr))
    } else {
        None
    };
    if let Some(offset) = to {
        crate::interpreter::dispatch::go!(pc.offset(offset), fp, vm)
    }
    next!(pc, fp, vm, ext)
});
op!(MatchError(pc, fp, vm) {
    match_error(pc, fp, vm);
    return crate::interpreter::exception::unwind(pc, fp, vm)
});

#[cold]
#[inline(never)]
unsafe fn throw(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = take(fp, (*pc).a, vm);
        if vm.ctx.has_exception() {
            return;
        }
        match v.into_object() {
            Some(o) => {
                use phant_native::ObjectExt;
                if o.class().has_flag(phant_native::class::class_flags::THROWABLE) {
                    vm.ctx.throw_object(o);
                } else {
                    vm.ctx.throw_error("Cannot throw objects that do not implement Throwable");
                }
            }
            None => {
                vm.ctx.throw_error("Can only throw objects");
            }
        }
    }
}
op!(TemporaryWritten(pc, fp, vm) {
    let text = if (*pc).a.is_none() { "Cannot use temporary expression in write context" } else { "Cannot use [] for reading" };
    leave(pc, fp, vm).ctx.throw_error(text);
    return crate::interpreter::exception::unwind(pc, fp, vm)
});
op!(Throw(pc, fp, vm) {
    throw(pc, fp, vm);
    return crate::interpreter::exception::unwind(pc, fp, vm)
});
op!(Rethrow(pc, fp, vm) {
    leave(pc, fp, vm);
    return crate::interpreter::exception::rethrow(pc, fp, vm)
});
/// Whether the pending exception is of the clause's class; if so it becomes the variable's value.
#[inline(never)]
unsafe fn catch(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        use phant_native::ObjectExt;
        let vm = leave(pc, fp, vm);
        let name = (*lit(fp, (*pc).b)).as_str().expect("a class name").clone();
        let Some(exception) = vm.ctx.exception.get() else { return false };
        let class = match vm.lookup_class_quiet(&name) {
            Some(c) => c,
            None => return false,
        };
        if !exception.is_instance_of(class) {
            return false;
        }
        vm.ctx.exception.set(None);
        if (*pc).a.is_some() {
            assign(Noted::new(pc, fp, vm), slot(fp, (*pc).a), Value::from(exception));
        }
        true
    }
}
op!(Catch(pc, fp, vm) {
    if catch(pc, fp, vm) {
        next_if!(!vm.ctx.has_exception(), pc, fp, vm, ext);
    }
    jump!(pc.add(1), fp, vm)
});
op!(FastCall(pc, fp, vm) {
    slot(fp, (*pc).a).write(Value::word(pc as u64));
    jump!(pc, fp, vm)
});
op!(FastRet(pc, fp, vm) {
    let state = slot(fp, (*pc).a);
    let (tag, word) = ((*state).raw_type(), (*state).payload());
    if tag == tag::WORD {
        state.write(Value::UNDEF);
        let back = word as *const Insn;
        crate::interpreter::dispatch::go!(back.add(1), fp, vm);
    }
    if tag == tag::OBJECT & tag::TYPE {
        take_exception(pc, fp, vm);
        return crate::interpreter::exception::unwind(pc, fp, vm);
    }
    if vm.ending_frame.get() == fp {
        // A generator that is being ended: outer finally blocks, then nothing.
        return end_generator(pc, fp, vm);
    }
    next!(pc, fp, vm)
});
/// The exception that a finally block held back is pending again.
#[inline(never)]
unsafe fn take_exception(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `FastRet`.
    unsafe {
        let vm = leave(pc, fp, vm);
        let state = std::ptr::replace(slot(fp, (*pc).a), Value::UNDEF);
        vm.ctx.exception.set(state.into_object());
    }
}
/// Goes on to the next finally block around, or leaves a generator that is being ended.
///
/// # Safety
/// As every handler.
#[cold]
#[inline(never)]
unsafe extern "C" fn end_generator(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `FastRet`.
    unsafe {
        use crate::interpreter::exception::Target;
        let code = (*(*fp).func).code().expect("compiled code");
        let at = pc.offset_from(crate::runtime::frame::first_insn(fp)) as u32;
        match crate::interpreter::exception::target(leave(pc, fp, vm), fp, code, at) {
            Target::Catch(to) => {
                crate::interpreter::dispatch::go!(crate::runtime::frame::first_insn(fp).add(to as usize), fp, vm)
            }
            Target::Finally { at, slot: state } => {
                let held = vm.ctx.exception.take().map_or(Value::NULL, Value::from);
                slot(fp, state).write(held);
                crate::interpreter::dispatch::go!(crate::runtime::frame::first_insn(fp).add(at as usize), fp, vm);
            }
            Target::None => {}
        }
        if vm.ctx.exception.is_some() {
            return crate::interpreter::exception::unwind(pc, fp, vm);
        }
        crate::interpreter::call::leave_frame(vm, fp);
        vm.frame.set((*fp).prev);
    }
}
#[cold]
#[inline(never)]
unsafe fn discard(fp: *mut Frame, i: Operand) {
    // SAFETY: the state slot of a finally block.
    unsafe { drop(std::ptr::replace(slot(fp, i), Value::UNDEF)) }
}
op!(DiscardException(pc, fp, vm) {
    leave(pc, fp, vm);
    discard(fp, (*pc).a);
    next!(pc, fp, vm)
});
op!(NullsafeEnd(pc, fp, vm) {
    set(fp, (*pc).a, Value::NULL);
    next!(pc, fp, vm)
});
