//! What the methods that change a date arrive at. DateTime keeps the new time itself, DateTimeImmutable in a copy.

use crate::{
    calendar, date_interval::IntervalObject, date_time::add, date_time_object as dates, date_time_zone::ZoneObject, time::Time,
};
use phant_memory::{Object, PhpStr};
use phant_native::{Ctx, PhpResult};

/// `modify()`; `class` is for the message.
pub(crate) fn modified(ctx: &Ctx, date: &Object, modifier: &PhpStr, class: &str) -> PhpResult<Time> {
    let mut time = dates::get(ctx, date)?;
    match dates::modify(ctx, &mut time, modifier) {
        Ok(()) => Ok(time),
        Err(errors) => {
            let text = [class.as_bytes(), b"::modify(): ", dates::complaint(modifier, &errors).as_slice()].concat();
            Err(ctx.throw("DateMalformedStringException", text))
        }
    }
}

/// `add()`, and `sub()` with the sign -1.
pub(crate) fn moved(ctx: &Ctx, date: &Object, interval: &Object, sign: i64) -> PhpResult<Time> {
    let time = dates::get(ctx, date)?;
    add(ctx, time, interval, sign)
}

/// `sub()`; `class` is for the message.
pub(crate) fn moved_back(ctx: &Ctx, date: &Object, interval: &Object, class: &str) -> PhpResult<Time> {
    dates::get(ctx, date)?;
    if IntervalObject::get(ctx, interval)?.relative.special.is_some() {
        let text = format!("{class}::sub(): Only non-special relative time specifications are supported for subtraction");
        return Err(ctx.throw("DateInvalidOperationException", text));
    }
    moved(ctx, date, interval, -1)
}

/// `setTimezone()`
pub(crate) fn in_timezone(ctx: &Ctx, date: &Object, timezone: &Object) -> PhpResult<Time> {
    let mut time = dates::get(ctx, date)?;
    time.set_timezone(ZoneObject::get(ctx, timezone)?);
    Ok(time)
}

/// `setTime()`
pub(crate) fn at_time(ctx: &Ctx, date: &Object, hour: i64, minute: i64, second: i64, micro: i64) -> PhpResult<Time> {
    let mut time = dates::get(ctx, date)?;
    (time.h, time.i, time.s, time.us) = (hour, minute, second, micro);
    time.update();
    Ok(time)
}

/// `setDate()`
pub(crate) fn on_date(ctx: &Ctx, date: &Object, year: i64, month: i64, day: i64) -> PhpResult<Time> {
    let mut time = dates::get(ctx, date)?;
    (time.y, time.m, time.d) = (year, month, day);
    time.update_moment();
    Ok(time)
}

/// `setISODate()`
pub(crate) fn on_iso_date(ctx: &Ctx, date: &Object, year: i64, week: i64, day: i64) -> PhpResult<Time> {
    let mut time = dates::get(ctx, date)?;
    (time.y, time.m, time.d) = (year, 1, 1);
    time.relative.d = calendar::day_of_iso_week(year, week, day);
    time.have_relative = true;
    time.update_moment();
    Ok(time)
}

/// `setTimestamp()`
pub(crate) fn at_timestamp(ctx: &Ctx, date: &Object, timestamp: i64) -> PhpResult<Time> {
    let mut time = dates::get(ctx, date)?;
    (time.sse, time.us) = (timestamp, 0);
    time.update_from_sse();
    Ok(time)
}

/// `setMicrosecond()`
pub(crate) fn at_microsecond(ctx: &Ctx, date: &Object, micro: i64) -> PhpResult<Time> {
    if !(0..1_000_000).contains(&micro) {
        let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
        let text = format!("{name}(): Argument #1 ($microsecond) must be between 0 and 999999, {micro} given");
        return Err(ctx.throw("DateRangeError", text));
    }
    let mut time = dates::get(ctx, date)?;
    time.us = micro;
    Ok(time)
}
