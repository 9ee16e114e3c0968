//! The types of all slots at the start of every block.

use super::{Body, operand, operands, types::Types};
use crate::builder::HEADER;
use phant_bytecode::{Insn, Op};

/// The types of a frame's slots at one place.
pub type State = Vec<Types>;

/// What is known where.
pub struct States {
    /// Per instruction: the number of the block that starts there.
    starts: Vec<Option<u32>>,
    /// Per block: what holds at its start; empty if it is never reached.
    entry: Vec<State>,
    /// Per slot: whether it may be a reference at any time.
    pub escapes: Vec<bool>,
}

impl States {
    /// What holds at an instruction, if a block that is reached starts there.
    pub fn at(&self, index: usize) -> Option<&State> {
        let state = &self.entry[self.starts[index]? as usize];
        (!state.is_empty()).then_some(state)
    }
    /// Whether a block starts at the instruction.
    pub fn is_start(&self, index: usize) -> bool {
        self.starts[index].is_some()
    }
}

/// Where an instruction's jump leads, if it has one: targets count from the word that holds them.
pub fn target(insns: &[Insn], at: usize, op: Op) -> Option<usize> {
    let (own, ext) = operands(op);
    for (word, letters) in [(at, own), (at + 1, ext)] {
        for (place, letter) in letters.iter().enumerate() {
            let insn = &insns[word];
            let offset = match letter {
                b't' => i64::from(operand(insn, place) as i16),
                b'T' => i64::from((u32::from(insn.b) | u32::from(insn.c) << 16) as i32),
                _ => continue,
            };
            return Some((word as i64 + offset) as usize);
        }
    }
    None
}
/// Whether execution never goes on with the next instruction.
fn is_final(op: Op) -> bool {
    matches!(
        op,
        Op::Jmp
            | Op::Return
            | Op::ReturnK
            | Op::ReturnRef
            | Op::GenReturn
            | Op::Throw
            | Op::TemporaryWritten
            | Op::Rethrow
            | Op::MatchError
            | Op::VerifyNone
            | Op::VerifyNever
    )
}

/// Infers the types; `None` if something makes that impossible.
pub fn analyse(body: &Body) -> Option<States> {
    let escapes = escaping(body);
    let mut starts = vec![None; body.insns.len() + 1];
    let mut count = 0;
    let mut start = |starts: &mut Vec<Option<u32>>, at: usize| {
        if starts[at].is_none() {
            starts[at] = Some(count);
            count += 1;
        }
    };
    start(&mut starts, 0);
    let mut handlers = Vec::new();
    for region in body.regions {
        if (region.catch as usize) < body.insns.len() {
            start(&mut starts, region.catch as usize);
            handlers.push(region.catch as usize);
        }
    }
    let mut at = 0;
    while at < body.insns.len() {
        let op = Op::from_number(body.insns[at].op)?;
        let next = at + 1 + usize::from(op.has_ext());
        if let Some(to) = target(body.insns, at, op) {
            start(&mut starts, to);
            start(&mut starts, next);
        } else if is_final(op) {
            start(&mut starts, next);
        }
        at = next;
    }
    let mut states = States { starts, entry: vec![Vec::new(); count as usize], escapes };
    let slots = usize::from(body.slots) + 1;
    // Entry instructions of untyped parameters may be skipped: they change nothing here.
    let mut first = vec![Types::UNDEF; slots];
    first[usize::from(body.first_temp)..].fill(Types::ANY);
    for &slot in &body.given {
        first[usize::from(slot)] = Types::ANY;
    }
    let mut work = vec![0];
    states.entry[0] = first;
    for handler in handlers {
        let block = states.starts[handler]? as usize;
        states.entry[block] = vec![Types::ANY; slots];
        work.push(handler);
    }
    while let Some(begin) = work.pop() {
        let mut state = states.entry[states.starts[begin]? as usize].clone();
        let mut at = begin;
        loop {
            let op = Op::from_number(body.insns[at].op)?;
            let next = at + 1 + usize::from(op.has_ext());
            let jump = target(body.insns, at, op);
            let mut taken = if jump.is_some() { Some(state.clone()) } else { None };
            step(body, &states.escapes, at, op, &mut state);
            if let (Some(to), Some(other)) = (jump, &mut taken) {
                step(body, &states.escapes, at, op, other);
                refine(body, at, op, other, true);
                refine(body, at, op, &mut state, false);
                if flow_into(&mut states, to, other)? {
                    work.push(to);
                }
            }
            if is_final(op) || next >= body.insns.len() {
                break;
            }
            if states.is_start(next) {
                if flow_into(&mut states, next, &state)? {
                    work.push(next);
                }
                break;
            }
            at = next;
        }
    }
    Some(states)
}
/// Joins a state into a block's; true if that changed it.
fn flow_into(states: &mut States, at: usize, state: &State) -> Option<bool> {
    let entry = &mut states.entry[states.starts[at]? as usize];
    if entry.is_empty() {
        entry.clone_from(state);
        return Some(true);
    }
    let mut changed = false;
    for (old, new) in entry.iter_mut().zip(state) {
        let joined = old.or(*new);
        changed |= joined != *old;
        *old = joined;
    }
    Some(changed)
}

/// The variables that may become references.
fn escaping(body: &Body) -> Vec<bool> {
    let mut escapes = vec![false; usize::from(body.slots) + 1];
    for &slot in &body.references {
        escapes[usize::from(slot)] = true;
    }
    for insn in body.insns.iter() {
        let slot = match Op::from_number(insn.op) {
            Some(Op::MakeRef | Op::IterResetRef | Op::BindUseRef | Op::IterNextRef | Op::IterNextRefKey) => insn.b,
            Some(Op::BindGlobal | Op::BindStatic | Op::InitStatic | Op::AssignRef | Op::AssignPtrRef | Op::Catch) => insn.a,
            Some(Op::SendVarEx) => insn.c,
            _ => continue,
        };
        escapes[usize::from(slot)] = true;
        // The value of an iteration by reference is the second operand; the source may be a variable too.
        if matches!(Op::from_number(insn.op), Some(Op::IterNextRef | Op::IterNextRefKey)) {
            escapes[usize::from(insn.a)] = true;
        }
    }
    escapes
}

/// What an instruction does to the types.
pub fn step(body: &Body, escapes: &[bool], at: usize, op: Op, state: &mut State) {
    let insn = &body.insns[at];
    let read = |state: &State, slot: u16| if escapes[usize::from(slot)] { Types::ANY } else { state[usize::from(slot)].read() };
    let literal = |k: u16| Types::of(&body.literals[usize::from(k)]);
    let written = match op {
        Op::LoadK => Some(literal(insn.b)),
        Op::AssignK => Some(literal(insn.b)),
        Op::AssignV | Op::CopyVar | Op::RopeVar | Op::CopyVarQuiet | Op::Move | Op::CopyScalar => Some(read(state, insn.b)),
        Op::UnsetVar => Some(Types::UNDEF),
        Op::Recv | Op::CheckParam => {
            state[usize::from(insn.a)] =
                if op == Op::Recv && insn.b == 0 || insn.c & 0x8000 != 0 { Types::ANY } else { received(body, insn.b) };
            None
        }
        Op::RecvInit | Op::RecvVariadic => {
            state[usize::from(insn.a)] = Types::ANY;
            None
        }
        Op::SendVarEx | Op::SendFuncResult => {
            state[usize::from(insn.a + HEADER + insn.b)] = Types::ANY;
            None
        }
        Op::JmpNullsafe | Op::JmpUndefSlot | Op::JmpSet => {
            state[usize::from(insn.a)] = Types::ANY;
            None
        }
        Op::IncDecDrop | Op::IncInt | Op::DecInt => {
            let old = read(state, insn.a);
            let up = op == Op::IncInt || op == Op::IncDecDrop && insn.b & 1 == 0;
            Some(match (old.is_int(), up) {
                (true, true) if old.can_increment() => Types::INT.above(),
                (true, false) if old.can_decrement() => Types::INT.below(),
                _ if old.is_float() => Types::FLOAT,
                _ if old.is_number() => Types::NUMBER,
                _ => Types::ANY,
            })
        }
        Op::StrLen | Op::Count => Some(Types::SMALL),
        Op::TypeIs
        | Op::Not
        | Op::ToBool
        | Op::BoolXor
        | Op::InstanceOf
        | Op::IssetVar
        | Op::EmptyVar
        | Op::IssetDim
        | Op::EmptyDim
        | Op::IssetProp
        | Op::EmptyProp
        | Op::ArrayKeyExists => Some(Types::BOOL),
        Op::EqualVV
        | Op::EqualVK
        | Op::NotEqualVV
        | Op::NotEqualVK
        | Op::IdenticalVV
        | Op::IdenticalVK
        | Op::NotIdenticalVV
        | Op::NotIdenticalVK
        | Op::LessVV
        | Op::LessVK
        | Op::LessKV
        | Op::LessEqualVV
        | Op::LessEqualVK
        | Op::LessEqualKV => Some(Types::BOOL),
        Op::SpaceshipVV => Some(Types::SMALL),
        Op::Rope => Some(Types::STRING),
        Op::Cast => match insn.c {
            4 => Some(Types::INT),
            5 => Some(Types::FLOAT),
            6 => Some(Types::STRING),
            _ => Some(Types::ANY),
        },
        _ => super::rewrite::binary(op).map(|(kind, left, right)| {
            let (b, c) = super::rewrite::sources(op, insn);
            let x = if left { literal(b) } else { read(state, b) };
            let y = if right { literal(c) } else { read(state, c) };
            kind.result(x, y, if right { body.literals[usize::from(c)].as_int() } else { None })
        }),
    };
    // Whatever is written and not known better is anything.
    let (own, ext) = operands(op);
    for (word, letters) in [(at, own), (at + 1, ext)] {
        for (place, letter) in letters.iter().enumerate() {
            if matches!(letter, b'd' | b'v') {
                let slot = operand(&body.insns[word], place);
                if slot >= HEADER {
                    state[usize::from(slot)] = written.unwrap_or(Types::ANY);
                }
            }
        }
    }
}
/// What a parameter holds after its type was checked.
fn received(body: &Body, type_index: u16) -> Types {
    match body.types.get(usize::from(type_index).wrapping_sub(1)) {
        Some(ty) if ty.groups().is_empty() && ty.mask.0 & !0x3e == 0 => Types::of_mask(ty.mask.0 as u16),
        _ => Types::ANY,
    }
}
/// What a comparison says about its operands where its jump was taken or not.
fn refine(body: &Body, at: usize, op: Op, state: &mut State, taken: bool) {
    let insn = &body.insns[at];
    let Some((less_or_equal, negated, left, right)) = super::rewrite::relation(op) else { return };
    if taken == negated {
        return;
    }
    // Here the left side is less than (or equal to) the right one, if both are integers.
    let types = |state: &State, literal: bool, i: u16| {
        if literal { Types::of(&body.literals[usize::from(i)]) } else { state[usize::from(i)] }
    };
    let (x, y) = (types(state, left, insn.b), types(state, right, insn.c));
    if !x.is_int() || !y.is_int() {
        return;
    }
    if !left && (!less_or_equal || y.can_increment()) {
        state[usize::from(insn.b)] = x.below();
    }
    if !right && (!less_or_equal || x.can_decrement()) {
        state[usize::from(insn.c)] = y.above();
    }
}
