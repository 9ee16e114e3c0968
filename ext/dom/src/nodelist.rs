//! DOMNodeList: lists that follow the tree, and fixed ones.

use crate::object;
use phant_ext_libxml::forest;
use phant_memory::{HeapVec, NativeData, Object, Str, Tracer, Value};
use phant_native::{Ctx, ObjectHandlers, PhpResult, convert, internal_iterator::internal_iterator, php_class};
use phant_xml::tree::{Forest, Node};
use std::cell::{Cell, RefCell};

/// What a list has.
#[derive(Clone)]
pub enum Source {
    Nothing,
    /// The children of a node.
    Children,
    /// Elements below with a name as written; `*` is any.
    Named(Str),
    /// The same by the living DOM: in small letters for elements of HTML in documents of HTML.
    Living(Str, Str),
    /// Elements below by namespace and local name; `*` is any.
    NamedNs(Option<Str>, Str),
    /// These.
    Fixed(HeapVec<Value>),
}

/// What a DOMNodeList object is beside its properties.
pub struct ListState {
    /// The object whose node the list is about.
    base: RefCell<Value>,
    source: RefCell<Source>,
    /// State of the document, index and node of what was last found.
    last: Cell<(u64, usize, Node)>,
    /// State of the document, and the length then.
    length: Cell<(u64, usize)>,
}

impl NativeData for ListState {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.base.borrow());
        if let Source::Fixed(values) = &*self.source.borrow() {
            values.iter().for_each(|value| tracer.value(value));
        }
    }
}

const CLASS: &str = "DOMNodeList";

pub struct DomNodeList;

fn state(object: &Object) -> &ListState {
    object.native().expect("made by create")
}

/// A list of a class.
pub fn list(class: &'static str, ctx: &Ctx, base: Value, source: Source) -> PhpResult<Object> {
    let object = ctx.allocate(ctx.known_class(class))?;
    state(&object).base.replace(base);
    state(&object).source.replace(source);
    Ok(object)
}

/// The children of an object's node.
pub fn children(ctx: &Ctx, base: &Object, _: Node) -> PhpResult<Object> {
    list(CLASS, ctx, Value::from(base.clone()), Source::Children)
}
/// The elements below an object's node by their name.
pub fn named(ctx: &Ctx, base: &Object, name: &Str) -> PhpResult<Object> {
    no_null_bytes(ctx, 1, name)?;
    list(CLASS, ctx, Value::from(base.clone()), Source::Named(name.clone()))
}
/// The elements below an object's node by namespace and name.
pub fn named_ns(ctx: &Ctx, base: &Object, uri: Option<Str>, local: &Str) -> PhpResult<Object> {
    no_null_bytes(ctx, 1, uri.as_deref().map_or(b"", |uri| uri.as_bytes()))?;
    no_null_bytes(ctx, 2, local)?;
    list(CLASS, ctx, Value::from(base.clone()), Source::NamedNs(uri, local.clone()))
}
/// Refuses an argument with NUL bytes.
pub fn no_null_bytes(ctx: &Ctx, number: usize, text: &[u8]) -> PhpResult<()> {
    if text.contains(&0) { Err(ctx.argument_error(number, "must not contain any null bytes")) } else { Ok(()) }
}
/// These.
pub fn fixed(ctx: &Ctx, values: HeapVec<Value>) -> PhpResult<Object> {
    list(CLASS, ctx, Value::NULL, Source::Fixed(values))
}

/// Whether an element is one that a list has.
fn fits(forest: &Forest, node: Node, source: &Source) -> bool {
    if !forest.is_element(node) {
        return false;
    }
    match source {
        Source::Living(name, lower) => {
            let is_html = forest.is_in(node, phant_xml::tree::HTML_NAMESPACE) && forest.is_in_html(node);
            name.as_bytes() == b"*" || forest.has_qualified_name(node, if is_html { lower } else { name })
        }
        Source::NamedNs(uri, local) => {
            if local.as_bytes() != b"*" && !forest.is_named(node, local) {
                return false;
            }
            match uri {
                Some(uri) if uri.as_bytes() == b"*" => true,
                Some(uri) if !uri.is_empty() => forest.uri(node).is_some_and(|found| found.as_bytes() == uri.as_bytes()),
                _ => forest.uri(node).is_none(),
            }
        }
        _ => true,
    }
}

/// The first of a list behind a node (the first of all if that is none).
fn next(forest: &Forest, base: Node, behind: Node, source: &Source) -> Node {
    match source {
        Source::Children if behind.is_none() => forest.first_child(base),
        Source::Children => forest.next(behind),
        Source::Named(name) => {
            let name = (name.as_bytes() != b"*").then_some(name.as_bytes());
            forest.following_element(if behind.is_none() { base } else { behind }, base, name, false)
        }
        _ => {
            let mut node = forest.following(if behind.is_none() { base } else { behind }, base);
            while node.is_some() && !fits(forest, node, source) {
                node = forest.following(node, base);
            }
            node
        }
    }
}

/// One of a list.
pub fn item(ctx: &Ctx, this: &Object, index: usize) -> PhpResult {
    let state = state(this);
    let source = state.source.borrow();
    if let Source::Fixed(values) = &*source {
        return Ok(values.get(index).cloned().unwrap_or(Value::NULL));
    }
    let base = state.base.borrow().as_object().map_or(Node::NONE, |object| object::peek(&object));
    if base.is_none() || matches!(&*source, Source::Nothing) {
        return Ok(Value::NULL);
    }
    let forest = forest(ctx);
    let changes = forest.changes(base);
    let (known_changes, known, node) = state.last.get();
    let usable = changes != 0 && known_changes == changes && node.is_some() && known <= index;
    let (mut at, mut node) = if usable { (known, node) } else { (0, next(forest, base, Node::NONE, &source)) };
    while node.is_some() && at < index {
        node = next(forest, base, node, &source);
        at += 1;
    }
    if node.is_some() {
        state.last.set((changes, at, node));
    }
    drop(source);
    object::value(ctx, node)
}

/// How many there are.
pub fn length(ctx: &Ctx, this: &Object) -> usize {
    let state = state(this);
    let source = state.source.borrow();
    if let Source::Fixed(values) = &*source {
        return values.len();
    }
    let base = state.base.borrow().as_object().map_or(Node::NONE, |object| object::peek(&object));
    if base.is_none() {
        return 0;
    }
    let forest = forest(ctx);
    let changes = forest.changes(base);
    let (known_changes, known) = state.length.get();
    if changes != 0 && known_changes == changes {
        return known;
    }
    let (mut count, mut node) = (0, next(forest, base, Node::NONE, &source));
    while node.is_some() {
        count += 1;
        node = next(forest, base, node, &source);
    }
    state.length.set((changes, count));
    count
}

/// A step of a walk.
pub fn walk(ctx: &Ctx, this: &Object, position: &mut u64, _by_reference: bool) -> PhpResult<Option<(Value, Value)>> {
    let index = (*position & 0xFFFF_FFFF) as usize;
    let current = Node((*position >> 32) as u32);
    // The older family's goes from child to child, the living one's by number.
    let is_living = phant_native::ObjectExt::class(this).name.as_bytes().starts_with(b"Dom\\");
    let is_children = !is_living && matches!(&*state(this).source.borrow(), Source::Children);
    let value = if is_children && index > 0 {
        let forest = forest(ctx);
        let gone = current.is_none() || forest.kind(current) == phant_xml::tree::Kind::Free;
        object::value(ctx, if gone { Node::NONE } else { forest.next(current) })?
    } else {
        item(ctx, this, index)?
    };
    let Some(object) = value.as_object() else { return Ok(None) };
    *position = u64::from(object::peek(&object).0) << 32 | (index as u64 + 1);
    Ok(Some((Value::int(index as i64), value)))
}

static HANDLERS: ObjectHandlers = ObjectHandlers {
    walk: Some(walk),
    clone: Some(clone),
    count: Some(|ctx, this| Ok(length(ctx, this) as i64)),
    read_property: Some(|ctx, this, name| Ok((name.as_bytes() == b"length").then(|| Value::int(length(ctx, this) as i64)))),
    write_property: Some(|ctx, _, name, _| match name.as_bytes() {
        b"length" => Err(ctx.throw_error("Cannot modify readonly property DOMNodeList::$length")),
        _ => Ok(false),
    }),
    has_property: Some(|ctx, this, name, mode| Ok((name.as_bytes() == b"length").then(|| mode != 1 || length(ctx, this) > 0))),
    unset_property: Some(|ctx, _, name| match name.as_bytes() {
        b"length" => Err(ctx.throw_error("Cannot unset DOMNodeList::$length")),
        _ => Ok(false),
    }),
    debug_info: Some(|ctx, this| {
        let mut all = ctx.properties(this, phant_native::host::PropertyView::Raw)?;
        all.set(phant_memory::Key::Str(Str::from("length")), Value::int(length(ctx, this) as i64));
        Ok(all)
    }),
    read_dimension: Some(|ctx, this, offset| {
        let Some(offset) = offset else { return Err(ctx.throw_error("Cannot access DOMNodeList without offset")) };
        match dimension(ctx, offset)? {
            Some(index) => item(ctx, this, index),
            None => Ok(Value::NULL),
        }
    }),
    has_dimension: Some(|ctx, this, offset, not_empty| {
        let Some(index) = dimension(ctx, offset)? else { return Ok(false) };
        let _ = not_empty;
        Ok(index < length(ctx, this))
    }),
    write_dimension: Some(|ctx, _, _, _| Err(ctx.throw_error("Cannot use object of type DOMNodeList as array"))),
    unset_dimension: Some(|ctx, _, _| Err(ctx.throw_error("Cannot use object of type DOMNodeList as array"))),
    ..ObjectHandlers::DEFAULT
};

/// A copy of a list has nothing in it.
pub fn clone(_: &Ctx, _: &Object, _: &Object) -> PhpResult<()> {
    Ok(())
}

/// The index that an offset stands for.
pub fn dimension(ctx: &Ctx, offset: &Value) -> PhpResult<Option<usize>> {
    let _ = ctx;
    let offset = offset.unref();
    if offset.as_str().is_some_and(|text| !crate::namednodemap::is_index(&text)) {
        return Ok(None);
    }
    Ok(usize::try_from(convert::to_int(&offset)).ok())
}

/// Makes the native state of a list.
pub fn create(_ctx: &Ctx, object: &Object) {
    object.init_native(ListState {
        base: RefCell::new(Value::NULL),
        source: RefCell::new(Source::Nothing),
        last: Cell::new((0, 0, Node::NONE)),
        length: Cell::new((0, 0)),
    });
}

/// A list of nodes.
#[php_class(
    "class DOMNodeList implements IteratorAggregate, Countable {
        public virtual int $length;
    }",
    create = create,
    handlers = HANDLERS
)]
impl DomNodeList {
    #[php("public function count(): int")]
    fn count(ctx: &Ctx, this: &Object) -> usize {
        length(ctx, this)
    }

    #[php("public function getIterator(): Iterator", strict_return)]
    fn get_iterator(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        internal_iterator(ctx, this)
    }

    #[php("public function item(int $index)")]
    fn item(ctx: &Ctx, this: &Object, index: i64) -> PhpResult {
        match usize::try_from(index) {
            Ok(index) => item(ctx, this, index),
            Err(_) => Ok(Value::NULL),
        }
    }
}
