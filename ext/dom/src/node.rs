//! DOMNode.

use crate::{
    exception::{Fault, fail},
    object, properties, save,
};
use phant_ext_libxml::forest;
use phant_memory::{Array, Object, PhpStr, Str, Value};
use phant_native::{Ctx, ObjectExt, PhpResult, convert, php_class, ret::OrFalse};
use phant_xml::tree::{Forest, Kind, Node};

pub struct DomNode;

pub fn is_document(kind: Kind) -> bool {
    matches!(kind, Kind::Document | Kind::HtmlDocument)
}

/// Nodes that nothing may be changed in; nodes without a document are among them.
pub fn is_read_only(forest: &Forest, node: Node) -> bool {
    let of_kind = matches!(
        forest.kind(node),
        Kind::EntityReference | Kind::Entity | Kind::DocumentType | Kind::Notation | Kind::NamespaceDeclaration
    );
    of_kind || forest.document(node).is_none()
}

/// Whether a node may hang in a parent; false, with a warning, if errors are not thrown.
fn may_insert(ctx: &Ctx, this: &Object, parent: Node, child: Node, may_be_empty: bool) -> PhpResult<bool> {
    let forest = forest(ctx);
    let above = forest.parent(child);
    if is_read_only(forest, parent) || above.is_some() && is_read_only(forest, above) {
        return fail(ctx, this, Fault::NoModificationAllowed, false);
    }
    if forest.contains(child, parent) || is_document(forest.kind(child)) {
        return fail(ctx, this, Fault::HierarchyRequest, false);
    }
    if forest.document(child) != forest.document(parent) && forest.document(child).is_some() {
        return fail(ctx, this, Fault::WrongDocument, false);
    }
    let (of_child, of_parent) = (forest.kind(child), forest.kind(parent));
    if of_child == Kind::Fragment && forest.first_child(child).is_none() && !may_be_empty {
        ctx.warning("Document Fragment is empty");
        ctx.check()?;
        return Ok(false);
    }
    let wrong = of_parent == Kind::Attribute && !matches!(of_child, Kind::Text | Kind::EntityReference | Kind::Fragment)
        || of_child == Kind::Attribute && of_parent != Kind::Element
        || !can_have_children(of_parent);
    if wrong {
        return fail(ctx, this, Fault::HierarchyRequest, false);
    }
    if of_child == Kind::DocumentType && is_document(of_parent) {
        let known = forest.doctype(parent);
        if known.is_some() && known != child {
            let text = "A document may only contain one document type";
            return Err(crate::exception::throw_text(ctx, Fault::HierarchyRequest, text));
        }
    }
    Ok(true)
}

pub fn can_have_children(kind: Kind) -> bool {
    !matches!(kind, Kind::Text | Kind::CData | Kind::Comment | Kind::ProcessingInstruction)
}

/// Hangs a node, or what is in a fragment, before another one.
fn insert(forest: &Forest, parent: Node, child: Node, before: Node) {
    let document = forest.document(parent);
    if forest.kind(child) == Kind::Attribute {
        let uri = forest.uri(child);
        let known = forest.attribute(parent, &forest.name(child), uri.as_ref().map(|uri| uri.as_bytes()));
        if known == child {
            return;
        }
        if known.is_some() {
            forest.remove(known);
        }
        forest.unlink(child);
        forest.adopt(child, document);
        forest.append_attribute(parent, child);
        return forest.reconcile(parent);
    }
    let is_fragment = forest.kind(child) == Kind::Fragment;
    let nodes: Vec<Node> = if is_fragment { forest.children(child).collect() } else { vec![child] };
    for node in nodes {
        forest.unlink(node);
        forest.adopt(node, document);
        forest.insert(parent, node, before);
        if is_fragment { forest.reconcile_all(node) } else { forest.reconcile(node) }
    }
}

/// Whether two trees say the same; both are walked side by side.
pub fn is_equal(forest: &Forest, a: Node, b: Node) -> bool {
    let (mut x, mut y) = (a, b);
    'nodes: loop {
        if !is_equal_alone(forest, x, y) {
            return false;
        }
        let is_opaque = matches!(forest.kind(x), Kind::Attribute | Kind::EntityReference | Kind::DocumentType);
        let inside = |node: Node| if is_opaque { Node::NONE } else { forest.first_child(node) };
        let (first_x, first_y) = (inside(x), inside(y));
        if first_x.is_some() != first_y.is_some() {
            return false;
        }
        if first_x.is_some() {
            (x, y) = (first_x, first_y);
            continue;
        }
        while x != a {
            let (next_x, next_y) = (forest.next(x), forest.next(y));
            if next_x.is_some() != next_y.is_some() {
                return false;
            }
            if next_x.is_some() {
                (x, y) = (next_x, next_y);
                continue 'nodes;
            }
            (x, y) = (forest.parent(x), forest.parent(y));
        }
        return true;
    }
}
fn is_equal_alone(forest: &Forest, a: Node, b: Node) -> bool {
    let kind = forest.kind(a);
    if kind != forest.kind(b) || forest.name(a) != forest.name(b) || forest.uri(a) != forest.uri(b) {
        return false;
    }
    match kind {
        Kind::Element => {
            let prefix = |node| forest.prefix(node).unwrap_or_default();
            if prefix(a) != prefix(b) {
                return false;
            }
            let of_a: Vec<Node> = forest.attributes(a).collect();
            of_a.len() == forest.attributes(b).count()
                && forest.declared(a).len() == forest.declared(b).len()
                && of_a.into_iter().all(|attribute| {
                    let uri = forest.uri(attribute);
                    let other = forest.attribute(b, &forest.name(attribute), uri.as_ref().map(|uri| uri.as_bytes()));
                    other.is_some() && forest.value(other) == forest.value(attribute)
                })
        }
        Kind::DocumentType | Kind::Notation | Kind::Entity => {
            let (x, y) = (forest.external(a), forest.external(b));
            x.public_id == y.public_id && x.system_id == y.system_id
        }
        _ => forest.value(a) == forest.value(b),
    }
}

/// The path that leads to a node.
pub fn path(forest: &Forest, node: Node) -> String {
    let mut parts = Vec::new();
    let mut at = node;
    while at.is_some() && !is_document(forest.kind(at)) {
        let kind = forest.kind(at);
        let name = forest.qualified_name(at).to_text().into_owned();
        let generic = forest.uri(at).is_some() && forest.prefix(at).is_none() && kind == Kind::Element;
        let part = match kind {
            Kind::Element if generic => "*".to_owned(),
            Kind::Element => name,
            Kind::Attribute => format!("@{name}"),
            Kind::Text | Kind::CData => "text()".to_owned(),
            Kind::Comment => "comment()".to_owned(),
            Kind::ProcessingInstruction => format!("processing-instruction('{name}')"),
            _ => name,
        };
        let same = |&other: &Node| {
            let other_kind = forest.kind(other);
            match kind {
                Kind::Element => other_kind == kind && (generic || forest.qualified_name(other) == forest.qualified_name(at)),
                Kind::Text | Kind::CData => matches!(other_kind, Kind::Text | Kind::CData),
                Kind::ProcessingInstruction => other_kind == kind && forest.name(other) == forest.name(at),
                _ => other_kind == kind,
            }
        };
        let parent = forest.parent(at);
        let mut index = String::new();
        if kind != Kind::Attribute && parent.is_some() {
            let all: Vec<Node> = forest.children(parent).filter(same).collect();
            if all.len() > 1 {
                let number = all.iter().position(|&other| other == at).unwrap_or(0) + 1;
                index = format!("[{number}]");
            }
        }
        parts.push(format!("/{part}{index}"));
        at = parent;
    }
    if parts.is_empty() { "/".to_owned() } else { parts.into_iter().rev().collect() }
}

/// Joins texts that are side by side and takes empty ones away.
pub fn normalize(forest: &Forest, top: Node) {
    let mut node = forest.following(top, top);
    while node.is_some() {
        let mut next = forest.following(node, top);
        if forest.kind(node) == Kind::Text {
            while next.is_some() && forest.kind(next) == Kind::Text && forest.next(node) == next {
                forest.set_value(node, Str::concat(&forest.value(node), &forest.value(next)));
                forest.remove(next);
                next = forest.following(node, top);
            }
            if forest.value(node).is_empty() {
                forest.remove(node);
            }
        }
        node = next;
    }
}

/// A node of a document.
#[php_class(
    "class DOMNode {
        public const int DOCUMENT_POSITION_DISCONNECTED = 1;
        public const int DOCUMENT_POSITION_PRECEDING = 2;
        public const int DOCUMENT_POSITION_FOLLOWING = 4;
        public const int DOCUMENT_POSITION_CONTAINS = 8;
        public const int DOCUMENT_POSITION_CONTAINED_BY = 16;
        public const int DOCUMENT_POSITION_IMPLEMENTATION_SPECIFIC = 32;
        public virtual string $nodeName;
        public virtual ?string $nodeValue;
        public virtual int $nodeType;
        public virtual ?DOMNode $parentNode;
        public virtual ?DOMElement $parentElement;
        public virtual DOMNodeList $childNodes;
        public virtual ?DOMNode $firstChild;
        public virtual ?DOMNode $lastChild;
        public virtual ?DOMNode $previousSibling;
        public virtual ?DOMNode $nextSibling;
        public virtual ?DOMNamedNodeMap $attributes;
        public virtual bool $isConnected;
        public virtual ?DOMDocument $ownerDocument;
        public virtual ?string $namespaceURI;
        public virtual string $prefix;
        public virtual ?string $localName;
        public virtual ?string $baseURI;
        public virtual string $textContent;
    }",
    create = object::create,
    handlers = properties::HANDLERS
)]
impl DomNode {
    #[php("public function appendChild(DOMNode $node)")]
    fn append_child(ctx: &Ctx, this: &Object, node: &Object) -> PhpResult {
        let (parent, child) = (object::node(ctx, this)?, object::node(ctx, node)?);
        if !can_have_children(forest(ctx).kind(parent)) || !may_insert(ctx, this, parent, child, false)? {
            return Ok(Value::bool(false));
        }
        let forest = forest(ctx);
        let first = if forest.kind(child) == Kind::Fragment { forest.first_child(child) } else { child };
        insert(forest, parent, child, Node::NONE);
        object::value(ctx, first)
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
        let node = object::node(ctx, this)?;
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
        let node = object::node(ctx, this)?;
        match save::canonical(ctx, node, exclusive, with_comments, (xpath, 4), ns_prefixes)? {
            OrFalse::Some(text) => save::to_file(ctx, uri, &text),
            OrFalse::False => Ok(OrFalse::False),
        }
    }

    #[php("public function cloneNode(bool $deep = false)")]
    fn clone_node(ctx: &Ctx, this: &Object, deep: bool) -> PhpResult {
        let node = object::node(ctx, this)?;
        let forest = forest(ctx);
        let copy = forest.copy(node, deep, forest.document(node));
        object::value(ctx, copy)
    }

    #[php("public function getLineNo(): int")]
    fn get_line_no(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        let node = object::node(ctx, this)?;
        Ok(i64::from(line_number(forest(ctx), node)))
    }

    #[php("public function getNodePath(): ?string")]
    fn get_node_path(ctx: &Ctx, this: &Object) -> PhpResult<Option<String>> {
        let node = object::node(ctx, this)?;
        Ok(Some(path(forest(ctx), node)))
    }

    #[php("public function hasAttributes(): bool")]
    fn has_attributes(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        Ok(forest.is_element(node) && (forest.first_attribute(node).is_some() || !forest.declared(node).is_empty()))
    }

    #[php("public function hasChildNodes(): bool")]
    fn has_child_nodes(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        Ok(can_have_children(forest.kind(node)) && forest.first_child(node).is_some())
    }

    #[php("public function insertBefore(DOMNode $node, ?DOMNode $child = null)")]
    fn insert_before(ctx: &Ctx, this: &Object, node: &Object, child: Option<&Object>) -> PhpResult {
        let (parent, new) = (object::node(ctx, this)?, object::node(ctx, node)?);
        if !can_have_children(forest(ctx).kind(parent)) || !may_insert(ctx, this, parent, new, false)? {
            return Ok(Value::bool(false));
        }
        let forest = forest(ctx);
        let mut before = match child {
            Some(child) => object::node(ctx, child)?,
            None => Node::NONE,
        };
        if before.is_some() && forest.parent(before) != parent {
            return fail(ctx, this, Fault::NotFound, Value::bool(false));
        }
        if before == new {
            before = forest.next(new);
        }
        let first = if forest.kind(new) == Kind::Fragment { forest.first_child(new) } else { new };
        insert(forest, parent, new, before);
        object::value(ctx, first)
    }

    #[php("public function isDefaultNamespace(string $namespace): bool")]
    fn is_default_namespace(ctx: &Ctx, this: &Object, namespace: &PhpStr) -> PhpResult<bool> {
        let (mut node, forest) = (object::node(ctx, this)?, forest(ctx));
        if is_document(forest.kind(node)) {
            node = forest.root(node);
        }
        if node.is_none() || namespace.is_empty() {
            return Ok(false);
        }
        let found = forest.lookup_prefix(node, None);
        Ok(forest.namespace_uri(found).is_some_and(|uri| uri.as_bytes() == namespace.as_bytes()))
    }

    #[php("public function isSameNode(DOMNode $otherNode): bool")]
    fn is_same_node(ctx: &Ctx, this: &Object, other_node: &Object) -> PhpResult<bool> {
        Ok(object::node(ctx, this)? == object::node(ctx, other_node)?)
    }

    #[php("public function isEqualNode(?DOMNode $otherNode): bool", strict_return)]
    fn is_equal_node(ctx: &Ctx, this: &Object, other_node: Option<&Object>) -> PhpResult<bool> {
        let node = object::node(ctx, this)?;
        let Some(other) = other_node else { return Ok(false) };
        Ok(is_equal(forest(ctx), node, object::node(ctx, other)?))
    }

    #[php("public function isSupported(string $feature, string $version): bool")]
    fn is_supported(feature: &PhpStr, version: &PhpStr) -> bool {
        crate::implementation::has_feature(feature, version)
    }

    #[php("public function lookupNamespaceURI(?string $prefix): ?string")]
    fn lookup_namespace_uri(ctx: &Ctx, this: &Object, prefix: Option<&PhpStr>) -> PhpResult<Option<Str>> {
        let (mut node, forest) = (object::node(ctx, this)?, forest(ctx));
        if is_document(forest.kind(node)) {
            node = forest.root(node);
        }
        if node.is_none() {
            return Ok(None);
        }
        let prefix = prefix.map(|prefix| prefix.as_bytes()).filter(|prefix| !prefix.is_empty());
        Ok(forest.namespace_uri(forest.lookup_prefix(node, prefix)).filter(|uri| !uri.is_empty()))
    }

    #[php("public function lookupPrefix(string $namespace): ?string")]
    fn lookup_prefix(ctx: &Ctx, this: &Object, namespace: &PhpStr) -> PhpResult<Option<Str>> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        let node = match forest.kind(node) {
            Kind::Element => node,
            Kind::Document | Kind::HtmlDocument => forest.root(node),
            Kind::Fragment | Kind::DocumentType | Kind::Entity | Kind::Notation => return Ok(None),
            _ => forest.parent(node),
        };
        if node.is_none() || namespace.is_empty() {
            return Ok(None);
        }
        Ok(forest.namespace_prefix(forest.lookup_uri(node, namespace, false)))
    }

    #[php("public function normalize(): void")]
    fn normalize(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let node = object::node(ctx, this)?;
        normalize(forest(ctx), node);
        Ok(())
    }

    #[php("public function removeChild(DOMNode $child)")]
    fn remove_child(ctx: &Ctx, this: &Object, child: &Object) -> PhpResult {
        let (parent, node) = (object::node(ctx, this)?, object::node(ctx, child)?);
        let forest = forest(ctx);
        if is_read_only(forest, parent) {
            return fail(ctx, this, Fault::NoModificationAllowed, Value::bool(false));
        }
        if forest.parent(node) != parent || forest.kind(node) == Kind::Attribute {
            return fail(ctx, this, Fault::NotFound, Value::bool(false));
        }
        forest.unlink(node);
        Ok(Value::from(child.clone()))
    }

    #[php("public function replaceChild(DOMNode $node, DOMNode $child)")]
    fn replace_child(ctx: &Ctx, this: &Object, node: &Object, child: &Object) -> PhpResult {
        let (parent, new, old) = (object::node(ctx, this)?, object::node(ctx, node)?, object::node(ctx, child)?);
        let forest = forest(ctx);
        if !can_have_children(forest.kind(parent)) || forest.first_child(parent).is_none() {
            return Ok(Value::bool(false));
        }
        if !may_insert(ctx, this, parent, new, true)? {
            return Ok(Value::bool(false));
        }
        if (forest.kind(new) == Kind::Attribute) != (forest.kind(old) == Kind::Attribute) {
            return fail(ctx, this, Fault::HierarchyRequest, Value::bool(false));
        }
        if forest.parent(old) != parent {
            return fail(ctx, this, Fault::NotFound, Value::bool(false));
        }
        if new != old {
            let mut before = forest.next(old);
            if before == new {
                before = forest.next(new);
            }
            forest.unlink(old);
            insert(forest, parent, new, before);
        }
        Ok(Value::from(child.clone()))
    }

    #[php("public function contains(DOMNode|DOMNameSpaceNode|null $other): bool", strict_return, untyped)]
    fn contains(ctx: &Ctx, this: &Object, other: &Value) -> PhpResult<bool> {
        let is_of = |object: &Object, class: &'static str| object.is_instance_of(ctx.known_class(class));
        if !other.is_null()
            && !other.as_object().is_some_and(|other| is_of(&other, "DOMNode") || is_of(&other, "DOMNameSpaceNode"))
        {
            let given = convert::value_name(other);
            let wanted = if other.is_object() { "DOMNode|DOMNameSpaceNode|null" } else { "?object" };
            return Err(ctx.argument_type_error(1, format!("must be of type {wanted}, {given} given")));
        }
        let node = object::node(ctx, this)?;
        let other = other.as_object().map_or(Node::NONE, |object| match object::peek(&object).some() {
            Some(node) => node,
            None => crate::namespace_node::element(&object),
        });
        Ok(other.is_some() && forest(ctx).contains(node, other))
    }

    #[php("public function getRootNode(?array $options = null): DOMNode", strict_return)]
    fn get_root_node(ctx: &Ctx, this: &Object, options: Option<&Array>) -> PhpResult<Object> {
        let _ = options;
        let node = object::node(ctx, this)?;
        object::wrap(ctx, forest(ctx).top(node))
    }

    #[php("public function compareDocumentPosition(DOMNode $other): int", strict_return)]
    fn compare_document_position(ctx: &Ctx, this: &Object, other: &Object) -> PhpResult<i64> {
        let (node, other) = (object::node(ctx, this)?, object::node(ctx, other)?);
        let forest = forest(ctx);
        if node == other {
            return Ok(0);
        }
        Ok(position(forest, node, other))
    }

    #[php("public function __sleep(): array", strict_return)]
    fn sleep(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        Err(refuse_serialization(ctx, this, "Serialization"))
    }

    #[php("public function __wakeup(): void", strict_return)]
    fn wakeup(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        Err(refuse_serialization(ctx, this, "Unserialization"))
    }
}

/// The line of a node. Beyond 65535 libxml2 knows it of texts alone, where they end, and asks those near by.
pub fn line_number(forest: &Forest, node: Node) -> u32 {
    const LAST: u32 = 65535;
    let document = forest.document(node);
    let own = forest.line(node);
    // Without LIBXML_BIGLINES lines end there.
    if own <= LAST || document.is_none() || forest.kind(document) == Kind::HtmlDocument {
        return own;
    }
    let mut at = node;
    for _ in 0..5 {
        let kind = forest.kind(at);
        if kind == Kind::Text {
            return forest.line(at);
        }
        let inside = if kind == Kind::Element { forest.first_child(at) } else { Node::NONE };
        let near = [inside, forest.next(at), forest.previous(at)].into_iter().find(|near| near.is_some());
        match near {
            Some(near) => at = near,
            None => break,
        }
    }
    own
}

/// Where a node stands to another one, as bits.
pub fn position(forest: &Forest, node: Node, other: Node) -> i64 {
    let is_before = forest.order(other, node) == std::cmp::Ordering::Less;
    let direction = if is_before { 2 } else { 4 };
    if forest.top(node) != forest.top(other) {
        return 1 | 32 | direction;
    }
    let attributes = [node, other].map(|node| forest.kind(node) == Kind::Attribute);
    if attributes == [true, true] && forest.parent(node) == forest.parent(other) {
        return 32 | direction;
    }
    if forest.contains(other, node) {
        return 8 | 2;
    }
    if forest.contains(node, other) {
        return 16 | 4;
    }
    direction
}

/// Nodes cannot be serialized unless a class of PHP's says how.
pub fn refuse_serialization(ctx: &Ctx, this: &Object, what: &str) -> phant_native::Thrown {
    use phant_native::ObjectExt;
    let class = this.class().name.to_text().into_owned();
    let methods = if what == "Serialization" { "serialization" } else { "unserialization" };
    ctx.throw("Exception", format!("{what} of '{class}' is not allowed, unless {methods} methods are implemented in a subclass"))
}
