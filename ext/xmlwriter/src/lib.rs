//! PHP's XMLWriter: XML written piece by piece, to a string or a stream.
//!
//! `text_writer` knows what may be written where, `output` where it goes; `php_xmlwriter` is the class with its functions.

#![forbid(unsafe_code)]

mod functions;
mod output;
mod php_xmlwriter;
mod text_writer;

use phant_native::Extension;

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "xmlwriter",
    functions: &[functions::FUNCTIONS],
    classes: &[php_xmlwriter::XMLWriter::PHP],
    info: &[("XMLWriter", "enabled"), ("libxml Version", "2.9.14")],
    ..Extension::EMPTY
};
