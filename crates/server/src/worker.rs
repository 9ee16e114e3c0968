//! The threads that run PHP: each has a heap and a working directory of its own, and one request at a time.

use crate::{
    request::{self, Incoming},
    response::{Responder, Response},
};
use phant_memory::Value;
use phant_native::{Level, config, ini::parse_bool, sapi};
use phant_vm::{
    Vm,
    request::engine::{self, Setup, Worker},
};
use std::{
    io,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
};

/// The stack of a worker: address space only, until deep recursion needs it.
const STACK_SIZE: usize = 1 << 30;

/// A request for a worker, and where its answer goes.
pub struct Job {
    /// The request.
    pub incoming: Arc<Incoming>,
    /// A script that runs instead and may decline.
    pub router: Option<PathBuf>,
    /// The answer, to be filled.
    pub response: Response,
    /// Gets the answer back when it is complete.
    pub done: mpsc::Sender<Outcome>,
}

/// What became of a job.
pub struct Outcome {
    /// The answer as it was sent.
    pub response: Response,
    /// The router script declined, and nothing has been sent.
    pub declined: bool,
    /// The fatal error that ended the script, for the log.
    pub error: Option<String>,
}

/// The workers' entrance.
#[derive(Clone)]
pub struct Pool(mpsc::Sender<Job>);

impl Pool {
    /// Starts the workers.
    pub fn start(count: usize) -> io::Result<Pool> {
        let (sender, receiver) = mpsc::channel::<Job>();
        let receiver = Arc::new(Mutex::new(receiver));
        for i in 0..count {
            let receiver = Arc::clone(&receiver);
            thread::Builder::new().name(format!("php-{i}")).stack_size(STACK_SIZE).spawn(move || work(&receiver))?;
        }
        Ok(Pool(sender))
    }
    /// Hands in a job. If no worker is left, `done` is dropped.
    pub fn submit(&self, job: Job) {
        let _ = self.0.send(job);
    }
}

fn work(jobs: &Mutex<mpsc::Receiver<Job>>) {
    engine::set_stack_size(STACK_SIZE);
    // Without a working directory of its own the thread must not change the one that all share.
    let own_directory = phant_os::process::own_working_directory().is_ok();
    let responder: &'static Responder = Box::leak(Box::default());
    sapi::set(responder);
    let mut worker = Worker::new();
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { incoming, router, response, done }) = job else { return };
        responder.begin(response, Arc::clone(&incoming));
        let error = run(&mut worker, &incoming, router.as_deref(), responder, own_directory);
        if let Some((response, declined)) = responder.take() {
            let _ = done.send(Outcome { response, declined, error });
        }
    }
}

/// The request cycle: a clean heap, the superglobals, the script, the end of the answer.
fn run(
    worker: &mut Worker,
    incoming: &Incoming,
    router: Option<&Path>,
    responder: &Responder,
    own_directory: bool,
) -> Option<String> {
    let script = router.unwrap_or(&incoming.script.file);
    let setup = Setup {
        sapi: "cli-server",
        script: script.as_os_str().as_bytes().to_vec(),
        ini: config::get().settings(),
        http: true,
        ..Setup::default()
    };
    let mut error = None;
    worker.request(&setup, |vm| {
        let ctx = &vm.ctx;
        ctx.define("PHP_SAPI", Value::str("cli-server"));
        if ctx.ini.get("expose_php").is_none_or(|v| parse_bool(&v)) {
            ctx.request.headers.borrow_mut().push(format!("X-Powered-By: PHP/{}", crate::PHP_VERSION).into());
        }
        request::fill(ctx, incoming);
        if own_directory && let Some(folder) = script.parent() {
            let _ = std::env::set_current_dir(folder);
        }
        let result = main_script(vm, script);
        if router.is_some() && result == Some(false) {
            responder.decline();
        }
        phant_sapi::form::leave_moved_files(&vm.ctx, &incoming.body);
        responder.leave_moved_files(&vm.ctx);
        error = fatal_error(vm);
    });
    error
}

/// Runs the main script; its result if that is a truth value.
fn main_script(vm: &Vm, script: &Path) -> Option<bool> {
    let path = script.as_os_str().as_bytes();
    match vm.run_main_file(script) {
        Ok(result) => result.ok().and_then(|v| v.as_bool()),
        Err(error) => {
            let shown = String::from_utf8_lossy(path);
            let why = phant_os::error_text(&error);
            vm.ctx.report(Level::Warning, format!("PHP Request Startup: Failed to open stream: {why}"));
            vm.ctx.report(
                Level::Error,
                format!("Failed opening required '{shown}' (include_path='{}')", vm.ctx.ini.text("include_path")),
            );
            None
        }
    }
}

/// What the log says of a request that a fatal error ended.
fn fatal_error(vm: &Vm) -> Option<String> {
    let (level, message, file, line) = vm.errors.last.get()?;
    let fatal = Level::Error as u32
        | Level::Parse as u32
        | Level::CompileError as u32
        | Level::CoreError as u32
        | Level::UserError as u32;
    (level & fatal != 0).then(|| format!("{message} in {file} on line {line}"))
}
