//! Finding and reading php.ini, the folder of further ini files, and `-d`.

use phant_cgi::settings::{Scope, Values};
use phant_ini::{Item, Mode, Names, parse};
use phant_native::{
    config::{Config, ConfigValue},
    ini::parse_int,
    registry,
};
use std::{
    cell::RefCell,
    env,
    ffi::OsStr,
    fs,
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::{Path, PathBuf},
};

/// Where php.ini is looked for after `PHPRC` and the program's own folder: Phant's place, Debian's PHP, the Docker
/// images' PHP.
const CGI_FOLDERS: [&str; 3] = ["/etc/phant", "/etc/php/8.4/cgi", "/usr/local/etc/php"];
/// The same for pools of workers.
const FPM_FOLDERS: [&str; 3] = ["/etc/phant", "/etc/php/8.4/fpm", "/usr/local/etc/php"];
/// The same for programs that no web server runs.
const FOLDERS: [&str; 3] = ["/etc/phant", "/etc/php/8.4/cli", "/usr/local/etc/php"];
/// Folders of further ini files, unless `PHP_INI_SCAN_DIR` names others.
const SCAN_FOLDERS: &str = "/etc/phant/conf.d";

/// What programs on the command line are given where php.ini says nothing.
pub const CLI_DEFAULTS: &[(&str, &str)] = &[("display_errors", "1")];
/// What a request by CGI is given where php.ini says nothing.
pub const CGI_DEFAULTS: &[(&str, &str)] = &[("display_errors", "1")];
/// What php.ini cannot change for programs on the command line.
pub const CLI_FORCED: &[(&str, &str)] = &[
    ("html_errors", "0"),
    ("register_argc_argv", "1"),
    ("implicit_flush", "1"),
    ("output_buffering", "0"),
    ("max_execution_time", "0"),
    ("max_input_time", "-1"),
];

/// What the command line says about configuration.
#[derive(Default)]
pub struct Wishes {
    /// `-n`
    pub no_files: bool,
    /// `-c`
    pub path: Option<Vec<u8>>,
    /// Whether it is for requests by CGI.
    pub cgi: bool,
    /// Whether it is for requests by FastCGI.
    pub fpm: bool,
    /// `-d`, in order
    pub defines: Vec<Vec<u8>>,
    /// Settings that the way of running implies where no file says otherwise.
    pub defaults: &'static [(&'static str, &'static str)],
    /// Settings that the way of running implies whatever the files say.
    pub forced: &'static [(&'static str, &'static str)],
}

/// Sections of php.ini that are for some requests only.
pub type Sections = Vec<(Scope, Values)>;

/// Reads the configuration. Complaints about files are printed to standard error and do not stop it.
pub fn load(wishes: &Wishes) -> Config {
    load_with_sections(wishes).0
}

/// The same, with the sections of web servers.
pub fn load_with_sections(wishes: &Wishes) -> (Config, Sections) {
    let mut sections = Sections::new();
    let mut read = |config: &mut Config, text: &[u8], file: &str| read(config, &mut sections, text, file);
    let mut config = Config { search_path: FOLDERS[0].to_owned(), ..Config::default() };
    for (name, value) in wishes.defaults {
        config.set(name.as_bytes(), value.as_bytes().to_vec());
    }
    if !wishes.no_files {
        if let Some((path, text)) = find(wishes) {
            read(&mut config, &text, &path.to_string_lossy());
            config.loaded = Some(path);
        }
        config.scan_dir = env::var("PHP_INI_SCAN_DIR").unwrap_or_else(|_| SCAN_FOLDERS.to_owned());
        for folder in config.scan_dir.clone().split(':') {
            // An empty part stands for the built-in folders.
            let folder = if folder.is_empty() { SCAN_FOLDERS } else { folder };
            for path in ini_files(Path::new(folder)) {
                if let Ok(text) = fs::read(&path) {
                    read(&mut config, &text, &path.to_string_lossy());
                    config.scanned.push(path);
                }
            }
        }
    }
    for (name, value) in wishes.forced {
        config.set(name.as_bytes(), value.as_bytes().to_vec());
    }
    for define in &wishes.defines {
        read(&mut config, &definition(define), "Unknown");
    }
    (config, sections)
}

/// A setting that is switched on although PHP has it no more, which PHP refuses to run with.
pub fn removed(config: &Config) -> Option<&'static str> {
    const REMOVED: [&str; 17] = [
        "allow_call_time_pass_reference",
        "asp_tags",
        "define_syslog_variables",
        "highlight.bg",
        "magic_quotes_gpc",
        "magic_quotes_runtime",
        "magic_quotes_sybase",
        "register_globals",
        "register_long_arrays",
        "safe_mode",
        "safe_mode_gid",
        "safe_mode_include_dir",
        "safe_mode_exec_dir",
        "safe_mode_allowed_env_vars",
        "safe_mode_protected_env_vars",
        "zend.ze1_compatibility_mode",
        "track_errors",
    ];
    REMOVED.into_iter().find(|name| match config.value(name.as_bytes()) {
        Some(ConfigValue::Text(text)) => parse_int(text) != 0,
        _ => false,
    })
}

/// The php.ini that counts: the first that can be read.
fn find(wishes: &Wishes) -> Option<(PathBuf, Vec<u8>)> {
    let mut folders: Vec<PathBuf> = Vec::new();
    let (usual, own_name) = if wishes.cgi {
        (CGI_FOLDERS, "php-cgi-fcgi.ini")
    } else if wishes.fpm {
        (FPM_FOLDERS, "php-fpm-fcgi.ini")
    } else {
        (FOLDERS, "php-cli.ini")
    };
    if let Some(path) = &wishes.path {
        let path = PathBuf::from(OsStr::from_bytes(path));
        if path.is_file()
            && let Ok(text) = fs::read(&path)
        {
            return Some((fs::canonicalize(&path).unwrap_or(path), text));
        }
        folders.push(path);
    } else {
        if let Some(folder) = env::var_os("PHPRC").filter(|v| !v.is_empty()) {
            let path = PathBuf::from(folder);
            if path.is_file()
                && let Ok(text) = fs::read(&path)
            {
                return Some((path, text));
            }
            folders.push(path);
        }
        if let Some(folder) = env::current_exe().ok().and_then(|p| p.parent().map(Path::to_owned)) {
            folders.push(folder);
        }
        folders.extend(usual.iter().map(PathBuf::from));
    }
    for name in [own_name, "php.ini"] {
        for folder in &folders {
            let path = folder.join(name);
            if let Ok(text) = fs::read(&path) {
                return Some((fs::canonicalize(&path).unwrap_or(path), text));
            }
        }
    }
    None
}

/// The `*.ini` files of a folder, by name.
fn ini_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|e| e.path()).filter(|p| p.extension() == Some(OsStr::new("ini")) && p.is_file()).collect();
    files.sort();
    files
}

/// The text of `-d name[=value]` as a line of php.ini: values that could be taken for syntax are quoted.
fn definition(define: &[u8]) -> Vec<u8> {
    let Some(at) = define.iter().position(|&c| c == b'=') else { return [define, b"=1"].concat() };
    match define.get(at + 1) {
        None => define.to_vec(),
        Some(c) if c.is_ascii_alphanumeric() || matches!(c, b'"' | b'\'') => define.to_vec(),
        Some(_) => [&define[..=at], b"\"", &define[at + 1..], b"\""].concat(),
    }
}

/// Settings read so far, constants, and the environment.
struct Known<'a>(&'a RefCell<Config>);

impl Names for Known<'_> {
    fn constant(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        registry::get().constant_text(std::str::from_utf8(name).ok()?)
    }
    fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        if let Some(ConfigValue::Text(value)) = self.0.borrow().value(name) {
            return Some(value.clone());
        }
        env::var_os(OsStr::from_bytes(name)).map(OsStringExt::into_vec)
    }
}

fn read(config: &mut Config, sections: &mut Sections, text: &[u8], file: &str) {
    let cell = RefCell::new(std::mem::take(config));
    // Sections are for web servers: `[HOST=…]` and `[PATH=…]` hold settings for some requests there.
    let mut elsewhere = false;
    let result = parse(text, Mode::Normal, &mut Known(&cell), &mut |item| match item {
        Item::Section(name) => {
            let scope = Scope::of(&name);
            // No other section ends one of them.
            elsewhere |= scope.is_some();
            sections.extend(scope.map(|scope| (scope, Values::new())));
        }
        Item::Entry(name, value) if elsewhere => {
            if let (Some((_, values)), Ok(name)) = (sections.last_mut(), String::from_utf8(name)) {
                values.push((name, value.into_text()));
            }
        }
        _ if elsewhere => {}
        // Everything is built in.
        Item::Entry(name, _) if name == b"extension" || name == b"zend_extension" => {}
        Item::Entry(name, value) => cell.borrow_mut().set(&name, value.into_text()),
        Item::Element(name, offset, value) => cell.borrow_mut().push(&name, offset, value.into_text()),
    });
    *config = cell.into_inner();
    if let Err(error) = result {
        eprintln!("PHP:  {} in {file} on line {}", error.message, error.line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions() {
        for (define, line) in [("a", "a=1"), ("a=b", "a=b"), ("a=", "a="), ("a=/x y", "a=\"/x y\""), ("a=\"x\"", "a=\"x\"")] {
            assert_eq!(definition(define.as_bytes()), line.as_bytes());
        }
    }

    #[test]
    fn sections_for_web_servers_do_not_count() {
        let mut config = Config::default();
        let mut sections = Sections::new();
        read(
            &mut config,
            &mut sections,
            b"a=1\n[PHP]\nb=3\nextension=foo\nc[]=1\nc[k]=2\n[PATH=/x]\na=2\n[PHP]\nb=4\n",
            "test.ini",
        );
        assert_eq!(config.value(b"a"), Some(&ConfigValue::Text(b"1".to_vec())));
        assert_eq!(config.value(b"b"), Some(&ConfigValue::Text(b"3".to_vec())));
        assert_eq!(
            sections,
            [(Scope::Folder(b"/x".to_vec()), vec![("a".to_owned(), b"2".to_vec()), ("b".to_owned(), b"4".to_vec())])]
        );
        assert_eq!(config.value(b"extension"), None);
        let list = vec![(b"".to_vec(), b"1".to_vec()), (b"k".to_vec(), b"2".to_vec())];
        assert_eq!(config.value(b"c"), Some(&ConfigValue::List(list)));
    }
}
