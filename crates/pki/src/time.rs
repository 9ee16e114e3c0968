//! Times of certificates.

use crate::der::{self, Item, tag};

/// A point in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Time {
    /// As it is written.
    pub text: String,
    /// Seconds since 1970.
    pub seconds: i64,
}

/// Days since 1970 of a date.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let shifted = if month <= 2 { year - 1 } else { year };
    let era = shifted.div_euclid(400);
    let of_era = shifted.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Year, month, day, hour, minute, second.
pub fn parts(seconds: i64) -> [i64; 6] {
    let (day, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let z = day + 719_468;
    let (era, of_era) = (z.div_euclid(146_097), z.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let date = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    [year + era * 400 + i64::from(month <= 2), month, date, rest / 3600, rest / 60 % 60, rest % 60]
}

impl Time {
    /// Reads a time: with seconds, in UTC, as certificates must have it.
    pub fn parse(item: Item<'_>) -> Option<Time> {
        let text = std::str::from_utf8(item.body).ok()?;
        // OpenSSL reads these, and leaves it to others to look twice.
        if text.contains('\0') {
            return Some(Time { text: text.to_owned(), seconds: -1 });
        }
        let digits = text.strip_suffix('Z')?;
        if !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let number = |from: usize, to: usize| digits.get(from..to)?.parse::<i64>().ok();
        let (year, rest) = match (item.tag, digits.len()) {
            (tag::UTC_TIME, 12) => {
                let short = number(0, 2)?;
                (if short < 50 { 2000 + short } else { 1900 + short }, 2)
            }
            (tag::GENERALIZED_TIME, 14) => (number(0, 4)?, 4),
            _ => return None,
        };
        let part = |i: usize| number(rest + 2 * i, rest + 2 * i + 2);
        let (month, day, hour, minute, second) = (part(0)?, part(1)?, part(2)?, part(3)?, part(4)?);
        if !(1..=12).contains(&month) || !(1..=31).contains(&day) || hour > 23 || minute > 59 || second > 59 {
            return None;
        }
        let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
        Some(Time { text: text.to_owned(), seconds })
    }
    /// Writes a time.
    pub fn to_der(seconds: i64) -> Vec<u8> {
        let [year, month, day, hour, minute, second] = parts(seconds);
        let rest = format!("{month:02}{day:02}{hour:02}{minute:02}{second:02}Z");
        if (1950..2050).contains(&year) {
            der::item(tag::UTC_TIME, &[format!("{:02}", year % 100).as_bytes(), rest.as_bytes()])
        } else {
            der::item(tag::GENERALIZED_TIME, &[format!("{year:04}").as_bytes(), rest.as_bytes()])
        }
    }
    /// As OpenSSL prints it.
    pub fn shown(&self) -> String {
        let [year, month, day, hour, minute, second] = parts(self.seconds);
        const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
        let month = MONTHS[month as usize - 1];
        format!("{month} {day:2} {hour:02}:{minute:02}:{second:02} {year} GMT")
    }
}

/// The present.
pub fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() as i64)
}
