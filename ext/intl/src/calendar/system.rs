//! The calendars: how days are counted in years and months. Days are numbered from January 1, 1970.

use super::gregorian::{civil, days_from_civil, days_from_julian, is_leap, julian};
use crate::data::{Res, fact};
use std::sync::LazyLock;

/// A calendar whose days can be computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum System {
    Gregorian,
    Iso8601,
    Buddhist,
    Roc,
    Japanese,
    Coptic,
    Ethiopic,
    EthiopicAmeteAlem,
    Indian,
    Persian,
    IslamicCivil,
    IslamicTbla,
    Hebrew,
}

/// A day in a calendar. Months are counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Date {
    pub(crate) era: i64,
    pub(crate) year: i64,
    pub(crate) month: i64,
    pub(crate) day: i64,
    pub(crate) day_of_year: i64,
    /// The year without eras.
    pub(crate) extended: i64,
}

/// The first day of the Coptic calendar, and so on.
const COPTIC_EPOCH: i64 = 1_824_665 - 2_440_588;
const ETHIOPIC_EPOCH: i64 = 1_723_856 - 2_440_588;
const PERSIAN_EPOCH: i64 = 1_948_320 - 2_440_588;
const ISLAMIC_CIVIL_EPOCH: i64 = 1_948_440 - 2_440_588;
const ISLAMIC_TBLA_EPOCH: i64 = 1_948_439 - 2_440_588;
const HEBREW_EPOCH: i64 = 347_998 - 2_440_588;
/// Years between Amete Alem and Amete Mihret.
const AMETE_ALEM: i64 = 5500;
const INDIAN_START: i64 = 78;

const MONTHS: [i64; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

impl System {
    /// The calendar with ICU's name.
    pub(crate) fn named(name: &str) -> Option<System> {
        Some(match name {
            "gregorian" | "gregory" => System::Gregorian,
            "iso8601" => System::Iso8601,
            "buddhist" => System::Buddhist,
            "roc" => System::Roc,
            "japanese" => System::Japanese,
            "coptic" => System::Coptic,
            "ethiopic" => System::Ethiopic,
            "ethiopic-amete-alem" | "ethioaa" => System::EthiopicAmeteAlem,
            "indian" => System::Indian,
            "persian" => System::Persian,
            "islamic-civil" | "islamicc" => System::IslamicCivil,
            "islamic-tbla" => System::IslamicTbla,
            "hebrew" => System::Hebrew,
            _ => return None,
        })
    }
    pub(crate) fn name(self) -> &'static str {
        match self {
            System::Gregorian => "gregorian",
            System::Iso8601 => "iso8601",
            System::Buddhist => "buddhist",
            System::Roc => "roc",
            System::Japanese => "japanese",
            System::Coptic => "coptic",
            System::Ethiopic => "ethiopic",
            System::EthiopicAmeteAlem => "ethiopic-amete-alem",
            System::Indian => "indian",
            System::Persian => "persian",
            System::IslamicCivil => "islamic-civil",
            System::IslamicTbla => "islamic-tbla",
            System::Hebrew => "hebrew",
        }
    }
    /// Whether its days and months are those of the Gregorian calendar.
    pub(crate) fn is_gregorian(self) -> bool {
        matches!(self, System::Gregorian | System::Iso8601 | System::Buddhist | System::Roc | System::Japanese)
    }
    /// The most months that a year has.
    pub(crate) fn months(self) -> i64 {
        match self {
            System::Coptic | System::Ethiopic | System::EthiopicAmeteAlem | System::Hebrew => 13,
            _ => 12,
        }
    }
    /// The era of years that are counted onwards, where there are two.
    pub(crate) fn current_era(self) -> i64 {
        match self {
            System::Gregorian | System::Iso8601 | System::Roc | System::Coptic | System::Ethiopic => 1,
            System::Japanese => 236,
            _ => 0,
        }
    }
    /// The highest era.
    pub(crate) fn last_era(self) -> i64 {
        self.current_era()
    }
    /// The first day of a month, which may be outside the year. `new_style` says that it is no Julian one.
    pub(crate) fn month_start(self, extended: i64, month: i64, new_style: bool) -> i64 {
        if matches!(self, System::Hebrew) {
            return hebrew_month_start(extended, month);
        }
        let year = extended + month.div_euclid(self.months());
        let month = month.rem_euclid(self.months());
        match self {
            System::Coptic => COPTIC_EPOCH + 365 * year + year.div_euclid(4) + 30 * month,
            System::Ethiopic | System::EthiopicAmeteAlem => ETHIOPIC_EPOCH + 365 * year + year.div_euclid(4) + 30 * month,
            System::Indian => indian_month_start(year, month),
            System::Persian => {
                let before = if month < 6 { 31 * month } else { 30 * month + 6 };
                persian_year_start(year) + before
            }
            System::IslamicCivil | System::IslamicTbla => {
                let epoch = if self == System::IslamicCivil { ISLAMIC_CIVIL_EPOCH } else { ISLAMIC_TBLA_EPOCH };
                epoch + 354 * (year - 1) + (3 + 11 * year).div_euclid(30) + (59 * month + 1).div_euclid(2)
            }
            _ if new_style => days_from_civil(year, month + 1, 1),
            _ => days_from_julian(year, month + 1, 1),
        }
    }
    pub(crate) fn month_length(self, extended: i64, month: i64, new_style: bool) -> i64 {
        if self.is_gregorian() {
            let year = extended + month.div_euclid(12);
            let month = month.rem_euclid(12);
            let leap = if new_style { is_leap(year) } else { year.rem_euclid(4) == 0 };
            return MONTHS[month as usize] + i64::from(month == 1 && leap);
        }
        if self == System::Hebrew && month == 5 && !hebrew_is_leap(extended) {
            return 0;
        }
        self.month_start(extended, month + 1, new_style) - self.month_start(extended, month, new_style)
    }
    pub(crate) fn year_length(self, extended: i64, new_style: bool) -> i64 {
        if self.is_gregorian() {
            let leap = if new_style { is_leap(extended) } else { extended.rem_euclid(4) == 0 };
            return 365 + i64::from(leap);
        }
        self.month_start(extended + 1, 0, new_style) - self.month_start(extended, 0, new_style)
    }
    /// What a day is called.
    pub(crate) fn date(self, days: i64, new_style: bool) -> Date {
        let days = days.clamp(-1_000_000_000_000, 1_000_000_000_000);
        let (extended, month, day) = match self {
            _ if self.is_gregorian() => {
                let (year, month, day) = if new_style { civil(days) } else { julian(days) };
                (year, month - 1, day)
            }
            _ => self.search(days),
        };
        let day_of_year = days - self.month_start(extended, 0, new_style) + 1;
        let (era, year) = self.era_of(extended, month, day);
        Date { era, year, month, day, day_of_year, extended }
    }
    /// Finds year and month of a day from where they begin.
    fn search(self, days: i64) -> (i64, i64, i64) {
        let length = match self {
            System::IslamicCivil | System::IslamicTbla => 354.366_67,
            System::Hebrew => 365.246_8,
            _ => 365.25,
        };
        let mut year = ((days - self.month_start(1, 0, true)) as f64 / length) as i64 + 1;
        while self.month_start(year, 0, true) > days {
            year -= 1;
        }
        while self.month_start(year + 1, 0, true) <= days {
            year += 1;
        }
        let mut month = 0;
        while month + 1 < self.months() && self.month_start(year, month + 1, true) <= days {
            month += 1;
        }
        (year, month, days - self.month_start(year, month, true) + 1)
    }
    /// Era and year of a year without eras.
    fn era_of(self, extended: i64, month: i64, day: i64) -> (i64, i64) {
        match self {
            System::Gregorian | System::Iso8601 if extended < 1 => (0, 1 - extended),
            System::Gregorian | System::Iso8601 => (1, extended),
            System::Buddhist => (0, extended + 543),
            System::Roc if extended < 1912 => (0, 1912 - extended),
            System::Roc => (1, extended - 1911),
            System::Japanese => japanese_era(extended, month, day),
            System::Coptic if extended < 1 => (0, 1 - extended),
            System::Coptic => (1, extended),
            System::Ethiopic if extended < 1 => (0, extended + AMETE_ALEM),
            System::Ethiopic => (1, extended),
            System::EthiopicAmeteAlem => (0, extended + AMETE_ALEM),
            _ => (0, extended),
        }
    }
    /// The year without eras of an era and a year.
    pub(crate) fn extended_of(self, era: i64, year: i64) -> i64 {
        match self {
            System::Gregorian | System::Iso8601 | System::Coptic if era == 0 => 1 - year,
            System::Buddhist => year - 543,
            System::Roc if era == 0 => 1912 - year,
            System::Roc => year + 1911,
            System::Japanese => japanese_start(era).0 + year - 1,
            System::Ethiopic if era == 0 => year - AMETE_ALEM,
            System::EthiopicAmeteAlem => year - AMETE_ALEM,
            _ => year,
        }
    }
}

/// The first days of the eras: year, month, day.
static JAPANESE_ERAS: LazyLock<Vec<(i64, i64, i64)>> = LazyLock::new(|| {
    let start = |era: i64| {
        let start = fact("supplementalData", &["calendarData", "japanese", "eras", &era.to_string(), "start"]);
        match start.map(Res::ints).unwrap_or_default()[..] {
            [year, month, day] => (year, month, day),
            _ => (2019, 5, 1),
        }
    };
    (0..=236).map(start).collect()
});

fn japanese_start(era: i64) -> (i64, i64, i64) {
    usize::try_from(era).ok().and_then(|era| JAPANESE_ERAS.get(era)).copied().unwrap_or((2019, 5, 1))
}

fn japanese_era(year: i64, month: i64, day: i64) -> (i64, i64) {
    let asked = (year, month + 1, day);
    let mut era = 236;
    while era > 0 && japanese_start(era) > asked {
        era -= 1;
    }
    (era, year - japanese_start(era).0 + 1)
}

fn indian_month_start(year: i64, month: i64) -> i64 {
    let gregorian = year + INDIAN_START;
    let leap = is_leap(gregorian);
    let start = days_from_civil(gregorian, 3, if leap { 21 } else { 22 });
    let first = if leap { 31 } else { 30 };
    start
        + match month {
            0 => 0,
            1..=5 => first + (month - 1) * 31,
            _ => first + 5 * 31 + (month - 6) * 30,
        }
}

/// Years that the cycle of 33 years makes no leap years, and ICU corrects.
const PERSIAN_CORRECTIONS: [i64; 78] = [
    1502, 1601, 1634, 1667, 1700, 1733, 1766, 1799, 1832, 1865, 1898, 1931, 1964, 1997, 2030, 2059, 2063, 2096, 2129, 2158, 2162,
    2191, 2195, 2224, 2228, 2257, 2261, 2290, 2294, 2323, 2327, 2356, 2360, 2389, 2393, 2422, 2426, 2455, 2459, 2488, 2492, 2521,
    2525, 2554, 2558, 2587, 2591, 2620, 2624, 2653, 2657, 2686, 2690, 2719, 2723, 2748, 2752, 2756, 2781, 2785, 2789, 2818, 2822,
    2847, 2851, 2855, 2880, 2884, 2888, 2913, 2917, 2921, 2946, 2950, 2954, 2979, 2983, 2987,
];

fn persian_year_start(year: i64) -> i64 {
    let start = PERSIAN_EPOCH + 365 * (year - 1) + (8 * year + 21).div_euclid(33);
    // The year after a corrected one begins a day earlier.
    start - i64::from(PERSIAN_CORRECTIONS.contains(&(year - 1)))
}

fn hebrew_is_leap(year: i64) -> bool {
    (12 * year + 17).rem_euclid(19) >= 12
}

/// The first day of a Hebrew year.
fn hebrew_year_start(year: i64) -> i64 {
    // Parts of an hour: 1080; a month has 29 days, 12 hours and 793 parts.
    let months = (235 * year - 234).div_euclid(19);
    let parts = months * 13_753 + 12_084;
    let mut day = months * 29 + parts.div_euclid(25_920);
    let part = parts.rem_euclid(25_920);
    let weekday = day.rem_euclid(7);
    if matches!(weekday, 2 | 4 | 6) {
        day += 1;
    }
    let weekday_after = day.rem_euclid(7);
    if weekday_after == 1 && part > 15 * 1080 + 204 && !hebrew_is_leap(year) {
        day += 2;
    } else if weekday_after == 0 && part > 21 * 1080 + 589 && hebrew_is_leap(year - 1) {
        day += 1;
    }
    day + HEBREW_EPOCH
}

/// The first day of a Hebrew month; month 5 (Adar I) is empty in years that are no leap years.
fn hebrew_month_start(mut year: i64, mut month: i64) -> i64 {
    while month > 12 {
        month -= 13;
        year += 1;
    }
    while month < 0 {
        month += 13;
        year -= 1;
    }
    let start = hebrew_year_start(year);
    let length = hebrew_year_start(year + 1) - start;
    let kind = length % 10; // 3: deficient, 4: regular, 5: complete
    let lengths = [
        30,
        if kind == 5 { 30 } else { 29 },
        if kind == 3 { 29 } else { 30 },
        29,
        30,
        if hebrew_is_leap(year) { 30 } else { 0 },
        29,
        30,
        29,
        30,
        29,
        30,
        29,
    ];
    start + lengths[..month as usize].iter().sum::<i64>()
}
