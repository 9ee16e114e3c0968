//! A transport with a deadline, and the buffer that answers are read into.

use phant_aerospike_wire::{
    Malformed, compress,
    message::{self, Kind, PREFIX},
};
use phant_os::socket::{message::DONT_WAIT, receive};
use phant_watch::Watch;
use std::{
    io::{self, Read, Write},
    net::{TcpStream, ToSocketAddrs},
    os::fd::AsFd,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

/// A two-way stream of bytes. Another one (TLS, a scheduler's) can take a socket's place.
pub trait Transport: Send {
    /// Reads some bytes; 0 is the end.
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize>;
    /// Reads what is there, without waiting for more: [`io::ErrorKind::WouldBlock`] if that is nothing. A transport that cannot
    /// tell says that it is not supported.
    fn read_now(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let _ = into;
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }
    /// Writes all bytes.
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// How long a read or write may take; `None` is for ever.
    fn set_timeout(&mut self, timeout: Option<Duration>) -> io::Result<()>;
    /// Whether the peer has closed it, or has sent what nobody asked for.
    fn is_stale(&mut self) -> bool;
}

impl Transport for TcpStream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        Read::read(self, into)
    }
    fn read_now(&mut self, into: &mut [u8]) -> io::Result<usize> {
        receive(self.as_fd(), into, DONT_WAIT)
    }
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        Write::write_all(self, bytes)
    }
    fn set_timeout(&mut self, timeout: Option<Duration>) -> io::Result<()> {
        self.set_read_timeout(timeout)?;
        self.set_write_timeout(timeout)
    }
    fn is_stale(&mut self) -> bool {
        let mut byte = [0];
        let waits = self.set_nonblocking(true).and_then(|()| self.peek(&mut byte));
        let waits = matches!(waits, Err(error) if error.kind() == io::ErrorKind::WouldBlock);
        self.set_nonblocking(false).is_err() || !waits
    }
}

/// Opens a transport to an address, whose owner has a name in its certificate.
pub type Open = Arc<dyn Fn(&str, &str, Duration) -> io::Result<Box<dyn Transport>> + Send + Sync>;

/// Opens sockets.
pub fn plain() -> Open {
    Arc::new(|address, _name, timeout| Ok(Box::new(socket(address, timeout)?)))
}

/// Opens a socket.
pub fn socket(address: &str, timeout: Duration) -> io::Result<TcpStream> {
    let mut failure = io::Error::other("no address of that name");
    for address in address.to_socket_addrs()? {
        match phant_grants::net::tcp(&address, timeout) {
            Ok(socket) => {
                socket.set_nodelay(true)?;
                return Ok(socket);
            }
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

/// Where answers are read into; kept from command to command.
#[derive(Default)]
pub struct Input {
    bytes: Vec<u8>,
    filled: usize,
    at: usize,
}

/// How much is read at once.
const READ: usize = 16 << 10;
/// Buffers above this size are not kept.
const KEPT: usize = 1 << 20;

impl Input {
    /// Forgets what is in it.
    pub fn clear(&mut self) {
        (self.filled, self.at) = (0, 0);
        if self.bytes.len() > KEPT {
            self.bytes = Vec::new();
        }
    }
    /// Whether there is something that was not used.
    pub fn has_more(&self) -> bool {
        self.at < self.filled
    }
    /// Puts what is inside of a compressed message in its place.
    fn expand(&mut self, body: std::ops::Range<usize>) -> Result<(Kind, std::ops::Range<usize>), Malformed> {
        let (kind, message) = compress::inner(&self.bytes[body.clone()])?;
        let expanded = body.start..body.start + message.len() - PREFIX;
        self.bytes.splice(body.clone(), message[PREFIX..].iter().copied());
        (self.filled, self.at) = (self.filled - body.len() + expanded.len(), expanded.end);
        Ok((kind, expanded))
    }
    /// Bytes of the last message.
    pub fn body(&self, range: std::ops::Range<usize>) -> &[u8] {
        &self.bytes[range]
    }
}

/// How many forks lie behind this process, as far as anybody has said.
static FORKS: AtomicU32 = AtomicU32::new(0);

/// Says that this process was made by a fork: connections that are open are the other one's.
pub fn forked() {
    FORKS.fetch_add(1, Ordering::Relaxed);
}

/// A connection to a node.
pub struct Connection {
    transport: Box<dyn Transport>,
    timeout: Option<Duration>,
    watch: Watch,
    /// Whether a message was sent and nothing of its answer is here.
    asked: bool,
    /// When it was last used.
    pub used: Instant,
    /// How many forks lay behind the process that opened it.
    forks: u32,
}

fn late() -> io::Error {
    io::Error::from(io::ErrorKind::TimedOut)
}
fn malformed(error: Malformed) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

impl Connection {
    /// A connection over a transport.
    pub fn new(transport: Box<dyn Transport>) -> Connection {
        let forks = FORKS.load(Ordering::Relaxed);
        Connection { transport, timeout: None, watch: Watch::default(), asked: false, used: Instant::now(), forks }
    }
    /// Whether it is this process's, and not that of one which forked: that one goes on using it.
    pub fn is_own(&self) -> bool {
        self.forks == FORKS.load(Ordering::Relaxed)
    }
    /// Whether it cannot be used any more.
    pub fn is_stale(&mut self) -> bool {
        self.transport.is_stale()
    }
    /// Sets the timeout of the next read or write, if that changes anything worth a system call.
    fn limit(&mut self, wait: Option<Duration>) -> io::Result<()> {
        if wait != self.timeout {
            self.transport.set_timeout(wait)?;
            self.timeout = wait;
        }
        Ok(())
    }
    /// Sends a message. `wait` is how long the socket may be silent, from here on.
    pub fn send(&mut self, message: &[u8], wait: Option<Duration>) -> io::Result<()> {
        self.limit(wait)?;
        self.asked = true;
        self.transport.write_all(message)
    }
    /// Reads the next message: its kind, and where its body is.
    pub fn receive(&mut self, input: &mut Input, deadline: Option<Instant>) -> io::Result<(Kind, std::ops::Range<usize>)> {
        if input.at == input.filled {
            (input.filled, input.at) = (0, 0);
        }
        self.fill(input, PREFIX, deadline)?;
        let prefix = input.bytes[input.at..].first_chunk().copied().unwrap_or_default();
        let (kind, size) = message::prefix(prefix).map_err(malformed)?;
        input.at += PREFIX;
        self.fill(input, size, deadline)?;
        let body = input.at..input.at + size;
        input.at += size;
        if kind == Kind::Compressed {
            return input.expand(body).map_err(malformed);
        }
        Ok((kind, body))
    }
    /// Reads until so many bytes are there. The buffer grows with what comes, not with what was announced.
    fn fill(&mut self, input: &mut Input, count: usize, deadline: Option<Instant>) -> io::Result<()> {
        if input.filled - input.at >= count {
            return Ok(());
        }
        if input.at > 0 {
            input.bytes.copy_within(input.at..input.filled, 0);
            (input.filled, input.at) = (input.filled - input.at, 0);
        }
        let mut first = true;
        while input.filled < count {
            if input.bytes.len() < input.filled + READ {
                let more = input.bytes.len().max(READ);
                input.bytes.resize(input.bytes.len() + more, 0);
            }
            if !first && let Some(deadline) = deadline {
                let left = deadline.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()).ok_or_else(late)?;
                if self.timeout.is_none_or(|timeout| timeout > left) {
                    self.limit(Some(left))?;
                }
            }
            first = false;
            match self.read(&mut input.bytes[input.filled..]) {
                Ok(0) => return Err(io::Error::from(io::ErrorKind::UnexpectedEof)),
                Ok(count) => input.filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
    /// Reads some bytes: after a message was sent, they are looked for before this thread sleeps.
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if std::mem::take(&mut self.asked)
            && let Some(found) = self.watch.look(|| self.transport.read_now(into))
        {
            return found;
        }
        self.transport.read(into)
    }
}
