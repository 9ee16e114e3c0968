//! Validating a document by a schema.

use super::{
    Complex, Content, Kind, Name, Schema, TypeId,
    content::{self, Matched, shown},
    keys::Keys,
    simple,
};
use crate::{
    chars,
    error::{Domain, Error, Level},
    tree::{Forest, Kind as NodeKind, Node},
};

const XSI: &[u8] = b"http://www.w3.org/2001/XMLSchema-instance";

/// What a document is validated with.
pub(super) struct Validator<'a> {
    pub(super) forest: &'a Forest,
    pub(super) schema: &'a Schema,
    pub(super) keys: Keys,
    file: Option<Vec<u8>>,
    report: &'a mut dyn FnMut(Error),
    valid: bool,
    /// Put attributes that have a default where they are missing.
    add_defaults: bool,
}

/// What is known of an element that is still to be looked at.
struct Todo {
    node: Node,
    kind: TypeId,
    element: Option<usize>,
    /// What is wrong with it, where that is known already; nothing else is looked at then.
    wrong: Option<String>,
    /// It has ended, and is the scope of identity constraints; what they are to be told.
    ended: Option<usize>,
}

/// Whether a document is valid; `report` is told what is not.
pub fn validate(
    forest: &Forest,
    schema: &Schema,
    document: Node,
    file: Option<Vec<u8>>,
    add_defaults: bool,
    report: &mut dyn FnMut(Error),
) -> bool {
    let mut validator = Validator { forest, schema, keys: Keys::default(), file, report, valid: true, add_defaults };
    let root = forest.root(document);
    if root.is_none() {
        validator.error(document, 1845, "The document has no document element.".to_owned());
        return false;
    }
    let mut todo = Vec::new();
    match schema.globals.get(&validator.name(root)) {
        Some(&element) => {
            todo.push(Todo { node: root, kind: schema.elements[element].kind, element: Some(element), wrong: None, ended: None })
        }
        None => {
            let text = "No matching global declaration available for the validation root.";
            validator.element_error(root, 1845, text);
        }
    }
    // In document order, without recursion: children are put on top in reverse.
    while let Some(next) = todo.pop() {
        if phant_interrupt::is_urgent() {
            return false;
        }
        if let (Some(tables), Some(element)) = (next.ended, next.element) {
            validator.end_of_scope(next.node, element, tables);
            continue;
        }
        let mut found = validator.element(&next);
        found.reverse();
        todo.append(&mut found);
    }
    validator.valid
}

impl Validator<'_> {
    fn error(&mut self, node: Node, code: i32, message: String) {
        self.valid = false;
        let line = self.forest.line(node);
        let error = Error {
            domain: Domain::SchemasValid,
            code,
            level: Level::Error,
            message: format!("{message}\n").into_bytes(),
            file: self.file.clone(),
            line,
            column: 0,
            in_entity: false,
        };
        (self.report)(error);
    }
    pub(super) fn name(&self, node: Node) -> Name {
        let uri = self.forest.uri(node).map(|uri| uri.as_bytes().to_vec()).unwrap_or_default();
        (uri, self.forest.name(node).as_bytes().to_vec())
    }
    pub(super) fn element_error(&mut self, node: Node, code: i32, text: &str) {
        let name = shown(&self.name(node));
        self.error(node, code, format!("Element '{name}': {text}"));
    }
    pub(super) fn attribute_error(&mut self, node: Node, attribute: Node, code: i32, text: &str) {
        let (name, attribute) = (shown(&self.name(node)), shown(&self.name(attribute)));
        self.error(node, code, format!("Element '{name}', attribute '{attribute}': {text}"));
    }
    /// An attribute of the schema instance namespace.
    fn instance(&self, node: Node, name: &[u8]) -> Option<Vec<u8>> {
        let attribute = self.forest.attribute(node, name, Some(XSI)).some()?;
        Some(self.forest.value(attribute).trim_ascii().to_vec())
    }
    /// Looks at an element; its children are still to be looked at.
    fn element(&mut self, todo: &Todo) -> Vec<Todo> {
        let schema = self.schema;
        let (node, mut kind) = (todo.node, todo.kind);
        if let Some(wrong) = &todo.wrong {
            self.element_error(node, 1871, wrong);
            return Vec::new();
        }
        if let Some(name) = self.instance(node, b"type") {
            match self.instance_type(node, &name, kind) {
                Some(found) => kind = found,
                None => return Vec::new(),
            }
        }
        let declared = todo.element.map(|number| &schema.elements[number]);
        if self.is_nil(node) && declared.is_some_and(|element| !element.nillable) {
            self.element_error(node, 1872, "The element is not 'nillable'.");
        }
        let is_scope = declared.is_some_and(|element| !element.identities.is_empty());
        let tables = self.keys.element(node, kind, is_scope);
        let mut todos = self.element_of_type(node, kind, declared.and_then(|element| element.fixed.as_deref()));
        if is_scope {
            todos.push(Todo { node, kind, element: todo.element, wrong: None, ended: Some(tables) });
        }
        todos
    }
    pub(super) fn is_nil(&self, node: Node) -> bool {
        matches!(self.instance(node, b"nil").as_deref(), Some(b"true" | b"1"))
    }
    fn element_of_type(&mut self, node: Node, kind: TypeId, fixed: Option<&[u8]>) -> Vec<Todo> {
        let schema = self.schema;
        let is_nil = self.is_nil(node);
        match &schema.types[kind].kind {
            Kind::Pending => Vec::new(),
            Kind::Simple(_) => {
                for attribute in self.forest.attributes(node).collect::<Vec<_>>() {
                    if self.name(attribute).0 != XSI && !self.forest.is_declaration(attribute) {
                        let name = shown(&self.name(attribute));
                        let text = format!("The attribute '{name}' is not allowed.");
                        self.attribute_error(node, attribute, 1866, &text);
                    }
                }
                if !is_nil {
                    self.simple_content(node, kind, fixed);
                }
                Vec::new()
            }
            Kind::Complex(complex) => {
                if complex.is_abstract {
                    self.element_error(node, 1876, "The type definition is abstract.");
                    return Vec::new();
                }
                self.attributes(node, complex);
                if is_nil {
                    return Vec::new();
                }
                self.content(node, complex, fixed)
            }
        }
    }
    fn instance_type(&mut self, node: Node, name: &[u8], declared: TypeId) -> Option<TypeId> {
        let (prefix, local) = match name.iter().position(|&byte| byte == b':') {
            Some(colon) => (Some(&name[..colon]), &name[colon + 1..]),
            None => (None, name),
        };
        let uri = self.forest.namespace_uri(self.forest.lookup_prefix(node, prefix));
        let key = (uri.map(|uri| uri.as_bytes().to_vec()).unwrap_or_default(), local.to_vec());
        let text = String::from_utf8_lossy(name).into_owned();
        let Some(&found) = self.schema.named_types.get(&key) else {
            let message = format!("The QName value '{text}' of the attribute 'xsi:type' does not resolve to a type definition.");
            self.element_error(node, 1877, &message);
            return None;
        };
        let mut at = Some(found);
        while let Some(id) = at {
            if id == declared || self.schema.types[declared].name.as_deref() == Some("xs:anyType") {
                return Some(found);
            }
            at = match &self.schema.types[id].kind {
                Kind::Complex(complex) => complex.base,
                Kind::Simple(simple) => simple.base,
                Kind::Pending => None,
            };
        }
        let message = format!("The type definition '{text}', specified by xsi:type, is blocked or not validly derived.");
        self.element_error(node, 1878, &message);
        None
    }

    /// Statements about a text that is none of a type's.
    fn value_errors(&mut self, wrong: &simple::Wrong, kind: TypeId, value: &[u8], say: &mut dyn FnMut(&mut Self, i32, &str)) {
        if let Some(facet) = &wrong.facet {
            return say(self, wrong.code, facet);
        }
        let value = String::from_utf8_lossy(value);
        let schema = self.schema;
        let variety = match &schema.types[kind].kind {
            Kind::Simple(simple::Simple { variety: simple::Variety::List(_), .. }) => "list",
            Kind::Simple(simple::Simple { variety: simple::Variety::Union(_), .. }) => "union",
            _ => "atomic",
        };
        let code = match variety {
            "list" => 1825,
            "union" => 1826,
            _ => 1824,
        };
        let text = match &schema.types[kind].name {
            Some(name) => format!("'{value}' is not a valid value of the {variety} type '{name}'."),
            None => format!("'{value}' is not a valid value of the local {variety} type."),
        };
        say(self, code, &text);
    }
    fn simple_content(&mut self, node: Node, kind: TypeId, fixed: Option<&[u8]>) {
        if self.forest.children(node).any(|child| self.forest.is_element(child)) {
            let text = "Element content is not allowed, because the type definition is simple.";
            return self.element_error(node, 1828, text);
        }
        let value = self.forest.text(node).as_bytes().to_vec();
        if let Err(wrong) = simple::check(self.schema, kind, &value) {
            self.value_errors(&wrong, kind, &value, &mut |me, code, text| me.element_error(node, code, text));
        } else if let Some(fixed) = fixed
            && !value.is_empty()
            && value.trim_ascii() != fixed
        {
            let (shown, fixed) = (String::from_utf8_lossy(&value), String::from_utf8_lossy(fixed));
            let text = format!("The actual value '{shown}' does not match the fixed value constraint '{fixed}'.");
            self.element_error(node, 1858, &text);
        }
    }
    fn attributes(&mut self, node: Node, complex: &Complex) {
        for attribute in self.forest.attributes(node).collect::<Vec<_>>() {
            let name = self.name(attribute);
            if self.forest.is_declaration(attribute) {
                continue;
            }
            if name.0 == XSI && matches!(&name.1[..], b"type" | b"nil" | b"schemaLocation" | b"noNamespaceSchemaLocation") {
                continue;
            }
            let declared = complex.attributes.iter().find(|declared| declared.name == name && !declared.prohibited);
            let value = self.forest.value(attribute).as_bytes().to_vec();
            let Some(declared) = declared else {
                let taken = complex.wildcard.as_ref().filter(|wildcard| wildcard.takes(&name.0));
                match taken.map(|wildcard| (wildcard.strictness, self.schema.global_attributes.get(&name))) {
                    Some((0, _)) | Some((1, None)) => {}
                    Some((_, Some(global))) => self.attribute_value(node, attribute, global.kind, &value),
                    Some((_, None)) => {
                        let text = "No matching global attribute declaration available, but demanded by the strict wildcard.";
                        self.attribute_error(node, attribute, 1862, text);
                    }
                    None => {
                        let text = format!("The attribute '{}' is not allowed.", shown(&name));
                        self.attribute_error(node, attribute, 1866, &text);
                    }
                }
                continue;
            };
            self.attribute_value(node, attribute, declared.kind, &value);
            if let Some(fixed) = &declared.fixed
                && value.trim_ascii() != &fixed[..]
            {
                let (value, fixed) = (String::from_utf8_lossy(&value), String::from_utf8_lossy(fixed));
                let text = format!("The value '{value}' does not match the fixed value constraint '{fixed}'.");
                self.attribute_error(node, attribute, 1865, &text);
            }
        }
        for declared in &complex.attributes {
            let uri = (!declared.name.0.is_empty()).then_some(&declared.name.0[..]);
            if declared.prohibited || self.forest.attribute(node, &declared.name.1, uri).is_some() {
                continue;
            }
            if declared.required {
                let text = format!("The attribute '{}' is required but missing.", shown(&declared.name));
                self.element_error(node, 1868, &text);
            } else if self.add_defaults
                && let Some(value) = declared.default.as_ref().or(declared.fixed.as_ref())
                && uri.is_none()
            {
                let text = phant_memory::Str::new(value);
                let name = phant_memory::Str::new(&declared.name.1);
                let new = self.forest.create(NodeKind::Attribute, self.forest.document(node), name, text);
                self.forest.append_attribute(node, new);
            }
        }
    }
    fn attribute_value(&mut self, node: Node, attribute: Node, kind: TypeId, value: &[u8]) {
        if let Err(wrong) = simple::check(self.schema, kind, value) {
            self.value_errors(&wrong, kind, value, &mut |me, code, text| me.attribute_error(node, attribute, code, text));
        }
    }
    fn content(&mut self, node: Node, complex: &Complex, fixed: Option<&[u8]>) -> Vec<Todo> {
        let children: Vec<Node> = self.forest.children(node).filter(|&child| self.forest.is_element(child)).collect();
        let has_text = self.forest.children(node).any(|child| {
            let is_text = matches!(self.forest.kind(child), NodeKind::Text | NodeKind::CData);
            is_text && self.forest.value(child).iter().any(|&byte| !chars::is_blank(byte))
        });
        let (particle, mixed) = match &complex.content {
            Content::Simple(kind) => {
                self.simple_content(node, *kind, fixed);
                return Vec::new();
            }
            Content::Empty => {
                if has_text {
                    let text = "Character content is not allowed, because the content type is empty.";
                    self.element_error(node, 1841, text);
                }
                if !children.is_empty() {
                    let text = "Element content is not allowed, because the content type is empty.";
                    self.element_error(node, 1841, text);
                }
                return Vec::new();
            }
            Content::Elements { particle, mixed } => (particle, *mixed),
        };
        if has_text && !mixed {
            let text = "Character content other than whitespace is not allowed because the content type is 'element-only'.";
            self.element_error(node, 1843, text);
        }
        let names: Vec<Name> = children.iter().map(|&child| self.name(child)).collect();
        let matched = match particle {
            Some(particle) => content::matches(self.schema, particle, &names),
            None if children.is_empty() => Ok(Vec::new()),
            None => Err(content::Mismatch { at: Some(0), expected: Vec::new(), matched: Vec::new() }),
        };
        match matched {
            Ok(matched) => {
                let pairs = children.into_iter().zip(matched);
                pairs.filter_map(|(child, matched)| self.todo(child, matched)).collect()
            }
            Err(mismatch) => self.mismatch(node, &children, mismatch),
        }
    }
    /// What fits is looked at before it is said what does not.
    fn mismatch(&mut self, node: Node, children: &[Node], mismatch: content::Mismatch) -> Vec<Todo> {
        let expected = match &mismatch.expected[..] {
            [] => String::new(),
            [one] => format!(" Expected is ( {one} )."),
            many => format!(" Expected is one of ( {} ).", many.join(", ")),
        };
        let before = children.iter().copied().zip(mismatch.matched);
        let mut all: Vec<Todo> = before.filter_map(|(child, matched)| self.todo(child, matched)).collect();
        let (at, text) = match mismatch.at {
            Some(at) => (children[at], format!("This element is not expected.{expected}")),
            None => (node, format!("Missing child element(s).{expected}")),
        };
        all.push(Todo { node: at, kind: 0, element: None, wrong: Some(text), ended: None });
        all
    }
    fn todo(&mut self, child: Node, matched: Option<Matched>) -> Option<Todo> {
        let schema = self.schema;
        match matched? {
            Matched::Element(number) => {
                Some(Todo { node: child, kind: schema.elements[number].kind, element: Some(number), wrong: None, ended: None })
            }
            Matched::Wildcard(0) => None,
            Matched::Wildcard(strictness) => match schema.globals.get(&self.name(child)) {
                Some(&number) => Some(Todo {
                    node: child,
                    kind: schema.elements[number].kind,
                    element: Some(number),
                    wrong: None,
                    ended: None,
                }),
                None if strictness == 2 => {
                    let text = "No matching global element declaration available, but demanded by the strict wildcard.";
                    self.element_error(child, 1845, text);
                    None
                }
                None => None,
            },
        }
    }
}
