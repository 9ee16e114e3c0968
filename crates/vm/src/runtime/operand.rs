//! Operands as instructions that run have them.

use crate::runtime::frame::{Frame, HEADER_SLOTS};
use phant_bytecode::ops::Kind;
use phant_memory::Value;

/// An operand of an instruction that runs: the number of a slot in steps of half a slot, eight bytes, which an address takes without
/// a shift; any other number as the compiler wrote it. Which of them it is says the opcode's row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct Operand(u16);

impl Operand {
    /// The operand that means none: slots of the header are no operands.
    pub const NONE: Operand = Operand(0);

    /// In place of a slot behind more than can be numbered: that of a native function's frame with as many arguments.
    pub const MANY: Operand = Operand(u16::MAX);

    /// The slot behind so many.
    #[inline(always)]
    pub const fn behind(slots: usize) -> Operand {
        if slots < 1 << 15 { Operand::of_slot(slots as u16) } else { Operand::MANY }
    }
    /// What the compiler wrote, for this kind of operand.
    pub fn of(kind: Kind, n: u16) -> Operand {
        if kind.is_slot() { Operand::of_slot(n) } else { Operand(n) }
    }
    /// A slot; functions have fewer than 32,768 of them.
    #[inline(always)]
    pub const fn of_slot(n: u16) -> Operand {
        debug_assert!(n < 1 << 15);
        Operand(n << 1)
    }
    /// What is in the instruction or frame, as it is.
    #[inline(always)]
    pub const fn of_number(n: u16) -> Operand {
        Operand(n)
    }
    /// The slot's number.
    #[inline(always)]
    pub const fn slot(self) -> u16 {
        self.0 >> 1
    }
    /// The slot that lies so many behind this one.
    #[inline(always)]
    pub const fn and(self, slots: u16) -> Operand {
        Operand(self.0.wrapping_add(slots << 1))
    }
    /// The slot of an argument in the window that begins at this one.
    #[inline(always)]
    pub const fn argument(self, index: Operand) -> Operand {
        Operand(self.0.wrapping_add(index.0 << 1).wrapping_add(HEADER_SLOTS << 1))
    }
    /// The number of the variable in the slot: parameters first.
    #[inline(always)]
    pub const fn variable(self) -> u16 {
        self.slot().wrapping_sub(HEADER_SLOTS)
    }
    /// What is no slot.
    #[inline(always)]
    pub const fn number(self) -> u16 {
        self.0
    }
    /// What is no slot, to count or index by.
    #[inline(always)]
    pub const fn count(self) -> usize {
        self.0 as usize
    }
    /// Whether there is none: of slots, nobody wants the result, or `$this` is meant.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
    /// Whether there is one.
    #[inline(always)]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }
}

/// What names a slot of a frame.
pub trait SlotName: Copy {
    /// The slot.
    ///
    /// # Safety
    /// The frame must have that many slots.
    unsafe fn of(self, fp: *mut Frame) -> *mut Value;
}
impl SlotName for u16 {
    #[inline(always)]
    unsafe fn of(self, fp: *mut Frame) -> *mut Value {
        // SAFETY: by contract.
        unsafe { fp.cast::<Value>().add(usize::from(self)) }
    }
}
impl SlotName for Operand {
    #[inline(always)]
    unsafe fn of(self, fp: *mut Frame) -> *mut Value {
        // SAFETY: by contract; half a slot is eight bytes.
        unsafe { fp.cast::<u64>().add(usize::from(self.0)).cast() }
    }
}

const _: () = assert!(size_of::<Value>() == 16);
