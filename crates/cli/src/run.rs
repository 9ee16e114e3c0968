//! Running programs.

use phant_native::{config, registry};
use phant_os::stdio::write_stdout;

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
