//! `fpm`, and the program when it is called php-fpm: FastCGI in pools of workers.

use crate::{
    configuration::{self, Wishes},
    flags::{BadFlag, FPM_FLAGS, Flag, Reader},
    help, program_name, run,
};
use phant_cgi::settings::Settings;
use phant_fpm::{Config, Descriptors, FLAG, Manner};
use phant_grants::{Grants, Own};
use phant_native::config;
use std::{
    ffi::OsStr,
    os::{fd::OwnedFd, unix::ffi::OsStrExt},
    path::{Path, PathBuf},
};

/// Where the configuration is, if nobody says.
const FILES: [&str; 4] =
    ["/etc/phant/php-fpm.conf", "/etc/php/8.4/fpm/php-fpm.conf", "/usr/local/etc/php-fpm.conf", "/etc/php-fpm.conf"];

/// The signals that threads of these processes leave to those that wait for them.
pub const SIGNALS: [i32; 7] = phant_fpm::SIGNALS;

/// The arguments, if the program is called for FastCGI: as php-fpm, or (then it is a command) with that word.
pub fn arguments(all: &[Vec<u8>]) -> Option<(Vec<Vec<u8>>, bool)> {
    if program_name(all).starts_with("php-fpm") {
        return Some((all.to_vec(), false));
    }
    let command = all.get(1).is_some_and(|word| word == b"fpm") && !crate::called_as_php(all);
    command.then(|| (all.iter().enumerate().filter(|(at, _)| *at != 1).map(|(_, word)| word.clone()).collect(), true))
}

fn path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(OsStr::from_bytes(bytes))
}

/// Runs the command.
pub fn main(arguments: &[Vec<u8>], as_command: bool) -> i32 {
    let program = if as_command { format!("{} fpm", program_name(arguments)) } else { program_name(arguments) };
    let mut wishes = Wishes { fpm: true, defaults: configuration::CGI_DEFAULTS, ..Wishes::default() };
    let mut manner = Manner { arguments: std::env::args_os().skip(1).collect(), ..Manner::default() };
    let (mut file, mut pool, mut early) = (None, None, None);
    let mut reader = Reader::of(FPM_FLAGS, arguments);
    // They are not PHP's.
    reader.has_grants = as_command;
    let mut grants = Grants::default();
    loop {
        let (flag, value) = match reader.next() {
            Ok(Some(read)) => read,
            Ok(None) if reader.index < arguments.len() => {
                eprintln!("{program}: {} is no flag", String::from_utf8_lossy(&arguments[reader.index]));
                return 64;
            }
            Ok(None) => break,
            Err(BadFlag(why)) => {
                eprintln!("{why}");
                run::say(help::fpm(&program, help::Style::of_stdout()));
                return 64;
            }
        };
        match flag {
            Flag::IniPath => wishes.path = Some(value),
            Flag::NoIni => wishes.no_files = true,
            Flag::Define => wishes.defines.push(value),
            Flag::Configuration => file = Some(path(&value)),
            Flag::PidFile => manner.pid = Some(path(&value)),
            Flag::Test => manner.test = true,
            Flag::Daemonize => manner.daemonize = Some(true),
            Flag::Foreground => manner.daemonize = Some(false),
            Flag::ToStderr => manner.to_stderr = true,
            Flag::RootMay => manner.root_may = true,
            Flag::Detached => manner.detached = String::from_utf8_lossy(&value).parse().ok(),
            Flag::Pool => pool = Some(String::from_utf8_lossy(&value).into_owned()),
            Flag::Help | Flag::Version | Flag::Info | Flag::Modules => early = early.or(Some(flag)),
            _ => flag.grants().into_iter().for_each(|kind| grants.add(kind, &String::from_utf8_lossy(&value))),
        }
    }
    match early {
        Some(Flag::Help) => return run::say(help::fpm(&program, help::Style::of_stdout())),
        Some(Flag::Version) => return run::say(help::fpm_version()),
        _ => {}
    }
    manner.file = file.unwrap_or_else(|| {
        let found = FILES.into_iter().find(|file| Path::new(file).is_file());
        PathBuf::from(found.unwrap_or(FILES[0]))
    });
    if early.is_none() && pool.is_none() {
        if manner.detached.is_some() {
            phant_os::posix::new_session();
        }
        return phant_fpm::run(manner);
    }
    crate::start_with(Some(&phant_fpm::functions::EXTENSION));
    let (configured, sections) = configuration::load_with_sections(&wishes);
    if let Some(name) = configuration::removed(&configured) {
        eprintln!("Fatal error: Directive '{name}' is no longer available in PHP");
        return 78;
    }
    config::install(configured);
    match (early, pool) {
        (Some(Flag::Info), _) => run::info(),
        (Some(_), _) => run::show_modules(),
        (None, pool) => {
            let settings = Settings { common: config::get().settings(), sections };
            serve(&manner, &pool.unwrap_or_default(), settings, &grants).map_or_else(
                |why| {
                    phant_fpm::log::line(phant_fpm::log::Level::Error, why);
                    78
                },
                |()| 0,
            )
        }
    }
}

/// Runs the process of a pool. `inherited` are the numbers of its descriptors, and its name.
fn serve(manner: &Manner, inherited: &str, settings: Settings, grants: &Grants) -> Result<(), String> {
    let mut parts = inherited.splitn(4, ',');
    let mut descriptor = || -> Result<Option<OwnedFd>, String> {
        let text = parts.next().filter(|text| !text.is_empty());
        let number = text.map(str::parse).transpose().map_err(|_| format!("{FLAG} is for the master process"))?;
        number.map(phant_os::process::inherited).transpose().map_err(|error| error.to_string())
    };
    let missing = || format!("{FLAG} is for the master process");
    let descriptors = Descriptors {
        listener: descriptor()?.ok_or_else(missing)?,
        control: descriptor()?.ok_or_else(missing)?,
        status: descriptor()?,
    };
    let name = parts.next().unwrap_or_default();
    let config = Config::read(&manner.file).map_err(|()| "the configuration cannot be read any more".to_owned())?;
    let _ = phant_fpm::log::open(config.error_log.as_deref(), config.log_level, false);
    let pool = config.pools.into_iter().find(|pool| pool.name == name);
    let pool = pool.ok_or_else(|| format!("there is no pool {name} any more"))?;
    phant_fpm::serve_pool(pool, settings, descriptors, || grants.confine(Own::default()))
}
