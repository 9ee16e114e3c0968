//! IntlCalendar and IntlGregorianCalendar.

pub(crate) mod actions;
pub(crate) mod cal;
mod class;
mod functions;
pub(crate) mod gregorian;
mod gregorian_class;
mod limits;
pub(crate) mod system;

pub(crate) use cal::Cal;
pub(crate) use class::{IntlCalendar, calendar_of, new_object};
pub(crate) use functions::FUNCTIONS;
pub(crate) use gregorian_class::{FUNCTIONS as GREGORIAN_FUNCTIONS, IntlGregorianCalendar};
