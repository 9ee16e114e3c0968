//! Scripts that stay: each boots once in a thread of its own and is called back for one request after the other.
//!
//! It says that it is ready by calling `frankenphp_handle_request`, which waits here. Like all threads that run PHP, this
//! one looks after connections meanwhile. A script that returns, or that a request has ended, is started again.

use crate::{
    log_line, pages, request,
    response::Responder,
    server::{Job, Line, Pool, Server},
    worker,
};
use phant_memory::{Value, heap};
use phant_native::{Callable, Ctx, PhpResult, Thrown};
use phant_sapi::form;
use phant_vm::{
    Vm,
    request::{bleed::Kept, engine::Worker},
};
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    ffi::OsStr,
    fs,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    rc::Rc,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant, SystemTime},
};

/// How long a thread sleeps if nobody wakes it.
const REST: Duration = Duration::from_secs(1);
/// How long a script that ended before its first request stays away, at first and at last.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(5));
/// How many places that a request has changed are told.
const MOST_TOLD: usize = 20;

/// A thread for a script of a pool.
pub struct Place {
    pub server: Arc<Server>,
    pub at: usize,
}

/// The script of this thread.
struct Seat {
    place: Place,
    responder: &'static Responder,
    /// A request is being answered.
    busy: Cell<bool>,
    /// How many this start has answered.
    handled: Cell<u64>,
    files: RefCell<Files>,
    /// What there was after the last request.
    kept: RefCell<Option<Kept>>,
}

/// The files that the script is made of.
#[derive(Default)]
pub struct Files {
    known: HashMap<PathBuf, Option<(SystemTime, u64)>>,
    looked: Option<Instant>,
}

thread_local! {
    static SEAT: RefCell<Option<Rc<Seat>>> = const { RefCell::new(None) };
}

/// Runs the script of a pool until the server ends.
pub fn stay(server: &Arc<Server>, at: usize) {
    let (responder, own_directory) = worker::prepare();
    responder.stays();
    let seat = Rc::new(Seat {
        place: Place { server: Arc::clone(server), at },
        responder,
        busy: Cell::new(false),
        handled: Cell::new(0),
        files: RefCell::default(),
        kept: RefCell::default(),
    });
    SEAT.set(Some(Rc::clone(&seat)));
    let mut runner = Worker::new();
    let mut pause = PAUSES.0;
    while !server.has_ended() {
        seat.run(&mut runner, own_directory);
        if seat.handled.get() > 0 {
            pause = PAUSES.0;
        } else if !server.has_ended() {
            log_line(&format!("worker {}: ended before its first request", seat.place.name()));
            seat.place.refuse();
            seat.place.stay_away(pause);
            pause = (2 * pause).min(PAUSES.1);
        }
    }
    SEAT.take();
    server.standing.fetch_sub(1, Ordering::AcqRel);
}

/// What `frankenphp_handle_request` does.
pub fn handle(ctx: &Ctx, callback: &Callable) -> PhpResult<bool> {
    let seat = SEAT.with_borrow(Clone::clone);
    let Some(seat) = seat else {
        return Err(ctx.throw("RuntimeException", "frankenphp_handle_request() called while not in worker mode"));
    };
    if seat.busy.get() {
        return Err(ctx.throw("RuntimeException", "frankenphp_handle_request() called while handling a request"));
    }
    let vm = Vm::of(ctx);
    if seat.handled.get() > 0 && heap::real_usage() > heap::limit() / 4 * 3 {
        log_line(&format!("worker {}: starts again, most of its memory_limit is used", seat.place.name()));
        return Ok(false);
    }
    if ctx.ini.bool("opcache.validate_timestamps") {
        seat.files.borrow_mut().note(ctx);
    }
    if seat.place.server.worker_check && seat.kept.borrow().is_none() {
        seat.kept.replace(Some(vm.kept_state()));
    }
    let Some(job) = vm.between_requests(|| seat.next(ctx)) else { return Ok(false) };
    seat.busy.set(true);
    let goes_on = seat.answer(vm, callback, job);
    seat.busy.set(false);
    if goes_on { Ok(true) } else { Err(Thrown) }
}

impl Place {
    /// The script, and the requests that wait for it.
    pub fn pool(&self) -> &Pool {
        &self.server.pools[self.at]
    }
    /// The script for people.
    pub fn name(&self) -> String {
        String::from_utf8_lossy(self.pool().script.name.get(1..).unwrap_or_default()).into_owned()
    }
    /// The next request; none if the server ends, or `is_stale` says that there is something else to be done first.
    pub fn next(&self, is_stale: impl Fn() -> bool) -> Option<Job> {
        loop {
            if let Some(job) = self.pool().queue.pop() {
                if job.client.is_gone() {
                    job.client.finish(false);
                    continue;
                }
                self.server.connections.leave();
                if is_stale() {
                    self.pool().queue.push_back_first(job);
                    return None;
                }
                return Some(job);
            }
            if self.server.has_ended() {
                return None;
            }
            self.server.attend(Line::Pool(self.at), REST);
        }
    }
    /// Answers requests that wait for a script that does not start.
    pub fn refuse(&self) {
        while let Some(Job { incoming, mut response, client, .. }) = self.pool().queue.pop() {
            pages::send_error(&mut response, &incoming.head, 500);
            client.answered(&incoming, &response, Some("the worker script does not start"));
            drop(response);
            client.go_on();
        }
    }
    /// Waits before the script starts again, unless somebody asks for it.
    pub fn stay_away(&self, pause: Duration) {
        let until = Instant::now() + pause;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || self.pool().queue.len() > 0 || self.server.has_ended() {
                return;
            }
            self.server.attend(Line::Pool(self.at), left);
        }
    }
}

impl Seat {
    /// Runs the script once, from its start to its end.
    fn run(&self, runner: &mut Worker, own_directory: bool) {
        self.handled.set(0);
        self.busy.set(false);
        self.files.take();
        self.kept.take();
        let (site, script) = (&self.place.server.site, &self.place.pool().script);
        let setup = worker::setup(site, &script.file);
        runner.request(&setup, |vm| {
            vm.ctx.define("PHP_SAPI", Value::str(setup.sapi));
            request::fill_first(&vm.ctx, site, script, true);
            if own_directory && let Some(folder) = script.file.parent() {
                let _ = std::env::set_current_dir(folder);
            }
            worker::main_script(vm, &script.file);
        });
    }
    /// The next request; none if the script is to end.
    fn next(&self, ctx: &Ctx) -> Option<Job> {
        self.place.next(|| {
            let changed = self.files.borrow_mut().have_changed(how_often(ctx));
            if changed {
                log_line(&format!("worker {}: starts again, its code has changed", self.place.name()));
            }
            changed
        })
    }
    /// Answers a request; `false` if that has ended the script.
    fn answer(&self, vm: &Vm, callback: &Callable, job: Job) -> bool {
        let Job { incoming, response, client, .. } = job;
        self.responder.begin(response, client, Arc::clone(&incoming));
        let setup = worker::setup(&self.place.server.site, &self.place.pool().script.file);
        let begin = |_: &Ctx| worker::begin(vm, &incoming, true);
        let end = |ctx: &Ctx| {
            form::leave_moved_files(ctx, &incoming.body);
            self.responder.leave_moved_files(ctx);
        };
        let goes_on = self.place.server.metrics.run(|| vm.serve_one(&setup, begin, callback, end));
        self.handled.set(self.handled.get() + 1);
        if let Some((response, client, _)) = self.responder.take() {
            client.answered(&incoming, &response, self.responder.error().as_deref());
            drop(response);
            drop(incoming);
            client.go_on();
        }
        if goes_on && self.place.server.worker_check {
            self.tell_changes(vm);
        }
        goes_on
    }
    /// Tells what a request has left behind. What the first ones leave is mostly what comes into being on its first use.
    fn tell_changes(&self, vm: &Vm) {
        let now = vm.kept_state();
        let changes = self.kept.borrow().as_ref().map_or_else(Vec::new, |before| now.changes_since(before));
        for change in changes.iter().take(MOST_TOLD) {
            log_line(&format!("worker {}: request {} changed {change}", self.place.name(), self.handled.get()));
        }
        if changes.len() > MOST_TOLD {
            let more = changes.len() - MOST_TOLD;
            log_line(&format!("worker {}: request {} changed {more} more", self.place.name(), self.handled.get()));
        }
        self.kept.replace(Some(now));
    }
}

/// How often files are looked at, if they are.
pub fn how_often(ctx: &Ctx) -> Option<Duration> {
    let seconds = || u64::try_from(ctx.ini.int("opcache.revalidate_freq")).unwrap_or(0);
    ctx.ini.bool("opcache.validate_timestamps").then(|| Duration::from_secs(seconds()))
}

impl Files {
    /// Whether a file of the script is not what it was, looked at as often as opcache looks at files.
    pub fn have_changed(&mut self, looking: Option<Duration>) -> bool {
        let Some(often) = looking else { return false };
        if self.looked.is_some_and(|at| at.elapsed() < often) {
            return false;
        }
        self.looked = Some(Instant::now());
        self.known.iter().any(|(file, was)| state_of(file) != *was)
    }
    /// Notes what the files are that were included since the last time. What changes before it is noted would never be seen.
    pub fn note(&mut self, ctx: &Ctx) {
        let included = ctx.host.included_files(ctx);
        if included.len() == self.known.len() {
            return;
        }
        for (_, file) in included.iter() {
            let Some(file) = file.as_str() else { continue };
            let file = Path::new(OsStr::from_bytes(&file));
            if !self.known.contains_key(file) {
                self.known.insert(file.to_path_buf(), state_of(file));
            }
        }
    }
}

fn state_of(file: &Path) -> Option<(SystemTime, u64)> {
    let meta = fs::metadata(file).ok()?;
    Some((meta.modified().ok()?, meta.len()))
}
