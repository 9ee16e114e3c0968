//! What a script sees of its request: the superglobals.

use crate::{
    http::{Body, Head},
    route::Script,
    upload,
};
use phant_ext_standard::http::{parse_query, register_variable};
use phant_memory::{Array, Str, Value};
use phant_native::{Ctx, Level, uploads};
use std::{io::Write, net::SocketAddr, os::unix::ffi::OsStrExt, path::PathBuf};

/// A request on its way to a script.
pub struct Incoming {
    /// The head.
    pub head: Head,
    /// The body.
    pub body: Body,
    /// The script that answers.
    pub script: Script,
    /// The document root.
    pub root: PathBuf,
    /// The client.
    pub remote: SocketAddr,
    /// Where the server listens.
    pub local: SocketAddr,
    /// `SERVER_NAME`: the address as it was given.
    pub server_name: String,
    /// `SERVER_SOFTWARE`
    pub software: String,
}

impl Incoming {
    fn text(&self, name: &str) -> Option<&[u8]> {
        self.head.header(name)
    }
    /// Whether the body is a form that PHP reads into `$_POST`.
    fn is_post(&self) -> bool {
        self.head.method == "POST"
    }
    /// The body as `php://input` has it: nothing of an upload, whose parts are read instead.
    pub fn input(&self) -> &[u8] {
        match &self.body {
            Body::Whole(bytes) if !(self.is_post() && self.is_multipart()) => bytes,
            _ => &[],
        }
    }
    fn is_multipart(&self) -> bool {
        self.text("content-type").is_some_and(|t| upload::boundary(t).is_some())
    }
}

fn set(array: &mut Array, name: &str, value: impl AsRef<[u8]>) {
    array.set(name, Value::str(value.as_ref()));
}

/// Fills the superglobals.
pub fn fill(ctx: &mut Ctx, incoming: &Incoming) {
    let (mut get, mut post, mut files) = (Array::new(), Array::new(), Array::new());
    let order = ctx.ini.text("variables_order").to_ascii_uppercase();
    let wanted = |letter: u8| order.contains(&letter);
    if wanted(b'G') {
        parse_query(ctx, incoming.head.query().unwrap_or_default(), &mut get);
    }
    if incoming.is_post() && ctx.ini.get("enable_post_data_reading").is_none_or(|v| phant_native::ini::parse_bool(&v)) {
        form(ctx, incoming, &mut post, &mut files);
    }
    if !wanted(b'P') {
        post = Array::new();
    }
    let cookies = if wanted(b'C') { cookies(ctx, incoming) } else { Array::new() };
    let environment = if wanted(b'E') { environment(ctx) } else { Array::new() };
    let server = if wanted(b'S') { server(ctx, incoming) } else { Array::new() };
    let mut request = Array::new();
    let request_order = ctx.ini.get("request_order").filter(|o| !o.is_empty());
    for letter in request_order.map_or(order.clone(), |o| o.to_ascii_uppercase()) {
        match letter {
            b'G' => merge(&mut request, &get),
            b'P' => merge(&mut request, &post),
            b'C' => merge(&mut request, &cookies),
            _ => {}
        }
    }
    for (name, array) in [
        ("_GET", get),
        ("_POST", post),
        ("_COOKIE", cookies),
        ("_FILES", files),
        ("_SERVER", server),
        ("_ENV", environment),
        ("_REQUEST", request),
    ] {
        ctx.host.set_global(ctx, &phant_memory::intern(name.as_bytes()), Value::from(array));
    }
}

/// The environment, for `$_ENV` and, on the command line, `$_SERVER`.
pub fn environment(_ctx: &mut Ctx) -> Array {
    let mut out = Array::new();
    for (name, value) in std::env::vars_os() {
        out.set(name.as_bytes(), Value::str(value.as_bytes()));
    }
    out
}

/// Adds arrays as `$_REQUEST` does: later ones win, nested arrays are merged.
fn merge(into: &mut Array, from: &Array) {
    for (key, value) in from.iter() {
        let nested = value.as_array().zip(into.get(&key).and_then(Value::as_array).cloned());
        match nested {
            Some((inner, mut merged)) => {
                merge(&mut merged, inner);
                into.set(key.to_key(), Value::from(merged));
            }
            None => into.set(key.to_key(), value.unref()),
        }
    }
}

/// The cookies: the first of a name counts.
fn cookies(ctx: &mut Ctx, incoming: &Incoming) -> Array {
    let mut out = Array::new();
    let headers = incoming.head.headers.iter().filter(|(n, _)| n.eq_ignore_ascii_case("cookie"));
    let text = headers.map(|(_, v)| v.as_slice()).collect::<Vec<_>>().join(&b"; "[..]);
    let most = ctx.ini.int("max_input_vars");
    let mut count = 0;
    for cookie in text.split(|&c| c == b';') {
        let cookie = cookie.trim_ascii_start();
        let (name, value) = match cookie.iter().position(|&c| c == b'=') {
            Some(at) => (&cookie[..at], &cookie[at + 1..]),
            None => (cookie, &[][..]),
        };
        if name.is_empty() {
            continue;
        }
        count += 1;
        if count > most {
            ctx.report(
                Level::Warning,
                format!("PHP Request Startup: Input variables exceeded {most}. To increase the limit change max_input_vars in php.ini."),
            );
            break;
        }
        // More specific paths come first, and must not be hidden by less specific ones.
        let mut alone = Array::new();
        let value = phant_ext_standard::url::decoded(value, false);
        register_variable(ctx, &mut alone, name, Value::from(value.clone()));
        let taken = alone.iter().next().is_some_and(|(key, v)| !v.is_array() && out.get(&key).is_some());
        if !taken {
            register_variable(ctx, &mut out, name, Value::from(value));
        }
    }
    out
}

fn server(ctx: &mut Ctx, incoming: &Incoming) -> Array {
    let (head, script) = (&incoming.head, &incoming.script);
    let mut out = Array::new();
    set(&mut out, "DOCUMENT_ROOT", incoming.root.as_os_str().as_bytes());
    set(&mut out, "REMOTE_ADDR", incoming.remote.ip().to_string());
    set(&mut out, "REMOTE_PORT", incoming.remote.port().to_string());
    set(&mut out, "SERVER_SOFTWARE", &incoming.software);
    set(&mut out, "SERVER_PROTOCOL", if head.is_1_1 { "HTTP/1.1" } else { "HTTP/1.0" });
    set(&mut out, "SERVER_NAME", &incoming.server_name);
    set(&mut out, "SERVER_PORT", incoming.local.port().to_string());
    set(&mut out, "REQUEST_URI", &head.target);
    set(&mut out, "REQUEST_METHOD", &head.method);
    set(&mut out, "SCRIPT_NAME", &script.name);
    set(&mut out, "SCRIPT_FILENAME", script.file.as_os_str().as_bytes());
    let mut php_self = script.name.clone();
    if let Some(rest) = &script.path_info {
        set(&mut out, "PATH_INFO", rest);
        php_self.extend_from_slice(rest);
    }
    set(&mut out, "PHP_SELF", php_self);
    if let Some(query) = head.query() {
        set(&mut out, "QUERY_STRING", query);
    }
    let mut names: Vec<(String, Vec<u8>)> = Vec::new();
    for (name, value) in &head.headers {
        match names.iter_mut().find(|(n, _)| n.eq_ignore_ascii_case(name)) {
            Some((n, all)) => {
                all.extend_from_slice(if n.eq_ignore_ascii_case("cookie") { b"; " } else { b", " });
                all.extend_from_slice(value);
            }
            None => names.push((name.clone(), value.clone())),
        }
    }
    for (name, value) in names {
        let name = name.to_ascii_uppercase().replace('-', "_");
        if matches!(name.as_str(), "CONTENT_TYPE" | "CONTENT_LENGTH") {
            set(&mut out, &name, &value);
        }
        set(&mut out, &format!("HTTP_{name}"), value);
    }
    if let Some(text) = incoming.text("authorization") {
        authorization(&mut out, text);
    }
    set_time_and_arguments(ctx, &mut out, head.query().unwrap_or_default());
    out
}

/// `PHP_AUTH_USER` and its kin.
fn authorization(out: &mut Array, text: &[u8]) {
    let strip =
        |scheme: &[u8]| text.get(..scheme.len()).filter(|s| s.eq_ignore_ascii_case(scheme)).map(|_| &text[scheme.len()..]);
    if let Some(code) = strip(b"Basic ") {
        let decoded = phant_digest::base64::decode(code, false).unwrap_or_default();
        if let Some(colon) = decoded.iter().position(|&c| c == b':') {
            set(out, "PHP_AUTH_USER", &decoded[..colon]);
            set(out, "PHP_AUTH_PW", &decoded[colon + 1..]);
        }
    } else if let Some(digest) = strip(b"Digest ") {
        set(out, "PHP_AUTH_DIGEST", digest);
    }
}

fn set_time_and_arguments(ctx: &mut Ctx, out: &mut Array, query: &[u8]) {
    out.set("REQUEST_TIME_FLOAT", Value::float(ctx.request.time));
    out.set("REQUEST_TIME", Value::int(ctx.request.time as i64));
    if ctx.ini.bool("register_argc_argv") {
        let words = query.split(|&c| c == b'+').filter(|_| !query.is_empty());
        let argv: Array = words.map(Value::str).collect();
        let argc = argv.len() as i64;
        out.set("argv", Value::from(argv));
        out.set("argc", Value::int(argc));
    }
}

/// Reads the body of a POST request.
fn form(ctx: &mut Ctx, incoming: &Incoming, post: &mut Array, files: &mut Array) {
    let Some(kind) = incoming.text("content-type") else { return };
    let body = match &incoming.body {
        Body::Whole(body) => body,
        Body::TooLarge(size) => {
            let limit = ctx.ini.size("post_max_size");
            let text = format!("PHP Request Startup: POST Content-Length of {size} bytes exceeds the limit of {limit} bytes");
            ctx.report(Level::Warning, text);
            return;
        }
    };
    match upload::boundary(kind) {
        Some(Ok(boundary)) => Upload { anonymous: 0, form_limit: 0, files: 0, parts: 0 }.read(ctx, body, &boundary, post, files),
        Some(Err(_)) => {
            ctx.report(Level::Warning, "PHP Request Startup: Missing boundary in multipart/form-data POST data");
        }
        None => {
            let plain = kind.split(|&c| matches!(c, b';' | b',' | b' ')).next().unwrap_or_default();
            if plain.eq_ignore_ascii_case(b"application/x-www-form-urlencoded") {
                // In a form only `&` separates.
                parse_form(ctx, body, post);
            }
        }
    }
}

fn parse_form(ctx: &mut Ctx, body: &[u8], post: &mut Array) {
    let most = ctx.ini.int("max_input_vars");
    for (count, part) in (1..).zip(body.split(|&c| c == b'&').filter(|part| !part.is_empty())) {
        if count > most {
            too_many_variables(ctx, most);
            return;
        }
        let (name, value) = match part.iter().position(|&c| c == b'=') {
            Some(at) => (&part[..at], &part[at + 1..]),
            None => (part, &[][..]),
        };
        let name = phant_ext_standard::url::decoded(name, true);
        let value = phant_ext_standard::url::decoded(value, true);
        register_variable(ctx, post, &name, Value::from(value));
    }
}

fn too_many_variables(ctx: &mut Ctx, most: i64) {
    let text =
        format!("PHP Request Startup: Input variables exceeded {most}. To increase the limit change max_input_vars in php.ini.");
    ctx.report(Level::Warning, text);
}

/// `UPLOAD_ERR_*`
mod upload_error {
    pub const OK: i64 = 0;
    pub const INI_SIZE: i64 = 1;
    pub const FORM_SIZE: i64 = 2;
    pub const PARTIAL: i64 = 3;
    pub const NO_FILE: i64 = 4;
    pub const NO_TMP_DIR: i64 = 6;
    pub const CANT_WRITE: i64 = 7;
}

/// The reading of one `multipart/form-data` body.
struct Upload {
    /// Files without a field name so far.
    anonymous: u32,
    /// The field `MAX_FILE_SIZE`.
    form_limit: i64,
    files: i64,
    parts: i64,
}

impl Upload {
    fn read(mut self, ctx: &mut Ctx, body: &[u8], boundary: &[u8], post: &mut Array, files: &mut Array) {
        let (most_files, most_variables) = (ctx.ini.int("max_file_uploads"), ctx.ini.int("max_input_vars"));
        let most_parts = match ctx.ini.get("max_multipart_body_parts").map_or(-1, |v| phant_native::ini::parse_int(&v)) {
            n if n < 0 => most_variables.saturating_add(most_files),
            n => n,
        };
        let mut variables = 0;
        for part in upload::parts(body, boundary) {
            self.parts += 1;
            if self.parts > most_parts {
                let text = format!(
                    "PHP Request Startup: Multipart body parts limit exceeded {most_parts}. To increase the limit change \
                     max_multipart_body_parts in php.ini."
                );
                ctx.report(Level::Warning, text);
                return;
            }
            match part {
                upload::Part::Field(name, value) => {
                    variables += 1;
                    if variables > most_variables {
                        too_many_variables(ctx, most_variables);
                        return;
                    }
                    if name.eq_ignore_ascii_case(b"MAX_FILE_SIZE") {
                        self.form_limit = phant_native::ini::parse_int(value);
                    }
                    register_variable(ctx, post, &name, Value::str(value));
                }
                upload::Part::File { name, path, content_type, content, complete } => {
                    if !ctx.ini.get("file_uploads").is_none_or(|v| phant_native::ini::parse_bool(&v)) {
                        continue;
                    }
                    if !path.is_empty() {
                        self.files += 1;
                    }
                    if self.files > most_files {
                        if self.files == most_files + 1 {
                            ctx.report(
                                Level::Warning,
                                "PHP Request Startup: Maximum number of allowable file uploads has been exceeded",
                            );
                        }
                        continue;
                    }
                    self.file(ctx, files, name, &path, &content_type, content, complete);
                }
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn file(
        &mut self,
        ctx: &mut Ctx,
        files: &mut Array,
        mut name: Vec<u8>,
        path: &[u8],
        kind: &[u8],
        content: &[u8],
        complete: bool,
    ) {
        if name.is_empty() {
            name = self.anonymous.to_string().into_bytes();
            self.anonymous += 1;
        }
        let limit = ctx.ini.get("upload_max_filesize").map_or(2 << 20, |v| phant_native::ini::parse_size(&v));
        let size = content.len() as i64;
        let (error, saved) = if path.is_empty() {
            (upload_error::NO_FILE, None)
        } else if !complete {
            (upload_error::PARTIAL, None)
        } else if limit > 0 && size > limit {
            (upload_error::INI_SIZE, None)
        } else if self.form_limit > 0 && size > self.form_limit {
            (upload_error::FORM_SIZE, None)
        } else {
            match save(ctx, content) {
                Ok(saved) => (upload_error::OK, Some(saved)),
                Err(error) => (error, None),
            }
        };
        let ok = error == upload_error::OK;
        let base = path.rsplit(|&c| c == b'/' || c == b'\\').next().unwrap_or_default();
        let kind = kind.split(|&c| c == b';').next().unwrap_or_default().trim_ascii();
        let fields: [(&[u8], Value); 6] = [
            (b"name", Value::str(base)),
            (b"full_path", Value::str(path)),
            (b"type", Value::str(if ok { kind } else { b"" })),
            (b"tmp_name", saved.map_or(Value::str(b""), Value::from)),
            (b"error", Value::int(error)),
            (b"size", Value::int(if ok { size } else { 0 })),
        ];
        let bracket = name.iter().position(|&c| c == b'[').unwrap_or(name.len());
        for (field, value) in fields {
            let name = [&name[..bracket], b"[", field, b"]", &name[bracket..]].concat();
            register_variable(ctx, files, &name, value);
        }
    }
}

/// Writes an uploaded file's content to a new temporary file that goes with the request.
fn save(ctx: &mut Ctx, content: &[u8]) -> Result<Str, i64> {
    use phant_native::stream::php;
    let folder = ctx.ini.get("upload_tmp_dir").filter(|f| !f.is_empty()).map_or_else(php::temp_dir, |f| f.to_vec());
    let (mut file, path) = php::unique_file(&folder, b"php").map_err(|_| upload_error::NO_TMP_DIR)?;
    let path = Str::new(path.as_os_str().as_bytes());
    uploads::add(ctx, path.clone());
    file.write_all(content).map_err(|_| upload_error::CANT_WRITE)?;
    Ok(path)
}
