//! `cgi`, and the program when it is called php-cgi: one request, as a web server describes it in the environment.

use crate::{
    configuration::{self, Wishes},
    flags::{BadFlag, CGI_FLAGS, Flag, Reader},
    help, program_name, run, source,
};
use phant_cgi::{
    Manner,
    settings::{Settings, repeats},
    variables::{Request, Rules},
};
use phant_grants::{Grants, Own};
use phant_native::config;
use phant_sapi::variables::decoded;
use phant_vm::Vm;
use std::{
    ffi::{OsStr, OsString},
    fs,
    io::Read,
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::{Path, PathBuf},
    time::Instant,
};

/// What becomes of the script.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Mode {
    #[default]
    Run,
    Lint,
    Highlight,
    Strip,
}

/// What the command line asks for.
#[derive(Default)]
struct Job {
    mode: Mode,
    manner: Manner,
    script: Option<Vec<u8>>,
    /// What `$_GET` is made of where no server says so.
    words: Vec<Vec<u8>>,
    /// Runs before time counts, and while it does.
    repeats: Option<(u64, u64)>,
}

/// The arguments, if the program is called for CGI: as php-cgi, or with that command.
pub fn arguments(all: &[Vec<u8>], as_php: bool) -> Option<Vec<Vec<u8>>> {
    if program_name(all).starts_with("php-cgi") {
        return Some(all.to_vec());
    }
    let command = all.get(1).is_some_and(|word| word == b"cgi") && !as_php;
    command.then(|| all.iter().enumerate().filter(|(at, _)| *at != 1).map(|(_, word)| word.clone()).collect())
}

/// Whether the server's query string is one that it also gives as arguments: flags in it would be the client's.
fn arguments_are_the_clients() -> bool {
    let Some(query) = std::env::var_os("QUERY_STRING").map(OsStringExt::into_vec) else { return false };
    !query.contains(&b'=') && decoded(&query, true).iter().find(|c| **c > b' ') == Some(&b'-')
}

/// Runs the command.
pub fn main(arguments: &[Vec<u8>], as_command: bool) -> i32 {
    let program = if as_command { format!("{} cgi", program_name(arguments)) } else { program_name(arguments) };
    let by_server = phant_cgi::asked_by_server();
    let mut wishes = Wishes { cgi: true, defaults: configuration::CGI_DEFAULTS, ..Wishes::default() };
    let mut flags = Vec::new();
    let mut reader = Reader::of(CGI_FLAGS, arguments);
    // They are not PHP's.
    reader.has_grants = as_command;
    let mut grants = Grants::default();
    let mut wrong = None;
    while !(by_server && arguments_are_the_clients()) {
        match reader.next() {
            Ok(Some((flag, value))) => {
                match flag {
                    Flag::IniPath => wishes.path = Some(value.clone()),
                    Flag::NoIni => wishes.no_files = true,
                    Flag::Define => wishes.defines.push(value.clone()),
                    _ => flag.grants().into_iter().for_each(|kind| grants.add(kind, &String::from_utf8_lossy(&value))),
                }
                flags.push((flag, value));
            }
            Ok(None) => break,
            Err(BadFlag(why)) => {
                wrong = Some(why);
                break;
            }
        }
    }
    if !by_server {
        if let Some(why) = wrong {
            eprintln!("{why}");
            run::say(help::cgi(&program, help::Style::of_stdout()));
            return 1;
        }
        if flags.iter().any(|(flag, _)| *flag == Flag::Help) {
            return run::say(help::cgi(&program, help::Style::of_stdout()));
        }
    }
    if flags.iter().any(|(flag, _)| *flag == Flag::Bind) || !by_server && phant_cgi::asked_for_fastcgi() {
        eprintln!(
            "{program}: FastCGI is spoken by `phant fpm`, in pools. Let the web server start one process for each request (CGI) \
             here, or put `phant serve <dir>` behind it as a proxy."
        );
        return 1;
    }
    crate::start_with(Some(&phant_cgi::functions::EXTENSION));
    let (configured, sections) = configuration::load_with_sections(&wishes);
    if let Some(name) = configuration::removed(&configured) {
        run::say(format!("\nFatal error: Directive '{name}' is no longer available in PHP in Unknown on line 0\n"));
        return 1;
    }
    config::install(configured);
    let settings = Settings { common: config::get().settings(), sections };
    if by_server && !may_run(&settings) {
        run::say(ALERT);
        return 255;
    }
    let rest = arguments.get(reader.index..).unwrap_or_default();
    match job(&flags, rest, by_server, &settings) {
        Ok(job) => match confine(&grants, &job, &settings) {
            Ok(()) => perform(&job, &settings),
            Err(why) => {
                eprintln!("{program}: {why}");
                1
            }
        },
        Err(status) => status,
    }
}

/// Leaves the process with what was granted to the script, which it may read itself in any case.
fn confine(grants: &Grants, job: &Job, settings: &Settings) -> Result<(), String> {
    let script = job.script.clone().or_else(|| Request::of_process(&rules(settings)).script);
    let script = script.map(|script| PathBuf::from(OsString::from_vec(script)));
    grants.confine(Own { read: script.into_iter().collect(), write: Vec::new() })
}

const ALERT: &str = "<b>Security Alert!</b> The PHP CGI cannot be accessed directly.\n\n\
    <p>A web server runs it for scripts. It answers only where the variable REDIRECT_STATUS is set (as Apache's Action \
    directive does), or the one that <code>cgi.redirect_status_env</code> names.</p>\n\
    <p>Where the server has another way of keeping people from calling the program itself, \
    <code>cgi.force_redirect = 0</code> in php.ini makes it answer without.</p>\n";

/// With `cgi.force_redirect`, only a server that looks for scripts itself may ask.
fn may_run(settings: &Settings) -> bool {
    if !settings.bool("cgi.force_redirect") {
        return true;
    }
    let own = settings.filled("cgi.redirect_status_env");
    let names = [b"REDIRECT_STATUS".as_slice(), b"HTTP_REDIRECT_STATUS"].into_iter().chain(own.as_deref());
    names.into_iter().any(|name| std::env::var_os(OsStr::from_bytes(name)).is_some())
}

/// What the flags ask for; the exit status where they ask for what is done at once.
fn job(flags: &[(Flag, Vec<u8>)], rest: &[Vec<u8>], by_server: bool, settings: &Settings) -> Result<Job, i32> {
    let mut job = Job { manner: Manner { by_server, ..Manner::default() }, ..Job::default() };
    if flags.iter().any(|(flag, _)| *flag == Flag::Highlight) {
        job.mode = Mode::Highlight;
    }
    if by_server {
        return Ok(job);
    }
    for (flag, value) in flags {
        match flag {
            Flag::Interactive => drop(run::say("Interactive mode enabled\n\n")),
            Flag::NoChdir => job.manner.stay = true,
            Flag::File => {
                job.script = Some(value.clone());
                job.manner.quiet = true;
            }
            Flag::Info => {
                let request = Request::of_process(&rules(settings));
                let manner = Manner { quiet: job.manner.quiet, ..Manner::default() };
                return Err(phant_cgi::page(request, settings, &manner, |vm| drop(vm.run_code(b"phpinfo();", "Unknown"))));
            }
            Flag::Lint => {
                job.mode = Mode::Lint;
                job.manner.quiet = true;
            }
            Flag::Modules => return Err(run::show_modules()),
            Flag::NoHeader => job.manner.quiet = true,
            Flag::Version => return Err(run::say(help::cgi_version())),
            Flag::Strip => job.mode = Mode::Strip,
            Flag::Measure => job.repeats = Some(repeats(value)),
            _ => {}
        }
    }
    job.words = rest.to_vec();
    match &job.script {
        Some(script) => job.manner.arguments = std::iter::once(script).chain(rest).cloned().collect(),
        None => {
            job.script = rest.first().cloned();
            job.manner.arguments = rest.to_vec();
        }
    }
    Ok(job)
}

fn rules(settings: &Settings) -> Rules {
    Rules {
        fix_path_info: settings.bool("cgi.fix_pathinfo"),
        discard_path: settings.bool("cgi.discard_path"),
        document_root: settings.filled("doc_root"),
    }
}

fn perform(job: &Job, settings: &Settings) -> i32 {
    let (before, counted) = job.repeats.unwrap_or((0, 1));
    let mut status = 0;
    let mut began = Instant::now();
    for number in 0..before.saturating_add(counted) {
        if number == before {
            began = Instant::now();
        }
        let mut request = Request::of_process(&rules(settings));
        if let Some(script) = &job.script {
            request.script = Some(script.clone());
        }
        if request.query.is_none() && !job.words.is_empty() {
            let between = settings.filled("arg_separator.input").unwrap_or_else(|| b"&".to_vec());
            request.query = Some(job.words.join(between.as_slice()));
        }
        let mut failed = false;
        let ended = phant_cgi::request(request, settings, &job.manner, |vm, script| failed = !show(vm, job, script));
        status = if failed { 255 } else { ended };
    }
    if job.repeats.is_some() {
        eprintln!("\nElapsed time: {:.6} sec", began.elapsed().as_secs_f64());
    }
    status
}

/// Runs the script, or shows its text; false if it has syntax errors that were looked for.
fn show(vm: &Vm, job: &Job, script: Option<&Path>) -> bool {
    if let (Mode::Run, Some(script)) = (job.mode, script) {
        phant_cgi::run(vm, script, &job.manner);
        return true;
    }
    let name = script.map_or(source::STDIN_NAME.as_bytes(), |script| script.as_os_str().as_bytes());
    let mut text = Vec::new();
    // What was read before an error counts, as in PHP.
    let _ = match script {
        Some(script) => fs::File::open(script).and_then(|mut file| file.read_to_end(&mut text)),
        None => std::io::stdin().lock().read_to_end(&mut text),
    };
    match job.mode {
        Mode::Run => drop(vm.run_main(name, &text)),
        Mode::Highlight => vm.ctx.echo(source::highlighted(&text)),
        Mode::Strip => vm.ctx.echo(source::stripped(&text)),
        Mode::Lint => {
            let full = script.and_then(|script| fs::canonicalize(script).ok());
            let good = vm.check_syntax(full.as_ref().map_or(name, |full| full.as_os_str().as_bytes()), &text).is_ok();
            if !good {
                vm.settle();
            }
            let said: &[u8] = if good { b"No syntax errors detected in " } else { b"Errors parsing " };
            vm.ctx.echo([said, name, b"\n"].concat());
            return good;
        }
    }
    true
}
