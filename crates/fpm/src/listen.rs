//! The sockets of pools.

use crate::config::Pool;
use phant_os::{
    posix::{self, Key},
    socket::{self, Address, Flag, Kind},
};
use std::{
    fs::{self, Permissions},
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs},
    os::{
        fd::{AsFd, OwnedFd},
        unix::fs::{FileTypeExt, PermissionsExt},
    },
    path::Path,
};

/// What `listen` means.
fn address(listen: &str) -> io::Result<Address> {
    if listen.contains('/') {
        return Ok(Address::Unix(listen.as_bytes().to_vec()));
    }
    if let Ok(port) = listen.parse::<u16>() {
        // A number alone is a port of every address.
        return Ok(Address::Inet(SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), port)));
    }
    if let Some(port) = listen.strip_prefix("[::]:").and_then(|port| port.parse().ok()) {
        return Ok(Address::Inet(SocketAddr::new(IpAddr::V6(Ipv6Addr::UNSPECIFIED), port)));
    }
    let found = listen.to_socket_addrs()?.next();
    found.map(Address::Inet).ok_or_else(|| io::Error::new(io::ErrorKind::AddrNotAvailable, "no such address"))
}

/// How long the queue of connections is that wait: what is wanted, as far as the system lets it.
pub fn queue_length(pool: &Pool) -> u64 {
    let most = fs::read_to_string("/proc/sys/net/core/somaxconn").ok().and_then(|text| text.trim().parse().ok());
    let most = most.unwrap_or(4096);
    u64::try_from(pool.backlog).map_or(most, |wanted| wanted.min(most))
}

/// Opens a socket of a pool.
pub fn open(pool: &Pool, listen: &str) -> io::Result<OwnedFd> {
    let address = address(listen)?;
    let fd = socket::socket(Kind::of(&address, false))?;
    if let Address::Unix(path) = &address {
        let path = Path::new(std::str::from_utf8(path).unwrap_or_default());
        // What somebody listens on is not taken away, and only a socket is replaced.
        if fs::symlink_metadata(path).is_ok_and(|meta| meta.file_type().is_socket()) {
            let probe = socket::socket(Kind::of(&address, false))?;
            if socket::connect(probe.as_fd(), &address).is_ok() {
                return Err(io::ErrorKind::AddrInUse.into());
            }
            fs::remove_file(path)?;
        }
        socket::bind(fd.as_fd(), &address)?;
        own(pool, path)?;
    } else {
        socket::set_flag(fd.as_fd(), Flag::ReuseAddress, true)?;
        socket::bind(fd.as_fd(), &address)?;
    }
    let backlog = if pool.backlog < 0 { 4096 } else { pool.backlog };
    socket::listen(fd.as_fd(), backlog)?;
    phant_os::fs::set_blocking(fd.as_fd(), false)?;
    Ok(fd)
}

/// Gives a socket's file to who may connect.
fn own(pool: &Pool, path: &Path) -> io::Result<()> {
    let missing = |what: &str, name: &str| io::Error::new(io::ErrorKind::NotFound, format!("there is no {what} '{name}'"));
    let user = pool.owner.as_deref().map(|name| user(name).ok_or_else(|| missing("user", name))).transpose()?;
    let group = pool.owner_group.as_deref().map(|name| group(name).ok_or_else(|| missing("group", name))).transpose()?;
    if user.is_some() || group.is_some() {
        std::os::unix::fs::chown(path, user.as_ref().map(|user| user.user), group.or(user.as_ref().map(|user| user.group)))?;
    }
    fs::set_permissions(path, Permissions::from_mode(pool.mode.unwrap_or(0o660)))
}

/// A user by name or number.
pub fn user(name: &str) -> Option<posix::User> {
    let by_number = || posix::user_entry(Key::Id(name.parse().ok()?)).ok();
    posix::user_entry(Key::Name(name.as_bytes())).ok().or_else(by_number)
}

/// A group by name or number.
pub fn group(name: &str) -> Option<u32> {
    posix::group_entry(Key::Name(name.as_bytes())).map(|group| group.group).ok().or_else(|| name.parse().ok())
}

/// How many connections wait in a socket. The system tells it of TCP only.
pub fn waiting(fd: &OwnedFd) -> u64 {
    let Ok(Address::Inet(address)) = socket::local_address(fd.as_fd()) else { return 0 };
    let (table, host) = match address.ip() {
        IpAddr::V4(ip) => ("/proc/self/net/tcp", format!("{:08X}", u32::from_ne_bytes(ip.octets()))),
        IpAddr::V6(ip) => {
            let words = ip.octets().chunks(4).map(|c| u32::from_ne_bytes([c[0], c[1], c[2], c[3]])).collect::<Vec<_>>();
            ("/proc/self/net/tcp6", words.iter().map(|word| format!("{word:08X}")).collect())
        }
    };
    let wanted = format!("{host}:{:04X}", address.port());
    let Ok(text) = fs::read_to_string(table) else { return 0 };
    let line = text.lines().map(|line| line.split_ascii_whitespace().collect::<Vec<_>>());
    // Of a socket that listens, the length of the queue is what it has received.
    let queue = line.filter(|w| w.len() > 4 && w[1] == wanted && w[3] == "0A").find_map(|w| w[4].split_once(':'));
    queue.and_then(|(_, received)| u64::from_str_radix(received, 16).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        let inet = |text: &str| Address::Inet(text.parse().expect("an address"));
        assert_eq!(address("/run/a.sock").expect("a path"), Address::Unix(b"/run/a.sock".to_vec()));
        assert_eq!(address("9000").expect("a port"), inet("0.0.0.0:9000"));
        assert_eq!(address("127.0.0.1:9000").expect("both"), inet("127.0.0.1:9000"));
        assert_eq!(address("[::]:9000").expect("IPv6"), inet("[::]:9000"));
        assert!(address("nothing").is_err());
    }

    #[test]
    fn connections_that_wait_are_counted() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let at = listener.local_addr().expect("its address");
        let fd = OwnedFd::from(listener);
        assert_eq!(waiting(&fd), 0);
        let _client = std::net::TcpStream::connect(at).expect("a connection");
        assert_eq!(waiting(&fd), 1);
    }
}
