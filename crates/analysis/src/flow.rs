//! Type inference: abstract interpretation over the instructions, forwards, to a fixed point.
//!
//! A slot's abstract value is the set of types it may hold ([`Types`]). A variable that may become a reference, or that can be
//! reached by its name, can change behind the function's back and holds anything, always.

use crate::{HEADER, first_temporary, types::Types};
use phant_bytecode::{
    Code, Insn, Op, TryRegion, code_flags,
    ops::{Effects, Kind, Row, Rule},
};

/// The types of a frame's slots at one place.
pub type State = Vec<Types>;

/// What is known where.
pub struct States {
    /// Per instruction: the number of the block that starts there.
    starts: Vec<Option<u32>>,
    /// Per block: what holds at its start; empty if it is never reached.
    entry: Vec<State>,
    /// Per slot: whether something else may change it.
    escapes: Vec<bool>,
}

/// States are slots times blocks: beyond this the time is better spent running.
const MAX_STATES: usize = 1 << 20;
/// A variable that natives set in the function that calls them.
const SET_BY_NATIVES: &[u8] = b"http_response_header";

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
    /// The types of a slot in a state, which may be those of nothing.
    pub fn holds(&self, state: &State, slot: u16) -> Types {
        if self.escapes[usize::from(slot)] { Types::ANY } else { state[usize::from(slot)] }
    }
    /// The types of what reading a slot in a state yields.
    fn read(&self, state: &State, slot: u16) -> Types {
        self.holds(state, slot).read()
    }
    /// Calls a function with every instruction that is reached and what holds before it.
    pub fn walk(&self, code: &Code, mut see: impl FnMut(usize, Op, &State)) {
        let mut state = Vec::new();
        let mut at = 0;
        while at < code.insns.len() {
            if self.is_start(at) {
                state = self.at(at).cloned().unwrap_or_default();
            }
            let Some(op) = Op::from_number(code.insns[at].op) else { return };
            // Without a state the instruction is never reached.
            if !state.is_empty() {
                see(at, op, &state);
                self.step(code, at, op, &mut state);
            }
            at += op.words();
        }
    }
}

/// Infers the types; `None` if there is too much code.
pub fn infer(code: &Code) -> Option<States> {
    let slots = code.frame_slots as usize + 1;
    if code.insns.len() * slots / 8 >= MAX_STATES {
        return None;
    }
    let mut states = blocks(code, slots)?;
    let first_temp = usize::from(first_temporary(code));
    // Entry instructions of untyped parameters may be skipped: they change nothing here.
    let mut first = vec![Types::UNDEF; slots];
    first[first_temp..].fill(Types::ANY);
    for slot in given(code).map(|(slot, _)| slot) {
        first[usize::from(slot)] = Types::ANY;
    }
    let mut work = vec![0];
    if code.insns.is_empty() {
        return None;
    }
    let entry = states.starts[0]? as usize;
    states.entry[entry] = first;
    // Where an exception comes from is not followed.
    for handler in code.regions.iter().flat_map(handlers).filter(|h| *h < code.insns.len()) {
        let block = states.starts[handler]? as usize;
        states.entry[block] = vec![Types::ANY; slots];
        work.push(handler);
    }
    let returns = finally_returns(code);
    while let Some(begin) = work.pop() {
        let mut state = states.entry[states.starts[begin]? as usize].clone();
        let mut at = begin;
        loop {
            let op = Op::from_number(code.insns[at].op)?;
            let row = op.row();
            let next = at + op.words();
            let jump = row.target(&code.insns, at);
            states.step(code, at, op, &mut state);
            if let Some(to) = jump {
                let mut other = state.clone();
                states.refine(code, at, row, &mut other, true);
                states.refine(code, at, row, &mut state, false);
                if states.flow_into(to, &other)? {
                    work.push(to);
                }
            }
            if op == Op::FastRet {
                let calls = returns.iter().filter(|(slot, _)| *slot == code.insns[at].a);
                for &(_, to) in calls {
                    if states.flow_into(to, &state)? {
                        work.push(to);
                    }
                }
            }
            if row.effects.has(Effects::end) || next >= code.insns.len() {
                break;
            }
            if states.is_start(next) {
                if states.flow_into(next, &state)? {
                    work.push(next);
                }
                break;
            }
            at = next;
        }
    }
    Some(states)
}

/// The slots of parameters and captured variables, and whether they are references.
fn given(code: &Code) -> impl Iterator<Item = (u16, bool)> {
    let params = code.params.iter().enumerate().map(|(i, p)| (HEADER + i as u16, p.by_ref));
    params.chain(code.uses.iter().map(|u| (u.slot, u.by_ref)))
}
/// Where an exception in a region may lead.
fn handlers(region: &TryRegion) -> [usize; 2] {
    [region.catch as usize, region.finally as usize]
}
/// Where `finally` blocks return to: their slots, and the instructions behind their calls.
fn finally_returns(code: &Code) -> Vec<(u16, usize)> {
    let calls = code.insns.iter().enumerate().filter(|(_, i)| i.op == Op::FastCall as u16);
    calls.map(|(at, i)| (i.a, at + 1)).collect()
}

/// Finds the blocks, with nothing known about them yet.
fn blocks(code: &Code, slots: usize) -> Option<States> {
    let mut starts = vec![None; code.insns.len() + 1];
    let mut count = 0;
    let mut start = |at: usize| {
        if let Some(place @ None) = starts.get_mut(at) {
            *place = Some(count);
            count += 1;
        }
    };
    start(0);
    code.regions.iter().flat_map(handlers).for_each(&mut start);
    let mut at = 0;
    while at < code.insns.len() {
        let op = Op::from_number(code.insns[at].op)?;
        let next = at + op.words();
        let target = op.row().target(&code.insns, at);
        if let Some(to) = target {
            start(to);
        }
        if target.is_some() || op.row().effects.has(Effects::end) || op == Op::FastRet {
            start(next);
        }
        at = next;
    }
    Some(States { starts, entry: vec![Vec::new(); count as usize], escapes: escaping(code, slots) })
}

/// Whether a variable of a function may be changed by its name. Whoever does that may ask, in checked builds.
pub fn may_change_by_name(code: &Code, name: &[u8]) -> bool {
    name == SET_BY_NATIVES || changes_by_name(code)
}
fn changes_by_name(code: &Code) -> bool {
    // What runs beside top-level code reaches its variables as globals.
    code.flags & (code_flags::MAIN | code_flags::DYNAMIC_VARS) != 0
        || code.insns.iter().filter_map(|i| Op::from_number(i.op)).any(|op| op.row().effects.has(Effects::name))
}
/// The slots that something else may change.
fn escaping(code: &Code, slots: usize) -> Vec<bool> {
    let mut escapes = vec![false; slots];
    let variables = usize::from(HEADER)..usize::from(first_temporary(code));
    for (slot, by_ref) in given(code) {
        escapes[usize::from(slot)] |= by_ref;
    }
    for (name, slot) in code.vars.iter().zip(variables.clone()) {
        escapes[slot] |= name.as_bytes() == SET_BY_NATIVES;
    }
    let mut at = 0;
    while let Some(op) = code.insns.get(at).and_then(|i| Op::from_number(i.op)) {
        let row = op.row();
        for (_, slot) in row.values(&code.insns, at).filter(|(o, _)| o.kind.binds()) {
            escapes[usize::from(slot)] = true;
        }
        at += op.words();
    }
    if changes_by_name(code) {
        escapes[variables].fill(true);
    }
    escapes
}

impl States {
    /// Joins a state into a block's; true if that changed it.
    fn flow_into(&mut self, at: usize, state: &State) -> Option<bool> {
        let entry = &mut self.entry[self.starts[at]? as usize];
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

    /// What an instruction does to the types.
    pub fn step(&self, code: &Code, at: usize, op: Op, state: &mut State) {
        let row = op.row();
        let result = self.result(code, at, row, state).unwrap_or(Types::ANY);
        let (mut window, mut changed) = (0, None);
        for (operand, slot) in row.values(&code.insns, at) {
            match operand.kind {
                Kind::Window => window = slot,
                Kind::Argument => changed = Some(window + HEADER + slot),
                Kind::Built | Kind::Checked | Kind::Finally => changed = Some(slot),
                // Writing into nothing makes an array there.
                Kind::Place | Kind::ObjectPlace if slot >= HEADER => changed = Some(slot),
                kind if kind.is_written() && slot >= HEADER => state[usize::from(slot)] = result,
                _ => {}
            }
        }
        if let Some(slot) = changed {
            state[usize::from(slot)] = Types::ANY;
        }
    }
    /// What an instruction leaves in the slots it writes, as far as that is known.
    fn result(&self, code: &Code, at: usize, row: &Row, state: &State) -> Option<Types> {
        let operand = |name: &str| match row.value(name, &code.insns, at)? {
            (kind, n) if kind.is_literal() => Some(Types::of(&code.literals[usize::from(n)])),
            (_, slot) => Some(self.read(state, slot)),
        };
        Some(match row.rule {
            Rule::Copy => operand("value")?,
            Rule::Undef => Types::UNDEF,
            Rule::Null => Types::NULL,
            Rule::Bool => Types::BOOL,
            Rule::Small => Types::SMALL,
            Rule::Text => Types::STRING,
            Rule::Step => self.stepped(code, at, row, state)?,
            Rule::Received => received(code, at, row)?,
            Rule::Cast => match row.value("to", &code.insns, at)?.1 {
                4 => Types::INT,
                5 => Types::FLOAT,
                6 => Types::STRING,
                _ => return None,
            },
            rule if rule.is_operator() && rule.relation().is_none() => {
                let (x, y) = (operand("left")?, operand("right")?);
                let k = match row.value("right", &code.insns, at)? {
                    (kind, n) if kind.is_literal() => code.literals[usize::from(n)].as_int(),
                    _ => None,
                };
                Types::of_operator(rule, x, y, k)
            }
            _ => return None,
        })
    }
    /// A variable counted up or down.
    fn stepped(&self, code: &Code, at: usize, row: &Row, state: &State) -> Option<Types> {
        let old = self.read(state, code.insns[at].a);
        let up = match row.value("kind", &code.insns, at) {
            Some((_, kind)) => kind & 1 == 0,
            None => row.op != Op::DecInt,
        };
        Some(match up {
            true if old.can_increment() => Types::INT.above(),
            false if old.can_decrement() => Types::INT.below(),
            _ if old.is_float() => Types::FLOAT,
            _ if old.is_number() => Types::NUMBER,
            _ => return None,
        })
    }
    /// What a comparison says about its operands where its jump was taken or not.
    fn refine(&self, code: &Code, at: usize, row: &Row, state: &mut State, taken: bool) {
        let Some((or_equal, negated)) = row.rule.relation() else { return };
        if taken == negated {
            return;
        }
        // Here the left side is less than (or equal to) the right one, if both are integers.
        let operand = |name| row.value(name, &code.insns, at).expect("a relation has two sides");
        let types = |state: &State, (kind, n): (Kind, u16)| {
            if kind.is_literal() { Types::of(&code.literals[usize::from(n)]) } else { state[usize::from(n)] }
        };
        let (left, right) = (operand("left"), operand("right"));
        let (x, y) = (types(state, left), types(state, right));
        if !x.is_int() || !y.is_int() {
            return;
        }
        if !left.0.is_literal() && (!or_equal || y.can_increment()) {
            state[usize::from(left.1)] = x.below();
        }
        if !right.0.is_literal() && (!or_equal || x.can_decrement()) {
            state[usize::from(right.1)] = y.above();
        }
    }
}
/// What a parameter holds after its type was checked.
fn received(code: &Code, at: usize, row: &Row) -> Option<Types> {
    let (_, number) = row.value("ty", &code.insns, at)?;
    let (_, check) = row.value("check", &code.insns, at)?;
    let ty = code.types.get(usize::from(number.checked_sub(1)?))?;
    let plain = check & CLASS_CHECK == 0 && ty.groups().is_empty() && ty.mask.0 & !SCALARS == 0;
    plain.then(|| Types::of_mask(ty.mask.0 as u16))
}
/// Set in a [`Kind::Check`] that names a cache word.
pub const CLASS_CHECK: u16 = 0x8000;
/// Types that a parameter can have without conversion to anything else: null to doubles.
const SCALARS: u32 = 0x3e;

/// Where the jump of the instruction leads, if it has one.
pub fn target(insns: &[Insn], at: usize) -> Option<usize> {
    Op::from_number(insns.get(at)?.op)?.row().target(insns, at)
}
