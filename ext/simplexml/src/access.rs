//! Properties, elements and conversions of SimpleXMLElement objects.

use crate::object::{Means, State, View, add_element, like, own_text, set_text, state};
use phant_memory::{Array, Key, Object, Str, Type, Value};
use phant_native::{
    Ctx, ObjectExt, ObjectHandlers, PhpResult,
    class::{Fetch, Place},
    convert,
};
use phant_xml::tree::{Forest, Kind, Node};

pub(crate) static HANDLERS: ObjectHandlers = ObjectHandlers {
    read_property: Some(|ctx, this, name| Ok(Some(read_named(ctx, this, name)?))),
    write_property: Some(|ctx, this, name, value| {
        write(ctx, this, Some(&Value::from(name.clone())), Some(value), true).map(|_| true)
    }),
    has_property: Some(|ctx, this, name, mode| Ok(Some(has(ctx, this, &Value::from(name.clone()), mode == 1, true)?))),
    unset_property: Some(|ctx, this, name| unset(ctx, this, &Value::from(name.clone()), true).map(|()| true)),
    read_dimension: Some(|ctx, this, at| match at {
        Some(at) => read(ctx, this, at, false, true, false),
        None => append(ctx, this),
    }),
    write_dimension: Some(|ctx, this, at, value| write(ctx, this, at, Some(value), false).map(drop)),
    has_dimension: Some(|ctx, this, at, empty| has(ctx, this, at, empty, false)),
    unset_dimension: Some(|ctx, this, at| unset(ctx, this, at, false)),
    property_place: Some(property_place),
    dimension_place: Some(|ctx, this, at, fetch| {
        let writes = fetch != Fetch::Unset;
        Ok(Place::Temporary(match at {
            Some(at) => read(ctx, this, at, false, true, writes)?,
            None => append(ctx, this)?,
        }))
    }),
    properties: Some(|ctx, this| crate::shown::properties(ctx, this, false)),
    debug_info: Some(|ctx, this| crate::shown::properties(ctx, this, true)),
    compare: Some(compare),
    cast: Some(cast),
    clone: Some(clone),
    walk: Some(walk),
    ..ObjectHandlers::DEFAULT
};

/// The elements of a name or the attribute of one: what a name or number between brackets or behind an arrow means.
struct Target {
    /// A number, if it is one.
    number: Option<i64>,
    name: Str,
    elements: bool,
    attributes: bool,
}

impl Target {
    fn new(ctx: &Ctx, view: &View, member: &Value, is_property: bool) -> PhpResult<Target> {
        let member = member.deref();
        let number = member.as_int().filter(|_| !is_property);
        let name = if number.is_some() { Str::default() } else { convert::to_str(ctx, &member)? };
        let attributes = !is_property && (number.is_none() || view.means == Means::Attributes);
        let only_attributes = view.means == Means::Attributes;
        let elements = (is_property || number.is_some()) && !only_attributes;
        Ok(Target { number, name, elements, attributes: attributes || only_attributes })
    }
}

/// The attribute that is meant, and how many others were counted.
fn find_attribute(forest: &Forest, view: &View, base: Node, target: &Target) -> (Node, i64) {
    let element = if view.means == Means::Attributes { base } else { view.one(forest, base) };
    if element.is_none() || !forest.is_element(element) || view.means == Means::Children {
        return (Node::NONE, 0);
    }
    let named = view.name.as_ref().filter(|_| view.means == Means::Attributes);
    let mut seen = 0;
    for attribute in forest.attributes(element) {
        if !view.fits_space(forest, attribute) || named.is_some_and(|name| !forest.is_named(attribute, name)) {
            continue;
        }
        match target.number {
            Some(number) if number == seen => return (attribute, seen),
            Some(_) => seen += 1,
            None if forest.is_named(attribute, &target.name) => return (attribute, seen),
            None => {}
        }
    }
    (Node::NONE, seen)
}

/// Whether a node is an element of a name, in the namespace that is asked for.
fn is_element_of(forest: &Forest, view: &View, node: Node, name: &Str) -> bool {
    forest.is_element(node) && forest.is_named(node, name) && view.fits_space(forest, node)
}

/// The first element of a name in another one, in the namespace that is asked for.
fn first_of(forest: &Forest, view: &View, element: Node, name: &Str) -> Node {
    if view.space.is_some() {
        return forest.children(element).find(|&child| is_element_of(forest, view, child, name)).unwrap_or(Node::NONE);
    }
    let mut found = Node::NONE;
    forest.plain_siblings(forest.first_child(element), Some(name.as_bytes()), |node| {
        found = node;
        true
    });
    found
}

/// The element of a number, and how many were counted.
fn by_number(forest: &Forest, view: &View, base: Node, number: i64) -> (Node, i64) {
    if view.means == Means::Itself {
        return (if number == 0 { base } else { Node::NONE }, 0);
    }
    let (mut found, mut seen) = (Node::NONE, 0);
    view.visit(forest, base, |node| {
        if seen == number {
            found = node;
            return true;
        }
        seen += 1;
        false
    });
    (found, seen)
}

fn too_few(ctx: &Ctx, name: &Str, number: i64, count: i64) -> PhpResult<()> {
    ctx.warning(format!("Cannot add element {name} number {number} when only {count} such elements exist"));
    ctx.check()
}

/// The object of a property: the elements of a name, which are looked for later.
fn read_named(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult {
    let state = state(this);
    let base = state.base(ctx)?;
    let view = state.view.borrow();
    let element = match view.means {
        Means::Attributes => {
            drop(view);
            return read(ctx, this, &Value::from(name.clone()), true, false, false);
        }
        Means::Children => base,
        _ => view.one(&state.forest, base),
    };
    let named = view.of(Means::Named, Some(name.clone()));
    drop(view);
    match element.some() {
        Some(element) => Ok(Value::from(like(ctx, this, element, named)?)),
        None => Ok(Value::NULL),
    }
}

/// The object of a property or element. `writes`: an element that is not there is made if it is the next one.
pub(crate) fn read(ctx: &Ctx, this: &Object, member: &Value, is_property: bool, _is_dimension: bool, writes: bool) -> PhpResult {
    let state = state(this);
    let base = state.base(ctx)?;
    let (forest, view) = (&*state.forest, state.view());
    let target = Target::new(ctx, &view, member, is_property)?;
    if target.attributes {
        let (attribute, _) = find_attribute(forest, &view, base, &target);
        return match attribute.some() {
            Some(attribute) => Ok(Value::from(like(ctx, this, attribute, view.of(Means::Itself, None))?)),
            None => Ok(Value::NULL),
        };
    }
    if !target.elements {
        return Ok(Value::NULL);
    }
    let Some(number) = target.number else {
        let element = if view.means == Means::Children { base } else { view.one(forest, base) };
        return match element.some() {
            Some(element) => Ok(Value::from(like(ctx, this, element, view.of(Means::Named, Some(target.name)))?)),
            None => Ok(Value::NULL),
        };
    };
    if view.means == Means::Itself && number > 0 {
        too_few(ctx, &forest.name(base), number, 0)?;
        return Ok(Value::from(like(ctx, this, base, view)?));
    }
    let (found, seen) = by_number(forest, &view, base, number);
    if let Some(found) = found.some() {
        return Ok(Value::from(like(ctx, this, found, view.of(Means::Itself, None))?));
    }
    if view.means == Means::Itself {
        return Ok(Value::NULL);
    }
    if !writes {
        return Ok(Value::NULL);
    }
    match new_sibling(ctx, state, &view, base, Some((number, seen)), None)?.some() {
        Some(made) => Ok(Value::from(like(ctx, this, made, view.of(Means::Itself, None))?)),
        None => Ok(Value::NULL),
    }
}

/// Makes another element like those that are meant.
fn new_sibling(
    ctx: &Ctx,
    state: &State,
    view: &View,
    base: Node,
    number: Option<(i64, i64)>,
    text: Option<&Str>,
) -> PhpResult<Node> {
    let forest = &*state.forest;
    let first = view.begin(forest, base);
    let name = match (first.some(), &view.name) {
        (Some(first), _) => forest.name(first),
        (None, Some(name)) => name.clone(),
        (None, None) => return Ok(Node::NONE),
    };
    if let Some((number, seen)) = number
        && seen < number
    {
        too_few(ctx, &name, number, seen)?;
    }
    let example = if first.is_some() { first } else { base };
    Ok(add_element(forest, base, example, &name, text))
}

/// `$element[]`, to be written into.
fn append(ctx: &Ctx, this: &Object) -> PhpResult {
    let state = state(this);
    let base = state.base(ctx)?;
    let view = state.view();
    if view.means == Means::Attributes {
        return Err(ctx.throw_error("Cannot append to an attribute list"));
    }
    if view.means == Means::Itself {
        let forest = &*state.forest;
        if forest.parent(base) == forest.document(base) {
            return Err(ctx.throw_error("Cannot create unnamed attribute"));
        }
        return Ok(Value::from(like(ctx, this, base, view)?));
    }
    match new_sibling(ctx, state, &view, base, None, None)?.some() {
        Some(made) => Ok(Value::from(like(ctx, this, made, view.of(Means::Itself, None))?)),
        None => Ok(Value::NULL),
    }
}

/// A value as the text of a node.
fn as_text(ctx: &Ctx, value: &Value, attributes: bool) -> PhpResult<Str> {
    let value = value.deref();
    let is_element = value.as_object().is_some_and(|o| o.is_instance_of(ctx.known_class("SimpleXMLElement")));
    let simple = value.as_object().is_none() && value.as_array().is_none() && value.as_resource().is_none();
    if is_element || simple {
        return convert::to_str(ctx, &value);
    }
    let what = if attributes { "attributes" } else { "properties" };
    let given = convert::value_name(&value);
    Err(ctx.type_error(format!("It's not possible to assign a complex type to {what}, {given} given")))
}

/// Writes a property or element, making it if need be. Without a value it is made empty.
fn write(ctx: &Ctx, this: &Object, member: Option<&Value>, value: Option<&Value>, is_property: bool) -> PhpResult<Node> {
    let state = state(this);
    let view = state.view();
    let zero = Value::int(0);
    let target = Target::new(ctx, &view, member.unwrap_or(&zero), is_property)?;
    if member.is_none() && view.means == Means::Attributes {
        return Err(ctx.throw_error("Cannot append to an attribute list"));
    }
    let text = value.map(|value| as_text(ctx, value, target.attributes)).transpose()?;
    let base = state.base(ctx)?;
    let forest = &*state.forest;
    if is_property && target.name.is_empty() {
        return Err(ctx.value_error("Cannot create element with an empty name"));
    }
    if member.is_none() {
        if view.means == Means::Itself {
            if forest.parent(base) == forest.document(base) {
                return Err(ctx.value_error("Cannot append to an attribute list"));
            }
            if let Some(text) = &text {
                set_text(forest, base, text);
            }
            return Ok(base);
        }
        return new_sibling(ctx, state, &view, base, None, text.as_ref());
    }
    if target.attributes {
        return write_attribute(ctx, state, &view, base, &target, text.as_ref());
    }
    let mut found = Vec::new();
    if let Some(number) = target.number {
        if forest.kind(base) == Kind::Attribute {
            return Err(ctx.throw_error("Cannot create duplicate attribute"));
        }
        let (node, seen) = by_number(forest, &view, base, number);
        if view.means == Means::Itself && number > 0 {
            too_few(ctx, &forest.name(base), number, 0)?;
            found.push(base);
        } else if node.is_none() && view.begin(forest, base).is_none() {
            // There is nothing that another one could follow.
            return Ok(Node::NONE);
        } else if node.is_none() {
            return new_sibling(ctx, state, &view, base, Some((number, seen)), text.as_ref());
        }
        if node.is_some() {
            found.push(node);
        }
    } else {
        let element = if view.means == Means::Children { base } else { view.one(forest, base) };
        if element.is_none() || !forest.is_element(element) {
            // Nothing can be put into what is not there, or into an attribute.
            return Ok(Node::NONE);
        }
        found.extend(forest.children(element).filter(|&c| is_element_of(forest, &view, c, &target.name)));
        if found.is_empty() {
            return Ok(add_element(forest, element, element, &target.name, text.as_ref()));
        }
    }
    if found.len() > 1 {
        ctx.warning("Cannot assign to an array of nodes (duplicate subnodes or attr detected)");
        ctx.check()?;
        return Ok(Node::NONE);
    }
    if let Some(text) = &text {
        set_text(forest, found[0], text);
    }
    Ok(found[0])
}

/// The element in which something is written: made if it is not there.
fn parent_for_write(forest: &Forest, view: &View, base: Node) -> Node {
    if view.means == Means::Children {
        return base;
    }
    let one = view.one(forest, base);
    match (one.some(), &view.name) {
        (None, Some(name)) => add_element(forest, base, base, name, None),
        (None, None) => base,
        (Some(one), _) => one,
    }
}

fn write_attribute(ctx: &Ctx, state: &State, view: &View, base: Node, target: &Target, text: Option<&Str>) -> PhpResult<Node> {
    let forest = &*state.forest;
    if view.means == Means::Named && view.one(forest, base).is_none() {
        parent_for_write(forest, view, base);
    }
    if view.means == Means::Attributes && view.begin(forest, base).is_none() {
        return Ok(Node::NONE);
    }
    let (attribute, seen) = find_attribute(forest, view, base, target);
    let attribute = match (attribute.some(), target.number) {
        (Some(attribute), _) => attribute,
        (None, Some(number)) => {
            ctx.warning(format!("Cannot change attribute number {number} when only {seen} attributes exist"));
            ctx.check()?;
            return Ok(Node::NONE);
        }
        (None, None) => {
            if target.name.is_empty() {
                return Err(ctx.value_error("Cannot create attribute with an empty name"));
            }
            let element = if view.means == Means::Children { base } else { view.one(forest, base) };
            if element.is_none() || !forest.is_element(element) {
                // Attributes are not added to attributes.
                return Ok(Node::NONE);
            }
            let fresh = forest.create(Kind::Attribute, forest.document(base), target.name.clone(), Str::default());
            forest.append_attribute(element, fresh);
            fresh
        }
    };
    if let Some(text) = text {
        set_text(forest, attribute, text);
    }
    Ok(attribute)
}

fn property_place(ctx: &Ctx, this: &Object, name: &Str, fetch: Fetch) -> PhpResult<Place> {
    if fetch == Fetch::Ask {
        return Ok(Place::Temporary(Value::NULL));
    }
    let state = state(this);
    let base = state.base(ctx)?;
    let (forest, view) = (&*state.forest, state.view());
    let element = if view.means == Means::Children { base } else { view.one(forest, base) };
    let is_there = element.is_some() && forest.children(element).any(|c| is_element_of(forest, &view, c, name));
    if element.is_none() || !forest.is_element(element) {
        return Err(ctx.throw_error("SimpleXMLElement is not properly initialized"));
    }
    let member = Value::from(name.clone());
    if is_there || fetch == Fetch::Unset || view.means == Means::Attributes {
        return Ok(Place::Temporary(read(ctx, this, &member, true, false, false)?));
    }
    let made = write(ctx, this, Some(&member), None, true)?;
    Ok(Place::Temporary(match made.some() {
        Some(made) => Value::from(like(ctx, this, made, view.of(Means::Itself, None))?),
        None => Value::NULL,
    }))
}

fn is_blank_text(text: &Str) -> bool {
    text.is_empty() || text.as_bytes() == b"0"
}

fn has(ctx: &Ctx, this: &Object, member: &Value, check_empty: bool, is_property: bool) -> PhpResult<bool> {
    let state = state(this);
    let base = state.base(ctx)?;
    let (forest, view) = (&*state.forest, state.view());
    let target = Target::new(ctx, &view, member, is_property)?;
    let found = if target.attributes {
        find_attribute(forest, &view, base, &target).0
    } else if let Some(number) = target.number {
        by_number(forest, &view, base, number).0
    } else {
        let element = if view.means == Means::Children { base } else { view.one(forest, base) };
        element.some().map_or(Node::NONE, |element| first_of(forest, &view, element, &target.name))
    };
    if found.is_none() {
        return Ok(false);
    }
    if !check_empty {
        return Ok(true);
    }
    if forest.kind(found) == Kind::Attribute {
        return Ok(!is_blank_text(&forest.text(found)));
    }
    let first = forest.first_child(found);
    Ok(first.is_some() && !(forest.kind(first) == Kind::Text && is_blank_text(&forest.value(first))))
}

fn unset(ctx: &Ctx, this: &Object, member: &Value, is_property: bool) -> PhpResult<()> {
    let state = state(this);
    let base = state.base(ctx)?;
    let (forest, view) = (&*state.forest, state.view());
    let target = Target::new(ctx, &view, member, is_property)?;
    let gone: Vec<Node> = if target.attributes {
        find_attribute(forest, &view, base, &target).0.some().into_iter().collect()
    } else if let Some(number) = target.number {
        by_number(forest, &view, base, number).0.some().into_iter().collect()
    } else {
        let element = if view.means == Means::Children { base } else { view.one(forest, base) };
        let named = |&c: &Node| is_element_of(forest, &view, c, &target.name);
        element.some().map(|element| forest.children(element).filter(named).collect()).unwrap_or_default()
    };
    for node in gone {
        forest.remove(node);
    }
    Ok(())
}

/// How many nodes a walk visits.
pub(crate) fn count(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
    let state = state(this);
    let base = state.base(ctx)?;
    let (forest, view) = (&*state.forest, state.view());
    let mut count = 0;
    view.visit(forest, base, |_| {
        count += 1;
        false
    });
    Ok(count)
}

/// The text of what is meant.
pub(crate) fn text(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
    let state = state(this);
    let node = state.one(ctx)?;
    Ok(node.some().map(|node| own_text(&state.forest, node)).unwrap_or_default())
}

fn cast(ctx: &Ctx, this: &Object, to: Type) -> PhpResult<Option<Value>> {
    if matches!(to, Type::True | Type::False) {
        let state = state(this);
        let is_there = state.view.borrow().means != Means::Itself && state.one(ctx)?.is_some();
        return Ok(Some(Value::bool(is_there || !crate::shown::properties(ctx, this, true)?.is_empty())));
    }
    let text = Value::from(text(ctx, this)?);
    Ok(match to {
        Type::Str => Some(text),
        // Arithmetic takes the number that the text is.
        Type::Int if convert::to_float(&text).fract() != 0.0 => Some(Value::from(convert::to_float(&text))),
        Type::Int => Some(Value::int(convert::to_int(&text))),
        Type::Float => Some(Value::from(convert::to_float(&text))),
        _ => None,
    })
}

fn compare(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<i32> {
    let ours = |value: &Value| {
        let class = ctx.known_class("SimpleXMLElement");
        value.deref().as_object().filter(|o| o.is_instance_of(class)).map(|o| state(&o).peek())
    };
    match (ours(a), ours(b)) {
        (Some(a), Some(b)) => Ok(i32::from(a != b)),
        _ => compare_with_other(ctx, a, b),
    }
}

/// Against what is no element it is a truth value or text, as the other one is.
fn compare_with_other(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<i32> {
    let simple = |ctx: &Ctx, value: &Value, other: &Value| -> PhpResult<Value> {
        match value.deref().as_object() {
            Some(object) if object.native::<State>().is_some() => {
                if other.deref().as_bool().is_some() || other.deref().is_null() {
                    Ok(cast(ctx, &object, Type::True)?.unwrap_or(Value::NULL))
                } else {
                    Ok(Value::from(text(ctx, &object)?))
                }
            }
            _ => Ok(value.unref()),
        }
    };
    if a.deref().as_array().is_some() || b.deref().as_array().is_some() {
        return Ok(2);
    }
    let (left, right) = (simple(ctx, a, b)?, simple(ctx, b, a)?);
    if left.as_object().is_some() || right.as_object().is_some() {
        return Ok(2);
    }
    phant_native::compare::compare(ctx, &left, &right)
}

/// A clone has a document of its own for an element, which hangs nowhere.
fn clone(_ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
    let (from, to) = (state(from), state(to));
    let Some(node) = from.peek().some() else { return Ok(()) };
    let forest = &*from.forest;
    let document = forest.document(node);
    let holder = forest.copy(document, false, Node::NONE);
    let copy = forest.copy(node, true, holder);
    if forest.is_element(copy) {
        forest.append(holder, copy);
        forest.reconcile(copy);
    }
    to.attach(copy, from.view());
    let prefixes = from.prefixes.borrow().clone();
    *to.prefixes.borrow_mut() = prefixes;
    Ok(())
}

/// Goes to the first node of a walk, or on: what it is at is kept.
pub(crate) fn step(ctx: &Ctx, this: &Object, first: bool) -> PhpResult<()> {
    let state = state(this);
    let forest = &*state.forest;
    let base = if first { state.base(ctx)? } else { Node::NONE };
    let view = state.view.borrow();
    let node = if first {
        view.begin(forest, base)
    } else {
        let current = state.current.borrow().as_ref().map_or(Node::NONE, |current| self::state(current).peek());
        if current.is_none() { Node::NONE } else { view.fetch(forest, forest.next(current)) }
    };
    let itself = view.of(Means::Itself, None);
    drop(view);
    let next = node.some().map(|node| like(ctx, this, node, itself)).transpose()?;
    let old = state.current.replace(next);
    drop(old);
    Ok(())
}

/// The name of what the walk is at.
pub(crate) fn key(this: &Object) -> Option<Str> {
    let state = state(this);
    let current = state.current.borrow().as_ref().map(|current| self::state(current).peek())?;
    current.some().map(|node| state.forest.name(node))
}

fn walk(ctx: &Ctx, this: &Object, at: &mut u64, by_ref: bool) -> PhpResult<Option<(Value, Value)>> {
    if by_ref {
        return Err(ctx.throw_error("An iterator cannot be used with foreach by reference"));
    }
    step(ctx, this, *at == 0)?;
    *at = 1;
    let current = state(this).current.borrow().clone();
    Ok(current.map(|current| (key(this).map_or(Value::NULL, Value::from), Value::from(current))))
}

/// Adds a property that there may be several of.
pub(crate) fn add(all: &mut Array, name: Str, value: Value) {
    let key = Key::from(name);
    match all.get(&key.as_ref()).cloned() {
        None => all.set(key, value),
        Some(known) => {
            let mut list = match known.as_array() {
                Some(list) => list.clone(),
                None => Array::list([known]),
            };
            let _ = list.push(value);
            all.set(key, Value::from(list));
        }
    }
}
