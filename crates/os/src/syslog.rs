//! The system log.

use crate::c_string;
use std::{ffi::CString, io, sync::Mutex};

/// The C library keeps the pointer it is given.
static IDENT: Mutex<Option<CString>> = Mutex::new(None);

/// Opens the log under a name.
pub fn open(ident: &[u8], options: i32, facility: i32) -> io::Result<()> {
    let ident = c_string(ident)?;
    let mut current = IDENT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    // SAFETY: the name lives in IDENT until another one has replaced it in the C library.
    unsafe { libc::openlog(ident.as_ptr(), options, facility) };
    *current = Some(ident);
    Ok(())
}

/// Closes the log.
pub fn close() {
    let mut current = IDENT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    // SAFETY: afterwards the C library no longer uses the name.
    unsafe {
        libc::closelog();
        libc::openlog(std::ptr::null(), 0, 0);
        libc::closelog();
    }
    *current = None;
}

/// Writes one message.
pub fn write(priority: i32, message: &[u8]) -> io::Result<()> {
    let message = c_string(message)?;
    // SAFETY: format and message are NUL-terminated, and the format takes just the one string.
    unsafe { libc::syslog(priority, c"%s".as_ptr(), message.as_ptr()) };
    Ok(())
}
