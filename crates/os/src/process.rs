//! Processes.

use std::{
    io,
    os::{
        fd::{AsRawFd, OwnedFd, RawFd},
        unix::process::CommandExt,
    },
    process::{Child, Command},
};

/// Starts a command whose descriptors are exactly those given: each goes to the number it is paired with. The others
/// of this process are closed on exec. `terminal` is a number that becomes the controlling terminal.
pub fn spawn(command: &mut Command, descriptors: &[(RawFd, OwnedFd)], terminal: Option<RawFd>) -> io::Result<Child> {
    // Targets may collide with sources, so the child first moves every source above all targets.
    let floor = descriptors.iter().map(|(to, _)| *to).max().unwrap_or(2).max(2).saturating_add(1);
    let map: Vec<(RawFd, RawFd)> = descriptors.iter().map(|(to, from)| (*to, from.as_raw_fd())).collect();
    // SAFETY: the closure runs between fork and exec: it makes only async-signal-safe system calls and allocates
    // nothing (the scratch list was made before).
    unsafe {
        let mut moved = vec![0; map.len()];
        command.pre_exec(move || {
            for (slot, (_, from)) in moved.iter_mut().zip(&map) {
                *slot = crate::check(libc::fcntl(*from, libc::F_DUPFD_CLOEXEC, floor))?;
            }
            for (slot, (to, _)) in moved.iter().zip(&map) {
                crate::check(libc::dup2(*slot, *to))?;
            }
            // Rust ignores SIGPIPE in the parent; programs expect it not to be.
            libc::signal(libc::SIGPIPE, libc::SIG_DFL);
            if let Some(fd) = terminal {
                libc::setsid();
                libc::ioctl(fd, libc::TIOCSCTTY, 0);
            }
            Ok(())
        });
    }
    command.spawn()
}

/// Gives the calling thread a working directory (and umask) of its own, apart from the other threads'.
pub fn own_working_directory() -> io::Result<()> {
    // SAFETY: no memory is concerned.
    crate::check(unsafe { libc::unshare(libc::CLONE_FS) }).map(drop)
}

/// Shows a title in the system's list of processes instead of the command line, whose memory it takes: a longer one is
/// cut off. Gives how much is shown. The program's arguments cannot be read any more afterwards.
pub fn set_title(title: &[u8]) -> io::Result<usize> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    // The command's name, in parentheses, may have blanks in it.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_ascii_whitespace().collect();
    const ARG_START: usize = 48 - 3;
    let bound = |at: usize| fields.get(at).and_then(|f| f.parse::<usize>().ok());
    let (Some(start), Some(end)) = (bound(ARG_START), bound(ARG_START + 1)) else {
        return Err(io::Error::from_raw_os_error(libc::ENOSYS));
    };
    if start == 0 || end <= start {
        return Err(io::Error::from_raw_os_error(libc::EPERM));
    }
    let (room, mut shown) = (end - start, title.len());
    shown = shown.min(room - 1);
    let area = std::ptr::with_exposed_provenance_mut::<u8>(start);
    // SAFETY: the kernel says that the arguments' texts are there, in the writable stack of the first thread. Nothing
    // refers to them: `std` copies them whenever they are asked for. The end stays NUL, so every text in it ends there.
    unsafe {
        std::ptr::copy_nonoverlapping(title.as_ptr(), area, shown);
        std::ptr::write_bytes(area.add(shown), 0, room - shown);
    }
    Ok(shown)
}

/// Blocks signals in this thread and those it starts from now on; [`wait_for_signal`] gets them.
pub fn block_signals(signals: &[i32]) {
    // SAFETY: the set is made before it is used.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        for &signal in signals {
            libc::sigaddset(&raw mut set, signal);
        }
        libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut());
    }
}

/// Waits for one of these blocked signals.
pub fn wait_for_signal(signals: &[i32]) -> i32 {
    let mut signal = 0;
    // SAFETY: the set is made before it is used; `signal` is valid for writing.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        for &signal in signals {
            libc::sigaddset(&raw mut set, signal);
        }
        while libc::sigwait(&raw const set, &raw mut signal) != 0 {}
    }
    signal
}

/// `SIGINT`
pub const SIGINT: i32 = libc::SIGINT;
/// `SIGTERM`
pub const SIGTERM: i32 = libc::SIGTERM;

/// What became of a child process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Not ended yet.
    Running,
    /// Ended, with its exit code.
    Exited(i32),
    /// Ended by a signal.
    Signaled(i32),
    /// Stopped by a signal.
    Stopped(i32),
    /// It is not our child, or was waited for already.
    Gone,
}

/// Asks or waits for what became of a child.
pub fn wait(pid: u32, block: bool) -> Status {
    let mut status = 0;
    loop {
        let flags = if block { 0 } else { libc::WNOHANG | libc::WUNTRACED };
        // SAFETY: `status` is valid for writing.
        let result = unsafe { libc::waitpid(pid as libc::pid_t, &raw mut status, flags) };
        if result == -1 {
            if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted {
                continue;
            }
            return Status::Gone;
        }
        if result == 0 {
            return Status::Running;
        }
        return if libc::WIFEXITED(status) {
            Status::Exited(libc::WEXITSTATUS(status))
        } else if libc::WIFSIGNALED(status) {
            Status::Signaled(libc::WTERMSIG(status))
        } else if libc::WIFSTOPPED(status) {
            Status::Stopped(libc::WSTOPSIG(status))
        } else {
            Status::Running
        };
    }
}

/// Sends a signal to a process.
pub fn kill(pid: u32, signal: i32) -> io::Result<()> {
    // SAFETY: any number and signal may be asked for.
    crate::check(unsafe { libc::kill(pid as libc::pid_t, signal) }).map(drop)
}

/// Changes the scheduling priority of this process.
pub fn nice(increment: i32) -> io::Result<()> {
    // SAFETY: -1 can be a valid result, so errno decides.
    unsafe {
        *libc::__errno_location() = 0;
        if libc::nice(increment) == -1 && *libc::__errno_location() != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

/// The longest command line the system takes.
pub fn max_command_length() -> usize {
    // SAFETY: only a number is asked.
    let n = unsafe { libc::sysconf(libc::_SC_ARG_MAX) };
    usize::try_from(n).unwrap_or(4096)
}

/// The exit status that `system` and `pclose` report: the code, or what the shell would say of a signal.
pub fn exit_code(status: Status) -> i64 {
    match status {
        Status::Exited(code) => i64::from(code),
        _ => -1,
    }
}

/// Whether a descriptor number is a terminal.
pub fn is_terminal(fd: RawFd) -> bool {
    // SAFETY: any number may be asked about.
    unsafe { libc::isatty(fd) == 1 }
}

/// A descriptor that whoever started this process has left open under a number. Programs that are started from here do
/// not get it.
pub fn inherited(fd: RawFd) -> io::Result<OwnedFd> {
    use std::os::fd::FromRawFd;
    if fd <= 2 {
        return Err(io::Error::from_raw_os_error(libc::EBADF));
    }
    // SAFETY: any number may be asked about; the copy is new and ours alone, and the original goes.
    unsafe {
        let copy = crate::check(libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 3))?;
        libc::close(fd);
        Ok(OwnedFd::from_raw_fd(copy))
    }
}

/// `SIGHUP`
pub const SIGHUP: i32 = libc::SIGHUP;
/// `SIGCHLD`
pub const SIGCHLD: i32 = libc::SIGCHLD;
/// `SIGQUIT`
pub const SIGQUIT: i32 = libc::SIGQUIT;
/// `SIGUSR1`
pub const SIGUSR1: i32 = libc::SIGUSR1;
/// `SIGUSR2`
pub const SIGUSR2: i32 = libc::SIGUSR2;
/// `SIGKILL`
pub const SIGKILL: i32 = libc::SIGKILL;
