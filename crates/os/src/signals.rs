//! Signals that a program looks after itself: they are queued when they arrive, and taken from the queue at leisure.
//!
//! One thread is the owner, the first that installs a handler. A signal that the system delivers to another thread is sent
//! on to it, so that it interrupts what the owner waits for. The queue has one writer (handlers run with all signals
//! blocked) and one reader (the owner), which are never at work at the same time.

use crate::check;
use std::{
    io,
    mem::MaybeUninit,
    ptr,
    sync::{
        OnceLock,
        atomic::{AtomicI32, AtomicI64, AtomicUsize, Ordering},
    },
    time::Duration,
};

/// The highest number of a signal.
pub const LAST: i32 = 64;

/// What is known about a signal that has arrived. Which of the fields mean something depends on the signal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Info {
    pub signal: i32,
    pub error: i32,
    pub code: i32,
    pub process: i32,
    pub user: u32,
    pub status: i32,
    /// Processor time of a child, in clock ticks.
    pub user_time: i64,
    pub system_time: i64,
    pub address: usize,
    pub band: i64,
    pub descriptor: i32,
}

const FIELDS: usize = 11;
const ROOM: usize = 128;
static QUEUE: [[AtomicI64; FIELDS]; ROOM] = [const { [const { AtomicI64::new(0) }; FIELDS] }; ROOM];
/// How many were ever written, and read.
static WRITTEN: AtomicUsize = AtomicUsize::new(0);
static READ: AtomicUsize = AtomicUsize::new(0);
/// The thread that looks after signals; 0 is none.
static OWNER: AtomicI32 = AtomicI32::new(0);
static ARRIVED: OnceLock<fn()> = OnceLock::new();

impl Info {
    fn read(info: &libc::siginfo_t) -> Info {
        /// The part of the system's structure that differs from signal to signal.
        #[repr(C)]
        struct Child {
            head: [i32; 4],
            process: i32,
            user: u32,
            status: i32,
            user_time: i64,
            system_time: i64,
        }
        #[repr(C)]
        struct Poll {
            head: [i32; 4],
            band: i64,
            descriptor: i32,
        }
        let mut out = Info { signal: info.si_signo, error: info.si_errno, code: info.si_code, ..Info::default() };
        // SAFETY: the structure is 128 bytes; these are the layouts of Linux on 64-bit processors for the signal's kind,
        // and any bytes are valid integers.
        unsafe {
            match info.si_signo {
                libc::SIGCHLD => {
                    let child = &*ptr::from_ref(info).cast::<Child>();
                    (out.process, out.user, out.status) = (child.process, child.user, child.status);
                    (out.user_time, out.system_time) = (child.user_time, child.system_time);
                }
                libc::SIGILL | libc::SIGFPE | libc::SIGSEGV | libc::SIGBUS => out.address = info.si_addr().addr(),
                libc::SIGPOLL => {
                    let poll = &*ptr::from_ref(info).cast::<Poll>();
                    (out.band, out.descriptor) = (poll.band, poll.descriptor);
                }
                _ => (out.process, out.user) = (info.si_pid(), info.si_uid()),
            }
        }
        out
    }
    fn pack(self) -> [i64; FIELDS] {
        let i = i64::from;
        [
            i(self.signal),
            i(self.error),
            i(self.code),
            i(self.process),
            i64::from(self.user),
            i(self.status),
            self.user_time,
            self.system_time,
            self.address as i64,
            self.band,
            i(self.descriptor),
        ]
    }
    fn unpack(fields: [i64; FIELDS]) -> Info {
        let [signal, error, code, process, user, status, user_time, system_time, address, band, descriptor] = fields;
        Info {
            signal: signal as i32,
            error: error as i32,
            code: code as i32,
            process: process as i32,
            user: user as u32,
            status: status as i32,
            user_time,
            system_time,
            address: address as usize,
            band,
            descriptor: descriptor as i32,
        }
    }
}

fn own_thread() -> i32 {
    // SAFETY: always succeeds.
    unsafe { libc::gettid() }
}

/// Runs in the middle of anything: only atomics and system calls.
extern "C" fn arrive(signal: libc::c_int, info: *mut libc::siginfo_t, _context: *mut libc::c_void) {
    let owner = OWNER.load(Ordering::Relaxed);
    if owner != own_thread() {
        // SAFETY: errno is the interrupted code's and is put back; the kernel reads the structure it gave.
        unsafe {
            let errno = *libc::__errno_location();
            libc::syscall(libc::SYS_rt_tgsigqueueinfo, libc::getpid(), owner, signal, info);
            *libc::__errno_location() = errno;
        }
        return;
    }
    let written = WRITTEN.load(Ordering::Relaxed);
    if written.wrapping_sub(READ.load(Ordering::Acquire)) < ROOM {
        // SAFETY: the kernel passes a valid structure, as the handler was installed with SA_SIGINFO.
        let fields = Info::read(unsafe { &*info }).pack();
        for (place, field) in QUEUE[written % ROOM].iter().zip(fields) {
            place.store(field, Ordering::Relaxed);
        }
        WRITTEN.store(written.wrapping_add(1), Ordering::Release);
    }
    if let Some(arrived) = ARRIVED.get() {
        arrived();
    }
}

/// The signal that arrived first of those that nobody has taken.
pub fn take() -> Option<Info> {
    let read = READ.load(Ordering::Relaxed);
    if read == WRITTEN.load(Ordering::Acquire) {
        return None;
    }
    let fields = std::array::from_fn(|at| QUEUE[read % ROOM][at].load(Ordering::Relaxed));
    READ.store(read.wrapping_add(1), Ordering::Release);
    Some(Info::unpack(fields))
}

/// How many have arrived that nobody has taken.
pub fn waiting() -> usize {
    WRITTEN.load(Ordering::Acquire).wrapping_sub(READ.load(Ordering::Relaxed))
}

/// What becomes of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// What the system does.
    Default,
    /// Nothing.
    Ignore,
    /// It is queued.
    Queue {
        /// System calls that it interrupts go on.
        restart: bool,
    },
}

/// Says what becomes of a signal. `arrived` is called whenever one has been queued, in the middle of anything: it may
/// only set a flag.
pub fn set_action(signal: i32, action: Action, arrived: fn()) -> io::Result<()> {
    let _ = ARRIVED.set(arrived);
    OWNER.store(own_thread(), Ordering::Relaxed);
    // SAFETY: all bytes zero is a valid structure; the handler is of the kind that SA_SIGINFO promises.
    unsafe {
        let mut new: libc::sigaction = std::mem::zeroed();
        libc::sigfillset(&raw mut new.sa_mask);
        new.sa_flags = libc::SA_ONSTACK | libc::SA_SIGINFO;
        match action {
            Action::Default => new.sa_sigaction = libc::SIG_DFL,
            Action::Ignore => new.sa_sigaction = libc::SIG_IGN,
            Action::Queue { restart } => {
                new.sa_sigaction = arrive as *const () as usize;
                if restart && signal != libc::SIGALRM {
                    new.sa_flags |= libc::SA_RESTART;
                }
            }
        }
        check(libc::sigaction(signal, &raw const new, ptr::null_mut())).map(drop)
    }
}

fn set_of(signals: &[i32]) -> libc::sigset_t {
    let mut set = MaybeUninit::zeroed();
    // SAFETY: the set is made before it is used; a number that is no signal is an error and changes nothing.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        for &signal in signals {
            libc::sigaddset(set.as_mut_ptr(), signal);
        }
        set.assume_init()
    }
}

/// Blocks signals in this thread (`SIG_BLOCK` 0), lets them in (1) or sets which are blocked (2). The ones that were.
pub fn mask(how: i32, signals: &[i32]) -> io::Result<Vec<i32>> {
    let (new, mut old) = (set_of(signals), set_of(&[]));
    // SAFETY: both sets are valid.
    match unsafe { libc::pthread_sigmask(how, &raw const new, &raw mut old) } {
        // SAFETY: the set was filled by the call.
        0 => Ok((1..=LAST).filter(|&signal| unsafe { libc::sigismember(&raw const old, signal) } == 1).collect()),
        error => Err(io::Error::from_raw_os_error(error)),
    }
}

/// Blocks all signals in this thread while something is done.
pub fn blocked<R>(act: impl FnOnce() -> R) -> R {
    let all: Vec<i32> = (1..=LAST).collect();
    let before = mask(libc::SIG_BLOCK, &all);
    let result = act();
    if let Ok(before) = before {
        let _ = mask(libc::SIG_SETMASK, &before);
    }
    result
}

/// Waits for one of these blocked signals, for so long or for ever.
pub fn wait_for(signals: &[i32], timeout: Option<Duration>) -> io::Result<Info> {
    let set = set_of(signals);
    let mut info = MaybeUninit::<libc::siginfo_t>::zeroed();
    // SAFETY: set, structure and time are valid for the call; all bytes zero is a valid structure.
    unsafe {
        match timeout {
            None => check(libc::sigwaitinfo(&raw const set, info.as_mut_ptr()))?,
            Some(timeout) => {
                let time = libc::timespec {
                    tv_sec: timeout.as_secs().try_into().unwrap_or(libc::time_t::MAX),
                    tv_nsec: timeout.subsec_nanos().into(),
                };
                check(libc::sigtimedwait(&raw const set, info.as_mut_ptr(), &raw const time))?
            }
        };
        Ok(Info::read(info.assume_init_ref()))
    }
}

/// Has SIGALRM sent in so many seconds, or not at all (0). How many were left of the alarm before.
pub fn alarm(seconds: u32) -> u32 {
    // SAFETY: any number may be asked for.
    unsafe { libc::alarm(seconds) }
}

/// What `waitid` tells of a child.
pub fn wait_id(kind: u32, id: u32, flags: i32) -> io::Result<Info> {
    let mut info = MaybeUninit::<libc::siginfo_t>::zeroed();
    // SAFETY: the structure is valid for writing; all bytes zero is a valid value of it.
    unsafe {
        check(libc::waitid(kind, id, info.as_mut_ptr(), flags))?;
        Ok(Info::read(info.assume_init_ref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_are_queued() {
        set_action(libc::SIGUSR2, Action::Queue { restart: true }, || ()).expect("installed");
        // SAFETY: the handler was installed.
        unsafe { libc::raise(libc::SIGUSR2) };
        let info = take().expect("arrived");
        assert_eq!((info.signal, info.process), (libc::SIGUSR2, std::process::id() as i32));
        assert_eq!(waiting(), 0);
    }
}
