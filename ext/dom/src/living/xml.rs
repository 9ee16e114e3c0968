//! Dom\XMLDocument.

use super::{
    html::{check_path, own, uri_of},
    implementation::new_document,
};
use crate::{
    exception::{Fault, throw, throw_text},
    load as parsing,
    object::{self, setting},
    properties::HANDLERS,
    save as saving, validate,
};
use phant_ext_libxml::{forest, load, option};
use phant_memory::{Object, PhpStr, Str};
use phant_native::{Ctx, PhpResult, php_class, ret::OrFalse};
use phant_xml::{
    chars, living,
    parser::encoding,
    tree::{Kind, Node},
};

const FLAGS: [(&str, i64); 16] = [
    ("LIBXML_RECOVER", option::RECOVER),
    ("LIBXML_NOENT", option::NOENT),
    ("LIBXML_DTDLOAD", option::DTDLOAD),
    ("LIBXML_DTDATTR", option::DTDATTR),
    ("LIBXML_DTDVALID", option::DTDVALID),
    ("LIBXML_NOERROR", option::NOERROR),
    ("LIBXML_NOWARNING", option::NOWARNING),
    ("LIBXML_NOBLANKS", option::NOBLANKS),
    ("LIBXML_XINCLUDE", option::XINCLUDE),
    ("LIBXML_NSCLEAN", option::NSCLEAN),
    ("LIBXML_NOCDATA", option::NOCDATA),
    ("LIBXML_NONET", option::NONET),
    ("LIBXML_PEDANTIC", option::PEDANTIC),
    ("LIBXML_COMPACT", option::COMPACT),
    ("LIBXML_PARSEHUGE", option::PARSEHUGE),
    ("LIBXML_BIGLINES", option::BIGLINES),
];

fn check(ctx: &Ctx, options: i64, given: Option<&PhpStr>) -> PhpResult<()> {
    let allowed = FLAGS.iter().fold(0, |all, (_, flag)| all | flag);
    if options & !allowed != 0 {
        let names: Vec<&str> = FLAGS.iter().map(|(name, _)| *name).collect();
        return Err(ctx.argument_error(2, format!("contains invalid flags (allowed flags: {})", names.join(", "))));
    }
    let Some(name) = given else { return Ok(()) };
    if name.contains(&0) {
        return Err(ctx.argument_error(3, "must not contain any null bytes"));
    }
    if !encoding::is_known(name) {
        return Err(ctx.argument_error(3, "must be a valid document encoding"));
    }
    Ok(())
}

/// A text that is in an encoding, whatever it says itself, as one in UTF-8.
fn overridden(text: &[u8], name: &[u8]) -> Vec<u8> {
    let decoded = encoding::decode(text, name).unwrap_or_default();
    let declaration_ends = decoded.windows(2).position(|window| window == b"?>");
    let Some(end) = declaration_ends.filter(|_| decoded.starts_with(b"<?xml")) else { return decoded };
    let declaration = &decoded[..end];
    let Some(at) = declaration.windows(8).position(|window| window == b"encoding") else { return decoded };
    let rest = &declaration[at..];
    let Some(open) = rest.iter().position(|&byte| byte == b'"' || byte == b'\'') else { return decoded };
    let Some(length) = rest[open + 1..].iter().position(|&byte| byte == rest[open]) else { return decoded };
    let value = at + open + 1;
    [&decoded[..value], b"UTF-8", &decoded[value + length..]].concat()
}

fn parse(ctx: &Ctx, text: &Str, file: Option<Vec<u8>>, options: i64, given: Option<&PhpStr>) -> PhpResult<Option<Node>> {
    let forest = forest(ctx);
    let text = match given {
        Some(name) => Str::new(overridden(text, name)),
        None => text.clone(),
    };
    let Some(document) = parsing::parse(ctx, &text, file.clone(), options, 0)? else { return Ok(None) };
    if let Some(data) = forest.document_data(document) {
        data.is_living.set(true);
        let own = data.encoding.borrow().clone();
        let name = given.map(|name| Str::new(name.as_bytes())).or(own).unwrap_or_else(|| Str::from("UTF-8"));
        data.encoding.replace(Some(name));
        data.uri.replace(Some(match &file {
            Some(path) => uri_of(&Str::new(path)),
            None => Str::new(load::directory(ctx)),
        }));
    }
    forest.declarations_to_attributes(document);
    for node in forest.descendants(document).filter(|&node| forest.is_element(node)).collect::<Vec<_>>() {
        forest.attributes(node).for_each(|attribute| super::names::mark_id(forest, node, attribute));
    }
    Ok(Some(document))
}

fn options_of(ctx: &Ctx, document: Node, options: i64) -> living::Options {
    let settings = object::settings(forest(ctx), document);
    living::Options {
        well_formed: false,
        indent: settings & setting::FORMAT_OUTPUT != 0,
        no_empty_tags: options & option::NOEMPTYTAG != 0,
    }
}

/// `saveXml`
pub fn save(ctx: &Ctx, this: &Object, node: Option<&Object>, options: i64) -> PhpResult<OrFalse<Str>> {
    let document = object::node(ctx, this)?;
    let node = own(ctx, document, node)?;
    Ok(OrFalse::Some(text_of(ctx, document, node, options)))
}

/// A node of a document as XML, a whole document in its encoding.
pub fn text_of(ctx: &Ctx, document: Node, node: Node, options: i64) -> Str {
    let forest = forest(ctx);
    let how = options_of(ctx, document, options);
    if node != document {
        return Str::new(living::node(forest, node, how).unwrap_or_default());
    }
    let name = super::properties::encoding_name(forest, document);
    let declaration = (options & option::NOXMLDECL == 0).then_some(name.as_bytes());
    let text = living::document(forest, document, how, declaration).unwrap_or_default();
    match encoding::encode(&text, &name) {
        Some(text) => Str::new(text),
        None => Str::new(text),
    }
}

/// `saveXmlFile`
pub fn save_file(ctx: &Ctx, this: &Object, filename: &PhpStr, options: i64) -> PhpResult<OrFalse<usize>> {
    let document = object::node(ctx, this)?;
    if filename.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    let text = text_of(ctx, document, document, options);
    saving::to_file(ctx, filename, &text)
}

pub struct XmlDocument;

/// A document of XML.
#[php_class(
    "final class Dom\\XMLDocument extends Dom\\Document {
        public virtual string $xmlEncoding;
        public virtual bool $xmlStandalone;
        public virtual string $xmlVersion;
        public virtual bool $formatOutput;
    }",
    create = object::create,
    handlers = HANDLERS,
    strict_return
)]
impl XmlDocument {
    #[php("public static function createEmpty(string $version = '1.0', string $encoding = 'UTF-8'): Dom\\XMLDocument")]
    fn create_empty(ctx: &Ctx, version: &Str, encoding_name: &PhpStr) -> PhpResult<Object> {
        if !encoding::is_known(encoding_name) {
            return Err(ctx.argument_error(2, "is not a valid document encoding"));
        }
        let document = new_document(forest(ctx), Kind::Document, &encoding_name.to_text());
        if let Some(data) = forest(ctx).document_data(document) {
            data.version.replace(Some(version.clone()));
        }
        object::wrap(ctx, document)
    }

    #[php(
        "public static function createFromFile(string $path, int $options = 0, ?string $overrideEncoding = null): Dom\\XMLDocument"
    )]
    fn create_from_file(ctx: &Ctx, path: &PhpStr, options: i64, override_encoding: Option<&PhpStr>) -> PhpResult<Object> {
        if path.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        check_path(ctx, path)?;
        check(ctx, options, override_encoding)?;
        let name = load::absolute(ctx, path);
        let text = load::read(ctx, &name)?;
        ctx.check()?;
        let missing = |ctx: &Ctx| {
            let shown = path.to_text().into_owned();
            ctx.throw("Exception", format!("Cannot open file '{shown}'"))
        };
        let Some(text) = text else {
            load::report_missing(ctx, path);
            ctx.check()?;
            return Err(missing(ctx));
        };
        match parse(ctx, &text, Some(name), options, override_encoding)? {
            Some(document) => object::wrap(ctx, document),
            None => Err(throw_text(ctx, Fault::Syntax, "XML fragment is not well-formed")),
        }
    }

    #[php(
        "public static function createFromString(string $source, int $options = 0, ?string $overrideEncoding = null): \
           Dom\\XMLDocument"
    )]
    fn create_from_string(ctx: &Ctx, source: &Str, options: i64, override_encoding: Option<&PhpStr>) -> PhpResult<Object> {
        if source.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        check(ctx, options, override_encoding)?;
        match parse(ctx, source, None, options, override_encoding)? {
            Some(document) => object::wrap(ctx, document),
            None => Err(throw_text(ctx, Fault::Syntax, "XML fragment is not well-formed")),
        }
    }

    #[php("public function createEntityReference(string $name): Dom\\EntityReference")]
    fn create_entity_reference(ctx: &Ctx, this: &Object, name: &PhpStr) -> PhpResult<Object> {
        let document = object::node(ctx, this)?;
        if !chars::is_name(name) {
            return Err(throw(ctx, Fault::InvalidCharacter));
        }
        let node = forest(ctx).create(Kind::EntityReference, document, Str::new(name.as_bytes()), Str::from(""));
        object::wrap(ctx, node)
    }

    #[php("public function validate(): bool")]
    fn validate(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        validate::validate(ctx, this)
    }

    #[php("public function xinclude(int $options = 0): int")]
    fn xinclude(ctx: &Ctx, this: &Object, options: i64) -> PhpResult<i64> {
        let document = object::node(ctx, this)?;
        let done = crate::xinclude::method(ctx, this, options)?;
        forest(ctx).declarations_to_attributes(document);
        match done {
            OrFalse::Some(count) if count >= 0 => Ok(count),
            _ => Err(throw(ctx, Fault::InvalidModification)),
        }
    }

    #[php("public function saveXml(?Dom\\Node $node = null, int $options = 0): string|false")]
    fn save_xml(ctx: &Ctx, this: &Object, node: Option<&Object>, options: i64) -> PhpResult<OrFalse<Str>> {
        save(ctx, this, node, options)
    }

    #[php("public function saveXmlFile(string $filename, int $options = 0): int|false")]
    fn save_xml_file(ctx: &Ctx, this: &Object, filename: &PhpStr, options: i64) -> PhpResult<OrFalse<usize>> {
        save_file(ctx, this, filename, options)
    }
}
