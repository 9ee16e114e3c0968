//! Variables: loads, assignments, increments, references, globals, statics.

use super::*;
use crate::interpreter::symbols;
use phant_memory::{Str, array::LookedUp};
use phant_native::convert;

op!(LoadK(pc, fp, vm) {
    // Literals are never counted.
    move_words(lit(fp, (*pc).b), slot(fp, (*pc).a));
    next!(pc, fp, vm)
});
op!(Move(pc, fp, vm) {
    move_words(slot(fp, (*pc).b), slot(fp, (*pc).a));
    next!(pc, fp, vm)
});
#[cold]
#[inline(never)]
unsafe fn undefined_copy(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        undefined(fp, (*pc).b, vm);
        set(fp, (*pc).a, Value::NULL);
        if vm.ctx.has_exception() { false } else { true }
    }
}
op!(CopyVar(pc, fp, vm) {
    let v = &*slot(fp, (*pc).b);
    if v.is_undef() {
        otherwise!(undefined_copy(pc, fp, vm), pc, fp, vm);
    }
    set(fp, (*pc).a, v.unref());
    next!(pc, fp, vm)
});
op!(CopyVarQuiet(pc, fp, vm) {
    let v = (*slot(fp, (*pc).b)).deref_lent();
    if v.is_undef() {
        set(fp, (*pc).a, Value::NULL);
        next!(pc, fp, vm);
    }
    set(fp, (*pc).a, v.clone());
    next!(pc, fp, vm)
});
#[inline(never)]
unsafe fn free(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler; the temporary is consumed.
    unsafe {
        let vm = leave(pc, fp, vm);
        drop(slot(fp, (*pc).a).read());
        !vm.ctx.has_exception()
    }
}
op!(Free(pc, fp, vm) {
    if (*slot(fp, (*pc).a)).is_counted() {
        otherwise!(free(pc, fp, vm), pc, fp, vm);
    }
    next!(pc, fp, vm)
});
#[cold]
#[inline(never)]
unsafe fn no_this(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        vm.ctx.throw_error("Using $this when not in object context");
    }
}
op!(LoadThis(pc, fp, vm) {
    let this = (*fp).this;
    if this.is_null() {
        otherwise_go!(pc, fp, vm, {
            no_this(pc, fp, vm);
            crate::interpreter::exception::unwind(pc, fp, vm)
        });
    }
    set(fp, (*pc).a, this_value(this));
    next!(pc, fp, vm)
});
op!(LoadThisQuiet(pc, fp, vm) {
    let this = (*fp).this;
    set(fp, (*pc).a, if this.is_null() { Value::NULL } else { this_value(this) });
    next!(pc, fp, vm)
});
/// A counted value of `$this`.
#[inline(always)]
pub(crate) unsafe fn this_value(this: *mut phant_memory::PhpObject) -> Value {
    // SAFETY: the frame keeps its object alive.
    unsafe {
        let object = std::mem::ManuallyDrop::new(phant_memory::Object::from_raw(this));
        Value::from((*object).clone())
    }
}

#[inline(never)]
unsafe fn assign_slow(pc: *const Insn, fp: *mut Frame, vm: &Vm, v: Value) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let to = slot(fp, (*pc).a);
        // What the assignment yields is not changed by the destructor of what was there before.
        if (*pc).c.is_none() {
            return assign(Noted::new(pc, fp, vm), to, v) && !vm.ctx.has_exception();
        }
        let kept = match (*to).as_ref().cloned() {
            Some(r) => {
                let strict = vm.is_strict();
                crate::runtime::object::property::assign_and_keep(vm, &r, v, strict)
            }
            None => {
                let kept = v.clone();
                drop(std::ptr::replace(to, v));
                Ok(kept)
            }
        };
        let ok = kept.is_ok();
        set(fp, (*pc).c, kept.unwrap_or(Value::NULL));
        ok && !vm.ctx.has_exception()
    }
}
op!(AssignV(pc, fp, vm) {
    let from = slot(fp, (*pc).b);
    let to = slot(fp, (*pc).a);
    quick::quicken(
        pc,
        match (is_temp(fp, (*pc).b), (*pc).c.is_none()) {
            (true, true) => quick::AssignTemp,
            (false, true) => quick::AssignVar,
            (true, false) => quick::KeepTemp,
            (false, false) => quick::KeepVar,
        },
    );
    if !(*to).is_counted() && (*pc).c.is_none() {
        if is_temp(fp, (*pc).b) {
            if !(*from).is_ref() && (*from).raw_type() != tag::INDIRECT {
                move_words(from, to);
                next!(pc, fp, vm);
            }
        } else if !(*from).is_undef() && !(*from).is_ref() {
            let v = (*from).clone();
            to.write(v);
            next!(pc, fp, vm);
        }
    }
    return assign_v_tail(pc, fp, vm)
});
/// The slow path as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[cold]
#[inline(never)]
pub(super) unsafe extern "C" fn assign_v_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handler.
    unsafe {
        let (from, to) = (slot(fp, (*pc).b), slot(fp, (*pc).a));
        if (*pc).c.is_none() && (*from).raw_type() <= quick::LAST_VALUE && !(*from).is_undef() {
            let target = light_target(to);
            if !target.is_null() {
                let v = if is_temp(fp, (*pc).b) { from.read() } else { (*from).clone() };
                drop(std::ptr::replace(target, v));
                next!(pc, fp, vm);
            }
        }
        // Over a counted value that is no reference.
        if !(*to).is_ref() && !(*from).is_undef() && !(*from).is_ref() && (*from).raw_type() != tag::INDIRECT {
            let v = if is_temp(fp, (*pc).b) { from.read() } else { (*from).clone() };
            if (*pc).c.is_some() {
                set(fp, (*pc).c, v.clone());
            }
            let old = std::ptr::replace(to, v);
            if old.raw_type() == tag::STRING {
                drop(old);
                next!(pc, fp, vm);
            }
            leave(pc, fp, vm);
            drop(old);
            next_if!(!vm.ctx.has_exception(), pc, fp, vm);
        }
        next_if!(assign_v_slow(pc, fp, vm), pc, fp, vm)
    }
}
/// What a variable is an untyped reference to, if assigning to it releases nothing that holds others; else null.
#[inline(always)]
unsafe fn light_target(to: *mut Value) -> *mut Value {
    // SAFETY: the caller's live variable.
    unsafe {
        if !(*to).as_ref().is_some_and(|r| r.sources().is_null()) {
            return std::ptr::null_mut();
        }
        let target: *mut Value = (*to).deref_mut();
        if (*target).is_counted() && (*target).raw_type() != tag::STRING { std::ptr::null_mut() } else { target }
    }
}
#[inline(never)]
unsafe fn assign_v_slow(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm_ref = leave(pc, fp, vm);
        // An undefined variable is assigned as null even if the error handler throws.
        let v = take(fp, (*pc).b, vm_ref);
        assign_slow(pc, fp, vm, v)
    }
}
op!(AssignK(pc, fp, vm) {
    let to = slot(fp, (*pc).a);
    if !(*to).is_counted() {
        // Here and not above: a value that lives across the tail call would be dropped behind it.
        let v = (*lit(fp, (*pc).b)).clone();
        if (*pc).c.is_some() {
            set(fp, (*pc).c, v.clone());
        }
        to.write(v);
        next!(pc, fp, vm);
    }
    return assign_literal_tail(pc, fp, vm)
});
/// A literal through a reference, and over what is counted.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn assign_literal_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `AssignK` with its own instruction.
    unsafe {
        let to = slot(fp, (*pc).a);
        if (*pc).c.is_none() {
            let target = if (*to).raw_type() == tag::STRING { to } else { light_target(to) };
            if !target.is_null() {
                drop(std::ptr::replace(target, (*lit(fp, (*pc).b)).clone()));
                next!(pc, fp, vm);
            }
        }
        next_if!(assign_slow(pc, fp, vm, (*lit(fp, (*pc).b)).clone()), pc, fp, vm)
    }
}
#[inline(never)]
unsafe fn assign_ref(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler; the source temporary holds a reference, or the result of a call that returned none.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = slot(fp, (*pc).b).read();
        if !v.is_ref() {
            return assign_place(vm, slot(fp, (*pc).a), v).is_ok();
        }
        let old = std::ptr::replace(slot(fp, (*pc).a), v);
        drop(old);
        !vm.ctx.has_exception()
    }
}
op!(AssignRef(pc, fp, vm) { next_if!(assign_ref(pc, fp, vm), pc, fp, vm) });

/// `variable op= value`: the operator's number and the right operand.
#[inline(never)]
unsafe fn assign_op(pc: *const Insn, fp: *mut Frame, vm: &Vm, number: u16, literal: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let b = (*pc).b;
        let to = slot(fp, (*pc).a);
        let mut y = if literal { (*lit(fp, b)).clone() } else { take(fp, b, vm) };
        if (*to).is_undef() {
            undefined(fp, (*pc).a, vm);
            if (*to).is_undef() {
                to.write(Value::NULL);
            }
        }
        let thrown = vm.ctx.has_exception();
        let mut before = None;
        if number == 6 && !thrown {
            match text_to_append(vm, to, &mut y) {
                Ok(held) => before = held,
                Err(_) => return false,
            }
        }
        if !thrown
            && number == 6
            && before.is_none()
            && let Some(ok) = append(vm, to, &y)
        {
            if (*pc).c.is_some() {
                set(fp, (*pc).c, (*to).unref());
            }
            return ok;
        }
        let x = before.map_or_else(|| (*to).unref(), Value::from);
        let Ok(v) = operators::binary(&vm.ctx, number, &x, &y) else {
            crate::runtime::object::property::operator_failed(vm, &*to, number, vm.is_strict());
            return false;
        };
        drop(x);
        if !thrown && vm.ctx.has_exception() {
            return false;
        }
        let ok = assign(Noted::new(pc, fp, vm), to, v);
        if (*pc).c.is_some() {
            set(fp, (*pc).c, (*to).unref());
        }
        ok && !vm.ctx.has_exception()
    }
}
/// The slow path as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[cold]
#[inline(never)]
unsafe extern "C" fn assign_op_tail<const NUMBER: u16, const LITERAL: bool>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        // A number behind a reference without a type.
        let to = slot(fp, (*pc).a);
        if (*to).as_ref().is_some_and(|r| r.sources().is_null()) && (*pc).c.is_none() {
            let y = if LITERAL { &*lit(fp, (*pc).b) } else { (*slot(fp, (*pc).b)).deref_lent() };
            let target = (*to).deref_mut();
            if let Some(v) = quick_op(target, y, NUMBER) {
                *target = v;
                if !LITERAL {
                    consume(fp, (*pc).b);
                }
                next_settled!(pc, fp, vm);
            }
        }
        next_if!(assign_op(pc, fp, vm, NUMBER, LITERAL), pc, fp, vm)
    }
}
macro_rules! number_assign {
    ($name:ident, $number:literal, $checked:ident, $op:tt, $literal:literal, |$pc:ident, $fp:ident| $y:expr) => {
        op!($name($pc, $fp, vm) {
            let to = slot($fp, (*$pc).a);
            let (x, y) = (&*to, &*$y);
            if ints(x, y) {
                if let Some(r) = int(x).$checked(int(y)) {
                    to.write(Value::int(r));
                    if (*$pc).c.is_some() {
                        set($fp, (*$pc).c, Value::int(r));
                    }
                    next!($pc, $fp, vm);
                }
            } else if x.tag() == tag::FLOAT && (y.tag() == tag::FLOAT || y.tag() == tag::INT) {
                let other = if y.tag() == tag::FLOAT { float(y) } else { int(y) as f64 };
                let r = float(x) $op other;
                to.write(Value::float(r));
                if (*$pc).c.is_some() {
                    set($fp, (*$pc).c, Value::float(r));
                }
                next!($pc, $fp, vm);
            }
            return assign_op_tail::<{ $number }, { $literal }>($pc, $fp, vm)
        });
    };
}
number_assign!(AddAssignV, 0, checked_add, +, false, |pc, fp| slot(fp, (*pc).b));
number_assign!(AddAssignK, 0, checked_add, +, true, |pc, fp| lit(fp, (*pc).b));
number_assign!(SubAssignV, 1, checked_sub, -, false, |pc, fp| slot(fp, (*pc).b));
number_assign!(SubAssignK, 1, checked_sub, -, true, |pc, fp| lit(fp, (*pc).b));
number_assign!(MulAssignV, 2, checked_mul, *, false, |pc, fp| slot(fp, (*pc).b));

/// Appends a short string in place; false leaves it to the slow path.
#[inline(always)]
pub(super) unsafe fn append_quick(to: *mut Value, y: *const Value) -> bool {
    // SAFETY: live slots; the handle is used in place, and appending runs no PHP code.
    unsafe {
        if (*to).tag() != (tag::STRING | tag::COUNTED) {
            return false;
        }
        let Some(add) = (*y).as_str() else {
            return (*y).tag() == tag::INT && append_digits(crate::runtime::value_handle::<Str>(to), int(&*y));
        };
        let s = crate::runtime::value_handle::<Str>(to);
        // Growing a long string has to ask whether there is memory for it.
        let total = s.len() + add.len();
        if !s.is_unique() || total > 1 << 20 && total > s.capacity() {
            return false;
        }
        s.append(&add);
        true
    }
}
/// Appends an integer in place. Apart from the handler, whose tail call a local buffer would prevent.
#[inline(never)]
fn append_digits(s: &mut Str, i: i64) -> bool {
    if !s.is_unique() || s.len() > 1 << 20 {
        return false;
    }
    s.append(phant_memory::string::decimal(i, &mut [0; 20]));
    true
}
op!(ConcatAssignV(pc, fp, vm) {
    if (*pc).c.is_none() && append_quick(slot(fp, (*pc).a), slot(fp, (*pc).b)) {
        consume(fp, (*pc).b);
        next_settled!(pc, fp, vm);
    }
    otherwise_go!(pc, fp, vm, {
        // To the empty string everything begins with, another one: it is the result.
        let (to, y) = (slot(fp, (*pc).a), slot(fp, (*pc).b));
        if (*pc).c.is_none() && (*to).tag() == tag::STRING && (*to).own_str().is_some_and(|s| s.is_empty()) {
            if let Some(text) = (*y).own_str() {
                let v = if is_temp(fp, (*pc).b) { y.read() } else { Value::from(text.clone()) };
                to.write(v);
                next!(pc, fp, vm);
            }
        }
        if let Some((entry, frame)) = text::begin_append(pc, fp, vm) {
            crate::interpreter::dispatch::go!(entry.as_ptr(), frame, vm);
        }
        next_if!(assign_op(pc, fp, vm, 6, false), pc, fp, vm)
    })
});
op!(ConcatAssignK(pc, fp, vm) {
    if (*pc).c.is_none() && append_quick(slot(fp, (*pc).a), lit(fp, (*pc).b)) {
        next!(pc, fp, vm);
    }
    otherwise!(assign_op(pc, fp, vm, 6, true), pc, fp, vm)
});
/// `$x op= y` on numbers, also behind a reference without a type.
#[inline(always)]
unsafe fn compound_quick(fp: *mut Frame, pc: *const Insn, y: *const Value, number: u16) -> bool {
    // SAFETY: called by its handlers with their own operands.
    unsafe {
        let to = slot(fp, (*pc).a);
        if (*to).as_ref().is_some_and(|r| !r.sources().is_null()) {
            return false;
        }
        let target = (*to).deref_mut();
        match quick_op(target, &*y, number) {
            Some(v) => {
                std::ptr::write(target, v);
                true
            }
            None => false,
        }
    }
}
op!(AssignOpV(pc, fp, vm) {
    let number = (*pc.add(1)).a.number();
    if (*pc).c.is_none() && compound_quick(fp, pc, slot(fp, (*pc).b), number) {
        next!(pc, fp, vm, ext);
    }
    otherwise!(assign_op(pc, fp, vm, (*pc.add(1)).a.number(), false), pc, fp, vm, ext)
});
op!(AssignOpK(pc, fp, vm) {
    let number = (*pc.add(1)).a.number();
    if (*pc).c.is_none() && compound_quick(fp, pc, lit(fp, (*pc).b), number) {
        next!(pc, fp, vm, ext);
    }
    otherwise!(assign_op(pc, fp, vm, (*pc.add(1)).a.number(), true), pc, fp, vm, ext)
});

/// Increments and decrements: kind 0 `++a`, 1 `--a`, 2 `a++`, 3 `a--`; the result goes to `result`.
#[inline(never)]
unsafe fn step(pc: *const Insn, fp: *mut Frame, vm: &Vm, kind: u16, result: Operand) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let to = slot(fp, (*pc).a);
        // An integer behind a reference that no typed property shares.
        if (*to).as_ref().is_some_and(|r| r.sources().is_null()) {
            let place = (*to).deref_mut();
            let old = place.payload() as i64;
            let new = if kind & 1 == 0 { old.checked_add(1) } else { old.checked_sub(1) };
            if let Some(new) = new.filter(|_| place.tag() == tag::INT) {
                *place = Value::int(new);
                set_wanted(fp, result, Value::int(if kind >= 2 { old } else { new }));
                return true;
            }
        }
        let vm = leave(pc, fp, vm);
        if (*to).is_undef() {
            undefined(fp, (*pc).a, vm);
            if (*to).is_undef() {
                to.write(Value::NULL);
            }
        }
        step_at(vm, to, kind, |v| set_wanted(fp, result, v))
    }
}
/// The same for any place.
pub(crate) unsafe fn step_at(vm: &Vm, to: *mut Value, kind: u16, result: impl FnOnce(Value)) -> bool {
    // SAFETY: a live place.
    unsafe {
        let old = (*to).unref();
        let up = kind & 1 == 0;
        let new = match operators::step(&vm.ctx, &old, up) {
            Ok(new) => new,
            Err(_) => return false,
        };
        let mut out = if kind >= 2 { Some(old.clone()) } else { None };
        if let Some(new) = new {
            let typed = (*to).as_ref().filter(|r| !r.sources().is_null()).cloned();
            if let Some(r) = typed {
                drop(old);
                if crate::runtime::object::property::step_typed_reference(vm, &r, new, up).is_err() {
                    return false;
                }
            } else {
                drop(old);
                (*to).assign(new);
            }
        }
        if out.is_none() {
            // A variable that an error handler has unset shows as null.
            let now = (*to).unref();
            out = Some(if now.is_undef() { Value::NULL } else { now });
        }
        result(out.expect("set above"));
        !vm.ctx.has_exception()
    }
}
op!(IncDecDrop(pc, fp, vm) {
    let v = slot(fp, (*pc).a);
    quick::quicken(pc, if (*pc).b.is_none() { quick::IncDrop } else { quick::DecDrop });
    if (*v).tag() == tag::INT {
        let n = if (*pc).b.is_none() { int(&*v).checked_add(1) } else { int(&*v).checked_sub(1) };
        if let Some(n) = n {
            v.write(Value::int(n));
            next!(pc, fp, vm);
        }
    }
    return drop_tail(pc, fp, vm)
});
/// The slow path as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[cold]
#[inline(never)]
pub(super) unsafe extern "C" fn drop_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handler.
    unsafe {
        if compound_quick(fp, pc, &raw const *ONE, (*pc).b.number() & 1) {
            next!(pc, fp, vm);
        }
        next_if!(step(pc, fp, vm, (*pc).b.number(), Operand::NONE), pc, fp, vm)
    }
}
macro_rules! inc_dec {
    ($name:ident, $kind:literal, $checked:ident, $post:literal) => {
        op!($name(pc, fp, vm) {
            let v = slot(fp, (*pc).a);
            if (*v).tag() == tag::INT {
                let old = int(&*v);
                if let Some(new) = old.$checked(1) {
                    v.write(Value::int(new));
                    set(fp, (*pc).b, Value::int(if $post { old } else { new }));
                    next!(pc, fp, vm);
                }
            }
            otherwise_go!(pc, fp, vm, {
                // An integer behind a reference without a type.
                let v = slot(fp, (*pc).a);
                if (*v).as_ref().is_some_and(|r| r.sources().is_null()) {
                    let behind = (*v).deref_mut();
                    if behind.tag() == tag::INT
                        && let Some(new) = int(behind).$checked(1)
                    {
                        let old = int(behind);
                        std::ptr::write(behind, Value::int(new));
                        set(fp, (*pc).b, Value::int(if $post { old } else { new }));
                        next!(pc, fp, vm);
                    }
                }
                next_if!(step(pc, fp, vm, $kind, (*pc).b), pc, fp, vm)
            })
        });
    };
}
inc_dec!(PreInc, 0, checked_add, false);
inc_dec!(PreDec, 1, checked_sub, false);
inc_dec!(PostInc, 2, checked_add, true);
inc_dec!(PostDec, 3, checked_sub, true);

op!(IssetVar(pc, fp, vm) {
    let set_ = !(*slot(fp, (*pc).b)).is_null();
    give_truth!((*pc).a, pc.add(1), fp, vm, set_)
});
op!(EmptyVar(pc, fp, vm) {
    let v = &*slot(fp, (*pc).b);
    if let Some(truth) = arithmetic::quick_truth(v) {
        give_truth!((*pc).a, pc.add(1), fp, vm, !truth);
    }
    otherwise_go!(pc, fp, vm, {
        if !is_temp(fp, (*pc).b)
            && let Some(truth) = arithmetic::text_truth(fp, (*pc).b)
        {
            set(fp, (*pc).a, Value::bool(!truth));
            next!(pc, fp, vm);
        }
        let v = &*slot(fp, (*pc).b);
        let empty = if v.is_object() { empty_object(pc, fp, vm) } else { !convert::to_bool(v) };
        set(fp, (*pc).a, Value::bool(empty));
        next!(pc, fp, vm)
    })
});
/// Objects of native classes may be false.
#[cold]
#[inline(never)]
unsafe fn empty_object(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let v = (*slot(fp, (*pc).b)).unref();
        let vm = leave(pc, fp, vm);
        !convert::boolean(&vm.ctx, &v).unwrap_or(true)
    }
}
#[inline(never)]
unsafe fn unset(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let old = std::ptr::replace(slot(fp, (*pc).a), Value::UNDEF);
        drop(old);
        !vm.ctx.has_exception()
    }
}
op!(UnsetVar(pc, fp, vm) {
    let v = slot(fp, (*pc).a);
    if (*v).is_counted() {
        otherwise!(unset(pc, fp, vm), pc, fp, vm);
    }
    v.write(Value::UNDEF);
    next!(pc, fp, vm)
});
op!(MakeRef(pc, fp, vm) {
    let r = (*slot(fp, (*pc).b)).make_ref();
    set(fp, (*pc).a, Value::from(r));
    next!(pc, fp, vm)
});

op!(LendVar(pc, fp, vm) {
    let v = slot(fp, (*pc).b);
    let lent = if (*v).tag() & tag::TYPE == tag::ARRAY { Value::indirect(v) } else { Value::from((*v).make_ref()) };
    set(fp, (*pc).a, lent);
    next!(pc, fp, vm)
});

// Variables by name.

#[inline(never)]
unsafe fn fetch_dyn(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let name = take(fp, (*pc).b, vm);
        let mode = (*pc).c.number();
        let Ok(name) = convert::to_str(&vm.ctx, &name) else { return false };
        if vm.ctx.has_exception() {
            return false;
        }
        if symbols::is_superglobal(&name) {
            return give_named(pc, fp, vm, &name, true);
        }
        if name.as_bytes() == b"this" {
            let this = (*fp).this;
            if mode >= 2 {
                vm.ctx.throw_error("Cannot re-assign $this");
                return false;
            }
            if this.is_null() {
                set(fp, (*pc).a, Value::NULL);
                if mode == 0 {
                    vm.ctx.report(phant_native::Level::Warning, "Undefined variable $this");
                    return !vm.ctx.has_exception();
                }
            } else {
                set(fp, (*pc).a, this_value(this));
            }
            return true;
        }
        give_named(pc, fp, vm, &name, false)
    }
}
/// Gives the value or the place of a variable, as the mode says.
unsafe fn give_named(pc: *const Insn, fp: *mut Frame, vm: &Vm, name: &Str, global: bool) -> bool {
    let undefined = || {
        let word: &[u8] = if global { b"Undefined global variable $" } else { b"Undefined variable $" };
        vm.ctx.report(phant_native::Level::Warning, [word, name.as_bytes()].concat());
    };
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        let place = if global { symbols::find_global(vm, name) } else { symbols::find(vm, fp, name) };
        let place = place.filter(|p| !(**p).is_undef());
        let given = match ((*pc).c.number(), place) {
            (0 | 1, Some(p)) => (*p).unref(),
            (0, None) => {
                undefined();
                Value::NULL
            }
            (4, None) if !global => {
                undefined();
                Value::NULL
            }
            (1 | 4, None) => Value::NULL,
            (_, Some(p)) => Value::indirect(p),
            (mode, None) => {
                if mode == 3 {
                    undefined();
                    if vm.ctx.has_exception() {
                        return false;
                    }
                }
                let p = if global { symbols::make_global(vm, name) } else { symbols::make(vm, fp, name) };
                if (*p).is_undef() {
                    (*p).assign(Value::NULL);
                }
                Value::indirect(p)
            }
        };
        set(fp, (*pc).a, given);
        !vm.ctx.has_exception()
    }
}
op!(FetchVarDyn(pc, fp, vm) { next_if!(fetch_dyn(pc, fp, vm), pc, fp, vm) });
#[inline(never)]
unsafe fn assign_dyn(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let name = take(fp, (*pc).a, vm);
        // The name is one before the value is read.
        let name = convert::to_str(&vm.ctx, &name).ok().filter(|_| !vm.ctx.has_exception());
        let Some(name) = name else {
            consume(fp, (*pc).c);
            return false;
        };
        // An undefined variable is assigned as null even if the error handler throws.
        let v = take(fp, (*pc).c, vm);
        if name.as_bytes() == b"this" {
            vm.ctx.throw_error("Cannot re-assign $this");
            return false;
        }
        let p = if symbols::is_superglobal(&name) { symbols::make_global(vm, &name) } else { symbols::make(vm, fp, &name) };
        let wanted = if (*pc).b.is_some() { Some(v.clone()) } else { None };
        let ok = assign(Noted::new(pc, fp, vm), p, v);
        if let Some(v) = wanted {
            set(fp, (*pc).b, v);
        }
        ok && !vm.ctx.has_exception()
    }
}
op!(AssignVarDyn(pc, fp, vm) { next_if!(assign_dyn(pc, fp, vm), pc, fp, vm) });
#[inline(never)]
unsafe fn test_dyn(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        // A variable that is not there is looked for under no name, without a word.
        let undefined = (*slot(fp, (*pc).b)).is_undef();
        let name = if undefined { Value::NULL } else { take(fp, (*pc).b, vm) };
        let Ok(name) = convert::to_str(&vm.ctx, &name) else { return false };
        // `$this` is not among the variables by name, though reading it by name finds it.
        let v = if name.as_bytes() == b"this" {
            Value::NULL
        } else {
            let p = if symbols::is_superglobal(&name) { symbols::find_global(vm, &name) } else { symbols::find(vm, fp, &name) };
            p.map_or(Value::NULL, |p| (*p).unref())
        };
        let r = if (*pc).c.is_some() { !convert::to_bool(&v) } else { !v.is_null() };
        set(fp, (*pc).a, Value::bool(r));
        !vm.ctx.has_exception()
    }
}
op!(IssetVarDyn(pc, fp, vm) { next_if!(test_dyn(pc, fp, vm), pc, fp, vm) });
#[inline(never)]
unsafe fn unset_dyn(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let name = take(fp, (*pc).a, vm);
        let Ok(name) = convert::to_str(&vm.ctx, &name) else { return false };
        if name.as_bytes() == b"this" {
            // It is not among the variables by name, so it stays.
            return !vm.ctx.has_exception();
        }
        if symbols::is_superglobal(&name) {
            symbols::unset_global(vm, &name);
        } else {
            symbols::unset(vm, fp, &name);
        }
        !vm.ctx.has_exception()
    }
}
op!(UnsetVarDyn(pc, fp, vm) { next_if!(unset_dyn(pc, fp, vm), pc, fp, vm) });
#[inline(never)]
unsafe fn fetch_global(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let name = take(fp, (*pc).b, vm);
        let Ok(name) = convert::to_str(&vm.ctx, &name) else { return false };
        !vm.ctx.has_exception() && give_named(pc, fp, vm, &name, true)
    }
}
op!(FetchGlobal(pc, fp, vm) { next_if!(fetch_global(pc, fp, vm), pc, fp, vm) });
#[inline(never)]
unsafe fn fetch_known_global(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe { give_named(pc, fp, leave(pc, fp, vm), &(*lit(fp, (*pc).b)).as_str().expect("a name"), true) }
}
op!(FetchGlobalK(pc, fp, vm) {
    let place = symbols::known_global(vm, lit(fp, (*pc).b));
    if !place.is_null() {
        set(fp, (*pc).a, if (*pc).c.number() < 2 { (*place).deref_lent().clone() } else { Value::indirect(place) });
        next!(pc, fp, vm);
    }
    otherwise!(fetch_known_global(pc, fp, vm), pc, fp, vm)
});
#[inline(never)]
unsafe fn unset_global(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let name = take(fp, (*pc).a, vm);
        let Ok(name) = convert::to_str(&vm.ctx, &name) else { return false };
        symbols::unset_global(vm, &name);
        !vm.ctx.has_exception()
    }
}
op!(UnsetGlobal(pc, fp, vm) { next_if!(unset_global(pc, fp, vm), pc, fp, vm) });
#[inline(never)]
unsafe fn fetch_globals(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let all = symbols::globals_copy(leave(pc, fp, vm));
        set(fp, (*pc).a, Value::from(all));
    }
    true
}
op!(FetchGlobals(pc, fp, vm) { next_if!(fetch_globals(pc, fp, vm), pc, fp, vm) });
#[inline(never)]
unsafe fn bind_global(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let name = (*lit(fp, (*pc).b)).as_str().expect("a name").clone();
        let p = symbols::make_global(vm, &name);
        let r = (*p).make_ref();
        let old = std::ptr::replace(slot(fp, (*pc).a), Value::from(r));
        drop(old);
        !vm.ctx.has_exception()
    }
}
/// Makes a variable that holds nothing counted the reference that a global variable is; false, and nothing is done, if it is none.
#[inline(always)]
unsafe fn share_reference(entry: &Value, to: *mut Value) -> bool {
    // SAFETY: called with an entry of the table of globals and a variable of the frame.
    unsafe {
        let place = entry.indirect_target().unwrap_or((&raw const *entry).cast_mut());
        if (*to).is_counted() || !(*place).is_ref() {
            return false;
        }
        to.write((*place).clone());
        true
    }
}
op!(BindGlobal(pc, fp, vm) {
    // A variable that is a reference already, found by the very string of its name.
    let name = &*((*lit(fp, (*pc).b)).payload() as *const phant_memory::PhpStr);
    let globals = &**vm.globals.as_ptr();
    let to = slot(fp, (*pc).a);
    if let Some(entry) = globals.get_same(name)
        && share_reference(entry, to)
    {
        next_settled!(pc, fp, vm);
    }
    return bind_known_tail(pc, fp, vm)
});
/// A variable that is a reference already, found by its name, as the rest of `BindGlobal`: names of other files are other strings.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn bind_known_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `BindGlobal` with its own instruction.
    unsafe {
        let name = &*((*lit(fp, (*pc).b)).payload() as *const phant_memory::PhpStr);
        let globals = &**vm.globals.as_ptr();
        let to = slot(fp, (*pc).a);
        if let LookedUp::Found(entry) = globals.look_up(name)
            && share_reference(entry, to)
        {
            next_settled!(pc, fp, vm);
        }
        next_if!(bind_global(pc, fp, vm), pc, fp, vm)
    }
}
#[inline(never)]
unsafe fn bind_static(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let r = crate::runtime::function_places::static_variable(vm, fp, (*pc).b.number());
        let old = std::ptr::replace(slot(fp, (*pc).a), Value::from(r));
        drop(old);
        !vm.ctx.has_exception()
    }
}
/// The cell of a static variable that exists already; else null.
#[inline(always)]
pub(super) unsafe fn known_static(fp: *mut Frame, vm: &Vm, index: u16) -> *const Value {
    // SAFETY: a live frame, whose function's run-time part has a place for every static variable.
    unsafe {
        let rt = vm.places.get(&*(*fp).func);
        if rt.is_null() {
            return std::ptr::null();
        }
        let v = (*rt).statics.as_ptr().add(index as usize);
        if (*v).is_ref() { v } else { std::ptr::null() }
    }
}
op!(BindStatic(pc, fp, vm) {
    let to = slot(fp, (*pc).a);
    if !(*to).is_counted() {
        let known = known_static(fp, vm, (*pc).b.number());
        if !known.is_null() {
            let v = (*known).clone();
            to.write(v);
            next!(pc, fp, vm);
        }
    }
    otherwise!(bind_static(pc, fp, vm), pc, fp, vm)
});
/// Binds a static variable whose initial value was computed before, and says whether it was; `None`: something threw.
#[inline(never)]
pub(super) unsafe fn bind_ready_static(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> Option<bool> {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let r = crate::runtime::function_places::static_variable(vm, fp, (*pc).b.number());
        if r.get().is_undef() {
            return Some(false);
        }
        let old = std::ptr::replace(slot(fp, (*pc).a), Value::from(r));
        drop(old);
        if crate::interpreter::finalize::failed(vm) { None } else { Some(true) }
    }
}
/// The initial value of a static variable, unless computing it has set one already (by recursion).
#[inline(never)]
unsafe fn init_static(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = take(fp, (*pc).c, vm);
        if vm.ctx.has_exception() {
            return false;
        }
        let r = crate::runtime::function_places::static_variable(vm, fp, (*pc).b.number());
        if r.get().is_undef() {
            r.set(v);
        }
        let old = std::ptr::replace(slot(fp, (*pc).a), Value::from(r));
        drop(old);
        !vm.ctx.has_exception()
    }
}
op!(InitStatic(pc, fp, vm) { next_if!(init_static(pc, fp, vm), pc, fp, vm) });

// Pointers.

#[inline(never)]
unsafe fn assign_ptr(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let place = written_place(fp, (*pc).a);
        let v = take(fp, (*pc).b, vm);
        if vm.ctx.has_exception() {
            return false;
        }
        let wanted = ((*pc).c.is_some()).then(|| v.clone());
        let ok = assign(Noted::new(pc, fp, vm), place.at(), v);
        consume(fp, (*pc).a);
        if let Some(v) = wanted {
            set(fp, (*pc).c, v);
        }
        ok && !vm.ctx.has_exception()
    }
}
op!(AssignPtr(pc, fp, vm) { next_if!(assign_ptr(pc, fp, vm), pc, fp, vm) });
#[inline(never)]
unsafe fn assign_ptr_ref(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let mut v = slot(fp, (*pc).b).read();
        let p = slot(fp, (*pc).a);
        match (*p).pin() {
            Some(place) if !v.is_ref() => {
                let _ = assign_place(vm, place.at(), v);
            }
            Some(place) => {
                let property = crate::runtime::object::property::typed_place(vm, place.at());
                let strict = vm.is_strict();
                let reference = v.make_ref();
                drop(v);
                let _ = crate::runtime::object::property::bind_place(vm, place.at(), property, &reference, strict);
            }
            None => {
                consume(fp, (*pc).a);
                drop(v);
                if !vm.ctx.has_exception() {
                    vm.ctx.throw_error("Cannot assign by reference to an array dimension of an object");
                }
            }
        }
        !vm.ctx.has_exception()
    }
}
op!(AssignPtrRef(pc, fp, vm) { next_if!(assign_ptr_ref(pc, fp, vm), pc, fp, vm) });
#[inline(never)]
unsafe fn assign_ptr_op(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let place = written_place(fp, (*pc).a);
        let y = take(fp, (*pc).b, vm);
        let number = (*pc.add(1)).a.number();
        let x = (*place.at()).unref();
        let Ok(v) = operators::binary(&vm.ctx, number, &x, &y) else { return false };
        let wanted = ((*pc).c.is_some()).then(|| v.clone());
        let ok = assign(Noted::new(pc, fp, vm), place.at(), v);
        consume(fp, (*pc).a);
        if let Some(v) = wanted {
            set(fp, (*pc).c, v);
        }
        ok && !vm.ctx.has_exception()
    }
}
op!(AssignPtrOp(pc, fp, vm) { next_if!(assign_ptr_op(pc, fp, vm), pc, fp, vm, ext) });
#[inline(never)]
unsafe fn inc_dec_ptr(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let place = written_place(fp, (*pc).a);
        let mut out = Value::NULL;
        let ok = step_at(vm, place.at(), (*pc).c.number(), |v| out = v);
        consume(fp, (*pc).a);
        set_wanted(fp, (*pc).b, out);
        ok
    }
}
op!(IncDecPtr(pc, fp, vm) {
    if (*pc).b.is_none()
        && let Some(p) = (*slot(fp, (*pc).a)).indirect_target()
        && let Some(v) = quick_op(&*p, &ONE, (*pc).c.number() & 1)
    {
        p.write(v.with_aux((*p).aux()));
        next!(pc, fp, vm);
    }
    otherwise!(inc_dec_ptr(pc, fp, vm), pc, fp, vm) });
#[inline(never)]
unsafe fn ref_ptr(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let p = slot(fp, (*pc).b);
        let v = match (*p).indirect_target() {
            Some(p) => {
                if (*p).is_undef() {
                    let aux = (*p).aux();
                    p.write(Value::NULL);
                    (*p).set_aux(aux);
                }
                Value::from((*p).make_ref())
            }
            None => {
                let mut v = p.read();
                if (*pc).c.number() != 1 {
                    if (*pc).c.number() == 2 && !v.is_ref() {
                        let text = "Attempting to set reference to non referenceable value";
                        vm.ctx.report(phant_native::Level::Notice, text);
                    }
                    v.make_ref();
                } else if !v.is_ref() {
                    // What binds it then assigns it.
                    vm.ctx.report(phant_native::Level::Notice, "Only variables should be assigned by reference");
                }
                v
            }
        };
        set(fp, (*pc).a, v);
        !vm.ctx.has_exception()
    }
}
op!(RefPtr(pc, fp, vm) { next_if!(ref_ptr(pc, fp, vm), pc, fp, vm) });
// What a pointer or reference leads to. Mode 1 copies the reference itself, mode 2 takes the value out of one.
op!(ReadPtr(pc, fp, vm) {
    let p = slot(fp, (*pc).b);
    let v = match (*pc).c.number() {
        1 => (*p).clone(),
        2 => p.read().into_unref(),
        _ => match (*p).indirect_target() {
            Some(p) => (*p).unref(),
            None => (*p).unref(),
        },
    };
    set(fp, (*pc).a, v);
    next!(pc, fp, vm)
});
