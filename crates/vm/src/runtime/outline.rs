//! What a file declares before its first statement, without a look at its instructions: they may be many, and are not in the
//! processor's caches when a request includes the file.

use phant_bytecode::{Insn, Op, Unit};

/// See the [module documentation](self).
pub(crate) struct Outline {
    /// The numbers of unconditional classes, in order.
    pub(crate) early: Box<[u16]>,
    /// All there is, if the code does nothing but declare classes.
    pub(crate) only: Option<Declarations>,
}

/// Top-level code that does nothing but declare classes.
pub(crate) struct Declarations {
    /// The number of each, and whether it is unconditional.
    pub(crate) classes: Box<[(u16, bool)]>,
    /// The literal that the file's value is.
    pub(crate) result: u16,
}

impl Outline {
    pub(crate) fn of(unit: &Unit) -> Outline {
        let is = |insn: &Insn, op: Op| insn.op == op as u16;
        let insns = &unit.main.insns;
        let declared = || insns.iter().filter(|i| is(i, Op::DeclareClass)).map(|i| (i.b, i.c == 1));
        let is_all = unit.main.vars.is_empty() && insns.iter().all(|i| is(i, Op::DeclareClass) || is(i, Op::ReturnK));
        let end = insns.iter().position(|i| is(i, Op::ReturnK)).filter(|_| is_all);
        Outline {
            early: declared().filter(|class| class.1).map(|class| class.0).collect(),
            only: end.map(|end| Declarations { classes: declared().take(end).collect(), result: insns[end].a }),
        }
    }
}
