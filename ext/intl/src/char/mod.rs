//! Characters: the class `IntlChar`, and the tables that other parts use too.

mod class;
mod functions;
pub(crate) mod names;
pub(crate) mod packed;
pub(crate) mod set;
pub(crate) mod tables;

pub(crate) use class::IntlChar;
