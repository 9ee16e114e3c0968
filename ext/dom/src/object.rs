//! PHP objects for nodes.

use crate::exception::{Fault, throw};
use phant_ext_libxml::forest;
use phant_memory::{HeapMap, HeapRc, NativeData, Object, Str, Tracer, Value, heap_map, object::store};
use phant_native::{Class, ClassPtr, Ctx, ObjectExt, PhpResult};
use phant_xml::tree::{Forest, Kind, Node};
use std::cell::{Cell, RefCell};

/// What an object for a node is beside its properties.
pub struct NodeState {
    node: Cell<Node>,
    handle: Cell<u32>,
    forest: HeapRc<Forest>,
    /// An object that is made once: a document's `implementation`, an element's `classList`.
    companion: RefCell<Value>,
}

impl NativeData for NodeState {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.companion.borrow());
    }
}

impl Drop for NodeState {
    fn drop(&mut self) {
        let node = self.node.get();
        if node.is_none() {
            return;
        }
        self.forest.detach(node, self.handle.get());
    }
}

/// Bits of a document's settings.
pub mod setting {
    pub const FORMAT_OUTPUT: u32 = 1;
    pub const VALIDATE_ON_PARSE: u32 = 2;
    pub const RESOLVE_EXTERNALS: u32 = 4;
    pub const KEEP_NO_WHITE_SPACE: u32 = 8;
    pub const SUBSTITUTE_ENTITIES: u32 = 16;
    pub const NOT_STRICT: u32 = 32;
    pub const RECOVER: u32 = 64;
}

/// Which classes are used in the place of DOM's, by the document's serial number and the class.
#[derive(Default)]
struct ClassMaps(RefCell<Option<HeapMap<(u64, Str), ClassPtr>>>);

/// Makes the native state of a node's object.
pub fn create(ctx: &Ctx, object: &Object) {
    let state = NodeState {
        node: Cell::new(Node::NONE),
        handle: Cell::new(0),
        forest: forest(ctx).clone(),
        companion: RefCell::new(Value::NULL),
    };
    object.init_native(state);
}

/// The object that goes with another one, made when it is first asked for.
pub fn companion(object: &Object, make: impl FnOnce() -> PhpResult<Object>) -> PhpResult {
    let Some(state) = object.native::<NodeState>() else { return Ok(Value::NULL) };
    let known = state.companion.borrow().clone();
    if !known.is_null() {
        return Ok(known);
    }
    let made = Value::from(make()?);
    let old = state.companion.replace(made.clone());
    drop(old);
    Ok(made)
}

/// The node of an object; none if it was not constructed.
pub fn peek(object: &Object) -> Node {
    object.native::<NodeState>().map_or(Node::NONE, |state| state.node.get())
}

/// The node of an object and the forest it is in, if it was constructed, where that is not one of the living DOM.
#[inline]
pub fn peek_older(object: &Object) -> Option<(Node, &Forest)> {
    let state = object.native::<NodeState>()?;
    let node = state.node.get().some()?;
    (!state.forest.is_living(node)).then_some((node, &*state.forest))
}

/// The node of an object whose method is called.
pub fn node(ctx: &Ctx, object: &Object) -> PhpResult<Node> {
    match peek(object).some() {
        Some(node) => Ok(node),
        None => {
            let class = object.class().name.to_text().into_owned();
            Err(ctx.throw_error(format!("Couldn't fetch {class}")))
        }
    }
}

/// The node of an object whose property is looked at.
pub fn node_of_property(ctx: &Ctx, object: &Object) -> PhpResult<Node> {
    peek(object).some().ok_or_else(|| throw(ctx, Fault::InvalidState))
}

/// Makes an object the one for a node.
pub fn attach(_ctx: &Ctx, object: &Object, node: Node) {
    let Some(state) = object.native::<NodeState>() else { return };
    let forest = &state.forest;
    let old = state.node.replace(node);
    if old.is_some() {
        // The constructor was called again: what it made before is nobody's.
        forest.detach(old, state.handle.get());
    }
    state.handle.set(object.handle());
    forest.attach(node, object.handle());
}

fn base_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Element => "DOMElement",
        Kind::Attribute => "DOMAttr",
        Kind::Text => "DOMText",
        Kind::CData => "DOMCdataSection",
        Kind::EntityReference => "DOMEntityReference",
        Kind::Entity => "DOMEntity",
        Kind::ProcessingInstruction => "DOMProcessingInstruction",
        Kind::Comment => "DOMComment",
        Kind::Document | Kind::HtmlDocument => "DOMDocument",
        Kind::DocumentType => "DOMDocumentType",
        Kind::Fragment => "DOMDocumentFragment",
        Kind::Notation => "DOMNotation",
        Kind::NamespaceDeclaration => "DOMNameSpaceNode",
        Kind::ElementDeclaration | Kind::AttributeDeclaration | Kind::Free => "DOMNode",
    }
}

/// The object for a node, which may be there already.
pub fn wrap(ctx: &Ctx, node: Node) -> PhpResult<Object> {
    let forest = forest(ctx);
    wrap_in(ctx, forest, node, forest.facts(node))
}
fn wrap_in(ctx: &Ctx, forest: &Forest, node: Node, (kind, handle, document): (Kind, u32, Node)) -> PhpResult<Object> {
    if handle != 0
        && let Some(object) = store::live(handle).filter(|object| peek(object) == node)
    {
        return Ok(object);
    }
    let name = match forest.is_living_in(document, node) {
        true => crate::living::base_name(forest, node),
        false => base_name(kind),
    };
    let mapped = ctx.state::<ClassMaps>().0.borrow().as_ref().and_then(|map| {
        let serial = forest.document_data(node).map_or(0, |document| document.serial);
        map.get(&(serial, Str::from(name))).copied()
    });
    let class = mapped.unwrap_or_else(|| ctx.known_class(name));
    let object = ctx.allocate(class)?;
    attach(ctx, &object, node);
    Ok(object)
}

/// The object for a node, or null; null too for a node that PHP code has let go of meanwhile.
pub fn value(ctx: &Ctx, node: Node) -> PhpResult {
    let forest = forest(ctx);
    value_in(ctx, forest, node)
}
/// The same in a known forest.
#[inline]
pub fn value_in(ctx: &Ctx, forest: &Forest, node: Node) -> PhpResult {
    if node.is_none() {
        return Ok(Value::NULL);
    }
    match forest.facts(node) {
        (Kind::Free, ..) => Ok(Value::NULL),
        facts => Ok(Value::from(wrap_in(ctx, forest, node, facts)?)),
    }
}

/// Uses a class for the nodes of a document that would be of another one.
pub fn map_class(ctx: &Ctx, document: Node, base: &Class, mapped: Option<ClassPtr>) {
    let Some(data) = forest(ctx).document_data(document) else { return };
    let key = (data.serial, Str::new(base.name.as_bytes()));
    let mut maps = ctx.state::<ClassMaps>().0.borrow_mut();
    let map = maps.get_or_insert_with(heap_map);
    match mapped {
        Some(class) => map.insert(key, class),
        None => map.remove(&key),
    };
}

/// The settings of a node's document.
pub fn settings(forest: &Forest, node: Node) -> u32 {
    if node.is_none() { 0 } else { forest.document_data(node).map_or(0, |document| document.settings.get()) }
}

/// Whether operations that fail throw.
pub fn is_strict(object: &Object) -> bool {
    let Some(state) = object.native::<NodeState>() else { return true };
    let node = state.node.get();
    node.is_none() || settings(&state.forest, node) & setting::NOT_STRICT == 0
}

/// Uses the classes of one document for another one too.
pub fn keep_classes(ctx: &Ctx, from: Node, to: Node) {
    let forest = forest(ctx);
    let (Some(from), Some(to)) = (forest.document_data(from), forest.document_data(to)) else { return };
    let mut maps = ctx.state::<ClassMaps>().0.borrow_mut();
    let Some(map) = maps.as_mut() else { return };
    let kept: Vec<(Str, ClassPtr)> =
        map.iter().filter(|((serial, _), _)| *serial == from.serial).map(|((_, name), class)| (name.clone(), *class)).collect();
    kept.into_iter().for_each(|(name, class)| {
        map.insert((to.serial, name), class);
    });
}
