//! Facts about the runtime: `phpinfo`, `phpversion`, `php_uname`, `php_sapi_name`.

use crate::core_constants::PHP_VERSION;
use phant_memory::{Array, Str, Value};
use phant_native::{Ctx, PhpResult, convert, descriptor::FunctionGroup, functions, php, registry};

pub(crate) const FUNCTIONS: FunctionGroup = functions![phpinfo, phpversion, phpcredits, php_sapi_name, php_uname];

#[php("function phpversion(?string $extension = null): string|false")]
fn phpversion(extension: Option<Str>) -> Value {
    match extension {
        Some(name) if !registry::get().has_extension(&name.to_text()) => Value::FALSE,
        _ => Value::str(PHP_VERSION),
    }
}

#[php("function php_sapi_name(): string|false")]
fn php_sapi_name(ctx: &mut Ctx) -> &'static str {
    ctx.request.sapi
}

/// One part of what `uname` says, or (with `a`) all of it.
fn uname(mode: u8) -> Vec<u8> {
    let parts = phant_os::system::uname().unwrap_or_default();
    let [system, node, release, version, machine] = parts;
    match mode {
        b's' => system,
        b'n' => node,
        b'r' => release,
        b'v' => version,
        b'm' => machine,
        _ => [system, node, release, version, machine].join(&b' '),
    }
}

#[php("function php_uname(string $mode = 'a'): string")]
fn php_uname(ctx: &mut Ctx, mode: &Str) -> PhpResult<Vec<u8>> {
    match mode.as_bytes() {
        [mode @ (b's' | b'n' | b'r' | b'v' | b'm' | b'a')] => Ok(uname(*mode)),
        [_] => Err(ctx.argument_error(1, "must be one of \"a\", \"m\", \"n\", \"r\", \"s\", or \"v\"")),
        _ => Err(ctx.argument_error(1, "must be a single character")),
    }
}

const GENERAL: i64 = 1;
const CREDITS: i64 = 2;
const CONFIGURATION: i64 = 4;
const MODULES: i64 = 8;
const ENVIRONMENT: i64 = 16;
const VARIABLES: i64 = 32;
const LICENSE: i64 = 64;

/// Text being put together.
#[derive(Default)]
struct Page(Vec<u8>);

impl Page {
    fn line(&mut self, text: impl AsRef<[u8]>) {
        self.0.extend_from_slice(text.as_ref());
        self.0.push(b'\n');
    }
    fn row(&mut self, cells: &[&[u8]]) {
        self.line(cells.join(&b" => "[..]));
    }
    fn heading(&mut self, text: &str) {
        self.line("");
        self.line(text);
        self.line("");
    }
}

#[php("function phpinfo(int $flags = INFO_ALL): true")]
fn phpinfo(ctx: &mut Ctx, flags: i64) -> PhpResult<bool> {
    let mut page = Page::default();
    page.line("phpinfo()");
    if flags & GENERAL != 0 {
        general(ctx, &mut page);
    }
    if flags & CONFIGURATION != 0 {
        page.line("");
        page.line(" _______________________________________________________________________");
        page.line("");
        page.heading("Configuration");
        settings(ctx, &mut page, "Core");
    }
    if flags & MODULES != 0 {
        for extension in &registry::get().extensions {
            if extension.name == "Core" {
                continue;
            }
            page.heading(extension.name);
            for (name, value) in extension.info {
                page.row(&[name.as_bytes(), value.as_bytes()]);
            }
            if extension.info.is_empty() {
                page.row(&[format!("{} support", extension.name).as_bytes(), b"enabled"]);
            }
            settings(ctx, &mut page, extension.name);
        }
    }
    if flags & ENVIRONMENT != 0 {
        page.heading("Environment");
        page.row(&[b"Variable", b"Value"]);
        for (name, value) in crate::environment::all(ctx) {
            page.row(&[&name, &value]);
        }
    }
    if flags & VARIABLES != 0 {
        page.heading("PHP Variables");
        page.row(&[b"Variable", b"Value"]);
        for name in ["_GET", "_POST", "_COOKIE", "_FILES", "_SERVER", "_ENV"] {
            variables(ctx, &mut page, name)?;
        }
    }
    if flags & CREDITS != 0 {
        credits(&mut page);
    }
    if flags & LICENSE != 0 {
        page.heading("Phant License");
        page.line("Phant is free software under the terms of the MIT license.");
    }
    ctx.echo(&page.0);
    Ok(true)
}

fn general(ctx: &mut Ctx, page: &mut Page) {
    page.row(&[b"PHP Version", PHP_VERSION.as_bytes()]);
    page.line("");
    let loaded = ctx.ini.configured("cfg_file_path");
    let streams = ctx.call_value(&Value::str("stream_get_wrappers"), &[]).ok();
    let rows: [(&str, Vec<u8>); 9] = [
        ("System", uname(b'a')),
        ("Server API", if ctx.request.sapi == "cli" { "Command Line Interface" } else { "Phant" }.into()),
        ("Virtual Directory Support", "disabled".into()),
        ("Loaded Configuration File", loaded.map_or_else(|| b"(none)".to_vec(), |f| f.to_vec())),
        ("PHP API", "20240924".into()),
        ("Debug Build", "no".into()),
        ("Thread Safety", "disabled".into()),
        ("IPv6 Support", "enabled".into()),
        ("Registered PHP Streams", streams.as_ref().and_then(Value::as_array).map(joined).unwrap_or_default()),
    ];
    for (name, value) in rows {
        page.row(&[name.as_bytes(), &value]);
    }
    page.line("");
    page.line("This program runs on Phant, a PHP runtime in Rust.");
}

fn joined(list: &Array) -> Vec<u8> {
    let texts: Vec<&[u8]> = list.values().filter_map(Value::as_str).map(|s| s.as_bytes()).collect();
    texts.join(&b", "[..])
}

fn settings(ctx: &Ctx, page: &mut Page, extension: &str) {
    let registry = registry::get();
    let mut names: Vec<&str> =
        registry.settings.values().filter(|s| s.extension.name == extension).map(|s| s.item.name).collect();
    if names.is_empty() {
        return;
    }
    names.sort_by_key(|name| name.to_ascii_lowercase());
    page.line("");
    page.row(&[b"Directive", b"Local Value", b"Master Value"]);
    for name in names {
        let shown = |value: Option<Str>| match value {
            Some(value) if !value.is_empty() => value.to_vec(),
            _ => b"no value".to_vec(),
        };
        page.row(&[name.as_bytes(), &shown(ctx.ini.get(name)), &shown(ctx.ini.original(name))]);
    }
}

fn variables(ctx: &mut Ctx, page: &mut Page, name: &str) -> PhpResult<()> {
    let Some(value) = ctx.host.global(ctx, &Str::from(name)) else { return Ok(()) };
    let Some(array) = value.as_array().cloned() else { return Ok(()) };
    for (key, value) in array.iter() {
        let label = [b"$", name.as_bytes(), b"['", &key.to_str(), b"']"].concat();
        let text = if value.is_array() {
            let mut out = phant_memory::StrBuilder::new();
            crate::var::readable(ctx, &mut out, value, 0)?;
            out.finish()
        } else {
            convert::to_str(ctx, value)?
        };
        page.row(&[&label, &text]);
    }
    Ok(())
}

fn credits(page: &mut Page) {
    page.line("PHP Credits");
    page.line("");
    page.line("PHP Group");
    page.line("Thies C. Arntzen, Stig Bakken, Shane Caraveo, Andi Gutmans, Rasmus Lerdorf, Sam Ruby, Sascha Schumann, Zeev Suraski, Jim Winstead, Andrei Zmievski");
    page.line("");
    page.line("Language Design & Concept");
    page.line("Andi Gutmans, Rasmus Lerdorf, Zeev Suraski, Marcus Boerger");
    page.line("");
    page.line("This runtime");
    page.line("The Phant developers");
}

#[php("function phpcredits(int $flags = CREDITS_ALL): true")]
fn phpcredits(ctx: &mut Ctx, _flags: i64) -> bool {
    let mut page = Page::default();
    credits(&mut page);
    ctx.echo(&page.0);
    true
}
