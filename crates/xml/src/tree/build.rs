//! From a parser's events to a tree.

use super::{External, Forest, Kind, Namespace, Node, declaration, life::identifiers};
use crate::{
    error::Error,
    hash::Seeded,
    parser::{
        Attribute, AttributeType, Declaration, EntityKind, Event, Loader, Name, NamespaceDeclaration, Options, Parser, QName,
        Step,
    },
};
use phant_memory::Str;
use std::collections::HashMap;

/// How a tree is made.
#[derive(Clone, Default)]
pub struct TreeOptions {
    /// How to parse.
    pub parse: Options,
    /// White space between elements is no node.
    pub drop_blanks: bool,
    /// CDATA sections are text.
    pub merge_cdata: bool,
    /// References to entities in content are nodes; otherwise their text is.
    pub big_lines: bool,
}

/// Makes trees from events.
pub struct Builder<'f> {
    forest: &'f Forest,
    document: Node,
    current: Node,
    doctype: Node,
    in_external_subset: bool,
    text: Vec<u8>,
    text_line: u32,
    drop_blanks: bool,
    merge_cdata: bool,
    /// Names of the parser, by address.
    names: HashMap<*const u8, (Name, Str), Seeded>,
    /// Pairs of prefix and address, by their addresses.
    namespaces: HashMap<(*const u8, *const u8), Namespace, Seeded>,
    /// Attributes that are IDs: element and attribute, as written.
    ids: Vec<(Name, Name)>,
    /// `xml:space` of the open elements.
    preserve: Vec<bool>,
}

impl<'f> Builder<'f> {
    /// Puts what comes below a node of a document.
    pub fn new(forest: &'f Forest, document: Node, below: Node, options: &TreeOptions) -> Builder<'f> {
        Builder {
            forest,
            document,
            current: below,
            doctype: Node::NONE,
            in_external_subset: false,
            text: Vec::new(),
            text_line: 0,
            drop_blanks: options.drop_blanks,
            merge_cdata: options.merge_cdata,
            names: HashMap::default(),
            namespaces: HashMap::default(),
            ids: Vec::new(),
            preserve: Vec::new(),
        }
    }
    fn name(&mut self, name: &Name) -> Str {
        self.names.entry(name.as_ptr()).or_insert_with(|| (name.clone(), Str::new(&name[..]))).1.clone()
    }
    fn namespace(&mut self, name: &QName) -> Namespace {
        let Some(uri) = &name.uri else { return Namespace::NONE };
        // Their names are kept, so that no others come to have these addresses.
        self.name(uri);
        let prefix = name.prefix.as_ref().map_or(std::ptr::null(), |prefix| {
            self.name(prefix);
            prefix.as_ptr()
        });
        let forest = self.forest;
        *self.namespaces.entry((prefix, uri.as_ptr())).or_insert_with(|| forest.intern_namespace(name.prefix.as_deref(), uri))
    }
    /// The local name; what is before the colon too if it means nothing.
    fn local(&mut self, name: &QName) -> Str {
        match (&name.prefix, &name.uri) {
            (Some(prefix), None) => Str::new([&prefix[..], b":", &name.local].concat()),
            _ => self.name(&name.local),
        }
    }
    fn flush(&mut self, next: Option<&Event>) {
        if self.text.is_empty() {
            return;
        }
        let text = std::mem::take(&mut self.text);
        if self.drop_blanks && self.is_ignorable(&text, next) {
            return;
        }
        let last = self.forest.last_child(self.current);
        if last.is_some() && self.forest.kind(last) == Kind::Text {
            let value = Str::concat(&self.forest.value(last), &text);
            return self.forest.set_value(last, value);
        }
        self.add(Kind::Text, Str::from(""), Str::new(&text), self.text_line);
    }
    fn is_ignorable(&self, text: &[u8], next: Option<&Event>) -> bool {
        if !text.iter().all(|&byte| crate::chars::is_blank(byte)) || self.preserve.last() == Some(&true) {
            return false;
        }
        let last = self.forest.last_child(self.current);
        let first = self.forest.first_child(self.current);
        let is_text = |node: Node| node.is_some() && self.forest.kind(node) == Kind::Text;
        match next {
            Some(Event::EndElement(_)) if last.is_none() => false,
            Some(Event::EntityReference { .. }) | None => false,
            _ => !is_text(last) && !is_text(first),
        }
    }
    fn add(&mut self, kind: Kind, name: Str, value: Str, line: u32) -> Node {
        let node = self.forest.create(kind, self.document, name, value);
        self.forest.set_line(node, line);
        self.forest.append_quietly(self.current, node);
        node
    }
    /// Takes an event, found in a line.
    pub fn event(&mut self, event: Event, line: u32) {
        if let Event::Text(text) = event {
            if self.text.is_empty() {
                self.text_line = line;
                self.text = text;
            } else {
                self.text.extend_from_slice(&text);
            }
            return;
        }
        if let Event::CData(text) = &event
            && self.merge_cdata
        {
            self.text_line = line;
            return self.text.extend_from_slice(text);
        }
        self.flush(Some(&event));
        match event {
            Event::StartDocument { version, encoding, standalone } => {
                let Some(data) = self.forest.document_data(self.document) else { return };
                data.version.replace(Some(Str::new(&version)));
                data.encoding.replace(encoding.map(|name| Str::new(&name)));
                data.standalone.set(i32::from(standalone));
            }
            Event::StartElement { name, namespaces, attributes, .. } => {
                self.start_element(&name, &namespaces, &attributes, line);
            }
            Event::EndElement(_) => {
                self.current = self.forest.parent(self.current);
                self.preserve.pop();
            }
            Event::CData(text) => {
                self.add(Kind::CData, Str::from(""), Str::new(&text), line);
            }
            Event::Comment(text) => {
                if !self.in_external_subset {
                    self.add(Kind::Comment, Str::from(""), Str::new(&text), line);
                }
            }
            Event::ProcessingInstruction { target, data } => {
                if !self.in_external_subset {
                    let target = self.name(&target);
                    self.add(Kind::ProcessingInstruction, target, Str::new(data.unwrap_or_default()), line);
                }
            }
            Event::EntityReference { name, .. } => {
                let name = self.name(&name);
                self.add(Kind::EntityReference, name, Str::from(""), line);
            }
            Event::StartDoctype { name, public_id, system_id, .. } => {
                let name = self.name(&name);
                self.doctype = self.add(Kind::DocumentType, name, Str::from(""), line);
                self.forest.set_identifiers(self.doctype, identifiers(public_id.as_deref(), system_id.as_deref()));
                self.current = self.doctype;
            }
            Event::StartExternalSubset => self.in_external_subset = true,
            Event::EndDoctype => {
                self.in_external_subset = false;
                self.current = self.document;
            }
            Event::Declaration(declared) => self.declaration(&declared),
            Event::Text(_) | Event::StartEntity(_) | Event::EndEntity(_) | Event::EndDocument => {}
        }
    }
    fn declaration(&mut self, declared: &Declaration) {
        let text = declaration::text(declared);
        let (kind, name, external) = match declared {
            Declaration::Element { name, .. } => (Kind::ElementDeclaration, name, None),
            Declaration::Attribute { element, name, kind, .. } => {
                if *kind == AttributeType::Id {
                    self.ids.push((element.clone(), name.clone()));
                }
                (Kind::AttributeDeclaration, name, None)
            }
            Declaration::Entity(entity) => {
                let external = External {
                    notation: entity.notation.as_ref().map(|name| Str::new(&name[..])),
                    content: entity.content.as_ref().map(Str::new),
                    original: entity.original.as_ref().map(Str::new),
                    is_parameter: matches!(entity.kind, EntityKind::InternalParameter | EntityKind::ExternalParameter),
                    ..identifiers(entity.public_id.as_deref(), entity.system_id.as_deref())
                };
                (Kind::Entity, &entity.name, Some(external))
            }
            Declaration::Notation { name, public_id, system_id } => {
                (Kind::Notation, name, Some(identifiers(public_id.as_deref(), system_id.as_deref())))
            }
        };
        let name = self.name(name);
        let node = self.add(kind, name, Str::new(&text), 0);
        if let Some(external) = external {
            self.forest.set_identifiers(node, external);
        }
        if self.in_external_subset {
            self.forest.set_external(node);
        }
    }
    fn start_element(&mut self, name: &QName, namespaces: &[NamespaceDeclaration], attributes: &[Attribute], line: u32) {
        let (local, namespace) = (self.local(name), self.namespace(name));
        let element = self.add(Kind::Element, local, Str::from(""), line);
        self.forest.set_namespace(element, namespace);
        for declared in namespaces {
            let namespace = self.forest.intern_namespace(declared.prefix.as_deref(), &declared.uri);
            self.forest.declare(element, namespace);
        }
        let mut preserve = self.preserve.last().copied().unwrap_or(false);
        let mut last = Node::NONE;
        for attribute in attributes {
            let (local, namespace) = (self.local(&attribute.name), self.namespace(&attribute.name));
            let is_xml = attribute.name.prefix.as_deref() == Some(b"xml");
            if is_xml && &attribute.name.local[..] == b"space" {
                preserve = attribute.value == b"preserve";
            }
            let node = self.forest.create(Kind::Attribute, self.document, local, Str::new(&attribute.value));
            self.forest.set_namespace(node, namespace);
            self.forest.set_line(node, line);
            self.forest.hang_attribute(element, node, last);
            last = node;
            if let Some(text) = &attribute.unexpanded {
                self.forest.set_reference_text(node, text, false);
            }
            let is_id = is_xml && &attribute.name.local[..] == b"id"
                || self
                    .ids
                    .iter()
                    .any(|(of, id)| self.forest.has_qualified_name(element, of) && self.forest.has_qualified_name(node, id));
            if is_id {
                self.forest.set_id(node, true);
            }
        }
        self.preserve.push(preserve);
        self.current = element;
    }
    /// Nothing more comes.
    pub fn finish(&mut self) {
        self.flush(None);
        self.forest.changed(self.document);
    }
}

/// What became of parsing.
pub struct Parsed {
    /// No fatal error.
    pub well_formed: bool,
    /// No other error either.
    pub clean: bool,
}

/// Parses a whole text below a node. `report` gets errors as they are found.
pub fn parse(
    forest: &Forest,
    (document, below): (Node, Node),
    text: &[u8],
    options: &TreeOptions,
    loader: &mut dyn Loader,
    entities: Vec<std::rc::Rc<crate::parser::Entity>>,
    report: &mut dyn FnMut(Error),
) -> Parsed {
    let mut parser = Parser::new(options.parse.clone());
    entities.into_iter().for_each(|entity| parser.declare_entity(entity));
    let mut builder = Builder::new(forest, document, below, options);
    let mut clean = true;
    parser.feed(text);
    parser.finish();
    loop {
        let step = parser.next(loader);
        for error in parser.take_errors() {
            clean = false;
            report(error);
        }
        match step {
            Step::Event(event) => {
                let line = parser.position().line;
                let line = if options.big_lines { line } else { line.min(65535) };
                builder.event(event, line);
            }
            Step::NeedMore | Step::End => break,
        }
    }
    builder.finish();
    Parsed { well_formed: parser.is_well_formed(), clean }
}
