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

impl Insn {
    /// An operand by its place: `a`, `b`, `c`.
    #[inline]
    pub fn operand(&self, place: usize) -> u16 {
        [self.a, self.b, self.c][place]
    }
    /// The operand at a place, to be changed.
    #[inline]
    pub fn operand_mut(&mut self, place: usize) -> &mut u16 {
        match place {
            0 => &mut self.a,
            1 => &mut self.b,
            _ => &mut self.c,
        }
    }
    /// The 32 bits in `b` and `c`.
    #[inline]
    pub fn wide(&self) -> i32 {
        (u32::from(self.b) | u32::from(self.c) << 16) as i32
    }
    /// Sets the 32 bits in `b` and `c`.
    pub fn set_wide(&mut self, wide: i32) {
        self.b = wide as u32 as u16;
        self.c = (wide as u32 >> 16) as u16;
    }
}
