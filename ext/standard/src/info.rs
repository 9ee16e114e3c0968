//! Facts about the runtime: `phpinfo`, `phpversion`, `php_uname`, `php_sapi_name`.

use crate::{core_constants::PHP_VERSION, info_page::Page};
use phant_memory::{Array, Held, Str, Value, string::literal};
use phant_native::{Ctx, Late, PhpResult, config, convert, descriptor::FunctionGroup, functions, php, registry};

pub(crate) const FUNCTIONS: FunctionGroup = functions![phpinfo, phpversion, phpcredits, php_sapi_name, php_uname];

#[php("function phpversion(?string $extension = null): string|false", pure)]
fn phpversion(extension: Option<Str>) -> Value {
    let Some(name) = extension else { return Value::from(literal(PHP_VERSION)) };
    let found = registry::get().extensions.iter().find(|e| e.name.as_bytes().eq_ignore_ascii_case(&name));
    found.map_or(Value::FALSE, |extension| Value::from(literal(extension.version.unwrap_or(PHP_VERSION))))
}

#[php("function php_sapi_name(): string|false")]
fn php_sapi_name(late: Late<'_>) -> Str {
    literal(late.request().sapi.get())
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
fn php_uname(ctx: &Ctx, mode: &Str) -> PhpResult<Vec<u8>> {
    match mode.as_bytes() {
        [mode @ (b's' | b'n' | b'r' | b'v' | b'm' | b'a')] => Ok(uname(*mode)),
        [_] => Err(ctx.argument_error(1, "must be one of \"a\", \"m\", \"n\", \"r\", \"s\", or \"v\"")),
        _ => Err(ctx.argument_error(1, "must be a single character")),
    }
}

/// Settings that `phpinfo()` shows as On or Off.
const SWITCHES: &[&str] = &[
    "allow_url_fopen",
    "allow_url_include",
    "assert.active",
    "assert.bail",
    "assert.exception",
    "assert.warning",
    "auto_detect_line_endings",
    "auto_globals_jit",
    "display_startup_errors",
    "enable_dl",
    "enable_post_data_reading",
    "expose_php",
    "file_uploads",
    "html_errors",
    "ignore_repeated_errors",
    "ignore_repeated_source",
    "ignore_user_abort",
    "implicit_flush",
    "log_errors",
    "mail.add_x_header",
    "mail.mixed_lf_and_crlf",
    "pcre.jit",
    "register_argc_argv",
    "report_memleaks",
    "report_zend_debug",
    "session.auto_start",
    "session.cookie_httponly",
    "session.cookie_secure",
    "session.lazy_write",
    "session.upload_progress.cleanup",
    "session.upload_progress.enabled",
    "session.use_cookies",
    "session.use_only_cookies",
    "session.use_strict_mode",
    "session.use_trans_sid",
    "short_open_tag",
    "xmlrpc_errors",
    "zend.detect_unicode",
    "zend.enable_gc",
    "zend.exception_ignore_args",
    "zend.multibyte",
    "zend.signal_check",
    "zlib.output_compression",
];

const GENERAL: i64 = 1;
const CREDITS: i64 = 2;
const CONFIGURATION: i64 = 4;
const MODULES: i64 = 8;
const ENVIRONMENT: i64 = 16;
const VARIABLES: i64 = 32;
const LICENSE: i64 = 64;

#[php("function phpinfo(int $flags = INFO_ALL): true")]
fn phpinfo(ctx: &Ctx, flags: i64) -> PhpResult<bool> {
    let mut page = Page::new(ctx.request.http.get());
    page.title("phpinfo()");
    if flags & GENERAL != 0 {
        general(ctx, &mut page);
    }
    if flags & CONFIGURATION != 0 {
        page.part("Configuration");
        page.heading("Core");
        page.row(&[b"PHP Version", PHP_VERSION.as_bytes()]);
        settings(ctx, &mut page, "Core");
    }
    if flags & MODULES != 0 {
        let mut extensions = registry::get().extensions.clone();
        extensions.sort_by_key(|extension| extension.name.to_ascii_lowercase());
        for extension in extensions {
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
        page.header(&["Variable", "Value"]);
        for (name, value) in crate::environment::all(ctx) {
            page.row(&[&name, &value]);
        }
    }
    if flags & VARIABLES != 0 {
        page.heading("PHP Variables");
        page.header(&["Variable", "Value"]);
        for name in ["_GET", "_POST", "_COOKIE", "_FILES", "_SERVER", "_ENV"] {
            variables(ctx, &mut page, name)?;
        }
    }
    if flags & CREDITS != 0 {
        credits(&mut page);
    }
    if flags & LICENSE != 0 {
        page.heading("Phant License");
        page.paragraph("Phant is free software under the terms of the MIT license.");
    }
    ctx.echo(page.finish());
    Ok(true)
}

fn general(ctx: &Ctx, page: &mut Page) {
    if ctx.request.http.get() {
        page.part(&format!("PHP Version {PHP_VERSION}"));
    } else {
        page.row(&[b"PHP Version", PHP_VERSION.as_bytes()]);
        page.paragraph("");
    }
    let listed = |ctx: &Ctx, function: &str| {
        let list = ctx.call_value(&Value::str(function), &[]).ok();
        list.as_ref().and_then(Value::as_array).map(|list| joined(&list)).unwrap_or_default()
    };
    let config = config::get();
    let file = config.loaded.as_ref().map_or_else(|| "(none)".to_owned(), |file| file.display().to_string());
    let none = |text: String| if text.is_empty() { "(none)".to_owned() } else { text };
    let api = match ctx.request.sapi.get() {
        "cli" => "Command Line Interface",
        "cli-server" => "Built-in HTTP server",
        "cgi-fcgi" => "CGI/FastCGI",
        _ => "Phant",
    };
    let rows: [(&str, Vec<u8>); 19] = [
        ("System", uname(b'a')),
        ("Server API", api.into()),
        ("Virtual Directory Support", "disabled".into()),
        ("Configuration File (php.ini) Path", config.search_path.as_bytes().to_vec()),
        ("Loaded Configuration File", file.into_bytes()),
        ("Scan this dir for additional .ini files", none(config.scan_dir.clone()).into_bytes()),
        ("Additional .ini files parsed", none(config.scanned_list()).into_bytes()),
        ("PHP API", "20240924".into()),
        ("PHP Extension", "20240924".into()),
        ("PHP Integer Size", "64 bits".into()),
        ("Debug Build", "no".into()),
        ("Thread Safety", "disabled".into()),
        ("Zend Multibyte Support", "disabled".into()),
        ("IPv6 Support", "enabled".into()),
        ("DTrace Support", "disabled".into()),
        ("", Vec::new()),
        ("Registered PHP Streams", listed(ctx, "stream_get_wrappers")),
        ("Registered Stream Socket Transports", listed(ctx, "stream_get_transports")),
        ("Registered Stream Filters", listed(ctx, "stream_get_filters")),
    ];
    for (name, value) in rows {
        match name {
            "" if ctx.request.http.get() => {}
            "" => page.paragraph(""),
            _ => page.row(&[name.as_bytes(), &value]),
        }
    }
    page.paragraph("This program runs on Phant, a PHP runtime in Rust.");
}

fn joined(list: &Array) -> Vec<u8> {
    let texts: Vec<_> = list.values().filter_map(Value::as_str).collect();
    texts.iter().map(|s| s.as_bytes()).collect::<Vec<_>>().join(&b", "[..])
}

fn settings(ctx: &Ctx, page: &mut Page, extension: &str) {
    let registry = registry::get();
    let mut names: Vec<&str> =
        registry.settings.values().filter(|s| s.extension.name == extension).map(|s| s.item.name).collect();
    if names.is_empty() {
        return;
    }
    names.sort_by_key(|name| name.to_ascii_lowercase());
    page.header(&["Directive", "Local Value", "Master Value"]);
    for name in names {
        let shown = |value: Option<Str>| match value {
            value if SWITCHES.contains(&name) => {
                let on = value.is_some_and(|value| phant_native::ini::parse_bool(&value));
                if on { b"On".to_vec() } else { b"Off".to_vec() }
            }
            Some(value) if !value.is_empty() => value.to_vec(),
            _ => b"no value".to_vec(),
        };
        page.row(&[name.as_bytes(), &shown(ctx.ini.get(name)), &shown(ctx.ini.original(name))]);
    }
}

fn variables(ctx: &Ctx, page: &mut Page, name: &str) -> PhpResult<()> {
    let Some(value) = ctx.host.global(ctx, &Str::from(name)) else { return Ok(()) };
    let Some(array) = value.as_array().map(Held::into_owned) else { return Ok(()) };
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
    page.heading("PHP Credits");
    for (what, who) in [
        (
            "PHP Group",
            "Thies C. Arntzen, Stig Bakken, Shane Caraveo, Andi Gutmans, Rasmus Lerdorf, Sam Ruby, Sascha Schumann, Zeev Suraski, Jim Winstead, Andrei Zmievski",
        ),
        ("Language Design & Concept", "Andi Gutmans, Rasmus Lerdorf, Zeev Suraski, Marcus Boerger"),
        ("This runtime", "The Phant developers"),
    ] {
        page.row(&[what.as_bytes(), who.as_bytes()]);
    }
}

#[php("function phpcredits(int $flags = CREDITS_ALL): true")]
fn phpcredits(ctx: &Ctx, _flags: i64) -> bool {
    let mut page = Page::new(ctx.request.http.get());
    if ctx.request.http.get() {
        page.title("PHP Credits");
    }
    credits(&mut page);
    ctx.echo(page.finish());
    true
}
