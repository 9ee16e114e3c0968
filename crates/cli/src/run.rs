//! Running programs on the engine.

use crate::{flags::Flag, globals, source};
use phant_memory::{Str, Value};
use phant_native::{config, registry, resource};
use phant_os::stdio::write_stdout;
use phant_streams::Stream;
use phant_vm::{
    Vm,
    request::{
        engine::{Setup, Worker},
        preload::{Kind, preload},
    },
};
use std::{ffi::OsStr, fs, os::unix::ffi::OsStrExt};

/// What `__FILE__` and messages call the code of `-r`.
const CODE_NAME: &str = "Command line code";

/// Prints; the exit status is the result.
pub fn say(text: impl AsRef<[u8]>) -> i32 {
    if write_stdout(text.as_ref()).is_ok() { 0 } else { 255 }
}

/// Runs one request. `script` is `$argv[0]`.
pub fn request(script: &[u8], arguments: &[Vec<u8>], f: impl FnOnce(&Vm)) -> i32 {
    let mut argv = vec![script.to_vec()];
    argv.extend_from_slice(arguments);
    let setup = Setup { sapi: "cli", argv, script: script.to_vec(), ini: config::get().settings(), ..Setup::default() };
    if !preload(&setup, Kind::Own, |vm| globals::fill(&vm.ctx, None)) {
        return 1;
    }
    Worker::new().request(&setup, f)
}

/// A script's full path and text; `None`, with a message, if it cannot be read.
fn load(script: Option<&[u8]>) -> Option<(Vec<u8>, Vec<u8>)> {
    let text = source::read(script)?;
    let path = match script {
        Some(name) => {
            let full = fs::canonicalize(OsStr::from_bytes(name));
            full.map_or_else(|_| name.to_vec(), |p| p.as_os_str().as_bytes().to_vec())
        }
        None => source::STDIN_NAME.into(),
    };
    Some((path, text))
}

/// Runs a script, or standard input.
pub fn script(script: Option<&[u8]>, arguments: &[Vec<u8>]) -> i32 {
    let Some((path, text)) = load(script) else { return 1 };
    request(script.unwrap_or(source::STDIN_NAME.as_bytes()), arguments, |vm| {
        globals::fill(&vm.ctx, script);
        // An archive may be a program whatever it begins with.
        let inside = script.and_then(|_| phant_streams::inside::source(&vm.ctx, &Str::new(&path), &text));
        let _ = vm.run_main(&path, inside.as_deref().unwrap_or(&text));
    })
}

/// `-r`
pub fn code(code: &[u8], arguments: &[Vec<u8>]) -> i32 {
    request(source::STDIN_NAME.as_bytes(), arguments, |vm| {
        globals::fill(&vm.ctx, None);
        let _ = vm.run_code(code, CODE_NAME);
    })
}

/// `-B`, `-R` or `-F`, `-E`: code for the lines of standard input.
pub fn per_line(
    begin: Option<&[u8]>,
    line_code: Option<&[u8]>,
    script: Option<&[u8]>,
    end: Option<&[u8]>,
    arguments: &[Vec<u8>],
) -> i32 {
    let mut unreadable = false;
    let status = request(script.unwrap_or(source::STDIN_NAME.as_bytes()), arguments, |vm| {
        globals::fill(&vm.ctx, script);
        if let Some(code) = begin
            && vm.run_code(code, "Command line begin code").is_err()
        {
            return;
        }
        // The program may read on from STDIN itself, so that is where the lines come from.
        let input = vm.ctx.constant("STDIN").ok().flatten();
        let Some(input) = input.and_then(|v| v.as_resource().and_then(|r| resource::get::<Stream>(&r))) else { return };
        for index in 1.. {
            let Some(line) = input.read_line(&vm.ctx, None) else { break };
            // The input's line end goes, but a line of nothing else keeps a NUL byte, as in PHP.
            let text = line.iter().rposition(|c| !matches!(c, b'\r' | b'\n')).map_or(&b"\0"[..], |last| &line[..=last]);
            let host = vm.ctx.host;
            host.set_global(&vm.ctx, &Str::from("argn"), Value::str(text));
            host.set_global(&vm.ctx, &Str::from("argi"), Value::int(index));
            let result = match (line_code, script) {
                (Some(code), _) => vm.run_code(code, "Command line run code"),
                (None, Some(_)) => match load(script) {
                    Some((path, text)) => vm.run_main(&path, &text),
                    None => {
                        unreadable = true;
                        return;
                    }
                },
                (None, None) => continue,
            };
            if result.is_err() {
                return;
            }
        }
        if let Some(code) = end {
            let _ = vm.run_code(code, "Command line end code");
        }
    });
    if unreadable { 1 } else { status }
}

/// `-l`: a script and any further ones.
pub fn lint(script: Option<&[u8]>, more: &[Vec<u8>]) -> i32 {
    let mut status = 0;
    for name in std::iter::once(script).chain(more.iter().map(|m| Some(m.as_slice()))) {
        let Some((_, text)) = load(name) else {
            status = 1;
            continue;
        };
        let shown = name.unwrap_or(source::STDIN_NAME.as_bytes());
        let checked = request(shown, &[], |vm| {
            // Messages have the name as it was given.
            let message: &[u8] = match vm.check_syntax(shown, &text) {
                Ok(()) => b"No syntax errors detected in ",
                Err(_) => {
                    vm.settle();
                    b"Errors parsing "
                }
            };
            vm.ctx.echo([message, shown, b"\n"].concat());
        });
        if checked != 0 {
            status = checked;
        }
    }
    status
}

/// `-i`
pub fn info() -> i32 {
    code(b"phpinfo();", &[])
}

/// `--ini`
pub fn show_ini() -> i32 {
    let config = config::get();
    let none = || "(none)".to_owned();
    let loaded = config.loaded.as_ref().map_or_else(none, |p| p.display().to_string());
    let scan = if config.scan_dir.is_empty() { none() } else { config.scan_dir.clone() };
    let scanned = if config.scanned.is_empty() { none() } else { config.scanned_list() };
    say(format!(
        "Configuration File (php.ini) Path: {}\n\
         Loaded Configuration File:         {loaded}\n\
         Scan for additional .ini files in: {scan}\n\
         Additional .ini files parsed:      {scanned}\n",
        config.search_path
    ))
}

/// `-m`
pub fn show_modules() -> i32 {
    let list = |of_engine: bool| {
        let listed = registry::get().extensions.iter().filter(|e| e.of_engine || !of_engine);
        let mut names: Vec<&str> = listed.map(|e| e.name).collect();
        names.sort_by_key(|name| name.to_ascii_lowercase());
        names.dedup_by_key(|name| name.to_ascii_lowercase());
        names.iter().map(|name| format!("{name}\n")).collect::<String>()
    };
    say(format!("[PHP Modules]\n{}\n[Zend Modules]\n{}\n", list(false), list(true)))
}

/// `--rf`, `--rc`, `--re`, `--rz`, `--ri`
pub fn reflect(what: Flag, name: &[u8]) -> i32 {
    let class = match what {
        Flag::ShowFunction if name.windows(2).any(|w| w == b"::") => "ReflectionMethod",
        Flag::ShowFunction => "ReflectionFunction",
        Flag::ShowClass => "ReflectionClass",
        Flag::ShowExtension => "ReflectionExtension",
        Flag::ShowZendExtension => {
            let found = registry::get().extensions.iter().any(|e| e.of_engine && e.name.as_bytes() == name);
            if !found {
                say(format!("Exception: Zend Extension \"{}\" does not exist\n", String::from_utf8_lossy(name)));
                return 1;
            }
            "ReflectionZendExtension"
        }
        _ => return show_settings(name),
    };
    let mut failed = false;
    let status = request(source::STDIN_NAME.as_bytes(), &[], |vm| {
        let arguments = match name.windows(2).position(|w| w == b"::").filter(|_| what == Flag::ShowFunction) {
            Some(at) => vec![Value::str(&name[..at]), Value::str(&name[at + 2..])],
            None => vec![Value::str(name)],
        };
        let Some(class) = vm.lookup_class(class.as_bytes(), false) else {
            vm.ctx.echo("Exception: the extension Reflection is not part of this build\n");
            failed = true;
            return;
        };
        let shown =
            vm.ctx.new_object(class, &arguments).and_then(|object| phant_native::convert::to_str(&vm.ctx, &Value::from(object)));
        match shown {
            Ok(text) => vm.ctx.echo([text.as_bytes(), b"\n"].concat()),
            Err(_) => {
                failed = true;
                if let Some(exception) = vm.ctx.exception.take() {
                    let message = vm.ctx.get_property(&exception, "message").ok();
                    let message = message.and_then(Value::into_str).unwrap_or_default();
                    vm.ctx.echo([b"Exception: ", message.as_bytes(), b"\n"].concat());
                }
            }
        }
    });
    if failed { 1 } else { status }
}

/// `--ri`: the rows of `phpinfo()` for one extension, and its settings.
fn show_settings(name: &[u8]) -> i32 {
    // An extension may be registered in parts.
    let parts: Vec<_> = registry::get().parts.iter().filter(|e| e.name.as_bytes().eq_ignore_ascii_case(name)).collect();
    let Some(first) = parts.first() else {
        if name.eq_ignore_ascii_case(b"main") {
            return code(b"phpinfo(INFO_CONFIGURATION);", &[]);
        }
        say([b"Extension '", name, b"' not present.\n"].concat());
        return 1;
    };
    request(source::STDIN_NAME.as_bytes(), &[], |vm| {
        let mut text = format!("\n{}\n\n", first.name);
        let mut rows: Vec<_> = parts.iter().flat_map(|e| e.info).map(|(key, value)| format!("{key} => {value}\n")).collect();
        if rows.is_empty() {
            rows.push(format!("{} support => enabled\n", first.name));
        }
        text += &rows.concat();
        let mut settings: Vec<_> = parts.iter().flat_map(|e| e.ini).collect();
        settings.sort_by_key(|s| s.name);
        if !settings.is_empty() {
            text += "\nDirective => Local Value => Master Value\n";
        }
        for setting in settings {
            let shown =
                |value: Option<Str>| value.filter(|v| !v.is_empty()).map_or("no value".to_owned(), |v| v.to_text().into_owned());
            let (local, master) = (vm.ctx.ini.get(setting.name), vm.ctx.ini.original(setting.name));
            text += &format!("{} => {} => {}\n", setting.name, shown(local), shown(master));
        }
        vm.ctx.echo(text);
    })
}

/// `dump bytecode`
pub fn dump_bytecode(script: &[u8]) -> i32 {
    let Some((path, text)) = load(Some(script)) else { return 1 };
    request(script, &[], |vm| {
        let options = phant_syntax::ParseOptions { skip_shebang: true, ..phant_syntax::ParseOptions::default() };
        if let Ok(listing) = phant_vm::request::include::listing(vm, &text, &Str::new(&path), &options) {
            vm.ctx.echo(listing);
        }
    })
}
