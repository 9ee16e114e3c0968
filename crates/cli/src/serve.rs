//! `serve` and `-S`: the HTTP server.

use crate::{
    help::{self, PHP_VERSION, VERSION},
    run,
};
use phant_grants::Grants;
use phant_server::{Options, options as settings, supervisor};
use std::{
    ffi::OsStr,
    io::IsTerminal,
    net::SocketAddr,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

fn path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(OsStr::from_bytes(bytes))
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What the arguments of `serve` say.
#[derive(Default)]
struct Wishes {
    options: Options,
    folder: Option<PathBuf>,
    /// The descriptors of a worker process.
    inherited: Option<String>,
    help: bool,
}

impl Wishes {
    /// Reads the arguments; a file of settings counts less than flags.
    fn read(arguments: &[Vec<u8>]) -> Result<Wishes, String> {
        let mut wishes = Wishes::default();
        let (mut flags, mut named) = (Vec::new(), false);
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let text = lossy(argument);
            let (name, value) = match text.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
                _ => (text.as_str(), None),
            };
            let mut needed = || {
                let value = value.clone().or_else(|| rest.next().map(|v| lossy(v)));
                value.ok_or_else(|| format!("{name} needs a value"))
            };
            match name {
                "-h" | "--help" => wishes.help = true,
                "-c" | "--config" => wishes.read_file(Path::new(&needed()?))?,
                supervisor::FLAG => wishes.inherited = Some(needed()?),
                _ if name.starts_with('-') => {
                    let setting = settings::find(name).filter(|_| name.len() > 1);
                    let setting = setting.ok_or_else(|| match name.starts_with("-d") || name == "-n" {
                        true => format!("PHP's options go before the command: -d name=value serve <dir>, not {name} behind it"),
                        false => format!("unknown option {name}"),
                    })?;
                    let value = if setting.is_optional() { value.unwrap_or_default() } else { needed()? };
                    flags.push((setting, value));
                }
                _ if named => return Err("one folder, please".to_owned()),
                _ => {
                    wishes.folder = Some(path(argument));
                    named = true;
                }
            }
        }
        for (setting, value) in flags {
            setting.set(&mut wishes.options, &value)?;
        }
        Ok(wishes)
    }
    /// Reads a file of settings, whose names are those of the flags.
    fn read_file(&mut self, file: &Path) -> Result<(), String> {
        let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
        let table: toml::Table = text.parse().map_err(|e| format!("{}: {e}", file.display()))?;
        let several = |(name, value): (String, toml::Value)| match value {
            toml::Value::Array(values) => values.into_iter().map(|value| (name.clone(), value)).collect(),
            value => vec![(name, value)],
        };
        for (name, value) in table.into_iter().flat_map(several) {
            let value = match value {
                toml::Value::String(text) => text,
                toml::Value::Integer(n) => n.to_string(),
                toml::Value::Boolean(on) => if on { "on" } else { "off" }.to_owned(),
                _ => return Err(format!("{}: {name} is a text, a number, true or false", file.display())),
            };
            if name == "dir" {
                let base = file.parent().unwrap_or(Path::new("."));
                self.folder = Some(base.join(value));
                continue;
            }
            let setting = settings::find(&name).filter(|s| s.name == name);
            let setting = setting.ok_or_else(|| format!("{}: there is no setting {name}", file.display()))?;
            setting.set(&mut self.options, &value).map_err(|why| format!("{}: {why}", file.display()))?;
        }
        Ok(())
    }
}

/// `serve DIR [options]`
pub fn serve(program: &str, arguments: &[Vec<u8>]) -> i32 {
    let misused = |why: &str| {
        eprintln!("{program}: {why}\nUsage: {program} serve <dir> [options]    (serve --help says which)");
        1
    };
    let Wishes { mut options, folder, inherited, help } = match Wishes::read(arguments) {
        Ok(wishes) => wishes,
        Err(why) => return misused(&why),
    };
    if help {
        return run::say(help::serve(program, help::Style::of_stdout()));
    }
    let Some(folder) = folder else { return misused("which folder?") };
    let public = folder.join("public");
    let root = if public.is_dir() { public } else { folder.clone() };
    options.root = match root.canonicalize() {
        Ok(root) if root.is_dir() => root,
        Ok(_) => return misused(&format!("{} is no folder", root.display())),
        Err(error) => return misused(&format!("{}: {error}", root.display())),
    };
    options.folder = folder.canonicalize().unwrap_or(folder);
    options.software = format!("Phant/{VERSION}");
    let listen = options.listen.clone();
    let failed = |error: std::io::Error| {
        eprintln!("{program}: cannot serve on {listen}: {error}");
        1
    };
    let ended = |served: std::io::Result<()>| match served {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("{program}: cannot serve: {error}");
            supervisor::CANNOT_START
        }
    };
    if let Some(numbers) = inherited {
        return ended(phant_server::serve_inherited(options, &numbers));
    }
    let command: Vec<_> = std::env::args_os().collect();
    let root = options.root.clone();
    let scheme = if options.self_signed || options.tls.is_some() { "https" } else { "http" };
    supervisor::supervise(options, &command, |address| announce(&root, scheme, address), ended).unwrap_or_else(failed)
}

fn announce(root: &Path, scheme: &str, address: SocketAddr) {
    let (on, soft, off) = if std::io::stderr().is_terminal() { ("\x1b[1;32m", "\x1b[2m", "\x1b[0m") } else { ("", "", "") };
    eprintln!("Phant {VERSION} serves {}\n  {on}{scheme}://{address}{off} {soft}(Ctrl-C ends it){off}", root.display());
}

/// `-S ADDRESS [-t DOCROOT] [ROUTER]`
pub fn builtin(listen: &[u8], docroot: Option<&[u8]>, router: Option<&[u8]>, grants: Grants) -> i32 {
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
        folder: root.clone(),
        root,
        grants,
        listen: listen.clone(),
        workers,
        router: script,
        software: format!("PHP/{PHP_VERSION} (Development Server)"),
        as_php: true,
        ..Options::default()
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
