//! PHP's calendar extension: days counted through, in four calendars, and Easter.
//!
//! `day` has the arithmetic, `hebrew` Jewish dates in Hebrew.

#![forbid(unsafe_code)]

mod calendars;
mod day;
mod easter;
mod hebrew;
mod single;

use phant_native::{Constant, ConstantValue, Extension};

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

const CONSTANTS: &[Constant] = &[
    int("CAL_GREGORIAN", 0),
    int("CAL_JULIAN", 1),
    int("CAL_JEWISH", 2),
    int("CAL_FRENCH", 3),
    int("CAL_NUM_CALS", 4),
    int("CAL_DOW_DAYNO", 0),
    int("CAL_DOW_SHORT", 2),
    int("CAL_DOW_LONG", 1),
    int("CAL_MONTH_GREGORIAN_SHORT", 0),
    int("CAL_MONTH_GREGORIAN_LONG", 1),
    int("CAL_MONTH_JULIAN_SHORT", 2),
    int("CAL_MONTH_JULIAN_LONG", 3),
    int("CAL_MONTH_JEWISH", 4),
    int("CAL_MONTH_FRENCH", 5),
    int("CAL_EASTER_DEFAULT", 0),
    int("CAL_EASTER_ROMAN", 1),
    int("CAL_EASTER_ALWAYS_GREGORIAN", 2),
    int("CAL_EASTER_ALWAYS_JULIAN", 3),
    int("CAL_JEWISH_ADD_ALAFIM_GERESH", 2),
    int("CAL_JEWISH_ADD_ALAFIM", 4),
    int("CAL_JEWISH_ADD_GERESHAYIM", 8),
];

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "calendar",
    functions: &[calendars::FUNCTIONS, easter::FUNCTIONS, single::FUNCTIONS],
    constants: &[CONSTANTS],
    info: &[("Calendar support", "enabled")],
    ..Extension::EMPTY
};
