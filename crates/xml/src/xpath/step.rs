//! Steps: from nodes to nodes.

use super::{Axis, Fault, Host, Item, Test};
use crate::tree::{Forest, Kind, Namespace, Node};

/// A node test whose prefix is resolved.
pub(super) enum Resolved {
    Any,
    Uri(Vec<u8>),
    Name(Option<Vec<u8>>, Vec<u8>),
    Node,
    Text,
    Comment,
    ProcessingInstruction(Option<Vec<u8>>),
}

pub(super) fn resolve(test: &Test, host: &mut dyn Host) -> Result<Resolved, Fault> {
    let mut uri = |prefix: &[u8]| host.namespace(prefix).ok_or(Fault::PREFIX);
    Ok(match test {
        Test::Any => Resolved::Any,
        Test::Prefix(prefix) => Resolved::Uri(uri(prefix)?),
        Test::Name(Some(prefix), name) => Resolved::Name(Some(uri(prefix)?), name.clone()),
        Test::Name(None, name) => Resolved::Name(None, name.clone()),
        Test::Node => Resolved::Node,
        Test::Text => Resolved::Text,
        Test::Comment => Resolved::Comment,
        Test::ProcessingInstruction(name) => Resolved::ProcessingInstruction(name.clone()),
    })
}

/// Whether an item passes a test on an axis.
fn passes(forest: &Forest, item: Item, axis: Axis, test: &Resolved) -> bool {
    if item.namespace.is_some() {
        let prefix = forest.namespace_prefix(item.namespace).unwrap_or_default();
        return match test {
            Resolved::Any | Resolved::Node => true,
            Resolved::Name(None, name) => prefix.as_bytes() == &name[..],
            _ => false,
        };
    }
    let kind = forest.kind(item.node);
    let principal = if axis == Axis::Attribute { Kind::Attribute } else { Kind::Element };
    match test {
        Resolved::Node => true,
        Resolved::Any => kind == principal,
        Resolved::Uri(uri) => kind == principal && forest.uri(item.node).is_some_and(|found| found.as_bytes() == &uri[..]),
        Resolved::Name(None, name) => kind == principal && forest.is_named(item.node, name) && !forest.is_in_namespace(item.node),
        Resolved::Name(uri, name) => {
            kind == principal
                && forest.is_named(item.node, name)
                && forest.uri(item.node).as_ref().map(|uri| uri.as_bytes()) == uri.as_deref()
        }
        Resolved::Text => matches!(kind, Kind::Text | Kind::CData),
        Resolved::Comment => kind == Kind::Comment,
        Resolved::ProcessingInstruction(name) => {
            kind == Kind::ProcessingInstruction && name.as_ref().is_none_or(|name| forest.is_named(item.node, name))
        }
    }
}

/// What a test wants of elements if that is a local name or none, and whether they must be in no namespace.
fn plain_name(test: &Resolved) -> Option<(Option<&[u8]>, bool)> {
    match test {
        Resolved::Any => Some((None, false)),
        Resolved::Name(None, name) => Some((Some(name), true)),
        _ => None,
    }
}

/// Whether XPath sees a node.
fn is_visible(forest: &Forest, node: Node) -> bool {
    !matches!(
        forest.kind(node),
        Kind::DocumentType | Kind::Entity | Kind::Notation | Kind::ElementDeclaration | Kind::AttributeDeclaration
    )
}

fn children(forest: &Forest, node: Node) -> Node {
    match forest.kind(node) {
        Kind::Element | Kind::Document | Kind::HtmlDocument | Kind::Fragment => forest.first_child(node),
        _ => Node::NONE,
    }
}

/// What an axis leads to, nearest first, up to a number of items.
pub(super) fn walk(forest: &Forest, from: Item, axis: Axis, test: &Resolved, most: usize, to: &mut Vec<Item>) {
    let mut add = |item: Item| {
        if passes(forest, item, axis, test) && (item.namespace.is_some() || is_visible(forest, item.node)) {
            to.push(item);
        }
        to.len() < most
    };
    let node = from.node;
    let parent = if from.namespace.is_some() { node } else { forest.parent(node) };
    let is_leaf = from.namespace.is_some() || forest.kind(node) == Kind::Attribute;
    let along = |mut at: Node, next: fn(&Forest, Node) -> Node, add: &mut dyn FnMut(Item) -> bool| {
        while at.is_some() && add(at.into()) {
            at = next(forest, at);
        }
    };
    match axis {
        Axis::SelfNode => {
            add(from);
        }
        Axis::Child if from.namespace.is_some() => {}
        Axis::Child => match plain_name(test) {
            Some((name, in_none)) => {
                let mut at = forest.sibling_element(children(forest, node), name, in_none);
                while at.is_some() && to.len() < most {
                    to.push(at.into());
                    at = forest.sibling_element(forest.next(at), name, in_none);
                }
            }
            None => along(children(forest, node), Forest::next, &mut add),
        },
        Axis::Parent => {
            if parent.is_some() {
                add(parent.into());
            }
        }
        Axis::Ancestor => along(parent, Forest::parent, &mut add),
        Axis::AncestorOrSelf => {
            if add(from) {
                along(parent, Forest::parent, &mut add);
            }
        }
        Axis::Attribute => {
            if is_leaf || !forest.is_element(node) {
                // Only elements have attributes.
            } else if let Resolved::Name(None, name) = test {
                to.extend(forest.attribute(node, name, None).some().map(Item::from));
            } else {
                along(forest.first_attribute(node), Forest::next, &mut add);
            }
        }
        Axis::Descendant | Axis::DescendantOrSelf => {
            if axis == Axis::DescendantOrSelf && !add(from) {
                return;
            }
            if is_leaf {
                // Nothing is below.
            } else if let Some((name, in_none)) = plain_name(test) {
                let mut at = forest.following_element(node, node, name, in_none);
                while at.is_some() && to.len() < most {
                    to.push(at.into());
                    at = forest.following_element(at, node, name, in_none);
                }
            } else {
                forest.descendants(node).all(|node| add(node.into()));
            }
        }
        Axis::FollowingSibling if !is_leaf && plain_name(test).is_some() => {
            let (name, in_none) = plain_name(test).unwrap_or_default();
            let mut at = forest.sibling_element(forest.next(node), name, in_none);
            while at.is_some() && to.len() < most {
                to.push(at.into());
                at = forest.sibling_element(forest.next(at), name, in_none);
            }
        }
        Axis::FollowingSibling if !is_leaf => along(forest.next(node), Forest::next, &mut add),
        Axis::PrecedingSibling if !is_leaf => along(forest.previous(node), Forest::previous, &mut add),
        Axis::FollowingSibling | Axis::PrecedingSibling => {}
        Axis::Following => {
            let mut at = if is_leaf { following_leaf(forest, parent) } else { forest.following_outside(node, Node::NONE) };
            while at.is_some() && add(at.into()) {
                at = forest.following(at, Node::NONE);
            }
        }
        Axis::Preceding => preceding(forest, if is_leaf { parent } else { node }, &mut add),
        Axis::Namespace => {
            if from.namespace.is_some() || !forest.is_element(node) {
                return;
            }
            // As libxml2 has them: `xml` first, what is declared farthest out next.
            in_scope(forest, node).into_iter().rev().all(|namespace| add(Item { node, namespace }));
        }
    }
}

/// The attributes of an element and of all elements below.
pub(super) fn walk_attributes(forest: &Forest, from: Item, test: &Resolved, to: &mut Vec<Item>) {
    if from.namespace.is_some() || forest.kind(from.node) == Kind::Attribute {
        return;
    }
    let mut at = from.node;
    while at.is_some() {
        walk(forest, at.into(), Axis::Attribute, test, usize::MAX, to);
        at = forest.following_element(at, from.node, None, false);
    }
}

/// What follows an attribute begins with what is in its element.
fn following_leaf(forest: &Forest, element: Node) -> Node {
    if element.is_none() { Node::NONE } else { forest.following(element, Node::NONE) }
}

fn preceding(forest: &Forest, from: Node, add: &mut dyn FnMut(Item) -> bool) {
    let mut node = from;
    while node.is_some() {
        let before = forest.previous(node);
        if before.is_none() {
            // The parent is an ancestor, which does not count.
            node = forest.parent(node);
            continue;
        }
        // From the last of what is inside back to the node itself.
        let mut at = before;
        while children(forest, at).is_some() {
            at = forest.last_child(at);
        }
        loop {
            if !add(at.into()) {
                return;
            }
            if at == before {
                break;
            }
            let previous = forest.previous(at);
            if previous.is_some() {
                at = previous;
                while children(forest, at).is_some() {
                    at = forest.last_child(at);
                }
            } else {
                at = forest.parent(at);
            }
        }
        node = before;
    }
}

/// The declarations that hold at an element, the inner ones for each prefix.
pub fn in_scope(forest: &Forest, element: Node) -> Vec<Namespace> {
    let mut found: Vec<Namespace> = Vec::new();
    let mut node = element;
    while node.is_some() {
        for one in forest.declared(node) {
            let prefix = forest.namespace_prefix(one);
            if !found.iter().any(|&known| forest.namespace_prefix(known) == prefix) {
                found.push(one);
            }
        }
        node = forest.parent(node);
    }
    found.retain(|&one| forest.namespace_uri(one).is_some_and(|uri| !uri.is_empty()));
    found.push(forest.intern_namespace(Some(b"xml"), crate::chars::XML_NAMESPACE));
    found
}

/// Whether an axis leads towards the beginning.
pub(super) fn is_reverse(axis: Axis) -> bool {
    matches!(axis, Axis::Ancestor | Axis::AncestorOrSelf | Axis::Preceding | Axis::PrecedingSibling)
}

/// Puts items into document order, each once.
pub(super) fn sort(forest: &Forest, items: &mut Vec<Item>) {
    if items.len() < 2 {
        return;
    }
    if items.iter().all(|item| !item.namespace.is_some())
        && let Some(places) = forest.places(items.iter().map(|item| item.node))
    {
        if places.is_sorted_by(|a, b| a < b) {
            return;
        }
        let mut placed: Vec<(u32, Item)> = places.into_iter().zip(items.iter().copied()).collect();
        placed.sort_unstable_by_key(|&(place, _)| place);
        placed.dedup_by_key(|&mut (place, _)| place);
        items.clear();
        items.extend(placed.into_iter().map(|(_, item)| item));
        return;
    }
    let mut seen = std::collections::HashSet::with_capacity(items.len());
    items.retain(|item| seen.insert(*item));
    if items.len() <= 32 {
        items.sort_by(|a, b| forest.order(a.node, b.node));
        return;
    }
    let mut order = std::collections::HashMap::new();
    let mut number = 0u32;
    for item in items.iter() {
        if order.contains_key(&item.node) {
            continue;
        }
        let top = forest.top(item.node);
        if order.contains_key(&top) {
            // Inside of something that a walk does not enter.
            continue;
        }
        let mut node = top;
        while node.is_some() {
            for one in std::iter::once(node).chain(forest.attributes(node)) {
                order.insert(one, number);
                number += 1;
            }
            node = forest.following(node, top);
        }
    }
    items.sort_by_key(|item| order.get(&item.node).copied().unwrap_or(u32::MAX));
}
