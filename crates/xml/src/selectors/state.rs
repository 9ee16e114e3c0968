//! Pseudo-classes that ask what an element is.

use crate::tree::{Forest, HTML_NAMESPACE, Kind, Node};

/// Whether a pseudo-class holds for an element.
pub(super) fn holds(forest: &Forest, node: Node, name: &str) -> bool {
    let has = |attribute: &[u8]| forest.attribute(node, attribute, None).is_some();
    let is_html = |names: &[&[u8]]| forest.is_in(node, HTML_NAMESPACE) && names.iter().any(|name| forest.is_named(node, name));
    let controls: [&[u8]; 3] = [b"input", b"select", b"textarea"];
    match name {
        "any-link" | "link" => is_html(&[b"a", b"area"]) && has(b"href"),
        "active" | "focus" | "hover" => has(name.as_bytes()),
        "checked" => {
            let kind = input_type(forest, node);
            is_html(&[b"input"]) && matches!(&kind[..], b"checkbox" | b"radio") && has(b"checked")
                || is_html(&[b"option"]) && has(b"selected")
        }
        "disabled" => is_disabled(forest, node),
        "enabled" => !is_disabled(forest, node),
        "empty" => forest
            .children(node)
            .all(|child| !matches!(forest.kind(child), Kind::Element | Kind::Text | Kind::CData | Kind::EntityReference)),
        "only-child" => is_alone(forest, node, |_| true),
        "only-of-type" => {
            is_alone(forest, node, |other| forest.name(other) == forest.name(node) && forest.uri(other) == forest.uri(node))
        }
        "optional" => is_html(&controls) && !has(b"required"),
        "required" => is_html(&controls) && has(b"required"),
        "placeholder-shown" => is_html(&[b"input", b"textarea"]) && has(b"placeholder"),
        "read-write" => is_writable(forest, node),
        "read-only" => !is_writable(forest, node),
        "root" => {
            let parent = forest.parent(node);
            parent.is_some() && matches!(forest.kind(parent), Kind::Document | Kind::HtmlDocument)
        }
        _ => false,
    }
}

fn input_type(forest: &Forest, node: Node) -> Vec<u8> {
    let attribute = forest.attribute(node, b"type", None);
    if attribute.is_none() { Vec::new() } else { forest.text(attribute).to_ascii_lowercase() }
}

fn is_alone(forest: &Forest, node: Node, counts: impl Fn(Node) -> bool) -> bool {
    for step in [Forest::next as fn(&Forest, Node) -> Node, Forest::previous] {
        let mut at = step(forest, node);
        while at.is_some() {
            if forest.is_element(at) && counts(at) {
                return false;
            }
            at = step(forest, at);
        }
    }
    true
}

fn is_disabled(forest: &Forest, node: Node) -> bool {
    let is = |node: Node, name: &[u8]| forest.is_html_element(node, name);
    let has = |node: Node| forest.attribute(node, b"disabled", None).is_some();
    let names: [&[u8]; 7] = [b"button", b"input", b"select", b"textarea", b"optgroup", b"option", b"fieldset"];
    let is_control = names.iter().any(|name| is(node, name));
    if has(node) && is_control {
        return true;
    }
    if !is_control {
        return false;
    }
    let mut below = node;
    let mut at = forest.parent(node);
    while at.is_some() {
        if is(at, b"fieldset") && has(at) {
            let legend = forest.children(at).find(|&child| is(child, b"legend"));
            return legend != Some(below);
        }
        below = at;
        at = forest.parent(at);
    }
    false
}

fn is_writable(forest: &Forest, node: Node) -> bool {
    let has = |name: &[u8]| forest.attribute(node, name, None).is_some();
    if forest.is_html_element(node, b"input") || forest.is_html_element(node, b"textarea") {
        return !has(b"readonly") && !has(b"disabled");
    }
    let attribute = forest.attribute(node, b"contenteditable", None);
    forest.is_in(node, HTML_NAMESPACE) && attribute.is_some() && !forest.text(attribute).eq_ignore_ascii_case(b"false")
}
