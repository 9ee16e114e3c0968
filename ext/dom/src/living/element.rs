//! Dom\Element and Dom\HTMLElement.

use super::{insert, lists, names, node::tag_name, query, tokens};
use crate::{
    exception::{Fault, throw, throw_text},
    object, parentnode,
    properties::{HANDLERS, Table, text},
};
use phant_ext_libxml::{errors, forest, load as files};
use phant_memory::{Array, Held, Object, PhpStr, Str, Value};
use phant_native::{Ctx, PhpResult, php_class, php_methods};
use phant_xml::{
    chars, html5, living,
    tree::{Forest, HTML_NAMESPACE, Kind, Namespace, Node},
};

pub static TABLE: Table = Table {
    class: "Dom\\Element",
    kinds: &[Kind::Element],
    names: &[
        "namespaceURI",
        "prefix",
        "localName",
        "tagName",
        "id",
        "className",
        "classList",
        "attributes",
        "firstElementChild",
        "lastElementChild",
        "childElementCount",
        "previousElementSibling",
        "nextElementSibling",
        "innerHTML",
        "substitutedNodeValue",
    ],
    writable: &[("id", "string"), ("className", "string"), ("innerHTML", "string"), ("substitutedNodeValue", "string")],
    read,
    write,
};

fn read(ctx: &Ctx, this: &Object, node: Node, property: &[u8]) -> PhpResult<Option<Value>> {
    let forest = forest(ctx);
    let attribute = |name: &[u8]| {
        let attribute = forest.attribute(node, name, None);
        Value::from(attribute.some().map_or_else(Str::default, |attribute| forest.text(attribute)))
    };
    Ok(Some(match property {
        b"namespaceURI" => text(forest.uri(node)),
        b"prefix" => super::node::maybe(forest.prefix(node)),
        b"localName" => Value::from(forest.name(node)),
        b"tagName" => Value::from(tag_name(forest, node)),
        b"id" => attribute(b"id"),
        b"className" => attribute(b"class"),
        b"classList" => object::companion(this, || tokens::list(ctx, node))?,
        b"attributes" => Value::from(lists::attributes(ctx, this)?),
        b"innerHTML" => Value::from(inner(ctx, node)?),
        b"substitutedNodeValue" => Value::from(forest.text(node)),
        _ => return parentnode::read(ctx, node, property),
    }))
}

fn write(ctx: &Ctx, _: &Object, node: Node, property: &[u8], value: &Value) -> PhpResult<bool> {
    let forest = forest(ctx);
    let value = value.as_str().map(Held::into_owned).unwrap_or_default();
    match property {
        b"id" => {
            let attribute = names::set_attribute(forest, node, b"id", value);
            forest.set_id(attribute, true);
        }
        b"className" => {
            names::set_attribute(forest, node, b"class", value);
        }
        b"innerHTML" => set_inner(ctx, node, &value)?,
        _ => {
            forest.remove_children(node);
            errors::set_reference_text(ctx, forest, node, &value, true)?;
            forest.changed(node);
        }
    }
    Ok(true)
}

fn inner(ctx: &Ctx, node: Node) -> PhpResult<Str> {
    let forest = forest(ctx);
    if forest.is_in_html(node) {
        return Ok(Str::new(html5::inner(forest, node)));
    }
    let options = living::Options { well_formed: true, ..living::Options::default() };
    match living::inner(forest, node, options) {
        Ok(text) => Ok(Str::new(text)),
        Err(_) => Err(throw_text(ctx, Fault::Syntax, "The resulting XML serialization is not well-formed")),
    }
}

/// Parses a text as what is in an element, and puts that in the place of what is there.
fn set_inner(ctx: &Ctx, node: Node, text: &Str) -> PhpResult<()> {
    let forest = forest(ctx);
    let fragment = if forest.is_in_html(node) {
        let text = html5::encoding::decode(html5::encoding::utf8(), text);
        html5::parse_fragment(forest, node, &super::html::with_line_feeds(&text))
    } else {
        xml_fragment(ctx, node, text)?
    };
    ctx.poll()?;
    if forest.is_html_element(node, b"template") && forest.template(node).is_none() {
        let content = forest.create(Kind::Fragment, forest.document(node), Str::from(""), Str::from(""));
        forest.set_template(node, content);
    }
    let template = forest.template(node);
    let target = if template.is_some() { template } else { node };
    forest.remove_children(target);
    insert::put(forest, target, fragment, Node::NONE);
    forest.free_tree(fragment);
    forest.changed(node);
    Ok(())
}

/// What is in scope at an element: prefixes (none: the default namespace) and addresses, by what attributes declare, and by
/// what is used too if that is wanted.
fn in_scope(forest: &Forest, node: Node, with_used: bool) -> Vec<(Option<Str>, Str)> {
    let mut chain = Vec::new();
    let mut at = node;
    while at.is_some() && forest.is_element(at) {
        chain.push(at);
        at = forest.parent(at);
    }
    let mut all: Vec<(Option<Str>, Str)> = Vec::new();
    let mut add = |namespace: Namespace| {
        let prefix = forest.namespace_prefix(namespace).filter(|prefix| !prefix.is_empty());
        let uri = forest.namespace_uri(namespace).unwrap_or_default();
        match all.iter_mut().find(|(known, _)| *known == prefix) {
            Some(known) => known.1 = uri,
            None => all.push((prefix, uri)),
        }
    };
    for &element in chain.iter().rev() {
        for attribute in forest.declaring_attributes(element) {
            add(forest.declaration_of(attribute));
        }
        if !with_used {
            continue;
        }
        let own = forest.namespace(element);
        if own.is_some() {
            add(own);
        }
        for attribute in forest.attributes(element).filter(|&one| !forest.is_declaration(one)) {
            if forest.prefix(attribute).is_some_and(|prefix| !prefix.is_empty() && prefix.as_bytes() != b"xml") {
                add(forest.namespace(attribute));
            }
        }
    }
    all.retain(|(prefix, uri)| !uri.is_empty() && prefix.as_ref().is_none_or(|prefix| prefix.as_bytes() != b"xml"));
    all
}

/// Content of an element as XML, in a fragment.
fn xml_fragment(ctx: &Ctx, node: Node, text: &Str) -> PhpResult<Node> {
    use phant_xml::{parser::Options, tree::build};
    let forest = forest(ctx);
    let mut source = b"<context".to_vec();
    let default = super::node::namespace_of(forest, node, None);
    for (prefix, uri) in in_scope(forest, node, true) {
        let Some(prefix) = prefix else { continue };
        source.extend_from_slice(&[b" xmlns:", prefix.as_bytes(), b"=\""].concat());
        phant_xml::serialize::escape_attribute(&uri, false, &mut source);
        source.push(b'"');
    }
    if let Some(uri) = default {
        source.extend_from_slice(b" xmlns=\"");
        phant_xml::serialize::escape_attribute(&uri, false, &mut source);
        source.push(b'"');
    }
    source.push(b'>');
    source.extend_from_slice(text);
    source.extend_from_slice(b"</context>");
    let document = forest.document(node);
    let holder = forest.create(Kind::Fragment, document, Str::from(""), Str::from(""));
    let options = build::TreeOptions { parse: Options::default(), ..build::TreeOptions::default() };
    let mut loader = files::StreamLoader { ctx, no_network: true, file: None };
    let entities = crate::load::entities(forest, document);
    // A prefix that means nothing is a fault, too.
    let mut bad_names = false;
    let mut look = |error: phant_xml::error::Error| bad_names |= error.domain == phant_xml::error::Domain::Namespace;
    let parsed = build::parse(forest, (document, holder), &source, &options, &mut loader, entities, &mut look);
    let context = forest.children(holder).find(|&child| forest.is_element(child)).unwrap_or(Node::NONE);
    if !parsed.well_formed || bad_names || context.is_none() || ctx.has_exception() {
        forest.free_tree(holder);
        ctx.check()?;
        return Err(throw_text(ctx, Fault::Syntax, "XML fragment is not well-formed"));
    }
    forest.set_declared(context, &[]);
    forest.declarations_to_attributes(holder);
    let fragment = forest.create(Kind::Fragment, document, Str::from(""), Str::from(""));
    for child in forest.children(context).collect::<Vec<_>>() {
        forest.unlink(child);
        forest.append(fragment, child);
    }
    forest.free_tree(holder);
    Ok(fragment)
}

fn bytes(uri: Option<&PhpStr>) -> Option<&[u8]> {
    uri.map(|uri| uri.as_bytes()).filter(|uri| !uri.is_empty())
}

pub struct Element;

/// An element.
#[php_class(
    "class Dom\\Element extends Dom\\Node implements Dom\\ParentNode, Dom\\ChildNode {
        public virtual ?string $namespaceURI;
        public virtual ?string $prefix;
        public virtual string $localName;
        public virtual string $tagName;
        public virtual string $id;
        public virtual string $className;
        public virtual Dom\\TokenList $classList;
        public virtual Dom\\NamedNodeMap $attributes;
        public virtual ?Dom\\Element $firstElementChild;
        public virtual ?Dom\\Element $lastElementChild;
        public virtual int $childElementCount;
        public virtual ?Dom\\Element $previousElementSibling;
        public virtual ?Dom\\Element $nextElementSibling;
        public virtual string $innerHTML;
        public virtual string $substitutedNodeValue;
    }",
    create = object::create,
    handlers = HANDLERS,
    methods = [Self::MORE, Self::NODES],
    strict_return
)]
impl Element {
    #[php("public function hasAttributes(): bool")]
    fn has_attributes(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let node = object::node(ctx, this)?;
        Ok(forest(ctx).first_attribute(node).is_some())
    }

    #[php("public function getAttributeNames(): array")]
    fn get_attribute_names(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        let mut names = Array::new();
        for attribute in forest.attributes(node) {
            let _ = names.push(Value::from(forest.qualified_name(attribute)));
        }
        Ok(names)
    }

    #[php("public function getAttribute(string $qualifiedName): ?string")]
    fn get_attribute(ctx: &Ctx, this: &Object, qualified_name: &PhpStr) -> PhpResult<Option<Str>> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        Ok(names::attribute(forest, node, qualified_name).some().map(|attribute| forest.text(attribute)))
    }

    #[php("public function getAttributeNS(?string $namespace, string $localName): ?string")]
    fn get_attribute_ns(ctx: &Ctx, this: &Object, namespace: Option<&PhpStr>, local_name: &PhpStr) -> PhpResult<Option<Str>> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        Ok(forest.attribute(node, local_name, bytes(namespace)).some().map(|attribute| forest.text(attribute)))
    }

    #[php("public function setAttribute(string $qualifiedName, string $value): void")]
    fn set_attribute(ctx: &Ctx, this: &Object, qualified_name: &PhpStr, value: &Str) -> PhpResult<()> {
        if qualified_name.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        let node = object::node(ctx, this)?;
        if !chars::is_name(qualified_name) {
            return Err(throw(ctx, Fault::InvalidCharacter));
        }
        names::set_attribute(forest(ctx), node, qualified_name, value.clone());
        Ok(())
    }

    #[php("public function setAttributeNS(?string $namespace, string $qualifiedName, string $value): void")]
    fn set_attribute_ns(
        ctx: &Ctx,
        this: &Object,
        namespace: Option<&PhpStr>,
        qualified_name: &PhpStr,
        value: &Str,
    ) -> PhpResult<()> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        let uri = namespace.map(|uri| uri.as_bytes());
        let name = names::extract(uri, qualified_name).map_err(|fault| throw(ctx, fault))?;
        let known = forest.attribute(node, name.local, name.uri);
        if known.is_some() {
            forest.set_attribute_value(known, value.clone());
            forest.set_namespace(known, name.namespace(forest));
            return Ok(());
        }
        let attribute = forest.create(Kind::Attribute, forest.document(node), Str::new(name.local), value.clone());
        forest.set_namespace(attribute, name.namespace(forest));
        names::mark_id(forest, node, attribute);
        forest.append_attribute(node, attribute);
        Ok(())
    }

    #[php("public function removeAttribute(string $qualifiedName): void")]
    fn remove_attribute(ctx: &Ctx, this: &Object, qualified_name: &PhpStr) -> PhpResult<()> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        if let Some(attribute) = names::attribute(forest, node, qualified_name).some() {
            forest.remove(attribute);
        }
        Ok(())
    }

    #[php("public function removeAttributeNS(?string $namespace, string $localName): void")]
    fn remove_attribute_ns(ctx: &Ctx, this: &Object, namespace: Option<&PhpStr>, local_name: &PhpStr) -> PhpResult<()> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        if let Some(attribute) = forest.attribute(node, local_name, bytes(namespace)).some() {
            forest.remove(attribute);
        }
        Ok(())
    }

    #[php("public function toggleAttribute(string $qualifiedName, ?bool $force = null): bool")]
    fn toggle_attribute(ctx: &Ctx, this: &Object, qualified_name: &PhpStr, force: Option<bool>) -> PhpResult<bool> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        if !chars::is_name(qualified_name) {
            return Err(throw(ctx, Fault::InvalidCharacter));
        }
        match (names::attribute(forest, node, qualified_name).some(), force) {
            (None, None | Some(true)) => {
                names::set_attribute(forest, node, qualified_name, Str::from(""));
                Ok(true)
            }
            (None, Some(false)) => Ok(false),
            (Some(attribute), None | Some(false)) => {
                forest.remove(attribute);
                Ok(false)
            }
            (Some(_), Some(true)) => Ok(true),
        }
    }

    #[php("public function hasAttribute(string $qualifiedName): bool")]
    fn has_attribute(ctx: &Ctx, this: &Object, qualified_name: &PhpStr) -> PhpResult<bool> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        Ok(names::attribute(forest, node, qualified_name).is_some())
    }

    #[php("public function hasAttributeNS(?string $namespace, string $localName): bool")]
    fn has_attribute_ns(ctx: &Ctx, this: &Object, namespace: Option<&PhpStr>, local_name: &PhpStr) -> PhpResult<bool> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        Ok(forest.attribute(node, local_name, bytes(namespace)).is_some())
    }

    #[php("public function getAttributeNode(string $qualifiedName): ?Dom\\Attr")]
    fn get_attribute_node(ctx: &Ctx, this: &Object, qualified_name: &PhpStr) -> PhpResult {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        object::value(ctx, names::attribute(forest, node, qualified_name))
    }

    #[php("public function getAttributeNodeNS(?string $namespace, string $localName): ?Dom\\Attr")]
    fn get_attribute_node_ns(ctx: &Ctx, this: &Object, namespace: Option<&PhpStr>, local_name: &PhpStr) -> PhpResult {
        let node = object::node(ctx, this)?;
        object::value(ctx, forest(ctx).attribute(node, local_name, bytes(namespace)))
    }

    #[php("public function setAttributeNode(Dom\\Attr $attr): ?Dom\\Attr", alias = "setAttributeNodeNS")]
    fn set_attribute_node(ctx: &Ctx, this: &Object, attr: &Object) -> PhpResult {
        let (element, attribute) = (object::node(ctx, this)?, object::node(ctx, attr)?);
        let forest = forest(ctx);
        let owner = forest.parent(attribute);
        if owner.is_some() && owner != element {
            return Err(ctx.throw_with_code("DOMException", "Inuse Attribute Error", 10));
        }
        let uri = forest.uri(attribute);
        let old = forest.attribute(element, &forest.name(attribute), uri.as_ref().map(|uri| uri.as_bytes()));
        if old == attribute {
            return Ok(Value::NULL);
        }
        let replaced = object::value(ctx, old)?;
        super::document::adopt(forest, attribute, forest.document(element));
        if old.is_some() {
            forest.replace_attribute(old, attribute);
        } else {
            forest.append_attribute(element, attribute);
        }
        names::mark_id(forest, element, attribute);
        Ok(replaced)
    }

    #[php("public function removeAttributeNode(Dom\\Attr $attr): Dom\\Attr")]
    fn remove_attribute_node(ctx: &Ctx, this: &Object, attr: &Object) -> PhpResult<Object> {
        let (element, attribute) = (object::node(ctx, this)?, object::node(ctx, attr)?);
        let forest = forest(ctx);
        if forest.parent(attribute) != element {
            return Err(throw(ctx, Fault::NotFound));
        }
        forest.unlink(attribute);
        Ok(attr.clone())
    }

    #[php("public function getElementsByTagName(string $qualifiedName): Dom\\HTMLCollection")]
    fn get_elements_by_tag_name(ctx: &Ctx, this: &Object, qualified_name: &Str) -> PhpResult<Object> {
        lists::named(ctx, this, qualified_name)
    }

    #[php("public function getElementsByTagNameNS(?string $namespace, string $localName): Dom\\HTMLCollection")]
    fn get_elements_by_tag_name_ns(ctx: &Ctx, this: &Object, namespace: Option<&Str>, local_name: &Str) -> PhpResult<Object> {
        lists::named_ns(ctx, this, namespace.cloned(), local_name)
    }
}

/// Makes an attribute an ID, or none.
fn set_id(ctx: &Ctx, attribute: Node, is: bool) -> PhpResult<()> {
    if attribute.is_none() {
        return Err(throw(ctx, Fault::NotFound));
    }
    forest(ctx).set_id(attribute, is);
    Ok(())
}

/// Where a case of Dom\AdjacentPosition is.
fn place(ctx: &Ctx, this: &Object, case: &Object, moved: Node) -> PhpResult<bool> {
    let (node, forest) = (object::node(ctx, this)?, forest(ctx));
    let parent = forest.parent(node);
    let value = ctx.get_property(case, "value")?;
    let value = value.as_str().map(Held::into_owned).unwrap_or_default();
    let (target, before) = match value.as_bytes() {
        b"beforebegin" => (parent, node),
        b"afterbegin" => (node, forest.first_child(node)),
        b"beforeend" => (node, Node::NONE),
        _ => (parent, forest.next(node)),
    };
    if target.is_none() {
        return Ok(false);
    }
    if forest.document(moved) != forest.document(node) {
        forest.unlink(moved);
        super::document::adopt(forest, moved, forest.document(node));
    }
    insert::insert_before(ctx, target, moved, before)?;
    Ok(true)
}

fn namespace_info(ctx: &Ctx, element: Node, prefix: Option<Str>, uri: Str) -> PhpResult {
    let info = ctx.allocate(ctx.known_class("Dom\\NamespaceInfo"))?;
    info.set_slot(0, text(prefix));
    info.set_slot(1, if uri.is_empty() { Value::NULL } else { Value::from(uri) });
    info.set_slot(2, Value::from(object::wrap(ctx, element)?));
    Ok(Value::from(info))
}

#[php_methods(MORE)]
impl Element {
    #[php("public function insertAdjacentElement(Dom\\AdjacentPosition $where, Dom\\Element $element): ?Dom\\Element")]
    fn insert_adjacent_element(ctx: &Ctx, this: &Object, r#where: &Object, element: &Object) -> PhpResult {
        let moved = object::node(ctx, element)?;
        Ok(if place(ctx, this, r#where, moved)? { Value::from(element.clone()) } else { Value::NULL })
    }

    #[php("public function insertAdjacentText(Dom\\AdjacentPosition $where, string $data): void")]
    fn insert_adjacent_text(ctx: &Ctx, this: &Object, r#where: &Object, data: &Str) -> PhpResult<()> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        let text = forest.create(Kind::Text, forest.document(node), Str::from(""), data.clone());
        let placed = place(ctx, this, r#where, text);
        if forest.parent(text).is_none() {
            forest.free_tree(text);
        }
        placed.map(|_| ())
    }

    #[php("public function setIdAttribute(string $qualifiedName, bool $isId): void")]
    fn set_id_attribute(ctx: &Ctx, this: &Object, qualified_name: &PhpStr, is_id: bool) -> PhpResult<()> {
        let node = object::node(ctx, this)?;
        set_id(ctx, names::attribute(forest(ctx), node, qualified_name), is_id)
    }

    #[php("public function setIdAttributeNS(?string $namespace, string $qualifiedName, bool $isId): void")]
    fn set_id_attribute_ns(
        ctx: &Ctx,
        this: &Object,
        namespace: Option<&PhpStr>,
        qualified_name: &PhpStr,
        is_id: bool,
    ) -> PhpResult<()> {
        let node = object::node(ctx, this)?;
        set_id(ctx, forest(ctx).attribute(node, qualified_name, bytes(namespace)), is_id)
    }

    #[php("public function setIdAttributeNode(Dom\\Attr $attr, bool $isId): void")]
    fn set_id_attribute_node(ctx: &Ctx, this: &Object, attr: &Object, is_id: bool) -> PhpResult<()> {
        let (node, attribute) = (object::node(ctx, this)?, object::node(ctx, attr)?);
        let is_own = forest(ctx).parent(attribute) == node;
        set_id(ctx, if is_own { attribute } else { Node::NONE }, is_id)
    }

    #[php("public function getInScopeNamespaces(): array")]
    fn get_in_scope_namespaces(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let node = object::node(ctx, this)?;
        let mut all = Array::new();
        for (prefix, uri) in in_scope(forest(ctx), node, false) {
            let _ = all.push(namespace_info(ctx, node, prefix, uri)?);
        }
        Ok(all)
    }

    #[php("public function getDescendantNamespaces(): array")]
    fn get_descendant_namespaces(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        let mut all = Array::new();
        for element in forest.descendants(node).filter(|&node| forest.is_element(node)).collect::<Vec<_>>() {
            for (prefix, uri) in in_scope(forest, element, false) {
                let _ = all.push(namespace_info(ctx, element, prefix, uri)?);
            }
        }
        Ok(all)
    }

    #[php("public function rename(?string $namespaceURI, string $qualifiedName): void")]
    fn rename(ctx: &Ctx, this: &Object, namespace_uri: Option<&PhpStr>, qualified_name: &PhpStr) -> PhpResult<()> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        let uri = namespace_uri.map(|uri| uri.as_bytes());
        let name = names::extract(uri, qualified_name).map_err(|fault| throw(ctx, fault))?;
        let (was, is) = (forest.is_in(node, HTML_NAMESPACE), name.uri == Some(HTML_NAMESPACE));
        if was != is {
            let way = if was { "out of" } else { "into" };
            let text = format!(
                "It is not possible to move an element {way} the HTML namespace because the HTML namespace is tied to the \
                 HTMLElement class"
            );
            return Err(throw_text(ctx, Fault::InvalidModification, &text));
        }
        if forest.template(node).is_some() {
            let text = "It is not possible to rename the template element because it hosts a document fragment";
            return Err(throw_text(ctx, Fault::InvalidModification, text));
        }
        forest.set_name(node, Str::new(name.local));
        forest.set_namespace(node, name.namespace(forest));
        forest.changed(node);
        Ok(())
    }
}

#[php_methods(NODES)]
impl Element {
    #[php("public function remove(): void")]
    fn remove(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        insert::remove(ctx, this)
    }

    #[php("public function before(Dom\\Node|string ...$nodes): void", untyped)]
    fn before(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        insert::before(ctx, this, nodes)
    }

    #[php("public function after(Dom\\Node|string ...$nodes): void", untyped)]
    fn after(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        insert::after(ctx, this, nodes)
    }

    #[php("public function replaceWith(Dom\\Node|string ...$nodes): void", untyped)]
    fn replace_with(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        insert::replace_with(ctx, this, nodes)
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

    #[php("public function closest(string $selectors): ?Dom\\Element")]
    fn closest(ctx: &Ctx, this: &Object, selectors: &PhpStr) -> PhpResult {
        query::closest(ctx, this, selectors)
    }

    #[php("public function matches(string $selectors): bool")]
    fn matches(ctx: &Ctx, this: &Object, selectors: &PhpStr) -> PhpResult<bool> {
        query::matches(ctx, this, selectors)
    }
}

pub struct HtmlElement;

/// An element of HTML.
#[php_class("class Dom\\HTMLElement extends Dom\\Element {}", create = object::create, handlers = HANDLERS)]
impl HtmlElement {}

pub struct NamespaceInfo;

/// A namespace that is in scope at an element.
#[php_class(
    "final readonly class Dom\\NamespaceInfo {
        public readonly ?string $prefix;
        public readonly ?string $namespaceURI;
        public readonly Dom\\Element $element;
    }",
    no_dynamic
)]
impl NamespaceInfo {
    #[php("private function __construct()")]
    fn construct() {}
}
