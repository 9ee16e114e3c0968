//! Printing HTML by the standard.

use super::{
    elements::{XLINK, is_void},
    foreign::FOREIGN,
};
use crate::{
    chars::{XML_NAMESPACE, XMLNS_NAMESPACE},
    tree::{Forest, HTML_NAMESPACE, Kind, Node},
};

/// A node and what is in it.
pub fn serialize(forest: &Forest, node: Node) -> Vec<u8> {
    let mut writer = Writer { forest, to: Vec::new() };
    match forest.kind(node) {
        Kind::Document | Kind::HtmlDocument | Kind::Fragment => writer.contents(node),
        _ => writer.tree(node),
    }
    writer.to
}

/// What is in a node.
pub fn inner(forest: &Forest, node: Node) -> Vec<u8> {
    let mut writer = Writer { forest, to: Vec::new() };
    writer.contents(node);
    writer.to
}

struct Writer<'f> {
    forest: &'f Forest,
    to: Vec<u8>,
}

impl Writer<'_> {
    /// Where the children of a node that are printed begin.
    fn first_inside(&self, node: Node) -> Node {
        let template = self.forest.template(node);
        if template.is_some() {
            return self.forest.first_child(template);
        }
        match self.forest.kind(node) {
            Kind::Element | Kind::Document | Kind::HtmlDocument | Kind::Fragment => self.forest.first_child(node),
            _ => Node::NONE,
        }
    }
    fn contents(&mut self, node: Node) {
        let mut child = self.first_inside(node);
        while child.is_some() {
            self.tree(child);
            child = self.forest.next(child);
        }
    }
    fn tree(&mut self, top: Node) {
        // Open elements, the innermost last.
        let mut open: Vec<Node> = Vec::new();
        let mut node = top;
        loop {
            let enters = self.begin(node);
            let first = if enters { self.first_inside(node) } else { Node::NONE };
            if first.is_some() {
                open.push(node);
                node = first;
                continue;
            }
            if enters {
                self.end(node);
            }
            loop {
                if open.is_empty() {
                    return;
                }
                let next = self.forest.next(node);
                if next.is_some() {
                    node = next;
                    break;
                }
                let Some(parent) = open.pop() else { return };
                self.end(parent);
                node = parent;
            }
        }
    }
    /// Prints what a node begins with; whether something may be in it.
    fn begin(&mut self, node: Node) -> bool {
        let forest = self.forest;
        let value = |node: Node| forest.value(node);
        match forest.kind(node) {
            Kind::Element => return self.start_tag(node),
            Kind::Text | Kind::CData => {
                let parent = forest.parent(node);
                let is_raw = parent.is_some() && forest.is_element(parent) && forest.is_in(parent, HTML_NAMESPACE) && {
                    matches!(
                        forest.name(parent).as_bytes(),
                        b"style" | b"script" | b"xmp" | b"iframe" | b"noembed" | b"noframes" | b"plaintext"
                    )
                };
                if is_raw {
                    self.to.extend_from_slice(&value(node));
                } else {
                    escape(&value(node), false, &mut self.to);
                }
            }
            Kind::Comment => self.put(&[b"<!--", &value(node), b"-->"]),
            Kind::ProcessingInstruction => self.put(&[b"<?", &forest.name(node), b" ", &value(node), b">"]),
            Kind::DocumentType => self.put(&[b"<!DOCTYPE ", &forest.name(node), b">"]),
            Kind::EntityReference => self.put(&[b"&", &forest.name(node), b";"]),
            Kind::Attribute => self.attribute(node),
            _ => {}
        }
        false
    }
    fn put(&mut self, parts: &[&[u8]]) {
        parts.iter().for_each(|part| self.to.extend_from_slice(part));
    }
    fn name(&self, element: Node) -> phant_memory::Str {
        let is_plain = self.forest.is_in(element, HTML_NAMESPACE) || FOREIGN.iter().any(|uri| self.forest.is_in(element, uri));
        if is_plain { self.forest.name(element) } else { self.forest.qualified_name(element) }
    }
    fn start_tag(&mut self, node: Node) -> bool {
        let name = self.name(node);
        self.put(&[b"<", &name]);
        for attribute in self.forest.attributes(node) {
            self.attribute(attribute);
        }
        self.put(&[b">"]);
        let is_html = self.forest.is_in(node, HTML_NAMESPACE);
        !(is_html && is_void(&self.forest.name(node)))
    }
    fn attribute(&mut self, node: Node) {
        let forest = self.forest;
        let local = forest.name(node);
        self.put(&[b" "]);
        if !forest.namespace(node).is_some() {
            self.put(&[&local]);
        } else if forest.is_in(node, XML_NAMESPACE) {
            self.put(&[b"xml:", &local]);
        } else if forest.is_in(node, XMLNS_NAMESPACE) {
            self.put(&[if local.as_bytes() == b"xmlns" { b"" } else { b"xmlns:" }, &local]);
        } else if forest.is_in(node, XLINK) {
            self.put(&[b"xlink:", &local]);
        } else {
            self.put(&[&forest.qualified_name(node)]);
        }
        self.put(&[b"=\""]);
        escape(&forest.value(node), true, &mut self.to);
        self.put(&[b"\""]);
    }
    fn end(&mut self, node: Node) {
        let name = self.name(node);
        self.put(&[b"</", &name, b">"]);
    }
}

fn escape(text: &[u8], in_attribute: bool, to: &mut Vec<u8>) {
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'&' => to.extend_from_slice(b"&amp;"),
            0xC2 if text.get(at + 1) == Some(&0xA0) => {
                to.extend_from_slice(b"&nbsp;");
                at += 1;
            }
            b'"' if in_attribute => to.extend_from_slice(b"&quot;"),
            b'<' if !in_attribute => to.extend_from_slice(b"&lt;"),
            b'>' if !in_attribute => to.extend_from_slice(b"&gt;"),
            byte => to.push(byte),
        }
        at += 1;
    }
}
