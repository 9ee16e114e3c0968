//! DOMNameSpaceNode: a declaration of a namespace, as XPath and `getAttributeNode` yield it.

use crate::{node::refuse_serialization, object, properties};
use phant_ext_libxml::forest;
use phant_memory::{Array, NativeData, Object, Str, Tracer, Value};
use phant_native::{Ctx, ObjectHandlers, PhpResult, php_class};
use phant_xml::tree::{Namespace, Node};
use std::cell::{Cell, RefCell};

/// The declaration, and the object of the element that it stands for.
struct State {
    namespace: Cell<Namespace>,
    element: RefCell<Value>,
}

impl NativeData for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.element.borrow());
    }
}

pub struct DomNameSpaceNode;

const NAMES: [&str; 10] = [
    "nodeName",
    "nodeValue",
    "nodeType",
    "prefix",
    "localName",
    "namespaceURI",
    "isConnected",
    "ownerDocument",
    "parentNode",
    "parentElement",
];

/// The element of a declaration's object.
pub fn element(object: &Object) -> Node {
    let Some(state) = object.native::<State>() else { return Node::NONE };
    state.element.borrow().as_object().map_or(Node::NONE, |object| object::peek(&object))
}

/// The object for a declaration at an element.
pub fn wrap(ctx: &Ctx, element: Node, namespace: Namespace) -> PhpResult<Object> {
    let element = object::value(ctx, element)?;
    let object = ctx.allocate(ctx.known_class("DOMNameSpaceNode"))?;
    if let Some(state) = object.native::<State>() {
        state.namespace.set(namespace);
        state.element.replace(element);
    }
    Ok(object)
}

fn read(ctx: &Ctx, this: &Object, name: &[u8]) -> PhpResult<Option<Value>> {
    let Some(state) = this.native::<State>() else { return Ok(None) };
    let forest = forest(ctx);
    let element = state.element.borrow().clone();
    let node = element.as_object().map_or(Node::NONE, |object| object::peek(&object));
    let prefix = forest.namespace_prefix(state.namespace.get());
    Ok(Some(match name {
        b"nodeName" => Value::from(match prefix {
            Some(prefix) => Str::concat(b"xmlns:", &prefix),
            None => Str::from("xmlns"),
        }),
        b"nodeValue" | b"namespaceURI" => properties::text(forest.namespace_uri(state.namespace.get())),
        b"nodeType" => Value::int(18),
        b"prefix" => Value::from(prefix.unwrap_or_default()),
        b"localName" => Value::from(prefix.unwrap_or_else(|| Str::from("xmlns"))),
        b"isConnected" => Value::bool(node.is_some() && forest.top(node) == forest.document(node)),
        b"ownerDocument" => object::value(ctx, if node.is_some() { forest.document(node) } else { Node::NONE })?,
        b"parentNode" | b"parentElement" => element,
        _ => return Ok(None),
    }))
}

static HANDLERS: ObjectHandlers = ObjectHandlers {
    read_property: Some(|ctx, this, name| read(ctx, this, name)),
    write_property: Some(|ctx, _, name, _| {
        if NAMES.iter().any(|known| known.as_bytes() == name.as_bytes()) {
            let name = name.to_text().into_owned();
            return Err(ctx.throw_error(format!("Cannot modify readonly property DOMNameSpaceNode::${name}")));
        }
        Ok(false)
    }),
    has_property: Some(|ctx, this, name, mode| {
        let value = read(ctx, this, name)?;
        Ok(value.map(|value| match mode {
            1 => phant_native::convert::to_bool(&value),
            2 => true,
            _ => !value.is_null(),
        }))
    }),
    debug_info: Some(|ctx, this| {
        let mut all = ctx.properties(this, phant_native::host::PropertyView::Raw)?;
        for name in NAMES {
            let value = read(ctx, this, name.as_bytes())?.unwrap_or_default();
            let shown = if value.as_object().is_some() { Value::from(Str::from("(object value omitted)")) } else { value };
            all.set(phant_memory::Key::Str(Str::from(name)), shown);
        }
        Ok(all)
    }),
    clone: Some(|_, from, to| {
        if let (Some(from), Some(to)) = (from.native::<State>(), to.native::<State>()) {
            to.namespace.set(from.namespace.get());
            let element = from.element.borrow().clone();
            to.element.replace(element);
        }
        Ok(())
    }),
    ..ObjectHandlers::DEFAULT
};

/// A declaration of a namespace.
#[php_class(
    "class DOMNameSpaceNode {
        public virtual string $nodeName;
        public virtual ?string $nodeValue;
        public virtual int $nodeType;
        public virtual string $prefix;
        public virtual ?string $localName;
        public virtual ?string $namespaceURI;
        public virtual bool $isConnected;
        public virtual ?DOMDocument $ownerDocument;
        public virtual ?DOMNode $parentNode;
        public virtual ?DOMElement $parentElement;
    }",
    create = Self::create,
    handlers = HANDLERS
)]
impl DomNameSpaceNode {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(State { namespace: Cell::new(Namespace::NONE), element: RefCell::new(Value::NULL) });
    }

    #[php("public function __sleep(): array", strict_return)]
    fn sleep(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        Err(refuse_serialization(ctx, this, "Serialization"))
    }

    #[php("public function __wakeup(): void", strict_return)]
    fn wakeup(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        Err(refuse_serialization(ctx, this, "Unserialization"))
    }
}
