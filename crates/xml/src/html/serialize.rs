//! Trees as HTML, the way libxml2 prints them.

use super::{entities::ENTITIES, tags};
use crate::{
    chars,
    parser::encoding,
    tree::{Forest, Kind, Node},
};

/// A whole document, in the encoding that its `meta` element names; without one, in ASCII with entities. With `indent` there are
/// line breaks around blocks.
pub fn document(forest: &Forest, document: Node, indent: bool) -> Vec<u8> {
    let mut to = Vec::new();
    for child in forest.children(document) {
        print(forest, child, indent, &mut to);
    }
    to.push(b'\n');
    if has_no_encoding(forest, document) { references(&to) } else { encoded(forest, document, to) }
}

/// A part of a document: in UTF-8, except that an XML document without an encoding has references to characters beyond ASCII.
pub fn node(forest: &Forest, document: Node, node: Node, indent: bool) -> Vec<u8> {
    let mut to = Vec::new();
    if forest.kind(node) == Kind::Fragment {
        forest.children(node).for_each(|child| print(forest, child, indent, &mut to));
    } else {
        print(forest, node, indent, &mut to);
    }
    if has_no_encoding(forest, document) { references(&to) } else { to }
}

/// Whether it is an XML document that says nothing of its encoding.
fn has_no_encoding(forest: &Forest, document: Node) -> bool {
    forest.kind(document) == Kind::Document && forest.document_data(document).is_some_and(|data| data.encoding.borrow().is_none())
}

/// A text with references for what is not ASCII.
fn references(text: &[u8]) -> Vec<u8> {
    let (mut to, mut at) = (Vec::with_capacity(text.len()), 0);
    while at < text.len() {
        let (c, length) = chars::decode(&text[at..]).unwrap_or((u32::from(text[at]), 1));
        match c {
            0..0x80 => to.push(text[at]),
            _ => to.extend_from_slice(format!("&#x{c:X};").as_bytes()),
        }
        at += length;
    }
    to
}

/// The encoding that a `meta` element names by `http-equiv`.
fn meta_encoding(forest: &Forest, document: Node) -> Option<Vec<u8>> {
    let text = |node: Node, name: &[u8]| {
        let attribute = forest.attribute_by_name(node, name);
        attribute.some().map(|attribute| forest.value(attribute).as_bytes().to_ascii_lowercase())
    };
    let is_meta = |&node: &Node| {
        forest.is_element(node) && forest.is_named(node, b"meta") && text(node, b"http-equiv").as_deref() == Some(b"content-type")
    };
    let content = text(forest.descendants(document).find(is_meta)?, b"content")?;
    let at = content.windows(8).position(|window| window == b"charset=")?;
    Some(content[at + 8..].trim_ascii().to_vec())
}

fn encoded(forest: &Forest, document: Node, text: Vec<u8>) -> Vec<u8> {
    if let Some(text) = meta_encoding(forest, document).and_then(|name| encoding::encode(&text, &name)) {
        return text;
    }
    let (mut to, mut at) = (Vec::with_capacity(text.len()), 0);
    while at < text.len() {
        let (c, length) = chars::decode(&text[at..]).unwrap_or((u32::from(text[at]), 1));
        if c < 0x80 {
            to.push(text[at]);
        } else if let Ok(found) = ENTITIES.binary_search_by_key(&c, |(known, _)| *known) {
            to.extend_from_slice(format!("&{};", ENTITIES[found].1).as_bytes());
        } else {
            to.extend_from_slice(format!("&#{c};").as_bytes());
        }
        at += length;
    }
    to
}

fn escape(text: &[u8], to: &mut Vec<u8>) {
    for &byte in text {
        match byte {
            b'<' => to.extend_from_slice(b"&lt;"),
            b'>' => to.extend_from_slice(b"&gt;"),
            b'&' => to.extend_from_slice(b"&amp;"),
            b'\r' => to.extend_from_slice(b"&#13;"),
            byte => to.push(byte),
        }
    }
}

/// A node and what is in it, without recursion.
fn print(forest: &Forest, top: Node, indent: bool, to: &mut Vec<u8>) {
    let mut node = top;
    loop {
        let first = open(forest, node, to);
        if first.is_some() {
            if indent && breaks_inside(forest, node, first) {
                to.push(b'\n');
            }
            node = first;
            continue;
        }
        loop {
            close(forest, node, indent, to);
            if node == top {
                return;
            }
            let next = forest.next(node);
            if next.is_some() {
                node = next;
                break;
            }
            node = forest.parent(node);
        }
    }
}
/// Prints the beginning of a node; its first child, if it has one that is to be printed.
fn open(forest: &Forest, node: Node, to: &mut Vec<u8>) -> Node {
    match forest.kind(node) {
        Kind::Element => {
            to.push(b'<');
            to.extend_from_slice(&forest.qualified_name(node));
            for namespace in forest.declared(node) {
                to.extend_from_slice(b" xmlns");
                if let Some(prefix) = forest.namespace_prefix(namespace) {
                    to.push(b':');
                    to.extend_from_slice(&prefix);
                }
                to.extend_from_slice(b"=\"");
                escape(&forest.namespace_uri(namespace).unwrap_or_default(), to);
                to.push(b'"');
            }
            forest.attributes(node).for_each(|attribute| print_attribute(forest, attribute, to));
            to.push(b'>');
            return if is_empty(forest, node) { Node::NONE } else { forest.first_child(node) };
        }
        Kind::Text => {
            let parent = forest.parent(node);
            let value = forest.value(node);
            let is_raw = parent.is_some() && (forest.is_named(parent, b"script") || forest.is_named(parent, b"style"));
            if is_raw { to.extend_from_slice(&value) } else { escape(&value, to) }
        }
        Kind::CData => to.extend_from_slice(&forest.value(node)),
        Kind::Comment => {
            to.extend_from_slice(b"<!--");
            to.extend_from_slice(&forest.value(node));
            to.extend_from_slice(b"-->");
        }
        Kind::ProcessingInstruction => {
            to.extend_from_slice(b"<?");
            to.extend_from_slice(&forest.name(node));
            let data = forest.value(node);
            if !data.is_empty() {
                to.push(b' ');
                to.extend_from_slice(&data);
            }
            to.push(b'>');
        }
        Kind::EntityReference => {
            to.push(b'&');
            to.extend_from_slice(&forest.name(node));
            to.push(b';');
        }
        Kind::DocumentType => doctype(forest, node, to),
        Kind::Attribute => print_attribute(forest, node, to),
        Kind::Document | Kind::HtmlDocument => forest.children(node).for_each(|child| print(forest, child, false, to)),
        _ => {}
    }
    Node::NONE
}
fn close(forest: &Forest, node: Node, indent: bool, to: &mut Vec<u8>) {
    if forest.kind(node) != Kind::Element {
        return;
    }
    let last = forest.last_child(node);
    // A list item with nothing in it has no end tag.
    let is_bare = is_empty(forest, node) || last.is_none() && is_html(forest, node) && forest.is_named(node, b"li");
    if !is_bare {
        if indent && last.is_some() && breaks_inside(forest, node, last) {
            to.push(b'\n');
        }
        to.extend_from_slice(b"</");
        to.extend_from_slice(&forest.qualified_name(node));
        to.push(b'>');
    }
    let parent = forest.parent(node);
    if indent
        && is_block(forest, node)
        && is_no_text(forest, forest.next(node))
        && forest.is_element(parent)
        && !keeps_lines(forest, parent)
    {
        to.push(b'\n');
    }
}

/// Whether HTML 4 can say something of an element.
fn is_html(forest: &Forest, element: Node) -> bool {
    !forest.namespace(element).is_some()
}

fn is_empty(forest: &Forest, element: Node) -> bool {
    is_html(forest, element) && tags::is_empty(&forest.name(element))
}

/// Whether lines may begin and end with an element.
fn is_block(forest: &Forest, element: Node) -> bool {
    let name = forest.name(element).as_bytes().to_ascii_lowercase();
    is_html(forest, element) && tags::is_known(&name) && !tags::is_inline(&name)
}

/// Whether there is a node, and a line may end before or behind it without a change of the text.
fn is_no_text(forest: &Forest, node: Node) -> bool {
    node.is_some() && !matches!(forest.kind(node), Kind::Text | Kind::EntityReference)
}

/// Whether an element's lines are its text: that is meant for `p` and `pre`, and goes by the first letter.
fn keeps_lines(forest: &Forest, element: Node) -> bool {
    forest.name(element).first() == Some(&b'p')
}

/// Whether there is a line break between a tag of an element and the child beside it.
fn breaks_inside(forest: &Forest, element: Node, child: Node) -> bool {
    forest.is_element(element)
        && is_block(forest, element)
        && is_no_text(forest, child)
        && forest.first_child(element) != forest.last_child(element)
        && !keeps_lines(forest, element)
}
fn doctype(forest: &Forest, node: Node, to: &mut Vec<u8>) {
    to.extend_from_slice(b"<!DOCTYPE ");
    to.extend_from_slice(&forest.name(node));
    let external = forest.external(node);
    let (public, system) = (external.public_id, external.system_id);
    let system = system.filter(|system| system.as_bytes() != b"about:legacy-compat");
    let public = public.as_ref().map(|text| text.as_bytes());
    crate::tree::identifier_text(public, system.as_ref().map(|text| text.as_bytes()), to);
    to.extend_from_slice(b">\n");
}
fn print_attribute(forest: &Forest, attribute: Node, to: &mut Vec<u8>) {
    let name = forest.qualified_name(attribute);
    to.push(b' ');
    to.extend_from_slice(&name);
    if tags::is_boolean(&name) || !forest.has_value(attribute) {
        return;
    }
    let value = forest.value(attribute);
    let parent = forest.parent(attribute);
    let is_uri = matches!(name.as_bytes(), b"href" | b"action" | b"src")
        || name.as_bytes() == b"name" && parent.is_some() && forest.is_named(parent, b"a");
    let mut text = Vec::new();
    if is_uri {
        let mut escaped = Vec::new();
        for &byte in value.trim_ascii_start() {
            let plain = byte.is_ascii_alphanumeric() || b"-_.!~*'()\"#$%&+,/:;<=>?@[\\]^`{|}".contains(&byte);
            if plain {
                escaped.push(byte);
            } else {
                escaped.extend_from_slice(format!("%{byte:02X}").as_bytes());
            }
        }
        escape(&escaped, &mut text);
    } else {
        escape(&value, &mut text);
    }
    to.push(b'=');
    crate::tree::quoted(&text, to);
}
