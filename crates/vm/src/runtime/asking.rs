//! Threads that run PHP, as others reach them: whoever asks one sets a bit of its interrupt word, and the thread's
//! [`phant_native::sapi::Sapi::asked`] is called at the next safepoint of the request that it runs. The watcher of time limits
//! asks too, of requests that take long by the clock on the wall ([`crate::runtime::time_limit::notice`]).

use phant_memory::interrupt;
use std::{
    marker::PhantomData,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
};

/// Somebody outside wants something of the request: a bit of the interrupt word.
pub const ASKED: u32 = 128;

/// The threads that can be asked: their numbers and the addresses of their interrupt words.
static THREADS: Mutex<Vec<(u64, usize)>> = Mutex::new(Vec::new());

fn threads() -> MutexGuard<'static, Vec<(u64, usize)>> {
    THREADS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The calling thread can be asked as long as this lives, which stays in the thread.
pub struct Askable {
    number: u64,
    here: PhantomData<*const ()>,
}

impl Askable {
    /// Makes the calling thread one that can be asked.
    pub fn new() -> Askable {
        static NUMBERS: AtomicU64 = AtomicU64::new(1);
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        threads().push((number, interrupt::word().expose_provenance()));
        Askable { number, here: PhantomData }
    }
    /// The number by which others ask it.
    pub fn number(&self) -> u64 {
        self.number
    }
}

impl Default for Askable {
    fn default() -> Self {
        Askable::new()
    }
}

impl Drop for Askable {
    fn drop(&mut self) {
        threads().retain(|(number, _)| *number != self.number);
    }
}

/// Asks a thread; nothing happens if it is gone.
pub fn ask(number: u64) {
    let threads = threads();
    if let Some((_, word)) = threads.iter().find(|(n, _)| *n == number) {
        let word = std::ptr::with_exposed_provenance::<AtomicU32>(*word);
        // SAFETY: the word lives as long as its thread, which takes the entry out of the list, whose lock is held, before
        // it ends.
        unsafe { (*word).fetch_or(ASKED, Ordering::Relaxed) };
    }
}
