//! What is done with a function's instructions once they are complete: the types of its variables are inferred, and
//! instructions whose operand types are known are replaced by ones that do not look.
//!
//! Inference is by abstract interpretation over the instructions, forwards, to a fixed point ([`flow`]); a slot's abstract
//! value is the set of types it may hold ([`types`]). A variable that may become a reference can change behind the
//! function's back and holds anything, always. Functions whose variables can be reached by name are left alone.

mod flow;
mod rewrite;
mod types;

use phant_bytecode::{Insn, Op, TryRegion, TypeDecl, code_flags};
use phant_memory::Value;

/// A function's code, slots final.
pub struct Body<'a> {
    /// Instructions, which are changed in place; their number and the jumps stay.
    pub insns: &'a mut [Insn],
    /// Literals.
    pub literals: &'a [Value],
    /// Types that instructions refer to.
    pub types: &'a [TypeDecl],
    /// Try regions.
    pub regions: &'a [TryRegion],
    /// Slots that hold something from the start: parameters and captured variables.
    pub given: Vec<u16>,
    /// Variables that may be references or written to by others at any time.
    pub references: Vec<u16>,
    /// The function's flags.
    pub flags: u32,
    /// The first slot that is a temporary.
    pub first_temp: u16,
    /// Slots of a frame.
    pub slots: u16,
}

/// States are slots times blocks: beyond this the time is better spent running.
const MAX_STATES: usize = 1 << 20;

/// Improves a function's instructions.
pub fn optimize(body: &mut Body) {
    let ask = code_flags::MAIN | code_flags::GENERATOR | code_flags::DYNAMIC_VARS | code_flags::HAS_FINALLY;
    if body.flags & ask == 0 && body.insns.len() * usize::from(body.slots) / 8 < MAX_STATES && is_worthwhile(body) {
        if let Some(states) = flow::analyse(body) {
            rewrite::specialise(body, &states);
        }
    }
    rewrite::fuse(body);
}

/// Whether there is something that types would improve.
fn is_worthwhile(body: &Body) -> bool {
    let mut counted = 0;
    for insn in body.insns.iter() {
        match Op::from_number(insn.op) {
            // Nothing is known where variables are named at run time.
            Some(
                Op::FetchVarDyn
                | Op::AssignVarDyn
                | Op::IssetVarDyn
                | Op::UnsetVarDyn
                | Op::Include
                | Op::FetchGlobals
                | Op::FastCall
                | Op::FastRet,
            ) => return false,
            Some(op) if rewrite::is_candidate(op) => counted += 1,
            _ => {}
        }
    }
    counted > 0
}

/// The letters that describe an instruction's operands: its own and its extension word's.
fn operands(op: Op) -> (&'static [u8], &'static [u8]) {
    let (first, second) = op.operands().split_once('+').unwrap_or((op.operands(), ""));
    (first.as_bytes(), second.as_bytes())
}
/// An operand by its place.
fn operand(insn: &Insn, place: usize) -> u16 {
    [insn.a, insn.b, insn.c][place]
}
