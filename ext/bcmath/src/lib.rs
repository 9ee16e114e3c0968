//! PHP's bcmath extension: arithmetic on decimal numbers of any length, as functions on texts and as `BcMath\Number`.
//!
//! `decimal` has the numbers, `functions` what works on texts, `number` the class and its operators.

#![forbid(unsafe_code)]

mod decimal;
mod functions;
mod number;

use phant_native::{Extension, IniSetting};

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "bcmath",
    functions: &[functions::FUNCTIONS],
    classes: &[number::Number::PHP],
    ini: &[IniSetting { name: "bcmath.scale", default: Some("0"), access: 7, on_change: Some(functions::scale_changed) }],
    info: &[("BCMath support", "enabled")],
    ..Extension::EMPTY
};
