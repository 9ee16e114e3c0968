//! Forms of instructions for elements at integer keys, for bytes of strings, and for elements and bytes of what a property holds.
//!
//! The narrowest ones are for lists in variables. Where a container is a temporary, behind a reference, or a hash, the wider
//! ones do the work; what they do not know they leave to the way behind the opcode's own handler.

use super::*;
use crate::interpreter::dispatch::Handler;
use phant_memory::PhpArray;
use quick::again_tail;
use std::mem::ManuallyDrop;

macro_rules! item {
    ($name:ident of $general:ident, |$pc:ident, $fp:ident| $key:expr) => {
        handler!($name of $general($pc, $fp, vm) {
            let v = array::packed_element(slot($fp, (*$pc).b), $key);
            if v.is_null() {
                return again_tail($pc, $fp, vm);
            }
            let v = (*v).clone();
            set($fp, (*$pc).a, v);
            next!($pc, $fp, vm)
        });
    };
}
item!(FetchItemVV of FetchDimVV, |pc, fp| slot(fp, (*pc).c));
item!(FetchItemVK of FetchDimVK, |pc, fp| lit(fp, (*pc).c));
// `$rows[key][key]`: two instructions, of which the second one reads from the row that the first one leaves. The row is not
// touched.
macro_rules! item_of_row {
    ($name:ident of $general:ident, |$pc:ident, $fp:ident| $key:expr, $second:expr) => {
        handler!($name of $general($pc, $fp, vm) {
            let row = array::packed_element(slot($fp, (*$pc).b), $key);
            let v = if row.is_null() { row } else { array::packed_element(row, $second) };
            if v.is_null() {
                return again_tail($pc, $fp, vm);
            }
            let v = (*v).clone();
            set($fp, (*$pc.add(1)).a, v);
            next!($pc, $fp, vm, ext)
        });
    };
}
item_of_row!(FetchRowVVVV of FetchDimVV, |pc, fp| slot(fp, (*pc).c), slot(fp, (*pc.add(1)).c));
item_of_row!(FetchRowVVVK of FetchDimVV, |pc, fp| slot(fp, (*pc).c), lit(fp, (*pc.add(1)).c));
item_of_row!(FetchRowVKVV of FetchDimVK, |pc, fp| lit(fp, (*pc).c), slot(fp, (*pc.add(1)).c));
item_of_row!(FetchRowVKVK of FetchDimVK, |pc, fp| lit(fp, (*pc).c), lit(fp, (*pc.add(1)).c));

/// The form for an instruction that reads elements of lists in variables: by whether its key is a literal, and by what follows.
pub(super) unsafe fn item_form(pc: *const Insn, fp: *mut Frame, literal: bool, found: &Value) -> Handler {
    use phant_bytecode::Op;
    // SAFETY: called with the instruction being executed, which is not the last one of its code.
    let next = unsafe { &*pc.add(1) };
    let (vv, vk) = (next.op == Op::FetchDimVV as u16, next.op == Op::FetchDimVK as u16);
    // SAFETY: as above.
    let follows = unsafe { next.b == (*pc).a && is_temp(fp, next.b) };
    if follows && (vv || vk) && found.raw_type() == tag::ARRAY {
        return [[FetchRowVVVV, FetchRowVVVK], [FetchRowVKVV, FetchRowVKVK]][literal as usize][vk as usize];
    }
    [FetchItemVV, FetchItemVK][literal as usize]
}

/// What an operand holds, itself or behind a reference, if that is an array; else null.
#[inline(always)]
pub(super) unsafe fn array_in(container: *const Value) -> *const PhpArray {
    // SAFETY: the caller's operand.
    unsafe {
        let v = (*container).deref_lent();
        if v.raw_type() == tag::ARRAY { v.payload() as *const PhpArray } else { std::ptr::null() }
    }
}
macro_rules! fetch_int {
    ($name:ident of $general:ident, $literal:literal, $quiet:literal, |$pc:ident, $fp:ident| $key:expr) => {
        handler!($name of $general($pc, $fp, vm) {
            let (array, key) = (array_in(slot($fp, (*$pc).b)), $key);
            if array.is_null() || (*key).tag() != tag::INT {
                return again_tail($pc, $fp, vm);
            }
            match (*array).get_int(int(&*key)) {
                Some(v) if let_go($fp, (*$pc).b) => {
                    let v = v.deref_lent().clone();
                    set($fp, (*$pc).a, v);
                    next!($pc, $fp, vm)
                }
                None if $quiet && let_go($fp, (*$pc).b) => {
                    set($fp, (*$pc).a, Value::NULL);
                    next!($pc, $fp, vm)
                }
                _ => return array::fetch_tail::<$literal, $quiet, false>($pc, $fp, vm),
            }
        });
    };
}
fetch_int!(FetchIntVV of FetchDimVV, false, false, |pc, fp| slot(fp, (*pc).c));
fetch_int!(FetchIntVK of FetchDimVK, true, false, |pc, fp| lit(fp, (*pc).c));
fetch_int!(FetchIntQuietVV of FetchDimQuietVV, false, true, |pc, fp| slot(fp, (*pc).c));
fetch_int!(FetchIntQuietVK of FetchDimQuietVK, true, true, |pc, fp| lit(fp, (*pc).c));
/// The forms for reading elements at integers, by whether the key is a literal and whether what is not there is null.
pub(super) const INTS: [[Handler; 2]; 2] = [[FetchIntVV, FetchIntQuietVV], [FetchIntVK, FetchIntQuietVK]];

/// What an operand holds, itself or behind a reference, if that is a string; else null.
#[inline(always)]
unsafe fn text_in(operand: *const Value) -> *const phant_memory::PhpStr {
    // SAFETY: the caller's operand.
    unsafe {
        let v = (*operand).deref_lent();
        if v.raw_type() == tag::STRING { v.payload() as *const phant_memory::PhpStr } else { std::ptr::null() }
    }
}
// A byte of a string.
macro_rules! fetch_byte {
    ($name:ident of $general:ident, $literal:literal, $quiet:literal, |$pc:ident, $fp:ident| $key:expr) => {
        handler!($name of $general($pc, $fp, vm) {
            let (text, key) = (text_in(slot($fp, (*$pc).b)), $key);
            if text.is_null() || (*key).tag() != tag::INT {
                return again_tail($pc, $fp, vm);
            }
            let byte = (*text).as_bytes().get(int(&*key) as usize);
            let Some(byte) = byte.and_then(|byte| phant_memory::string::known_single_byte(*byte)) else {
                return array::fetch_tail::<$literal, $quiet, false>($pc, $fp, vm);
            };
            let byte = ManuallyDrop::new(byte);
            consume_text($fp, (*$pc).b);
            set($fp, (*$pc).a, Value::from(ManuallyDrop::into_inner(byte)));
            next!($pc, $fp, vm)
        });
    };
}
fetch_byte!(FetchByteVV of FetchDimVV, false, false, |pc, fp| slot(fp, (*pc).c));
fetch_byte!(FetchByteVK of FetchDimVK, true, false, |pc, fp| lit(fp, (*pc).c));
fetch_byte!(FetchByteQuietVV of FetchDimQuietVV, false, true, |pc, fp| slot(fp, (*pc).c));
fetch_byte!(FetchByteQuietVK of FetchDimQuietVK, true, true, |pc, fp| lit(fp, (*pc).c));
/// The forms for reading bytes, by whether the key is a literal and whether what is not there is null.
pub(super) const BYTES: [[Handler; 2]; 2] = [[FetchByteVV, FetchByteQuietVV], [FetchByteVK, FetchByteQuietVK]];
// Whether a string has a byte.
handler!(IssetByte of IssetDim(pc, fp, vm) {
    let (text, key) = (text_in(slot(fp, (*pc).b)), slot(fp, (*pc).c));
    if text.is_null() || (*key).tag() != tag::INT {
        return again_tail(pc, fp, vm);
    }
    let (at, len) = (int(&*key), (*text).as_bytes().len() as i64);
    consume_text(fp, (*pc).b);
    give_truth!((*pc).a, pc.add(1), fp, vm, -len <= at && at < len)
});

macro_rules! test_int {
    ($name:ident of $general:ident, |$v:ident| $result:expr, $tail:path) => {
        handler!($name of $general(pc, fp, vm) {
            let (array, key) = (array_in(slot(fp, (*pc).b)), slot(fp, (*pc).c));
            if array.is_null() || (*key).tag() != tag::INT {
                return again_tail(pc, fp, vm);
            }
            let $v = (*array).get_int(int(&*key)).map(|v| v.deref_lent());
            match $result {
                Some(r) if let_go(fp, (*pc).b) => {
                    give_truth!((*pc).a, pc.add(1), fp, vm, r)
                }
                _ => return $tail(pc, fp, vm),
            }
        });
    };
}
test_int!(IssetInt of IssetDim, |v| Some(v.is_some_and(|v| v.tag() != tag::NULL)), array::isset_tail);
test_int!(EmptyInt of EmptyDim, |v| v.map_or(Some(true), |v| arithmetic::plain_truth(v).map(|truth| !truth)), array::empty_tail);

// A scalar over another one in a list in a variable, which is the only one that holds it.
macro_rules! assign_item {
    ($name:ident of $general:ident, |$pc:ident, $fp:ident| $from:expr) => {
        handler!($name of $general($pc, $fp, vm) {
            let (container, key) = (slot($fp, (*$pc).a), slot($fp, (*$pc).b));
            let from: *const Value = $from;
            if !(*from).is_scalar() || (*container).tag() != (tag::ARRAY | tag::COUNTED) || (*key).tag() != tag::INT {
                return again_tail($pc, $fp, vm);
            }
            let array = &*((*container).payload() as *const PhpArray);
            let to = match array.packed_at(int(&*key)) {
                Some(to) if array.refcount() == 1 && to.is_scalar() => (&raw const *to).cast_mut(),
                _ => return again_tail($pc, $fp, vm),
            };
            move_words(from, to);
            next!($pc, $fp, vm, ext)
        });
    };
}
assign_item!(AssignItemVV of AssignDimVV, |pc, fp| slot(fp, (*pc).c));
assign_item!(AssignItemVK of AssignDimVK, |pc, fp| lit(fp, (*pc).c));
/// The forms for writing scalars to lists in variables: by whether the value is a literal.
pub(super) const ASSIGNED_ITEMS: [Handler; 2] = [AssignItemVV, AssignItemVK];
/// The place for an integer key in an array that a container holds alone: a value that needs no dropping, which may be a new
/// one; else null.
#[inline(always)]
unsafe fn place_for(container: *mut Value, key: i64) -> *mut Value {
    // SAFETY: the caller's live container; an array with one handle may be changed.
    unsafe {
        let container = (*container).deref_mut();
        if container.tag() != (tag::ARRAY | tag::COUNTED) {
            return std::ptr::null_mut();
        }
        let array = container.payload() as *mut PhpArray;
        if (*array).refcount() != 1 {
            return std::ptr::null_mut();
        }
        match (*array).get_int(key) {
            Some(v) if v.is_counted() => std::ptr::null_mut(),
            Some(v) => (&raw const *v).cast_mut(),
            None => (*array).room_for_int(key),
        }
    }
}
macro_rules! assign_int {
    ($name:ident of $general:ident, $key:ident, $value:ident, |$pc:ident, $fp:ident| $k:expr, $from:expr, $moved:expr) => {
        handler!($name of $general($pc, $fp, vm) {
            let (key, from): (*const Value, *const Value) = ($k, $from);
            if (*key).tag() != tag::INT {
                return again_tail($pc, $fp, vm);
            }
            let to = match array::container_place($fp, (*$pc).a) {
                Some(container) if array::is_plain(&*from) => place_for(container, int(&*key)),
                _ => std::ptr::null_mut(),
            };
            if to.is_null() {
                return array::assign_dim_tail::<{ array::Side::$key as u8 }, { array::Side::$value as u8 }>($pc, $fp, vm);
            }
            let v = if $moved { from.read() } else { (*from).clone() };
            to.write(v.with_aux((*to).aux()));
            let result = (*$pc.add(1)).a;
            if result.is_some() {
                let v = (*to).clone();
                set($fp, result, v);
            }
            next!($pc, $fp, vm, ext)
        });
    };
}
assign_int!(AssignIntVV of AssignDimVV, Slot, Slot, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c), is_temp(fp, (*pc).c));
assign_int!(AssignIntVK of AssignDimVK, Slot, Literal, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c), false);
assign_int!(AssignIntKV of AssignDimKV, Literal, Slot, |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c), is_temp(fp, (*pc).c));
assign_int!(AssignIntKK of AssignDimKK, Literal, Literal, |pc, fp| lit(fp, (*pc).b), lit(fp, (*pc).c), false);
/// The forms for writing elements at integers, by whether key and value are literals.
pub(super) const WRITES: [[Handler; 2]; 2] = [[AssignIntVV, AssignIntVK], [AssignIntKV, AssignIntKK]];

// One byte of a string in a variable, which is the only one that holds it.
macro_rules! assign_byte {
    ($name:ident of $general:ident, $key:ident, $value:ident, |$pc:ident, $fp:ident| $k:expr, $from:expr) => {
        handler!($name of $general($pc, $fp, vm) {
            let (to, key, from): (_, *const Value, *const Value) = (slot($fp, (*$pc).a), $k, $from);
            if (*to).tag() != (tag::STRING | tag::COUNTED) || (*key).tag() != tag::INT || (*$pc.add(1)).a.is_some() {
                return again_tail($pc, $fp, vm);
            }
            if (*from).tag() == tag::STRING {
                let text = &*((*from).payload() as *const phant_memory::PhpStr);
                if let &[byte] = text.as_bytes()
                    && phant_memory::Str::write_own_byte((*to).payload() as *mut phant_memory::PhpStr, int(&*key), byte)
                {
                    next!($pc, $fp, vm, ext);
                }
            }
            return array::assign_dim_tail::<{ array::Side::$key as u8 }, { array::Side::$value as u8 }>($pc, $fp, vm)
        });
    };
}
assign_byte!(AssignByteVV of AssignDimVV, Slot, Slot, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
assign_byte!(AssignByteVK of AssignDimVK, Slot, Literal, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
assign_byte!(AssignByteKV of AssignDimKV, Literal, Slot, |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
assign_byte!(AssignByteKK of AssignDimKK, Literal, Literal, |pc, fp| lit(fp, (*pc).b), lit(fp, (*pc).c));
/// The forms for writing bytes of strings in variables, by whether key and value are literals.
pub(super) const BYTE_WRITES: [[Handler; 2]; 2] = [[AssignByteVV, AssignByteVK], [AssignByteKV, AssignByteKK]];

/// What is at a key of an array or string in a property: an element that is no reference, or a byte, if that can be told shortly.
#[inline(always)]
unsafe fn part_of(held: *const Value, key: *const Value) -> Option<Value> {
    // SAFETY: live values.
    unsafe {
        if (*held).raw_type() == tag::ARRAY {
            if (*key).tag() == tag::INT {
                return (*((*held).payload() as *const PhpArray)).get_int(int(&*key)).filter(|v| !v.is_ref()).cloned();
            }
            let v = if (*key).raw_type() == tag::STRING { array::same_element(held, key) } else { std::ptr::null() };
            return v.as_ref().cloned();
        }
        if (*held).raw_type() == tag::STRING && (*key).tag() == tag::INT {
            let bytes = (*((*held).payload() as *const phant_memory::PhpStr)).as_bytes();
            return bytes
                .get(int(&*key) as usize)
                .and_then(|byte| phant_memory::string::known_single_byte(*byte))
                .map(Value::from);
        }
        None
    }
}
// `$object->name[key]`: two instructions, of which the second one reads from what the first one leaves. What the property holds is
// not touched.
macro_rules! part_of_property {
    ($name:ident as $plain:ident, $literal:literal, |$pc:ident, $fp:ident| $object:expr, $key:expr) => {
        handler!($name of FetchProp($pc, $fp, vm) {
            let object: *mut phant_memory::PhpObject = $object;
            let place = if object.is_null() {
                std::ptr::null()
            } else {
                quick::cached_slot(words::<rows::FetchProp>($pc, $fp), object)
            };
            let next = $pc.add(2);
            if !place.is_null()
                && ($literal || is_free($fp, (*next).c))
                && let Some(v) = part_of(place, $key)
            {
                set($fp, (*next).a, v);
                crate::interpreter::dispatch::go!(next.add(1), $fp, vm)
            }
            return quick::$plain($pc, $fp, vm)
        });
    };
}
part_of_property!(PartOfThisV as FetchPropOfThis, false, |pc, fp| (*fp).this, slot(fp, (*pc.add(2)).c));
part_of_property!(PartOfThisK as FetchPropOfThis, true, |pc, fp| (*fp).this, lit(fp, (*pc.add(2)).c));
part_of_property!(PartOfVarV as FetchPropOfVar, false, |pc, fp| quick::object_in(slot(fp, (*pc).b)), slot(fp, (*pc.add(2)).c));
part_of_property!(PartOfVarK as FetchPropOfVar, true, |pc, fp| quick::object_in(slot(fp, (*pc).b)), lit(fp, (*pc.add(2)).c));

/// The form for an instruction that reads a property of `$this` or of a variable's object, by what follows.
pub(super) unsafe fn property_form(pc: *const Insn, fp: *mut Frame, of_this: bool) -> Handler {
    use phant_bytecode::Op;
    // SAFETY: called with the instruction being executed, which is not the last one of its code.
    let next = unsafe { &*pc.add(2) };
    // SAFETY: as above.
    let follows = unsafe { next.b == (*pc).a && is_temp(fp, next.b) };
    let forms = [[PartOfVarV, PartOfVarK], [PartOfThisV, PartOfThisK]][of_this as usize];
    match Op::from_number(next.op) {
        Some(Op::FetchDimVV) if follows => forms[0],
        Some(Op::FetchDimVK | Op::FetchDimName) if follows => forms[1],
        _ if of_this => quick::FetchPropOfThis,
        _ => quick::FetchPropOfVar,
    }
}
