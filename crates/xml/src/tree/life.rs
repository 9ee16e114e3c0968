//! Making nodes, and letting go of them.

use super::{CHUNK, Document, Entry, External, Forest, HAS_NODES, Kind, Namespace, Node};
use phant_memory::{HeapRc, HeapVec, Str, heap_vec};
use std::cell::{Cell, RefCell};

impl Forest {
    /// A node that hangs nowhere.
    pub fn create(&self, kind: Kind, document: Node, name: Str, value: Str) -> Node {
        let free = Node(self.free.get());
        if free.is_some() {
            let next = self.change(free, |place| {
                let next = std::mem::take(&mut place.next);
                (place.kind, place.document) = (kind, document);
                (place.name, place.value) = (name, value);
                next
            });
            self.free.set(next.0);
            return free;
        }
        let entry = Entry { kind, name, value, ..blank(document) };
        let at = self.count.get() as usize;
        let mut chunks = self.entries.borrow_mut();
        if chunks.is_empty() || at.is_multiple_of(CHUNK) {
            let mut chunk = heap_vec();
            chunk.reserve_exact(CHUNK);
            chunks.push(chunk);
        }
        let chunk = &mut chunks[at / CHUNK];
        if chunk.is_empty() && at == 1 {
            // Number 0 is no node's.
            chunk.push(blank(Node::NONE));
        }
        chunk.push(entry);
        self.count.set(at as u32 + 1);
        Node(at as u32)
    }
    /// A document without nodes.
    pub fn create_document(&self, kind: Kind) -> Node {
        let node = self.create(kind, Node::NONE, Str::from(""), Str::from(""));
        self.change(node, |entry| entry.document = node);
        self.serial.set(self.serial.get() + 1);
        let document = Document {
            version: RefCell::new(None),
            encoding: RefCell::new(None),
            standalone: Cell::new(-1),
            uri: RefCell::new(None),
            changes: Cell::new(1),
            numbered: Cell::new(0),
            asked: Cell::new(0),
            holders: Cell::new(0),
            has_ids: Cell::new(false),
            serial: self.serial.get(),
            settings: Cell::new(0),
            is_html: Cell::new(kind == Kind::HtmlDocument),
            is_living: Cell::new(false),
            has_objects: Cell::new(false),
            quirks: Cell::new(0),
        };
        self.latest.replace(None);
        self.documents.borrow_mut().insert(node.0, HeapRc::new(document));
        node
    }

    /// There is one more PHP object for a node of the document.
    pub fn hold(&self, document: Node) {
        self.with_data(document, |document| document.holders.set(document.holders.get() + 1));
    }
    /// There is an object of DOM for the node.
    pub fn attach(&self, node: Node, handle: u32) {
        let document = self.change(node, |entry| {
            entry.object = handle;
            entry.document
        });
        self.with_data(document, |document| {
            document.holders.set(document.holders.get() + 1);
            document.has_objects.set(true);
        });
    }
    /// A PHP object for a node has gone. With the one that the node has noted goes the node if it hangs nowhere; with the last
    /// one of all goes the document.
    pub fn detach(&self, node: Node, handle: u32) {
        let (document, is_loose) = self.change(node, |entry| {
            let is_own = entry.object == handle;
            if is_own {
                entry.object = 0;
            }
            (entry.document, is_own && entry.parent.is_none() && entry.keepers == 0)
        });
        if is_loose && node != document {
            self.free_tree(node);
        }
        self.give_back(document);
    }
    /// Somebody keeps the node by its number: it stays when it is taken from where it hangs.
    pub fn keep(&self, node: Node) {
        self.change(node, |entry| entry.keepers += 1);
    }
    /// As [`Forest::keep`]; the document and the generation of the node.
    pub fn keep_known(&self, node: Node) -> (Node, u32) {
        self.change(node, |entry| {
            entry.keepers += 1;
            (entry.document, entry.generation)
        })
    }
    /// Somebody keeps the node no longer; it goes if it hangs nowhere.
    pub fn let_go(&self, node: Node) {
        self.let_go_known(node, self.generation(node));
    }
    /// The same for a node that may have gone already, by the generation it had.
    pub fn let_go_known(&self, node: Node, generation: u32) {
        let is_loose = self.change(node, |entry| {
            if entry.generation != generation {
                return false;
            }
            entry.keepers = entry.keepers.saturating_sub(1);
            entry.keepers == 0 && entry.object == 0 && entry.parent.is_none() && entry.document != node
        });
        if is_loose {
            self.free_tree(node);
        }
    }
    /// Whether there is a PHP object for the node, or somebody who keeps it.
    pub fn is_wanted(&self, node: Node) -> bool {
        self.with(node, |entry| entry.object != 0 || entry.keepers != 0)
    }
    /// One of several PHP objects for a node has gone.
    pub fn give_back_of(&self, node: Node) {
        self.give_back(self.document(node));
    }
    /// There is one object less for nodes of a document.
    pub fn give_back(&self, document: Node) {
        let holders = self.with_data(document, |data| {
            data.holders.set(data.holders.get().saturating_sub(1));
            data.holders.get()
        });
        if holders == Some(0) {
            self.forget_document(document);
            self.free_tree(document);
        }
    }

    /// Frees a document that no PHP object was made for.
    pub fn free_document(&self, document: Node) {
        self.forget_document(document);
        self.free_tree(document);
    }

    /// Frees a node that hangs nowhere, and all below but what has a PHP object: that hangs nowhere then.
    pub fn free_tree(&self, top: Node) {
        // Each node is looked at once, where it stands in the document: that is where it stands in memory, mostly.
        let mut lists = heap_vec();
        self.free_entry(top, &mut lists);
        while let Some(node) = lists.pop() {
            let (next, is_wanted) = self.change(node, |entry| {
                entry.parent = Node::NONE;
                entry.previous = Node::NONE;
                (std::mem::take(&mut entry.next), entry.object != 0 || entry.keepers != 0)
            });
            if next.is_some() {
                lists.push(next);
            }
            if !is_wanted {
                self.free_entry(node, &mut lists);
            }
        }
    }
    /// Frees a node; what is below it is left to the caller.
    fn free_entry(&self, node: Node, below: &mut HeapVec<Node>) {
        if let Some(content) = self.take_template(node).some() {
            below.push(content);
        }
        let next = Node(self.free.get());
        let old = self.change(node, |entry| {
            if entry.kind == Kind::Free {
                return None;
            }
            let fresh = Entry { kind: Kind::Free, next, generation: entry.generation.wrapping_add(1), ..blank(Node::NONE) };
            Some(std::mem::replace(entry, fresh))
        });
        let Some(old) = old else { return };
        below.extend([old.first, old.attributes].into_iter().filter(|list| list.is_some()));
        self.free.set(node.0);
    }

    /// Makes a node and all below another document's.
    pub fn adopt(&self, top: Node, document: Node) {
        let from = self.document(top);
        if from == document || document.is_none() {
            return;
        }
        let mut moved = 0;
        let mut visit = |node: Node| {
            self.change(node, |entry| entry.document = document);
            moved += u32::from(self.object(node) != 0);
            if self.is_id(node)
                && let Some(data) = self.document_data(node)
            {
                data.has_ids.set(true);
            }
        };
        let mut node = top;
        let mut templates = Vec::new();
        while node.is_some() {
            visit(node);
            templates.extend(self.template(node).some());
            let mut attribute = self.first_attribute(node);
            while attribute.is_some() {
                visit(attribute);
                let mut child = self.with(attribute, |entry| entry.first);
                while child.is_some() {
                    visit(child);
                    child = self.next(child);
                }
                attribute = self.next(attribute);
            }
            node = self.following(node, top);
        }
        if let Some(data) = self.documents.borrow().get(&document.0) {
            data.holders.set(data.holders.get() + moved);
            data.changes.set(data.changes.get() + 1);
        }
        for _ in 0..moved {
            self.give_back(from);
        }
        templates.into_iter().for_each(|content| self.adopt(content, document));
    }

    /// An attribute's text as a node.
    pub(super) fn make_text_nodes(&self, node: Node) {
        let (kind, flags) = self.with(node, |entry| (entry.kind, entry.flags));
        if kind != Kind::Attribute || flags & HAS_NODES != 0 {
            return;
        }
        let (document, value) = self.with(node, |entry| (entry.document, entry.value.clone()));
        self.change(node, |entry| entry.flags |= HAS_NODES);
        if !value.is_empty() {
            let text = self.create(Kind::Text, document, Str::from(""), value);
            self.append_quietly(node, text);
        }
    }
}

/// An entry that is nothing yet.
fn blank(document: Node) -> Entry {
    Entry {
        kind: Kind::Free,
        flags: 0,
        line: 0,
        parent: Node::NONE,
        first: Node::NONE,
        last: Node::NONE,
        previous: Node::NONE,
        next: Node::NONE,
        document,
        attributes: Node::NONE,
        namespace: Namespace::NONE,
        object: 0,
        generation: 0,
        keepers: 0,
        order: 0,
        name: Str::from(""),
        value: Str::from(""),
        declared: None,
        external: None,
    }
}

/// Identifiers from bytes.
pub fn identifiers(public_id: Option<&[u8]>, system_id: Option<&[u8]>) -> External {
    External { public_id: public_id.map(Str::new), system_id: system_id.map(Str::new), ..External::default() }
}
