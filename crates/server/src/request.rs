//! What a script sees of its request: the superglobals.

use crate::{http::Head, response, route::Script, server::Site, telemetry::Trace};
use phant_memory::{Array, Value, string::literal};
use phant_native::Ctx;
use phant_sapi::{
    body::Body,
    form,
    superglobals::{self, Superglobals},
    variables::parse_query,
};
use phant_vm::Vm;
use std::{net::SocketAddr, os::unix::ffi::OsStrExt, sync::Arc, time::Instant};

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
    /// What is the same for all requests.
    pub site: Arc<Site>,
    /// The client.
    pub remote: SocketAddr,
    /// Where the server listens.
    pub local: SocketAddr,
    /// When it had arrived.
    pub arrived: Instant,
    /// The requests that were there at the same moment ([`crate::known::batch`]).
    pub batch: u64,
    /// The trace that it belongs to.
    pub trace: Option<Trace>,
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

fn set(array: &mut Array, name: &'static str, value: impl AsRef<[u8]>) {
    array.set_name(name, Value::str(value.as_ref()));
}

/// Which kinds of variables the settings want, by their letters.
fn wanted(ctx: &Ctx) -> impl Fn(u8) -> bool + use<> {
    let usual = response::usual(ctx);
    let asked = usual.is_none().then(|| superglobals::wanted(ctx));
    move |letter| match (usual, &asked) {
        (Some(usual), _) => usual.order.contains(&letter),
        (None, asked) => asked.as_ref().is_some_and(|wanted| wanted(letter)),
    }
}

/// Fills the superglobals. `stays`: those of a script that stays after the request, and with it what it has not asked for.
/// For others, `$_SERVER` and `$_ENV` are made when somebody asks for them.
pub fn fill(vm: &Vm, incoming: &Incoming, stays: bool) {
    let ctx = &vm.ctx;
    let wanted = wanted(ctx);
    let mut found = sent(ctx, incoming, &wanted);
    if stays {
        if wanted(b'E') {
            found.env = superglobals::first_environment(0);
        }
        if wanted(b'S') {
            found.server = server(ctx, incoming, stays);
        }
    }
    found.install_but(ctx, |name| !stays && promise(vm, name, &wanted));
}

/// Makes the superglobals that every request begins with: empty ones, but that `$_SERVER` and `$_ENV` are made when somebody
/// asks for them.
pub fn fill_empty(vm: &Vm) {
    let wanted = wanted(&vm.ctx);
    Superglobals::default().set_but(&vm.ctx, |name| promise(vm, name, &wanted));
}

/// Fills those as far as the request has something for them.
pub fn fill_over(vm: &Vm, incoming: &Incoming) {
    sent(&vm.ctx, incoming, &wanted(&vm.ctx)).install_over(&vm.ctx);
}

/// Promises a variable, if it is one of those that may be promised and the settings want it.
fn promise(vm: &Vm, name: &'static str, wanted: &impl Fn(u8) -> bool) -> bool {
    let (number, letter) = match name {
        "_SERVER" => (SERVER, b'S'),
        "_ENV" => (ENV, b'E'),
        _ => return false,
    };
    let is_promised = wanted(letter);
    if is_promised && !vm.promise_global(&literal(name), number, promised) {
        superglobals::set_global(&vm.ctx, name, promised(&vm.ctx, number));
    }
    is_promised
}

/// What a request brings: its query, its form and its cookies.
fn sent(ctx: &Ctx, incoming: &Incoming, wanted: &impl Fn(u8) -> bool) -> Superglobals {
    let mut found = Superglobals::default();
    if let Some(query) = incoming.head.query()
        && wanted(b'G')
    {
        parse_query(ctx, query, &mut found.get);
    }
    if incoming.is_post() && ctx.ini.get("enable_post_data_reading").is_none_or(|v| phant_native::ini::parse_bool(&v)) {
        let kind = incoming.text("content-type");
        form::read_form(ctx, kind, &incoming.body, incoming.most_parts, &mut found.post, &mut found.files);
    }
    if !wanted(b'P') {
        found.post = Array::new();
    }
    if incoming.text("cookie").is_some() && wanted(b'C') {
        let headers = incoming.head.headers.iter().filter(|(n, _)| n.eq_ignore_ascii_case("cookie"));
        let text = headers.map(|(_, v)| v.as_slice()).collect::<Vec<_>>().join(&b"; "[..]);
        found.cookie = form::cookies(ctx, &text);
    }
    found
}

/// Numbers of promised variables.
const ENV: usize = 0;
const SERVER: usize = 1;

/// Makes a variable of the request that this thread answers.
fn promised(ctx: &Ctx, number: usize) -> Value {
    if number == ENV {
        return Value::from(superglobals::first_environment(0));
    }
    let mut array = Array::new();
    response::with_incoming(|incoming| array = server(ctx, incoming, false));
    Value::from(array)
}

/// `HTTP_*`. Headers of the same name are one.
fn set_headers(out: &mut Array, head: &Head, as_php: bool) {
    for (i, (name, value)) in head.headers.iter().enumerate() {
        let is_same = |(other, _): &&(String, Vec<u8>)| other.eq_ignore_ascii_case(name);
        if is_ambiguous(name, as_php) || head.headers[..i].iter().any(|other| is_same(&other)) {
            continue;
        }
        let between: &[u8] = if name.eq_ignore_ascii_case("cookie") { b"; " } else { b", " };
        let more: Vec<&[u8]> = head.headers[i + 1..].iter().filter(is_same).map(|(_, value)| value.as_slice()).collect();
        let value =
            if more.is_empty() { Value::str(value) } else { Value::str([&[value.as_slice()], &more[..]].concat().join(between)) };
        let mut key = Vec::with_capacity(name.len() + 5);
        key.extend_from_slice(b"HTTP_");
        key.extend(name.bytes().map(|c| if c == b'-' { b'_' } else { c.to_ascii_uppercase() }));
        if matches!(&key[5..], b"CONTENT_TYPE" | b"CONTENT_LENGTH") {
            out.set(&key[5..], value.clone());
        }
        out.set(key.as_slice(), value);
    }
}

/// Whether scripts are not told a header: `Proxy` would become HTTP_PROXY, by which programs find their proxy, and one
/// with an underscore would become the same as another one.
fn is_ambiguous(name: &str, as_php: bool) -> bool {
    name.eq_ignore_ascii_case("proxy") || !as_php && name.contains('_')
}

/// `$_SERVER`, as nginx and php-fpm make it of a request, with the environment; or as PHP's built-in server does.
fn server(ctx: &Ctx, incoming: &Incoming, stays: bool) -> Array {
    let (head, script, site) = (&incoming.head, &incoming.script, &incoming.site);
    let mut out = if site.as_php { Array::new() } else { common(site, script, stays) };
    set(&mut out, "REMOTE_ADDR", incoming.remote.ip().to_string());
    set(&mut out, "REMOTE_PORT", incoming.remote.port().to_string());
    set(&mut out, "SERVER_PROTOCOL", head.protocol.name());
    set(&mut out, "SERVER_PORT", incoming.local.port().to_string());
    set(&mut out, "REQUEST_URI", &head.target);
    set(&mut out, "REQUEST_METHOD", &head.method);
    if site.as_php {
        set(&mut out, "DOCUMENT_ROOT", site.root.as_os_str().as_bytes());
        set(&mut out, "SERVER_SOFTWARE", &site.software);
        set(&mut out, "SERVER_NAME", &site.name);
        set_script(&mut out, script);
    } else {
        set(&mut out, "SERVER_ADDR", incoming.local.ip().to_string());
        set(&mut out, "QUERY_STRING", head.query().unwrap_or_default());
        set(&mut out, "CONTENT_TYPE", incoming.text("content-type").unwrap_or_default());
        // A body in chunks or frames is all there by now, and has a length after all.
        let size = Some(incoming.body.size()).filter(|&size| size > 0).map_or(String::new(), |size| size.to_string());
        set(&mut out, "CONTENT_LENGTH", incoming.text("content-length").unwrap_or(size.as_bytes()));
    }
    if site.https {
        set(&mut out, "HTTPS", "on");
    }
    let mut php_self = script.name.clone();
    if let Some(rest) = &script.path_info {
        set(&mut out, "PATH_INFO", rest);
        php_self.extend_from_slice(rest);
        if !site.as_php {
            set(&mut out, "DOCUMENT_URI", &php_self);
        }
    }
    set(&mut out, "PHP_SELF", php_self);
    if let Some(query) = head.query().filter(|_| site.as_php) {
        set(&mut out, "QUERY_STRING", query);
    }
    set_headers(&mut out, head, site.as_php);
    // What the script asks others for belongs to its own span.
    if let Some(trace) = &incoming.trace {
        set(&mut out, "HTTP_TRACEPARENT", trace.header());
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

fn set_script(out: &mut Array, script: &Script) {
    set(out, "SCRIPT_NAME", &script.name);
    set(out, "SCRIPT_FILENAME", script.file.as_os_str().as_bytes());
}

/// The part of `$_SERVER` that is not the request's.
fn common(site: &Site, script: &Script, stays: bool) -> Array {
    let mut out = superglobals::first_environment(48);
    for (name, value) in [("GATEWAY_INTERFACE", "CGI/1.1"), ("REDIRECT_STATUS", "200"), ("FCGI_ROLE", "RESPONDER")] {
        set(&mut out, name, value);
    }
    if stays {
        // By this, programs know that they may ask for requests themselves.
        set(&mut out, "FRANKENPHP_WORKER", "1");
    }
    set(&mut out, "REQUEST_SCHEME", if site.https { "https" } else { "http" });
    set(&mut out, "DOCUMENT_ROOT", site.root.as_os_str().as_bytes());
    set(&mut out, "SERVER_SOFTWARE", &site.software);
    set(&mut out, "SERVER_NAME", &site.name);
    set(&mut out, "DOCUMENT_URI", &script.name);
    set_script(&mut out, script);
    out
}

/// Fills the superglobals of a script that boots before there is a request. `stays`: it will ask for requests itself.
pub fn fill_first(ctx: &Ctx, site: &Site, script: &Script, stays: bool) {
    let wanted = superglobals::wanted(ctx);
    let mut found = Superglobals::default();
    if wanted(b'E') {
        found.env = superglobals::first_environment(0);
    }
    if wanted(b'S') {
        found.server = common(site, script, stays);
        set(&mut found.server, "PHP_SELF", &script.name);
        superglobals::set_time(ctx, &mut found.server);
        superglobals::set_arguments(&mut found.server, Array::new());
    }
    found.install(ctx);
}
