//! The class SimpleXMLElement.

use crate::{
    access::{self, HANDLERS},
    load,
    object::{Means, View, create, like, set_text, state},
};
use phant_ext_libxml::{errors, forest, load as files};
use phant_memory::{Array, Object, PhpStr, Str, Value};
use phant_native::{Ctx, PhpResult, php_class};
use phant_xml::{
    parser::encoding,
    serialize::{self, Format},
    tree::{Forest, Kind, Namespace, Node},
};

pub(crate) struct SimpleXMLElement;

/// An element, or several of them, as an object.
#[php_class(
    "class SimpleXMLElement implements Stringable, Countable, RecursiveIterator {}",
    create = create,
    handlers = HANDLERS,
    not_serializable
)]
impl SimpleXMLElement {
    /// Parses a text or a file.
    #[php(
        "public function __construct(string $data, int $options = 0, bool $dataIsURL = false, string $namespaceOrPrefix = '', bool $isPrefix = false)"
    )]
    fn construct(
        ctx: &Ctx,
        this: &Object,
        data: &PhpStr,
        options: i64,
        is_url: bool,
        space: &PhpStr,
        is_prefix: bool,
    ) -> PhpResult<()> {
        if i32::try_from(options).is_err() {
            let text = "SimpleXMLElement::__construct(): Argument #2 ($options) is invalid";
            return Err(ctx.throw("Exception", text));
        }
        let document = if is_url { load::parse_file(ctx, data, options)? } else { load::parse(ctx, data, None, options)? };
        match document {
            Some(document) => {
                let root = forest(ctx).root(document);
                let node = if root.is_some() { root } else { document };
                state(this).attach(node, load::view(space, is_prefix));
                Ok(())
            }
            None => Err(ctx.throw("Exception", "String could not be parsed as XML")),
        }
    }

    /// Finds elements.
    #[php("public function xpath(string $expression): array|null|false")]
    fn xpath(ctx: &Ctx, this: &Object, expression: &PhpStr) -> PhpResult {
        crate::xpath::evaluate(ctx, this, expression)
    }
    /// Says what a prefix means in expressions.
    #[php("public function registerXPathNamespace(string $prefix, string $namespace): bool")]
    fn register_xpath_namespace(this: &Object, prefix: &Str, namespace: &Str) -> bool {
        if prefix.is_empty() {
            return false;
        }
        state(this).prefixes.borrow_mut().push((prefix.clone(), namespace.clone()));
        true
    }

    /// The element as XML: the text, or whether it could be written to a file.
    #[php("public function asXML(?string $filename = null): string|bool", alias = "saveXML")]
    fn as_xml(ctx: &Ctx, this: &Object, filename: Option<&Str>) -> PhpResult {
        if filename.is_some_and(|filename| filename.contains(&0)) {
            return Err(ctx.argument_error(1, "must not contain any null bytes"));
        }
        let state = state(this);
        let Some(node) = state.one(ctx)?.some() else { return Ok(Value::FALSE) };
        let text = printed(&state.forest, node);
        match filename {
            None => Ok(Value::from(text)),
            Some(filename) if filename.is_empty() => Err(ctx.value_error("Path must not be empty")),
            Some(filename) if load::has_hidden_nul(ctx, filename)? => Ok(Value::FALSE),
            Some(filename) => Ok(Value::bool(files::write(ctx, &files::absolute(ctx, filename), &text)?)),
        }
    }

    /// The namespaces that the element and its attributes are in.
    #[php("public function getNamespaces(bool $recursive = false): array")]
    fn get_namespaces(ctx: &Ctx, this: &Object, recursive: bool) -> PhpResult<Array> {
        let state = state(this);
        let mut all = Array::new();
        if let Some(node) = state.one(ctx)?.some() {
            let forest = &*state.forest;
            add_used(forest, node, &mut all);
            if recursive && forest.is_element(node) {
                forest.descendants(node).filter(|&n| forest.is_element(n)).for_each(|n| add_used(forest, n, &mut all));
            }
        }
        Ok(all)
    }
    /// The namespaces that are declared.
    #[php("public function getDocNamespaces(bool $recursive = false, bool $fromRoot = true): array|false")]
    fn get_doc_namespaces(ctx: &Ctx, this: &Object, recursive: bool, from_root: bool) -> PhpResult {
        let state = state(this);
        let forest = &*state.forest;
        let node = if from_root { forest.root(forest.document(state.base(ctx)?)) } else { state.base(ctx)? };
        if node.is_none() {
            return Ok(Value::FALSE);
        }
        let mut all = Array::new();
        add_declared(forest, node, &mut all);
        if recursive {
            forest.descendants(node).filter(|&n| forest.is_element(n)).for_each(|n| add_declared(forest, n, &mut all));
        }
        Ok(Value::from(all))
    }

    /// The elements in it, of a namespace.
    #[php("public function children(?string $namespaceOrPrefix = null, bool $isPrefix = false): ?SimpleXMLElement")]
    fn children(ctx: &Ctx, this: &Object, space: Option<&Str>, by_prefix: bool) -> PhpResult<Option<Object>> {
        Self::part(ctx, this, Means::Children, space, by_prefix)
    }
    /// Its attributes, of a namespace.
    #[php("public function attributes(?string $namespaceOrPrefix = null, bool $isPrefix = false): ?SimpleXMLElement")]
    fn attributes(ctx: &Ctx, this: &Object, space: Option<&Str>, by_prefix: bool) -> PhpResult<Option<Object>> {
        Self::part(ctx, this, Means::Attributes, space, by_prefix)
    }
    fn part(ctx: &Ctx, this: &Object, means: Means, space: Option<&Str>, by_prefix: bool) -> PhpResult<Option<Object>> {
        let state = state(this);
        if state.view.borrow().means == Means::Attributes {
            return Ok(None);
        }
        let Some(node) = state.one(ctx)?.some() else { return Ok(None) };
        let space = space.filter(|space| !space.is_empty()).cloned();
        like(ctx, this, node, View { means, name: None, space, by_prefix }).map(Some)
    }

    /// The element's name.
    #[php("public function getName(): string")]
    fn get_name(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let state = state(this);
        let name = |node| match state.forest.kind(node) {
            Kind::Comment => Str::from("comment"),
            _ => state.forest.name(node),
        };
        Ok(state.one(ctx)?.some().map(name).unwrap_or_default())
    }

    /// Adds an element.
    #[php("public function addChild(string $qualifiedName, ?string $value = null, ?string $namespace = null): ?SimpleXMLElement")]
    fn add_child(
        ctx: &Ctx,
        this: &Object,
        name: &Str,
        value: Option<&Str>,
        namespace: Option<&Str>,
    ) -> PhpResult<Option<Object>> {
        if name.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        let state = state(this);
        let view = state.view();
        if view.means == Means::Attributes {
            ctx.warning("Cannot add element to attributes");
            ctx.check()?;
            return Ok(None);
        }
        let forest = &*state.forest;
        let Some(node) = state.one(ctx)?.some() else {
            ctx.warning("Cannot add child. Parent is not a permanent member of the XML tree");
            ctx.check()?;
            return Ok(None);
        };
        let (prefix, local) = split(name);
        let element = forest.create(Kind::Element, forest.document(node), Str::new(local), Str::default());
        if let Some(value) = value {
            errors::set_reference_text(ctx, forest, element, value, false)?;
        }
        forest.append(node, element);
        match namespace {
            None => forest.set_namespace(element, forest.namespace(node)),
            Some(uri) if uri.is_empty() => {
                forest.set_namespace(element, Namespace::NONE);
                let none = forest.intern_namespace(prefix, b"");
                forest.declare(element, none);
            }
            Some(uri) => {
                let known = forest.lookup_uri(node, uri, false);
                let space = if known.is_some() { known } else { forest.intern_namespace(prefix, uri) };
                if !known.is_some() {
                    forest.declare(element, space);
                }
                forest.set_namespace(element, space);
            }
        }
        ctx.check()?;
        like(ctx, this, element, view.of(Means::Itself, None)).map(Some)
    }
    /// Adds an attribute.
    #[php("public function addAttribute(string $qualifiedName, string $value, ?string $namespace = null): void")]
    fn add_attribute(ctx: &Ctx, this: &Object, name: &Str, value: &Str, namespace: Option<&Str>) -> PhpResult<()> {
        if name.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        let state = state(this);
        let forest = &*state.forest;
        let node = state.one(ctx)?;
        let node = if node.is_some() && !forest.is_element(node) { forest.parent(node) } else { node };
        let Some(node) = node.some() else {
            ctx.warning("Unable to locate parent Element");
            return ctx.check();
        };
        let (prefix, local) = split(name);
        let namespace = namespace.filter(|uri| !uri.is_empty());
        if namespace.is_some() && prefix.is_none() {
            ctx.warning("Attribute requires prefix for namespace");
            return ctx.check();
        }
        let local = if namespace.is_some() { local } else { prefix.map_or(local, |_| local) };
        if forest.attribute(node, local, namespace.map(|uri| uri.as_bytes())).is_some() {
            ctx.warning("Attribute already exists");
            return ctx.check();
        }
        let attribute = forest.create(Kind::Attribute, forest.document(node), Str::new(local), Str::default());
        if let Some(uri) = namespace {
            let known = forest.lookup_uri(node, uri, true);
            let space = if known.is_some() { known } else { forest.intern_namespace(prefix, uri) };
            if !known.is_some() {
                forest.declare(node, space);
            }
            forest.set_namespace(attribute, space);
        }
        forest.append_attribute(node, attribute);
        set_text(forest, attribute, value);
        Ok(())
    }

    /// The text in it.
    #[php("public function __toString(): string")]
    fn to_string(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        access::text(ctx, this)
    }
    /// What `var_dump` shows.
    #[php("public function __debugInfo(): ?array")]
    fn debug_info(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        crate::shown::properties(ctx, this, true)
    }
    /// How many elements there are.
    #[php("public function count(): int")]
    fn count(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        access::count(ctx, this)
    }
    /// Goes to the first element.
    #[php("public function rewind(): void")]
    fn rewind(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        access::step(ctx, this, true)
    }
    /// Whether there is an element to look at.
    #[php("public function valid(): bool")]
    fn valid(this: &Object) -> bool {
        state(this).current.borrow().is_some()
    }
    /// The element that is looked at.
    #[php("public function current(): SimpleXMLElement")]
    fn current(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        let current = state(this).current.borrow().clone();
        current.ok_or_else(|| ctx.throw_error("Iterator not initialized or already consumed"))
    }
    /// Its name.
    #[php("public function key(): string")]
    fn key(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        access::key(this).ok_or_else(|| ctx.throw_error("Iterator not initialized or already consumed"))
    }
    /// Goes to the next element.
    #[php("public function next(): void")]
    fn next(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        access::step(ctx, this, false)
    }
    /// Whether there are elements in the one that is looked at.
    #[php("public function hasChildren(): bool")]
    fn has_children(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let current = state(this).current.borrow().clone();
        let Some(current) = current.filter(|_| state(this).view().means != Means::Attributes) else { return Ok(false) };
        let state = state(&current);
        let node = state.base(ctx)?;
        Ok(state.forest.is_element(node) && state.forest.children(node).any(|child| state.forest.is_element(child)))
    }
    /// The element that is looked at, to go into it.
    #[php("public function getChildren(): ?SimpleXMLElement")]
    fn get_children(this: &Object) -> Option<Object> {
        let current = state(this).current.borrow().clone();
        current.filter(|_| state(this).view().means != Means::Attributes)
    }
}

#[php_class("class SimpleXMLIterator extends SimpleXMLElement {}")]
pub(crate) struct SimpleXMLIterator;

fn split(name: &Str) -> (Option<&[u8]>, &[u8]) {
    match name.iter().position(|&b| b == b':') {
        Some(colon) => (Some(&name[..colon]), &name[colon + 1..]),
        None => (None, name),
    }
}

/// A document for its root element, else the element alone; in the document's encoding.
fn printed(forest: &Forest, node: Node) -> Str {
    let document = forest.document(node);
    let name = forest.document_data(document).and_then(|data| data.encoding.borrow().clone());
    let is_living = forest.is_living(node);
    let text = if is_living {
        let options = phant_xml::living::Options::default();
        let declaration = name.as_ref().map_or(&b"UTF-8"[..], |name| name.as_bytes());
        match forest.parent(node) == document && forest.is_element(node) {
            true => phant_xml::living::document(forest, document, options, Some(declaration)).unwrap_or_default(),
            false => phant_xml::living::node(forest, node, options).unwrap_or_default(),
        }
    } else if forest.parent(node) == document && forest.is_element(node) {
        let format = Format { ascii: name.is_none(), ..Format::default() };
        serialize::document(forest, document, format, name.as_ref().map(|name| name.as_bytes()))
    } else {
        serialize::node(forest, node, Format::default())
    };
    match name.and_then(|name| encoding::encode(&text, &name)) {
        Some(encoded) => Str::new(encoded),
        None => Str::new(text),
    }
}

fn add(forest: &Forest, namespace: Namespace, all: &mut Array) {
    let Some(uri) = forest.namespace_uri(namespace) else { return };
    let prefix = forest.namespace_prefix(namespace).unwrap_or_default();
    if all.get_symbolic(&prefix).is_none() {
        all.set(prefix, Value::from(uri));
    }
}

fn add_used(forest: &Forest, node: Node, all: &mut Array) {
    add(forest, forest.namespace(node), all);
    if forest.is_element(node) {
        forest.attributes(node).for_each(|attribute| add(forest, forest.namespace(attribute), all));
    }
}

fn add_declared(forest: &Forest, node: Node, all: &mut Array) {
    forest.declared(node).into_iter().for_each(|namespace| add(forest, namespace, all));
}
