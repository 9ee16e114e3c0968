//! Dom\Implementation.

use super::names::extract;
use crate::{
    exception::{Fault, throw},
    object,
};
use phant_ext_libxml::forest;
use phant_memory::{Object, PhpStr, Str};
use phant_native::{Ctx, PhpResult, php_class};
use phant_xml::{
    chars,
    tree::{External, Forest, HTML_NAMESPACE, Kind, Node},
};

/// A document of the living DOM without nodes.
pub fn new_document(forest: &Forest, kind: Kind, encoding: &str) -> Node {
    let document = forest.create_document(kind);
    if let Some(data) = forest.document_data(document) {
        data.is_living.set(true);
        data.version.replace(Some(Str::from("1.0")));
        data.encoding.replace(Some(Str::from(encoding)));
        if kind == Kind::HtmlDocument {
            data.standalone.set(1);
        }
    }
    document
}

pub struct Implementation;

/// Makes documents.
#[php_class("class Dom\\Implementation {}", strict_return, not_cloneable)]
impl Implementation {
    #[php("public function createDocumentType(string $qualifiedName, string $publicId, string $systemId): Dom\\DocumentType")]
    fn create_document_type(ctx: &Ctx, qualified_name: &PhpStr, public_id: &PhpStr, system_id: &PhpStr) -> PhpResult<Object> {
        if !chars::is_qname(qualified_name) {
            return Err(throw(ctx, Fault::Namespace));
        }
        let forest = forest(ctx);
        let node = forest.create(Kind::DocumentType, Node::NONE, Str::new(qualified_name.as_bytes()), Str::from(""));
        let id = |id: &PhpStr| (!id.is_empty()).then(|| Str::new(id.as_bytes()));
        let external = External { public_id: id(public_id), system_id: id(system_id), ..External::default() };
        forest.set_identifiers(node, external);
        forest.set_living(node);
        object::wrap(ctx, node)
    }

    #[php(
        "public function createDocument(?string $namespace, string $qualifiedName, \
           ?Dom\\DocumentType $doctype = null): Dom\\XMLDocument"
    )]
    fn create_document(
        ctx: &Ctx,
        namespace: Option<&PhpStr>,
        qualified_name: &PhpStr,
        doctype: Option<&Object>,
    ) -> PhpResult<Object> {
        let forest = forest(ctx);
        let uri = namespace.map(|uri| uri.as_bytes());
        let name = match qualified_name.as_bytes() {
            b"" => None,
            name => Some(extract(uri, name).map_err(|fault| throw(ctx, fault))?),
        };
        let doctype = doctype.map_or(Ok(Node::NONE), |doctype| object::node(ctx, doctype))?;
        let document = new_document(forest, Kind::Document, "UTF-8");
        let result = object::wrap(ctx, document)?;
        if doctype.is_some() {
            forest.unlink(doctype);
            super::document::adopt(forest, doctype, document);
            forest.append(document, doctype);
        }
        if let Some(name) = name {
            let root = forest.create(Kind::Element, document, Str::new(name.local), Str::from(""));
            forest.set_namespace(root, name.namespace(forest));
            forest.append(document, root);
        }
        Ok(result)
    }

    #[php("public function createHTMLDocument(?string $title = null): Dom\\HTMLDocument")]
    fn create_html_document(ctx: &Ctx, title: Option<&Str>) -> PhpResult<Object> {
        let forest = forest(ctx);
        let document = new_document(forest, Kind::HtmlDocument, "UTF-8");
        let doctype = forest.create(Kind::DocumentType, document, Str::from("html"), Str::from(""));
        forest.append(document, doctype);
        let namespace = forest.intern_namespace(None, HTML_NAMESPACE);
        let add = |parent: Node, name: &str| {
            let node = forest.create(Kind::Element, document, Str::from(name), Str::from(""));
            forest.set_namespace(node, namespace);
            forest.append(parent, node);
            node
        };
        let html = add(document, "html");
        let head = add(html, "head");
        if let Some(title) = title {
            let element = add(head, "title");
            let text = forest.create(Kind::Text, document, Str::from(""), title.clone());
            forest.append(element, text);
        }
        add(html, "body");
        object::wrap(ctx, document)
    }
}
