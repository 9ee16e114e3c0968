//! Documents for elements: texts, files, DOM's.

use crate::object::{Means, View, make, state};
use phant_ext_libxml::{errors, forest, load, option};
use phant_memory::{Object, PhpStr, Str, Value};
use phant_native::{ClassPtr, Ctx, ObjectExt, PhpResult, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_xml::{
    error::Level,
    parser::Options,
    tree::{Kind, Node, build},
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![simplexml_load_file, simplexml_load_string, simplexml_import_dom];
pub(crate) const DOM_FUNCTIONS: FunctionGroup = functions![dom_import_simplexml, living_import_simplexml];

/// Parses a text: the document; `None` after errors.
pub(crate) fn parse(ctx: &Ctx, text: &[u8], file: Option<Vec<u8>>, options: i64) -> PhpResult<Option<Node>> {
    let forest = forest(ctx);
    // Nothing is not even looked at.
    if text.is_empty() && file.is_none() {
        return Ok(None);
    }
    ctx.reserve(text.len())?;
    let document = forest.create_document(Kind::Document);
    let has = |bit: i64| options & bit != 0;
    let tree = build::TreeOptions {
        parse: Options {
            file: file.clone(),
            recover: has(option::RECOVER),
            expand_entities: has(option::NOENT),
            load_dtd: has(option::DTDLOAD) || has(option::DTDATTR) || has(option::DTDVALID),
            default_attributes: has(option::DTDATTR),
            huge: has(option::PARSEHUGE),
            pedantic: has(option::PEDANTIC),
            ..Options::default()
        },
        drop_blanks: has(option::NOBLANKS),
        merge_cdata: has(option::NOCDATA),
        big_lines: has(option::BIGLINES),
    };
    let mut loader = load::StreamLoader { ctx, no_network: has(option::NONET), file };
    let parsed = build::parse(forest, (document, document), text, &tree, &mut loader, Vec::new(), &mut |error| {
        let quiet = if error.level == Level::Warning { has(option::NOWARNING) } else { has(option::NOERROR) };
        if !quiet && !ctx.has_exception() {
            errors::print(ctx, &error, errors::context_of(text, &error).as_ref());
        }
    });
    if ctx.has_exception() || !parsed.well_formed && !tree.parse.recover || forest.root(document).is_none() && !tree.parse.recover
    {
        forest.free_document(document);
        ctx.check()?;
        return Ok(None);
    }
    Ok(Some(document))
}

/// Reads and parses a file.
pub(crate) fn parse_file(ctx: &Ctx, name: &PhpStr, options: i64) -> PhpResult<Option<Node>> {
    let path = load::absolute(ctx, name);
    let text = if has_hidden_nul(ctx, name)? { None } else { load::read(ctx, &path)? };
    let Some(text) = text else {
        ctx.check()?;
        load::report_missing(ctx, &path);
        ctx.check()?;
        return Ok(None);
    };
    let document = parse(ctx, &text, Some(path.clone()), options)?;
    if let Some(data) = document.and_then(|document| forest(ctx).document_data(document)) {
        data.uri.replace(Some(Str::new(path)));
    }
    Ok(document)
}

/// Whether a name of a file hides a NUL byte; warns if so.
pub(crate) fn has_hidden_nul(ctx: &Ctx, name: &PhpStr) -> PhpResult<bool> {
    let hides = name.windows(3).any(|w| w == b"%00");
    if hides {
        ctx.warning("URI must not contain percent-encoded NUL bytes");
        ctx.check()?;
    }
    Ok(hides)
}

/// What the elements of a namespace are asked for with.
pub(crate) fn view(space: &PhpStr, by_prefix: bool) -> View {
    let space = Some(Str::new(space)).filter(|space| !space.is_empty());
    View { means: Means::Itself, name: None, space, by_prefix }
}

fn check_options(ctx: &Ctx, options: i64) -> PhpResult<()> {
    match i32::try_from(options) {
        Ok(_) => Ok(()),
        Err(_) => Err(ctx.argument_error(3, "is too large")),
    }
}

/// The class of an argument.
fn class(ctx: &Ctx, name: Option<&Str>, number: usize) -> PhpResult<ClassPtr> {
    let base = ctx.known_class("SimpleXMLElement");
    let Some(name) = name else { return Ok(base) };
    let found = ctx.class(name);
    ctx.check()?;
    match found {
        Some(class) if class.is_subclass_or_same(base) => Ok(class),
        _ => {
            let text = format!("must be a class name derived from SimpleXMLElement or null, {name} given");
            Err(ctx.argument_type_error(number, text))
        }
    }
}

fn of_document(ctx: &Ctx, class: ClassPtr, document: Option<Node>, view: View) -> PhpResult<OrFalse<Object>> {
    match document {
        Some(document) => {
            let root = forest(ctx).root(document);
            let node = if root.is_some() { root } else { document };
            Ok(OrFalse::from(Some(make(ctx, class, node, view)?)))
        }
        None => Ok(OrFalse::from(None)),
    }
}

/// The root element of a file.
#[php(
    "function simplexml_load_file(string $filename, ?string $class_name = SimpleXMLElement::class, int $options = 0, string $namespace_or_prefix = '', bool $is_prefix = false): SimpleXMLElement|false"
)]
fn simplexml_load_file(
    ctx: &Ctx,
    filename: &PhpStr,
    class_name: Option<&Str>,
    options: i64,
    space: &PhpStr,
    is_prefix: bool,
) -> PhpResult<OrFalse<Object>> {
    check_options(ctx, options)?;
    let class = class(ctx, class_name, 2)?;
    let document = parse_file(ctx, filename, options)?;
    of_document(ctx, class, document, view(space, is_prefix))
}

/// The root element of a text.
#[php(
    "function simplexml_load_string(string $data, ?string $class_name = SimpleXMLElement::class, int $options = 0, string $namespace_or_prefix = '', bool $is_prefix = false): SimpleXMLElement|false"
)]
fn simplexml_load_string(
    ctx: &Ctx,
    data: &PhpStr,
    class_name: Option<&Str>,
    options: i64,
    space: &PhpStr,
    is_prefix: bool,
) -> PhpResult<OrFalse<Object>> {
    check_options(ctx, options)?;
    let class = class(ctx, class_name, 2)?;
    let document = parse(ctx, data, None, options)?;
    of_document(ctx, class, document, view(space, is_prefix))
}

/// The element of a DOM node.
#[php("function simplexml_import_dom(object $node, ?string $class_name = SimpleXMLElement::class): ?SimpleXMLElement")]
fn simplexml_import_dom(ctx: &Ctx, node: &Object, class_name: Option<&Str>) -> PhpResult<Option<Object>> {
    let is_node = ["DOMNode", "Dom\\Node"].iter().any(|class| node.is_instance_of(ctx.known_class(class)));
    if !is_node && !node.is_instance_of(ctx.known_class("SimpleXMLElement")) {
        return Err(ctx.argument_type_error(1, "must be a valid XML node"));
    }
    let class = class(ctx, class_name, 2)?;
    let forest = forest(ctx);
    let mut found = match is_node {
        true => phant_ext_dom::node_of(node),
        false => state(node).one(ctx)?,
    };
    if found.is_some() && matches!(forest.kind(found), Kind::Document | Kind::HtmlDocument) {
        found = forest.root(found);
    }
    if found.is_none() || !forest.is_element(found) {
        ctx.warning("Invalid Nodetype to import");
        ctx.check()?;
        return Ok(None);
    }
    make(ctx, class, found, View::default()).map(Some)
}

/// The DOM node of an element or attribute.
#[php("function dom_import_simplexml(object $node): DOMAttr|DOMElement")]
fn dom_import_simplexml(ctx: &Ctx, node: &Object) -> PhpResult<Value> {
    import(ctx, node, false)
}

/// The node of the living DOM for an element or attribute.
#[php("function Dom\\import_simplexml(object $node): Dom\\Attr|Dom\\Element")]
fn living_import_simplexml(ctx: &Ctx, node: &Object) -> PhpResult<Value> {
    import(ctx, node, true)
}

/// The object for an element or attribute, of one of the two families: a document's nodes are all of the same.
fn import(ctx: &Ctx, node: &Object, is_living: bool) -> PhpResult<Value> {
    if !node.is_instance_of(ctx.known_class("SimpleXMLElement")) {
        return Err(ctx.argument_type_error(1, "is not a valid node type"));
    }
    let Some(found) = state(node).one(ctx)?.some() else {
        return Err(ctx.argument_type_error(1, "is not a valid node type"));
    };
    let forest = forest(ctx);
    if let Some(data) = forest.document_data(found)
        && data.is_living.get() != is_living
    {
        if data.has_objects.get() {
            let other = if is_living { "DOMNode" } else { "Dom\\Node" };
            return Err(ctx.argument_type_error(1, format!("must not be already imported as a {other}")));
        }
        data.is_living.set(is_living);
        let document = forest.document(found);
        if is_living {
            forest.declarations_to_attributes(document);
        } else {
            forest.attributes_to_declarations(document);
        }
    }
    Ok(Value::from(phant_ext_dom::wrap(ctx, found)?))
}
