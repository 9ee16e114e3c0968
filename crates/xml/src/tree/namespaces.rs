//! Namespaces of nodes, and their declarations.

use super::{Forest, Kind, Namespace, Node};
use crate::chars::XML_NAMESPACE;
use phant_memory::{HeapBox, HeapVec, RequestHeap, Str, heap_vec};

impl Forest {
    /// The pair of a prefix and an address.
    pub fn intern_namespace(&self, prefix: Option<&[u8]>, uri: &[u8]) -> Namespace {
        // A prefix is never ":", which stands for none here.
        let key = (Str::new(prefix.unwrap_or(b":")), Str::new(uri));
        if let Some(known) = self.namespace_numbers.borrow().get(&key) {
            return *known;
        }
        let mut all = self.namespaces.borrow_mut();
        all.push((prefix.map(Str::new), key.1.clone()));
        let number = Namespace(all.len() as u32);
        self.namespace_numbers.borrow_mut().insert(key, number);
        number
    }
    /// The prefix of a pair.
    pub fn namespace_prefix(&self, namespace: Namespace) -> Option<Str> {
        self.namespaces.borrow().get((namespace.0 as usize).wrapping_sub(1))?.0.clone()
    }
    /// The address of a pair.
    pub fn namespace_uri(&self, namespace: Namespace) -> Option<Str> {
        Some(self.namespaces.borrow().get((namespace.0 as usize).wrapping_sub(1))?.1.clone())
    }
    /// The prefix of a node's name.
    pub fn prefix(&self, node: Node) -> Option<Str> {
        let namespace = self.namespace(node);
        if namespace.is_some() { self.namespace_prefix(namespace) } else { None }
    }
    /// The address of a node's namespace.
    pub fn uri(&self, node: Node) -> Option<Str> {
        let namespace = self.namespace(node);
        if namespace.is_some() { self.namespace_uri(namespace).filter(|uri| !uri.is_empty()) } else { None }
    }
    /// Whether a node's name has a prefix.
    pub fn has_prefix(&self, node: Node) -> bool {
        let Some(at) = (self.namespace(node).0 as usize).checked_sub(1) else { return false };
        let known = self.namespaces.borrow();
        known.get(at).is_some_and(|(prefix, _)| prefix.as_ref().is_some_and(|prefix| !prefix.is_empty()))
    }
    /// Whether a node is in a namespace.
    pub fn is_in_namespace(&self, node: Node) -> bool {
        self.namespace(node).is_some() && self.uri(node).is_some()
    }
    /// The name with its prefix.
    pub fn qualified_name(&self, node: Node) -> Str {
        let name = self.name(node);
        match self.prefix(node) {
            Some(prefix) if !prefix.is_empty() => {
                Str::joined(prefix.len() + 1 + name.len(), [prefix.as_bytes(), b":", name.as_bytes()].into_iter())
            }
            _ => name,
        }
    }
    /// Whether the name with its prefix is this.
    pub fn has_qualified_name(&self, node: Node, name: &[u8]) -> bool {
        match self.prefix(node) {
            Some(prefix) if !prefix.is_empty() => {
                let local = self.name(node);
                name.len() == prefix.len() + 1 + local.len()
                    && name.starts_with(prefix.as_bytes())
                    && name[prefix.len()] == b':'
                    && name.ends_with(local.as_bytes())
            }
            _ => self.is_named(node, name),
        }
    }

    /// What an element declares, be it by attributes.
    pub fn declared(&self, element: Node) -> Vec<Namespace> {
        let mut all = self.declared_apart(element);
        if self.may_have_xmlns(element) {
            all.extend(self.declaring_attributes(element).map(|attribute| self.declaration_of(attribute)));
        }
        all
    }
    /// What an element declares beside its attributes.
    pub fn declared_apart(&self, element: Node) -> Vec<Namespace> {
        self.with(element, |entry| entry.declared.as_ref().map(|all| all.to_vec()).unwrap_or_default())
    }
    /// Declares a namespace at an element.
    pub fn declare(&self, element: Node, namespace: Namespace) {
        self.change(element, |entry| {
            let all = entry.declared.get_or_insert_with(|| HeapBox::new_in(heap_vec(), RequestHeap));
            all.push(namespace);
        });
    }
    /// Replaces what an element declares.
    pub fn set_declared(&self, element: Node, declared: &[Namespace]) {
        let mut all: HeapVec<Namespace> = heap_vec();
        all.extend_from_slice(declared);
        let old = self.change(element, |entry| entry.declared.replace(HeapBox::new_in(all, RequestHeap)));
        drop(old);
    }
    /// The declaration that a prefix means at a node, or that of the default namespace.
    pub fn lookup_prefix(&self, node: Node, prefix: Option<&[u8]>) -> Namespace {
        if prefix == Some(b"xml") {
            return self.intern_namespace(prefix, XML_NAMESPACE);
        }
        let mut node = node;
        while node.is_some() {
            match self.kind(node) {
                Kind::Element => {
                    let of_node = self.namespace(node);
                    for declared in self.declared(node).into_iter().chain(of_node.is_some().then_some(of_node)) {
                        let found = self.namespace_prefix(declared);
                        let found = found.as_ref().map(|found| found.as_bytes()).filter(|found| !found.is_empty());
                        if found == prefix {
                            return declared;
                        }
                    }
                }
                Kind::EntityReference | Kind::Entity | Kind::Document | Kind::HtmlDocument => return Namespace::NONE,
                _ => {}
            }
            node = self.parent(node);
        }
        Namespace::NONE
    }
    /// A declaration in scope at a node for an address; `is_attribute`: one with a prefix. One that an inner declaration of the
    /// same prefix hides does not count.
    pub fn lookup_uri(&self, node: Node, uri: &[u8], is_attribute: bool) -> Namespace {
        if uri == XML_NAMESPACE {
            return self.intern_namespace(Some(b"xml"), XML_NAMESPACE);
        }
        let mut at = node;
        while at.is_some() {
            if self.kind(at) == Kind::Element {
                let of_node = self.namespace(at);
                for declared in self.declared(at).into_iter().chain((at != node && of_node.is_some()).then_some(of_node)) {
                    let prefix = self.namespace_prefix(declared);
                    let prefix = prefix.as_ref().map(|prefix| prefix.as_bytes());
                    let fits = self.namespace_uri(declared).is_some_and(|found| found.as_bytes() == uri)
                        && !(is_attribute && prefix.is_none());
                    if fits && (at == node || self.lookup_prefix(node, prefix) == declared) {
                        return declared;
                    }
                }
                if at == node && of_node.is_some() && self.namespace_uri(of_node).is_some_and(|found| found.as_bytes() == uri) {
                    if !is_attribute || self.namespace_prefix(of_node).is_some() {
                        return of_node;
                    }
                }
            }
            at = self.parent(at);
        }
        Namespace::NONE
    }
    /// Declares what a tree uses and nothing around it declares any more. What the topmost element declares is dropped
    /// where an address is declared around it already: by the same prefix, or by any for a default namespace.
    pub fn reconcile(&self, top: Node) {
        self.drop_declared(top);
        self.declare_used(top);
    }
    /// The same for what comes from a fragment: declarations are dropped at every element.
    pub fn reconcile_all(&self, top: Node) {
        let mut node = top;
        while node.is_some() {
            self.drop_declared(node);
            node = self.following(node, top);
        }
        self.declare_used(top);
    }
    /// Drops declarations of an element that are around it already.
    fn drop_declared(&self, element: Node) {
        let parent = self.parent(element);
        let declared = if self.kind(element) == Kind::Element { self.declared(element) } else { Vec::new() };
        if parent.is_none() || declared.is_empty() {
            return;
        }
        let is_needed = |one: &Namespace| {
            let Some(uri) = self.namespace_uri(*one) else { return true };
            let found = self.lookup_uri(parent, &uri, false);
            let prefix = self.namespace_prefix(*one);
            !found.is_some() || prefix.is_some() && self.namespace_prefix(found) != prefix
        };
        let kept: Vec<Namespace> = declared.iter().copied().filter(is_needed).collect();
        if kept.len() != declared.len() {
            self.set_declared(element, &kept);
        }
    }
    fn declare_used(&self, top: Node) {
        let mut node = top;
        while node.is_some() {
            if self.kind(node) == Kind::Element {
                self.reconcile_element(node);
            }
            node = self.following(node, top);
        }
    }
    /// What a prefix means by declarations alone.
    pub(super) fn declared_for(&self, element: Node, prefix: Option<&[u8]>) -> Namespace {
        let mut node = element;
        while node.is_some() {
            let fits = |one: &Namespace| {
                let found = self.namespace_prefix(*one);
                found.as_ref().map(|found| found.as_bytes()).filter(|found| !found.is_empty()) == prefix
            };
            if let Some(found) = self.declared(node).into_iter().find(fits) {
                return found;
            }
            node = self.parent(node);
        }
        Namespace::NONE
    }
    /// A declaration in scope for an address.
    fn declared_as(&self, element: Node, uri: &[u8], is_attribute: bool) -> Namespace {
        let mut node = element;
        while node.is_some() {
            for one in self.declared(node) {
                let prefix = self.namespace_prefix(one);
                let prefix = prefix.as_ref().map(|prefix| prefix.as_bytes());
                let fits = self.namespace_uri(one).is_some_and(|found| found.as_bytes() == uri)
                    && !(is_attribute && prefix.is_none())
                    && self.declared_for(element, prefix) == one;
                if fits {
                    return one;
                }
            }
            node = self.parent(node);
        }
        Namespace::NONE
    }
    fn reconcile_element(&self, element: Node) {
        let nodes = std::iter::once(element).chain(self.attributes(element)).collect::<Vec<_>>();
        for node in nodes {
            let namespace = self.namespace(node);
            let Some(uri) = self.namespace_uri(namespace) else { continue };
            if uri.as_bytes() == XML_NAMESPACE || uri.is_empty() {
                continue;
            }
            let prefix = self.namespace_prefix(namespace);
            let bytes = prefix.as_ref().map(|prefix| prefix.as_bytes());
            if self.declared_for(element, bytes) == namespace {
                continue;
            }
            let found = self.declared_as(element, &uri, node != element);
            if found.is_some() {
                self.set_namespace(node, found);
                continue;
            }
            let is_taken = |prefix: Option<&[u8]>| {
                self.declared(element)
                    .into_iter()
                    .any(|one| self.namespace_prefix(one).as_ref().map(|prefix| prefix.as_bytes()) == prefix)
            };
            let mut number = 1;
            let mut fresh = namespace;
            while is_taken(self.namespace_prefix(fresh).as_ref().map(|prefix| prefix.as_bytes())) {
                let name = match &prefix {
                    Some(prefix) => [prefix.as_bytes(), number.to_string().as_bytes()].concat(),
                    None => format!("default{number}").into_bytes(),
                };
                fresh = self.intern_namespace(Some(&name), &uri);
                number += 1;
            }
            self.declare(element, fresh);
            self.set_namespace(node, fresh);
        }
    }
}
