//! From a schema document to patterns.

use super::{
    Schema,
    name::{Name, NameClass},
    pattern::{Datatype, EMPTY, Element, Id, NOT_ALLOWED, Pattern, Patterns, TEXT},
};
use crate::{
    chars,
    schema::Resolver,
    tree::{Forest, Node},
};
use std::collections::{HashMap, HashSet};

const RNG: &[u8] = b"http://relaxng.org/ns/structure/1.0";
const XSD: &[u8] = b"http://www.w3.org/2001/XMLSchema-datatypes";
/// How deep patterns nest.
const MAX_DEPTH: usize = 200;

/// libxml2's numbers of what may be wrong with a schema.
mod code {
    pub const ANYNAME_WITHOUT_MORE: i32 = 1000;
    pub const DEFINE_NAME: i32 = 1014;
    pub const DEFINE_EMPTY: i32 = 1012;
    pub const ELEMENT_EMPTY: i32 = 1017;
    pub const ELEMENT_CONTENT: i32 = 1020;
    pub const EMPTY: i32 = 1022;
    pub const EMPTY_CONSTRUCT: i32 = 1023;
    pub const EXTERNAL: i32 = 1032;
    pub const GRAMMAR_CONTENT: i32 = 1036;
    pub const GRAMMAR_EMPTY: i32 = 1037;
    pub const NO_START: i32 = 1039;
    pub const INCLUDE: i32 = 1043;
    pub const NEED_COMBINE: i32 = 1054;
    pub const NO_PARENT: i32 = 1063;
    pub const FORBIDDEN: i32 = 1096;
    pub const PREFIX: i32 = 1098;
    pub const CYCLE: i32 = 1100;
    pub const REFERENCE: i32 = 1101;
    pub const NO_DEFINITION: i32 = 1102;
    pub const NO_NAME: i32 = 1103;
    pub const START_EMPTY: i32 = 1107;
    pub const TYPE_MISSING: i32 = 1111;
    pub const TYPE_UNKNOWN: i32 = 1112;
    pub const VALUE: i32 = 1113;
    pub const ATTRIBUTE: i32 = 1114;
    pub const CONSTRUCT: i32 = 1116;
    pub const LIBRARY: i32 = 1117;
    pub const XMLNS: i32 = 1122;
    pub const NAME_CLASS: i32 = 1019;
}

/// What is wrong with a schema.
#[derive(Debug)]
pub struct Problem {
    /// libxml2's number.
    pub code: i32,
    /// What it is.
    pub message: String,
    /// Where, in the schema.
    pub line: u32,
}

/// What a grammar element brings.
#[derive(Default)]
struct Grammar {
    starts: Vec<Node>,
    defines: HashMap<Vec<u8>, Vec<Node>>,
    parent: Option<usize>,
}

struct Reader<'r> {
    forest: &'r Forest,
    resolver: &'r mut dyn Resolver,
    report: &'r mut dyn FnMut(Problem),
    patterns: Patterns,
    grammars: Vec<Grammar>,
    /// What names of a grammar stand for.
    known: HashMap<(usize, Vec<u8>), Id>,
    /// Names that are being looked up.
    open: HashSet<(usize, Vec<u8>)>,
    elements: HashMap<(Node, Option<usize>), usize>,
    /// Elements whose content is still to be read.
    waiting: Vec<(Node, Option<usize>, usize)>,
    /// The namespace that a document takes over from what refers to it.
    inherited: HashMap<Node, Vec<u8>>,
    external: Vec<Vec<u8>>,
    is_wrong: bool,
    depth: usize,
}

fn shown(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// Reads a schema; what is wrong with it is reported, and there is none then. `name` is what the document is called.
pub fn read(
    forest: &Forest,
    document: Node,
    name: &[u8],
    resolver: &mut dyn Resolver,
    report: &mut dyn FnMut(Problem),
) -> Option<Schema> {
    let mut reader = Reader {
        forest,
        resolver,
        report,
        patterns: Patterns::new(),
        grammars: Vec::new(),
        known: HashMap::new(),
        open: HashSet::new(),
        elements: HashMap::new(),
        waiting: Vec::new(),
        inherited: HashMap::new(),
        external: Vec::new(),
        is_wrong: false,
        depth: 0,
    };
    let root = forest.root(document);
    if root.is_none() || !reader.is_ours(root) {
        reader.bad(root, code::EMPTY, format!("xmlRelaxNGParse: {} is empty", shown(name)));
        return None;
    }
    let start = reader.pattern(root, None);
    while let Some((node, grammar, number)) = reader.waiting.pop() {
        if phant_interrupt::is_urgent() {
            return None;
        }
        let content = reader.element_content(node, grammar);
        reader.patterns.elements[number].content = content;
    }
    reader.forbid(root, start, "start", &|pattern| match pattern {
        Pattern::Text => Some("text"),
        Pattern::Attribute(..) => Some("attribute"),
        Pattern::Data { .. } => Some("data"),
        Pattern::Value { .. } => Some("value"),
        Pattern::List(_) => Some("list"),
        Pattern::Group(..) => Some("group"),
        Pattern::Interleave(..) => Some("interleave"),
        Pattern::OneOrMore(_) => Some("oneOrMore"),
        _ => None,
    });
    if reader.is_wrong || reader.patterns.is_full {
        return None;
    }
    Some(Schema { patterns: reader.patterns, start })
}

impl Reader<'_> {
    fn bad(&mut self, node: Node, code: i32, message: impl Into<String>) -> Id {
        self.is_wrong = true;
        let line = if node.is_some() { self.forest.line(node) } else { 0 };
        (self.report)(Problem { code, message: message.into(), line });
        NOT_ALLOWED
    }
    fn is_ours(&self, node: Node) -> bool {
        self.forest.is_element(node) && self.forest.uri(node).is_some_and(|uri| uri.as_bytes() == RNG)
    }
    fn is(&self, node: Node, name: &str) -> bool {
        self.is_ours(node) && self.forest.is_named(node, name.as_bytes())
    }
    fn attribute(&self, node: Node, name: &str) -> Option<Vec<u8>> {
        let attribute = self.forest.attribute(node, name.as_bytes(), None).some()?;
        Some(self.forest.value(attribute).as_bytes().to_vec())
    }
    fn trimmed(&self, node: Node, name: &str) -> Option<Vec<u8>> {
        self.attribute(node, name).map(|value| value.trim_ascii().to_vec())
    }
    /// Child elements of the schema's namespace; others annotate.
    fn children(&self, node: Node) -> Vec<Node> {
        self.forest.children(node).filter(|&child| self.is_ours(child)).collect()
    }
    /// The children, with those of `div`s in their place.
    fn flat(&self, node: Node) -> Vec<Node> {
        let mut todo = self.children(node);
        todo.reverse();
        let mut found = Vec::new();
        while let Some(child) = todo.pop() {
            if self.is(child, "div") {
                todo.extend(self.children(child).into_iter().rev());
            } else {
                found.push(child);
            }
        }
        found
    }
    /// An attribute of the node or of what it is in.
    fn nearest(&self, node: Node, name: &str) -> Option<Vec<u8>> {
        let mut at = node;
        while at.is_some() && self.forest.is_element(at) {
            if let Some(value) = self.attribute(at, name) {
                return Some(value);
            }
            at = self.forest.parent(at);
        }
        None
    }
    fn namespace(&self, node: Node) -> Vec<u8> {
        let own = self.nearest(node, "ns");
        own.or_else(|| self.inherited.get(&self.forest.document(node)).cloned()).unwrap_or_default()
    }
    /// A name as it is written at a node.
    fn name(&mut self, node: Node, text: &[u8], unprefixed: Vec<u8>) -> Name {
        let text = text.trim_ascii();
        let what = shown(&self.forest.name(node));
        let (uri, local) = match text.iter().position(|&byte| byte == b':') {
            None => (unprefixed, text),
            Some(colon) => {
                let (prefix, local) = (&text[..colon], &text[colon + 1..]);
                match self.forest.namespace_uri(self.forest.lookup_prefix(node, Some(prefix))) {
                    Some(uri) => (uri.as_bytes().to_vec(), local),
                    None => {
                        self.bad(node, code::PREFIX, format!("xmlRelaxNGParse: no namespace for prefix {}", shown(prefix)));
                        (Vec::new(), text)
                    }
                }
            }
        };
        if !chars::is_ncname(local) {
            self.bad(node, code::NAME_CLASS, format!("Element {what} name '{}' is not an NCName", shown(text)));
        }
        (uri, local.to_vec())
    }
    fn unknown_attributes(&mut self, node: Node) {
        let known: &[&str] = match &self.forest.name(node)[..] {
            b"element" | b"attribute" | b"ref" | b"parentRef" | b"param" => &["name"],
            b"define" => &["name", "combine"],
            b"start" => &["combine"],
            b"externalRef" | b"include" => &["href"],
            b"data" | b"value" => &["type"],
            _ => &[],
        };
        for attribute in self.forest.attributes(node).collect::<Vec<_>>() {
            let name = self.forest.name(attribute);
            let plain = self.forest.uri(attribute).is_none() && !self.forest.is_declaration(attribute);
            let text = shown(&name);
            if plain && !matches!(&text[..], "ns" | "datatypeLibrary") && !known.contains(&text.as_str()) {
                let what = shown(&self.forest.name(node));
                self.bad(node, code::ATTRIBUTE, format!("Unknown attribute {text} on {what}"));
            }
        }
    }

    /// Patterns one behind the other, beside each other or instead of each other: a balanced tree, so that nothing that
    /// walks it goes deep.
    fn joined(&mut self, parts: &[Id], join: fn(&mut Patterns, Id, Id) -> Id) -> Id {
        match parts {
            [] => EMPTY,
            [one] => *one,
            _ => {
                let (left, right) = parts.split_at(parts.len() / 2);
                let left = self.joined(left, join);
                let right = self.joined(right, join);
                join(&mut self.patterns, left, right)
            }
        }
    }
    fn all(&mut self, nodes: &[Node], grammar: Option<usize>) -> Vec<Id> {
        nodes.iter().map(|&node| self.pattern(node, grammar)).collect()
    }
    fn group_of(&mut self, nodes: &[Node], grammar: Option<usize>) -> Id {
        let parts = self.all(nodes, grammar);
        self.joined(&parts, Patterns::group)
    }

    fn pattern(&mut self, node: Node, grammar: Option<usize>) -> Id {
        self.depth += 1;
        let id = if self.depth > MAX_DEPTH {
            self.bad(node, code::CONSTRUCT, "The patterns are nested too deeply")
        } else {
            self.unknown_attributes(node);
            self.any_pattern(node, grammar)
        };
        self.depth -= 1;
        id
    }
    fn any_pattern(&mut self, node: Node, grammar: Option<usize>) -> Id {
        let name = self.forest.name(node);
        let children = self.children(node);
        match &name[..] {
            b"element" => self.element(node, grammar),
            b"attribute" => self.attribute_pattern(node, grammar, &children),
            b"empty" => EMPTY,
            b"notAllowed" => NOT_ALLOWED,
            b"text" => TEXT,
            b"group" | b"interleave" | b"choice" | b"optional" | b"zeroOrMore" | b"oneOrMore" | b"mixed" | b"list" => {
                if children.is_empty() {
                    return self.bad(node, code::EMPTY_CONSTRUCT, format!("Element {} is empty", shown(&name)));
                }
                let parts = self.all(&children, grammar);
                match &name[..] {
                    b"choice" => self.joined(&parts, Patterns::choice),
                    b"interleave" => self.joined(&parts, Patterns::interleave),
                    kind => {
                        let group = self.joined(&parts, Patterns::group);
                        self.repeated(node, kind, group)
                    }
                }
            }
            b"ref" => self.reference(node, grammar),
            b"parentRef" => match grammar.and_then(|grammar| self.grammars[grammar].parent) {
                Some(parent) => self.reference(node, Some(parent)),
                None => self.bad(node, code::NO_PARENT, "Use of parentRef without a parent grammar"),
            },
            b"data" => self.data(node, grammar, &children),
            b"value" => self.value(node),
            b"externalRef" => self.external(node, grammar),
            b"grammar" => self.grammar(node, grammar),
            _ => self.bad(node, code::CONSTRUCT, format!("Unexpected node {} is not a pattern", shown(&name))),
        }
    }
    fn repeated(&mut self, node: Node, kind: &[u8], group: Id) -> Id {
        match kind {
            b"optional" => self.patterns.choice(group, EMPTY),
            b"zeroOrMore" => self.patterns.zero_or_more(group),
            b"oneOrMore" => self.patterns.one_or_more(group),
            b"mixed" => self.patterns.interleave(group, TEXT),
            b"list" => {
                self.forbid(node, group, "list", &|pattern| match pattern {
                    Pattern::Text => Some("text"),
                    Pattern::Attribute(..) => Some("attribute"),
                    Pattern::Element(_) => Some("element(ref)"),
                    Pattern::List(_) => Some("list"),
                    Pattern::Interleave(..) => Some("interleave"),
                    _ => None,
                });
                self.patterns.add(Pattern::List(group))
            }
            _ => group,
        }
    }

    fn element(&mut self, node: Node, grammar: Option<usize>) -> Id {
        if let Some(&number) = self.elements.get(&(node, grammar)) {
            return self.patterns.add(Pattern::Element(number));
        }
        let children = self.children(node);
        let name = match self.trimmed(node, "name") {
            Some(name) => {
                let namespace = self.namespace(node);
                NameClass::One(self.name(node, &name, namespace))
            }
            None => match children.first() {
                Some(&first) => self.name_class(first),
                None => return self.bad(node, code::ELEMENT_EMPTY, "xmlRelaxNGParseElement: element has no children"),
            },
        };
        let number = self.patterns.elements.len();
        let own = children.iter().filter(|&&child| !self.is(child, "attribute"));
        let is_plain = own.copied().collect::<Vec<_>>().into_iter().all(|child| self.is_plain(child, grammar, 0));
        self.patterns.elements.push(Element { name, content: NOT_ALLOWED, is_plain });
        self.elements.insert((node, grammar), number);
        self.waiting.push((node, grammar, number));
        self.patterns.add(Pattern::Element(number))
    }
    /// Whether something in an element is what [`Element::is_plain`] says.
    fn is_plain(&self, node: Node, grammar: Option<usize>, depth: usize) -> bool {
        const DEEPEST: usize = 12;
        let all = |nodes: &[Node]| nodes.iter().all(|&child| self.is_plain(child, grammar, depth + 1));
        depth < DEEPEST
            && match &self.forest.name(node)[..] {
                b"text" | b"empty" | b"name" => true,
                b"element" => self.attribute(node, "name").is_some() || self.children(node).iter().any(|&c| self.is(c, "name")),
                b"optional" | b"zeroOrMore" | b"oneOrMore" | b"choice" | b"group" => all(&self.children(node)),
                b"ref" => {
                    let name = self.trimmed(node, "name").unwrap_or_default();
                    let defines = grammar.and_then(|grammar| self.grammars[grammar].defines.get(&name));
                    let is_interleave = |node| self.trimmed(node, "combine").as_deref() == Some(b"interleave");
                    defines.is_some_and(|nodes| nodes.iter().all(|&node| !is_interleave(node) && all(&self.children(node))))
                }
                _ => false,
            }
    }
    fn element_content(&mut self, node: Node, grammar: Option<usize>) -> Id {
        let mut children = self.children(node);
        if self.attribute(node, "name").is_none() && !children.is_empty() {
            children.remove(0);
        }
        if children.is_empty() {
            return self.bad(node, code::ELEMENT_CONTENT, "xmlRelaxNGParseElement: element has no content");
        }
        self.group_of(&children, grammar)
    }
    fn attribute_pattern(&mut self, node: Node, grammar: Option<usize>, children: &[Node]) -> Id {
        let (name, rest) = match self.trimmed(node, "name") {
            Some(name) => {
                let namespace = self.attribute(node, "ns").unwrap_or_default();
                (NameClass::One(self.name(node, &name, namespace)), children)
            }
            None => match children.split_first() {
                Some((&first, rest)) => (self.name_class(first), rest),
                None => return self.bad(node, 1004, "xmlRelaxNGParseattribute: attribute has no children"),
            },
        };
        if let NameClass::One((uri, local)) = &name
            && uri.is_empty()
            && local == b"xmlns"
        {
            return self.bad(node, code::XMLNS, "Attribute with QName 'xmlns' is not allowed");
        }
        if name.is_open() && !self.is_repeated(node) {
            self.bad(node, code::ANYNAME_WITHOUT_MORE, "Found anyName attribute without oneOrMore ancestor");
        }
        let content = if rest.is_empty() { TEXT } else { self.group_of(rest, grammar) };
        self.forbid(node, content, "attribute", &|pattern| match pattern {
            Pattern::Attribute(..) => Some("attribute"),
            Pattern::Element(_) => Some("element(ref)"),
            _ => None,
        });
        let number = self.patterns.attributes.len();
        self.patterns.attributes.push(name);
        self.patterns.add(Pattern::Attribute(number, content))
    }
    /// Whether there may be more than one of what stands in an element or definition.
    fn is_repeated(&self, node: Node) -> bool {
        let mut at = self.forest.parent(node);
        while at.is_some() && self.is_ours(at) && !self.is(at, "element") {
            // A definition may be referred to from where it is repeated.
            if self.is(at, "oneOrMore") || self.is(at, "zeroOrMore") || self.is(at, "define") {
                return true;
            }
            at = self.forest.parent(at);
        }
        false
    }
    fn name_class(&mut self, node: Node) -> NameClass {
        let name = self.forest.name(node);
        let children = self.children(node);
        let all = match &name[..] {
            b"name" => {
                let (text, namespace) = (self.forest.text(node), self.namespace(node));
                return NameClass::One(self.name(node, &text, namespace));
            }
            b"anyName" => NameClass::Any,
            b"nsName" => NameClass::Namespace(self.namespace(node)),
            b"choice" => {
                self.depth += 1;
                let inside = if self.depth > MAX_DEPTH { &[][..] } else { &children[..] };
                let found = inside.iter().map(|&child| self.name_class(child)).collect();
                self.depth -= 1;
                return NameClass::Choice(found);
            }
            _ => {
                let text = format!("expecting name, anyName, nsName or choice : got {}", shown(&name));
                self.bad(node, code::NAME_CLASS, text);
                return NameClass::Any;
            }
        };
        match children.first() {
            Some(&except) if self.is(except, "except") => {
                let but = self.children(except).into_iter().map(|child| self.name_class(child)).collect();
                NameClass::Except(Box::new(all), Box::new(NameClass::Choice(but)))
            }
            _ => all,
        }
    }

    /// The type that a node names, of the library that it stands under.
    fn datatype(&mut self, node: Node, name: &[u8]) -> Option<Datatype> {
        // libxml2 has the two types of the unnamed library under the schema's own namespace.
        let library = self.nearest(node, "datatypeLibrary").filter(|library| !library.is_empty());
        let library = library.unwrap_or_else(|| RNG.to_vec());
        let found = match &library[..] {
            RNG => match name {
                b"string" => Some(Datatype::String),
                b"token" => Some(Datatype::Token),
                _ => None,
            },
            XSD => self.patterns.types.named(name).map(Datatype::Schema),
            _ => {
                self.bad(node, code::LIBRARY, format!("Use of unregistered type library '{}'", shown(&library)));
                return None;
            }
        };
        if found.is_none() {
            let text = format!("Error type '{}' is not exported by type library '{}'", shown(name), shown(&library));
            self.bad(node, code::TYPE_UNKNOWN, text);
        }
        found
    }
    fn data(&mut self, node: Node, grammar: Option<usize>, children: &[Node]) -> Id {
        let Some(name) = self.trimmed(node, "type") else {
            return self.bad(node, code::TYPE_MISSING, "data has no type");
        };
        let Some(mut kind) = self.datatype(node, &name) else { return NOT_ALLOWED };
        let (mut parameters, mut except) = (Vec::new(), None);
        for &child in children {
            if self.is(child, "param") {
                let value = self.forest.text(child).as_bytes().to_vec();
                parameters.push((self.attribute(child, "name").unwrap_or_default(), value));
            } else if self.is(child, "except") {
                let inside = self.children(child);
                let parts = self.all(&inside, grammar);
                except = Some(self.joined(&parts, Patterns::choice));
            } else {
                let what = shown(&self.forest.name(child));
                return self.bad(child, 1009, format!("Element data has unexpected content {what}"));
            }
        }
        if let Datatype::Schema(base) = kind
            && !parameters.is_empty()
        {
            kind = Datatype::Schema(self.patterns.types.derive(base, &parameters));
        }
        self.patterns.add(Pattern::Data { kind, name, except })
    }
    fn value(&mut self, node: Node) -> Id {
        let kind = match self.trimmed(node, "type") {
            Some(name) => match self.datatype(node, &name) {
                Some(kind) => kind,
                None => return NOT_ALLOWED,
            },
            None => Datatype::Token,
        };
        let value = self.forest.text(node).as_bytes().to_vec();
        if !self.patterns.allows(kind, &value) {
            let name = self.trimmed(node, "type").unwrap_or_default();
            let text = format!("Value '{}' is not acceptable for type '{}'", shown(&value), shown(&name));
            return self.bad(node, code::VALUE, text);
        }
        self.patterns.add(Pattern::Value { kind, value })
    }

    fn reference(&mut self, node: Node, grammar: Option<usize>) -> Id {
        let Some(name) = self.trimmed(node, "name") else { return self.bad(node, code::NO_NAME, "ref has no name") };
        let text = shown(&name);
        let defines = grammar.and_then(|grammar| self.grammars[grammar].defines.get(&name)).cloned();
        let (Some(grammar), Some(nodes)) = (grammar, defines) else {
            if grammar.is_some() {
                self.bad(node, code::NO_DEFINITION, format!("Reference {text} has no matching definition"));
            }
            return self.bad(node, code::REFERENCE, format!("Internal found no define for ref {text}"));
        };
        let key = (grammar, name);
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        if !self.open.insert(key.clone()) {
            return self.bad(node, code::CYCLE, format!("Detected a cycle in {text} references"));
        }
        let id = self.combined(&nodes, grammar, "define");
        self.open.remove(&key);
        self.known.insert(key, id);
        id
    }
    /// What definitions of one name, or starts, are together.
    fn combined(&mut self, nodes: &[Node], grammar: usize, what: &str) -> Id {
        let combine = nodes.iter().find_map(|&node| self.trimmed(node, "combine"));
        let without = nodes.iter().filter(|&&node| self.attribute(node, "combine").is_none()).count();
        if without > 1 {
            let text = match what {
                "start" => "Some <start> element miss the combine attribute".to_owned(),
                _ => {
                    let name = self.trimmed(nodes[0], "name").unwrap_or_default();
                    format!("Some defines for {} needs the combine attribute", shown(&name))
                }
            };
            self.bad(nodes[0], code::NEED_COMBINE, text);
        }
        let parts: Vec<Id> = nodes
            .iter()
            .map(|&node| {
                let children = self.children(node);
                self.group_of(&children, Some(grammar))
            })
            .collect();
        let is_choice = combine.as_deref() != Some(b"interleave");
        self.joined(&parts, if is_choice { Patterns::choice } else { Patterns::interleave })
    }

    fn grammar(&mut self, node: Node, parent: Option<usize>) -> Id {
        let number = self.grammars.len();
        self.grammars.push(Grammar { parent, ..Grammar::default() });
        if self.children(node).is_empty() {
            self.bad(node, code::GRAMMAR_EMPTY, "grammar has no children");
        }
        let content = self.grammar_content(node, &mut Vec::new());
        for child in content {
            let grammar = &mut self.grammars[number];
            if self.forest.is_named(child, b"start") {
                grammar.starts.push(child);
            } else {
                let name = self.trimmed(child, "name").unwrap_or_default();
                self.grammars[number].defines.entry(name).or_default().push(child);
            }
        }
        let starts = self.grammars[number].starts.clone();
        if starts.is_empty() {
            return self.bad(node, code::NO_START, "Element <grammar> has no <start>");
        }
        self.combined(&starts, number, "start")
    }
    /// The starts and definitions of a grammar, with those of what it includes.
    fn grammar_content(&mut self, node: Node, path: &mut Vec<Vec<u8>>) -> Vec<Node> {
        let mut found = Vec::new();
        for child in self.flat(node) {
            self.unknown_attributes(child);
            let name = self.forest.name(child);
            match &name[..] {
                b"start" if self.children(child).is_empty() => {
                    self.bad(child, code::START_EMPTY, "start has no children");
                }
                b"define" if self.attribute(child, "name").is_none() => {
                    self.bad(child, code::DEFINE_NAME, "define has no name");
                }
                b"define" if self.children(child).is_empty() => {
                    self.bad(child, code::DEFINE_EMPTY, "define has no children");
                }
                b"start" | b"define" => found.push(child),
                b"include" => found.extend(self.include(child, path)),
                _ => {
                    let text = format!("grammar has unexpected child {}", shown(&name));
                    self.bad(child, code::GRAMMAR_CONTENT, text);
                }
            }
        }
        found
    }
    fn load(&mut self, node: Node, path: &[Vec<u8>], code: i32, what: &str) -> Option<(Vec<u8>, Node)> {
        let Some(href) = self.trimmed(node, "href") else {
            self.bad(node, 1052, format!("{what} has no href attribute"));
            return None;
        };
        if path.contains(&href) || path.len() > MAX_DEPTH {
            self.bad(node, code + 1, format!("Detected an {what} recursion for {}", shown(&href)));
            return None;
        }
        let Some(document) = self.resolver.load(&href) else {
            self.bad(node, 1065, format!("xmlRelaxNG: could not load {}", shown(&href)));
            self.bad(node, code, format!("Failed to load {what} {}", shown(&href)));
            return None;
        };
        let namespace = self.namespace(node);
        self.inherited.insert(document, namespace);
        Some((href, self.forest.root(document)))
    }
    /// What an included grammar has, but for what the `include` defines instead.
    fn include(&mut self, node: Node, path: &mut Vec<Vec<u8>>) -> Vec<Node> {
        let own = self.grammar_content(node, path);
        let Some((href, root)) = self.load(node, path, code::INCLUDE, "include") else { return own };
        if !self.is(root, "grammar") {
            self.bad(node, code::GRAMMAR_CONTENT, "xmlRelaxNG include document root is not a grammar");
            return own;
        }
        path.push(href);
        let mut found = self.grammar_content(root, path);
        path.pop();
        let key = |me: &Self, node: Node| me.forest.is_named(node, b"define").then(|| me.trimmed(node, "name"));
        let replaced: HashSet<_> = own.iter().map(|&node| key(self, node)).collect();
        found.retain(|&node| !replaced.contains(&key(self, node)));
        found.extend(own);
        found
    }
    fn external(&mut self, node: Node, grammar: Option<usize>) -> Id {
        let path = self.external.clone();
        let Some((href, root)) = self.load(node, &path, code::EXTERNAL, "externalRef") else { return NOT_ALLOWED };
        self.external.push(href);
        let id = if self.is_ours(root) { self.pattern(root, grammar) } else { NOT_ALLOWED };
        self.external.pop();
        id
    }

    /// Reports what may not stand in something, down to the elements in it.
    fn forbid(&mut self, node: Node, id: Id, place: &str, is_wrong: &dyn Fn(&Pattern) -> Option<&'static str>) {
        let (mut todo, mut seen) = (vec![id], HashSet::new());
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            let pattern = self.patterns.get(id).clone();
            if let Some(what) = is_wrong(&pattern) {
                self.bad(node, code::FORBIDDEN, format!("Found forbidden pattern {place}//{what}"));
                return;
            }
            match pattern {
                Pattern::Choice(a, b) | Pattern::Group(a, b) | Pattern::Interleave(a, b) => todo.extend([b, a]),
                Pattern::OneOrMore(a) => todo.push(a),
                _ => {}
            }
        }
    }
}
