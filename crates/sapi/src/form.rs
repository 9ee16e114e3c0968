//! Forms: what the body of a request and its cookies make of `$_POST`, `$_FILES` and `$_COOKIE`.

use crate::{
    body::{Body, Collector, Limits, Part, upload_error},
    upload,
    variables::{decoded, register_variable},
};
use phant_memory::{Array, Str, Value};
use phant_native::{Ctx, Level, sapi::BodyError, uploads};
use std::{
    io::{self, BufRead, BufReader, Read},
    os::unix::ffi::OsStrExt,
};

/// The cookies of a `Cookie` header: the first of a name counts.
pub fn cookies(ctx: &Ctx, text: &[u8]) -> Array {
    let mut out = Array::new();
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
            warn(ctx, &too_many_variables(most));
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

/// Tells of a request that is not as it should be, before the script begins.
fn warn(ctx: &Ctx, text: &str) {
    // Of this one alone PHP does not say when it was.
    let when = if text == upload::Missing::TooLong.text() { "" } else { "PHP Request Startup: " };
    ctx.report(Level::Warning, format!("{when}{text}"));
}

/// Adds `PHP_AUTH_USER` and its kin to `$_SERVER`, as an `Authorization` header has them.
pub fn authorization(out: &mut Array, text: &[u8]) {
    let strip =
        |scheme: &[u8]| text.get(..scheme.len()).filter(|s| s.eq_ignore_ascii_case(scheme)).map(|_| &text[scheme.len()..]);
    if let Some(code) = strip(b"Basic ") {
        let decoded = phant_digest::base64::decode(code, false).unwrap_or_default();
        if let Some(colon) = decoded.iter().position(|&c| c == b':') {
            out.set("PHP_AUTH_USER", Value::str(&decoded[..colon]));
            out.set("PHP_AUTH_PW", Value::str(&decoded[colon + 1..]));
        }
    } else if let Some(digest) = strip(b"Digest ") {
        out.set("PHP_AUTH_DIGEST", Value::str(digest));
    }
}

/// Reads the body of a POST request, of this type, into `$_POST` and `$_FILES`.
pub fn read_form(ctx: &Ctx, kind: Option<&[u8]>, body: &Body, most_parts: i64, post: &mut Array, files: &mut Array) {
    let Some(kind) = kind else { return };
    let result = match body {
        Body::TooLarge(size) => Err(too_large(*size, ctx.ini.size("post_max_size"))),
        Body::Form(parts) => {
            let limits = FormLimits { parts: most_parts, ..FormLimits::of(ctx, &[]) };
            Upload { anonymous: 0, files: 0 }.read(ctx, parts, &limits, post, files)
        }
        body if upload::boundary(kind).is_none() => match is_encoded(kind) {
            true => parse_form(ctx, body, ctx.ini.int("max_input_vars"), post),
            false => Ok(()),
        },
        _ => Err(no_boundary(kind)),
    };
    if let Err(text) = result {
        warn(ctx, &text);
    }
}

fn no_boundary(kind: &[u8]) -> String {
    upload::boundary(kind).and_then(Result::err).unwrap_or(upload::Missing::None).text().to_owned()
}

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
pub fn parse_body(
    ctx: &Ctx,
    kind: Option<&[u8]>,
    body: &Body,
    settings: &[(String, Vec<u8>)],
    given: &[(&str, i64)],
) -> Result<(Array, Array, Option<Body>), BodyError> {
    let Some(kind) = kind.filter(|kind| !kind.is_empty()) else { return Err(BodyError::NoType) };
    let limits = FormLimits::of(ctx, given);
    let (mut post, mut files) = (Array::new(), Array::new());
    let most = given.iter().find(|(name, _)| *name == "post_max_size").map_or_else(|| ctx.ini.size("post_max_size"), |l| l.1);
    let size = match body {
        Body::TooLarge(size) => *size,
        body => body.size(),
    };
    if most > 0 && size > most as u64 {
        return Err(BodyError::Bad(too_large(size, most)));
    }
    match upload::boundary(kind) {
        Some(Ok(boundary)) => {
            let taken = Collector::form(&boundary, &Limits::new(settings).with(given)).taking(body);
            let Some(Body::Form(parts)) = &taken else { return Ok((post, files, None)) };
            Upload { anonymous: 0, files: 0 }.read(ctx, parts, &limits, &mut post, &mut files).map_err(BodyError::Bad)?;
            return Ok((post, files, taken));
        }
        Some(Err(why)) => return Err(BodyError::Bad(why.text().to_owned())),
        None if is_encoded(kind) => {
            parse_form(ctx, body, limits.variables, &mut post).map_err(BodyError::Bad)?;
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
        let (name, value) = match part.iter().position(|&c| c == b'=') {
            Some(at) => (&part[..at], &part[at + 1..]),
            None => (part, &[][..]),
        };
        let name = decoded(name, true);
        let value = decoded(value, true);
        register_variable(ctx, post, &name, Value::from(value));
        // The one that is too many is there, too.
        count += 1;
        if count > most {
            return Err(too_many_variables(most));
        }
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
                Part::Garbled => return Err("File Upload Mime headers garbled".to_owned()),
                // A name with brackets that do not fit makes no variable.
                Part::File { name, .. } if !brackets_fit(name) => {}
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

/// Whether the brackets of a field's name are closed one by one, up to its end.
fn brackets_fit(name: &[u8]) -> bool {
    let mut open = 0;
    for (at, &c) in name.iter().enumerate() {
        match c {
            b'[' => open += 1,
            b']' => {
                open -= 1;
                if open < 0 || name.get(at + 1).is_some_and(|&next| next != b'[') {
                    return false;
                }
            }
            _ => {}
        }
    }
    open == 0
}

/// What `$_FILES` says of a file.
struct FileFacts<'a> {
    path: &'a [u8],
    kind: &'a [u8],
    error: i64,
    size: i64,
    saved: Option<Str>,
}
