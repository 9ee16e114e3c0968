//! Sockets as streams.

use super::{OptionResult, Stream, StreamOps, StreamOption, flags};
use phant_memory::{Array, Resource};
use phant_native::ctx::Ctx;
use phant_os::{
    poll,
    socket::{self, Address, message},
};
use std::{
    any::Any,
    cell::{Cell, RefCell},
    io,
    net::SocketAddr,
    os::fd::{AsFd, AsRawFd, OwnedFd, RawFd},
    rc::Rc,
    time::Duration,
};

/// What stands between a stream and its socket: encryption. It is asked instead of the socket; whoever fails also tells the user.
pub trait Layer: Any {
    /// Reads; `Some(0)` if there is nothing yet. Calls [`Stream::set_eof`] at the end.
    fn read(&self, ctx: &Ctx, stream: &Stream, socket: &Socket, out: &mut [u8]) -> Option<usize>;
    /// Writes; how much was taken.
    fn write(&self, ctx: &Ctx, stream: &Stream, socket: &Socket, data: &[u8]) -> Option<usize>;
    /// Says goodbye.
    fn close(&self, socket: &Socket);
    /// Whether it holds bytes that can be read without waiting.
    fn is_ready(&self) -> bool;
    /// What `stream_get_meta_data` shows of it.
    fn meta_data(&self, out: &mut Array);
    /// For finding out which it is.
    fn as_any(&self) -> &dyn Any;
}

/// A socket.
pub struct Socket {
    layer: RefCell<Option<Rc<dyn Layer>>>,
    /// The way of encryption that accepted connections begin with; 0 for none.
    encrypts: Cell<i64>,
    fd: RefCell<Option<OwnedFd>>,
    label: &'static str,
    datagram: bool,
    blocking: Cell<bool>,
    /// How long reads wait; `None` is forever.
    timeout: Cell<Option<Duration>>,
    timed_out: Cell<bool>,
}

/// `stream_type` of the streams of each transport.
pub mod labels {
    /// TCP.
    pub const TCP: &str = "tcp_socket/ssl";
    /// UDP.
    pub const UDP: &str = "udp_socket";
    /// UNIX stream sockets.
    pub const UNIX: &str = "unix_socket";
    /// UNIX datagram sockets.
    pub const UDG: &str = "udg_socket";
    /// `stream_socket_pair` and the like.
    pub const GENERIC: &str = "generic_socket";
    /// A descriptor of the process that is a socket.
    pub const DESCRIPTOR: &str = "tcp_socket";
}

impl Socket {
    /// A socket with a read timeout of `default_socket_timeout`.
    pub fn new(ctx: &Ctx, fd: OwnedFd, label: &'static str) -> Socket {
        let seconds = ctx.ini.int("default_socket_timeout");
        Socket {
            layer: RefCell::default(),
            encrypts: Cell::new(0),
            fd: RefCell::new(Some(fd)),
            label,
            datagram: label == labels::UDP || label == labels::UDG,
            blocking: Cell::new(true),
            timeout: Cell::new(u64::try_from(seconds).ok().map(Duration::from_secs)),
            timed_out: Cell::new(false),
        }
    }
    /// Its transport's label.
    pub fn label_name(&self) -> &'static str {
        self.label
    }
    /// Does something with the open descriptor.
    pub fn with<R>(&self, f: impl FnOnce(&OwnedFd) -> io::Result<R>) -> io::Result<R> {
        match &*self.fd.borrow() {
            Some(fd) => f(fd),
            None => Err(io::Error::from_raw_os_error(9)),
        }
    }
    /// What stands before it.
    pub fn layer(&self) -> Option<Rc<dyn Layer>> {
        self.layer.borrow().clone()
    }
    /// Puts something before it, or takes it away.
    pub fn set_layer(&self, layer: Option<Rc<dyn Layer>>) {
        drop(self.layer.replace(layer));
    }
    /// The way of encryption that accepted connections begin with; 0 for none.
    pub fn encrypts(&self) -> i64 {
        self.encrypts.get()
    }
    /// Sets it.
    pub fn set_encrypts(&self, method: i64) {
        self.encrypts.set(method);
    }
    /// Whether it blocks, and for how long reads wait.
    pub fn waits(&self) -> (bool, Option<Duration>) {
        (self.blocking.get(), self.timeout.get())
    }
    /// Notes whether the last read gave up waiting.
    pub fn set_timed_out(&self, timed_out: bool) {
        self.timed_out.set(timed_out);
    }
    /// Whether the last read gave up waiting.
    pub fn timed_out(&self) -> bool {
        self.timed_out.get()
    }
    fn raw(&self) -> Option<RawFd> {
        self.fd.borrow().as_ref().map(AsRawFd::as_raw_fd)
    }
}

/// A socket as a registered stream.
pub fn register(ctx: &Ctx, fd: OwnedFd, label: &'static str) -> Resource {
    Stream::new(Box::new(Socket::new(ctx, fd, label)), b"r+").register()
}

/// An address as PHP shows it; `None` for a socket without a name.
pub fn address_text(address: &Address) -> Option<Vec<u8>> {
    match address {
        Address::Inet(SocketAddr::V4(a)) => Some(a.to_string().into_bytes()),
        Address::Inet(SocketAddr::V6(a)) => Some(format!("[{}]:{}", a.ip(), a.port()).into_bytes()),
        Address::Unix(path) if path.is_empty() => None,
        Address::Unix(path) => Some(path.clone()),
        Address::Other => None,
    }
}

fn transient(e: &io::Error) -> bool {
    matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

impl StreamOps for Socket {
    fn label(&self) -> &'static str {
        self.label
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn read(&self, ctx: &Ctx, stream: &Stream, out: &mut [u8]) -> Option<usize> {
        let fd = self.raw()?;
        if let Some(layer) = self.layer() {
            return layer.read(ctx, stream, self, out);
        }
        let mut flags = 0;
        if self.blocking.get() {
            let timeout = self.timeout.get();
            self.timed_out.set(false);
            // What is buffered already can be had without waiting.
            let wait = !stream.is_partly_read() && timeout != Some(Duration::ZERO);
            if !wait || timeout.is_some() {
                flags = message::DONT_WAIT;
            }
            if wait && timeout.is_some() {
                if let Ok(0) = poll::wait(fd, poll::IN | poll::PRI, timeout) {
                    self.timed_out.set(true);
                    return None;
                }
            }
        }
        match self.with(|fd| socket::receive(fd.as_fd(), out, flags)) {
            Ok(n) => {
                if n > 0 {
                    super::context::progress(ctx, stream.context().as_ref(), n);
                }
                if n == 0 && (!self.datagram || out.is_empty()) {
                    stream.set_eof(true);
                }
                Some(n)
            }
            Err(e) if transient(&e) => Some(0),
            Err(_) => {
                stream.set_eof(true);
                None
            }
        }
    }
    fn write(&self, ctx: &Ctx, stream: &Stream, data: &[u8]) -> Option<usize> {
        let fd = self.raw()?;
        if let Some(layer) = self.layer() {
            return layer.write(ctx, stream, self, data);
        }
        let timeout = self.timeout.get();
        let flags = if self.blocking.get() && timeout.is_none() { 0 } else { message::DONT_WAIT };
        loop {
            let error = match self.with(|fd| socket::send(fd.as_fd(), data, flags, None)) {
                Ok(n) => return Some(n),
                Err(e) => e,
            };
            if transient(&error) {
                if !self.blocking.get() {
                    return Some(0);
                }
                self.timed_out.set(false);
                match poll::wait(fd, poll::OUT, timeout) {
                    Ok(0) => self.timed_out.set(true),
                    Ok(_) => continue,
                    Err(_) => {}
                }
            }
            if !stream.has_flag(flags::SUPPRESS_ERRORS) {
                let errno = error.raw_os_error().unwrap_or(0);
                let text = phant_os::error_text(&error);
                ctx.notice(format!("Send of {} bytes failed with errno={errno} {text}", data.len()));
            }
            return None;
        }
    }
    fn close(&self, _ctx: &Ctx, _stream: &Stream) {
        if let Some(layer) = self.layer.borrow_mut().take() {
            layer.close(self);
        }
        drop(self.fd.borrow_mut().take());
    }
    fn stat(&self, _ctx: &Ctx, _stream: &Stream) -> Option<super::Stat> {
        let copy = self.with(OwnedFd::try_clone).ok()?;
        std::fs::File::from(copy).metadata().ok().map(|m| super::plain::stat_of(&m))
    }
    fn set_option(&self, _ctx: &Ctx, stream: &Stream, option: StreamOption<'_>) -> OptionResult {
        match option {
            StreamOption::Blocking(on) => match self.with(|fd| phant_os::fs::set_blocking(fd.as_fd(), on)) {
                Ok(()) => OptionResult::Value(i64::from(self.blocking.replace(on))),
                Err(_) => OptionResult::Failed,
            },
            StreamOption::ReadTimeout(timeout) => {
                self.timeout.set(timeout);
                self.timed_out.set(false);
                OptionResult::Done
            }
            StreamOption::CheckLiveness => {
                let mut byte = [0];
                let Some(fd) = self.raw() else { return OptionResult::Failed };
                if self.layer().is_some_and(|layer| layer.is_ready()) {
                    return OptionResult::Done;
                }
                if stream.is_closed() || poll::wait(fd, poll::IN | poll::PRI, Some(Duration::ZERO)).unwrap_or(0) == 0 {
                    return OptionResult::Done;
                }
                match self.with(|fd| socket::receive(fd.as_fd(), &mut byte, message::PEEK | message::DONT_WAIT)) {
                    Ok(0) if !self.datagram => OptionResult::Failed,
                    Ok(_) => OptionResult::Done,
                    Err(e) if transient(&e) => OptionResult::Done,
                    Err(_) => OptionResult::Failed,
                }
            }
            _ => OptionResult::Unsupported,
        }
    }
    fn descriptor(&self) -> Option<RawFd> {
        self.raw()
    }
    fn meta_data(&self, ctx: &Ctx, stream: &Stream, out: &mut Array) -> bool {
        if let Some(layer) = self.layer() {
            layer.meta_data(out);
        }
        out.set_name("timed_out", self.timed_out.get().into());
        out.set_name("blocked", self.blocking.get().into());
        out.set_name("eof", stream.at_eof(ctx).into());
        true
    }
}
