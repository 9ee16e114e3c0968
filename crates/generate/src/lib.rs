//! PHP programs that mix features as no test does, to find what makes the engine crash or differ from PHP.
//!
//! [`grammar`] makes a program of a seed, [`run`] runs programs with an engine and with the reference and says what is
//! wrong, [`shrink`] makes a program small that shows it. The engine is a process of its own for every program, since
//! what is looked for ends it. `docs/testing.md` says how all this is used.

#![forbid(unsafe_code)]

pub mod explained;
pub mod grammar;
pub mod random;
pub mod run;
pub mod shrink;
