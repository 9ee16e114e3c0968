//! Printing documents.

use crate::object::setting;
use phant_ext_libxml::{errors, forest, load, option};
use phant_memory::{Array, PhpStr, Str};
use phant_native::{Ctx, PhpResult, ret::OrFalse};
use phant_xml::{
    canonical,
    error::{Domain, Level},
    parser::encoding,
    serialize::{self, Format},
    tree::{Kind, Node},
};

fn format(ctx: &Ctx, document: Node, options: i64, has_encoding: bool) -> Format {
    let settings = crate::object::settings(forest(ctx), document);
    Format {
        indent: settings & setting::FORMAT_OUTPUT != 0,
        no_empty_tags: options & option::NOEMPTYTAG != 0,
        no_declaration: options & option::NOXMLDECL != 0,
        ascii: !has_encoding,
    }
}

/// In the document's encoding.
fn encoded(text: Vec<u8>, name: Option<&Str>) -> Str {
    match name.and_then(|name| encoding::encode(&text, name)) {
        Some(text) => Str::new(text),
        None => Str::new(text),
    }
}

/// A whole document.
pub fn document(ctx: &Ctx, document: Node, options: i64) -> Str {
    let forest = forest(ctx);
    let name = forest.document_data(document).and_then(|data| data.encoding.borrow().clone());
    let format = format(ctx, document, options, name.is_some());
    let text = serialize::document(forest, document, format, name.as_ref().map(|name| name.as_bytes()));
    encoded(text, name.as_ref())
}

/// A part of a document.
pub fn node(ctx: &Ctx, document: Node, node: Node, options: i64) -> Str {
    let forest = forest(ctx);
    let format = format(ctx, document, options, true);
    if node == document {
        // Its encoding is named (UTF-8, where it has none), but the text is not converted.
        let name = forest.document_data(document).and_then(|data| data.encoding.borrow().clone());
        let name = name.as_ref().map_or(&b"UTF-8"[..], |name| name.as_bytes());
        let format = Format { no_declaration: false, ..format };
        return Str::new(serialize::document(forest, document, format, Some(name)));
    }
    Str::new(serialize::node(forest, node, format))
}

/// Writes to a file; how many bytes.
pub fn to_file(ctx: &Ctx, name: &PhpStr, text: &Str) -> PhpResult<OrFalse<usize>> {
    let path = load::absolute(ctx, name);
    if !load::write(ctx, &path, text)? {
        return Ok(OrFalse::False);
    }
    Ok(OrFalse::Some(text.len()))
}

/// Whether there are references to entities between a document's tags, of which there is no canonical form; says so.
fn has_references(ctx: &Ctx, document: Node) -> PhpResult<bool> {
    let forest = forest(ctx);
    let root = if document.is_some() { forest.root(document) } else { Node::NONE };
    let mut depth = usize::from(root.is_some());
    let mut node = if root.is_some() { forest.first_child(root) } else { Node::NONE };
    while node.is_some() {
        if forest.kind(node) == Kind::EntityReference {
            let report = |code, text: &[u8]| errors::report_text(ctx, Domain::C14n, code, Level::Error, text);
            report(1951, b"Node XML_ENTITY_REF_NODE is invalid here : processing node");
            for _ in 0..depth {
                report(1950, b"Internal error : processing childrens list");
            }
            report(1950, b"Internal error : processing docs children list");
            ctx.check()?;
            return Ok(true);
        }
        let first = if forest.is_element(node) { forest.first_child(node) } else { Node::NONE };
        if first.is_some() {
            (node, depth) = (first, depth + 1);
            continue;
        }
        while node.is_some() && forest.next(node).is_none() {
            node = forest.parent(node);
            depth -= 1;
            if node == root {
                return Ok(false);
            }
        }
        if node.is_some() {
            node = forest.next(node);
        }
    }
    Ok(false)
}

/// The canonical form of a node, or of those that an expression finds from it (with the number of that argument).
pub fn canonical(
    ctx: &Ctx,
    node: Node,
    exclusive: bool,
    with_comments: bool,
    (xpath, number): (Option<&Array>, usize),
    prefixes: Option<&Array>,
) -> PhpResult<OrFalse<Str>> {
    let forest = forest(ctx);
    let inclusive: Vec<Vec<u8>> = prefixes
        .map(|list| list.values().filter_map(|value| value.unref().as_str().map(|text| text.as_bytes().to_vec())).collect())
        .unwrap_or_default();
    let document = forest.document(node);
    let is_living = forest.is_living(node) && document.is_some();
    let chosen = match xpath {
        Some(xpath) => Some(crate::xpath::nodes(ctx, node, xpath, number)?),
        None => None,
    };
    if has_references(ctx, document)? {
        return Ok(OrFalse::False);
    }
    // What a living document does not declare is declared while it is written.
    let changed = if is_living { forest.declare_missing(document) } else { Vec::new() };
    let options = canonical::Options { exclusive, with_comments, inclusive: &inclusive, chosen: chosen.as_ref() };
    let top = if chosen.is_some() { document } else { node };
    let text = canonical::node(forest, top, &options);
    changed.into_iter().for_each(|element| forest.set_declared(element, &[]));
    Ok(OrFalse::Some(Str::new(text)))
}
