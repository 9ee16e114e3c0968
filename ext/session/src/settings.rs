//! The settings `session.*`: what they may be, and when they may change.

use crate::{module::Module, serializer::Format, state::State};
use phant_native::{
    Ctx, IniSetting, Level,
    ini::{Ini, parse_bool, parse_int},
};
use std::cell::Cell;

/// Characters that a session's name must not have.
pub const NOT_IN_NAMES: &[u8] = b"=,;.[ \t\r\n\x0b\x0c";

/// Whether there is neither a session nor any output; otherwise says what cannot be done, `what` and the reason.
pub fn may_change(ctx: &Ctx, what: &str) -> bool {
    may_change_if(ctx, what, true)
}

/// The same; output counts only if `headers_count`.
pub fn may_change_if(ctx: &Ctx, what: &str, headers_count: bool) -> bool {
    if State::of(ctx).is_active() {
        ctx.warning(format!("{what} when a session is active"));
        return false;
    }
    if headers_count && ctx.request.headers_sent.is_some() {
        ctx.warning(format!("{what} after headers have already been sent"));
        return false;
    }
    true
}

/// Whether settings may change now. They all may before a script begins, and when they become what they were.
fn unlocked(ctx: &Ctx) -> Result<(), ()> {
    if ctx.ini.starting.get() || ctx.state::<Restoring>().0.get() || may_change(ctx, "Session ini settings cannot be changed") {
        Ok(())
    } else {
        Err(())
    }
}

/// Whether settings are being set back at the end of the request.
#[derive(Default)]
struct Restoring(Cell<bool>);

thread_local! {
    /// [`phant_native::ini::Hot::revision`] when the request that this thread runs began.
    static BEGAN_WITH: Cell<Option<u32>> = const { Cell::new(None) };
}

/// Whether a script changes a setting.
fn is_runtime(ctx: &Ctx) -> bool {
    !ctx.ini.starting.get() && !ctx.state::<Restoring>().0.get()
}

fn any(ctx: &Ctx, _value: &[u8]) -> Result<(), ()> {
    unlocked(ctx)
}

/// Refuses a value: php.ini must not have it, a script is warned.
fn refuse(ctx: &Ctx, text: impl AsRef<[u8]>) -> Result<(), ()> {
    let ending = ctx.ending.get();
    ctx.report_here(if ctx.ini.starting.get() { Level::Error } else { Level::Warning }, text);
    if ctx.ini.starting.get() {
        // Nothing has begun that could end.
        ctx.ending.set(ending);
    }
    Err(())
}

fn save_handler(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    unlocked(ctx)?;
    let module = Module::named(value);
    if module == Some(Module::User) {
        return refuse(ctx, "Session save handler \"user\" cannot be set by ini_set()");
    }
    if !is_runtime(ctx) {
        return Ok(());
    }
    if module.is_none() {
        return refuse(ctx, [b"Session save handler \"", value, b"\" cannot be found"].concat());
    }
    State::of(ctx).default_module.set(Module::current(ctx));
    Ok(())
}

fn serialize_handler(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    unlocked(ctx)?;
    if Format::named(value).is_none() && is_runtime(ctx) {
        return refuse(ctx, [b"Serialization handler \"", value, b"\" cannot be found"].concat());
    }
    Ok(())
}

fn save_path(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    unlocked(ctx)?;
    if !is_runtime(ctx) {
        return Ok(());
    }
    let folder = value.splitn(3, |&b| b == b';').last().unwrap_or_default();
    let permitted = folder.is_empty() || phant_streams::path::check_basedir(ctx, folder);
    if value.contains(&0) || !permitted { Err(()) } else { Ok(()) }
}

fn name(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    unlocked(ctx)?;
    let numeric = std::str::from_utf8(value).is_ok_and(|text| text.trim_ascii().parse::<f64>().is_ok());
    if value.is_empty() || numeric || value.contains(&0) || value.iter().any(|b| NOT_IN_NAMES.contains(b)) {
        let text = [
            b"session.name \"",
            value,
            b"\" must not be numeric, empty, contain null bytes or any of the following characters \"=,;.[ \\t\\r\\n\\013\\014\"",
        ];
        return refuse(ctx, text.concat());
    }
    Ok(())
}

fn lifetime(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    unlocked(ctx)?;
    if parse_int(value) < 0 {
        ctx.warning("CookieLifetime cannot be negative");
        return Err(());
    }
    Ok(())
}

fn probability(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    unlocked(ctx)?;
    if parse_int(value) < 0 {
        ctx.warning("session.gc_probability must be greater than or equal to 0");
        return Err(());
    }
    Ok(())
}

fn divisor(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    unlocked(ctx)?;
    if parse_int(value) <= 0 {
        ctx.warning("session.gc_divisor must be greater than 0");
        return Err(());
    }
    Ok(())
}

/// An integer and nothing else.
fn whole(value: &[u8]) -> Option<i64> {
    std::str::from_utf8(value).ok()?.trim_ascii_start().parse().ok()
}

fn sid_length(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    unlocked(ctx)?;
    if whole(value) != Some(32) {
        ctx.deprecated("session.sid_length INI setting is deprecated");
    }
    match whole(value) {
        Some(22..=256) => Ok(()),
        _ => {
            ctx.warning("session.configuration \"session.sid_length\" must be between 22 and 256");
            Err(())
        }
    }
}

fn sid_bits(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    unlocked(ctx)?;
    if whole(value) != Some(4) {
        ctx.deprecated("session.sid_bits_per_character INI setting is deprecated");
    }
    match whole(value) {
        Some(4..=6) => Ok(()),
        _ => {
            ctx.warning("session.configuration \"session.sid_bits_per_character\" must be between 4 and 6");
            Err(())
        }
    }
}

fn only_cookies(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    unlocked(ctx)?;
    if !parse_bool(value) {
        ctx.deprecated("Disabling session.use_only_cookies INI setting is deprecated");
    }
    Ok(())
}

fn trans_sid(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    unlocked(ctx)?;
    if parse_bool(value) {
        ctx.deprecated("Enabling session.use_trans_sid INI setting is deprecated");
    }
    Ok(())
}

/// The tags whose links get the id, if nothing else is said.
const TAGS: &str = "a=href,area=href,frame=src,form=";

fn tags(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    if value != TAGS.as_bytes() {
        ctx.deprecated("Usage of session.trans_sid_tags INI setting is deprecated");
    }
    Ok(())
}

fn hosts(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    if !value.is_empty() {
        ctx.deprecated("Usage of session.trans_sid_hosts INI setting is deprecated");
    }
    Ok(())
}

fn referer_check(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    unlocked(ctx)?;
    if !value.is_empty() {
        ctx.deprecated("Usage of session.referer_check INI setting is deprecated");
    }
    Ok(())
}

/// How often progress is noted: bytes, or a part of the whole.
fn frequency(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    let number = parse_int(value);
    if number < 0 {
        ctx.warning("session.upload_progress.freq must be greater than or equal to 0");
        return Err(());
    }
    if value.last() == Some(&b'%') && number > 100 {
        ctx.warning("session.upload_progress.freq must be less than or equal to 100%");
        return Err(());
    }
    Ok(())
}

/// The shortest time between two notes, in seconds.
fn shortest_interval(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    if value.trim_ascii_start().starts_with(b"-") {
        ctx.warning("session.upload_progress.min_freq must be greater than or equal to 0");
        return Err(());
    }
    Ok(())
}

/// The end of a request: settings that a script has changed become what they were, and those whose use is deprecated say
/// so again.
pub fn restore(ctx: &Ctx) {
    if BEGAN_WITH.get() == Some(ctx.ini.hot.revision.get()) {
        return;
    }
    ctx.state::<Restoring>().0.set(true);
    for setting in INI.iter().filter(|setting| ctx.ini.is_changed(setting.name)) {
        Ini::restore(ctx, setting.name);
    }
}

/// A request begins: if the settings are the same at its end, there is nothing to set back.
pub fn begin(ctx: &Ctx) {
    BEGAN_WITH.set(Some(ctx.ini.hot.revision.get()));
}

/// What looks at a new value.
type Check = fn(&Ctx, &[u8]) -> Result<(), ()>;

/// A setting that scripts may change.
const fn setting(name: &'static str, default: &'static str, check: Check) -> IniSetting {
    IniSetting { name, default: Some(default), access: 7, on_change: Some(check) }
}

/// A setting for php.ini and the server.
const fn fixed(name: &'static str, default: &'static str) -> IniSetting {
    IniSetting { name, default: Some(default), access: 6, on_change: None }
}

/// The same with a check.
const fn checked(name: &'static str, default: &'static str, check: Check) -> IniSetting {
    IniSetting { name, default: Some(default), access: 6, on_change: Some(check) }
}

pub(crate) const INI: &[IniSetting] = &[
    setting("session.save_path", "", save_path),
    setting("session.name", "PHPSESSID", name),
    setting("session.save_handler", "files", save_handler),
    fixed("session.auto_start", "0"),
    setting("session.gc_probability", "1", probability),
    setting("session.gc_divisor", "100", divisor),
    setting("session.gc_maxlifetime", "1440", any),
    setting("session.serialize_handler", "php", serialize_handler),
    setting("session.cookie_lifetime", "0", lifetime),
    setting("session.cookie_path", "/", any),
    setting("session.cookie_domain", "", any),
    setting("session.cookie_secure", "0", any),
    setting("session.cookie_httponly", "0", any),
    setting("session.cookie_samesite", "", any),
    setting("session.use_cookies", "1", any),
    setting("session.use_only_cookies", "1", only_cookies),
    setting("session.use_strict_mode", "0", any),
    setting("session.referer_check", "", referer_check),
    setting("session.cache_limiter", "nocache", any),
    setting("session.cache_expire", "180", any),
    setting("session.use_trans_sid", "0", trans_sid),
    setting("session.sid_length", "32", sid_length),
    setting("session.sid_bits_per_character", "4", sid_bits),
    setting("session.lazy_write", "1", any),
    setting("session.trans_sid_tags", TAGS, tags),
    setting("session.trans_sid_hosts", "", hosts),
    fixed("session.upload_progress.enabled", "1"),
    fixed("session.upload_progress.cleanup", "1"),
    fixed("session.upload_progress.prefix", "upload_progress_"),
    fixed("session.upload_progress.name", "PHP_SESSION_UPLOAD_PROGRESS"),
    checked("session.upload_progress.freq", "1%", frequency),
    checked("session.upload_progress.min_freq", "1", shortest_interval),
];
