//! The functions `opcache_*`.

use crate::settings;
use phant_memory::{Array, Object, Str, Value};
use phant_native::{
    Ctx, Level, PhpResult,
    code_cache::{Usage, clock},
    descriptor::FunctionGroup,
    functions, php,
    ret::OrFalse,
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    opcache_reset,
    opcache_get_status,
    opcache_compile_file,
    opcache_invalidate,
    opcache_jit_blacklist,
    opcache_get_configuration,
    opcache_is_script_cached,
];

/// Whether the main script is below the path that `opcache.restrict_api` names.
fn is_permitted(ctx: &Ctx) -> bool {
    let root = ctx.ini.text("opcache.restrict_api");
    if root.is_empty() {
        return true;
    }
    let server = ctx.host.global(ctx, &phant_memory::intern(b"_SERVER"));
    let script = server.as_ref().and_then(Value::as_array).and_then(|server| {
        let entry =
            |name: &[u8]| server.get_str(&phant_memory::intern(name)).and_then(|path| path.as_str().map(|path| path.to_vec()));
        entry(b"PATH_TRANSLATED").or_else(|| entry(b"SCRIPT_FILENAME"))
    });
    let permitted = script.is_some_and(|script| script.starts_with(root.as_bytes()));
    if !permitted {
        let text = "Zend OPcache API is restricted by \"restrict_api\" configuration directive";
        ctx.report(Level::Warning, text);
    }
    permitted
}

/// Empties the cache before the next request.
#[php("function opcache_reset(): bool")]
fn opcache_reset(ctx: &Ctx) -> bool {
    is_permitted(ctx) && ctx.host.code_cache().restart(ctx)
}

/// What the cache holds and has done, or `false` without one.
#[php("function opcache_get_status(bool $include_scripts = true): array|false")]
fn opcache_get_status(ctx: &Ctx, include_scripts: bool) -> OrFalse<Array> {
    let cache = ctx.host.code_cache();
    if !is_permitted(ctx) || !cache.is_started(ctx) {
        return OrFalse::from(None);
    }
    let usage = cache.usage(ctx);
    let mut status = Array::new();
    status.set_name("opcache_enabled", Value::bool(cache.is_enabled(ctx)));
    let folder = ctx.ini.text("opcache.file_cache");
    if settings::is_file_cache_proper(&folder) {
        status.set_name("file_cache", Value::from(folder));
        if ctx.ini.bool("opcache.file_cache_only") {
            status.set_name("file_cache_only", Value::TRUE);
            return OrFalse::from(Some(status));
        }
    }
    status.set_name("cache_full", Value::bool(usage.files >= usage.max_files || usage.bytes >= usage.max_bytes));
    status.set_name("restart_pending", Value::bool(usage.restart_pending));
    status.set_name("restart_in_progress", Value::FALSE);
    status.set_name("memory_usage", Value::from(memory(&usage)));
    status.set_name("interned_strings_usage", Value::from(strings(&usage)));
    status.set_name("opcache_statistics", Value::from(statistics(&usage)));
    if let Some(names) = phant_preloaded::get() {
        status.set_name("preload_statistics", Value::from(preloaded(names)));
    }
    if include_scripts {
        status.set_name("scripts", Value::from(scripts(ctx)));
    }
    status.set_name("jit", Value::from(jit()));
    OrFalse::from(Some(status))
}

fn count(number: usize) -> Value {
    Value::int(i64::try_from(number).unwrap_or(i64::MAX))
}

fn number(number: u64) -> Value {
    Value::int(i64::try_from(number).unwrap_or(i64::MAX))
}

/// What is retired goes at once, so that nothing is ever wasted.
fn memory(usage: &Usage) -> Array {
    let mut list = Array::new();
    list.set_name("used_memory", count(usage.bytes));
    list.set_name("free_memory", count(usage.max_bytes.saturating_sub(usage.bytes)));
    list.set_name("wasted_memory", Value::int(0));
    list.set_name("current_wasted_percentage", Value::float(0.0));
    list
}

/// The strings of files are part of the cache; the room for them is what they take.
fn strings(usage: &Usage) -> Array {
    let mut list = Array::new();
    list.set_name("buffer_size", count(usage.string_bytes));
    list.set_name("used_memory", count(usage.string_bytes));
    list.set_name("free_memory", Value::int(0));
    list.set_name("number_of_strings", count(usage.strings));
    list
}

fn statistics(usage: &Usage) -> Array {
    let requests = usage.hits + usage.misses + usage.blacklisted;
    let share = |part: u64| Value::float(if requests == 0 { 0.0 } else { part as f64 * 100.0 / requests as f64 });
    let mut list = Array::new();
    list.set_name("num_cached_scripts", count(usage.files));
    list.set_name("num_cached_keys", count(usage.paths));
    list.set_name("max_cached_keys", count(usage.max_files));
    list.set_name("hits", number(usage.hits));
    list.set_name("start_time", Value::int(usage.started));
    list.set_name("last_restart_time", Value::int(usage.restarted));
    list.set_name("oom_restarts", Value::int(0));
    list.set_name("hash_restarts", Value::int(0));
    list.set_name("manual_restarts", number(usage.restarts));
    list.set_name("misses", number(usage.misses));
    list.set_name("blacklist_misses", number(usage.blacklisted));
    list.set_name("blacklist_miss_ratio", share(usage.blacklisted));
    list.set_name("opcache_hit_rate", share(usage.hits));
    list
}

/// What is there from the start of every request. A list of nothing is left out.
fn preloaded(names: &phant_preloaded::Names) -> Array {
    let mut list = Array::new();
    list.set_name("memory_consumption", count(names.bytes));
    for (key, names) in [("functions", &names.functions), ("classes", &names.classes), ("scripts", &names.scripts)] {
        if !names.is_empty() {
            list.set_name(key, Value::from(Array::list(names.iter().map(Value::str))));
        }
    }
    list
}

fn scripts(ctx: &Ctx) -> Array {
    let validated = ctx.ini.bool("opcache.validate_timestamps");
    let mut list = Array::new();
    for script in ctx.host.code_cache().scripts(ctx) {
        let mut entry = Array::new();
        entry.set_name("full_path", Value::str(&script.path));
        entry.set_name("hits", number(script.hits));
        entry.set_name("memory_consumption", count(script.bytes));
        entry.set_name("last_used", Value::str(clock(script.used)));
        entry.set_name("last_used_timestamp", Value::int(script.used));
        entry.set_name("timestamp", Value::int(script.changed));
        if validated {
            entry.set_name("revalidate", Value::int(script.valid_until));
        }
        list.set(&*script.path, Value::from(entry));
    }
    list
}

/// There is no compiler to machine code.
fn jit() -> Array {
    let mut list = Array::new();
    list.set_name("enabled", Value::FALSE);
    list.set_name("on", Value::FALSE);
    for name in ["kind", "opt_level", "opt_flags", "buffer_size", "buffer_free"] {
        list.set_name(name, Value::int(0));
    }
    list
}

/// Puts a file into the cache without running it.
#[php("function opcache_compile_file(string $filename): bool")]
fn opcache_compile_file(ctx: &Ctx, filename: &Str) -> PhpResult<bool> {
    let cache = ctx.host.code_cache();
    if !cache.is_started(ctx) {
        ctx.report(Level::Notice, "Zend OPcache has not been properly started, can't compile file");
        return Ok(false);
    }
    cache.compile(ctx, filename)
}

/// Forgets a file if it has changed, or in any case.
#[php("function opcache_invalidate(string $filename, bool $force = false): bool")]
fn opcache_invalidate(ctx: &Ctx, filename: &Str, force: bool) -> bool {
    is_permitted(ctx) && ctx.host.code_cache().invalidate(ctx, filename, force)
}

/// Keeps a function from being compiled to machine code, which no function is.
#[php("function opcache_jit_blacklist(Closure $closure): void")]
fn opcache_jit_blacklist(_closure: &Object) {}

/// The settings, the version and the black list.
#[php("function opcache_get_configuration(): array|false")]
fn opcache_get_configuration(ctx: &Ctx) -> PhpResult<OrFalse<Array>> {
    if !is_permitted(ctx) {
        return Ok(OrFalse::from(None));
    }
    let mut version = Array::new();
    version.set_name("version", ctx.host.constant(ctx, b"PHP_VERSION")?.unwrap_or(Value::NULL));
    version.set_name("opcache_product_name", Value::str("Zend OPcache"));
    let blacklist = Array::list(ctx.host.code_cache().blacklist(ctx).iter().map(Value::str));
    let mut configuration = Array::new();
    configuration.set_name("directives", Value::from(settings::directives(ctx)));
    configuration.set_name("version", Value::from(version));
    configuration.set_name("blacklist", Value::from(blacklist));
    Ok(OrFalse::from(Some(configuration)))
}

/// Whether a file is in the cache.
#[php("function opcache_is_script_cached(string $filename): bool")]
fn opcache_is_script_cached(ctx: &Ctx, filename: &Str) -> bool {
    is_permitted(ctx) && ctx.host.code_cache().holds(ctx, filename)
}
