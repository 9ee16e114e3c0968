//! Waiting for descriptors.

use std::{
    io,
    os::fd::RawFd,
    time::{Duration, Instant},
};

/// Readable, or the other end is gone.
pub const IN: i16 = libc::POLLIN;
/// Writable.
pub const OUT: i16 = libc::POLLOUT;
/// Urgent data.
pub const PRI: i16 = libc::POLLPRI;
/// Hung up (result only).
pub const HUP: i16 = libc::POLLHUP;
/// In error (result only).
pub const ERR: i16 = libc::POLLERR;
/// No open descriptor (result only).
pub const NVAL: i16 = libc::POLLNVAL;

/// One descriptor to wait for.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The descriptor.
    pub fd: RawFd,
    /// What to wait for.
    pub events: i16,
    /// What happened.
    pub ready: i16,
}

/// Waits until something happens to a descriptor; `None` waits forever. Returns how many have something to tell.
/// Interruptions by signals are errors of kind `Interrupted`.
pub fn poll(entries: &mut [Entry], timeout: Option<Duration>) -> io::Result<usize> {
    let mut fds: Vec<libc::pollfd> = entries.iter().map(|e| libc::pollfd { fd: e.fd, events: e.events, revents: 0 }).collect();
    let millis = match timeout {
        None => -1,
        // A wait of 0.3 ms must not become a busy loop, so fractions count as a whole.
        Some(t) => i32::try_from(t.as_nanos().div_ceil(1_000_000)).unwrap_or(i32::MAX),
    };
    // SAFETY: the list is valid for its length.
    let n = crate::check(unsafe { libc::poll(fds.as_mut_ptr(), fds.len() as libc::nfds_t, millis) })?;
    for (entry, fd) in entries.iter_mut().zip(&fds) {
        entry.ready = fd.revents;
    }
    Ok(n as usize)
}

/// Waits for one descriptor, going on after signals unless the request is to end. Returns what happened; 0 after the timeout.
pub fn wait(fd: RawFd, events: i16, timeout: Option<Duration>) -> io::Result<i16> {
    let deadline = timeout.and_then(|t| Instant::now().checked_add(t));
    loop {
        let left = deadline.map(|d| d.saturating_duration_since(Instant::now()));
        let mut entry = [Entry { fd, events, ready: 0 }];
        match poll(&mut entry, left) {
            Err(e) if e.kind() == io::ErrorKind::Interrupted && !phant_interrupt::is_urgent() => {}
            Err(e) => return Err(e),
            Ok(_) => return Ok(entry[0].ready),
        }
    }
}
