//! Dates as the C library reads them.

use std::{ffi::CStr, io, time::Duration};

/// Waits, until a signal interrupts it; how much of the time was left.
pub fn sleep(time: Duration) -> Duration {
    let seconds = libc::time_t::try_from(time.as_secs()).unwrap_or(libc::time_t::MAX);
    let wanted = libc::timespec { tv_sec: seconds, tv_nsec: time.subsec_nanos().into() };
    let mut left = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: both structures are valid for the call.
    if unsafe { libc::nanosleep(&raw const wanted, &raw mut left) } == 0 {
        return Duration::ZERO;
    }
    Duration::new(left.tv_sec as u64, left.tv_nsec as u32)
}

/// The parts of a date, numbered as C numbers them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Parts {
    pub second: i32,
    pub minute: i32,
    pub hour: i32,
    /// From 1.
    pub day: i32,
    /// From 0.
    pub month: i32,
    /// Since 1900.
    pub year: i32,
    /// From Sunday, 0.
    pub weekday: i32,
    /// From 0.
    pub day_of_year: i32,
}

/// Reads a date by a format of `strftime`, in the process's locale. Gives its parts and how much of the text is left;
/// `None` if the text is not of that form.
pub fn parse(text: &[u8], format: &[u8]) -> io::Result<Option<(Parts, usize)>> {
    let (text, format) = (crate::c_string(text)?, crate::c_string(format)?);
    // SAFETY: the structure is plain numbers and a pointer that may be null.
    let mut tm: libc::tm = unsafe { std::mem::zeroed() };
    // SAFETY: both texts end with NUL and live through the call; the result is null or points into the first.
    let rest = unsafe {
        let rest = libc::strptime(text.as_ptr(), format.as_ptr(), &raw mut tm);
        if rest.is_null() {
            return Ok(None);
        }
        CStr::from_ptr(rest).to_bytes().len()
    };
    let parts = Parts {
        second: tm.tm_sec,
        minute: tm.tm_min,
        hour: tm.tm_hour,
        day: tm.tm_mday,
        month: tm.tm_mon,
        year: tm.tm_year,
        weekday: tm.tm_wday,
        day_of_year: tm.tm_yday,
    };
    Ok(Some((parts, rest)))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn dates() {
        let (parts, rest) = parse(b"2024-03-05 x", b"%Y-%m-%d").unwrap().unwrap();
        assert_eq!((parts.year, parts.month, parts.day, parts.weekday, rest), (124, 2, 5, 2, 2));
        assert_eq!(parse(b"x", b"%Y").unwrap(), None);
        assert!(parse(b"x\0", b"%Y").is_err());
    }
}
