//! Validation by schemas.

use crate::object;
use phant_ext_libxml::{errors, forest, load as files};
use phant_memory::{Object, PhpStr, Str};
use phant_native::{Ctx, PhpResult};
use phant_xml::{
    error::{Domain, Error, Level},
    parser::Options,
    schema::{self, BadSchema, Resolver, Schema},
    tree::{Kind, Node, build},
};

/// Schema documents that are included, relative to the one that includes them.
struct Includes<'c> {
    ctx: &'c Ctx,
    base: Vec<u8>,
    loaded: Vec<Node>,
}

impl Resolver for Includes<'_> {
    fn load(&mut self, location: &[u8]) -> Option<Node> {
        let path = files::resolve(Some(&self.base), location);
        let text = files::read(self.ctx, &path).ok()??;
        let document = document(self.ctx, &text, Some(path)).ok()??;
        self.loaded.push(document);
        Some(document)
    }
}

/// Parses a schema's text; errors are shown with the line they are in.
fn document(ctx: &Ctx, text: &[u8], file: Option<Vec<u8>>) -> PhpResult<Option<Node>> {
    let forest = forest(ctx);
    let document = forest.create_document(Kind::Document);
    let options = build::TreeOptions {
        parse: Options { file: file.clone(), expand_entities: true, ..Options::default() },
        ..build::TreeOptions::default()
    };
    let mut loader = files::StreamLoader { ctx, no_network: true, file };
    let parsed = build::parse(forest, (document, document), text, &options, &mut loader, Vec::new(), &mut |error| {
        if !ctx.has_exception() {
            report_with_line(ctx, &error, text);
        }
    });
    if !parsed.well_formed || ctx.has_exception() {
        forest.free_document(document);
        ctx.check()?;
        return Ok(None);
    }
    Ok(Some(document))
}

/// A parser's error, with the line of the text and a mark below.
fn report_with_line(ctx: &Ctx, error: &Error, text: &[u8]) {
    if errors::are_internal(ctx) {
        return errors::report(ctx, error);
    }
    let say = |message: Vec<u8>| {
        let error = Error { message, ..error.clone() };
        errors::report_as(ctx, &error, errors::Shown::Alone);
    };
    let kind = if error.level == Level::Warning { "warning" } else { "error" };
    let file = String::from_utf8_lossy(error.file.as_deref().unwrap_or(b"Entity")).into_owned();
    say([format!("{file}: line {}: parser {kind} : ", error.line).as_bytes(), &error.message].concat());
    let line = text.split(|&byte| byte == b'\n').nth(error.line.saturating_sub(1) as usize).unwrap_or_default();
    let shown = &line[..line.len().min(80)];
    say([shown, b"\n"].concat());
    let before = (error.column.saturating_sub(1) as usize).min(shown.len());
    say([&b" ".repeat(before)[..], b"^\n"].concat());
}

/// An error about a schema.
fn schema_error(ctx: &Ctx, code: i32, line: u32, file: Option<Vec<u8>>, message: &[u8]) {
    let message = [message, b"\n"].concat();
    let domain = Domain::SchemasParser;
    let error = Error { domain, code, level: Level::Error, message, file, line, column: 0, in_entity: false };
    errors::report_as(ctx, &error, errors::Shown::Alone);
}

/// Reads a schema; what is wrong with it is reported.
fn read(ctx: &Ctx, text: &[u8], file: Option<Vec<u8>>) -> PhpResult<Option<Schema>> {
    let forest = forest(ctx);
    let Some(document) = document(ctx, text, file.clone())? else {
        let name = String::from_utf8_lossy(file.as_deref().unwrap_or(b"in_memory_buffer")).into_owned();
        schema_error(ctx, 3067, 0, None, format!("Failed to parse the XML resource '{name}'.").as_bytes());
        ctx.check()?;
        return Ok(None);
    };
    let base = file.clone().unwrap_or_else(|| files::directory(ctx));
    let mut includes = Includes { ctx, base, loaded: vec![document] };
    let result = schema::read(forest, document, &mut includes);
    includes.loaded.into_iter().for_each(|document| forest.free_document(document));
    ctx.check()?;
    match result {
        Ok(schema) => Ok(Some(schema)),
        Err(BadSchema { message, line }) => {
            schema_error(ctx, 3000, line, file, message.as_bytes());
            ctx.check()?;
            Ok(None)
        }
    }
}

/// `schemaValidate` and `schemaValidateSource`
pub fn validate(ctx: &Ctx, this: &Object, source: &PhpStr, is_file: bool, flags: i64) -> PhpResult<bool> {
    if source.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    if is_file && source.contains(&0) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    let document = object::node(ctx, this)?;
    let (text, file) = if is_file {
        let path = files::absolute(ctx, source);
        let Some(text) = files::read(ctx, &path)? else {
            files::report_missing(ctx, &path);
            let name = String::from_utf8_lossy(&path).into_owned();
            schema_error(ctx, 3049, 0, None, format!("Failed to locate the main schema resource at '{name}'.").as_bytes());
            return invalid(ctx);
        };
        (text, Some(path))
    } else {
        (Str::new(source.as_bytes()), None)
    };
    let Some(schema) = read(ctx, &text, file)? else { return invalid(ctx) };
    let forest = forest(ctx);
    let file = forest.document_data(document).and_then(|data| data.uri.borrow().clone());
    let file = file.map(|file| file.as_bytes().to_vec());
    let add = flags & phant_ext_libxml::option::SCHEMA_CREATE != 0;
    let valid = schema::validate(forest, &schema, document, file, add, &mut |error| {
        if !ctx.has_exception() {
            errors::report_as(ctx, &error, errors::Shown::Alone);
        }
    });
    ctx.check()?;
    ctx.poll()?;
    Ok(valid)
}

fn invalid(ctx: &Ctx) -> PhpResult<bool> {
    ctx.check()?;
    ctx.warning("Invalid Schema");
    ctx.check()?;
    Ok(false)
}
