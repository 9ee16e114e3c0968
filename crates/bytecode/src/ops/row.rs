//! What a row of the table consists of.

use super::Op;
use crate::{cache::Layout, insn::Insn};

/// Everything that is known about an opcode.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The opcode.
    pub op: Op,
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub doc: &'static str,
    /// Operands in the instruction's own word: `a`, `b`, `c`.
    pub operands: &'static [Operand],
    /// Operands in the extension word, if one follows.
    pub ext: Option<&'static [Operand]>,
    /// What executing it may lead to.
    pub effects: Effects,
    /// What its result is, or what its jump tells.
    pub rule: Rule,
}

/// An operand's description.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// What it is to the instruction.
    pub name: &'static str,
    /// Where it is and what happens to it.
    pub kind: Kind,
}

/// Kinds of operands. A *slot* counts from the frame's start, header included. Reading a temporary consumes it, if nothing
/// else is said; reading a variable leaves it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Nothing.
    Unused,

    // Slots that are written.
    /// A slot that holds nothing that would have to be released, and gets the result.
    Out,
    /// The same, or 0 if nobody wants the result.
    Wanted,
    /// The same, but what the slot gets may be a place, or a value where there is none.
    Pointer,
    /// The element of an iteration: nothing is written where the jump is taken; a variable's old value is released.
    Next,
    /// The same, by reference: a variable becomes one.
    NextRef,
    /// The key of an iteration, into a dead slot; nothing is written where the jump is taken.
    NextKey,
    /// A variable that gets the result; its old value is released.
    Into,
    /// A variable that is changed in place.
    Var,
    /// The same, or 0.
    MaybeVar,
    /// A variable that holds an integer that can be counted in the opcode's direction, and is.
    Counter,
    /// A variable, or a temporary with a place or value, that becomes a reference. Read, so far as a temporary is.
    Bound,
    /// An argument to be unpacked: the elements of a variable's array may become references.
    Spread,

    // Slots that are read.
    /// A value.
    Value,
    /// The same, or 0 for none.
    MaybeValue,
    /// The same, or 0 for `$this`.
    Object,
    /// A value whose truth is looked at: a boolean in a temporary stays.
    Tested,
    /// A slot that is read and not consumed.
    Kept,
    /// A temporary that is consumed unless the mode operand is 1.
    Peeked,
    /// A temporary that is consumed where the jump is taken.
    DroppedIfTaken,
    /// A temporary that is consumed where the jump is not taken.
    DroppedUnlessTaken,
    /// An integer: the opcode does not look.
    Int,
    /// A double: the opcode does not look.
    Float,
    /// A value that is not counted, and not nothing: the opcode does not look.
    Scalar,
    /// The word that `LoadClass`, `ClassNameOf` or `DeclareClass` left.
    Class,
    /// The first of as many temporaries as the next operand says.
    Parts,
    /// A variable, or a temporary with a place or value, in which something is written.
    Place,
    /// The same, or 0 for `$this`.
    ObjectPlace,
    /// A temporary that is changed and stays: an array being filled, a closure being bound, an argument.
    Built,
    /// A result that is checked, and may be converted, in place.
    Checked,

    // Slots with a meaning of their own.
    /// Two slots for an iteration, which begins; nothing is written where the jump is taken.
    NewIterator,
    /// The two slots of an iteration.
    Iterator,
    /// The two slots of an iteration, which ends.
    EndedIterator,
    /// The error level that `@` saves.
    NewSilence,
    /// The same, which is consumed.
    Silence,
    /// What a `finally` block holds back: an exception, or where it was called.
    Finally,
    /// The first slot of a call's frame, whose header is filled.
    NewWindow,
    /// The same, unless the jump is taken.
    NewWindowUnlessTaken,
    /// The first slot of a call's frame, whose header was filled.
    Window,
    /// The same, which is consumed together with the arguments in it.
    Call,
    /// The first slot of a call's frame without a header, which is filled by the call; its arguments are consumed.
    Arguments,

    // Numbers.
    /// A literal.
    Literal,
    /// An integer literal.
    IntLiteral,
    /// A literal that is a double.
    FloatLiteral,
    /// A literal, or anything where the mode does not ask for one.
    MaybeLiteral,
    /// A literal's number plus one, or 0.
    LiteralFromOne,
    /// A type.
    Type,
    /// A type's number plus one, or 0.
    MaybeType,
    /// A set of raw tags that need no closer look, or, with the top bit set, the cache word that remembers a class.
    Check,
    /// A constant expression, or, if the next operand is not 0, how many words the default skips.
    Default,
    /// A constant expression.
    ConstantExpression,
    /// A nested function.
    Function,
    /// A nested class.
    ClassDeclaration,
    /// A `static` variable.
    Static,
    /// The number of a binary operator.
    Operator,
    /// An argument's number: its slot in the window of the first operand is written.
    Argument,
    /// Any number.
    Number,
    /// The first of the inline-cache words of this layout.
    Cache(Layout),
    /// A jump target in 16 bits, counted from the word that holds it.
    Near,
    /// A jump target in 32 bits, in `b` and `c`, counted from the word that holds it.
    Far,
    /// The same, where the instruction does not jump: it tells what the place belongs to.
    Note,
}

impl Kind {
    /// Whether it is the number of a slot.
    pub const fn is_slot(self) -> bool {
        !matches!(
            self,
            Kind::Unused
                | Kind::Literal
                | Kind::IntLiteral
                | Kind::FloatLiteral
                | Kind::MaybeLiteral
                | Kind::LiteralFromOne
                | Kind::Type
                | Kind::MaybeType
                | Kind::Check
                | Kind::Default
                | Kind::ConstantExpression
                | Kind::Function
                | Kind::ClassDeclaration
                | Kind::Static
                | Kind::Operator
                | Kind::Argument
                | Kind::Number
                | Kind::Cache(_)
                | Kind::Near
                | Kind::Far
                | Kind::Note
        )
    }
    /// Whether the slot gets what the row's rule says.
    pub const fn is_written(self) -> bool {
        use Kind::*;
        matches!(self, Out | Wanted | Pointer | Next | NextRef | NextKey | Into | Var | MaybeVar | Counter | Bound)
    }
    /// Whether a variable there may be a reference afterwards that something else holds too.
    pub const fn binds(self) -> bool {
        matches!(self, Kind::Bound | Kind::NextRef)
    }
    /// Whether it is a place where execution may go on.
    pub const fn is_target(self) -> bool {
        matches!(self, Kind::Near | Kind::Far)
    }
    /// Whether it is the number of a literal that must be there.
    pub const fn is_literal(self) -> bool {
        matches!(self, Kind::Literal | Kind::IntLiteral | Kind::FloatLiteral)
    }
}

/// What executing an instruction may lead to, apart from its operands: a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects(u8);

#[allow(non_upper_case_globals)]
impl Effects {
    /// Nothing.
    pub const NONE: Effects = Effects(0);
    /// It may end in an exception, or in the end of the request.
    pub const throw: Effects = Effects(1);
    /// PHP code may run before it is over: a callee, a magic method, an error handler, an autoloader, a destructor.
    pub const call: Effects = Effects(2);
    /// It is a safepoint: cycles are collected, signals handled, time limits looked at.
    pub const collect: Effects = Effects(4);
    /// It reaches variables of the running function by name, and may change or bind them.
    pub const name: Effects = Effects(8);
    /// The instruction behind it is not executed next.
    pub const end: Effects = Effects(16);

    /// Both sets.
    pub const fn and(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }
    /// Whether everything in `other` is in it.
    pub const fn has(self, other: Effects) -> bool {
        self.0 & other.0 == other.0
    }
    /// The effects by their names in the table.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let all = [
            (Effects::throw, "throw"),
            (Effects::call, "call"),
            (Effects::collect, "collect"),
            (Effects::name, "name"),
            (Effects::end, "end"),
        ];
        all.into_iter().filter(move |(e, _)| self.has(*e)).map(|(_, name)| name)
    }
}

/// What is known about the value that an instruction leaves in every slot it writes, or about its operands where its jump is
/// taken. Operands are meant by their names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Nothing is written.
    Nothing,
    /// Anything.
    Any,
    /// The operand `value`, without reference.
    Copy,
    /// No value.
    Undef,
    /// `null`.
    Null,
    /// A boolean.
    Bool,
    /// An integer of few bits.
    Small,
    /// A string.
    Text,
    /// An array.
    Array,
    /// An object.
    Object,
    /// `left + right`.
    Add,
    /// `left - right`.
    Sub,
    /// `left * right`.
    Mul,
    /// `left / right`.
    Div,
    /// `left % right`.
    Mod,
    /// `left & right`.
    And,
    /// `left | right`.
    Or,
    /// `left ^ right`.
    Xor,
    /// `left << right`.
    Shl,
    /// `left >> right`.
    Shr,
    /// The operand `value`, converted to the type with the raw tag `to`.
    Cast,
    /// The variable, counted up or down.
    Step,
    /// What passed the check of a parameter's type.
    Received,
    /// What passed the check of the result's type.
    Returned,
    /// `left < right` where the jump is taken.
    Less,
    /// `left <= right` where the jump is taken.
    LessEqual,
    /// `left < right` where the jump is not taken.
    NotLess,
    /// `left <= right` where the jump is not taken.
    NotLessEqual,
}

impl Rule {
    /// Whether it is an operator with `left` and `right`, or a relation between them.
    pub const fn is_operator(self) -> bool {
        use Rule::*;
        matches!(self, Add | Sub | Mul | Div | Mod | And | Or | Xor | Shl | Shr) || self.relation().is_some()
    }
    /// Of a relation between `left` and `right`: whether it includes equality, and whether the jump is taken where it does not
    /// hold.
    pub const fn relation(self) -> Option<(bool, bool)> {
        match self {
            Rule::Less => Some((false, false)),
            Rule::LessEqual => Some((true, false)),
            Rule::NotLess => Some((false, true)),
            Rule::NotLessEqual => Some((true, true)),
            _ => None,
        }
    }
}

impl Row {
    /// All operands with their words: 0 the instruction's own, 1 the extension word.
    pub fn all(&self) -> impl Iterator<Item = ((usize, usize), &'static Operand)> + use<> {
        let own = self.operands.iter().enumerate().map(|(place, o)| ((0, place), o));
        own.chain(self.ext.unwrap_or(&[]).iter().enumerate().map(|(place, o)| ((1, place), o)))
    }
    /// The operands of the instruction at `at` with their values.
    pub fn values<'a>(&self, insns: &'a [Insn], at: usize) -> impl Iterator<Item = (&'static Operand, u16)> + use<'a> {
        self.all().map(move |((word, place), operand)| (operand, insns[at + word].operand(place)))
    }
    /// The value of the operand with this name.
    pub fn value(&self, name: &str, insns: &[Insn], at: usize) -> Option<(Kind, u16)> {
        self.values(insns, at).find(|(o, _)| o.name == name).map(|(o, v)| (o.kind, v))
    }
    /// Where the jump target is: word, place, and whether it has 32 bits. A [`Kind::Note`] counts.
    pub fn target_place(&self) -> Option<(usize, usize, bool)> {
        let mut found = self.all().filter(|(_, o)| o.kind.is_target() || o.kind == Kind::Note);
        found.next().map(|((word, place), o)| (word, place, o.kind != Kind::Near))
    }
    /// Where the instruction at `at` may jump to, if it may.
    pub fn target(&self, insns: &[Insn], at: usize) -> Option<usize> {
        self.all().find(|(_, o)| o.kind.is_target())?;
        self.noted_target(insns, at)
    }
    /// The same, also where the target is only a note.
    pub fn noted_target(&self, insns: &[Insn], at: usize) -> Option<usize> {
        let (word, place, far) = self.target_place()?;
        let insn = &insns[at + word];
        let offset = if far { i64::from(insn.wide()) } else { i64::from(insn.operand(place) as i16) };
        usize::try_from((at + word) as i64 + offset).ok()
    }
    /// Where the number of its cache words is, and what is in them.
    pub const fn cache(&self) -> Option<(usize, usize, Layout)> {
        let mut word = 0;
        while word < 2 {
            let operands = if word == 0 {
                self.operands
            } else {
                match self.ext {
                    Some(ext) => ext,
                    None => return None,
                }
            };
            let mut place = 0;
            while place < operands.len() {
                if let Kind::Cache(layout) = operands[place].kind {
                    return Some((word, place, layout));
                }
                place += 1;
            }
            word += 1;
        }
        None
    }
}

/// The row of an opcode with cache words, as a type.
pub trait Cached {
    /// What is in the words.
    type Words;
    /// The opcode.
    const OP: Op;
    /// The word and place of the operand that names them.
    const PLACE: (usize, usize) = match Self::OP.const_row().cache() {
        Some((word, place, _)) => (word, place),
        None => panic!("an opcode with cache words"),
    };
}
