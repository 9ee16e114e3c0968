//! `serve` and `-S`: the HTTP server.

use crate::{
    help::{self, PHP_VERSION, VERSION},
    run,
};
use phant_server::Options;
use std::{
    ffi::OsStr,
    io::IsTerminal,
    net::SocketAddr,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

/// Where `serve` listens if nobody says otherwise.
const ADDRESS: &str = "127.0.0.1:8080";

fn path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(OsStr::from_bytes(bytes))
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// `serve DIR [--listen ADDRESS] [--workers N]`
pub fn serve(program: &str, arguments: &[Vec<u8>]) -> i32 {
    let misused = |why: &str| {
        eprintln!(
            "{program}: {why}\nUsage: {program} serve <dir> [--listen <addr>:<port>] [--workers <n>]    (serve --help says more)"
        );
        1
    };
    let (mut folder, mut listen, mut workers) = (None, ADDRESS.to_owned(), None);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let text = lossy(argument);
        let (name, value) = match text.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name.to_owned(), Some(value.to_owned())),
            _ => (text.clone(), None),
        };
        match name.as_str() {
            "--listen" | "-l" | "--workers" | "-w" => {
                let Some(value) = value.or_else(|| rest.next().map(|v| lossy(v))) else {
                    return misused(&format!("{name} needs a value"));
                };
                if name.ends_with('l') || name == "--listen" {
                    listen = value;
                } else {
                    match value.parse() {
                        Ok(n @ 1..=1024) => workers = Some(n),
                        _ => return misused("--workers takes a number from 1 to 1024"),
                    }
                }
            }
            "-h" | "--help" => return run::say(help::serve(program, help::Style::of_stdout())),
            _ if name.starts_with('-') => return misused(&format!("unknown option {name}")),
            _ if folder.is_none() => folder = Some(path(argument)),
            _ => return misused("one folder, please"),
        }
    }
    let Some(folder) = folder else { return misused("which folder?") };
    let public = folder.join("public");
    let root = if public.is_dir() { public } else { folder };
    let root = match root.canonicalize() {
        Ok(root) if root.is_dir() => root,
        Ok(_) => return misused(&format!("{} is no folder", root.display())),
        Err(error) => return misused(&format!("{}: {error}", root.display())),
    };
    // `8080`, `:8080`
    if listen.bytes().all(|c| c.is_ascii_digit()) {
        listen = format!("127.0.0.1:{listen}");
    } else if listen.starts_with(':') {
        listen = format!("0.0.0.0{listen}");
    }
    let options = Options {
        root: root.clone(),
        listen: listen.clone(),
        workers,
        router: None,
        software: format!("Phant/{VERSION}"),
        as_php: false,
    };
    match phant_server::serve(options, |address| announce(&root, address)) {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("{program}: cannot listen on {listen}: {error}");
            1
        }
    }
}

fn announce(root: &Path, address: SocketAddr) {
    let (on, soft, off) = if std::io::stderr().is_terminal() { ("\x1b[1;32m", "\x1b[2m", "\x1b[0m") } else { ("", "", "") };
    eprintln!("Phant {VERSION} serves {}\n  {on}http://{address}{off} {soft}(Ctrl-C ends it){off}", root.display());
}

/// `-S ADDRESS [-t DOCROOT] [ROUTER]`
pub fn builtin(listen: &[u8], docroot: Option<&[u8]>, router: Option<&[u8]>) -> i32 {
    let root = docroot.map_or_else(|| PathBuf::from("."), path);
    let shown = docroot.map_or(".".to_owned(), lossy);
    match std::fs::metadata(&root) {
        Err(_) => {
            eprintln!("Directory {shown} does not exist.");
            return 1;
        }
        Ok(meta) if !meta.is_dir() => {
            eprintln!("{shown} is not a directory.");
            return 1;
        }
        Ok(_) => {}
    }
    // A router may be a script, or a folder that is the document root.
    let mut root = root;
    let mut script = None;
    if let Some(router) = router {
        let given = path(router);
        if docroot.is_none() && given.is_dir() {
            root = given;
        } else {
            script = Some(given.canonicalize().unwrap_or(given));
        }
    }
    let root = root.canonicalize().unwrap_or(root);
    let listen = lossy(listen);
    let Some((host, port)) = listen.rsplit_once(':').and_then(|(h, p)| Some((h, p.parse::<u16>().ok()?))) else {
        eprintln!("Invalid address: {listen}");
        return 1;
    };
    let workers = std::env::var("PHP_CLI_SERVER_WORKERS").ok().and_then(|n| n.parse().ok()).filter(|n| (1..=1024).contains(n));
    let options = Options {
        root,
        listen: listen.clone(),
        workers,
        router: script,
        software: format!("PHP/{PHP_VERSION} (Development Server)"),
        as_php: true,
    };
    let started = |address: SocketAddr| {
        let port = address.port();
        phant_server::log_line(&format!("PHP {PHP_VERSION} Development Server (http://{host}:{port}) started"));
    };
    match phant_server::serve(options, started) {
        Ok(()) => 0,
        Err(error) => {
            let why = phant_os::error_text(&error);
            phant_server::log_line(&format!("Failed to listen on {host}:{port} (reason: {why})"));
            1
        }
    }
}
