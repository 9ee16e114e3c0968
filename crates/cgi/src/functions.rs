//! What a script finds of CGI: settings and functions.

use phant_memory::{Array, Value};
use phant_native::{
    Ctx, Extension,
    descriptor::{FunctionGroup, IniSetting},
    functions, php,
};

const FUNCTIONS: FunctionGroup = functions![apache_child_terminate, apache_request_headers, apache_response_headers];

const fn setting(name: &'static str, default: Option<&'static str>) -> IniSetting {
    // All of them are the server's own: 4, but for the one that a folder may have.
    let access = if matches!(name.as_bytes(), b"cgi.rfc2616_headers") { 7 } else { 4 };
    IniSetting { name, default, access, on_change: None }
}

/// The settings of CGI, which FastCGI has too.
pub const SETTINGS: &[IniSetting] = &[
    setting("cgi.rfc2616_headers", Some("0")),
    setting("cgi.nph", Some("0")),
    setting("cgi.check_shebang_line", Some("1")),
    setting("cgi.force_redirect", Some("1")),
    setting("cgi.redirect_status_env", None),
    setting("cgi.fix_pathinfo", Some("1")),
    setting("cgi.discard_path", Some("0")),
    setting("fastcgi.logging", Some("1")),
];

/// The extension, which is there where a script runs by CGI.
pub static EXTENSION: Extension = Extension { name: crate::SAPI, functions: &[FUNCTIONS], ini: SETTINGS, ..Extension::EMPTY };

/// A process of its own has no next request that it could refuse.
#[php("function apache_child_terminate(): bool")]
fn apache_child_terminate() -> bool {
    false
}

/// The request's headers by name: how the client wrote the names is not kept.
#[php("function apache_request_headers(): array", alias = "getallheaders")]
fn apache_request_headers(ctx: &Ctx) -> Array {
    header_list(phant_ext_standard::environment::all(ctx).iter())
}

/// The headers among the variables of a request, by name.
pub fn header_list<'a>(variables: impl Iterator<Item = &'a (Vec<u8>, Vec<u8>)>) -> Array {
    let mut out = Array::new();
    for (name, value) in variables {
        let name = match name.as_slice() {
            b"CONTENT_TYPE" => b"Content-Type".to_vec(),
            b"CONTENT_LENGTH" => b"Content-Length".to_vec(),
            name => match name.strip_prefix(b"HTTP_") {
                Some(name) => header_name(name),
                None => continue,
            },
        };
        out.set(name.as_slice(), Value::str(value));
    }
    out
}

/// `User-Agent` of `USER_AGENT`.
fn header_name(name: &[u8]) -> Vec<u8> {
    let mut first = true;
    let shown = name.iter().map(|&c| match c {
        // The character behind a dash stays, whatever it is.
        _ if std::mem::take(&mut first) => c,
        b'_' => {
            first = true;
            b'-'
        }
        c => c.to_ascii_lowercase(),
    });
    shown.collect()
}

/// The response's headers so far, by name.
#[php("function apache_response_headers(): array")]
fn apache_response_headers(ctx: &Ctx) -> Array {
    let mut out = Array::new();
    for line in &*ctx.request.headers.borrow() {
        let Some(colon) = line.iter().position(|&c| c == b':') else { continue };
        let name = line[..colon].trim_ascii_end();
        if !name.is_empty() {
            out.set(name, Value::str(line[colon + 1..].trim_ascii_start()));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::header_name;

    #[test]
    fn names() {
        for (name, shown) in [("USER_AGENT", "User-Agent"), ("X__TEST", "X-_test"), ("X_", "X-"), ("", "")] {
            assert_eq!(header_name(name.as_bytes()), shown.as_bytes());
        }
    }
}
