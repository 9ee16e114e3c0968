//! Loading documents.

use crate::object::{self, setting};
use phant_ext_libxml::{errors, forest, load, option};
use phant_memory::{Object, PhpStr, Str};
use phant_native::{Ctx, PhpResult};
use phant_xml::{
    error::Level,
    parser::Options,
    tree::{Forest, Kind, Node, build},
};

/// What bits and the document's settings say together.
fn tree_options(options: i64, settings: u32, file: Option<Vec<u8>>) -> build::TreeOptions {
    let has = |bit: i64| options & bit != 0;
    let validates = has(option::DTDVALID) || settings & setting::VALIDATE_ON_PARSE != 0;
    build::TreeOptions {
        parse: Options {
            file,
            recover: has(option::RECOVER) || settings & setting::RECOVER != 0,
            expand_entities: has(option::NOENT) || settings & setting::SUBSTITUTE_ENTITIES != 0,
            load_dtd: has(option::DTDLOAD) || has(option::DTDATTR) || validates,
            default_attributes: has(option::DTDATTR) || settings & setting::RESOLVE_EXTERNALS != 0,
            huge: has(option::PARSEHUGE),
            pedantic: has(option::PEDANTIC),
            ..Options::default()
        },
        drop_blanks: has(option::NOBLANKS) || settings & setting::KEEP_NO_WHITE_SPACE != 0,
        merge_cdata: has(option::NOCDATA),
        big_lines: has(option::BIGLINES),
    }
}

/// Reports errors unless the options say not to.
fn report(ctx: &Ctx, options: i64, error: &phant_xml::error::Error) {
    let quiet = match error.level {
        Level::Warning => options & option::NOWARNING != 0,
        _ => options & option::NOERROR != 0,
    };
    if !quiet && !ctx.has_exception() {
        errors::report(ctx, error);
    }
}

/// Parses a text into a new document; none if it is not well-formed.
pub fn parse(ctx: &Ctx, text: &[u8], file: Option<Vec<u8>>, options: i64, settings: u32) -> PhpResult<Option<Node>> {
    let forest = forest(ctx);
    let document = forest.create_document(Kind::Document);
    let tree = tree_options(options, settings, file.clone());
    let mut loader = load::StreamLoader { ctx, no_network: options & option::NONET != 0, file };
    let parsed = build::parse(forest, (document, document), text, &tree, &mut loader, Vec::new(), &mut |error| {
        report(ctx, options, &error);
    });
    if ctx.has_exception() || !parsed.well_formed && !tree.parse.recover {
        forest.free_document(document);
        ctx.check()?;
        return Ok(None);
    }
    let validates = options & option::DTDVALID != 0 || settings & setting::VALIDATE_ON_PARSE != 0;
    if validates
        && let Err(thrown) = crate::validate::on_parse(ctx, document, tree.parse.file.clone(), &mut |error| {
            report(ctx, options, error);
        })
    {
        forest.free_document(document);
        return Err(thrown);
    }
    if let Some(data) = forest.document_data(document)
        && data.version.borrow().is_none()
    {
        data.version.replace(Some(Str::from("1.0")));
    }
    Ok(Some(document))
}

/// Makes an object that of another document.
pub fn replace(ctx: &Ctx, this: &Object, document: Node, settings: u32) {
    let forest = forest(ctx);
    let old = object::peek(this);
    if let Some(data) = forest.document_data(document) {
        data.settings.set(settings);
    }
    if old.is_some() {
        object::keep_classes(ctx, old, document);
    }
    object::attach(ctx, this, document);
}

fn settings_of(forest: &Forest, this: &Object) -> u32 {
    object::settings(forest, object::peek(this))
}

/// `load`
pub fn file(ctx: &Ctx, this: &Object, name: &PhpStr, options: i64) -> PhpResult<bool> {
    if name.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    if name.contains(&0) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    let path = load::absolute(ctx, name);
    let Some(text) = load::read(ctx, &path)? else {
        ctx.check()?;
        load::report_missing(ctx, &path);
        ctx.check()?;
        return Ok(false);
    };
    let settings = settings_of(forest(ctx), this);
    let Some(document) = parse(ctx, &text, Some(path.clone()), options, settings)? else { return Ok(false) };
    if let Some(data) = forest(ctx).document_data(document) {
        data.uri.replace(Some(Str::new(path)));
    }
    replace(ctx, this, document, settings);
    Ok(true)
}

/// `loadXML`
pub fn text(ctx: &Ctx, this: &Object, source: &Str, options: i64) -> PhpResult<bool> {
    if source.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    let settings = settings_of(forest(ctx), this);
    let Some(document) = parse(ctx, source, None, options, settings)? else { return Ok(false) };
    if let Some(data) = forest(ctx).document_data(document) {
        data.uri.replace(Some(Str::new(load::directory(ctx))));
    }
    replace(ctx, this, document, settings);
    Ok(true)
}

/// `appendXML`: content below a fragment.
pub fn fragment(ctx: &Ctx, node: Node, source: &Str) -> PhpResult<bool> {
    let forest = forest(ctx);
    let document = forest.document(node);
    let mut tree = tree_options(0, 0, None);
    tree.parse.fragment = Some(Vec::new());
    let entities = entities(forest, document);
    // What is not well-formed leaves nothing behind.
    let holder = forest.create(Kind::Fragment, document, Str::from(""), Str::from(""));
    let mut loader = load::StreamLoader { ctx, no_network: true, file: None };
    let parsed = build::parse(forest, (document, holder), source, &tree, &mut loader, entities, &mut |error| {
        report(ctx, 0, &error);
    });
    if parsed.well_formed {
        for child in forest.children(holder).collect::<Vec<_>>() {
            forest.unlink(child);
            forest.append(node, child);
        }
    }
    forest.free_tree(holder);
    ctx.check()?;
    Ok(parsed.well_formed)
}

/// The entities that a document declares, for a parser.
pub fn entities(forest: &Forest, document: Node) -> Vec<std::rc::Rc<phant_xml::parser::Entity>> {
    use phant_xml::parser::{Entity, EntityKind, Name};
    let doctype = forest.doctype(document);
    if doctype.is_none() {
        return Vec::new();
    }
    let declared = forest.children(doctype).filter(|&child| forest.kind(child) == Kind::Entity);
    declared
        .map(|node| {
            let external = forest.external(node);
            let bytes = |text: Option<Str>| text.map(|text| text.as_bytes().to_vec());
            std::rc::Rc::new(Entity {
                name: Name::from(forest.name(node).as_bytes()),
                kind: match (&external.content, &external.notation) {
                    (Some(_), _) => EntityKind::Internal,
                    (None, Some(_)) => EntityKind::Unparsed,
                    (None, None) => EntityKind::External,
                },
                public_id: bytes(external.public_id),
                system_id: bytes(external.system_id),
                notation: external.notation.map(|name| Name::from(name.as_bytes())),
                content: bytes(external.content),
                original: bytes(external.original),
                in_internal_subset: true,
            })
        })
        .collect()
}

/// `loadHTML` and `loadHTMLFile`
pub fn html(ctx: &Ctx, this: &Object, source: &PhpStr, is_file: bool, options: i64) -> PhpResult<bool> {
    if source.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    if is_file && source.contains(&0) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    let (text, file) = if is_file {
        let path = load::absolute(ctx, source);
        let Some(text) = load::read_document(ctx, source)? else { return Ok(false) };
        (text, Some(path))
    } else {
        (Str::new(source.as_bytes()), None)
    };
    let forest = forest(ctx);
    let settings = settings_of(forest, this);
    let document = forest.create_document(Kind::HtmlDocument);
    let has = |bit: i64| options & bit != 0;
    let html = phant_xml::html::Options {
        file: file.clone(),
        no_implied: has(option::HTML_NOIMPLIED),
        no_default_doctype: has(option::HTML_NODEFDTD),
        drop_blanks: has(option::NOBLANKS) || settings & setting::KEEP_NO_WHITE_SPACE != 0,
    };
    phant_xml::html::parse(forest, document, &text, &html, &mut |error| report(ctx, options, &error));
    if ctx.has_exception() {
        forest.free_document(document);
        ctx.check()?;
    }
    if let Some(data) = forest.document_data(document) {
        data.uri.replace(file.map(Str::new));
        data.standalone.set(1);
    }
    replace(ctx, this, document, settings);
    Ok(true)
}
