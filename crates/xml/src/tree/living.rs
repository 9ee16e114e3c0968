//! What trees of the living DOM have besides: declarations of namespaces that are attributes, the contents of templates.

use super::{Forest, HAS_TEMPLATE, HAS_XMLNS, Kind, LIVING, Namespace, Node};
use crate::chars::XMLNS_NAMESPACE;
use phant_memory::Str;

/// The namespace of HTML.
pub const HTML_NAMESPACE: &[u8] = b"http://www.w3.org/1999/xhtml";

impl Forest {
    /// Whether the rules for a node are those of the living DOM.
    #[inline]
    pub fn is_living(&self, node: Node) -> bool {
        self.is_living_in(self.document(node), node)
    }
    /// The same for a node whose document is known.
    #[inline]
    pub fn is_living_in(&self, document: Node, node: Node) -> bool {
        match self.with_data(document, |document| document.is_living.get()) {
            Some(is_living) => is_living,
            None => self.with(node, |entry| entry.flags & LIVING != 0),
        }
    }
    /// Says of a node without a document that it is one of the living DOM.
    pub fn set_living(&self, node: Node) {
        self.change(node, |entry| entry.flags |= LIVING);
    }
    /// Whether a node's document is one of HTML by the living DOM.
    pub fn is_in_html(&self, node: Node) -> bool {
        let document = self.document(node);
        document.is_some() && self.kind(document) == Kind::HtmlDocument
    }
    /// Whether an element or attribute is in a namespace.
    pub fn is_in(&self, node: Node, uri: &[u8]) -> bool {
        let namespace = self.namespace(node);
        namespace.is_some()
            && self.namespaces.borrow().get(namespace.0 as usize - 1).is_some_and(|(_, known)| known.as_bytes() == uri)
    }
    /// Whether a node is an element of HTML with a name.
    pub fn is_html_element(&self, node: Node, name: &[u8]) -> bool {
        self.is_element(node) && self.is_named(node, name) && self.is_in(node, HTML_NAMESPACE)
    }

    /// Whether an attribute declares a namespace.
    pub fn is_declaration(&self, attribute: Node) -> bool {
        self.is_in(attribute, XMLNS_NAMESPACE)
    }
    pub(super) fn may_have_xmlns(&self, element: Node) -> bool {
        self.with(element, |entry| entry.flags & HAS_XMLNS != 0)
    }
    pub(super) fn note_declaration(&self, element: Node, attribute: Node) {
        if self.is_declaration(attribute) {
            self.change(element, |entry| entry.flags |= HAS_XMLNS);
        }
    }
    /// The attributes that declare namespaces.
    pub fn declaring_attributes(&self, element: Node) -> impl Iterator<Item = Node> + '_ {
        self.attributes(element).filter(|&attribute| self.is_declaration(attribute))
    }
    /// What such an attribute declares.
    pub fn declaration_of(&self, attribute: Node) -> Namespace {
        let local = self.name(attribute);
        let prefix = self.prefix(attribute).filter(|prefix| !prefix.is_empty()).map(|_| local.as_bytes());
        self.intern_namespace(prefix, &self.value(attribute))
    }
    /// Makes attributes of what the elements of a tree declare, before their other ones.
    pub fn declarations_to_attributes(&self, top: Node) {
        let mut node = top;
        while node.is_some() {
            if self.is_element(node) {
                self.declarations_to_attributes_of(node);
            }
            node = self.following(node, top);
        }
    }
    fn declarations_to_attributes_of(&self, element: Node) {
        let declared = self.declared_apart(element);
        if declared.is_empty() {
            return;
        }
        self.set_declared(element, &[]);
        let others: Vec<Node> = self.attributes(element).collect();
        others.iter().for_each(|&attribute| self.unlink(attribute));
        for one in declared {
            let uri = self.namespace_uri(one).unwrap_or_default();
            let prefix = self.namespace_prefix(one).filter(|prefix| !prefix.is_empty());
            let namespace = self.intern_namespace(prefix.as_ref().map(|_| &b"xmlns"[..]), XMLNS_NAMESPACE);
            let name = prefix.unwrap_or_else(|| Str::from("xmlns"));
            let attribute = self.create(Kind::Attribute, self.document(element), name, uri);
            self.set_namespace(attribute, namespace);
            self.set_line(attribute, self.line(element));
            self.append_attribute(element, attribute);
        }
        others.into_iter().for_each(|attribute| self.append_attribute(element, attribute));
    }
    /// Takes the attributes of a tree that declare namespaces away, and declares them beside.
    pub fn attributes_to_declarations(&self, top: Node) {
        let mut node = top;
        while node.is_some() {
            if self.is_element(node) && self.may_have_xmlns(node) {
                for attribute in self.declaring_attributes(node).collect::<Vec<_>>() {
                    self.declare(node, self.declaration_of(attribute));
                    self.remove(attribute);
                }
            }
            node = self.following(node, top);
        }
    }
    /// Declares beside its attributes what elements of a tree are in and nothing around them declares; the elements.
    pub fn declare_missing(&self, top: Node) -> Vec<Node> {
        let mut changed = Vec::new();
        let mut node = top;
        while node.is_some() {
            if self.is_element(node) {
                let used: Vec<Node> =
                    std::iter::once(node).chain(self.attributes(node).filter(|&one| !self.is_declaration(one))).collect();
                for one in used {
                    let namespace = self.namespace(one);
                    let prefix = self.namespace_prefix(namespace);
                    let prefix = prefix.as_ref().map(|prefix| prefix.as_bytes()).filter(|prefix| !prefix.is_empty());
                    let is_known = !namespace.is_some() || prefix == Some(b"xml") || self.declared_for(node, prefix) == namespace;
                    if !is_known {
                        self.declare(node, namespace);
                        changed.push(node);
                    }
                }
            }
            node = self.following(node, top);
        }
        changed
    }

    /// The contents of a template.
    pub fn template(&self, element: Node) -> Node {
        if self.with(element, |entry| entry.flags & HAS_TEMPLATE == 0) {
            return Node::NONE;
        }
        self.templates.borrow().get(&element.0).copied().unwrap_or(Node::NONE)
    }
    /// Makes a fragment the contents of a template, in the place of what it had.
    pub fn set_template(&self, element: Node, content: Node) {
        let old = self.templates.borrow_mut().insert(element.0, content);
        self.change(element, |entry| entry.flags |= HAS_TEMPLATE);
        if let Some(old) = old {
            self.free_tree(old);
        }
    }
    /// Takes the contents of a template from it.
    pub fn take_template(&self, element: Node) -> Node {
        if self.with(element, |entry| entry.flags & HAS_TEMPLATE == 0) {
            return Node::NONE;
        }
        self.change(element, |entry| entry.flags &= !HAS_TEMPLATE);
        self.templates.borrow_mut().remove(&element.0).unwrap_or(Node::NONE)
    }

    /// An attribute has another name.
    pub fn note_renamed(&self, attribute: Node) {
        let element = self.parent(attribute);
        if element.is_some() {
            self.note_declaration(element, attribute);
            self.changed(element);
        }
    }
    /// Puts an attribute that no element has in the place of another one.
    pub fn replace_attribute(&self, old: Node, new: Node) {
        let element = self.parent(old);
        let all: Vec<Node> = self.attributes(element).collect();
        let from = all.iter().position(|&one| one == old).unwrap_or(0);
        all[from..].iter().for_each(|&one| self.unlink(one));
        self.append_attribute(element, new);
        all[from + 1..].iter().for_each(|&one| self.append_attribute(element, one));
        if !self.is_wanted(old) {
            self.free_tree(old);
        }
    }
}
