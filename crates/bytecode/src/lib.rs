//! Opcodes, compiled functions, classes and units. This crate executes nothing.
pub mod types;
