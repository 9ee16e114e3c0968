//! What temporaries hold where: a part of the verifier.
//!
//! Forwards over the instructions, to a fixed point; a temporary's abstract value is the set of things it may hold.

use crate::{HEADER, first_temporary, verify::Wrong};
use phant_bytecode::{
    Code, LiveKind, Op, TryRegion,
    ops::{Effects, Kind, Row, Rule},
};

/// Things that a temporary may hold: a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Held(u8);

impl Held {
    /// Nothing that may be read.
    const NOTHING: Held = Held(1);
    /// A value, a place or a class.
    const VALUE: Held = Held(2);
    /// A boolean, which is also a value.
    const BOOL: Held = Held(64);
    /// The first slot of an iteration.
    const ITERATION: Held = Held(4);
    /// The first slot of an iteration that was ended.
    const ENDED: Held = Held(8);
    /// A saved error level.
    const SILENCE: Held = Held(16);
    /// The first slot of a window with a header.
    const WINDOW: Held = Held(32);

    /// Any value.
    const ANY_VALUE: Held = Held::VALUE.or(Held::BOOL);

    fn is_within(self, other: Held) -> bool {
        self.0 & !other.0 == 0
    }
    const fn or(self, other: Held) -> Held {
        Held(self.0 | other.0)
    }
}

/// See the [module documentation](self).
pub(crate) struct Temporaries<'a> {
    code: &'a Code,
    first: u16,
    /// By instruction: what temporaries hold before it; empty if it was not reached yet.
    before: Vec<Vec<Held>>,
    work: Vec<usize>,
}

impl Temporaries<'_> {
    /// Checks that temporaries are read where they hold what the instruction expects, and that live ranges name what is held.
    pub fn check(code: &Code) -> Result<(), Wrong> {
        let first = first_temporary(code);
        let count = (code.frame_slots as usize).saturating_sub(usize::from(first));
        if code.insns.len() * count > 1 << 24 {
            return Ok(());
        }
        let mut all = Temporaries { code, first, before: vec![Vec::new(); code.insns.len()], work: Vec::new() };
        if !code.insns.is_empty() {
            all.flow(0, &vec![Held::NOTHING; count]);
        }
        while let Some(at) = all.work.pop() {
            all.execute(at)?;
        }
        all.ranges()
    }
    /// Joins a state into that of an instruction, which is looked at again if it changed.
    fn flow(&mut self, to: usize, state: &[Held]) {
        let entry = &mut self.before[to];
        if entry.is_empty() {
            *entry = state.to_vec();
            // Functions without temporaries are looked at once too.
            entry.push(Held::NOTHING);
            self.work.push(to);
            return;
        }
        let mut changed = false;
        for (old, new) in entry.iter_mut().zip(state) {
            let joined = old.or(*new);
            changed |= joined != *old;
            *old = joined;
        }
        if changed {
            self.work.push(to);
        }
    }
    /// Takes an instruction's effect to those that may follow.
    fn execute(&mut self, at: usize) -> Result<(), Wrong> {
        let op = Op::from_number(self.code.insns[at].op).expect("looked at");
        let row = op.row();
        let mut state = self.before[at].clone();
        state.pop();
        self.enter_regions(at, &state);
        let mut taken = state.clone();
        self.step(at, row, &mut state, false)?;
        if let Some(to) = row.target(&self.code.insns, at) {
            self.step(at, row, &mut taken, true)?;
            self.flow(to, &taken);
        }
        let next = at + op.words();
        // A finally block comes back behind its call.
        if (!row.effects.has(Effects::end) || op == Op::FastCall) && next < self.before.len() {
            self.flow(next, &state);
        }
        Ok(())
    }
    /// What is held where a region begins is held where exceptions in it are handled.
    fn enter_regions(&mut self, at: usize, state: &[Held]) {
        let regions = self.code.regions.iter().filter(|r| r.start as usize == at);
        let handlers: Vec<_> = regions.flat_map(|r| [r.catch, r.finally]).filter(|&h| h != TryRegion::NONE).collect();
        for handler in handlers {
            self.flow(handler as usize, state);
        }
    }
    fn index(&self, slot: u16) -> Option<usize> {
        slot.checked_sub(self.first).map(usize::from)
    }
    /// What an instruction does to the temporaries, where its jump is taken or not.
    fn step(&self, at: usize, row: &Row, state: &mut [Held], taken: bool) -> Result<(), Wrong> {
        let wrong = |name: &str, held: Held| (at, format!("{}: `{name}` holds {held:?}", row.name));
        let operands = || row.values(&self.code.insns, at).filter(|(o, _)| o.kind.is_slot());
        for (operand, n) in operands() {
            let Some(i) = self.index(n) else { continue };
            if operand.kind == Kind::Arguments {
                self.arguments(at, i, state)?;
            }
            let Some((expected, consumed)) = read(operand.kind, taken, self.code.insns[at].c) else { continue };
            if operand.kind == Kind::Parts {
                let count = usize::from(self.code.insns[at].c);
                for held in state.get_mut(i..i + count).ok_or_else(|| (at, "parts outside the frame".to_owned()))? {
                    if !held.is_within(Held::ANY_VALUE) {
                        return Err(wrong(operand.name, *held));
                    }
                    *held = Held::NOTHING;
                }
                continue;
            }
            if !state[i].is_within(expected) {
                return Err(wrong(operand.name, state[i]));
            }
            if operand.kind == Kind::Call && matches!(row.op, Op::DoCall | Op::CallNamed) {
                self.arguments(at, i, state)?;
            }
            let stays = operand.kind == Kind::Tested && state[i] == Held::BOOL;
            if consumed && !stays {
                state[i] = if operand.kind == Kind::EndedIterator { Held::ENDED } else { Held::NOTHING };
            }
        }
        for (operand, n) in operands() {
            let Some(i) = self.index(n) else { continue };
            if let Some(held) = written(operand.kind, taken) {
                let boolean = held == Held::VALUE && row.rule == Rule::Bool;
                state[i] = if boolean { Held::BOOL } else { held };
            }
        }
        if let [call, index, _] = row.operands
            && index.kind == Kind::Argument
        {
            debug_assert_eq!(call.kind, Kind::Window);
            let insn = &self.code.insns[at];
            let slot = self.index(insn.a + HEADER + insn.b).filter(|i| *i < state.len());
            *slot.and_then(|i| state.get_mut(i)).ok_or_else(|| (at, "an argument outside the frame".to_owned()))? = Held::VALUE;
        }
        Ok(())
    }
    /// The arguments of a call, which are consumed by it.
    fn arguments(&self, at: usize, window: usize, state: &mut [Held]) -> Result<(), Wrong> {
        let first = window + usize::from(HEADER);
        let count = usize::from(self.code.insns[at].c & 0x3fff);
        let Some(arguments) = state.get_mut(first..first + count) else {
            return Err((at, format!("a window with {count} arguments at the frame's end")));
        };
        for (i, held) in arguments.iter_mut().enumerate() {
            if !held.is_within(Held::ANY_VALUE) {
                return Err((at, format!("argument {i} of a call holds {held:?}")));
            }
            *held = Held::NOTHING;
        }
        Ok(())
    }
    /// Whether live ranges name only what is there. Any instruction will do: an interrupt may throw at the target of a jump.
    fn ranges(&self) -> Result<(), Wrong> {
        for (at, state) in self.before.iter().enumerate().filter(|b| !b.1.is_empty()) {
            let row = Op::from_number(self.code.insns[at].op).expect("looked at").row();
            let covers = |r: &&phant_bytecode::LiveRange| (r.start..r.end).contains(&(at as u32));
            for range in self.code.live.iter().filter(covers) {
                // Saved error levels, and what is kept, wait in variables.
                let Some(i) = self.index(range.slot) else { continue };
                let held = state[i];
                let expected = match range.kind {
                    LiveKind::Value | LiveKind::Argument | LiveKind::New | LiveKind::Rope | LiveKind::Kept => Held::ANY_VALUE,
                    LiveKind::Iterator => Held::ITERATION.or(Held::ENDED),
                    LiveKind::Call => Held::WINDOW,
                    LiveKind::Silence => Held::SILENCE,
                };
                if !held.is_within(expected) {
                    return Err((
                        at,
                        format!("{}: slot {} is live as {:?} but holds {held:?}", row.name, range.slot, range.kind),
                    ));
                }
            }
        }
        Ok(())
    }
}

/// What an operand expects to be held, and whether it is consumed.
fn read(kind: Kind, taken: bool, mode: u16) -> Option<(Held, bool)> {
    use Kind::*;
    Some(match kind {
        Value | MaybeValue | Object | Tested | Int | Float | Scalar | Class | Parts | Place | ObjectPlace | Bound | Spread => {
            (Held::ANY_VALUE, true)
        }
        Kept | Built | Checked => (Held::ANY_VALUE, false),
        Peeked => (Held::ANY_VALUE, mode != 1),
        DroppedIfTaken => (Held::ANY_VALUE, taken),
        DroppedUnlessTaken => (Held::ANY_VALUE, !taken),
        Iterator => (Held::ITERATION, false),
        EndedIterator => (Held::ITERATION, true),
        Silence => (Held::SILENCE, true),
        Window => (Held::WINDOW, false),
        Call => (Held::WINDOW, true),
        _ => return None,
    })
}
/// What an operand leaves in its slot.
fn written(kind: Kind, taken: bool) -> Option<Held> {
    use Kind::*;
    Some(match kind {
        Out | Wanted | Pointer => Held::VALUE,
        Next | NextRef | NextKey if !taken => Held::VALUE,
        NewIterator if !taken => Held::ITERATION,
        NewSilence => Held::SILENCE,
        NewWindow => Held::WINDOW,
        NewWindowUnlessTaken if !taken => Held::WINDOW,
        _ => return None,
    })
}
