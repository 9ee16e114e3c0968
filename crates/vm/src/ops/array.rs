//! Arrays: literals, reading and writing elements, also of strings and ArrayAccess objects.

use super::*;
use crate::dim;
use phant_memory::{Array, Key, View};

op!(NewArray(pc, fp, vm) {
    let n = (*pc).b as usize;
    set(fp, (*pc).a, if n == 0 { Value::empty_array() } else { Value::from(Array::with_capacity(n)) });
    next!(pc, fp, vm)
});

/// The array being built, which is unshared.
#[inline(always)]
unsafe fn building<'a>(fp: *mut Frame, i: u16) -> &'a mut Array {
    // SAFETY: the slot holds an array that only this literal knows.
    unsafe { (*slot(fp, i)).as_array_mut().expect("an array literal being built") }
}
#[inline(never)]
unsafe fn add_elem(pc: *const Insn, fp: *mut Frame, vm: *mut Vm, key: Option<Value>) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = take(fp, (*pc).b, vm);
        if vm.ctx.has_exception() {
            return false;
        }
        add(vm, fp, (*pc).a, key, v)
    }
}
unsafe fn add(vm: &mut Vm, fp: *mut Frame, array: u16, key: Option<Value>, v: Value) -> bool {
    // SAFETY: called with an array literal's slot.
    unsafe {
        match key {
            None => {
                if building(fp, array).push(v).is_err() {
                    vm.ctx.throw_error("Cannot add element to the array as the next element is already occupied");
                    return false;
                }
            }
            Some(k) => match dim::key(vm, &k, dim::Use::Write) {
                Ok(k) => building(fp, array).make_mut().set(k, v),
                Err(_) => return false,
            },
        }
        !vm.ctx.has_exception()
    }
}
op!(AddElemN(pc, fp, vm) {
    let from = slot(fp, (*pc).b);
    if is_temp(fp, (*pc).b) && !(*from).is_ref() {
        let v = from.read();
        if building(fp, (*pc).a).push(v).is_ok() {
            next!(pc, fp, vm);
        }
    }
    next_if!(add_elem(pc, fp, vm, None), pc, fp, vm)
});
op!(AddElemK(pc, fp, vm) {
    next_if!(add_elem(pc, fp, vm, Some((*lit(fp, (*pc).c)).clone())), pc, fp, vm)
});
#[inline(never)]
unsafe fn add_elem_v(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm_ref = leave(pc, fp, vm);
        let k = take(fp, (*pc).c, vm_ref);
        add_elem(pc, fp, vm, Some(k))
    }
}
op!(AddElem(pc, fp, vm) { next_if!(add_elem_v(pc, fp, vm), pc, fp, vm) });
#[inline(never)]
unsafe fn add_ref(pc: *const Insn, fp: *mut Frame, vm: *mut Vm, keyed: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = slot(fp, (*pc).b).read();
        let k = keyed.then(|| take(fp, (*pc).c, vm));
        if vm.ctx.has_exception() {
            return false;
        }
        add(vm, fp, (*pc).a, k, v)
    }
}
op!(AddElemRef(pc, fp, vm) { next_if!(add_ref(pc, fp, vm, true), pc, fp, vm) });
op!(AddElemRefN(pc, fp, vm) { next_if!(add_ref(pc, fp, vm, false), pc, fp, vm) });
#[inline(never)]
unsafe fn add_spread(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = take(fp, (*pc).b, vm);
        if vm.ctx.has_exception() {
            return false;
        }
        let mut out = std::ptr::replace(slot(fp, (*pc).a), Value::NULL).into_array().expect("an array literal");
        let mut put = |ctx: &mut phant_native::Ctx, k: Value, v: Value| -> phant_native::PhpResult<bool> {
            match k.view() {
                View::Str(s) => out.make_mut().set(Key::from(s), v),
                View::Int(_) => {
                    if out.push(v).is_err() {
                        return Err(ctx.throw_error("Cannot add element to the array as the next element is already occupied"));
                    }
                }
                _ => return Err(ctx.throw_error("Keys must be of type int|string during array unpacking")),
            }
            Ok(true)
        };
        let result = match v.view() {
            View::Array(_) => vm.ctx.iterate(&v, &mut put),
            View::Object(o) if crate::iterator::is_traversable(o) => vm.ctx.iterate(&v, &mut put),
            _ => Err(vm.ctx.throw_error("Only arrays and Traversables can be unpacked")),
        };
        drop(std::ptr::replace(slot(fp, (*pc).a), Value::from(out)));
        result.is_ok() && !vm.ctx.has_exception()
    }
}
op!(AddSpread(pc, fp, vm) { next_if!(add_spread(pc, fp, vm), pc, fp, vm) });

// Reading.

/// Reads an element the slow way; operands are consumed (a container of `list()` is not).
#[inline(never)]
unsafe fn fetch(pc: *const Insn, fp: *mut Frame, vm: *mut Vm, literal: bool, quiet: bool, list: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let (b, c) = ((*pc).b, (*pc).c);
        let k = if literal { (*lit(fp, c)).clone() } else { take(fp, c, vm) };
        let container = if list || quiet {
            let v = (*slot(fp, b)).unref();
            if !list {
                consume(fp, b);
            }
            v
        } else {
            take(fp, b, vm)
        };
        if vm.ctx.has_exception() {
            return false;
        }
        let usage = if quiet {
            dim::Use::Isset
        } else if list {
            dim::Use::List
        } else {
            dim::Use::Read
        };
        match dim::read(vm, &container, &k, usage) {
            Ok(v) => {
                drop((container, k));
                set(fp, (*pc).a, v);
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
/// An element of an array by integer or string key, without any side effect.
#[inline(always)]
unsafe fn quick<'a>(container: *const Value, key: *const Value) -> Option<&'a Value> {
    // SAFETY: live operands.
    unsafe {
        let container = (*container).deref();
        if container.raw_type() != tag::ARRAY {
            return None;
        }
        let array: &phant_memory::PhpArray = &*(container.payload() as *const phant_memory::PhpArray);
        let key = (*key).deref();
        if key.tag() == tag::INT {
            return array.get_int(int(key));
        }
        if key.raw_type() == tag::STRING {
            let s = &*(key.payload() as *const phant_memory::PhpStr);
            // Only names that cannot be integers take the short way.
            if s.as_bytes().first().is_some_and(|b| *b > b'9') {
                return array.get_str(s);
            }
            return array.get(&phant_memory::KeyRef::from_str(s));
        }
        None
    }
}
macro_rules! fetch_dim {
    ($name:ident, $literal:literal, $quiet:literal, $list:literal, |$pc:ident, $fp:ident| $key:expr) => {
        op!($name($pc, $fp, vm) {
            if let Some(v) = quick(slot($fp, (*$pc).b), $key) {
                let v = v.unref();
                if !$literal {
                    consume($fp, (*$pc).c);
                }
                if !$list {
                    consume($fp, (*$pc).b);
                }
                set($fp, (*$pc).a, v);
                next!($pc, $fp, vm);
            }
            next_if!(fetch($pc, $fp, vm, $literal, $quiet, $list), $pc, $fp, vm)
        });
    };
}
fetch_dim!(FetchDimVV, false, false, false, |pc, fp| slot(fp, (*pc).c));
fetch_dim!(FetchDimVK, true, false, false, |pc, fp| lit(fp, (*pc).c));
fetch_dim!(FetchDimQuietVV, false, true, false, |pc, fp| slot(fp, (*pc).c));
fetch_dim!(FetchDimQuietVK, true, true, false, |pc, fp| lit(fp, (*pc).c));
fetch_dim!(FetchListVV, false, false, true, |pc, fp| slot(fp, (*pc).c));
fetch_dim!(FetchListVK, true, false, true, |pc, fp| lit(fp, (*pc).c));

// Fetching places.

#[inline(never)]
unsafe fn fetch_place(pc: *const Insn, fp: *mut Frame, vm: *mut Vm, key: Option<Value>, mode: dim::Mode) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let b = (*pc).b;
        let container = slot(fp, b);
        if (*container).is_undef() && mode != dim::Mode::Write && !is_temp(fp, b) {
            undefined(fp, b, vm);
            if vm.ctx.has_exception() {
                return false;
            }
        }
        let place = (*container).indirect_target().unwrap_or(container);
        match dim::place(vm, place, key.as_ref(), mode) {
            Ok(dim::Place::Pointer(p)) => {
                // A container that is a temporary value (an object that gave its element by value) ends here.
                if is_temp(fp, b) && (*container).raw_type() != tag::INDIRECT {
                    let v = (*p).clone();
                    let old = container.read();
                    set(fp, (*pc).a, v);
                    drop(old);
                } else {
                    set(fp, (*pc).a, Value::indirect(p));
                }
                !vm.ctx.has_exception()
            }
            Ok(dim::Place::Value(v)) => {
                consume(fp, b);
                set(fp, (*pc).a, v);
                !vm.ctx.has_exception()
            }
            Err(_) => {
                consume(fp, b);
                false
            }
        }
    }
}
macro_rules! fetch_w {
    ($name:ident, $mode:ident, |$pc:ident, $fp:ident, $vm:ident| $key:expr) => {
        op!($name($pc, $fp, $vm) {
            let key = {
                let $vm = leave($pc, $fp, $vm);
                $key
            };
            next_if!(!(*$vm).ctx.has_exception() && fetch_place($pc, $fp, $vm, key, dim::Mode::$mode), $pc, $fp, $vm)
        });
    };
}
fetch_w!(FetchDimW, Write, |pc, fp, vm| Some(take(fp, (*pc).c, vm)));
fetch_w!(FetchDimWK, Write, |pc, fp, vm| {
    let _ = vm;
    Some((*lit(fp, (*pc).c)).clone())
});
fetch_w!(FetchDimWN, Write, |pc, fp, vm| {
    let _ = vm;
    None
});
fetch_w!(FetchDimRW, ReadWrite, |pc, fp, vm| Some(take(fp, (*pc).c, vm)));
fetch_w!(FetchDimUnset, Unset, |pc, fp, vm| Some(take(fp, (*pc).c, vm)));

// Writing.

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Slot,
    Literal,
    None,
}
#[inline(never)]
unsafe fn assign_dim(pc: *const Insn, fp: *mut Frame, vm: *mut Vm, key: Side, value: Side) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let (a, b, c) = ((*pc).a, (*pc).b, (*pc).c);
        let k = match key {
            Side::Slot => Some(take(fp, b, vm)),
            Side::Literal => Some((*lit(fp, b)).clone()),
            Side::None => None,
        };
        let v = if value == Side::Slot { take(fp, c, vm) } else { (*lit(fp, c)).clone() };
        if vm.ctx.has_exception() {
            consume(fp, a);
            return false;
        }
        let container = slot(fp, a);
        let place = (*container).indirect_target().unwrap_or(container);
        let wanted = (*pc.add(1)).a;
        let result = dim::assign(vm, place, k.as_ref(), v, wanted != 0);
        consume(fp, a);
        match result {
            Ok(r) => {
                if wanted != 0 {
                    set(fp, wanted, r);
                }
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
/// `$a[int] = v` on an unshared packed array whose element exists or comes next.
#[inline(always)]
unsafe fn assign_quick(container: *mut Value, key: i64) -> Option<*mut Value> {
    // SAFETY: a live slot; the array is unshared, so its elements may be changed.
    unsafe {
        if (*container).tag() != (tag::ARRAY | tag::COUNTED) {
            return None;
        }
        let array = &mut *((*container).payload() as *mut phant_memory::PhpArray);
        if array.refcount() != 1 {
            return None;
        }
        let v = array.get_int(key)?;
        Some((&raw const *v).cast_mut())
    }
}
macro_rules! assign_dim {
    ($name:ident, $key:ident, $value:ident, |$pc:ident, $fp:ident| $k:expr) => {
        op!($name($pc, $fp, vm) {
            let k: Option<i64> = $k;
            if let Some(k) = k
                && (*$pc.add(1)).a == 0
                && let Some(to) = assign_quick(slot($fp, (*$pc).a), k)
                && !(*to).is_counted()
            {
                let from = if Side::$value == Side::Slot { slot($fp, (*$pc).c).cast_const() } else { lit($fp, (*$pc).c) };
                if !(*from).is_undef() && !(*from).is_ref() && (*from).raw_type() != tag::INDIRECT {
                    let aux = (*to).aux();
                    let v = if Side::$value == Side::Slot && is_temp($fp, (*$pc).c) { from.read() } else { (*from).clone() };
                    to.write(v);
                    (*to).set_aux(aux);
                    next!($pc, $fp, vm, ext);
                }
            }
            next_if!(assign_dim($pc, $fp, vm, Side::$key, Side::$value), $pc, $fp, vm, ext)
        });
    };
}
#[inline(always)]
unsafe fn int_slot(fp: *mut Frame, i: u16) -> Option<i64> {
    // SAFETY: a live slot.
    unsafe {
        let v = slot(fp, i);
        if (*v).tag() == tag::INT { Some(int(&*v)) } else { None }
    }
}
#[inline(always)]
unsafe fn int_lit(fp: *mut Frame, i: u16) -> Option<i64> {
    // SAFETY: a live literal.
    unsafe {
        let v = lit(fp, i);
        if (*v).tag() == tag::INT { Some(int(&*v)) } else { None }
    }
}
assign_dim!(AssignDimVV, Slot, Slot, |pc, fp| int_slot(fp, (*pc).b));
assign_dim!(AssignDimVK, Slot, Literal, |pc, fp| int_slot(fp, (*pc).b));
assign_dim!(AssignDimKV, Literal, Slot, |pc, fp| int_lit(fp, (*pc).b));
assign_dim!(AssignDimKK, Literal, Literal, |pc, fp| int_lit(fp, (*pc).b));
/// `$a[] = v` on an unshared array.
#[inline(always)]
unsafe fn push_quick(container: *mut Value, v: *const Value, moved: bool) -> bool {
    // SAFETY: live slots; the array is unshared.
    unsafe {
        if (*container).tag() != (tag::ARRAY | tag::COUNTED)
            || (*v).is_undef()
            || (*v).is_ref()
            || (*v).raw_type() == tag::INDIRECT
        {
            return false;
        }
        let array = &mut *((*container).payload() as *mut phant_memory::PhpArray);
        if array.refcount() != 1 || array.next_free_key() == i64::MAX {
            return false;
        }
        let v = if moved { v.read() } else { (*v).clone() };
        array.push(v).is_ok()
    }
}
op!(AssignDimNV(pc, fp, vm) {
    if (*pc.add(1)).a == 0 && push_quick(slot(fp, (*pc).a), slot(fp, (*pc).c), is_temp(fp, (*pc).c)) {
        next!(pc, fp, vm, ext);
    }
    next_if!(assign_dim(pc, fp, vm, Side::None, Side::Slot), pc, fp, vm, ext)
});
op!(AssignDimNK(pc, fp, vm) {
    if (*pc.add(1)).a == 0 && push_quick(slot(fp, (*pc).a), lit(fp, (*pc).c), false) {
        next!(pc, fp, vm, ext);
    }
    next_if!(assign_dim(pc, fp, vm, Side::None, Side::Literal), pc, fp, vm, ext)
});
#[inline(never)]
unsafe fn assign_dim_op(pc: *const Insn, fp: *mut Frame, vm: *mut Vm, keyed: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let (a, b, c) = ((*pc).a, (*pc).b, (*pc).c);
        let container = slot(fp, a);
        if (*container).is_undef() && !is_temp(fp, a) {
            undefined(fp, a, vm);
        }
        let k = keyed.then(|| take(fp, b, vm));
        let v = take(fp, c, vm);
        if vm.ctx.has_exception() {
            consume(fp, a);
            return false;
        }
        let place = (*container).indirect_target().unwrap_or(container);
        let ext = pc.add(1);
        let result = dim::assign_op(vm, place, k.as_ref(), (*ext).b, v);
        consume(fp, a);
        match result {
            Ok(r) => {
                set_wanted(fp, (*ext).a, r);
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
op!(AssignDimOp(pc, fp, vm) {
    // `$a[i] += n` on an unshared array of integers.
    let ext = pc.add(1);
    if (*ext).a == 0
        && (*ext).b == 0
        && let Some(k) = int_slot(fp, (*pc).b)
        && let Some(n) = int_slot(fp, (*pc).c)
        && let Some(to) = assign_quick(slot(fp, (*pc).a), k)
        && (*to).tag() == tag::INT
        && let Some(sum) = int(&*to).checked_add(n)
    {
        let aux = (*to).aux();
        to.write(Value::int(sum));
        (*to).set_aux(aux);
        next!(pc, fp, vm, ext);
    }
    next_if!(assign_dim_op(pc, fp, vm, true), pc, fp, vm, ext)
});
op!(AssignDimOpN(pc, fp, vm) { next_if!(assign_dim_op(pc, fp, vm, false), pc, fp, vm, ext) });

#[inline(never)]
unsafe fn test(pc: *const Insn, fp: *mut Frame, vm: *mut Vm, empty: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let k = take(fp, (*pc).c, vm);
        let container = (*slot(fp, (*pc).b)).unref();
        consume(fp, (*pc).b);
        if vm.ctx.has_exception() {
            return false;
        }
        match dim::test(vm, &container, &k, empty) {
            Ok(r) => {
                set(fp, (*pc).a, Value::bool(r));
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
op!(IssetDim(pc, fp, vm) {
    if let Some(v) = quick(slot(fp, (*pc).b), slot(fp, (*pc).c)) {
        let r = !v.is_null();
        consume(fp, (*pc).c);
        consume(fp, (*pc).b);
        set(fp, (*pc).a, Value::bool(r));
        next!(pc, fp, vm);
    }
    next_if!(test(pc, fp, vm, false), pc, fp, vm)
});
op!(EmptyDim(pc, fp, vm) { next_if!(test(pc, fp, vm, true), pc, fp, vm) });
#[inline(never)]
unsafe fn unset(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let a = (*pc).a;
        let container = slot(fp, a);
        if (*container).is_undef() && !is_temp(fp, a) {
            undefined(fp, a, vm);
        }
        let k = take(fp, (*pc).b, vm);
        if vm.ctx.has_exception() {
            consume(fp, a);
            return false;
        }
        let place = (*container).indirect_target().unwrap_or(container);
        let ok = dim::unset(vm, place, &k).is_ok();
        consume(fp, a);
        ok && !vm.ctx.has_exception()
    }
}
op!(UnsetDim(pc, fp, vm) { next_if!(unset(pc, fp, vm), pc, fp, vm) });
