//! The instruction word.

/// One instruction: 16 bytes. `handler` is zero in a compiled unit and filled in by the engine when it loads one.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Insn {
    /// Address of the code that executes it.
    pub handler: u64,
    /// The opcode's number.
    pub op: u16,
    /// First operand.
    pub a: u16,
    /// Second operand.
    pub b: u16,
    /// Third operand.
    pub c: u16,
}

const _: () = assert!(size_of::<Insn>() == 16);
