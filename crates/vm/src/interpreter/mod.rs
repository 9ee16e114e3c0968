//! How instructions run: dispatch, the handlers of the opcodes, calls, exceptions, generators, fibers, safepoints. It stands on
//! the [`runtime`](crate::runtime), beside which another way of running code can stand; what it needs of the request above
//! (including files, `eval`) it asks through [`phant_native::Host`].

pub mod call;
pub mod callback;
pub mod dispatch;
pub mod exception;
pub mod fiber;
pub mod finalize;
pub mod generator;
mod in_place;
pub mod interrupt;
pub mod iterator;
pub mod ops;
pub mod pass;
pub mod symbols;
pub mod ticks;
