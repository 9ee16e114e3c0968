//! IntlTimeZone, the names of time zones, and what their names stand for.

mod argument;
mod class;
mod functions;
mod lists;
pub(crate) mod names;
pub(crate) mod zone;

pub(crate) use argument::{default_zone, zone_argument};
pub(crate) use class::{IntlTimeZone, describe, new_object};
pub(crate) use functions::FUNCTIONS;
pub(crate) use lists::FUNCTIONS as LISTS;
pub(crate) use zone::Tz;
