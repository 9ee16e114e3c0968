//! The ranges of a calendar's fields, adding to them and turning them round.

use super::{cal::*, system::System};

/// Which end of which range: the least and greatest of all, or those that are there in every year or month.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    Minimum,
    GreatestMinimum,
    LeastMaximum,
    Maximum,
}

const HOUR_MS: i64 = 3_600_000;
/// ICU's error for arguments that make no sense.
const ILLEGAL_ARGUMENT: i64 = 1;

impl Cal {
    pub(crate) fn limit(&self, field: usize, limit: Limit) -> i64 {
        let all = |low: i64, greatest_low: i64, least_high: i64, high: i64| match limit {
            Limit::Minimum => low,
            Limit::GreatestMinimum => greatest_low,
            Limit::LeastMaximum => least_high,
            Limit::Maximum => high,
        };
        let same = |low: i64, high: i64| all(low, low, high, high);
        let months = self.system.months();
        match field {
            ERA => match self.system {
                System::Japanese => same(0, 236),
                _ => same(0, self.system.last_era()),
            },
            YEAR => match self.system {
                System::Gregorian | System::Iso8601 => all(1, 1, 140_742, 144_683),
                System::Japanese => all(1, 1, 1, 144_683 - 2019),
                _ if self.system.is_gregorian() => all(1, 1, 140_742, 144_683),
                System::Indian | System::Persian | System::Hebrew => same(-5_000_000, 5_000_000),
                _ => all(1, 1, 5_000_000, 5_000_000),
            },
            MONTH | ORDINAL_MONTH => all(0, 0, if self.system == System::Hebrew { 12 } else { months - 1 }, months - 1),
            WEEK_OF_YEAR => match self.system {
                System::IslamicCivil | System::IslamicTbla => all(1, 1, 50, 51),
                System::Hebrew => all(1, 1, 51, 56),
                _ => all(1, 1, 52, 53),
            },
            WEEK_OF_MONTH => match limit {
                Limit::Minimum => i64::from(self.minimal_days == 1),
                Limit::GreatestMinimum => 1,
                Limit::LeastMaximum => (self.limit(DATE, limit) + 7 - self.minimal_days) / 7,
                Limit::Maximum => (self.limit(DATE, limit) + 6 + 7 - self.minimal_days) / 7,
            },
            DATE => match self.system {
                System::IslamicCivil | System::IslamicTbla => all(1, 1, 29, 31),
                System::Hebrew => all(1, 1, 29, 30),
                System::Coptic | System::Ethiopic | System::EthiopicAmeteAlem => all(1, 1, 5, 30),
                System::Indian => all(1, 1, 30, 31),
                System::Persian => all(1, 1, 29, 31),
                _ => all(1, 1, 28, 31),
            },
            DAY_OF_YEAR => match self.system {
                System::IslamicCivil | System::IslamicTbla => all(1, 1, 354, 355),
                System::Hebrew => all(1, 1, 353, 385),
                _ => all(1, 1, 365, 366),
            },
            DAY_OF_WEEK | DOW_LOCAL => same(1, 7),
            DAY_OF_WEEK_IN_MONTH => match self.system {
                System::Coptic | System::Ethiopic | System::EthiopicAmeteAlem => all(-1, -1, 1, 5),
                _ if self.system.is_gregorian() => all(-1, -1, 4, 5),
                _ => all(-1, -1, 5, 5),
            },
            AM_PM => same(0, 1),
            HOUR => same(0, 11),
            HOUR_OF_DAY => same(0, 23),
            MINUTE | SECOND => same(0, 59),
            MILLISECOND => same(0, 999),
            ZONE_OFFSET => all(-24 * HOUR_MS, -16 * HOUR_MS, 12 * HOUR_MS, 30 * HOUR_MS),
            DST_OFFSET => same(-HOUR_MS, 2 * HOUR_MS),
            YEAR_WOY | EXTENDED_YEAR if self.system.is_gregorian() => all(-140_742, -140_742, 140_742, 144_683),
            YEAR_WOY | EXTENDED_YEAR => all(-5_000_000, -5_000_000, 5_000_000, 5_000_000),
            JULIAN_DAY => same(-0x7F00_0000, 0x7F00_0000),
            MILLISECONDS_IN_DAY => same(0, 86_399_999),
            _ => same(0, 1),
        }
    }
    /// The greatest value that a field has with the others as they are.
    pub(crate) fn actual_maximum(&mut self, field: usize) -> Result<i64, i64> {
        let mut work = self.clone();
        work.lenient = true;
        work.complete()?;
        let (year, month) = (work.raw(EXTENDED_YEAR), work.raw(MONTH));
        Ok(match field {
            DATE => {
                // In the month of the change to the Gregorian calendar days are left out, but their numbers are not.
                work.month_length(year, month)
            }
            DAY_OF_YEAR => work.year_length(year),
            YEAR if self.system == System::Japanese => self.limit(YEAR, Limit::Maximum),
            YEAR => self.limit(YEAR, Limit::LeastMaximum),
            WEEK_OF_YEAR | WEEK_OF_MONTH | DAY_OF_WEEK_IN_MONTH | YEAR_WOY => {
                let (from, to) = (self.limit(field, Limit::LeastMaximum), self.limit(field, Limit::Maximum));
                work.probe(field, from, to)
            }
            _ => self.limit(field, Limit::Maximum),
        })
    }
    pub(crate) fn actual_minimum(&mut self, field: usize) -> Result<i64, i64> {
        let (from, to) = (self.limit(field, Limit::GreatestMinimum), self.limit(field, Limit::Minimum));
        if from == to {
            return Ok(from);
        }
        let mut work = self.clone();
        work.lenient = true;
        work.complete()?;
        Ok(work.probe(field, from, to))
    }
    /// Goes from a value that a field always has towards one that it may have.
    fn probe(&mut self, field: usize, from: i64, to: i64) -> i64 {
        let step = if from < to { 1 } else { -1 };
        self.set(MILLISECONDS_IN_DAY, 0);
        match field {
            YEAR_WOY => self.set(WEEK_OF_YEAR, 1),
            WEEK_OF_MONTH | WEEK_OF_YEAR => {
                let day = if step > 0 { self.first_day } else { (self.first_day + 5) % 7 + 1 };
                self.set(DAY_OF_WEEK, day);
            }
            DAY_OF_WEEK_IN_MONTH => {
                self.set(DATE, 1);
                let weekday = self.get(DAY_OF_WEEK).unwrap_or(1);
                self.set(DAY_OF_WEEK, weekday);
            }
            _ => {}
        }
        self.set(field, self.limit(field, Limit::GreatestMinimum));
        self.set(field, from);
        let (mut value, mut result) = (from, from);
        if self.get(field) != Ok(value) && field != WEEK_OF_MONTH && step > 0 {
            return value;
        }
        while value != to {
            value += step;
            if self.add(field, step).is_err() || self.get(field) != Ok(value) {
                break;
            }
            result = value;
        }
        result
    }
    fn pin(&mut self, field: usize) -> Result<(), i64> {
        let mut probe = self.clone();
        if field == DATE {
            probe.set(DATE, 1);
        }
        let high = probe.actual_maximum(field)?;
        let low = if field == DATE { 1 } else { self.limit(field, Limit::Minimum) };
        let value = self.raw(field);
        if value > high {
            self.set(field, high);
        } else if value < low {
            self.set(field, low);
        }
        Ok(())
    }
    /// Adds to a field, and to larger ones what that makes.
    pub(crate) fn add(&mut self, field: usize, amount: i64) -> Result<(), i64> {
        if amount == 0 {
            return Ok(());
        }
        let amount = amount.clamp(i64::from(i32::MIN), i64::from(i32::MAX));
        let mut keep_wall = true;
        let unit = match field {
            ERA => {
                let era = self.get(ERA)?;
                self.set(ERA, era + amount);
                return self.pin(ERA);
            }
            YEAR | EXTENDED_YEAR | YEAR_WOY | MONTH | ORDINAL_MONTH => return self.add_months(field, amount),
            WEEK_OF_YEAR | WEEK_OF_MONTH | DAY_OF_WEEK_IN_MONTH => 7.0 * DAY,
            AM_PM => DAY / 2.0,
            DATE | DAY_OF_YEAR | DAY_OF_WEEK | DOW_LOCAL | JULIAN_DAY => DAY,
            HOUR | HOUR_OF_DAY | MINUTE | SECOND | MILLISECOND | MILLISECONDS_IN_DAY => {
                keep_wall = false;
                match field {
                    HOUR | HOUR_OF_DAY => 3_600_000.0,
                    MINUTE => 60_000.0,
                    SECOND => 1000.0,
                    _ => 1.0,
                }
            }
            _ => return Err(ILLEGAL_ARGUMENT),
        };
        let time = self.time()?;
        let before = self.tz.at(time).total();
        let mut moved = time + amount as f64 * unit;
        if keep_wall {
            let after = self.tz.at(moved).total();
            if after != before {
                let wall = moved + before as f64;
                let fits = self.tz.at(moved + (before - after) as f64).total() == after;
                moved =
                    if fits || self.skipped != 1 { wall - if fits { after } else { before.min(after) } as f64 } else { moved };
            }
        }
        self.set_time(moved);
        Ok(())
    }
    fn add_months(&mut self, field: usize, mut amount: i64) -> Result<(), i64> {
        let value = self.get(field)?;
        if field == YEAR && self.raw(ERA) == 0 && self.system.current_era() == 1 && self.system != System::Ethiopic {
            amount = -amount;
        }
        let lenient = std::mem::replace(&mut self.lenient, true);
        if matches!(field, MONTH | ORDINAL_MONTH) && self.system == System::Hebrew {
            self.add_hebrew_months(amount)?;
        } else if field == YEAR && self.system == System::Japanese {
            let year = self.raw(EXTENDED_YEAR);
            self.set(EXTENDED_YEAR, year + amount);
        } else {
            self.set(field, value + amount);
        }
        let pinned = self.pin_day(field);
        self.lenient = lenient;
        pinned
    }
    /// Keeps the day within the month that was arrived at.
    fn pin_day(&mut self, field: usize) -> Result<(), i64> {
        if field == YEAR_WOY {
            return self.pin(WEEK_OF_YEAR);
        }
        let day = self.raw(DATE);
        let mut probe = self.clone();
        probe.set(DATE, 1);
        let length = probe.actual_maximum(DATE)?;
        if day > length {
            self.set(DATE, length);
        }
        self.complete()
    }
    fn add_hebrew_months(&mut self, amount: i64) -> Result<(), i64> {
        let (mut year, mut month) = (self.get(EXTENDED_YEAR)?, self.get(MONTH)?);
        let step = amount.signum();
        // Nineteen years have 235 months.
        year += amount / 235 * 19;
        for _ in 0..(amount % 235).abs() {
            loop {
                month += step;
                if month > 12 {
                    (month, year) = (0, year + 1);
                } else if month < 0 {
                    (month, year) = (12, year - 1);
                }
                if self.month_length(year, month) > 0 {
                    break;
                }
            }
        }
        self.set(YEAR, year);
        self.set(MONTH, month);
        Ok(())
    }
    /// Turns a field round within its range, leaving larger ones.
    pub(crate) fn roll(&mut self, field: usize, amount: i64) -> Result<(), i64> {
        if amount == 0 {
            return Ok(());
        }
        self.complete()?;
        let value = self.raw(field);
        match field {
            DATE | AM_PM | MINUTE | SECOND | MILLISECOND | MILLISECONDS_IN_DAY | ERA => {
                let (low, high) = (self.actual_minimum(field)?, self.actual_maximum(field)?);
                let span = high - low + 1;
                self.set(field, (value - low + amount).rem_euclid(span) + low);
            }
            HOUR | HOUR_OF_DAY => {
                let high = self.limit(field, Limit::Maximum) + 1;
                let new = (value + amount).rem_euclid(high);
                let time = self.time()?;
                self.set_time(time + 3_600_000.0 * (new - value) as f64);
            }
            MONTH | ORDINAL_MONTH => {
                let high = self.actual_maximum(MONTH)? + 1;
                self.set(MONTH, (value + amount).rem_euclid(high));
                self.pin_day(MONTH)?;
            }
            YEAR | YEAR_WOY | EXTENDED_YEAR => {
                let backwards = field == YEAR && self.raw(ERA) == 0 && self.system.current_era() == 1;
                let new = value + if backwards { -amount } else { amount };
                let new = if field == YEAR { new.max(1) } else { new };
                self.set(field, new);
                self.pin_day(field)?;
            }
            WEEK_OF_MONTH | WEEK_OF_YEAR | DAY_OF_WEEK_IN_MONTH => self.roll_weeks(field, amount)?,
            DAY_OF_YEAR => {
                let length = self.year_length(self.raw(EXTENDED_YEAR));
                let day = (value - 1 + amount).rem_euclid(length) + 1;
                let time = self.time()?;
                self.set_time(time + (day - value) as f64 * DAY);
            }
            DAY_OF_WEEK | DOW_LOCAL => {
                let mut lead = value - if field == DAY_OF_WEEK { self.first_day } else { 1 };
                if lead < 0 {
                    lead += 7;
                }
                let new = (lead + amount).rem_euclid(7);
                let time = self.time()?;
                self.set_time(time + (new - lead) as f64 * DAY);
            }
            JULIAN_DAY => self.set(field, value + amount),
            _ => return Err(ILLEGAL_ARGUMENT),
        }
        Ok(())
    }
    /// Weeks go round within the month or the year, whose incomplete weeks are as long as any.
    fn roll_weeks(&mut self, field: usize, amount: i64) -> Result<(), i64> {
        let time = self.time()?;
        if field == DAY_OF_WEEK_IN_MONTH {
            let (day, length) = (self.raw(DATE), self.actual_maximum(DATE)?);
            let before = (day - 1) / 7;
            let count = before + 1 + (length - day) / 7;
            let new = (before + amount).rem_euclid(count);
            self.set_time(time + (new - before) as f64 * 7.0 * DAY);
            return Ok(());
        }
        let (day, length) = if field == WEEK_OF_MONTH {
            (self.raw(DATE), self.actual_maximum(DATE)?)
        } else {
            (self.raw(DAY_OF_YEAR), self.year_length(self.raw(EXTENDED_YEAR)))
        };
        let weekday = (self.raw(DAY_OF_WEEK) - self.first_day).rem_euclid(7);
        let first_weekday = (weekday - day + 1).rem_euclid(7);
        let start = if 7 - first_weekday < self.minimal_days { 8 - first_weekday } else { 1 - first_weekday };
        let last_weekday = (length - day + weekday).rem_euclid(7);
        let limit = length + 7 - last_weekday;
        let gap = limit - start;
        let mut new = (day + amount * 7 - start).rem_euclid(gap.max(7)) + start;
        new = new.clamp(1, length);
        self.set_time(time + (new - day) as f64 * DAY);
        Ok(())
    }
    /// How many times a field can be added to before a moment is passed; moves by that.
    pub(crate) fn difference(&mut self, target: f64, field: usize) -> Result<i64, i64> {
        let start = self.time()?;
        let sign = if start < target {
            1
        } else if start > target {
            -1
        } else {
            return Ok(0);
        };
        let beyond = |time: f64| if sign > 0 { time > target } else { time < target };
        let at = |cal: &Cal, amount: i64| {
            let mut probe = cal.clone();
            probe.set_time(start);
            probe.add(field, sign * amount).and_then(|()| probe.time())
        };
        let (mut low, mut high) = (0i64, 1i64);
        loop {
            let time = at(self, high)?;
            if time == target {
                low = high;
                break;
            }
            if beyond(time) {
                break;
            }
            low = high;
            high *= 2;
            if high > i64::from(i32::MAX) {
                return Err(ILLEGAL_ARGUMENT);
            }
        }
        while high - low > 1 {
            let middle = (low + high) / 2;
            let time = at(self, middle)?;
            if beyond(time) {
                high = middle
            } else {
                low = middle
            }
            if time == target {
                break;
            }
        }
        self.set_time(start);
        self.add(field, sign * low)?;
        Ok(sign * low)
    }
    /// What a day of the week is: a working day, one of the weekend, or one where the weekend begins or ends.
    pub(crate) fn day_kind(&self, day: i64) -> i64 {
        let week = week_data(&self.locale);
        let [_, _, onset, onset_ms, cease, cease_ms] = week[..] else { return 0 };
        if onset == cease {
            return if day == onset { i64::from(onset_ms == 0) + 2 * i64::from(onset_ms != 0) } else { 0 };
        }
        let inside = if onset < cease { (onset..=cease).contains(&day) } else { day >= onset || day <= cease };
        if !inside {
            0
        } else if day == onset && onset_ms != 0 {
            2
        } else if day == cease && cease_ms < 86_400_000 {
            3
        } else {
            1
        }
    }
    /// When the weekend begins or ends on a day.
    pub(crate) fn weekend_transition(&self, day: i64) -> Option<i64> {
        let week = week_data(&self.locale);
        let [_, _, onset, onset_ms, cease, cease_ms] = week[..] else { return None };
        if day == onset {
            Some(onset_ms)
        } else if day == cease {
            Some(cease_ms)
        } else {
            None
        }
    }
    pub(crate) fn is_weekend(&mut self) -> Result<bool, i64> {
        let (day, in_day) = (self.get(DAY_OF_WEEK)?, self.get(MILLISECONDS_IN_DAY)?);
        Ok(match self.day_kind(day) {
            0 => false,
            1 => true,
            kind => self.weekend_transition(day).is_some_and(|at| if kind == 2 { in_day >= at } else { in_day < at }),
        })
    }
}
