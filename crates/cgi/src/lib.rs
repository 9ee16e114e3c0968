//! CGI/1.1: one process for one request, which the web server describes in environment variables.
//!
//! `variables` reads the environment and finds the script in it, as `cgi.fix_pathinfo` has it; `settings` adds what
//! sections of php.ini and `.user.ini` files say for the script's folder; `answer` prints headers and output; `functions`
//! is what a script finds of CGI. The cycle of the request itself is here; FastCGI has the same, with another [`Carrier`].

#![forbid(unsafe_code)]

mod answer;
pub mod functions;
pub mod settings;
pub mod variables;

pub use answer::{Answer, Carrier};
use phant_memory::{Array, Str, Value};
use phant_native::{Ctx, Level, ini::parse_bool, sapi};
use phant_sapi::{
    body::{Body, Limits},
    form, headers,
    superglobals::{self, Superglobals},
    upload,
    variables::parse_query,
};
use phant_vm::{
    Vm,
    request::{
        engine::{Setup, Worker},
        preload::{Kind, preload},
    },
};
use settings::{Settings, Values};
use std::{
    cell::RefCell,
    collections::HashMap,
    ffi::OsStr,
    io,
    os::{fd::AsFd, unix::ffi::OsStrExt, unix::net::UnixStream},
    path::{Path, PathBuf},
    rc::Rc,
    sync::Arc,
    time::{Duration, Instant},
};
use variables::Request;

/// The name of the server API.
pub const SAPI: &str = "cgi-fcgi";
/// The header line by which pages are told the version of PHP.
pub const POWERED_BY: &str = "X-Powered-By: PHP/8.4.24\r\n";

/// How a request is run.
#[derive(Default)]
pub struct Manner {
    /// Whether a web server asks; otherwise somebody at a terminal does, who names the script.
    pub by_server: bool,
    /// `$argv`, from the command line; the script is the first.
    pub arguments: Vec<Vec<u8>>,
    /// No header lines: `-q`, `-f`.
    pub quiet: bool,
    /// The working directory stays: `-C`.
    pub stay: bool,
}

/// Why there is nothing to run.
#[derive(Clone, Copy)]
enum NoScript {
    /// The file is not there, or is no file.
    Missing,
    /// The file may not be read.
    Denied,
}

/// Whether the process was started by a web server that speaks CGI.
pub fn asked_by_server() -> bool {
    ["SERVER_SOFTWARE", "SERVER_NAME", "GATEWAY_INTERFACE", "REQUEST_METHOD"].iter().any(|n| std::env::var_os(n).is_some())
}

/// Whether standard input is a socket that waits for connections, which is how FastCGI servers are started.
pub fn asked_for_fastcgi() -> bool {
    const NOT_CONNECTED: i32 = 107;
    let Ok(stdin) = io::stdin().as_fd().try_clone_to_owned() else { return false };
    UnixStream::from(stdin).peer_addr().is_err_and(|error| error.raw_os_error() == Some(NOT_CONNECTED))
}

/// Runs a request without a script.
pub fn page(mut request: Request, settings: &Settings, manner: &Manner, f: impl FnOnce(&Vm)) -> i32 {
    request.script = None;
    self::request(request, settings, manner, |vm, _| f(vm))
}

/// Runs a request: `f` gets the engine and the script, `None` for standard input. The exit status is the result.
pub fn request(request: Request, settings: &Settings, manner: &Manner, f: impl FnOnce(&Vm, Option<&Path>)) -> i32 {
    let own = settings.own(&request);
    let all: Values = settings.common.iter().chain(&own).cloned().collect();
    let script = request.script.clone();
    let setup = Setup {
        sapi: SAPI,
        argv: manner.arguments.clone(),
        script: script.clone().unwrap_or_default(),
        ini: settings.common.clone(),
        http: true,
        ..Setup::default()
    };
    if !preload(&Setup { ini: settings.common.clone(), sapi: SAPI, ..Setup::default() }, Kind::Own, |_| {}) {
        return 255;
    }
    let request = Rc::new(request);
    let stdio = Box::new(answer::Stdio);
    // One process, one request: what its outside takes goes with the process.
    let answer: &'static Answer =
        Box::leak(Box::new(Answer::new(Rc::clone(&request), Limits::new(&all), Arc::new(all), manner.quiet, stdio)));
    sapi::set(answer);
    let failed = std::cell::Cell::new(false);
    let status = Worker::new().request(&setup, |vm| {
        begin(vm, &request, answer, &own, manner);
        let path = script.as_deref().map(|script| Path::new(OsStr::from_bytes(script)));
        let found = match path {
            None if manner.by_server => Err(NoScript::Missing),
            None => Ok(None),
            Some(path) => check(path).map(|()| Some(path)),
        };
        match found {
            Ok(path) => f(vm, path),
            Err(why) => {
                failed.set(true);
                match why {
                    NoScript::Missing => refuse(&vm.ctx, 404, "No input file specified.\n"),
                    NoScript::Denied => refuse(&vm.ctx, 403, "Access denied.\n"),
                }
            }
        }
        answer.leave_moved_files(&vm.ctx);
    });
    if failed.get() { 255 } else { status }
}

/// Begins a request: its own settings, the first header line, the superglobals.
pub fn begin(vm: &Vm, request: &Request, answer: &Answer, own: &Values, manner: &Manner) {
    let ctx = &vm.ctx;
    ctx.define("PHP_SAPI", Value::str(ctx.request.sapi.get()));
    settings::apply(ctx, own);
    if manner.quiet {
        headers::do_without(ctx);
    }
    // That a body is too large is told before anything else is known of the answer.
    let early = request.method == b"POST"
        && upload::boundary(&request.content_type).is_none()
        && matches!(answer.body(), Body::TooLarge(_));
    let introduce = || {
        if ctx.ini.get("expose_php").is_none_or(|v| parse_bool(&v)) {
            ctx.request.headers.borrow_mut().push(POWERED_BY.trim_end().into());
        }
    };
    if !early {
        introduce();
    }
    fill(ctx, request, answer, manner);
    if early && ctx.request.headers_sent.is_none() {
        introduce();
    }
}

/// Runs a script, in its own folder unless the working directory is to stay.
pub fn run(vm: &Vm, script: &Path, manner: &Manner) {
    let full = full_path(script);
    if let Some(folder) = script.parent().filter(|folder| !manner.stay && !folder.as_os_str().is_empty()) {
        let _ = std::env::set_current_dir(folder);
    }
    // The engine passes over the line that names an interpreter. Where nobody looks for one, it is text.
    if !vm.ctx.ini.bool("cgi.check_shebang_line")
        && let Ok(text) = std::fs::read(&full)
        && text.starts_with(b"#!")
    {
        let end = text.iter().position(|&c| c == b'\n').map_or(text.len(), |at| at + 1);
        vm.ctx.echo(&text[..end]);
    }
    if let Err(error) = vm.run_main_file(&full) {
        let why = phant_os::error_text(&error);
        vm.ctx.report(Level::Error, format!("Failed opening required '{}': {why}", full.display()));
    }
}

/// How long the full path of a script is believed: a link that is changed counts after that.
const PATHS_LAST: Duration = Duration::from_secs(2);
const MOST_PATHS: usize = 1024;

thread_local! {
    static PATHS: RefCell<HashMap<PathBuf, (Instant, PathBuf)>> = RefCell::default();
}

/// The path of a script without links.
fn full_path(script: &Path) -> PathBuf {
    PATHS.with_borrow_mut(|known| {
        if let Some((_, full)) = known.get(script).filter(|(at, _)| at.elapsed() < PATHS_LAST) {
            return full.clone();
        }
        let Ok(full) = script.canonicalize() else { return script.to_owned() };
        if known.len() >= MOST_PATHS {
            known.clear();
        }
        known.insert(script.to_owned(), (Instant::now(), full.clone()));
        full
    })
}

/// Answers where there is no script that may run.
pub fn refuse(ctx: &Ctx, status: u16, text: &str) {
    if ctx.request.headers_sent.is_none() {
        ctx.request.status.set(status);
    }
    ctx.echo(text);
}

/// Whether a script can be run.
fn check(path: &Path) -> Result<(), NoScript> {
    match std::fs::File::open(path).and_then(|file| file.metadata()) {
        Ok(facts) if facts.is_file() => Ok(()),
        Ok(_) => Err(NoScript::Missing),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Err(NoScript::Denied),
        Err(_) => Err(NoScript::Missing),
    }
}

/// Fills the superglobals.
fn fill(ctx: &Ctx, request: &Request, answer: &Answer, manner: &Manner) {
    for (name, value) in request.changes() {
        phant_ext_standard::environment::set(ctx, name, value.map(Str::new));
    }
    let sent = request.sent().iter().map(|(name, value)| (name.as_slice(), value.as_slice()));
    phant_ext_standard::environment::show_sent(ctx, sent);
    let wanted = superglobals::wanted(ctx);
    let mut found = Superglobals::default();
    if wanted(b'G') {
        parse_query(ctx, request.query.as_deref().unwrap_or_default(), &mut found.get);
    }
    if request.method == b"POST" && ctx.ini.bool("enable_post_data_reading") {
        let body = answer.body();
        form::read_form(ctx, Some(&request.content_type), body, answer.limits.most_parts(), &mut found.post, &mut found.files);
    }
    if !wanted(b'P') {
        found.post = Array::new();
    }
    if wanted(b'C') {
        found.cookie = form::cookies(ctx, request.get("HTTP_COOKIE").unwrap_or_default());
    }
    let environment = || -> Array {
        let mut all = Array::new();
        for (name, value) in request.all() {
            // Names that no variable could have are not brought in.
            if !name.iter().any(|c| matches!(c, b' ' | b'.' | b'[')) {
                all.set(name.as_slice(), Value::str(value));
            }
        }
        all
    };
    if wanted(b'E') {
        found.env = environment();
    }
    let argv: Array = manner.arguments.iter().map(Value::str).collect();
    let register = ctx.ini.bool("register_argc_argv");
    if wanted(b'S') {
        let server = &mut found.server;
        *server = environment();
        server.set("PHP_SELF", Value::from(request.php_self(ctx.ini.bool("cgi.fix_pathinfo"))));
        if let Some(text) = request.get("HTTP_AUTHORIZATION").filter(|_| request.script.is_some()) {
            form::authorization(server, text);
        }
        superglobals::set_time(ctx, server);
        if register {
            let words = || match &request.query {
                Some(query) if !query.is_empty() => query.split(|&c| c == b'+').map(Value::str).collect(),
                _ => Array::new(),
            };
            superglobals::set_arguments(server, if argv.is_empty() { words() } else { argv.clone() });
        }
    }
    // php-fpm takes what there is in `$_SERVER` by then for the environment.
    if !request.sent().is_empty() && wanted(b'E') && wanted(b'S') {
        found.env = found.server.clone();
    }
    found.install(ctx);
    if register && !argv.is_empty() {
        let count = argv.len() as i64;
        superglobals::set_global(ctx, "argv", Value::from(argv));
        superglobals::set_global(ctx, "argc", Value::int(count));
    }
}
