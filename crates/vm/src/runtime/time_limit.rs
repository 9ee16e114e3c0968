//! `max_execution_time`: how long a script may compute.
//!
//! What counts is the processor time of the thread, as in PHP: waiting is free. One watcher thread per process sleeps
//! until the first limit could be reached, reads the clocks of the threads that are under a limit, and sets the
//! interrupt bit of those that are over it. A request takes its limit back before its interrupt word goes.
//!
//! One that does not come to a safepoint within `hard_timeout` more seconds hangs in native code, from where nothing can
//! be ended: then the process ends, with PHP's words and status. A signal makes the thread itself say where it is.
//!
//! The same watcher tells a server of requests that take long by the clock on the wall ([`notice`]): those go on.

use crate::runtime::vm::Vm;
use phant_memory::interrupt::TIMEOUT;
use std::{
    cell::Cell,
    io::Write,
    sync::{
        Condvar, Mutex, MutexGuard, Once, PoisonError,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

/// The longest limit that is kept: anything above will not be reached.
const FOREVER: i64 = 1 << 31;

/// Set in the interrupt word of a request that takes long: the next safepoint tells whoever wanted to know.
pub const LOOK: u32 = 128;

/// A thread under a limit.
struct Watched {
    /// What is set in the interrupt word.
    bit: u32,
    clock: libc::clockid_t,
    /// The reading of the thread's clock at which its time is over.
    deadline: Duration,
    /// Address of the interrupt word; used only while the entry is in the list.
    word: usize,
    thread: libc::pthread_t,
    /// How long the thread may go on after the deadline; zero is for ever.
    grace: Duration,
    /// The deadline has passed, and is now the end of the grace.
    told: bool,
}

static WATCHED: Mutex<Vec<Watched>> = Mutex::new(Vec::new());
static CHANGED: Condvar = Condvar::new();
/// When the watcher looks next, if it does by itself: whoever cannot be over before then need not wake it. For the
/// requests of a server that would be a switch of threads each. Changed under the lock of the list.
static LOOKS_AT: Mutex<Option<Instant>> = Mutex::new(None);

fn looks_at() -> MutexGuard<'static, Option<Instant>> {
    LOOKS_AT.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read(clock: libc::clockid_t) -> Option<Duration> {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock writes into the structure; one that does not exist any more is an error.
    let ok = unsafe { libc::clock_gettime(clock, &raw mut now) } == 0;
    ok.then(|| Duration::new(now.tv_sec as u64, now.tv_nsec as u32))
}

fn own_clock() -> Option<libc::clockid_t> {
    let mut clock: libc::clockid_t = 0;
    // SAFETY: asks about the calling thread.
    let ok = unsafe { libc::pthread_getcpuclockid(libc::pthread_self(), &raw mut clock) } == 0;
    ok.then_some(clock)
}

/// The request's computing time is over `seconds` from now; 0 and less is no limit.
pub fn set(vm: &Vm, seconds: i64) {
    let word = vm.interrupt.get().expose_provenance();
    let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    watched.retain(|w| w.word != word || w.bit != TIMEOUT);
    // A limit that was just reached counts no more.
    // SAFETY: the word lives as long as the engine state.
    unsafe { (*vm.interrupt.get()).fetch_and(!TIMEOUT, Ordering::Relaxed) };
    if seconds <= 0 {
        return;
    }
    let Some(clock) = own_clock() else { return };
    let Some(now) = read(clock) else { return };
    let deadline = now + Duration::from_secs(seconds.min(FOREVER) as u64);
    let grace = Duration::from_secs(vm.ctx.ini.int("hard_timeout").clamp(0, FOREVER) as u64);
    // SAFETY: asks about the calling thread, which takes the entry back before it ends.
    let thread = unsafe { libc::pthread_self() };
    watched.push(Watched { bit: TIMEOUT, clock, deadline, word, thread, grace, told: false });
    // A thread's clock is never faster than the wall's.
    HARD.set(Hard { vm, seconds, grace: grace.as_secs() });
    wake(watched, Duration::from_secs(seconds.min(FOREVER) as u64));
}

/// Wakes the watcher if it would look too late for something that can be over after this time.
fn wake(watched: MutexGuard<'_, Vec<Watched>>, after: Duration) {
    let late = looks_at().is_none_or(|at| Instant::now() + after < at);
    drop(watched);
    start_watcher();
    if late {
        CHANGED.notify_one();
    }
}

/// Calls `tell` once, at a safepoint of the request of this thread, if it takes longer than this by the clock on the wall. It is
/// [`clear`] that takes this back.
pub fn notice(vm: &Vm, after: Duration, tell: fn(&Vm)) {
    let clock = libc::CLOCK_MONOTONIC;
    let Some(now) = read(clock) else { return };
    TELL.set(Some(tell));
    // SAFETY: asks about the calling thread, which takes the entry back before it ends.
    let thread = unsafe { libc::pthread_self() };
    let (word, deadline) = (vm.interrupt.get().expose_provenance(), now + after);
    let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    watched.push(Watched { bit: LOOK, clock, deadline, word, thread, grace: Duration::ZERO, told: false });
    wake(watched, after);
}

/// Tells whoever wanted to know that the request takes long.
pub fn look(vm: &Vm) {
    if let Some(tell) = TELL.take() {
        tell(vm);
    }
}

/// The request ends: its interrupt word is not touched any more.
pub fn clear(vm: &Vm) {
    let word = vm.interrupt.get().addr();
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner).retain(|w| w.word != word);
    HARD.set(NOTHING);
    TELL.set(None);
}

fn start_watcher() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        handle_signal();
        spawn_watcher();
    });
}

fn spawn_watcher() {
    WATCHER.store(true, Ordering::Relaxed);
    // Signals are for the threads that run PHP code: they interrupt what those wait for.
    phant_os::signals::blocked(|| {
        let _ = std::thread::Builder::new().name("time limit".into()).stack_size(64 << 10).spawn(watch);
    });
}

/// Whether the watcher runs in this process.
static WATCHER: AtomicBool = AtomicBool::new(false);

/// Makes a second process, which has no limits that it does not set itself, as PHP's timers do not go with a fork. Gives 0
/// in the second process, its number in this one, or a system error below zero.
pub fn fork() -> i64 {
    // With the lock, the watcher is not in the middle of anything.
    let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: the thread beside this one waits for the lock that this one holds. The server, which has others, does not
    // get here (`pcntl_fork` refuses).
    match unsafe { phant_os::child::fork() } {
        Ok(phant_os::child::Forked::Parent(child)) => i64::from(child),
        Ok(phant_os::child::Forked::Child) => {
            watched.clear();
            *looks_at() = None;
            if WATCHER.load(Ordering::Relaxed) {
                spawn_watcher();
            }
            0
        }
        Err(error) => -i64::from(error.raw_os_error().unwrap_or(1)),
    }
}

fn watch() {
    let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let mut wait = Duration::from_secs(3600);
        watched.retain_mut(|w| {
            let Some(now) = read(w.clock) else { return false };
            if now < w.deadline {
                wait = wait.min(w.deadline - now);
                return true;
            }
            if w.told {
                // SAFETY: entries are taken out, under the lock, before their thread ends.
                unsafe { libc::pthread_kill(w.thread, libc::SIGPROF) };
                return false;
            }
            // SAFETY: entries are taken out, under the lock, before their word goes.
            let word = unsafe { &*std::ptr::with_exposed_provenance::<AtomicU32>(w.word) };
            word.fetch_or(w.bit, Ordering::Relaxed);
            w.told = true;
            w.deadline = now + w.grace;
            wait = wait.min(w.grace);
            !w.grace.is_zero()
        });
        watched = if watched.is_empty() {
            *looks_at() = None;
            CHANGED.wait(watched).unwrap_or_else(PoisonError::into_inner)
        } else {
            let wait = wait.max(Duration::from_millis(1));
            *looks_at() = Some(Instant::now() + wait);
            CHANGED.wait_timeout(watched, wait).unwrap_or_else(|e| e.into_inner()).0
        };
    }
}

/// What the signal handler needs of the thread that it interrupts.
#[derive(Clone, Copy)]
struct Hard {
    vm: *const Vm,
    seconds: i64,
    grace: u64,
}

const NOTHING: Hard = Hard { vm: std::ptr::null(), seconds: 0, grace: 0 };

thread_local! {
    static HARD: Cell<Hard> = const { Cell::new(NOTHING) };
    /// Who is told that the request takes long.
    static TELL: Cell<Option<fn(&Vm)>> = const { Cell::new(None) };
}

fn handle_signal() {
    // SAFETY: the handler is a function of the kind that the flags promise.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = on_signal as *const () as usize;
        action.sa_flags = libc::SA_RESTART;
        libc::sigaction(libc::SIGPROF, &raw const action, std::ptr::null_mut());
    }
}

/// Ends the process from within a thread that hangs. Allocates nothing and takes no lock: the thread may be about to.
extern "C" fn on_signal(_signal: libc::c_int) {
    let Hard { vm, seconds, grace } = HARD.get();
    // SAFETY: the thread has a limit as long as its engine lives; this function has interrupted it, and only reads.
    let Some(vm) = (unsafe { vm.as_ref() }) else { return };
    let mut text = [0u8; 2048];
    let mut rest = &mut text[..];
    // SAFETY: the process ends below.
    let (file, line) = unsafe { crate::runtime::trace::place(vm) }.unwrap_or((b"Unknown", 0));
    let _ = write!(rest, "\nFatal error: Maximum execution time of {seconds}+{grace} seconds exceeded (terminated) in ");
    let room = rest.len().saturating_sub(32);
    let _ = rest.write_all(&file[..file.len().min(room)]);
    let _ = writeln!(rest, " on line {line}");
    let len = 2048 - rest.len();
    // SAFETY: writes what is in the buffer, and ends the process without running anything more of it.
    unsafe {
        libc::write(2, text.as_ptr().cast(), len);
        libc::_exit(124)
    }
}
