//! DOMNamedNodeMap: an element's attributes, or what a document type declares, by name.

use crate::{nodelist, object};
use phant_ext_libxml::forest;
use phant_memory::{NativeData, Object, PhpStr, Str, Tracer, Value};
use phant_native::{Ctx, ObjectHandlers, PhpResult, internal_iterator::internal_iterator, php_class};
use phant_xml::tree::{Forest, Kind, Node};
use std::cell::{Cell, RefCell};

struct MapState {
    /// The object of the element or document type.
    base: RefCell<Value>,
    /// What of it is in the map.
    kind: Cell<Kind>,
}

impl NativeData for MapState {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.base.borrow());
    }
}

/// A map of a class.
pub fn map(class: &'static str, ctx: &Ctx, base: &Object, kind: Kind) -> PhpResult<Object> {
    let object = ctx.allocate(ctx.known_class(class))?;
    if let Some(state) = object.native::<MapState>() {
        state.base.replace(Value::from(base.clone()));
        state.kind.set(kind);
    }
    Ok(object)
}

/// An element's attributes.
pub fn attributes(ctx: &Ctx, base: &Object, _: Node) -> PhpResult<Object> {
    map(CLASS, ctx, base, Kind::Attribute)
}
/// A document type's entities.
pub fn entities(ctx: &Ctx, base: &Object, _: Node) -> PhpResult<Object> {
    map(CLASS, ctx, base, Kind::Entity)
}
/// A document type's notations.
pub fn notations(ctx: &Ctx, base: &Object, _: Node) -> PhpResult<Object> {
    map(CLASS, ctx, base, Kind::Notation)
}

/// The node that a map is about, and what of it is in the map.
pub fn state(this: &Object) -> (Node, Kind) {
    let Some(state) = this.native::<MapState>() else { return (Node::NONE, Kind::Free) };
    let node = state.base.borrow().as_object().map_or(Node::NONE, |object| object::peek(&object));
    (node, state.kind.get())
}

/// What is in a map.
pub fn nodes(forest: &Forest, this: &Object) -> Vec<Node> {
    let (node, kind) = state(this);
    if node.is_none() {
        return Vec::new();
    }
    if kind == Kind::Attribute {
        return forest.attributes(node).collect();
    }
    let fits = |&child: &Node| forest.kind(child) == kind && !forest.external(child).is_parameter;
    forest.children(node).filter(fits).collect()
}

/// One of a map.
pub fn item(ctx: &Ctx, this: &Object, index: usize) -> PhpResult {
    object::value(ctx, nodes(forest(ctx), this).get(index).copied().unwrap_or(Node::NONE))
}

/// One of a map by name.
pub fn named(ctx: &Ctx, this: &Object, name: &[u8]) -> PhpResult {
    let forest = forest(ctx);
    let (node, kind) = state(this);
    if kind == Kind::Attribute && node.is_some() {
        return object::value(ctx, forest.attribute_by_name(node, name));
    }
    let found = nodes(forest, this).into_iter().find(|&node| forest.is_named(node, name));
    object::value(ctx, found.unwrap_or(Node::NONE))
}

/// A step of a walk.
pub fn walk(ctx: &Ctx, this: &Object, position: &mut u64, _by_reference: bool) -> PhpResult<Option<(Value, Value)>> {
    let forest = forest(ctx);
    let index = (*position & 0xFFFF_FFFF) as usize;
    let current = Node((*position >> 32) as u32);
    let (_, kind) = state(this);
    let node = if index > 0 && kind == Kind::Attribute && current.is_some() && forest.kind(current) == Kind::Attribute {
        forest.next(current)
    } else {
        nodes(forest, this).get(index).copied().unwrap_or(Node::NONE)
    };
    if node.is_none() {
        return Ok(None);
    }
    *position = u64::from(node.0) << 32 | (index as u64 + 1);
    let key = Value::from(if forest.is_living(node) { forest.qualified_name(node) } else { forest.name(node) });
    Ok(Some((key, object::value(ctx, node)?)))
}

/// Whether an offset is a number in a text.
pub fn is_index(name: &[u8]) -> bool {
    std::str::from_utf8(name).is_ok_and(|name| name.parse::<f64>().is_ok_and(f64::is_finite))
}

static HANDLERS: ObjectHandlers = ObjectHandlers {
    walk: Some(walk),
    clone: Some(nodelist::clone),
    count: Some(|ctx, this| Ok(nodes(forest(ctx), this).len() as i64)),
    read_property: Some(|ctx, this, name| {
        Ok((name.as_bytes() == b"length").then(|| Value::int(nodes(forest(ctx), this).len() as i64)))
    }),
    write_property: Some(|ctx, _, name, _| match name.as_bytes() {
        b"length" => Err(ctx.throw_error("Cannot modify readonly property DOMNamedNodeMap::$length")),
        _ => Ok(false),
    }),
    has_property: Some(|ctx, this, name, mode| {
        Ok((name.as_bytes() == b"length").then(|| mode != 1 || !nodes(forest(ctx), this).is_empty()))
    }),
    debug_info: Some(|ctx, this| {
        let mut all = ctx.properties(this, phant_native::host::PropertyView::Raw)?;
        let length = nodes(forest(ctx), this).len() as i64;
        all.set(phant_memory::Key::Str(Str::from("length")), Value::int(length));
        Ok(all)
    }),
    read_dimension: Some(|ctx, this, offset| {
        let Some(offset) = offset else { return Err(ctx.throw_error("Cannot access DOMNamedNodeMap without offset")) };
        let offset = offset.unref();
        if let Some(name) = offset.as_str()
            && !is_index(&name)
        {
            return named(ctx, this, &name);
        }
        match nodelist::dimension(ctx, &offset)? {
            Some(index) => item(ctx, this, index),
            None => Err(ctx.value_error("must be between 0 and 2147483647")),
        }
    }),
    has_dimension: Some(|ctx, this, offset, _| {
        let offset = offset.unref();
        if let Some(name) = offset.as_str()
            && !is_index(&name)
        {
            return Ok(!named(ctx, this, &name)?.is_null());
        }
        let index = nodelist::dimension(ctx, &offset)?;
        Ok(index.is_some_and(|index| index < nodes(forest(ctx), this).len()))
    }),
    write_dimension: Some(|ctx, _, _, _| Err(ctx.throw_error("Cannot use object of type DOMNamedNodeMap as array"))),
    unset_dimension: Some(|ctx, _, _| Err(ctx.throw_error("Cannot use object of type DOMNamedNodeMap as array"))),
    ..ObjectHandlers::DEFAULT
};

const CLASS: &str = "DOMNamedNodeMap";

/// Makes the native state of a map.
pub fn create(_ctx: &Ctx, object: &Object) {
    object.init_native(MapState { base: RefCell::new(Value::NULL), kind: Cell::new(Kind::Free) });
}

pub struct DomNamedNodeMap;

/// Nodes by name.
#[php_class(
    "class DOMNamedNodeMap implements IteratorAggregate, Countable {
        public virtual int $length;
    }",
    create = create,
    handlers = HANDLERS
)]
impl DomNamedNodeMap {
    #[php("public function getNamedItem(string $qualifiedName): ?DOMNode")]
    fn get_named_item(ctx: &Ctx, this: &Object, qualified_name: &PhpStr) -> PhpResult {
        named(ctx, this, qualified_name)
    }

    #[php("public function getNamedItemNS(?string $namespace, string $localName): ?DOMNode")]
    fn get_named_item_ns(ctx: &Ctx, this: &Object, namespace: Option<&PhpStr>, local_name: &PhpStr) -> PhpResult {
        let (node, kind) = state(this);
        if kind != Kind::Attribute || node.is_none() {
            return named(ctx, this, local_name);
        }
        let uri = namespace.map(|uri| uri.as_bytes()).filter(|uri| !uri.is_empty());
        object::value(ctx, forest(ctx).attribute(node, local_name, uri))
    }

    #[php("public function item(int $index): ?DOMNode")]
    fn item(ctx: &Ctx, this: &Object, index: i64) -> PhpResult {
        match u32::try_from(index) {
            Ok(index) if index <= 0x7FFF_FFFF => item(ctx, this, index as usize),
            _ => Err(ctx.argument_error(1, "must be between 0 and 2147483647")),
        }
    }

    #[php("public function count(): int")]
    fn count(ctx: &Ctx, this: &Object) -> usize {
        nodes(forest(ctx), this).len()
    }

    #[php("public function getIterator(): Iterator", strict_return)]
    fn get_iterator(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        internal_iterator(ctx, this)
    }
}
