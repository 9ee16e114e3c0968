//! What `var_dump`, `(array)` and `json_encode` show of an element.

use crate::{
    access::add,
    object::{Means, View, like, own_text, state},
};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, PhpResult};
use phant_xml::tree::{Forest, Kind, Node};

/// The attributes as `@attributes`, then elements and text.
pub(crate) fn properties(ctx: &Ctx, this: &Object, is_debug: bool) -> PhpResult<Array> {
    let state = state(this);
    let mut all = Array::new();
    let Some(base) = state.peek().some() else { return Ok(all) };
    let (forest, view) = (&*state.forest, state.view());
    if is_debug || view.means != Means::Children {
        add_attributes(forest, &view, base, &mut all);
    }
    if view.means == Means::Attributes {
        return Ok(all);
    }
    let Some(node) = view.one(forest, base).some() else { return Ok(all) };
    if forest.kind(node) == Kind::Attribute {
        let _ = all.push(Value::from(forest.text(node)));
        return Ok(all);
    }
    if matches!(forest.kind(node), Kind::EntityReference | Kind::Entity) {
        add_entity(ctx, this, &view, node, &mut all)?;
        return Ok(all);
    }
    let as_list = view.means == Means::Named && is_list(forest, node);
    let mut child = match view.means {
        Means::Children => node,
        _ if as_list => view.begin(forest, base),
        _ => forest.first_child(node),
    };
    while child.is_some() {
        add_child(ctx, this, &view, child, as_list, &mut all)?;
        child = forest.next(child);
        if as_list {
            child = view.fetch(forest, child);
        }
    }
    Ok(all)
}

/// Whether elements of a name are shown as a list: if the first one is simple, and something follows it.
fn is_list(forest: &Forest, node: Node) -> bool {
    let first = forest.first_child(node);
    let parent = forest.parent(node);
    first.is_some()
        && forest.next(node).is_some()
        && forest.next(first).is_none()
        && forest.first_child(first).is_none()
        && parent.is_some()
        && forest.first_child(parent) != forest.last_child(parent)
}

fn add_attributes(forest: &Forest, view: &View, base: Node, all: &mut Array) {
    let node = if view.means == Means::Named { view.one(forest, base) } else { base };
    if node.is_none() || !forest.is_element(node) {
        return;
    }
    let named = view.name.as_ref().filter(|_| view.means == Means::Attributes);
    let mut attributes = Array::new();
    for attribute in forest.attributes(node) {
        if view.fits_space(forest, attribute) && named.is_none_or(|name| forest.is_named(attribute, name)) {
            attributes.set(forest.name(attribute), Value::from(forest.text(attribute)));
        }
    }
    if !attributes.is_empty() {
        all.set(Str::from("@attributes"), Value::from(attributes));
    }
}

fn add_child(ctx: &Ctx, this: &Object, view: &View, child: Node, as_list: bool, all: &mut Array) -> PhpResult<()> {
    let forest = &*state(this).forest;
    let kind = forest.kind(child);
    if kind == Kind::Text {
        let text = forest.value(child);
        let alone = forest.next(child).is_none() && forest.previous(child).is_none();
        let blank = text.iter().all(|b| b" \t\r\n".contains(b));
        if alone && !blank {
            let _ = all.push(Value::from(text));
        }
        return Ok(());
    }
    if kind == Kind::Element && !view.fits_space(forest, child) {
        return Ok(());
    }
    let name = match kind {
        Kind::Comment => Str::from("comment"),
        Kind::CData => return Ok(()),
        _ => forest.name(child),
    };
    let value = shown(ctx, this, view, child)?;
    if as_list {
        let _ = all.push(value);
    } else {
        add(all, name, value);
    }
    Ok(())
}

/// In a reference is the entity, in an entity what it stands for: a text, or a reference.
fn add_entity(ctx: &Ctx, this: &Object, view: &View, node: Node, all: &mut Array) -> PhpResult<()> {
    let forest = &*state(this).forest;
    let document = forest.document(node);
    let content = |entity: Node| forest.external(entity).content.unwrap_or_default();
    let inside = if forest.kind(node) == Kind::EntityReference {
        let entity = forest.entity(document, &forest.name(node));
        if entity.is_none() {
            return Ok(());
        }
        let text = content(entity);
        let is_text = !text.iter().all(|b| b" \t\r\n".contains(b)) && !text.starts_with(b"&") && !text.starts_with(b"<");
        if is_text {
            add(all, forest.name(entity), Value::from(text));
            return Ok(());
        }
        entity
    } else {
        let text = content(node);
        let name = text.strip_prefix(b"&").and_then(|rest| rest.split(|&b| b == b';').next());
        match name {
            Some(name) => forest.create(Kind::EntityReference, document, Str::new(name), Str::default()),
            None => return Ok(()),
        }
    };
    let value = like(ctx, this, inside, view.of(Means::Itself, None))?;
    add(all, forest.name(inside), Value::from(value));
    Ok(())
}

/// An element that begins with text is that text.
fn shown(ctx: &Ctx, this: &Object, view: &View, child: Node) -> PhpResult {
    let forest = &*state(this).forest;
    let first = if forest.is_element(child) || forest.kind(child) == Kind::EntityReference {
        forest.first_child(child)
    } else {
        Node::NONE
    };
    let is_text = first.is_some() && forest.kind(first) == Kind::Text;
    if is_text && !forest.value(first).iter().all(|b| b" \t\r\n".contains(b)) {
        return Ok(Value::from(own_text(forest, child)));
    }
    Ok(Value::from(like(ctx, this, child, view.of(Means::Itself, None))?))
}
