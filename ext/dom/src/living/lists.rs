//! The lists of the living DOM: Dom\NodeList, Dom\HTMLCollection, Dom\NamedNodeMap, Dom\DtdNamedNodeMap.

use super::names;
use crate::{namednodemap as maps, nodelist, object};
use phant_ext_libxml::forest;
use phant_memory::{Array, HeapVec, Key, Object, PhpStr, Str, Value};
use phant_native::{
    Ctx, ObjectExt, ObjectHandlers, PhpResult, class::Place, convert, internal_iterator::internal_iterator, php_class,
};
use phant_xml::tree::{Forest, HTML_NAMESPACE, Kind, Node};

/// The children of an object's node.
pub fn children(ctx: &Ctx, base: &Object) -> PhpResult<Object> {
    nodelist::list("Dom\\NodeList", ctx, Value::from(base.clone()), nodelist::Source::Children)
}
/// These nodes.
pub fn fixed(ctx: &Ctx, values: HeapVec<Value>) -> PhpResult<Object> {
    nodelist::list("Dom\\NodeList", ctx, Value::NULL, nodelist::Source::Fixed(values))
}
/// The elements below an object's node by their name.
pub fn named(ctx: &Ctx, base: &Object, name: &Str) -> PhpResult<Object> {
    nodelist::no_null_bytes(ctx, 1, name)?;
    let lower = Str::new(name.to_ascii_lowercase());
    let source = nodelist::Source::Living(name.clone(), lower);
    nodelist::list("Dom\\HTMLCollection", ctx, Value::from(base.clone()), source)
}
/// The elements below an object's node by namespace and name.
pub fn named_ns(ctx: &Ctx, base: &Object, uri: Option<Str>, local: &Str) -> PhpResult<Object> {
    nodelist::no_null_bytes(ctx, 1, uri.as_deref().map_or(b"", |uri| uri.as_bytes()))?;
    nodelist::no_null_bytes(ctx, 2, local)?;
    let source = nodelist::Source::NamedNs(uri, local.clone());
    nodelist::list("Dom\\HTMLCollection", ctx, Value::from(base.clone()), source)
}
/// An element's attributes.
pub fn attributes(ctx: &Ctx, base: &Object) -> PhpResult<Object> {
    maps::map("Dom\\NamedNodeMap", ctx, base, Kind::Attribute)
}
/// What a document type declares of a kind.
pub fn declared(ctx: &Ctx, base: &Object, kind: Kind) -> PhpResult<Object> {
    maps::map("Dom\\DtdNamedNodeMap", ctx, base, kind)
}

fn class_name(this: &Object) -> String {
    this.class().name.to_text().into_owned()
}

/// A number that an offset is; what it loses by that is deprecated.
pub fn whole(ctx: &Ctx, offset: &Value) -> PhpResult<i64> {
    match offset.as_float() {
        Some(number) => convert::float_to_offset(ctx, number),
        None => Ok(convert::to_int(offset)),
    }
}

/// What an offset asks for.
enum Wanted {
    Index(Option<usize>),
    Name(Str),
}

fn wanted(ctx: &Ctx, this: &Object, offset: &Value, by_name: bool, reading: bool) -> PhpResult<Wanted> {
    let offset = offset.unref();
    let index = |number: i64| Ok(Wanted::Index(u32::try_from(number).ok().map(|number| number as usize)));
    if let Some(number) = offset.as_int() {
        return index(number);
    }
    if offset.as_float().is_some() {
        return index(whole(ctx, &offset)?);
    }
    if let Some(text) = offset.as_str() {
        let number = std::str::from_utf8(&text).ok().and_then(|text| text.parse::<i64>().ok().filter(|n| n.to_string() == text));
        match number {
            Some(number) => return index(number),
            None if by_name => return Ok(Wanted::Name(text.into_owned())),
            None => {}
        }
    }
    let given = convert::type_name(&offset);
    Err(ctx.type_error(match reading {
        true => format!("Cannot access offset of type {given} on {}", class_name(this)),
        false => format!("Cannot access offset of type {given} in isset or empty"),
    }))
}

fn no_array<T>(ctx: &Ctx, this: &Object) -> PhpResult<T> {
    Err(ctx.throw_error(format!("Cannot use object of type {} as array", class_name(this))))
}

fn with_length(ctx: &Ctx, this: &Object, length: usize) -> PhpResult<Array> {
    let mut all = ctx.properties(this, phant_native::host::PropertyView::Raw)?;
    all.set(Key::Str(Str::from("length")), Value::int(length as i64));
    Ok(all)
}

/// An element of a collection by its ID, or by its name if it is one of HTML's.
fn named_item(forest: &Forest, nodes: impl Iterator<Item = Node>, name: &[u8]) -> Node {
    if name.is_empty() {
        return Node::NONE;
    }
    let has = |node: Node, attribute: &[u8]| {
        let attribute = forest.attribute(node, attribute, None);
        attribute.is_some() && forest.text(attribute).as_bytes() == name
    };
    let fits = |&node: &Node| has(node, b"id") || forest.is_in(node, HTML_NAMESPACE) && has(node, b"name");
    let mut nodes = nodes;
    nodes.find(fits).unwrap_or(Node::NONE)
}

fn collection_item(ctx: &Ctx, this: &Object, name: &[u8]) -> PhpResult {
    let mut nodes = Vec::new();
    for index in 0..nodelist::length(ctx, this) {
        if let Some(object) = nodelist::item(ctx, this, index)?.as_object() {
            nodes.push(object::peek(&object));
        }
    }
    object::value(ctx, named_item(forest(ctx), nodes.into_iter(), name))
}

fn read_list(ctx: &Ctx, this: &Object, offset: Option<&Value>) -> PhpResult {
    let by_name = is_collection(ctx, this);
    let Some(offset) = offset else {
        return Err(ctx.throw_error(format!("Cannot append to {}", class_name(this))));
    };
    match wanted(ctx, this, offset, by_name, true)? {
        Wanted::Index(Some(index)) => nodelist::item(ctx, this, index),
        Wanted::Index(None) => Ok(Value::NULL),
        Wanted::Name(name) => collection_item(ctx, this, &name),
    }
}
fn is_collection(ctx: &Ctx, this: &Object) -> bool {
    this.is_instance_of(ctx.known_class("Dom\\HTMLCollection"))
}

static LIST_HANDLERS: ObjectHandlers = ObjectHandlers {
    walk: Some(nodelist::walk),
    clone: Some(nodelist::clone),
    count: Some(|ctx, this| Ok(nodelist::length(ctx, this) as i64)),
    read_property: Some(|ctx, this, name| {
        Ok((name.as_bytes() == b"length").then(|| Value::int(nodelist::length(ctx, this) as i64)))
    }),
    write_property: Some(|ctx, this, name, _| match name.as_bytes() {
        b"length" => Err(ctx.throw_error(format!("Cannot modify readonly property {}::$length", class_name(this)))),
        _ => Ok(false),
    }),
    has_property: Some(|ctx, this, name, mode| {
        Ok((name.as_bytes() == b"length").then(|| mode != 1 || nodelist::length(ctx, this) > 0))
    }),
    debug_info: Some(|ctx, this| with_length(ctx, this, nodelist::length(ctx, this))),
    read_dimension: Some(read_list),
    has_dimension: Some(|ctx, this, offset, _| match wanted(ctx, this, offset, is_collection(ctx, this), false)? {
        Wanted::Index(index) => Ok(index.is_some_and(|index| index < nodelist::length(ctx, this))),
        Wanted::Name(name) => Ok(!collection_item(ctx, this, &name)?.is_null()),
    }),
    dimension_place: Some(|ctx, this, offset, _| match offset {
        None => Err(ctx.throw_error(format!("Cannot append to {}", class_name(this)))),
        Some(_) => Ok(Place::Unknown),
    }),
    write_dimension: Some(|ctx, this, _, _| no_array(ctx, this)),
    unset_dimension: Some(|ctx, this, _| no_array(ctx, this)),
    ..ObjectHandlers::DEFAULT
};

pub struct NodeList;

/// A list of nodes.
#[php_class(
    "class Dom\\NodeList implements IteratorAggregate, Countable { public virtual int $length; }",
    create = nodelist::create,
    handlers = LIST_HANDLERS,
    strict_return
)]
impl NodeList {
    #[php("public function count(): int")]
    fn count(ctx: &Ctx, this: &Object) -> usize {
        nodelist::length(ctx, this)
    }

    #[php("public function getIterator(): Iterator")]
    fn get_iterator(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        internal_iterator(ctx, this)
    }

    #[php("public function item(int $index): ?Dom\\Node")]
    fn item(ctx: &Ctx, this: &Object, index: i64) -> PhpResult {
        usize::try_from(index).map_or(Ok(Value::NULL), |index| nodelist::item(ctx, this, index))
    }
}

pub struct HtmlCollection;

/// Elements that are found as the tree is.
#[php_class(
    "class Dom\\HTMLCollection implements IteratorAggregate, Countable { public virtual int $length; }",
    create = nodelist::create,
    handlers = LIST_HANDLERS,
    strict_return
)]
impl HtmlCollection {
    #[php("public function item(int $index): ?Dom\\Element")]
    fn item(ctx: &Ctx, this: &Object, index: i64) -> PhpResult {
        usize::try_from(index).map_or(Ok(Value::NULL), |index| nodelist::item(ctx, this, index))
    }

    #[php("public function namedItem(string $key): ?Dom\\Element")]
    fn named_item(ctx: &Ctx, this: &Object, key: &PhpStr) -> PhpResult {
        collection_item(ctx, this, key)
    }

    #[php("public function count(): int")]
    fn count(ctx: &Ctx, this: &Object) -> usize {
        nodelist::length(ctx, this)
    }

    #[php("public function getIterator(): Iterator")]
    fn get_iterator(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        internal_iterator(ctx, this)
    }
}

/// A node of a map by its name, which in HTML is in small letters.
fn map_item(ctx: &Ctx, this: &Object, name: &[u8]) -> PhpResult {
    let forest = forest(ctx);
    let (node, kind) = maps::state(this);
    if kind == Kind::Attribute && node.is_some() {
        return object::value(ctx, names::attribute(forest, node, name));
    }
    maps::named(ctx, this, name)
}

fn map_index(ctx: &Ctx, index: i64) -> PhpResult<usize> {
    match usize::try_from(index) {
        Ok(index) if index <= 0x7FFF_FFFF => Ok(index),
        _ => Err(ctx.argument_error(1, "must be between 0 and 2147483647")),
    }
}

static MAP_HANDLERS: ObjectHandlers = ObjectHandlers {
    walk: Some(maps::walk),
    clone: Some(nodelist::clone),
    count: Some(|ctx, this| Ok(maps::nodes(forest(ctx), this).len() as i64)),
    read_property: Some(|ctx, this, name| {
        Ok((name.as_bytes() == b"length").then(|| Value::int(maps::nodes(forest(ctx), this).len() as i64)))
    }),
    write_property: Some(|ctx, this, name, _| match name.as_bytes() {
        b"length" => Err(ctx.throw_error(format!("Cannot modify readonly property {}::$length", class_name(this)))),
        _ => Ok(false),
    }),
    has_property: Some(|ctx, this, name, mode| {
        Ok((name.as_bytes() == b"length").then(|| mode != 1 || !maps::nodes(forest(ctx), this).is_empty()))
    }),
    debug_info: Some(|ctx, this| with_length(ctx, this, maps::nodes(forest(ctx), this).len())),
    read_dimension: Some(|ctx, this, offset| {
        let Some(offset) = offset else {
            return Err(ctx.throw_error(format!("Cannot append to {}", class_name(this))));
        };
        let offset = offset.unref();
        if let Some(name) = offset.as_str()
            && !maps::is_index(&name)
        {
            return map_item(ctx, this, &name);
        }
        let index = usize::try_from(whole(ctx, &offset)?).unwrap_or(0);
        maps::item(ctx, this, index)
    }),
    has_dimension: Some(|ctx, this, offset, _| {
        let offset = offset.unref();
        if let Some(name) = offset.as_str()
            && !maps::is_index(&name)
        {
            return Ok(!map_item(ctx, this, &name)?.is_null());
        }
        let index = usize::try_from(whole(ctx, &offset)?).ok();
        Ok(index.is_some_and(|index| index < maps::nodes(forest(ctx), this).len()))
    }),
    dimension_place: Some(|ctx, this, offset, _| match offset {
        None => Err(ctx.throw_error(format!("Cannot append to {}", class_name(this)))),
        Some(_) => Ok(Place::Unknown),
    }),
    write_dimension: Some(|ctx, this, _, _| no_array(ctx, this)),
    unset_dimension: Some(|ctx, this, _| no_array(ctx, this)),
    ..ObjectHandlers::DEFAULT
};

pub struct NamedNodeMap;

/// The attributes of an element.
#[php_class(
    "class Dom\\NamedNodeMap implements IteratorAggregate, Countable { public virtual int $length; }",
    create = maps::create,
    handlers = MAP_HANDLERS,
    strict_return
)]
impl NamedNodeMap {
    #[php("public function item(int $index): ?Dom\\Attr")]
    fn item(ctx: &Ctx, this: &Object, index: i64) -> PhpResult {
        maps::item(ctx, this, map_index(ctx, index)?)
    }

    #[php("public function getNamedItem(string $qualifiedName): ?Dom\\Attr")]
    fn get_named_item(ctx: &Ctx, this: &Object, qualified_name: &PhpStr) -> PhpResult {
        map_item(ctx, this, qualified_name)
    }

    #[php("public function getNamedItemNS(?string $namespace, string $localName): ?Dom\\Attr")]
    fn get_named_item_ns(ctx: &Ctx, this: &Object, namespace: Option<&PhpStr>, local_name: &PhpStr) -> PhpResult {
        let (node, _) = maps::state(this);
        let uri = namespace.map(|uri| uri.as_bytes()).filter(|uri| !uri.is_empty());
        object::value(ctx, if node.is_some() { forest(ctx).attribute(node, local_name, uri) } else { Node::NONE })
    }

    #[php("public function count(): int")]
    fn count(ctx: &Ctx, this: &Object) -> usize {
        maps::nodes(forest(ctx), this).len()
    }

    #[php("public function getIterator(): Iterator")]
    fn get_iterator(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        internal_iterator(ctx, this)
    }
}

pub struct DtdNamedNodeMap;

/// What a document type declares.
#[php_class(
    "class Dom\\DtdNamedNodeMap implements IteratorAggregate, Countable { public virtual int $length; }",
    create = maps::create,
    handlers = MAP_HANDLERS,
    strict_return
)]
impl DtdNamedNodeMap {
    #[php("public function item(int $index): Dom\\Entity|Dom\\Notation|null")]
    fn item(ctx: &Ctx, this: &Object, index: i64) -> PhpResult {
        maps::item(ctx, this, map_index(ctx, index)?)
    }

    #[php("public function getNamedItem(string $qualifiedName): Dom\\Entity|Dom\\Notation|null")]
    fn get_named_item(ctx: &Ctx, this: &Object, qualified_name: &PhpStr) -> PhpResult {
        map_item(ctx, this, qualified_name)
    }

    #[php("public function getNamedItemNS(?string $namespace, string $localName): Dom\\Entity|Dom\\Notation|null")]
    fn get_named_item_ns(ctx: &Ctx, this: &Object, namespace: Option<&PhpStr>, local_name: &PhpStr) -> PhpResult {
        let _ = namespace;
        map_item(ctx, this, local_name)
    }

    #[php("public function count(): int")]
    fn count(ctx: &Ctx, this: &Object) -> usize {
        maps::nodes(forest(ctx), this).len()
    }

    #[php("public function getIterator(): Iterator")]
    fn get_iterator(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        internal_iterator(ctx, this)
    }
}
