//! Holding a document against a schema, tag by tag.

use super::{
    Schema,
    name::{Name, NameClass},
    pattern::{EMPTY, Id, NOT_ALLOWED, Pattern, Patterns, is_blank, tokens},
};
use crate::{
    error::{Domain, Error, Level},
    tree::{Forest, Kind, Node},
};

/// libxml2's numbers of what may be wrong with a document.
mod code {
    pub const TYPE_VALUE: i32 = 3;
    pub const LIST_EXTRA: i32 = 8;
    pub const SEQUENCE: i32 = 11;
    pub const INTERLEAVE_EXTRA: i32 = 12;
    pub const NAME: i32 = 13;
    pub const NO_NAMESPACE: i32 = 15;
    pub const NAMESPACE: i32 = 17;
    pub const EXTRA_NAMESPACE: i32 = 19;
    pub const NOTHING: i32 = 22;
    pub const TEXT: i32 = 23;
    pub const ATTRIBUTES: i32 = 24;
    pub const CONTENT: i32 = 25;
    pub const EXTRA: i32 = 26;
    pub const ATTRIBUTE: i32 = 27;
    pub const DATA_ELEMENT: i32 = 28;
    pub const DATATYPE: i32 = 31;
    pub const VALUE: i32 = 32;
    pub const LIST: i32 = 33;
    pub const INTERNAL: i32 = 37;
    pub const ELEMENT: i32 = 38;
    pub const TEXT_WRONG: i32 = 39;
}

/// An element that is open.
struct Open {
    name: Name,
    line: u32,
    /// What its content was to be when it began.
    content: Id,
    /// The parent could have ended where this began.
    was_optional: bool,
    has_elements: bool,
    /// It and all that it is in are what `Element::is_plain` says.
    is_plain: bool,
}

/// A document that is being read, and what may still come.
pub struct Validator {
    schema: Schema,
    rest: Id,
    open: Vec<Open>,
    text: Vec<u8>,
    errors: Vec<Error>,
    file: Option<Vec<u8>>,
    has_failed: bool,
    has_root: bool,
    /// Each element is told of on its own, as libxml2 does where there is no tree.
    is_tag_by_tag: bool,
}

/// An attribute: its name and value.
pub type Attribute = (Name, Vec<u8>);

fn shown(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

impl Validator {
    /// At the beginning of a document; `file` is its name in errors.
    pub fn new(schema: Schema, file: Option<Vec<u8>>) -> Validator {
        let rest = schema.start;
        Validator {
            schema,
            rest,
            open: Vec::new(),
            text: Vec::new(),
            errors: Vec::new(),
            file,
            has_failed: false,
            has_root: false,
            is_tag_by_tag: false,
        }
    }
    /// For a document that is read tag by tag, without a tree.
    pub fn tag_by_tag(schema: Schema, file: Option<Vec<u8>>) -> Validator {
        Validator { is_tag_by_tag: true, ..Validator::new(schema, file) }
    }
    /// Whether nothing is wrong so far.
    pub fn is_valid(&self) -> bool {
        !self.has_failed
    }
    /// What was found since this was asked last.
    pub fn take_errors(&mut self) -> Vec<Error> {
        std::mem::take(&mut self.errors)
    }
    /// About how many bytes it takes.
    pub fn weight(&self) -> usize {
        self.schema.patterns.weight() + self.text.len()
    }

    fn patterns(&mut self) -> &mut Patterns {
        &mut self.schema.patterns
    }
    fn error(&mut self, line: u32, code: i32, message: String) {
        self.has_failed = true;
        let (message, file) = (format!("{message}\n").into_bytes(), self.file.clone());
        let domain = Domain::RelaxNgValid;
        self.errors.push(Error { domain, code, level: Level::Error, message, file, line, column: 0, in_entity: false });
    }
    /// The innermost open element's name and line.
    fn here(&self) -> (String, u32) {
        self.open.last().map(|open| (shown(&open.name.1), open.line)).unwrap_or_default()
    }

    /// An element begins.
    pub fn start(&mut self, name: Name, attributes: &[Attribute], line: u32) {
        if !self.flush(true) || self.has_failed {
            return;
        }
        if let Some(parent) = self.open.last_mut() {
            parent.has_elements = true;
        }
        self.has_root = true;
        let before = self.rest;
        let was_optional = !self.open.is_empty() && self.could_end(before);
        let mut rest = self.patterns().open(before, &name);
        if self.gave_up(line) {
            return;
        }
        if rest == NOT_ALLOWED {
            return self.unexpected_element(before, &name, line);
        }
        let is_plain = self.open.last().is_none_or(|open| open.is_plain) && self.is_plain(before, &name);
        self.open.push(Open { name, line, content: NOT_ALLOWED, was_optional, has_elements: false, is_plain });
        let mut strange = None;
        for (name, value) in attributes {
            let left = self.patterns().attribute(rest, name, value);
            if left == NOT_ALLOWED {
                strange.get_or_insert((rest, name, value));
            } else {
                rest = left;
            }
        }
        let closed = self.patterns().close_start(rest);
        if self.gave_up(line) {
            return;
        }
        let (element, _) = self.here();
        match strange {
            Some((before, name, value)) if closed == NOT_ALLOWED || self.attribute_content(before, name).is_some() => {
                if let Some(content) = self.attribute_content(before, name) {
                    self.wrong_value(content, value, line, false);
                }
                self.error(line, code::ATTRIBUTES, format!("Element {element} failed to validate attributes"));
                self.outwards();
            }
            Some((_, name, _)) => {
                let text = format!("Invalid attribute {} for element {element}", shown(&name.1));
                self.error(line, code::ATTRIBUTE, text);
                self.outwards();
            }
            None if closed == NOT_ALLOWED => {
                self.error(line, code::ATTRIBUTES, format!("Element {element} failed to validate attributes"));
                self.outwards();
            }
            None => {
                self.rest = closed;
                let content = self.inner(closed);
                if let Some(open) = self.open.last_mut() {
                    open.content = content;
                }
            }
        }
    }
    /// Text stands in the current element.
    pub fn text(&mut self, text: &[u8]) {
        if !self.has_failed && !self.open.is_empty() {
            self.text.extend_from_slice(text);
        }
    }
    /// The current element ends.
    pub fn end(&mut self) {
        if !self.flush(false) || self.has_failed {
            return;
        }
        let before = self.rest;
        let left = self.patterns().end(before);
        let (element, line) = self.here();
        if self.gave_up(line) {
            return;
        }
        if left == NOT_ALLOWED {
            let content = self.open.last().map_or(NOT_ALLOWED, |open| open.content);
            self.missing(before, content, &element, line);
            return self.outwards();
        }
        self.rest = left;
        self.open.pop();
    }
    /// The document ends; whether it is valid.
    pub fn finish(&mut self) -> bool {
        if !self.has_root && !self.has_failed {
            let (start, heads) = (self.rest, self.heads(self.rest));
            let name = self.only_name(&heads);
            let is_choice = matches!(self.schema.patterns.get(start), Pattern::Choice(..));
            let name = if is_choice { String::new() } else { name.unwrap_or_default() };
            self.error(0, code::NOTHING, format!("Expecting an element {name}, got nothing"));
        }
        self.is_valid()
    }

    fn gave_up(&mut self, line: u32) -> bool {
        let is_full = self.schema.patterns.is_full;
        if is_full && !self.has_failed {
            self.error(line, code::INTERNAL, "Internal error: the schema allows too much".to_owned());
        }
        is_full
    }
    /// Takes the text that was read; false if it may not stand here.
    fn flush(&mut self, before_element: bool) -> bool {
        let text = std::mem::take(&mut self.text);
        let Some(open) = self.open.last() else { return true };
        if self.has_failed {
            return false;
        }
        let blank = is_blank(&text);
        if blank && (before_element || open.has_elements) {
            return true;
        }
        let before = self.rest;
        let left = self.patterns().text(before, &text);
        // Text that is all of an element's content may be left out if it is blank.
        let left = if blank { self.patterns().choice(before, left) } else { left };
        let (element, line) = self.here();
        if self.gave_up(line) {
            return false;
        }
        if left == NOT_ALLOWED {
            self.unexpected_text(before, &text, &element, line);
            self.outwards();
            return false;
        }
        if blank && self.end_of(left) == NOT_ALLOWED && self.wants_value(left) {
            self.wrong_value(self.inner(left), &text, line, true);
            self.error(line, code::CONTENT, format!("Element {element} failed to validate content"));
            self.outwards();
            return false;
        }
        self.rest = left;
        true
    }
    fn end_of(&mut self, id: Id) -> Id {
        self.patterns().end(id)
    }
    /// Whether nothing but a value is missing.
    fn wants_value(&self, id: Id) -> bool {
        let inner = self.inner(id);
        matches!(self.schema.patterns.get(inner), Pattern::Data { .. } | Pattern::Value { .. } | Pattern::List(_))
    }

    /// What is wrong with an element goes for the one that it is in, where that could do without.
    fn outwards(&mut self) {
        while let Some(open) = self.open.pop() {
            let Some(parent) = self.open.last().filter(|_| open.was_optional) else { return };
            let text = format!("Element {} has extra content: {}", shown(&parent.name.1), shown(&open.name.1));
            self.error(parent.line, code::EXTRA, text);
        }
    }
    /// What may still come in the current element.
    fn inner(&self, id: Id) -> Id {
        match *self.schema.patterns.get(id) {
            Pattern::After(a, _) => a,
            Pattern::Choice(a, b) => {
                let (a, b) = (self.inner(a), self.inner(b));
                if a == NOT_ALLOWED { b } else { a }
            }
            _ => id,
        }
    }
    fn could_end(&mut self, id: Id) -> bool {
        self.patterns().end(id) != NOT_ALLOWED
    }
    /// The elements that may come.
    fn heads(&self, id: Id) -> Vec<usize> {
        let patterns = &self.schema.patterns;
        let (mut todo, mut found, mut steps) = (vec![id], Vec::new(), 0);
        while let Some(id) = todo.pop() {
            steps += 1;
            if steps > 10_000 {
                break;
            }
            match *patterns.get(id) {
                Pattern::Element(number) if !found.contains(&number) => found.push(number),
                Pattern::Choice(a, b) | Pattern::Interleave(a, b) => todo.extend([b, a]),
                Pattern::Group(a, b) => {
                    if patterns.is_nullable(a) {
                        todo.push(b);
                    }
                    todo.push(a);
                }
                Pattern::OneOrMore(a) | Pattern::After(a, _) => todo.push(a),
                _ => {}
            }
        }
        found
    }
    /// Whether the element of a name is what `Element::is_plain` says.
    fn is_plain(&self, before: Id, name: &Name) -> bool {
        let elements = &self.schema.patterns.elements;
        let mut named = self.heads(before).into_iter().filter(|&number| elements[number].name.has(name)).peekable();
        named.peek().is_some() && named.all(|number| elements[number].is_plain)
    }
    /// Where only the namespace is wrong: what is said of that.
    fn wrong_namespace(&self, heads: &[usize], name: &Name) -> Option<(i32, String)> {
        let [only] = heads else { return None };
        let NameClass::One(wanted) = &self.schema.patterns.elements[*only].name else { return None };
        let local = shown(&name.1);
        if wanted.1 != name.1 {
            return None;
        }
        Some(if wanted.0.is_empty() {
            (code::EXTRA_NAMESPACE, format!("Expecting no namespace for element {local}"))
        } else if name.0.is_empty() {
            (code::NO_NAMESPACE, format!("Expecting a namespace for element {local}"))
        } else {
            (code::NAMESPACE, format!("Element {local} has wrong namespace: expecting {}", shown(&wanted.0)))
        })
    }
    /// The name of the first element that may come, if it has one.
    fn only_name(&self, heads: &[usize]) -> Option<String> {
        let first = *heads.first()?;
        self.schema.patterns.elements[first].name.local().map(shown)
    }
    /// Whether a pattern is a choice between more than something and nothing.
    fn is_choice(&self, id: Id) -> bool {
        matches!(*self.schema.patterns.get(id), Pattern::Choice(a, b) if a != EMPTY && b != EMPTY)
    }

    fn unexpected_element(&mut self, before: Id, name: &Name, line: u32) {
        let heads = self.heads(before);
        let expected = self.only_name(&heads);
        let found = shown(&name.1);
        if heads.iter().any(|&number| self.schema.patterns.elements[number].name.has(name)) {
            // What nothing may have, has no attributes either.
            return self.error(line, code::ATTRIBUTES, format!("Element {found} failed to validate attributes"));
        }
        let Some(content) = self.open.last().map(|open| open.content) else {
            // The root.
            let is_told = heads.len() == 1 && !self.is_tag_by_tag;
            let (code, text) = match expected.filter(|_| is_told) {
                Some(_) if self.wrong_namespace(&heads, name).is_some() => self.wrong_namespace(&heads, name).unwrap_or_default(),
                Some(expected) => (code::NAME, format!("Expecting element {expected}, got {found}")),
                None => (code::ELEMENT, format!("Did not expect element {found} there")),
            };
            return self.error(line, code, text);
        };
        let (element, line) = self.here();
        let failed = format!("Element {element} failed to validate content");
        let is_plain = self.open.last().is_some_and(|open| open.is_plain);
        if self.is_tag_by_tag || is_plain {
            self.error(line, code::ELEMENT, format!("Did not expect element {found} there"));
            return self.open.clear();
        }
        if matches!(self.schema.patterns.get(content), Pattern::Data { .. } | Pattern::Value { .. } | Pattern::List(_)) {
            self.error(line, code::DATA_ELEMENT, format!("Datatype element {element} has child elements"));
            self.error(line, code::CONTENT, failed);
            return self.outwards();
        }
        if self.is_choice(content) {
            self.error(line, code::ELEMENT, format!("Did not expect element {found} there"));
        } else if matches!(self.schema.patterns.get(content), Pattern::Interleave(..)) && !self.could_end(before) {
            let all = self.heads(content);
            if all.iter().any(|&number| self.schema.patterns.elements[number].name.has(name)) {
                self.error(line, code::INTERLEAVE_EXTRA, format!("Extra element {found} in interleave"));
            } else {
                if let Some(expected) = expected {
                    self.error(line, code::NOTHING, format!("Expecting an element {expected}, got nothing"));
                }
                self.error(line, code::SEQUENCE, "Invalid sequence in interleave".to_owned());
            }
            self.error(line, code::CONTENT, failed);
        } else {
            if let Some((code, text)) = self.wrong_namespace(&heads, name) {
                self.error(line, code, text);
            } else if let Some(expected) = expected.filter(|_| heads.len() == 1) {
                self.error(line, code::NAME, format!("Expecting element {expected}, got {found}"));
            }
            if self.could_end(before) {
                self.error(line, code::EXTRA, format!("Element {element} has extra content: {found}"));
            } else {
                self.error(line, code::CONTENT, failed);
            }
        }
        self.outwards();
    }
    fn unexpected_text(&mut self, before: Id, text: &[u8], element: &str, line: u32) {
        if self.open.last().is_some_and(|open| open.is_plain) {
            self.error(line, code::TEXT_WRONG, format!("Did not expect text in element {element} content"));
            return self.open.clear();
        }
        if self.heads(before).is_empty() && !self.could_end(before) {
            self.wrong_value(self.inner(before), text, line, true);
            return self.error(line, code::CONTENT, format!("Element {element} failed to validate content"));
        }
        if !self.heads(before).is_empty() {
            self.error(line, code::TEXT, "Expecting an element got text".to_owned());
        }
        if self.could_end(before) {
            self.error(line, code::EXTRA, format!("Element {element} has extra content: text"));
        } else {
            self.error(line, code::CONTENT, format!("Element {element} failed to validate content"));
        }
    }
    fn missing(&mut self, before: Id, content: Id, element: &str, line: u32) {
        let heads = self.heads(before);
        let failed = format!("Element {element} failed to validate content");
        if self.open.last().is_some_and(|open| open.is_plain) {
            self.error(line, code::NOTHING, "Expecting an element , got nothing".to_owned());
            return self.open.clear();
        }
        if self.is_choice(content) && self.inner(before) == content {
            return self.error(line, code::NOTHING, "Expecting an element , got nothing".to_owned());
        }
        if let Some(expected) = self.only_name(&heads) {
            self.error(line, code::NOTHING, format!("Expecting an element {expected}, got nothing"));
        }
        if matches!(self.schema.patterns.get(content), Pattern::Interleave(..)) {
            self.error(line, code::SEQUENCE, "Invalid sequence in interleave".to_owned());
        }
        self.error(line, code::CONTENT, failed);
    }
    /// What the attribute of a name is to have.
    fn attribute_content(&self, id: Id, name: &Name) -> Option<Id> {
        let patterns = &self.schema.patterns;
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            match *patterns.get(id) {
                Pattern::Attribute(number, content) if patterns.attributes[number].has(name) => return Some(content),
                Pattern::Choice(a, b) | Pattern::Interleave(a, b) | Pattern::Group(a, b) => todo.extend([b, a]),
                Pattern::OneOrMore(a) | Pattern::After(a, _) => todo.push(a),
                _ => {}
            }
        }
        None
    }
    /// Says why a text is no value of a pattern.
    fn wrong_value(&mut self, content: Id, text: &[u8], line: u32, in_element: bool) {
        match self.schema.patterns.get(content).clone() {
            Pattern::Data { kind, name, .. } => {
                if !self.schema.patterns.allows(kind, text) {
                    let text = format!("Type {} doesn't allow value '{}'", shown(&name), shown(text));
                    self.error(line, code::TYPE_VALUE, text);
                }
                if in_element {
                    self.error(line, code::DATATYPE, format!("Error validating datatype {}", shown(&name)));
                }
            }
            Pattern::Value { .. } if in_element => self.error(line, code::VALUE, "Error validating value ".to_owned()),
            Pattern::List(inside) => {
                let mut left = inside;
                for token in tokens(text) {
                    let next = self.patterns().text(left, token);
                    if next == NOT_ALLOWED && left != inside {
                        self.error(line, code::LIST_EXTRA, format!("Extra data in list: {}", shown(token)));
                        break;
                    }
                    left = next;
                }
                self.error(line, code::LIST, "Error validating list".to_owned());
            }
            _ => {}
        }
    }
}

/// Holds a document of a forest against a schema; `report` is told what is wrong.
pub fn validate(forest: &Forest, schema: Schema, document: Node, file: Option<Vec<u8>>, report: &mut dyn FnMut(Error)) -> bool {
    let mut validator = Validator::new(schema, file);
    let name = |node: Node| {
        let uri = forest.uri(node).map(|uri| uri.as_bytes().to_vec()).unwrap_or_default();
        (uri, forest.name(node).as_bytes().to_vec())
    };
    let root = forest.root(document);
    let mut at = root;
    while at.is_some() && validator.is_valid() && !phant_interrupt::is_urgent() {
        if forest.is_element(at) {
            let attributes = forest.attributes(at).filter(|&attribute| !forest.is_declaration(attribute));
            let attributes: Vec<Attribute> =
                attributes.map(|attribute| (name(attribute), forest.value(attribute).as_bytes().to_vec())).collect();
            validator.start(name(at), &attributes, forest.line(at));
            let inside = forest.first_child(at);
            if inside.is_some() {
                at = inside;
                continue;
            }
            validator.end();
        } else if matches!(forest.kind(at), Kind::Text | Kind::CData) {
            validator.text(forest.value(at).as_bytes());
        }
        while at != root && forest.next(at).is_none() {
            at = forest.parent(at);
            validator.end();
        }
        at = if at == root { Node::NONE } else { forest.next(at) };
    }
    let valid = validator.finish() && !phant_interrupt::is_urgent();
    validator.take_errors().into_iter().for_each(report);
    valid
}
