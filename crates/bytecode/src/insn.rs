//! The instruction word.

use std::sync::atomic::{AtomicU64, Ordering};

/// One instruction: 16 bytes. `handler` is zero in a compiled unit and filled in by the engine when it loads one.
#[derive(Debug, Default)]
#[repr(C)]
pub struct Insn {
    /// Address of the code that executes it. The engine may put a form of the same instruction in its place that suits
    /// what it has seen there ("quickening"); the opcode stays.
    pub handler: AtomicU64,
    /// The opcode's number.
    pub op: u16,
    /// First operand.
    pub a: u16,
    /// Second operand.
    pub b: u16,
    /// Third operand.
    pub c: u16,
}

impl Clone for Insn {
    fn clone(&self) -> Insn {
        Insn { handler: AtomicU64::new(self.handler.load(Ordering::Relaxed)), op: self.op, a: self.a, b: self.b, c: self.c }
    }
}

const _: () = assert!(size_of::<Insn>() == 16);
