//! Units as bytes.

use crate::{
    Damaged,
    stored::{Instructions, Reader, Result, Runs, Stored, Writer, stored},
};
use phant_bytecode::{
    Attribute, AttributeArg, ClassDecl, ClassGroup, ClassName, ClassTypes, ClosureUse, Code, ConstExpr, ConstantDecl,
    EnumCaseDecl, HookDecl, LiveKind, LiveRange, MethodDecl, Param, PropertyDecl, StaticVar, TraitRuleDecl, TraitUseDecl,
    TryRegion, TypeDecl, TypeMask, Unit, class::DeclKind,
};
use phant_memory::{
    Name,
    permanent::{self, Pool},
};
use std::sync::Arc;

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
    let Unit { file, main, functions, halt_offset, memory: _ } = unit;
    let mut out = Writer::default();
    file.store(&mut out);
    main.store(&mut out);
    functions.store(&mut out);
    halt_offset.store(&mut out);
    let notes: Box<[StoredNote]> = notes
        .iter()
        .map(|Note { level, message, line }| StoredNote { level: *level, message: Name::new(message), line: *line })
        .collect();
    notes.store(&mut out);
    (!out.refused).then(|| out.finish())
}

/// The unit that was encoded, in a pool of its own.
pub fn decode(bytes: &[u8]) -> Result<(Unit, Vec<Note>)> {
    let pool = Arc::<Pool>::default();
    permanent::collect(&pool, || {
        let mut input = Reader::new(bytes)?;
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
        let note =
            |StoredNote { level, message, line }: &StoredNote| Note { level: *level, message: message.to_vec(), line: *line };
        Ok((unit, notes.iter().map(note).collect()))
    })
}

/// A [`Note`] with its text in the table of strings.
struct StoredNote {
    level: u32,
    message: Name,
    line: u32,
}

impl Stored for Code {
    fn store(&self, out: &mut Writer) {
        let Code { insns, lines, .. } = self;
        Instructions(insns).store(out);
        Runs(lines).store(out);
        Rest::of(self).store(out);
    }
    fn load(input: &mut Reader) -> Result<Code> {
        let insns = Instructions::load(input)?;
        let lines = Runs::load(input, insns.len())?;
        Rest::load(input, insns, lines)
    }
}

/// What code has beside instructions and their lines, in the order of the file.
struct Rest<'a>(&'a Code);

macro_rules! rest {
    ($($field:ident),* $(,)?) => {
        impl<'a> Rest<'a> {
            fn of(code: &'a Code) -> Rest<'a> {
                // Names all fields, so that none is forgotten.
                let Code { insns: _, lines: _, $($field: _),* } = code;
                Rest(code)
            }
            fn store(&self, out: &mut Writer) {
                $(self.0.$field.store(out);)*
            }
            fn load(input: &mut Reader, insns: Box<[phant_bytecode::Insn]>, lines: Box<[u32]>) -> Result<Code> {
                Ok(Code { insns, lines, $($field: Stored::load(input)?),* })
            }
        }
    };
}

rest! {
    name, flags, modifiers, params, required, returns, vars, uses, frame_slots, literals, cache_words, regions, live, functions,
    classes, statics, types, const_exprs, attributes, doc_comment, file, line, end_line, hook_property,
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
        0 => Value {}, 1 => Iterator {}, 2 => Call {}, 3 => Silence {}, 4 => Rope {}, 5 => New {}, 6 => Kept {},
    }
    enum DeclKind { 0 => Class {}, 1 => Interface {}, 2 => Trait {}, 3 => Enum {} }
    enum ClassTypes { 0 => None {}, 1 => AnyOf { 0: groups } }
    enum TraitRuleDecl {
        0 => InsteadOf { class: class, method: method, excluded: excluded },
        1 => Alias { class: class, method: method, modifiers: modifiers, alias: alias },
    }
}
