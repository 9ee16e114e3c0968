//! From a schema document to a schema.

use super::{
    Attribute, BadSchema, Complex, Content, Element, Kind, Name, Namespaces, Particle, Schema, Term, Type, TypeId, Wildcard,
    content::shown,
    identity::{self, Demand},
    pattern::Pattern,
    simple::{BUILTINS, Builtin, Facet, LISTS, Simple, Variety},
};
use crate::tree::{Forest, Node};
use std::collections::{HashMap, HashSet};

/// The namespace of schemas.
pub(crate) const XS: &[u8] = b"http://www.w3.org/2001/XMLSchema";
/// How deep definitions nest.
const MAX_DEPTH: usize = 100;

/// Loads a schema document that another one includes.
pub trait Resolver {
    /// The document of a location, as the schema gives it.
    fn load(&mut self, location: &[u8]) -> Option<Node>;
}

pub(super) type Outcome<T> = Result<T, BadSchema>;

/// Global definitions by what they are and their name.
type Globals = HashMap<(Vec<u8>, Name), Node>;

pub(super) struct Reader<'f> {
    pub(super) forest: &'f Forest,
    pub(super) schema: Schema,
    /// Identity constraints by name.
    pub(super) identity_names: HashMap<Name, usize>,
    /// Where a keyref stands, its number, and what it refers to.
    pub(super) keyrefs: Vec<(Node, usize, Name)>,
    globals: Globals,
    /// The target namespace of each document.
    targets: HashMap<Node, Vec<u8>>,
    depth: usize,
    type_of_node: HashMap<Node, TypeId>,
    /// Types that only elements and attributes have named so far: they are read when what names them is.
    unread: Vec<Node>,
    begun: HashSet<Node>,
}

/// A schema without anything but the types that there always are.
pub(super) fn builtin_types() -> Schema {
    let mut schema = Schema {
        types: Vec::new(),
        elements: Vec::new(),
        globals: HashMap::new(),
        named_types: HashMap::new(),
        global_attributes: HashMap::new(),
        members: HashMap::new(),
        read_elements: HashMap::new(),
        identities: Vec::new(),
    };
    schema.add_builtins();
    schema
}

/// Reads a schema document.
pub fn read(forest: &Forest, document: Node, resolver: &mut dyn Resolver) -> Result<Schema, BadSchema> {
    let mut reader = Reader {
        forest,
        schema: builtin_types(),
        identity_names: HashMap::new(),
        keyrefs: Vec::new(),
        globals: HashMap::new(),
        targets: HashMap::new(),
        depth: 0,
        type_of_node: HashMap::new(),
        unread: Vec::new(),
        begun: HashSet::new(),
    };
    let root = forest.root(document);
    if root.is_none() || !reader.is(root, "schema") {
        return Err(reader.bad(root, "The XML document is not a schema document."));
    }
    let target = reader.attribute(root, "targetNamespace").unwrap_or_default();
    reader.targets.insert(document, target);
    let mut seen = Vec::new();
    reader.collect(root, resolver, &mut seen)?;
    reader.everything()?;
    identity::resolve(&mut reader)?;
    Ok(reader.schema)
}

impl Schema {
    fn add(&mut self, name: Option<String>, kind: Kind) -> TypeId {
        self.types.push(Type { name, kind });
        self.types.len() - 1
    }
    fn add_builtins(&mut self) {
        for (name, builtin) in BUILTINS {
            let white_space = match builtin {
                Builtin::AnySimple | Builtin::String => 0,
                Builtin::NormalizedString => 1,
                _ => 2,
            };
            let simple = Simple { variety: Variety::Atomic(*builtin), facets: Vec::new(), base: None, white_space };
            let id = self.add(Some(format!("xs:{name}")), Kind::Simple(simple));
            self.named_types.insert((XS.to_vec(), name.as_bytes().to_vec()), id);
        }
        for (name, item) in LISTS {
            let item = self.named_types[&(XS.to_vec(), item.as_bytes().to_vec())];
            let facets = vec![Facet::MinLength(1)];
            let simple = Simple { variety: Variety::List(item), facets, base: None, white_space: 2 };
            let id = self.add(Some(format!("xs:{name}")), Kind::Simple(simple));
            self.named_types.insert((XS.to_vec(), name.as_bytes().to_vec()), id);
        }
        let anything = Wildcard { namespaces: Namespaces::Any, strictness: 1 };
        let particle = Particle { term: Term::Wildcard(anything.clone()), least: 0, most: None };
        let content = Content::Elements { particle: Some(particle), mixed: true };
        let any = Complex { base: None, content, attributes: Vec::new(), wildcard: Some(anything), is_abstract: false };
        let id = self.add(Some("xs:anyType".to_owned()), Kind::Complex(any));
        self.named_types.insert((XS.to_vec(), b"anyType".to_vec()), id);
    }
}

impl Reader<'_> {
    pub(super) fn bad(&self, node: Node, message: impl Into<String>) -> BadSchema {
        let line = if node.is_some() { self.forest.line(node) } else { 0 };
        BadSchema { code: 3000, message: message.into(), line }
    }
    pub(super) fn is(&self, node: Node, name: &str) -> bool {
        self.forest.is_element(node)
            && self.forest.is_named(node, name.as_bytes())
            && self.forest.uri(node).is_some_and(|uri| uri.as_bytes() == XS)
    }
    /// The target namespace of the document that a node is in.
    pub(super) fn target(&self, node: Node) -> Vec<u8> {
        self.targets.get(&self.forest.document(node)).cloned().unwrap_or_default()
    }
    pub(super) fn attribute(&self, node: Node, name: &str) -> Option<Vec<u8>> {
        let attribute = self.forest.attribute(node, name.as_bytes(), None);
        attribute.some().map(|attribute| self.forest.value(attribute).trim_ascii().to_vec())
    }
    /// Child elements but annotations.
    pub(super) fn children(&self, node: Node) -> Vec<Node> {
        self.forest.children(node).filter(|&child| self.forest.is_element(child) && !self.is(child, "annotation")).collect()
    }
    fn local(&self, node: Node) -> Vec<u8> {
        self.forest.name(node).as_bytes().to_vec()
    }
    /// A qualified name that stands at a node.
    pub(super) fn qname(&self, node: Node, text: &[u8]) -> Outcome<Name> {
        let (prefix, local) = match text.iter().position(|&byte| byte == b':') {
            Some(colon) => (Some(&text[..colon]), &text[colon + 1..]),
            None => (None, text),
        };
        let namespace = self.forest.lookup_prefix(node, prefix);
        match self.forest.namespace_uri(namespace) {
            Some(uri) => Ok((uri.as_bytes().to_vec(), local.to_vec())),
            // A document without a target namespace of its own has that of the one which includes it.
            None if prefix.is_none() => Ok((self.unqualified(node), local.to_vec())),
            None => {
                let text = String::from_utf8_lossy(text);
                Err(self.bad(node, format!("The QName value '{text}' has no corresponding namespace declaration in scope.")))
            }
        }
    }
    /// The namespace that names without one have in a document.
    fn unqualified(&self, node: Node) -> Vec<u8> {
        let own = self.attribute(self.forest.root(self.forest.document(node)), "targetNamespace");
        if own.is_some() { Vec::new() } else { self.target(node) }
    }
    fn add(&mut self, name: Option<String>, kind: Kind) -> TypeId {
        self.schema.add(name, kind)
    }
    fn any_type(&self) -> TypeId {
        self.schema.named_types[&(XS.to_vec(), b"anyType".to_vec())]
    }

    /// Takes in a document's definitions and those of what it includes and imports.
    fn collect(&mut self, root: Node, resolver: &mut dyn Resolver, seen: &mut Vec<Vec<u8>>) -> Outcome<()> {
        let mut todo = vec![root];
        while let Some(root) = todo.pop() {
            for child in self.children(root) {
                let kind = self.local(child);
                match &kind[..] {
                    b"include" | b"import" => todo.extend(self.other_document(child, &kind, resolver, seen)?),
                    b"element" | b"complexType" | b"simpleType" | b"group" | b"attributeGroup" | b"attribute" => {
                        let Some(name) = self.attribute(child, "name") else {
                            return Err(self.bad(child, "The attribute 'name' is required but missing."));
                        };
                        // Types are of one space of names.
                        let kind = if matches!(&kind[..], b"complexType" | b"simpleType") { b"type".to_vec() } else { kind };
                        let key = (kind, (self.target(child), name.clone()));
                        if self.globals.insert(key, child).is_some() {
                            let name = String::from_utf8_lossy(&name);
                            return Err(self.bad(child, format!("A global definition '{name}' does already exist.")));
                        }
                    }
                    b"notation" => {}
                    other => {
                        let other = String::from_utf8_lossy(other);
                        return Err(self.bad(child, format!("The component '{other}' is not supported.")));
                    }
                }
            }
        }
        Ok(())
    }
    /// The document that `xs:include` or `xs:import` names, unless it is there already. An import may name none, or one that
    /// cannot be had: what it would define is then missed where it is used.
    fn other_document(
        &mut self,
        node: Node,
        kind: &[u8],
        resolver: &mut dyn Resolver,
        seen: &mut Vec<Vec<u8>>,
    ) -> Outcome<Option<Node>> {
        let is_import = kind == b"import";
        let Some(location) = self.attribute(node, "schemaLocation") else { return Ok(None) };
        if seen.contains(&location) {
            return Ok(None);
        }
        seen.push(location.clone());
        let document = resolver.load(&location);
        let root = document.map(|document| self.forest.root(document)).filter(|&root| root.is_some() && self.is(root, "schema"));
        let (Some(document), Some(root)) = (document, root) else {
            if is_import {
                return Ok(None);
            }
            let location = String::from_utf8_lossy(&location);
            return Err(self.bad(node, format!("Failed to load the document '{location}' for inclusion.")));
        };
        let wanted = if is_import { self.attribute(node, "namespace").unwrap_or_default() } else { self.target(node) };
        let own = self.attribute(root, "targetNamespace");
        if own.as_ref().is_some_and(|own| *own != wanted) {
            let (own, wanted) = (String::from_utf8_lossy(own.as_deref().unwrap_or_default()), String::from_utf8_lossy(&wanted));
            let text = format!("The target namespace of the included/redefined schema '{own}' differs from '{wanted}'.");
            return Err(self.bad(node, text));
        }
        let target = if is_import { own.unwrap_or_default() } else { wanted };
        self.targets.insert(document, target);
        Ok(Some(root))
    }
    fn everything(&mut self) -> Outcome<()> {
        let mut all: Vec<(Vec<u8>, Node)> = self.globals.iter().map(|((kind, _), node)| (kind.clone(), *node)).collect();
        all.sort_by_key(|(_, node)| *node);
        for (kind, node) in all {
            match &kind[..] {
                b"type" => {
                    self.type_at(node)?;
                }
                b"element" => {
                    self.element(node)?;
                }
                b"attribute" => {
                    let attribute = self.attribute_use(node, true)?;
                    self.schema.global_attributes.insert(attribute.name.clone(), attribute);
                }
                _ => {}
            }
        }
        while let Some(node) = self.unread.pop() {
            self.type_at(node)?;
        }
        Ok(())
    }
    fn global(&self, kind: &str, name: &Name) -> Option<Node> {
        self.globals.get(&(kind.as_bytes().to_vec(), name.clone())).copied()
    }

    /// Whether local declarations of a kind are in the target namespace.
    fn is_qualified(&self, node: Node, default: &str) -> bool {
        let own = self.attribute(node, "form");
        let default = || {
            let mut at = node;
            while at.is_some() && !self.is(at, "schema") {
                at = self.forest.parent(at);
            }
            if at.is_some() { self.attribute(at, default) } else { None }
        };
        own.or_else(default).as_deref() == Some(b"qualified")
    }
    /// An element declaration, global or local.
    fn element(&mut self, node: Node) -> Outcome<usize> {
        if let Some(&known) = self.schema.read_elements.get(&node) {
            return Ok(known);
        }
        let Some(local) = self.attribute(node, "name") else {
            return Err(self.bad(node, "One of the attributes 'ref' or 'name' must be present."));
        };
        let is_global = self.is(self.forest.parent(node), "schema");
        let qualified = is_global || self.is_qualified(node, "elementFormDefault");
        let name = (if qualified { self.target(node) } else { Vec::new() }, local);
        let number = self.schema.elements.len();
        let is_true = |text: Option<Vec<u8>>| matches!(text.as_deref(), Some(b"true" | b"1"));
        let element = Element {
            name: name.clone(),
            kind: self.any_type(),
            nillable: is_true(self.attribute(node, "nillable")),
            is_abstract: is_true(self.attribute(node, "abstract")),
            fixed: self.attribute(node, "fixed"),
            identities: Vec::new(),
        };
        self.schema.elements.push(element);
        self.schema.read_elements.insert(node, number);
        if is_global {
            self.schema.globals.insert(name, number);
        }
        for child in self.children(node) {
            let demand = [Demand::Unique, Demand::Key, Demand::Keyref].into_iter().find(|demand| self.is(child, demand.word()));
            if let Some(demand) = demand {
                let identity = identity::read(self, child, demand)?;
                self.schema.elements[number].identities.push(identity);
            }
        }
        let head = self.attribute(node, "substitutionGroup").map(|head| self.qname(node, &head)).transpose()?;
        let inline = self.children(node).into_iter().find(|&child| self.is(child, "complexType") || self.is(child, "simpleType"));
        let kind = match (self.attribute(node, "type"), inline, &head) {
            (Some(kind), _, _) => self.type_named(node, &kind, Reader::later)?,
            (None, Some(inline), _) => self.later(inline)?,
            (None, None, Some(head)) => match self.global("element", head) {
                Some(head) => {
                    let head = self.element(head)?;
                    self.schema.elements[head].kind
                }
                None => self.any_type(),
            },
            _ => self.any_type(),
        };
        self.schema.elements[number].kind = kind;
        if let Some(head) = head {
            self.schema.members.entry(head).or_default().push(number);
        }
        Ok(number)
    }
    fn type_named(&mut self, node: Node, text: &[u8], read: fn(&mut Self, Node) -> Outcome<TypeId>) -> Outcome<TypeId> {
        let name = self.qname(node, text)?;
        match (self.global("type", &name), self.schema.named_types.get(&name)) {
            (Some(found), _) => read(self, found),
            (None, Some(&known)) => Ok(known),
            (None, None) => {
                let text = String::from_utf8_lossy(text);
                let message = format!("The QName value '{text}' does not resolve to a(n) type definition.");
                Err(self.bad(node, message))
            }
        }
    }
    /// The number of a type definition, which is read later: types may contain each other.
    fn later(&mut self, node: Node) -> Outcome<TypeId> {
        if let Some(&known) = self.type_of_node.get(&node) {
            return Ok(known);
        }
        let name = self.attribute(node, "name");
        let shown = name.as_ref().map(|name| shown(&(self.target(node), name.clone())));
        let id = self.add(shown, Kind::Pending);
        self.type_of_node.insert(node, id);
        if let Some(name) = name {
            self.schema.named_types.insert((self.target(node), name), id);
        }
        self.unread.push(node);
        Ok(id)
    }
    /// A type definition.
    fn type_at(&mut self, node: Node) -> Outcome<TypeId> {
        let id = self.later(node)?;
        if !self.begun.insert(node) {
            return Ok(id);
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.bad(node, "Definitions are nested too deeply."));
        }
        let kind = if self.is(node, "simpleType") {
            Kind::Simple(self.simple_type(node)?)
        } else {
            Kind::Complex(self.complex_type(node)?)
        };
        self.schema.types[id].kind = kind;
        self.depth -= 1;
        Ok(id)
    }

    fn simple_type(&mut self, node: Node) -> Outcome<Simple> {
        let Some(how) = self.children(node).into_iter().next() else {
            return Err(self.bad(node, "The content is not valid. Expected is (annotation?, (restriction | list | union))."));
        };
        match &self.local(how)[..] {
            b"restriction" => self.simple_restriction(how),
            b"list" => {
                let item = self.referred(how, "itemType")?;
                Ok(Simple { variety: Variety::List(item), facets: Vec::new(), base: None, white_space: 2 })
            }
            b"union" => {
                let mut members = Vec::new();
                for name in self.attribute(how, "memberTypes").unwrap_or_default().split(|&byte| byte == b' ') {
                    if !name.is_empty() {
                        members.push(self.type_named(how, name, Reader::type_at)?);
                    }
                }
                for child in self.children(how) {
                    members.push(self.type_at(child)?);
                }
                Ok(Simple { variety: Variety::Union(members), facets: Vec::new(), base: None, white_space: 2 })
            }
            _ => Err(self.bad(how, "The content is not valid. Expected is (annotation?, (restriction | list | union)).")),
        }
    }
    /// The type that an attribute names or that is defined inside.
    fn referred(&mut self, node: Node, attribute: &str) -> Outcome<TypeId> {
        if let Some(name) = self.attribute(node, attribute) {
            return self.type_named(node, &name, Reader::type_at);
        }
        match self.children(node).into_iter().find(|&child| self.is(child, "simpleType")) {
            Some(inline) => self.type_at(inline),
            None => Err(self.bad(node, format!("The attribute '{attribute}' or a type definition inside is required."))),
        }
    }
    fn simple_restriction(&mut self, node: Node) -> Outcome<Simple> {
        let base = self.referred(node, "base")?;
        self.restricted(node, base)
    }
    /// A simple type with the facets of a restriction.
    fn restricted(&mut self, node: Node, base: TypeId) -> Outcome<Simple> {
        let (variety, mut white_space) = match &self.schema.types[base].kind {
            Kind::Simple(simple) => {
                let variety = match &simple.variety {
                    Variety::Atomic(builtin) => Variety::Atomic(*builtin),
                    Variety::List(item) => Variety::List(*item),
                    Variety::Union(members) => Variety::Union(members.clone()),
                };
                (variety, simple.white_space)
            }
            _ => return Err(self.bad(node, "The base type of a simple type must be a simple type.")),
        };
        let (mut facets, mut enumeration, mut patterns) = (Vec::new(), Vec::new(), Vec::new());
        for child in self.children(node) {
            let kind = self.local(child);
            if kind == b"simpleType" || kind == b"attribute" || kind == b"attributeGroup" || kind == b"anyAttribute" {
                continue;
            }
            let value = self.forest.attribute(child, b"value", None);
            let value = value.some().map(|value| self.forest.value(value).as_bytes().to_vec()).unwrap_or_default();
            let number = || std::str::from_utf8(&value).ok().and_then(|text| text.trim().parse::<usize>().ok());
            let counted = |number: Option<usize>| number.ok_or_else(|| self.bad(child, "The value of the facet is not valid."));
            match &kind[..] {
                b"enumeration" => enumeration.push(super::simple::normalized(&value, white_space)),
                b"pattern" => match Pattern::new(&value) {
                    Some(pattern) => patterns.push((value, pattern)),
                    None => {
                        let value = String::from_utf8_lossy(&value);
                        let text = format!("The value '{value}' of the facet 'pattern' is not a valid regular expression.");
                        return Err(self.bad(child, text));
                    }
                },
                b"whiteSpace" => {
                    white_space = match &value[..] {
                        b"preserve" => 0,
                        b"replace" => 1,
                        _ => 2,
                    };
                }
                b"length" => facets.push(Facet::Length(counted(number())?)),
                b"minLength" => facets.push(Facet::MinLength(counted(number())?)),
                b"maxLength" => facets.push(Facet::MaxLength(counted(number())?)),
                b"totalDigits" => facets.push(Facet::TotalDigits(counted(number())?)),
                b"fractionDigits" => facets.push(Facet::FractionDigits(counted(number())?)),
                b"minInclusive" => facets.push(Facet::MinInclusive(value)),
                b"maxInclusive" => facets.push(Facet::MaxInclusive(value)),
                b"minExclusive" => facets.push(Facet::MinExclusive(value)),
                b"maxExclusive" => facets.push(Facet::MaxExclusive(value)),
                _ => return Err(self.bad(child, "This element is not expected here.")),
            }
        }
        if !enumeration.is_empty() {
            facets.push(Facet::Enumeration(enumeration));
        }
        if !patterns.is_empty() {
            facets.push(Facet::Patterns(patterns));
        }
        Ok(Simple { variety, facets, base: Some(base), white_space })
    }

    fn complex_type(&mut self, node: Node) -> Outcome<Complex> {
        let is_true = |text: Option<Vec<u8>>| matches!(text.as_deref(), Some(b"true" | b"1"));
        let mixed = is_true(self.attribute(node, "mixed"));
        let is_abstract = is_true(self.attribute(node, "abstract"));
        let children = self.children(node);
        let first = children.first().copied().unwrap_or(Node::NONE);
        let derived = first.is_some() && (self.is(first, "simpleContent") || self.is(first, "complexContent"));
        if !derived {
            let particle = self.model(&children)?;
            let content = if particle.is_none() && !mixed { Content::Empty } else { Content::Elements { particle, mixed } };
            let mut complex = Complex { base: None, content, attributes: Vec::new(), wildcard: None, is_abstract };
            self.attributes(&children, &mut complex.attributes, &mut complex.wildcard)?;
            return Ok(complex);
        }
        let mixed = mixed || is_true(self.attribute(first, "mixed"));
        let is_simple = self.is(first, "simpleContent");
        let Some(how) = self.children(first).into_iter().next() else {
            return Err(self.bad(first, "The content is not valid. Expected is (annotation?, (restriction | extension))."));
        };
        let Some(base) = self.attribute(how, "base") else {
            return Err(self.bad(how, "The attribute 'base' is required but missing."));
        };
        let base = self.type_named(how, &base, Reader::type_at)?;
        let inner = self.children(how);
        let extends = self.is(how, "extension");
        let content =
            if is_simple { self.simple_content(how, base, extends)? } else { self.derived(&inner, base, extends, mixed)? };
        let mut complex = Complex { base: Some(base), content, attributes: Vec::new(), wildcard: None, is_abstract };
        self.attributes(&inner, &mut complex.attributes, &mut complex.wildcard)?;
        if let Kind::Complex(from) = &self.schema.types[base].kind {
            for attribute in &from.attributes {
                if !complex.attributes.iter().any(|own| own.name == attribute.name) {
                    complex.attributes.push(attribute.clone());
                }
            }
            if extends && complex.wildcard.is_none() {
                complex.wildcard.clone_from(&from.wildcard);
            }
        }
        Ok(complex)
    }
    fn simple_content(&mut self, how: Node, base: TypeId, extends: bool) -> Outcome<Content> {
        let inner = match &self.schema.types[base].kind {
            Kind::Simple(_) => base,
            Kind::Complex(Complex { content: Content::Simple(inner), .. }) => *inner,
            _ => return Err(self.bad(how, "The base type of simple content must have simple content.")),
        };
        if extends {
            return Ok(Content::Simple(inner));
        }
        let inline = self.children(how).into_iter().find(|&child| self.is(child, "simpleType"));
        let inner = match inline {
            Some(inline) => self.type_at(inline)?,
            None => inner,
        };
        let simple = self.restricted(how, inner)?;
        Ok(Content::Simple(self.add(None, Kind::Simple(simple))))
    }
    fn derived(&mut self, inner: &[Node], base: TypeId, extends: bool, mixed: bool) -> Outcome<Content> {
        let own = self.model(inner)?;
        let from = match &self.schema.types[base].kind {
            Kind::Complex(Complex { content: Content::Elements { particle, mixed }, .. }) => (particle.clone(), *mixed),
            _ => (None, false),
        };
        let is_any = base == self.any_type();
        let (particle, mixed) = match (extends && !is_any, from) {
            (true, (Some(first), from_mixed)) => {
                let parts = std::iter::once(first).chain(own).collect();
                (Some(Particle { term: Term::Sequence(parts), least: 1, most: Some(1) }), mixed || from_mixed)
            }
            (true, (None, from_mixed)) => (own, mixed || from_mixed),
            (false, _) => (own, mixed),
        };
        Ok(if particle.is_none() && !mixed { Content::Empty } else { Content::Elements { particle, mixed } })
    }
    /// The model group among the children of a type.
    fn model(&mut self, children: &[Node]) -> Outcome<Option<Particle>> {
        let is_model = |node: &&Node| ["sequence", "choice", "all", "group"].iter().any(|name| self.is(**node, name));
        match children.iter().find(is_model).copied() {
            Some(node) => self.particle(node).map(Some),
            None => Ok(None),
        }
    }
    fn particle(&mut self, node: Node) -> Outcome<Particle> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.bad(node, "Definitions are nested too deeply."));
        }
        let count = |text: Option<Vec<u8>>| match text {
            Some(text) => String::from_utf8_lossy(&text).parse::<u32>().map(Some).map_err(|_| ()),
            None => Ok(Some(1)),
        };
        let wrong = |_| self.bad(node, "The value of an occurrence is not valid.");
        let least = count(self.attribute(node, "minOccurs")).map_err(wrong)?.unwrap_or(1);
        let most = match self.attribute(node, "maxOccurs") {
            Some(text) if text == b"unbounded" => None,
            text => count(text).map_err(wrong)?,
        };
        let reference = self.attribute(node, "ref");
        let term = match (&self.local(node)[..], reference) {
            (b"element", Some(name)) => {
                let name = self.qname(node, &name)?;
                match self.global("element", &name) {
                    Some(found) => Term::Element(self.element(found)?),
                    None => return Err(self.unresolved(node, &name, "element declaration")),
                }
            }
            (b"element", None) => Term::Element(self.element(node)?),
            (b"group", Some(name)) => {
                let name = self.qname(node, &name)?;
                let Some(found) = self.global("group", &name) else {
                    return Err(self.unresolved(node, &name, "model group definition"));
                };
                let children = self.children(found);
                match self.model(&children)? {
                    Some(particle) => Term::Sequence(vec![particle]),
                    None => Term::Sequence(Vec::new()),
                }
            }
            (b"any", _) => Term::Wildcard(self.wildcard(node)),
            (kind @ (b"sequence" | b"choice" | b"all"), _) => {
                let mut parts = Vec::new();
                for child in self.children(node) {
                    parts.push(self.particle(child)?);
                }
                match kind {
                    b"sequence" => Term::Sequence(parts),
                    b"choice" => Term::Choice(parts),
                    _ => Term::All(parts),
                }
            }
            _ => return Err(self.bad(node, "This element is not expected here.")),
        };
        self.depth -= 1;
        Ok(Particle { term, least, most })
    }
    fn unresolved(&self, node: Node, name: &Name, what: &str) -> BadSchema {
        let name = String::from_utf8_lossy(&name.1).into_owned();
        self.bad(node, format!("The QName value '{name}' does not resolve to a(n) {what}."))
    }
    fn wildcard(&self, node: Node) -> Wildcard {
        let strictness = match self.attribute(node, "processContents").as_deref() {
            Some(b"skip") => 0,
            Some(b"lax") => 1,
            _ => 2,
        };
        let namespaces = match self.attribute(node, "namespace").as_deref() {
            None | Some(b"##any") => Namespaces::Any,
            Some(b"##other") => Namespaces::Other(self.target(node)),
            Some(list) => {
                let names = list.split(|&byte| byte == b' ').filter(|name| !name.is_empty()).map(|name| match name {
                    b"##targetNamespace" => self.target(node),
                    b"##local" => Vec::new(),
                    name => name.to_vec(),
                });
                Namespaces::These(names.collect())
            }
        };
        Wildcard { namespaces, strictness }
    }
    fn attributes(&mut self, children: &[Node], to: &mut Vec<Attribute>, any: &mut Option<Wildcard>) -> Outcome<()> {
        self.depth += 1;
        for &child in children {
            if self.depth > MAX_DEPTH {
                return Err(self.bad(child, "Definitions are nested too deeply."));
            }
            match &self.local(child)[..] {
                b"attribute" => {
                    let attribute = self.attribute_use(child, false)?;
                    to.retain(|known| known.name != attribute.name);
                    to.push(attribute);
                }
                b"attributeGroup" => {
                    let Some(name) = self.attribute(child, "ref") else {
                        return Err(self.bad(child, "The attribute 'ref' is required but missing."));
                    };
                    let name = self.qname(child, &name)?;
                    let Some(group) = self.global("attributeGroup", &name) else {
                        return Err(self.unresolved(child, &name, "attribute group definition"));
                    };
                    let inner = self.children(group);
                    self.attributes(&inner, to, any)?;
                }
                b"anyAttribute" => *any = Some(self.wildcard(child)),
                _ => {}
            }
        }
        self.depth -= 1;
        Ok(())
    }
    fn attribute_use(&mut self, node: Node, is_global: bool) -> Outcome<Attribute> {
        let usage = self.attribute(node, "use");
        let (default, fixed) = (self.attribute(node, "default"), self.attribute(node, "fixed"));
        let (required, prohibited) = (usage.as_deref() == Some(b"required"), usage.as_deref() == Some(b"prohibited"));
        if let Some(reference) = self.attribute(node, "ref") {
            let name = self.qname(node, &reference)?;
            let string = self.schema.named_types[&(XS.to_vec(), b"string".to_vec())];
            let declared = match self.global("attribute", &name) {
                Some(found) => self.attribute_use(found, true)?,
                None if name.0 == crate::chars::XML_NAMESPACE => {
                    Attribute { name, kind: string, required: false, prohibited: false, default: None, fixed: None }
                }
                None => return Err(self.unresolved(node, &name, "attribute declaration")),
            };
            let (default, fixed) = (default.or(declared.default), fixed.or(declared.fixed));
            return Ok(Attribute { required, prohibited, default, fixed, ..declared });
        }
        let Some(local) = self.attribute(node, "name") else {
            return Err(self.bad(node, "One of the attributes 'ref' or 'name' must be present."));
        };
        let qualified = is_global || self.is_qualified(node, "attributeFormDefault");
        let name = (if qualified { self.target(node) } else { Vec::new() }, local);
        let inline = self.children(node).into_iter().find(|&child| self.is(child, "simpleType"));
        let kind = match (self.attribute(node, "type"), inline) {
            (Some(kind), _) => self.type_named(node, &kind, Reader::later)?,
            (None, Some(inline)) => self.later(inline)?,
            _ => self.schema.named_types[&(XS.to_vec(), b"anySimpleType".to_vec())],
        };
        Ok(Attribute { name, kind, required, prohibited, default, fixed })
    }
}
