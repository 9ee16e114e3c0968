//! Hanging nodes into trees.

use super::{CHUNK, Forest, HAS_NODES, Kind, Node};
use phant_memory::Str;

impl Forest {
    /// Something has changed in the node's document.
    pub fn changed(&self, node: Node) {
        self.with_document(node, |document| document.changes.set(document.changes.get() + 1));
    }
    pub(super) fn append_quietly(&self, parent: Node, child: Node) {
        let last = self.with(parent, |entry| entry.last);
        self.change(child, |entry| {
            entry.parent = parent;
            entry.previous = last;
            entry.next = Node::NONE;
        });
        if last.is_some() {
            self.change(last, |entry| entry.next = child);
        } else {
            self.change(parent, |entry| entry.first = child);
        }
        self.change(parent, |entry| entry.last = child);
    }
    /// Hangs a node that hangs nowhere behind the last child.
    pub fn append(&self, parent: Node, child: Node) {
        self.make_text_nodes(parent);
        self.append_quietly(parent, child);
        self.changed(parent);
    }
    /// Hangs a node that hangs nowhere before another one; behind the last if that is none.
    pub fn insert(&self, parent: Node, child: Node, before: Node) {
        if before.is_none() {
            return self.append(parent, child);
        }
        let previous = self.previous(before);
        self.change(child, |entry| {
            entry.parent = parent;
            entry.previous = previous;
            entry.next = before;
        });
        self.change(before, |entry| entry.previous = child);
        if previous.is_some() {
            self.change(previous, |entry| entry.next = child);
        } else {
            self.change(parent, |entry| entry.first = child);
        }
        self.changed(parent);
    }
    /// Takes a node, or an attribute, from where it hangs.
    pub fn unlink(&self, node: Node) {
        let (parent, previous, next) = self.with(node, |entry| (entry.parent, entry.previous, entry.next));
        if parent.is_none() {
            return;
        }
        self.changed(node);
        let is_attribute = self.kind(node) == Kind::Attribute;
        if previous.is_some() {
            self.change(previous, |entry| entry.next = next);
        } else if is_attribute {
            self.change(parent, |entry| entry.attributes = next);
        } else {
            self.change(parent, |entry| entry.first = next);
        }
        if next.is_some() {
            self.change(next, |entry| entry.previous = previous);
        } else if !is_attribute {
            self.change(parent, |entry| entry.last = previous);
        }
        self.change(node, |entry| {
            entry.parent = Node::NONE;
            entry.previous = Node::NONE;
            entry.next = Node::NONE;
        });
    }
    /// Gives an element an attribute that no element has.
    pub fn append_attribute(&self, element: Node, attribute: Node) {
        let last = self.attributes(element).last().unwrap_or(Node::NONE);
        self.change(attribute, |entry| {
            entry.parent = element;
            entry.previous = last;
            entry.next = Node::NONE;
        });
        if last.is_some() {
            self.change(last, |entry| entry.next = attribute);
        } else {
            self.change(element, |entry| entry.attributes = attribute);
        }
        self.note_declaration(element, attribute);
        self.changed(element);
    }
    /// Takes a node away, and frees it if no PHP object is for it.
    pub fn remove(&self, node: Node) {
        self.unlink(node);
        if !self.is_wanted(node) {
            self.free_tree(node);
        }
    }
    /// Takes all children away.
    pub fn remove_children(&self, node: Node) {
        let mut child = self.with(node, |entry| entry.first);
        while child.is_some() {
            let next = self.next(child);
            self.remove(child);
            child = next;
        }
    }
    /// An attribute by local name and namespace.
    pub fn attribute(&self, element: Node, local: &[u8], uri: Option<&[u8]>) -> Node {
        if !self.is_element(element) {
            return Node::NONE;
        }
        let chunks = self.entries.borrow();
        let entry = |node: Node| &chunks[node.0 as usize / CHUNK][node.0 as usize % CHUNK];
        let mut attribute = entry(element).attributes;
        while attribute.is_some() {
            let at = entry(attribute);
            let is_in = |uri: Option<&[u8]>| match at.namespace.is_some() {
                true => self.uri(attribute).as_ref().map(|own| own.as_bytes()) == uri,
                false => uri.is_none(),
            };
            if at.name.as_bytes() == local && is_in(uri) {
                break;
            }
            attribute = at.next;
        }
        attribute
    }
    /// An attribute by its name as written.
    pub fn attribute_by_name(&self, element: Node, name: &[u8]) -> Node {
        if !self.is_element(element) {
            return Node::NONE;
        }
        let chunks = self.entries.borrow();
        let entry = |node: Node| &chunks[node.0 as usize / CHUNK][node.0 as usize % CHUNK];
        let mut attribute = entry(element).attributes;
        while attribute.is_some() {
            let at = entry(attribute);
            let fits = match at.namespace.is_some() {
                true => self.has_qualified_name(attribute, name),
                false => at.name.as_bytes() == name,
            };
            if fits {
                break;
            }
            attribute = at.next;
        }
        attribute
    }
    /// Sets an attribute's text; its children are made anew.
    pub fn set_attribute_value(&self, attribute: Node, value: Str) {
        self.remove_children(attribute);
        let old = self.change(attribute, |entry| {
            entry.flags &= !(HAS_NODES | super::NO_VALUE);
            std::mem::replace(&mut entry.value, value)
        });
        drop(old);
        self.changed(attribute);
    }
    /// The element whose ID is this.
    pub fn element_by_id(&self, document: Node, id: &[u8]) -> Node {
        if !self.document_data(document).is_some_and(|data| data.has_ids.get()) {
            return Node::NONE;
        }
        let has =
            |&node: &Node| self.attributes(node).any(|attribute| self.is_id(attribute) && self.text(attribute).as_bytes() == id);
        self.descendants(document).find(has).unwrap_or(Node::NONE)
    }
}

impl Forest {
    /// As [`Forest::append_attribute`], for whoever knows the last one.
    pub(crate) fn hang_attribute(&self, element: Node, attribute: Node, last: Node) {
        self.change(attribute, |entry| {
            entry.parent = element;
            entry.previous = last;
        });
        if last.is_some() {
            self.change(last, |entry| entry.next = attribute);
        } else {
            self.change(element, |entry| entry.attributes = attribute);
        }
    }
}
