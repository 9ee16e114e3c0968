//! Instructions for known types in place of general ones.

use super::{Body, flow, flow::States, types::Types};
use phant_bytecode::{Insn, Op};

/// A binary operator, as far as types go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Bits,
    And,
    Shift,
    Text,
}

impl Kind {
    /// The type of the result; `k` is the right side if it is an integer literal.
    pub fn result(self, x: Types, y: Types, k: Option<i64>) -> Types {
        match self {
            Kind::Text => Types::STRING,
            Kind::Add | Kind::Sub | Kind::Mul | Kind::Div => {
                if !x.is_number() || !y.is_number() {
                    return Types::ANY;
                }
                if x.is_float() || y.is_float() {
                    return Types::FLOAT;
                }
                match (self, k) {
                    (Kind::Add, Some(1)) if x.can_increment() => Types::INT.above(),
                    (Kind::Sub, Some(1)) if x.can_decrement() => Types::INT.below(),
                    _ => Types::NUMBER,
                }
            }
            Kind::Mod if x.is_int() && k.is_some_and(|k| k > 0) => Types::SMALL,
            Kind::And if x.is_int() && k.is_some_and(|k| (0..i64::MAX).contains(&k)) => Types::SMALL,
            Kind::Mod | Kind::And | Kind::Bits | Kind::Shift if x.is_int() && y.is_int() => Types::INT,
            _ => Types::ANY,
        }
    }
}

macro_rules! families {
    ($($kind:ident: $vv:ident $vk:ident $kv:ident $to_vv:ident $to_vk:ident $to_kv:ident,)*) => {
        /// The operator of an instruction, and which of its sides are literals.
        pub fn binary(op: Op) -> Option<(Kind, bool, bool)> {
            Some(match op {
                $(
                    Op::$vv | Op::$to_vv => (Kind::$kind, false, false),
                    Op::$vk | Op::$to_vk => (Kind::$kind, false, true),
                    Op::$kv | Op::$to_kv => (Kind::$kind, true, false),
                )*
                Op::ConcatVV => (Kind::Text, false, false),
                Op::ConcatVK => (Kind::Text, false, true),
                Op::ConcatKV => (Kind::Text, true, false),
                Op::AddAssignV => (Kind::Add, false, false),
                Op::AddAssignK => (Kind::Add, false, true),
                Op::SubAssignV => (Kind::Sub, false, false),
                Op::SubAssignK => (Kind::Sub, false, true),
                Op::MulAssignV => (Kind::Mul, false, false),
                Op::AddIntVV | Op::AddFloatVV => (Kind::Add, false, false),
                Op::AddIntVK | Op::AddFloatVK => (Kind::Add, false, true),
                Op::SubIntVV | Op::SubFloatVV => (Kind::Sub, false, false),
                Op::SubIntVK | Op::SubFloatVK => (Kind::Sub, false, true),
                Op::SubIntKV | Op::SubFloatKV => (Kind::Sub, true, false),
                Op::MulIntVV | Op::MulFloatVV => (Kind::Mul, false, false),
                Op::MulIntVK | Op::MulFloatVK => (Kind::Mul, false, true),
                _ => return None,
            })
        }
        /// The variant with its result in a temporary, of an instruction that has it in a variable.
        fn plain(op: Op) -> Option<Op> {
            Some(match op {
                $(Op::$to_vv => Op::$vv, Op::$to_vk => Op::$vk, Op::$to_kv => Op::$kv,)*
                _ => return None,
            })
        }
    };
}
families! {
    Add: AddVV AddVK AddKV AddToVV AddToVK AddToKV,
    Sub: SubVV SubVK SubKV SubToVV SubToVK SubToKV,
    Mul: MulVV MulVK MulKV MulToVV MulToVK MulToKV,
    Div: DivVV DivVK DivKV DivToVV DivToVK DivToKV,
    Mod: ModVV ModVK ModKV ModToVV ModToVK ModToKV,
    And: BitAndVV BitAndVK BitAndKV BitAndToVV BitAndToVK BitAndToKV,
    Bits: BitOrVV BitOrVK BitOrKV BitOrToVV BitOrToVK BitOrToKV,
    Bits: BitXorVV BitXorVK BitXorKV BitXorToVV BitXorToVK BitXorToKV,
    Shift: ShlVV ShlVK ShlKV ShlToVV ShlToVK ShlToKV,
    Shift: ShrVV ShrVK ShrKV ShrToVV ShrToVK ShrToKV,
}

/// Whether an instruction changes its left operand in place, and the operand beside it is the right one.
fn is_compound(op: Op) -> bool {
    matches!(op, Op::AddAssignV | Op::AddAssignK | Op::SubAssignV | Op::SubAssignK | Op::MulAssignV)
}
/// The source operands of a binary instruction.
pub fn sources(op: Op, insn: &Insn) -> (u16, u16) {
    if is_compound(op) { (insn.a, insn.b) } else { (insn.b, insn.c) }
}

macro_rules! relations {
    ($($or_equal:literal $negated:literal $left:literal $right:literal $op:ident $int:ident $float:ident,)*) => {
        /// What a jump compares: less or equal instead of less, jumping if it is not so, and which sides are literals.
        pub fn relation(op: Op) -> Option<(bool, bool, bool, bool)> {
            Some(match op {
                $(Op::$op | Op::$int | Op::$float => ($or_equal, $negated, $left, $right),)*
                _ => return None,
            })
        }
        fn typed_relation(op: Op, int: bool) -> Option<Op> {
            Some(match op {
                $(Op::$op => if int { Op::$int } else { Op::$float },)*
                _ => return None,
            })
        }
    };
}
relations! {
    false false false false JmpLessVV JmpLessIntVV JmpLessFloatVV,
    false false false true JmpLessVK JmpLessIntVK JmpLessFloatVK,
    false false true false JmpLessKV JmpLessIntKV JmpLessFloatKV,
    true false false false JmpLessEqualVV JmpLessEqualIntVV JmpLessEqualFloatVV,
    true false false true JmpLessEqualVK JmpLessEqualIntVK JmpLessEqualFloatVK,
    true false true false JmpLessEqualKV JmpLessEqualIntKV JmpLessEqualFloatKV,
    false true false false JmpNotLessVV JmpNotLessIntVV JmpNotLessFloatVV,
    false true false true JmpNotLessVK JmpNotLessIntVK JmpNotLessFloatVK,
    false true true false JmpNotLessKV JmpNotLessIntKV JmpNotLessFloatKV,
    true true false false JmpNotLessEqualVV JmpNotLessEqualIntVV JmpNotLessEqualFloatVV,
    true true false true JmpNotLessEqualVK JmpNotLessEqualIntVK JmpNotLessEqualFloatVK,
    true true true false JmpNotLessEqualKV JmpNotLessEqualIntKV JmpNotLessEqualFloatKV,
}

/// Whether knowing types would improve the instruction.
pub fn is_candidate(op: Op) -> bool {
    binary(op).is_some_and(|(kind, ..)| kind != Kind::Text)
        || relation(op).is_some()
        || matches!(op, Op::IncDecDrop | Op::AssignV | Op::CopyVar | Op::RopeVar | Op::VerifyReturn)
}

/// The operator on two integers (the result may not be one) or on two doubles.
fn typed_binary(kind: Kind, left: bool, right: bool, int: bool) -> Option<Op> {
    Some(match (kind, left, right, int) {
        (Kind::Add, false, false, true) => Op::AddIntVV,
        (Kind::Add, false, true, true) => Op::AddIntVK,
        (Kind::Sub, false, false, true) => Op::SubIntVV,
        (Kind::Sub, false, true, true) => Op::SubIntVK,
        (Kind::Sub, true, false, true) => Op::SubIntKV,
        (Kind::Mul, false, false, true) => Op::MulIntVV,
        (Kind::Mul, false, true, true) => Op::MulIntVK,
        (Kind::Add, false, false, false) => Op::AddFloatVV,
        (Kind::Add, false, true, false) => Op::AddFloatVK,
        (Kind::Sub, false, false, false) => Op::SubFloatVV,
        (Kind::Sub, false, true, false) => Op::SubFloatVK,
        (Kind::Sub, true, false, false) => Op::SubFloatKV,
        (Kind::Mul, false, false, false) => Op::MulFloatVV,
        (Kind::Mul, false, true, false) => Op::MulFloatVK,
        _ => return None,
    })
}

/// Replaces instructions whose operands' types are known.
pub fn specialise(body: &mut Body, states: &States) {
    let mut state = Vec::new();
    let mut at = 0;
    while at < body.insns.len() {
        if states.is_start(at) {
            state = states.at(at).cloned().unwrap_or_default();
        }
        let Some(op) = Op::from_number(body.insns[at].op) else { return };
        let words = 1 + usize::from(op.has_ext());
        // Without a state the instruction is never reached.
        if !state.is_empty() {
            let better = improve(body, states, at, op, &state);
            flow::step(body, &states.escapes, at, op, &mut state);
            if let Some(better) = better {
                body.insns[at] = better;
            }
        }
        at += words;
    }
}

fn improve(body: &Body, states: &States, at: usize, op: Op, state: &flow::State) -> Option<Insn> {
    let insn = &body.insns[at];
    let types = |slot: u16| if states.escapes[usize::from(slot)] { Types::ANY } else { state[usize::from(slot)] };
    let literal = |k: u16| Types::of(&body.literals[usize::from(k)]);
    let with = |op: Op, a: u16, b: u16, c: u16| Some(Insn { op: op as u16, a, b, c, ..Insn::default() });
    if let Some((kind, left, right)) = binary(op) {
        let (b, c) = sources(op, insn);
        let x = if left { literal(b) } else { types(b) };
        let y = if right { literal(c) } else { types(c) };
        let to_variable = plain(op);
        // The result goes where nothing has to be released first.
        let free = match op {
            _ if is_compound(op) => insn.c == 0 && types(insn.a).is_uncounted(),
            _ => to_variable.is_none() || types(insn.a).is_uncounted(),
        };
        if !free || kind == Kind::Text {
            return None;
        }
        let both_int = x.is_int() && y.is_int();
        if both_int || x.is_float() && y.is_float() {
            // Addition and multiplication with the literal on the left are turned round.
            let (b, c, left, right) = match kind {
                Kind::Add | Kind::Mul if left && !right => (c, b, false, true),
                _ => (b, c, left, right),
            };
            if let Some(typed) = typed_binary(kind, left, right, both_int) {
                return with(typed, insn.a, b, c);
            }
        }
        return to_variable.and_then(|op| with(op, insn.a, b, c));
    }
    if let Some((_, _, left, right)) = relation(op) {
        let x = if left { literal(insn.b) } else { types(insn.b) };
        let y = if right { literal(insn.c) } else { types(insn.c) };
        if x.is_int() && y.is_int() || x.is_float() && y.is_float() {
            return with(typed_relation(op, x.is_int())?, insn.a, insn.b, insn.c);
        }
        return None;
    }
    match op {
        Op::IncDecDrop if insn.b == 0 && types(insn.a).can_increment() => with(Op::IncInt, insn.a, 0, 0),
        Op::IncDecDrop if insn.b == 1 && types(insn.a).can_decrement() => with(Op::DecInt, insn.a, 0, 0),
        Op::AssignV if insn.c == 0 && types(insn.a).is_uncounted() && types(insn.b).is_scalar() => {
            with(Op::CopyScalar, insn.a, insn.b, 0)
        }
        Op::AssignK if insn.c == 0 && types(insn.a).is_uncounted() => with(Op::LoadK, insn.a, insn.b, 0),
        Op::CopyVar | Op::RopeVar if types(insn.b).is_scalar() => with(Op::CopyScalar, insn.a, insn.b, 0),
        Op::VerifyReturn if insn.c & 0x8000 == 0 && types(insn.a).is_within(insn.c) => {
            // The return behind it can be had at once.
            let next = body.insns.get(at + 1)?;
            (next.op == Op::Return as u16).then(|| next.clone())
        }
        _ => None,
    }
}

/// Counting up and the comparison behind it become one instruction, checking a result and returning it too; the second of
/// the two stays where it is, for jumps to it.
pub fn fuse(body: &mut Body) {
    for at in 0..body.insns.len().saturating_sub(1) {
        let (insn, next) = (body.insns[at].clone(), body.insns[at + 1].clone());
        if insn.op == Op::VerifyReturn as u16 && next.op == Op::Return as u16 && insn.a == next.a {
            body.insns[at].op = Op::VerifyAndReturn as u16;
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
        body.insns[at].op = fused as u16;
    }
}
