//! Sockets, with addresses of the families PHP's streams know.

use crate::check;
use std::{
    io,
    mem::MaybeUninit,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6},
    os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd},
};

/// A socket's address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// IPv4 or IPv6.
    Inet(SocketAddr),
    /// A path, or a name that begins with NUL; empty for a socket without a name.
    Unix(Vec<u8>),
    /// Another family.
    Other,
}

/// Address family, socket type and protocol numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Kind {
    pub family: i32,
    pub kind: i32,
    pub protocol: i32,
}

impl Kind {
    /// A stream or datagram socket for an address.
    pub fn of(address: &Address, datagram: bool) -> Kind {
        let family = match address {
            Address::Inet(SocketAddr::V4(_)) => libc::AF_INET,
            Address::Inet(SocketAddr::V6(_)) => libc::AF_INET6,
            _ => libc::AF_UNIX,
        };
        Kind { family, kind: if datagram { libc::SOCK_DGRAM } else { libc::SOCK_STREAM }, protocol: 0 }
    }
}

/// The structure and its length, for C.
struct Raw {
    storage: libc::sockaddr_storage,
    len: libc::socklen_t,
}

impl Raw {
    fn empty() -> Raw {
        // SAFETY: all zeroes is a valid (unspecified) address.
        Raw { storage: unsafe { std::mem::zeroed() }, len: size_of::<libc::sockaddr_storage>() as libc::socklen_t }
    }
    fn of(address: &Address) -> io::Result<Raw> {
        let mut raw = Raw::empty();
        let p = &raw mut raw.storage;
        // SAFETY: the storage is large and aligned enough for every address structure.
        unsafe {
            match address {
                Address::Inet(SocketAddr::V4(a)) => {
                    let s = &mut *p.cast::<libc::sockaddr_in>();
                    s.sin_family = libc::AF_INET as libc::sa_family_t;
                    s.sin_port = a.port().to_be();
                    s.sin_addr.s_addr = u32::from(*a.ip()).to_be();
                    raw.len = size_of::<libc::sockaddr_in>() as libc::socklen_t;
                }
                Address::Inet(SocketAddr::V6(a)) => {
                    let s = &mut *p.cast::<libc::sockaddr_in6>();
                    s.sin6_family = libc::AF_INET6 as libc::sa_family_t;
                    s.sin6_port = a.port().to_be();
                    s.sin6_addr.s6_addr = a.ip().octets();
                    s.sin6_flowinfo = a.flowinfo();
                    s.sin6_scope_id = a.scope_id();
                    raw.len = size_of::<libc::sockaddr_in6>() as libc::socklen_t;
                }
                Address::Unix(path) => {
                    let s = &mut *p.cast::<libc::sockaddr_un>();
                    s.sun_family = libc::AF_UNIX as libc::sa_family_t;
                    if path.len() >= s.sun_path.len() {
                        return Err(io::Error::from_raw_os_error(libc::ENAMETOOLONG));
                    }
                    for (to, &from) in s.sun_path.iter_mut().zip(path) {
                        *to = from as libc::c_char;
                    }
                    let named = path.first().is_some_and(|&b| b != 0);
                    let head = std::mem::offset_of!(libc::sockaddr_un, sun_path);
                    raw.len = (head + path.len() + usize::from(named)) as libc::socklen_t;
                }
                Address::Other => return Err(io::Error::from_raw_os_error(libc::EAFNOSUPPORT)),
            }
        }
        Ok(raw)
    }
    fn address(&self) -> Address {
        let p = &raw const self.storage;
        // SAFETY: the family says which structure the kernel wrote.
        unsafe {
            match i32::from(self.storage.ss_family) {
                libc::AF_INET => {
                    let s = &*p.cast::<libc::sockaddr_in>();
                    let ip = Ipv4Addr::from(u32::from_be(s.sin_addr.s_addr));
                    Address::Inet(SocketAddr::new(IpAddr::V4(ip), u16::from_be(s.sin_port)))
                }
                libc::AF_INET6 => {
                    let s = &*p.cast::<libc::sockaddr_in6>();
                    let ip = Ipv6Addr::from(s.sin6_addr.s6_addr);
                    Address::Inet(SocketAddrV6::new(ip, u16::from_be(s.sin6_port), s.sin6_flowinfo, s.sin6_scope_id).into())
                }
                libc::AF_UNIX => {
                    let s = &*p.cast::<libc::sockaddr_un>();
                    let head = std::mem::offset_of!(libc::sockaddr_un, sun_path);
                    let n = (self.len as usize).saturating_sub(head).min(s.sun_path.len());
                    let mut path: Vec<u8> = s.sun_path[..n].iter().map(|&c| c as u8).collect();
                    if path.first().is_some_and(|&b| b != 0) {
                        let end = path.iter().position(|&b| b == 0).unwrap_or(path.len());
                        path.truncate(end);
                    }
                    Address::Unix(path)
                }
                _ => Address::Other,
            }
        }
    }
    /// From the structure's bytes; what is cut short is of no known family.
    fn from_bytes(bytes: &[u8]) -> Raw {
        let mut raw = Raw::empty();
        let len = bytes.len().min(size_of::<libc::sockaddr_storage>());
        // SAFETY: the storage has room for `len` bytes, and any bytes are a valid one.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), (&raw mut raw.storage).cast(), len) };
        raw.len = len as libc::socklen_t;
        raw
    }
    fn ptr(&self) -> *const libc::sockaddr {
        (&raw const self.storage).cast()
    }
}

/// A new socket, closed on exec.
pub fn socket(kind: Kind) -> io::Result<OwnedFd> {
    // SAFETY: any numbers may be asked for; the descriptor is ours alone.
    unsafe { Ok(OwnedFd::from_raw_fd(check(libc::socket(kind.family, kind.kind | libc::SOCK_CLOEXEC, kind.protocol))?)) }
}

/// A new socket for a library that connects it itself, to the address in this C structure.
pub fn socket_to(kind: Kind, address: &[u8]) -> io::Result<OwnedFd> {
    allowed(&Raw::from_bytes(address).address())?;
    socket(kind)
}

/// Two connected sockets.
pub fn pair(kind: Kind) -> io::Result<(OwnedFd, OwnedFd)> {
    let mut ends = [0; 2];
    // SAFETY: room for two descriptors, which are ours alone.
    unsafe {
        check(libc::socketpair(kind.family, kind.kind | libc::SOCK_CLOEXEC, kind.protocol, ends.as_mut_ptr()))?;
        Ok((OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1])))
    }
}

/// Whether the process may have to do with an address.
fn allowed(address: &Address) -> io::Result<()> {
    let may = match address {
        Address::Inet(address) => phant_grants::may_reach(phant_grants::Peer::Inet(*address)),
        Address::Unix(path) => phant_grants::may_reach(phant_grants::Peer::Unix(path)),
        Address::Other => !phant_grants::net::is_limited(),
    };
    if may { Ok(()) } else { Err(phant_grants::denied()) }
}

/// Gives the socket an address.
pub fn bind(fd: BorrowedFd<'_>, address: &Address) -> io::Result<()> {
    allowed(address)?;
    let raw = Raw::of(address)?;
    // SAFETY: pointer and length belong together.
    check(unsafe { libc::bind(fd.as_raw_fd(), raw.ptr(), raw.len) }).map(drop)
}

/// Connects; a non-blocking socket reports `EINPROGRESS`.
pub fn connect(fd: BorrowedFd<'_>, address: &Address) -> io::Result<()> {
    allowed(address)?;
    let raw = Raw::of(address)?;
    // SAFETY: pointer and length belong together.
    check(unsafe { libc::connect(fd.as_raw_fd(), raw.ptr(), raw.len) }).map(drop)
}

/// Whether an error only says that a connection is being made.
pub fn in_progress(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(libc::EINPROGRESS | libc::EAGAIN))
}

/// Waits for connections.
pub fn listen(fd: BorrowedFd<'_>, backlog: i32) -> io::Result<()> {
    // SAFETY: the descriptor is open.
    check(unsafe { libc::listen(fd.as_raw_fd(), backlog) }).map(drop)
}

/// Takes a connection.
pub fn accept(fd: BorrowedFd<'_>) -> io::Result<(OwnedFd, Address)> {
    let mut raw = Raw::empty();
    // SAFETY: the storage has `len` bytes; the descriptor is ours alone.
    unsafe {
        let new = check(libc::accept4(fd.as_raw_fd(), (&raw mut raw.storage).cast(), &raw mut raw.len, libc::SOCK_CLOEXEC))?;
        Ok((OwnedFd::from_raw_fd(new), raw.address()))
    }
}

/// The socket's own address.
pub fn local_address(fd: BorrowedFd<'_>) -> io::Result<Address> {
    let mut raw = Raw::empty();
    // SAFETY: the storage has `len` bytes.
    check(unsafe { libc::getsockname(fd.as_raw_fd(), (&raw mut raw.storage).cast(), &raw mut raw.len) })?;
    Ok(raw.address())
}

/// The other end's address.
pub fn peer_address(fd: BorrowedFd<'_>) -> io::Result<Address> {
    let mut raw = Raw::empty();
    // SAFETY: the storage has `len` bytes.
    check(unsafe { libc::getpeername(fd.as_raw_fd(), (&raw mut raw.storage).cast(), &raw mut raw.len) })?;
    Ok(raw.address())
}

/// Flags of [`receive`] and [`send`].
pub mod message {
    /// Out-of-band data.
    pub const OUT_OF_BAND: i32 = libc::MSG_OOB;
    /// Leave the data where it is.
    pub const PEEK: i32 = libc::MSG_PEEK;
    /// Do not wait.
    pub const DONT_WAIT: i32 = libc::MSG_DONTWAIT;
}

/// Receives.
pub fn receive(fd: BorrowedFd<'_>, out: &mut [u8], flags: i32) -> io::Result<usize> {
    // SAFETY: the buffer is valid for its length.
    let n = unsafe { libc::recv(fd.as_raw_fd(), out.as_mut_ptr().cast(), out.len(), flags) };
    usize::try_from(n).map_err(|_| io::Error::last_os_error())
}

/// Receives, telling from whom.
pub fn receive_from(fd: BorrowedFd<'_>, out: &mut [u8], flags: i32) -> io::Result<(usize, Option<Address>)> {
    let mut raw = Raw::empty();
    // SAFETY: buffer and storage are valid for their lengths.
    let n = unsafe {
        libc::recvfrom(fd.as_raw_fd(), out.as_mut_ptr().cast(), out.len(), flags, (&raw mut raw.storage).cast(), &raw mut raw.len)
    };
    let n = usize::try_from(n).map_err(|_| io::Error::last_os_error())?;
    Ok((n, (raw.len > 0).then(|| raw.address())))
}

/// Sends, to an address if one is given.
pub fn send(fd: BorrowedFd<'_>, data: &[u8], flags: i32, to: Option<&Address>) -> io::Result<usize> {
    to.map_or(Ok(()), allowed)?;
    let raw = to.map(Raw::of).transpose()?;
    let (address, len) = raw.as_ref().map_or((std::ptr::null(), 0), |r| (r.ptr(), r.len));
    // SAFETY: data and address are valid for their lengths; no signal is raised for a closed connection.
    let n = unsafe { libc::sendto(fd.as_raw_fd(), data.as_ptr().cast(), data.len(), flags | libc::MSG_NOSIGNAL, address, len) };
    usize::try_from(n).map_err(|_| io::Error::last_os_error())
}

/// Ends reading (0), writing (1) or both (2).
pub fn shutdown(fd: BorrowedFd<'_>, how: i32) -> io::Result<()> {
    // SAFETY: the descriptor is open.
    check(unsafe { libc::shutdown(fd.as_raw_fd(), how) }).map(drop)
}

/// Socket options that are on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Flag {
    ReuseAddress,
    ReusePort,
    Broadcast,
    NoDelay,
    Ipv6Only,
    KeepAlive,
}

/// Switches an option.
pub fn set_flag(fd: BorrowedFd<'_>, flag: Flag, on: bool) -> io::Result<()> {
    let (level, name) = match flag {
        Flag::ReuseAddress => (libc::SOL_SOCKET, libc::SO_REUSEADDR),
        Flag::ReusePort => (libc::SOL_SOCKET, libc::SO_REUSEPORT),
        Flag::Broadcast => (libc::SOL_SOCKET, libc::SO_BROADCAST),
        Flag::KeepAlive => (libc::SOL_SOCKET, libc::SO_KEEPALIVE),
        Flag::NoDelay => (libc::IPPROTO_TCP, libc::TCP_NODELAY),
        Flag::Ipv6Only => (libc::IPPROTO_IPV6, libc::IPV6_V6ONLY),
    };
    let value = libc::c_int::from(on);
    // SAFETY: the value is an int, as these options want.
    check(unsafe {
        libc::setsockopt(fd.as_raw_fd(), level, name, (&raw const value).cast(), size_of::<libc::c_int>() as libc::socklen_t)
    })
    .map(drop)
}

/// The error a connection attempt ended with.
pub fn take_error(fd: BorrowedFd<'_>) -> io::Result<()> {
    let mut value = MaybeUninit::<libc::c_int>::zeroed();
    let mut len = size_of::<libc::c_int>() as libc::socklen_t;
    // SAFETY: room for the int that the option yields.
    let errno = unsafe {
        check(libc::getsockopt(fd.as_raw_fd(), libc::SOL_SOCKET, libc::SO_ERROR, value.as_mut_ptr().cast(), &raw mut len))?;
        value.assume_init()
    };
    if errno == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(errno)) }
}

/// How long receiving may take; `None` is for ever.
pub fn set_receive_timeout(fd: BorrowedFd<'_>, timeout: Option<std::time::Duration>) -> io::Result<()> {
    let timeout = timeout.unwrap_or_default();
    let value =
        libc::timeval { tv_sec: timeout.as_secs() as libc::time_t, tv_usec: timeout.subsec_micros() as libc::suseconds_t };
    // SAFETY: the value is a timeval, as this option wants.
    check(unsafe {
        libc::setsockopt(
            fd.as_raw_fd(),
            libc::SOL_SOCKET,
            libc::SO_RCVTIMEO,
            (&raw const value).cast(),
            size_of::<libc::timeval>() as libc::socklen_t,
        )
    })
    .map(drop)
}
