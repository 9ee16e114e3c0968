//! The properties, which show the node that is looked at.

use crate::{
    node::{Kind, Node, Part},
    php_xmlreader::XMLReader,
};
use phant_memory::{Array, Object, Str, Value, intern};
use phant_native::{Ctx, ObjectExt, ObjectHandlers, PhpResult, convert, host::PropertyView};

pub(crate) static HANDLERS: ObjectHandlers = ObjectHandlers {
    read_property: Some(read),
    write_property: Some(write),
    has_property: Some(has),
    unset_property: Some(unset),
    debug_info: Some(debug_info),
    ..ObjectHandlers::DEFAULT
};

const NAMES: [&str; 14] = [
    "attributeCount",
    "baseURI",
    "depth",
    "hasAttributes",
    "hasValue",
    "isDefault",
    "isEmptyElement",
    "localName",
    "name",
    "namespaceURI",
    "nodeType",
    "prefix",
    "value",
    "xmlLang",
];

fn is_ours(name: &[u8]) -> bool {
    matches!(
        name,
        b"attributeCount"
            | b"baseURI"
            | b"depth"
            | b"hasAttributes"
            | b"hasValue"
            | b"isDefault"
            | b"isEmptyElement"
            | b"localName"
            | b"name"
            | b"namespaceURI"
            | b"nodeType"
            | b"prefix"
            | b"value"
            | b"xmlLang"
    )
}

/// The name of a node without its prefix.
pub(crate) fn local_name(node: &Node) -> Vec<u8> {
    match node.tag() {
        // A prefix that nobody has declared is part of the name.
        Some(element) if element.name.uri.is_some() || element.name.prefix.is_none() => element.name.local.to_vec(),
        _ => node.full_name(),
    }
}

fn string(bytes: &[u8]) -> Value {
    Value::from(Str::new(bytes))
}

/// The value where there is nothing to look at.
fn nothing(name: &[u8]) -> Value {
    match name {
        b"attributeCount" | b"depth" | b"nodeType" => Value::int(0),
        b"hasAttributes" | b"hasValue" | b"isDefault" | b"isEmptyElement" => Value::FALSE,
        _ => Value::from(Str::default()),
    }
}

/// A property; `None` for one that the reader cannot tell of without a node.
fn value(object: &Object, name: &[u8]) -> Option<Value> {
    let state = XMLReader::state(object);
    if !state.is_open() {
        return Some(nothing(name));
    }
    let uri = if name == b"baseURI" { state.uri() } else { None };
    let looked = state.look(|reader| {
        let node = reader.current.as_ref()?;
        let part = reader.attribute.and_then(|at| node.tag().and_then(|element| element.at(at)));
        Some(of_node(node, part, name, uri.as_ref().map(|uri| uri.as_bytes())))
    });
    match looked.flatten() {
        Some(value) => Some(value),
        None if name == b"isEmptyElement" => None,
        None => Some(nothing(name)),
    }
}

fn of_node(node: &Node, part: Option<Part<'_>>, name: &[u8], uri: Option<&[u8]>) -> Value {
    match name {
        b"nodeType" => Value::int(if part.is_some() { Kind::Attribute } else { node.kind } as i64),
        b"depth" => Value::int((node.depth() + usize::from(part.is_some())) as i64),
        b"isDefault" => Value::FALSE,
        b"isEmptyElement" => {
            let empty = node.kind == Kind::Element && part.is_none() && node.tag().is_some_and(|e| e.empty);
            Value::bool(empty)
        }
        b"attributeCount" => {
            let count = if node.kind == Kind::Element && part.is_none() { node.tag().map_or(0, |e| e.count()) } else { 0 };
            Value::int(count as i64)
        }
        b"hasAttributes" => Value::bool(part.is_none() && node.tag().is_some_and(|e| e.count() > 0)),
        b"hasValue" => Value::bool(part.is_some() || node.has_value()),
        b"baseURI" => match node.element.as_ref().and_then(|e| e.inherited(b"base")) {
            Some(base) => string(base),
            None => string(uri.unwrap_or_default()),
        },
        b"xmlLang" => string(node.element.as_ref().and_then(|e| e.inherited(b"lang")).unwrap_or_default()),
        _ => match part {
            Some(part) => of_part(part, name),
            None => text_of_node(node, name),
        },
    }
}

fn of_part(part: Part<'_>, name: &[u8]) -> Value {
    match name {
        b"name" => string(&part.name()),
        b"localName" => string(part.local()),
        b"prefix" => string(part.prefix()),
        b"namespaceURI" => string(part.namespace()),
        _ => string(part.value()),
    }
}

fn text_of_node(node: &Node, name: &[u8]) -> Value {
    match (name, node.tag()) {
        (b"name" | b"localName", Some(element)) if element.name.prefix.is_none() => string(&element.name.local),
        (b"name", _) => string(&node.full_name()),
        (b"localName", _) => string(&local_name(node)),
        (b"prefix", Some(element)) if element.name.uri.is_some() => string(element.name.prefix.as_deref().unwrap_or_default()),
        (b"namespaceURI", Some(element)) => string(element.name.uri.as_deref().unwrap_or_default()),
        (b"value", None) if node.has_value() => string(&node.value),
        _ => Value::from(Str::default()),
    }
}

fn read(ctx: &Ctx, object: &Object, name: &Str) -> PhpResult<Option<Value>> {
    if !is_ours(name) {
        return Ok(None);
    }
    match value(object, name) {
        Some(value) => Ok(Some(value)),
        None => Err(ctx.throw_error("Failed to read property because no XML data has been read yet")),
    }
}

fn write(ctx: &Ctx, object: &Object, name: &Str, _value: &Value) -> PhpResult<bool> {
    if !is_ours(name) {
        return Ok(false);
    }
    Err(ctx.throw_error(format!("Cannot modify readonly property {}::${name}", object.class().name)))
}

fn has(_ctx: &Ctx, object: &Object, name: &Str, mode: u8) -> PhpResult<Option<bool>> {
    if !is_ours(name) {
        return Ok(None);
    }
    // Not empty is asked of the value; the others it always is.
    Ok(Some(mode != 1 || value(object, name).is_some_and(|v| convert::to_bool(&v))))
}

fn unset(ctx: &Ctx, object: &Object, name: &Str) -> PhpResult<bool> {
    if !is_ours(name) {
        return Ok(false);
    }
    Err(ctx.throw_error(format!("Cannot unset {}::${name}", object.class().name)))
}

fn debug_info(ctx: &Ctx, object: &Object) -> PhpResult<Array> {
    let mut info = ctx.properties(object, PropertyView::Raw)?;
    for name in NAMES {
        match value(object, name.as_bytes()) {
            Some(value) => info.set(intern(name.as_bytes()), value),
            None => {
                ctx.throw_error("Failed to read property because no XML data has been read yet");
            }
        }
    }
    Ok(info)
}
