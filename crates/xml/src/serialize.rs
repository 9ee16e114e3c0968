//! Trees as text, the way libxml2 prints them.

use crate::tree::{Forest, Kind, Namespace, Node};

/// How XML is printed.
#[derive(Clone, Copy, Default)]
pub struct Format {
    /// Break lines and indent where elements contain no text.
    pub indent: bool,
    /// `<a></a>` for empty elements.
    pub no_empty_tags: bool,
    /// Leave the XML declaration out.
    pub no_declaration: bool,
    /// Characters beyond ASCII as references: the document has no encoding.
    pub ascii: bool,
}

/// Prints a whole document; UTF-8, if `format.ascii` is not set. The caller converts.
pub fn document(forest: &Forest, document: Node, format: Format, encoding: Option<&[u8]>) -> Vec<u8> {
    let mut to = Vec::new();
    let data = forest.document_data(document);
    if !format.no_declaration {
        to.extend_from_slice(b"<?xml version=\"");
        let version = data.as_ref().and_then(|data| data.version.borrow().clone());
        to.extend_from_slice(version.as_ref().map_or(b"1.0", |version| version.as_bytes()));
        to.push(b'"');
        if let Some(encoding) = encoding {
            to.extend_from_slice(b" encoding=\"");
            to.extend_from_slice(encoding);
            to.push(b'"');
        }
        match data.as_ref().map(|data| data.standalone.get()) {
            Some(0) => to.extend_from_slice(b" standalone=\"no\""),
            Some(1) => to.extend_from_slice(b" standalone=\"yes\""),
            _ => {}
        }
        to.extend_from_slice(b"?>\n");
    }
    let mut printer = Printer { forest, format, to };
    for child in forest.children(document) {
        printer.tree(child, format.indent);
        if forest.kind(child) != Kind::EntityReference {
            printer.to.push(b'\n');
        }
    }
    printer.to
}

/// Prints a node and what is in it.
pub fn node(forest: &Forest, node: Node, format: Format) -> Vec<u8> {
    let mut printer = Printer { forest, format, to: Vec::new() };
    printer.tree(node, format.indent);
    printer.to
}

/// The notations of a document type.
pub fn notations(forest: &Forest, doctype: Node) -> Vec<u8> {
    let mut printer = Printer { forest, format: Format::default(), to: Vec::new() };
    printer.notations(doctype);
    printer.to
}

/// The internal subset of a document type, in which libxml2 has no notations.
pub fn internal_subset(forest: &Forest, doctype: Node) -> Vec<u8> {
    let mut printer = Printer { forest, format: Format::default(), to: Vec::new() };
    printer.subset(doctype);
    printer.to
}

struct Printer<'f> {
    forest: &'f Forest,
    format: Format,
    to: Vec<u8>,
}

/// Where the printer is inside an element.
struct Level {
    node: Node,
    indent: bool,
}

impl Printer<'_> {
    fn put(&mut self, text: &[u8]) {
        self.to.extend_from_slice(text);
    }
    fn indent(&mut self, depth: usize) {
        for _ in 0..depth.min(30) {
            self.put(b"  ");
        }
    }
    /// A node and what is in it, with a stack of its own.
    fn tree(&mut self, top: Node, indent: bool) {
        if self.forest.kind(top) == Kind::Fragment {
            return self.forest.children(top).for_each(|child| self.tree(child, indent));
        }
        let mut levels: Vec<Level> = Vec::new();
        let mut node = top;
        loop {
            let inside = levels.last().map_or(indent, |level| level.indent);
            if levels.last().is_some_and(|level| level.indent) && self.forest.kind(node) != Kind::EntityReference {
                self.indent(levels.len());
            }
            if self.open(node) {
                let indent = inside && !self.has_text(node);
                if indent {
                    self.put(b"\n");
                }
                levels.push(Level { node, indent });
                node = self.forest.first_child(node);
                continue;
            }
            loop {
                let Some(level) = levels.last() else { return };
                if level.indent && self.forest.kind(node) != Kind::EntityReference {
                    self.to.push(b'\n');
                }
                let next = self.forest.next(node);
                if next.is_some() {
                    node = next;
                    break;
                }
                let Some(level) = levels.pop() else { return };
                if level.indent {
                    self.indent(levels.len());
                }
                node = level.node;
                self.put(b"</");
                let name = self.forest.qualified_name(node);
                self.put(&name);
                self.put(b">");
            }
        }
    }
    fn has_text(&self, node: Node) -> bool {
        self.forest
            .children(node)
            .any(|child| matches!(self.forest.kind(child), Kind::Text | Kind::CData | Kind::EntityReference))
    }
    /// Prints a node, of an element with children only the start tag: then the result is true.
    fn open(&mut self, node: Node) -> bool {
        let forest = self.forest;
        match forest.kind(node) {
            Kind::Element => return self.start_tag(node),
            Kind::Text => {
                let value = forest.value(node);
                escape_text(&value, self.format.ascii, &mut self.to);
            }
            Kind::CData => self.cdata(node),
            Kind::Comment => {
                self.put(b"<!--");
                self.put(&forest.value(node));
                self.put(b"-->");
            }
            Kind::ProcessingInstruction => {
                self.put(b"<?");
                self.put(&forest.name(node));
                let data = forest.value(node);
                if !data.is_empty() {
                    self.put(b" ");
                    self.put(&data);
                }
                self.put(b"?>");
            }
            Kind::EntityReference => {
                self.put(b"&");
                self.put(&forest.name(node));
                self.put(b";");
            }
            Kind::DocumentType => self.doctype(node),
            Kind::Attribute => self.attribute(node),
            Kind::NamespaceDeclaration => self.declaration(forest.namespace(node)),
            Kind::Entity | Kind::Notation | Kind::ElementDeclaration | Kind::AttributeDeclaration => {
                self.put(&forest.value(node));
            }
            Kind::Document | Kind::HtmlDocument => {
                let text = document(forest, node, self.format, None);
                self.put(&text);
            }
            Kind::Fragment | Kind::Free => {}
        }
        false
    }
    /// `]]>` inside ends a section and begins another one.
    fn cdata(&mut self, node: Node) {
        let value = self.forest.value(node);
        self.put(b"<![CDATA[");
        let mut rest = value.as_bytes();
        while let Some(at) = rest.windows(3).position(|window| window == b"]]>") {
            self.put(&rest[..at + 2]);
            self.put(b"]]><![CDATA[");
            rest = &rest[at + 2..];
        }
        self.put(rest);
        self.put(b"]]>");
    }
    fn start_tag(&mut self, node: Node) -> bool {
        self.put(b"<");
        let name = self.forest.qualified_name(node);
        self.put(&name);
        for namespace in self.forest.declared_apart(node) {
            self.declaration(namespace);
        }
        for attribute in self.forest.attributes(node) {
            self.attribute(attribute);
        }
        if self.forest.first_child(node).is_some() {
            self.put(b">");
            return true;
        }
        if self.format.no_empty_tags {
            self.put(b"></");
            self.put(&name);
            self.put(b">");
        } else {
            self.put(b"/>");
        }
        false
    }
    fn declaration(&mut self, namespace: Namespace) {
        let prefix = self.forest.namespace_prefix(namespace);
        if prefix.as_ref().is_some_and(|prefix| prefix.as_bytes() == b"xml") {
            return;
        }
        self.put(b" xmlns");
        if let Some(prefix) = prefix.filter(|prefix| !prefix.is_empty()) {
            self.put(b":");
            self.put(&prefix);
        }
        self.put(b"=\"");
        let uri = self.forest.namespace_uri(namespace).unwrap_or_default();
        escape_attribute(&uri, self.format.ascii, &mut self.to);
        self.put(b"\"");
    }
    fn attribute(&mut self, node: Node) {
        self.put(b" ");
        let name = self.forest.qualified_name(node);
        self.put(&name);
        self.put(b"=\"");
        self.attribute_text(node);
        self.put(b"\"");
    }
    fn attribute_text(&mut self, node: Node) {
        if !self.forest.has_child_nodes_made(node) {
            let value = self.forest.value(node);
            return escape_attribute(&value, self.format.ascii, &mut self.to);
        }
        for child in self.forest.children(node) {
            if self.forest.kind(child) == Kind::EntityReference {
                self.put(b"&");
                self.put(&self.forest.name(child));
                self.put(b";");
            } else {
                escape_attribute(&self.forest.value(child), self.format.ascii, &mut self.to);
            }
        }
    }
    fn doctype(&mut self, node: Node) {
        self.put(b"<!DOCTYPE ");
        self.put(&self.forest.name(node));
        let external = self.forest.external(node);
        let (public, system) = (external.public_id.as_deref(), external.system_id.as_deref());
        match (public.map(|text| text.as_bytes()), system.map(|text| text.as_bytes())) {
            (Some(public), Some(system)) => crate::tree::identifier_text(Some(public), Some(system), &mut self.to),
            (Some(public), None) => crate::tree::identifier_text(Some(public), None, &mut self.to),
            (None, Some(system)) => crate::tree::identifier_text(None, Some(system), &mut self.to),
            (None, None) => {}
        }
        let has_own = self.forest.children(node).any(|child| !self.forest.is_external(child));
        if has_own {
            self.put(b" [\n");
            self.notations(node);
            self.subset(node);
            self.put(b"]");
        }
        self.put(b">");
    }
    fn notations(&mut self, node: Node) {
        let is_own = |&child: &Node| self.forest.kind(child) == Kind::Notation && !self.forest.is_external(child);
        let all: Vec<Node> = self.forest.children(node).filter(is_own).collect();
        for child in all {
            self.open(child);
        }
    }
    fn subset(&mut self, node: Node) {
        for child in self.forest.children(node) {
            if self.forest.is_external(child) || self.forest.kind(child) == Kind::Notation {
                continue;
            }
            self.open(child);
            if matches!(self.forest.kind(child), Kind::Comment | Kind::ProcessingInstruction) {
                self.put(b"\n");
            }
        }
    }
}

fn char_reference(c: u32, to: &mut Vec<u8>) {
    to.extend_from_slice(format!("&#x{c:X};").as_bytes());
}

fn escape(text: &[u8], ascii: bool, to: &mut Vec<u8>, special: impl Fn(u8) -> Option<&'static [u8]>) {
    let mut at = 0;
    while at < text.len() {
        let byte = text[at];
        if byte >= 0x80 && ascii {
            let (c, length) = crate::chars::decode(&text[at..]).unwrap_or((u32::from(byte), 1));
            char_reference(c, to);
            at += length;
            continue;
        }
        match special(byte) {
            Some(text) => to.extend_from_slice(text),
            None => to.push(byte),
        }
        at += 1;
    }
}

/// Text between tags.
pub fn escape_text(text: &[u8], ascii: bool, to: &mut Vec<u8>) {
    escape(text, ascii, to, |byte| {
        Some(match byte {
            b'<' => b"&lt;",
            b'>' => b"&gt;",
            b'&' => b"&amp;",
            b'\r' => b"&#13;",
            _ => return None,
        })
    });
}

/// Text between double quotes.
pub fn escape_attribute(text: &[u8], ascii: bool, to: &mut Vec<u8>) {
    escape(text, ascii, to, |byte| {
        Some(match byte {
            b'<' => b"&lt;",
            b'>' => b"&gt;",
            b'&' => b"&amp;",
            b'"' => b"&quot;",
            b'\n' => b"&#10;",
            b'\r' => b"&#13;",
            b'\t' => b"&#9;",
            _ => return None,
        })
    });
}
