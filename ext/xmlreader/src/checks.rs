//! Holding a document against schemas while it is read.
//!
//! RELAX NG takes one tag after another. XML Schema wants the document: what was read of it is kept until the root element
//! has ended, and is looked at then.

use crate::{
    expand,
    node::{Kind, Node},
};
use phant_ext_libxml::errors;
use phant_memory::Str;
use phant_native::{Ctx, PhpResult};
use phant_xml::{
    error::Error,
    relaxng::{self, Validator},
    schema::{self, Schema},
    tree::{self, Node as TreeNode},
};
use std::{cell::RefCell, rc::Rc};

/// What a document is held against, and what was found.
#[derive(Default)]
pub(crate) struct Checks {
    relaxng: Option<Validator>,
    schema: Option<Schema>,
    /// What was read for the schema.
    nodes: Vec<Node>,
    /// About how many bytes that takes.
    weight: usize,
    /// There is or was a schema.
    is_set: bool,
    has_failed: bool,
}

/// How much more memory is taken before it is told.
const STEP: usize = 1 << 16;

impl Checks {
    pub(crate) fn by_relaxng(schema: relaxng::Schema, file: Option<Str>) -> Checks {
        let file = file.map(|file| file.as_bytes().to_vec());
        Checks { relaxng: Some(Validator::tag_by_tag(schema, file)), is_set: true, ..Checks::default() }
    }
    pub(crate) fn by_schema(schema: Schema) -> Checks {
        Checks { schema: Some(schema), is_set: true, ..Checks::default() }
    }
    /// Takes schemas away; documents are valid then.
    pub(crate) fn clear(&mut self) {
        *self = Checks { is_set: self.is_set, ..Checks::default() };
    }
    pub(crate) fn is_valid(&self) -> bool {
        self.is_set && !self.has_failed
    }
    fn has_more(&mut self, node: &Node) {
        let Some(validator) = &mut self.relaxng else { return };
        let name = |name: &phant_xml::parser::QName| -> relaxng::Name {
            (name.uri.as_deref().unwrap_or_default().to_vec(), name.local.to_vec())
        };
        match (node.kind, node.tag()) {
            (Kind::Element, Some(element)) => {
                let all = element.attributes.iter().chain(&element.defaults);
                let attributes: Vec<relaxng::Attribute> = all.map(|a| (name(&a.name), a.value.to_vec())).collect();
                validator.start(name(&element.name), &attributes, 0);
                if element.empty {
                    validator.end();
                }
            }
            (Kind::EndElement, _) => validator.end(),
            (Kind::Text | Kind::SignificantWhitespace | Kind::CData, _) => validator.text(&node.value),
            _ => {}
        }
    }
}

/// A node was read; what it shows is reported.
pub(crate) fn read(ctx: &Ctx, checks: &Rc<RefCell<Checks>>, node: Option<&Node>, file: Option<Vec<u8>>) -> PhpResult<()> {
    let Some(node) = node else { return Ok(()) };
    let (mut found, mut whole) = (Vec::new(), None);
    let (before, weight);
    {
        let mut checks = checks.borrow_mut();
        before = checks.weight;
        checks.has_more(node);
        if let Some(validator) = &mut checks.relaxng {
            found = validator.take_errors();
            let weight = validator.weight();
            checks.weight = weight;
        }
        checks.has_failed |= !found.is_empty();
        if checks.schema.is_some() {
            checks.nodes.push(node.clone());
            checks.weight += 2 * size_of::<Node>() + node.value.len();
            let is_over = node.tag().is_some_and(|tag| tag.depth == 0 && (tag.empty || node.kind == Kind::EndElement));
            whole = is_over.then(|| std::mem::take(&mut checks.nodes));
        }
        weight = checks.weight;
    }
    if weight / STEP > before / STEP {
        ctx.reserve(weight)?;
    }
    if let Some(nodes) = whole {
        found = by_schema(ctx, checks, &nodes, file);
    }
    for error in &found {
        errors::report_as(ctx, error, errors::Shown::Alone);
        ctx.check()?;
    }
    Ok(())
}

/// Holds all that was read against the XML Schema.
fn by_schema(ctx: &Ctx, checks: &Rc<RefCell<Checks>>, nodes: &[Node], file: Option<Vec<u8>>) -> Vec<Error> {
    let mut found = Vec::new();
    let forest = phant_ext_libxml::forest(ctx);
    let Some(at) = nodes.iter().position(|node| node.tag().is_some()) else { return found };
    let document = forest.create_document(tree::Kind::Document);
    let root = expand::copy(forest, document, &nodes[at], nodes[at + 1..].iter());
    if root != TreeNode::NONE {
        forest.append(document, root);
        let mut checks = checks.borrow_mut();
        if let Some(schema) = &checks.schema {
            let valid = schema::validate(forest, schema, document, file, false, &mut |error| found.push(error));
            checks.has_failed |= !valid;
        }
    }
    forest.free_document(document);
    found
}
