//! Running programs.

use phant_native::{config, registry};
use phant_os::stdio::write_stdout;
use phant_vm::engine::{self, Setup, Worker};

/// What needs the engine, which is not part of this build yet.
pub fn missing() -> i32 {
    eprintln!("phant: not there yet");
    1
}

fn say(text: &str) -> i32 {
    if write_stdout(text.as_bytes()).is_ok() { 0 } else { 255 }
}

/// `--ini`
pub fn show_ini() -> i32 {
    let config = config::get();
    let none = || "(none)".to_owned();
    let loaded = config.loaded.as_ref().map_or_else(none, |p| p.display().to_string());
    let scan = if config.scan_dir.is_empty() { none() } else { config.scan_dir.clone() };
    let scanned: Vec<String> = config.scanned.iter().map(|p| p.display().to_string()).collect();
    let scanned = if scanned.is_empty() { none() } else { scanned.join(",\n") + "\n" };
    say(&format!(
        "Configuration File (php.ini) Path: {}\n\
         Loaded Configuration File:         {loaded}\n\
         Scan for additional .ini files in: {scan}\n\
         Additional .ini files parsed:      {scanned}\n",
        config.search_path
    ))
}

/// `-m`
pub fn show_modules() -> i32 {
    let mut names: Vec<&str> = registry::get().extensions.iter().map(|e| e.name).collect();
    names.sort_by_key(|name| name.to_ascii_lowercase());
    say(&format!("[PHP Modules]\n{}\n\n[Zend Modules]\n\n", names.join("\n")))
}

fn setup(script: &[u8], arguments: &[Vec<u8>]) -> Setup {
    let mut argv = vec![script.to_vec()];
    argv.extend_from_slice(arguments);
    Setup { sapi: "cli", argv, script: script.to_vec(), ..Setup::default() }
}

fn read(script: Option<&[u8]>) -> Result<(Vec<u8>, Vec<u8>), i32> {
    use std::{io::Read, os::unix::ffi::OsStrExt};
    let Some(name) = script else {
        let mut source = Vec::new();
        let _ = std::io::stdin().read_to_end(&mut source);
        return Ok((b"Standard input code".to_vec(), source));
    };
    let path = std::path::Path::new(std::ffi::OsStr::from_bytes(name));
    let full = std::fs::canonicalize(path).map_or_else(|_| name.to_vec(), |p| p.as_os_str().as_bytes().to_vec());
    match std::fs::read(path) {
        Ok(source) => Ok((full, source)),
        Err(_) => {
            say(&format!("Could not open input file: {}\n", String::from_utf8_lossy(name)));
            Err(1)
        }
    }
}

/// Runs a script, or standard input.
pub fn script(script: Option<&[u8]>, arguments: &[Vec<u8>]) -> i32 {
    let (path, source) = match read(script) {
        Ok(x) => x,
        Err(status) => return status,
    };
    engine::set_stack_size(1 << 30);
    Worker::new().request(&setup(script.unwrap_or(b"-"), arguments), |vm| {
        config::get().apply(&mut vm.ctx);
        phant_native::stream::php::define_constants(&mut vm.ctx);
        let _ = vm.run_main(&path, &source);
    })
}

/// Runs the code of `-r`.
pub fn code(code: &[u8], arguments: &[Vec<u8>]) -> i32 {
    engine::set_stack_size(1 << 30);
    Worker::new().request(&setup(b"Standard input code", arguments), |vm| {
        config::get().apply(&mut vm.ctx);
        phant_native::stream::php::define_constants(&mut vm.ctx);
        let _ = vm.run_code(code, "Command line code");
    })
}

/// `-l`
pub fn lint(script: Option<&[u8]>) -> i32 {
    let (path, source) = match read(script) {
        Ok(x) => x,
        Err(status) => return status,
    };
    let name = String::from_utf8_lossy(script.unwrap_or(b"Standard input code")).into_owned();
    Worker::new().request(&setup(script.unwrap_or(b"-"), &[]), |vm| {
        config::get().apply(&mut vm.ctx);
        match vm.check_syntax(&path, &source) {
            Ok(()) => vm.ctx.echo(format!("No syntax errors detected in {name}\n")),
            Err(_) => vm.ctx.echo(format!("Errors parsing {name}\n")),
        }
    })
}
