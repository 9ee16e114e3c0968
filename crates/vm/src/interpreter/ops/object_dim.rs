//! Elements of objects whose class reads and writes them itself (`ArrayObject`, `SplFixedArray`, `WeakMap`, …): the instruction
//! calls the class's handler with its operands. Whatever else an instruction on elements may meet stays with [`super::array`].

use super::{
    array::{Side, container_place, is_plain},
    *,
};
use crate::{interpreter::dispatch::Handler, runtime::dim};
use phant_memory::Object;
use phant_native::{Class, ObjectHandlers};
use std::mem::ManuallyDrop;

pub(super) const OBJECT: u32 = tag::OBJECT & tag::TYPE;

/// The class of an object in a value.
#[inline(always)]
unsafe fn class_of(v: *const Value) -> &'static Class {
    // SAFETY: the caller's live object, whose class is one of the engine's.
    unsafe {
        let object = ManuallyDrop::new(Object::from_raw((*v).payload() as *mut phant_memory::PhpObject));
        &*object.class_ptr().cast::<Class>()
    }
}
/// What the class of an object in a value does itself.
#[inline(always)]
pub(super) unsafe fn handlers_of(v: *const Value) -> &'static ObjectHandlers {
    // SAFETY: as above.
    unsafe { class_of(v).handlers }
}
/// An object that a slot holds, where it lies.
#[inline(always)]
unsafe fn lent<'a>(v: *const Value) -> &'a Object {
    // SAFETY: the caller's live object.
    unsafe { (*v).own_object().unwrap_unchecked() }
}
/// Whether consuming an operand frees nothing.
#[inline(always)]
unsafe fn is_light(fp: *mut Frame, i: Operand) -> bool {
    // SAFETY: the instruction's own operand.
    unsafe { is_free(fp, i) || (*slot(fp, i)).refcount() > 1 }
}
/// What the class hands over at once, of a container that is an object; both operands are still there.
#[inline(always)]
unsafe fn peek<const LITERAL: bool, const QUIET: bool>(pc: *const Insn, fp: *mut Frame) -> Option<Value> {
    // SAFETY: called by handlers with their own instruction. Nothing of PHP's runs, so both operands stay where they are.
    unsafe {
        let (b, c) = ((*pc).b, (*pc).c);
        let key = if LITERAL { lit(fp, c) } else { slot(fp, c).cast_const() };
        if !LITERAL && (!is_plain(&*key) || !is_light(fp, c)) || !is_light(fp, b) {
            return None;
        }
        // One object twice could end with the second operand.
        if !LITERAL && (*key).raw_type() == OBJECT && (*key).payload() == (*slot(fp, b)).payload() {
            return None;
        }
        let class = class_of(slot(fp, b));
        // `??` asks `offsetExists` first.
        if QUIET && !class.is_native() && class.magic.offset_exists.is_some_and(|f| f.code().is_some()) {
            return None;
        }
        class.peek_dimension()?(lent(slot(fp, b)), &*key)
    }
}
/// The object that an operand holds, which is consumed.
#[inline(always)]
unsafe fn take_object(fp: *mut Frame, i: Operand) -> Object {
    // SAFETY: the instruction's own operand, an object; a variable's is counted once more.
    unsafe {
        let object = ManuallyDrop::new(Object::from_raw((*slot(fp, i)).payload() as *mut phant_memory::PhpObject));
        if is_temp(fp, i) { ManuallyDrop::into_inner(object) } else { (*object).clone() }
    }
}
/// A plain operand, which is consumed.
#[inline(always)]
unsafe fn take_plain(fp: *mut Frame, i: Operand) -> Value {
    // SAFETY: the instruction's own operand.
    unsafe { if is_temp(fp, i) { slot(fp, i).read() } else { (*slot(fp, i)).clone() } }
}

/// How much is in an object, if it can tell at once; `None` for other values.
#[inline(always)]
pub(super) unsafe fn own_len(fp: *mut Frame, i: Operand) -> Option<usize> {
    // SAFETY: the instruction's own operand. Nothing of PHP's runs.
    unsafe {
        let v = (*slot(fp, i)).deref_lent();
        if v.raw_type() != OBJECT {
            return None;
        }
        Some(class_of(v).own_len()?(lent(v)))
    }
}

/// `<=>` of two operands, if they are objects that can tell at once; they are consumed then.
#[inline(always)]
pub(super) unsafe fn order(pc: *const Insn, fp: *mut Frame) -> Option<std::cmp::Ordering> {
    // SAFETY: the instruction's own operands. Nothing of PHP's runs.
    unsafe {
        let (x, y) = (slot(fp, (*pc).b), slot(fp, (*pc).c));
        // One object twice could end with the second operand.
        if (*x).raw_type() != OBJECT || (*y).raw_type() != OBJECT || (*x).payload() == (*y).payload() {
            return None;
        }
        if !is_light(fp, (*pc).b) || !is_light(fp, (*pc).c) {
            return None;
        }
        let order = handlers_of(x).order?(lent(x), lent(y))?;
        let_go(fp, (*pc).b);
        let_go(fp, (*pc).c);
        Some(order)
    }
}

/// Reads an element.
#[inline(never)]
unsafe fn read<const LITERAL: bool, const QUIET: bool>(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called with an instruction whose container is an object.
    unsafe {
        let (b, c) = ((*pc).b, (*pc).c);
        let handlers = handlers_of(slot(fp, b));
        let Some(read) = handlers.read_dimension.filter(|_| LITERAL || is_plain(&*slot(fp, c))) else {
            return array::fetch(pc, fp, vm, LITERAL, QUIET, false);
        };
        let vm = leave(pc, fp, vm);
        let object = take_object(fp, b);
        let key = ManuallyDrop::new(if LITERAL { lit(fp, c).read() } else { take_plain(fp, c) });
        // A class whose elements can be read, and nothing else, gives `null` for those that are not there.
        let found = match handlers.has_dimension.filter(|_| QUIET).map(|has| has(&vm.ctx, &object, &key, false)) {
            Some(Ok(false)) => Ok(Value::NULL),
            Some(Err(thrown)) => Err(thrown),
            Some(Ok(true)) | None => read(&vm.ctx, &object, Some(&key)),
        };
        // As in PHP, the key goes before its container.
        if !LITERAL {
            drop(ManuallyDrop::into_inner(key));
        }
        drop(object);
        match found {
            Ok(v) if !vm.ctx.has_exception() => {
                set(fp, (*pc).a, v);
                true
            }
            _ => false,
        }
    }
}
/// Reading an element of an object, as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
pub(super) unsafe extern "C" fn read_tail<const LITERAL: bool, const QUIET: bool>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        if dim::in_constant(leave(pc, fp, vm)) {
            next_if!(array::fetch(pc, fp, vm, LITERAL, QUIET, false), pc, fp, vm)
        }
        quick::quicken(pc, READS[LITERAL as usize][QUIET as usize]);
        next_if!(read::<LITERAL, QUIET>(pc, fp, vm), pc, fp, vm)
    }
}
/// The same where an element is not just handed over.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn read_general_tail<const LITERAL: bool, const QUIET: bool>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by the forms below.
    unsafe { next_if!(read::<LITERAL, QUIET>(pc, fp, vm), pc, fp, vm) }
}
macro_rules! read {
    ($name:ident of $general:ident, $literal:literal, $quiet:literal) => {
        handler!($name of $general(pc, fp, vm) {
            if (*slot(fp, (*pc).b)).raw_type() != OBJECT {
                return quick::again_tail(pc, fp, vm);
            }
            if let Some(v) = peek::<$literal, $quiet>(pc, fp) {
                let_go(fp, (*pc).b);
                if !$literal {
                    let_go(fp, (*pc).c);
                }
                set(fp, (*pc).a, v);
                next!(pc, fp, vm);
            }
            return read_general_tail::<$literal, $quiet>(pc, fp, vm);
        });
    };
}
read!(ReadElement of FetchDimVV, false, false);
read!(ReadElementK of FetchDimVK, true, false);
read!(ReadElementQuiet of FetchDimQuietVV, false, true);
read!(ReadElementQuietK of FetchDimQuietVK, true, true);
const READS: [[Handler; 2]; 2] = [[ReadElement, ReadElementQuiet], [ReadElementK, ReadElementQuietK]];

/// The place of a container that is to be changed, if an object is in it, and no reference to one; else null.
#[inline(always)]
pub(super) unsafe fn changed_object(fp: *mut Frame, i: Operand) -> *const Value {
    // SAFETY: the instruction's own operand.
    unsafe { container_place(fp, i).filter(|v| (**v).raw_type() == OBJECT).map_or(std::ptr::null(), <*mut Value>::cast_const) }
}
/// Writes an element.
#[inline(never)]
unsafe fn write<const KEY: u8, const VALUE: u8>(pc: *const Insn, fp: *mut Frame, vm: &Vm, place: *const Value) -> bool {
    const SLOT: u8 = Side::Slot as u8;
    const LITERAL: u8 = Side::Literal as u8;
    // SAFETY: called with an instruction whose container is an object, and its place.
    unsafe {
        let (b, c) = ((*pc).b, (*pc).c);
        let plain = (KEY != SLOT || is_plain(&*slot(fp, b))) && (VALUE != SLOT || is_plain(&*slot(fp, c)));
        let Some(write) = handlers_of(place).write_dimension.filter(|_| plain) else {
            return array::assign_dim(pc, fp, vm, Side::of(KEY), Side::of(VALUE));
        };
        let vm = leave(pc, fp, vm);
        let object = Object::clone(&ManuallyDrop::new(Object::from_raw((*place).payload() as *mut phant_memory::PhpObject)));
        let key = match KEY {
            SLOT => ManuallyDrop::new(take_plain(fp, b)),
            LITERAL => ManuallyDrop::new(lit(fp, b).read()),
            _ => ManuallyDrop::new(Value::NULL),
        };
        let value = if VALUE == SLOT { take_plain(fp, c) } else { (*lit(fp, c)).clone() };
        let written = write(&vm.ctx, &object, (KEY == SLOT || KEY == LITERAL).then_some(&*key), &value);
        drop(object);
        let done = written.is_ok() && !vm.ctx.has_exception();
        // The value before the key: a weak map holds it until then.
        if done {
            set_wanted(fp, (*pc.add(1)).a, value);
        } else {
            drop(value);
        }
        if KEY == SLOT {
            drop(ManuallyDrop::into_inner(key));
        }
        consume(fp, (*pc).a);
        done
    }
}
/// Writing an element of an object, as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
pub(super) unsafe extern "C" fn write_tail<const KEY: u8, const VALUE: u8>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by handlers with their own instruction, which has such a container.
    unsafe {
        quick::quicken(pc, WRITES[KEY as usize][VALUE as usize]);
        let place = changed_object(fp, (*pc).a);
        next_if!(write::<KEY, VALUE>(pc, fp, vm, place), pc, fp, vm, ext)
    }
}
/// The same where an element is not just put there.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn write_general_tail<const KEY: u8, const VALUE: u8>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by the forms below.
    unsafe { next_if!(write::<KEY, VALUE>(pc, fp, vm, changed_object(fp, (*pc).a)), pc, fp, vm, ext) }
}
/// Whether the class has put a value into an object at once; operands are still there.
#[inline(always)]
unsafe fn put<const KEY: u8, const VALUE: u8>(pc: *const Insn, fp: *mut Frame, vm: &Vm, place: *const Value) -> bool {
    const SLOT: u8 = Side::Slot as u8;
    // SAFETY: as in `peek`.
    unsafe {
        let (b, c) = ((*pc).b, (*pc).c);
        let key = if KEY == SLOT { slot(fp, b).cast_const() } else { lit(fp, b) };
        let value = if VALUE == SLOT { slot(fp, c).cast_const() } else { lit(fp, c) };
        let odd = KEY == SLOT && (!is_plain(&*key) || !is_light(fp, b)) || VALUE == SLOT && !is_plain(&*value);
        if odd || (*pc.add(1)).a.is_some() {
            return false;
        }
        let Some(put) = class_of(place).put_dimension() else { return false };
        // Where what was there is the last holder of an object.
        leave(pc, fp, vm);
        put(lent(place), (KEY != Side::None as u8).then(|| &*key), &*value)
    }
}
macro_rules! write {
    ($name:ident of $general:ident, $key:ident, $value:ident) => {
        handler!($name of $general(pc, fp, vm) {
            let place = changed_object(fp, (*pc).a);
            if place.is_null() {
                return quick::again_tail(pc, fp, vm);
            }
            if put::<{ Side::$key as u8 }, { Side::$value as u8 }>(pc, fp, vm, place) {
                // The value before the key: a weak map holds it until then.
                if Side::$value == Side::Slot {
                    consume(fp, (*pc).c);
                }
                if Side::$key == Side::Slot {
                    let_go(fp, (*pc).b);
                }
                next_settled!(pc, fp, vm, ext);
            }
            return write_general_tail::<{ Side::$key as u8 }, { Side::$value as u8 }>(pc, fp, vm);
        });
    };
}
write!(WriteElement of AssignDimVV, Slot, Slot);
write!(WriteElementVK of AssignDimVK, Slot, Literal);
write!(WriteElementKV of AssignDimKV, Literal, Slot);
write!(WriteElementKK of AssignDimKK, Literal, Literal);
write!(AppendElement of AssignDimNV, None, Slot);
write!(AppendElementK of AssignDimNK, None, Literal);
const WRITES: [[Handler; 2]; 3] =
    [[WriteElement, WriteElementVK], [WriteElementKV, WriteElementKK], [AppendElement, AppendElementK]];

/// `isset` and `empty` of an element.
#[inline(never)]
unsafe fn test(pc: *const Insn, fp: *mut Frame, vm: &Vm, empty: bool) -> bool {
    // SAFETY: called with an instruction whose container is an object.
    unsafe {
        let (b, c) = ((*pc).b, (*pc).c);
        let Some(has) = handlers_of(slot(fp, b)).has_dimension.filter(|_| is_plain(&*slot(fp, c))) else {
            return array::test(pc, fp, vm, empty);
        };
        let vm = leave(pc, fp, vm);
        let object = take_object(fp, b);
        let key = take_plain(fp, c);
        let has = has(&vm.ctx, &object, &key, empty);
        drop((object, key));
        match has {
            Ok(has) if !vm.ctx.has_exception() => {
                set(fp, (*pc).a, Value::bool(has != empty));
                true
            }
            _ => false,
        }
    }
}
/// The same as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
pub(super) unsafe extern "C" fn test_tail<const EMPTY: bool>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        quick::quicken(pc, if EMPTY { EmptyElement } else { IssetElement });
        next_if!(test(pc, fp, vm, EMPTY), pc, fp, vm)
    }
}
macro_rules! test {
    ($name:ident of $general:ident, $empty:literal) => {
        handler!($name of $general(pc, fp, vm) {
            if (*slot(fp, (*pc).b)).raw_type() != OBJECT {
                return quick::again_tail(pc, fp, vm);
            }
            next_if!(test(pc, fp, vm, $empty), pc, fp, vm)
        });
    };
}
test!(IssetElement of IssetDim, false);
test!(EmptyElement of EmptyDim, true);
