//! The tree that tokens make: the stack of open elements and where things are put.

use super::{
    Problem,
    elements::{MATHML, SVG, Space, ends_scope, is_implied_end},
    modes::Mode,
    tokenizer::{Attribute, Tag, Token, Tokenizer},
};
use crate::tree::{Forest, HTML_NAMESPACE, Kind, Namespace, Node};
use phant_memory::Str;
use std::collections::HashMap;

/// An open element.
#[derive(Clone)]
pub(super) struct Open {
    pub node: Node,
    pub space: Space,
    pub name: Str,
}

impl Open {
    pub fn is(&self, name: &[u8]) -> bool {
        self.space == Space::Html && self.name.as_bytes() == name
    }
}

/// An entry in the list of active formatting elements.
#[derive(Clone)]
pub(super) enum Active {
    Marker,
    Element(Node, Tag),
}

pub(super) struct Builder<'f, 't> {
    pub forest: &'f Forest,
    pub document: Node,
    pub tokenizer: Tokenizer<'t>,
    pub mode: Mode,
    pub original: Mode,
    pub template_modes: Vec<Mode>,
    pub open: Vec<Open>,
    /// How many open elements have a name.
    counts: HashMap<Str, usize>,
    pub active: Vec<Active>,
    pub head: Node,
    pub form: Node,
    pub frameset_ok: bool,
    pub foster: bool,
    pub skip_newline: bool,
    pub quirks: u8,
    /// The element that a fragment is parsed for.
    pub context: Option<Open>,
    /// Whether there were tags for html, head and body.
    pub explicit: [bool; 3],
    /// Text in a table that is not put anywhere yet.
    pub table_text: Vec<u8>,
    names: HashMap<Vec<u8>, Str>,
    spaces: [Namespace; 3],
    /// The text node that was written to last, and its text.
    text: (Node, Vec<u8>),
    problems: Vec<Problem>,
    line: u32,
    line_counted: usize,
    /// How much of the current text was dealt with.
    pub skipped: usize,
    pub done: bool,
}

/// Where something is put: in a parent, before a node or at the end.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub parent: Node,
    pub before: Node,
}

impl<'f, 't> Builder<'f, 't> {
    pub fn new(forest: &'f Forest, document: Node, text: &'t [u8]) -> Builder<'f, 't> {
        let space = |uri: &[u8]| forest.intern_namespace(None, uri);
        Builder {
            forest,
            document,
            tokenizer: Tokenizer::new(text),
            mode: Mode::Initial,
            original: Mode::Initial,
            template_modes: Vec::new(),
            open: Vec::new(),
            counts: HashMap::new(),
            active: Vec::new(),
            head: Node::NONE,
            form: Node::NONE,
            frameset_ok: true,
            foster: false,
            skip_newline: false,
            quirks: 0,
            context: None,
            explicit: [false; 3],
            table_text: Vec::new(),
            names: HashMap::new(),
            spaces: [space(HTML_NAMESPACE), space(SVG), space(MATHML)],
            text: (Node::NONE, Vec::new()),
            problems: Vec::new(),
            line: 0,
            line_counted: 0,
            skipped: 0,
            done: false,
        }
    }
    pub fn for_fragment(forest: &'f Forest, context: Node, text: &'t [u8]) -> Builder<'f, 't> {
        let mut builder = Builder::new(forest, forest.document(context), text);
        let space = match forest.uri(context) {
            Some(uri) if uri.as_bytes() == HTML_NAMESPACE => Space::Html,
            Some(uri) if uri.as_bytes() == SVG => Space::Svg,
            Some(uri) if uri.as_bytes() == MATHML => Space::MathMl,
            _ => Space::Other,
        };
        let name = forest.name(context);
        if space == Space::Html {
            use super::tokenizer::Content;
            builder.tokenizer.content = match name.as_bytes() {
                b"title" | b"textarea" => Content::Rcdata,
                b"style" | b"xmp" | b"iframe" | b"noembed" | b"noframes" => Content::Rawtext,
                b"script" => Content::Script,
                b"plaintext" => Content::Plaintext,
                _ => Content::Data,
            };
        }
        builder.quirks = forest.document_data(context).map_or(0, |data| data.quirks.get());
        let root = builder.element(Space::Html, b"html", &[]);
        builder.push(root, Space::Html, b"html");
        if space == Space::Html && name.as_bytes() == b"template" {
            builder.template_modes.push(Mode::InTemplate);
        }
        builder.context = Some(Open { node: context, space, name });
        builder.reset_mode();
        let mut form = context;
        while form.is_some() && !forest.is_html_element(form, b"form") {
            form = forest.parent(form);
        }
        builder.form = form;
        builder
    }
    /// The element at the bottom of the stack.
    pub fn root(&self) -> Node {
        self.open.first().map_or(Node::NONE, |open| open.node)
    }
    /// What was wrong.
    pub fn finish(mut self) -> Vec<Problem> {
        self.flush_text();
        let errors = std::mem::take(&mut self.tokenizer.errors);
        let tokens = errors.into_iter().map(|(name, at)| Problem { is_token: true, name, begin: at, end: at });
        tokens.chain(self.problems).collect()
    }
    /// Takes all tokens.
    pub fn run(&mut self) {
        while !self.done {
            let adjusted = self.adjusted();
            self.tokenizer.allows_cdata = adjusted.is_some_and(|open| open.space != Space::Html);
            let token = self.tokenizer.next();
            self.count_lines();
            self.skipped = 0;
            if phant_interrupt::is_urgent() {
                return;
            }
            let skip = std::mem::take(&mut self.skip_newline);
            let token = match token {
                Token::Text(text) if skip && text[0] == b'\n' => match &text[1..] {
                    b"" => continue,
                    rest => Token::Text(rest.to_vec()),
                },
                token => token,
            };
            self.dispatch(token);
        }
    }
    fn count_lines(&mut self) {
        let begin = self.tokenizer.begin.max(self.line_counted);
        let passed = &self.tokenizer.text[self.line_counted..begin];
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count() as u32;
        self.line_counted = begin;
    }
    /// Notes an error of the current token; what comes of the text's end is not reported.
    pub fn error(&mut self, name: &'static str) {
        let (begin, end) = (self.tokenizer.begin, self.tokenizer.end);
        if end < self.tokenizer.text.len() {
            let end = end.saturating_sub(self.skipped).max(begin);
            self.problems.push(Problem { is_token: false, name, begin, end });
        }
    }

    fn name(&mut self, name: &[u8]) -> Str {
        if let Some(known) = self.names.get(name) {
            return known.clone();
        }
        let fresh = Str::new(name);
        self.names.insert(name.to_vec(), fresh.clone());
        fresh
    }
    /// An element that hangs nowhere.
    pub fn element(&mut self, space: Space, name: &[u8], attributes: &[Attribute]) -> Node {
        let name = self.name(name);
        let is_template = space == Space::Html && name.as_bytes() == b"template";
        let node = self.forest.create(Kind::Element, self.document, name, Str::from(""));
        self.forest.set_namespace(
            node,
            self.spaces[match space {
                Space::Svg => 1,
                Space::MathMl => 2,
                _ => 0,
            }],
        );
        self.forest.set_line(node, self.line);
        let mut last = Node::NONE;
        for attribute in attributes {
            last = self.attribute(node, last, attribute, space != Space::Html);
        }
        if is_template {
            let content = self.forest.create(Kind::Fragment, self.document, Str::from(""), Str::from(""));
            self.forest.set_template(node, content);
        }
        node
    }
    fn attribute(&mut self, element: Node, last: Node, attribute: &Attribute, is_foreign: bool) -> Node {
        let spaced = if is_foreign { super::foreign::attribute_space(&attribute.name) } else { None };
        let (namespace, local) = match spaced {
            Some((prefix, local, uri)) => (self.forest.intern_namespace(prefix, uri), local),
            None => (Namespace::NONE, &attribute.name[..]),
        };
        let name = self.name(local);
        let is_id = namespace == Namespace::NONE && local == b"id";
        let node = self.forest.create(Kind::Attribute, self.document, name, Str::new(&attribute.value));
        self.forest.set_namespace(node, namespace);
        self.forest.set_line(node, self.line);
        self.forest.hang_attribute(element, node, last);
        if is_id {
            self.forest.set_id(node, true);
        }
        node
    }
    /// Gives an element attributes that it does not have.
    pub fn add_attributes(&mut self, element: Node, attributes: &[Attribute]) {
        for attribute in attributes {
            if self.forest.attribute_by_name(element, &attribute.name).is_none() {
                let last = self.forest.attributes(element).last().unwrap_or(Node::NONE);
                self.attribute(element, last, attribute, false);
            }
        }
    }

    /// The innermost open element.
    pub fn current(&self) -> &Open {
        // The root stays on the stack until parsing is over.
        &self.open[self.open.len() - 1]
    }
    pub fn current_is(&self, names: &[&[u8]]) -> bool {
        self.open.last().is_some_and(|open| open.space == Space::Html && names.contains(&open.name.as_bytes()))
    }
    /// The current element, or the one a fragment is for.
    pub fn adjusted(&self) -> Option<&Open> {
        match &self.context {
            Some(context) if self.open.len() == 1 => Some(context),
            _ => self.open.last(),
        }
    }
    pub fn push(&mut self, node: Node, space: Space, name: &[u8]) {
        let name = self.name(name);
        *self.counts.entry(name.clone()).or_default() += 1;
        self.open.push(Open { node, space, name });
    }
    pub fn push_open(&mut self, at: usize, open: Open) {
        *self.counts.entry(open.name.clone()).or_default() += 1;
        self.open.insert(at, open);
    }
    fn uncount(&mut self, name: &Str) {
        if let Some(count) = self.counts.get_mut(name) {
            *count = count.saturating_sub(1);
        }
    }
    pub fn pop(&mut self) -> Option<Open> {
        let open = self.open.pop()?;
        self.uncount(&open.name);
        Some(open)
    }
    pub fn remove_open(&mut self, node: Node) -> Option<usize> {
        let at = self.open.iter().rposition(|open| open.node == node)?;
        let open = self.open.remove(at);
        self.uncount(&open.name);
        Some(at)
    }
    pub fn replace_open(&mut self, at: usize, node: Node) {
        self.open[at].node = node;
    }
    pub fn pop_until(&mut self, names: &[&[u8]]) {
        while let Some(open) = self.pop() {
            if open.space == Space::Html && names.contains(&open.name.as_bytes()) || self.open.is_empty() {
                return;
            }
        }
    }
    /// Whether an element of HTML is open.
    pub fn has_open(&self, name: &[u8]) -> bool {
        self.may_have(name) && self.open.iter().any(|open| open.is(name))
    }
    fn may_have(&self, name: &[u8]) -> bool {
        self.names.get(name).is_some_and(|name| self.counts.get(name).is_some_and(|&count| count > 0))
    }
    fn in_scope_with(&self, names: &[&[u8]], ends: impl Fn(&Open) -> bool) -> bool {
        if !names.iter().any(|name| self.may_have(name)) {
            return false;
        }
        for open in self.open.iter().rev() {
            if open.space == Space::Html && names.contains(&open.name.as_bytes()) {
                return true;
            }
            if ends(open) {
                return false;
            }
        }
        false
    }
    pub fn in_scope(&self, name: &[u8]) -> bool {
        self.in_scope_with(&[name], |open| ends_scope(open.space, &open.name))
    }
    pub fn any_in_scope(&self, names: &[&[u8]]) -> bool {
        self.in_scope_with(names, |open| ends_scope(open.space, &open.name))
    }
    pub fn in_list_scope(&self, name: &[u8]) -> bool {
        self.in_scope_with(&[name], |open| ends_scope(open.space, &open.name) || open.is(b"ol") || open.is(b"ul"))
    }
    pub fn in_button_scope(&self, name: &[u8]) -> bool {
        self.in_scope_with(&[name], |open| ends_scope(open.space, &open.name) || open.is(b"button"))
    }
    pub fn in_table_scope(&self, names: &[&[u8]]) -> bool {
        self.in_scope_with(names, |open| open.is(b"html") || open.is(b"table") || open.is(b"template"))
    }
    pub fn node_in_scope(&self, node: Node) -> bool {
        for open in self.open.iter().rev() {
            if open.node == node {
                return true;
            }
            if ends_scope(open.space, &open.name) {
                return false;
            }
        }
        false
    }
    pub fn generate_implied_ends(&mut self, except: &[u8]) {
        while self.open.last().is_some_and(|open| open.space == Space::Html && is_implied_end(&open.name) && !open.is(except)) {
            self.pop();
        }
    }
    pub fn generate_all_implied_ends(&mut self) {
        let more: [&[u8]; 8] = [b"caption", b"colgroup", b"tbody", b"td", b"tfoot", b"th", b"thead", b"tr"];
        while self
            .open
            .last()
            .is_some_and(|open| open.space == Space::Html && (is_implied_end(&open.name) || more.contains(&open.name.as_bytes())))
        {
            self.pop();
        }
    }
    pub fn close_p(&mut self) {
        self.generate_implied_ends(b"p");
        if !self.current_is(&[b"p"]) {
            self.error("unexpected-element-in-open-elements-stack");
        }
        self.pop_until(&[b"p"]);
    }

    /// Where something in an element is put.
    fn inside(&self, element: Node) -> Place {
        let template = self.forest.template(element);
        Place { parent: if template.is_some() { template } else { element }, before: Node::NONE }
    }
    /// Where the next node is put.
    pub fn place(&self, target: Option<Node>) -> Place {
        let target_node = target.unwrap_or_else(|| self.current().node);
        let is_table = self.foster
            && [&b"table"[..], b"tbody", b"tfoot", b"thead", b"tr"]
                .iter()
                .any(|name| self.forest.is_html_element(target_node, name));
        if !is_table {
            return self.inside(target_node);
        }
        let last = |name: &[u8]| self.open.iter().rposition(|open| open.is(name));
        let (template, table) = (last(b"template"), last(b"table"));
        if let Some(template) = template
            && table.is_none_or(|table| template > table)
        {
            return self.inside(self.open[template].node);
        }
        let Some(table) = table else { return self.inside(self.root()) };
        let node = self.open[table].node;
        let parent = self.forest.parent(node);
        if parent.is_some() {
            return Place { parent, before: node };
        }
        self.inside(self.open[table.saturating_sub(1)].node)
    }
    pub fn put(&mut self, node: Node, place: Place) {
        self.forest.insert(place.parent, node, place.before);
    }
    pub fn insert_foreign(&mut self, space: Space, name: &[u8], attributes: &[Attribute]) -> Node {
        let place = self.place(None);
        let node = self.element(space, name, attributes);
        self.put(node, place);
        self.push(node, space, name);
        node
    }
    pub fn insert(&mut self, tag: &Tag) -> Node {
        self.insert_foreign(Space::Html, &tag.name, &tag.attributes)
    }
    pub fn insert_named(&mut self, name: &[u8]) -> Node {
        self.insert_foreign(Space::Html, name, &[])
    }
    pub fn insert_comment(&mut self, text: Vec<u8>, place: Option<Place>) {
        let place = place.unwrap_or_else(|| self.place(None));
        let node = self.forest.create(Kind::Comment, self.document, Str::from(""), Str::new(text));
        self.forest.set_line(node, self.line);
        self.put(node, place);
    }
    pub fn document_place(&self) -> Place {
        Place { parent: self.document, before: Node::NONE }
    }
    pub fn insert_text(&mut self, text: &[u8]) {
        if text.is_empty() {
            return;
        }
        let place = self.place(None);
        if place.parent == self.document && self.context.is_none() {
            return;
        }
        let neighbour =
            if place.before.is_some() { self.forest.previous(place.before) } else { self.forest.last_child(place.parent) };
        if neighbour.is_some() && self.forest.kind(neighbour) == Kind::Text {
            if self.text.0 != neighbour {
                self.flush_text();
                self.text = (neighbour, self.forest.value(neighbour).as_bytes().to_vec());
            }
            return self.text.1.extend_from_slice(text);
        }
        self.flush_text();
        let node = self.forest.create(Kind::Text, self.document, Str::from(""), Str::from(""));
        self.forest.set_line(node, self.line);
        self.put(node, place);
        self.text = (node, text.to_vec());
    }
    pub fn flush_text(&mut self) {
        let (node, text) = std::mem::replace(&mut self.text, (Node::NONE, Vec::new()));
        if node.is_some() {
            self.forest.set_value(node, Str::new(text));
        }
    }
}
