//! Dates as HTTP and the log write them.

use std::cell::RefCell;

/// A moment in a calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Civil {
    pub year: i64,
    /// From 0.
    pub month: usize,
    pub day: u32,
    /// From Sunday.
    pub weekday: usize,
    pub hour: u32,
    pub minute: u32,
    pub second: u32,
}

pub const DAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
pub const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

impl Civil {
    /// The calendar's view of seconds since 1970, without time zone.
    pub fn of(seconds: i64) -> Civil {
        let (days, time) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        // Howard Hinnant's algorithm: years begin in March, eras have 400 years.
        let shifted = days + 719_468;
        let era = shifted.div_euclid(146_097);
        let day_of_era = shifted.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let march_month = (5 * day_of_year + 2) / 153;
        let month = if march_month < 10 { march_month + 2 } else { march_month - 10 };
        Civil {
            year: year_of_era + era * 400 + i64::from(month < 2),
            month: month as usize,
            day: (day_of_year - (153 * march_month + 2) / 5 + 1) as u32,
            weekday: (days + 4).rem_euclid(7) as usize,
            hour: (time / 3600) as u32,
            minute: (time / 60 % 60) as u32,
            second: (time % 60) as u32,
        }
    }
}

/// `Sat, 21 Nov 2026 13:07:30 GMT`
pub fn http(seconds: i64) -> String {
    let c = Civil::of(seconds);
    let (day, month) = (DAYS[c.weekday], MONTHS[c.month]);
    format!("{day}, {:02} {month} {:04} {:02}:{:02}:{:02} GMT", c.day, c.year, c.hour, c.minute, c.second)
}

/// `2026-11-21T13:07:30Z`
pub fn iso(seconds: i64) -> String {
    let c = Civil::of(seconds);
    format!("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", c.year, c.month + 1, c.day, c.hour, c.minute, c.second)
}

/// Seconds since 1970 of a date in the form that [`http`] writes; other forms are so old that nobody sends them.
pub fn parse_http(text: &str) -> Option<i64> {
    let mut words = text.split_ascii_whitespace().skip(1);
    let day: i64 = words.next()?.parse().ok()?;
    let month = words.next()?;
    let month = MONTHS.iter().position(|m| m.eq_ignore_ascii_case(month))? as i64;
    let year: i64 = words.next()?.parse().ok().filter(|y| (1..=9999).contains(y))?;
    let mut clock = words.next()?.split(':').map(|n| n.parse::<i64>().ok());
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    let (y, m) = if month < 2 { (year - 1, month + 10) } else { (year, month - 2) };
    let (era, year_of_era) = (y.div_euclid(400), y.rem_euclid(400));
    let day_of_year = (153 * m + 2) / 5 + day - 1;
    let days = era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468;
    Some(days * 86_400 + hour * 3600 + minute * 60 + second)
}

/// Seconds since 1970, now.
pub fn now() -> i64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64)
}

/// Hands out the date of now as HTTP writes it, which is made once a second.
pub fn with_now(f: impl FnOnce(&str)) {
    thread_local! {
        static LAST: RefCell<(i64, String)> = const { RefCell::new((i64::MIN, String::new())) };
    }
    let now = now();
    LAST.with_borrow_mut(|last| {
        if last.0 != now {
            *last = (now, http(now));
        }
        f(&last.1);
    });
}

/// As [`now`], in the local time zone.
pub fn local_now() -> i64 {
    let now = now();
    now + phant_os::system::zone_offset(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        assert_eq!(http(784_111_777), "Sun, 06 Nov 1994 08:49:37 GMT");
        assert_eq!(http(0), "Thu, 01 Jan 1970 00:00:00 GMT");
        assert_eq!(http(951_782_400), "Tue, 29 Feb 2000 00:00:00 GMT");
        for seconds in (0..4_000_000_000).step_by(40_000_003) {
            assert_eq!(parse_http(&http(seconds)), Some(seconds));
        }
        assert_eq!(parse_http("yesterday"), None);
        assert_eq!(iso(784_111_777), "1994-11-06T08:49:37Z");
    }
}
