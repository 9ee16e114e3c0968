//! Arrays: literals, reading and writing elements, also of strings and ArrayAccess objects.

use super::*;
use crate::runtime::dim;
use phant_memory::{Array, Held, Key, KeyRef, Str, View, array::LookedUp};
use phant_native::ObjectExt;
use std::mem::ManuallyDrop;

op!(NewArray(pc, fp, vm) {
    let n = (*pc).b.count();
    let array = match (n, (*pc).c) {
        (0, _) => Value::empty_array(),
        (n, Operand::NONE) => Value::from(Array::with_capacity(n)),
        (n, _) => Value::from(Array::with_hash_capacity(n)),
    };
    set(fp, (*pc).a, array);
    next!(pc, fp, vm)
});

op!(NewShaped(pc, fp, vm) {
    let array = match (*lit(fp, (*pc).b)).own_array() {
        Some(shape) => shape.duplicate(),
        None => unreachable!("a shape is an array"),
    };
    set(fp, (*pc).a, Value::from(array));
    next!(pc, fp, vm)
});
op!(FillElem(pc, fp, vm) {
    let from = slot(fp, (*pc).b);
    if is_plain(&*from) {
        let v = if is_temp(fp, (*pc).b) { from.read() } else { (*from).clone() };
        let array = (*slot(fp, (*pc).a)).payload() as *mut phant_memory::PhpArray;
        (*array).fill(u32::from((*pc).c.number()), v);
        next!(pc, fp, vm);
    }
    otherwise!(fill_elem(pc, fp, vm), pc, fp, vm)
});
#[inline(never)]
unsafe fn fill_elem(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = take(fp, (*pc).b, vm);
        building(fp, (*pc).a).make_mut().fill(u32::from((*pc).c.number()), v);
        !vm.ctx.has_exception()
    }
}

/// The array being built, which is unshared.
#[inline(always)]
unsafe fn building<'a>(fp: *mut Frame, i: Operand) -> &'a mut Array {
    // SAFETY: the slot holds an array that only this literal knows.
    unsafe { (*slot(fp, i)).deref_mut().own_array_mut().expect("an array literal being built") }
}
#[inline(never)]
unsafe fn add_elem(pc: *const Insn, fp: *mut Frame, vm: &Vm, key: Option<Value>) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = take(fp, (*pc).b, vm);
        add(vm, fp, (*pc).a, key, v)
    }
}
unsafe fn add(vm: &Vm, fp: *mut Frame, array: Operand, key: Option<Value>, v: Value) -> bool {
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
    if is_plain(&*from) && building(fp, (*pc).a).next_free_key() != i64::MAX {
        let v = if is_temp(fp, (*pc).b) { from.read() } else { (*from).clone() };
        let _ = building(fp, (*pc).a).push(v);
        next!(pc, fp, vm);
    }
    otherwise!(add_elem(pc, fp, vm, None), pc, fp, vm)
});
op!(AddElemK(pc, fp, vm) {
    if (*lit(fp, (*pc).c)).raw_type() == tag::STRING {
        return add_name_tail(pc, fp, vm);
    }
    return add_elem_tail(pc, fp, vm)
});
/// String keys, of which most are new.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn add_name_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `AddElemK` with its own instruction.
    unsafe {
        let (from, to) = (slot(fp, (*pc).b), slot(fp, (*pc).a));
        if (*to).tag() == tag::ARRAY | tag::COUNTED && is_plain(&*from) {
            let array = (*to).payload() as *mut phant_memory::PhpArray;
            let name = &*((*lit(fp, (*pc).c)).payload() as *const phant_memory::PhpStr);
            if (*array).refcount() == 1 && is_word(name) && (*array).is_surely_absent(name) {
                let v = if is_temp(fp, (*pc).b) { from.read() } else { (*from).clone() };
                (*array).add_absent(name, v);
                next!(pc, fp, vm);
            }
        }
        return add_elem_tail(pc, fp, vm);
    }
}
/// Integer keys, arrays that must grow, and everything else, as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn add_elem_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `AddElemK` with its own instruction.
    unsafe {
        let from = slot(fp, (*pc).b);
        let key = lit(fp, (*pc).c);
        if (*key).tag() == tag::INT && is_plain(&*from) {
            let array = building(fp, (*pc).a).make_mut();
            if array.is_next(int(&*key)) {
                let v = if is_temp(fp, (*pc).b) { from.read() } else { (*from).clone() };
                let _ = array.push(v);
                next!(pc, fp, vm);
            }
        }
        if (*key).raw_type() == tag::STRING && is_plain(&*from) {
            let name = &*((*key).payload() as *const phant_memory::PhpStr);
            if is_name(name) {
                let place = building(fp, (*pc).a).make_mut().place_str(name);
                if !(*place).is_counted() {
                    let v = if is_temp(fp, (*pc).b) { from.read() } else { (*from).clone() };
                    place.write(v.with_aux((*place).aux()));
                    next!(pc, fp, vm);
                }
            }
        }
        next_if!(add_elem(pc, fp, vm, Some((*lit(fp, (*pc).c)).clone())), pc, fp, vm)
    }
}
#[inline(never)]
unsafe fn add_elem_v(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = take(fp, (*pc).b, vm);
        let k = take(fp, (*pc).c, vm);
        add(vm, fp, (*pc).a, Some(k), v)
    }
}
op!(AddElem(pc, fp, vm) {
    let (from, key) = (slot(fp, (*pc).b), slot(fp, (*pc).c));
    if (*key).tag() == tag::INT && is_plain(&*from) {
        let array = (*slot(fp, (*pc).a)).payload() as *mut phant_memory::PhpArray;
        if (*array).is_absent_int(int(&*key)) {
            let v = if is_temp(fp, (*pc).b) { from.read() } else { (*from).clone() };
            (*array).add_absent_int(int(&*key), v);
            next!(pc, fp, vm);
        }
    }
    otherwise_go!(pc, fp, vm, {
        let (from, key) = (slot(fp, (*pc).b), slot(fp, (*pc).c));
        if (*key).raw_type() == tag::STRING && is_plain(&*from) {
            let name = &*((*key).payload() as *const phant_memory::PhpStr);
            let array = building(fp, (*pc).a).make_mut();
            if is_name(name) && array.get_str(name).is_none() {
                let v = if is_temp(fp, (*pc).b) { from.read() } else { (*from).clone() };
                array.add_new(name.to_handle(), v);
                consume(fp, (*pc).c);
                next!(pc, fp, vm);
            }
        }
        next_if!(add_elem_v(pc, fp, vm), pc, fp, vm)
    })
});
#[inline(never)]
unsafe fn add_ref(pc: *const Insn, fp: *mut Frame, vm: &Vm, keyed: bool) -> bool {
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
unsafe fn add_spread(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = take(fp, (*pc).b, vm);
        let mut out = std::ptr::replace(slot(fp, (*pc).a), Value::NULL).into_array().expect("an array literal");
        let mut put = |ctx: &phant_native::Ctx, k: Value, v: Value| -> phant_native::PhpResult<bool> {
            match k.view() {
                View::Str(s) if phant_numeric::array_key(&s).is_none() => out.make_mut().set(Key::from(s), v),
                // Keys that look like numbers are numbers, and those are not kept.
                View::Str(_) | View::Int(_) => {
                    if out.push(v).is_err() {
                        return Err(ctx.throw_error("Cannot add element to the array as the next element is already occupied"));
                    }
                }
                _ => return Err(ctx.throw_error("Keys must be of type int|string during array unpacking")),
            }
            Ok(true)
        };
        let result = match v.view() {
            View::Array(a) => spread_array(vm, &mut out, &a),
            _ if (*pc).c.is_some() => Err(vm.ctx.throw_error("Only arrays can be unpacked in constant expression")),
            View::Object(o) if crate::interpreter::iterator::is_unpackable(&o) => vm.ctx.iterate(&v, &mut put),
            View::Object(o) => {
                Err(vm.ctx.type_error(format!("Only arrays and Traversables can be unpacked, {} given", o.class().name)))
            }
            _ => {
                let given = phant_native::convert::value_name(&v);
                Err(vm.ctx.throw_error(format!("Only arrays and Traversables can be unpacked, {given} given")))
            }
        };
        drop(std::ptr::replace(slot(fp, (*pc).a), Value::from(out)));
        result.is_ok() && !vm.ctx.has_exception()
    }
}
/// `...$array` in an array literal: nothing that happens here runs PHP code. References that are shared stay references.
fn spread_array(vm: &Vm, out: &mut Array, source: &Array) -> phant_native::PhpResult<()> {
    if out.is_empty()
        && out.next_free_key() == 0
        && let Some(copy) = source.duplicate_spread()
    {
        *out = copy;
        return Ok(());
    }
    let out = out.make_mut();
    out.reserve(source.len());
    for (key, v) in source.iter() {
        match key {
            KeyRef::Str(s) if phant_numeric::array_key(s).is_none() => out.set(key.to_key(), v.copied()),
            _ => {
                if out.push(v.copied()).is_err() {
                    let text = "Cannot add element to the array as the next element is already occupied";
                    return Err(vm.ctx.throw_error(text));
                }
            }
        }
    }
    Ok(())
}
op!(AddSpread(pc, fp, vm) { next_if!(add_spread(pc, fp, vm), pc, fp, vm) });

// Reading.

/// Reads an element the slow way; operands are consumed (a container of `list()` is not).
#[inline(never)]
pub(super) unsafe fn fetch(pc: *const Insn, fp: *mut Frame, vm: &Vm, literal: bool, quiet: bool, list: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let (b, c) = ((*pc).b, (*pc).c);
        let container = if list || quiet {
            let v = (*slot(fp, b)).unref();
            if !list {
                consume(fp, b);
            }
            v
        } else {
            take(fp, b, vm)
        };
        let k = if literal { (*lit(fp, c)).clone() } else { take(fp, c, vm) };
        let usage = if quiet {
            dim::Use::Isset
        } else if list {
            dim::Use::List
        } else {
            dim::Use::Read
        };
        match dim::read(vm, &container, &k, usage) {
            Ok(v) => {
                // As in PHP, the key goes before its container.
                drop(k);
                drop(container);
                set(fp, (*pc).a, v);
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
/// A string key that no decimal integer is written like.
#[inline(always)]
fn is_word(key: &phant_memory::PhpStr) -> bool {
    key.as_bytes().first().is_some_and(|b| *b > b'9')
}
/// Whether a string key is no decimal integer.
pub(super) fn is_name(key: &phant_memory::PhpStr) -> bool {
    key.as_bytes().first().is_none_or(|b| *b > b'9') || phant_numeric::array_key(key.as_bytes()).is_none()
}
/// The integer that an array has in place of a string key.
#[inline(always)]
fn number_of(key: &phant_memory::PhpStr) -> Option<i64> {
    let may_be_number = key.as_bytes().first().is_some_and(|b| *b <= b'9');
    if may_be_number { phant_numeric::array_key(key.as_bytes()) } else { None }
}
/// What an array has at an integer or string key, without any side effect; `None` for other containers and keys.
#[inline(always)]
unsafe fn quick<'a>(container: *const Value, key: *const Value) -> Option<Option<&'a Value>> {
    // SAFETY: live operands.
    unsafe {
        let container = (*container).deref_lent();
        if container.raw_type() != tag::ARRAY {
            return None;
        }
        let array: &phant_memory::PhpArray = &*(container.payload() as *const phant_memory::PhpArray);
        let key = (*key).deref_lent();
        if key.tag() == tag::INT {
            return Some(array.get_int(int(key)));
        }
        if key.raw_type() == tag::STRING {
            let s = &*(key.payload() as *const phant_memory::PhpStr);
            if is_name(s) {
                return Some(array.get_str(s));
            }
            return Some(array.get(&phant_memory::KeyRef::from_str(s)));
        }
        None
    }
}
/// The byte of a string at an offset inside it; false, and nothing is done, for other keys. Apart from the handler, as
/// the drop of a temporary string would prevent its tail call.
#[inline(never)]
unsafe fn fetch_byte(pc: *const Insn, fp: *mut Frame, key: *const Value) -> bool {
    // SAFETY: called with the operands of the instruction, of which the first is a string.
    unsafe {
        if (*key).tag() != tag::INT {
            return false;
        }
        let s = &*((*slot(fp, (*pc).b)).deref_lent().payload() as *const phant_memory::PhpStr);
        // Negative offsets count from the end.
        let at = if int(&*key) < 0 { int(&*key).wrapping_add(s.as_bytes().len() as i64) } else { int(&*key) };
        let Some(&byte) = usize::try_from(at).ok().and_then(|i| s.as_bytes().get(i)) else { return false };
        consume(fp, (*pc).b);
        set(fp, (*pc).a, Value::from(phant_memory::string::single_byte(byte)));
        true
    }
}
/// The element of a packed array at an integer key, if it is no reference: the shortest way of all.
#[inline(always)]
pub(super) unsafe fn packed_element(container: *const Value, key: *const Value) -> *const Value {
    // SAFETY: live operands.
    unsafe {
        if (*container).raw_type() == tag::ARRAY && (*key).tag() == tag::INT {
            let array: &phant_memory::PhpArray = &*((*container).payload() as *const phant_memory::PhpArray);
            if let Some(v) = array.packed_at(int(&*key))
                && !v.is_undef()
                && !v.is_ref()
            {
                return v;
            }
        }
        std::ptr::null()
    }
}
/// The element of an array at a string key, if it is no reference and can be told without a call; what stands for nothing, where
/// the key is no number and `NOTHING_COUNTS`. Else null.
#[inline(always)]
pub(super) unsafe fn named_element<const NOTHING_COUNTS: bool>(array: *const Value, key: *const Value) -> *const Value {
    // SAFETY: the caller's array and string.
    unsafe {
        let array: &phant_memory::PhpArray = &*((*array).payload() as *const phant_memory::PhpArray);
        let key = &*((*key).payload() as *const phant_memory::PhpStr);
        match array.look_up(key) {
            LookedUp::Found(v) if !v.is_ref() => v,
            LookedUp::Absent if NOTHING_COUNTS && key.as_bytes().first().is_none_or(|b| *b > b'9') => &raw const *NOTHING,
            LookedUp::Unknown => element_of_text(array, key),
            _ => std::ptr::null(),
        }
    }
}
/// The element of an array at a text that has just been made, if it is there and no reference; else null.
#[inline(never)]
fn element_of_text(array: &phant_memory::PhpArray, key: &phant_memory::PhpStr) -> *const Value {
    key.hash();
    match array.look_up(key) {
        LookedUp::Found(v) if !v.is_ref() => v,
        _ => std::ptr::null(),
    }
}
/// The element of an array at the very string of the key, if it is no reference; else null.
#[inline(always)]
pub(super) unsafe fn same_element(array: *const Value, key: *const Value) -> *const Value {
    // SAFETY: the caller's array and string.
    unsafe {
        let array: &phant_memory::PhpArray = &*((*array).payload() as *const phant_memory::PhpArray);
        match array.get_same(&*((*key).payload() as *const phant_memory::PhpStr)) {
            Some(v) if !v.is_ref() => v,
            _ => std::ptr::null(),
        }
    }
}
/// Reading elements at keys that equal the string but are others, as the rest of the instruction: it is known that the operands
/// are an array and a string.
///
/// # Safety
/// As every handler.
#[inline(never)]
pub(super) unsafe extern "C" fn fetch_named_tail<const LITERAL: bool, const QUIET: bool>(
    pc: *const Insn,
    fp: *mut Frame,
    vm: &Vm,
) {
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        let key = if LITERAL { lit(fp, (*pc).c) } else { slot(fp, (*pc).c).cast_const() };
        let v = named_element::<QUIET>((*slot(fp, (*pc).b)).deref_lent(), key);
        if !LITERAL {
            quick::quicken(pc, if QUIET { quick::FetchDimByWordQuiet } else { quick::FetchDimByWord });
        }
        if !v.is_null() && let_go(fp, (*pc).b) {
            let v = (*v).clone();
            if !LITERAL {
                consume(fp, (*pc).c);
            }
            set(fp, (*pc).a, v);
            next!(pc, fp, vm);
        }
        return fetch_tail::<LITERAL, QUIET, false>(pc, fp, vm);
    }
}
macro_rules! fetch_dim {
    ($name:ident, $literal:literal, $quiet:literal, $list:literal, |$pc:ident, $fp:ident| $key:expr) => {
        op!($name($pc, $fp, vm) {
            let v = packed_element(slot($fp, (*$pc).b), $key);
            if !v.is_null() && ($list || let_go($fp, (*$pc).b)) {
                if !$list && !$quiet && !is_temp($fp, (*$pc).b) {
                    quick::quicken($pc, items::item_form($pc, $fp, $literal, &*v));
                }
                let v = (*v).clone();
                set($fp, (*$pc).a, v);
                next!($pc, $fp, vm);
            }
            return fetch_tail::<$literal, $quiet, $list>($pc, $fp, vm)
        });
    };
}
/// Reading elements of hash arrays, of arrays that end here, and of everything else, as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
pub(super) unsafe extern "C" fn fetch_tail<const LITERAL: bool, const QUIET: bool, const LIST: bool>(
    pc: *const Insn,
    fp: *mut Frame,
    vm: &Vm,
) {
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        if !LIST && (*slot(fp, (*pc).b)).raw_type() == object_dim::OBJECT {
            return object_dim::read_tail::<LITERAL, QUIET>(pc, fp, vm);
        }
        let mut key = if LITERAL { lit(fp, (*pc).c) } else { slot(fp, (*pc).c).cast_const() };
        // Forms are for keys that are in the variable itself.
        let behind = !LITERAL && (*key).is_ref() && !is_temp(fp, (*pc).c);
        if behind {
            key = (*key).deref_lent();
        }
        if !LIST && !behind && (*key).tag() == tag::INT {
            match (*slot(fp, (*pc).b)).deref_lent().raw_type() {
                tag::ARRAY => quick::quicken(pc, items::INTS[LITERAL as usize][QUIET as usize]),
                tag::STRING => quick::quicken(pc, items::BYTES[LITERAL as usize][QUIET as usize]),
                _ => {}
            }
        }
        if !LIST && (*slot(fp, (*pc).b)).is_ref() && !is_temp(fp, (*pc).b) {
            // A list behind a reference. The key is an integer then, of which nothing is to be given back.
            let container = (*slot(fp, (*pc).b)).deref_mut();
            if container.raw_type() == tag::ARRAY {
                let v = packed_element(container, key);
                if !v.is_null() {
                    let v = (*v).clone();
                    set(fp, (*pc).a, v);
                    next!(pc, fp, vm);
                }
            }
        }
        if !LITERAL && !LIST && !behind && (*key).raw_type() == tag::STRING {
            quick::quicken(pc, if QUIET { quick::FetchDimByNameQuiet } else { quick::FetchDimByName });
        }
        // `list()` takes nothing out of a string.
        if !LIST && (*slot(fp, (*pc).b)).deref_lent().raw_type() == tag::STRING && fetch_byte(pc, fp, key) {
            next!(pc, fp, vm);
        }
        let found = match quick(slot(fp, (*pc).b), key) {
            Some(None) if QUIET => Some(&*NOTHING),
            found => found.flatten(),
        };
        if let Some(v) = found {
            let v = v.unref();
            if !LITERAL {
                consume(fp, (*pc).c);
            }
            if !LIST {
                consume(fp, (*pc).b);
            }
            set(fp, (*pc).a, v);
            next_settled!(pc, fp, vm);
        }
        next_if!(fetch(pc, fp, vm, LITERAL, QUIET, LIST), pc, fp, vm)
    }
}
// A literal string key that no integer is written like, in an array that is no reference.
op!(FetchDimName(pc, fp, vm) {
    let container = slot(fp, (*pc).b);
    if (*container).raw_type() == tag::ARRAY {
        let v = same_element(container, lit(fp, (*pc).c));
        if !v.is_null() && let_go(fp, (*pc).b) {
            let v = (*v).clone();
            set(fp, (*pc).a, v);
            next!(pc, fp, vm);
        }
        return fetch_named_tail::<true, false>(pc, fp, vm)
    }
    if (*container).is_ref() && (*container).deref_lent().raw_type() == tag::ARRAY {
        return fetch_named_tail::<true, false>(pc, fp, vm);
    }
    return fetch_tail::<true, false, false>(pc, fp, vm)
});
op!(FetchDimQuietVK(pc, fp, vm) {
    let (container, key) = (slot(fp, (*pc).b), lit(fp, (*pc).c));
    if (*container).raw_type() == tag::ARRAY {
        if (*key).raw_type() == tag::STRING {
            let v = same_element(container, key);
            if !v.is_null() && let_go(fp, (*pc).b) {
                let v = (*v).clone();
                set(fp, (*pc).a, v);
                next!(pc, fp, vm);
            }
            return fetch_named_tail::<true, true>(pc, fp, vm)
        }
        let v = packed_element(container, key);
        if !v.is_null() && let_go(fp, (*pc).b) {
            let v = (*v).clone();
            set(fp, (*pc).a, v);
            next!(pc, fp, vm);
        }
    }
    if (*key).raw_type() == tag::STRING && (*container).is_ref() && (*container).deref_lent().raw_type() == tag::ARRAY {
        return fetch_named_tail::<true, true>(pc, fp, vm);
    }
    return fetch_tail::<true, true, false>(pc, fp, vm)
});
fetch_dim!(FetchDimVV, false, false, false, |pc, fp| slot(fp, (*pc).c));
fetch_dim!(FetchDimVK, true, false, false, |pc, fp| lit(fp, (*pc).c));
fetch_dim!(FetchDimQuietVV, false, true, false, |pc, fp| slot(fp, (*pc).c));
fetch_dim!(FetchListVV, false, false, true, |pc, fp| slot(fp, (*pc).c));
fetch_dim!(FetchListVK, true, false, true, |pc, fp| lit(fp, (*pc).c));

// Fetching places.

#[inline(never)]
unsafe fn fetch_place(pc: *const Insn, fp: *mut Frame, vm: &Vm, operand: Place, key: Option<Value>, mode: dim::Mode) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let b = (*pc).b;
        let found = dim::place(vm, &operand, key.as_ref(), mode);
        // What the container is in may go with it, and the place too.
        drop(operand);
        match found {
            Ok(dim::Place::At(place)) => {
                // A container that is a temporary value ends here, and the place with it if nobody else holds that.
                consume(fp, b);
                set(fp, (*pc).a, place.into_value());
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
/// The place of a container to be written to: a variable, or what a pointer leads to.
#[inline(always)]
pub(super) unsafe fn container_place(fp: *mut Frame, i: Operand) -> Option<*mut Value> {
    // SAFETY: the instruction's own operand.
    unsafe {
        let container = slot(fp, i);
        (*container).indirect_target().or((!is_temp(fp, i)).then_some(container))
    }
}
/// The element at an integer key of a packed array that nobody else holds; null where more has to be done.
#[inline(always)]
unsafe fn own_packed(fp: *mut Frame, i: Operand, key: *const Value) -> *mut Value {
    // SAFETY: live operands; an unshared array may be changed.
    unsafe {
        let Some(container) = container_place(fp, i) else { return std::ptr::null_mut() };
        if (*container).tag() != (tag::ARRAY | tag::COUNTED) || (*key).tag() != tag::INT {
            return std::ptr::null_mut();
        }
        let array = &*((*container).payload() as *const phant_memory::PhpArray);
        match array.packed_at(int(&*key)) {
            Some(v) if array.refcount() == 1 && !v.is_undef() => (&raw const *v).cast_mut(),
            _ => std::ptr::null_mut(),
        }
    }
}
/// The array of an operand, if nobody else holds it; else null.
#[inline(always)]
unsafe fn own_list(fp: *mut Frame, i: Operand) -> *mut phant_memory::PhpArray {
    // SAFETY: live operands; an unshared array may be changed.
    unsafe {
        let Some(container) = container_place(fp, i) else { return std::ptr::null_mut() };
        if (*container).tag() != (tag::ARRAY | tag::COUNTED) {
            return std::ptr::null_mut();
        }
        let array = (*container).payload() as *mut phant_memory::PhpArray;
        if (*array).refcount() == 1 { array } else { std::ptr::null_mut() }
    }
}
/// The element at the very string of the key, of an array that nobody else holds; else null.
#[inline(always)]
pub(super) unsafe fn own_same(fp: *mut Frame, i: Operand, key: *const Value) -> *mut Value {
    // SAFETY: live operands; an unshared array may be changed.
    unsafe {
        let Some(container) = container_place(fp, i) else { return std::ptr::null_mut() };
        if (*container).tag() != (tag::ARRAY | tag::COUNTED) {
            return std::ptr::null_mut();
        }
        let array = &*((*container).payload() as *const phant_memory::PhpArray);
        match array.get_same(&*((*key).payload() as *const phant_memory::PhpStr)) {
            Some(v) if array.refcount() == 1 => (&raw const *v).cast_mut(),
            _ => std::ptr::null_mut(),
        }
    }
}
/// The element at a string key of an array that nobody else holds, if the array has it and that can be told without a call;
/// else null.
#[inline(always)]
unsafe fn own_named(fp: *mut Frame, i: Operand, key: *const Value) -> *mut Value {
    // SAFETY: live operands; an unshared array may be changed.
    unsafe {
        let Some(container) = container_place(fp, i) else { return std::ptr::null_mut() };
        let container = (*container).deref_mut();
        if (*container).tag() != (tag::ARRAY | tag::COUNTED) {
            return std::ptr::null_mut();
        }
        let array = &*((*container).payload() as *const phant_memory::PhpArray);
        match array.look_up(&*((*key).payload() as *const phant_memory::PhpStr)) {
            LookedUp::Found(v) if array.refcount() == 1 => (&raw const *v).cast_mut(),
            _ => std::ptr::null_mut(),
        }
    }
}
/// Whether writing an element makes a new array of what a place holds: nothing, or the empty array of a literal.
#[inline(always)]
unsafe fn becomes_array(place: *mut Value) -> bool {
    // SAFETY: the caller's live place.
    unsafe {
        let held = (*place).deref_lent();
        match held.tag() {
            tag::UNDEF | tag::NULL => (*place).as_ref().is_none_or(|r| r.sources().is_null()),
            tag::ARRAY => {
                let array = &*(held.payload() as *const phant_memory::PhpArray);
                array.is_empty() && array.next_free_key() == 0
            }
            _ => false,
        }
    }
}
/// The array of a place that is about to get an element, which nobody else holds then: a new one where nothing is, a copy where others
/// hold it too. Null if the place holds something else.
#[inline(always)]
pub(super) unsafe fn array_to_write(place: *mut Value, key: &Value) -> *mut phant_memory::PhpArray {
    // SAFETY: the caller's live place; an unshared array may be changed.
    unsafe {
        if becomes_array(place) {
            let new = if key.tag() == tag::INT { Array::with_capacity(4) } else { Array::with_hash_capacity(4) };
            let container: *mut Value = (*place).deref_mut();
            container.write(Value::from(new).with_aux((*container).aux()));
        }
        let container = (*place).deref_mut();
        if container.tag() == (tag::ARRAY | tag::COUNTED) {
            let array = container.payload() as *mut phant_memory::PhpArray;
            if (*array).refcount() == 1 {
                return array;
            }
        }
        match container.own_array_mut() {
            Some(shared) => shared.make_mut(),
            None => std::ptr::null_mut(),
        }
    }
}
/// The element for a key of an array that nobody else holds, made with `null` if `insert` says so; null where more has
/// to be done.
#[inline(always)]
unsafe fn own_element(fp: *mut Frame, i: Operand, key: *const Value, insert: bool) -> *mut Value {
    // SAFETY: live operands; an unshared array may be changed.
    unsafe {
        let Some(container) = container_place(fp, i) else { return std::ptr::null_mut() };
        let array = if insert {
            if (*key).tag() != tag::INT && (*key).raw_type() != tag::STRING {
                return std::ptr::null_mut();
            }
            array_to_write(container, &*key)
        } else {
            let container = (*container).deref_mut();
            let array = container.payload() as *mut phant_memory::PhpArray;
            if container.tag() != (tag::ARRAY | tag::COUNTED) || (*array).refcount() != 1 {
                return std::ptr::null_mut();
            }
            array
        };
        if array.is_null() {
            return std::ptr::null_mut();
        }
        let array = &mut *array;
        let text = ((*key).raw_type() == tag::STRING).then(|| &*((*key).payload() as *const phant_memory::PhpStr));
        let number = if (*key).tag() == tag::INT { Some(int(&*key)) } else { text.and_then(number_of) };
        let found = match (number, text) {
            (Some(i), _) => match array.get_int(i) {
                None if insert => return array.get_or_insert(Key::Int(i)).as_ptr(),
                found => found,
            },
            (None, Some(name)) if insert => return array.place_str(name),
            (None, Some(name)) => array.get_str(name),
            (None, None) => None,
        };
        found.map_or(std::ptr::null_mut(), |v| (&raw const *v).cast_mut())
    }
}
/// A place that [`own_packed`] or [`own_element`] found, as a value: the array is its owner.
#[inline(always)]
unsafe fn element_value(fp: *mut Frame, i: Operand, place: *mut Value) -> Value {
    // SAFETY: the operand holds an array, in which the place is.
    unsafe {
        let container = slot(fp, i);
        let container = (*container).indirect_target().unwrap_or(container);
        Value::indirect_in((*container).deref_lent().payload() as *mut phant_memory::header::Header, place)
    }
}
/// The modes of [`dim::Mode`] as numbers, for constant parameters.
mod mode {
    pub const WRITE: u8 = 0;
    pub const READ_WRITE: u8 = 1;
    pub const UNSET: u8 = 2;
}
macro_rules! fetch_w {
    ($name:ident, $mode:ident, $key:ident, $insert:literal, |$pc:ident, $fp:ident| $quick:expr) => {
        op!($name($pc, $fp, vm) {
            let key: *const Value = $quick;
            if !key.is_null() {
                let place = own_packed($fp, (*$pc).b, key);
                if !place.is_null() {
                    set($fp, (*$pc).a, element_value($fp, (*$pc).b, place));
                    next!($pc, $fp, vm);
                }
                otherwise_go!($pc, $fp, vm, {
                    let key: *const Value = $quick;
                    let place = own_element($fp, (*$pc).b, key, $insert);
                    if !place.is_null() {
                        let place = element_value($fp, (*$pc).b, place);
                        if Side::$key == Side::Slot && (*key).is_counted() {
                            consume($fp, (*$pc).c);
                        }
                        set($fp, (*$pc).a, place);
                        next_settled!($pc, $fp, vm);
                    }
                    return fetch_w_tail::<{ mode::$mode }, { Side::$key as u8 }>($pc, $fp, vm)
                });
            }
            return fetch_w_tail::<{ mode::$mode }, { Side::$key as u8 }>($pc, $fp, vm)
        });
    };
}
/// Places in shared arrays, in what is no array, and everything else, as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn fetch_w_tail<const MODE: u8, const KEY: u8>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by handlers with their own instruction.
    unsafe { next_if!(fetch_w_slow(pc, fp, vm, MODE, KEY), pc, fp, vm) }
}
/// Reads a key that may be a variable without a value. Who hears of that may let go of the array, and then PHP has nothing to write to:
/// false, beside the key.
unsafe fn take_key(fp: *mut Frame, i: Operand, vm: &Vm, container: &Place) -> (Value, bool) {
    // SAFETY: the instruction's own operand; a live place.
    unsafe {
        if is_temp(fp, i) || !(*slot(fp, i)).is_undef() {
            return (take(fp, i, vm), true);
        }
        let array = (*container.at()).as_array().map(Held::into_owned);
        let key = take(fp, i, vm);
        let is_there = |array: Array| (*container.at()).as_array().is_some_and(|now| now.same(&array));
        (key, array.is_none_or(is_there))
    }
}
/// Whether a variable is one that the compiler made.
pub(super) unsafe fn is_hidden(fp: *mut Frame, i: Operand) -> bool {
    // SAFETY: a live frame of compiled code, and one of its variables.
    unsafe {
        let vars = (*(*fp).func).code().map_or(&[][..], |code| &code.vars);
        vars.get(usize::from(i.variable())).is_some_and(|name| name.as_bytes().first() == Some(&0))
    }
}
#[inline(never)]
unsafe fn fetch_w_slow(pc: *const Insn, fp: *mut Frame, vm: &Vm, mode: u8, key: u8) -> bool {
    const SLOT: u8 = Side::Slot as u8;
    const LITERAL: u8 = Side::Literal as u8;
    const NONE: u8 = Side::None as u8;
    // SAFETY: called by `fetch_w_tail`.
    unsafe {
        let vm = leave(pc, fp, vm);
        let operand = written_place(fp, (*pc).b);
        let mode = match mode {
            mode::WRITE => dim::Mode::Write,
            mode::READ_WRITE => dim::Mode::ReadWrite,
            _ => dim::Mode::Unset,
        };
        if (*slot(fp, (*pc).b)).is_undef() && mode != dim::Mode::Write && !is_temp(fp, (*pc).b) {
            undefined(fp, (*pc).b, vm);
        }
        // What cannot have elements is told before the key is looked at.
        // Taking an array apart into references makes one of `false` without a word, and so does what is behind a reference.
        let hidden = !is_temp(fp, (*pc).b) && is_hidden(fp, (*pc).b) || (*operand.at()).is_ref();
        let can = mode == dim::Mode::Unset && !dim::is_scalar(&operand)
            || dim::prepare(vm, &operand, key != NONE, mode, hidden).is_ok();
        if !can {
            if key == SLOT {
                consume(fp, (*pc).c);
            }
            drop(operand);
            consume(fp, (*pc).b);
            return false;
        }
        let unknown = key == SLOT && !is_temp(fp, (*pc).c) && (*slot(fp, (*pc).c)).is_undef();
        let mut is_there = true;
        let key = match key {
            SLOT => {
                let (key, there) = take_key(fp, (*pc).c, vm, &operand);
                is_there = there;
                Some(key)
            }
            LITERAL => Some((*lit(fp, (*pc).c)).clone()),
            _ => None,
        };
        if unknown && vm.ctx.has_exception() && !(*operand.at()).deref_lent().is_object() {
            drop(operand);
            consume(fp, (*pc).b);
            return false;
        }
        if !is_there {
            drop(operand);
            consume(fp, (*pc).b);
            set(fp, (*pc).a, Value::NULL);
            return true;
        }
        fetch_place(pc, fp, vm, operand, key, mode)
    }
}
fetch_w!(FetchDimW, WRITE, Slot, true, |pc, fp| slot(fp, (*pc).c));
fetch_w!(FetchDimWK, WRITE, Literal, true, |pc, fp| lit(fp, (*pc).c));
fetch_w!(FetchDimWN, WRITE, None, false, |pc, fp| std::ptr::null());
fetch_w!(FetchDimRW, READ_WRITE, Slot, false, |pc, fp| slot(fp, (*pc).c));
fetch_w!(FetchDimUnset, UNSET, Slot, false, |pc, fp| std::ptr::null());

// Writing.

#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Side {
    Slot,
    Literal,
    None,
}
impl Side {
    /// The side of a number, as handlers are told it.
    pub(super) fn of(number: u8) -> Side {
        [Side::Slot, Side::Literal, Side::None][usize::from(number)]
    }
}
#[inline(never)]
pub(super) unsafe fn assign_dim(pc: *const Insn, fp: *mut Frame, vm: &Vm, key: Side, value: Side) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let (a, b, c) = ((*pc).a, (*pc).b, (*pc).c);
        let place = written_place(fp, a);
        // An object gets the element whatever becomes of its variable while the operands are read.
        let object = (*place.at()).deref_lent().as_object().map(Held::into_owned);
        let undefined = |i: Operand| !is_temp(fp, i) && (*slot(fp, i)).is_undef();
        let can = object.is_some() || dim::prepare(vm, &place, key != Side::None, dim::Mode::Write, false).is_ok();
        let unknown = can && key == Side::Slot && undefined(b);
        let mut is_there = true;
        let mut k = match key {
            Side::Slot if can => {
                let (key, there) = take_key(fp, b, vm, &place);
                is_there = there;
                Some(key)
            }
            Side::Slot => {
                consume(fp, b);
                None
            }
            Side::Literal => Some((*lit(fp, b)).clone()),
            Side::None => None,
        };
        // An undefined key ends the instruction if the error handler throws, a key of a wrong type before the value is read.
        let mut stops = !can || unknown && object.is_none() && vm.ctx.has_exception();
        if !stops && is_there && value == Side::Slot && undefined(c) && (*place.at()).deref_lent().is_array() {
            match k.as_ref().map(|k| dim::key(vm, k, dim::Use::Write)) {
                Some(Ok(found)) => k = Some(found.as_ref().to_value()),
                Some(Err(_)) => stops = true,
                None => {}
            }
        }
        if stops || !is_there {
            if value == Side::Slot {
                consume(fp, c);
            }
            consume(fp, a);
            if !stops {
                set_wanted(fp, (*pc.add(1)).a, Value::NULL);
            }
            return !stops;
        }
        let v = if value == Side::Slot { take(fp, c, vm) } else { (*lit(fp, c)).clone() };
        let wanted = (*pc.add(1)).a;
        let result = match object {
            Some(o) => dim::assign_in_object(vm, &o, k.as_ref(), v),
            None => dim::assign(vm, &place, k.as_ref(), v, wanted.is_some()),
        };
        consume(fp, a);
        match result {
            Ok(r) => {
                if wanted.is_some() {
                    set(fp, wanted, r);
                }
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
/// Whether a value can be stored as it is: it is one, and no reference.
#[inline(always)]
pub(super) fn is_plain(v: &Value) -> bool {
    !v.is_undef() && !v.is_ref() && v.raw_type() != tag::INDIRECT
}
macro_rules! assign_dim {
    ($name:ident, $key:ident, $value:ident, |$pc:ident, $fp:ident| $k:expr) => {
        op!($name($pc, $fp, vm) {
            let key: *const Value = $k;
            let from = if Side::$value == Side::Slot { slot($fp, (*$pc).c).cast_const() } else { lit($fp, (*$pc).c) };
            if (*$pc.add(1)).a.is_none() && is_plain(&*from) {
                let to = own_packed($fp, (*$pc).a, key);
                if !to.is_null() && !(*to).is_counted() {
                    if Side::$key == Side::Slot && !is_temp($fp, (*$pc).a) && (*from).is_scalar() {
                        quick::quicken($pc, items::ASSIGNED_ITEMS[(Side::$value == Side::Literal) as usize]);
                    }
                    let v = if Side::$value == Side::Slot && is_temp($fp, (*$pc).c) { from.read() } else { (*from).clone() };
                    to.write(v.with_aux((*to).aux()));
                    next!($pc, $fp, vm, ext);
                }
                if Side::$key == Side::Literal && (*key).raw_type() == tag::STRING {
                    let to = own_same($fp, (*$pc).a, key);
                    if !to.is_null() && !(*to).is_counted() {
                        let v = if Side::$value == Side::Slot && is_temp($fp, (*$pc).c) { from.read() } else { (*from).clone() };
                        to.write(v.with_aux((*to).aux()));
                        next!($pc, $fp, vm, ext);
                    }
                }
            }
            return assign_dim_tail::<{ Side::$key as u8 }, { Side::$value as u8 }>($pc, $fp, vm)
        });
    };
}
/// Writes one byte into a string that nobody else holds, at an offset inside it; false, and nothing is done, for anything
/// else. A call of its own: the address of its string would keep a handler that ends in jumps from doing so.
#[inline(never)]
unsafe fn write_byte(fp: *mut Frame, i: Operand, key: *const Value, from: *const Value) -> bool {
    // SAFETY: live operands; a string with one handle may be changed.
    unsafe {
        let Some(container) = container_place(fp, i) else { return false };
        if (*container).tag() != (tag::STRING | tag::COUNTED) || (*key).tag() != tag::INT {
            return false;
        }
        let Some(&[byte]) = (*from).own_str().map(|s| s.as_bytes()) else { return false };
        let mut text = ManuallyDrop::new(Str::from_raw((*container).payload() as *mut phant_memory::PhpStr));
        match usize::try_from(int(&*key)) {
            Ok(at) if text.is_unique() && at < text.len() => text.make_mut()[at] = byte,
            _ => return false,
        }
        true
    }
}
/// New elements, string keys, and everything else, as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
pub(super) unsafe extern "C" fn assign_dim_tail<const KEY: u8, const VALUE: u8>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        const SLOT: u8 = Side::Slot as u8;
        let key: *const Value = if KEY == SLOT { slot(fp, (*pc).b) } else { lit(fp, (*pc).b) };
        let from: *const Value = if VALUE == SLOT { slot(fp, (*pc).c) } else { lit(fp, (*pc).c) };
        if (*key).tag() == tag::INT && container_place(fp, (*pc).a).is_some_and(|c| (*c).deref_lent().raw_type() == tag::ARRAY) {
            quick::quicken(pc, items::WRITES[KEY as usize][VALUE as usize]);
        }
        if (*pc.add(1)).a.is_none() && is_plain(&*from) {
            // Over a counted element of a list.
            let to = own_packed(fp, (*pc).a, key);
            if !to.is_null() && !(*to).is_ref() {
                let v = if VALUE == SLOT && is_temp(fp, (*pc).c) { from.read() } else { (*from).clone() };
                let v = v.with_aux((*to).aux());
                let old = std::ptr::replace(to, v);
                if old.raw_type() == tag::STRING || old.is_counted() && phant_memory::header::is_shared(old.payload() as *mut _) {
                    drop(old);
                    next!(pc, fp, vm, ext);
                }
                leave(pc, fp, vm);
                drop(old);
                next_settled!(pc, fp, vm, ext);
            }
            if !object_dim::changed_object(fp, (*pc).a).is_null() {
                return object_dim::write_tail::<KEY, VALUE>(pc, fp, vm);
            }
            if (*key).raw_type() == tag::STRING {
                quick::quicken(pc, names::WRITES[KEY as usize][VALUE as usize]);
            }
            let list = own_list(fp, (*pc).a);
            if !list.is_null() && (*key).tag() == tag::INT {
                // What is next in a list that nobody else holds, and what is new in a hash.
                if (*list).is_absent_int(int(&*key)) {
                    let v = if VALUE == SLOT && is_temp(fp, (*pc).c) { from.read() } else { (*from).clone() };
                    (*list).add_absent_int(int(&*key), v);
                    next!(pc, fp, vm, ext);
                }
                if (*list).is_next(int(&*key)) {
                    let v = if VALUE == SLOT && is_temp(fp, (*pc).c) { from.read() } else { (*from).clone() };
                    let _ = (*list).push(v);
                    next!(pc, fp, vm, ext);
                }
            }
            if list.is_null() && write_byte(fp, (*pc).a, key, from) {
                quick::quicken(pc, items::BYTE_WRITES[KEY as usize][VALUE as usize]);
                if VALUE == SLOT {
                    consume(fp, (*pc).c);
                }
                next!(pc, fp, vm, ext);
            }
            if (*key).raw_type() == tag::STRING && (KEY != SLOT || is_free(fp, (*pc).b)) {
                let to = own_named(fp, (*pc).a, key);
                if !to.is_null() && !(*to).is_counted() {
                    let v = if VALUE == SLOT && is_temp(fp, (*pc).c) { from.read() } else { (*from).clone() };
                    to.write(v.with_aux((*to).aux()));
                    next!(pc, fp, vm, ext);
                }
            }
            let to = own_element(fp, (*pc).a, key, true);
            if !to.is_null() && !(*to).is_ref() {
                let v = if VALUE == SLOT && is_temp(fp, (*pc).c) { from.read() } else { (*from).clone() };
                let v = v.with_aux((*to).aux());
                leave(pc, fp, vm);
                drop(std::ptr::replace(to, v));
                if KEY == SLOT {
                    consume(fp, (*pc).b);
                }
                next_settled!(pc, fp, vm, ext);
            }
        }
        if !object_dim::changed_object(fp, (*pc).a).is_null() {
            return object_dim::write_tail::<KEY, VALUE>(pc, fp, vm);
        }
        let key = if KEY == SLOT { Side::Slot } else { Side::Literal };
        let value = if VALUE == SLOT { Side::Slot } else { Side::Literal };
        next_if!(assign_dim(pc, fp, vm, key, value), pc, fp, vm, ext)
    }
}
assign_dim!(AssignDimVV, Slot, Slot, |pc, fp| slot(fp, (*pc).b));
assign_dim!(AssignDimVK, Slot, Literal, |pc, fp| slot(fp, (*pc).b));
assign_dim!(AssignDimKV, Literal, Slot, |pc, fp| lit(fp, (*pc).b));
assign_dim!(AssignDimKK, Literal, Literal, |pc, fp| lit(fp, (*pc).b));
/// What a container is a reference to.
#[inline(always)]
unsafe fn behind_reference(fp: *mut Frame, i: Operand) -> Option<*mut Value> {
    // SAFETY: the instruction's own operand.
    unsafe {
        container_place(fp, i)
            .filter(|container| (**container).as_ref().is_some_and(|r| r.sources().is_null() || (**container).is_array()))
            .map(|container| &raw mut *(*container).deref_mut())
    }
}
/// `$a[] = v` on an array in a variable, or at a place.
#[inline(always)]
unsafe fn push_quick(container: Option<*mut Value>, v: *const Value, moved: bool) -> bool {
    // SAFETY: live slots; the array is the place's own before it is written to.
    unsafe {
        let Some(container) = container else { return false };
        if (*v).is_undef() || (*v).is_ref() || (*v).raw_type() == tag::INDIRECT {
            return false;
        }
        if (*container).raw_type() != tag::ARRAY {
            if (*container).raw_type() > tag::NULL {
                return false;
            }
            let new = Array::with_capacity(4);
            container.write(Value::from(new).with_aux((*container).aux()));
        }
        let mut array = &mut *((*container).payload() as *mut phant_memory::PhpArray);
        if array.next_free_key() == i64::MAX {
            return false;
        }
        if (*container).tag() == tag::ARRAY && array.is_empty() && array.next_free_key() == 0 {
            // `[]`.
            let new = Array::with_capacity(4);
            array = &mut *new.as_ptr();
            container.write(Value::from(new).with_aux((*container).aux()));
        } else if (*container).tag() == tag::ARRAY || array.refcount() != 1 {
            // Another literal, or one that others hold too.
            match (*container).own_array_mut() {
                Some(shared) => array = shared.make_mut(),
                None => return false,
            }
        }
        let v = if moved { v.read() } else { (*v).clone() };
        array.push(v).is_ok()
    }
}
op!(AssignDimNV(pc, fp, vm) {
    if (*pc.add(1)).a.is_none() && push_quick(container_place(fp, (*pc).a), slot(fp, (*pc).c), is_temp(fp, (*pc).c)) {
        next!(pc, fp, vm, ext);
    }
    otherwise_go!(pc, fp, vm, {
        if (*pc.add(1)).a.is_none() && push_quick(behind_reference(fp, (*pc).a), slot(fp, (*pc).c), is_temp(fp, (*pc).c)) {
            next!(pc, fp, vm, ext);
        }
        if !object_dim::changed_object(fp, (*pc).a).is_null() {
            return object_dim::write_tail::<{ Side::None as u8 }, { Side::Slot as u8 }>(pc, fp, vm);
        }
        next_if!(assign_dim(pc, fp, vm, Side::None, Side::Slot), pc, fp, vm, ext)
    })
});
op!(AssignDimNK(pc, fp, vm) {
    if (*pc.add(1)).a.is_none() && push_quick(container_place(fp, (*pc).a), lit(fp, (*pc).c), false) {
        next!(pc, fp, vm, ext);
    }
    otherwise_go!(pc, fp, vm, {
        if (*pc.add(1)).a.is_none() && push_quick(behind_reference(fp, (*pc).a), lit(fp, (*pc).c), false) {
            next!(pc, fp, vm, ext);
        }
        if !object_dim::changed_object(fp, (*pc).a).is_null() {
            return object_dim::write_tail::<{ Side::None as u8 }, { Side::Literal as u8 }>(pc, fp, vm);
        }
        next_if!(assign_dim(pc, fp, vm, Side::None, Side::Literal), pc, fp, vm, ext)
    })
});
#[inline(never)]
unsafe fn assign_dim_op(pc: *const Insn, fp: *mut Frame, vm: &Vm, keyed: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let (a, b, c) = ((*pc).a, (*pc).b, (*pc).c);
        let (container, place) = (slot(fp, a), written_place(fp, a));
        let object = (*place.at()).deref_lent().is_object();
        if (*container).is_undef() && !is_temp(fp, a) {
            undefined(fp, a, vm);
        }
        // Numbers are told only after the key has been read, unlike where elements are just assigned.
        let scalar = dim::is_scalar(&place);
        let can = object || scalar || dim::prepare(vm, &place, keyed, dim::Mode::ReadWrite, false).is_ok();
        let unknown = keyed && !is_temp(fp, b) && (*slot(fp, b)).is_undef();
        let mut is_there = true;
        let k = if can && keyed {
            let (key, there) = take_key(fp, b, vm, &place);
            is_there = there;
            Some(key)
        } else {
            if keyed {
                consume(fp, b);
            }
            None
        };
        if scalar {
            let _ = dim::prepare(vm, &place, keyed, dim::Mode::ReadWrite, false);
        }
        if !can || scalar || unknown && !object && vm.ctx.has_exception() {
            consume(fp, c);
            consume(fp, a);
            return false;
        }
        let ext = pc.add(1);
        if !is_there {
            consume(fp, c);
            consume(fp, a);
            set_wanted(fp, (*ext).a, Value::NULL);
            return true;
        }
        // The value of an undefined variable is read after the element.
        let mut read = false;
        let result = dim::assign_op(vm, &place, k.as_ref(), (*ext).b.number(), || {
            read = true;
            take(fp, c, vm)
        });
        if !read {
            consume(fp, c);
        }
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
    // `$a[i] op= n` on an unshared array of numbers.
    let ext = pc.add(1);
    if (*ext).a.is_none() {
        let to = own_packed(fp, (*pc).a, slot(fp, (*pc).b));
        if !to.is_null()
            && let Some(v) = quick_op(&*to, &*slot(fp, (*pc).c), (*ext).b.number())
        {
            to.write(v.with_aux((*to).aux()));
            next!(pc, fp, vm, ext);
        }
    }
    return assign_dim_op_tail(pc, fp, vm)
});
/// Elements of hash arrays, texts, and everything else, as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn assign_dim_op_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handler.
    unsafe {
        let ext = pc.add(1);
        let key = slot(fp, (*pc).b);
        if (*ext).a.is_none() {
            let to = own_element(fp, (*pc).a, key, false);
            if !to.is_null()
                && let Some(v) = quick_op(&*to, &*slot(fp, (*pc).c), (*ext).b.number())
            {
                to.write(v.with_aux((*to).aux()));
                if (*key).is_counted() {
                    consume(fp, (*pc).b);
                }
                next_settled!(pc, fp, vm, ext);
            }
            if !to.is_null() && (*ext).b.number() == 6 && variable::append_quick(to, slot(fp, (*pc).c)) {
                consume(fp, (*pc).c);
                if (*key).is_counted() {
                    consume(fp, (*pc).b);
                }
                next_settled!(pc, fp, vm, ext);
            }
        }
        next_if!(assign_dim_op(pc, fp, vm, true), pc, fp, vm, ext)
    }
}
op!(AssignDimOpN(pc, fp, vm) { next_if!(assign_dim_op(pc, fp, vm, false), pc, fp, vm, ext) });

#[inline(never)]
pub(super) unsafe fn test(pc: *const Insn, fp: *mut Frame, vm: &Vm, empty: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let k = take(fp, (*pc).c, vm);
        let container = slot(fp, (*pc).b);
        // A text has no element of such a name, whatever it says.
        if (*container).raw_type() == tag::STRING
            && let Some(name) = k.own_str()
            && name.first().is_some_and(u8::is_ascii_alphabetic)
        {
            drop(k);
            consume(fp, (*pc).b);
            set(fp, (*pc).a, Value::bool(empty));
            return !vm.ctx.has_exception();
        }
        let container = (*container).unref();
        consume(fp, (*pc).b);
        let found = dim::test(vm, &container, &k, empty);
        drop(k);
        drop(container);
        match found {
            Ok(r) => {
                set(fp, (*pc).a, Value::bool(r));
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
op!(IssetDim(pc, fp, vm) {
    let (container, key) = (slot(fp, (*pc).b), slot(fp, (*pc).c));
    let v = packed_element(container, key);
    if !v.is_null() && let_go(fp, (*pc).b) {
        give_truth!((*pc).a, pc.add(1), fp, vm, !(*v).is_null());
    }
    if (*container).raw_type() == tag::ARRAY && (*key).raw_type() == tag::STRING {
        otherwise_go!(pc, fp, vm, {
            let v = named_element::<true>(slot(fp, (*pc).b), slot(fp, (*pc).c));
            if !v.is_null() && is_free(fp, (*pc).c) && let_go(fp, (*pc).b) {
                give_truth!((*pc).a, pc.add(1), fp, vm, !(*v).is_null());
            }
            return isset_tail(pc, fp, vm)
        });
    }
    return isset_tail(pc, fp, vm)
});
/// The same in hash arrays and everything else, as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
pub(super) unsafe extern "C" fn isset_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handler.
    unsafe {
        let (container, key) = (slot(fp, (*pc).b), slot(fp, (*pc).c));
        if (*container).raw_type() == object_dim::OBJECT {
            return object_dim::test_tail::<false>(pc, fp, vm);
        }
        match ((*container).deref_lent().raw_type(), (*key).raw_type()) {
            (tag::STRING, tag::INT) => {
                quick::quicken(pc, items::IssetByte);
                return items::IssetByte(pc, fp, vm);
            }
            (tag::ARRAY, tag::INT) => quick::quicken(pc, items::IssetInt),
            (tag::ARRAY, tag::STRING) => quick::quicken(pc, names::IssetName),
            // Nothing is there in nothing, nor in numbers.
            (tag::UNDEF..=tag::FLOAT, key) if key != tag::UNDEF && is_free(fp, (*pc).b) && is_free(fp, (*pc).c) => {
                give_truth!((*pc).a, pc.add(1), fp, vm, false);
            }
            _ => {}
        }
        if let Some(found) = quick(slot(fp, (*pc).b), slot(fp, (*pc).c)) {
            let r = found.is_some_and(|v| !v.is_null());
            consume(fp, (*pc).c);
            consume(fp, (*pc).b);
            set(fp, (*pc).a, Value::bool(r));
            next_settled!(pc, fp, vm);
        }
        next_if!(test(pc, fp, vm, false), pc, fp, vm)
    }
}
op!(EmptyDim(pc, fp, vm) {
    let (container, key) = (slot(fp, (*pc).b), slot(fp, (*pc).c));
    let v = packed_element(container, key);
    if !v.is_null()
        && let Some(truth) = arithmetic::quick_truth(&*v)
        && let_go(fp, (*pc).b)
    {
        give_truth!((*pc).a, pc.add(1), fp, vm, !truth);
    }
    if (*container).raw_type() == tag::ARRAY && (*key).raw_type() == tag::STRING {
        otherwise_go!(pc, fp, vm, {
            let v = named_element::<true>(slot(fp, (*pc).b), slot(fp, (*pc).c));
            if !v.is_null()
                && let Some(truth) = arithmetic::plain_truth(&*v)
                && is_free(fp, (*pc).c)
                && let_go(fp, (*pc).b)
            {
                give_truth!((*pc).a, pc.add(1), fp, vm, !truth);
            }
            return empty_tail(pc, fp, vm)
        });
    }
    return empty_tail(pc, fp, vm)
});
/// Whether an array has nothing, or nothing true, at a key; `None` where more has to be looked at. Apart from the handler, which
/// could not end in a jump with what it needs.
#[inline(never)]
unsafe fn empty_quick(container: *const Value, key: *const Value) -> Option<bool> {
    // SAFETY: live operands.
    let found = unsafe { quick(container, key) }?;
    // The truth of an object may be a matter of its class.
    (!found.is_some_and(Value::is_object)).then(|| !found.is_some_and(phant_native::convert::to_bool))
}
/// As [`isset_tail`].
///
/// # Safety
/// As every handler.
#[inline(never)]
pub(super) unsafe extern "C" fn empty_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handler.
    unsafe {
        if (*slot(fp, (*pc).b)).raw_type() == object_dim::OBJECT {
            return object_dim::test_tail::<true>(pc, fp, vm);
        }
        if (*slot(fp, (*pc).b)).deref_lent().raw_type() == tag::ARRAY {
            match (*slot(fp, (*pc).c)).raw_type() {
                tag::INT => quick::quicken(pc, items::EmptyInt),
                tag::STRING => quick::quicken(pc, names::EmptyName),
                _ => {}
            }
        }
        if let Some(r) = empty_quick(slot(fp, (*pc).b), slot(fp, (*pc).c)) {
            consume(fp, (*pc).c);
            consume(fp, (*pc).b);
            set(fp, (*pc).a, Value::bool(r));
            next_settled!(pc, fp, vm);
        }
        next_if!(test(pc, fp, vm, true), pc, fp, vm)
    }
}
#[inline(never)]
unsafe fn unset(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let a = (*pc).a;
        let (container, place) = (slot(fp, a), written_place(fp, a));
        if (*container).is_undef() && !is_temp(fp, a) {
            undefined(fp, a, vm);
        }
        let k = take(fp, (*pc).b, vm);
        let ok = dim::unset(vm, &place, &k).is_ok();
        consume(fp, a);
        ok && !vm.ctx.has_exception()
    }
}
/// Takes an element out of an array in a variable that nobody else holds; false, and nothing is done, for anything else.
#[inline(never)]
unsafe fn unset_quick(fp: *mut Frame, i: Operand, key: *const Value) -> bool {
    // SAFETY: live operands; an unshared array may be changed.
    unsafe {
        let Some(container) = container_place(fp, i) else { return false };
        let container = (*container).deref_mut();
        if container.tag() != (tag::ARRAY | tag::COUNTED) {
            return false;
        }
        let array = &mut *(container.payload() as *mut phant_memory::PhpArray);
        if array.refcount() != 1 {
            return false;
        }
        let slot = if (*key).tag() == tag::INT {
            array.position_of(&KeyRef::Int(int(&*key)))
        } else if (*key).raw_type() == tag::STRING && is_name(&*((*key).payload() as *const phant_memory::PhpStr)) {
            array.position_of(&KeyRef::Str(&*((*key).payload() as *const phant_memory::PhpStr)))
        } else {
            return false;
        };
        if let Some(slot) = slot {
            let old = array.remove_at(slot);
            // What it held may lead back to the array, which is whole by now.
            drop(old);
        }
        true
    }
}
op!(UnsetDim(pc, fp, vm) {
    if is_free(fp, (*pc).b) {
        // Where the element is the last holder of an object.
        leave(pc, fp, vm);
        if unset_quick(fp, (*pc).a, slot(fp, (*pc).b)) {
            next_settled!(pc, fp, vm);
        }
    }
    otherwise!(unset(pc, fp, vm), pc, fp, vm)
});
