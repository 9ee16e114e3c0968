//! What a SimpleXMLElement is: a node, and which of the nodes in it are meant.
//!
//! `$xml->name` is an object for the element `$xml` that means the elements `name` in it; it becomes one element when
//! something is asked of it. So nothing is looked for, or made, before it is needed.

use phant_ext_libxml::forest;
use phant_memory::{HeapRc, HeapVec, NativeData, Object, Str, Tracer, heap_vec};
use phant_native::{ClassPtr, Ctx, ObjectExt, PhpResult};
use phant_xml::tree::{Forest, Kind, Node};
use std::cell::{Cell, RefCell};

/// Which nodes are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Means {
    /// The node itself.
    #[default]
    Itself,
    /// Elements in it that have a name.
    Named,
    /// All elements in it.
    Children,
    /// Its attributes.
    Attributes,
}

/// Which nodes are meant, and what must hold for them.
#[derive(Clone, Default)]
pub(crate) struct View {
    pub(crate) means: Means,
    pub(crate) name: Option<Str>,
    /// A namespace, or a prefix.
    pub(crate) space: Option<Str>,
    pub(crate) by_prefix: bool,
}

impl View {
    pub(crate) fn of(&self, means: Means, name: Option<Str>) -> View {
        View { means, name, space: self.space.clone(), by_prefix: self.by_prefix }
    }
    /// Whether a node is in the namespace. Without one: whether it has no prefix.
    pub(crate) fn fits_space(&self, forest: &Forest, node: Node) -> bool {
        match &self.space {
            None => !forest.has_prefix(node),
            Some(space) => {
                let prefix = forest.prefix(node).filter(|p| !p.is_empty());
                let own = if self.by_prefix { prefix } else { forest.uri(node) };
                own.is_some_and(|own| own.as_bytes() == space.as_bytes())
            }
        }
    }
    /// The next of the nodes that are meant, from a sibling on.
    pub(crate) fn fetch(&self, forest: &Forest, from: Node) -> Node {
        if self.means != Means::Attributes && self.space.is_none() && from.is_some() && forest.kind(from) != Kind::Attribute {
            let name = self.name.as_ref().filter(|_| self.means == Means::Named).map(|name| name.as_bytes());
            let mut found = Node::NONE;
            forest.plain_siblings(from, name, |node| {
                found = node;
                true
            });
            return found;
        }
        let mut node = from;
        while node.is_some() {
            let fits = match (self.means, forest.kind(node)) {
                (Means::Attributes, Kind::Attribute) | (Means::Named, Kind::Element) => {
                    self.name.as_ref().is_none_or(|name| forest.is_named(node, name))
                }
                (Means::Attributes, _) => false,
                (_, Kind::Element | Kind::Attribute) => true,
                _ => false,
            };
            if fits && self.fits_space(forest, node) {
                return node;
            }
            node = forest.next(node);
        }
        Node::NONE
    }
    /// The elements that a walk over the object visits, until `look` says that it is enough.
    pub(crate) fn visit(&self, forest: &Forest, base: Node, mut look: impl FnMut(Node) -> bool) {
        let mut node = self.begin(forest, base);
        if self.means != Means::Attributes && self.space.is_none() {
            let name = self.name.as_ref().filter(|_| self.means == Means::Named).map(|name| name.as_bytes());
            return forest.plain_siblings(node, name, look);
        }
        while node.is_some() && !look(node) {
            node = self.fetch(forest, forest.next(node));
        }
    }
    /// The first of what a walk over the object visits.
    pub(crate) fn begin(&self, forest: &Forest, base: Node) -> Node {
        if base.is_none() {
            return Node::NONE;
        }
        let first = match self.means {
            Means::Attributes if forest.is_element(base) => forest.first_attribute(base),
            Means::Attributes => Node::NONE,
            _ => forest.first_child(base),
        };
        self.fetch(forest, first)
    }
    /// The node that is meant if one is to be.
    pub(crate) fn one(&self, forest: &Forest, base: Node) -> Node {
        if self.means == Means::Itself { base } else { self.begin(forest, base) }
    }
}

/// What an object owns.
pub(crate) struct State {
    pub(crate) forest: HeapRc<Forest>,
    /// The document, which this holds.
    document: Cell<Node>,
    node: Cell<Node>,
    generation: Cell<u32>,
    pub(crate) view: RefCell<View>,
    /// What a walk is at.
    pub(crate) current: RefCell<Option<Object>>,
    /// Prefixes for XPath.
    pub(crate) prefixes: RefCell<HeapVec<(Str, Str)>>,
}

impl NativeData for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Some(current) = &*self.current.borrow() {
            tracer.object(current);
        }
    }
}

impl Drop for State {
    fn drop(&mut self) {
        self.leave();
    }
}

impl State {
    /// Lets the object be for a node.
    pub(crate) fn attach(&self, node: Node, view: View) {
        let (document, generation) = self.forest.keep_known(node);
        self.forest.hold(document);
        if self.document.get().is_some() {
            self.leave();
        }
        self.document.set(document);
        self.node.set(node);
        self.generation.set(generation);
        *self.view.borrow_mut() = view;
    }
    fn leave(&self) {
        let (node, document) = (self.node.get(), self.document.get());
        if node.is_some() {
            self.forest.let_go_known(node, self.generation.get());
        }
        if document.is_some() {
            self.forest.give_back(document);
        }
    }
    /// The node, if it is still there.
    pub(crate) fn peek(&self) -> Node {
        let node = self.node.get();
        if node.is_some() && self.forest.generation(node) == self.generation.get() { node } else { Node::NONE }
    }
    pub(crate) fn view(&self) -> View {
        self.view.borrow().clone()
    }
    /// The one node that is meant; none if there is no such node.
    pub(crate) fn one(&self, ctx: &Ctx) -> PhpResult<Node> {
        let base = self.base(ctx)?;
        Ok(self.view.borrow().one(&self.forest, base))
    }
    /// The node that the object hangs at.
    pub(crate) fn base(&self, ctx: &Ctx) -> PhpResult<Node> {
        match self.peek().some() {
            Some(node) => Ok(node),
            None => Err(ctx.throw_error("SimpleXMLElement is not properly initialized")),
        }
    }
}

pub(crate) fn state(object: &Object) -> &State {
    object.native().expect("made by create")
}

pub(crate) fn create(ctx: &Ctx, object: &Object) {
    object.init_native(State {
        forest: forest(ctx).clone(),
        document: Cell::new(Node::NONE),
        node: Cell::new(Node::NONE),
        generation: Cell::new(0),
        view: RefCell::default(),
        current: RefCell::new(None),
        prefixes: RefCell::new(heap_vec()),
    });
}

/// An object of a class for a node.
pub(crate) fn make(ctx: &Ctx, class: ClassPtr, node: Node, view: View) -> PhpResult<Object> {
    let object = ctx.allocate(class)?;
    state(&object).attach(node, view);
    Ok(object)
}

/// An object like another one for a node.
pub(crate) fn like(ctx: &Ctx, other: &Object, node: Node, view: View) -> PhpResult<Object> {
    let object = make(ctx, other.class(), node, view)?;
    let prefixes = state(other).prefixes.borrow();
    if !prefixes.is_empty() {
        *state(&object).prefixes.borrow_mut() = prefixes.clone();
    }
    drop(prefixes);
    Ok(object)
}

/// The text directly in a node.
pub(crate) fn own_text(forest: &Forest, node: Node) -> Str {
    if !forest.is_element(node) {
        return forest.text(node);
    }
    let mut text = Str::default();
    for child in forest.children(node) {
        if matches!(forest.kind(child), Kind::Text | Kind::CData | Kind::EntityReference) {
            let piece = forest.text(child);
            if text.is_empty() {
                text = piece;
            } else {
                text.append(&piece);
            }
        }
    }
    text
}

/// Replaces what is in a node by text.
pub(crate) fn set_text(forest: &Forest, node: Node, text: &Str) {
    if forest.kind(node) == Kind::Attribute {
        return forest.set_attribute_value(node, text.clone());
    }
    forest.remove_children(node);
    if !text.is_empty() {
        let child = forest.create(Kind::Text, forest.document(node), Str::default(), text.clone());
        forest.append(node, child);
    }
}

/// Adds an element with text to another one.
pub(crate) fn add_element(forest: &Forest, parent: Node, like: Node, name: &Str, text: Option<&Str>) -> Node {
    let element = forest.create(Kind::Element, forest.document(parent), name.clone(), Str::default());
    if like.is_some() {
        forest.set_namespace(element, forest.namespace(like));
    }
    if let Some(text) = text {
        set_text(forest, element, text);
    }
    forest.append(parent, element);
    element
}
