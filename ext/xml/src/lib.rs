//! PHP's XML parser in expat's manner: a document goes in by pieces, handlers are told what is in it.
//!
//! `parser` is the object with its settings, `handlers` what it calls, `drive` the loop that feeds [`phant_xml`]'s parser
//! and passes on what that finds, `into_struct` the arrays of `xml_parse_into_struct`.

#![forbid(unsafe_code)]

mod drive;
mod encoding;
mod errors;
mod handlers;
mod into_struct;
mod options;
mod parser;

use phant_native::{Constant, ConstantValue, Extension};

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "xml",
    functions: &[parser::FUNCTIONS, handlers::FUNCTIONS, drive::FUNCTIONS, options::FUNCTIONS],
    classes: &[parser::XMLParser::PHP],
    constants: &[CONSTANTS],
    info: &[("XML Support", "active"), ("XML Namespace Support", "active"), ("libxml2 Version", "2.9.14")],
    ..Extension::EMPTY
};

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

const CONSTANTS: &[Constant] = &[
    int("XML_ERROR_NONE", 0),
    int("XML_ERROR_NO_MEMORY", 1),
    int("XML_ERROR_SYNTAX", 2),
    int("XML_ERROR_NO_ELEMENTS", 3),
    int("XML_ERROR_INVALID_TOKEN", 4),
    int("XML_ERROR_UNCLOSED_TOKEN", 5),
    int("XML_ERROR_PARTIAL_CHAR", 6),
    int("XML_ERROR_TAG_MISMATCH", 7),
    int("XML_ERROR_DUPLICATE_ATTRIBUTE", 8),
    int("XML_ERROR_JUNK_AFTER_DOC_ELEMENT", 9),
    int("XML_ERROR_PARAM_ENTITY_REF", 10),
    int("XML_ERROR_UNDEFINED_ENTITY", 11),
    int("XML_ERROR_RECURSIVE_ENTITY_REF", 12),
    int("XML_ERROR_ASYNC_ENTITY", 13),
    int("XML_ERROR_BAD_CHAR_REF", 14),
    int("XML_ERROR_BINARY_ENTITY_REF", 15),
    int("XML_ERROR_ATTRIBUTE_EXTERNAL_ENTITY_REF", 16),
    int("XML_ERROR_MISPLACED_XML_PI", 17),
    int("XML_ERROR_UNKNOWN_ENCODING", 18),
    int("XML_ERROR_INCORRECT_ENCODING", 19),
    int("XML_ERROR_UNCLOSED_CDATA_SECTION", 20),
    int("XML_ERROR_EXTERNAL_ENTITY_HANDLING", drive::EXTERNAL_ENTITY_HANDLING as i64),
    int("XML_OPTION_CASE_FOLDING", options::CASE_FOLDING),
    int("XML_OPTION_TARGET_ENCODING", options::TARGET_ENCODING),
    int("XML_OPTION_SKIP_TAGSTART", options::SKIP_TAGSTART),
    int("XML_OPTION_SKIP_WHITE", options::SKIP_WHITE),
    int("XML_OPTION_PARSE_HUGE", options::PARSE_HUGE),
    Constant { name: "XML_SAX_IMPL", value: ConstantValue::Str("libxml") },
];
