//! Ini settings: `ini_get`, `ini_set`, `ini_get_all`, `ini_parse_quantity`, and the checks that settings of the language
//! and of this extension have.

use phant_memory::{Array, Str, Value, View};
use phant_native::{
    Args, Ctx, Late, Level, PhpResult, coerce,
    config::{self, ConfigValue},
    convert,
    descriptor::{FunctionGroup, IniSetting},
    functions,
    ini::{Ini, Stage, parse_bool},
    php, registry,
};
use std::cell::Cell;

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    ini_get,
    ini_set,
    ini_get_all,
    ini_restore,
    ini_parse_quantity,
    get_cfg_var,
    set_include_path,
    get_include_path,
    php_ini_loaded_file,
    php_ini_scanned_files,
];

#[php("function ini_get(string $option): string|false")]
fn ini_get(late: Late<'_>, option: &Str) -> Value {
    match declared(option) {
        Some(setting) => Value::from(late.ini().of_declared(setting).unwrap_or_default()),
        None => Value::FALSE,
    }
}

thread_local! {
    /// Settings by the address of the text that last named them, which mostly is a literal of a script.
    static NAMED: [Cell<Option<&'static IniSetting>>; 64] = const { [const { Cell::new(None) }; 64] };
}

/// The setting of a name, if an extension declares it.
fn declared(name: &Str) -> Option<&'static IniSetting> {
    let at = name.as_ptr().addr();
    NAMED.with(|named| {
        let last = &named[(at >> 4 ^ at >> 10) % named.len()];
        if let Some(setting) = last.get()
            && setting.name.as_bytes() == name.as_bytes()
        {
            return Some(setting);
        }
        let found = registry::get().settings.of_bytes(name)?.item;
        last.set(Some(found));
        Some(found)
    })
}

#[php("function ini_set(string $option, string|int|float|bool|null $value): string|false", alias = "ini_alter", raw)]
fn ini_set(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult {
    // Whatever is given is taken first: the message about it is shorter than others.
    if args.passed == 2 && matches!(args.values[1].view(), View::Array(_) | View::Object(_) | View::Resource(_)) {
        let value = std::mem::replace(&mut args.values[1], Value::NULL);
        coerce::arguments(ctx, args.function, args.values, args.passed)?;
        args.values[1] = value;
        return Err(ctx.argument_type_error(2, "must be of type string|int|float|bool|null"));
    }
    coerce::arguments(ctx, args.function, args.values, args.passed)?;
    let name = convert::to_str(ctx, &args.values[0])?;
    let value = convert::to_str(ctx, &args.values[1])?;
    let Some(setting) = declared(&name) else { return Ok(Value::FALSE) };
    let name = setting.name;
    let is_path = name == "error_log" && value.as_bytes() != b"syslog" || name == "mail.log";
    if is_path && !value.is_empty() && !phant_streams::path::check_basedir(ctx, &value) {
        ctx.check()?;
        return Ok(Value::FALSE);
    }
    let changed = Ini::change(ctx, setting, &value);
    ctx.check()?;
    Ok(changed.map_or(Value::FALSE, |old| Value::from(old.unwrap_or_default())))
}

#[php("function ini_get_all(?string $extension = null, bool $details = true): array|false")]
fn ini_get_all(ctx: &Ctx, extension: Option<Str>, details: bool) -> PhpResult {
    let registry = registry::get();
    if let Some(name) = &extension
        && !registry.has_extension(&name.to_text())
    {
        ctx.warning(format!("Extension \"{name}\" cannot be found"));
        ctx.check()?;
        return Ok(Value::FALSE);
    }
    let wanted = |owner: &str| extension.as_ref().is_none_or(|name| owner.as_bytes().eq_ignore_ascii_case(name));
    let mut settings: Vec<_> = registry.settings.values().filter(|s| wanted(s.extension.name)).map(|s| s.item).collect();
    settings.sort_by_cached_key(|s| s.name.to_ascii_lowercase());
    let mut all = Array::with_hash_capacity(settings.len());
    for setting in settings {
        let value = Value::from(ctx.ini.get(setting.name));
        if !details {
            all.set_name(setting.name, value);
            continue;
        }
        let mut row = Array::with_hash_capacity(4);
        row.set_name("global_value", Value::from(ctx.ini.original(setting.name)));
        row.set_name("local_value", value);
        row.set_name("access", Value::int(i64::from(setting.access)));
        all.set_name(setting.name, Value::from(row));
    }
    Ok(Value::from(all))
}

#[php("function ini_restore(string $option): void")]
fn ini_restore(ctx: &Ctx, option: &Str) {
    Ini::restore(ctx, &option.to_text());
}

#[php("function ini_parse_quantity(string $shorthand): int")]
fn ini_parse_quantity(ctx: &Ctx, shorthand: &Str) -> PhpResult<i64> {
    let (value, error) = phant_native::quantity::quantity(shorthand);
    if let Some(error) = error {
        ctx.report(Level::Warning, error);
        ctx.check()?;
    }
    Ok(value)
}

#[php("function get_cfg_var(string $option): string|array|false")]
fn get_cfg_var(ctx: &Ctx, option: &Str) -> Value {
    if let Some(ConfigValue::List(elements)) = config::get().value(option) {
        let mut list = Array::new();
        for (offset, value) in elements {
            let value = Value::str(value);
            if offset.is_empty() {
                let _ = list.push(value);
            } else {
                list.set(Str::new(offset), value);
            }
        }
        return Value::from(list);
    }
    ctx.ini.configured(&option.to_text()).map_or(Value::FALSE, Value::from)
}

#[php("function set_include_path(string $include_path): string|false")]
fn set_include_path(ctx: &Ctx, include_path: &Str) -> PhpResult {
    crate::file::check_path(ctx, include_path, 1)?;
    let old = ctx.ini.text("include_path");
    let changed = Ini::set(ctx, "include_path", include_path, Stage::Runtime).is_ok();
    ctx.check()?;
    Ok(if changed { Value::from(old) } else { Value::FALSE })
}

#[php("function get_include_path(): string|false")]
fn get_include_path(ctx: &Ctx) -> Str {
    ctx.ini.text("include_path")
}

#[php("function php_ini_loaded_file(): string|false")]
fn php_ini_loaded_file(ctx: &Ctx) -> Value {
    ctx.ini.configured("cfg_file_path").map_or(Value::FALSE, Value::from)
}

#[php("function php_ini_scanned_files(): string|false")]
fn php_ini_scanned_files(ctx: &Ctx) -> Value {
    ctx.ini.configured("cfg_scanned_files").map_or(Value::FALSE, Value::from)
}

// Checks of settings.

pub(crate) fn not_empty(_ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    if value.is_empty() { Err(()) } else { Ok(()) }
}

/// Text that is to be in a header line.
pub(crate) fn one_line(_ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    if value.iter().any(|c| matches!(c, b'\r' | b'\n' | 0)) { Err(()) } else { Ok(()) }
}

/// `precision` and `serialize_precision`.
pub(crate) fn precision(_ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    if phant_numeric::parse::to_int(value) >= -1 { Ok(()) } else { Err(()) }
}

pub(crate) fn memory_limit(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    let (bytes, error) = phant_native::quantity::quantity(value);
    if let Some(error) = error {
        ctx.report(Level::Warning, format!("Invalid \"memory_limit\" setting. {error}"));
    }
    let limit = usize::try_from(bytes).unwrap_or(usize::MAX);
    phant_native::limits::set_memory(limit).map_err(|usage| {
        let text = format!("Failed to set memory limit to {bytes} bytes (Current memory usage is {usage} bytes)");
        ctx.report(Level::Warning, text);
    })?;
    Ok(())
}

pub(crate) fn fiber_stack_size(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    let (bytes, error) = phant_native::quantity::quantity(value);
    if let Some(error) = error {
        ctx.report(Level::Warning, format!("Invalid \"fiber.stack_size\" setting. {error}"));
    }
    if bytes < 0 {
        ctx.report(Level::Warning, "fiber.stack_size must be a positive number");
        return Err(());
    }
    Ok(())
}

pub(crate) fn assertions(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    let (new, complaint) = phant_native::quantity::quantity(value);
    if let Some(complaint) = complaint {
        ctx.report(Level::Warning, format!("Invalid \"zend.assertions\" setting. {complaint}"));
    }
    if new == i64::from(ctx.ini.hot.assertions.get()) {
        return Ok(());
    }
    // Code is compiled with or without its assertions; while a script runs only the former can be switched.
    let running = ctx.current.get().is_some();
    if running && (new < 0 || ctx.ini.hot.assertions.get() < 0) {
        ctx.report(Level::Warning, "zend.assertions may be completely enabled or disabled only in php.ini");
        return Err(());
    }
    Ok(())
}

pub(crate) fn max_execution_time(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    let seconds = phant_numeric::parse::to_int(value);
    if ctx.current.get().is_some() {
        let _ = ctx.host.service(ctx, "set_time_limit", &[Value::int(seconds)]);
    }
    Ok(())
}

pub(crate) fn enable_gc(_ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    phant_memory::gc::set_enabled(parse_bool(value));
    Ok(())
}

pub(crate) fn open_basedir(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    if ctx.ini.starting.get() { Ok(()) } else { phant_streams::path::restrict(ctx, value) }
}

pub(crate) fn auto_detect_line_endings(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    if parse_bool(value) {
        ctx.report(Level::Deprecated, "auto_detect_line_endings is deprecated");
    }
    Ok(())
}

/// `exit` and `die` are no functions that can be missing.
pub(crate) fn disable_functions(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    for name in value.split(|c| matches!(c, b',' | b' ')) {
        if [b"exit".as_slice(), b"die"].iter().any(|word| name.eq_ignore_ascii_case(word)) {
            ctx.report(Level::Warning, [b"Cannot disable function ", name, b"()"].concat());
        }
    }
    Ok(())
}
pub(crate) fn script_encoding(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    let known = phant_native::registry::get().parts.iter().find_map(|extension| extension.source_encodings);
    let Some(known) = known.filter(|_| ctx.ini.bool("zend.multibyte")) else { return Ok(()) };
    for name in value.split(|&c| c == b',').map(<[u8]>::trim_ascii) {
        if !name.is_empty() && (known.find)(name).is_none() {
            let name = String::from_utf8_lossy(name);
            ctx.report_here(Level::Warning, format!("INI setting contains invalid encoding \"{name}\""));
        }
    }
    Ok(())
}
pub(crate) fn allow_url_include(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    if parse_bool(value) {
        ctx.report(Level::Deprecated, "Directive 'allow_url_include' is deprecated");
    }
    Ok(())
}

pub(crate) fn deprecated(ctx: &Ctx, name: &str, on: bool) -> Result<(), ()> {
    if on {
        ctx.report_here(Level::Deprecated, format!("{name} INI setting is deprecated"));
    }
    Ok(())
}

/// The default of `session.trans_sid_tags`.
pub(crate) const SESSION_TAGS: &str = "a=href,area=href,frame=src,form=";

/// Settings of the session extension that this one declares: to have other values than these is deprecated.
pub(crate) fn session_tags(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    deprecated_use(ctx, "session.trans_sid_tags", !value.starts_with(SESSION_TAGS.as_bytes()))
}

pub(crate) fn session_hosts(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    deprecated_use(ctx, "session.trans_sid_hosts", !value.is_empty())
}

fn deprecated_use(ctx: &Ctx, name: &str, on: bool) -> Result<(), ()> {
    if on {
        ctx.report_here(Level::Deprecated, format!("Usage of {name} INI setting is deprecated"));
    }
    Ok(())
}

pub(crate) fn assert_active(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    deprecated(ctx, "assert.active", !parse_bool(value))
}

pub(crate) fn assert_bail(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    deprecated(ctx, "assert.bail", parse_bool(value))
}

pub(crate) fn assert_exception(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    deprecated(ctx, "assert.exception", !parse_bool(value))
}

pub(crate) fn assert_warning(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    deprecated(ctx, "assert.warning", !parse_bool(value))
}
