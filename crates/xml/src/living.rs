//! Trees of the living DOM as XML, by the specification "DOM Parsing and Serialization": declarations of namespaces are
//! written where they are needed, whatever attributes say.

use crate::{
    chars::{self, XML_NAMESPACE, XMLNS_NAMESPACE},
    html5, serialize,
    tree::{Forest, HTML_NAMESPACE, Kind, Node},
};
use phant_memory::Str;

/// What is printed would not be well-formed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotWellFormed;

/// How trees are printed.
#[derive(Clone, Copy, Default)]
pub struct Options {
    /// Refuse what would not be well-formed.
    pub well_formed: bool,
    /// Break lines and indent.
    pub indent: bool,
    /// `<a></a>` for empty elements.
    pub no_empty_tags: bool,
}

/// A document, with its declaration unless that is left out.
pub fn document(forest: &Forest, document: Node, options: Options, declaration: Option<&[u8]>) -> Result<Vec<u8>, NotWellFormed> {
    let mut writer = Writer::new(forest, options);
    if let Some(encoding) = declaration {
        let data = forest.document_data(document);
        writer.put(b"<?xml version=\"");
        let version = data.as_ref().and_then(|data| data.version.borrow().clone());
        writer.put(version.as_ref().map_or(b"1.0", |version| version.as_bytes()));
        writer.put(b"\" encoding=\"");
        writer.put(encoding);
        writer.put(match data.map(|data| data.standalone.get()) {
            Some(0) => b"\" standalone=\"no\"?>\n",
            Some(1) => b"\" standalone=\"yes\"?>\n",
            _ => b"\"?>\n",
        });
    }
    for child in forest.children(document) {
        writer.tree(child)?;
    }
    Ok(writer.to)
}

/// A node and what is in it.
pub fn node(forest: &Forest, node: Node, options: Options) -> Result<Vec<u8>, NotWellFormed> {
    let mut writer = Writer::new(forest, options);
    match forest.kind(node) {
        Kind::Fragment => {
            for child in forest.children(node) {
                writer.tree(child)?;
            }
        }
        _ => writer.tree(node)?,
    }
    Ok(writer.to)
}

/// What is in a node.
pub fn inner(forest: &Forest, node: Node, options: Options) -> Result<Vec<u8>, NotWellFormed> {
    let mut writer = Writer::new(forest, options);
    let template = forest.template(node);
    for child in forest.children(if template.is_some() { template } else { node }) {
        writer.tree(child)?;
    }
    Ok(writer.to)
}

/// An element that is being printed.
struct Frame {
    node: Node,
    name: Vec<u8>,
    /// What was declared outside.
    declared: usize,
    /// The default namespace outside.
    outside: Str,
    indent: bool,
}

struct Writer<'f> {
    forest: &'f Forest,
    options: Options,
    to: Vec<u8>,
    /// Address and prefix of what is declared, the innermost last.
    declared: Vec<(Str, Str)>,
    /// The default namespace.
    inherited: Str,
    generated: usize,
}

/// What an element's start tag is made with.
struct Start {
    /// The prefixes that the element declares.
    local: Vec<(Str, Str)>,
    ignores_default: bool,
    name: Vec<u8>,
}

impl<'f> Writer<'f> {
    fn new(forest: &'f Forest, options: Options) -> Writer<'f> {
        Writer { forest, options, to: Vec::new(), declared: Vec::new(), inherited: Str::from(""), generated: 1 }
    }
    fn put(&mut self, text: &[u8]) {
        self.to.extend_from_slice(text);
    }
    fn require(&self, fits: bool) -> Result<(), NotWellFormed> {
        if self.options.well_formed && !fits { Err(NotWellFormed) } else { Ok(()) }
    }
    fn require_characters(&self, text: &[u8]) -> Result<(), NotWellFormed> {
        let bad = |byte: &u8| *byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r') && *byte != 0;
        self.require(!text.iter().any(bad) && !text.windows(3).any(|w| w == [0xEF, 0xBF, 0xBE] || w == [0xEF, 0xBF, 0xBF]))
    }
    fn tree(&mut self, top: Node) -> Result<(), NotWellFormed> {
        let mut frames: Vec<Frame> = Vec::new();
        let mut node = top;
        loop {
            if frames.last().is_some_and(|frame| frame.indent) {
                self.put(b"\n");
                self.indent(frames.len());
            }
            if self.forest.kind(node) == Kind::Element {
                if let Some(frame) = self.start(node, frames.last())? {
                    let template = self.forest.template(node);
                    let inside = self.forest.first_child(if template.is_some() { template } else { node });
                    frames.push(frame);
                    if inside.is_some() {
                        node = inside;
                        continue;
                    }
                    self.end(&mut frames);
                }
            } else {
                self.leaf(node)?;
            }
            loop {
                let Some(frame) = frames.last() else { return Ok(()) };
                let next = self.forest.next(node);
                if next.is_some() {
                    node = next;
                    break;
                }
                node = frame.node;
                if frame.indent {
                    self.put(b"\n");
                    self.indent(frames.len() - 1);
                }
                self.end(&mut frames);
            }
        }
    }
    fn indent(&mut self, depth: usize) {
        (0..depth.min(30)).for_each(|_| self.put(b"  "));
    }
    fn end(&mut self, frames: &mut Vec<Frame>) {
        let Some(frame) = frames.pop() else { return };
        self.put(b"</");
        self.put(&frame.name);
        self.put(b">");
        self.declared.truncate(frame.declared);
        self.inherited = frame.outside;
    }

    /// The prefix to write an address with: the wanted one if it means that, or the last that does.
    fn preferred(&self, uri: &Str, wanted: Option<&Str>, local: &[(Str, Str)]) -> Option<Str> {
        let mut last = None;
        for (known, prefix) in &self.declared {
            let is_hidden = local.iter().any(|(name, meant)| name == prefix && meant != uri);
            if known == uri && !is_hidden {
                if Some(prefix) == wanted {
                    return Some(prefix.clone());
                }
                last = Some(prefix.clone());
            }
        }
        last
    }
    fn is_declared(&self, uri: &Str, prefix: &Str) -> bool {
        self.declared.iter().any(|(known, name)| known == uri && name == prefix)
    }
    fn generate(&mut self) -> Str {
        let prefix = Str::new(format!("ns{}", self.generated));
        self.generated += 1;
        prefix
    }
    fn prefix(&self, node: Node) -> Option<Str> {
        self.forest.prefix(node).filter(|prefix| !prefix.is_empty())
    }
    /// What the attributes of an element declare: the default namespace; prefixes are noted.
    fn record(&mut self, node: Node, local: &mut Vec<(Str, Str)>) -> Option<Str> {
        let mut default = None;
        for attribute in self.forest.declaring_attributes(node).collect::<Vec<_>>() {
            let uri = self.forest.value(attribute);
            if self.prefix(attribute).is_none() {
                default = Some(uri);
                continue;
            }
            let prefix = self.forest.name(attribute);
            if uri.as_bytes() == XML_NAMESPACE || self.is_declared(&uri, &prefix) {
                continue;
            }
            self.declared.push((uri.clone(), prefix.clone()));
            local.push((prefix, uri));
        }
        default
    }
    /// A start tag; none if the element has no end tag.
    fn start(&mut self, node: Node, outer: Option<&Frame>) -> Result<Option<Frame>, NotWellFormed> {
        let forest = self.forest;
        let local_name = forest.name(node);
        self.require(chars::is_ncname(&local_name))?;
        self.put(b"<");
        let (declared, outside) = (self.declared.len(), self.inherited.clone());
        let mut start = Start { local: Vec::new(), ignores_default: false, name: Vec::new() };
        let default = self.record(node, &mut start.local);
        self.element_name(node, &local_name, default, &mut start)?;
        let Start { local, ignores_default, name } = start;
        self.attributes(node, local, ignores_default)?;
        let is_html = forest.is_in(node, HTML_NAMESPACE);
        let template = forest.template(node);
        let is_empty = forest.first_child(node).is_none() && (template.is_none() || forest.first_child(template).is_none());
        let is_short = is_empty && (!is_html || html5::is_void(&local_name)) && !self.options.no_empty_tags;
        if is_short {
            self.put(if is_html { b" />" } else { b"/>" });
            self.declared.truncate(declared);
            self.inherited = outside;
            return Ok(None);
        }
        self.put(b">");
        let may_indent = outer.map_or(self.options.indent, |frame| frame.indent);
        let has_text =
            || forest.children(node).any(|child| matches!(forest.kind(child), Kind::Text | Kind::CData | Kind::EntityReference));
        let indent = may_indent && !is_empty && template.is_none() && !has_text();
        Ok(Some(Frame { node, name, declared, outside, indent }))
    }
    fn element_name(&mut self, node: Node, local: &Str, default: Option<Str>, start: &mut Start) -> Result<(), NotWellFormed> {
        let uri = self.forest.uri(node).unwrap_or_default();
        let join = |prefix: &[u8]| [prefix, b":", local.as_bytes()].concat();
        if self.inherited == uri {
            start.ignores_default = default.is_some_and(|default| default != uri);
            start.name = if uri.as_bytes() == XML_NAMESPACE { join(b"xml") } else { local.as_bytes().to_vec() };
            let name = start.name.clone();
            self.put(&name);
            return Ok(());
        }
        let prefix = self.prefix(node);
        let mut candidate = self.preferred(&uri, prefix.as_ref(), &[]);
        if uri.as_bytes() == XML_NAMESPACE {
            candidate = Some(Str::from("xml"));
        }
        if prefix.as_ref().is_some_and(|prefix| prefix.as_bytes() == b"xmlns") {
            self.require(false)?;
            candidate = prefix.clone();
        }
        if let Some(candidate) = candidate {
            start.name = join(&candidate);
            if let Some(default) = default.filter(|default| default.as_bytes() != XML_NAMESPACE) {
                self.inherited = default;
            }
            let name = start.name.clone();
            self.put(&name);
        } else if let Some(mut prefix) = prefix {
            if start.local.iter().any(|(known, _)| *known == prefix) {
                prefix = self.generate();
            }
            self.declared.push((uri.clone(), prefix.clone()));
            start.local.push((prefix.clone(), uri.clone()));
            start.name = join(&prefix);
            let name = start.name.clone();
            self.put(&name);
            self.declaration(Some(&prefix), &uri);
            if let Some(default) = default {
                self.inherited = default;
            }
        } else {
            start.name = local.as_bytes().to_vec();
            self.put(local);
            if default.as_ref() != Some(&uri) {
                start.ignores_default = true;
                self.declaration(None, &uri);
            }
            self.inherited = uri;
        }
        Ok(())
    }
    fn declaration(&mut self, prefix: Option<&Str>, uri: &Str) {
        self.put(b" xmlns");
        if let Some(prefix) = prefix {
            self.put(b":");
            self.put(prefix);
        }
        self.put(b"=\"");
        serialize::escape_attribute(uri, false, &mut self.to);
        self.put(b"\"");
    }
    fn attributes(&mut self, node: Node, mut local: Vec<(Str, Str)>, ignores_default: bool) -> Result<(), NotWellFormed> {
        let forest = self.forest;
        let all: Vec<Node> = forest.attributes(node).collect();
        for (at, &attribute) in all.iter().enumerate() {
            let name = forest.name(attribute);
            let uri = forest.uri(attribute);
            if self.options.well_formed {
                let is_same = |&other: &Node| forest.name(other) == name && forest.uri(other) == uri;
                self.require(!all[..at].iter().any(is_same))?;
            }
            let own = self.prefix(attribute);
            let mut prefix = None;
            match &uri {
                Some(uri) if uri.as_bytes() == XMLNS_NAMESPACE => {
                    let value = forest.value(attribute);
                    if value.as_bytes() == XML_NAMESPACE || own.is_none() && ignores_default {
                        continue;
                    }
                    if own.is_some() {
                        let is_own = local.iter().any(|(known, meant)| *known == name && *meant == value);
                        if !is_own && self.is_declared(&value, &name) {
                            continue;
                        }
                        self.require(!value.is_empty())?;
                        prefix = Some(Str::from("xmlns"));
                    }
                    self.require(value.as_bytes() != XMLNS_NAMESPACE)?;
                }
                Some(uri) if uri.as_bytes() == XML_NAMESPACE => prefix = Some(Str::from("xml")),
                Some(uri) => {
                    let mut chosen = self.preferred(uri, own.as_ref(), &local);
                    if chosen.is_none() {
                        let is_free = |prefix: &Str| !local.iter().any(|(known, _)| known == prefix);
                        let fresh = match own.filter(is_free) {
                            Some(prefix) => prefix,
                            None => self.generate(),
                        };
                        self.declared.push((uri.clone(), fresh.clone()));
                        local.push((fresh.clone(), uri.clone()));
                        self.declaration(Some(&fresh), uri);
                        chosen = Some(fresh);
                    }
                    prefix = chosen;
                }
                None => {}
            }
            let is_name = chars::is_ncname(&name) && !(uri.is_none() && name.as_bytes() == b"xmlns");
            self.require(is_name)?;
            self.put(b" ");
            if let Some(prefix) = prefix {
                self.put(&prefix);
                self.put(b":");
            }
            self.put(&name);
            self.put(b"=\"");
            self.attribute_value(attribute)?;
            self.put(b"\"");
        }
        Ok(())
    }
    fn attribute_value(&mut self, attribute: Node) -> Result<(), NotWellFormed> {
        if !self.forest.has_child_nodes_made(attribute) {
            let value = self.forest.value(attribute);
            self.require_characters(&value)?;
            serialize::escape_attribute(&value, false, &mut self.to);
            return Ok(());
        }
        for child in self.forest.children(attribute) {
            if self.forest.kind(child) == Kind::EntityReference {
                self.leaf(child)?;
            } else {
                serialize::escape_attribute(&self.forest.value(child), false, &mut self.to);
            }
        }
        Ok(())
    }
    fn leaf(&mut self, node: Node) -> Result<(), NotWellFormed> {
        let forest = self.forest;
        let value = forest.value(node);
        match forest.kind(node) {
            Kind::Text => {
                self.require_characters(&value)?;
                serialize::escape_text(&value, false, &mut self.to);
            }
            Kind::CData => {
                self.put(b"<![CDATA[");
                self.put(&value);
                self.put(b"]]>");
            }
            Kind::Comment => {
                self.require_characters(&value)?;
                self.require(!value.windows(2).any(|window| window == b"--") && !value.ends_with(b"-"))?;
                self.put(b"<!--");
                let value: Vec<u8> = value.split(|&byte| byte == 0).next().unwrap_or_default().to_vec();
                self.put(&value);
                self.put(b"-->");
            }
            Kind::ProcessingInstruction => {
                let target = forest.name(node);
                self.require(!target.contains(&b':') && !target.eq_ignore_ascii_case(b"xml"))?;
                self.require_characters(&value)?;
                self.require(!value.windows(2).any(|window| window == b"?>"))?;
                self.put(b"<?");
                self.put(&target);
                self.put(b" ");
                self.put(&value);
                self.put(b"?>");
            }
            Kind::DocumentType => self.doctype(node),
            Kind::Attribute => {
                let name = forest.qualified_name(node);
                self.put(&name);
                self.put(b"=\"");
                self.attribute_value(node)?;
                self.put(b"\"");
            }
            _ => {
                let text = serialize::node(forest, node, serialize::Format::default());
                self.put(&text);
            }
        }
        Ok(())
    }
    fn doctype(&mut self, node: Node) {
        let forest = self.forest;
        let external = forest.external(node);
        let (public, system) = (external.public_id, external.system_id);
        self.put(b"<!DOCTYPE ");
        self.put(&forest.name(node));
        match (public, system) {
            (Some(public), system) => {
                self.put(b" PUBLIC \"");
                self.put(&public);
                self.put(b"\" \"");
                self.put(&system.unwrap_or_default());
                self.put(b"\"");
            }
            (None, Some(system)) => {
                self.put(b" SYSTEM \"");
                self.put(&system);
                self.put(b"\"");
            }
            (None, None) => {}
        }
        let subset = [serialize::notations(forest, node), serialize::internal_subset(forest, node)].concat();
        if !subset.is_empty() {
            self.put(b" [\n");
            self.put(&subset);
            self.put(b"]");
        }
        self.put(b">\n");
    }
}
