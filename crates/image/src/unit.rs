//! Units as bytes.

use crate::{
    Damaged,
    part::Part,
    stored::{Instructions, Kept, Reader, Result, Runs, Stored, Strings, Writer, stored},
};
use phant_bytecode::{
    Attribute, AttributeArg, Bodies, Body, ClassDecl, ClassGroup, ClassName, ClassTypes, ClosureUse, Code, ConstExpr,
    ConstantDecl, EnumCaseDecl, HookDecl, LazyBody, LiveKind, LiveRange, MethodDecl, Param, PropertyDecl, StaticVar,
    TraitRuleDecl, TraitUseDecl, TryRegion, TypeDecl, TypeMask, Unit, class::DeclKind, code_flags,
};
use phant_memory::{
    Name,
    permanent::{self, Pool},
};
use std::{ops::Range, sync::Arc};

/// What was reported about a file when it was compiled, and is reported whenever it is included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The level, as PHP numbers them.
    pub level: u32,
    /// The text.
    pub message: Vec<u8>,
    /// The line.
    pub line: u32,
}

/// A unit and what was reported about it, as bytes. Nothing for a unit that has no stored form: one nested too deeply.
pub fn encode(unit: &Unit, notes: &[Note]) -> Option<Vec<u8>> {
    let mut out = written(unit, notes, true);
    if out.shares {
        out = written(unit, notes, false);
    }
    (!out.refused).then(|| out.finish())
}

fn written(unit: &Unit, notes: &[Note], apart: bool) -> Writer {
    let Unit { file, main, functions, halt_offset, memory: _ } = unit;
    let mut out = Writer::new(apart);
    file.store(&mut out);
    main.store(&mut out);
    functions.store(&mut out);
    halt_offset.store(&mut out);
    let notes: Box<[StoredNote]> = notes
        .iter()
        .map(|Note { level, message, line }| StoredNote { level: *level, message: Name::new(message), line: *line })
        .collect();
    notes.store(&mut out);
    out
}

/// The unit that was encoded, in a pool of its own.
pub fn decode(bytes: &[u8]) -> Result<(Unit, Vec<Note>)> {
    let strings = Strings::load(bytes)?;
    permanent::collect(&strings.pool, || read(Reader::new(bytes, &strings), &strings.pool))
}

/// The same, with bodies of functions that are read when somebody asks for them. The bytes must be known to be what was
/// written: damage in such a body would be noticed when it is too late to compile the file instead.
pub fn decode_lazily(bytes: Part) -> Result<(Unit, Vec<Note>)> {
    let strings = Strings::load(&bytes)?;
    let kept = Arc::new(Kept { bytes, strings });
    let Kept { bytes, strings } = &*kept;
    permanent::collect(&strings.pool, || read(Reader::new(bytes, strings).later(&kept), &strings.pool))
}

fn read(mut input: Reader, pool: &Arc<Pool>) -> Result<(Unit, Vec<Note>)> {
    let input = &mut input;
    let unit = Unit {
        file: Stored::load(input)?,
        main: Stored::load(input)?,
        functions: Stored::load(input)?,
        halt_offset: Stored::load(input)?,
        memory: pool.clone(),
    };
    let notes = <Box<[StoredNote]>>::load(input)?;
    input.end()?;
    let note = |StoredNote { level, message, line }: &StoredNote| Note { level: *level, message: message.to_vec(), line: *line };
    Ok((unit, notes.iter().map(note).collect()))
}

impl Bodies for Kept {
    fn body(self: Arc<Self>, place: Range<u32>) -> Body {
        let body = permanent::collect(&self.strings.pool, || {
            let mut input = Reader::new(&self.bytes, &self.strings).later(&self).at(place)?;
            let body = Body::load(&mut input)?;
            input.end().map(|()| body)
        });
        body.expect("what was written can be read")
    }
}

/// A [`Note`] with its text in the table of strings.
struct StoredNote {
    level: u32,
    message: Name,
    line: u32,
}

impl Stored for Code {
    fn store(&self, out: &mut Writer) {
        Head(self).store(out);
        out.part(may_wait(self), |out| self.body.get().store(out));
    }
    fn load(input: &mut Reader) -> Result<Code> {
        let head = Head::load(input)?;
        let later = |kept: &Arc<Kept>, place| LazyBody::later(kept.clone(), place);
        let body = input.part(|input| Body::load(input).map(LazyBody::from), later)?;
        Ok(Code { body, ..head })
    }
}

/// Whether nobody has to see the body of some code before it runs. The classes that a file declares, and the names of its
/// functions, are asked for before; what runs in any case is better read at once.
fn may_wait(code: &Code) -> bool {
    let runs = code_flags::MAIN | code_flags::CONST_EXPR;
    let is_closure = |inner: &Arc<Code>| inner.flags & code_flags::CLOSURE != 0 && !holds_names(inner);
    code.flags & runs == 0 && !code.insns.is_empty() && code.classes.is_empty() && code.functions.iter().all(is_closure)
}

/// Whether there are declarations with names in some code, however deep.
fn holds_names(code: &Code) -> bool {
    let is_named = |inner: &Arc<Code>| inner.flags & code_flags::CLOSURE == 0 || holds_names(inner);
    !code.classes.is_empty() || code.functions.iter().any(is_named)
}

impl Stored for Body {
    fn store(&self, out: &mut Writer) {
        let Body { insns, lines, .. } = self;
        Instructions(insns).store(out);
        Runs(lines).store(out);
        Rest(self).store(out);
    }
    fn load(input: &mut Reader) -> Result<Body> {
        let insns = Instructions::load(input)?;
        let lines = Runs::load(input, insns.len())?;
        Ok(Body { insns, lines, ..Rest::load(input)? })
    }
}

/// What code has beside its body.
struct Head<'a>(&'a Code);
/// What a body has beside instructions and their lines.
struct Rest<'a>(&'a Body);

/// Makes a structure [`Stored`] but for some of its fields, which are left as they are by default.
macro_rules! but {
    ($part:ident of $type:ident without $($left:ident),*: $($field:ident),* $(,)?) => {
        impl $part<'_> {
            fn store(&self, out: &mut Writer) {
                // Names all fields, so that none is forgotten.
                let $type { $($left: _,)* $($field),* } = self.0;
                $($field.store(out);)*
            }
            fn load(input: &mut Reader) -> Result<$type> {
                Ok($type { $($left: Default::default(),)* $($field: Stored::load(input)?),* })
            }
        }
    };
}

but! {
    Head of Code without body, id:
    name, flags, modifiers, params, required, returns, attributes, doc_comment, file, line, end_line, hook_property,
}
but! {
    Rest of Body without insns, lines:
    vars, uses, frame_slots, literals, cache_words, regions, live, functions, classes, statics, types, const_exprs,
}

stored! {
    struct StoredNote { level, message, line }
    struct ClosureUse { name, by_ref, slot }
    struct Param { name, ty, default, by_ref, variadic, sensitive, promoted, attributes, doc_comment }
    struct ConstExpr { value, code, text, constant }
    struct StaticVar { name, init }
    struct TryRegion { start, catch, finally, finally_end, finally_slot }
    struct LiveRange { slot, kind, start, end }
    struct Attribute { name, lower, args, line, site }
    struct AttributeArg { name, value }
    struct ClassDecl {
        name, lower, kind, modifiers, anonymous, parent, interfaces, backing, constants, properties, methods, has_to_string, traits,
        attributes, doc_comment, file, line, end_line,
    }
    struct ConstantDecl { name, modifiers, ty, value, case, attributes, doc_comment, line }
    struct EnumCaseDecl { backed }
    struct PropertyDecl { name, modifiers, ty, default, hooks, promoted, attributes, doc_comment, line }
    struct HookDecl { is_set, modifiers, code }
    struct MethodDecl { lower, code }
    struct TraitUseDecl { traits, rules }
    struct TypeDecl { mask, classes }
    struct ClassName { name, lower }
    struct ClassGroup { 0 }
    struct TypeMask { 0 }
}

stored! {
    enum LiveKind {
        0 => Value {}, 1 => Iterator {}, 2 => Call {}, 3 => Silence {}, 4 => Rope {}, 5 => New {}, 6 => Kept {}, 7 => Argument {},
    }
    enum DeclKind { 0 => Class {}, 1 => Interface {}, 2 => Trait {}, 3 => Enum {} }
    enum ClassTypes { 0 => None {}, 1 => AnyOf { 0: groups } }
    enum TraitRuleDecl {
        0 => InsteadOf { class: class, method: method, excluded: excluded },
        1 => Alias { class: class, method: method, modifiers: modifiers, alias: alias },
    }
}
