//! What a reader stands on as a DOM tree.

use crate::node::{Element, Kind, Node as Read};
use phant_memory::Str;
use phant_xml::{
    parser::QName,
    tree::{Forest, Kind as TreeKind, Namespace, Node},
};

/// Makes nodes of a document, or of none.
struct Copier<'f> {
    forest: &'f Forest,
    document: Node,
}

/// A copy of a node with all that is in it; none if it is of a kind that DOM does not get.
pub(crate) fn copy<'a>(forest: &Forest, document: Node, node: &Read, inside: impl Iterator<Item = &'a Read>) -> Node {
    let copier = Copier { forest, document };
    let top = copier.one(node);
    if top.is_none() || node.tag().is_none() {
        return top;
    }
    let mut at = top;
    for read in inside {
        match read.kind {
            Kind::EndElement => at = forest.parent(at),
            _ => {
                let made = copier.one(read);
                if made.is_some() {
                    forest.append(at, made);
                    if read.tag().is_some_and(|element| !element.empty) {
                        at = made;
                    }
                }
            }
        }
    }
    forest.reconcile(top);
    top
}

impl Copier<'_> {
    fn one(&self, read: &Read) -> Node {
        let kind = match (read.kind, read.tag()) {
            (_, Some(element)) => return self.element(element),
            (Kind::Text | Kind::SignificantWhitespace, _) => TreeKind::Text,
            (Kind::CData, _) => TreeKind::CData,
            (Kind::Comment, _) => TreeKind::Comment,
            (Kind::ProcessingInstruction, _) => TreeKind::ProcessingInstruction,
            (Kind::EntityReference, _) => TreeKind::EntityReference,
            _ => return Node::NONE,
        };
        self.forest.create(kind, self.document, Str::new(&read.name), Str::new(&read.value))
    }
    fn named(&self, kind: TreeKind, name: &QName, value: &[u8]) -> Node {
        let local = match (&name.prefix, &name.uri) {
            // A prefix that means nothing is part of the name.
            (Some(_), None) => Str::new(crate::node::written(name)),
            _ => Str::new(&name.local[..]),
        };
        let node = self.forest.create(kind, self.document, local, Str::new(value));
        if let Some(uri) = &name.uri {
            self.forest.set_namespace(node, self.forest.intern_namespace(name.prefix.as_deref(), uri));
        }
        node
    }
    fn element(&self, element: &Element) -> Node {
        let node = self.named(TreeKind::Element, &element.name, b"");
        let declared: Vec<Namespace> =
            element.namespaces.iter().map(|n| self.forest.intern_namespace(n.prefix.as_deref(), &n.uri)).collect();
        if !declared.is_empty() {
            self.forest.set_declared(node, &declared);
        }
        for attribute in &element.attributes {
            let made = self.named(TreeKind::Attribute, &attribute.name, &attribute.value);
            self.forest.append_attribute(node, made);
        }
        node
    }
}
