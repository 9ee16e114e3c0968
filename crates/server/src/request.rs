//! What a script sees of its request: the superglobals.

use crate::{
    body::{Body, Collector, Limits, Part, upload_error},
    http::Head,
    route::Script,
    upload,
};
use phant_memory::{Array, Str, Value};
use phant_native::{Ctx, Level, sapi::BodyError, uploads};
use phant_sapi::{
    superglobals::{self, Superglobals},
    variables::{decoded, parse_query, register_variable},
};
use std::{
    io::{self, BufRead, BufReader, Read},
    net::SocketAddr,
    os::unix::ffi::OsStrExt,
    path::PathBuf,
};

/// A request on its way to a script.
pub struct Incoming {
    /// The head.
    pub head: Head,
    /// The body.
    pub body: Body,
    /// How many parts a form may have.
    pub most_parts: i64,
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
}

fn set(array: &mut Array, name: &str, value: impl AsRef<[u8]>) {
    array.set(name, Value::str(value.as_ref()));
}

/// Fills the superglobals.
pub fn fill(ctx: &Ctx, incoming: &Incoming) {
    let wanted = superglobals::wanted(ctx);
    let mut found = Superglobals::default();
    if wanted(b'G') {
        parse_query(ctx, incoming.head.query().unwrap_or_default(), &mut found.get);
    }
    if incoming.is_post() && ctx.ini.get("enable_post_data_reading").is_none_or(|v| phant_native::ini::parse_bool(&v)) {
        form(ctx, incoming, &mut found.post, &mut found.files);
    }
    if !wanted(b'P') {
        found.post = Array::new();
    }
    if wanted(b'C') {
        found.cookie = cookies(ctx, incoming);
    }
    if wanted(b'E') {
        found.env = superglobals::environment();
    }
    if wanted(b'S') {
        found.server = server(ctx, incoming);
    }
    found.install(ctx);
}

/// The cookies: the first of a name counts.
fn cookies(ctx: &Ctx, incoming: &Incoming) -> Array {
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
        let value = decoded(value, false);
        register_variable(ctx, &mut alone, name, Value::from(value.clone()));
        let taken = alone.iter().next().is_some_and(|(key, v)| !v.is_array() && out.get(&key).is_some());
        if !taken {
            register_variable(ctx, &mut out, name, Value::from(value));
        }
    }
    out
}

fn server(ctx: &Ctx, incoming: &Incoming) -> Array {
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
    superglobals::set_time(ctx, &mut out);
    if ctx.ini.bool("register_argc_argv") {
        let query = head.query().unwrap_or_default();
        let words = query.split(|&c| c == b'+').filter(|_| !query.is_empty());
        superglobals::set_arguments(&mut out, words.map(Value::str).collect());
    }
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

/// Reads the body of a POST request.
fn form(ctx: &Ctx, incoming: &Incoming, post: &mut Array, files: &mut Array) {
    let Some(kind) = incoming.text("content-type") else { return };
    let result = match &incoming.body {
        Body::TooLarge(size) => Err(too_large(*size, ctx.ini.size("post_max_size"))),
        Body::Form(parts) => {
            let limits = FormLimits { parts: incoming.most_parts, ..FormLimits::of(ctx, &[]) };
            Upload { anonymous: 0, files: 0 }.read(ctx, parts, &limits, post, files)
        }
        body if upload::boundary(kind).is_none() => match is_encoded(kind) {
            true => parse_form(ctx, body, ctx.ini.int("max_input_vars"), post),
            false => Ok(()),
        },
        _ => Err(NO_BOUNDARY.to_owned()),
    };
    if let Err(text) = result {
        ctx.report(Level::Warning, format!("PHP Request Startup: {text}"));
    }
}

const NO_BOUNDARY: &str = "Missing boundary in multipart/form-data POST data";

fn too_large(size: u64, limit: i64) -> String {
    format!("POST Content-Length of {size} bytes exceeds the limit of {limit} bytes")
}

fn plain_type(kind: &[u8]) -> &[u8] {
    kind.split(|&c| matches!(c, b';' | b',' | b' ')).next().unwrap_or_default()
}

fn is_encoded(kind: &[u8]) -> bool {
    plain_type(kind).eq_ignore_ascii_case(b"application/x-www-form-urlencoded")
}

/// How many fields and files a form may have: the settings, or what `request_parse_body` was given instead.
struct FormLimits {
    files: i64,
    variables: i64,
    parts: i64,
}

impl FormLimits {
    fn of(ctx: &Ctx, given: &[(&str, i64)]) -> FormLimits {
        let limit = |name: &'static str| given.iter().find(|(n, _)| *n == name).map_or_else(|| ctx.ini.size(name), |l| l.1);
        let (files, variables) = (limit("max_file_uploads"), limit("max_input_vars"));
        let parts = match limit("max_multipart_body_parts") {
            n if n < 0 => variables.saturating_add(files),
            n => n,
        };
        FormLimits { files, variables, parts }
    }
}

/// `request_parse_body`: the fields and files of the request's body, whatever its method. What it was taken apart into
/// is to be kept as long as the request.
pub fn parse_body(ctx: &Ctx, incoming: &Incoming, given: &[(&str, i64)]) -> Result<(Array, Array, Option<Body>), BodyError> {
    let Some(kind) = incoming.text("content-type").filter(|kind| !kind.is_empty()) else { return Err(BodyError::NoType) };
    let limits = FormLimits::of(ctx, given);
    let (mut post, mut files) = (Array::new(), Array::new());
    let most = given.iter().find(|(name, _)| *name == "post_max_size").map_or_else(|| ctx.ini.size("post_max_size"), |l| l.1);
    let size = match &incoming.body {
        Body::TooLarge(size) => *size,
        body => body.size(),
    };
    if most > 0 && size > most as u64 {
        return Err(BodyError::Bad(too_large(size, most)));
    }
    match upload::boundary(kind) {
        Some(Ok(boundary)) => {
            let settings = phant_native::config::get().settings();
            let body = Collector::form(&boundary, &Limits::new(&settings).with(given)).taking(&incoming.body);
            let Some(Body::Form(parts)) = &body else { return Ok((post, files, None)) };
            Upload { anonymous: 0, files: 0 }.read(ctx, parts, &limits, &mut post, &mut files).map_err(BodyError::Bad)?;
            return Ok((post, files, body));
        }
        Some(Err(_)) => return Err(BodyError::Bad(NO_BOUNDARY.to_owned())),
        None if is_encoded(kind) => {
            parse_form(ctx, &incoming.body, limits.variables, &mut post).map_err(BodyError::Bad)?;
        }
        None => return Err(BodyError::OtherType(plain_type(kind).to_vec())),
    }
    Ok((post, files, None))
}

/// The end of a request: uploaded files that the script has moved are left where they are, the others go with the body.
pub fn leave_moved_files(ctx: &Ctx, body: &Body) {
    for file in body.files() {
        if !uploads::contains(ctx, file.path.as_os_str().as_bytes()) {
            file.leave();
        }
    }
}

/// A body from its beginning.
struct FromStart<'a>(&'a Body, u64);

impl Read for FromStart<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let n = self.0.read(self.1, out)?;
        self.1 += n as u64;
        Ok(n)
    }
}

/// Reads the fields of a form. Only `&` separates them.
fn parse_form(ctx: &Ctx, body: &Body, most: i64, post: &mut Array) -> Result<(), String> {
    let mut reader = BufReader::with_capacity(64 << 10, FromStart(body, 0));
    let mut count = 0;
    loop {
        // What is longer than the memory that there is will be said to be too much.
        let mut part = Vec::new();
        let room = phant_memory::heap::limit().saturating_sub(phant_memory::heap::real_usage());
        let most_bytes = (room as u64).saturating_add(1);
        if !matches!((&mut reader).take(most_bytes).read_until(b'&', &mut part), Ok(1..)) {
            return Ok(());
        }
        if part.len() as u64 == most_bytes && ctx.reserve(part.len()).is_err() {
            return Ok(());
        }
        let part = part.strip_suffix(b"&").unwrap_or(&part);
        if part.is_empty() {
            continue;
        }
        count += 1;
        if count > most {
            return Err(too_many_variables(most));
        }
        let (name, value) = match part.iter().position(|&c| c == b'=') {
            Some(at) => (&part[..at], &part[at + 1..]),
            None => (part, &[][..]),
        };
        let name = decoded(name, true);
        let value = decoded(value, true);
        register_variable(ctx, post, &name, Value::from(value));
    }
}

fn too_many_variables(most: i64) -> String {
    format!("Input variables exceeded {most}. To increase the limit change max_input_vars in php.ini.")
}

/// The variables that one `multipart/form-data` body makes.
struct Upload {
    /// Files without a field name so far.
    anonymous: u32,
    files: i64,
}

impl Upload {
    /// The error, in PHP's words, is why not everything was read.
    fn read(mut self, ctx: &Ctx, parts: &[Part], limits: &FormLimits, post: &mut Array, files: &mut Array) -> Result<(), String> {
        let takes_files = ctx.ini.get("file_uploads").is_none_or(|v| phant_native::ini::parse_bool(&v));
        let mut variables = 0;
        let mut result = Ok(());
        for (number, part) in (1..).zip(parts) {
            if number > limits.parts {
                let most = limits.parts;
                return Err(format!(
                    "Multipart body parts limit exceeded {most}. To increase the limit change max_multipart_body_parts in \
                     php.ini."
                ));
            }
            match part {
                Part::Field(name, value) => {
                    variables += 1;
                    if variables > limits.variables {
                        return Err(too_many_variables(limits.variables));
                    }
                    register_variable(ctx, post, name, Value::str(value));
                }
                Part::File { name, path, content_type, error, size, saved } => {
                    if !takes_files {
                        continue;
                    }
                    if !path.is_empty() {
                        self.files += 1;
                    }
                    if self.files > limits.files {
                        // Fields that follow are read all the same.
                        result = Err("Maximum number of allowable file uploads has been exceeded".to_owned());
                        continue;
                    }
                    let saved = saved.as_ref().map(|saved| Str::new(saved.path.as_os_str().as_bytes()));
                    if let Some(saved) = &saved {
                        uploads::add(ctx, saved.clone());
                    }
                    let file = FileFacts { path, kind: content_type, error: *error, size: *size as i64, saved };
                    self.file(ctx, files, name.clone(), file);
                }
            }
        }
        result
    }

    fn file(&mut self, ctx: &Ctx, files: &mut Array, mut name: Vec<u8>, file: FileFacts) {
        if name.is_empty() {
            name = self.anonymous.to_string().into_bytes();
            self.anonymous += 1;
        }
        let ok = file.error == upload_error::OK;
        let base = file.path.rsplit(|&c| c == b'/' || c == b'\\').next().unwrap_or_default();
        let kind = file.kind.split(|&c| c == b';').next().unwrap_or_default().trim_ascii();
        let fields: [(&[u8], Value); 6] = [
            (b"name", Value::str(base)),
            (b"full_path", Value::str(file.path)),
            (b"type", Value::str(if ok { kind } else { b"" })),
            (b"tmp_name", file.saved.map_or(Value::str(b""), Value::from)),
            (b"error", Value::int(file.error)),
            (b"size", Value::int(if ok { file.size } else { 0 })),
        ];
        let bracket = name.iter().position(|&c| c == b'[').unwrap_or(name.len());
        for (field, value) in fields {
            let name = [&name[..bracket], b"[", field, b"]", &name[bracket..]].concat();
            register_variable(ctx, files, &name, value);
        }
    }
}

/// What `$_FILES` says of a file.
struct FileFacts<'a> {
    path: &'a [u8],
    kind: &'a [u8],
    error: i64,
    size: i64,
    saved: Option<Str>,
}
