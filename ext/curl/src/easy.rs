//! The functions for one transfer.

use crate::{
    handle::{self, Link, Method, Place, easy, state, tied},
    options::{self, MANY, ONE},
};
use phant_curl::Easy;
use phant_memory::{Array, Key, Object, Str, Value};
use phant_native::{Ctx, PhpResult, convert, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use std::path::Path;

pub const FUNCTIONS: FunctionGroup = functions![
    curl_close,
    curl_copy_handle,
    curl_errno,
    curl_error,
    curl_escape,
    curl_unescape,
    curl_exec,
    curl_init,
    curl_upkeep,
    curl_pause,
    curl_reset,
    curl_setopt,
    curl_setopt_array,
    curl_strerror,
];

/// Where systems have the certificates that they trust.
const BUNDLES: &[&str] =
    &["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"];

/// The certificates that the system trusts.
pub fn system_bundle() -> Option<Vec<u8>> {
    BUNDLES.iter().find(|name| Path::new(name).exists()).map(|name| name.as_bytes().to_vec())
}

/// The settings that PHP begins with.
fn begin(ctx: &Ctx, handle: &handle::Handle) {
    const DNS_CACHE_TIME_OUT: i64 = 92;
    const MOST_REDIRECTS: i64 = 68;
    const CA_INFO: i64 = 10_065;
    const PROTOCOLS: i64 = 181;
    const ALL_BUT_FILES: i64 = 0xffff_ffff & !1024;
    handle.set_int(DNS_CACHE_TIME_OUT, 120);
    handle.set_int(MOST_REDIRECTS, 20);
    let mut bundle = ctx.ini.text("openssl.cafile");
    if bundle.is_empty() {
        bundle = ctx.ini.text("curl.cainfo");
    }
    let bundle = if bundle.is_empty() { system_bundle() } else { Some(bundle.as_bytes().to_vec()) };
    if let Some(bundle) = bundle {
        handle.set_text(CA_INFO, Some(&bundle));
    }
    if !ctx.ini.text("open_basedir").is_empty() {
        handle.set_int(PROTOCOLS, ALL_BUT_FILES);
    }
}

#[php("function curl_init(?string $url = null): CurlHandle|false")]
fn curl_init(ctx: &Ctx, url: Option<&Str>) -> PhpResult<OrFalse<Object>> {
    let Some(handle) = Easy::new(Link::default()) else {
        ctx.warning("Could not initialize a new cURL handle");
        return Ok(OrFalse::False);
    };
    begin(ctx, &handle);
    let object = handle::make(ctx, handle)?;
    if let Some(url) = url
        && !options::set_url(ctx, &object, &*easy(ctx, &object)?, &Value::from(url.clone()))?
    {
        return Ok(OrFalse::False);
    }
    Ok(OrFalse::Some(object))
}

#[php("function curl_copy_handle(CurlHandle $handle): CurlHandle|false")]
fn curl_copy_handle(ctx: &Ctx, object: &Object) -> PhpResult<Object> {
    handle::duplicate(ctx, object)
}

#[php("function curl_setopt(CurlHandle $handle, int $option, mixed $value): bool")]
fn curl_setopt(ctx: &Ctx, object: &Object, option: i64, value: &Value) -> PhpResult<bool> {
    options::set(ctx, object, option, value, ONE)
}

#[php("function curl_setopt_array(CurlHandle $handle, array $options): bool")]
fn curl_setopt_array(ctx: &Ctx, object: &Object, all: &Array) -> PhpResult<bool> {
    for (key, value) in all.clone().iter() {
        let Key::Int(option) = key.to_key() else { return Err(ctx.argument_error(MANY.option, MANY.invalid)) };
        if !options::set(ctx, object, option, value, MANY)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Closes what a transfer cannot use: streams that were closed since they were set.
pub fn check_streams(ctx: &Ctx, object: &Object) {
    let own = state(object);
    let lost = |place: Place| {
        let value = own.streams[place as usize].borrow().clone();
        !value.is_null() && own.stream(place).is_none() && {
            let gone = own.streams[place as usize].replace(Value::NULL);
            drop(gone);
            true
        }
    };
    if lost(Place::Out) {
        if own.body.get() == Method::File {
            own.body.set(Method::Output);
        }
        ctx.warning("CURLOPT_FILE resource has gone away, resetting to default");
    }
    if lost(Place::Headers) {
        if own.headers.get() == Method::File {
            own.headers.set(Method::Ignore);
        }
        ctx.warning("CURLOPT_WRITEHEADER resource has gone away, resetting to default");
    }
    if lost(Place::In) {
        ctx.warning("CURLOPT_INFILE resource has gone away, resetting to default");
    }
    if lost(Place::Errors) {
        ctx.warning("CURLOPT_STDERR resource has gone away, resetting to stderr");
    }
}

#[php("function curl_exec(CurlHandle $handle): string|bool")]
fn curl_exec(ctx: &Ctx, object: &Object) -> PhpResult<Value> {
    let handle = easy(ctx, object)?;
    let own = state(object);
    check_streams(ctx, object);
    ctx.check()?;
    own.buffer.replace(None);
    own.sent.replace(None);
    own.error.set(0);
    handle.clear_message();
    let code = tied(&[(handle.clone(), object.clone())], || handle.perform(ctx));
    own.error.set(code);
    ctx.poll()?;
    ctx.check()?;
    if let Some(errors) = own.stream(Place::Errors) {
        errors.flush(ctx, false);
    }
    if code != 0 {
        own.buffer.replace(None);
        return Ok(Value::FALSE);
    }
    if own.body.get() == Method::Return {
        let body = own.buffer.replace(None).unwrap_or_default();
        // What `curl_multi_getcontent` gives afterwards.
        let text = Value::str(&body);
        own.buffer.replace(Some(body));
        return Ok(text);
    }
    for place in [Place::Out, Place::Headers] {
        if let Some(stream) = own.stream(place) {
            stream.flush(ctx, false);
        }
    }
    ctx.check()?;
    Ok(Value::TRUE)
}

#[php("function curl_close(CurlHandle $handle): void")]
fn curl_close(ctx: &Ctx, object: &Object) -> PhpResult<()> {
    if state(object).calls.get() > 0 {
        return Err(ctx.throw_error("curl_close(): Attempt to close cURL handle from a callback"));
    }
    Ok(())
}

#[php("function curl_errno(CurlHandle $handle): int")]
fn curl_errno(object: &Object) -> i64 {
    i64::from(state(object).error.get())
}

#[php("function curl_error(CurlHandle $handle): string")]
fn curl_error(ctx: &Ctx, object: &Object) -> PhpResult<Vec<u8>> {
    let code = state(object).error.get();
    if code == 0 {
        return Ok(Vec::new());
    }
    let message = easy(ctx, object)?.message();
    Ok(if message.is_empty() { phant_curl::error_text(code) } else { message })
}

#[php("function curl_escape(CurlHandle $handle, string $string): string|false")]
fn curl_escape(ctx: &Ctx, object: &Object, text: &Str) -> PhpResult<OrFalse<Vec<u8>>> {
    Ok(easy(ctx, object)?.escape(text).into())
}

#[php("function curl_unescape(CurlHandle $handle, string $string): string|false")]
fn curl_unescape(ctx: &Ctx, object: &Object, text: &Str) -> PhpResult<OrFalse<Vec<u8>>> {
    Ok(easy(ctx, object)?.unescape(text).into())
}

#[php("function curl_pause(CurlHandle $handle, int $flags): int")]
fn curl_pause(ctx: &Ctx, object: &Object, flags: i64) -> PhpResult<i64> {
    let handle = easy(ctx, object)?;
    let code = tied(&[(handle.clone(), object.clone())], || handle.pause(ctx, flags as i32));
    ctx.check()?;
    Ok(i64::from(code))
}

#[php("function curl_upkeep(CurlHandle $handle): bool")]
fn curl_upkeep(ctx: &Ctx, object: &Object) -> PhpResult<bool> {
    let code = easy(ctx, object)?.keep_up();
    state(object).error.set(code);
    Ok(code == 0)
}

#[php("function curl_reset(CurlHandle $handle): void")]
fn curl_reset(ctx: &Ctx, object: &Object) -> PhpResult<()> {
    if state(object).calls.get() > 0 {
        return Err(ctx.throw_error("curl_reset(): Attempt to reset cURL handle from a callback"));
    }
    let handle = easy(ctx, object)?;
    handle.reset();
    state(object).reset();
    handle.clear_message();
    begin(ctx, &handle);
    Ok(())
}

#[php("function curl_strerror(int $error_code): ?string")]
fn curl_strerror(code: i64) -> Vec<u8> {
    phant_curl::error_text(code as i32)
}

/// A number that a script gives as a time in seconds, in milliseconds.
pub fn milliseconds(ctx: &Ctx, seconds: f64) -> PhpResult<i32> {
    // As many as fit into a C int.
    const MOST: f64 = 2_147_484.0;
    if !(0.0..=MOST).contains(&seconds) {
        return Err(ctx.argument_error(2, format!("must be between 0 and {}", convert::float_to_str(ctx, MOST).to_text())));
    }
    Ok((seconds * 1000.0) as i32)
}
