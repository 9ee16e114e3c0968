//! The command line: `phant`, which takes what `php` takes, and a few commands of its own. Called as php-cgi, it is the
//! command `cgi`, called as php-fpm `fpm`.

#![forbid(unsafe_code)]

mod cgi;
mod configuration;
mod extensions;
mod flags;
mod fpm;
mod globals;
mod help;
mod options;
mod repl;
mod run;
mod serve;
mod source;

use options::{Options, Task};
use phant_grants::Own;
use phant_os::stdio::write_stdout;
use phant_vm::request::engine;
use std::{
    ffi::{OsStr, OsString},
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

/// PHP programs recurse deeply, and so do the parser, the compiler and native code that walks their data. The system
/// gives memory to a stack only as it is touched.
const STACK_SIZES: [usize; 5] = [4 << 30, 2 << 30, 512 << 20, 64 << 20, 8 << 20];
/// How long a server keeps memory that nothing is in. What parsing a file leaves behind is not needed soon again.
const FREE_PAGES_KEPT: Duration = Duration::from_millis(10);

/// The program. The exit status is the result.
pub fn main() -> i32 {
    let arguments: Vec<Vec<u8>> = std::env::args_os().map(OsStringExt::into_vec).collect();
    // Servers wait for these in a thread of their own; every other thread, this one too, must leave them alone.
    let task = options::read(&arguments, called_as_php(&arguments)).task;
    if task == Task::Serve {
        phant_os::process::block_signals(&[phant_os::process::SIGHUP, phant_os::process::SIGCHLD, phant_os::process::SIGUSR1]);
    }
    if matches!(task, Task::Serve | Task::Server { .. }) {
        phant_os::process::block_signals(&[phant_os::process::SIGINT, phant_os::process::SIGTERM]);
    }
    let is_fpm = fpm::arguments(&arguments).is_some();
    if is_fpm {
        phant_os::process::block_signals(&fpm::SIGNALS);
    }
    if is_fpm || task == Task::Serve {
        phant_os::memory::keep_free_pages_for(FREE_PAGES_KEPT);
    }
    on_large_stack(arguments)
}

/// Runs the program on a thread with as large a stack as the system grants.
fn on_large_stack(arguments: Vec<Vec<u8>>) -> i32 {
    for size in STACK_SIZES {
        let arguments = arguments.clone();
        let process = std::process::id();
        let started = thread::Builder::new().name("main".to_owned()).stack_size(size).spawn(move || {
            let status = run(&arguments, size);
            // In a process that the script has made of itself, nobody waits for this thread.
            if std::process::id() != process {
                std::process::exit(status);
            }
            status
        });
        match started {
            Ok(thread) => {
                // Signals are for the thread with the program, whose waiting they interrupt.
                return phant_os::signals::blocked(|| thread.join()).unwrap_or(255);
            }
            Err(_) => continue,
        }
    }
    run(&arguments, 4 << 20)
}

/// The name that the program was called by.
fn program_name(arguments: &[Vec<u8>]) -> String {
    let name = arguments.first().map_or_else(|| "phant".into(), |a| String::from_utf8_lossy(a).into_owned());
    Path::new(&name).file_name().map_or(name.clone(), |n| n.to_string_lossy().into_owned())
}

/// Whether it was called by a link named php, php8, php8.4 or php-cli.
fn called_as_php(arguments: &[Vec<u8>]) -> bool {
    let program = program_name(arguments);
    program.strip_prefix("php").is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_lowercase()))
}

fn run(arguments: &[Vec<u8>], stack: usize) -> i32 {
    engine::set_stack_size(stack);
    let program = program_name(arguments);
    let as_php = called_as_php(arguments);
    if let Some(arguments) = cgi::arguments(arguments, as_php) {
        return cgi::main(&arguments, !program.starts_with("php-cgi"));
    }
    if let Some((arguments, as_command)) = fpm::arguments(arguments) {
        return fpm::main(&arguments, as_command);
    }
    let options = options::read(arguments, as_php);
    let say = |text: &str| if write_stdout(text.as_bytes()).is_ok() { 0 } else { 255 };
    match &options.task {
        Task::Help => return say(&help::help(&program, as_php, help::Style::of_stdout())),
        Task::Version => return say(&help::version()),
        Task::Misused(why) => {
            eprintln!("{why}");
            say(&help::help(&program, true, help::Style::of_stdout()));
            return 1;
        }
        Task::Refuse(why) => {
            say(why);
            return 1;
        }
        _ => {}
    }
    match options.task {
        Task::Serve => start_with(Some(&phant_server::functions::SERVING)),
        Task::Server { .. } => start(),
        _ => start_with(None),
    }
    let config = configuration::load(&options.wishes);
    if let Some(name) = configuration::removed(&config) {
        say(&format!("\nFatal error: Directive '{name}' is no longer available in PHP in Unknown on line 0\n"));
        return 1;
    }
    phant_native::config::install(config);
    if let Err(why) = confine(&options) {
        eprintln!("{program}: {why}");
        return 1;
    }
    perform(options, &program)
}

/// Leaves the process with what was granted to the script, which it may read itself in any case.
fn confine(options: &Options) -> Result<(), String> {
    match options.task {
        _ if !options.grants.are_given() => Ok(()),
        Task::Serve => Err("--allow-… stands behind serve: it is for the processes that run PHP".to_owned()),
        // The server does so, when it has its socket.
        Task::Server { .. } => Ok(()),
        _ => {
            let script = options.script.as_ref().map(|script| PathBuf::from(OsStr::from_bytes(script)));
            options.grants.confine(Own { read: script.into_iter().collect(), write: Vec::new() })
        }
    }
}

/// Registers everything that is built in: once per process, before the first request.
pub fn start() {
    start_with(Some(&phant_server::functions::EXTENSION));
}

/// Registers what every way of running has, and the functions of one of them. Scripts ask whether those exist.
fn start_with(own: Option<&'static phant_native::Extension>) {
    phant_ext_pdo::driver::install(extensions::PDO_DRIVERS);
    let all: Vec<_> = extensions::EXTENSIONS.iter().copied().chain(own).collect();
    engine::start(&all);
}

fn perform(options: Options, program: &str) -> i32 {
    let script = options.script.as_deref();
    match options.task {
        Task::Highlight => source::highlight(script),
        Task::Strip => source::strip(script),
        Task::ShowIni => run::show_ini(),
        Task::Modules => run::show_modules(),
        Task::Dump => match options.arguments.as_slice() {
            [what, file] if what == b"ast" => source::dump_ast(file),
            [what, file] if what == b"bytecode" => run::dump_bytecode(file),
            _ => {
                eprintln!("Usage: {program} dump ast|bytecode <file>");
                1
            }
        },
        Task::AerospikeNode => phant_aerospike_node::command(options.arguments.into_iter().map(OsString::from_vec)),
        Task::Run => run::script(script, &options.arguments),
        Task::Code(code) => run::code(&code, &options.arguments),
        Task::PerLine { begin, code, end } => {
            run::per_line(begin.as_deref(), code.as_deref(), script, end.as_deref(), &options.arguments)
        }
        Task::Lint => run::lint(script, &options.arguments),
        Task::Info => run::info(),
        Task::Reflect(what, name) => run::reflect(what, &name),
        Task::Serve => serve::serve(program, &options.arguments),
        Task::Server { listen, docroot } => serve::builtin(&listen, docroot.as_deref(), script, options.grants),
        Task::Interactive => repl::interactive(),
        // Done already.
        Task::Help | Task::Version | Task::Refuse(_) | Task::Misused(_) => 0,
    }
}
