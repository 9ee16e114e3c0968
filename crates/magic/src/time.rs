//! Dates in descriptions.

/// How a number stands for a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zone {
    /// Seconds since 1970, shown in universal time.
    Utc,
    /// Seconds since 1970, shown in the system's time.
    Local,
    /// Tenths of microseconds since 1601.
    Windows,
}

const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const INVALID: &str = "*Invalid datetime*";
/// From 1601 to 1970, in seconds.
const WINDOWS: i64 = 11_644_473_600;

/// Year, month from 0 and day of a day since 1970, by the Gregorian calendar.
fn date(days: i64) -> (i64, usize, i64) {
    // Years begin in March here, so that leap days end them; 400 years are 146,097 days.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 2, 0) } else { (month - 10, 1) };
    (era * 400 + year + next, month as usize, of_month)
}

/// Seconds since 1970 as C's `asctime` has them.
pub fn asctime(seconds: i64) -> Option<String> {
    let (days, time) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = date(days);
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    let name = DAYS[days.rem_euclid(7) as usize];
    // That is all the room there is.
    (year <= 9999).then(|| format!("{name} {} {day:2} {hour:02}:{minute:02}:{second:02} {year}", MONTHS[month]))
}

/// A moment.
pub fn date_time(value: u64, zone: Zone) -> String {
    let seconds = match zone {
        Zone::Utc => value as i64,
        Zone::Local => (value as i64).checked_add(phant_os::system::zone_offset(value as i64)).unwrap_or(i64::MAX),
        Zone::Windows => (value as i64) / 10_000_000 - WINDOWS,
    };
    if !(-100_000_000_000..400_000_000_000).contains(&seconds) {
        return INVALID.to_string();
    }
    asctime(seconds).unwrap_or_else(|| INVALID.to_string())
}

/// A date of DOS. libmagic does not compute the day of the week.
pub fn dos_date(value: u16) -> String {
    let month = usize::from(value >> 5 & 15).checked_sub(1).and_then(|m| MONTHS.get(m)).unwrap_or(&"?");
    format!("Sun, {month} {:02} {}", value & 31, (value >> 9) + 1980)
}

/// A time of DOS.
pub fn dos_time(value: u16) -> String {
    format!("{:02}:{:02}:{:02}", value >> 11, value >> 5 & 63, (value & 31) * 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments() {
        assert_eq!(asctime(0).unwrap(), "Thu Jan  1 00:00:00 1970");
        assert_eq!(asctime(951_782_400).unwrap(), "Tue Feb 29 00:00:00 2000");
        assert_eq!(asctime(-1).unwrap(), "Wed Dec 31 23:59:59 1969");
        assert_eq!(dos_date(0x6261), "Sun, Mar 01 2029");
        assert_eq!(dos_time(0x6261), "12:19:02");
        assert_eq!(date_time(u64::MAX >> 1, Zone::Windows), INVALID);
    }
}
