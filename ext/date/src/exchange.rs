//! What other extensions see of dates and time zones: the time zone database, and the moments that objects stand for.

use crate::{
    date_time_object as dates,
    date_time_zone::ZoneObject,
    parse_tz::{self, ZoneRef},
    state,
    time::{Time, Tz},
};
use phant_memory::Object;
use phant_native::{ClassPtr, Ctx, PhpResult};

/// A zone of the database.
#[derive(Clone, Copy, PartialEq)]
pub struct Zone(ZoneRef);

impl Zone {
    /// The zone with a name.
    pub fn find(name: &str) -> Option<Zone> {
        parse_tz::find(name.as_bytes()).map(Zone)
    }
    /// Its name.
    pub fn name(self) -> &'static str {
        self.0.name
    }
    /// Seconds from UTC at a moment, whether it is summer time, and since when; `i64::MIN` for ever.
    pub fn at(self, moment: i64) -> (i64, bool, i64) {
        let (local, since) = self.0.at(moment);
        (local.offset, local.dst, since)
    }
    /// The changes after a moment up to another one: when, the new offset, and whether that is summer time.
    pub fn changes(self, from: i64, to: i64) -> Vec<(i64, i64, bool)> {
        self.0.transitions(from, to).into_iter().map(|(at, local)| (at, local.offset, local.dst)).collect()
    }
}

/// A time zone as PHP's objects have it.
#[derive(Clone, Debug, PartialEq)]
pub enum TimeZone {
    /// Seconds from UTC.
    Offset(i64),
    /// A name that says an offset.
    Abbreviation(String),
    /// The name of a zone of the database.
    Named(String),
}

fn exchanged(tz: Tz) -> TimeZone {
    match tz {
        Tz::Offset(offset) => TimeZone::Offset(offset),
        Tz::Abbreviation { name, .. } => TimeZone::Abbreviation(name.as_str().to_owned()),
        Tz::Id(zone) => TimeZone::Named(zone.name.to_owned()),
    }
}

/// The name of the default time zone.
pub fn default_zone(ctx: &Ctx) -> &'static str {
    state::default_zone(ctx).name
}

/// Seconds and microseconds since 1970, and the time zone, of a DateTime or DateTimeImmutable. `None` if it is none, or was not
/// constructed.
pub fn time_of(object: &Object) -> Option<(i64, i64, TimeZone)> {
    let time = dates::peek(object)?;
    Some((time.sse, time.us, exchanged(time.tz())))
}

/// The time zone of a DateTimeZone; the error for one that was not constructed.
pub fn zone_of(ctx: &Ctx, object: &Object) -> PhpResult<TimeZone> {
    ZoneObject::get(ctx, object).map(exchanged)
}

/// A new date of a class, in a zone of the database or, without one, so many seconds from UTC.
pub fn new_date(ctx: &Ctx, class: ClassPtr, seconds: i64, micros: i64, zone: Result<Zone, i64>) -> PhpResult<Object> {
    let tz = zone.map_or_else(Tz::Offset, |zone| Tz::Id(zone.0));
    dates::new_object(ctx, class, Time::new(seconds, micros, tz))
}
