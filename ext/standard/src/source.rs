//! PHP source as text: `highlight_string`, `highlight_file`, `php_strip_whitespace`.

use phant_memory::{PhpStr, Str, Value};
use phant_native::{Ctx, PhpResult, Thrown, descriptor::FunctionGroup, functions, output::Output, php};
use phant_streams as streams;
use phant_syntax::{
    lexer::LexerOptions,
    listing::{Colors, highlight, strip},
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![highlight_string, highlight_file, php_strip_whitespace];

/// How source is read. Files may begin with a line that names their interpreter, which is no part of them.
fn lexer_options(ctx: &Ctx, is_file: bool) -> LexerOptions {
    let short_open_tag = ctx.ini.get("short_open_tag").is_none_or(|v| phant_native::ini::parse_bool(&v));
    LexerOptions { short_open_tag, code_only: false, strict: false, first_line: 1, skip_shebang: is_file }
}

fn highlighted(ctx: &Ctx, source: &[u8], is_file: bool) -> Vec<u8> {
    let default = Colors::default();
    let color = |name: &str, or: Vec<u8>| ctx.ini.get(name).map_or(or, |v| v.to_vec());
    let colors = Colors {
        comment: color("highlight.comment", default.comment),
        default: color("highlight.default", default.default),
        html: color("highlight.html", default.html),
        keyword: color("highlight.keyword", default.keyword),
        string: color("highlight.string", default.string),
    };
    highlight(source, &colors, lexer_options(ctx, is_file))
}

/// The reference collects the text in an output buffer, which must not be opened while one is being flushed.
fn refuse_in_output_callback(ctx: &Ctx) -> PhpResult<()> {
    if Output::refuse_in_handler(ctx) {
        return Err(Thrown);
    }
    Ok(())
}

fn show(ctx: &Ctx, html: Vec<u8>, r#return: bool) -> Value {
    if r#return {
        return Value::from(html);
    }
    ctx.echo(html);
    Value::TRUE
}

/// Source text as coloured HTML.
#[php("function highlight_string(string $string, bool $return = false): string|true")]
fn highlight_string(ctx: &Ctx, string: &PhpStr, r#return: bool) -> PhpResult {
    if r#return {
        refuse_in_output_callback(ctx)?;
    }
    let html = highlighted(ctx, string, false);
    Ok(show(ctx, html, r#return))
}

/// What is in a file; `None` after a warning.
fn content(ctx: &Ctx, filename: &PhpStr) -> PhpResult<Option<Str>> {
    if filename.contains(&0) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    let opened =
        streams::open_required(ctx, filename, b"rb", streams::options::REPORT_ERRORS | streams::options::USE_PATH, None)?;
    let Some((_resource, stream)) = opened else { return Ok(None) };
    let content = stream.read_all(ctx, usize::MAX);
    stream.close(ctx);
    ctx.check()?;
    Ok(content)
}

/// A file's source text as coloured HTML.
#[php("function highlight_file(string $filename, bool $return = false): string|bool", alias = "show_source")]
fn highlight_file(ctx: &Ctx, filename: &PhpStr, r#return: bool) -> PhpResult {
    if r#return {
        refuse_in_output_callback(ctx)?;
    }
    match content(ctx, filename)? {
        Some(source) => {
            let html = highlighted(ctx, &source, true);
            Ok(show(ctx, html, r#return))
        }
        None => {
            ctx.warning([b"Failed opening '", filename.as_bytes(), b"' for highlighting"].concat());
            Ok(Value::FALSE)
        }
    }
}

/// A file's source text without comments and superfluous white space.
#[php("function php_strip_whitespace(string $filename): string")]
fn php_strip_whitespace(ctx: &Ctx, filename: &PhpStr) -> PhpResult<Vec<u8>> {
    refuse_in_output_callback(ctx)?;
    let options = lexer_options(ctx, true);
    Ok(content(ctx, filename)?.map(|source| strip(&source, options)).unwrap_or_default())
}
