//! PHP's extension "Zend OPcache": what scripts see of the code cache, and its settings.
//!
//! The cache itself is the engine's (`phant_native::code_cache`).

#![forbid(unsafe_code)]

mod functions;
mod settings;

use phant_native::Extension;

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "Zend OPcache",
    functions: &[functions::FUNCTIONS],
    ini: settings::INI,
    of_engine: true,
    info: &[("Opcode Caching", "in the process's memory"), ("JIT", "not available")],
    ..Extension::EMPTY
};
