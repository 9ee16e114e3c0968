//! Easter, and days as the system's clock counts them.

use crate::day::{self, Date, Easter};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_os::system::zone_offset;
use std::time::{SystemTime, UNIX_EPOCH};

pub const FUNCTIONS: FunctionGroup = functions![easter_date, easter_days, jdtounix, unixtojd];

/// The day that the system's clock counts from.
const EPOCH: i64 = 2_440_588;
const SECONDS_PER_DAY: i64 = 86_400;

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

/// The year that is asked about, or the running one.
fn checked_year(ctx: &Ctx, year: Option<i64>) -> PhpResult<i64> {
    // The arithmetic needs five quarters of it.
    const MOST: i64 = i64::MAX / 5 * 4;
    let now = now();
    let year = year.unwrap_or_else(|| day::to_gregorian((now + zone_offset(now)).div_euclid(SECONDS_PER_DAY) + EPOCH).year);
    if (1..=MOST).contains(&year) { Ok(year) } else { Err(ctx.argument_error(1, format!("must be between 1 and {MOST}"))) }
}

fn kind(mode: i64) -> Easter {
    match mode {
        1 => Easter::Roman,
        2 => Easter::Gregorian,
        3 => Easter::Julian,
        _ => Easter::English,
    }
}

#[php("function easter_days(?int $year = null, int $mode = CAL_EASTER_DEFAULT): int")]
fn easter_days(ctx: &Ctx, year: Option<i64>, mode: i64) -> PhpResult<i64> {
    Ok(day::easter(checked_year(ctx, year)?, kind(mode)))
}

#[php("function easter_date(?int $year = null, int $mode = CAL_EASTER_DEFAULT): int")]
fn easter_date(ctx: &Ctx, year: Option<i64>, mode: i64) -> PhpResult<i64> {
    let year = checked_year(ctx, year)?;
    if year < 1970 {
        return Err(ctx.argument_error(1, "must be a year after 1970 (inclusive)"));
    }
    if year > 2_000_000_000 {
        return Err(ctx.argument_error(1, "must be a year before 2.000.000.000 (inclusive)"));
    }
    let days = day::from_gregorian(Date::new(year, 3, 21)) - EPOCH + day::easter(year, kind(mode));
    // Midnight where the machine is.
    let midnight = days * SECONDS_PER_DAY;
    Ok(midnight - zone_offset(midnight - zone_offset(midnight)))
}

#[php("function jdtounix(int $julian_day): int")]
fn jdtounix(ctx: &Ctx, julian_day: i64) -> PhpResult<i64> {
    const LAST: i64 = i64::MAX / SECONDS_PER_DAY + EPOCH;
    if !(EPOCH..=LAST).contains(&julian_day) {
        return Err(ctx.value_error(format!("jday must be between {EPOCH} and {LAST}")));
    }
    Ok((julian_day - EPOCH) * SECONDS_PER_DAY)
}

#[php("function unixtojd(?int $timestamp = null): int|false")]
fn unixtojd(ctx: &Ctx, timestamp: Option<i64>) -> PhpResult<OrFalse<i64>> {
    let time = timestamp.unwrap_or_else(now);
    if time < 0 {
        return Err(ctx.argument_error(1, "must be greater than or equal to 0"));
    }
    // Beyond this year the C library has no dates.
    const LAST_YEAR: i64 = i32::MAX as i64 + 1900;
    let days = time.saturating_add(zone_offset(time)).div_euclid(SECONDS_PER_DAY);
    if days / 366 + 1970 > LAST_YEAR {
        return Ok(OrFalse::False);
    }
    Ok(OrFalse::Some(day::from_gregorian(day::to_gregorian(days + EPOCH))))
}
