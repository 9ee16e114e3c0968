//! `max_execution_time`: how long a script may compute.
//!
//! What counts is the processor time of the thread, as in PHP: waiting is free. One watcher thread per process sleeps
//! until the first limit could be reached, reads the clocks of the threads that are under a limit, and sets the
//! interrupt bit of those that are over it. A request takes its limit back before its interrupt word goes.

use crate::{interrupt::TIMEOUT, vm::Vm};
use std::{
    sync::{
        Condvar, Mutex, Once, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

/// The longest limit that is kept: anything above will not be reached.
const FOREVER: i64 = 1 << 31;

/// A thread under a limit.
struct Watched {
    clock: libc::clockid_t,
    /// The reading of the thread's clock at which its time is over.
    deadline: Duration,
    /// Address of the interrupt word; used only while the entry is in the list.
    word: usize,
}

static WATCHED: Mutex<Vec<Watched>> = Mutex::new(Vec::new());
static CHANGED: Condvar = Condvar::new();

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
    let word = vm.interrupt.expose_provenance();
    let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    watched.retain(|w| w.word != word);
    // A limit that was just reached counts no more.
    // SAFETY: the word lives as long as the engine state.
    unsafe { (*vm.interrupt).fetch_and(!TIMEOUT, Ordering::Relaxed) };
    if seconds <= 0 {
        return;
    }
    let Some(clock) = own_clock() else { return };
    let Some(now) = read(clock) else { return };
    let deadline = now + Duration::from_secs(seconds.min(FOREVER) as u64);
    watched.push(Watched { clock, deadline, word });
    drop(watched);
    start_watcher();
    CHANGED.notify_one();
}

/// The request ends: its interrupt word is not touched any more.
pub fn clear(vm: &Vm) {
    let word = vm.interrupt.addr();
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner).retain(|w| w.word != word);
}

fn start_watcher() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let _ = std::thread::Builder::new().name("time limit".into()).stack_size(64 << 10).spawn(watch);
    });
}

fn watch() {
    let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let mut wait = Duration::from_secs(3600);
        watched.retain(|w| {
            let Some(now) = read(w.clock) else { return false };
            if now < w.deadline {
                wait = wait.min(w.deadline - now);
                return true;
            }
            // SAFETY: entries are taken out, under the lock, before their word goes.
            let word = unsafe { &*std::ptr::with_exposed_provenance::<AtomicU32>(w.word) };
            word.fetch_or(TIMEOUT, Ordering::Relaxed);
            false
        });
        watched = if watched.is_empty() {
            CHANGED.wait(watched).unwrap_or_else(PoisonError::into_inner)
        } else {
            let wait = wait.max(Duration::from_millis(1));
            CHANGED.wait_timeout(watched, wait).unwrap_or_else(|e| e.into_inner()).0
        };
    }
}
