//! Dom\Document and Dom\DocumentFragment.

use super::{insert, lists, names, query};
use crate::{
    document::register_class,
    exception::{Fault, throw, throw_text},
    load,
    node::is_document,
    object,
    properties::HANDLERS,
    schema,
};
use phant_ext_libxml::forest;
use phant_memory::{Object, PhpStr, Str, Value};
use phant_native::{Ctx, PhpResult, php_class, php_methods};
use phant_xml::{
    chars,
    tree::{Forest, HTML_NAMESPACE, Kind, Node},
};

/// Makes a node and all below another document's, and one of the living DOM.
pub fn adopt(forest: &Forest, node: Node, document: Node) {
    let was_living = forest.is_living(node);
    forest.adopt(node, document);
    if !was_living {
        forest.declarations_to_attributes(node);
    }
}

/// A new node of a document's object.
fn made(ctx: &Ctx, this: &Object, kind: Kind, name: &[u8], value: &[u8]) -> PhpResult<Object> {
    let document = object::node(ctx, this)?;
    let node = forest(ctx).create(kind, document, Str::new(name), Str::new(value));
    object::wrap(ctx, node)
}

/// The node with an ID.
fn by_id(forest: &Forest, document: Node, id: &[u8]) -> Node {
    if id.is_empty() {
        return Node::NONE;
    }
    forest.element_by_id(document, id)
}

pub struct Document;

/// A document.
#[php_class(
    "abstract class Dom\\Document extends Dom\\Node implements Dom\\ParentNode {
        public virtual Dom\\Implementation $implementation;
        public virtual string $URL;
        public virtual string $documentURI;
        public virtual string $characterSet;
        public virtual string $charset;
        public virtual string $inputEncoding;
        public virtual ?Dom\\DocumentType $doctype;
        public virtual ?Dom\\Element $documentElement;
        public virtual ?Dom\\Element $firstElementChild;
        public virtual ?Dom\\Element $lastElementChild;
        public virtual int $childElementCount;
        public virtual ?Dom\\HTMLElement $body;
        public virtual ?Dom\\HTMLElement $head;
        public virtual string $title;
    }",
    create = object::create,
    handlers = HANDLERS,
    methods = [Self::MORE],
    strict_return
)]
impl Document {
    #[php("public function getElementsByTagName(string $qualifiedName): Dom\\HTMLCollection")]
    fn get_elements_by_tag_name(ctx: &Ctx, this: &Object, qualified_name: &Str) -> PhpResult<Object> {
        lists::named(ctx, this, qualified_name)
    }

    #[php("public function getElementsByTagNameNS(?string $namespace, string $localName): Dom\\HTMLCollection")]
    fn get_elements_by_tag_name_ns(ctx: &Ctx, this: &Object, namespace: Option<&Str>, local_name: &Str) -> PhpResult<Object> {
        lists::named_ns(ctx, this, namespace.cloned(), local_name)
    }

    #[php("public function createElement(string $localName): Dom\\Element")]
    fn create_element(ctx: &Ctx, this: &Object, local_name: &PhpStr) -> PhpResult<Object> {
        let (document, forest) = (object::node(ctx, this)?, forest(ctx));
        if !chars::is_name(local_name) {
            return Err(throw(ctx, Fault::InvalidCharacter));
        }
        let is_html = forest.kind(document) == Kind::HtmlDocument;
        let name = if is_html { Str::new(local_name.to_ascii_lowercase()) } else { Str::new(local_name.as_bytes()) };
        let node = forest.create(Kind::Element, document, name, Str::from(""));
        if is_html {
            forest.set_namespace(node, forest.intern_namespace(None, HTML_NAMESPACE));
        }
        object::wrap(ctx, node)
    }

    #[php("public function createElementNS(?string $namespace, string $qualifiedName): Dom\\Element")]
    fn create_element_ns(ctx: &Ctx, this: &Object, namespace: Option<&PhpStr>, qualified_name: &PhpStr) -> PhpResult<Object> {
        let (document, forest) = (object::node(ctx, this)?, forest(ctx));
        let uri = namespace.map(|uri| uri.as_bytes());
        let name = names::extract(uri, qualified_name).map_err(|fault| throw(ctx, fault))?;
        let node = forest.create(Kind::Element, document, Str::new(name.local), Str::from(""));
        forest.set_namespace(node, name.namespace(forest));
        object::wrap(ctx, node)
    }

    #[php("public function createDocumentFragment(): Dom\\DocumentFragment")]
    fn create_document_fragment(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        made(ctx, this, Kind::Fragment, b"", b"")
    }

    #[php("public function createTextNode(string $data): Dom\\Text")]
    fn create_text_node(ctx: &Ctx, this: &Object, data: &PhpStr) -> PhpResult<Object> {
        made(ctx, this, Kind::Text, b"", data)
    }

    #[php("public function createCDATASection(string $data): Dom\\CDATASection")]
    fn create_cdata_section(ctx: &Ctx, this: &Object, data: &PhpStr) -> PhpResult<Object> {
        let document = object::node(ctx, this)?;
        if forest(ctx).kind(document) == Kind::HtmlDocument {
            return Err(throw_text(ctx, Fault::NotSupported, "This operation is not supported for HTML documents"));
        }
        if data.windows(3).any(|window| window == b"]]>") {
            return Err(throw_text(ctx, Fault::InvalidCharacter, "Invalid character sequence \"]]>\" in CDATA section"));
        }
        made(ctx, this, Kind::CData, b"", data)
    }

    #[php("public function createComment(string $data): Dom\\Comment")]
    fn create_comment(ctx: &Ctx, this: &Object, data: &PhpStr) -> PhpResult<Object> {
        made(ctx, this, Kind::Comment, b"", data)
    }

    #[php("public function createProcessingInstruction(string $target, string $data): Dom\\ProcessingInstruction")]
    fn create_processing_instruction(ctx: &Ctx, this: &Object, target: &PhpStr, data: &PhpStr) -> PhpResult<Object> {
        if !chars::is_name(target) {
            return Err(throw(ctx, Fault::InvalidCharacter));
        }
        if data.windows(2).any(|window| window == b"?>") {
            let text = "Invalid character sequence \"?>\" in processing instruction";
            return Err(throw_text(ctx, Fault::InvalidCharacter, text));
        }
        made(ctx, this, Kind::ProcessingInstruction, target, data)
    }

    #[php("public function importNode(?Dom\\Node $node, bool $deep = false): Dom\\Node")]
    fn import_node(ctx: &Ctx, this: &Object, node: Option<&Object>, deep: bool) -> PhpResult<Object> {
        let Some(node) = node else {
            return Err(ctx.argument_type_error(1, "must be of type Dom\\Node, null given"));
        };
        import(ctx, this, node, deep)
    }

    #[php("public function adoptNode(Dom\\Node $node): Dom\\Node")]
    fn adopt_node(ctx: &Ctx, this: &Object, node: &Object) -> PhpResult<Object> {
        let (document, adopted) = (object::node(ctx, this)?, object::node(ctx, node)?);
        let forest = forest(ctx);
        if is_document(forest.kind(adopted)) {
            return Err(throw(ctx, Fault::NotSupported));
        }
        forest.unlink(adopted);
        adopt(forest, adopted, document);
        Ok(node.clone())
    }

    #[php("public function createAttribute(string $localName): Dom\\Attr")]
    fn create_attribute(ctx: &Ctx, this: &Object, local_name: &PhpStr) -> PhpResult<Object> {
        let document = object::node(ctx, this)?;
        if !chars::is_name(local_name) {
            return Err(throw(ctx, Fault::InvalidCharacter));
        }
        match forest(ctx).kind(document) {
            Kind::HtmlDocument => made(ctx, this, Kind::Attribute, &local_name.to_ascii_lowercase(), b""),
            _ => made(ctx, this, Kind::Attribute, local_name, b""),
        }
    }

    #[php("public function createAttributeNS(?string $namespace, string $qualifiedName): Dom\\Attr")]
    fn create_attribute_ns(ctx: &Ctx, this: &Object, namespace: Option<&PhpStr>, qualified_name: &PhpStr) -> PhpResult<Object> {
        let (document, forest) = (object::node(ctx, this)?, forest(ctx));
        let uri = namespace.map(|uri| uri.as_bytes());
        let name = names::extract(uri, qualified_name).map_err(|fault| throw(ctx, fault))?;
        let node = forest.create(Kind::Attribute, document, Str::new(name.local), Str::from(""));
        forest.set_namespace(node, name.namespace(forest));
        object::wrap(ctx, node)
    }

    #[php("public function getElementById(string $elementId): ?Dom\\Element")]
    fn get_element_by_id(ctx: &Ctx, this: &Object, element_id: &PhpStr) -> PhpResult {
        let document = object::node(ctx, this)?;
        object::value(ctx, by_id(forest(ctx), document, element_id))
    }

    #[php("public function registerNodeClass(string $baseClass, ?string $extendedClass): void")]
    fn register_node_class(ctx: &Ctx, this: &Object, base_class: &PhpStr, extended_class: Option<&PhpStr>) -> PhpResult<()> {
        register_class(ctx, this, "Dom\\Node", base_class, extended_class)
    }

    #[php("public function schemaValidate(string $filename, int $flags = 0): bool")]
    fn schema_validate(ctx: &Ctx, this: &Object, filename: &PhpStr, flags: i64) -> PhpResult<bool> {
        schema::validate(ctx, this, filename, true, flags)
    }

    #[php("public function schemaValidateSource(string $source, int $flags = 0): bool")]
    fn schema_validate_source(ctx: &Ctx, this: &Object, source: &PhpStr, flags: i64) -> PhpResult<bool> {
        schema::validate(ctx, this, source, false, flags)
    }

    #[php("public function relaxNgValidate(string $filename): bool")]
    fn relaxng_validate(ctx: &Ctx, this: &Object, filename: &PhpStr) -> PhpResult<bool> {
        schema::validate_relaxng(ctx, this, filename, true)
    }

    #[php("public function relaxNgValidateSource(string $source): bool")]
    fn relaxng_validate_source(ctx: &Ctx, this: &Object, source: &PhpStr) -> PhpResult<bool> {
        schema::validate_relaxng(ctx, this, source, false)
    }
}

/// A copy of a node for the document of an object.
fn import(ctx: &Ctx, this: &Object, node: &Object, deep: bool) -> PhpResult<Object> {
    let (document, from) = (object::node(ctx, this)?, object::node(ctx, node)?);
    let forest = forest(ctx);
    if is_document(forest.kind(from)) {
        return Err(throw(ctx, Fault::NotSupported));
    }
    let copy = forest.copy(from, deep, document);
    forest.declarations_to_attributes(copy);
    object::wrap(ctx, copy)
}

#[php_methods(MORE)]
impl Document {
    #[php("public function append(Dom\\Node|string ...$nodes): void", untyped)]
    fn append(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        insert::append(ctx, this, nodes)
    }

    #[php("public function prepend(Dom\\Node|string ...$nodes): void", untyped)]
    fn prepend(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        insert::prepend(ctx, this, nodes)
    }

    #[php("public function replaceChildren(Dom\\Node|string ...$nodes): void", untyped)]
    fn replace_children(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        insert::replace_children(ctx, this, nodes)
    }

    #[php("public function importLegacyNode(DOMNode $node, bool $deep = false): Dom\\Node")]
    fn import_legacy_node(ctx: &Ctx, this: &Object, node: &Object, deep: bool) -> PhpResult<Object> {
        import(ctx, this, node, deep)
    }

    #[php("public function querySelector(string $selectors): ?Dom\\Element")]
    fn query_selector(ctx: &Ctx, this: &Object, selectors: &PhpStr) -> PhpResult {
        query::first(ctx, this, selectors)
    }

    #[php("public function querySelectorAll(string $selectors): Dom\\NodeList")]
    fn query_selector_all(ctx: &Ctx, this: &Object, selectors: &PhpStr) -> PhpResult<Object> {
        query::all(ctx, this, selectors)
    }
}

pub struct DocumentFragment;

/// Nodes without a document around them.
#[php_class(
    "class Dom\\DocumentFragment extends Dom\\Node implements Dom\\ParentNode {
        public virtual ?Dom\\Element $firstElementChild;
        public virtual ?Dom\\Element $lastElementChild;
        public virtual int $childElementCount;
    }",
    create = object::create,
    handlers = HANDLERS,
    strict_return
)]
impl DocumentFragment {
    #[php("public function appendXml(string $data): bool")]
    fn append_xml(ctx: &Ctx, this: &Object, data: &Str) -> PhpResult<bool> {
        let node = object::node(ctx, this)?;
        let done = load::fragment(ctx, node, data)?;
        forest(ctx).declarations_to_attributes(node);
        Ok(done)
    }

    #[php("public function append(Dom\\Node|string ...$nodes): void", untyped)]
    fn append(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        insert::append(ctx, this, nodes)
    }

    #[php("public function prepend(Dom\\Node|string ...$nodes): void", untyped)]
    fn prepend(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        insert::prepend(ctx, this, nodes)
    }

    #[php("public function replaceChildren(Dom\\Node|string ...$nodes): void", untyped)]
    fn replace_children(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        insert::replace_children(ctx, this, nodes)
    }

    #[php("public function querySelector(string $selectors): ?Dom\\Element")]
    fn query_selector(ctx: &Ctx, this: &Object, selectors: &PhpStr) -> PhpResult {
        query::first(ctx, this, selectors)
    }

    #[php("public function querySelectorAll(string $selectors): Dom\\NodeList")]
    fn query_selector_all(ctx: &Ctx, this: &Object, selectors: &PhpStr) -> PhpResult<Object> {
        query::all(ctx, this, selectors)
    }
}
