//! What can be known about a compiled function without running it: which types its slots hold where ([`flow`]), and
//! whether it keeps what handlers rely on ([`verify`]).
//!
//! Everything that is said about single opcodes comes from their rows ([`phant_bytecode::ops`]).

#![forbid(unsafe_code)]

pub mod flow;
mod temporaries;
pub mod types;
pub mod verify;

pub use flow::{State, States, infer};
pub use types::Types;

/// First slot of a frame that is not header.
pub const HEADER: u16 = 5;

/// The first slot that is a temporary.
pub fn first_temporary(code: &phant_bytecode::Code) -> u16 {
    HEADER + code.vars.len() as u16
}
