//! php-fpm's configuration files: sections, directives, what they may be, and what is wrong with them in php-fpm's words.

use crate::log::{self, Level};
use phant_ini::{Item, Mode, Names, parse};
use phant_native::ini::parse_bool;
use phant_os::fs::GlobError;
use std::{
    ffi::OsStr,
    fs,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    time::Duration,
};

/// How many files may include each other.
const DEEPEST: usize = 10;

/// How the number of children follows the load.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Manager {
    Static,
    Dynamic,
    OnDemand,
}

impl Manager {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Manager::Static => "static",
            Manager::Dynamic => "dynamic",
            Manager::OnDemand => "ondemand",
        }
    }
}

/// A setting that a pool gives its scripts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Vec<u8>,
    /// Scripts cannot change it.
    pub fixed: bool,
}

/// `[name]`
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Pool {
    pub name: String,
    pub listen: String,
    pub backlog: i32,
    pub owner: Option<String>,
    pub owner_group: Option<String>,
    pub mode: Option<u32>,
    pub allowed_clients: Vec<String>,
    pub user: Option<String>,
    pub group: Option<String>,
    pub priority: Option<i32>,
    pub manager: Option<Manager>,
    pub max_children: usize,
    pub start_servers: usize,
    pub min_spare: usize,
    pub max_spare: usize,
    pub max_spawn_rate: usize,
    pub idle_timeout: Duration,
    pub max_requests: u64,
    pub status_path: Option<String>,
    /// Where the status page and the ping answer even when all children are busy.
    pub status_listen: Option<String>,
    pub ping_path: Option<String>,
    pub ping_response: String,
    pub access_log: Option<PathBuf>,
    pub access_format: String,
    pub suppressed_paths: Vec<String>,
    pub slow_log: Option<PathBuf>,
    pub slow_timeout: Duration,
    pub slow_depth: i64,
    pub terminate_timeout: Duration,
    pub chroot: Option<PathBuf>,
    pub chdir: Option<PathBuf>,
    pub catch_output: bool,
    pub decorate_output: bool,
    pub clear_env: bool,
    pub extensions: Vec<String>,
    pub environment: Vec<(String, Vec<u8>)>,
    pub settings: Vec<Setting>,
}

impl Pool {
    fn new(name: String) -> Pool {
        Pool {
            name,
            listen: String::new(),
            backlog: -1,
            owner: None,
            owner_group: None,
            mode: None,
            allowed_clients: Vec::new(),
            user: None,
            group: None,
            priority: None,
            manager: None,
            max_children: 0,
            start_servers: 0,
            min_spare: 0,
            max_spare: 0,
            max_spawn_rate: 32,
            idle_timeout: Duration::from_secs(10),
            max_requests: 0,
            status_path: None,
            status_listen: None,
            ping_path: None,
            ping_response: "pong".to_owned(),
            access_log: None,
            access_format: "%R - %u %t \"%m %r\" %s".to_owned(),
            suppressed_paths: Vec::new(),
            slow_log: None,
            slow_timeout: Duration::ZERO,
            slow_depth: 20,
            terminate_timeout: Duration::ZERO,
            chroot: None,
            chdir: None,
            catch_output: false,
            decorate_output: true,
            clear_env: true,
            extensions: vec![".php".to_owned(), ".phar".to_owned()],
            environment: Vec::new(),
            settings: Vec::new(),
        }
    }
    /// How its children come and go.
    pub fn manager(&self) -> Manager {
        self.manager.unwrap_or(Manager::Static)
    }
}

/// `[global]`, and all pools.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Config {
    pub file: PathBuf,
    pub pid: Option<PathBuf>,
    pub error_log: Option<PathBuf>,
    pub log_level: Level,
    pub control_timeout: Duration,
    pub daemonize: bool,
    pub pools: Vec<Pool>,
}

/// Names in values: nothing is known of PHP there, but variables of the environment are.
struct Environment;

impl Names for Environment {
    fn constant(&mut self, _name: &[u8]) -> Option<Vec<u8>> {
        None
    }
    fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        std::env::var_os(OsStr::from_bytes(name)).map(|value| value.as_bytes().to_vec())
    }
}

/// What a value is wrong for.
type Wrong = &'static str;

const NOT_A_NUMBER: Wrong = "is not a valid number (greater or equal than zero)";
const NOT_A_BOOL: Wrong = "invalid boolean value";
const NOT_A_TIME: Wrong = "invalid time value";

fn number<N: std::str::FromStr>(value: &str) -> Result<N, Wrong> {
    if value.is_empty() || !value.bytes().all(|c| c.is_ascii_digit()) {
        return Err(NOT_A_NUMBER);
    }
    value.parse().map_err(|_| NOT_A_NUMBER)
}

/// A time, in seconds unless the last letter says otherwise.
fn time(value: &str) -> Result<Duration, Wrong> {
    let (digits, unit) = match value.as_bytes().last() {
        Some(b's') => (&value[..value.len() - 1], 1),
        Some(b'm') => (&value[..value.len() - 1], 60),
        Some(b'h') => (&value[..value.len() - 1], 3600),
        Some(b'd') => (&value[..value.len() - 1], 86400),
        Some(c) if !c.is_ascii_digit() => return Err("unknown suffix used in time value"),
        _ => (value, 1),
    };
    number::<u32>(digits).map_err(|_| NOT_A_TIME).map(|n| Duration::from_secs(u64::from(n) * unit))
}

/// The parser makes words such as `yes` and `off` into `1` and nothing.
fn truth(value: &str) -> Result<bool, Wrong> {
    match value {
        "1" => Ok(true),
        "" | "0" => Ok(false),
        _ => Err(NOT_A_BOOL),
    }
}

fn words(value: &str) -> Vec<String> {
    value.split([' ', ',']).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn filled(value: &str) -> Option<String> {
    (!value.is_empty()).then(|| value.to_owned())
}

fn path(value: &str) -> Option<PathBuf> {
    filled(value).map(PathBuf::from)
}

/// Directives that are accepted and have no effect here, with the sections they belong to: docs/fpm.md says why.
const WITHOUT_EFFECT_GLOBAL: [&str; 12] = [
    "syslog.ident",
    "syslog.facility",
    "log_buffering",
    "log_limit",
    "emergency_restart_interval",
    "emergency_restart_threshold",
    "process.max",
    "process.priority",
    "rlimit_files",
    "rlimit_core",
    "events.mechanism",
    "systemd_interval",
];
const WITHOUT_EFFECT_POOL: [&str; 8] = [
    "prefix",
    "process.dumpable",
    "listen.acl_users",
    "listen.acl_groups",
    "listen.setfib",
    "request_terminate_timeout_track_finished",
    "rlimit_files",
    "rlimit_core",
];

impl Config {
    /// Reads a file and the files that it includes. What is wrong is in the log.
    pub fn read(file: &Path) -> Result<Config, ()> {
        let mut reading = Reading {
            config: Config {
                file: file.to_path_buf(),
                pid: None,
                error_log: None,
                log_level: Level::Notice,
                control_timeout: Duration::ZERO,
                daemonize: true,
                pools: Vec::new(),
            },
            section: Section::Global,
            depth: 0,
        };
        if reading.file(file).is_err() {
            log::line(Level::Error, format!("failed to load configuration file '{}'", file.display()));
            return Err(());
        }
        let config = reading.config;
        if let Err((level, why)) = config.check() {
            log::line(level, why);
            log::line(Level::Error, "failed to post process the configuration");
            return Err(());
        }
        Ok(config)
    }
    /// The settings that depend on each other.
    fn check(&self) -> Result<(), (Level, String)> {
        if self.pools.is_empty() {
            let why = "No pool defined. at least one pool section must be specified in config file";
            return Err((Level::Error, why.to_owned()));
        }
        for pool in &self.pools {
            pool.check().map_err(|(level, why)| (level, format!("[pool {}] {why}", pool.name)))?;
        }
        Ok(())
    }
}

impl Pool {
    fn check(&self) -> Result<(), (Level, String)> {
        let alert = |why: String| Err((Level::Alert, why));
        if self.listen.is_empty() {
            return alert("no listen address have been defined!".to_owned());
        }
        let Some(manager) = self.manager else {
            return alert("the process manager is missing (static, dynamic or ondemand)".to_owned());
        };
        if self.max_children < 1 {
            return alert("pm.max_children must be a positive value".to_owned());
        }
        if manager == Manager::Dynamic {
            let (min, max, most) = (self.min_spare, self.max_spare, self.max_children);
            if min == 0 {
                return alert("pm.min_spare_servers(0) must be a positive value".to_owned());
            }
            if max == 0 {
                return alert("pm.max_spare_servers(0) must be a positive value".to_owned());
            }
            if min > most || max > most {
                return alert(format!(
                    "pm.min_spare_servers({min}) and pm.max_spare_servers({max}) cannot be greater than pm.max_children({most})"
                ));
            }
            if max < min {
                return alert(format!("pm.max_spare_servers({max}) must not be less than pm.min_spare_servers({min})"));
            }
            let start = self.start_servers();
            if start < min || start > max {
                return alert(format!(
                    "pm.start_servers({start}) must not be less than pm.min_spare_servers({min}) and not greater than \
                     pm.max_spare_servers({max})"
                ));
            }
        }
        if phant_os::posix::effective_user() == 0 && self.user.is_none() {
            return alert("user has not been defined".to_owned());
        }
        for (what, path) in [("status", &self.status_path), ("ping", &self.ping_path)] {
            if let Some(path) = path.as_ref().filter(|path| !path.starts_with('/')) {
                return Err((Level::Error, format!("the {what} path '{path}' must start with a '/'")));
            }
        }
        if !self.slow_timeout.is_zero() && self.slow_log.is_none() {
            return Err((Level::Error, "'slowlog' must be specified for use with 'request_slowlog_timeout'".to_owned()));
        }
        for folder in [&self.chdir, &self.chroot].into_iter().flatten() {
            if !folder.is_absolute() || self.chroot.is_none() && !folder.is_dir() {
                return Err((
                    Level::Error,
                    format!("the chdir path '{}' does not exist or is not a directory", folder.display()),
                ));
            }
        }
        Ok(())
    }
    /// The sockets that it listens on: for requests, and for the status page alone.
    pub fn addresses(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.listen).chain(&self.status_listen)
    }
    /// How many children there are at first.
    pub fn start_servers(&self) -> usize {
        match self.manager() {
            Manager::Static => self.max_children,
            Manager::OnDemand => 0,
            Manager::Dynamic if self.start_servers == 0 => self.min_spare + (self.max_spare.saturating_sub(self.min_spare)) / 2,
            Manager::Dynamic => self.start_servers,
        }
    }
    /// Sets a directive: `None` if there is none of that name.
    fn set(&mut self, name: &str, value: &str) -> Option<Result<(), Wrong>> {
        let text = value.to_owned();
        let result = match name {
            "listen" => put(&mut self.listen, Ok(text)),
            "listen.backlog" => put(&mut self.backlog, value.parse().map_err(|_| NOT_A_NUMBER)),
            "listen.owner" => put(&mut self.owner, Ok(filled(value))),
            "listen.group" => put(&mut self.owner_group, Ok(filled(value))),
            "listen.mode" => put(&mut self.mode, u32::from_str_radix(value, 8).map(Some).map_err(|_| NOT_A_NUMBER)),
            "listen.allowed_clients" => put(&mut self.allowed_clients, Ok(words(value))),
            "user" => put(&mut self.user, Ok(filled(value))),
            "group" => put(&mut self.group, Ok(filled(value))),
            "process.priority" => put(&mut self.priority, value.parse().map(Some).map_err(|_| NOT_A_NUMBER)),
            "pm" => put(&mut self.manager, manager(value).map(Some)),
            "pm.max_children" => put(&mut self.max_children, number(value)),
            "pm.start_servers" => put(&mut self.start_servers, number(value)),
            "pm.min_spare_servers" => put(&mut self.min_spare, number(value)),
            "pm.max_spare_servers" => put(&mut self.max_spare, number(value)),
            "pm.max_spawn_rate" => put(&mut self.max_spawn_rate, number(value)),
            "pm.process_idle_timeout" => put(&mut self.idle_timeout, time(value)),
            "pm.max_requests" => put(&mut self.max_requests, number(value)),
            "pm.status_path" => put(&mut self.status_path, Ok(filled(value))),
            "pm.status_listen" => put(&mut self.status_listen, Ok(filled(value))),
            "ping.path" => put(&mut self.ping_path, Ok(filled(value))),
            "ping.response" => put(&mut self.ping_response, Ok(text)),
            "access.log" => put(&mut self.access_log, Ok(path(value).map(|p| pool_path(&p, &self.name)))),
            "access.format" => put(&mut self.access_format, Ok(text)),
            "slowlog" => put(&mut self.slow_log, Ok(path(value).map(|p| pool_path(&p, &self.name)))),
            "request_slowlog_timeout" => put(&mut self.slow_timeout, time(value)),
            "request_slowlog_trace_depth" => put(&mut self.slow_depth, number(value)),
            "request_terminate_timeout" => put(&mut self.terminate_timeout, time(value)),
            "chroot" => put(&mut self.chroot, Ok(path(value))),
            "chdir" => put(&mut self.chdir, Ok(path(value))),
            "catch_workers_output" => put(&mut self.catch_output, truth(value)),
            "decorate_workers_output" => put(&mut self.decorate_output, truth(value)),
            "clear_env" => put(&mut self.clear_env, truth(value)),
            "security.limit_extensions" => put(&mut self.extensions, Ok(words(value))),
            _ => return None,
        };
        Some(result)
    }
    /// Sets an element of `env` or of settings: `None` if there is no such list.
    fn set_element(&mut self, list: &str, key: &str, value: &[u8]) -> Option<Result<(), Wrong>> {
        let (fixed, flag) = match list {
            "env" => {
                // `$NAME` is a variable of the environment that the server was started with.
                let value = match value.strip_prefix(b"$") {
                    Some(name) => std::env::var_os(OsStr::from_bytes(name)).map(|v| v.as_bytes().to_vec()).unwrap_or_default(),
                    None => value.to_vec(),
                };
                self.environment.retain(|(name, _)| name != key);
                self.environment.push((key.to_owned(), value));
                return Some(Ok(()));
            }
            "access.suppress_path" => {
                self.suppressed_paths.push(String::from_utf8_lossy(value).into_owned());
                return Some(Ok(()));
            }
            "php_value" => (false, false),
            "php_flag" => (false, true),
            "php_admin_value" => (true, false),
            "php_admin_flag" => (true, true),
            _ => return None,
        };
        let value = match (flag, parse_bool(value)) {
            (true, true) => b"1".to_vec(),
            (true, false) => b"0".to_vec(),
            (false, _) => value.to_vec(),
        };
        self.settings.push(Setting { name: key.to_owned(), value, fixed });
        Some(Ok(()))
    }
}

fn put<T>(place: &mut T, value: Result<T, Wrong>) -> Result<(), Wrong> {
    *place = value?;
    Ok(())
}

fn manager(value: &str) -> Result<Manager, Wrong> {
    Ok(match value {
        "static" => Manager::Static,
        "dynamic" => Manager::Dynamic,
        "ondemand" => Manager::OnDemand,
        _ => return Err("invalid process manager (static, dynamic or ondemand)"),
    })
}

/// `$pool` in a path is the pool's name.
fn pool_path(path: &Path, pool: &str) -> PathBuf {
    PathBuf::from(path.to_string_lossy().replace("$pool", pool))
}

/// Where directives go.
#[derive(Clone, Copy)]
enum Section {
    Global,
    Pool(usize),
}

struct Reading {
    config: Config,
    section: Section,
    depth: usize,
}

impl Reading {
    fn file(&mut self, file: &Path) -> Result<(), ()> {
        let shown = file.display();
        if self.depth == DEEPEST {
            log::line(Level::Error, format!("failed to include more than {DEEPEST} files recusively"));
            return Err(());
        }
        let text = fs::read(file).map_err(|error| {
            let number = error.raw_os_error().unwrap_or(0);
            let why = phant_os::error_text(&error);
            log::line(Level::Error, format!("failed to open configuration file '{shown}': {why} ({number})"));
        })?;
        self.depth += 1;
        let mut pending: Vec<u8> = Vec::new();
        for (at, line) in text.split(|&c| c == b'\n').enumerate() {
            // A text in quotes may go on in the next line.
            pending.extend_from_slice(line);
            let mut items = Vec::new();
            if let Err(error) = parse(&pending, Mode::Normal, &mut Environment, &mut |item| items.push(item)) {
                if pending.iter().filter(|&&c| c == b'"').count() % 2 == 1 && at + 1 < text.split(|&c| c == b'\n').count() {
                    pending.push(b'\n');
                    continue;
                }
                log::line(Level::Error, format!("[{shown}:{}] value is NULL for a ZEND_INI_PARSER_ENTRY", at + 1));
                log::line(Level::Debug, error.message);
                return Err(());
            }
            pending.clear();
            for item in items {
                self.item(item, file, at + 1).map_err(|why| {
                    let line = at + 1;
                    let has_place = why.ends_with(&format!(" from {shown} at line {line}."));
                    log::line(Level::Error, if has_place { why } else { format!("[{shown}:{line}] {why}") });
                })?;
            }
        }
        self.depth -= 1;
        Ok(())
    }
    fn item(&mut self, item: Item, file: &Path, line: usize) -> Result<(), String> {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let unparsed = |name: &str, why: Wrong| format!("unable to parse value for entry '{name}': {why}");
        match item {
            Item::Section(name) => {
                let name = text(&name);
                if name.eq_ignore_ascii_case("global") {
                    self.section = Section::Global;
                    return Ok(());
                }
                let at = self.config.pools.iter().position(|pool| pool.name.eq_ignore_ascii_case(&name));
                let at = at.unwrap_or_else(|| {
                    self.config.pools.push(Pool::new(name));
                    self.config.pools.len() - 1
                });
                self.section = Section::Pool(at);
                Ok(())
            }
            Item::Entry(name, value) => {
                let (name, value) = (text(&name), text(&value.into_text()));
                if name == "include" {
                    return self.include(&value, file, line);
                }
                let set = match self.section {
                    Section::Global => self.global(&name, &value),
                    Section::Pool(at) => {
                        let pool = &mut self.config.pools[at];
                        let ignored = WITHOUT_EFFECT_POOL.contains(&name.as_str());
                        if ignored { Some(Ok(())) } else { pool.set(&name, &value) }
                    }
                };
                match set {
                    None => Err(format!("unknown entry '{name}'")),
                    Some(result) => result.map_err(|why| unparsed(&name, why)),
                }
            }
            Item::Element(name, key, value) => {
                let (name, key) = (text(&name), text(&key));
                let Section::Pool(at) = self.section else {
                    return Err("Array are not allowed in the global section".to_owned());
                };
                match self.config.pools[at].set_element(&name, &key, &value.into_text()) {
                    None => Err(format!("unknown directive '{name}'")),
                    Some(result) => result.map_err(|why| unparsed(&name, why)),
                }
            }
        }
    }
    fn global(&mut self, name: &str, value: &str) -> Option<Result<(), Wrong>> {
        let config = &mut self.config;
        Some(match name {
            "pid" => put(&mut config.pid, Ok(path(value))),
            "error_log" => put(&mut config.error_log, Ok(path(value))),
            "log_level" => put(&mut config.log_level, Level::of(value).ok_or("invalid value for 'log_level'")),
            "process_control_timeout" => put(&mut config.control_timeout, time(value)),
            "daemonize" => put(&mut config.daemonize, truth(value)),
            _ if WITHOUT_EFFECT_GLOBAL.contains(&name) => Ok(()),
            _ => return None,
        })
    }
    /// Reads the files of a pattern, in the order of their names.
    fn include(&mut self, pattern: &str, file: &Path, line: usize) -> Result<(), String> {
        let pattern = match file.parent() {
            Some(folder) if !pattern.starts_with('/') => folder.join(pattern),
            _ => PathBuf::from(pattern),
        };
        // A folder that cannot be read is an error, one without such files is none.
        const STOP_AT_ERRORS: i32 = 1;
        let found = match phant_os::fs::glob(pattern.as_os_str().as_bytes(), STOP_AT_ERRORS) {
            Err(GlobError::Aborted) => {
                return Err(format!(
                    "Unable to globalize '{}' (ret=2) from {} at line {line}.",
                    pattern.display(),
                    file.display()
                ));
            }
            found => found.unwrap_or_default(),
        };
        if found.is_empty() {
            let (pattern, file) = (pattern.display(), file.display());
            log::line(Level::Warning, format!("Nothing matches the include pattern '{pattern}' from {file} at line {line}."));
        }
        for name in found {
            let name = PathBuf::from(OsStr::from_bytes(&name));
            self.file(&name).map_err(|()| format!("Unable to include {} from {}", name.display(), file.display()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(text: &str) -> Result<Config, ()> {
        let name = format!("phant-fpm-{}-{:?}", std::process::id(), std::thread::current().id());
        let file = std::env::temp_dir().join(name);
        fs::write(&file, text).expect("a file");
        let config = Config::read(&file);
        let _ = fs::remove_file(file);
        config
    }
    const POOL: &str = "[www]\nuser = root\nlisten = /run/a.sock\npm.max_children = 5\n";

    #[test]
    fn pools() {
        let text = format!(
            "[global]\nerror_log = /x\ndaemonize = no\n{POOL}pm = dynamic\npm.min_spare_servers = 1\npm.max_spare_servers = 3\n\
             env[A] = \"b c\"\nphp_admin_flag[x] = on\nphp_value[y] = 7\nlisten.mode = 0660\nrequest_slowlog_timeout = 0\n\
             pm.process_idle_timeout = 2m\nslowlog = /log/$pool.slow\nsecurity.limit_extensions = .php .php5\n"
        );
        let config = config(&text).expect("good");
        let pool = &config.pools[0];
        assert!(!config.daemonize && pool.start_servers() == 2 && pool.mode == Some(0o660));
        assert_eq!(pool.environment, [("A".to_owned(), b"b c".to_vec())]);
        assert_eq!(pool.settings[0], Setting { name: "x".to_owned(), value: b"1".to_vec(), fixed: true });
        assert_eq!(pool.settings[1], Setting { name: "y".to_owned(), value: b"7".to_vec(), fixed: false });
        assert_eq!((pool.idle_timeout.as_secs(), pool.slow_log.as_deref()), (120, Some(Path::new("/log/www.slow"))));
        assert_eq!(pool.extensions, [".php", ".php5"]);
    }

    #[test]
    fn what_is_wrong_is_refused() {
        let bad = |more: &str| config(&format!("{POOL}{more}")).is_err();
        assert!(!bad("pm = static"));
        assert!(
            bad("") && bad("pm = other") && bad("pm = dynamic") && bad("pm = static\nfoo = 1") && bad("pm = static\nfoo[a] = 1")
        );
        assert!(bad("pm = static\nping.path = ping") && bad("pm = static\nrequest_slowlog_timeout = 1"));
        assert!(bad("pm = static\npm.max_children = 3x") && bad("pm = static\ninclude = /dev/null\nclear_env = maybe"));
        assert!(config("[global]\npid = /x").is_err() && config("").is_err());
    }
}
