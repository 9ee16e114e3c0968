//! Forms of `===` and `!==` by the literal on the right: null, false, true, an integer, a string, or the empty array. The literal of
//! an instruction never changes, so no form gives its place back.

use super::{quick::LAST_VALUE, *};
use crate::interpreter::dispatch::Handler;
use phant_bytecode::Op;

/// Puts the form in place that suits the literal, if there is one.
#[inline(always)]
pub(super) unsafe fn suit(pc: *const Insn, literal: *const Value) {
    // SAFETY: called with the instruction being executed and its literal.
    unsafe {
        let by_kind = match (*literal).raw_type() {
            tag::NULL => 0,
            tag::FALSE => 1,
            tag::TRUE => 2,
            tag::STRING => 3,
            tag::INT => 4,
            tag::ARRAY if (*literal).own_array().is_some_and(|a| a.is_empty()) => 5,
            _ => return,
        };
        let op = (*pc).op;
        let by_op = [Op::IdenticalVK, Op::NotIdenticalVK, Op::JmpIdenticalVK, Op::JmpNotIdenticalVK];
        if let Some(at) = by_op.iter().position(|&known| known as u16 == op) {
            quick::quicken(pc, FORMS[at][by_kind]);
        }
    }
}
/// Whether an operand is identical to null, false or true, which `TAG` is of; `None` where it has to be looked at closely: it is
/// undefined, a reference, or has to be dropped.
#[inline(always)]
unsafe fn is_word<const TAG: u32>(fp: *mut Frame, i: Operand) -> Option<bool> {
    // SAFETY: the instruction's own operand.
    unsafe {
        let v = slot(fp, i);
        if (*v).tag() == TAG {
            return Some(true);
        }
        if (*v).is_counted() && is_temp(fp, i) || (*v).is_undef() || (*v).raw_type() > LAST_VALUE {
            return None;
        }
        Some(false)
    }
}
/// Whether an operand is the integer; `None` as for words.
#[inline(always)]
unsafe fn is_number(fp: *mut Frame, i: Operand, literal: *const Value) -> Option<bool> {
    // SAFETY: the instruction's own operand.
    unsafe {
        let v = slot(fp, i);
        if (*v).tag() == tag::INT {
            return Some(int(&*v) == int(&*literal));
        }
        is_word::<{ tag::INT }>(fp, i)
    }
}
/// Whether an operand is the string, if that can be told without a call. What is counted by others too is let go of.
#[inline(always)]
unsafe fn is_text(fp: *mut Frame, i: Operand, literal: *const Value) -> Option<bool> {
    // SAFETY: the instruction's own operand; a count above one stays above zero.
    unsafe {
        let v = slot(fp, i);
        let passes = (*v).is_counted() && is_temp(fp, i);
        if (*v).raw_type() != tag::STRING {
            return if passes || (*v).is_undef() || (*v).raw_type() > LAST_VALUE { None } else { Some(false) };
        }
        let same = compare::shortly_identical(&*v, &*literal)?;
        if passes {
            let header = (*v).payload() as *mut phant_memory::header::Header;
            if (*header).refcount == 1 {
                return None;
            }
            (*header).refcount -= 1;
        }
        Some(same)
    }
}
/// Whether an operand is an empty array; `None` as for words. What is counted by others too is let go of.
#[inline(always)]
unsafe fn is_empty_array(fp: *mut Frame, i: Operand) -> Option<bool> {
    // SAFETY: the instruction's own operand; a count above one stays above zero.
    unsafe {
        let v = slot(fp, i);
        if (*v).raw_type() != tag::ARRAY {
            return is_word::<{ tag::ARRAY }>(fp, i);
        }
        let array = (*v).payload() as *mut phant_memory::PhpArray;
        let empty = (*array).is_empty();
        if (*v).is_counted() && is_temp(fp, i) {
            let header = array.cast::<phant_memory::header::Header>();
            if (*header).refcount == 1 {
                return None;
            }
            (*header).refcount -= 1;
        }
        Some(empty)
    }
}
macro_rules! forms {
    ($($value:ident $value_not:ident $jump:ident $jump_not:ident, |$fp:ident, $i:ident, $literal:ident| $is:expr;)*) => {
        $(
            forms!(@value $value of IdenticalVK, false, |$fp, $i, $literal| $is);
            forms!(@value $value_not of NotIdenticalVK, true, |$fp, $i, $literal| $is);
            forms!(@jump $jump of JmpIdenticalVK, false, |$fp, $i, $literal| $is);
            forms!(@jump $jump_not of JmpNotIdenticalVK, true, |$fp, $i, $literal| $is);
        )*
        /// By opcode and kind of literal.
        const FORMS: [[Handler; 6]; 4] = [[$($value),*], [$($value_not),*], [$($jump),*], [$($jump_not),*]];
    };
    (@value $name:ident of $op:ident, $not:literal, |$fp:ident, $i:ident, $literal:ident| $is:expr) => {
        handler!($name of $op(pc, $fp, vm) {
            let ($i, $literal) = ((*pc).b, lit($fp, (*pc).c));
            let _ = $literal;
            let Some(same) = $is else { return compare::identical_tail::<$not, true>(pc, $fp, vm) };
            set($fp, (*pc).a, Value::bool(same != $not));
            next!(pc, $fp, vm)
        });
    };
    (@jump $name:ident of $op:ident, $not:literal, |$fp:ident, $i:ident, $literal:ident| $is:expr) => {
        handler!($name of $op(pc, $fp, vm) {
            let ($i, $literal) = ((*pc).b, lit($fp, (*pc).c));
            let _ = $literal;
            let Some(same) = $is else { return compare::jump_identical_tail::<$not, true>(pc, $fp, vm) };
            if same != $not {
                jump_short!(pc, $fp, vm);
            }
            next!(pc, $fp, vm)
        });
    };
}
forms! {
    IsNull IsNotNull JmpIsNull JmpIsNotNull, |fp, i, literal| is_word::<{ tag::NULL }>(fp, i);
    IsFalse IsNotFalse JmpIsFalse JmpIsNotFalse, |fp, i, literal| is_word::<{ tag::FALSE }>(fp, i);
    IsTrue IsNotTrue JmpIsTrue JmpIsNotTrue, |fp, i, literal| is_word::<{ tag::TRUE }>(fp, i);
    IsText IsNotText JmpIsText JmpIsNotText, |fp, i, literal| is_text(fp, i, literal);
    IsNumber IsNotNumber JmpIsNumber JmpIsNotNumber, |fp, i, literal| is_number(fp, i, literal);
    IsEmptyArray IsNoEmptyArray JmpIsEmptyArray JmpIsNoEmptyArray, |fp, i, literal| is_empty_array(fp, i);
}
