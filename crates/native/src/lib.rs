//! The contract between the engine and native functions and classes.
pub mod descriptor;
