//! What carries the bytes: sockets, and whatever else can be read and written.

use std::{
    io::{self, Read, Write},
    net::{Shutdown, TcpStream},
    os::{
        fd::{AsRawFd, RawFd},
        unix::net::UnixStream,
    },
    time::Duration,
};

/// A two-way stream of bytes. Another one (TLS, a scheduler's) can take a socket's place.
pub trait Transport {
    /// Reads some bytes; 0 is the end.
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize>;
    /// Writes all bytes.
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// How long a read may take; `None` is for ever.
    fn set_read_timeout(&mut self, timeout: Option<Duration>) -> io::Result<()>;
    /// The descriptor, for waiting on several connections.
    fn descriptor(&self) -> Option<RawFd>;
    /// Whether nobody can listen: passwords may go as they are.
    fn is_private(&self) -> bool;
    /// Ends it.
    fn close(&mut self);
}

/// Wraps a transport in TLS: the bytes that follow are encrypted. The name is the host's.
pub type Secure = fn(Box<dyn Transport>, host: &str) -> Result<Box<dyn Transport>, String>;

impl Transport for TcpStream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        Read::read(self, into)
    }
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        Write::write_all(self, bytes)
    }
    fn set_read_timeout(&mut self, timeout: Option<Duration>) -> io::Result<()> {
        TcpStream::set_read_timeout(self, timeout)
    }
    fn descriptor(&self) -> Option<RawFd> {
        Some(self.as_raw_fd())
    }
    fn is_private(&self) -> bool {
        false
    }
    fn close(&mut self) {
        // It may be closed already.
        let _ = self.shutdown(Shutdown::Both);
    }
}

impl Transport for UnixStream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        Read::read(self, into)
    }
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        Write::write_all(self, bytes)
    }
    fn set_read_timeout(&mut self, timeout: Option<Duration>) -> io::Result<()> {
        UnixStream::set_read_timeout(self, timeout)
    }
    fn descriptor(&self) -> Option<RawFd> {
        Some(self.as_raw_fd())
    }
    fn is_private(&self) -> bool {
        true
    }
    fn close(&mut self) {
        let _ = self.shutdown(Shutdown::Both);
    }
}
