//! PHP's dates and times.
//!
//! The calendar, time zones and the grammar of `strtotime` are pure code ([`calendar`], [`parse_tz`], [`parse_date`],
//! [`parse_format`], [`tm2unixtime`], [`interval`]); the functions and classes are on top of them.

#![forbid(unsafe_code)]

mod astro;
mod calendar;
mod changes;
mod classes;
mod date_interval;
mod date_period;
mod date_time;
mod date_time_object;
mod date_time_zone;
pub mod exchange;
mod format;
mod functions;
mod interval;
mod interval_format;
mod parse_date;
mod parse_format;
mod parse_iso_intervals;
mod parse_tz;
mod procedural;
mod quick_token;
mod scan;
mod state;
mod strftime;
mod time;
mod tm2unixtime;
mod token;

use phant_native::{Constant, ConstantValue, Extension, IniSetting};

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "date",
    functions: &[functions::FUNCTIONS, strftime::FUNCTIONS, procedural::FUNCTIONS, date_time_zone::FUNCTIONS, astro::FUNCTIONS],
    classes: classes::CLASSES,
    constants: &[CONSTANTS],
    ini: INI,
    info: &[("date/time support", "enabled"), ("Timezone Database", "internal")],
    ..Extension::EMPTY
};

const fn text(name: &'static str, value: &'static str) -> Constant {
    Constant { name, value: ConstantValue::Str(value) }
}
const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

const CONSTANTS: &[Constant] = &[
    text("DATE_ATOM", "Y-m-d\\TH:i:sP"),
    text("DATE_COOKIE", "l, d-M-Y H:i:s T"),
    text("DATE_ISO8601", "Y-m-d\\TH:i:sO"),
    text("DATE_ISO8601_EXPANDED", "X-m-d\\TH:i:sP"),
    text("DATE_RFC822", "D, d M y H:i:s O"),
    text("DATE_RFC850", "l, d-M-y H:i:s T"),
    text("DATE_RFC1036", "D, d M y H:i:s O"),
    text("DATE_RFC1123", "D, d M Y H:i:s O"),
    text("DATE_RFC7231", "D, d M Y H:i:s \\G\\M\\T"),
    text("DATE_RFC2822", "D, d M Y H:i:s O"),
    text("DATE_RFC3339", "Y-m-d\\TH:i:sP"),
    text("DATE_RFC3339_EXTENDED", "Y-m-d\\TH:i:s.vP"),
    text("DATE_RSS", "D, d M Y H:i:s O"),
    text("DATE_W3C", "Y-m-d\\TH:i:sP"),
    int("SUNFUNCS_RET_TIMESTAMP", 0),
    int("SUNFUNCS_RET_STRING", 1),
    int("SUNFUNCS_RET_DOUBLE", 2),
];

const fn setting(name: &'static str, default: &'static str) -> IniSetting {
    IniSetting { name, default: Some(default), access: 7, on_change: None }
}

const INI: &[IniSetting] = &[
    IniSetting { name: "date.timezone", default: Some("UTC"), access: 7, on_change: Some(state::set_timezone_setting) },
    setting("date.default_latitude", "31.7667"),
    setting("date.default_longitude", "35.2333"),
    setting("date.sunset_zenith", "90.833333"),
    setting("date.sunrise_zenith", "90.833333"),
];
