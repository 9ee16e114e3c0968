//! Dates and times as people write them: what the tokens of `strtotime` mean.

use crate::{
    calendar, parse_tz,
    scan::{Errors, Scan, Unit},
    time::{MonthEnd, Relative, ShortName, Special, Time, Tz, UNSET},
    token::{Format, Format as F, token},
};

/// A time that a text says, and what is wrong with it.
pub(crate) struct Parsed {
    pub(crate) time: Time,
    pub(crate) errors: Errors,
}

/// Reads a text.
pub(crate) fn parse(text: &[u8]) -> Parsed {
    let mut parser = Parser { time: Time::unset(), errors: Errors::default(), position: 0 };
    let is_space = |b: &u8| b.is_ascii_whitespace() || *b == 0x0b;
    let start = text.iter().position(|b| !is_space(b));
    let Some(start) = start else {
        if text.is_empty() {
            parser.errors.error(0, b' ', "Empty string");
        }
        return Parsed { time: parser.time, errors: parser.errors };
    };
    let end = text.iter().rposition(|b| !is_space(b)).map_or(text.len(), |at| at + 1);
    // The zero bytes behind the text are the end; a format may take one for its own.
    let length = end - start;
    let (mut short, mut long) = ([0; 64], Vec::new());
    let buffer = match short.get_mut(..length + 4) {
        Some(buffer) => buffer,
        None => {
            long.resize(length + 4, 0);
            &mut long[..]
        }
    };
    buffer[..length].copy_from_slice(&text[start..end]);
    let mut at = 0;
    while at < length {
        parser.position = at;
        match token(buffer, at) {
            Some((format, end)) => {
                parser.token(format, &buffer[at..end.min(length)]);
                at = end;
            }
            None => {
                parser.errors.error(at, buffer[at], "Unexpected character");
                at += 1;
            }
        }
    }
    let time = &mut parser.time;
    // Checked as the calendar has it, but only reported.
    let set = |n: i64| n != UNSET;
    if time.have_time > 0
        && set(time.h)
        && !(0..=23).contains(&time.h) | !(0..=59).contains(&time.i) | !(0..=59).contains(&time.s)
    {
        // One place further on, where PHP's reader then is.
        parser.errors.warning(length + 1, 0, "The parsed time was invalid");
    }
    // Without a year it is no leap year; without a day it is no date.
    let year = if set(time.y) { time.y } else { 1 };
    if time.have_date && !(set(time.m) && set(time.d) && calendar::is_valid(year, time.m, time.d)) {
        parser.errors.warning(length + 1, 0, "The parsed date was invalid");
    }
    Parsed { time: parser.time, errors: parser.errors }
}

struct Parser {
    time: Time,
    errors: Errors,
    position: usize,
}

impl Parser {
    fn error(&mut self, message: &'static str, text: &[u8]) {
        self.errors.error(self.position, text.first().copied().unwrap_or(0), message);
    }
    /// False: there was a time before, and this one does not count.
    fn have_time(&mut self, text: &[u8]) -> bool {
        if self.time.have_time > 0 {
            self.error("Double time specification", text);
            return false;
        }
        self.time.have_time = 1;
        self.clear_clock();
        true
    }
    fn clear_clock(&mut self) {
        let time = &mut self.time;
        (time.h, time.i, time.s, time.us) = (0, 0, 0, 0);
    }
    fn unhave_time(&mut self) {
        self.time.have_time = 0;
        self.clear_clock();
    }
    /// False: there was a date before, and this one does not count.
    fn have_date(&mut self, text: &[u8]) -> bool {
        if self.time.have_date {
            self.error("Double date specification", text);
            return false;
        }
        self.time.have_date = true;
        true
    }
    /// False: there was a time zone before, and this one does not count.
    fn have_zone(&mut self, text: &[u8]) -> bool {
        self.time.have_zone += 1;
        match self.time.have_zone {
            1 => return true,
            2 => self.errors.warning(self.position, text.first().copied().unwrap_or(0), "Double timezone specification"),
            _ => self.error("Double timezone specification", text),
        }
        false
    }
    fn zone(&mut self, scan: &mut Scan<'_>) {
        self.time.named_zone = true;
        match zone(scan) {
            Some(tz) => set_zone(&mut self.time, tz),
            None => self.error("The timezone could not be found in the database", scan.whole()),
        }
    }
    /// The time zone behind a time, if there is one.
    fn zone_behind(&mut self, scan: &mut Scan<'_>) {
        if !scan.at_end() {
            self.zone(scan);
        }
    }
    /// Hour, then minute, second and fraction as far as there are any.
    fn clock(&mut self, scan: &mut Scan<'_>) {
        self.time.h = scan.number(2);
        if scan.accept(b":.") {
            self.time.i = scan.number(2);
            if scan.accept(b":.") {
                self.time.s = scan.number(2);
                if scan.peek() == Some(b'.') {
                    self.time.us = scan.fraction();
                }
            }
        }
    }
    fn relative(&mut self) -> &mut Relative {
        self.time.have_relative = true;
        &mut self.time.relative
    }

    fn token(&mut self, format: Format, text: &[u8]) {
        let scan = &mut Scan::new(text);
        let (has_time, has_date) = match format {
            F::Time12 | F::Time24 | F::MssqlTime | F::Iso8601NoColon => (true, false),
            F::XmlRpc | F::CommonLog => (true, true),
            F::DateShortTime12 | F::DateShortTime24 => (false, true),
            _ => (false, false),
        };
        if has_time && !self.have_time(text) || has_date && !self.have_date(text) {
            return;
        }
        match format {
            F::Separator | F::End | F::Now => {}
            F::Noon => {
                self.unhave_time();
                self.have_time(text);
                self.time.h = 12;
            }
            F::Today => self.unhave_time(),
            F::Timestamp | F::TimestampFraction => self.timestamp(scan, text),
            F::BackOf => {
                self.unhave_time();
                self.have_time(text);
                let back = text[0].eq_ignore_ascii_case(&b'b');
                let hour = scan.number(2);
                (self.time.h, self.time.i) = if back { (hour, 15) } else { (hour - 1, 45) };
                if !scan.at_end() {
                    self.time.h += scan.meridian(self.time.h);
                }
            }
            F::Time12 => {
                self.clock(scan);
                self.time.h += scan.meridian(self.time.h);
            }
            F::MssqlTime => {
                (self.time.h, self.time.i) = (scan.number(2), scan.number(2));
                self.time.s = scan.number(2);
                if scan.accept(b":.") {
                    scan.back();
                    self.time.us = scan.fraction();
                }
                scan.skip_spaces();
                self.time.h += scan.meridian(self.time.h);
            }
            F::Time24 => {
                self.clock(scan);
                self.zone_behind(scan);
            }
            F::GnuNoColon => match self.time.have_time {
                0 => {
                    (self.time.h, self.time.i, self.time.s) = (scan.number(2), scan.number(2), 0);
                    self.time.have_time = 1;
                }
                // Behind a time, four digits are a year.
                1 => {
                    self.time.have_time = 2;
                    self.time.y = scan.number(4);
                }
                _ => self.error("Double time specification", text),
            },
            F::Iso8601NoColon => {
                (self.time.h, self.time.i, self.time.s) = (scan.number(2), scan.number(2), scan.number(2));
                self.zone_behind(scan);
            }
            F::XmlRpc => {
                (self.time.y, self.time.m, self.time.d) = (scan.number(4), scan.number(2), scan.number(2));
                (self.time.h, self.time.i, self.time.s) = (scan.number(2), scan.number(2), scan.number(2));
                if scan.peek() == Some(b'.') {
                    self.time.us = scan.fraction();
                    self.zone_behind(scan);
                }
            }
            F::CommonLog => {
                (self.time.d, self.time.m, self.time.y) = (scan.number(2), scan.month(), scan.number(4));
                (self.time.h, self.time.i, self.time.s) = (scan.number(2), scan.number(2), scan.number(2));
                self.zone(scan);
            }
            F::Year4 => self.time.y = scan.number(4),
            F::TimeZone => {
                if self.have_zone(text) {
                    self.zone(scan);
                }
            }
            F::DateShortTime12 | F::DateShortTime24 => {
                (self.time.m, self.time.d) = (scan.month(), scan.number(2));
                if !self.have_time(text) {
                    return;
                }
                self.clock(scan);
                if format == F::DateShortTime12 {
                    self.time.h += scan.meridian(self.time.h);
                } else {
                    self.zone_behind(scan);
                }
            }
            _ => self.relative_token(format, scan, text),
        }
    }

    /// Formats that say how far something is from now.
    fn relative_token(&mut self, format: Format, scan: &mut Scan<'_>, text: &[u8]) {
        match format {
            F::Yesterday | F::Tomorrow => {
                self.unhave_time();
                self.relative().d = if format == F::Yesterday { -1 } else { 1 };
            }
            F::MonthEnd => {
                self.relative().month_end = if text[0].eq_ignore_ascii_case(&b'l') { MonthEnd::Last } else { MonthEnd::First };
            }
            F::WeekdayOf => {
                let (amount, _) = relative_text(scan);
                scan.skip_spaces();
                let special = if amount > 0 { Special::DayOfWeekInMonth } else { Special::LastDayOfWeekInMonth };
                self.relative().special = Some((special, 0));
                self.add_unit(scan, amount, 1, Unit::Special(special));
            }
            F::Ago => self.ago(),
            F::DayText => {
                self.unhave_time();
                let unit = scan.unit();
                let relative = self.relative();
                // "weekday" by itself is taken for Monday.
                relative.weekday = Some(if let Some(Unit::Weekday(day)) = unit { day } else { 1 });
                if relative.weekday_behavior != 2 {
                    relative.weekday_behavior = 1;
                }
            }
            F::RelativeTextWeek => {
                self.relative();
                while !scan.at_end() {
                    let (amount, behavior) = relative_text(scan);
                    scan.skip_spaces();
                    let before = scan.rest().len();
                    self.add_unit(scan, amount, behavior, Unit::Keep);
                    let relative = self.relative();
                    relative.weekday_behavior = 2;
                    // Without a day, the week begins on Monday.
                    if relative.weekday.is_none() {
                        relative.weekday = Some(1);
                    }
                    if scan.rest().len() == before {
                        break;
                    }
                }
            }
            F::RelativeText => {
                self.relative();
                while !scan.at_end() {
                    let (amount, behavior) = relative_text(scan);
                    scan.skip_spaces();
                    let before = scan.rest().len();
                    self.add_unit(scan, amount, behavior, Unit::Reset);
                    if scan.rest().len() == before {
                        break;
                    }
                }
            }
            F::Relative => {
                self.relative();
                while !scan.at_end() {
                    let Some(amount) = scan.signed_number(24) else {
                        self.error("Number out of range", text);
                        return;
                    };
                    scan.skip_spaces();
                    let before = scan.rest().len();
                    self.add_unit(scan, amount, 1, Unit::Keep);
                    if scan.rest().len() == before {
                        break;
                    }
                }
            }
            _ => self.date(format, scan, text),
        }
    }

    fn date(&mut self, format: Format, scan: &mut Scan<'_>, text: &[u8]) {
        if !self.have_date(text) {
            return;
        }
        let time = &mut self.time;
        match format {
            F::American => {
                (time.m, time.d) = (scan.number(2), scan.number(2));
                if scan.peek() == Some(b'/') {
                    time.y = scan.year(4);
                }
            }
            F::Iso8601Date4 | F::Iso8601DateX => {
                time.y = scan.signed_year();
                (time.m, time.d) = (scan.number(2), scan.number(2));
            }
            F::Iso8601Date2 | F::GnuDateShort => {
                (time.y, time.m, time.d) = (scan.year(4), scan.number(2), scan.number(2));
            }
            F::GnuDateShorter => (time.y, time.m, time.d) = (scan.year(4), scan.number(2), 1),
            F::DateFull => {
                time.d = scan.number(2);
                scan.skip_day_suffix();
                (time.m, time.y) = (scan.month(), scan.year(4));
            }
            F::PointedDate4 => (time.d, time.m, time.y) = (scan.number(2), scan.number(2), scan.number(4)),
            F::PointedDate2 => (time.d, time.m, time.y) = (scan.number(2), scan.number(2), scan.year(2)),
            F::DateNoDay => (time.m, time.y, time.d) = (scan.month(), scan.year(4), 1),
            F::DateNoDayReverse => (time.y, time.m, time.d) = (scan.year(4), scan.month(), 1),
            F::DateTextual => {
                (time.m, time.d, time.y) = (scan.month(), scan.number(2), scan.year(4));
            }
            F::DateNoYearReverse => {
                time.d = scan.number(2);
                scan.skip_day_suffix();
                time.m = scan.month();
            }
            F::DateNoColon => (time.y, time.m, time.d) = (scan.number(4), scan.number(2), scan.number(2)),
            F::PgYearDay => (time.y, time.d, time.m) = (scan.year(4), scan.number(3), 1),
            F::IsoWeekDay | F::IsoWeek => {
                time.y = scan.number(4);
                let week = scan.number(2);
                let day = if format == F::IsoWeekDay { scan.number(1) } else { 1 };
                (time.m, time.d) = (1, 1);
                let days = calendar::day_of_iso_week(time.y, week, day);
                self.relative().d = days;
            }
            F::PgTextShort => (time.m, time.d, time.y) = (scan.month(), scan.number(2), scan.year(4)),
            F::PgTextReverse => (time.y, time.m, time.d) = (scan.year(4), scan.month(), scan.number(2)),
            F::MonthText => time.m = scan.month(),
            _ => {}
        }
    }

    /// `@seconds`, with a fraction or without.
    fn timestamp(&mut self, scan: &mut Scan<'_>, text: &[u8]) {
        self.time.have_date = false;
        self.unhave_time();
        if !self.have_zone(text) {
            return;
        }
        let negative = text.get(1) == Some(&b'-');
        let Some(seconds) = scan.signed_number(24) else {
            self.error("Number out of range", text);
            return;
        };
        let fraction = scan.rest().first().map(|_| &scan.rest()[1..]).unwrap_or_default();
        let micros = fraction.iter().chain(b"000000").take(6).fold(0, |n, b| n * 10 + i64::from(b - b'0'));
        let time = &mut self.time;
        (time.y, time.m, time.d) = (1970, 1, 1);
        (time.h, time.i, time.s, time.us) = (0, 0, 0, 0);
        set_zone(time, Tz::Offset(0));
        let relative = self.relative();
        relative.s = relative.s.saturating_add(seconds);
        relative.us = if negative { -micros } else { micros };
    }

    /// Turns round what came before; PHP leaves microseconds as they are.
    fn ago(&mut self) {
        let relative = &mut self.time.relative;
        for field in [&mut relative.y, &mut relative.m, &mut relative.d, &mut relative.h, &mut relative.i, &mut relative.s] {
            *field = field.wrapping_neg();
        }
        // Sunday is 0, which has no negative: a week before it does.
        if let Some(day) = &mut relative.weekday {
            *day = if *day == 0 { -7 } else { -*day };
        }
        if let Some((Special::Weekdays, amount)) = &mut relative.special {
            *amount = amount.wrapping_neg();
        }
    }

    /// Adds so many of a unit. `how` says what happens to the time of day, or which weekdays of a month are meant.
    fn add_unit(&mut self, scan: &mut Scan<'_>, amount: i64, behavior: i64, how: Unit) {
        let Some(unit) = scan.unit() else { return };
        let reset = how != Unit::Keep;
        let relative = self.relative();
        let add = |field: &mut i64, factor: i64| *field = field.wrapping_add(amount.wrapping_mul(factor));
        match unit {
            Unit::Micro(factor) => add(&mut relative.us, factor),
            Unit::Second => add(&mut relative.s, 1),
            Unit::Minute => add(&mut relative.i, 1),
            Unit::Hour => add(&mut relative.h, 1),
            Unit::Day(factor) => add(&mut relative.d, factor),
            Unit::Month => add(&mut relative.m, 1),
            Unit::Year => add(&mut relative.y, 1),
            Unit::Weekday(day) => {
                let weeks = if amount > 0 { amount - 1 } else { amount };
                relative.d = relative.d.wrapping_add(weeks.wrapping_mul(7));
                relative.weekday = Some(day);
                relative.weekday_behavior = behavior;
                if reset {
                    self.unhave_time();
                }
            }
            Unit::Weekdays => {
                relative.special = Some((Special::Weekdays, amount));
                if reset {
                    self.unhave_time();
                }
            }
            Unit::Special(_) | Unit::Keep | Unit::Reset => {}
        }
    }
}

fn relative_text(scan: &mut Scan<'_>) -> (i64, i64) {
    scan.skip(b" \t-/");
    let word = scan.word().to_ascii_lowercase();
    let numbers: [&[u8]; 12] = [
        b"first",
        b"second",
        b"third",
        b"fourth",
        b"fifth",
        b"sixth",
        b"seventh",
        b"eighth",
        b"ninth",
        b"tenth",
        b"eleventh",
        b"twelfth",
    ];
    match word.as_slice() {
        b"next" => (1, 0),
        b"last" | b"previous" => (-1, 0),
        b"this" => (0, 1),
        b"eight" => (8, 0),
        word => (numbers.iter().position(|n| *n == word).map_or(0, |at| at as i64 + 1), 0),
    }
}

pub(crate) fn set_zone(time: &mut Time, tz: Tz) {
    time.tz = Some(tz);
    if let Tz::Abbreviation { dst, .. } = tz {
        time.dst = dst;
    }
}

/// A time zone: an offset, an abbreviation or a name.
pub(crate) fn zone(scan: &mut Scan<'_>) -> Option<Tz> {
    scan.skip(b" \t(");
    if let [b'G', b'M', b'T', b'+' | b'-', ..] = scan.rest() {
        scan.advance(3);
    }
    let tz = match scan.peek() {
        Some(sign @ (b'+' | b'-')) => {
            scan.advance(1);
            let offset = scan.offset()?;
            Some(Tz::Offset(if sign == b'-' { -offset } else { offset }))
        }
        _ => {
            let name = scan.zone_name();
            let abbreviation = parse_tz::find_abbreviation(name);
            match abbreviation {
                Some(found) if found.name != "utc" => Some(Tz::abbreviation(&found)),
                // UTC is a zone of the database as well.
                Some(_) if name == b"UTC" => Some(Tz::Id(parse_tz::utc())),
                Some(found) => Some(Tz::Abbreviation { name: ShortName::new(found.name.as_bytes()), offset: 0, dst: false }),
                None => parse_tz::find(name).map(Tz::Id),
            }
        }
    };
    scan.skip(b")");
    tz
}

/// Whether [`fill_holes`] takes more than the time zone from another time.
pub(crate) fn has_holes(time: &Time, override_time: bool) -> bool {
    let midnight = !override_time && time.have_date && time.have_time == 0;
    [time.y, time.m, time.d].contains(&UNSET) || !midnight && [time.h, time.i, time.s].contains(&UNSET)
}

/// Sets what the text did not, from another time.
pub(crate) fn fill_holes(time: &mut Time, now: &Time, override_time: bool) {
    if !override_time && time.have_date && time.have_time == 0 {
        (time.h, time.i, time.s, time.us) = (0, 0, 0, 0);
    }
    let any = [time.y, time.m, time.d, time.h, time.i, time.s].iter().any(|&field| field != UNSET);
    if time.us == UNSET {
        time.us = if any || now.us == UNSET { 0 } else { now.us };
    }
    for (field, from) in [
        (&mut time.y, now.y),
        (&mut time.m, now.m),
        (&mut time.d, now.d),
        (&mut time.h, now.h),
        (&mut time.i, now.i),
        (&mut time.s, now.s),
    ] {
        if *field == UNSET {
            *field = if from == UNSET { 0 } else { from };
        }
    }
    if time.tz.is_none() {
        time.tz = now.tz;
        (time.offset, time.dst, time.zone_name) = (now.offset, now.dst, now.zone_name);
    }
}
