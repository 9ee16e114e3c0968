//! The living DOM: PHP's namespace `Dom`.
//!
//! Its documents are trees of the same forest as the classic ones, with rules of their own: names and namespaces are what the
//! specification says, declarations of namespaces are attributes, and errors are exceptions.

pub mod attr;
pub mod characterdata;
pub mod declared;
pub mod document;
pub mod element;
pub mod html;
pub mod implementation;
pub mod insert;
pub mod lists;
pub mod names;
pub mod node;
pub mod parent;
pub mod properties;
pub mod query;
pub mod title;
pub mod tokens;
pub mod xml;

use crate::properties::Table;
use phant_ext_libxml::forest;
use phant_native::Ctx;
use phant_xml::tree::{Forest, HTML_NAMESPACE, Kind, Node};

/// The class of a node's objects.
pub fn base_name(forest: &Forest, node: Node) -> &'static str {
    match forest.kind(node) {
        Kind::Element if forest.is_in(node, HTML_NAMESPACE) => "Dom\\HTMLElement",
        Kind::Element => "Dom\\Element",
        Kind::Attribute => "Dom\\Attr",
        Kind::Text => "Dom\\Text",
        Kind::CData => "Dom\\CDATASection",
        Kind::EntityReference => "Dom\\EntityReference",
        Kind::Entity => "Dom\\Entity",
        Kind::ProcessingInstruction => "Dom\\ProcessingInstruction",
        Kind::Comment => "Dom\\Comment",
        Kind::Document => "Dom\\XMLDocument",
        Kind::HtmlDocument => "Dom\\HTMLDocument",
        Kind::DocumentType => "Dom\\DocumentType",
        Kind::Fragment => "Dom\\DocumentFragment",
        Kind::Notation => "Dom\\Notation",
        _ => "Dom\\Node",
    }
}

/// The properties of the classes, the innermost first.
pub static TABLES: [&Table; 12] = [
    &properties::XML_DOCUMENT,
    &properties::DOCUMENT,
    &properties::FRAGMENT,
    &element::TABLE,
    &attr::TABLE,
    &characterdata::PI_TABLE,
    &characterdata::TEXT_TABLE,
    &characterdata::TABLE,
    &declared::DOCTYPE_TABLE,
    &declared::NOTATION_TABLE,
    &declared::ENTITY_TABLE,
    &node::TABLE,
];

/// Whether `var_dump` leaves a property out.
pub fn is_hidden(ctx: &Ctx, node: Node, name: &str) -> bool {
    let forest = forest(ctx);
    if !forest.is_living(node) {
        return false;
    }
    let is_notation = forest.kind(node) == Kind::Notation;
    let is_loose = forest.document(node).is_none() || is_notation;
    name == "ownerDocument" && is_loose || is_notation && matches!(name, "publicId" | "systemId")
}
