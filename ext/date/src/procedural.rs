//! The classes' methods as functions.

use crate::{
    calendar,
    date_interval::{self, IntervalObject},
    date_time::{add, difference},
    date_time_object as dates,
    date_time_zone::ZoneObject,
    format, interval_format,
};
use phant_memory::{Object, PhpStr, Str};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    date_create,
    date_create_immutable,
    date_create_from_format,
    date_create_immutable_from_format,
    date_format,
    date_modify,
    date_add,
    date_sub,
    date_timezone_get,
    date_timezone_set,
    date_offset_get,
    date_diff,
    date_time_set,
    date_date_set,
    date_isodate_set,
    date_timestamp_set,
    date_timestamp_get,
    date_interval_create_from_date_string,
    date_interval_format
];

fn create(
    ctx: &Ctx,
    class: &'static str,
    format: Option<&[u8]>,
    text: &PhpStr,
    zone: Option<&Object>,
) -> PhpResult<OrFalse<Object>> {
    match dates::initialize(ctx, format, text, zone)? {
        Ok(time) => {
            let class = ctx.known_class(class);
            Ok(OrFalse::Some(dates::new_object(ctx, class, time)?))
        }
        Err(_) => Ok(OrFalse::False),
    }
}

/// A new DateTime.
#[php("function date_create(string $datetime = 'now', ?DateTimeZone $timezone = null): DateTime|false")]
fn date_create(ctx: &Ctx, text: &PhpStr, zone: Option<&Object>) -> PhpResult<OrFalse<Object>> {
    create(ctx, "DateTime", None, text, zone)
}

/// A new DateTimeImmutable.
#[php("function date_create_immutable(string $datetime = 'now', ?DateTimeZone $timezone = null): DateTimeImmutable|false")]
fn date_create_immutable(ctx: &Ctx, text: &PhpStr, zone: Option<&Object>) -> PhpResult<OrFalse<Object>> {
    create(ctx, "DateTimeImmutable", None, text, zone)
}

/// A new DateTime from a text in a format.
#[php("function date_create_from_format(string $format, string $datetime, ?DateTimeZone $timezone = null): DateTime|false")]
fn date_create_from_format(ctx: &Ctx, format: &PhpStr, text: &PhpStr, zone: Option<&Object>) -> PhpResult<OrFalse<Object>> {
    create(ctx, "DateTime", Some(format), text, zone)
}

/// A new DateTimeImmutable from a text in a format.
#[php(
    "function date_create_immutable_from_format(string $format, string $datetime, ?DateTimeZone $timezone = null): DateTimeImmutable|false"
)]
fn date_create_immutable_from_format(
    ctx: &Ctx,
    format: &PhpStr,
    text: &PhpStr,
    zone: Option<&Object>,
) -> PhpResult<OrFalse<Object>> {
    create(ctx, "DateTimeImmutable", Some(format), text, zone)
}

/// A date in a format.
#[php("function date_format(DateTimeInterface $object, string $format): string")]
fn date_format(ctx: &Ctx, object: &Object, format: &PhpStr) -> PhpResult<Str> {
    let time = dates::get(ctx, object)?;
    Ok(format::format(format, &time, true))
}

/// Changes a date as a text says.
#[php("function date_modify(DateTime $object, string $modifier): DateTime|false")]
fn date_modify(ctx: &Ctx, object: &Object, modifier: &PhpStr) -> PhpResult<OrFalse<Object>> {
    let mut time = dates::get(ctx, object)?;
    match dates::modify(ctx, &mut time, modifier) {
        Ok(()) => {
            dates::set(object, time);
            Ok(OrFalse::Some(object.clone()))
        }
        Err(errors) => {
            ctx.warning(dates::complaint(modifier, &errors));
            Ok(OrFalse::False)
        }
    }
}

/// Adds an interval to a date.
#[php("function date_add(DateTime $object, DateInterval $interval): DateTime")]
fn date_add(ctx: &Ctx, object: &Object, interval: &Object) -> PhpResult<Object> {
    let time = dates::get(ctx, object)?;
    let time = add(ctx, time, interval, 1)?;
    dates::set(object, time);
    Ok(object.clone())
}

/// Takes an interval from a date.
#[php("function date_sub(DateTime $object, DateInterval $interval): DateTime")]
fn date_sub(ctx: &Ctx, object: &Object, interval: &Object) -> PhpResult<Object> {
    let time = dates::get(ctx, object)?;
    if IntervalObject::get(ctx, interval)?.relative.special.is_some() {
        ctx.warning("Only non-special relative time specifications are supported for subtraction");
        return Ok(object.clone());
    }
    let time = add(ctx, time, interval, -1)?;
    dates::set(object, time);
    Ok(object.clone())
}

/// A date's time zone.
#[php("function date_timezone_get(DateTimeInterface $object): DateTimeZone|false")]
fn date_timezone_get(ctx: &Ctx, object: &Object) -> PhpResult<Object> {
    let time = dates::get(ctx, object)?;
    ZoneObject::new_object(ctx, time.tz())
}

/// Shows a date in another time zone.
#[php("function date_timezone_set(DateTime $object, DateTimeZone $timezone): DateTime")]
fn date_timezone_set(ctx: &Ctx, object: &Object, zone: &Object) -> PhpResult<Object> {
    let mut time = dates::get(ctx, object)?;
    time.set_timezone(ZoneObject::get(ctx, zone)?);
    dates::set(object, time);
    Ok(object.clone())
}

/// A date's offset from UTC.
#[php("function date_offset_get(DateTimeInterface $object): int")]
fn date_offset_get(ctx: &Ctx, object: &Object) -> PhpResult<i64> {
    Ok(dates::get(ctx, object)?.offset)
}

/// The interval between two dates.
#[php("function date_diff(DateTimeInterface $baseObject, DateTimeInterface $targetObject, bool $absolute = false): DateInterval")]
fn date_diff(ctx: &Ctx, one: &Object, two: &Object, absolute: bool) -> PhpResult<Object> {
    difference(ctx, one, two, absolute)
}

/// Sets a date's time of day.
#[php("function date_time_set(DateTime $object, int $hour, int $minute, int $second = 0, int $microsecond = 0): DateTime")]
fn date_time_set(ctx: &Ctx, object: &Object, hour: i64, minute: i64, second: i64, micro: i64) -> PhpResult<Object> {
    let mut time = dates::get(ctx, object)?;
    (time.h, time.i, time.s, time.us) = (hour, minute, second, micro);
    time.update();
    dates::set(object, time);
    Ok(object.clone())
}

/// Sets a date's day.
#[php("function date_date_set(DateTime $object, int $year, int $month, int $day): DateTime")]
fn date_date_set(ctx: &Ctx, object: &Object, year: i64, month: i64, day: i64) -> PhpResult<Object> {
    let mut time = dates::get(ctx, object)?;
    (time.y, time.m, time.d) = (year, month, day);
    time.update_moment();
    dates::set(object, time);
    Ok(object.clone())
}

/// Sets a date's day by ISO week.
#[php("function date_isodate_set(DateTime $object, int $year, int $week, int $dayOfWeek = 1): DateTime")]
fn date_isodate_set(ctx: &Ctx, object: &Object, year: i64, week: i64, day: i64) -> PhpResult<Object> {
    let mut time = dates::get(ctx, object)?;
    (time.y, time.m, time.d) = (year, 1, 1);
    time.relative.d = calendar::day_of_iso_week(year, week, day);
    time.have_relative = true;
    time.update_moment();
    dates::set(object, time);
    Ok(object.clone())
}

/// Sets a date's moment.
#[php("function date_timestamp_set(DateTime $object, int $timestamp): DateTime")]
fn date_timestamp_set(ctx: &Ctx, object: &Object, timestamp: i64) -> PhpResult<Object> {
    let mut time = dates::get(ctx, object)?;
    (time.sse, time.us) = (timestamp, 0);
    time.update_from_sse();
    dates::set(object, time);
    Ok(object.clone())
}

/// A date's moment.
#[php("function date_timestamp_get(DateTimeInterface $object): int")]
fn date_timestamp_get(ctx: &Ctx, object: &Object) -> PhpResult<i64> {
    Ok(dates::get(ctx, object)?.sse)
}

/// The interval that a text says.
#[php("function date_interval_create_from_date_string(string $datetime): DateInterval|false")]
fn date_interval_create_from_date_string(ctx: &Ctx, text: &PhpStr) -> PhpResult<OrFalse<Object>> {
    match date_interval::from_text(ctx, text)? {
        Ok(object) => Ok(OrFalse::Some(object)),
        Err(message) => {
            ctx.warning(message);
            Ok(OrFalse::False)
        }
    }
}

/// An interval in a format.
#[php("function date_interval_format(DateInterval $object, string $format): string")]
fn date_interval_format(ctx: &Ctx, object: &Object, format: &PhpStr) -> PhpResult<Str> {
    let data = IntervalObject::get(ctx, object)?;
    Ok(interval_format::format(format, &data.relative))
}
