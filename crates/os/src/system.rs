//! Facts about the machine and the process.

use std::{ffi::CStr, io, mem::MaybeUninit};

/// What `uname` says: system, node, release, version, machine.
pub fn uname() -> io::Result<[Vec<u8>; 5]> {
    let mut out = MaybeUninit::<libc::utsname>::zeroed();
    // SAFETY: the structure is valid for writing, and its fields are NUL-terminated afterwards.
    unsafe {
        crate::check(libc::uname(out.as_mut_ptr()))?;
        let u = out.assume_init();
        let text = |field: &[libc::c_char]| CStr::from_ptr(field.as_ptr()).to_bytes().to_vec();
        Ok([text(&u.sysname), text(&u.nodename), text(&u.release), text(&u.version), text(&u.machine)])
    }
}

/// Time in seconds and microseconds.
pub type Time = (i64, i64);

/// What `getrusage` says.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Usage {
    pub user: Time,
    pub system: Time,
    pub max_rss: i64,
    pub shared_memory: i64,
    pub data: i64,
    pub minor_faults: i64,
    pub major_faults: i64,
    pub swaps: i64,
    pub blocks_in: i64,
    pub blocks_out: i64,
    pub messages_sent: i64,
    pub messages_received: i64,
    pub signals: i64,
    pub voluntary_switches: i64,
    pub involuntary_switches: i64,
}

/// Resources used by this process, or by its finished children.
pub fn resource_usage(children: bool) -> io::Result<Usage> {
    let mut out = MaybeUninit::<libc::rusage>::zeroed();
    let who = if children { libc::RUSAGE_CHILDREN } else { libc::RUSAGE_SELF };
    // SAFETY: the structure is valid for writing.
    let used = unsafe {
        crate::check(libc::getrusage(who, out.as_mut_ptr()))?;
        out.assume_init()
    };
    Ok(Usage::from(used))
}

impl From<libc::rusage> for Usage {
    fn from(u: libc::rusage) -> Usage {
        Usage {
            user: (u.ru_utime.tv_sec, u.ru_utime.tv_usec),
            system: (u.ru_stime.tv_sec, u.ru_stime.tv_usec),
            max_rss: u.ru_maxrss,
            shared_memory: u.ru_ixrss,
            data: u.ru_idrss,
            minor_faults: u.ru_minflt,
            major_faults: u.ru_majflt,
            swaps: u.ru_nswap,
            blocks_in: u.ru_inblock,
            blocks_out: u.ru_oublock,
            messages_sent: u.ru_msgsnd,
            messages_received: u.ru_msgrcv,
            signals: u.ru_nsignals,
            voluntary_switches: u.ru_nvcsw,
            involuntary_switches: u.ru_nivcsw,
        }
    }
}

/// The name of a user.
pub fn user_name(id: u32) -> Option<Vec<u8>> {
    let mut entry = MaybeUninit::<libc::passwd>::zeroed();
    let mut buffer = Vec::<u8>::with_capacity(16 * 1024);
    let mut found = std::ptr::null_mut();
    // SAFETY: all pointers are valid, the buffer's room is its own; a found entry's name points into it.
    unsafe {
        let result = libc::getpwuid_r(id, entry.as_mut_ptr(), buffer.as_mut_ptr().cast(), buffer.capacity(), &mut found);
        (result == 0 && !found.is_null()).then(|| CStr::from_ptr((*found).pw_name).to_bytes().to_vec())
    }
}

/// The real user and group ids.
pub fn own_ids() -> (u32, u32) {
    // SAFETY: both always succeed.
    unsafe { (libc::getuid(), libc::getgid()) }
}

/// How many seconds the local time zone is ahead of UTC at a moment.
pub fn zone_offset(seconds: i64) -> i64 {
    let time: libc::time_t = seconds;
    let mut out = MaybeUninit::<libc::tm>::zeroed();
    // SAFETY: both pointers are valid for the call, which fills the structure or returns null.
    unsafe {
        if libc::localtime_r(&raw const time, out.as_mut_ptr()).is_null() {
            return 0;
        }
        out.assume_init().tm_gmtoff
    }
}
