//! Looking for an answer before sleeping for it.
//!
//! A thread that sleeps must be woken, and on a machine with little to do that takes longer than a server nearby takes to answer.
//! So a connection looks for the answer for about as long as answers usually take, and sleeps only then, as adaptive locks do.
//! Looking costs processor time. Where that is wanted by others (a look that lets them run comes back late), or where answers
//! take longer than a wake-up, a connection sleeps at once, and tries again after more and more commands.

#![forbid(unsafe_code)]

use std::{
    io,
    sync::LazyLock,
    thread,
    time::{Duration, Instant},
};

/// Answers that take longer are slept for: what waking costs is little beside that.
const LONGEST: Duration = Duration::from_micros(100);
/// It is looked for at least so long, as one answer may be late.
const SHORTEST: Duration = Duration::from_micros(30);
/// When a look takes so long, somebody else had the processor meanwhile.
const CROWDED: Duration = Duration::from_micros(6);
/// For how many commands it is slept at once after looking was in vain: at first, and at most.
const RESTS: (u32, u32) = (16, 2048);

/// Whether somebody can answer while this thread looks.
static HAS_OTHERS: LazyLock<bool> =
    LazyLock::new(|| thread::available_parallelism().is_ok_and(|processors| processors.get() > 1));

/// Whether looking pays, for one connection.
#[derive(Debug)]
pub struct Watch {
    /// How long answers take: a moving average.
    usual: Duration,
    /// How many more answers are slept for.
    resting: u32,
    /// For how many commands it is slept the next time.
    rest: u32,
}

impl Default for Watch {
    fn default() -> Watch {
        Watch { usual: SHORTEST, resting: 0, rest: RESTS.0 }
    }
}

impl Watch {
    /// Looks for bytes with `read`, which does not wait. `None` is for the caller to sleep.
    pub fn look(&mut self, mut read: impl FnMut() -> io::Result<usize>) -> Option<io::Result<usize>> {
        if self.resting > 0 {
            self.resting -= 1;
            return None;
        }
        if !*HAS_OTHERS {
            return None;
        }
        let start = Instant::now();
        let longest = (self.usual * 2).clamp(SHORTEST, LONGEST);
        let mut last = start;
        loop {
            match read() {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                // Bytes, an end or an error. What cannot look says so, and is asked again as rarely as possible.
                other => {
                    match other {
                        Err(error) if error.kind() == io::ErrorKind::Unsupported => self.resting = u32::MAX,
                        other => {
                            self.usual = (self.usual * 7 + (last - start)) / 8;
                            self.rest = (self.rest / 2).max(RESTS.0);
                            return Some(other);
                        }
                    }
                    return None;
                }
            }
            thread::yield_now();
            let now = Instant::now();
            if now - last > CROWDED || now - start > longest {
                self.in_vain();
                return None;
            }
            last = now;
        }
    }

    fn in_vain(&mut self) {
        self.resting = self.rest;
        self.rest = (self.rest * 2).min(RESTS.1);
    }
}

#[cfg(test)]
mod tests {
    use super::{RESTS, Watch};
    use std::io::{self, ErrorKind};

    #[test]
    fn what_is_there_is_found() {
        if *super::HAS_OTHERS {
            assert_eq!(Watch::default().look(|| Ok(7)).and_then(Result::ok), Some(7));
            let error = Watch::default().look(|| Err(io::Error::from(ErrorKind::ConnectionReset)));
            assert_eq!(error.and_then(Result::err).map(|error| error.kind()), Some(ErrorKind::ConnectionReset));
        }
    }

    #[test]
    fn looking_in_vain_gets_rare() {
        let (mut watch, mut looks) = (Watch::default(), 0);
        for _ in 0..100_000 {
            let mut looked = false;
            assert!(
                watch
                    .look(|| {
                        looked = true;
                        Err(io::Error::from(ErrorKind::WouldBlock))
                    })
                    .is_none()
            );
            looks += u32::from(looked);
        }
        assert!(looks <= 100_000 / RESTS.1 + 10, "{looks}");
    }

    #[test]
    fn a_transport_that_cannot_is_not_asked_again() {
        let (mut watch, mut looks) = (Watch::default(), 0);
        for _ in 0..1000 {
            assert!(
                watch
                    .look(|| {
                        looks += 1;
                        Err(io::Error::from(ErrorKind::Unsupported))
                    })
                    .is_none()
            );
        }
        assert!(looks <= 1);
    }
}
