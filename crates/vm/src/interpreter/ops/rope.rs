//! Texts put together from parts; see the compiler's `lower/rope.rs`.

use super::*;
use phant_memory::{Str, View, string::StrBuilder};
use phant_native::{PhpResult, convert};
use std::mem::MaybeUninit;

/// Where short parts that are not text yet are written.
type Scratch = [MaybeUninit<u8>; 512];
/// More bytes than a part that is no string can have.
const LONGEST: usize = 40;
/// As many parts as the compiler puts into one instruction.
const PARTS: usize = 64;

/// The text of a scalar, written into the scratch space; `None` if there is no room, or the value is none.
#[inline(never)]
fn scalar_part(v: &Value, precision: i32, scratch: &mut Scratch, used: usize) -> Option<usize> {
    let mut write = |text: &[u8]| {
        scratch.get_mut(used..used + text.len())?.write_copy_of_slice(text);
        Some(text.len())
    };
    // What stands for an undefined variable is no scalar either.
    if v.raw_type() > tag::STRING {
        return None;
    }
    match v.view() {
        View::Int(i) => write(phant_numeric::IntText::new(i).as_bytes()),
        View::Float(f) if precision <= 17 => {
            let text = phant_numeric::FloatText::new(f, precision);
            if text.as_bytes().len() > LONGEST { None } else { write(text.as_bytes()) }
        }
        View::Null | View::Bool(false) => Some(0),
        View::Bool(true) => write(b"1"),
        _ => None,
    }
}
/// Joins strings and scalars, each copied once; false, and nothing is done, where there is anything else.
#[inline(never)]
unsafe fn join(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler; the parts are consecutive temporaries. Pieces point into strings of parts, which stay until
    // they are copied, or into the scratch space, which is written beyond them only.
    unsafe {
        let (first, count) = (slot(fp, (*pc).b), (*pc).c.count());
        if count > PARTS {
            return false;
        }
        // Most parts are text.
        let parts = std::slice::from_raw_parts(first, count);
        let mut size = 0;
        if parts.iter().all(|v| v.raw_type() == tag::STRING && add_length(v, &mut size)) && size <= 1 << 20 {
            let result = Str::joined(size, parts.iter().map(|v| text_bytes(v)));
            let_go_of_parts(first, count);
            set(fp, (*pc).a, Value::from(result));
            return true;
        }
        let mut scratch: Scratch = [MaybeUninit::uninit(); 512];
        let mut pieces: [MaybeUninit<(*const u8, usize)>; PARTS] = [MaybeUninit::uninit(); PARTS];
        let (mut used, mut size) = (0, 0);
        for i in 0..count {
            let (v, piece) = (&*first.add(i), pieces.get_unchecked_mut(i));
            let found = if let Some(s) = v.own_str() {
                (s.as_bytes().as_ptr(), s.as_bytes().len())
            } else if v.tag() == tag::INT
                && used + 8 <= scratch.len()
                && let Some((word, len)) = phant_numeric::IntText::new(int(v)).word()
            {
                let to = scratch.as_mut_ptr().add(used).cast::<u8>();
                to.cast::<u64>().write_unaligned(word);
                used += len;
                (to.cast_const(), len)
            } else {
                let Some(len) = scalar_part(v, vm.ctx.ini.hot.precision.get(), &mut scratch, used) else { return false };
                let at = scratch.as_ptr().add(used).cast::<u8>();
                used += len;
                (at, len)
            };
            size += found.1;
            piece.write(found);
        }
        if size > 1 << 20 {
            return false;
        }
        let pieces = pieces.get_unchecked(..count);
        let result = Str::joined(
            size,
            pieces.iter().map(|p| {
                let (bytes, len) = p.assume_init();
                std::slice::from_raw_parts(bytes, len)
            }),
        );
        let_go_of_parts(first, count);
        set(fp, (*pc).a, Value::from(result));
        true
    }
}
/// The bytes of a part that is a string.
#[inline(always)]
unsafe fn text_bytes(v: &Value) -> &[u8] {
    // SAFETY: called with strings.
    unsafe { v.own_str().unwrap_unchecked().as_bytes() }
}
#[inline(always)]
unsafe fn add_length(v: &Value, size: &mut usize) -> bool {
    // SAFETY: as above.
    *size += unsafe { text_bytes(v) }.len();
    true
}
/// Gives back parts that were copied.
#[inline(always)]
unsafe fn let_go_of_parts(first: *mut Value, count: usize) {
    // SAFETY: called with parts, which nobody looks at again.
    unsafe {
        for i in 0..count {
            let part = first.add(i);
            if (*part).is_counted() {
                drop(part.read());
            }
        }
    }
}
/// The slots of the parts: the first one, and that behind the last.
unsafe fn part_slots(pc: *const Insn) -> (u16, u16) {
    // SAFETY: called with an instruction that joins parts.
    unsafe { ((*pc).b.slot(), (*pc).b.slot() + (*pc).c.number()) }
}
/// The same for all values, which may run code.
#[cold]
#[inline(never)]
unsafe fn join_any(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler; the parts are consecutive temporaries.
    unsafe {
        let vm = leave(pc, fp, vm);
        let (first, end) = part_slots(pc);
        let mut size = 0;
        let mut ok = true;
        for i in first..end {
            let part = slot(fp, i);
            let runs_code = (*part).raw_type() > tag::STRING;
            if !(*part).is_str() && (!ok || text_of(fp, vm, part).is_err()) {
                ok = false;
            }
            if ok && runs_code {
                read_again(pc, fp, i + 1, end);
            }
            if let Some(s) = (*part).as_str() {
                size += s.len();
            }
        }
        ok = ok && operators::check_size(&vm.ctx, size).is_ok();
        let mut out = StrBuilder::with_capacity(if ok { size } else { 0 });
        for i in first..end {
            let part = slot(fp, i).read();
            if ok && let Some(s) = part.as_str() {
                out.push_bytes(&s);
            }
        }
        if ok {
            set(fp, (*pc).a, Value::from(out.finish()));
        }
        ok && !vm.ctx.has_exception()
    }
}
op!(Rope(pc, fp, vm) {
    if join(pc, fp, vm) {
        next_settled!(pc, fp, vm);
    }
    otherwise_go!(pc, fp, vm, {
        if let Some((entry, frame)) = begin_part(pc, fp, vm) {
            crate::interpreter::dispatch::go!(entry.as_ptr(), frame, vm);
        }
        next_if!(join_any(pc, fp, vm), pc, fp, vm)
    })
});
/// Enters `__toString` of the first part that is an object, if no part before it has to be told of; those are text then.
#[inline(never)]
unsafe fn begin_part(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> Option<magic::Entry> {
    // SAFETY: called by the handler with its own instruction.
    unsafe {
        let (first, end) = part_slots(pc);
        let at = (first..end).find(|&i| (*slot(fp, i)).raw_type() > tag::STRING)?;
        if (*slot(fp, at)).tag() != tag::OBJECT {
            return None;
        }
        let entry = text::enter(pc, fp, vm, slot(fp, at))?;
        for i in (first..at).filter(|&i| (*slot(fp, i)).tag() == tag::FLOAT) {
            let number = slot(fp, i);
            number.write(Value::from(convert::float_to_str(&vm.ctx, float(&*number))));
        }
        Some(entry)
    }
}
/// Puts the text of the first part that is an object in its place.
pub(super) unsafe fn give_part(pc: *const Insn, fp: *mut Frame, text: Value) {
    // SAFETY: called with an instruction that has entered `__toString`.
    unsafe {
        let (first, end) = part_slots(pc);
        if let Some(at) = (first..end).find(|&i| (*slot(fp, i)).tag() == tag::OBJECT) {
            drop(std::ptr::replace(slot(fp, at), text));
            read_again(pc, fp, at + 1, end);
        }
    }
}

/// What turned a part into text may have written to variables that are parts behind it: those from temporary `from` on up to `end`,
/// whose instructions are the last ones before the one that joins.
#[cold]
unsafe fn read_again(pc: *const Insn, fp: *mut Frame, from: u16, end: u16) {
    // SAFETY: called by a handler with its own instruction; an instruction that writes to the temporary before is no operand word.
    unsafe {
        let mut at = pc;
        for i in (from..end).rev() {
            at = at.sub(1);
            let is = |op: phant_bytecode::Op| (*at).op == op as u16 && (*at).a == Operand::of_slot(i);
            if is(phant_bytecode::Op::RopeVar) {
                let v = &*slot(fp, (*at).b);
                let v = if v.is_undef() { undefined_part(at, fp) } else { v.unref() };
                drop(std::ptr::replace(slot(fp, i), v));
            } else if !is(phant_bytecode::Op::LoadK) && !is(phant_bytecode::Op::CopyScalar) {
                return;
            }
        }
    }
}

/// Makes a part text where it is. A variable that was undefined when it was read is reported.
unsafe fn text_of(fp: *mut Frame, vm: &Vm, part: *mut Value) -> PhpResult<()> {
    // SAFETY: called with a temporary of the frame.
    unsafe {
        let v = if (*part).raw_type() == tag::WORD {
            let word = (*part).payload();
            // It is reported where it was read.
            let here = (*fp).pc;
            (*fp).pc = crate::runtime::frame::first_insn(fp).add((word >> 16) as usize);
            undefined(fp, Operand::of_slot(word as u16), vm);
            (*fp).pc = here;
            vm.ctx.check()?;
            Value::NULL
        } else {
            (*part).clone()
        };
        let text = convert::to_str(&vm.ctx, &v)?;
        drop(std::ptr::replace(part, Value::from(text)));
        vm.ctx.check()
    }
}
/// Converts one part ahead of the others.
#[cold]
#[inline(never)]
unsafe fn convert_part(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let part = slot(fp, (*pc).b);
        let done = text_of(fp, vm, part).is_ok();
        if !done {
            // The instruction has consumed it.
            drop(std::ptr::replace(part, Value::UNDEF));
        }
        done
    }
}
/// What stands for an undefined variable: its slot, and which instruction read it.
#[cold]
unsafe fn undefined_part(pc: *const Insn, fp: *mut Frame) -> Value {
    // SAFETY: called by a handler with its own instruction.
    unsafe {
        let at = pc.offset_from(crate::runtime::frame::first_insn(fp)) as u64;
        Value::word(u64::from((*pc).b.slot()) | at << 16)
    }
}
// A variable as a part; an undefined one is noted, to be reported in its turn.
op!(RopeVar(pc, fp, vm) {
    let v = slot(fp, (*pc).b);
    if (*v).is_undef() || (*v).raw_type() > quick::LAST_VALUE {
        return odd_part_tail(pc, fp, vm);
    }
    set(fp, (*pc).a, (*v).clone());
    next!(pc, fp, vm)
});
/// A variable that holds nothing, or a reference.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn odd_part_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handler.
    unsafe {
        let v = &*slot(fp, (*pc).b);
        let v = if v.is_undef() { undefined_part(pc, fp) } else { v.unref() };
        set(fp, (*pc).a, v);
        next!(pc, fp, vm)
    }
}
// Text and scalars stay as they are: nobody can tell when they become text.
op!(RopePart(pc, fp, vm) {
    let raw = (*slot(fp, (*pc).b)).raw_type();
    if raw != tag::UNDEF && raw <= tag::STRING {
        next!(pc, fp, vm);
    }
    otherwise!(convert_part(pc, fp, vm), pc, fp, vm)
});
