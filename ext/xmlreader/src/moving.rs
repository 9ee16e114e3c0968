//! Methods that look at attributes, and those that give what is in a node as text.

use crate::{
    expand,
    node::{Element, Kind, Node, Part},
    php_xmlreader::{State, XMLReader},
    reader::Reader,
    serialize::{self, Style},
};
use phant_memory::{Object, PhpStr, Str, Value};
use phant_native::{Ctx, ObjectExt, PhpResult, php_methods};
use phant_xml::tree::Node as TreeNode;
use std::rc::Rc;

fn some(bytes: &[u8]) -> Option<Str> {
    Some(Str::new(bytes))
}

/// Looks at the current element.
fn of_element<R>(object: &Object, look: impl FnOnce(&Rc<Element>) -> Option<R>) -> Option<R> {
    let find = |reader: &Reader| {
        // An attribute that is looked at has none itself.
        reader.current.as_ref().filter(|_| reader.attribute.is_none()).and_then(Node::tag).cloned()
    };
    let element = XMLReader::state(object).look(find).flatten()?;
    look(&element)
}

/// Goes to an attribute of the current element.
fn go(object: &Object, find: impl FnOnce(&Element, Option<usize>) -> Option<usize>) -> bool {
    let moved = XMLReader::state(object).change(|reader| {
        let found = reader.current.as_ref().and_then(Node::tag).and_then(|element| find(element, reader.attribute));
        if found.is_some() {
            reader.attribute = found;
        }
        found.is_some()
    });
    moved.unwrap_or(false)
}

fn with_namespace(element: &Element, local: &[u8], namespace: &[u8]) -> Option<usize> {
    element.parts().position(|part| part.local() == local && part.namespace() == namespace)
}

/// A number of an attribute: below zero it is the first.
fn number(index: i64) -> Option<usize> {
    usize::try_from(index.max(0)).ok()
}

fn style(state: &State) -> Style {
    Style { ascii_attributes: !state.look(|reader| reader.has_encoding).unwrap_or(false) }
}

#[php_methods(MOVING)]
impl XMLReader {
    /// The value of an attribute.
    #[php("public function getAttribute(string $name): ?string")]
    fn get_attribute(ctx: &Ctx, this: &Object, name: &PhpStr) -> PhpResult<Option<Str>> {
        if name.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        Ok(of_element(this, |element| {
            let named = |part: &Part<'_>| part.name() == name.as_bytes();
            let own = element.parts().find(named).map(|part| Str::new(part.value()));
            own.or_else(|| element.defaults.iter().map(Part::Attribute).find(named).map(|part| Str::new(part.value())))
        }))
    }
    /// The value of an attribute by its place.
    #[php("public function getAttributeNo(int $index): ?string")]
    fn get_attribute_no(this: &Object, index: i64) -> Option<Str> {
        of_element(this, |element| element.at(number(index)?).and_then(|part| some(part.value())))
    }
    /// The value of an attribute of a namespace.
    #[php("public function getAttributeNs(string $name, string $namespace): ?string")]
    fn get_attribute_ns(ctx: &Ctx, this: &Object, name: &PhpStr, namespace: &PhpStr) -> PhpResult<Option<Str>> {
        for (number, text) in [(1, name), (2, namespace)] {
            if text.is_empty() {
                return Err(ctx.argument_error(number, "must not be empty"));
            }
        }
        Ok(of_element(this, |element| {
            let at = with_namespace(element, name, namespace)?;
            element.at(at).and_then(|part| some(part.value()))
        }))
    }
    /// The namespace that a prefix stands for.
    #[php("public function lookupNamespace(string $prefix): ?string")]
    fn lookup_namespace(ctx: &Ctx, this: &Object, prefix: &PhpStr) -> PhpResult<Option<Str>> {
        if prefix.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        let find = |reader: &Reader| {
            let element = reader.current.as_ref()?.element.as_ref()?;
            element.lookup(Some(prefix)).and_then(some)
        };
        Ok(XMLReader::state(this).look(find).flatten())
    }

    /// Goes to an attribute.
    #[php("public function moveToAttribute(string $name): bool")]
    fn move_to_attribute(ctx: &Ctx, this: &Object, name: &PhpStr) -> PhpResult<bool> {
        if name.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        Ok(go(this, |element, _| element.parts().position(|part| part.name() == name.as_bytes())))
    }
    /// Goes to an attribute by its place.
    #[php("public function moveToAttributeNo(int $index): bool")]
    fn move_to_attribute_no(this: &Object, index: i64) -> bool {
        go(this, |element, _| number(index).filter(|&at| at < element.count()))
    }
    /// Goes to an attribute of a namespace.
    #[php("public function moveToAttributeNs(string $name, string $namespace): bool")]
    fn move_to_attribute_ns(ctx: &Ctx, this: &Object, name: &PhpStr, namespace: &PhpStr) -> PhpResult<bool> {
        for (number, text) in [(1, name), (2, namespace)] {
            if text.is_empty() {
                return Err(ctx.argument_error(number, "must not be empty"));
            }
        }
        Ok(go(this, |element, _| with_namespace(element, name, namespace)))
    }
    /// Goes back to the element.
    #[php("public function moveToElement(): bool")]
    fn move_to_element(this: &Object) -> bool {
        XMLReader::state(this).change(|reader| reader.attribute.take().is_some()).unwrap_or(false)
    }
    /// Goes to the first attribute.
    #[php("public function moveToFirstAttribute(): bool")]
    fn move_to_first_attribute(this: &Object) -> bool {
        go(this, |element, _| (element.count() > 0).then_some(0))
    }
    /// Goes to the next attribute.
    #[php("public function moveToNextAttribute(): bool")]
    fn move_to_next_attribute(this: &Object) -> bool {
        go(this, |element, at| Some(at.map_or(0, |at| at + 1)).filter(|&at| at < element.count()))
    }

    /// What is in the node, as XML.
    #[php("public function readInnerXml(): string")]
    fn read_inner_xml(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let state = XMLReader::state(this);
        state.expand(ctx)?;
        let style = style(state);
        let text = state.look(|reader| {
            let depth = reader.current.as_ref().map_or(0, Node::depth);
            reader.inside().map(|inside| serialize::inner(inside, depth, style))
        });
        Ok(Str::new(text.flatten().unwrap_or_default()))
    }
    /// The node as XML.
    #[php("public function readOuterXml(): string")]
    fn read_outer_xml(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let state = XMLReader::state(this);
        state.expand(ctx)?;
        let style = style(state);
        let text = state.look(|reader| {
            let Some(node) = &reader.current else { return Vec::new() };
            match (node.tag(), node.kind) {
                (Some(element), Kind::Element) => match reader.inside() {
                    Some(inside) => serialize::outer(element, inside, style),
                    None => Vec::new(),
                },
                // What was in it is forgotten.
                (Some(element), _) => serialize::outer(element, std::iter::empty(), style),
                (None, _) => {
                    let mut out = Vec::new();
                    serialize::leaf(node, &mut out);
                    out
                }
            }
        });
        Ok(Str::new(text.unwrap_or_default()))
    }
    /// The node, with what is in it, as DOM's: a copy, for a document if one of its nodes is given.
    #[php("public function expand(?DOMNode $baseNode = null): DOMNode|false")]
    fn expand(ctx: &Ctx, this: &Object, base: Option<&Object>) -> PhpResult {
        let forest = phant_ext_libxml::forest(ctx);
        let mut document = TreeNode::NONE;
        if let Some(base) = base {
            let Some(node) = phant_ext_dom::node_of(base).some() else {
                ctx.warning(format!("Couldn't fetch {}", base.class().name));
                ctx.check()?;
                return Ok(Value::FALSE);
            };
            document = forest.document(node);
        }
        let state = XMLReader::state(this);
        if !state.is_open() {
            return Err(ctx.throw_error("Data must be loaded before expanding"));
        }
        state.expand(ctx)?;
        let copied = state.look(|reader| {
            let node = reader.current.as_ref()?;
            match reader.inside() {
                Some(inside) => expand::copy(forest, document, node, inside).some(),
                None => expand::copy(forest, document, node, std::iter::empty()).some(),
            }
        });
        match copied.flatten() {
            Some(node) => Ok(Value::from(phant_ext_dom::wrap(ctx, node)?)),
            None => {
                ctx.warning("An Error Occurred while expanding");
                ctx.check()?;
                Ok(Value::FALSE)
            }
        }
    }
    /// The text in the node.
    #[php("public function readString(): string")]
    fn read_string(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let state = XMLReader::state(this);
        state.expand(ctx)?;
        let text = state.look(|reader| {
            let is_text = |n: &&Node| matches!(n.kind, Kind::Text | Kind::SignificantWhitespace | Kind::CData);
            match &reader.current {
                Some(_) if reader.attribute.is_some() => Vec::new(),
                Some(node) if node.kind == Kind::CData => Vec::new(),
                Some(node) if is_text(&node) => node.value.clone(),
                _ => match reader.inside() {
                    Some(inside) => inside.filter(is_text).flat_map(|n| n.value.iter().copied()).collect(),
                    None => Vec::new(),
                },
            }
        });
        Ok(Str::new(text.unwrap_or_default()))
    }
}
