//! Files: permissions, times, patterns, disk space.

use crate::{c_string, check};
use std::{
    ffi::CStr,
    io,
    os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd},
};

/// What [`access`] tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It exists.
    Exists,
    /// It can be read.
    Read,
    /// It can be written.
    Write,
    /// It can be executed or searched.
    Execute,
}

/// Whether the process may do something with a file.
pub fn access(path: &[u8], access: Access) -> io::Result<()> {
    // Most paths are short: those need no memory of their own.
    let mut short = [0; 256];
    let long;
    let path = if path.len() < short.len() && !path.iter().fold(false, |found, &b| found | (b == 0)) {
        short[..path.len()].copy_from_slice(path);
        CStr::from_bytes_until_nul(&short).expect("zeros behind the path")
    } else {
        long = c_string(path)?;
        &*long
    };
    let mode = match access {
        Access::Exists => libc::F_OK,
        Access::Read => libc::R_OK,
        Access::Write => libc::W_OK,
        Access::Execute => libc::X_OK,
    };
    // SAFETY: the path is a NUL-terminated string.
    check(unsafe { libc::access(path.as_ptr(), mode) }).map(drop)
}

/// Sets access and modification time, in seconds since 1970.
pub fn set_times(path: &[u8], atime: i64, mtime: i64) -> io::Result<()> {
    let path = c_string(path)?;
    let times = [libc::timespec { tv_sec: atime, tv_nsec: 0 }, libc::timespec { tv_sec: mtime, tv_nsec: 0 }];
    // SAFETY: path and times are valid; both times are read.
    check(unsafe { libc::utimensat(libc::AT_FDCWD, path.as_ptr(), times.as_ptr(), 0) }).map(drop)
}

/// Sets access and modification time to now.
pub fn set_times_now(path: &[u8]) -> io::Result<()> {
    let path = c_string(path)?;
    // SAFETY: the path is valid; no times means now.
    check(unsafe { libc::utimensat(libc::AT_FDCWD, path.as_ptr(), std::ptr::null(), 0) }).map(drop)
}

/// Sets the file mode creation mask and returns the one before.
pub fn umask(mask: u32) -> u32 {
    // SAFETY: always succeeds.
    unsafe { libc::umask(mask as libc::mode_t) as u32 }
}

/// The file mode creation mask.
pub fn current_umask() -> u32 {
    let mask = umask(0o077);
    umask(mask);
    mask
}

/// Makes a FIFO.
pub fn mkfifo(path: &[u8], mode: u32) -> io::Result<()> {
    let path = c_string(path)?;
    // SAFETY: the path is valid.
    check(unsafe { libc::mkfifo(path.as_ptr(), mode as libc::mode_t) }).map(drop)
}

/// Total and available bytes of the file system that holds a path.
pub fn disk_space(path: &[u8]) -> io::Result<(f64, f64)> {
    let path = c_string(path)?;
    let mut out = std::mem::MaybeUninit::<libc::statvfs>::zeroed();
    // SAFETY: the path is valid, and `out` is a zeroed structure of the right type, which any result leaves valid.
    let out = unsafe {
        check(libc::statvfs(path.as_ptr(), out.as_mut_ptr()))?;
        out.assume_init()
    };
    let unit = if out.f_frsize != 0 { out.f_frsize } else { out.f_bsize } as f64;
    Ok((unit * out.f_blocks as f64, unit * out.f_bavail as f64))
}

/// Whether a name matches a shell pattern, with the C library's flags.
pub fn fnmatch(pattern: &[u8], name: &[u8], flags: i32) -> io::Result<bool> {
    let (pattern, name) = (c_string(pattern)?, c_string(name)?);
    // SAFETY: both are NUL-terminated strings.
    Ok(unsafe { libc::fnmatch(pattern.as_ptr(), name.as_ptr(), flags) } == 0)
}

/// What [`glob`] can fail with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlobError {
    /// Nothing matched.
    NoMatch,
    /// A directory could not be read.
    Aborted,
    /// No memory, or a pattern no C string can hold.
    Other,
}

/// The paths that match a pattern, with the C library's flags.
pub fn glob(pattern: &[u8], flags: i32) -> Result<Vec<Vec<u8>>, GlobError> {
    let pattern = c_string(pattern).map_err(|_| GlobError::Other)?;
    // SAFETY: `glob` fills the zeroed structure, `globfree` releases it; paths are NUL-terminated and live until then.
    // The flag that would make `glob` read the structure (GLOB_APPEND) is masked out.
    unsafe {
        let mut found: libc::glob_t = std::mem::zeroed();
        let result = libc::glob(pattern.as_ptr(), flags & !(libc::GLOB_APPEND | libc::GLOB_DOOFFS), None, &raw mut found);
        let out = match result {
            0 => Ok((0..found.gl_pathc).map(|i| std::ffi::CStr::from_ptr(*found.gl_pathv.add(i)).to_bytes().to_vec()).collect()),
            libc::GLOB_NOMATCH => Err(GlobError::NoMatch),
            libc::GLOB_ABORTED => Err(GlobError::Aborted),
            _ => Err(GlobError::Other),
        };
        libc::globfree(&raw mut found);
        out
    }
}

/// Switches a descriptor between blocking and non-blocking.
pub fn set_blocking(fd: BorrowedFd<'_>, blocking: bool) -> io::Result<()> {
    // SAFETY: the descriptor is open for the duration of the borrow.
    unsafe {
        let flags = check(libc::fcntl(fd.as_raw_fd(), libc::F_GETFL))?;
        let wanted = if blocking { flags & !libc::O_NONBLOCK } else { flags | libc::O_NONBLOCK };
        if wanted != flags {
            check(libc::fcntl(fd.as_raw_fd(), libc::F_SETFL, wanted))?;
        }
    }
    Ok(())
}

/// A duplicate of a descriptor by number.
pub fn duplicate(fd: i32) -> io::Result<OwnedFd> {
    // SAFETY: any number may be asked for; the new descriptor is ours alone.
    unsafe { Ok(OwnedFd::from_raw_fd(check(libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 0))?)) }
}

/// A pipe: the reading and the writing end, both closed on exec.
pub fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut ends = [0; 2];
    // SAFETY: room for two descriptors, which are ours alone.
    unsafe {
        check(libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC))?;
        Ok((OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1])))
    }
}

/// A pseudo terminal: master and slave.
pub fn openpty() -> io::Result<(OwnedFd, OwnedFd)> {
    let (mut master, mut slave) = (0, 0);
    // SAFETY: room for both descriptors, which are ours alone; name, settings and size are optional.
    unsafe {
        check(libc::openpty(&raw mut master, &raw mut slave, std::ptr::null_mut(), std::ptr::null_mut(), std::ptr::null_mut()))?;
        let ends = (OwnedFd::from_raw_fd(master), OwnedFd::from_raw_fd(slave));
        check(libc::fcntl(master, libc::F_SETFD, libc::FD_CLOEXEC))?;
        check(libc::fcntl(slave, libc::F_SETFD, libc::FD_CLOEXEC))?;
        Ok(ends)
    }
}

/// Gives up a `flock` lock or asks for one; `operation` is `LOCK_SH`, `LOCK_EX` or `LOCK_UN`, with `LOCK_NB`. Signals do not end
/// the waiting, unless the request is to end.
pub fn flock(fd: BorrowedFd<'_>, operation: i32) -> io::Result<()> {
    loop {
        // SAFETY: the descriptor is open for the duration of the borrow.
        match check(unsafe { libc::flock(fd.as_raw_fd(), operation) }) {
            Err(e) if e.kind() == io::ErrorKind::Interrupted && !phant_interrupt::is_urgent() => {}
            other => return other.map(drop),
        }
    }
}

/// Changes the root directory of the process.
pub fn chroot(path: &[u8]) -> io::Result<()> {
    let path = c_string(path)?;
    // SAFETY: the path is valid.
    check(unsafe { libc::chroot(path.as_ptr()) }).map(drop)
}

/// The open flag for not blocking.
pub const NON_BLOCKING: i32 = libc::O_NONBLOCK;

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        fs::File,
        os::fd::AsFd,
        sync::{atomic::AtomicU32, atomic::Ordering, mpsc::channel},
        thread,
        time::Duration,
    };

    extern "C" fn nothing(_signal: libc::c_int) {}

    #[test]
    fn a_lock_is_waited_for_until_the_request_is_to_end() {
        let path = std::env::temp_dir().join(format!("phant-lock-{}", std::process::id()));
        let held = File::create(&path).expect("a file");
        let wanted = File::open(&path).expect("the file");
        flock(held.as_fd(), libc::LOCK_EX).expect("the lock");
        // SAFETY: the handler is of the kind that no flags promise.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = nothing as *const () as usize;
            libc::sigaction(libc::SIGVTALRM, &raw const action, std::ptr::null_mut());
        }
        let (tell, told) = channel();
        let waiting = thread::spawn(move || {
            // SAFETY: asks about the calling thread.
            let own = unsafe { libc::pthread_self() };
            tell.send((own, phant_interrupt::word().expose_provenance())).expect("somebody listens");
            flock(wanted.as_fd(), libc::LOCK_EX).map_err(|error| error.kind())
        });
        let (own, word) = told.recv().expect("the thread has begun");
        // SAFETY: the thread is there until it is joined.
        let nudge = || unsafe { libc::pthread_kill(own, libc::SIGVTALRM) };
        for _ in 0..5 {
            thread::sleep(Duration::from_millis(20));
            nudge();
        }
        assert!(!waiting.is_finished());
        let word = std::ptr::with_exposed_provenance::<AtomicU32>(word);
        // SAFETY: the word lives as long as the thread, which waits.
        unsafe { (*word).fetch_or(phant_interrupt::TIMEOUT, Ordering::Relaxed) };
        while !waiting.is_finished() {
            nudge();
            thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(waiting.join().expect("no panic"), Err(io::ErrorKind::Interrupted));
        std::fs::remove_file(path).expect("the file is there");
    }
}
