//! The standard descriptors, past Rust's own buffers.

use std::{
    io,
    sync::atomic::{AtomicU8, Ordering},
};

/// Bit n: descriptor n was closed when the process started.
static CLOSED: AtomicU8 = AtomicU8::new(0);

/// Rust's start-up opens /dev/null for standard descriptors that are closed; a program that writes to a closed
/// descriptor should fail instead. So this looks before that.
extern "C" fn look() {
    for fd in 0..3 {
        // SAFETY: asking for a descriptor's flags changes nothing, whatever the number.
        if unsafe { libc::fcntl(fd, libc::F_GETFD) } == -1 {
            CLOSED.fetch_or(1 << fd, Ordering::Relaxed);
        }
    }
}

// SAFETY: the loader calls the functions in this section before `main`; `look` needs nothing of Rust's runtime.
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;

/// Whether standard input, output or error (0, 1, 2) was closed when the process started.
pub fn was_closed(fd: u8) -> bool {
    CLOSED.load(Ordering::Relaxed) & (1 << fd) != 0
}

/// Writes everything to standard output.
pub fn write_stdout(mut bytes: &[u8]) -> io::Result<()> {
    if was_closed(1) {
        return Err(io::Error::from_raw_os_error(libc::EBADF));
    }
    while !bytes.is_empty() {
        // SAFETY: the buffer is valid for its length.
        let n = unsafe { libc::write(1, bytes.as_ptr().cast(), bytes.len()) };
        if n < 0 {
            let error = io::Error::last_os_error();
            match error.kind() {
                io::ErrorKind::Interrupted => continue,
                // Somebody has made the descriptor non-blocking: wait until it takes more.
                io::ErrorKind::WouldBlock => {
                    let mut poll = libc::pollfd { fd: 1, events: libc::POLLOUT, revents: 0 };
                    // SAFETY: one valid entry.
                    unsafe { libc::poll(&raw mut poll, 1, 500) };
                    continue;
                }
                _ => return Err(error),
            }
        }
        bytes = &bytes[n as usize..];
    }
    Ok(())
}

/// Closes a standard descriptor (0, 1, 2) for good.
pub fn close(fd: i32) {
    if (0..3).contains(&fd) {
        // SAFETY: nothing in this process owns these numbers but the process itself.
        unsafe { libc::close(fd) };
    }
}
