//! The properties of documents and fragments.

use super::title;
use crate::{object, parentnode, properties::Table};
use phant_ext_libxml::forest;
use phant_memory::{Held, Object, Str, Value};
use phant_native::{Ctx, PhpResult};
use phant_xml::{
    html5,
    parser::encoding,
    tree::{Forest, HTML_NAMESPACE, Kind, Node},
};

pub static XML_DOCUMENT: Table = Table {
    class: "Dom\\XMLDocument",
    kinds: &[Kind::Document],
    names: &["xmlEncoding", "xmlStandalone", "xmlVersion", "formatOutput"],
    writable: &[("xmlStandalone", "bool"), ("xmlVersion", "string"), ("formatOutput", "bool")],
    read: |ctx, _, node, property| {
        let Some(data) = forest(ctx).document_data(node) else { return Ok(None) };
        Ok(Some(match property {
            b"xmlEncoding" => Value::from(encoding_name(forest(ctx), node)),
            b"xmlStandalone" => Value::bool(data.standalone.get() > 0),
            b"xmlVersion" => Value::from(data.version.borrow().clone().unwrap_or_default()),
            _ => Value::bool(data.settings.get() & object::setting::FORMAT_OUTPUT != 0),
        }))
    },
    write: |ctx, _, node, property, value| {
        let Some(data) = forest(ctx).document_data(node) else { return Ok(true) };
        let is_true = value.as_bool().unwrap_or(false);
        match property {
            b"xmlStandalone" => data.standalone.set(i32::from(is_true)),
            b"xmlVersion" => {
                let version = value.as_str().map(Held::into_owned).unwrap_or_default();
                if !matches!(version.as_bytes(), b"1.0" | b"1.1") {
                    return Err(ctx.value_error("Invalid XML version"));
                }
                data.version.replace(Some(version));
            }
            _ => {
                let bits = data.settings.get() & !object::setting::FORMAT_OUTPUT;
                data.settings.set(if is_true { bits | object::setting::FORMAT_OUTPUT } else { bits });
            }
        }
        Ok(true)
    },
};

pub static DOCUMENT: Table = Table {
    class: "Dom\\Document",
    kinds: &[Kind::Document, Kind::HtmlDocument],
    names: &[
        "implementation",
        "URL",
        "documentURI",
        "characterSet",
        "charset",
        "inputEncoding",
        "doctype",
        "documentElement",
        "firstElementChild",
        "lastElementChild",
        "childElementCount",
        "body",
        "head",
        "title",
    ],
    writable: &[
        ("URL", "string"),
        ("documentURI", "string"),
        ("characterSet", "string"),
        ("charset", "string"),
        ("inputEncoding", "string"),
        ("body", "?Dom\\HTMLElement"),
        ("title", "string"),
    ],
    read,
    write,
};

pub static FRAGMENT: Table = Table {
    class: "Dom\\DocumentFragment",
    kinds: &[Kind::Fragment],
    names: &["firstElementChild", "lastElementChild", "childElementCount"],
    writable: &[],
    read: |ctx, _, node, property| parentnode::read(ctx, node, property),
    write: |_, _, _, _, _| Ok(false),
};

/// The name of a document's encoding.
pub fn encoding_name(forest: &Forest, document: Node) -> Str {
    let name = forest.document_data(document).and_then(|data| data.encoding.borrow().clone());
    name.filter(|name| !name.is_empty()).unwrap_or_else(|| Str::from("UTF-8"))
}

/// The first child of the root, if that is an `html` element, that is one of HTML's with one of some names.
pub fn child_of_html(forest: &Forest, document: Node, names: &[&[u8]]) -> Node {
    let root = forest.root(document);
    if root.is_none() || !forest.is_html_element(root, b"html") {
        return Node::NONE;
    }
    let fits = |&child: &Node| names.iter().any(|name| forest.is_html_element(child, name));
    forest.children(root).find(fits).unwrap_or(Node::NONE)
}

fn read(ctx: &Ctx, this: &Object, node: Node, property: &[u8]) -> PhpResult<Option<Value>> {
    let forest = forest(ctx);
    Ok(Some(match property {
        b"implementation" => object::companion(this, || ctx.allocate(ctx.known_class("Dom\\Implementation")))?,
        b"URL" | b"documentURI" => {
            let uri = forest.document_data(node).and_then(|data| data.uri.borrow().clone());
            Value::from(uri.unwrap_or_else(|| Str::from("about:blank")))
        }
        b"characterSet" | b"charset" | b"inputEncoding" => Value::from(encoding_name(forest, node)),
        b"doctype" => object::value(ctx, forest.doctype(node))?,
        b"documentElement" => object::value(ctx, forest.root(node))?,
        b"body" => object::value(ctx, child_of_html(forest, node, &[b"body", b"frameset"]))?,
        b"head" => object::value(ctx, child_of_html(forest, node, &[b"head"]))?,
        b"title" => Value::from(title::get(forest, node)),
        _ => return parentnode::read(ctx, node, property),
    }))
}

fn write(ctx: &Ctx, _: &Object, node: Node, property: &[u8], value: &Value) -> PhpResult<bool> {
    let forest = forest(ctx);
    let Some(data) = forest.document_data(node) else { return Ok(true) };
    let written = value.as_str().map(Held::into_owned).unwrap_or_default();
    match property {
        b"URL" | b"documentURI" => {
            data.uri.replace(Some(written));
        }
        b"body" => set_body(ctx, node, value)?,
        b"title" => title::set(forest, node, written),
        _ => {
            let is_known = match forest.kind(node) {
                Kind::HtmlDocument => html5::encoding::by_label(&written).is_some(),
                _ => encoding::is_known(&written),
            };
            if !is_known {
                return Err(ctx.value_error("Invalid document encoding"));
            }
            data.encoding.replace(Some(written));
        }
    }
    Ok(true)
}

fn set_body(ctx: &Ctx, document: Node, value: &Value) -> PhpResult<()> {
    use crate::exception::{Fault, throw_text};
    let forest = forest(ctx);
    let new = value.as_object().map_or(Node::NONE, |object| object::peek(&object));
    let is_body = new.is_some() && forest.is_in(new, HTML_NAMESPACE) && matches!(&forest.name(new)[..], b"body" | b"frameset");
    if !is_body {
        return Err(throw_text(ctx, Fault::HierarchyRequest, "The new body must either be a body or a frameset tag"));
    }
    let old = child_of_html(forest, document, &[b"body", b"frameset"]);
    if old == new {
        return Ok(());
    }
    if forest.document(new) != document {
        forest.unlink(new);
        super::document::adopt(forest, new, document);
    }
    if old.is_some() {
        return super::insert::replace(ctx, forest.parent(old), new, old);
    }
    let root = forest.root(document);
    if root.is_none() {
        return Err(throw_text(ctx, Fault::HierarchyRequest, "A body can only be set if there is a document element"));
    }
    super::insert::insert_before(ctx, root, new, Node::NONE)
}
