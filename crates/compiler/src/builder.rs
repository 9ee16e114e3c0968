//! Builds one function's code: instructions, literals, variables, temporaries, jumps, live ranges.
//!
//! Temporaries are handed out in stack order, so that the slots of a call's window are consecutive. While building
//! they are numbered from [`TEMP`] on, because the number of variables is only known at the end; [`Builder::finish`]
//! moves them behind the variables, guided by the opcode table.

use phant_bytecode::{
    Attribute, Body, ClassDecl, ClosureUse, Code, ConstExpr, Insn, LiveKind, LiveRange, Op, Param, StaticVar, TryRegion,
    TypeDecl, cache::Layout, code_flags, ops::Kind,
};
use phant_memory::{Literal, Name, Value, View, string::SeededState};
use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
};

use crate::optimize::optimized;

/// The answer of [`Builder::quick_check`] that lets every value pass.
pub const ANYTHING: u16 = 0x7ffe;

/// First slot of a frame that is not header.
pub const HEADER: u16 = 5;
/// Temporaries' numbers while building.
pub const TEMP: u16 = 0x8000;

/// An operand of an instruction being emitted.
#[derive(Clone, Debug)]
pub enum Operand {
    /// A variable's slot; reading does not consume it.
    Var(u16),
    /// A temporary; reading consumes it.
    Temp(u16),
    /// A constant.
    Const(Value),
}

impl Operand {
    /// Whether it is a constant.
    pub fn is_const(&self) -> bool {
        matches!(self, Operand::Const(_))
    }
    /// The temporary, if it is one.
    pub fn temp(&self) -> Option<u16> {
        match self {
            Operand::Temp(t) => Some(*t),
            _ => None,
        }
    }
}

/// A place to jump to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(usize);

#[derive(PartialEq, Eq, Hash)]
enum LiteralKey {
    Null,
    Bool(bool),
    Int(i64),
    Float(u64),
    /// The address of a text: equal ones are stored once.
    Str(usize),
}

/// See the [module documentation](self).
pub struct Builder {
    insns: Vec<Insn>,
    lines: Vec<u32>,
    literals: Vec<Value>,
    literal_index: HashMap<LiteralKey, u16, SeededState>,
    vars: Vec<Name>,
    var_index: HashMap<Vec<u8>, u16, SeededState>,
    hidden: u16,
    next_temp: u16,
    max_temp: u16,
    labels: Vec<u32>,
    /// The highest instruction number a label was placed at.
    last_label: u32,
    /// Instructions that jump, and where to.
    patches: Vec<(usize, Label)>,
    live: Vec<LiveRange>,
    /// Variables without a name, and the instruction from which on each may hold something.
    hidden_since: Vec<(u16, usize)>,
    open: Vec<Option<(u32, LiveKind)>>,
    /// Something jumps back.
    loops: bool,
    cache_words: u32,
    /// Line given to emitted instructions.
    pub line: u32,
    /// See `Code::regions`; instruction numbers are label numbers until the end.
    pub regions: Vec<[Option<Label>; 4]>,
    region_slots: Vec<u16>,
    /// Nested functions.
    pub functions: Vec<Arc<Code>>,
    /// Nested classes.
    pub classes: Vec<Arc<ClassDecl>>,
    /// Static variables.
    pub statics: Vec<StaticVar>,
    /// Types.
    pub types: Vec<TypeDecl>,
    /// Constant expressions.
    pub const_exprs: Vec<ConstExpr>,
    /// `Code::flags`
    pub flags: u32,
    too_large: bool,
}

/// Everything about a function that is not code.
#[derive(Default)]
pub struct Signature {
    /// Name.
    pub name: Option<Name>,
    /// Method modifiers.
    pub modifiers: u32,
    /// Parameters.
    pub params: Vec<Param>,
    /// Required parameters.
    pub required: u16,
    /// Return type.
    pub returns: Option<TypeDecl>,
    /// Closure variables.
    pub uses: Vec<ClosureUse>,
    /// Attributes.
    pub attributes: Vec<Attribute>,
    /// Doc comment.
    pub doc_comment: Option<Name>,
    /// File.
    pub file: Option<Name>,
    /// First line.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
    /// Hooked property.
    pub hook_property: Option<Name>,
}

impl Builder {
    /// An empty function.
    pub fn new() -> Builder {
        Builder {
            insns: Vec::new(),
            lines: Vec::new(),
            literals: Vec::new(),
            literal_index: HashMap::default(),
            vars: Vec::new(),
            var_index: HashMap::default(),
            hidden: 0,
            next_temp: 0,
            max_temp: 0,
            labels: Vec::new(),
            last_label: 0,
            patches: Vec::new(),
            live: Vec::new(),
            hidden_since: Vec::new(),
            open: Vec::new(),
            loops: false,
            cache_words: 0,
            line: 0,
            regions: Vec::new(),
            region_slots: Vec::new(),
            functions: Vec::new(),
            classes: Vec::new(),
            statics: Vec::new(),
            types: Vec::new(),
            const_exprs: Vec::new(),
            flags: 0,
            too_large: false,
        }
    }

    // Variables and temporaries.

    /// The slot of a named variable.
    pub fn var(&mut self, name: &[u8]) -> u16 {
        if let Some(&slot) = self.var_index.get(name) {
            return slot;
        }
        let slot = HEADER + self.vars.len() as u16;
        if self.vars.len() >= 20_000 {
            self.too_large = true;
        }
        self.vars.push(Name::new(name));
        self.var_index.insert(name.to_vec(), slot);
        slot
    }
    /// The name of a variable by its slot.
    pub fn var_name(&self, slot: u16) -> &[u8] {
        self.vars[(slot - HEADER) as usize].as_bytes()
    }
    /// The slot of a variable that has been named before.
    pub fn known_var(&self, name: &[u8]) -> Option<u16> {
        self.var_index.get(name).copied()
    }
    /// A variable without a name: like a temporary that reading does not consume. It is freed with the frame.
    pub fn hidden_var(&mut self) -> u16 {
        self.hidden += 1;
        // A name no program can write; symbol tables skip it.
        let name = format!("\0{}", self.hidden);
        let slot = self.var(name.as_bytes());
        self.hidden_since.push((slot, self.insns.len()));
        slot
    }
    /// Empties a variable without a name where what works on its value is over. An exception on the way there does it too.
    pub fn drop_hidden(&mut self, hidden: u16) {
        if let Some(&(_, start)) = self.hidden_since.iter().rfind(|(slot, _)| *slot == hidden) {
            self.live_range(hidden, LiveKind::Kept, start);
        }
        self.emit(Op::UnsetVar, hidden, 0, 0);
    }
    /// A new temporary.
    pub fn temp(&mut self) -> u16 {
        self.window(1)
    }
    /// Several consecutive temporaries; the first is returned.
    pub fn window(&mut self, count: u16) -> u16 {
        let first = self.next_temp;
        self.next_temp += count;
        if self.next_temp > 30_000 {
            self.too_large = true;
            self.next_temp = first;
        }
        self.max_temp = self.max_temp.max(self.next_temp);
        TEMP + first
    }
    /// How many temporaries are in use; goes to [`Builder::release_to`].
    pub fn mark(&self) -> u16 {
        self.next_temp
    }
    /// Gives back every temporary handed out since `mark`.
    pub fn release_to(&mut self, mark: u16) {
        debug_assert!(mark <= self.next_temp);
        self.next_temp = mark;
    }
    /// Gives back every temporary since `mark` except one, which then is `mark` itself: if the operand is another
    /// temporary it is moved there.
    pub fn keep(&mut self, mark: u16, operand: Operand) -> Operand {
        let Operand::Temp(t) = operand else {
            self.release_to(mark);
            return operand;
        };
        self.release_to(mark);
        let wanted = self.temp();
        if t != wanted {
            self.emit(Op::Move, wanted, t, 0);
            self.used(t);
            self.define(wanted);
        }
        Operand::Temp(wanted)
    }
    /// From here on the temporary holds a value that must be freed if an exception passes.
    pub fn define(&mut self, temp: u16) {
        self.define_as(temp, LiveKind::Value);
    }
    /// The same for other kinds of contents.
    pub fn define_as(&mut self, temp: u16, kind: LiveKind) {
        if temp >= TEMP {
            self.used(temp);
            let at = usize::from(temp - TEMP);
            if self.open.len() <= at {
                self.open.resize(at + 1, None);
            }
            self.open[at] = Some((self.insns.len() as u32, kind));
        }
    }
    /// The same from an instruction on that was emitted already.
    pub fn define_from(&mut self, temp: u16, start: usize) {
        self.define(temp);
        if let Some(Some((from, _))) = temp.checked_sub(TEMP).and_then(|at| self.open.get_mut(usize::from(at))) {
            *from = start as u32;
        }
    }
    /// From here on what a temporary holds counts as something else.
    pub fn becomes(&mut self, temp: u16, kind: LiveKind) {
        let here = self.insns.len() as u32;
        if let Some((start, was)) = self.close(temp) {
            if here > start {
                self.live.push(LiveRange { slot: temp, kind: was, start, end: here });
            }
            self.define_as(temp, kind);
        }
    }
    fn close(&mut self, temp: u16) -> Option<(u32, LiveKind)> {
        self.open.get_mut(usize::from(temp.checked_sub(TEMP)?))?.take()
    }
    /// The last emitted instruction consumed the temporary (or nothing holds it any more).
    pub fn used(&mut self, temp: u16) {
        if let Some((start, kind)) = self.close(temp) {
            let end = self.consumer();
            if end > start {
                self.live.push(LiveRange { slot: temp, kind, start, end });
            }
        }
    }
    /// Number of the last emitted instruction, extension words aside: the one that consumes.
    pub fn consumer(&self) -> u32 {
        let mut at = self.insns.len() as u32;
        at = at.saturating_sub(1);
        while at > 0 && self.insns[at as usize].op == Op::Ext as u16 {
            at -= 1;
        }
        at
    }

    // Literals and side tables.

    /// The number of a literal.
    pub fn literal(&mut self, value: &Value) -> u16 {
        let literal = literal(value);
        let key = match literal.view() {
            View::Null => LiteralKey::Null,
            View::Bool(b) => LiteralKey::Bool(b),
            View::Int(i) => LiteralKey::Int(i),
            View::Float(f) => LiteralKey::Float(f.to_bits()),
            View::Str(s) => LiteralKey::Str(s.as_bytes().as_ptr().addr()),
            _ => return self.push_literal(literal.clone()),
        };
        if let Some(&i) = self.literal_index.get(&key) {
            return i;
        }
        let index = self.push_literal(literal.clone());
        self.literal_index.insert(key, index);
        index
    }
    /// A literal by its number.
    pub fn literals_at(&self, index: u16) -> &Value {
        &self.literals[usize::from(index)]
    }
    fn push_literal(&mut self, value: Value) -> u16 {
        if self.literals.len() >= u16::MAX as usize {
            self.too_large = true;
            return 0;
        }
        self.literals.push(value);
        (self.literals.len() - 1) as u16
    }
    /// The number of a string literal.
    pub fn string(&mut self, bytes: &[u8]) -> u16 {
        let value = Value::from(Name::new(bytes).to_str());
        self.literal(&value)
    }
    /// The number of an integer literal.
    pub fn int(&mut self, i: i64) -> u16 {
        self.literal(&Value::int(i))
    }
    /// What tells instructions that check a type when a value needs no closer look: a set of scalar types, or, with the
    /// top bit set, the cache word that remembers a class found to be of the type.
    pub fn quick_check(&mut self, ty: &TypeDecl) -> u16 {
        let names_only_itself = |n: &phant_bytecode::ClassName| !matches!(n.lower.as_bytes(), b"self" | b"parent" | b"static");
        let simple = ty.groups().iter().all(|g| g.0.iter().all(names_only_itself));
        if !ty.groups().is_empty() && simple && !ty.mask.contains(phant_bytecode::TypeMask::STATIC) {
            let word = self.cache_words(Layout::TypeCache);
            if word < 0x8000 {
                return 0x8000 | word;
            }
        }
        (ty.mask.0 & phant_bytecode::TypeMask::MIXED.0) as u16
    }
    /// Emits the check of a return value.
    pub fn verify_return(&mut self, slot: u16, ty: u16) {
        let quick = self.quick_check(&self.types[ty as usize].clone());
        self.emit(Op::VerifyReturn, slot, ty, quick);
    }
    /// New inline-cache words for an instruction with this opcode; the first one's number.
    pub fn cache(&mut self, op: Op) -> u16 {
        let (_, _, layout) = op.row().cache().expect("an opcode with cache words");
        self.cache_words(layout)
    }
    fn cache_words(&mut self, layout: Layout) -> u16 {
        let at = self.cache_words;
        self.cache_words += layout.words();
        if self.cache_words > u32::from(u16::MAX) {
            self.too_large = true;
        }
        at as u16
    }
    /// The number of a type.
    pub fn type_index(&mut self, ty: TypeDecl) -> u16 {
        self.types.push(ty);
        (self.types.len() - 1) as u16
    }
    /// The number of a constant expression.
    pub fn const_expr(&mut self, expr: ConstExpr) -> u16 {
        self.const_exprs.push(expr);
        (self.const_exprs.len() - 1) as u16
    }

    // Instructions.

    /// Number of the next instruction.
    pub fn here(&self) -> usize {
        self.insns.len()
    }
    /// Emits an instruction with raw operands.
    pub fn emit(&mut self, op: Op, a: u16, b: u16, c: u16) -> usize {
        self.insns.push(Insn { op: op as u16, a, b, c });
        self.lines.push(self.line);
        self.insns.len() - 1
    }
    /// Makes the instruction that has just left its result in a temporary store it in a variable instead, if it can.
    pub fn redirect(&mut self, temp: u16, var: u16) -> bool {
        let here = self.insns.len();
        let Some(last) = self.insns.last_mut() else { return false };
        if temp < TEMP || last.a != temp || self.last_label as usize == here {
            return false;
        }
        let Some(op) = Op::from_number(last.op).and_then(Op::into_variable) else { return false };
        last.op = op as u16;
        last.a = var;
        self.close(temp);
        true
    }
    /// Emits an extension word.
    pub fn ext(&mut self, a: u16, b: u16, c: u16) {
        self.emit(Op::Ext, a, b, c);
    }
    /// The slot of an operand; constants are loaded into a temporary.
    pub fn slot(&mut self, operand: &Operand) -> u16 {
        match operand {
            Operand::Var(s) | Operand::Temp(s) => *s,
            Operand::Const(v) => {
                let k = self.literal(v);
                let t = self.temp();
                self.emit(Op::LoadK, t, k, 0);
                self.define(t);
                t
            }
        }
    }
    /// Marks the operand as consumed by the instruction just emitted.
    pub fn consumed(&mut self, operand: &Operand) {
        if let Operand::Temp(t) = operand {
            self.used(*t);
        }
    }
    /// Emits an instruction that frees an unused result.
    pub fn free(&mut self, operand: &Operand) {
        if let Operand::Temp(t) = operand {
            // A result that the instruction before could leave out is left out.
            self.emit(Op::Free, *t, 0, 0);
            self.used(*t);
        }
    }
    /// Changes the opcode's first operand of an emitted instruction.
    pub fn set_a(&mut self, at: usize, a: u16) {
        self.insns[at].a = a;
    }
    /// Changes the second operand of an emitted instruction.
    pub fn set_b(&mut self, at: usize, b: u16) {
        self.insns[at].b = b;
    }
    /// Changes the third operand of an emitted instruction.
    pub fn set_c(&mut self, at: usize, c: u16) {
        self.insns[at].c = c;
    }
    /// An emitted instruction.
    pub fn insn(&self, at: usize) -> Insn {
        self.insns[at]
    }

    // Jumps.

    /// A label to be placed later.
    pub fn label(&mut self) -> Label {
        self.labels.push(u32::MAX);
        Label(self.labels.len() - 1)
    }
    /// Puts a label at the next instruction.
    pub fn place(&mut self, label: Label) {
        self.last_label = self.insns.len() as u32;
        self.labels[label.0] = self.insns.len() as u32;
    }
    /// A label at the next instruction.
    pub fn here_label(&mut self) -> Label {
        let label = self.label();
        self.place(label);
        label
    }
    /// Emits a jump with a 32-bit target in `b` and `c`.
    pub fn jump(&mut self, op: Op, a: u16, label: Label) -> usize {
        let at = self.emit(op, a, 0, 0);
        self.patches.push((at, label));
        at
    }
    /// Makes an emitted instruction a jump.
    pub fn turn_into_jump(&mut self, at: usize, label: Label) {
        self.insns[at].op = Op::Jmp as u16;
        self.patches.push((at, label));
    }
    /// Emits an instruction whose target is the `a` field.
    pub fn jump_short(&mut self, op: Op, label: Label, b: u16, c: u16) -> usize {
        let at = self.emit(op, 0, b, c);
        self.patches.push((at, label));
        at
    }
    /// Emits the extension word of a jump: where in it the target is comes from the opcode's row.
    pub fn ext_jump(&mut self, a: u16, b: u16, c: u16, label: Label) {
        let at = self.emit(Op::Ext, a, b, c);
        self.patches.push((at - 1, label));
    }
    /// Notes a range in which a slot must be looked after when an exception passes.
    pub fn live_range(&mut self, slot: u16, kind: LiveKind, start: usize) {
        let (start, end) = (start as u32, self.insns.len() as u32);
        if end > start {
            self.live.push(LiveRange { slot, kind, start, end });
        }
    }
    /// Emits the start of an iteration; its target is in an extension word.
    pub fn jump_iter(&mut self, op: Op, iter: u16, source: u16, label: Label) {
        self.emit(op, iter, source, 0);
        self.ext_jump(0, 0, 0, label);
    }
    /// Opens a try region; its labels may be set until the end.
    pub fn region(&mut self, start: Label, finally_slot: u16) -> usize {
        self.regions.push([Some(start), None, None, None]);
        self.region_slots.push(finally_slot);
        self.regions.len() - 1
    }

    /// Ends the function.
    pub fn finish(mut self, signature: Signature, optimize: bool, runs_once: bool) -> Result<Code, &'static str> {
        if self.too_large {
            return Err("Function is too large: more than 65535 literals, inline caches or 20000 variables");
        }
        let first_temp = HEADER + self.vars.len() as u16;
        self.place_targets()?;
        let slot = |s: u16| if s >= TEMP { s - TEMP + first_temp } else { s };
        self.relocate(slot);
        let position = |l: Option<Label>| l.map_or(TryRegion::NONE, |l| self.labels[l.0]);
        let regions: Box<[TryRegion]> = self
            .regions
            .iter()
            .zip(&self.region_slots)
            .map(|(r, &s)| TryRegion {
                start: position(r[0]),
                catch: position(r[1]),
                finally: position(r[2]),
                finally_end: position(r[3]),
                finally_slot: slot(s),
            })
            .collect();
        let mut live = self.live;
        for range in &mut live {
            range.slot = slot(range.slot);
        }
        live.sort_by_key(|r| (r.start, r.slot));
        let body = Body {
            vars: self.vars.into(),
            uses: signature.uses.into(),
            frame_slots: u32::from(first_temp) + u32::from(self.max_temp),
            insns: self.insns.into(),
            lines: self.lines.into(),
            literals: self.literals.iter().map(literal).collect(),
            cache_words: self.cache_words,
            regions,
            live: live.into(),
            functions: self.functions.into(),
            classes: self.classes.into(),
            statics: self.statics.into(),
            types: self.types.into(),
            const_exprs: self.const_exprs.into(),
        };
        let mut code = Code {
            name: signature.name,
            flags: self.flags,
            modifiers: signature.modifiers,
            params: signature.params.into(),
            required: signature.required,
            returns: signature.returns,
            attributes: signature.attributes.into(),
            doc_comment: signature.doc_comment,
            file: signature.file,
            line: signature.line,
            end_line: signature.end_line,
            hook_property: signature.hook_property,
            body: body.into(),
            id: phant_bytecode::code::CodeId::default(),
        };
        if changes_rest(&code) {
            code.flags |= code_flags::USES_ARGS;
        }
        // Top-level code, and most of what `eval` is given, runs once: what has no loop is not worth the time.
        let once = (runs_once || code.flags & code_flags::MAIN != 0) && !self.loops;
        if optimize {
            code.insns = optimized(&code);
        }
        if optimize || once {
            code.flags |= code_flags::FINAL;
        }
        Ok(code)
    }
    /// Writes the jump targets, which count from the word that holds them.
    fn place_targets(&mut self) -> Result<(), &'static str> {
        for &(at, label) in &self.patches {
            let target = self.labels[label.0];
            assert_ne!(target, u32::MAX, "every label is placed");
            let row = Op::from_number(self.insns[at].op).expect("emitted").row();
            let (word, place, far) = row.target_place().expect("a jump");
            let offset = i64::from(target) - (at + word) as i64;
            self.loops |= offset <= 0;
            let insn = &mut self.insns[at + word];
            if far {
                insn.set_wide(offset as i32);
            } else if let Ok(short) = i16::try_from(offset) {
                *insn.operand_mut(place) = short as u16;
            } else {
                return Err("Function is too large: a loop spans more than 32767 instructions");
            }
        }
        Ok(())
    }
    /// Moves temporaries to where they are in the frame.
    fn relocate(&mut self, slot: impl Fn(u16) -> u16) {
        let of_op = &**SLOT_OPERANDS;
        let mut at = 0;
        while at < self.insns.len() {
            let operands = &of_op[usize::from(self.insns[at].op)];
            for (word, place) in operands.slots() {
                let n = self.insns[at + word].operand_mut(place);
                *n = slot(*n);
            }
            at += usize::from(operands.words);
        }
    }
}

/// Which operands of an opcode are slots, as its row says: looked up for every instruction that is compiled.
struct SlotOperands {
    /// Bit `3 * word + place`.
    bits: u8,
    words: u8,
}
impl SlotOperands {
    fn of(op: Op) -> SlotOperands {
        let slots = op.row().all().filter(|(_, operand)| operand.kind.is_slot());
        SlotOperands { bits: slots.map(|((word, place), _)| 1 << (3 * word + place)).sum(), words: op.words() as u8 }
    }
    #[inline]
    fn slots(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let mut bits = self.bits;
        std::iter::from_fn(move || {
            let bit = bits.trailing_zeros() as usize;
            bits &= bits.wrapping_sub(1);
            (bit < 8).then_some((bit / 3, bit % 3))
        })
    }
}
static SLOT_OPERANDS: LazyLock<Vec<SlotOperands>> =
    LazyLock::new(|| (0..).map_while(Op::from_number).map(SlotOperands::of).collect());

/// A value that compiled code can hold, as such: immutable, and outside every heap.
pub fn literal(value: &Value) -> Literal {
    Literal::new(value).expect("scalars, strings, and arrays of those")
}

/// Whether a function writes to its rest parameter, which then is no longer what the function was called with: traces, and
/// objects that live until the call ends, need the arguments themselves.
fn changes_rest(code: &Code) -> bool {
    if code.flags & (code_flags::VARIADIC | code_flags::USES_ARGS) != code_flags::VARIADIC {
        return false;
    }
    let rest = HEADER + code.params.len() as u16 - 1;
    let mut at = 0;
    while at < code.insns.len() {
        let Some(op) = Op::from_number(code.insns[at].op) else { return true };
        let writes = op.row().all().any(|((word, place), operand)| {
            use Kind::{Bound, Built, Counter, Into, MaybeVar, Next, NextRef, ObjectPlace, Place, Var};
            matches!(operand.kind, Next | NextRef | Into | Var | MaybeVar | Counter | Bound | Place | ObjectPlace | Built)
                && code.insns[at + word].operand(place) == rest
        });
        if writes && op != Op::RecvVariadic {
            return true;
        }
        at += op.words();
    }
    false
}
