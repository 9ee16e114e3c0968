//! Packets: the pieces of up to 16 MB that messages go in, numbered, perhaps compressed.

use crate::{Error, compression, transport::Transport};
use std::time::Duration;

/// The longest piece; a message of this length or more goes in several.
const MOST: usize = 0xff_ffff;
/// How much is asked of the transport at once, at least.
const READ: usize = 32 << 10;
/// Messages below this size are not worth compressing.
const WORTH_COMPRESSING: usize = 50;

/// What has gone through a channel.
#[derive(Clone, Copy, Default, Debug)]
#[allow(missing_docs)]
pub struct Traffic {
    pub bytes_sent: u64,
    pub bytes_received: u64,
    pub packets_sent: u64,
    pub packets_received: u64,
}

/// A transport that carries messages.
pub struct Channel {
    transport: Box<dyn Transport>,
    /// The number that the next packet has.
    sequence: u8,
    /// That of the next compressed packet.
    outer: u8,
    compress: bool,
    /// Bytes read from the transport, not yet used from `at`.
    input: Vec<u8>,
    at: usize,
    /// The same for what was expanded.
    expanded: Vec<u8>,
    expanded_at: usize,
    /// Asked before memory is taken for that many bytes.
    room: fn(usize) -> bool,
    /// What has gone through.
    pub traffic: Traffic,
}

impl Channel {
    /// A channel over a transport. `room` says whether there is memory for so many bytes more.
    pub fn new(transport: Box<dyn Transport>, room: fn(usize) -> bool) -> Channel {
        Channel {
            transport,
            sequence: 0,
            outer: 0,
            compress: false,
            input: Vec::new(),
            at: 0,
            expanded: Vec::new(),
            expanded_at: 0,
            room,
            traffic: Traffic::default(),
        }
    }
    /// Everything from here on is compressed.
    pub fn compress(&mut self) {
        self.compress = true;
    }
    /// The next packet begins an exchange.
    pub fn restart(&mut self) {
        self.sequence = 0;
        self.outer = 0;
    }
    /// Exchanges the transport: for TLS, which begins in the middle.
    pub fn replace(self, with: impl FnOnce(Box<dyn Transport>) -> Result<Box<dyn Transport>, String>) -> Result<Channel, String> {
        Ok(Channel { transport: with(self.transport)?, ..Channel::new(Box::new(Nothing), self.room) }.numbered(self.sequence))
    }
    fn numbered(mut self, sequence: u8) -> Channel {
        self.sequence = sequence;
        self
    }
    /// The transport.
    pub fn transport(&mut self) -> &mut dyn Transport {
        &mut *self.transport
    }
    /// How long the server may be silent.
    pub fn set_timeout(&mut self, timeout: Option<Duration>) {
        // A transport without timeouts waits.
        let _ = self.transport.set_read_timeout(timeout);
    }
    /// Whether something that was received waits to be read.
    pub fn has_input(&self) -> bool {
        self.at < self.input.len() || self.expanded_at < self.expanded.len()
    }

    /// Sends a message.
    pub fn send(&mut self, message: &[u8]) -> Result<(), Error> {
        let mut pieces = message.chunks(MOST).peekable();
        let mut out = Vec::with_capacity(message.len().min(MOST) + 4);
        loop {
            let piece = pieces.next().unwrap_or_default();
            out.clear();
            out.extend_from_slice(&(piece.len() as u32).to_le_bytes()[..3]);
            out.push(self.sequence);
            self.sequence = self.sequence.wrapping_add(1);
            out.extend_from_slice(piece);
            self.traffic.packets_sent += 1;
            self.write(&out)?;
            if piece.len() < MOST {
                return Ok(());
            }
        }
    }
    fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if !self.compress {
            self.traffic.bytes_sent += bytes.len() as u64;
            return Ok(self.transport.write_all(bytes)?);
        }
        for piece in bytes.chunks(MOST) {
            let packed = (piece.len() >= WORTH_COMPRESSING).then(|| compression::pack(piece)).flatten();
            let packed = packed.filter(|packed| packed.len() < piece.len());
            let (body, expanded) = packed.as_deref().map_or((piece, 0), |packed| (packed, piece.len()));
            let mut header = [0; 7];
            header[..3].copy_from_slice(&(body.len() as u32).to_le_bytes()[..3]);
            header[3] = self.outer;
            header[4..].copy_from_slice(&(expanded as u32).to_le_bytes()[..3]);
            self.outer = self.outer.wrapping_add(1);
            self.traffic.bytes_sent += (body.len() + 7) as u64;
            self.transport.write_all(&header)?;
            self.transport.write_all(body)?;
        }
        Ok(())
    }

    /// Receives a message, in place of what is in the buffer.
    pub fn receive(&mut self, message: &mut Vec<u8>) -> Result<(), Error> {
        message.clear();
        loop {
            let mut header = [0; 4];
            self.read(&mut header)?;
            let size = usize::from(header[0]) | usize::from(header[1]) << 8 | usize::from(header[2]) << 16;
            // Inside of compressed packets servers count in ways of their own.
            if self.compress {
                self.sequence = header[3];
            }
            if header[3] != self.sequence {
                return Err(Error::OutOfOrder { expected: self.sequence, received: header[3], size });
            }
            self.sequence = self.sequence.wrapping_add(1);
            self.traffic.packets_received += 1;
            self.body(size, message)?;
            if size < MOST {
                return Ok(());
            }
        }
    }
    /// Appends so many bytes, taking memory as they come.
    fn body(&mut self, mut size: usize, message: &mut Vec<u8>) -> Result<(), Error> {
        while size > 0 {
            let piece = size.min(1 << 20);
            // A growing buffer is there twice for a moment.
            if message.capacity() - message.len() < piece && !(self.room)(message.len() + 2 * piece) {
                return Err(Error::NoRoom(message.len() + size));
            }
            let start = message.len();
            message.resize(start + piece, 0);
            let end = message.len();
            self.read(&mut message[start..end])?;
            size -= piece;
        }
        Ok(())
    }
    /// Fills a buffer with what the server says.
    fn read(&mut self, mut into: &mut [u8]) -> Result<(), Error> {
        if !self.compress {
            return self.read_plain(into);
        }
        while !into.is_empty() {
            if self.expanded_at == self.expanded.len() {
                self.expand()?;
            }
            let have = &self.expanded[self.expanded_at..];
            let count = have.len().min(into.len());
            let (now, later) = into.split_at_mut(count);
            now.copy_from_slice(&have[..count]);
            self.expanded_at += count;
            into = later;
        }
        Ok(())
    }
    fn read_plain(&mut self, mut into: &mut [u8]) -> Result<(), Error> {
        self.traffic.bytes_received += into.len() as u64;
        loop {
            let count = (self.input.len() - self.at).min(into.len());
            let (now, later) = into.split_at_mut(count);
            now.copy_from_slice(&self.input[self.at..self.at + count]);
            self.at += count;
            into = later;
            if into.is_empty() {
                return Ok(());
            }
            if into.len() >= READ {
                match self.transport.read(into)? {
                    0 => return Err(Error::Closed),
                    count => into = &mut into[count..],
                }
                continue;
            }
            self.input.resize(READ, 0);
            let count = match self.transport.read(&mut self.input) {
                Ok(count) => count,
                Err(error) => {
                    self.input.clear();
                    self.at = 0;
                    return Err(error.into());
                }
            };
            self.input.truncate(count);
            self.at = 0;
            if count == 0 {
                return Err(Error::Closed);
            }
        }
    }
    /// Reads a compressed packet and expands it.
    fn expand(&mut self) -> Result<(), Error> {
        let mut header = [0; 7];
        self.read_plain(&mut header)?;
        let size = usize::from(header[0]) | usize::from(header[1]) << 8 | usize::from(header[2]) << 16;
        let expanded = usize::from(header[4]) | usize::from(header[5]) << 8 | usize::from(header[6]) << 16;
        if header[3] != self.outer {
            return Err(Error::OutOfOrder { expected: self.outer, received: header[3], size });
        }
        self.outer = self.outer.wrapping_add(1);
        if !(self.room)(size + expanded) {
            return Err(Error::NoRoom(size + expanded));
        }
        let mut body = vec![0; size];
        self.read_plain(&mut body)?;
        self.expanded_at = 0;
        self.expanded = match expanded {
            0 => body,
            expanded => compression::unpack(&body, expanded).ok_or(Error::Malformed("Malformed packet"))?,
        };
        Ok(())
    }
}

/// In place of a transport that is being exchanged.
struct Nothing;

impl Transport for Nothing {
    fn read(&mut self, _into: &mut [u8]) -> std::io::Result<usize> {
        Ok(0)
    }
    fn write_all(&mut self, _bytes: &[u8]) -> std::io::Result<()> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }
    fn set_read_timeout(&mut self, _timeout: Option<Duration>) -> std::io::Result<()> {
        Ok(())
    }
    fn descriptor(&self) -> Option<std::os::fd::RawFd> {
        None
    }
    fn is_private(&self) -> bool {
        false
    }
    fn close(&mut self) {}
}
