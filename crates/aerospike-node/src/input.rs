//! Messages as they come out of a socket.
//!
//! One read takes in as much as there is, so a message that comes in one piece costs one system call. The buffer grows with
//! what comes, not with what a message says of its size.

use crate::server::{KEPT, PATIENCE};
use phant_aerospike_wire::message::{self, Kind};
use std::{
    io::{self, Read},
    net::TcpStream,
    time::{Duration, Instant},
};

/// How much is read at once.
const READ: usize = 4 << 10;
/// How fast a message must come, in bytes a second, after the time that every message has.
const SLOWEST: u64 = 64 << 10;

/// What a peer sends.
pub struct Input<'a> {
    stream: &'a TcpStream,
    bytes: Vec<u8>,
    filled: usize,
    at: usize,
    /// Whether the socket has a timeout now: between messages a peer may be silent as long as it likes.
    is_limited: bool,
}

impl<'a> Input<'a> {
    /// Nothing has come yet.
    pub fn new(stream: &'a TcpStream) -> Input<'a> {
        Input { stream, bytes: Vec::new(), filled: 0, at: 0, is_limited: false }
    }
    /// The next message, without its prefix; `None` at the end.
    pub fn next(&mut self) -> io::Result<Option<(Kind, &[u8])>> {
        if self.at == self.filled {
            (self.at, self.filled) = (0, 0);
            if self.bytes.len() > KEPT {
                self.bytes = Vec::new();
            }
            self.limit(false)?;
            if self.read()? == 0 {
                return Ok(None);
            }
        }
        if !self.fill(message::PREFIX)? {
            return Ok(None);
        }
        let prefix = self.bytes[self.at..].first_chunk().copied().unwrap_or_default();
        let (kind, size) = message::prefix(prefix).map_err(io::Error::other)?;
        let whole = message::PREFIX + size;
        if !self.fill(whole)? {
            return Ok(None);
        }
        let body = self.at + message::PREFIX..self.at + whole;
        self.at += whole;
        Ok(Some((kind, &self.bytes[body])))
    }
    fn limit(&mut self, limited: bool) -> io::Result<()> {
        if limited != self.is_limited {
            self.stream.set_read_timeout(limited.then_some(PATIENCE))?;
            self.is_limited = limited;
        }
        Ok(())
    }
    /// Reads until so many bytes are there; `false` if the peer is gone before.
    fn fill(&mut self, count: usize) -> io::Result<bool> {
        if self.filled - self.at >= count {
            return Ok(true);
        }
        self.bytes.copy_within(self.at..self.filled, 0);
        (self.at, self.filled) = (0, self.filled - self.at);
        let deadline = Instant::now() + PATIENCE + Duration::from_secs(count as u64 / SLOWEST);
        self.limit(true)?;
        while self.filled < count {
            if Instant::now() >= deadline {
                return Err(io::ErrorKind::TimedOut.into());
            }
            if self.read()? == 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }
    fn read(&mut self) -> io::Result<usize> {
        if self.bytes.len() < self.filled + READ {
            let more = self.bytes.len().max(READ);
            self.bytes.resize(self.bytes.len() + more, 0);
        }
        loop {
            match self.stream.read(&mut self.bytes[self.filled..]) {
                Ok(count) => {
                    self.filled += count;
                    return Ok(count);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}
