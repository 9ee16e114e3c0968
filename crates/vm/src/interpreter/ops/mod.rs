//! The instructions, one file per subject. See [`crate::interpreter::dispatch`] for the rules they follow.

#![allow(non_snake_case)]

mod arguments;
mod arithmetic;
mod array;
mod call;
mod cast;
mod compare;
mod control;
mod dynamic;
mod entry;
mod generate;
mod getters;
mod inlined;
mod items;
mod iterate;
mod leave;
mod literal_forms;
mod magic;
mod misc;
mod named;
mod names;
mod native;
mod native_forms;
mod object_dim;
mod probe;
mod property;
mod quick;
mod resolve;
mod rope;
mod static_property;
pub(crate) mod text;
mod typed;
mod variable;

pub use arguments::*;
pub use arithmetic::*;
pub use array::*;
pub use call::*;
pub use cast::*;
pub use compare::*;
pub use control::*;
pub use entry::*;
pub use generate::*;
pub use inlined::*;
pub use iterate::*;
pub use leave::*;
pub use misc::*;
pub use named::*;
pub use native::*;
pub(crate) use native_forms::{behind::DESCRIPTION_SLOTS, direct::call as call_directly};
pub use probe::*;
pub use property::*;
pub use resolve::*;
pub use rope::*;
pub use static_property::*;
pub use typed::*;
pub use variable::*;

use crate::runtime::{
    assign::{Noted, append, assign, assign_place, text_to_append},
    code::Insn,
    operators,
};
use crate::runtime::{
    frame::Frame,
    operand::{Operand, SlotName},
    vm::Vm,
};
use phant_bytecode::{
    cache::{ConstantCache, PropertyCache, TypeCache},
    ops::{Cached, rows},
};
use phant_memory::{Literal, Pin, Place, Value, value::tag};

macro_rules! contracts {
    ($(#[doc = $doc:literal] may $effects:tt gives $rule:ident: $($name:ident $operands:tt),+;)*) => {
        /// What a handler does and what it may rely on, as its row says; the verifier holds compiled code to it.
        macro_rules! contract {
            $($(($name) => {
                concat!(
                    $doc, "\n\n# Safety\n`pc` is an instruction `", stringify!($name $operands),
                    "` of the code that the live frame `fp` runs: its operands are what the kinds in this row say, ",
                    "and only `", stringify!($effects), "` may come of it.",
                )
            };)+)*
        }
    };
}
phant_bytecode::for_each_op!(contracts);
pub(crate) use contract;

/// Defines the handler of an opcode. The body sees `$pc`, `$fp`, `$vm` and ends in `next!`, `jump!` or `throw!`.
macro_rules! op {
    ($name:ident ($pc:ident, $fp:ident, $vm:ident) $body:block) => {
        $crate::interpreter::ops::handler!($name of $name ($pc, $fp, $vm) $body);
    };
}
/// Defines a form of an opcode's handler, under the opcode's contract.
macro_rules! handler {
    ($name:ident of $op:ident ($pc:ident, $fp:ident, $vm:ident) $body:block) => {
        #[doc = $crate::interpreter::ops::contract!($op)]
        pub unsafe extern "C" fn $name(
            $pc: *const $crate::runtime::code::Insn,
            $fp: *mut $crate::runtime::frame::Frame,
            $vm: &$crate::runtime::vm::Vm,
        ) {
            // SAFETY: the contract above.
            #[allow(unused_unsafe)]
            unsafe {
                $body
            }
        }
    };
}
/// Goes on with the next instruction, or the one after the extension word.
macro_rules! next {
    ($pc:ident, $fp:ident, $vm:ident) => {
        $crate::interpreter::dispatch::go!($pc.add(1), $fp, $vm)
    };
    ($pc:ident, $fp:ident, $vm:ident, ext) => {
        $crate::interpreter::dispatch::go!($pc.add(2), $fp, $vm)
    };
}
/// Goes on if a slow path succeeded, and the destructors of what it let go of, else to the exception handler.
macro_rules! next_if {
    ($ok:expr, $pc:ident, $fp:ident, $vm:ident) => {{
        if $ok && $crate::interpreter::finalize::settled_at($pc, $fp, $vm) {
            $crate::interpreter::dispatch::go!($pc.add(1), $fp, $vm)
        }
        return $crate::interpreter::exception::unwind($pc, $fp, $vm);
    }};
    ($ok:expr, $pc:ident, $fp:ident, $vm:ident, ext) => {{
        if $ok && $crate::interpreter::finalize::settled_at($pc, $fp, $vm) {
            $crate::interpreter::dispatch::go!($pc.add(2), $fp, $vm)
        }
        return $crate::interpreter::exception::unwind($pc, $fp, $vm);
    }};
}
/// The same after a fast path has consumed a temporary: it may have been the last handle of an object.
macro_rules! next_settled {
    ($pc:expr, $fp:expr, $vm:expr) => {
        $crate::interpreter::ops::next_settled!(@1, $pc, $fp, $vm)
    };
    ($pc:expr, $fp:expr, $vm:expr, ext) => {
        $crate::interpreter::ops::next_settled!(@2, $pc, $fp, $vm)
    };
    (@$len:literal, $pc:expr, $fp:expr, $vm:expr) => {{
        if (*$vm.interrupt.get()).load(std::sync::atomic::Ordering::Relaxed) & $crate::interpreter::interrupt::FINALIZE != 0 {
            return $crate::interpreter::finalize::next_tail::<$len>($pc, $fp, $vm);
        }
        $crate::interpreter::dispatch::go!($pc.add($len), $fp, $vm)
    }};
}
/// What a fast path leaves over, as the rest of the instruction: a slow path that is called would make the whole handler
/// save registers, this is jumped to.
macro_rules! otherwise {
    ($ok:expr, $pc:ident, $fp:ident, $vm:ident $($ext:tt)*) => {{
        #[inline(never)]
        unsafe extern "C" fn otherwise_tail($pc: *const $crate::runtime::code::Insn, $fp: *mut $crate::runtime::frame::Frame, $vm: &$crate::runtime::vm::Vm) {
            // SAFETY: called with the handler's own instruction.
            unsafe { $crate::interpreter::ops::next_if!($ok, $pc, $fp, $vm $($ext)*) }
        }
        return otherwise_tail($pc, $fp, $vm);
    }};
}
/// The same for a slow path that may jump: `$go` ends in a tail call.
macro_rules! otherwise_go {
    ($pc:ident, $fp:ident, $vm:ident, $go:expr) => {{
        #[inline(never)]
        unsafe extern "C" fn otherwise_tail(
            $pc: *const $crate::runtime::code::Insn,
            $fp: *mut $crate::runtime::frame::Frame,
            $vm: &$crate::runtime::vm::Vm,
        ) {
            // SAFETY: called with the handler's own instruction.
            unsafe { $go }
        }
        return otherwise_tail($pc, $fp, $vm);
    }};
}
/// Jumps to the 32-bit target of an instruction, looking for interrupts.
macro_rules! jump {
    ($pc:expr, $fp:ident, $vm:ident) => {{
        let pc: *const $crate::runtime::code::Insn = $pc;
        let offset = $crate::interpreter::ops::wide(pc);
        // `while (true);` jumps to itself.
        if offset <= 0 && (*$vm.interrupt.get()).load(std::sync::atomic::Ordering::Relaxed) != 0 {
            return $crate::interpreter::interrupt::at_jump(pc.offset(offset), $fp, $vm);
        }
        $crate::interpreter::dispatch::go!(pc.offset(offset), $fp, $vm)
    }};
}
/// Jumps to the 16-bit target in operand `a`.
macro_rules! jump_short {
    ($pc:expr, $fp:ident, $vm:ident) => {{
        let pc: *const $crate::runtime::code::Insn = $pc;
        let offset = (*pc).a.number() as i16 as isize;
        if offset <= 0 && (*$vm.interrupt.get()).load(std::sync::atomic::Ordering::Relaxed) != 0 {
            return $crate::interpreter::interrupt::at_jump(pc.offset(offset), $fp, $vm);
        }
        $crate::interpreter::dispatch::go!(pc.offset(offset), $fp, $vm)
    }};
}
/// Gives a truth to slot `to`, and goes on at an instruction; if that is a jump which tests the slot, with what it would do.
macro_rules! give_truth {
    ($to:expr, $next:expr, $fp:ident, $vm:ident, $truth:expr) => {{
        let (to, next, truth): ($crate::runtime::operand::Operand, *const $crate::runtime::code::Insn, bool) =
            ($to, $next, $truth);
        set($fp, to, Value::bool(truth));
        // Whatever follows has an operand there.
        if (*next).a == to {
            if (*next).op == phant_bytecode::Op::JmpZ as u16 {
                if !truth {
                    jump!(next, $fp, $vm);
                }
                $crate::interpreter::dispatch::go!(next.add(1), $fp, $vm)
            }
            if (*next).op == phant_bytecode::Op::JmpNz as u16 {
                if truth {
                    jump!(next, $fp, $vm);
                }
                $crate::interpreter::dispatch::go!(next.add(1), $fp, $vm)
            }
        }
        $crate::interpreter::dispatch::go!(next, $fp, $vm)
    }};
}
/// The same in a form that was made for what follows the test, by [`quick::by_branch`]: nothing, `JmpZ`, or `JmpNz`, which takes the
/// result at once. It is written all the same: where the jump leads, it may be the value of `&&` or `||`.
macro_rules! branch_truth {
    (Value, $to:expr, $next:expr, $fp:ident, $vm:ident, $truth:expr) => {{
        let (to, truth): ($crate::runtime::operand::Operand, bool) = ($to, $truth);
        set($fp, to, Value::bool(truth));
        $crate::interpreter::dispatch::go!($next, $fp, $vm)
    }};
    (JmpZ, $to:expr, $next:expr, $fp:ident, $vm:ident, $truth:expr) => {{
        let (to, next, truth): ($crate::runtime::operand::Operand, *const $crate::runtime::code::Insn, bool) =
            ($to, $next, $truth);
        set($fp, to, Value::bool(truth));
        if truth {
            $crate::interpreter::dispatch::go!(next.add(1), $fp, $vm)
        }
        jump!(next, $fp, $vm)
    }};
    (JmpNz, $to:expr, $next:expr, $fp:ident, $vm:ident, $truth:expr) => {{
        let (to, next, truth): ($crate::runtime::operand::Operand, *const $crate::runtime::code::Insn, bool) =
            ($to, $next, $truth);
        set($fp, to, Value::bool(truth));
        if !truth {
            $crate::interpreter::dispatch::go!(next.add(1), $fp, $vm)
        }
        jump!(next, $fp, $vm)
    }};
}
pub(crate) use {branch_truth, give_truth, handler, jump, jump_short, next, next_if, next_settled, op, otherwise, otherwise_go};

/// The 32-bit jump offset in operands `b` and `c`.
#[inline(always)]
pub(crate) unsafe fn wide(pc: *const Insn) -> isize {
    const {
        assert!(cfg!(target_endian = "little"));
        assert!(std::mem::offset_of!(Insn, c) == std::mem::offset_of!(Insn, b) + 2);
    }
    // SAFETY: the caller's instruction, in which the lower half is followed by the upper one.
    unsafe { (&raw const (*pc).b).cast::<i32>().read() as isize }
}
/// A slot of the frame.
#[inline(always)]
pub(crate) unsafe fn slot(fp: *mut Frame, name: impl SlotName) -> *mut Value {
    // SAFETY: compiled code names slots of its frame only.
    unsafe { name.of(fp) }
}
/// The inline-cache words of an instruction, by its row.
#[inline(always)]
pub(crate) unsafe fn words<R: Cached>(pc: *const Insn, fp: *mut Frame) -> *mut R::Words {
    let (word, place) = R::PLACE;
    // SAFETY: the caller's instruction has this row, and names its own words only.
    unsafe { (*fp).cache.add((*pc.add(word)).operand(place).count()).cast() }
}
/// Whether two opcodes name their cache words in the same place, so that one helper serves both.
pub(crate) const fn same_words<A: Cached, B: Cached<Words = A::Words>>() -> bool {
    A::PLACE.0 == B::PLACE.0 && A::PLACE.1 == B::PLACE.1
}
/// A literal.
#[inline(always)]
pub(crate) unsafe fn lit(fp: *mut Frame, i: Operand) -> *const Value {
    // SAFETY: compiled code names its own literals only.
    unsafe { (*fp).literals.add(i.count()) }
}
/// Whether an operand's slot is a temporary, which reading consumes.
#[inline(always)]
pub(crate) unsafe fn is_temp(fp: *mut Frame, i: Operand) -> bool {
    // SAFETY: a live frame.
    unsafe { i.number() >= (*fp).first_temp.number() }
}
/// Whether reading an operand leaves nothing to drop: it is a variable, or holds nothing counted.
#[inline(always)]
pub(crate) unsafe fn is_free(fp: *mut Frame, i: Operand) -> bool {
    // SAFETY: the instruction's own operand.
    unsafe { !is_temp(fp, i) || !(*slot(fp, i)).is_counted() }
}
/// Ends the life of a consumed temporary operand.
#[inline(always)]
pub(crate) unsafe fn consume(fp: *mut Frame, i: Operand) {
    // SAFETY: a temporary's slot is initialised when it is read; it is not read again before it is written.
    unsafe {
        if !let_go(fp, i) {
            let value = slot(fp, i).read();
            if value.raw_type() == tag::STRING { drop(value) } else { release(fp, value) }
        }
    }
}
/// Ends a consumed temporary if others hold it too; false, and nothing is done, if it would have to be freed. As in PHP, an
/// operand that goes is no possible root of a cycle: whoever holds it is looked at when he lets go of it.
#[inline(always)]
pub(crate) unsafe fn let_go(fp: *mut Frame, i: Operand) -> bool {
    // SAFETY: the instruction's own operand; a count above one stays above zero.
    unsafe {
        if is_temp(fp, i) {
            let v = slot(fp, i);
            if (*v).is_counted() {
                let header = (*v).payload() as *mut phant_memory::header::Header;
                if (*header).refcount == 1 {
                    return false;
                }
                (*header).refcount -= 1;
            }
        }
        true
    }
}
/// Ends a temporary that is a string, or a reference to one: nothing that has a destructor goes with it.
#[inline(always)]
unsafe fn consume_text(fp: *mut Frame, i: Operand) {
    // SAFETY: the instruction's own operand, which is not read again.
    unsafe {
        if is_temp(fp, i) && (*slot(fp, i)).is_counted() {
            crate::interpreter::in_place::give_back((*slot(fp, i)).payload() as *mut _);
        }
    }
}
/// Gives back the count of what an instruction has written over. What waits after that is for the instruction's end.
#[inline(always)]
unsafe fn let_go_of_old(pc: *const Insn, fp: *mut Frame, vm: &Vm, old: *mut phant_memory::header::Header) {
    // SAFETY: called with the instruction being executed and a count that is its own.
    unsafe {
        leave(pc, fp, vm);
        crate::interpreter::in_place::give_back(old);
    }
}
/// Drops a consumed temporary that may be the last handle of an object. Its destructor is called from this frame, which
/// nobody else may know of: fast paths do not [`leave`].
#[inline(never)]
unsafe fn release(fp: *mut Frame, value: Value) {
    // SAFETY: a live frame of compiled code.
    unsafe {
        if value.refcount() == 1
            && let Some(vm) = Vm::current()
            && let Some(code) = (*(*fp).func).code()
        {
            let first = crate::runtime::frame::first_insn(fp);
            vm.frame.set(fp);
            // Before the first slow path of the frame, its instruction is not noted at all.
            if !(first..first.add(code.insns.len())).contains(&(*fp).pc) {
                (*fp).pc = first;
            }
        }
    }
    drop(value);
}
/// Enters a slow path: makes the frame and instruction known to everything outside the dispatcher.
#[inline(always)]
pub(crate) unsafe fn leave(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> &Vm {
    // SAFETY: called with the frame that runs; the engine state outlives the slow path, which is the only user of the borrow.
    unsafe { Noted::new(pc, fp, vm).vm() }
}
/// The place that an operand names which is written to: that of a pointer, or the slot itself. Slow paths take it before
/// anything else, since reading the other operands may run PHP code.
pub(crate) unsafe fn written_place(fp: *mut Frame, i: Operand) -> Place {
    // SAFETY: a pointer was made by the instruction before this one; a frame's slots stay as long as the frame.
    unsafe {
        // Operand 0 is `$this`, which has no slot.
        let named = if i.is_none() { None } else { (*slot(fp, i)).pin() };
        named.unwrap_or_else(|| Place::new(slot(fp, i), Pin::NONE))
    }
}
/// An operand's value with references followed, for a slow path; undefined variables warn and read as null.
pub(crate) unsafe fn read(fp: *mut Frame, i: Operand, vm: &Vm) -> Value {
    // SAFETY: compiled code names slots of its frame only.
    unsafe {
        let v = &*slot(fp, i);
        if v.is_undef() {
            undefined(fp, i, vm);
            return Value::NULL;
        }
        let v = match v.indirect_target() {
            Some(p) => &*p,
            None => v,
        };
        v.unref()
    }
}
/// Takes a temporary's value out, or copies a variable's.
pub(crate) unsafe fn take(fp: *mut Frame, i: Operand, vm: &Vm) -> Value {
    // SAFETY: as in `read`; a temporary is consumed by this.
    unsafe {
        if is_temp(fp, i) {
            let v = slot(fp, i).read();
            match v.indirect_target() {
                Some(p) => (*p).unref(),
                None => {
                    if v.is_ref() {
                        v.into_unref()
                    } else {
                        v
                    }
                }
            }
        } else {
            read(fp, i, vm)
        }
    }
}
/// "Undefined variable $x"
#[cold]
#[inline(never)]
pub(crate) unsafe fn undefined(fp: *mut Frame, i: Operand, vm: &Vm) {
    // SAFETY: a live frame of compiled code.
    unsafe {
        // The instruction goes on after an error handler has thrown; it reports its other operands no more.
        if vm.ctx.has_exception() {
            return;
        }
        let Some(code) = (*(*fp).func).code() else { return };
        let Some(name) = code.vars.get(usize::from(i.variable())) else { return };
        if name.as_bytes().first() == Some(&0) {
            return;
        }
        let text = [b"Undefined variable $", name.as_bytes()].concat();
        vm.ctx.report(phant_native::Level::Warning, &text);
    }
}
/// Writes a result without dropping what was in the slot: temporaries are dead when they are written.
#[inline(always)]
pub(crate) unsafe fn set(fp: *mut Frame, i: Operand, v: Value) {
    // SAFETY: the destination of an instruction is a dead temporary.
    unsafe { slot(fp, i).write(v) }
}
/// Writes an optional result: slot 0 means that nobody wants it.
#[inline(always)]
pub(crate) unsafe fn set_wanted(fp: *mut Frame, i: Operand, v: Value) {
    // SAFETY: as in `set`.
    unsafe {
        if i.is_some() {
            slot(fp, i).write(v);
        } else {
            drop(v);
        }
    }
}
/// Whether both values are integers.
#[inline(always)]
pub(crate) fn ints(x: &Value, y: &Value) -> bool {
    x.tag() == tag::INT && y.tag() == tag::INT
}
#[inline(always)]
pub(crate) fn int(x: &Value) -> i64 {
    x.payload() as i64
}
#[inline(always)]
pub(crate) fn float(x: &Value) -> f64 {
    f64::from_bits(x.payload())
}

/// What counting up and down adds. Not a local of the handlers: its address would keep them from ending in a jump.
pub(crate) static ONE: Literal = Literal::int(1);
/// What is read where there is nothing.
pub(crate) static NOTHING: Literal = Literal::NULL;
/// The result of an operator on two integers or two floats, where it is of the same type.
#[inline(always)]
pub(crate) fn quick_op(x: &Value, y: &Value, operator: u16) -> Option<Value> {
    match (x.tag(), y.tag(), operator) {
        (tag::INT, tag::INT, 0) => int(x).checked_add(int(y)).map(Value::int),
        (tag::INT, tag::INT, 1) => int(x).checked_sub(int(y)).map(Value::int),
        (tag::INT, tag::INT, 2) => int(x).checked_mul(int(y)).map(Value::int),
        (tag::INT, tag::INT, 4) if int(y) > 0 => Some(Value::int(int(x) % int(y))),
        (tag::INT, tag::INT, 7) => Some(Value::int(int(x) & int(y))),
        (tag::INT, tag::INT, 8) => Some(Value::int(int(x) | int(y))),
        (tag::INT, tag::INT, 9) => Some(Value::int(int(x) ^ int(y))),
        (tag::INT, tag::INT, 3) if int(y) > 0 && int(x) % int(y) == 0 => Some(Value::int(int(x) / int(y))),
        (tag::INT, tag::INT, 3) if int(y) > 0 => Some(Value::float(int(x) as f64 / int(y) as f64)),
        (tag::FLOAT, tag::FLOAT, _) => quick_float_op(float(x), float(y), operator),
        (tag::FLOAT, tag::INT, _) => quick_float_op(float(x), int(y) as f64, operator),
        (tag::INT, tag::FLOAT, _) => quick_float_op(int(x) as f64, float(y), operator),
        _ => None,
    }
}
#[inline(always)]
fn quick_float_op(x: f64, y: f64, operator: u16) -> Option<Value> {
    match operator {
        0 => Some(Value::float(x + y)),
        1 => Some(Value::float(x - y)),
        2 => Some(Value::float(x * y)),
        3 if y != 0.0 => Some(Value::float(x / y)),
        _ => None,
    }
}
/// Moves a value as two words: the instruction before may have written them one by one, and a sixteen-byte load would
/// have to wait for both stores to leave the store buffer.
#[inline(always)]
pub(crate) unsafe fn move_words(from: *const Value, to: *mut Value) {
    // SAFETY: the caller's live slots; volatile loads keep the two from being merged.
    unsafe {
        let first = from.cast::<u64>().read_volatile();
        let second = from.cast::<u64>().add(1).read_volatile();
        to.cast::<u64>().write(first);
        to.cast::<u64>().add(1).write(second);
    }
}
