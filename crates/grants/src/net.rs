//! To which addresses sockets may go.

use crate::{HELD, denied};
use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs, UdpSocket},
    os::unix::{ffi::OsStrExt, net::UnixStream},
    path::{Path, PathBuf},
    time::Duration,
};

/// What a socket is to be connected to, or bound to.
#[derive(Clone, Copy, Debug)]
pub enum Peer<'a> {
    /// Over IP.
    Inet(SocketAddr),
    /// A path, or a name that begins with NUL.
    Unix(&'a [u8]),
}

/// What was granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Addresses of a host, and one port or any.
    Host(Vec<IpAddr>, Option<u16>),
    /// A port of every host.
    Port(u16),
    /// A socket in the file system, or those in a folder.
    Path(PathBuf),
}

impl Target {
    /// `host`, `host:port`, `[::1]:port`, `:port`, `/path`
    fn read(text: &str) -> Result<Target, String> {
        let wrong = |why: &dyn std::fmt::Display| format!("--allow-net={text}: {why}");
        if text.starts_with('/') {
            return Ok(Target::Path(crate::resolved(text.as_bytes())));
        }
        if let Ok(ip) = text.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
            return Ok(Target::Host(vec![ip], None));
        }
        let (host, port) = match text.rsplit_once(':') {
            Some((host, port)) => (host, Some(port.parse::<u16>().map_err(|e| wrong(&e))?)),
            None => (text, None),
        };
        match (host, port) {
            ("" | "*", Some(port)) => Ok(Target::Port(port)),
            _ => {
                let host = host.trim_start_matches('[').trim_end_matches(']');
                let found = (host, port.unwrap_or(0)).to_socket_addrs().map_err(|e| wrong(&e))?;
                Ok(Target::Host(found.map(|address| address.ip()).collect(), port))
            }
        }
    }
    /// The port that Landlock can be told of; `None` if it is any.
    pub fn port(&self) -> Option<u16> {
        match self {
            Target::Host(_, port) => *port,
            Target::Port(port) => Some(*port),
            // No port is needed for these.
            Target::Path(_) => Some(0),
        }
    }
    fn covers(&self, peer: Peer<'_>) -> bool {
        match (self, peer) {
            (Target::Host(ips, port), Peer::Inet(address)) => {
                ips.contains(&address.ip().to_canonical()) && port.is_none_or(|port| port == address.port())
            }
            (Target::Port(port), Peer::Inet(address)) => *port == address.port(),
            (Target::Path(granted), Peer::Unix(path)) => {
                path.first().is_some_and(|&c| c != 0) && crate::resolved(path).starts_with(granted)
            }
            _ => false,
        }
    }
}

/// Reads what is granted. Names are looked up now: what they stand for later does not count.
pub fn targets(list: &[String]) -> Result<Vec<Target>, String> {
    list.iter().map(|text| Target::read(text)).collect()
}

/// Whether a socket may be connected or bound to something, or send to it.
pub fn may_reach(peer: Peer<'_>) -> bool {
    HELD.get().and_then(|held| held.net.as_ref()).is_none_or(|granted| granted.iter().any(|target| target.covers(peer)))
}

/// Whether there is anything that sockets may not reach.
pub fn is_limited() -> bool {
    HELD.get().is_some_and(|held| held.net.is_some())
}

/// Connects over TCP.
pub fn tcp(address: &SocketAddr, timeout: Duration) -> io::Result<TcpStream> {
    if may_reach(Peer::Inet(*address)) { TcpStream::connect_timeout(address, timeout) } else { Err(denied()) }
}

/// Connects to a socket in the file system.
pub fn unix(path: &Path) -> io::Result<UnixStream> {
    if may_reach(Peer::Unix(path.as_os_str().as_bytes())) { UnixStream::connect(path) } else { Err(denied()) }
}

/// A socket for datagrams to an address.
pub fn udp(address: &SocketAddr) -> io::Result<UdpSocket> {
    if !may_reach(Peer::Inet(*address)) {
        return Err(denied());
    }
    let any: IpAddr = if address.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
    let socket = UdpSocket::bind((any, 0))?;
    socket.connect(address)?;
    Ok(socket)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_of_sockets() {
        let inet = |text: &str| Peer::Inet(text.parse().expect("an address"));
        let covers = |target: &str, peer: Peer<'_>| Target::read(target).expect("a target").covers(peer);
        assert!(covers("127.0.0.1:80", inet("127.0.0.1:80")) && !covers("127.0.0.1:80", inet("127.0.0.1:81")));
        assert!(covers("127.0.0.1", inet("127.0.0.1:81")) && !covers("127.0.0.1", inet("127.0.0.2:81")));
        assert!(covers("127.0.0.1", inet("[::ffff:127.0.0.1]:81")));
        assert!(covers("[::1]:9", inet("[::1]:9")) && covers("::1", inet("[::1]:1")) && covers(":53", inet("9.9.9.9:53")));
        assert!(covers("/run/none", Peer::Unix(b"/run/none/a.sock")) && !covers("/run/none", Peer::Unix(b"/run/nonesuch")));
        assert!(!covers("/run/none", Peer::Unix(b"\0/run/none")) && !covers("127.0.0.1", Peer::Unix(b"/run/none")));
        assert!(Target::read("localhost:http").is_err() && Target::read("a:b:c").is_err());
    }
}
