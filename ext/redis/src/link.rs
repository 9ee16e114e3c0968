//! Opening connections, and what carries their bytes.

use phant_memory::{Array, Resource};
use phant_native::{Ctx, resource};
use phant_os::socket::Address;
use phant_redis_wire::transport::{Socket, Transport};
use phant_streams::{Context, Stream, transport};
use std::{
    io,
    net::{SocketAddr, ToSocketAddrs},
    time::Duration,
};

/// What carries a connection's bytes.
pub enum Link {
    /// A socket.
    Socket(Socket),
    /// A stream: what is not plain TCP or a UNIX socket, such as TLS.
    Stream(Resource),
}

/// A link together with the request, which streams need.
pub struct Lent<'a> {
    /// The request.
    pub ctx: &'a Ctx,
    /// The link.
    pub link: &'a mut Link,
}

impl Transport for Lent<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.link {
            Link::Socket(socket) => socket.read(into),
            Link::Stream(stream) => {
                let stream = resource::get::<Stream>(stream).ok_or(io::ErrorKind::NotConnected)?;
                match stream.read(self.ctx, into) {
                    Some(0) if !stream.at_eof(self.ctx) => Err(io::ErrorKind::TimedOut.into()),
                    Some(n) => Ok(n),
                    None => Err(io::ErrorKind::TimedOut.into()),
                }
            }
        }
    }
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self.link {
            Link::Socket(socket) => socket.write_all(bytes),
            Link::Stream(stream) => {
                let stream = resource::get::<Stream>(stream).ok_or(io::ErrorKind::NotConnected)?;
                match stream.write(self.ctx, bytes) {
                    Some(n) if n == bytes.len() => Ok(()),
                    _ => Err(io::ErrorKind::BrokenPipe.into()),
                }
            }
        }
    }
    fn is_alive(&mut self) -> bool {
        match self.link {
            Link::Socket(socket) => socket.is_alive(),
            Link::Stream(stream) => resource::get::<Stream>(stream).is_some_and(|stream| !stream.at_eof(self.ctx)),
        }
    }
}

impl Link {
    /// Closes it.
    pub fn close(self, ctx: &Ctx) {
        if let Link::Stream(stream) = self {
            resource::release(ctx, stream.id());
        }
    }
    /// Whether it can outlive the request.
    pub fn can_stay(&self) -> bool {
        matches!(self, Link::Socket(_))
    }
    /// How long a read may take.
    pub fn set_read_timeout(&mut self, ctx: &Ctx, timeout: Option<Duration>) {
        match self {
            // A socket that refuses is closed by the other end, which the next read tells.
            Link::Socket(socket) => drop(socket.set_read_timeout(timeout)),
            Link::Stream(stream) => {
                if let Some(stream) = resource::get::<Stream>(stream) {
                    stream.ops().set_option(ctx, &stream, phant_streams::StreamOption::ReadTimeout(timeout));
                }
            }
        }
    }
    /// Whether the system looks after an idle connection.
    pub fn set_keep_alive(&mut self, on: bool) {
        if let Link::Socket(socket) = self {
            let _closed = socket.set_keep_alive(on);
        }
    }
}

/// The port of connections that were given none.
const USUAL_PORT: i64 = 6379;

/// Where to connect.
pub struct Place<'a> {
    /// A name, an address, a path, or a URL.
    pub host: &'a [u8],
    #[allow(missing_docs)]
    pub port: i64,
    /// How long connecting may take.
    pub timeout: Option<Duration>,
    /// Options of the stream's context: `ssl`.
    pub context: Option<&'a Array>,
}

/// Opens a link. The error is in words that PHP shows; there are none if they were shown already.
pub fn open(ctx: &Ctx, place: &Place<'_>) -> Result<Link, Option<Vec<u8>>> {
    let host = place.host;
    let url = host.strip_prefix(b"unix://");
    let path = url.or_else(|| host.starts_with(b"/").then_some(host));
    // The port of a URL is the usual one where none was given.
    if let Some(path) = path.filter(|_| place.port < 1 || (url.is_some() && place.port == USUAL_PORT)) {
        return connect(&[Address::Unix(path.to_vec())], place.timeout);
    }
    if host.windows(3).any(|w| w == b"://") && !host.starts_with(b"tcp://") {
        return open_stream(ctx, place);
    }
    let host = host.strip_prefix(b"tcp://").unwrap_or(host);
    let name = String::from_utf8_lossy(host).into_owned();
    // What the port of a socket has room for.
    let port = place.port as u16;
    if let Ok(ip) = name.trim_matches(['[', ']']).parse() {
        return connect(&[Address::Inet(SocketAddr::new(ip, port))], place.timeout);
    }
    match (name.as_str(), port).to_socket_addrs() {
        Ok(found) => connect(&found.map(Address::Inet).collect::<Vec<_>>(), place.timeout),
        Err(e) => {
            // The reason stands behind std's own words.
            let text = e.to_string();
            let reason = text.rsplit(": ").next().unwrap_or(&text);
            let text = format!("php_network_getaddresses: getaddrinfo for {name} failed: {reason}");
            ctx.warning(&text);
            Err(Some(text.into_bytes()))
        }
    }
}

fn connect(addresses: &[Address], timeout: Option<Duration>) -> Result<Link, Option<Vec<u8>>> {
    let mut failure = None;
    for address in addresses {
        match Socket::connect(address, timeout) {
            Ok(socket) => return Ok(Link::Socket(socket)),
            Err(e) if e.kind() == io::ErrorKind::TimedOut => failure = Some(b"Connection timed out".to_vec()),
            Err(e) => failure = Some(phant_os::error_text(&e).into_bytes()),
        }
    }
    Err(failure)
}

fn open_stream(ctx: &Ctx, place: &Place<'_>) -> Result<Link, Option<Vec<u8>>> {
    let url = [place.host, b":", place.port.to_string().as_bytes()].concat();
    let context = place.context.map(|options| {
        let context = Context::create();
        if let Some(context) = Context::of(&context) {
            let mut all = Array::new();
            all.set_name("ssl", options.clone().into());
            context.merge(&all);
        }
        context
    });
    let request = transport::Request {
        transport: "",
        address: b"",
        server: false,
        listen: false,
        asynchronous: false,
        connect: true,
        timeout: place.timeout,
        context: context.as_ref(),
    };
    transport::open(ctx, &url, request).map(Link::Stream).map_err(|failure| failure.message)
}
