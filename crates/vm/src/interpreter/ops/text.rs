//! Objects where text is wanted: `.`, `.=`, `strlen` and interpolated strings enter `__toString` like a call, and go on with what it
//! returns. See [`magic`] for how.

use super::{arithmetic::piece, magic::*, *};
use crate::runtime::frame::flags;
use phant_bytecode::{Op, code_flags};
use phant_memory::Str;

/// The other operand, when one is an object: text as it is, so that nothing has to be told of it.
unsafe fn is_text(v: *const Value) -> bool {
    // SAFETY: an operand of the instruction.
    unsafe { matches!((*v).deref_lent().tag() & tag::TYPE, tag::STRING | tag::INT) }
}
unsafe fn is_object(v: *const Value) -> bool {
    // SAFETY: an operand of the instruction.
    unsafe { (*v).deref_lent().tag() == tag::OBJECT }
}
/// The operands of `.`; literals are told apart from slots.
unsafe fn operands(pc: *const Insn, fp: *mut Frame) -> [(*const Value, bool); 2] {
    // SAFETY: called with an instruction that is one.
    unsafe {
        let is = |op: Op| (*pc).op == op as u16;
        let of = |literal: bool, i: Operand| if literal { (lit(fp, i), true) } else { (slot(fp, i).cast_const(), false) };
        [of(is(Op::ConcatKV), (*pc).b), of(is(Op::ConcatVK), (*pc).c)]
    }
}
/// Enters `__toString` of the operand of `.` that is an object, where the other one is text and stays what it is.
#[inline(never)]
pub(super) unsafe fn begin_concat(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> Option<Entry> {
    // SAFETY: called by the handler with its own instruction.
    unsafe {
        let [(left, left_literal), (right, right_literal)] = operands(pc, fp);
        let (object, other) = if is_object(left) { (left, right) } else { (right, left) };
        let stay = left_literal || right_literal || stays(fp, (*pc).b) && stays(fp, (*pc).c);
        if !is_object(object) || !is_text(other) || !stay {
            return None;
        }
        enter(pc, fp, vm, object)
    }
}
/// Enters `__toString` of an object that is appended to a string in a variable.
#[inline(never)]
pub(super) unsafe fn begin_append(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> Option<Entry> {
    // SAFETY: called by the handler with its own instruction.
    unsafe {
        let (to, object) = ((*pc).a, slot(fp, (*pc).b));
        if (*pc).c.is_some() || !is_object(object) || !(*slot(fp, to)).is_str() || !stays(fp, to) {
            return None;
        }
        enter(pc, fp, vm, object)
    }
}
/// Enters `__toString` of an object whose length is asked for.
#[inline(never)]
pub(super) unsafe fn begin_length(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> Option<Entry> {
    // SAFETY: called by the handler with its own instruction.
    unsafe {
        let strict = (*(*fp).func).code().is_none_or(|code| code.flags & code_flags::STRICT_TYPES != 0);
        if strict || !is_object(slot(fp, (*pc).b)) {
            return None;
        }
        enter(pc, fp, vm, slot(fp, (*pc).b))
    }
}
/// How many of these wait one for the other. What is deeper runs on the native stack, whose end is an error that can be caught.
const DEEPEST: u32 = 1000;
/// Enters `__toString` for an instruction that gets the text in [`give`].
pub(super) unsafe fn enter(pc: *const Insn, fp: *mut Frame, vm: &Vm, object: *const Value) -> Option<Entry> {
    let depth = vm.text_depth.get();
    if depth >= DEEPEST {
        return None;
    }
    // SAFETY: called with the instruction being executed, of which the object is an operand.
    let entry = unsafe { begin_text(pc, fp, vm, object, flags::MAGIC)? };
    vm.text_depth.set(depth + 1);
    Some(entry)
}

/// Whether an instruction wants text of objects in the ways of this file.
pub(super) fn takes(op: u16) -> bool {
    [Op::Rope, Op::ConcatVV, Op::ConcatVK, Op::ConcatKV, Op::ConcatAssignV, Op::StrLen].into_iter().any(|one| one as u16 == op)
}
/// Gives what `__toString` has returned to the instruction that wanted text. Returns where to go on.
pub(super) unsafe fn give(pc: *const Insn, fp: *mut Frame, vm: &Vm, text: Value) -> *const Insn {
    vm.text_depth.set(vm.text_depth.get().saturating_sub(1));
    // SAFETY: called when the frame has been left that the instruction entered; its operands are as they were.
    unsafe {
        if (*pc).op == Op::Rope as u16 {
            rope::give_part(pc, fp, text);
            return pc;
        }
        // The frame that runs, for what is reported.
        let vm = leave(pc, fp, vm);
        if (*pc).op == Op::StrLen as u16 {
            consume(fp, (*pc).b);
            set(fp, (*pc).a, Value::int(text.own_str().map_or(0, |s| s.len() as i64)));
        } else if (*pc).op == Op::ConcatAssignV as u16 {
            // A failure has thrown.
            append(vm, slot(fp, (*pc).a), &text);
            consume(fp, (*pc).b);
        } else {
            let [(left, left_literal), (right, right_literal)] = operands(pc, fp);
            // What was an object beside a literal may have been written to; two operands stay what they are.
            let (x, y) = if right_literal || !left_literal && is_object(left) { (&text, &*right) } else { (&*left, &text) };
            let result = joined(vm, x, y);
            if !left_literal {
                consume(fp, (*pc).b);
            }
            if !right_literal {
                consume(fp, (*pc).c);
            }
            set(fp, (*pc).a, result);
        }
        pc.add(1)
    }
}
/// Two texts, put together; nothing, where an exception says that this is too much.
fn joined(vm: &Vm, x: &Value, y: &Value) -> Value {
    let (mut left, mut right) = ([0; 20], [0; 20]);
    match (piece(x, &mut left), piece(y, &mut right)) {
        (Some(left), Some(right)) if operators::check_size(&vm.ctx, left.len() + right.len()).is_ok() => {
            Value::from(Str::concat(left, right))
        }
        _ => Value::NULL,
    }
}
/// A magic method has thrown that the instruction of a frame entered.
pub(crate) unsafe fn threw(fp: *mut Frame, vm: &Vm) {
    // SAFETY: called with the frame that entered the method, at its instruction.
    unsafe {
        if takes((*(*fp).pc).op) {
            vm.text_depth.set(vm.text_depth.get().saturating_sub(1));
            give_up(fp);
        }
    }
}
/// Lets go of the operands of an instruction that wanted text and gets none: they are live nowhere else.
pub(super) unsafe fn give_up(fp: *mut Frame) {
    // SAFETY: called with a frame that stands at such an instruction.
    unsafe {
        let pc = (*fp).pc;
        let operands = if (*pc).op == Op::Rope as u16 {
            (*pc).b.slot()..(*pc).b.slot() + (*pc).c.number()
        } else if (*pc).op == Op::ConcatKV as u16 {
            (*pc).c.slot()..(*pc).c.slot() + 1
        } else {
            (*pc).b.slot()..(*pc).b.slot() + 1
        };
        operands
            .map(Operand::of_slot)
            .filter(|&i| is_temp(fp, i))
            .for_each(|i| drop(std::ptr::replace(slot(fp, i), Value::UNDEF)));
        if (*pc).op == Op::ConcatVV as u16 && is_temp(fp, (*pc).c) {
            drop(std::ptr::replace(slot(fp, (*pc).c), Value::UNDEF));
        }
    }
}
