//! DOMDocument and DOMDocumentFragment.

use crate::{
    element::{check_name, new_element},
    exception::{Fault, fail, throw},
    load, node, nodelist,
    object::{self, setting},
    parentnode,
    properties::{HANDLERS, Table, set_text, text},
    save, schema, validate,
};
use phant_ext_libxml::{errors, forest};
use phant_memory::{Held, Object, PhpStr, Str, Value};
use phant_native::{Ctx, Level, PhpResult, php_class, php_methods, ret::OrFalse};
use phant_xml::{
    chars, html,
    parser::encoding,
    tree::{Forest, Kind, Node},
};

pub struct DomDocument;

const SETTINGS: [(&str, u32); 6] = [
    ("formatOutput", setting::FORMAT_OUTPUT),
    ("validateOnParse", setting::VALIDATE_ON_PARSE),
    ("resolveExternals", setting::RESOLVE_EXTERNALS),
    ("substituteEntities", setting::SUBSTITUTE_ENTITIES),
    ("recover", setting::RECOVER),
    // Kept the other way round, so that a new document has none.
    ("preserveWhiteSpace", setting::KEEP_NO_WHITE_SPACE),
];

pub static TABLE: Table = Table {
    class: "DOMDocument",
    kinds: &[Kind::Document, Kind::HtmlDocument],
    names: &[
        "doctype",
        "implementation",
        "documentElement",
        "actualEncoding",
        "encoding",
        "xmlEncoding",
        "standalone",
        "xmlStandalone",
        "version",
        "xmlVersion",
        "strictErrorChecking",
        "documentURI",
        "config",
        "formatOutput",
        "validateOnParse",
        "resolveExternals",
        "preserveWhiteSpace",
        "recover",
        "substituteEntities",
        "firstElementChild",
        "lastElementChild",
        "childElementCount",
    ],
    writable: &[
        ("encoding", "?string"),
        ("standalone", "bool"),
        ("xmlStandalone", "bool"),
        ("version", "?string"),
        ("xmlVersion", "?string"),
        ("strictErrorChecking", "bool"),
        ("documentURI", "?string"),
        ("formatOutput", "bool"),
        ("validateOnParse", "bool"),
        ("resolveExternals", "bool"),
        ("preserveWhiteSpace", "bool"),
        ("recover", "bool"),
        ("substituteEntities", "bool"),
    ],
    read,
    write,
};

fn read(ctx: &Ctx, _: &Object, node: Node, property: &[u8]) -> PhpResult<Option<Value>> {
    let forest = forest(ctx);
    let Some(data) = forest.document_data(node) else { return Ok(Some(Value::NULL)) };
    if property == b"actualEncoding" || property == b"config" {
        let name = String::from_utf8_lossy(property).into_owned();
        ctx.report(Level::Deprecated, format!("Property DOMDocument::${name} is deprecated"));
        ctx.check()?;
    }
    let settings = data.settings.get();
    if let Some((name, bit)) = SETTINGS.iter().find(|(name, _)| name.as_bytes() == property) {
        return Ok(Some(Value::bool((settings & bit != 0) != (*name == "preserveWhiteSpace"))));
    }
    Ok(Some(match property {
        b"doctype" => object::value(ctx, forest.doctype(node))?,
        b"implementation" => Value::from(ctx.new_object(ctx.known_class("DOMImplementation"), &[])?),
        b"documentElement" => object::value(ctx, forest.root(node))?,
        b"actualEncoding" | b"encoding" | b"xmlEncoding" => text(data.encoding.borrow().clone()),
        b"standalone" | b"xmlStandalone" => Value::bool(data.standalone.get() > 0),
        b"version" | b"xmlVersion" => text(data.version.borrow().clone()),
        b"strictErrorChecking" => Value::bool(settings & setting::NOT_STRICT == 0),
        b"documentURI" => text(data.uri.borrow().clone()),
        b"config" => Value::NULL,
        _ => return parentnode::read(ctx, node, property),
    }))
}

fn write(ctx: &Ctx, _: &Object, node: Node, property: &[u8], value: &Value) -> PhpResult<bool> {
    let forest = forest(ctx);
    let Some(data) = forest.document_data(node) else { return Ok(true) };
    let is_true = value.as_bool().unwrap_or(false);
    let written = value.as_str().map(Held::into_owned);
    let set = |bit: u32, on: bool| {
        let settings = data.settings.get();
        data.settings.set(if on { settings | bit } else { settings & !bit });
    };
    if let Some((name, bit)) = SETTINGS.iter().find(|(name, _)| name.as_bytes() == property) {
        set(*bit, is_true != (*name == "preserveWhiteSpace"));
        return Ok(true);
    }
    match property {
        b"strictErrorChecking" => set(setting::NOT_STRICT, !is_true),
        b"standalone" | b"xmlStandalone" => data.standalone.set(i32::from(is_true)),
        b"version" | b"xmlVersion" => {
            data.version.replace(Some(written.unwrap_or_default()));
        }
        b"documentURI" => {
            data.uri.replace(written);
        }
        _ => {
            let Some(name) = written.filter(|name| encoding::is_known(name)) else {
                return Err(ctx.value_error("Invalid document encoding"));
            };
            data.encoding.replace(Some(name));
        }
    }
    Ok(true)
}

/// The node of a document's object, and the object of a new node of that document.
fn made(ctx: &Ctx, this: &Object, kind: Kind, name: &[u8], value: &[u8]) -> PhpResult {
    let document = object::node(ctx, this)?;
    let node = forest(ctx).create(kind, document, Str::new(name), Str::new(value));
    object::value(ctx, node)
}

/// Makes a text an element's content; references in it are references.
pub fn set_content(ctx: &Ctx, node: Node, value: &PhpStr) -> PhpResult<()> {
    if value.is_empty() {
        return Ok(());
    }
    let forest = forest(ctx);
    if !value.contains(&b'&') {
        set_text(forest, node, Str::new(value.as_bytes()));
        return Ok(());
    }
    errors::set_reference_text(ctx, forest, node, value, false)
}

/// A document.
#[php_class(
    "class DOMDocument extends DOMNode implements DOMParentNode {
        public virtual ?DOMDocumentType $doctype;
        public virtual DOMImplementation $implementation;
        public virtual ?DOMElement $documentElement;
        public virtual ?string $actualEncoding;
        public virtual ?string $encoding;
        public virtual ?string $xmlEncoding;
        public virtual bool $standalone;
        public virtual bool $xmlStandalone;
        public virtual ?string $version;
        public virtual ?string $xmlVersion;
        public virtual bool $strictErrorChecking;
        public virtual ?string $documentURI;
        public virtual mixed $config;
        public virtual bool $formatOutput;
        public virtual bool $validateOnParse;
        public virtual bool $resolveExternals;
        public virtual bool $preserveWhiteSpace;
        public virtual bool $recover;
        public virtual bool $substituteEntities;
        public virtual ?DOMElement $firstElementChild;
        public virtual ?DOMElement $lastElementChild;
        public virtual int $childElementCount;
    }",
    create = object::create,
    handlers = HANDLERS,
    methods = [Self::MORE]
)]
impl DomDocument {
    #[php("public function __construct(string $version = '1.0', string $encoding = '')")]
    fn construct(ctx: &Ctx, this: &Object, version: &Str, encoding: &Str) {
        let forest = forest(ctx);
        let document = forest.create_document(Kind::Document);
        if let Some(data) = forest.document_data(document) {
            data.version.replace(Some(version.clone()));
            data.encoding.replace((!encoding.is_empty()).then(|| encoding.clone()));
        }
        object::attach(ctx, this, document);
    }

    #[php("public function createAttribute(string $localName)")]
    fn create_attribute(ctx: &Ctx, this: &Object, local_name: &PhpStr) -> PhpResult {
        if !chars::is_name(local_name) {
            object::node(ctx, this)?;
            return fail(ctx, this, Fault::InvalidCharacter, Value::bool(false));
        }
        made(ctx, this, Kind::Attribute, local_name, b"")
    }

    #[php("public function createAttributeNS(?string $namespace, string $qualifiedName)")]
    fn create_attribute_ns(ctx: &Ctx, this: &Object, namespace: Option<&PhpStr>, qualified_name: &PhpStr) -> PhpResult {
        let document = object::node(ctx, this)?;
        let forest = forest(ctx);
        let uri = namespace.map(|uri| uri.as_bytes()).filter(|uri| !uri.is_empty());
        let root = forest.root(document);
        if root.is_none() {
            ctx.warning("Document Missing Root Element");
            ctx.check()?;
            return Ok(Value::bool(false));
        }
        if let Err(fault) = check_name(uri, qualified_name) {
            return fail(ctx, this, fault, Value::bool(false));
        }
        let (prefix, local) = crate::element::split(qualified_name)
            .map_or((None, qualified_name.as_bytes()), |(prefix, local)| (Some(prefix), local));
        let attribute = forest.create(Kind::Attribute, document, Str::new(local), Str::from(""));
        if let Some(uri) = uri {
            let known = forest.lookup_uri(root, uri, true);
            let namespace = if known.is_some() { known } else { crate::element::namespace_for(forest, root, prefix, uri, true) };
            forest.set_namespace(attribute, namespace);
        }
        object::value(ctx, attribute)
    }

    #[php("public function createCDATASection(string $data)")]
    fn create_cdata_section(ctx: &Ctx, this: &Object, data: &PhpStr) -> PhpResult {
        made(ctx, this, Kind::CData, b"", data)
    }

    #[php("public function createComment(string $data): DOMComment")]
    fn create_comment(ctx: &Ctx, this: &Object, data: &PhpStr) -> PhpResult {
        made(ctx, this, Kind::Comment, b"", data)
    }

    #[php("public function createDocumentFragment(): DOMDocumentFragment")]
    fn create_document_fragment(ctx: &Ctx, this: &Object) -> PhpResult {
        made(ctx, this, Kind::Fragment, b"", b"")
    }

    #[php("public function createElement(string $localName, string $value = '')")]
    fn create_element(ctx: &Ctx, this: &Object, local_name: &PhpStr, value: &PhpStr) -> PhpResult {
        let document = object::node(ctx, this)?;
        if !chars::is_name(local_name) {
            return fail(ctx, this, Fault::InvalidCharacter, Value::bool(false));
        }
        let node = forest(ctx).create(Kind::Element, document, Str::new(local_name.as_bytes()), Str::from(""));
        set_content(ctx, node, value)?;
        object::value(ctx, node)
    }

    #[php("public function createElementNS(?string $namespace, string $qualifiedName, string $value = '')")]
    fn create_element_ns(
        ctx: &Ctx,
        this: &Object,
        namespace: Option<&PhpStr>,
        qualified_name: &PhpStr,
        value: &PhpStr,
    ) -> PhpResult {
        let document = object::node(ctx, this)?;
        let uri = namespace.map(|uri| uri.as_bytes()).filter(|uri| !uri.is_empty());
        if let Err(fault) = check_name(uri, qualified_name) {
            return fail(ctx, this, fault, Value::bool(false));
        }
        let node = new_element(forest(ctx), document, uri, qualified_name);
        set_content(ctx, node, value)?;
        object::value(ctx, node)
    }

    #[php("public function createEntityReference(string $name)")]
    fn create_entity_reference(ctx: &Ctx, this: &Object, name: &PhpStr) -> PhpResult {
        if !chars::is_name(name) {
            object::node(ctx, this)?;
            return fail(ctx, this, Fault::InvalidCharacter, Value::bool(false));
        }
        made(ctx, this, Kind::EntityReference, name, b"")
    }

    #[php("public function createProcessingInstruction(string $target, string $data = '')")]
    fn create_processing_instruction(ctx: &Ctx, this: &Object, target: &PhpStr, data: &PhpStr) -> PhpResult {
        if !chars::is_name(target) {
            object::node(ctx, this)?;
            return fail(ctx, this, Fault::InvalidCharacter, Value::bool(false));
        }
        made(ctx, this, Kind::ProcessingInstruction, target, data)
    }

    #[php("public function createTextNode(string $data): DOMText")]
    fn create_text_node(ctx: &Ctx, this: &Object, data: &PhpStr) -> PhpResult {
        made(ctx, this, Kind::Text, b"", data)
    }

    #[php("public function getElementById(string $elementId): ?DOMElement")]
    fn get_element_by_id(ctx: &Ctx, this: &Object, element_id: &PhpStr) -> PhpResult {
        let document = object::node(ctx, this)?;
        object::value(ctx, forest(ctx).element_by_id(document, element_id))
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

    #[php("public function importNode(DOMNode $node, bool $deep = false)")]
    fn import_node(ctx: &Ctx, this: &Object, node: &Object, deep: bool) -> PhpResult {
        let (document, from) = (object::node(ctx, this)?, object::node(ctx, node)?);
        let forest = forest(ctx);
        if matches!(forest.kind(from), Kind::Document | Kind::HtmlDocument) {
            ctx.warning("Cannot import: Node Type Not Supported");
            ctx.check()?;
            return Ok(Value::bool(false));
        }
        let copy = forest.copy(from, deep, document);
        forest.reconcile(copy);
        object::value(ctx, copy)
    }

    #[php("public function load(string $filename, int $options = 0): bool")]
    fn load(ctx: &Ctx, this: &Object, filename: &PhpStr, options: i64) -> PhpResult<bool> {
        load::file(ctx, this, filename, options)
    }

    #[php("public function loadXML(string $source, int $options = 0): bool")]
    fn load_xml(ctx: &Ctx, this: &Object, source: &Str, options: i64) -> PhpResult<bool> {
        load::text(ctx, this, source, options)
    }

    #[php("public function xinclude(int $options = 0): int|false")]
    fn xinclude(ctx: &Ctx, this: &Object, options: i64) -> PhpResult<phant_native::ret::OrFalse<i64>> {
        crate::xinclude::method(ctx, this, options)
    }

    #[php("public function normalizeDocument(): void")]
    fn normalize_document(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let document = object::node(ctx, this)?;
        node::normalize(forest(ctx), document);
        Ok(())
    }

    #[php("public function registerNodeClass(string $baseClass, ?string $extendedClass): true")]
    fn register_node_class(ctx: &Ctx, this: &Object, base_class: &PhpStr, extended_class: Option<&PhpStr>) -> PhpResult<bool> {
        register_class(ctx, this, "DOMNode", base_class, extended_class)?;
        Ok(true)
    }

    #[php("public function save(string $filename, int $options = 0): int|false")]
    fn save(ctx: &Ctx, this: &Object, filename: &PhpStr, options: i64) -> PhpResult<OrFalse<usize>> {
        let document = object::node(ctx, this)?;
        if filename.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        let text = save::document(ctx, document, options);
        save::to_file(ctx, filename, &text)
    }

    #[php("public function saveXML(?DOMNode $node = null, int $options = 0): string|false")]
    fn save_xml(ctx: &Ctx, this: &Object, node: Option<&Object>, options: i64) -> PhpResult<OrFalse<Str>> {
        let document = object::node(ctx, this)?;
        let Some(node) = node else { return Ok(OrFalse::Some(save::document(ctx, document, options))) };
        let node = object::node(ctx, node)?;
        if forest(ctx).document(node) != document {
            return fail(ctx, this, Fault::WrongDocument, OrFalse::False);
        }
        Ok(OrFalse::Some(save::node(ctx, document, node, options)))
    }
}

#[php_methods(MORE)]
impl DomDocument {
    #[php("public function adoptNode(DOMNode $node): DOMNode|false")]
    fn adopt_node(ctx: &Ctx, this: &Object, node: &Object) -> PhpResult {
        let (document, adopted) = (object::node(ctx, this)?, object::node(ctx, node)?);
        let forest = forest(ctx);
        if matches!(
            forest.kind(adopted),
            Kind::Document | Kind::HtmlDocument | Kind::DocumentType | Kind::Entity | Kind::Notation
        ) {
            return fail(ctx, this, Fault::NotSupported, Value::bool(false));
        }
        forest.unlink(adopted);
        forest.adopt(adopted, document);
        forest.reconcile(adopted);
        Ok(Value::from(node.clone()))
    }

    #[php("public function loadHTML(string $source, int $options = 0): bool")]
    fn load_html(ctx: &Ctx, this: &Object, source: &PhpStr, options: i64) -> PhpResult<bool> {
        load::html(ctx, this, source, false, options)
    }

    #[php("public function loadHTMLFile(string $filename, int $options = 0): bool")]
    fn load_html_file(ctx: &Ctx, this: &Object, filename: &PhpStr, options: i64) -> PhpResult<bool> {
        load::html(ctx, this, filename, true, options)
    }

    #[php("public function saveHTML(?DOMNode $node = null): string|false")]
    fn save_html(ctx: &Ctx, this: &Object, node: Option<&Object>) -> PhpResult<OrFalse<Str>> {
        let document = object::node(ctx, this)?;
        let forest = forest(ctx);
        let indent = object::settings(forest, document) & setting::FORMAT_OUTPUT != 0;
        let Some(node) = node else { return Ok(OrFalse::Some(Str::new(html::document(forest, document, indent)))) };
        let node = object::node(ctx, node)?;
        if forest.document(node) != document {
            return fail(ctx, this, Fault::WrongDocument, OrFalse::False);
        }
        if node == document {
            return Ok(OrFalse::Some(Str::new(html::document(forest, document, indent))));
        }
        Ok(OrFalse::Some(Str::new(html::node(forest, document, node, indent))))
    }

    #[php("public function saveHTMLFile(string $filename): int|false")]
    fn save_html_file(ctx: &Ctx, this: &Object, filename: &PhpStr) -> PhpResult<OrFalse<usize>> {
        let document = object::node(ctx, this)?;
        if filename.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        if filename.contains(&0) {
            return Err(ctx.argument_error(1, "must not contain any null bytes"));
        }
        declare_encoding(forest(ctx), document);
        let indent = object::settings(forest(ctx), document) & setting::FORMAT_OUTPUT != 0;
        let text = Str::new(html::document(forest(ctx), document, indent));
        save::to_file(ctx, filename, &text)
    }

    #[php("public function schemaValidate(string $filename, int $flags = 0): bool")]
    fn schema_validate(ctx: &Ctx, this: &Object, filename: &PhpStr, flags: i64) -> PhpResult<bool> {
        schema::validate(ctx, this, filename, true, flags)
    }

    #[php("public function schemaValidateSource(string $source, int $flags = 0): bool")]
    fn schema_validate_source(ctx: &Ctx, this: &Object, source: &PhpStr, flags: i64) -> PhpResult<bool> {
        schema::validate(ctx, this, source, false, flags)
    }

    #[php("public function relaxNGValidate(string $filename): bool")]
    fn relaxng_validate(ctx: &Ctx, this: &Object, filename: &PhpStr) -> PhpResult<bool> {
        schema::validate_relaxng(ctx, this, filename, true)
    }

    #[php("public function relaxNGValidateSource(string $source): bool")]
    fn relaxng_validate_source(ctx: &Ctx, this: &Object, source: &PhpStr) -> PhpResult<bool> {
        schema::validate_relaxng(ctx, this, source, false)
    }

    #[php("public function validate(): bool")]
    fn validate(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        validate::validate(ctx, this)
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
}

/// `registerNodeClass`, of classes below `root`.
pub fn register_class(
    ctx: &Ctx,
    this: &Object,
    root: &str,
    base_class: &PhpStr,
    extended_class: Option<&PhpStr>,
) -> PhpResult<()> {
    let node_class = ctx.known_class_of(root);
    let base = ctx.class(base_class).filter(|base| base.is_native() && base.is_subclass_or_same(node_class));
    let Some(base) = base else {
        let name = base_class.to_text().into_owned();
        let text = format!("must be a class name derived from {root}, {name} given");
        return Err(ctx.argument_type_error(1, text));
    };
    if base.is_abstract() {
        return Err(ctx.argument_error(1, "must not be an abstract class"));
    }
    let extended = match extended_class {
        Some(name) => Some(ctx.class(name).ok_or_else(|| {
            let name = name.to_text().into_owned();
            ctx.argument_type_error(2, format!("must be a valid class name or null, {name} given"))
        })?),
        None => None,
    };
    if let Some(extended) = extended {
        let (child, parent) = (extended.name.to_text().into_owned(), base.name.to_text().into_owned());
        if !extended.is_subclass_or_same(base) {
            let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
            let text = format!("must be a class name derived from {parent} or null, {child} given");
            return Err(ctx.throw_error(format!("{name}(): Argument #2 ($extendedClass) {text}")));
        }
        if extended.is_abstract() {
            return Err(ctx.argument_error(2, "must not be an abstract class"));
        }
    }
    let document = object::node(ctx, this)?;
    object::map_class(ctx, document, base, extended.filter(|extended| !extended.same(base)));
    Ok(())
}

/// Says in the head of a document what it is encoded in, if nothing there does.
fn declare_encoding(forest: &Forest, document: Node) {
    let root = forest.root(document);
    let is = |node: Node, name: &[u8]| forest.is_element(node) && forest.name(node).eq_ignore_ascii_case(name);
    if root.is_none() || !is(root, b"html") {
        return;
    }
    let Some(head) = forest.children(root).find(|&child| is(child, b"head")) else { return };
    let says = |&child: &Node| {
        is(child, b"meta")
            && forest
                .attributes(child)
                .any(|one| forest.is_named(one, b"charset") || forest.value(one).eq_ignore_ascii_case(b"content-type"))
    };
    if forest.children(head).any(|child| says(&child)) {
        return;
    }
    let meta = forest.create(Kind::Element, document, Str::from("meta"), Str::from(""));
    for (name, value) in [("http-equiv", "Content-Type"), ("content", "text/html; charset=UTF-8")] {
        let attribute = forest.create(Kind::Attribute, document, Str::from(name), Str::from(value));
        forest.append_attribute(meta, attribute);
    }
    forest.insert(head, meta, forest.first_child(head));
}

pub static FRAGMENT_TABLE: Table = Table {
    class: "DOMDocumentFragment",
    kinds: &[Kind::Fragment],
    names: &["firstElementChild", "lastElementChild", "childElementCount"],
    writable: &[],
    read: |ctx, _, node, property| parentnode::read(ctx, node, property),
    write: |_, _, _, _, _| Ok(false),
};

pub struct DomDocumentFragment;

/// Nodes without a document around them.
#[php_class(
    "class DOMDocumentFragment extends DOMNode implements DOMParentNode {
        public virtual ?DOMElement $firstElementChild;
        public virtual ?DOMElement $lastElementChild;
        public virtual int $childElementCount;
    }",
    create = object::create,
    handlers = HANDLERS
)]
impl DomDocumentFragment {
    #[php("public function __construct()")]
    fn construct(ctx: &Ctx, this: &Object) {
        let node = forest(ctx).create(Kind::Fragment, Node::NONE, Str::from(""), Str::from(""));
        object::attach(ctx, this, node);
    }

    #[php("public function appendXML(string $data): bool")]
    fn append_xml(ctx: &Ctx, this: &Object, data: &Str) -> PhpResult<bool> {
        let node = object::node(ctx, this)?;
        if forest(ctx).document(node).is_none() {
            return Err(throw(ctx, Fault::NoModificationAllowed));
        }
        if data.is_empty() {
            return Ok(false);
        }
        load::fragment(ctx, node, data)
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
}
