//! DOM: documents as trees of objects.
//!
//! The trees are `phant_xml`'s, one forest for the request. A PHP object for a node ([`object`]) is made when somebody
//! looks at the node and kept in mind by it, so that the same node is the same object as long as that lives.

#![forbid(unsafe_code)]

mod attr;
mod characterdata;
mod constants;
mod declared;
mod document;
mod element;
mod exception;
mod implementation;
mod living;
mod load;
mod namednodemap;
mod namespace_node;
mod node;
mod nodelist;
mod object;
mod parentnode;
mod properties;
mod save;
pub mod schema;
mod validate;
mod xinclude;
mod xpath;

pub use load::parse;
pub use object::{peek as node_of, wrap};

use phant_native::Extension;

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "dom",
    classes: &[
        exception::DomException::PHP,
        parentnode::DomParentNode::PHP,
        parentnode::DomChildNode::PHP,
        implementation::DomImplementation::PHP,
        node::DomNode::PHP,
        namespace_node::DomNameSpaceNode::PHP,
        document::DomDocumentFragment::PHP,
        document::DomDocument::PHP,
        nodelist::DomNodeList::PHP,
        namednodemap::DomNamedNodeMap::PHP,
        characterdata::DomCharacterData::PHP,
        attr::DomAttr::PHP,
        element::DomElement::PHP,
        characterdata::DomText::PHP,
        characterdata::DomComment::PHP,
        characterdata::DomCdataSection::PHP,
        declared::DomDocumentType::PHP,
        declared::DomNotation::PHP,
        declared::DomEntity::PHP,
        declared::DomEntityReference::PHP,
        declared::DomProcessingInstruction::PHP,
        xpath::DomXPath::PHP,
        living::parent::AdjacentPosition::PHP,
        living::parent::ParentNode::PHP,
        living::parent::ChildNode::PHP,
        living::implementation::Implementation::PHP,
        living::node::Base::PHP,
        living::element::NamespaceInfo::PHP,
        living::document::DocumentFragment::PHP,
        living::document::Document::PHP,
        living::html::HtmlDocument::PHP,
        living::xml::XmlDocument::PHP,
        living::lists::NodeList::PHP,
        living::lists::NamedNodeMap::PHP,
        living::lists::DtdNamedNodeMap::PHP,
        living::lists::HtmlCollection::PHP,
        living::characterdata::CharacterData::PHP,
        living::attr::Attr::PHP,
        living::element::Element::PHP,
        living::element::HtmlElement::PHP,
        living::characterdata::Text::PHP,
        living::characterdata::Comment::PHP,
        living::characterdata::CdataSection::PHP,
        living::declared::DocumentType::PHP,
        living::declared::Notation::PHP,
        living::declared::Entity::PHP,
        living::declared::EntityReference::PHP,
        living::characterdata::ProcessingInstruction::PHP,
        xpath::LivingXPath::PHP,
        living::tokens::TokenList::PHP,
    ],
    class_aliases: &[("dom\\domexception", "domexception")],
    constants: &[constants::CONSTANTS],
    info: &[("DOM/XML", "enabled"), ("DOM/XML API Version", "20031129"), ("libxml Version", phant_ext_libxml::VERSION)],
    ..Extension::EMPTY
};
