//! PHP's SimpleXML: elements as objects with properties, on the trees that DOM uses.
//!
//! `object` is what an element object is, `access` its properties, elements and conversions, `shown` what is seen of it,
//! `element` the class with its methods, `load` where documents come from.

#![forbid(unsafe_code)]

mod access;
mod element;
mod load;
mod object;
mod shown;
mod xpath;

use phant_native::Extension;

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "SimpleXML",
    functions: &[load::FUNCTIONS],
    classes: &[element::SimpleXMLElement::PHP, element::SimpleXMLIterator::PHP],
    info: &[("SimpleXML support", "enabled"), ("Schema support", "enabled")],
    ..Extension::EMPTY
};

/// What belongs to DOM but needs both.
pub static DOM: Extension = Extension { name: "dom", functions: &[load::DOM_FUNCTIONS], ..Extension::EMPTY };
