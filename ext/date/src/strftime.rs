//! `strftime`, as C's in the locale "C".

use crate::{
    calendar,
    format::{DAYS, day_name, month_name},
    parse_tz, state,
    time::{Time, Tz, offset_text},
};
use phant_memory::{PhpStr, Str};
use phant_native::{Ctx, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use std::fmt::Write;

pub(crate) const FUNCTIONS: FunctionGroup = functions![strftime, gmstrftime];

/// A timestamp in a format of C's, in the default time zone.
#[php(
    "function strftime(string $format, ?int $timestamp = null): string|false",
    deprecated = " since 8.1, use IntlDateFormatter::format() instead"
)]
fn strftime(ctx: &Ctx, format: &PhpStr, timestamp: Option<i64>) -> OrFalse<Str> {
    let time = state::local(ctx, timestamp);
    run(format, &time)
}

/// A timestamp in a format of C's, in GMT.
#[php(
    "function gmstrftime(string $format, ?int $timestamp = null): string|false",
    deprecated = " since 8.1, use IntlDateFormatter::format() instead"
)]
fn gmstrftime(format: &PhpStr, timestamp: Option<i64>) -> OrFalse<Str> {
    let mut time = Time::new(timestamp.unwrap_or_else(|| state::now().0), 0, Tz::Id(parse_tz::utc()));
    time.zone_name = crate::time::ShortName::new(b"GMT");
    run(format, &time)
}

fn run(format: &[u8], time: &Time) -> OrFalse<Str> {
    if format.is_empty() {
        return OrFalse::False;
    }
    let mut out = Vec::with_capacity(format.len() * 2);
    write(&mut out, format, time);
    OrFalse::Some(Str::from(out))
}

fn write(out: &mut Vec<u8>, format: &[u8], time: &Time) {
    let mut letters = format.iter().copied();
    while let Some(byte) = letters.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        match letters.next() {
            Some(letter) => part(out, letter, time),
            None => out.push(b'%'),
        }
    }
}

fn part(out: &mut Vec<u8>, letter: u8, time: &Time) {
    let weekday = calendar::day_of_week(time.y, time.m, time.d);
    let year_day = calendar::day_of_year(time.y, time.m, time.d);
    let hour12 = if time.h % 12 == 0 { 12 } else { time.h % 12 };
    let (iso_year, iso_week) = calendar::iso_week(time.y, time.m, time.d);
    let mut text = String::new();
    let written = match letter {
        b'a' => write!(text, "{}", &day_name(time)[..3]),
        b'A' => write!(text, "{}", DAYS[weekday as usize % 7]),
        b'b' | b'h' => write!(text, "{}", &month_name(time)[..3]),
        b'B' => write!(text, "{}", month_name(time)),
        b'c' => return write_all(out, b"%a %b %e %H:%M:%S %Y", time),
        b'C' => write!(text, "{:02}", time.y.div_euclid(100)),
        b'd' => write!(text, "{:02}", time.d),
        b'D' | b'x' => return write_all(out, b"%m/%d/%y", time),
        b'e' => write!(text, "{:2}", time.d),
        b'F' => return write_all(out, b"%Y-%m-%d", time),
        b'g' => write!(text, "{:02}", iso_year.rem_euclid(100)),
        b'G' => write!(text, "{iso_year}"),
        b'H' => write!(text, "{:02}", time.h),
        b'I' => write!(text, "{hour12:02}"),
        b'j' => write!(text, "{:03}", year_day + 1),
        b'k' => write!(text, "{:2}", time.h),
        b'l' => write!(text, "{hour12:2}"),
        b'm' => write!(text, "{:02}", time.m),
        b'M' => write!(text, "{:02}", time.i),
        b'n' => writeln!(text),
        b'p' => write!(text, "{}", if time.h >= 12 { "PM" } else { "AM" }),
        b'P' => write!(text, "{}", if time.h >= 12 { "pm" } else { "am" }),
        b'r' => return write_all(out, b"%I:%M:%S %p", time),
        b'R' => return write_all(out, b"%H:%M", time),
        // What C makes of the broken-down time, which it takes for UTC.
        b's' => write!(text, "{}", time.sse + time.offset),
        b'S' => write!(text, "{:02}", time.s),
        b't' => write!(text, "\t"),
        b'T' | b'X' => return write_all(out, b"%H:%M:%S", time),
        b'u' => write!(text, "{}", if weekday == 0 { 7 } else { weekday }),
        b'U' => write!(text, "{:02}", (year_day + 7 - weekday) / 7),
        b'V' => write!(text, "{iso_week:02}"),
        b'w' => write!(text, "{weekday}"),
        b'W' => write!(text, "{:02}", (year_day + 7 - (weekday + 6) % 7) / 7),
        b'y' => write!(text, "{:02}", time.y.rem_euclid(100)),
        b'Y' => write!(text, "{}", time.y),
        b'z' => write!(text, "{}", offset_text(time.offset / 60 * 60, false)),
        b'Z' => write!(text, "{}", time.zone_name.as_str()),
        b'%' => write!(text, "%"),
        other => {
            out.extend_from_slice(&[b'%', other]);
            return;
        }
    };
    let _ = written;
    out.extend_from_slice(text.as_bytes());
}

fn write_all(out: &mut Vec<u8>, format: &[u8], time: &Time) {
    write(out, format, time);
}
