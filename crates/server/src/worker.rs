//! The threads that run PHP: each has a heap and a working directory of its own, and one request at a time. Between
//! requests they look after connections, one at a time.

use crate::{
    bounds,
    request::{self, Incoming},
    response::{self, Responder},
    route::Route,
    server::{Job, Line, Server, Site},
    snapshots, standing,
};
use phant_memory::{Name, Str, Value};
use phant_native::{Ctx, Level, sapi};
use phant_vm::{
    Vm,
    request::engine::{self, Setup, Worker},
};
use std::{
    io,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    sync::{Arc, atomic::Ordering, mpsc::channel},
    thread,
    time::{Duration, Instant},
};

/// The stack of a worker: address space only, until deep recursion needs it.
pub const STACK_SIZE: usize = 1 << 30;

/// How long a worker sleeps if nobody wakes it.
const REST: Duration = Duration::from_secs(1);

/// After how long without a request a worker gives the memory of its heap back: the next one takes some microseconds more.
const CALM: Duration = Duration::from_secs(5);

/// Starts the workers.
pub fn start(server: &Arc<Server>, count: usize) -> io::Result<()> {
    let (booted, boots) = channel();
    for (i, pool) in server.pools.iter().enumerate() {
        for n in 0..pool.count {
            let server = Arc::clone(server);
            server.standing.fetch_add(1, Ordering::AcqRel);
            let booted = pool.is_snapshot.then(|| booted.clone());
            thread::Builder::new().name(format!("worker-{n}")).stack_size(STACK_SIZE).spawn(move || match booted {
                Some(booted) => snapshots::stay(&server, i, booted),
                None => standing::stay(&server, i),
            })?;
        }
    }
    if count > 0 {
        phant_vm::runtime::disk::read_ahead();
    }
    drop(booted);
    // A process that cannot boot takes no requests: whoever replaces another one by it keeps that one.
    for result in boots {
        result.map_err(io::Error::other)?;
    }
    for i in 0..count {
        let server = Arc::clone(server);
        thread::Builder::new().name(format!("php-{i}")).stack_size(STACK_SIZE).spawn(move || work(&server))?;
    }
    Ok(())
}

/// Makes a thread one that runs PHP: where its answers go, and whether it has a working directory of its own.
pub fn prepare() -> (&'static Responder, bool) {
    engine::set_stack_size(STACK_SIZE);
    // Without a working directory of its own the thread must not change the one that all share.
    let own_directory = phant_os::process::own_working_directory().is_ok();
    let responder: &'static Responder = Box::leak(Box::default());
    sapi::set(responder);
    response::set_responder(responder);
    (responder, own_directory)
}

/// What the engine is told of a request.
pub fn setup(site: &Site, script: &Path) -> Setup {
    Setup {
        sapi: site.sapi,
        script: script.as_os_str().as_bytes().to_vec(),
        prepared: Some(site.settings),
        http: true,
        ..Setup::default()
    }
}

/// Begins the answer of a script: PHP says its name.
fn power(ctx: &Ctx) {
    let line = match response::usual(ctx) {
        Some(usual) => usual.power.as_ref().map(Name::to_str),
        None => ctx.ini.bool("expose_php").then(|| Str::from(crate::POWERED_BY)),
    };
    ctx.request.headers.borrow_mut().extend(line);
}

/// What every request of a script begins with that has the engine to itself.
fn begin_all(vm: &Vm) {
    let ctx = &vm.ctx;
    response::begin_afresh(ctx);
    ctx.define("PHP_SAPI", Value::str(ctx.request.sapi.get()));
    power(ctx);
    request::fill_empty(vm);
}

/// Begins a request, whoever answers it. `stays`: a script that stays after it.
pub fn begin(vm: &Vm, incoming: &Incoming, stays: bool) {
    power(&vm.ctx);
    request::fill(vm, incoming, stays);
    bounds::begin(vm);
}

/// Where a thread is: the folder of a script, since a request of a batch has gone there.
#[derive(Default)]
struct Whereabouts {
    batch: u64,
    script: PathBuf,
}

impl Whereabouts {
    /// Goes to the folder of a request's script. For requests that came at the same moment as the last one, no more than a
    /// moment ago, that is where the last one has gone, if it was the same script and none changes the directory itself.
    fn enter(&mut self, server: &Server, worker: &Worker, incoming: &Incoming, script: &Path) {
        let is_there = incoming.batch != 0
            && self.batch == incoming.batch
            && self.script.as_os_str() == script.as_os_str()
            && !worker.may_have_moved()
            && server.connections.is_latest(incoming.batch);
        if !is_there && let Some(folder) = script.parent() {
            let gone = std::env::set_current_dir(folder).is_ok();
            self.batch = if gone { incoming.batch } else { 0 };
            if self.script != *script {
                self.script = script.to_path_buf();
            }
        }
    }
}

/// Runs requests as long as there are any, and then looks after connections, or sleeps if somebody does.
fn work(server: &Arc<Server>) {
    let (responder, own_directory) = prepare();
    let mut worker = Worker::new();
    let mut whereabouts = own_directory.then(Whereabouts::default);
    let (mut busy, mut has_run) = (None, false);
    loop {
        if let Some(job) = server.queue.pop() {
            server.connections.leave();
            answer(server, &mut worker, job, responder, whereabouts.as_mut());
            has_run = true;
            continue;
        }
        // The clock is read for all requests that came at once.
        if std::mem::take(&mut has_run) {
            busy = Some(Instant::now());
        } else if busy.is_some_and(|last| last.elapsed() >= CALM) {
            worker.rest();
            busy = None;
        }
        server.attend(Line::Any, REST);
    }
}

/// Answers a request: by the router script, the script of its address, or what is there without PHP.
fn answer(server: &Server, worker: &mut Worker, job: Job, responder: &'static Responder, whereabouts: Option<&mut Whereabouts>) {
    let Job { incoming, route, mut response, mut client } = job;
    if client.is_gone() {
        // Given up while it waited: nobody will see what it does.
        client.finish(false);
        return;
    }
    let mut declined = true;
    let mut error = None;
    let script = matches!(route, Route::Script(_)).then_some(incoming.script.file.as_path());
    let router = server.site.router.as_deref();
    if let Some(first) = router.or(script) {
        responder.begin(response, client, Arc::clone(&incoming));
        let behind = router.map(|_| script);
        // Before the request has a heap: where the thread is does not belong to it.
        if let Some(whereabouts) = whereabouts {
            whereabouts.enter(server, worker, &incoming, first);
        }
        server.metrics.run(|| run(worker, &incoming, first, behind, responder));
        error = responder.error();
        let Some(taken) = responder.take() else { return };
        (response, client, declined) = taken;
    }
    if declined {
        server.plain(route, &incoming.head, &mut response, &client);
    }
    client.answered(&incoming, &response, error.as_deref());
    drop(response);
    drop(incoming);
    client.go_on();
}

/// The request cycle: a clean heap, the superglobals, the script, the end of the answer. A router script has something
/// behind it: the script of the address, if there is one, which goes on where the router has returned false.
fn run(worker: &mut Worker, incoming: &Incoming, script: &Path, behind: Option<Option<&Path>>, responder: &Responder) {
    let setup = Setup { begin: Some(begin_all), ..setup(&incoming.site, script) };
    worker.request(&setup, |vm| {
        request::fill_over(vm, incoming);
        bounds::begin(vm);
        let result = main_script(vm, script);
        match behind.filter(|_| result == Some(false)) {
            Some(Some(script)) => drop(main_script(vm, script)),
            Some(None) => responder.decline(),
            None => {}
        }
        phant_sapi::form::leave_moved_files(&vm.ctx, &incoming.body);
        responder.leave_moved_files(&vm.ctx);
    });
}

/// Runs the main script; its result if that is a truth value.
pub fn main_script(vm: &Vm, script: &Path) -> Option<bool> {
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
