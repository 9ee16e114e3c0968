//! What DOMParentNode and DOMChildNode have: several nodes and texts at once.

use crate::{
    exception::{Fault, throw},
    object,
};
use phant_ext_libxml::forest;
use phant_memory::{Object, Str, Value};
use phant_native::{Ctx, ObjectExt, PhpResult, convert, php_class};
use phant_xml::tree::{Forest, Kind, Node};

#[php_class(
    "interface DOMParentNode {
        public function append(...$nodes): void;
        public function prepend(...$nodes): void;
        public function replaceChildren(...$nodes): void;
    }"
)]
pub struct DomParentNode;

#[php_class(
    "interface DOMChildNode {
        public function remove(): void;
        public function before(...$nodes): void;
        public function after(...$nodes): void;
        public function replaceWith(...$nodes): void;
    }"
)]
pub struct DomChildNode;

/// `firstElementChild` and its siblings.
pub fn read(ctx: &Ctx, node: Node, property: &[u8]) -> PhpResult<Option<Value>> {
    let forest = forest(ctx);
    let is_element = |&child: &Node| forest.is_element(child);
    let step = |from: Node, step: fn(&Forest, Node) -> Node| {
        let mut at = from;
        while at.is_some() && !forest.is_element(at) {
            at = step(forest, at);
        }
        at
    };
    let found = match property {
        b"firstElementChild" => step(forest.first_child(node), Forest::next),
        b"lastElementChild" => step(forest.last_child(node), Forest::previous),
        b"nextElementSibling" => step(forest.next(node), Forest::next),
        b"previousElementSibling" => step(forest.previous(node), Forest::previous),
        b"childElementCount" => {
            return Ok(Some(Value::int(forest.children(node).filter(is_element).count() as i64)));
        }
        _ => return Ok(None),
    };
    Ok(Some(object::value(ctx, found)?))
}

/// Arguments as nodes, texts as new ones. Several are taken from where they hang one by one, as if put into a fragment.
fn nodes_of(ctx: &Ctx, parent: Node, arguments: &[Value]) -> PhpResult<Vec<Node>> {
    let forest = forest(ctx);
    let document = forest.document(parent);
    let is_single = arguments.len() == 1;
    let is_node = |object: &Object| object.is_instance_of(ctx.known_class("DOMNode"));
    for (at, argument) in arguments.iter().enumerate() {
        let argument = argument.unref();
        if argument.as_str().is_none() && !argument.as_object().is_some_and(|object| is_node(&object)) {
            let given = convert::type_name(&argument);
            return Err(ctx.argument_type_error(at + 1, format!("must be of type DOMNode|string, {given} given")));
        }
    }
    let mut nodes = Vec::with_capacity(arguments.len());
    for argument in arguments {
        let argument = argument.unref();
        if let Some(object) = argument.as_object().filter(|object| is_node(object)) {
            let node = object::node_of_property(ctx, &object)?;
            if forest.document(node) != document && forest.document(node).is_some() {
                return Err(throw(ctx, Fault::WrongDocument));
            }
            if forest.kind(node) == Kind::Attribute || is_single && forest.contains(node, parent) {
                return Err(throw(ctx, Fault::HierarchyRequest));
            }
            let inside: Vec<Node> = match forest.kind(node) {
                Kind::Fragment => forest.children(node).collect(),
                _ => vec![node],
            };
            if !is_single {
                inside.iter().for_each(|&node| forest.unlink(node));
            }
            nodes.extend(inside);
        } else if let Some(text) = argument.as_str() {
            nodes.push(forest.create(Kind::Text, document, Str::from(""), text.into_owned()));
        }
    }
    Ok(nodes)
}

/// The nodes among arguments, before anything is done to them.
pub fn given(arguments: &[Value]) -> Vec<Node> {
    arguments.iter().filter_map(|argument| argument.unref().as_object().map(|object| object::peek(&object))).collect()
}

/// Hangs nodes before another one (behind the last if that is none).
fn place(forest: &Forest, parent: Node, nodes: &[Node], before: Node) {
    let document = forest.document(parent);
    for &node in nodes {
        forest.unlink(node);
        forest.adopt(node, document);
        forest.insert(parent, node, before);
        forest.reconcile(node);
    }
}

/// The first of a node and those behind that is not among others.
pub fn viable(forest: &Forest, from: Node, nodes: &[Node], step: fn(&Forest, Node) -> Node) -> Node {
    let mut at = from;
    while at.is_some() && nodes.contains(&at) {
        at = step(forest, at);
    }
    at
}

/// Whether nodes may hang in a parent.
fn check(ctx: &Ctx, parent: Node, nodes: &[Node]) -> PhpResult<()> {
    let forest = forest(ctx);
    if !matches!(forest.kind(parent), Kind::Element | Kind::Fragment | Kind::Document | Kind::HtmlDocument) {
        return Err(throw(ctx, Fault::HierarchyRequest));
    }
    for &node in nodes {
        let kind = forest.kind(node);
        let wrong = matches!(kind, Kind::Attribute | Kind::Document | Kind::HtmlDocument) || forest.contains(node, parent);
        if wrong {
            return Err(throw(ctx, Fault::HierarchyRequest));
        }
    }
    Ok(())
}

/// `append`
pub fn append(ctx: &Ctx, this: &Object, arguments: &[Value]) -> PhpResult<()> {
    let parent = object::node(ctx, this)?;
    let nodes = nodes_of(ctx, parent, arguments)?;
    check(ctx, parent, &nodes)?;
    place(forest(ctx), parent, &nodes, Node::NONE);
    Ok(())
}

/// `prepend`
pub fn prepend(ctx: &Ctx, this: &Object, arguments: &[Value]) -> PhpResult<()> {
    let parent = object::node(ctx, this)?;
    let nodes = nodes_of(ctx, parent, arguments)?;
    check(ctx, parent, &nodes)?;
    let forest = forest(ctx);
    let before = viable(forest, forest.first_child(parent), &nodes, Forest::next);
    place(forest, parent, &nodes, before);
    Ok(())
}

/// `replaceChildren`
pub fn replace_children(ctx: &Ctx, this: &Object, arguments: &[Value]) -> PhpResult<()> {
    let parent = object::node(ctx, this)?;
    let nodes = nodes_of(ctx, parent, arguments)?;
    check(ctx, parent, &nodes)?;
    let forest = forest(ctx);
    nodes.iter().for_each(|&node| forest.unlink(node));
    forest.remove_children(parent);
    place(forest, parent, &nodes, Node::NONE);
    Ok(())
}

/// `before`
pub fn before(ctx: &Ctx, this: &Object, arguments: &[Value]) -> PhpResult<()> {
    beside(ctx, this, arguments, Forest::previous)
}

/// `after`
pub fn after(ctx: &Ctx, this: &Object, arguments: &[Value]) -> PhpResult<()> {
    beside(ctx, this, arguments, Forest::next)
}

fn beside(ctx: &Ctx, this: &Object, arguments: &[Value], step: fn(&Forest, Node) -> Node) -> PhpResult<()> {
    let node = object::node(ctx, this)?;
    let forest = forest(ctx);
    let parent = forest.parent(node);
    if parent.is_none() {
        return Ok(());
    }
    let is_after = std::ptr::fn_addr_eq(step, Forest::next as fn(&Forest, Node) -> Node);
    let viable_one = viable(forest, step(forest, node), &given(arguments), step);
    let nodes = nodes_of(ctx, parent, arguments)?;
    check(ctx, parent, &nodes)?;
    let before = match (is_after, viable_one.is_some()) {
        (true, _) => viable_one,
        (false, true) => viable(forest, forest.next(viable_one), &nodes, Forest::next),
        (false, false) => viable(forest, forest.first_child(parent), &nodes, Forest::next),
    };
    place(forest, parent, &nodes, before);
    Ok(())
}

/// `replaceWith`
pub fn replace_with(ctx: &Ctx, this: &Object, arguments: &[Value]) -> PhpResult<()> {
    let node = object::node(ctx, this)?;
    let forest = forest(ctx);
    let parent = forest.parent(node);
    if parent.is_none() {
        return Ok(());
    }
    let before = viable(forest, forest.next(node), &given(arguments), Forest::next);
    let nodes = nodes_of(ctx, parent, arguments)?;
    check(ctx, parent, &nodes)?;
    if !nodes.contains(&node) {
        forest.unlink(node);
    }
    place(forest, parent, &nodes, before);
    Ok(())
}

/// `remove`
pub fn remove(ctx: &Ctx, this: &Object) -> PhpResult<()> {
    let node = object::node(ctx, this)?;
    let forest = forest(ctx);
    if forest.parent(node).is_none() {
        return Err(throw(ctx, Fault::NotFound));
    }
    forest.unlink(node);
    Ok(())
}
