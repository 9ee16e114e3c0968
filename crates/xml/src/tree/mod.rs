//! Trees of nodes, in the request heap.
//!
//! All documents of a request are in one [`Forest`], and a node is a number in it ([`Node`]), so nodes move from document
//! to document and stay who they are. A node's links are those of the DOM; an element's attributes are a list of nodes of
//! their own, whose children are their text (made when somebody looks: see [`Forest::first_child`]).
//!
//! Namespaces are pairs of prefix and address ([`Namespace`]), kept once in the forest; an element has the pairs that it
//! declares, element and attributes have the one they are in.
//!
//! Who keeps what: a document counts the PHP objects for its nodes ([`Forest::hold`]) and goes, with all that hangs in it,
//! when the last one does. A node that hangs nowhere goes with its own object.
//!
//! Every method borrows for its own length only and runs nothing of others, so PHP code may change the trees between
//! any two. Nothing recurses: depth is bounded by memory.

pub mod build;
mod copy;
mod declaration;
mod life;
mod links;
mod living;
mod namespaces;
mod references;
mod text;

pub use declaration::{identifiers as identifier_text, model_text as content_model, quoted};
pub use living::HTML_NAMESPACE;
pub use references::Complaint;

use phant_memory::{HeapBox, HeapMap, HeapVec, Str, heap_map, heap_vec};
use std::cell::{Cell, RefCell};

/// A node; [`Node::NONE`] is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct Node(pub u32);

impl Node {
    /// No node.
    pub const NONE: Node = Node(0);
    /// Whether it is one.
    #[inline]
    pub fn is_some(self) -> bool {
        self.0 != 0
    }
    /// Whether it is none.
    #[inline]
    pub fn is_none(self) -> bool {
        self.0 == 0
    }
    /// As an option.
    #[inline]
    pub fn some(self) -> Option<Node> {
        (self.0 != 0).then_some(self)
    }
}

/// A pair of prefix and address; [`Namespace::NONE`] is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Namespace(pub u32);

impl Namespace {
    /// No namespace.
    pub const NONE: Namespace = Namespace(0);
    /// Whether it is one.
    pub fn is_some(self) -> bool {
        self.0 != 0
    }
}

/// What a node is; libxml2's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Kind {
    Free = 0,
    Element = 1,
    Attribute = 2,
    Text = 3,
    CData = 4,
    EntityReference = 5,
    Entity = 6,
    ProcessingInstruction = 7,
    Comment = 8,
    Document = 9,
    DocumentType = 10,
    Fragment = 11,
    Notation = 12,
    HtmlDocument = 13,
    /// The declaration of an element, of attributes: `value` is its text.
    ElementDeclaration = 15,
    AttributeDeclaration = 16,
    /// A declaration of a namespace that PHP code holds as a node.
    NamespaceDeclaration = 18,
}

/// The attribute is an ID.
const IS_ID: u8 = 1;
/// Children of an attribute are nodes; otherwise `value` is its text.
const HAS_NODES: u8 = 2;
/// In the external subset, not written.
const IS_EXTERNAL: u8 = 4;

/// The attribute is written without a value.
const NO_VALUE: u8 = 8;
/// Of an element: some attribute is, or was, a declaration of a namespace, as it is in documents of the living DOM.
const HAS_XMLNS: u8 = 16;
/// Of an element: it hosts the contents of a template.
const HAS_TEMPLATE: u8 = 32;
/// Of a node without a document: it is one of the living DOM.
const LIVING: u8 = 64;

struct Entry {
    kind: Kind,
    flags: u8,
    line: u32,
    parent: Node,
    first: Node,
    last: Node,
    previous: Node,
    next: Node,
    document: Node,
    /// Of an element.
    attributes: Node,
    namespace: Namespace,
    /// Handle of the PHP object.
    object: u32,
    /// How many nodes have had this number before.
    generation: u32,
    /// How many others keep the node by its number.
    keepers: u32,
    /// Where the node stands in its document, if that is numbered and has not changed since; see [`Forest::number`].
    order: u32,
    /// Local name, target, name of an entity.
    name: Str,
    /// Text.
    value: Str,
    /// Namespaces that an element declares.
    declared: Option<HeapBox<HeapVec<Namespace>>>,
    /// Public and system identifier of a document type, entity or notation; what else an entity has.
    external: Option<HeapBox<External>>,
}

/// What document types, entities and notations say.
#[derive(Clone, Default)]
#[allow(missing_docs)]
pub struct External {
    pub public_id: Option<Str>,
    pub system_id: Option<Str>,
    pub notation: Option<Str>,
    /// The replacement text of an internal entity.
    pub content: Option<Str>,
    /// Its text as written.
    pub original: Option<Str>,
    pub is_parameter: bool,
}

/// What a document has besides its nodes.
pub struct Document {
    /// `1.0`
    pub version: RefCell<Option<Str>>,
    /// What it is, or is to be, encoded in.
    pub encoding: RefCell<Option<Str>>,
    /// 1 yes, 0 no, -1 not said, -2 no declaration.
    pub standalone: Cell<i32>,
    /// Where it comes from.
    pub uri: RefCell<Option<Str>>,
    /// Counts changes, for what remembers nodes by number.
    pub changes: Cell<u64>,
    /// The count when the nodes were last numbered, and when their places were last asked for.
    numbered: Cell<u64>,
    asked: Cell<u64>,
    /// How many PHP objects there are for its nodes.
    holders: Cell<u32>,
    /// Some attribute is an ID.
    has_ids: Cell<bool>,
    /// A number no other document of the request has.
    pub serial: u64,
    /// Settings that go with the document, as bits; their meaning is the extension's.
    pub settings: Cell<u32>,
    /// The address of what the extension keeps beside it, by its own tables.
    pub is_html: Cell<bool>,
    /// The rules are those of the living DOM (PHP's namespace `Dom`): declarations of namespaces are attributes.
    pub is_living: Cell<bool>,
    /// There are, or were, objects of DOM for its nodes.
    pub has_objects: Cell<bool>,
    /// How an HTML document is laid out: 0 by the standard, 1 in quirks mode, 2 in limited quirks mode.
    pub quirks: Cell<u8>,
}

const CHUNK: usize = 512;

/// Looks at one node after another. Neighbours mostly lie in one chunk: where that is, is no step on the way from node to node.
struct Entries<'a> {
    chunks: &'a [HeapVec<Entry>],
    chunk: &'a [Entry],
    number: usize,
}

impl<'a> Entries<'a> {
    fn new(chunks: &'a [HeapVec<Entry>]) -> Entries<'a> {
        Entries { chunks, chunk: &[], number: usize::MAX }
    }
    #[inline(always)]
    fn at(&mut self, node: Node) -> &'a Entry {
        let number = node.0 as usize / CHUNK;
        if number != self.number {
            (self.number, self.chunk) = (number, &self.chunks[number]);
        }
        &self.chunk[node.0 as usize % CHUNK]
    }
}

/// See the [module documentation](self).
pub struct Forest {
    entries: RefCell<HeapVec<HeapVec<Entry>>>,
    free: Cell<u32>,
    count: Cell<u32>,
    namespaces: RefCell<HeapVec<(Option<Str>, Str)>>,
    namespace_numbers: RefCell<HeapMap<(Str, Str), Namespace>>,
    documents: RefCell<HeapMap<u32, phant_memory::HeapRc<Document>>>,
    /// The document that was last asked about, which is mostly the next one too.
    latest: RefCell<Option<(Node, phant_memory::HeapRc<Document>)>>,
    /// The contents of templates, fragments that no node refers to otherwise, by element.
    templates: RefCell<HeapMap<u32, Node>>,
    serial: Cell<u64>,
}

impl Forest {
    /// Without nodes.
    pub fn new() -> Forest {
        Forest {
            entries: RefCell::new(heap_vec()),
            free: Cell::new(0),
            count: Cell::new(1),
            namespaces: RefCell::new(heap_vec()),
            namespace_numbers: RefCell::new(heap_map()),
            documents: RefCell::new(heap_map()),
            latest: RefCell::new(None),
            templates: RefCell::new(heap_map()),
            serial: Cell::new(0),
        }
    }
    #[inline]
    fn with<R>(&self, node: Node, look: impl FnOnce(&Entry) -> R) -> R {
        let at = node.0 as usize;
        look(&self.entries.borrow()[at / CHUNK][at % CHUNK])
    }
    fn change<R>(&self, node: Node, change: impl FnOnce(&mut Entry) -> R) -> R {
        let at = node.0 as usize;
        change(&mut self.entries.borrow_mut()[at / CHUNK][at % CHUNK])
    }

    /// What a node is.
    #[inline]
    pub fn kind(&self, node: Node) -> Kind {
        self.with(node, |entry| entry.kind)
    }
    /// Makes it another kind: text becomes a CDATA section.
    pub fn set_kind(&self, node: Node, kind: Kind) {
        self.change(node, |entry| entry.kind = kind);
    }
    /// Whether it is an element.
    #[inline]
    pub fn is_element(&self, node: Node) -> bool {
        self.kind(node) == Kind::Element
    }
    /// The node it hangs in; an attribute's element.
    #[inline]
    pub fn parent(&self, node: Node) -> Node {
        self.with(node, |entry| entry.parent)
    }
    /// The sibling behind it, among attributes too.
    #[inline]
    pub fn next(&self, node: Node) -> Node {
        self.with(node, |entry| entry.next)
    }
    /// The sibling before it, among attributes too.
    #[inline]
    pub fn previous(&self, node: Node) -> Node {
        self.with(node, |entry| entry.previous)
    }
    /// The first child. An attribute's text becomes a node when it is asked for.
    #[inline]
    pub fn first_child(&self, node: Node) -> Node {
        let (kind, first) = self.with(node, |entry| (entry.kind, entry.first));
        if kind == Kind::Attribute && first.is_none() {
            self.make_text_nodes(node);
            return self.with(node, |entry| entry.first);
        }
        first
    }
    /// The last child.
    pub fn last_child(&self, node: Node) -> Node {
        self.make_text_nodes(node);
        self.with(node, |entry| entry.last)
    }
    /// The document it belongs to, itself for a document.
    #[inline]
    pub fn document(&self, node: Node) -> Node {
        self.with(node, |entry| entry.document)
    }
    /// An element's first attribute.
    pub fn first_attribute(&self, node: Node) -> Node {
        self.with(node, |entry| entry.attributes)
    }
    /// Local name, target, name of an entity or document type.
    pub fn name(&self, node: Node) -> Str {
        self.with(node, |entry| entry.name.clone())
    }
    /// Renames.
    pub fn set_name(&self, node: Node, name: Str) {
        let old = self.change(node, |entry| std::mem::replace(&mut entry.name, name));
        drop(old);
    }
    /// Whether the local name is this.
    pub fn is_named(&self, node: Node, name: &[u8]) -> bool {
        self.with(node, |entry| entry.name.as_bytes() == name)
    }
    /// The namespace it is in.
    #[inline]
    pub fn namespace(&self, node: Node) -> Namespace {
        self.with(node, |entry| entry.namespace)
    }
    /// Puts it into a namespace, without declaring that.
    pub fn set_namespace(&self, node: Node, namespace: Namespace) {
        self.change(node, |entry| entry.namespace = namespace);
    }
    /// Whether an attribute's children are nodes already.
    pub fn has_child_nodes_made(&self, node: Node) -> bool {
        self.with(node, |entry| entry.flags & HAS_NODES != 0)
    }
    /// The line it was found in; 0 if it was not.
    #[inline]
    pub fn line(&self, node: Node) -> u32 {
        self.with(node, |entry| entry.line)
    }
    /// Notes the line it was found in.
    pub fn set_line(&self, node: Node, line: u32) {
        self.change(node, |entry| entry.line = line);
    }
    /// Whether an attribute is an ID.
    pub fn is_id(&self, node: Node) -> bool {
        self.with(node, |entry| entry.flags & IS_ID != 0)
    }
    /// Makes an attribute an ID, or none.
    pub fn set_id(&self, node: Node, is: bool) {
        self.change(node, |entry| entry.flags = if is { entry.flags | IS_ID } else { entry.flags & !IS_ID });
        if is && let Some(document) = self.document_data(node) {
            document.has_ids.set(true);
        }
    }
    /// Whether an attribute has a value, if only an empty one.
    pub fn has_value(&self, node: Node) -> bool {
        self.with(node, |entry| entry.flags & NO_VALUE == 0 || !entry.value.is_empty() || entry.first.is_some())
    }
    /// Makes an attribute one that is written without a value.
    pub fn set_without_value(&self, node: Node) {
        self.change(node, |entry| entry.flags |= NO_VALUE);
    }
    /// Whether a declaration is the external subset's.
    pub fn is_external(&self, node: Node) -> bool {
        self.with(node, |entry| entry.flags & IS_EXTERNAL != 0)
    }
    /// Makes a declaration the external subset's.
    pub fn set_external(&self, node: Node) {
        self.change(node, |entry| entry.flags |= IS_EXTERNAL);
    }
    /// Identifiers of a document type, entity or notation.
    pub fn external(&self, node: Node) -> External {
        self.with(node, |entry| entry.external.as_ref().map(|external| (**external).clone()).unwrap_or_default())
    }
    /// Notes identifiers.
    pub fn set_identifiers(&self, node: Node, external: External) {
        let old = self.change(node, |entry| entry.external.replace(HeapBox::new_in(external, phant_memory::RequestHeap)));
        drop(old);
    }
    /// Handle of the PHP object; 0 if there is none.
    #[inline]
    pub fn object(&self, node: Node) -> u32 {
        self.with(node, |entry| entry.object)
    }
    /// Kind, handle of the PHP object, and document.
    #[inline]
    pub fn facts(&self, node: Node) -> (Kind, u32, Node) {
        self.with(node, |entry| (entry.kind, entry.object, entry.document))
    }
    /// How many nodes have had this number before: whoever keeps a number without an object sees by it that the node is gone.
    #[inline]
    pub fn generation(&self, node: Node) -> u32 {
        self.with(node, |entry| entry.generation)
    }
    /// What belongs to a node's document.
    pub fn document_data(&self, node: Node) -> Option<phant_memory::HeapRc<Document>> {
        let document = self.document(node);
        if let Some((known, data)) = &*self.latest.borrow()
            && *known == document
        {
            return Some(data.clone());
        }
        let data = self.documents.borrow().get(&document.0).cloned()?;
        self.latest.replace(Some((document, data.clone())));
        Some(data)
    }
    /// A look at what belongs to a node's document. It must not lead to another document.
    fn with_document<R>(&self, node: Node, look: impl FnOnce(&Document) -> R) -> Option<R> {
        self.with_data(self.document(node), look)
    }
    /// The same for a document.
    #[inline]
    fn with_data<R>(&self, document: Node, look: impl FnOnce(&Document) -> R) -> Option<R> {
        if let Some((known, data)) = &*self.latest.borrow()
            && *known == document
        {
            return Some(look(data));
        }
        if document.is_none() {
            return None;
        }
        self.document_data(document).map(|data| look(&data))
    }
    /// The number of changes that the node's document has seen; 0 without a document.
    pub fn changes(&self, node: Node) -> u64 {
        self.with_document(node, |document| document.changes.get()).unwrap_or(0)
    }
    fn forget_document(&self, document: Node) {
        self.latest.replace(None);
        let old = self.documents.borrow_mut().remove(&document.0);
        drop(old);
    }
    /// The root element.
    pub fn root(&self, document: Node) -> Node {
        self.children(document).find(|&child| self.is_element(child)).unwrap_or(Node::NONE)
    }
    /// The document type.
    pub fn doctype(&self, document: Node) -> Node {
        self.children(document).find(|&child| self.kind(child) == Kind::DocumentType).unwrap_or(Node::NONE)
    }
    /// Children, first to last. Ends early if the current one is moved.
    pub fn children(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let mut next = self.first_child(node);
        std::iter::from_fn(move || {
            let node = next.some()?;
            next = self.next(node);
            Some(node)
        })
    }
    /// Attributes, first to last.
    pub fn attributes(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let mut next = self.first_attribute(node);
        std::iter::from_fn(move || {
            let node = next.some()?;
            next = self.next(node);
            Some(node)
        })
    }
    /// The node behind this one in document order, below `top`. Attributes are not on the way.
    pub fn following(&self, node: Node, top: Node) -> Node {
        let opaque = matches!(self.kind(node), Kind::EntityReference | Kind::Entity | Kind::DocumentType);
        let first = if opaque && node != top { Node::NONE } else { self.with(node, |entry| entry.first) };
        if first.is_some() {
            return first;
        }
        self.following_outside(node, top)
    }
    /// The node behind this one and what is in it, below `top`.
    pub fn following_outside(&self, node: Node, top: Node) -> Node {
        let mut node = node;
        while node.is_some() && node != top {
            let next = self.next(node);
            if next.is_some() {
                return next;
            }
            node = self.parent(node);
        }
        Node::NONE
    }
    /// The first element from a node on among its siblings, with a local name (or any) and, if that is asked for, in no namespace.
    pub fn sibling_element(&self, from: Node, name: Option<&[u8]>, in_none: bool) -> Node {
        let chunks = self.entries.borrow();
        let mut entries = Entries::new(&chunks);
        let mut node = from;
        while node.is_some() {
            let at = entries.at(node);
            if at.kind == Kind::Element
                && name.is_none_or(|name| at.name.as_bytes() == name)
                && (!in_none || self.is_no_namespace(at.namespace))
            {
                break;
            }
            node = at.next;
        }
        node
    }
    /// Looks at the elements from a node on among its siblings that have no prefix and a local name (or any), until `look` says
    /// that it is enough.
    #[inline]
    pub fn plain_siblings(&self, from: Node, name: Option<&[u8]>, mut look: impl FnMut(Node) -> bool) {
        let (chunks, spaces) = (self.entries.borrow(), self.namespaces.borrow());
        let has_prefix = |namespace: Namespace| {
            let known = (namespace.0 as usize).checked_sub(1).and_then(|at| spaces.get(at));
            known.is_some_and(|(prefix, _)| prefix.as_ref().is_some_and(|prefix| !prefix.is_empty()))
        };
        let mut entries = Entries::new(&chunks);
        let mut node = from;
        while node.is_some() {
            let at = entries.at(node);
            if at.kind == Kind::Element
                && name.is_none_or(|name| at.name.as_bytes() == name)
                && !has_prefix(at.namespace)
                && look(node)
            {
                return;
            }
            node = at.next;
        }
    }
    fn is_no_namespace(&self, namespace: Namespace) -> bool {
        !namespace.is_some() || {
            let known = self.namespaces.borrow();
            known.get((namespace.0 as usize).wrapping_sub(1)).is_none_or(|(_, uri)| uri.is_empty())
        }
    }
    /// The next element behind a node in document order, below `top`, with a local name (or any) and, if that is asked for, in no
    /// namespace.
    pub fn following_element(&self, node: Node, top: Node, name: Option<&[u8]>, in_none: bool) -> Node {
        let chunks = self.entries.borrow();
        let mut entries = Entries::new(&chunks);
        let mut node = node;
        let mut at = entries.at(node);
        loop {
            let opaque = matches!(at.kind, Kind::EntityReference | Kind::Entity | Kind::DocumentType);
            let mut next = if opaque && node != top { Node::NONE } else { at.first };
            while next.is_none() {
                if node == top {
                    return Node::NONE;
                }
                (next, node) = (at.next, at.parent);
                if next.is_none() {
                    if node.is_none() {
                        return Node::NONE;
                    }
                    at = entries.at(node);
                }
            }
            node = next;
            at = entries.at(node);
            if at.kind == Kind::Element
                && name.is_none_or(|name| at.name.as_bytes() == name)
                && (!in_none || self.is_no_namespace(at.namespace))
            {
                return node;
            }
        }
    }
    /// Everything below a node, in document order.
    pub fn descendants(&self, top: Node) -> impl Iterator<Item = Node> + '_ {
        let mut current = top;
        std::iter::from_fn(move || {
            current = self.following(current, top);
            current.some()
        })
    }
    /// Whether `outer` is the node or contains it.
    pub fn contains(&self, outer: Node, node: Node) -> bool {
        let mut node = node;
        while node.is_some() {
            if node == outer {
                return true;
            }
            node = self.parent(node);
        }
        false
    }
    /// The topmost node above, or the node itself.
    pub fn top(&self, node: Node) -> Node {
        let mut node = node;
        loop {
            let parent = self.parent(node);
            if parent.is_none() {
                return node;
            }
            node = parent;
        }
    }
    /// Numbers the nodes that hang in a document in their order. It holds as long as nothing changes.
    fn number(&self, document: Node) {
        let Some(changes) = self.with_document(document, |data| data.changes.get()) else { return };
        let (mut node, mut order) = (document, 0);
        while node.is_some() {
            for one in std::iter::once(node).chain(self.attributes(node)) {
                order += 1;
                self.change(one, |entry| entry.order = order);
            }
            node = self.following(node, document);
        }
        self.with_document(document, |data| data.numbered.set(changes));
    }
    /// The places of some nodes in their document, if all of them hang in one and have a number; they get one if they are many, or
    /// if places are asked for the second time without a change in between.
    pub fn places(&self, nodes: impl Iterator<Item = Node> + Clone) -> Option<Vec<u32>> {
        let document = self.document(nodes.clone().next()?);
        let (changes, numbered) = self.with_document(document, |data| (data.changes.get(), data.numbered.get()))?;
        if changes != numbered {
            let asked = self.with_document(document, |data| data.asked.replace(changes))?;
            // By their paths, each node takes some dozens of steps.
            if asked != changes && nodes.clone().count() * 64 < self.count.get() as usize {
                return None;
            }
            self.number(document);
        }
        let place = |node: Node| {
            // What was taken from the document may have the number that it had there.
            let order = self.with(node, |entry| entry.order);
            (order != 0 && self.top(node) == document).then_some(order)
        };
        nodes.map(place).collect()
    }
    /// Where two nodes stand to each other in document order; unrelated ones by number.
    pub fn order(&self, a: Node, b: Node) -> std::cmp::Ordering {
        use std::cmp::Ordering;
        if a == b {
            return Ordering::Equal;
        }
        let path = |mut node: Node| {
            let mut path = vec![node];
            while self.parent(node).is_some() {
                node = self.parent(node);
                path.push(node);
            }
            path
        };
        let (mut of_a, mut of_b) = (path(a), path(b));
        let mut common = Node::NONE;
        while let (Some(&x), Some(&y)) = (of_a.last(), of_b.last()) {
            if x != y {
                if common.is_none() {
                    return x.cmp(&y);
                }
                return self.order_of_siblings(x, y);
            }
            common = x;
            of_a.pop();
            of_b.pop();
        }
        if of_a.is_empty() { Ordering::Less } else { Ordering::Greater }
    }
    fn order_of_siblings(&self, a: Node, b: Node) -> std::cmp::Ordering {
        use std::cmp::Ordering;
        let attributes = [a, b].map(|node| self.kind(node) == Kind::Attribute);
        match attributes {
            [true, false] => return Ordering::Less,
            [false, true] => return Ordering::Greater,
            _ => {}
        }
        // Both ways at once, so that near ones are found soon.
        let (mut forward, mut backward) = (a, a);
        loop {
            forward = if forward.is_some() { self.next(forward) } else { forward };
            backward = if backward.is_some() { self.previous(backward) } else { backward };
            if forward == b {
                return Ordering::Less;
            }
            if backward == b || forward.is_none() && backward.is_none() {
                return Ordering::Greater;
            }
        }
    }
}
