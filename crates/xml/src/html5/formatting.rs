//! Elements that go on where others end: `<b>`, `<i>`, …

use super::{
    builder::{Active, Builder, Open},
    elements::{Space, is_special},
    tokenizer::Tag,
};
use crate::tree::Node;

impl Builder<'_, '_> {
    pub fn push_active(&mut self, node: Node, tag: &Tag) {
        // No more than three that are the same, back to the last marker.
        let same = |entry: &Active| match entry {
            Active::Element(_, known) => {
                known.name == tag.name
                    && known.attributes.len() == tag.attributes.len()
                    && known.attributes.iter().all(|attribute| tag.attributes.contains(attribute))
            }
            Active::Marker => false,
        };
        let from = self.active.iter().rposition(|entry| matches!(entry, Active::Marker)).map_or(0, |at| at + 1);
        let known: Vec<usize> = (from..self.active.len()).filter(|&at| same(&self.active[at])).collect();
        if known.len() >= 3 {
            self.active.remove(known[0]);
        }
        self.active.push(Active::Element(node, tag.clone()));
    }
    pub fn clear_to_marker(&mut self) {
        while let Some(entry) = self.active.pop() {
            if matches!(entry, Active::Marker) {
                return;
            }
        }
    }
    pub fn reconstruct(&mut self) {
        let is_open = |builder: &Self, entry: &Active| match entry {
            Active::Marker => true,
            Active::Element(node, _) => builder.open.iter().rev().any(|open| open.node == *node),
        };
        let mut from = self.active.len();
        while from > 0 && !is_open(self, &self.active[from - 1]) {
            from -= 1;
        }
        for at in from..self.active.len() {
            let Active::Element(_, tag) = self.active[at].clone() else { continue };
            let node = self.insert(&tag);
            self.active[at] = Active::Element(node, tag);
        }
    }
    fn active_position(&self, node: Node) -> Option<usize> {
        self.active.iter().rposition(|entry| matches!(entry, Active::Element(known, _) if *known == node))
    }
    /// The last active element of a name since the last marker.
    pub fn last_active(&self, name: &[u8]) -> Option<Node> {
        for entry in self.active.iter().rev() {
            match entry {
                Active::Marker => return None,
                Active::Element(node, tag) if tag.name == name => return Some(*node),
                Active::Element(..) => {}
            }
        }
        None
    }
    pub fn remove_active(&mut self, node: Node) {
        if let Some(at) = self.active_position(node) {
            self.active.remove(at);
        }
    }

    /// What the standard calls the adoption agency algorithm; false: it is any other end tag.
    pub fn adoption_agency(&mut self, name: &[u8]) -> bool {
        let current = self.current().clone();
        if current.is(name) && self.active_position(current.node).is_none() {
            self.pop();
            return true;
        }
        for _ in 0..8 {
            let Some(formatting) = self.last_active(name) else { return false };
            let Some(at) = self.open.iter().rposition(|open| open.node == formatting) else {
                self.error("missing-element-in-open-elements-stack");
                self.remove_active(formatting);
                return true;
            };
            if !self.node_in_scope(formatting) {
                self.error("missing-element-in-scope");
                return true;
            }
            if self.current().node != formatting {
                self.error("unexpected-element-in-open-elements-stack");
            }
            let furthest = (at + 1..self.open.len()).find(|&at| is_special(self.open[at].space, &self.open[at].name));
            let Some(furthest) = furthest else {
                while let Some(open) = self.pop() {
                    if open.node == formatting {
                        break;
                    }
                }
                self.remove_active(formatting);
                return true;
            };
            self.adopt_once(formatting, at, furthest);
        }
        true
    }
    fn adopt_once(&mut self, formatting: Node, at: usize, furthest_at: usize) {
        let forest = self.forest;
        let common = self.open[at - 1].node;
        let furthest = self.open[furthest_at].node;
        let mut bookmark = self.active_position(formatting).unwrap_or(0);
        let mut last = furthest;
        let mut node_at = furthest_at;
        let mut counter = 0;
        loop {
            counter += 1;
            node_at -= 1;
            let node = self.open[node_at].node;
            if node == formatting {
                break;
            }
            let mut active = self.active_position(node);
            if counter > 3
                && let Some(position) = active
            {
                self.active.remove(position);
                if position < bookmark {
                    bookmark -= 1;
                }
                active = None;
            }
            let Some(position) = active else {
                self.remove_open(node);
                continue;
            };
            let Active::Element(_, tag) = self.active[position].clone() else { continue };
            let fresh = self.element(Space::Html, &tag.name, &tag.attributes);
            self.active[position] = Active::Element(fresh, tag);
            self.replace_open(node_at, fresh);
            if last == furthest {
                bookmark = position + 1;
            }
            forest.unlink(last);
            forest.append(fresh, last);
            last = fresh;
        }
        forest.unlink(last);
        let place = self.place(Some(common));
        self.put(last, place);
        let Some(position) = self.active_position(formatting) else { return };
        let Active::Element(_, tag) = self.active[position].clone() else { return };
        let fresh = self.element(Space::Html, &tag.name, &tag.attributes);
        for child in forest.children(furthest).collect::<Vec<_>>() {
            forest.unlink(child);
            forest.append(fresh, child);
        }
        forest.append(furthest, fresh);
        self.active.remove(position);
        if position < bookmark {
            bookmark -= 1;
        }
        let name = self.open.iter().find(|open| open.node == formatting).map(|open| open.name.clone());
        self.active.insert(bookmark.min(self.active.len()), Active::Element(fresh, tag));
        self.remove_open(formatting);
        if let (Some(at), Some(name)) = (self.open.iter().rposition(|open| open.node == furthest), name) {
            self.push_open(at + 1, Open { node: fresh, space: Space::Html, name });
        }
    }
}
