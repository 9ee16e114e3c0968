//! HTML by the WHATWG's standard: parsing and printing.
//!
//! Text is UTF-8 here; [`crate::html5::encoding`] says how a document's bytes become that. Elements are in the namespace of
//! HTML, and so on, as the standard has it. Errors have the names that lexbor, PHP's own parser, gives them, with their
//! place in the text.

mod builder;
mod elements;
pub mod encoding;
mod entities;
mod foreign;
mod formatting;
mod modes;
mod serialize;
mod tables;
mod tokenizer;

pub(crate) use elements::is_void;
pub use serialize::{inner, serialize};

use crate::tree::{Forest, HTML_NAMESPACE, Kind, Node};
use builder::Builder;

/// How a document is parsed.
#[derive(Clone, Copy, Default)]
pub struct Options {
    /// `html`, `head` and `body` are only there if the text has their tags.
    pub no_implied: bool,
    /// Elements are in no namespace.
    pub no_namespaces: bool,
}

/// An error, with its place as offsets in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The tokenizer's; otherwise the tree's.
    pub is_token: bool,
    /// Its name.
    pub name: &'static str,
    /// Where it begins.
    pub begin: usize,
    /// Where it ends.
    pub end: usize,
}

/// Parses a text into an empty document; what was wrong, in the order of lexbor's reports. Ends early when limits are reached.
pub fn parse(forest: &Forest, document: Node, text: &[u8], options: Options) -> Vec<Problem> {
    let mut builder = Builder::new(forest, document, text);
    builder.run();
    let explicit = builder.explicit;
    let quirks = builder.quirks;
    let problems = builder.finish();
    if let Some(data) = forest.document_data(document) {
        data.quirks.set(quirks);
    }
    if options.no_implied {
        remove_implied(forest, document, explicit);
    }
    if options.no_namespaces {
        strip_namespaces(forest, document);
    }
    problems
}

/// Parses a text as what an element contains, into a fragment of the element's document.
pub fn parse_fragment(forest: &Forest, context: Node, text: &[u8]) -> Node {
    let document = forest.document(context);
    let fragment = forest.create(Kind::Fragment, document, Default::default(), Default::default());
    let mut builder = Builder::for_fragment(forest, context, text);
    builder.run();
    let root = builder.root();
    builder.finish();
    for child in forest.children(root).collect::<Vec<_>>() {
        forest.unlink(child);
        forest.append(fragment, child);
    }
    forest.free_tree(root);
    fragment
}

/// Puts what is in elements whose tags were not there in their place.
fn remove_implied(forest: &Forest, document: Node, explicit: [bool; 3]) {
    let root = forest.root(document);
    if root.is_none() {
        return;
    }
    let found = |name: &[u8]| forest.children(root).find(|&node| forest.is_html_element(node, name)).unwrap_or(Node::NONE);
    let (head, body) = (found(b"head"), found(b"body"));
    for (node, is_explicit) in [(head, explicit[1]), (body, explicit[2]), (root, explicit[0])] {
        if node.is_none() || is_explicit {
            continue;
        }
        let parent = forest.parent(node);
        for child in forest.children(node).collect::<Vec<_>>() {
            forest.unlink(child);
            forest.insert(parent, child, node);
        }
        forest.remove(node);
    }
}

/// Elements of HTML are in no namespace, and templates have their contents as children.
fn strip_namespaces(forest: &Forest, document: Node) {
    let mut node = document;
    while node.is_some() {
        if let Some(content) = forest.take_template(node).some() {
            for child in forest.children(content).collect::<Vec<_>>() {
                forest.unlink(child);
                forest.append(node, child);
            }
            forest.free_tree(content);
        }
        if forest.is_element(node) && forest.is_in(node, HTML_NAMESPACE) {
            forest.set_namespace(node, Default::default());
        }
        node = forest.following(node, document);
    }
}
