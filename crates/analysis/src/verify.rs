//! The verifier: whether a compiled unit keeps what the rows of its opcodes promise to their handlers.
//!
//! The engine executes instructions without looking: a handler reads the slot, literal or cache word that an operand names, and
//! unwinding frees what live ranges name. This checks, for every function of a unit, that operands are in bounds and of their
//! kind, that jumps lead to instructions, that cache words belong to one instruction each, that every temporary that is read
//! was written on every path and is consumed once, that windows of calls are complete, that live ranges name only what is
//! there, and that the types that unchecked opcodes claim are what inference finds.

use crate::{
    HEADER, first_temporary,
    flow::{CLASS_CHECK, infer},
    temporaries::Temporaries,
    types::Types,
};
use phant_bytecode::{
    Attribute, ClassDecl, Code, ConstExpr, LiveKind, MAX_FRAME_SLOTS, Op, TryRegion, Unit,
    ops::{Effects, Kind},
};
use std::collections::HashMap;

/// The modifier of abstract methods and hooks.
const ABSTRACT: u32 = 64;

/// What is wrong with a function.
#[derive(Debug, Clone)]
pub struct Fault {
    /// The function.
    pub function: String,
    /// The instruction.
    pub at: usize,
    /// What is wrong with it.
    pub what: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at {:04}: {}", self.function, self.at, self.what)
    }
}

/// Checks every function of a unit; the first fault of each is reported.
pub fn unit(unit: &Unit) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut check = |code: &Code| faults.extend(function(code).err());
    each_code(&unit.main, &mut check);
    unit.functions.iter().for_each(|f| each_code(f, &mut check));
    faults
}

/// Checks one function.
pub fn function(code: &Code) -> Result<(), Fault> {
    let name = code.name.as_ref().map_or_else(|| "{main}".into(), |n| n.to_text().into_owned());
    let fault = |(at, what): (usize, String)| Fault { function: name.clone(), at, what };
    let starts = shape(code).map_err(fault)?;
    operands(code).map_err(fault)?;
    caches(code).map_err(fault)?;
    tables(code, &starts).map_err(fault)?;
    Temporaries::check(code).map_err(fault)?;
    claims(code).map_err(fault)
}

/// A place and what is wrong there.
pub(crate) type Wrong = (usize, String);

/// Opcodes, extension words and jump targets; returns which words begin an instruction.
fn shape(code: &Code) -> Result<Vec<bool>, Wrong> {
    let mut starts = vec![false; code.insns.len()];
    let mut at = 0;
    let mut ends = false;
    while at < code.insns.len() {
        let Some(op) = Op::from_number(code.insns[at].op) else { return Err((at, "no such opcode".into())) };
        if op == Op::Ext {
            return Err((at, "an extension word that belongs to nothing".into()));
        }
        if op.has_ext() && code.insns.get(at + 1).is_none_or(|i| i.op != Op::Ext as u16) {
            return Err((at, "no extension word".into()));
        }
        starts[at] = true;
        ends = op.row().effects.has(Effects::end);
        at += op.words();
    }
    // Abstract methods have no body, and are never executed.
    if !ends && code.modifiers & ABSTRACT == 0 {
        return Err((at, "execution runs off the end".into()));
    }
    if code.lines.len() != code.insns.len() {
        return Err((0, format!("{} lines for {} instructions", code.lines.len(), code.insns.len())));
    }
    for (at, _) in starts.iter().enumerate().filter(|s| *s.1) {
        let row = Op::from_number(code.insns[at].op).expect("looked at").row();
        let noted = row.target_place().is_some();
        if noted && !row.noted_target(&code.insns, at).and_then(|to| starts.get(to)).is_some_and(|s| *s) {
            return Err((at, format!("{} jumps to no instruction", row.name)));
        }
    }
    Ok(starts)
}

/// Whether every operand names something that is there.
fn operands(code: &Code) -> Result<(), Wrong> {
    let first_temp = first_temporary(code);
    let mut at = 0;
    while at < code.insns.len() {
        let row = Op::from_number(code.insns[at].op).expect("looked at").row();
        for (operand, n) in row.values(&code.insns, at) {
            if let Some(what) = bad_operand(code, operand.kind, n, first_temp) {
                return Err((at, format!("{}: operand `{}` is {n}, {what}", row.name, operand.name)));
            }
        }
        if row.op == Op::RecvInit && code.insns[at].c == 0 && usize::from(code.insns[at].b) >= code.const_exprs.len() {
            return Err((at, "RecvInit: no such constant expression".into()));
        }
        at += row.op.words();
    }
    Ok(())
}
fn bad_operand(code: &Code, kind: Kind, n: u16, first_temp: u16) -> Option<&'static str> {
    use Kind::*;
    let slots = code.frame_slots;
    if slots > MAX_FRAME_SLOTS {
        return Some("a function of too many slots");
    }
    let within = |end: usize| usize::from(n) < end;
    let literal = |test: fn(Types) -> bool| code.literals.get(usize::from(n)).is_some_and(|v| test(Types::of(v)));
    let fault = |ok: bool, what: &'static str| (!ok).then_some(what);
    match kind {
        Wanted | MaybeValue | Object | ObjectPlace | MaybeVar | NextKey if n == 0 => None,
        Var | MaybeVar | Into | Counter => fault((HEADER..first_temp).contains(&n), "no variable"),
        NewIterator | Iterator | EndedIterator => fault(n >= first_temp && u32::from(n) + 1 < slots, "not two temporaries"),
        NewWindow | NewWindowUnlessTaken | Window | Call | Arguments => {
            fault(n >= first_temp && u32::from(n + HEADER) <= slots, "no room for a window")
        }
        NewSilence | Silence | Built | Peeked | DroppedIfTaken | DroppedUnlessTaken | Kept | Checked if n < HEADER => {
            Some("no slot")
        }
        slot if slot.is_slot() => fault(n >= HEADER && u32::from(n) < slots, "no slot"),
        Literal => fault(within(code.literals.len()), "no literal"),
        IntLiteral => fault(literal(Types::is_int), "no integer literal"),
        FloatLiteral => fault(literal(Types::is_float), "no literal that is a double"),
        LiteralFromOne => fault(usize::from(n) <= code.literals.len(), "no literal"),
        Type => fault(within(code.types.len()), "no type"),
        MaybeType => fault(usize::from(n) <= code.types.len(), "no type"),
        ConstantExpression => fault(within(code.const_exprs.len()), "no constant expression"),
        Function => fault(within(code.functions.len()), "no function"),
        ClassDeclaration => fault(within(code.classes.len()), "no class"),
        Static => fault(within(code.statics.len()), "no static variable"),
        Operator => fault(n < 12, "no operator"),
        Check if n & CLASS_CHECK != 0 => fault(u32::from(n & !CLASS_CHECK) < code.cache_words, "no cache word"),
        Cache(layout) => fault(u32::from(n) + layout.words() <= code.cache_words, "outside the cache words"),
        _ => None,
    }
}

/// Whether every cache word belongs to one instruction, or to several checks of the same kind.
fn caches(code: &Code) -> Result<(), Wrong> {
    let mut owner: HashMap<u32, usize> = HashMap::new();
    let mut at = 0;
    while at < code.insns.len() {
        let row = Op::from_number(code.insns[at].op).expect("looked at").row();
        for (operand, n) in row.values(&code.insns, at) {
            let words = match operand.kind {
                Kind::Cache(layout) => layout.words(),
                Kind::Check if n & CLASS_CHECK != 0 => 1,
                _ => continue,
            };
            let first = u32::from(if operand.kind == Kind::Check { n & !CLASS_CHECK } else { n });
            for word in first..first + words {
                if let Some(other) = owner.insert(word, at) {
                    return Err((at, format!("{}: cache word {word} is also that of the instruction at {other:04}", row.name)));
                }
            }
        }
        at += row.op.words();
    }
    Ok(())
}

/// Try regions and live ranges.
fn tables(code: &Code, starts: &[bool]) -> Result<(), Wrong> {
    let end = code.insns.len() as u32;
    for r in &code.regions {
        for part in [r.start, r.catch, r.finally, r.finally_end] {
            if part != TryRegion::NONE && !starts.get(part as usize).is_some_and(|s| *s) {
                return Err((part as usize, "a try region begins or ends inside an instruction".into()));
            }
        }
        if r.finally != TryRegion::NONE && (r.finally_slot < HEADER || u32::from(r.finally_slot) >= code.frame_slots) {
            return Err((r.start as usize, format!("slot {} for a finally block", r.finally_slot)));
        }
    }
    let first_temp = first_temporary(code);
    for r in &code.live {
        let first = if matches!(r.kind, LiveKind::Silence | LiveKind::Kept) { HEADER } else { first_temp };
        if r.slot < first || u32::from(r.slot) >= code.frame_slots || r.start >= r.end || r.end > end {
            return Err((r.start as usize, format!("live range {}..{} of slot {}", r.start, r.end, r.slot)));
        }
    }
    Ok(())
}

/// Whether operands of unchecked opcodes are of the types they claim, and results that release nothing go where nothing has to
/// be released.
fn claims(code: &Code) -> Result<(), Wrong> {
    let Some(states) = infer(code) else { return Ok(()) };
    let first_temp = first_temporary(code);
    let mut wrong = None;
    states.walk(code, |at, op, state| {
        for (operand, n) in op.row().values(&code.insns, at) {
            if n < HEADER || !operand.kind.is_slot() {
                continue;
            }
            let types = states.holds(state, n);
            let ok = match operand.kind {
                Kind::Int => types.is_int(),
                Kind::Float => types.is_float(),
                Kind::Scalar => types.is_scalar(),
                Kind::Counter if matches!(op, Op::DecInt) => types.can_decrement(),
                Kind::Counter => types.can_increment(),
                Kind::Out | Kind::Wanted | Kind::Pointer | Kind::NextKey if n < first_temp => types.is_uncounted(),
                _ => true,
            };
            if !ok && wrong.is_none() {
                wrong = Some((at, format!("{}: `{}` may be {types:?}", op.name(), operand.name)));
            }
        }
    });
    wrong.map_or(Ok(()), Err)
}

/// Every function that a function contains, itself first.
pub fn each_code(code: &Code, see: &mut impl FnMut(&Code)) {
    see(code);
    code.functions.iter().for_each(|f| each_code(f, see));
    code.classes.iter().for_each(|c| class(c, see));
    code.const_exprs.iter().for_each(|e| expression(e, see));
    code.statics.iter().filter_map(|s| s.init.as_ref()).for_each(|e| expression(e, see));
    for param in &code.params {
        param.default.iter().for_each(|e| expression(e, see));
        attributes(&param.attributes, see);
    }
    attributes(&code.attributes, see);
}
fn class(class: &ClassDecl, see: &mut impl FnMut(&Code)) {
    class.methods.iter().for_each(|m| each_code(&m.code, see));
    for constant in &class.constants {
        expression(&constant.value, see);
        attributes(&constant.attributes, see);
    }
    for property in &class.properties {
        property.default.iter().for_each(|e| expression(e, see));
        property.hooks.iter().for_each(|h| each_code(&h.code, see));
        attributes(&property.attributes, see);
    }
    attributes(&class.attributes, see);
}
fn expression(expression: &ConstExpr, see: &mut impl FnMut(&Code)) {
    expression.code.iter().for_each(|c| each_code(c, see));
}
fn attributes(list: &[Attribute], see: &mut impl FnMut(&Code)) {
    for attribute in list {
        attribute.args.iter().for_each(|a| expression(&a.value, see));
        // The site stands for a place in traces; it is never executed.
    }
}
