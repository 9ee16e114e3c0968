//! What carries the bytes: sockets, and whatever else can be read and written.

use phant_os::socket::{Address, Flag, Kind, message};
use phant_os::{poll, socket};
use phant_watch::Watch;
use std::{
    io,
    os::fd::{AsFd, AsRawFd, OwnedFd},
    time::Duration,
};

/// A two-way stream of bytes. Another one (TLS, a scheduler's) can take a socket's place.
pub trait Transport {
    /// Reads some bytes; 0 is the end.
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize>;
    /// Writes all bytes.
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// Whether the other end is there as far as can be told without waiting.
    fn is_alive(&mut self) -> bool;
}

/// A socket.
#[derive(Debug)]
pub struct Socket {
    fd: OwnedFd,
    timeout: Option<Duration>,
    watch: Watch,
    /// Whether something was sent and nothing of the answer is here.
    asked: bool,
}

impl Socket {
    /// Connects to an address.
    pub fn connect(address: &Address, timeout: Option<Duration>) -> io::Result<Socket> {
        let fd = socket::socket(Kind::of(address, false))?;
        let tcp = matches!(address, Address::Inet(_));
        if timeout.is_some() {
            phant_os::fs::set_blocking(fd.as_fd(), false)?;
        }
        match socket::connect(fd.as_fd(), address) {
            Ok(()) => {}
            Err(e) if socket::in_progress(&e) => {
                if poll::wait(fd.as_raw_fd(), poll::OUT, timeout)? == 0 {
                    return Err(io::ErrorKind::TimedOut.into());
                }
                socket::take_error(fd.as_fd())?;
            }
            Err(e) => return Err(e),
        }
        if timeout.is_some() {
            phant_os::fs::set_blocking(fd.as_fd(), true)?;
        }
        if tcp {
            // Commands are small, and their answers are waited for.
            let _slower = socket::set_flag(fd.as_fd(), Flag::NoDelay, true);
        }
        Ok(Socket { fd, timeout: None, watch: Watch::default(), asked: false })
    }
    /// How long a read may take; `None` is for ever.
    pub fn set_read_timeout(&mut self, timeout: Option<Duration>) -> io::Result<()> {
        self.timeout = timeout;
        socket::set_receive_timeout(self.fd.as_fd(), timeout)
    }
    /// Whether the system looks after an idle connection.
    pub fn set_keep_alive(&mut self, on: bool) -> io::Result<()> {
        socket::set_flag(self.fd.as_fd(), Flag::KeepAlive, on)
    }
}

impl Transport for Socket {
    /// Reads some bytes: those of an answer are looked for before this thread sleeps.
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if std::mem::take(&mut self.asked)
            && let Some(found) = self.watch.look(|| socket::receive(self.fd.as_fd(), into, message::DONT_WAIT))
            && !matches!(&found, Err(error) if error.kind() == io::ErrorKind::Interrupted)
        {
            return found;
        }
        loop {
            match socket::receive(self.fd.as_fd(), into, 0) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted && !phant_interrupt::is_urgent() => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return Err(io::ErrorKind::TimedOut.into()),
                other => return other,
            }
        }
    }
    fn write_all(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        self.asked = true;
        while !bytes.is_empty() {
            match socket::send(self.fd.as_fd(), bytes, 0, None) {
                Ok(n) => bytes = &bytes[n..],
                Err(e) if e.kind() == io::ErrorKind::Interrupted && !phant_interrupt::is_urgent() => {}
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }
    fn is_alive(&mut self) -> bool {
        let mut byte = [0];
        match socket::receive(self.fd.as_fd(), &mut byte, message::PEEK | message::DONT_WAIT) {
            Ok(n) => n > 0,
            Err(e) => matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted),
        }
    }
}
