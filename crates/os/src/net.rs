//! Network facts that `std` does not tell: interfaces, services, protocols.

use crate::c_string;
use std::{
    ffi::CStr,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

/// One address of a network interface.
#[derive(Clone, Debug)]
pub struct InterfaceAddress {
    /// Interface name.
    pub name: Vec<u8>,
    /// `IFF_*` flags.
    pub flags: u32,
    /// Address family number.
    pub family: i32,
    /// The address, for IPv4 and IPv6.
    pub address: Option<IpAddr>,
    /// Its mask.
    pub netmask: Option<IpAddr>,
    /// Broadcast address, if the interface has one.
    pub broadcast: Option<IpAddr>,
    /// The other end of a point-to-point link.
    pub peer: Option<IpAddr>,
}

/// Whether an interface's flags say that it is up.
pub fn is_up(flags: u32) -> bool {
    flags & libc::IFF_UP as u32 != 0
}

/// # Safety
/// `address` must be null or point to a socket address that is valid for its family.
unsafe fn ip(address: *const libc::sockaddr) -> Option<IpAddr> {
    // SAFETY: by contract; the family says which structure it is.
    unsafe {
        if address.is_null() {
            return None;
        }
        match i32::from((*address).sa_family) {
            libc::AF_INET => {
                let a = &*address.cast::<libc::sockaddr_in>();
                Some(IpAddr::V4(Ipv4Addr::from(u32::from_be(a.sin_addr.s_addr))))
            }
            libc::AF_INET6 => {
                let a = &*address.cast::<libc::sockaddr_in6>();
                Some(IpAddr::V6(Ipv6Addr::from(a.sin6_addr.s6_addr)))
            }
            _ => None,
        }
    }
}

/// The addresses of all network interfaces.
pub fn interfaces() -> std::io::Result<Vec<InterfaceAddress>> {
    let mut list: *mut libc::ifaddrs = std::ptr::null_mut();
    let mut out = Vec::new();
    // SAFETY: the list is walked before it is freed; its pointers are valid or null.
    unsafe {
        crate::check(libc::getifaddrs(&raw mut list))?;
        let mut at = list;
        while !at.is_null() {
            let entry = &*at;
            let other = ip(entry.ifa_ifu);
            let has = |flag: i32| entry.ifa_flags & flag as u32 != 0;
            out.push(InterfaceAddress {
                name: CStr::from_ptr(entry.ifa_name).to_bytes().to_vec(),
                flags: entry.ifa_flags,
                family: if entry.ifa_addr.is_null() { 0 } else { i32::from((*entry.ifa_addr).sa_family) },
                address: ip(entry.ifa_addr),
                netmask: ip(entry.ifa_netmask),
                broadcast: other.filter(|_| has(libc::IFF_BROADCAST)),
                peer: other.filter(|_| has(libc::IFF_POINTOPOINT)),
            });
            at = entry.ifa_next;
        }
        libc::freeifaddrs(list);
    }
    Ok(out)
}

/// The port of a service.
pub fn service_port(name: &[u8], protocol: &[u8]) -> Option<u16> {
    let (name, protocol) = (c_string(name).ok()?, c_string(protocol).ok()?);
    // SAFETY: the static record is read at once; nothing else of this process asks at the same time for long.
    unsafe {
        let found = libc::getservbyname(name.as_ptr(), protocol.as_ptr());
        (!found.is_null()).then(|| u16::from_be((*found).s_port as u16))
    }
}

/// The service of a port.
pub fn service_name(port: u16, protocol: &[u8]) -> Option<Vec<u8>> {
    let protocol = c_string(protocol).ok()?;
    // SAFETY: as above.
    unsafe {
        let found = libc::getservbyport(i32::from(port.to_be()), protocol.as_ptr());
        (!found.is_null()).then(|| CStr::from_ptr((*found).s_name).to_bytes().to_vec())
    }
}

/// The number of a protocol.
pub fn protocol_number(name: &[u8]) -> Option<i32> {
    let name = c_string(name).ok()?;
    // SAFETY: as above.
    unsafe {
        let found = libc::getprotobyname(name.as_ptr());
        (!found.is_null()).then(|| (*found).p_proto)
    }
}

/// The name of a protocol.
pub fn protocol_name(number: i32) -> Option<Vec<u8>> {
    // SAFETY: as above.
    unsafe {
        let found = libc::getprotobynumber(number);
        (!found.is_null()).then(|| CStr::from_ptr((*found).p_name).to_bytes().to_vec())
    }
}

/// The name of an address, as the resolver knows it.
pub fn host_of(address: IpAddr) -> Option<Vec<u8>> {
    let mut host = [0u8; 1025];
    // SAFETY: the address structures are fully initialised and passed with their own sizes; the buffer is valid.
    unsafe {
        let result = match address {
            IpAddr::V4(v4) => {
                let mut a: libc::sockaddr_in = std::mem::zeroed();
                a.sin_family = libc::AF_INET as libc::sa_family_t;
                a.sin_addr.s_addr = u32::from(v4).to_be();
                libc::getnameinfo(
                    (&raw const a).cast(),
                    size_of::<libc::sockaddr_in>() as libc::socklen_t,
                    host.as_mut_ptr().cast(),
                    host.len() as libc::socklen_t,
                    std::ptr::null_mut(),
                    0,
                    libc::NI_NAMEREQD,
                )
            }
            IpAddr::V6(v6) => {
                let mut a: libc::sockaddr_in6 = std::mem::zeroed();
                a.sin6_family = libc::AF_INET6 as libc::sa_family_t;
                a.sin6_addr.s6_addr = v6.octets();
                libc::getnameinfo(
                    (&raw const a).cast(),
                    size_of::<libc::sockaddr_in6>() as libc::socklen_t,
                    host.as_mut_ptr().cast(),
                    host.len() as libc::socklen_t,
                    std::ptr::null_mut(),
                    0,
                    libc::NI_NAMEREQD,
                )
            }
        };
        (result == 0).then(|| CStr::from_ptr(host.as_ptr().cast()).to_bytes().to_vec())
    }
}
