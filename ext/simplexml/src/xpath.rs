//! XPath over elements.

use crate::object::{Means, View, like, state};
use phant_ext_libxml::errors;
use phant_memory::{Array, Object, PhpStr, Value};
use phant_native::{Ctx, PhpResult, Thrown};
use phant_xml::{
    error::{Domain, Level},
    tree::{Forest, Kind, Node},
    xpath::{self, Fault, Host},
};

/// What an evaluation asks for.
struct ElementHost<'a> {
    ctx: &'a Ctx,
    forest: &'a Forest,
    this: &'a Object,
    context: Node,
    thrown: Option<Thrown>,
}

impl Host for ElementHost<'_> {
    fn forest(&self) -> &Forest {
        self.forest
    }
    fn namespace(&mut self, prefix: &[u8]) -> Option<Vec<u8>> {
        let registered = state(self.this).prefixes.borrow().iter().rev().find(|(p, _)| p.as_bytes() == prefix).cloned();
        if let Some((_, uri)) = registered {
            return Some(uri.to_vec());
        }
        if prefix == b"xml" {
            return Some(phant_xml::chars::XML_NAMESPACE.to_vec());
        }
        self.forest.namespace_uri(self.forest.lookup_prefix(self.context, Some(prefix))).map(|uri| uri.to_vec())
    }
    fn call(&mut self, _: Option<&[u8]>, _: &[u8], _: &[xpath::Value]) -> Option<Result<xpath::Value, Fault>> {
        None
    }
    fn variable(&mut self, _: Option<&[u8]>, _: &[u8]) -> Option<xpath::Value> {
        None
    }
    fn should_end(&mut self) -> bool {
        self.ctx.poll().map_err(|thrown| self.thrown = Some(thrown)).is_err()
    }
}

/// The elements, attributes and texts that an expression finds.
pub(crate) fn evaluate(ctx: &Ctx, this: &Object, text: &PhpStr) -> PhpResult {
    let state = state(this);
    let view = state.view();
    if view.means == Means::Attributes {
        return Ok(Value::NULL);
    }
    let Some(context) = state.one(ctx)?.some() else { return Ok(Value::NULL) };
    let forest = &*state.forest;
    let mut host = ElementHost { ctx, forest, this, context, thrown: None };
    let result = xpath::compiled(text).and_then(|expression| xpath::evaluate(&expression, context, &mut host));
    if let Some(thrown) = host.thrown {
        return Err(thrown);
    }
    let items = match result {
        Ok(xpath::Value::Nodes(items)) => items,
        // What is no list of nodes has none.
        Ok(_) => return Ok(Value::from(Array::new())),
        Err(fault) => {
            if let Some(before) = &fault.before {
                errors::report_text(ctx, Domain::XPath, 1, Level::Error, before.as_bytes());
                ctx.check()?;
            }
            if !fault.text.is_empty() {
                errors::report_text(ctx, Domain::XPath, fault.code, Level::Error, fault.text.as_bytes());
            }
            ctx.check()?;
            return Ok(Value::FALSE);
        }
    };
    let mut found = Array::new();
    for item in items {
        if item.namespace.is_some() {
            continue;
        }
        let (node, view) = match forest.kind(item.node) {
            // Text stands for the element or attribute that it is in.
            Kind::Text | Kind::CData => (forest.parent(item.node), View::default()),
            Kind::Attribute => {
                let (name, space) = (forest.name(item.node), forest.uri(item.node));
                (forest.parent(item.node), View { means: Means::Attributes, name: Some(name), space, by_prefix: false })
            }
            Kind::Element | Kind::Comment | Kind::ProcessingInstruction => (item.node, View::default()),
            _ => continue,
        };
        if node.is_some() {
            let _ = found.push(Value::from(like(ctx, this, node, view)?));
        }
    }
    Ok(Value::from(found))
}
