//! What is done with a function's instructions once they are complete: the types of its slots are inferred
//! ([`phant_analysis`]), and instructions whose operand types are known are replaced by ones that do not look.

mod rewrite;

use phant_bytecode::{Code, Op};

/// Improves a function's instructions; their number and the jumps stay.
pub fn optimize(code: &mut Code) {
    let ops = || code.insns.iter().filter_map(|i| Op::from_number(i.op));
    if ops().any(rewrite::is_candidate)
        && let Some(states) = phant_analysis::infer(code)
    {
        rewrite::specialise(code, &states);
    }
    rewrite::fuse(code);
}
