//! The settings `opcache.*`: their defaults, what they may be, and what `opcache_get_configuration` shows of them.

use phant_memory::{Array, Value};
use phant_native::{
    Ctx, IniSetting, Level,
    code_cache::{Severity, log},
    ini::{parse_bool, parse_int},
    quantity::quantity,
};
use phant_os::fs::Access;
use std::cell::Cell;

/// How a setting is shown as a directive.
#[derive(Clone, Copy)]
enum Kind {
    Bool,
    Int,
    Float,
    /// Part of a hundred.
    Percent,
    /// A number of megabytes, shown in bytes.
    Megabytes,
    Text,
}

type Check = fn(&Ctx, &[u8]) -> Result<(), ()>;

const fn setting(name: &'static str, default: &'static str, access: u8) -> IniSetting {
    IniSetting { name, default: Some(default), access, on_change: None }
}
const fn checked(name: &'static str, default: &'static str, access: u8, check: Check) -> IniSetting {
    IniSetting { name, default: Some(default), access, on_change: Some(check) }
}

/// The settings. Those before others are applied first; the level of the log and the file cache count on that.
pub(crate) const INI: &[IniSetting] = &[
    checked("opcache.enable", "1", 7, enable),
    setting("opcache.use_cwd", "1", 4),
    setting("opcache.validate_timestamps", "1", 7),
    setting("opcache.validate_permission", "0", 4),
    setting("opcache.validate_root", "0", 4),
    setting("opcache.dups_fix", "0", 7),
    setting("opcache.revalidate_path", "0", 7),
    checked("opcache.log_verbosity_level", "1", 4, |ctx, value| number(ctx, "opcache.log_verbosity_level", value)),
    setting("opcache.error_log", "", 4),
    checked("opcache.memory_consumption", "128", 4, memory_consumption),
    checked("opcache.interned_strings_buffer", "8", 4, interned_strings),
    checked("opcache.max_accelerated_files", "10000", 4, max_files),
    checked("opcache.max_wasted_percentage", "5", 4, max_wasted),
    checked("opcache.force_restart_timeout", "180", 4, |ctx, value| number(ctx, "opcache.force_restart_timeout", value)),
    checked("opcache.revalidate_freq", "2", 7, |ctx, value| number(ctx, "opcache.revalidate_freq", value)),
    checked("opcache.file_update_protection", "2", 4, |ctx, value| number(ctx, "opcache.file_update_protection", value)),
    setting("opcache.preferred_memory_model", "", 4),
    setting("opcache.blacklist_filename", "", 4),
    checked("opcache.max_file_size", "0", 4, |ctx, value| number(ctx, "opcache.max_file_size", value)),
    setting("opcache.protect_memory", "0", 4),
    setting("opcache.save_comments", "1", 4),
    setting("opcache.record_warnings", "0", 4),
    checked("opcache.optimization_level", "0x7FFEBFFF", 4, |ctx, value| number(ctx, "opcache.optimization_level", value)),
    checked("opcache.opt_debug_level", "0", 4, |ctx, value| number(ctx, "opcache.opt_debug_level", value)),
    setting("opcache.enable_file_override", "0", 4),
    setting("opcache.enable_cli", "0", 4),
    setting("opcache.restrict_api", "", 4),
    setting("opcache.lockfile_path", "/tmp", 4),
    IniSetting { name: "opcache.file_cache", default: None, access: 4, on_change: Some(file_cache) },
    checked("opcache.file_cache_only", "0", 4, file_cache_only),
    setting("opcache.file_cache_consistency_checks", "1", 4),
    setting("opcache.huge_code_pages", "0", 4),
    setting("opcache.preload", "", 4),
    setting("opcache.preload_user", "", 4),
    checked("opcache.jit", "disable", 7, jit),
    checked("opcache.jit_buffer_size", "64M", 4, |ctx, value| number(ctx, "opcache.jit_buffer_size", value)),
    checked("opcache.jit_debug", "0", 7, |ctx, value| number(ctx, "opcache.jit_debug", value)),
    checked("opcache.jit_bisect_limit", "0", 7, |ctx, value| number(ctx, "opcache.jit_bisect_limit", value)),
    setting("opcache.jit_prof_threshold", "0.005", 7),
    checked("opcache.jit_max_root_traces", "1024", 4, |ctx, value| number(ctx, "opcache.jit_max_root_traces", value)),
    checked("opcache.jit_max_side_traces", "128", 4, |ctx, value| number(ctx, "opcache.jit_max_side_traces", value)),
    checked("opcache.jit_max_exit_counters", "8192", 4, |ctx, value| number(ctx, "opcache.jit_max_exit_counters", value)),
    checked("opcache.jit_hot_loop", "64", 4, |ctx, value| hot(ctx, "hot_loop", value)),
    checked("opcache.jit_hot_func", "127", 4, |ctx, value| hot(ctx, "hot_func", value)),
    checked("opcache.jit_hot_return", "8", 4, |ctx, value| hot(ctx, "hot_return", value)),
    checked("opcache.jit_hot_side_exit", "8", 7, |ctx, value| hot(ctx, "hot_side_exit", value)),
    checked("opcache.jit_blacklist_root_trace", "16", 7, |ctx, value| hot(ctx, "blacklist_root_trace", value)),
    checked("opcache.jit_blacklist_side_trace", "8", 7, |ctx, value| hot(ctx, "blacklist_side_trace", value)),
    checked("opcache.jit_max_loop_unrolls", "8", 7, max_loop_unrolls),
    checked("opcache.jit_max_recursive_calls", "2", 7, max_recursive_calls),
    checked("opcache.jit_max_recursive_returns", "2", 7, max_recursive_returns),
    checked("opcache.jit_max_polymorphic_calls", "2", 7, |ctx, value| number(ctx, "opcache.jit_max_polymorphic_calls", value)),
    checked("opcache.jit_max_trace_length", "1024", 7, max_trace_length),
];

/// The directives in the order in which they are shown.
const DIRECTIVES: &[(&str, Kind)] = &[
    ("opcache.enable", Kind::Bool),
    ("opcache.enable_cli", Kind::Bool),
    ("opcache.use_cwd", Kind::Bool),
    ("opcache.validate_timestamps", Kind::Bool),
    ("opcache.validate_permission", Kind::Bool),
    ("opcache.validate_root", Kind::Bool),
    ("opcache.dups_fix", Kind::Bool),
    ("opcache.revalidate_path", Kind::Bool),
    ("opcache.log_verbosity_level", Kind::Int),
    ("opcache.memory_consumption", Kind::Megabytes),
    ("opcache.interned_strings_buffer", Kind::Int),
    ("opcache.max_accelerated_files", Kind::Int),
    ("opcache.max_wasted_percentage", Kind::Percent),
    ("opcache.force_restart_timeout", Kind::Int),
    ("opcache.revalidate_freq", Kind::Int),
    ("opcache.preferred_memory_model", Kind::Text),
    ("opcache.blacklist_filename", Kind::Text),
    ("opcache.max_file_size", Kind::Int),
    ("opcache.error_log", Kind::Text),
    ("opcache.protect_memory", Kind::Bool),
    ("opcache.save_comments", Kind::Bool),
    ("opcache.record_warnings", Kind::Bool),
    ("opcache.enable_file_override", Kind::Bool),
    ("opcache.optimization_level", Kind::Int),
    ("opcache.lockfile_path", Kind::Text),
    ("opcache.file_cache", Kind::Text),
    ("opcache.file_cache_only", Kind::Bool),
    ("opcache.file_cache_consistency_checks", Kind::Bool),
    ("opcache.file_update_protection", Kind::Int),
    ("opcache.opt_debug_level", Kind::Int),
    ("opcache.restrict_api", Kind::Text),
    ("opcache.huge_code_pages", Kind::Bool),
    ("opcache.preload", Kind::Text),
    ("opcache.preload_user", Kind::Text),
    ("opcache.jit", Kind::Text),
    ("opcache.jit_buffer_size", Kind::Int),
    ("opcache.jit_debug", Kind::Int),
    ("opcache.jit_bisect_limit", Kind::Int),
    ("opcache.jit_blacklist_root_trace", Kind::Int),
    ("opcache.jit_blacklist_side_trace", Kind::Int),
    ("opcache.jit_hot_func", Kind::Int),
    ("opcache.jit_hot_loop", Kind::Int),
    ("opcache.jit_hot_return", Kind::Int),
    ("opcache.jit_hot_side_exit", Kind::Int),
    ("opcache.jit_max_exit_counters", Kind::Int),
    ("opcache.jit_max_loop_unrolls", Kind::Int),
    ("opcache.jit_max_polymorphic_calls", Kind::Int),
    ("opcache.jit_max_recursive_calls", Kind::Int),
    ("opcache.jit_max_recursive_returns", Kind::Int),
    ("opcache.jit_max_root_traces", Kind::Int),
    ("opcache.jit_max_side_traces", Kind::Int),
    ("opcache.jit_prof_threshold", Kind::Float),
    ("opcache.jit_max_trace_length", Kind::Int),
];

/// The settings as `opcache_get_configuration` shows them.
pub(crate) fn directives(ctx: &Ctx) -> Array {
    let mut list = Array::new();
    for &(name, kind) in DIRECTIVES {
        let text = ctx.ini.text(name);
        let float = || phant_numeric::parse::to_float(&text);
        let value = match kind {
            Kind::Bool => Value::bool(ctx.ini.bool(name)),
            Kind::Int => Value::int(quantity(&text).0),
            Kind::Float => Value::float(float()),
            Kind::Percent => Value::float(float() / 100.0),
            Kind::Megabytes => Value::int(quantity(&text).0.saturating_mul(1 << 20)),
            Kind::Text => Value::from(text.clone()),
        };
        list.set_name(name, value);
    }
    list
}

/// A script may switch the cache off for itself, and not on again.
fn enable(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    if ctx.ini.starting.get() || !parse_bool(value) {
        return Ok(());
    }
    let text = "Zend OPcache can't be temporary enabled (it may be only disabled till the end of request)";
    ctx.report(Level::Warning, text);
    Err(())
}

/// Any number; one that is not written well is reported.
fn number(ctx: &Ctx, name: &str, value: &[u8]) -> Result<(), ()> {
    if let (_, Some(complaint)) = quantity(value) {
        ctx.report(Level::Warning, format!("Invalid \"{name}\" setting. {complaint}"));
    }
    Ok(())
}

fn refuse(ctx: &Ctx, text: impl AsRef<[u8]>) -> Result<(), ()> {
    log(ctx, Severity::Warning, [text.as_ref(), b"\n"].concat());
    Err(())
}

fn memory_consumption(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    if quantity(value).0 >= 8 {
        return Ok(());
    }
    refuse(ctx, "opcache.memory_consumption is set below the required 8MB.")
}

fn interned_strings(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    const MOST: i64 = 32767;
    match quantity(value).0 {
        0..=MOST => Ok(()),
        size if size < 0 => {
            refuse(ctx, format!("opcache.interned_strings_buffer must be greater than or equal to 0, {size} given."))
        }
        size => refuse(ctx, format!("opcache.interned_strings_buffer must be less than or equal to {MOST}, {size} given.")),
    }
}

fn max_files(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    match quantity(value).0 {
        200..=1_000_000 => Ok(()),
        files if files < 200 => refuse(ctx, "opcache.max_accelerated_files is set below the required minimum (200)."),
        _ => refuse(ctx, "opcache.max_accelerated_files is set above the limit (1000000)."),
    }
}

fn max_wasted(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    if (1..=50).contains(&parse_int(value)) {
        return Ok(());
    }
    refuse(ctx, "opcache.max_wasted_percentage must be set between 1 and 50.")
}

/// Whether the cache is in use here, so that its settings matter.
fn matters(ctx: &Ctx) -> bool {
    ctx.ini.starting.get() && ctx.host.code_cache().is_started(ctx)
}

/// Ends the command line, as PHP ends when its cache cannot start. A server has said it, and goes on without.
fn fatal(ctx: &Ctx, text: &str) {
    const STATUS: i32 = 254;
    log(ctx, Severity::Fatal, text);
    if !ctx.request.http.get() {
        std::process::exit(STATUS);
    }
}

fn file_cache(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    if !value.is_empty() && !is_file_cache_proper(value) {
        // The setting is as it was given, and nothing uses it.
        let _ = refuse(ctx, "opcache.file_cache must be a full path of accessible directory.");
    }
    Ok(())
}

/// Whether compiled files may be kept in a folder.
pub(crate) fn is_file_cache_proper(path: &[u8]) -> bool {
    use std::os::unix::ffi::OsStrExt;
    let folder = std::path::Path::new(std::ffi::OsStr::from_bytes(path));
    let may = |access| phant_os::fs::access(path, access).is_ok();
    folder.is_absolute() && folder.is_dir() && may(Access::Read) && may(Access::Write)
}

fn file_cache_only(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    if parse_bool(value) && !is_file_cache_proper(&ctx.ini.text("opcache.file_cache")) && matters(ctx) {
        fatal(ctx, "opcache.file_cache_only is set without a proper setting of opcache.file_cache");
    }
    Ok(())
}

/// Whether the script gave `opcache.jit` a value that it cannot have, which PHP takes for the end of all compiling.
#[derive(Default)]
struct Given(Cell<bool>);

/// What `opcache.jit` may be. There is nothing that it would switch on.
fn jit(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    const WORDS: [&[u8]; 10] = [b"", b"off", b"no", b"false", b"on", b"yes", b"true", b"enable", b"tracing", b"function"];
    let is_disabled = |value: &[u8]| value.eq_ignore_ascii_case(b"disable");
    let over = ctx.state::<Given>();
    if !ctx.ini.starting.get() && (over.0.get() || is_disabled(&ctx.ini.text("opcache.jit"))) {
        ctx.report(Level::Warning, "Cannot change opcache.jit setting at run-time (JIT is disabled)");
        return Err(());
    }
    if is_disabled(value) || WORDS.iter().any(|word| value.eq_ignore_ascii_case(word)) || is_flags(value) {
        return Ok(());
    }
    over.0.set(true);
    let words = "\"disable\", \"on\", \"off\", \"tracing\", \"function\" or 4-digit number";
    ctx.report(Level::Warning, format!("Invalid \"opcache.jit\" setting. Should be {words}"));
    Err(())
}

/// Nothing, or from the last digit on: level (1 to 5), trigger (0 to 5), register allocation (0 to 2), CPU flags (0 or 1).
fn is_flags(value: &[u8]) -> bool {
    let digits = std::str::from_utf8(value).ok().filter(|text| text.bytes().all(|c| c.is_ascii_digit()));
    let Some(number) = digits.and_then(|text| text.parse::<u32>().ok()) else { return false };
    let digit = |place: u32| number / 10_u32.pow(place) % 10;
    let is_made_up = matches!(digit(0), 1..=5) && digit(1) <= 5 && digit(2) <= 2 && digit(3) <= 1;
    number == 0 || number < 10_000 && is_made_up
}

/// Counters of the tracing compiler that are bytes.
fn hot(ctx: &Ctx, name: &str, value: &[u8]) -> Result<(), ()> {
    if (0..=255).contains(&quantity(value).0) {
        return Ok(());
    }
    let text = format!("Invalid \"opcache.jit_{name}\" setting; using default value instead. Should be between 0 and 255");
    ctx.report(Level::Warning, text);
    Err(())
}

fn within(ctx: &Ctx, name: &str, value: &[u8], least: i64, most: i64, shown: i64) -> Result<(), ()> {
    if (least..=most).contains(&quantity(value).0) {
        return Ok(());
    }
    let text = format!("Invalid \"opcache.jit_{name}\" setting. Should be between {least} and {shown}");
    ctx.report(Level::Warning, text);
    Err(())
}

// PHP refuses the upper bound itself where the text names it as the last one.
fn max_loop_unrolls(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    within(ctx, "max_loop_unrolls", value, 1, 9, 10)
}
fn max_recursive_calls(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    within(ctx, "max_recursive_calls", value, 1, 9, 10)
}
fn max_recursive_returns(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    within(ctx, "max_recursive_returns", value, 0, 3, 4)
}
fn max_trace_length(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    within(ctx, "max_trace_length", value, 4, 1024, 1024)
}
