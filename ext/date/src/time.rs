//! A moment as a calendar and clock show it, with its time zone and what is still to be added to it.

use crate::{
    calendar,
    parse_tz::{self, ZoneRef},
};

/// A field that a text did not set.
pub(crate) const UNSET: i64 = i64::MIN;
pub(crate) const DAY: i64 = 86_400;

/// A short name of a time zone, such as `CEST`.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ShortName {
    bytes: [u8; 15],
    length: u8,
}

impl ShortName {
    pub(crate) fn new(name: &[u8]) -> ShortName {
        let mut bytes = [0; 15];
        let length = name.len().min(bytes.len());
        bytes[..length].copy_from_slice(&name[..length]);
        bytes.make_ascii_uppercase();
        ShortName { bytes, length: length as u8 }
    }
    /// A name whose letters stay as they are.
    pub(crate) fn exact(name: &[u8]) -> ShortName {
        let mut bytes = [0; 15];
        let length = name.len().min(bytes.len());
        bytes[..length].copy_from_slice(&name[..length]);
        ShortName { bytes, length: length as u8 }
    }
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }
    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }
}

/// A time zone in one of PHP's three forms.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Tz {
    /// Seconds from UTC.
    Offset(i64),
    /// A name that says an offset; summer time adds an hour to it.
    Abbreviation { name: ShortName, offset: i64, dst: bool },
    /// A zone of the database.
    Id(ZoneRef),
}

impl Tz {
    pub(crate) fn abbreviation(found: &parse_tz::Abbreviation) -> Tz {
        let offset = if found.dst { found.offset - 3600 } else { found.offset };
        Tz::Abbreviation { name: ShortName::new(found.name.as_bytes()), offset, dst: found.dst }
    }
    /// As `timezone_type` counts them.
    pub(crate) fn kind(&self) -> i64 {
        match self {
            Tz::Offset(_) => 1,
            Tz::Abbreviation { .. } => 2,
            Tz::Id(_) => 3,
        }
    }
    /// The offset at a moment, whether it is summer time, and what it is called.
    pub(crate) fn at(&self, moment: i64) -> (i64, bool, ShortName) {
        match self {
            Tz::Offset(offset) => (*offset, false, ShortName::exact(offset_text(*offset, true).as_bytes())),
            Tz::Abbreviation { name, offset, dst } => (offset + i64::from(*dst) * 3600, *dst, *name),
            Tz::Id(zone) => {
                let local = zone.local_type(moment);
                (local.offset, local.dst, ShortName::exact(local.abbreviation.as_bytes()))
            }
        }
    }
    /// The name PHP shows.
    pub(crate) fn name(&self) -> String {
        match self {
            Tz::Offset(offset) => offset_text(*offset, true),
            Tz::Abbreviation { name, .. } => name.as_str().to_owned(),
            Tz::Id(zone) => zone.name.to_owned(),
        }
    }
}

/// `+02:00`, with seconds where there are any.
pub(crate) fn offset_text(offset: i64, colon: bool) -> String {
    let (sign, size) = (if offset < 0 { '-' } else { '+' }, offset.unsigned_abs());
    let mut text = String::with_capacity(16);
    text.push(sign);
    let mut put = |number: u64, mark: bool| {
        if mark && colon {
            text.push(':');
        }
        match number {
            0..100 => text.extend([b'0' + (number / 10) as u8, b'0' + (number % 10) as u8].map(char::from)),
            _ => text.push_str(&number.to_string()),
        }
    };
    put(size / 3600, false);
    put(size / 60 % 60, true);
    if size % 60 != 0 {
        put(size % 60, true);
    }
    text
}

/// Which weekday of a month is meant, or that weekdays are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Special {
    /// Working days.
    Weekdays,
    /// `second tuesday of`
    DayOfWeekInMonth,
    /// `last tuesday of`
    LastDayOfWeekInMonth,
}

/// `first day of`, `last day of`
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum MonthEnd {
    #[default]
    None,
    First,
    Last,
}

/// What is to be added to a time; also what an interval is.
#[derive(Clone, Copy, PartialEq, Default)]
pub(crate) struct Relative {
    pub(crate) y: i64,
    pub(crate) m: i64,
    pub(crate) d: i64,
    pub(crate) h: i64,
    pub(crate) i: i64,
    pub(crate) s: i64,
    pub(crate) us: i64,
    /// The weekday to go to, and how: 0 not today, 1 today will do, 2 in this week.
    pub(crate) weekday: Option<i64>,
    pub(crate) weekday_behavior: i64,
    pub(crate) special: Option<(Special, i64)>,
    pub(crate) month_end: MonthEnd,
    pub(crate) invert: bool,
    /// All days between two times.
    pub(crate) days: Option<i64>,
}

/// See the [module documentation](self).
#[derive(Clone, Copy)]
pub(crate) struct Time {
    pub(crate) y: i64,
    pub(crate) m: i64,
    pub(crate) d: i64,
    pub(crate) h: i64,
    pub(crate) i: i64,
    pub(crate) s: i64,
    pub(crate) us: i64,
    pub(crate) tz: Option<Tz>,
    /// What the time zone says at this moment: offset, summer time, name.
    pub(crate) offset: i64,
    pub(crate) dst: bool,
    pub(crate) zone_name: ShortName,
    /// Seconds since 1970 in UTC.
    pub(crate) sse: i64,
    pub(crate) relative: Relative,
    pub(crate) have_relative: bool,
    pub(crate) have_time: u32,
    pub(crate) have_date: bool,
    pub(crate) have_zone: u32,
    /// The text named a time zone, even if there is no such.
    pub(crate) named_zone: bool,
}

impl Time {
    /// Nothing is set.
    pub(crate) fn unset() -> Time {
        Time {
            y: UNSET,
            m: UNSET,
            d: UNSET,
            h: UNSET,
            i: UNSET,
            s: UNSET,
            us: UNSET,
            tz: None,
            offset: 0,
            dst: false,
            zone_name: ShortName::default(),
            sse: 0,
            relative: Relative::default(),
            have_relative: false,
            have_time: 0,
            have_date: false,
            have_zone: 0,
            named_zone: false,
        }
    }
    /// Whether a text named a time zone.
    pub(crate) fn zone_seen(&self) -> bool {
        self.named_zone || self.tz.is_some()
    }
    /// A moment in a time zone.
    pub(crate) fn new(sse: i64, us: i64, tz: Tz) -> Time {
        let mut time = Time { sse, us, tz: Some(tz), ..Time::unset() };
        time.update_from_sse();
        time
    }
    pub(crate) fn tz(&self) -> Tz {
        self.tz.unwrap_or(Tz::Offset(0))
    }
    /// Sets the fields from the moment and the time zone.
    pub(crate) fn update_from_sse(&mut self) {
        (self.offset, self.dst, self.zone_name) = self.tz().at(self.sse);
        self.set_local(self.sse.wrapping_add(self.offset));
    }
    pub(crate) fn set_local(&mut self, local: i64) {
        (self.y, self.m, self.d) = calendar::date(local.div_euclid(DAY));
        let second = local.rem_euclid(DAY);
        (self.h, self.i, self.s) = (second / 3600, second / 60 % 60, second % 60);
    }
    /// Shows the moment in another time zone.
    pub(crate) fn set_timezone(&mut self, tz: Tz) {
        self.tz = Some(tz);
        self.update_from_sse();
    }
    /// Days since 1970 of the date shown.
    pub(crate) fn epoch_days(&self) -> i64 {
        calendar::days(self.y, self.m, self.d)
    }
    /// Moment and microseconds, for comparing.
    pub(crate) fn order(&self) -> (i64, i64) {
        (self.sse, self.us)
    }
}
