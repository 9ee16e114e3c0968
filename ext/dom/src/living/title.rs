//! The title of a document.

use super::{node::set_text, properties::child_of_html};
use phant_memory::Str;
use phant_xml::tree::{Forest, Kind, Node};

const SVG: &[u8] = b"http://www.w3.org/2000/svg";

fn is_svg(forest: &Forest, node: Node, name: &[u8]) -> bool {
    forest.is_element(node) && forest.is_named(node, name) && forest.is_in(node, SVG)
}

/// The element that has the title.
fn element(forest: &Forest, document: Node) -> Node {
    let root = forest.root(document);
    if root.is_some() && is_svg(forest, root, b"svg") {
        return forest.children(root).find(|&child| is_svg(forest, child, b"title")).unwrap_or(Node::NONE);
    }
    forest.descendants(document).find(|&node| forest.is_html_element(node, b"title")).unwrap_or(Node::NONE)
}

/// The text of the title, its white space collapsed.
pub fn get(forest: &Forest, document: Node) -> Str {
    let title = element(forest, document);
    if title.is_none() {
        return Str::from("");
    }
    let mut text = Vec::new();
    for child in forest.children(title) {
        if matches!(forest.kind(child), Kind::Text | Kind::CData) {
            text.extend_from_slice(&forest.value(child));
        }
    }
    let is_space = |byte: &u8| matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ');
    let words: Vec<&[u8]> = text.split(is_space).filter(|word| !word.is_empty()).collect();
    Str::new(words.join(&b' '))
}

/// Sets the title, in an element that may be made.
pub fn set(forest: &Forest, document: Node, text: Str) {
    let root = forest.root(document);
    if root.is_none() {
        return;
    }
    let mut title = element(forest, document);
    if is_svg(forest, root, b"svg") {
        if title.is_none() {
            title = forest.create(Kind::Element, document, Str::from("title"), Str::from(""));
            forest.set_namespace(title, forest.intern_namespace(None, SVG));
            forest.insert(root, title, forest.first_child(root));
        }
    } else if forest.uri(root).is_some_and(|uri| uri.as_bytes() == phant_xml::tree::HTML_NAMESPACE) {
        let head = child_of_html(forest, document, &[b"head"]);
        if title.is_none() {
            if head.is_none() {
                return;
            }
            title = forest.create(Kind::Element, document, Str::from("title"), Str::from(""));
            forest.set_namespace(title, forest.namespace(head));
            forest.append(head, title);
        }
    } else {
        return;
    }
    set_text(forest, title, text);
}
