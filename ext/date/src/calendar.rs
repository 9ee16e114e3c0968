//! The Gregorian calendar, before and after its introduction, and ISO weeks.
//!
//! Days are counted from 1970-01-01. The day-number algorithms are Howard Hinnant's ("chrono-compatible low-level date
//! algorithms"), on years that begin in March. Everything wraps rather than overflows: years that far away mean nothing.

/// Days of 400 years.
pub(crate) const ERA: i64 = 146_097;

/// Days from 1970-01-01 to the first of a month. The month may be out of range.
fn month_start(year: i64, month: i64) -> i64 {
    let year = year.wrapping_add((month.wrapping_sub(1)).div_euclid(12));
    let month = (month.wrapping_sub(1)).rem_euclid(12) + 1;
    let shifted = if month <= 2 { year.wrapping_sub(1) } else { year };
    let era = shifted.div_euclid(400);
    let year_of_era = shifted.rem_euclid(400);
    let day_of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era.wrapping_mul(ERA).wrapping_add(day_of_era - 719_468)
}

/// Days from 1970-01-01. Month and day may be out of range.
pub(crate) fn days(year: i64, month: i64, day: i64) -> i64 {
    month_start(year, month).wrapping_add(day.wrapping_sub(1))
}

/// Year, month and day of a day number.
pub(crate) fn date(days: i64) -> (i64, i64, i64) {
    let days = days.wrapping_add(719_468);
    let era = days.div_euclid(ERA);
    let day_of_era = days.rem_euclid(ERA);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era.wrapping_mul(400) + i64::from(month <= 2), month, day)
}

pub(crate) fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

pub(crate) fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 => 28 + i64::from(is_leap(year)),
        _ => 31,
    }
}

/// 0 is Sunday. 400 years are a whole number of weeks.
pub(crate) fn day_of_week(year: i64, month: i64, day: i64) -> i64 {
    (days(year.rem_euclid(400), month, day).wrapping_add(4)).rem_euclid(7)
}

/// 1 is Monday, 7 is Sunday.
pub(crate) fn iso_day_of_week(year: i64, month: i64, day: i64) -> i64 {
    match day_of_week(year, month, day) {
        0 => 7,
        day => day,
    }
}

/// From 0.
pub(crate) fn day_of_year(year: i64, month: i64, day: i64) -> i64 {
    days(year, month, day).wrapping_sub(days(year, 1, 1))
}

/// ISO year and week.
pub(crate) fn iso_week(year: i64, month: i64, day: i64) -> (i64, i64) {
    // The week belongs to the year of its Thursday.
    let near = year.rem_euclid(400);
    let thursday = days(near, month, day).wrapping_sub(iso_day_of_week(near, month, day)).wrapping_add(4);
    let (iso_year, ..) = date(thursday);
    (year.wrapping_add(iso_year - near), (thursday.wrapping_sub(days(iso_year, 1, 1))) / 7 + 1)
}

/// How many days behind January 1 a day of an ISO week is.
pub(crate) fn day_of_iso_week(year: i64, week: i64, day: i64) -> i64 {
    let first = day_of_week(year, 1, 1);
    let monday = 0 - if first > 4 { first - 7 } else { first };
    monday.wrapping_add((week.wrapping_sub(1)).wrapping_mul(7)).wrapping_add(day)
}

pub(crate) fn is_valid(year: i64, month: i64, day: i64) -> bool {
    (1..=12).contains(&month) && day >= 1 && day <= days_in_month(year, month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for number in (-1_000_000..1_000_000).step_by(997) {
            let (y, m, d) = date(number);
            assert_eq!(days(y, m, d), number);
            assert!(is_valid(y, m, d));
        }
        assert_eq!(days(1970, 13, 1), 365);
        assert_eq!(date(days(2000, 3, 0)), (2000, 2, 29));
    }

    #[test]
    fn weeks() {
        assert_eq!(iso_week(2008, 12, 29), (2009, 1));
        assert_eq!(iso_week(2021, 1, 3), (2020, 53));
        assert_eq!(day_of_week(2023, 11, 14), 2);
        assert_eq!(date(days(2008, 1, 1) + day_of_iso_week(2008, 28, 3)), (2008, 7, 9));
    }
}
