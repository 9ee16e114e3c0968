//! What is done with a function's instructions before they are first run: the types of its slots are inferred
//! ([`phant_analysis`]), and instructions whose operand types are known are replaced by ones that do not look.

mod rewrite;

use phant_bytecode::{Code, Insn, Op};

/// A function's instructions, improved; their number and the jumps are the same.
pub fn optimized(code: &Code) -> Box<[Insn]> {
    let mut insns = code.insns.clone();
    let ops = || code.insns.iter().filter_map(|i| Op::from_number(i.op));
    if ops().any(rewrite::is_candidate)
        && let Some(states) = phant_analysis::infer(code)
    {
        rewrite::specialise(code, &states, &mut insns);
    }
    rewrite::fuse(&mut insns);
    insns
}
