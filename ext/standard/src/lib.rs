//! PHP's standard extension: strings, arrays, math, variables, files, output control, and the rest of what every
//! script expects to find.

#![forbid(unsafe_code)]

mod html;
mod string_case;
mod string_search;
mod string_trim;
mod text;

use phant_native::Extension;

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "standard",
    functions: &[
        string_case::FUNCTIONS,
        string_search::FUNCTIONS,
        string_trim::FUNCTIONS,
    ],
    constants: &[],
    ini: &[],
    classes: &[],
    ..Extension::EMPTY
};
