//! Transports: `tcp://`, `udp://`, `unix://`, `udg://`, and what extensions add.

use super::{
    Context, Provided, Stream, flags,
    socket::{Socket, labels},
};
use phant_memory::{Held, Resource, Value};
use phant_native::{ctx::Ctx, registry, resource};
use phant_os::{
    poll,
    socket::{self, Address, Flag, Kind},
};
use std::{
    io,
    net::{IpAddr, SocketAddr, ToSocketAddrs},
    os::fd::{AsFd, AsRawFd, OwnedFd},
    time::Duration,
};

/// What to open.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The transport's name.
    pub transport: &'a str,
    /// What stands behind `://`.
    pub address: &'a [u8],
    /// A server (bound, perhaps listening) rather than a client.
    pub server: bool,
    /// Server: wait for connections.
    pub listen: bool,
    /// Client: return before the connection stands.
    pub asynchronous: bool,
    /// Client: connect at all.
    pub connect: bool,
    /// How long connecting may take.
    pub timeout: Option<Duration>,
    /// The context.
    pub context: Option<&'a Resource>,
}

/// Why opening failed.
#[derive(Clone, Debug, Default)]
pub struct Failure {
    /// Text; `None` shows as "Unknown error".
    pub message: Option<Vec<u8>>,
    /// Error number.
    pub code: i64,
}

impl Failure {
    fn text(message: impl Into<Vec<u8>>) -> Failure {
        Failure { message: Some(message.into()), code: 0 }
    }
}

impl From<io::Error> for Failure {
    fn from(e: io::Error) -> Failure {
        Failure { message: Some(phant_os::error_text(&e).into_bytes()), code: e.raw_os_error().map_or(0, i64::from) }
    }
}

/// Opens a stream of a transport that an extension offers.
pub type Factory = fn(&Ctx, &Request<'_>) -> Result<Resource, Failure>;

/// A transport that an extension offers.
pub struct TransportKind {
    /// Name in front of `://`.
    pub name: &'static str,
    /// Opens.
    pub open: Factory,
}

/// How far switching encryption on or off came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switched {
    /// Done.
    Done,
    /// Not yet: the other side must say something first.
    Waiting,
    /// Failed; why has been told.
    Failed,
}

/// Switches the encryption of a socket's stream on, in a way that is a number of PHP's (`STREAM_CRYPTO_METHOD_…`), or off.
pub type Encryption = fn(&Ctx, &Stream, Option<i64>) -> Switched;

/// Switches encryption on or off; without anybody who can it fails.
pub fn encrypt(ctx: &Ctx, stream: &Stream, method: Option<i64>) -> Switched {
    match registry::provided::<Provided>().find_map(|p| p.encryption) {
        Some(encryption) => encryption(ctx, stream, method),
        None => Switched::Failed,
    }
}

const BUILT_IN: [&str; 4] = ["tcp", "udp", "unix", "udg"];

fn kinds() -> impl Iterator<Item = &'static TransportKind> {
    registry::provided::<Provided>().flat_map(|p| p.transports)
}

/// Names of all transports.
pub fn names() -> Vec<&'static str> {
    BUILT_IN.into_iter().chain(kinds().map(|k| k.name)).collect()
}

/// Opens a socket by URL. Without a scheme it is TCP.
pub fn open(ctx: &Ctx, url: &[u8], request: Request<'_>) -> Result<Resource, Failure> {
    let letters = url.iter().take_while(|b| b.is_ascii_alphanumeric() || b"+-.".contains(b)).count();
    let (name, address): (&[u8], &[u8]) =
        if url[letters..].starts_with(b"://") { (&url[..letters], &url[letters + 3..]) } else { (b"tcp", url) };
    let lower = String::from_utf8_lossy(name).to_ascii_lowercase();
    let request = Request { transport: &lower, address, ..request };
    let opened = if BUILT_IN.contains(&lower.as_str()) {
        open_socket(ctx, &request)
    } else if let Some(kind) = kinds().find(|k| k.name == lower) {
        (kind.open)(ctx, &request)
    } else {
        let name = String::from_utf8_lossy(&name[..name.len().min(32)]).into_owned();
        let text =
            format!("Unable to find the socket transport \"{name}\" - did you forget to enable it when you configured PHP?");
        return Err(Failure::text(text));
    };
    let opened = opened?;
    if let Some(stream) = resource::get::<Stream>(&opened) {
        stream.set_context(request.context.cloned());
        stream.set_flags(flags::NO_SEEK);
        if stream.path().is_none() {
            stream.set_path(url);
        }
    }
    Ok(opened)
}

/// The plain TCP, UDP or UNIX socket of a request, as a stream: also the base of encrypted transports.
pub fn open_socket(ctx: &Ctx, request: &Request<'_>) -> Result<Resource, Failure> {
    let (label, datagram, unix) = match request.transport {
        "udp" => (labels::UDP, true, false),
        "unix" => (labels::UNIX, false, true),
        "udg" => (labels::UDG, true, true),
        _ => (labels::TCP, false, false),
    };
    let context = request.context.and_then(resource::get::<Context>);
    let option = |name: &str| context.as_ref().and_then(|c| c.option("socket", name));
    let truth = |name: &str| option(name).is_some_and(|v| phant_native::convert::to_bool(&v));
    let addresses = if unix {
        const LONGEST: usize = 108;
        let mut path = request.address.to_vec();
        if path.len() >= LONGEST {
            ctx.notice(format!("socket path exceeded the maximum allowed length of {LONGEST} bytes and was truncated"));
            path.truncate(LONGEST - 1);
        }
        vec![Address::Unix(path)]
    } else {
        let (host, port) = host_and_port(request.address)?;
        if host.contains(&0) {
            return Err(Failure::text("The hostname must not contain null bytes"));
        }
        resolve(ctx, &host, port)?
    };
    let bind_to = option("bindto").and_then(|v| v.as_str().map(Held::into_owned));
    let backlog = option("backlog").map_or(511, |v| phant_native::convert::to_int(&v) as i32);
    let mut failure = Failure::default();
    for address in &addresses {
        let attempt = || -> io::Result<OwnedFd> {
            let fd = socket::socket(Kind::of(address, datagram))?;
            if truth("so_broadcast") {
                socket::set_flag(fd.as_fd(), Flag::Broadcast, true)?;
            }
            if request.server {
                if !unix {
                    socket::set_flag(fd.as_fd(), Flag::ReuseAddress, true)?;
                    if let Some(only) = option("ipv6_v6only")
                        && matches!(address, Address::Inet(SocketAddr::V6(_)))
                    {
                        socket::set_flag(fd.as_fd(), Flag::Ipv6Only, phant_native::convert::to_bool(&only))?;
                    }
                }
                if truth("so_reuseport") {
                    socket::set_flag(fd.as_fd(), Flag::ReusePort, true)?;
                }
                socket::bind(fd.as_fd(), address)?;
                if request.listen && !datagram {
                    socket::listen(fd.as_fd(), backlog)?;
                }
                return Ok(fd);
            }
            if let Some(local) = &bind_to
                && let Ok((host, port)) = host_and_port(local)
                && let Ok(ip) = String::from_utf8_lossy(&host).trim_matches(['[', ']']).parse::<IpAddr>()
            {
                socket::bind(fd.as_fd(), &Address::Inet(SocketAddr::new(ip, port)))?;
            }
            if truth("tcp_nodelay") && !unix && !datagram {
                socket::set_flag(fd.as_fd(), Flag::NoDelay, true)?;
            }
            if request.connect {
                connect(&fd, address, request)?;
            }
            Ok(fd)
        };
        match attempt() {
            Ok(fd) => {
                let ops = Socket::new(ctx, fd, label);
                return Ok(Stream::new(Box::new(ops), b"r+").register());
            }
            Err(e) => failure = Failure::from(e),
        }
    }
    Err(failure)
}

fn connect(fd: &OwnedFd, address: &Address, request: &Request<'_>) -> io::Result<()> {
    if request.asynchronous || request.timeout.is_some() {
        phant_os::fs::set_blocking(fd.as_fd(), false)?;
    }
    match socket::connect(fd.as_fd(), address) {
        Ok(()) => {}
        Err(e) if socket::in_progress(&e) && request.asynchronous => {}
        Err(e) if socket::in_progress(&e) => {
            if poll::wait(fd.as_raw_fd(), poll::OUT, request.timeout)? == 0 {
                return Err(io::Error::from_raw_os_error(TIMED_OUT));
            }
            socket::take_error(fd.as_fd())?;
        }
        Err(e) => return Err(e),
    }
    if !request.asynchronous && request.timeout.is_some() {
        phant_os::fs::set_blocking(fd.as_fd(), true)?;
    }
    Ok(())
}

/// ETIMEDOUT
pub const TIMED_OUT: i32 = 110;

/// Splits `host:port` and `[v6]:port`.
pub fn host_and_port(address: &[u8]) -> Result<(Vec<u8>, u16), Failure> {
    let shown = String::from_utf8_lossy(address).into_owned();
    let port = |text: &[u8]| phant_numeric::parse::to_int(text) as u16;
    if address.first() == Some(&b'[') && address.len() > 1 {
        let end = address.iter().position(|&b| b == b']').filter(|&i| address.get(i + 1) == Some(&b':'));
        return match end {
            Some(end) => Ok((address[1..end].to_vec(), port(&address[end + 2..]))),
            None => Err(Failure::text(format!("Failed to parse IPv6 address \"{shown}\""))),
        };
    }
    match address.iter().rposition(|&b| b == b':') {
        Some(colon) => {
            let rest: Vec<u8> = address[colon + 1..].iter().copied().take_while(|&b| b != b'/').collect();
            Ok((address[..colon].to_vec(), port(&rest)))
        }
        None => Err(Failure::text(format!("Failed to parse address \"{shown}\""))),
    }
}

/// The addresses of a host; failures are shown.
fn resolve(ctx: &Ctx, host: &[u8], port: u16) -> Result<Vec<Address>, Failure> {
    let name = String::from_utf8_lossy(host).into_owned();
    if let Ok(ip) = name.parse::<IpAddr>() {
        return Ok(vec![Address::Inet(SocketAddr::new(ip, port))]);
    }
    match (name.as_str(), port).to_socket_addrs() {
        Ok(found) => Ok(found.map(Address::Inet).collect()),
        Err(e) => {
            // The reason stands behind std's own words.
            let text = e.to_string();
            let reason = text.rsplit(": ").next().unwrap_or(&text);
            let text = format!("php_network_getaddresses: getaddrinfo for {name} failed: {reason}");
            ctx.warning(&text);
            Err(Failure::text(text))
        }
    }
}

/// A timeout in seconds as PHP gives it: negative is forever.
pub fn timeout_of(seconds: f64) -> Option<Duration> {
    if seconds < 0.0 || !seconds.is_finite() { None } else { Some(Duration::from_secs_f64(seconds.min(1e9))) }
}

/// `default_socket_timeout` as a number of seconds.
pub fn default_timeout(ctx: &Ctx) -> f64 {
    ctx.ini.int("default_socket_timeout") as f64
}

/// A context option's value by wrapper and name.
pub fn context_option(context: Option<&Resource>, wrapper: &str, name: &str) -> Option<Value> {
    context.and_then(resource::get::<Context>)?.option(wrapper, name)
}
