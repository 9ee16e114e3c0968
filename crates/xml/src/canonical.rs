//! Canonical XML 1.0, inclusive and exclusive.

use crate::{
    tree::{Forest, Kind, Namespace, Node},
    xpath::Item,
};
use phant_memory::Str;

/// Which form.
pub struct Options<'a> {
    /// Declare only namespaces that are used.
    pub exclusive: bool,
    /// With comments.
    pub with_comments: bool,
    /// Prefixes that are treated inclusively in the exclusive form.
    pub inclusive: &'a [Vec<u8>],
    /// Only these nodes, and declarations at elements.
    pub chosen: Option<&'a std::collections::HashSet<Item>>,
}

/// A node and what is in it.
pub fn node(forest: &Forest, top: Node, options: &Options<'_>) -> Vec<u8> {
    let mut writer = Writer { forest, options, to: Vec::new(), rendered: Vec::new() };
    match forest.kind(top) {
        Kind::Document | Kind::HtmlDocument => writer.document(top),
        _ => writer.tree(top, true),
    }
    writer.to
}

struct Writer<'f, 'o> {
    forest: &'f Forest,
    options: &'o Options<'o>,
    to: Vec<u8>,
    /// Declarations that were written: depth, prefix, address.
    rendered: Vec<(usize, Str, Str)>,
}

impl Writer<'_, '_> {
    fn is_chosen(&self, node: Node) -> bool {
        self.options.chosen.is_none_or(|chosen| chosen.contains(&Item::from(node)))
    }
    fn document(&mut self, document: Node) {
        let root = self.forest.root(document);
        let mut behind = false;
        for child in self.forest.children(document) {
            if child != root && !self.is_chosen(child) {
                continue;
            }
            if child == root {
                self.tree(child, false);
                behind = true;
                continue;
            }
            let shown = match self.forest.kind(child) {
                Kind::ProcessingInstruction => true,
                Kind::Comment => self.options.with_comments,
                _ => false,
            };
            if shown {
                if behind {
                    self.to.push(b'\n');
                }
                self.leaf(child);
                if !behind {
                    self.to.push(b'\n');
                }
            }
        }
    }
    fn tree(&mut self, top: Node, is_part: bool) {
        let mut open: Vec<Node> = Vec::new();
        let mut node = top;
        loop {
            if self.forest.kind(node) == Kind::Element {
                if self.is_chosen(node) {
                    self.start_tag(node, open.len(), is_part && node == top);
                } else {
                    let attributes: Vec<Node> = self.forest.attributes(node).filter(|&one| self.is_chosen(one)).collect();
                    attributes.into_iter().filter(|&one| !self.forest.is_declaration(one)).for_each(|one| self.leaf(one));
                }
                let first = self.forest.first_child(node);
                open.push(node);
                if first.is_some() {
                    node = first;
                    continue;
                }
            } else if self.is_chosen(node) {
                self.leaf(node);
            }
            loop {
                if self.forest.kind(node) == Kind::Element && open.last() == Some(&node) {
                    if self.is_chosen(node) {
                        self.end_tag(node);
                    }
                    open.pop();
                    let depth = open.len();
                    self.rendered.retain(|(at, _, _)| *at < depth);
                }
                if node == top {
                    return;
                }
                let next = self.forest.next(node);
                if next.is_some() {
                    node = next;
                    break;
                }
                node = self.forest.parent(node);
            }
        }
    }
    fn leaf(&mut self, node: Node) {
        let value = self.forest.value(node);
        match self.forest.kind(node) {
            Kind::Text | Kind::CData => text(&value, &mut self.to),
            Kind::Comment if self.options.with_comments => {
                self.to.extend_from_slice(b"<!--");
                self.to.extend_from_slice(&value);
                self.to.extend_from_slice(b"-->");
            }
            Kind::ProcessingInstruction => {
                self.to.extend_from_slice(b"<?");
                self.to.extend_from_slice(&self.forest.name(node));
                if !value.is_empty() {
                    self.to.push(b' ');
                    self.to.extend_from_slice(&value);
                }
                self.to.extend_from_slice(b"?>");
            }
            Kind::EntityReference => text(&self.forest.text(node), &mut self.to),
            Kind::Attribute => {
                self.to.push(b' ');
                self.to.extend_from_slice(&self.forest.qualified_name(node));
                self.to.extend_from_slice(b"=\"");
                attribute(&value, &mut self.to);
                self.to.push(b'"');
            }
            _ => {}
        }
    }
    fn pair(&self, namespace: Namespace) -> (Str, Str) {
        let prefix = self.forest.namespace_prefix(namespace).unwrap_or_default();
        (prefix, self.forest.namespace_uri(namespace).unwrap_or_default())
    }
    /// The declarations that belong to an element, by what is used and what was written.
    fn declarations(&self, node: Node, is_top: bool) -> Vec<(Str, Str)> {
        let mut candidates: Vec<(Str, Str)> = Vec::new();
        let is_top = is_top || self.options.chosen.is_some();
        let mut add = |pair: (Str, Str)| {
            if !candidates.iter().any(|(prefix, _)| *prefix == pair.0) {
                candidates.push(pair);
            }
        };
        if self.options.exclusive {
            let used = std::iter::once(node).chain(self.forest.attributes(node).filter(|&one| !self.forest.is_declaration(one)));
            for one in used {
                let namespace = self.forest.namespace(one);
                if namespace.is_some() {
                    add(self.pair(namespace));
                } else if one == node {
                    add((Str::from(""), Str::from("")));
                }
            }
            for prefix in self.options.inclusive {
                let name = if prefix == b"#default" { None } else { Some(&prefix[..]) };
                let found = self.forest.lookup_prefix(node, name);
                if found.is_some() {
                    add(self.pair(found));
                }
            }
        } else {
            let mut at = node;
            while at.is_some() {
                self.forest.declared(at).into_iter().for_each(|one| add(self.pair(one)));
                if !is_top {
                    break;
                }
                at = self.forest.parent(at);
            }
            let namespace = self.forest.namespace(node);
            if namespace.is_some() {
                add(self.pair(namespace));
            }
        }
        if let Some(chosen) = self.options.chosen {
            let bytes = |prefix: &Str| (!prefix.is_empty()).then(|| prefix.as_bytes().to_vec());
            candidates.retain(|(prefix, uri)| {
                let namespace = self.forest.intern_namespace(bytes(prefix).as_deref(), uri);
                uri.is_empty() || chosen.contains(&Item { node, namespace })
            });
        }
        candidates.retain(|(prefix, uri)| {
            if prefix.as_bytes() == b"xml" {
                return false;
            }
            let written = self.rendered.iter().rev().find(|(_, known, _)| known == prefix);
            match written {
                Some((_, _, known)) => known != uri,
                None => !(prefix.is_empty() && uri.is_empty()),
            }
        });
        candidates.sort();
        candidates
    }
    fn start_tag(&mut self, node: Node, depth: usize, is_top: bool) {
        self.to.push(b'<');
        self.to.extend_from_slice(&self.forest.qualified_name(node));
        for (prefix, uri) in self.declarations(node, is_top) {
            self.to.extend_from_slice(b" xmlns");
            if !prefix.is_empty() {
                self.to.push(b':');
                self.to.extend_from_slice(&prefix);
            }
            self.to.extend_from_slice(b"=\"");
            attribute(&uri, &mut self.to);
            self.to.push(b'"');
            self.rendered.push((depth, prefix, uri));
        }
        let mut attributes: Vec<Node> = self
            .forest
            .attributes(node)
            .filter(|&one| !self.forest.is_declaration(one))
            .filter(|&one| self.is_chosen(one))
            .collect();
        if is_top && !self.options.exclusive {
            self.inherit_xml(node, &mut attributes);
        }
        attributes.sort_by_key(|&one| (self.forest.uri(one).unwrap_or_default(), self.forest.name(one)));
        attributes.into_iter().for_each(|one| self.leaf(one));
        self.to.push(b'>');
    }
    /// `xml:…` of the elements around.
    fn inherit_xml(&self, node: Node, attributes: &mut Vec<Node>) {
        let is_xml = |node: Node| self.forest.uri(node).is_some_and(|uri| uri.as_bytes() == crate::chars::XML_NAMESPACE);
        let mut at = self.forest.parent(node);
        while at.is_some() {
            for one in self.forest.attributes(at).filter(|&one| is_xml(one)) {
                let name = self.forest.name(one);
                if !attributes.iter().any(|&known| is_xml(known) && self.forest.name(known) == name) {
                    attributes.push(one);
                }
            }
            at = self.forest.parent(at);
        }
    }
    fn end_tag(&mut self, node: Node) {
        self.to.extend_from_slice(b"</");
        self.to.extend_from_slice(&self.forest.qualified_name(node));
        self.to.push(b'>');
    }
}

fn text(value: &[u8], to: &mut Vec<u8>) {
    for &byte in value {
        match byte {
            b'<' => to.extend_from_slice(b"&lt;"),
            b'>' => to.extend_from_slice(b"&gt;"),
            b'&' => to.extend_from_slice(b"&amp;"),
            b'\r' => to.extend_from_slice(b"&#xD;"),
            byte => to.push(byte),
        }
    }
}

fn attribute(value: &[u8], to: &mut Vec<u8>) {
    for &byte in value {
        match byte {
            b'<' => to.extend_from_slice(b"&lt;"),
            b'&' => to.extend_from_slice(b"&amp;"),
            b'"' => to.extend_from_slice(b"&quot;"),
            b'\t' => to.extend_from_slice(b"&#x9;"),
            b'\n' => to.extend_from_slice(b"&#xA;"),
            b'\r' => to.extend_from_slice(b"&#xD;"),
            byte => to.push(byte),
        }
    }
}
