//! Where nodes may be put, by the specification, and putting them there.

use crate::{
    exception::{Fault, throw, throw_text},
    node::is_document,
    object,
    parentnode::{given, viable},
};
use phant_ext_libxml::forest;
use phant_memory::{Object, Str, Value};
use phant_native::{Ctx, ObjectExt, PhpResult, Thrown, convert};
use phant_xml::tree::{Forest, Kind, Node};

fn refuse(ctx: &Ctx, text: &str) -> Thrown {
    throw_text(ctx, Fault::HierarchyRequest, text)
}

fn is_text(kind: Kind) -> bool {
    matches!(kind, Kind::Text | Kind::CData)
}

const SEVERAL: &str = "Cannot have more than one element child in a document";
const DOCTYPE_FIRST: &str = "Document types must be the first child in a document";
const TEXT: &str = "Cannot insert text as a child of a document";

/// Checks that a node may be put before a child of a parent (none: at the end), in the place of `replaced` if that is one.
pub fn check(ctx: &Ctx, parent: Node, node: Node, child: Node, replaced: Node) -> PhpResult<()> {
    let forest = forest(ctx);
    let of_parent = forest.kind(parent);
    let of_node = forest.kind(node);
    if !(is_document(of_parent) || matches!(of_parent, Kind::Element | Kind::Fragment)) || forest.contains(node, parent) {
        return Err(throw(ctx, Fault::HierarchyRequest));
    }
    if forest.document(node) != forest.document(parent) {
        return Err(throw(ctx, Fault::WrongDocument));
    }
    let before = if replaced.is_some() { replaced } else { child };
    if before.is_some() && forest.parent(before) != parent {
        return Err(throw(ctx, Fault::NotFound));
    }
    let fits = matches!(
        of_node,
        Kind::Fragment
            | Kind::DocumentType
            | Kind::Element
            | Kind::Text
            | Kind::CData
            | Kind::Comment
            | Kind::ProcessingInstruction
            | Kind::EntityReference
    );
    if !fits {
        return Err(throw(ctx, Fault::HierarchyRequest));
    }
    if is_document(of_parent) {
        return check_document(ctx, parent, node, child, replaced);
    }
    if of_node == Kind::DocumentType {
        return Err(refuse(ctx, "Cannot insert a document type into anything other than a document"));
    }
    Ok(())
}

/// The further rules for children of documents.
fn check_document(ctx: &Ctx, parent: Node, node: Node, child: Node, replaced: Node) -> PhpResult<()> {
    let forest = forest(ctx);
    let has_element = || forest.children(parent).any(|child| child != replaced && forest.is_element(child));
    let is_doctype = |node: Node| forest.kind(node) == Kind::DocumentType;
    let follows_doctype = || {
        let mut at = if replaced.is_some() { forest.next(replaced) } else { child };
        while at.is_some() {
            if is_doctype(at) {
                return true;
            }
            at = forest.next(at);
        }
        false
    };
    match forest.kind(node) {
        kind if is_text(kind) => Err(refuse(ctx, TEXT)),
        Kind::Fragment => {
            let elements = forest.children(node).filter(|&child| forest.is_element(child)).count();
            if elements > 1 {
                return Err(refuse(ctx, SEVERAL));
            }
            if forest.children(node).any(|child| is_text(forest.kind(child))) {
                return Err(refuse(ctx, TEXT));
            }
            if elements == 1 && has_element() {
                return Err(refuse(ctx, SEVERAL));
            }
            if elements == 1 && follows_doctype() { Err(refuse(ctx, DOCTYPE_FIRST)) } else { Ok(()) }
        }
        Kind::Element => {
            if has_element() {
                return Err(refuse(ctx, SEVERAL));
            }
            if follows_doctype() { Err(refuse(ctx, DOCTYPE_FIRST)) } else { Ok(()) }
        }
        Kind::DocumentType => {
            if forest.children(parent).any(|child| child != replaced && is_doctype(child)) {
                return Err(refuse(ctx, "A document may only contain one document type"));
            }
            let before = if replaced.is_some() { replaced } else { child };
            let mut at = if before.is_some() { forest.previous(before) } else { forest.last_child(parent) };
            while at.is_some() {
                if forest.is_element(at) {
                    return Err(refuse(ctx, DOCTYPE_FIRST));
                }
                at = forest.previous(at);
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Puts a node, or what is in a fragment, before another one.
pub fn put(forest: &Forest, parent: Node, node: Node, before: Node) {
    let nodes: Vec<Node> = match forest.kind(node) {
        Kind::Fragment => forest.children(node).collect(),
        _ => vec![node],
    };
    for node in nodes {
        forest.unlink(node);
        forest.adopt(node, forest.document(parent));
        forest.insert(parent, node, before);
    }
}

/// `insertBefore`
pub fn insert_before(ctx: &Ctx, parent: Node, node: Node, child: Node) -> PhpResult<()> {
    check(ctx, parent, node, child, Node::NONE)?;
    let forest = forest(ctx);
    let before = if child == node { forest.next(node) } else { child };
    put(forest, parent, node, before);
    Ok(())
}

/// `replaceChild`
pub fn replace(ctx: &Ctx, parent: Node, node: Node, child: Node) -> PhpResult<()> {
    check(ctx, parent, node, Node::NONE, child)?;
    let forest = forest(ctx);
    if node == child {
        return Ok(());
    }
    let mut before = forest.next(child);
    if before == node {
        before = forest.next(node);
    }
    forest.unlink(child);
    put(forest, parent, node, before);
    Ok(())
}

/// An argument as a node: itself, or a text; what cannot be put anywhere is refused.
fn argument(ctx: &Ctx, base: Node, number: usize, argument: &Value) -> PhpResult<Node> {
    let forest = forest(ctx);
    let argument = argument.unref();
    if let Some(object) = argument.as_object().filter(|object| object.is_instance_of(ctx.known_class("Dom\\Node"))) {
        let node = object::node(ctx, &object)?;
        let kind = forest.kind(node);
        if kind == Kind::Attribute || is_document(kind) {
            return Err(throw(ctx, Fault::HierarchyRequest));
        }
        if forest.document(node) != forest.document(base) {
            return Err(throw(ctx, Fault::WrongDocument));
        }
        return Ok(node);
    }
    match argument.as_str() {
        Some(text) => Ok(forest.create(Kind::Text, forest.document(base), Str::from(""), text.into_owned())),
        None => Err(refuse_type(ctx, number, &argument)),
    }
}
fn refuse_type(ctx: &Ctx, number: usize, argument: &Value) -> Thrown {
    let given = convert::type_name(argument);
    ctx.argument_type_error(number, format!("must be of type Dom\\Node|string, {given} given"))
}

/// Refuses what is neither a node nor a text; no value is converted.
fn check_types(ctx: &Ctx, arguments: &[Value]) -> PhpResult<()> {
    let is_node = |object: &Object| object.is_instance_of(ctx.known_class("Dom\\Node"));
    for (at, argument) in arguments.iter().enumerate() {
        let argument = argument.unref();
        if argument.as_str().is_none() && !argument.as_object().is_some_and(|object| is_node(&object)) {
            return Err(refuse_type(ctx, at + 1, &argument));
        }
    }
    Ok(())
}

/// Arguments as one node: that alone, or a fragment of them (then true), which are taken from where they hang one by one.
fn converted(ctx: &Ctx, base: Node, arguments: &[Value]) -> PhpResult<(Node, bool)> {
    let forest = forest(ctx);
    if let [only] = arguments {
        return Ok((argument(ctx, base, 1, only)?, false));
    }
    let fragment = forest.create(Kind::Fragment, forest.document(base), Str::from(""), Str::from(""));
    for (at, value) in arguments.iter().enumerate() {
        match argument(ctx, base, at + 1, value) {
            Ok(node) => put(forest, fragment, node, Node::NONE),
            Err(thrown) => {
                forest.free_tree(fragment);
                return Err(thrown);
            }
        }
    }
    Ok((fragment, true))
}

fn settle(forest: &Forest, (node, is_ours): (Node, bool), result: PhpResult<()>) -> PhpResult<()> {
    let is_loose_text = forest.kind(node) == Kind::Text && forest.parent(node).is_none() && !forest.is_wanted(node);
    if is_ours || is_loose_text {
        forest.free_tree(node);
    }
    result
}

/// `append`
pub fn append(ctx: &Ctx, this: &Object, arguments: &[Value]) -> PhpResult<()> {
    let parent = object::node(ctx, this)?;
    check_types(ctx, arguments)?;
    let made = converted(ctx, parent, arguments)?;
    let result = insert_before(ctx, parent, made.0, Node::NONE);
    settle(forest(ctx), made, result)
}

/// `prepend`
pub fn prepend(ctx: &Ctx, this: &Object, arguments: &[Value]) -> PhpResult<()> {
    let parent = object::node(ctx, this)?;
    check_types(ctx, arguments)?;
    let made = converted(ctx, parent, arguments)?;
    let result = insert_before(ctx, parent, made.0, forest(ctx).first_child(parent));
    settle(forest(ctx), made, result)
}

/// `replaceChildren`
pub fn replace_children(ctx: &Ctx, this: &Object, arguments: &[Value]) -> PhpResult<()> {
    let parent = object::node(ctx, this)?;
    check_types(ctx, arguments)?;
    let forest = forest(ctx);
    let made = converted(ctx, parent, arguments)?;
    // What is there now does not count.
    let others: Vec<Node> = forest.children(parent).filter(|&child| child != made.0).collect();
    let checked = if is_document(forest.kind(parent)) {
        others.iter().for_each(|&child| forest.unlink(child));
        let checked = check(ctx, parent, made.0, Node::NONE, Node::NONE);
        if checked.is_err() {
            others.iter().for_each(|&child| forest.append(parent, child));
        }
        checked
    } else {
        check(ctx, parent, made.0, Node::NONE, Node::NONE)
    };
    if checked.is_ok() {
        forest.unlink(made.0);
        forest.remove_children(parent);
        for child in others {
            if forest.kind(child) != Kind::Free && forest.parent(child).is_none() && !forest.is_wanted(child) {
                forest.free_tree(child);
            }
        }
        put(forest, parent, made.0, Node::NONE);
    }
    settle(forest, made, checked)
}

/// `before`
pub fn before(ctx: &Ctx, this: &Object, arguments: &[Value]) -> PhpResult<()> {
    let (node, forest) = (object::node(ctx, this)?, forest(ctx));
    let parent = forest.parent(node);
    if parent.is_none() {
        return Ok(());
    }
    check_types(ctx, arguments)?;
    let previous = viable(forest, forest.previous(node), &given(arguments), Forest::previous);
    let made = converted(ctx, parent, arguments)?;
    let child = if previous.is_some() { forest.next(previous) } else { forest.first_child(parent) };
    let result = insert_before(ctx, parent, made.0, child);
    settle(forest, made, result)
}

/// `after`
pub fn after(ctx: &Ctx, this: &Object, arguments: &[Value]) -> PhpResult<()> {
    let (node, forest) = (object::node(ctx, this)?, forest(ctx));
    let parent = forest.parent(node);
    if parent.is_none() {
        return Ok(());
    }
    check_types(ctx, arguments)?;
    let next = viable(forest, forest.next(node), &given(arguments), Forest::next);
    let made = converted(ctx, parent, arguments)?;
    let result = insert_before(ctx, parent, made.0, next);
    settle(forest, made, result)
}

/// `replaceWith`
pub fn replace_with(ctx: &Ctx, this: &Object, arguments: &[Value]) -> PhpResult<()> {
    let (node, forest) = (object::node(ctx, this)?, forest(ctx));
    let parent = forest.parent(node);
    if parent.is_none() {
        return Ok(());
    }
    check_types(ctx, arguments)?;
    let next = viable(forest, forest.next(node), &given(arguments), Forest::next);
    let made = converted(ctx, parent, arguments)?;
    let result =
        if forest.parent(node) == parent { replace(ctx, parent, made.0, node) } else { insert_before(ctx, parent, made.0, next) };
    settle(forest, made, result)
}

/// `remove`
pub fn remove(ctx: &Ctx, this: &Object) -> PhpResult<()> {
    let (node, forest) = (object::node(ctx, this)?, forest(ctx));
    if forest.parent(node).is_none() {
        return Err(throw(ctx, Fault::NotFound));
    }
    forest.unlink(node);
    Ok(())
}
