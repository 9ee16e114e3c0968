//! What POSIX says of processes, users, groups, terminals and limits.

use crate::{c_string, check};
use std::{
    ffi::{CStr, c_char, c_int},
    io,
    mem::MaybeUninit,
    os::fd::RawFd,
    ptr,
};

/// Room for the texts of an entry of the user or group database.
const RECORD_ROOM: usize = 64 * 1024;

fn errno() -> i32 {
    io::Error::last_os_error().raw_os_error().unwrap_or(0)
}
fn set_errno(number: i32) {
    // SAFETY: every thread has its own.
    unsafe { *libc::__errno_location() = number };
}
fn done(result: c_int) -> io::Result<()> {
    check(result).map(drop)
}
/// A text of C, or none.
///
/// # Safety
/// The pointer is null or to a NUL-terminated text.
unsafe fn text(from: *const c_char) -> Vec<u8> {
    if from.is_null() {
        return Vec::new();
    }
    // SAFETY: the caller promises it.
    unsafe { CStr::from_ptr(from) }.to_bytes().to_vec()
}

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident = $call:ident;)*) => { $(
        $(#[$doc])*
        pub fn $name() -> i64 {
            // SAFETY: takes nothing and always succeeds.
            i64::from(unsafe { libc::$call() })
        }
    )* };
}
numbers! {
    /// This process's number.
    process_id = getpid;
    /// The parent's number.
    parent_id = getppid;
    /// The real user.
    user = getuid;
    /// The effective user.
    effective_user = geteuid;
    /// The real group.
    group = getgid;
    /// The effective group.
    effective_group = getegid;
    /// The process group.
    process_group = getpgrp;
    /// Begins a session; its number, or -1.
    new_session = setsid;
}

macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident = $call:ident;)*) => { $(
        $(#[$doc])*
        pub fn $name(id: u32) -> io::Result<()> {
            // SAFETY: any number may be asked for.
            done(unsafe { libc::$call(id) })
        }
    )* };
}
setters! {
    /// Becomes a user.
    set_user = setuid;
    /// Becomes a user for the time being.
    set_effective_user = seteuid;
    /// Becomes a member of a group.
    set_group = setgid;
    /// Becomes a member of a group for the time being.
    set_effective_group = setegid;
}

/// Sends a signal to a process, a group of processes (below zero) or all (-1).
pub fn kill(process: i32, signal: i32) -> io::Result<()> {
    // SAFETY: any numbers may be asked for.
    done(unsafe { libc::kill(process, signal) })
}
/// Puts a process into a group.
pub fn set_process_group(process: i32, group: i32) -> io::Result<()> {
    // SAFETY: any numbers may be asked for.
    done(unsafe { libc::setpgid(process, group) })
}
/// The group of a process.
pub fn process_group_of(process: i32) -> io::Result<i32> {
    // SAFETY: any number may be asked about.
    check(unsafe { libc::getpgid(process) })
}
/// The session of a process.
pub fn session_of(process: i32) -> io::Result<i32> {
    // SAFETY: any number may be asked about.
    check(unsafe { libc::getsid(process) })
}

/// The groups of this process.
pub fn groups() -> io::Result<Vec<u32>> {
    // SAFETY: with no room, only the number of groups is asked.
    let count = check(unsafe { libc::getgroups(0, ptr::null_mut()) })?;
    let mut out = vec![0; count as usize];
    // SAFETY: there is room for that many.
    let count = check(unsafe { libc::getgroups(count, out.as_mut_ptr()) })?;
    out.truncate(count as usize);
    Ok(out)
}

/// Takes the groups of a user from the database, and one more.
pub fn init_groups(name: &[u8], group: u32) -> io::Result<()> {
    let name = c_string(name)?;
    // SAFETY: the name is NUL-terminated.
    done(unsafe { libc::initgroups(name.as_ptr(), group) })
}

/// The name of whoever is logged in at the terminal.
pub fn login() -> io::Result<Vec<u8>> {
    let mut buffer = [0u8; 256];
    // SAFETY: the buffer is valid; its last byte stays NUL.
    match unsafe { getlogin_r(buffer.as_mut_ptr().cast(), buffer.len() - 1) } {
        0 => Ok(CStr::from_bytes_until_nul(&buffer).map(|t| t.to_bytes().to_vec()).unwrap_or_default()),
        number => Err(io::Error::from_raw_os_error(number)),
    }
}

/// The name of this process's terminal.
pub fn terminal_path() -> Vec<u8> {
    let mut buffer = [0u8; 256];
    // SAFETY: the buffer is longer than `L_ctermid`. The name is read from it, not from the pointer that comes back: the
    // optimiser believes that the function forgets where the buffer is.
    unsafe { ctermid(buffer.as_mut_ptr().cast()) };
    CStr::from_bytes_until_nul(&buffer).map(|name| name.to_bytes().to_vec()).unwrap_or_default()
}
unsafe extern "C" {
    fn ctermid(into: *mut c_char) -> *mut c_char;
    fn getlogin_r(into: *mut c_char, room: libc::size_t) -> c_int;
}

/// Whether a descriptor is a terminal; the error says why not.
pub fn is_terminal(fd: RawFd) -> io::Result<()> {
    // SAFETY: any number may be asked about.
    if unsafe { libc::isatty(fd) } == 1 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// The name of the terminal that a descriptor is.
pub fn terminal_name(fd: RawFd) -> io::Result<Vec<u8>> {
    let mut buffer = [0u8; 256];
    // SAFETY: the buffer is valid for its length; any number may be asked about.
    match unsafe { libc::ttyname_r(fd, buffer.as_mut_ptr().cast(), buffer.len()) } {
        0 => Ok(CStr::from_bytes_until_nul(&buffer).map(|t| t.to_bytes().to_vec()).unwrap_or_default()),
        number => Err(io::Error::from_raw_os_error(number)),
    }
}

/// Processor time in clock ticks: now, of this process (user, system), of its children (user, system).
pub fn times() -> io::Result<[i64; 5]> {
    let mut out = MaybeUninit::<libc::tms>::zeroed();
    // SAFETY: the structure is valid for writing; zero is a valid value of it.
    let (now, t) = unsafe { (libc::times(out.as_mut_ptr()), out.assume_init()) };
    if now == -1 {
        return Err(io::Error::last_os_error());
    }
    Ok([now, t.tms_utime, t.tms_stime, t.tms_cutime, t.tms_cstime])
}

/// The name of the network domain, as `uname` tells it.
pub fn domain_name() -> io::Result<Vec<u8>> {
    let mut out = MaybeUninit::<libc::utsname>::zeroed();
    // SAFETY: the structure is valid for writing, its fields are NUL-terminated.
    unsafe {
        done(libc::uname(out.as_mut_ptr()))?;
        Ok(text(out.assume_init_ref().domainname.as_ptr()))
    }
}

/// Makes a file of any kind; a device has numbers.
pub fn make_node(path: &[u8], mode: u32, major: u32, minor: u32) -> io::Result<()> {
    let path = c_string(path)?;
    // SAFETY: the path is NUL-terminated.
    done(unsafe { libc::mknod(path.as_ptr(), mode, libc::makedev(major, minor)) })
}
/// Whether the real user, or the effective one, may use a path in a way.
pub fn access(path: &[u8], mode: i32, effective: bool) -> io::Result<()> {
    let path = c_string(path)?;
    // SAFETY: the path is NUL-terminated.
    done(unsafe {
        match effective {
            false => libc::access(path.as_ptr(), mode),
            true => libc::faccessat(libc::AT_FDCWD, path.as_ptr(), mode, libc::AT_EACCESS),
        }
    })
}

/// An entry of the user database.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct User {
    pub name: Vec<u8>,
    pub password: Vec<u8>,
    pub user: u32,
    pub group: u32,
    pub about: Vec<u8>,
    pub home: Vec<u8>,
    pub shell: Vec<u8>,
}
/// An entry of the group database.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Group {
    pub name: Vec<u8>,
    pub password: Vec<u8>,
    pub members: Vec<Vec<u8>>,
    pub group: u32,
}

/// A key of these databases.
#[derive(Clone, Copy, Debug)]
pub enum Key<'a> {
    /// By name.
    Name(&'a [u8]),
    /// By number.
    Id(u32),
}

/// An entry of the user database. The error is the system's, 0 if there is just no such entry.
pub fn user_entry(key: Key<'_>) -> Result<User, i32> {
    let mut buffer = Vec::with_capacity(RECORD_ROOM);
    let (mut record, mut found) = (MaybeUninit::<libc::passwd>::zeroed(), ptr::null_mut());
    // SAFETY: all pointers are valid; the record's texts, which are in the buffer, are copied while it lives.
    unsafe {
        let (into, room) = (buffer.as_mut_ptr(), buffer.capacity());
        let result = match key {
            Key::Name(name) => {
                let name = c_string(name).map_err(|_| libc::EINVAL)?;
                libc::getpwnam_r(name.as_ptr(), record.as_mut_ptr(), into, room, &raw mut found)
            }
            Key::Id(id) => libc::getpwuid_r(id, record.as_mut_ptr(), into, room, &raw mut found),
        };
        if found.is_null() {
            return Err(result);
        }
        let p = &*found;
        Ok(User {
            name: text(p.pw_name),
            password: text(p.pw_passwd),
            user: p.pw_uid,
            group: p.pw_gid,
            about: text(p.pw_gecos),
            home: text(p.pw_dir),
            shell: text(p.pw_shell),
        })
    }
}

/// An entry of the group database. The error is the system's, 0 if there is just no such entry.
pub fn group_entry(key: Key<'_>) -> Result<Group, i32> {
    let mut buffer = Vec::with_capacity(RECORD_ROOM);
    let (mut record, mut found) = (MaybeUninit::<libc::group>::zeroed(), ptr::null_mut());
    // SAFETY: as above; the list of members ends with a null.
    unsafe {
        let (into, room) = (buffer.as_mut_ptr(), buffer.capacity());
        let result = match key {
            Key::Name(name) => {
                let name = c_string(name).map_err(|_| libc::EINVAL)?;
                libc::getgrnam_r(name.as_ptr(), record.as_mut_ptr(), into, room, &raw mut found)
            }
            Key::Id(id) => libc::getgrgid_r(id, record.as_mut_ptr(), into, room, &raw mut found),
        };
        if found.is_null() {
            return Err(result);
        }
        let g = &*found;
        let mut members = Vec::new();
        let mut member = g.gr_mem;
        while !member.is_null() && !(*member).is_null() {
            members.push(text(*member));
            member = member.add(1);
        }
        Ok(Group { name: text(g.gr_name), password: text(g.gr_passwd), members, group: g.gr_gid })
    }
}

/// The soft and the hard limit of a resource; `None` is without limit.
pub fn limit(resource: u32) -> io::Result<[Option<u64>; 2]> {
    let mut out = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the structure is valid for writing; any number may be asked about.
    done(unsafe { libc::getrlimit(resource, &raw mut out) })?;
    Ok([out.rlim_cur, out.rlim_max].map(|l| (l != libc::RLIM_INFINITY).then_some(l)))
}
/// Sets both limits of a resource.
pub fn set_limit(resource: u32, soft: u64, hard: u64) -> io::Result<()> {
    let limits = libc::rlimit { rlim_cur: soft, rlim_max: hard };
    // SAFETY: the structure is valid.
    done(unsafe { libc::setrlimit(resource, &raw const limits) })
}

/// A fact of the system's configuration.
pub fn system_configuration(name: i32) -> i64 {
    // SAFETY: any number may be asked about.
    unsafe { libc::sysconf(name) }
}
/// A fact about a path. `None` if there is no limit, or it could not be told: then the error number is not 0.
pub fn path_configuration(path: &[u8], name: i32) -> Result<i64, i32> {
    let path = c_string(path).map_err(|_| libc::EINVAL)?;
    set_errno(0);
    // SAFETY: the path is NUL-terminated.
    match unsafe { libc::pathconf(path.as_ptr(), name) } {
        -1 => Err(errno()),
        value => Ok(value),
    }
}
/// The same about a descriptor.
pub fn descriptor_configuration(fd: RawFd, name: i32) -> Result<i64, i32> {
    set_errno(0);
    // SAFETY: any numbers may be asked about.
    match unsafe { libc::fpathconf(fd, name) } {
        -1 => Err(errno()),
        value => Ok(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries() {
        let root = user_entry(Key::Id(0)).expect("root");
        assert_eq!(root.name, b"root");
        assert_eq!(user_entry(Key::Name(&root.name)).expect("root").user, 0);
        assert_eq!(group_entry(Key::Id(0)).expect("root").name, b"root");
        assert!(matches!(user_entry(Key::Name(b"no such user")), Err(0 | libc::ENOENT)));
    }

    #[test]
    fn facts() {
        assert_eq!(process_id(), i64::from(std::process::id()));
        assert!(terminal_name(-1).is_err());
        assert!(terminal_path().starts_with(b"/dev/"), "{:?}", terminal_path());
        assert!(system_configuration(libc::_SC_PAGESIZE) >= 4096);
        assert!(limit(9999).is_err());
    }
}
