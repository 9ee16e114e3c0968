//! Processes that a program makes of itself, waits for, or becomes.

use crate::{check, system::Usage};
use std::{ffi::CString, io, mem::MaybeUninit, ptr};

/// Which of the two processes goes on after a fork.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forked {
    /// The one that was made.
    Child,
    /// The one that made it, with the other one's number.
    Parent(i32),
}

/// Makes a second process. It has this thread alone: a lock that another thread holds stays locked in it for ever.
///
/// # Safety
/// No other thread may hold a lock that the child will want. Threads of this program that do not run PHP code must be
/// waiting.
pub unsafe fn fork() -> io::Result<Forked> {
    // SAFETY: the caller promises it; the allocator's own locks are looked after by the C library.
    match check(unsafe { libc::fork() })? {
        0 => Ok(Forked::Child),
        child => Ok(Forked::Parent(child)),
    }
}

/// What became of a child: its number (0 if nothing did), the status word, what it used.
pub fn wait(process: i32, flags: i32) -> io::Result<(i32, i32, Usage)> {
    let (mut status, mut usage) = (0, MaybeUninit::<libc::rusage>::zeroed());
    // SAFETY: both are valid for writing; all bytes zero is a valid value of the structure.
    unsafe {
        let child = check(libc::wait4(process, &raw mut status, flags, usage.as_mut_ptr()))?;
        Ok((child, status, Usage::from(usage.assume_init())))
    }
}

/// Parts of a status word, as the system's macros read them.
pub mod status {
    /// It ended by itself.
    pub fn exited(status: i32) -> bool {
        libc::WIFEXITED(status)
    }
    /// With which code.
    pub fn exit_code(status: i32) -> i32 {
        libc::WEXITSTATUS(status)
    }
    /// A signal ended it.
    pub fn signaled(status: i32) -> bool {
        libc::WIFSIGNALED(status)
    }
    /// Which signal.
    pub fn end_signal(status: i32) -> i32 {
        libc::WTERMSIG(status)
    }
    /// A signal stopped it.
    pub fn stopped(status: i32) -> bool {
        libc::WIFSTOPPED(status)
    }
    /// Which signal.
    pub fn stop_signal(status: i32) -> i32 {
        libc::WSTOPSIG(status)
    }
    /// It goes on.
    pub fn continued(status: i32) -> bool {
        libc::WIFCONTINUED(status)
    }
}

/// Becomes another program; returns only if that failed. Without an environment, it gets this process's.
pub fn exec(path: &CString, arguments: &[CString], environment: Option<&[CString]>) -> io::Error {
    let list =
        |texts: &[CString]| -> Vec<*const libc::c_char> { texts.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect() };
    let arguments = list(arguments);
    // SAFETY: path and texts are NUL-terminated, the lists end with a null, and all of it lives during the call. Rust
    // ignores SIGPIPE, which the program would inherit: programs expect it not to be.
    unsafe {
        let before = libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        match environment {
            Some(environment) => libc::execve(path.as_ptr(), arguments.as_ptr(), list(environment).as_ptr()),
            None => libc::execv(path.as_ptr(), arguments.as_ptr()),
        };
        let error = io::Error::last_os_error();
        libc::signal(libc::SIGPIPE, before);
        error
    }
}

/// The scheduling priority of a process (kind 0), a process group (1) or a user (2).
pub fn priority(kind: u32, id: u32) -> io::Result<i32> {
    // SAFETY: any numbers may be asked about; -1 can be a valid result, so errno decides.
    unsafe {
        *libc::__errno_location() = 0;
        let priority = libc::getpriority(kind, id);
        if priority == -1 && *libc::__errno_location() != 0 { Err(io::Error::last_os_error()) } else { Ok(priority) }
    }
}
/// Sets that priority.
pub fn set_priority(kind: u32, id: u32, priority: i32) -> io::Result<()> {
    // SAFETY: any numbers may be asked for.
    check(unsafe { libc::setpriority(kind, id, priority) }).map(drop)
}

/// Leaves namespaces that are shared with others.
pub fn unshare(flags: i32) -> io::Result<()> {
    // SAFETY: no memory is concerned.
    check(unsafe { libc::unshare(flags) }).map(drop)
}
/// Enters a namespace of a process.
pub fn set_namespace(process: i32, kind: i32) -> io::Result<()> {
    // SAFETY: the descriptor that the first call gives is closed after the second.
    unsafe {
        let fd = check(libc::syscall(libc::SYS_pidfd_open, process, 0) as libc::c_int)?;
        let result = check(libc::setns(fd, kind)).map(drop);
        libc::close(fd);
        result
    }
}

/// How many processors the sets below tell apart.
pub const PROCESSORS: usize = 1024;

/// The processors that a process may run on.
pub fn affinity(process: i32) -> io::Result<Vec<usize>> {
    let mut set = MaybeUninit::<libc::cpu_set_t>::zeroed();
    // SAFETY: the set is valid for its size, and all numbers asked about are inside it.
    unsafe {
        check(libc::sched_getaffinity(process, size_of::<libc::cpu_set_t>(), set.as_mut_ptr()))?;
        let set = set.assume_init();
        Ok((0..PROCESSORS).filter(|&cpu| libc::CPU_ISSET(cpu, &set)).collect())
    }
}
/// Sets them; numbers from [`PROCESSORS`] on are left out.
pub fn set_affinity(process: i32, processors: &[usize]) -> io::Result<()> {
    let mut set = MaybeUninit::<libc::cpu_set_t>::zeroed();
    // SAFETY: as above.
    unsafe {
        for &cpu in processors.iter().filter(|&&cpu| cpu < PROCESSORS) {
            libc::CPU_SET(cpu, &mut *set.as_mut_ptr());
        }
        check(libc::sched_setaffinity(process, size_of::<libc::cpu_set_t>(), set.as_ptr())).map(drop)
    }
}
/// The processor that this thread runs on.
pub fn current_processor() -> i32 {
    // SAFETY: takes nothing.
    unsafe { libc::sched_getcpu() }
}

/// How many processors there are, running or not.
pub fn processors() -> i64 {
    // SAFETY: only a number is asked.
    unsafe { libc::sysconf(libc::_SC_NPROCESSORS_CONF) }
}
