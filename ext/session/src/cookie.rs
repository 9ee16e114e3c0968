//! The cookie that carries the id, and its attributes.

use crate::settings;
use phant_ext_standard::{head::date, url};
use phant_memory::{Array, KeyRef, Str, Value, View};
use phant_native::{
    Ctx, PhpResult, convert,
    descriptor::FunctionGroup,
    functions,
    ini::{Ini, Stage},
    php,
};
use phant_sapi::headers;
use std::time::{SystemTime, UNIX_EPOCH};

pub(crate) const FUNCTIONS: FunctionGroup = functions![session_set_cookie_params, session_get_cookie_params];

/// Warns that headers have been sent, and where output began, if that is known.
pub fn warn_too_late(ctx: &Ctx, what: &str, file: &Str, line: u32) {
    let at = if file.is_empty() || line == 0 { String::new() } else { format!(" (output started at {file}:{line})") };
    ctx.warning(format!("Session {what} cannot be sent after headers have already been sent{at}"));
}

/// Sends the cookie, in place of one that was to be sent before.
pub fn send(ctx: &Ctx, id: &Str) -> bool {
    if let Some((file, line)) = ctx.request.headers_sent.get() {
        warn_too_late(ctx, "cookie", &file, line);
        return false;
    }
    let name = ctx.ini.text("session.name");
    if name.iter().any(|b| settings::NOT_IN_NAMES.contains(b)) {
        ctx.warning("session.name cannot contain any of the following '=,;.[ \\t\\r\\n\\013\\014'");
        return false;
    }
    let beginning = [b"Set-Cookie: ", name.as_bytes(), b"="].concat();
    let mut line = [beginning.as_slice(), url::encode(id).as_bytes()].concat();
    let lifetime = ctx.ini.int("session.cookie_lifetime");
    if lifetime > 0 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64);
        if let Some(date) = date(now.saturating_add(lifetime)) {
            line.extend_from_slice(format!("; expires={date}; Max-Age={lifetime}").as_bytes());
        }
    }
    let mut text = |word: &str, setting: &str| {
        let value = ctx.ini.text(setting);
        if !value.is_empty() {
            line.extend_from_slice(format!("; {word}=").as_bytes());
            line.extend_from_slice(&value);
        }
    };
    text("path", "session.cookie_path");
    text("domain", "session.cookie_domain");
    if ctx.ini.bool("session.cookie_secure") {
        line.extend_from_slice(b"; secure");
    }
    if ctx.ini.bool("session.cookie_httponly") {
        line.extend_from_slice(b"; HttpOnly");
    }
    let same_site = ctx.ini.text("session.cookie_samesite");
    if !same_site.is_empty() {
        line.extend_from_slice(b"; SameSite=");
        line.extend_from_slice(&same_site);
    }
    ctx.request.headers.borrow_mut().retain(|line| !line.starts_with(&beginning));
    headers::add(ctx, &line, false, 0)
}

/// What the cookie is to be like.
#[derive(Default)]
struct Parameters {
    lifetime: Option<Str>,
    path: Option<Str>,
    domain: Option<Str>,
    secure: Option<bool>,
    http_only: Option<bool>,
    same_site: Option<Str>,
}

fn from_options(ctx: &Ctx, options: &Array) -> PhpResult<Parameters> {
    let mut parameters = Parameters::default();
    let mut found = false;
    for (key, value) in options.clone().iter() {
        let KeyRef::Str(key) = key else {
            ctx.warning("Argument #1 ($lifetime_or_options) cannot contain numeric keys");
            ctx.check()?;
            continue;
        };
        match key.to_ascii_lowercase().as_slice() {
            b"lifetime" => parameters.lifetime = Some(convert::to_str(ctx, value)?),
            b"path" => parameters.path = Some(convert::to_str(ctx, value)?),
            b"domain" => parameters.domain = Some(convert::to_str(ctx, value)?),
            b"secure" => parameters.secure = Some(convert::to_bool(value)),
            b"httponly" => parameters.http_only = Some(convert::to_bool(value)),
            b"samesite" => parameters.same_site = Some(convert::to_str(ctx, value)?),
            _ => {
                ctx.warning(format!("Argument #1 ($lifetime_or_options) contains an unrecognized key \"{key}\""));
                ctx.check()?;
                continue;
            }
        }
        found = true;
    }
    if !found {
        return Err(ctx.argument_error(1, "must contain at least 1 valid key"));
    }
    Ok(parameters)
}

/// Sets the cookie's attributes, which are settings.
#[php(
    "function session_set_cookie_params(array|int $lifetime_or_options, ?string $path = null, ?string $domain = null, ?bool $secure = null, ?bool $httponly = null): bool"
)]
fn session_set_cookie_params(
    ctx: &Ctx,
    lifetime_or_options: &Value,
    path: Option<Str>,
    domain: Option<Str>,
    secure: Option<bool>,
    httponly: Option<bool>,
) -> PhpResult<bool> {
    if !ctx.ini.bool("session.use_cookies") {
        return Ok(false);
    }
    if !settings::may_change(ctx, "Session cookie parameters cannot be changed") {
        return ctx.check().map(|()| false);
    }
    let parameters = match lifetime_or_options.view() {
        View::Array(options) => {
            let given = [path.is_some(), domain.is_some(), secure.is_some(), httponly.is_some()];
            if let Some(number) = given.iter().position(|&given| given) {
                let text = "must be null when argument #1 ($lifetime_or_options) is an array";
                return Err(ctx.argument_error(number + 2, text));
            }
            from_options(ctx, &options)?
        }
        _ => {
            let lifetime = Some(convert::to_str(ctx, lifetime_or_options)?);
            Parameters { lifetime, path, domain, secure, http_only: httponly, same_site: None }
        }
    };
    let flag = |flag: Option<bool>| flag.map(|on| Str::from(if on { "1" } else { "0" }));
    let values = [
        ("session.cookie_lifetime", parameters.lifetime),
        ("session.cookie_path", parameters.path),
        ("session.cookie_domain", parameters.domain),
        ("session.cookie_secure", flag(parameters.secure)),
        ("session.cookie_httponly", flag(parameters.http_only)),
        ("session.cookie_samesite", parameters.same_site),
    ];
    for (name, value) in values {
        if let Some(value) = value
            && Ini::set(ctx, name, &value, Stage::Runtime).is_err()
        {
            return ctx.check().map(|()| false);
        }
    }
    ctx.check().map(|()| true)
}

/// The cookie's attributes.
#[php("function session_get_cookie_params(): array")]
fn session_get_cookie_params(ctx: &Ctx) -> Array {
    let mut parameters = Array::with_hash_capacity(6);
    parameters.set_name("lifetime", Value::int(ctx.ini.int("session.cookie_lifetime")));
    parameters.set_name("path", Value::from(ctx.ini.text("session.cookie_path")));
    parameters.set_name("domain", Value::from(ctx.ini.text("session.cookie_domain")));
    parameters.set_name("secure", Value::bool(ctx.ini.bool("session.cookie_secure")));
    parameters.set_name("httponly", Value::bool(ctx.ini.bool("session.cookie_httponly")));
    parameters.set_name("samesite", Value::from(ctx.ini.text("session.cookie_samesite")));
    parameters
}
