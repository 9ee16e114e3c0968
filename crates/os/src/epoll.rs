//! Linux's queue of descriptors that have something to tell.

use crate::check;
use std::{
    io,
    mem::MaybeUninit,
    os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd},
    time::Duration,
};

/// A queue of events.
#[derive(Debug)]
pub struct Epoll(OwnedFd);

/// What happened to a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The number that the descriptor was added with.
    pub token: u64,
    /// Something can be read, or the other end has closed.
    pub readable: bool,
    /// Something can be written.
    pub writable: bool,
    /// The other end sends nothing any more.
    pub ended: bool,
}

/// Which events are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interest {
    /// Readable, as long as it is.
    Readable,
    /// The same; of several queues that wait for the descriptor only some are woken.
    Shared,
    /// Readable and writable, whenever it becomes so.
    Changes,
}

impl Epoll {
    /// A queue without descriptors.
    pub fn new() -> io::Result<Epoll> {
        // SAFETY: the descriptor is new and ours alone.
        unsafe { Ok(Epoll(OwnedFd::from_raw_fd(check(libc::epoll_create1(libc::EPOLL_CLOEXEC))?))) }
    }
    /// Adds a descriptor. It leaves the queue when its last copy is closed.
    pub fn add(&self, fd: BorrowedFd<'_>, token: u64, interest: Interest) -> io::Result<()> {
        let events = match interest {
            Interest::Readable => libc::EPOLLIN,
            Interest::Shared => libc::EPOLLIN | libc::EPOLLEXCLUSIVE,
            Interest::Changes => libc::EPOLLIN | libc::EPOLLOUT | libc::EPOLLRDHUP | libc::EPOLLET,
        };
        let mut event = libc::epoll_event { events: events as u32, u64: token };
        // SAFETY: both descriptors are open; the event is read before the call returns.
        check(unsafe { libc::epoll_ctl(self.0.as_raw_fd(), libc::EPOLL_CTL_ADD, fd.as_raw_fd(), &raw mut event) }).map(drop)
    }
    /// Takes a descriptor out.
    pub fn remove(&self, fd: BorrowedFd<'_>) -> io::Result<()> {
        let none = std::ptr::null_mut();
        // SAFETY: both descriptors are open; no event is read.
        check(unsafe { libc::epoll_ctl(self.0.as_raw_fd(), libc::EPOLL_CTL_DEL, fd.as_raw_fd(), none) }).map(drop)
    }
    /// Waits for events and puts them into `out` instead of what was there. An interruption by a signal gives none.
    pub fn wait(&self, out: &mut Vec<Event>, timeout: Option<Duration>) -> io::Result<()> {
        const MOST: usize = 256;
        out.clear();
        let mut events = [const { MaybeUninit::<libc::epoll_event>::uninit() }; MOST];
        let millis = timeout.map_or(-1, |t| i32::try_from(t.as_nanos().div_ceil(1_000_000)).unwrap_or(i32::MAX));
        // SAFETY: there is room for as many events as are asked for.
        let n = match check(unsafe { libc::epoll_wait(self.0.as_raw_fd(), events.as_mut_ptr().cast(), MOST as i32, millis) }) {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => 0,
            n => n? as usize,
        };
        out.extend(events[..n].iter().map(|event| {
            // SAFETY: the system has filled in so many.
            let event = unsafe { event.assume_init() };
            let has = |flag: i32| event.events & flag as u32 != 0;
            Event {
                token: event.u64,
                readable: has(libc::EPOLLIN | libc::EPOLLRDHUP | libc::EPOLLHUP | libc::EPOLLERR),
                writable: has(libc::EPOLLOUT),
                ended: has(libc::EPOLLRDHUP | libc::EPOLLHUP | libc::EPOLLERR),
            }
        }));
        Ok(())
    }
}

/// Sends a part of a file from an offset into a socket; how much.
pub fn send_file(to: BorrowedFd<'_>, from: BorrowedFd<'_>, offset: u64, length: u64) -> io::Result<usize> {
    let mut at = libc::off_t::try_from(offset).map_err(|_| io::Error::from_raw_os_error(libc::EINVAL))?;
    let length = usize::try_from(length).unwrap_or(usize::MAX).min(1 << 30);
    // SAFETY: both descriptors are open, and the offset is ours.
    let n = unsafe { libc::sendfile(to.as_raw_fd(), from.as_raw_fd(), &raw mut at, length) };
    if n == -1 { Err(io::Error::last_os_error()) } else { Ok(n as usize) }
}

/// Lets the process open as many descriptors as the system allows it; how many.
pub fn raise_descriptor_limit() -> u64 {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the structure is read and written as a whole.
    unsafe {
        if libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) != 0 {
            return 1024;
        }
        let wanted = libc::rlimit { rlim_cur: limit.rlim_max, ..limit };
        if libc::setrlimit(libc::RLIMIT_NOFILE, &raw const wanted) == 0 { wanted.rlim_cur } else { limit.rlim_cur }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        io::{Read, Write},
        os::{fd::AsFd, unix::net::UnixStream},
    };

    #[test]
    fn tells_changes_once() {
        let (mut here, mut there) = UnixStream::pair().expect("a pair");
        let queue = Epoll::new().expect("a queue");
        queue.add(here.as_fd(), 7, Interest::Changes).expect("added");
        let (mut events, soon) = (Vec::new(), Some(Duration::ZERO));
        queue.wait(&mut events, soon).expect("waits");
        assert_eq!(events, [Event { token: 7, readable: false, writable: true, ended: false }]);
        queue.wait(&mut events, soon).expect("waits");
        assert!(events.is_empty());
        there.write_all(b"x").expect("written");
        queue.wait(&mut events, soon).expect("waits");
        assert!(events[0].readable && !events[0].ended);
        here.read_exact(&mut [0]).expect("read");
        drop(there);
        queue.wait(&mut events, soon).expect("waits");
        assert!(events[0].ended);
    }
}
