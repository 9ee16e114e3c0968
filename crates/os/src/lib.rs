//! The operating system's calls that `std` does not offer, made safe.
//!
//! Thin: every function is one system or C library call with its arguments checked and its result as an
//! [`std::io::Result`]. All `unsafe` of file, process and network handling is here; callers say
//! `#![forbid(unsafe_code)]`.

pub mod c_memory;
pub mod child;
pub mod environment;
pub mod epoll;
pub mod fs;
pub mod ids;
pub mod memory;
pub mod net;
pub mod poll;
pub mod posix;
pub mod process;
pub mod signals;
pub mod socket;
pub mod stdio;
pub mod syslog;
pub mod system;
pub mod time;

use std::{ffi::CString, io};

/// A path or other text for C. Text with a NUL byte is refused, as the system would see something else.
pub fn c_string(bytes: &[u8]) -> io::Result<CString> {
    CString::new(bytes).map_err(|_| io::Error::from_raw_os_error(libc::EINVAL))
}

/// -1 as the last error.
fn check(result: libc::c_int) -> io::Result<libc::c_int> {
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// The system's text for an error number.
pub fn strerror(errno: i32) -> String {
    let mut buffer = [0u8; 256];
    // SAFETY: the buffer is valid for its length; the XSI function (which `libc` binds) writes a NUL-terminated text.
    let result = unsafe { libc::strerror_r(errno, buffer.as_mut_ptr().cast(), buffer.len()) };
    if result != 0 && buffer[0] == 0 {
        return format!("Unknown error {errno}");
    }
    let end = buffer.iter().position(|&b| b == 0).unwrap_or(buffer.len());
    String::from_utf8_lossy(&buffer[..end]).into_owned()
}

/// The system's text for an I/O error.
pub fn error_text(error: &io::Error) -> String {
    match error.raw_os_error() {
        Some(errno) => strerror(errno),
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn error_texts() {
        assert_eq!(super::strerror(libc::ENOENT), "No such file or directory");
        assert_eq!(super::strerror(libc::EEXIST), "File exists");
    }
}
