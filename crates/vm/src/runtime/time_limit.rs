//! `max_execution_time`: how long a script may compute.
//!
//! What counts is the processor time of the thread, as in PHP: waiting is free. A limit may be reached some milliseconds late
//! ([`FRESH`]). One watcher thread per process sleeps until the first limit could be reached, reads the clocks of the threads
//! that are under a limit, and sets the interrupt bit of those that are over it. A request takes its limit back before its
//! interrupt word goes.
//!
//! One that does not come to a safepoint within `hard_timeout` more seconds hangs in native code, from where nothing can
//! be ended: then the process ends, with PHP's words and status. A signal makes the thread itself say where it is.
//!
//! The same watcher asks requests that take long by the clock on the wall ([`notice`]): those go on. And it ends those that
//! are over what a server lets any request have ([`budget`]), which `set_time_limit` does not change. Time on the wall also
//! passes while native code waits, so a signal interrupts that.

use crate::runtime::{asking::ASKED, usual::Usual, vm::Vm};
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

/// Set in the interrupt word, beside [`TIMEOUT`], of a request that has used up the time on the wall that it may have.
const OVER_WALL: u32 = 256;
/// The same of its processor time.
const OVER_CPU: u32 = 512;
/// Either of them.
pub const OVER: u32 = OVER_WALL | OVER_CPU;

/// Interrupts what a thread waits for. Nothing else of this program uses it.
const NUDGE: libc::c_int = libc::SIGVTALRM;
/// How often that is tried: the first signal may come just before the waiting begins.
const NUDGE_AGAIN: Duration = Duration::from_millis(100);

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
    /// After the deadline what the thread waits for is interrupted, until the entry is taken back.
    nudges: bool,
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

/// For how long a reading of a thread's clock is enough for a limit of whole seconds.
const FRESH: Duration = Duration::from_millis(10);

/// The processor time of this thread, or up to [`FRESH`] more. Unlike the clock on the wall this one is a system call, which a
/// server would make for every request.
fn own_time(clock: libc::clockid_t) -> Option<Duration> {
    let now = Instant::now();
    if let Some((at, time)) = OWN_TIME.get() {
        let since = now.saturating_duration_since(at);
        if since < FRESH {
            // A thread's clock is never faster than the wall's.
            return Some(time + since);
        }
    }
    let time = read(clock)?;
    OWN_TIME.set(Some((now, time)));
    Some(time)
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
    let Some(now) = own_time(clock) else { return };
    let deadline = now + Duration::from_secs(seconds.min(FOREVER) as u64);
    let grace = Duration::from_secs(Usual::now(vm).grace.clamp(0, FOREVER) as u64);
    // SAFETY: asks about the calling thread, which takes the entry back before it ends.
    let thread = unsafe { libc::pthread_self() };
    watched.push(Watched { bit: TIMEOUT, clock, deadline, word, thread, grace, nudges: false, told: false });
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

/// Asks the request of this thread ([`phant_native::sapi::Sapi::asked`]), once, if it takes longer than this by the clock on
/// the wall. It is [`clear`] that takes this back.
pub fn notice(vm: &Vm, after: Duration) {
    watch_wall(vm, after, ASKED);
}

fn watch_wall(vm: &Vm, after: Duration, bit: u32) {
    let clock = libc::CLOCK_MONOTONIC;
    let Some(now) = read(clock) else { return };
    // SAFETY: asks about the calling thread, which takes the entry back before it ends.
    let thread = unsafe { libc::pthread_self() };
    let (word, deadline) = (vm.interrupt.get().expose_provenance(), now + after);
    let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    watched.push(Watched { bit, clock, deadline, word, thread, grace: Duration::ZERO, nudges: bit != ASKED, told: false });
    wake(watched, after);
}

/// What any request may have, whatever it sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Time on the wall.
    pub wall: Option<Duration>,
    /// Processor time.
    pub cpu: Option<Duration>,
}

/// Puts the request of this thread under a budget. It is [`clear`] that takes this back.
pub fn budget(vm: &Vm, budget: Budget) {
    BUDGET.set(budget);
    if let Some(wall) = budget.wall {
        watch_wall(vm, wall, TIMEOUT | OVER_WALL);
    }
    if let Some(cpu) = budget.cpu
        && let Some(clock) = own_clock()
        && let Some(now) = read(clock)
    {
        let seconds = i64::try_from(cpu.as_secs()).unwrap_or(FOREVER);
        let grace = Duration::from_secs(Usual::now(vm).grace.clamp(0, FOREVER) as u64);
        // SAFETY: asks about the calling thread, which takes the entry back before it ends.
        let thread = unsafe { libc::pthread_self() };
        let (word, bit, deadline) = (vm.interrupt.get().expose_provenance(), TIMEOUT | OVER_CPU, now + cpu);
        let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
        watched.push(Watched { bit, clock, deadline, word, thread, grace, nudges: false, told: false });
        HARD.set(Hard { vm, seconds, grace: grace.as_secs() });
        wake(watched, cpu);
    }
}

/// The request is over its budget: what is to be told. Functions for the shutdown have the same time again.
pub fn over_budget(vm: &Vm, bits: u32) -> String {
    let allowed = BUDGET.get();
    let word = vm.interrupt.get().addr();
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner).retain(|w| w.word != word || w.bit & OVER == 0);
    budget(vm, allowed);
    let (what, time) = if bits & OVER_WALL != 0 { ("time", allowed.wall) } else { ("processor time", allowed.cpu) };
    let seconds = time.unwrap_or_default().as_secs_f64();
    format!("The {what} that the server gives a request, {seconds} seconds, is used up")
}

/// The request ends: its interrupt word is not touched any more.
pub fn clear(vm: &Vm) {
    let word = vm.interrupt.get().addr();
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner).retain(|w| w.word != word);
    HARD.set(NOTHING);
    BUDGET.set(Budget::default());
    // What was set meanwhile is nothing to the next request of a script that stays.
    // SAFETY: the word lives as long as the engine state.
    unsafe { (*vm.interrupt.get()).fetch_and(!(OVER | ASKED), Ordering::Relaxed) };
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
    // SAFETY: the thread beside this one waits for the lock that this one holds. The server's worker processes, which have
    // others, do not get here (`pcntl_fork` refuses); its supervisor does before it starts any.
    match unsafe { phant_os::child::fork() } {
        Ok(phant_os::child::Forked::Parent(child)) => i64::from(child),
        Ok(phant_os::child::Forked::Child) => {
            watched.clear();
            OWN_TIME.set(None);
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
            if w.told && w.nudges {
                nudge(w.thread);
                w.deadline = now + NUDGE_AGAIN;
                wait = wait.min(NUDGE_AGAIN);
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
            if w.nudges {
                nudge(w.thread);
                w.deadline = now + NUDGE_AGAIN;
                wait = wait.min(NUDGE_AGAIN);
                return true;
            }
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
    /// When this thread's clock was read, and what it showed.
    static OWN_TIME: Cell<Option<(Instant, Duration)>> = const { Cell::new(None) };
    static HARD: Cell<Hard> = const { Cell::new(NOTHING) };
    static BUDGET: Cell<Budget> = const { Cell::new(Budget { wall: None, cpu: None }) };
}

fn nudge(thread: libc::pthread_t) {
    // SAFETY: the thread is there as long as its entry is in the list, whose lock is held.
    unsafe { libc::pthread_kill(thread, NUDGE) };
}

/// That it comes is all that there is to a nudge.
extern "C" fn on_nudge(_signal: libc::c_int) {}

fn handle_signal() {
    // SAFETY: the handlers are functions of the kind that the flags promise.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = on_nudge as *const () as usize;
        libc::sigaction(NUDGE, &raw const action, std::ptr::null_mut());
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
