//! PHP's XMLReader: XML read node by node, in constant memory.
//!
//! `reader` feeds [`phant_xml`]'s parser and makes nodes of what it finds, `php_xmlreader` is the class, `properties` its
//! view of a node, `moving` its methods on attributes and content, `checks` holds documents against schemas.

#![forbid(unsafe_code)]

mod checks;
mod expand;
mod moving;
mod node;
mod php_xmlreader;
mod properties;
mod reader;
mod serialize;

use phant_native::Extension;

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "xmlreader",
    classes: &[php_xmlreader::XMLReader::PHP],
    info: &[("XMLReader", "enabled"), ("libxml Version", phant_ext_libxml::VERSION)],
    ..Extension::EMPTY
};
