//! Users, groups, hosts.

use crate::c_string;
use std::{ffi::CStr, io};

/// The id of a user by name.
pub fn user_id(name: &[u8]) -> Option<u32> {
    let name = c_string(name).ok()?;
    let mut buffer = Vec::with_capacity(16384);
    let mut record = std::mem::MaybeUninit::<libc::passwd>::zeroed();
    let mut found = std::ptr::null_mut();
    // SAFETY: all pointers are valid; the record is read only if it was found.
    unsafe {
        let result = libc::getpwnam_r(name.as_ptr(), record.as_mut_ptr(), buffer.as_mut_ptr(), buffer.capacity(), &raw mut found);
        (result == 0 && !found.is_null()).then(|| (*found).pw_uid)
    }
}

/// The id of a group by name.
pub fn group_id(name: &[u8]) -> Option<u32> {
    let name = c_string(name).ok()?;
    let mut buffer = Vec::with_capacity(65536);
    let mut record = std::mem::MaybeUninit::<libc::group>::zeroed();
    let mut found = std::ptr::null_mut();
    // SAFETY: all pointers are valid; the record is read only if it was found.
    unsafe {
        let result = libc::getgrnam_r(name.as_ptr(), record.as_mut_ptr(), buffer.as_mut_ptr(), buffer.capacity(), &raw mut found);
        (result == 0 && !found.is_null()).then(|| (*found).gr_gid)
    }
}

/// The effective user id.
pub fn effective_user() -> u32 {
    // SAFETY: always succeeds.
    unsafe { libc::geteuid() }
}

/// The host's name.
pub fn host_name() -> io::Result<Vec<u8>> {
    let mut buffer = [0u8; 256];
    // SAFETY: the buffer is valid; its last byte stays NUL.
    unsafe {
        crate::check(libc::gethostname(buffer.as_mut_ptr().cast(), buffer.len() - 1))?;
        Ok(CStr::from_ptr(buffer.as_ptr().cast()).to_bytes().to_vec())
    }
}

/// The three load averages.
pub fn load_average() -> Option<[f64; 3]> {
    let mut out = [0.0; 3];
    // SAFETY: room for three values.
    (unsafe { libc::getloadavg(out.as_mut_ptr(), 3) } == 3).then_some(out)
}
