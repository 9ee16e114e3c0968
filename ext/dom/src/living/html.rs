//! Dom\HTMLDocument.

use super::implementation::new_document;
use crate::{
    exception::{Fault, throw},
    object,
    properties::HANDLERS,
    save,
};
use phant_ext_libxml::{errors, forest, load, option};
use phant_memory::{Object, PhpStr, Str};
use phant_native::{Ctx, PhpResult, php_class, ret::OrFalse};
use phant_xml::{
    error::{Domain, Error, Level},
    html5::{self, encoding},
    tree::{Forest, Kind, Node},
};

/// `Dom\HTML_NO_DEFAULT_NS`
pub const NO_DEFAULT_NS: i64 = 1 << 31;

pub struct HtmlDocument;

fn check_options(ctx: &Ctx, options: i64) -> PhpResult<()> {
    let allowed = option::NOERROR | option::COMPACT | option::HTML_NOIMPLIED | NO_DEFAULT_NS;
    if options & !allowed == 0 {
        return Ok(());
    }
    let text = "contains invalid flags (allowed flags: LIBXML_NOERROR, LIBXML_COMPACT, LIBXML_HTML_NOIMPLIED, \
                Dom\\HTML_NO_DEFAULT_NS)";
    Err(ctx.argument_error(2, text))
}

fn check_encoding(ctx: &Ctx, name: Option<&PhpStr>) -> PhpResult<Option<&'static encoding::Encoding>> {
    let Some(name) = name else { return Ok(None) };
    if name.contains(&0) {
        return Err(ctx.argument_error(3, "must not contain any null bytes"));
    }
    match encoding::by_label(name) {
        Some(encoding) => Ok(Some(encoding)),
        None => Err(ctx.argument_error(3, "must be a valid document encoding")),
    }
}

/// A text whose lines end in line feeds alone.
pub fn with_line_feeds(text: &[u8]) -> Vec<u8> {
    if !text.contains(&b'\r') {
        return text.to_vec();
    }
    let mut to = Vec::with_capacity(text.len());
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'\r' => to.push(b'\n'),
            b'\n' if at > 0 && text[at - 1] == b'\r' => {}
            byte => to.push(byte),
        }
    }
    to
}

/// Reports errors with their lines and columns, both from 1.
fn report(ctx: &Ctx, text: &[u8], problems: &[html5::Problem], file: &Str, is_file: bool) -> PhpResult<()> {
    let mut breaks: Vec<usize> = vec![0];
    breaks.extend(text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1));
    let characters = |text: &[u8]| text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    for problem in problems {
        let line = breaks.partition_point(|&begin| begin <= problem.begin);
        let column = characters(&text[breaks[line - 1]..problem.begin]) + 1;
        // As lexbor has it, the length is one of bytes.
        let length = problem.end - problem.begin;
        let kind = if problem.is_token { "tokenizer" } else { "tree" };
        let shown = file.to_text();
        let place = match length {
            0 | 1 => format!("{column}"),
            _ => format!("{column}-{}", column + length - 1),
        };
        let _ = is_file;
        let message = format!("{kind} error {} in {shown}, line: {line}, column: {place}", problem.name);
        let error = Error {
            domain: Domain::Html,
            code: 1,
            level: Level::Error,
            message: message.into_bytes(),
            file: Some(file.as_bytes().to_vec()),
            line: line as u32,
            column: column as u32,
            in_entity: false,
        };
        errors::report_as(ctx, &error, errors::Shown::Alone);
        ctx.check()?;
    }
    Ok(())
}

fn parse(
    ctx: &Ctx,
    bytes: &[u8],
    file: Option<Str>,
    options: i64,
    given: Option<&'static encoding::Encoding>,
) -> PhpResult<Object> {
    let (encoding, skip) = match given {
        Some(encoding) => (encoding, encoding::bom_length(encoding, bytes)),
        None => encoding::sniff(bytes),
    };
    ctx.reserve(bytes.len())?;
    let text = with_line_feeds(&encoding::decode(encoding, &bytes[skip..]));
    let forest = forest(ctx);
    let document = new_document(forest, Kind::HtmlDocument, encoding::name(encoding));
    let how = html5::Options { no_implied: options & option::HTML_NOIMPLIED != 0, no_namespaces: options & NO_DEFAULT_NS != 0 };
    let problems = html5::parse(forest, document, &text, how);
    let object = object::wrap(ctx, document)?;
    ctx.poll()?;
    if let Some(data) = forest.document_data(document) {
        data.uri.replace(file.clone().map(|file| uri_of(&file)));
    }
    if options & option::NOERROR == 0 {
        let is_file = file.is_some();
        report(ctx, &text, &problems, &file.unwrap_or_else(|| Str::from("Entity")), is_file)?;
    }
    Ok(object)
}

/// A file's name as an address.
pub fn uri_of(path: &Str) -> Str {
    if path.windows(3).any(|window| window == b"://") {
        return path.clone();
    }
    let mut to = b"file://".to_vec();
    for &byte in path.as_bytes() {
        match byte {
            byte if byte.is_ascii_alphanumeric() || b"/-_.!~*'();:@&=+$,".contains(&byte) => to.push(byte),
            byte => to.extend_from_slice(format!("%{byte:02X}").as_bytes()),
        }
    }
    Str::new(to)
}

/// Checks the name of a file to read.
pub fn check_path(ctx: &Ctx, path: &PhpStr) -> PhpResult<()> {
    if path.contains(&0) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    if path.windows(3).any(|window| window == b"%00") {
        return Err(ctx.argument_error(1, "must not contain percent-encoded NUL bytes"));
    }
    Ok(())
}

/// A node that a document prints: itself, or one of its own.
pub fn own(ctx: &Ctx, document: Node, node: Option<&Object>) -> PhpResult<Node> {
    let Some(node) = node else { return Ok(document) };
    let node = object::node(ctx, node)?;
    if forest(ctx).document(node) != document { Err(throw(ctx, Fault::WrongDocument)) } else { Ok(node) }
}

/// HTML in the document's encoding.
fn encoded(forest: &Forest, document: Node, node: Node) -> Str {
    let text = html5::serialize(forest, node);
    let name = super::properties::encoding_name(forest, document);
    match encoding::by_label(&name) {
        Some(encoding) => Str::new(encoding::encode(encoding, &text)),
        None => Str::new(text),
    }
}

/// A document of HTML.
#[php_class(
    "final class Dom\\HTMLDocument extends Dom\\Document {}",
    create = object::create,
    handlers = HANDLERS,
    strict_return
)]
impl HtmlDocument {
    #[php("public static function createEmpty(string $encoding = 'UTF-8'): Dom\\HTMLDocument")]
    fn create_empty(ctx: &Ctx, encoding: &PhpStr) -> PhpResult<Object> {
        if encoding::by_label(encoding).is_none() {
            return Err(ctx.argument_error(1, "must be a valid document encoding"));
        }
        let document = new_document(forest(ctx), Kind::HtmlDocument, &encoding.to_text());
        object::wrap(ctx, document)
    }

    #[php(
        "public static function createFromFile(string $path, int $options = 0, ?string $overrideEncoding = null): Dom\\HTMLDocument"
    )]
    fn create_from_file(ctx: &Ctx, path: &PhpStr, options: i64, override_encoding: Option<&PhpStr>) -> PhpResult<Object> {
        check_path(ctx, path)?;
        check_options(ctx, options)?;
        let encoding = check_encoding(ctx, override_encoding)?;
        if path.is_empty() {
            return Err(ctx.value_error("Path must not be empty"));
        }
        let text = load::read_reported(ctx, path)?;
        ctx.check()?;
        let Some(text) = text else {
            let shown = path.to_text().into_owned();
            return Err(ctx.throw("Exception", format!("Cannot open file '{shown}'")));
        };
        let name = Str::new(load::absolute(ctx, path));
        parse(ctx, &text, Some(name), options, encoding)
    }

    #[php(
        "public static function createFromString(string $source, int $options = 0, ?string $overrideEncoding = null): \
           Dom\\HTMLDocument"
    )]
    fn create_from_string(ctx: &Ctx, source: &PhpStr, options: i64, override_encoding: Option<&PhpStr>) -> PhpResult<Object> {
        check_options(ctx, options)?;
        let encoding = check_encoding(ctx, override_encoding)?;
        parse(ctx, source, None, options, encoding)
    }

    #[php("public function saveXml(?Dom\\Node $node = null, int $options = 0): string|false")]
    fn save_xml(ctx: &Ctx, this: &Object, node: Option<&Object>, options: i64) -> PhpResult<OrFalse<Str>> {
        super::xml::save(ctx, this, node, options)
    }

    #[php("public function saveXmlFile(string $filename, int $options = 0): int|false")]
    fn save_xml_file(ctx: &Ctx, this: &Object, filename: &PhpStr, options: i64) -> PhpResult<OrFalse<usize>> {
        super::xml::save_file(ctx, this, filename, options)
    }

    #[php("public function saveHtml(?Dom\\Node $node = null): string")]
    fn save_html(ctx: &Ctx, this: &Object, node: Option<&Object>) -> PhpResult<Str> {
        let document = object::node(ctx, this)?;
        let node = own(ctx, document, node)?;
        Ok(encoded(forest(ctx), document, node))
    }

    #[php("public function saveHtmlFile(string $filename): int|false")]
    fn save_html_file(ctx: &Ctx, this: &Object, filename: &PhpStr) -> PhpResult<OrFalse<usize>> {
        let document = object::node(ctx, this)?;
        if filename.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        if filename.contains(&0) {
            return Err(ctx.argument_error(1, "must not contain any null bytes"));
        }
        save::to_file(ctx, filename, &encoded(forest(ctx), document, document))
    }
}
