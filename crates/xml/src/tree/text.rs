//! The text of nodes.

use super::{Forest, HAS_NODES, Kind, Node};
use phant_memory::{Str, StrBuilder};

impl Forest {
    /// A node's own text, without that of its children; an attribute's whole text.
    pub fn value(&self, node: Node) -> Str {
        let (kind, flags) = self.with(node, |entry| (entry.kind, entry.flags));
        if kind == Kind::Attribute && flags & HAS_NODES != 0 {
            return self.text(node);
        }
        self.with(node, |entry| entry.value.clone())
    }
    /// Sets a node's own text.
    pub fn set_value(&self, node: Node, value: Str) {
        let old = self.change(node, |entry| std::mem::replace(&mut entry.value, value));
        drop(old);
    }
    /// The text of a node and all below: what XPath calls its string value.
    pub fn text(&self, node: Node) -> Str {
        let (kind, flags) = self.with(node, |entry| (entry.kind, entry.flags));
        match kind {
            Kind::Text | Kind::CData | Kind::Comment | Kind::ProcessingInstruction | Kind::NamespaceDeclaration => {
                return self.with(node, |entry| entry.value.clone());
            }
            Kind::Attribute if flags & HAS_NODES == 0 => return self.with(node, |entry| entry.value.clone()),
            _ => {}
        }
        let mut only = Str::from("");
        let mut to: Option<StrBuilder> = None;
        let mut add = |text: Str| {
            if let Some(to) = &mut to {
                to.push_bytes(&text);
            } else if only.is_empty() {
                only = text;
            } else {
                let mut builder = StrBuilder::new();
                builder.push_bytes(&only);
                builder.push_bytes(&text);
                to = Some(builder);
            }
        };
        if kind == Kind::EntityReference {
            return self.entity_text(node);
        }
        let mut at = self.following(node, node);
        while at.is_some() {
            match self.kind(at) {
                Kind::Text | Kind::CData => add(self.with(at, |entry| entry.value.clone())),
                Kind::EntityReference => add(self.entity_text(at)),
                _ => {}
            }
            at = self.following(at, node);
        }
        to.map_or(only, StrBuilder::finish)
    }
    /// What a reference stands for.
    fn entity_text(&self, reference: Node) -> Str {
        let entity = self.entity(self.document(reference), self.name(reference).as_bytes());
        if entity.is_none() { Str::from("") } else { self.external(entity).content.unwrap_or_else(|| Str::from("")) }
    }
    /// A declared entity.
    pub fn entity(&self, document: Node, name: &[u8]) -> Node {
        if document.is_none() {
            return Node::NONE;
        }
        let doctype = self.doctype(document);
        if doctype.is_none() {
            return Node::NONE;
        }
        let fits =
            |&node: &Node| self.kind(node) == Kind::Entity && self.is_named(node, name) && !self.external(node).is_parameter;
        self.children(doctype).find(fits).unwrap_or(Node::NONE)
    }
}
