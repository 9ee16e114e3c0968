//! Names by the rules of the living DOM.

use crate::exception::Fault;
use phant_memory::Str;
use phant_xml::{
    chars::{self, XML_NAMESPACE, XMLNS_NAMESPACE},
    tree::{Forest, HTML_NAMESPACE, Kind, Namespace, Node},
};

/// A qualified name that was checked.
pub struct Name<'a> {
    pub uri: Option<&'a [u8]>,
    pub prefix: Option<&'a [u8]>,
    pub local: &'a [u8],
}

impl Name<'_> {
    /// Its namespace as trees have it.
    pub fn namespace(&self, forest: &Forest) -> Namespace {
        self.uri.map_or(Namespace::NONE, |uri| forest.intern_namespace(self.prefix, uri))
    }
}

/// What the specification calls to validate and extract.
pub fn extract<'a>(uri: Option<&'a [u8]>, name: &'a [u8]) -> Result<Name<'a>, Fault> {
    let uri = uri.filter(|uri| !uri.is_empty());
    if !chars::is_qname(name) {
        return Err(Fault::InvalidCharacter);
    }
    let split = crate::element::split(name);
    let (prefix, local) = split.map_or((None, name), |(prefix, local)| (Some(prefix), local));
    let is_xmlns = prefix == Some(b"xmlns") || name == b"xmlns";
    let wrong = prefix.is_some() && uri.is_none()
        || prefix == Some(b"xml") && uri != Some(XML_NAMESPACE)
        || is_xmlns != (uri == Some(XMLNS_NAMESPACE));
    if wrong { Err(Fault::Namespace) } else { Ok(Name { uri, prefix, local }) }
}

/// Whether names of an element's attributes are looked for in small letters.
pub fn lowers(forest: &Forest, element: Node) -> bool {
    forest.is_in_html(element) && forest.is_in(element, HTML_NAMESPACE)
}

/// An attribute by its qualified name.
pub fn attribute(forest: &Forest, element: Node, name: &[u8]) -> Node {
    if lowers(forest, element) {
        return forest.attribute_by_name(element, &name.to_ascii_lowercase());
    }
    forest.attribute_by_name(element, name)
}

/// Sets an attribute by its qualified name, which is right.
pub fn set_attribute(forest: &Forest, element: Node, name: &[u8], value: Str) -> Node {
    let lower = name.to_ascii_lowercase();
    let name = if lowers(forest, element) { &lower[..] } else { name };
    let known = forest.attribute_by_name(element, name);
    if known.is_some() {
        forest.set_attribute_value(known, value);
        return known;
    }
    let attribute = forest.create(Kind::Attribute, forest.document(element), Str::new(name), value);
    mark_id(forest, element, attribute);
    forest.append_attribute(element, attribute);
    attribute
}

/// An attribute `id` of HTML, or `xml:id`, is an ID.
pub fn mark_id(forest: &Forest, element: Node, attribute: Node) {
    let is_id = forest.is_named(attribute, b"id")
        && (forest.is_in(attribute, XML_NAMESPACE) || !forest.namespace(attribute).is_some() && forest.is_in_html(element));
    if is_id {
        forest.set_id(attribute, true);
    }
}
