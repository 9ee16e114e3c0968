//! What a reader stands on.

use phant_xml::parser::{Attribute, NamespaceDeclaration, QName};
use std::rc::Rc;

/// Kinds of nodes; the numbers are `XMLReader::ELEMENT` and its siblings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Element = 1,
    Attribute = 2,
    Text = 3,
    CData = 4,
    EntityReference = 5,
    ProcessingInstruction = 7,
    Comment = 8,
    DocumentType = 10,
    SignificantWhitespace = 14,
    EndElement = 15,
}

/// An element, as long as it or something in it is looked at.
#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) name: QName,
    pub(crate) namespaces: Vec<NamespaceDeclaration>,
    /// Without those that the document type adds, unless these are wanted.
    pub(crate) attributes: Vec<Attribute>,
    /// What the document type would add.
    pub(crate) defaults: Vec<Attribute>,
    pub(crate) empty: bool,
    pub(crate) parent: Option<Rc<Element>>,
    pub(crate) depth: usize,
}

pub(crate) const XML_NAMESPACE: &[u8] = b"http://www.w3.org/XML/1998/namespace";
pub(crate) const XMLNS_NAMESPACE: &[u8] = b"http://www.w3.org/2000/xmlns/";

impl Element {
    /// The namespace that a prefix stands for here. An empty one is none.
    pub(crate) fn lookup(&self, prefix: Option<&[u8]>) -> Option<&[u8]> {
        if prefix == Some(b"xml") {
            return Some(XML_NAMESPACE);
        }
        let mut element = Some(self);
        while let Some(e) = element {
            if let Some(known) = e.namespaces.iter().find(|n| n.prefix.as_deref() == prefix) {
                return Some(&known.uri);
            }
            element = e.parent.as_deref();
        }
        None
    }
    /// The nearest value of an attribute of the namespace `xml`, here or outside.
    pub(crate) fn inherited(&self, local: &[u8]) -> Option<&[u8]> {
        let mut element = Some(self);
        while let Some(e) = element {
            let own = |a: &&Attribute| &*a.name.local == local && a.name.uri.as_deref() == Some(XML_NAMESPACE);
            if let Some(found) = e.attributes.iter().find(own) {
                return Some(&found.value);
            }
            element = e.parent.as_deref();
        }
        None
    }
    /// How many attributes there are, declarations of namespaces first.
    pub(crate) fn count(&self) -> usize {
        self.namespaces.len() + self.attributes.len()
    }
    /// An attribute by its place.
    pub(crate) fn at(&self, place: usize) -> Option<Part<'_>> {
        match place.checked_sub(self.namespaces.len()) {
            None => self.namespaces.get(place).map(Part::Namespace),
            Some(at) => self.attributes.get(at).map(Part::Attribute),
        }
    }
    pub(crate) fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        self.namespaces.iter().map(Part::Namespace).chain(self.attributes.iter().map(Part::Attribute))
    }
}

/// An attribute, or a declaration that looks like one.
#[derive(Clone, Copy)]
pub(crate) enum Part<'a> {
    Namespace(&'a NamespaceDeclaration),
    Attribute(&'a Attribute),
}

/// A name as it is written.
pub(crate) fn written(name: &QName) -> Vec<u8> {
    match &name.prefix {
        Some(prefix) => [prefix, &b":"[..], &name.local].concat(),
        None => name.local.to_vec(),
    }
}

impl Part<'_> {
    pub(crate) fn value(&self) -> &[u8] {
        match self {
            Part::Namespace(n) => &n.uri,
            Part::Attribute(a) => &a.value,
        }
    }
    pub(crate) fn name(&self) -> Vec<u8> {
        match self {
            Part::Namespace(n) => match &n.prefix {
                Some(prefix) => [b"xmlns:", &prefix[..]].concat(),
                None => b"xmlns".to_vec(),
            },
            Part::Attribute(a) => written(&a.name),
        }
    }
    pub(crate) fn local(&self) -> &[u8] {
        match self {
            Part::Namespace(n) => n.prefix.as_deref().unwrap_or(b"xmlns"),
            Part::Attribute(a) => &a.name.local,
        }
    }
    pub(crate) fn prefix(&self) -> &[u8] {
        match self {
            Part::Namespace(n) => {
                if n.prefix.is_some() {
                    b"xmlns"
                } else {
                    b""
                }
            }
            Part::Attribute(a) => a.name.prefix.as_deref().unwrap_or_default(),
        }
    }
    pub(crate) fn namespace(&self) -> &[u8] {
        match self {
            Part::Namespace(_) => XMLNS_NAMESPACE,
            Part::Attribute(a) => a.name.uri.as_deref().unwrap_or_default(),
        }
    }
}

/// Something between tags, or a tag.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// Target, entity, document type.
    pub(crate) name: Vec<u8>,
    pub(crate) value: Vec<u8>,
    /// The element that it is, or is in.
    pub(crate) element: Option<Rc<Element>>,
}

impl Node {
    pub(crate) fn new(kind: Kind, name: &[u8], value: Vec<u8>, element: Option<Rc<Element>>) -> Node {
        Node { kind, name: name.to_vec(), value, element }
    }
    pub(crate) fn is_element(&self) -> bool {
        matches!(self.kind, Kind::Element | Kind::EndElement)
    }
    pub(crate) fn depth(&self) -> usize {
        match &self.element {
            Some(element) if self.is_element() => element.depth,
            Some(element) => element.depth + 1,
            None => 0,
        }
    }
    /// The element it is, for tags.
    pub(crate) fn tag(&self) -> Option<&Rc<Element>> {
        self.element.as_ref().filter(|_| self.is_element())
    }
    pub(crate) fn full_name(&self) -> Vec<u8> {
        match (self.kind, &self.element) {
            (Kind::Element | Kind::EndElement, Some(element)) => written(&element.name),
            (Kind::Text | Kind::SignificantWhitespace, _) => b"#text".to_vec(),
            (Kind::CData, _) => b"#cdata-section".to_vec(),
            (Kind::Comment, _) => b"#comment".to_vec(),
            _ => self.name.clone(),
        }
    }
    pub(crate) fn has_value(&self) -> bool {
        use Kind::*;
        matches!(self.kind, Text | CData | Comment | ProcessingInstruction | SignificantWhitespace)
    }
}
