//! NumberFormatter: numbers by patterns and by rules.

mod attributes;
mod class;
pub(crate) mod currency;
pub(crate) mod decimal;
pub(crate) mod format;
mod functions;
mod parse;
pub(crate) mod pattern;
pub(crate) mod plural;
pub(crate) mod rbnf;
mod rbnf_parse;
pub(crate) mod symbols;

pub(crate) use class::NumberFormatter;
pub(crate) use functions::FUNCTIONS;
pub(crate) use parse::parse;
