//! PHP's filter extension: checking and cleaning values from outside.

#![forbid(unsafe_code)]

mod address;
mod apply;
mod constants;
mod functions;
mod sanitize;
mod validate;

use phant_native::{Extension, IniSetting};

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "filter",
    functions: &[functions::FUNCTIONS],
    constants: &[constants::CONSTANTS],
    ini: INI,
    info: &[("Input Validation and Filtering", "enabled")],
    ..Extension::EMPTY
};

const INI: &[IniSetting] = &[
    IniSetting { name: "filter.default", default: Some("unsafe_raw"), access: 6, on_change: None },
    IniSetting { name: "filter.default_flags", default: None, access: 6, on_change: None },
];
