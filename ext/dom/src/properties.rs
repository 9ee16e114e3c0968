//! The properties of nodes: none of them is stored.

use crate::{attr, characterdata, declared, document, element, exception::Fault, namednodemap, nodelist, object};
use phant_ext_libxml::{errors, forest};
use phant_memory::{Array, Held, Key, Object, Str, Value};
use phant_native::{Ctx, ObjectExt, ObjectHandlers, PhpResult, convert};
use phant_xml::{
    chars,
    tree::{Forest, Kind, Node},
};

/// Reads a property of one class.
pub type Read = fn(&Ctx, &Object, Node, &[u8]) -> PhpResult<Option<Value>>;
/// Writes a property of one class; false if it is none of its.
pub type Write = fn(&Ctx, &Object, Node, &[u8], &Value) -> PhpResult<bool>;

/// The properties that a class adds.
pub struct Table {
    pub class: &'static str,
    /// Kinds of the nodes whose objects are of the class; of all if there are none.
    pub kinds: &'static [Kind],
    pub names: &'static [&'static str],
    /// Those that can be written, and with what.
    pub writable: &'static [(&'static str, &'static str)],
    pub read: Read,
    pub write: Write,
}

static TABLES: [&Table; 11] = [
    &document::TABLE,
    &document::FRAGMENT_TABLE,
    &element::TABLE,
    &attr::TABLE,
    &characterdata::TEXT_TABLE,
    &characterdata::TABLE,
    &declared::DOCTYPE_TABLE,
    &declared::NOTATION_TABLE,
    &declared::ENTITY_TABLE,
    &declared::PI_TABLE,
    &NODE_TABLE,
];

/// The tables of an object's classes, the innermost first: by the kind of its node, or by its class if it has none yet.
fn tables(ctx: &Ctx, this: &Object) -> impl Iterator<Item = &'static Table> {
    let node = object::peek(this);
    let kind = node.some().map(|node| forest(ctx).kind(node));
    let class = this.class();
    let is_living = node.is_some() && forest(ctx).is_living(node);
    let all: &'static [&'static Table] = if is_living { &crate::living::TABLES } else { &TABLES };
    all.iter().copied().filter(move |table| match kind {
        Some(kind) => table.kinds.is_empty() || table.kinds.contains(&kind),
        None => class.is_subclass_or_same(ctx.known_class(table.class)),
    })
}

/// What all nodes' classes have.
pub static HANDLERS: ObjectHandlers = ObjectHandlers {
    read_property: Some(read),
    write_property: Some(write),
    has_property: Some(has),
    unset_property: Some(unset),
    debug_info: Some(debug_info),
    clone: Some(clone),
    ..ObjectHandlers::DEFAULT
};

/// Properties that all nodes have and no class has otherwise, which are read most.
#[derive(Clone, Copy)]
enum Common {
    NodeName,
    NodeValue,
    NodeType,
    ParentNode,
    ChildNodes,
    FirstChild,
    LastChild,
    PreviousSibling,
    NextSibling,
    OwnerDocument,
    TextContent,
}

impl Common {
    #[inline]
    fn of(name: &[u8]) -> Option<Common> {
        let (known, property): (&[u8], _) = match (name.len(), name.first()?, name[name.len() - 1]) {
            (8, b'n', b'e') if name[4] == b'N' => (b"nodeName", Common::NodeName),
            (8, b'n', _) => (b"nodeType", Common::NodeType),
            (9, b'n', _) => (b"nodeValue", Common::NodeValue),
            (9, b'l', _) => (b"lastChild", Common::LastChild),
            (10, b'p', _) => (b"parentNode", Common::ParentNode),
            (10, b'c', _) => (b"childNodes", Common::ChildNodes),
            (10, b'f', _) => (b"firstChild", Common::FirstChild),
            (11, b'n', _) => (b"nextSibling", Common::NextSibling),
            (11, b't', _) => (b"textContent", Common::TextContent),
            (13, b'o', _) => (b"ownerDocument", Common::OwnerDocument),
            (15, b'p', _) => (b"previousSibling", Common::PreviousSibling),
            _ => return None,
        };
        (name == known).then_some(property)
    }
}

fn read(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<Option<Value>> {
    if let Some(property) = Common::of(name.as_bytes())
        && let Some((node, forest)) = object::peek_older(this)
    {
        return read_common(ctx, this, forest, node, property).map(Some);
    }
    // Where nearly every walk through a document begins.
    if name.as_bytes() == b"documentElement"
        && let Some((node, forest)) = object::peek_older(this)
        && matches!(forest.kind(node), Kind::Document | Kind::HtmlDocument)
    {
        return object::value_in(ctx, forest, forest.root(node)).map(Some);
    }
    for table in tables(ctx, this) {
        if table.names.iter().any(|known| known.as_bytes() == name.as_bytes()) {
            let node = object::node_of_property(ctx, this)?;
            return (table.read)(ctx, this, node, name.as_bytes());
        }
    }
    Ok(None)
}

fn write(ctx: &Ctx, this: &Object, name: &Str, value: &Value) -> PhpResult<bool> {
    for table in tables(ctx, this) {
        if !table.names.iter().any(|known| known.as_bytes() == name.as_bytes()) {
            continue;
        }
        let known = table.writable.iter().find(|(known, _)| known.as_bytes() == name.as_bytes());
        let Some((_, kind)) = known.filter(|_| is_writable(ctx, this, name)) else {
            let class = this.class().name.to_text().into_owned();
            let name = name.to_text().into_owned();
            return Err(ctx.throw_error(format!("Cannot modify readonly property {class}::${name}")));
        };
        let value = coerced(ctx, table.class, name, kind, value)?;
        let node = object::node_of_property(ctx, this)?;
        return (table.write)(ctx, this, node, name.as_bytes(), &value);
    }
    Ok(false)
}

/// Whether `nodeValue` and `textContent` can be written: in the living DOM not where there is none.
fn is_writable(ctx: &Ctx, this: &Object, name: &Str) -> bool {
    let (Some(node), forest) = (object::peek(this).some(), forest(ctx)) else { return true };
    let kind = forest.kind(node);
    match name.as_bytes() {
        _ if !forest.is_living(node) => true,
        b"nodeValue" => {
            matches!(kind, Kind::Attribute | Kind::Text | Kind::CData | Kind::Comment | Kind::ProcessingInstruction)
        }
        b"textContent" => !matches!(kind, Kind::Document | Kind::HtmlDocument | Kind::DocumentType),
        _ => true,
    }
}

/// A value as the property's type has it.
fn coerced(ctx: &Ctx, class: &str, name: &Str, kind: &str, value: &Value) -> PhpResult {
    let value = value.unref();
    let nullable = kind.starts_with('?');
    let refuse = |value: &Value| {
        let given = convert::value_name(value);
        let name = name.to_text().into_owned();
        Err(ctx.type_error(format!("Cannot assign {given} to property {class}::${name} of type {kind}")))
    };
    if let Some(class) = kind.strip_prefix("?Dom\\") {
        let fits = |object: &Object| object.is_instance_of(ctx.known_class_of(&format!("Dom\\{class}")));
        return match value.as_object().is_some_and(|object| fits(&object)) || value.is_null() {
            true => Ok(value),
            false => refuse(&value),
        };
    }
    if value.is_null() {
        return if nullable { Ok(value) } else { refuse(&value) };
    }
    if kind == "bool" {
        return match value.as_array().is_some() || value.as_object().is_some() {
            true => refuse(&value),
            false => Ok(Value::bool(convert::to_bool(&value))),
        };
    }
    if value.as_str().is_some() {
        return Ok(value);
    }
    if value.as_array().is_some() || value.as_resource().is_some() {
        return refuse(&value);
    }
    if let Some(object) = value.as_object()
        && object.class().method(b"__tostring").is_none()
    {
        return refuse(&value);
    }
    Ok(Value::from(convert::to_str(ctx, &value)?))
}

fn has(ctx: &Ctx, this: &Object, name: &Str, mode: u8) -> PhpResult<Option<bool>> {
    let known = tables(ctx, this).any(|table| table.names.iter().any(|known| known.as_bytes() == name.as_bytes()));
    if !known {
        return Ok(None);
    }
    if mode == 2 {
        return Ok(Some(true));
    }
    let value = read(ctx, this, name)?.unwrap_or(Value::NULL);
    Ok(Some(if mode == 1 { convert::to_bool(&value) } else { !value.is_null() }))
}

fn unset(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<bool> {
    let known = tables(ctx, this).any(|table| table.names.iter().any(|known| known.as_bytes() == name.as_bytes()));
    if known {
        let class = this.class().name.to_text().into_owned();
        let name = name.to_text().into_owned();
        return Err(ctx.throw_error(format!("Cannot unset {class}::${name}")));
    }
    Ok(false)
}

/// Everything, with objects named only; nothing is deprecated here.
fn debug_info(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
    let mut all = ctx.properties(this, phant_native::host::PropertyView::Raw)?;
    if object::peek(this).is_none() {
        return Ok(all);
    }
    for table in tables(ctx, this) {
        for name in table.names {
            let node = object::peek(this);
            if crate::living::is_hidden(ctx, node, name) {
                continue;
            }
            let value = match *name {
                "config" => Value::NULL,
                "actualEncoding" => (table.read)(ctx, this, node, b"encoding")?.unwrap_or(Value::NULL),
                name => (table.read)(ctx, this, node, name.as_bytes())?.unwrap_or(Value::NULL),
            };
            let shown = match value.as_object() {
                Some(_) => Value::from(Str::from("(object value omitted)")),
                None => value,
            };
            all.set(Key::Str(Str::from(*name)), shown);
        }
    }
    Ok(all)
}

fn clone(ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
    let Some(node) = object::peek(from).some() else { return Ok(()) };
    let forest = forest(ctx);
    let copy = forest.copy(node, true, forest.document(node));
    object::attach(ctx, to, copy);
    Ok(())
}

static NODE_TABLE: Table = Table {
    class: "DOMNode",
    kinds: &[],
    names: &[
        "nodeName",
        "nodeValue",
        "nodeType",
        "parentNode",
        "parentElement",
        "childNodes",
        "firstChild",
        "lastChild",
        "previousSibling",
        "nextSibling",
        "attributes",
        "isConnected",
        "ownerDocument",
        "namespaceURI",
        "prefix",
        "localName",
        "baseURI",
        "textContent",
    ],
    writable: &[("nodeValue", "?string"), ("prefix", "string"), ("textContent", "string")],
    read: read_node,
    write: write_node,
};

/// A text or null.
pub fn text(value: Option<Str>) -> Value {
    value.map_or(Value::NULL, Value::from)
}

fn name(forest: &Forest, node: Node) -> Value {
    let fixed = match forest.kind(node) {
        Kind::Text => "#text",
        Kind::CData => "#cdata-section",
        Kind::Comment => "#comment",
        Kind::Document | Kind::HtmlDocument => "#document",
        Kind::Fragment => "#document-fragment",
        Kind::Element | Kind::Attribute => return Value::from(forest.qualified_name(node)),
        _ => return Value::from(forest.name(node)),
    };
    Value::from(Str::from(fixed))
}

fn has_children(kind: Kind) -> bool {
    !matches!(kind, Kind::Text | Kind::CData | Kind::Comment | Kind::ProcessingInstruction | Kind::Notation)
}

fn read_common(ctx: &Ctx, this: &Object, forest: &Forest, node: Node, property: Common) -> PhpResult {
    let kind = forest.kind(node);
    let shown = match property {
        Common::NodeName => return Ok(name(forest, node)),
        Common::NodeType => return Ok(Value::int(i64::from(kind as u8))),
        Common::NodeValue => {
            return Ok(match kind {
                Kind::Element => Value::from(forest.text(node)),
                Kind::Attribute | Kind::Text | Kind::CData | Kind::Comment | Kind::ProcessingInstruction => {
                    Value::from(forest.value(node))
                }
                _ => Value::NULL,
            });
        }
        Common::TextContent if kind == Kind::DocumentType => return Ok(Value::from(Str::from(""))),
        Common::TextContent => return Ok(Value::from(forest.text(node))),
        Common::ChildNodes => return nodelist::children(ctx, this, node).map(Value::from),
        Common::ParentNode => forest.parent(node),
        Common::FirstChild if has_children(kind) => shown_first(forest, node),
        Common::LastChild if has_children(kind) => shown_last(forest, node),
        Common::FirstChild | Common::LastChild => Node::NONE,
        Common::PreviousSibling => forest.previous(node),
        Common::NextSibling => forest.next(node),
        Common::OwnerDocument if matches!(kind, Kind::Document | Kind::HtmlDocument) => Node::NONE,
        Common::OwnerDocument => forest.document(node),
    };
    object::value_in(ctx, forest, shown)
}

fn read_node(ctx: &Ctx, this: &Object, node: Node, property: &[u8]) -> PhpResult<Option<Value>> {
    let forest = forest(ctx);
    if let Some(property) = Common::of(property) {
        return read_common(ctx, this, forest, node, property).map(Some);
    }
    let kind = forest.kind(node);
    Ok(Some(match property {
        b"parentElement" => {
            let parent = forest.parent(node);
            object::value(ctx, if parent.is_some() && forest.is_element(parent) { parent } else { Node::NONE })?
        }
        b"attributes" if kind == Kind::Element => Value::from(namednodemap::attributes(ctx, this, node)?),
        b"isConnected" => Value::bool(matches!(forest.kind(forest.top(node)), Kind::Document | Kind::HtmlDocument)),
        b"namespaceURI" if matches!(kind, Kind::Element | Kind::Attribute) => text(forest.uri(node)),
        b"prefix" if matches!(kind, Kind::Element | Kind::Attribute) => {
            Value::from(forest.prefix(node).unwrap_or_else(|| Str::from("")))
        }
        b"prefix" => Value::from(Str::from("")),
        b"localName" if matches!(kind, Kind::Element | Kind::Attribute) => Value::from(forest.name(node)),
        b"baseURI" => base_uri(forest, node),
        _ => Value::NULL,
    }))
}

/// The first child that PHP shows: a reference's is the entity's declaration.
pub fn shown_first(forest: &Forest, node: Node) -> Node {
    match forest.kind(node) {
        Kind::EntityReference => forest.entity(forest.document(node), forest.name(node).as_bytes()),
        _ => forest.first_child(node),
    }
}
pub fn shown_last(forest: &Forest, node: Node) -> Node {
    match forest.kind(node) {
        Kind::EntityReference => shown_first(forest, node),
        _ => forest.last_child(node),
    }
}

/// The address that relative ones are resolved by.
pub fn base_uri(forest: &Forest, node: Node) -> Value {
    let mut bases = Vec::new();
    let mut at = node;
    while at.is_some() && !matches!(forest.kind(at), Kind::Document | Kind::HtmlDocument) {
        let base = forest.attribute(at, b"base", Some(chars::XML_NAMESPACE));
        if base.is_some() {
            bases.push(forest.value(base));
        }
        at = forest.parent(at);
    }
    let mut uri = forest.document_data(node).and_then(|document| document.uri.borrow().clone());
    for base in bases.iter().rev() {
        let outer = uri.as_ref().map(|uri| uri.as_bytes());
        uri = Some(Str::new(phant_ext_libxml::load::resolve(outer, base)));
    }
    text(uri)
}

fn write_node(ctx: &Ctx, this: &Object, node: Node, property: &[u8], value: &Value) -> PhpResult<bool> {
    let forest = forest(ctx);
    let written = value.as_str().map(Held::into_owned).unwrap_or_else(|| Str::from(""));
    match property {
        b"prefix" => return write_prefix(ctx, this, node, &written),
        b"nodeValue" => match forest.kind(node) {
            Kind::Element => {
                forest.remove_children(node);
                // References are references here, as nowhere else.
                errors::set_reference_text(ctx, forest, node, &written, true)?;
                forest.changed(node);
            }
            Kind::Attribute => {
                forest.set_attribute_value(node, Str::from(""));
                crate::document::set_content(ctx, node, &written)?;
            }
            Kind::Text | Kind::CData | Kind::Comment | Kind::ProcessingInstruction => forest.set_value(node, written),
            _ => {}
        },
        _ => set_text(forest, node, written),
    }
    Ok(true)
}

/// Replaces what is in a node by a text.
pub fn set_text(forest: &Forest, node: Node, text: Str) {
    match forest.kind(node) {
        Kind::Attribute => forest.set_attribute_value(node, text),
        Kind::Element | Kind::Fragment => {
            forest.remove_children(node);
            if !text.is_empty() {
                let child = forest.create(Kind::Text, forest.document(node), Str::from(""), text);
                forest.append(node, child);
            }
            forest.changed(node);
        }
        Kind::Text | Kind::CData | Kind::Comment | Kind::ProcessingInstruction => forest.set_value(node, text),
        _ => {}
    }
}

fn write_prefix(ctx: &Ctx, this: &Object, node: Node, prefix: &Str) -> PhpResult<bool> {
    let forest = forest(ctx);
    if !matches!(forest.kind(node), Kind::Element | Kind::Attribute) {
        return Ok(true);
    }
    // It ends at a NUL, as it does in C.
    let prefix = &Str::new(prefix.split(|&byte| byte == 0).next().unwrap_or_default());
    let current = forest.prefix(node);
    let same = current.as_ref().map_or(prefix.is_empty(), |current| current.as_bytes() == prefix.as_bytes());
    if same {
        return Ok(true);
    }
    let holder = if forest.kind(node) == Kind::Attribute { forest.parent(node) } else { node };
    let Some(uri) = forest.uri(node) else { return crate::exception::fail(ctx, this, Fault::Namespace, true) };
    let is_attribute = forest.kind(node) == Kind::Attribute;
    let wrong = prefix.as_bytes() == b"xml" && uri.as_bytes() != chars::XML_NAMESPACE
        || is_attribute && prefix.as_bytes() == b"xmlns" && uri.as_bytes() != chars::XMLNS_NAMESPACE
        || is_attribute && forest.has_qualified_name(node, b"xmlns");
    let bytes = (!prefix.is_empty()).then_some(prefix.as_bytes());
    let wanted = forest.intern_namespace(bytes, &uri);
    let taken = holder.is_some()
        && forest
            .declared(holder)
            .iter()
            .any(|&one| one != wanted && forest.namespace_prefix(one).as_ref().map(|prefix| prefix.as_bytes()) == bytes);
    if wrong || taken {
        return crate::exception::fail(ctx, this, Fault::Namespace, true);
    }
    if holder.is_some() && !forest.declared(holder).contains(&wanted) {
        forest.declare(holder, wanted);
    }
    forest.set_namespace(node, wanted);
    Ok(true)
}
