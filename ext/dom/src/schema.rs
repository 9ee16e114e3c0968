//! Validation by schemas: XML Schema and RELAX NG.

use crate::object;
use phant_ext_libxml::{errors, forest, load as files};
use phant_memory::{Object, PhpStr, Str};
use phant_native::{Ctx, PhpResult};
use phant_xml::{
    error::{Domain, Error, Level},
    parser::Options,
    relaxng,
    schema::{self, BadSchema, Resolver, Schema},
    tree::{Kind, Node, build},
};

/// Schema documents that are included, relative to the one that includes them.
struct Includes<'c> {
    ctx: &'c Ctx,
    base: Vec<u8>,
    loaded: Vec<Node>,
    /// What cannot be read is reported.
    tells_missing: bool,
}

impl Resolver for Includes<'_> {
    fn load(&mut self, location: &[u8]) -> Option<Node> {
        let path = files::resolve(Some(&self.base), location);
        let Some(text) = files::read(self.ctx, &path).ok()? else {
            if self.tells_missing {
                files::report_missing(self.ctx, &path);
            }
            return None;
        };
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

/// Reads a RelaxNG schema; what is wrong with it is reported. `name` is what it is called in errors.
pub(crate) fn read_relaxng(ctx: &Ctx, text: &[u8], file: Option<Vec<u8>>) -> PhpResult<Option<relaxng::Schema>> {
    let forest = forest(ctx);
    let Some(document) = document(ctx, text, file.clone())? else {
        relaxng_error(ctx, 1065, 0, file, b"xmlRelaxNGParse: could not parse schemas");
        return Ok(None);
    };
    let base = file.clone().unwrap_or_else(|| files::directory(ctx));
    let name = file.clone().unwrap_or_else(|| b"in_memory_buffer".to_vec());
    let mut includes = Includes { ctx, base, loaded: vec![document], tells_missing: true };
    let schema = relaxng::read(forest, document, &name, &mut includes, &mut |problem| {
        relaxng_error(ctx, problem.code, problem.line, Some(name.clone()), problem.message.as_bytes());
    });
    includes.loaded.into_iter().for_each(|document| forest.free_document(document));
    ctx.check()?;
    ctx.poll()?;
    if let Some(schema) = &schema {
        ctx.reserve(schema.weight())?;
    }
    Ok(schema)
}

/// Reads a RelaxNG schema from a text, or from the file that it names.
pub fn load_relaxng(ctx: &Ctx, source: &PhpStr, is_file: bool) -> PhpResult<Option<relaxng::Schema>> {
    if !is_file {
        return read_relaxng(ctx, source.as_bytes(), None);
    }
    let path = files::absolute(ctx, source);
    let Some(text) = files::read(ctx, &path)? else {
        files::report_missing(ctx, &path);
        let message = [b"xmlRelaxNGParse: could not load ", &path[..]].concat();
        relaxng_error(ctx, 1065, 0, None, &message);
        return Ok(None);
    };
    read_relaxng(ctx, text.as_bytes(), Some(path))
}

fn relaxng_error(ctx: &Ctx, code: i32, line: u32, file: Option<Vec<u8>>, message: &[u8]) {
    if ctx.has_exception() {
        return;
    }
    let message = [message, b"\n"].concat();
    let domain = Domain::RelaxNgParser;
    let error = Error { domain, code, level: Level::Error, message, file, line, column: 0, in_entity: false };
    errors::report_as(ctx, &error, errors::Shown::Alone);
}

/// Whether a path or text may be that of a schema.
pub fn check_source(ctx: &Ctx, source: &PhpStr, is_file: bool) -> PhpResult<()> {
    if source.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    if is_file && source.contains(&0) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    Ok(())
}

/// `relaxNGValidate` and `relaxNGValidateSource`
pub fn validate_relaxng(ctx: &Ctx, this: &Object, source: &PhpStr, is_file: bool) -> PhpResult<bool> {
    check_source(ctx, source, is_file)?;
    let document = object::node(ctx, this)?;
    let Some(schema) = load_relaxng(ctx, source, is_file)? else {
        ctx.check()?;
        ctx.warning("Invalid RelaxNG");
        ctx.check()?;
        return Ok(false);
    };
    let forest = forest(ctx);
    let file = forest.document_data(document).and_then(|data| data.uri.borrow().clone());
    let file = file.map(|file| file.as_bytes().to_vec());
    let valid = relaxng::validate(forest, schema, document, file, &mut |error| {
        if !ctx.has_exception() {
            errors::report_as(ctx, &error, errors::Shown::Alone);
        }
    });
    ctx.check()?;
    ctx.poll()?;
    Ok(valid)
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
    let mut includes = Includes { ctx, base, loaded: vec![document], tells_missing: false };
    let result = schema::read(forest, document, &mut includes);
    includes.loaded.into_iter().for_each(|document| forest.free_document(document));
    ctx.check()?;
    match result {
        Ok(schema) => Ok(Some(schema)),
        Err(BadSchema { code, message, line }) => {
            schema_error(ctx, code, line, file, message.as_bytes());
            ctx.check()?;
            Ok(None)
        }
    }
}

/// `schemaValidate` and `schemaValidateSource`
pub fn validate(ctx: &Ctx, this: &Object, source: &PhpStr, is_file: bool, flags: i64) -> PhpResult<bool> {
    check_source(ctx, source, is_file)?;
    let document = object::node(ctx, this)?;
    let Some(schema) = load(ctx, source, is_file)? else { return invalid(ctx) };
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

/// Reads a schema from a text, or from the file that it names; what is wrong with it is reported.
pub fn load(ctx: &Ctx, source: &PhpStr, is_file: bool) -> PhpResult<Option<Schema>> {
    let (text, file) = if is_file {
        let path = files::absolute(ctx, source);
        let Some(text) = files::read(ctx, &path)? else {
            files::report_missing(ctx, &path);
            let name = String::from_utf8_lossy(&path).into_owned();
            schema_error(ctx, 3049, 0, None, format!("Failed to locate the main schema resource at '{name}'.").as_bytes());
            ctx.check()?;
            return Ok(None);
        };
        (text, Some(path))
    } else {
        (Str::new(source.as_bytes()), None)
    };
    read(ctx, &text, file)
}

fn invalid(ctx: &Ctx) -> PhpResult<bool> {
    ctx.check()?;
    ctx.warning("Invalid Schema");
    ctx.check()?;
    Ok(false)
}
