//! THE opcode table: one row an opcode, in a file for each subject, with everything that is known about it.
//!
//! ```text
//! /// One line of prose.
//! may {effects} gives Rule:
//!     Name(operand: Kind, operand: Kind; operand: Kind),
//!     OtherName(…);
//! ```
//!
//! Up to three operands are in the instruction's own word, those behind `;` in an extension word ([`Op::Ext`]). Opcodes that
//! differ only in where their operands are (`V` slot, `K` literal, `N` none) share prose, effects and rule. Kinds of operands
//! are described at [`Kind`], effects at [`Effects`], rules for types at [`Rule`], cache words at [`crate::cache`].
//!
//! From the rows come the enum, its metadata, the builder's relocation and jumps, the disassembler, both dispatchers, the
//! contract of every handler, what the analysis knows, what the verifier checks, and `docs/opcodes.md`.

mod arithmetic;
mod array;
mod call;
mod compare;
mod control;
mod other;
mod property;
mod row;
mod variable;

pub use row::{Cached, Effects, Kind, Operand, Row, Rule};

/// Calls a macro with the whole table.
#[macro_export]
macro_rules! for_each_op {
    ($m:ident) => {
        $crate::chain_rows! { $m [control_rows variable_rows arithmetic_rows compare_rows array_rows property_rows call_rows other_rows] {} }
    };
}
/// Collects the tables of all files; for [`for_each_op`] only.
#[doc(hidden)]
#[macro_export]
macro_rules! chain_rows {
    ($m:ident [] {$($rows:tt)*}) => { $m! { $($rows)* } };
    ($m:ident [$first:ident $($rest:ident)*] $rows:tt) => { $crate::$first! { $m [$($rest)*] $rows } };
}

macro_rules! kind {
    (Cache $layout:ident) => {
        Kind::Cache($crate::cache::Layout::$layout)
    };
    ($kind:ident) => {
        Kind::$kind
    };
}
macro_rules! effects {
    ({$($effect:ident),*}) => { Effects::NONE$(.and(Effects::$effect))* };
}
macro_rules! words {
    (($($name:tt: $kind:ident $(<$layout:ident>)?),* $(; $($name2:tt: $kind2:ident $(<$layout2:ident>)?),*)?)) => {
        (
            &[$(Operand { name: stringify!($name), kind: kind!($kind $($layout)?) }),*],
            {
                #[allow(unused_mut, unused_assignments)]
                let mut ext: Option<&'static [Operand]> = None;
                $(ext = Some(&[$(Operand { name: stringify!($name2), kind: kind!($kind2 $($layout2)?) }),*]);)?
                ext
            },
        )
    };
}
/// The row of an opcode as a type, if it has cache words.
macro_rules! cached {
    ($name:ident ($($n:tt: $k:ident $(<$layout:ident>)?),* $(; $($n2:tt: $k2:ident $(<$layout2:ident>)?),*)?)) => {
        cached! { @ $name $($($layout)?)* $($($($layout2)?)*)? }
    };
    (@ $name:ident) => {};
    (@ $name:ident $layout:ident) => {
        #[doc = concat!("The row of `", stringify!($name), "`.")]
        pub struct $name;
        impl super::Cached for $name {
            type Words = $crate::cache::$layout;
            const OP: super::Op = super::Op::$name;
        }
    };
}

macro_rules! define {
    ($(#[doc = $doc:literal] may $effects:tt gives $rule:ident: $($name:ident $operands:tt),+;)*) => {
        /// An opcode; see the [module documentation](self).
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u16)]
        pub enum Op { $($(#[doc = $doc] $name,)+)* }

        /// Every opcode, by number.
        pub const ALL: &[Op] = &[$($(Op::$name,)+)*];

        /// The rows, by the opcode's number.
        pub static ROWS: &[Row] = ROW_VALUES;
        const ROW_VALUES: &[Row] = &[$($({
            let (operands, ext) = words!($operands);
            Row {
                op: Op::$name,
                name: stringify!($name),
                doc: $doc,
                operands,
                ext,
                effects: effects!($effects),
                rule: Rule::$rule,
            }
        },)+)*];

        /// The rows of opcodes with cache words, as types: what a handler names to get at its words.
        pub mod rows { $($(cached! { $name $operands })+)* }
    };
}
for_each_op!(define);

impl Op {
    /// The opcode with this number.
    #[inline]
    pub fn from_number(n: u16) -> Option<Op> {
        ALL.get(n as usize).copied()
    }
    /// Everything that is known about the opcode.
    #[inline]
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }
    /// The same for constants.
    pub const fn const_row(self) -> Row {
        ROW_VALUES[self as usize]
    }
    /// The name.
    pub fn name(self) -> &'static str {
        self.row().name
    }
    /// Whether an extension word follows.
    #[inline]
    pub fn has_ext(self) -> bool {
        self.row().ext.is_some()
    }
    /// How many words an instruction takes.
    #[inline]
    pub fn words(self) -> usize {
        1 + usize::from(self.has_ext())
    }
    /// The operator (or jump by a relation) of a rule with operands of these kinds, where there is one.
    pub fn of(rule: Rule, kinds: &[Kind]) -> Option<Op> {
        let is = |row: &&Row| row.rule == rule && row.operands.iter().map(|o| o.kind).eq(kinds.iter().copied());
        ROWS.iter().find(is).map(|row| row.op)
    }
    /// The variant that stores its result in a variable, releasing what was there, where there is one.
    pub fn into_variable(self) -> Option<Op> {
        match self.row().operands {
            [to, left, right] if to.kind == Kind::Out && self.row().rule.is_operator() => {
                Op::of(self.row().rule, &[Kind::Into, left.kind, right.kind])
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_consistent() {
        for (i, row) in ROWS.iter().enumerate() {
            assert_eq!(row.op as usize, i);
            let kinds = || row.all().map(|(_, o)| o.kind);
            assert!(row.operands.len() <= 3 && row.ext.is_none_or(|e| e.len() <= 3), "{}", row.name);
            assert!(kinds().filter(|k| k.is_target()).count() <= 1, "{} has one target", row.name);
            assert!(kinds().filter(|k| matches!(k, Kind::Cache(_))).count() <= 1, "{} has one cache", row.name);
            if row.rule.is_operator() || row.rule.relation().is_some() {
                for name in ["left", "right"] {
                    assert!(row.operands.iter().any(|o| o.name == name), "{} has no operand {name}", row.name);
                }
            }
            if row.rule == Rule::Copy {
                assert!(row.operands.iter().any(|o| o.name == "value"), "{} copies nothing", row.name);
            }
            for (place, operand) in row.operands.iter().enumerate() {
                assert!(operand.kind != Kind::Far || place == 1, "{}: a far target is in b and c", row.name);
            }
        }
    }
    #[test]
    fn variants_are_found() {
        assert_eq!(Op::AddVK.into_variable(), Some(Op::AddToVK));
        assert_eq!(Op::PowVV.into_variable(), None);
        assert_eq!(Op::ConcatVV.into_variable(), None);
        assert_eq!(Op::JmpLessVV.into_variable(), None);
        assert_eq!(Op::of(Rule::Add, &[Kind::Out, Kind::Int, Kind::IntLiteral]), Some(Op::AddIntVK));
        assert_eq!(Op::of(Rule::Mul, &[Kind::Out, Kind::Float, Kind::Float]), Some(Op::MulFloatVV));
        assert_eq!(Op::of(Rule::Add, &[Kind::Out, Kind::IntLiteral, Kind::Int]), None);
        assert_eq!(Op::of(Rule::NotLessEqual, &[Kind::Near, Kind::IntLiteral, Kind::Int]), Some(Op::JmpNotLessEqualIntKV));
    }
}
