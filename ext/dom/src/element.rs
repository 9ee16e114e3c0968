//! DOMElement.

use crate::{
    exception::{Fault, fail, throw},
    nodelist, object, parentnode,
    properties::{HANDLERS, Table, set_text},
};
use phant_ext_libxml::forest;
use phant_memory::{Array, Held, Object, PhpStr, Str, Value};
use phant_native::{Ctx, PhpResult, php_class, php_methods};
use phant_xml::{
    chars::{self, XML_NAMESPACE, XMLNS_NAMESPACE},
    tree::{Forest, Kind, Namespace, Node},
};

pub struct DomElement;

pub static TABLE: Table = Table {
    class: "DOMElement",
    kinds: &[Kind::Element],
    names: &[
        "tagName",
        "className",
        "id",
        "schemaTypeInfo",
        "firstElementChild",
        "lastElementChild",
        "childElementCount",
        "previousElementSibling",
        "nextElementSibling",
    ],
    writable: &[("className", "string"), ("id", "string")],
    read: |ctx, _, node, property| {
        let forest = forest(ctx);
        Ok(Some(match property {
            b"tagName" => Value::from(forest.qualified_name(node)),
            b"className" => Value::from(attribute_text(forest, node, b"class")),
            b"id" => Value::from(attribute_text(forest, node, b"id")),
            b"schemaTypeInfo" => Value::NULL,
            _ => return parentnode::read(ctx, node, property),
        }))
    },
    write: |ctx, _, node, property, value| {
        let forest = forest(ctx);
        // Values end at a NUL, as they do in C.
        let value = value.as_str().map(Held::into_owned).unwrap_or_default();
        let value = Str::new(value.split(|&byte| byte == 0).next().unwrap_or_default());
        let attribute = set_attribute(forest, node, if property == b"id" { b"id" } else { b"class" }, value);
        if property == b"id" {
            forest.set_id(attribute, true);
        }
        Ok(true)
    },
};

fn attribute_text(forest: &Forest, element: Node, name: &[u8]) -> Str {
    let attribute = forest.attribute_by_name(element, name);
    if attribute.is_none() { Str::from("") } else { forest.value(attribute) }
}

/// The prefix that a name declares (`xmlns` none, `xmlns:a` that), if it is such a name.
fn declared_prefix(name: &[u8]) -> Option<Option<&[u8]>> {
    match name {
        b"xmlns" => Some(None),
        _ => name.strip_prefix(b"xmlns:").map(Some),
    }
}

/// What an element itself declares for a prefix.
fn declaration(forest: &Forest, element: Node, prefix: Option<&[u8]>) -> Namespace {
    let fits = |one: &Namespace| {
        forest.namespace_prefix(*one).as_ref().map(|prefix| prefix.as_bytes()).filter(|p| !p.is_empty()) == prefix
    };
    forest.declared(element).into_iter().find(fits).unwrap_or(Namespace::NONE)
}

/// What an element declares of a prefix with an address.
fn own_declaration(forest: &Forest, element: Node, uri: Option<&[u8]>, prefix: &[u8]) -> Option<Namespace> {
    let one = declaration(forest, element, (!prefix.is_empty()).then_some(prefix));
    let fits = uri.is_some() && forest.namespace_uri(one).is_some_and(|known| Some(known.as_bytes()) == uri);
    fits.then_some(one)
}

/// Sets an attribute without a namespace.
pub fn set_attribute(forest: &Forest, element: Node, name: &[u8], value: Str) -> Node {
    let known = forest.attribute_by_name(element, name);
    if known.is_some() {
        forest.set_attribute_value(known, value);
        return known;
    }
    let attribute = forest.create(Kind::Attribute, forest.document(element), Str::new(name), value);
    if let Some((prefix, local)) = split(name) {
        let found = forest.lookup_prefix(element, Some(prefix));
        if found.is_some() {
            forest.set_namespace(attribute, found);
            forest.set_name(attribute, Str::new(local));
        }
    }
    forest.append_attribute(element, attribute);
    attribute
}

/// Prefix and local name.
pub fn split(name: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = name.iter().position(|&byte| byte == b':')?;
    Some((&name[..colon], &name[colon + 1..]))
}

/// What is wrong with a qualified name for a namespace.
pub fn check_name(uri: Option<&[u8]>, name: &[u8]) -> Result<(), Fault> {
    let uri = uri.filter(|uri| !uri.is_empty());
    if !chars::is_qname(name) {
        return Err(Fault::Namespace);
    }
    let prefix = split(name).map(|(prefix, _)| prefix);
    let is_xmlns = prefix == Some(b"xmlns") || name == b"xmlns";
    let wrong = prefix.is_some() && uri.is_none()
        || prefix == Some(b"xml") && uri != Some(XML_NAMESPACE)
        || is_xmlns && uri != Some(XMLNS_NAMESPACE)
        || uri == Some(XMLNS_NAMESPACE) && !is_xmlns;
    if wrong { Err(Fault::Namespace) } else { Ok(()) }
}

/// Sets an attribute of a namespace; what is wrong with that.
fn set_attribute_ns(forest: &Forest, element: Node, uri: Option<&[u8]>, name: &[u8], value: &Str) -> Result<(), Fault> {
    let uri = uri.filter(|uri| !uri.is_empty());
    check_name(uri, name)?;
    let (prefix, local) = split(name).map_or((None, name), |(prefix, local)| (Some(prefix), local));
    if uri == Some(XMLNS_NAMESPACE) {
        let declared = if name == b"xmlns" { None } else { Some(local) };
        let fresh = forest.intern_namespace(declared, value);
        let old = declaration(forest, element, declared);
        if old.is_some() {
            replace_declaration(forest, element, old, fresh);
        } else {
            forest.declare(element, fresh);
        }
        return Ok(());
    }
    let known = forest.attribute(element, local, uri);
    if known.is_some() {
        forest.set_attribute_value(known, value.clone());
        return Ok(());
    }
    let attribute = forest.create(Kind::Attribute, forest.document(element), Str::new(local), value.clone());
    if let Some(uri) = uri {
        let namespace = namespace_for(forest, element, prefix, uri, true);
        forest.set_namespace(attribute, namespace);
    }
    forest.append_attribute(element, attribute);
    Ok(())
}

/// A namespace with a prefix that means it at an element; declared there if that is not so yet.
pub fn namespace_for(forest: &Forest, element: Node, prefix: Option<&[u8]>, uri: &[u8], is_attribute: bool) -> Namespace {
    if uri == XML_NAMESPACE {
        return forest.intern_namespace(Some(b"xml"), uri);
    }
    if prefix.is_some() || !is_attribute {
        let wanted = forest.intern_namespace(prefix, uri);
        let found = forest.lookup_prefix(element, prefix);
        if found == wanted {
            return wanted;
        }
        let is_its_own = found.is_some() && forest.namespace(element) == found;
        if !(is_its_own || declaration(forest, element, prefix).is_some()) {
            forest.declare(element, wanted);
            return wanted;
        }
    }
    let found = forest.lookup_uri(element, uri, is_attribute);
    if found.is_some() {
        return found;
    }
    let mut number = 0;
    loop {
        let name = if number == 0 { "default".to_owned() } else { format!("default{number}") };
        if !forest.lookup_prefix(element, Some(name.as_bytes())).is_some() {
            let fresh = forest.intern_namespace(Some(name.as_bytes()), uri);
            forest.declare(element, fresh);
            return fresh;
        }
        number += 1;
    }
}

/// Puts a declaration in the place of another one, with all that uses it.
fn replace_declaration(forest: &Forest, element: Node, old: Namespace, fresh: Namespace) {
    let declared: Vec<Namespace> = forest.declared(element).into_iter().map(|one| if one == old { fresh } else { one }).collect();
    forest.set_declared(element, &declared);
    let mut node = element;
    while node.is_some() {
        for used in std::iter::once(node).chain(forest.attributes(node)).collect::<Vec<_>>() {
            if forest.namespace(used) == old {
                forest.set_namespace(used, fresh);
            }
        }
        node = forest.following(node, element);
    }
}

/// An element of a document.
#[php_class(
    "class DOMElement extends DOMNode implements DOMParentNode, DOMChildNode {
        public virtual string $tagName;
        public virtual string $className;
        public virtual string $id;
        public virtual mixed $schemaTypeInfo;
        public virtual ?DOMElement $firstElementChild;
        public virtual ?DOMElement $lastElementChild;
        public virtual int $childElementCount;
        public virtual ?DOMElement $previousElementSibling;
        public virtual ?DOMElement $nextElementSibling;
    }",
    create = object::create,
    handlers = HANDLERS,
    methods = [Self::MORE]
)]
impl DomElement {
    #[php("public function __construct(string $qualifiedName, ?string $value = null, string $namespace = '')")]
    fn construct(ctx: &Ctx, this: &Object, qualified_name: &PhpStr, value: Option<&Str>, namespace: &PhpStr) -> PhpResult<()> {
        if !chars::is_name(qualified_name) {
            return Err(throw(ctx, Fault::InvalidCharacter));
        }
        let forest = forest(ctx);
        let node = if namespace.is_empty() {
            if split(qualified_name).is_some() {
                return Err(throw(ctx, Fault::Namespace));
            }
            forest.create(Kind::Element, Node::NONE, Str::new(qualified_name.as_bytes()), Str::from(""))
        } else {
            check_name(Some(namespace), qualified_name).map_err(|fault| throw(ctx, fault))?;
            new_element(forest, Node::NONE, Some(namespace), qualified_name)
        };
        if let Some(value) = value
            && !value.is_empty()
        {
            set_text(forest, node, value.clone());
        }
        object::attach(ctx, this, node);
        Ok(())
    }

    #[php("public function getAttribute(string $qualifiedName): string")]
    fn get_attribute(ctx: &Ctx, this: &Object, qualified_name: &PhpStr) -> PhpResult<Str> {
        let (element, forest) = (object::node(ctx, this)?, forest(ctx));
        let attribute = forest.attribute_by_name(element, qualified_name);
        if attribute.is_some() {
            return Ok(forest.value(attribute));
        }
        let declared = declared_prefix(qualified_name).map(|prefix| declaration(forest, element, prefix));
        Ok(declared.and_then(|one| forest.namespace_uri(one)).unwrap_or_default())
    }

    #[php("public function getAttributeNames(): array", strict_return)]
    fn get_attribute_names(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let (element, forest) = (object::node(ctx, this)?, forest(ctx));
        let mut names = Array::with_capacity(0);
        for one in forest.declared(element) {
            let name = match forest.namespace_prefix(one) {
                Some(prefix) => Str::concat(b"xmlns:", &prefix),
                None => Str::from("xmlns"),
            };
            let _ = names.push(Value::from(name));
        }
        for attribute in forest.attributes(element) {
            let _ = names.push(Value::from(forest.qualified_name(attribute)));
        }
        Ok(names)
    }

    #[php("public function getAttributeNS(?string $namespace, string $localName): string")]
    fn get_attribute_ns(ctx: &Ctx, this: &Object, namespace: Option<&PhpStr>, local_name: &PhpStr) -> PhpResult<Str> {
        let (element, forest) = (object::node(ctx, this)?, forest(ctx));
        let uri = namespace.map(|uri| uri.as_bytes()).filter(|uri| !uri.is_empty());
        let attribute = forest.attribute(element, local_name, uri);
        if attribute.is_some() {
            return Ok(forest.value(attribute));
        }
        if uri == Some(XMLNS_NAMESPACE) {
            let prefix = (local_name.as_bytes() != b"xmlns").then_some(local_name.as_bytes());
            return Ok(forest.namespace_uri(declaration(forest, element, prefix)).unwrap_or_default());
        }
        Ok(Str::from(""))
    }

    #[php("public function getAttributeNode(string $qualifiedName)")]
    fn get_attribute_node(ctx: &Ctx, this: &Object, qualified_name: &PhpStr) -> PhpResult {
        let (element, forest) = (object::node(ctx, this)?, forest(ctx));
        let attribute = forest.attribute_by_name(element, qualified_name);
        if attribute.is_some() {
            return object::value(ctx, attribute);
        }
        let declared = declared_prefix(qualified_name).map(|prefix| declaration(forest, element, prefix));
        match declared.filter(|one| one.is_some()) {
            Some(one) => Ok(Value::from(crate::namespace_node::wrap(ctx, element, one)?)),
            None => Ok(Value::bool(false)),
        }
    }

    #[php("public function getAttributeNodeNS(?string $namespace, string $localName)")]
    fn get_attribute_node_ns(ctx: &Ctx, this: &Object, namespace: Option<&PhpStr>, local_name: &PhpStr) -> PhpResult {
        let (element, forest) = (object::node(ctx, this)?, forest(ctx));
        let uri = namespace.map(|uri| uri.as_bytes()).filter(|uri| !uri.is_empty());
        let attribute = forest.attribute(element, local_name, uri);
        if attribute.is_some() {
            return object::value(ctx, attribute);
        }
        if uri == Some(XMLNS_NAMESPACE) {
            let prefix = (local_name.as_bytes() != b"xmlns").then_some(local_name.as_bytes());
            let one = declaration(forest, element, prefix);
            if one.is_some() {
                return Ok(Value::from(crate::namespace_node::wrap(ctx, element, one)?));
            }
        }
        Ok(Value::NULL)
    }

    #[php("public function getElementsByTagName(string $qualifiedName): DOMNodeList")]
    fn get_elements_by_tag_name(ctx: &Ctx, this: &Object, qualified_name: &Str) -> PhpResult<Object> {
        object::node(ctx, this)?;
        nodelist::named(ctx, this, qualified_name)
    }

    #[php("public function getElementsByTagNameNS(?string $namespace, string $localName): DOMNodeList")]
    fn get_elements_by_tag_name_ns(ctx: &Ctx, this: &Object, namespace: Option<&Str>, local_name: &Str) -> PhpResult<Object> {
        object::node(ctx, this)?;
        nodelist::named_ns(ctx, this, namespace.cloned(), local_name)
    }

    #[php("public function hasAttribute(string $qualifiedName): bool")]
    fn has_attribute(ctx: &Ctx, this: &Object, qualified_name: &PhpStr) -> PhpResult<bool> {
        let (element, forest) = (object::node(ctx, this)?, forest(ctx));
        let declares = || declared_prefix(qualified_name).is_some_and(|prefix| declaration(forest, element, prefix).is_some());
        Ok(forest.attribute_by_name(element, qualified_name).is_some() || declares())
    }

    #[php("public function hasAttributeNS(?string $namespace, string $localName): bool")]
    fn has_attribute_ns(ctx: &Ctx, this: &Object, namespace: Option<&PhpStr>, local_name: &PhpStr) -> PhpResult<bool> {
        let (element, forest) = (object::node(ctx, this)?, forest(ctx));
        let uri = namespace.map(|uri| uri.as_bytes()).filter(|uri| !uri.is_empty());
        let prefix = (local_name.as_bytes() != b"xmlns").then_some(local_name.as_bytes());
        let declares = || uri == Some(XMLNS_NAMESPACE) && declaration(forest, element, prefix).is_some();
        Ok(forest.attribute(element, local_name, uri).is_some() || declares())
    }

    #[php("public function removeAttribute(string $qualifiedName): bool")]
    fn remove_attribute(ctx: &Ctx, this: &Object, qualified_name: &PhpStr) -> PhpResult<bool> {
        let (element, forest) = (object::node(ctx, this)?, forest(ctx));
        let attribute = forest.attribute_by_name(element, qualified_name);
        if attribute.is_some() {
            forest.remove(attribute);
            return Ok(true);
        }
        let declared = declared_prefix(qualified_name).map(|prefix| declaration(forest, element, prefix));
        if let Some(one) = declared.filter(|one| one.is_some()) {
            let kept: Vec<Namespace> = forest.declared(element).into_iter().filter(|&other| other != one).collect();
            forest.set_declared(element, &kept);
            return Ok(true);
        }
        Ok(false)
    }

    #[php("public function removeAttributeNS(?string $namespace, string $localName): void")]
    fn remove_attribute_ns(ctx: &Ctx, this: &Object, namespace: Option<&PhpStr>, local_name: &PhpStr) -> PhpResult<()> {
        let (element, forest) = (object::node(ctx, this)?, forest(ctx));
        let uri = namespace.map(|uri| uri.as_bytes()).filter(|uri| !uri.is_empty());
        let attribute = forest.attribute(element, local_name, uri);
        if attribute.is_some() {
            forest.remove(attribute);
        } else if let Some(one) = own_declaration(forest, element, uri, local_name) {
            replace_declaration(forest, element, one, Namespace::NONE);
            let kept: Vec<Namespace> = forest.declared(element).into_iter().filter(|other| other.is_some()).collect();
            forest.set_declared(element, &kept);
        } else if uri == Some(XMLNS_NAMESPACE) {
            let prefix = (local_name.as_bytes() != b"xmlns").then_some(local_name.as_bytes());
            let one = declaration(forest, element, prefix);
            let kept: Vec<Namespace> = forest.declared(element).into_iter().filter(|&other| other != one).collect();
            forest.set_declared(element, &kept);
        }
        Ok(())
    }

    #[php("public function removeAttributeNode(DOMAttr $attr)")]
    fn remove_attribute_node(ctx: &Ctx, this: &Object, attr: &Object) -> PhpResult {
        let (element, attribute) = (object::node(ctx, this)?, object::node(ctx, attr)?);
        let forest = forest(ctx);
        if forest.parent(attribute) != element {
            return fail(ctx, this, Fault::NotFound, Value::bool(false));
        }
        forest.unlink(attribute);
        Ok(Value::from(attr.clone()))
    }

    #[php("public function setAttribute(string $qualifiedName, string $value)")]
    fn set_attribute(ctx: &Ctx, this: &Object, qualified_name: &PhpStr, value: &Str) -> PhpResult {
        if qualified_name.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        let element = object::node(ctx, this)?;
        let forest = forest(ctx);
        if !chars::is_name(qualified_name) {
            return fail(ctx, this, Fault::InvalidCharacter, Value::bool(false));
        }
        if let Some(prefix) = declared_prefix(qualified_name) {
            let fresh = forest.intern_namespace(prefix, value);
            let old = declaration(forest, element, prefix);
            if old.is_some() {
                replace_declaration(forest, element, old, fresh);
            } else {
                forest.declare(element, fresh);
            }
            return Ok(Value::bool(true));
        }
        object::value(ctx, set_attribute(forest, element, qualified_name, value.clone()))
    }

    #[php("public function setAttributeNS(?string $namespace, string $qualifiedName, string $value): void")]
    fn set_attribute_ns(
        ctx: &Ctx,
        this: &Object,
        namespace: Option<&PhpStr>,
        qualified_name: &PhpStr,
        value: &Str,
    ) -> PhpResult<()> {
        if qualified_name.is_empty() {
            return Err(ctx.argument_error(2, "must not be empty"));
        }
        let element = object::node(ctx, this)?;
        let uri = namespace.map(|uri| uri.as_bytes());
        if uri.is_none_or(<[u8]>::is_empty) && !chars::is_name(qualified_name) && split(qualified_name).is_none() {
            return fail(ctx, this, Fault::InvalidCharacter, ());
        }
        match set_attribute_ns(forest(ctx), element, uri, qualified_name, value) {
            Ok(()) => Ok(()),
            Err(fault) => fail(ctx, this, fault, ()),
        }
    }

    #[php("public function setAttributeNode(DOMAttr $attr)")]
    fn set_attribute_node(ctx: &Ctx, this: &Object, attr: &Object) -> PhpResult {
        put_attribute(ctx, this, attr, false)
    }

    #[php("public function setAttributeNodeNS(DOMAttr $attr)")]
    fn set_attribute_node_ns(ctx: &Ctx, this: &Object, attr: &Object) -> PhpResult {
        put_attribute(ctx, this, attr, true)
    }
}

/// Gives an element an attribute node; the one it replaces, or null.
fn put_attribute(ctx: &Ctx, this: &Object, attr: &Object, by_namespace: bool) -> PhpResult {
    let (element, attribute) = (object::node(ctx, this)?, object::node(ctx, attr)?);
    let forest = forest(ctx);
    let document = forest.document(attribute);
    if document.is_some() && document != forest.document(element) {
        return fail(ctx, this, Fault::WrongDocument, Value::bool(false));
    }
    let old = if by_namespace {
        let uri = forest.uri(attribute);
        forest.attribute(element, &forest.name(attribute), uri.as_ref().map(|uri| uri.as_bytes()))
    } else {
        let name = forest.name(attribute);
        forest.attributes(element).find(|&one| forest.is_named(one, &name)).unwrap_or(Node::NONE)
    };
    if old == attribute {
        return Ok(Value::NULL);
    }
    if forest.parent(attribute).is_some() {
        forest.unlink(attribute);
    }
    let replaced = object::value(ctx, old)?;
    if old.is_some() {
        forest.unlink(old);
    }
    forest.adopt(attribute, forest.document(element));
    forest.append_attribute(element, attribute);
    forest.reconcile(element);
    Ok(replaced)
}

/// An element of a namespace.
pub fn new_element(forest: &Forest, document: Node, uri: Option<&[u8]>, name: &[u8]) -> Node {
    let (prefix, local) = split(name).map_or((None, name), |(prefix, local)| (Some(prefix), local));
    let element = forest.create(Kind::Element, document, Str::new(local), Str::from(""));
    if let Some(uri) = uri.filter(|uri| !uri.is_empty()) {
        let namespace = forest.intern_namespace(prefix, uri);
        forest.set_namespace(element, namespace);
        if uri != XML_NAMESPACE {
            forest.declare(element, namespace);
        }
    }
    element
}

/// Makes an attribute an ID, or none.
fn set_id(ctx: &Ctx, this: &Object, attribute: Node, is: bool) -> PhpResult<()> {
    if attribute.is_none() {
        return fail(ctx, this, Fault::NotFound, ());
    }
    forest(ctx).set_id(attribute, is);
    Ok(())
}

#[php_methods(MORE)]
impl DomElement {
    #[php("public function setIdAttribute(string $qualifiedName, bool $isId): void")]
    fn set_id_attribute(ctx: &Ctx, this: &Object, qualified_name: &PhpStr, is_id: bool) -> PhpResult<()> {
        let element = object::node(ctx, this)?;
        set_id(ctx, this, forest(ctx).attribute_by_name(element, qualified_name), is_id)
    }

    #[php("public function setIdAttributeNS(string $namespace, string $qualifiedName, bool $isId): void")]
    fn set_id_attribute_ns(ctx: &Ctx, this: &Object, namespace: &PhpStr, qualified_name: &PhpStr, is_id: bool) -> PhpResult<()> {
        let element = object::node(ctx, this)?;
        let uri = (!namespace.is_empty()).then_some(namespace.as_bytes());
        set_id(ctx, this, forest(ctx).attribute(element, qualified_name, uri), is_id)
    }

    #[php("public function setIdAttributeNode(DOMAttr $attr, bool $isId): void")]
    fn set_id_attribute_node(ctx: &Ctx, this: &Object, attr: &Object, is_id: bool) -> PhpResult<()> {
        let (element, attribute) = (object::node(ctx, this)?, object::node(ctx, attr)?);
        let own = forest(ctx).parent(attribute) == element;
        set_id(ctx, this, if own { attribute } else { Node::NONE }, is_id)
    }

    #[php("public function toggleAttribute(string $qualifiedName, ?bool $force = null): bool", strict_return)]
    fn toggle_attribute(ctx: &Ctx, this: &Object, qualified_name: &PhpStr, force: Option<bool>) -> PhpResult<bool> {
        let (element, forest) = (object::node(ctx, this)?, forest(ctx));
        if !chars::is_name(qualified_name) {
            return Err(throw(ctx, Fault::InvalidCharacter));
        }
        let lower = Str::new(qualified_name.to_ascii_lowercase());
        let document = forest.document(element);
        let is_html = document.is_some() && forest.kind(document) == Kind::HtmlDocument && !forest.namespace(element).is_some();
        let qualified_name: &PhpStr = if is_html { &lower } else { qualified_name };
        let declared = declared_prefix(qualified_name);
        let known = forest.attribute_by_name(element, qualified_name).is_some()
            || declared.is_some_and(|prefix| declaration(forest, element, prefix).is_some());
        match (known, force) {
            (false, None | Some(true)) => {
                match declared {
                    Some(prefix) => forest.declare(element, forest.intern_namespace(prefix, b"")),
                    None => {
                        set_attribute(forest, element, qualified_name, Str::from(""));
                    }
                }
                Ok(true)
            }
            (false, Some(false)) => Ok(false),
            (true, None | Some(false)) => {
                Self::remove_attribute(ctx, this, qualified_name)?;
                Ok(false)
            }
            (true, Some(true)) => Ok(true),
        }
    }

    #[php("public function remove(): void", strict_return)]
    fn remove(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        parentnode::remove(ctx, this)
    }

    #[php("public function before(...$nodes): void", strict_return)]
    fn before(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        parentnode::before(ctx, this, nodes)
    }

    #[php("public function after(...$nodes): void", strict_return)]
    fn after(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        parentnode::after(ctx, this, nodes)
    }

    #[php("public function replaceWith(...$nodes): void", strict_return)]
    fn replace_with(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        parentnode::replace_with(ctx, this, nodes)
    }

    #[php("public function append(...$nodes): void", strict_return)]
    fn append(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        parentnode::append(ctx, this, nodes)
    }

    #[php("public function prepend(...$nodes): void", strict_return)]
    fn prepend(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        parentnode::prepend(ctx, this, nodes)
    }

    #[php("public function replaceChildren(...$nodes): void", strict_return)]
    fn replace_children(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        parentnode::replace_children(ctx, this, nodes)
    }

    #[php("public function insertAdjacentElement(string $where, DOMElement $element): ?DOMElement", strict_return)]
    fn insert_adjacent_element(ctx: &Ctx, this: &Object, r#where: &PhpStr, element: &Object) -> PhpResult<Value> {
        let placed = adjacent(ctx, this, r#where, Value::from(element.clone()))?;
        Ok(if placed { Value::from(element.clone()) } else { Value::NULL })
    }

    #[php("public function insertAdjacentText(string $where, string $data): void", strict_return)]
    fn insert_adjacent_text(ctx: &Ctx, this: &Object, r#where: &PhpStr, data: &Str) -> PhpResult<()> {
        adjacent(ctx, this, r#where, Value::from(data.clone())).map(|_| ())
    }
}

/// Puts a node or text beside or into an element; false if there is nothing beside.
fn adjacent(ctx: &Ctx, this: &Object, place: &PhpStr, what: Value) -> PhpResult<bool> {
    let element = object::node(ctx, this)?;
    let forest = forest(ctx);
    let orphan = forest.parent(element).is_none();
    if let Some(object) = what.as_object() {
        let moved = object::node(ctx, &object)?;
        if forest.document(moved) != forest.document(element) && !forest.contains(moved, element) {
            forest.unlink(moved);
            forest.adopt(moved, forest.document(element));
        }
    }
    let what = [what];
    match &place.as_bytes().to_ascii_lowercase()[..] {
        b"beforebegin" | b"afterend" if orphan => return Ok(false),
        b"beforebegin" => parentnode::before(ctx, this, &what)?,
        b"afterbegin" => parentnode::prepend(ctx, this, &what)?,
        b"beforeend" => parentnode::append(ctx, this, &what)?,
        b"afterend" => parentnode::after(ctx, this, &what)?,
        _ => return Err(throw(ctx, Fault::Syntax)),
    }
    Ok(true)
}
