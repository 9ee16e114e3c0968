//! Instructions for known types in place of general ones.

use phant_analysis::{State, States, Types, flow::CLASS_CHECK};
use phant_bytecode::{
    Code, Insn, Op,
    ops::{Kind, Row, Rule},
};

/// Whether knowing types would improve the instruction.
pub fn is_candidate(op: Op) -> bool {
    op.row().rule.is_operator()
        || matches!(op, Op::IncDecDrop | Op::AssignV | Op::AssignK | Op::CopyVar | Op::RopeVar | Op::VerifyReturn)
}

/// Replaces instructions whose operands' types are known.
pub fn specialise(code: &Code, states: &States, insns: &mut [Insn]) {
    states.walk(code, |at, op, state| {
        if let Some(insn) = improve(code, states, at, op, state) {
            insns[at] = insn;
        }
    });
}

fn replacement(op: Op, a: u16, b: u16, c: u16) -> Option<Insn> {
    Some(Insn { op: op as u16, a, b, c })
}

fn improve(code: &Code, states: &States, at: usize, op: Op, state: &State) -> Option<Insn> {
    let insn = &code.insns[at];
    let types = |slot: u16| states.holds(state, slot);
    if op.row().rule.is_operator() {
        return operator(code, at, op.row(), types);
    }
    match op {
        Op::IncDecDrop if insn.b == 0 && types(insn.a).can_increment() => replacement(Op::IncInt, insn.a, 0, 0),
        Op::IncDecDrop if insn.b == 1 && types(insn.a).can_decrement() => replacement(Op::DecInt, insn.a, 0, 0),
        Op::AssignV if insn.c == 0 && types(insn.a).is_uncounted() && types(insn.b).is_scalar() => {
            replacement(Op::CopyScalar, insn.a, insn.b, 0)
        }
        Op::AssignK if insn.c == 0 && types(insn.a).is_uncounted() => replacement(Op::LoadK, insn.a, insn.b, 0),
        Op::CopyVar | Op::RopeVar if types(insn.b).is_scalar() => replacement(Op::CopyScalar, insn.a, insn.b, 0),
        Op::VerifyReturn if insn.c & CLASS_CHECK == 0 && types(insn.a).is_within(insn.c) => {
            // The return behind it can be had at once.
            let next = code.insns.get(at + 1)?;
            (next.op == Op::Return as u16).then_some(*next)
        }
        _ => None,
    }
}
/// An operator, or a jump by a relation, whose operands' types are known.
fn operator(code: &Code, at: usize, row: &Row, types: impl Fn(u16) -> Types) -> Option<Insn> {
    let insn = &code.insns[at];
    let side = |name: &str| row.value(name, &code.insns, at);
    let ((left, b), (right, c)) = (side("left")?, side("right")?);
    let known = |kind: Kind, n: u16| if kind.is_literal() { Types::of(&code.literals[usize::from(n)]) } else { types(n) };
    let (x, y) = (known(left, b), known(right, c));
    // The result goes where nothing has to be released first.
    let free = match row.operands[0].kind {
        Kind::Var => insn.c == 0 && types(insn.a).is_uncounted(),
        Kind::Into => types(insn.a).is_uncounted(),
        _ => true,
    };
    if !free {
        return None;
    }
    let first = if row.rule.relation().is_some() { Kind::Near } else { Kind::Out };
    let (slot, literal) = match (x.is_int() && y.is_int(), x.is_float() && y.is_float()) {
        (true, _) => (Kind::Int, Kind::IntLiteral),
        (_, true) => (Kind::Float, Kind::FloatLiteral),
        // What the variable held needs no release.
        _ if row.operands[0].kind == Kind::Into => {
            return replacement(Op::of(row.rule, &[Kind::Out, left, right])?, insn.a, b, c);
        }
        _ => return None,
    };
    let typed = |kind: Kind| if kind.is_literal() { literal } else { slot };
    if let Some(op) = Op::of(row.rule, &[first, typed(left), typed(right)]) {
        return replacement(op, insn.a, b, c);
    }
    // Addition and multiplication with the literal on the left are turned round.
    if matches!(row.rule, Rule::Add | Rule::Mul)
        && let Some(op) = Op::of(row.rule, &[first, typed(right), typed(left)])
    {
        return replacement(op, insn.a, c, b);
    }
    if row.operands[0].kind == Kind::Into {
        return replacement(Op::of(row.rule, &[Kind::Out, left, right])?, insn.a, b, c);
    }
    None
}

/// Counting up and the comparison behind it become one instruction, checking a result and returning it too; the second of
/// the two stays where it is, for jumps to it.
pub fn fuse(insns: &mut [Insn]) {
    for at in 0..insns.len().saturating_sub(1) {
        let (insn, next) = (insns[at], insns[at + 1]);
        if insn.op == Op::VerifyReturn as u16 && next.op == Op::Return as u16 && insn.a == next.a {
            insns[at].op = Op::VerifyAndReturn as u16;
            continue;
        }
        if next.b != insn.a {
            continue;
        }
        let fused = match (Op::from_number(insn.op), Op::from_number(next.op)) {
            (Some(Op::IncDecDrop), Some(Op::JmpLessVV)) if insn.b == 0 => Op::IncJmpLessVV,
            (Some(Op::IncDecDrop), Some(Op::JmpLessVK)) if insn.b == 0 => Op::IncJmpLessVK,
            (Some(Op::IncInt), Some(Op::JmpLessIntVV)) => Op::IncJmpLessIntVV,
            (Some(Op::IncInt), Some(Op::JmpLessIntVK)) => Op::IncJmpLessIntVK,
            _ => continue,
        };
        insns[at].op = fused as u16;
    }
}
