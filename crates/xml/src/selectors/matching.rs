//! Which elements selectors fit.

use super::{Combinator, Complex, List, Nth, Selectors, Simple, Test, state};
use crate::tree::{Forest, HTML_NAMESPACE, Node};

pub(super) struct Matcher<'f> {
    pub forest: &'f Forest,
    quirks: bool,
}

fn matcher(forest: &Forest, root: Node) -> Matcher<'_> {
    let quirks = forest.document_data(root).is_some_and(|data| data.quirks.get() == 1);
    Matcher { forest, quirks }
}

/// Whether an element fits.
pub fn matches(forest: &Forest, element: Node, selectors: &Selectors) -> bool {
    matcher(forest, element).list(element, &selectors.list)
}

/// The element, or the nearest around it, that fits.
pub fn closest(forest: &Forest, element: Node, selectors: &Selectors) -> Node {
    let matcher = matcher(forest, element);
    let mut at = element;
    while at.is_some() && !(forest.is_element(at) && matcher.list(at, &selectors.list)) {
        at = forest.parent(at);
    }
    at
}

/// The first element below a node that fits.
pub fn first(forest: &Forest, root: Node, selectors: &Selectors) -> Node {
    let matcher = matcher(forest, root);
    let fits = |&node: &Node| phant_interrupt::is_urgent() || forest.is_element(node) && matcher.list(node, &selectors.list);
    forest.descendants(root).find(fits).unwrap_or(Node::NONE)
}

/// All elements below a node that fit.
pub fn all(forest: &Forest, root: Node, selectors: &Selectors) -> Vec<Node> {
    let matcher = matcher(forest, root);
    let fits = |node: &Node| forest.is_element(*node) && matcher.list(*node, &selectors.list);
    forest.descendants(root).take_while(|_| !phant_interrupt::is_urgent()).filter(fits).collect()
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

/// Attributes of HTML whose values are compared without regard to case.
const CASELESS: &[&[u8]] = &[
    b"accept",
    b"accept-charset",
    b"align",
    b"alink",
    b"axis",
    b"bgcolor",
    b"charset",
    b"checked",
    b"clear",
    b"codetype",
    b"color",
    b"compact",
    b"declare",
    b"defer",
    b"dir",
    b"direction",
    b"disabled",
    b"enctype",
    b"face",
    b"frame",
    b"hreflang",
    b"http-equiv",
    b"lang",
    b"language",
    b"link",
    b"media",
    b"method",
    b"multiple",
    b"nohref",
    b"noresize",
    b"noshade",
    b"nowrap",
    b"readonly",
    b"rel",
    b"rev",
    b"rules",
    b"scope",
    b"scrolling",
    b"selected",
    b"shape",
    b"target",
    b"text",
    b"type",
    b"valign",
    b"valuetype",
    b"vlink",
];

impl Matcher<'_> {
    fn list(&self, node: Node, list: &List) -> bool {
        list.iter().any(|complex| self.complex(node, complex, 0))
    }
    fn complex(&self, node: Node, complex: &Complex, at: usize) -> bool {
        let (compound, combinator) = &complex.parts[at];
        if !compound.iter().all(|simple| self.simple(node, simple)) {
            return false;
        }
        let Some(combinator) = combinator else { return true };
        let forest = self.forest;
        match combinator {
            Combinator::Child => {
                let parent = forest.parent(node);
                parent.is_some() && forest.is_element(parent) && self.complex(parent, complex, at + 1)
            }
            Combinator::Descendant => {
                let mut parent = forest.parent(node);
                while parent.is_some() && forest.is_element(parent) && !phant_interrupt::is_urgent() {
                    if self.complex(parent, complex, at + 1) {
                        return true;
                    }
                    parent = forest.parent(parent);
                }
                false
            }
            Combinator::Next => {
                let previous = self.element_before(node);
                previous.is_some() && self.complex(previous, complex, at + 1)
            }
            Combinator::Later => {
                let mut previous = self.element_before(node);
                while previous.is_some() && !phant_interrupt::is_urgent() {
                    if self.complex(previous, complex, at + 1) {
                        return true;
                    }
                    previous = self.element_before(previous);
                }
                false
            }
        }
    }
    fn sibling(&self, node: Node, step: fn(&Forest, Node) -> Node) -> Node {
        let mut at = step(self.forest, node);
        while at.is_some() && !self.forest.is_element(at) {
            at = step(self.forest, at);
        }
        at
    }
    fn element_before(&self, node: Node) -> Node {
        self.sibling(node, Forest::previous)
    }
    fn is_html(&self, node: Node) -> bool {
        self.forest.is_in(node, HTML_NAMESPACE) && self.forest.is_in_html(node)
    }
    fn same(&self, a: &[u8], b: &[u8], caseless: bool) -> bool {
        if caseless { a.eq_ignore_ascii_case(b) } else { a == b }
    }
    fn plain_attribute(&self, node: Node, name: &[u8]) -> Option<phant_memory::Str> {
        let attribute = self.forest.attribute(node, name, None);
        attribute.some().map(|attribute| self.forest.text(attribute))
    }
    fn simple(&self, node: Node, simple: &Simple) -> bool {
        let forest = self.forest;
        match simple {
            Simple::Any => true,
            Simple::Prefix(Some(prefix)) => {
                let own = forest.prefix(node).unwrap_or_default();
                prefix == b"*" || own.as_bytes() == &prefix[..]
            }
            // As in lexbor, no prefix before the bar is any.
            Simple::Prefix(None) => true,
            Simple::Type(name) if self.is_html(node) => forest.is_named(node, &name.to_ascii_lowercase()),
            Simple::Type(name) => forest.is_named(node, name),
            Simple::Id(id) => self.plain_attribute(node, b"id").is_some_and(|value| self.same(&value, id, self.quirks)),
            Simple::Class(class) => self
                .plain_attribute(node, b"class")
                .is_some_and(|value| value.split(|&byte| is_space(byte)).any(|token| self.same(token, class, self.quirks))),
            Simple::Attribute { prefix, name, test, value, case } => {
                self.attribute(node, prefix.as_deref(), name, *test, value, *case)
            }
            Simple::Is(list) => self.list(node, list),
            Simple::Not(list) => !self.list(node, list),
            Simple::Has(list) => list.iter().any(|(combinator, complex)| self.has(node, *combinator, complex)),
            Simple::Nth(nth) => self.nth(node, nth),
            Simple::Text { text, caseless } => {
                let own = forest.text(node);
                text.is_empty() || own.windows(text.len()).any(|window| self.same(window, text, *caseless))
            }
            Simple::State(name) => state::holds(forest, node, name),
        }
    }
    fn attribute(&self, node: Node, prefix: Option<&[u8]>, name: &[u8], test: Test, wanted: &[u8], case: Option<bool>) -> bool {
        let forest = self.forest;
        let lower = name.to_ascii_lowercase();
        let is_html = self.is_html(node);
        let name = if is_html { &lower[..] } else { name };
        let caseless = case == Some(true) || is_html && CASELESS.contains(&name);
        let fits = |attribute: Node| {
            let is_named = match prefix {
                None => forest.has_qualified_name(attribute, name),
                Some(b"*") => forest.is_named(attribute, name),
                Some(prefix) => {
                    forest.is_named(attribute, name) && forest.prefix(attribute).is_some_and(|own| own.as_bytes() == prefix)
                }
            };
            is_named && self.value_fits(&forest.text(attribute), test, wanted, caseless)
        };
        forest.attributes(node).any(fits)
    }
    fn value_fits(&self, value: &[u8], test: Test, wanted: &[u8], caseless: bool) -> bool {
        let same = |part: &[u8]| self.same(part, wanted, caseless);
        let length = wanted.len();
        match test {
            Test::Exists => true,
            Test::Equals => same(value),
            Test::Includes => length > 0 && value.split(|&byte| is_space(byte)).any(same),
            Test::Dash => same(value) || value.len() > length && value[length] == b'-' && same(&value[..length]),
            Test::Prefix => length > 0 && value.len() >= length && same(&value[..length]),
            Test::Suffix => length > 0 && value.len() >= length && same(&value[value.len() - length..]),
            Test::Contains => length > 0 && value.windows(length).any(same),
        }
    }
    /// Whether something that stands to an element in a way fits.
    fn has(&self, node: Node, combinator: Combinator, complex: &Complex) -> bool {
        let forest = self.forest;
        let fits = |&candidate: &Node| forest.is_element(candidate) && self.complex(candidate, complex, 0);
        match combinator {
            Combinator::Descendant => forest.descendants(node).take_while(|_| !phant_interrupt::is_urgent()).any(|n| fits(&n)),
            Combinator::Child => forest.children(node).any(|child| fits(&child)),
            Combinator::Next => {
                let next = self.sibling(node, Forest::next);
                next.is_some() && fits(&next)
            }
            Combinator::Later => {
                let mut next = self.sibling(node, Forest::next);
                while next.is_some() {
                    if fits(&next) {
                        return true;
                    }
                    next = self.sibling(next, Forest::next);
                }
                false
            }
        }
    }
    fn nth(&self, node: Node, nth: &Nth) -> bool {
        if nth.of.as_ref().is_some_and(|list| !self.list(node, list)) {
            return false;
        }
        let forest = self.forest;
        let counts = |other: Node| {
            let same_type = || forest.name(other) == forest.name(node) && forest.uri(other) == forest.uri(node);
            (!nth.of_type || same_type()) && nth.of.as_ref().is_none_or(|list| self.list(other, list))
        };
        let step: fn(&Forest, Node) -> Node = if nth.from_end { Forest::next } else { Forest::previous };
        // A fixed place near the beginning is found without counting on.
        let limit = if nth.step == 0 { nth.offset } else { i64::MAX };
        let mut index = 1;
        let mut at = self.sibling(node, step);
        while at.is_some() {
            index += i64::from(counts(at));
            if index > limit {
                return false;
            }
            at = self.sibling(at, step);
        }
        let difference = index - nth.offset;
        match nth.step {
            0 => difference == 0,
            step => difference % step == 0 && difference / step >= 0,
        }
    }
}
