//! IntlDateFormatter and IntlDatePatternGenerator.

mod class;
pub(crate) mod format;
mod functions;
mod generator;
mod generator_class;
mod moment;
mod parse;
pub(crate) mod style;
pub(crate) mod symbols;

pub(crate) use class::IntlDateFormatter;
pub(crate) use functions::FUNCTIONS;
pub(crate) use generator::Generator;
pub(crate) use generator_class::IntlDatePatternGenerator;
pub(crate) use moment::moment_of;
pub(crate) use parse::parse as parse_date;
