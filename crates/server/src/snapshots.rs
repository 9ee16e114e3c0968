//! Snapshots: a script boots once, and each request runs on a private copy of what it has left behind, which is dropped
//! afterwards.
//!
//! A boot that returns a callback has said who answers: it is called for each request. Otherwise the script of the address
//! runs, and finds the functions, classes, variables and included files of the boot. Each thread boots for itself, as its
//! heap is at an address of its own; code is shared. When a file of the boot has changed, the next request boots anew.

use crate::{
    log_line, request,
    response::Responder,
    server::{Job, Server},
    standing::{Files, Place, how_often},
    worker,
};
use phant_memory::{CountedCell, Value, heap_vec};
use phant_native::Ctx;
use phant_vm::{
    Vm,
    request::engine::{BootError, Worker},
};
use std::{
    cell::{Cell, RefCell},
    path::Path,
    sync::{Arc, atomic::Ordering, mpsc::Sender},
    time::Duration,
};

/// How long a boot that has failed stays away, at first and at last.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(5));

/// The callback that a boot has returned. It is part of the snapshot.
struct Handler(CountedCell<Option<Value>>);

impl Default for Handler {
    fn default() -> Handler {
        Handler(CountedCell::new(None))
    }
}

/// A thread with a snapshot.
struct Seat {
    place: Place,
    responder: &'static Responder,
    own_directory: bool,
    /// The files that the boot is made of, and how often they are looked at.
    files: RefCell<Files>,
    often: Option<Duration>,
    /// The snapshot could not be gone back to.
    is_lost: Cell<bool>,
}

/// Answers requests of a pool until the server ends. `booted` is told how the first boot went.
pub fn stay(server: &Arc<Server>, at: usize, booted: Sender<Result<(), String>>) {
    let (responder, own_directory) = worker::prepare();
    responder.stays();
    let place = Place { server: Arc::clone(server), at };
    let mut seat = Seat { place, responder, own_directory, files: RefCell::default(), often: None, is_lost: Cell::new(false) };
    let mut runner = Worker::new();
    let mut first = Some(booted);
    let mut pause = PAUSES.0;
    while !server.has_ended() {
        let result = seat.boot(&mut runner);
        if let Err(why) = &result {
            log_line(&format!("snapshot {}: {why}", seat.place.name()));
        }
        if let Some(first) = first.take() {
            let name = seat.place.name();
            let _ = first.send(result.as_ref().map_or_else(|why| Err(format!("snapshot {name}: {why}")), |()| Ok(())));
        }
        if result.is_err() {
            seat.place.refuse();
            seat.place.stay_away(pause);
            pause = (2 * pause).min(PAUSES.1);
            continue;
        }
        pause = PAUSES.0;
        while let Some(job) = seat.place.next(|| seat.is_stale()) {
            seat.answer(&mut runner, job);
        }
    }
    server.standing.fetch_sub(1, Ordering::AcqRel);
}

/// What the boot has said was for nobody: of this answer nothing has been said yet.
fn forget_answer(ctx: &Ctx) {
    let request = &ctx.request;
    request.status.set(0);
    request.status_line.set(None);
    drop(std::mem::replace(&mut *request.headers.borrow_mut(), heap_vec()));
    request.headers_sent.set(None);
    request.over.set(false);
}

impl Seat {
    fn is_stale(&self) -> bool {
        if self.is_lost.take() {
            return true;
        }
        let changed = self.files.borrow_mut().have_changed(self.often);
        if changed {
            log_line(&format!("snapshot {}: boots again, its code has changed", self.place.name()));
        }
        changed
    }
    /// Runs the boot script and keeps what it leaves behind.
    fn boot(&mut self, runner: &mut Worker) -> Result<(), BootError> {
        let (site, script) = (&self.place.server.site, &self.place.pool().script);
        let setup = worker::setup(site, &script.file);
        let mut files = Files::default();
        let mut often = None;
        let result = runner.boot(&setup, |vm| {
            let ctx = &vm.ctx;
            ctx.define("PHP_SAPI", Value::str(setup.sapi));
            request::fill_first(ctx, site, script, false);
            self.enter(&script.file);
            if let Ok(Ok(returned)) = vm.run_main_file(&script.file) {
                // Names of functions are no such callbacks, nor is the 1 of a script that returns nothing.
                let is_callback = returned.is_object() && ctx.host.known_callable(ctx, &returned).is_ok();
                ctx.state::<Handler>().0.set(is_callback.then_some(returned));
            }
            files.note(ctx);
            often = how_often(ctx);
        });
        self.often = often;
        self.files.replace(files);
        result
    }
    fn enter(&self, script: &Path) {
        if self.own_directory
            && let Some(folder) = script.parent()
        {
            let _ = std::env::set_current_dir(folder);
        }
    }
    fn answer(&self, runner: &mut Worker, job: Job) {
        let Job { incoming, response, client, .. } = job;
        self.responder.begin(response, client, Arc::clone(&incoming));
        let setup = worker::setup(&incoming.site, &incoming.script.file);
        let run = |vm: &Vm| {
            forget_answer(&vm.ctx);
            worker::begin(vm, &incoming, false);
            self.run(vm, &incoming.script.file);
            phant_sapi::form::leave_moved_files(&vm.ctx, &incoming.body);
            self.responder.leave_moved_files(&vm.ctx);
        };
        let result = self.place.server.metrics.run(|| runner.run(&setup, run));
        if let Err(why) = result {
            log_line(&format!("snapshot {}: boots again, it cannot be restored: {why}", self.place.name()));
            self.is_lost.set(true);
        }
        if let Some((response, client, _)) = self.responder.take() {
            client.answered(&incoming, &response, self.responder.error().as_deref());
            drop(response);
            drop(incoming);
            client.go_on();
        }
    }
    fn run(&self, vm: &Vm, script: &Path) {
        let ctx = &vm.ctx;
        let handler = ctx.state::<Handler>().0.get();
        match handler {
            Some(handler) => {
                if let Ok(callback) = ctx.callable(&handler) {
                    drop(ctx.call(&callback, &[]));
                }
            }
            None => {
                self.enter(script);
                worker::main_script(vm, script);
            }
        }
    }
}
