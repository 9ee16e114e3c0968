//! Response headers and cookies: the functions. The rules for headers are in `phant_sapi::headers`.

use phant_memory::{Array, Str, Value, View};
use phant_native::{
    Ctx, Late, Level, PhpResult, RefArg, convert, descriptor::FunctionGroup, functions, log::civil, output::Output, php,
};
use phant_sapi::headers::{add, are_unwanted, remove, too_late};
use std::time::{SystemTime, UNIX_EPOCH};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    header,
    header_remove,
    headers_list,
    headers_sent,
    header_register_callback,
    http_response_code,
    setcookie,
    setrawcookie,
];

#[php("function header(string $header, bool $replace = true, int $response_code = 0): void")]
fn header(ctx: &Ctx, header: &Str, replace: bool, response_code: i64) -> PhpResult<()> {
    let line = header.clone();
    add(ctx, &line, replace, response_code);
    ctx.check()
}

#[php("function header_remove(?string $name = null): void")]
fn header_remove(ctx: &Ctx, name: Option<Str>) -> PhpResult<()> {
    if !too_late(ctx) {
        match name {
            None => ctx.request.headers.borrow_mut().clear(),
            Some(name) if name.contains(&b':') => {
                ctx.report(Level::Warning, "Header to delete may not contain colon.");
            }
            Some(name) => remove(ctx, &name),
        }
    }
    ctx.check()
}

#[php("function headers_list(): array")]
fn headers_list(ctx: &Ctx) -> Array {
    ctx.request.headers.borrow().iter().map(|line| Value::from(line.clone())).collect()
}

#[php("function headers_sent(&$filename = null, &$line = null): bool")]
fn headers_sent(late: Late<'_>, passed: usize, mut filename: RefArg<'_>, mut line: RefArg<'_>) -> bool {
    let sent = late.request().headers_sent.get();
    let is_sent = sent.is_some();
    let (file, at) = sent.unwrap_or_default();
    if passed > 0 {
        filename.set(file);
    }
    if passed > 1 {
        line.set(i64::from(at));
    }
    is_sent
}

#[php("function header_register_callback(callable $callback): bool")]
fn header_register_callback(ctx: &Ctx, callback: &Value) -> PhpResult<bool> {
    let callable = ctx.callable(callback)?;
    Output::set_header_callback(ctx, callable);
    Ok(true)
}

#[php("function http_response_code(int $response_code = 0): int|bool")]
fn http_response_code(ctx: &Ctx, response_code: i64) -> PhpResult {
    let old = match ctx.request.status.get() {
        0 if ctx.request.http.get() => Some(Value::int(200)),
        0 => None,
        code => Some(Value::int(i64::from(code))),
    };
    if response_code == 0 {
        return Ok(old.unwrap_or(Value::FALSE));
    }
    if let Some((file, line)) = ctx.request.headers_sent.get().filter(|_| !are_unwanted(ctx)) {
        let at = if file.is_empty() || line == 0 { String::new() } else { format!(" (output started at {file}:{line})") };
        ctx.warning(format!("Cannot set response code - headers already sent{at}"));
        ctx.check()?;
        return Ok(Value::FALSE);
    }
    ctx.request.status.set(response_code as u16);
    Ok(old.unwrap_or(Value::TRUE))
}

/// A cookie's attributes.
#[derive(Default)]
struct Cookie {
    expires: i64,
    path: Option<Str>,
    domain: Option<Str>,
    same_site: Option<Str>,
    secure: bool,
    http_only: bool,
}

const ILLEGAL: &str = "\",\", \";\", \" \", \"\\t\", \"\\r\", \"\\n\", \"\\013\", or \"\\014\"";

fn is_illegal(text: &[u8]) -> bool {
    text.iter().any(|b| matches!(b, b',' | b';' | b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c))
}

fn function_name(ctx: &Ctx) -> String {
    ctx.current.get().map_or_else(String::new, |f| f.display_name())
}

fn options(ctx: &Ctx, options: &Array) -> PhpResult<Cookie> {
    let mut cookie = Cookie::default();
    for (key, value) in options.clone().iter() {
        let function = function_name(ctx);
        let phant_memory::KeyRef::Str(key) = key else {
            return Err(ctx.value_error(format!("{function}(): option array cannot have numeric keys")));
        };
        match key.to_ascii_lowercase().as_slice() {
            b"expires" => cookie.expires = convert::int(ctx, value)?,
            b"path" => cookie.path = Some(convert::to_str(ctx, value)?),
            b"domain" => cookie.domain = Some(convert::to_str(ctx, value)?),
            b"secure" => cookie.secure = convert::boolean(ctx, value)?,
            b"httponly" => cookie.http_only = convert::boolean(ctx, value)?,
            b"samesite" => cookie.same_site = Some(convert::to_str(ctx, value)?),
            _ => return Err(ctx.value_error(format!("{function}(): option \"{key}\" is invalid"))),
        }
    }
    Ok(cookie)
}

/// `Thu, 01 Jan 1970 00:01:40 GMT`; `None` from the year 10000 on.
pub fn date(seconds: i64) -> Option<String> {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    const YEAR_10000: i64 = 253_402_300_800;
    if seconds >= YEAR_10000 {
        return None;
    }
    let days = seconds.div_euclid(86400);
    let (year, month, day) = civil(days);
    let rest = seconds.rem_euclid(86400);
    Some(format!(
        "{}, {day:02} {} {year:04} {:02}:{:02}:{:02} GMT",
        DAYS[days.rem_euclid(7) as usize],
        MONTHS[month as usize - 1],
        rest / 3600,
        rest / 60 % 60,
        rest % 60
    ))
}

fn url_encode(out: &mut Vec<u8>, text: &[u8]) {
    for &byte in text {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            out.push(byte);
        } else {
            out.extend_from_slice(format!("%{byte:02X}").as_bytes());
        }
    }
}

/// Builds and adds a Set-Cookie line.
fn send(ctx: &Ctx, name: &[u8], value: &[u8], cookie: &Cookie, encode: bool) -> PhpResult<bool> {
    if name.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    if is_illegal(name) || name.contains(&b'=') {
        return Err(ctx.argument_error(1, format!("cannot contain \"=\", {ILLEGAL}")));
    }
    if !encode && is_illegal(value) {
        return Err(ctx.argument_error(2, format!("cannot contain {ILLEGAL}")));
    }
    for (option, text) in [("path", &cookie.path), ("domain", &cookie.domain)] {
        if text.as_ref().is_some_and(|t| is_illegal(t)) {
            let function = function_name(ctx);
            return Err(ctx.value_error(format!("{function}(): \"{option}\" option cannot contain {ILLEGAL}")));
        }
    }
    let mut line = [b"Set-Cookie: ", name, b"="].concat();
    if value.is_empty() {
        // Browsers do not store empty cookies: this one is made to expire.
        line.extend_from_slice(b"deleted; expires=Thu, 01 Jan 1970 00:00:01 GMT; Max-Age=0");
    } else {
        if encode {
            url_encode(&mut line, value);
        } else {
            line.extend_from_slice(value);
        }
        if cookie.expires > 0 {
            let Some(date) = date(cookie.expires) else {
                let function = function_name(ctx);
                let text = format!("{function}(): \"expires\" option cannot have a year greater than 9999");
                return Err(ctx.value_error(text));
            };
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64);
            let age = cookie.expires.saturating_sub(now).max(0);
            line.extend_from_slice(format!("; expires={date}; Max-Age={age}").as_bytes());
        }
    }
    for (word, text) in [("path", &cookie.path), ("domain", &cookie.domain)] {
        if let Some(text) = text.as_ref().filter(|t| !t.is_empty()) {
            line.extend_from_slice(format!("; {word}=").as_bytes());
            line.extend_from_slice(text);
        }
    }
    if cookie.secure {
        line.extend_from_slice(b"; secure");
    }
    if cookie.http_only {
        line.extend_from_slice(b"; HttpOnly");
    }
    if let Some(text) = cookie.same_site.as_ref().filter(|t| !t.is_empty()) {
        line.extend_from_slice(b"; SameSite=");
        line.extend_from_slice(text);
    }
    let added = add(ctx, &line, false, 0);
    ctx.check()?;
    Ok(added)
}

/// The arguments of both functions.
struct Given<'a> {
    name: &'a Str,
    value: &'a Str,
    expires_or_options: &'a Value,
    path: &'a Str,
    domain: &'a Str,
    secure: bool,
    http_only: bool,
    passed: usize,
}

fn set(ctx: &Ctx, given: Given<'_>, encode: bool) -> PhpResult<bool> {
    let cookie = match given.expires_or_options.view() {
        View::Array(array) => {
            if given.passed > 3 {
                let text = format!(
                    "{}(): Expects exactly 3 arguments when argument #3 ($expires_or_options) is an array",
                    function_name(ctx)
                );
                return Err(ctx.throw("ArgumentCountError", text));
            }
            options(ctx, &array)?
        }
        _ => Cookie {
            expires: convert::to_int(given.expires_or_options),
            path: Some(given.path.clone()),
            domain: Some(given.domain.clone()),
            same_site: None,
            secure: given.secure,
            http_only: given.http_only,
        },
    };
    let (name, value) = (given.name.clone(), given.value.clone());
    send(ctx, &name, &value, &cookie, encode)
}

#[php(
    "function setcookie(string $name, string $value = '', array|int $expires_or_options = 0, string $path = '', string $domain = '', bool $secure = false, bool $httponly = false): bool"
)]
fn setcookie(
    ctx: &Ctx,
    passed: usize,
    name: &Str,
    value: &Str,
    expires_or_options: &Value,
    path: &Str,
    domain: &Str,
    secure: bool,
    httponly: bool,
) -> PhpResult<bool> {
    set(ctx, Given { name, value, expires_or_options, path, domain, secure, http_only: httponly, passed }, true)
}

#[php(
    "function setrawcookie(string $name, string $value = '', array|int $expires_or_options = 0, string $path = '', string $domain = '', bool $secure = false, bool $httponly = false): bool"
)]
fn setrawcookie(
    ctx: &Ctx,
    passed: usize,
    name: &Str,
    value: &Str,
    expires_or_options: &Value,
    path: &Str,
    domain: &Str,
    secure: bool,
    httponly: bool,
) -> PhpResult<bool> {
    set(ctx, Given { name, value, expires_or_options, path, domain, secure, http_only: httponly, passed }, false)
}
