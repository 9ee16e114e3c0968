//! A worker: the heap in which requests run one after the other, from nothing or from a snapshot of a booted script.
//!
//! A request leaves nothing behind: what is open is closed, the heap is reset (or restored), and what was compiled is
//! freed. Outside the heap there is, while a request runs:
//!
//! - the resource table. A snapshot needs a recipe for each entry that is open (`phant_native::resource::Keep`):
//!   contexts, `php://memory`, `php://temp`, `php://output` and the process's own descriptors have one;
//! - compiled units with their literals, the worker's copies of their instructions (`code`), and linked classes: those of the
//!   boot stay;
//! - the thread's interrupt word and time limit, set anew for each run;
//! - the working directory and the umask, which a run finds as the boot left them;
//! - caches that are not part of any request (compiled patterns, time zones, interned names, real paths): they stay.

use crate::{
    request::engine::{self, Setup},
    runtime::{class, code::Codes, preloaded, vm::Vm},
};
use phant_memory::{
    gc,
    heap::{self, Heap, HeapOptions, OwnedHeap},
    object::store,
    state,
};
use phant_native::{ctx::Ending, registry, resource};
use std::{fmt, io, path::PathBuf};

/// What could not be booted.
#[derive(Debug)]
pub enum BootError {
    /// The script ended the request: with `exit`, an error or an uncaught exception. The exit status.
    Ended(i32),
    /// Something is open that is not in the heap and cannot be made again.
    Open(Vec<String>),
    /// The system refused.
    Io(io::Error),
}

impl fmt::Display for BootError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BootError::Ended(status) => write!(f, "the script ended with status {status}"),
            BootError::Open(what) => write!(f, "a snapshot cannot hold {}", what.join(", ")),
            BootError::Io(error) => write!(f, "cannot take a snapshot: {error}"),
        }
    }
}

impl std::error::Error for BootError {}

/// What a snapshot of the heap does not hold.
struct Booted {
    kept: resource::Kept,
    directory: Option<PathBuf>,
    umask: u32,
    /// How many runs there were since it was taken, or since what they had learnt was forgotten.
    runs: usize,
    /// How many times it may still be taken anew with what runs have learnt.
    renewals: usize,
}

/// After how many runs a snapshot is taken anew, and how large the heap may be then: for each MB that takes a millisecond.
const RENEWED_AFTER: [usize; 2] = [32, 1024];
const MOST_RENEWED: usize = 32 << 20;
/// How many times that is done: where code is changed all the time, it would be in vain.
const RENEWALS: usize = 4;

impl Booted {
    /// Whether the snapshot is to be taken anew before the run that begins: with what runs have learnt, or without it.
    fn is_to_be_renewed(&mut self, vm: &Vm, codes: &Codes) -> bool {
        self.runs += 1;
        if codes.is_outdated() {
            codes.unprime(vm);
            self.runs = 0;
            return true;
        }
        let is_time = self.renewals > 0 && RENEWED_AFTER.contains(&self.runs) && heap::real_usage() <= MOST_RENEWED;
        let renewed = is_time && codes.prime(vm);
        self.renewals -= usize::from(renewed);
        renewed
    }
}

/// A worker's heap.
pub struct Worker {
    heap: OwnedHeap,
    booted: Option<Booted>,
    /// Of which requests the heap has a picture, for those that begin in an empty heap.
    picture: Option<Kind>,
    codes: Box<Codes>,
}

/// What requests have in common that begin alike.
#[derive(Clone, Copy, PartialEq)]
struct Kind {
    /// The address of the settings.
    settings: usize,
    sapi: &'static str,
    /// The address of [`Setup::begin`].
    begin: usize,
    /// The address of what was preloaded.
    preloaded: usize,
}

impl Kind {
    /// The kind of a request. Others than those of a server have settings and arguments of their own.
    fn of(setup: &Setup) -> Option<Kind> {
        let settings = setup.prepared.filter(|_| setup.http && setup.ini.is_empty() && setup.argv.is_empty())?;
        Some(Kind {
            settings: std::ptr::from_ref(settings).addr(),
            sapi: setup.sapi,
            begin: setup.begin.map_or(0, |begin| begin as usize),
            preloaded: preloaded::get().map_or(0, |preloaded| std::ptr::from_ref(preloaded).addr()),
        })
    }
}

impl Worker {
    /// A worker with a heap of its own.
    pub fn new() -> Worker {
        let heap = Heap::new(HeapOptions::default()).expect("address space for a heap");
        Worker { heap, booted: None, picture: None, codes: Box::new(Codes::new(crate::interpreter::dispatch::addresses())) }
    }
    /// Runs a request in an empty heap: `f` gets the engine. The exit status is the result. A snapshot is dropped.
    pub fn request(&mut self, setup: &Setup, f: impl FnOnce(&Vm)) -> i32 {
        self.clear();
        // SAFETY: the heap is this worker's alone and stays installed for the request.
        let mut installed = unsafe { heap::install(&mut self.heap) };
        self.codes.begin();
        let vm = begin(&mut installed, &mut self.picture, setup, &self.codes);
        f(vm);
        let status = engine::finish(vm);
        self.codes.measure(vm);
        resource::close_all();
        state::detach();
        // SAFETY: the engine state and everything it led to is not used any more.
        unsafe { installed.reset() };
        self.codes.end(false);
        status
    }
    /// Gives the heap's memory back to the system, what the last requests needed included. What is compiled stays. With a snapshot
    /// nothing happens.
    pub fn rest(&mut self) {
        if self.booted.is_none()
            && let Ok(heap) = Heap::new(HeapOptions::default())
        {
            self.heap = heap;
            self.picture = None;
        }
    }
    /// Whether the working directory may be another one than before the requests so far: scripts have not changed it as long as
    /// none has looked for a function that does.
    pub fn may_have_moved(&self) -> bool {
        self.codes.may_have_moved()
    }
    /// Runs a request for what it leaves in the code cache.
    pub(crate) fn preload(&mut self, setup: &Setup, f: impl FnOnce(&Vm)) -> i32 {
        self.codes.begin_preloading();
        self.request(setup, f)
    }
    /// Boots: runs `f` in an empty heap and takes a snapshot of what it leaves behind, which [`Worker::run`] starts
    /// from. Shutdown functions and destructors do not run; they belong to the runs.
    pub fn boot(&mut self, setup: &Setup, f: impl FnOnce(&Vm)) -> Result<(), BootError> {
        self.clear();
        // SAFETY: the heap is this worker's alone and stays installed for the request.
        let mut installed = unsafe { heap::install(&mut self.heap) };
        self.codes.begin();
        let vm = engine::boot(setup, &raw const *self.codes);
        f(vm);
        let result = prepare(vm).and_then(|kept| {
            let booted = Booted {
                kept,
                directory: std::env::current_dir().ok(),
                umask: phant_os::fs::current_umask(),
                runs: 0,
                renewals: RENEWALS,
            };
            resource::close_all();
            phant_memory::account::end();
            match installed.snapshot() {
                Ok(()) => Ok(booted),
                Err(error) => Err(BootError::Io(error)),
            }
        });
        crate::runtime::time_limit::clear(vm);
        phant_memory::account::end();
        match result {
            Ok(booted) => {
                state::detach();
                drop(installed);
                self.booted = Some(booted);
                self.codes.keep();
                Ok(())
            }
            Err(error) => {
                resource::close_all();
                state::detach();
                // SAFETY: as in `request`.
                unsafe { installed.reset() };
                self.codes.end(false);
                Err(error)
            }
        }
    }
    /// Runs `f` on the booted state and drops all it changed: the next run finds the state of the boot again. The exit
    /// status is the result.
    pub fn run(&mut self, setup: &Setup, f: impl FnOnce(&Vm)) -> io::Result<i32> {
        let Some(booted) = &mut self.booted else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "nothing was booted"));
        };
        self.codes.begin();
        // SAFETY: the heap is this worker's alone and stays installed for the request.
        let mut installed = unsafe { heap::install(&mut self.heap) };
        state::attach();
        let vm = Vm::current().expect("the boot made it");
        vm.codes.set(&raw const *self.codes);
        if booted.is_to_be_renewed(vm, &self.codes)
            && let Err(error) = installed.snapshot()
        {
            state::detach();
            drop(installed);
            self.clear();
            return Err(error);
        }
        resource::bring_back(&booted.kept);
        if let Some(directory) = &booted.directory {
            let _ = std::env::set_current_dir(directory);
        }
        phant_os::fs::umask(booted.umask);
        vm.members.set(self.codes.member_cache());
        engine::enter_thread(vm);
        vm.ctx.request.begin(engine::facts(setup));
        engine::start_clock(vm);
        f(vm);
        let status = engine::finish(vm);
        self.codes.measure(vm);
        resource::close_all();
        state::detach();
        // SAFETY: as in `request`; the boot's own blocks are those of the snapshot.
        let restored = unsafe { installed.restore() };
        self.codes.end(true);
        restored.map(|()| status)
    }
    /// Drops a snapshot, and the units of what is over.
    fn clear(&mut self) {
        if self.booted.take().is_some() {
            // SAFETY: nobody uses the heap; what it held is dropped with the snapshot.
            unsafe { self.heap.reset() };
        }
        self.codes.end(false);
    }
}

/// Begins a request in the installed heap, which is empty: with a picture of how the last one of its kind has begun, or from
/// nothing.
fn begin(heap: &mut OwnedHeap, picture: &mut Option<Kind>, setup: &Setup, codes: &Codes) -> &'static Vm {
    let kind = Kind::of(setup);
    // SAFETY: the engine state refers to its worker, which is this one as the heap is its own, and to what lasts as long as the
    // process: settings, names, descriptors. It owns nothing outside of the heap, and `is_bare` has seen that nothing was
    // compiled, made or opened yet. `enter_picture` makes anew what belongs to a thread.
    if kind.is_some() && *picture == kind && unsafe { heap.show() } {
        return engine::enter_picture(setup);
    }
    let vm = engine::make(setup, codes);
    if kind.is_some() {
        *picture = kind.filter(|_| engine::is_bare(vm) && heap.picture());
    }
    engine::enter(vm, setup);
    vm
}

impl Default for Worker {
    fn default() -> Self {
        Worker::new()
    }
}

/// Makes the engine state fit for a snapshot, or says why it is not.
fn prepare(vm: &Vm) -> Result<resource::Kept, BootError> {
    if !vm.ctx.has_exception() {
        // Or the first collection of every run would look at, and so copy, what the boot suspects.
        gc::collect();
    }
    if vm.ctx.has_exception() {
        let status = engine::finish(vm);
        return Err(BootError::Ended(status));
    }
    let mut open: Vec<String> = store::outside().into_iter().map(str::to_owned).collect();
    open.extend(crate::interpreter::fiber::outside());
    for extension in &registry::get().parts {
        if let Some(Err(what)) = extension.before_snapshot.map(|prepare| prepare(&vm.ctx)) {
            open.push(what);
        }
    }
    let kept = match resource::keep() {
        Ok(kept) => Some(kept),
        Err(obstacles) => {
            open.extend(obstacles.ids.into_iter().map(describe));
            if obstacles.hidden > 0 {
                open.push("what native objects have open (database connections and the like)".to_owned());
            }
            None
        }
    };
    if let Some(kept) = kept
        && open.is_empty()
    {
        class::state::prepare_snapshot(vm);
        return Ok(kept);
    }
    // The script is told nothing, but its shutdown functions and destructors run.
    vm.ctx.ending.set(Some(Ending::Exit(0)));
    engine::finish(vm);
    Err(BootError::Open(open))
}

/// A resource in words.
fn describe(id: u64) -> String {
    let name = resource::type_name_of(id).unwrap_or("resource");
    match resource::by_id::<phant_streams::Stream>(id).and_then(|s| s.path()) {
        Some(path) => format!("{name} #{id} ({})", String::from_utf8_lossy(&path)),
        None => format!("{name} #{id}"),
    }
}
