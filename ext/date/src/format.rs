//! `date()`'s format letters.

use crate::{
    calendar,
    time::{Time, Tz, offset_text},
};
use phant_memory::{Str, StrBuilder};
use std::fmt::Write;

pub(crate) const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
pub(crate) const MONTHS: [&str; 12] =
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

pub(crate) fn day_name(time: &Time) -> &'static str {
    DAYS[calendar::day_of_week(time.y, time.m, time.d) as usize % 7]
}
pub(crate) fn month_name(time: &Time) -> &'static str {
    MONTHS[(time.m - 1).rem_euclid(12) as usize]
}

fn suffix(day: i64) -> &'static str {
    match day {
        11..=13 => "th",
        _ => match day % 10 {
            1 => "st",
            2 => "nd",
            3 => "rd",
            _ => "th",
        },
    }
}

/// Swatch Internet Time.
pub(crate) fn beat(moment: i64) -> i64 {
    (moment.rem_euclid(86_400) + 3600) * 10 / 864 % 1000
}

fn four_digits(out: &mut StrBuilder, year: i64) {
    if (0..10_000).contains(&year) {
        let (high, low) = (year / 100, year % 100);
        out.push_bytes(&[high / 10, high % 10, low / 10, low % 10].map(|digit| b'0' + digit as u8));
    } else {
        let _ = write!(out, "{}{:04}", if year < 0 { "-" } else { "" }, year.unsigned_abs());
    }
}

/// A year in four places, of which its sign takes one.
fn signed_year(out: &mut StrBuilder, year: i64) {
    let _ = write!(out, "{year:04}");
}

/// A time in a format; without `local`, in GMT.
pub(crate) fn format(format: &[u8], time: &Time, local: bool) -> Str {
    let mut out = StrBuilder::with_capacity(format.len() * 2 + 8);
    let mut letters = format.iter().copied();
    while let Some(letter) = letters.next() {
        if letter == b'\\' {
            // At the end it stands before the zero byte that ends a text in C.
            out.push(letters.next().unwrap_or(0));
        } else {
            put(&mut out, letter, time, local);
        }
    }
    out.finish()
}

fn two(out: &mut StrBuilder, number: i64) {
    if (0..100).contains(&number) {
        out.push_bytes(&[b'0' + (number / 10) as u8, b'0' + (number % 10) as u8]);
    } else {
        let _ = write!(out, "{number:02}");
    }
}

fn put(out: &mut StrBuilder, letter: u8, time: &Time, local: bool) {
    let offset = if local { time.offset } else { 0 };
    let hour12 = if time.h % 12 == 0 { 12 } else { time.h % 12 };
    let put_offset = |out: &mut StrBuilder, colon: bool| {
        // Seconds are left out here.
        let minutes = offset.unsigned_abs() as i64 / 60;
        out.push(if offset / 60 < 0 { b'-' } else { b'+' });
        two(out, minutes / 60);
        if colon {
            out.push(b':');
        }
        two(out, minutes % 60);
    };
    match letter {
        b'd' => two(out, time.d),
        b'D' => out.push_str(&day_name(time)[..3]),
        b'j' => out.push_int(time.d),
        b'l' => out.push_str(day_name(time)),
        b'S' => out.push_str(suffix(time.d)),
        b'w' => out.push_int(calendar::day_of_week(time.y, time.m, time.d)),
        b'N' => out.push_int(calendar::iso_day_of_week(time.y, time.m, time.d)),
        b'z' => out.push_int(calendar::day_of_year(time.y, time.m, time.d)),
        b'W' => two(out, calendar::iso_week(time.y, time.m, time.d).1),
        b'o' => out.push_int(calendar::iso_week(time.y, time.m, time.d).0),
        b'F' => out.push_str(month_name(time)),
        b'm' => two(out, time.m),
        b'M' => out.push_str(&month_name(time)[..3]),
        b'n' => out.push_int(time.m),
        b't' => out.push_int(calendar::days_in_month(time.y, time.m)),
        b'L' => out.push(b'0' + u8::from(calendar::is_leap(time.y))),
        b'y' => {
            let _ = write!(out, "{:02}", time.y % 100);
        }
        b'Y' => four_digits(out, time.y),
        b'x' if (0..10_000).contains(&time.y) => four_digits(out, time.y),
        b'x' | b'X' => {
            let sign = if time.y < 0 { '-' } else { '+' };
            let _ = write!(out, "{sign}{:04}", time.y.unsigned_abs());
        }
        b'a' => out.push_str(if time.h >= 12 { "pm" } else { "am" }),
        b'A' => out.push_str(if time.h >= 12 { "PM" } else { "AM" }),
        b'B' => {
            let _ = write!(out, "{:03}", beat(time.sse));
        }
        b'g' => out.push_int(hour12),
        b'G' => out.push_int(time.h),
        b'h' => two(out, hour12),
        b'H' => two(out, time.h),
        b'i' => two(out, time.i),
        b's' => two(out, time.s),
        b'u' => {
            let _ = write!(out, "{:06}", time.us);
        }
        b'v' => {
            let _ = write!(out, "{:03}", time.us / 1000);
        }
        b'I' => out.push(b'0' + u8::from(local && time.dst)),
        b'p' if !local || is_utc(time) => out.push(b'Z'),
        b'P' | b'p' => put_offset(out, true),
        b'O' => put_offset(out, false),
        b'T' if local => match time.tz() {
            Tz::Offset(offset) => {
                out.push_str("GMT");
                out.push_str(&offset_text(offset, false));
            }
            _ => out.push_bytes(time.zone_name.as_bytes()),
        },
        b'T' => out.push_str("GMT"),
        b'e' if local => out.push_str(&time.tz().name()),
        b'e' => out.push_str("UTC"),
        b'Z' => out.push_int(offset),
        b'c' => {
            signed_year(out, time.y);
            for (mark, number) in [(b'-', time.m), (b'-', time.d), (b'T', time.h), (b':', time.i), (b':', time.s)] {
                out.push(mark);
                two(out, number);
            }
            put_offset(out, true);
        }
        b'r' => {
            out.push_str(&day_name(time)[..3]);
            out.push_str(", ");
            two(out, time.d);
            out.push(b' ');
            out.push_str(&month_name(time)[..3]);
            out.push(b' ');
            signed_year(out, time.y);
            for (mark, number) in [(b' ', time.h), (b':', time.i), (b':', time.s)] {
                out.push(mark);
                two(out, number);
            }
            out.push(b' ');
            put_offset(out, false);
        }
        b'U' => out.push_int(time.sse),
        other => out.push(other),
    }
}

fn is_utc(time: &Time) -> bool {
    match time.tz() {
        Tz::Offset(offset) => offset == 0,
        _ => matches!(time.zone_name.as_bytes(), b"UTC" | b"Z") || time.zone_name.as_bytes() == b"+00:00",
    }
}
