//! PHP's standard extension: strings, arrays, math, variables, files, output control, and the rest of what every
//! script expects to find.

#![forbid(unsafe_code)]

use phant_native::Extension;

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "standard",
    functions: &[],
    constants: &[],
    ini: &[],
    classes: &[],
    ..Extension::EMPTY
};
