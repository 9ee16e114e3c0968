//! What a script sees of its request: the superglobals.

use crate::{http::Head, route::Script};
use phant_memory::{Array, Value};
use phant_native::Ctx;
use phant_sapi::{
    body::Body,
    form,
    superglobals::{self, Superglobals},
    variables::parse_query,
};
use std::{net::SocketAddr, os::unix::ffi::OsStrExt, path::PathBuf};

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
    /// A header of the request.
    pub fn text(&self, name: &str) -> Option<&[u8]> {
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
        let kind = incoming.text("content-type");
        form::read_form(ctx, kind, &incoming.body, incoming.most_parts, &mut found.post, &mut found.files);
    }
    if !wanted(b'P') {
        found.post = Array::new();
    }
    if wanted(b'C') {
        let headers = incoming.head.headers.iter().filter(|(n, _)| n.eq_ignore_ascii_case("cookie"));
        let text = headers.map(|(_, v)| v.as_slice()).collect::<Vec<_>>().join(&b"; "[..]);
        found.cookie = form::cookies(ctx, &text);
    }
    if wanted(b'E') {
        found.env = superglobals::environment();
    }
    if wanted(b'S') {
        found.server = server(ctx, incoming);
    }
    found.install(ctx);
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
        form::authorization(&mut out, text);
    }
    superglobals::set_time(ctx, &mut out);
    if ctx.ini.bool("register_argc_argv") {
        let query = head.query().unwrap_or_default();
        let words = query.split(|&c| c == b'+').filter(|_| !query.is_empty());
        superglobals::set_arguments(&mut out, words.map(Value::str).collect());
    }
    out
}
