//! The instruction word.

/// One instruction: 8 bytes, never written to once it is compiled. The engine runs a copy of its own, which has the address
/// of a handler beside each instruction.
#[derive(Debug, Default, Clone, Copy)]
#[repr(C)]
pub struct Insn {
    /// The opcode's number.
    pub op: u16,
    /// First operand.
    pub a: u16,
    /// Second operand.
    pub b: u16,
    /// Third operand.
    pub c: u16,
}

const _: () = assert!(size_of::<Insn>() == 8);

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
