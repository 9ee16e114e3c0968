//! Forms of instructions that write and test elements at string keys.

use super::*;
use crate::interpreter::dispatch::Handler;
use array::{Side, array_to_write, assign_dim_tail, container_place, is_name, is_plain, own_same};
use items::array_in;
use phant_memory::array::LookedUp;
use quick::again_tail;

/// Writes an element of the array that the container holds, or gets. `None`: nothing is written, it is a matter for the long way. Else
/// the element's place, and what was there before.
#[inline(always)]
unsafe fn assign(container: *mut Value, key: *const Value, from: *const Value, moved: bool) -> Option<(*mut Value, Value)> {
    // SAFETY: the caller's live operands; an array with one handle may be changed.
    unsafe {
        let name = &*((*key).payload() as *const phant_memory::PhpStr);
        let holds = (*container).deref_lent().raw_type();
        if holds != tag::ARRAY && holds > tag::NULL || !is_name(name) {
            return None;
        }
        let array = array_to_write(container, &*key);
        if array.is_null() {
            return None;
        }
        let to = (*array).place_str(name);
        if (*to).is_ref() {
            return None;
        }
        let v = if moved { from.read() } else { (*from).clone() };
        let v = v.with_aux((*to).aux());
        Some((to, std::ptr::replace(to, v)))
    }
}
macro_rules! assign_name {
    ($name:ident, $tail:ident of $general:ident, $key:ident, $value:ident, |$pc:ident, $fp:ident| $k:expr, $from:expr, $moved:expr) => {
        handler!($name of $general($pc, $fp, vm) {
            let key: *const Value = $k;
            if (*key).raw_type() != tag::STRING {
                return again_tail($pc, $fp, vm);
            }
            if Side::$key == Side::Literal && (*$pc.add(1)).a.is_none() {
                // Where the element is that has this very name, and nothing ends.
                let (from, to): (*const Value, _) = ($from, own_same($fp, (*$pc).a, key));
                if !to.is_null() && !(*to).is_counted() && is_plain(&*from) {
                    let v = if $moved { from.read() } else { (*from).clone() };
                    to.write(v.with_aux((*to).aux()));
                    next!($pc, $fp, vm, ext);
                }
            }
            return $tail($pc, $fp, vm)
        });
        /// The rest of the instruction, which needs more registers.
        ///
        /// # Safety
        /// As every handler.
        #[inline(never)]
        unsafe extern "C" fn $tail($pc: *const Insn, $fp: *mut Frame, vm: &Vm) {
            // SAFETY: called by the handler with its own instruction, whose key is a string.
            unsafe {
                let (key, from): (*const Value, *const Value) = ($k, $from);
                let Some(container) = container_place($fp, (*$pc).a).filter(|_| is_plain(&*from)) else {
                    return assign_dim_tail::<{ Side::$key as u8 }, { Side::$value as u8 }>($pc, $fp, vm);
                };
                let Some((to, old)) = assign(container, key, from, $moved) else {
                    return assign_dim_tail::<{ Side::$key as u8 }, { Side::$value as u8 }>($pc, $fp, vm);
                };
                let result = (*$pc.add(1)).a;
                if result.is_some() {
                    let v = (*to).clone();
                    set($fp, result, v);
                }
                if Side::$key == Side::Slot {
                    consume($fp, (*$pc).b);
                }
                if !old.is_counted() || old.raw_type() == tag::STRING {
                    drop(old);
                    next!($pc, $fp, vm, ext);
                }
                leave($pc, $fp, vm);
                drop(old);
                next_settled!($pc, $fp, vm, ext);
            }
        }
    };
}
assign_name!(AssignNameVV, assign_name_vv of AssignDimVV, Slot, Slot, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c), is_temp(fp, (*pc).c));
assign_name!(AssignNameVK, assign_name_vk of AssignDimVK, Slot, Literal, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c), false);
assign_name!(AssignNameKV, assign_name_kv of AssignDimKV, Literal, Slot, |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c), is_temp(fp, (*pc).c));
assign_name!(AssignNameKK, assign_name_kk of AssignDimKK, Literal, Literal, |pc, fp| lit(fp, (*pc).b), lit(fp, (*pc).c), false);
/// The forms for writing elements at names, by whether key and value are literals.
pub(super) const WRITES: [[Handler; 2]; 2] = [[AssignNameVV, AssignNameVK], [AssignNameKV, AssignNameKK]];

// A name in an array that a container holds, itself or behind a reference.
macro_rules! test_name {
    ($name:ident, $look_up:ident of $general:ident, $absent:literal, |$v:ident| $found:expr, $tail:path) => {
        handler!($name of $general(pc, fp, vm) {
            let (array, key) = (array_in(slot(fp, (*pc).b)), slot(fp, (*pc).c));
            if array.is_null() || (*key).raw_type() != tag::STRING {
                return again_tail(pc, fp, vm);
            }
            return $look_up(pc, fp, vm)
        });
        /// The look-up, which needs more registers.
        ///
        /// # Safety
        /// As every handler.
        #[inline(never)]
        unsafe extern "C" fn $look_up(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
            // SAFETY: called by the handler with its own instruction, whose operands it has looked at.
            unsafe {
                let (array, key) = (array_in(slot(fp, (*pc).b)), slot(fp, (*pc).c));
                let name = &*((*key).payload() as *const phant_memory::PhpStr);
                let mut found = (*array).look_up(name);
                if matches!(found, LookedUp::Unknown) {
                    // A text that was just made: its hash is not known yet.
                    name.hash();
                    found = (*array).look_up(name);
                }
                let found = match found {
                    LookedUp::Found($v) => $found,
                    LookedUp::Absent if name.as_bytes().first().is_none_or(|b| *b > b'9') => Some($absent),
                    _ => None,
                };
                if let Some(found) = found
                    && let_go(fp, (*pc).b)
                {
                    consume(fp, (*pc).c);
                    give_truth!((*pc).a, pc.add(1), fp, vm, found);
                }
                return $tail(pc, fp, vm);
            }
        }
    };
}
test_name!(IssetName, isset_name_tail of IssetDim, false, |v| Some(v.deref_lent().tag() != tag::NULL), array::isset_tail);
test_name!(EmptyName, empty_name_tail of EmptyDim, true, |v| arithmetic::plain_truth(v.deref_lent()).map(|truth| !truth), array::empty_tail);
