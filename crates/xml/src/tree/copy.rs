//! Copies of trees.

use super::{Forest, HAS_NODES, Kind, Node};

impl Forest {
    /// A copy for a document, which hangs nowhere; with all below if `deep`. Attributes are always copied, the contents of
    /// templates never, as PHP has it.
    pub fn copy(&self, top: Node, deep: bool, document: Node) -> Node {
        // A document type is copied with what it declares.
        let deep = deep || self.kind(top) == Kind::DocumentType;
        let copy = self.copy_one(top, document);
        if !deep {
            return copy;
        }
        let document = if matches!(self.kind(top), Kind::Document | Kind::HtmlDocument) { copy } else { document };
        // The copy of the parent of what is being copied.
        let (mut from, mut parent) = (top, copy);
        loop {
            let first = self.with(from, |entry| entry.first);
            let next = if first.is_some() && self.kind(from) != Kind::EntityReference {
                first
            } else {
                let mut next = Node::NONE;
                while from != top {
                    // `parent` is the copy of `from` here.
                    parent = self.parent(parent);
                    next = self.next(from);
                    if next.is_some() {
                        break;
                    }
                    from = self.parent(from);
                }
                next
            };
            if next.is_none() {
                return copy;
            }
            from = next;
            let child = self.copy_one(from, document);
            self.append_quietly(parent, child);
            parent = child;
        }
    }
    fn copy_one(&self, node: Node, document: Node) -> Node {
        let kind = self.kind(node);
        if matches!(kind, Kind::Document | Kind::HtmlDocument) {
            return self.copy_document(node, kind);
        }
        let (name, value, namespace, line, flags) =
            self.with(node, |entry| (entry.name.clone(), entry.value.clone(), entry.namespace, entry.line, entry.flags));
        let copy = self.create(kind, document, name, value);
        self.change(copy, |entry| {
            entry.namespace = namespace;
            entry.line = line;
            entry.flags = flags & !super::HAS_TEMPLATE;
        });
        if flags & super::IS_ID != 0 {
            self.set_id(copy, true);
        }
        if kind == Kind::Attribute && flags & HAS_NODES != 0 {
            let children: Vec<Node> = self.children(node).collect();
            for child in children {
                let child = self.copy_one(child, document);
                self.append_quietly(copy, child);
            }
        }
        if self.with(node, |entry| entry.external.is_some()) {
            self.set_identifiers(copy, self.external(node));
        }
        let declared = self.declared_apart(node);
        if !declared.is_empty() {
            self.set_declared(copy, &declared);
        }
        let attributes: Vec<Node> = self.attributes(node).collect();
        let mut last = Node::NONE;
        for attribute in attributes {
            let attribute = self.copy_one(attribute, document);
            self.change(attribute, |entry| {
                entry.parent = copy;
                entry.previous = last;
            });
            if last.is_some() {
                self.change(last, |entry| entry.next = attribute);
            } else {
                self.change(copy, |entry| entry.attributes = attribute);
            }
            last = attribute;
        }
        copy
    }
    fn copy_document(&self, node: Node, kind: Kind) -> Node {
        let copy = self.create_document(kind);
        let (Some(from), Some(to)) = (self.document_data(node), self.document_data(copy)) else { return copy };
        to.version.replace(from.version.borrow().clone());
        to.encoding.replace(from.encoding.borrow().clone());
        to.uri.replace(from.uri.borrow().clone());
        to.standalone.set(from.standalone.get());
        to.settings.set(from.settings.get());
        to.has_ids.set(from.has_ids.get());
        to.is_living.set(from.is_living.get());
        to.quirks.set(from.quirks.get());
        copy
    }
}
