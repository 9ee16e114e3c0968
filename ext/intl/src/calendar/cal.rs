//! A calendar with a moment in it: fields that are set and fields that are computed, as ICU resolves them.

use super::system::System;
use crate::{
    data::{Res, fact, keyword},
    timezone::Tz,
};

pub(crate) const FIELDS: usize = 24;
pub(crate) const ERA: usize = 0;
pub(crate) const YEAR: usize = 1;
pub(crate) const MONTH: usize = 2;
pub(crate) const WEEK_OF_YEAR: usize = 3;
pub(crate) const WEEK_OF_MONTH: usize = 4;
pub(crate) const DATE: usize = 5;
pub(crate) const DAY_OF_YEAR: usize = 6;
pub(crate) const DAY_OF_WEEK: usize = 7;
pub(crate) const DAY_OF_WEEK_IN_MONTH: usize = 8;
pub(crate) const AM_PM: usize = 9;
pub(crate) const HOUR: usize = 10;
pub(crate) const HOUR_OF_DAY: usize = 11;
pub(crate) const MINUTE: usize = 12;
pub(crate) const SECOND: usize = 13;
pub(crate) const MILLISECOND: usize = 14;
pub(crate) const ZONE_OFFSET: usize = 15;
pub(crate) const DST_OFFSET: usize = 16;
pub(crate) const YEAR_WOY: usize = 17;
pub(crate) const DOW_LOCAL: usize = 18;
pub(crate) const EXTENDED_YEAR: usize = 19;
pub(crate) const JULIAN_DAY: usize = 20;
pub(crate) const MILLISECONDS_IN_DAY: usize = 21;
pub(crate) const IS_LEAP_MONTH: usize = 22;
pub(crate) const ORDINAL_MONTH: usize = 23;

pub(crate) const DAY: f64 = 86_400_000.0;
/// The Julian day of January 1, 1970.
pub(crate) const EPOCH_JULIAN: i64 = 2_440_588;
/// When the Gregorian calendar begins where nobody said otherwise: October 15, 1582.
pub(crate) const CUTOVER: f64 = -12_219_292_800_000.0;
/// Stamps: nothing is known, it was computed, or a user set it (from this one on, in order).
const UNSET: u32 = 0;
const COMPUTED: u32 = 1;
const USER: u32 = 2;
/// Marks the first field of a line of precedence that only stands for the others.
const REMAP: usize = 32;
/// The farthest moments.
const MOST: f64 = 8.64e15;

/// Lenient, first day of the week and the like are ICU's.
#[derive(Clone)]
pub(crate) struct Cal {
    pub(crate) system: System,
    pub(crate) tz: Tz,
    pub(crate) locale: String,
    fields: [i64; FIELDS],
    stamps: [u32; FIELDS],
    next_stamp: u32,
    time: f64,
    time_is_set: bool,
    fields_are_set: bool,
    pub(crate) lenient: bool,
    pub(crate) first_day: i64,
    pub(crate) minimal_days: i64,
    pub(crate) repeated: i64,
    pub(crate) skipped: i64,
    pub(crate) cutover: f64,
}

type Precedence = &'static [&'static [&'static [usize]]];

const DATE_PRECEDENCE: Precedence = &[
    &[
        &[DATE],
        &[WEEK_OF_YEAR, DAY_OF_WEEK],
        &[WEEK_OF_MONTH, DAY_OF_WEEK],
        &[DAY_OF_WEEK_IN_MONTH, DAY_OF_WEEK],
        &[WEEK_OF_YEAR, DOW_LOCAL],
        &[WEEK_OF_MONTH, DOW_LOCAL],
        &[DAY_OF_WEEK_IN_MONTH, DOW_LOCAL],
        &[DAY_OF_YEAR],
        &[REMAP | DATE, YEAR],
        &[REMAP | WEEK_OF_YEAR, YEAR_WOY],
    ],
    &[
        &[WEEK_OF_YEAR],
        &[WEEK_OF_MONTH],
        &[DAY_OF_WEEK_IN_MONTH],
        &[REMAP | DAY_OF_WEEK_IN_MONTH, DAY_OF_WEEK],
        &[REMAP | DAY_OF_WEEK_IN_MONTH, DOW_LOCAL],
    ],
];
const YEAR_PRECEDENCE: Precedence = &[&[&[YEAR], &[EXTENDED_YEAR], &[YEAR_WOY, WEEK_OF_YEAR]]];
const DOW_PRECEDENCE: Precedence = &[&[&[DAY_OF_WEEK], &[DOW_LOCAL]]];

/// What the data say about weeks in a country: first day, days in the first week, weekend's begin and end.
pub(crate) fn week_data(locale: &str) -> Vec<i64> {
    let region = crate::display::region_of(locale);
    let found = fact("supplementalData", &["weekData", &region]).or_else(|| fact("supplementalData", &["weekData", "001"]));
    found.map(Res::ints).unwrap_or_else(|| vec![2, 1, 7, 0, 1, 86_400_000])
}

/// The calendar that a locale asks for, or that its country has first. The error is its name, if there is no such here.
pub(crate) fn system_of(locale: &str) -> Result<System, String> {
    if let Some(name) = keyword(locale, "calendar")
        && fact("supplementalData", &["calendarData", &name])
            .or_else(|| System::named(&name).and_then(|_| fact("supplementalData", &["calendarData"])))
            .is_some()
    {
        return System::named(&name).ok_or(name);
    }
    let region = crate::display::region_of(locale);
    let prefers = |region: &str| fact("supplementalData", &["calendarPreferenceData", region]);
    let preferred = prefers(&region).or_else(|| prefers("001")).and_then(|list| list.at(0)?.text()).unwrap_or("gregorian");
    System::named(preferred).ok_or_else(|| preferred.to_owned())
}

impl Cal {
    /// A calendar at this moment.
    pub(crate) fn new(system: System, tz: Tz, locale: &str) -> Cal {
        let week = week_data(locale);
        let first = keyword(locale, "fw").and_then(|day| {
            ["sun", "mon", "tue", "wed", "thu", "fri", "sat"].iter().position(|name| *name == day).map(|at| at as i64 + 1)
        });
        let (first_day, minimal_days) = if system == System::Iso8601 { (2, 4) } else { (week[0], week[1]) };
        let mut cal = Cal {
            system,
            tz,
            locale: locale.to_owned(),
            fields: [0; FIELDS],
            stamps: [UNSET; FIELDS],
            next_stamp: USER,
            time: 0.0,
            time_is_set: false,
            fields_are_set: false,
            lenient: true,
            first_day: first.unwrap_or(first_day),
            minimal_days,
            repeated: 0,
            skipped: 0,
            cutover: if system.is_gregorian() && system != System::Iso8601 { CUTOVER } else { f64::NEG_INFINITY },
        };
        cal.set_time(crate::timezone::zone::now());
        cal
    }
    pub(crate) fn set_time(&mut self, time: f64) {
        let time = if time.is_nan() { 0.0 } else { time.clamp(-MOST * 21.0, MOST * 21.0) };
        self.time = time.floor();
        self.time_is_set = true;
        self.fields_are_set = false;
        self.fields = [0; FIELDS];
        self.stamps = [UNSET; FIELDS];
        self.next_stamp = USER;
    }
    /// The moment. The error says that fields that were set make none.
    pub(crate) fn time(&mut self) -> Result<f64, i64> {
        if !self.time_is_set {
            self.compute_time()?;
        }
        Ok(self.time)
    }
    /// Makes all fields those of the moment.
    pub(crate) fn complete(&mut self) -> Result<(), i64> {
        if !self.time_is_set {
            self.compute_time()?;
        }
        if !self.fields_are_set {
            self.compute_fields();
        }
        Ok(())
    }
    pub(crate) fn get(&mut self, field: usize) -> Result<i64, i64> {
        self.complete()?;
        Ok(self.fields[field])
    }
    pub(crate) fn set(&mut self, field: usize, value: i64) {
        // What was computed stays, as what was set earlier.
        if !self.fields_are_set && self.time_is_set {
            self.compute_fields();
        }
        self.fields[field] = value;
        self.stamps[field] = self.next_stamp;
        self.next_stamp += 1;
        self.time_is_set = false;
        self.fields_are_set = false;
    }
    pub(crate) fn clear(&mut self, field: Option<usize>) {
        match field {
            Some(field) => {
                if !self.fields_are_set && self.time_is_set {
                    self.compute_fields();
                }
                (self.fields[field], self.stamps[field]) = (0, UNSET);
                if field == MONTH {
                    self.stamps[ORDINAL_MONTH] = UNSET;
                }
            }
            None => (self.fields, self.stamps) = ([0; FIELDS], [UNSET; FIELDS]),
        }
        self.time_is_set = false;
        self.fields_are_set = false;
    }
    pub(crate) fn is_set(&mut self, field: usize) -> bool {
        if !self.fields_are_set && self.time_is_set {
            self.compute_fields();
        }
        self.stamps[field] != UNSET
    }
    pub(crate) fn set_zone(&mut self, tz: Tz) {
        // The moment stays, and what was set in the old zone is resolved in the new one.
        self.tz = tz;
        self.fields_are_set = false;
    }
    /// Whether days follow the Gregorian rules at a day, rather than the Julian ones.
    pub(crate) fn is_new_style(&self, days: i64) -> bool {
        days as f64 >= (self.cutover / DAY).floor()
    }
    /// The same for a year as a whole.
    pub(crate) fn year_is_new_style(&self, extended: i64) -> bool {
        self.cutover == f64::NEG_INFINITY || extended >= super::gregorian::civil((self.cutover / DAY).floor() as i64).0
    }
    pub(crate) fn year_length(&self, extended: i64) -> i64 {
        self.system.year_length(extended, self.year_is_new_style(extended))
    }
    pub(crate) fn month_length(&self, extended: i64, month: i64) -> i64 {
        self.system.month_length(extended, month, self.year_is_new_style(extended))
    }

    fn compute_fields(&mut self) {
        let offsets = self.tz.at(self.time);
        let local = self.time + offsets.total() as f64;
        let days = (local / DAY).floor() as i64;
        let in_day = (local - days as f64 * DAY) as i64;
        let new_style = self.is_new_style(days);
        let date = self.system.date(days, new_style);
        let day_of_year = if !new_style || self.year_is_new_style(date.extended - 1) {
            date.day_of_year
        } else {
            // In the year of the change days were left out.
            let start = self.system.month_start(date.extended, 0, false);
            if self.is_new_style(start) { date.day_of_year } else { days - start + 1 }
        };
        let weekday = (days + 4).rem_euclid(7) + 1;
        let fields = &mut self.fields;
        (fields[ERA], fields[YEAR], fields[MONTH], fields[DATE]) = (date.era, date.year, date.month, date.day);
        (fields[DAY_OF_YEAR], fields[EXTENDED_YEAR]) = (day_of_year, date.extended);
        fields[ORDINAL_MONTH] = date.month;
        fields[IS_LEAP_MONTH] = 0;
        fields[JULIAN_DAY] = days + EPOCH_JULIAN;
        fields[DAY_OF_WEEK] = weekday;
        fields[DOW_LOCAL] = (weekday - self.first_day).rem_euclid(7) + 1;
        fields[MILLISECONDS_IN_DAY] = in_day;
        fields[MILLISECOND] = in_day % 1000;
        fields[SECOND] = in_day / 1000 % 60;
        fields[MINUTE] = in_day / 60_000 % 60;
        fields[HOUR_OF_DAY] = in_day / 3_600_000;
        fields[AM_PM] = fields[HOUR_OF_DAY] / 12;
        fields[HOUR] = fields[HOUR_OF_DAY] % 12;
        (fields[ZONE_OFFSET], fields[DST_OFFSET]) = (offsets.raw, offsets.dst);
        self.compute_weeks();
        self.stamps = [COMPUTED; FIELDS];
        self.next_stamp = USER;
        self.fields_are_set = true;
    }
    fn week_number(&self, desired: i64, of_period: i64, weekday: i64) -> i64 {
        let start = (weekday - self.first_day - of_period + 1).rem_euclid(7);
        let week = (desired + start - 1).div_euclid(7);
        if 7 - start >= self.minimal_days { week + 1 } else { week }
    }
    fn compute_weeks(&mut self) {
        let (extended, weekday, of_year) = (self.fields[EXTENDED_YEAR], self.fields[DAY_OF_WEEK], self.fields[DAY_OF_YEAR]);
        let mut year = extended;
        let relative = (weekday + 7 - self.first_day).rem_euclid(7);
        let relative_first = (weekday - of_year + 7001 - self.first_day).rem_euclid(7);
        let mut week = (of_year - 1 + relative_first) / 7;
        if 7 - relative_first >= self.minimal_days {
            week += 1;
        }
        if week == 0 {
            let before = of_year + self.year_length(extended - 1);
            week = self.week_number(before, before, weekday);
            year -= 1;
        } else {
            let last = self.year_length(extended);
            if of_year >= last - 5 {
                let last_relative = (relative + last - of_year).rem_euclid(7);
                if 6 - last_relative >= self.minimal_days && of_year + 7 - relative > last {
                    week = 1;
                    year += 1;
                }
            }
        }
        self.fields[WEEK_OF_YEAR] = week;
        self.fields[YEAR_WOY] = year;
        let day = self.fields[DATE];
        self.fields[WEEK_OF_MONTH] = self.week_number(day, day, weekday);
        self.fields[DAY_OF_WEEK_IN_MONTH] = (day - 1) / 7 + 1;
    }

    fn newest(&self, from: usize, to: usize) -> u32 {
        self.stamps[from..=to].iter().copied().max().unwrap_or(UNSET)
    }
    fn value(&self, field: usize, default: i64) -> i64 {
        if self.stamps[field] == UNSET { default } else { self.fields[field] }
    }
    /// The field that decides, by when fields were set.
    fn resolve(&self, table: Precedence) -> Option<usize> {
        for group in table {
            let (mut best, mut best_stamp) = (None, UNSET);
            for line in *group {
                let checked = if line[0] >= REMAP { &line[1..] } else { line };
                if checked.iter().any(|&field| self.stamps[field] == UNSET) {
                    continue;
                }
                let stamp = checked.iter().map(|&field| self.stamps[field]).max().unwrap_or(UNSET);
                if stamp > best_stamp {
                    let field = line[0] & (REMAP - 1);
                    if line[0] < REMAP || field != DATE || self.stamps[WEEK_OF_MONTH] < self.stamps[DATE] {
                        (best, best_stamp) = (Some(field), stamp);
                    }
                }
            }
            if best.is_some() {
                return best;
            }
        }
        None
    }
    fn extended_year(&self) -> i64 {
        match self.resolve(YEAR_PRECEDENCE) {
            Some(EXTENDED_YEAR) => self.value(EXTENDED_YEAR, 1970),
            Some(YEAR_WOY) => self.value(YEAR_WOY, 1970),
            _ if self.stamps[YEAR] == UNSET => self.value(EXTENDED_YEAR, 1970),
            _ => {
                let newest_year = self.stamps[EXTENDED_YEAR] > self.stamps[YEAR] && self.stamps[EXTENDED_YEAR] > self.stamps[ERA];
                if newest_year {
                    self.fields[EXTENDED_YEAR]
                } else {
                    self.system.extended_of(self.value(ERA, self.system.current_era()), self.fields[YEAR])
                }
            }
        }
    }
    fn day_number(&mut self) -> i64 {
        if self.stamps[JULIAN_DAY] >= USER {
            let newest = self.newest(ERA, DAY_OF_WEEK_IN_MONTH).max(self.newest(YEAR_WOY, EXTENDED_YEAR));
            if newest <= self.stamps[JULIAN_DAY] {
                return self.fields[JULIAN_DAY] - EPOCH_JULIAN;
            }
        }
        let best = self.resolve(DATE_PRECEDENCE).unwrap_or(DATE);
        let year = if best == WEEK_OF_YEAR && self.stamps[YEAR_WOY] > self.stamps[YEAR] {
            self.value(YEAR_WOY, 1970)
        } else {
            self.extended_year()
        };
        let year = year.clamp(-5_000_000, 5_000_000);
        let style = self.year_is_new_style(year);
        let days = self.day_by(best, year, style);
        if self.cutover != f64::NEG_INFINITY && style != self.is_new_style(days) {
            return self.day_by(best, year, !style);
        }
        days
    }
    /// Days from the first day of a week to the first day of a period.
    fn first_of(&self, start: i64) -> i64 {
        ((start + 4).rem_euclid(7) + 1 - self.first_day).rem_euclid(7)
    }
    fn day_by(&self, best: usize, year: i64, style: bool) -> i64 {
        let uses_month = matches!(best, DATE | WEEK_OF_MONTH | DAY_OF_WEEK_IN_MONTH);
        let month_field = if self.stamps[ORDINAL_MONTH] > self.stamps[MONTH] { ORDINAL_MONTH } else { MONTH };
        let month = if uses_month { self.value(month_field, 0).clamp(-60_000_000, 60_000_000) } else { 0 };
        let mut start = self.system.month_start(year, month, style);
        match best {
            DATE => return start + self.value(DATE, 1) - 1,
            DAY_OF_YEAR => return start + self.fields[DAY_OF_YEAR] - 1,
            _ => {}
        }
        let mut first = self.first_of(start);
        let weekday = match self.resolve(DOW_PRECEDENCE) {
            Some(DAY_OF_WEEK) => self.fields[DAY_OF_WEEK] - self.first_day,
            Some(_) => self.fields[DOW_LOCAL] - 1,
            None => 0,
        }
        .rem_euclid(7);
        let mut date = 1 - first + weekday;
        if best == DAY_OF_WEEK_IN_MONTH {
            if date < 1 {
                date += 7;
            }
            let count = self.value(DAY_OF_WEEK_IN_MONTH, 1);
            if count >= 0 {
                date += 7 * (count - 1);
            } else {
                let length = self.system.month_length(year, month, style);
                date += ((length - date) / 7 + count + 1) * 7;
            }
            return start + date - 1;
        }
        let week = self.fields[best];
        if best == WEEK_OF_YEAR && (self.stamps[YEAR_WOY] == UNSET || self.resolve(YEAR_PRECEDENCE) != Some(YEAR_WOY)) {
            let next = self.system.month_start(year + 1, 0, style);
            let next_first = self.first_of(next);
            if week == 1 {
                // The first week of the next year may begin in this one.
                let wanted = self.fields[MONTH] == 11 && self.stamps[MONTH] != UNSET;
                if wanted && next_first > 0 && 7 - next_first >= self.minimal_days {
                    (start, first) = (next, next_first);
                    date = 1 - first + weekday;
                }
            } else if week >= 52 {
                let shift = if 7 - first < self.minimal_days { 7 } else { 0 };
                if start + date - 1 + shift + 7 * (week - 1) >= next {
                    start = self.system.month_start(year - 1, 0, style);
                    first = self.first_of(start);
                    date = 1 - first + weekday;
                }
            }
        }
        if 7 - first < self.minimal_days {
            date += 7;
        }
        start + date - 1 + 7 * (week - 1)
    }
    fn in_day(&self) -> f64 {
        let hour_stamp = self.stamps[HOUR_OF_DAY];
        let half_stamp = self.stamps[HOUR].max(self.stamps[AM_PM]);
        if self.stamps[MILLISECONDS_IN_DAY] >= USER && self.newest(AM_PM, MILLISECOND) <= self.stamps[MILLISECONDS_IN_DAY] {
            return self.fields[MILLISECONDS_IN_DAY] as f64;
        }
        let hours =
            if half_stamp > hour_stamp { self.value(HOUR, 0) + 12 * self.value(AM_PM, 0) } else { self.value(HOUR_OF_DAY, 0) };
        let minutes = hours as f64 * 60.0 + self.value(MINUTE, 0) as f64;
        let seconds = minutes * 60.0 + self.value(SECOND, 0) as f64;
        seconds * 1000.0 + self.value(MILLISECOND, 0) as f64
    }
    fn compute_time(&mut self) -> Result<(), i64> {
        if !self.lenient {
            self.validate()?;
        }
        let days = self.day_number();
        let wall = days as f64 * DAY + self.in_day();
        if self.stamps[ZONE_OFFSET] >= USER || self.stamps[DST_OFFSET] >= USER {
            self.time = wall - (self.value(ZONE_OFFSET, 0) + self.value(DST_OFFSET, 0)) as f64;
        } else {
            let offset = self.tz.at_local(wall, self.repeated == 1, self.skipped != 1).total() as f64;
            self.time = wall - offset;
            if (!self.lenient || self.skipped == 2) && self.tz.at(self.time).total() as f64 != offset {
                if !self.lenient {
                    return Err(1);
                }
                self.time = self.tz.change_before(self.time).unwrap_or(self.time);
            }
        }
        self.time_is_set = true;
        // What was set beyond its range is moved into it when the fields are asked for.
        self.fields_are_set = false;
        Ok(())
    }
    /// Whether all fields that were set are within their ranges.
    fn validate(&self) -> Result<(), i64> {
        for field in 0..FIELDS {
            if self.stamps[field] < USER {
                continue;
            }
            let value = self.fields[field];
            let year = self.extended_year();
            let valid = match field {
                DATE => (1..=self.month_length(year, self.value(MONTH, 0))).contains(&value),
                DAY_OF_YEAR => (1..=self.year_length(year)).contains(&value),
                DAY_OF_WEEK_IN_MONTH if value == 0 => false,
                _ => (self.limit(field, super::limits::Limit::Minimum)..=self.limit(field, super::limits::Limit::Maximum))
                    .contains(&value),
            };
            if !valid {
                return Err(1);
            }
        }
        Ok(())
    }
    /// Says that what weeks and years are has changed, so that fields are computed anew.
    pub(crate) fn stale(&mut self) {
        self.fields_are_set = false;
    }
    /// Fields as they were set, without computing.
    pub(crate) fn raw(&self, field: usize) -> i64 {
        self.fields[field]
    }
}
