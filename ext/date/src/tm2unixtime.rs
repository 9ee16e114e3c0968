//! From fields to a moment: what is relative is added, and the time zone says when that is.

use crate::{
    calendar,
    parse_tz::Zone,
    time::{DAY, MonthEnd, Relative, Special, Time, Tz},
};

impl Time {
    /// Computes the moment from the fields and what is to be added, then the fields anew. A moment that is too far away for 64 bits
    /// wraps around, as in PHP, and the fields show where it arrives.
    pub(crate) fn update(&mut self) {
        if !self.update_moment() {
            self.update_from_sse();
        }
    }
    /// The same, except that the fields of a moment that has wrapped around, for which this returns false, show what was asked for.
    pub(crate) fn update_moment(&mut self) -> bool {
        self.adjust_special_early();
        self.adjust_relative();
        self.adjust_special();
        let relative = std::mem::take(&mut self.relative);
        self.have_relative = false;

        // Hours and less are added to what a clock shows, too, whatever the zone does in between.
        let exact = self.local(&relative);
        let local = exact as i64;
        let offset = self.offset_of_local(local);
        let seconds = if relative.us == 0 && (0..1_000_000).contains(&self.us) {
            0
        } else {
            let micros = i128::from(self.us) + i128::from(relative.us);
            self.us = micros.rem_euclid(1_000_000) as i64;
            micros.div_euclid(1_000_000) as i64
        };
        let exact = exact - i128::from(offset) + i128::from(seconds);
        let moment = exact as i64;
        self.sse = moment;
        (self.offset, self.dst, self.zone_name) = self.tz().at(moment);
        if i128::from(moment) != exact {
            self.set_local_exact(exact + i128::from(self.offset));
            return false;
        }
        let shown = moment.wrapping_add(self.offset);
        // The fields are in range by now: they mostly show that already.
        if shown != local || (relative.h, relative.i, relative.s) != (0, 0, 0) {
            self.set_local(shown);
        }
        true
    }
    /// Seconds since 1970 of what calendar and clock show, with hours, minutes and seconds added.
    fn local(&self, relative: &Relative) -> i128 {
        const SMALL: std::ops::Range<i64> = -100_000..100_000;
        let clock = self.h * 3600 + self.i * 60 + self.s;
        if SMALL.contains(&self.y) && [relative.h, relative.i, relative.s].iter().all(|n| SMALL.contains(n)) {
            let added = relative.h * 3600 + relative.i * 60 + relative.s;
            return i128::from(calendar::days(self.y, self.m, self.d) * DAY + clock + added);
        }
        let added = i128::from(relative.h) * 3600 + i128::from(relative.i) * 60 + i128::from(relative.s);
        days_exact(self.y, self.m, self.d) * i128::from(DAY) + i128::from(clock) + added
    }
    /// Sets the fields to what calendar and clock show.
    fn set_local_exact(&mut self, local: i128) {
        self.set_local(local.rem_euclid(i128::from(DAY)) as i64);
        self.set_date_exact(local.div_euclid(i128::from(DAY)));
    }
    /// The offset that applies to a local time.
    fn offset_of_local(&mut self, local: i64) -> i64 {
        match self.tz() {
            Tz::Offset(offset) => offset,
            Tz::Abbreviation { offset, dst, .. } => offset + i64::from(dst) * 3600,
            Tz::Id(zone) => offset_in_zone(zone, local, self.known_dst()),
        }
    }
    /// Whether the time was in summer time, if it was in this zone before.
    fn known_dst(&self) -> Option<bool> {
        (self.have_zone > 0).then_some(self.dst)
    }
    fn normalize_month(&mut self) {
        self.y = self.y.wrapping_add(self.m.wrapping_sub(1).div_euclid(12));
        self.m = self.m.wrapping_sub(1).rem_euclid(12) + 1;
    }
    /// Brings clock, day and month into range.
    pub(crate) fn normalize(&mut self) {
        let carry = |low: &mut i64, size: i64, high: &mut i64| {
            if (0..size).contains(low) {
                return;
            }
            *high = high.wrapping_add(low.div_euclid(size));
            *low = low.rem_euclid(size);
        };
        carry(&mut self.us, 1_000_000, &mut self.s);
        carry(&mut self.s, 60, &mut self.i);
        carry(&mut self.i, 60, &mut self.h);
        carry(&mut self.h, 24, &mut self.d);
        if !(1..=12).contains(&self.m) {
            self.normalize_month();
        }
        if (1..=28).contains(&self.d) || calendar::is_valid(self.y, self.m, self.d) {
            return;
        }
        self.set_date_exact(days_exact(self.y, self.m, self.d));
    }
    /// Sets the date to a number of days; the year wraps around.
    fn set_date_exact(&mut self, days: i128) {
        let era = i128::from(calendar::ERA);
        (self.y, self.m, self.d) = calendar::date(days.rem_euclid(era) as i64);
        self.y = self.y.wrapping_add((days.div_euclid(era) as i64).wrapping_mul(400));
    }
    fn adjust_special_early(&mut self) {
        match self.relative.special {
            Some((Special::DayOfWeekInMonth, _)) => {
                self.d = 1;
                self.m = self.m.wrapping_add(std::mem::take(&mut self.relative.m));
            }
            Some((Special::LastDayOfWeekInMonth, _)) => {
                self.d = 1;
                self.m = self.m.wrapping_add(std::mem::take(&mut self.relative.m)).wrapping_add(1);
            }
            _ => {}
        }
        self.to_month_end();
        self.normalize();
    }
    fn to_month_end(&mut self) {
        match self.relative.month_end {
            MonthEnd::None => {}
            MonthEnd::First => self.d = 1,
            MonthEnd::Last => {
                self.d = 0;
                self.m = self.m.wrapping_add(1);
            }
        }
    }
    fn adjust_relative(&mut self) {
        if let Some(weekday) = self.relative.weekday {
            self.adjust_weekday(weekday);
        }
        self.normalize();
        if self.have_relative {
            let Relative { y, m, d, .. } = self.relative;
            self.y = self.y.wrapping_add(y);
            self.m = self.m.wrapping_add(m);
            self.d = self.d.wrapping_add(d);
        }
        self.to_month_end();
        self.normalize();
    }
    fn adjust_weekday(&mut self, mut weekday: i64) {
        let current = calendar::day_of_week(self.y, self.m, self.d);
        let behavior = self.relative.weekday_behavior;
        if behavior == 2 {
            // A week goes from Monday to Sunday.
            if current == 0 && weekday != 0 {
                weekday -= 7;
            }
            if weekday == 0 && current != 0 {
                weekday = 7;
            }
            self.d += weekday - current;
            return;
        }
        let mut difference = weekday - current;
        if (self.relative.d < 0 && difference < 0) || (self.relative.d >= 0 && difference <= -behavior) {
            difference += 7;
        }
        if weekday >= 0 {
            self.d += difference;
        } else {
            self.d -= 7 - (weekday.abs() - current);
        }
    }
    fn adjust_special(&mut self) {
        if let Some((Special::Weekdays, count)) = self.relative.special {
            self.add_weekdays(count);
        }
        self.normalize();
    }
    /// Adds working days. Whole weeks keep the day of the week; the rest steps over weekends.
    fn add_weekdays(&mut self, count: i64) {
        let day = calendar::day_of_week(self.y, self.m, self.d);
        let rest = count % 5;
        let over_weekend = match (count > 0, rest, day) {
            (true, 0, 0) => -2,
            (true, 0, 6) => -1,
            (true, 0, _) => 0,
            (true, _, 6) => 1,
            (true, ..) if day + rest > 5 => 2,
            (true, ..) => 0,
            (false, 0, 6) => 2,
            (false, 0, 0) => 1,
            (false, 0, _) => 0,
            (false, _, 0) => -1,
            (false, ..) if day > 0 && day + rest < 1 => -2,
            (false, ..) => 0,
        };
        self.d = self.d.wrapping_add((count / 5).wrapping_mul(7)).wrapping_add(over_weekend + rest);
    }
}

/// Day number without the limits of 64 bits, for years that only a script makes up.
fn days_exact(year: i64, month: i64, day: i64) -> i128 {
    // 400 years are 146,097 days: the rest fits easily.
    let (eras, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    i128::from(eras) * i128::from(calendar::ERA) + i128::from(calendar::days(year_of_era, month, 1)) + i128::from(day) - 1
}

/// The offset at a local time. Where the clock jumps forward, the time that does not exist is read with the offset from
/// before; where it jumps back, the time that exists twice is the second one, unless it was known to be the first.
fn offset_in_zone(zone: &Zone, local: i64, known_dst: Option<bool>) -> i64 {
    let current = zone.local_type(local);
    let (after, after_transition) = zone.at(local.wrapping_sub(current.offset));
    let (mut actual, mut transition) = (after.offset, after_transition);
    if let Some(was_dst) = known_dst
        && current.offset == after.offset
    {
        if current.offset >= 0 && was_dst && !current.dst {
            // East of UTC, the local time taken for UTC leaves summer time before it really does.
            let (earlier, since) = zone.at(local.wrapping_sub(current.offset).wrapping_sub(7200));
            if earlier.offset != after.offset && local.wrapping_sub(earlier.offset) < after_transition {
                (actual, transition) = (earlier.offset, since);
            }
        } else if current.offset <= 0 && current.dst && !was_dst {
            // West of UTC, after it really does.
            let (later, since) = zone.at(local.wrapping_sub(current.offset).wrapping_add(7200));
            if later.offset != after.offset && local.wrapping_sub(later.offset) >= since {
                (actual, transition) = (later.offset, since);
            }
        }
    }
    let moment = local.wrapping_sub(actual);
    let in_transition =
        transition != i64::MIN && moment >= transition.wrapping_add(current.offset - actual) && moment < transition;
    if current.offset != actual && !in_transition { actual } else { current.offset }
}

/// A moment that `mktime` describes.
pub(crate) fn timestamp(time: &Time) -> i64 {
    let mut time = *time;
    time.update();
    time.sse
}

#[cfg(test)]
mod tests {
    use crate::{
        parse_tz,
        time::{Time, Tz},
    };

    #[track_caller]
    fn check(zone: &str, fields: [i64; 6], expected: i64) {
        let [y, m, d, h, i, s] = fields;
        let tz = Some(Tz::Id(parse_tz::find(zone.as_bytes()).unwrap()));
        let mut time = Time { y, m, d, h, i, s, us: 0, tz, ..Time::unset() };
        time.update();
        assert_eq!(time.sse, expected);
    }

    #[test]
    fn clock_changes() {
        // Expectations from the reference.
        check("Europe/Paris", [2024, 3, 31, 2, 30, 0], 1_711_848_600);
        check("Europe/Paris", [2024, 10, 27, 2, 30, 0], 1_729_992_600);
        check("America/New_York", [2024, 3, 10, 2, 30, 0], 1_710_055_800);
        // The first of two: new DateTime() takes it, mktime() in winter the second.
        check("America/New_York", [2024, 11, 3, 1, 30, 0], 1_730_611_800);
        check("UTC", [1970, 14, 0, 25, 61, 61], 34_221_721);
    }
}
