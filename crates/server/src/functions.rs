//! Functions that know the HTTP request: `getallheaders` and its kin.

use phant_memory::{Array, Value, intern};
use phant_native::{Ctx, Extension, PhpResult, descriptor::FunctionGroup, functions, php};

const FUNCTIONS: FunctionGroup = functions![getallheaders, apache_response_headers];

/// The functions, as a part of the standard extension.
pub static EXTENSION: Extension = Extension { name: "standard", functions: &[FUNCTIONS], ..Extension::EMPTY };

const FINISHING: FunctionGroup = functions![fastcgi_finish_request, frankenphp_handle_request, headers_send];

/// What scripts have that `serve` runs, and PHP's built-in server does not have.
pub static SERVING: Extension = Extension { name: "standard", functions: &[FUNCTIONS, FINISHING], ..Extension::EMPTY };

/// Sends the answer and lets the client go; the script runs on.
#[php("function fastcgi_finish_request(): bool")]
fn fastcgi_finish_request(ctx: &Ctx) -> bool {
    crate::response::finish_early(ctx)
}

/// Sends the headers that there are: with a status from 100 to 199 ahead of the answer, such as 103 (early hints), otherwise as
/// those of the answer. The result is the status, 0 if it is too late for that.
#[php("function headers_send(int $status = 200): int")]
fn headers_send(ctx: &Ctx, status: i64) -> PhpResult<i64> {
    let Some(code) = u16::try_from(status).ok().filter(|code| (100..1000).contains(code) && *code != 101) else {
        return Err(
            ctx.throw("ValueError", "headers_send(): Argument #1 ($status) must be a status between 100 and 999, other than 101")
        );
    };
    Ok(if crate::response::send_headers(ctx, code) { status } else { 0 })
}

/// Waits for a request and calls back for it. `false`: there will be none, the script is to end.
#[php("function frankenphp_handle_request(callable $callback): bool")]
fn frankenphp_handle_request(ctx: &Ctx, callback: &Value) -> PhpResult<bool> {
    let callback = ctx.callable(callback)?;
    crate::standing::handle(ctx, &callback)
}

/// The request's headers by name.
#[php("function getallheaders(): array", alias = "apache_request_headers")]
fn getallheaders(ctx: &Ctx) -> Array {
    let mut out = Array::new();
    let server = ctx.host.global(ctx, &intern(b"_SERVER"));
    let Some(server) = server.as_ref().and_then(Value::as_array) else { return out };
    for (key, value) in server.iter() {
        let key = key.to_str();
        let Some(name) = key.strip_prefix(b"HTTP_") else { continue };
        // HTTP_USER_AGENT as User-Agent: how the client wrote it is not kept.
        let mut start = true;
        let name: Vec<u8> = name
            .iter()
            .map(|&c| {
                let c = if c == b'_' { b'-' } else { c };
                let shown = if start { c } else { c.to_ascii_lowercase() };
                start = c == b'-';
                shown
            })
            .collect();
        out.set(name.as_slice(), value.unref());
    }
    out
}

/// The response's headers so far, by name.
#[php("function apache_response_headers(): array")]
fn apache_response_headers(ctx: &Ctx) -> Array {
    let mut out = Array::new();
    for line in &*ctx.request.headers.borrow() {
        let Some(colon) = line.iter().position(|&c| c == b':') else { continue };
        out.set(&line[..colon], Value::str(line[colon + 1..].trim_ascii()));
    }
    out
}
