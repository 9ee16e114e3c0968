//! Functions that know the HTTP request: `getallheaders` and its kin.

use phant_memory::{Array, Value, intern};
use phant_native::{Ctx, Extension, descriptor::FunctionGroup, functions, php};

const FUNCTIONS: FunctionGroup = functions![getallheaders, apache_response_headers];

/// The functions, as a part of the standard extension.
pub static EXTENSION: Extension = Extension { name: "standard", functions: &[FUNCTIONS], ..Extension::EMPTY };

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
