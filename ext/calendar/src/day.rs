//! Days counted through (Julian Day numbers, those of noon), and dates of four calendars.
//!
//! Numbers from 1 on are days; 0 is what a date is that does not exist, and its date is 0/0/0. The Gregorian calendar is
//! used before its introduction too, and neither it nor the Julian one has a year 0.

/// A date; months and days from 1, years before 1 are below zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Date {
    pub year: i64,
    pub month: i64,
    pub day: i64,
}

impl Date {
    /// A date by year, month and day.
    pub fn new(year: i64, month: i64, day: i64) -> Date {
        Date { year, month, day }
    }
    fn is_plausible(self, months: i64, days: i64) -> bool {
        (1..=months).contains(&self.month) && (1..=days).contains(&self.day)
    }
}

/// No day beyond this one has a date: PHP's years are 32 bits, and its arithmetic stays within 64.
const LAST: i64 = (i64::MAX - 4 * 32_083) / 4;
/// Years that PHP's arithmetic can do.
const LAST_YEAR: i64 = i32::MAX as i64 - 4800;

/// The first of March of year -4800, where both calendars begin to count their leap years.
const GREGORIAN_EPOCH: i64 = -32_044;
const JULIAN_EPOCH: i64 = -32_082;

/// Years since -4800, which begin with March, and the months since then.
fn from_march(date: Date) -> (i64, i64) {
    let year = if date.year < 0 { date.year + 4801 } else { date.year + 4800 };
    if date.month > 2 { (year, date.month - 3) } else { (year - 1, date.month + 9) }
}

/// The days of the months before one, in a year that begins with March.
fn days_before(month: i64) -> i64 {
    (153 * month + 2) / 5
}

/// The date from years since -4800 that begin with March, and the day of such a year.
fn to_date(year: i64, day_of_year: i64) -> Date {
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - days_before(month) + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    let year = year - 4800;
    let year = if year <= 0 { year - 1 } else { year };
    if year > i64::from(i32::MAX) { Date::default() } else { Date { year, month, day } }
}

/// The Gregorian date of a day.
pub fn to_gregorian(day: i64) -> Date {
    if day <= 0 || day > LAST {
        return Date::default();
    }
    let since = day - GREGORIAN_EPOCH;
    let centuries = (4 * since + 3) / 146_097;
    let of_century = since - 146_097 * centuries / 4;
    let years = (4 * of_century + 3) / 1461;
    to_date(100 * centuries + years, of_century - 1461 * years / 4)
}

/// The day of a Gregorian date.
pub fn from_gregorian(date: Date) -> i64 {
    let first = Date::new(-4714, 11, 25);
    let before = date.year == first.year && (date.month, date.day) < (first.month, first.day);
    if date.year == 0 || date.year < first.year || date.year > LAST_YEAR || before || !date.is_plausible(12, 31) {
        return 0;
    }
    let (year, month) = from_march(date);
    365 * year + year / 4 - year / 100 + year / 400 + days_before(month) + date.day - 1 + GREGORIAN_EPOCH
}

/// The Julian date of a day.
pub fn to_julian(day: i64) -> Date {
    if day <= 0 || day > LAST {
        return Date::default();
    }
    let since = day - JULIAN_EPOCH;
    let years = (4 * since + 3) / 1461;
    to_date(years, since - 1461 * years / 4)
}

/// The day of a Julian date.
pub fn from_julian(date: Date) -> i64 {
    let nothing = date == Date::new(-4713, 1, 1);
    if date.year == 0 || date.year < -4713 || date.year > LAST_YEAR || nothing || !date.is_plausible(12, 31) {
        return 0;
    }
    let (year, month) = from_march(date);
    365 * year + year / 4 + days_before(month) + date.day - 1 + JULIAN_EPOCH
}

/// The day before the first one of the French republic, and its last one.
const FRENCH_EPOCH: i64 = 2_375_474;
/// The last day of the French republic's calendar.
pub const FRENCH_LAST: i64 = 2_380_952;

/// The date of a day in the calendar of the French republic.
pub fn to_french(day: i64) -> Date {
    if !(FRENCH_EPOCH + 366..=FRENCH_LAST).contains(&day) {
        return Date::default();
    }
    let since = 4 * (day - FRENCH_EPOCH) - 1;
    let of_year = since % 1461 / 4;
    Date::new(since / 1461, of_year / 30 + 1, of_year % 30 + 1)
}

/// The day of a date of the French republic.
pub fn from_french(date: Date) -> i64 {
    if !(1..=14).contains(&date.year) || !date.is_plausible(13, 30) {
        return 0;
    }
    date.year * 1461 / 4 + (date.month - 1) * 30 + date.day + FRENCH_EPOCH
}

/// The first day of the Jewish calendar, and the last that PHP does.
const JEWISH_FIRST: i64 = 347_998;
const JEWISH_LAST: i64 = 324_542_846;
/// Parts of an hour: 1080 make one.
const PARTS_PER_DAY: i64 = 24 * 1080;

/// Whether a Jewish year has thirteen months.
pub fn is_jewish_leap(year: i64) -> bool {
    (7 * year + 1).rem_euclid(19) < 7
}

/// The first of Tishri: the day of the mean new moon, put off for four reasons.
fn jewish_new_year(year: i64) -> i64 {
    let months = (235 * year - 234).div_euclid(19);
    // From one new moon to the next: 29 days, 12 hours, 793 parts. The first was on a Monday, 5 hours and 204 parts.
    let parts = 5 * 1080 + 204 + months * (12 * 1080 + 793);
    let mut day = 29 * months + parts.div_euclid(PARTS_PER_DAY);
    let time = parts.rem_euclid(PARTS_PER_DAY);
    // Day 0 of this count is a Monday.
    let (monday, tuesday, sunday, wednesday, friday) = (0, 1, 6, 2, 4);
    let weekday = day.rem_euclid(7);
    let late = time >= 18 * 1080
        || (weekday == tuesday && time >= 9 * 1080 + 204 && !is_jewish_leap(year))
        || (weekday == monday && time >= 15 * 1080 + 589 && is_jewish_leap(year - 1));
    if late {
        day += 1;
    }
    if [sunday, wednesday, friday].contains(&day.rem_euclid(7)) {
        day += 1;
    }
    JEWISH_FIRST + day
}

/// The lengths of the months. The sixth, Adar I, is left out (0) where the seventh is the only Adar.
fn jewish_months(year: i64) -> [i64; 13] {
    let length = jewish_new_year(year + 1) - jewish_new_year(year);
    let leap = is_jewish_leap(year);
    let spare = length - if leap { 383 } else { 353 };
    let heshvan = if spare >= 2 { 30 } else { 29 };
    let kislev = if spare >= 1 { 30 } else { 29 };
    [30, heshvan, kislev, 29, 30, if leap { 30 } else { 0 }, 29, 30, 29, 30, 29, 30, 29]
}

/// The Jewish date of a day.
pub fn to_jewish(day: i64) -> Date {
    if !(JEWISH_FIRST..=JEWISH_LAST).contains(&day) {
        return Date::default();
    }
    // The mean year has 35975351 / 98496 days.
    let mut year = (day - JEWISH_FIRST) * 98_496 / 35_975_351;
    while jewish_new_year(year + 1) <= day {
        year += 1;
    }
    let mut left = day - jewish_new_year(year);
    for (month, length) in (1..).zip(jewish_months(year)) {
        if left < length {
            return Date::new(year, month, left + 1);
        }
        left -= length;
    }
    Date::default()
}

/// The day of a Jewish date.
pub fn from_jewish(date: Date) -> i64 {
    if date.year <= 0 || !date.is_plausible(13, 30) {
        return 0;
    }
    let before: i64 = jewish_months(date.year).iter().take(date.month as usize - 1).sum();
    jewish_new_year(date.year) + before + date.day - 1
}

/// The day of the week, Sunday 0.
pub fn weekday(day: i64) -> i64 {
    (i128::from(day) + 1).rem_euclid(7) as i64
}

/// By which calendar Easter is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Easter {
    /// The Julian until 1752, as in England.
    English,
    /// The Julian until 1582.
    Roman,
    /// The Gregorian, always.
    Gregorian,
    /// The Julian, always.
    Julian,
}

/// How many days after the 21st of March Easter is, by the rules of Clavius.
pub fn easter(year: i64, kind: Easter) -> i64 {
    let golden = year % 19 + 1;
    let julian = match kind {
        Easter::English => year <= 1752,
        Easter::Roman => year <= 1582,
        Easter::Gregorian => false,
        Easter::Julian => true,
    };
    let (sunday, moon) = if julian {
        ((year + year / 4 + 5).rem_euclid(7), (3 - 11 * golden - 7).rem_euclid(30))
    } else {
        let solar = (year - 1600) / 100 - (year - 1600) / 400;
        let lunar = (year - 1400) / 100 * 8 / 25;
        let sunday = (year + year / 4 - year / 100 + year / 400).rem_euclid(7);
        (sunday, (3 - 11 * golden + solar - lunar).rem_euclid(30))
    };
    let moon = if moon == 29 || (moon == 28 && golden > 11) { moon - 1 } else { moon };
    moon + (4 - moon - sunday).rem_euclid(7) + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for day in (347_998..2_600_000).step_by(97) {
            assert_eq!(from_gregorian(to_gregorian(day)), day);
            assert_eq!(from_julian(to_julian(day)), day);
            assert_eq!(from_jewish(to_jewish(day)), day);
        }
        for day in 2_375_840..=FRENCH_LAST {
            assert_eq!(from_french(to_french(day)), day);
        }
    }

    #[test]
    fn known_days() {
        assert_eq!(to_gregorian(2_440_588), Date::new(1970, 1, 1));
        assert_eq!(to_julian(2_299_160), Date::new(1582, 10, 4));
        assert_eq!(to_jewish(2_460_000), Date::new(5783, 7, 3));
        assert_eq!(to_jewish(JEWISH_LAST), Date::new(887_605, 12, 13));
        assert_eq!(weekday(2_440_588), 4);
        assert_eq!(easter(1492, Easter::English), 32);
    }
}
