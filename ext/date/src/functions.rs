//! Functions on timestamps.

use crate::{
    calendar,
    format::{beat, day_name, format, month_name},
    parse_date::{self, fill_holes},
    parse_format, parse_tz,
    scan::Errors,
    state,
    time::{MonthEnd, ShortName, Special, Time, Tz, UNSET},
    tm2unixtime::timestamp,
};
use phant_memory::{Array, PhpStr, Str, Value};
use phant_native::{Ctx, Late, PhpResult, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    strtotime,
    date,
    idate,
    gmdate,
    mktime,
    gmmktime,
    checkdate,
    time,
    localtime,
    getdate,
    date_parse,
    date_parse_from_format,
    date_get_last_errors,
    date_default_timezone_set,
    date_default_timezone_get
];

/// The timestamp that a text says.
#[php("function strtotime(string $datetime, ?int $baseTimestamp = null): int|false")]
fn strtotime(late: Late<'_>, text: &PhpStr, base: Option<i64>) -> OrFalse<i64> {
    let parsed = parse_date::parse(text);
    if !parsed.errors.errors.is_empty() {
        return OrFalse::False;
    }
    let mut time = parsed.time;
    let now = if parse_date::has_holes(&time, false) {
        state::local_late(late, base)
    } else {
        Time { tz: Some(Tz::Id(state::default_zone_late(late))), ..Time::unset() }
    };
    fill_holes(&mut time, &now, false);
    time.update();
    OrFalse::Some(time.sse)
}

/// A timestamp in a format, in the default time zone.
#[php("function date(string $format, ?int $timestamp = null): string")]
fn date(late: Late<'_>, text: &PhpStr, timestamp: Option<i64>) -> Str {
    let time = state::local_late(late, timestamp);
    format(text, &time, true)
}

/// A timestamp in a format, in GMT.
#[php("function gmdate(string $format, ?int $timestamp = null): string")]
fn gmdate(text: &PhpStr, timestamp: Option<i64>) -> Str {
    let time = Time::new(timestamp.unwrap_or_else(|| state::now().0), 0, Tz::Id(parse_tz::utc()));
    format(text, &time, false)
}

/// One part of a timestamp, as an integer.
#[php("function idate(string $format, ?int $timestamp = null): int|false")]
fn idate(ctx: &Ctx, letter: &PhpStr, timestamp: Option<i64>) -> OrFalse<i64> {
    let &[letter] = letter.as_bytes() else {
        ctx.warning("idate format is one char");
        return OrFalse::False;
    };
    let time = state::local(ctx, timestamp);
    OrFalse::Some(match letter {
        b'B' => beat(time.sse),
        b'd' | b'j' => time.d,
        b'h' | b'g' => {
            if time.h % 12 == 0 {
                12
            } else {
                time.h % 12
            }
        }
        b'H' | b'G' => time.h,
        b'i' => time.i,
        b'I' => i64::from(time.dst),
        b'L' => i64::from(calendar::is_leap(time.y)),
        b'm' | b'n' => time.m,
        b'N' => calendar::iso_day_of_week(time.y, time.m, time.d),
        b'o' => calendar::iso_week(time.y, time.m, time.d).0,
        b's' => time.s,
        b't' => calendar::days_in_month(time.y, time.m),
        b'U' => time.sse,
        b'w' => calendar::day_of_week(time.y, time.m, time.d),
        b'W' => calendar::iso_week(time.y, time.m, time.d).1,
        b'y' => time.y % 100,
        b'Y' => time.y,
        b'z' => calendar::day_of_year(time.y, time.m, time.d),
        b'Z' => time.offset,
        _ => {
            ctx.warning("Unrecognized date format token");
            return OrFalse::False;
        }
    })
}

/// The fields given, in place of those of now.
fn moment(mut now: Time, fields: [Option<i64>; 6]) -> OrFalse<i64> {
    let [hour, minute, second, month, day, year] = fields;
    now.us = 0;
    now.have_zone = 0;
    for (field, given) in [(&mut now.h, hour), (&mut now.i, minute), (&mut now.s, second), (&mut now.m, month), (&mut now.d, day)]
    {
        if let Some(given) = given {
            *field = given;
        }
    }
    if let Some(year) = year {
        now.y = match year {
            0..70 => year + 2000,
            70..=100 => year + 1900,
            _ => year,
        };
    }
    OrFalse::Some(timestamp(&now))
}

/// The timestamp of a local time.
#[php(
    "function mktime(int $hour, ?int $minute = null, ?int $second = null, ?int $month = null, ?int $day = null, ?int $year = null): int|false"
)]
fn mktime(
    ctx: &Ctx,
    hour: i64,
    minute: Option<i64>,
    second: Option<i64>,
    month: Option<i64>,
    day: Option<i64>,
    year: Option<i64>,
) -> OrFalse<i64> {
    moment(state::local(ctx, None), [Some(hour), minute, second, month, day, year])
}

/// The timestamp of a time in GMT.
#[php(
    "function gmmktime(int $hour, ?int $minute = null, ?int $second = null, ?int $month = null, ?int $day = null, ?int $year = null): int|false"
)]
fn gmmktime(
    hour: i64,
    minute: Option<i64>,
    second: Option<i64>,
    month: Option<i64>,
    day: Option<i64>,
    year: Option<i64>,
) -> OrFalse<i64> {
    let fields = [Some(hour), minute, second, month, day, year];
    // Nobody sees what time it is if everything is given.
    let now = if fields.contains(&None) { state::now().0 } else { 0 };
    moment(Time::new(now, 0, Tz::Offset(0)), fields)
}

/// Whether a date exists.
#[php("function checkdate(int $month, int $day, int $year): bool", pure)]
fn checkdate(month: i64, day: i64, year: i64) -> bool {
    (1..=32767).contains(&year) && calendar::is_valid(year, month, day)
}

/// The timestamp of now.
#[php("function time(): int")]
fn time() -> i64 {
    state::now().0
}

/// The fields of a timestamp, as C has them.
#[php("function localtime(?int $timestamp = null, bool $associative = false): array")]
fn localtime(ctx: &Ctx, timestamp: Option<i64>, associative: bool) -> Array {
    let time = state::local(ctx, timestamp);
    let fields = [
        ("tm_sec", time.s),
        ("tm_min", time.i),
        ("tm_hour", time.h),
        ("tm_mday", time.d),
        ("tm_mon", time.m - 1),
        ("tm_year", time.y - 1900),
        ("tm_wday", calendar::day_of_week(time.y, time.m, time.d)),
        ("tm_yday", calendar::day_of_year(time.y, time.m, time.d)),
        ("tm_isdst", i64::from(time.dst)),
    ];
    if !associative {
        return Array::list(fields.map(|(_, value)| Value::int(value)));
    }
    let mut array = Array::with_hash_capacity(fields.len());
    for (name, value) in fields {
        array.set_name(name, Value::int(value));
    }
    array
}

/// The fields of a timestamp.
#[php("function getdate(?int $timestamp = null): array")]
fn getdate(ctx: &Ctx, timestamp: Option<i64>) -> Array {
    let time = state::local(ctx, timestamp);
    let mut array = Array::with_hash_capacity(11);
    for (name, value) in [
        ("seconds", Value::int(time.s)),
        ("minutes", Value::int(time.i)),
        ("hours", Value::int(time.h)),
        ("mday", Value::int(time.d)),
        ("wday", Value::int(calendar::day_of_week(time.y, time.m, time.d))),
        ("mon", Value::int(time.m)),
        ("year", Value::int(time.y)),
        ("yday", Value::int(calendar::day_of_year(time.y, time.m, time.d))),
        ("weekday", Value::from(day_name(&time))),
        ("month", Value::from(month_name(&time))),
    ] {
        array.set_name(name, value);
    }
    array.set(0i64, Value::int(time.sse));
    array
}

/// A parsed text, taken apart.
fn parsed_array(time: &Time, errors: &Errors, zone_seen: bool) -> Array {
    let field = |value: i64| if value == UNSET { Value::FALSE } else { Value::int(value) };
    let mut array = Array::with_hash_capacity(16);
    for (name, value) in
        [("year", time.y), ("month", time.m), ("day", time.d), ("hour", time.h), ("minute", time.i), ("second", time.s)]
    {
        array.set_name(name, field(value));
    }
    let fraction = if time.us == UNSET { Value::FALSE } else { Value::float(time.us as f64 / 1_000_000.0) };
    array.set_name("fraction", fraction);
    state::add_complaints(&mut array, &errors.warnings, &errors.errors);
    array.set_name("is_localtime", Value::bool(zone_seen));
    if zone_seen {
        array.set_name("zone_type", Value::int(time.tz.map_or(0, |tz| tz.kind())));
        match time.tz {
            Some(Tz::Offset(offset)) => {
                array.set_name("zone", Value::int(offset));
                array.set_name("is_dst", Value::FALSE);
            }
            Some(Tz::Id(zone)) => {
                if zone.name == "UTC" {
                    array.set_name("tz_abbr", Value::from("UTC"));
                }
                array.set_name("tz_id", Value::from(zone.name));
            }
            Some(Tz::Abbreviation { name, offset, dst }) => {
                array.set_name("zone", Value::int(offset));
                array.set_name("is_dst", Value::bool(dst));
                array.set_name("tz_abbr", Value::str(ShortName::as_bytes(&name)));
            }
            None => {}
        }
    }
    if time.have_relative {
        array.set_name("relative", Value::from(relative_array(time)));
    }
    array
}

fn relative_array(time: &Time) -> Array {
    let relative = &time.relative;
    let mut array = Array::with_hash_capacity(8);
    for (name, value) in [
        ("year", relative.y),
        ("month", relative.m),
        ("day", relative.d),
        ("hour", relative.h),
        ("minute", relative.i),
        ("second", relative.s),
    ] {
        array.set_name(name, Value::int(value));
    }
    if let Some(day) = relative.weekday {
        array.set_name("weekday", Value::int(day));
    }
    if let Some((Special::Weekdays, count)) = relative.special {
        array.set_name("weekdays", Value::int(count));
    }
    match relative.month_end {
        MonthEnd::First => array.set_name("first_day_of_month", Value::TRUE),
        MonthEnd::Last => array.set_name("last_day_of_month", Value::TRUE),
        MonthEnd::None => {}
    }
    array
}

/// What a text says about a time.
#[php("function date_parse(string $datetime): array")]
fn date_parse(ctx: &Ctx, text: &PhpStr) -> Array {
    let parsed = parse_date::parse(text);
    state::remember_errors(ctx, &parsed.errors);
    parsed_array(&parsed.time, &parsed.errors, parsed.time.zone_seen())
}

/// What a text in a format says about a time.
#[php("function date_parse_from_format(string $format, string $datetime): array")]
fn date_parse_from_format(ctx: &Ctx, format: &PhpStr, text: &PhpStr) -> PhpResult<Array> {
    crate::date_time_object::no_nul(ctx, text)?;
    let parsed = parse_format::parse(format, text);
    state::remember_errors(ctx, &parsed.errors);
    Ok(parsed_array(&parsed.time, &parsed.errors, parsed.time.zone_seen()))
}

/// What was wrong with the last text.
#[php("function date_get_last_errors(): array|false")]
fn date_get_last_errors(ctx: &Ctx) -> OrFalse<Array> {
    state::last_errors(ctx).into()
}

/// Sets the default time zone.
#[php("function date_default_timezone_set(string $timezoneId): bool")]
fn date_default_timezone_set(ctx: &Ctx, name: &PhpStr) -> bool {
    match parse_tz::find(name) {
        Some(zone) => {
            state::set_default_zone(ctx, zone);
            true
        }
        None => {
            ctx.notice(format!("Timezone ID '{name}' is invalid"));
            false
        }
    }
}

/// The default time zone.
#[php("function date_default_timezone_get(): string")]
fn date_default_timezone_get(ctx: &Ctx) -> &'static str {
    state::default_zone(ctx).name
}
