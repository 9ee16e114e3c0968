//! `goto` and its labels.
//!
//! A jump leaves every scope around it that is not around the label too. A label may stand further on, so the way out
//! is emitted whole: leave the innermost scope, a gap, leave the next one, a gap, … and at the end of the function the
//! gap behind the last scope that has to be left becomes the jump.

use super::Lower;
use crate::{builder::Label, error::Result};
use phant_bytecode::Op;
use phant_syntax::ast::{Bytes, Ident};

/// What a scope is, as far as jumps into it and out of it are concerned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Loop,
    Try,
    Finally,
}
/// The scopes around a statement, outermost first, by number.
pub(crate) type Path = Vec<(u32, Kind)>;

/// A label with the scopes around it.
pub(crate) struct Target {
    label: Label,
    path: Path,
}
/// A jump that waits for its label.
pub(crate) struct Goto {
    name: Bytes,
    line: u32,
    path: Path,
    /// The instructions to be replaced: `gaps[i]` is reached when `i` scopes are left around.
    gaps: Vec<usize>,
}

impl Lower<'_> {
    pub fn goto(&mut self, ident: &Ident) {
        let path = self.f().scope_path.clone();
        let mut gaps = vec![0; path.len() + 1];
        for i in (0..=path.len()).rev() {
            gaps[i] = self.b().emit(Op::Nop, 0, 0, 0);
            if i > 0 {
                self.leave_scope(i - 1);
            }
        }
        self.f().gotos.push(Goto { name: ident.name.clone(), line: ident.line, path, gaps });
    }
    pub fn label(&mut self, ident: &Ident) -> Result<()> {
        if self.f().labels.contains_key(&ident.name) {
            return self.fail(ident.line, format!("Label '{}' already defined", ident.name));
        }
        let label = self.b().here_label();
        let path = self.f().scope_path.clone();
        self.f().labels.insert(ident.name.clone(), Target { label, path });
        Ok(())
    }
    /// At the end of a function: every jump is led to its label.
    pub fn resolve_gotos(&mut self) -> Result<()> {
        for jump in std::mem::take(&mut self.f().gotos) {
            let Some(target) = self.f().labels.get(&jump.name) else {
                return self.fail(jump.line, format!("'goto' to undefined label '{}'", jump.name));
            };
            let common = jump.path.iter().zip(&target.path).take_while(|(a, b)| a == b).count();
            let label = target.label;
            let (left, entered) = (&jump.path[common..], &target.path[common..]);
            if entered.iter().any(|(_, kind)| *kind == Kind::Loop) {
                return self.fail(jump.line, "'goto' into loop or switch statement is disallowed");
            }
            if left.iter().any(|(_, kind)| *kind == Kind::Finally) {
                return self.fail(jump.line, "jump out of a finally block is disallowed");
            }
            if entered.iter().any(|(_, kind)| *kind == Kind::Finally) {
                return self.fail(jump.line, "jump into a finally block is disallowed");
            }
            self.b().turn_into_jump(jump.gaps[common], label);
        }
        Ok(())
    }
}
