//! Dom\Node.

use super::{insert, lists};
use crate::{
    exception::{Fault, throw_text},
    node::{is_document, is_equal, normalize, path, position, refuse_serialization},
    object,
    properties::{HANDLERS, Table, text},
    save,
};
use phant_ext_libxml::forest;
use phant_memory::{Array, Held, Object, PhpStr, Str, Value};
use phant_native::{Ctx, ObjectExt, PhpResult, convert, php_class, ret::OrFalse};
use phant_xml::{
    chars::{XML_NAMESPACE, XMLNS_NAMESPACE},
    tree::{Forest, HTML_NAMESPACE, Kind, Node},
};

pub static TABLE: Table = Table {
    class: "Dom\\Node",
    kinds: &[],
    names: &[
        "nodeType",
        "nodeName",
        "baseURI",
        "isConnected",
        "ownerDocument",
        "parentNode",
        "parentElement",
        "childNodes",
        "firstChild",
        "lastChild",
        "previousSibling",
        "nextSibling",
        "nodeValue",
        "textContent",
    ],
    writable: &[("nodeValue", "?string"), ("textContent", "?string")],
    read,
    write,
};

/// The name of an element as `tagName` has it: in capitals in documents of HTML.
pub fn tag_name(forest: &Forest, node: Node) -> Str {
    let name = forest.qualified_name(node);
    if forest.is_in(node, HTML_NAMESPACE) && forest.is_in_html(node) {
        return Str::new(name.to_ascii_uppercase());
    }
    name
}

fn name(forest: &Forest, node: Node) -> Str {
    Str::from(match forest.kind(node) {
        Kind::Text => "#text",
        Kind::CData => "#cdata-section",
        Kind::Comment => "#comment",
        Kind::Document | Kind::HtmlDocument => "#document",
        Kind::Fragment => "#document-fragment",
        Kind::Element => return tag_name(forest, node),
        Kind::Attribute => return forest.qualified_name(node),
        _ => return forest.name(node),
    })
}

/// The address that relative ones are resolved by.
fn base_uri(forest: &Forest, node: Node) -> Str {
    let document = forest.document(node);
    let blank = || Str::from("about:blank");
    if document.is_none() || forest.kind(node) == Kind::Notation {
        return blank();
    }
    if forest.is_in_html(node) {
        let has_address = |&node: &Node| forest.is_html_element(node, b"base") && forest.attribute(node, b"href", None).is_some();
        if let Some(base) = forest.descendants(document).find(has_address) {
            return forest.value(forest.attribute(base, b"href", None));
        }
    }
    match crate::properties::base_uri(forest, node).as_str() {
        Some(uri) => uri.into_owned(),
        None => blank(),
    }
}

fn read(ctx: &Ctx, this: &Object, node: Node, property: &[u8]) -> PhpResult<Option<Value>> {
    let forest = forest(ctx);
    let kind = forest.kind(node);
    let is_notation = kind == Kind::Notation;
    let parent = if is_notation { Node::NONE } else { forest.parent(node) };
    let has_children = matches!(
        kind,
        Kind::Element | Kind::Document | Kind::HtmlDocument | Kind::Fragment | Kind::Attribute | Kind::EntityReference
    );
    Ok(Some(match property {
        b"nodeType" => Value::int(if kind == Kind::Entity { 17 } else { i64::from(kind as u8) }),
        b"nodeName" => Value::from(name(forest, node)),
        b"baseURI" => Value::from(base_uri(forest, node)),
        b"isConnected" => Value::bool(!is_notation && is_document(forest.kind(forest.top(node)))),
        b"ownerDocument" if is_document(kind) || is_notation => Value::NULL,
        b"ownerDocument" => object::value(ctx, forest.document(node))?,
        b"parentNode" => object::value(ctx, parent)?,
        b"parentElement" => object::value(ctx, if parent.is_some() && forest.is_element(parent) { parent } else { Node::NONE })?,
        b"childNodes" => Value::from(lists::children(ctx, this)?),
        b"firstChild" if has_children => object::value(ctx, crate::properties::shown_first(forest, node))?,
        b"lastChild" if has_children => object::value(ctx, crate::properties::shown_last(forest, node))?,
        b"previousSibling" if !is_notation => object::value(ctx, forest.previous(node))?,
        b"nextSibling" if !is_notation => object::value(ctx, forest.next(node))?,
        b"nodeValue" => match kind {
            Kind::Attribute | Kind::Text | Kind::CData | Kind::Comment | Kind::ProcessingInstruction => {
                Value::from(forest.value(node))
            }
            _ => Value::NULL,
        },
        b"textContent" => match kind {
            Kind::Element | Kind::Fragment => Value::from(forest.text(node)),
            Kind::Attribute | Kind::Text | Kind::CData | Kind::Comment | Kind::ProcessingInstruction => {
                Value::from(forest.value(node))
            }
            Kind::DocumentType if forest.document(node).is_none() || forest.parent(node).is_none() => Value::from(Str::from("")),
            Kind::Notation => Value::from(Str::from("")),
            _ => Value::NULL,
        },
        _ => Value::NULL,
    }))
}

/// Replaces what is in a node by a text, be it an empty one.
pub fn set_text(forest: &Forest, node: Node, text: Str) {
    match forest.kind(node) {
        Kind::Element | Kind::Fragment => {
            forest.remove_children(node);
            let child = forest.create(Kind::Text, forest.document(node), Str::from(""), text);
            forest.append(node, child);
        }
        _ => crate::properties::set_text(forest, node, text),
    }
}

fn write(ctx: &Ctx, this: &Object, node: Node, property: &[u8], value: &Value) -> PhpResult<bool> {
    let forest = forest(ctx);
    let kind = forest.kind(node);
    let written = value.as_str().map(Held::into_owned).unwrap_or_default();
    if property == b"textContent" && (is_document(kind) || kind == Kind::DocumentType) {
        let class = this.class().name.to_text().into_owned();
        return Err(ctx.throw_error(format!("Cannot modify readonly property {class}::$textContent")));
    }
    if property == b"textContent" || !matches!(kind, Kind::Element | Kind::Fragment) {
        set_text(forest, node, written);
    }
    Ok(true)
}

/// What a prefix (none: no prefix) means at a node.
pub fn namespace_of(forest: &Forest, node: Node, prefix: Option<&[u8]>) -> Option<Str> {
    match prefix {
        Some(b"xml") => return Some(Str::new(XML_NAMESPACE)),
        Some(b"xmlns") => return Some(Str::new(XMLNS_NAMESPACE)),
        _ => {}
    }
    let mut at = node;
    while at.is_some() && forest.is_element(at) {
        let own = forest.prefix(at).filter(|prefix| !prefix.is_empty());
        if forest.namespace(at).is_some() && own.as_ref().map(|own| own.as_bytes()) == prefix {
            return forest.uri(at);
        }
        for attribute in forest.declaring_attributes(at) {
            let declared = forest.declaration_of(attribute);
            let name = forest.namespace_prefix(declared);
            if name.as_ref().map(|name| name.as_bytes()) == prefix {
                return forest.namespace_uri(declared).filter(|uri| !uri.is_empty());
            }
        }
        at = forest.parent(at);
    }
    None
}

/// The element that questions about namespaces are asked of.
fn element_for(forest: &Forest, node: Node) -> Node {
    let parent = match forest.kind(node) {
        Kind::Element => return node,
        Kind::Document | Kind::HtmlDocument => return forest.root(node),
        Kind::DocumentType | Kind::Fragment | Kind::Entity | Kind::Notation => Node::NONE,
        _ => forest.parent(node),
    };
    if parent.is_some() && forest.is_element(parent) { parent } else { Node::NONE }
}

fn prefix_of(forest: &Forest, node: Node, uri: &[u8]) -> Option<Str> {
    let mut at = node;
    while at.is_some() && forest.is_element(at) {
        if forest.is_in(at, uri)
            && let Some(prefix) = forest.prefix(at).filter(|prefix| !prefix.is_empty())
        {
            return Some(prefix);
        }
        for attribute in forest.declaring_attributes(at) {
            let is_prefixed = forest.prefix(attribute).is_some_and(|prefix| !prefix.is_empty());
            if is_prefixed && forest.value(attribute).as_bytes() == uri {
                return Some(forest.name(attribute));
            }
        }
        at = forest.parent(at);
    }
    None
}

pub struct Base;

/// A node.
#[php_class(
    "class Dom\\Node {
        public const int DOCUMENT_POSITION_DISCONNECTED = 1;
        public const int DOCUMENT_POSITION_PRECEDING = 2;
        public const int DOCUMENT_POSITION_FOLLOWING = 4;
        public const int DOCUMENT_POSITION_CONTAINS = 8;
        public const int DOCUMENT_POSITION_CONTAINED_BY = 16;
        public const int DOCUMENT_POSITION_IMPLEMENTATION_SPECIFIC = 32;
        public virtual int $nodeType;
        public virtual string $nodeName;
        public virtual string $baseURI;
        public virtual bool $isConnected;
        public virtual ?Dom\\Document $ownerDocument;
        public virtual ?Dom\\Node $parentNode;
        public virtual ?Dom\\Element $parentElement;
        public virtual Dom\\NodeList $childNodes;
        public virtual ?Dom\\Node $firstChild;
        public virtual ?Dom\\Node $lastChild;
        public virtual ?Dom\\Node $previousSibling;
        public virtual ?Dom\\Node $nextSibling;
        public virtual ?string $nodeValue;
        public virtual ?string $textContent;
    }",
    create = object::create,
    handlers = HANDLERS,
    strict_return
)]
impl Base {
    #[php("private final function __construct()")]
    fn construct(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let class = this.class().name.to_text().into_owned();
        Err(ctx.throw_error(format!("Cannot directly construct {class}, use document methods instead")))
    }

    #[php("public function getRootNode(array $options = []): Dom\\Node", untyped)]
    fn get_root_node(ctx: &Ctx, this: &Object, options: &Value) -> PhpResult<Object> {
        // `null` is taken, whatever the signature says.
        if !options.is_null() && !options.is_array() {
            let given = convert::value_name(options);
            return Err(ctx.argument_type_error(1, format!("must be of type ?array, {given} given")));
        }
        let node = object::node(ctx, this)?;
        object::wrap(ctx, forest(ctx).top(node))
    }

    #[php("public function hasChildNodes(): bool")]
    fn has_child_nodes(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        Ok(crate::node::can_have_children(forest.kind(node)) && forest.first_child(node).is_some())
    }

    #[php("public function normalize(): void")]
    fn normalize(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let node = object::node(ctx, this)?;
        normalize(forest(ctx), node);
        Ok(())
    }

    #[php("public function cloneNode(bool $deep = false): Dom\\Node")]
    fn clone_node(ctx: &Ctx, this: &Object, deep: bool) -> PhpResult<Object> {
        let node = object::node(ctx, this)?;
        let forest = forest(ctx);
        let copy = forest.copy(node, deep, forest.document(node));
        if is_document(forest.kind(node)) {
            object::keep_classes(ctx, node, copy);
        }
        object::wrap(ctx, copy)
    }

    #[php("public function isEqualNode(?Dom\\Node $otherNode): bool")]
    fn is_equal_node(ctx: &Ctx, this: &Object, other_node: Option<&Object>) -> PhpResult<bool> {
        let node = object::node(ctx, this)?;
        let Some(other) = other_node else { return Ok(false) };
        Ok(is_equal(forest(ctx), node, object::node(ctx, other)?))
    }

    #[php("public function isSameNode(?Dom\\Node $otherNode): bool")]
    fn is_same_node(ctx: &Ctx, this: &Object, other_node: Option<&Object>) -> PhpResult<bool> {
        let node = object::node(ctx, this)?;
        let Some(other) = other_node else { return Ok(false) };
        Ok(node == object::node(ctx, other)?)
    }

    #[php("public function compareDocumentPosition(Dom\\Node $other): int")]
    fn compare_document_position(ctx: &Ctx, this: &Object, other: &Object) -> PhpResult<i64> {
        let (node, other) = (object::node(ctx, this)?, object::node(ctx, other)?);
        Ok(if node == other { 0 } else { position(forest(ctx), node, other) })
    }

    #[php("public function contains(?Dom\\Node $other): bool")]
    fn contains(ctx: &Ctx, this: &Object, other: Option<&Object>) -> PhpResult<bool> {
        let node = object::node(ctx, this)?;
        let Some(other) = other else { return Ok(false) };
        Ok(forest(ctx).contains(node, object::node(ctx, other)?))
    }

    #[php("public function lookupPrefix(?string $namespace): ?string")]
    fn lookup_prefix(ctx: &Ctx, this: &Object, namespace: Option<&PhpStr>) -> PhpResult<Option<Str>> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        let Some(uri) = namespace.filter(|uri| !uri.is_empty()) else { return Ok(None) };
        Ok(prefix_of(forest, element_for(forest, node), uri))
    }

    #[php("public function lookupNamespaceURI(?string $prefix): ?string")]
    fn lookup_namespace_uri(ctx: &Ctx, this: &Object, prefix: Option<&PhpStr>) -> PhpResult<Option<Str>> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        let prefix = prefix.map(|prefix| prefix.as_bytes()).filter(|prefix| !prefix.is_empty());
        let element = element_for(forest, node);
        Ok(if element.is_some() { namespace_of(forest, element, prefix) } else { None })
    }

    #[php("public function isDefaultNamespace(?string $namespace): bool")]
    fn is_default_namespace(ctx: &Ctx, this: &Object, namespace: Option<&PhpStr>) -> PhpResult<bool> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        let wanted = namespace.map(|uri| uri.as_bytes()).filter(|uri| !uri.is_empty());
        let element = element_for(forest, node);
        let found = if element.is_some() { namespace_of(forest, element, None) } else { None };
        Ok(found.as_ref().map(|uri| uri.as_bytes()) == wanted)
    }

    #[php("public function insertBefore(Dom\\Node $node, ?Dom\\Node $child): Dom\\Node")]
    fn insert_before(ctx: &Ctx, this: &Object, node: &Object, child: Option<&Object>) -> PhpResult<Object> {
        let parent = object::node(ctx, this)?;
        let child = child.map_or(Ok(Node::NONE), |child| object::node(ctx, child))?;
        insert::insert_before(ctx, parent, object::node(ctx, node)?, child)?;
        Ok(node.clone())
    }

    #[php("public function appendChild(Dom\\Node $node): Dom\\Node")]
    fn append_child(ctx: &Ctx, this: &Object, node: &Object) -> PhpResult<Object> {
        let parent = object::node(ctx, this)?;
        insert::insert_before(ctx, parent, object::node(ctx, node)?, Node::NONE)?;
        Ok(node.clone())
    }

    #[php("public function replaceChild(Dom\\Node $node, Dom\\Node $child): Dom\\Node")]
    fn replace_child(ctx: &Ctx, this: &Object, node: &Object, child: &Object) -> PhpResult<Object> {
        let parent = object::node(ctx, this)?;
        insert::replace(ctx, parent, object::node(ctx, node)?, object::node(ctx, child)?)?;
        Ok(child.clone())
    }

    #[php("public function removeChild(Dom\\Node $child): Dom\\Node")]
    fn remove_child(ctx: &Ctx, this: &Object, child: &Object) -> PhpResult<Object> {
        let (parent, node) = (object::node(ctx, this)?, object::node(ctx, child)?);
        let forest = forest(ctx);
        if forest.parent(node) != parent {
            return Err(crate::exception::throw(ctx, Fault::NotFound));
        }
        forest.unlink(node);
        Ok(child.clone())
    }

    #[php("public function getLineNo(): int")]
    fn get_line_no(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        let node = object::node(ctx, this)?;
        Ok(i64::from(crate::node::line_number(forest(ctx), node)))
    }

    #[php("public function getNodePath(): string")]
    fn get_node_path(ctx: &Ctx, this: &Object) -> PhpResult<String> {
        let node = object::node(ctx, this)?;
        Ok(path(forest(ctx), node))
    }

    #[php(
        "public function C14N(bool $exclusive = false, bool $withComments = false, ?array $xpath = null, \
           ?array $nsPrefixes = null): string|false"
    )]
    fn c14n(
        ctx: &Ctx,
        this: &Object,
        exclusive: bool,
        with_comments: bool,
        xpath: Option<&Array>,
        ns_prefixes: Option<&Array>,
    ) -> PhpResult<OrFalse<Str>> {
        let node = attached(ctx, this)?;
        save::canonical(ctx, node, exclusive, with_comments, (xpath, 3), ns_prefixes)
    }

    #[php(
        "public function C14NFile(string $uri, bool $exclusive = false, bool $withComments = false, \
           ?array $xpath = null, ?array $nsPrefixes = null): int|false"
    )]
    fn c14n_file(
        ctx: &Ctx,
        this: &Object,
        uri: &PhpStr,
        exclusive: bool,
        with_comments: bool,
        xpath: Option<&Array>,
        ns_prefixes: Option<&Array>,
    ) -> PhpResult<OrFalse<usize>> {
        let node = attached(ctx, this)?;
        match save::canonical(ctx, node, exclusive, with_comments, (xpath, 4), ns_prefixes)? {
            OrFalse::Some(text) => save::to_file(ctx, uri, &text),
            OrFalse::False => Ok(OrFalse::False),
        }
    }

    #[php("public function __sleep(): array")]
    fn sleep(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        Err(refuse_serialization(ctx, this, "Serialization"))
    }

    #[php("public function __wakeup(): void")]
    fn wakeup(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        Err(refuse_serialization(ctx, this, "Unserialization"))
    }
}

/// A node that hangs in its document.
fn attached(ctx: &Ctx, this: &Object) -> PhpResult<Node> {
    let node = object::node(ctx, this)?;
    let forest = forest(ctx);
    if !is_document(forest.kind(forest.top(node))) {
        let text = "Canonicalization can only happen on nodes attached to a document.";
        return Err(throw_text(ctx, Fault::HierarchyRequest, text));
    }
    Ok(node)
}

/// A text or null.
pub fn maybe(value: Option<Str>) -> Value {
    text(value.filter(|value| !value.is_empty()))
}
